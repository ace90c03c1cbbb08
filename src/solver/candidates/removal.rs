//! Tables after a turn without one of the tiles that it played.
//!
//! On a crowded table most plays are others without a tile or two. Often there is no need for a search: what remains
//! of the tile's meld is a meld, or finds a place in others. Only melds without jokers are rearranged: what became of
//! the jokers of the table (rules 14 and 15) does not depend on those.

use crate::meld::{Group, Meld, Run};
use crate::tile::{Color, MAX_COLORS, Tile};

/// Finds tables without one tile.
pub(super) struct Removal<'a> {
    pub(super) tile: Tile,
    /// The fewest tiles of a meld.
    pub(super) shortest: u8,
    /// Whether a table is accepted, given its melds and whether one with a joker was changed.
    pub(super) accepts: &'a mut dyn FnMut(&[Meld], bool) -> bool,
}

impl Removal<'_> {
    /// Removes the tile with a few changes, if they lead to an accepted table; otherwise the melds stay the same.
    pub(super) fn apply(&mut self, melds: &mut Vec<Meld>) -> bool {
        let shortest = self.shortest;
        let natural = self.tile.natural();
        // First where what remains are melds: without jokers, then with some.
        for with_jokers in [false, true] {
            for index in 0..melds.len() {
                let meld = melds[index];
                if (meld.jokers() > 0) != with_jokers {
                    continue;
                }
                let Some(parts) = split(meld, natural).filter(|parts| are_melds(parts, shortest)) else { continue };
                // In its place, for melds that are nearly in order are sorted faster.
                let count = melds.len();
                replace_in_order(melds, index, &parts);
                if (self.accepts)(melds, with_jokers) {
                    return true;
                }
                let end = index + 1 + melds.len() - count;
                melds.splice(index..end, [meld]);
            }
        }
        for index in 0..melds.len() {
            if melds[index].jokers() > 0 {
                continue;
            }
            let Some(parts) = split(melds[index], natural) else { continue };
            let mut after = melds.clone();
            replace(&mut after, index, &parts.map(|part| part.filter(|part| is_meld(part, shortest))));
            let mut rest = parts.iter().flatten().filter(|part| !is_meld(part, shortest));
            if rest.all(|part| settle(&mut after, *part, shortest)) && (self.accepts)(&after, false) {
                *melds = after;
                return true;
            }
        }
        false
    }
}

/// What remains of a meld; the parts need not be melds.
type Parts = [Option<Meld>; 2];

const fn is_meld(part: &Meld, shortest: u8) -> bool {
    part.len() >= shortest as usize
}

fn are_melds(parts: &Parts, shortest: u8) -> bool {
    parts.iter().flatten().all(|part| is_meld(part, shortest))
}

/// A tile by color and number; a joker has neither.
type Natural = Option<(Color, u8)>;

/// Whether a meld has a tile.
#[inline]
const fn has(meld: &Meld, tile: Natural) -> bool {
    match (meld, tile) {
        (Meld::Run(run), Some((color, value))) => run.color == color.index() as u8 && run.natural_at(value),
        (Meld::Run(run), None) => run.jokers != 0,
        (Meld::Group(group), Some((color, value))) => group.value == value && group.colors >> color.index() & 1 == 1,
        (Meld::Group(group), None) => group.jokers > 0,
    }
}

/// What remains of a meld without a tile, if it has the tile.
#[inline]
fn split(meld: Meld, tile: Natural) -> Option<Parts> {
    has(&meld, tile).then(|| match (meld, tile) {
        (Meld::Run(run), Some((_, value))) => split_run(run, value - run.first),
        (Meld::Run(run), None) => split_run(run, run.jokers.trailing_zeros() as u8),
        (Meld::Group(group), Some((color, _))) => {
            [Some(Meld::Group(Group { colors: group.colors & !(1 << color.index()), ..group })), None]
        }
        (Meld::Group(group), None) => [Some(Meld::Group(Group { jokers: group.jokers - 1, ..group })), None],
    })
}

/// The parts of a run before and after a place.
fn split_run(run: Run, place: u8) -> Parts {
    let next = place + 1;
    let low = Run { len: place, jokers: run.jokers & ((1 << place) - 1), ..run };
    let high =
        Run { first: run.first + next, len: run.len - next, jokers: run.jokers.unbounded_shr(next.into()), ..run };
    [low, high].map(|run| (run.len > 0).then_some(Meld::Run(run)))
}

fn replace_in_order(melds: &mut Vec<Meld>, index: usize, parts: &Parts) {
    match *parts {
        [None, None] => {
            melds.remove(index);
        }
        [Some(part), None] | [None, Some(part)] => melds[index] = part,
        [Some(low), Some(high)] => {
            melds[index] = low;
            melds.insert(index + 1, high);
        }
    }
}

fn replace(melds: &mut Vec<Meld>, index: usize, parts: &Parts) {
    melds.swap_remove(index);
    melds.extend(parts.iter().flatten());
}

/// Makes a part a meld with a tile of another meld, or finds places for its tiles in other melds.
fn settle(melds: &mut Vec<Meld>, part: Meld, shortest: u8) -> bool {
    if part.len() + 1 == shortest as usize {
        for (tile, completed) in completions(part) {
            let natural = tile.natural();
            for index in 0..melds.len() {
                if melds[index].jokers() == 0
                    && let Some(parts) = split(melds[index], natural)
                    && are_melds(&parts, shortest)
                {
                    replace(melds, index, &parts);
                    melds.push(completed);
                    return true;
                }
            }
        }
    }
    part.tiles().all(|tile| place(melds, tile, shortest))
}

/// A part of a meld with one more natural tile, in every way.
fn completions(part: Meld) -> impl Iterator<Item = (Tile, Meld)> {
    let tiles: [Option<Tile>; MAX_COLORS] = match part {
        Meld::Run(run) => {
            let mut tiles = [None; MAX_COLORS];
            tiles[0] = Tile::new(run.color(), run.first.saturating_sub(1));
            tiles[1] = Tile::new(run.color(), run.last() + 1);
            tiles
        }
        Meld::Group(group) => {
            std::array::from_fn(|color| Color::new(color).and_then(|color| Tile::new(color, group.value)))
        }
    };
    tiles.into_iter().flatten().filter_map(move |tile| Some((tile, with_tile(part, tile)?)))
}

/// Adds a tile to a meld without jokers, or splits a run that has the same tile in two.
fn place(melds: &mut Vec<Meld>, tile: Tile, shortest: u8) -> bool {
    for index in 0..melds.len() {
        let meld = melds[index];
        if meld.jokers() > 0 {
            continue;
        }
        if let Some(longer) = with_tile(meld, tile) {
            melds[index] = longer;
            return true;
        }
        if let (Meld::Run(run), Some((color, value))) = (meld, tile.natural())
            && run.color() == color
            && run.natural_at(value)
        {
            let low = Run { len: value - run.first + 1, ..run };
            let high = Run { first: value, len: run.last() - value + 1, ..run };
            if low.len.min(high.len) >= shortest {
                melds[index] = Meld::Run(low);
                melds.push(Meld::Run(high));
                return true;
            }
        }
    }
    false
}

/// A part of a meld with a natural tile, if it fits.
fn with_tile(part: Meld, tile: Tile) -> Option<Meld> {
    let (color, value) = tile.natural()?;
    match part {
        Meld::Run(run) if run.color() == color && value == run.last() + 1 => {
            Some(Meld::Run(Run { len: run.len + 1, ..run }))
        }
        Meld::Run(run) if run.color() == color && value + 1 == run.first => {
            Some(Meld::Run(Run { first: value, len: run.len + 1, ..run }))
        }
        Meld::Group(group) if group.value == value && group.colors >> color.index() & 1 == 0 => {
            Some(Meld::Group(Group { colors: group.colors | 1 << color.index(), ..group }))
        }
        _ => None,
    }
}
