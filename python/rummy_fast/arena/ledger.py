"""A file of finished deals, one JSON line each, from which an arena can be resumed."""

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
from rummy_fast.writing.writer import RecordWriter

VERSION: Final = 1
"""The version of the format. Files of other versions are refused."""


class Ledger:
    """The finished deals of an arena, in a file.

    Args:
        path: The file. If it exists, its deals are kept and new ones are appended.
        head: The settings of the arena; an existing file must have the same.

    Raises:
        RecordError: If the file is damaged or not from an arena.
        RummyError: If it belongs to another arena.
        OSError: If it cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], head: dict[str, Any]) -> None:
        """Read the file and check that it is writable."""
        if not isinstance(path, str | os.PathLike):
            raise wrong_type("save", "the name of a file", path)
        self._path = Path(path)
        self._head = {"arena": VERSION} | head
        self._writer: RecordWriter | None = None
        with self._path.open("ab"), _held(self._path):
            self.read()

    def read(self) -> list[DealPlayed]:
        """Read the finished deals.

        Returns:
            One deal for each line after the first.

        Raises:
            RecordError: If the file is damaged or not from an arena.
            RummyError: If it belongs to another arena.
            OSError: If it cannot be read.
        """
        lines = _lines(self._path)
        if lines:
            _compare(self._path, lines[0], self._head)
        return [_read(number, line) for number, line in enumerate(lines[1:], 2)]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Open the file for `add`; no other arena can write to it within the block.

        Raises:
            RummyError: If another arena is writing to it.
            OSError: If the file cannot be written.
        """
        with _held(self._path):
            _, *rest = _lines(self._path) or [""]
            writer = RecordWriter(self._path)
            writer.begin([json.dumps(self._head), *rest])
            # `begin` has replaced the file; hold the new one, too.
            with _held(self._path):
                self._writer = writer
                try:
                    yield
                finally:
                    self._writer = None

    def add(self, deal: DealPlayed) -> None:
        """Append a finished deal, within a block of `writing`.

        Args:
            deal: The deal.

        Raises:
            OSError: If it cannot be written. It will be written with the next one.
        """
        fields = {
            "deal": deal.deal,
            "seed": deal.seed,
            "pair": deal.pair,
            "rounds": [
                {"seating": one.seating, "winners": one.winners, "scores": one.scores}
                for one in deal.rounds
            ],
            "conduct": [one._asdict() for one in deal.conduct],
        }
        if self._writer is not None:
            self._writer.add([json.dumps(fields)])


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Lock a file against other arenas within a block. Windows has no such lock."""
    if sys.platform == "win32" or not path.is_file():
        yield
        return
    import fcntl  # noqa: PLC0415, missing on Windows

    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            template = N_("{file}: another arena is writing to it")
            raise refusal(RummyError, template, file=path) from None
        yield


def _lines(path: Path) -> list[str]:
    """Read the complete lines of a file, which need not exist."""
    if not path.is_file():
        return []
    # A crash may have left half a line at the end.
    *whole, _ = path.read_bytes().decode("utf-8", "replace").split("\n")
    return whole


def _compare(path: str | os.PathLike[str], line: str, head: dict[str, Any]) -> None:
    """Raise if the file belongs to another arena."""
    found = read_object(1, line)
    if "arena" not in found:
        template = N_('an arena file begins with a line of settings, found "{found}"')
        raise damaged(1, template, found=excerpt(line))
    for name, value in json.loads(json.dumps(head)).items():
        if found.get(name) != value:
            raise refusal(
                RummyError,
                N_("{file} belongs to another arena: its {name} is {found}, here it is {value}"),
                file=os.fspath(path),
                name=name,
                found=excerpt(json.dumps(found.get(name))),
                value=excerpt(json.dumps(value)),
            )


def _read(number: int, line: str) -> DealPlayed:
    """Parse the deal of a line."""
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
        template = N_("not a deal of an arena ({error}): {found}")
        raise damaged(number, template, error=error, found=excerpt(line)) from None


def _whole(numbers: object) -> tuple[int, ...]:
    """Check a list of whole numbers."""
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise TypeError(numbers)
    return tuple(numbers)


def _conduct(found: dict[str, Any]) -> Conduct:
    """Parse the conduct of a bot."""
    turns, faults = _whole([found["turns"], found["faults"]])
    return Conduct(turns, faults, str(found["fault"]), float(found["seconds"]))
