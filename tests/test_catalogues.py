"""The catalogues: all that the sources say is in them, in every language, and they are shipped."""

import contextlib
import re
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import catalogues
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from rummy_fast import words
from rummy_fast.words.terms import TERMS

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "python" / "rummy_fast" / "words" / "locale"
FOREIGN = [language for language in words.LANGUAGES if language != "en"]

Key = tuple[str, ...]


def read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def catalogue(language: str) -> Catalog:
    return read(SOURCE / language / "LC_MESSAGES" / "rummy_fast.po", language)


def forms(text: str | tuple[str, ...] | list[str] | None) -> Key:
    """A message or its translation: one text, or one for each form."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def messages(found: Catalog) -> dict[Key, Message]:
    """The messages by what they are in English; the header is none."""
    return {forms(message.id): message for message in found if message.id}


@cache
def template() -> dict[Key, Message]:
    """Every sentence of the sources, extracted as `make words` does it."""
    with TemporaryDirectory() as folder, contextlib.chdir(ROOT):
        pot = Path(folder) / "rummy_fast.pot"
        pybabel: Any = CommandLineInterface()  # which has no types
        pybabel.run(["pybabel", "--quiet", "extract", "-o", str(pot)])
        found = messages(read(pot))
    assert len(found) > 140
    return found


def places(text: str) -> Counter[str]:
    return Counter(re.findall(r"\{(\w*)\}", text))


def test_macros_of_the_sources_are_all_read() -> None:
    """The extraction sees each use of the macros, however it is played out."""
    seen = 0
    for path in sorted((ROOT / "src").rglob("*.rs")):
        code = re.sub(r"//.*", "", path.read_text("utf-8")).split("#[cfg(test)]", 1)[0]
        used = len(re.findall(r"\b(?:wording|plural)!", code))
        with path.open("rb") as file:
            found = list(catalogues.rust(file, None, None, None))
        assert len(found) == used, path
        assert all(len(texts) == 1 + (macro == "plural") for _, macro, texts, _ in found), path
        seen += used
    assert seen > 70


def test_rust_is_read_as_rust_reads_it() -> None:
    code = b"""
    // wording!("a comment")
    let one = wording!("a \\"quoted\\" \\\\ text", x);
    let two = plural!(
        "one \\
         line",
        "more\\n{count}", count = 2u8,
    );
    #[cfg(test)] mod tests { fn no() { wording!("a test"); } }
    """
    assert list(catalogues.rust(BytesIO(code), None, None, None)) == [
        (3, "wording", ('a "quoted" \\ text',), []),
        (4, "plural", ("one line", "more\n{count}"), []),
    ]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_translation_is_missing(language: str) -> None:
    found = catalogue(language)
    assert list(messages(found)) == list(template()), "the catalogs are out of date: make words"
    assert not found.obsolete
    assert not found.fuzzy
    assert found.num_plurals == 2
    assert list(found.check()) == []
    for key, message in messages(found).items():
        assert not message.fuzzy, key
        said = forms(message.string)
        assert len(said) == len(key), key
        assert all(text.strip() for text in said), key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_translations_have_the_places_of_the_source(language: str) -> None:
    for key, message in messages(catalogue(language)).items():
        for text, english in zip(forms(message.string), key, strict=True):
            assert places(text) == places(english), (key, text)


def test_english_says_what_the_sources_say() -> None:
    for key, message in messages(catalogue("en")).items():
        assert forms(message.string) == key


@pytest.mark.parametrize("language", FOREIGN)
def test_translations_are_translations(language: str) -> None:
    """Few words are the same in two languages, and marks are those of the language."""
    same = {
        key
        for key, message in messages(catalogue(language)).items()
        if forms(message.string) == key and re.search("[a-z]{2}", re.sub(r"\{\w+\}", "", key[0]))
    }
    shared = {"joker", "table", "Table", "point", "error: {message}", "{count} point"}
    shared |= {"Joker", "Total"}
    assert {key[0] for key in same} <= shared
    for message in messages(catalogue(language)).values():
        for text in forms(message.string):
            assert '"' not in text, text
            assert "'" not in text, text
            assert text.count("„") == text.count("“"), text
            assert text.count("«") == text.count("»"), text
            assert ("„" in text) <= (language == "de"), text
            if language == "fr":
                # Spaces before signs are such that no line breaks there.
                assert not re.search(r" [:;?!»]|« |[^\s\u00a0\u202f\d][:;?!](?=\s)", text), text
            else:
                assert not re.search(r"[\s\u00a0\u202f][:;?!»]", text), text


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_is_shipped_is_what_was_written(language: str) -> None:
    """The compiled catalogue of the installed package is the compilation of the one written."""
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    compiled.seek(0)
    expected = {key: forms(m.string) for key, m in messages(read_mo(compiled)).items()}
    assert len(expected) > 140
    for folder in (SOURCE, words.LOCALE):
        with (folder / language / "LC_MESSAGES" / "rummy_fast.mo").open("rb") as file:
            found = messages(read_mo(file))
        assert {key: forms(m.string) for key, m in found.items()} == expected, folder
    assert words.LOCALE != SOURCE


def test_languages_are_those_with_a_catalogue() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    assert folders == set(words.LANGUAGES)


def test_glossary_is_that_of_the_catalogues() -> None:
    """docs/words.md lists every term, as it is said, with the page of the booklet that has it."""
    text = (ROOT / "docs" / "words.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| (.+) \| (.+) \| (.+) \| (.+) \|$", text, re.MULTILINE)
    assert "| English | German | French | Italian | Spanish |" in text
    assert [row[0] for row in rows] == list(TERMS)
    for row in rows:
        for language, cell in zip(FOREIGN, row[1:], strict=True):
            pages = {"de": "3", "fr": "[56]", "it": "8", "es": "16"}[language]
            told = re.fullmatch(rf"(.+) \((?:{pages}|-)\)", cell)
            assert told is not None, cell
            assert told[1] == words.words_for(language).gettext(row[0])
