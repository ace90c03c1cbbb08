"""One turn in progress, without a screen: what lies on the table, what is still in the hand.

Every moment of the turn is a `Draft` that never changes. A move makes the next one, so that undoing
is going back. No card is ever lost: a move only says where cards lie. What is legal is for
`check_turn` to say; the desk refuses only what nobody can do at a real table, such as to take a
card of the table into the hand.

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
from rummy_fast.play.draft import Card, DeskError, Draft, Pile
from rummy_fast.play.follow import carry_out
from rummy_fast.words import refusal

GONE = Pile((), (), None)
"""Keeps the place of a pile that has no more cards until a move is made."""

NAMES_THE_RESULT = frozenset({"invalid_meld", "freed_joker_in_old_meld"})
"""Reasons whose subject is a meld as it lies now; others name melds as they lay at the start."""
NAMES_THE_JOKER = frozenset({"joker_moved", "locked_meld_broken", "jokers_in_conflict"})
"""Reasons that are about the jokers of the melds they name."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is still wrong with a draft, and where.

    Attributes:
        verdict: What `check_turn` says.
        marks: For each pile the reasons that are about it.
        general: The reasons that are about no pile.
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
        """Put the cards where they are when the turn begins."""
        self.table = table
        self.hand = hand
        self.rules = Rules() if rules is None else rules
        self.opened = opened
        self._past = [self._begin()]
        self._future: list[Draft] = []
        self._journal: list[tuple[str, ...]] = []
        self._rulings: dict[Draft, Ruling] = {}

    @classmethod
    def of(cls, view: View) -> Self:
        """The desk of the seat that a view is of."""
        return cls(view.table, view.hand, rules=view.rules, opened=view.opened[view.seat])

    def _begin(self) -> Draft:
        piles = []
        key = 0
        for home, meld in enumerate(self.table):
            cards = tuple(Card(key + place, tile, home) for place, tile in enumerate(meld.tiles))
            piles.append(Pile(cards, tuple(str(meld).split()), meld))
            key += len(cards)
        hand = (Card(key + place, tile, None) for place, tile in enumerate(self.hand))
        return Draft(tuple(hand), tuple(piles))

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
    def journal(self) -> tuple[tuple[str, ...], ...]:
        """Every table of this turn in the order in which it lay there, for the bell (rule 13)."""
        return tuple(self._journal)

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards from the hand that lie on the table."""
        return tuple(card for card in self.draft.table if card.home is None)

    @property
    def worth(self) -> int:
        """What the melds made of own cards only are worth (rule 11)."""
        return sum(
            pile.meld.value
            for pile in self.draft.piles
            if pile.meld is not None and all(card.home is None for card in pile.cards)
        )

    def find(self, tile: str | Tile) -> int:
        """The key of a card in the hand.

        Args:
            tile: The card.

        Returns:
            Its key; of several equal cards, that of the first.

        Raises:
            NotationError: If the text is no card of the deck.
            DeskError: If the card is not in the hand.
        """
        wanted = Tile(tile, self.rules)
        for card in self.draft.hand:
            if card.tile == wanted:
                return card.key
        raise refusal(DeskError, "{card} is not in the hand", card=wanted)

    # Moves

    def place(self, keys: Iterable[int], pile: int | None = None) -> bool:
        """Lay cards at a pile, or by themselves.

        Args:
            keys: The cards, from the hand or the table, in the order in which they are put down.
            pile: Where they go, from 0; a new pile if None.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If there is no such card or pile, or no card was given.
        """
        cards = self._cards(keys)
        target = () if pile is None else self._pile(pile).cards
        cards = [card for card in cards if card not in target]
        moved = {card.key for card in cards}
        if not cards or (pile is None and any(p.keys == moved for p in self.draft.piles)):
            return False
        whole = arrange([*target, *cards], self._stands(), self.rules)
        piles = self._piles_without(cards)
        if pile is None:
            piles.append(whole)
        else:
            piles[pile] = whole
        return self._lie([card for card in self.draft.hand if card.key not in moved], piles)

    def split(self, pile: int, at: int) -> bool:
        """Cut a pile in two.

        Args:
            pile: The pile, from 0.
            at: How many cards stay; the others become a pile beside it.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If there is no such pile, or one part would have no card.
        """
        old = self._pile(pile)
        if not 0 < at < len(old.cards):
            raise refusal(
                DeskError, "{meld} cannot be cut there: both parts need a card", meld=old.text
            )
        parts = [arrange(c, self._stands(), self.rules) for c in (old.cards[:at], old.cards[at:])]
        return self._put_for(pile, parts)

    def take_back(self, keys: Iterable[int]) -> bool:
        """Take cards that were laid this turn back into the hand.

        Of two equal cards it does not matter which one came from the hand.

        Args:
            keys: The cards; those that are in the hand stay there.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If there is no such card, or more of a card are taken than were laid.
        """
        hand = self.draft.hand
        wanted = [card for card in self._cards(keys) if card not in hand]
        back = [card for card in wanted if card.home is None]
        twins: dict[int, Card] = {}
        for card in wanted:
            if card.home is None:
                continue
            twin = next((c for c in self.laid if c.tile == card.tile and c not in back), None)
            if twin is None:
                raise refusal(
                    DeskError,
                    "{card} lay on the table: no card goes from the table to a hand (rule 10)",
                    card=card.tile,
                )
            back.append(twin)
            twins[twin.key] = card
        # The table's own card takes the place of its twin, which goes to the hand in its stead.
        leaving = [card for card in (*back, *wanted) if card.key not in twins]
        piles = [
            pile
            if pile in self.draft.piles and not twins.keys() & pile.keys
            else self._arranged([twins.get(card.key, card) for card in pile.cards])
            for pile in self._piles_without(leaving)
        ]
        return self._lie([*hand, *back], piles)

    def reread(self, pile: int) -> bool:
        """Let the jokers of a meld stand for something else (rule 6).

        Args:
            pile: The meld, from 0.

        Returns:
            Whether there is another way to read it.

        Raises:
            DeskError: If there is no such meld.
        """
        old = self._pile(pile)
        ways = readings(old.cards, {}, self.rules)
        texts = [way.text for way in ways]
        if old.text not in texts:
            return False
        return self._put_for(pile, [ways[(texts.index(old.text) + 1) % len(ways)]])

    def follow(self, step: Step) -> bool:
        """Carry out one step of a play.

        Args:
            step: The step.

        Returns:
            Whether anything changed.

        Raises:
            DeskError: If the cards of the step do not lie where it says.
        """
        draft = carry_out(self.draft, step, self.rules).draft
        return self._lie(draft.hand, draft.piles)

    def reset(self) -> bool:
        """Put everything where it was when the turn began, which is a move like others.

        Returns:
            Whether anything changed.
        """
        return self._lie(self.start.hand, self.start.piles)

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
        marks: list[list[Reason]] = [[] for _ in self.draft.piles]
        general = []
        for reason in verdict.reasons:
            meant = self._meant(reason)
            for index in meant:
                marks[index].append(reason)
            if not meant:
                general.append(reason)
        return Ruling(verdict, tuple(map(tuple, marks)), tuple(general))

    def _meant(self, reason: Reason) -> list[int]:
        """The piles that a reason is about."""
        if reason.subject is None:
            return []
        names = [name.strip() for name in reason.subject.split("|")]
        piles = self.draft.piles
        if reason.code in NAMES_THE_RESULT:
            return [index for index, pile in enumerate(piles) if pile.text in names]
        homes = {home for home, meld in enumerate(self.table) if str(meld) in names}
        meant = {
            card.key
            for card in self.start.table
            if card.home in homes and (card.tile.is_joker or reason.code not in NAMES_THE_JOKER)
        }
        return [
            index
            for index, pile in enumerate(piles)
            if pile.keys & meant and pile not in self.start.piles
        ]

    # Parts of a move

    def _cards(self, keys: Iterable[int]) -> list[Card]:
        known = {card.key: card for card in self.draft.cards}
        cards = []
        for key in dict.fromkeys(keys):
            if key not in known:
                raise refusal(DeskError, "there is no card {key}", key=key)
            cards.append(known[key])
        if not cards:
            raise refusal(DeskError, "no card is selected")
        return cards

    def _pile(self, pile: int) -> Pile:
        if not 0 <= pile < len(self.draft.piles):
            raise refusal(DeskError, "there is no meld {number}", number=pile + 1)
        return self.draft.piles[pile]

    def _stands(self) -> dict[int, tuple[Tile, ...]]:
        return self.draft.stands(self.rules)

    def _arranged(self, cards: Sequence[Card]) -> Pile:
        return arrange(cards, self._stands(), self.rules) if cards else GONE

    def _piles_without(self, cards: Sequence[Card]) -> list[Pile]:
        """The piles in their places when cards are taken away."""
        piles = []
        for pile in self.draft.piles:
            kept = [card for card in pile.cards if card not in cards]
            piles.append(pile if len(kept) == len(pile.cards) else self._arranged(kept))
        return piles

    def _put_for(self, pile: int, parts: Sequence[Pile]) -> bool:
        """Put piles in the place of one."""
        piles = self.draft.piles
        return self._lie(self.draft.hand, [*piles[:pile], *parts, *piles[pile + 1 :]])

    def _lie(self, hand: Sequence[Card], piles: Sequence[Pile]) -> bool:
        """Make the next draft, unless it is as this one."""
        held = sorted(hand, key=lambda card: card.key)
        draft = Draft(tuple(held), tuple(pile for pile in piles if pile.cards))
        if draft == self.draft:
            return False
        self._past.append(draft)
        self._future.clear()
        self._note()
        return True

    def _note(self) -> None:
        self._journal.append(self.draft.texts)
