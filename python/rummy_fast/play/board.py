"""The table with everything around it, and moving tiles on it by keyboard and mouse."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from rummy_fast import RummyError
from rummy_fast.play import story
from rummy_fast.play.actions import ActionBar, bindings
from rummy_fast.play.desk import Desk
from rummy_fast.play.draft import DeskError
from rummy_fast.play.faces import Order, in_order
from rummy_fast.play.flow import NEW, Thing
from rummy_fast.play.game import Game
from rummy_fast.play.hand import HandView
from rummy_fast.play.notice import Line, Notice, word_on
from rummy_fast.play.pieces import PiecesView
from rummy_fast.play.table import TableView
from rummy_fast.words import Words

MOST_LINES = 100
"""Lines of what happened that are kept."""


class Board(Screen[None]):
    """The table on the screen, and the turn in progress.

    Args:
        game: The game.
        words: The language.

    Attributes:
        game: As given.
        words: As given.
        order: How the hand is sorted.
        selected: The keys of the selected tiles, in the order in which they were selected.
        history: What happened, in lines.
        other: The turn of someone else that is being shown: their seat and the desk; else None.
    """

    DEFAULT_CSS = """
    Board {
        #seats { height: auto; max-height: 3; background: $panel; padding: 0 1; }
        #body { height: 1fr; layout: vertical; }
        #main { height: 1fr; width: 1fr; }
        #table { height: 1fr; border-top: solid $primary; }
        #hand { height: auto; max-height: 5; border-top: solid $primary; }
        #table:focus, #hand:focus { border-top: heavy $accent; }
        #notice { height: 3; }
        #history { height: 3; color: $text-muted; }
        #actions { max-height: 3; }
        &.-high #notice { height: 5; }
        &.-high #history { height: 5; }
        &.-wide #body { layout: horizontal; }
        &.-wide #history {
            width: 40; height: 100%; border-left: solid $primary; padding: 0 1;
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]
    WIDE: ClassVar[int] = 110
    """Columns from which what happened stands beside the table, not below it."""
    HIGH: ClassVar[int] = 32
    """Lines from which there is more room for words."""
    AUTO_FOCUS = "#hand"

    def __init__(self, game: Game, words: Words) -> None:
        """Sit down at the table."""
        super().__init__()
        self.game = game
        self.words = words
        self.order: Order = "color"
        self.selected: list[int] = []
        self.history: list[str] = []
        self.other: tuple[int, Desk] | None = None
        self._refused = ""
        self._seats = ""
        self._grabbed: tuple[PiecesView, Thing] | None = None

    def compose(self) -> ComposeResult:
        """Seats, table, word on the turn, hand, what happened, what can be done."""
        yield Static(id="seats", markup=False)
        with Container(id="body"):
            with Vertical(id="main"):
                yield TableView(id="table")
                yield Notice(id="notice")
                yield HandView(id="hand")
            with VerticalScroll(id="history", can_focus=False):
                yield Static(id="events", markup=False)
        yield ActionBar(self.words, id="actions")

    @property
    def table(self) -> TableView:
        """The widget with the table."""
        return self.query_one("#table", TableView)

    @property
    def hand(self) -> HandView:
        """The widget with the hand."""
        return self.query_one("#hand", HandView)

    def on_mount(self) -> None:
        """Name the parts."""
        _ = self.words.gettext
        self.table.border_title = _("Table")
        self.hand.border_title = _("Your hand")

    # What is seen

    def draw_all(self) -> None:
        """Show how everything stands."""
        game = self.game
        mine = game.mine and self.other is None
        desk = game.desk if self.other is None else self.other[1]
        known = {piece.key for piece in game.desk.draft.pieces}
        self.selected = [key for key in self.selected if key in known]
        invitation = self.words.gettext("new meld")
        self.table.lie(
            desk.draft,
            desk.ruling.marks if mine else [()] * len(desk.draft.heaps),
            {heap.keys for heap in desk.start.heaps},
            self.selected if mine else (),
            f"({invitation})" if mine else "",
        )
        self.hand.hold(game.desk.draft.hand, self.order, self.selected, game.fresh)
        self.draw_seats()
        self.query_one("#notice", Notice).say(self._word())

    def _word(self) -> list[Line]:
        _ = self.words.gettext
        seat = self.game.match.to_move if self.other is None else self.other[0]
        if self.game.mine and self.other is None:
            refused: list[Line] = [("bad", self._refused)] if self._refused else []
            return [*refused, *word_on(self.words, self.game)]
        if seat is None:
            return [("ask", _("The round is over."))]
        name = self.game.match.names[seat]
        return [("ask", _("It is the turn of {name}.", name=name))]

    def draw_seats(self) -> None:
        """Show who sits at the table, and the time; use the room there is."""
        self.set_class(self.size.width >= self.WIDE, "-wide")
        self.set_class(self.size.height >= self.HIGH, "-high")
        game, words = self.game, self.words
        _ = words.gettext
        turn = game.match.to_move if self.other is None else self.other[0]
        parts = [
            f"{'>' if seat == turn else ' '}{text}"
            for seat, text in enumerate(story.seats(words, game))
        ]
        parts.append(_("pool {count}", count=game.view.pool_size))
        number, rounds = game.match.round_number, game.match.rounds
        parts.append(_("round {number}/{rounds}", number=number, rounds=rounds))
        left = game.remaining
        if left is not None:
            parts.append(_("time {time}", time=story.time(left)))
        text = "  ".join(parts)
        if text != self._seats:
            # This is looked at several times a second, and mostly nothing has changed.
            self._seats = text
            self.query_one("#seats", Static).update(Content(text))

    def tell(self, line: str) -> None:
        """Add to what happened."""
        self.history = [*self.history, line][-MOST_LINES:]
        self.query_one("#events", Static).update(Content("\n".join(self.history)))
        self.query_one("#history", VerticalScroll).scroll_end(animate=False)

    # Moving tiles

    def move(self, make: Callable[[Desk], bool]) -> None:
        """Make a move, if it is the person's turn, and show what comes of it.

        Args:
            make: The move; it tells whether anything changed.
        """
        if not self.game.mine:
            return
        try:
            changed = make(self.game.desk)
        except DeskError as error:
            self.refuse(error)
            return
        self._refused = ""
        if changed:
            self.selected.clear()
        self.draw_all()

    def refuse(self, error: RummyError | str) -> None:
        """Say why something cannot be done, if it is the person's turn."""
        if not self.game.mine:
            return
        self._refused = error if isinstance(error, str) else self.words.translate(error)
        self.app.bell()
        self.draw_all()

    def _toggle(self, keys: list[int]) -> None:
        """Select tiles, or no longer if they all are."""
        if not self.game.mine:
            return
        if all(key in self.selected for key in keys):
            self.selected = [key for key in self.selected if key not in keys]
        else:
            self.selected += [key for key in keys if key not in self.selected]
        self._refused = ""
        self.draw_all()

    @property
    def _pointed(self) -> Thing:
        """What the cursor is on; the place for a new meld if there is no cursor."""
        view = self.focused
        return (view.cursor if isinstance(view, PiecesView) else None) or NEW

    @property
    def _meld(self) -> int | None:
        """The meld of the table that the cursor is on."""
        return self._pointed.group if self.focused is self.table else None

    def _chosen(self) -> list[int]:
        """The selected tiles, or else the one under the cursor."""
        key = self._pointed.key
        return self.selected or ([] if key is None else [key])

    def action_select(self) -> None:
        """Select the tile under the cursor, or no longer."""
        if self._pointed.key is not None:
            self._toggle([self._pointed.key])

    def action_whole(self) -> None:
        """Select the whole meld, or all tiles of a color or number."""
        group = self._pointed.group
        if group is None or not self.game.mine:
            return
        draft = self.game.desk.draft
        if self.focused is self.table:
            pieces = draft.heaps[group].pieces
        else:
            pieces = tuple(in_order(draft.hand, self.order)[group])
        self._toggle([piece.key for piece in pieces])

    def action_none(self) -> None:
        """Select nothing."""
        self.selected.clear()
        self._grabbed = None
        self._refused = ""
        self.draw_all()

    def action_new(self) -> None:
        """Play the selected tiles as a new meld."""
        self.move(lambda desk: desk.place(self._chosen()))

    def action_put(self) -> None:
        """Add the selected tiles to the meld under the cursor."""
        if self.focused is not self.table:
            self.action_new()
            return
        self.move(lambda desk: desk.place(self.selected, self._meld))

    def action_split(self) -> None:
        """Cut the meld in two before the tile under the cursor."""
        self._split(self._pointed)

    def _split(self, thing: Thing) -> None:
        if thing.group is None or self.focused is not self.table:
            self.refuse(self.words.gettext("Put the cursor on a tile of the table first."))
            return
        group = thing.group

        def split(desk: Desk) -> bool:
            keys = [piece.key for piece in desk.draft.heaps[group].pieces]
            return desk.split(group, keys.index(thing.key) if thing.key in keys else 0)

        self.move(split)

    def action_back(self) -> None:
        """Take the selected tiles back into the hand."""
        self.move(lambda desk: desk.take_back(self._chosen()))

    def action_joker(self) -> None:
        """Let the jokers of the meld stand for something else."""
        meld = self._meld
        if meld is None:
            self.refuse(self.words.gettext("Put the cursor on a tile of the table first."))
            return
        self.move(lambda desk: desk.reread(meld))

    def action_undo(self) -> None:
        """Take the last move back."""
        self.move(Desk.undo)

    def action_redo(self) -> None:
        """Make it again."""
        self.move(Desk.redo)

    def action_reset(self) -> None:
        """Put all tiles where they were."""
        self.move(Desk.reset)

    def action_words(self, lines: int) -> None:
        """Scroll the word on the turn."""
        self.query_one("#notice", Notice).scroll_relative(y=lines, animate=False)

    def action_sort(self) -> None:
        """Sort the hand by color or by number."""
        self.order = "number" if self.order == "color" else "color"
        self.draw_all()

    # The mouse, and the cursor between the table and the hand

    @on(PiecesView.Grabbed)
    def _grab(self, event: PiecesView.Grabbed) -> None:
        self._grabbed = (event.view, event.thing)
        if event.apart:
            self._grabbed = None
            if event.view is self.table and self.game.mine:
                event.view.focus()
                self._split(event.thing)

    @on(PiecesView.Dropped)
    def _drop(self, event: PiecesView.Dropped) -> None:
        grabbed, self._grabbed = self._grabbed, None
        if grabbed is None:
            return
        view, thing = grabbed
        if (view, thing) != (event.view, event.thing):
            if thing.key is not None:
                self._bring([thing.key], event)
        elif thing.key is not None:
            self._toggle([thing.key])
        elif self.selected:
            self._bring(self.selected, event)

    def _bring(self, keys: list[int], event: PiecesView.Dropped) -> None:
        """Put tiles where the mouse was let go; a selected tile brings the others along."""
        if keys[0] in self.selected:
            keys = self.selected
        if event.view is self.hand:
            self.move(lambda desk: desk.take_back(keys))
        else:
            self.move(lambda desk: desk.place(keys, event.thing.group))

    @on(PiecesView.Left)
    def _cross(self, event: PiecesView.Left) -> None:
        if event.view is self.table and event.way == "down":
            self.hand.focus()
        elif event.view is self.hand and event.way == "up":
            self.table.focus()
