"""Carrying out the steps of a play, as `Play.steps` tells them."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rummy_fast import Meld, Rules, RummyError, Step, Tile
from rummy_fast.play.arrange import Stands, arrange, lie_as
from rummy_fast.play.draft import Card, DeskError, Draft, Pile
from rummy_fast.words import refusal


class Carried(NamedTuple):
    """A step that was carried out.

    Attributes:
        draft: How things lie after it. A joker that was exchanged lies by itself until it is laid
            again.
        laid: The keys of the cards that were laid from the hand.
        moved: The keys of the cards that were taken up from the table; of a run that was cut those
            of its upper part.
        freed: The keys of the jokers that were exchanged (rule 14).
    """

    draft: Draft
    laid: frozenset[int]
    moved: frozenset[int]
    freed: frozenset[int]


def _tiles(text: str, rules: Rules) -> list[Tile]:
    """The cards of a pile as it is written."""
    return [Tile(word.partition("=")[0], rules) for word in text.split()]


def _lying(piles: Sequence[Pile], text: str, rules: Rules) -> Pile:
    """The pile that is written so, or else one of the same cards."""
    for pile in piles:
        if pile.text == text:
            return pile
    cards = Counter(_tiles(text, rules))
    for pile in piles:
        if Counter(card.tile for card in pile.cards) == cards:
            return pile
    raise refusal(DeskError, "{meld} does not lie on the table", meld=text)


def _take(
    cards: list[Card], tile: Tile, meant: Sequence[Tile] = (), stands: Stands | None = None
) -> Card | None:
    """Take a card out of some, of jokers one that stood for what is meant; None if it is absent."""
    equal = [card for card in cards if card.tile == tile]
    if not equal:
        return None
    kept = [card for card in equal if stands and set(stands.get(card.key, ())) & set(meant)]
    card = (kept or equal)[0]
    cards.remove(card)
    return card


def _written(text: str, pool: list[Card], stands: Stands, rules: Rules) -> Pile:
    """A pile as it is written, of cards that are taken out of the pool."""
    try:
        meld = Meld.parse(text, rules)
    except RummyError:
        meld = None
    tiles = _tiles(text, rules) if meld is None else list(meld.tiles)
    meant = [()] * len(tiles) if meld is None else meld.stands_for(rules)
    cards = []
    for tile, identities in zip(tiles, meant, strict=True):
        card = _take(pool, tile, identities if tile.is_joker else (), stands)
        if card is None:
            raise refusal(DeskError, "there is no {card} for {meld}", card=tile, meld=text)
        cards.append(card)
    if meld is None:
        return Pile(tuple(cards), tuple(text.split()), None)
    return lie_as(cards, meld, stands, rules)


def _moved(step: Step, before: Sequence[Pile], after: Sequence[Pile]) -> frozenset[int]:
    """The cards that a step takes up from the table."""
    match step.kind:
        case "take" | "split":
            return before[0].keys - after[0].keys
        case "join":
            return before[0].keys
        case "shift":
            return frozenset(card.key for card in before[0].cards if card.tile.is_joker)
        case "exchange" if step.borrowed is not None:
            made = after[-1].keys
            lent = (c.key for c in before[0].cards if c.tile == step.cards[0] and c.key in made)
            return frozenset([next(lent)])
        case _:
            return frozenset()


def _places(before: Sequence[Pile], after: Sequence[Pile]) -> dict[frozenset[int], list[Pile]]:
    """Which new piles lie where which old ones lay."""
    gone = max(0, len(before) - len(after))
    places: dict[frozenset[int], list[Pile]] = {pile.keys: [] for pile in before}
    for index, pile in enumerate(after):
        if before:
            places[before[min(index + gone, len(before) - 1)].keys].append(pile)
    return places


def carry_out(draft: Draft, step: Step, rules: Rules) -> Carried:
    """Carry out one step of a play.

    Args:
        draft: How things lie.
        step: The step.
        rules: The rules.

    Returns:
        How things lie after it, and what became of the cards.

    Raises:
        DeskError: If the cards of the step do not lie where it says.
    """
    rest = list(draft.piles)
    before = []
    for text in step.before:
        before.append(_lying(rest, text, rules))
        rest.remove(before[-1])
    pool = [card for pile in before for card in pile.cards]
    hand = list(draft.hand)
    for tile in step.from_hand:
        card = _take(hand, tile)
        if card is None:
            raise refusal(DeskError, "{card} is not in the hand", card=tile)
        pool.append(card)
    freed = Counter(tile for text in step.after for tile in _tiles(text, rules))
    freed -= Counter(card.tile for card in pool)
    for tile in freed.elements():
        loose = _lying(rest, str(tile), rules)
        rest.remove(loose)
        pool += loose.cards
    stands = draft.stands(rules)
    after = [_written(text, pool, stands, rules) for text in step.after]
    places = _places(before, after)
    piles: list[Pile] = []
    for pile in draft.piles:
        if pile in rest:
            piles.append(pile)
        else:
            piles += places.get(pile.keys, [])
    if not before:
        piles += after
    return Carried(
        Draft(tuple(hand), (*piles, *(arrange([card], {}, rules) for card in pool))),
        frozenset(card.key for card in draft.hand if card not in hand),
        _moved(step, before, after),
        frozenset(card.key for card in pool),
    )
