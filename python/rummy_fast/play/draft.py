"""Where every card lies at one moment of a turn. Nothing here ever changes."""

from dataclasses import dataclass

from rummy_fast import Meld, Rules, RummyError, Tile


class DeskError(RummyError):
    """A move that cannot be made; everything lies as it did."""


@dataclass(frozen=True, slots=True)
class Card:
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
class Pile:
    """Cards that lie together: a meld, or something that is not one yet.

    Attributes:
        cards: The cards as they lie.
        words: How each is written; a joker that must say what it stands for is `J=r7` (rule 6).
        meld: The meld they are; None if they are none.
    """

    cards: tuple[Card, ...]
    words: tuple[str, ...]
    meld: Meld | None

    @property
    def text(self) -> str:
        """The pile in the notation that every function of this package reads."""
        return " ".join(self.words)

    @property
    def keys(self) -> frozenset[int]:
        """The keys of its cards."""
        return frozenset(card.key for card in self.cards)

    def stands(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What its jokers may stand for, by key (rule 7); nothing if it is no meld."""
        if self.meld is None:
            return {}
        meant = zip(self.cards, self.meld.stands_for(rules), strict=True)
        return {card.key: tiles for card, tiles in meant if card.tile.is_joker}


@dataclass(frozen=True, slots=True)
class Draft:
    """The table and the hand at one moment of a turn.

    Attributes:
        hand: The cards in the hand.
        piles: What lies on the table; a card that lies alone is a pile as well.
    """

    hand: tuple[Card, ...]
    piles: tuple[Pile, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The table as `check_turn` and `Round.play` read it."""
        return tuple(pile.text for pile in self.piles)

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards on the table."""
        return tuple(card for pile in self.piles for card in pile.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card there is, those on the table first."""
        return (*self.table, *self.hand)

    def pile_of(self, key: int) -> int | None:
        """The pile that a card lies in; None if it is in the hand."""
        for index, pile in enumerate(self.piles):
            if key in pile.keys:
                return index
        return None

    def stands(self, rules: Rules) -> dict[int, tuple[Tile, ...]]:
        """What every joker on the table may stand for, by key."""
        return {key: tiles for pile in self.piles for key, tiles in pile.stands(rules).items()}
