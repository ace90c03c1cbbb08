"""Opening: the first cards a player lays, own cards only (rule 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from rummy_fast.reference.card import JOKER, Card, check_counts, read_hand
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.sweep import Answer, Score, Sweep, Task


def dearest(cards: Counter[Card], rules: Rules) -> Answer | None:
    """The melds of some of these cards that are worth most."""
    return Sweep(Task(rules, may=cards, worth_counts=True)).best()


def opens(cards: Counter[Card], rules: Rules) -> bool:
    """Whether some of these cards make melds that are worth an opening."""
    answer = dearest(cards, rules)
    return answer is not None and answer.score.first >= rules.opening_min


def max_opening_points(hand: object, *, rules: object = None) -> int:
    """The dearest opening.

    Args:
        hand: The hand.
        rules: `Rules`, a preset's name, a mapping, or an object with `to_dict`.

    Returns:
        The most that melds made of the hand alone can be worth, whether or not it is enough.

    Examples:
        >>> max_opening_points("r9 r10 J")
        30
    """
    chosen = Rules.of(rules)
    cards = read_hand(hand, chosen)
    check_counts(cards, chosen)
    answer = dearest(cards, chosen)
    return 0 if answer is None else int(answer.score.first)


def opening_answer(
    hand: Counter[Card], rules: Rules, gains: Mapping[Card, Score], deadline: float | None
) -> Answer | None:
    """A best opening with own cards only, None if there is none (rules 11 and 17)."""
    if rules.closing_hand:
        naturals = Counter({card: n for card, n in hand.items() if card != JOKER})
        closing = Task(rules, must=naturals, jokers=hand[JOKER], deadline=deadline)
        closed = Sweep(closing).best()
        if closed is not None:
            return closed
    task = Task(rules, may=hand, gains=gains, worth=rules.opening_min, deadline=deadline)
    return Sweep(task).best()


def smallest_openings(hand: Counter[Card], rules: Rules) -> list[Counter[Card]]:
    """The choices of cards that open and of which none can be left out.

    It is enough to look at short runs, as a long one is two, each with a natural card if it is
    long by more than the jokers in the hand.
    """
    melds = _own_melds(hand, rules)
    found: set[frozenset[tuple[Card, int]]] = set()

    def extend(index: int, chosen: Counter[Card], worth: int) -> None:
        if worth >= rules.opening_min:
            found.add(frozenset(chosen.items()))
            return
        for i in range(index, len(melds)):
            cards, value = melds[i]
            if chosen + cards <= hand:
                extend(i, chosen + cards, worth + value)

    extend(0, Counter(), 0)
    smallest: list[Counter[Card]] = []
    for cards in sorted((Counter(dict(items)) for items in found), key=Counter.total):
        if not any(smaller <= cards for smaller in smallest):
            smallest.append(cards)
    return smallest


def _own_melds(hand: Counter[Card], rules: Rules) -> list[tuple[Counter[Card], int]]:
    """The melds a hand can make, each with what it is worth at best."""
    short = range(rules.shortest_meld, 2 * rules.shortest_meld + hand[JOKER])
    shapes = [
        [Card(color, first + i) for i in range(length)]
        for color in range(rules.colors)
        for length in short
        for first in range(1, rules.values - length + 2)
    ]
    shapes += [
        [Card(color, value) for color in colors]
        for value in range(1, rules.values + 1)
        for size in range(rules.shortest_meld, rules.colors + 1)
        for colors in combinations(range(rules.colors), size)
    ]
    best: dict[frozenset[tuple[Card, int]], int] = {}
    for shape in shapes:
        for jokers in range(min(hand[JOKER], len(shape) - 1) + 1):
            for naturals in combinations(shape, len(shape) - jokers):
                cards = Counter(naturals)
                if jokers:
                    cards[JOKER] = jokers
                if cards <= hand:
                    key = frozenset(cards.items())
                    worth = sum(card.value for card in shape)
                    best[key] = max(worth, best.get(key, 0))
    return [(Counter(dict(key)), worth) for key, worth in best.items()]
