"""Split chunks from a pipe into lines, with a bound on the length of a line."""

from collections.abc import Iterator


class Inlet:
    """Assembles lines from chunks."""

    def __init__(self, longest: int) -> None:
        """Start with an empty line.

        Args:
            longest: The most bytes of a line; a longer one is dropped.
        """
        self._longest = longest
        self._parts: list[bytes] = []
        self._size = 0
        self._first = True

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Add a chunk.

        Args:
            chunk: The bytes read.

        Yields:
            Each complete line that is not blank; None for a line that is too long.
        """
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            self._keep(part)
            yield from self.end()
        self._keep(rest)

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._longest:
            self._parts.clear()
        elif part:
            self._parts.append(part)

    def end(self) -> Iterator[bytes | None]:
        """End the current line, as the end of the input does.

        Yields:
            The line, as `feed` does.
        """
        line, size = b"".join(self._parts), self._size
        self._parts, self._size = [], 0
        if self._first:
            line, self._first = line.removeprefix(b"\xef\xbb\xbf"), False
        if size > self._longest:
            yield None
        elif line.strip():
            yield line
