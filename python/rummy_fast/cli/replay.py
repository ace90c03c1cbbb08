"""`rummy-fast replay`: a recorded match, turn by turn."""

import json as jsons
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

import rummy_fast as rf
from rummy_fast.cli import match as match_page
from rummy_fast.cli import show
from rummy_fast.cli.common import Json, Lang, errors_exit, words_of
from rummy_fast.words import N_, Words

if TYPE_CHECKING:
    from rummy_fast.match import Match
    from rummy_fast.record import Record
    from rummy_fast.result import Happening, TurnTaken


INDENT = "      "
NEXT = ("\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB", "\xe0M", "\xe0P", " ", "\r", "\n", "l", "j")
"""Keys for the next turn; terminals send arrows in several ways."""
BACK = ("\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA", "\xe0K", "\xe0H", "\x7f", "h", "k")
FIRST_TURN = ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "g")
LAST_TURN = ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "G")
QUIT = ("q", "Q", "\x1b", "\x03", "\x04")


def replay(
    file: Annotated[Path, typer.Argument(help="The record.")],
    *,
    turn: Annotated[
        int | None, typer.Option("--turn", help="Show only the state after this turn.")
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for the Enter key after each turn.")
    ] = False,
    salvage: Annotated[
        bool,
        typer.Option("--salvage", help="Drop an incomplete last line, which a crash may leave."),
    ] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Replay a recorded match; on a terminal with the arrow keys. Every turn is checked."""
    from rummy_fast.record import Record  # noqa: PLC0415, only this command needs it

    pen, words = show.console(), words_of(lang)
    turns: list[dict[str, Any]] = []
    with errors_exit(words):
        record = Record.read(file, salvage=salvage)
        if pen.is_terminal and sys.stdin.isatty() and not (json or step or turn is not None):
            _browse(pen, words, record)
            return

        def listen(match: "Match", happening: "Happening") -> None:
            if json:
                turns.extend(_fields(happening))
            elif turn is None:
                _show(pen, words, match, happening, wait=step)

        match = record.replay(turn, listen)
    if json:
        fields = {
            "complete": record.complete,
            "state": _state(match),
            "turns": turns,
            "result": match.result.to_dict(),
        }
        typer.echo(jsons.dumps(fields))
        return
    _show_state(pen, words, match)
    if match.result.rounds:
        match_page.show_result(pen, words, match.result, over=match.over)
    if turn is None and not record.complete:
        values = {"round": match.round_number, "rounds": match.rounds, "turn": match.turns}
        template = N_("This match is not over: turn {turn}, round {round} of {rounds}.")
        pen.print(words.gettext(template, **values))


def _fields(happening: "Happening") -> list[dict[str, Any]]:
    """Give the JSON fields of a turn; nothing for other events."""
    from rummy_fast.result import TurnTaken  # noqa: PLC0415, as above

    if not isinstance(happening, TurnTaken):
        return []
    fault = happening.fault
    return [
        {
            "turn": happening.number,
            "round": happening.round,
            **happening.event.to_dict(),
            "drew": [str(tile) for tile in happening.drew],
            "fault": fault and {"code": fault.code, "message": fault.message},
        }
    ]


def _state(match: "Match") -> dict[str, Any]:
    """Give the state of the match for JSON."""
    judge = match.round
    return {
        "turn": match.turns,
        "round": match.round_number,
        "to_move": match.to_move,
        "table": [str(meld) for meld in judge.table],
        "hands": [[str(tile) for tile in hand] for hand in judge.hands],
        "opened": list(judge.opened),
        "pool": [str(tile) for tile in judge.pool],
        "totals": list(match.totals),
    }


def _show(
    pen: Console, words: Words, match: "Match", happening: "Happening", *, wait: bool
) -> None:
    """Print something that happened."""
    from rummy_fast.play.story import ending  # noqa: PLC0415, as above
    from rummy_fast.result import RoundResult, RoundStart, TurnTaken  # noqa: PLC0415

    names = match_page.called(match.names)
    match happening:
        case RoundStart(number=number, starter=starter):
            template = N_("Round {number}. First to play: {name}.")
            pen.print(Text(words.gettext(template, number=number, name=names[starter]), "bold"))
        case TurnTaken(event=event):
            pen.print(_turn(words, happening, names[event.seat]))
            if event.tiles:
                pen.print(_melds(pen, show.played_melds(event.table, event.tiles)))
            if wait:
                # At the end of the input, show the rest without waiting.
                with suppress(EOFError):
                    input()
        case RoundResult():
            scores = ", ".join(f"{score:+}" for score in happening.scores)
            pen.print(Text(f"{ending(words, happening, names)}   {scores}", "bold"))


def _turn(words: Words, taken: "TurnTaken", name: str) -> Text:
    """Describe a turn on one line."""
    _ = words.gettext
    event, fault = taken.event, taken.fault
    line = Text(f"{taken.number:4}  ")
    if event.kind == "timeout":
        line += Text(_("Time is up.") + " ")
    if fault is not None:
        reason = f"[{fault.code}] {fault.message}".rstrip()
        line += Text(_("{name} loses the turn: {fault}.", name=name, fault=reason) + " ", "red")
    if event.tiles:
        line += _with_tiles(words, N_("{name} plays {tiles}."), name, event.tiles)
    elif taken.drew:
        line += _with_tiles(words, N_("{name} draws {tiles}."), name, taken.drew)
    else:
        line += Text(_("{name} passes.", name=name))
    left = words.ngettext("{count} tile", "{count} tiles", event.hand_size)
    return line + Text(f"   ({left})", "dim")


def _with_tiles(words: Words, template: str, name: str, tiles: tuple[rf.Tile, ...]) -> Text:
    """Fill a sentence with tiles in their colors."""
    before, _, after = words.gettext(template, name=name, tiles="\0").partition("\0")
    return Text(before) + show.tiles(tiles) + Text(after)


def _melds(pen: Console, melds: list[Text]) -> Text:
    """Put melds on lines; on a terminal they break between melds."""
    if not pen.is_terminal:
        return Text(INDENT) + Text(show.BETWEEN).join(melds)
    lines = show.wrapped(melds, pen.width - len(INDENT)).split("\n")
    return Text("\n").join(Text(INDENT) + line for line in lines)


def _browse(pen: Console, words: Words, record: "Record") -> None:
    """Show the match one turn at a time, as the keys say."""
    from rummy_fast.result import TurnTaken  # noqa: PLC0415, as above

    place = 0
    while True:
        seen: list[Happening] = []
        match = record.replay(place, lambda _match, happening, seen=seen: seen.append(happening))
        taken = next((one for one in reversed(seen) if isinstance(one, TurnTaken)), None)
        pen.clear()
        if taken is not None:
            names = match_page.called(match.names)
            pen.print(_turn(words, taken, names[taken.event.seat]))
        _show_state(pen, words, match, taken.event.tiles if taken else ())
        if place == record.turns and match.result.rounds:
            match_page.show_result(pen, words, match.result, over=match.over)
        help_ = words.gettext("arrow keys: other turns   Home, End: first, last   q: end")
        pen.print(Text(f"{place}/{record.turns}   {help_}", "dim"))
        try:
            key = typer.getchar()
        except (EOFError, KeyboardInterrupt):
            return
        if key in QUIT:
            return
        place = min(max(_moved(key, place, record.turns), 0), record.turns)


def _moved(key: str, place: int, last: int) -> int:
    """The turn to show after a key."""
    if key in FIRST_TURN:
        return 0
    if key in LAST_TURN:
        return last
    return place + (key in NEXT) - (key in BACK)


def _show_state(
    pen: Console, words: Words, match: "Match", played: tuple[rf.Tile, ...] = ()
) -> None:
    """Print the state of the match, with the tiles just played marked."""
    _ = words.gettext
    judge = match.round
    values = {"turn": match.turns, "round": match.round_number}
    pen.print(Text(_("After turn {turn}, round {round}", **values), "bold underline"))
    head = Text(f"{_('Table')}  ", "bold")
    if pen.is_terminal and judge.table:
        pen.print(head)
        pen.print(_melds(pen, show.played_melds(judge.table, played)))
    else:
        pen.print(head + show.table(words, judge.table))
    names = match_page.called(match.names)
    for seat, (name, hand) in enumerate(zip(names, judge.hands, strict=True)):
        mark = ">" if seat == match.to_move else " "
        opened = "" if judge.opened[seat] else _("(not opened)")
        tiles = show.tiles(hand.tiles) if hand else Text(_("empty"))
        pen.print(Text(f"{mark} {name}  ", "bold") + tiles + Text(f"   {opened}".rstrip(), "dim"))
    pen.print(_("pool {count}", count=len(judge.pool)))
