"""Print positions and answers in color; letters and signs say the same without color."""

from collections import Counter

from rich.console import Console
from rich.text import Text

import rummy_fast as rf
from rummy_fast.draw.scene import SIGNS
from rummy_fast.play import faces
from rummy_fast.words import N_, Words

PLAYED = SIGNS["played"]
"""The sign before a tile played from the hand."""


BETWEEN = " | "
"""What parts melds on a line."""


def console() -> Console:
    """Make a console that does not wrap long lines."""
    return Console(soft_wrap=True, highlight=False)


def _tile(tile: rf.Tile, word: str, *, played: bool = False) -> Text:
    return Text(PLAYED + word if played else word, faces.style(tile, faces.Look(played=played)))


def tiles(tiles: tuple[rf.Tile, ...]) -> Text:
    """Show tiles in their colors."""
    return Text(" ").join(_tile(tile, str(tile)) for tile in tiles)


def _meld(meld: rf.Meld, played: Counter[rf.Tile]) -> Text:
    """Show a meld; mark the tiles in `played` and remove them from it."""
    parts = []
    # The text of a meld names what a joker stands for where that is not clear.
    for tile, word in zip(meld.tiles, str(meld).split(), strict=True):
        from_hand = played[tile] > 0
        played[tile] -= from_hand
        parts.append(_tile(tile, word, played=from_hand))
    return Text(" ").join(parts)


def table(words: Words, table: rf.Table) -> Text:
    """Show a table on one line."""
    nothing: Counter[rf.Tile] = Counter()
    if not table:
        return Text(words.gettext("empty"))
    return Text(" | ").join(_meld(meld, nothing) for meld in table)


def played_table(table: rf.Table, played: tuple[rf.Tile, ...]) -> Text:
    """Show a table on one line, with the played tiles marked."""
    left = Counter(played)
    return Text(BETWEEN).join(_meld(meld, left) for meld in table)


def played_melds(table: rf.Table, played: tuple[rf.Tile, ...] = ()) -> list[Text]:
    """Show the melds of a table, with the played tiles marked."""
    left = Counter(played)
    return [_meld(meld, left) for meld in table]


def _after(words: Words, before: rf.Table, play: rf.Play) -> list[Text]:
    """Show the melds after the turn, and which are new or changed."""
    _ = words.gettext
    kept = Counter(before)
    played = Counter(play.tiles)
    rows = []
    for meld in play.table:
        if kept[meld] > 0:
            kept[meld] -= 1
            rows.append(Text("  ") + _meld(meld, Counter()))
            continue
        own = all(tile.is_joker or played[tile] > 0 for tile in meld.tiles)
        state = _("new") if own else _("changed")
        rows.append(Text("  ") + _meld(meld, played) + Text(f"   {state}", "dim"))
    return rows


def _gain(words: Words, play: rf.Play) -> str:
    """Count the tiles and points of a play."""
    _ = words.gettext
    values = {
        "tiles": words.ngettext("{count} tile", "{count} tiles", len(play.tiles)),
        "points": words.ngettext("{count} point", "{count} points", play.points),
    }
    if play.proven:
        return _("{tiles}, {points}", **values)
    return _("{tiles}, {points}, the best found before the limit", **values)


def turn(pen: Console, words: Words, before: rf.Table, hand: rf.Hand, play: rf.Play) -> None:
    """Print a position, the tiles to play, the table after, and the steps."""
    _ = words.gettext
    heads = [_("Table"), _("Hand"), _("Play")]
    wide = max(map(len, heads)) + 2
    table_head, hand_head, play_head = (Text(head.ljust(wide), "bold") for head in heads)
    pen.print(table_head + table(words, before))
    pen.print(hand_head + tiles(hand.tiles))
    if not play:
        unproven = _("nothing, the best found before the limit")
        pen.print(play_head + Text(_("nothing") if play.proven else unproven))
        return
    pen.print(play_head + tiles(play.tiles) + Text(f"   {_gain(words, play)}"))
    sign = _("({sign} = from the hand)", sign=PLAYED)
    pen.print(Text(_("Table after"), "bold") + Text(f"   {sign}", "dim"))
    for row in _after(words, before, play):
        pen.print(row)
    pen.print(Text(_("Steps"), "bold"))
    for number, step in enumerate(play.steps(), 1):
        pen.print(Text(f"  {number}. {words.translate(step)}"))


MOST_TILES = 24
"""The largest hand whose best opening is computed."""


def why_nothing(pen: Console, words: Words, play: rf.Play) -> None:
    """Print why nothing can be played."""
    from rummy_fast.reference import max_opening_points  # noqa: PLC0415, only needed here

    needed = play.rules.opening_min
    if play.opened:
        reason = words.gettext("No tile of the hand fits.")
    elif len(play.hand) > MOST_TILES:
        reason = words.gettext("The opening needs {needed} points (rule 11).", needed=needed)
    else:
        reached = max_opening_points(play.hand, rules=play.rules)
        template = N_("The best melds of the hand have {reached} of {needed} points (rule 11).")
        reason = words.gettext(template, reached=reached, needed=needed)
    pen.print(Text(f"  {reason}", "dim"))


def wrapped(melds: list[Text], width: int) -> Text:
    """Join melds into lines that break between melds."""
    lines: list[Text] = []
    for meld in melds:
        if lines and lines[-1].cell_len + len(BETWEEN) + meld.cell_len <= width:
            lines[-1] = lines[-1] + Text(BETWEEN) + meld
        else:
            lines.append(meld)
    return Text("\n").join(lines)


def verdict(pen: Console, words: Words, verdict: rf.Verdict) -> None:
    """Print whether a turn is legal, and the reasons if not."""
    _ = words.gettext
    if verdict.legal:
        pen.print(Text(_("Legal"), "bold green"))
        return
    pen.print(Text(_("Not legal"), "bold red"))
    for reason in verdict.reasons:
        pen.print(Text(f"  {words.translate(reason)}") + Text(f"   [{reason.code}]", "dim"))
