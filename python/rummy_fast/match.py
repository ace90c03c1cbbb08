"""A match: rounds, seats, the clock, totals and winners (rules 3, 13 and 16)."""

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any, Protocol, TypeAlias

from rummy_fast._core import (
    Cancellation,
    Event,
    IllegalTurnError,
    Meld,
    Round,
    Rules,
    RummyError,
    Table,
    Turn,
)
from rummy_fast.arguments import check_seed
from rummy_fast.bots import derive_seed
from rummy_fast.clock import BotRunner, Clock, Failure
from rummy_fast.result import (
    Fault,
    Happening,
    MatchResult,
    RoundResult,
    RoundStart,
    TurnTaken,
)
from rummy_fast.seats import Player, name_of_bot, names_of, players_of
from rummy_fast.words import N_, refusal
from rummy_fast.writing.header import (
    Header,
    check_limit,
    check_rounds,
)
from rummy_fast.writing.script import RecordedTurn, lines_of
from rummy_fast.writing.writer import RecordWriter, Target

RulesLike: TypeAlias = str | Rules | dict[str, Any]
TableLike: TypeAlias = str | Table | Iterable[str | Meld]


class Listener(Protocol):
    """A function that a match calls with everything that happens."""

    def __call__(self, match: "Match", happening: Happening, /) -> object:
        """Handle something that has just happened."""


class Match:
    """Plays a match: deals its rounds, asks the bots for their turns and keeps the score.

    The same seed gives the same deals, whoever plays. A bot forfeits its turn if it raises, returns
    something that is not a turn, or returns an illegal turn. If it has not answered by the timeout
    (option `turn_seconds`), the turn times out and nothing of it is kept. Either way the match goes
    on, and the result lists the fault.

    A seat with None belongs to a guest: the caller shows the guest `round.view(seat)`, and passes
    its turns to `take`, `timeout` or `forfeit`.

    A match may be used by one thread at a time.

    Args:
        bots: Who sits in each seat: a bot, the name of a built-in bot, which may have a level (see
            `make_bot`), or None for a guest.
        rules: The rules; `schmidt` if None.
        rounds: The number of rounds, 1 to 1,000,000.
        seed: The seed of everything random, 0 to 2 ** 64 - 1.
        names: The names of the seats; None for a seat keeps the name of its bot.
        limit: The seconds a bot may take for a turn; if None, slightly less than the timeout of the
            rules. A bot is asked to keep the limit; only the timeout is enforced.
        clock: A function that returns the time in seconds.
        record: The file to write the record to, line by line: its name, or an open text file.
        on_event: Called with everything that happens, including the first deal.

    Raises:
        RummyError: If the rules do not allow so many players, a built-in bot does not exist, or an
            argument is out of range.
        TypeError: If an argument is of the wrong type.
        OSError: If the record cannot be written.
    """

    def __init__(
        self,
        bots: Sequence[Player],
        rules: RulesLike | None = None,
        *,
        rounds: int = 1,
        seed: int = 0,
        names: Sequence[str | None] | None = None,
        limit: float | None = None,
        clock: Clock = monotonic,
        record: Target | None = None,
        on_event: Listener | None = None,
    ) -> None:
        """Seat everyone and deal the first round."""
        seed = check_seed(seed)
        players = players_of(bots, seed)
        called = names_of(names, len(players))
        self._header = Header(
            rules=Rules(rules),
            seed=seed,
            rounds=check_rounds(rounds),
            limit=check_limit(limit),
            bots=tuple(map(name_of_bot, range(len(players)), players, bots)),
            names=called,
        )
        timeout = self.rules.turn_seconds
        self._runners = [
            None if bot is None else BotRunner(bot, self._header.limit, timeout, clock)
            for bot in players
        ]
        self._clock = clock
        self._ended: list[RoundResult] = []
        self._faults: list[Fault] = []
        self._totals = (0,) * len(players)
        self._turns = 0
        self._writer: RecordWriter | None = None
        self._on_event: Listener | None = None
        start = self._deal()
        self.attend(record, [*self._header.lines(), *lines_of(start)], on_event)
        if on_event is not None:
            on_event(self, start)

    def __repr__(self) -> str:
        """Show how far the match is."""
        scores = ", ".join(map("{} {}".format, self.names, self._totals))
        state = "over" if self.over else f"round {self.round_number} of {self.rounds}"
        return f"<Match {scores}; {state}, turns: {self._turns}>"

    @property
    def header(self) -> Header:
        """The settings of the match."""
        return self._header

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._header.rules

    @property
    def seed(self) -> int:
        """The seed of everything random."""
        return self._header.seed

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return self._header.rounds

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._header.called()

    @property
    def round(self) -> Round:
        """The current round, or the last one. It holds every hidden tile.

        Show a player only `round.view(seat)`. Take turns through the match, not the round.
        """
        return self._round

    @property
    def round_number(self) -> int:
        """The number of the current round, from 1."""
        return self._start.number

    @property
    def turns(self) -> int:
        """The number of turns taken in the match."""
        return self._turns

    @property
    def to_move(self) -> int | None:
        """The seat to move; None when the round is over."""
        return None if self._round.over else self._round.to_move

    @property
    def waits_for_guest(self) -> bool:
        """Whether it is the turn of a guest."""
        return not self._round.over and self._runners[self._round.to_move] is None

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self._ended) == self.rounds

    @property
    def totals(self) -> tuple[int, ...]:
        """The total score of each seat."""
        return self._totals

    @property
    def result(self) -> MatchResult:
        """The result of the finished rounds."""
        return MatchResult(
            names=self.names,
            rules=self.rules,
            seed=self.seed,
            rounds=tuple(self._ended),
            faults=tuple(self._faults),
        )

    @property
    def remaining(self) -> float | None:
        """The seconds until this turn times out, negative once it should have; None without one."""
        timeout = self.rules.turn_seconds
        return None if timeout is None else self._began + timeout - self._clock()

    def start_clock(self, spent: float = 0.0) -> None:
        """Start the clock of this turn now; otherwise it starts when the last turn ends.

        Args:
            spent: The seconds of the turn that have already passed, for example before a pause.
        """
        self._began = self._clock() - spent

    def play(self, *, cancel: Cancellation | None = None) -> MatchResult:
        """Play all remaining turns. Ctrl-C stops it at any time.

        A match that was stopped can be continued: the turn under way has not been taken.

        Args:
            cancel: A `Cancellation` that stops the match from another thread; None means none.

        Returns:
            The result of the match.

        Raises:
            RummyError: If it is the turn of a guest.
            SearchCancelledError: If a `Cancellation` stopped the match.
            OSError: If the record cannot be written.
        """
        while not self.over:
            self.step(cancel=cancel)
        return self.result

    def step(self, *, cancel: Cancellation | None = None) -> Event | None:
        """Play one turn of a bot, or deal the next round if the round is over.

        Args:
            cancel: A `Cancellation` that stops the turn from another thread; None means none. It
                stops a built-in bot, and the wait for any other bot whose turn has a timeout.

        Returns:
            What all seats saw; None if a round was dealt.

        Raises:
            RummyError: If the match is over, or it is the turn of a guest.
            SearchCancelledError: If a `Cancellation` stopped the turn. Nothing has changed.
            OSError: If the record cannot be written. The turn has been taken.
        """
        if self._round.over:
            self.begin_round()
            return None
        seat = self._round.to_move
        runner = self._runners[seat]
        if runner is None:
            template = N_("seat {seat} belongs to a guest: pass its turn to `take`")
            raise refusal(RummyError, template, seat=seat)
        answer = runner.ask(self._round.view(seat), cancel)
        if isinstance(answer, Turn):
            try:
                return self._taken(self._round.take(seat, answer, cancel=cancel), None)
            except IllegalTurnError as error:
                answer = Failure.of("illegal", str(error))
        lose = self._round.timeout if answer.code == "overran" else self._round.forfeit
        return self._taken(lose(seat), answer)

    def begin_round(self) -> None:
        """Deal the next round.

        Raises:
            RummyError: If the match is over, or the current round is not.
            OSError: If the record cannot be written. The round has been dealt.
        """
        if self.over:
            raise refusal(RummyError, N_("the match is over (rule 16)"))
        if not self._round.over:
            number = self.round_number
            raise refusal(RummyError, N_("round {number} is not over"), number=number)
        self._notify(self._deal())

    def take(self, turn: Turn, *, cancel: Cancellation | None = None) -> Event:
        """Take the turn of a guest.

        Args:
            turn: The turn. The match does not check whether it is in time: see `remaining`.
            cancel: A `Cancellation` that stops the check from another thread; None means none.

        Returns:
            What all seats saw.

        Raises:
            IllegalTurnError: If it is illegal. Nothing has changed.
            RummyError: If it is not the turn of a guest.
            SearchCancelledError: If a `Cancellation` stopped the check. Nothing has changed.
            TypeError: If it is not a turn.
            OSError: If the record cannot be written. The turn has been taken.
        """
        return self._taken(self._round.take(self._guest(), turn, cancel=cancel), None)

    def timeout(
        self, snapshots: Sequence[TableLike] = (), *, cancel: Cancellation | None = None
    ) -> Event:
        """Let the turn of a guest time out (rule 13).

        Args:
            snapshots: The table at each moment of the turn; see `Round.timeout`.
            cancel: A `Cancellation` that stops the check from another thread; None means none.

        Returns:
            What all seats saw.

        Raises:
            RummyError: If it is not the turn of a guest, or the rules have no clock.
            SearchCancelledError: If a `Cancellation` stopped the check. Nothing has changed.
            OSError: If the record cannot be written. The turn has been taken.
        """
        seat = self._guest()
        if self.rules.turn_seconds is None:
            raise refusal(RummyError, N_("these rules have no clock: no turn times out (rule 13)"))
        return self._taken(self._round.timeout(seat, snapshots, cancel=cancel), None)

    def forfeit(self, message: str = "") -> Event:
        """Forfeit the turn of a guest, for example one that has left. It counts as a fault.

        Args:
            message: The reason, in a few words.

        Returns:
            What all seats saw.

        Raises:
            RummyError: If it is not the turn of a guest.
            OSError: If the record cannot be written. The turn has been taken.
        """
        return self._taken(self._round.forfeit(self._guest()), Failure.of("gone", message))

    def _guest(self) -> int:
        """Give the seat to move; raise if it is not a guest's."""
        if self.over:
            raise refusal(RummyError, N_("the match is over (rule 16)"))
        if self._round.over:
            number = self.round_number
            raise refusal(RummyError, N_("round {number} is over (rule 16)"), number=number)
        seat = self._round.to_move
        if self._runners[seat] is not None:
            bot = self.names[seat]
            template = N_("it is the turn of seat {seat}, and {bot} takes it")
            raise refusal(RummyError, template, seat=seat, bot=bot)
        return seat

    def _starter(self) -> int | None:
        """The seat that plays first in the next round; None to draw it at random (rule 3)."""
        if not self._ended:
            return None
        last = self._ended[-1]
        match self.rules.starter:
            case "rotate":
                return (last.starter + 1) % len(self._runners)
            case "winner":
                return last.winner
            case _:
                return None

    def _deal(self) -> RoundStart:
        number = len(self._ended) + 1
        seed = derive_seed(self.seed, "round", number)
        self._round = Round.deal(
            len(self._runners), seed=seed, rules=self.rules, starter=self._starter()
        )
        self._start = RoundStart(number, seed, self._round.starter, self._round.hands)
        self._pool = self._round.pool
        self._turns_before = self._turns
        self.start_clock()
        return self._start

    def _taken(self, event: Event, failure: Failure | None) -> Event:
        """Add a turn to the match, with everything that follows from it."""
        self._turns += 1
        number = self.round_number
        fault = None
        if failure is not None:
            fault = Fault(number, self._turns, event.seat, failure.code, failure.message)
            self._faults.append(fault)
        left = len(self._pool) - event.pool_size
        drew = self._pool[left - event.drawn : left]
        happenings: list[Happening] = [TurnTaken(number, self._turns, event, drew, fault)]
        if (outcome := self._round.outcome) is not None:
            pairs = zip(self._totals, outcome.scores, strict=True)
            self._totals = tuple(total + score for total, score in pairs)
            start, turns = self._start, self._turns - self._turns_before
            ended = RoundResult(number, start.seed, start.starter, turns, outcome, self._totals)
            self._ended.append(ended)
            happenings.append(ended)
            if self.over:
                happenings.append(self.result)
        self.start_clock()
        self._notify(*happenings)
        return event

    def _notify(self, *happenings: Happening) -> None:
        """Write what has happened to the record, then call the listener."""
        try:
            if self._writer is not None:
                self._writer.add(line for one in happenings for line in lines_of(one))
        finally:
            # It has happened, even if it could not be written.
            if self._on_event is not None:
                for one in happenings:
                    self._on_event(self, one)

    def attend(
        self, record: Target | None, lines: Sequence[str], on_event: Listener | None
    ) -> None:
        """Record, and report, everything that happens from here on.

        Args:
            record: The file to write the record to; None for no record.
            lines: The lines of everything so far, which are written first.
            on_event: Called with everything that happens.

        Raises:
            OSError: If the record cannot be written.
        """
        if record is not None:
            self._writer = RecordWriter(record)
            self._writer.begin(lines)
        self._on_event = on_event

    def repeat(self, recorded: RecordedTurn, cancel: Cancellation | None = None) -> None:
        """Take a turn of a record, for a guest or a bot alike.

        Args:
            recorded: The turn.
            cancel: A `Cancellation` that stops the check from another thread; None means none.

        Raises:
            IllegalTurnError: If it is illegal. Nothing has changed.
            SearchCancelledError: If a `Cancellation` stopped the check. Nothing has changed.
        """
        seat = recorded.seat
        snapshots = [] if recorded.table is None else [recorded.table]
        match recorded.kind:
            case "play":
                event = self._round.play(seat, *snapshots, cancel=cancel)
            case "draw":
                event = self._round.draw(seat)
            case "pass":
                event = self._round.pass_(seat)
            case "timeout":
                event = self._round.timeout(seat, snapshots, cancel=cancel)
            case _:
                event = self._round.forfeit(seat)
        self._taken(event, recorded.failure)
