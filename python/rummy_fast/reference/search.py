"""The exact search for one explanation: best-first search over a dynamic program.

The dynamic program goes through the numbers (van Rijn, Takes & Vis 2015): it places all tiles of
number 1, then those of number 2, and so on. A `State` holds what the future depends on: the open
runs and the jokers left. The table's tiles must all be placed, those of the hand may; some go into
groups of their number, the others into runs of their color.

States are expanded best first, as in A*: by the gain so far plus `_upper_bound`, a relaxation in
which colors do not share groups and jokers. The bound is admissible, so the first finished state
is optimal.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, product
from typing import NamedTuple

from rummy_fast.reference.groups import (
    FinalGroup,
    GroupConstraints,
    GroupTiles,
    OldGroup,
    WholeGroup,
    partition,
)
from rummy_fast.reference.meld import Meld, make_group, make_run
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.runs import ColorRuns, Extension, OldRun, OpenRun, WholeRun
from rummy_fast.reference.tile import JOKER, Tile


class Score(NamedTuple):
    """The gain of a play: the objective, and what breaks ties."""

    first: float
    second: float

    def plus(self, other: Score, times: int = 1) -> Score:
        """Return this score plus `times` the other."""
        return Score(self.first + times * other.first, self.second + times * other.second)


_NOTHING = Score(0, 0)


class OutOfTimeError(Exception):
    """The time limit has passed."""


@dataclass(frozen=True)
class Task:
    """Tiles to arrange into melds, and the constraints."""

    rules: Rules
    must: Counter[Tile] = field(default_factory=Counter)
    """Natural tiles that must be placed: those of the table, and those that must be played."""
    may: Counter[Tile] = field(default_factory=Counter)
    """Tiles of the hand that may be played, jokers included."""
    jokers: int = 0
    """Jokers that must be placed, without constraint."""
    freed: int = 0
    """Jokers that must be placed, constrained by `freed_joker = new_meld`."""
    old_runs: tuple[OldRun, ...] = ()
    whole_runs: tuple[WholeRun, ...] = ()
    old_groups: Mapping[int, tuple[tuple[OldGroup, int], ...]] = field(default_factory=dict)
    """By number: the groups with locked jokers, each with the number of these jokers."""
    whole_groups: Mapping[int, tuple[WholeGroup, ...]] = field(default_factory=dict)
    """By number: the groups that no freed joker may be with."""
    gains: Mapping[Tile, Score] = field(default_factory=dict)
    """The gain of playing each tile of `may`."""
    start: Score = _NOTHING
    """The gain of the tiles that must be played."""
    worth: int = 0
    """Rule 11: the least value of all melds together."""
    worth_counts: bool = False
    """Whether the value of the melds is the gain."""
    beat: Score | None = None
    """Only answers better than this are wanted."""
    deadline: float | None = None
    """When to give up, as a time of `time.monotonic`."""


class Answer(NamedTuple):
    """A best arrangement."""

    score: Score
    melds: tuple[Meld, ...]


class Left(NamedTuple):
    """Numbers of jokers of both kinds."""

    jokers: int
    """Jokers without constraint."""
    freed: int
    """Jokers constrained by *new meld*."""

    def minus(self, used: Left) -> Left:
        """Return what is left when some are used; negative if there are too few."""
        return Left(self.jokers - used.jokers, self.freed - used.freed)

    def parts(self) -> Iterator[Left]:
        """List all choices of some of them."""
        return (Left(*some) for some in product(range(self.jokers + 1), range(self.freed + 1)))


class State(NamedTuple):
    """Everything the future depends on."""

    value: int
    """The next number to place."""
    runs: tuple[tuple[OpenRun, ...], ...]
    """The open runs, color by color."""
    left: Left
    """The jokers that are left."""
    short: int
    """What is still missing to `Task.worth`."""


class Option(NamedTuple):
    """One way to place the tiles of one number and color that go into runs."""

    runs: tuple[OpenRun, ...]
    used: Left
    places: int
    """How many places of runs it fills."""
    gain: Score
    extensions: tuple[Extension, ...]


class Partial(NamedTuple):
    """A step for some of the colors."""

    left: Left
    places: int
    gain: Score = _NOTHING
    runs: tuple[tuple[OpenRun, ...], ...] = ()
    extensions: tuple[tuple[Extension, ...], ...] = ()


class Groups(NamedTuple):
    """One way to place the tiles of one number that go into groups."""

    tiles: tuple[int, ...]
    """The number of natural tiles of each color."""
    used: Left
    places: int
    melds: tuple[FinalGroup, ...]


class Step(NamedTuple):
    """How the search reached a state."""

    before: State
    groups: tuple[FinalGroup, ...]
    extensions: tuple[tuple[Extension, ...], ...]


class BestFirstSearch:
    """Best-first search for an optimal arrangement of a `Task`."""

    def __init__(self, task: Task) -> None:
        """Prepare the search."""
        self.task = task
        self.rules = task.rules
        self.loose = task.jokers + task.may[JOKER]
        wholes = task.whole_runs if task.freed else ()
        # By index; a color that is not in the deck has no tiles.
        self.colors = [
            ColorRuns(task.rules, color, task.old_runs, wholes, self.loose + task.freed)
            for color in range(max(task.rules.palette) + 1)
        ]
        self.joker_gain = task.gains.get(JOKER, _NOTHING)
        self._options_of: dict[tuple[Tile, tuple[OpenRun, ...], int, Left], list[Option]] = {}
        self._color_bounds: dict[tuple[Tile, tuple[OpenRun, ...], Left], Score | None] = {}
        self._groups_of: dict[int, list[Groups]] = {}

    def best(self) -> Answer | None:
        """Find a best arrangement.

        Returns:
            An arrangement with the highest score, or None if the tiles that must be placed
            cannot all be placed, or no score beats `Task.beat`.

        Raises:
            OutOfTimeError: If the deadline passes.
        """
        no_runs: tuple[tuple[OpenRun, ...], ...] = ((),) * len(self.colors)
        start = State(1, no_runs, Left(self.loose, self.task.freed), self.task.worth)
        reached: dict[State, tuple[Score, Step | None]] = {start: (self.task.start, None)}
        done: set[State] = set()
        ticket = count(0, -1)  # among equals the newest first
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
                bound = self._upper_bound(following)
                if bound is None:
                    continue
                top = total.plus(bound)
                if self.task.beat is None or top > self.task.beat:
                    reached[following] = (total, step)
                    heappush(queue, (-top.first, -top.second, next(ticket), following))
        return None

    def _steps(self, state: State) -> Iterator[tuple[State, Score, Step]]:
        """Yield all ways to place the tiles of one number."""
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
            for left, places, gain, runs_after, extensions in self._joined(state, groups, known):
                total, short = gain, max(0, state.short - places * value)
                if value == self.rules.values:
                    played = self.task.may[JOKER] - left.jokers
                    if played < 0 or left.freed or short:
                        continue
                    total = total.plus(self.joker_gain, played)
                if self.task.worth_counts:
                    total = total.plus(Score(places * value, 0))
                following = State(value + 1, runs_after, left, short)
                yield following, total, Step(state, groups.melds, extensions)

    def _joined(
        self, state: State, groups: Groups, known: Mapping[tuple[int, int], list[Option]]
    ) -> list[Partial]:
        """List all ways to choose an option for every color, given these groups."""
        partial = [Partial(state.left.minus(groups.used), groups.places)]
        for key in enumerate(groups.tiles):
            partial = [
                Partial(
                    so_far.left.minus(option.used),
                    so_far.places + option.places,
                    so_far.gain.plus(option.gain),
                    (*so_far.runs, option.runs),
                    (*so_far.extensions, option.extensions),
                )
                for so_far in partial
                for option in known[key]
                if min(so_far.left.minus(option.used)) >= 0
            ]
        return partial

    def _options(
        self, tile: Tile, runs: tuple[OpenRun, ...], to_groups: int, left: Left
    ) -> list[Option]:
        """List the options for a tile when this many copies of it go into groups."""
        key = (tile, runs, to_groups, left)
        if key not in self._options_of:
            self._options_of[key] = list(self._new_options(*key))
        return self._options_of[key]

    def _new_options(
        self, tile: Tile, runs: tuple[OpenRun, ...], to_groups: int, left: Left
    ) -> Iterator[Option]:
        color, last = self.colors[tile.color], tile.value == self.rules.values
        must, may = self.task.must[tile], self.task.may[tile]
        gain = self.task.gains.get(tile, _NOTHING)
        seen = set()
        for played in range(may, max(0, to_groups - must) - 1, -1):
            for used in left.parts():
                extended = color.grow(tile.value, runs, must + played - to_groups, *used)
                for after, extensions in extended.items():
                    if last and not all(color.closable(run) for run in after):
                        continue
                    new = () if last else after
                    if (new, used) in seen:
                        continue  # an option with more tiles of the hand leads there too
                    seen.add((new, used))
                    following = Tile(tile.color, tile.value + 1)
                    if self._color_bound(following, new, left.minus(used)) is not None:
                        yield Option(
                            new, used, len(extensions), _NOTHING.plus(gain, played), extensions
                        )

    def _groups(self, value: int) -> list[Groups]:
        """List the ways to make groups of one number."""
        if value not in self._groups_of:
            self._groups_of[value] = list(self._new_groups(value))
        return self._groups_of[value]

    def _new_groups(self, value: int) -> Iterator[Groups]:
        olds = self.task.old_groups.get(value, ())
        wholes = self.task.whole_groups.get(value, ()) if self.task.freed else ()
        constraints = GroupConstraints(self.rules, tuple(old for old, _ in olds), wholes)
        assignable = frozenset(
            (a, color) for a, (old, _) in enumerate(olds) for color in old.assignable
        )
        locked = tuple(number for _, number in olds)
        there = [Tile(color, value) for color in range(len(self.colors))]
        ranges = [range(self.task.must[tile] + self.task.may[tile] + 1) for tile in there]
        for tiles in product(*ranges):
            for used in Left(self.loose, self.task.freed).parts():
                melds = partition(GroupTiles(tiles, *used, locked, assignable), constraints)
                if melds is not None:
                    yield Groups(tiles, used, sum(tiles) + sum(used), melds)

    def _upper_bound(self, state: State) -> Score | None:
        """Return an upper bound on the gain from a state on; None if it is a dead end."""
        if state.value > self.rules.values:
            return _NOTHING
        total = _NOTHING.plus(
            self.joker_gain, self.task.may[JOKER]
        )  # their gain is counted at the end
        for color, runs in enumerate(state.runs):
            bound = self._color_bound(Tile(color, state.value), runs, state.left)
            if bound is None:
                return None
            total = total.plus(bound)
        if self.task.worth_counts:
            total = total.plus(Score(self.rules.values, 0), sum(state.left))
        return total

    def _color_bound(self, tile: Tile, runs: tuple[OpenRun, ...], left: Left) -> Score | None:
        """Return an upper bound on the gain of one color that shares nothing with the others.

        Args:
            tile: The color, and the next number to place.
            runs: Its open runs.
            left: The jokers it may use.

        Returns:
            The bound; None if the color cannot place the tiles that must be placed.
        """
        if tile.value > self.rules.values:
            return None if runs else _NOTHING
        key = (tile, runs, left)
        if key in self._color_bounds:
            return self._color_bounds[key]
        best: Score | None = None
        following = Tile(tile.color, tile.value + 1)
        for to_groups in {groups.tiles[tile.color] for groups in self._groups(tile.value)}:
            for option in self._options(tile, runs, to_groups, left):
                rest = self._color_bound(following, option.runs, left.minus(option.used))
                if rest is not None:
                    gain = rest.plus(option.gain)
                    if self.task.worth_counts:
                        naturals = option.places - sum(option.used) + to_groups
                        gain = gain.plus(Score(naturals * tile.value, 0))
                    best = gain if best is None else max(best, gain)
        self._color_bounds[key] = best
        return best

    def _melds(
        self, state: State, reached: Mapping[State, tuple[Score, Step | None]]
    ) -> tuple[Meld, ...]:
        """Return the melds made on the way to a finished state."""
        steps: list[Step] = []
        step = reached[state][1]
        while step is not None:
            steps.append(step)
            step = reached[step.before][1]
        melds: list[Meld] = []
        open_runs: list[list[tuple[Tile, list[bool]]]] = [[] for _ in self.colors]
        for step in reversed(steps):
            value = step.before.value
            melds += [make_group(value, s.colors, s.jokers, self.rules) for s in step.groups]
            for color, extensions in enumerate(step.extensions):
                extended: list[tuple[Tile, list[bool]]] = []
                for extension in extensions:
                    joker = extension.token.kind != "tile"
                    if extension.origin < 0:
                        extended.append((Tile(color, value), [joker]))
                    else:
                        first, places = open_runs[color][extension.origin]
                        extended.append((first, [*places, joker]))
                kept = {extension.origin for extension in extensions}
                ended = [run for i, run in enumerate(open_runs[color]) if i not in kept]
                melds += [make_run(first, places) for first, places in ended]
                open_runs[color] = extended
        melds += [make_run(first, places) for runs in open_runs for first, places in runs]
        return tuple(sorted(melds))
