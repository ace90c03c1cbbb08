//! Joker exchanges: which jokers can be freed, by which tiles, in which order (rule 14).

use super::matching::match_all;
use super::problem::{Exchange, ExchangeRequest, JokerProblem, Source};
use super::shape::{Track, each};
use crate::rules::{ExchangeFrom, LockedMeld};
use crate::tile::Tile;

impl JokerProblem<'_> {
    /// Where a tile that frees a joker may come from. `dissolved` marks the old melds whose jokers have all been
    /// freed. The source is never the joker's own meld, which cannot hold a tile that its own joker stands for.
    fn source(&self, tile: Tile, dissolved: &[bool]) -> Option<Source> {
        if self.played.count(tile) > 0 {
            return Some(Source::Hand);
        }
        if self.rules.exchange_from == ExchangeFrom::Hand {
            return None;
        }
        (0..self.old_melds.len())
            .find(|&from| {
                self.old_melds[from].has_natural(tile)
                    && (self.locked[from] == 0 || dissolved[from] || self.can_spare_a_tile(from))
            })
            .map(|meld| Source::Table { meld })
    }

    /// Whether a meld that still has its joker may lose a single tile.
    fn can_spare_a_tile(&self, old: usize) -> bool {
        match self.rules.locked_meld {
            LockedMeld::Frozen => false,
            LockedMeld::KeepThree => self.old_melds[old].size() >= 4,
            LockedMeld::Identity | LockedMeld::Free => true,
        }
    }

    /// The tiles that could free each joker, if every joker that can be freed is freed.
    pub(super) fn freeing_tiles(&self) -> Vec<u32> {
        let mut freeing = vec![0; self.jokers.len()];
        let mut dissolved = vec![false; self.old_melds.len()];
        loop {
            let mut grown = false;
            for (bits, joker) in freeing.iter_mut().zip(&self.jokers) {
                let track = self.old_melds[joker.old].track;
                let now = each(joker.stands_for)
                    .filter(|&bit| self.source(track.tile(bit), &dissolved).is_some())
                    .fold(0, |all, bit| all | 1 << bit);
                grown |= now != *bits;
                *bits = now;
            }
            for (old, gone) in dissolved.iter_mut().enumerate() {
                *gone = self.jokers.iter().zip(&freeing).all(|(joker, &bits)| joker.old != old || bits != 0);
            }
            if !grown {
                return freeing;
            }
        }
    }

    /// Frees the requested jokers in an order in which each has its tile, or returns `None` if there is no such
    /// order.
    pub(super) fn order_exchanges(&self, requests: &[ExchangeRequest], all_freed: &[bool]) -> Option<Vec<Exchange>> {
        match self.rules.exchange_from {
            ExchangeFrom::Hand => self.exchange_from_hand(requests),
            ExchangeFrom::Anywhere => self.exchange_in_turn(requests, all_freed),
        }
    }

    /// Matches each joker with a played tile of its own.
    fn exchange_from_hand(&self, requests: &[ExchangeRequest]) -> Option<Vec<Exchange>> {
        let accepts: Vec<Vec<u8>> =
            requests.iter().map(|request| self.track_of(request).tiles(request.by).map(Tile::code).collect()).collect();
        let capacity = |code: u8| Tile::from_code(code).map_or(0, |tile| self.played.count(tile));
        let matched = match_all(&accepts, capacity)?;
        requests
            .iter()
            .zip(matched)
            .map(|(request, code)| {
                Some(Exchange { joker: request.joker, by: Tile::from_code(code)?, from: Source::Hand })
            })
            .collect()
    }

    /// One exchange can make the next possible, so this repeats until a fixed point.
    fn exchange_in_turn(&self, requests: &[ExchangeRequest], all_freed: &[bool]) -> Option<Vec<Exchange>> {
        let mut dissolved = vec![false; self.old_melds.len()];
        let mut done = vec![false; requests.len()];
        let mut order: Vec<Exchange> = Vec::with_capacity(requests.len());
        loop {
            let before = order.len();
            for (request, done) in requests.iter().zip(&mut done).filter(|(_, done)| !**done) {
                let old = self.jokers[request.joker].old;
                let same_meld = |other: &Exchange| self.jokers[other.joker].old == old;
                // Prefer a different tile for each joker of a group, then the hand.
                let best = self
                    .track_of(request)
                    .tiles(request.by)
                    .filter_map(|tile| Some((tile, self.source(tile, &dissolved)?)))
                    .min_by_key(|&(tile, from)| {
                        (order.iter().any(|other| same_meld(other) && other.by == tile), from != Source::Hand)
                    });
                if let Some((by, from)) = best {
                    order.push(Exchange { joker: request.joker, by, from });
                    *done = true;
                }
            }
            if order.len() == requests.len() {
                return Some(order);
            }
            if order.len() == before {
                return None;
            }
            for (old, gone) in dissolved.iter_mut().enumerate() {
                *gone = all_freed[old]
                    && requests.iter().zip(&done).all(|(request, done)| *done || self.jokers[request.joker].old != old);
            }
        }
    }

    fn track_of(&self, request: &ExchangeRequest) -> Track {
        self.old_melds[self.jokers[request.joker].old].track
    }
}
