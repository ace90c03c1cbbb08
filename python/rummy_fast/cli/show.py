"""Positions and answers in colour. Every card shows its letter, too, and a card laid its sign."""

from collections import Counter

from rich.console import Console
from rich.text import Text

import rummy_fast as rf
from rummy_fast.draw.scene import SIGNS
from rummy_fast.play import faces
from rummy_fast.words import Words

LAID = SIGNS["laid"]
"""Stands before a card that came from the hand."""


def console() -> Console:
    """A console that leaves long lines alone."""
    return Console(soft_wrap=True, highlight=False)


def _card(tile: rf.Tile, word: str, *, laid: bool = False) -> Text:
    return Text(LAID + word if laid else word, faces.style(tile, faces.Look(laid=laid)))


def cards(tiles: tuple[rf.Tile, ...]) -> Text:
    """Cards in their colours."""
    return Text(" ").join(_card(tile, str(tile)) for tile in tiles)


def _meld(meld: rf.Meld, laid: Counter[rf.Tile]) -> Text:
    """A meld; cards found in `laid` are marked and taken from it."""
    parts = []
    # The text of a meld says what a joker stands for where the cards alone would not.
    for tile, word in zip(meld.tiles, str(meld).split(), strict=True):
        from_hand = laid[tile] > 0
        laid[tile] -= from_hand
        parts.append(_card(tile, word, laid=from_hand))
    return Text(" ").join(parts)


def table(say: Words, table: rf.Table) -> Text:
    """A table on one line."""
    nothing: Counter[rf.Tile] = Counter()
    if not table:
        return Text(say.say("empty"))
    return Text(" | ").join(_meld(meld, nothing) for meld in table)


def laid_table(table: rf.Table, laid: tuple[rf.Tile, ...]) -> Text:
    """A table on one line, the cards laid marked."""
    left = Counter(laid)
    return Text(" | ").join(_meld(meld, left) for meld in table)


def _after(say: Words, before: rf.Table, play: rf.Play) -> list[Text]:
    """The melds after the turn, with what became of each."""
    kept = Counter(before)
    laid = Counter(play.tiles)
    rows = []
    for meld in play.table:
        if kept[meld] > 0:
            kept[meld] -= 1
            rows.append(Text("  ") + _meld(meld, Counter()))
            continue
        own = all(tile.is_joker or laid[tile] > 0 for tile in meld.tiles)
        told = say.say("new") if own else say.say("changed")
        rows.append(Text("  ") + _meld(meld, laid) + Text(f"   {told}", "dim"))
    return rows


def _gain(say: Words, play: rf.Play) -> str:
    """How many cards and points a play lays."""
    values = {
        "cards": say.plural("{count} card", "{count} cards", len(play.tiles)),
        "points": say.plural("{count} point", "{count} points", play.points),
    }
    if play.proven:
        return say.say("{cards}, {points}", **values)
    return say.say("{cards}, {points}, the best found before the limit", **values)


def turn(pen: Console, say: Words, before: rf.Table, hand: rf.Hand, play: rf.Play) -> None:
    """Print a position, the cards laid, the table after, and how to get there."""
    heads = [say.say("Table"), say.say("Hand"), say.say("Lay")]
    wide = max(map(len, heads)) + 2
    table_head, hand_head, lay_head = (Text(head.ljust(wide), "bold") for head in heads)
    pen.print(table_head + table(say, before))
    pen.print(hand_head + cards(hand.tiles))
    if not play:
        unproven = say.say("nothing, the best found before the limit")
        pen.print(lay_head + Text(say.say("nothing") if play.proven else unproven))
        return
    pen.print(lay_head + cards(play.tiles) + Text(f"   {_gain(say, play)}"))
    sign = say.say("({sign} = from the hand)", sign=LAID)
    pen.print(Text(say.say("Table after"), "bold") + Text(f"   {sign}", "dim"))
    for row in _after(say, before, play):
        pen.print(row)
    pen.print(Text(say.say("Steps"), "bold"))
    for number, step in enumerate(play.steps(), 1):
        pen.print(Text(f"  {number}. {say.tell(step)}"))


def verdict(pen: Console, say: Words, verdict: rf.Verdict) -> None:
    """Print a ruling and its reasons."""
    if verdict.legal:
        pen.print(Text(say.say("Legal"), "bold green"))
        return
    pen.print(Text(say.say("Not legal"), "bold red"))
    for reason in verdict.reasons:
        pen.print(Text(f"  {say.tell(reason)}") + Text(f"   [{reason.code}]", "dim"))
