"""Tiles as people write them: colors, names, either order, dashes, and errors that suggest."""

import json
from typing import Any

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from rummy_fast import reference
from rummy_fast.reference.meld import read_table
from rummy_fast.reference.tile import read_hand

LARGEST = {"colors": 8, "values": 26, "copies": 4, "jokers": 8}
RUMMIKUB = "rummikub"

TILES = [
    ("r6", "r6"),
    ("R6", "r6"),
    ("6r", "r6"),
    ("6R", "r6"),
    ("red6", "r6"),
    ("Red6", "r6"),
    ("RED6", "r6"),
    ("red 6", "r6"),
    ("red-6", "r6"),
    ("Blue-6", "b6"),
    ("blue - 6", "b6"),
    ("6 black", "k6"),
    ("6black", "k6"),
    ("6-black", "k6"),
    ("Black 13", "k13"),
    ("ORANGE 1", "o1"),
    ("orange1", "o1"),
    ("1 orange", "o1"),
    ("yellow 12", "y12"),
    ("12 green", "g12"),
    ("green12", "g12"),
    ("purple 3", "p3"),
    ("white3", "w3"),
    ("w 3", "w3"),
    ("3 w", "w3"),
    ("r 6", "r6"),
    ("  r6  ", "r6"),
    ("r\t6", "r6"),
    ("r06", "r6"),
    ("red\N{EN DASH}6", "r6"),
    ("J", "J"),
    ("j", "J"),
    ("joker", "J"),
    ("Joker", "J"),
    ("JOKER", "J"),
    ("*", "J"),
]
"""A tile as written, and in canonical notation."""

HANDS = [
    ("r6, y2, J", "r6 y2 J"),
    ("r6,y2,J", "r6 y2 J"),
    ("r6 ,y2 , *", "r6 y2 J"),
    ("red 6 yellow 2 joker", "r6 y2 J"),
    ("6 red 2 yellow", "r6 y2"),
    ("6 red, 2 yellow, j", "r6 y2 J"),
    ("r3-6", "r3 r4 r5 r6"),
    ("r3-r6", "r3 r4 r5 r6"),
    ("R3-R6", "r3 r4 r5 r6"),
    ("r3\N{EN DASH}6", "r3 r4 r5 r6"),
    ("r3\N{EM DASH}6", "r3 r4 r5 r6"),
    ("r3\N{MINUS SIGN}6", "r3 r4 r5 r6"),
    ("r3 - 6", "r3 r4 r5 r6"),
    ("r3 \N{EN DASH} r6", "r3 r4 r5 r6"),
    ("red 3-6", "r3 r4 r5 r6"),
    ("red3-red6", "r3 r4 r5 r6"),
    ("red 3 - red 6", "r3 r4 r5 r6"),
    ("3-6 red", "r3 r4 r5 r6"),
    ("3r-6r", "r3 r4 r5 r6"),
    ("3r-6", "r3 r4 r5 r6"),
    ("red-3-6", "r3 r4 r5 r6"),
    ("r3-6, b2 b3", "r3 r4 r5 r6 b2 b3"),
    ("black 2\nred 3\norange 4", "r3 k2 o4"),
    ("r5-5", "r5"),
    ("", ""),
    (" , ", ""),
]
"""A hand as written."""

TABLES = [
    ("r3 r4 r5 | b8 k8 o8", "r3 r4 r5 | b8 k8 o8"),
    ("r3 r4 r5|b8 k8 o8", "r3 r4 r5 | b8 k8 o8"),
    ("r3 r4 r5 / b8 k8 o8", "r3 r4 r5 | b8 k8 o8"),
    ("r3-5/k8 b8 o8", "r3 r4 r5 | b8 k8 o8"),
    ("r3-5; b8 k8 o8", "r3 r4 r5 | b8 k8 o8"),
    ("r3-5\nb8 k8 o8", "r3 r4 r5 | b8 k8 o8"),
    ("r3-5\r\nb8 k8 o8\r\n", "r3 r4 r5 | b8 k8 o8"),
    ("r3-5 | | b8 k8 o8 |", "r3 r4 r5 | b8 k8 o8"),
    ("| r3-5", "r3 r4 r5"),
    ("||", ""),
    (" ;\n/ ", ""),
    ("red 3, red 4, red 5 | 8 black 8 blue 8 orange", "r3 r4 r5 | b8 k8 o8"),
    ("RED 3-5 / BLACK 8 BLUE 8 ORANGE 8", "r3 r4 r5 | b8 k8 o8"),
    ("r3 joker r5", "r3 J r5"),
    ("r3 * r5", "r3 J r5"),
    ("r5 r6 J=r7", "r5 r6 J"),
    ("r5 r6 *=r7", "r5 r6 J"),
    ("r5 r6 joker=red7", "r5 r6 J"),
    ("r5 r6 J = red 7", "r5 r6 J"),
    ("r5 j=6r j=r7", "r5 J=r6 J=r7"),
    ("r5 J=red6 J=7-red", "r5 J=r6 J=r7"),
    ("k8 J=orange8 J=b8", "k8 J=r8 J=b8"),
]
"""A table as written."""


def test_there_are_eighty_spellings() -> None:
    written = [text for text, _ in TILES + HANDS + TABLES]
    assert len(set(written)) == len(written) >= 80


@pytest.mark.parametrize(("written", "tile"), TILES)
def test_tiles(written: str, tile: str) -> None:
    assert str(rf.Tile(written, LARGEST)) == tile
    assert str(rf.Hand(written, LARGEST)) == tile
    assert str(rf.Hand([written], LARGEST)) == tile
    rules = reference.Rules.from_dict(LARGEST)
    assert [str(one) for one in read_hand(written, rules)] == [tile]


@pytest.mark.parametrize(("written", "hand"), HANDS)
def test_hands(written: str, hand: str) -> None:
    assert str(rf.Hand(written, LARGEST)) == hand
    rules = reference.Rules.from_dict(LARGEST)
    assert " ".join(map(str, sorted(read_hand(written, rules).elements()))) == hand


@pytest.mark.parametrize(("written", "table"), TABLES)
def test_tables(written: str, table: str) -> None:
    assert str(rf.Table(written, RUMMIKUB)) == table
    assert rf.solve(written, "", rules=RUMMIKUB).table == rf.Table(table, RUMMIKUB)
    rules = reference.Rules.from_dict(RUMMIKUB)
    assert " | ".join(sorted(map(str, read_table(written, rules)))) == " | ".join(
        sorted(table.split(" | ")) if table else []
    )
    verdict = rf.check_turn(table, "k1", written, rules=RUMMIKUB)
    assert [reason.code for reason in verdict.reasons] == ["nothing_played"]


@given(
    st.lists(
        st.tuples(st.sampled_from("rygbkopw"), st.integers(1, 26), st.integers(0, 7)), max_size=20
    )
)
def test_spellings_can_be_mixed(tiles: list[tuple[str, int, int]]) -> None:
    names = dict(zip("rygbkopw", reference.tile.NAMES, strict=True))
    forms = ("{c}{n}", "{n}{c}", "{name}{n}", "{name} {n}", "{n} {name}", "{c}-{n}", "{n}-{name}")
    words = [
        forms[form % 7].format(c=color, n=number, name=names[color]).upper()
        for color, number, form in tiles
    ]
    expected = rf.Hand([f"{color}{number}" for color, number, _ in tiles[:0]], LARGEST)
    counts: dict[str, int] = {}
    kept = []
    for word, (color, number, _) in zip(words, tiles, strict=True):
        counts[f"{color}{number}"] = counts.get(f"{color}{number}", 0) + 1
        if counts[f"{color}{number}"] <= 4:
            kept.append(word)
            expected += f"{color}{number}"
    assert rf.Hand(", ".join(kept), LARGEST) == expected
    assert rf.Hand(" ".join(kept), LARGEST) == expected


# Letters of colors


@pytest.mark.parametrize("letters", ["krbo", "KRBO", "k r b o", "k,r,b,o"])
def test_colors_by_letters(letters: str) -> None:
    rules = rf.Rules(colors=letters)
    assert rules.colors == rules.to_dict()["colors"] == "krbo"
    assert rules == rf.Rules.from_dict(json.loads(json.dumps(rules.to_dict())))
    assert repr(rules) == "Rules('schmidt', colors='krbo')"
    assert reference.Rules.from_dict({"colors": letters}).to_dict()["colors"] == "krbo"


def test_the_first_colors_are_a_number() -> None:
    assert rf.Rules(colors="rygb") == rf.Rules() == rf.Rules(colors=4)
    assert rf.Rules(colors="rygbk").colors == 5
    assert rf.Rules("rummikub", colors=4) == rf.Rules("rummikub", colors="rygb")


def test_presets_have_the_colors_of_their_box() -> None:
    colors = {name: rf.Rules(name).colors for name in rf.Rules.presets()}
    assert colors == {
        "schmidt": 4,
        "rummikub": "krbo",
        "rummikub_eu": "krbo",
        "sabra": 4,
        "rummikub_xp": "krbo",
        "free_jokers": 4,
    }


@pytest.mark.parametrize("solve", [rf.solve, reference.solve])
def test_a_turn_in_the_colors_of_rummikub(solve: Any) -> None:
    play = solve("k2 k3 k4 k5", "k6 r2 o2", rules="rummikub")
    assert [str(tile) for tile in play.tiles] in (["r2", "k6", "o2"], ["k6", "r2", "o2"])
    assert sorted(str(meld) for meld in play.table) == ["k3 k4 k5 k6", "r2 k2 o2"]
    with pytest.raises(ValueError, match=r"k r b o"):
        solve("", "y2", rules="rummikub")


@pytest.mark.parametrize("text", ["k3 k4 k5", "r8 J=b8 J=k8", "k8 b8 J", "o1 J o3"])
def test_reprs_in_other_colors_paste_back(text: str) -> None:
    meld = rf.Meld(text, "rummikub")
    again = eval(repr(meld), vars(rf).copy())  # noqa: S307 - reprs paste back
    assert (again, str(again)) == (meld, str(meld))
    table = rf.Table([meld], "rummikub")
    again = eval(repr(table), vars(rf).copy())  # noqa: S307 - reprs paste back
    assert (again, str(again)) == (table, str(table))


def test_deals_in_other_colors_are_the_same_deals() -> None:
    names = str.maketrans("rygb", "krbo")
    for seed in range(3):
        plain = rf.Round.deal(seed=seed, rules={"preset": "rummikub", "colors": 4})
        other = rf.Round.deal(seed=seed, rules="rummikub")
        assert [str(tile) for tile in other.pool] == [
            str(tile).translate(names) for tile in plain.pool
        ]


# Errors that suggest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red66", 'did you mean "r6"?'),
        ("r66", 'did you mean "r6"?'),
        ("rde6", 'did you mean "r6"?'),
        ("bleu7", 'did you mean "b7"?'),
        ("yelow 3", "yelow"),
        ("yelow3", 'did you mean "y3"?'),
        ("J1", 'a joker has no number, so write "J"'),
        ("joker2", 'a joker has no number, so write "J"'),
        ("r14", "this deck has 1 to 13"),
        ("red", '"red" is not a tile'),
        ("6", '"6" is not a tile'),
        ("red red", '"red" is not a tile'),
        ("r6-3", "does not rise"),
        ("k6", "unknown color 'k'"),
        ("black6", "this deck has r y g b"),
        ("r6r7", "is not a tile"),
        ("r6 | r7", "separates the melds"),
    ],
)
def test_slips_of_tiles(text: str, message: str) -> None:
    with pytest.raises(rf.NotationError) as caught:
        rf.Hand(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r6 r7 r8 b6 b7 b8", 'write "|" between them, as in "r6 r7 r8 | b6 b7 b8"'),
        ("r8 y8 g8 r8 y8 g8", '"r8 y8 g8 | r8 y8 g8"'),
        ("r1-3 r1-3", '"r1 r2 r3 | r1 r2 r3"'),
        ("r3 J r5 g6 y6 b6", '"r3 J r5 | g6 y6 b6"'),
        ("J y5 y6 y8", 'write "y5 y6 J y8"'),
        ("y5 J y6 y8", 'write "y5 y6 J y8"'),
        ("r12 r13 r1", "after 13 comes nothing"),
        ("r13 r1 r2 J", "after 13 comes nothing"),
        ("r3 r4 r6", "no tile for r5"),
        ("r5 y6 g7", "is neither a group (one number) nor a run (one color)"),
    ],
)
def test_slips_of_melds(text: str, message: str) -> None:
    with pytest.raises(rf.RummyError) as caught:
        rf.Meld(text)
    assert message in str(caught.value)


def test_an_order_with_two_readings_is_not_suggested() -> None:
    with pytest.raises(rf.InvalidMeldError) as caught:
        rf.Meld("y6 y5 J")
    assert "write" not in str(caught.value)


def test_a_tile_played_twice() -> None:
    verdict = rf.check_turn("", "r7 r8 r9 b7 g7", "r7 r8 r9 | r7 b7 g7")
    assert verdict.reasons[0].code == "tile_not_in_hand"
    assert verdict.reasons[0].message == "r7 is there twice, the hand has one (rule 10)"


def test_counts_are_true() -> None:
    verdict = rf.check_turn("", "r4", "r4 " * 5000)
    codes = [reason.code for reason in verdict.reasons]
    assert codes[0] == "too_long"
    assert "5000 tiles" in verdict.reasons[0].message
    counted = {r.code: r.message for r in verdict.reasons}
    assert "4999 of r4" in counted["tile_not_in_hand"]
    assert "5000 of r4" in counted["too_many_of_tile"]
    with pytest.raises(rf.NotationError, match="5000 of r4: no deck has more than 4"):
        rf.solve("", "r4 " * 5000)
    with pytest.raises(rf.NotationError, match="300 of r4"):
        rf.Hand(["r4"] * 300)


# Lists


def test_lists_of_tiles() -> None:
    run = rf.Meld("r3 J r5")
    assert rf.Meld(["r3", "J", "r5"]) == rf.Meld([rf.Tile("r3"), "J", rf.Tile("r5")]) == run
    assert rf.Meld(("r3-4", "r5")) == rf.Meld("r3 r4 r5")
    assert rf.Meld(["r5", "J=r6", "J=r7"]) == rf.Meld("r5 J=r6 J=r7")
    assert rf.Table([["r3", "J", "r5"]]) == rf.Table([run]) == rf.Table("r3 J r5")
    assert rf.Table([["r3", "J", "r5"], "r8 y8 b8", run]) == rf.Table(
        "r3 J r5 | r8 y8 b8 | r3 J r5"
    )
    assert rf.Table([[], "r3 r4 r5", " "]) == rf.Table("r3 r4 r5")
    play = rf.solve([["g2", "g3", "g4", "g5"]], ["g6", rf.Tile("y2"), "b2"])
    assert len(play.tiles) == 3
    after = [[str(tile) for tile in meld] for meld in play.table]
    assert rf.check_turn([["g2", "g3", "g4", "g5"]], ["g6", "y2", "b2"], after)
    plain = reference.solve([["g2", "g3", "g4", "g5"]], ["g6", "y2", "b2"])
    assert len(plain.tiles) == 3


def test_a_tile_from_a_color_and_a_number() -> None:
    numpy = pytest.importorskip("numpy")
    assert rf.Tile("r", 6) == rf.Tile("red", 6) == rf.Tile("R", numpy.int64(6)) == rf.Tile("r6")
    assert rf.Tile("k", 9, {"colors": 5}) == rf.Tile("k9", {"colors": 5})
    assert rf.Tile("k9", {"colors": 5}) == rf.Tile("k9", rules={"colors": 5})
    with pytest.raises(rf.NotationError, match="r14"):
        rf.Tile("r", 14)
    with pytest.raises(rf.NotationError, match="r-1"):
        rf.Tile("r", -1)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: rf.solve("", "", opened="yes"), "'opened'"),  # type: ignore[call-overload]
        (lambda: rf.solve("", "", tidy=1), "'tidy'"),  # type: ignore[call-overload]
        (lambda: rf.candidates("", "", most="3"), "'most'"),  # type: ignore[call-overload]
        (lambda: rf.check_turn("", "", "", opened=0), "'opened'"),  # type: ignore[call-overload]
        (lambda: rf.Meld(5), "'tiles'"),  # type: ignore[arg-type]
        (lambda: rf.Meld(["r3", 4, "r5"]), "'tiles'"),  # type: ignore[list-item]
        (lambda: rf.Table([["r3", 4, "r5"]]), "'melds'"),  # type: ignore[list-item]
        (lambda: rf.Tile(6, 6), "'tile'"),  # type: ignore[call-overload]
    ],
)
def test_a_wrong_type_names_its_argument(call: Any, argument: str) -> None:
    with pytest.raises(TypeError, match=argument):
        call()
