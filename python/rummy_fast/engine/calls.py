"""Calls: requests while they are worked on. Each that has an id is answered once."""

import threading
import time
from collections.abc import Callable

from pydantic import BaseModel
from pydantic_core import to_json

import rummy_fast as rf
from rummy_fast.engine.errors import RefusalError, cancelled
from rummy_fast.engine.messages import Failure, IdValue

Send = Callable[[bytes], None]
"""Sends a message, without the end of its line."""


def key_of(given: object) -> bytes:
    """An id as it is written: 1 and 1.0 and "1" are three."""
    return to_json(given)


class Call:
    """A request, from when it is read until it is answered."""

    def __init__(self, given: IdValue, send: Send | None) -> None:
        """Begin.

        Args:
            given: The id.
            send: Takes the answer; None for a notification.
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
        """Whether it has been answered, or cancelled."""
        return self._answered

    @property
    def silent(self) -> bool:
        """Whether it is a notification, which is never answered."""
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
        """Answer with a result; false if it was answered before."""
        told = result.model_dump_json(exclude_unset=True).encode()
        return self._finish(b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (self.key, told))

    def fail(self, error: RefusalError) -> bool:
        """Answer with an error; false if it was answered before."""
        return self._finish(failure(self.id, error))

    def cancel(self) -> bool:
        """Stop the work and say so; false if it was answered before."""
        self.stop.cancel()
        return self.fail(cancelled())

    def notify(self, send: Send, message: Callable[[], bytes]) -> None:
        """Send a notification about this call, unless it is answered."""
        with self._lock:
            if not self._answered:
                send(message())


def failure(given: IdValue, error: RefusalError) -> bytes:
    """The message that a request failed.

    Args:
        given: The id of the request; None if it could not be read.
        error: Why.
    """
    told = Failure(jsonrpc="2.0", id=given, error=error.model())
    return told.model_dump_json(exclude_unset=True).encode()


class Calls:
    """The long calls that wait or run, by id."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._calls: dict[int, Call] = {}
        self._named: dict[bytes, Call] = {}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._calls)

    def add(self, call: Call) -> None:
        """Keep a call until `remove`."""
        with self._lock:
            self._calls[id(call)] = call
            if call.id is not None:
                self._named[call.key] = call

    def remove(self, call: Call) -> None:
        """Forget a call."""
        with self._lock:
            self._calls.pop(id(call), None)
            if self._named.get(call.key) is call:
                del self._named[call.key]

    def find(self, given: object) -> Call | None:
        """The call of an id; None if there is none, or it is answered."""
        with self._lock:
            call = self._named.get(key_of(given))
        return None if call is None or call.answered else call

    def all(self) -> list[Call]:
        """Those that are not answered yet."""
        with self._lock:
            return [call for call in self._calls.values() if not call.answered]
