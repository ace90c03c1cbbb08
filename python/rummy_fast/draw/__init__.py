"""Draw tables, hands and turns as SVG, or as colored text for terminals.

>>> import rummy_fast as rf
>>> picture = rf.draw.turn("r3 J r5", "r3 r4 r5 | y9 b9 J", hand="r4 y9 b9 b11")
>>> picture.count('data-mark="played"'), picture.count('data-mark="freed"')
(6, 2)
>>> rf.draw.text(rf.solve("r3 J r5", "r4 y9 b9"), color=False)
'r3 +r4 r5 | +y9 +b9 *J'

A picture is a complete SVG document as a string: write it to a file as UTF-8. It needs no fonts,
styles or scripts, brings a background that fits light and dark pages, and describes its content for
screen readers. A tile is 38 x 54 pixels, with its number above and its color below. Every color has
its own mark, and there are colors for people with color blindness (`rummy_fast.palette`). A joker
shows a star and, in a meld, the number and the colors it may stand for (rule 7). Lines longer than
`width` pixels wrap.

Every tile is an element with `data-tile` (`r6`), `data-key` (its number, the same before and after
a turn) and, if the turn moves it, `data-mark`: `played` from the hand (+), `moved` on the table (an
arrow), or `freed` for an exchanged joker (arrows both ways). Tiles are grouped in elements with
`data-meld`, and those in elements with `data-part`.

Notebooks show `Table`, `Hand` and `Play` as pictures.
"""

from collections import Counter
from typing import TYPE_CHECKING

from rummy_fast import Hand, Play, Rules, RummyError, Table
from rummy_fast.draw import ansi
from rummy_fast.draw.moves import moves
from rummy_fast.draw.picture import Picture
from rummy_fast.draw.scene import Part, hand_part, table_part, turn_parts
from rummy_fast.words import Words, refusal, words_for, wrong_type

if TYPE_CHECKING:
    from rummy_fast._core import HandLike, RulesLike, TableLike

__all__ = ["hand", "play", "table", "text", "turn"]

WIDTH = 720
"""The default width of a line of tiles, in pixels."""
NARROWEST, WIDEST = 120, 10_000
LONGEST = 300
"""The most characters a title may have."""


def _checked_width(width: float) -> float:
    if isinstance(width, bool) or not isinstance(width, int | float):
        raise wrong_type("width", "a number of pixels", width)
    if not NARROWEST <= width <= WIDEST:
        raise refusal(
            RummyError,
            "width = {width}: must be from {least} to {most} pixels",
            width=width,
            least=NARROWEST,
            most=WIDEST,
        )
    return float(width)


def _checked_title(title: str | None, default: str) -> str:
    if title is None:
        return default
    if not isinstance(title, str):
        raise wrong_type("title", "text or None", title)
    if len(title) > LONGEST:
        raise refusal(
            RummyError,
            "title: {found} characters; it may have at most {most}",
            found=len(title),
            most=LONGEST,
        )
    return title


def _rules(rules: "RulesLike | None") -> Rules | None:
    return None if rules is None else Rules(rules)


def _table(table: "TableLike", rules: Rules | None) -> Table:
    return table if isinstance(table, Table) and rules is None else Table(table, rules)


def _hand(hand: "HandLike", rules: Rules | None) -> Hand:
    return hand if isinstance(hand, Hand) and rules is None else Hand(hand, rules)


def _single(part: Part, words: Words, default: str, title: str | None, width: float) -> str:
    checked = _checked_title(title, default)
    return Picture((part,), words, _checked_width(width)).document(checked)


def table(
    table: "TableLike",
    *,
    rules: "RulesLike | None" = None,
    title: str | None = None,
    width: float = WIDTH,
    lang: str | None = "en",
) -> str:
    """Draw a table.

    Args:
        table: The table.
        rules: The rules, which decide what a joker in a group may stand for. If None, text is read
            under `schmidt`, and a `Table` counts as having the colors it shows, at least the first
            four.
        title: The title for screen readers, up to 300 characters; "Table" if None.
        width: The greatest width of a line of tiles, from 120 to 10,000 pixels. The picture is 36
            pixels wider, or narrower if it needs less.
        lang: The language of its words; the locale's if None.

    Returns:
        An SVG document.

    Raises:
        NotationError: If a word is not a tile of the deck.
        InvalidTableError: If the table cannot exist.
        RummyError: If the width is out of range, the title too long or the language unknown.
        TypeError: If an argument is of the wrong type.
    """
    words, book = words_for(lang), _rules(rules)
    return _single(
        table_part(_table(table, book), book), words, words.gettext("Table"), title, width
    )


def hand(
    hand: "HandLike",
    *,
    rules: "RulesLike | None" = None,
    title: str | None = None,
    width: float = WIDTH,
    lang: str | None = "en",
) -> str:
    """Draw a hand, sorted by color.

    Args:
        hand: The hand.
        rules: The rules whose deck the tiles belong to; if None, text is read under `schmidt`.
        title: As for `table`; "Hand" if None.
        width: As for `table`.
        lang: As for `table`.

    Returns:
        An SVG document.

    Raises:
        NotationError: If a word is not a tile of the deck.
        InvalidTableError: If the hand has more of a tile than the deck.
        RummyError: As for `table`.
        TypeError: If an argument is of the wrong type.
    """
    words, book = words_for(lang), _rules(rules)
    return _single(hand_part(_hand(hand, book)), words, words.gettext("Hand"), title, width)


def _parts(play: Play) -> tuple[Part, Part, Part, Part] | None:
    """Table and hand before and after a play; None if the play does not know its position."""
    if play.before is None or play.hand is None or play.rules is None:
        return None
    done = moves(play.before, play.hand, play.steps(), play.rules)
    return turn_parts(done.start, done.end, done.marks, play.rules)


def play(
    play: Play, *, title: str | None = None, width: float = WIDTH, lang: str | None = "en"
) -> str:
    """Draw a play: table and hand before and after it, with marks on the tiles it moves.

    Args:
        play: The play. Without `before` and `hand`, only the table after it is drawn.
        title: As for `table`; if None, it names how many tiles are played.
        width: As for `table`.
        lang: As for `table`.

    Returns:
        An SVG document, whose description lists the steps.

    Raises:
        IllegalTurnError: If the play was constructed by hand and the rules do not allow it.
        RummyError: As for `table`.
        TypeError: If an argument is of the wrong type.
    """
    if not isinstance(play, Play):
        raise wrong_type("play", "a Play", play)
    words, parts = words_for(lang), _parts(play)
    count = len(play.tiles)
    default = words.ngettext(
        "A turn that plays {count} tile", "A turn that plays {count} tiles", count
    )
    checked = _checked_title(title, default)
    if parts is None:
        return table(play.table, title=checked, width=width, lang=lang)
    steps = [f"{number}. {words.translate(step)}" for number, step in enumerate(play.steps(), 1)]
    return Picture(parts, words, _checked_width(width)).document(checked, steps, legend=True)


def turn(
    before: "TableLike",
    after: "TableLike | Play",
    *,
    hand: "HandLike | None" = None,
    rules: "RulesLike | None" = None,
    opened: bool = True,
    title: str | None = None,
    width: float = WIDTH,
    lang: str | None = "en",
) -> str:
    """Draw a turn: table and hand before and after it, with marks on the tiles it moves.

    Args:
        before: The table before the turn.
        after: The table after it, or a `Play`. A `Play` brings its own `opened`, and its rules if
            `rules` is None.
        hand: The hand before the turn; if None, exactly the tiles played.
        rules: The rules; `schmidt` if None.
        opened: Whether the player had opened (rule 11).
        title: As for `play`.
        width: As for `table`.
        lang: As for `table`.

    Returns:
        An SVG document, whose description lists the steps.

    Raises:
        NotationError: If a word is not a tile of the deck.
        InvalidTableError: If a table or the hand cannot exist.
        IllegalTurnError: If the rules do not allow the turn; its `reasons` say why.
        RummyError: As for `table`.
        TypeError: If an argument is of the wrong type.
    """
    book = _rules(rules)
    if isinstance(after, Play):
        book = after.rules if book is None else book
        opened = opened if after.opened is None else after.opened
        after = after.table
    old, new = Table(before, book), Table(after, book)
    played = Counter(new.tiles) - Counter(old.tiles)
    held = Hand(played.elements() if hand is None else hand, book)
    made = Play(played.elements(), new, 0, before=old, hand=held, opened=opened, rules=book)
    return play(made, title=title, width=width, lang=lang)


def text(
    thing: "Table | Hand | Play | str", *, rules: "RulesLike | None" = None, color: bool = True
) -> str:
    """Write a table, a hand or the table after a play on one line, in color.

    Every tile brings its own background, so it shows in dark and in light terminals. The colors are
    the nearest that a terminal with 256 colors has to those of the pictures.

    Args:
        thing: A `Table`, a `Hand`, a `Play`, or a table as text. Of a `Play`, the table after it is
            written, with `+` before tiles played from the hand, `~` before moved tiles, and `*`
            before exchanged jokers.
        rules: The rules under which text is read; `schmidt` if None.
        color: Whether to use colors. A non-empty environment variable `NO_COLOR` turns them off
            (https://no-color.org).

    Returns:
        The line. Without colors, a table or a hand is in the usual notation.

    Raises:
        NotationError: If a word is not a tile of the deck.
        InvalidTableError: If the table cannot exist.
        IllegalTurnError: If a play was constructed by hand and the rules do not allow it.
        TypeError: If an argument is of the wrong type.
    """
    if isinstance(thing, Play):
        parts = _parts(thing)
        part = table_part(thing.table, None) if parts is None else parts[2]
    elif isinstance(thing, Hand):
        part = hand_part(_hand(thing, _rules(rules)))
    elif isinstance(thing, Table | str):
        book = _rules(rules)
        part = table_part(_table(thing, book), book)
    else:
        raise wrong_type("thing", "a Table, a Hand, a Play or text", thing)
    return ansi.text(part, color=color)
