"""`rummy-fast` for people: output and exit codes."""

import subprocess
import sys
from pathlib import Path

import pytest
from positions import DATA

SCRIPT = Path(sys.executable).with_name("rummy-fast")


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run the installed command."""
    assert SCRIPT.exists(), "the wheel lacks its command"
    done = subprocess.run(
        [SCRIPT, *arguments], input=stdin, capture_output=True, timeout=120, check=False
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def refused(*arguments: str) -> str:
    """Run a command with bad arguments; give its error, which is one line."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    return line.removeprefix("error: ")


def test_solve() -> None:
    done = run("solve", "--table", "r3 J r5", "--hand", "r4 y9 b9")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Table  r3 J r5",
        "Hand   r4 y9 b9",
        "Play   r4 y9 b9   3 tiles, 22 points",
        "Table after   (+ = from the hand)",
        "  r3 +r4 r5   changed",
        "  +y9 +b9 J   new",
        "Steps",
        "  1. Exchange the joker of r3 J r5 for r4 from the hand: r3 r4 r5",
        "  2. Play y9 b9 from the hand and the freed joker as a new meld: y9 b9 J",
    ]


def test_nothing_to_play() -> None:
    done = run("solve", "--table", "b2 b3 b4 b5", "--hand", "b3")
    assert done.returncode == 0
    assert "Play   nothing" in done.stdout


def test_options_of_solve() -> None:
    position = ("solve", "--table", "r3 J r5", "--hand", "r2 y5 b5")
    assert "3 tiles" in run(*position, "--rules", "free_jokers").stdout
    assert "3 tiles" in run(*position, "--rules", '{"preset": "free_jokers"}').stdout
    assert "1 tile, 2 points" in run(*position, "--limit", "10").stdout
    assert "nothing" in run(*position, "--not-opened").stdout
    hand = ("--table", "", "--hand", "g1 g2 g4 g5 g13 b13 J", "--rules", '{"joker_penalty": 0}')
    assert "5 tiles, 12 points" in run("solve", *hand).stdout
    assert "3 tiles, 26 points" in run("solve", *hand, "--objective", "points").stdout


def test_colors_leave_the_text_as_it_is() -> None:
    done = subprocess.run(
        [SCRIPT, "solve", "--table", "r3 J r5", "--hand", "r4 y9 b9"],
        capture_output=True,
        text=True,
        check=True,
        env={"FORCE_COLOR": "1", "TERM": "xterm-256color"},
    )
    assert "\x1b[" in done.stdout
    for word in ("r3", "+r4", "+y9", "+b9", "J"):
        assert word in done.stdout


def test_check() -> None:
    turn = ("check", "--table", "r3 J r5", "--hand", "r2 y5 b5", "--after", "r2 r3 J | r5 y5 b5")
    done = run(*turn)
    assert done.returncode == 1
    assert done.stdout.startswith("Not legal\n")
    assert "[locked_meld_broken]" in done.stdout
    done = run(*turn, "--rules", "free_jokers")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Legal\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "--table", "r3 r4", "--hand", ""], 'error: meld 1: "r3 r4" has 2 tiles'),
        (["solve", "--table", "x3 r4 r5", "--hand", ""], "error: meld 1: unknown color 'x'"),
        (["solve", "--table", "r3 r4 r5"], "error: --hand is missing"),
        (["solve", "--hand", "r3"], "error: --table is missing"),
        (["check", "--table", "", "--hand", ""], "error: --after is missing"),
        (["solve", "--table", "", "--hand", "", "--rules", "chess"], "error: unknown preset"),
        (["solve", "--table", "", "--hand", "", "--rules", "{"], "error: --rules is not JSON"),
        (["solve", "--table", "", "--hand", "", "--rules", '{"colors": 1}'], "error: colors = 1"),
        (["solve", "--table", "", "--hand", "", "--limit", "0"], "error: limit = 0"),
        (["solve", "--table", "", "--hand", "", "--limit", "soon"], "--limit"),
        (["solve", "--table", "", "--hand", "", "--objective", "most"], "most"),
        (["solve", "file.jsonl"], "files are only read with --jsonl"),
        (["solve", "--jsonl", "--hand", "r3"], "--hand cannot be combined with --jsonl"),
        (["solve", "--jsonl", "no-such-file"], "no-such-file: No such file"),
        (["solve", "--jsonl", "--limit", "-1"], "error: limit = -1"),
        (["dance"], "dance"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_usage(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_help_and_version() -> None:
    for arguments in (["--help"], ["solve", "--help"], ["check", "--help"], ["demo", "--help"]):
        done = run(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
    version = run("--version").stdout
    done = subprocess.run(
        [sys.executable, "-m", "rummy_fast", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == version
    assert version.startswith("rummy-fast 0.")


def test_demo() -> None:
    done = run("demo", str(DATA / "selfplay.jsonl"))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert sum(line.startswith("Table  ") for line in lines) == 24
    assert lines[-1].startswith("888 of 888 answers agree with the oracle; ")
    assert lines[-1].endswith(" positions a second")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'line 1: not a JSON object: ""'),
        ('{"table": [], "hand": "", "opened": true}', 'line 1: "max_tiles" is missing'),
        (
            '{"table": [], "hand": "", "opened": true, "max_tiles": {"schmidt": 0}}',
            "line 1: max_tiles needs a number for each of schmidt, free_jokers",
        ),
        ("\xff", "line 1: not a JSON object"),
    ],
)
def test_files_that_the_demo_refuses(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text(text, encoding="latin-1")
    done = run("demo", str(path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {message}")
    assert len(done.stderr.splitlines()) == 1


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "--record", str(FULL)],
        ["solve", "--table", "r6 r7 r8", "--hand", "r5", "--svg", str(FULL)],
        ["stats", "--deals", "1", "--rounds", "2", "--plot", "full.svg"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_full_disk_names_the_file(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full.svg").symlink_to(FULL)
    assert refused(*arguments) == f"{arguments[-1]}: No space left on device"


def test_a_missing_file_for_the_demo() -> None:
    done = run("demo", "/nowhere/x")
    assert done.returncode == 2
    assert done.stderr == "error: /nowhere/x: No such file or directory\n"
