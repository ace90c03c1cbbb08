"""Runs: how the tiles of one number extend the open runs of a color (rules 5 and 15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple

from rummy_fast.reference.explanation import enough
from rummy_fast.reference.rules import Rules


class OldRun(NamedTuple):
    """A run of the table with locked jokers; tiles have replaced the freed ones."""

    color: int
    first: int
    last: int
    locked: frozenset[int]
    """The numbers its locked jokers stand for; all others are natural tiles."""


class WholeRun(NamedTuple):
    """What a final run must contain to contain a whole old run (section 4, *New meld*)."""

    color: int
    first: int
    last: int
    locked: frozenset[int]
    """The numbers where the locked jokers of the `OldRun` with index `old` must be."""
    old: int


class Token(NamedTuple):
    """A tile or joker that extends a run."""

    kind: Literal["tile", "joker", "freed", "locked"]
    """A `freed` joker is constrained by `freed_joker = new_meld`, a `joker` is not."""
    old: int = -1
    """The index of the `OldRun` that this joker belongs to, or that this tile is assigned to."""


class Mark(NamedTuple):
    """What an open run contains of an `OldRun`."""

    old: int
    together: int
    naturals: int
    joker: bool
    """Whether one of its locked jokers is in the open run."""


class OpenRun(NamedTuple):
    """A run that may still be extended, reduced to what its future depends on."""

    length: int
    """Its length, at most that of the shortest meld."""
    natural: bool
    """Whether it has a natural tile (rule 6)."""
    marks: tuple[Mark, ...] = ()
    freed: bool = False
    """Whether it contains a freed joker constrained by *new meld*."""
    whole: bool = False
    """Whether it contains a whole old run."""
    begun: tuple[int, ...] = ()
    """The `WholeRun`s that it contains so far."""


class Extension(NamedTuple):
    """An open run and how it came about."""

    run: OpenRun
    origin: int
    """The index of the open run it extends, or -1 if it begins here."""
    token: Token


@dataclass(frozen=True)
class ColorRuns:
    """The runs of one color and their constraints."""

    rules: Rules
    color: int
    olds: tuple[OldRun, ...]
    wholes: tuple[WholeRun, ...]
    """The old runs that no freed joker may be with; empty without such a constraint."""
    jokers: int
    """The number of jokers that are not locked."""

    def closable(self, run: OpenRun) -> bool:
        """Tell whether a run may end here."""
        return (
            run.length >= self.rules.shortest_meld
            and run.natural
            and all(self._kept(mark) for mark in run.marks)
        )

    def grow(
        self, value: int, runs: tuple[OpenRun, ...], tiles: int, jokers: int, freed: int
    ) -> dict[tuple[OpenRun, ...], tuple[Extension, ...]]:
        """Extend the runs of this color by the tiles of one number.

        Every open run takes one tile, or ends if it may; the other tiles begin new runs.

        Args:
            value: The number.
            runs: The open runs.
            tiles: How many natural tiles to use.
            jokers: How many jokers without constraint to use.
            freed: How many jokers constrained by *new meld* to use.

        Returns:
            The possible open runs after this number, each with one way to get there.
        """
        found: dict[tuple[OpenRun, ...], tuple[Extension, ...]] = {}
        fixed = [
            Token("locked", a)
            for a, old in enumerate(self.olds)
            if old.color == self.color and value in old.locked
        ]
        fixed += [Token("joker")] * jokers + [Token("freed")] * freed
        for naturals in self._assignments(value, tiles):
            tokens = tuple(sorted(naturals + fixed))
            for extensions in self._spread(value, runs, tokens):
                ordered = tuple(sorted(extensions))
                found.setdefault(tuple(extension.run for extension in ordered), ordered)
        return found

    def _joker_may_begin(self, value: int) -> bool:
        """Tell whether a run that begins with a joker here must be considered.

        The joker could be at the other end of the run instead, unless the run reaches the last
        number. If it does and is long, it can be split in two, the first of which ends before the
        last number; the second has a natural tile if there are few jokers. None of this holds for
        runs that must not be split or must not contain something.
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

    def _assignments(self, value: int, tiles: int) -> Iterator[list[Token]]:
        """List the assignments of natural tiles to old runs, at most one to each."""
        owners = [
            a
            for a, old in enumerate(self.olds)
            if old.color == self.color
            and old.first <= value <= old.last
            and value not in old.locked
        ]
        for count in range(min(tiles, len(owners)), -1, -1):
            for chosen in combinations(owners, count):
                yield [Token("tile", a) for a in chosen] + [Token("tile")] * (tiles - count)

    def _spread(
        self,
        value: int,
        runs: tuple[OpenRun, ...],
        tokens: tuple[Token, ...],
        origin: int = 0,
        *,
        closed: bool = False,
    ) -> Iterator[tuple[Extension, ...]]:
        """Distribute tokens over the open runs from index `origin` on."""
        if origin == len(runs):
            # A run need not begin where another one of its color ends: joined, they contain all
            # that either contains. (Unless containing something is forbidden.)
            if tokens and closed and not self.wholes:
                return
            if Token("joker") in tokens and not self._joker_may_begin(value):
                return
            begun = [(self._append(value, None, token), token) for token in tokens]
            if all(run is not None for run, _ in begun):
                yield tuple(Extension(run, -1, token) for run, token in begun if run is not None)
            return
        if self.closable(runs[origin]):
            yield from self._spread(value, runs, tokens, origin + 1, closed=True)
        for token in sorted(set(tokens)):
            run = self._append(value, runs[origin], token)
            if run is not None:
                at = tokens.index(token)
                rest = tokens[:at] + tokens[at + 1 :]
                for others in self._spread(value, runs, rest, origin + 1, closed=closed):
                    yield (Extension(run, origin, token), *others)

    def _append(self, value: int, run: OpenRun | None, token: Token) -> OpenRun | None:
        """Extend a run by a token; None if no valid run can follow."""
        before = run or OpenRun(0, natural=False)
        shortest = self.rules.shortest_meld
        length = min(before.length + 1, shortest)
        if value + shortest - length > self.rules.values:
            return None  # no numbers left to become long enough
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
        """Tell whether jokers alone are too few for a run, so that rule 6 holds anyway."""
        locked = sum(len(old.locked) for old in self.olds)
        return self.jokers + locked < self.rules.shortest_meld

    def _size(self, a: int) -> int:
        return self.olds[a].last - self.olds[a].first + 1

    def _kept(self, mark: Mark) -> bool:
        """Tell whether rule 15 holds for one old run; it needs a locked joker to apply."""
        return not mark.joker or enough(
            self.rules, self._size(mark.old), mark.together, mark.naturals
        )

    def _belongs(self, whole: WholeRun, value: int, token: Token) -> bool:
        """Tell whether a token is what an old run has at this number."""
        if value in whole.locked:
            return token == Token("locked", whole.old)
        return token.kind == "tile"
