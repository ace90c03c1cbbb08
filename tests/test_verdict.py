"""`check_turn`: every reason, for people and for programs."""

from typing import Any

import pytest
import rummy_fast as rf


def codes(before: Any, hand: Any, after: Any, **options: Any) -> list[str]:
    """The codes of the reasons."""
    return [reason.code for reason in rf.check_turn(before, hand, after, **options).reasons]


@pytest.mark.parametrize(
    ("before", "hand", "after", "opened", "expected"),
    [
        ("r6 r7 r8", "r5", "r5 r6 r7 r8", True, []),
        ("r6 r7 r8", "r5", "r6 r7 r8", True, ["nothing_played"]),
        ("r5 r6 r7 r8", "y5", "r6 r7 r8", True, ["table_tile_missing", "nothing_played"]),
        ("r5 r6 r7", "y5", "r5 r6 r7 | b1 b2 b3", True, ["tile_not_in_hand"] * 3),
        ("r5 r6 r7", "y5", "r5 r6 r7 | y5", True, ["invalid_meld"]),
        ("r5 r6 r7", "b5", "r5 r6 r7 b5", True, ["invalid_meld"]),
        ("r3 J r5", "r4", "r3 r4 r5", True, ["joker_kept"]),
        ("r3 J r5", "r2 y5 b5", "r2 r3 J | r5 y5 b5", True, ["locked_meld_broken"]),
        ("J r5 r6", "r7", "r5 r6 r7 J", True, ["joker_moved"]),
        ("", "r10 y10 b10", "r10 y10 b10", False, []),
        ("", "r9 y9 b9", "r9 y9 b9", False, ["opening_not_reached"]),
    ],
)
def test_codes(before: str, hand: str, after: str, *, opened: bool, expected: list[str]) -> None:
    assert codes(before, hand, after, opened=opened) == expected


def test_forms_of_a_table() -> None:
    after = "r3 r4 r5 | J y9 b9"
    forms: list[Any] = [
        after,
        after.split(" | "),
        rf.Table(after),
        list(rf.Table(after)),
        (meld for meld in rf.Table(after)),
    ]
    for form in forms:
        assert rf.check_turn(rf.Table("r3 J r5"), rf.Hand("r4 y9 b9"), form)
    assert codes("", "", "") == codes("", "", []) == codes("", "", " ") == ["nothing_played"]


def test_reasons_name_their_subject() -> None:
    verdict = rf.check_turn("r5 r6 r7", "b1 b2", "r5 r6 | b1 b2 x3 | g1 g2 g3")
    assert not verdict.legal
    assert not verdict
    assert [reason.subject for reason in verdict.reasons][:2] == ["r5 r6", "b1 b2 x3"]
    assert {"r7", "g1", "g2", "g3"} <= {reason.subject for reason in verdict.reasons}
    for reason in verdict.reasons:
        assert str(reason) == reason.message
        assert reason.code.replace("_", "").isalpha()
        assert len(reason.message) > 10
        assert reason.subject


@pytest.mark.parametrize(
    ("before", "hand", "after", "rules", "expected"),
    [
        (
            "r3 J r5",
            "r4 y9 b9",
            "r3 r4 r5 | y9 b9 J",
            "schmidt",
            [rf.TableJoker("exchanged", 0, "r4", "r4")],
        ),
        (
            "r3 J r5 | r4 y4 g4 b4",
            "y9 b9",
            "r3 r4 r5 | y4 g4 b4 | y9 b9 J",
            "schmidt",
            [rf.TableJoker("exchanged", 0, "r4", "r4", exchanged_from=1)],
        ),
        (
            "r8 b8 J | r1 r2 r3",
            "g8",
            "r1 r2 r3 | r8 g8 b8 J",
            "schmidt",
            [rf.TableJoker("stayed", 1, "y8 g8", stays_in=1)],
        ),
        ("r3 J r5", "r2", "r2 r3 J r5", "free_jokers", [rf.TableJoker("free", 0, "r4")]),
        ("r6 r7 r8", "r5", "r5 r6 r7 r8", "schmidt", []),
        ("r3 J r5", "r4", "r3 r4 r5", "schmidt", []),
    ],
)
def test_what_became_of_the_jokers(
    before: str, hand: str, after: str, rules: str, expected: list[rf.TableJoker]
) -> None:
    assert list(rf.check_turn(before, hand, after, rules=rules).jokers) == expected


def test_an_exchanged_joker_names_its_tile_and_its_meld() -> None:
    (joker,) = rf.check_turn("r3 J r5", "r4 y9 b9", "r3 r4 r5 | y9 b9 J").jokers
    assert (joker.fate, joker.meld, joker.stands_for) == ("exchanged", 0, (rf.Tile("r4"),))
    assert (joker.exchanged_for, joker.exchanged_from, joker.stays_in) == (
        rf.Tile("r4"),
        None,
        None,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("exchanged", 0, "r4"),
        ("stayed", 0, "r4"),
        ("stayed", 0, "r4", "r4"),
        ("free", 0, "r4", None, None, 1),
        ("lost", 0, "r4"),
    ],
)
def test_a_joker_has_what_belongs_to_its_fate(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(rf.RummyError, match="a joker is"):
        rf.TableJoker(*arguments)


@pytest.mark.parametrize(
    ("before", "hand", "after", "options", "expected"),
    [
        ("r1 r2 r3", "b1", "b1 | r1 r2 r3 | b2", {}, {"invalid_meld": [0, 2]}),
        ("r1 r2 r3 | y3 J y5", "y6", "r1 r2 r3 | y5 y6 J", {}, {"table_tile_missing": [None]}),
        ("r1 r2 r3 | J y5 y6", "y7", "r1 r2 r3 | y5 y6 y7 J", {}, {"joker_moved": [1]}),
        (
            "r1 r2 r3 | y3 J y5",
            "y2 r5 b5",
            "r1 r2 r3 | y2 y3 J | r5 y5 b5",
            {},
            {"locked_meld_broken": [1]},
        ),
        (
            "r1 r2 r3 | r4 y4 g4",
            "b4 g10 g11 g12",
            "r1 r2 r3 | r4 y4 g4 b4 | g10 g11 g12",
            {"opened": False},
            {"table_before_opening": [1]},
        ),
    ],
)
def test_reasons_have_the_index_of_their_meld(
    before: str, hand: str, after: str, options: Any, expected: dict[str, list[int | None]]
) -> None:
    verdict = rf.check_turn(before, hand, after, **options)
    for code, melds in expected.items():
        assert [reason.meld for reason in verdict.reasons if reason.code == code] == melds
    if "invalid_meld" not in expected:
        for reason in verdict.reasons:
            assert reason.meld is None or str(rf.Table(before).melds[reason.meld]) == reason.subject


def test_verify_raises_all_reasons() -> None:
    rf.check_turn("r6 r7 r8", "r5", "r5 r6 r7 r8").verify()
    verdict = rf.check_turn("r5 r6 r7 r8", "y5", "r6 r7 r8")
    with pytest.raises(rf.IllegalTurnError) as refused:
        verdict.verify()
    assert str(refused.value) == "; ".join(reason.message for reason in verdict.reasons)


def test_a_verdict_reads_as_text() -> None:
    assert str(rf.check_turn("r6 r7 r8", "r5", "r5 r6 r7 r8")) == "legal"
    verdict = rf.check_turn("r5 r6 r7 r8", "y5", "r6 r7 r8")
    assert len(verdict.reasons) == 2
    assert str(verdict) == f"not legal: {verdict.reasons[0]}; {verdict.reasons[1]}"


def test_text_that_cannot_be_read() -> None:
    assert codes("", "r1", "r1 \0") == ["invalid_meld"]
    assert codes("", "r1", "r1 " * 50_000)[0] == "too_long"
    with pytest.raises(rf.NotationError):
        rf.check_turn("", "r1", "\ud800")
