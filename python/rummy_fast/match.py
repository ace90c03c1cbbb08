"""A match: some rounds, the seats and their clock, totals and who wins (rules 3, 13 and 16)."""

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any, Protocol, TypeAlias, cast

from rummy_fast._core import (
    Event,
    IllegalTurnError,
    Meld,
    Round,
    Rules,
    RummyError,
    Table,
    Turn,
)
from rummy_fast.arguments import check_seats, check_seed
from rummy_fast.bots import Bot, bot_name, derived, make_bot
from rummy_fast.clock import Asker, Clock, Failure
from rummy_fast.result import (
    Fault,
    Happening,
    MatchResult,
    RoundResult,
    RoundStart,
    TurnTaken,
)
from rummy_fast.words import N_, refusal
from rummy_fast.writing.header import (
    LONGEST_NAME,
    Header,
    check_limit,
    check_rounds,
    is_name,
)
from rummy_fast.writing.scribe import Scribe, Target
from rummy_fast.writing.script import Said, lines_of

Player: TypeAlias = Bot | str | None
"""Who sits in a seat: a bot, the name of a built-in bot, or nobody whom the match could ask."""
RulesLike: TypeAlias = str | Rules | dict[str, Any]
TableLike: TypeAlias = str | Table | Iterable[str | Meld]


class Witness(Protocol):
    """Is told of what happens."""

    def __call__(self, match: "Match", happening: Happening, /) -> object:
        """Hear of something that has just happened."""


class Match:
    """A match under way: the referee of its rounds, who asks the bots and keeps the score.

    The same seed gives the same deals, whoever plays. A bot that raises, gives back nonsense or a
    turn that the rules refuse forfeits its turn; for one that is not done when the timeout comes
    (option `turn_seconds`) the timeout comes with nothing kept. Either way the match goes on and the
    fault is noted.

    A seat that is None is a guest's: whoever conducts the match gives its turns to `take`, `timeout`
    or `forfeit`, and shows it `round.view(seat)`.

    A match is conducted by one thread at a time.

    Args:
        bots: Who sits in each seat: a bot, the name of a built-in bot, which may have a level (see
            `make_bot`), or None for a guest.
        rules: The rules; `schmidt` if None.
        rounds: How many rounds are played, 1 to 1,000,000.
        seed: Where all chance comes from, 0 to 2 ** 64 - 1.
        names: What the seats are called, each None to go by its bot's name.
        limit: Seconds a bot is told that it may take for a turn; if None, nearly as long as the
            clock gives it. Only the timeout of the rules cuts it short.
        clock: Tells the time in seconds.
        record: The file to write the record to, line by line: its name, or an open text file.
        on_event: Is told of everything that happens, the first deal included.

    Raises:
        RummyError: If the rules are for fewer or more players, there is no such built-in bot, or an
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
        on_event: Witness | None = None,
    ) -> None:
        """Seat everyone and deal the first round."""
        players = _players(bots, check_seed(seed))
        called = _names(names, len(players))
        self._header = Header(
            rules=Rules(rules),
            seed=seed,
            rounds=check_rounds(rounds),
            limit=check_limit(limit),
            bots=tuple(map(_bot_name, range(len(players)), players, bots)),
            names=called,
        )
        timeout = self.rules.turn_seconds
        self._askers = [
            None if bot is None else Asker(bot, self._header.limit, timeout, clock)
            for bot in players
        ]
        self._clock = clock
        self._ended: list[RoundResult] = []
        self._faults: list[Fault] = []
        self._totals = (0,) * len(players)
        self._turns = 0
        self._scribe: Scribe | None = None
        self._on_event: Witness | None = None
        start = self._deal()
        self.attend(record, [*self._header.lines(), *lines_of(start)], on_event)
        if on_event is not None:
            on_event(self, start)

    @property
    def header(self) -> Header:
        """What was settled before the first round."""
        return self._header

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._header.rules

    @property
    def seed(self) -> int:
        """Where all chance comes from."""
        return self._header.seed

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self._header.rounds

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self._header.called()

    @property
    def round(self) -> Round:
        """The round under way, or the last one: the referee, who knows every tile.

        Show players `round.view(seat)`. A turn is made by the match, not by the round.
        """
        return self._round

    @property
    def round_number(self) -> int:
        """Which round that is, from 1."""
        return self._start.number

    @property
    def turns(self) -> int:
        """How many turns have been taken in the match."""
        return self._turns

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        return None if self._round.over else self._round.to_move

    @property
    def waits_for_guest(self) -> bool:
        """Whether it is the turn of a guest."""
        return not self._round.over and self._askers[self._round.to_move] is None

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self._ended) == self.rounds

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has scored."""
        return self._totals

    @property
    def result(self) -> MatchResult:
        """What the rounds that have ended come to."""
        return MatchResult(
            names=self.names,
            rules=self.rules,
            seed=self.seed,
            rounds=tuple(self._ended),
            faults=tuple(self._faults),
        )

    @property
    def remaining(self) -> float | None:
        """Seconds till the timeout of this turn, below 0 when it should have rung; None without."""
        timeout = self.rules.turn_seconds
        return None if timeout is None else self._began + timeout - self._clock()

    def start_clock(self) -> None:
        """Let the time of this turn begin now, not when the turn before ended."""
        self._began = self._clock()

    def play(self) -> MatchResult:
        """Play all turns that are left. Ctrl-C stops between two turns or in one.

        Returns:
            How the match ended.

        Raises:
            RummyError: If it is the turn of a guest.
            OSError: If the record cannot be written.
        """
        while not self.over:
            self.step()
        return self.result

    def step(self) -> Event | None:
        """Let the bot whose turn it is take it; when the round is over, deal the next.

        Returns:
            What everyone saw; None if a round was dealt.

        Raises:
            RummyError: If the match is over, or it is the turn of a guest.
            OSError: If the record cannot be written. The turn has been taken.
        """
        if self._round.over:
            self.begin_round()
            return None
        seat = self._round.to_move
        asker = self._askers[seat]
        if asker is None:
            template = N_("seat {seat} is a guest's: its turn is given to `take`")
            raise refusal(RummyError, template, seat=seat)
        answer = asker.ask(self._round.view(seat))
        if isinstance(answer, Turn):
            try:
                return self._taken(self._round.turn(seat, answer), None)
            except IllegalTurnError as error:
                answer = Failure.of("illegal", str(error))
        lose = self._round.timeout if answer.code == "overran" else self._round.forfeit
        return self._taken(lose(seat), answer)

    def begin_round(self) -> None:
        """Deal the next round.

        Raises:
            RummyError: If the match or the round before is not over.
            OSError: If the record cannot be written. The round has been dealt.
        """
        if self.over:
            raise refusal(RummyError, N_("the match is over (rule 16)"))
        if not self._round.over:
            number = self.round_number
            raise refusal(RummyError, N_("round {number} is not over"), number=number)
        self._tell(self._deal())

    def take(self, turn: Turn) -> Event:
        """Take the turn of a guest.

        Args:
            turn: What the guest decides. Whether it comes in time is not asked: see `remaining`.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If the rules refuse it. Nothing has changed.
            RummyError: If it is not the turn of a guest.
            TypeError: If it is no turn.
            OSError: If the record cannot be written. The turn has been taken.
        """
        return self._taken(self._round.turn(self._guest(), turn), None)

    def timeout(self, snapshots: Sequence[TableLike] = ()) -> Event:
        """Time out a guest (rule 13).

        Args:
            snapshots: The table at each moment of the turn; see `Round.timeout`.

        Returns:
            What everyone saw.

        Raises:
            RummyError: If it is not the turn of a guest, or the rules have no clock.
            OSError: If the record cannot be written. The turn has been taken.
        """
        seat = self._guest()
        if self.rules.turn_seconds is None:
            raise refusal(RummyError, N_("these rules have no clock: no turn times out (rule 13)"))
        return self._taken(self._round.timeout(seat, snapshots), None)

    def forfeit(self, message: str = "") -> Event:
        """Give up the turn of a guest, who has gone, say. It counts as a fault.

        Args:
            message: Why, in a few words.

        Returns:
            What everyone saw.

        Raises:
            RummyError: If it is not the turn of a guest.
            OSError: If the record cannot be written. The turn has been taken.
        """
        return self._taken(self._round.forfeit(self._guest()), Failure.of("gone", message))

    def _guest(self) -> int:
        """The seat to move, which must be a guest's."""
        if self.over:
            raise refusal(RummyError, N_("the match is over (rule 16)"))
        if self._round.over:
            number = self.round_number
            raise refusal(RummyError, N_("round {number} is over (rule 16)"), number=number)
        seat = self._round.to_move
        if self._askers[seat] is not None:
            bot = self.names[seat]
            template = N_("it is the turn of seat {seat}, and {bot} takes it")
            raise refusal(RummyError, template, seat=seat, bot=bot)
        return seat

    def _starter(self) -> int | None:
        """The seat that begins the next round; None if the lot decides (rule 3)."""
        if not self._ended:
            return None
        last = self._ended[-1]
        match self.rules.starter:
            case "rotate":
                return (last.starter + 1) % len(self._askers)
            case "winner":
                return last.winner
            case _:
                return None

    def _deal(self) -> RoundStart:
        number = len(self._ended) + 1
        seed = derived(self.seed, "round", number)
        self._round = Round.deal(
            len(self._askers), seed=seed, rules=self.rules, starter=self._starter()
        )
        self._start = RoundStart(number, seed, self._round.starter, self._round.hands)
        self._pool = self._round.pool
        self._turns_before = self._turns
        self.start_clock()
        return self._start

    def _taken(self, event: Event, failure: Failure | None) -> Event:
        """Note a turn, and what comes of it."""
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
        self._tell(*happenings)
        return event

    def _tell(self, *happenings: Happening) -> None:
        """Write down what has happened, then tell of it."""
        try:
            if self._scribe is not None:
                self._scribe.add(line for one in happenings for line in lines_of(one))
        finally:
            # It has happened, whether it could be written or not.
            if self._on_event is not None:
                for one in happenings:
                    self._on_event(self, one)

    def attend(self, record: Target | None, lines: Sequence[str], on_event: Witness | None) -> None:
        """Write down, and tell of, what happens from here on.

        Args:
            record: The file to write the record to; None to write none.
            lines: Those of all that has happened so far, which are written first.
            on_event: Is told of everything.

        Raises:
            OSError: If the record cannot be written.
        """
        if record is not None:
            self._scribe = Scribe(record)
            self._scribe.begin(lines)
        self._on_event = on_event

    def repeat(self, said: Said) -> None:
        """Take the turn that a line of a record tells of, whosever it is.

        Args:
            said: What the line tells.

        Raises:
            IllegalTurnError: If the rules refuse it. Nothing has changed.
        """
        seat = said.seat
        snapshots = [] if said.table is None else [said.table]
        match said.kind:
            case "play":
                event = self._round.play(seat, *snapshots)
            case "draw":
                event = self._round.draw(seat)
            case "pass":
                event = self._round.pass_(seat)
            case "timeout":
                event = self._round.timeout(seat, snapshots)
            case _:
                event = self._round.forfeit(seat)
        self._taken(event, said.failure)


def _players(bots: object, seed: int) -> list[Bot | None]:
    """Who sits in each seat; built-in bots are made."""
    listed = check_seats("bots", bots)
    return [_player(seat, player, seed) for seat, player in enumerate(listed)]


def _player(seat: int, player: object, seed: int) -> Bot | None:
    if player is None:
        return None
    if isinstance(player, str):
        try:
            return make_bot(player, derived(seed, "bot", seat))
        except RummyError as error:
            template = N_("seat {seat}: {reason}")
            raise refusal(RummyError, template, seat=seat, reason=error) from None
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        what = f"the class {player.__name__}" if isinstance(player, type) else type(player).__name__
        expected = "a bot with `name` and `choose`, the name of a built-in bot, or None"
        # Only a programmer meets it.
        raise TypeError(f"seat {seat}: expected {expected}, got {what}")
    return cast("Bot", player)


def _bot_name(seat: int, bot: Bot | None, given: Player) -> str | None:
    if bot is None:
        return None
    # A built-in bot by name is called by it, so that its level is told.
    name: object = bot_name(given) if isinstance(given, str) else getattr(bot, "name", None)
    if isinstance(name, str) and is_name(name):
        return name
    raise _no_name(seat, name)


def _no_name(seat: int, name: object) -> RummyError:
    """What is wrong with a name."""
    template = N_(
        "seat {seat}: a name has 1 to {most} signs on one line, with no blank at either end,"
        " got {found}"
    )
    shown = repr(name)[:LONGEST_NAME]
    return refusal(RummyError, template, seat=seat, most=LONGEST_NAME, found=shown)


def _names(names: object, seats: int) -> tuple[str | None, ...]:
    """The names that the seats were given."""
    if names is None:
        return (None,) * seats
    listed = check_seats("names", names, seats)
    for seat, name in enumerate(listed):
        if name is not None and not is_name(name):
            raise _no_name(seat, name)
    return tuple(listed)
