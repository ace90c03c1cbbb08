"""docs/pictures holds what tools/pictures.py draws, and its pictures show what they claim."""

from collections import Counter

import pictures
import plots
import pytest
import rummy_fast as rf
import search_picture
from drawn import Seen, document
from rummy_fast.draw.moves import moves


def test_the_folder_has_no_other_files() -> None:
    drawn = set(pictures.PICTURES) | set(plots.PLOTS)  # test_site.py checks the plots
    assert {path.name for path in pictures.TARGET.iterdir()} == drawn
    assert set(pictures.PICTURES) >= {"search.svg", "table.svg", "turn.svg"}


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_pictures_are_up_to_date(name: str) -> None:
    """If this fails, run `make pictures`."""
    assert (pictures.TARGET / name).read_text("utf-8") == pictures.PICTURES[name]()


def test_the_turn_shows_every_mark() -> None:
    seen = Seen(pictures.PICTURES["turn.svg"]())
    assert {tile.mark for tile in seen.tiles("before", "hand-before")} == {
        *("played", "moved", "freed"),
        None,
    }


def test_the_search_picture_shows_the_best_play() -> None:
    play = rf.solve(search_picture.TABLE, search_picture.HAND)
    root = document(search_picture.picture())
    tiles = root.findall(".//*[@data-tile]")
    assert Counter(c.attrib["data-tile"] for c in tiles) == Counter(map(str, play.table.tiles))
    played = Counter(c.attrib["data-tile"] for c in tiles if c.get("data-mark"))
    assert played == Counter(map(str, play.tiles))
    places = [tile.attrib["transform"] for tile in tiles]
    assert len(set(places)) == len(places) == 19
    assert {meld.kind for meld in play.table} == {"run", "group"}
    assert max(tile.value or 0 for tile in play.table.tiles) in search_picture.NUMBERS


def test_open_runs() -> None:
    table = rf.Table("r2-6 | r3 r4 r5 | y5 g5 b5 | b1 b2 b3")
    end = moves(table, rf.Hand(""), (), rf.Rules()).end
    found = {n: search_picture.open_runs(end.heaps, "r", n) for n in range(1, 8)}
    assert found == {
        1: [],
        2: ["1"],
        3: ["2", "1"],
        4: ["3+", "2"],
        5: ["3+", "3+"],
        6: ["3+"],
        7: [],
    }
    assert search_picture.open_runs(end.heaps, "y", 5) == []
    assert search_picture.open_runs(end.heaps, "b", 3) == ["3+"]
