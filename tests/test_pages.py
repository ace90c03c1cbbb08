"""The examples in the README, the documentation and the docstrings do what the pages claim.

Python blocks are executed, or run as doctests if they have prompts. Console blocks are run in a
shell; `...` in their output matches anything. Cargo runs the README's Rust.
"""

import doctest
import importlib
import os
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from engines import ROOT, SCRIPT
from sybil import Document, Example
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.parsers.markdown.lexers import FencedCodeBlockLexer
from typer.main import get_command

README = ROOT / "README.md"
STUB = Path(rf.__file__).with_name("_core.pyi")
DOCS = ROOT / "docs"
ELSEWHERE = {"arena.md": "test_cli_arena.py", "env.md": "test_env_policy.py"}
"""Pages in `docs` whose examples are run by a test of their own."""
PAGES = [
    *(README, STUB),
    *(
        page
        for page in sorted(DOCS.rglob("*.md"))
        if page.parent != DOCS or page.name not in ELSEWHERE
    ),
]
SHOWN = {"text", "rust", "js", "nginx"}
"""Blocks that are not run here: plain text, Rust, which cargo runs, and what needs a server."""
SERVED = "127.0.0.1:8000"
"""In blocks that need a server; test_serve_clients.py and test_serve_matches.py run them."""


def given(page: Path) -> dict[str, Any]:
    """The names that a page's examples assume."""
    match page.name:
        case "bots.md" if page.parent == DOCS:
            return {"view": rf.Round.deal(seed=7).view(0)}
        case "words.md" if page.parent == DOCS:
            return {"reason": rf.check_turn("r1 r2 r3", "r4", "r1 r2 r3").reasons[0]}
        case "_core.pyi":
            return {
                "rf": rf,
                "threading": importlib.import_module("threading"),
                "table": "g2 g3 g4 g5",
                "hand": "g6 y2 b2",
            }
        case _:
            return {}


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block with their output."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert not parts[0], f"a console block begins with its command: {block}"
    split = [re.match(r"((?:[^\n]*\\\n)*[^\n]*\n)(.*)", part, re.DOTALL) for part in parts[1:]]
    return [(found[1], found[2]) for found in split if found]


def run_console(example: Example) -> str | None:
    """Run the commands of a console block; return the first that prints something else."""
    for command, output in commands(example.parsed):
        done = subprocess.run(  # noqa: S602 - the way a user types it
            command, shell=True, capture_output=True, text=True, check=False
        )
        pattern = ".*".join(re.escape(part) for part in output.split("..."))
        if done.stderr or not re.fullmatch(pattern, done.stdout, re.DOTALL):
            return f"$ {command}{done.stdout}{done.stderr}"
    return None


def text_of(page: Path) -> str:
    """A page with the files that it includes."""
    return re.sub(
        r'^--8<-- "(.*)"$',
        lambda found: (ROOT / found[1]).read_text("utf-8"),
        page.read_text("utf-8"),
        flags=re.MULTILINE,
    )


def parsed(page: Path) -> Document:
    document = Document(text_of(page), str(page))
    python = PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)
    sessions = PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)
    sessions.codeblock_parser = CodeBlockParser("pycon", PythonEvaluator())
    for parser in (python, sessions, CodeBlockParser("console", run_console)):
        for region in parser(document):
            document.add(region)
    return document


def name(page: Path) -> str:
    return str(page.relative_to(ROOT) if page.is_relative_to(ROOT) else page)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PATH", f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    document = parsed(page)
    document.namespace.update(given(page))
    for example in document:
        if SERVED not in str(example.parsed):
            example.evaluate()


def test_the_examples_are_found() -> None:
    seen = Counter(
        "console" if example.region.evaluator is run_console else "python"
        for page in PAGES
        for example in parsed(page)
    )
    assert seen["python"] >= 140
    assert seen["console"] >= 11
    for page in (README, STUB, DOCS / "index.md", DOCS / "rules.md", *DOCS.glob("guide/*.md")):
        assert list(parsed(page)), page


def test_every_script_is_run() -> None:
    scripts = sorted(file.name for file in (ROOT / "examples").glob("*.py"))
    assert len(scripts) >= 4
    consoles = "".join(blocks("console"))
    for script in scripts:
        assert f"$ python examples/{script}\n" in consoles


def test_the_other_pages_have_tests_of_their_own() -> None:
    for page, test in ELSEWHERE.items():
        if (DOCS / page).exists():
            assert page in (Path(__file__).parent / test).read_text("utf-8")


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n```\n\n```console\n$ echo a...b\nb\n```\n", "utf-8")
    wrong = list(parsed(page))
    assert len(wrong) == 2
    for example in wrong:
        with pytest.raises(AssertionError, match="did not evaluate as expected"):
            example.evaluate()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_block_is_skipped(page: Path) -> None:
    """Every fenced block is of a kind that is run, checked or known to be only shown."""
    text = text_of(page)
    fences = re.findall(r"^ *```(.*)$", text, re.MULTILINE)
    assert len(fences) % 2 == 0
    assert set(fences[::2]) <= {"python", "pycon", "console", "sh"} | SHOWN
    assert set(fences[1::2]) <= {""}


def blocks(language: str) -> list[str]:
    """All blocks of a language."""
    lexer = FencedCodeBlockLexer(re.escape(language))
    return [
        str(region.lexemes["source"])
        for page in PAGES
        for region in lexer(Document(text_of(page), str(page)))
    ]


def test_commands_that_are_only_shown_exist() -> None:
    """Builds, installs and long measurements: their targets, commands and options exist."""
    group = get_command(importlib.import_module("rummy_fast.cli.app").app)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    seen = Counter[str]()
    for line in "".join(blocks("sh")).splitlines():
        words = shlex.split(line, comments=True)
        match words:
            case ["make", target, *_]:
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), line
            case ["rummy-fast", command, *rest]:
                known = {
                    option
                    for param in group.commands[command].params  # type: ignore[attr-defined]
                    for option in [*param.opts, *param.secondary_opts]
                }
                assert {word for word in rest if word.startswith("--")} <= known, line
            case ["node", script, *_]:
                assert (ROOT / script).exists(), line
            case _:
                assert words == [] or words[0] in {"pip", "cargo", "curl"}, line
        seen.update(words[:1])
    assert seen["make"] >= 5
    assert seen["rummy-fast"] >= 2


def test_docstrings() -> None:
    package = Path(rf.__file__).parent
    tried = [
        doctest.testmod(importlib.import_module(".".join(path.with_suffix("").parts)))
        for path in (file.relative_to(package.parent) for file in sorted(package.rglob("*.py")))
        if ">>> " in (package.parent / path).read_text("utf-8")
    ]
    assert len(tried) >= 8
    assert sum(one.attempted for one in tried) >= 25
    assert sum(one.failed for one in tried) == 0
