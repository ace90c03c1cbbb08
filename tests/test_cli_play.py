"""`rummy-fast play` in a real terminal: matches, and options that are refused."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path
from time import monotonic, sleep
from typing import Self

import pytest
import rummy_fast as rf

DEADLINE = 90.0
"""Seconds after which a wait fails: far more than any wait takes, even on a busy machine."""
COMMAND = [sys.executable, "-m", "rummy_fast", "play"]
ENGLISH = {**os.environ, "LANGUAGE": "en", "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the saved matches of each test apart, on every platform's folder for data."""
    for name in ("XDG_DATA_HOME", "HOME"):
        monkeypatch.setitem(ENGLISH, name, str(tmp_path / "data"))
    return tmp_path / "data" / "rummy_fast" / "matches"


class Terminal:
    """The game in a terminal of 80 by 24."""

    def __init__(self, *options: str) -> None:
        self.shown = b""
        self.end, inner = pty.openpty()
        termios.tcsetwinsize(inner, (24, 80))
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=ENGLISH,
            start_new_session=True,
        )
        os.close(inner)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)

    def _read(self) -> bool:
        """Read what is there; return False at the end of the output."""
        if not select.select([self.end], [], [], 0.2)[0]:
            return True
        try:
            found = os.read(self.end, 1 << 16)
        except OSError:
            return False
        self.shown += found
        return bool(found)

    def until(self, text: str) -> None:
        began = monotonic()
        while text.encode() not in self.shown:
            assert self._read(), self.shown[-2000:]
            assert monotonic() - began < DEADLINE, self.shown[-2000:]

    def type(self, text: str | bytes) -> None:
        self.shown = b""
        os.write(self.end, text.encode() if isinstance(text, str) else text)

    def code(self) -> int:
        """Wait for the process to end, and return its exit code."""
        while self._read():
            pass
        return self.process.wait()


def test_a_match_in_a_real_terminal(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    options = ["--seed", "5", "--rounds", "2", "--record", str(record), "--pace", "0"]
    with Terminal(*options) as terminal:
        terminal.until("Your turn: play tiles, or draw one.")
        terminal.type("h")
        terminal.until("Play r9 r10 r11 r12")
        terminal.type("\r")
        terminal.until("you can end the turn")
        terminal.type("e")
        terminal.until("You play r9 r10 r11 r12.")
        terminal.until("Your turn: play tiles, or draw one.")
        terminal.type("q")
        terminal.until("Leave the match?")
        terminal.type("y")
        terminal.until("The seed was 5.")
        assert terminal.code() == 0
    played = rf.Record.read(record)
    assert played.names == ("You", "greedy")
    assert (played.seed, played.rounds, played.complete) == (5, 2, False)
    assert played.turns >= 2
    first = played.replay(1).round.events[0]
    assert [str(tile) for tile in first.tiles] == ["r9", "r10", "r11", "r12"]


def test_a_match_resumes_where_it_was_left(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    kept = (Path(__file__).parent / "data" / "play" / "split.txt").read_text("utf-8")
    record.write_text(kept + "turn 22 seat 0 dra", "utf-8")
    with Terminal("--resume", str(record), "--pace", "0") as terminal:
        terminal.until("Your turn: play tiles, or draw one.")
        terminal.until("pool 65")
        terminal.type("d")
        terminal.until("You draw")
        terminal.until("Your turn")
        terminal.type("q")
        terminal.until("Leave the match?")
        terminal.type("y")
        assert terminal.code() == 0
    now = record.read_text("utf-8")
    assert now.startswith(kept)
    assert "\nturn 22 seat 0 draws " in now
    assert rf.Record.read(record).turns >= 23


def test_a_killed_match_goes_on(matches: Path) -> None:
    with Terminal("--seed", "5", "--pace", "0") as terminal:
        terminal.until("Your turn: play tiles, or draw one.")
        terminal.type("d")
        terminal.until("You draw")
        terminal.until("Your turn")
        terminal.process.send_signal(signal.SIGKILL)
        terminal.process.wait()
    (path,) = matches.glob("*.record")
    left = rf.Record.read(path, salvage=True)
    assert (left.seed, left.complete) == (5, False)
    assert left.turns >= 2
    text = path.read_text("utf-8")

    # The first screen offers it, and it continues in the same file.
    with Terminal("--pace", "0") as terminal:
        terminal.until("Continue")
        terminal.type("\r")
        terminal.until("Your turn: play tiles, or draw one.")

        # Nobody else plays it meanwhile.
        with Terminal("--resume", str(path)) as other:
            assert other.code() == 2
            assert b"is being played in another terminal" in other.shown
        with Terminal("--resume", "last") as other:
            assert other.code() == 2
            assert b"error: there is no match to continue" in other.shown

        terminal.type("d")
        terminal.until("You draw")
        terminal.until("Your turn")
        terminal.type("q")
        terminal.until("Leave the match?")
        terminal.type("y")
        terminal.until("The match is saved. To continue:")
        assert terminal.code() == 0
        assert f"rummy-fast play --resume {path}".encode() in terminal.shown.replace(b"\r\n", b"")
    now = rf.Record.read(path)
    assert now.turns >= left.turns + 2
    assert path.read_text("utf-8").startswith(text[: text.rfind("\n") + 1])

    with Terminal("--resume", "last", "--pace", "0") as terminal:
        terminal.until("Your turn: play tiles, or draw one.")
        # The terminal is closed.
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.wait()
    assert rf.Record.read(path, salvage=True).turns == now.turns


def test_a_match_without_a_turn_leaves_nothing(matches: Path) -> None:
    with Terminal("--seed", "5", "--pace", "0") as terminal:
        terminal.until("Your turn: play tiles, or draw one.")
        assert len(list(matches.glob("*.record"))) == 1
        terminal.type("q")
        terminal.until("Leave the match?")
        terminal.type("y")
        assert terminal.code() == 0
        assert b"To continue" not in terminal.shown
    assert not list(matches.iterdir())


def test_bytes_that_are_not_utf_8_are_ignored() -> None:
    with Terminal("--seed", "5", "--pace", "0") as terminal:
        terminal.until("Your turn: play tiles, or draw one.")
        # A letter of a Latin-1 terminal, a paste, half a letter, and any byte that is none.
        for data in (b"\xe4", "Gr\xfc\xdfe".encode("latin-1"), b"\xc3", bytes(range(0x80, 0x100))):
            terminal.type(data)
            sleep(0.3)
            terminal.type("o")
            terminal.until("12")
        terminal.type("d")
        terminal.until("You draw")
        assert terminal.process.poll() is None


def test_a_record_is_not_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    kept = (Path(__file__).parent / "data" / "play" / "split.txt").read_text("utf-8")
    record.write_text(kept, "utf-8")
    with Terminal("--record", str(record)) as terminal:
        assert terminal.code() == 2
        message = f"error: {record} exists: continue it with --resume {record}, or choose another"
        assert message.encode() in terminal.shown
    assert record.read_text("utf-8") == kept


def test_a_new_game_is_chosen_on_the_first_screen(matches: Path) -> None:
    with Terminal("--pace", "0", "--lang", "de") as terminal:
        terminal.until("Neues Spiel")
        terminal.type("\r")
        terminal.until("Stapel")
        assert len(list(matches.glob("*.record"))) == 1
    with Terminal() as terminal:
        terminal.until("New game")
        terminal.type("\x1b")
        assert terminal.code() == 0


def test_records_that_cannot_be_resumed_are_refused(tmp_path: Path) -> None:
    path, over = tmp_path / "match.txt", tmp_path / "over.txt"
    rf.Match(["greedy", "greedy"], record=path).play()
    match = rf.Match([None, "greedy"], record=over)
    while not match.over:
        if match.waits_for_guest:
            match.take(rf.Greedy().choose(match.round.view(0)))
        else:
            match.step()
    for options, message in (
        (["--resume", str(path)], "error: 0 seats are for a person: there must be exactly one"),
        (["--resume", str(over)], "error: the match is over (rule 16)"),
        (["--resume", str(tmp_path / "none")], f"error: {tmp_path}/none: No such file"),
        (
            ["--resume", str(path), "--no-clock"],
            "error: --clock/--no-clock cannot be combined with --resume: the record has it",
        ),
        (["--resume", str(path), "--seed", "3"], "error: --seed cannot be combined with --resume"),
    ):
        with Terminal(*options) as terminal:
            assert terminal.code() == 2
            assert terminal.shown.decode().startswith(message)


def test_the_options_for_language_and_seats_work(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    options = ["--against", "greedy, greedy", "--lang", "de", "--no-clock", "--record", str(record)]
    with Terminal(*options) as terminal:
        terminal.until("Stapel")
        terminal.type("q")
        terminal.until("?")
        terminal.type("y")
        terminal.code()
    played = rf.Record.read(record)
    assert played.names[1:] == ("greedy 1", "greedy 2")
    assert played.bots == (None, "greedy:tidy", "greedy:tidy")
    assert played.rules.turn_seconds is None
    assert f"{played.seed}".encode() in terminal.shown


def run(script: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command without a terminal, after a line of Python."""
    start = "import sys; sys.argv[0] = 'rummy-fast'; from rummy_fast.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", f"{script}; {start}", "play", *options],
        capture_output=True,
        text=True,
        env=ENGLISH,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--against", "nobody"], 'error: seat 1: unknown bot "nobody": '),
        (["--against", "greedy,,greedy"], 'error: seat 2: unknown bot "": '),
        (
            ["--against", ",".join(["greedy"] * 4)],
            "error: seats = 5: these rules are for 2 to 4 players",
        ),
        (["--rounds", "0"], "error: rounds = 0: must be "),
        (["--seed", "-1"], "error: seed = -1: must be "),
        (["--rules", "whist"], 'error: unknown preset "whist"'),
        (["--rules", "{"], "error: --rules is not JSON: "),
        (["--pace", "nan"], "error: --pace = nan: must be from 0 to 60 seconds"),
        (["--lang", "xx"], 'error: unknown language "xx": the languages are '),
        (["--record", "/nowhere/at/all"], "error: /nowhere/at/all: No such file or directory"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options: list[str], message: str) -> None:
    with Terminal(*options) as terminal:
        assert terminal.code() == 2
        (line,) = terminal.shown.decode().splitlines()
        assert line.startswith(message)


def test_a_record_that_cannot_be_started_is_named() -> None:
    with Terminal("--record", "/dev/full") as terminal:
        assert terminal.code() == 2
        assert terminal.shown.startswith(b"error: /dev/full: No space left on device\r\n")


def test_without_a_terminal_nothing_is_played(tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    done = run("pass", "--record", str(record))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: rummy-fast play needs a terminal\n"
    assert not record.exists()


def test_without_the_extra_it_says_what_to_install() -> None:
    done = run("import sys; sys.modules['textual'] = None")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rummy-fast play needs textual: pip install 'rummy_fast[play]'\n"


def test_nothing_else_needs_the_extra() -> None:
    script = "import sys, rummy_fast.cli.app, rummy_fast.play.editor; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "'rummy_fast.play.editor'" in done.stdout
    assert "'textual" not in done.stdout
