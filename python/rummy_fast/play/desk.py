"""One turn in progress, without a screen: what lies on the table, what is still in the hand.

Every moment of the turn is a `Draft` that never changes. A move makes the next one, so that undoing
is going back. No tile is ever lost: a move only says where tiles lie. What is legal is for
`check_turn` to say; the desk refuses only what nobody can do at a real table, such as to take a
tile of the table into the hand.

>>> import rummy_fast as rf
>>> desk = Desk(rf.Table("r6 r7 r8"), rf.Hand("r9 b1"))
>>> desk.place([desk.find("r9")], 0)
True
>>> desk.draft.texts, desk.verdict.legal
(('r6 r7 r8 r9',), True)
>>> desk.undo(), desk.draft.texts
(True, ('r6 r7 r8',))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from rummy_fast import Hand, Reason, Rules, Step, Table, Tile, Verdict, View, check_turn
from rummy_fast.play.arrange import arrange, readings
from rummy_fast.play.draft import DeskError, Draft, Heap, Piece
from rummy_fast.play.follow import carry_out
from rummy_fast.words import refusal

GONE = Heap((), (), None)
"""Keeps the place of a heap that has no more tiles until a move is made."""

NAMES_THE_RESULT = frozenset({"invalid_meld", "freed_joker_in_old_meld"})
"""Reasons whose subject is a meld as it lies now; others name melds as they lay at the start."""
NAMES_THE_JOKER = frozenset({"joker_moved", "locked_meld_broken", "jokers_in_conflict"})
"""Reasons that are about the jokers of the melds they name."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is still wrong with a draft, and where.

    Attributes:
        verdict: What `check_turn` says.
        marks: For each heap the reasons that are about it.
        general: The reasons that are about no heap.
    """

    verdict: Verdict
    marks: tuple[tuple[Reason, ...], ...]
    general: tuple[Reason, ...]


class Desk:
    """A turn in progress.

    Args:
        table: The table when the turn begins.
        hand: The hand when the turn begins.
        rules: The rules; `schmidt` if None.
        opened: Whether the player has opened (rule 11).

    Attributes:
        table: As given.
        hand: As given.
        rules: As given.
        opened: As given.
    """

    def __init__(
        self, table: Table, hand: Hand, *, rules: Rules | None = None, opened: bool = True
    ) -> None:
        """Put the tiles where they are when the turn begins."""
        self.table = table
        self.hand = hand
        self.rules = Rules() if rules is None else rules
        self.opened = opened
        self._past = [self._begin()]
        self._future: list[Draft] = []
        self._snapshots: list[tuple[str, ...]] = []
        self._rulings: dict[Draft, Ruling] = {}

    @classmethod
    def of(cls, view: View) -> Self:
        """The desk of the seat that a view is of."""
        return cls(view.table, view.hand, rules=view.rules, opened=view.opened[view.seat])

    def _begin(self) -> Draft:
        heaps = []
        key = 0
        for home, meld in enumerate(self.table):
            pieces = tuple(Piece(key + place, tile, home) for place, tile in enumerate(meld.tiles))
            heaps.append(Heap(pieces, tuple(str(meld).split()), meld))
            key += len(pieces)
        hand = (Piece(key + place, tile, None) for place, tile in enumerate(self.hand))
        return Draft(tuple(hand), tuple(heaps))

    # How things lie

    @property
    def draft(self) -> Draft:
        """How things lie now."""
        return self._past[-1]

    @property
    def start(self) -> Draft:
        """How things lay when the turn began."""
        return self._past[0]

    @property
    def changed(self) -> bool:
        """Whether anything lies otherwise than when the turn began."""
        return sorted(self.draft.texts) != sorted(self.start.texts)

    @property
    def snapshots(self) -> tuple[tuple[str, ...], ...]:
        """Every table of this turn in the order in which it lay there, for the timeout (rule 13)."""
        return tuple(self._snapshots)

    @property
    def played(self) -> tuple[Piece, ...]:
        """The tiles from the hand that lie on the table."""
        return tuple(piece for piece in self.draft.table if piece.home is None)

    @property
    def worth(self) -> int:
        """What the melds made of own tiles only are worth (rule 11)."""
        return sum(
            heap.meld.value
            for heap in self.draft.heaps
            if heap.meld is not None and all(piece.home is None for piece in heap.pieces)
        )

    def find(self, tile: str | Tile) -> int:
        """The key of a tile in the hand.

        Args:
            tile: The tile.

        Returns:
            Its key; of several equal tiles, that of the first.

        Raises:
            NotationError: If the text is no tile of the deck.
            DeskError: If the tile is not in the hand.
        """
        wanted = Tile(tile, self.rules)
        for piece in self.draft.hand:
            if piece.tile == wanted:
                return piece.key
        raise refusal(DeskError, "{tile} is not in the hand", tile=wanted)

    # Moves

    def place(self, keys: Iterable[int], heap: int | None = None) -> bool:
        """Play tiles at a heap, or by themselves.

        Args:
            keys: The tiles, from the hand or the table, in the order in which they are put down.
            heap: Where they go, from 0; a new heap if None.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If there is no such tile or heap, or no tile was given.
        """
        pieces = self._pieces(keys)
        target = () if heap is None else self._heap(heap).pieces
        pieces = [piece for piece in pieces if piece not in target]
        moved = {piece.key for piece in pieces}
        if not pieces or (heap is None and any(p.keys == moved for p in self.draft.heaps)):
            return False
        whole = arrange([*target, *pieces], self._stands(), self.rules)
        heaps = self._heaps_without(pieces)
        if heap is None:
            heaps.append(whole)
        else:
            heaps[heap] = whole
        return self._lie([piece for piece in self.draft.hand if piece.key not in moved], heaps)

    def split(self, heap: int, at: int) -> bool:
        """Cut a heap in two.

        Args:
            heap: The pool, from 0.
            at: How many tiles stay; the others become a heap beside it.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If there is no such heap, or one part would have no tile.
        """
        old = self._heap(heap)
        if not 0 < at < len(old.pieces):
            raise refusal(
                DeskError, "{meld} cannot be cut there: both parts need a tile", meld=old.text
            )
        parts = [arrange(c, self._stands(), self.rules) for c in (old.pieces[:at], old.pieces[at:])]
        return self._put_for(heap, parts)

    def take_back(self, keys: Iterable[int]) -> bool:
        """Take tiles that were played this turn back into the hand.

        Of two equal tiles it does not matter which one came from the hand.

        Args:
            keys: The tiles; those that are in the hand stay there.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If there is no such tile, or more of a tile are taken than were played.
        """
        hand = self.draft.hand
        wanted = [piece for piece in self._pieces(keys) if piece not in hand]
        back = [piece for piece in wanted if piece.home is None]
        twins: dict[int, Piece] = {}
        for piece in wanted:
            if piece.home is None:
                continue
            twin = next((c for c in self.played if c.tile == piece.tile and c not in back), None)
            if twin is None:
                raise refusal(
                    DeskError,
                    "{tile} lay on the table: no tile goes from the table to a hand (rule 10)",
                    tile=piece.tile,
                )
            back.append(twin)
            twins[twin.key] = piece
        # The table's own tile takes the place of its twin, which goes to the hand in its stead.
        leaving = [piece for piece in (*back, *wanted) if piece.key not in twins]
        heaps = [
            heap
            if heap in self.draft.heaps and not twins.keys() & heap.keys
            else self._arranged([twins.get(piece.key, piece) for piece in heap.pieces])
            for heap in self._heaps_without(leaving)
        ]
        return self._lie([*hand, *back], heaps)

    def reread(self, heap: int) -> bool:
        """Let the jokers of a meld stand for something else (rule 6).

        Args:
            heap: The meld, from 0.

        Returns:
            Whether there is another way to read it.

        Raises:
            DeskError: If there is no such meld.
        """
        old = self._heap(heap)
        ways = readings(old.pieces, {}, self.rules)
        texts = [way.text for way in ways]
        if old.text not in texts:
            return False
        return self._put_for(heap, [ways[(texts.index(old.text) + 1) % len(ways)]])

    def follow(self, step: Step) -> bool:
        """Carry out one step of a play.

        Args:
            step: The step.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If the tiles of the step do not lie where it says.
        """
        draft = carry_out(self.draft, step, self.rules).draft
        return self._lie(draft.hand, draft.heaps)

    def reset(self) -> bool:
        """Put everything where it was when the turn began, which is a move like others.

        Returns:
            Whether anything changed.
        """
        return self._lie(self.start.hand, self.start.heaps)

    # Going back and forth

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return len(self._past) > 1

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again."""
        return bool(self._future)

    def undo(self) -> bool:
        """Take the last move back.

        Returns:
            Whether there was one.
        """
        if not self.can_undo:
            return False
        self._future.append(self._past.pop())
        self._note()
        return True

    def redo(self) -> bool:
        """Make the move again that was taken back last.

        Returns:
            Whether there was one.
        """
        if not self.can_redo:
            return False
        self._past.append(self._future.pop())
        self._note()
        return True

    # Word on what is wrong

    @property
    def verdict(self) -> Verdict:
        """Whether the turn could end like this, and why not."""
        return self.ruling.verdict

    @property
    def ruling(self) -> Ruling:
        """What is still wrong, and where."""
        if self.draft not in self._rulings:
            self._rulings[self.draft] = self._rule()
        return self._rulings[self.draft]

    def _rule(self) -> Ruling:
        verdict = check_turn(
            self.table, self.hand, self.draft.texts, rules=self.rules, opened=self.opened
        )
        marks: list[list[Reason]] = [[] for _ in self.draft.heaps]
        general = []
        for reason in verdict.reasons:
            meant = self._meant(reason)
            for index in meant:
                marks[index].append(reason)
            if not meant:
                general.append(reason)
        return Ruling(verdict, tuple(map(tuple, marks)), tuple(general))

    def _meant(self, reason: Reason) -> list[int]:
        """The heaps that a reason is about."""
        if reason.subject is None:
            return []
        names = [name.strip() for name in reason.subject.split("|")]
        heaps = self.draft.heaps
        if reason.code in NAMES_THE_RESULT:
            return [index for index, heap in enumerate(heaps) if heap.text in names]
        homes = {home for home, meld in enumerate(self.table) if str(meld) in names}
        meant = {
            piece.key
            for piece in self.start.table
            if piece.home in homes and (piece.tile.is_joker or reason.code not in NAMES_THE_JOKER)
        }
        return [
            index
            for index, heap in enumerate(heaps)
            if heap.keys & meant and heap not in self.start.heaps
        ]

    # Parts of a move

    def _pieces(self, keys: Iterable[int]) -> list[Piece]:
        known = {piece.key: piece for piece in self.draft.pieces}
        pieces = []
        for key in dict.fromkeys(keys):
            if key not in known:
                raise refusal(DeskError, "there is no tile {key}", key=key)
            pieces.append(known[key])
        if not pieces:
            raise refusal(DeskError, "no tile is selected")
        return pieces

    def _heap(self, heap: int) -> Heap:
        if not 0 <= heap < len(self.draft.heaps):
            raise refusal(DeskError, "there is no meld {number}", number=heap + 1)
        return self.draft.heaps[heap]

    def _stands(self) -> dict[int, tuple[Tile, ...]]:
        return self.draft.stands(self.rules)

    def _arranged(self, pieces: Sequence[Piece]) -> Heap:
        return arrange(pieces, self._stands(), self.rules) if pieces else GONE

    def _heaps_without(self, pieces: Sequence[Piece]) -> list[Heap]:
        """The heaps in their places when tiles are taken away."""
        heaps = []
        for heap in self.draft.heaps:
            kept = [piece for piece in heap.pieces if piece not in pieces]
            heaps.append(heap if len(kept) == len(heap.pieces) else self._arranged(kept))
        return heaps

    def _put_for(self, heap: int, parts: Sequence[Heap]) -> bool:
        """Put heaps in the place of one."""
        heaps = self.draft.heaps
        return self._lie(self.draft.hand, [*heaps[:heap], *parts, *heaps[heap + 1 :]])

    def _lie(self, hand: Sequence[Piece], heaps: Sequence[Heap]) -> bool:
        """Make the next draft, unless it is as this one."""
        held = sorted(hand, key=lambda piece: piece.key)
        draft = Draft(tuple(held), tuple(heap for heap in heaps if heap.pieces))
        if draft == self.draft:
            return False
        self._past.append(draft)
        self._future.clear()
        self._note()
        return True

    def _note(self) -> None:
        self._snapshots.append(self.draft.texts)
