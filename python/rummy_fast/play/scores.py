"""The page with the scores, between rounds and at the end."""

from typing import ClassVar

from rich import box
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text
from textual.binding import Binding, BindingType

from rummy_fast import Match, MatchResult
from rummy_fast.play.faces import Look, style
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


def hands(words: Words, match: Match) -> Grid:
    """Show the tiles that each seat has left.

    Args:
        words: The language.
        match: The match; its round is over.

    Returns:
        A row for each seat.
    """
    table = Grid.grid(padding=(0, 2, 0, 0))
    for name, hand in zip(match.names, match.round.hands, strict=True):
        tiles = Text()
        for tile in sorted(hand):
            tiles.append(f" {tile} ", style(tile, Look()))
            tiles.append(" ")
        table.add_row(Text(name), tiles or Text(words.gettext("no tiles")))
    return table


class ScoresPage(Page):
    """The scores, and the tiles that everyone has left.

    Args:
        words: The language.
        match: The match; its round is over.
        again: Whether a new game can be wished for at the end of the match.
        watch: Whether the match can be watched again at its end.

    Attributes:
        wish: What the person wants at the end of the match: `"new"`, `"watch"` or `"leave"`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(
        self, words: Words, match: Match, *, again: bool = False, watch: bool = False
    ) -> None:
        """Create the page."""
        _ = words.gettext
        result, over = match.result, match.over
        labels = {"new": _("New game"), "watch": _("Watch it again"), "leave": _("Leave")}
        offered = [(again, "new"), (watch, "watch"), (True, "leave")]
        self._wishes = [wish for offer, wish in offered if offer and over]
        first, *others = [labels[wish] for wish in self._wishes] or [_("Next round")]
        super().__init__(
            words,
            _("The match is over") if over else _("The round is over"),
            Group(
                grid(words, result, match.rounds),
                outcome(words, result, over=over),
                Text(),
                hands(words, match),
            ),
            first,
            others[-1] if others else None,
            more=others[0] if len(others) > 1 else None,
        )
        self.wish = "leave"

    def press(self, button: str) -> None:
        """Remember the wish.

        Args:
            button: The id of the button.
        """
        if self._wishes:
            self.wish = self._wishes[{"yes": 0, "more": 1, "no": -1}[button]]
        self.action_answer(answer=True)
