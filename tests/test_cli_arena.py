"""`rummy-fast arena`: output, files and exit codes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import rummy_fast as rf
from test_cli import SCRIPT, refused, run
from test_cli_match import asked, on_a_terminal

ROOT = Path(__file__).parent.parent
SMALL = ("arena", "--bots", "greedy,careful", "--pairs", "3", "--workers", "1")


def test_arena_in_json() -> None:
    bots = "search:positions=1, careful ,greedy"
    found = asked("arena", "--bots", bots, "--pairs", "2", "--seed", "4", "--workers", "2")
    names = ["search:positions=1", "careful", "greedy"]
    result = rf.Arena(names, pairs=2, seed=4, workers=1).play()
    assert found == json.loads(json.dumps(result.to_dict()))
    assert [one["name"] for one in found["bots"]] == names
    for one, standing in zip(found["bots"], result.bots, strict=True):
        low, high = one["win_rate_ci"]
        assert 0 <= low <= one["win_rate"] <= high <= 1
        low, high = one["mean_score_ci"]
        assert low <= one["mean_score"] <= high
        assert one["rating"] == pytest.approx(standing.rating, abs=1e-6)
    assert sum(one["win_rate"] for one in found["bots"]) == pytest.approx(1.5, abs=1e-5)
    assert sum(one["mean_score"] for one in found["bots"]) == pytest.approx(0, abs=1e-5)
    assert [one["bots"] for one in found["pairings"]] == [names[:2], names[::2], names[1:]]
    assert found["complete"] is True


def test_arena_in_a_table_and_a_plot(tmp_path: Path) -> None:
    plot, save = tmp_path / "arena.svg", tmp_path / "deals.jsonl"
    options = ("--bots", "greedy,careful,greedy", "--pairs", "3", "--workers", "2")
    done = run("arena", *options, "--save", str(save), "--plot", str(plot))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "3 mirrored deals"
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in lines if "│" in line]
    assert len(rows) == 3 + 3
    result = rf.Arena(["greedy", "careful", "greedy"], pairs=3, save=save).result
    assert result.complete
    assert [row[0] for row in rows[:3]] == [one.name for one in result.ranking]
    rate = result.ranking[0].merit.win_rate
    assert rate is not None
    numbers = f"{100 * rate.value:.1f} ({100 * rate.low:.1f} … {100 * rate.high:.1f})"
    assert rows[0][1] == numbers
    assert [row[:2] for row in rows[3:]] == [
        ["greedy 1", "careful"],
        ["greedy 1", "greedy 2"],
        ["careful", "greedy 2"],
    ]
    assert rows[4][2].startswith("50.0 (")
    assert rows[4][3] == "0.0 (0.0 … 0.0)"
    assert max(map(len, lines)) <= 100
    assert "Equal bots each win 50.0 %." in lines[-1]
    assert plot.read_text(encoding="utf-8").count("<path") > 10
    german = run("arena", *options, "--save", str(save), "--lang", "de").stdout
    assert german.startswith("3 gespiegelte Geben\n")


def test_two_bots_have_one_table() -> None:
    done = run(*SMALL, "--seats", "3", "--gauntlet")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("greedy") == 1
    assert "Equal bots each win 33.3 %." in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals there")
def test_progress_is_shown_on_a_terminal() -> None:
    shown = on_a_terminal(*SMALL, "--json")
    assert "deals" in shown
    assert "/3" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "greedy"], "an arena takes 2 to 100 bots, got 1"),
        (["--bots", "greedy,clever"], 'bot 2: unknown bot "clever": the built-in bots are greedy'),
        (["--bots", ""], "an arena takes 2 to 100 bots, got 1"),
        (["--bots", "greedy,search:positions=0"], "bot 2: positions = 0: must be"),
        (["--bots", "greedy,search:soon"], 'bot 2: invalid level "soon": the level of search is'),
        (["--bots", "greedy:seconds=1,search"], "bot 1: greedy has no level, only search has"),
        (["--pairs", "0"], "pairs = 0: must be a whole number from 1 to 1000000000"),
        (["--pairs", "-7"], "pairs = -7: must be"),
        (["--seed", "-1"], "seed = -1: must be a whole number from 0 to 2**64 - 1"),
        (["--seats", "5"], "seats = 5: these rules are for 2 to 4 players (rule 2)"),
        (["--workers", "0"], "workers = 0: must be a whole number from 1 to 1024"),
        (["--limit", "0"], "limit = 0.0: must be more than 0"),
        (["--rules", "smith"], 'unknown preset "smith"'),
        (["--save", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["--save", "/"], "/: Is a directory"),
        (["--plot", "/nowhere/x.svg"], "/nowhere/x.svg: the folder does not exist"),
        (["--plot", "x.doc"], "x.doc: the file type must be one of"),
    ],
)
def test_refusals_of_arena(arguments: list[str], message: str) -> None:
    assert message in refused("arena", *arguments)


def test_the_file_of_another_arena(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    assert run(*SMALL, "--save", str(path)).returncode == 0
    error = refused(*SMALL, "--seed", "1", "--save", str(path))
    assert error == f"{path} belongs to another arena: its seed is 0, here it is 1"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk() -> None:
    done = run(*SMALL, "--save", "/dev/full")
    assert done.returncode == 1
    message = "error: /dev/full: No space left on device; finished 0 of 3 deals\n"
    assert done.stderr == message


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_an_interrupted_arena_can_be_resumed(tmp_path: Path, sign: signal.Signals) -> None:
    path = tmp_path / "deals.jsonl"
    options = ("--bots", "greedy,careful", "--json", "--workers", "1", "--save", str(path))
    command = [str(SCRIPT), "arena", *options, "--pairs", "1000000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if path.exists() and path.read_bytes().count(b"\n") > 4:
                break
            time.sleep(0.01)
        # Ctrl-C in a terminal also reaches the workers.
        if sign == signal.SIGINT:
            os.killpg(process.pid, sign)
        else:
            process.send_signal(sign)
        answer, errors = process.communicate(timeout=60)
    deals = path.read_bytes().count(b"\n") - 1
    assert deals > 3
    if sign == signal.SIGINT:
        assert process.returncode == 130
        assert errors.decode() == f"error: stopped; finished {deals} of 1000000 deals\n"
        found = json.loads(answer)
        assert found["complete"] is False
        assert [one["deals"] for one in found["bots"]] == [deals] * 2
    found = asked("arena", *options[:-4], "--save", str(path), "--pairs", str(deals))
    assert found == asked("arena", *options[:-4], "--pairs", str(deals), "--workers", "2")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_workers_end_when_the_command_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    command = [str(SCRIPT), "arena", "--pairs", "1000000", "--workers", "1", "--save", str(path)]
    command += ["--bots", "search:seconds=1000,greedy"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.parent.exists():
            process.kill()
            pytest.skip("no /proc here")
        deadline = time.monotonic() + 60
        while len(workers := children.read_text(encoding="ascii").split()) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.kill()
        # The workers hold the pipe, too, so this waits until all have ended.
        process.communicate(timeout=60)
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_missing_library_is_named(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['openskill'] = None\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "rummy_fast", "arena"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 2
    assert done.stderr == "error: arena needs openskill: pip install 'rummy_fast[arena]'\n"


def test_the_bot_of_the_documentation(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(# mine\.py\n.*?)```", text, re.DOTALL)
    short = block.replace("pairs=50", "pairs=1").replace('"search:positions=1000"', '"careful"')
    assert short.count("pairs=1") == short.count('"careful"') == 1
    (tmp_path / "mine.py").write_text(short, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "mine.py"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert sorted(line.split()[0] for line in lines) == ["careful", "greedy", "mine"]
    assert all(line.endswith(" 0") for line in lines), "no faults"
