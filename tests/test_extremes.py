"""Limits on time and memory hold for extreme decks; `make soak` tries more of them."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("extremes.py")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_limits_hold_for_extreme_decks() -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM, "12"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("12 positions, 0 beyond the bounds"), done.stdout
