//! `count_melds` and `count_arrangements`.

use pyo3::prelude::*;

use super::numbers::whole;
use super::rules::rules_of;
use super::signals::brief;
use super::tiles::HandArg;
use crate::meld;

/// Reads a number that is compared with numbers of tiles; anything above 255 exceeds them all.
fn tiles(argument: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u8>> {
    let read = |value| whole(argument, value, 0, u32::MAX).map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    value.map(read).transpose()
}

/// Count the melds that have a given number of jokers.
///
/// Two melds are different if they consist of different tiles.
///
/// Args:
///     rules: The rules that give the deck and the length of the shortest meld; None means
///         `schmidt`.
///     jokers: The number of jokers in each meld.
///     longest_run: The most tiles in a run; None means no maximum.
///
/// Returns:
///     The number of melds; 0 if `jokers` is more than the deck has.
///
/// Raises:
///     InvalidRulesError: If the rules are invalid.
///     RummyError: If a number is out of range.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[pyo3(signature = (rules=None, *, jokers=None, longest_run=None), text_signature = "(rules=None, *, jokers=0, longest_run=None)")]
pub(crate) fn count_melds(
    rules: Option<&Bound<'_, PyAny>>,
    jokers: Option<&Bound<'_, PyAny>>,
    longest_run: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    let jokers = tiles("jokers", jokers)?.unwrap_or(0);
    Ok(meld::count_melds(&rules_of(rules)?, jokers, tiles("longest_run", longest_run)?))
}

/// Count the ways to arrange all tiles in melds (rules 4 to 6).
///
/// Two arrangements are the same if they have the same melds, each equally often. Copies of a tile
/// are not distinguished, and neither are jokers, although the place of a joker in a run counts.
/// All tiles of the standard deck but its jokers take milliseconds, and with both jokers about a
/// second. Many tiles of eight colors may take too long. Ctrl-C does not stop the count.
///
/// Args:
///     tiles: Text such as `"r6 y2 J"`, a `Hand`, or an iterable of tiles.
///     rules: The rules that give the deck and the length of the shortest meld; None means
///         `schmidt`.
///
/// Returns:
///     The number of arrangements, at most 2**128 - 1. No tiles have one arrangement. Tiles with
///     more copies than the deck has have none.
///
/// Raises:
///     NotationError: If a text is not a tile of the deck.
///     InvalidRulesError: If the rules are invalid.
///     TypeError: If an argument has the wrong type.
#[pyfunction]
#[pyo3(signature = (tiles, *, rules=None))]
pub(crate) fn count_arrangements(
    py: Python<'_>,
    tiles: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<u128> {
    let rules = rules_of(rules)?;
    let tiles = HandArg::new("tiles", tiles, rules.deck)?;
    let tiles = tiles.get();
    brief(py, None, |stop| meld::count_arrangements_until(tiles, &rules, stop))
}
