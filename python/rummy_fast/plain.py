"""Words for people in English.

The same calls as those of the catalogues: whoever says something names the places of a sentence and
gives the values apart, so that it can be translated.
"""

from typing import TypeVar

from rummy_fast._core import RummyError

Refusal = TypeVar("Refusal", bound=RummyError)


def later(template: str) -> str:
    """Mark a sentence that is said elsewhere, with `say`."""
    return template


def say(template: str, /, **values: object) -> str:
    """A sentence with its values.

    Args:
        template: The sentence, with places such as `{card}`.
        values: What goes into the places.

    Returns:
        The sentence.
    """
    return template.format(**values)


def plural(one: str, more: str, /, count: int, **values: object) -> str:
    """A sentence whose form depends on a number.

    Args:
        one: The sentence for one thing.
        more: The sentence for any other number of things.
        count: The number, which may have the place `{count}`.
        values: What goes into the other places.

    Returns:
        The sentence.
    """
    return say(one if count == 1 else more, count=count, **values)


def refusal(kind: type[Refusal], template: str, /, **values: object) -> Refusal:
    """Make an error.

    Args:
        kind: Which error.
        template: The sentence with its places.
        values: What goes into them.

    Returns:
        The error, to be raised.
    """
    return kind(say(template, **values))


def wrong_type(argument: str, expected: str, found: object) -> TypeError:
    """Make the error for an argument of the wrong type, as the compiled part words it."""
    return TypeError(f"argument {argument!r}: expected {expected}, got {type(found).__name__}")
