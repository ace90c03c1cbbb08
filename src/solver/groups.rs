//! Groups of one value without constraints: which tiles can make them, and how many jokers that takes.
//!
//! Only the number of tiles of each color matters, so both questions have closed formulas.

use crate::tile::MAX_COLORS;

/// How many tiles of each color go to the groups of a value.
pub(super) type ColorCounts = [u8; MAX_COLORS];

/// The fewest jokers that complete exactly these tiles to groups.
///
/// The color with the most tiles decides how many groups there are at least. Dealt to these round robin, no group
/// gets a color twice, and jokers fill the groups that are too small.
pub(super) fn jokers_needed(tiles: &[u8], shortest: u8) -> u8 {
    let groups = tiles.iter().copied().max().unwrap_or(0);
    let total: u8 = tiles.iter().sum();
    (groups * shortest).saturating_sub(total)
}

/// The fewest groups that exactly these tiles and jokers can make, each with a natural tile.
pub(super) fn group_count(tiles: &[u8], jokers: u8, shortest: u8) -> Option<u8> {
    let fewest = tiles.iter().copied().max().unwrap_or(0);
    let total: u8 = tiles.iter().sum();
    let all = total + jokers;
    let colors = tiles.len() as u8;
    (fewest..=total).find(|groups| *groups > 0 && groups * shortest <= all && all <= groups * colors)
}

/// Whether exactly these tiles and jokers can make groups, each with a natural tile.
pub(super) fn can_make_groups(tiles: &[u8], jokers: u8, shortest: u8) -> bool {
    if tiles.iter().all(|&count| count == 0) {
        return jokers == 0;
    }
    group_count(tiles, jokers, shortest).is_some()
}
