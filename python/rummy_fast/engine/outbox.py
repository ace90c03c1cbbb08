"""Write messages of any thread to a file descriptor, on a thread of their own.

No worker ever waits for a client that does not read.
"""

import os
import threading
from collections.abc import Callable


class Outbox:
    """A queue of lines to write to a file descriptor."""

    def __init__(self, target: int, changed: Callable[[], None]) -> None:
        """Start the thread.

        Args:
            target: A blocking file descriptor.
            changed: Called when everything is written, and when writing has failed.
        """
        self._target = target
        self._changed = changed
        self._lines: list[bytes] = []
        self._change = threading.Condition()
        self._closed = False
        self.waiting = 0
        self.broken = False
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._thread.start()

    def put(self, message: bytes) -> None:
        """Queue a message."""
        with self._change:
            if self.broken:
                return
            self._lines.append(message)
            self._lines.append(b"\n")
            self.waiting += len(message) + 1
            self._change.notify()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._lines and not self._closed:
                    self._change.wait()
                if not self._lines:
                    return
                data = b"".join(self._lines)
                self._lines.clear()
            try:
                self._write(data)
            except OSError:
                self._give_up()
                return
            with self._change:
                self.waiting -= len(data)
                idle = not self.waiting
            if idle:
                self._changed()

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._target, rest) :]

    def _give_up(self) -> None:
        """Drop everything: nobody reads any more."""
        with self._change:
            self.broken = True
            self._lines.clear()
            self.waiting = 0
        self._changed()

    def close(self, seconds: float) -> bool:
        """Write the remaining messages.

        Args:
            seconds: How long to wait for that.

        Returns:
            Whether the thread has ended.
        """
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join(seconds)
        return not self._thread.is_alive()
