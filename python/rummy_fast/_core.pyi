"""The compiled part of rummy_fast. Import these names from `rummy_fast`.

Rule numbers refer to the rule book. A function that takes a tile, a hand, a meld or a table
takes text or the object. Text is written as follows:

- Tile: the letter of a color and a number, such as `r6`. The letters are `r y g b`, and
  `k o p w` in larger decks. `J` is a joker.
- Hand: tiles separated by spaces or commas, such as `r6 y2 J`. `r3-6` is short for
  `r3 r4 r5 r6`.
- Meld: tiles, as in a hand. The place of a joker in a run says which tile it stands for.
  `J=r7` says so explicitly, which a meld with a single natural tile requires.
- Table: melds separated by `|`, such as `r3 r4 r5 | r8 y8 g8`.

A value of another type raises a `TypeError` that names the argument. A whole number is
anything with `__index__`, NumPy's integers included, but not a bool.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    Unpack,
    final,
    overload,
)

__version__: Final[str]

TileLike: TypeAlias = str | Tile
MeldLike: TypeAlias = str | Meld
HandLike: TypeAlias = str | Hand | Iterable[TileLike]
TableLike: TypeAlias = str | Table | Iterable[MeldLike]
RulesLike: TypeAlias = str | Rules | RuleDict | RuleValues | dict[str, Any]
Weights: TypeAlias = Mapping[str, float] | Mapping[Tile, float] | Mapping[TileLike, float]
ObjectiveName: TypeAlias = Literal["tiles", "points"]
Objective: TypeAlias = ObjectiveName | Weights
WordingValue: TypeAlias = str | int | Wording
Problem: TypeAlias = Mapping[str, Any] | tuple[TableLike, HandLike] | View

class RuleOptions(TypedDict, total=False):
    colors: SupportsIndex
    values: SupportsIndex
    copies: SupportsIndex
    jokers: SupportsIndex
    shortest_meld: SupportsIndex
    players: SupportsIndex | str | Sequence[SupportsIndex]
    hand_size: SupportsIndex
    starter: Literal["random", "rotate", "winner"]
    opening_min: SupportsIndex
    opening_table: Literal["next_turn", "same_turn"]
    closing_hand: bool
    locked_meld: Literal["frozen", "keep_three", "identity", "free"]
    exchange_from: Literal["anywhere", "hand"]
    freed_joker: Literal["any_meld", "new_meld"]
    joker_penalty: SupportsIndex
    turn_seconds: SupportsIndex | None
    timeout: Literal["keep_last_legal", "undo"]
    timeout_draw: SupportsIndex
    stalemate: Literal["differences", "void"]
    match_winner: Literal["total", "rounds_then_total", "rounds"]

class RuleDict(RuleOptions, total=False):
    preset: str

class RuleValues(TypedDict):
    colors: int
    values: int
    copies: int
    jokers: int
    shortest_meld: int
    players: list[int]
    hand_size: int
    starter: Literal["random", "rotate", "winner"]
    opening_min: int
    opening_table: Literal["next_turn", "same_turn"]
    closing_hand: bool
    locked_meld: Literal["frozen", "keep_three", "identity", "free"]
    exchange_from: Literal["anywhere", "hand"]
    freed_joker: Literal["any_meld", "new_meld"]
    joker_penalty: int
    turn_seconds: int | None
    timeout: Literal["keep_last_legal", "undo"]
    timeout_draw: int
    stalemate: Literal["differences", "void"]
    match_winner: Literal["total", "rounds_then_total", "rounds"]

@final
class Wording:
    """A sentence that can be translated: its template and its values are kept apart.

    `str(wording)` is the English sentence. `rummy_fast.words` translates it.

    Args:
        template: The English sentence with placeholders, such as `"{tile} is gone"`.
        values: A mapping from placeholder to value: text, a whole number, another `Wording`, or
            an iterable of wordings, which are joined by semicolons.
        plural: The English sentence for every count but 1. The count is the value named `count`.

    Raises:
        RummyError: If there is a plural but no whole number named `count`, or wordings are
            nested more than 16 deep.
        TypeError: If an argument or a value has the wrong type.
    """

    def __new__(
        cls,
        template: str,
        values: Mapping[str, WordingValue | Iterable[Wording]] = ...,
        plural: str | None = None,
    ) -> Wording: ...
    @property
    def template(self) -> str:
        """The English sentence with placeholders; the singular, if there are two forms."""

    @property
    def plural(self) -> str | None:
        """The English sentence for every count but 1; None if there is one form only."""

    @property
    def values(self) -> dict[str, WordingValue | tuple[Wording, ...]]:
        """The values by placeholder."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Wording], tuple[Any, ...]]: ...

class RummyError(ValueError):
    """The base class of the errors that rummy_fast raises for invalid input.

    Attributes:
        wording: The message as a `Wording`, which can be translated; None if the message exists in
            English only.
    """

    wording: Wording | None

class NotationError(RummyError):
    """A text is not a tile, a hand, a meld or a table.

    The message quotes the part that cannot be read and says why: an unknown color, a number out of
    range, a run written backwards.
    """

class InvalidMeldError(RummyError):
    """Tiles do not form a meld, or form more than one (rules 4 to 6)."""

class InvalidTableError(RummyError):
    """A table or a hand cannot exist (rule 1).

    Either the table contains an invalid meld, or there are more copies of a tile than the deck has.
    The message lists every fault.
    """

class InvalidRulesError(RummyError):
    """An option is unknown, of the wrong type or out of range. The message names the option."""

class IllegalTurnError(RummyError):
    """The rules do not allow a turn (rules 9 to 15).

    Attributes:
        reasons: A tuple with every `Reason`; see `check_turn`. A `Round` also refuses turns for
            reasons other than the tiles, with one of these codes: `round_over`, `no_such_seat`,
            `wrong_seat`, `nothing_to_draw`, `cannot_pass`.
    """

    reasons: tuple[Reason, ...]

class RecordError(RummyError):
    """A record is damaged or was edited. The message names the line and the reason.

    Attributes:
        line: The number of the line, from 1.
    """

    line: int

class SearchCancelledError(RuntimeError):
    """A `Cancellation` stopped the search.

    It is not a `RummyError`, since the arguments were fine.
    """

@final
class Cancellation:
    """A switch that stops searches from another thread.

    Pass it as `cancel` to whatever may take long: `solve`, `solve_many`, `candidates`,
    `check_turn`, `Play.steps`, `count_openings`, `play_rounds`, the `choose` method of a built-in
    bot, and the methods of `Round`, `Match` and `Record` that check turns. They raise
    `SearchCancelledError` within milliseconds of `cancel`, in whichever thread they run. One
    cancellation may stop any number of them.

    Example:
        ```python
        async def best_play(table: str, hand: str) -> rf.Play:
            stop = rf.Cancellation()
            asyncio.get_running_loop().call_later(1, stop.cancel)
            return await asyncio.to_thread(rf.solve, table, hand, cancel=stop)
        ```
    """

    def __new__(cls) -> Cancellation: ...
    def cancel(self) -> None:
        """Stop the running searches and refuse later ones. Thread-safe."""

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""

@final
class Tile:
    """A tile: a color and a number, or a joker.

    Tiles sort by color in palette order (`r y g b k o p w`), then by number. Jokers come last.

    Args:
        tile: Text such as `"r6"` or `"J"`, or a `Tile`.
        rules: The rules whose deck has the tile: a `Rules` object, the name of a preset or a dict
            of options. None means `schmidt`.

    Raises:
        NotationError: If the text is not a tile of the deck.
        TypeError: If `tile` is neither text nor a `Tile`.
    """

    def __new__(cls, tile: TileLike, rules: RulesLike | None = None) -> Tile: ...
    @staticmethod
    def parse(text: TileLike, rules: RulesLike | None = None) -> Tile:
        """Read a tile; the same as `Tile(text, rules)`."""

    @property
    def color(self) -> str | None:
        """The letter of the color, one of `r y g b k o p w`; None for a joker."""

    @property
    def value(self) -> int | None:
        """The number, from 1; None for a joker."""

    @property
    def is_joker(self) -> bool:
        """Whether the tile is a joker."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Tile, /) -> bool: ...
    def __le__(self, other: Tile, /) -> bool: ...
    def __gt__(self, other: Tile, /) -> bool: ...
    def __ge__(self, other: Tile, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Tile], tuple[Any, ...]]: ...

@final
class Hand:
    """A multiset of tiles, sorted by color, then number, with jokers last.

    `len(hand)` and iteration count each copy of a tile. `a <= b` means that `b` has every tile of
    `a`, as with sets; to sort hands, use `key=lambda hand: hand.tiles`. `a + b` and `a - b` add and
    remove tiles; `b` may be whatever `Hand` reads. `-` refuses tiles that are not in the hand.

    Args:
        tiles: Text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
        rules: The rules whose deck has the tiles; None means `schmidt`.

    Raises:
        NotationError: If a word is not a tile of the deck.
        InvalidTableError: If there are more copies of a tile than the deck has (rule 1).
        TypeError: If `tiles` has another type.
    """

    def __new__(cls, tiles: HandLike, rules: RulesLike | None = None) -> Hand: ...
    @staticmethod
    def parse(text: HandLike, rules: RulesLike | None = None) -> Hand:
        """Read a hand; the same as `Hand(text, rules)`."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The sorted tiles; a tile appears once for each copy."""

    def count(self, tile: TileLike) -> int:
        """Count the copies of a tile.

        Args:
            tile: The tile, as text or a `Tile`.

        Returns:
            The number of copies, 0 if there are none.

        Raises:
            NotationError: If the text is not a tile.
        """

    def _repr_svg_(self) -> str | None:
        """Draw the hand for a notebook; see `rummy_fast.draw.hand`."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tile]: ...
    def __contains__(self, tile: TileLike, /) -> bool: ...
    def __add__(self, tiles: HandLike, /) -> Hand: ...
    def __sub__(self, tiles: HandLike, /) -> Hand: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Hand, /) -> bool: ...
    def __le__(self, other: Hand, /) -> bool: ...
    def __gt__(self, other: Hand, /) -> bool: ...
    def __ge__(self, other: Hand, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Hand], tuple[Any, ...]]: ...

@final
class Meld:
    """A valid run (rule 5) or group (rule 4).

    `len(meld)`, iteration and `in` refer to the tiles.

    Args:
        tiles: Text such as `"r3 J r5"`, or a `Meld`. Without jokers, the tiles may come in any
            order. With jokers, a run must rise, and the place of a joker says which tile it stands
            for (rule 7).
        rules: The rules that give the deck and the length of the shortest meld; None means
            `schmidt`.

    Raises:
        NotationError: If a word is not a tile of the deck.
        InvalidMeldError: If the tiles do not form a meld, or form more than one (rule 6).
        TypeError: If `tiles` is neither text nor a `Meld`.
    """

    def __new__(cls, tiles: MeldLike, rules: RulesLike | None = None) -> Meld: ...
    @staticmethod
    def parse(text: MeldLike, rules: RulesLike | None = None) -> Meld:
        """Read a meld; the same as `Meld(text, rules)`."""

    @property
    def kind(self) -> Literal["run", "group"]:
        """`"run"` or `"group"`."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles: of a run in rising order, of a group in palette order with jokers last."""

    @property
    def value(self) -> int:
        """The points of the meld; a joker counts as the tile it stands for (rule 8)."""

    def stands_for(self, rules: RulesLike | None = None) -> tuple[tuple[Tile, ...], ...]:
        """List the tiles that each tile of the meld may stand for (rule 7).

        Args:
            rules: The rules that give the colors for a joker of a group; None means `schmidt`.

        Returns:
            One tuple of tiles for each entry of `tiles`. A natural tile stands for itself, a joker
            of a run for one tile, and a joker of a group for the group's number in any color that
            the group lacks. In a group with every color that tuple is empty.
        """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tile]: ...
    def __contains__(self, tile: TileLike, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Meld, /) -> bool: ...
    def __le__(self, other: Meld, /) -> bool: ...
    def __gt__(self, other: Meld, /) -> bool: ...
    def __ge__(self, other: Meld, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Meld], tuple[Any, ...]]: ...

@final
class Table:
    """Valid melds in canonical order.

    `len(table)`, iteration and `in` refer to the melds.

    Args:
        melds: Text such as `"r3 r4 r5 | r8 y8 g8"`, a `Table`, or an iterable of melds.
        rules: The rules that give the deck and the length of the shortest meld; None means
            `schmidt`.

    Raises:
        NotationError: If the only faults are words that are not tiles of the deck.
        InvalidTableError: If a meld is invalid, or there are more copies of a tile than the deck
            has (rule 1). The message lists every fault.
        TypeError: If `melds` has another type.
    """

    def __new__(cls, melds: TableLike, rules: RulesLike | None = None) -> Table: ...
    @staticmethod
    def parse(text: TableLike, rules: RulesLike | None = None) -> Table:
        """Read a table; the same as `Table(text, rules)`."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds in canonical order."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile on the table, sorted."""

    def _repr_svg_(self) -> str | None:
        """Draw the table for a notebook; see `rummy_fast.draw.table`."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Meld]: ...
    def __contains__(self, meld: MeldLike, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Table, /) -> bool: ...
    def __le__(self, other: Table, /) -> bool: ...
    def __gt__(self, other: Table, /) -> bool: ...
    def __ge__(self, other: Table, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Table], tuple[Any, ...]]: ...

@final
class Rules:
    """The rules of a game: every number and choice, validated and frozen.

    Args:
        preset: The rules to start from: the name of a preset, a dict as for `from_dict`, or a
            `Rules` object. None means `schmidt`.
        options: The options to change, by name; see `Rules.options`.

    Raises:
        InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
            meld is possible.
        TypeError: If `preset` has another type.
    """

    def __new__(
        cls, preset: RulesLike | None = None, /, **options: Unpack[RuleOptions]
    ) -> Rules: ...
    @staticmethod
    def schmidt() -> Rules:
        """The game of the booklet (Schmidt Spiele 51508), the default."""

    @staticmethod
    def rummikub() -> Rules:
        """Rummikub as sold in the US."""

    @staticmethod
    def rummikub_eu() -> Rules:
        """Rummikub as sold in Europe."""

    @staticmethod
    def sabra() -> Rules:
        """Sabra: jokers are exchanged from the hand only, and their melds stay as they are."""

    @staticmethod
    def rummikub_xp() -> Rules:
        """Rummikub XP: three copies, four jokers, up to six players."""

    @staticmethod
    def free_jokers() -> Rules:
        """Jokers on the table are loose tiles, as in the papers and in other solvers."""

    @staticmethod
    def presets() -> dict[str, str]:
        """List the presets.

        Returns:
            A dict from the name of each preset to its description. The default comes first.
        """

    @staticmethod
    def options() -> dict[str, dict[str, Any]]:
        """List the options in the order of the rule book.

        Returns:
            A dict from the name of each option to its JSON Schema: `"description"`, the range
            or the choices, `"default"`, and `"rules"`, the numbers of its rules in the rule
            book.
        """

    @staticmethod
    def from_dict(options: str | RuleDict | RuleValues | dict[str, Any]) -> Rules:
        """Create rules from a dict, such as one from JSON.

        Args:
            options: Options by name. `"preset"` names the preset to start from; if absent, it
                is `schmidt`. Instead of a dict, the name of a preset is allowed.

        Returns:
            The rules.

        Raises:
            InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
                meld is possible.
            TypeError: If `options` is neither a dict nor text.
        """

    def to_dict(self) -> RuleValues:
        """Return every option by name, ready for JSON; `from_dict` reads the dict back."""

    def replace(self, **options: Unpack[RuleOptions]) -> Rules:
        """Return rules that differ in some options.

        Args:
            options: The options to change, by name.

        Returns:
            The new rules.

        Raises:
            InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
                meld is possible.
        """

    @property
    def colors(self) -> int:
        """How many colors the deck has (2 to 8; rule 1)."""

    @property
    def values(self) -> int:
        """The highest number (2 to 26; rule 1)."""

    @property
    def copies(self) -> int:
        """How many copies of each tile the deck has (1 to 4; rule 1)."""

    @property
    def jokers(self) -> int:
        """How many jokers the deck has (0 to 8; rule 1)."""

    @property
    def shortest_meld(self) -> int:
        """Fewest tiles of a meld (2 to 6; rule 4, rule 5)."""

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players, as a pair, a number or `"2-4"` (1 to 8; rule 2)."""

    @property
    def hand_size(self) -> int:
        """Tiles dealt to each player (1 to 100; rule 2)."""

    @property
    def starter(self) -> Literal["random", "rotate", "winner"]:
        """Who begins a round (rule 3)."""

    @property
    def opening_min(self) -> int:
        """Points that an opening must be worth (0 to 1000; rule 11)."""

    @property
    def opening_table(self) -> Literal["next_turn", "same_turn"]:
        """When a player who opens may first use the table (rule 11)."""

    @property
    def closing_hand(self) -> bool:
        """Whether a whole hand played at once needs no opening and counts double (rule 17)."""

    @property
    def locked_meld(self) -> Literal["frozen", "keep_three", "identity", "free"]:
        """What must stay with a joker that was not exchanged, from strict to loose (rule 15)."""

    @property
    def exchange_from(self) -> Literal["anywhere", "hand"]:
        """Where the tile that replaces a joker may come from (rule 14)."""

    @property
    def freed_joker(self) -> Literal["any_meld", "new_meld"]:
        """Where a freed joker may be played (rule 14)."""

    @property
    def joker_penalty(self) -> int:
        """Points of a joker in the final count (0 to 1000; rule 8)."""

    @property
    def turn_seconds(self) -> int | None:
        """Seconds a turn may take, or None without a clock (1 to 4294967295; rule 13)."""

    @property
    def timeout(self) -> Literal["keep_last_legal", "undo"]:
        """What happens to an unfinished turn at the timeout (rule 13)."""

    @property
    def timeout_draw(self) -> int:
        """Tiles drawn at the timeout if nothing was kept (0 to 255; rule 13)."""

    @property
    def stalemate(self) -> Literal["differences", "void"]:
        """How a round ends that nobody can finish (rule 18)."""

    @property
    def match_winner(self) -> Literal["total", "rounds_then_total", "rounds"]:
        """Who wins a match (rule 16)."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Rules], tuple[dict[str, Any]]]: ...

@final
class Play:
    """The tiles to play from the hand, and the table afterwards.

    A play is false if there is nothing to play. Two plays are equal if they play the same tiles,
    leave the same table and agree in `points` and `proven`.

    Args:
        tiles: The tiles played from the hand.
        table: The table after the turn.
        points: The points that leave the hand, as in the final count.
        proven: Whether the search has shown that no better play exists.
        before: The table before the turn. Give both `before` and `hand`, or neither; `steps`,
            `kept`, `changed` and `new` need them.
        hand: The hand before the turn.
        opened: Whether the player had opened (rule 11).
        rules: The rules; None means `schmidt`.
        upper_bound: The most tiles, points or weight that any play can reach.
        nodes: The number of nodes that the search visited.

    Raises:
        NotationError: If a text cannot be read under the rules.
        InvalidTableError: If a table cannot exist under the rules.
        RummyError: If only one of `before` and `hand` is given, or a number is out of range.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        tiles: HandLike,
        table: TableLike,
        points: SupportsIndex,
        proven: bool = True,
        before: TableLike | None = None,
        hand: HandLike | None = None,
        opened: bool = True,
        rules: RulesLike | None = None,
        upper_bound: SupportsIndex | float | None = None,
        nodes: SupportsIndex | None = None,
    ) -> Play: ...
    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles played from the hand, sorted; empty if there is nothing to play."""

    @property
    def table(self) -> Table:
        """The table after the turn; unchanged if nothing is played."""

    @property
    def points(self) -> int:
        """The points that leave the hand; a joker counts `joker_penalty` (rule 16)."""

    @property
    def proven(self) -> bool:
        """True if no better play exists; False if a limit stopped the search.

        For a tidy play, True also means that no equally good play touches fewer melds.
        """

    @property
    def upper_bound(self) -> int | float | None:
        """The most tiles, points or weight that any play may reach, depending on the objective.

        If the play is `proven`, this is what the play itself reaches, and no play reaches more.
        Otherwise the best play is between the two: the bound counts each tile of the hand that fits
        into a meld with some of the other tiles. None for candidates and plays constructed without
        it.
        """

    @property
    def nodes(self) -> int | None:
        """The number of nodes that the search visited.

        It measures the work independently of the machine. None for candidates and plays constructed
        without it.
        """

    @property
    def before(self) -> Table | None:
        """The table before the turn; None if the play was constructed without it."""

    @property
    def hand(self) -> Hand | None:
        """The hand before the turn; None if the play was constructed without it."""

    @property
    def opened(self) -> bool | None:
        """Whether the player had opened; None if the play was constructed without a position."""

    @property
    def rules(self) -> Rules | None:
        """The rules; None if the play was constructed without a position."""

    @property
    def kept(self) -> tuple[Meld, ...]:
        """The melds that were on the table before the turn and still are, unchanged.

        `kept`, `changed` and `new` raise a `RummyError` if the play was constructed without
        `before` and `hand`.
        """

    @property
    def changed(self) -> tuple[Meld, ...]:
        """The melds that were on the table before the turn and are no longer."""

    @property
    def new(self) -> tuple[Meld, ...]:
        """The melds that were not on the table before the turn."""

    def turn(self, pool_size: SupportsIndex | None = None) -> Turn:
        """Return the turn to give to `Round.take`.

        Args:
            pool_size: The number of tiles in the pool, such as `view.pool_size`; None means that
                there are some.

        Returns:
            A play of these tiles. If there is nothing to play, a draw, or a pass if the pool is
            empty.

        Raises:
            RummyError: If `pool_size` is out of range.
            TypeError: If `pool_size` is not a whole number.
        """

    def steps(self, *, cancel: Cancellation | None = None) -> tuple[Step, ...]:
        """Break the turn down into moves that a person can carry out.

        The steps leave out melds that need not be touched. They exchange each joker before they
        play it again (rule 14). Between steps, the table may contain invalid melds (rule 10).

        Args:
            cancel: A `Cancellation` that stops the work from another thread; None means none.

        Returns:
            The moves in order; empty if there is nothing to play.

        Raises:
            RummyError: If the play was constructed without `before` and `hand`.
            IllegalTurnError: If the play was constructed by hand and the rules do not allow it.
            SearchCancelledError: If a `Cancellation` stopped it.
        """

    def _repr_svg_(self) -> str | None:
        """Draw the turn for a notebook; see `rummy_fast.draw.play`. None if the play is illegal."""

    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Play], tuple[Any, ...]]: ...

@final
class Step:
    """A move of a turn. `str(step)` is a sentence that names its tiles and heaps.

    A heap is a collection of tiles on the table that need not be a meld, so heaps are given as
    text. To carry out a step, remove the heaps `before` from the table and add the heaps `after`.

    Args:
        kind: The kind of the move.
        text: The sentence: text or a `Wording`.
        tiles: The tiles that move, in order.
        before: The heaps that change, as they are before the step.
        after: The heaps that take their place.
        from_hand: The tiles that leave the hand.
        borrowed: For an exchange with a tile of the table, the heap that the tile comes from.

    Raises:
        NotationError: If `tiles` or `from_hand` contains a word that is not a tile.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        kind: str,
        text: str | Wording,
        tiles: str | Iterable[TileLike],
        before: Sequence[str],
        after: Sequence[str],
        from_hand: str | Iterable[TileLike] = (),
        borrowed: str | None = None,
    ) -> Step: ...
    @property
    def kind(self) -> str:
        """The kind of the move.

        - `"play"`: play tiles from the hand, freed jokers, or both.
        - `"take"`: move some tiles of a heap.
        - `"split"`: cut a run in two.
        - `"join"`: move a whole heap to another.
        - `"exchange"`: put a tile in the place of a joker, which is then freed (rule 14).
        - `"shift"`: move jokers within their heap, or change the tiles that they stand for; only
          under `locked_meld = free`.
        """

    @property
    def text(self) -> str:
        """The sentence; also `str(step)`."""

    @property
    def wording(self) -> Wording:
        """The sentence as a `Wording`, which can be translated. Comparisons ignore it."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that move; for a split, the upper part of the run."""

    @property
    def before(self) -> tuple[str, ...]:
        """The heaps that change, as they are before the step."""

    @property
    def after(self) -> tuple[str, ...]:
        """The heaps that take their place."""

    @property
    def from_hand(self) -> tuple[Tile, ...]:
        """The tiles that leave the hand. The other tiles of a `"play"` are freed jokers."""

    @property
    def borrowed(self) -> str | None:
        """For an exchange with a tile of the table, the heap that the tile comes from."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Step], tuple[Any, ...]]: ...

@final
class Candidates:
    """A sequence of distinct plays, best first.

    Args:
        plays: The plays.
        complete: Whether these are all the plays that exist.
        proven: Whether the search ran to its end.

    Raises:
        TypeError: If an argument has the wrong type.
    """

    def __new__(cls, plays: Iterable[Play], complete: bool, proven: bool = True) -> Candidates: ...
    @property
    def complete(self) -> bool:
        """Whether these are all the plays that exist, one for each multiset of tiles played."""

    @property
    def proven(self) -> bool:
        """True unless a limit stopped the search.

        If False, the plays that are themselves `proven` are in their final places. The others, at
        the end, are what the search had found. One rare case is False without a limit, under
        `opening_table = same_turn`: some tiles form an opening, but next to the untouched table
        their melds are worth too little, and the search for another arrangement was given up.
        """

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Play: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Play, ...]: ...
    def __iter__(self) -> Iterator[Play]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Candidates], tuple[tuple[Play, ...], bool, bool]]: ...

@final
class Reason:
    """A reason why a turn is illegal.

    Args:
        code: A name for programs.
        message: A sentence for people: text or a `Wording`.
        subject: The tile or meld at fault, as text.
        meld: The index of the meld at fault.

    Raises:
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        code: str,
        message: str | Wording,
        subject: str | None = None,
        meld: SupportsIndex | None = None,
    ) -> Reason: ...
    @property
    def code(self) -> str:
        """A name for programs that never changes."""

    @property
    def message(self) -> str:
        """A sentence that names the tile or meld and the rule; also `str(reason)`."""

    @property
    def wording(self) -> Wording:
        """The message as a `Wording`, which can be translated. Comparisons ignore it."""

    @property
    def subject(self) -> str | None:
        """The tile or meld at fault, as text. `|` separates several melds."""

    @property
    def meld(self) -> int | None:
        """The index of the meld at fault, from 0; None if the reason is not about a single meld.

        For `invalid_meld` it counts the melds of the table after the turn as they were given; for
        every other code the melds of the `Table` before the turn.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Reason], tuple[str, Wording, str | None, int | None]]: ...

@final
class Verdict:
    """Whether a turn is legal, and every reason if it is not.

    A verdict is true if the turn is legal. `str(verdict)` is `legal`, or `not legal: ` and the
    reasons.

    Args:
        reasons: The reasons why the turn is illegal; empty for a legal turn.
        jokers: What became of the jokers on the table; empty for an illegal turn.

    Raises:
        RummyError: If there are more than 100,000 reasons.
        TypeError: If `reasons` is not an iterable of `Reason` objects.
    """

    def __new__(cls, reasons: Iterable[Reason], jokers: Iterable[TableJoker] = ()) -> Verdict: ...
    @property
    def legal(self) -> bool:
        """Whether the turn is legal; also `bool(verdict)`."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason why the turn is illegal; empty if it is legal."""

    @property
    def jokers(self) -> tuple[TableJoker, ...]:
        """What became of each joker that was on the table, if the turn is legal.

        The exchanged jokers come first, in an order in which the tile for each exchange is
        available. If a turn can be explained in several ways, this is one in which jokers stay
        where possible.
        """

    def verify(self) -> None:
        """Raise an error unless the turn is legal.

        Raises:
            IllegalTurnError: If the turn is illegal. The message lists every reason.
        """

    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(
        self,
    ) -> tuple[type[Verdict], tuple[tuple[Reason, ...], tuple[TableJoker, ...]]]: ...

@final
class TableJoker:
    """A joker that was on the table, and what became of it in a legal turn (rules 14 and 15).

    Args:
        fate: `"exchanged"`, `"stayed"` or `"free"`.
        meld: The index of its meld in the table before the turn.
        stands_for: The tiles it could stand for.
        exchanged_for: The tile that replaced it, for an exchanged joker only.
        exchanged_from: The index of the meld from which that tile came, if not from the hand.
        stays_in: The index of its meld in the table after the turn, for a joker that stayed only.

    Raises:
        NotationError: If a text is not a tile.
        RummyError: If the fate is unknown, or an argument is missing or belongs to another fate.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        fate: Literal["exchanged", "stayed", "free"],
        meld: SupportsIndex,
        stands_for: HandLike,
        exchanged_for: TileLike | None = None,
        exchanged_from: SupportsIndex | None = None,
        stays_in: SupportsIndex | None = None,
    ) -> TableJoker: ...
    @property
    def fate(self) -> Literal["exchanged", "stayed", "free"]:
        """`"exchanged"`, `"stayed"` or `"free"`.

        A tile replaces an exchanged joker (rule 14). A joker that stayed stands for the same tile
        as before (rule 15). Free jokers move like other tiles (`locked_meld = free`).
        """

    @property
    def meld(self) -> int:
        """The index of its meld in the table before the turn, from 0."""

    @property
    def stands_for(self) -> tuple[Tile, ...]:
        """The tiles it could stand for (rule 7): one in a run, each missing color in a group."""

    @property
    def exchanged_for(self) -> Tile | None:
        """The tile that replaced it; None unless it was exchanged."""

    @property
    def exchanged_from(self) -> int | None:
        """The index of the meld before the turn from which that tile came.

        None if it came from the hand, or the joker was not exchanged.
        """

    @property
    def stays_in(self) -> int | None:
        """The index of its meld in the `Table` after the turn, from 0; None unless it stayed."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[TableJoker], tuple[Any, ...]]: ...

@final
class Turn:
    """A seat's decision: play tiles, draw a tile, or pass (rule 9).

    Args:
        kind: `"play"`, `"draw"` or `"pass"`.
        table: The table after the turn, for a play only.
        rules: The rules that give the deck and the length of the shortest meld; None means
            `schmidt`.

    Raises:
        NotationError: If the only faults of the table are words that are not tiles.
        InvalidTableError: If a meld is invalid, or there are more copies of a tile than the deck
            has.
        RummyError: If the kind is unknown, a play has no table, or another turn has one.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls, kind: str, table: TableLike | None = None, rules: RulesLike | None = None
    ) -> Turn: ...
    @staticmethod
    def play(table: TableLike, rules: RulesLike | None = None) -> Turn:
        """Play tiles.

        Args:
            table: The whole table after the turn, including the melds that are not touched. To
                submit a table that may contain invalid melds, call `Round.play` instead; its error
                lists every reason.
            rules: The rules that give the deck and the length of the shortest meld; None means
                `schmidt`.

        Returns:
            The turn.

        Raises:
            NotationError: If the only faults of the table are words that are not tiles.
            InvalidTableError: If a meld is invalid, or there are more copies of a tile than the
                deck has.
            TypeError: If an argument has the wrong type.
        """

    @staticmethod
    def draw() -> Turn:
        """Draw a tile (rule 9)."""

    @staticmethod
    def pass_() -> Turn:
        """Pass: neither play nor draw. Legal only when the pool is empty (rule 18)."""

    @property
    def kind(self) -> Literal["play", "draw", "pass"]:
        """`"play"`, `"draw"` or `"pass"`."""

    @property
    def table(self) -> Table | None:
        """The table after a play; None for a draw or a pass."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Turn], tuple[Any, ...]]: ...

@final
class Event:
    """The public record of a turn: what every seat sees of it.

    Drawn tiles are counted, not named.

    Args:
        seat: The seat whose turn it was, from 0.
        kind: What happened.
        tiles: The tiles played from the hand.
        table: The table after the turn.
        drawn: The number of tiles drawn.
        hand_size: The number of tiles in the seat's hand after the turn.
        pool_size: The number of tiles in the pool after the turn.
        rules: The rules that give the deck and the length of the shortest meld; None means
            `schmidt`.

    Raises:
        RummyError: If the kind is unknown, a number is out of range, or the tiles cannot be read.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        seat: SupportsIndex,
        kind: str,
        tiles: HandLike,
        table: TableLike,
        drawn: SupportsIndex,
        hand_size: SupportsIndex,
        pool_size: SupportsIndex,
        rules: RulesLike | None = None,
    ) -> Event: ...
    @staticmethod
    def from_dict(fields: dict[str, Any], rules: RulesLike | None = None) -> Event:
        """Read a dict as `to_dict` returns it.

        Args:
            fields: Every field by name.
            rules: The rules that give the deck and the length of the shortest meld; None means
                `schmidt`.

        Returns:
            The event.

        Raises:
            RummyError: If a field is missing, unknown or invalid.
            TypeError: If a field has the wrong type.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return every field by name, ready for JSON."""

    @property
    def seat(self) -> int:
        """The seat whose turn it was, from 0."""

    @property
    def kind(self) -> Literal["play", "draw", "pass", "timeout", "forfeit"]:
        """What happened.

        - `"play"`: the seat played tiles.
        - `"draw"`: the seat drew a tile (rule 9).
        - `"pass"`: the seat passed, with an empty pool (rule 18).
        - `"timeout"`: the turn timed out (rule 13). If `tiles` is not empty, the last legal table
          of the turn stands; otherwise the turn was undone.
        - `"forfeit"`: the seat made no valid turn, which was undone as at a timeout.
        """

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles played from the hand, sorted."""

    @property
    def table(self) -> Table:
        """The table after the turn."""

    @property
    def drawn(self) -> int:
        """The number of tiles drawn."""

    @property
    def hand_size(self) -> int:
        """The number of tiles in the seat's hand after the turn."""

    @property
    def pool_size(self) -> int:
        """The number of tiles in the pool after the turn."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Event], tuple[Any, ...]]: ...

@final
class Outcome:
    """How a round ended, and its scores (rules 16 to 18).

    Args:
        ending: How the round ended.
        winners: The seats that won.
        scores: The score of each seat, in points.
        left: The points left in each seat's hand.

    Raises:
        RummyError: If the ending is unknown, `"out"` or `"closed"` does not have exactly one
            winner, or a number is out of range.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        ending: str,
        winners: Sequence[SupportsIndex],
        scores: Sequence[SupportsIndex],
        left: Sequence[SupportsIndex],
    ) -> Outcome: ...
    @staticmethod
    def from_dict(fields: dict[str, Any]) -> Outcome:
        """Read a dict as `to_dict` returns it.

        Args:
            fields: Every field by name.

        Returns:
            The outcome.

        Raises:
            RummyError: If a field is missing, unknown or invalid.
            TypeError: If a field has the wrong type.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return every field by name, ready for JSON."""

    @property
    def ending(self) -> Literal["out", "closed", "stalemate", "void"]:
        """How the round ended.

        - `"out"`: the winner played the last tile (rule 16).
        - `"closed"`: the winner played the whole hand in one turn without having opened before, so
          everything counts double (rule 17).
        - `"stalemate"`: the pool was empty and every seat passed in a row. The lowest hand wins the
          differences; of equally low hands, the one with the fewest tiles (rule 18).
        - `"void"`: the same, under rules by which such a round does not count.
        """

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won. Several may share a stalemate; nobody wins a void round."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat, in points. The scores sum to 0.

        If the winners of a stalemate cannot share the points evenly, the first of them in playing
        order get one point more each.
        """

    @property
    def left(self) -> tuple[int, ...]:
        """The points left in each seat's hand. A joker counts `joker_penalty`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Outcome], tuple[Any, ...]]: ...

@final
class View:
    """Everything that a seat may see: its own hand and what is public.

    A view contains neither hidden tiles nor the seed: if two rounds differ only in what is hidden
    from a seat, its views are equal. `Round.view` creates views; to create one from other data, use
    `from_dict`.

    Args:
        fields: A dict as `to_dict` returns it; see `from_dict`.

    Raises:
        InvalidTableError: If the table and the hand cannot exist together under the rules (rule 1).
        RummyError: If a field is missing, unknown or invalid, or fields contradict each other.
        TypeError: If a field has the wrong type.
    """

    def __new__(cls, fields: dict[str, Any]) -> View: ...
    @staticmethod
    def from_dict(fields: dict[str, Any]) -> View:
        """Read a dict as `to_dict` returns it, and check that such a view can exist.

        Args:
            fields: Every field by name. `rules` may be the name of a preset; if absent, it is
                `schmidt`. `history` and `outcome` may be absent. The history need not start at the
                first turn.

        Returns:
            The view.

        Raises:
            InvalidTableError: If the table and the hand cannot exist together under the rules
                (rule 1).
            RummyError: If a field is missing, unknown or invalid, or fields contradict each other.
            TypeError: If a field has the wrong type.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return every field by name, ready for JSON."""

    @property
    def seat(self) -> int:
        """The seat whose view this is, from 0."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def rules(self) -> Rules:
        """The rules of the round."""

    @property
    def hand(self) -> Hand:
        """The hand of the seat."""

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """For each seat, whether it has opened (rule 11)."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of tiles in each seat's hand."""

    @property
    def pool_size(self) -> int:
        """The number of tiles in the pool."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is; once the round is over, the seat that made the last turn."""

    @property
    def starter(self) -> int:
        """The seat that had the first turn."""

    @property
    def history(self) -> tuple[Event, ...]:
        """The turns so far, oldest first."""

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[View], tuple[dict[str, Any]]]: ...

@final
class Round:
    """The referee of a round, from the deal to the score, who knows every tile.

    A refused turn leaves the round unchanged. Give players and bots `view(seat)`, never the round.
    A round may be used from several threads at once. On large decks with many jokers, checking a
    turn can take over a minute. After 2 ms it releases the GIL, and Ctrl-C or a `Cancellation`
    stops it.

    Args:
        fields: A dict as `to_dict` returns it; see `from_dict`. To start a new round, use `deal`
            or `set_up`.

    Raises:
        IllegalTurnError: If a turn is refused. The message names the event.
        RummyError: If a field is missing, unknown or invalid, or an event does not match its turn.
        TypeError: If a field has the wrong type.
    """

    def __new__(cls, fields: dict[str, Any]) -> Round: ...
    @staticmethod
    def deal(
        seats: SupportsIndex = 2,
        *,
        seed: SupportsIndex,
        rules: RulesLike | None = None,
        starter: SupportsIndex | None = None,
    ) -> Round:
        """Deal `hand_size` tiles to each seat; the others are the pool (rules 1 to 3).

        Args:
            seats: The number of seats.
            seed: The seed of the shuffle, from 0 to 2**64 - 1. The same seed deals the same tiles
                on every platform, whoever starts.
            rules: The rules; None means `schmidt`.
            starter: The seat that has the first turn; None chooses it at random from the seed.

        Returns:
            The round.

        Raises:
            RummyError: If the rules do not allow this number of players, the deck is too small, or
                the seed or the starter is out of range.
            TypeError: If an argument has the wrong type.
        """

    @staticmethod
    def set_up(
        hands: Sequence[HandLike],
        table: TableLike = "",
        pool: str | Iterable[TileLike] = "",
        *,
        opened: bool | Sequence[bool] = True,
        to_move: SupportsIndex = 0,
        starter: SupportsIndex | None = None,
        rules: RulesLike | None = None,
    ) -> Round:
        """Start from any position, such as a puzzle.

        The position need not contain the whole deck: the other tiles are out of play.

        Args:
            hands: The hand of each seat; no hand may be empty.
            table: The table.
            pool: The pool, in the order in which its tiles are drawn.
            opened: For each seat, whether it has opened (rule 11); or one bool for all seats.
            to_move: The seat to move.
            starter: The seat that had the first turn; None means `to_move`.
            rules: The rules; None means `schmidt`.

        Returns:
            The round.

        Raises:
            NotationError: If a text is not a tile of the deck.
            InvalidTableError: If a meld is invalid, or the hands, the table and the pool together
                have more copies of a tile than the deck (rule 1).
            RummyError: If the rules do not allow this number of players, a hand is empty, a seat
                does not exist, or `opened` does not have one entry for each seat.
            TypeError: If an argument has the wrong type.
        """

    @staticmethod
    def from_dict(fields: dict[str, Any], *, cancel: Cancellation | None = None) -> Round:
        """Read a dict as `to_dict` returns it: repeat every turn and compare it with its event.

        Args:
            fields: Every field by name.
            cancel: A `Cancellation` that stops the checks from another thread; None means none.

        Returns:
            The round.

        Raises:
            IllegalTurnError: If a turn is refused. The message names the event.
            RummyError: If a field is missing, unknown or invalid, or an event does not match its
                turn.
            SearchCancelledError: If a `Cancellation` stopped a check.
            TypeError: If a field has the wrong type.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return the start of the round and its events, ready for JSON. Contains hidden tiles."""

    @property
    def rules(self) -> Rules:
        """The rules of the round."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def seed(self) -> int | None:
        """The seed of the deal; None if the round was set up."""

    @property
    def starter(self) -> int:
        """The seat that had the first turn."""

    @property
    def to_move(self) -> int:
        """The seat whose turn it is; once the round is over, the seat that made the last turn."""

    @property
    def table(self) -> Table:
        """The table."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """For each seat, whether it has opened (rule 11)."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hand of each seat. Hidden from the other seats."""

    @property
    def pool(self) -> tuple[Tile, ...]:
        """The pool, in the order in which its tiles are drawn. Hidden from every seat."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The turns so far, oldest first."""

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""

    @property
    def over(self) -> bool:
        """Whether the round has ended."""

    def view(self, seat: SupportsIndex) -> View:
        """Return everything that a seat may see.

        Args:
            seat: The seat, from 0.

        Returns:
            Its view.

        Raises:
            RummyError: If there is no such seat.
            TypeError: If `seat` is not a whole number.
        """

    def play(
        self, seat: SupportsIndex, table: TableLike, *, cancel: Cancellation | None = None
    ) -> Event:
        """Play tiles (rules 10 to 15).

        Args:
            seat: The seat to move.
            table: The whole table after the turn, including the melds that are not touched. The
                turn is refused if a meld is invalid.
            cancel: A `Cancellation` that stops the check from another thread, which leaves the
                round unchanged; None means none.

        Returns:
            The public record of the turn.

        Raises:
            IllegalTurnError: If the turn is refused, with every reason in `reasons`.
            SearchCancelledError: If a `Cancellation` stopped the check.
            TypeError: If an argument has the wrong type.
        """

    def draw(self, seat: SupportsIndex) -> Event:
        """Draw a tile (rule 9).

        Args:
            seat: The seat to move.

        Returns:
            The public record of the turn.

        Raises:
            IllegalTurnError: If it is not this seat's turn, or the pool is empty.
        """

    def pass_(self, seat: SupportsIndex) -> Event:
        """Pass: neither play nor draw (rule 18).

        Args:
            seat: The seat to move.

        Returns:
            The public record of the turn.

        Raises:
            IllegalTurnError: If it is not this seat's turn, or the pool is not empty.
        """

    def take(self, seat: SupportsIndex, turn: Turn, *, cancel: Cancellation | None = None) -> Event:
        """Carry out the decision of a seat: play, draw or pass.

        Args:
            seat: The seat to move.
            turn: What it decided.
            cancel: A `Cancellation` that stops the check from another thread, which leaves the
                round unchanged; None means none.

        Returns:
            The public record of the turn.

        Raises:
            IllegalTurnError: If the turn is refused, with every reason in `reasons`.
            SearchCancelledError: If a `Cancellation` stopped the check.
            TypeError: If an argument has the wrong type.
        """

    def timeout(
        self,
        seat: SupportsIndex,
        snapshots: Sequence[TableLike] = (),
        *,
        cancel: Cancellation | None = None,
    ) -> Event:
        """End a turn whose time ran out (rule 13).

        Under `timeout = keep_last_legal`, the last snapshot that is a legal turn stands. Tiles that
        are not in a valid meld go back to the hand first; if one of them was on the table, the
        snapshot is not legal. If no snapshot is legal, and always under `timeout = undo`, the turn
        is undone and the seat draws `timeout_draw` tiles, or as many as there are; with an empty
        pool it passes. The round keeps no time itself: call this when your clock runs out.

        Args:
            seat: The seat to move.
            snapshots: The table at each moment of the turn, oldest first. Loose tiles may appear
                as melds that are not valid.
            cancel: A `Cancellation` that stops the check from another thread, which leaves the
                round unchanged; None means none.

        Returns:
            The public record of the turn.

        Raises:
            IllegalTurnError: If it is not this seat's turn.
            SearchCancelledError: If a `Cancellation` stopped the check.
            TypeError: If an argument has the wrong type.
        """

    def forfeit(self, seat: SupportsIndex) -> Event:
        """End the turn of a player who made no valid turn. It is undone as at a timeout.

        Args:
            seat: The seat to move.

        Returns:
            The public record of the turn.

        Raises:
            IllegalTurnError: If it is not this seat's turn.
        """

    def repeat(self, event: Event, *, cancel: Cancellation | None = None) -> Event:
        """Repeat the turn of an event and check that it has the same result.

        Args:
            event: The event.
            cancel: A `Cancellation` that stops the check from another thread, which leaves the
                round unchanged; None means none.

        Returns:
            The public record of the turn, which equals the event.

        Raises:
            IllegalTurnError: If the turn is refused.
            RummyError: If the result differs. The message names the field.
            SearchCancelledError: If a `Cancellation` stopped the check.
            TypeError: If `event` is not an `Event`.
        """

    def copy(self) -> Round:
        """Return an independent copy."""

    def __copy__(self) -> Round: ...
    def __deepcopy__(self, memo: Any, /) -> Round: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[type[Round], tuple[dict[str, Any]]]: ...

@final
class Careful:
    """A bot that does not play tiles that help the others more than itself.

    It looks one turn ahead: it weighs the tiles that it plays against the tiles that its play is
    expected to let the others play, given every tile that it has not seen. It is deterministic.
    """

    def __new__(cls) -> Careful: ...
    @property
    def name(self) -> str:
        """The name, `"careful"`."""

    def choose(
        self, view: View, limit: float | None = None, *, cancel: Cancellation | None = None
    ) -> Turn:
        """Choose a turn. Ctrl-C stops a running search.

        Args:
            view: The view of the seat whose turn it is.
            limit: The seconds that the search may take, more than 0 and at most a year; None means
                no limit.
            cancel: A `Cancellation` that stops the search from another thread; None means none.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not the turn of this seat, or the limit is invalid.
            SearchCancelledError: If a `Cancellation` stopped the search.
            TypeError: If an argument has the wrong type.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Careful], tuple[()]]: ...

@final
class Greedy:
    """A bot that makes the best play every turn: the most tiles, then the most points.

    If there is nothing to play it draws, and if the pool is empty it passes.
    """

    def __new__(cls) -> Greedy: ...
    @property
    def name(self) -> str:
        """The name, `"greedy"`."""

    def choose(
        self, view: View, limit: float | None = None, *, cancel: Cancellation | None = None
    ) -> Turn:
        """Choose a turn. Ctrl-C stops a running search.

        Args:
            view: The view of the seat whose turn it is.
            limit: The seconds that the search may take, more than 0 and at most a year; None means
                no limit.
            cancel: A `Cancellation` that stops the search from another thread; None means none.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not the turn of this seat, or the limit is invalid.
            SearchCancelledError: If a `Cancellation` stopped the search.
            TypeError: If an argument has the wrong type.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Greedy], tuple[()]]: ...

@final
class Search:
    """The strongest built-in bot: it samples the hidden tiles and evaluates each turn by rollouts.

    A sample agrees with what the seat has seen: the hand sizes and, as far as possible, what the
    others did not play. The choice depends only on the view and the seed, so one bot can serve
    several seats and threads at once. If only `positions` limits it, which is the default, the same
    seed and view give the same turn on every machine and with any number of threads.

    Args:
        seed: The seed of the random samples, from 0 to 2**64 - 1.
        positions: The number of positions to solve for each turn, from 1 to 10**12.
        seconds: The seconds to think about each turn, more than 0 and at most a year. The limit
            that is reached first ends the search. With neither limit it solves as many positions as
            take about 60 ms.
        threads: The number of threads, from 1 to 1024; None means all cores.

    Raises:
        RummyError: If a number is out of range.
        TypeError: If an argument has the wrong type.
    """

    def __new__(
        cls,
        seed: SupportsIndex = 0,
        positions: SupportsIndex | None = None,
        seconds: float | None = None,
        threads: SupportsIndex | None = 1,
    ) -> Search: ...
    @property
    def name(self) -> str:
        """The name, `"search"`."""

    @property
    def seed(self) -> int:
        """The seed of the random samples."""

    @property
    def positions(self) -> int | None:
        """The number of positions to solve for each turn; None if only time limits the search."""

    @property
    def seconds(self) -> float | None:
        """The seconds to think about each turn; None if only positions limit the search."""

    @property
    def threads(self) -> int:
        """The number of threads."""

    def choose(
        self, view: View, limit: float | None = None, *, cancel: Cancellation | None = None
    ) -> Turn:
        """Choose a turn. Ctrl-C stops a running search.

        If only one turn is possible, or a turn ends the round, the choice takes no search.

        Args:
            view: The view of the seat whose turn it is.
            limit: The seconds that the search may take, more than 0 and at most a year, in addition
                to the bot's own limits; None means no additional limit.
            cancel: A `Cancellation` that stops the search from another thread; None means none.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not the turn of this seat, or the limit is invalid.
            SearchCancelledError: If a `Cancellation` stopped the search.
            TypeError: If an argument has the wrong type.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(
        self,
    ) -> tuple[type[Search], tuple[int, int | None, float | None, int]]: ...

def solve(
    table: TableLike | View,
    hand: HandLike | None = None,
    *,
    rules: RulesLike | None = None,
    opened: bool = True,
    objective: Objective = "tiles",
    tidy: bool = False,
    limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Play:
    """Find the best play in a position (rules 9 to 15).

    The answer is exact: it is the best over every way to exchange or keep the jokers on the table.
    Ctrl-C stops a running search. The GIL is released.

    Args:
        table: The table: text such as `"r3 r4 r5 | r8 y8 g8"`, a `Table`, or an iterable of melds.
            Or a `View`, which has a table, a hand, rules and `opened`; then leave these three out.
        hand: The player's hand: text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
        rules: The rules: a `Rules` object, the name of a preset or a dict of options. None means
            `schmidt`.
        opened: Whether the player has opened (rule 11).
        objective: What to maximize. `"tiles"` is the number of tiles played, then the points;
            `"points"` is the points, then the number of tiles. A mapping from tile to weight, each
            from 0 to 1,000,000, is the total weight, then the number of tiles; a tile that is not
            in the mapping weighs 0.
        tidy: Whether to choose, among the best plays, one that touches the fewest melds of the
            table. A meld is touched if it is not on the table after the turn. Adding a tile to a
            meld touches it; a new meld from the hand touches none.
        limit: The seconds that the search may take, more than 0 and at most a year; None means no
            limit. When it runs out, the result is the best play found so far, with `proven` False.
        cancel: A `Cancellation` that stops the search from another thread; None means none.

    Returns:
        The best play. It is false if there is nothing to play.

    Raises:
        NotationError: If a text is not a tile of the deck.
        InvalidTableError: If the table and the hand cannot exist together under the rules (rule 1).
        InvalidRulesError: If the rules are invalid.
        RummyError: If the objective, a weight or the limit is invalid.
        SearchCancelledError: If a `Cancellation` stopped the search.
        TypeError: If an argument has the wrong type.
    """

def solve_many(
    problems: Iterable[Problem],
    *,
    rules: RulesLike | None = None,
    opened: bool = True,
    objective: Objective = "tiles",
    tidy: bool = False,
    limit: float | None = None,
    threads: SupportsIndex | None = None,
    cancel: Cancellation | None = None,
) -> list[Play | Exception]:
    """Find the best play in many positions, on all cores.

    The GIL is released, and Ctrl-C stops the search.

    Args:
        problems: An iterable of problems. A problem is a `(table, hand)` pair, a `View`, or a
            mapping with `"table"` and `"hand"` and, if it differs from the defaults below,
            `"rules"`, `"opened"`, `"objective"`, `"tidy"` and `"limit"`. Other keys are ignored.
        rules: The default rules; None means `schmidt`.
        opened: The default for `"opened"`.
        objective: The default for `"objective"`.
        tidy: The default for `"tidy"`.
        limit: The default number of seconds for each problem; None means no limit.
        threads: The number of threads, from 1 to 1024; None means all cores.
        cancel: A `Cancellation` that stops the search from another thread; None means none.

    Returns:
        A list with a `Play` for each problem, in order. An invalid problem has, in its slot, the
        exception that `solve` would raise.

    Raises:
        RummyError: If an argument other than a problem is invalid.
        SearchCancelledError: If a `Cancellation` stopped the search.
        TypeError: If an argument other than a problem has the wrong type.
    """

def candidates(
    table: TableLike | View,
    hand: HandLike | None = None,
    *,
    most: SupportsIndex = 64,
    rules: RulesLike | None = None,
    opened: bool = True,
    objective: Objective = "tiles",
    tidy: bool = False,
    limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Candidates:
    """List the best distinct plays in a position (rules 9 to 17).

    Two plays are the same if they play the same tiles. The first is as good as the play that
    `solve` finds. Equally good plays are ordered by their tiles. Ctrl-C stops a running search.

    Args:
        table: The table, or a `View`, as for `solve`.
        hand: The player's hand.
        most: The most plays to list, from 1 to 10,000.
        rules: The rules; None means `schmidt`.
        opened: Whether the player has opened (rule 11).
        objective: What to maximize, as for `solve`.
        tidy: Whether each play is one that touches the fewest melds of the table with its tiles.
        limit: The seconds that the search may take, more than 0 and at most a year; None means no
            limit. When it runs out, the result is what was found so far, with `proven` False.
        cancel: A `Cancellation` that stops the search from another thread; None means none.

    Returns:
        The plays, best first; empty if there is nothing to play. `complete` says whether they are
        all the plays that exist.

    Raises:
        NotationError: If a text is not a tile of the deck.
        InvalidTableError: If the table and the hand cannot exist together under the rules (rule 1).
        InvalidRulesError: If the rules are invalid.
        RummyError: If `most`, the objective, a weight or the limit is invalid.
        SearchCancelledError: If a `Cancellation` stopped the search.
        TypeError: If an argument has the wrong type.
    """

def count_openings(
    deals: SupportsIndex,
    *,
    seed: SupportsIndex = 0,
    rules: RulesLike | None = None,
    threads: SupportsIndex | None = None,
    cancel: Cancellation | None = None,
) -> int:
    """Count the deals in which a hand can open at once (rule 11), on all cores.

    The hands are `Round.deal(seed=s, rules=rules).hands[0]` for `deals` consecutive seeds `s`. The
    GIL is released, and Ctrl-C stops the count.

    Args:
        deals: The number of deals.
        seed: The first seed.
        rules: The rules that give the deck, the hand size and the points of an opening; None means
            `schmidt`.
        threads: The number of threads, from 1 to 1024; None means all cores.
        cancel: A `Cancellation` that stops the count from another thread; None means none.

    Returns:
        The number of deals in which the hand can open.

    Raises:
        RummyError: If a number is out of range, or the deck is too small for the deal.
        SearchCancelledError: If a `Cancellation` stopped the count.
        TypeError: If an argument has the wrong type.
    """

def play_rounds(
    rounds: SupportsIndex,
    *,
    seats: SupportsIndex = 2,
    seed: SupportsIndex = 0,
    rules: RulesLike | None = None,
    threads: SupportsIndex | None = None,
    cancel: Cancellation | None = None,
) -> dict[str, list[int]]:
    """Play rounds in which every seat makes the best play every turn, on all cores.

    The rounds are `Round.deal(seats, seed=s, rules=rules)` for `rounds` consecutive seeds `s`,
    played by `Greedy`. The GIL is released, and Ctrl-C stops them. The result has these lists:

    - `"turns"`: the turns of all seats together.
    - `"opened"`: of these, the turns of a seat that had opened.
    - `"forced"`: of these in turn, the turns with nothing to play.
    - `"plays"`: the turns in which tiles were played.
    - `"tiles"`: the tiles played in them.
    - `"joker"`: the turns of a seat that had opened with a joker on the table.
    - `"stalemate"`: 1 if the round ended because nobody could play (rule 18), else 0.

    Args:
        rounds: The number of rounds.
        seats: The number of seats.
        seed: The first seed.
        rules: The rules; None means `schmidt`.
        threads: The number of threads, from 1 to 1024; None means all cores.
        cancel: A `Cancellation` that stops the rounds from another thread; None means none.

    Returns:
        A dict with a list for each name above, which has one number for each round.

    Raises:
        RummyError: If the rules do not allow this number of players, the deck is too small for the
            deal, or a number is out of range.
        SearchCancelledError: If a `Cancellation` stopped the rounds.
        TypeError: If an argument has the wrong type.
    """

def check_turn(
    before: TableLike,
    hand: HandLike,
    after: TableLike,
    *,
    rules: RulesLike | None = None,
    opened: bool = True,
    cancel: Cancellation | None = None,
) -> Verdict:
    """Check whether a finished turn is legal (rules 9 to 15).

    A check takes microseconds, but on large decks with many jokers it can take over a minute. After
    2 ms it releases the GIL, and Ctrl-C or a `Cancellation` stops it.

    Args:
        before: The table before the turn.
        hand: The hand before the turn.
        after: The table after the turn. Invalid melds are reasons, not errors.
        rules: The rules; None means `schmidt`.
        opened: Whether the player had opened before the turn (rule 11).
        cancel: A `Cancellation` that stops the check from another thread; None means none.

    Returns:
        The verdict, with every reason if the turn is illegal.

    Raises:
        NotationError: If a text of `before` or `hand` is not a tile of the deck.
        InvalidTableError: If `before` and `hand` cannot exist together under the rules (rule 1).
        InvalidRulesError: If the rules are invalid.
        SearchCancelledError: If a `Cancellation` stopped the check.
        TypeError: If an argument has the wrong type.
    """

def count_melds(
    rules: RulesLike | None = None,
    *,
    jokers: SupportsIndex = 0,
    longest_run: SupportsIndex | None = None,
) -> int:
    """Count the melds that have a given number of jokers.

    Two melds are different if they consist of different tiles.

    Args:
        rules: The rules that give the deck and the length of the shortest meld; None means
            `schmidt`.
        jokers: The number of jokers in each meld.
        longest_run: The most tiles in a run; None means no maximum.

    Returns:
        The number of melds; 0 if `jokers` is more than the deck has.

    Raises:
        InvalidRulesError: If the rules are invalid.
        RummyError: If a number is out of range.
        TypeError: If an argument has the wrong type.
    """

def count_arrangements(tiles: HandLike, *, rules: RulesLike | None = None) -> int:
    """Count the ways to arrange all tiles in melds (rules 4 to 6).

    Two arrangements are the same if they have the same melds, each equally often. Copies of a tile
    are not distinguished, and neither are jokers, although the place of a joker in a run counts.
    All tiles of the standard deck but its jokers take milliseconds, and with both jokers about a
    second. Many tiles of eight colors may take too long. Ctrl-C does not stop the count.

    Args:
        tiles: Text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
        rules: The rules that give the deck and the length of the shortest meld; None means
            `schmidt`.

    Returns:
        The number of arrangements, at most 2**128 - 1. No tiles have one arrangement. Tiles with
        more copies than the deck has have none.

    Raises:
        NotationError: If a text is not a tile of the deck.
        InvalidRulesError: If the rules are invalid.
        TypeError: If an argument has the wrong type.
    """

# For `rummy_fast` itself.

@final
class _VerifiedRecord:
    def __new__(cls, text: bytes, cancel: Cancellation | None = None) -> _VerifiedRecord: ...
    @property
    def header(
        self,
    ) -> tuple[Rules, int, int, float | None, tuple[str | None, ...], tuple[str | None, ...]]:
        """The rules, the seed, the number of rounds, the limit, the bots and the names."""
    @property
    def turns(self) -> int:
        """The number of turns."""
    @property
    def begun(self) -> int:
        """The number of rounds that were begun."""
    @property
    def complete(self) -> bool:
        """Whether all rounds were played."""
    @property
    def ended(self) -> list[tuple[int, int, int, int, Outcome, tuple[int, ...]]]:
        """The finished rounds: number, seed, starter, turns, outcome and totals of each."""
    @property
    def faults(self) -> list[tuple[int, int, int, str, str]]:
        """The turns that players lost: round, turn, seat, code and message of each."""
    def review(
        self,
        samples: int,
        seed: int,
        threads: int,
        *,
        hidden: bool,
        progress: Callable[[int], object] | None = None,
        cancel: Cancellation | None = None,
    ) -> str:
        """Review the match. Returns JSON, as the method `match/review` of the engine does."""
    def turn(self, index: int) -> tuple[str, int, Table | None, tuple[str, str] | None]:
        """A turn: kind, seat, table after a play, and code and message of its fault."""

def _header_lines(
    rules: Rules,
    seed: int,
    rounds: int,
    limit: float | None,
    bots: Sequence[str | None],
    names: Sequence[str | None],
) -> list[str]: ...
def _deal_lines(number: int, seed: int, starter: int, hands: Sequence[Hand]) -> list[str]: ...
def _turn_line(
    number: int, event: Event, drew: Sequence[Tile], fault: tuple[str, str] | None
) -> list[str]: ...
def _end_line(number: int, outcome: Outcome, totals: Sequence[int]) -> list[str]: ...
def _result_line(
    winners: Sequence[int], totals: Sequence[int], won: Sequence[int]
) -> list[str]: ...
def _is_name(text: str) -> bool: ...
def _derive_seed(seed: int, what: str, number: int) -> int: ...
def _built_in_bots() -> list[tuple[str, list[tuple[str, bool]], bool]]: ...
def _read_bot(name: str) -> tuple[str, bool, dict[str, float]]: ...
def _tidy_turn(
    view: View, turn: Turn, limit: float | None = None, *, cancel: Cancellation | None = None
) -> Turn: ...
def _run_engine(program: str, arguments: list[str]) -> int:
    """Run a command line of `rummy-engine`, on this process's standard input and output.

    The GIL is released. Signals are not polled: give SIGINT its default action before.

    Args:
        program: The name of the program, for messages.
        arguments: The arguments after it.

    Returns:
        The exit code.

    Raises:
        TypeError: If an argument has the wrong type.
    """

@final
class _Server:
    @property
    def damaged(self) -> list[str]:
        """What is wrong with records that it cannot go on with."""
    def __new__(
        cls,
        ready: Callable[[list[int]], object],
        *,
        threads: int,
        rooms: int,
        message: int,
        calls: int,
        seconds: float,
        records: str | os.PathLike[str] | None,
        name: str,
        fsync: bool,
        idle: float,
    ) -> _Server: ...
    @property
    def failure(self) -> str | None:
        """Why records cannot be written any more."""
    def connect(self) -> _Client:
        """Adds a client."""
    def wake(self, number: int) -> bool:
        """Opens a match again if it was let go. Returns whether it is open."""
    def close(self) -> None:
        """Cancels every call and ends the threads."""

@final
class _Client:
    @property
    def number(self) -> int:
        """Its number, which no other client has."""
    @property
    def is_full(self) -> bool:
        """Whether so many lines wait that no more should be received."""
    @property
    def is_ending(self) -> bool:
        """Whether it has called `shutdown`."""
    def receive(self, line: str) -> float:
        """Handle a line. Returns the seconds to wait before the next one."""
    def take(self) -> list[str]:
        """Take the lines to send."""
    def disconnect(self) -> None:
        """Remove the client: its calls are cancelled, its lines dropped."""
