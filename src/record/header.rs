//! The settings of a match, and the lines of a record that hold them.

use std::fmt::Write;

use super::error::{RecordError, quoted};
use super::lines::compare;
use super::text::{MAX_NAME, is_name, number, seconds};
use crate::rules::{InvalidRulesError, OPTIONS, OptionKind, OptionValue, Options, PRESETS, RuleOption, Rules};
use crate::tile::{Palette, excerpt};
use crate::wording::{Wording, is_limit, not_seconds, not_whole, worded_errors, wording};

/// The version of the format. Records of other versions are refused.
const VERSION: u32 = 1;
/// The first line of a record without the version.
const FORMAT: &str = "rummy_fast match ";
/// The default name of a seat without a bot.
pub const GUEST: &str = "guest";
/// The most rounds of a match.
pub(crate) const MAX_ROUNDS: u32 = 1_000_000;

/// The settings of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The rules.
    pub rules: Rules,
    /// The seed of everything random.
    pub seed: u64,
    /// The number of rounds, 1 to 1,000,000.
    pub rounds: u32,
    /// The seconds a bot may take for a turn, more than 0 and at most a year.
    pub limit: Option<f64>,
    /// The name of the bot in each seat; `None` for a guest.
    pub bots: Vec<Option<String>>,
    /// The name given to each seat, if it has one.
    pub names: Vec<Option<String>>,
}

/// Why settings are not those of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderError {
    /// The number of rounds is out of range.
    Rounds(u64),
    /// The limit is out of range; as written.
    Limit(String),
    /// A name is invalid.
    Name {
        /// The seat.
        seat: usize,
        /// The name, shortened.
        name: String,
    },
    /// There is not one name for each seat.
    Names {
        /// The number of names.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
}

impl HeaderError {
    /// Returns the text, which names the setting and what it may be.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::Rounds(rounds) => not_whole("rounds", &rounds.to_string(), 1, MAX_ROUNDS),
            Self::Limit(limit) => not_seconds("limit", limit.as_str()),
            Self::Name { seat, name } => wording!(
                "seat {seat}: a name has 1 to {most} characters on one line, without spaces at the ends, got {found}",
                seat,
                most = MAX_NAME,
                found = name
            ),
            Self::Names { found, seats } => {
                wording!("{argument} has {found} entries for {seats} seats", argument = "names", found, seats)
            }
        }
    }
}

worded_errors!(HeaderError);

impl Header {
    /// Checks every setting.
    ///
    /// # Errors
    /// If one is out of range, with the first fault.
    pub fn check(&self) -> Result<(), HeaderError> {
        let seats = self.bots.len();
        if !(1..=MAX_ROUNDS).contains(&self.rounds) {
            return Err(HeaderError::Rounds(self.rounds.into()));
        }
        if let Some(limit) = self.limit.filter(|limit| !is_limit(*limit)) {
            return Err(HeaderError::Limit(limit.to_string()));
        }
        if self.names.len() != seats {
            return Err(HeaderError::Names { found: self.names.len(), seats });
        }
        for (seat, name) in self.bots.iter().enumerate().chain(self.names.iter().enumerate()) {
            if let Some(name) = name.as_ref().filter(|name| !is_name(name)) {
                let name = format!("{name:?}").chars().take(MAX_NAME).collect();
                return Err(HeaderError::Name { seat, name });
            }
        }
        Ok(())
    }

    /// Returns the name of each seat: the given name, or that of its bot.
    #[must_use]
    pub fn called(&self) -> Vec<&str> {
        self.names
            .iter()
            .zip(&self.bots)
            .map(|(name, bot)| name.as_deref().or(bot.as_deref()).unwrap_or(GUEST))
            .collect()
    }

    /// Writes the settings as lines.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{FORMAT}{VERSION}"),
            format!("rules {}", rules_text(&self.rules)),
            format!("seed {}", self.seed),
            format!("rounds {}", self.rounds),
            format!("limit {}", self.limit.map_or_else(|| "none".to_owned(), seconds)),
        ];
        lines.extend(self.bots.iter().enumerate().map(|(seat, bot)| match bot {
            Some(bot) => format!("seat {seat} bot {bot}"),
            None => format!("seat {seat} {GUEST}"),
        }));
        let named = self.names.iter().enumerate();
        lines.extend(named.filter_map(|(seat, name)| Some(format!("name {seat} {}", name.as_ref()?))));
        lines
    }

    /// Reads the lines before the first round.
    ///
    /// # Errors
    /// If a line is missing or wrong.
    pub(crate) fn read(lines: &[&str]) -> Result<Self, RecordError> {
        let Some(first) = lines.first() else {
            return Err(RecordError::new(1, wording!("the record is empty")));
        };
        let format = format!("{FORMAT}{VERSION}");
        if **first != format {
            return Err(RecordError::new(1, other_format(first, &format)));
        }
        let mut reader = Reader { lines, at: 1 };
        let rules = reader.field("rules", |text| read_rules(text).map(Some).map_err(|error| error.wording()))?;
        let seed = reader.field("seed", |text| read_whole("seed", text, 0, u64::MAX))?;
        let rounds = reader.field("rounds", |text| read_whole("rounds", text, 1, MAX_ROUNDS.into()))?;
        let limit = reader.field("limit", read_limit)?;
        let mut bots = Vec::new();
        while let Some(bot) = reader.next_if(read_seat)? {
            reader.check_name(bot.as_deref().unwrap_or(GUEST))?;
            bots.push(bot);
        }
        let mut names = vec![None; bots.len()];
        while let Some((seat, name)) = reader.next_if(read_name)? {
            let place = usize::try_from(seat).ok().and_then(|seat| names.get_mut(seat));
            let Some(place) = place else {
                return Err(RecordError::new(reader.at, wording!("there is no seat {seat}", seat = seat.to_string())));
            };
            reader.check_name(&name)?;
            *place = Some(name);
        }
        let rounds = u32::try_from(rounds).unwrap_or(MAX_ROUNDS);
        let header = Self { rules, seed, rounds, limit, bots, names };
        for (index, (line, expected)) in lines.iter().zip(header.lines()).enumerate() {
            compare(index + 1, line, &expected)?;
        }
        Ok(header)
    }
}

/// Reads the lines of a header one after the other.
struct Reader<'a> {
    lines: &'a [&'a str],
    /// How many lines have been read.
    at: usize,
}

impl Reader<'_> {
    /// The next line.
    fn line(&self) -> Result<&str, RecordError> {
        let missing = || RecordError::new(self.at + 1, wording!("the record ends before its first round"));
        self.lines.get(self.at).copied().ok_or_else(missing)
    }

    /// Reads the line of a field; `read` gives nothing if it is not written as the field is.
    fn field<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(&str) -> Result<Option<T>, Wording>,
    ) -> Result<T, RecordError> {
        let line = self.line()?;
        let at = self.at + 1;
        let value = match line.strip_prefix(field).and_then(|rest| rest.strip_prefix(' ')) {
            Some(text) if !text.is_empty() => read(text).map_err(|reason| RecordError::new(at, reason))?,
            _ => None,
        };
        let unexpected = || wording!("expected \"{field} ...\", found \"{found}\"", field, found = quoted(line));
        let value = value.ok_or_else(|| RecordError::new(at, unexpected()))?;
        self.at += 1;
        Ok(value)
    }

    /// Reads the next line if it is of a kind.
    fn next_if<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, RecordError> {
        let found = read(self.line()?);
        self.at += usize::from(found.is_some());
        Ok(found)
    }

    /// Checks the name in the line read last.
    fn check_name(&self, name: &str) -> Result<(), RecordError> {
        if is_name(name) {
            return Ok(());
        }
        Err(RecordError::new(self.at, wording!("\"{name}\" is not a valid name", name = quoted(name))))
    }
}

fn other_format(line: &str, format: &str) -> Wording {
    let version = line
        .strip_prefix(FORMAT)
        .filter(|text| (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(found) = version {
        wording!("version {found} of the format: this program reads version {known}", found, known = VERSION)
    } else {
        wording!("a record begins with \"{first}\", found \"{found}\"", first = format, found = quoted(line))
    }
}

fn read_whole(field: &str, text: &str, least: u64, most: u64) -> Result<Option<u64>, Wording> {
    let Some(found) = number(text) else { return Ok(None) };
    match u64::try_from(found) {
        Ok(found) if (least..=most).contains(&found) => Ok(Some(found)),
        _ => Err(not_whole(field, text, least, most)),
    }
}

#[expect(clippy::option_option, reason = "nothing read, or no limit read")]
fn read_limit(text: &str) -> Result<Option<Option<f64>>, Wording> {
    if text == "none" {
        return Ok(Some(None));
    }
    // The parser of numbers also knows words such as `inf`.
    let signs = text.bytes().all(|byte| byte.is_ascii_digit() || b".e+-".contains(&byte));
    match text.parse::<f64>() {
        Ok(limit) if signs && is_limit(limit) => Ok(Some(Some(limit))),
        Ok(limit) if signs => Err(not_seconds("limit", seconds(limit))),
        _ => Ok(None),
    }
}

#[expect(clippy::option_option, reason = "no seat read, or no bot in the seat")]
fn read_seat(line: &str) -> Option<Option<String>> {
    let (seat, rest) = line.strip_prefix("seat ")?.split_once(' ')?;
    number(seat)?;
    if rest == GUEST {
        return Some(None);
    }
    rest.strip_prefix("bot ").filter(|bot| !bot.is_empty()).map(|bot| Some(bot.to_owned()))
}

fn read_name(line: &str) -> Option<(u128, String)> {
    let (seat, name) = line.strip_prefix("name ")?.split_once(' ')?;
    Some((number(seat)?, name.to_owned())).filter(|(_, name)| !name.is_empty())
}

/// Writes the value of an option.
fn option_text(value: OptionValue) -> String {
    match value {
        OptionValue::Number(None) => "none".to_owned(),
        OptionValue::Number(Some(number)) => number.to_string(),
        OptionValue::Letters(palette) => palette.to_string(),
        OptionValue::Span(least, most) => format!("{least}-{most}"),
        OptionValue::Flag(flag) => flag.to_string(),
        OptionValue::Choice(name) => name.to_owned(),
    }
}

/// The options of a preset in records, which name the colors of a deck unless they are `r y g b`: the presets of
/// Rummikub had those when the format was made.
fn preset_of_records(name: &str) -> Result<Options, InvalidRulesError> {
    let mut options = Options::preset(name)?;
    options.deck.colors = Palette::first(4);
    Ok(options)
}

/// Writes rules as the preset with the fewest differing options, and those options.
fn rules_text(rules: &Rules) -> String {
    let differing = |preset: &str| -> Vec<&RuleOption<Options>> {
        let Ok(base) = preset_of_records(preset) else { return Vec::new() };
        OPTIONS.iter().filter(|option| option.get(rules) != option.get(&base)).collect()
    };
    let nearest = PRESETS.iter().map(|preset| (preset, differing(preset))).min_by_key(|(_, options)| options.len());
    let (preset, options) = nearest.unwrap_or((&PRESETS[0], Vec::new()));
    let mut text = (*preset).to_owned();
    for option in options {
        let _ = write!(text, " {}={}", option.name, option_text(option.get(rules))); // writing to a String cannot fail
    }
    text
}

fn read_rules(text: &str) -> Result<Rules, InvalidRulesError> {
    let mut words = text.split(' ');
    let mut options = preset_of_records(words.next().unwrap_or_default())?;
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let option = RuleOption::named(name)?;
        option.set(&mut options, read_option(option, value)?)?;
    }
    options.validate()
}

/// Reads the value of an option.
fn read_option(option: &RuleOption<Options>, text: &str) -> Result<OptionValue, InvalidRulesError> {
    let (name, value) = (option.name, || excerpt(text));
    match option.kind {
        OptionKind::OptionalNumber if text == "none" => Ok(OptionValue::Number(None)),
        OptionKind::Number | OptionKind::OptionalNumber => {
            let (least, most) = option.range.unwrap_or((0, u64::MAX));
            let found = number(text).and_then(|found| u64::try_from(found).ok());
            let found = found.filter(|found| (least..=most).contains(found));
            found.map(|found| OptionValue::Number(Some(found))).ok_or_else(|| option.not_a_number(value()))
        }
        OptionKind::Colors => {
            let count = || number(text).and_then(|found| u64::try_from(found).ok());
            let found = OptionValue::letters(text).or_else(|| count().map(|count| OptionValue::Number(Some(count))));
            found.ok_or_else(|| option.not_a_number(value()))
        }
        OptionKind::Span => {
            OptionValue::span(text).ok_or_else(|| InvalidRulesError::NotASpan { option: name, value: value() })
        }
        OptionKind::Flag => text
            .parse()
            .map(OptionValue::Flag)
            .map_err(|_| InvalidRulesError::NotAFlag { option: name, value: value() }),
        OptionKind::Choice(_) => option.choice(text),
    }
}
