"""The client and the engine as WebAssembly, in Node; `make web` builds them."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import client_types
import pytest
from engine_schema import text
from engines import BINARY, HARD, ROOT
from nodes import NODE, needs_node
from served import Server

pytestmark = pytest.mark.source

DIST = ROOT / "web" / "dist"
MODULE = DIST / "client" / "rummy_fast.wasm"
TESTS = ROOT / "tests" / "web"

built = pytest.mark.skipif(not MODULE.exists(), reason="needs `make web`")


def node(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [NODE, *arguments],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
        env={**os.environ, "RUMMY_ENGINE": str(BINARY), "RUMMY_WEB": str(DIST), **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_types_are_current() -> None:
    assert client_types.PATH.read_text("utf-8") == client_types.types(json.loads(text()))


def test_the_client_has_the_version_of_the_package() -> None:
    package = json.loads((ROOT / "web" / "client" / "package.json").read_text("utf-8"))
    cargo = (ROOT / "Cargo.toml").read_text("utf-8")
    assert f'\nversion = "{package["version"]}"\n' in cargo
    assert "dependencies" not in package


@built
def test_the_module_does_not_grow() -> None:
    module = MODULE.read_bytes()
    assert len(module) <= 1_150_000
    assert len(gzip.compress(module)) <= 450_000


@built
@needs_node
def test_the_client() -> None:
    report = node(
        "--test", "--test-reporter=tap", str(TESTS / "client.test.mjs"), RUMMY_HARD=json.dumps(HARD)
    )
    assert "# fail 0" in report
    assert "# pass 14" in report
    assert "# skipped 0" in report


@built
@needs_node
def test_a_connection_that_breaks() -> None:
    with Server() as server:
        report = node(
            "--experimental-websocket",
            "--no-warnings",
            "--test",
            "--test-reporter=tap",
            str(TESTS / "socket.test.mjs"),
            RUMMY_SERVER=server.ws,
        )
    assert "# fail 0" in report
    assert "# pass 2" in report


@needs_node
def test_the_adapters() -> None:
    report = node(
        "--test",
        "--test-reporter=tap",
        str(TESTS / "adapters.test.mjs"),
        RUMMY_WEB=str(ROOT / "web"),
    )
    assert "# fail 0" in report
    assert "# pass 3" in report


@built
@needs_node
def test_native_and_web_play_the_same() -> None:
    """Some of the 200 rounds of `make web-agreement`."""
    report = node(str(TESTS / "agreement.mjs"), "8", "20")
    assert report.startswith("8 rounds agree: "), report


@built
@needs_node
@pytest.mark.skipif(not shutil.which("npm"), reason="needs npm")
def test_the_npm_package_in_an_empty_folder(tmp_path: Path) -> None:
    npm = ["npm", "--offline", "--no-audit", "--no-fund", "--cache", str(tmp_path / "cache")]
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "web.py"), "--pack", str(tmp_path)], check=True
    )
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "package.json").write_text("{}")
    (packed,) = tmp_path.glob("rummy-fast-*.tgz")
    subprocess.run([*npm, "install", str(packed)], cwd=folder, check=True, capture_output=True)
    names = {path.name for path in (folder / "node_modules" / "rummy-fast").iterdir()}
    assert {"index.js", "index.d.ts", "protocol.d.ts", "worker.js", "rummy_fast.wasm"} <= names
    assert {"README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.md"} <= names
    # The first example of the page about it.
    page = (ROOT / "docs" / "web.md").read_text("utf-8")
    program, printed = (page.split(f"```{kind}\n")[1].split("```")[0] for kind in ("js", "text"))
    (folder / "program.mjs").write_text(program)
    done = subprocess.run(
        [NODE, "program.mjs"], cwd=folder, check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == printed == "y2 g6 b2\n"
