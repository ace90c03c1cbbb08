"""Custom bots for arena tests, in a module of their own because workers import them."""

import os
import signal
from pathlib import Path

import rummy_fast as rf


class Plain:
    """Makes the best play, as a Python bot."""

    name = "plain"

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        del limit
        return rf.Greedy().choose(view)


class Fickle(Plain):
    """Plays or draws as its seed decides; it counts its turns."""

    name = "fickle"

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.asked = 0

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        self.asked += 1
        if (self.seed >> (self.asked % 60)) % 4 == 0 and view.pool_size:
            return rf.Turn.draw()
        return super().choose(view, limit)


class Passer(Plain):
    """Always passes, which is illegal until the pool is empty."""

    name = "passer"

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        del view, limit
        return rf.Turn.pass_()


class Raiser(Plain):
    """Raises."""

    name = "raiser"

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        del view, limit
        raise LookupError("the disk\nis gone")


class Mortal(Plain):
    """Kills its own process on turn 5, until a folder holds a given number of marks."""

    name = "mortal"

    def __init__(self, folder: str, deaths: int) -> None:
        self.folder = folder
        self.deaths = deaths
        self.turns = 0

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        self.turns += 1
        marks = len(list(Path(self.folder).iterdir()))
        if self.turns == 5 and marks < self.deaths:
            (Path(self.folder) / f"{marks}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, limit)


def leaving(seed: int) -> rf.Greedy:
    """Make a bot for the first check, then try to end the process."""
    if seed:
        raise SystemExit(3)
    return rf.Greedy()


class Mute:
    """A bot whose name raises."""

    @property
    def name(self) -> str:
        raise LookupError("no name today")

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        raise NotImplementedError


def no_bot(seed: int) -> Plain:
    """Make a bot for the first check, then raise."""
    if seed:
        raise LookupError("no bot today")
    return Plain()


def no_name(_seed: int) -> Plain:
    """Make a bot with a name of two lines."""
    bot = Plain()
    bot.name = "two\nlines"
    return bot
