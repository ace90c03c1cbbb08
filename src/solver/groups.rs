//! The groups of one number: which tiles can make them, and how many jokers that takes.

use super::fresh::Olds;
use super::split::GroupLock;
use crate::tile::MAX_COLORS;

/// How many tiles of each color go to the groups of a number.
pub(super) type Vector = [u8; MAX_COLORS];

/// The jokers needed for groups of exactly these tiles, when no joker is bound to one.
///
/// The fewest groups that can hold them are as many as the commonest color has tiles; dealt round robin,
/// each holds a color once, and jokers fill those that are too small.
pub(super) fn jokers_needed(tiles: &[u8], shortest: u8) -> u8 {
    let groups = tiles.iter().copied().max().unwrap_or(0);
    let total: u8 = tiles.iter().sum();
    (groups * shortest).saturating_sub(total)
}

/// Whether exactly these tiles and jokers can make groups, each with a natural tile.
pub(super) fn fits(tiles: &[u8], jokers: u8, shortest: u8) -> bool {
    let fewest = tiles.iter().copied().max().unwrap_or(0);
    let total: u8 = tiles.iter().sum();
    let all = total + jokers;
    let colors = tiles.len() as u8;
    if total == 0 {
        return jokers == 0;
    }
    (fewest..=total).any(|groups| groups * shortest <= all && all <= groups * colors)
}

/// One way to make the final groups that hold the jokers that stay at a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Cores {
    /// Natural tiles in them, by color.
    pub(super) tiles: Vector,
    /// Jokers that may lie anywhere, in them.
    pub(super) jokers: u8,
    pub(super) groups: [Core; 8],
    pub(super) len: usize,
}

/// A final group that holds jokers that stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Core {
    /// Colors of the natural tiles.
    pub(super) colors: u8,
    /// Jokers of both kinds.
    pub(super) jokers: u8,
    /// Of those, the ones that may lie anywhere.
    pub(super) spare: u8,
    /// Bit `l` is set when all jokers of lock `l` are here.
    pub(super) locks: u8,
}

impl Cores {
    /// How many of the jokers that may lie anywhere lie in groups that hold no whole old group.
    pub(super) fn new_jokers(&self, olds: &Olds, value: usize) -> u8 {
        let new = self.groups[..self.len].iter().filter(|core| !olds.in_group(value, core.colors, core.locks));
        new.map(|core| core.spare).sum()
    }
}

/// Everything about the groups of one number that has jokers that stay.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) options: Vec<Cores>,
}

/// Finds the final groups for the jokers that stay at one number.
struct Finder<'a> {
    locks: &'a [GroupLock],
    colors: u8,
    shortest: u8,
    may: &'a Vector,
    spare_jokers: u8,
    parking: bool,
    out: &'a mut Vec<Cores>,
}

/// A final group under construction.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    colors: u8,
    spare: u8,
    /// Jokers that stay, by lock.
    locked: [u8; 8],
}

impl Block {
    fn all_locked(self) -> u8 {
        self.locked.iter().sum()
    }
}

impl Held {
    /// Lists every way to make the final groups that hold the jokers of these locks.
    pub(super) fn find(
        &mut self,
        locks: &[GroupLock],
        colors: u8,
        shortest: u8,
        may: &Vector,
        spare_jokers: u8,
        parking: bool,
    ) {
        self.options.clear();
        let out = &mut self.options;
        let mut finder = Finder { locks, colors, shortest, may, spare_jokers, parking, out };
        let mut blocks = [Block::default(); 8];
        finder.place(0, 0, &mut blocks, 0);
    }
}

impl Finder<'_> {
    /// Puts the `nth` joker of a lock into a block that exists, or into a new one.
    fn place(&mut self, lock: usize, nth: u8, blocks: &mut [Block; 8], len: usize) {
        if lock == self.locks.len() {
            self.fill(0, blocks, len, &mut [0; MAX_COLORS], 0);
            return;
        }
        if nth == self.locks[lock].locked {
            self.place(lock + 1, 0, blocks, len);
            return;
        }
        for block in 0..(len + 1).min(8) {
            blocks[block].locked[lock] += 1;
            self.place(lock, nth + 1, blocks, len.max(block + 1));
            blocks[block].locked[lock] -= 1;
        }
    }

    /// Chooses the natural tiles and spare jokers of one block after the other.
    fn fill(&mut self, block: usize, blocks: &mut [Block; 8], len: usize, used: &mut Vector, spare: u8) {
        if block == len {
            if self.claims_hold(&blocks[..len]) {
                self.push(&blocks[..len], *used, spare);
            }
            return;
        }
        let palette = (0xFFu16 >> (8 - u16::from(self.colors))) as u8;
        let locked = blocks[block].all_locked();
        for colors in 1..=palette {
            if (0..self.colors as usize).any(|c| colors >> c & 1 == 1 && used[c] >= self.may[c]) {
                continue;
            }
            let size = colors.count_ones() as u8 + locked;
            if size > self.colors || !self.jokers_have_colors(&blocks[block], palette & !colors) {
                continue;
            }
            let most = (self.colors - size).min(self.spare_jokers - spare);
            let fewest = self.shortest.saturating_sub(size);
            // Spare jokers that are not needed are parked afterwards.
            let most = if self.parking { most.min(fewest) } else { most };
            for jokers in fewest..=most {
                for (c, used) in used.iter_mut().enumerate() {
                    *used += colors >> c & 1;
                }
                blocks[block].colors = colors;
                blocks[block].spare = jokers;
                self.fill(block + 1, blocks, len, used, spare + jokers);
                for (c, used) in used.iter_mut().enumerate() {
                    *used -= colors >> c & 1;
                }
            }
        }
    }

    /// Whether each joker that stays can stand for a color of its own that its old group and this one lack.
    fn jokers_have_colors(&self, block: &Block, free: u8) -> bool {
        // Hall's condition over the locks: any of them together must see enough colors.
        let locks = self.locks.len();
        (1u16..1 << locks).all(|group| {
            let (mut jokers, mut colors) = (0, 0u8);
            for l in (0..locks).filter(|&l| group >> l & 1 == 1 && block.locked[l] > 0) {
                jokers += u32::from(block.locked[l]);
                colors |= self.locks[l].identities & free;
            }
            jokers <= colors.count_ones()
        })
    }

    /// Whether the tiles in the blocks can be counted for the old groups so that each joker has enough.
    fn claims_hold(&self, blocks: &[Block]) -> bool {
        // Each want: a block, a lock, and how many more of its old tiles must lie there.
        let mut wants = [(0usize, 0usize, 0u8); 16];
        let mut len = 0;
        for (b, block) in blocks.iter().enumerate() {
            for (l, lock) in self.locks.iter().enumerate().filter(|&(l, _)| block.locked[l] > 0) {
                if let Some(rest) = lock.needed.checked_sub(block.locked[l]).filter(|&rest| rest > 0) {
                    wants[len] = (b, l, rest.div_ceil(lock.natural_counts));
                    len += 1;
                }
            }
        }
        let free = |b: usize| blocks.get(b).map_or(0, |block| block.colors);
        let mut places = [0u8; 8];
        for (b, place) in places.iter_mut().enumerate() {
            *place = free(b);
        }
        let mut left = [(0u8, 0u8); 8];
        for (left, lock) in left.iter_mut().zip(self.locks) {
            let replaced = lock.replaced[..lock.replaced_len].iter().fold(0, |mask, colors| mask | colors);
            *left = (lock.colors | replaced, (1u16 << lock.replaced_len).wrapping_sub(1) as u8);
        }
        self.claim(&wants[..len], &mut places, &mut left)
    }

    /// Matches wants to tiles: `places` are colors not counted yet by block, `left` the colors of old tiles
    /// and replacements not counted yet, and which replacements those are, by lock.
    fn claim(&self, wants: &[(usize, usize, u8)], places: &mut [u8; 8], left: &mut [(u8, u8); 8]) -> bool {
        let Some((&(b, l, count), rest)) = wants.split_first() else { return true };
        if count == 0 {
            return self.claim(rest, places, left);
        }
        let mut wants_less = [(0, 0, 0); 16];
        wants_less[..wants.len()].copy_from_slice(wants);
        wants_less[0].2 -= 1;
        let wants_less = &wants_less[..wants.len()];
        for c in 0..self.colors {
            let bit = 1u8 << c;
            if places[b] & bit == 0 {
                continue;
            }
            if left[l].0 & bit == 0 {
                continue;
            }
            let lock = &self.locks[l];
            let replaced = (0..lock.replaced_len).filter(|&r| lock.replaced[r] & bit != 0).map(|r| 1u8 << r);
            let own = (lock.colors & bit != 0).then_some(0);
            for slot in own.into_iter().chain(replaced) {
                if left[l].1 & slot != slot {
                    continue;
                }
                places[b] ^= bit;
                left[l] = (left[l].0 ^ bit, left[l].1 ^ slot);
                let found = self.claim(wants_less, places, left);
                places[b] ^= bit;
                left[l] = (left[l].0 ^ bit, left[l].1 ^ slot);
                if found {
                    return true;
                }
            }
        }
        false
    }

    fn push(&mut self, blocks: &[Block], tiles: Vector, jokers: u8) {
        let mut cores = Cores { tiles, jokers, ..Cores::default() };
        for block in blocks {
            let all_here = |&l: &usize| block.locked[l] == self.locks[l].locked;
            let locks = (0..self.locks.len()).filter(all_here).fold(0, |mask, l| mask | 1 << l);
            let jokers = block.all_locked() + block.spare;
            let core = Core { colors: block.colors, jokers, spare: block.spare, locks };
            cores.groups[cores.len] = core;
            cores.len += 1;
        }
        // Which of two ways makes no difference where the other jokers are parked afterwards.
        let alike = |known: &Cores| known.tiles == tiles && known.jokers == jokers;
        if !self.out.iter().any(|known| if self.parking { alike(known) } else { *known == cores }) {
            self.out.push(cores);
        }
    }
}
