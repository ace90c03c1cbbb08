"""Tiles, hands, melds and tables as text: parsing what was printed gives the same value."""

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from positions import DECK, MELDS, TILES, Position, positions

LARGEST = rf.Rules(colors=8, values=26, copies=4, jokers=8, shortest_meld=2)


@pytest.mark.parametrize("tile", [*TILES, "k1", "w26"])
def test_tile_round_trip(tile: str) -> None:
    read = rf.Tile.parse(tile, LARGEST)
    assert str(read) == tile
    assert rf.Tile.parse(str(read).upper(), LARGEST) == read
    assert eval(repr(read), vars(rf).copy()) == read  # noqa: S307 - reprs paste back


def test_properties_of_a_tile() -> None:
    tile = rf.Tile("b12")
    assert (tile.color, tile.value, tile.is_joker) == ("b", 12, False)
    joker = rf.Tile("j")
    assert (joker.color, joker.value, joker.is_joker) == (None, None, True)
    assert str(joker) == "J"


@given(st.lists(st.sampled_from(TILES), max_size=40))
def test_hand_round_trip(tiles: list[str]) -> None:
    tiles = [tile for place, tile in enumerate(tiles) if tiles[:place].count(tile) < DECK[tile]]
    hand = rf.Hand(tiles)
    assert rf.Hand.parse(str(hand)) == hand
    assert eval(repr(hand), vars(rf).copy()) == hand  # noqa: S307 - reprs paste back
    assert len(hand) == len(tiles)
    assert sorted(map(str, hand)) == sorted(tiles)
    assert list(hand.tiles) == sorted(hand.tiles)
    assert all(hand.count(tile) == tiles.count(tile) for tile in TILES)


def test_hand_accepts_ranges_and_commas() -> None:
    assert rf.Hand("r3-6, y2") == rf.Hand("y2 r6 r5 r4 r3")
    assert rf.Hand("R3-R6") == rf.Hand("r3 r4 r5 r6")
    assert rf.Hand([rf.Tile("r3"), "r4"]) == rf.Hand("r3 r4")


@given(st.sampled_from(MELDS))
def test_meld_round_trip(text: str) -> None:
    meld = rf.Meld.parse(text)
    assert rf.Meld.parse(str(meld)) == meld
    assert str(rf.Meld.parse(str(meld))) == str(meld)
    assert eval(repr(meld), vars(rf).copy()) == meld  # noqa: S307 - reprs paste back
    assert len(meld) == len(meld.tiles) == len(text.split())


@pytest.mark.parametrize(
    ("written", "printed", "kind", "value"),
    [
        ("r5 r3 r4", "r3 r4 r5", "run", 12),
        ("r3-6", "r3 r4 r5 r6", "run", 18),
        ("R3 j R5", "r3 J r5", "run", 12),
        ("r3 J=r4 r5", "r3 J r5", "run", 12),
        ("J=r7 r5 r6", "r5 r6 J", "run", 18),
        ("r12 r13 J=r11", "J r12 r13", "run", 36),
        ("b8 J r8", "r8 b8 J", "group", 24),
        ("r8 J=y8 J=g8", "r8 J=y8 J=g8", "group", 24),
        ("r8 J=b8 J=g8", "r8 J=y8 J=g8", "group", 24),
        ("r5 J=r6 J=r7", "r5 J=r6 J=r7", "run", 18),
    ],
)
def test_meld_is_canonical(written: str, printed: str, kind: str, value: int) -> None:
    meld = rf.Meld(written)
    assert (str(meld), meld.kind, meld.value) == (printed, kind, value)


def test_meld_lists_what_jokers_stand_for() -> None:
    def identities(text: str, rules: rf.Rules | None = None) -> list[list[str]]:
        return [[str(tile) for tile in tiles] for tiles in rf.Meld(text).stands_for(rules)]

    assert identities("r3 J r5") == [["r3"], ["r4"], ["r5"]]
    assert identities("J r12 r13") == [["r11"], ["r12"], ["r13"]]
    assert identities("r8 b8 J") == [["r8"], ["b8"], ["y8", "g8"]]
    assert identities("r8 J=y8 J=g8") == [["r8"], ["y8", "g8", "b8"], ["y8", "g8", "b8"]]
    assert identities("r8 b8 J", rf.Rules(colors=5)) == [["r8"], ["b8"], ["y8", "g8", "k8"]]


@given(positions())
def test_table_round_trip(position: Position) -> None:
    table = rf.Table(position.table)
    assert rf.Table.parse(str(table)) == table
    assert rf.Table(" | ".join(position.table)) == table
    assert rf.Table([rf.Meld(meld) for meld in position.table]) == table
    assert eval(repr(table), vars(rf).copy()) == table  # noqa: S307 - reprs paste back
    assert list(table) == list(table.melds) == sorted(table.melds)
    assert len(table) == len(position.table)
    assert sorted(table.tiles) == sorted(tile for meld in table for tile in meld)


def test_other_decks_paste_back() -> None:
    rules = rf.Rules(colors=6, values=20, copies=3, jokers=4)
    table = rf.Table("k18-20 | k18-20 | k18-20 | r5 k5 o5 J J J", rules)
    assert repr(table) == (
        "Table('r5 k5 o5 J J J | k18 k19 k20 | k18 k19 k20 | k18 k19 k20', "
        "Rules('schmidt', colors=6, values=20, copies=3, jokers=3))"
    )
    assert eval(repr(table), vars(rf).copy()) == table  # noqa: S307 - reprs paste back
    short = rf.Meld("r5 r6", rf.Rules(shortest_meld=2))
    assert eval(repr(short), vars(rf).copy()) == short  # noqa: S307 - reprs paste back
