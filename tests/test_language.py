"""One word for one thing: words that were given up do not come back."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from dependencies import without_comments

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
ROOMS = ("src", "python", "tests", "tools", "benches", "examples", "fuzz", "docs")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")

EVERYWHERE = {
    r"cards?": "tile",
    r"piles?": "pool, heap",
    r"lays?|laid|laying": "play",
    r"bells?|overtimes?": "timeout",
    r"colou(?:rs?|red)": "color",
    r"journals?": "snapshots",
    r"crews?": "WorkerPool",
    r"entrants?|comers?": "contestant",
    r"scribes?": "RecordWriter",
    r"witness(?:es)?": "listener",
    r"askers?": "BotRunner",
    r"house bots?|bots? of the house": "built-in bot",
    r"play-?outs?": "rollout",
    r"lanes?": "color graph",
    r"patience": "node limit",
    r"drawn by lot|(?<!a )lots?": "random",
}
"""Patterns of whole words that are in no name, no comment, no page and no message, and the word
to use instead."""

IN_NAMES = {
    "src/": {"facing", "fresh", "otherwise", "guess", "guesses", "parking"},
    "python/": {"facing", "fresh", "otherwise", "guess", "guesses", "told", "say", "later"},
}
"""Words that are in no name below a folder. Prose may use them in their ordinary sense."""

ALLOWED = {
    ("python/rummy_fast/play/board.py", "bell"): "the method of Textual",
}
"""A file and a word, and why it may be there."""

WORD = re.compile(
    r"(?<![\w-])(?:" + "|".join(f"(?:{pattern})" for pattern in EVERYWHERE) + r")(?![\w-])",
    re.IGNORECASE,
)
CITED = re.compile(r"Computer Journal|ICGA Journal")


def files() -> list[Path]:
    """Every file written in English."""
    found = [ROOT / page for page in PAGES if (ROOT / page).exists()]
    for room in ROOMS:
        for kind in ("*.rs", "*.py", "*.pyi", "*.md"):
            found += sorted((ROOT / room).rglob(kind))
    left_out = {"target", "data", "corpus"}
    return [path for path in found if not left_out & set(path.relative_to(ROOT).parts)]


def parts_of(name: str) -> list[str]:
    """The words of a name: `RecordWriter` and `record_writer` have two."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def names_in(path: Path, text: str) -> Iterator[str]:
    """The names in a source file."""
    if path.suffix in {".py", ".pyi"}:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                yield token.string
    elif path.suffix == ".rs":
        code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', without_comments(text))
        yield from re.findall(r"\b[A-Za-z_]\w*", code)
    yield path.stem


def given_up(text: str, path: Path, where: str) -> set[str]:
    """The words in a file that were given up."""
    plain = CITED.sub("", re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", f"{where} {text}"))
    found = {word.lower() for word in WORD.findall(plain)}
    for folder, words in IN_NAMES.items():
        if where.startswith(folder):
            found |= {part for name in names_in(path, text) for part in parts_of(name)} & words
    return found


def test_words_that_were_given_up_do_not_come_back() -> None:
    every = files()
    assert len(every) > 250
    used = set()
    found = {}
    for path in every:
        where = path.relative_to(ROOT).as_posix()
        if where == "tests/test_language.py":
            continue
        words = given_up(path.read_text(encoding="utf-8"), path, where)
        used |= {(where, word) for word in words} & set(ALLOWED)
        if rest := {word for word in words if (where, word) not in ALLOWED}:
            found[where] = rest
    assert not found
    assert used == set(ALLOWED), "exceptions that are not needed"


def test_given_up_words_are_found() -> None:
    for source, word in {
        "let card = 1;": "card",
        "struct FirstCard;": "card",
        "// the bell rang": "bell",
        'f("tiles laid");': "laid",
        "fn guess_hand() {}": "guess",
        "/// A colour.": "colour",
        "// drawn by lot": "drawn by lot",
    }.items():
        assert word in given_up(source, Path("x.rs"), "src/x.rs")
    ordinary = "wildcard discard layer label a lot of parallel delay; // guess, say, told"
    assert not given_up(ordinary, Path("x.rs"), "src/x.rs")
    assert given_up("told = 1  # say", Path("x.py"), "python/x.py") == {"told"}
    assert not given_up("told = 1  # say", Path("x.py"), "tests/x.py")
