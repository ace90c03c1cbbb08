"""The example for Node: a match played through the client."""

import json
import os
import re
import subprocess

import rummy_fast as rf
from engines import ROOT, SCRIPT
from nodes import NODE, needs_node

FOLDER = ROOT / "examples" / "node"

pytestmark = needs_node


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


class PointsFirst:
    """The player of play.mjs."""

    name = "we"

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        del limit
        opened = view.opened[view.seat]
        play = rf.solve(view.table, view.hand, rules=view.rules, opened=opened, objective="points")
        if play:
            return rf.Turn.play(play.table)
        return rf.Turn.draw() if view.pool_size else rf.Turn.pass_()


def test_a_match_agrees_with_python() -> None:
    match = json.loads(
        run(str(FOLDER / "play.mjs"), "--bot", "greedy", "--rounds", "5", "--seed", "40", "--json")
    )
    played = rf.Match([PointsFirst(), "greedy"], rounds=5, seed=40).play()
    assert [one["turns"] for one in match["rounds"]] == [one.turns for one in played.rounds]
    assert [one["scores"] for one in match["rounds"]] == [list(one.scores) for one in played.rounds]
    assert [one["ending"] for one in match["rounds"]] == [one.ending for one in played.rounds]
    assert match["totals"] == list(played.totals)
    assert sum(one["turns"] for one in match["rounds"]) > 100


def test_a_full_match_against_the_strongest_bot() -> None:
    output = run(str(FOLDER / "play.mjs"), "--rounds", "3", "--limit", "0.05")
    lines = output.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == ["round 1", "round 2", "round 3"]
    assert len(lines) == 4
    assert lines[3].startswith("we against search: ")


def test_no_packages() -> None:
    files = [FOLDER / "play.mjs", *(ROOT / "web" / "client").glob("*.js")]
    assert len(files) > 5
    for file in files:
        for name in re.findall(r"""(?:from|import\() ?["'](.*?)["']""", file.read_text("utf-8")):
            assert name == "rummy-fast" or name.startswith(("node:", "./", "../../web/")), name
