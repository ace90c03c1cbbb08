"""A match with a person at the table, without a screen.

The match is the only referee and keeps the only clock. Here is what the person sees of it: the
desk of the turn in progress, and the turns of the others as steps. No hidden tile gets here: all is
taken from the view of the person's seat and from what everyone saw.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rummy_fast import Event, Hand, Match, Play, RummyError, Step, Tile, Turn, View, solve
from rummy_fast.play.desk import Desk
from rummy_fast.words import refusal


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn of someone else, as it is to be shown.

    Attributes:
        event: What everyone saw.
        desk: The table as it was, and the tiles played as the hand.
        steps: How the tiles were played; none if none were.
        fault: Why the turn was lost; empty if it was not.
    """

    event: Event
    desk: Desk
    steps: tuple[Step, ...]
    fault: str


def seat_of(bots: Sequence[str | None]) -> int:
    """Find the person's seat.

    Args:
        bots: For each seat the name of its bot; None if it is a guest's.

    Returns:
        The seat, from 0.

    Raises:
        RummyError: If not just one seat is a guest's.
    """
    if bots.count(None) != 1:
        raise refusal(
            RummyError, "{count} seats are for a person: it must be one", count=bots.count(None)
        )
    return bots.index(None)


class Hint(NamedTuple):
    """The best play of a turn.

    Attributes:
        play: The play, which may be to play nothing.
        steps: How it is carried out from how things lay when the turn began.
    """

    play: Play
    steps: tuple[Step, ...]


class Game:
    """A match and the person in one of its seats.

    Args:
        match: The match; one seat is a guest's, which is the person's.

    Attributes:
        match: As given.
        seat: The person's seat, from 0.
        desk: The person's turn in progress; between turns the table and the hand as they are.

    Raises:
        RummyError: If not just one seat is a guest's, or the match is over.
    """

    def __init__(self, match: Match) -> None:
        """Sit down."""
        self.seat = seat_of(match.header.bots)
        if match.over:
            raise refusal(RummyError, "the match is over (rule 16)")
        self.match = match
        self.desk = Desk.of(self.view)
        self._mine = False
        self._drawn: Counter[Tile] = Counter()

    @property
    def view(self) -> View:
        """What the person may see."""
        return self.match.round.view(self.seat)

    @property
    def mine(self) -> bool:
        """Whether the person's turn has begun and has not ended."""
        return self._mine

    @property
    def remaining(self) -> float | None:
        """Seconds till the timeout of the person's turn; None without a clock, or between turns."""
        return self.match.remaining if self._mine else None

    @property
    def drawn(self) -> tuple[Tile, ...]:
        """The tiles that the person drew at the end of their last turn."""
        return tuple(self._drawn.elements())

    @property
    def fresh(self) -> frozenset[int]:
        """The keys of those tiles on the desk."""
        rest = self._drawn.copy()
        keys = []
        for piece in self.desk.draft.hand:
            if rest[piece.tile] > 0:
                rest[piece.tile] -= 1
                keys.append(piece.key)
        return frozenset(keys)

    def look(self) -> None:
        """See how things lie now."""
        self.desk = Desk.of(self.view)

    # The turns of the others

    def step(self) -> Shown | None:
        """Let the bot whose turn it is take it, which may take as long as it thinks.

        Returns:
            What is to be shown of it; None if the round was over and the next has been dealt.

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
        desk = Desk(before.table, played, rules=before.rules, opened=opened)
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
        return Shown(event, desk, steps, lost[0].message if lost else "")

    # The person's turn

    def begin(self) -> None:
        """Begin the person's turn, if it is theirs; its time runs from now."""
        self._mine = self.match.to_move == self.seat
        self.look()
        self.match.start_clock()

    def hint(self, limit: float) -> Hint:
        """Find the best play of the turn, from how things lay when it began.

        Args:
            limit: Seconds the search may take.

        Returns:
            A play that touches the fewest melds of the table.
        """
        desk = self.desk
        play = solve(
            desk.table, desk.hand, rules=desk.rules, opened=desk.opened, tidy=True, limit=limit
        )
        return Hint(play, play.steps())

    def follow(self, steps: Sequence[Step]) -> bool:
        """Carry a play out on the desk, from how things lay when the turn began.

        Args:
            steps: Its steps; each is a move that can be undone.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If it is no play of this turn.
        """
        self.desk.reset()
        return sum(map(self.desk.follow, steps)) > 0

    def play(self) -> Event:
        """End the turn with the tiles as they lie.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If the rules refuse it; everything lies as it did.
            OSError: If the record cannot be written.
        """
        self.desk.verdict.verify()
        return self._end(self.match.take(Turn.play(self.desk.draft.texts, self.desk.rules)))

    def draw(self) -> Event:
        """Draw a tile, which ends the turn; the table is as it was (rule 9).

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If there is nothing to draw.
            OSError: If the record cannot be written.
        """
        return self._end(self.match.take(Turn.draw()))

    def pass_(self) -> Event:
        """Neither lay nor draw (rule 18).

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If there is a heap to draw from.
            OSError: If the record cannot be written.
        """
        return self._end(self.match.take(Turn.pass_()))

    def ring(self) -> Event:
        """Time the turn out (rule 13): of the tables made in this turn the last legal one may stand.

        Returns:
            What everyone saw.

        Raises:
            RummyError: If it is not the person's turn, or there is no clock.
            OSError: If the record cannot be written.
        """
        return self._end(self.match.timeout(self.desk.snapshots))

    def _end(self, event: Event) -> Event:
        left = Counter(self.desk.hand) - Counter(event.tiles)
        self._drawn = Counter(self.view.hand) - left
        self._mine = False
        self.look()
        return event
