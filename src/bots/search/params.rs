//! The parameters of the search.

/// The parameters of [`Search`](crate::Search). `cargo bench --bench strength` plays with other values.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SearchParams {
    /// Whether determinizations agree with what the other seats did not play.
    pub inference: bool,
    /// How many turns each seat plays in a rollout before the position is evaluated.
    pub rollout_turns: usize,
    /// How many plays from the top of the list of all plays are candidates.
    pub top_plays: usize,
    /// A candidate is eliminated when it is behind by this many standard errors.
    pub elimination_margin: f64,
    /// Another turn replaces the best play only when it is ahead by this many standard errors.
    pub switch_margin: f64,
    /// The value of a win.
    pub win: f64,
    /// The value of a point of score with two seats.
    pub score: f64,
    /// The value of a point of score with more seats.
    pub score_of_many: f64,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self {
            inference: true,
            rollout_turns: 3,
            top_plays: 16,
            elimination_margin: 2.0,
            switch_margin: 0.5,
            win: 1.0,
            score: 0.0,
            score_of_many: 0.01,
        }
    }
}
