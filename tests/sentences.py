"""Every reason and error of the package, with the values that its message must name."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import rummy_fast as rf


class Turn(NamedTuple):
    """A turn that is illegal for this reason."""

    code: str
    table: str
    hand: str
    after: str
    rules: str | dict[str, Any] = "schmidt"
    opened: bool = True


TURNS = (
    Turn("too_long", "r1 r2 r3", "", "r1 " * 40_000),
    Turn("invalid_meld", "r1 r2 r3", "r4", "r1 r2 r3 | r4 x9"),
    Turn("invalid_meld", "r1 r2 r3", "r4 r6 y5", "r1 r2 r3 | r4 y5 r6"),
    Turn("table_tile_missing", "r1 r2 r3 r4", "r5", "r3 r4 r5"),
    Turn("table_tile_missing", "r1 r2 r3 | r1 y1 g1", "b5", "r2 r3 b5"),
    Turn("joker_kept", "r3 J r5", "r4", "r3 r4 r5"),
    Turn("joker_kept", "r3 J r5 | r8 J b8", "r4", "r3 r4 r5"),
    Turn("tile_not_in_hand", "r3 r4 r5", "y9", "r3 r4 r5 r6"),
    Turn("tile_not_in_hand", "r3 r4 r5", "y9", "r3 r4 r5 J"),
    Turn("tile_not_in_hand", "r3 r4 r5", "y9", "J r3 r4 r5 J"),
    Turn("tile_not_in_hand", "r3 r4 r5", "y9", "r3 r4 r5 | y1 y2 y3 | y1 b1 g1"),
    Turn("too_many_of_tile", "r1 r2 r3", "r1", "r1 r2 r3 | r1 r2 r3 | r1 y1 g1"),
    Turn("nothing_played", "r1 r2 r3", "r4", "r1 r2 r3"),
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
        {"preset": "rummikub", "colors": "rygb"},
    ),
    Turn(
        "freed_joker_in_old_meld",
        "r3 J r5",
        "r4",
        "r3 r4 r5 J",
        {"preset": "rummikub", "colors": "rygb"},
    ),
    Turn(
        "jokers_in_conflict",
        "r3 J r5 | J r5 r6",
        "r4 y5 r9 r10",
        "r3 r4 r5 r6 | r5 y5 J | r9 r10 J",
        "sabra",
    ),
)

SHORT = rf.Table("r1 r2", rf.Rules(shortest_meld=2))
STALEMATE = {"ending": "void", "winners": []}


def played() -> rf.Round:
    """Make a round: seat 0 has played a tile, each seat has drawn, and seat 0 is to move."""
    made = rf.Round.set_up(["r9 g1 b1", "y1 y2"], "r6 r7 r8", "b3 b4 b5 b6 b7")
    made.play(0, "r6 r7 r8 r9")
    for seat in (1, 0, 1):
        made.draw(seat)
    return made


def over() -> rf.Round:
    """Make a round that seat 0 has won."""
    made = rf.Round.set_up(["r9", "y1 y2"], "r6 r7 r8", "b3")
    made.play(0, "r6 r7 r8 r9")
    return made


def again(**changes: Any) -> object:
    """Read a round with its first event changed."""
    fields = played().to_dict()
    fields["events"][0] |= changes
    return rf.Round.from_dict(fields)


def view(**changes: Any) -> object:
    """Read a view of that round with some fields changed."""
    return rf.View.from_dict(played().view(0).to_dict() | changes)


def history(index: int, **changes: Any) -> object:
    """Read a view of that round with one event changed."""
    events = [event.to_dict() for event in played().events]
    events[index] |= changes
    return view(history=events)


def ended(outcome: dict[str, Any], **changes: Any) -> object:
    """Read a view of the finished round with its outcome and other fields changed."""
    fields = over().view(1).to_dict()
    return rf.View.from_dict(fields | changes | {"outcome": fields["outcome"] | outcome})


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
    (rf.InvalidRulesError, lambda: rf.Rules({"starter": "me"}), "me"),
    (rf.InvalidRulesError, lambda: rf.Rules({"starter": 5}), "5"),
    (rf.InvalidRulesError, lambda: rf.Rules({"closing_hand": "yes"}), "yes"),
    (rf.InvalidRulesError, lambda: rf.Rules("chess"), "chess"),
    (rf.InvalidRulesError, lambda: rf.Rules({"coins": 3}), "coins"),
    (rf.RummyError, lambda: rf.solve("", "", limit=0), "limit"),
    (rf.RummyError, lambda: rf.solve("", "", limit=10**400), "limit"),
    (rf.RummyError, lambda: rf.solve_many([], threads=0), "threads"),
    (rf.IllegalTurnError, lambda: rf.check_turn("r1 r2 r3", "r4", "r1 r2").verify(), "r1 r2"),
    # Rounds
    (rf.RummyError, lambda: rf.Round.deal(9, seed=1), "9"),
    (rf.RummyError, lambda: rf.Round.deal(4, seed=1, rules={"hand_size": 40}), "160"),
    (rf.RummyError, lambda: rf.Round.deal(seed=1, starter=2), "starter = 2"),
    (rf.RummyError, lambda: rf.Round.deal(seed=2**64), f"seed = {2**64}"),
    (rf.RummyError, lambda: rf.Round.deal(seed=1, starter=2**32), f"starter = {2**32}"),
    (rf.RummyError, lambda: rf.count_openings(3, seed=2**64 - 1), f"seed = {2**64 - 1}"),
    (rf.RummyError, lambda: rf.Round.set_up(["r1", "r2"], opened=[True]), "opened"),
    (rf.RummyError, lambda: rf.Round.set_up(["r1", ""]), "1"),
    (rf.InvalidTableError, lambda: rf.Round.set_up(["r1 r1", "r1"]), "r1"),
    (rf.InvalidTableError, lambda: rf.Round.set_up(["r1", "r2"], "r1 r2 | r3 r4 r5"), "r1 r2"),
    (rf.IllegalTurnError, lambda: over().draw(1), ""),
    (rf.IllegalTurnError, lambda: played().draw(2), "2"),
    (rf.IllegalTurnError, lambda: played().draw(-1), "-1"),
    (rf.IllegalTurnError, lambda: played().draw(1), "1"),
    (rf.IllegalTurnError, lambda: played().play(0, "r6 r7 r8"), "r9"),
    (rf.IllegalTurnError, lambda: played().pass_(0), "2"),
    (rf.IllegalTurnError, lambda: rf.Round.set_up(["r1", "r2"], pool="r3").pass_(0), "1"),
    (rf.IllegalTurnError, lambda: rf.Round.set_up(["r1", "r2"]).draw(0), ""),
    (rf.RummyError, lambda: again(pool_size=0), "pool_size"),
    (rf.IllegalTurnError, lambda: again(table=["r6 r7 r8"]), "1"),
    # Bots
    (rf.RummyError, lambda: rf.Greedy().choose(played().view(1)), "1"),
    (rf.RummyError, lambda: rf.Greedy().choose(over().view(0)), ""),
    # Views
    (rf.RummyError, lambda: view(opened=[True]), "opened"),
    (rf.RummyError, lambda: view(to_move=2), "to_move = 2"),
    (rf.RummyError, lambda: view(hand_sizes=[3]), "hand_sizes"),
    (rf.InvalidTableError, lambda: view(table=["r6 r7"]), "r6 r7"),
    (rf.RummyError, lambda: view(hand="g1"), "hand_sizes"),
    (rf.RummyError, lambda: view(pool_size=99), "110"),
    (rf.RummyError, lambda: view(hand_sizes=[3, 0]), "outcome"),
    (rf.RummyError, lambda: history(0, seat=7), "history"),
    (rf.RummyError, lambda: history(0, table=SHORT), "history"),
    (rf.RummyError, lambda: history(0, kind="draw"), "history"),
    (rf.RummyError, lambda: history(0, tiles="r10"), "history"),
    (rf.RummyError, lambda: history(2, hand_size=9), "hand_size"),
    (rf.RummyError, lambda: view(opened=[False, True]), "opened"),
    (rf.RummyError, lambda: history(1, seat=0, hand_size=3), "history"),
    (rf.RummyError, lambda: history(1, table=["r6 r7 r8"]), "history"),
    (rf.RummyError, lambda: history(1, pool_size=9), "pool_size"),
    (rf.RummyError, lambda: view(to_move=1), "to_move"),
    (rf.RummyError, lambda: view(pool_size=1), "history"),
    (rf.RummyError, lambda: view(hand_sizes=[3, 9]), "hand_sizes"),
    (rf.RummyError, lambda: ended({"left": [0]}), "left"),
    (rf.RummyError, lambda: ended({"winners": [1]}), "outcome"),
    (rf.RummyError, lambda: ended({}, to_move=1), "to_move"),
    (
        rf.RummyError,
        lambda: ended({"ending": "closed"}, rules={"closing_hand": False}),
        "closing_hand",
    ),
    (rf.RummyError, lambda: ended(STALEMATE, hand_sizes=[1, 2]), "outcome"),
    (rf.RummyError, lambda: ended(STALEMATE, hand_sizes=[1, 2], pool_size=0), "stalemate"),
    (rf.RummyError, lambda: ended({"left": [0, 1]}), "left"),
    (rf.RummyError, lambda: ended({"left": [99, 3]}), "left"),
    (rf.RummyError, lambda: ended({"scores": [9, -9]}), "scores"),
)
"""For each error its type, a call that raises it, and what it must name in any language."""


def reasons() -> Iterator[tuple[Turn, rf.Reason]]:
    """Yield every kind of reason, as `check_turn` gives it."""
    for turn in TURNS:
        verdict = rf.check_turn(
            turn.table, turn.hand, turn.after, rules=turn.rules, opened=turn.opened
        )
        found = [reason for reason in verdict.reasons if reason.code == turn.code]
        assert found, (turn, verdict)
        for reason in found:
            yield turn, reason


def refusals() -> Iterator[tuple[str, rf.RummyError]]:
    """Yield every kind of error, with what it must name."""
    for kind, refused, named in REFUSALS:
        with pytest.raises(kind) as caught:
            refused()
        assert type(caught.value) is kind
        yield named, caught.value


def wordings(wording: rf.Wording) -> Iterator[rf.Wording]:
    """Yield a wording and those nested in it."""
    yield wording
    for value in wording.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, rf.Wording):
                yield from wordings(part)
