"""Reviews of matches: the turn that was an error is found, and nothing hidden is used unasked."""

import json
import re
import threading
from functools import cache
from io import StringIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
import rummy_fast as rf
from players import Puppet, greedy
from rummy_fast.words import LANGUAGES
from test_cli import refused, run

SAMPLES = 40


def played(act: object, seed: int) -> rf.Record:
    """Play a match of a puppet against a greedy bot."""
    text = StringIO()
    rf.Match([Puppet(act, "human"), "greedy"], seed=seed, record=text).play()  # type: ignore[arg-type]
    return rf.Record.parse(text.getvalue())


@cache
def erring() -> tuple[rf.Record, int]:
    """A match in which one seat draws although it could go out, and the number of that turn."""
    for seed in range(100):
        missed: list[int] = []

        def act(view: rf.View, missed: list[int] = missed) -> rf.Turn:
            turn = greedy(view)
            out = turn.table is not None and len(rf.solve(view).tiles) == len(view.hand)
            if out and not missed:
                missed.append(len(view.history) + 1)
                return rf.Turn.draw()
            return turn

        record = played(act, seed)
        if missed:
            return record, missed[0]
    raise AssertionError("no match in which the seat could go out")


def test_the_turn_that_was_an_error_is_named() -> None:
    record, number = erring()
    review = rf.review(record, samples=SAMPLES)
    assert [turn.turn for turn in review.turns] == list(range(1, record.turns + 1))
    worst = max(review.turns, key=lambda turn: turn.lost)
    assert (worst.turn, worst.seat, worst.kind) == (number, 0, "draw")
    assert worst.label in {"mistake", "blunder"}
    assert worst.before == 1
    assert worst.lost > 3 * worst.error
    assert worst.better_kind == "play"
    assert worst.better is not None
    assert worst.better.tiles == worst.hand.tiles
    assert worst.better.steps()
    # The greedy seat kept more of its chances than the one that erred.
    kept = review.accuracy
    assert kept[0] is not None
    assert kept[1] is not None
    assert kept[0] < kept[1] <= 1


def test_figures_agree() -> None:
    record, _ = erring()
    review = rf.review(record, samples=SAMPLES)
    forced = [turn for turn in review.turns if turn.choices == 1]
    assert forced
    for turn in forced:
        assert (turn.lost, turn.error, turn.label, turn.better_kind) == (0, 0, None, None)
    for turn in review.turns:
        assert 0 <= turn.after <= turn.before <= 1
        assert (turn.better_kind is None) == (turn.lost == 0)
        assert (turn.better is None) == (turn.better_kind != "play")
        assert turn.label is None or turn.lost >= 0.02
        if turn.kind == "play":
            assert set(turn.tiles) <= set(turn.hand.tiles)
    last = review.turns[-1]
    assert record.result.rounds[0].winner == last.seat
    assert last.after == 1
    for seat, kept in enumerate(review.accuracy):
        own = [turn for turn in review.turns if turn.seat == seat and turn.choices > 1]
        whole = sum(turn.after for turn in own) / sum(turn.before for turn in own)
        assert kept == pytest.approx(whole)


def test_the_same_seed_gives_the_same_review() -> None:
    record, _ = erring()
    first = rf.review(record, samples=SAMPLES, seed=5)
    assert rf.review(record, samples=SAMPLES, seed=5, threads=3) == first
    other = rf.review(record, samples=SAMPLES, seed=6)
    assert other != first
    assert [turn.choices for turn in other.turns] == [turn.choices for turn in first.turns]


def test_hidden_tiles_are_used_only_when_asked_for() -> None:
    """A seat that goes out next turn is seen coming only by who knows its hand."""
    record, number = erring()
    plain = rf.review(record, samples=SAMPLES)
    knowing = rf.review(record, samples=SAMPLES, hidden=True)
    assert knowing.hidden
    assert knowing.turns[number - 1].label is not None
    pairs = list(zip(plain.turns, knowing.turns, strict=True))
    assert any(abs(one.after - other.after) > 0.1 for one, other in pairs)
    # Cut at any turn, a record gives the same figures: nothing from later is used.
    lines = str(record_text(record)).splitlines(keepends=True)
    cut = next(at for at, line in enumerate(lines) if line.startswith("turn 6 "))
    begun = rf.review(rf.Record.parse("".join(lines[:cut])), samples=SAMPLES)
    assert begun.turns == plain.turns[: len(begun.turns)]
    assert len(begun.turns) == 5


def record_text(record: rf.Record) -> str:
    """The text of a record."""
    text = StringIO()
    record.write(text)
    return text.getvalue()


def test_several_seats_and_rounds() -> None:
    text = StringIO()
    rf.Match(["greedy", "careful", "greedy"], rounds=2, seed=3, record=text).play()
    review = rf.review(rf.Record.parse(text.getvalue()), samples=10)
    assert {turn.round for turn in review.turns} == {1, 2}
    assert len(review.accuracy) == 3
    page = review.html()
    assert page.count("<h2>") == 2
    assert page.count("<polyline") == 6


def test_progress_and_cancel() -> None:
    record, _ = erring()
    done: list[int] = []
    rf.review(record, samples=10, progress=done.append)
    assert done == list(range(1, record.turns + 1))

    def fail(turns: int) -> None:
        raise KeyError(turns)

    with pytest.raises(KeyError):
        rf.review(record, samples=10, progress=fail)
    cancel = rf.Cancellation()
    threading.Timer(0.2, cancel.cancel).start()
    with pytest.raises(rf.SearchCancelledError):
        rf.review(record, samples=10_000, cancel=cancel)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 9}, "samples = 9: must be a whole number from 10 to 10000"),
        ({"seed": -1}, "seed = -1"),
        ({"threads": 0}, "threads = 0"),
        ({"hidden": 1}, "argument 'hidden': expected True or False"),
        ({"samples": "many"}, "argument 'samples': expected a whole number"),
    ],
)
def test_options_that_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises((rf.RummyError, TypeError), match=re.escape(message)):
        rf.review(erring()[0], **options)  # type: ignore[arg-type]


def test_only_records_are_reviewed() -> None:
    with pytest.raises(TypeError, match="argument 'record': expected a Record"):
        rf.review("match.record")  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page(lang: str) -> None:
    record, number = erring()
    review = rf.review(record, samples=SAMPLES)
    page = review.html(lang=lang)
    assert f'<html lang="{lang}">' in page
    # Nothing is loaded.
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|<script""", page)
    assert "<polyline" in page
    assert f" {number}, human (0)" in page
    assert 'data-mark="played"' in page
    assert "<ol><li>" in page
    body = page.partition("<body>")[2].partition("</body>")[0]
    assert fromstring(f"<body>{body}</body>").findall(".//tr")  # noqa: S314, our own page


def test_the_command(tmp_path: Path) -> None:
    record, number = erring()
    file = tmp_path / "match.record"
    record.write(file)
    page = tmp_path / "review.html"
    options = ("review", str(file), "--samples", str(SAMPLES))
    done = run(*options, "--html", str(page))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Turn {number}, human (0): " in done.stdout
    assert "Better: play " in done.stdout
    review = rf.review(record, samples=SAMPLES)
    assert page.read_text("utf-8") == review.html()
    page.write_text("mine", "utf-8")
    assert "replace it with --force" in refused("review", str(file), "--html", str(page))
    assert page.read_text("utf-8") == "mine"
    assert run(*options, "--html", str(page), "--force").returncode == 0
    assert page.read_text("utf-8") == review.html()
    done = run(*options, "--json", "--threads", "1")
    assert json.loads(done.stdout) == review.to_dict()
    assert f"Zug {number}, human (0): " in run(*options, "--lang", "de").stdout
    hidden = json.loads(run(*options, "--json", "--hidden").stdout)
    assert hidden["hidden"]
    assert hidden != review.to_dict()


def test_the_command_refuses_damaged_records(tmp_path: Path) -> None:
    file = tmp_path / "match.record"
    file.write_text(record_text(erring()[0]).replace("draw", "pass", 1), "utf-8")
    assert "line " in refused("review", str(file))
    assert "missing.record" in refused("review", str(tmp_path / "missing.record"))
