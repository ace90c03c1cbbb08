"""Opening: the first tiles a player plays, own tiles only (rule 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from rummy_fast.reference.rules import Rules
from rummy_fast.reference.sweep import Answer, Score, Sweep, Task
from rummy_fast.reference.tile import JOKER, Tile, check_counts, read_hand


def dearest(tiles: Counter[Tile], rules: Rules) -> Answer | None:
    """The melds of some of these tiles that are worth most."""
    return Sweep(Task(rules, may=tiles, worth_counts=True)).best()


def opens(tiles: Counter[Tile], rules: Rules) -> bool:
    """Whether some of these tiles make melds that are worth an opening."""
    answer = dearest(tiles, rules)
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
    tiles = read_hand(hand, chosen)
    check_counts(tiles, chosen)
    answer = dearest(tiles, chosen)
    return 0 if answer is None else int(answer.score.first)


def opening_answer(
    hand: Counter[Tile], rules: Rules, gains: Mapping[Tile, Score], deadline: float | None
) -> Answer | None:
    """A best opening with own tiles only, None if there is none (rules 11 and 17)."""
    if rules.closing_hand:
        naturals = Counter({tile: n for tile, n in hand.items() if tile != JOKER})
        closing = Task(rules, must=naturals, jokers=hand[JOKER], deadline=deadline)
        closed = Sweep(closing).best()
        if closed is not None:
            return closed
    task = Task(rules, may=hand, gains=gains, worth=rules.opening_min, deadline=deadline)
    return Sweep(task).best()


def smallest_openings(hand: Counter[Tile], rules: Rules) -> list[Counter[Tile]]:
    """The choices of tiles that open and of which none can be left out.

    It is enough to look at short runs, as a long one is two, each with a natural tile if it is
    long by more than the jokers in the hand.
    """
    melds = _own_melds(hand, rules)
    found: set[frozenset[tuple[Tile, int]]] = set()

    def extend(index: int, chosen: Counter[Tile], worth: int) -> None:
        if worth >= rules.opening_min:
            found.add(frozenset(chosen.items()))
            return
        for i in range(index, len(melds)):
            tiles, value = melds[i]
            if chosen + tiles <= hand:
                extend(i, chosen + tiles, worth + value)

    extend(0, Counter(), 0)
    smallest: list[Counter[Tile]] = []
    for tiles in sorted((Counter(dict(items)) for items in found), key=Counter.total):
        if not any(smaller <= tiles for smaller in smallest):
            smallest.append(tiles)
    return smallest


def _own_melds(hand: Counter[Tile], rules: Rules) -> list[tuple[Counter[Tile], int]]:
    """The melds a hand can make, each with what it is worth at best."""
    short = range(rules.shortest_meld, 2 * rules.shortest_meld + hand[JOKER])
    shapes = [
        [Tile(color, first + i) for i in range(length)]
        for color in range(rules.colors)
        for length in short
        for first in range(1, rules.values - length + 2)
    ]
    shapes += [
        [Tile(color, value) for color in colors]
        for value in range(1, rules.values + 1)
        for size in range(rules.shortest_meld, rules.colors + 1)
        for colors in combinations(range(rules.colors), size)
    ]
    best: dict[frozenset[tuple[Tile, int]], int] = {}
    for shape in shapes:
        for jokers in range(min(hand[JOKER], len(shape) - 1) + 1):
            for naturals in combinations(shape, len(shape) - jokers):
                tiles = Counter(naturals)
                if jokers:
                    tiles[JOKER] = jokers
                if tiles <= hand:
                    key = frozenset(tiles.items())
                    worth = sum(tile.value for tile in shape)
                    best[key] = max(worth, best.get(key, 0))
    return [(Counter(dict(key)), worth) for key, worth in best.items()]
