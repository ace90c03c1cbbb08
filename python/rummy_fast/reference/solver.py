"""Solver: the best play of a position, over all explanations (rules.md sections 2 and 3)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rummy_fast.reference.card import (
    JOKER,
    Card,
    check_counts,
    read_card,
    read_hand,
    sorted_texts,
)
from rummy_fast.reference.explanation import Explanation, explanations
from rummy_fast.reference.meld import Meld, cards_of, read_table
from rummy_fast.reference.opening import opening_answer, opens, smallest_openings
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.runs import OldRun, WholeRun
from rummy_fast.reference.sets import OldSet, WholeSet
from rummy_fast.reference.sweep import Answer, OutOfTimeError, Score, Sweep, Task


@dataclass(frozen=True)
class Play:
    """A turn's play."""

    tiles: tuple[str, ...]
    """The cards laid from the hand; empty when there is nothing to lay."""
    table: tuple[str, ...]
    """The melds after the turn."""
    points: int
    """What left the hand, in final-count points."""
    proven: bool
    """False if the limit stopped the search; there may be a better play then."""

    def __bool__(self) -> bool:
        """Whether anything is laid."""
        return bool(self.tiles)


def solve(
    table: object,
    hand: object,
    *,
    rules: object = None,
    opened: bool = True,
    objective: str | Mapping[object, float] = "tiles",
    limit: float | None = None,
) -> Play:
    """Find a best play.

    Args:
        table: The table: melds parted by `|`, a list of melds, or an object with such a `str`.
        hand: The hand: cards parted by blanks, a list of cards, or an object with such a `str`.
        rules: `Rules`, a preset's name, a mapping, or an object with `to_dict`.
        opened: Whether the player has opened.
        objective: "tiles" (most cards, ties by points), "points" (most points, ties by cards),
            or weights by card (greatest weight, ties by cards; cards not named weigh nothing).
        limit: After so many seconds the best play so far is returned.

    Returns:
        A best play. Where several are equally good, any of them.

    Raises:
        NotationError: A text is not made of cards.
        InvalidMeldError: The table is invalid.
        InvalidTableError: There are more cards in sight than the deck has.
        InvalidRulesError: The rules are none.
        ValueError: The objective is unknown or a weight is negative.

    Examples:
        >>> solve("g2 g3 g4 g5", "g6 y2 b2")
        Play(tiles=('y2', 'g6', 'b2'), table=('y2 g2 b2', 'g3 g4 g5 g6'), points=10, proven=True)
    """
    chosen = Rules.of(rules)
    old, held = read_table(table, chosen), read_hand(hand, chosen)
    check_counts(cards_of(old) + held, chosen)
    gains = _gains(held, objective, chosen)
    deadline = None if limit is None else time.monotonic() + limit
    best: Answer | None = None
    proven = True
    try:
        for answer in _answers(_Problem(old, held, chosen, gains, deadline), opened=opened):
            if best is None or answer.score > best.score:
                best = answer
    except OutOfTimeError:
        proven = False
    melds = tuple(sorted(old)) if best is None else best.melds
    laid = cards_of(melds) - cards_of(old)
    if not laid:
        melds = tuple(sorted(old))
    return Play(
        tiles=sorted_texts(laid.elements()),
        table=tuple(str(meld) for meld in melds),
        points=sum(_points(card, chosen) * n for card, n in laid.items()),
        proven=proven,
    )


def _points(card: Card, rules: Rules) -> int:
    """Rule 8: what a card counts in the final count."""
    return rules.joker_penalty if card == JOKER else card.value


def _gains(
    hand: Iterable[Card], objective: str | Mapping[object, float], rules: Rules
) -> dict[Card, Score]:
    """What laying each card gains."""
    cards = set(hand)
    if isinstance(objective, Mapping):
        weights = {read_card(str(card), rules): weight for card, weight in objective.items()}
        for card, weight in weights.items():
            if not 0 <= weight < float("inf"):
                raise ValueError(f"the weight of {card} must be 0 or more, not {weight}")
        return {card: Score(weights.get(card, 0), 1) for card in cards}
    if objective == "tiles":
        return {card: Score(1, _points(card, rules)) for card in cards}
    if objective == "points":
        return {card: Score(_points(card, rules), 1) for card in cards}
    raise ValueError(f"unknown objective {objective!r}: tiles, points or weights by card")


@dataclass(frozen=True)
class _Problem:
    """What is to be solved."""

    old: Sequence[Meld]
    hand: Counter[Card]
    rules: Rules
    gains: Mapping[Card, Score]
    """What laying each card gains."""
    deadline: float | None


def _answers(problem: _Problem, *, opened: bool) -> Iterator[Answer]:
    """Answers, the best one among them."""
    if opened:
        yield from _opened_answers(problem, Counter())
        return
    rules, hand = problem.rules, problem.hand
    own = opening_answer(hand, rules, problem.gains, problem.deadline)
    if own is not None:
        score = _gained(cards_of(own.melds), problem.gains)
        yield Answer(score, tuple(sorted((*problem.old, *own.melds))))
    if rules.opening_table == "same_turn" and opens(hand, rules):
        yield from _same_turn_answers(problem)


def _same_turn_answers(problem: _Problem) -> Iterator[Answer]:
    """Answers for a player who opens and may use the table in the same turn (rule 11).

    Some of the cards laid must make melds of own cards that are worth an opening. If the best
    play of a player who has opened holds such cards, it is the answer. Otherwise every smallest
    choice of them is tried.
    """
    *_, top = (None, *_opened_answers(problem, Counter()))
    if top is None:
        return
    if opens(cards_of(top.melds) - cards_of(problem.old), problem.rules):
        yield top
        return
    for needs in smallest_openings(problem.hand, problem.rules):
        for answer in _opened_answers(problem, needs):
            yield answer
            if answer.score == top.score:
                return


def _opened_answers(problem: _Problem, needs: Counter[Card]) -> Iterator[Answer]:
    """Answers for a player who has opened and must lay `needs` at least, growing better."""
    rules, old = problem.rules, problem.old
    free = replace(problem, rules=replace(rules, locked_meld="free"))
    top = Sweep(_task(free, needs, Explanation((), {}, Counter()))).best()
    if top is None:
        return
    if rules.locked_meld == "free":
        yield top
        return
    best: Score | None = None
    for how in _least_needs(explanations(old, problem.hand, rules), rules):
        task = _task(problem, needs | how.needs, how)
        answer = Sweep(replace(task, beat=best)).best()
        if answer is not None:
            best = answer.score
            yield answer
        if best == top.score:  # no explanation allows more than free jokers do
            return


def _least_needs(hows: Iterable[Explanation], rules: Rules) -> list[Explanation]:
    """Leave out explanations that only ask for more than another one does."""
    kept: list[tuple[object, Explanation]] = []
    for how in sorted(hows, key=lambda how: how.needs.total()):
        staying = {joker.meld for joker in how.locked}
        matters = rules.freed_joker == "new_meld"
        put_in = {j: card for j, card in how.freed.items() if matters or j.meld in staying}
        key = (how.locked, tuple(sorted(put_in.items())))
        if not any(k == key and other.needs <= how.needs for k, other in kept):
            kept.append((key, how))
    return [how for _, how in kept]


def _task(problem: _Problem, needs: Counter[Card], how: Explanation) -> Task:
    """The arrangement that an explanation asks for when `needs` must be laid."""
    rules, must = problem.rules, cards_of(problem.old) + needs
    jokers = must.pop(JOKER, 0) - len(how.locked)
    freed = len(how.freed) if rules.freed_joker == "new_meld" else 0
    old_runs: list[OldRun] = []
    whole_runs: list[WholeRun] = []
    old_sets: dict[int, list[tuple[OldSet, int]]] = {}
    whole_sets: dict[int, list[WholeSet]] = {}
    for m, meld in enumerate(problem.old):
        locked = [joker.place for joker in how.locked if joker.meld == m]
        first, last = meld.places[0].card, meld.places[-1].card
        if meld.kind == "run":
            stay = frozenset(meld.places[i].card.value for i in locked)
            run = OldRun(first.color, first.value, last.value, stay)
            whole_runs.append(WholeRun(*run, old=len(old_runs) if locked else -1))
            if locked:
                old_runs.append(run)
        else:
            put_in = [card for joker, card in how.freed.items() if joker.meld == m]
            colors = frozenset(card.color for card in (*meld.naturals, *put_in))
            olds = old_sets.setdefault(first.value, [])
            whole = WholeSet(colors, len(olds) if locked else -1, len(locked))
            whole_sets.setdefault(first.value, []).append(whole)
            if locked:
                identities = meld.identities(locked[0], rules)
                # A card put in for two jokers, one after the other, lies there once.
                size = len(colors) + len(locked)
                old = OldSet(size, colors, frozenset(c.color for c in identities))
                olds.append((old, len(locked)))
    return Task(
        rules,
        must=must,
        may=problem.hand - needs,
        jokers=jokers - freed,
        freed=freed,
        old_runs=tuple(old_runs),
        whole_runs=tuple(dict.fromkeys(whole_runs)),
        old_sets={value: tuple(olds) for value, olds in old_sets.items()},
        whole_sets={value: tuple(wholes) for value, wholes in whole_sets.items()},
        gains=problem.gains,
        start=_gained(needs, problem.gains),
        deadline=problem.deadline,
    )


def _gained(laid: Counter[Card], gains: Mapping[Card, Score]) -> Score:
    """What laying these cards gains."""
    score = Score(0, 0)
    for card, n in laid.items():
        score = score.plus(gains[card], n)
    return score
