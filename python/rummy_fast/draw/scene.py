"""The content of a picture: parts made of clusters of tiles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from rummy_fast import Hand, Meld, Rules, Table, Tile
from rummy_fast.palette import LETTERS, RUMMIKUB
from rummy_fast.play.draft import Draft, Piece

Mark = Literal["played", "moved", "freed"]
"""What a turn did to a tile: played it from the hand, moved it, or freed a joker (rule 14)."""

SIGNS: dict[Mark, str] = {"played": "+", "moved": "~", "freed": "*"}
"""The sign before a marked tile in text."""

Name = Literal["table", "hand", "before", "hand-before", "after", "hand-after"]
"""The parts that a picture can have."""


@dataclass(frozen=True, slots=True)
class Face:
    """A tile as it is shown.

    Attributes:
        tile: The tile.
        word: The tile as text.
        stands_for: What a joker in a meld may stand for (rule 7); empty for other tiles.
        mark: What the turn did to it, if anything.
        key: Its number, the same before and after a turn.
    """

    tile: Tile
    word: str
    stands_for: tuple[Tile, ...] = ()
    mark: Mark | None = None
    key: int = 0

    @property
    def signed(self) -> str:
        """The tile as text, with its sign."""
        return self.word if self.mark is None else SIGNS[self.mark] + self.word


@dataclass(frozen=True, slots=True)
class Cluster:
    """Tiles that are shown together: a meld, or one color of a hand.

    Attributes:
        faces: The tiles in order.
        meld: The meld as text; empty for tiles in a hand.
        touched: Whether the turn changes it.
    """

    faces: tuple[Face, ...]
    meld: str = ""
    touched: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A table or a hand.

    Attributes:
        name: Which one.
        clusters: Its tiles.
    """

    name: Name
    clusters: tuple[Cluster, ...] = field(default=())

    @property
    def faces(self) -> tuple[Face, ...]:
        """All its tiles."""
        return tuple(face for cluster in self.clusters for face in cluster.faces)

    @property
    def text(self) -> str:
        """Its tiles as text, with their signs."""
        return self.joined(lambda face: face.signed)

    def joined(self, shown: Callable[[Face], str]) -> str:
        """Join its tiles to one line.

        Args:
            shown: Writes a tile.

        Returns:
            The line; the melds of a table are separated by `|`.
        """
        between = " " if "hand" in self.name else " | "
        return between.join(" ".join(map(shown, cluster.faces)) for cluster in self.clusters)


def rules_for(melds: Iterable[Meld], rules: Rules | None) -> Rules:
    """Choose the rules that decide which colors a joker in a group may stand for.

    Args:
        melds: The melds.
        rules: The rules, if known.

    Returns:
        `rules`, or else rules with the fewest colors that allow these melds: the first ones, at
        least four, or those of Rummikub.
    """
    if rules is not None:
        return rules
    melds = tuple(melds)
    used = {tile.color for meld in melds for tile in meld.tiles} - {None}
    longest = max((len(meld) for meld in melds if meld.kind == "group"), default=0)
    usual = len(RUMMIKUB)
    colors = max(usual, longest, *(LETTERS.index(color) + 1 for color in used if color))
    if colors > usual >= longest and used <= set(RUMMIKUB):
        return Rules(colors=RUMMIKUB)
    return Rules(colors=colors)


def table_part(table: Table, rules: Rules | None) -> Part:
    """Show a table."""
    known = rules_for(table, rules)
    clusters = []
    for meld in table:
        words = str(meld).split()
        shown = zip(meld.tiles, words, meld.stands_for(known), strict=True)
        faces = (Face(tile, word, meant if tile.is_joker else ()) for tile, word, meant in shown)
        clusters.append(Cluster(tuple(faces), str(meld)))
    return Part("table", tuple(clusters))


def _hand(name: Name, faces: Sequence[Face]) -> Part:
    colors = groupby(faces, key=lambda face: face.tile.color)
    return Part(name, tuple(Cluster(tuple(color)) for _, color in colors))


def hand_part(hand: Hand) -> Part:
    """Show a hand, sorted by color."""
    return _hand("hand", [Face(tile, str(tile)) for tile in hand])


def turn_parts(
    start: Draft, end: Draft, marks: Mapping[int, Mark], rules: Rules
) -> tuple[Part, Part, Part, Part]:
    """Show table and hand before and after a turn.

    Args:
        start: Table and hand before it.
        end: Table and hand after it.
        marks: What the turn did to each tile it moved, by key.
        rules: The rules.

    Returns:
        The four parts, in that order.
    """

    def face(piece: Piece, word: str, stands_for: tuple[Tile, ...] = ()) -> Face:
        return Face(piece.tile, word, stands_for, marks.get(piece.key), piece.key)

    def table(name: Name, draft: Draft, other: Draft) -> Part:
        clusters = []
        for heap in draft.heaps:
            meant = heap.stands_for(rules)
            words = zip(heap.pieces, heap.words, strict=True)
            faces = tuple(face(piece, word, meant.get(piece.key, ())) for piece, word in words)
            touched = heap not in other.heaps or any(face.mark for face in faces)
            clusters.append(Cluster(faces, heap.text, touched))
        return Part(name, tuple(clusters))

    def hand(name: Name, draft: Draft) -> Part:
        return _hand(name, [face(piece, str(piece.tile)) for piece in draft.hand])

    return (
        table("before", start, end),
        hand("hand-before", start),
        table("after", end, start),
        hand("hand-after", end),
    )
