"""What is to be seen in a picture, before it is drawn: tiles in groups, groups in parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from rummy_fast import Hand, Meld, Rules, Table, Tile
from rummy_fast.palette import LETTERS
from rummy_fast.play.draft import Draft, Piece

Mark = Literal["played", "moved", "freed"]
"""What became of a tile in a turn: played from the hand, moved, or a joker exchanged (rule 14)."""

SIGNS: dict[Mark, str] = {"played": "+", "moved": "~", "freed": "*"}
"""What stands before a marked tile in text."""

Name = Literal["table", "hand", "before", "hand-before", "after", "hand-after"]
"""The parts that a picture may have."""


@dataclass(frozen=True, slots=True)
class Face:
    """A tile as it is shown.

    Attributes:
        tile: The tile.
        word: How it is written.
        stands: For a joker in a meld, what it may stand for (rule 7).
        mark: What became of it in the turn, if anything.
        key: Its number, which is the same before and after a turn.
    """

    tile: Tile
    word: str
    stands: tuple[Tile, ...] = ()
    mark: Mark | None = None
    key: int = 0

    @property
    def signed(self) -> str:
        """Its word with its sign."""
        return self.word if self.mark is None else SIGNS[self.mark] + self.word


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together.

    Attributes:
        faces: The tiles as they lie.
        meld: The meld they are, as it is written; empty for tiles of a hand.
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
        groups: What lies there.
    """

    name: Name
    groups: tuple[Group, ...] = field(default=())

    @property
    def faces(self) -> tuple[Face, ...]:
        """All its tiles."""
        return tuple(face for group in self.groups for face in group.faces)

    @property
    def text(self) -> str:
        """Its tiles in letters, with their signs."""
        return self.joined(lambda face: face.signed)

    def joined(self, shown: Callable[[Face], str]) -> str:
        """Its tiles on one line.

        Args:
            shown: How a tile is shown.

        Returns:
            The tiles, those of a table parted by melds.
        """
        between = " " if "hand" in self.name else " | "
        return between.join(" ".join(map(shown, group.faces)) for group in self.groups)


def rules_for(melds: Iterable[Meld], rules: Rules | None) -> Rules:
    """Rules that say which colors a joker of a group may stand for.

    Args:
        melds: The melds.
        rules: The rules if they are known.

    Returns:
        Those, or else rules with the fewest colors with which these melds can lie, four at least.
    """
    if rules is not None:
        return rules
    colors = 4
    for meld in melds:
        used = [LETTERS.index(tile.color) + 1 for tile in meld.tiles if tile.color is not None]
        colors = max(colors, *used, len(meld) if meld.kind == "group" else 0)
    return Rules(colors=colors)


def table_part(table: Table, rules: Rules | None) -> Part:
    """A table at rest."""
    known = rules_for(table, rules)
    groups = []
    for meld in table:
        words = str(meld).split()
        shown = zip(meld.tiles, words, meld.stands_for(known), strict=True)
        faces = (Face(tile, word, stands if tile.is_joker else ()) for tile, word, stands in shown)
        groups.append(Group(tuple(faces), str(meld)))
    return Part("table", tuple(groups))


def _hand(name: Name, faces: Sequence[Face]) -> Part:
    colors = groupby(faces, key=lambda face: face.tile.color)
    return Part(name, tuple(Group(tuple(group)) for _, group in colors))


def hand_part(hand: Hand) -> Part:
    """A hand, by colors."""
    return _hand("hand", [Face(tile, str(tile)) for tile in hand])


def turn_parts(
    start: Draft, end: Draft, marks: Mapping[int, Mark], rules: Rules
) -> tuple[Part, Part, Part, Part]:
    """Table and hand before a turn, table and hand after it.

    Args:
        start: How everything lies before.
        end: How everything lies after.
        marks: What became of the tiles that the turn moves, by key.
        rules: The rules.

    Returns:
        The four parts, in that order.
    """

    def face(piece: Piece, word: str, stands: tuple[Tile, ...] = ()) -> Face:
        return Face(piece.tile, word, stands, marks.get(piece.key), piece.key)

    def table(name: Name, draft: Draft, other: Draft) -> Part:
        groups = []
        for heap in draft.heaps:
            stands = heap.stands(rules)
            lying = zip(heap.pieces, heap.words, strict=True)
            faces = tuple(face(piece, word, stands.get(piece.key, ())) for piece, word in lying)
            touched = heap not in other.heaps or any(face.mark for face in faces)
            groups.append(Group(faces, heap.text, touched))
        return Part(name, tuple(groups))

    def hand(name: Name, draft: Draft) -> Part:
        return _hand(name, [face(piece, str(piece.tile)) for piece in draft.hand])

    return (
        table("before", start, end),
        hand("hand-before", start),
        table("after", end, start),
        hand("hand-after", end),
    )
