"""The README's commands print what it says they print.

Its Python examples run as doctests, its Rust example with cargo.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest
from test_cli import SCRIPT

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    (lines[0], "".join(f"{line}\n" for line in lines[1:]))
    for block in CONSOLE
    for lines in (
        part.rstrip("\n").split("\n") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    )
]


def test_sees_the_examples() -> None:
    assert len(COMMANDS) >= 3
    assert README.count("```python") >= 4
    assert README.count("```rust") >= 1
    assert len(README.splitlines()) <= 150


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[one for one, _ in COMMANDS])
def test_commands(command: str, output: str) -> None:
    done = subprocess.run(  # noqa: S602 - as the README is typed into a shell
        command,
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"},
    )
    assert (done.stdout, done.stderr) == (output, "")


@pytest.mark.source
def test_make_targets_exist() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`?make ([a-z-]+)", README))
    assert {"demo", "test", "help"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
