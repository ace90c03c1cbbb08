"""The client in plain Node, which uses only the engine's messages."""

import json
import os
import shutil
import subprocess

import pytest
import rummy_fast as rf
from engines import ROOT, SCRIPT

FOLDER = ROOT / "examples" / "node"
NODE = shutil.which("node") or ""
OLDEST = 20


def version() -> int:
    """Find the installed version of Node; 0 if there is none."""
    if not NODE:
        return 0
    done = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
    return int(done.stdout.removeprefix("v").partition(".")[0])


pytestmark = pytest.mark.skipif(version() < OLDEST, reason=f"needs Node {OLDEST} or later")


def run(*arguments: str) -> str:
    done = subprocess.run(
        [NODE, *arguments],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        env={**os.environ, "RUMMY_FAST": str(SCRIPT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    return done.stdout


def test_the_client() -> None:
    report = run("--test", str(FOLDER / "client.test.mjs"))
    assert "# fail 0" in report
    assert "# pass 6" in report


def points_first(view: rf.View) -> rf.Turn:
    """Choose as the player of play.mjs does."""
    opened = view.opened[view.seat]
    play = rf.solve(view.table, view.hand, rules=view.rules, opened=opened, objective="points")
    if play:
        return rf.Turn.play(play.table)
    return rf.Turn.draw() if view.pool_size else rf.Turn.pass_()


def test_a_match_agrees_with_python() -> None:
    match = json.loads(
        run(str(FOLDER / "play.mjs"), "--bot", "greedy", "--rounds", "5", "--seed", "40", "--json")
    )
    played = []
    for seed in range(40, 45):
        dealt = rf.Round.deal(2, seed=seed)
        while not dealt.over:
            view = dealt.view(dealt.to_move)
            turn = rf.Greedy().choose(view) if view.seat == 1 else points_first(view)
            dealt.take(view.seat, turn)
        assert dealt.outcome is not None
        played.append({**dealt.outcome.to_dict(), "turns": len(dealt.events)})
    assert match["rounds"] == played
    assert match["totals"] == [sum(one["scores"][seat] for one in played) for seat in (0, 1)]


def test_a_full_match_against_the_strongest_bot() -> None:
    output = run(str(FOLDER / "play.mjs"), "--rounds", "3", "--limit", "0.05")
    lines = output.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == ["round 1", "round 2", "round 3"]
    assert len(lines) == 4
    assert lines[3].startswith("we against search: ")


def test_no_packages() -> None:
    files = sorted(FOLDER.iterdir())
    assert [file.name for file in files] == ["client.mjs", "client.test.mjs", "play.mjs"]
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("import "):
                assert '"node:' in line or '"./' in line, line
