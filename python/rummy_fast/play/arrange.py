"""How the cards of a meld lie beside each other: a run rises, a joker has its place.

A person puts cards together in any order; here they are put in order. What is a meld is for `Meld` to
say: this only tries the ways in which the cards could lie.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rummy_fast import Meld, Rules, RummyError, Tile

PALETTE = "rygbkopw"
"""The colours in order; a deck has the first `colors` of them (rule 1)."""

Stands = Mapping[int, tuple[Tile, ...]]
"""For the keys of some cards what they may stand for."""


@dataclass(frozen=True, slots=True)
class Card:
    """One piece of cardboard.

    Attributes:
        key: Its number, the same all through the turn: of two red sixes each has its own.
        tile: What is printed on it.
        home: Which meld it lay in when the turn began, from 0; None if it comes from the hand.
    """

    key: int
    tile: Tile
    home: int | None


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together: a meld, or something that is not one yet.

    Attributes:
        cards: The cards as they lie.
        words: How each is written; for a joker that must say what it stands for, `J=r7` (rule 6).
        meld: The meld they are; None if they are none.
    """

    cards: tuple[Card, ...]
    words: tuple[str, ...]
    meld: Meld | None

    @property
    def text(self) -> str:
        """The pile in the notation that every function of this package reads."""
        return " ".join(self.words)

    def stands(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What its jokers may stand for, by key; nothing if it is no meld (rule 7)."""
        if self.meld is None:
            return {}
        meant = zip(self.cards, self.meld.stands_for(rules), strict=True)
        return {card.key: tiles for card, tiles in meant if card.tile.is_joker}


def _runs(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The ways in which cards of one colour could lie as a run, lowest first."""
    color = naturals[0].color
    numbers = {tile.value or 0 for tile in naturals}
    size = len(naturals) + jokers
    for low in range(max(1, max(numbers) - size + 1), min(min(numbers), rules.values - size + 1) + 1):
        places = range(low, low + size)
        # With one natural card the places alone say nothing (rule 6).
        joker = "J" if len(naturals) > 1 else f"J={color}"
        yield " ".join(
            f"{color}{number}" if number in numbers else f"{joker}{number if '=' in joker else ''}"
            for number in places
        )


def _set(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The way in which cards of one number could lie as a set."""
    missing = [color for color in PALETTE[: rules.colors] if color not in {t.color for t in naturals}]
    if len(naturals) > 1:
        yield " ".join([*map(str, naturals), *["J"] * jokers])
    elif jokers <= len(missing):
        value = naturals[0].value
        yield " ".join([str(naturals[0]), *(f"J={color}{value}" for color in missing[:jokers])])


def _melds(tiles: Sequence[Tile], rules: Rules) -> Iterator[Meld]:
    """All melds that the cards can be."""
    naturals = sorted(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - len(naturals)
    if not naturals:
        return
    for texts in (_runs(naturals, jokers, rules), _set(naturals, jokers, rules)):
        for text in texts:
            try:
                meld = Meld.parse(text, rules)
            except RummyError:
                continue
            # Of a run with a card twice the places tell only one.
            if sorted(meld.tiles) == sorted(tiles):
                yield meld


def _lie(cards: Sequence[Card], meld: Meld, stands: Stands, rules: Rules) -> Pile:
    """Lay cards as a meld; a joker that stood for something goes where it still does."""
    rest = list(cards)
    order: list[Card | None] = []
    meant = meld.stands_for(rules)
    for tile, tiles in zip(meld.tiles, meant, strict=True):
        fitting = [
            card
            for card in rest
            if card.tile == tile
            and (not tile.is_joker or set(stands.get(card.key, ())) & set(tiles))
        ]
        order.append(fitting[0] if fitting else None)
        if fitting:
            rest.remove(fitting[0])
    spare = iter(rest)
    laid = tuple(next(spare) if card is None else card for card in order)
    return Pile(laid, tuple(str(meld).split()), meld)


def readings(cards: Sequence[Card], stands: Stands, rules: Rules) -> list[Pile]:
    """Find all melds that some cards can be.

    Args:
        cards: The cards, in any order.
        stands: What jokers among them stood for before.
        rules: The rules.

    Returns:
        The melds, the likeliest first: one in which most jokers stand for what they stood for, then
        one that is worth most.
    """

    def kept(pile: Pile) -> int:
        now = pile.stands(rules)
        return sum(bool(set(stands.get(key, ())) & set(tiles)) for key, tiles in now.items())

    melds = sorted(_melds([card.tile for card in cards], rules), key=lambda meld: -meld.value)
    piles = [_lie(cards, meld, stands, rules) for meld in melds]
    return sorted(piles, key=lambda pile: -kept(pile))


def _as_good_as_it_gets(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The order of cards that are no meld: by number, by colour, or as they were put down."""
    naturals = [card for card in cards if not card.tile.is_joker]
    if len({card.tile.color for card in naturals}) == 1 or len({c.tile.value for c in naturals}) == 1:
        return tuple(sorted(cards, key=lambda card: card.tile))
    return tuple(cards)


def arrange(cards: Sequence[Card], stands: Stands, rules: Rules) -> Pile:
    """Lay cards beside each other.

    Args:
        cards: At least one card, in the order in which they were put together.
        stands: What jokers among them stood for before.
        rules: The rules.

    Returns:
        The likeliest meld, or the cards in order if they are none.
    """
    found = readings(cards, stands, rules)
    if found:
        return found[0]
    loose = _as_good_as_it_gets(cards)
    return Pile(loose, tuple(str(card.tile) for card in loose), None)
