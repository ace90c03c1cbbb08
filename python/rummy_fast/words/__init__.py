"""Words for people, in the languages of the box: German, French, Italian, Spanish and English.

>>> import rummy_fast as rf
>>> from rummy_fast.words import words_for
>>> verdict = rf.check_turn("r1 r2 r3", "r4", "r1 r2 r3")
>>> print(words_for("it").translate(verdict.reasons[0]))
nessuna carta è stata deposta: chi gioca depone almeno una carta della sua mano (regola 10)

The sentences are gettext catalogues under `locale`; English is what stands in the sources. Reading
them takes nothing but the standard library.
"""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from rummy_fast import Reason, RummyError, Step, Wording

DOMAIN = "rummy_fast"
LOCALE = Path(__file__).parent / "locale"

THIN = "\N{NARROW NO-BREAK SPACE}"
SEPARATORS = {"en": ",.", "de": ".,", "fr": f"{THIN},", "it": ".,", "es": f"{THIN},"}
"""For each language the signs between thousands and before decimals."""

LANGUAGES = tuple(SEPARATORS)
"""The languages there are."""

MOST = 2**63
"""Whole numbers beyond this are kept as text in a wording."""


Refusal = TypeVar("Refusal", bound=RummyError)
"""A kind of error."""


def N_(template: str) -> str:  # noqa: N802, gettext's own name for it
    """Mark a message for extraction without translating it.

    Args:
        template: The English message, to be translated where it is shown.

    Returns:
        The same message.
    """
    return template


def _value(value: object) -> str | int | Wording:
    if isinstance(value, Wording) or (type(value) is int and abs(value) < MOST):
        return value
    if isinstance(value, RummyError) and value.wording is not None:
        return value.wording
    # The names of files can hold what is no text.
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")


def wording(template: str, /, **values: object) -> Wording:
    """Make a sentence that is told later.

    Args:
        template: The English sentence with its places.
        values: What goes into them; an error is told in its own words.

    Returns:
        The sentence with its values apart.
    """
    return Wording(template, {name: _value(value) for name, value in values.items()})


def refusal(kind: type[Refusal], template: str, /, **values: object) -> Refusal:
    """Make an error that can be told in every language.

    Args:
        kind: Which error.
        template: The English sentence with its places.
        values: What goes into them.

    Returns:
        The error, to be raised.
    """
    told = wording(template, **values)
    error = kind(str(told))
    error.wording = told
    return error


def wrong_type(argument: str, expected: str, found: object) -> TypeError:
    """Make the error for an argument of the wrong type, as the compiled part words it.

    Only a programmer meets it, so it is English.

    Args:
        argument: The argument.
        expected: What it should be.
        found: What it is.

    Returns:
        The error, to be raised.
    """
    return TypeError(f"argument {argument!r}: expected {expected}, got {type(found).__name__}")


class Words:
    """The sentences of one language.

    Args:
        language: One of `LANGUAGES`.

    Attributes:
        language: Its code, such as `"de"`.

    Raises:
        RummyError: If there are no words for the language.
    """

    def __init__(self, language: str) -> None:
        """Read the catalogue."""
        if language not in LANGUAGES:
            raise refusal(
                RummyError,
                'unknown language "{language}": the languages are {languages}',
                language=language[:24],
                languages=", ".join(LANGUAGES),
            )
        self.language = language
        with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
            self._catalogue = gettext.GNUTranslations(file)

    def gettext(self, template: str, /, **values: object) -> str:
        """A sentence with its values.

        Args:
            template: The English sentence, with places such as `{tile}`.
            values: What goes into the places.

        Returns:
            The sentence in this language.
        """
        return self._fill(self._translated(template), values)

    def ngettext(self, one: str, more: str, /, count: int, **values: object) -> str:
        """A sentence whose form depends on a number.

        Args:
            one: The English sentence for one thing.
            more: The English sentence for any other number of things.
            count: The number, which may have the place `{count}`.
            values: What goes into the other places.

        Returns:
            The sentence in this language.
        """
        return self._fill(self._catalogue.ngettext(one, more, count), {"count": count, **values})

    def translate(self, thing: Reason | Step | Wording | Exception) -> str:
        """A reason, step, wording or error in this language.

        Args:
            thing: What is to be told; an error that carries no wording is told in English.

        Returns:
            The sentence.
        """
        wording = thing if isinstance(thing, Wording) else getattr(thing, "wording", None)
        return str(thing) if wording is None else self._translate(wording)

    def number(self, number: float, decimals: int = 0) -> str:
        """A number as this language writes it.

        Args:
            number: The number.
            decimals: How many decimals are shown.

        Returns:
            Its digits with separators.
        """
        return f"{number:,.{decimals}f}".translate(str.maketrans(",.", SEPARATORS[self.language]))

    def _translated(self, template: str) -> str:
        # The empty text is the key of the catalogue's own header.
        return self._catalogue.gettext(template) if template else ""

    def _fill(self, template: str, values: Mapping[str, object]) -> str:
        return str(wording(template, **values))

    def _translate(self, wording: Wording) -> str:
        values = {name: self._part(value) for name, value in wording.values.items()}
        if wording.plural is None:
            return self._fill(self._translated(wording.template), values)
        count = int(values["count"])
        return self._fill(self._catalogue.ngettext(wording.template, wording.plural, count), values)

    def _part(self, value: str | int | Wording | tuple[Wording, ...]) -> str | int:
        match value:
            case Wording():
                return self._translate(value)
            case tuple():
                return self.gettext("; ").join(map(self._translate, value))
            case _:
                return value


@cache
def _words(language: str) -> Words:
    return Words(language)


def _found(language: str | None) -> str | None:
    """The language of a locale's name, or that of the environment, if there are words for it."""
    names = None if language is None else [language.strip().replace("-", "_")]
    path = gettext.find(DOMAIN, LOCALE, names)
    code = None if path is None else Path(path).parents[1].name
    return code if code in LANGUAGES else None


def words_for(language: str | None = None) -> Words:
    """The words of a language.

    Args:
        language: A language or locale such as `"de"` or `"de_AT"`. None is the one that the
            environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG, as gettext reads them), or
            English if there are no words for that.

    Returns:
        The words.

    Raises:
        RummyError: If there are no words for the language that was given.
        TypeError: If it is not text.
    """
    if language is None:
        return _words(_found(None) or "en")
    if not isinstance(language, str):
        raise wrong_type("language", "text or None", language)
    return _words(_found(language) or language)
