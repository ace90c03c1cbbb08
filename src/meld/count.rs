//! Counting melds.

use crate::rules::Rules;

/// The binomial coefficient `n` over `m`.
fn choose(n: u64, m: u64) -> u64 {
    if m > n {
        return 0;
    }
    (0..m).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

/// Counts the melds with exactly `jokers` jokers and runs of at most `longest_run` tiles.
///
/// Melds with the same tiles count as one: `r5 J J` is one meld, though it can be read as a group and as several runs.
/// The standard deck has 329 without a joker (264 runs, 65 groups). With runs of at most five tiles it has 185 without
/// a joker, 494 with one and 494 with two: 1,173, where den Hertog and Hulshof (2006) say 1,174.
///
/// ```
/// use rummy_fast::{Rules, count_melds};
/// let rules = Rules::schmidt();
/// assert_eq!(count_melds(&rules, 0, None), 329);
/// let up_to_two: u64 = (0..=2).map(|jokers| count_melds(&rules, jokers, Some(5))).sum();
/// assert_eq!(up_to_two, 185 + 494 + 494);
/// ```
#[must_use]
pub fn count_melds(rules: &Rules, jokers: u8, longest_run: Option<u8>) -> u64 {
    if jokers > rules.deck.jokers {
        return 0;
    }
    let jokers = u64::from(jokers);
    let (colors, values) = (rules.deck.colors.len() as u64, u64::from(rules.deck.values));
    let shortest = u64::from(rules.shortest_meld);
    let longest = longest_run.map_or(values, u64::from).min(values);

    // Natural tiles of one color fit in a run of `len` tiles if they span at most `len` numbers.
    let runs_with = |naturals: u64| {
        let len = naturals + jokers;
        if !(shortest..=longest).contains(&len) {
            return 0;
        }
        if naturals == 1 {
            return colors * values;
        }
        let spans: u64 =
            (naturals..=len).map(|span| (values + 1).saturating_sub(span) * choose(span - 2, naturals - 2)).sum();
        colors * spans
    };
    let groups_with = |naturals: u64| {
        if (shortest..=colors).contains(&(naturals + jokers)) { values * choose(colors, naturals) } else { 0 }
    };
    let alone = runs_with(1).max(groups_with(1));
    alone + (2..=values).map(runs_with).sum::<u64>() + (2..=colors).map(groups_with).sum::<u64>()
}
