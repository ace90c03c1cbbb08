//! The workspace of a turn: its tiles, in heaps that need not be melds.

use super::heap::Heap;
use super::step::{Borrowed, Step};
use crate::meld::Meld;
use crate::rules::Rules;
use crate::tile::{Color, Tile, Tiles};
use crate::turn::{Fate, Source, TableJoker};

/// What a tile counts as in its heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Itself, or this tile of a run.
    Tile(Tile),
    /// A joker in a group of this number.
    InGroup(u8),
    /// A joker that is not on the table.
    Nowhere,
}

/// Where a tile comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Origin {
    /// It is in this heap when the exchanges are done.
    Heap(usize),
    Hand,
    /// A joker that was exchanged.
    Freed,
}

/// One physical tile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) tile: Tile,
    pub(super) role: Role,
    pub(super) origin: Origin,
    /// The old meld it belongs to: it was part of it, or replaced its joker.
    pub(super) home: Option<usize>,
    /// A joker that stays.
    pub(super) locked: bool,
    /// The new meld it goes to, and what it counts as there.
    pub(super) goal: Option<usize>,
    pub(super) goal_role: Role,
}

/// The tiles that a turn involves, and the heaps they are in.
#[derive(Debug)]
pub(super) struct Workspace<'a> {
    pub(super) rules: &'a Rules,
    pub(super) pieces: Vec<Piece>,
    /// Tiles, by their index in `pieces`.
    pub(super) heaps: Vec<Vec<usize>>,
    /// The old melds with exchanged tiles in place of jokers, whether or not they are still together.
    pub(super) old_melds: Vec<Vec<usize>>,
    pub(super) steps: Vec<Step>,
}

/// What the tiles of a meld count as.
pub(super) fn roles(meld: &Meld) -> impl Iterator<Item = (Tile, Role)> {
    let meld = *meld;
    meld.tiles().enumerate().map(move |(place, tile)| {
        let role = match meld {
            Meld::Run(run) => Role::Tile(Tile::at(run.color, run.first + place as u8)),
            Meld::Group(group) if tile.is_joker() => Role::InGroup(group.value),
            Meld::Group(_) => Role::Tile(tile),
        };
        (tile, role)
    })
}

impl<'a> Workspace<'a> {
    /// Starts with the table before the turn and the opening melds on the table, and the other tiles played in the
    /// hand.
    pub(super) fn new(before: &[Meld], own: &[Meld], played: &Tiles, rules: &'a Rules) -> Self {
        let mut workspace =
            Self { rules, pieces: Vec::new(), heaps: Vec::new(), old_melds: Vec::new(), steps: Vec::new() };
        let mut hand = played.clone();
        for (place, meld) in before.iter().chain(own).enumerate() {
            let home = (place < before.len()).then_some(place);
            let ids = roles(meld).map(|(tile, role)| workspace.add(tile, role, Origin::Heap(place), home)).collect();
            workspace.heaps.push(ids);
        }
        workspace.old_melds = workspace.heaps[..before.len()].to_vec();
        for meld in own {
            let pieces: Vec<Tile> = meld.tiles().collect();
            for &tile in &pieces {
                hand.remove(tile);
            }
            workspace.steps.push(Step::Play { tiles: pieces, freed: 0, onto: None, made: (*meld).into() });
        }
        for tile in hand.iter() {
            let role = if tile.is_joker() { Role::Nowhere } else { Role::Tile(tile) };
            workspace.add(tile, role, Origin::Hand, None);
        }
        workspace
    }

    fn add(&mut self, tile: Tile, role: Role, origin: Origin, home: Option<usize>) -> usize {
        self.pieces.push(Piece { tile, role, origin, home, locked: false, goal: None, goal_role: role });
        self.pieces.len() - 1
    }

    /// Carries out the exchanges in the given order (rule 14), those with tiles from the hand first.
    pub(super) fn exchange(&mut self, jokers: &[TableJoker]) {
        let mut freed: Vec<(usize, Tile, Source)> = jokers
            .iter()
            .filter_map(
                |joker| if let Fate::Freed { by, from } = joker.fate { Some((joker.meld, by, from)) } else { None },
            )
            .collect();
        freed.sort_by_key(|&(.., from)| from != Source::Hand);
        for (heap, by, _) in freed {
            // In a run a joker stands for one tile; jokers of a group are interchangeable.
            let is_it = |piece: &Piece| match piece.role {
                Role::Tile(stands_for) => stands_for == by,
                Role::InGroup(_) => true,
                Role::Nowhere => false,
            };
            let found =
                self.heaps[heap].iter().copied().find(|&id| self.pieces[id].tile.is_joker() && is_it(&self.pieces[id]));
            let (Some(id), Some(piece)) = (found, self.replacement(by, heap)) else { continue };
            self.replace(id, piece, heap);
        }
    }

    /// Replaces a joker of a heap with a tile.
    pub(super) fn replace(&mut self, joker: usize, piece: usize, heap: usize) {
        let meld = self.heap(&self.heaps[heap]);
        let lender = match self.pieces[piece].origin {
            Origin::Heap(lender) => Some((lender, self.heap(&self.heaps[lender]))),
            _ => None,
        };
        if let Some((lender, _)) = lender {
            self.heaps[lender].retain(|&other| other != piece);
        }
        self.heaps[heap].retain(|&other| other != joker);
        self.heaps[heap].push(piece);
        if let Some(whole) = self.old_melds.get_mut(heap) {
            whole.retain(|&other| other != joker);
            whole.push(piece);
        }
        self.pieces[joker].origin = Origin::Freed;
        self.pieces[joker].role = Role::Nowhere;
        self.pieces[joker].home = None;
        self.pieces[piece].origin = Origin::Heap(heap);
        self.pieces[piece].home.get_or_insert(heap);
        let borrowed = lender.map(|(lender, from)| {
            let left = &self.heaps[lender];
            let left = (lender != heap && !left.is_empty()).then(|| self.heap(left));
            Borrowed { from, left }
        });
        let made = self.heap(&self.heaps[heap]);
        self.steps.push(Step::Exchange { tile: self.pieces[piece].tile, borrowed, meld, made });
    }

    /// The tile to replace a joker of this heap: preferably from the hand, then from a heap without jokers, then from
    /// any other heap, and last from the same heap.
    fn replacement(&self, tile: Tile, heap: usize) -> Option<usize> {
        let rank = |piece: &Piece| match piece.origin {
            Origin::Hand => Some(0),
            Origin::Heap(own) if own == heap => Some(3),
            Origin::Heap(other) => {
                let jokers = self.heaps[other].iter().any(|&id| self.pieces[id].tile.is_joker());
                Some(if jokers { 2 } else { 1 })
            }
            Origin::Freed => None,
        };
        let pieces = self.pieces.iter().enumerate().filter(|(_, piece)| piece.tile == tile);
        pieces.filter_map(|(id, piece)| Some((rank(piece)?, id))).min().map(|(_, id)| id)
    }

    /// The heap that these tiles make.
    pub(super) fn heap(&self, ids: &[usize]) -> Heap {
        let mut sorted = ids.to_vec();
        let color = self.common(ids, |role| if let Role::Tile(tile) = role { tile.color() } else { None });
        let value = self.common(ids, |role| match role {
            Role::Tile(tile) => tile.value(),
            Role::InGroup(value) => Some(value),
            Role::Nowhere => None,
        });
        let in_run = |id: usize| if let Role::Tile(tile) = self.pieces[id].role { tile.code() } else { u8::MAX };
        let mut meld = None;
        if let Some(color) = color {
            sorted.sort_by_key(|&id| in_run(id));
            meld = self.run(color, &sorted);
        }
        if let Some(value) = value {
            sorted.sort_by_key(|&id| self.pieces[id].tile.code());
            meld = meld.or_else(|| self.group(value, &sorted));
        }
        Heap { tiles: sorted.iter().map(|&id| self.pieces[id].tile).collect(), meld }
    }

    /// The property that all these tiles share, if they do.
    fn common<T: PartialEq>(&self, ids: &[usize], of: impl Fn(Role) -> Option<T>) -> Option<T> {
        let (&first, others) = ids.split_first()?;
        let it = of(self.pieces[first].role)?;
        others.iter().all(|&id| of(self.pieces[id].role).as_ref() == Some(&it)).then_some(it)
    }

    fn run(&self, color: Color, sorted: &[usize]) -> Option<Meld> {
        let value = |id: usize| if let Role::Tile(tile) = self.pieces[id].role { tile.value() } else { None };
        let first = value(*sorted.first()?)?;
        let mut jokers = 0u32;
        for (place, &id) in sorted.iter().enumerate() {
            if usize::from(value(id)?) != usize::from(first) + place {
                return None;
            }
            jokers |= u32::from(self.pieces[id].tile.is_joker()) << place;
        }
        Meld::run(color, first, sorted.len() as u8, jokers, self.rules)
    }

    fn group(&self, value: u8, ids: &[usize]) -> Option<Meld> {
        let (mut colors, mut jokers) = (0u8, 0u8);
        for &id in ids {
            match (self.pieces[id].tile.color(), self.pieces[id].role) {
                (Some(color), _) if colors >> color.index() & 1 == 0 => colors |= 1 << color.index(),
                (None, Role::InGroup(_)) => jokers += 1,
                _ => return None,
            }
        }
        Meld::group(value, colors, jokers, self.rules)
    }

    /// How far tiles are from looking like a meld: 0 for a meld or nothing, 1 for one that is only too short, 2 for a
    /// run with gaps or a lone joker, 4 for anything else.
    pub(super) fn disorder(&self, ids: &[usize]) -> u32 {
        let heap = self.heap(ids);
        if ids.is_empty() || heap.meld.is_some() {
            return 0;
        }
        if heap.tiles.iter().all(|tile| tile.is_joker()) {
            return 2;
        }
        let color = self.common(ids, |role| if let Role::Tile(tile) = role { tile.color() } else { None });
        if color.is_some() {
            let mut values: Vec<u8> = ids
                .iter()
                .filter_map(|&id| if let Role::Tile(tile) = self.pieces[id].role { tile.value() } else { None })
                .collect();
            values.sort_unstable();
            if values.windows(2).all(|pair| pair[1] == pair[0] + 1) {
                return 1;
            }
            return if values.windows(2).all(|pair| pair[1] > pair[0]) { 2 } else { 4 };
        }
        let value = self.common(ids, |role| match role {
            Role::Tile(tile) => tile.value(),
            Role::InGroup(value) => Some(value),
            Role::Nowhere => None,
        });
        let twice = heap.tiles.windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_joker());
        if value.is_some() && !twice && ids.len() <= self.rules.deck.colors.len() { 1 } else { 4 }
    }
}
