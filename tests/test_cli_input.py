"""The command line as people type it: arguments, files, JSON, and nothing overwritten."""

import contextlib
import json
import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
import rummy_fast as rf

SCRIPT = Path(sys.executable).with_name("rummy-fast")


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed command."""
    return subprocess.run(
        [SCRIPT, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_a_position_as_arguments() -> None:
    done = run("solve", "g2 g3 g4 g5", "g6 y2 b2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Play   y2 g6 b2   3 tiles, 10 points" in done.stdout
    assert run("solve", "g2 g3 g4 g5", "--hand", "g6 y2 b2").stdout == done.stdout
    assert run("solve", "green 2-5", "6 green, 2 yellow, Blue-2").stdout == done.stdout
    assert run("check", "r3 r4 r5", "r6 y2", "r3-6").stdout == "Legal\n"
    assert "--hand is missing" in run("solve", "g2 g3 g4 g5").stderr
    assert "unexpected argument y3" in run("solve", "", "g2", "y3").stderr


def test_texts_from_files_and_standard_input(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("g2 g3 g4 g5\nr3 r4 r5\n", encoding="utf-8")
    done = run("solve", "--table", f"@{table}", "--hand", "-", stdin="g6\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Table  r3 r4 r5 | g2 g3 g4 g5" in done.stdout
    assert "Play   g6" in done.stdout
    assert run("solve", f"@{table}", "-", stdin="g6").stdout == done.stdout
    missing = run("solve", "@nowhere.txt", "g6")
    assert missing.returncode == 2
    assert missing.stderr == "error: nowhere.txt: No such file or directory\n"


def test_json() -> None:
    found = json.loads(run("solve", "g2 g3 g4 g5", "g6 y2 b2", "--json").stdout)
    assert found.pop("steps")
    assert found == {
        "tiles": ["y2", "g6", "b2"],
        "count": 3,
        "points": 10,
        "table": ["y2 g2 b2", "g3 g4 g5 g6"],
        "proven": True,
    }
    assert json.loads(run("check", "r3 r4 r5", "r6", "r3-6", "--json").stdout) == {
        "legal": True,
        "reasons": [],
    }
    done = run("check", "r3 r4 r5", "r7", "r3-5 | r7", "--json")
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["legal"]) == (1, False)
    assert [reason["code"] for reason in verdict["reasons"]] == ["invalid_meld"]


def test_why_nothing_can_be_played() -> None:
    done = run("solve", "", "r8 r9 r10 y1", "--not-opened")
    assert "Play   nothing" in done.stdout
    assert "27 of 30 points" in done.stdout
    assert "No tile of the hand fits." in run("solve", "r3 r4 r5", "y9").stdout


def test_rummikub_on_the_command_line() -> None:
    done = run("solve", "k2 k3 k4", "k5 y2", "--rules", "rummikub")
    assert "this deck has k r b o" in done.stderr
    done = run("solve", "k2 k3 k4", "Black-5", "--rules", "rummikub")
    assert "Play   k5" in done.stdout


@pytest.mark.parametrize("command", ["solve", "check", "match", "arena", "replay", "play", "stats"])
def test_help_has_an_example(command: str) -> None:
    done = run(command, "-h")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"rummy-fast {command}" in done.stdout.partition("Example:")[2]
    if command != "replay":
        assert "rummikub_xp" in done.stdout.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion(shell: str) -> None:
    done = subprocess.run(
        [SCRIPT, "--show-completion", shell],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        # Then the shell is the one that is named.
        env=os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    assert "_RUMMY_FAST_COMPLETE" in done.stdout


def test_bots_as_arguments() -> None:
    one = run("match", "greedy", "careful", "--seed", "4", "--json")
    assert one.returncode == 0, one.stderr
    assert one.stdout == run("match", "--seats", "greedy,careful", "--seed", "4", "--json").stdout
    assert json.loads(one.stdout)["seats"] == ["greedy", "careful"]
    assert "name the bots once" in run("match", "greedy", "careful", "--seats", "greedy").stderr
    names = run("match", "greedy", "careful", "--seed", "4").stdout
    winner = json.loads(one.stdout)["rounds"][0]["winner"]
    row = next(line for line in names.splitlines() if "│     1 │" in line)
    assert f"{['greedy', 'careful'][winner]} ({winner})" in row


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    path.write_text("mine", encoding="utf-8")
    done = run("match", "--record", str(path))
    assert done.returncode == 2
    assert (
        done.stderr == f"error: {path} exists: choose another name, or overwrite it with --force\n"
    )
    assert path.read_text("utf-8") == "mine"
    assert run("match", "--record", str(path), "--force").returncode == 0
    assert rf.Record.read(path).complete
    picture = tmp_path / "turn.svg"
    for code, options in ((0, []), (2, []), (0, ["--force"])):
        assert run("solve", "r3-5", "r6", "--svg", str(picture), *options).returncode == code
    assert picture.read_text("utf-8").startswith("<svg")


def read(leader: int, wanted: bytes, seconds: float = 30) -> bytes:
    """Read from a terminal until something is shown."""
    text, end = b"", time.monotonic() + seconds
    while wanted not in text and time.monotonic() < end:
        if select.select([leader], [], [], 0.2)[0]:
            text += os.read(leader, 65536)
    assert wanted in text, text[-2000:]
    return text


def press(leader: int, key: bytes, seconds: float = 30) -> None:
    """Press a key as soon as the program waits for one: what is typed before is discarded."""
    end = time.monotonic() + seconds
    while termios.tcgetattr(leader)[3] & termios.ICANON:
        assert time.monotonic() < end, "the program does not wait for a key"
        time.sleep(0.01)
    os.write(leader, key)


def read_to_the_end(leader: int) -> None:
    """Read what is left, for a program does not end before its terminal has taken all of it."""
    # At the end nothing is connected to the terminal any more, which is an error to read.
    with contextlib.suppress(OSError):
        while select.select([leader], [], [], 30)[0] and os.read(leader, 65536):
            pass


def test_a_replay_follows_the_arrow_keys(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    assert run("match", "greedy", "greedy", "--seed", "3", "--record", str(path)).returncode == 0
    last = rf.Record.read(path).turns
    leader, follower = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "60", "LINES": "40"}
    process = subprocess.Popen(
        [SCRIPT, "replay", str(path)],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
    )
    os.close(follower)
    try:
        read(leader, f"0/{last}".encode())
        press(leader, b"\x1b[C")
        read(leader, f"1/{last}".encode())
        press(leader, b"\x1b[F")
        shown = read(leader, f"{last}/{last}".encode())
        assert b"|\r\n" not in shown, "lines break between melds"
        press(leader, b"\x1b[D")
        read(leader, f"{last - 1}/{last}".encode())
        press(leader, b"q")
        read_to_the_end(leader)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(leader)
