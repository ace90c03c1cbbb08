"""The state of a game on the page, in Node; tests/web/test_play.py plays it in a browser."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.source

TESTS = Path(__file__).parent / "web" / "play.test.mjs"
NODE = shutil.which("node") or ""


@pytest.mark.skipif(not NODE, reason="needs Node")
def test_the_state_of_a_game() -> None:
    command = [NODE, "--test", "--test-reporter=tap", str(TESTS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout
    assert "# pass 11" in done.stdout
