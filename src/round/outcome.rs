//! How a round ended, and what it counts (rules 16 to 18).

use crate::rules::{Rules, Stalemate};

/// How a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A seat played its last tile (rule 16).
    Out {
        /// The seat.
        seat: usize,
    },
    /// A seat played its whole hand at once, having played nothing before: everything counts double (rule 17).
    Closed {
        /// The seat.
        seat: usize,
    },
    /// The pool was empty and all passed in a row: the lowest hand wins the differences (rule 18).
    Stalemate,
    /// The same, where such a round does not count (option `stalemate = void`).
    Void,
}

impl Ending {
    /// The name in Python and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out { .. } => "out",
            Self::Closed { .. } => "closed",
            Self::Stalemate => "stalemate",
            Self::Void => "void",
        }
    }

    /// How a round ends under these rules when all have passed.
    pub(super) const fn when_all_pass(rules: &Rules) -> Self {
        match rules.options().stalemate {
            Stalemate::Differences => Self::Stalemate,
            Stalemate::Void => Self::Void,
        }
    }
}

/// The end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// How it came about.
    pub ending: Ending,
    /// The seats that won: several share a stalemate, none wins a void round.
    pub winners: Vec<usize>,
    /// What each seat scores; they sum to 0.
    pub scores: Vec<i64>,
    /// What each seat's hand counts, a joker `joker_penalty`.
    pub left: Vec<u32>,
}

impl Outcome {
    /// Counts a round, given what is left in each hand in points and tiles.
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

/// The others count their tiles as minus, the winner gets the sum as plus.
fn won(winner: usize, left: &[u32], times: i64) -> Vec<i64> {
    let total: i64 = left.iter().map(|&points| i64::from(points)).sum();
    let score = |(seat, &points): (usize, &u32)| {
        times * if seat == winner { total - i64::from(points) } else { -i64::from(points) }
    };
    left.iter().enumerate().map(score).collect()
}

/// Lowest hand wins, equal: fewest tiles. Each other player pays the difference; those who share the win share
/// the sum. Points that cannot be shared go, one each, to the first of them in the order of play.
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
