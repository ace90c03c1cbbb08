"""The README is short and names what is there; `test_pages.py` runs its examples."""

import re

from engines import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_has_its_examples() -> None:
    assert len(re.findall(r"^\$ ", README, re.MULTILINE)) >= 3
    assert README.count("```python") >= 4
    assert README.count("```rust") >= 1
    assert len(README.splitlines()) <= 150


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`?make ([a-z-]+)", README))
    assert {"demo", "test", "help"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
