"""Both engines give the same answers to ten thousand mixed requests, and those of direct calls."""

import json
import random
import threading
from collections import Counter
from typing import Any

import pytest
import rummy_fast as rf
from engines import COMMANDS, EASY, SCRIPT, Json, Process, notification, request
from positions import PRESETS, records, rygb

REQUESTS = 10_000
NOISE: list[Any] = [
    "",
    "r",
    "r14",
    "J",
    "r1 r2",
    "é",
    "\U0001f0cf",
    "\x00",
    '"',
    "\\",
    "x" * 300,
    None,
    True,
]
BROKEN = [b"{", b"[1,]", b"\xff", b"[" * 300, b'{"id": 1}', b"7", b"[]"]
NOISE += [-1, 0, 2**70, 1e300, [], {}, [[[[]]]], {"a": {"b": [1]}}]


def position(chance: random.Random, known: list[Json]) -> Json:
    """Fields of a valid problem."""
    record = chance.choice(known)
    fields = {"table": record["table"], "hand": record["hand"]}
    for name, values in (
        ("rules", [rygb(preset) for preset in PRESETS]),
        ("opened", [True, True, False]),
        ("objective", ["tiles", "points", {"r1": 1.5, "g6": 0}]),
        ("id", [1, "näme", None, [1, {"a": 1e3}]]),
    ):
        if chance.random() < 0.3:
            fields[name] = chance.choice(values)
    return fields


def spoilt(chance: random.Random, fields: Json) -> Json:
    """The same with something wrong, or something unknown."""
    changed = dict(fields)
    for _ in range(chance.randint(1, 2)):
        name = chance.choice([*fields, "unknown", "after", "most", "limit", "tidy", "token"])
        if chance.random() < 0.2:
            changed.pop(name, None)
        else:
            changed[name] = chance.choice(NOISE)
    return changed


def turn(chance: random.Random, fields: Json) -> Json:
    """A finished turn for a problem: nearly always the best play, or a draft."""
    try:
        rules, opened = fields.get("rules"), fields.get("opened", True)
        play = rf.solve(fields["table"], fields["hand"], rules=rules, opened=opened)
        after = [str(meld) for meld in play.table]
    except rf.RummyError:
        after = ["r1 r2 r3"]
    if chance.random() < 0.3:
        after = [*after[1:], "r1 zz"]
    return {**fields, "after": after}


def call(chance: random.Random, number: int, known: list[Json]) -> Json:
    """A request."""
    method = chance.choice(
        ["solve"] * 6 + ["candidates", "check", "check", "steps", "choose", "round/new"] + OTHERS
    )
    fields = position(chance, known)
    match method:
        case "candidates":
            fields["most"] = chance.randint(1, 5)
        case "check" | "steps":
            fields = turn(chance, fields)
        case "choose":
            view = rf.Round.deal(2, seed=chance.randrange(50), starter=0).view(0).to_dict()
            fields = {"view": view, "bot": chance.choice(["greedy", "careful", "nobody"])}
        case "round/new":
            fields = {"seats": chance.randint(1, 5), "seed": number, "starter": 0}
        case "initialize":
            fields = {"protocol": chance.choice([1, 2])}
        case "cancel":
            fields = {"id": f"unknown {number}"}
        case "round/view" | "round/draw" | "round/play" | "round/timeout":
            fields = {"token": "x" * chance.randint(0, 300)}
        case _:
            pass
    if chance.random() < 0.2:
        fields = spoilt(chance, fields)
    given = chance.choice([number, f"näme {number}", number + 0.5])
    if chance.random() < 0.05:
        return notification(method, fields)
    return request(given, method, fields)


OTHERS = ["initialize", "cancel", "round/view", "round/draw", "round/play", "round/timeout", "nope"]


def lines(chance: random.Random, known: list[Json]) -> list[bytes]:
    """Lines with ten thousand messages in all."""
    made, number = [], 0
    while number < REQUESTS:
        kind = chance.random()
        if kind < 0.02:
            made.append(
                chance.choice([b"{", b"[1,]", b"\xff", b"[" * 300, b'{"id": 1}', b"7", b"[]"])
            )
            number += 1
        elif kind < 0.06:
            size = chance.randint(1, 20)
            batch: list[object] = [call(chance, number + place, known) for place in range(size)]
            if chance.random() < 0.3:
                batch[0] = chance.choice(NOISE)
            made.append(json.dumps(batch).encode())
            number += size
        else:
            ascii_only = chance.random() < 0.5
            text = json.dumps(call(chance, number, known), ensure_ascii=ascii_only)
            made.append(text.encode())
            number += 1
    return made


def without_tokens(message: Any) -> Any:
    """A message with its random parts left out."""
    if isinstance(message, list):
        return [without_tokens(item) for item in message]
    result = message.get("result")
    if isinstance(result, dict) and "tokens" in result:
        result["host"], result["tokens"] = "", len(result["tokens"])
    return message


def answers(command: tuple[str, ...], asked: list[bytes]) -> list[str]:
    """All answers of an engine, sorted."""
    with Process(command=command) as engine:
        writer = threading.Thread(target=feed, args=(engine, asked))
        writer.start()
        found = engine.rest()
        writer.join()
        assert engine.wait() == 0
        assert engine.stderr.read() == b""
    return sorted(json.dumps(without_tokens(message)) for message in found)


def feed(engine: Process, asked: list[bytes]) -> None:
    for line in asked:
        engine.stdin.write(line + b"\n")
    engine.stdin.close()


def direct(asked: Json) -> Json | None:
    """The result of a direct call; None if it is refused, or there is none like it."""
    fields = asked.get("params") or {}
    same = ("table", "hand", "rules", "opened")
    given = {name: fields[name] for name in same if name in fields}
    try:
        match asked["method"]:
            case "solve":
                extra = {n: fields[n] for n in ("objective", "tidy", "limit") if n in fields}
                play = rf.solve(**given, **extra)
                return {"tiles": [str(t) for t in play.tiles], "table": list(map(str, play.table))}
            case "candidates":
                extra = {n: fields[n] for n in ("objective", "most", "limit") if n in fields}
                found = rf.candidates(**given, **extra)
                return {"count": [len(play.tiles) for play in found], "complete": found.complete}
            case "check":
                table, hand = given.pop("table"), given.pop("hand")
                verdict = rf.check_turn(table, hand, fields["after"], **given)
                return {"legal": verdict.legal, "codes": [one.code for one in verdict.reasons]}
            case "steps":
                table, hand = given.pop("table"), given.pop("hand")
                rf.check_turn(table, hand, fields["after"], **given).verify()
                rules = given.get("rules")
                before, after = rf.Table(table, rules), rf.Table(fields["after"], rules)
                tiles = Counter(after.tiles) - Counter(before.tiles)
                made = rf.Play(tiles.elements(), after, 0, before=before, hand=hand, **given)
                return {"steps": [step.text for step in made.steps()]}
            case _:
                return None
    except (rf.RummyError, TypeError, KeyError):
        return None


def shortened(method: str, result: Json) -> Json:
    """The parts of a result that `direct` gives."""
    match method:
        case "solve":
            return {"tiles": result["tiles"], "table": result["table"]}
        case "candidates":
            counts = [play["count"] for play in result["plays"]]
            return {"count": counts, "complete": result["complete"]}
        case "steps":
            return {"steps": [step["text"] for step in result["steps"]]}
        case _:
            codes = [reason["code"] for reason in result["reasons"]]
            return {"legal": result["legal"], "codes": codes}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1])
def test_both_engines_and_direct_calls_agree(seed: int) -> None:
    known = [record for record in records("selfplay") if len(record["hand"]) < 60]
    asked = lines(random.Random(seed), known)
    found = answers((str(SCRIPT), "engine"), asked)
    binary = COMMANDS["rummy-engine"]
    if binary is not None:
        assert answers(binary, asked) == found
    by_id: dict[str, Json] = {}
    for text in found:
        message = json.loads(text)
        for one in message if isinstance(message, list) else [message]:
            by_id[json.dumps(one["id"])] = one
    compared = refused = 0
    for line in asked:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        for one in message if isinstance(message, list) else [message]:
            if not isinstance(one, dict) or "method" not in one or "id" not in one:
                continue
            answer = by_id[json.dumps(one["id"])]
            expected = direct(one)
            if expected is not None and "result" in answer:
                assert shortened(one["method"], answer["result"]) == expected, one
                compared += 1
            elif one["method"] in {"solve", "candidates", "check"}:
                assert "error" in answer, (one, answer)
                refused += 1
    assert compared > REQUESTS / 4
    assert refused > REQUESTS / 50


def test_calls_that_are_cancelled_have_one_answer() -> None:
    with Process() as engine:
        for number in range(2000):
            engine.say(request(number, "solve", EASY))
            if number % 3 == 0:
                engine.say(notification("cancel", {"id": number}))
        found = [engine.hear() for _ in range(2000)]
        assert sorted(message["id"] for message in found) == list(range(2000))
        for message in found:
            if "error" in message:
                assert message["error"]["data"] == {"code": "cancelled"}
                assert message["id"] % 3 == 0
        engine.close()
