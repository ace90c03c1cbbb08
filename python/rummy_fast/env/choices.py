"""The actions of a seat: one for each listed play, and one to draw or pass."""

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
"""The default for how many plays to list: in most turns, all there are (docs/env.md)."""

MOST_TILES: Final = 60
"""For larger hands, rare with two seats and the standard deck, not all plays are searched for."""

MOST_CANDIDATES: Final = 10_000
"""The most plays that can be listed, as in `rummy_fast.candidates`."""


def check_candidates(most: object) -> int:
    """Check how many plays to list.

    Args:
        most: A whole number from 1 to `MOST_CANDIDATES`.

    Returns:
        The number.

    Raises:
        RummyError: If it is out of range.
        TypeError: If it is not a whole number.
    """
    return check_count("candidates", most, 1, MOST_CANDIDATES)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do this turn, and which action does it.

    Action `i` makes the play `plays[i]`; action `most` draws, or passes if the pool is empty. So
    there are `most + 1` actions, and the first legal one makes the best play.
    """

    view: View
    """What the seat sees; the rest follows from it."""
    most: int
    """The most plays listed; also the action that draws or passes."""
    plays: tuple[Play, ...]
    """The plays, best first: most tiles, ties by points; empty if it is not the seat's turn."""
    complete: bool
    """Whether these are all plays, one for each multiset of tiles played."""

    @property
    def draw_or_pass(self) -> Turn | None:
        """The turn that plays nothing: draw or pass (rules 9 and 18); None out of turn."""
        if not _on_turn(self.view):
            return None
        return Turn.draw() if self.view.pool_size else Turn.pass_()

    def turn(self, action: SupportsIndex) -> Turn:
        """Convert an action to a turn.

        Args:
            action: From 0 to `most`.

        Returns:
            The turn.

        Raises:
            RummyError: If the action is not legal this turn; the message names the seat and the
                action.
            TypeError: If it is not a whole number.
        """
        seat, default, count = self.view.seat, self.draw_or_pass, len(self.plays)
        try:
            picked = index(action)
        except TypeError:
            raise TypeError(f"seat_{seat}: action {action!r} is not a whole number") from None
        name = f"seat_{seat}: action {picked}"
        if not 0 <= picked <= self.most:
            raise RummyError(f"{name} is out of range: must be from 0 to {self.most}")
        if default is None:
            raise RummyError(f"{name} is not legal: it is not this seat's turn")
        if picked == self.most:
            return default
        if picked >= count:
            listed = f"plays 0 to {count - 1} are listed" if count > 1 else "only play 0 is listed"
            listed = listed if count else "there is nothing to play"
            raise RummyError(
                f"{name} is not legal this turn: {listed}, and {self.most} is to {default.kind}"
            )
        return Turn.play(self.plays[picked].table, self.view.rules)

    def action(self, turn: Turn) -> int:
        """Convert a turn to the action that plays the same tiles.

        Where the same tiles can be played in several ways, the action may make a different table.

        Args:
            turn: What a bot has decided for this seat.

        Returns:
            The action.

        Raises:
            RummyError: If it is not the seat's turn, or the turn is not among the choices.
            TypeError: If it is not a turn.
        """
        if not isinstance(turn, Turn):
            raise wrong_type("turn", "a Turn", turn)
        seat, default = f"seat_{self.view.seat}", self.draw_or_pass
        if default is None:
            raise RummyError(f"{seat} has nothing to decide: it is not its turn")
        if turn == default:
            return self.most
        if turn.table is None:
            raise RummyError(f"{seat} cannot {turn.kind}: it can only play or {default.kind}")
        played = _tiles(turn.table)
        played.subtract(_tiles(self.view.table))
        for action, play in enumerate(self.plays):
            if played == Counter(play.tiles):
                return action
        tiles = " ".join(str(tile) for tile in sorted(played) for _ in range(played[tile]))
        raise RummyError(
            f"{seat}: playing {tiles or 'nothing'} is not among the {len(self.plays)} listed plays "
            f"(candidates = {self.most})"
        )


def _on_turn(view: View) -> bool:
    return view.outcome is None and view.to_move == view.seat


def _tiles(table: Table) -> Counter[Tile]:
    return Counter(tile for meld in table for tile in meld.tiles)


def choices(view: View, candidates: int = CANDIDATES) -> Choices:
    """List what a seat may do.

    If there are too many plays, the list holds the best ones and, for up to half of it, the best
    plays that hold back one kind of the best play's tiles, which near-equal plays would crowd out.
    It always holds the play of `solve`, which `Greedy` makes. For a hand of more than `MOST_TILES`,
    it holds only that play and those that hold back a kind, because finding all plays would take
    seconds.

    Args:
        view: What the seat sees.
        candidates: The most plays to list, 1 to `MOST_CANDIDATES`.

    Returns:
        The choices; no plays if it is not the seat's turn or the round is over.

    Raises:
        RummyError: If `candidates` is out of range.
        TypeError: If it is not a whole number.
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
    extra = _held_back(view, room, {play.tiles for play in listed})
    plays = sorted((*listed[: most - len(extra)], *extra), key=_rank)
    return Choices(view, most, tuple(plays), complete=not plays)


def _held_back(view: View, room: int, listed: set[tuple[Tile, ...]]) -> list[Play]:
    """At most `room` plays that hold back one kind of tile, and in any case the best play.

    Plays that are already listed are left out.
    """

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
    """The sort key: most tiles first, ties by points, then by the tiles."""
    return -len(play.tiles), -play.points, play.tiles
