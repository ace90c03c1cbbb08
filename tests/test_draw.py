"""Pictures, read back: every tile appears once, and the tiles that a turn moves are marked."""

import doctest
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from drawn import SVG, Seen
from hypothesis import given, settings
from positions import Position, positions, records, rygb
from rummy_fast import draw
from rummy_fast.draw.picture import PAD
from rummy_fast.draw.tiles import HEIGHT
from rummy_fast.draw.tiles import WIDTH as TILE

SCRIPT = Path(sys.executable).with_name("rummy-fast")
LARGEST = rf.Rules(colors=8, values=26, copies=4, jokers=8)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def words(tiles: Any) -> Counter[str]:
    return Counter(map(str, tiles))


def test_the_examples_of_the_module() -> None:
    tried = doctest.testmod(draw)
    assert tried.attempted >= 4
    assert tried.failed == 0


def test_the_examples_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parent.parent / "docs" / "pictures.md"
    monkeypatch.chdir(tmp_path)
    tried = doctest.testfile(str(page), module_relative=False)
    assert tried.attempted >= 7
    assert tried.failed == 0
    drawn = (tmp_path / "turn.svg").read_text("utf-8")
    assert drawn == (page.parent / "pictures" / "turn.svg").read_text("utf-8")


# Tables and hands


@given(positions())
@settings(max_examples=60, deadline=None)
def test_every_tile_appears_once(position: Position) -> None:
    table, hand = rf.Table(position.table), rf.Hand(position.hand)
    seen = Seen(draw.table(table))
    assert list(seen.parts) == ["table"]
    assert [meld for meld, _ in seen.parts["table"]] == [str(meld) for meld in table]
    for meld, (_, tiles) in zip(table, seen.parts["table"], strict=True):
        assert [tile.word for tile in tiles] == [str(one) for one in meld]
    held = Seen(draw.hand(hand))
    assert [tile.word for tile in held.tiles("hand")] == [str(one) for one in hand]
    assert not [tile for tile in seen.tiles("table") + held.tiles("hand") if tile.mark]


def test_the_largest_deck() -> None:
    melds = [f"{color}1-26" for color in "rygbkopw" for _ in range(4)]
    text = draw.table(" | ".join(melds), rules=LARGEST)
    assert len(text) < 1_000_000
    seen = Seen(text)
    assert len(seen.tiles("table")) == 832
    assert len(seen.parts["table"]) == 32, "a meld that wraps is one meld"
    assert {tile.word for tile in seen.tiles("table")} >= {"r1", "w26", "k13"}


@pytest.mark.parametrize("count", [0, 1, 14, 60, 836])
def test_hands(count: int) -> None:
    deck = [f"{c}{v}" for c in "rygbkopw" for v in range(1, 27) for _ in range(4)] + ["J"] * 8
    hand = rf.Hand(deck[-count:] if count else [], LARGEST)
    seen = Seen(draw.hand(hand))
    assert seen.words("hand") == words(hand)
    assert sum(seen.words("hand").values()) == count
    assert ("empty" in "".join(seen.root.itertext())) == (count == 0)


@pytest.mark.parametrize("width", [120, 333.5, 720, 10_000])
def test_tiles_neither_overlap_nor_leave_the_picture(width: float) -> None:
    table = rf.Table("r1-13 | y1-13 | g1 b1 J | r5 y5 J | k2 k3 k4", rf.Rules(colors=5))
    seen = Seen(draw.table(table, width=width))
    wide, high = seen.size
    assert wide <= width + 2 * PAD
    spots = []
    for tile in seen.root.findall(".//*[@data-tile]"):
        found = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", tile.attrib["transform"])
        assert found is not None
        spots.append((float(found[1]), float(found[2])))
    assert len(spots) == 35
    for x, y in spots:
        assert PAD <= x <= wide - PAD - TILE
        assert PAD <= y <= high - HEIGHT
    for i, (x, y) in enumerate(spots):
        for other in spots[:i]:
            assert abs(x - other[0]) >= TILE or abs(y - other[1]) >= HEIGHT
    assert seen.root.attrib["viewBox"] == f"0 0 {wide:g} {high:g}"


@pytest.mark.parametrize(
    ("table", "rules", "tooltips"),
    [
        ("r3 J r5", None, ["J = r4"]),
        ("r8 b8 J", None, ["J = y8 / g8"]),
        ("r5 J=r6 J=r7", None, ["J=r6 = r6", "J=r7 = r7"]),
        ("r8 b8 J", rf.Rules(colors=5), ["J = y8 / g8 / k8"]),
        ("r1 y1 g1 b1 J", rf.Rules(colors=5), ["J = k1"]),
        ("r1 y1 g1 b1", None, []),
    ],
)
@pytest.mark.parametrize("parsed", [False, True])
def test_jokers_show_what_they_stand_for(
    table: str, rules: rf.Rules | None, tooltips: list[str], *, parsed: bool
) -> None:
    seen = Seen(draw.table(rf.Table(table, rules) if parsed else table, rules=rules))
    titles = [e.text for e in seen.root.iterfind(f".//{SVG}g[@data-tile='J']/{SVG}title")]
    assert titles == tooltips


def test_a_table_knows_how_many_colors_there_are() -> None:
    five = rf.Table("r1 y1 g1 b1 J", rf.Rules(colors=5))
    assert "J = k1" in draw.table(five)
    assert "J = r4 / y4 / g4 / b4 / k4" in draw.table(
        rf.Table("o4 p4 J", rf.Rules(colors=7)), rules=None
    )


# Turns


def check_turn(play: rf.Play) -> Counter[str]:
    """Check a picture against the play and its steps; count the marks."""
    assert play.before is not None
    assert play.hand is not None
    seen = Seen(draw.play(play))
    assert list(seen.parts) == ["before", "hand-before", "after", "hand-after"]
    for name, table in (("before", play.before), ("after", play.table)):
        assert sorted(meld for meld, _ in seen.parts[name]) == sorted(map(str, table))
        assert seen.words(name) == words(table.tiles)
    assert seen.words("hand-before") == words(play.hand)
    assert seen.words("hand-after") == words(play.hand) - words(play.tiles)
    before, after = seen.tiles("before", "hand-before"), seen.tiles("after", "hand-after")
    # The same tiles with the same marks; each key is that of one tile.
    assert sorted(before) == sorted(after)
    assert len({tile.key for tile in before}) == len(before)
    from_hand = {c.key for c in seen.tiles("hand-before")} & {c.key for c in seen.tiles("after")}
    played = [tile for tile in before if tile.mark == "played"]
    assert {tile.key for tile in played} == from_hand
    assert Counter(tile.word for tile in played) == words(play.tiles)
    steps = play.steps()
    freed = sum(step.kind == "exchange" for step in steps)
    assert [tile.word for tile in before if tile.mark == "freed"] == ["J"] * freed
    # Unmarked tiles that were together stay together, with no other unmarked tiles.
    where: dict[int, int] = {}
    for number, (_, tiles) in enumerate(seen.parts["before"]):
        where |= {tile.key: number for tile in tiles}
    for _, tiles in seen.parts["after"]:
        assert len({where[tile.key] for tile in tiles if tile.mark is None}) <= 1
    homes = defaultdict(set)
    for number, (_, tiles) in enumerate(seen.parts["after"]):
        for tile in tiles:
            if tile.mark is None:
                homes[where[tile.key]].add(number)
    assert all(len(there) == 1 for there in homes.values())
    # A tile that is the only one of its kind is marked if and only if a step names it.
    named = Counter(str(tile) for step in steps for tile in step.tiles)
    kinds = Counter(tile.word for tile in before)
    marked = Counter(tile.word for tile in before if tile.mark)
    for word, count in kinds.items():
        if word == "J":
            continue
        assert bool(marked[word]) == bool(named[word]), (word, [str(step) for step in steps])
        assert marked[word] <= named[word]
        if count == 1:
            assert marked[word] == min(1, named[word])
    assert all(str(step) in seen.text_of("desc") for step in steps)
    return Counter(tile.mark or "" for tile in before)


@pytest.mark.parametrize("rules", ["schmidt", "free_jokers", "rummikub", "sabra"])
def test_turns_of_games(rules: str) -> None:
    plays = rf.solve_many(
        [{name: r[name] for name in ("table", "hand", "opened")} for r in records("selfplay")[::5]],
        rules=rygb(rules),
    )
    marks: Counter[str] = Counter()
    for play in plays:
        assert isinstance(play, rf.Play)
        marks += check_turn(play)
    assert min(marks["played"], marks["moved"], marks["freed"], marks[""]) > 0, marks


@given(positions())
@settings(max_examples=60, deadline=None)
def test_turns_of_any_position(position: Position) -> None:
    check_turn(rf.solve(position.table, position.hand))


def test_a_turn_can_be_drawn_from_tables_or_a_play() -> None:
    table, hand = "r3 J r5 | r4 y4 g4 b4", "y9 b9 r12"
    play = rf.solve(table, hand)
    drawn = draw.play(play)
    assert drawn == play._repr_svg_() == draw.turn(table, play, hand=hand)
    assert drawn == draw.turn(table, str(play.table), hand=hand)
    assert Seen(drawn).text_of("title") == "A turn that plays 2 tiles"
    assert Seen(drawn).text_of("desc").splitlines() == [
        "Table before: r3 *J r5 | ~r4 y4 g4 b4",
        "Hand: r12 +y9 +b9",
        "Table after: r3 ~r4 r5 | y4 g4 b4 | +y9 +b9 *J",
        "Hand after: r12",
        *(f"{number}. {step}" for number, step in enumerate(play.steps(), 1)),
    ]
    assert Seen(draw.turn(table, play)).words("hand-before") == Counter(["y9", "b9"])


def test_of_two_jokers_the_exchanged_one_is_marked() -> None:
    play = rf.solve("r3 J r5 J r7", "r6 y9 b9")
    before = Seen(draw.play(play)).parts["before"][0][1]
    assert [tile.mark for tile in before] == [None, None, None, "freed", None]
    play = rf.solve("r3 J r5 J r7", "r4 y9 b9")
    before = Seen(draw.play(play)).parts["before"][0][1]
    assert [tile.mark for tile in before] == [None, "freed", None, None, None]


def test_a_joker_from_the_hand_is_not_the_one_on_the_table() -> None:
    after = Seen(draw.turn("r5 r6 J", "J r5 r6 J", hand="J")).parts["after"][0][1]
    assert [tile.mark for tile in after] == ["played", None, None, None]


def test_nothing_to_play() -> None:
    seen = Seen(draw.play(rf.solve("r5 r6 r7", "y5 b5")))
    assert not [tile for tile in seen.tiles(*seen.parts) if tile.mark]
    assert seen.words("before") == seen.words("after")


def test_a_play_without_its_position_is_the_table_after_it() -> None:
    play = rf.Play("r4", "r3 r4 r5", 4)
    assert (play.before, play.hand, play.rules, play.opened) == (None,) * 4
    assert Seen(draw.play(play)).parts.keys() == {"table"}
    assert draw.text(play, color=False) == "r3 r4 r5"


def test_a_play_knows_its_position() -> None:
    rules = rf.Rules("sabra", colors=5)
    play = rf.solve("k1 k2 k3", "k4", rules=rules)
    assert play.before == rf.Table("k1 k2 k3", rules)
    assert play.hand == rf.Hand("k4", rules)
    assert play.rules == rules
    assert play.opened is True
    assert check_turn(play)["played"] == 1


def test_illegal_turns_raise() -> None:
    with pytest.raises(rf.IllegalTurnError, match="rules 12 and 15") as caught:
        draw.turn("r3 J r5", "r2 r3 J | r5 y5 b5", hand="r2 y5 b5")
    assert [reason.code for reason in caught.value.reasons] == ["locked_meld_broken"]
    with pytest.raises(rf.IllegalTurnError, match="y7"):
        draw.turn("r3 r4 r5", "r3 r4 r5 | r7 y7 b7", hand="r7 b7")
    with pytest.raises(rf.IllegalTurnError, match="r6 is gone"):
        draw.turn("r3 r4 r5 r6", "r3 r4 r5")
    with pytest.raises(rf.IllegalTurnError, match="no tile was played"):
        draw.turn("r1 r2 r3 | r4 r5 r6", "r1-6")
    with pytest.raises(rf.IllegalTurnError, match="30"):
        draw.turn("", "r1 r2 r3", opened=False)
    made = rf.Play("r6", "r1 r2 r3", 6, before="r3 r4 r5", hand="r6")
    assert made._repr_svg_() is None


# Notebooks and text


@pytest.mark.parametrize("things", [rf.Table("r3 J r5"), rf.Hand("r3 J"), rf.Table("")])
def test_notebooks_show_pictures(things: rf.Table | rf.Hand) -> None:
    drawn = draw.table(things) if isinstance(things, rf.Table) else draw.hand(things)
    assert things._repr_svg_() == drawn


def test_drawing_is_imported_only_when_needed() -> None:
    script = (
        "import sys, rummy_fast as rf; t = rf.Table('r3 J r5'); a = set(sys.modules);"
        "t._repr_svg_(); rf.draw.text(t); b = set(sys.modules);"
        "print('rummy_fast.draw' in a, 'rummy_fast.draw' in b, sorted(m.split('.')[0] for m in b))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("False True ")
    assert not {"rich", "textual", "typer", "matplotlib"} & set(re.findall(r"'(\w+)'", done.stdout))


@pytest.mark.parametrize("no_color", ["", "1"])
def test_text(monkeypatch: pytest.MonkeyPatch, no_color: str) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    table, hand = rf.Table("r3 J r5 | r8 b8 y8"), rf.Hand("r1 y2 J")
    play = rf.solve("r3 J r5 | r4 y4 g4 b4", "y9 b9 r12")
    shown = {
        draw.text(table): str(table),
        draw.text("r3 J r5 | r8 b8 y8"): str(table),
        draw.text(hand): str(hand),
        draw.text(play): "r3 ~r4 r5 | y4 g4 b4 | +y9 +b9 *J",
        draw.text(rf.Table("")): "",
    }
    for text, plain in shown.items():
        assert ANSI.sub("", text) == plain
        assert ("\x1b" in text) == (no_color == "" and plain != "")
        assert text.endswith("\x1b[0m") == ("\x1b" in text)
    assert draw.text(table, color=False) == str(table)
    assert "\x1b[48;5;166;38;5;16mr3\x1b[0m" in draw.text(table) or no_color


@pytest.mark.parametrize("count", [1, 4])
def test_pictures_are_the_same_everywhere(count: int) -> None:
    script = (
        "import rummy_fast as rf; p = rf.solve('r3 J r5 | r4 y4 J', 'g4 b4 y9 b9 y12 b12');"
        "print(p._repr_svg_(), p.before._repr_svg_(), p.hand._repr_svg_(), rf.draw.text(p))"
    )
    run = [sys.executable, "-c", script]
    drawn = {
        subprocess.run(
            run,
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": str(seed), "LANGUAGE": language},
        ).stdout
        for seed, language in [(0, "en"), (count, "de")]
    }
    assert len(drawn) == 1
    assert b"Table before" in drawn.pop()


# Arguments


@pytest.mark.parametrize(
    "title", ["<script>alert('x')</script>", 'Anna & "Bob" <3', "]]>", "", "a\nb", "ünï 中文 🃏"]
)
def test_names_are_escaped(title: str) -> None:
    for text in (draw.table("r3 J r5", title=title), draw.turn("", "r9 r10 r11", title=title)):
        seen = Seen(text)
        assert seen.text_of("title") == title
        assert seen.root.attrib["aria-label"].replace("\n", " ") == title.replace("\n", " ")
        assert seen.root.attrib["role"] == "img"
        assert {element.tag for element in seen.root.iter()} <= {
            f"{SVG}{tag}" for tag in ("svg", "title", "desc", "g", "rect", "path", "circle", "text")
        }


@pytest.mark.parametrize("title", ["\x00", "\x1b[1m", "\ud800", "\ufffe"])
def test_characters_that_xml_cannot_hold_are_replaced(title: str) -> None:
    text = draw.hand("r1", title=title)
    text.encode()
    assert Seen(text).text_of("title") == re.sub("[\x00\x1b\ud800\ufffe]", "\ufffd", title)


def test_languages() -> None:
    play = rf.solve("r3 J r5", "r4 y9 b9")
    german = Seen(draw.play(play, lang="de_AT"))
    assert german.text_of("title") == "Ein Zug, bei dem 3 Kärtchen ausgelegt werden"
    assert "Tisch davor: r3 *J r5" in german.text_of("desc")
    assert "von der Kartenbank ausgelegt" in "".join(german.root.itertext())
    with pytest.raises(rf.RummyError, match='unknown language "xx"'):
        draw.table("", lang="xx")


def test_wrong_arguments_raise() -> None:
    with pytest.raises(rf.InvalidTableError, match='"r3 r4"'):
        draw.table("r3 r4")
    with pytest.raises(rf.NotationError, match="k3"):
        draw.hand("k3")
    with pytest.raises(rf.NotationError, match="65536"):
        draw.hand("r1 " * 100_000)
    with pytest.raises(rf.InvalidTableError, match="r1"):
        draw.hand("r1 " * 1000)
    for width in (0, 119, 10_001, float("nan"), float("inf")):
        with pytest.raises(rf.RummyError, match=r"width = .*120 to 10000"):
            draw.table("", width=width)
    with pytest.raises(rf.RummyError, match="301 characters"):
        draw.table("", title="x" * 301)
    with pytest.raises(TypeError, match="width"):
        draw.table("", width="wide")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="title"):
        draw.table("", title=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="play"):
        draw.play("r3 r4 r5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="thing"):
        draw.text(3)  # type: ignore[arg-type]


# The command line


def solve(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SCRIPT, "solve", *arguments], capture_output=True, text=True, check=False, encoding="utf-8"
    )


def test_solve_draws_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "turn.svg"
    position = ("--table", "r3 J r5", "--hand", "r4 y9 b9")
    done = solve(*position, "--svg", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == solve(*position).stdout
    assert file.read_text("utf-8") == draw.play(rf.solve("r3 J r5", "r4 y9 b9"))
    solve(*position, "--svg", str(file), "--lang", "it")
    assert "Tavolo prima" in file.read_text("utf-8")


def test_solve_reports_why_it_cannot_draw(tmp_path: Path) -> None:
    file = tmp_path / "none" / "turn.svg"
    done = solve("--table", "", "--hand", "", "--svg", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: {file}: No such file or directory\n"
    done = solve("--jsonl", "--svg", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "--svg cannot be combined with --jsonl" in done.stderr
