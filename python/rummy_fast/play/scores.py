"""The page with the scores, between rounds and at the end."""

from rich import box
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from rummy_fast import MatchResult
from rummy_fast.play.pages import Page
from rummy_fast.play.story import ending
from rummy_fast.words import Words


def grid(words: Words, result: MatchResult, rounds: int) -> Grid:
    """Tabulate the scores.

    Args:
        words: The language.
        result: The result of the rounds played so far.
        rounds: How many rounds the match has.

    Returns:
        A row for each round, then the totals.
    """
    _ = words.gettext
    table = Grid(box=box.SIMPLE_HEAD, show_footer=True)
    table.add_column(_("Round"), _("Total"), justify="right")
    for name, total in zip(result.names, result.totals, strict=True):
        table.add_column(Text(name), f"{total:+}", justify="right")
    for one in result.rounds:
        table.add_row(f"{one.number}/{rounds}", *(f"{score:+}" for score in one.scores))
    return table


def outcome(words: Words, result: MatchResult, *, over: bool) -> Text:
    """Describe how the last round ended and, if the match is over, who won it."""
    _ = words.gettext
    last = result.rounds[-1]
    lines = [ending(words, last, result.names)]
    for name, left in zip(result.names, last.outcome.left, strict=True):
        if left:
            points = words.ngettext("{count} point", "{count} points", left)
            lines.append(_("{name}: {points} left in the hand.", name=name, points=points))
    if over:
        winners = ", ".join(result.names[seat] for seat in result.winners)
        lines += ["", _("The match goes to: {winners}.", winners=winners)]
    return Text("\n".join(lines))


class ScoresPage(Page):
    """The scores.

    Args:
        words: The language.
        result: The result of the rounds played so far, at least one.
        rounds: How many rounds the match has.
    """

    def __init__(self, words: Words, result: MatchResult, rounds: int) -> None:
        """Create the page."""
        _ = words.gettext
        over = len(result.rounds) == rounds
        super().__init__(
            words,
            _("The match is over") if over else _("The round is over"),
            Group(grid(words, result, rounds), outcome(words, result, over=over)),
            _("Leave") if over else _("Next round"),
        )
