//! The jokers of a turn: each one was freed or stays in a place of its own, and one such story is enough.
//!
//! Copies of a tile and jokers are interchangeable, so the story is about places: which joker place of the
//! result a joker that stayed now fills. Stories are told joker by joker; a finished one is held against
//! rules 14 and 15.

use super::claims::{Pair, assign, enough};
use super::exchange::{Release, Wish};
use super::shape::{Shape, each};
use crate::meld::Meld;
use crate::rules::{ExchangeFrom, FreedJoker, LockedMeld, Rules};
use crate::tile::Tiles;

/// Where a tile that replaced a joker came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// From the hand.
    Hand,
    /// From another meld of the table, by its index in the table before the turn.
    Table {
        /// The index.
        meld: usize,
    },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Joker {
    pub(super) old: usize,
    /// Its identities, as bits of its meld's track (rule 7).
    pub(super) stands_for: u32,
}

/// What became of a joker. The order matters: it breaks symmetries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Freed,
    Stays(usize),
}

/// One way to account for every joker.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub(super) places: Vec<Place>,
    pub(super) releases: Vec<Release>,
    /// For each old meld the tiles that took its jokers' places.
    pub(super) replaced: Vec<u32>,
}

/// A sound result, reduced to what rules 14 and 15 look at.
#[derive(Debug, Clone)]
pub(super) struct Position<'a> {
    pub(super) rules: &'a Rules,
    pub(super) played: &'a Tiles,
    pub(super) olds: Vec<Shape>,
    pub(super) finals: Vec<Shape>,
    /// The jokers that must be accounted for, by old meld, and in a run from the lowest.
    pub(super) jokers: Vec<Joker>,
    /// How many of those each old meld has.
    pub(super) bound: Vec<u32>,
    pub(super) freed_joker: FreedJoker,
}

/// How to look for a story.
struct Search {
    /// What may become of each joker, in the order in which it is tried.
    options: Vec<Vec<Place>>,
    /// The tiles that might replace each joker.
    reach: Vec<u32>,
    /// Look for a story to show: jokers stay where they can, and every exchange is spelt out.
    calm: bool,
    /// How many places may still be tried.
    budget: u64,
}

/// A group that lost jokers: which colors were put in?
struct Choice {
    old: usize,
    /// The colors that might have been.
    open: u32,
    /// How many jokers it lost.
    freed: u32,
}

/// A story before the exchanges are worked out.
struct Plot<'a> {
    places: &'a [Place],
    /// Whether an old meld lost all its jokers.
    whole: Vec<bool>,
    choices: Vec<Choice>,
}

impl<'a> Position<'a> {
    pub(super) fn new(before: &[Meld], after: &[Meld], played: &'a Tiles, rules: &'a Rules) -> Self {
        let olds: Vec<Shape> = before.iter().map(|meld| Shape::of(meld, rules)).collect();
        let finals = after.iter().map(|meld| Shape::of(meld, rules)).collect();
        let everyone = vec![true; olds.len()];
        let mut position =
            Self { rules, played, olds, finals, jokers: Vec::new(), bound: Vec::new(), freed_joker: rules.freed_joker };
        position.bind(&everyone);
        position
    }

    /// Holds only the jokers of these old melds to the rules; the others go where they like.
    pub(super) fn bind(&mut self, held: &[bool]) {
        let free = self.rules.locked_meld == LockedMeld::Free;
        self.bound =
            self.olds.iter().zip(held).map(|(old, &held)| if held && !free { old.jokers } else { 0 }).collect();
        self.jokers.clear();
        for (old, shape) in self.olds.iter().enumerate().filter(|&(old, _)| self.bound[old] > 0) {
            if shape.is_run() {
                self.jokers.extend(each(shape.stands_for).map(|bit| Joker { old, stands_for: 1 << bit }));
            } else {
                let joker = Joker { old, stands_for: shape.stands_for };
                self.jokers.extend(std::iter::repeat_n(joker, shape.jokers as usize));
            }
        }
    }

    /// Whether a story exists.
    pub(super) fn explained(&self) -> bool {
        self.jokers.is_empty() || self.tell(false, u64::MAX).is_some()
    }

    /// A story to show, if one exists: jokers stay where they can.
    pub(super) fn story(&self) -> Option<Story> {
        let any = self.tell(false, u64::MAX)?;
        // The calmest story is a matter of looks, so the search for it may give up.
        Some(self.tell(true, 20_000).unwrap_or(any))
    }

    fn tell(&self, calm: bool, budget: u64) -> Option<Story> {
        let reach = self.reach();
        // Where it makes no difference to which melds freed jokers go, a meld that can lose all its jokers
        // loses them: it asks nothing any more, and may be taken apart to free others.
        let loses_all = |old: usize| {
            !calm
                && self.freed_joker == FreedJoker::AnyMeld
                && self.rules.exchange_from == ExchangeFrom::Anywhere
                && self.jokers.iter().zip(&reach).all(|(other, &bits)| other.old != old || bits != 0)
        };
        let mut options = Vec::with_capacity(self.jokers.len());
        for (joker, &bits) in self.jokers.iter().zip(&reach) {
            let mut places: Vec<Place> = Vec::new();
            if !loses_all(joker.old) {
                let stays = (0..self.finals.len()).filter(|&last| self.may_stay(joker, last, &reach));
                places.extend(stays.map(Place::Stays));
            }
            if bits != 0 {
                places.insert(if calm { places.len() } else { 0 }, Place::Freed);
            }
            if places.is_empty() {
                return None;
            }
            options.push(places);
        }
        let mut search = Search { options, reach, calm, budget };
        self.next_joker(&mut search, &mut Vec::with_capacity(self.jokers.len()))
    }

    /// Whether a joker could stay in a final meld if it were the only one to look after.
    fn may_stay(&self, joker: &Joker, last: usize, reach: &[u32]) -> bool {
        let (old, new) = (&self.olds[joker.old], &self.finals[last]);
        if old.track != new.track || new.jokers == 0 || joker.stands_for & new.stands_for == 0 {
            return false;
        }
        let replaced = self.jokers.iter().zip(reach).filter(|(other, _)| other.old == joker.old);
        let replaced = replaced.fold(0, |all, (_, bits)| all | bits);
        let together = if old.is_run() { (old.stands_for & new.stands_for).count_ones() } else { old.jokers };
        let together = together.min(new.jokers);
        if self.rules.locked_meld == LockedMeld::Frozen {
            return old.naturals & !new.naturals == 0;
        }
        ((old.naturals | replaced) & new.naturals).count_ones() >= self.need(old, together)
    }

    /// How many other tiles of its meld a group of jokers that stayed together needs at least (rule 15).
    fn need(&self, old: &Shape, together: u32) -> u32 {
        let keep_three = old.size().min(3).saturating_sub(together);
        match self.rules.locked_meld {
            LockedMeld::Frozen | LockedMeld::KeepThree => keep_three,
            // "One natural tile is enough" loosens the line above and never tightens it.
            LockedMeld::Identity => keep_three.min(1),
            LockedMeld::Free => 0,
        }
    }

    fn next_joker(&self, search: &mut Search, places: &mut Vec<Place>) -> Option<Story> {
        let at = places.len();
        if at == self.jokers.len() {
            return self.finish(search, places);
        }
        for option in 0..search.options[at].len() {
            let place = search.options[at][option];
            if search.budget == 0 {
                return None;
            }
            search.budget -= 1;
            if !self.has_room(places, place) || self.is_mirror_image(places, place) {
                continue;
            }
            places.push(place);
            let story = self.next_joker(search, places);
            places.pop();
            if story.is_some() {
                return story;
            }
        }
        None
    }

    fn has_room(&self, places: &[Place], place: Place) -> bool {
        let Place::Stays(last) = place else { return true };
        let joker = &self.jokers[places.len()];
        let final_meld = &self.finals[last];
        let taken = places
            .iter()
            .zip(&self.jokers)
            .filter(|&(&other, held)| other == place && (!final_meld.is_run() || held.stands_for == joker.stands_for));
        let room = if final_meld.is_run() { 1 } else { final_meld.jokers as usize };
        taken.count() < room
    }

    /// Equal jokers and equal final melds may change names; only the first of such stories is looked at.
    /// Both tests hold for the smallest of them in the order of [`Place`], so they can be used together.
    fn is_mirror_image(&self, places: &[Place], place: Place) -> bool {
        let at = places.len();
        let joker = &self.jokers[at];
        let twin = if at > 0 && self.jokers[at - 1].old == joker.old && !self.olds[joker.old].is_run() {
            Some(at - 1)
        } else if joker.old > 0
            && self.olds[joker.old - 1] == self.olds[joker.old]
            && (at == 0 || self.jokers[at - 1].old != joker.old)
        {
            // The first joker of a meld against the first of an equal meld before it.
            self.jokers.iter().position(|other| other.old == joker.old - 1)
        } else {
            None
        };
        if twin.is_some_and(|twin| places[twin] > place) {
            return true;
        }
        match place {
            Place::Stays(last) if last > 0 && self.finals[last - 1] == self.finals[last] => {
                !places.iter().any(|other| matches!(other, Place::Stays(used) if *used == last || *used == last - 1))
            }
            _ => false,
        }
    }

    /// Holds a finished story against the rules.
    fn finish(&self, search: &mut Search, places: &[Place]) -> Option<Story> {
        if !self.colors_suffice(places) {
            return None;
        }
        let freed_of = |old: usize| {
            places.iter().zip(&self.jokers).filter(|&(&place, joker)| place == Place::Freed && joker.old == old).count()
        };
        let mut replaced = vec![0u32; self.olds.len()];
        let mut choices: Vec<Choice> = Vec::new();
        let mut whole = vec![false; self.olds.len()];
        for (old, shape) in self.olds.iter().enumerate().filter(|&(old, _)| self.bound[old] > 0) {
            let freed = freed_of(old);
            whole[old] = freed == self.bound[old] as usize;
            let reach = places.iter().zip(&self.jokers).zip(&search.reach);
            replaced[old] = reach
                .filter(|((place, joker), _)| **place == Place::Freed && joker.old == old)
                .fold(0, |all, (_, bits)| all | bits);
            let matters = !whole[old] || self.freed_joker == FreedJoker::NewMeld || search.calm;
            if freed > 0 && !shape.is_run() && matters {
                choices.push(Choice { old, open: replaced[old], freed: freed as u32 });
            }
        }
        // First with every tile that might have been put in: most stories that fail, fail here. Under `frozen`
        // a tile put in is a tile that must stay, so there it proves nothing.
        let frozen = self.rules.locked_meld == LockedMeld::Frozen;
        if !(frozen || self.enough_stays(places, &replaced)) || !self.freed_fit(places, &replaced) {
            return None;
        }
        self.choose(search, &Plot { places, whole, choices }, 0, &mut replaced)
    }

    /// Tries which colors were put into the groups that lost jokers, most colors first.
    fn choose(&self, search: &mut Search, plot: &Plot<'_>, at: usize, replaced: &mut Vec<u32>) -> Option<Story> {
        let Some(&Choice { old, open, freed }) = plot.choices.get(at) else {
            return self.exchange(plot, replaced);
        };
        for size in (1..=freed.min(open.count_ones())).rev() {
            for colors in (1..=open).filter(|colors| colors & !open == 0 && colors.count_ones() == size) {
                if search.budget == 0 {
                    return None;
                }
                search.budget -= 1;
                let before = std::mem::replace(&mut replaced[old], colors);
                let story = self.choose(search, plot, at + 1, replaced);
                replaced[old] = before;
                if story.is_some() {
                    return story;
                }
            }
        }
        None
    }

    /// Works out the exchanges of a story in which nothing is left to choose.
    fn exchange(&self, plot: &Plot<'_>, replaced: &[u32]) -> Option<Story> {
        let places = plot.places;
        if !self.enough_stays(places, replaced) || !self.freed_fit(places, replaced) {
            return None;
        }
        // Each color chosen for a group must be put in for one of its jokers; further jokers may use any of them.
        let mut unused = vec![0u32; self.olds.len()];
        for choice in &plot.choices {
            unused[choice.old] = replaced[choice.old];
        }
        let mut wishes: Vec<Wish> = Vec::new();
        for (index, joker) in self.jokers.iter().enumerate().filter(|&(index, _)| places[index] == Place::Freed) {
            let next = unused[joker.old] & unused[joker.old].wrapping_neg();
            unused[joker.old] &= !next;
            let by = if next == 0 { replaced[joker.old] & joker.stands_for } else { next };
            wishes.push(Wish { joker: index, by });
        }
        let releases = self.release(&wishes, &plot.whole)?;
        Some(Story { places: places.to_vec(), releases, replaced: replaced.to_vec() })
    }

    /// Whether the jokers that stayed in a group stand for different colors, each one of its own (rule 7).
    fn colors_suffice(&self, places: &[Place]) -> bool {
        self.finals.iter().enumerate().filter(|(_, shape)| !shape.is_run()).all(|(last, shape)| {
            let accepts: Vec<Vec<u8>> = places
                .iter()
                .zip(&self.jokers)
                .filter(|&(&place, _)| place == Place::Stays(last))
                .map(|(_, joker)| each(joker.stands_for & shape.stands_for).map(|bit| bit as u8).collect())
                .collect();
            accepts.is_empty() || assign(&accepts, |_| 1).is_some()
        })
    }

    /// Whether enough tiles of its meld are with each joker that stayed (rule 15).
    fn enough_stays(&self, places: &[Place], replaced: &[u32]) -> bool {
        let mut pairs: Vec<Pair> = Vec::new();
        for (&place, joker) in places.iter().zip(&self.jokers) {
            let Place::Stays(last) = place else { continue };
            if pairs.iter().any(|pair| pair.old == joker.old && pair.last == last) {
                continue;
            }
            let with = |other: &(&Place, &Joker)| *other.0 == place && other.1.old == joker.old;
            let together = places.iter().zip(&self.jokers).filter(with).count() as u32;
            let old = &self.olds[joker.old];
            let tiles = old.naturals | replaced[joker.old];
            let shared = tiles & self.finals[last].naturals;
            // Under `frozen` all of them. Jokers that went to two melds would both need each, so they cannot.
            let frozen = self.rules.locked_meld == LockedMeld::Frozen;
            let need = if frozen { tiles.count_ones() } else { self.need(old, together) };
            pairs.push(Pair { old: joker.old, last, shared, need });
        }
        enough(&pairs)
    }

    /// Whether every freed joker finds a place in a meld where it may go (option `freed_joker`).
    fn freed_fit(&self, places: &[Place], replaced: &[u32]) -> bool {
        if self.freed_joker == FreedJoker::AnyMeld {
            return true;
        }
        let freed = places.iter().filter(|&&place| place == Place::Freed).count();
        if freed == 0 {
            return true;
        }
        let room: usize = (0..self.finals.len())
            .map(|last| (last, self.open_places(places, last)))
            .filter(|&(last, open)| open > 0 && self.whole_old(last, places, replaced).is_none())
            .map(|(_, open)| open)
            .sum();
        freed <= room
    }

    /// The joker places of a final meld that no joker that stayed has taken.
    pub(super) fn open_places(&self, places: &[Place], last: usize) -> usize {
        let taken = places.iter().filter(|&&place| place == Place::Stays(last)).count();
        (self.finals[last].jokers as usize).saturating_sub(taken)
    }

    /// An old meld, exchanged tiles in their places and with the jokers of its own that stayed, that a final meld
    /// contains as a whole.
    pub(super) fn whole_old(&self, last: usize, places: &[Place], replaced: &[u32]) -> Option<usize> {
        let new = &self.finals[last];
        (0..self.olds.len()).find(|&index| {
            let old = &self.olds[index];
            let stayed =
                places.iter().zip(&self.jokers).filter(|&(&place, joker)| place != Place::Freed && joker.old == index);
            old.track == new.track
                && (old.naturals | replaced[index]) & !new.naturals == 0
                && stayed.map(|(&place, _)| place).all(|place| place == Place::Stays(last))
        })
    }
}
