"""Errors in a record: the line and the reason."""

import json
from typing import Any, Final

from rummy_fast._core import RecordError
from rummy_fast.words import N_, wording

LONGEST_EXCERPT: Final = 80
"""The most characters of a line that an error quotes."""


def damaged(line: int, template: str, /, **values: object) -> RecordError:
    """Make the error for a line.

    Args:
        line: The number of the line, from 1.
        template: The reason, with placeholders.
        values: The values of the placeholders.

    Returns:
        The error, ready to be raised.
    """
    message = wording("line {line}: {reason}", line=line, reason=wording(template, **values))
    error = RecordError(str(message))
    error.wording, error.line = message, line
    return error


def excerpt(text: str) -> str:
    """Shorten a line to quote it in an error."""
    text = "".join(sign if sign.isprintable() else "?" for sign in text[: LONGEST_EXCERPT + 1])
    return text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 3] + "..."


def read_object(number: int, line: str) -> dict[str, Any]:
    """Parse a line that holds a JSON object.

    Args:
        number: The number of the line, from 1.
        line: The line.

    Returns:
        The object.

    Raises:
        RecordError: If it does not.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise damaged(number, N_('not a JSON object: "{found}"'), found=excerpt(line))
    return found
