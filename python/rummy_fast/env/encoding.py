"""What a seat observes, as arrays computed from its `View` alone.

Two rounds that differ only in what is hidden from a seat give it equal views, and so equal
observations: hidden tiles cannot leak.
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
from rummy_fast.palette import letters

MOST_TURNS: Final = 100
"""Turns without a play are counted up to this."""


class Arrays(TypedDict):
    """The seat's hand and everything public, as unscaled whole numbers.

    `C` is the number of kinds of tile: the colors in palette order, each from 1 up, then the joker
    (53 with the standard deck). `M` is the most melds the deck can form (35), `S` the number of
    seats, `K` the number of candidates. Unused rows are zero.
    """

    hand: NDArray[np.int8]
    """(C,): how many of each kind the seat holds."""
    table: NDArray[np.int8]
    """(C,): how many of each kind are on the table."""
    melds: NDArray[np.int8]
    """(M, C): the tiles of each meld, in the order of `View.table`."""
    stands_for: NDArray[np.int8]
    """(M, C): 1 for each tile that a joker of the meld may stand for (rule 7)."""
    seats: NDArray[np.int16]
    """(S, 3): for each seat, clockwise from the observer's own: its number of tiles; whether it has
    opened (rule 11); how many turns it has taken since it last played, or since the history began,
    up to 100."""
    pool: NDArray[np.int16]
    """(1,): how many tiles are in the pool."""
    play_tiles: NDArray[np.int8]
    """(K, C): for each candidate, how many of each kind it plays."""
    play_features: NDArray[np.int32]
    """(K, 5): for each candidate: how many tiles it plays; their points in the final count
    (rule 16); how many tiles it leaves in the hand; how many melds are on the table after it; how
    many melds of the table it changes."""


class Observation(TypedDict):
    """The input of a policy, in the form of PettingZoo's classic games."""

    observation: Arrays
    """What the seat sees."""
    action_mask: NDArray[np.int8]
    """(K + 1,): 1 for each action that is legal this turn; all zero out of turn."""


class Encoding:
    """Encodes views as arrays, for given rules, seats and candidates.

    Args:
        rules: The rules.
        seats: The number of seats.
        candidates: The most plays to list, K.

    Attributes:
        candidates: As given.
        kinds: The kinds of tile, in the order of the arrays.
        points: The points of all tiles of the deck in the final count (rule 16).
    """

    def __init__(self, rules: Rules, seats: int, candidates: int) -> None:
        """Define the arrays."""
        self.candidates = check_candidates(candidates)
        self.kinds: tuple[Tile, ...] = (
            *(
                Tile(f"{color}{value}", rules)
                for color in letters(rules)
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
            "stands_for": np.tile(stands, (melds, 1)),
            "seats": np.tile(np.array([tiles, 1, MOST_TURNS], np.int16), (seats, 1)),
            "pool": np.array([tiles], np.int16),
            "play_tiles": np.tile(deck, (candidates, 1)),
            "play_features": np.tile(
                np.array([tiles, points, tiles, melds, melds], np.int32), (candidates, 1)
            ),
        }

    def space(self) -> spaces.Space[Observation]:
        """Create the space of the observations, a new one each time."""
        arrays: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)
            for name, high in self._high.items()
        }
        mask = spaces.Box(0, 1, (self.candidates + 1,), np.int8)
        space = spaces.Dict({"observation": spaces.Dict(arrays), "action_mask": mask})
        return cast("spaces.Space[Observation]", space)

    def mask(self, listed: Choices) -> NDArray[np.int8]:
        """Compute the mask of the legal actions.

        Args:
            listed: The choices.

        Returns:
            (K + 1,): 1 for each legal action.
        """
        mask = np.zeros(self.candidates + 1, np.int8)
        mask[: len(listed.plays)] = 1
        mask[-1] = listed.draw_or_pass is not None
        return mask

    def encode(self, listed: Choices) -> Observation:
        """Encode a view and its choices.

        Args:
            listed: The choices, which hold the view.

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
                        zero["stands_for"][row, [self._place[meant] for meant in stands]] = 1
        zero["table"] += zero["melds"].sum(0, np.int8)
        for row, seat in enumerate(_clockwise(view)):
            zero["seats"][row] = (view.hand_sizes[seat], view.opened[seat], 0)
        zero["seats"][:, 2] = _turns_without_play(view)
        zero["pool"][0] = view.pool_size
        before = Counter(view.table)
        for row, play in enumerate(listed.plays):
            self._count(zero["play_tiles"][row], play.tiles)
            changed = before - Counter(play.table)
            left = len(view.hand) - len(play.tiles)
            features = (len(play.tiles), play.points, left, len(play.table), changed.total())
            zero["play_features"][row] = features
        return {"observation": cast("Arrays", zero), "action_mask": self.mask(listed)}

    def _count(self, row: NDArray[Any], tiles: Iterable[Tile]) -> None:
        for tile in tiles:
            row[self._place[tile]] += 1


def _clockwise(view: View) -> list[int]:
    """The seats, clockwise from the observer's own."""
    return [(view.seat + step) % view.seats for step in range(view.seats)]


def _turns_without_play(view: View) -> list[int]:
    """For each seat in that order, how many turns it has taken since it last played."""
    waits = [0] * view.seats
    going = set(range(view.seats))
    for event in reversed(view.history):
        if event.tiles:
            going.discard(event.seat)
        elif event.seat in going:
            waits[event.seat] += 1
        if not going:
            break
    return [min(waits[seat], MOST_TURNS) for seat in _clockwise(view)]


@lru_cache(64, typed=True)
def encoding(rules: Rules, seats: int, candidates: int = CANDIDATES) -> Encoding:
    """Look up the encoding for a kind of game; each is built once.

    Args:
        rules: The rules.
        seats: The number of seats.
        candidates: The most plays to list.

    Returns:
        The encoding.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is not a whole number.
    """
    return Encoding(rules, seats, candidates)


def encode(view: View, candidates: int = CANDIDATES) -> Observation:
    """Encode a view as an observation, from the view alone.

    Args:
        view: What a seat sees. If it is not its turn, no action is legal.
        candidates: The most plays to list, 1 to 10,000.

    Returns:
        The observation.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is not a whole number.
    """
    return encoding(view.rules, view.seats, candidates).encode(choices(view, candidates))
