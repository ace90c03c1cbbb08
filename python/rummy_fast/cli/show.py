"""Positions and answers in colour. Every card also shows its letter, and a card laid its sign."""

from collections import Counter

from rich.console import Console
from rich.text import Text

import rummy_fast as rf

COLORS = {
    "r": "bright_red",
    "y": "yellow",
    "g": "green",
    "b": "bright_blue",
    "k": "white",
    "o": "dark_orange",
    "p": "magenta",
    "w": "bright_white",
}
LAID = "+"
"""Stands before a card that came from the hand."""


def console() -> Console:
    """A console that leaves long lines alone."""
    return Console(soft_wrap=True, highlight=False)


def _card(tile: rf.Tile, word: str, *, laid: bool = False) -> Text:
    style = "bold magenta" if tile.is_joker else COLORS[tile.color or "w"]
    return Text(LAID + word if laid else word, style=f"{style} bold reverse" if laid else style)


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


def table(table: rf.Table) -> Text:
    """A table on one line."""
    nothing: Counter[rf.Tile] = Counter()
    return Text(" | ").join(_meld(meld, nothing) for meld in table) if table else Text("empty")


def laid_table(table: rf.Table, laid: tuple[rf.Tile, ...]) -> Text:
    """A table on one line, the cards laid marked."""
    left = Counter(laid)
    return Text(" | ").join(_meld(meld, left) for meld in table)


def _after(before: rf.Table, play: rf.Play) -> list[Text]:
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
        rows.append(Text("  ") + _meld(meld, laid) + Text("   new" if own else "   changed", "dim"))
    return rows


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def turn(pen: Console, before: rf.Table, hand: rf.Hand, play: rf.Play) -> None:
    """Print a position, the cards laid, the table after, and how to get there."""
    pen.print(Text("Table  ", "bold") + table(before))
    pen.print(Text("Hand   ", "bold") + cards(hand.tiles))
    proof = "" if play.proven else ", the best found before the limit"
    if not play:
        pen.print(Text("Lay    ", "bold") + Text(f"nothing{proof}"))
        return
    told = f"   {_count(len(play.tiles), 'card')}, {_count(play.points, 'point')}{proof}"
    pen.print(Text("Lay    ", "bold") + cards(play.tiles) + Text(told))
    pen.print(Text("Table after", "bold") + Text(f"   ({LAID} = from the hand)", "dim"))
    for row in _after(before, play):
        pen.print(row)
    pen.print(Text("Steps", "bold"))
    for number, step in enumerate(play.steps(), 1):
        pen.print(Text(f"  {number}. {step}"))


def verdict(pen: Console, verdict: rf.Verdict) -> None:
    """Print a ruling and its reasons."""
    if verdict.legal:
        pen.print(Text("Legal", "bold green"))
        return
    pen.print(Text("Not legal", "bold red"))
    for reason in verdict.reasons:
        pen.print(Text(f"  {reason.message}") + Text(f"   [{reason.code}]", "dim"))
