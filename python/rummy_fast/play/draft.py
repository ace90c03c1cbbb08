"""The table and the hand at one moment of a turn, as immutable values."""

from dataclasses import dataclass

from rummy_fast import Meld, Rules, RummyError, Tile


class MoveError(RummyError):
    """A move that cannot be made; the draft is unchanged."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical tile.

    Attributes:
        key: Its number, the same throughout the turn: two red sixes have different keys.
        tile: What is printed on it.
        home: The index of its meld when the turn began; None if it comes from the hand.
    """

    key: int
    tile: Tile
    home: int | None


@dataclass(frozen=True, slots=True)
class Heap:
    """Tiles that are together on the table, whether or not they form a meld yet.

    Attributes:
        pieces: The tiles in order.
        words: How each is written; a joker that must say what it stands for is `J=r7` (rule 6).
        meld: The meld they form; None if they form none.
    """

    pieces: tuple[Piece, ...]
    words: tuple[str, ...]
    meld: Meld | None

    @property
    def text(self) -> str:
        """The heap in the notation that every function of this package reads."""
        return " ".join(self.words)

    @property
    def keys(self) -> frozenset[int]:
        """The keys of its tiles."""
        return frozenset(piece.key for piece in self.pieces)

    def stands_for(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What its jokers may stand for, by key (rule 7); empty if the heap is not a meld."""
        if self.meld is None:
            return {}
        identities = zip(self.pieces, self.meld.stands_for(rules), strict=True)
        return {piece.key: tiles for piece, tiles in identities if piece.tile.is_joker}


@dataclass(frozen=True, slots=True)
class Draft:
    """The table and the hand at one moment of a turn.

    Attributes:
        hand: The tiles in the hand.
        heaps: The tiles on the table; a single tile is a heap as well.
    """

    hand: tuple[Piece, ...]
    heaps: tuple[Heap, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The table as `check_turn` and `Round.play` read it."""
        return tuple(heap.text for heap in self.heaps)

    @property
    def table(self) -> tuple[Piece, ...]:
        """The tiles on the table."""
        return tuple(piece for heap in self.heaps for piece in heap.pieces)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All tiles, those on the table first."""
        return (*self.table, *self.hand)

    def heap_of(self, key: int) -> int | None:
        """The index of a tile's heap; None if the tile is in the hand."""
        for index, heap in enumerate(self.heaps):
            if key in heap.keys:
                return index
        return None

    def stands_for(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What each joker on the table may stand for, by key."""
        return {key: tiles for heap in self.heaps for key, tiles in heap.stands_for(rules).items()}
