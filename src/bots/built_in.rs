//! The built-in bots by name, with their levels.

use std::fmt::Write;
use std::time::Duration;

use super::bot::BotError;
use super::search::{Level, Search};
use super::tidy::tidied;
use super::{careful, greedy};
use crate::clock::Deadline;
use crate::round::{Turn, View};
use crate::solver::with_solver;
use crate::tile::excerpt;
use crate::wording::{Wording, is_limit, not_seconds, not_whole, quoted, worded_errors, wording};

/// A number that is part of a level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LevelNumber {
    /// A whole number.
    Whole(u64),
    /// A number of seconds.
    Seconds(f64),
}

/// What a level's number may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelRange {
    /// A whole number from 1 to this.
    UpTo(u64),
    /// Seconds, more than 0 and at most a year.
    Seconds,
}

/// A built-in bot, as [`BUILT_IN`] declares it.
#[derive(Debug)]
pub struct BuiltIn {
    /// The name of the bot.
    pub name: &'static str,
    /// The numbers of its level by name; empty if it has no level.
    pub level: &'static [(&'static str, LevelRange)],
    /// Whether it returns within its limit on its own, so that nobody needs to watch it.
    pub keeps_time: bool,
    /// Chooses a turn with the solver of this thread.
    choose: fn(&Question<'_>, &mut dyn FnMut() -> bool) -> Result<Turn, BotError>,
}

/// What a built-in bot is asked.
struct Question<'a> {
    seed: u64,
    numbers: &'a [(&'static str, LevelNumber)],
    view: &'a View,
    limit: Option<Duration>,
}

/// The built-in bots.
pub static BUILT_IN: [BuiltIn; 3] = [
    BuiltIn {
        name: "greedy",
        level: &[],
        keeps_time: true,
        choose: |asked, interrupt| with_solver(|solver| greedy::choose(solver, asked.view, asked.limit, interrupt)),
    },
    BuiltIn {
        name: "careful",
        level: &[],
        keeps_time: true,
        choose: |asked, interrupt| with_solver(|solver| careful::choose(solver, asked.view, asked.limit, interrupt)),
    },
    BuiltIn {
        name: "search",
        level: &[
            ("positions", LevelRange::UpTo(1_000_000_000_000)),
            ("seconds", LevelRange::Seconds),
            ("threads", LevelRange::UpTo(1024)),
        ],
        keeps_time: true,
        choose: search,
    },
];

fn search(asked: &Question<'_>, interrupt: &mut dyn FnMut() -> bool) -> Result<Turn, BotError> {
    let (mut level, mut threads) = (Level { positions: None, time: None }, 1);
    for number in asked.numbers {
        match *number {
            ("positions", LevelNumber::Whole(positions)) => level.positions = Some(positions),
            ("threads", LevelNumber::Whole(count)) => threads = usize::try_from(count).unwrap_or(1),
            (_, LevelNumber::Seconds(seconds)) => level.time = Duration::try_from_secs_f64(seconds).ok(),
            _ => {}
        }
    }
    if level == (Level { positions: None, time: None }) {
        level = Level::default();
    }
    Search::new(asked.seed, level).on_threads(threads).think(asked.view, asked.limit, interrupt)
}

/// A built-in bot with its level: who sits in a seat. [`choose`](Self::choose) asks it for a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct BotName {
    text: String,
    /// Its place among the built-in bots.
    place: usize,
    /// Whether it touches as few melds as the tiles that it plays allow.
    tidy: bool,
    numbers: Vec<(&'static str, LevelNumber)>,
}

/// Why there is no such bot.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum BotNameError {
    /// No built-in bot has this name.
    UnknownBot {
        /// The name given.
        name: String,
    },
    /// A level was given to a bot that has none.
    NoLevel {
        /// The bot.
        bot: &'static str,
    },
    /// A part of the level is unknown or no number.
    InvalidLevel {
        /// The bot.
        bot: &'static str,
        /// The part.
        part: String,
    },
    /// A number of the level was given twice.
    Twice {
        /// The bot.
        bot: &'static str,
        /// The number's name.
        word: &'static str,
    },
    /// A number of the level is out of range.
    OutOfRange {
        /// The number's name.
        word: &'static str,
        /// The number as given.
        value: String,
        /// What it may be.
        range: LevelRange,
    },
}

impl BotNameError {
    /// Returns the text, which names the bot or the part of its level and what is allowed.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Self::UnknownBot { name } => wording!(
                "unknown bot \"{name}\": the built-in bots are {known}",
                name = quoted(name),
                known = BUILT_IN.each_ref().map(|bot| bot.name).join(", ")
            ),
            Self::NoLevel { bot } => {
                let leveled: Vec<_> = BUILT_IN.iter().filter(|bot| !bot.level.is_empty()).map(|bot| bot.name).collect();
                wording!("{bot} has no level, only {known} has", bot = *bot, known = leveled.join(", "))
            }
            Self::InvalidLevel { bot, part } => {
                let level = BUILT_IN.iter().find(|known| known.name == *bot).map_or(&[][..], |bot| bot.level);
                let words: Vec<_> = level.iter().map(|(word, _)| format!("{word}=...")).collect();
                wording!(
                    "invalid level \"{part}\": the level of {bot} is one or more of {words}, joined by colons",
                    part = quoted(part),
                    bot = *bot,
                    words = words.join(", ")
                )
            }
            Self::Twice { bot, word } => {
                wording!("the level of {bot} has \"{word}\" twice", bot = *bot, word = *word)
            }
            Self::OutOfRange { word, value, range: LevelRange::UpTo(most) } => not_whole(word, value, 1, *most),
            Self::OutOfRange { word, value, range: LevelRange::Seconds } => not_seconds(word, value),
        }
    }
}

worded_errors!(BotNameError);

/// The part of a name that asks for tidy plays.
const TIDY: &str = "tidy";

impl BotName {
    /// Reads the name of a built-in bot. The level, if the bot has one, may follow, each part after a colon:
    /// `search:positions=20000`, `search:seconds=1.0:threads=2`. Case and spaces around the parts do not matter.
    ///
    /// With `tidy` among the parts, as in `greedy:tidy`, the bot plays the same tiles and touches as few melds as it
    /// can, so that a person can follow its turns.
    ///
    /// ```
    /// use rummy_fast::BotName;
    /// let name = BotName::parse("Search: positions=200")?;
    /// assert_eq!((name.as_str(), name.built_in().name), ("search:positions=200", "search"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the bot or its level is unknown, or a number is out of range.
    pub fn parse(text: &str) -> Result<Self, BotNameError> {
        let text = text.to_lowercase().split(':').map(str::trim).collect::<Vec<_>>().join(":");
        let mut parts = text.split(':');
        let mut name = Self::plain(parts.next().unwrap_or_default())?;
        for part in parts {
            if part == TIDY {
                if name.tidy {
                    return Err(BotNameError::Twice { bot: name.built_in().name, word: TIDY });
                }
                name.tidy = true;
                continue;
            }
            let (word, number) = part.split_once('=').unwrap_or((part, ""));
            name.set_text(word.trim(), number.trim(), part)?;
        }
        name.text = text;
        Ok(name)
    }

    /// Reads the name of a built-in bot, and takes its level from numbers by name.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub fn with_level<'a>(
        name: &str,
        level: impl IntoIterator<Item = (&'a str, LevelNumber)>,
    ) -> Result<Self, BotNameError> {
        let mut name = Self::parse(name)?;
        for (word, number) in level {
            name.set(word, number, word)?;
            // Writing to a String cannot fail.
            let _ = match number {
                LevelNumber::Whole(whole) => write!(name.text, ":{word}={whole}"),
                LevelNumber::Seconds(seconds) => write!(name.text, ":{word}={seconds}"),
            };
        }
        Ok(name)
    }

    /// The bot without a level.
    fn plain(name: &str) -> Result<Self, BotNameError> {
        let place = BUILT_IN.iter().position(|bot| bot.name == name);
        let place = place.ok_or_else(|| BotNameError::UnknownBot { name: name.chars().take(24).collect() })?;
        Ok(Self { text: name.to_owned(), place, tidy: false, numbers: Vec::new() })
    }

    /// Adds a number of the level as written.
    fn set_text(&mut self, word: &str, number: &str, part: &str) -> Result<(), BotNameError> {
        let bot = self.built_in();
        if bot.level.is_empty() {
            return Err(BotNameError::NoLevel { bot: bot.name });
        }
        let invalid = || BotNameError::InvalidLevel { bot: bot.name, part: part.chars().take(24).collect() };
        let &(word, range) = bot.level.iter().find(|(known, _)| *known == word).ok_or_else(invalid)?;
        let out_of_range = || BotNameError::OutOfRange { word, value: number.to_owned(), range };
        let digits = number.strip_prefix('-').unwrap_or(number);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |text: &str| (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) {
            return Err(invalid());
        }
        let number = match range {
            LevelRange::UpTo(_) if number.contains('.') => return Err(invalid()),
            LevelRange::UpTo(_) => LevelNumber::Whole(number.parse().map_err(|_| out_of_range())?),
            LevelRange::Seconds => LevelNumber::Seconds(number.parse().map_err(|_| out_of_range())?),
        };
        self.set(word, number, part)
    }

    /// Adds a number of the level.
    fn set(&mut self, word: &str, number: LevelNumber, part: &str) -> Result<(), BotNameError> {
        let bot = self.built_in();
        if bot.level.is_empty() {
            return Err(BotNameError::NoLevel { bot: bot.name });
        }
        let invalid = || BotNameError::InvalidLevel { bot: bot.name, part: excerpt(part) };
        let &(word, range) = bot.level.iter().find(|(known, _)| *known == word).ok_or_else(invalid)?;
        if self.numbers.iter().any(|(known, _)| *known == word) {
            return Err(BotNameError::Twice { bot: bot.name, word });
        }
        let (good, value, number) = match (range, number) {
            (LevelRange::UpTo(most), LevelNumber::Whole(whole)) => {
                ((1..=most).contains(&whole), whole.to_string(), number)
            }
            (LevelRange::UpTo(_), LevelNumber::Seconds(_)) => return Err(invalid()),
            (LevelRange::Seconds, LevelNumber::Whole(whole)) => match u32::try_from(whole) {
                Ok(seconds) => (is_limit(seconds.into()), whole.to_string(), LevelNumber::Seconds(seconds.into())),
                Err(_) => (false, whole.to_string(), number),
            },
            (LevelRange::Seconds, LevelNumber::Seconds(seconds)) => (is_limit(seconds), seconds.to_string(), number),
        };
        if !good {
            return Err(BotNameError::OutOfRange { word, value, range });
        }
        self.numbers.push((word, number));
        Ok(())
    }

    /// Returns the name with its level, in lower case and without spaces around the parts.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns what is declared of the bot.
    #[must_use]
    pub fn built_in(&self) -> &'static BuiltIn {
        &BUILT_IN[self.place]
    }

    /// Returns the numbers of its level.
    #[must_use]
    pub fn level(&self) -> &[(&'static str, LevelNumber)] {
        &self.numbers
    }

    /// Whether it touches as few melds as the tiles that it plays allow.
    #[must_use]
    pub const fn tidy(&self) -> bool {
        self.tidy
    }

    /// Chooses a turn, as [`Bot::choose`](crate::Bot::choose) does. The seed is that of its random choices.
    ///
    /// # Errors
    /// If the seat is not to move, or the view is impossible.
    pub fn choose(
        &self,
        seed: u64,
        view: &View,
        limit: Option<Duration>,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Result<Turn, BotError> {
        let deadline = Deadline::after(limit);
        let turn = (self.built_in().choose)(&Question { seed, numbers: &self.numbers, view, limit }, interrupt)?;
        if !self.tidy {
            return Ok(turn);
        }
        Ok(with_solver(|solver| tidied(solver, view, turn, &mut || deadline.has_passed() || interrupt())))
    }
}
