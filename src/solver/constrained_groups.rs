//! Constrained groups: the final groups of a value that hold jokers that stay.
//!
//! All choices of these groups are enumerated, in two steps: which jokers that stay share a group, and then the natural
//! tiles and the other jokers of one group after the other. Of choices that use the same tiles and jokers one is enough,
//! so those are recognized early. Groups that hold the same jokers are interchangeable, and so are the jokers of a
//! meld; to break the symmetry, they are put in order.

use rustc_hash::FxHashMap;

use super::groups::ColorCounts;
use super::interrupt::{StopCheck, Unprepared};
use super::joker_constraint::GroupConstraint;
use super::new_meld::NewMeldConstraint;

/// One choice of the final groups that hold all jokers that stay at a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ConstrainedGroups {
    /// Their natural tiles, by color.
    pub(super) tiles: ColorCounts,
    /// Their jokers that do not stay.
    pub(super) jokers: u8,
    pub(super) groups: [ConstrainedGroup; 8],
    pub(super) len: usize,
}

/// A final group that holds jokers that stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ConstrainedGroup {
    /// Colors of the natural tiles.
    pub(super) colors: u8,
    /// All jokers.
    pub(super) jokers: u8,
    /// The jokers that do not stay.
    pub(super) free_jokers: u8,
    /// Bit `i` is set when all jokers that stay of constraint `i` are here.
    pub(super) locked: u8,
}

impl ConstrainedGroups {
    /// How many of the jokers that do not stay are in new groups.
    pub(super) fn new_jokers(&self, new_meld: &NewMeldConstraint, value: usize) -> u8 {
        let groups = self.groups[..self.len].iter();
        let new = groups.filter(|group| !new_meld.old_in_group(value, group.colors, group.locked));
        new.map(|group| group.free_jokers).sum()
    }
}

/// All choices of constrained groups at a value, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct GroupChoices {
    pub(super) options: Vec<ConstrainedGroups>,
    /// For the tiles and jokers of each choice its index.
    known: FxHashMap<(ColorCounts, u8), usize>,
    /// For the groups chosen so far, the most jokers that can be in new ones.
    seen: FxHashMap<Seen, u8>,
    distributions: Vec<LockedGroups>,
    fillings: Vec<Filling>,
}

/// What matters of the groups chosen so far: their number, tiles and jokers, and the colors of those that compete with
/// later groups for old tiles.
type Seen = (usize, ColorCounts, u8, [u8; MAX_GROUPS], (u8, u8));

/// There is at least one joker in each.
const MAX_GROUPS: usize = 8;

/// The most choices, and the most partial ones that are remembered.
const MAX_CHOICES: usize = 1 << 18;

/// What the choices at a value depend on.
pub(super) struct GroupInput<'a> {
    pub(super) value: usize,
    pub(super) constraints: &'a [GroupConstraint],
    pub(super) colors: u8,
    pub(super) shortest: u8,
    /// Natural tiles, by color.
    pub(super) available: ColorCounts,
    /// Jokers that do not stay.
    pub(super) jokers: u8,
    pub(super) defer_jokers: bool,
    pub(super) new_meld: Option<&'a NewMeldConstraint>,
}

/// The jokers that stay in a group, by constraint.
type Locked = [u8; MAX_GROUPS];

/// The groups that hold the jokers that stay. Few groups come first in order: they use the fewest tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct LockedGroups {
    len: usize,
    groups: [Locked; MAX_GROUPS],
}

impl LockedGroups {
    fn as_slice(&self) -> &[Locked] {
        &self.groups[..self.len]
    }
}

/// Enumerates the choices of constrained groups at a value.
struct ChoiceFinder<'a, 'c, 's> {
    input: &'a GroupInput<'a>,
    found: &'a mut GroupChoices,
    check: &'c mut StopCheck<'s>,
}

/// A final group: the colors of its natural tiles, and its jokers that do not stay.
type Filling = (u8, u8);

/// The groups that hold the jokers that stay, and what each can be filled with.
struct Distribution<'f> {
    locked: LockedGroups,
    fillings: &'f [Filling],
    /// For each group where its fillings end.
    ends: [usize; MAX_GROUPS],
    /// For each group whether some constraint has jokers both in it and in another.
    is_split: [bool; MAX_GROUPS],
}

/// The groups under construction.
#[derive(Clone, Copy, Default)]
struct Filled {
    groups: [Filling; MAX_GROUPS],
    len: usize,
    used: ColorCounts,
    jokers: u8,
    /// How many of those are in new groups.
    new_jokers: u8,
}

impl GroupChoices {
    /// Enumerates the final groups that can hold the jokers of these constraints.
    pub(super) fn find(&mut self, input: &GroupInput<'_>, check: &mut StopCheck<'_>) -> Result<(), Unprepared> {
        self.options.clear();
        self.known.clear();
        let mut distributions = std::mem::take(&mut self.distributions);
        let mut fillings = std::mem::take(&mut self.fillings);
        distributions.clear();
        input.distribute(0, 0, 0, &mut LockedGroups::default(), &mut distributions);
        distributions.sort_unstable();
        distributions.dedup();
        let mut finder = ChoiceFinder { input, found: self, check };
        let ended = distributions.iter().try_for_each(|locked| finder.fill_all(*locked, &mut fillings));
        (self.distributions, self.fillings) = (distributions, fillings);
        ended
    }

    /// Gives back the memory of many choices.
    pub(super) fn trim(&mut self) {
        if self.known.capacity().max(self.seen.capacity()) > MAX_CHOICES / 64 {
            *self = Self::default();
        }
    }
}

impl GroupInput<'_> {
    /// Puts the jokers of a constraint from the `nth` on into groups from index `from` on, in every way.
    fn distribute(
        &self,
        constraint: usize,
        nth: u8,
        from: usize,
        groups: &mut LockedGroups,
        found: &mut Vec<LockedGroups>,
    ) {
        let Some(own) = self.constraints.get(constraint) else {
            let mut sorted = *groups;
            sorted.groups[..groups.len].sort_unstable();
            found.push(sorted);
            return;
        };
        if nth == own.locked {
            self.distribute(constraint + 1, 0, 0, groups, found);
            return;
        }
        let len = groups.len;
        for group in from..(len + 1).min(MAX_GROUPS) {
            groups.len = len.max(group + 1);
            groups.groups[group][constraint] += 1;
            // A group has a natural tile, too.
            if groups.groups[group].iter().sum::<u8>() < self.colors {
                self.distribute(constraint, nth + 1, group, groups, found);
            }
            groups.groups[group][constraint] -= 1;
        }
        groups.len = len;
    }

    /// Adds what a group with these jokers can be filled with.
    fn add_fillings(&self, locked: &Locked, found: &mut Vec<Filling>) {
        let palette = (0xFFu16 >> (8 - u16::from(self.colors))) as u8;
        let count: u8 = locked.iter().sum();
        for colors in 1..=palette {
            let size = colors.count_ones() as u8 + count;
            let available = (0..self.colors as usize).all(|c| colors >> c & 1 == 0 || self.available[c] > 0);
            if !available
                || size > self.colors
                || !self.jokers_have_identities(locked, palette & !colors)
                || !self.can_claim(&[*locked], &[(colors, 0)])
            {
                continue;
            }
            let fewest = self.shortest.saturating_sub(size);
            let most = (self.colors - size).min(self.jokers);
            let most = if self.defer_jokers { most.min(fewest) } else { most };
            found.extend((fewest..=most).map(|jokers| (colors, jokers)));
        }
    }

    /// Bit `i` is set when all jokers that stay of constraint `i` are among these.
    fn complete(&self, locked: &Locked) -> u8 {
        let all_here = |&l: &usize| locked[l] == self.constraints[l].locked;
        (0..self.constraints.len()).filter(all_here).fold(0, |mask, l| mask | 1 << l)
    }

    /// Whether each joker that stays can stand for a color of its own that neither its old group nor this one has.
    fn jokers_have_identities(&self, locked: &Locked, free: u8) -> bool {
        // Hall's marriage theorem: any subset of the constraints must see enough colors.
        let constraints = self.constraints.len();
        (1u16..1 << constraints).all(|subset| {
            let (mut jokers, mut colors) = (0, 0u8);
            for l in (0..constraints).filter(|&l| subset >> l & 1 == 1 && locked[l] > 0) {
                jokers += u32::from(locked[l]);
                colors |= self.constraints[l].identities & free;
            }
            jokers <= colors.count_ones()
        })
    }

    /// Whether the tiles in the groups can be assigned to the old groups so that each joker has enough of its own.
    fn can_claim(&self, locked: &[Locked], groups: &[Filling]) -> bool {
        // Each demand: a group, a constraint, and how many more of its old tiles must be in the group.
        let mut demands = [(0usize, 0usize, 0u8); 16];
        let mut len = 0;
        for (b, locked) in locked.iter().enumerate().take(groups.len()) {
            for (l, constraint) in self.constraints.iter().enumerate().filter(|&(l, _)| locked[l] > 0) {
                if let Some(rest) = constraint.needed.checked_sub(locked[l]).filter(|&rest| rest > 0) {
                    demands[len] = (b, l, rest.div_ceil(constraint.natural_counts));
                    len += 1;
                }
            }
        }
        let free = |b: usize| groups.get(b).map_or(0, |&(colors, _)| colors);
        let mut unclaimed = [0u8; 8];
        for (b, place) in unclaimed.iter_mut().enumerate() {
            *place = free(b);
        }
        let mut left = [(0u8, 0u8); 8];
        for (left, constraint) in left.iter_mut().zip(self.constraints) {
            let replaced = constraint.replaced[..constraint.replaced_len].iter().fold(0, |mask, colors| mask | colors);
            *left = (constraint.colors | replaced, (1u16 << constraint.replaced_len).wrapping_sub(1) as u8);
        }
        self.claim(&demands[..len], 0, &mut unclaimed, &mut left)
    }

    /// Assigns tiles to demands. `unclaimed` has the colors of each group that are not assigned yet, `left` for each
    /// constraint the colors of old tiles and replacements not assigned yet, and which replacements those are.
    /// The first demand takes its tiles in order of color, from color `from` on.
    fn claim(
        &self,
        demands: &[(usize, usize, u8)],
        from: u8,
        unclaimed: &mut [u8; 8],
        left: &mut [(u8, u8); 8],
    ) -> bool {
        let Some((&(b, l, count), rest)) = demands.split_first() else { return true };
        if count == 0 {
            return self.claim(rest, 0, unclaimed, left);
        }
        let mut fewer = [(0, 0, 0); 16];
        fewer[..demands.len()].copy_from_slice(demands);
        fewer[0].2 -= 1;
        let fewer = &fewer[..demands.len()];
        for c in from..self.colors {
            let bit = 1u8 << c;
            if unclaimed[b] & bit == 0 {
                continue;
            }
            if left[l].0 & bit == 0 {
                continue;
            }
            let constraint = &self.constraints[l];
            let replaced =
                (0..constraint.replaced_len).filter(|&r| constraint.replaced[r] & bit != 0).map(|r| 1u8 << r);
            let own = (constraint.colors & bit != 0).then_some(0);
            for slot in own.into_iter().chain(replaced) {
                if left[l].1 & slot != slot {
                    continue;
                }
                unclaimed[b] ^= bit;
                left[l] = (left[l].0 ^ bit, left[l].1 ^ slot);
                let found = self.claim(fewer, c + 1, unclaimed, left);
                unclaimed[b] ^= bit;
                left[l] = (left[l].0 ^ bit, left[l].1 ^ slot);
                if found {
                    return true;
                }
            }
        }
        false
    }
}

impl ChoiceFinder<'_, '_, '_> {
    /// Fills the groups that hold these jokers in every way.
    fn fill_all(&mut self, locked: LockedGroups, fillings: &mut Vec<Filling>) -> Result<(), Unprepared> {
        let is_split = std::array::from_fn(|group| {
            let splits =
                |own: &Locked| (0..MAX_GROUPS).any(|l| own[l] > 0 && own[l] < self.input.constraints[l].locked);
            locked.as_slice().get(group).is_some_and(splits)
        });
        let mut ends = [0; MAX_GROUPS];
        fillings.clear();
        for (end, locked) in ends.iter_mut().zip(locked.as_slice()) {
            self.input.add_fillings(locked, fillings);
            *end = fillings.len();
        }
        if self.check.count(256 * locked.len as u32) {
            return Err(Unprepared::Interrupted);
        }
        self.found.seen.clear();
        self.fill(&Distribution { locked, fillings, ends, is_split }, Filled::default())
    }

    /// Chooses the natural tiles and the other jokers of one group after the other.
    fn fill(&mut self, distribution: &Distribution<'_>, filled: Filled) -> Result<(), Unprepared> {
        let index = filled.len;
        let all_locked = distribution.locked.as_slice();
        let Some(locked) = all_locked.get(index) else {
            self.add(distribution, &filled);
            return Ok(());
        };
        // Groups that hold the same jokers are filled in order.
        let is_alike = |index: usize| index > 0 && all_locked.get(index) == all_locked.get(index - 1);
        let least = if is_alike(index) { filled.groups[index - 1] } else { (0, 0) };
        let begin = index.checked_sub(1).map_or(0, |before| distribution.ends[before]);
        for &(colors, jokers) in &distribution.fillings[begin..distribution.ends[index]] {
            let mut filled = filled;
            let has = |c: usize| colors >> c & 1;
            if (colors, jokers) < least
                || filled.jokers + jokers > self.input.jokers
                || (0..self.input.colors as usize).any(|c| filled.used[c] + has(c) > self.input.available[c])
            {
                continue;
            }
            filled.groups[index] = (colors, jokers);
            filled.len += 1;
            filled.jokers += jokers;
            filled.used.iter_mut().enumerate().for_each(|(c, used)| *used += has(c));
            let complete = self.input.complete(locked);
            let is_old = |new_meld: &NewMeldConstraint| new_meld.old_in_group(self.input.value, colors, complete);
            filled.new_jokers += if self.input.new_meld.is_some_and(is_old) { 0 } else { jokers };
            let groups = &filled.groups[..filled.len];
            if distribution.is_split[index] && !self.input.can_claim(all_locked, groups) {
                continue;
            }
            if self.check.count(32) {
                return Err(Unprepared::Interrupted);
            }
            let mut splits = [0; MAX_GROUPS];
            for (at, colors) in splits.iter_mut().enumerate().filter(|&(at, _)| distribution.is_split[at]) {
                *colors = filled.groups[at].0;
            }
            let order = if is_alike(filled.len) { (colors, jokers) } else { (0, 0) };
            let seen = (filled.len, filled.used, filled.jokers, splits, order);
            let most = self.found.seen.insert(seen, filled.new_jokers);
            if let Some(most) = most.filter(|&most| most >= filled.new_jokers) {
                self.found.seen.insert(seen, most);
                continue;
            }
            if self.found.seen.len().max(self.found.options.len()) > MAX_CHOICES {
                return Err(Unprepared::TooLarge);
            }
            self.fill(distribution, filled)?;
        }
        Ok(())
    }

    /// Adds a choice, unless one with the same tiles and jokers is as good.
    fn add(&mut self, distribution: &Distribution<'_>, filled: &Filled) {
        let Filled { used: tiles, jokers, new_jokers, .. } = *filled;
        let mut choice = ConstrainedGroups { tiles, jokers, ..ConstrainedGroups::default() };
        for (locked, &(colors, free_jokers)) in distribution.locked.as_slice().iter().zip(&filled.groups) {
            let jokers = locked.iter().sum::<u8>() + free_jokers;
            let locked = self.input.complete(locked);
            choice.groups[choice.len] = ConstrainedGroup { colors, jokers, free_jokers, locked };
            choice.len += 1;
        }
        let GroupChoices { options, known, .. } = &mut *self.found;
        let index = *known.entry((tiles, jokers)).or_insert(options.len());
        let Some(old) = options.get_mut(index) else {
            options.push(choice);
            return;
        };
        if let Some(new_meld) = self.input.new_meld
            && old.new_jokers(new_meld, self.input.value) < new_jokers
        {
            *old = choice;
        }
    }
}
