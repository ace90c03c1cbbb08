//! How a round ended, and its scores (rules 16 to 18).

use crate::rules::{Rules, Stalemate};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A seat played its last tile (rule 16).
    Out {
        /// The seat.
        seat: usize,
    },
    /// A seat played its whole hand at once, as its first play: everything counts double (rule 17).
    Closed {
        /// The seat.
        seat: usize,
    },
    /// The pool was empty and all seats passed in a row: the lowest hand wins the differences (rule 18).
    Stalemate,
    /// As for a stalemate, but the round does not count (`stalemate = void`).
    Void,
}

impl Ending {
    /// Returns the name used in Python and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out { .. } => "out",
            Self::Closed { .. } => "closed",
            Self::Stalemate => "stalemate",
            Self::Void => "void",
        }
    }

    /// How a round ends under these rules when all seats have passed.
    pub(super) const fn when_all_pass(rules: &Rules) -> Self {
        match rules.options().stalemate {
            Stalemate::Differences => Self::Stalemate,
            Stalemate::Void => Self::Void,
        }
    }
}

/// The end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Outcome {
    /// How the round ended.
    pub ending: Ending,
    /// The seats that won: one or more after a stalemate, none after a void round.
    pub winners: Vec<usize>,
    /// The score of each seat; they sum to 0.
    pub scores: Vec<i64>,
    /// The points left in each seat's hand; a joker counts `joker_penalty`.
    pub left: Vec<u32>,
}

impl Outcome {
    /// Scores a round, given the points and the number of tiles left in each hand.
    pub(super) fn count(ending: Ending, left: Vec<u32>, sizes: &[usize], starter: usize) -> Self {
        let (winners, scores) = match ending {
            Ending::Out { seat } => (vec![seat], won(seat, &left, 1)),
            Ending::Closed { seat } => (vec![seat], won(seat, &left, 2)),
            Ending::Stalemate => differences(&left, sizes, starter),
            Ending::Void => (Vec::new(), vec![0; left.len()]),
        };
        Self { ending, winners, scores, left }
    }
}

/// The winner gets what the others lose: the points in their hands.
fn won(winner: usize, left: &[u32], times: i64) -> Vec<i64> {
    let total: i64 = left.iter().map(|&points| i64::from(points)).sum();
    let score = |(seat, &points): (usize, &u32)| {
        times * if seat == winner { total - i64::from(points) } else { -i64::from(points) }
    };
    left.iter().enumerate().map(score).collect()
}

/// The lowest hand wins, and among equal ones that with fewest tiles. The others pay the difference; several winners
/// share the sum. Points that cannot be shared go, one each, to the first winners in the order of play.
fn differences(left: &[u32], sizes: &[usize], starter: usize) -> (Vec<usize>, Vec<i64>) {
    let seats = left.len();
    let hand = |seat: usize| (left[seat], sizes[seat]);
    let Some(lowest) = (0..seats).map(hand).min() else { return (Vec::new(), Vec::new()) };
    let winners: Vec<usize> = (0..seats).filter(|&seat| hand(seat) == lowest).collect();
    let mut scores: Vec<i64> = left.iter().map(|&points| i64::from(lowest.0) - i64::from(points)).collect();
    let sum: i64 = -scores.iter().sum::<i64>();
    let sharing = i64::from(winners.len() as u32);
    let (share, mut rest) = (sum / sharing, sum % sharing);
    for seat in (0..seats).map(|turn| (starter + turn) % seats).filter(|seat| winners.contains(seat)) {
        scores[seat] = share + i64::from(rest > 0);
        rest -= i64::from(rest > 0);
    }
    (winners, scores)
}
