"""A turn in progress: moves, undoing, what is wrong, the steps of a play; no tile is ever lost."""

import doctest
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
import rummy_fast as rf
from hypothesis import given, settings
from hypothesis import strategies as st
from rummy_fast.play import desk as desk_module
from rummy_fast.play.arrange import arrange, readings
from rummy_fast.play.desk import Desk
from rummy_fast.play.draft import DeskError, Draft, Piece


def desk_of(table: str, hand: str, rules: str = "schmidt", *, opened: bool = True) -> Desk:
    book = rf.Rules(rules)
    return Desk(rf.Table(table, book), rf.Hand(hand, book), rules=book, opened=opened)


def table(desk: Desk) -> list[str]:
    return list(desk.draft.texts)


def hand(desk: Desk) -> str:
    return " ".join(str(piece.tile) for piece in desk.draft.hand)


def keys(desk: Desk, *names: str) -> list[int]:
    """The keys of tiles in the hand, several of a kind one after the other."""
    left = list(desk.draft.hand)
    found = []
    for name in names:
        piece = next(piece for piece in left if str(piece.tile) == name)
        left.remove(piece)
        found.append(piece.key)
    return found


def lying(desk: Desk, heap: int, *places: int) -> list[int]:
    return [desk.draft.heaps[heap].pieces[place].key for place in places]


def test_the_example_of_the_module_runs() -> None:
    tried = doctest.testmod(desk_module)
    assert (tried.failed, tried.attempted) == (0, 5)


# Tiles beside each other


def pieces(text: str) -> list[Piece]:
    return [Piece(key, rf.Tile(word), None) for key, word in enumerate(text.split())]


@pytest.mark.parametrize(
    ("put", "lies"),
    [
        ("r8 r6 r7", "r6 r7 r8"),
        ("b8 r8 y8", "r8 y8 b8"),
        ("r9 r10 J", "r9 r10 J"),  # of two places the one that is worth more
        ("r12 J r13", "J r12 r13"),
        ("J r5 r3", "r3 J r5"),
        ("J J r5", "r5 J=r6 J=r7"),
        ("J r8 y8", "r8 y8 J"),
        ("r13 J J", "r13 J=y13 J=g13"),  # 39, as a run 36
        ("J r2", "r2 J"),  # what is no meld lies in order all the same
        ("r9 r5", "r5 r9"),
        ("b5 J r5", "r5 b5 J"),
        ("r5 y9", "r5 y9"),
        ("y9 r5", "y9 r5"),  # or as it was put down
        ("b4 b5 b4", "b4 b4 b5"),
        ("J J", "J J"),
    ],
)
def test_pieces_lie_as_the_meld_they_are(put: str, lies: str) -> None:
    heap = arrange(pieces(put), {}, rf.Rules())
    assert heap.text == lies
    assert Counter(piece.tile for piece in heap.pieces) == Counter(map(rf.Tile, put.split()))
    assert [str(piece.tile) for piece in heap.pieces] == [w.partition("=")[0] for w in heap.words]


def test_all_ways_to_read_jokers_are_found() -> None:
    texts = [heap.text for heap in readings(pieces("r5 J J"), {}, rf.Rules())]
    assert texts == ["r5 J=r6 J=r7", "J=r4 r5 J=r6", "r5 J=y5 J=g5", "J=r3 J=r4 r5"]
    assert [heap.text for heap in readings(pieces("r1 r2 J"), {}, rf.Rules())] == ["r1 r2 J"]
    assert readings(pieces("r1 r2 y3"), {}, rf.Rules()) == []
    assert readings(pieces("J J"), {}, rf.Rules()) == []


# Moves


def test_a_piece_is_laid_at_a_run() -> None:
    desk = desk_of("r6 r7 r8 | r8 y8 g8", "r5 r9 b1")
    assert not desk.verdict
    assert [reason.code for reason in desk.ruling.general] == ["nothing_played"]
    assert desk.place(keys(desk, "r5"), 0)
    assert table(desk) == ["r5 r6 r7 r8", "r8 y8 g8"]
    assert hand(desk) == "r9 b1"
    assert desk.verdict
    assert desk.changed
    assert [str(piece.tile) for piece in desk.played] == ["r5"]


def test_pieces_are_laid_as_a_new_meld() -> None:
    desk = desk_of("", "r1 r2 r3 b10 y10 g10", opened=False)
    assert desk.place(keys(desk, "b10", "y10", "g10"))
    assert table(desk) == ["y10 g10 b10"]
    assert (desk.worth, bool(desk.verdict)) == (30, True)
    assert desk.undo()
    assert desk.place(keys(desk, "r2", "r1", "r3"))
    assert desk.worth == 6
    assert [reason.code for reason in desk.ruling.general] == ["opening_not_reached"]
    assert desk.ruling.marks == ((),)


def test_a_run_is_split_and_both_parts_grow() -> None:
    desk = desk_of("b2 b3 b4 b5 b6", "b4")
    assert desk.split(0, 3)
    assert table(desk) == ["b2 b3 b4", "b5 b6"]
    assert [len(marks) for marks in desk.ruling.marks] == [0, 1]
    assert desk.place(keys(desk, "b4"), 1)
    assert table(desk) == ["b2 b3 b4", "b4 b5 b6"]
    assert desk.verdict


def test_pieces_move_from_meld_to_meld() -> None:
    desk = desk_of("g2 g3 g4 g5", "g6 y2 b2")
    desk.place(keys(desk, "g6"), 0)
    desk.place([*lying(desk, 0, 0), *keys(desk, "y2", "b2")])
    assert table(desk) == ["g3 g4 g5 g6", "y2 g2 b2"]
    assert desk.verdict


def test_a_meld_that_is_moved_whole_is_joined() -> None:
    desk = desk_of("r1 r2 r3 | y1 y2 y3 | r4 r5 r6", "r7")
    desk.place(lying(desk, 1, 0, 1, 2), 0)
    assert table(desk) == ["r1 r2 r3 r4 r5 r6", "y1 y2 y3"]


def test_a_joker_is_exchanged() -> None:
    desk = desk_of("r3 J r5", "r4 y9 b9")
    desk.place(keys(desk, "r4"), 0)
    assert table(desk) == ["r3 r4 r5 J"]
    desk.place([*lying(desk, 0, 3), *keys(desk, "y9", "b9")])
    assert table(desk) == ["r3 r4 r5", "y9 b9 J"]
    assert desk.verdict


def test_a_joker_keeps_what_it_stands_for_as_long_as_it_can() -> None:
    desk = desk_of("J r5 r6", "r7")
    desk.place(keys(desk, "r7"), 0)
    assert table(desk) == ["J r5 r6 r7"]
    assert desk.verdict
    assert desk.reread(0)
    assert table(desk) == ["r5 r6 r7 J"]
    assert [[reason.code for reason in marks] for marks in desk.ruling.marks] == [["joker_moved"]]


def test_two_jokers_keep_what_each_stands_for() -> None:
    desk = desk_of("r3 J r5 | r8 r9 J", "r6 r7")
    first, second = lying(desk, 0, 1)[0], lying(desk, 1, 2)[0]
    desk.place(reversed(lying(desk, 1, 0, 1, 2)), 0)
    assert table(desk) == ["r3 r5 r8 r9 J J"]
    desk.undo()
    desk.place(keys(desk, "r7", "r6"), 0)
    desk.place(reversed(lying(desk, 1, 0, 1, 2)), 0)
    assert table(desk) == ["r3 J r5 r6 r7 r8 r9 J"]
    assert lying(desk, 0, 1, 7) == [first, second]
    assert desk.verdict


def test_the_ways_to_read_go_round() -> None:
    desk = desk_of("", "r5 J J")
    desk.place(keys(desk, "r5", "J", "J"))
    seen = [table(desk)[0]]
    while desk.reread(0) and table(desk)[0] not in seen:
        seen += table(desk)
    assert seen == ["r5 J=r6 J=r7", "J=r4 r5 J=r6", "r5 J=y5 J=g5", "J=r3 J=r4 r5"]
    assert table(desk) == seen[:1]


def test_there_may_be_nothing_else_to_read() -> None:
    desk = desk_of("r6 r7 r8", "b1")
    assert not desk.reread(0)
    desk.place(keys(desk, "b1"), 0)
    assert not desk.reread(0)


def test_a_piece_is_taken_back() -> None:
    desk = desk_of("r6 r7 r8", "r5 r9")
    desk.place(keys(desk, "r5", "r9"), 0)
    assert desk.take_back(lying(desk, 0, 0))
    assert table(desk) == ["r6 r7 r8 r9"]
    assert hand(desk) == "r5"
    assert desk.take_back(lying(desk, 0, 3))
    assert not desk.changed
    assert not desk.take_back(keys(desk, "r5"))


def test_a_piece_of_the_table_stays_on_the_table() -> None:
    desk = desk_of("r6 r7 r8", "r5 r9")
    desk.place(keys(desk, "r5"), 0)
    with pytest.raises(DeskError, match=r"^r6 lay on the table: .* \(rule 10\)$"):
        desk.take_back(lying(desk, 0, 0, 1))
    assert table(desk) == ["r5 r6 r7 r8"]


def test_of_two_equal_pieces_either_may_be_taken_back() -> None:
    desk = desk_of("b2 b3 b4 b5 b6", "b4")
    desk.split(0, 3)
    desk.place(keys(desk, "b4"), 1)
    assert [piece.home for piece in desk.draft.heaps[0].pieces] == [0, 0, 0]
    assert desk.take_back(lying(desk, 0, 2))
    assert table(desk) == ["b2 b3", "b4 b5 b6"]
    assert hand(desk) == "b4"
    assert [piece.home for piece in desk.draft.table] == [0] * 5
    with pytest.raises(DeskError, match="b4 lay on the table"):
        desk.take_back(lying(desk, 1, 0))


def test_both_of_two_equal_pieces_are_not() -> None:
    desk = desk_of("b2 b3 b4 b5 b6", "b4")
    desk.split(0, 3)
    desk.place(keys(desk, "b4"), 1)
    with pytest.raises(DeskError, match="b4 lay on the table"):
        desk.take_back([*lying(desk, 0, 2), *lying(desk, 1, 0)])
    assert hand(desk) == ""


def test_equal_pieces_in_one_heap() -> None:
    desk = desk_of("b4 b5 b6", "b4 b5")
    desk.place(keys(desk, "b4", "b5"), 0)
    assert table(desk) == ["b4 b4 b5 b5 b6"]
    desk.take_back(lying(desk, 0, 0, 2))
    assert table(desk) == ["b4 b5 b6"]
    assert hand(desk) == "b4 b5"
    assert not desk.changed


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (lambda desk: desk.place([], 0), "no tile is selected"),
        (lambda desk: desk.place([99], 0), "there is no tile 99"),
        (lambda desk: desk.place([0], 7), "there is no meld 8"),
        (lambda desk: desk.place([0], -1), "there is no meld 0"),
        (lambda desk: desk.split(0, 0), "r6 r7 r8 cannot be cut there"),
        (lambda desk: desk.split(0, 3), "r6 r7 r8 cannot be cut there"),
        (lambda desk: desk.split(4, 1), "there is no meld 5"),
        (lambda desk: desk.reread(4), "there is no meld 5"),
        (lambda desk: desk.take_back([99]), "there is no tile 99"),
        (lambda desk: desk.find("y1"), "y1 is not in the hand"),
    ],
)
def test_moves_that_cannot_be(move: Callable[[Desk], object], said: str) -> None:
    desk = desk_of("r6 r7 r8", "r5")
    with pytest.raises(DeskError, match=f"^{said}") as caught:
        move(desk)
    assert caught.value.wording is not None
    assert table(desk) == ["r6 r7 r8"]
    assert not desk.snapshots
    assert not desk.can_undo


def test_moves_that_change_nothing_are_none() -> None:
    desk = desk_of("r6 r7 r8", "r5")
    assert not desk.place(lying(desk, 0, 1), 0)
    assert not desk.place(lying(desk, 0, 2, 1, 0))
    assert not desk.reset()
    assert not desk.undo()
    assert not desk.redo()
    assert not desk.can_undo
    assert not desk.snapshots


# Going back and forth


def test_undo_and_redo() -> None:
    desk = desk_of("r6 r7 r8", "r5 r9")
    drafts = [desk.draft]
    for piece in ("r5", "r9"):
        desk.place(keys(desk, piece), 0)
        drafts.append(desk.draft)
    assert desk.undo()
    assert desk.draft == drafts[1]
    assert desk.undo()
    assert desk.draft == drafts[0]
    assert not desk.can_undo
    assert desk.redo()
    assert desk.redo()
    assert desk.draft == drafts[2]
    assert not desk.can_redo


def test_a_new_move_ends_redoing() -> None:
    desk = desk_of("r6 r7 r8", "r5 r9")
    desk.place(keys(desk, "r5"), 0)
    desk.undo()
    desk.place(keys(desk, "r9"), 0)
    assert not desk.can_redo
    assert table(desk) == ["r6 r7 r8 r9"]


def test_resetting_can_be_undone() -> None:
    desk = desk_of("r6 r7 r8", "r5 r9")
    desk.place(keys(desk, "r5"), 0)
    before = desk.draft
    assert desk.reset()
    assert not desk.changed
    assert desk.undo()
    assert desk.draft == before


# The timeout


def test_the_snapshots_are_what_the_timeout_needs() -> None:
    desk = desk_of("r6 r7 r8", "r9 g1 b1")
    desk.place(keys(desk, "r9"), 0)
    desk.place(keys(desk, "g1"))
    desk.place(keys(desk, "b1"))
    assert desk.snapshots == (
        ("r6 r7 r8 r9",),
        ("r6 r7 r8 r9", "g1"),
        ("r6 r7 r8 r9", "g1", "b1"),
    )
    game = rf.Round.set_up(["r9 g1 b1", "y1"], "r6 r7 r8", "y9 y10")
    event = game.timeout(0, [list(texts) for texts in desk.snapshots])
    assert (str(event.table), event.drawn) == ("r6 r7 r8 r9", 0)


def test_what_was_taken_back_lay_there_too() -> None:
    desk = desk_of("r6 r7 r8", "r9")
    desk.place(keys(desk, "r9"), 0)
    desk.undo()
    assert desk.snapshots == (("r6 r7 r8 r9",), ("r6 r7 r8",))


# What is wrong, and where


def test_every_heap_is_told_what_is_wrong_with_it() -> None:
    desk = desk_of("r6 r7 r8 | r8 y8 g8", "r9 b8")
    desk.split(0, 2)
    desk.place(keys(desk, "r9"), 2)
    assert table(desk) == ["r6 r7", "r8", "r8 y8 g8 r9"]
    told = [[str(reason) for reason in marks] for marks in desk.ruling.marks]
    assert [len(marks) for marks in told] == [1, 1, 1]
    assert told[0][0].startswith('meld 1: "r6 r7" has 2 tiles')
    assert told[2][0].startswith('meld 3: "r8 y8 g8 r9" is neither')
    assert not desk.ruling.general


def test_a_meld_of_a_joker_that_was_broken_is_marked_where_the_joker_is() -> None:
    desk = desk_of("r3 J r5 | b9 b10 b11", "r2 y5 b5")
    desk.place([*keys(desk, "y5", "b5"), *lying(desk, 0, 2)])
    desk.place(keys(desk, "r2"), 0)
    assert table(desk) == ["r2 r3 J", "b9 b10 b11", "r5 y5 b5"]
    codes = [[reason.code for reason in marks] for marks in desk.ruling.marks]
    assert codes == [["locked_meld_broken"], [], []]


def test_the_twin_of_a_broken_meld_is_not_marked() -> None:
    desk = desk_of("r3 r4 r5 | r3 r4 r5", "r6 y10 g10 b10", opened=False)
    desk.place(keys(desk, "r6"), 1)
    desk.place(keys(desk, "y10", "g10", "b10"))
    codes = [[reason.code for reason in marks] for marks in desk.ruling.marks]
    assert codes == [[], ["table_before_opening"], []]


def test_a_freed_joker_in_an_old_meld_is_marked_there() -> None:
    desk = desk_of("r3 J r5", "r4", "rummikub")
    desk.place(keys(desk, "r4"), 0)
    codes = [[reason.code for reason in marks] for marks in desk.ruling.marks]
    assert codes == [["freed_joker_in_old_meld"]]


def test_jokers_in_conflict_are_all_marked() -> None:
    desk = desk_of("r3 J r5 | J r5 r6", "r4 y5 r9 r10", "sabra")
    jokers = [*lying(desk, 0, 1), *lying(desk, 1, 0)]
    desk.place([*lying(desk, 1, 1), *keys(desk, "y5"), jokers[1]])
    desk.place([*keys(desk, "r9", "r10"), jokers[0]])
    desk.place([*keys(desk, "r4"), *lying(desk, 1, 0)], 0)
    assert sorted(table(desk)) == ["r3 r4 r5 r6", "r5 y5 J", "r9 r10 J"]
    marked = {
        heap.text
        for heap, marks in zip(desk.draft.heaps, desk.ruling.marks, strict=True)
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


@pytest.mark.parametrize("preset", ["schmidt", "rummikub", "rummikub_eu", "sabra", "free_jokers"])
@pytest.mark.parametrize(("melds", "held"), POSITIONS)
def test_the_steps_of_the_best_play_lead_to_its_table(melds: str, held: str, preset: str) -> None:
    desk = desk_of(melds, held, preset)
    play = rf.solve(desk.table, desk.hand, rules=desk.rules, tidy=True)
    for step in play.steps():
        assert desk.follow(step)
        assert conserved(desk)
    assert rf.Table(table(desk), desk.rules) == play.table
    assert bool(desk.verdict) is bool(play)
    while desk.undo():
        assert conserved(desk)
    assert desk.draft == desk.start


def test_a_joker_that_was_exchanged_lies_by_itself() -> None:
    desk = desk_of("r3 J r5 | b1 b2 b3", "r4 y9 b9")
    exchange, lay = rf.solve(desk.table, desk.hand).steps()
    desk.follow(exchange)
    assert sorted(table(desk)) == ["J", "b1 b2 b3", "r3 r4 r5"]
    desk.follow(lay)
    assert sorted(table(desk)) == ["b1 b2 b3", "r3 r4 r5", "y9 b9 J"]


def test_heaps_keep_their_places_while_a_play_is_followed() -> None:
    desk = desk_of("r1 r2 r3 | g2 g3 g4 g5 | b9 b10 b11", "g6 y2 b2")
    lies = [table(desk)]
    for step in rf.solve(desk.table, desk.hand).steps():
        desk.follow(step)
        lies.append(table(desk))
    assert lies[0] == ["r1 r2 r3", "g2 g3 g4 g5", "b9 b10 b11"]
    assert lies[-1] == ["r1 r2 r3", "g3 g4 g5 g6", "b9 b10 b11", "y2 g2 b2"]


def test_steps_that_do_not_fit_are_refused() -> None:
    first, second = rf.solve("r3 J r5", "r4 y9 b9").steps()
    for desk, step, said in (
        (desk_of("r3 r4 r5", "r4 y9 b9"), first, "r3 J r5 does not lie on the table"),
        (desk_of("r3 J r5", "y9 b9"), first, "r4 is not in the hand"),
        (desk_of("r3 r4 r5", "y9 b9"), second, "J does not lie on the table"),
    ):
        before = desk.draft
        with pytest.raises(DeskError, match=f"^{said}$"):
            desk.follow(step)
        assert desk.draft == before


def test_a_step_finds_heaps_that_lie_otherwise() -> None:
    desk = desk_of("", "r9 J r10 r11")
    desk.place(keys(desk, "r9", "r10", "J"))
    step = rf.Step("play", "", "r11", ["J r9 r10"], ["J r9 r10 r11"], "r11")
    desk.follow(step)
    assert table(desk) == ["J r9 r10 r11"]


# Any moves at all


def conserved(desk: Desk) -> bool:
    """Every tile is there once, the table's on the table."""
    now, start = desk.draft, desk.start
    once = sorted(piece.key for piece in now.pieces) == sorted(piece.key for piece in start.pieces)
    same = {piece.key: piece.tile for piece in now.pieces} == {c.key: c.tile for c in start.pieces}
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


def middle_of_a_game(deal: tuple[int, int, int]) -> Desk:
    """The desk of the seat to move after some turns of bots."""
    seed, turns, seats = deal
    game = rf.Round.deal(seats, seed=seed)
    bot = rf.Greedy()
    for _ in range(turns):
        if game.over:
            break
        game.turn(game.to_move, bot.choose(game.view(game.to_move)))
    return Desk.of(game.view(game.to_move))


def make(desk: Desk, move: Move) -> bool | None:
    """Make a move; None if it is refused."""
    name, numbers, place = move
    known = [piece.key for piece in desk.draft.pieces]
    chosen = [known[number % len(known)] for number in numbers]
    heaps = len(desk.draft.heaps)
    moves: dict[str, Callable[[], bool]] = {
        "place": lambda: desk.place(chosen, place % heaps if heaps else 0),
        "new": lambda: desk.place(chosen),
        "split": lambda: desk.split(place % heaps if heaps else 0, numbers[0] % 6),
        "back": lambda: desk.take_back(chosen),
        "read": lambda: desk.reread(place % heaps if heaps else 0),
        "undo": desk.undo,
        "redo": desk.redo,
        "reset": desk.reset,
    }
    try:
        return moves[name]()
    except DeskError:
        return None


@settings(max_examples=150, deadline=None)
@given(DEALS, MOVES)
def test_no_move_loses_a_piece_and_every_move_can_be_undone(
    deal: tuple[int, int, int], moves: Sequence[Move]
) -> None:
    desk = middle_of_a_game(deal)
    for move in moves:
        before, snapshots = desk.draft, desk.snapshots
        changed = make(desk, move)
        assert conserved(desk)
        if changed:
            assert desk.snapshots == (*snapshots, desk.draft.texts)
        else:
            assert (desk.draft, desk.snapshots) == (before, snapshots)
        if changed and move[0] not in {"undo", "redo"}:
            after = desk.draft
            assert desk.undo()
            assert desk.draft == before
            assert desk.redo()
            assert desk.draft == after
    while desk.undo():
        assert conserved(desk)
    assert desk.draft == desk.start


@settings(max_examples=100, deadline=None)
@given(DEALS, MOVES)
def test_the_word_on_a_draft_is_that_of_the_rules(
    deal: tuple[int, int, int], moves: Sequence[Move]
) -> None:
    desk = middle_of_a_game(deal)
    for move in moves:
        make(desk, move)
    verdict = rf.check_turn(desk.table, desk.hand, table(desk), opened=desk.opened)
    ruling = desk.ruling
    told = {reason for marks in ruling.marks for reason in marks} | set(ruling.general)
    assert ruling.verdict == verdict
    assert told == set(verdict.reasons)
    for heap, marks in zip(desk.draft.heaps, ruling.marks, strict=True):
        assert any(r.code == "invalid_meld" for r in marks) is (heap.meld is None)


def test_drafts_are_values() -> None:
    desk = desk_of("r6 r7 r8", "r5")
    draft: Draft = desk.draft
    assert draft == desk_of("r6 r7 r8", "r5").draft
    assert hash(draft) == hash(desk_of("r6 r7 r8", "r5").draft)
    with pytest.raises(AttributeError):
        draft.hand = ()  # type: ignore[misc]
