"""`rummy-fast match`, `replay` and `stats`: output and exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from positions import DATA
from test_cli import SCRIPT, refused, run

EVENTFUL = DATA / "matches" / "eventful.record"


def asked(*arguments: str) -> Any:
    """Run a command with --json; give its answer."""
    done = run(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_match_in_json() -> None:
    options = ("match", "--seats", "greedy,greedy", "--rounds", "3", "--seed", "7")
    found = asked(*options)
    result = rf.Match(["greedy"] * 2, rounds=3, seed=7).play()
    assert found == result.to_dict()
    assert found["totals"] == list(result.totals)
    assert [one["winner"] for one in found["rounds"]] == [one.winner for one in result.rounds]
    assert [one["scores"] for one in found["rounds"]] == [list(one.scores) for one in result.rounds]
    assert [one["turns"] for one in found["rounds"]] == [one.turns for one in result.rounds]
    assert run(*options, "--json").stdout == run(*options, "--json").stdout
    assert asked(*options[:-1], "8") != found


def test_match_in_a_table() -> None:
    done = run("match", "--seats", "greedy, greedy, greedy", "--rounds", "4", "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "")
    result = rf.Match(["greedy"] * 3, rounds=4, seed=2).play()
    rows = [line for line in done.stdout.splitlines() if line.startswith("│")]
    assert len(rows) == 4 + 3
    for row, one in zip(rows[:4], result.rounds, strict=True):
        cells = [cell.strip() for cell in row.strip("│").split("│")]
        numbers = [one.number, one.starter, one.turns, one.winner]
        assert cells == [*map(str, numbers), *(f"{score:+}" for score in one.scores)]
    for seat, row in enumerate(rows[4:]):
        cells = [cell.strip() for cell in row.strip("│").split("│")]
        totals = f"{result.totals[seat]:+}"
        assert cells[:3] == [f"greedy ({seat})", str(result.won[seat]), totals]
    assert done.stdout.rstrip().endswith(f"The match goes to: greedy ({result.winners[0]}).")


def test_a_long_match_in_a_table() -> None:
    done = run("match", "--rounds", "30")
    assert done.stdout.startswith("30 rounds\n")
    assert len(done.stdout.splitlines()) < 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "greedy"], "seats = 1: these rules are for 2 to 4 players (rule 2)"),
        (["--seats", "greedy," * 6 + "greedy"], "seats = 7: these rules are for 2 to 4 players"),
        (
            ["--seats", "greedy,clever"],
            'seat 1: unknown bot "clever": the built-in bots are greedy',
        ),
        (["--seats", "greedy,"], 'seat 1: unknown bot ""'),
        (["--rounds", "0"], "rounds = 0: must be a whole number from 1 to 1000000"),
        (["--seed", "-1"], "seed = -1: must be a whole number from 0 to 2**64 - 1"),
        (["--limit", "0"], "limit = 0.0: must be more than 0"),
        (["--rules", "smith"], 'unknown preset "smith"'),
        (["--rules", "{"], "--rules is not JSON"),
        (["--record", "/nowhere/x"], "/nowhere/x: No such file or directory"),
    ],
)
def test_refusals_of_match(arguments: list[str], message: str) -> None:
    assert message in refused("match", *arguments)


def test_rules_of_a_match() -> None:
    rules = '{"preset": "rummikub_xp", "joker_penalty": 10}'
    found = asked("match", "--seats", ",".join(["greedy"] * 6), "--rules", rules, "--limit", "5")
    assert found["rules"] == rf.Rules("rummikub_xp", joker_penalty=10).to_dict()
    assert len(found["totals"]) == 6


def test_record_and_replay(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    options = ("match", "--rounds", "2", "--seed", "3")
    played = asked(*options, "--record", str(path))
    record = rf.Record.read(path)
    assert record.result.to_dict() == played
    found = asked("replay", str(path))
    assert found["complete"]
    assert found["result"] == played
    assert [turn["turn"] for turn in found["turns"]] == list(range(1, record.turns + 1))
    last = found["turns"][-1]
    assert found["state"]["table"] == last["table"]
    assert found["state"]["hands"][last["seat"]] == []
    assert (found["state"]["to_move"], found["state"]["turn"]) == (None, record.turns)
    assert found["state"]["totals"] == played["totals"]


def test_replay_to_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    run("match", "--seed", "3", "--record", str(path))
    found = asked("replay", str(path), "--turn", "17")
    match = rf.Record.read(path).replay(17)
    judge = match.round
    assert len(found["turns"]) == 17
    assert found["state"] == {
        "turn": 17,
        "round": 1,
        "to_move": match.to_move,
        "table": [str(meld) for meld in judge.table],
        "hands": [[str(tile) for tile in hand] for hand in judge.hands],
        "opened": list(judge.opened),
        "pool": [str(tile) for tile in judge.pool],
        "totals": [0, 0],
    }
    done = run("replay", str(path), "--turn", "17")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "After turn 17, round 1"
    assert lines[1] == f"Table  {judge.table}"
    for seat, hand in enumerate(judge.hands):
        mark = ">" if seat == match.to_move else " "
        assert lines[2 + seat].startswith(f"{mark} greedy ({seat})  {hand}")
    assert lines[4] == f"pool {len(judge.pool)}"


def test_replay_shows_every_turn() -> None:
    done = run("replay", str(EVENTFUL))
    assert (done.returncode, done.stderr) == (0, "")
    record = rf.Record.read(EVENTFUL)
    lines = done.stdout.splitlines()
    assert sum(line[:4].strip().isdigit() for line in lines) >= record.turns
    for piece in (
        "Round 1. First to play: odd one (0).",
        "   2  Bob (1) draws g4.   (11 tiles)",
        "Anna Maria (2) loses the turn: [gone] asleep. Anna Maria (2) draws b1 b3 g5.",
        "Time is up. Anna Maria (2) draws g3 g1 b5.",
        "loses the turn: [raised] ValueError: no idea -- or: is there?.",
        "Time is up. odd one (0) loses the turn: [overran] no turn after 90 seconds.",
        "Bob (1) passes.",
        "the lowest hand wins (rule 18). The round goes to: Bob (1).   -121, +222, -101",
        "After turn 57, round 3",
        "The match goes to: Bob (1).",
    ):
        assert piece in done.stdout, piece
    assert "not over" not in done.stdout
    unfinished = run("replay", str(EVENTFUL), "--turn", "56").stdout
    assert "rounds won" in unfinished
    assert "The match goes to" not in unfinished
    german = run("replay", str(EVENTFUL), "--lang", "de").stdout
    assert "Die Zeit ist um. Anna Maria (2) nimmt g3 g1 b5 auf." in german


def test_replay_step_by_step() -> None:
    done = subprocess.run(
        [SCRIPT, "replay", EVENTFUL, "--step"],
        input="\n\n\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == run("replay", str(EVENTFUL)).stdout


def test_replay_of_a_match_that_is_not_over(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    lines = EVENTFUL.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:30]), encoding="utf-8")
    done = run("replay", str(path))
    assert done.stdout.endswith("This match is not over: turn 16, round 1 of 3.\n")
    assert not asked("replay", str(path))["complete"]
    path.write_text("".join(lines[:30]) + "turn 17 se", encoding="utf-8")
    cut = run("replay", str(path))
    assert (cut.returncode, cut.stdout) == (2, "")
    assert (
        cut.stderr
        == 'error: line 31: the line is incomplete: there is no line break after "turn 17 se"\n'
    )
    assert run("replay", str(path), "--salvage").stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["/nowhere/x"], "/nowhere/x: No such file or directory"),
        ([str(DATA / "selfplay.jsonl")], 'line 1: a record begins with "rummy_fast match 1"'),
        ([str(EVENTFUL), "--turn", "58"], "turns = 58: must be a whole number from 0 to 57"),
        ([str(EVENTFUL), "--turn", "-1"], "turns = -1: must be a whole number from 0 to 57"),
    ],
)
def test_refusals_of_replay(arguments: list[str], message: str) -> None:
    assert message in refused("replay", *arguments)


def lines_in(path: Path) -> int:
    """Count the lines of a file, which need not exist yet."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT], ids=["kill", "ctrl-c"])
def test_an_interrupted_match_can_be_resumed(tmp_path: Path, sign: signal.Signals) -> None:
    path = tmp_path / "match.record"
    command = [str(SCRIPT), "match", "--rounds", "1000000", "--seed", "5", "--record", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 60
        while lines_in(path) < 300 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(sign)
        _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert b"Traceback" not in errors
    record = rf.Record.read(path, salvage=True)
    assert record.turns > 250
    whole = rf.Match(["greedy"] * 2, rounds=1_000_000, seed=5)
    again = record.resume(record=path)
    while whole.turns < record.turns + 100:
        whole.step()
    while again.turns < record.turns + 100:
        again.step()
    assert again.round == whole.round
    assert rf.Record.read(path).replay().round == whole.round


def on_a_terminal(*arguments: str) -> str:
    """Run a command on a terminal; give what it prints."""
    pty = pytest.importorskip("pty", reason="no terminals here")
    leader, follower = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"}
    with subprocess.Popen(
        [SCRIPT, *arguments], stdout=subprocess.PIPE, stderr=follower, env=environment
    ) as process:
        os.close(follower)
        shown = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        process.communicate(timeout=60)
    os.close(leader)
    assert process.returncode == 0
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals there")
def test_progress_is_shown_on_a_terminal() -> None:
    shown = on_a_terminal("match", "--rounds", "300", "--json")
    assert "rounds" in shown
    assert "/300" in shown
    shown = on_a_terminal("stats", "--deals", "60000", "--rounds", "200", "--json")
    assert "deals and rounds" in shown
    assert "%" in shown


def test_stats_in_json() -> None:
    options = ("stats", "--deals", "3000", "--rounds", "40", "--seats", "2,4", "--seed", "6")
    found = asked(*options)
    assert found == asked(*options, "--threads", "1")
    assert [one["jokers"] for one in found["openings"]] == [0, 2]
    assert [one["seats"] for one in found["rounds"]] == [2, 4]
    for one, jokers in zip(found["openings"], (0, 2), strict=True):
        rules = rf.Rules(jokers=jokers)
        assert one["opened"] == rf.count_openings(3000, seed=6, rules=rules)
        assert one["share"]["value"] == one["opened"] / 3000
    turns = rf.play_rounds(40, seats=4, seed=6)["turns"]
    assert found["rounds"][1]["turns"]["value"] == pytest.approx(sum(turns) / 40)


def test_stats_in_a_table_and_a_plot(tmp_path: Path) -> None:
    plot = tmp_path / "stats.svg"
    options = ("--deals", "2000", "--rounds", "20", "--plot", str(plot))
    done = run("stats", *options)
    assert (done.returncode, done.stderr) == (0, "")
    for piece in ("34.7, 34.9", "50.1", "2 players", "4 players", "tiles per turn", "±"):
        assert piece in done.stdout, piece
    assert max(map(len, done.stdout.splitlines())) <= 100
    drawn = plot.read_text(encoding="utf-8")
    assert drawn.count("<path") > 10
    other = run("stats", "--deals", "10", "--rounds", "2", "--rules", '{"values": 12}')
    assert "34.7" not in other.stdout, "published figures hold for the standard deck only"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--deals", "0"], "deals = 0: must be a whole number from 1 to 1000000000"),
        (["--rounds", "1"], "rounds = 1: must be a whole number from 2 to 1000000000"),
        (["--seats", "2,x"], '--seats "2,x": must be numbers such as 2,3,4'),
        (["--seats", ""], '--seats ""'),
        (["--seats", "2,5"], "seats = 5: these rules are for 2 to 4 players (rule 2)"),
        (["--seats", "99999999999"], "seats = 99999999999"),
        (["--seed", str(2**64 - 1)], "the last seed would exceed 2**64 - 1"),
        (["--threads", "0"], "threads = 0"),
        (["--plot", "x.doc"], "x.doc: the file type must be one of"),
        (["--plot", "x"], "x: the file type must be one of"),
        (["--plot", "/nowhere/x.svg"], "/nowhere/x.svg: the folder does not exist"),
    ],
)
def test_refusals_of_stats(arguments: list[str], message: str) -> None:
    assert message in refused("stats", *arguments)


def test_a_plot_without_matplotlib_names_it(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text(
        "raise ModuleNotFoundError('gone', name='matplotlib')", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "rummy_fast", "stats", "--plot", "x.svg"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 2
    assert done.stderr == "error: --plot needs matplotlib: pip install 'rummy_fast[plot]'\n"
