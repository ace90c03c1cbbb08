"""Bots that come to an arena from elsewhere. Workers import them, so they stand in a module."""

import os
import signal
from pathlib import Path

import rummy_fast as rf


class Plain:
    """The best play, by a bot that is no compiled one."""

    name = "plain"

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        del limit
        return rf.Greedy().choose(view)


class Fickle(Plain):
    """Plays or not as its seed says; it remembers how often it was asked."""

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
    """Passes, also when there is a pool: every turn is illegal until it is empty."""

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
    """Kills the process that it is in, until so many marks are in a folder."""

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
    """Makes a bot when it is let in, and wants to end the process when it is to play."""
    if seed:
        raise SystemExit(3)
    return rf.Greedy()


class Mute:
    """A bot that cannot say its name."""

    @property
    def name(self) -> str:
        raise LookupError("no name today")

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        raise NotImplementedError


def no_bot(seed: int) -> Plain:
    """Makes no bot when it matters."""
    if seed:
        raise LookupError("no bot today")
    return Plain()


def no_name(_seed: int) -> Plain:
    """Makes a bot with a name on two lines."""
    bot = Plain()
    bot.name = "two\nlines"
    return bot
