//! Reading the lines of turns.

use super::error::{RecordError, quoted};
use super::happening::{Failure, FailureCode};
use super::text::number;
use crate::round::EventKind;
use crate::rules::Rules;
use crate::table::Table;
use crate::wording::wording;

/// The part of a recorded turn that cannot be derived from the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordedTurn {
    /// The kind of the event.
    pub(crate) kind: EventKind,
    /// The seat, as written.
    pub(crate) seat: u128,
    /// The table after the turn, if tiles were played.
    pub(crate) table: Option<Table>,
    /// Why the turn was lost.
    pub(crate) failure: Option<Failure>,
}

/// How a turn is written: its verb, what follows the verb, and the kind of the event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Tiles, a colon and the table.
    Table,
    /// Tiles.
    Tiles,
    /// Nothing.
    Nothing,
}

const VERBS: [(&str, Shape, EventKind); 6] = [
    ("plays", Shape::Table, EventKind::Play),
    ("timeout keeps", Shape::Table, EventKind::Timeout),
    ("passes", Shape::Nothing, EventKind::Pass),
    ("timeout draws", Shape::Tiles, EventKind::Timeout),
    ("forfeits draws", Shape::Tiles, EventKind::Forfeit),
    ("draws", Shape::Tiles, EventKind::Draw),
];

/// The verb, the seat and the table of a turn.
type Parts<'a> = (&'static (&'static str, Shape, EventKind), u128, Option<&'a str>);

/// Splits a turn without its fault; `None` if it is not one.
fn split(turn: &str) -> Option<Parts<'_>> {
    let (turn_number, rest) = turn.strip_prefix("turn ")?.split_once(" seat ")?;
    number(turn_number)?;
    let (seat, action) = rest.split_once(' ')?;
    let seat = number(seat)?;
    let (verb, rest) =
        VERBS.iter().find_map(|verb| action.strip_prefix(verb.0).map(|rest| (verb, rest))).filter(|(verb, rest)| {
            if verb.1 == Shape::Nothing { rest.is_empty() } else { rest.len() > 1 && rest.starts_with(' ') }
        })?;
    match (verb.1, rest.split_once(':')) {
        (Shape::Nothing | Shape::Tiles, None) => Some((verb, seat, None)),
        (Shape::Table, Some((tiles, table))) if tiles.len() > 1 => {
            Some((verb, seat, Some(table.strip_prefix(' ').filter(|table| !table.is_empty())?)))
        }
        _ => None,
    }
}

impl RecordedTurn {
    /// Reads the line of a turn.
    ///
    /// # Errors
    /// If the line is not a turn.
    pub(crate) fn read(at: usize, line: &str, rules: &Rules) -> Result<Self, RecordError> {
        let (turn, fault) = match line.split_once(" -- ") {
            Some((turn, fault)) => (turn, Some(fault)),
            None => (line, None),
        };
        let Some((&(_, shape, kind), seat, table)) = split(turn) else {
            return Err(RecordError::new(at, wording!("\"{found}\" is not a turn", found = quoted(line))));
        };
        if kind == EventKind::Forfeit && fault.is_none() {
            return Err(RecordError::new(at, wording!("a forfeited turn needs its fault after --")));
        }
        let failure = fault
            .map(|fault| {
                let (code, message) = fault.split_once(": ").unwrap_or((fault, ""));
                let lost = FailureCode::from_name(code).filter(|code| shape == Shape::Tiles && code.kind() == kind);
                let wrong =
                    || wording!("\"{found}\" is not a fault that can lose a turn in this way", found = quoted(fault));
                lost.map(|code| Failure::new(code, message)).ok_or_else(|| RecordError::new(at, wrong()))
            })
            .transpose()?;
        let table = table
            .map(|table| Table::parse(table, rules).map_err(|error| RecordError::new(at, error.wording())))
            .transpose()?;
        Ok(Self { kind, seat, table, failure })
    }
}

/// Checks that a line is the one that the match gives.
///
/// # Errors
/// If they differ.
pub(crate) fn compare(at: usize, line: &str, expected: &str) -> Result<(), RecordError> {
    if line == expected {
        return Ok(());
    }
    Err(RecordError::new(
        at,
        wording!("found \"{found}\", but the match gives \"{same}\"", found = quoted(line), same = quoted(expected)),
    ))
}
