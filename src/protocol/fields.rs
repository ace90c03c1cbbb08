//! The types of fields that several messages share.

use std::borrow::Cow;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::json::{Faults, Json, Kind, Part, Read};
use super::message::deserialize;
use super::refusal::Refusal;
use crate::rules::Rules;
use crate::solver::{Objective, Weights};
use crate::table::Table;
use crate::tile::{Deck, MAX_TEXT, NotationError, Tile, Tiles};
use crate::turn::Draft;

/// Most tiles with a weight: more than there are kinds of tile, each in two spellings.
const MAX_WEIGHTS: usize = 1_000;

/// The schema of a type, which has no definition of its own.
macro_rules! inline_schema {
    ($($kind:ty: $schema:tt;)+) => {$(
        impl JsonSchema for $kind {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($kind).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserialize(deserializer)
            }
        }
    )+};
}

inline_schema! {
    Whole: {"type": "integer"};
    Number: {"type": "number"};
    Seconds: {"type": "number"};
    Texts: {"type": "array", "items": {"type": "string"}};
    TextOrList: {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]};
    RulesField: {"anyOf": [{"type": "string"}, {"type": "object"}]};
    ObjectiveField: {"anyOf": [
        {"enum": ["tiles", "points"]},
        {"type": "object", "additionalProperties": {"type": "number", "minimum": 0, "maximum": 1_000_000}}
    ]};
    Token: {"type": "string", "maxLength": MAX_TOKEN};
    Version: {"const": "2.0"};
    Id: {"type": ["number", "string", "null"]};
    Echo: {};
}

/// A whole number. Those beyond 128 bits are read as the greatest or the least of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole(pub i128);

impl Whole {
    /// Reads a number of things, or a number in another range.
    pub(crate) fn in_range<N: TryFrom<i128>>(self, name: &str, least: i128, most: i128) -> Result<N, Refusal> {
        let read = if (least..=most).contains(&self.0) { N::try_from(self.0).ok() } else { None };
        read.ok_or_else(|| Refusal::not_whole(name, self.0, least, most))
    }

    /// Reads a number of things.
    pub(crate) fn count(self, name: &str) -> Result<usize, Refusal> {
        self.in_range(name, 0, u32::MAX.into())
    }
}

impl From<usize> for Whole {
    fn from(number: usize) -> Self {
        Self(number as i128)
    }
}

impl Read for Whole {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let digits = json.number().filter(|digits| !digits.contains(['.', 'e', 'E']));
        let Some(digits) = digits else {
            faults.add("must be a whole number");
            return None;
        };
        let beyond = if digits.starts_with('-') { i128::MIN } else { i128::MAX };
        Some(Self(digits.parse().unwrap_or(beyond)))
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// A number; always finite.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Number(pub f64);

impl Read for Number {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let number = json.number().and_then(|digits| digits.parse().ok());
        match number {
            Some(number) if f64::is_finite(number) => return Some(Self(number)),
            Some(_) => faults.add("must be a finite number"),
            None => faults.add("must be a number"),
        }
        None
    }
}

/// A time limit in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Seconds(pub f64);

impl Seconds {
    /// The duration, which is positive.
    pub(crate) fn duration(self, name: &str) -> Result<Duration, Refusal> {
        /// The longest limit: a year.
        const MAX: f64 = 31_536_000.0;
        if self.0 > 0.0 && self.0 <= MAX {
            Ok(Duration::from_secs_f64(self.0).max(Duration::from_nanos(1)))
        } else {
            Err(Refusal::not_seconds(name, self.0))
        }
    }
}

impl Read for Seconds {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        Number::read(json, faults).map(|number| Self(number.0))
    }
}

/// A list of texts, such as tiles or melds. What is beyond the length of any table is not read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// All texts without anything between them.
    text: String,
    /// Where each text ends.
    ends: Vec<u32>,
}

impl Texts {
    /// Iterates over the texts.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end as usize)..end as usize])
    }

    /// The number of bytes, with a separator for each text.
    fn len(&self) -> usize {
        self.text.len() + self.ends.len()
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
    }

    /// Refuses a list that was not read to its end.
    fn check_length(&self) -> Result<(), NotationError> {
        if self.len() > MAX_TEXT { Err(NotationError::TooLong(self.len())) } else { Ok(()) }
    }

    /// Reads the tiles, one in each text.
    pub(crate) fn tiles(&self, deck: &Deck) -> Result<Vec<Tile>, NotationError> {
        self.check_length()?;
        self.iter().map(|text| Tile::parse(text, deck)).collect()
    }
}

impl<T: ToString> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut list = Self::default();
        texts.into_iter().for_each(|text| list.push(&text.to_string()));
        list
    }
}

impl Read for Texts {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let (mut list, mut good, mut place) = (Self::default(), true, 0);
        let is_list = json.items(|item| {
            if let Some(text) = item.text() {
                list.push(&text);
            } else {
                good = false;
                faults.within(Part::Index(place), |faults| faults.add("must be text"));
            }
            place += 1;
            list.len() <= MAX_TEXT && !faults.is_full()
        });
        if !is_list {
            faults.add("must be a list");
        }
        (is_list && good).then_some(list)
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Tiles or melds, as one text or as a list of texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TextOrList {
    /// One text: tiles separated by spaces, or melds separated by `|`.
    Text(String),
    /// A text for each tile or meld.
    List(Texts),
}

impl TextOrList {
    /// Writes the melds of a table.
    #[must_use]
    pub fn melds_of(table: &Table) -> Self {
        Self::List(table.melds().iter().collect())
    }

    /// Reads a table.
    pub(crate) fn table(&self, rules: &Rules) -> Result<Table, Refusal> {
        match self {
            Self::Text(text) => Ok(Table::parse(text, rules)?),
            Self::List(texts) => {
                texts.check_length()?;
                Ok(Table::parse_melds(texts.iter(), rules)?)
            }
        }
    }

    /// Reads a draft, which may hold anything.
    pub(crate) fn draft(&self) -> Draft {
        match self {
            Self::Text(text) => Draft::parse(text),
            Self::List(texts) => Draft::new(texts.iter()),
        }
    }

    /// Reads tiles.
    pub(crate) fn hand(&self, deck: &Deck) -> Result<Tiles, Refusal> {
        match self {
            Self::Text(text) => Ok(Tiles::parse(text, deck)?),
            Self::List(texts) => Ok(texts.tiles(deck)?.into_iter().collect()),
        }
    }
}

impl Read for TextOrList {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        match json.kind() {
            Kind::Text => String::read(json, faults).map(Self::Text),
            Kind::List => Texts::read(json, faults).map(Self::List),
            _ => {
                faults.add("must be text or a list");
                None
            }
        }
    }
}

/// Rules: the name of a preset, or options by name.
#[derive(Debug, Clone, Serialize)]
pub struct RulesField(Box<RawValue>);

impl RulesField {
    /// Writes all options.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        serde_json::value::to_raw_value(rules).ok().map(Self)
    }

    /// Reads the rules.
    pub(crate) fn rules(&self) -> Result<Rules, Refusal> {
        serde_json::from_str(self.0.get()).map_err(|error| Refusal::invalid_rules(&error))
    }
}

impl Read for RulesField {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        if !matches!(json.kind(), Kind::Text | Kind::Object) {
            faults.add("must be text or an object");
            return None;
        }
        RawValue::from_string(json.raw().to_owned()).ok().map(Self)
    }
}

/// What to maximize.
#[derive(Debug, Clone, PartialEq)]
pub enum ObjectiveField {
    /// The number of tiles, then the points.
    Tiles,
    /// The points, then the number of tiles.
    Points,
    /// The weight, then the number of tiles.
    Weights(Vec<(String, f64)>),
}

impl ObjectiveField {
    /// Reads the objective.
    pub(crate) fn objective(&self, deck: &Deck) -> Result<Objective, Refusal> {
        let weights = match self {
            Self::Tiles => return Ok(Objective::Tiles),
            Self::Points => return Ok(Objective::Points),
            Self::Weights(weights) => weights,
        };
        let mut pairs: Vec<(Tile, f64)> = Vec::new();
        for (name, weight) in weights {
            let tile = Tile::parse(name, deck)?;
            if pairs.iter().any(|(known, _)| *known == tile) {
                return Err(Refusal::problem(format!("objective: {tile} has two weights")));
            }
            pairs.push((tile, *weight));
        }
        Ok(Objective::Weights(Weights::new(pairs)?))
    }
}

impl Read for ObjectiveField {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        match json.text().as_deref() {
            Some("tiles") => return Some(Self::Tiles),
            Some("points") => return Some(Self::Points),
            _ => {}
        }
        let (mut weights, mut good) = (Vec::new(), true);
        let is_object = json.fields(|name, weight| {
            let part = Part::Field(Cow::Owned(name.to_string()));
            match faults.within(part, |faults| Number::read(weight, faults)) {
                Some(weight) => weights.push((name.into_owned(), weight.0)),
                None => good = false,
            }
            weights.len() <= MAX_WEIGHTS && !faults.is_full()
        });
        if !is_object {
            faults.add("must be 'tiles' or 'points' or an object");
        } else if weights.len() > MAX_WEIGHTS {
            faults.add(format_args!("must have at most {MAX_WEIGHTS} entries"));
            return None;
        }
        (is_object && good).then_some(Self::Weights(weights))
    }
}

impl Serialize for ObjectiveField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Tiles => serializer.serialize_str("tiles"),
            Self::Points => serializer.serialize_str("points"),
            Self::Weights(weights) => serializer.collect_map(weights.iter().map(|(tile, weight)| (tile, weight))),
        }
    }
}

/// The most characters of a token that is looked up.
const MAX_TOKEN: usize = 256;

/// A secret that gives access to a seat or a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Token(pub String);

impl Read for Token {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let token = String::read(json, faults)?;
        if token.chars().count() > MAX_TOKEN {
            faults.add("is too long");
            return None;
        }
        Some(Self(token))
    }
}

/// The version of JSON-RPC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version;

impl Read for Version {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        if json.text().as_deref() == Some("2.0") {
            return Some(Self);
        }
        faults.add("must be '2.0'");
        None
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("2.0")
    }
}

/// Chosen by the client and returned with the answer: text, a finite number, or null. `1`, `1.0` and `"1"` differ.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Id(Box<str>);

impl Id {
    /// The id of a message that could not be read.
    #[must_use]
    pub fn null() -> Self {
        Self("null".into())
    }

    /// Whether it is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        &*self.0 == "null"
    }

    /// The id as JSON.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.0
    }
}

impl Read for Id {
    fn read(json: Json<'_>, faults: &mut Faults) -> Option<Self> {
        let good = match json.kind() {
            Kind::Null | Kind::Text => true,
            Kind::Number => json.raw().parse().is_ok_and(f64::is_finite),
            Kind::Flag | Kind::List | Kind::Object => false,
        };
        if !good {
            faults.add("must be a whole number or a finite number or text");
            return None;
        }
        // One text may be written in several ways.
        let text = json.text().filter(|text| !text.contains(char::REPLACEMENT_CHARACTER));
        let written = text.and_then(|text| serde_json::to_string(&text).ok());
        Some(Self(written.map_or_else(|| json.raw().into(), String::into_boxed_str)))
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(&self.0).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// Any value, returned as it was written.
#[derive(Debug, Clone, Serialize)]
pub struct Echo(Box<RawValue>);

impl Echo {
    /// Null.
    pub(crate) fn null() -> Self {
        Self(RawValue::NULL.to_owned())
    }

    /// The value as JSON.
    #[must_use]
    pub fn raw(&self) -> &str {
        self.0.get()
    }
}

impl Read for Echo {
    fn read(json: Json<'_>, _: &mut Faults) -> Option<Self> {
        RawValue::from_string(json.raw().to_owned()).ok().map(Self)
    }
}
