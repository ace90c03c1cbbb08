//! Bipartite matching: which tile accounts for which joker.

use super::shape::each;

/// The tiles that locked jokers of an old meld need with them in one new meld (rule 15).
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    pub(super) old: usize,
    pub(super) new: usize,
    /// The natural tiles that both melds have, as bits.
    pub(super) shared: u32,
    /// How many of them are needed.
    pub(super) need: u32,
}

/// Whether all demands can be met when each tile of an old meld counts for one new meld only, and each place of
/// a new meld for one old meld only (rule 15).
///
/// There are as many demands as locked jokers at most, so backtracking does.
pub(super) fn can_meet(demands: &[Demand]) -> bool {
    let mut taken = Vec::with_capacity(demands.len());
    meet_next(demands, &mut taken)
}

/// `taken[i]` are the tiles that demand `i` counts; the demands before `taken.len()` are met.
fn meet_next(demands: &[Demand], taken: &mut Vec<u32>) -> bool {
    let Some((demand, later)) = demands[taken.len()..].split_first() else { return true };
    let competes = |other: &Demand| other.old == demand.old || other.new == demand.new;
    let gone = demands.iter().zip(&*taken).filter(|(other, _)| competes(other)).fold(0, |all, (_, bits)| all | bits);
    let open = demand.shared & !gone;
    let contested = later.iter().filter(|other| competes(other)).fold(0, |all, other| all | other.shared);
    // Taking the tiles that no later demand can count first is never worse.
    let own = lowest(open & !contested, demand.need);
    taken.push(own);
    let met = meet_contested(demands, taken, open & contested, demand.need - own.count_ones());
    taken.pop();
    met
}

fn meet_contested(demands: &[Demand], taken: &mut Vec<u32>, open: u32, left: u32) -> bool {
    if left == 0 {
        return meet_next(demands, taken);
    }
    if open.count_ones() < left {
        return false;
    }
    let place = taken.len() - 1;
    let before = taken[place];
    let first = open & open.wrapping_neg();
    taken[place] = before | first;
    let met = meet_contested(demands, taken, open & !first, left - 1);
    taken[place] = before;
    met || meet_contested(demands, taken, open & !first, left)
}

/// The lowest `most` bits, or all of them.
fn lowest(bits: u32, most: u32) -> u32 {
    each(bits).take(most as usize).fold(0, |all, bit| all | 1 << bit)
}

/// Matches each joker with a kind it accepts, each kind at most `capacity` times, or returns `None` if that is
/// impossible.
///
/// Augmenting paths, as in Kuhn's algorithm.
pub(super) fn match_all(accepts: &[Vec<u8>], capacity: impl Fn(u8) -> u8) -> Option<Vec<u8>> {
    let mut matched: Vec<Option<u8>> = vec![None; accepts.len()];
    for joker in 0..accepts.len() {
        let mut visited = [false; 256];
        if !augment(joker, accepts, &capacity, &mut matched, &mut visited) {
            return None;
        }
    }
    matched.into_iter().collect()
}

fn augment(
    joker: usize,
    accepts: &[Vec<u8>],
    capacity: &impl Fn(u8) -> u8,
    matched: &mut [Option<u8>],
    visited: &mut [bool; 256],
) -> bool {
    for &kind in &accepts[joker] {
        if std::mem::replace(&mut visited[kind as usize], true) {
            continue;
        }
        let holders: Vec<usize> = (0..matched.len()).filter(|&other| matched[other] == Some(kind)).collect();
        if holders.len() < capacity(kind) as usize
            || holders.into_iter().any(|holder| augment(holder, accepts, capacity, matched, visited))
        {
            matched[joker] = Some(kind);
            return true;
        }
    }
    false
}
