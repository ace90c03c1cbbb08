"""Where every tile lies at one moment of a turn. Nothing here ever changes."""

from dataclasses import dataclass

from rummy_fast import Meld, Rules, RummyError, Tile


class DeskError(RummyError):
    """A move that cannot be made; everything lies as it did."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of cardboard.

    Attributes:
        key: Its number, the same all through the turn: of two red sixes each has its own.
        tile: What is printed on it.
        home: Which meld it lay in when the turn began, from 0; None if it comes from the hand.
    """

    key: int
    tile: Tile
    home: int | None


@dataclass(frozen=True, slots=True)
class Heap:
    """Tiles that lie together: a meld, or something that is not one yet.

    Attributes:
        tiles: The tiles as they lie.
        words: How each is written; a joker that must say what it stands for is `J=r7` (rule 6).
        meld: The meld they are; None if they are none.
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

    def stands(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What its jokers may stand for, by key (rule 7); nothing if it is no meld."""
        if self.meld is None:
            return {}
        meant = zip(self.pieces, self.meld.stands_for(rules), strict=True)
        return {piece.key: tiles for piece, tiles in meant if piece.tile.is_joker}


@dataclass(frozen=True, slots=True)
class Draft:
    """The table and the hand at one moment of a turn.

    Attributes:
        hand: The tiles in the hand.
        heaps: What lies on the table; a tile that lies alone is a heap as well.
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
        """Every tile there is, those on the table first."""
        return (*self.table, *self.hand)

    def heap_of(self, key: int) -> int | None:
        """The heap that a tile lies in; None if it is in the hand."""
        for index, heap in enumerate(self.heaps):
            if key in heap.keys:
                return index
        return None

    def stands(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What every joker on the table may stand for, by key."""
        return {key: tiles for heap in self.heaps for key, tiles in heap.stands(rules).items()}
