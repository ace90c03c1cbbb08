"""A person plays in the terminal by keyboard and mouse, through Textual's pilot."""

import asyncio
import threading
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
import rummy_fast as rf
from rummy_fast.play import story
from rummy_fast.play.actions import ACTIONS
from rummy_fast.play.app import PlayApp
from rummy_fast.play.game import Game, Hint
from rummy_fast.play.pages import LeavePage, help_rows
from rummy_fast.result import RoundResult
from rummy_fast.words import LANGUAGES, words_for
from seated import DEADLINE, ManualClock, ScriptedBot, Seat, played, resumed
from textual.widgets import Static

SIZES = [(80, 24), (100, 30), (120, 40), (200, 60)]

# Every match below starts from a deal or a record, so that it does not depend on the bots' choices:
# - seed 5: the person begins and can open with r9 r10 r11 r12;
# - split: y3 from the hand fits into y1 y2 y3 y4 y5 y6 when that is split;
# - joker: y11 from the hand frees the joker of y10 J y12.
HAND = "r9 r10 r11 r12 y10 g1 g8 g12 g12 g13 b1 b2 b5 b13"


def new_match(**options: Any) -> rf.Match:
    return rf.Match([None, "greedy"], seed=5, names=["You", None], **options)


# The screen


@pytest.mark.parametrize("size", SIZES)
def test_the_screen_shows_everything(size: tuple[int, int]) -> None:
    async def scene(seat: Seat) -> None:
        shown = seat.screen
        for text in ("You +0 9 tiles", "greedy +0 10 tiles", "pool 65", "round 1/2", "time 2:00"):
            assert text in shown
        assert "Your turn: play tiles, or draw one." in shown
        framed = size[1] >= 28
        assert seat.board.table.framed is seat.board.hand.framed is framed
        melds = "1 r5 g5 b5 2 r8 y8 g8 3 r12 y12 b12 4 y1 y2 y3 y4 y5 y6 5 y9 y10 J y12 6 y9 g9 b9"
        if not framed:
            assert seat.lines(seat.board.table).split() == f"{melds} (new meld)".split()
        words = [span.item.word for span in seat.board.table.flow.spans if span.item is not None]
        assert words == [word for word in melds.split() if not word.isdigit()]
        assert seat.hand == "r3 r3 y3 g1 g7 g7 g10 b5 b6"
        assert all(f"{a.shown} {a.label}" in shown for a in ACTIONS if a.label)
        assert "Table" in shown
        assert "Your hand" in shown

    played(resumed("split", clock=ManualClock()), scene, size=size)


def test_the_screen_can_be_resized() -> None:
    async def scene(seat: Seat) -> None:
        for size in [*SIZES, *reversed(SIZES)]:
            await seat.pilot.resize_terminal(*size)
            await seat.settle()
            assert seat.board.size == size
            seat.board.tick()
            await seat.settle()
            assert seat.board.has_class("-wide") is (size[0] >= 110)
            for text in ("Your turn", "time"):
                assert text in seat.screen
            for view in (seat.board.table, seat.board.hand):
                assert 0 < view.flow.height <= view.size.height
                assert view.framed is (size[1] >= 28)

    played(resumed("split"), scene)


def test_a_long_hand_wraps() -> None:
    async def scene(seat: Seat) -> None:
        for _ in range(8):
            await seat.press("d")
            await seat.my_turn()
        tiles = seat.board.game.editor.draft.hand
        assert len(tiles) == 22
        assert seat.board.hand.size.height == 2
        assert len(seat.hand.split()) == 22

    match = rf.Match([None, "greedy"], seed=5, rules={"turn_seconds": None})
    played(match, scene)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_fits(lang: str) -> None:
    async def scene(seat: Seat) -> None:
        bar = seat.screen.split("\n")[-seat.board.query_one("#actions").size.height :]
        assert len(bar) <= 3
        words = words_for(lang)
        for action in ACTIONS:
            if action.label:
                label = words.gettext(action.label)
                assert f"{action.shown} {label}" in "\n".join(bar)
        assert words.gettext("Your turn: play tiles, or draw one.") in seat.screen
        await seat.press("question_mark")
        assert words.gettext("Help") in seat.screen

    played(resumed("split"), scene, lang=lang)


# By keyboard


def test_tiles_are_played_by_keyboard() -> None:
    async def scene(seat: Seat) -> None:
        assert seat.hand == HAND
        await seat.select("r9", "r10", "r11", "r12")
        assert seat.selected == ["r9", "r10", "r11", "r12"]
        assert "[r9][r10][r11]{r12}" in seat.lines(seat.board.hand).replace(" ", "")
        await seat.press("n")
        assert seat.table == ["r9 r10 r11 r12"]
        assert seat.lines(seat.board.table) == " 1=+r9 +r10 +r11 +r12    (new meld)"
        assert seat.notice == [
            "? Your opening melds are worth 42 points; you need 30 (rule 11).",
            "= 4 tiles played: you can end the turn.",
        ]
        await seat.press("e")
        await seat.my_turn()
        event = seat.match.round.events[0]
        assert (event.seat, event.kind, str(event.table)) == (0, "play", "r9 r10 r11 r12")
        assert seat.board.history[1] == "You play r9 r10 r11 r12."
        assert seat.board.game.mine
        assert not seat.selected

    played(new_match(), scene)


def test_the_cursor_moves_from_the_hand_to_the_table_and_back() -> None:
    async def scene(seat: Seat) -> None:
        assert seat.board.hand.has_focus
        await seat.press("up")
        assert seat.board.table.has_focus
        await seat.press("end", "down")
        assert seat.board.hand.has_focus
        await seat.press("tab")
        assert seat.board.table.has_focus
        await seat.press("end", "left", "up", "home")
        assert ">r5<" in seat.lines(seat.board.table)
        await seat.press("down")
        assert ">" in seat.lines(seat.board.table).split("\n")[2]

    played(resumed("split"), scene)


def test_a_run_is_split_and_extended_by_keyboard() -> None:
    async def scene(seat: Seat) -> None:
        await seat.point("y3", 3)
        await seat.press("s")
        assert seat.table[3:5] == ["y1 y2", "y3 y4 y5 y6"]
        await seat.select("y3")
        await seat.point("y1", 3)
        await seat.press("enter")
        assert seat.table[3:5] == ["y1 y2 y3", "y3 y4 y5 y6"]
        assert seat.notice == ["= 1 tile played: you can end the turn."]
        await seat.press("e")
        assert str(seat.match.round.events[21].table).count("y3") == 2

    played(resumed("split"), scene)


def test_a_tile_is_taken_back_by_keyboard() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("b5")
        await seat.press("n")
        await seat.point("b5", 6)
        await seat.press("b")
        assert seat.hand == "r3 r3 y3 g1 g7 g7 g10 b5 b6"
        assert len(seat.table) == 6
        await seat.point("r5", 0)
        await seat.press("backspace")
        assert seat.notice[0] == (
            "! r5 was on the table: no tile goes from the table to a hand (rule 10)"
        )

    played(resumed("split"), scene)


def test_a_whole_meld_is_selected_and_moved() -> None:
    async def scene(seat: Seat) -> None:
        await seat.point("g8", 1)
        await seat.press("a")
        assert seat.selected == ["r8", "y8", "g8"]
        await seat.point("y9", 5)
        await seat.press("enter")
        assert seat.table[4] == "y9 g9 b9 r8 y8 g8"
        assert len(seat.table) == 5
        await seat.press("u", "a", "a")
        assert seat.selected == []
        await seat.press("a", "escape")
        assert seat.selected == []
        await seat.point("g7")
        await seat.press("a")
        assert seat.selected == ["g1", "g7", "g7", "g10"]

    played(resumed("split"), scene)


def test_the_hand_is_sorted() -> None:
    async def scene(seat: Seat) -> None:
        assert seat.hand == HAND
        await seat.press("o")
        assert seat.hand == "g1 b1 b2 b5 g8 r9 r10 y10 r11 r12 g12 g12 g13 b13"
        await seat.press("o")
        assert seat.hand == HAND

    played(new_match(), scene)


def test_undo_redo_and_start_over() -> None:
    async def scene(seat: Seat) -> None:
        before = seat.table
        await seat.point("y3", 3)
        await seat.press("s")
        cut = seat.table
        await seat.select("y3")
        await seat.press("n")
        after = seat.table
        await seat.press("u")
        assert seat.table == cut
        assert "y3" in seat.hand
        await seat.press("u")
        assert seat.table == before
        await seat.press("u")
        assert seat.table == before
        await seat.press("y", "y")
        assert seat.table == after
        await seat.press("x")
        assert seat.table == before
        await seat.press("ctrl+z")
        assert seat.table == after
        assert seat.match.turns == 21

    played(resumed("split"), scene)


def test_a_joker_is_exchanged_and_played_elsewhere() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("y11")
        await seat.point("y10", 0)
        await seat.press("enter")
        assert seat.table[0] == "y10 y11 y12 J"
        await seat.point("J", 0)
        await seat.press("space")
        await seat.select("r9", "r10", "r7")
        await seat.press("n")
        assert seat.table == ["y10 y11 y12", "g1 g2 g3", "g8 g9 g10 g11 g12", "r7 J r9 r10"]
        assert seat.notice == ["= 4 tiles played: you can end the turn."]

    played(resumed("joker"), scene)


def test_a_joker_can_stand_for_something_else() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("y11")
        await seat.point("y10", 0)
        await seat.press("enter", "j")
        assert seat.table[0] == "J y10 y11 y12"
        await seat.press("j")
        assert seat.table[0] == "y10 y11 y12 J"
        await seat.press("tab", "j")
        assert seat.notice[0] == "! Put the cursor on a tile on the table first."
        await seat.press("s")
        assert seat.notice[0] == "! Put the cursor on a tile on the table first."

    played(resumed("joker"), scene)


# Messages about what is wrong


def test_the_screen_shows_what_is_wrong_and_where_once_the_turn_is_ended() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("r9", "g13")
        await seat.press("n", "e")
        assert seat.lines(seat.board.table).startswith(" 1!+r9 +g13")
        assert seat.notice == [
            "! The turn cannot end like this.",
            "? Your opening melds are worth 0 points; you need 30 (rule 11).",
            '! meld 1: "r9 g13" has 2 tiles: a meld has at least 3 (rules 4 and 5)',
        ]
        assert "a meld has at least 3" in seat.screen
        assert seat.match.turns == 0
        assert seat.table == ["r9 g13"]
        await seat.press("d")
        assert seat.notice[0] == "! Take back the tiles you played first: x puts them all back."
        await seat.press("p")
        assert seat.match.turns == 0
        await seat.press("x", "e")
        assert seat.notice[0].startswith("! no tile was played")
        await seat.press("p")
        assert seat.notice[0].startswith("! you cannot pass: the pool has 78 tiles")
        await seat.press("n")
        assert seat.match.turns == 0

    played(new_match(), scene)


def test_only_wrong_melds_are_marked() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("b5")
        await seat.point("b9", 5)
        await seat.press("enter")
        await seat.select("g10")
        await seat.point("g8", 1)
        await seat.press("enter", "e")
        text = seat.lines(seat.board.table)
        for number, sign in ((1, " "), (2, "!"), (3, " "), (4, " "), (5, " "), (6, "!")):
            assert f" {number}{sign}" in text
        assert len(seat.notice) == 3

    played(resumed("split"), scene)


# By mouse


def test_tiles_are_played_by_mouse() -> None:
    async def scene(seat: Seat) -> None:
        for tile in ("r12", "r9", "r10", "r11"):
            await seat.click_hand(tile)
        await seat.click_hand("g8")
        await seat.click_hand("g8")
        assert seat.selected == ["r12", "r9", "r10", "r11"]
        await seat.click_new()
        assert seat.table == ["r9 r10 r11 r12"]
        await seat.click_action("End turn")
        await seat.my_turn()
        assert seat.match.round.events[0].kind == "play"

    played(new_match(), scene)


def test_a_meld_is_split_and_extended_by_mouse() -> None:
    async def scene(seat: Seat) -> None:
        table = seat.board.table
        there = seat.spot(table, seat.target("y3", 3))
        await seat.pilot.mouse_down(table, there, button=3)
        await seat.pilot.mouse_up(table, there)
        assert seat.table[3:5] == ["y1 y2", "y3 y4 y5 y6"]
        assert not seat.selected
        await seat.click_hand("y3")
        await seat.click_after(3)
        assert seat.table[3:5] == ["y1 y2 y3", "y3 y4 y5 y6"]
        assert seat.board.game.editor.verdict

    played(resumed("split"), scene)


def test_tiles_are_dragged() -> None:
    async def scene(seat: Seat) -> None:
        hand, table = seat.board.hand, seat.board.table
        tile = (hand, seat.spot(hand, seat.target("y11")))
        await seat.drag(tile, (table, seat.spot(table, seat.target("y12", 0))))
        assert seat.table[0] == "y10 y11 y12 J"
        joker = (table, seat.spot(table, seat.target("J", 0)))
        await seat.drag(joker, (table, (40, 6)))
        assert seat.table[-1] == "J"
        # Dragging a selected tile takes the others along.
        for name in ("r7", "r9", "r10"):
            await seat.click_hand(name)
        tile = (hand, seat.spot(hand, seat.target("r9")))
        await seat.drag(tile, (table, seat.spot(table, seat.target("J", 3))))
        assert seat.table[3] == "r7 J r9 r10"
        back = (table, seat.spot(table, seat.target("r10", 3)))
        await seat.drag(back, (hand, (70, 1)))
        assert seat.table[3] == "r7 J r9"
        assert "r10" in seat.hand

    played(resumed("joker"), scene)


def test_tiles_are_taken_back_by_mouse() -> None:
    async def scene(seat: Seat) -> None:
        await seat.click_hand("b5")
        await seat.click_hand("b6")
        await seat.pilot.click(seat.board.table, (60, 8))
        assert seat.table[-1] == "b5 b6"
        await seat.click_table("b6", 6)
        assert seat.selected == ["b6"]
        await seat.pilot.click(seat.board.hand, (75, 1))
        assert seat.table[-1] == "b5"
        assert "b6" in seat.hand

    played(resumed("split"), scene)


def test_the_actions_can_be_clicked() -> None:
    async def scene(seat: Seat) -> None:
        await seat.click_hand("b5")
        await seat.click_action("New meld")
        assert seat.table[-1] == "b5"
        await seat.click_action("Undo")
        assert len(seat.table) == 6
        # The action applies to the tile under the cursor, which stays where it is.
        await seat.click_table("y3", 3)
        await seat.click_action("Split")
        assert seat.table[3:5] == ["y1 y2", "y3 y4 y5 y6"]
        await seat.click_action("Help")
        assert seat.page is not None

    played(resumed("split"), scene)


# Drawing, and the turns of the others


def test_drawing_ends_the_turn_and_the_tile_is_marked() -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("d")
        await seat.my_turn()
        event = seat.match.round.events[21]
        assert (event.seat, event.kind, event.drawn) == (0, "draw", 1)
        drawn = seat.board.game.drawn
        assert len(drawn) == 1
        assert f"*{drawn[0]}" in seat.lines(seat.board.hand)
        assert f"You draw {drawn[0]}." in seat.board.history

    played(resumed("split"), scene)


def test_other_turns_are_shown_step_by_step() -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("d")
        await seat.until(lambda: seat.board.other is not None)
        at, turn = seat.board.other or (0, None)
        assert at == 1
        assert turn is not None
        lines = len(seat.board.history)
        assert seat.board.history[-1].startswith("greedy plays")
        assert seat.notice == ["? It is greedy's turn.", "? Space skips the rest of this turn."]
        assert not seat.board.game.mine
        # Meanwhile nothing can be moved.
        before = turn.draft
        await seat.press("n", "e", "u", "d", "h", "a", "s")
        await seat.click_hand(seat.hand.split()[0])
        assert turn.draft == before
        assert not seat.selected
        assert len(seat.board.history) == lines
        while seat.board.other is not None:
            await seat.press("space")
        await seat.my_turn()
        assert seat.board.game.mine

    # The bot can open on its first turn.
    match = rf.Match([None, rf.Greedy()], seed=14)
    played(match, scene, pace=60.0)


def test_a_bot_that_fails_loses_its_turn() -> None:
    def fail() -> rf.Turn:
        raise RuntimeError("no idea")

    async def scene(seat: Seat) -> None:
        await seat.press("d")
        await seat.my_turn()
        assert "broken loses the turn: RuntimeError: no idea. broken draws a tile." in (
            seat.board.history
        )

    played(rf.Match([None, ScriptedBot("broken", fail)], seed=5), scene)


def test_the_screen_responds_while_a_bot_thinks() -> None:
    thinking, done = threading.Event(), threading.Event()

    def think() -> rf.Turn:
        thinking.set()
        assert done.wait(DEADLINE)
        return rf.Turn.draw()

    async def scene(seat: Seat) -> None:
        await seat.press("d")
        await seat.until(thinking.is_set)
        await seat.press("o")
        assert seat.hand.startswith("g1 b1")
        assert seat.notice == ["? It is slow's turn."]
        await seat.press("question_mark")
        assert seat.page is not None
        await seat.press("escape")
        done.set()
        await seat.my_turn()
        assert seat.match.turns == 2

    played(rf.Match([None, ScriptedBot("slow", think)], {"turn_seconds": None}, seed=5), scene)


# Hints


def test_a_hint_is_shown_and_carried_out() -> None:
    async def scene(seat: Seat) -> None:
        await seat.select("g7")
        await seat.press("n")
        await seat.hint()
        assert "Play y3 (1 tile)." in seat.screen
        assert "1. Split y1 y2 y3 y4 y5 y6 into y1 y2 and y3 y4 y5 y6" in seat.screen
        assert "2. Add y3 from the hand to y1 y2: y1 y2 y3" in seat.screen
        await seat.press("escape")
        assert seat.table[-1] == "g7"
        await seat.hint()
        await seat.press("enter")
        assert seat.table[3:5] == ["y1 y2 y3", "y3 y4 y5 y6"]
        assert seat.notice == ["= 1 tile played: you can end the turn."]
        await seat.press("u")
        assert seat.table[3:5] == ["y1 y2", "y3 y4 y5 y6"]
        await seat.press("u", "u")
        assert seat.table[-1] == "g7"

    played(resumed("split"), scene)


def test_a_hint_can_be_that_there_is_nothing_to_play() -> None:
    async def scene(seat: Seat) -> None:
        await seat.hint()
        assert "There is nothing to play." in seat.screen
        await seat.press("escape")
        assert seat.page is None
        assert not seat.board.game.editor.changed

    played(rf.Match([None, "greedy"], seed=3), scene)


def test_the_screen_responds_while_a_hint_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = threading.Event()
    hint = Game.hint
    limits = []

    def slow(game: Game, limit: float) -> Hint:
        limits.append(limit)
        assert found.wait(DEADLINE)
        return hint(game, limit)

    monkeypatch.setattr(Game, "hint", slow)
    watch = ManualClock()

    async def scene(seat: Seat) -> None:
        await seat.press("h")
        assert "Looking for the best play" in seat.screen
        watch.now += 30
        seat.board.tick()
        await seat.settle()
        assert "time 1:30" in str(seat.board.query_one("#seats", Static).content)
        await seat.press("escape")
        assert seat.page is None
        await seat.press("o", "h")
        found.set()
        await seat.until(lambda: seat.page.hint is not None)
        assert "Play y3" in seat.screen
        assert limits == [2.5, 2.5]

    played(resumed("split", clock=watch), scene, hint_seconds=2.5)


# The clock


def test_after_a_timeout_the_last_legal_table_stands() -> None:
    watch = ManualClock()

    async def scene(seat: Seat) -> None:
        assert "time 2:00" in seat.screen
        await seat.point("y3", 3)
        await seat.press("s")
        await seat.select("y3")
        await seat.point("y1", 3)
        await seat.press("enter")
        await seat.select("g1")
        await seat.press("n")
        watch.now += 119.5
        seat.board.tick()
        await seat.pilot.pause()
        assert "time 0:01" in seat.screen
        assert seat.match.turns == 21
        watch.now += 0.5
        await seat.until(lambda: seat.match.turns > 21)
        event = seat.match.round.events[21]
        assert (event.kind, [str(tile) for tile in event.tiles]) == ("timeout", ["y3"])
        assert event.drawn == 0
        assert "Time is up: you have played y3; the rest goes back." in seat.board.history
        await seat.my_turn()
        assert "g1" in seat.hand

    played(resumed("split", clock=watch), scene)


def test_after_a_timeout_a_turn_with_nothing_legal_is_undone() -> None:
    watch = ManualClock()

    async def scene(seat: Seat) -> None:
        before = seat.table
        await seat.select("g1")
        await seat.press("n", "h")
        watch.now += 121
        await seat.until(lambda: seat.match.turns > 21)
        assert seat.page is None
        event = seat.match.round.events[21]
        assert (event.kind, event.tiles, event.drawn) == ("timeout", (), 1)
        await seat.my_turn()
        assert seat.table[:1] == before[:1]
        assert any(
            line.startswith("Time is up: your turn is undone and you draw")
            for line in seat.board.history
        )
        # The next turn has its full time again.
        assert seat.board.game.remaining == pytest.approx(120)

    played(resumed("split", clock=watch), scene)


def test_without_a_clock_there_is_no_timeout() -> None:
    watch = ManualClock()
    match = rf.Match([None, "greedy"], {"turn_seconds": None}, seed=5, clock=watch)

    async def scene(seat: Seat) -> None:
        assert "time" not in seat.screen
        watch.now += 100_000
        seat.board.tick()
        assert match.turns == 0

    played(match, scene)


def test_the_time_of_the_others_is_not_charged_to_the_person() -> None:
    watch = ManualClock()

    def idle() -> rf.Turn:
        watch.now += 60
        return rf.Turn.draw()

    async def scene(seat: Seat) -> None:
        await seat.press("d")
        await seat.my_turn()
        assert seat.board.game.remaining == pytest.approx(120)

    played(rf.Match([None, ScriptedBot("slow", idle)], seed=5, clock=watch), scene)


# Help, leaving


def test_the_help_names_every_key() -> None:
    rows = help_rows(words_for("en"))
    assert {(action.shown, action.help) for action in ACTIONS} <= set(rows)
    assert len(rows) == len(set(rows)) + 1  # two empty rows

    async def scene(seat: Seat) -> None:
        seen = set()
        await seat.press("question_mark")
        for _ in rows:
            # Long lines are wrapped.
            shown = " ".join(seat.screen.replace("│", " ").split())
            seen |= {row for row in rows if f"{row[0]} {row[1]}".strip() in shown}
            await seat.press("down")
        assert seen == set(rows)
        await seat.press("up", "escape")
        assert seat.page is None
        await seat.press("f1", "enter")
        assert seat.page is None

    played(new_match(), scene)


def test_leaving_asks_first() -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("q")
        assert "Leave the match?" in seat.screen
        await seat.press("escape")
        assert seat.page is None
        await seat.press("q", "enter")  # Enter stays
        assert seat.page is None
        await seat.press("q", "n")
        assert not seat.over
        await seat.press("q", "y")
        await seat.until(lambda: seat.over)

    app = played(new_match(), scene)
    assert app.return_code == 0
    assert not app.match.over


# Rounds, scores, the end


def test_scores_are_shown_between_rounds() -> None:
    match = resumed("split")
    bot = rf.Greedy()
    while match.to_move is not None:
        if match.waits_for_guest:
            match.take(bot.choose(match.round.view(0)))
        else:
            match.step()

    async def scene(seat: Seat) -> None:
        result = seat.match.result
        (first,) = result.rounds
        shown = seat.screen
        assert "The round is over" in shown
        for score, left in zip(first.scores, first.outcome.left, strict=True):
            assert f"{score:+}" in shown
            assert not left or f"{left} points left in the hand." in shown
        assert story.ending(words_for("en"), first, result.names) in " ".join(shown.split())
        await seat.press("enter")
        await seat.my_turn()
        assert seat.match.round_number == 2
        assert seat.page is None
        assert f"You {result.totals[0]:+}" in seat.screen
        assert "round 2/2" in seat.screen
        starter = seat.match.names[seat.match.round.starter]
        assert f"Round 2. First to play: {starter}." in seat.board.history

    played(match, scene)


OUT = "The last tile has been played (rule 16). The round goes to: A."
CLOSED = "The hand was closed: everything counts double (rule 17). The round goes to: B."
LOWEST = "The pool is empty and all have passed: the lowest hand wins (rule 18)."
VOID = "The pool is empty and all have passed: the round does not count (rule 18)."


@pytest.mark.parametrize(
    ("ending", "winners", "text"),
    [
        ("out", [0], OUT),
        ("closed", [1], CLOSED),
        ("stalemate", [0, 1], f"{LOWEST} The round goes to: A, B."),
        ("void", [], VOID),
    ],
)
def test_every_way_to_end_is_described(ending: str, winners: list[int], text: str) -> None:
    outcome = rf.Outcome(ending, winners, [0, 0], [0, 0])
    result = RoundResult(1, 0, 0, 9, outcome, (0, 0))
    assert story.ending(words_for("en"), result, ("A", "B")) == text


def test_a_whole_match_is_played_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    match = rf.Match(
        [None, "greedy", "greedy"], seed=89, rounds=2, names=["You", "A", "B"], record=path
    )
    pages = []

    async def scene(seat: Seat) -> None:
        while not seat.over:
            if seat.page is not None:
                pages.append(seat.screen)
                await seat.press("enter")
            else:
                before = seat.match.turns
                await seat.best()
                assert seat.match.turns > before
            if not seat.over:
                await seat.my_turn()

    app = played(match, scene)
    assert app.return_code == 0
    assert match.over
    assert ["The round is over" in pages[0], "The match is over" in pages[1]] == [True, True]
    result = match.result
    winners = ", ".join(match.names[seat] for seat in result.winners)
    assert f"The match goes to: {winners}." in pages[1]
    for total in result.totals:
        assert f"{total:+}" in pages[1]
    assert sum(result.totals) == 0
    assert not result.faults
    record = rf.Record.read(path)
    assert record.complete
    assert record.result == result
    assert record.replay().round.hands == match.round.hands


def test_a_record_that_cannot_be_written_ends_the_match() -> None:
    class Full:
        """A file on a disk that fills up after some lines."""

        def __init__(self) -> None:
            self.left = 12

        def write(self, text: str) -> int:
            self.left -= text.count("\n")
            if self.left < 0:
                raise OSError(28, "No space left on device")
            return len(text)

        def flush(self) -> None:
            pass

    match = rf.Match([None, "greedy"], seed=5, record=Full())

    async def scene(seat: Seat) -> None:
        for _ in range(8):
            if seat.over:
                break
            await seat.press("d")
            await seat.pilot.pause()
            await seat.my_turn()
        assert seat.over

    app = played(match, scene)
    assert app.return_code == 1


# Arbitrary input

KEYS = ["space", "left", "right", "up", "down", "tab", "home", "end", "pageup", "pagedown"]
KEYS += [key for action in ACTIONS for key in action.keys.split(",")]


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_no_keys_do_any_harm(size: tuple[int, int]) -> None:
    watch = ManualClock()
    match = rf.Match([None, "greedy"], seed=5, rounds=2, clock=watch)
    random = Random(7)

    async def scene(seat: Seat) -> None:
        for _ in range(150):
            await seat.press(*random.choices(KEYS, k=3))
            if isinstance(seat.page, LeavePage):
                await seat.press("escape")
            watch.now += random.choice([0, 0, 1, 45])
            seat.board.tick()
            judge = match.round
            tiles = [*judge.table.tiles, *judge.pool, *(c for hand in judge.hands for c in hand)]
            assert len(tiles) == 106
            turn = seat.board.game.editor
            assert Counter(piece.tile for piece in turn.draft.pieces) == Counter(
                [*turn.table.tiles, *turn.hand]
            )
        assert match.turns > 4

    played(match, scene, size=size, hint_seconds=0.1)


def test_exactly_one_seat_must_be_a_persons() -> None:
    for seats, count in ((["greedy", "greedy"], 0), ([None, None], 2)):
        with pytest.raises(
            rf.RummyError, match=f"^{count} seats are for a person: there must be exactly one"
        ):
            Game(rf.Match(seats))
    match = rf.Match([None, "greedy"], {"turn_seconds": 60})
    while not match.over:
        if match.waits_for_guest:
            match.take(rf.Greedy().choose(match.round.view(0)))
        else:
            match.step()
    with pytest.raises(rf.RummyError, match=r"^the match is over \(rule 16\)$"):
        Game(match)


# Hidden tiles


def test_the_game_shows_nothing_that_is_hidden() -> None:
    match = rf.Match([None, "greedy"], seed=5)
    app = PlayApp(match, words_for("en"), pace=0.0)
    hidden = {str(tile) for tile in match.round.hands[1]} - {str(t) for t in match.round.hands[0]}
    assert len(hidden) > 8

    async def sit() -> None:
        async with app.run_test() as pilot:
            seat = Seat(app, pilot)
            await seat.my_turn()
            shown = set(seat.screen.replace("*", " ").split())
            assert not shown & hidden

    asyncio.run(sit())
