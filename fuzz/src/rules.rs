//! Rules from bytes. No byte depends on the presets, so the corpora keep their meaning when one is added.

use arbitrary::{Result, Unstructured};
use rummy_fast::{Deck, OPTIONS, OptionKind, OptionValue, Options, PRESETS, Palette, Rules};

use super::common::{DECKS, small_rules};

/// A deck for a byte: the usual one, that of Rummikub XP, two small ones, or the largest there is.
pub(crate) fn deck(byte: u8) -> Options {
    let mut options = Rules::default().options();
    let mut sized = |deck: Deck, shortest_meld: u8, hand_size: u8, opening_min: u16| {
        (options.deck, options.shortest_meld, options.hand_size) = (deck, shortest_meld, hand_size);
        options.opening_min = opening_min;
    };
    match byte % 5 {
        1 => sized(Deck { colors: Palette::first(4), values: 13, copies: 3, jokers: 4 }, 3, 14, 30),
        2 => sized(Deck { colors: Palette::first(3), values: 6, copies: 2, jokers: 3 }, 3, 7, 8),
        3 => sized(Deck { colors: Palette::first(4), values: 4, copies: 1, jokers: 2 }, 2, 4, 8),
        4 => sized(Deck::LARGEST, 4, 14, 8),
        _ => {}
    }
    options
}

/// Any rules: a byte for the deck, and one for each option that is a choice or a flag.
pub(crate) fn any(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    let mut options = deck(bytes.arbitrary()?);
    choose(bytes, &mut options)?;
    options.timeout_draw = bytes.int_in_range(0..=3)?;
    Ok(options.validate().unwrap())
}

/// Any rules with a deck so small that every turn can be tried.
pub(crate) fn small(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    let mut options = small_rules(PRESETS[0], *bytes.choose(&DECKS)?, |_| {}).options();
    choose(bytes, &mut options)?;
    options.opening_min = bytes.int_in_range(0..=20)?;
    options.joker_penalty = bytes.int_in_range(0..=30)?;
    Ok(options.validate().unwrap())
}

/// Sets every option that is a choice or a flag, each by a byte, in the order of the rule book.
fn choose(bytes: &mut Unstructured<'_>, options: &mut Options) -> Result<()> {
    for option in &OPTIONS {
        let value = match option.kind {
            OptionKind::Flag => OptionValue::Flag(bytes.arbitrary()?),
            OptionKind::Choice(names) => OptionValue::Choice(bytes.choose(names)?),
            _ => continue,
        };
        option.set(options, value).unwrap();
    }
    Ok(())
}

/// The same rules with some options changed.
pub(crate) fn but(rules: &Rules, change: impl FnOnce(&mut Options)) -> Rules {
    let mut options = rules.options();
    change(&mut options);
    options.validate().unwrap()
}
