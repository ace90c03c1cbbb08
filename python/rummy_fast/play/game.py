"""A match with a person in one seat, without a screen.

The match is the only referee and keeps the only clock. This module adds what the person sees: their
turn in progress, and the turns of the others as steps. It reads only the view of the person's seat
and what everyone saw, so no hidden tile can leak.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rummy_fast import Event, Hand, Match, Play, RummyError, Step, Tile, Turn, View, solve
from rummy_fast.play.draft import Heap
from rummy_fast.play.editor import TurnEditor
from rummy_fast.play.places import News, news, places
from rummy_fast.words import refusal


@dataclass(frozen=True, slots=True)
class OtherTurn:
    """Another player's turn, to be shown step by step.

    Attributes:
        event: What everyone saw.
        editor: The table before the turn, with the tiles played as the hand.
        steps: How the tiles were played; empty if none were.
        fault: Why the turn was lost; empty if it was not.
    """

    event: Event
    editor: TurnEditor
    steps: tuple[Step, ...]
    fault: str


def seat_of(bots: Sequence[str | None]) -> int:
    """Find the person's seat.

    Args:
        bots: For each seat, the name of its bot; None for a guest.

    Returns:
        The seat, from 0.

    Raises:
        RummyError: If the number of guests is not one.
    """
    if bots.count(None) != 1:
        raise refusal(
            RummyError,
            "{count} seats are for a person: there must be exactly one",
            count=bots.count(None),
        )
    return bots.index(None)


class Hint(NamedTuple):
    """The best play of a turn.

    Attributes:
        play: The play; it may play nothing.
        steps: Its steps from the table when the turn began.
    """

    play: Play
    steps: tuple[Step, ...]


class Game:
    """A match and the person in one of its seats.

    Args:
        match: The match; exactly one seat is a guest's, the person's.

    Attributes:
        match: As given.
        seat: The person's seat, from 0.
        editor: The person's turn in progress; between turns, the current table and hand.

    Raises:
        RummyError: If the number of guests is not one, or the match is over.
    """

    def __init__(self, match: Match) -> None:
        """Join the match."""
        self.seat = seat_of(match.header.bots)
        if match.over:
            raise refusal(RummyError, "the match is over (rule 16)")
        self.match = match
        self._shown: tuple[Heap, ...] = ()
        # The table when the person last looked away: at the end of their turn.
        self._left = self.view.table
        self._paused: float | None = None
        self.refresh()
        self._mine = False
        self._drawn: Counter[Tile] = Counter()

    @property
    def view(self) -> View:
        """What the person may see."""
        return self.match.round.view(self.seat)

    @property
    def mine(self) -> bool:
        """Whether the person's turn is in progress."""
        return self._mine

    @property
    def remaining(self) -> float | None:
        """Seconds left in the person's turn; None without a clock, or between turns."""
        if not self._mine:
            return None
        return self.match.remaining if self._paused is None else self._paused

    def pause(self) -> None:
        """Stop the clock of the person's turn."""
        if self._paused is None:
            self._paused = self.remaining

    def go_on(self) -> None:
        """Let the clock run again, with the time that was left."""
        left, self._paused = self._paused, None
        timeout = self.match.rules.turn_seconds
        if left is not None and timeout is not None:
            self.match.start_clock(timeout - left)

    @property
    def news(self) -> News:
        """What has changed on the table since the end of the person's last turn."""
        return news(self.editor.start.heaps, self._left)

    @property
    def drawn(self) -> tuple[Tile, ...]:
        """The tiles that the person drew at the end of their last turn."""
        return tuple(self._drawn.elements())

    @property
    def drawn_keys(self) -> frozenset[int]:
        """The keys of the drawn tiles that are in the hand."""
        rest = self._drawn.copy()
        keys = []
        for piece in self.editor.draft.hand:
            if rest[piece.tile] > 0:
                rest[piece.tile] -= 1
                keys.append(piece.key)
        return frozenset(keys)

    def refresh(self) -> None:
        """Read the table and the hand from the match; melds keep their places."""
        view = self.view
        self.editor: TurnEditor = TurnEditor.of(view, places(view.table, self._shown))
        self._shown = self.editor.draft.heaps

    def begin_round(self) -> None:
        """Deal the next round.

        Raises:
            OSError: If the record cannot be written.
        """
        self.match.begin_round()
        self._drawn.clear()
        self.refresh()
        self._left = self.view.table

    # The turns of the others

    def step(self) -> OtherTurn | None:
        """Let the bot to move take its turn; this blocks while it thinks.

        Returns:
            What to show; None if the round was over and the next has been dealt.

        Raises:
            RummyError: If it is the person's turn, or the match is over.
            OSError: If the record cannot be written.
        """
        before = self.view
        faults = len(self.match.result.faults)
        event = self.match.step()
        if event is None:
            return None
        lost = self.match.result.faults[faults:]
        played = Hand(event.tiles, before.rules)
        opened = before.opened[event.seat]
        where = places(before.table, self._shown)

        def begun() -> TurnEditor:
            rules = before.rules
            return TurnEditor(before.table, played, rules=rules, opened=opened, places=where)

        steps: tuple[Step, ...] = ()
        if event.tiles:
            play = Play(
                played,
                event.table,
                0,
                before=before.table,
                hand=played,
                opened=opened,
                rules=before.rules,
            )
            steps = play.steps()
            whole = begun()
            for step in steps:
                whole.follow(step)
            self._shown = whole.draft.heaps
        return OtherTurn(event, begun(), steps, lost[0].message if lost else "")

    # The person's turn

    def begin(self) -> None:
        """Begin the person's turn, if they are to move, and start its clock."""
        self._mine = self.match.to_move == self.seat
        self.refresh()
        self.match.start_clock()

    def hint(self, limit: float) -> Hint:
        """Find the best play from the table when the turn began.

        Args:
            limit: Seconds the search may take.

        Returns:
            A best play that touches the fewest melds of the table.
        """
        turn = self.editor
        play = solve(
            turn.table, turn.hand, rules=turn.rules, opened=turn.opened, tidy=True, limit=limit
        )
        return Hint(play, play.steps())

    def follow(self, steps: Sequence[Step]) -> bool:
        """Carry out a play, from the table when the turn began.

        Args:
            steps: Its steps; each is a move that can be undone.

        Returns:
            Whether anything changed.

        Raises:
            MoveError: If it is not a play of this turn.
        """
        self.editor.reset()
        return sum(map(self.editor.follow, steps)) > 0

    def play(self) -> Event:
        """End the turn with the table as it is.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If the rules do not allow it; nothing changes.
            OSError: If the record cannot be written.
        """
        self.editor.verdict.verify()
        return self._end(self.match.take(Turn.play(self.editor.draft.texts, self.editor.rules)))

    def draw(self) -> Event:
        """Draw a tile, which ends the turn; the table stays as it was (rule 9).

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If the pool is empty.
            OSError: If the record cannot be written.
        """
        return self._end(self.match.take(Turn.draw()))

    def pass_(self) -> Event:
        """Pass, which ends the turn (rule 18).

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If there are tiles in the pool.
            OSError: If the record cannot be written.
        """
        return self._end(self.match.take(Turn.pass_()))

    def timeout(self) -> Event:
        """Time the turn out; the last legal table of the turn may stand (rule 13).

        Returns:
            What everyone saw.

        Raises:
            RummyError: If it is not the person's turn, or there is no clock.
            OSError: If the record cannot be written.
        """
        return self._end(self.match.timeout(self.editor.snapshots))

    def _end(self, event: Event) -> Event:
        turn = self.editor
        self._shown = turn.draft.heaps if event.tiles else turn.start.heaps
        left = Counter(turn.hand) - Counter(event.tiles)
        self._drawn = Counter(self.view.hand) - left
        self._mine = False
        self.refresh()
        self._left = self.view.table
        return event
