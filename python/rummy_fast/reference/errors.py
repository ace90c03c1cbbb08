"""Errors, all of them `ValueError`s.

The classes have the names of the compiled core's, but are the reference's own.
"""


class RummyError(ValueError):
    """The base class of all errors of the reference."""


class NotationError(RummyError):
    """Text that is not a tile, a meld, a table or a hand."""


class InvalidMeldError(RummyError):
    """Tiles that are neither a run nor a group (rules 4-6)."""


class InvalidTableError(RummyError):
    """More copies of a tile on the table and in the hand than the deck holds (rule 1)."""


class InvalidRulesError(RummyError):
    """Options that do not make a game (section 4)."""
