//! A small position from bytes: any melds of the deck, and any of the other tiles as the hand.

use arbitrary::{Result, Unstructured};
use rummy_fast::{Color, Deck, Meld, Rules, Table, Tile, Tiles};

use super::common::whole_deck;

/// At most three melds and five tiles, so that brute force can try every turn.
pub(crate) fn any(bytes: &mut Unstructured<'_>, rules: &Rules) -> Result<(Table, Tiles)> {
    let (mut left, mut melds, mut hand) = (whole_deck(rules.deck), Vec::new(), Tiles::new());
    for _ in 0..bytes.int_in_range(0..=3)? {
        if let Some(meld) = meld(bytes, rules)? {
            let tiles = meld.tiles().collect();
            if left.contains(&tiles) {
                left = left.minus(&tiles);
                melds.push(meld);
            }
        }
    }
    let kinds: Vec<Tile> = rules.deck.kinds().collect();
    for _ in 0..bytes.int_in_range(1..=5)? {
        let tile = *bytes.choose(&kinds)?;
        if left.remove(tile) {
            hand.add(tile);
        }
    }
    Ok((Table::new(melds), hand))
}

fn meld(bytes: &mut Unstructured<'_>, rules: &Rules) -> Result<Option<Meld>> {
    let Deck { colors, values, jokers, .. } = rules.deck;
    if bytes.arbitrary()? {
        let (color, first) = (bytes.int_in_range(0..=colors.len() as u8 - 1)?, bytes.int_in_range(1..=values)?);
        let len = bytes.int_in_range(rules.shortest_meld..=values)?;
        let jokers = bytes.int_in_range(0..=(1u32 << len) - 1)?;
        return Ok(Color::new(color.into()).and_then(|color| Meld::run(color, first, len, jokers, rules)));
    }
    let (value, group) = (bytes.int_in_range(1..=values)?, bytes.int_in_range(1..=((1u16 << colors.len()) - 1) as u8)?);
    Ok(Meld::group(value, group, bytes.int_in_range(0..=jokers)?, rules))
}
