"""Turn lines into calls: the requests, notifications and batches of JSON-RPC 2.0.

One thread reads all lines. It answers short calls itself, in order, and hands long ones to the
workers, so their answers may come out of order.
"""

import threading
from collections.abc import Callable
from functools import partial

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from rummy_fast.engine import messages as m
from rummy_fast.engine.calls import Call, Calls, Send, failure
from rummy_fast.engine.errors import MOST_NAME, RefusalError, faults_of, invalid_params
from rummy_fast.engine.methods import LONGEST_LINE, METHODS, MOST_BATCH, MOST_CALLS, Method
from rummy_fast.engine.rounds import Rounds
from rummy_fast.engine.workers import Ticker, Workers, answer


class Batch:
    """The answers to a batch, sent together once all are there."""

    def __init__(self, send: Send) -> None:
        """Start without answers.

        Args:
            send: Called with all answers.
        """
        self._send = send
        self._lock = threading.Lock()
        self._answers: list[bytes] = []
        self._awaited = 1  # the end of the batch itself

    def expect(self) -> Send:
        """Expect one more answer; return the function to send it with."""
        with self._lock:
            self._awaited += 1
        return self._add

    def _add(self, answer: bytes) -> None:
        with self._lock:
            self._answers.append(answer)
        self.close()

    def close(self) -> None:
        """Count an answer, or the end of the batch; send all answers after the last."""
        with self._lock:
            self._awaited -= 1
            whole = self._answers if self._awaited == 0 else []
        if whole:
            self._send(b"[%b]" % b",".join(whole))


class Dispatch:
    """The engine without its pipes: `receive` takes lines, `send` gets messages."""

    def __init__(
        self,
        send: Send,
        *,
        threads: int,
        rounds: int,
        idle: Callable[[], None] = lambda: None,
    ) -> None:
        """Start the workers.

        Args:
            send: Called with each message, from any thread.
            threads: The number of worker threads.
            rounds: The most open rounds.
            idle: Called whenever no long call is left, from any thread.
        """
        self.ending = False
        self._send = send
        self._idle = idle
        self._rounds = Rounds(rounds)
        self._calls = Calls()
        self._ticker = Ticker(send)
        self._workers = Workers(threads, self._done)

    @property
    def busy(self) -> bool:
        """Whether long calls are waiting or running."""
        return len(self._calls) > 0

    def _done(self, call: Call) -> None:
        self._calls.remove(call)
        if not self.busy:
            self._idle()

    def too_long(self) -> None:
        """Answer a line that was too long to read."""
        error = RefusalError("invalid_json", f"the line is longer than {LONGEST_LINE} bytes")
        self._send(failure(None, error))

    def receive(self, line: bytes) -> None:
        """Handle a message.

        Args:
            line: The line, with or without its line end.
        """
        try:
            message = from_json(line, allow_inf_nan=False)
        except ValueError as error:
            refusal = RefusalError("invalid_json", _json_error(line, error))
            self._send(failure(None, refusal))
            return
        if isinstance(message, list) and message:
            self._batch(message)
        else:
            self._message(message, lambda: self._send)

    def _batch(self, items: list[object]) -> None:
        if len(items) > MOST_BATCH:
            message = f"a batch of {len(items)} messages: at most {MOST_BATCH} are allowed"
            self._send(failure(None, RefusalError("invalid_request", message)))
            return
        batch = Batch(self._send)
        for item in items:
            self._message(item, batch.expect)
        batch.close()

    def _message(self, item: object, expect: Callable[[], Send]) -> None:
        """Handle one message; `expect` gives the function that sends its answer."""
        given = _id_of(item)
        try:
            request = m.Request.model_validate(item)
        except ValidationError as error:
            refusal = RefusalError("invalid_request", faults_of(error, "a message"))
            expect()(failure(given, refusal))
            return
        wanted = "id" in request.model_fields_set
        call = Call(given, expect() if wanted else None)
        try:
            self._call(call, request)
        except RefusalError as error:
            call.fail(error)

    def _call(self, call: Call, request: m.Request) -> None:
        """Answer a call, or hand it to the workers.

        Raises:
            RefusalError: If it has no result.
        """
        method = METHODS.get(request.method)
        if method is None:
            message = f'there is no method "{request.method[:MOST_NAME]}"'
            raise RefusalError("unknown_method", message)
        params = _params(method, request)
        work = partial(method.run, self if method.control else self._rounds, params)
        if method.long:
            self._submit(call, params, work)
        else:
            answer(call, work)

    def _submit(self, call: Call, params: BaseModel, work: Callable[[], BaseModel]) -> None:
        """Hand a call to the workers.

        Raises:
            RefusalError: If they accept no more calls.
        """
        if self.ending:
            raise RefusalError("shutting_down", "the engine is shutting down")
        if len(self._calls) >= MOST_CALLS:
            raise RefusalError("busy", f"{MOST_CALLS} calls are under way, the most allowed")
        if call.silent:
            return  # it has no effect but its answer, which nobody would get
        if call.id is not None and self._calls.find(call.id) is not None:
            raise RefusalError("invalid_request", "id: a request with this id is still under way")
        self._calls.add(call)
        if getattr(params, "progress", False):
            self._ticker.watch(call, getattr(params, "limit", None))
        self._workers.submit(call, work)

    def cancel(self, given: m.IdValue) -> bool:
        """Cancel a long call.

        Args:
            given: Its id.

        Returns:
            Whether it waited or ran.
        """
        call = None if given is None else self._calls.find(given)
        return call is not None and call.cancel()

    def shut_down(self) -> None:
        """Take no more long calls, and cancel those that wait or run."""
        self.ending = True
        self.cancel_all()

    def cancel_all(self) -> None:
        """Cancel every long call; each gets an error as its answer."""
        for call in self._calls.all():
            call.cancel()

    def close(self, seconds: float) -> bool:
        """Cancel all calls and end the threads.

        Args:
            seconds: How long to wait for the threads.

        Returns:
            Whether all threads have ended.
        """
        self.ending = True
        self.cancel_all()
        self._ticker.close()
        return self._workers.close(seconds)


def _json_error(line: bytes, error: ValueError) -> str:
    """Say why a line is not JSON."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as undecoded:
        return f"the line is not UTF-8: {undecoded.reason} at byte {undecoded.start}"
    if "recursion limit" in str(error):
        return "the line is not JSON: nested too deeply"
    return f"the line is not JSON: {error}"


def _id_of(item: object) -> m.IdValue:
    """Get the id of a message; None if it has no valid one."""
    given = item.get("id") if isinstance(item, dict) else None
    try:
        return m.CancelParams(id=given).id
    except ValidationError:
        return None


def _params(method: Method, request: m.Request) -> BaseModel:
    """Validate the params of a call.

    Raises:
        RefusalError: If they do not fit the method.
    """
    given = {} if request.params is None else request.params
    if not isinstance(given, dict):
        message = "params must be an object"
        raise RefusalError("invalid_problem", message, number=-32602)
    try:
        return method.params.model_validate(given)
    except ValidationError as error:
        raise invalid_params(error) from None
