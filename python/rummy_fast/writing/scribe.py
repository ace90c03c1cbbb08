"""Writing lines as they come, so that a crash loses at most the one that is being written."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TextIO, TypeAlias
from weakref import finalize

from rummy_fast.words import wrong_type
from rummy_fast.writing.files import naming


class Writable(Protocol):
    """What a text can be written to: an open text file, say."""

    def write(self, text: str, /) -> object:
        """Write a text."""

    def flush(self) -> object:
        """Hand on what was written."""


Target: TypeAlias = str | os.PathLike[str] | Writable


class Scribe:
    """Writes lines to a file, each at once.

    What stood in a file that is named is replaced when the first lines have been written beside it,
    so that a match can be gone on with in the file that it was read from.

    Args:
        target: The name of a file, or one that is open.

    Raises:
        TypeError: If it is neither.
    """

    def __init__(self, target: Target) -> None:
        """Write nothing yet."""
        self._path: Path | None = None
        self._name: str | None = None
        self._file: Writable | None = None
        if isinstance(target, str | os.PathLike):
            self._path = Path(os.path.realpath(target))  # unlike `resolve` at ease with loops
            self._name = os.fspath(target)
        elif callable(getattr(target, "write", None)):
            self._file = target
        else:
            raise wrong_type("record", "the name of a file or an open text file", target)
        self._open = -1
        self._size = 0
        self._torn = True
        self._owed: list[str] = []

    def begin(self, lines: Sequence[str]) -> None:
        """Write the first lines, which make the file.

        Args:
            lines: The lines.

        Raises:
            OSError: If they cannot be written.
        """
        if self._path is not None and self._path.exists() and not self._path.is_file():
            # What is no ordinary file, such as a pipe, cannot be replaced.
            file = self._path.open("w", encoding="utf-8", newline="")
            finalize(self, _close, file)
            self._file = file
            self._path = None
        if self._path is None:
            self.add(lines)
            return
        text = _text(lines)
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        try:
            beside.write_bytes(text)
            beside.replace(self._path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise type(error)(error.errno, error.strerror, self._name) from None
        self._open = os.open(self._path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
        finalize(self, os.close, self._open)
        self._size = len(text)

    def add(self, lines: Iterable[str]) -> None:
        """Write more lines. Those that cannot be written are written with the next.

        Args:
            lines: The lines.

        Raises:
            OSError: If they cannot be written.
        """
        self._owed.extend(lines)
        with naming(self._name):
            self._write(_text(self._owed))
        self._owed.clear()

    def _write(self, text: bytes) -> None:
        if self._file is not None:
            self._file.write(text.decode())
            self._file.flush()
        else:
            # Half a line may stand there from an attempt that failed.
            if self._torn:
                os.ftruncate(self._open, self._size)
                os.lseek(self._open, self._size, os.SEEK_SET)
            self._torn = True
            left = text
            while left:
                left = left[os.write(self._open, left) :]
            self._torn = False
            self._size += len(text)


def _close(file: TextIO) -> None:
    """Close a file. What could not be written has been told of."""
    with suppress(OSError):
        file.close()


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
