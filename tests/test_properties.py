"""Properties that hold for every position."""

import random
from collections import Counter

import pytest
import rummy_fast as rf
from hypothesis import given
from hypothesis import strategies as st
from positions import DECK, PRESETS, TILES, Position, positions, rygb, tiles_of

LOOSE = rf.Rules("free_jokers", joker_penalty=rf.Rules().joker_penalty)
PRESET = pytest.mark.parametrize("preset", PRESETS)


def worth(play: rf.Play) -> tuple[int, int]:
    """The tiles and points played."""
    return len(play.tiles), play.points


@PRESET
@given(position=positions(), opened=st.booleans())
def test_tiles_are_conserved_and_the_turn_is_legal(
    preset: str, position: Position, *, opened: bool
) -> None:
    play = rf.solve(*position, rules=rygb(preset), opened=opened)
    assert play.proven
    played = Counter(map(str, play.tiles))
    after = Counter(map(str, play.table.tiles))
    assert after == tiles_of(position.table) + played
    assert played <= Counter(position.hand)
    if play:
        assert rf.check_turn(*position, play.table, rules=rygb(preset), opened=opened)
    else:
        assert play.table == rf.Table(position.table)


@PRESET
@given(position=positions(), rng=st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(
    preset: str, position: Position, rng: random.Random
) -> None:
    shuffled = Position(
        rng.sample(position.table, len(position.table)),
        rng.sample(position.hand, len(position.hand)),
    )
    assert rf.solve(*shuffled, rules=rygb(preset)) == rf.solve(*position, rules=rygb(preset))


@PRESET
@given(position=positions(), letters=st.permutations("rygb"), opened=st.booleans())
def test_colors_are_interchangeable(
    preset: str, position: Position, letters: list[str], *, opened: bool
) -> None:
    other = position.recolored("".join(letters))
    plays = [rf.solve(*one, rules=rygb(preset), opened=opened) for one in (position, other)]
    assert worth(plays[0]) == worth(plays[1])


@PRESET
@given(position=positions(), tile=st.sampled_from(TILES), opened=st.booleans())
def test_more_tiles_are_never_worse(
    preset: str, position: Position, tile: str, *, opened: bool
) -> None:
    if (tiles_of(position.table) + Counter(position.hand))[tile] == DECK[tile]:
        return
    more = position._replace(hand=[*position.hand, tile])
    assert worth(rf.solve(*position, rules=rygb(preset), opened=opened)) <= worth(
        rf.solve(*more, rules=rygb(preset), opened=opened)
    )


@PRESET
@given(position=positions())
def test_objectives_agree(preset: str, position: Position) -> None:
    tiles = rf.solve(*position, rules=rygb(preset))
    points = rf.solve(*position, rules=rygb(preset), objective="points")
    assert len(points.tiles) <= len(tiles.tiles)
    assert tiles.points <= points.points
    rules = rf.Rules(preset)
    ones = rf.solve(*position, rules=rules, objective=dict.fromkeys(TILES, 1))
    assert len(ones.tiles) == len(tiles.tiles)
    numbers = {tile: int(tile[1:] or rules.joker_penalty) for tile in TILES}
    assert worth(rf.solve(*position, rules=rules, objective=numbers)) == worth(points)


@given(position=positions(most_melds=5, most_tiles=10))
def test_strict_rules_allow_no_more(position: Position) -> None:
    assert worth(rf.solve(*position)) <= worth(rf.solve(*position, rules=LOOSE))
