//! Judging a turn beside the other turns that were possible.
//!
//! A race with the turn that was made finds the best one, as for a choice of the bot. Both are then evaluated on new
//! samples, the same for both: whatever made the winner of the race look better on its samples does not count twice
//! (the winner's curse), and the luck that both share cancels out.

use std::sync::Arc;

use super::racing::Race;
use crate::bots::bot::as_f64;
use crate::bots::choice::{Choice, Choices};
use crate::round::{Turn, View};
use crate::tile::Tiles;

/// What tells the samples of the comparison from those of the race.
const APART: u64 = 0x5EED_0F1E_55A1_7E57;

/// A turn beside the best one found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judgment {
    /// The chance to win after the turn that was made.
    pub(crate) made: f64,
    /// The chance to win after the best turn found.
    pub(crate) best: f64,
    /// The standard error of the difference.
    pub(crate) error: f64,
    /// The best turn, if it is another one than the turn that was made.
    pub(crate) better: Option<Turn>,
    /// How many turns were compared.
    pub(crate) choices: usize,
}

/// Judges the first choice of a race, on so many samples. Returns `None` if interrupted.
pub(super) fn judge(mut race: Race<'_>, samples: usize, interrupt: &mut dyn FnMut() -> bool) -> Option<Judgment> {
    let choices = race.choices.len();
    let best = if choices > 1 { race.run(choices as u64, interrupt) } else { 0 };
    race.seed ^= APART;
    let compared: &[usize] = if best == 0 { &[0] } else { &[0, best] };
    let rewards = race.compare(compared, samples, interrupt)?;
    let mean = |rewards: &[f64]| rewards.iter().sum::<f64>() / as_f64(rewards.len().max(1));
    let own = rewards.first()?;
    let made = mean(own);
    let equal = Judgment { made, best: made, error: 0.0, better: None, choices };
    let Some(other) = rewards.get(1) else { return Some(equal) };
    let gaps: Vec<f64> = other.iter().zip(own).map(|(other, own)| other - own).collect();
    let (best_found, gap) = (mean(other), mean(&gaps));
    if best_found <= made {
        return Some(equal);
    }
    let variance = gaps.iter().map(|each| (each - gap).powi(2)).sum::<f64>() / as_f64((gaps.len() - 1).max(1));
    let error = (variance / as_f64(gaps.len())).sqrt();
    let better = race.choices.get(best).map(|choice| choice.turn(race.view));
    Some(Judgment { best: best_found, error, better, ..equal })
}

/// The turn that was made, and then the other candidates.
pub(super) fn with_made(view: &View, made: &Turn, listed: Choices) -> Vec<Choice> {
    let draw = || Choice { tiles: Tiles::new(), table: Arc::clone(&view.table) };
    let choice = |turn: &Turn| match turn {
        Turn::Play(table) => Choice { tiles: table.tiles().minus(&view.table.tiles()), table: Arc::new(table.clone()) },
        Turn::Draw | Turn::Pass => draw(),
    };
    let made = choice(made);
    let listed = match listed {
        Choices::Several(choices) => choices,
        Choices::Decided(turn @ Turn::Play(_)) => vec![choice(&turn), draw()],
        Choices::Decided(Turn::Draw | Turn::Pass) => vec![draw()],
    };
    // Another table of the same tiles allows the same turns.
    let others: Vec<Choice> = listed.into_iter().filter(|choice| choice.tiles != made.tiles).collect();
    std::iter::once(made).chain(others).collect()
}
