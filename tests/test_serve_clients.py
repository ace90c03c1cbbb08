"""Clients that know nothing of this package, over the WebSocket."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from engines import ROOT
from served import DEADLINE, Server

pytestmark = pytest.mark.source

GUIDE = (ROOT / "docs" / "guide" / "engine.md").read_text("utf-8")
SECTION = GUIDE[GUIDE.index("## Over WebSocket") : GUIDE.index("## From a shell")]
BEST = ["y2", "g6", "b2"]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def example(language: str) -> str:
    """The example of the guide in a language."""
    found = re.findall(rf"```{language}\n(.*?)```", SECTION, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def run(server: Server, command: list[str], source: str, path: Path) -> str:
    path.write_text(source.replace("ws://127.0.0.1:8000/ws", server.ws), "utf-8")
    assert server.ws in path.read_text("utf-8")
    done = subprocess.run(
        [*command, str(path)],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
        env={**os.environ, "PYTHONWARNINGS": "default"},
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


def test_a_library_from_the_index(server: Server, tmp_path: Path) -> None:
    """`jsonrpc-websocket`, unchanged: calls, errors and notifications."""
    printed = run(server, [sys.executable], example("python"), tmp_path / "client.py")
    assert printed == example("text")


def test_node(server: Server, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node 22 or later, which has WebSocket")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    options = []
    if int(version.stdout.removeprefix("v").partition(".")[0]) < 22:
        # Node 20 has it, too, but not by default.
        options.append("--experimental-websocket")
    printed = run(server, [node, *options], example("js"), tmp_path / "client.mjs")
    assert json.loads(printed)["tiles"] == BEST
