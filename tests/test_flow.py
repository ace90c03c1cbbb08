"""Where tiles lie on the screen, and how they look."""

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from rummy_fast.palette import LETTERS
from rummy_fast.play.draft import Piece
from rummy_fast.play.faces import Look, face, in_order, style
from rummy_fast.play.flow import NEW, Group, Item, Sheet, Thing

# Where tiles lie


def group(number: int, words: str) -> Group:
    items = [
        Item(10 * number + place, rf.Tile(word), word) for place, word in enumerate(words.split())
    ]
    return Group(items, f"{number:>2} ", "   ")


def drawn(sheet: Sheet, width: int) -> list[str]:
    lines = [[" "] * width for _ in range(sheet.height)]
    for cell in sheet.cells:
        assert cell.end <= width
        lines[cell.y][cell.x : cell.end] = cell.text
    return ["".join(line).rstrip() for line in lines]


MELDS = [group(1, "r1 r2 r3"), group(2, "y10 y11 y12"), group(3, "r8 y8 g8")]


def test_melds_follow_each_other_in_lines() -> None:
    sheet = Sheet(MELDS, 40, invitation="(new)")
    assert drawn(sheet, 40) == [" 1  r1  r2  r3     2  y10  y11  y12", " 3  r8  y8  g8    (new)"]


def test_lines_stand_apart_where_there_is_room() -> None:
    assert Sheet(MELDS, 40, 3).height == 3
    assert Sheet(MELDS, 40, 2).height == 2
    assert Sheet(MELDS, 40).height == 2
    assert Sheet([], 40, 9).height == 0
    assert Sheet([], 40, 9, "(new)").height == 1


def test_a_meld_wider_than_the_screen_goes_on_below() -> None:
    sheet = Sheet([group(1, " ".join(f"b{n}" for n in range(1, 14)))], 30)
    assert drawn(sheet, 30) == [
        " 1  b1  b2  b3  b4  b5  b6",
        "    b7  b8  b9  b10  b11  b12",
        "    b13",
    ]


def test_every_place_is_something() -> None:
    sheet = Sheet(MELDS, 40, invitation="(new)")
    assert sheet.at(0, 0) == Thing(0)
    assert sheet.at(4, 0) == Thing(0, 10)
    assert sheet.at(16, 0) == Thing(0)
    assert sheet.at(24, 0) == Thing(1, 20)
    assert sheet.at(19, 1) == NEW
    assert sheet.at(39, 1) == NEW
    assert sheet.at(5, 17) == NEW


def test_the_cursor_goes_everywhere() -> None:
    sheet = Sheet(MELDS, 40, invitation="(new)")
    assert sheet.first == Thing(0, 10)
    assert sheet.last == NEW
    assert sheet.go(Thing(0, 10), "left") is None
    assert sheet.go(Thing(0, 10), "up") is None
    assert sheet.go(Thing(0, 12), "right") == Thing(1, 20)
    assert sheet.go(Thing(0, 10), "down") == Thing(2, 30)
    assert sheet.go(Thing(1, 22), "down") == NEW
    assert sheet.go(NEW, "up") == Thing(1, 20)
    assert sheet.go(NEW, "right") is None
    assert sheet.go(NEW, "down") is None
    assert sheet.go(Thing(9, 99), "left") == Thing(0, 10)
    assert Sheet([], 40).first is None
    assert Sheet([], 40).last is None


@given(
    st.lists(st.integers(1, 13), max_size=30),
    st.integers(9, 200),
    st.integers(0, 60),
)
def test_nothing_is_lost_and_nothing_overlaps(sizes: list[int], width: int, height: int) -> None:
    groups = [
        group(number, " ".join(f"r{n}" for n in range(1, size + 1)))
        for number, size in enumerate(sizes, 1)
    ]
    sheet = Sheet(groups, width, height, "(new)")
    keys = [cell.thing.key for cell in sheet.cells if cell.item is not None]
    assert keys == [item.key for one in groups for item in one.items]
    taken = {(x, cell.y) for cell in sheet.cells for x in range(cell.x, cell.end)}
    assert len(taken) == sum(len(cell.text) for cell in sheet.cells)
    pieces = [cell for cell in sheet.cells if cell.item is not None]
    assert all(cell.end <= width for cell in pieces)
    assert all(sheet.at(cell.x, cell.y) == cell.thing for cell in sheet.cells)
    # The arrow to the right visits all.
    at, seen = sheet.first, 0
    while at is not None:
        seen += 1
        at = sheet.go(at, "right")
    assert seen == len(pieces) + 1


# How they look


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look(), " r6 "),
        (Look(played=True), "+r6 "),
        (Look(fresh=True), "*r6 "),
        (Look(selected=True, played=True), "[r6]"),
        (Look(cursor=True, fresh=True), ">r6<"),
        (Look(selected=True, cursor=True), "{r6}"),
    ],
)
def test_what_is_special_is_seen_without_colors(look: Look, text: str) -> None:
    assert face("r6", look) == text


def pieces(text: str) -> list[Piece]:
    return [Piece(key, rf.Tile(word), None) for key, word in enumerate(text.split())]


def test_a_hand_is_sorted_in_groups() -> None:
    hand = pieces("J b1 r13 r2 y2 b13 J r2")

    def told(groups: list[list[Piece]]) -> str:
        return " | ".join(" ".join(str(piece.tile) for piece in group) for group in groups)

    assert told(in_order(hand, "color")) == "r2 r2 r13 | y2 | b1 b13 | J J"
    assert told(in_order(hand, "number")) == "b1 | r2 r2 y2 | r13 b13 | J J"
    assert in_order([], "color") == in_order([], "number") == []


def test_every_color_of_every_deck_has_a_face() -> None:
    rules = rf.Rules(colors=8)
    for tile in (rf.Tile(f"{color}1", rules) for color in LETTERS):
        assert style(tile, Look()).bgcolor != style(tile, Look(selected=True)).bgcolor
    with pytest.raises(rf.NotationError):
        rf.Tile("k1", rf.Rules(colors=4))
