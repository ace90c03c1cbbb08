"""The error codes that programs get, in the JSON lines and from the engine."""

from typing import Final, NamedTuple

from rummy_fast._core import (
    IllegalTurnError,
    InvalidMeldError,
    InvalidRulesError,
    InvalidTableError,
    NotationError,
)


class ErrorCode(NamedTuple):
    """An error code."""

    name: str
    """The code itself, stable across versions."""
    number: int
    """The number JSON-RPC gives it."""
    kind: type[Exception] | None = None
    """The exception it stands for, if there is one."""


CODES: Final = (
    ErrorCode("invalid_json", -32700),
    ErrorCode("invalid_request", -32600),
    ErrorCode("unknown_method", -32601),
    ErrorCode("invalid_params", -32602),
    ErrorCode("internal_error", -32603),
    ErrorCode("invalid_problem", -32000),
    ErrorCode("invalid_notation", -32001, NotationError),
    ErrorCode("invalid_meld", -32002, InvalidMeldError),
    ErrorCode("invalid_table", -32003, InvalidTableError),
    ErrorCode("invalid_rules", -32004, InvalidRulesError),
    ErrorCode("illegal_turn", -32005, IllegalTurnError),
    ErrorCode("cancelled", -32006),
    ErrorCode("unknown_token", -32007),
    ErrorCode("too_many_rounds", -32008),
    ErrorCode("busy", -32009),
    ErrorCode("shutting_down", -32010),
)
"""All error codes. Fields of a wrong type have the number of `invalid_params` and the code
`invalid_problem`, or `invalid_rules` if the rules are wrong."""

NUMBERS: Final = {code.name: code.number for code in CODES}
"""The number of each code."""


def code_of(error: Exception) -> str:
    """Return the code of an exception.

    Args:
        error: The exception.

    Returns:
        Its code; `invalid_problem` if it has none of its own.
    """
    own = (code.name for code in CODES if code.kind is not None and isinstance(error, code.kind))
    return next(own, "invalid_problem")
