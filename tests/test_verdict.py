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
