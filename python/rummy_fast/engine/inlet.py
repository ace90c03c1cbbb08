"""Lines out of chunks as they come from a pipe. No more of an endless line is kept than must be."""

from collections.abc import Iterator


class Inlet:
    """Puts lines together."""

    def __init__(self, longest: int) -> None:
        """Begin with nothing.

        Args:
            longest: Bytes of a line beyond which it is not kept.
        """
        self._longest = longest
        self._parts: list[bytes] = []
        self._size = 0
        self._first = True

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Take a chunk.

        Args:
            chunk: What was read.

        Yields:
            Each line that is whole now, blank ones left out; None for one that is too long.
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
        """End the line, as the end of the input does.

        Yields:
            As `feed` does.
        """
        line, size = b"".join(self._parts), self._size
        self._parts, self._size = [], 0
        if self._first:
            line, self._first = line.removeprefix(b"\xef\xbb\xbf"), False
        if size > self._longest:
            yield None
        elif line.strip():
            yield line
