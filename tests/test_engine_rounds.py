"""Rounds of the engine: tokens, turns, and hidden tiles that stay hidden."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import rummy_fast as rf
from engines import NUMBERS, Json, Process


@pytest.fixture
def engine() -> Iterator[Process]:
    with Process() as engine:
        yield engine
        assert not engine.kept
        engine.close()


def turn_of(engine: Process, token: str) -> Json:
    """Choose the turn of `greedy` for a seat."""
    view = engine.result("round/view", {"token": token})
    turn: Json = engine.result("choose", {"view": view, "bot": "greedy"})["turn"]
    return turn


def make(engine: Process, token: str, turn: Json) -> Json:
    if turn["kind"] == "play":
        return engine.result("round/play", {"token": token, "table": turn["table"]})
    return engine.result(f"round/{turn['kind']}", {"token": token})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_round_agrees_with_the_referee(engine: Process, seats: int) -> None:
    opened = engine.result("round/new", {"seats": seats, "seed": 11, "rules": "rummikub"})
    assert len(opened["tokens"]) == seats
    beside = rf.Round.deal(seats, seed=11, rules="rummikub")
    to_move, turns = opened["to_move"], 0
    while True:
        assert to_move == beside.to_move
        seat, token = to_move, opened["tokens"][to_move]
        for number, other in enumerate(opened["tokens"]):
            view = engine.result("round/view", {"token": other})
            assert view == json.loads(json.dumps(beside.view(number).to_dict()))
        turn = turn_of(engine, token)
        found = make(engine, token, turn)
        event = beside.take(seat, rf.Turn(turn["kind"], turn.get("table"), "rummikub"))
        assert found["event"] == event.to_dict()
        assert found["hand"] == str(beside.hands[seat])
        to_move, turns = found["to_move"], turns + 1
        if found["outcome"] is not None:
            break
    assert beside.outcome is not None
    assert found["outcome"] == beside.outcome.to_dict()
    assert turns > 10
    error = engine.error("round/draw", {"token": opened["tokens"][0]})
    assert [reason["code"] for reason in error["data"]["reasons"]] == ["round_over"]
    assert engine.result("round/close", {"host": opened["host"]}) == {}


def test_deals_without_a_seed_differ(engine: Process) -> None:
    hands = set()
    for _ in range(20):
        opened = engine.result("round/new")
        hands |= {
            engine.result("round/view", {"token": token})["hand"] for token in opened["tokens"]
        }
    assert len(hands) == 40


def test_refused_turns_change_nothing(engine: Process) -> None:
    opened = engine.result("round/new", {"seed": 3, "starter": 1})
    first, second = opened["tokens"]
    before = engine.result("round/view", {"token": second})
    wrong_seat = engine.error("round/draw", {"token": first})
    assert wrong_seat["code"] == NUMBERS["illegal_turn"]
    assert [reason["code"] for reason in wrong_seat["data"]["reasons"]] == ["wrong_seat"]
    cases: list[tuple[str, Json, str | None]] = [
        ("round/pass", {}, "cannot_pass"),
        ("round/play", {"table": ""}, "nothing_played"),
        ("round/play", {"table": "r1 r2 zz"}, None),
        ("round/play", {"table": ["r1 r2 r4"]}, None),
    ]
    for method, fields, code in cases:
        error = engine.error(method, {"token": second, **fields})
        assert error["code"] == NUMBERS["illegal_turn"]
        found = [reason["code"] for reason in error["data"]["reasons"]]
        assert found
        assert code is None or code in found
    assert engine.error("round/play", {"token": second})["message"] == "table is missing"
    assert engine.result("round/view", {"token": second}) == before


def test_the_timeout(engine: Process) -> None:
    opened = engine.result("round/new", {"seed": 3, "starter": 0})
    first, second = opened["tokens"]
    found = engine.result("round/timeout", {"token": first, "snapshots": ["r1 r2", ["r1 r2 zz"]]})
    assert (found["event"]["kind"], found["event"]["drawn"]) == ("timeout", 1)
    error = engine.error("round/timeout", {"token": second, "snapshots": [""] * 201})
    assert error["message"] == "snapshots must have at most 200 entries"
    error = engine.error("round/timeout", {"token": first})
    assert [reason["code"] for reason in error["data"]["reasons"]] == ["wrong_seat"]
    found = engine.result("round/timeout", {"token": second})
    assert (found["to_move"], len(found["hand"].split())) == (0, 15)


def test_the_host_forfeits_the_turn_of_an_absent_seat(engine: Process) -> None:
    opened = engine.result("round/new", {"seed": 3, "starter": 1})
    found = engine.result("round/forfeit", {"host": opened["host"]})
    assert (found["event"]["seat"], found["event"]["kind"]) == (1, "forfeit")
    assert found["to_move"] == 0
    assert "hand" not in found


def test_invalid_rounds(engine: Process) -> None:
    for fields, code, message in [
        ({"seats": 9}, "invalid_problem", "seats = 9"),
        ({"seats": -1}, "invalid_problem", "seats"),
        ({"seed": -1}, "invalid_problem", "seed = -1"),
        ({"seed": 2**64}, "invalid_problem", "seed = "),
        ({"starter": 2}, "invalid_problem", "starter = 2"),
        ({"rules": "uno"}, "invalid_rules", 'unknown preset "uno"'),
        ({"rules": {"colors": "four"}}, None, "colors"),
    ]:
        error = engine.error("round/new", fields)
        assert message in error["message"]
        assert code in {None, error["data"]["code"]}


def test_a_thousand_rounds_at_once(engine: Process) -> None:
    opened = [engine.result("round/new", {"seed": number}) for number in range(1000)]
    tokens = [token for one in opened for token in (one["host"], *one["tokens"])]
    assert len(set(tokens)) == 3000
    assert all(len(token) == 32 for token in tokens)
    for _ in range(2):
        for one in opened:
            seat = one["to_move"]
            found = engine.result("round/draw", {"token": one["tokens"][seat]})
            one["to_move"] = found["to_move"]
    for number, one in enumerate(opened):
        dealt = rf.Round.deal(seed=number)
        for seat, token in enumerate(one["tokens"]):
            view = engine.result("round/view", {"token": token})
            held = view["hand"].split()
            assert (view["seat"], len(held), len(view["history"])) == (seat, 15, 2)
            for tile in str(dealt.hands[seat]).split():
                held.remove(tile)
            assert len(held) == 1
    for one in opened:
        engine.result("round/close", {"host": one["host"]})
        assert engine.error("round/view", {"token": one["tokens"][0]})["data"] == {
            "code": "unknown_token"
        }


def test_the_number_of_open_rounds_is_limited() -> None:
    with Process("--rounds", "2") as engine:
        first = engine.result("round/new")
        engine.result("round/new")
        error = engine.error("round/new")
        assert (error["code"], error["data"]["code"]) == (-32008, "too_many_rounds")
        assert error["message"] == "2 rounds are open, the most allowed: close one first"
        engine.result("round/close", {"host": first["host"]})
        engine.result("round/new")
        engine.close()


def test_unknown_tokens_reveal_nothing(engine: Process) -> None:
    opened = engine.result("round/new", {"seed": 3, "starter": 0})
    closed = engine.result("round/new", {"seed": 4})
    engine.result("round/close", {"host": closed["host"]})
    token = opened["tokens"][0]
    wrong = ["", "x", token[:-1], token + "A", token.lower(), opened["host"], closed["tokens"][0]]
    methods: dict[str, Json] = {
        "round/view": {},
        "round/play": {"table": ""},
        "round/draw": {},
        "round/pass": {},
        "round/timeout": {},
    }
    found = {
        json.dumps(engine.error(method, {"token": one, **fields}))
        for one in wrong
        for method, fields in methods.items()
    }
    assert [json.loads(one) for one in found] == [
        {
            "code": NUMBERS["unknown_token"],
            "message": "no seat of an open round has this token",
            "data": {"code": "unknown_token"},
        }
    ]
    found = {
        json.dumps(engine.error(method, {"host": one}))
        for one in ["", token, closed["host"], closed["tokens"][0]]
        for method in ("round/forfeit", "round/close")
    }
    assert len(found) == 1
    assert engine.error("round/view", {"token": "x" * 1000})["message"] == "token is too long"


def strings(message: Any) -> Iterator[str]:
    """Yield every text of a message, including names of fields."""
    match message:
        case str():
            yield message
        case list():
            for item in message:
                yield from strings(item)
        case dict():
            for name, item in message.items():
                yield name
                yield from strings(item)
        case _:
            return


def words_of(message: object) -> list[str]:
    return [word for text in strings(message) for word in text.split()]


HIDING = {"colors": 8, "values": 26, "copies": 1, "jokers": 0, "opening_min": 1}
"""A deck with one copy of each tile, so that a leaked tile can be recognized."""


@pytest.mark.parametrize("seed", range(3))
def test_no_message_to_a_seat_has_a_tile_of_another_seat(engine: Process, seed: int) -> None:
    rules = {"preset": "schmidt", **HIDING}
    opened = engine.result("round/new", {"seats": 3, "seed": seed, "rules": rules})
    tokens = opened["tokens"]
    seen = 0
    to_move = opened["to_move"]
    for _ in range(60):
        holds = [engine.result("round/view", {"token": token})["hand"].split() for token in tokens]
        played = engine.result("round/view", {"token": tokens[0]})["table"]
        known = {tile for meld in played for tile in meld.split()}
        found: list[tuple[int, Json]] = []
        turn = turn_of(engine, tokens[to_move])
        for seat, token in enumerate(tokens):
            found += [
                (seat, engine.ask("round/view", {"token": token})),
                (seat, engine.ask("round/play", {"token": token, "table": ["zz"]})),
                (seat, engine.ask("round/pass", {"token": token})),
            ]
            if seat != to_move:
                found += [
                    (seat, engine.ask("round/draw", {"token": token})),
                    (seat, engine.ask("round/timeout", {"token": token})),
                ]
        made = make(engine, tokens[to_move], turn)
        found.append((to_move, made))
        now = set(words_of(made["event"])) | known  # played tiles are public from now on
        for seat, message in found:
            others = {tile for number, hand in enumerate(holds) if number != seat for tile in hand}
            seen += len(others)
            words = set(words_of(message))
            assert not words & (others - now), (seat, message)
            for number, token in enumerate(tokens):
                assert number == seat or token not in words
            assert opened["host"] not in words
        to_move = made["to_move"]
        if made["outcome"] is not None:
            break
    assert seen > 5000


def test_turns_of_a_batch_happen_in_order(engine: Process) -> None:
    opened = engine.result("round/new", {"seed": 5, "starter": 0})
    engine.say(
        [
            {
                "jsonrpc": "2.0",
                "id": number,
                "method": "round/draw",
                "params": {"token": opened["tokens"][number % 2]},
            }
            for number in range(40)
        ]
    )
    found = engine.hear()
    assert [message["id"] for message in found] == list(range(40))
    assert [message["result"]["event"]["seat"] for message in found] == [0, 1] * 20
