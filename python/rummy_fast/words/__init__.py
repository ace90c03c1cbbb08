"""Translate messages: English, and the booklet's German, French, Italian and Spanish.

>>> import rummy_fast as rf
>>> from rummy_fast.words import words_for
>>> verdict = rf.check_turn("r1 r2 r3", "r4", "r1 r2 r3")
>>> print(words_for("it").translate(verdict.reasons[0]))
nessuna carta è stata deposta: bisogna deporne almeno una dalla mano, o pescare (regola 10)

The translations are gettext catalogs under `locale`; the sources hold the English messages. Reading
them needs the standard library only.
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
"""For each language its separators of thousands and of decimals."""

LANGUAGES = tuple(SEPARATORS)
"""The codes of all languages."""

MOST = 2**63
"""A `Wording` keeps larger whole numbers as text."""


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
    # The name of a file may hold bytes that are not valid text.
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")


def wording(template: str, /, **values: object) -> Wording:
    """Make a message that can be translated where it is shown.

    Args:
        template: The English message, with placeholders such as `{tile}`.
        values: The values of the placeholders; an error brings its own message.

    Returns:
        The message, with template and values apart.
    """
    return Wording(template, {name: _value(value) for name, value in values.items()})


def refusal(kind: type[Refusal], template: str, /, **values: object) -> Refusal:
    """Make an error that can be translated.

    Args:
        kind: The type of the error.
        template: The English message, with placeholders.
        values: The values of the placeholders.

    Returns:
        The error, ready to be raised.
    """
    message = wording(template, **values)
    error = kind(str(message))
    error.wording = message
    return error


def wrong_type(argument: str, expected: str, found: object) -> TypeError:
    """Make the error for an argument of the wrong type, in the words of the compiled part.

    It is not translated, because only a programmer sees it.

    Args:
        argument: The name of the argument.
        expected: What it should be.
        found: The argument.

    Returns:
        The error, ready to be raised.
    """
    return TypeError(f"argument {argument!r}: expected {expected}, got {type(found).__name__}")


class Words:
    """Translates into one language.

    Args:
        language: One of `LANGUAGES`.

    Attributes:
        language: Its code, such as `"de"`.

    Raises:
        RummyError: If the language is not one of `LANGUAGES`.
    """

    def __init__(self, language: str) -> None:
        """Read the catalog."""
        if language not in LANGUAGES:
            raise refusal(
                RummyError,
                'unknown language "{language}": the languages are {languages}',
                language=language[:24],
                languages=", ".join(LANGUAGES),
            )
        self.language = language
        with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
            self._catalog = gettext.GNUTranslations(file)

    def __repr__(self) -> str:
        """Show the language."""
        return f"Words({self.language!r})"

    def gettext(self, template: str, /, **values: object) -> str:
        """Translate a message and fill in its values.

        Args:
            template: The English message, with placeholders such as `{tile}`.
            values: The values of the placeholders.

        Returns:
            The message in this language.
        """
        return self._fill(self._translated(template), values)

    def ngettext(self, one: str, more: str, /, count: int, **values: object) -> str:
        """Translate a message whose form depends on a number.

        Args:
            one: The English singular.
            more: The English plural.
            count: The number; also the value of the placeholder `{count}`.
            values: The values of the other placeholders.

        Returns:
            The message in this language.
        """
        return self._fill(self._catalog.ngettext(one, more, count), {"count": count, **values})

    def translate(self, thing: Reason | Step | Wording | Exception) -> str:
        """Translate a reason, step, wording or error.

        Args:
            thing: The object to translate. An error without a wording stays English.

        Returns:
            The message in this language.
        """
        wording = thing if isinstance(thing, Wording) else getattr(thing, "wording", None)
        return str(thing) if wording is None else self._translate(wording)

    def number(self, number: float, decimals: int = 0) -> str:
        """Write a number with the separators of this language.

        Args:
            number: The number.
            decimals: The number of decimals.

        Returns:
            The text.
        """
        return f"{number:,.{decimals}f}".translate(str.maketrans(",.", SEPARATORS[self.language]))

    def _translated(self, template: str) -> str:
        # In a catalog the empty text is the key of its header.
        return self._catalog.gettext(template) if template else ""

    def _fill(self, template: str, values: Mapping[str, object]) -> str:
        return str(wording(template, **values))

    def _translate(self, wording: Wording) -> str:
        values = {name: self._part(value) for name, value in wording.values.items()}
        if wording.plural is None:
            return self._fill(self._translated(wording.template), values)
        count = int(values["count"])
        return self._fill(self._catalog.ngettext(wording.template, wording.plural, count), values)

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
    """Find the language of a locale, or that of the environment; None if there is none."""
    names = None if language is None else [language.strip().replace("-", "_")]
    path = gettext.find(DOMAIN, LOCALE, names)
    code = None if path is None else Path(path).parents[1].name
    return code if code in LANGUAGES else None


def words_for(language: str | None = None) -> Words:
    """Get the words of a language.

    Args:
        language: A language or locale such as `"de"` or `"de_AT"`. If None, the language of the
            environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG, as gettext reads them), or English if
            it is not one of `LANGUAGES`.

    Returns:
        The words.

    Raises:
        RummyError: If a given language is not one of `LANGUAGES`.
        TypeError: If it is not text.
    """
    if language is None:
        return _words(_found(None) or "en")
    if not isinstance(language, str):
        raise wrong_type("language", "text or None", language)
    return _words(_found(language) or language)
