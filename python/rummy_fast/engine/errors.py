"""Errors of the protocol: numbers for JSON-RPC, codes for programs, messages for people."""

from collections.abc import Iterable, Iterator

from pydantic import ValidationError

import rummy_fast as rf
from rummy_fast.codes import NUMBERS, code_of
from rummy_fast.engine.messages import Error, ErrorData, Reason

MOST_FAULTS = 8
"""The most faults of params in one message; a long list may have a fault in every entry."""
FAULTS = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this message",
    "string_type": "must be text",
    "string_too_long": "is too long",
    "too_long": "must have at most {max_length} entries",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "literal_error": "must be {expected}",
}
"""The message of each fault, by its name in pydantic; others keep pydantic's message."""
TRIED = frozenset({"str", "int", "float", "bool", "nullable", "constrained-str"})
"""Names of types that pydantic puts between those of fields."""
MOST_NAME = 60
"""The most characters of a client's name that an error quotes."""


class RefusalError(Exception):
    """A call has no result."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        number: int | None = None,
        reasons: Iterable[rf.Reason] = (),
    ) -> None:
        """Make the error.

        Args:
            code: The name of an error code.
            message: A sentence that names the field, tile, meld or seat.
            number: The JSON-RPC number; that of the code if None.
            reasons: Why a turn is illegal.
        """
        super().__init__(message)
        self.code = code
        self.number = NUMBERS[code] if number is None else number
        self.reasons = tuple(reasons)

    def model(self) -> Error:
        """Convert to the message that is sent."""
        data = ErrorData(code=self.code)
        if self.reasons:
            data = ErrorData(code=self.code, reasons=list(map(reason_of, self.reasons)))
        return Error(code=self.number, message=str(self), data=data)


def reason_of(reason: rf.Reason) -> Reason:
    """Convert a reason to the message that is sent."""
    if reason.subject is None:
        return Reason(code=reason.code, message=reason.message)
    return Reason(code=reason.code, message=reason.message, subject=reason.subject)


def refusal_of(error: BaseException) -> RefusalError | None:
    """Convert an exception to an answer; None if it is a bug of the engine."""
    match error:
        case RefusalError():
            return error
        case rf.SearchCancelledError():
            return cancelled()
        case rf.IllegalTurnError():
            return RefusalError("illegal_turn", str(error), reasons=error.reasons)
        case rf.RummyError() | TypeError():
            return RefusalError(code_of(error), str(error))
        case _:
            return None


def cancelled() -> RefusalError:
    """Make the answer to a cancelled request."""
    return RefusalError("cancelled", "the request was cancelled")


def internal() -> RefusalError:
    """Make the answer after a bug of the engine; standard error has the traceback."""
    return RefusalError("internal_error", "the engine failed: see its standard error")


def faults_of(error: ValidationError, whole: str) -> str:
    """Describe the faults of a message, field by field.

    Args:
        error: The error of the model.
        whole: The name of the message as a whole.

    Returns:
        One line.
    """
    found: dict[tuple[str | int, ...], list[str]] = {}
    for fault in error.errors(include_url=False, include_input=False):
        known = FAULTS.get(fault["type"])
        message = known.format(**fault.get("ctx", {})) if known else fault["msg"]
        found.setdefault(tuple(_path(fault["loc"])), []).append(message)
    # For a text or a list, report a fault in an entry, not that the list is not a text.
    outer = {path[:length] for path in found for length in range(1, len(path))}
    lines = [
        f"{_place(path, whole)} {' or '.join(dict.fromkeys(messages)).replace('or must be', 'or')}"
        for path, messages in found.items()
        if path not in outer
    ]
    more = len(lines) - MOST_FAULTS
    return "; ".join(lines[:MOST_FAULTS]) + (f"; and {more} more" if more > 0 else "")


def _path(parts: tuple[str | int, ...]) -> Iterator[str | int]:
    """Give the path of a fault, without the types that pydantic tried there."""
    for part in parts:
        if isinstance(part, int) or (part not in TRIED and not set("[]-") & set(part)):
            yield part


def _place(path: tuple[str | int, ...], whole: str) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".")[:MOST_NAME] or whole


def invalid_params(error: ValidationError) -> RefusalError:
    """Make the answer to params that do not fit the method."""
    fields = {fault["loc"][0] for fault in error.errors(include_url=False) if fault["loc"]}
    code = "invalid_rules" if fields == {"rules"} else "invalid_problem"
    return RefusalError(code, faults_of(error, "params"), number=NUMBERS["invalid_params"])
