//! Solving the joker assignment problem: each joker was freed or stays in a place of its own.
//!
//! Copies of a tile and jokers are interchangeable, so an assignment is about places: which joker place of the new
//! table a joker that stayed now fills. Backtracking places joker by joker and checks complete assignments against
//! rules 14 and 15. A position carries no history, so one assignment that works is enough.

use super::matching::{Demand, can_meet, match_all};
use super::problem::{Exchange, ExchangeRequest, Joker, JokerProblem, Place};
use super::shape::{Shape, each};
use super::stop::Stopped;
use crate::rules::{ExchangeFrom, FreedJoker, LockedMeld};

/// One way to account for every joker.
#[derive(Debug, Clone)]
pub(super) struct Assignment {
    pub(super) places: Vec<Place>,
    pub(super) exchanges: Vec<Exchange>,
    /// For each old meld, the tiles that replaced its jokers.
    pub(super) replaced: Vec<u32>,
}

/// The state of a backtracking search.
struct Backtracking<'a> {
    /// What may become of each joker, in the order in which it is tried.
    options: Vec<Vec<Place>>,
    /// The tiles that might replace each joker.
    freeing: Vec<u32>,
    /// Whether jokers stay where they can and every exchange is spelled out: the assignment is to be shown.
    prefer_staying: bool,
    /// How many more places may be tried.
    budget: u64,
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
}

impl Backtracking<'_> {
    /// Uses up one more try; false if there is none left.
    fn spend(&mut self) -> bool {
        self.stopped |= (self.stop)();
        if self.stopped || self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        true
    }
}

/// The colors that might have replaced jokers of a group.
struct Replacement {
    old: usize,
    colors: u32,
    /// How many jokers the group lost.
    freed: u32,
}

/// A place for every joker, before the exchanges are chosen.
struct Placement<'a> {
    places: &'a [Place],
    /// Whether an old meld lost all its jokers.
    all_freed: Vec<bool>,
    replacements: Vec<Replacement>,
}

impl JokerProblem<'_> {
    /// Whether an assignment exists.
    pub(super) fn is_solvable(&self, stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        Ok(self.jokers.is_empty() || self.search(false, u64::MAX, stop)?.is_some())
    }

    /// An assignment to show, if one exists. Jokers stay where they can.
    pub(super) fn solve(&self, stop: &mut dyn FnMut() -> bool) -> Result<Option<Assignment>, Stopped> {
        // Any assignment is correct, so the search for the clearest one may give up.
        match self.search(true, 20_000, stop)? {
            None => self.search(false, u64::MAX, stop),
            clearest => Ok(clearest),
        }
    }

    fn search(
        &self,
        prefer_staying: bool,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Assignment>, Stopped> {
        let freeing = self.freeing_tiles();
        // If freed jokers may go anywhere, a meld that can lose all its jokers loses them: it is no longer locked
        // and may be taken apart to free others.
        let loses_all = |old: usize| {
            !prefer_staying
                && self.freed_joker == FreedJoker::AnyMeld
                && self.rules.exchange_from == ExchangeFrom::Anywhere
                && self.jokers.iter().zip(&freeing).all(|(other, &bits)| other.old != old || bits != 0)
        };
        let mut options = Vec::with_capacity(self.jokers.len());
        for (joker, &bits) in self.jokers.iter().zip(&freeing) {
            let mut places: Vec<Place> = Vec::new();
            if !loses_all(joker.old) {
                let stays = (0..self.new_melds.len()).filter(|&new| self.may_stay(joker, new, &freeing));
                places.extend(stays.map(Place::Stays));
            }
            if bits != 0 {
                places.insert(if prefer_staying { places.len() } else { 0 }, Place::Freed);
            }
            if places.is_empty() {
                return Ok(None);
            }
            options.push(places);
        }
        let mut search = Backtracking { options, freeing, prefer_staying, budget, stop, stopped: false };
        let found = self.next_joker(&mut search, &mut Vec::with_capacity(self.jokers.len()));
        if search.stopped { Err(Stopped) } else { Ok(found) }
    }

    /// Whether a joker could stay in a new meld if it were the only joker.
    fn may_stay(&self, joker: &Joker, new: usize, freeing: &[u32]) -> bool {
        let (old, new) = (&self.old_melds[joker.old], &self.new_melds[new]);
        if old.track != new.track || new.jokers == 0 || joker.stands_for & new.stands_for == 0 {
            return false;
        }
        let replaced = self.jokers.iter().zip(freeing).filter(|(other, _)| other.old == joker.old);
        let replaced = replaced.fold(0, |all, (_, bits)| all | bits);
        let together = if old.is_run() { (old.stands_for & new.stands_for).count_ones() } else { old.jokers };
        let together = together.min(new.jokers);
        if self.rules.locked_meld == LockedMeld::Frozen {
            return old.naturals & !new.naturals == 0;
        }
        ((old.naturals | replaced) & new.naturals).count_ones() >= self.need(old, together)
    }

    /// How many other tiles of their meld the jokers that stayed together need at least (rule 15).
    fn need(&self, old: &Shape, together: u32) -> u32 {
        let keep_three = old.size().min(3).saturating_sub(together);
        match self.rules.locked_meld {
            LockedMeld::Frozen | LockedMeld::KeepThree => keep_three,
            // "One natural tile is enough" only relaxes the line above.
            LockedMeld::Identity => keep_three.min(1),
            LockedMeld::Free => 0,
        }
    }

    fn next_joker(&self, search: &mut Backtracking<'_>, places: &mut Vec<Place>) -> Option<Assignment> {
        let at = places.len();
        if at == self.jokers.len() {
            return self.finish(search, places);
        }
        for option in 0..search.options[at].len() {
            let place = search.options[at][option];
            if !search.spend() {
                return None;
            }
            if !self.has_room(places, place) || self.is_symmetric(places, place) {
                continue;
            }
            places.push(place);
            let found = self.next_joker(search, places);
            places.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn has_room(&self, places: &[Place], place: Place) -> bool {
        let Place::Stays(new) = place else { return true };
        let joker = &self.jokers[places.len()];
        let new = &self.new_melds[new];
        let taken = places
            .iter()
            .zip(&self.jokers)
            .filter(|&(&other, held)| other == place && (!new.is_run() || held.stands_for == joker.stands_for));
        let room = if new.is_run() { 1 } else { new.jokers as usize };
        taken.count() < room
    }

    /// Whether an assignment that goes on like this is equivalent to one that was tried before: equal jokers and
    /// equal new melds are interchangeable. The smallest of the equivalent assignments, in the order of [`Place`],
    /// passes both tests, so they can be combined.
    fn is_symmetric(&self, places: &[Place], place: Place) -> bool {
        let at = places.len();
        let joker = &self.jokers[at];
        let twin = if at > 0 && self.jokers[at - 1].old == joker.old && !self.old_melds[joker.old].is_run() {
            Some(at - 1)
        } else if joker.old > 0
            && self.old_melds[joker.old - 1] == self.old_melds[joker.old]
            && (at == 0 || self.jokers[at - 1].old != joker.old)
        {
            // Compare the first joker of a meld with the first of an equal meld before it.
            self.jokers.iter().position(|other| other.old == joker.old - 1)
        } else {
            None
        };
        if twin.is_some_and(|twin| places[twin] > place) {
            return true;
        }
        match place {
            Place::Stays(new) if new > 0 && self.new_melds[new - 1] == self.new_melds[new] => {
                !places.iter().any(|other| matches!(other, Place::Stays(used) if *used == new || *used == new - 1))
            }
            _ => false,
        }
    }

    /// Checks a place for every joker against the rules.
    fn finish(&self, search: &mut Backtracking<'_>, places: &[Place]) -> Option<Assignment> {
        if !self.colors_suffice(places) {
            return None;
        }
        let freed_of = |old: usize| {
            places.iter().zip(&self.jokers).filter(|&(&place, joker)| place == Place::Freed && joker.old == old).count()
        };
        let mut replaced = vec![0u32; self.old_melds.len()];
        let mut replacements: Vec<Replacement> = Vec::new();
        let mut all_freed = vec![false; self.old_melds.len()];
        for (old, shape) in self.old_melds.iter().enumerate().filter(|&(old, _)| self.locked[old] > 0) {
            let freed = freed_of(old);
            all_freed[old] = freed == self.locked[old] as usize;
            let each_joker = places.iter().zip(&self.jokers).zip(&search.freeing);
            replaced[old] = each_joker
                .filter(|((place, joker), _)| **place == Place::Freed && joker.old == old)
                .fold(0, |all, (_, bits)| all | bits);
            let matters = !all_freed[old] || self.freed_joker == FreedJoker::NewMeld || search.prefer_staying;
            if freed > 0 && !shape.is_run() && matters {
                replacements.push(Replacement { old, colors: replaced[old], freed: freed as u32 });
            }
        }
        // A relaxation that rejects most failures: every tile that might have replaced a joker did. Under `frozen`
        // a replacement must stay itself, so there the relaxation proves nothing.
        let frozen = self.rules.locked_meld == LockedMeld::Frozen;
        if !(frozen || self.enough_stays(places, &replaced)) || !self.freed_fit(places, &replaced) {
            return None;
        }
        self.choose_colors(search, &Placement { places, all_freed, replacements }, 0, &mut replaced)
    }

    /// Tries the colors that replaced jokers of groups, most colors first.
    fn choose_colors(
        &self,
        search: &mut Backtracking<'_>,
        placement: &Placement<'_>,
        at: usize,
        replaced: &mut Vec<u32>,
    ) -> Option<Assignment> {
        let Some(&Replacement { old, colors: open, freed }) = placement.replacements.get(at) else {
            return self.complete(placement, replaced);
        };
        for size in (1..=freed.min(open.count_ones())).rev() {
            for colors in (1..=open).filter(|colors| colors & !open == 0 && colors.count_ones() == size) {
                if !search.spend() {
                    return None;
                }
                let before = std::mem::replace(&mut replaced[old], colors);
                let found = self.choose_colors(search, placement, at + 1, replaced);
                replaced[old] = before;
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Adds the exchanges once places and colors are chosen.
    fn complete(&self, placement: &Placement<'_>, replaced: &[u32]) -> Option<Assignment> {
        let places = placement.places;
        if !self.enough_stays(places, replaced) || !self.freed_fit(places, replaced) {
            return None;
        }
        // Each color chosen for a group replaces one of its jokers; further jokers may use any of them.
        let mut unused = vec![0u32; self.old_melds.len()];
        for replacement in &placement.replacements {
            unused[replacement.old] = replaced[replacement.old];
        }
        let mut requests: Vec<ExchangeRequest> = Vec::new();
        for (index, joker) in self.jokers.iter().enumerate().filter(|&(index, _)| places[index] == Place::Freed) {
            let next = unused[joker.old] & unused[joker.old].wrapping_neg();
            unused[joker.old] &= !next;
            let by = if next == 0 { replaced[joker.old] & joker.stands_for } else { next };
            requests.push(ExchangeRequest { joker: index, by });
        }
        let exchanges = self.order_exchanges(&requests, &placement.all_freed)?;
        Some(Assignment { places: places.to_vec(), exchanges, replaced: replaced.to_vec() })
    }

    /// Whether the jokers that stayed in a group can stand for different colors (rule 7).
    fn colors_suffice(&self, places: &[Place]) -> bool {
        self.new_melds.iter().enumerate().filter(|(_, shape)| !shape.is_run()).all(|(new, shape)| {
            let accepts: Vec<Vec<u8>> = places
                .iter()
                .zip(&self.jokers)
                .filter(|&(&place, _)| place == Place::Stays(new))
                .map(|(_, joker)| each(joker.stands_for & shape.stands_for).map(|bit| bit as u8).collect())
                .collect();
            accepts.is_empty() || match_all(&accepts, |_| 1).is_some()
        })
    }

    /// Whether each joker that stayed has enough tiles of its meld with it (rule 15).
    fn enough_stays(&self, places: &[Place], replaced: &[u32]) -> bool {
        let mut demands: Vec<Demand> = Vec::new();
        for (&place, joker) in places.iter().zip(&self.jokers) {
            let Place::Stays(new) = place else { continue };
            if demands.iter().any(|demand| demand.old == joker.old && demand.new == new) {
                continue;
            }
            let with = |other: &(&Place, &Joker)| *other.0 == place && other.1.old == joker.old;
            let together = places.iter().zip(&self.jokers).filter(with).count() as u32;
            let old = &self.old_melds[joker.old];
            let tiles = old.naturals | replaced[joker.old];
            let shared = tiles & self.new_melds[new].naturals;
            // Under `frozen` every tile is needed, so the jokers of a meld cannot go to two melds.
            let frozen = self.rules.locked_meld == LockedMeld::Frozen;
            let need = if frozen { tiles.count_ones() } else { self.need(old, together) };
            demands.push(Demand { old: joker.old, new, shared, need });
        }
        can_meet(&demands)
    }

    /// Whether every freed joker has a place in a meld it may go to (option `freed_joker`).
    fn freed_fit(&self, places: &[Place], replaced: &[u32]) -> bool {
        if self.freed_joker == FreedJoker::AnyMeld {
            return true;
        }
        let freed = places.iter().filter(|&&place| place == Place::Freed).count();
        if freed == 0 {
            return true;
        }
        let room: usize = (0..self.new_melds.len())
            .map(|new| (new, self.open_places(places, new)))
            .filter(|&(new, open)| open > 0 && self.contained_old_meld(new, places, replaced).is_none())
            .map(|(_, open)| open)
            .sum();
        freed <= room
    }

    /// How many jokers of a new meld did not stay there, so were freed or come from the hand.
    pub(super) fn open_places(&self, places: &[Place], new: usize) -> usize {
        let taken = places.iter().filter(|&&place| place == Place::Stays(new)).count();
        (self.new_melds[new].jokers as usize).saturating_sub(taken)
    }

    /// An old meld that a new meld contains as a whole: its natural tiles, the tiles that replaced its jokers, and
    /// those of its jokers that stayed.
    pub(super) fn contained_old_meld(&self, new: usize, places: &[Place], replaced: &[u32]) -> Option<usize> {
        let target = &self.new_melds[new];
        (0..self.old_melds.len()).find(|&index| {
            let old = &self.old_melds[index];
            let stayed =
                places.iter().zip(&self.jokers).filter(|&(&place, joker)| place != Place::Freed && joker.old == index);
            old.track == target.track
                && (old.naturals | replaced[index]) & !target.naturals == 0
                && stayed.map(|(&place, _)| place).all(|place| place == Place::Stays(new))
        })
    }
}
