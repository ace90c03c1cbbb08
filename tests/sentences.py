"""Everything the package can say, with the values that it then names."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import rummy_fast as rf


class Turn(NamedTuple):
    """A turn that is refused for this reason."""

    code: str
    table: str
    hand: str
    result: str
    rules: str | dict[str, Any] = "schmidt"
    opened: bool = True


TURNS = (
    Turn("too_long", "r1 r2 r3", "", "r1 " * 40_000),
    Turn("invalid_meld", "r1 r2 r3", "r4", "r1 r2 r3 | r4 x9"),
    Turn("invalid_meld", "r1 r2 r3", "r4 r6 y5", "r1 r2 r3 | r4 y5 r6"),
    Turn("table_card_missing", "r1 r2 r3 r4", "r5", "r3 r4 r5"),
    Turn("table_card_missing", "r1 r2 r3 | r1 y1 g1", "b5", "r2 r3 b5"),
    Turn("joker_kept", "r3 J r5", "r4", "r3 r4 r5"),
    Turn("joker_kept", "r3 J r5 | r8 J b8", "r4", "r3 r4 r5"),
    Turn("card_not_in_hand", "r3 r4 r5", "y9", "r3 r4 r5 r6"),
    Turn("card_not_in_hand", "r3 r4 r5", "y9", "r3 r4 r5 J"),
    Turn("card_not_in_hand", "r3 r4 r5", "y9", "J r3 r4 r5 J"),
    Turn("card_not_in_hand", "r3 r4 r5", "y9", "r3 r4 r5 | y1 y2 y3 | y1 b1 g1"),
    Turn("too_many_of_card", "r1 r2 r3", "r1", "r1 r2 r3 | r1 r2 r3 | r1 y1 g1"),
    Turn("nothing_laid", "r1 r2 r3", "r4", "r1 r2 r3"),
    Turn("opening_not_reached", "", "r9 y9 b9", "r9 y9 b9", opened=False),
    Turn(
        "table_before_opening",
        "r3 r4 r5",
        "r6 g10 y10 b10",
        "r3 r4 r5 r6 | g10 y10 b10",
        opened=False,
    ),
    Turn("joker_moved", "J r5 r6", "r7", "r5 r6 r7 J"),
    Turn("joker_moved", "r8 b8 J", "r9 r10 b9 b10 y1 y2", "r8 r9 r10 | b8 b9 b10 | y1 y2 J"),
    Turn("joker_moved", "J r5 r6", "r7", "r5 r6 r7 J", "sabra"),
    Turn("locked_meld_broken", "r3 J r5", "r2 y5 b5", "r2 r3 J | r5 y5 b5"),
    Turn("locked_meld_broken", "r3 J r5 r6", "y6 b6", "r3 J r5 | r6 y6 b6", "sabra"),
    Turn(
        "locked_meld_broken",
        "r3 J r5",
        "r1 r2 J y3 b3 y5 b5",
        "r1 r2 J J | r3 y3 b3 | r5 y5 b5",
        "rummikub",
    ),
    Turn("freed_joker_in_old_meld", "r3 J r5", "r4", "r3 r4 r5 J", "rummikub"),
    Turn(
        "jokers_in_conflict",
        "r3 J r5 | J r5 r6",
        "r4 y5 r9 r10",
        "r3 r4 r5 r6 | r5 y5 J | r9 r10 J",
        "sabra",
    ),
)

REFUSALS: tuple[tuple[type[rf.RummyError], Callable[[], object], str], ...] = (
    (rf.NotationError, lambda: rf.Tile('r"q'), 'r\\"q'),
    (rf.NotationError, lambda: rf.Tile("x3", "schmidt"), "x"),
    (rf.NotationError, lambda: rf.Tile("r14", "schmidt"), "r14"),
    (rf.NotationError, lambda: rf.Meld("r6-3"), "r6-3"),
    (rf.NotationError, lambda: rf.Hand("J=r3"), "J=r3"),
    (rf.NotationError, lambda: rf.Meld("r3 J=J r5"), "J=J"),
    (rf.NotationError, lambda: rf.Table("r1 " * 30_000), "90000"),
    (rf.NotationError, lambda: rf.Hand("r1 | r2"), "|"),
    (rf.NotationError, lambda: rf.Hand("\ud800"), "Unicode"),
    (rf.InvalidMeldError, lambda: rf.Meld(""), ""),
    (rf.InvalidMeldError, lambda: rf.Meld("r3"), "r3"),
    (rf.InvalidMeldError, lambda: rf.Meld("r3 y3 g3 b3 J"), "r3 y3 g3 b3 J"),
    (rf.InvalidMeldError, lambda: rf.Meld("J J"), "J J"),
    (rf.InvalidMeldError, lambda: rf.Meld("r5 J J"), "r5 J J"),
    (rf.InvalidMeldError, lambda: rf.Meld("r5 r5 y5"), "r5 r5 y5"),
    (rf.InvalidMeldError, lambda: rf.Meld("r5 r5 r6"), "r5 r5 r6"),
    (rf.InvalidMeldError, lambda: rf.Meld("r5 y6 g7"), "r5 y6 g7"),
    (rf.InvalidMeldError, lambda: rf.Meld("r5 r6 r8"), "r7"),
    (rf.InvalidMeldError, lambda: rf.Meld("r5 J r6"), "r6"),
    (rf.InvalidMeldError, lambda: rf.Meld("r12 r13 J"), "r12 r13 J"),
    (rf.InvalidTableError, lambda: rf.Table("r1 r2 r3 | r1 r2 r3 | r1 r2 r3"), "r1"),
    (rf.InvalidTableError, lambda: rf.Table("r1 | r5 y6 g7 | é"), "é"),
    (rf.InvalidTableError, lambda: rf.solve("r1 r2 r3", "r1 r1"), "r1"),
    (rf.InvalidTableError, lambda: rf.solve("", "r1 r1 r1"), "r1"),
    (
        rf.InvalidTableError,
        lambda: rf.solve(rf.Table("r1 r2", rf.Rules(shortest_meld=2)), ""),
        "r1 r2",
    ),
    (rf.InvalidRulesError, lambda: rf.Rules(colors=1), "colors"),
    (rf.InvalidRulesError, lambda: rf.Rules(turn_seconds=0), "turn_seconds"),
    (rf.InvalidRulesError, lambda: rf.Rules(shortest_meld=6, values=5), "shortest_meld"),
    (rf.InvalidRulesError, lambda: rf.Rules(players="4-2"), "4-2"),
    (rf.InvalidRulesError, lambda: rf.Rules(players="9"), "9"),
    (rf.InvalidRulesError, lambda: rf.Rules(players="many"), "many"),
    (rf.InvalidRulesError, lambda: rf.Rules(starter="me"), "me"),
    (rf.InvalidRulesError, lambda: rf.Rules(starter=5), "5"),
    (rf.InvalidRulesError, lambda: rf.Rules(closing_hand="yes"), "yes"),
    (rf.InvalidRulesError, lambda: rf.Rules("chess"), "chess"),
    (rf.InvalidRulesError, lambda: rf.Rules(coins=3), "coins"),
    (rf.RummyError, lambda: rf.solve("", "", limit=0), "limit"),
    (rf.RummyError, lambda: rf.solve("", "", limit=10**400), "limit"),
    (rf.RummyError, lambda: rf.solve_many([], threads=0), "threads"),
    (rf.IllegalTurnError, lambda: rf.check_turn("r1 r2 r3", "r4", "r1 r2").verify(), "r1 r2"),
)
"""For each refusal its kind, how to come by it, and what it must name in any language."""


def reasons() -> Iterator[tuple[Turn, rf.Reason]]:
    """Every kind of reason, as `check_turn` gives it."""
    for turn in TURNS:
        verdict = rf.check_turn(
            turn.table, turn.hand, turn.result, rules=turn.rules, opened=turn.opened
        )
        found = [reason for reason in verdict.reasons if reason.code == turn.code]
        assert found, (turn, verdict)
        for reason in found:
            yield turn, reason


def refusals() -> Iterator[tuple[str, rf.RummyError]]:
    """Every kind of error, with what it must name."""
    for kind, refused, named in REFUSALS:
        with pytest.raises(kind) as caught:
            refused()
        assert type(caught.value) is kind
        yield named, caught.value


def wordings(wording: rf.Wording) -> Iterator[rf.Wording]:
    """A wording and those in it."""
    yield wording
    for value in wording.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, rf.Wording):
                yield from wordings(part)
