"""Players for the tests: good ones, and one for every kind of fault."""

import threading
from collections.abc import Callable

import rummy_fast as rf


class Clock:
    """A clock that only tests advance."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Puppet:
    """Plays what a function returns; it remembers its views and limits."""

    def __init__(self, act: Callable[[rf.View], object], name: str = "puppet") -> None:
        self.name = name
        self.act = act
        self.views: list[rf.View] = []
        self.limits: list[float | None] = []

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        self.views.append(view)
        self.limits.append(limit)
        answer: rf.Turn = self.act(view)  # type: ignore[assignment]
        return answer


def greedy(view: rf.View) -> rf.Turn:
    """Make the best play."""
    return rf.Greedy().choose(view)


def idle(view: rf.View) -> rf.Turn:
    """Never play a tile."""
    return rf.Turn.draw() if view.pool_size else rf.Turn.pass_()


def raising(error: BaseException) -> Callable[[rf.View], object]:
    """Make a function that raises this."""

    def act(_view: rf.View) -> object:
        raise error

    return act


def answering(answer: object) -> Callable[[rf.View], object]:
    """Make a function that returns this."""
    return lambda _view: answer


def stealing(view: rf.View) -> rf.Turn:
    """Play three tiles that are not in the hand."""
    return rf.Turn.play([*view.table, "r1 r2 r3"], view.rules)


def passing(_view: rf.View) -> rf.Turn:
    """Always pass, even if the pool has tiles."""
    return rf.Turn.pass_()


class Sleeper(Puppet):
    """Does not answer until a test wakes it."""

    def __init__(self) -> None:
        super().__init__(self._sleep, "sleeper")
        self.wake = threading.Event()

    def _sleep(self, view: rf.View) -> rf.Turn:
        self.wake.wait(60)
        return idle(view)
