"""Asking a bot for its turn, and the timeout (rule 13)."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, TypeAlias
from weakref import finalize

from rummy_fast._core import Turn, View
from rummy_fast.bots import PUNCTUAL, Bot

Clock: TypeAlias = Callable[[], float]
"""Gives seconds that never run backwards; when they began does not matter."""

LOOK_UP: Final = 0.02
"""Seconds between two looks at the clock while a bot thinks: it need not be that of the wall."""
IN_TIME: Final = 0.95
"""The part of the time till the timeout that a bot is told it has."""
LONGEST: Final = 200
"""Characters of a failure that are kept."""


class Failure(NamedTuple):
    """Why a bot has not made a turn."""

    code: str
    """A name for programs, the same in every version.

    - `"raised"`: it raised an exception.
    - `"nonsense"`: it gave back something that is no turn.
    - `"illegal"`: the rules refuse its turn.
    - `"overran"`: the timeout came first.
    - `"gone"`: a guest gave up the turn.
    """
    message: str
    """What happened, on one line."""

    @classmethod
    def of(cls, code: str, message: str) -> "Failure":
        """Make one from any text, which may be long, have lines, or hold signs nobody can read."""
        return cls(code, one_line(message))


class _Answer(NamedTuple):
    """What came of asking a bot."""

    turn: object
    error: BaseException | None
    at: float


def _answer(bot: Bot, view: View, limit: float | None, clock: Clock) -> _Answer:
    try:
        turn = bot.choose(view, limit)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001, whatever a bot does must not end the match
        return _Answer(None, error, clock())
    return _Answer(turn, None, clock())


def _serve(
    bot: Bot,
    clock: Clock,
    questions: "SimpleQueue[_Question | None]",
    answers: "SimpleQueue[_Answer]",
) -> None:
    """Answer questions in a thread of its own. It knows nothing of who asks, who can thus go."""
    while (question := questions.get()) is not None:
        try:
            answer = _answer(bot, *question, clock)
        except KeyboardInterrupt as error:
            answer = _Answer(None, error, clock())
        answers.put(answer)


_Question: TypeAlias = tuple[View, float | None]


class Asker:
    """Asks one bot for its turns and sees to it that it is done before the timeout.

    A bot that may never come back is asked in a thread of its own, and left to it when the timeout has
    gone. Without a timeout nobody is in a hurry, and it is asked directly.

    Args:
        bot: The bot.
        limit: Seconds it may take; None if it may take any time.
        timeout: Seconds after which the timeout comes; None without a clock.
        clock: Tells the time.
    """

    def __init__(self, bot: Bot, limit: float | None, timeout: float | None, clock: Clock) -> None:
        """Ask nothing yet."""
        times = [limit] if timeout is None else [limit, timeout * IN_TIME]
        self._limit = min((time for time in times if time is not None), default=None)
        self._bot, self._timeout, self._clock = bot, timeout, clock
        self._watched = timeout is not None and not isinstance(bot, PUNCTUAL)
        self._questions: SimpleQueue[_Question | None] = SimpleQueue()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self._thread: Thread | None = None
        self._waiting = False

    def ask(self, view: View) -> Turn | Failure:
        """Ask for a turn.

        Args:
            view: What the bot sees.

        Returns:
            Its turn, which may be illegal; or why there is none.
        """
        began = self._clock()
        answer = (
            self._watch(view, began)
            if self._watched
            else _answer(self._bot, view, self._limit, self._clock)
        )
        if answer is None or (self._timeout is not None and answer.at - began > self._timeout):
            return Failure.of("overran", f"no turn after {self._timeout} seconds")
        if answer.error is not None:
            return Failure.of("raised", told(answer.error))
        # Not `isinstance`, which asks the object what it is.
        if type(answer.turn) is Turn:
            return answer.turn
        what = type(answer.turn).__name__
        return Failure.of("nonsense", f"expected a Turn, got {what}")

    def _watch(self, view: View, began: float) -> _Answer | None:
        """Ask in the bot's own thread; None if the timeout comes first."""
        if self._timeout is None or (self._waiting and self._answers.empty()):
            # It is still busy with an earlier turn.
            return None
        if self._waiting:
            self._answers.get()
        if self._thread is None:
            work = (self._bot, self._clock, self._questions, self._answers)
            self._thread = Thread(target=_serve, args=work, daemon=True, name="rummy_fast bot")
            self._thread.start()
            finalize(self, self._questions.put, None)
        self._questions.put((view, self._limit))
        self._waiting = True
        while (left := began + self._timeout - self._clock()) > 0:
            if (answer := self._heard(min(left, LOOK_UP))) is not None:
                return answer
        # A bot that is only a little late is free again for its next turn.
        return self._heard(LOOK_UP)

    def _heard(self, seconds: float) -> _Answer | None:
        """What the bot's thread answers within so many seconds."""
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            return None
        self._waiting = False
        return answer


def one_line(text: str) -> str:
    """Make a line that can be shown of any text.

    Args:
        text: The text, which may be long, have lines, or hold signs nobody can read.

    Returns:
        Its beginning on one line.
    """
    line = " ".join(text[: 4 * LONGEST].split())[:LONGEST].rstrip()
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def told(error: BaseException) -> str:
    """Tell an exception, also one that cannot say what it is.

    Args:
        error: The exception.

    Returns:
        Its kind and what it says.
    """
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001, as in `_answer`
        return name
    return f"{name}: {text}" if text else name
