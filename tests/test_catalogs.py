"""The catalogs: every message of the sources, in every language, compiled and shipped."""

import contextlib
import re
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import catalogs
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


def catalog(language: str) -> Catalog:
    return read(SOURCE / language / "LC_MESSAGES" / "rummy_fast.po", language)


def forms(text: str | tuple[str, ...] | list[str] | None) -> Key:
    """List the forms of a message or its translation: one text, or one for each number."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def messages(found: Catalog) -> dict[Key, Message]:
    """Index the messages by their English forms, without the header."""
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


def test_all_macros_are_extracted() -> None:
    """The extraction finds every use of the macros, however it is formatted."""
    seen = 0
    for path in sorted((ROOT / "src").rglob("*.rs")):
        code = re.sub(r"//.*", "", path.read_text("utf-8")).split("#[cfg(test)]", 1)[0]
        used = len(re.findall(r"\b(?:wording|plural)!", code))
        with path.open("rb") as file:
            found = list(catalogs.rust(file, None, None, None))
        assert len(found) == used, path
        assert all(len(texts) == 1 + (macro == "plural") for _, macro, texts, _ in found), path
        seen += used
    assert seen > 70


def test_rust_strings_are_parsed_correctly() -> None:
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
    assert list(catalogs.rust(BytesIO(code), None, None, None)) == [
        (3, "wording", ('a "quoted" \\ text',), []),
        (4, "plural", ("one line", "more\n{count}"), []),
    ]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_translation_is_missing(language: str) -> None:
    found = catalog(language)
    assert list(messages(found)) == list(template()), "the catalogs are out of date: make words"
    assert not found.obsolete
    assert not found.fuzzy
    assert found.num_plurals == 2
    assert list(found.check()) == []
    for key, message in messages(found).items():
        assert not message.fuzzy, key
        translated = forms(message.string)
        assert len(translated) == len(key), key
        assert all(text.strip() for text in translated), key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_translations_have_the_placeholders_of_the_source(language: str) -> None:
    for key, message in messages(catalog(language)).items():
        for text, english in zip(forms(message.string), key, strict=True):
            assert places(text) == places(english), (key, text)


def test_english_is_the_text_of_the_sources() -> None:
    for key, message in messages(catalog("en")).items():
        assert forms(message.string) == key


@pytest.mark.parametrize("language", FOREIGN)
def test_translations_are_translations(language: str) -> None:
    """Few words are the same in two languages; quotes and spaces follow the language."""
    same = {
        key
        for key, message in messages(catalog(language)).items()
        if forms(message.string) == key and re.search("[a-z]{2}", re.sub(r"\{\w+\}", "", key[0]))
    }
    shared = {"joker", "table", "Table", "point", "error: {message}", "{count} point"}
    shared |= {"Color", "Joker", "Position", "Total", "orange"}
    assert {key[0] for key in same} <= shared
    for message in messages(catalog(language)).values():
        for text in forms(message.string):
            assert '"' not in text, text
            assert "'" not in text, text
            assert text.count("„") == text.count("“"), text
            assert text.count("«") == text.count("»"), text
            assert ("„" in text) <= (language == "de"), text
            if language == "fr":
                # French has non-breaking spaces before these signs.
                assert not re.search(r" [:;?!»]|« |[^\s\u00a0\u202f\d][:;?!](?=\s)", text), text
            else:
                assert not re.search(r"[\s\u00a0\u202f][:;?!»]", text), text


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_compiled_catalogs_are_up_to_date(language: str) -> None:
    """The compiled catalogs, also those of the installed package, match the sources."""
    compiled = BytesIO()
    write_mo(compiled, catalog(language))
    compiled.seek(0)
    expected = {key: forms(m.string) for key, m in messages(read_mo(compiled)).items()}
    assert len(expected) > 140
    for folder in (SOURCE, words.LOCALE):
        with (folder / language / "LC_MESSAGES" / "rummy_fast.mo").open("rb") as file:
            found = messages(read_mo(file))
        assert {key: forms(m.string) for key, m in found.items()} == expected, folder
    assert words.LOCALE != SOURCE


def test_every_language_has_a_catalog() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir()}
    assert folders == set(words.LANGUAGES)


def test_the_glossary_agrees_with_the_catalogs() -> None:
    """docs/words.md lists every term in each language, with its page in the booklet."""
    text = (ROOT / "docs" / "words.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| (.+) \| (.+) \| (.+) \| (.+) \|$", text, re.MULTILINE)
    assert "| English | German | French | Italian | Spanish |" in text
    assert [row[0] for row in rows] == list(TERMS)
    for row in rows:
        for language, cell in zip(FOREIGN, row[1:], strict=True):
            pages = {"de": "3", "fr": "[56]", "it": "8", "es": "16"}[language]
            found = re.fullmatch(rf"(.+) \((?:{pages}|-)\)", cell)
            assert found is not None, cell
            assert found[1] == words.words_for(language).gettext(row[0])
