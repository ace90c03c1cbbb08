//! Which tile counts for which joker: two small assignments.

use super::shape::each;

/// A final meld that holds locked jokers of an old meld, and how many of the old meld's other tiles it needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) old: usize,
    pub(super) last: usize,
    /// Tiles of the old meld that are natural tiles of the final one.
    pub(super) shared: u32,
    pub(super) need: u32,
}

/// Whether every pair gets what it needs when a tile of an old meld counts for one final meld only, and a place
/// of a final meld for one old meld only (rule 15).
pub(super) fn enough(pairs: &[Pair]) -> bool {
    let mut taken = Vec::with_capacity(pairs.len());
    next_pair(pairs, &mut taken)
}

/// `taken[i]` are the tiles that pair `i` counts; pairs before `taken.len()` are served.
fn next_pair(pairs: &[Pair], taken: &mut Vec<u32>) -> bool {
    let Some((pair, later)) = pairs[taken.len()..].split_first() else { return true };
    let rivals = |other: &Pair| other.old == pair.old || other.last == pair.last;
    let gone = pairs.iter().zip(&*taken).filter(|(other, _)| rivals(other)).fold(0, |all, (_, bits)| all | bits);
    let open = pair.shared & !gone;
    let wanted = later.iter().filter(|other| rivals(other)).fold(0, |all, other| all | other.shared);
    // Tiles that no later pair could count are taken first: that is never worse.
    let own = lowest(open & !wanted, pair.need);
    taken.push(own);
    let found = contested(pairs, taken, open & wanted, pair.need - own.count_ones());
    taken.pop();
    found
}

fn contested(pairs: &[Pair], taken: &mut Vec<u32>, open: u32, left: u32) -> bool {
    if left == 0 {
        return next_pair(pairs, taken);
    }
    if open.count_ones() < left {
        return false;
    }
    let place = taken.len() - 1;
    let before = taken[place];
    let first = open & open.wrapping_neg();
    taken[place] = before | first;
    let found = contested(pairs, taken, open & !first, left - 1);
    taken[place] = before;
    found || contested(pairs, taken, open & !first, left)
}

/// The lowest bits, at most so many.
fn lowest(bits: u32, most: u32) -> u32 {
    each(bits).take(most as usize).fold(0, |all, bit| all | 1 << bit)
}

/// Gives everyone one of the kinds it accepts, each kind no more often than `capacity` says; the kind given to
/// each, or nothing if that cannot be done.
pub(super) fn assign(accepts: &[Vec<u8>], capacity: impl Fn(u8) -> u8) -> Option<Vec<u8>> {
    let mut given: Vec<Option<u8>> = vec![None; accepts.len()];
    for who in 0..accepts.len() {
        let mut asked = [false; 256];
        if !augment(who, accepts, &capacity, &mut given, &mut asked) {
            return None;
        }
    }
    given.into_iter().collect()
}

fn augment(
    who: usize,
    accepts: &[Vec<u8>],
    capacity: &impl Fn(u8) -> u8,
    given: &mut [Option<u8>],
    asked: &mut [bool; 256],
) -> bool {
    for &kind in &accepts[who] {
        if std::mem::replace(&mut asked[kind as usize], true) {
            continue;
        }
        let holders: Vec<usize> = (0..given.len()).filter(|&other| given[other] == Some(kind)).collect();
        if holders.len() < capacity(kind) as usize
            || holders.into_iter().any(|holder| augment(holder, accepts, capacity, given, asked))
        {
            given[who] = Some(kind);
            return true;
        }
    }
    false
}
