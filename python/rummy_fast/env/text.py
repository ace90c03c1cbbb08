"""A round as plain text, every hand shown: for people who watch a game of agents."""

from rummy_fast._core import Event, Round

_DONE = {"draw": "draws", "pass": "passes", "timeout": "is out of time", "forfeit": "forfeits"}


def text_of(round_: Round) -> str:
    """Show a round.

    Args:
        round_: The round.

    Returns:
        Lines that end in newlines: the last turn, the table, the pool, each seat with its hand, the
        one to move marked, and at the end the scores.
    """
    lines = [f"Last   {_told(round_.events[-1])}"] if round_.events else []
    lines += [f"Table  {round_.table or 'empty'}", f"Pool   {len(round_.pool)} tiles"]
    for seat, hand in enumerate(round_.hands):
        sign = ">" if seat == round_.to_move and not round_.over else " "
        opened = "opened" if round_.opened[seat] else "not opened"
        lines.append(f"{sign} seat_{seat} ({opened}, {len(hand)} tiles)  {hand}".rstrip())
    outcome = round_.outcome
    if outcome is not None:
        lines.append(f"End    {outcome.ending}, scores {' '.join(map(str, outcome.scores))}")
    return "".join(f"{line}\n" for line in lines)


def _told(event: Event) -> str:
    if event.kind == "play":
        return f"seat_{event.seat} plays {' '.join(map(str, event.tiles))}"
    return f"seat_{event.seat} {_DONE[event.kind]}"
