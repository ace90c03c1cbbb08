"""What is wrong with a record, and where."""

import json
from typing import Any, Final

from rummy_fast._core import RummyError
from rummy_fast.words import N_, wording

LONGEST_EXCERPT: Final = 80
"""Characters of a line that an error quotes."""


class RecordError(RummyError):
    """A record that is damaged or was edited; says in which line, and why."""

    line: int
    """The line, from 1."""


def damaged(line: int, template: str, /, **values: object) -> RecordError:
    """Make the error for a line.

    Args:
        line: Which, from 1.
        template: What is wrong with it, with its places.
        values: What goes into them.

    Returns:
        The error, to be raised.
    """
    told = wording("line {line}: {reason}", line=line, reason=wording(template, **values))
    error = RecordError(str(told))
    error.wording, error.line = told, line
    return error


def excerpt(text: str) -> str:
    """A line as it is quoted in an error."""
    text = "".join(sign if sign.isprintable() else "?" for sign in text[: LONGEST_EXCERPT + 1])
    return text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 3] + "..."


def compare(number: int, line: str, same: str) -> None:
    """Make sure that a line is what is written there.

    Args:
        number: Which line, from 1.
        line: The line.
        same: What is written there.

    Raises:
        RecordError: If it is not.
    """
    if line != same:
        raise damaged(
            number,
            N_('found "{found}" where the match has "{same}"'),
            found=excerpt(line),
            same=excerpt(same),
        )


def read_object(number: int, line: str) -> dict[str, Any]:
    """Read a line that holds an object in JSON.

    Args:
        number: Which line, from 1.
        line: The line.

    Returns:
        The object.

    Raises:
        RecordError: If it holds none.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise damaged(number, N_('this is no object in JSON: "{found}"'), found=excerpt(line))
    return found
