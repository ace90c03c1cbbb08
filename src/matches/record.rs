//! Records of matches: verified by repeating every turn, replayed, and gone on with.

use std::time::Duration;

use super::error::MatchError;
use super::state::{Match, bots_of};
use crate::record::{Header, RecordError, RecordedTurn, compare, quoted};
use crate::round::{TurnError, no_such_seat};
use crate::wording::{Wording, wording};

/// The record of a match, verified by repeating every turn.
///
/// A record may end anywhere after the start of its first round: the rest was not played, or was lost in a crash.
#[derive(Debug, Clone)]
pub struct Record {
    header: Header,
    turns: Vec<RecordedTurn>,
    /// The match at its end.
    end: Match,
}

/// Why there is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordStopped {
    /// The record is damaged or was edited.
    #[error(transparent)]
    Damaged(#[from] RecordError),
    /// The caller stopped the verification.
    #[error("the verification was stopped")]
    Stopped,
}

impl Record {
    /// Reads and verifies a record.
    ///
    /// # Errors
    /// If it is damaged or was edited; the error names the line and the reason.
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        Self::parse_until(text, &mut || false).map_err(|error| match error {
            RecordStopped::Damaged(error) => error,
            RecordStopped::Stopped => RecordError { line: 1, reason: Wording::new("stopped", None, Vec::new()) },
        })
    }

    /// Drops the incomplete last line of a record, which a crash may leave.
    #[must_use]
    pub fn salvaged(text: &[u8]) -> &[u8] {
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        &text[..end]
    }

    /// As [`parse`](Self::parse), but ends early when `stop` returns true; it is called often.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse), or [`RecordStopped::Stopped`].
    pub fn parse_until(text: &[u8], stop: &mut dyn FnMut() -> bool) -> Result<Self, RecordStopped> {
        let text = std::str::from_utf8(text).map_err(|error| {
            let line = text[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
            RecordError::new(line, wording!("the line is not UTF-8"))
        })?;
        let mut lines: Vec<&str> = text.split('\n').collect();
        let count = lines.len();
        let rest = lines.pop().unwrap_or_default();
        if !rest.is_empty() {
            let found = quoted(rest);
            let reason = wording!("the line is incomplete: there is no line break after \"{found}\"", found);
            return Err(RecordError::new(count, reason).into());
        }
        // Line breaks of Windows.
        for line in &mut lines {
            *line = line.strip_suffix('\r').unwrap_or(line);
        }
        let header = Header::read(&lines)?;
        let begin = header.lines().len();
        let guests = vec![None; header.bots.len()];
        let end = Match::begin(header.clone(), guests, Duration::ZERO)
            // The rules or the deck do not allow so many players.
            .map_err(|error| RecordError::new(begin, error.wording()))?;
        let mut replay = Replay { end, turns: Vec::new(), seen: 0, expected: Vec::new() };
        for (index, line) in lines.iter().enumerate().skip(begin) {
            replay.read(index + 1, line, stop)?;
        }
        Ok(Self { header, turns: replay.turns, end: replay.end })
    }

    /// Returns the settings.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the match at the end of the record, with a guest in every seat.
    #[must_use]
    pub const fn end(&self) -> &Match {
        &self.end
    }

    /// Returns the number of turns.
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.turns.len()
    }

    /// A turn, by its number from 0.
    #[cfg(feature = "python")]
    pub(crate) fn recorded(&self, index: usize) -> Option<&RecordedTurn> {
        self.turns.get(index)
    }

    /// Replays the match, and calls `look` with it before each turn. Returns whether `look` always returned true.
    pub(crate) fn replay(&self, look: &mut dyn FnMut(&Match, &RecordedTurn) -> bool) -> bool {
        // It was verified, so that nothing is refused.
        let guests = vec![None; self.header.bots.len()];
        let Ok(mut played) = Match::begin(self.header.clone(), guests, Duration::ZERO) else { return false };
        for turn in &self.turns {
            if played.round().outcome().is_some() && played.begin_round(Duration::ZERO).is_err() {
                return false;
            }
            if !look(&played, turn) {
                return false;
            }
            let Ok(made) = played.repeat(turn.clone()).run(&mut || false) else { return false };
            played.accept(made, Duration::ZERO);
        }
        true
    }

    /// Goes on with the match at the time `now`, after some of its turns, or all.
    ///
    /// `bots` are who sits in each seat from here on; if `None`, guests, and built-in bots with the same names as
    /// before. `stop` is called often; once it returns true, there is no match.
    ///
    /// # Errors
    /// If the record has fewer turns, a name is not that of a built-in bot, or there is not one entry for each seat.
    pub fn resume(
        &self,
        turns: Option<usize>,
        bots: Option<&[Option<String>]>,
        now: Duration,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Match>, MatchError> {
        let seats = self.header.bots.len();
        if let Some(asked) = turns.filter(|&turns| turns > self.turns()) {
            return Err(MatchError::Turns { asked, most: self.turns() });
        }
        let named = bots.unwrap_or(&self.header.bots);
        if named.len() != seats {
            return Err(MatchError::Players { found: named.len(), seats });
        }
        let bots = bots_of(named)?;
        let named = bots.iter().map(|bot| bot.as_ref().map(|bot| bot.as_str().to_owned())).collect();
        let header = Header { bots: named, ..self.header.clone() };
        let mut resumed = match turns {
            // The turns were verified, so that they need not be repeated.
            None => self.end.clone().with_players(header, bots),
            Some(turns) => {
                let mut resumed = Match::begin(header, bots, now)?;
                for turn in &self.turns[..turns] {
                    if resumed.round().outcome().is_some() {
                        resumed.begin_round(now)?;
                    }
                    let Ok(turn) = resumed.repeat(turn.clone()).run(stop) else { return Ok(None) };
                    resumed.accept(turn, now);
                }
                resumed
            }
        };
        resumed.start_clock(now);
        Ok(Some(resumed))
    }
}

/// The match as far as a record has been read.
struct Replay {
    end: Match,
    turns: Vec<RecordedTurn>,
    /// How many happenings have been written.
    seen: usize,
    /// Their lines that have not been read, the next one last.
    expected: Vec<String>,
}

impl Replay {
    /// Reads a line: takes the turn that it holds, or compares it with what the match gives.
    fn read(&mut self, at: usize, line: &str, stop: &mut dyn FnMut() -> bool) -> Result<(), RecordStopped> {
        if self.next_expected().is_none() {
            self.advance(at, line, stop)?;
        }
        let expected = self.next_expected().unwrap_or_default();
        compare(at, line, &expected)?;
        self.expected.pop();
        Ok(())
    }

    /// The line that the match gives next, if it gives one by itself.
    fn next_expected(&mut self) -> Option<String> {
        if self.expected.is_empty() {
            let happening = self.end.happenings().get(self.seen)?;
            self.expected = happening.to_string().lines().rev().map(str::to_owned).collect();
            self.seen += 1;
        }
        self.expected.last().cloned()
    }

    /// Takes the turn of a line, or deals the next round.
    fn advance(&mut self, at: usize, line: &str, stop: &mut dyn FnMut() -> bool) -> Result<(), RecordStopped> {
        if self.end.is_over() {
            let found = quoted(line);
            let reason = wording!("the match is over, but the record continues with \"{found}\"", found);
            return Err(RecordError::new(at, reason).into());
        }
        let refused = |reason: Wording| RecordStopped::from(RecordError::new(at, reason));
        if self.end.round().outcome().is_some() {
            return self.end.begin_round(Duration::ZERO).map_err(|error| refused(error.wording()));
        }
        let recorded = RecordedTurn::read(at, line, self.end.rules())?;
        let turn = self.end.repeat(recorded.clone()).run(stop).map_err(|error| match error {
            TurnError::Stopped => RecordStopped::Stopped,
            TurnError::NoSuchSeat { seats, .. } => refused(no_such_seat(&recorded.seat.to_string(), seats)),
            error => refused(error.wording()),
        })?;
        self.end.accept(turn, Duration::ZERO);
        self.turns.push(recorded);
        Ok(())
    }
}
