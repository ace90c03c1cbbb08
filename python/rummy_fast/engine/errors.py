"""Errors of the protocol: numbers for JSON-RPC, codes for programs, sentences for people."""

from collections.abc import Iterable, Iterator

from pydantic import ValidationError

import rummy_fast as rf
from rummy_fast.codes import NUMBERS, code_of
from rummy_fast.engine.messages import Error, ErrorData, Reason

MOST_FAULTS = 8
"""Faults of params that are told; a long list with a fault in each place has as many more."""
TOLD = {
    "missing": "is missing",
    "extra_forbidden": "is no field of this message",
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
"""What is told of a fault, by pydantic's name of it; pydantic's own words if it is not here."""
TRIED = frozenset({"str", "int", "float", "bool", "nullable", "constrained-str"})
"""Names of types that stand between those of fields."""
MOST_NAME = 60
"""Characters of a name from the client that are said back."""


class RefusalError(Exception):
    """Why a call has no result."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        number: int | None = None,
        reasons: Iterable[rf.Reason] = (),
    ) -> None:
        """Refuse.

        Args:
            code: The name of an error code.
            message: A sentence that names the field, tile, meld or seat.
            number: The number of JSON-RPC; that of the code if None.
            reasons: Why a turn is illegal.
        """
        super().__init__(message)
        self.code = code
        self.number = NUMBERS[code] if number is None else number
        self.reasons = tuple(reasons)

    def model(self) -> Error:
        """The error as it is sent."""
        data = ErrorData(code=self.code)
        if self.reasons:
            told = [reason_of(reason) for reason in self.reasons]
            data = ErrorData(code=self.code, reasons=told)
        return Error(code=self.number, message=str(self), data=data)


def reason_of(reason: rf.Reason) -> Reason:
    """A reason as it is sent."""
    if reason.subject is None:
        return Reason(code=reason.code, message=reason.message)
    return Reason(code=reason.code, message=reason.message, subject=reason.subject)


def refusal_of(error: BaseException) -> RefusalError | None:
    """What a call that raised is answered with; None if the fault is ours."""
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
    """The answer to a request that was cancelled."""
    return RefusalError("cancelled", "the request was cancelled")


def internal() -> RefusalError:
    """The answer when the fault is ours; what it was is told on standard error."""
    return RefusalError("internal_error", "the engine failed: see its standard error")


def faults_of(error: ValidationError, whole: str) -> str:
    """What is wrong with a message, field by field.

    Args:
        error: What the model found.
        whole: What the message is called.

    Returns:
        One line.
    """
    found: dict[tuple[str | int, ...], list[str]] = {}
    for fault in error.errors(include_url=False, include_input=False):
        known = TOLD.get(fault["type"])
        said = known.format(**fault.get("ctx", {})) if known else fault["msg"]
        found.setdefault(tuple(_path(fault["loc"])), []).append(said)
    # A list that might have been a text has its fault in an item, not in being a list.
    outer = {path[:length] for path in found for length in range(1, len(path))}
    told = [
        f"{_place(path, whole)} {' or '.join(dict.fromkeys(said)).replace('or must be', 'or')}"
        for path, said in found.items()
        if path not in outer
    ]
    more = len(told) - MOST_FAULTS
    return "; ".join(told[:MOST_FAULTS]) + (f"; and {more} more" if more > 0 else "")


def _path(parts: tuple[str | int, ...]) -> Iterator[str | int]:
    """The place of a fault, without the names of the types that were tried there."""
    for part in parts:
        if isinstance(part, int) or (part not in TRIED and not set("[]-") & set(part)):
            yield part


def _place(path: tuple[str | int, ...], whole: str) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".")[:MOST_NAME] or whole


def invalid_params(error: ValidationError) -> RefusalError:
    """The answer to params of a wrong shape."""
    fields = {fault["loc"][0] for fault in error.errors(include_url=False) if fault["loc"]}
    code = "invalid_rules" if fields == {"rules"} else "invalid_problem"
    return RefusalError(code, faults_of(error, "params"), number=NUMBERS["invalid_params"])
