"""Errors: what can be wrong with a question. All of them are `ValueError`s.

The names are those of the compiled core, the classes are the reference's own.
"""


class RummyError(ValueError):
    """Something the reference was asked that the rule book does not allow."""


class NotationError(RummyError):
    """Text that is not a tile, a meld, a table or a hand."""


class InvalidMeldError(RummyError):
    """Tiles that are neither a run nor a group (rules 4-6)."""


class InvalidTableError(RummyError):
    """More copies of a tile on the table and in the hand than the deck holds (rule 1)."""


class InvalidRulesError(RummyError):
    """A deck or an option that the rule book does not know (section 4)."""
