"""Openings: the first play of a player, with tiles of the hand only (rule 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from rummy_fast.reference.rules import Rules
from rummy_fast.reference.search import Answer, BestFirstSearch, Score, Task
from rummy_fast.reference.tile import JOKER, Tile, check_counts, read_hand


def most_valuable(tiles: Counter[Tile], rules: Rules) -> Answer | None:
    """Find the most valuable melds that some of these tiles make."""
    return BestFirstSearch(Task(rules, may=tiles, worth_counts=True)).best()


def opens(tiles: Counter[Tile], rules: Rules) -> bool:
    """Tell whether some of these tiles make melds worth an opening."""
    answer = most_valuable(tiles, rules)
    return answer is not None and answer.score.first >= rules.opening_min


def max_opening_points(hand: object, *, rules: object = None) -> int:
    """Compute the value of the most valuable opening.

    Args:
        hand: The hand.
        rules: `Rules`, a preset's name, a mapping, or an object with `to_dict`.

    Returns:
        The greatest value of melds made of the hand alone, even if it is too little to open.

    Examples:
        >>> max_opening_points("r9 r10 J")
        30
    """
    chosen = Rules.of(rules)
    tiles = read_hand(hand, chosen)
    check_counts(tiles, chosen)
    answer = most_valuable(tiles, chosen)
    return 0 if answer is None else int(answer.score.first)


def opening_answer(
    hand: Counter[Tile], rules: Rules, gains: Mapping[Tile, Score], deadline: float | None
) -> Answer | None:
    """Find a best opening that uses the hand only, if there is one (rules 11 and 17)."""
    if rules.closing_hand:
        naturals = Counter({tile: n for tile, n in hand.items() if tile != JOKER})
        closing = Task(rules, must=naturals, jokers=hand[JOKER], deadline=deadline)
        closed = BestFirstSearch(closing).best()
        if closed is not None:
            return closed
    task = Task(rules, may=hand, gains=gains, worth=rules.opening_min, deadline=deadline)
    return BestFirstSearch(task).best()


def smallest_openings(hand: Counter[Tile], rules: Rules) -> list[Counter[Tile]]:
    """List the minimal sets of tiles that open: without any tile, they no longer would.

    Short runs are enough: a long run can be split in two. Both have a natural tile if the run is
    longer than two shortest melds by at least the number of jokers in the hand.
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
    """List the melds a hand can make, each with its greatest value."""
    short = range(rules.shortest_meld, 2 * rules.shortest_meld + hand[JOKER])
    shapes = [
        [Tile(color, first + i) for i in range(length)]
        for color in rules.palette
        for length in short
        for first in range(1, rules.values - length + 2)
    ]
    shapes += [
        [Tile(color, value) for color in colors]
        for value in range(1, rules.values + 1)
        for size in range(rules.shortest_meld, len(rules.palette) + 1)
        for colors in combinations(rules.palette, size)
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
