"""A turn in progress, without a screen: moves, undo and redo, and what is still wrong.

Each move makes a new `Draft`, and undo returns to the one before. Moves only rearrange tiles, so
none is ever lost. `check_turn` decides what is legal; the editor refuses only what is impossible at
a real table, such as taking a tile from the table into the hand.

>>> import rummy_fast as rf
>>> editor = TurnEditor(rf.Table("r6 r7 r8"), rf.Hand("r9 b1"))
>>> editor.place([editor.key_of("r9")], 0)
True
>>> editor.draft.texts, editor.verdict.legal
(('r6 r7 r8 r9',), True)
>>> editor.undo(), editor.draft.texts
(True, ('r6 r7 r8',))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from rummy_fast import Hand, Reason, Rules, Step, Table, Tile, Verdict, View, check_turn
from rummy_fast.play.arrange import arrange, readings
from rummy_fast.play.draft import Draft, Heap, MoveError, Piece
from rummy_fast.play.follow import carry_out
from rummy_fast.words import refusal

EMPTY = Heap((), (), None)
"""Keeps the position of an emptied heap while a move is made."""

ABOUT_FINAL_MELDS = frozenset({"invalid_meld", "freed_joker_in_old_meld"})
"""Reasons whose subject is a meld of the draft; all others name melds of the original table."""
ABOUT_JOKERS = frozenset({"joker_moved", "locked_meld_broken", "jokers_in_conflict"})
"""Reasons that concern only the jokers of the melds they name."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is still wrong with a draft, and where.

    Attributes:
        verdict: The answer of `check_turn`.
        marks: For each heap, the reasons that concern it.
        general: The reasons that concern no heap.
    """

    verdict: Verdict
    marks: tuple[tuple[Reason, ...], ...]
    general: tuple[Reason, ...]


class TurnEditor:
    """A turn in progress.

    Args:
        table: The table when the turn begins.
        hand: The hand when the turn begins.
        rules: The rules; `schmidt` if None.
        opened: Whether the player has opened (rule 11).
        places: The indices of the melds in the order in which to show them; the table's own order
            if None.

    Attributes:
        table: As given.
        hand: As given.
        rules: As given.
        opened: As given.
    """

    def __init__(
        self,
        table: Table,
        hand: Hand,
        *,
        rules: Rules | None = None,
        opened: bool = True,
        places: Sequence[int] | None = None,
    ) -> None:
        """Begin the turn."""
        self.table = table
        self.hand = hand
        self.rules = Rules() if rules is None else rules
        self.opened = opened
        self._past = [self._begin(range(len(table)) if places is None else places)]
        self._future: list[Draft] = []
        self._snapshots: list[tuple[str, ...]] = []
        self._rulings: dict[Draft, Ruling] = {}

    @classmethod
    def of(cls, view: View, places: Sequence[int] | None = None) -> Self:
        """Begin the turn of the seat that a view belongs to."""
        opened = view.opened[view.seat]
        return cls(view.table, view.hand, rules=view.rules, opened=opened, places=places)

    def _begin(self, places: Sequence[int]) -> Draft:
        heaps = []
        key = 0
        for home, meld in enumerate(self.table):
            pieces = tuple(Piece(key + place, tile, home) for place, tile in enumerate(meld.tiles))
            heaps.append(Heap(pieces, tuple(str(meld).split()), meld))
            key += len(pieces)
        hand = (Piece(key + place, tile, None) for place, tile in enumerate(self.hand))
        return Draft(tuple(hand), tuple(heaps[place] for place in places))

    # The draft

    @property
    def draft(self) -> Draft:
        """The table and the hand now."""
        return self._past[-1]

    @property
    def start(self) -> Draft:
        """The table and the hand when the turn began."""
        return self._past[0]

    @property
    def changed(self) -> bool:
        """Whether the table differs from when the turn began."""
        return sorted(self.draft.texts) != sorted(self.start.texts)

    @property
    def snapshots(self) -> tuple[tuple[str, ...], ...]:
        """The table after every move of this turn, in order, for a timeout (rule 13)."""
        return tuple(self._snapshots)

    @property
    def played(self) -> tuple[Piece, ...]:
        """The tiles played from the hand."""
        return tuple(piece for piece in self.draft.table if piece.home is None)

    @property
    def opening_points(self) -> int:
        """The value of the melds made of own tiles only (rule 11)."""
        return sum(
            heap.meld.value
            for heap in self.draft.heaps
            if heap.meld is not None and all(piece.home is None for piece in heap.pieces)
        )

    def key_of(self, tile: str | Tile) -> int:
        """Find the key of a tile in the hand.

        Args:
            tile: The tile.

        Returns:
            The key; of several equal tiles, that of the first.

        Raises:
            NotationError: If the text is not a tile of the deck.
            MoveError: If the tile is not in the hand.
        """
        wanted = Tile(tile, self.rules)
        for piece in self.draft.hand:
            if piece.tile == wanted:
                return piece.key
        raise refusal(MoveError, "{tile} is not in the hand", tile=wanted)

    # Moves

    def place(self, keys: Iterable[int], heap: int | None = None) -> bool:
        """Add tiles to a heap, or make a new heap of them.

        Args:
            keys: The tiles, from the hand or the table, in the order in which they are put down.
            heap: The index of the heap; a new heap if None.

        Returns:
            Whether anything changed.

        Raises:
            MoveError: If a tile or the heap does not exist, or no tile was given.
        """
        pieces = self._pieces(keys)
        target = () if heap is None else self._heap(heap).pieces
        pieces = [piece for piece in pieces if piece not in target]
        moved = {piece.key for piece in pieces}
        if not pieces or (heap is None and any(h.keys == moved for h in self.draft.heaps)):
            return False
        whole = self._arranged([*target, *pieces])
        heaps = self._heaps_without(pieces)
        if heap is None:
            heaps.append(whole)
        else:
            heaps[heap] = whole
        return self._commit([piece for piece in self.draft.hand if piece.key not in moved], heaps)

    def split(self, heap: int, at: int) -> bool:
        """Split a heap in two.

        Args:
            heap: The index of the heap.
            at: How many tiles stay; the others become the next heap.

        Returns:
            Whether anything changed.

        Raises:
            MoveError: If the heap does not exist, or one part would have no tile.
        """
        old = self._heap(heap)
        if not 0 < at < len(old.pieces):
            raise refusal(
                MoveError,
                "{meld} cannot be split there: each part needs at least one tile",
                meld=old.text,
            )
        parts = [self._arranged(part) for part in (old.pieces[:at], old.pieces[at:])]
        return self._replace(heap, parts)

    def take_back(self, keys: Iterable[int]) -> bool:
        """Take tiles that were played this turn back into the hand.

        Of two equal tiles, it does not matter which one came from the hand.

        Args:
            keys: The tiles; those already in the hand stay there.

        Returns:
            Whether anything changed.

        Raises:
            MoveError: If a tile does not exist, or more of a kind are taken back than were played.
        """
        hand = self.draft.hand
        wanted = [piece for piece in self._pieces(keys) if piece not in hand]
        back = [piece for piece in wanted if piece.home is None]
        twins: dict[int, Piece] = {}
        for piece in wanted:
            if piece.home is None:
                continue
            twin = next((p for p in self.played if p.tile == piece.tile and p not in back), None)
            if twin is None:
                raise refusal(
                    MoveError,
                    "{tile} was on the table: no tile goes from the table to a hand (rule 10)",
                    tile=piece.tile,
                )
            back.append(twin)
            twins[twin.key] = piece
        # The twin goes to the hand, and the table's own tile takes its place.
        leaving = [piece for piece in (*back, *wanted) if piece.key not in twins]
        heaps = [
            heap
            if heap in self.draft.heaps and not twins.keys() & heap.keys
            else self._arranged([twins.get(piece.key, piece) for piece in heap.pieces])
            for heap in self._heaps_without(leaving)
        ]
        return self._commit([*hand, *back], heaps)

    def reread(self, heap: int) -> bool:
        """Make the jokers of a meld stand for something else (rule 6).

        Args:
            heap: The index of the meld.

        Returns:
            Whether the meld has another reading.

        Raises:
            MoveError: If the meld does not exist.
        """
        old = self._heap(heap)
        found = readings(old.pieces, {}, self.rules)
        texts = [reading.text for reading in found]
        if old.text not in texts:
            return False
        return self._replace(heap, [found[(texts.index(old.text) + 1) % len(found)]])

    def follow(self, step: Step) -> bool:
        """Carry out one step of a play.

        Args:
            step: The step.

        Returns:
            Whether anything changed.

        Raises:
            MoveError: If the tiles of the step are not where it says.
        """
        draft = carry_out(self.draft, step, self.rules).draft
        return self._commit(draft.hand, draft.heaps)

    def reset(self) -> bool:
        """Put everything back to where it was when the turn began; this too can be undone.

        Returns:
            Whether anything changed.
        """
        return self._commit(self.start.hand, self.start.heaps)

    # Undo and redo

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return len(self._past) > 1

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return bool(self._future)

    def undo(self) -> bool:
        """Undo the last move.

        Returns:
            Whether there was one.
        """
        if not self.can_undo:
            return False
        self._future.append(self._past.pop())
        self._record_snapshot()
        return True

    def redo(self) -> bool:
        """Redo the move that was undone last.

        Returns:
            Whether there was one.
        """
        if not self.can_redo:
            return False
        self._past.append(self._future.pop())
        self._record_snapshot()
        return True

    # What is wrong

    @property
    def verdict(self) -> Verdict:
        """Whether the turn can end like this, and if not, why."""
        return self.ruling.verdict

    @property
    def ruling(self) -> Ruling:
        """What is still wrong with the draft, and where."""
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
            concerned = self._concerned(reason)
            for index in concerned:
                marks[index].append(reason)
            if not concerned:
                general.append(reason)
        return Ruling(verdict, tuple(map(tuple, marks)), tuple(general))

    def _concerned(self, reason: Reason) -> list[int]:
        """The heaps that a reason concerns."""
        if reason.subject is None:
            return []
        names = [name.strip() for name in reason.subject.split("|")]
        heaps = self.draft.heaps
        if reason.code in ABOUT_FINAL_MELDS:
            return [index for index, heap in enumerate(heaps) if heap.text in names]
        homes = {home for home, meld in enumerate(self.table) if str(meld) in names}
        keys = {
            piece.key
            for piece in self.start.table
            if piece.home in homes and (piece.tile.is_joker or reason.code not in ABOUT_JOKERS)
        }
        return [
            index
            for index, heap in enumerate(heaps)
            if heap.keys & keys and heap not in self.start.heaps
        ]

    # Parts of a move

    def _pieces(self, keys: Iterable[int]) -> list[Piece]:
        known = {piece.key: piece for piece in self.draft.pieces}
        pieces = []
        for key in dict.fromkeys(keys):
            if key not in known:
                raise refusal(MoveError, "there is no tile {key}", key=key)
            pieces.append(known[key])
        if not pieces:
            raise refusal(MoveError, "no tile is selected")
        return pieces

    def _heap(self, heap: int) -> Heap:
        if not 0 <= heap < len(self.draft.heaps):
            raise refusal(MoveError, "there is no meld {number}", number=heap + 1)
        return self.draft.heaps[heap]

    def _arranged(self, pieces: Sequence[Piece]) -> Heap:
        return arrange(pieces, self.draft.stands_for(self.rules), self.rules) if pieces else EMPTY

    def _heaps_without(self, pieces: Sequence[Piece]) -> list[Heap]:
        """The heaps without some tiles, each in its position."""
        heaps = []
        for heap in self.draft.heaps:
            kept = [piece for piece in heap.pieces if piece not in pieces]
            heaps.append(heap if len(kept) == len(heap.pieces) else self._arranged(kept))
        return heaps

    def _replace(self, heap: int, parts: Sequence[Heap]) -> bool:
        """Replace a heap by others."""
        heaps = self.draft.heaps
        return self._commit(self.draft.hand, [*heaps[:heap], *parts, *heaps[heap + 1 :]])

    def _commit(self, hand: Sequence[Piece], heaps: Sequence[Heap]) -> bool:
        """Make the next draft, unless it equals the current one."""
        held = sorted(hand, key=lambda piece: piece.key)
        draft = Draft(tuple(held), tuple(heap for heap in heaps if heap.pieces))
        if draft == self.draft:
            return False
        self._past.append(draft)
        self._future.clear()
        self._record_snapshot()
        return True

    def _record_snapshot(self) -> None:
        self._snapshots.append(self.draft.texts)
