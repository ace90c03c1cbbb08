"""Calls: requests under way. Each one with an id gets exactly one answer."""

import threading
import time
from collections.abc import Callable
from contextvars import ContextVar

from pydantic import BaseModel
from pydantic_core import to_json

import rummy_fast as rf
from rummy_fast.engine.errors import RefusalError, cancelled
from rummy_fast.engine.messages import Failure, IdValue

STOP: ContextVar[rf.Cancellation | None] = ContextVar("STOP", default=None)
"""What stops the call that this thread works on."""

Send = Callable[[bytes], None]
"""Sends a message, given without its line end."""


def key_of(given: object) -> bytes:
    """Write an id as JSON, so that 1, 1.0 and "1" differ."""
    return to_json(given)


class Call:
    """A request, from its arrival to its answer."""

    def __init__(self, given: IdValue, send: Send | None) -> None:
        """Start the call.

        Args:
            given: The id.
            send: Called with the answer; None for a notification.
        """
        self.id = given
        self.key = key_of(given)
        self.stop = rf.Cancellation()
        self.asked = time.monotonic()
        self.running = False
        self._send = send
        self._lock = threading.Lock()
        self._answered = False

    @property
    def answered(self) -> bool:
        """Whether it has been answered or cancelled."""
        return self._answered

    @property
    def silent(self) -> bool:
        """Whether it is a notification, which gets no answer."""
        return self._send is None

    def _finish(self, answer: bytes) -> bool:
        with self._lock:
            if self._answered:
                return False
            self._answered = True
            if self._send is not None:
                self._send(answer)
            return True

    def succeed(self, result: BaseModel) -> bool:
        """Answer with a result; return False if it already has an answer."""
        answer = result.model_dump_json(exclude_unset=True).encode()
        return self._finish(b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (self.key, answer))

    def fail(self, error: RefusalError) -> bool:
        """Answer with an error; return False if it already has an answer."""
        return self._finish(failure(self.id, error))

    def cancel(self) -> bool:
        """Stop the work and answer; return False if it already has an answer."""
        self.stop.cancel()
        return self.fail(cancelled())

    def notify(self, send: Send, message: Callable[[], bytes]) -> None:
        """Send a notification about this call, unless it has been answered."""
        with self._lock:
            if not self._answered:
                send(message())


def failure(given: IdValue, error: RefusalError) -> bytes:
    """Make the answer to a failed request.

    Args:
        given: The id of the request; None if it could not be read.
        error: The reason.
    """
    answer = Failure(jsonrpc="2.0", id=given, error=error.model())
    return answer.model_dump_json(exclude_unset=True).encode()


class Calls:
    """The long calls that are waiting or running, by id."""

    def __init__(self) -> None:
        """Start without calls."""
        self._lock = threading.Lock()
        self._calls: dict[int, Call] = {}
        self._named: dict[bytes, Call] = {}

    def __len__(self) -> int:
        """Count the calls."""
        return len(self._calls)

    def add(self, call: Call) -> None:
        """Add a call."""
        with self._lock:
            self._calls[id(call)] = call
            if call.id is not None:
                self._named[call.key] = call

    def remove(self, call: Call) -> None:
        """Remove a call."""
        with self._lock:
            self._calls.pop(id(call), None)
            if self._named.get(call.key) is call:
                del self._named[call.key]

    def find(self, given: object) -> Call | None:
        """Find the unanswered call with an id; None if there is none."""
        with self._lock:
            call = self._named.get(key_of(given))
        return None if call is None or call.answered else call

    def all(self) -> list[Call]:
        """List the calls without an answer."""
        with self._lock:
            return [call for call in self._calls.values() if not call.answered]
