//! May this table follow that one? The one place that knows rules 9 to 15.
//!
//! A turn is judged by its result, as the rule book defines it: the result holds the table and the tiles played,
//! all its melds are valid, and the table's jokers can be split into those that were freed and those that
//! stayed. Positions carry no history, so one explanation is enough.
//!
//! [`check_turn`] takes whatever a player wrote and gives every reason against it; [`is_legal`] takes a
//! [`Table`] and only says yes or no.

mod claims;
mod diagnose;
mod draft;
mod exchange;
mod opening;
mod position;
mod reason;
mod shape;

use crate::meld::Meld;
use crate::rules::{LockedMeld, OpeningTable, Rules};
use crate::table::{InvalidTableError, Table};
use crate::tile::{Tile, Tiles};
use position::{Place, Position, Story};
use shape::Shape;

pub use draft::Draft;
pub use position::Source;
pub use reason::{IllegalTurnError, Reason};

/// What became of a joker that lay on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fate {
    /// A tile took its place and it was played again (rule 14).
    Freed {
        /// The tile.
        by: Tile,
        /// Where the tile came from.
        from: Source,
    },
    /// It stands for what it stood for (rule 15).
    Stayed {
        /// The meld it is in now, by its index in the table after the turn.
        meld: usize,
    },
    /// Under `locked_meld = free` jokers are tiles like others.
    Loose,
}

/// A joker that lay on the table, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TableJoker {
    /// The meld it lay in, by its index in the table before the turn.
    pub meld: usize,
    /// The tiles it could stand for (rule 7): one in a run, every missing color in a group.
    pub stands_for: Vec<Tile>,
    /// What became of it.
    pub fate: Fate,
}

/// What [`check_turn`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Everything that is wrong with the turn; empty if it is legal.
    pub reasons: Vec<Reason>,
    /// The tiles of the result that did not lie on the table.
    pub tiles: Tiles,
    /// The table after the turn, if the turn is legal.
    pub table: Option<Table>,
    /// If the turn is legal, what became of the table's jokers: those that were freed first, in an order in
    /// which each has the tile that frees it, then the others. Of several explanations it is one with jokers
    /// left in place where that can be.
    pub jokers: Vec<TableJoker>,
}

impl Verdict {
    /// Whether the turn is legal.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.reasons.is_empty()
    }

    /// The table after the turn.
    ///
    /// # Errors
    /// If the turn is illegal, with all the reasons.
    pub fn verify(self) -> Result<Table, IllegalTurnError> {
        match self.table {
            Some(table) if self.reasons.is_empty() => Ok(table),
            _ => Err(IllegalTurnError { reasons: self.reasons }),
        }
    }
}

/// May a player who holds `hand` turn the table `before` into `after`? All reasons against it are told at once;
/// those about the opening and the jokers once the tiles and melds are in order.
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
/// If the table before the turn and the hand cannot exist under these rules.
pub fn check_turn(
    before: &Table,
    hand: &Tiles,
    after: &Draft,
    opened: bool,
    rules: &Rules,
) -> Result<Verdict, InvalidTableError> {
    before.check(hand, rules)?;
    let reading = after.read(rules);
    let played = reading.tiles.minus(&before.tiles());
    let mut reasons = reading.faults;
    // A text that was too long to read says nothing about its tiles.
    if !reasons.iter().any(|reason| matches!(reason, Reason::TooLong { .. })) {
        reasons.extend(tile_faults(&before.tiles(), hand, &reading.tiles, rules));
    }
    let mut verdict = Verdict { reasons, tiles: played, table: None, jokers: Vec::new() };
    if !verdict.legal() {
        return Ok(verdict);
    }
    let turn = Turn { before, hand, after: &reading.table, played: &verdict.tiles, rules };
    let mut faults = Vec::new();
    let jokers = turn.judge(opened, &mut faults);
    verdict.reasons = faults;
    if verdict.legal() {
        verdict.jokers = jokers;
        verdict.table = Some(reading.table);
    }
    Ok(verdict)
}

/// Whether a player who holds `hand` may turn the table `before` into `after`: [`check_turn`] without reasons.
/// False as well if the table before the turn and the hand cannot exist under these rules.
#[must_use]
pub fn is_legal(before: &Table, hand: &Tiles, after: &Table, opened: bool, rules: &Rules) -> bool {
    if before.check(hand, rules).is_err() || !after.melds().iter().all(|meld| meld.fits(rules)) {
        return false;
    }
    let (old, new) = (before.tiles(), after.tiles());
    let played = new.minus(&old);
    if played.is_empty() || !new.contains(&old) || !hand.contains(&played) {
        return false;
    }
    Turn { before, hand, after, played: &played, rules }.allowed(opened)
}

/// What is wrong with the tiles of a result, whatever the melds are (rules 1, 10 and 14).
fn tile_faults(old: &Tiles, hand: &Tiles, new: &Tiles, rules: &Rules) -> Vec<Reason> {
    let played = new.minus(old);
    let gone = old.minus(new);
    let missing = gone.kinds().map(|(tile, count)| {
        if tile.is_joker() { Reason::JokerKept { count } } else { Reason::TableTileMissing { tile, count } }
    });
    let foreign = played.minus(hand);
    let foreign = foreign.kinds().map(|(tile, count)| Reason::TileNotInHand { tile, count });
    let excess = new.kinds().filter_map(|(tile, found)| {
        let most = rules.deck.count(tile);
        (found > most).then_some(Reason::TooManyOfTile { tile, found, most })
    });
    let nothing = played.is_empty().then_some(Reason::NothingPlayed);
    missing.chain(foreign).chain(excess).chain(nothing).collect()
}

/// A turn whose tiles are in order: the result is the table and some of the hand, in valid melds.
struct Turn<'a> {
    before: &'a Table,
    hand: &'a Tiles,
    after: &'a Table,
    played: &'a Tiles,
    rules: &'a Rules,
}

impl Turn<'_> {
    fn allowed(&self, opened: bool) -> bool {
        if opened {
            return self.position().explained();
        }
        let (own, changed) = self.own_melds();
        let needed = self.rules.opening_min.into();
        if changed.is_empty() {
            // The opening melds lie as they were played, so a joker counts as what it stands for there.
            return value(&own) >= needed || self.closes_hand();
        }
        self.rules.opening_table == OpeningTable::SameTurn
            && opening::reaches(self.played, needed, self.rules)
            && self.position().explained()
    }

    /// What became of the jokers, or what is wrong.
    fn judge(&self, opened: bool, faults: &mut Vec<Reason>) -> Vec<TableJoker> {
        if self.allowed(opened) {
            if self.rules.locked_meld == LockedMeld::Free {
                return self.loose_jokers();
            }
            let position = self.position();
            return position.story().map_or_else(Vec::new, |story| fates(&position, &story));
        }
        if !opened {
            self.judge_opening(faults);
            if self.rules.opening_table == OpeningTable::NextTurn {
                return Vec::new();
            }
        }
        let position = self.position();
        if !position.explained() {
            faults.extend(position.diagnose(self.before.melds(), self.after.melds()));
        }
        Vec::new()
    }

    /// What rule 11 has against a turn that is not allowed.
    fn judge_opening(&self, faults: &mut Vec<Reason>) {
        let needed = u32::from(self.rules.opening_min);
        let (own, changed) = self.own_melds();
        let reached = match self.rules.opening_table {
            OpeningTable::SameTurn if !changed.is_empty() => opening::worth(self.played, needed, self.rules),
            _ => value(&own),
        };
        if reached < needed && !(changed.is_empty() && self.closes_hand()) {
            faults.push(Reason::OpeningNotReached { reached, needed });
        }
        if self.rules.opening_table == OpeningTable::NextTurn {
            faults.extend(changed.iter().map(|meld| Reason::TableBeforeOpening { meld: meld.to_string() }));
        }
    }

    /// The melds of the result that can be made of played tiles beside the table's, and the table's melds that
    /// are not in the result. Equal melds are interchangeable, so each old one takes the first like it.
    fn own_melds(&self) -> (Vec<Meld>, Vec<Meld>) {
        let mut rest = self.after.melds().to_vec();
        let mut changed = Vec::new();
        for meld in self.before.melds() {
            match rest.iter().position(|other| other == meld) {
                Some(place) => drop(rest.remove(place)),
                None => changed.push(*meld),
            }
        }
        if !changed.is_empty() {
            // Dearest first: what is told is what the player can call his own.
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

    /// Rule 17: the whole hand at once needs no minimum.
    fn closes_hand(&self) -> bool {
        self.rules.closing_hand && self.played == self.hand
    }

    fn position(&self) -> Position<'_> {
        Position::new(self.before.melds(), self.after.melds(), self.played, self.rules)
    }

    /// The table's jokers where nothing binds them.
    fn loose_jokers(&self) -> Vec<TableJoker> {
        let mut loose = Vec::new();
        for (meld, old) in self.before.melds().iter().enumerate() {
            let shape = Shape::of(old, self.rules);
            let all: Vec<Tile> = shape.track.tiles(shape.stands_for).collect();
            for joker in 0..old.jokers() {
                let stands_for = if shape.is_run() { vec![all[joker]] } else { all.clone() };
                loose.push(TableJoker { meld, stands_for, fate: Fate::Loose });
            }
        }
        loose
    }
}

fn value(melds: &[Meld]) -> u32 {
    melds.iter().map(Meld::value).sum()
}

/// What became of each joker of a position.
fn fates(position: &Position<'_>, story: &Story) -> Vec<TableJoker> {
    let told = |joker: usize, fate: Fate| {
        let joker = &position.jokers[joker];
        let stands_for = position.olds[joker.old].track.tiles(joker.stands_for).collect();
        TableJoker { meld: joker.old, stands_for, fate }
    };
    let freed =
        story.releases.iter().map(|release| told(release.joker, Fate::Freed { by: release.by, from: release.from }));
    let stayed = story.places.iter().enumerate().filter_map(|(joker, &place)| match place {
        Place::Stays(meld) => Some(told(joker, Fate::Stayed { meld })),
        Place::Freed => None,
    });
    freed.chain(stayed).collect()
}
