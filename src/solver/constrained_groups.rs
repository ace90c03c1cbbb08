//! Constrained groups: the final groups of a value that hold jokers that stay.
//!
//! There are few jokers and few colors, so all choices of these groups are enumerated.

use super::groups::ColorCounts;
use super::joker_constraint::GroupConstraint;
use super::new_meld::NewMeldConstraint;
use crate::tile::MAX_COLORS;

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
}

/// Enumerates the choices of constrained groups at a value.
struct ChoiceFinder<'a> {
    constraints: &'a [GroupConstraint],
    colors: u8,
    shortest: u8,
    available: &'a ColorCounts,
    free_jokers: u8,
    defer_jokers: bool,
    found: &'a mut Vec<ConstrainedGroups>,
}

/// A final group under construction.
#[derive(Debug, Clone, Copy, Default)]
struct PartialGroup {
    colors: u8,
    free_jokers: u8,
    /// Jokers that stay, by constraint.
    locked: [u8; 8],
}

impl PartialGroup {
    fn locked_count(self) -> u8 {
        self.locked.iter().sum()
    }
}

impl GroupChoices {
    /// Enumerates the final groups that can hold the jokers of these constraints.
    pub(super) fn find(
        &mut self,
        constraints: &[GroupConstraint],
        colors: u8,
        shortest: u8,
        available: &ColorCounts,
        free_jokers: u8,
        defer_jokers: bool,
    ) {
        self.options.clear();
        let found = &mut self.options;
        let mut finder = ChoiceFinder { constraints, colors, shortest, available, free_jokers, defer_jokers, found };
        let mut groups = [PartialGroup::default(); 8];
        finder.place(0, 0, &mut groups, 0);
    }
}

impl ChoiceFinder<'_> {
    /// Puts the `nth` joker of a constraint into each group there is, and into a new one.
    fn place(&mut self, constraint: usize, nth: u8, groups: &mut [PartialGroup; 8], len: usize) {
        if constraint == self.constraints.len() {
            self.fill(0, groups, len, &mut [0; MAX_COLORS], 0);
            return;
        }
        if nth == self.constraints[constraint].locked {
            self.place(constraint + 1, 0, groups, len);
            return;
        }
        for group in 0..(len + 1).min(8) {
            groups[group].locked[constraint] += 1;
            self.place(constraint, nth + 1, groups, len.max(group + 1));
            groups[group].locked[constraint] -= 1;
        }
    }

    /// Chooses the natural tiles and free jokers of one group after the other.
    fn fill(
        &mut self,
        group: usize,
        groups: &mut [PartialGroup; 8],
        len: usize,
        used: &mut ColorCounts,
        free_jokers: u8,
    ) {
        if group == len {
            if self.can_claim(&groups[..len]) {
                self.push(&groups[..len], *used, free_jokers);
            }
            return;
        }
        let palette = (0xFFu16 >> (8 - u16::from(self.colors))) as u8;
        let locked = groups[group].locked_count();
        for colors in 1..=palette {
            if (0..self.colors as usize).any(|c| colors >> c & 1 == 1 && used[c] >= self.available[c]) {
                continue;
            }
            let size = colors.count_ones() as u8 + locked;
            if size > self.colors || !self.jokers_have_identities(&groups[group], palette & !colors) {
                continue;
            }
            let most = (self.colors - size).min(self.free_jokers - free_jokers);
            let fewest = self.shortest.saturating_sub(size);
            let most = if self.defer_jokers { most.min(fewest) } else { most };
            for jokers in fewest..=most {
                for (c, used) in used.iter_mut().enumerate() {
                    *used += colors >> c & 1;
                }
                groups[group].colors = colors;
                groups[group].free_jokers = jokers;
                self.fill(group + 1, groups, len, used, free_jokers + jokers);
                for (c, used) in used.iter_mut().enumerate() {
                    *used -= colors >> c & 1;
                }
            }
        }
    }

    /// Whether each joker that stays can stand for a color of its own that neither its old group nor this one has.
    fn jokers_have_identities(&self, group: &PartialGroup, free: u8) -> bool {
        // Hall's marriage theorem: any subset of the constraints must see enough colors.
        let constraints = self.constraints.len();
        (1u16..1 << constraints).all(|subset| {
            let (mut jokers, mut colors) = (0, 0u8);
            for l in (0..constraints).filter(|&l| subset >> l & 1 == 1 && group.locked[l] > 0) {
                jokers += u32::from(group.locked[l]);
                colors |= self.constraints[l].identities & free;
            }
            jokers <= colors.count_ones()
        })
    }

    /// Whether the tiles in the groups can be assigned to the old groups so that each joker has enough of its own.
    fn can_claim(&self, groups: &[PartialGroup]) -> bool {
        // Each demand: a group, a constraint, and how many more of its old tiles must be in the group.
        let mut demands = [(0usize, 0usize, 0u8); 16];
        let mut len = 0;
        for (b, group) in groups.iter().enumerate() {
            for (l, constraint) in self.constraints.iter().enumerate().filter(|&(l, _)| group.locked[l] > 0) {
                if let Some(rest) = constraint.needed.checked_sub(group.locked[l]).filter(|&rest| rest > 0) {
                    demands[len] = (b, l, rest.div_ceil(constraint.natural_counts));
                    len += 1;
                }
            }
        }
        let free = |b: usize| groups.get(b).map_or(0, |group| group.colors);
        let mut unclaimed = [0u8; 8];
        for (b, place) in unclaimed.iter_mut().enumerate() {
            *place = free(b);
        }
        let mut left = [(0u8, 0u8); 8];
        for (left, constraint) in left.iter_mut().zip(self.constraints) {
            let replaced = constraint.replaced[..constraint.replaced_len].iter().fold(0, |mask, colors| mask | colors);
            *left = (constraint.colors | replaced, (1u16 << constraint.replaced_len).wrapping_sub(1) as u8);
        }
        self.claim(&demands[..len], &mut unclaimed, &mut left)
    }

    /// Assigns tiles to demands. `unclaimed` has the colors of each group that are not assigned yet, `left` for each
    /// constraint the colors of old tiles and replacements not assigned yet, and which replacements those are.
    fn claim(&self, demands: &[(usize, usize, u8)], unclaimed: &mut [u8; 8], left: &mut [(u8, u8); 8]) -> bool {
        let Some((&(b, l, count), rest)) = demands.split_first() else { return true };
        if count == 0 {
            return self.claim(rest, unclaimed, left);
        }
        let mut fewer = [(0, 0, 0); 16];
        fewer[..demands.len()].copy_from_slice(demands);
        fewer[0].2 -= 1;
        let fewer = &fewer[..demands.len()];
        for c in 0..self.colors {
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
                let found = self.claim(fewer, unclaimed, left);
                unclaimed[b] ^= bit;
                left[l] = (left[l].0 ^ bit, left[l].1 ^ slot);
                if found {
                    return true;
                }
            }
        }
        false
    }

    fn push(&mut self, groups: &[PartialGroup], tiles: ColorCounts, jokers: u8) {
        let mut choice = ConstrainedGroups { tiles, jokers, ..ConstrainedGroups::default() };
        for group in groups {
            let all_here = |&l: &usize| group.locked[l] == self.constraints[l].locked;
            let locked = (0..self.constraints.len()).filter(all_here).fold(0, |mask, l| mask | 1 << l);
            let jokers = group.locked_count() + group.free_jokers;
            choice.groups[choice.len] =
                ConstrainedGroup { colors: group.colors, jokers, free_jokers: group.free_jokers, locked };
            choice.len += 1;
        }
        // With deferred jokers it does not matter which of two choices with the same tiles is taken.
        let alike = |known: &ConstrainedGroups| known.tiles == tiles && known.jokers == jokers;
        if !self.found.iter().any(|known| if self.defer_jokers { alike(known) } else { *known == choice }) {
            self.found.push(choice);
        }
    }
}
