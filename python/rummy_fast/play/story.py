"""What happened in the match, as sentences."""

from collections.abc import Sequence

from rummy_fast import Event, Tile
from rummy_fast.play.game import Game, OtherTurn
from rummy_fast.result import RoundResult
from rummy_fast.words import Words


def joined(tiles: Sequence[Tile]) -> str:
    """Tiles as text, separated by spaces."""
    return " ".join(map(str, tiles))


def own_turn(words: Words, event: Event, drawn: Sequence[Tile]) -> str:
    """Describe the person's own turn.

    Args:
        words: The language.
        event: What everyone saw.
        drawn: The tiles they drew.

    Returns:
        A sentence.
    """
    _ = words.gettext
    if event.kind == "timeout":
        if event.tiles:
            return _(
                "Time is up: you have played {tiles}; the rest goes back.",
                tiles=joined(event.tiles),
            )
        if drawn:
            return _("Time is up: your turn is undone and you draw {tiles}.", tiles=joined(drawn))
        return _("Time is up: your turn is undone.")
    if event.tiles:
        return _("You play {tiles}.", tiles=joined(event.tiles))
    if drawn:
        return _("You draw {tiles}.", tiles=joined(drawn))
    return _("You pass.")


def other_turn(words: Words, turn: OtherTurn, name: str) -> str:
    """Describe another player's turn.

    Args:
        words: The language.
        turn: The turn.
        name: The player's name.

    Returns:
        A sentence or two.
    """
    return seen_turn(words, turn.event, name, turn.fault)


def seen_turn(words: Words, event: Event, name: str, fault: str) -> str:
    """Describe a turn as everyone saw it.

    Args:
        words: The language.
        event: What everyone saw.
        name: The player's name.
        fault: Why the turn was lost; empty if it was not.

    Returns:
        A sentence or two.
    """
    _ = words.gettext
    if event.tiles:
        did = _("{name} plays {tiles}.", name=name, tiles=joined(event.tiles))
    elif event.drawn:
        did = words.ngettext(
            "{name} draws a tile.", "{name} draws {count} tiles.", event.drawn, name=name
        )
    else:
        did = _("{name} passes.", name=name)
    if not fault:
        return did
    return _("{name} loses the turn: {fault}.", name=name, fault=fault) + " " + did


def seats(words: Words, game: Game) -> list[str]:
    """Describe each seat: name, total, number of tiles, whether it has opened.

    Args:
        words: The language.
        game: The game.

    Returns:
        A text for each seat.
    """
    view = game.view
    texts = []
    for seat, name in enumerate(game.match.names):
        opened = "" if view.opened[seat] else " " + words.gettext("(not opened)")
        count = words.ngettext("{count} tile", "{count} tiles", view.hand_sizes[seat])
        texts.append(f"{name} {game.match.totals[seat]:+} {count}{opened}")
    return texts


def clock(seconds: float) -> str:
    """Format seconds as a clock shows them, rounded up."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def ending(words: Words, result: RoundResult, names: Sequence[str]) -> str:
    """Describe how a round ended.

    Args:
        words: The language.
        result: The round.
        names: The names of the seats.

    Returns:
        One or two sentences.
    """
    _ = words.gettext
    winners = ", ".join(names[seat] for seat in result.winners)
    match result.ending:
        case "out":
            how = _("The last tile has been played (rule 16).")
        case "closed":
            how = _("The hand was closed: everything counts double (rule 17).")
        case "stalemate":
            how = _("The pool is empty and all have passed: the lowest hand wins (rule 18).")
        case _:
            return _("The pool is empty and all have passed: the round does not count (rule 18).")
    return how + " " + _("The round goes to: {winners}.", winners=winners)
