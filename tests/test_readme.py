"""What README and CONTRIBUTING name exists; `test_pages.py` runs the examples of the README."""

import re

import pytest
from engines import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_has_its_examples() -> None:
    assert len(re.findall(r"^\$ ", README, re.MULTILINE)) >= 3
    assert README.count("```python") >= 4
    assert README.count("```rust") >= 1
    assert len(README.splitlines()) <= 150


def test_the_first_screen_says_what_it_is() -> None:
    """What it is, the speed with its chart, a picture of a turn, how to install, some Python."""
    first = README[: README.index("## What else it does")]
    assert "exact" in first.split("\n\n")[1]
    assert "Rummikub-style" in first.split("\n\n")[1]
    for part in ("speed.svg", "turn.svg", "pip install '.[cli]'", "rf.solve("):
        assert part in first
    for picture in re.findall(r"\]\((docs/[\w/]+\.svg)\)", README):
        assert (ROOT / picture).exists(), picture


def test_installs_nothing_from_an_index() -> None:
    """The package is not published, so no page may promise it."""
    pages = [README, *(page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md"))]
    assert len(pages) > 30
    for page in pages:
        assert not re.search(r"pip install '?rummy_fast", page)


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`?make ([a-z-]+)", README))
    assert {"demo", "test", "help"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.source
def test_the_map_is_that_of_the_tree() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+/[\w./-]*)`", contributing))
    assert len(named) > 30
    package = ROOT / "python" / "rummy_fast"
    for path in named:
        assert "NAME" in path or (ROOT / path).exists() or (package / path).exists(), path
    found = 0
    for folder in (ROOT / "src", package):
        for path in folder.iterdir():
            if path.is_dir() and path.name != "__pycache__":
                found += 1
                assert re.search(rf"\b{path.name}(/|\.rs)`", contributing), path
    assert found > 12
