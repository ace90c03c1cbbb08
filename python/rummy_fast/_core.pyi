"""Everything compiled, typed and documented. Import these names from `rummy_fast`.

Rule numbers are those of the rule book. Wherever a function takes a tile, a hand, a meld or a table
it
takes text or the parsed object; text is written as follows.

- Tile: `r6`, a color letter (`r y g b`, and `k o p w` in larger decks) and a number; `J` is a
joker.
- Meld: tiles parted by blanks; `r3-6` is short for `r3 r4 r5 r6`. A joker's place in a run says
what it
  stands for, `J=r7` says it outright, and a meld with one natural tile must.
- Table: melds parted by `|`. Hand: tiles.

What is not text and not the right object is a `TypeError` that names the argument.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias, final, overload

__version__: Final[str]

TileLike: TypeAlias = str | Tile
MeldLike: TypeAlias = str | Meld
HandLike: TypeAlias = str | Hand | Iterable[TileLike]
TableLike: TypeAlias = str | Table | Iterable[MeldLike]
RulesLike: TypeAlias = str | Rules | dict[str, Any]
Weights: TypeAlias = Mapping[str, float] | Mapping[Tile, float] | Mapping[TileLike, float]
ObjectiveName: TypeAlias = Literal["tiles", "points"]
Objective: TypeAlias = ObjectiveName | Weights
WordingValue: TypeAlias = str | int | Wording
Problem: TypeAlias = Mapping[str, Any] | tuple[TableLike, HandLike]

@final
class Wording:
    """A sentence for people with its values apart, so that `rummy_fast.words` can translate it.

    `str(wording)` is the English sentence: the template with the values in their places.

    Args:
        template: The English sentence with its places, such as `"{tile} is gone"`.
        values: By the name of its place: text, a whole number, a `Wording` (a sentence within a
            sentence), or an iterable of them (one after the other, parted by semicolons).
        plural: The English sentence for any number of things but one. The number is the value
            named `count`.

    Raises:
        RummyError: If there is a plural but no number `count`, or wordings lie more than 16 deep
            in one another.
    """

    def __new__(
        cls,
        template: str,
        values: Mapping[str, WordingValue | Iterable[Wording]] = ...,
        plural: str | None = None,
    ) -> Wording: ...
    @property
    def template(self) -> str:
        """The English sentence with its places; of two, the one for a single thing."""

    @property
    def plural(self) -> str | None:
        """The English sentence for any other number of things, if there is one."""

    @property
    def values(self) -> dict[str, WordingValue | tuple[Wording, ...]]:
        """The values by the names of their places."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Wording], tuple[Any, ...]]: ...

class RummyError(ValueError):
    """Whatever rummy_fast refuses; the base of its other errors."""

    wording: Wording | None
    """The message with its values apart; None where it is English only."""

class NotationError(RummyError):
    """A text that is not a tile, a hand, a meld or a table: unknown color, number out of range."""

class InvalidMeldError(RummyError):
    """Tiles that are no meld, or leave open which one (rules 4 to 6)."""

class InvalidTableError(RummyError):
    """A table or hand that cannot exist: a meld that is none, or too many of a tile."""

class InvalidRulesError(RummyError):
    """Options that are no game; the message names the option."""

class IllegalTurnError(RummyError):
    """A turn that the rules do not allow."""

    reasons: tuple[Reason, ...]
    """Why not, as `check_turn` tells it. A turn that a `Round` refuses has one of these codes where
    the tiles are not the matter: `round_over`, `no_such_seat`, `wrong_seat`, `nothing_to_draw`,
    `cannot_pass`."""

class SearchCancelledError(RummyError):
    """A search that a `Cancellation` stopped."""

@final
class Cancellation:
    """A switch that stops searches from another thread; Ctrl-C reaches the main thread only.

    Searches that a thread begins in a `with` block of it raise `SearchCancelledError` within
    milliseconds of `cancel`: `solve`, `solve_many`, `candidates` and the built-in bots. Blocks may lie
    in one another, and any of them stops the search.

    Example:
        ```python
        stop = rf.Cancellation()
        threading.Timer(1, stop.cancel).start()
        with stop:
            rf.solve(table, hand)
        ```
    """

    def __new__(cls) -> Cancellation: ...
    def cancel(self) -> None:
        """Stop what runs under it, and all that is begun under it later. From any thread."""

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""

    def __enter__(self) -> Cancellation: ...
    def __exit__(self, *_raised: object) -> None:
        """Leave the block.

        Raises:
            RummyError: If this thread has not entered it.
        """

@final
class Tile:
    """One tile: a color and a number, or a joker.

    Tiles sort by color in palette order, then number; jokers come last.

    Args:
        tile: Text such as `"r6"` or `"J"`, or a `Tile`.
        rules: Whose deck the tile is of: `Rules`, a preset's name, or a dict of options;
            `schmidt` if None.

    Raises:
        NotationError: If the text is no tile of the deck.
    """

    def __new__(cls, tile: TileLike, rules: RulesLike | None = None) -> Tile: ...
    @staticmethod
    def parse(text: TileLike, rules: RulesLike | None = None) -> Tile:
        """Read a tile; the same as `Tile(text, rules)`."""

    @property
    def color(self) -> str | None:
        """The letter of its color; None for a joker."""

    @property
    def value(self) -> int | None:
        """Its number; None for a joker."""

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker."""

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
    """Tiles as a multiset, in order: color, then number, jokers last.

    Args:
        tiles: Text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
        rules: Whose deck the tiles are of; `schmidt` if None.

    Raises:
        NotationError: If a word is no tile of the deck.
        InvalidTableError: If there are more of a tile than the deck has (rule 1).
    """

    def __new__(cls, tiles: HandLike, rules: RulesLike | None = None) -> Hand: ...
    @staticmethod
    def parse(text: HandLike, rules: RulesLike | None = None) -> Hand:
        """Read a hand; the same as `Hand(text, rules)`."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in order, each as often as it occurs."""

    def count(self, tile: TileLike) -> int:
        """Count a tile.

        Args:
            tile: The tile.

        Returns:
            How many of it there are.

        Raises:
            NotationError: If the text is no tile.
        """

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks, by `rummy_fast.draw.hand`."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tile]: ...
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
    """A run (rule 5) or a group (rule 4); valid by construction.

    Args:
        tiles: Text such as `"r3 J r5"`, or a `Meld`. Without jokers the order does not matter.
        rules: The deck and the shortest meld; `schmidt` if None.

    Raises:
        NotationError: If a word is no tile of the deck.
        InvalidMeldError: If the tiles are no meld, or leave open which one (rule 6).
    """

    def __new__(cls, tiles: MeldLike, rules: RulesLike | None = None) -> Meld: ...
    @staticmethod
    def parse(text: MeldLike, rules: RulesLike | None = None) -> Meld:
        """Read a meld; the same as `Meld(text, rules)`."""

    @property
    def kind(self) -> Literal["run", "group"]:
        """Which of the two it is."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles: a run rises, a group is in palette order with jokers last."""

    @property
    def value(self) -> int:
        """Points when played: a joker counts as the tile it stands for (rule 8)."""

    def stands_for(self, rules: RulesLike | None = None) -> tuple[tuple[Tile, ...], ...]:
        """Tell what each tile stands for (rule 7).

        Args:
            rules: Whose colors a joker of a group may stand for; `schmidt` if None.

        Returns:
            For each tile of `tiles` the tiles it may stand for: a natural tile for
            itself, a joker of a
            run for one tile, a joker of a group for any color the group lacks (none in a full group).
        """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Tile]: ...
    def __contains__(self, tile: object, /) -> bool: ...
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
    """Valid melds in canonical order. Its length and iteration are those of its melds.

    Args:
        melds: Text such as `"r3 r4 r5 | r8 y8 g8"`, a `Table`, or an iterable of melds.
        rules: The deck and the shortest meld; `schmidt` if None.

    Raises:
        NotationError: If nothing is wrong but words that are no tiles.
        InvalidTableError: If a meld is none, or a tile lies more often than the deck has
            it. The message
            tells all faults.
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
        """All tiles on the table, sorted."""

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks, by `rummy_fast.draw.table`."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Meld]: ...
    def __contains__(self, meld: object, /) -> bool: ...
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
        preset: The name of a preset, a dict as for `from_dict`, or `Rules`; `schmidt` if not given.
        options: Options to change, by name.

    Raises:
        InvalidRulesError: If an option is unknown, of the wrong type or out of range, or no
            meld is possible.
    """

    def __new__(cls, preset: RulesLike | None = None, /, **options: Any) -> Rules: ...
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
        """Lists the presets.

        Returns:
            What each preset is, by its name; the default comes first.
        """

    @staticmethod
    def options() -> dict[str, dict[str, Any]]:
        """Lists the options in the order of the rule book.

        Returns:
            A JSON Schema for each option, by its name: "description", the range or the
            choices, "default", and "rules", the rules of the rule book it belongs to.
        """

    @staticmethod
    def from_dict(options: str | dict[str, Any]) -> Rules:
        """Makes rules from options by name.

        Args:
            options: Options on top of those of `"preset"` (`schmidt` if absent), or the
                name of a preset.

        Returns:
            The rules.

        Raises:
            InvalidRulesError: As for the class.
        """

    def to_dict(self) -> dict[str, Any]:
        """Returns all options by name, ready for JSON; `from_dict` reads them back."""

    def replace(self, **options: Any) -> Rules:
        """Changes some options.

        Args:
            options: The options to change, by name.

        Returns:
            New rules.

        Raises:
            InvalidRulesError: As for the class.
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
    """What to play, and the table after; false when there is nothing to play.

    Plays are equal if they lay the same tiles and leave the same table, whatever they answer.

    Args:
        tiles: The tiles played.
        table: The table after the turn.
        points: What left the hand, in final-count points.
        proven: Whether no better play exists.
        before: The table before the turn, which `steps` starts from.
        hand: The hand before the turn; together with `before`, or not at all.
        opened: Whether the player had opened.
        rules: The rules; `schmidt` if None.

    Raises:
        RummyError: If the tiles or a table cannot be read under the rules, or one of `before` and
            `hand` is missing.
    """

    def __new__(
        cls,
        tiles: HandLike,
        table: TableLike,
        points: int,
        proven: bool = True,
        before: TableLike | None = None,
        hand: HandLike | None = None,
        opened: bool = True,
        rules: RulesLike | None = None,
    ) -> Play: ...
    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles played from the hand, sorted; none when there is nothing to play."""

    @property
    def table(self) -> Table:
        """The table after the turn, which is the table before if nothing is played."""

    @property
    def points(self) -> int:
        """What left the hand, in final-count points: a joker is `joker_penalty` (rule 16)."""

    @property
    def proven(self) -> bool:
        """True unless a limit stopped the search: no better play exists.

        Of a tidy play also: no play as good touches fewer melds.
        """

    @property
    def before(self) -> Table | None:
        """The table before the turn; None for a play made without it."""

    @property
    def hand(self) -> Hand | None:
        """The hand before the turn; None for a play made without it."""

    @property
    def opened(self) -> bool | None:
        """Whether the player had opened; None for a play made without `before` and `hand`."""

    @property
    def rules(self) -> Rules | None:
        """The rules of the position; None for a play made without `before` and `hand`."""

    def steps(self) -> tuple[Step, ...]:
        """Tell how a person carries out the turn; worked out when asked for.

        Melds that need not be touched are not mentioned. Each joker is exchanged before it is played
        again (rule 14). In between anything may lie about (rule 10).

        Returns:
            The moves in order; none when there is nothing to play.

        Raises:
            RummyError: If the play was made without `before` and `hand`.
            IllegalTurnError: If the play was made by hand and the rules do not allow it.
        """

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks, by `rummy_fast.draw.play`; None if the rules do not allow it."""

    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Play], tuple[Any, ...]]: ...

@final
class Step:
    """One move of a turn; `str(step)` is a sentence that names its tiles and melds.

    Pools are given as text, for in the middle of a turn they need not be melds. To carry a step
    out, take away the pools `before` and put down the pools `after`.

    Args:
        kind: What is done.
        text: The sentence.
        tiles: The tiles that are moved, in order.
        before: The pools that change, as they lie before.
        after: What lies there after.
        from_hand: The tiles that leave the hand.
        borrowed: For an exchange with a tile of the table, the pool it is borrowed from.

    Raises:
        NotationError: If a text is no tile.
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
        """What is done.

        - `"play"`: tiles from the hand, freed jokers, or both are played.
        - `"take"`: some tiles of a pool are moved.
        - `"split"`: a run is cut in two.
        - `"join"`: a whole pool is moved to another.
        - `"exchange"`: a tile takes the place of a joker, which is free from then on (rule 14).
        - `"shift"`: jokers move within their pool, or stand for something else (only
          `locked_meld = free`).
        """

    @property
    def text(self) -> str:
        """The sentence; also `str(step)`."""

    @property
    def wording(self) -> Wording:
        """The sentence with its values apart; steps are compared without it."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that are moved; of a split run its upper part."""

    @property
    def before(self) -> tuple[str, ...]:
        """The pools that change, as they lie before."""

    @property
    def after(self) -> tuple[str, ...]:
        """What lies there after."""

    @property
    def from_hand(self) -> tuple[Tile, ...]:
        """The tiles that leave the hand; the others of a `"play"` are freed jokers."""

    @property
    def borrowed(self) -> str | None:
        """For an exchange with a tile of the table, the pool it is borrowed from."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Step], tuple[Any, ...]]: ...

@final
class Candidates:
    """Different plays, best first: a sequence of `Play` objects.

    Args:
        plays: The plays.
        complete: Whether these are all there are.
        proven: Whether the search came to its end.
    """

    def __new__(cls, plays: Iterable[Play], complete: bool, proven: bool = True) -> Candidates: ...
    @property
    def complete(self) -> bool:
        """Whether these are all the plays there are: one for each multiset of tiles played."""

    @property
    def proven(self) -> bool:
        """True unless a limit stopped the search.

        Plays that are themselves `proven` are in their place; the others, at the end, are what
        was known when the search stopped. False as well in one rare case under
        `opening_table = same_turn`: some tiles hold an opening, but beside the untouched table
        their melds are worth too little, and whether they could be played otherwise would take too
        long to find out.
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
    """One reason why a turn is refused.

    Args:
        code: A name for programs.
        message: A sentence for people.
        subject: The tile or meld that is meant.
    """

    def __new__(cls, code: str, message: str | Wording, subject: str | None = None) -> Reason: ...
    @property
    def code(self) -> str:
        """A name for programs, the same in every version."""

    @property
    def message(self) -> str:
        """A sentence that names the tile or meld and the rule; also `str(reason)`."""

    @property
    def wording(self) -> Wording:
        """The sentence with its values apart; reasons are compared without it."""

    @property
    def subject(self) -> str | None:
        """The tile or meld that is meant, as text; several melds are parted by `|`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Reason], tuple[str, Wording, str | None]]: ...

@final
class Verdict:
    """Whether a turn is legal, and why not; true if it is.

    Args:
        reasons: Why not; none for a legal turn.
    """

    def __new__(cls, reasons: Sequence[Reason]) -> Verdict: ...
    @property
    def legal(self) -> bool:
        """Whether the turn is legal."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why not: every reason at once, none when the turn is legal."""

    def verify(self) -> None:
        """Insist on a legal turn.

        Raises:
            IllegalTurnError: If the turn is not legal; the message has all reasons.
        """

    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Verdict], tuple[tuple[Reason, ...]]]: ...

@final
class Turn:
    """What a seat decides: play tiles or draw one, never both (rule 9).

    Args:
        kind: `"play"`, `"draw"` or `"pass"`.
        table: For a play, the table after the turn.
        rules: The deck and the shortest meld of the table; `schmidt` if None.

    Raises:
        RummyError: If the kind is unknown, a play has no table, or another turn has one.
        NotationError: If nothing is wrong with the table but words that are no tiles.
        InvalidTableError: If a meld is none, or a tile lies more often than the deck has it.
    """

    def __new__(
        cls, kind: str, table: TableLike | None = None, rules: RulesLike | None = None
    ) -> Turn: ...
    @staticmethod
    def play(table: TableLike, rules: RulesLike | None = None) -> Turn:
        """Play tiles.

        Args:
            table: The table after the turn, untouched melds too. A draft that may hold what is no
                meld goes to `Round.play` instead, which tells what is wrong with it.
            rules: The deck and the shortest meld; `schmidt` if None.

        Returns:
            The turn.

        Raises:
            NotationError: As for the class.
            InvalidTableError: As for the class.
        """

    @staticmethod
    def draw() -> Turn:
        """Draw a tile (rule 9)."""

    @staticmethod
    def pass_() -> Turn:
        """Neither lay nor draw; only when the pool is empty (rule 18)."""

    @property
    def kind(self) -> Literal["play", "draw", "pass"]:
        """Which of the three it is."""

    @property
    def table(self) -> Table | None:
        """For a play, the table after; None otherwise."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Turn], tuple[Any, ...]]: ...

@final
class Event:
    """What everyone at the table saw of a turn. Tiles that were drawn are counted, not named.

    Args:
        seat: Whose turn it was, from 0.
        kind: What happened.
        tiles: The tiles played from the hand.
        table: The table after the turn.
        drawn: How many tiles were drawn.
        hand_size: How many tiles the seat holds after the turn.
        pool_size: How many tiles the pool has after the turn.
        rules: The deck and the shortest meld of the tiles; `schmidt` if None.

    Raises:
        RummyError: If the kind is unknown, a number is negative, or the tiles cannot be read.
    """

    def __new__(
        cls,
        seat: int,
        kind: str,
        tiles: HandLike,
        table: TableLike,
        drawn: int,
        hand_size: int,
        pool_size: int,
        rules: RulesLike | None = None,
    ) -> Event: ...
    @staticmethod
    def from_dict(fields: dict[str, Any], rules: RulesLike | None = None) -> Event:
        """Read what `to_dict` tells.

        Args:
            fields: Everything by name.
            rules: The deck and the shortest meld of the tiles; `schmidt` if None.

        Returns:
            The event.

        Raises:
            RummyError: If a field is missing, unknown or wrong.
        """

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON."""

    @property
    def seat(self) -> int:
        """Whose turn it was, from 0."""

    @property
    def kind(self) -> Literal["play", "draw", "pass", "timeout", "forfeit"]:
        """What happened.

        - `"play"`: tiles were played.
        - `"draw"`: a tile was drawn (rule 9).
        - `"pass"`: neither, for the pool is empty (rule 18).
        - `"timeout"`: the turn timed out (rule 13). If `played` has tiles the last legal state stands,
          else the turn was undone.
        - `"forfeit"`: the turn was lost: undone as at the timeout.
        """

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles played from the hand, sorted."""

    @property
    def table(self) -> Table:
        """The table after the turn."""

    @property
    def drawn(self) -> int:
        """How many tiles were drawn."""

    @property
    def hand_size(self) -> int:
        """How many tiles the seat holds after the turn."""

    @property
    def pool_size(self) -> int:
        """How many tiles the pool has after the turn."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Event], tuple[Any, ...]]: ...

@final
class Outcome:
    """How a round ended, and what it counts (rules 16 to 18).

    Args:
        ending: How it came about.
        winners: The seats that won.
        scores: What each seat scores.
        left: What each seat's hand counts.

    Raises:
        RummyError: If the ending is unknown, `"out"` or `"closed"` has not one winner, or a number
            is out of range.
    """

    def __new__(
        cls, ending: str, winners: Sequence[int], scores: Sequence[int], left: Sequence[int]
    ) -> Outcome: ...
    @staticmethod
    def from_dict(fields: dict[str, Any]) -> Outcome:
        """Read what `to_dict` tells.

        Args:
            fields: Everything by name.

        Returns:
            The outcome.

        Raises:
            RummyError: If a field is missing, unknown or wrong.
        """

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON."""

    @property
    def ending(self) -> Literal["out", "closed", "stalemate", "void"]:
        """How it came about.

        - `"out"`: the winner played the last tile (rule 16).
        - `"closed"`: the winner played the whole hand at once, having played nothing before:
          everything counts double (rule 17).
        - `"stalemate"`: the pool was empty and all passed in a row; the lowest hand, of equal ones
          that with the fewest tiles, wins the differences (rule 18).
        - `"void"`: the same, where such a round does not count.
        """

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won: several share a stalemate, none wins a void round."""

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat scores; they sum to 0.

        Points of a stalemate that its winners cannot share evenly go, one each, to the first of
        them in the order of play.
        """

    @property
    def left(self) -> tuple[int, ...]:
        """What each seat's hand counts, a joker `joker_penalty`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Outcome], tuple[Any, ...]]: ...

@final
class View:
    """What one seat may see: its own hand and what lies open.

    No other tile is in here, nor the seed. Of two rounds that differ only in what is hidden from a
    seat, its views are equal. A round gives views; to make one from elsewhere, see `from_dict`.

    Args:
        fields: What `to_dict` tells.

    Raises:
        RummyError: As for `from_dict`.
    """

    def __new__(cls, fields: dict[str, Any]) -> View: ...
    @staticmethod
    def from_dict(fields: dict[str, Any]) -> View:
        """Read what `to_dict` tells, and make sure that such a view can be.

        Args:
            fields: Everything by name. `rules` may be a preset's name and is `schmidt` if absent;
                `history` and `outcome` may be absent. The history may begin in the middle.

        Returns:
            The view.

        Raises:
            RummyError: If a field is missing, unknown or wrong, or fields contradict each other.
            InvalidTableError: If the table and hand cannot exist together under the rules (rule 1).
            TypeError: If a field is of the wrong type.
        """

    def to_dict(self) -> dict[str, Any]:
        """Tell everything by name, ready for JSON."""

    @property
    def seat(self) -> int:
        """The seat that sees this, from 0."""

    @property
    def seats(self) -> int:
        """Number of seats."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def hand(self) -> Hand:
        """Its hand."""

    @property
    def table(self) -> Table:
        """What lies on the table."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has opened (rule 11)."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""

    @property
    def pool_size(self) -> int:
        """How many tiles the pool has."""

    @property
    def to_move(self) -> int:
        """Whose turn it is; at the end, whose the last turn was."""

    @property
    def starter(self) -> int:
        """The seat that began."""

    @property
    def history(self) -> tuple[Event, ...]:
        """What everyone saw so far."""

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None if it did not."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[View], tuple[dict[str, Any]]]: ...

@final
class Round:
    """One round, from the deal to the score: the referee, who knows every tile.

    A turn that is refused leaves the round exactly as it was. Players and bots are shown
    `view(seat)`, never the round. A round may be used from several threads at once.

    Args:
        fields: What `to_dict` tells; see `deal` and `set_up` for the ordinary ways to begin.

    Raises:
        RummyError: As for `from_dict`.
    """

    def __new__(cls, fields: dict[str, Any]) -> Round: ...
    @staticmethod
    def deal(
        seats: int = 2, *, seed: int, rules: RulesLike | None = None, starter: int | None = None
    ) -> Round:
        """Deal `hand_size` tiles to each seat; the rest is the pool (rules 1 to 3).

        Args:
            seats: How many play.
            seed: From 0 to 2 ** 64 - 1. The same seed deals the same tiles on every platform,
                whoever starts.
            rules: The rules; `schmidt` if None.
            starter: The seat that begins; drawn at random from the same seed if None.

        Returns:
            The round.

        Raises:
            RummyError: If the rules are for fewer or more players, the deck is too small, or the
                seed or the starter is out of range.
            TypeError: If an argument is of the wrong type.
        """

    @staticmethod
    def set_up(
        hands: Sequence[HandLike],
        table: TableLike = "",
        pool: str | Iterable[TileLike] = "",
        *,
        opened: bool | Sequence[bool] = True,
        to_move: int = 0,
        starter: int | None = None,
        rules: RulesLike | None = None,
    ) -> Round:
        """Begin with any position, such as a puzzle.

        It need not hold the whole deck: tiles that are nowhere are out of play.

        Args:
            hands: The hand of each seat, none of them empty.
            table: What lies on the table.
            pool: The pool, in the order in which it is drawn.
            opened: Whether each seat has opened (rule 11), or one word for all.
            to_move: The seat to move.
            starter: The seat that began; `to_move` if None.
            rules: The rules; `schmidt` if None.

        Returns:
            The round.

        Raises:
            NotationError: If a text is no tile of the deck.
            InvalidTableError: If a meld is none, or there are more of a tile in the hands, on the
                table and in the pool together than the deck has (rule 1).
            RummyError: If the rules are for fewer or more players, a hand is empty, a seat does not
                exist, or `opened` has not one entry for each seat.
            TypeError: If an argument is of the wrong type.
        """

    @staticmethod
    def from_dict(fields: dict[str, Any]) -> Round:
        """Read what `to_dict` tells: every turn is made again and must come out the same.

        Args:
            fields: Everything by name.

        Returns:
            The round.

        Raises:
            IllegalTurnError: If a turn is refused; the message says which.
            RummyError: If a field is missing, unknown or wrong, or a turn comes out otherwise.
        """

    def to_dict(self) -> dict[str, Any]:
        """Tell how the round began and its events, ready for JSON. Holds what is hidden."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def seats(self) -> int:
        """Number of seats."""

    @property
    def seed(self) -> int | None:
        """The seed of the deal; None if the round was set up."""

    @property
    def starter(self) -> int:
        """The seat that began."""

    @property
    def to_move(self) -> int:
        """Whose turn it is; at the end, whose the last turn was."""

    @property
    def table(self) -> Table:
        """What lies on the table."""

    @property
    def opened(self) -> tuple[bool, ...]:
        """Whether each seat has opened (rule 11)."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hand of each seat. Hidden from the other seats."""

    @property
    def pool(self) -> tuple[Tile, ...]:
        """The pool, in the order in which it is drawn. Hidden from all."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What everyone saw so far."""

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None if it did not."""

    @property
    def over(self) -> bool:
        """Whether the round has ended."""

    def view(self, seat: int) -> View:
        """Show what a seat may see.

        Args:
            seat: The seat, from 0.

        Returns:
            Its view.

        Raises:
            RummyError: If there is no such seat.
        """

    def play(self, seat: int, table: TableLike) -> Event:
        """Play tiles (rules 10 to 15).

        Args:
            seat: The seat to move.
            table: What lies on the table after the turn, untouched melds too. Melds that are none
                are a reason to refuse the turn.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If the turn is refused; `reasons` tells why.
        """

    def draw(self, seat: int) -> Event:
        """Draw a tile (rule 9).

        Args:
            seat: The seat to move.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If it is not this seat's turn, or the pool is empty.
        """

    def pass_(self, seat: int) -> Event:
        """Neither lay nor draw (rule 18).

        Args:
            seat: The seat to move.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If it is not this seat's turn, or there is a pool to draw from.
        """

    def turn(self, seat: int, turn: Turn) -> Event:
        """Do what a seat has decided.

        Args:
            seat: The seat to move.
            turn: What it does.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If the turn is refused; `reasons` tells why.
        """

    def timeout(self, seat: int, snapshots: Sequence[TableLike] = ()) -> Event:
        """Time the turn out (rule 13).

        With `timeout = keep_last_legal` the last state that is a legal turn stands, when what is
        no meld has gone back to the hand; that must be tiles from the hand only. If none is, and
        always with `timeout = undo`, the turn is undone and `timeout_draw` tiles are drawn, or as
        many as there are; if that is none, the seat has passed. Whether there is a clock is the
        caller's affair.

        Args:
            seat: The seat to move.
            snapshots: The table at each moment of the turn, in the order in which the player made
                them. Loose tiles may lie there as melds that are none.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If it is not this seat's turn.
        """

    def forfeit(self, seat: int) -> Event:
        """End the turn of a player who failed to make one: undone as at the timeout, nothing kept.

        Args:
            seat: The seat to move.

        Returns:
            What everyone saw.

        Raises:
            IllegalTurnError: If it is not this seat's turn.
        """

    def repeat(self, event: Event) -> Event:
        """Make the turn that an event tells of, and see that it comes out the same.

        Args:
            event: The event.

        Returns:
            What everyone saw; equal to the event.

        Raises:
            IllegalTurnError: If the turn is refused.
            RummyError: If it comes out otherwise; the message names the field.
        """

    def copy(self) -> Round:
        """Make a copy that goes its own way."""

    def __copy__(self) -> Round: ...
    def __deepcopy__(self, memo: Any, /) -> Round: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[type[Round], tuple[dict[str, Any]]]: ...

@final
class Careful:
    """A bot that holds back what helps the others more than itself.

    It looks one turn ahead: what it plays counts against the tiles that its play lets the others
    lay, as far as they can be expected from all tiles it has not seen. It leaves nothing to chance.
    """

    def __new__(cls) -> Careful: ...
    @property
    def name(self) -> str:
        """`"careful"`."""

    def choose(self, view: View, limit: float | None = None) -> Turn:
        """Decide a turn. Ctrl-C stops a running search.

        Args:
            view: What the bot sees; it must be its turn.
            limit: Seconds the search may take, more than 0 and at most a year; no limit if None.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not the turn of this seat, or the limit is wrong.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Careful], tuple[()]]: ...

@final
class Greedy:
    """A bot that makes the best play every turn: most tiles, ties by points.

    It draws when there is nothing to play, and passes when there is nothing to draw either.
    """

    def __new__(cls) -> Greedy: ...
    @property
    def name(self) -> str:
        """`"greedy"`."""

    def choose(self, view: View, limit: float | None = None) -> Turn:
        """Decide a turn. Ctrl-C stops a running search.

        Args:
            view: What the bot sees; it must be its turn.
            limit: Seconds the search may take, more than 0 and at most a year; no limit if None.

        Returns:
            The turn.

        Raises:
            RummyError: If it is not the turn of this seat, or the limit is wrong.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Greedy], tuple[()]]: ...

@final
class Search:
    """The strongest bot: it guesses what is hidden, plays on, and takes the turn that does best.

    Guesses agree with what it has seen: how many tiles each seat holds, and what the others did not
    lay. What it does follows from its seed and the view alone, so it can be asked in any order and
    by any number of threads at once. With a level in positions (the default) the same seed and view
    give the same turn on every machine and any number of threads.
    """

    def __new__(
        cls,
        seed: int = 0,
        positions: int | None = None,
        seconds: float | None = None,
        threads: int | None = 1,
    ) -> Search:
        """Make one.

        Args:
            seed: Where it draws its chance from, 0 to 2**64 - 1.
            positions: How many positions it may solve for a turn, 1 to 10**12.
            seconds: How long it may think about a turn, more than 0 and at most a year. What is
                reached first ends its thinking; without both it solves as many positions as take
                about 60 ms.
            threads: How many threads it thinks on, 1 to 1024; all cores if None.

        Raises:
            RummyError: If a number is out of range.
            TypeError: If an argument is of the wrong type.
        """

    @property
    def name(self) -> str:
        """`"search"`."""

    @property
    def seed(self) -> int:
        """Where it draws its chance from."""

    @property
    def positions(self) -> int | None:
        """How many positions it may solve for a turn; None if only time counts."""

    @property
    def seconds(self) -> float | None:
        """How long it may think about a turn, in seconds; None if only positions count."""

    @property
    def threads(self) -> int:
        """How many threads it thinks on."""

    def choose(self, view: View, limit: float | None = None) -> Turn:
        """Decide a turn. Ctrl-C stops a running search.

        Args:
            view: What the bot sees; it must be its turn.
            limit: Seconds it may take at most, more than 0 and at most a year, whatever its level;
                no limit if None.

        Returns:
            The turn. If there is only one it comes at once; so does one that ends the round.

        Raises:
            RummyError: If it is not the turn of this seat, or the limit is wrong.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(
        self,
    ) -> tuple[type[Search], tuple[int, int | None, float | None, int]]: ...

def solve(
    table: TableLike,
    hand: HandLike,
    *,
    rules: RulesLike | None = None,
    opened: bool = True,
    objective: Objective = "tiles",
    tidy: bool = False,
    limit: float | None = None,
) -> Play:
    """Find the best play in a position (rules 9 to 15).

    The answer is exact: the best over every way in which the jokers on the table may be
    exchanged or
    stay. Ctrl-C stops a running search.

    Args:
        table: What lies on the table.
        hand: What the player holds.
        rules: The rules; `schmidt` if None.
        opened: Whether the player has played the first points (rule 11).
        objective: `"tiles"` for most tiles, ties by points; `"points"` for most points,
            ties by tiles;
            or a weight from 0 to 1,000,000 for each tile, ties by tiles; tiles not
            named weigh nothing.
        tidy: Whether to take, of the best plays, one that touches the fewest melds of the table. A
            meld is touched if it does not lie there after the turn; a tile played off touches one,
            melds from the hand alone touch none.
        limit: Seconds the search may take, more than 0 and at most a year; no limit if
            None. When it runs
            out the best play so far is returned, with `proven` False.

    Returns:
        The best play.

    Raises:
        NotationError: If a text is no tile of the deck.
        InvalidTableError: If the table and hand cannot exist together under the rules (rule 1).
        InvalidRulesError: If the rules are no game.
        RummyError: If the objective, a weight or the limit is wrong.
        TypeError: If an argument is of the wrong type.
    """

def solve_many(
    problems: Iterable[Problem],
    *,
    rules: RulesLike | None = None,
    opened: bool = True,
    objective: Objective = "tiles",
    tidy: bool = False,
    limit: float | None = None,
    threads: int | None = None,
) -> list[Play | Exception]:
    """Find the best play in many positions, in order, on all cores and with the GIL released.

    Args:
        problems: Each a `(table, hand)` pair, or a mapping with `"table"` and `"hand"` and,
            if it wants,
            `"rules"`, `"opened"`, `"objective"`, `"tidy"` and `"limit"`; other fields mean nothing.
        rules: For problems that do not say; `schmidt` if None.
        opened: For problems that do not say.
        objective: For problems that do not say.
        tidy: For problems that do not say.
        limit: Seconds for each problem that does not say; no limit if None.
        threads: How many threads to use, 1 to 1024; all cores if None.

    Returns:
        A `Play` for each problem. A bad problem has in its place the exception that `solve`
        would raise,
        and the others are answered.

    Raises:
        RummyError: If an argument other than a problem is wrong.
        TypeError: If an argument other than a problem is of the wrong type.
    """

def candidates(
    table: TableLike,
    hand: HandLike,
    *,
    most: int = 64,
    rules: RulesLike | None = None,
    opened: bool = True,
    objective: Objective = "tiles",
    limit: float | None = None,
) -> Candidates:
    """List the best different plays in a position (rules 9 to 17).

    Two plays are the same when they lay the same tiles. The first is as good as that of `solve`;
    of equally good ones the one whose tiles come first in order is first. Ctrl-C stops a running
    search.

    Args:
        table: What lies on the table.
        hand: What the player holds.
        most: How many plays to list at most, 1 to 10,000.
        rules: The rules; `schmidt` if None.
        opened: Whether the player has played the first points (rule 11).
        objective: As for `solve`.
        limit: Seconds the search may take, more than 0 and at most a year; no limit if None. When
            it runs out the list is what is known by then, with `proven` False.

    Returns:
        The plays, best first; none when there is nothing to play. `complete` says whether these are
        all there are.

    Raises:
        NotationError: If a text is no tile of the deck.
        InvalidTableError: If the table and hand cannot exist together under the rules (rule 1).
        InvalidRulesError: If the rules are no game.
        RummyError: If `most`, the objective, a weight or the limit is wrong.
        TypeError: If an argument is of the wrong type.
    """

def count_openings(
    deals: int, *, seed: int = 0, rules: RulesLike | None = None, threads: int | None = None
) -> int:
    """Count the deals in which a hand can open at once (rule 11), on all cores.

    The hand is `Round.deal(seed=..., rules=...).hands[0]`, for `deals` seeds one after the other.
    The GIL is released, and Ctrl-C stops it.

    Args:
        deals: How many.
        seed: The first seed.
        rules: The deck, the size of a hand and what an opening must be worth; `schmidt` if None.
        threads: How many threads to use, 1 to 1024; all cores if None.

    Returns:
        In how many of them the hand can open.

    Raises:
        RummyError: If a number is out of range, or the deck is too small to deal.
        TypeError: If an argument is of the wrong type.
    """

def play_rounds(
    rounds: int,
    *,
    seats: int = 2,
    seed: int = 0,
    rules: RulesLike | None = None,
    threads: int | None = None,
) -> dict[str, list[int]]:
    """Play rounds in which all seats make the best play every turn, on all cores, and count.

    Each is `Round.deal(seats, seed=..., rules=...)` played by `Greedy`, for `rounds` seeds one
    after the other. The GIL is released, and Ctrl-C stops it.

    Args:
        rounds: How many.
        seats: How many play.
        seed: The first seed.
        rules: The rules; `schmidt` if None.
        threads: How many threads to use, 1 to 1024; all cores if None.

    Returns:
        By name a number for each round:

        - `"turns"`: turns of all seats together,
        - `"opened"`: of them, those of a seat that had opened,
        - `"forced"`: of those, turns in which there was nothing to play,
        - `"plays"`: turns in which tiles were played,
        - `"played"`: tiles played in them,
        - `"joker"`: turns of a seat that had opened which began with a joker on the table,
        - `"stalemate"`: 1 if the round ended because nobody could play any more (rule 18), else 0.

    Raises:
        RummyError: If the rules are for fewer or more players, the deck is too small to deal, or a
            number is out of range.
        TypeError: If an argument is of the wrong type.
    """

def check_turn(
    before: TableLike,
    hand: HandLike,
    after: TableLike,
    *,
    rules: RulesLike | None = None,
    opened: bool = True,
) -> Verdict:
    """Rule on a finished turn (rules 9 to 15).

    Args:
        before: The table when the turn began.
        hand: The hand when the turn began.
        after: The table at the end of the turn. Melds that are none are a reason, not an error.
        rules: The rules; `schmidt` if None.
        opened: Whether the player had played the first points before (rule 11).

    Returns:
        The verdict, with all reasons at once.

    Raises:
        NotationError: If a text before the turn is no tile of the deck.
        InvalidTableError: If the table before and the hand cannot exist together under the
            rules (rule 1).
        InvalidRulesError: If the rules are no game.
        TypeError: If an argument is of the wrong type.
    """

def count_melds(
    rules: RulesLike | None = None, *, jokers: int = 0, longest_run: int | None = None
) -> int:
    """Count the different melds with exactly so many jokers, told apart by their tiles.

    Args:
        rules: The deck and the shortest meld; `schmidt` if None.
        jokers: Jokers in each meld.
        longest_run: Most tiles of a run; as many as there are numbers if None.

    Returns:
        How many melds there are; none with more jokers than the deck has.
    """

def count_arrangements(tiles: HandLike, *, rules: RulesLike | None = None) -> int:
    """Count the ways to part tiles wholly into melds (rules 4 to 6).

    Arrangements are the same if they hold the same melds equally often: copies of a tile and
    jokers are not told apart. A joker counts by its place in a run; in a group it has none.
    The standard deck takes milliseconds without its jokers and about a second with both; eight
    colors of mixed tiles may be out of reach. It cannot be interrupted.

    Args:
        tiles: The tiles.
        rules: The deck and the shortest meld; `schmidt` if None.

    Returns:
        How many there are: one for no tiles, none for tiles that the deck does not have so often.
        More than 2 ** 128 - 1 are told as that.

    Raises:
        NotationError: If a text is no tile of the deck.
        InvalidRulesError: If the rules are no game.
        TypeError: If an argument is of the wrong type.
    """
