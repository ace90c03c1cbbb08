"""The engine's messages: methods, errors, batches, notifications, order, cancellation."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import rummy_fast as rf
from engines import (
    DEADLINE,
    EASY,
    HARD,
    LONGEST_LINE,
    METHODS,
    MOST_BATCH,
    NUMBERS,
    Json,
    Process,
    answer_lines,
    hard_hand,
    notification,
    request,
    validate,
)
from positions import HARD_RULES, PRESETS, records
from rummy_fast.bots import BUILT_IN


@pytest.fixture(scope="module")
def shared() -> Iterator[Process]:
    """An engine for tests that leave nothing behind."""
    with Process("--rounds", "2000") as engine:
        yield engine


@pytest.fixture
def engine(shared: Process) -> Iterator[Process]:
    yield shared
    assert not shared.kept


@pytest.fixture
def single() -> Iterator[Process]:
    """An engine with a single worker."""
    with Process("--threads", "1") as engine:
        yield engine


def test_initialize(engine: Process) -> None:
    found = engine.result("initialize", {"protocol": 1, "client": "test"})
    assert (found["protocol"], found["package"]) == (1, "rummy_fast")
    assert found["version"] == rf.__version__
    assert found["capabilities"]["methods"] == METHODS
    assert found["bots"] == list(BUILT_IN)
    assert list(found["options"]) == list(rf.Rules.options())
    assert found["options"] == rf.Rules.options()
    assert found["presets"] == {name: rf.Rules(name).to_dict() for name in PRESETS}
    assert engine.result("initialize") == found
    error = engine.error("initialize", {"protocol": 2})
    assert error["message"] == "protocol = 2: this engine speaks version 1"


SAME_AS_LINES = [
    {},
    {"objective": "points"},
    {"rules": "free_jokers", "tidy": True},
    {"rules": {"preset": "sabra", "joker_penalty": 25}, "limit": 60, "id": [7, {"a": None}]},
    {"opened": False, "hand": "r10 r11 r12 b1 J"},
    {"objective": {"y2": 1.5, "g6": 0}},
    {"hand": []},
    {"hand": ["g6", "y2", "b2"], "table": "g2 g3 g4 g5", "max_tiles": 3},
]


@pytest.mark.parametrize("fields", SAME_AS_LINES)
def test_solve_agrees_with_the_line_interface(engine: Process, fields: Json) -> None:
    problem = {**EASY, **fields}
    assert [engine.result("solve", problem)] == answer_lines("solve", problem)


def written(play: rf.Play) -> Json:
    """A play as the engine writes it."""
    return {
        "tiles": [str(tile) for tile in play.tiles],
        "count": len(play.tiles),
        "points": play.points,
        "table": [str(meld) for meld in play.table],
        "proven": play.proven,
    }


def test_solve_on_positions_of_whole_games(engine: Process) -> None:
    asked = records("selfplay")[:200]
    plays = rf.solve_many(asked)
    assert len(asked) == 200
    for record, line, play in zip(asked, answer_lines("solve", *asked), plays, strict=True):
        assert isinstance(play, rf.Play)
        assert engine.result("solve", record) == line == {"id": record["id"], **written(play)}


BAD = [
    ({"hand": "q5"}, "invalid_notation"),
    ({"table": ["g2 g3 g5"]}, "invalid_table"),
    ({"hand": "g6 g6 g6"}, "invalid_table"),
    ({"rules": "uno"}, "invalid_rules"),
    ({"rules": {"preset": "sabra", "jokers": 99}}, "invalid_rules"),
    ({"limit": -1}, "invalid_problem"),
    ({"objective": {"g6": -1}}, "invalid_problem"),
    ({"objective": {"q6": 1}}, "invalid_notation"),
]


@pytest.mark.parametrize(("fields", "code"), BAD)
def test_errors_have_the_codes_of_the_line_interface(
    engine: Process, fields: Json, code: str
) -> None:
    problem = {**EASY, **fields}
    found = answer_lines("solve", problem)[0]["error"]
    assert found["code"] == code
    assert engine.error("solve", problem) == {
        "code": NUMBERS[code],
        "message": found["message"],
        "data": {"code": code},
    }


WRONG = [
    ({"hand": 5}, "invalid_problem", "hand must be text or a list"),
    ({"table": ["r1 r2 r3", 5]}, "invalid_problem", "table[1] must be text"),
    ({"table": None}, "invalid_problem", "table must be text or a list"),
    ({"rules": 7}, "invalid_rules", "rules must be text or an object"),
    ({"rules": []}, "invalid_rules", "rules must be text or an object"),
    ({"opened": 1}, "invalid_problem", "opened must be true or false"),
    ({"tidy": "yes"}, "invalid_problem", "tidy must be true or false"),
    ({"limit": "1"}, "invalid_problem", "limit must be a number"),
    ({"limit": True}, "invalid_problem", "limit must be a number"),
    ({"objective": {"r5": "x"}}, "invalid_problem", "objective.r5 must be a number"),
    ({"progress": 1}, "invalid_problem", "progress must be true or false"),
]


@pytest.mark.parametrize(("fields", "code", "message"), WRONG)
def test_wrong_types_are_invalid_params(
    engine: Process, fields: Json, code: str, message: str
) -> None:
    problem = {**EASY, **fields}
    assert answer_lines("solve", problem)[0]["error"] == {"code": code, "message": message}
    assert engine.error("solve", problem) == {
        "code": -32602,
        "message": message,
        "data": {"code": code},
    }


def test_missing_and_unknown_fields(engine: Process) -> None:
    error = engine.error("solve", {"table": ""})
    assert (error["code"], error["message"]) == (-32602, "hand is missing")
    error = engine.error("round/new", {"seat": 2})
    assert (error["code"], error["message"]) == (-32602, "seat is not a field of this message")
    error = engine.error("solve", [[], "r5"])
    assert (error["code"], error["message"]) == (
        -32602,
        "params must be an object",
    )
    many = engine.error("solve", {"table": [5] * 1000, "hand": ""})
    assert many["message"].endswith("table[7] must be text; and more")


def test_candidates(engine: Process) -> None:
    answer = engine.result("candidates", {**EASY, "most": 2, "id": 9})
    found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2", most=2)
    assert answer["id"] == 9
    assert [play["tiles"] for play in answer["plays"]] == [
        [str(tile) for tile in play.tiles] for play in found
    ]
    assert (answer["complete"], answer["proven"]) == (found.complete, found.proven)
    assert engine.result("candidates", {"table": "", "hand": "r1"})["plays"] == []
    error = engine.error("candidates", {**EASY, "most": 0})
    assert error["message"].startswith("most = 0")
    assert error["data"] == {"code": "invalid_problem"}


def test_check(engine: Process) -> None:
    good = {**EASY, "after": ["y2 g2 b2", "g3 g4 g5 g6"]}
    assert engine.result("check", {**good, "id": 1}) == {"id": 1, "legal": True, "reasons": []}
    bad = {**EASY, "after": "g2 g3 g4 g5 g7 | zz"}
    [line] = answer_lines("check", bad)
    assert not line["legal"]
    assert engine.result("check", bad) == line
    assert engine.error("check", EASY)["message"] == "after is missing"


def test_steps(engine: Process) -> None:
    turn = {**EASY, "after": ["y2 g2 b2", "g3 g4 g5 g6"]}
    found = engine.result("steps", turn)["steps"]
    steps = rf.solve("g2 g3 g4 g5", "g6 y2 b2").steps()
    assert [step["text"] for step in found] == [step.text for step in steps]
    assert [step["before"] for step in found] == [list(step.before) for step in steps]
    assert [step["from_hand"] for step in found] == [
        [str(tile) for tile in step.from_hand] for step in steps
    ]
    nothing = {**EASY, "id": "x", "after": "g2 g3 g4 g5"}
    assert engine.result("steps", nothing) == {"id": "x", "steps": []}
    moved = {"table": "r1 r2 r3 r4 r5 r6", "hand": "b1", "after": "r1 r2 r3 | r4 r5 r6"}
    error = engine.error("steps", moved)
    assert [reason["code"] for reason in error["data"]["reasons"]] == ["nothing_played"]
    error = engine.error("steps", {**turn, "hand": "g6 y2"})
    assert error["code"] == NUMBERS["illegal_turn"]
    assert [reason["code"] for reason in error["data"]["reasons"]] == ["tile_not_in_hand"]


def test_choose(engine: Process) -> None:
    view = rf.Round.set_up(["g6 y2 b2", "r1"], "g2 g3 g4 g5").view(0).to_dict()
    found = engine.result("choose", {"view": view, "bot": "greedy", "seed": 3, "limit": 10})
    assert found == {"turn": {"kind": "play", "table": ["y2 g2 b2", "g3 g4 g5 g6"]}}
    view["hand"], view["hand_sizes"] = "r1", [1, 1]
    assert engine.result("choose", {"view": view, "bot": "greedy"}) == {"turn": {"kind": "pass"}}
    view["pool_size"] = 5
    assert engine.result("choose", {"view": view, "bot": "greedy"}) == {"turn": {"kind": "draw"}}
    assert engine.error("choose", {"view": view, "bot": "nobody"})["message"].startswith(
        'unknown bot "nobody"'
    )
    assert (
        engine.error("choose", {"view": {**view, "seat": "x"}, "bot": "greedy"})["message"]
        == "view.seat must be a whole number"
    )
    assert engine.error("choose", {"view": {**view, "seat": 5}, "bot": "greedy"})["data"] == {
        "code": "invalid_problem"
    }
    assert engine.error("choose", {"view": {**view, "to_move": 1}, "bot": "greedy"})["data"] == {
        "code": "invalid_problem"
    }


LATER = rf.Round.deal(3, seed=8)
"""A round under way."""
while len(LATER.events) < 30:
    LATER.take(LATER.to_move, rf.Greedy().choose(LATER.view(LATER.to_move)))


def test_every_bot_and_its_level(engine: Process) -> None:
    seat = LATER.view(LATER.to_move)
    view = seat.to_dict()
    for bot in engine.result("initialize")["bots"]:
        turn = rf.make_bot(bot, 5).choose(seat, None)
        found = engine.result("choose", {"view": view, "bot": bot, "seed": 5})["turn"]
        assert found["kind"] == turn.kind
        assert found.get("table") == (turn.table and [str(meld) for meld in turn.table])
    asked = {"view": view, "bot": "search", "seed": 5}
    deep = rf.Search(5, positions=3000).choose(seat)
    found = engine.result("choose", {**asked, "level": {"positions": 3000}})["turn"]
    assert found["kind"] == deep.kind
    for level, message in [
        ({"positions": 0}, "positions = 0"),
        ({"seconds": -1}, "seconds = -1"),
        ({"depth": 3}, "level.depth is not a field of this message"),
    ]:
        assert message in engine.error("choose", {**asked, "level": level})["message"]
    error = engine.error("choose", {**asked, "bot": "greedy", "level": {"positions": 5}})
    assert error["message"] == "greedy has no level, only search has"
    named = {**asked, "bot": "search:positions=3000"}
    assert engine.result("choose", named)["turn"] == found
    error = engine.error("choose", {**named, "level": {"positions": 5}})
    assert error["message"] == "the level of search is given twice: in its name and beside it"


@pytest.mark.parametrize("bot", BUILT_IN)
def test_a_searching_bot_can_be_cancelled(single: Process, bot: str) -> None:
    engine = single
    view = rf.Round.set_up([hard_hand(), "r1"], rules=HARD_RULES).view(0).to_dict()
    engine.say(request(1, "choose", {"view": view, "bot": bot, "progress": True}))
    engine.hear(lambda one: one["params"]["state"] == "running")
    engine.say(notification("cancel", {"id": 1}))
    assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
    began = time.perf_counter()
    assert engine.result("solve", EASY)["count"] == 3
    assert time.perf_counter() - began < DEADLINE


NO_JSON = [
    (b"nonsense", "the line is not JSON: "),
    (b'{"jsonrpc":"2.0","id":1,"method":"solve"', "the line is not JSON: "),
    (b'{"jsonrpc":"2.0","id":NaN,"method":"solve"}', "the line is not JSON: "),
    (b'"\xff"', "the line is not UTF-8: invalid start byte at byte 1"),
    (b'"\\ud800"', "the line is not JSON: "),
    (b"[" * 100_000, "the line is not JSON: nested too deeply"),
    (b'{"a":' * 300 + b"1" + b"}" * 300, "the line is not JSON: nested too deeply"),
    (b"1" * 10_000, "the line is not JSON: number out of range"),
]


@pytest.mark.parametrize(("line", "message"), NO_JSON, ids=range(len(NO_JSON)))
def test_lines_that_are_not_json(engine: Process, line: bytes, message: str) -> None:
    engine.send(line)
    found = engine.hear()
    validate(found, "Failure")
    assert found["id"] is None
    assert found["error"]["code"] == -32700
    assert found["error"]["data"] == {"code": "invalid_json"}
    assert found["error"]["message"].startswith(message)
    assert engine.result("solve", EASY)["count"] == 3


NO_REQUEST = [
    (5, None, "a message must be an object"),
    ([], None, "a message must be an object"),
    (None, None, "a message must be an object"),
    ({}, None, "jsonrpc is missing; method is missing"),
    ({"jsonrpc": "2.0", "id": 4}, 4, "method is missing"),
    ({"jsonrpc": "1.0", "id": "x", "method": "solve"}, "x", "jsonrpc must be '2.0'"),
    ({"jsonrpc": "2.0", "id": 5, "method": 7}, 5, "method must be text"),
    ({"jsonrpc": "2.0", "id": {}, "method": "solve"}, None, "id must be a whole number or a"),
    ({"jsonrpc": "2.0", "id": True, "method": "solve"}, None, "id must be a whole number or a"),
    ({"jsonrpc": "2.0", "id": 5, "result": {}}, 5, "method is missing"),
]


@pytest.mark.parametrize(("message", "given", "found"), NO_REQUEST)
def test_messages_that_are_not_requests(
    engine: Process, message: object, given: object, found: str
) -> None:
    engine.say(message)
    answer = engine.hear()
    validate(answer, "Failure")
    assert answer["id"] == given
    assert answer["error"]["code"] == -32600
    assert answer["error"]["data"] == {"code": "invalid_request"}
    assert answer["error"]["message"].startswith(found)


def test_infinite_ids_are_refused(engine: Process) -> None:
    engine.send(b'{"jsonrpc":"2.0","id":1e999,"method":"initialize"}')
    answer = engine.hear()
    assert (answer["id"], answer["error"]["message"]) == (
        None,
        "id must be a whole number or a finite number or text",
    )


@pytest.mark.parametrize("given", [0, -7, 2.5, "", "näme", 10**30, None])
def test_ids_are_echoed(engine: Process, given: object) -> None:
    for method, params in (("initialize", {}), ("solve", EASY), ("nope", {})):
        engine.say(request(given, method, params))
        answer = engine.answer(given)
        assert type(answer["id"]) is type(given)


@pytest.mark.parametrize("method", ["", "Solve", "round", "round/", "rpc.discover", "x" * 5000])
def test_unknown_methods(engine: Process, method: str) -> None:
    error = engine.error(method, {})
    assert error["code"] == -32601
    assert error["message"] == f'there is no method "{method[:60]}"'
    assert error["data"] == {"code": "unknown_method"}


def test_notifications_are_never_answered(engine: Process) -> None:
    engine.say(notification("solve", EASY))
    engine.say(notification("solve", {}))
    engine.say(notification("nope"))
    engine.say(notification("initialize"))
    engine.say(notification("cancel", {"id": 4}))
    engine.say([notification("nope"), notification("initialize")])
    assert engine.is_silent()


def test_notifications_of_long_calls_are_skipped(single: Process) -> None:
    engine = single
    engine.say(notification("solve", HARD))
    assert engine.result("solve", EASY)["count"] == 3


def test_notifications_have_their_effect(engine: Process) -> None:
    opened = engine.result("round/new", {"seed": 1, "starter": 0})
    engine.say(notification("round/draw", {"token": opened["tokens"][0]}))
    view = engine.result("round/view", {"token": opened["tokens"][0]})
    assert [event["kind"] for event in view["history"]] == ["draw"]


def test_batches(engine: Process) -> None:
    engine.say(
        [
            request(1, "solve", EASY),
            notification("solve", EASY),
            5,
            request(2, "nope"),
            request(3, "initialize"),
            {"id": 4},
        ]
    )
    found = engine.hear()
    validate(found, "EngineBatch")
    by_id = {message["id"]: message for message in found}
    assert sorted(map(str, by_id)) == ["1", "2", "3", "4", "None"]
    assert len(found) == 5
    assert by_id[1]["result"]["count"] == 3
    assert by_id[2]["error"]["code"] == -32601
    assert by_id[3]["result"]["protocol"] == 1
    assert by_id[4]["error"]["code"] == by_id[None]["error"]["code"] == -32600


def test_nested_batches_are_refused(engine: Process) -> None:
    engine.say([[request(1, "initialize")]])
    [answer] = engine.hear()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)


def test_large_batches(engine: Process) -> None:
    engine.say([request(number, "solve", EASY) for number in range(MOST_BATCH)])
    found = engine.hear()
    assert sorted(message["id"] for message in found) == list(range(MOST_BATCH))
    assert all(message["result"]["count"] == 3 for message in found)
    engine.say([request(number, "initialize") for number in range(MOST_BATCH + 1)])
    error = engine.hear()["error"]
    assert error["message"] == "a batch of 1001 messages: at most 1000 are allowed"


def test_a_long_call_of_a_batch_is_cancelled(engine: Process) -> None:
    engine.say([request(1, "solve", HARD), request(2, "initialize")])
    assert engine.is_silent()
    assert engine.result("cancel", {"id": 1}) == {"cancelled": True}
    found = {message["id"]: message for message in engine.hear(lambda one: isinstance(one, list))}
    assert found[1]["error"]["data"] == {"code": "cancelled"}
    assert "result" in found[2]


def test_short_requests_are_answered_while_a_long_one_runs(engine: Process) -> None:
    engine.say(request("long", "solve", HARD))
    for _ in range(20):
        assert engine.result("solve", EASY)["count"] == 3
        assert engine.result("initialize")["protocol"] == 1
    assert not [message for message in engine.kept if message["id"] == "long"]
    began = time.perf_counter()
    engine.say(notification("cancel", {"id": "long"}))
    error = engine.answer("long")["error"]
    assert time.perf_counter() - began < DEADLINE
    assert error == {
        "code": NUMBERS["cancelled"],
        "message": "the request was cancelled",
        "data": {"code": "cancelled"},
    }


@pytest.mark.parametrize("method", ["solve", "candidates"])
def test_a_cancelled_search_leaves_its_thread(single: Process, method: str) -> None:
    engine = single
    engine.say(request(1, method, HARD))
    assert engine.is_silent()
    engine.say(notification("cancel", {"id": 1}))
    assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
    # Unless the only worker is free again, this takes minutes.
    began = time.perf_counter()
    assert engine.result("solve", EASY)["count"] == 3
    assert time.perf_counter() - began < DEADLINE
    assert engine.is_silent()


def test_waiting_requests_can_be_cancelled(single: Process) -> None:
    engine = single
    for number in range(3):
        engine.say(request(number, "solve", HARD))
    assert engine.result("cancel", {"id": 1}) == {"cancelled": True}
    assert engine.answer(1)["error"]["data"] == {"code": "cancelled"}
    assert engine.result("cancel", {"id": 1}) == {"cancelled": False}
    assert engine.result("cancel", {"id": "0"}) == {"cancelled": False}
    assert engine.result("cancel", {"id": 0.0}) == {"cancelled": False}
    assert engine.result("cancel", {"id": None}) == {"cancelled": False}
    for number in (0, 2):
        assert engine.result("cancel", {"id": number}) == {"cancelled": True}
        assert engine.answer(number)["error"]["data"] == {"code": "cancelled"}
    assert engine.is_silent()


def test_an_answered_id_can_be_used_again(engine: Process) -> None:
    engine.say(request(1, "solve", HARD))
    engine.say(request(1, "solve", EASY))
    error = engine.answer(1)["error"]
    assert error["message"] == "id: a request with this id is still under way"
    assert error["code"] == -32600
    engine.say(notification("cancel", {"id": 1}))
    assert "error" in engine.answer(1)
    engine.say(request(1, "solve", EASY))
    assert engine.answer(1)["result"]["count"] == 3


def test_limits_end_a_search(engine: Process) -> None:
    began = time.perf_counter()
    found = engine.result("solve", {**HARD, "limit": 0.2})
    assert not found["proven"]
    assert time.perf_counter() - began < DEADLINE


def test_progress(engine: Process) -> None:
    engine.say(request("slow", "solve", {**HARD, "limit": 3, "progress": True}))
    engine.say(request("mute", "solve", {**HARD, "limit": 1}))
    found, answered = [], 0
    while answered < 2:
        message = engine.hear()
        if "method" in message:
            validate(message, "ProgressNotification")
            found.append(message["params"])
        else:
            assert not message["result"]["proven"]
            answered += 1
    assert len(found) >= 2
    assert {params["id"] for params in found} == {"slow"}
    assert found[-1]["state"] == "running"
    assert {params["limit"] for params in found} == {3}
    seconds = [params["seconds"] for params in found]
    assert seconds == sorted(seconds)
    assert engine.is_silent(0.6)


def test_progress_of_a_waiting_request(single: Process) -> None:
    engine = single
    engine.say(request(1, "solve", HARD))
    engine.say(request(2, "candidates", {**EASY, "progress": True}))
    params = engine.hear(lambda message: "method" in message)["params"]
    assert (params["id"], params["state"], params["limit"]) == (2, "waiting", None)
    engine.say(notification("cancel", {"id": 1}))
    engine.answer(1)
    assert engine.answer(2)["result"]["plays"]


def test_shutdown() -> None:
    with Process() as engine:
        engine.say([request(1, "solve", HARD), request(2, "shutdown"), request(3, "solve", EASY)])
        found = {message["id"]: message for message in engine.hear()}
        assert found[1]["error"]["data"] == {"code": "cancelled"}
        assert found[2]["result"] == {}
        assert found[3]["error"]["data"] == {"code": "shutting_down"}
        assert engine.rest() == []
        assert engine.wait() == 0


@pytest.mark.parametrize("method", METHODS)
def test_no_params_end_the_engine(engine: Process, method: str) -> None:
    wrong: list[Any] = [{"token": 5}, {"id": {}}, {"": None}, [], "x", 5]
    for params in wrong:
        assert engine.error(method, params)["code"] == -32602
    assert engine.result("solve", EASY)["tiles"]


def test_each_code_has_its_own_number() -> None:
    assert len(set(NUMBERS.values())) == len(NUMBERS)
    ours = [number for number in NUMBERS.values() if number > -32100 + 1]
    assert len(ours) == 11
    assert all(-32099 <= number <= -32000 for number in ours)


def test_many_long_calls_at_once(engine: Process) -> None:
    lock = threading.Lock()

    def ask(first: int) -> None:
        for number in range(first, first + 50):
            with lock:  # only one thread reads lines
                engine.say(request(number, "solve", EASY))

    threads = [threading.Thread(target=ask, args=(first,)) for first in (0, 50, 100, 150)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ids = [engine.hear()["id"] for _ in range(200)]
    assert sorted(ids) == list(range(200))
    assert engine.is_silent()


def test_the_view_of_a_long_round_fits_easily() -> None:
    view = rf.Round.deal(4, seed=1).view(0).to_dict()
    event = {
        "seat": 0,
        "kind": "draw",
        "tiles": [],
        "table": ["r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13"] * 8,
        "drawn": 1,
        "hand_size": 10,
        "pool_size": 10,
    }
    view["history"] = [event] * 500
    assert len(json.dumps(view)) < LONGEST_LINE / 10
