//! The legality of turns: the only code that knows rules 9 to 15.
//!
//! The rule book judges a turn by the table it leaves. The new table consists of the old table and the tiles
//! played, all its melds are valid, and each joker of the old table either was freed or stayed.
//!
//! [`check_turn`] takes a [`Draft`] as a player wrote it and lists every reason against it. [`is_legal`] takes a
//! [`Table`] and answers yes or no.

mod assignment;
mod diagnose;
mod draft;
mod exchange;
mod kept;
mod matching;
mod opening;
mod problem;
mod reason;
mod shape;
mod stop;

use crate::meld::Meld;
use crate::rules::{LockedMeld, OpeningTable, Rules};
use crate::table::{InvalidTableError, Table};
use crate::tile::{Tile, Tiles};
use assignment::Assignment;
use kept::KeptMelds;
use problem::{JokerProblem, Place};
use shape::Shape;

pub use draft::Draft;
use draft::Reading;
pub use problem::Source;
pub use reason::{IllegalTurnError, Reason};
pub use stop::CheckError;
pub(crate) use stop::Stopped;

/// What became of a joker that was on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// A tile replaced it and it was played again (rule 14).
    Freed {
        /// The tile.
        by: Tile,
        /// Where the tile came from.
        from: Source,
    },
    /// It stands for the same tile as before (rule 15).
    Stayed {
        /// The meld it is in now, by its index in the table after the turn.
        meld: usize,
    },
    /// Jokers move like other tiles (`locked_meld = free`).
    Loose,
}

/// A joker that was on the table, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TableJoker {
    /// The meld it was in, by its index in the table before the turn.
    pub meld: usize,
    /// The tiles it could stand for (rule 7): one in a run, every missing color in a group.
    pub stands_for: Vec<Tile>,
    /// What became of it.
    pub fate: Fate,
}

/// The answer of [`check_turn`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The reasons against the turn; empty if it is legal.
    pub reasons: Vec<Reason>,
    /// The tiles of the new table that were not on the old one.
    pub tiles: Tiles,
    /// The table after the turn, if the turn is legal.
    pub table: Option<Table>,
    /// If the turn is legal, what became of the table's jokers: first those that were freed, in an order in which
    /// the tile for each exchange is available, then the others. Where a turn can be explained in several ways,
    /// jokers stay in place if possible.
    pub jokers: Vec<TableJoker>,
}

impl Verdict {
    /// Whether the turn is legal.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Returns the table after the turn.
    ///
    /// # Errors
    /// If the turn is illegal; the error holds all reasons.
    pub fn verify(self) -> Result<Table, IllegalTurnError> {
        match self.table {
            Some(table) if self.reasons.is_empty() => Ok(table),
            _ => Err(IllegalTurnError { reasons: self.reasons }),
        }
    }
}

/// Checks whether a player who holds `hand` may turn the table `before` into `after`.
///
/// The verdict lists all reasons against the turn at once. Reasons about the opening and the jokers come up only
/// when the tiles and melds are in order.
///
/// ```
/// use rummy_fast::{Draft, Rules, Table, check_turn};
/// let rules = Rules::schmidt();
/// let before = Table::parse("r3 J r5", &rules)?;
/// let hand = "r2 y5 b5".parse()?;
/// let verdict = check_turn(&before, &hand, &Draft::parse("r2 r3 J | r5 y5 b5"), true, &rules)?;
/// assert_eq!(verdict.reasons[0].code(), "locked_meld_broken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `before` and `hand` cannot exist under these rules.
pub fn check_turn(
    before: &Table,
    hand: &Tiles,
    after: &Draft,
    opened: bool,
    rules: &Rules,
) -> Result<Verdict, InvalidTableError> {
    check_turn_until(before, hand, after, opened, rules, &mut || false).map_err(|error| match error {
        CheckError::Table(error) => error,
        CheckError::Stopped => unreachable!("nobody stops it"),
    })
}

/// As [`check_turn`], for callers who may have to stop: `stop` is called often, and the check ends when it returns
/// true.
///
/// A check takes microseconds. Two problems can take longer, for they are NP-hard and a deck may be large: whether
/// played tiles reach the opening minimum under `opening_table = same_turn`, and what became of many jokers. With 8
/// colors, 4 copies, 8 jokers and `shortest_meld = 6` it may take over a minute.
///
/// # Errors
/// If `before` and `hand` cannot exist under these rules, or the check was stopped.
pub fn check_turn_until(
    before: &Table,
    hand: &Tiles,
    after: &Draft,
    opened: bool,
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Verdict, CheckError> {
    let old = before.tiles();
    if !before.is_possible(&old, hand, rules) {
        before.check(hand, rules)?;
    }
    let reading = after.read(rules);
    let played = reading.tiles.minus(&old);
    // The tiles of a text that is too long were not read.
    let unread = reading.faults.iter().any(|reason| matches!(reason, Reason::TooLong { .. }));
    let in_order = unread || tiles_are_in_order(&old, hand, &reading.tiles, &played);
    let tile_faults = if in_order { Vec::new() } else { tile_faults(&old, hand, &reading, rules) };
    let reasons = reading.faults.into_iter().chain(tile_faults).collect();
    let mut verdict = Verdict { reasons, tiles: played, table: None, jokers: Vec::new() };
    if !verdict.legal() {
        return Ok(verdict);
    }
    let change = TableChange { before, hand, after: &reading.table, played: &verdict.tiles, rules };
    let mut faults = Vec::new();
    let jokers = change.judge(opened, &mut faults, stop)?;
    verdict.reasons = faults;
    if verdict.legal() {
        verdict.jokers = jokers;
        verdict.table = Some(reading.table);
    }
    Ok(verdict)
}

/// Returns whether a player who holds `hand` may turn the table `before` into `after`: [`check_turn`] without
/// reasons, and faster. Returns false if `before` and `hand` cannot exist under these rules.
#[must_use]
pub fn is_legal(before: &Table, hand: &Tiles, after: &Table, opened: bool, rules: &Rules) -> bool {
    is_legal_until(before, hand, after, opened, rules, &mut || false) == Ok(true)
}

/// As [`is_legal`], until `stop` returns true.
pub(crate) fn is_legal_until(
    before: &Table,
    hand: &Tiles,
    after: &Table,
    opened: bool,
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<bool, Stopped> {
    let (old, new) = (before.tiles(), after.tiles());
    if !before.is_possible(&old, hand, rules) || !after.melds().iter().all(|meld| meld.fits(rules)) {
        return Ok(false);
    }
    let played = new.minus(&old);
    Ok(tiles_are_in_order(&old, hand, &new, &played)
        && TableChange { before, hand, after, played: &played, rules }.is_allowed(opened, stop)?)
}

/// Whether [`tile_faults`] finds nothing, given that the old table and the hand can exist.
fn tiles_are_in_order(old: &Tiles, hand: &Tiles, new: &Tiles, played: &Tiles) -> bool {
    !played.is_empty() && new.contains(old) && hand.contains(played)
}

/// The reasons against the tiles of a new table, whatever its melds are (rules 1, 10 and 14).
fn tile_faults(old: &Tiles, hand: &Tiles, reading: &Reading, rules: &Rules) -> Vec<Reason> {
    let new = &reading.tiles;
    let all = |tile: Tile, counted: u8| u32::from(counted) + reading.beyond.get(&tile).copied().unwrap_or(0);
    let played = new.minus(old);
    let gone = old.minus(new);
    let missing = gone.kinds().map(|(tile, count)| {
        if tile.is_joker() { Reason::JokerKept { count } } else { Reason::TableTileMissing { tile, count } }
    });
    let foreign = played.minus(hand);
    let foreign = foreign.kinds().map(|(tile, count)| Reason::TileNotInHand {
        tile,
        count: all(tile, count),
        held: hand.count(tile),
    });
    let excess = new.kinds().filter_map(|(tile, found)| {
        let most = rules.deck.count(tile);
        (found > most).then_some(Reason::TooManyOfTile { tile, found: all(tile, found), most })
    });
    let nothing = played.is_empty().then_some(Reason::NothingPlayed);
    missing.chain(foreign).chain(excess).chain(nothing).collect()
}

/// A turn whose tiles are in order: the new table is the old one and some of the hand, in valid melds.
struct TableChange<'a> {
    before: &'a Table,
    hand: &'a Tiles,
    after: &'a Table,
    played: &'a Tiles,
    rules: &'a Rules,
}

impl TableChange<'_> {
    fn is_allowed(&self, opened: bool, stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        if opened {
            return self.accounts_for_jokers(stop);
        }
        let (own, changed) = self.own_melds();
        let needed = self.rules.opening_min.into();
        if changed.is_empty() {
            // The opening melds are on the table as they were played, so a joker counts as the tile it stands for.
            return Ok(value(&own) >= needed || self.closes_hand());
        }
        Ok(self.rules.opening_table == OpeningTable::SameTurn
            && self.accounts_for_jokers(stop)?
            && opening::reaches(self.played, needed, self.rules, stop)?)
    }

    /// Whether every joker of the old table was freed or stayed (rules 14 and 15).
    fn accounts_for_jokers(&self, stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        Ok(self.rules.locked_meld == LockedMeld::Free
            || self.kept_melds().is_some()
            || self.joker_problem().is_solvable(stop)?)
    }

    fn kept_melds(&self) -> Option<KeptMelds> {
        KeptMelds::find(self.before.melds(), self.after.melds(), self.rules)
    }

    /// Returns what became of the jokers, or adds the reasons against the turn to `faults`.
    fn judge(
        &self,
        opened: bool,
        faults: &mut Vec<Reason>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<TableJoker>, Stopped> {
        if opened && self.rules.locked_meld != LockedMeld::Free {
            if let Some(kept) = self.kept_melds() {
                return Ok(self.table_jokers(&kept));
            }
            let problem = self.joker_problem();
            if let Some(assignment) = problem.solve(stop)? {
                return Ok(fates(&problem, &assignment));
            }
            faults.extend(problem.diagnose(self.before.melds(), self.after.melds(), stop)?);
            return Ok(Vec::new());
        }
        if self.is_allowed(opened, stop)? {
            if self.rules.locked_meld == LockedMeld::Free {
                return Ok(self.table_jokers(&KeptMelds::default()));
            }
            if let Some(kept) = self.kept_melds() {
                return Ok(self.table_jokers(&kept));
            }
            let problem = self.joker_problem();
            let assignment = problem.solve(stop)?;
            return Ok(assignment.map_or_else(Vec::new, |assignment| fates(&problem, &assignment)));
        }
        self.judge_opening(faults, stop)?;
        if self.rules.opening_table == OpeningTable::NextTurn {
            return Ok(Vec::new());
        }
        let problem = self.joker_problem();
        if !problem.is_solvable(stop)? {
            faults.extend(problem.diagnose(self.before.melds(), self.after.melds(), stop)?);
        }
        Ok(Vec::new())
    }

    /// Adds the reasons of rule 11 against a turn that is not allowed.
    fn judge_opening(&self, faults: &mut Vec<Reason>, stop: &mut dyn FnMut() -> bool) -> Result<(), Stopped> {
        let needed = u32::from(self.rules.opening_min);
        let (own, changed) = self.own_melds();
        let reached = match self.rules.opening_table {
            OpeningTable::SameTurn if !changed.is_empty() => opening::worth(self.played, needed, self.rules, stop)?,
            _ => value(&own),
        };
        if reached < needed && !(changed.is_empty() && self.closes_hand()) {
            faults.push(Reason::OpeningNotReached { reached, needed });
        }
        if self.rules.opening_table == OpeningTable::NextTurn {
            faults.extend(changed.iter().map(|&index| {
                let meld = self.before.melds()[index].to_string();
                Reason::TableBeforeOpening { index, meld }
            }));
        }
        Ok(())
    }

    /// The new melds that can be made of played tiles alone, and the indexes of the old melds that are gone. Equal melds are
    /// interchangeable, so each old one is matched with the first equal new one.
    fn own_melds(&self) -> (Vec<Meld>, Vec<usize>) {
        let mut rest = self.after.melds().to_vec();
        let mut changed = Vec::new();
        for (index, meld) in self.before.melds().iter().enumerate() {
            match rest.iter().position(|other| other == meld) {
                Some(place) => drop(rest.remove(place)),
                None => changed.push(index),
            }
        }
        if !changed.is_empty() {
            // Highest value first: the player gets credit for the best melds.
            rest.sort_by_key(|meld| std::cmp::Reverse(meld.value()));
            let mut played = self.played.clone();
            rest.retain(|meld| {
                let tiles: Tiles = meld.tiles().collect();
                let own = played.contains(&tiles);
                if own {
                    played = played.minus(&tiles);
                }
                own
            });
        }
        (rest, changed)
    }

    /// Whether the whole hand goes out at once, which needs no minimum (rule 17).
    fn closes_hand(&self) -> bool {
        self.rules.closing_hand && self.played == self.hand
    }

    fn joker_problem(&self) -> JokerProblem<'_> {
        JokerProblem::new(self.before.melds(), self.after.melds(), self.played, self.rules)
    }

    /// The table's jokers. Those of kept melds stayed; the others are loose.
    fn table_jokers(&self, kept: &KeptMelds) -> Vec<TableJoker> {
        let mut jokers = Vec::new();
        for (meld, old) in self.before.melds().iter().enumerate().filter(|(_, old)| old.jokers() > 0) {
            let fate = kept.meld(meld).map_or(Fate::Loose, |meld| Fate::Stayed { meld });
            let shape = Shape::of(old, self.rules);
            let all: Vec<Tile> = shape.track.tiles(shape.stands_for).collect();
            for joker in 0..old.jokers() {
                let stands_for = if shape.is_run() { vec![all[joker]] } else { all.clone() };
                jokers.push(TableJoker { meld, stands_for, fate });
            }
        }
        jokers
    }
}

fn value(melds: &[Meld]) -> u32 {
    melds.iter().map(Meld::value).sum()
}

/// What became of each joker.
fn fates(problem: &JokerProblem<'_>, assignment: &Assignment) -> Vec<TableJoker> {
    let table_joker = |joker: usize, fate: Fate| {
        let joker = &problem.jokers[joker];
        let stands_for = problem.old_melds[joker.old].track.tiles(joker.stands_for).collect();
        TableJoker { meld: joker.old, stands_for, fate }
    };
    let freed = assignment
        .exchanges
        .iter()
        .map(|exchange| table_joker(exchange.joker, Fate::Freed { by: exchange.by, from: exchange.from }));
    let stayed = assignment.places.iter().enumerate().filter_map(|(joker, &place)| match place {
        Place::Stays(meld) => Some(table_joker(joker, Fate::Stayed { meld })),
        Place::Freed => None,
    });
    freed.chain(stayed).collect()
}

/// Melds of some of the tiles played that reach the opening minimum, if there are any (rule 11).
pub(crate) fn opening_melds(
    played: &Tiles,
    rules: &Rules,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Meld>>, Stopped> {
    opening::melds(played, rules.opening_min.into(), rules, stop)
}
