"""The deals that are finished, in a file of JSON lines, so that an arena can be gone on with."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rummy_fast._core import RummyError
from rummy_fast.arena.job import Conduct, DealPlayed, RoundPlayed
from rummy_fast.words import N_, refusal, wrong_type
from rummy_fast.writing.damage import damaged, excerpt, read_object
from rummy_fast.writing.scribe import Scribe

VERSION: Final = 1
"""Of the format. A file of another version is refused."""


class Ledger:
    """Keeps what is finished.

    Args:
        path: The file. What an arena wrote there is read, and gone on with.
        head: What is settled before the first deal; the file must say the same.

    Raises:
        RecordError: If the file is damaged, or no file of an arena.
        RummyError: If it is of another arena.
        OSError: If it cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], head: dict[str, Any]) -> None:
        """Read the file and make sure that it can be written."""
        if not isinstance(path, str | os.PathLike):
            raise wrong_type("save", "the name of a file", path)
        self._path = Path(path)
        self._head = {"arena": VERSION} | head
        self._scribe: Scribe | None = None
        with self._path.open("ab"), _held(self._path):
            self.read()

    def read(self) -> list[DealPlayed]:
        """Read what is finished.

        Returns:
            The deals, one for each line after the first.

        Raises:
            RecordError: If the file is damaged, or no file of an arena.
            RummyError: If it is of another arena.
            OSError: If it cannot be read.
        """
        lines = _lines(self._path)
        if lines:
            _compare(self._path, lines[0], self._head)
        return [_read(number, line) for number, line in enumerate(lines[1:], 2)]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A block in which deals are written, and in which no other arena writes to the file.

        Raises:
            RummyError: If another does.
            OSError: If the file cannot be written.
        """
        with _held(self._path):
            _, *rest = _lines(self._path) or [""]
            scribe = Scribe(self._path)
            scribe.begin([json.dumps(self._head), *rest])
            # It is another file now, of the same name.
            with _held(self._path):
                self._scribe = scribe
                try:
                    yield
                finally:
                    self._scribe = None

    def add(self, deal: DealPlayed) -> None:
        """Write down a deal, in a block of `writing`.

        Args:
            deal: The deal, which is finished.

        Raises:
            OSError: If it cannot be written. It is written with the next.
        """
        told = {
            "deal": deal.deal,
            "seed": deal.seed,
            "pair": deal.pair,
            "rounds": [
                {"seating": one.seating, "winners": one.winners, "scores": one.scores}
                for one in deal.rounds
            ],
            "conduct": [one._asdict() for one in deal.conduct],
        }
        if self._scribe is not None:
            self._scribe.add([json.dumps(told)])


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """A block in which no other arena holds a file. On Windows any may."""
    if sys.platform == "win32" or not path.is_file():
        yield
        return
    import fcntl  # noqa: PLC0415, not there on Windows

    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            template = N_("{file}: another arena is writing to it")
            raise refusal(RummyError, template, file=path) from None
        yield


def _lines(path: Path) -> list[str]:
    """The whole lines of a file that may not be there yet."""
    if not path.is_file():
        return []
    # Half a line at the end is what was being written when all ended.
    *whole, _ = path.read_bytes().decode("utf-8", "replace").split("\n")
    return whole


def _compare(path: str | os.PathLike[str], line: str, head: dict[str, Any]) -> None:
    """Refuse the file of another arena."""
    found = read_object(1, line)
    if "arena" not in found:
        template = N_('the file of an arena begins with what was settled, found "{found}"')
        raise damaged(1, template, found=excerpt(line))
    for name, value in json.loads(json.dumps(head)).items():
        if found.get(name) != value:
            raise refusal(
                RummyError,
                N_("{file}: it is of another arena: {name} is {found} there, {value} here"),
                file=os.fspath(path),
                name=name,
                found=excerpt(json.dumps(found.get(name))),
                value=excerpt(json.dumps(value)),
            )


def _read(number: int, line: str) -> DealPlayed:
    """Read the deal of a line."""
    found = read_object(number, line)
    try:
        rounds = tuple(
            RoundPlayed(_whole(one["seating"]), _whole(one["winners"]), _whole(one["scores"]))
            for one in found["rounds"]
        )
        first, second = _whole(found["pair"])
        one, other = map(_conduct, found["conduct"])
        deal, seed = _whole([found["deal"], found["seed"]])
        return DealPlayed(deal, seed, (first, second), rounds, (one, other))
    except (KeyError, TypeError, ValueError) as error:
        template = N_("this is no deal of an arena ({error}): {found}")
        raise damaged(number, template, error=error, found=excerpt(line)) from None


def _whole(numbers: object) -> tuple[int, ...]:
    """Whole numbers in a list."""
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise TypeError(numbers)
    return tuple(numbers)


def _conduct(found: dict[str, Any]) -> Conduct:
    """How a bot behaved."""
    turns, faults = _whole([found["turns"], found["faults"]])
    return Conduct(turns, faults, str(found["fault"]), float(found["seconds"]))
