"""A finished match, turn by turn, with everyone's tiles."""

from typing import ClassVar, NamedTuple

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from rummy_fast import Hand, Match, Record, Table, Tile
from rummy_fast.play import story
from rummy_fast.play.draft import Draft
from rummy_fast.play.editor import TurnEditor
from rummy_fast.play.faces import Look, style
from rummy_fast.play.places import News, news, places
from rummy_fast.play.table import TableView
from rummy_fast.result import Happening, RoundResult, RoundStart, TurnTaken
from rummy_fast.words import Words


class Moment(NamedTuple):
    """The table and all hands after a turn.

    Attributes:
        text: What happened.
        draft: The table.
        news: What the turn changed.
        hands: The tiles of each seat.
    """

    text: str
    draft: Draft
    news: News
    hands: tuple[tuple[Tile, ...], ...]


def moments(words: Words, record: Record) -> list[Moment]:
    """List everything that happened in a match.

    Args:
        words: The language.
        record: The record.

    Returns:
        The deal of each round and each turn, in order.
    """
    found: list[Moment] = []
    before = Table("", record.rules)
    _ = words.gettext

    def listen(match: Match, happening: Happening) -> None:
        nonlocal before
        match happening:
            case RoundStart(number=number, starter=starter):
                before = Table("", record.rules)
                name = match.names[starter]
                text = _("Round {number}. First to play: {name}.", number=number, name=name)
            case TurnTaken(event=event, fault=fault):
                text = story.seen_turn(
                    words, event, match.names[event.seat], fault.message if fault else ""
                )
            case RoundResult():
                text = story.ending(words, happening, match.names)
            case _:
                return
        table = match.round.table
        shown = found[-1].draft.heaps if found else ()
        draft = TurnEditor(
            table, Hand("", record.rules), rules=record.rules, places=places(table, shown)
        ).draft
        hands = tuple(tuple(hand) for hand in match.round.hands)
        found.append(Moment(text, draft, news(draft.heaps, before), hands))
        before = table

    record.replay(on_event=listen)
    return found


class WatchScreen(Screen[None]):
    """Goes through a match with the arrow keys.

    Args:
        words: The language.
        record: The record of the match.
    """

    DEFAULT_CSS = """
    WatchScreen {
        #told { height: 2; background: $panel; padding: 0 1; }
        #table { height: 1fr; border-top: solid $primary; }
        #hands { height: auto; max-height: 12; border-top: solid $primary; padding: 0 1; }
        #keys { height: 1; color: $text-muted; padding: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter,down", "go(1)", show=False, priority=True),
        Binding("left,backspace,up", "go(-1)", show=False, priority=True),
        Binding("home", "go(-1000000)", show=False, priority=True),
        Binding("end", "go(1000000)", show=False, priority=True),
        Binding("q,escape", "dismiss", show=False, priority=True),
    ]

    def __init__(self, words: Words, record: Record) -> None:
        """Read the whole match."""
        super().__init__()
        self.words = words
        self.record = record
        self.moments = moments(words, record)
        self.place = 0

    def compose(self) -> ComposeResult:
        """What happened, table, hands, keys."""
        _ = self.words.gettext
        yield Static(id="told", markup=False)
        yield TableView(id="table")
        yield Static(id="hands", markup=False)
        yield Static(_("arrows: back and forth   Home, End: start, end   q: close"), id="keys")

    def on_mount(self) -> None:
        """Begin with the first deal."""
        self.query_one("#table", TableView).border_title = self.words.gettext("Table")
        self.action_go(0)

    def action_go(self, turns: int) -> None:
        """Go to another moment.

        Args:
            turns: How many turns forward; negative for back.
        """
        self.place = min(max(0, self.place + turns), len(self.moments) - 1)
        moment = self.moments[self.place]
        number = f"{self.place + 1}/{len(self.moments)}"
        self.query_one("#told", Static).update(f"{number}  {moment.text}")
        untouched = {heap.keys for heap in moment.draft.heaps}
        self.query_one("#table", TableView).show_draft(
            moment.draft,
            [()] * len(moment.draft.heaps),
            untouched,
            (),
            "",
            rules=self.record.rules,
            news=moment.news,
        )
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for name, hand in zip(self.record.names, moment.hands, strict=True):
            tiles = Text()
            for tile in sorted(hand):
                tiles.append(f" {tile} ", style(tile, Look()))
                tiles.append(" ")
            grid.add_row(Text(name), tiles)
        self.query_one("#hands", Static).update(grid)
