//! The opening (rule 11), and closing the hand (rule 17).
//!
//! The first tiles played are the player's own, so the search has only the hand to look at; every joker is
//! played on purpose, for it matters what it stands for.
//!
//! Where the table may be used in the same turn, the opening melds are chosen first: every smallest set of
//! tiles that opens is tried as tiles that must be played, and the best play of an opened player with them is
//! the answer.

use super::case::Terms;
use super::facing::{Facing, Patience};
use super::position::Scope;
use super::split::Split;
use super::{Play, Problem, Solver};
use crate::rules::{OpeningTable, Rules};
use crate::table::Table;
use crate::tile::{MAX_COLORS, Tile, Tiles};
use crate::turn::is_legal;

impl Solver {
    pub(super) fn solve_opening(&mut self, problem: &Problem<'_>, stop: &mut dyn FnMut() -> bool) -> Play {
        let rules = problem.rules;
        let alone = Problem { table: &Table::default(), ..problem.clone() };
        self.position.read(&alone, Scope::default(), self.scale, Facing::Up);
        let whole = self.position.whole;
        if rules.closing_hand && !problem.hand.is_empty() {
            // It needs no points but every tile, and is what is wanted most.
            let (closed, ended) = self.open(&alone, 0, whole - 1, stop);
            if closed.is_some() || !ended {
                return beside(problem.table, closed.map(|(_, play)| play), ended);
            }
        }
        let (opened, ended) = self.open(&alone, u32::from(rules.opening_min), 0, stop);
        let worth = opened.as_ref().map_or(0, |&(worth, _)| worth);
        let play = beside(problem.table, opened.map(|(_, play)| play), ended);
        if !ended || rules.opening_table == OpeningTable::NextTurn || problem.table.is_empty() {
            return play;
        }
        let (better, proven) = self.open_and_go_on(problem, worth, stop);
        let Some(better) = better else { return Play { proven, ..play } };
        if is_legal(problem.table, problem.hand, &better.table, false, rules) {
            return Play { proven, ..better };
        }
        // The tiles open, but the table is untouched after all, and beside it the melds count less as they lie.
        // That is rare; the list of candidates looks for another way to play them.
        match self.candidates(problem, 1, stop) {
            Ok(listed) => Play { proven: listed.proven, ..listed.plays.into_iter().next().unwrap_or(play) },
            Err(_) => Play { proven: false, ..play },
        }
    }

    /// The best own melds worth `need` points that are worth more than `above`; whether the search ended.
    fn open(
        &mut self,
        alone: &Problem<'_>,
        need: u32,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Option<(i64, Play)>, bool) {
        self.locks.runs.clear();
        self.locks.groups.clear();
        self.layers.tidy_up();
        let case = &mut self.case;
        case.prepare(
            &self.position,
            &Split::default(),
            &Tiles::new(),
            &self.locks,
            Terms { need, ..Terms::default() },
            &mut self.layers,
        );
        let (found, ended) = self.search.run(case, &self.layers, above, Patience::ENDLESS, stop);
        let found = found
            .map(|worth| (worth, Play::to(Table::new(self.search.melds(case, &self.layers).clone()), alone.table)));
        (found, ended.is_ok())
    }

    /// The best play worth more than `above` that opens and then uses the table; whether that is proven.
    fn open_and_go_on(
        &mut self,
        problem: &Problem<'_>,
        above: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Option<Play>, bool) {
        // Without the opening to think of: if that is no better, there is no need to look further.
        let bound = self.best_in(problem, Scope::default(), &Tiles::new(), above, stop);
        if bound.play.is_none() {
            return (None, bound.proven);
        }
        let mut openings = Openings::new(problem.hand, problem.rules);
        let mut proven = openings.find(stop);
        let mut best = None;
        let mut worth = above;
        for opening in &openings.smallest {
            if !proven || worth >= bound.worth {
                break;
            }
            let found = self.best_in(problem, Scope::default(), opening, worth, stop);
            proven &= found.proven;
            if let Some(play) = found.play {
                worth = found.worth;
                best = Some(play);
            }
        }
        (best, proven)
    }
}

/// Own melds beside what lies on the table.
fn beside(table: &Table, own: Option<Play>, proven: bool) -> Play {
    let own = own.unwrap_or_else(|| Play::nothing(&Table::default()));
    let melds = table.melds().iter().chain(own.table.melds()).copied().collect();
    Play { table: Table::new(melds), proven, ..own }
}

/// Finds every smallest multiset of hand tiles that opens.
pub(super) struct Openings<'a> {
    rules: &'a Rules,
    need: u32,
    /// Every meld of own tiles that has no meld less as a part: its tiles and its worth.
    melds: Vec<(Tiles, u32)>,
    left: Tiles,
    pub(super) smallest: Vec<Tiles>,
}

impl<'a> Openings<'a> {
    pub(super) fn new(hand: &Tiles, rules: &'a Rules) -> Self {
        let mut openings =
            Self { rules, need: rules.opening_min.into(), melds: Vec::new(), left: hand.clone(), smallest: Vec::new() };
        openings.list_runs();
        openings.list_groups();
        // Dear melds first, so that small openings come early and others are seen to hold them.
        openings.melds.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        openings.melds.dedup_by(|later, first| later.0 == first.0);
        openings
    }

    /// Runs that cannot be cut into two.
    fn list_runs(&mut self) {
        let shortest = self.rules.shortest_meld;
        for color in 0..self.rules.deck.colors {
            for first in 1..=self.rules.deck.values {
                for len in shortest..2 * shortest {
                    if first + len > self.rules.deck.values + 1 {
                        break;
                    }
                    let worth = u32::from(len) * (2 * u32::from(first) + u32::from(len) - 1) / 2;
                    for jokers in 0u32..1 << len {
                        let tiles = (0..len).map(|place| {
                            if jokers >> place & 1 == 1 { Tile::JOKER } else { Tile::at(color, first + place) }
                        });
                        self.add(tiles.collect(), worth);
                    }
                }
            }
        }
    }

    fn list_groups(&mut self) {
        let colors = self.rules.deck.colors;
        debug_assert!(colors as usize <= MAX_COLORS);
        for value in 1..=self.rules.deck.values {
            for mask in 1u16..1 << colors {
                for jokers in 0..=self.left.jokers() {
                    let len = mask.count_ones() as u8 + jokers;
                    if len < self.rules.shortest_meld || len > colors {
                        continue;
                    }
                    let naturals = (0..colors).filter(|&c| mask >> c & 1 == 1).map(|c| Tile::at(c, value));
                    let tiles = naturals.chain(std::iter::repeat_n(Tile::JOKER, jokers as usize));
                    self.add(tiles.collect(), u32::from(len) * u32::from(value));
                }
            }
        }
    }

    fn add(&mut self, tiles: Tiles, worth: u32) {
        let natural = tiles.len() > tiles.jokers() as usize;
        if natural && self.left.contains(&tiles) {
            self.melds.push((tiles, worth));
        }
    }

    /// Lists the openings; false if stopped before the end.
    pub(super) fn find(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        self.play(0, &Tiles::new(), 0, stop)
    }

    fn play(&mut self, from: usize, played: &Tiles, worth: u32, stop: &mut dyn FnMut() -> bool) -> bool {
        if self.smallest.iter().any(|known| played.contains(known)) {
            return true;
        }
        if worth >= self.need {
            self.smallest.retain(|known| !known.contains(played));
            self.smallest.push(played.clone());
            return true;
        }
        if stop() {
            return false;
        }
        for place in from..self.melds.len() {
            let (tiles, value) = &self.melds[place];
            if !self.left.contains(tiles) {
                continue;
            }
            let (tiles, value) = (tiles.clone(), *value);
            self.left = self.left.minus(&tiles);
            let ended = self.play(place, &played.plus(&tiles), worth + value, stop);
            self.left = self.left.plus(&tiles);
            if !ended {
                return false;
            }
        }
        true
    }
}
