"""The site builds without warnings, is complete, and loads nothing from other hosts."""

import html
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import fill_docs
import plots
import pytest
import rummy_fast as rf
from engines import NUMBERS, ROOT

pytestmark = pytest.mark.source

ERRORS = (ROOT / "docs" / "errors.md").read_text("utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


class Assets(HTMLParser):
    """Collects what a browser loads to show a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "link" and found.get("rel") in {"canonical", "prev", "next"}:
            return
        for name in ("src", "srcset", "poster", "data") + (("href",) if tag != "a" else ()):
            if value := found.get(name):
                self.found.append(value)


def fetched(page: str) -> list[str]:
    assets = Assets()
    assets.feed(page)
    return assets.found


def test_no_page_loads_from_another_host(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) >= 25
    for page in pages:
        found = fetched(page.read_text("utf-8"))
        assert len(found) >= 3
        assert [one for one in found if re.match(r"\w+:|//", one) and "data:" not in one] == [], (
            page
        )
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import\s*)[\"']?(https?:|//)", sheet.read_text("utf-8")), (
            sheet
        )


def test_assets_on_other_hosts_are_found() -> None:
    assert fetched('<a href="https://x"></a><link rel=stylesheet href="//x/y"><img src="z">') == [
        *("//x/y", "z")
    ]


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    built = "".join(page.read_text("utf-8") for page in (site / "reference").glob("*.html"))
    ids = set(re.findall(r'\bid="(rummy_fast\.[\w.]+)"', built))
    missing = {
        name for name in set(rf.__all__) - {"__version__"} if f"rummy_fast.{name}" not in ids
    }
    assert missing == set()
    for name in set(rf.__all__) - {"__version__", "reference"}:
        thing = getattr(rf, name)
        for member in vars(thing) if isinstance(thing, type) else ():
            if not member.startswith("_") and not name.endswith("Error"):
                assert f"rummy_fast.{name}.{member}" in ids, (name, member)


def test_constructors_are_shown(site: Path) -> None:
    """Compiled classes have `__new__` instead of the `__init__` that the pages look for."""
    page = (site / "reference" / "bots.html").read_text("utf-8")
    text = html.unescape(re.sub(r"<[^>]*>", "", page))
    assert re.search(r"Search\(\s*seed: SupportsIndex = 0", text)
    assert "The number of positions to solve for each turn" in text


def test_every_page_is_in_the_navigation(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        link = page.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        assert f'href="{link}"' in index or link == "index.html", link


def test_option_tables_match_the_code() -> None:
    assert fill_docs.filled(RULES) == RULES, "run `make docs-fill`"
    for option in rf.Rules().to_dict():
        assert RULES.count(f"| `{option}` |") >= 2
        assert f"`{option}`" in RULES[: RULES.index("## Options")], option


def test_every_rule_names_its_pages() -> None:
    rules = re.split(r"^### Rule ", RULES[: RULES.index("## Options")], flags=re.MULTILINE)[1:]
    assert [int(re.match(r"\d+", rule)[0]) for rule in rules] == list(range(1, 19))  # type: ignore[index]
    for rule in rules:
        assert re.search(r"^Pages: (.*(DE 3|FR 5|FR 6|IT 8|ES 16)|none)", rule, re.MULTILINE), rule


PERFORMANCE = (ROOT / "docs" / "performance.md").read_text("utf-8")


@pytest.mark.parametrize("name", plots.PLOTS)
def test_charts_show_the_recorded_figures(name: str) -> None:
    committed = (plots.PICTURES / name).read_text("utf-8")
    assert committed == plots.PLOTS[name](PERFORMANCE), "run `make docs-fill`"
    ET.fromstring(committed)  # noqa: S314 - our own picture


def test_the_figures_of_the_charts_are_read() -> None:
    assert plots.count_arrangements()[13] == 211_460_957_645_101
    speeds = plots.speeds(PERFORMANCE)
    assert list(speeds) == list(plots.SETS)
    for ours, peer in speeds.values():
        assert (ours.solver, ours.ratio) == ("rummy_fast", 1)
        assert peer.solver.startswith("rummikub-solver ")
        assert 0 < ours.median < peer.median
    assert len(plots.costs(PERFORMANCE)) >= 10


# Errors and reasons


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading, split into cells."""
    part = ERRORS[ERRORS.index(f"## {heading}") :].split("\n## ")[0]
    return [
        [cell.strip() for cell in line[1:-1].split("|")]
        for line in part.splitlines()
        if line.startswith("| `")
    ]


def codes(path: str) -> set[str]:
    """The codes that a Rust file defines."""
    return set(
        re.findall(r'^ +Self::\w+.*=> "(\w+)",$', (ROOT / path).read_text("utf-8"), re.MULTILINE)
    )


def test_every_error_class_is_documented() -> None:
    documented = {row[0].strip("`"): row[2].strip("`") for row in rows("Error classes")}
    assert set(documented) == {
        name
        for name in rf.__all__
        if isinstance(kind := getattr(rf, name), type) and issubclass(kind, Exception)
    }
    own = ("Notation", "InvalidMeld", "InvalidTable", "InvalidRules", "IllegalTurn")
    assert [documented[f"{name}Error"] for name in own] == [
        *("invalid_notation", "invalid_meld", "invalid_table", "invalid_rules", "illegal_turn")
    ]
    assert {code for code in documented.values() if code} < set(NUMBERS)


def test_every_reason_is_documented() -> None:
    assert {row[0].strip("`") for row in rows("Reasons of a ruling")} == codes("src/turn/reason.rs")
    # In Python, a check that is stopped raises what stopped it.
    of_rounds = codes("src/round/error.rs") - {"illegal_play", "invalid_table", "stopped"}
    assert {row[0].strip("`") for row in rows("Reasons of a round")} == of_rounds
    assert len(of_rounds) == 5


def test_every_example_has_its_reason() -> None:
    tried = 0
    for code, _, _, example in rows("Reasons of a ruling"):
        texts = re.findall(r"(?:`|<code>)(.*?)(?:`|</code>)", example)
        if not texts:
            continue
        if example.startswith("empty"):
            texts.insert(0, "")
        table, hand, after, *rules = (html.unescape(text) for text in texts)
        verdict = rf.check_turn(
            table,
            hand,
            after,
            opened="not opened" not in example,
            rules=rules[0] if rules else None,
        )
        assert code.strip("`") in {reason.code for reason in verdict.reasons}, (code, verdict)
        tried += 1
    assert tried == len(codes("src/turn/reason.rs")) - 1


def test_every_fault_is_documented() -> None:
    clock = (ROOT / "python" / "rummy_fast" / "clock.py").read_text("utf-8")
    documented = {row[0].strip("`") for row in rows("Faults of players")}
    assert documented == set(re.findall(r'^ +- `"(\w+)"`: ', clock, re.MULTILINE))
