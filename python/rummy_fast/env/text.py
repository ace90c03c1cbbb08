"""A round as plain text with all hands shown, for people who watch agents play."""

from rummy_fast._core import Event, Round

_ACTIONS = {"draw": "draws", "pass": "passes", "timeout": "is out of time", "forfeit": "forfeits"}


def text_of(round_: Round) -> str:
    """Show a round.

    Args:
        round_: The round.

    Returns:
        One line each for the last turn, the table, the pool and each seat with its hand, where `>`
        marks the seat to move; when the round is over, also the scores.
    """
    lines = [f"Last   {_describe(round_.events[-1])}"] if round_.events else []
    lines += [f"Table  {round_.table or 'empty'}", f"Pool   {_tiles(len(round_.pool))}"]
    for seat, hand in enumerate(round_.hands):
        sign = ">" if seat == round_.to_move and not round_.over else " "
        opened = "opened" if round_.opened[seat] else "not opened"
        lines.append(f"{sign} seat_{seat} ({opened}, {_tiles(len(hand))})  {hand}".rstrip())
    outcome = round_.outcome
    if outcome is not None:
        lines.append(f"End    {outcome.ending}, scores {' '.join(map(str, outcome.scores))}")
    return "".join(f"{line}\n" for line in lines)


def _describe(event: Event) -> str:
    if event.kind == "play":
        return f"seat_{event.seat} plays {' '.join(map(str, event.tiles))}"
    return f"seat_{event.seat} {_ACTIONS[event.kind]}"


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"
