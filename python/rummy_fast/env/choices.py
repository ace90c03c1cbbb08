"""What a seat may do: the plays that are listed for it, each an action, and waiting."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import Final, SupportsIndex

from rummy_fast._core import Play, RummyError, Table, Tile, Turn, View, solve
from rummy_fast._core import candidates as list_plays
from rummy_fast.arguments import check_count
from rummy_fast.words import wrong_type

CANDIDATES: Final = 32
"""How many plays are listed if nobody says: in most turns all there are (docs/env.md)."""

MOST_TILES: Final = 60
"""Of larger hands, which two seats hardly reach with the standard deck, not all is asked for."""

MOST_CANDIDATES: Final = 10_000
"""The most that can be asked for, which is the most that `rummy_fast.candidates` lists."""


def check_candidates(most: object) -> int:
    """Read how many plays are to be listed.

    Args:
        most: A whole number from 1 to `MOST_CANDIDATES`.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is no whole number.
    """
    return check_count("candidates", most, 1, MOST_CANDIDATES)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do this turn, and which action stands for what.

    Action `i` makes the play `plays[i]`; action `most` waits: it draws, or passes where there is no
    pool. So there are `most + 1` actions, and the first legal one makes the best play.
    """

    view: View
    """What the seat sees; the rest follows from it."""
    most: int
    """How many plays are listed at most; also the action that waits."""
    plays: tuple[Play, ...]
    """The plays, best first: most tiles, ties by points; none if it is not the seat's turn."""
    complete: bool
    """Whether these are all the plays there are: one for each multiset of tiles played."""

    @property
    def waiting(self) -> Turn | None:
        """What waiting is: to draw, or to pass (rules 9 and 18); None out of turn."""
        if not _on_turn(self.view):
            return None
        return Turn.draw() if self.view.pool_size else Turn.pass_()

    def turn(self, action: SupportsIndex) -> Turn:
        """Tell what an action stands for.

        Args:
            action: From 0 to `most`.

        Returns:
            The turn.

        Raises:
            RummyError: If the action is not legal this turn; the message names the seat and it.
            TypeError: If it is no whole number.
        """
        seat, waiting, count = self.view.seat, self.waiting, len(self.plays)
        try:
            picked = index(action)
        except TypeError:
            raise TypeError(f"seat_{seat}: action {action!r} is no whole number") from None
        told = f"seat_{seat}: action {picked}"
        if not 0 <= picked <= self.most:
            raise RummyError(f"{told} is none: actions are 0 to {self.most}")
        if waiting is None:
            raise RummyError(f"{told} is not legal: it is not its turn")
        if picked == self.most:
            return waiting
        if picked >= count:
            listed = f"plays 0 to {count - 1} are listed" if count > 1 else "play 0 is listed"
            listed = listed if count else "there is nothing to play"
            raise RummyError(
                f"{told} is not legal this turn: {listed}, and {self.most} is to {waiting.kind}"
            )
        return Turn.play(self.plays[picked].table, self.view.rules)

    def action(self, turn: Turn) -> int:
        """Tell which action stands for a turn: the one that plays the same tiles.

        The table after it may be another one, where the same tiles can be played in several ways.

        Args:
            turn: What a bot has decided for this seat.

        Returns:
            The action.

        Raises:
            RummyError: If it is not the seat's turn, or the turn is not among the choices.
            TypeError: If it is no turn.
        """
        if not isinstance(turn, Turn):
            raise wrong_type("turn", "a Turn", turn)
        told, waiting = f"seat_{self.view.seat}", self.waiting
        if waiting is None:
            raise RummyError(f"{told} has nothing to decide: it is not its turn")
        if turn == waiting:
            return self.most
        if turn.table is None:
            raise RummyError(f"{told} cannot {turn.kind}: all it can do but lay is {waiting.kind}")
        played = _tiles(turn.table)
        played.subtract(_tiles(self.view.table))
        for action, play in enumerate(self.plays):
            if played == Counter(play.tiles):
                return action
        tiles = " ".join(str(tile) for tile in sorted(played) for _ in range(played[tile]))
        raise RummyError(
            f"{told}: to play {tiles or 'nothing'} is none of the {len(self.plays)} plays listed "
            f"(candidates = {self.most})"
        )


def _on_turn(view: View) -> bool:
    return view.outcome is None and view.to_move == view.seat


def _tiles(table: Table) -> Counter[Tile]:
    return Counter(tile for meld in table for tile in meld.tiles)


def choices(view: View, candidates: int = CANDIDATES) -> Choices:
    """List what a seat may do.

    If there are more plays than are wanted, the best of them are listed, and in the last places
    (half of them at most) the best plays that hold back one kind of the best play's tiles: many
    plays that are nearly the same would otherwise push these out. The play of `solve`, which is
    that of `Greedy`, is always listed. Of a hand of more than `MOST_TILES` only these are listed,
    for to find all would take seconds.

    Args:
        view: What the seat sees.
        candidates: How many plays to list at most, 1 to `MOST_CANDIDATES`.

    Returns:
        The choices; none if it is not the seat's turn, or the round is over.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is no whole number.
    """
    most = check_candidates(candidates)
    if not _on_turn(view):
        return Choices(view, most, (), complete=True)
    opened, room = view.opened[view.seat], most
    listed: tuple[Play, ...] = ()
    if len(view.hand) <= MOST_TILES:
        found = list_plays(view.table, view.hand, most=most, rules=view.rules, opened=opened)
        if found.complete:
            return Choices(view, most, tuple(found), complete=True)
        listed, room = tuple(found), most // 2
    spared = _spared(view, room, {play.tiles for play in listed})
    plays = sorted((*listed[: most - len(spared)], *spared), key=_rank)
    return Choices(view, most, tuple(plays), complete=not plays)


def _spared(view: View, room: int, listed: set[tuple[Tile, ...]]) -> list[Play]:
    """The plays to list beside those of the list: of `solve` always, and at most `room` of them."""

    def ask(hand: Iterable[Tile]) -> Play:
        return solve(view.table, hand, rules=view.rules, opened=view.opened[view.seat])

    best = ask(view.hand)
    first = [best] if best and best.tiles not in listed else []
    room -= len(first)
    held: dict[tuple[Tile, ...], Play] = {}
    for kind in dict.fromkeys(best.tiles if room > 0 else ()):
        play = ask(tile for tile in view.hand if tile != kind)
        if play and play.tiles not in listed:
            held.setdefault(play.tiles, play)
    return first + sorted(held.values(), key=_rank)[: max(room, 0)]


def _rank(play: Play) -> tuple[int, int, tuple[Tile, ...]]:
    """Best first: most tiles, ties by points, then in the order of the tiles."""
    return -len(play.tiles), -play.points, play.tiles
