//! How good a play could still be after a search that was stopped: an upper bound that takes hardly any search.

use super::direction::SweepDirection;
use super::interrupt::StopCheck;
use super::problem::Problem;
use super::scenarios::Scenario;
use super::scope::Scope;
use super::subproblem::SearchOptions;
use super::workspace::Solver;
use crate::rules::OpeningTable;
use crate::table::Table;
use crate::tile::{Color, Tile, Tiles};

impl Solver {
    /// The most that any play of a position can reach by the first criterion of the objective, or somewhat more.
    pub(super) fn upper_bound(&mut self, problem: &Problem<'_>) -> u64 {
        let usable = problem.value(&usable(problem));
        self.root_bound(problem).map_or(usable, |bound| bound.min(usable))
    }

    /// The upper bound at the root of a search in which every joker is free: it is above that of any scenario.
    ///
    /// `None` if the graphs of the colors are so large that they take more than a few milliseconds.
    fn root_bound(&mut self, problem: &Problem<'_>) -> Option<u64> {
        const MAX_CHECKS: u32 = 24;
        let mut checks = 0;
        let mut stop = || {
            checks += 1;
            checks > MAX_CHECKS
        };
        let alone = Problem { table: &Table::default(), ..problem.clone() };
        let problem = if needs_own_melds(problem) { &alone } else { problem };
        let Self { instance, scale, constraints, cache, subproblem, .. } = &mut *self;
        instance.read(problem, Scope::default(), *scale, SweepDirection::Ascending);
        // Jokers of the table that may move are as good as jokers of the hand, but for their worth.
        let table_jokers = problem.table.tiles().jokers();
        instance.hand_jokers += table_jokers;
        constraints.runs.clear();
        constraints.groups.clear();
        let options = SearchOptions { defer_jokers: true, ..SearchOptions::default() };
        let check = &mut StopCheck::new(&mut stop);
        subproblem.prepare(instance, &Scenario::default(), &Tiles::new(), constraints, options, cache, check).ok()?;
        let worth = subproblem.upper_bound() - i64::from(table_jokers) * subproblem.joker_worth;
        u64::try_from(worth).ok().map(|worth| scale.first_criterion(worth))
    }
}

/// Whether only melds of the hand alone may be played.
fn needs_own_melds(problem: &Problem<'_>) -> bool {
    !problem.opened && problem.rules.opening_table == OpeningTable::NextTurn
}

/// The tiles of the hand that fit into some meld of tiles in reach: no play has others.
fn usable(problem: &Problem<'_>) -> Tiles {
    let Problem { rules, table, hand, .. } = *problem;
    let reach = if needs_own_melds(problem) { hand.clone() } else { hand.plus(&table.tiles()) };
    let (shortest, values) = (rules.shortest_meld, rules.deck.values);
    let missing = |tile: Option<Tile>| tile.is_none_or(|tile| reach.count(tile) == 0);
    let completes = |missing: usize| missing <= reach.jokers() as usize;
    let fits = |tile: Tile| {
        let Some((color, value)) = tile.natural() else { return true };
        let mut starts = value.saturating_sub(shortest - 1).max(1)..=value.min((values + 1).saturating_sub(shortest));
        let in_run = starts.any(|first| {
            completes((first..first + shortest).filter(|&value| missing(Tile::new(color, value))).count())
        });
        let colors = (0..rules.deck.colors.count())
            .filter(|&color| !missing(Color::new(color.into()).and_then(|color| Tile::new(color, value))));
        let group =
            rules.deck.colors.count() >= shortest && completes((shortest as usize).saturating_sub(colors.count()));
        in_run || group
    };
    hand.iter().filter(|&tile| fits(tile)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meld::Meld;
    use crate::rules::{ExchangeFrom, FreedJoker, LockedMeld, Rules};
    use crate::solver::{Objective, Weights};
    use crate::tile::{Deck, Palette};

    struct Random(u64);

    impl Random {
        fn below(&mut self, sides: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % sides
        }

        fn rules(&mut self) -> Rules {
            let mut options = Rules::schmidt().options();
            options.deck = Deck {
                colors: Palette::first(2 + self.below(3) as u8),
                values: 4 + self.below(5) as u8,
                copies: 1 + self.below(2) as u8,
                jokers: self.below(5) as u8,
            };
            options.opening_min = self.below(25) as u16;
            options.closing_hand = self.below(2) == 0;
            options.opening_table = if self.below(2) == 0 { OpeningTable::NextTurn } else { OpeningTable::SameTurn };
            options.locked_meld = LockedMeld::ALL[self.below(4) as usize];
            options.exchange_from = ExchangeFrom::ALL[self.below(2) as usize];
            options.freed_joker = FreedJoker::ALL[self.below(2) as usize];
            options.validate().unwrap()
        }

        fn meld(&mut self, rules: &Rules) -> Option<Meld> {
            let jokers = if self.below(2) == 0 { 0 } else { self.below(8) };
            if self.below(2) == 0 {
                let color = Color::new(self.below(4) as usize)?;
                return Meld::run(color, 1 + self.below(6) as u8, 3 + self.below(2) as u8, jokers as u32, rules);
            }
            Meld::group(1 + self.below(8) as u8, self.below(16) as u8, jokers as u8 % 3, rules)
        }

        fn position(&mut self, rules: &Rules) -> (Table, Tiles) {
            let deck = &rules.deck;
            let (mut melds, mut tiles, mut hand) = (Vec::new(), Tiles::new(), Tiles::new());
            for _ in 0..self.below(9) {
                let Some(meld) = self.meld(rules) else { continue };
                let more = tiles.plus(&meld.tiles().collect());
                if more.excess(deck).is_none() {
                    (melds, tiles) = ([melds, vec![meld]].concat(), more);
                }
            }
            let kinds: Vec<Tile> = deck.kinds().collect();
            for _ in 0..=self.below(9) {
                let tile = kinds[self.below(kinds.len() as u64) as usize];
                if hand.count(tile) + tiles.count(tile) < deck.count(tile) {
                    hand.add(tile);
                }
            }
            (Table::new(melds), hand)
        }
    }

    #[test]
    fn no_play_reaches_more() {
        let mut random = Random(3);
        let (mut exact, mut tighter, mut jokers) = (0, 0, 0);
        for _ in 0..6_000 {
            let rules = random.rules();
            let (table, hand) = random.position(&rules);
            let weights = hand.kinds().map(|(tile, _)| (tile, random.below(50) as u8)).collect::<Vec<_>>();
            let weights =
                Weights::new(weights.into_iter().map(|(tile, weight)| (tile, f64::from(weight) / 8.0))).unwrap();
            let objective =
                [Objective::Tiles, Objective::Points, Objective::Weights(weights)][random.below(3) as usize].clone();
            let problem = Problem::new(&rules, &table, &hand).opened(random.below(3) > 0).objective(&objective);
            let mut solver = Solver::new();
            let play = solver.solve(&problem, &mut || false).unwrap();
            if !play.proven {
                continue;
            }
            let (best, bound) = (problem.value(&play.tiles), solver.upper_bound(&problem));
            assert!(best <= bound, "{best} > {bound}: {table} and {hand}, {problem:?}");
            let usable = problem.value(&usable(&problem));
            assert!(bound <= usable);
            exact += usize::from(best == bound && best > 0);
            tighter += usize::from(bound < usable);
            jokers += usize::from(table.tiles().jokers() > 0);
        }
        assert!(exact > 1_000 && tighter > 1_000 && jokers > 1_000, "{exact} {tighter} {jokers}");
    }
}
