//! Rules for a byte, or for a few.

use arbitrary::{Result, Unstructured};
use rummy_fast::{Deck, ExchangeFrom, FreedJoker, LockedMeld, OpeningTable, Options, PRESETS, Rules};

use super::common::{DECKS, small_rules};

/// Every preset with its own deck (the bytes `0` to `5`), with small ones and with the largest there is.
pub(crate) fn chosen(byte: u8) -> Rules {
    let mut options = Options::preset(PRESETS[usize::from(byte) % PRESETS.len()]).unwrap();
    let mut small = |deck: Deck, shortest_meld: u8, hand_size: u8| {
        (options.deck, options.shortest_meld, options.hand_size) = (deck, shortest_meld, hand_size);
        options.opening_min = 8;
    };
    match byte / 6 % 4 {
        1 => small(Deck { colors: 3, values: 6, copies: 2, jokers: 3 }, 3, 7),
        2 => small(Deck { colors: 4, values: 4, copies: 1, jokers: 2 }, 2, 4),
        3 => small(Deck::LARGEST, 4, 14),
        _ => {}
    }
    options.closing_hand = byte >= 128;
    options.validate().unwrap()
}

/// The same rules but for some options.
pub(crate) fn but(rules: &Rules, change: impl FnOnce(&mut Options)) -> Rules {
    let mut options = rules.options();
    change(&mut options);
    options.validate().unwrap()
}

/// Any rules about jokers and the opening, with a deck so small that every turn can be tried.
pub(crate) fn small(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    let (deck, preset) = (*bytes.choose(&DECKS)?, *bytes.choose(&PRESETS)?);
    let mut options = small_rules(preset, deck, |_| {}).options();
    options.locked_meld = *bytes.choose(LockedMeld::ALL)?;
    options.exchange_from = *bytes.choose(ExchangeFrom::ALL)?;
    options.freed_joker = *bytes.choose(FreedJoker::ALL)?;
    options.opening_table = *bytes.choose(OpeningTable::ALL)?;
    options.opening_min = bytes.int_in_range(0..=20)?;
    options.closing_hand = bytes.arbitrary()?;
    Ok(options.validate().unwrap())
}
