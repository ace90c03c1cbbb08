"""Translations: the choice of language, complete messages, and English for programs."""

import copy
import doctest
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import catalogs
import pytest
import rummy_fast as rf
import sentences
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st
from positions import records
from rummy_fast import words
from rummy_fast.words import LANGUAGES, Words, refusal

ROOT = Path(__file__).parent.parent
SCRIPT = Path(sys.executable).with_name("rummy-fast")
WORDS = {language: words.words_for(language) for language in LANGUAGES}
FOREIGN = [WORDS[language] for language in LANGUAGES if language != "en"]
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def template() -> set[tuple[str, str | None]]:
    """Collect the messages of the catalogs, with their plurals."""
    with (words.LOCALE / "en" / "LC_MESSAGES" / "rummy_fast.po").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {(text, None) if isinstance(text, str) else (text[0], text[1]) for text in ids}


KNOWN = template()


def assert_known(wording: rf.Wording | None) -> None:
    assert wording is not None
    for part in sentences.wordings(wording):
        if part.template != "{all}":  # several messages in a row
            assert (part.template, part.plural) in KNOWN


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return subprocess.run(
        [SCRIPT, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env=kept | {"PYTHONUTF8": "1"} | environment,
    )


# Messages


@pytest.mark.source
def test_every_reason_is_translated() -> None:
    codes = set()
    for turn, reason in sentences.reasons():
        codes.add(reason.code)
        assert_known(reason.wording)
        assert str(reason.wording) == reason.message == WORDS["en"].translate(reason)
        found = {foreign.translate(reason) for foreign in FOREIGN} | {reason.message}
        assert len(found) == len(LANGUAGES), (turn, found)
        for sentence in found:
            assert not re.search(r"[{}]", sentence), sentence
            for word in re.findall(r"\b[rygb]\d+\b", reason.message):
                assert word in sentence
            assert re.findall(r"\d+", sentence.rsplit("(", 1)[-1]) == re.findall(
                r"\d+", reason.message.rsplit("(", 1)[-1]
            ), sentence
    source = (ROOT / "src" / "turn" / "reason.rs").read_text("utf-8")
    variants = re.findall(r'Self::\w+(?: \{ \.\. \})? => "(\w+)"', source)
    assert len(variants) >= 13
    assert codes == set(variants), "a reason without a case in sentences.py"


def test_every_error_is_translated() -> None:
    seen = 0
    for named, error in sentences.refusals():
        seen += 1
        assert_known(error.wording)
        assert str(error.wording) == str(error) == WORDS["en"].translate(error)
        found = {foreign.translate(error) for foreign in FOREIGN} | {str(error)}
        assert len(found) == len(LANGUAGES), found
        for sentence in found:
            assert named in sentence
            assert "{" not in sentence
    assert seen == len(sentences.REFUSALS) > 30


@pytest.mark.source
def test_every_error_of_rounds_and_bots_has_a_case() -> None:
    found = {
        part.template
        for _, error in sentences.refusals()
        if error.wording is not None
        for part in sentences.wordings(error.wording)
    }
    sources = [*sorted((ROOT / "src" / "round").glob("*.rs")), ROOT / "src" / "bots.rs"]
    known: set[str] = set()
    for source in sources:
        assert "thiserror" not in source.read_text("utf-8"), source
        with source.open("rb") as file:
            known |= {texts[0] for _, _, texts, _ in catalogs.rust(file, None, None, None)}
    assert len(known) > 35
    assert known <= found, known - found


def test_nested_messages_are_translated() -> None:
    verdict = rf.check_turn("r8 b8 J", "r9 r10 b9 b10 y1 y2", "r8 r9 r10 | b8 b9 b10 | y1 y2 J")
    assert "y8 or g8" in verdict.reasons[0].message
    assert "y8 oder g8" in WORDS["de"].translate(verdict.reasons[0])
    with pytest.raises(rf.InvalidTableError) as caught:
        rf.Table("r5 y6 g7 | r1 r2 r3 | r1 r2")
    assert WORDS["fr"].translate(caught.value) == (
        "combinaison 1\u00a0: «\u00a0r5 y6 g7\u00a0» n\u2019est ni une série (un seul nombre) ni "
        "une séquence (une seule couleur) (règles 4 et 5)\u202f; combinaison 3\u00a0: "
        "«\u00a0r1 r2\u00a0» compte 2 cartes\u00a0: une combinaison en comprend au moins 3 "
        "(règles 4 et 5)"
    )


def test_plurals() -> None:
    one, two = (
        rf.check_turn("", "y9", result).reasons[-1] for result in ("J r3 r4 r5", "J r3 r4 r5 J")
    )
    assert WORDS["es"].translate(one) == (
        "se ha expuesto un comodín que no está en el soporte (regla 10)"
    )
    assert WORDS["es"].translate(two) == (
        "se han expuesto 2 comodines que no están en el soporte (regla 10)"
    )
    tiles = [WORDS["it"].ngettext("{count} tile", "{count} tiles", count) for count in (0, 1, 2)]
    assert tiles == ["0 carte", "1 carta", "2 carte"]
    points = [WORDS["fr"].ngettext("{count} point", "{count} points", count) for count in (0, 1, 2)]
    assert points == ["0 point", "1 point", "2 points"]


def test_every_step_is_translated() -> None:
    seen: set[str] = set()
    for record in records("selfplay")[:200] + records("rule_cases"):
        for rules in ("schmidt", "free_jokers"):
            if "hand" not in record or record.get("opened") is False:
                continue
            for step in rf.solve(record["table"], record["hand"], rules=rules).steps():
                assert_known(step.wording)
                seen.add(step.wording.template)
                found = {foreign.translate(step) for foreign in FOREIGN} | {step.text}
                assert len(found) == len(LANGUAGES), found
                for sentence in found:
                    assert not re.search(r"[{}]", sentence)
                    tiles = [re.findall(r"\b[rygb]\d+\b", text) for text in (sentence, step.text)]
                    assert sorted(tiles[0]) == sorted(tiles[1])
    assert len(seen) >= 10, seen


@given(st.text(st.sampled_from("rygbJj=|-, 0123456789x\"'{}é"), max_size=30))
def test_errors_of_any_text_are_translated(text: str) -> None:
    found: list[rf.RummyError | rf.Reason] = []
    for read in (rf.Tile, rf.Hand, rf.Meld, rf.Table):
        try:
            read(text)
        except rf.RummyError as error:
            found.append(error)
    found.extend(rf.check_turn("r3 J r5", "r4 y9", text).reasons)
    for thing in found:
        assert_known(thing.wording)
        assert str(thing.wording) == str(thing) == WORDS["en"].translate(thing)
        for foreign in FOREIGN:
            foreign.translate(thing)


def test_a_value_is_not_a_template() -> None:
    with pytest.raises(rf.NotationError) as caught:
        rf.Tile("{most}")
    assert WORDS["de"].translate(caught.value).startswith("„{most}“ ist kein Kärtchen")
    assert WORDS["de"].gettext("error: {message}", message=True) == "Fehler: True"
    assert (
        WORDS["de"].gettext("error: {message}", message="{message} {0}") == "Fehler: {message} {0}"
    )


@pytest.mark.source
def test_all_messages_use_the_macros() -> None:
    """No error or reason of these modules bypasses `wording!`, or it could not be translated."""
    seen = 0
    for room in ("tile", "rules", "meld", "table", "turn"):
        for path in [ROOT / "src" / f"{room}.rs", *(ROOT / "src" / room).glob("*.rs")]:
            seen += 1
            # A stopped check is told to a Rust program only: Python raises its own exceptions.
            text = path.read_text("utf-8").replace('#[error("the check was stopped")]', "")
            assert "#[error" not in text.replace("#[error(transparent)]", ""), path
    assert seen > 10


def test_unknown_messages_stay_as_they_are() -> None:
    reason = rf.Reason("mine", "said {by} me")
    assert [foreign.translate(reason) for foreign in FOREIGN] == ["said {by} me"] * len(FOREIGN)
    assert WORDS["de"].translate(rf.Reason("mine", "")) == ""
    assert WORDS["de"].gettext("") == ""
    assert WORDS["de"].translate(rf.RummyError("plain")) == "plain"
    assert WORDS["de"].translate(KeyError("x")) == "'x'"
    assert rf.RummyError("plain").wording is None


def test_errors_keep_their_wording() -> None:
    with pytest.raises(rf.InvalidMeldError) as caught:
        rf.Meld("r3")
    error = caught.value
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):  # noqa: S301 - our own
        assert (type(again), str(again)) == (type(error), str(error))
        assert again.wording == error.wording
    answers = rf.solve_many([("r3", ""), ("", "")])
    assert isinstance(answers[0], rf.RummyError)
    assert WORDS["it"].translate(answers[0]).startswith("combinazione 1: «r3»")


def test_refusal() -> None:
    error = refusal(rf.InvalidMeldError, "meld {place}: {error}", place=2, error=rf.Tile("r6"))
    assert type(error) is rf.InvalidMeldError
    assert str(error) == "meld 2: r6"
    assert WORDS["es"].translate(error) == "combinación 2: r6"


def test_numbers() -> None:
    written = {language: each.number(1234567.891, 2) for language, each in WORDS.items()}
    thin = "1\u202f234\u202f567,89"
    dots = "1.234.567,89"
    assert written == {"en": "1,234,567.89", "de": dots, "fr": thin, "it": dots, "es": thin}
    assert [each.number(-1000) for each in (WORDS["en"], WORDS["de"])] == ["-1,000", "-1.000"]


# Wording


def test_wording() -> None:
    inner = rf.Wording("b")
    wording = rf.Wording("{x} {count} {y} {z} {no}", {"x": "{y}", "count": 1, "y": inner}, "many")
    assert str(wording) == "{y} 1 b {z} {no}"
    assert wording.values == {"x": "{y}", "count": 1, "y": inner}
    assert (wording.template, wording.plural) == ("{x} {count} {y} {z} {no}", "many")
    assert str(rf.Wording("one", {"count": 2}, "{count}")) == "2"
    assert str(rf.Wording("{all}", {"all": [inner, inner]})) == "b; b"
    assert str(rf.Wording("{n}", {"n": 10**30})) == "1" + "0" * 30
    wording.values.clear()
    assert len(wording.values) == 3


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (("a", {}, "b"), rf.RummyError, 'a whole number named "count"'),
        (("a", {"count": "2"}, "b"), rf.RummyError, "a whole number"),
        (("a", {"x": 1.5}), TypeError, "'values'"),
        (("a", {"x": True}), TypeError, "'values'"),
        (("a", {"x": [1]}), TypeError, "each item to be a Wording"),
        (("a", {1: "x"}), TypeError, "each name to be text"),
        (("a", "x"), TypeError, "values"),
        ((5,), TypeError, "template"),
        (("a", {"x": "\ud800"}), rf.NotationError, "Unicode"),
    ],
)
def test_invalid_wordings(arguments: tuple[Any, ...], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        rf.Wording(*arguments)
    with pytest.raises(TypeError, match="message"):
        rf.Reason("code", arguments)  # type: ignore[arg-type]


def test_nesting_of_wordings_is_limited() -> None:
    wording = rf.Wording("a")
    for _ in range(15):
        wording = rf.Wording("{a}", {"a": wording})
    assert WORDS["fr"].translate(wording) == "a"
    with pytest.raises(rf.RummyError, match="at most 16 deep"):
        rf.Wording("{a}", {"a": wording})


def test_reasons_compare_by_their_english() -> None:
    reason = next(reason for _, reason in sentences.reasons())
    same = rf.Reason(reason.code, reason.message, reason.subject)
    assert same == reason
    assert hash(same) == hash(reason)
    assert same.wording != reason.wording
    assert pickle.loads(pickle.dumps(reason)).wording == reason.wording  # noqa: S301 - our own


# The choice of language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr_CA", "LANG": "de_DE"}, "fr"),
        ({"LC_ALL": "it_CH", "LC_MESSAGES": "fr_CA", "LANG": "de_DE"}, "it"),
        ({"LC_ALL": "C", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "", "LANG": "es_MX.UTF-8"}, "es"),
        ({"LANGUAGE": "nl:es:de", "LC_ALL": "de_DE"}, "es"),
        ({"LANGUAGE": "en_GB:de", "LANG": "de_DE"}, "en"),
    ],
    ids=str,
)
def test_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert words.words_for().language == language
    assert words.words_for("fr").language == "fr"


@pytest.mark.parametrize(
    ("name", "language"),
    [("de", "de"), ("DE", "de"), ("de-CH", "de"), ("fr_BE.UTF-8", "fr"), (" it ", "it")],
)
def test_names(name: str, language: str) -> None:
    assert words.words_for(name).language == language


@pytest.mark.parametrize(
    "name", ["", "nl", "C", "d", "deutsch!", "../de", "/etc", "\0", "\ud800", "é", "x" * 10_000]
)
def test_unknown_language(name: str) -> None:
    with pytest.raises(rf.RummyError, match="the languages are en, de, fr, it, es") as caught:
        words.words_for(name)
    assert len(str(caught.value)) < 100
    assert_known(caught.value.wording)
    with pytest.raises(rf.RummyError, match="unknown language"):
        Words(name)


@pytest.mark.parametrize("name", [5, b"de", ["de"], ("de",)])
def test_a_language_is_text(name: Any) -> None:
    with pytest.raises(TypeError, match="argument 'language': expected text or None, got"):
        words.words_for(name)


def test_docstring() -> None:
    assert doctest.testmod(words).attempted >= 4
    assert doctest.testmod(words).failed == 0


# The command line

SOLVE = ("solve", "--table", "r3 J r5", "--hand", "r4 y9 b9")
CHECK = ("check", "--table", "r1 r2 r3", "--hand", "r4", "--after", "r1 r2 r3")


def test_solve_in_german() -> None:
    done = run(*SOLVE, "--lang", "de")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Tisch       r3 J r5",
        "Kartenbank  r4 y9 b9",
        "Auslegen    r4 y9 b9   3 Kärtchen, 22 Punkte",
        "Tisch danach   (+ = von der Kartenbank)",
        "  r3 +r4 r5   verändert",
        "  +y9 +b9 J   neu",
        "Schritte",
        "  1. Den Joker von r3 J r5 gegen r4 von der Kartenbank austauschen: r3 r4 r5",
        (
            "  2. y9 b9 von der Kartenbank und den frei gewordenen Joker als neue Kombination "
            "auslegen: y9 b9 J"
        ),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_in_every_language(language: str) -> None:
    ours = WORDS[language]
    done = run(*CHECK, "--lang", language)
    assert done.returncode == 1
    reason = rf.check_turn("r1 r2 r3", "r4", "r1 r2 r3").reasons[0]
    head = ours.gettext("Not legal")
    assert done.stdout.splitlines() == [head, f"  {ours.translate(reason)}   [nothing_played]"]
    done = run("demo", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert ours.gettext("The booklet's examples") in done.stdout
    heads = [ours.gettext("Table"), ours.gettext("Hand"), ours.gettext("Play")]
    for head in heads:
        assert len(re.findall(rf"^{head} +", done.stdout, re.MULTILINE)) >= 24
    nothing = run("solve", "--table", "", "--hand", "r1", "--lang", language)
    assert nothing.stdout.split("\n")[0].endswith("  " + ours.gettext("empty"))
    assert nothing.stdout.split("\n")[2].endswith("  " + ours.gettext("nothing"))
    assert nothing.stdout.split("\n")[3] == "  " + ours.gettext("No tile of the hand fits.")


def test_options_and_environment_choose_the_language() -> None:
    italian = run(*CHECK, "--lang", "it").stdout
    assert italian.startswith("Non permesso\n")
    assert run("--lang", "it", *CHECK).stdout == italian
    assert run("--lang", "de", *CHECK, "--lang", "it").stdout == italian
    assert run(*CHECK, LANG="it_IT.UTF-8").stdout == italian
    assert run(*CHECK, LC_ALL="it_IT.UTF-8", LANG="de_DE.UTF-8").stdout == italian
    assert run(*CHECK, "--lang", "it", LC_ALL="de_DE.UTF-8").stdout == italian
    assert run(*CHECK, LC_ALL="ja_JP.UTF-8", LANG="de_DE.UTF-8").stdout.startswith("Not legal\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "r3 r4", "--hand", ""], "Fehler: Kombination 1: „r3 r4“ hat 2 Kärtchen"),
        (["--table", "r3 r4 r5"], "Fehler: --hand fehlt"),
        (["--table", "", "--hand", "", "--rules", "chess"], "Fehler: unbekanntes Regelwerk"),
        (["--table", "", "--hand", "", "--rules", "{"], "Fehler: --rules ist kein JSON"),
        (["--table", "", "--hand", "", "--limit", "0"], "Fehler: limit = 0: erlaubt sind"),
        (["file"], "Fehler: file: Dateien werden nur mit --jsonl gelesen"),
        (["--jsonl", "--hand", "r3"], "Fehler: --hand geht nicht zusammen mit --jsonl"),
        (["--jsonl", "--threads", "0"], "Fehler: threads = 0"),
    ],
    ids=str,
)
def test_errors_in_german(arguments: list[str], message: str) -> None:
    done = run("solve", *arguments, "--lang", "de", stdin="{}\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


def test_file_names_that_are_not_valid_text() -> None:
    for option in ([], ["--jsonl"]):
        done = run("solve", os.fsdecode(b"no-\xff"), *option, "--lang", "es", LC_ALL="C.UTF-8")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("error: no-\\udcff: ")


def test_unknown_language_on_the_command_line() -> None:
    for arguments in ([*SOLVE, "--lang", "nl"], ["--lang", "nl", *SOLVE], ["--lang", "nl"]):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            'error: unknown language "nl": the languages are en, de, fr, it, es\n'
        )
    done = run(*SOLVE, "--lang", "nl", LANG="de_DE.UTF-8")
    assert done.stderr == (
        "Fehler: unbekannte Sprache „nl“: die Sprachen sind en, de, fr, it, es\n"
    )


def test_programs_read_english() -> None:
    problems = "\n".join(
        json.dumps(problem)
        for problem in (
            {"table": ["r3 J r5"], "hand": "r4 y9 b9"},
            {"table": ["r3 r4"], "hand": ""},
            {"table": [], "hand": "", "rules": "chess"},
            {"table": ["r1 r2 r3"], "hand": "r4", "after": ["r1 r2 r3"]},
        )
    )
    for command in ("solve", "check"):
        english = run(command, "--jsonl", stdin=problems, LANG="C")
        assert english.returncode == 0
        assert '"meld 1: \\"r3 r4\\" has 2 tiles' in english.stdout or command == "check"
        for options, environment in (([], {"LC_ALL": "de_DE.UTF-8"}), (["--lang", "de"], {})):
            german = run(command, "--jsonl", *options, stdin=problems, **environment)
            assert german.stdout == english.stdout


def test_a_terminal_without_accents() -> None:
    done = run(*CHECK, "--lang", "fr", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (1, "")
    assert "aucune carte n?a " in done.stdout
