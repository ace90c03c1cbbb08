"""Where the tiles are on the screen, and how they look."""

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from rummy_fast.palette import LETTERS
from rummy_fast.play.draft import Piece
from rummy_fast.play.faces import Look, face, in_order, style
from rummy_fast.play.flow import NEW, Cluster, FlowLayout, Item, Target

# The layout


def cluster(number: int, words: str) -> Cluster:
    items = [
        Item(10 * number + place, rf.Tile(word), word) for place, word in enumerate(words.split())
    ]
    return Cluster(items, f"{number:>2} ", "   ")


def drawn(flow: FlowLayout, width: int) -> list[str]:
    lines = [[" "] * width for _ in range(flow.height)]
    for span in flow.spans:
        assert span.end <= width
        lines[span.y][span.x : span.end] = span.text
    return ["".join(line).rstrip() for line in lines]


MELDS = [cluster(1, "r1 r2 r3"), cluster(2, "y10 y11 y12"), cluster(3, "r8 y8 g8")]


def test_melds_wrap_into_lines() -> None:
    flow = FlowLayout(MELDS, 40, placeholder="(new)")
    assert drawn(flow, 40) == [" 1  r1  r2  r3     2  y10  y11  y12", " 3  r8  y8  g8    (new)"]


def test_lines_are_spaced_where_there_is_room() -> None:
    assert FlowLayout(MELDS, 40, 3).height == 3
    assert FlowLayout(MELDS, 40, 2).height == 2
    assert FlowLayout(MELDS, 40).height == 2
    assert FlowLayout([], 40, 9).height == 0
    assert FlowLayout([], 40, 9, "(new)").height == 1


def test_a_meld_wider_than_the_screen_wraps() -> None:
    flow = FlowLayout([cluster(1, " ".join(f"b{n}" for n in range(1, 14)))], 30)
    assert drawn(flow, 30) == [
        " 1  b1  b2  b3  b4  b5  b6",
        "    b7  b8  b9  b10  b11  b12",
        "    b13",
    ]


def test_every_position_has_a_target() -> None:
    flow = FlowLayout(MELDS, 40, placeholder="(new)")
    assert flow.at(0, 0) == Target(0)
    assert flow.at(4, 0) == Target(0, 10)
    assert flow.at(16, 0) == Target(0)
    assert flow.at(24, 0) == Target(1, 20)
    assert flow.at(19, 1) == NEW
    assert flow.at(39, 1) == NEW
    assert flow.at(5, 17) == NEW


def test_the_cursor_reaches_everything() -> None:
    flow = FlowLayout(MELDS, 40, placeholder="(new)")
    assert flow.first == Target(0, 10)
    assert flow.last == NEW
    assert flow.neighbor(Target(0, 10), "left") is None
    assert flow.neighbor(Target(0, 10), "up") is None
    assert flow.neighbor(Target(0, 12), "right") == Target(1, 20)
    assert flow.neighbor(Target(0, 10), "down") == Target(2, 30)
    assert flow.neighbor(Target(1, 22), "down") == NEW
    assert flow.neighbor(NEW, "up") == Target(1, 20)
    assert flow.neighbor(NEW, "right") is None
    assert flow.neighbor(NEW, "down") is None
    assert flow.neighbor(Target(9, 99), "left") == Target(0, 10)
    assert FlowLayout([], 40).first is None
    assert FlowLayout([], 40).last is None


@given(
    st.lists(st.integers(1, 13), max_size=30),
    st.integers(9, 200),
    st.integers(0, 60),
)
def test_nothing_is_lost_and_nothing_overlaps(sizes: list[int], width: int, height: int) -> None:
    clusters = [
        cluster(number, " ".join(f"r{n}" for n in range(1, size + 1)))
        for number, size in enumerate(sizes, 1)
    ]
    flow = FlowLayout(clusters, width, height, "(new)")
    keys = [span.target.key for span in flow.spans if span.item is not None]
    assert keys == [item.key for one in clusters for item in one.items]
    taken = {(x, span.y) for span in flow.spans for x in range(span.x, span.end)}
    assert len(taken) == sum(len(span.text) for span in flow.spans)
    pieces = [span for span in flow.spans if span.item is not None]
    assert all(span.end <= width for span in pieces)
    assert all(flow.at(span.x, span.y) == span.target for span in flow.spans)
    # Moving right visits everything.
    at, seen = flow.first, 0
    while at is not None:
        seen += 1
        at = flow.neighbor(at, "right")
    assert seen == len(pieces) + 1


# The look


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look(), " r6 "),
        (Look(played=True), "+r6 "),
        (Look(drawn=True), "*r6 "),
        (Look(selected=True, played=True), "[r6]"),
        (Look(cursor=True, drawn=True), ">r6<"),
        (Look(selected=True, cursor=True), "{r6}"),
    ],
)
def test_signs_show_what_is_special_without_colors(look: Look, text: str) -> None:
    assert face("r6", look) == text


def pieces(text: str) -> list[Piece]:
    return [Piece(key, rf.Tile(word), None) for key, word in enumerate(text.split())]


def test_a_hand_is_sorted_by_color_or_number() -> None:
    hand = pieces("J b1 r13 r2 y2 b13 J r2")

    def text(parts: list[list[Piece]]) -> str:
        return " | ".join(" ".join(str(piece.tile) for piece in part) for part in parts)

    assert text(in_order(hand, "color")) == "r2 r2 r13 | y2 | b1 b13 | J J"
    assert text(in_order(hand, "number")) == "b1 | r2 r2 y2 | r13 b13 | J J"
    assert in_order([], "color") == in_order([], "number") == []


def test_every_color_of_every_deck_has_a_face() -> None:
    rules = rf.Rules(colors=8)
    for tile in (rf.Tile(f"{color}1", rules) for color in LETTERS):
        assert style(tile, Look()).bgcolor != style(tile, Look(selected=True)).bgcolor
    with pytest.raises(rf.NotationError):
        rf.Tile("k1", rf.Rules(colors=4))
