"""The engine on two file descriptors, with signals and clients that disappear."""

import os
import select
import signal
import time
from contextlib import suppress
from types import FrameType
from typing import Final

from rummy_fast.engine.dispatch import Dispatch
from rummy_fast.engine.inlet import Inlet
from rummy_fast.engine.methods import LONGEST_LINE
from rummy_fast.engine.outbox import Outbox

CHUNK: Final = 1 << 16
"""The most bytes read at a time."""
MOST_WAITING: Final = 1 << 26
"""The most bytes of waiting answers; beyond that nothing is read until the client reads."""
GRACE_SECONDS: Final = 5.0
"""The time that calls have to finish once standard input is closed."""
PARTING_SECONDS: Final = 1.0
"""The time to write the last answers and to end the threads."""
GONE: Final = select.POLLERR | select.POLLHUP | select.POLLNVAL


class Server:
    """Serves one client, from its first line to the end of its input."""

    def __init__(self, source: int, target: int, *, threads: int, rounds: int) -> None:
        """Start the threads.

        Args:
            source: The file descriptor to read lines from.
            target: The file descriptor to write messages to.
            threads: The number of worker threads for long calls.
            rounds: The most open rounds.
        """
        self._source = source
        self._target = target
        self._signalled = False
        self._wakes, self._waker = os.pipe()
        os.set_blocking(self._wakes, False)
        os.set_blocking(self._waker, False)
        self._inlet = Inlet(LONGEST_LINE)
        self._outbox = Outbox(target, self._wake)
        self._dispatch = Dispatch(self._outbox.put, threads=threads, rounds=rounds, idle=self._wake)

    def _wake(self) -> None:
        """Wake the loop, from any thread."""
        with suppress(BlockingIOError):  # the pipe is full, so the loop will wake
            os.write(self._waker, b".")

    def _signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signalled = True

    def run(self) -> bool:
        """Serve until `shutdown`, the end of the input, a signal, or the client disappears.

        SIGTERM and SIGINT act like a closed input without the grace period. Call it once, from the
        main thread.

        Returns:
            Whether all threads have ended; if not, the process must not wait for them.
        """
        before = {
            number: signal.signal(number, self._signal)
            for number in (signal.SIGTERM, signal.SIGINT)
        }
        # Wake the loop even if the signal reaches another thread.
        woken = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        try:
            self._loop()
        finally:
            quiet = self._dispatch.close(PARTING_SECONDS)
            quiet = self._outbox.close(PARTING_SECONDS) and quiet
            signal.set_wakeup_fd(woken)
            for number, handler in before.items():
                signal.signal(number, handler)
            if quiet:
                os.close(self._wakes)
                os.close(self._waker)
        return quiet

    def _loop(self) -> None:
        until: float | None = None  # the end of the grace period
        while not (self._signalled or self._dispatch.ending or self._outbox.broken):
            if until is not None and (not self._dispatch.busy or time.monotonic() >= until):
                return
            listening = until is None and self._outbox.waiting <= MOST_WAITING
            ready = self._poll(listening=listening, until=until)
            if ready.get(self._target, 0) & GONE:
                return
            if ready.get(self._wakes):
                with suppress(BlockingIOError):
                    os.read(self._wakes, CHUNK)
            if listening and ready.get(self._source) and not self._read():
                until = time.monotonic() + GRACE_SECONDS

    def _poll(self, *, listening: bool, until: float | None) -> dict[int, int]:
        """Wait until there is something to do."""
        poll = select.poll()
        poll.register(self._wakes, select.POLLIN)
        poll.register(self._target, 0)  # errors and hang-ups are reported without asking
        if listening:
            poll.register(self._source, select.POLLIN)
        left = None if until is None else max(0.0, until - time.monotonic()) * 1000
        return dict(poll.poll(left))

    def _read(self) -> bool:
        """Read what is available; return False at the end of the input."""
        try:
            chunk = os.read(self._source, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            chunk = b""
        for line in self._inlet.feed(chunk) if chunk else self._inlet.end():
            if line is None:
                self._dispatch.too_long()
            else:
                self._dispatch.receive(line)
            if self._dispatch.ending:
                break
        return bool(chunk)
