"""Matches over the engine's pipe: whole games, the same as in Python, and going on after a kill."""

import json
from io import StringIO
from typing import Any

import pytest
import rummy_fast as rf
from engines import Json, Process, validate
from engines import command as command  # noqa: PLC0414 - a fixture
from players import greedy

SEATS = ["greedy:tidy", None, "search:positions=60"]


def params_of(turn: rf.Turn) -> Json:
    """Write a turn as the params of `match/turn`."""
    table = {"table": [str(meld) for meld in turn.table]} if turn.table is not None else {}
    return {"kind": turn.kind, **table}


def play(engine: Process, token: str, most: int = 10**9) -> Json:
    """Play as a greedy guest until the match is over, or for some turns; return the last view."""
    while True:
        view = engine.result("match/view", {"token": token})
        if view["waiting"] == "guest" and view["to_move"] == view["seat"]:
            if most == 0:
                return view
            most -= 1
            turn = greedy(rf.View.from_dict(view["view"]))
            asked = {"token": token, "turn": view["turn"], **params_of(turn)}
            answer = engine.result("match/turn", asked)
            assert engine.result("match/turn", asked) == answer, "taken once"
        elif view["waiting"] == "nothing":
            return view
        else:
            # The bots think: the next event says that they have moved.
            engine.hear(lambda one: one.get("method") == "match/event")


def happenings(record: str) -> int:
    """Count what happens in a record: deals, turns, ends of rounds, and the end of the match."""
    return sum(
        line.startswith(("round ", "turn ", "end ", "result ")) for line in record.splitlines()
    )


def in_python(**options: Any) -> tuple[str, rf.MatchResult]:
    """Play the same match without the engine."""
    text = StringIO()
    match = rf.Match(SEATS, record=text, **options)
    while not match.over:
        if match.waits_for_guest:
            match.take(greedy(match.round.view(1)))
        else:
            match.step()
    return text.getvalue(), match.result


def test_a_whole_match_is_the_same_as_in_python(command: tuple[str, ...]) -> None:
    names = [None, "Anna", None]
    for rules in ("schmidt", "rummikub"):
        text, result = in_python(rules=rules, rounds=2, seed=5, names=names)
        with Process(command=command) as engine:
            settings = {"seats": SEATS, "names": names, "rules": rules, "rounds": 2, "seed": 5}
            new = engine.result("match/new", settings)
            token = new["tokens"][1]
            events = engine.result("match/events", {"token": token})
            last = play(engine, token)
            record = engine.result("match/record", {"host": new["host"]})
            assert record == {"record": text, "complete": True}
            assert tuple(last["totals"]) == result.totals
            assert tuple(last["winners"]) == result.winners
            # A client that reconnects misses nothing.
            all_events = engine.result("match/events", {"token": token, "from": 1, "follow": False})
            assert len(events["events"]) == 1
            assert len(all_events["events"]) == happenings(text) - 1 > 100
            assert all_events["events"][-1]["kind"] == "over"


def test_notifications_follow_the_schema(command: tuple[str, ...]) -> None:
    with Process(command=command) as engine:
        while True:
            new = engine.result("match/new", {"seats": ["greedy", "greedy"], "seed": 1})
            # The bots have begun; sometimes they are done before anybody can follow.
            begun = engine.result("match/events", {"token": new["host"]})
            if begun["events"][-1]["kind"] != "over":
                break
        number = begun["next"]
        while True:
            notice = engine.hear(lambda one: one.get("method") == "match/event")
            validate(notice, "MatchEventNotification")
            number += 1
            if notice["params"]["event"]["kind"] == "over":
                break
        record = engine.result("match/record", {"host": new["host"]})["record"]
        assert record == _greedy_record(1)
        assert number == happenings(record) > 8


def _greedy_record(seed: int) -> str:
    text = StringIO()
    rf.Match(["greedy", "greedy"], seed=seed, record=text).play()
    return text.getvalue()


def test_a_match_goes_on_in_another_engine_after_a_kill(command: tuple[str, ...]) -> None:
    whole, _ = in_python(seed=8)
    with Process(command=command) as engine:
        new = engine.result("match/new", {"seats": SEATS, "seed": 8})
        engine.result("match/events", {"token": new["tokens"][1]})
        play(engine, new["tokens"][1], most=5)
        record = engine.result("match/record", {"host": new["host"]})["record"]
        engine.child.kill()
    assert whole.startswith(record)
    for text, salvage in ((record, False), (record + "turn 9", True)):
        with Process(command=command) as engine:
            new = engine.result("match/resume", {"record": text, "salvage": salvage})
            engine.result("match/events", {"token": new["tokens"][1], "from": 0})
            assert play(engine, new["tokens"][1])["waiting"] == "nothing"
            again = engine.result("match/record", {"host": new["host"]})
            assert again == {"record": whole, "complete": True}


def fault(record: str) -> str | None:
    """Say what is wrong with a record; None if nothing is."""
    try:
        rf.Record.parse(record)
    except rf.RecordError as error:
        return str(error)
    return None


def test_a_damaged_record_has_the_error_that_python_has(command: tuple[str, ...]) -> None:
    text = _greedy_record(9)
    lines = text.splitlines(keepends=True)
    damaged = [text[:end] for end in range(0, len(text) - 1, 211)]
    damaged += ["".join(lines[:at] + lines[at + 1 :]) for at in range(0, len(lines) - 1, 5)]
    damaged += [text.replace(*pair, 1) for pair in (("b1", "b2"), ("turn 4 ", "turn 5 "))]
    refused = 0
    with Process(command=command) as engine:
        for record in damaged:
            message = fault(record)
            answer = engine.ask("match/resume", {"record": record})
            if message is None:
                host = answer["result"]["host"]
                assert engine.result("match/close", {"host": host}) == {}
            else:
                refused += 1
                assert answer["error"]["message"] == message
                assert answer["error"]["data"]["code"] == "invalid_problem"
    assert refused > 20


def test_no_seat_stalls_the_others(command: tuple[str, ...]) -> None:
    with Process("--threads", "1", command=command) as engine:
        slow = {"seats": ["search:seconds=2", "search:seconds=2"], "seed": 1}
        new = [engine.result("match/new", slow) for _ in range(3)]
        # The only thread is busy with the bots: cheap calls are answered all the same.
        for _ in range(50):
            view = engine.result("match/view", {"token": new[0]["host"]})
            assert view["waiting"] == "bot"
        for one in new:
            engine.result("match/close", {"host": one["host"]})
        solved = engine.result("solve", {"table": ["g2 g3 g4 g5"], "hand": "g6 y2 b2"})
        assert solved["count"] == 3


@pytest.mark.parametrize("seats", [[None] * 2, ["careful"] * 3])
def test_messages_are_lines_of_json(command: tuple[str, ...], seats: list[Any]) -> None:
    with Process(command=command) as engine:
        new = engine.result("match/new", {"seats": seats})
        assert [token is None for token in new["tokens"]] == [seat is not None for seat in seats]
        assert len(json.dumps(new["host"])) == 34


def test_reviews(command: tuple[str, ...]) -> None:
    """The same figures as in Python, all at once or a part at a time."""
    text = StringIO()
    rf.Match(["greedy", "careful"], seed=8, record=text).play()
    record = rf.Record.parse(text.getvalue())
    asked = {"record": text.getvalue(), "samples": 10, "seed": 4}
    whole = rf.review(record, samples=10, seed=4).to_dict()
    with Process(command=command) as engine:
        answer = engine.result("match/review", asked)
        assert {**answer, "samples": 10, "seed": 4, "hidden": False} == whole
        validate({"jsonrpc": "2.0", "id": 1, "result": answer}, "MatchReviewResponse")
        hidden = engine.result("match/review", {**asked, "hidden": True})
        assert hidden["turns"] != answer["turns"]
        parts: list[Json] = []
        cut = 0
        while len(parts) < record.turns:
            limit = {"limit": 0.05 * (1 + cut), "from": len(parts) + 1}
            part = engine.result("match/review", {**asked, **limit})
            parts += part["turns"]
            assert part["complete"] == (len(parts) == record.turns)
            cut += not part["complete"]
        assert cut > 0
        assert parts == answer["turns"]
        for wrong in ({"samples": 9}, {"record": "rummy_fast"}, {"seed": -1}, {"from": -1}):
            assert engine.error("match/review", {**asked, **wrong})["data"]["code"] == (
                "invalid_problem"
            )
