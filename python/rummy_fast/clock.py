"""Ask a bot for its turn within the time limit of the rules (rule 13)."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeAlias, cast
from weakref import finalize

from rummy_fast._core import Cancellation, SearchCancelledError, Turn, View
from rummy_fast.bots import Bot, keeps_time

Clock: TypeAlias = Callable[[], float]
"""Returns seconds from any starting point, never decreasing, as `time.monotonic` does."""

POLL: Final = 0.02
"""Seconds between two looks at the clock while a bot thinks: the clock need not be real time."""
IN_TIME: Final = 0.95
"""The fraction of the time before the timeout that a bot gets as its limit."""
LONGEST: Final = 200
"""Characters kept of a failure's message."""


class Failure(NamedTuple):
    """Why a bot has not made a turn."""

    code: str
    """A name for programs, stable across versions.

    - `"raised"`: it raised an exception.
    - `"nonsense"`: it returned something that is not a turn.
    - `"illegal"`: its turn is against the rules.
    - `"overran"`: the timeout came first.
    - `"gone"`: a guest gave up the turn.
    """
    message: str
    """What happened, on one line."""

    @classmethod
    def of(cls, code: str, message: str) -> "Failure":
        """Make one from any text, which may be long, span lines or hold unprintable characters."""
        return cls(code, one_line(message))


class _Answer(NamedTuple):
    """What a bot returned or raised, and when."""

    turn: object
    error: BaseException | None
    at: float


def _answer(bot: Bot, question: "_Question", clock: Clock) -> _Answer:
    view, limit, cancel = question
    try:
        if cancel is not None and keeps_time(bot):
            turn = cast("Any", bot).choose(view, limit, cancel=cancel)
        else:
            turn = bot.choose(view, limit)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001, no exception of a bot may end the match
        return _Answer(None, error, clock())
    return _Answer(turn, None, clock())


def _serve(
    bot: Bot,
    clock: Clock,
    questions: "SimpleQueue[_Question | None]",
    answers: "SimpleQueue[_Answer]",
) -> None:
    """Answer questions in a thread; no reference to the `BotRunner` keeps it alive."""
    while (question := questions.get()) is not None:
        try:
            answer = _answer(bot, question, clock)
        except KeyboardInterrupt as error:
            answer = _Answer(None, error, clock())
        answers.put(answer)


_Question: TypeAlias = tuple[View, float | None, Cancellation | None]


class BotRunner:
    """Asks one bot for its turns and enforces the timeout.

    A bot that might never return is asked in a thread of its own, and left there once the timeout
    has passed. Without a timeout it is called directly.

    Args:
        bot: The bot.
        limit: The seconds it may take; None for no limit.
        timeout: The seconds until the timeout of the rules; None for no timeout.
        clock: The clock.
    """

    def __init__(self, bot: Bot, limit: float | None, timeout: float | None, clock: Clock) -> None:
        """Ask nothing yet."""
        times = [limit] if timeout is None else [limit, timeout * IN_TIME]
        self._limit = min((time for time in times if time is not None), default=None)
        self._bot, self._timeout, self._clock = bot, timeout, clock
        self._watched = timeout is not None and not keeps_time(bot)
        self._questions: SimpleQueue[_Question | None] = SimpleQueue()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self._thread: Thread | None = None
        self._waiting = False
        self._asked: View | None = None

    def ask(self, view: View, cancel: Cancellation | None = None) -> Turn | Failure:
        """Ask for a turn.

        Args:
            view: What the bot sees.
            cancel: Stops a built-in bot, and the wait for any other bot that has a timeout; None
                for no such switch.

        Returns:
            Its turn, which may be illegal, or why there is none.

        Raises:
            SearchCancelledError: If it was cancelled. It may be asked again.
        """
        began, question = self._clock(), (view, self._limit, cancel)
        answer = (
            self._watch(question, began)
            if self._watched
            else _answer(self._bot, question, self._clock)
        )
        _check(cancel)
        if answer is None or (self._timeout is not None and answer.at - began > self._timeout):
            return Failure.of("overran", f"no turn after {self._timeout} seconds")
        if answer.error is not None:
            return Failure.of("raised", describe(answer.error))
        # Not `isinstance`: it would ask the object itself, which a bot controls.
        if type(answer.turn) is Turn:
            return answer.turn
        what = type(answer.turn).__name__
        return Failure.of("nonsense", f"expected a Turn, got {what}")

    def _watch(self, question: _Question, began: float) -> _Answer | None:
        """Ask in the bot's thread; None if the timeout comes first."""
        view, _, cancel = question
        # Asked again after a cancellation, it may still be thinking about this very turn.
        asked = self._waiting and self._asked == view
        if self._timeout is None or (self._waiting and not asked and self._answers.empty()):
            # It is still busy with an earlier turn.
            return None
        if self._waiting and not asked:
            self._answers.get()
        if self._thread is None:
            work = (self._bot, self._clock, self._questions, self._answers)
            self._thread = Thread(target=_serve, args=work, daemon=True, name="rummy_fast bot")
            self._thread.start()
            finalize(self, self._questions.put, None)
        if not asked:
            self._questions.put(question)
            self._waiting, self._asked = True, view
        while (left := began + self._timeout - self._clock()) > 0:
            if (answer := self._wait(min(left, POLL))) is not None:
                return answer
            _check(cancel)
        # A bot that is only slightly late is then free for its next turn.
        return self._wait(POLL)

    def _wait(self, seconds: float) -> _Answer | None:
        """Wait for an answer of the bot's thread."""
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            return None
        self._waiting = False
        return answer


def _check(cancel: Cancellation | None) -> None:
    """Raise if it was cancelled."""
    if cancel is not None and cancel.cancelled:
        message = "the search was cancelled"
        raise SearchCancelledError(message)


def one_line(text: str) -> str:
    """Shorten any text to one printable line.

    Args:
        text: The text, which may be long, span lines or hold unprintable characters.

    Returns:
        Its beginning, on one line.
    """
    line = " ".join(text[: 4 * LONGEST].split())[:LONGEST].rstrip()
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def describe(error: BaseException) -> str:
    """Describe an exception, even one whose `__str__` raises.

    Args:
        error: The exception.

    Returns:
        Its type and its message.
    """
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001, as in `_answer`
        return name
    return f"{name}: {text}" if text else name
