"""Where cards lie on the screen, how they look, and that their colours are told apart."""

from itertools import combinations
from math import dist

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from rummy_fast.play.draft import Card
from rummy_fast.play.faces import INK, JOKER, Look, face, in_order, style
from rummy_fast.play.flow import NEW, Group, Item, Sheet, Thing

# Where cards lie


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
    cards = [cell for cell in sheet.cells if cell.item is not None]
    assert all(cell.end <= width for cell in cards)
    assert all(sheet.at(cell.x, cell.y) == cell.thing for cell in sheet.cells)
    # The arrow to the right visits all.
    at, seen = sheet.first, 0
    while at is not None:
        seen += 1
        at = sheet.go(at, "right")
    assert seen == len(cards) + 1


# How they look


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look(), " r6 "),
        (Look(laid=True), "+r6 "),
        (Look(fresh=True), "*r6 "),
        (Look(selected=True, laid=True), "[r6]"),
        (Look(cursor=True, fresh=True), ">r6<"),
        (Look(selected=True, cursor=True), "{r6}"),
    ],
)
def test_what_is_special_is_seen_without_colours(look: Look, text: str) -> None:
    assert face("r6", look) == text


def cards(text: str) -> list[Card]:
    return [Card(key, rf.Tile(word), None) for key, word in enumerate(text.split())]


def test_a_hand_is_sorted_in_groups() -> None:
    hand = cards("J b1 r13 r2 y2 b13 J r2")

    def told(groups: list[list[Card]]) -> str:
        return " | ".join(" ".join(str(card.tile) for card in group) for group in groups)

    assert told(in_order(hand, "color")) == "r2 r2 r13 | y2 | b1 b13 | J J"
    assert told(in_order(hand, "number")) == "b1 | r2 r2 y2 | r13 b13 | J J"
    assert in_order([], "color") == in_order([], "number") == []


# Colours

Rgb = tuple[float, float, float]


def linear(color: str) -> Rgb:
    """The light of a colour, from 0 to 1 for red, green and blue."""

    def channel(text: str) -> float:
        value = int(text, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(color[1:3]), channel(color[3:5]), channel(color[5:7])


def times(matrix: tuple[Rgb, Rgb, Rgb], light: Rgb) -> Rgb:
    a, b, c = (sum(f * x for f, x in zip(row, light, strict=True)) for row in matrix)
    return a, b, c


def luminance(light: Rgb) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


SIGHT: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How people see who lack a kind of cone (Machado, Oliveira and Fernandes 2009, severity 1)."""

TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def lab(light: Rgb) -> Rgb:
    def root(value: float) -> float:
        return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116

    x, y, z = (
        root(max(0.0, v) / white) for v, white in zip(times(TO_XYZ, light), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Rgb, other: Rgb) -> float:
    return dist(lab(one), lab(other))


@pytest.mark.parametrize("sight", SIGHT)
def test_the_colours_of_the_deck_are_told_apart_by_everyone(sight: str) -> None:
    """A difference of 2.3 is just seen; these are at least six times that."""
    seen = {
        name: times(SIGHT[sight], linear(ground))
        for name, (ground, _) in [*((c, INK[c]) for c in "rygb"), ("J", JOKER)]
    }
    for one, other in combinations(seen, 2):
        assert difference(seen[one], seen[other]) > 6 * 2.3, (one, other)


@pytest.mark.parametrize("name", [*INK, "J"])
def test_what_is_printed_on_a_card_is_read(name: str) -> None:
    ground, ink = (luminance(linear(color)) for color in (JOKER if name == "J" else INK[name]))
    low, high = sorted((ground, ink))
    assert (high + 0.05) / (low + 0.05) > 4.5


def test_every_colour_of_every_deck_has_a_face() -> None:
    rules = rf.Rules(colors=8)
    for tile in (rf.Tile(f"{color}1", rules) for color in INK):
        assert style(tile, Look()).bgcolor != style(tile, Look(selected=True)).bgcolor
    with pytest.raises(rf.NotationError):
        rf.Tile("k1", rf.Rules(colors=4))
