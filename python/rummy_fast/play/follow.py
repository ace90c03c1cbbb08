"""Carrying out the steps of a play, as `Play.steps` tells them."""

from collections import Counter
from collections.abc import Sequence

from rummy_fast import Meld, Rules, RummyError, Step, Tile
from rummy_fast.play.arrange import arrange, lie_as
from rummy_fast.play.draft import Card, DeskError, Draft, Pile
from rummy_fast.words import refusal


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


def _take(cards: list[Card], tile: Tile) -> Card | None:
    """Take a card out of some; None if it is not among them."""
    for card in cards:
        if card.tile == tile:
            cards.remove(card)
            return card
    return None


def _written(text: str, pool: list[Card], draft: Draft, rules: Rules) -> Pile:
    """A pile as it is written, of cards that are taken out of the pool."""
    cards = []
    for tile in _tiles(text, rules):
        card = _take(pool, tile)
        if card is None:
            raise refusal(DeskError, "there is no {card} for {meld}", card=tile, meld=text)
        cards.append(card)
    try:
        meld = Meld.parse(text, rules)
    except RummyError:
        return Pile(tuple(cards), tuple(text.split()), None)
    return lie_as(cards, meld, draft.stands(rules), rules)


def _places(before: Sequence[Pile], after: Sequence[Pile]) -> dict[frozenset[int], list[Pile]]:
    """Which new piles lie where which old ones lay."""
    gone = max(0, len(before) - len(after))
    places: dict[frozenset[int], list[Pile]] = {pile.keys: [] for pile in before}
    for index, pile in enumerate(after):
        if before:
            places[before[min(index + gone, len(before) - 1)].keys].append(pile)
    return places


def carry_out(draft: Draft, step: Step, rules: Rules) -> Draft:
    """Carry out one step of a play.

    Args:
        draft: How things lie.
        step: The step.
        rules: The rules.

    Returns:
        How things lie after it. A joker that was exchanged lies by itself until it is laid again.

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
    after = [_written(text, pool, draft, rules) for text in step.after]
    places = _places(before, after)
    piles: list[Pile] = []
    for pile in draft.piles:
        if pile in rest:
            piles.append(pile)
        else:
            piles += places.get(pile.keys, [])
    if not before:
        piles += after
    return Draft(tuple(hand), (*piles, *(arrange([card], {}, rules) for card in pool)))
