"""Worker threads for long calls (the core releases the GIL), and a thread for their progress."""

import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import Final

from pydantic import BaseModel
from pydantic_core import to_json

from rummy_fast.engine.calls import STOP, Call, Send
from rummy_fast.engine.errors import internal, refusal_of

PROGRESS_SECONDS: Final = 0.25
"""The time between two progress notifications of a call."""

Work = Callable[[], BaseModel]


def answer(call: Call, work: Work) -> None:
    """Do the work of a call and answer it, even if the work fails.

    Args:
        call: The call.
        work: Returns its result.
    """
    try:
        STOP.set(call.stop)
        call.succeed(work())
    except BaseException as error:  # noqa: BLE001 - a panic of the core is not an `Exception`
        refusal = refusal_of(error)
        if refusal is None:
            traceback.print_exc(file=sys.stderr)
        call.fail(refusal or internal())


class Workers:
    """Threads that take calls from a queue, in order."""

    def __init__(self, threads: int, done: Callable[[Call], None]) -> None:
        """Start the threads.

        Args:
            threads: The number of threads.
            done: Called with each call that has left its thread.
        """
        self._queue: queue.SimpleQueue[tuple[Call, Work] | None] = queue.SimpleQueue()
        self._done = done
        self._threads = [
            threading.Thread(target=self._run, name=f"worker {number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, call: Call, work: Work) -> None:
        """Queue a call for the next free thread."""
        self._queue.put((call, work))

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            call, work = job
            if not call.answered:
                call.running = True
                answer(call, work)
            self._done(call)

    def close(self, seconds: float) -> bool:
        """End the threads once their calls are done.

        Args:
            seconds: How long to wait for the threads.

        Returns:
            Whether all threads have ended.
        """
        for _ in self._threads:
            self._queue.put(None)
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)


class Ticker:
    """Sends progress notifications for calls that want them."""

    def __init__(self, send: Send) -> None:
        """Start without calls.

        Args:
            send: Called with each notification.
        """
        self._send = send
        self._watched: dict[Call, float | None] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None

    def watch(self, call: Call, limit: float | None) -> None:
        """Report the progress of a call until it is answered."""
        with self._change:
            self._watched[call] = limit
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
                self._thread.start()
            self._change.notify()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._watched and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
            time.sleep(PROGRESS_SECONDS)
            with self._change:
                for call in [call for call in self._watched if call.answered]:
                    del self._watched[call]
                watched = list(self._watched.items())
            for call, limit in watched:
                call.notify(self._send, partial(progress, call, limit))

    def close(self) -> None:
        """Stop sending notifications."""
        with self._change:
            self._closed = True
            self._change.notify()


def progress(call: Call, limit: float | None) -> bytes:
    """Make the progress notification of a call."""
    params = {
        "id": call.id,
        "state": "running" if call.running else "waiting",
        "seconds": round(time.monotonic() - call.asked, 3),
        "limit": limit,
    }
    return to_json({"jsonrpc": "2.0", "method": "progress", "params": params})
