//! The cards in the middle of a turn: piles that may or may not be melds.

use std::fmt;

use super::{Borrowed, Step};
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::{Color, Hand, Tile};
use crate::turn::{Fate, Source, TableJoker};

/// Cards that lie together in the middle of a turn. They need not be a meld.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pile {
    tiles: Vec<Tile>,
    meld: Option<Meld>,
}

impl Pile {
    /// The cards as they lie.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The meld they make, if they make one.
    #[must_use]
    pub const fn meld(&self) -> Option<Meld> {
        self.meld
    }
}

impl From<Meld> for Pile {
    fn from(meld: Meld) -> Self {
        Self { tiles: meld.tiles().collect(), meld: Some(meld) }
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.meld {
            Some(meld) => write!(f, "{meld}"),
            None => f.write_str(&super::words(&self.tiles)),
        }
    }
}

/// What a card counts as where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Itself, or this card of a run.
    Card(Tile),
    /// A joker in a set of this number.
    InSet(u8),
    /// A joker that does not lie on the table.
    Nowhere,
}

/// Where a card comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Origin {
    /// It lies in this pile when the exchanges are done.
    Pile(usize),
    Hand,
    /// A joker that was exchanged.
    Freed,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Card {
    pub(super) tile: Tile,
    pub(super) role: Role,
    pub(super) origin: Origin,
    /// The old meld it belongs to: it lay there, or replaced a joker of it.
    pub(super) home: Option<usize>,
    /// A joker that stays.
    pub(super) locked: bool,
    /// Its final meld, and what it counts as there.
    pub(super) goal: Option<usize>,
    pub(super) last_role: Role,
}

/// All cards that matter, and the piles they lie in.
#[derive(Debug)]
pub(super) struct Desk<'a> {
    pub(super) rules: &'a Rules,
    pub(super) cards: Vec<Card>,
    /// Cards by their place in `cards`.
    pub(super) piles: Vec<Vec<usize>>,
    /// The table's old melds with exchanged cards in their places, whether or not they still lie together.
    pub(super) wholes: Vec<Vec<usize>>,
    pub(super) steps: Vec<Step>,
}

/// What the cards of a meld count as.
pub(super) fn roles(meld: &Meld) -> impl Iterator<Item = (Tile, Role)> {
    let meld = *meld;
    meld.tiles().enumerate().map(move |(place, tile)| {
        let role = match meld {
            Meld::Run(run) => Role::Card(Tile::at(run.color, run.first + place as u8)),
            Meld::Set(set) if tile.is_joker() => Role::InSet(set.value),
            Meld::Set(_) => Role::Card(tile),
        };
        (tile, role)
    })
}

impl<'a> Desk<'a> {
    /// The table before the turn, opening melds laid beside it, and what else is laid still in the hand.
    pub(super) fn new(before: &[Meld], own: &[Meld], laid: &Hand, rules: &'a Rules) -> Self {
        let mut desk = Self { rules, cards: Vec::new(), piles: Vec::new(), wholes: Vec::new(), steps: Vec::new() };
        let mut hand = laid.clone();
        for (place, meld) in before.iter().chain(own).enumerate() {
            let home = (place < before.len()).then_some(place);
            let ids = roles(meld).map(|(tile, role)| desk.add(tile, role, Origin::Pile(place), home)).collect();
            desk.piles.push(ids);
        }
        desk.wholes = desk.piles[..before.len()].to_vec();
        for meld in own {
            let cards: Vec<Tile> = meld.tiles().collect();
            for &tile in &cards {
                hand.remove(tile);
            }
            desk.steps.push(Step::Lay { cards, freed: 0, onto: None, made: (*meld).into() });
        }
        for tile in hand.iter() {
            let role = if tile.is_joker() { Role::Nowhere } else { Role::Card(tile) };
            desk.add(tile, role, Origin::Hand, None);
        }
        desk
    }

    fn add(&mut self, tile: Tile, role: Role, origin: Origin, home: Option<usize>) -> usize {
        self.cards.push(Card { tile, role, origin, home, locked: false, goal: None, last_role: role });
        self.cards.len() - 1
    }

    /// Carries out the exchanges, in the order given (rule 14).
    /// Exchanges with cards from the hand come first: they wait for nothing.
    pub(super) fn exchange(&mut self, jokers: &[TableJoker]) {
        let mut freed: Vec<(usize, Tile, Source)> = jokers
            .iter()
            .filter_map(
                |joker| if let Fate::Freed { by, from } = joker.fate { Some((joker.meld, by, from)) } else { None },
            )
            .collect();
        freed.sort_by_key(|&(.., from)| from != Source::Hand);
        for (pile, by, _) in freed {
            // In a run the joker stands for one card, in a set all are alike.
            let is_it = |card: &Card| match card.role {
                Role::Card(stands_for) => stands_for == by,
                Role::InSet(_) => true,
                Role::Nowhere => false,
            };
            let found =
                self.piles[pile].iter().copied().find(|&id| self.cards[id].tile.is_joker() && is_it(&self.cards[id]));
            let (Some(id), Some(card)) = (found, self.replacement(by, pile)) else { continue };
            self.replace(id, card, pile);
        }
    }

    /// Puts a card in the place of a joker of a pile.
    pub(super) fn replace(&mut self, joker: usize, card: usize, pile: usize) {
        let meld = self.pile(&self.piles[pile]);
        let lender = match self.cards[card].origin {
            Origin::Pile(lender) => Some((lender, self.pile(&self.piles[lender]))),
            _ => None,
        };
        if let Some((lender, _)) = lender {
            self.piles[lender].retain(|&other| other != card);
        }
        self.piles[pile].retain(|&other| other != joker);
        self.piles[pile].push(card);
        if let Some(whole) = self.wholes.get_mut(pile) {
            whole.retain(|&other| other != joker);
            whole.push(card);
        }
        self.cards[joker].origin = Origin::Freed;
        self.cards[joker].role = Role::Nowhere;
        self.cards[joker].home = None;
        self.cards[card].origin = Origin::Pile(pile);
        self.cards[card].home.get_or_insert(pile);
        let borrowed = lender.map(|(lender, from)| {
            let left = &self.piles[lender];
            let left = (lender != pile && !left.is_empty()).then(|| self.pile(left));
            Borrowed { from, left }
        });
        let made = self.pile(&self.piles[pile]);
        self.steps.push(Step::Exchange { card: self.cards[card].tile, borrowed, meld, made });
    }

    /// A card that takes the place of a joker of this pile: from the hand if it is there, else from a pile
    /// that has no joker any more, else from any, last from the joker's own.
    fn replacement(&self, tile: Tile, pile: usize) -> Option<usize> {
        let rank = |card: &Card| match card.origin {
            Origin::Hand => Some(0),
            Origin::Pile(own) if own == pile => Some(3),
            Origin::Pile(other) => {
                let jokers = self.piles[other].iter().any(|&id| self.cards[id].tile.is_joker());
                Some(if jokers { 2 } else { 1 })
            }
            Origin::Freed => None,
        };
        let cards = self.cards.iter().enumerate().filter(|(_, card)| card.tile == tile);
        cards.filter_map(|(id, card)| Some((rank(card)?, id))).min().map(|(_, id)| id)
    }

    /// How cards lie together, and the meld they make if they make one.
    pub(super) fn pile(&self, ids: &[usize]) -> Pile {
        let mut sorted = ids.to_vec();
        let color = self.common(ids, |role| if let Role::Card(tile) = role { tile.color() } else { None });
        let value = self.common(ids, |role| match role {
            Role::Card(tile) => tile.value(),
            Role::InSet(value) => Some(value),
            Role::Nowhere => None,
        });
        let in_run = |id: usize| if let Role::Card(tile) = self.cards[id].role { tile.code() } else { u8::MAX };
        let mut meld = None;
        if let Some(color) = color {
            sorted.sort_by_key(|&id| in_run(id));
            meld = self.run(color, &sorted);
        }
        if let Some(value) = value {
            sorted.sort_by_key(|&id| self.cards[id].tile.code());
            meld = meld.or_else(|| self.set(value, &sorted));
        }
        Pile { tiles: sorted.iter().map(|&id| self.cards[id].tile).collect(), meld }
    }

    /// What is the same for all these cards, if there is something.
    fn common<T: PartialEq>(&self, ids: &[usize], of: impl Fn(Role) -> Option<T>) -> Option<T> {
        let (&first, others) = ids.split_first()?;
        let it = of(self.cards[first].role)?;
        others.iter().all(|&id| of(self.cards[id].role).as_ref() == Some(&it)).then_some(it)
    }

    fn run(&self, color: Color, sorted: &[usize]) -> Option<Meld> {
        let value = |id: usize| if let Role::Card(tile) = self.cards[id].role { tile.value() } else { None };
        let first = value(*sorted.first()?)?;
        let mut jokers = 0u32;
        for (place, &id) in sorted.iter().enumerate() {
            if usize::from(value(id)?) != usize::from(first) + place {
                return None;
            }
            jokers |= u32::from(self.cards[id].tile.is_joker()) << place;
        }
        Meld::run(color, first, sorted.len() as u8, jokers, self.rules)
    }

    fn set(&self, value: u8, ids: &[usize]) -> Option<Meld> {
        let (mut colors, mut jokers) = (0u8, 0u8);
        for &id in ids {
            match (self.cards[id].tile.color(), self.cards[id].role) {
                (Some(color), _) if colors >> color.index() & 1 == 0 => colors |= 1 << color.index(),
                (None, Role::InSet(_)) => jokers += 1,
                _ => return None,
            }
        }
        Meld::set(value, colors, jokers, self.rules)
    }

    /// How far cards are from looking like a meld: 0 for one, or nothing; 1 if it is only too short; more for
    /// a run with holes or a lone joker; most for a muddle.
    pub(super) fn muddle(&self, ids: &[usize]) -> u32 {
        let pile = self.pile(ids);
        if ids.is_empty() || pile.meld.is_some() {
            return 0;
        }
        if pile.tiles.iter().all(|tile| tile.is_joker()) {
            return 2;
        }
        let color = self.common(ids, |role| if let Role::Card(tile) = role { tile.color() } else { None });
        if color.is_some() {
            let mut values: Vec<u8> = ids
                .iter()
                .filter_map(|&id| if let Role::Card(tile) = self.cards[id].role { tile.value() } else { None })
                .collect();
            values.sort_unstable();
            if values.windows(2).all(|pair| pair[1] == pair[0] + 1) {
                return 1;
            }
            return if values.windows(2).all(|pair| pair[1] > pair[0]) { 2 } else { 4 };
        }
        let value = self.common(ids, |role| match role {
            Role::Card(tile) => tile.value(),
            Role::InSet(value) => Some(value),
            Role::Nowhere => None,
        });
        let twice = pile.tiles.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_joker());
        if value.is_some() && !twice && ids.len() <= self.rules.deck.colors.into() { 1 } else { 4 }
    }
}
