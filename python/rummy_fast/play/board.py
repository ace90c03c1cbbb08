"""The screen with the table, and how keyboard and mouse move tiles on it."""

from collections.abc import Callable, Sequence
from string import digits
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from rummy_fast import RummyError
from rummy_fast.play import story
from rummy_fast.play.actions import ActionBar, bindings
from rummy_fast.play.draft import MoveError
from rummy_fast.play.editor import TurnEditor
from rummy_fast.play.faces import Order, in_order
from rummy_fast.play.flow import NEW, Target
from rummy_fast.play.game import Game
from rummy_fast.play.hand import HandView
from rummy_fast.play.notice import Line, Notice, turn_status
from rummy_fast.play.pieces import PiecesView
from rummy_fast.play.places import News
from rummy_fast.play.possible import possible
from rummy_fast.play.table import TableView
from rummy_fast.words import N_, Words

DIGIT_SECONDS = 0.8
"""How long the number of a meld waits for its second digit."""
MOST_LINES = 100
"""How many lines of history are kept."""


class Board(Screen[None]):
    """The table on the screen, and the turn in progress.

    Args:
        game: The game.
        words: The language.

    Attributes:
        game: As given.
        words: As given.
        order: How the hand is sorted.
        selected: The keys of the selected tiles, in the order of selection.
        history: What happened so far, as lines.
        other: The seat and the table of another player whose turn is being shown; else None.
        detailed: Whether the history shows the steps of each turn.
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
            width: 32; height: 100%; border-left: solid $primary; padding: 0 1;
        }
        #small { display: none; width: 100%; }
        &.-small > * { display: none; }
        &.-small > #small { display: block; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(),
        *(Binding(digit, f"meld('{digit}')", show=False) for digit in digits),
    ]
    WIDE: ClassVar[int] = 110
    """Columns from which the history is beside the table, not below it."""
    HIGH: ClassVar[int] = 32
    """Lines from which the notice and the history are higher."""
    LEAST: ClassVar[tuple[int, int]] = (80, 24)
    """Columns and lines below which only a line says that the terminal is too small."""
    HAND_ROOM: ClassVar[tuple[tuple[int, int], ...]] = ((36, 9), (28, 6), (0, 0))
    """From how many lines of the screen how many of the hand may be framed tiles."""
    AUTO_FOCUS = "#hand"

    def __init__(self, game: Game, words: Words) -> None:
        """Create the screen."""
        super().__init__()
        self.game = game
        self.words = words
        self.order: Order = "color"
        self.selected: list[int] = []
        self.history: list[str] = []
        self.detailed = False
        self._steps: list[Sequence[str]] = []
        self._judged = False
        self.other: tuple[int, TurnEditor] | None = None
        self._refusal = self._seats = self._digits = ""
        self._pressed: tuple[PiecesView, Target] | None = None
        self._shown: TurnEditor | None = None

    def compose(self) -> ComposeResult:
        """Seats, table, notice, hand, history, actions."""
        yield Static(id="seats", markup=False)
        with Container(id="body"):
            with Vertical(id="main"):
                yield TableView(id="table")
                yield Notice(id="notice")
                yield HandView(id="hand")
            with VerticalScroll(id="history", can_focus=False):
                yield Static(id="events", markup=False)
        yield ActionBar(self.words, id="actions")
        yield Static(id="small", markup=False)

    @property
    def table(self) -> TableView:
        """The widget with the table."""
        return self.query_one("#table", TableView)

    @property
    def hand(self) -> HandView:
        """The widget with the hand."""
        return self.query_one("#hand", HandView)

    def on_mount(self) -> None:
        """Title the parts."""
        _ = self.words.gettext
        self.table.border_title = _("Table")
        self.hand.border_title = _("Your hand")

    # Showing

    def draw_all(self) -> None:
        """Show the current state of everything."""
        game = self.game
        mine = game.mine and self.other is None
        turn = game.editor if self.other is None else self.other[1]
        known = {piece.key for piece in game.editor.draft.pieces}
        self.selected = [key for key in self.selected if key in known]
        placeholder = self.words.gettext("new meld")
        self.table.show_draft(
            turn.draft,
            turn.ruling.marks if mine and self._judged else [()] * len(turn.draft.heaps),
            {heap.keys for heap in turn.start.heaps},
            self.selected if mine else (),
            f"({placeholder})" if mine else "",
            rules=turn.rules,
            news=game.news if self.other is None else News(),
        )
        new = game.editor is not self._shown
        self._shown = game.editor
        self.hand.show_hand(
            game.editor.draft.hand, self.order, self.selected, game.drawn_keys, new=new
        )
        self.draw_seats()
        self.query_one("#notice", Notice).show(self._status())
        self._show_possible()

    def _show_possible(self) -> None:
        """Dim the actions that are not possible."""
        self.query_one("#actions", ActionBar).allow(
            possible(
                self.game,
                self._target.key,
                self._meld,
                self.selected,
                watching=self.other is not None,
            )
        )

    def _status(self) -> list[Line]:
        """The messages for the notice."""
        _ = self.words.gettext
        seat = self.game.match.to_move if self.other is None else self.other[0]
        if self.game.mine and self.other is None:
            refused: list[Line] = [("bad", self._refusal)] if self._refusal else []
            return [*refused, *turn_status(self.words, self.game, judged=self._judged)]
        if seat is None:
            return [("ask", _("The round is over."))]
        name = self.game.match.names[seat]
        lines: list[Line] = [("ask", _("It is {name}'s turn.", name=name))]
        if self.other is not None:
            lines.append(("ask", _("Space skips the rest of this turn.")))
        return lines

    def draw_seats(self) -> None:
        """Show the seats and the clock, and fit the screen to its size."""
        self.set_class(self.size.width >= self.WIDE, "-wide")
        self.set_class(self.size.height >= self.HIGH, "-high")
        self._fit()
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
            parts.append(_("time {time}", time=story.clock(left)))
        text = "  ".join(parts)
        if text != self._seats:
            # Called several times a second; mostly nothing has changed.
            self._seats = text
            self.query_one("#seats", Static).update(Content(text))

    def _fit(self) -> None:
        """Use the room that there is, or say that there is too little."""
        columns, lines = self.LEAST
        small = self.size.width < columns or self.size.height < lines
        self.set_class(small, "-small")
        if small:
            template = N_(
                "The terminal is too small: {columns} columns and {lines} lines are needed."
            )
            text = self.words.gettext(template, columns=columns, lines=lines)
            self.query_one("#small", Static).update(text)
        room = next(room for least, room in self.HAND_ROOM if self.size.height >= least)
        if self.hand.room != room:
            self.hand.room = room
            self.hand.styles.max_height = 1 + max(room, 4)
            # Both have framed tiles, or neither.
            self.table.room = None if room else 0
            self.hand.on_resize()
            self.table.on_resize()

    def log_line(self, line: str, steps: Sequence[str] = ()) -> None:
        """Add a line to the history.

        Args:
            line: What happened.
            steps: How, in detail.
        """
        self.history = [*self.history, line][-MOST_LINES:]
        self._steps = [*self._steps, steps][-MOST_LINES:]
        self._show_history()

    def _show_history(self) -> None:
        lines = []
        for line, steps in zip(self.history, self._steps, strict=True):
            lines += [line, *(f"  {step}" for step in steps if self.detailed)]
        self.query_one("#events", Static).update(Content("\n".join(lines)))
        self.query_one("#history", VerticalScroll).scroll_end(animate=False)

    def action_details(self) -> None:
        """Show or hide the steps of each turn."""
        self.detailed = not self.detailed
        self._show_history()

    # Moving tiles

    def move(self, make: Callable[[TurnEditor], bool]) -> None:
        """Make a move, if it is the person's turn, and show the result.

        Args:
            make: Makes the move and returns whether anything changed.
        """
        if not self.game.mine:
            return
        try:
            changed = make(self.game.editor)
        except MoveError as error:
            self.refuse(error)
            return
        self._refusal = ""
        if changed:
            self._judged = False
            self.selected.clear()
        self.draw_all()

    def refuse(self, error: RummyError | str) -> None:
        """Show why something cannot be done, if it is the person's turn."""
        if not self.game.mine:
            return
        self._refusal = error if isinstance(error, str) else self.words.translate(error)
        self.app.bell()
        self.draw_all()

    def _toggle(self, keys: list[int]) -> None:
        """Select tiles, or deselect them if all are selected."""
        if not self.game.mine:
            return
        if all(key in self.selected for key in keys):
            self.selected = [key for key in self.selected if key not in keys]
        else:
            self.selected += [key for key in keys if key not in self.selected]
        self._refusal = ""
        self.draw_all()

    @property
    def _target(self) -> Target:
        """What the cursor is on; the placeholder for a new meld if there is no cursor."""
        view = self.focused
        return (view.cursor if isinstance(view, PiecesView) else None) or NEW

    @property
    def _meld(self) -> int | None:
        """The index of the meld that the cursor is on; None if it is on none."""
        return self._target.cluster if self.focused is self.table else None

    def _chosen(self) -> list[int]:
        """The selected tiles, or else the tile under the cursor."""
        key = self._target.key
        return self.selected or ([] if key is None else [key])

    def action_select(self) -> None:
        """Select the tile under the cursor, or deselect it."""
        if self._target.key is not None:
            self._toggle([self._target.key])

    def action_whole(self) -> None:
        """Select the whole meld, or all tiles of a color or number."""
        cluster = self._target.cluster
        if cluster is None or not self.game.mine:
            return
        draft = self.game.editor.draft
        if self.focused is self.table:
            pieces = draft.heaps[cluster].pieces
        else:
            pieces = tuple(in_order(draft.hand, self.order)[cluster])
        self._toggle([piece.key for piece in pieces])

    def action_none(self) -> None:
        """Select nothing."""
        self.selected.clear()
        self._pressed = None
        self._refusal = self._digits = ""
        self.draw_all()

    def action_meld(self, digit: str) -> None:
        """Point at a meld by its number, or add the selected tiles to it.

        The first digit of a longer number waits for the second one.

        Args:
            digit: A digit of the number.
        """
        if not self.game.mine:
            return
        melds = len(self.game.editor.draft.heaps)
        typed = self._digits + digit
        if not 1 <= int(typed) <= melds:
            # Not a second digit, so perhaps the first one of another number.
            typed = digit
        self._digits = ""
        if not 1 <= int(typed) <= melds:
            return
        if int(typed) * 10 > melds:
            self._choose_meld(int(typed) - 1)
            return
        self._digits = typed
        self.set_timer(DIGIT_SECONDS, lambda: self._choose_typed(typed))

    def _choose_typed(self, typed: str) -> None:
        """Take the number for whole if no other digit has followed."""
        if self._digits == typed:
            self._digits = ""
            self._choose_meld(int(typed) - 1)

    def _choose_meld(self, meld: int) -> None:
        if not self.game.mine or meld >= len(self.game.editor.draft.heaps):
            return
        if self.selected:
            self.move(lambda turn: turn.place(self.selected, meld))
            return
        self.table.point(Target(meld, self.game.editor.draft.heaps[meld].pieces[0].key))
        self.table.focus()
        self._show_possible()

    def action_new(self) -> None:
        """Play the selected tiles as a new meld."""
        self.move(lambda turn: turn.place(self._chosen()))

    def action_put(self) -> None:
        """Add the selected tiles to the meld under the cursor."""
        if self.focused is not self.table:
            self.action_new()
            return
        self.move(lambda turn: turn.place(self.selected, self._meld))

    def action_split(self) -> None:
        """Split the meld before the tile under the cursor."""
        self._split(self._target)

    def _split(self, target: Target) -> None:
        if target.cluster is None or self.focused is not self.table:
            self.refuse(self.words.gettext("Put the cursor on a tile on the table first."))
            return
        heap = target.cluster

        def split(turn: TurnEditor) -> bool:
            keys = [piece.key for piece in turn.draft.heaps[heap].pieces]
            return turn.split(heap, keys.index(target.key) if target.key in keys else 0)

        self.move(split)

    def action_back(self) -> None:
        """Take the selected tiles back into the hand."""
        self.move(lambda turn: turn.take_back(self._chosen()))

    def action_joker(self) -> None:
        """Make the jokers of the meld stand for something else."""
        meld = self._meld
        if meld is None:
            self.refuse(self.words.gettext("Put the cursor on a tile on the table first."))
            return
        self.move(lambda turn: turn.reread(meld))

    def action_undo(self) -> None:
        """Undo the last move."""
        self.move(TurnEditor.undo)

    def action_redo(self) -> None:
        """Redo the move undone last."""
        self.move(TurnEditor.redo)

    def action_reset(self) -> None:
        """Put all tiles back where they were."""
        self.move(TurnEditor.reset)

    def action_scroll_notice(self, lines: int) -> None:
        """Scroll the messages about the turn."""
        self.query_one("#notice", Notice).scroll_relative(y=lines, animate=False)

    def action_sort(self) -> None:
        """Sort the hand by color or by number."""
        self.order = "number" if self.order == "color" else "color"
        self.draw_all()

    # The mouse, and moving the cursor between the table and the hand

    @on(PiecesView.Pressed)
    def _press(self, event: PiecesView.Pressed) -> None:
        self._pressed = (event.view, event.target)
        if event.right_button:
            self._pressed = None
            if event.view is self.table and self.game.mine:
                event.view.focus()
                self._split(event.target)

    @on(PiecesView.Released)
    def _release(self, event: PiecesView.Released) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        view, target = pressed
        if (view, target) != (event.view, event.target):
            if target.key is not None:
                self._drop([target.key], event)
        elif target.key is not None:
            self._toggle([target.key])
        elif self.selected:
            self._drop(self.selected, event)

    def _drop(self, keys: list[int], event: PiecesView.Released) -> None:
        """Move tiles to where the mouse was released; a selected tile takes the others along."""
        if keys[0] in self.selected:
            keys = self.selected
        if event.view is self.hand:
            self.move(lambda turn: turn.take_back(keys))
        else:
            self.move(lambda turn: turn.place(keys, event.target.cluster))

    @on(PiecesView.CursorMoved)
    def _moved(self) -> None:
        self._show_possible()

    @on(PiecesView.CursorLeft)
    def _cross(self, event: PiecesView.CursorLeft) -> None:
        if event.view is self.table and event.direction == "down":
            self.hand.focus()
        elif event.view is self.hand and event.direction == "up":
            self.table.focus()
