//! Parses any text as a tile, tiles, a meld and a table: what parses prints as text that parses to the same.

use std::fmt::{Debug, Display};

use rummy_fast::{Meld, Table, Tile, Tiles};

use super::rules::deck;

/// The first byte chooses the deck, the rest is the text.
pub fn run(data: &[u8]) {
    let Some((&byte, text)) = data.split_first() else { return };
    let rules = deck(byte).validate().unwrap();
    let text = &*String::from_utf8_lossy(text);

    let tile = read(text, |text| Tile::parse(text, &rules.deck));
    let hand = read(text, |text| Tiles::parse(text, &rules.deck));
    let meld = read(text, |text| Meld::parse(text, &rules));
    let table = read(text, |text| Table::parse(text, &rules));

    assert!(tile.is_none() || text.parse().ok() == tile, "the largest deck has the tile too");
    assert!(hand.is_none() || text.parse().ok() == hand, "the largest deck has the tiles too");
    if let (Some(hand), Some(meld)) = (&hand, meld) {
        assert_eq!(meld.tiles().collect::<Tiles>(), *hand);
    }
    if let (Some(meld), Some(table)) = (meld, &table) {
        assert_eq!((table.melds(), table.tile_count()), (&[meld][..], meld.len()));
        assert!(meld.fits(&rules));
    }
}

/// The value a text parses to, if it does.
fn read<T: PartialEq + Debug + Display, E: Display>(text: &str, parse: impl Fn(&str) -> Result<T, E>) -> Option<T> {
    let found = parse(text).inspect_err(|error| assert!(!error.to_string().is_empty())).ok();
    assert_eq!(parse(&text.to_ascii_uppercase()).ok(), found, "case does not matter");
    assert!(found.as_ref().is_none_or(|read| parse(&read.to_string()).ok().as_ref() == Some(read)), "{found:?}");
    found
}
