"""What happened and how things stand, in words."""

from collections.abc import Sequence

from rummy_fast import Event, Tile
from rummy_fast.play.game import Game, Shown
from rummy_fast.result import RoundResult
from rummy_fast.words import Words


def pieces(tiles: Sequence[Tile]) -> str:
    """Tiles in a row."""
    return " ".join(map(str, tiles))


def own_turn(words: Words, event: Event, drawn: Sequence[Tile]) -> str:
    """Tell the person what they did.

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
            return _("Time is up: {tiles} stay, the rest goes back.", tiles=pieces(event.tiles))
        if drawn:
            return _("Time is up: your turn is undone and you draw {tiles}.", tiles=pieces(drawn))
        return _("Time is up: your turn is undone.")
    if event.tiles:
        return _("You play {tiles}.", tiles=pieces(event.tiles))
    if drawn:
        return _("You draw {tiles}.", tiles=pieces(drawn))
    return _("You pass.")


def turn_of(words: Words, shown: Shown, name: str) -> str:
    """Tell what someone else did.

    Args:
        words: The language.
        shown: Their turn.
        name: Their name.

    Returns:
        A sentence or two.
    """
    _ = words.gettext
    event = shown.event
    if event.tiles:
        did = _("{name} plays {tiles}.", name=name, tiles=pieces(event.tiles))
    elif event.drawn:
        did = words.ngettext(
            "{name} draws a tile.", "{name} draws {count} tiles.", event.drawn, name=name
        )
    else:
        did = _("{name} passes.", name=name)
    if not shown.fault:
        return did
    return _("{name} loses the turn: {fault}.", name=name, fault=shown.fault) + " " + did


def seats(words: Words, game: Game) -> list[str]:
    """Tell who sits at the table and what everyone knows of them.

    Args:
        words: The language.
        game: The game.

    Returns:
        A text for each seat.
    """
    view = game.view
    told = []
    for seat, name in enumerate(game.match.names):
        opened = "" if view.opened[seat] else " " + words.gettext("(not opened)")
        count = words.ngettext("{count} tile", "{count} tiles", view.hand_sizes[seat])
        told.append(f"{name} {game.match.totals[seat]:+} {count}{opened}")
    return told


def time(seconds: float) -> str:
    """Seconds as a clock shows them, rounded up."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def ending(words: Words, result: RoundResult, names: Sequence[str]) -> str:
    """Tell how a round ended.

    Args:
        words: The language.
        result: The round.
        names: What the seats are called.

    Returns:
        Sentences.
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
