"""A turn in progress: moves, undo, what is wrong, the steps of a play; no tile is ever lost."""

import doctest
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import rummy_fast as rf
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import rygb
from rummy_fast.play import editor as editor_module
from rummy_fast.play.arrange import arrange, readings
from rummy_fast.play.draft import Draft, MoveError, Piece
from rummy_fast.play.editor import TurnEditor


def turn_of(table: str, hand: str, rules: Any = "schmidt", *, opened: bool = True) -> TurnEditor:
    book = rf.Rules(rules)
    return TurnEditor(rf.Table(table, book), rf.Hand(hand, book), rules=book, opened=opened)


def table(turn: TurnEditor) -> list[str]:
    return list(turn.draft.texts)


def hand(turn: TurnEditor) -> str:
    return " ".join(str(piece.tile) for piece in turn.draft.hand)


def keys(turn: TurnEditor, *names: str) -> list[int]:
    """The keys of tiles in the hand; equal tiles get different keys."""
    left = list(turn.draft.hand)
    found = []
    for name in names:
        piece = next(piece for piece in left if str(piece.tile) == name)
        left.remove(piece)
        found.append(piece.key)
    return found


def keys_at(turn: TurnEditor, heap: int, *places: int) -> list[int]:
    return [turn.draft.heaps[heap].pieces[place].key for place in places]


def test_the_example_of_the_module_runs() -> None:
    tried = doctest.testmod(editor_module)
    assert (tried.failed, tried.attempted) == (0, 5)


# Arranging tiles


def pieces(text: str) -> list[Piece]:
    return [Piece(key, rf.Tile(word), None) for key, word in enumerate(text.split())]


@pytest.mark.parametrize(
    ("text", "arranged"),
    [
        ("r8 r6 r7", "r6 r7 r8"),
        ("b8 r8 y8", "r8 y8 b8"),
        ("r9 r10 J", "r9 r10 J"),  # the reading that is worth more
        ("r12 J r13", "J r12 r13"),
        ("J r5 r3", "r3 J r5"),
        ("J J r5", "r5 J=r6 J=r7"),
        ("J r8 y8", "r8 y8 J"),
        ("r13 J J", "r13 J=y13 J=g13"),  # worth 39; as a run, 36
        ("J r2", "r2 J"),  # tiles that form no meld are sorted too
        ("r9 r5", "r5 r9"),
        ("b5 J r5", "r5 b5 J"),
        ("r5 y9", "r5 y9"),
        ("y9 r5", "y9 r5"),  # or stay in the order given
        ("b4 b5 b4", "b4 b4 b5"),
        ("J J", "J J"),
    ],
)
def test_pieces_are_arranged_as_the_meld_they_form(text: str, arranged: str) -> None:
    heap = arrange(pieces(text), {}, rf.Rules())
    assert heap.text == arranged
    assert Counter(piece.tile for piece in heap.pieces) == Counter(map(rf.Tile, text.split()))
    assert [str(piece.tile) for piece in heap.pieces] == [w.partition("=")[0] for w in heap.words]


def test_all_readings_of_jokers_are_found() -> None:
    texts = [heap.text for heap in readings(pieces("r5 J J"), {}, rf.Rules())]
    assert texts == ["r5 J=r6 J=r7", "J=r4 r5 J=r6", "r5 J=y5 J=g5", "J=r3 J=r4 r5"]
    assert [heap.text for heap in readings(pieces("r1 r2 J"), {}, rf.Rules())] == ["r1 r2 J"]
    assert readings(pieces("r1 r2 y3"), {}, rf.Rules()) == []
    assert readings(pieces("J J"), {}, rf.Rules()) == []


# Moves


def test_a_piece_is_added_to_a_run() -> None:
    turn = turn_of("r6 r7 r8 | r8 y8 g8", "r5 r9 b1")
    assert not turn.verdict
    assert [reason.code for reason in turn.ruling.general] == ["nothing_played"]
    assert turn.place(keys(turn, "r5"), 0)
    assert table(turn) == ["r5 r6 r7 r8", "r8 y8 g8"]
    assert hand(turn) == "r9 b1"
    assert turn.verdict
    assert turn.changed
    assert [str(piece.tile) for piece in turn.played] == ["r5"]


def test_pieces_are_played_as_a_new_meld() -> None:
    turn = turn_of("", "r1 r2 r3 b10 y10 g10", opened=False)
    assert turn.place(keys(turn, "b10", "y10", "g10"))
    assert table(turn) == ["y10 g10 b10"]
    assert (turn.opening_points, bool(turn.verdict)) == (30, True)
    assert turn.undo()
    assert turn.place(keys(turn, "r2", "r1", "r3"))
    assert turn.opening_points == 6
    assert [reason.code for reason in turn.ruling.general] == ["opening_not_reached"]
    assert turn.ruling.marks == ((),)


def test_a_run_is_split_and_both_parts_grow() -> None:
    turn = turn_of("b2 b3 b4 b5 b6", "b4")
    assert turn.split(0, 3)
    assert table(turn) == ["b2 b3 b4", "b5 b6"]
    assert [len(marks) for marks in turn.ruling.marks] == [0, 1]
    assert turn.place(keys(turn, "b4"), 1)
    assert table(turn) == ["b2 b3 b4", "b4 b5 b6"]
    assert turn.verdict


def test_pieces_move_from_meld_to_meld() -> None:
    turn = turn_of("g2 g3 g4 g5", "g6 y2 b2")
    turn.place(keys(turn, "g6"), 0)
    turn.place([*keys_at(turn, 0, 0), *keys(turn, "y2", "b2")])
    assert table(turn) == ["g3 g4 g5 g6", "y2 g2 b2"]
    assert turn.verdict


def test_a_whole_meld_can_be_joined_to_another() -> None:
    turn = turn_of("r1 r2 r3 | y1 y2 y3 | r4 r5 r6", "r7")
    turn.place(keys_at(turn, 1, 0, 1, 2), 0)
    assert table(turn) == ["r1 r2 r3 r4 r5 r6", "y1 y2 y3"]


def test_a_joker_is_exchanged() -> None:
    turn = turn_of("r3 J r5", "r4 y9 b9")
    turn.place(keys(turn, "r4"), 0)
    assert table(turn) == ["r3 r4 r5 J"]
    turn.place([*keys_at(turn, 0, 3), *keys(turn, "y9", "b9")])
    assert table(turn) == ["r3 r4 r5", "y9 b9 J"]
    assert turn.verdict


def test_a_joker_keeps_what_it_stands_for_where_it_can() -> None:
    turn = turn_of("J r5 r6", "r7")
    turn.place(keys(turn, "r7"), 0)
    assert table(turn) == ["J r5 r6 r7"]
    assert turn.verdict
    assert turn.reread(0)
    assert table(turn) == ["r5 r6 r7 J"]
    assert [[reason.code for reason in marks] for marks in turn.ruling.marks] == [["joker_moved"]]


def test_two_jokers_keep_what_each_stands_for() -> None:
    turn = turn_of("r3 J r5 | r8 r9 J", "r6 r7")
    first, second = keys_at(turn, 0, 1)[0], keys_at(turn, 1, 2)[0]
    turn.place(reversed(keys_at(turn, 1, 0, 1, 2)), 0)
    assert table(turn) == ["r3 r5 r8 r9 J J"]
    turn.undo()
    turn.place(keys(turn, "r7", "r6"), 0)
    turn.place(reversed(keys_at(turn, 1, 0, 1, 2)), 0)
    assert table(turn) == ["r3 J r5 r6 r7 r8 r9 J"]
    assert keys_at(turn, 0, 1, 7) == [first, second]
    assert turn.verdict


def test_reread_cycles_through_the_readings() -> None:
    turn = turn_of("", "r5 J J")
    turn.place(keys(turn, "r5", "J", "J"))
    seen = [table(turn)[0]]
    while turn.reread(0) and table(turn)[0] not in seen:
        seen += table(turn)
    assert seen == ["r5 J=r6 J=r7", "J=r4 r5 J=r6", "r5 J=y5 J=g5", "J=r3 J=r4 r5"]
    assert table(turn) == seen[:1]


def test_there_may_be_no_other_reading() -> None:
    turn = turn_of("r6 r7 r8", "b1")
    assert not turn.reread(0)
    turn.place(keys(turn, "b1"), 0)
    assert not turn.reread(0)


def test_a_piece_is_taken_back() -> None:
    turn = turn_of("r6 r7 r8", "r5 r9")
    turn.place(keys(turn, "r5", "r9"), 0)
    assert turn.take_back(keys_at(turn, 0, 0))
    assert table(turn) == ["r6 r7 r8 r9"]
    assert hand(turn) == "r5"
    assert turn.take_back(keys_at(turn, 0, 3))
    assert not turn.changed
    assert not turn.take_back(keys(turn, "r5"))


def test_a_tile_of_the_table_cannot_be_taken_back() -> None:
    turn = turn_of("r6 r7 r8", "r5 r9")
    turn.place(keys(turn, "r5"), 0)
    with pytest.raises(MoveError, match=r"^r6 was on the table: .* \(rule 10\)$"):
        turn.take_back(keys_at(turn, 0, 0, 1))
    assert table(turn) == ["r5 r6 r7 r8"]


def test_either_of_two_equal_pieces_can_be_taken_back() -> None:
    turn = turn_of("b2 b3 b4 b5 b6", "b4")
    turn.split(0, 3)
    turn.place(keys(turn, "b4"), 1)
    assert [piece.home for piece in turn.draft.heaps[0].pieces] == [0, 0, 0]
    assert turn.take_back(keys_at(turn, 0, 2))
    assert table(turn) == ["b2 b3", "b4 b5 b6"]
    assert hand(turn) == "b4"
    assert [piece.home for piece in turn.draft.table] == [0] * 5
    with pytest.raises(MoveError, match="b4 was on the table"):
        turn.take_back(keys_at(turn, 1, 0))


def test_both_of_two_equal_pieces_cannot_be_taken_back() -> None:
    turn = turn_of("b2 b3 b4 b5 b6", "b4")
    turn.split(0, 3)
    turn.place(keys(turn, "b4"), 1)
    with pytest.raises(MoveError, match="b4 was on the table"):
        turn.take_back([*keys_at(turn, 0, 2), *keys_at(turn, 1, 0)])
    assert hand(turn) == ""


def test_equal_pieces_can_be_in_one_heap() -> None:
    turn = turn_of("b4 b5 b6", "b4 b5")
    turn.place(keys(turn, "b4", "b5"), 0)
    assert table(turn) == ["b4 b4 b5 b5 b6"]
    turn.take_back(keys_at(turn, 0, 0, 2))
    assert table(turn) == ["b4 b5 b6"]
    assert hand(turn) == "b4 b5"
    assert not turn.changed


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (lambda turn: turn.place([], 0), "no tile is selected"),
        (lambda turn: turn.place([99], 0), "there is no tile 99"),
        (lambda turn: turn.place([0], 7), "there is no meld 8"),
        (lambda turn: turn.place([0], -1), "there is no meld 0"),
        (lambda turn: turn.split(0, 0), "r6 r7 r8 cannot be split there"),
        (lambda turn: turn.split(0, 3), "r6 r7 r8 cannot be split there"),
        (lambda turn: turn.split(4, 1), "there is no meld 5"),
        (lambda turn: turn.reread(4), "there is no meld 5"),
        (lambda turn: turn.take_back([99]), "there is no tile 99"),
        (lambda turn: turn.key_of("y1"), "y1 is not in the hand"),
    ],
)
def test_impossible_moves_raise(move: Callable[[TurnEditor], object], message: str) -> None:
    turn = turn_of("r6 r7 r8", "r5")
    with pytest.raises(MoveError, match=f"^{message}") as caught:
        move(turn)
    assert caught.value.wording is not None
    assert table(turn) == ["r6 r7 r8"]
    assert not turn.snapshots
    assert not turn.can_undo


def test_moves_that_change_nothing_are_not_recorded() -> None:
    turn = turn_of("r6 r7 r8", "r5")
    assert not turn.place(keys_at(turn, 0, 1), 0)
    assert not turn.place(keys_at(turn, 0, 2, 1, 0))
    assert not turn.reset()
    assert not turn.undo()
    assert not turn.redo()
    assert not turn.can_undo
    assert not turn.snapshots


# Undo and redo


def test_undo_and_redo() -> None:
    turn = turn_of("r6 r7 r8", "r5 r9")
    drafts = [turn.draft]
    for piece in ("r5", "r9"):
        turn.place(keys(turn, piece), 0)
        drafts.append(turn.draft)
    assert turn.undo()
    assert turn.draft == drafts[1]
    assert turn.undo()
    assert turn.draft == drafts[0]
    assert not turn.can_undo
    assert turn.redo()
    assert turn.redo()
    assert turn.draft == drafts[2]
    assert not turn.can_redo


def test_a_new_move_discards_what_could_be_redone() -> None:
    turn = turn_of("r6 r7 r8", "r5 r9")
    turn.place(keys(turn, "r5"), 0)
    turn.undo()
    turn.place(keys(turn, "r9"), 0)
    assert not turn.can_redo
    assert table(turn) == ["r6 r7 r8 r9"]


def test_reset_can_be_undone() -> None:
    turn = turn_of("r6 r7 r8", "r5 r9")
    turn.place(keys(turn, "r5"), 0)
    before = turn.draft
    assert turn.reset()
    assert not turn.changed
    assert turn.undo()
    assert turn.draft == before


# The timeout


def test_the_snapshots_are_what_the_timeout_needs() -> None:
    turn = turn_of("r6 r7 r8", "r9 g1 b1")
    turn.place(keys(turn, "r9"), 0)
    turn.place(keys(turn, "g1"))
    turn.place(keys(turn, "b1"))
    assert turn.snapshots == (
        ("r6 r7 r8 r9",),
        ("r6 r7 r8 r9", "g1"),
        ("r6 r7 r8 r9", "g1", "b1"),
    )
    game = rf.Round.set_up(["r9 g1 b1", "y1"], "r6 r7 r8", "y9 y10")
    event = game.timeout(0, [list(texts) for texts in turn.snapshots])
    assert (str(event.table), event.drawn) == ("r6 r7 r8 r9", 0)


def test_undo_adds_a_snapshot_too() -> None:
    turn = turn_of("r6 r7 r8", "r9")
    turn.place(keys(turn, "r9"), 0)
    turn.undo()
    assert turn.snapshots == (("r6 r7 r8 r9",), ("r6 r7 r8",))


# What is wrong, and where


def test_each_heap_is_marked_with_what_is_wrong_with_it() -> None:
    turn = turn_of("r6 r7 r8 | r8 y8 g8", "r9 b8")
    turn.split(0, 2)
    turn.place(keys(turn, "r9"), 2)
    assert table(turn) == ["r6 r7", "r8", "r8 y8 g8 r9"]
    texts = [[str(reason) for reason in marks] for marks in turn.ruling.marks]
    assert [len(marks) for marks in texts] == [1, 1, 1]
    assert texts[0][0].startswith('meld 1: "r6 r7" has 2 tiles')
    assert texts[2][0].startswith('meld 3: "r8 y8 g8 r9" is neither')
    assert not turn.ruling.general


def test_a_broken_locked_meld_is_marked_where_its_joker_is() -> None:
    turn = turn_of("r3 J r5 | b9 b10 b11", "r2 y5 b5")
    turn.place([*keys(turn, "y5", "b5"), *keys_at(turn, 0, 2)])
    turn.place(keys(turn, "r2"), 0)
    assert table(turn) == ["r2 r3 J", "b9 b10 b11", "r5 y5 b5"]
    codes = [[reason.code for reason in marks] for marks in turn.ruling.marks]
    assert codes == [["locked_meld_broken"], [], []]


def test_an_unchanged_equal_meld_is_not_marked() -> None:
    turn = turn_of("r3 r4 r5 | r3 r4 r5", "r6 y10 g10 b10", opened=False)
    turn.place(keys(turn, "r6"), 1)
    turn.place(keys(turn, "y10", "g10", "b10"))
    codes = [[reason.code for reason in marks] for marks in turn.ruling.marks]
    assert codes == [[], ["table_before_opening"], []]


def test_a_freed_joker_in_an_old_meld_is_marked() -> None:
    turn = turn_of("r3 J r5", "r4", rygb("rummikub"))
    turn.place(keys(turn, "r4"), 0)
    codes = [[reason.code for reason in marks] for marks in turn.ruling.marks]
    assert codes == [["freed_joker_in_old_meld"]]


def test_jokers_in_conflict_are_all_marked() -> None:
    turn = turn_of("r3 J r5 | J r5 r6", "r4 y5 r9 r10", "sabra")
    jokers = [*keys_at(turn, 0, 1), *keys_at(turn, 1, 0)]
    turn.place([*keys_at(turn, 1, 1), *keys(turn, "y5"), jokers[1]])
    turn.place([*keys(turn, "r9", "r10"), jokers[0]])
    turn.place([*keys(turn, "r4"), *keys_at(turn, 1, 0)], 0)
    assert sorted(table(turn)) == ["r3 r4 r5 r6", "r5 y5 J", "r9 r10 J"]
    marked = {
        heap.text
        for heap, marks in zip(turn.draft.heaps, turn.ruling.marks, strict=True)
        if [reason.code for reason in marks] == ["jokers_in_conflict"]
    }
    assert marked == {"r5 y5 J", "r9 r10 J"}


# Following the steps of a play

POSITIONS = (
    ("r3 J r5", "r4 y9 b9"),
    ("r3 J r5 | r4 y4 g4 b4", "y9 b9"),
    ("b2 b3 b4 b5 b6", "b4"),
    ("r8 J=y8 J=g8", "y8 r1 r2"),
    ("b8 y8 J | r8 r9 r10 | b9 b10 b11 | y9 y10 y11", "g2 g3"),
    ("g2 g3 g4 g5", "g6 y2 b2"),
    ("", "r9 r10 r11 J J"),
    ("r3 J r5 | r4 y4 J", "g4 b4 y9 b9 y12 b12"),
    ("r1 r2 r3 | y1 y2 y3 | g1 g2 g3", "b1"),
)


@pytest.mark.parametrize("preset", rf.Rules.presets())
@pytest.mark.parametrize(("melds", "held"), POSITIONS)
def test_the_steps_of_the_best_play_lead_to_its_table(melds: str, held: str, preset: str) -> None:
    turn = turn_of(melds, held, preset)
    play = rf.solve(turn.table, turn.hand, rules=turn.rules, tidy=True)
    for step in play.steps():
        assert turn.follow(step)
        assert conserved(turn)
    assert rf.Table(table(turn), turn.rules) == play.table
    assert bool(turn.verdict) is bool(play)
    while turn.undo():
        assert conserved(turn)
    assert turn.draft == turn.start


def test_an_exchanged_joker_becomes_a_heap_of_its_own() -> None:
    turn = turn_of("r3 J r5 | b1 b2 b3", "r4 y9 b9")
    exchange, play = rf.solve(turn.table, turn.hand).steps()
    turn.follow(exchange)
    assert sorted(table(turn)) == ["J", "b1 b2 b3", "r3 r4 r5"]
    turn.follow(play)
    assert sorted(table(turn)) == ["b1 b2 b3", "r3 r4 r5", "y9 b9 J"]


def test_heaps_keep_their_places_while_a_play_is_followed() -> None:
    turn = turn_of("r1 r2 r3 | g2 g3 g4 g5 | b9 b10 b11", "g6 y2 b2")
    tables = [table(turn)]
    for step in rf.solve(turn.table, turn.hand).steps():
        turn.follow(step)
        tables.append(table(turn))
    assert tables[0] == ["r1 r2 r3", "g2 g3 g4 g5", "b9 b10 b11"]
    assert tables[-1] == ["r1 r2 r3", "g3 g4 g5 g6", "b9 b10 b11", "y2 g2 b2"]


def test_steps_that_do_not_fit_raise() -> None:
    first, second = rf.solve("r3 J r5", "r4 y9 b9").steps()
    for turn, step, message in (
        (turn_of("r3 r4 r5", "r4 y9 b9"), first, "r3 J r5 is not on the table"),
        (turn_of("r3 J r5", "y9 b9"), first, "r4 is not in the hand"),
        (turn_of("r3 r4 r5", "y9 b9"), second, "J is not on the table"),
    ):
        before = turn.draft
        with pytest.raises(MoveError, match=f"^{message}$"):
            turn.follow(step)
        assert turn.draft == before


def test_a_step_finds_heaps_with_another_reading() -> None:
    turn = turn_of("", "r9 J r10 r11")
    turn.place(keys(turn, "r9", "r10", "J"))
    step = rf.Step("play", "", "r11", ["J r9 r10"], ["J r9 r10 r11"], "r11")
    turn.follow(step)
    assert table(turn) == ["J r9 r10 r11"]


# Random moves


def conserved(turn: TurnEditor) -> bool:
    """Whether every tile is there once, and the table's tiles are on the table."""
    now, start = turn.draft, turn.start
    once = sorted(piece.key for piece in now.pieces) == sorted(piece.key for piece in start.pieces)
    same = {piece.key: piece.tile for piece in now.pieces} == {p.key: p.tile for p in start.pieces}
    kept = {piece.key for piece in start.table} <= {piece.key for piece in now.table}
    whole = all(
        heap.pieces
        and [str(piece.tile) for piece in heap.pieces]
        == [w[0] if "=" in w else w for w in heap.words]
        for heap in now.heaps
    )
    return once and same and kept and whole


Move = tuple[str, list[int], int]
MOVES = st.lists(
    st.tuples(
        st.sampled_from(["place", "new", "split", "back", "read", "undo", "redo", "reset"]),
        st.lists(st.integers(0, 40), min_size=1, max_size=4),
        st.integers(0, 8),
    ),
    max_size=25,
)
DEALS = st.tuples(st.integers(0, 10_000), st.integers(0, 30), st.sampled_from([2, 4]))


def middle_of_a_game(deal: tuple[int, int, int]) -> TurnEditor:
    """The turn of the seat to move after some turns of bots."""
    seed, turns, seats = deal
    game = rf.Round.deal(seats, seed=seed)
    bot = rf.Greedy()
    for _ in range(turns):
        if game.over:
            break
        game.take(game.to_move, bot.choose(game.view(game.to_move)))
    return TurnEditor.of(game.view(game.to_move))


def make(turn: TurnEditor, move: Move) -> bool | None:
    """Make a move; return None if it is impossible."""
    name, numbers, place = move
    known = [piece.key for piece in turn.draft.pieces]
    chosen = [known[number % len(known)] for number in numbers]
    heaps = len(turn.draft.heaps)
    moves: dict[str, Callable[[], bool]] = {
        "place": lambda: turn.place(chosen, place % heaps if heaps else 0),
        "new": lambda: turn.place(chosen),
        "split": lambda: turn.split(place % heaps if heaps else 0, numbers[0] % 6),
        "back": lambda: turn.take_back(chosen),
        "read": lambda: turn.reread(place % heaps if heaps else 0),
        "undo": turn.undo,
        "redo": turn.redo,
        "reset": turn.reset,
    }
    try:
        return moves[name]()
    except MoveError:
        return None


@settings(max_examples=150, deadline=None)
@given(DEALS, MOVES)
def test_no_move_loses_a_piece_and_every_move_can_be_undone(
    deal: tuple[int, int, int], moves: Sequence[Move]
) -> None:
    turn = middle_of_a_game(deal)
    for move in moves:
        before, snapshots = turn.draft, turn.snapshots
        changed = make(turn, move)
        assert conserved(turn)
        if changed:
            assert turn.snapshots == (*snapshots, turn.draft.texts)
        else:
            assert (turn.draft, turn.snapshots) == (before, snapshots)
        if changed and move[0] not in {"undo", "redo"}:
            after = turn.draft
            assert turn.undo()
            assert turn.draft == before
            assert turn.redo()
            assert turn.draft == after
    while turn.undo():
        assert conserved(turn)
    assert turn.draft == turn.start


@settings(max_examples=100, deadline=None)
@given(DEALS, MOVES)
def test_the_ruling_agrees_with_check_turn(
    deal: tuple[int, int, int], moves: Sequence[Move]
) -> None:
    turn = middle_of_a_game(deal)
    for move in moves:
        make(turn, move)
    verdict = rf.check_turn(turn.table, turn.hand, table(turn), opened=turn.opened)
    ruling = turn.ruling
    reported = {reason for marks in ruling.marks for reason in marks} | set(ruling.general)
    assert ruling.verdict == verdict
    assert reported == set(verdict.reasons)
    for heap, marks in zip(turn.draft.heaps, ruling.marks, strict=True):
        assert any(r.code == "invalid_meld" for r in marks) is (heap.meld is None)


def test_drafts_are_hashable_values() -> None:
    turn = turn_of("r6 r7 r8", "r5")
    draft: Draft = turn.draft
    assert draft == turn_of("r6 r7 r8", "r5").draft
    assert hash(draft) == hash(turn_of("r6 r7 r8", "r5").draft)
    with pytest.raises(AttributeError):
        draft.hand = ()  # type: ignore[misc]
