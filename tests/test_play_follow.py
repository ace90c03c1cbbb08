"""The terminal game is easy to follow: places, marks, numbers, pause, sizes, start and end."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from rummy_fast.palette import BOX, INKS
from rummy_fast.play.app import PlayApp
from rummy_fast.play.editor import TurnEditor
from rummy_fast.play.faces import Look
from rummy_fast.play.frames import IVORY, READABLE, framed, luminance, print_on_ivory
from rummy_fast.play.game import Game
from rummy_fast.play.pages import PausePage
from rummy_fast.play.places import news, places
from rummy_fast.play.scores import ScoresPage
from rummy_fast.play.screen import LONGEST
from rummy_fast.play.setup import Setup, new_match
from rummy_fast.play.start import Chosen, StartApp
from rummy_fast.play.watch import WatchScreen
from rummy_fast.words import LANGUAGES, words_for
from seated import HOPS, ManualClock, ScriptedBot, Seat, played, resumed
from textual.color import Color
from textual.widgets import Button, Select

EN = words_for("en")


def shown(table: str, before: str = "") -> list[str]:
    """The melds of a table as they are shown after another table was."""
    heaps = TurnEditor(rf.Table(before), rf.Hand("")).draft.heaps
    now = rf.Table(table)
    return list(TurnEditor(now, rf.Hand(""), places=places(now, heaps)).draft.texts)


# Places and marks


def test_melds_keep_their_places() -> None:
    before = "g1 g2 g3 | r4 r5 r6 | b10 b11 b12"
    assert shown(before) == ["r4 r5 r6", "g1 g2 g3", "b10 b11 b12"]
    # A new meld that sorts first comes last, and a longer one stays.
    assert shown(f"r1 r2 r3 | {before} b13", before) == [
        "r4 r5 r6",
        "g1 g2 g3",
        "b10 b11 b12 b13",
        "r1 r2 r3",
    ]
    # Of a split meld the larger part stays; a meld that has gone leaves no gap.
    assert shown("y1 y2 y3 y4 | y5 y6 y7 | b1 b2 b3", "y1 y2 y3 y4 y5 y6 y7 | b1 b2 b3") == [
        "y1 y2 y3 y4",
        "b1 b2 b3",
        "y5 y6 y7",
    ]
    assert shown("b1 b2 b3", "r1 r2 r3 | b1 b2 b3") == ["b1 b2 b3"]


def test_every_table_of_a_match_is_shown_whole() -> None:
    match = rf.Match(["greedy", "greedy"], seed=8)
    heaps: Any = ()
    most = 0
    while not match.over:
        match.step()
        table = match.round.table
        order = places(table, heaps)
        assert sorted(order) == list(range(len(table)))
        heaps = TurnEditor(table, rf.Hand(""), places=order).draft.heaps
        most = max(most, len(order))
    assert most > 8


def test_what_others_changed_is_found() -> None:
    now = TurnEditor(rf.Table("r4 r5 r6 r7 | g1 g2 g3 | b7 y7 r7"), rf.Hand(""))
    found = news(now.draft.heaps, rf.Table("r4 r5 r6 | g1 g2 g3"))
    heaps = now.draft.heaps
    assert [heap.text for heap in heaps if heap.keys in found.heaps] == ["r4 r5 r6 r7", "r7 y7 b7"]
    keys = {piece.key: piece.tile for heap in heaps for piece in heap.pieces}
    assert sorted(str(keys[key]) for key in found.tiles) == ["b7", "r7", "r7", "y7"]
    assert not news(heaps, now.table).heaps


def until_the_bot_plays(game: Game) -> rf.Event:
    """Draw until the bot plays tiles, and begin the turn after that."""
    for _ in range(20):
        game.draw()
        assert not game.news.heaps
        while not game.match.waits_for_guest:
            game.step()
        game.begin()
        event = game.match.round.events[-1]
        if event.tiles:
            return event
    raise AssertionError


def test_changes_stay_marked_until_the_turn_ends() -> None:
    game = Game(resumed("split"))
    game.begin()
    event = until_the_bot_plays(game)
    tiles = {piece.key: piece.tile for piece in game.editor.draft.table}
    assert Counter(tiles[key] for key in game.news.tiles) == Counter(event.tiles)
    assert game.news.heaps
    game.editor.place([game.editor.draft.hand[0].key])
    assert game.news.heaps
    game.editor.reset()
    game.draw()
    assert not game.news.heaps

    async def scene(seat: Seat) -> None:
        game = seat.board.game
        while not game.news.heaps:
            await seat.press("d")
            await seat.my_turn()
        text = seat.lines(seat.board.table)
        assert "~" in text
        for tile in seat.match.round.events[-1].tiles:
            assert f"+{tile}" in text

    played(resumed("split"), scene)


def test_an_unfinished_meld_is_no_complaint() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("r9", "g13")
        await seat.press("n")
        assert seat.lines(seat.board.table).startswith(" 1…+r9 +g13")
        assert seat.notice == [
            "? Your opening melds are worth 0 points; you need 30 (rule 11).",
            "? 2 tiles played so far: arrange the table as you like.",
        ]
        await seat.press("e")
        assert seat.lines(seat.board.table).startswith(" 1!+r9 +g13")
        assert any("has 2 tiles: a meld has at least 3" in line for line in seat.notice)
        await seat.press("u")
        assert not any(line.startswith("!") for line in seat.notice)

    played(rf.Match([None, "greedy"], seed=5), scene)


# Following the others


def test_the_turn_of_another_is_one_line_with_details_on_request() -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("d")
        await seat.my_turn()
        board = seat.board
        for _ in range(20):
            if seat.match.round.events[-1].tiles:
                break
            await seat.press("d")
            await seat.my_turn()
        rows = board._steps  # noqa: SLF001, the screen has no other way to see them
        assert len(board.history) == len(rows)
        assert board.history[-1].startswith("greedy plays")
        assert rows[-1]
        before = seat.screen
        await seat.press("i")
        assert board.detailed
        events = str(board.query_one("#events").content)  # type: ignore[attr-defined]
        assert all(f"  {step}" in events for step in rows[-1])
        await seat.press("i")
        assert seat.screen == before

    played(resumed("split"), scene, size=(140, 40))


def test_a_long_turn_is_shown_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def scene(seat: Seat) -> None:
        async def wait(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(seat.board, "_wait", wait)
        for _ in range(20):
            waits.clear()
            await seat.press("d")
            await seat.my_turn()
            if waits:
                break
        assert waits
        assert sum(waits) <= LONGEST + 1e-9

    played(resumed("split"), scene, pace=60.0)


def test_bots_are_tidy_for_a_person() -> None:
    match = new_match(EN, Setup(("greedy", "search:positions=40", "greedy")), seed=3)
    assert match.header.bots == (None, "greedy:tidy", "search:positions=40:tidy", "greedy:tidy")
    assert match.names == ("You", "greedy 1", "search:positions=40", "greedy 2")
    assert new_match(EN, Setup(clock=False)).rules.turn_seconds is None


# Numbers, dim actions, the cursor, pause


def test_the_number_of_a_meld_points_at_it_or_adds_to_it() -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("5")
        assert seat.board.table.has_focus
        assert seat.board.table.cursor == seat.target("y9", 4)
        await seat.select("b5")
        await seat.press("1")
        assert seat.table[0] == "r5 g5 b5 b5"
        await seat.press("9", "0")
        assert seat.table[0] == "r5 g5 b5 b5"

    played(resumed("split"), scene)


def test_a_number_of_two_digits_waits_for_the_second() -> None:
    async def scene(seat: Seat) -> None:
        for tile in ("g1", "g7", "b5", "b6"):
            await seat.select(tile)
            await seat.press("n")
        assert len(seat.table) == 10
        await seat.press("1", "0")
        assert seat.board.table.cursor == seat.target("b6", 9)
        await seat.press("1")
        await seat.until(lambda: seat.board.table.cursor == seat.target("r5", 0))

    played(resumed("split"), scene)


def test_impossible_actions_are_dim() -> None:
    async def scene(seat: Seat) -> None:
        bar = seat.board.query_one("#actions")

        def dim() -> set[str]:
            text = bar.content  # type: ignore[attr-defined]
            return {
                text.plain[span.start : span.end].split(" ", 1)[1]
                for span in text.spans
                if span.style == "dim"
            }

        assert dim() >= {"End turn", "Pass", "Add", "Split", "Take back", "Undo", "Start over"}
        assert dim().isdisjoint({"Draw", "New meld", "Hint", "Help", "Quit", "Pause"})
        await seat.point("y3", 3)
        assert "Split" not in dim()
        await seat.point("y1", 3)
        assert "Split" in dim()
        await seat.point("b5")
        await seat.press("n")
        assert {"Draw", "End turn"} <= dim()
        assert dim().isdisjoint({"Undo", "Start over"})
        await seat.press("u")
        assert "Draw" not in dim()

    played(resumed("split"), scene)


def test_after_a_draw_the_cursor_stays_on_its_tile() -> None:
    async def scene(seat: Seat) -> None:
        for _ in range(4):
            await seat.point("g7", None)
            await seat.press("right")
            flow, cursor = seat.board.hand.flow, seat.board.hand.cursor
            assert cursor is not None
            span = flow.find(cursor)
            assert span is not None
            assert span.item is not None
            tile = span.item.tile
            await seat.press("d")
            await seat.my_turn()
            after = seat.board.hand.cursor
            assert after is not None
            now = seat.board.hand.flow.find(after)
            assert now is not None
            assert now.item is not None
            assert now.item.tile == tile

    played(resumed("split"), scene)


def test_a_pause_stops_the_clock() -> None:
    watch = ManualClock()

    async def scene(seat: Seat) -> None:
        watch.now += 20
        await seat.press("z")
        assert isinstance(seat.page, PausePage)
        watch.now += 1000
        seat.board.tick()
        await seat.settle()
        assert seat.match.turns == 21
        assert seat.board.game.remaining == pytest.approx(100)
        await seat.press("z")
        assert seat.page is None
        assert seat.board.game.remaining == pytest.approx(100)
        watch.now += 101
        seat.board.tick()
        await seat.until(lambda: seat.match.turns > 21)

    played(resumed("split", clock=watch), scene)


def test_a_pause_stops_the_others() -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("d", "z")
        assert isinstance(seat.page, PausePage)
        for _ in range(5):
            await asyncio.sleep(0.05)
            await seat.settle()
        assert not seat.board.game.mine
        await seat.press("z")
        await seat.until(lambda: seat.board.game.mine)

    played(rf.Match([None, ScriptedBot("idle", rf.Turn.draw)], seed=5), scene)


def test_the_hint_draws_when_there_is_nothing_to_play() -> None:
    async def scene(seat: Seat) -> None:
        await seat.hint()
        assert "There is nothing to play." in seat.screen
        assert "Draw a tile" in seat.screen
        await seat.press("enter")
        await seat.until(lambda: seat.match.turns > 0)
        assert seat.match.round.events[0].kind == "draw"

    played(rf.Match([None, "greedy"], seed=3), scene)


# Sizes and faces


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_terminal_that_is_too_small_says_so(lang: str) -> None:
    async def scene(seat: Seat) -> None:
        template = "The terminal is too small: {columns} columns and {lines} lines are needed."
        text = words_for(lang).gettext(template, columns=80, lines=24)
        for size in ((79, 24), (80, 23)):
            await seat.pilot.resize_terminal(*size)
            seat.board.draw_seats()
            await seat.settle()
            assert text in " ".join(seat.screen.split())
            assert "r5" not in seat.screen
        await seat.pilot.resize_terminal(80, 24)
        seat.board.draw_seats()
        await seat.settle()
        assert text not in " ".join(seat.screen.split())
        assert "r5" in seat.screen

    played(resumed("split"), scene, lang=lang)


def test_tiles_are_framed_where_there_is_room() -> None:
    async def scene(seat: Seat) -> None:
        for size, framed_hand in (((80, 24), False), ((110, 30), True), ((140, 40), True)):
            await seat.pilot.resize_terminal(*size)
            seat.board.draw_seats()
            await seat.settle()
            assert seat.board.hand.framed is framed_hand
            assert seat.board.table.framed is framed_hand
            assert "Your turn" in seat.screen
        text = seat.lines(seat.board.table)
        assert "│ J │" in text
        assert "╰y11╯" in text
        await seat.point("y3", 3)
        assert "┃ 3 ┃" in seat.lines(seat.board.table)

    played(resumed("split"), scene)


def test_every_framed_tile_can_be_told_apart_and_read() -> None:
    faces = set()
    for letter, ink in INKS.items():
        for number in (1, 13):
            lines = framed(rf.Tile(f"{letter}{number}", rf.Rules(colors=8)), Look())
            assert [len(line) for line in lines] == [5, 5, 5]
            faces.add(lines)
        for ground in (ink.ground, BOX[letter].ground):
            print_ = luminance(Color.parse(print_on_ivory(ground)))
            assert (luminance(Color.parse(IVORY)) + 0.05) / (print_ + 0.05) >= READABLE
    assert len(faces) == 2 * len(INKS)
    looks = [Look(), Look(selected=True), Look(cursor=True), Look(played=True), Look(drawn=True)]
    assert len({framed(rf.Tile("r6"), look) for look in looks}) == len(looks)
    assert framed(rf.Tile("J"), Look(), "b10")[2] == "╰b10╯"


# Start and end


def test_the_first_screen_asks_for_everything() -> None:
    async def look() -> None:
        app = StartApp(EN, Setup(), Path("2026-01-02-030405.record"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            labels = [str(button.label) for button in app.query(Button)]
            assert labels == ["Continue", "New game", "Leave"]
            assert "2026-01-02" in str(app.query_one("#left").content)  # type: ignore[attr-defined]
            assert all(widget.region.bottom <= 24 for widget in app.query(Button))
            assert [str(box.id) for box in app.query(Select)] == [
                "count",
                "level",
                "rules",
                "rounds",
                "clock",
                "lang",
            ]
            app.query_one("#lang", Select).value = "de"
            for _ in range(HOPS):
                await pilot.pause()
            assert str(app.query_one("#new", Button).label) == "Neues Spiel"

    asyncio.run(look())


def test_a_new_game_is_what_was_chosen() -> None:
    app = StartApp(EN, Setup(), None)

    async def answer() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            values = {"count": 2, "level": "careful", "rules": "sabra", "rounds": 3, "clock": False}
            for name, value in values.items():
                app.query_one(f"#{name}", Select).value = value
            await pilot.pause()
            await pilot.click("#new")

    asyncio.run(answer())
    assert app.return_value is not None
    assert app.return_value.setup == Setup(("careful", "careful"), "sabra", 3, clock=False)


def test_the_first_screen_can_be_left_or_continue() -> None:
    for button, expected in (("#leave", None), ("#go-on", Chosen(EN, None))):
        app = StartApp(EN, Setup(), Path("2026-01-02-030405.record"))

        async def answer(app: StartApp = app, button: str = button) -> None:
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                await pilot.click(button)

        asyncio.run(answer())
        assert app.return_value == expected


def nearly_over(path: Path) -> rf.Match:
    """A match in which the person can play the last tiles now."""
    for seed in range(50):
        match = new_match(EN, Setup(), seed=seed, record=path)
        while not match.over:
            view = match.round.view(0)
            if not match.waits_for_guest:
                match.step()
            elif len(rf.solve(view).tiles) == len(view.hand):
                return match
            else:
                match.take(rf.Greedy().choose(view))
    raise AssertionError


def test_the_end_shows_everyones_tiles_and_the_match_can_be_watched(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    match = nearly_over(path)
    app = PlayApp(match, EN, pace=0.0, record=path, again=True)

    async def sit() -> None:
        async with app.run_test(size=(110, 40)) as pilot:
            seat = Seat(app, pilot)
            await seat.my_turn()
            await seat.best()
            await seat.until(lambda: isinstance(seat.page, ScoresPage))
            for hand in match.round.hands:
                assert all(f" {tile} " in seat.screen for tile in hand)
            labels = [str(button.label) for button in seat.page.query(Button)]
            assert labels == ["New game", "Watch it again", "Leave"]
            await pilot.click("#more")
            await seat.until(lambda: isinstance(seat.page, WatchScreen))
            assert "1/" in seat.screen
            await seat.press("right", "right", "left", "space")
            assert "3/" in seat.screen
            await seat.press("end")
            watched: Any = seat.page
            total = len(watched.moments)
            assert f"{total}/{total}" in seat.screen
            assert total == match.turns + 2
            await seat.press("home")
            assert f"1/{total}" in seat.screen
            await seat.press("q")
            await seat.until(lambda: isinstance(seat.page, ScoresPage))
            await pilot.click("#yes")
            await seat.until(lambda: seat.over)

    asyncio.run(sit())
    assert app.return_value == "new"
