//! The melds that a search keeps whole, and every way to account for their jokers.
//!
//! A joker need not be where it was, even in a meld that looks untouched: it may have been freed and another joker
//! taken its place, or a joker that stays may have taken it with enough tiles of its own old meld.

use rustc_hash::FxHashSet;

use super::interrupt::{StopCheck, Unprepared};
use super::kept_places::KeptPlaces;
use super::old_jokers::{MeldBits, OldJokers};
use super::scenarios::Scenario;
use super::scope::Scope;
use crate::rules::{LockedMeld, Rules};
use crate::table::Table;
use crate::tile::{MAX_JOKERS, Tiles};

/// The melds that are kept, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct KeptMelds {
    /// All melds of the table.
    melds: Vec<MeldBits>,
    /// Those that are kept and hold jokers.
    kept: Vec<MeldBits>,
    hand_jokers: u8,
    /// The scenarios with the jokers in kept melds accounted for.
    pub(super) list: Vec<Scenario>,
    /// The same as a set.
    known: FxHashSet<Scenario>,
}

/// The most ways to account for jokers in one scenario.
const MAX_WAYS: usize = 1 << 16;

impl KeptMelds {
    /// Reads the melds out of scope. If all jokers are there they stay, and need not be accounted for.
    pub(super) fn read(&mut self, rules: &Rules, table: &Table, scope: Scope<'_>, hand: &Tiles) {
        self.hand_jokers = hand.jokers();
        self.kept.clear();
        self.melds.clear();
        if scope.melds(table).any(|meld| meld.jokers() > 0) {
            self.kept.extend(scope.rest(table).filter(|meld| meld.jokers() > 0).map(|meld| MeldBits::of(meld, rules)));
        }
        if !self.kept.is_empty() {
            self.melds.extend(table.melds().iter().map(|meld| MeldBits::of(meld, rules)));
        }
    }

    /// Whether all jokers are in kept melds, or none.
    pub(super) const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Lists every way to account for the jokers of kept melds in a scenario. `remains` returns whether a tile of a
    /// meld, given as its bit, is left apart from those of kept melds.
    pub(super) fn find(
        &mut self,
        old: &OldJokers,
        scenario: &Scenario,
        rules: &Rules,
        remains: &dyn Fn(&MeldBits, u32) -> bool,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let locked_meld = rules.locked_meld;
        let mut found = std::mem::take(&mut self.list);
        let mut known = std::mem::take(&mut self.known);
        found.clear();
        known.clear();
        let mut ended = Ok(());
        if self.kept.is_empty() {
            found.push(*scenario);
        } else if locked_meld == LockedMeld::Free {
            let filled = self.kept.iter().map(|meld| meld.jokers).sum();
            found.push(scenario.with_kept(KeptPlaces { filled, ..KeptPlaces::default() }));
        } else {
            let places = [0; MAX_JOKERS];
            let (found, known) = (&mut found, &mut known);
            let mut placing =
                Placing { kept: self, old, scenario, locked_meld, remains, places, found, known, check, ended };
            placing.place(0);
            ended = placing.ended;
        }
        self.list = found;
        self.known = known;
        ended
    }

    /// Gives back the memory of long lists.
    pub(super) fn trim(&mut self) {
        if self.list.capacity() > MAX_WAYS / 64 {
            self.list = Vec::new();
            self.known = FxHashSet::default();
        }
    }
}

/// A kept meld with jokers of an old one.
#[derive(Debug, Clone, Copy)]
struct Demand {
    /// The first joker of the old meld.
    first: usize,
    /// The kept meld, by its index.
    kept: usize,
    /// How many of the old meld's tiles must count for its jokers here.
    needed: u8,
}

/// The tiles that count for jokers in kept melds.
#[derive(Debug, Clone)]
struct Claims {
    places: KeptPlaces,
    /// For each kept meld, its tiles that count for a joker.
    used: Vec<u32>,
}

/// Backtracking over the places of the jokers.
struct Placing<'a, 's> {
    kept: &'a KeptMelds,
    old: &'a OldJokers,
    scenario: &'a Scenario,
    locked_meld: LockedMeld,
    remains: &'a dyn Fn(&MeldBits, u32) -> bool,
    /// For each joker that stays the kept meld it is in, by index plus one; 0 if it is elsewhere.
    places: [usize; MAX_JOKERS],
    found: &'a mut Vec<Scenario>,
    known: &'a mut FxHashSet<Scenario>,
    check: &'a mut StopCheck<'s>,
    /// An error once it has to end early.
    ended: Result<(), Unprepared>,
}

impl Placing<'_, '_> {
    /// Whether the caller asks to stop, or there are too many ways.
    fn must_end(&mut self) -> bool {
        if self.check.count(32) {
            self.ended = Err(Unprepared::Interrupted);
        } else if self.found.len() > MAX_WAYS {
            self.ended = Err(Unprepared::TooLarge);
        }
        self.ended.is_err()
    }

    fn stays(&self, j: usize) -> bool {
        self.scenario.freed >> j & 1 == 0
    }

    /// The old meld of a joker.
    fn meld(&self, j: usize) -> &MeldBits {
        &self.kept.melds[self.old.jokers[j].meld]
    }

    /// The jokers of the meld of `j` that stay.
    fn staying_beside(&self, j: usize) -> u8 {
        self.old.of_meld(self.old.jokers[j].meld) & !self.scenario.freed
    }

    /// Tries every place of the jokers from `j` on.
    fn place(&mut self, j: usize) {
        if self.must_end() {
            return;
        }
        if j == self.old.len() {
            self.finish();
            return;
        }
        if !self.stays(j) {
            self.places[j] = 0;
            self.place(j + 1);
            return;
        }
        let most = if self.old.is_twin(j) && self.stays(j - 1) { self.places[j - 1] } else { self.kept.kept.len() };
        let frozen = self.locked_meld == LockedMeld::Frozen;
        let together = (0..j).find(|&other| self.staying_beside(j) >> other & 1 == 1).filter(|_| frozen);
        for place in (0..=most).rev() {
            let fits = if place == 0 { self.may_stay_elsewhere(j) } else { self.has_room(j, place) };
            if fits && together.is_none_or(|other| self.places[other] == place) {
                self.places[j] = place;
                self.place(j + 1);
            }
        }
    }

    /// Whether a kept meld has a place for joker `j` beside those placed before.
    fn has_room(&self, j: usize, place: usize) -> bool {
        let (meld, kept) = (self.meld(j), &self.kept.kept[place - 1]);
        if !meld.same_line(kept) || self.identities(j) & kept.stands_for == 0 {
            return false;
        }
        let mut others = (0..j).filter(|&other| self.places[other] == place);
        if kept.is_run {
            others.all(|other| self.old.jokers[other].value != self.old.jokers[j].value)
        } else {
            others.count() < kept.jokers as usize
        }
    }

    /// What a joker stands for, as bits.
    fn identities(&self, j: usize) -> u32 {
        let meld = self.meld(j);
        if meld.is_run { 1 << self.old.jokers[j].value } else { meld.stands_for }
    }

    /// A quick test whether a joker may stay in a meld that is not kept: are enough tiles of its old meld left?
    fn may_stay_elsewhere(&self, j: usize) -> bool {
        let meld = self.meld(j);
        let (own, replaced) = self.tiles_of(j);
        let left = |bits: u32| (0..32).filter(|&bit| bits >> bit & 1 == 1 && (self.remains)(meld, bit)).count() as u8;
        if self.locked_meld == LockedMeld::Frozen {
            return left(own) == own.count_ones() as u8;
        }
        left(own | replaced) >= self.needed(meld, self.staying_beside(j).count_ones() as u8)
    }

    /// The tiles of the meld of `j`: those known to be there, and those that may have replaced a joker of a group.
    fn tiles_of(&self, j: usize) -> (u32, u32) {
        let meld = self.meld(j);
        let freed = self.old.of_meld(self.old.jokers[j].meld) & self.scenario.freed;
        if meld.is_run {
            let each = (0..self.old.len()).filter(|&j| freed >> j & 1 == 1);
            (each.fold(meld.naturals, |mask, j| mask | 1 << self.old.jokers[j].value), 0)
        } else {
            (meld.naturals, self.scenario.replacements(freed).1.into())
        }
    }

    /// How many other tiles of their meld this many jokers need when they stay together (rule 15).
    fn needed(&self, meld: &MeldBits, together: u8) -> u8 {
        let keep_three = meld.len().min(3).saturating_sub(together);
        if self.locked_meld == LockedMeld::Identity { keep_three.min(1) } else { keep_three }
    }

    /// Accounts for the other places, and finds the tiles that count for the jokers that stay.
    fn finish(&mut self) {
        let jokers = (0..self.old.len()).filter(|&j| self.places[j] > 0).fold(0u8, |mask, j| mask | 1 << j);
        let all: u8 = self.kept.kept.iter().map(|kept| kept.jokers).sum();
        let filled = all - jokers.count_ones() as u8;
        let filled_from_hand = self.filled_from_hand();
        let freed = self.scenario.freed.count_ones() as u8;
        let enough = filled <= freed + self.kept.hand_jokers && filled_from_hand <= self.kept.hand_jokers;
        if !enough || !self.have_identities() {
            return;
        }
        let mut demands: Vec<Demand> = Vec::new();
        let mut is_parted = false;
        for j in (0..self.old.len()).filter(|&j| self.places[j] > 0) {
            let beside = self.staying_beside(j);
            let here = |other: &usize| beside >> other & 1 == 1 && self.places[*other] == self.places[j];
            if (0..j).any(|other| here(&other)) {
                continue;
            }
            let together = (0..self.old.len()).filter(here).count() as u8;
            is_parted |= (0..self.old.len()).any(|other| beside >> other & 1 == 1 && self.places[other] == 0);
            let first = self.old.of_meld(self.old.jokers[j].meld).trailing_zeros() as usize;
            let needed = self.needed(self.meld(j), together);
            demands.push(Demand { first, kept: self.places[j] - 1, needed });
        }
        let places = KeptPlaces { jokers, filled, filled_from_hand, ..KeptPlaces::default() };
        let mut claims = Claims { places, used: vec![0; self.kept.kept.len()] };
        self.claim(&demands, &mut claims, 0, is_parted);
    }

    /// How many free places there are in kept melds that contain a whole old meld: a freed joker may not fill them.
    fn filled_from_hand(&self) -> u8 {
        if !self.old.need_new_melds {
            return 0;
        }
        let open = |(index, kept): (usize, &MeldBits)| {
            let taken = self.places[..self.old.len()].iter().filter(|&&place| place == index + 1).count() as u8;
            let is_new = !(0..self.kept.melds.len()).any(|old| self.contains(index, old));
            if is_new { 0 } else { kept.jokers - taken }
        };
        self.kept.kept.iter().enumerate().map(open).sum()
    }

    /// Whether a kept meld contains a whole old one; false if it depends on the tiles that replaced its jokers.
    fn contains(&self, kept: usize, old: usize) -> bool {
        let (meld, jokers) = (&self.kept.melds[old], self.old.of_meld(old));
        let (own, replaced) = match jokers {
            0 => (meld.naturals, 0),
            jokers => self.tiles_of(jokers.trailing_zeros() as usize),
        };
        let stay = |&j: &usize| jokers >> j & 1 == 1 && self.stays(j);
        let target = &self.kept.kept[kept];
        meld.same_line(target)
            && (own | replaced) & !target.naturals == 0
            && (0..self.old.len()).filter(stay).all(|j| self.places[j] == kept + 1)
    }

    /// Whether the jokers in each kept group can stand for different colors (Hall's marriage theorem).
    fn have_identities(&self) -> bool {
        self.kept.kept.iter().enumerate().filter(|(_, kept)| !kept.is_run).all(|(index, kept)| {
            let here: Vec<usize> = (0..self.old.len()).filter(|&j| self.places[j] == index + 1).collect();
            (1u16..1 << here.len()).all(|subset| {
                let chosen = here.iter().enumerate().filter(|&(nth, _)| subset >> nth & 1 == 1);
                let colors = chosen.fold(0, |mask, (_, &j)| mask | self.identities(j) & kept.stands_for);
                subset.count_ones() <= colors.count_ones()
            })
        })
    }

    /// Chooses the tiles that count for the first demand, beyond those with bits below `from`; returns whether to stop.
    fn claim(&mut self, demands: &[Demand], claims: &mut Claims, from: u32, is_parted: bool) -> bool {
        let Some((&Demand { first, kept, needed }, rest)) = demands.split_first() else {
            let mut kept = claims.places;
            if !is_parted {
                (kept.claimed, kept.claimed_replacements) = Default::default();
            }
            let scenario = self.scenario.with_kept(kept);
            if self.known.insert(scenario) {
                self.found.push(scenario);
            }
            return !is_parted || self.must_end();
        };
        let (own, replaced) = self.tiles_of(first);
        let free = self.kept.kept[kept].naturals & !claims.used[kept];
        if self.locked_meld == LockedMeld::Frozen {
            return own & !free == 0 && self.claim_frozen(demands, claims, own, replaced, is_parted);
        }
        if needed == 0 {
            return self.claim(rest, claims, 0, is_parted);
        }
        let mut fewer = demands.to_vec();
        fewer[0].needed -= 1;
        let own = own & free & !claims.places.claimed[first];
        let replaced = replaced & free & !claims.places.claimed[first];
        let freed = self.old.of_meld(self.old.jokers[first].meld) & self.scenario.freed;
        for bit in (from..32).filter(|&bit| (own | replaced) >> bit & 1 == 1) {
            let slots: Vec<u8> = if own >> bit & 1 == 1 {
                vec![0]
            } else {
                let open = |&j: &usize| {
                    (freed & !claims.places.claimed_replacements) >> j & 1 == 1
                        && u32::from(self.scenario.replaced_by[j]) >> bit & 1 == 1
                };
                (0..self.old.len()).filter(open).map(|j| 1 << j).collect()
            };
            for slot in slots {
                claims.places.claimed[first] ^= 1 << bit;
                claims.places.claimed_replacements ^= slot;
                claims.used[kept] ^= 1 << bit;
                let stop = self.claim(&fewer, claims, bit + 1, is_parted);
                claims.places.claimed[first] ^= 1 << bit;
                claims.places.claimed_replacements ^= slot;
                claims.used[kept] ^= 1 << bit;
                if stop {
                    return true;
                }
            }
        }
        false
    }

    /// Under `frozen` all tiles of the old meld count, and those that replaced its jokers: if it is not known which
    /// did, one color is enough for all.
    fn claim_frozen(
        &mut self,
        demands: &[Demand],
        claims: &mut Claims,
        own: u32,
        replaced: u32,
        is_parted: bool,
    ) -> bool {
        let Demand { first, kept, .. } = demands[0];
        let freed = self.old.of_meld(self.old.jokers[first].meld) & self.scenario.freed;
        let (least, _) = self.scenario.replacements(freed);
        let free = self.kept.kept[kept].naturals & !claims.used[kept];
        let choices: Vec<u32> = if u32::from(least) == replaced.count_ones() {
            vec![replaced]
        } else {
            (0..32).map(|bit| 1 << bit).filter(|bit| bit & replaced != 0).collect()
        };
        for chosen in choices.into_iter().filter(|chosen| chosen & !free == 0) {
            claims.used[kept] ^= own | chosen;
            let stop = self.claim(&demands[1..], claims, 0, is_parted);
            claims.used[kept] ^= own | chosen;
            if stop {
                return true;
            }
        }
        false
    }
}
