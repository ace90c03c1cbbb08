//! The jokers of the table before the turn, and which of them can be freed together (rule 14).

use crate::meld::{Meld, palette_mask};
use crate::rules::{ExchangeFrom, FreedJoker, LockedMeld, Rules};
use crate::table::Table;
use crate::tile::{Tile, Tiles};

/// The tiles of a meld of the table as bits: values of a run, or colors of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct MeldBits {
    pub(super) is_run: bool,
    /// The color of a run, or the value of a group.
    pub(super) line: u8,
    pub(super) naturals: u32,
    /// What its jokers may stand for: the places of a run, the missing colors of a group.
    pub(super) stands_for: u32,
    pub(super) jokers: u8,
}

impl MeldBits {
    pub(super) fn of(meld: &Meld, rules: &Rules) -> Self {
        match meld {
            Meld::Run(run) => {
                let all = ((1u32 << run.len) - 1) << run.first;
                let jokers = run.jokers << run.first;
                Self {
                    is_run: true,
                    line: run.color,
                    naturals: all & !jokers,
                    stands_for: jokers,
                    jokers: jokers.count_ones() as u8,
                }
            }
            Meld::Group(group) => Self {
                is_run: false,
                line: group.value,
                naturals: group.colors.into(),
                stands_for: (!group.colors & palette_mask(&rules.deck)).into(),
                jokers: group.jokers,
            },
        }
    }

    pub(super) fn same_line(&self, other: &Self) -> bool {
        self.is_run == other.is_run && self.line == other.line
    }

    pub(super) const fn len(&self) -> u8 {
        self.naturals.count_ones() as u8 + self.jokers
    }
}

/// A joker that was on the table when the turn began.
#[derive(Debug, Clone, Copy)]
pub(super) struct OldJoker {
    /// Its meld, by index on the table.
    pub(super) meld: usize,
    /// The value it stands for.
    pub(super) value: u8,
    /// The colors it may stand for, bit `c` for color `c`.
    colors: u8,
    /// Whether it is in a group.
    pub(super) in_group: bool,
    /// Whether its meld has another joker.
    shares_meld: bool,
}

impl OldJoker {
    pub(super) fn stands_for(&self, tile: Tile) -> bool {
        tile.natural().is_some_and(|(color, value)| value == self.value && self.colors >> color.index() & 1 == 1)
    }
}

/// A table tile that could replace a joker.
#[derive(Debug, Clone, Copy)]
struct TableSource {
    tile: Tile,
    meld: usize,
    /// The jokers of its meld.
    jokers: u8,
    /// Whether the tile may leave its meld while a joker is there.
    can_leave: bool,
}

/// The jokers of the table in order of melds, and of places in them; in reusable memory.
///
/// Sets of jokers are masks: bit `j` stands for joker `j`.
#[derive(Debug, Default)]
pub(super) struct OldJokers {
    pub(super) jokers: Vec<OldJoker>,
    sources: Vec<TableSource>,
    /// Hand tiles that are played in any case.
    must_play: Tiles,
    /// Whether freed jokers must go to new melds.
    pub(super) need_new_melds: bool,
}

impl OldJokers {
    /// Reads the jokers of a table; the tiles in `must_play` are played in any case.
    pub(super) fn read(&mut self, rules: &Rules, table: &Table, must_play: &Tiles) {
        self.jokers.clear();
        self.sources.clear();
        self.must_play.clone_from(must_play);
        self.need_new_melds = rules.freed_joker == FreedJoker::NewMeld && rules.locked_meld != LockedMeld::Free;
        for (index, meld) in table.melds().iter().enumerate() {
            let shares_meld = meld.jokers() > 1;
            match meld {
                Meld::Run(run) => {
                    let values = (run.first()..=run.last()).filter(|&value| run.joker_at(value));
                    self.jokers.extend(values.map(|value| OldJoker {
                        meld: index,
                        value,
                        colors: 1 << run.color,
                        in_group: false,
                        shares_meld,
                    }));
                }
                Meld::Group(group) => {
                    let colors = group.missing(&rules.deck);
                    let joker = OldJoker { meld: index, value: group.value, colors, in_group: true, shares_meld };
                    self.jokers.extend(std::iter::repeat_n(joker, group.jokers as usize));
                }
            }
        }
        if self.jokers.is_empty() || rules.exchange_from == ExchangeFrom::Hand {
            return;
        }
        for (index, meld) in table.melds().iter().enumerate() {
            let can_leave = match rules.locked_meld {
                LockedMeld::Frozen => false,
                LockedMeld::KeepThree => meld.len() >= 4,
                LockedMeld::Identity | LockedMeld::Free => true,
            };
            let jokers = self.of_meld(index);
            meld.for_each_tile(|tile| {
                if self.jokers.iter().any(|joker| joker.meld != index && joker.stands_for(tile)) {
                    self.sources.push(TableSource { tile, meld: index, jokers, can_leave });
                }
            });
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.jokers.len()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.jokers.is_empty()
    }

    /// All jokers.
    pub(super) const fn all(&self) -> u8 {
        ((1u16 << self.jokers.len()) - 1) as u8
    }

    /// The jokers that satisfy a condition.
    pub(super) fn filter(&self, condition: impl Fn(&OldJoker) -> bool) -> u8 {
        self.jokers.iter().enumerate().filter(|(_, joker)| condition(joker)).fold(0, |mask, (j, _)| mask | 1 << j)
    }

    /// The jokers of a meld.
    pub(super) fn of_meld(&self, index: usize) -> u8 {
        self.filter(|joker| joker.meld == index)
    }

    /// The jokers whose meld has another joker.
    pub(super) fn with_shared_meld(&self) -> u8 {
        self.filter(|joker| joker.shares_meld)
    }

    /// Whether a joker is in the same group as the one before it, so that they are interchangeable.
    pub(super) fn is_twin(&self, j: usize) -> bool {
        j > 0 && self.jokers[j].in_group && self.jokers[j - 1].meld == self.jokers[j].meld
    }

    /// The colors of the table tiles that can free joker `j` when those in `freed` have left their melds.
    pub(super) fn table_colors(&self, j: usize, freed: u8) -> u8 {
        let joker = &self.jokers[j];
        let free = |source: &&TableSource| {
            source.meld != joker.meld
                && (source.can_leave || source.jokers & !freed == 0)
                && joker.stands_for(source.tile)
        };
        self.sources.iter().filter(free).fold(0, |mask, source| mask | color_bit(source.tile))
    }

    /// The colors of the tiles that can free joker `j` when those in `freed` have left their melds, and these hand
    /// tiles and those that must be played are played.
    pub(super) fn colors_that_free(&self, j: usize, freed: u8, played: &[Tile]) -> u8 {
        let joker = &self.jokers[j];
        let must_play = self.must_play.kinds().map(|(tile, _)| tile);
        let from_hand = played.iter().copied().chain(must_play).filter(|&tile| joker.stands_for(tile));
        from_hand.fold(self.table_colors(j, freed), |mask, tile| mask | color_bit(tile))
    }

    /// The jokers among `allowed` that can be freed, one after the other, with these hand tiles.
    pub(super) fn release(&self, allowed: u8, played: &[Tile]) -> u8 {
        let mut freed = 0;
        loop {
            let more = (0..self.jokers.len())
                .filter(|&j| (allowed & !freed) >> j & 1 == 1 && self.colors_that_free(j, freed, played) != 0)
                .fold(0, |mask, j| mask | 1 << j);
            if more == 0 {
                return freed;
            }
            freed |= more;
        }
    }
}

/// The color of a tile as a bit; no bit for a joker.
pub(super) fn color_bit(tile: Tile) -> u8 {
    tile.color().map_or(0, |color| 1 << color.index())
}
