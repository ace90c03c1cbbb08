"""`rummy-fast replay`: a record, turn by turn."""

import json as jsons
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from rummy_fast.cli import match as match_page
from rummy_fast.cli import show
from rummy_fast.cli.common import Json, refusals
from rummy_fast.plain import plural, say
from rummy_fast.words import words

if TYPE_CHECKING:
    from rummy_fast.match import Match
    from rummy_fast.result import Happening, RoundResult, RoundStart, TurnTaken


def replay(
    file: Annotated[Path, typer.Argument(help="The record.")],
    *,
    turn: Annotated[
        int | None, typer.Option("--turn", help="Show how things stand after this turn.")
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for the enter key after each turn.")
    ] = False,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Leave out a last line that a crash has cut.")
    ] = False,
    json: Json = False,
) -> None:
    """Replay a recorded match. Every turn is checked; what is damaged is named with its line."""
    from rummy_fast.record import Record  # noqa: PLC0415, other commands do without

    pen = show.console()
    told: list[dict[str, Any]] = []
    with refusals():
        record = Record.read(file, salvage=salvage)

        def hear(match: "Match", happening: "Happening") -> None:
            if json:
                told.extend(_fields(happening))
            elif turn is None:
                _tell(pen, match, happening, wait=step)

        match = record.replay(turn, hear)
    if json:
        fields = {
            "complete": record.complete,
            "state": _state(match),
            "turns": told,
            "result": match.result.to_dict(),
        }
        typer.echo(jsons.dumps(fields))
        return
    _stand(pen, match)
    if match.result.rounds:
        match_page.tell(pen, match.result)
    if turn is None and not record.complete:
        done = {"round": match.round_number, "rounds": match.rounds, "turn": match.turns}
        pen.print(say("Not finished: turn {turn}, in round {round} of {rounds}", **done))


def _fields(happening: "Happening") -> list[dict[str, Any]]:
    """A turn by name, ready for JSON; nothing of what else happens."""
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
    """How things stand, ready for JSON."""
    judge = match.round
    return {
        "turn": match.turns,
        "round": match.round_number,
        "to_move": match.to_move,
        "table": [str(meld) for meld in judge.table],
        "hands": [[str(tile) for tile in hand] for hand in judge.hands],
        "opened": list(judge.opened),
        "pile": [str(tile) for tile in judge.pile],
        "totals": list(match.totals),
    }


def _tell(pen: Console, match: "Match", happening: "Happening", *, wait: bool) -> None:
    """Print what happens."""
    from rummy_fast.result import RoundResult, RoundStart, TurnTaken  # noqa: PLC0415, as above

    match happening:
        case RoundStart():
            pen.print(_begins(match, happening))
        case TurnTaken():
            pen.print(_turn(match, happening))
            if happening.event.laid:
                laid = show.laid_table(happening.event.table, happening.event.laid)
                pen.print(Text("    ") + laid)
            if wait:
                # Whoever closes the input wants to see the rest.
                with suppress(EOFError):
                    input()
        case RoundResult():
            pen.print(_ends(happening))


def _begins(match: "Match", start: "RoundStart") -> Text:
    name = match.names[start.starter]
    begun = {"round": start.number, "seat": start.starter, "name": name}
    return Text(say("Round {round}: seat {seat}, {name}, begins", **begun), "bold")


def _turn(match: "Match", taken: "TurnTaken") -> Text:
    event = taken.event
    player = say("seat {seat}, {name}", seat=event.seat, name=match.names[event.seat])
    line = Text(f"{taken.number:4}  {player}  ") + Text(
        {
            "play": say("lays"),
            "draw": say("draws"),
            "pass": say("passes"),
            "overtime": say("the bell: keeps") if event.laid else say("the bell: draws"),
            "forfeit": say("forfeits the turn: draws"),
        }[event.kind]
    )
    if event.kind != "pass":
        cards = event.laid or taken.drew
        line += Text(" ") + (show.cards(cards) if cards else Text(say("nothing")))
    line += Text(
        plural("   {count} card left", "   {count} cards left", count=event.hand_size), "dim"
    )
    if taken.fault is not None:
        line += Text(f"   [{taken.fault.code}] {taken.fault.message}", "red")
    return line


def _ends(result: "RoundResult") -> Text:
    scores = ", ".join(f"{score:+}" for score in result.scores)
    values = {"round": result.number, "ending": result.ending, "scores": scores}
    return Text(say("Round {round} ends ({ending}): {scores}", **values), "bold")


def _stand(pen: Console, match: "Match") -> None:
    """Print how things stand."""
    judge = match.round
    values = {"turn": match.turns, "round": match.round_number}
    pen.print(Text(say("After turn {turn}, round {round}", **values), "bold underline"))
    pen.print(Text(say("Table  "), "bold") + show.table(words("en"), judge.table))
    for seat, hand in enumerate(judge.hands):
        mark = ">" if seat == match.to_move else " "
        opened = "" if judge.opened[seat] else say("   not opened")
        name = Text(f"{mark} {seat} {match.names[seat]}  ", "bold")
        cards = show.cards(hand.tiles) if hand else Text(say("no card"))
        pen.print(name + cards + Text(opened, "dim"))
    pen.print(plural("Pile   {count} card", "Pile   {count} cards", count=len(judge.pile)))
