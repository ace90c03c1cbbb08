//! The solver against brute force on small decks, and its answers against the judges of turns.

use arbitrary::{Result, Unstructured};
use rummy_fast::{Draft, Objective, Problem, Solver, check_turn};

use super::common::{Everything, worth};
use super::{position, rules, steps};

/// The bytes choose the rules, the question and the position.
pub fn run(data: &[u8]) {
    compare(&mut Unstructured::new(data)).unwrap_or_default();
}

fn compare(bytes: &mut Unstructured<'_>) -> Result<()> {
    let rules = &rules::small(bytes)?;
    let [opened, tidy, points] = bytes.arbitrary()?;
    let (table, hand) = &position::any(bytes, rules)?;
    let objective = &if points { Objective::Points } else { Objective::Tiles };
    let problem = Problem::new(rules, table, hand).opened(opened).objective(objective).tidy(tidy);
    let play = Solver::new().solve(&problem, &mut || false).unwrap();
    assert!(play.proven && play.table.tiles() == table.tiles().plus(&play.tiles), "{play:?}");
    if !play.tiles.is_empty() {
        assert!(check_turn(table, hand, &Draft::from(&play.table), opened, rules).unwrap().legal());
        steps::check(table, hand, &play.table, opened, rules, &mut steps::Tally::default());
    }
    let best = Everything::new(rules).best(&problem);
    assert_eq!(worth(objective, &play.tiles, rules), best, "{problem:?}: {play:?}");
    Ok(())
}
