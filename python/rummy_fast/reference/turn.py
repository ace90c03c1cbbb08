"""Turns: whether one table may follow another (rules 9 to 15 and 17, as in rules.md section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rummy_fast.reference.explanation import Explanation, TableJoker, enough, explanations
from rummy_fast.reference.meld import Meld, read_draft, read_table, tiles_of
from rummy_fast.reference.opening import opens
from rummy_fast.reference.rules import Rules
from rummy_fast.reference.tile import Tile, check_counts, read_hand, sorted_texts


@dataclass(frozen=True)
class Verdict:
    """The judgment of a turn: legal, or the reasons why not."""

    reasons: tuple[str, ...] = ()
    """The reasons, each as `code: explanation`."""

    @property
    def legal(self) -> bool:
        """Whether there is no reason against the turn."""
        return not self.reasons

    def __bool__(self) -> bool:
        """Whether the turn is legal."""
        return self.legal


def check_turn(
    before: object,
    hand: object,
    after: object,
    *,
    rules: object = None,
    opened: bool = True,
) -> Verdict:
    """Judge a finished turn.

    Args:
        before: The table when the turn began.
        hand: All tiles the player held then; those in `after` but not in `before` were played.
        after: The table at the end of the turn.
        rules: `Rules`, a preset's name, a mapping, or an object with `to_dict`.
        opened: Whether the player had opened before this turn.

    Returns:
        The verdict.

    Raises:
        NotationError: If a word is not a tile.
        InvalidMeldError: If the table before the turn is invalid.
        InvalidTableError: If there are more visible tiles than the deck has.

    Examples:
        >>> check_turn("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J").legal
        True
        >>> check_turn("r5 r6 r7 r8", "y5", "r6 r7 r8").reasons
        ('lost: r5 was on the table and is gone (rule 10)',)
    """
    chosen = Rules.of(rules)
    old, held = read_table(before, chosen), read_hand(hand, chosen)
    check_counts(tiles_of(old) + held, chosen)
    new, wrong = read_draft(after, chosen)
    if wrong:
        return Verdict(tuple(f"invalid_meld: {message}" for message in wrong))
    there, now = tiles_of(old), tiles_of(new)
    played = now - there
    reasons = [
        f"lost: {tile} was on the table and is gone (rule 10)"
        for tile in sorted_texts((there - now).elements())
    ]
    reasons += [
        f"not_held: {tile} is neither on the table nor in the hand"
        for tile in sorted_texts((played - held).elements())
    ]
    if not reasons and not played:
        reasons = ["nothing_played: a play needs a tile from the hand (rule 10)"]
    if reasons:
        return Verdict(tuple(reasons))
    return _judge(old, played, new, closing=played == held, rules=chosen, opened=opened)


def _judge(
    old: Sequence[Meld],
    played: Counter[Tile],
    new: Sequence[Meld],
    *,
    closing: bool,
    rules: Rules,
    opened: bool,
) -> Verdict:
    """Judge a turn that loses no tile and leaves valid melds."""
    if not opened:
        own = Counter(new) - Counter(old)
        own_only = tiles_of(own.elements()) == played
        worth = sum(meld.worth for meld in own.elements())
        if own_only and (worth >= rules.opening_min or (closing and rules.closing_hand)):
            return Verdict()
        if rules.opening_table == "next_turn" and not own_only:
            return Verdict(("touched_table: an opening uses tiles of the hand only (rule 11)",))
        if rules.opening_table == "next_turn" or not _opened_on_the_way(
            played, rules, own_only=own_only
        ):
            needed = f"an opening needs {rules.opening_min} (rule 11)"
            return Verdict((f"opening: worth {worth}, {needed}",))
    if any(holds(how, old, new, rules) for how in explanations(old, played, rules)):
        return Verdict()
    return Verdict(
        ("joker: a joker of the table was neither exchanged nor left in place (rules 14, 15)",)
    )


def _opened_on_the_way(played: Counter[Tile], rules: Rules, *, own_only: bool) -> bool:
    """Tell whether some of the tiles played open, with `opening_table = same_turn` (rule 11).

    Their melds need not exist any more at the end of the turn. But a player who plays an opening,
    nothing else, and does not touch the table is judged by the final melds: `J r9 r10` is 27.
    """
    if not own_only:
        return opens(played, rules)
    return any(opens(played - Counter({tile: 1}), rules) for tile in played)


def holds(how: Explanation, old: Sequence[Meld], new: Sequence[Meld], rules: Rules) -> bool:
    """Tell whether an explanation fits the table at the end of the turn.

    Args:
        how: Which jokers stayed, and which were exchanged.
        old: The table when the turn began.
        new: The table at its end.
        rules: The options `locked_meld` and `freed_joker`.

    Returns:
        Whether the locked jokers have places that satisfy rule 15, and the freed ones places that
        satisfy `freed_joker`.
    """
    return any(
        _colors_fit(placement, old, new, rules)
        and _assignment_fits(placement, how, old, new, rules)
        and _freed_fit(placement, how, old, new, rules)
        for placement in _placements(how.locked, old, new, rules)
    )


def _placements(
    locked: Sequence[TableJoker], old: Sequence[Meld], new: Sequence[Meld], rules: Rules
) -> Iterator[dict[TableJoker, int]]:
    """Assign each locked joker to a final meld with a joker where it can be.

    Yields:
        The index of the final meld of each locked joker. (This determines its place: in a run the
        tile it stands for, and in a group all places are alike.)
    """
    if not locked:
        yield {}
        return
    *others, joker = locked
    before = old[joker.meld]
    for placement in _placements(others, old, new, rules):
        for g, meld in enumerate(new):
            if meld.kind != before.kind:
                continue
            inside = [other for other, at in placement.items() if at == g]
            identities = before.identities(joker.place, rules)
            if meld.kind == "group":
                if meld.places[0].tile.value != before.places[0].tile.value:
                    continue
                free = len(meld.jokers) > len(inside)
            else:
                free = any(meld.places[i].tile in identities for i in meld.jokers) and not any(
                    old[other.meld].identities(other.place, rules) == identities for other in inside
                )
            if free:
                yield {**placement, joker: g}


def _colors_fit(
    placement: Mapping[TableJoker, int], old: Sequence[Meld], new: Sequence[Meld], rules: Rules
) -> bool:
    """Tell whether locked jokers in one group can stand for different colors (rule 15)."""

    def fit(jokers: Sequence[TableJoker], taken: frozenset[Tile]) -> bool:
        if not jokers:
            return True
        first, *rest = jokers
        identities = old[first.meld].identities(first.place, rules)
        return any(fit(rest, taken | {tile}) for tile in identities - taken)

    return all(
        fit([joker for joker, at in placement.items() if at == g], frozenset(meld.naturals))
        for g, meld in enumerate(new)
        if meld.kind == "group"
    )


def _assignment_fits(
    placement: Mapping[TableJoker, int],
    how: Explanation,
    old: Sequence[Meld],
    new: Sequence[Meld],
    rules: Rules,
) -> bool:
    """Tell whether enough of each old meld is still with its locked jokers (rule 15).

    The tiles of an old meld, and those that replaced its freed jokers, are assigned to the final
    melds of its locked jokers: each tile at most once, each place at most once.
    """
    homes = {(joker.meld, g) for joker, g in placement.items()}
    tiles = [
        (m, tile)
        for m in sorted({m for m, _ in homes})
        for tile in (
            *old[m].naturals,
            *(tile for joker, tile in how.freed.items() if joker.meld == m),
        )
    ]

    def size(m: int) -> int:
        """Count the tiles of a meld; one that replaced two jokers in turn counts once."""
        put_in = {tile for joker, tile in how.freed.items() if joker.meld == m}
        return len(old[m].naturals) + len(put_in) + sum(joker.meld == m for joker in placement)

    def fit(index: int, assigned: Mapping[tuple[int, Tile], int]) -> bool:
        """Try all assignments of the tiles from `index` on; `assigned` maps places to old melds."""
        if index == len(tiles):
            for m, g in homes:
                naturals = sum(at == g and by == m for (at, _), by in assigned.items())
                jokers = sum(joker.meld == m and at == g for joker, at in placement.items())
                if not enough(rules, size(m), naturals + jokers, naturals):
                    return False
            return True
        m, tile = tiles[index]
        return fit(index + 1, assigned) or any(
            fit(index + 1, {**assigned, (g, tile): m})
            for by, g in homes
            if by == m and tile in new[g].naturals and (g, tile) not in assigned
        )

    return fit(0, {})


def _freed_fit(
    placement: Mapping[TableJoker, int],
    how: Explanation,
    old: Sequence[Meld],
    new: Sequence[Meld],
    rules: Rules,
) -> bool:
    """Tell whether no freed joker is with a whole old meld (section 4, *New meld*).

    Tiles are compared by color and number. An old meld whose joker was exchanged is whole with the
    tile that replaced it, one whose joker stayed is whole with that joker.
    """
    if rules.freed_joker == "any_meld":
        return True

    def whole(m: int, g: int) -> bool:
        needed = set(old[m].naturals)
        needed |= {tile for joker, tile in how.freed.items() if joker.meld == m}
        jokers = [at for joker, at in placement.items() if joker.meld == m]
        return needed <= set(new[g].naturals) and all(at == g for at in jokers)

    room = sum(
        len(meld.jokers) - sum(at == g for at in placement.values())
        for g, meld in enumerate(new)
        if not any(whole(m, g) for m in range(len(old)))
    )
    return room >= len(how.freed)
