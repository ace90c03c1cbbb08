"""`rummy-fast --jsonl`: every line of input gives a line of output."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from positions import DATA, records
from test_cli import SCRIPT

SOLVE = ("solve", "--jsonl")
CHECK = ("check", "--jsonl")


def run(*arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    """Run the command on some input; give its answers."""
    done = subprocess.run(
        [SCRIPT, *arguments], input=stdin, capture_output=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(*problems: Any, command: tuple[str, ...] = SOLVE) -> list[dict[str, Any]]:
    """Ask some problems; give the answers."""
    lines = [
        problem if isinstance(problem, bytes) else json.dumps(problem).encode()
        for problem in problems
    ]
    return run(*command, stdin=b"\n".join(lines) + b"\n")


EXAMPLE = {
    "id": 7,
    "rules": "schmidt",
    "table": ["g2 g3 g4 g5"],
    "hand": "g6 y2 b2",
    "opened": True,
    "objective": "tiles",
}
ANSWER = {
    "id": 7,
    "tiles": ["y2", "g6", "b2"],
    "count": 3,
    "points": 10,
    "table": ["y2 g2 b2", "g3 g4 g5 g6"],
    "proven": True,
}


def test_the_documented_example() -> None:
    answers = ask(EXAMPLE, {"id": 8, "table": ["r3 r4"], "hand": ""})
    assert answers[0] == ANSWER
    assert list(answers[0]) == list(ANSWER)
    assert answers[1]["id"] == 8
    assert answers[1]["error"]["code"] == "invalid_table"
    assert "r3 r4" in answers[1]["error"]["message"]


def test_fields() -> None:
    bare = {"table": "r3 J r5", "hand": ["r2", "y5", "b5"]}
    answers = ask(
        bare,
        {**bare, "rules": "free_jokers"},
        {**bare, "rules": {"preset": "free_jokers", "joker_penalty": 25}},
        {**bare, "rules": None, "limit": None},
        {**bare, "opened": False},
        {**bare, "objective": {"r2": 1}, "limit": 5.5},
        {**bare, "game": 2002, "players": 2, "max_tiles": {}, "note": "unknown fields are ignored"},
    )
    assert [answer["count"] for answer in answers] == [1, 3, 3, 1, 0, 1, 1]
    assert all("id" not in answer for answer in answers)


@pytest.mark.parametrize("name", [None, "", 0, -1.5, True, [1, {"a": None}], {"a": [2]}, "\ud800"])
def test_ids_are_echoed(name: Any) -> None:
    for answer in ask({**EXAMPLE, "id": name}, {"id": name}):
        assert answer["id"] == name
        assert type(answer["id"]) is type(name)


BAD: list[tuple[Any, str]] = [
    (b'{"id": 7, "table": ["g2 g3', "invalid_json"),
    (b"not json", "invalid_json"),
    (b"{'id': 7}", "invalid_json"),
    (b'{"id": 7} {"id": 8}', "invalid_json"),
    (b'{"id": "\xff\xfe"}', "invalid_json"),
    (b"\xc3\x28", "invalid_json"),
    (b"\x00", "invalid_json"),
    (b'{"limit": NaN, "table": "", "hand": ""}', "invalid_json"),
    (b'{"limit": Infinity, "table": "", "hand": ""}', "invalid_json"),
    (b"[" * 100_000, "invalid_json"),
    (b"1" * 10_000, "invalid_json"),
    (b'{"hand": "' + b"r6 " * 500_000 + b'"}', "invalid_json"),
    (b"[]", "invalid_problem"),
    (b"null", "invalid_problem"),
    (b"7", "invalid_problem"),
    (b'"r6"', "invalid_problem"),
    ({}, "invalid_problem"),
    ({"table": []}, "invalid_problem"),
    ({"hand": ""}, "invalid_problem"),
    ({"table": None, "hand": ""}, "invalid_problem"),
    ({"table": {}, "hand": ""}, "invalid_problem"),
    ({"table": [["r3", "r4", "r5"]], "hand": ""}, "invalid_problem"),
    ({"table": [3], "hand": ""}, "invalid_problem"),
    ({"table": [], "hand": 7}, "invalid_problem"),
    ({"table": [], "hand": [7]}, "invalid_problem"),
    ({"table": [], "hand": "", "opened": "yes"}, "invalid_problem"),
    ({"table": [], "hand": "", "opened": None}, "invalid_problem"),
    ({"table": [], "hand": "", "objective": "most"}, "invalid_problem"),
    ({"table": [], "hand": "", "objective": None}, "invalid_problem"),
    ({"table": [], "hand": "", "objective": {"r6": -1}}, "invalid_problem"),
    ({"table": [], "hand": "", "objective": {"r6": "1"}}, "invalid_problem"),
    ({"table": [], "hand": "", "objective": {"x6": 1}}, "invalid_notation"),
    ({"table": [], "hand": "", "limit": 0}, "invalid_problem"),
    ({"table": [], "hand": "", "limit": "1"}, "invalid_problem"),
    ({"table": [], "hand": "", "limit": 10**400}, "invalid_problem"),
    ({"table": [], "hand": "", "rules": "chess"}, "invalid_rules"),
    ({"table": [], "hand": "", "rules": 7}, "invalid_rules"),
    ({"table": [], "hand": "", "rules": ["schmidt"]}, "invalid_rules"),
    ({"table": [], "hand": "", "rules": {"preset": 7}}, "invalid_rules"),
    ({"table": [], "hand": "", "rules": {"shades": 4}}, "invalid_rules"),
    ({"table": [], "hand": "", "rules": {"colors": "4"}}, "invalid_rules"),
    ({"table": ["x3 x4 x5"], "hand": ""}, "invalid_notation"),
    ({"table": [], "hand": "r14"}, "invalid_notation"),
    ({"table": [], "hand": "\ud800"}, "invalid_notation"),
    ({"table": ["r3 r4"], "hand": ""}, "invalid_table"),
    ({"table": ["r5 J J"], "hand": ""}, "invalid_table"),
    ({"table": ["r3 r4 r5"], "hand": "r3 r3"}, "invalid_table"),
    ({"table": [], "hand": "r3 r3 r3"}, "invalid_table"),
    ({"table": [], "hand": "J J J"}, "invalid_table"),
]


@pytest.mark.parametrize("command", [SOLVE, CHECK], ids=lambda command: command[0])
def test_bad_lines_get_an_error_each(command: tuple[str, ...]) -> None:
    good = {**EXAMPLE, "after": ["g2 g3 g4 g5 g6"]}
    unknown = ("objective", "limit") if command == CHECK else ()
    cases = [
        (line if isinstance(line, bytes) else {"id": place, "after": [], **line}, code)
        for place, (line, code) in enumerate(BAD)
        if isinstance(line, bytes) or not any(name in line for name in unknown)
    ]
    answers = ask(*[line for case in cases for line in (case[0], good)], command=command)
    assert len(answers) == 2 * len(cases) > 60
    for (line, code), answer, next_answer in zip(cases, answers[::2], answers[1::2], strict=True):
        assert answer["error"]["code"] == code, (line, answer)
        assert answer["error"]["message"]
        assert len(answer["error"]["message"]) < 400
        assert answer["id"] == (None if isinstance(line, bytes) else line["id"])
        assert next_answer["id"] == 7
        assert "error" not in next_answer


def test_blank_lines_end_of_file_and_bom() -> None:
    line = json.dumps(EXAMPLE).encode()
    assert run(*SOLVE, stdin=b"") == []
    assert run(*SOLVE, stdin=b"\n \n\r\n") == []
    assert run(*SOLVE, stdin=line) == [ANSWER]
    assert run(*SOLVE, stdin=b"\xef\xbb\xbf" + line + b"\r\n\n" + line) == [ANSWER] * 2


def test_files_and_dash(tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_text(json.dumps(EXAMPLE) + "\n", encoding="utf-8")
    assert run(*SOLVE, str(file)) == [ANSWER]
    assert run(*SOLVE, "-", stdin=file.read_bytes()) == [ANSWER]


@pytest.mark.parametrize("preset", ["schmidt", "free_jokers"])
def test_a_whole_answer_file(preset: str) -> None:
    found = records("selfplay")
    answers = run(*SOLVE, "--rules", preset, str(DATA / "selfplay.jsonl"))
    assert [answer["id"] for answer in answers] == [record["id"] for record in found]
    assert [answer["count"] for answer in answers] == [
        record["max_tiles"][preset] for record in found
    ]


def test_check() -> None:
    turn = {"id": "a", "table": ["r3 J r5"], "hand": "r2 y5 b5", "opened": True}
    answers = ask(
        {**turn, "after": ["r2 r3 J", "r5 y5 b5"]},
        {**turn, "after": ["r2 r3 J r5"]},
        {**turn, "after": "r2 r3 J | r5 y5 b5", "rules": "free_jokers"},
        {**turn, "after": ["r2 r3", "x5"]},
        turn,
        command=CHECK,
    )
    assert answers[0]["legal"] is False
    assert [reason["code"] for reason in answers[0]["reasons"]] == ["locked_meld_broken"]
    assert "r3 J r5" in answers[0]["reasons"][0]["message"]
    assert answers[1:3] == [{"id": "a", "legal": True, "reasons": []}] * 2
    assert [reason["code"] for reason in answers[3]["reasons"]].count("invalid_meld") == 2
    assert answers[4]["error"]["code"] == "invalid_problem"


def test_each_line_is_answered_without_waiting() -> None:
    with subprocess.Popen([SCRIPT, *SOLVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for name in range(3):
            talk.stdin.write(json.dumps({**EXAMPLE, "id": name}).encode() + b"\n")
            talk.stdin.flush()
            assert json.loads(talk.stdout.readline()) == {**ANSWER, "id": name}
        talk.stdin.write(b'{"id": 3, "table"')
        talk.stdin.flush()
        talk.stdin.write(b': "", "hand": ""}\n')
        talk.stdin.flush()
        assert json.loads(talk.stdout.readline())["id"] == 3
        talk.stdin.close()
        assert talk.wait(timeout=30) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_closed_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [SCRIPT, *SOLVE, str(DATA / "selfplay.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as talk:
        assert talk.stdout is not None
        assert talk.stderr is not None
        talk.stdout.close()
        assert talk.stderr.read() == b""
        assert talk.wait(timeout=30) in {0, 141}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_a_full_disk_is_reported() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        done = subprocess.run(
            [SCRIPT, *SOLVE, str(DATA / "selfplay.jsonl")],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode != 0
    assert b"No space left" in done.stderr
