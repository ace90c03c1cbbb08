"""The parts of `make words` beside pybabel: messages of the Rust sources, and English itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from babel.messages.pofile import read_po, write_po

ENGLISH = Path("python/rummy_fast/words/locale/en/LC_MESSAGES/rummy_fast.po")

MACRO = re.compile(r"\b(wording|plural)!\(")
STRING = re.compile(r'\s*"((?:[^"\\]|\\.)*)"\s*,?', re.DOTALL)
COMMENT = re.compile(r"^[ \t]*//.*", re.MULTILINE)
ESCAPE = re.compile(r"\\(?:\n\s*|(.))", re.DOTALL)
PLAIN = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}

Found = tuple[int, str, tuple[str, ...], list[str]]


def _unescaped(literal: str) -> str:
    """Read a Rust string literal; a backslash at the end of a line joins it to the next."""
    return ESCAPE.sub(lambda found: PLAIN[found[1]] if found[1] else "", literal)


def rust(
    file: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[Found]:
    """Find the templates of `wording!` and `plural!`: an extraction method for Babel.

    Args:
        file: A Rust source.
        keywords: Unused.
        comment_tags: Unused.
        options: Unused.

    Yields:
        The line, the name of the macro, its one or two templates, and no comments.
    """
    del keywords, comment_tags, options
    code = COMMENT.sub("", file.read().decode("utf-8")).split("#[cfg(test)]", 1)[0]
    for macro in MACRO.finditer(code):
        texts = []
        at = macro.end()
        while string := STRING.match(code, at):
            texts.append(_unescaped(string[1]))
            at = string.end()
        if texts:
            yield code.count("\n", 0, macro.start()) + 1, macro[1], tuple(texts), []


def fill_english() -> None:
    """Fill the English catalog with the messages of the sources."""
    with ENGLISH.open("rb") as file:
        catalog = read_po(file, locale="en")
    for message in catalog:
        if message.id:
            message.string = message.id
    with ENGLISH.open("wb") as file:
        write_po(file, catalog, width=100)


if __name__ == "__main__":
    fill_english()
