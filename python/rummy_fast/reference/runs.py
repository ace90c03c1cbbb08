"""Runs: how the open runs of one color can grow by the tiles of one number (rules 5 and 15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from rummy_fast.reference.explanation import enough
from rummy_fast.reference.rules import Rules


class OldRun(NamedTuple):
    """A run of the table in which jokers stayed, with the tiles put in for the others."""

    color: int
    first: int
    last: int
    locked: frozenset[int]
    """The numbers for which its locked jokers stand; it has a natural tile at all others."""


class WholeRun(NamedTuple):
    """What a final run must hold to hold a whole old run (section 4, *New meld*)."""

    color: int
    first: int
    last: int
    locked: frozenset[int]
    """The numbers at which locked jokers must lie, those of the `OldRun` numbered `old`."""
    old: int


class Token(NamedTuple):
    """What is put at the end of a run."""

    kind: Literal["tile", "joker", "freed", "locked"]
    """`freed` is a joker bound by `freed_joker = new_meld`, `joker` one that is not bound."""
    old: int = -1
    """The `OldRun` whose joker this is, or which claims this tile as one of its own."""


class Mark(NamedTuple):
    """What an open run holds of an `OldRun`."""

    old: int
    together: int
    naturals: int
    joker: bool
    """Whether one of its locked jokers is there."""


class OpenRun(NamedTuple):
    """A run that may still grow, reduced to what its future depends on."""

    length: int
    """Its length; more than the shortest meld's makes no difference."""
    natural: bool
    """Whether it has a tile that is not a joker (rule 6)."""
    marks: tuple[Mark, ...] = ()
    freed: bool = False
    """Whether a freed joker bound by *new meld* is in it."""
    whole: bool = False
    """Whether a whole old run is in it."""
    begun: tuple[int, ...] = ()
    """The `WholeRun`s of which it holds everything so far."""


class Growth(NamedTuple):
    """Where an open run comes from."""

    run: OpenRun
    origin: int
    """Its number among the open runs before, or -1 if it begins here."""
    token: Token


@dataclass(frozen=True)
class Lane:
    """The runs of one color, and what binds them."""

    rules: Rules
    color: int
    olds: tuple[OldRun, ...]
    wholes: tuple[WholeRun, ...]
    """The old runs that no freed joker may lie with; empty if there is nothing to heed."""
    jokers: int
    """How many jokers there are that did not stay in an old run."""

    def closable(self, run: OpenRun) -> bool:
        """Whether a run may end here."""
        return (
            run.length >= self.rules.shortest_meld
            and run.natural
            and all(self._kept(mark) for mark in run.marks)
        )

    def grow(
        self, value: int, runs: tuple[OpenRun, ...], tiles: int, jokers: int, freed: int
    ) -> dict[tuple[OpenRun, ...], tuple[Growth, ...]]:
        """Put tiles of one number on the runs of their color.

        Every open run takes one tile, or ends if it may; the tiles left over begin new runs.

        Args:
            value: The number.
            runs: The open runs.
            tiles: How many natural tiles are to be used.
            jokers: How many jokers that are not bound.
            freed: How many jokers bound by *new meld*.

        Returns:
            The open runs that can result, each with a way to get there.
        """
        found: dict[tuple[OpenRun, ...], tuple[Growth, ...]] = {}
        fixed = [
            Token("locked", a)
            for a, old in enumerate(self.olds)
            if old.color == self.color and value in old.locked
        ]
        fixed += [Token("joker")] * jokers + [Token("freed")] * freed
        for naturals in self._claimed(value, tiles):
            tokens = tuple(sorted(naturals + fixed))
            for growths in self._spread(value, runs, tokens):
                ordered = tuple(sorted(growths))
                found.setdefault(tuple(growth.run for growth in ordered), ordered)
        return found

    def _joker_may_begin(self, value: int) -> bool:
        """Whether a run that begins with a joker here has to be looked at.

        The joker could as well lie at the other end of the run, unless the run reaches the last
        number. If it does and is long, it can be two runs, the first of them ending before the
        last number. The second one then has a natural tile if there are few jokers. None of this
        holds where a run must not be parted or must not hold something.
        """
        shortest = self.rules.shortest_meld
        if (
            self.wholes
            or self.jokers > shortest
            or any(old.color == self.color for old in self.olds)
        ):
            return True
        length = self.rules.values - value + 1
        return length < shortest + max(shortest, self.jokers + 1)

    def _claimed(self, value: int, tiles: int) -> Iterator[list[Token]]:
        """All ways in which old runs claim natural tiles: each claims one at most."""
        claimants = [
            a
            for a, old in enumerate(self.olds)
            if old.color == self.color
            and old.first <= value <= old.last
            and value not in old.locked
        ]
        for count in range(min(tiles, len(claimants)), -1, -1):
            for chosen in combinations(claimants, count):
                yield [Token("tile", a) for a in chosen] + [Token("tile")] * (tiles - count)

    def _spread(
        self,
        value: int,
        runs: tuple[OpenRun, ...],
        tokens: tuple[Token, ...],
        origin: int = 0,
        *,
        closed: bool = False,
    ) -> Iterator[tuple[Growth, ...]]:
        """Spread tokens over the open runs from the one numbered `origin` on."""
        if origin == len(runs):
            # A run need not begin where another one of its color ends: the two are one run that
            # holds all that either held. (Unless holding something is forbidden.)
            if tokens and closed and not self.wholes:
                return
            if Token("joker") in tokens and not self._joker_may_begin(value):
                return
            begun = [(self._lay(value, None, token), token) for token in tokens]
            if all(run is not None for run, _ in begun):
                yield tuple(Growth(run, -1, token) for run, token in begun if run is not None)
            return
        if self.closable(runs[origin]):
            yield from self._spread(value, runs, tokens, origin + 1, closed=True)
        for token in sorted(set(tokens)):
            run = self._lay(value, runs[origin], token)
            if run is not None:
                at = tokens.index(token)
                rest = tokens[:at] + tokens[at + 1 :]
                for others in self._spread(value, runs, rest, origin + 1, closed=closed):
                    yield (Growth(run, origin, token), *others)

    def _lay(self, value: int, run: OpenRun | None, token: Token) -> OpenRun | None:
        """The run with a token at its end; None if no valid run can come of it."""
        before = run or OpenRun(0, natural=False)
        shortest = self.rules.shortest_meld
        length = min(before.length + 1, shortest)
        if value + shortest - length > self.rules.values:
            return None  # no room to become long enough
        marks: list[Mark] = []
        for a in sorted({mark.old for mark in before.marks} | ({token.old} - {-1})):
            mark = next((m for m in before.marks if m.old == a), Mark(a, 0, 0, joker=False))
            if token.old == a:
                mark = Mark(
                    a,
                    min(mark.together + 1, self._size(a)),
                    min(mark.naturals + (token.kind == "tile"), 1),
                    mark.joker or token.kind == "locked",
                )
            if value < self.olds[a].last:
                marks.append(mark)
            elif not self._kept(mark):
                return None
        freed = before.freed or token.kind == "freed"
        begun = [w for w in before.begun if self._belongs(self.wholes[w], value, token)]
        begun += [
            w
            for w, whole in enumerate(self.wholes)
            if (whole.color, whole.first) == (self.color, value)
            and self._belongs(whole, value, token)
        ]
        complete = any(self.wholes[w].last == value for w in begun)
        whole = before.whole or complete
        if freed and whole:
            return None
        return OpenRun(
            length,
            before.natural or token.kind == "tile" or self._few_jokers(),
            tuple(marks),
            freed,
            whole,
            tuple(w for w in begun if self.wholes[w].last > value),
        )

    def _few_jokers(self) -> bool:
        """Whether no run can be made of jokers alone, so that rule 6 need not be watched."""
        locked = sum(len(old.locked) for old in self.olds)
        return self.jokers + locked < self.rules.shortest_meld

    def _size(self, a: int) -> int:
        return self.olds[a].last - self.olds[a].first + 1

    def _kept(self, mark: Mark) -> bool:
        """Rule 15 for one old run: without a locked joker of it there is nothing to keep."""
        return not mark.joker or enough(
            self.rules, self._size(mark.old), mark.together, mark.naturals
        )

    def _belongs(self, whole: WholeRun, value: int, token: Token) -> bool:
        """Whether a token is what an old run has at this number."""
        if value in whole.locked:
            return token == Token("locked", whole.old)
        return token.kind == "tile"
