//! Which jokers can be freed, by which tile, in which order (rule 14).

use super::claims::assign;
use super::position::{Position, Source};
use super::shape::each;
use crate::rules::{ExchangeFrom, LockedMeld};
use crate::tile::Tile;

/// A joker to be freed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish {
    pub(super) joker: usize,
    /// The tiles that may replace it, as bits of its meld's track.
    pub(super) by: u32,
}

/// A joker that was freed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Release {
    pub(super) joker: usize,
    pub(super) by: Tile,
    pub(super) from: Source,
}

impl Position<'_> {
    /// Where a tile that frees a joker may come from. `dissolved` are the old melds whose jokers were all freed
    /// before. It is always another meld than the joker's: no meld holds a tile that its own joker stands for.
    fn source(&self, tile: Tile, dissolved: &[bool]) -> Option<Source> {
        if self.played.count(tile) > 0 {
            return Some(Source::Hand);
        }
        if self.rules.exchange_from == ExchangeFrom::Hand {
            return None;
        }
        (0..self.olds.len())
            .find(|&from| {
                self.olds[from].has_natural(tile) && (self.bound[from] == 0 || dissolved[from] || self.lets_go(from))
            })
            .map(|meld| Source::Table { meld })
    }

    /// Whether a meld whose joker is still there may lose a single tile.
    fn lets_go(&self, old: usize) -> bool {
        match self.rules.locked_meld {
            LockedMeld::Frozen => false,
            LockedMeld::KeepThree => self.olds[old].size() >= 4,
            LockedMeld::Identity | LockedMeld::Free => true,
        }
    }

    /// For each joker the tiles that could free it if every joker that can be freed is.
    pub(super) fn reach(&self) -> Vec<u32> {
        let mut reach = vec![0; self.jokers.len()];
        let mut dissolved = vec![false; self.olds.len()];
        loop {
            let mut grown = false;
            for (bits, joker) in reach.iter_mut().zip(&self.jokers) {
                let track = self.olds[joker.old].track;
                let now = each(joker.stands_for)
                    .filter(|&bit| self.source(track.tile(bit), &dissolved).is_some())
                    .fold(0, |all, bit| all | 1 << bit);
                grown |= now != *bits;
                *bits = now;
            }
            for (old, gone) in dissolved.iter_mut().enumerate() {
                *gone = self.jokers.iter().zip(&reach).all(|(joker, &bits)| joker.old != old || bits != 0);
            }
            if !grown {
                return reach;
            }
        }
    }

    /// Frees the jokers wished for, in an order in which each has its tile; nothing if there is none.
    pub(super) fn release(&self, wishes: &[Wish], whole: &[bool]) -> Option<Vec<Release>> {
        match self.rules.exchange_from {
            ExchangeFrom::Hand => self.release_from_hand(wishes),
            ExchangeFrom::Anywhere => self.release_in_turn(wishes, whole),
        }
    }

    /// Each joker needs a played tile of its own.
    fn release_from_hand(&self, wishes: &[Wish]) -> Option<Vec<Release>> {
        let accepts: Vec<Vec<u8>> =
            wishes.iter().map(|wish| self.track_of(wish).tiles(wish.by).map(Tile::code).collect()).collect();
        let capacity = |code: u8| Tile::from_code(code).map_or(0, |tile| self.played.count(tile));
        let given = assign(&accepts, capacity)?;
        wishes
            .iter()
            .zip(given)
            .map(|(wish, code)| Some(Release { joker: wish.joker, by: Tile::from_code(code)?, from: Source::Hand }))
            .collect()
    }

    /// One exchange can make the next possible, so this goes round until nothing changes.
    fn release_in_turn(&self, wishes: &[Wish], whole: &[bool]) -> Option<Vec<Release>> {
        let mut dissolved = vec![false; self.olds.len()];
        let mut done = vec![false; wishes.len()];
        let mut order: Vec<Release> = Vec::with_capacity(wishes.len());
        loop {
            let before = order.len();
            for (wish, done) in wishes.iter().zip(&mut done).filter(|(_, done)| !**done) {
                let old = self.jokers[wish.joker].old;
                let found = |release: &Release| self.jokers[release.joker].old == old;
                // The hand first, and a tile of its own for each joker of a group where there is one.
                let best = self
                    .track_of(wish)
                    .tiles(wish.by)
                    .filter_map(|tile| Some((tile, self.source(tile, &dissolved)?)))
                    .min_by_key(|&(tile, from)| {
                        (order.iter().any(|other| found(other) && other.by == tile), from != Source::Hand)
                    });
                if let Some((by, from)) = best {
                    order.push(Release { joker: wish.joker, by, from });
                    *done = true;
                }
            }
            if order.len() == wishes.len() {
                return Some(order);
            }
            if order.len() == before {
                return None;
            }
            for (old, gone) in dissolved.iter_mut().enumerate() {
                *gone = whole[old]
                    && wishes.iter().zip(&done).all(|(wish, done)| *done || self.jokers[wish.joker].old != old);
            }
        }
    }

    fn track_of(&self, wish: &Wish) -> super::shape::Track {
        self.olds[self.jokers[wish.joker].old].track
    }
}
