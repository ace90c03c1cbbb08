"""The engine's messages: methods, errors, batches, notifications, order, cancellation."""

import json
import threading
import time
from collections.abc import Iterator

import pytest
import rummy_fast as rf
from engines import EASY, HARD, Desk, Json, hard_hand, notification, request, validate
from positions import HARD_RULES, PRESETS, records
from rummy_fast.cli import lines
from rummy_fast.codes import NUMBERS
from rummy_fast.engine import dispatch
from rummy_fast.engine import messages as m
from rummy_fast.engine.methods import LONGEST_LINE, METHODS, MOST_BATCH, Control, Method
from rummy_fast.engine.rounds import Rounds


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()
    assert not desk.kept


def test_initialize(desk: Desk) -> None:
    told = desk.result("initialize", {"protocol": 1, "client": "test"})
    assert (told["protocol"], told["package"]) == (1, "rummy_fast")
    assert told["version"] == rf.__version__
    assert told["capabilities"]["methods"] == list(METHODS)
    assert "greedy" in told["bots"]
    assert told["presets"] == {name: rf.Rules(name).to_dict() for name in PRESETS}
    assert desk.result("initialize") == told
    error = desk.error("initialize", {"protocol": 2})
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
def test_solve_is_the_line_interface(desk: Desk, fields: Json) -> None:
    problem = {**EASY, **fields}
    line = lines.solve([json.dumps(problem).encode()], lines.Defaults(rf.Rules()))[0]
    assert desk.result("solve", problem) == json.loads(line)


def test_solve_on_positions_of_whole_games(desk: Desk) -> None:
    seen = 0
    for record in records("selfplay")[:200]:
        line = lines.solve([json.dumps(record).encode()], lines.Defaults(rf.Rules()))[0]
        assert desk.result("solve", record) == json.loads(line)
        seen += 1
    assert seen == 200


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
def test_refusals_have_the_codes_of_the_line_interface(desk: Desk, fields: Json, code: str) -> None:
    problem = {**EASY, **fields}
    line = lines.solve([json.dumps(problem).encode()], lines.Defaults(rf.Rules()))[0]
    told = json.loads(line)["error"]
    assert told["code"] == code
    assert desk.error("solve", problem) == {
        "code": NUMBERS[code],
        "message": told["message"],
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
def test_wrong_types_are_invalid_params(desk: Desk, fields: Json, code: str, message: str) -> None:
    problem = {**EASY, **fields}
    line = lines.solve([json.dumps(problem).encode()], lines.Defaults(rf.Rules()))[0]
    if "progress" not in fields:
        assert json.loads(line)["error"]["code"] == code
    assert desk.error("solve", problem) == {
        "code": -32602,
        "message": message,
        "data": {"code": code},
    }


def test_missing_and_unknown_fields(desk: Desk) -> None:
    error = desk.error("solve", {"table": ""})
    assert (error["code"], error["message"]) == (-32602, "hand is missing")
    error = desk.error("round/new", {"seat": 2})
    assert (error["code"], error["message"]) == (-32602, "seat is no field of this message")
    error = desk.error("solve", [[], "r5"])
    assert (error["code"], error["message"]) == (
        -32602,
        "params: they are given by name, as an object",
    )
    many = desk.error("solve", {"table": [5] * 1000, "hand": ""})
    assert many["message"].endswith("table[7] must be text; and 992 more")


def test_candidates(desk: Desk) -> None:
    told = desk.result("candidates", {**EASY, "most": 2, "id": 9})
    found = rf.candidates("g2 g3 g4 g5", "g6 y2 b2", most=2)
    assert told["id"] == 9
    assert [play["tiles"] for play in told["plays"]] == [
        [str(tile) for tile in play.tiles] for play in found
    ]
    assert (told["complete"], told["proven"]) == (found.complete, found.proven)
    assert desk.result("candidates", {"table": "", "hand": "r1"})["plays"] == []
    error = desk.error("candidates", {**EASY, "most": 0})
    assert error["message"].startswith("most = 0")
    assert error["data"] == {"code": "invalid_problem"}


def test_check(desk: Desk) -> None:
    good = {**EASY, "after": ["y2 g2 b2", "g3 g4 g5 g6"]}
    assert desk.result("check", {**good, "id": 1}) == {"id": 1, "legal": True, "reasons": []}
    bad = {**EASY, "after": "g2 g3 g4 g5 g7 | zz"}
    line = lines.check([json.dumps(bad).encode()], lines.Defaults(rf.Rules()))[0]
    assert not json.loads(line)["legal"]
    assert desk.result("check", bad) == json.loads(line)
    assert desk.error("check", EASY)["message"] == "after is missing"


def test_steps(desk: Desk) -> None:
    turn = {**EASY, "after": ["y2 g2 b2", "g3 g4 g5 g6"]}
    told = desk.result("steps", turn)["steps"]
    steps = rf.solve("g2 g3 g4 g5", "g6 y2 b2").steps()
    assert [step["text"] for step in told] == [step.text for step in steps]
    assert [step["before"] for step in told] == [list(step.before) for step in steps]
    assert [step["from_hand"] for step in told] == [
        [str(tile) for tile in step.from_hand] for step in steps
    ]
    nothing = {**EASY, "id": "x", "after": "g2 g3 g4 g5"}
    assert desk.result("steps", nothing) == {"id": "x", "steps": []}
    moved = {"table": "r1 r2 r3 r4 r5 r6", "hand": "b1", "after": "r1 r2 r3 | r4 r5 r6"}
    error = desk.error("steps", moved)
    assert [reason["code"] for reason in error["data"]["reasons"]] == ["nothing_played"]
    error = desk.error("steps", {**turn, "hand": "g6 y2"})
    assert error["code"] == NUMBERS["illegal_turn"]
    assert [reason["code"] for reason in error["data"]["reasons"]] == ["tile_not_in_hand"]


def test_choose(desk: Desk) -> None:
    view = rf.Round.set_up(["g6 y2 b2", "r1"], "g2 g3 g4 g5").view(0).to_dict()
    told = desk.result("choose", {"view": view, "bot": "greedy", "seed": 3, "limit": 10})
    assert told == {"turn": {"kind": "play", "table": ["y2 g2 b2", "g3 g4 g5 g6"]}}
    view["hand"], view["hand_sizes"] = "r1", [1, 1]
    assert desk.result("choose", {"view": view, "bot": "greedy"}) == {"turn": {"kind": "pass"}}
    view["pool_size"] = 5
    assert desk.result("choose", {"view": view, "bot": "greedy"}) == {"turn": {"kind": "draw"}}
    assert desk.error("choose", {"view": view, "bot": "nobody"})["message"].startswith(
        'unknown bot "nobody"'
    )
    assert (
        desk.error("choose", {"view": {**view, "seat": "x"}, "bot": "greedy"})["message"]
        == "view.seat must be a whole number"
    )
    assert desk.error("choose", {"view": {**view, "seat": 5}, "bot": "greedy"})["data"] == {
        "code": "invalid_problem"
    }
    assert desk.error("choose", {"view": {**view, "to_move": 1}, "bot": "greedy"})["data"] == {
        "code": "invalid_problem"
    }


LATER = rf.Round.deal(3, seed=8)
"""A round under way."""
while len(LATER.events) < 30:
    LATER.take(LATER.to_move, rf.Greedy().choose(LATER.view(LATER.to_move)))


def test_every_bot_and_its_level(desk: Desk) -> None:
    seat = LATER.view(LATER.to_move)
    view = seat.to_dict()
    for bot in desk.result("initialize")["bots"]:
        turn = rf.make_bot(bot, 5).choose(seat, None)
        told = desk.result("choose", {"view": view, "bot": bot, "seed": 5})["turn"]
        assert told["kind"] == turn.kind
        assert told.get("table") == (turn.table and [str(meld) for meld in turn.table])
    asked = {"view": view, "bot": "search", "seed": 5}
    deep = rf.Search(5, positions=3000).choose(seat)
    told = desk.result("choose", {**asked, "level": {"positions": 3000}})["turn"]
    assert told["kind"] == deep.kind
    for level, message in [
        ({"positions": 0}, "positions = 0"),
        ({"seconds": -1}, "seconds = -1"),
        ({"depth": 3}, "level.depth is no field of this message"),
    ]:
        assert message in desk.error("choose", {**asked, "level": level})["message"]
    error = desk.error("choose", {**asked, "bot": "greedy", "level": {"positions": 5}})
    assert error["message"] == "greedy has no level, only search has"
    named = {**asked, "bot": "search:positions=3000"}
    assert desk.result("choose", named)["turn"] == told
    error = desk.error("choose", {**named, "level": {"positions": 5}})
    assert error["message"] == "the level of search is given twice: in its name and beside it"


@pytest.mark.parametrize("bot", ["greedy", "careful", "search"])
def test_a_bot_that_thinks_is_cancelled(bot: str) -> None:
    desk = Desk(threads=1)
    view = rf.Round.set_up([hard_hand(), "r1"], rules=HARD_RULES).view(0).to_dict()
    desk.say(request(1, "choose", {"view": view, "bot": bot, "progress": True}))
    assert desk.hear()["params"]["state"] == "running"
    desk.say(notification("cancel", {"id": 1}))
    assert desk.answer(1)["error"]["data"] == {"code": "cancelled"}
    began = time.perf_counter()
    assert desk.result("solve", EASY)["count"] == 3
    assert time.perf_counter() - began < 20
    desk.close()


NO_JSON = [
    (b"nonsense", "the line is not JSON: "),
    (b"", "the line is not JSON: "),
    (b'{"jsonrpc":"2.0","id":1,"method":"solve"', "the line is not JSON: "),
    (b'{"jsonrpc":"2.0","id":NaN,"method":"solve"}', "the line is not JSON: "),
    (b'"\xff"', "the line is not UTF-8: invalid start byte at byte 1"),
    (b'"\\ud800"', "the line is not JSON: "),
    (b"[" * 100_000, "the line is not JSON: nested too deeply"),
    (b'{"a":' * 300 + b"1" + b"}" * 300, "the line is not JSON: nested too deeply"),
    (b"1" * 10_000, "the line is not JSON: "),
]


@pytest.mark.parametrize(("line", "message"), NO_JSON, ids=range(len(NO_JSON)))
def test_lines_that_are_no_json(desk: Desk, line: bytes, message: str) -> None:
    desk.send(line)
    told = desk.hear()
    validate(told, "Failure")
    assert told["id"] is None
    assert told["error"]["code"] == -32700
    assert told["error"]["data"] == {"code": "invalid_json"}
    assert told["error"]["message"].startswith(message)
    assert desk.result("solve", EASY)["count"] == 3


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


@pytest.mark.parametrize(("message", "given", "told"), NO_REQUEST)
def test_messages_that_are_no_requests(
    desk: Desk, message: object, given: object, told: str
) -> None:
    desk.say(message)
    answer = desk.hear()
    validate(answer, "Failure")
    assert answer["id"] == given
    assert answer["error"]["code"] == -32600
    assert answer["error"]["data"] == {"code": "invalid_request"}
    assert answer["error"]["message"].startswith(told)


def test_an_id_without_end_is_none(desk: Desk) -> None:
    desk.send(b'{"jsonrpc":"2.0","id":1e999,"method":"initialize"}')
    answer = desk.hear()
    assert (answer["id"], answer["error"]["message"]) == (
        None,
        "id must be a whole number or a finite number or text",
    )


@pytest.mark.parametrize("given", [0, -7, 2.5, "", "näme", 10**30, None])
def test_ids_come_back_as_they_were(desk: Desk, given: object) -> None:
    for method, params in (("initialize", {}), ("solve", EASY), ("nope", {})):
        desk.say(request(given, method, params))
        answer = desk.answer(given)
        assert type(answer["id"]) is type(given)


@pytest.mark.parametrize("method", ["", "Solve", "round", "round/", "rpc.discover", "x" * 5000])
def test_unknown_methods(desk: Desk, method: str) -> None:
    error = desk.error(method, {})
    assert error["code"] == -32601
    assert error["message"] == f'there is no method "{method[:60]}"'
    assert error["data"] == {"code": "unknown_method"}


def test_notifications_are_never_answered(desk: Desk) -> None:
    desk.say(notification("solve", EASY))
    desk.say(notification("solve", {}))
    desk.say(notification("nope"))
    desk.say(notification("initialize"))
    desk.say(notification("cancel", {"id": 4}))
    desk.say([notification("nope"), notification("initialize")])
    assert desk.is_silent()


def test_a_notification_that_nobody_would_hear_of_takes_no_time() -> None:
    desk = Desk(threads=1)
    desk.say(notification("solve", HARD))
    assert desk.result("solve", EASY)["count"] == 3
    desk.close()


def test_a_notification_does_what_it_says(desk: Desk) -> None:
    opened = desk.result("round/new", {"seed": 1, "starter": 0})
    desk.say(notification("round/draw", {"token": opened["tokens"][0]}))
    view = desk.result("round/view", {"token": opened["tokens"][0]})
    assert [event["kind"] for event in view["history"]] == ["draw"]


def test_batches(desk: Desk) -> None:
    desk.say(
        [
            request(1, "solve", EASY),
            notification("solve", EASY),
            5,
            request(2, "nope"),
            request(3, "initialize"),
            {"id": 4},
        ]
    )
    told = desk.hear()
    validate(told, "EngineBatch")
    by_id = {message["id"]: message for message in told}
    assert sorted(map(str, by_id)) == ["1", "2", "3", "4", "None"]
    assert len(told) == 5
    assert by_id[1]["result"]["count"] == 3
    assert by_id[2]["error"]["code"] == -32601
    assert by_id[3]["result"]["protocol"] == 1
    assert by_id[4]["error"]["code"] == by_id[None]["error"]["code"] == -32600


def test_a_batch_within_a_batch_is_no_request(desk: Desk) -> None:
    desk.say([[request(1, "initialize")]])
    [answer] = desk.hear()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)


def test_large_batches(desk: Desk) -> None:
    desk.say([request(number, "solve", EASY) for number in range(MOST_BATCH)])
    told = desk.hear()
    assert sorted(message["id"] for message in told) == list(range(MOST_BATCH))
    assert all(message["result"]["count"] == 3 for message in told)
    desk.say([request(number, "initialize") for number in range(MOST_BATCH + 1)])
    error = desk.hear()["error"]
    assert error["message"] == "a batch of 1001 messages: 1000 are the most"


def test_a_long_call_of_a_batch_is_cancelled(desk: Desk) -> None:
    desk.say([request(1, "solve", HARD), request(2, "initialize")])
    assert desk.is_silent()
    assert desk.result("cancel", {"id": 1}) == {"cancelled": True}
    told = {message["id"]: message for message in desk.hear(lambda one: isinstance(one, list))}
    assert told[1]["error"]["data"] == {"code": "cancelled"}
    assert "result" in told[2]


def test_short_requests_are_answered_while_a_long_one_runs(desk: Desk) -> None:
    desk.say(request("long", "solve", HARD))
    for _ in range(20):
        assert desk.result("solve", EASY)["count"] == 3
        assert desk.result("initialize")["protocol"] == 1
    assert not [message for message in desk.kept if message["id"] == "long"]
    began = time.perf_counter()
    desk.say(notification("cancel", {"id": "long"}))
    error = desk.answer("long")["error"]
    assert time.perf_counter() - began < 10
    assert error == {
        "code": NUMBERS["cancelled"],
        "message": "the request was cancelled",
        "data": {"code": "cancelled"},
    }


@pytest.mark.parametrize("method", ["solve", "candidates"])
def test_a_cancelled_search_leaves_its_thread(method: str) -> None:
    desk = Desk(threads=1)
    desk.say(request(1, method, HARD))
    assert desk.is_silent()
    desk.say(notification("cancel", {"id": 1}))
    assert desk.answer(1)["error"]["data"] == {"code": "cancelled"}
    # The only worker is free again, or this would take minutes.
    began = time.perf_counter()
    assert desk.result("solve", EASY)["count"] == 3
    assert time.perf_counter() - began < 20
    assert desk.is_silent()
    desk.close()


def test_requests_that_wait_are_cancelled() -> None:
    desk = Desk(threads=1)
    for number in range(3):
        desk.say(request(number, "solve", HARD))
    assert desk.result("cancel", {"id": 1}) == {"cancelled": True}
    assert desk.answer(1)["error"]["data"] == {"code": "cancelled"}
    assert desk.result("cancel", {"id": 1}) == {"cancelled": False}
    assert desk.result("cancel", {"id": "0"}) == {"cancelled": False}
    assert desk.result("cancel", {"id": 0.0}) == {"cancelled": False}
    assert desk.result("cancel", {"id": None}) == {"cancelled": False}
    for number in (0, 2):
        assert desk.result("cancel", {"id": number}) == {"cancelled": True}
        assert desk.answer(number)["error"]["data"] == {"code": "cancelled"}
    assert desk.is_silent()
    desk.close()


def test_an_id_is_free_again_once_it_is_answered(desk: Desk) -> None:
    desk.say(request(1, "solve", HARD))
    desk.say(request(1, "solve", EASY))
    error = desk.answer(1)["error"]
    assert error["message"] == "id: a request with this id is being worked on"
    assert error["code"] == -32600
    desk.say(notification("cancel", {"id": 1}))
    assert "error" in desk.answer(1)
    desk.say(request(1, "solve", EASY))
    assert desk.answer(1)["result"]["count"] == 3


def test_limits_end_a_search(desk: Desk) -> None:
    began = time.perf_counter()
    told = desk.result("solve", {**HARD, "limit": 0.2})
    assert not told["proven"]
    assert time.perf_counter() - began < 20


def test_progress(desk: Desk) -> None:
    desk.say(request("slow", "solve", {**HARD, "limit": 1.5, "progress": True}))
    desk.say(request("mute", "solve", {**HARD, "limit": 1}))
    told, answered = [], 0
    while answered < 2:
        message = desk.hear()
        if "method" in message:
            validate(message, "ProgressNotification")
            told.append(message["params"])
        else:
            assert not message["result"]["proven"]
            answered += 1
    assert len(told) >= 2
    assert {params["id"] for params in told} == {"slow"}
    assert {params["state"] for params in told} == {"running"}
    assert {params["limit"] for params in told} == {1.5}
    seconds = [params["seconds"] for params in told]
    assert seconds == sorted(seconds)
    assert desk.is_silent(0.6)


def test_progress_of_a_request_that_waits() -> None:
    desk = Desk(threads=1)
    desk.say(request(1, "solve", HARD))
    desk.say(request(2, "candidates", {**EASY, "progress": True}))
    params = desk.hear(lambda message: "method" in message)["params"]
    assert (params["id"], params["state"], params["limit"]) == (2, "waiting", None)
    desk.say(notification("cancel", {"id": 1}))
    desk.answer(1)
    assert desk.answer(2)["result"]["plays"]
    desk.close()


def test_shutdown(desk: Desk) -> None:
    desk.say([request(1, "solve", HARD), request(2, "shutdown"), request(3, "solve", EASY)])
    told = {message["id"]: message for message in desk.hear()}
    assert told[1]["error"]["data"] == {"code": "cancelled"}
    assert told[2]["result"] == {}
    assert told[3]["error"]["data"] == {"code": "shutting_down"}
    assert desk.dispatch.ending


def test_only_shutdown_ends_the_engine(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def count(control: Control, _: m.Nothing) -> m.CancelResult:
        return m.CancelResult(cancelled=control.cancel("nothing"))

    new = Method(m.Nothing, m.CancelResult, count, control=True)
    monkeypatch.setattr(dispatch, "METHODS", {**METHODS, "count": new})
    desk.say(request(1, "count"))
    assert desk.answer(1)["result"] == {"cancelled": False}
    for name in METHODS.keys() - {"shutdown"}:
        desk.say(request(name, name, {"token": 5}))
        assert desk.answer(name)["error"], name
    assert not desk.dispatch.ending
    assert desk.result("solve", EASY)["tiles"]


def test_each_code_has_its_own_number() -> None:
    assert len(set(NUMBERS.values())) == len(NUMBERS)
    ours = [number for number in NUMBERS.values() if number > -32100 + 1]
    assert len(ours) == 11
    assert all(-32099 <= number <= -32000 for number in ours)


class PanicError(BaseException):
    """A panic of the core is no `Exception` either."""


@pytest.mark.parametrize("kind", [ZeroDivisionError, PanicError])
def test_a_fault_of_ours_is_told_and_the_engine_goes_on(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: type[BaseException],
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise kind

    monkeypatch.setattr(rf, "solve", broken)
    monkeypatch.setattr(Rounds, "deal", broken)
    for method, params in (("solve", EASY), ("round/new", {})):
        assert desk.error(method, params) == {
            "code": -32603,
            "message": "the engine failed: see its standard error",
            "data": {"code": "internal_error"},
        }
    monkeypatch.undo()
    assert desk.result("solve", EASY)["count"] == 3
    assert desk.result("round/new")["tokens"]
    assert capsys.readouterr().err.count(kind.__name__) >= 2


def test_many_threads_ask_for_long_things_at_once(desk: Desk) -> None:
    lock = threading.Lock()

    def ask(first: int) -> None:
        for number in range(first, first + 50):
            with lock:  # one thread reads lines
                desk.say(request(number, "solve", EASY))

    askers = [threading.Thread(target=ask, args=(first,)) for first in (0, 50, 100, 150)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    ids = [desk.hear()["id"] for _ in range(200)]
    assert sorted(ids) == list(range(200))
    assert desk.is_silent()


def test_a_view_of_the_longest_round_is_far_below_the_longest_line() -> None:
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
