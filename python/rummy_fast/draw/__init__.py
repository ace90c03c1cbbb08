"""Pictures of tables, hands and turns, as SVG, and the same in letters for terminals.

>>> import rummy_fast as rf
>>> picture = rf.draw.turn("r3 J r5", "r3 r4 r5 | y9 b9 J", hand="r4 y9 b9 b11")
>>> picture.count('data-mark="played"'), picture.count('data-mark="freed"')
(6, 2)
>>> rf.draw.text(rf.solve("r3 J r5", "r4 y9 b9"), color=False)
'r3 +r4 r5 | +y9 +b9 *J'

A picture is a whole SVG document in a text of Python: write it to a file as UTF-8. It needs no
fonts, styles or scripts of its own, has a ground of its own for light and dark pages, and tells who
does not see it what is on it. A tile is 38 x 54 pixels, with its number above and its color below;
every color has a mark of its own, and the colors are told apart by people who see few
(`rummy_fast.palette`). A joker has a star and, where it lies in a meld, the number and the colors
that it may stand for (rule 7). What does not fit in `width` pixels goes on in the next line.

Every tile is an element with `data-tile` (`r6`), `data-key` (its number, the same before and after
a turn) and, if the turn moves it, `data-mark`: `played` from the hand (+), `moved` on the table (an
arrow), or `freed`, a joker that was exchanged (arrows both ways). They lie in elements with
`data-meld`, those in one with `data-part`.

In notebooks `Table`, `Hand` and `Play` are shown as pictures.
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
"""Pixels that a line of tiles may take, if nothing else is said."""
NARROWEST, WIDEST = 120, 10_000
LONGEST = 300
"""Characters of a title."""


def _room(width: float) -> float:
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


def _titled(title: str | None, usual: str) -> str:
    if title is None:
        return usual
    if not isinstance(title, str):
        raise wrong_type("title", "text or None", title)
    if len(title) > LONGEST:
        raise refusal(
            RummyError,
            "title: {found} characters are too many, it may have {most}",
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


def _single(part: Part, words: Words, usual: str, title: str | None, width: float) -> str:
    named = _titled(title, usual)
    return Picture((part,), words, _room(width)).document(named)


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
        rules: The rules, which say what a joker of a group may stand for. If None, text is read under
            `schmidt`, and of a `Table` the colors that occur count, the first four at least.
        title: Its name for who does not see it, up to 300 characters; "Table" if None.
        width: Pixels that a line of tiles may take, from 120 to 10,000. The picture is 36 wider,
            or smaller if less is needed.
        lang: The language of its words; the locale's if None.

    Returns:
        An SVG document.

    Raises:
        NotationError: If a word is no tile of the deck.
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
    """Draw a hand, by colors.

    Args:
        hand: The hand.
        rules: Whose deck the tiles are of; `schmidt` if None, unless it is a `Hand`.
        title: As for `table`; "Hand" if None.
        width: As for `table`.
        lang: As for `table`.

    Returns:
        An SVG document.

    Raises:
        NotationError: If a word is no tile of the deck.
        InvalidTableError: If there are more of a tile than the deck has.
        RummyError: As for `table`.
        TypeError: If an argument is of the wrong type.
    """
    words, book = words_for(lang), _rules(rules)
    return _single(hand_part(_hand(hand, book)), words, words.gettext("Hand"), title, width)


def _parts(play: Play) -> tuple[Part, Part, Part, Part] | None:
    """What a play looks like, if it says what it answers."""
    if play.before is None or play.hand is None or play.rules is None:
        return None
    done = moves(play.before, play.hand, play.steps(), play.rules)
    return turn_parts(done.start, done.end, done.marks, play.rules)


def play(
    play: Play, *, title: str | None = None, width: float = WIDTH, lang: str | None = "en"
) -> str:
    """Draw a play: table and hand before and after it, with the tiles that it moves marked.

    Args:
        play: The play. Of one that was made without `before` and `hand` only the table after it is
            drawn; one that plays nothing looks the same before and after.
        title: As for `table`; how many tiles are played if None.
        width: As for `table`.
        lang: As for `table`.

    Returns:
        An SVG document. Its description tells the steps.

    Raises:
        IllegalTurnError: If the play was made by hand and the rules do not allow it.
        RummyError: As for `table`.
        TypeError: If an argument is of the wrong type.
    """
    if not isinstance(play, Play):
        raise wrong_type("play", "a Play", play)
    words, parts = words_for(lang), _parts(play)
    count = len(play.tiles)
    usual = words.ngettext(
        "A turn that plays {count} tile", "A turn that plays {count} tiles", count
    )
    named = _titled(title, usual)
    if parts is None:
        return table(play.table, title=named, width=width, lang=lang)
    steps = [f"{number}. {words.translate(step)}" for number, step in enumerate(play.steps(), 1)]
    return Picture(parts, words, _room(width)).document(named, steps, key=True)


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
    """Draw a turn: table and hand before and after it, with the tiles that it moves marked.

    Args:
        before: The table before the turn.
        after: The table after it, or a `Play`, whose rules and `opened` count if it has them.
        hand: The hand before the turn; the tiles played if None.
        rules: The rules; `schmidt` if None.
        opened: Whether the player had opened (rule 11).
        title: As for `play`.
        width: As for `table`.
        lang: As for `table`.

    Returns:
        An SVG document. Its description tells the steps.

    Raises:
        NotationError: If a word is no tile of the deck.
        InvalidTableError: If a table or the hand cannot exist.
        IllegalTurnError: If the rules do not allow the turn; it has the reasons.
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

    Every tile has a ground of its own, so that it shows in dark and in light terminals; the colors
    are those of the pictures, as near as a terminal with 256 colors has them.

    Args:
        thing: A `Table`, a `Hand`, a `Play`, or a table as text. After a play `+` stands before
            tiles played from the hand, `~` before tiles moved, `*` before jokers that were exchanged.
        rules: The rules under which text is read; `schmidt` if None.
        color: Whether to use colors. There are none if the environment has a `NO_COLOR` that is
            not empty (https://no-color.org).

    Returns:
        The line. Without colors a table or hand is in the usual notation.

    Raises:
        NotationError: If a word is no tile of the deck.
        InvalidTableError: If the table cannot exist.
        IllegalTurnError: If a play was made by hand and the rules do not allow it.
        TypeError: If it is something else.
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
