"""Turn: may this table follow that one? Rules 9-15 and 17 as rules.md section 3 puts them."""

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
    """Whether a turn is legal, and if not, why."""

    reasons: tuple[str, ...] = ()
    """What is wrong, each as `code: explanation`."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
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
        hand: All tiles the player held then; what was played is `after` minus `before`.
        after: The table at the end of the turn.
        rules: `Rules`, a preset's name, a mapping, or an object with `to_dict`.
        opened: Whether the player had opened before this turn.

    Returns:
        The verdict.

    Raises:
        NotationError: A text is not made of tiles.
        InvalidMeldError: The table was invalid before the turn.
        InvalidTableError: There are more tiles in sight than the deck has.

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
        f"not_held: {tile} is neither from the table nor from the hand"
        for tile in sorted_texts((played - held).elements())
    ]
    if not reasons and not played:
        reasons = ["nothing_played: a play plays a tile from the hand (rule 10)"]
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
    """Judge a turn whose tiles add up and whose melds are valid."""
    if not opened:
        own = Counter(new) - Counter(old)
        own_only = tiles_of(own.elements()) == played
        worth = sum(meld.worth for meld in own.elements())
        if own_only and (worth >= rules.opening_min or (closing and rules.closing_hand)):
            return Verdict()
        if rules.opening_table == "next_turn" and not own_only:
            return Verdict(("touched_table: an opening is made of own tiles only (rule 11)",))
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
    """Rule 11 with `opening_table = same_turn`: whether some of the tiles played open.

    Their melds need not be there any more at the end of the turn. But who plays an opening and
    nothing else, and leaves the table alone, has played what lies there: `J r9 r10` is 27.
    """
    if not own_only:
        return opens(played, rules)
    return any(opens(played - Counter({tile: 1}), rules) for tile in played)


def holds(how: Explanation, old: Sequence[Meld], new: Sequence[Meld], rules: Rules) -> bool:
    """Whether an explanation fits the table at the end of the turn.

    Args:
        how: Which jokers stayed and which were exchanged.
        old: The table when the turn began.
        new: The table at its end.
        rules: The options `locked_meld` and `freed_joker`.

    Returns:
        Whether the locked jokers have places that satisfy rule 15, and the freed ones such as
        `freed_joker` asks for.
    """
    return any(
        _colors_fit(lies, old, new, rules)
        and _claims_fit(lies, how, old, new, rules)
        and _freed_fit(lies, how, old, new, rules)
        for lies in _layouts(how.locked, old, new, rules)
    )


def _layouts(
    locked: Sequence[TableJoker], old: Sequence[Meld], new: Sequence[Meld], rules: Rules
) -> Iterator[dict[TableJoker, int]]:
    """All ways to give each locked joker a place of its own that could be the one it lies at.

    Yields:
        For each locked joker the number of the final meld it lies in. (Its place in that meld
        follows: in a run it is that of its identity, in a group the places are all alike.)
    """
    if not locked:
        yield {}
        return
    *others, joker = locked
    before = old[joker.meld]
    for lies in _layouts(others, old, new, rules):
        for g, meld in enumerate(new):
            if meld.kind != before.kind:
                continue
            inside = [other for other, at in lies.items() if at == g]
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
                yield {**lies, joker: g}


def _colors_fit(
    lies: Mapping[TableJoker, int], old: Sequence[Meld], new: Sequence[Meld], rules: Rules
) -> bool:
    """Rule 15 in groups: the jokers that stayed can be tiles of different colors there."""

    def fit(jokers: Sequence[TableJoker], taken: frozenset[Tile]) -> bool:
        if not jokers:
            return True
        first, *rest = jokers
        identities = old[first.meld].identities(first.place, rules)
        return any(fit(rest, taken | {tile}) for tile in identities - taken)

    return all(
        fit([joker for joker, at in lies.items() if at == g], frozenset(meld.naturals))
        for g, meld in enumerate(new)
        if meld.kind == "group"
    )


def _claims_fit(
    lies: Mapping[TableJoker, int],
    how: Explanation,
    old: Sequence[Meld],
    new: Sequence[Meld],
    rules: Rules,
) -> bool:
    """Rule 15: enough of the old melds lies with their jokers.

    The tiles of an old meld, and those put in for jokers of it that were exchanged, are claimed
    for the final melds in which its other jokers stayed: each tile once, each place once.
    """
    homes = {(joker.meld, g) for joker, g in lies.items()}
    tiles = [
        (m, tile)
        for m in sorted({m for m, _ in homes})
        for tile in (
            *old[m].naturals,
            *(tile for joker, tile in how.freed.items() if joker.meld == m),
        )
    ]

    def size(m: int) -> int:
        """How many tiles a meld has; one put in for two jokers, one after the other, lies once."""
        put_in = {tile for joker, tile in how.freed.items() if joker.meld == m}
        return len(old[m].naturals) + len(put_in) + sum(joker.meld == m for joker in lies)

    def fit(index: int, claimed: Mapping[tuple[int, Tile], int]) -> bool:
        """Try all claims of the tiles from `index` on; `claimed` gives places to old melds."""
        if index == len(tiles):
            for m, g in homes:
                naturals = sum(at == g and by == m for (at, _), by in claimed.items())
                jokers = sum(joker.meld == m and at == g for joker, at in lies.items())
                if not enough(rules, size(m), naturals + jokers, naturals):
                    return False
            return True
        m, tile = tiles[index]
        return fit(index + 1, claimed) or any(
            fit(index + 1, {**claimed, (g, tile): m})
            for by, g in homes
            if by == m and tile in new[g].naturals and (g, tile) not in claimed
        )

    return fit(0, {})


def _freed_fit(
    lies: Mapping[TableJoker, int],
    how: Explanation,
    old: Sequence[Meld],
    new: Sequence[Meld],
    rules: Rules,
) -> bool:
    """Section 4, *New meld*: no freed joker lies where a whole old meld lies.

    Tiles are compared by what is printed on them. An old meld whose joker was exchanged is whole
    with the tile put in for it, one whose joker stayed is whole where the joker is.
    """
    if rules.freed_joker == "any_meld":
        return True

    def whole(m: int, g: int) -> bool:
        needed = set(old[m].naturals)
        needed |= {tile for joker, tile in how.freed.items() if joker.meld == m}
        jokers = [at for joker, at in lies.items() if joker.meld == m]
        return needed <= set(new[g].naturals) and all(at == g for at in jokers)

    room = sum(
        len(meld.jokers) - sum(at == g for at in lies.values())
        for g, meld in enumerate(new)
        if not any(whole(m, g) for m in range(len(old)))
    )
    return room >= len(how.freed)
