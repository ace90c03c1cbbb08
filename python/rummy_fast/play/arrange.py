"""How the cards of a meld lie beside each other: a run rises, a joker has its place.

A person puts cards together in any order; here they are put in order. What is a meld is for
`Meld` to say: this only tries the ways in which the cards could lie.
"""

from collections.abc import Iterator, Mapping, Sequence

from rummy_fast import Meld, Rules, RummyError, Tile
from rummy_fast.palette import LETTERS
from rummy_fast.play.draft import Card, Pile

Stands = Mapping[int, tuple[Tile, ...]]
"""For the keys of some cards what they may stand for."""


def _runs(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The ways in which cards of one colour could lie as a run, lowest first."""
    color = naturals[0].color
    numbers = {tile.value or 0 for tile in naturals}
    size = len(naturals) + jokers
    lowest, highest = max(1, max(numbers) - size + 1), min(*numbers, rules.values - size + 1)
    for low in range(lowest, highest + 1):
        places = range(low, low + size)
        # With one natural card the places alone say nothing (rule 6).
        joker = "J" if len(naturals) > 1 else f"J={color}"
        yield " ".join(
            f"{color}{number}" if number in numbers else f"{joker}{number if '=' in joker else ''}"
            for number in places
        )


def _set(naturals: Sequence[Tile], jokers: int, rules: Rules) -> Iterator[str]:
    """The way in which cards of one number could lie as a set."""
    missing = [
        color for color in LETTERS[: rules.colors] if color not in {t.color for t in naturals}
    ]
    if len(naturals) > 1:
        yield " ".join([*map(str, naturals), *["J"] * jokers])
    elif jokers <= len(missing):
        value = naturals[0].value
        yield " ".join([str(naturals[0]), *(f"J={color}{value}" for color in missing[:jokers])])


def _melds(tiles: Sequence[Tile], rules: Rules) -> Iterator[Meld]:
    """All melds that the cards can be."""
    naturals = sorted(tile for tile in tiles if not tile.is_joker)
    jokers = len(tiles) - len(naturals)
    ways: list[str] = []
    if len({tile.color for tile in naturals}) == 1:
        ways += _runs(naturals, jokers, rules)
    if len({tile.value for tile in naturals}) == 1:
        ways += _set(naturals, jokers, rules)
    for text in ways:
        try:
            meld = Meld.parse(text, rules)
        except RummyError:
            continue
        # Of a run that would have a card twice the places tell only one.
        if sorted(meld.tiles) == sorted(tiles):
            yield meld


def lie_as(cards: Sequence[Card], meld: Meld, stands: Stands, rules: Rules) -> Pile:
    """Lay cards as the meld they are; a joker that stood for something goes where it still does.

    Args:
        cards: The cards of the meld, in any order.
        meld: The meld.
        stands: What jokers among the cards stood for before.
        rules: The rules.

    Returns:
        The pile.
    """
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
    piles = [lie_as(cards, meld, stands, rules) for meld in melds]
    return sorted(piles, key=lambda pile: -kept(pile))


def _in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The order of cards that are no meld: by number, by colour, or as they were put down."""
    naturals = [card for card in cards if not card.tile.is_joker]
    if (
        len({card.tile.color for card in naturals}) == 1
        or len({c.tile.value for c in naturals}) == 1
    ):
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
    loose = _in_order(cards)
    return Pile(loose, tuple(str(card.tile) for card in loose), None)
