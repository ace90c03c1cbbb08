"""Node, which runs the JavaScript under test."""

import shutil
import subprocess

import pytest

NODE = shutil.which("node") or ""
OLDEST = 20


def version() -> int:
    """Find the installed version of Node; 0 if there is none."""
    if not NODE:
        return 0
    done = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
    return int(done.stdout.removeprefix("v").partition(".")[0])


needs_node = pytest.mark.skipif(version() < OLDEST, reason=f"needs Node {OLDEST} or later")
