//! `serde` for tiles, melds, tables, rules and answers (feature `serde`), in the forms of the JSON lines.
//!
//! A tile is text such as `"r6"`, [`Tiles`] are a list of tiles, a meld is text such as `"r3 J r5"`, a table a list of
//! melds. Tiles and tables are also read from one text, such as `"r6 y2"` and `"r3 J r5 | r8 y8 g8"`.
//!
//! Nothing says under which rules a tile or a meld is read, so every tile and every meld of two tiles or more is. What
//! uses them checks them against its rules, for example [`Table::check`] and `Solver::solve`.

mod objective;
mod rules;
mod verdict;

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::meld::Meld;
use crate::rules::Rules;
use crate::table::Table;
use crate::tile::{Color, Deck, Tile, Tiles};

/// The rules under which text is a meld if it is one under any rules.
fn loosest_rules() -> Rules {
    let mut options = Rules::default().options();
    options.deck = Deck::LARGEST;
    options.shortest_meld = 2;
    options.validate().unwrap_or_default()
}

fn read_color(text: &str) -> Option<Color> {
    let mut letters = text.chars();
    letters.next().and_then(Color::from_letter).filter(|_| letters.next().is_none())
}

/// Reads a value from text with a function.
struct Text<T, E>(&'static str, fn(&str) -> Result<T, E>);

impl<T, E: fmt::Display> Visitor<'_> for Text<T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<D: de::Error>(self, text: &str) -> Result<T, D> {
        (self.1)(text).map_err(D::custom)
    }
}

/// Reads a value from text with a function, or from a list with another.
struct TextOrList<I, T, E>(Text<T, E>, fn(Vec<I>) -> Result<T, E>);

impl<'de, I: Deserialize<'de>, T, E: fmt::Display> Visitor<'de> for TextOrList<I, T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_str<D: de::Error>(self, text: &str) -> Result<T, D> {
        self.0.visit_str(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        (self.1)(items).map_err(de::Error::custom)
    }
}

macro_rules! written_as_text {
    ($($kind:ty: $expected:literal, $read:expr;)+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text($expected, $read))
            }
        }
    )+};
}

written_as_text! {
    Color: "the letter of a color", |text| {
        read_color(text).ok_or_else(|| format!("unknown color {text:?}: expected one of {}", Deck::LARGEST.letters()))
    };
    Tile: "a tile such as \"r6\", or \"J\"", Self::from_str;
    Meld: "a meld such as \"r3 J r5\"", |text| Self::parse(text, &loosest_rules());
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text("tiles such as \"r6 y2\", or a list of tiles", Self::from_str);
        deserializer.deserialize_any(TextOrList(text, |tiles: Vec<Tile>| Ok(Self::from_iter(tiles))))
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.melds())
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text("a list of melds, or melds separated by \"|\"", |text| Self::parse(text, &loosest_rules()));
        deserializer.deserialize_any(TextOrList(text, |melds: Vec<String>| {
            Self::parse_melds(melds.iter().map(String::as_str), &loosest_rules())
        }))
    }
}
