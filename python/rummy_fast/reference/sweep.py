"""Sweep: the exact search for one explanation, number by number.

All tiles of number 1 are placed, then those of number 2, and so on. What the future depends on is
only which runs are open and which jokers are left (`State`). Of each tile the hand plays as many
as it likes, the table all; some go to groups of this number, the rest to the runs of their color.

The states are visited best first: in the order of what was gained so far plus `_hope`, the most
that can still be gained if colors did not have to share groups and jokers. Hope is never too low,
so the first finished state is a best one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, product
from typing import NamedTuple

from rummy_fast.reference.groups import Corner, FinalGroup, OldGroup, Pool, WholeGroup, part
from rummy_fast.reference.meld import Meld, make_group, make_run
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.runs import Growth, Lane, OldRun, OpenRun, WholeRun
from rummy_fast.reference.tile import JOKER, Tile


class Score(NamedTuple):
    """What a play is worth: what counts first, and what decides between equals."""

    first: float
    second: float

    def plus(self, other: Score, times: int = 1) -> Score:
        """The sum; `times` the other."""
        return Score(self.first + times * other.first, self.second + times * other.second)


_NOTHING = Score(0, 0)


class OutOfTimeError(Exception):
    """The limit has passed."""


@dataclass(frozen=True)
class Task:
    """What is to be arranged."""

    rules: Rules
    must: Counter[Tile] = field(default_factory=Counter)
    """Natural tiles that must be placed: the table's, and the hand's that must be played."""
    may: Counter[Tile] = field(default_factory=Counter)
    """Tiles of the hand that may be played, jokers too."""
    jokers: int = 0
    """Jokers that must be placed and may lie anywhere."""
    freed: int = 0
    """Jokers that must be placed and are bound by `freed_joker = new_meld`."""
    old_runs: tuple[OldRun, ...] = ()
    whole_runs: tuple[WholeRun, ...] = ()
    old_groups: Mapping[int, tuple[tuple[OldGroup, int], ...]] = field(default_factory=dict)
    """By number: groups with locked jokers, and how many."""
    whole_groups: Mapping[int, tuple[WholeGroup, ...]] = field(default_factory=dict)
    """By number: groups that a freed joker may not lie with."""
    gains: Mapping[Tile, Score] = field(default_factory=dict)
    """What playing a tile of `may` gains."""
    start: Score = _NOTHING
    """What was gained before."""
    worth: int = 0
    """Rule 11: what all places together must be worth at least."""
    worth_counts: bool = False
    """Whether what the places are worth is the gain."""
    beat: Score | None = None
    """Answers that are not better than this are of no use."""
    deadline: float | None = None
    """When to give up, on the clock `time.monotonic`."""


class Answer(NamedTuple):
    """A best arrangement."""

    score: Score
    melds: tuple[Meld, ...]


class Left(NamedTuple):
    """Jokers of both kinds."""

    jokers: int
    """Those that are not bound."""
    freed: int
    """Those that are bound by *new meld*."""

    def minus(self, used: Left) -> Left:
        """What is left when some are used; negative if there were not enough."""
        return Left(self.jokers - used.jokers, self.freed - used.freed)

    def parts(self) -> Iterator[Left]:
        """All choices of some of them."""
        return (Left(*some) for some in product(range(self.jokers + 1), range(self.freed + 1)))


class State(NamedTuple):
    """Everything the future depends on."""

    value: int
    """The number to be placed next."""
    runs: tuple[tuple[OpenRun, ...], ...]
    """The open runs, color by color."""
    left: Left
    """The jokers that are left."""
    short: int
    """What is still missing of `Task.worth`."""


class Option(NamedTuple):
    """One way to treat the tiles of one number and color that do not go to groups."""

    runs: tuple[OpenRun, ...]
    used: Left
    places: int
    """How many places of runs are filled."""
    gain: Score
    growths: tuple[Growth, ...]


class Partial(NamedTuple):
    """A step as far as some of the colors go."""

    left: Left
    places: int
    gain: Score = _NOTHING
    runs: tuple[tuple[OpenRun, ...], ...] = ()
    growths: tuple[tuple[Growth, ...], ...] = ()


class Groups(NamedTuple):
    """One way to treat the tiles of one number that go to groups."""

    tiles: tuple[int, ...]
    """How many natural tiles of each color."""
    used: Left
    places: int
    melds: tuple[FinalGroup, ...]


class Step(NamedTuple):
    """How a state was reached."""

    before: State
    groups: tuple[FinalGroup, ...]
    growths: tuple[tuple[Growth, ...], ...]


class Sweep:
    """The search for the best arrangement of a `Task`."""

    def __init__(self, task: Task) -> None:
        """Prepare the search."""
        self.task = task
        self.rules = task.rules
        self.loose = task.jokers + task.may[JOKER]
        wholes = task.whole_runs if task.freed else ()
        self.lanes = [
            Lane(task.rules, color, task.old_runs, wholes, self.loose + task.freed)
            for color in range(task.rules.colors)
        ]
        self.joker_gain = task.gains.get(JOKER, _NOTHING)
        self._options_of: dict[tuple[Tile, tuple[OpenRun, ...], int, Left], list[Option]] = {}
        self._hope_of: dict[tuple[Tile, tuple[OpenRun, ...], Left], Score | None] = {}
        self._groups_of: dict[int, list[Groups]] = {}

    def best(self) -> Answer | None:
        """Find a best arrangement.

        Returns:
            An arrangement with the highest score, or None if the tiles that must be placed
            cannot be, or not with a score that beats `Task.beat`.

        Raises:
            OutOfTimeError: The deadline has passed.
        """
        nobody: tuple[tuple[OpenRun, ...], ...] = ((),) * self.rules.colors
        start = State(1, nobody, Left(self.loose, self.task.freed), self.task.worth)
        reached: dict[State, tuple[Score, Step | None]] = {start: (self.task.start, None)}
        done: set[State] = set()
        ticket = count(0, -1)  # among equals the youngest first
        queue = [(0.0, 0.0, next(ticket), start)]
        while queue:
            state = heappop(queue)[-1]
            if state in done:
                continue
            done.add(state)
            if self.task.deadline is not None and time.monotonic() > self.task.deadline:
                raise OutOfTimeError
            score = reached[state][0]
            if state.value > self.rules.values:
                return Answer(score, self._melds(state, reached))
            for following, gain, step in self._steps(state):
                total = score.plus(gain)
                if following in reached and reached[following][0] >= total:
                    continue
                hope = self._hopes(following)
                if hope is None:
                    continue
                top = total.plus(hope)
                if self.task.beat is None or top > self.task.beat:
                    reached[following] = (total, step)
                    heappush(queue, (-top.first, -top.second, next(ticket), following))
        return None

    def _steps(self, state: State) -> Iterator[tuple[State, Score, Step]]:
        """All ways to place the tiles of one number."""
        value = state.value
        known: dict[tuple[int, int], list[Option]] = {}
        for color, runs in enumerate(state.runs):
            for to_groups in {groups.tiles[color] for groups in self._groups(value)}:
                options = self._options(Tile(color, value), runs, to_groups, state.left)
                if options:
                    known[color, to_groups] = options
        for groups in self._groups(value):
            if not all(key in known for key in enumerate(groups.tiles)):
                continue
            for left, places, gain, runs_after, growths in self._joined(state, groups, known):
                total, short = gain, max(0, state.short - places * value)
                if value == self.rules.values:
                    played = self.task.may[JOKER] - left.jokers
                    if played < 0 or left.freed or short:
                        continue
                    total = total.plus(self.joker_gain, played)
                if self.task.worth_counts:
                    total = total.plus(Score(places * value, 0))
                following = State(value + 1, runs_after, left, short)
                yield following, total, Step(state, groups.melds, growths)

    def _joined(
        self, state: State, groups: Groups, known: Mapping[tuple[int, int], list[Option]]
    ) -> list[Partial]:
        """All ways to choose an option for every color when these groups are made."""
        partial = [Partial(state.left.minus(groups.used), groups.places)]
        for key in enumerate(groups.tiles):
            partial = [
                Partial(
                    so_far.left.minus(option.used),
                    so_far.places + option.places,
                    so_far.gain.plus(option.gain),
                    (*so_far.runs, option.runs),
                    (*so_far.growths, option.growths),
                )
                for so_far in partial
                for option in known[key]
                if min(so_far.left.minus(option.used)) >= 0
            ]
        return partial

    def _options(
        self, tile: Tile, runs: tuple[OpenRun, ...], to_groups: int, left: Left
    ) -> list[Option]:
        """The ways to treat a color's tiles of one number when some of them go to groups."""
        key = (tile, runs, to_groups, left)
        if key not in self._options_of:
            self._options_of[key] = list(self._new_options(*key))
        return self._options_of[key]

    def _new_options(
        self, tile: Tile, runs: tuple[OpenRun, ...], to_groups: int, left: Left
    ) -> Iterator[Option]:
        lane, last = self.lanes[tile.color], tile.value == self.rules.values
        must, may = self.task.must[tile], self.task.may[tile]
        gain = self.task.gains.get(tile, _NOTHING)
        seen = set()
        for played in range(may, max(0, to_groups - must) - 1, -1):
            for used in left.parts():
                grown = lane.grow(tile.value, runs, must + played - to_groups, *used)
                for after, growths in grown.items():
                    if last and not all(lane.closable(run) for run in after):
                        continue
                    new = () if last else after
                    if (new, used) in seen:
                        continue  # more tiles from the hand lead to the same
                    seen.add((new, used))
                    following = Tile(tile.color, tile.value + 1)
                    if self._hope(following, new, left.minus(used)) is not None:
                        yield Option(new, used, len(growths), _NOTHING.plus(gain, played), growths)

    def _groups(self, value: int) -> list[Groups]:
        """The ways to make groups of one number."""
        if value not in self._groups_of:
            self._groups_of[value] = list(self._new_groups(value))
        return self._groups_of[value]

    def _new_groups(self, value: int) -> Iterator[Groups]:
        olds = self.task.old_groups.get(value, ())
        wholes = self.task.whole_groups.get(value, ()) if self.task.freed else ()
        corner = Corner(self.rules, tuple(old for old, _ in olds), wholes)
        claims = frozenset((a, color) for a, (old, _) in enumerate(olds) for color in old.claimable)
        locked = tuple(number for _, number in olds)
        there = [Tile(color, value) for color in range(self.rules.colors)]
        ranges = [range(self.task.must[tile] + self.task.may[tile] + 1) for tile in there]
        for tiles in product(*ranges):
            for used in Left(self.loose, self.task.freed).parts():
                melds = part(Pool(tiles, *used, locked, claims), corner)
                if melds is not None:
                    yield Groups(tiles, used, sum(tiles) + sum(used), melds)

    def _hopes(self, state: State) -> Score | None:
        """What may still be gained from a state at most; None if it leads nowhere."""
        if state.value > self.rules.values:
            return _NOTHING
        total = _NOTHING.plus(self.joker_gain, self.task.may[JOKER])  # counted at the end
        for color, runs in enumerate(state.runs):
            hope = self._hope(Tile(color, state.value), runs, state.left)
            if hope is None:
                return None
            total = total.plus(hope)
        if self.task.worth_counts:
            total = total.plus(Score(self.rules.values, 0), sum(state.left))
        return total

    def _hope(self, tile: Tile, runs: tuple[OpenRun, ...], left: Left) -> Score | None:
        """What a color may gain at most if it need not share anything with the others.

        Args:
            tile: The color, and the number from which on tiles are to be placed.
            runs: Its open runs.
            left: The jokers it may use.

        Returns:
            The most it may gain, None if it cannot place what it must.
        """
        if tile.value > self.rules.values:
            return None if runs else _NOTHING
        key = (tile, runs, left)
        if key in self._hope_of:
            return self._hope_of[key]
        best: Score | None = None
        following = Tile(tile.color, tile.value + 1)
        for to_groups in {groups.tiles[tile.color] for groups in self._groups(tile.value)}:
            for option in self._options(tile, runs, to_groups, left):
                rest = self._hope(following, option.runs, left.minus(option.used))
                if rest is not None:
                    gain = rest.plus(option.gain)
                    if self.task.worth_counts:
                        naturals = option.places - sum(option.used) + to_groups
                        gain = gain.plus(Score(naturals * tile.value, 0))
                    best = gain if best is None else max(best, gain)
        self._hope_of[key] = best
        return best

    def _melds(
        self, state: State, reached: Mapping[State, tuple[Score, Step | None]]
    ) -> tuple[Meld, ...]:
        """The melds on the way to a finished state."""
        steps: list[Step] = []
        step = reached[state][1]
        while step is not None:
            steps.append(step)
            step = reached[step.before][1]
        melds: list[Meld] = []
        open_runs: list[list[tuple[Tile, list[bool]]]] = [[] for _ in range(self.rules.colors)]
        for step in reversed(steps):
            value = step.before.value
            melds += [make_group(value, s.colors, s.jokers, self.rules) for s in step.groups]
            for color, growths in enumerate(step.growths):
                grown: list[tuple[Tile, list[bool]]] = []
                for growth in growths:
                    joker = growth.token.kind != "tile"
                    if growth.origin < 0:
                        grown.append((Tile(color, value), [joker]))
                    else:
                        first, places = open_runs[color][growth.origin]
                        grown.append((first, [*places, joker]))
                kept = {growth.origin for growth in growths}
                ended = [run for i, run in enumerate(open_runs[color]) if i not in kept]
                melds += [make_run(first, places) for first, places in ended]
                open_runs[color] = grown
        melds += [make_run(first, places) for runs in open_runs for first, places in runs]
        return tuple(sorted(melds))
