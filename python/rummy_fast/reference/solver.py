"""The solver: the best play of a position, over all explanations (rules.md sections 2 and 3)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rummy_fast.reference.explanation import Explanation, explanations
from rummy_fast.reference.groups import OldGroup, WholeGroup
from rummy_fast.reference.meld import Meld, read_table, tiles_of
from rummy_fast.reference.opening import opening_answer, opens, smallest_openings
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.runs import OldRun, WholeRun
from rummy_fast.reference.search import Answer, BestFirstSearch, OutOfTimeError, Score, Task
from rummy_fast.reference.tile import (
    JOKER,
    Tile,
    check_counts,
    read_hand,
    read_tile,
    sorted_texts,
)


@dataclass(frozen=True)
class Play:
    """The play of a turn."""

    tiles: tuple[str, ...]
    """The tiles played from the hand; empty when there is nothing to play."""
    table: tuple[str, ...]
    """The melds after the turn."""
    points: int
    """The points of the tiles played, as in the final count."""
    proven: bool
    """False if the limit stopped the search, so that a better play may exist."""

    def __bool__(self) -> bool:
        """Whether any tile is played."""
        return bool(self.tiles)


def solve(
    table: object,
    hand: object,
    *,
    rules: object = None,
    opened: bool = True,
    objective: str | Mapping[object, float] = "tiles",
    limit: float | None = None,
) -> Play:
    """Find a best play.

    Args:
        table: The table: melds separated by `|`, a list of melds, or an object with such a `str`.
        hand: The hand: tiles separated by spaces, a list of tiles, or an object with such a `str`.
        rules: `Rules`, the name of a preset, a mapping, or an object with `to_dict`.
        opened: Whether the player has opened.
        objective: "tiles" (most tiles, ties by points), "points" (most points, ties by tiles),
            or weights by tile (greatest weight, ties by tiles; other tiles weigh nothing).
        limit: The seconds after which the search returns the best play so far.

    Returns:
        A best play; any of them if several are equally good.

    Raises:
        NotationError: If a word is not a tile.
        InvalidMeldError: If the table is invalid.
        InvalidTableError: If there are more visible tiles than the deck has.
        InvalidRulesError: If the rules are invalid.
        ValueError: If the objective is unknown or a weight is negative.

    Examples:
        >>> solve("g2 g3 g4 g5", "g6 y2 b2")
        Play(tiles=('y2', 'g6', 'b2'), table=('y2 g2 b2', 'g3 g4 g5 g6'), points=10, proven=True)
    """
    chosen = Rules.of(rules)
    old, held = read_table(table, chosen), read_hand(hand, chosen)
    check_counts(tiles_of(old) + held, chosen)
    gains = _gains(held, objective, chosen)
    deadline = None if limit is None else time.monotonic() + limit
    best: Answer | None = None
    proven = True
    try:
        for answer in _answers(_Problem(old, held, chosen, gains, deadline), opened=opened):
            if best is None or answer.score > best.score:
                best = answer
    except OutOfTimeError:
        proven = False
    melds = tuple(sorted(old)) if best is None else best.melds
    played = tiles_of(melds) - tiles_of(old)
    if not played:
        melds = tuple(sorted(old))
    return Play(
        tiles=sorted_texts(played.elements()),
        table=tuple(str(meld) for meld in melds),
        points=sum(_points(tile, chosen) * n for tile, n in played.items()),
        proven=proven,
    )


def _points(tile: Tile, rules: Rules) -> int:
    """Return the points of a tile in the final count (rule 8)."""
    return rules.joker_penalty if tile == JOKER else tile.value


def _gains(
    hand: Iterable[Tile], objective: str | Mapping[object, float], rules: Rules
) -> dict[Tile, Score]:
    """Return the gain of playing each tile."""
    tiles = set(hand)
    if isinstance(objective, Mapping):
        weights = {read_tile(str(tile), rules): weight for tile, weight in objective.items()}
        for tile, weight in weights.items():
            if not 0 <= weight < float("inf"):
                raise ValueError(f"the weight of {tile} must be 0 or more, not {weight}")
        return {tile: Score(weights.get(tile, 0), 1) for tile in tiles}
    if objective == "tiles":
        return {tile: Score(1, _points(tile, rules)) for tile in tiles}
    if objective == "points":
        return {tile: Score(_points(tile, rules), 1) for tile in tiles}
    raise ValueError(f"unknown objective {objective!r}: tiles, points or weights by tile")


@dataclass(frozen=True)
class _Problem:
    """A position to solve."""

    old: Sequence[Meld]
    hand: Counter[Tile]
    rules: Rules
    gains: Mapping[Tile, Score]
    """The gain of playing each tile."""
    deadline: float | None


def _answers(problem: _Problem, *, opened: bool) -> Iterator[Answer]:
    """Yield answers, among them a best one."""
    if opened:
        yield from _opened_answers(problem, Counter())
        return
    rules, hand = problem.rules, problem.hand
    own = opening_answer(hand, rules, problem.gains, problem.deadline)
    if own is not None:
        score = _gained(tiles_of(own.melds), problem.gains)
        yield Answer(score, tuple(sorted((*problem.old, *own.melds))))
    if rules.opening_table == "same_turn" and opens(hand, rules):
        yield from _same_turn_answers(problem)


def _same_turn_answers(problem: _Problem) -> Iterator[Answer]:
    """Yield answers for a player who may use the table in the turn of the opening (rule 11).

    Some of the tiles played must make melds worth an opening on their own. If the best play of a
    player who has opened contains such tiles, it is the answer. Otherwise every minimal set of
    them is tried.
    """
    *_, top = (None, *_opened_answers(problem, Counter()))
    if top is None:
        return
    if opens(tiles_of(top.melds) - tiles_of(problem.old), problem.rules):
        yield top
        return
    for needs in smallest_openings(problem.hand, problem.rules):
        for answer in _opened_answers(problem, needs):
            yield answer
            if answer.score == top.score:
                return


def _opened_answers(problem: _Problem, needs: Counter[Tile]) -> Iterator[Answer]:
    """Yield ever better answers for a player who has opened and must play `needs`."""
    rules, old = problem.rules, problem.old
    free = replace(problem, rules=replace(rules, locked_meld="free"))
    top = BestFirstSearch(_task(free, needs, Explanation((), {}, Counter()))).best()
    if top is None:
        return
    if rules.locked_meld == "free":
        yield top
        return
    best: Score | None = None
    for how in _least_needs(explanations(old, problem.hand, rules), rules):
        task = _task(problem, needs | how.needs, how)
        answer = BestFirstSearch(replace(task, beat=best)).best()
        if answer is not None:
            best = answer.score
            yield answer
        if best == top.score:  # no explanation allows more than free jokers
            return


def _least_needs(found: Iterable[Explanation], rules: Rules) -> list[Explanation]:
    """Drop explanations that only need more tiles than another one."""
    kept: list[tuple[object, Explanation]] = []
    for how in sorted(found, key=lambda how: how.needs.total()):
        staying = {joker.meld for joker in how.locked}
        matters = rules.freed_joker == "new_meld"
        put_in = {j: tile for j, tile in how.freed.items() if matters or j.meld in staying}
        key = (how.locked, tuple(sorted(put_in.items())))
        if not any(k == key and other.needs <= how.needs for k, other in kept):
            kept.append((key, how))
    return [how for _, how in kept]


def _task(problem: _Problem, needs: Counter[Tile], how: Explanation) -> Task:
    """Build the task for an explanation when `needs` must be played."""
    rules, must = problem.rules, tiles_of(problem.old) + needs
    jokers = must.pop(JOKER, 0) - len(how.locked)
    freed = len(how.freed) if rules.freed_joker == "new_meld" else 0
    old_runs: list[OldRun] = []
    whole_runs: list[WholeRun] = []
    old_groups: dict[int, list[tuple[OldGroup, int]]] = {}
    whole_groups: dict[int, list[WholeGroup]] = {}
    for m, meld in enumerate(problem.old):
        locked = [joker.place for joker in how.locked if joker.meld == m]
        first, last = meld.places[0].tile, meld.places[-1].tile
        if meld.kind == "run":
            stay = frozenset(meld.places[i].tile.value for i in locked)
            run = OldRun(first.color, first.value, last.value, stay)
            whole_runs.append(WholeRun(*run, old=len(old_runs) if locked else -1))
            if locked:
                old_runs.append(run)
        else:
            put_in = [tile for joker, tile in how.freed.items() if joker.meld == m]
            colors = frozenset(tile.color for tile in (*meld.naturals, *put_in))
            olds = old_groups.setdefault(first.value, [])
            whole = WholeGroup(colors, len(olds) if locked else -1, len(locked))
            whole_groups.setdefault(first.value, []).append(whole)
            if locked:
                identities = meld.identities(locked[0], rules)
                # A tile that replaced two jokers in turn counts once.
                size = len(colors) + len(locked)
                old = OldGroup(size, colors, frozenset(c.color for c in identities))
                olds.append((old, len(locked)))
    return Task(
        rules,
        must=must,
        may=problem.hand - needs,
        jokers=jokers - freed,
        freed=freed,
        old_runs=tuple(old_runs),
        whole_runs=tuple(dict.fromkeys(whole_runs)),
        old_groups={value: tuple(olds) for value, olds in old_groups.items()},
        whole_groups={value: tuple(wholes) for value, wholes in whole_groups.items()},
        gains=problem.gains,
        start=_gained(needs, problem.gains),
        deadline=problem.deadline,
    )


def _gained(played: Counter[Tile], gains: Mapping[Tile, Score]) -> Score:
    """Return the gain of playing these tiles."""
    score = Score(0, 0)
    for tile, n in played.items():
        score = score.plus(gains[tile], n)
    return score
