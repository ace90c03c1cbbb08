"""What a seat observes, as arrays: worked out from its `View` and from nothing else.

Of two rounds that differ only in what is hidden from a seat its views are equal, so what is made of
them is equal too: no observation can tell of a hidden tile.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, TypedDict, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rummy_fast._core import Rules, Tile, View
from rummy_fast.env.choices import CANDIDATES, Choices, check_candidates, choices
from rummy_fast.palette import LETTERS

MOST_DRY: Final = 100
"""Turns without playing are counted up to this."""


class Arrays(TypedDict):
    """What lies open and the own hand, in whole numbers that are not scaled.

    `C` kinds of tile: the colors in palette order, each from 1 up, the joker last (53 with the
    standard deck). `M` melds: the most that the deck can lie in (35). `S` seats, `K` candidates.
    Rows that stand for nothing are zero.
    """

    hand: NDArray[np.int8]
    """(C,): how many of each kind the seat holds."""
    table: NDArray[np.int8]
    """(C,): how many of each kind lie on the table."""
    melds: NDArray[np.int8]
    """(M, C): the tiles of each meld, in the order of `View.table`."""
    stand_ins: NDArray[np.int8]
    """(M, C): 1 for each tile that a joker of the meld may stand for (rule 7)."""
    seats: NDArray[np.int16]
    """(S, 3): from the own seat on clockwise, each seat's tiles in hand; whether it has opened
    (rule 11); how many turns it has taken since it last played, or since the first turn that the view
    tells of, up to 100."""
    pool: NDArray[np.int16]
    """(1,): how many tiles the pool has."""
    played: NDArray[np.int8]
    """(K, C): for each candidate the tiles that it plays."""
    plays: NDArray[np.int32]
    """(K, 5): for each candidate how many tiles it plays; what they count in the end (rule 16); how
    many tiles it leaves in the hand; how many melds the table has after it; how many melds of the
    table it changes."""


class Observation(TypedDict):
    """What a policy is given, in the form of PettingZoo's classic games."""

    observation: Arrays
    """What the seat sees."""
    action_mask: NDArray[np.int8]
    """(K + 1,): 1 for each action that is legal this turn, all zero out of turn."""


class Encoding:
    """How views of one kind of game become arrays.

    Args:
        rules: The rules.
        seats: How many play.
        candidates: How many plays are listed at most, K.

    Attributes:
        candidates: How many plays are listed at most.
        kinds: The kinds of tile in the order of the arrays.
        points: What all tiles of the deck count in the end (rule 16).
    """

    def __init__(self, rules: Rules, seats: int, candidates: int) -> None:
        """Lay out the arrays."""
        self.candidates = check_candidates(candidates)
        self.kinds: tuple[Tile, ...] = (
            *(
                Tile(f"{color}{value}", rules)
                for color in LETTERS[: rules.colors]
                for value in range(1, rules.values + 1)
            ),
            Tile("J"),
        )
        self._place = {tile: place for place, tile in enumerate(self.kinds)}
        deck = np.full(len(self.kinds), rules.copies, np.int8)
        deck[-1] = rules.jokers
        tiles = int(deck.sum())
        worth = [tile.value or rules.joker_penalty for tile in self.kinds]
        melds = tiles // rules.shortest_meld
        one = np.minimum(deck, 1)
        one[-1] = rules.jokers
        stands = np.full(len(self.kinds), min(rules.jokers, 1), np.int8)
        stands[-1] = 0
        self.points = points = int(deck @ np.array(worth, np.int64))
        self._high: dict[str, NDArray[Any]] = {
            "hand": deck,
            "table": deck,
            "melds": np.tile(one, (melds, 1)),
            "stand_ins": np.tile(stands, (melds, 1)),
            "seats": np.tile(np.array([tiles, 1, MOST_DRY], np.int16), (seats, 1)),
            "pool": np.array([tiles], np.int16),
            "played": np.tile(deck, (candidates, 1)),
            "plays": np.tile(
                np.array([tiles, points, tiles, melds, melds], np.int32), (candidates, 1)
            ),
        }

    def space(self) -> spaces.Space[Observation]:
        """Make the space of the observations, a new one each time."""
        arrays: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)
            for name, high in self._high.items()
        }
        mask = spaces.Box(0, 1, (self.candidates + 1,), np.int8)
        space = spaces.Dict({"observation": spaces.Dict(arrays), "action_mask": mask})
        return cast("spaces.Space[Observation]", space)

    def mask(self, listed: Choices) -> NDArray[np.int8]:
        """Tell which actions are legal.

        Args:
            listed: The choices.

        Returns:
            (K + 1,): 1 for each that is.
        """
        mask = np.zeros(self.candidates + 1, np.int8)
        mask[: len(listed.plays)] = 1
        mask[-1] = listed.waiting is not None
        return mask

    def encode(self, listed: Choices) -> Observation:
        """Make the arrays.

        Args:
            listed: What the seat may do, and the view that this follows from.

        Returns:
            The observation, in new arrays.
        """
        view = listed.view
        zero = {name: np.zeros(high.shape, high.dtype) for name, high in self._high.items()}
        self._count(zero["hand"], view.hand)
        for row, meld in enumerate(view.table):
            self._count(zero["melds"][row], meld.tiles)
            if any(tile.is_joker for tile in meld.tiles):
                for tile, stands in zip(meld.tiles, meld.stands_for(view.rules), strict=True):
                    if tile.is_joker:
                        zero["stand_ins"][row, [self._place[meant] for meant in stands]] = 1
        zero["table"] += zero["melds"].sum(0, np.int8)
        for row, seat in enumerate(_clockwise(view)):
            zero["seats"][row] = (view.hand_sizes[seat], view.opened[seat], 0)
        zero["seats"][:, 2] = _dry(view)
        zero["pool"][0] = view.pool_size
        before = Counter(view.table)
        for row, play in enumerate(listed.plays):
            self._count(zero["played"][row], play.tiles)
            changed = before - Counter(play.table)
            left = len(view.hand) - len(play.tiles)
            facts = (len(play.tiles), play.points, left, len(play.table), changed.total())
            zero["plays"][row] = facts
        return {"observation": cast("Arrays", zero), "action_mask": self.mask(listed)}

    def _count(self, row: NDArray[Any], tiles: Iterable[Tile]) -> None:
        for tile in tiles:
            row[self._place[tile]] += 1


def _clockwise(view: View) -> list[int]:
    """The seats from the own one on."""
    return [(view.seat + step) % view.seats for step in range(view.seats)]


def _dry(view: View) -> list[int]:
    """For each seat, from the own one on, how many turns it has taken since it last played."""
    waits = [0] * view.seats
    going = set(range(view.seats))
    for event in reversed(view.history):
        if event.tiles:
            going.discard(event.seat)
        elif event.seat in going:
            waits[event.seat] += 1
        if not going:
            break
    return [min(waits[seat], MOST_DRY) for seat in _clockwise(view)]


@lru_cache(64, typed=True)
def encoding(rules: Rules, seats: int, candidates: int = CANDIDATES) -> Encoding:
    """Give the encoding of a game, worked out once.

    Args:
        rules: The rules.
        seats: How many play.
        candidates: How many plays are listed at most.

    Returns:
        The encoding.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is no whole number.
    """
    return Encoding(rules, seats, candidates)


def encode(view: View, candidates: int = CANDIDATES) -> Observation:
    """Make the observation of a view; it follows from the view and from nothing else.

    Args:
        view: What a seat sees. Where it is not its turn, no action is legal.
        candidates: How many plays are listed at most, 1 to 10,000.

    Returns:
        The observation.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is no whole number.
    """
    return encoding(view.rules, view.seats, candidates).encode(choices(view, candidates))
