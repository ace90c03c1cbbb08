"""Card: one card or joker, the hand as a counted multiset, and their notation (design.md 2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummy_fast.reference.errors import InvalidTableError, NotationError
from rummy_fast.reference.rules import PALETTE, Rules


class Card(NamedTuple):
    """A card, known by its colour (a place in `PALETTE`) and its number."""

    color: int
    value: int

    def __str__(self) -> str:
        """The card as people write it, `r6` or `J`."""
        return "J" if self == JOKER else f"{PALETTE[self.color]}{self.value}"


JOKER = Card(len(PALETTE), 0)
"""The joker; it sorts behind all colours."""

_CARD = re.compile(r"([a-z])([0-9]{1,3})")


def read_card(text: str, rules: Rules) -> Card:
    """Read one card.

    Args:
        text: `r6` or `J`; the case of letters does not matter.
        rules: What is in the deck.

    Returns:
        The card.

    Raises:
        NotationError: The text is not a card of this deck.
    """
    if text.lower() == "j":
        return JOKER
    match = _CARD.fullmatch(text.lower())
    if match is None:
        raise NotationError(f"{text!r} is not a card")
    color, value = PALETTE.find(match[1]), int(match[2])
    if not 0 <= color < rules.colors or not 1 <= value <= rules.values:
        raise NotationError(
            f"{text!r} is not in the deck: colours {' '.join(PALETTE[: rules.colors])},"
            f" numbers 1 to {rules.values}"
        )
    return Card(color, value)


def read_hand(hand: object, rules: Rules) -> Counter[Card]:
    """Read a hand.

    Args:
        hand: Cards parted by blanks, a list of cards, or anything whose `str` is such a text.
        rules: What is in the deck.

    Returns:
        How often each card is in the hand.
    """
    return Counter(read_card(word, rules) for text in texts(hand) for word in text.split())


def texts(given: object, separator: str | None = None) -> list[str]:
    """Take apart what a caller gave: a list item by item, anything else by its `str`.

    Args:
        given: A text, a list or another iterable, or an object with a sensible `str`.
        separator: What parts the items of a text; blank text has none.

    Returns:
        The items as texts.
    """
    if isinstance(given, list | tuple | set | frozenset | Iterator):
        return [str(item) for item in given]
    text = str(given)
    return text.split(separator) if text.strip() else []


def sorted_texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards in canonical order, colour by colour, jokers last."""
    return tuple(str(card) for card in sorted(cards))


def check_counts(cards: Counter[Card], rules: Rules) -> None:
    """Refuse more copies of a card than there are (rule 1).

    Args:
        cards: All cards in sight.
        rules: What is in the deck.

    Raises:
        InvalidTableError: A card is there too often.
    """
    for card, count in sorted(cards.items()):
        most = rules.jokers if card == JOKER else rules.copies
        if count > most:
            raise InvalidTableError(f"{card} is there {count} times, the deck has {most}")
