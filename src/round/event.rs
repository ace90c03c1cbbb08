//! Events: what every player sees of a turn.

use std::sync::Arc;

use crate::table::Table;
use crate::tile::Tile;

/// The kinds of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// Tiles were played.
    Play,
    /// A tile was drawn.
    Draw,
    /// No tile was played or drawn; the pool is empty (rule 18).
    Pass,
    /// The turn timed out (rule 13): the last legal table stands, or the turn was undone.
    Timeout,
    /// The seat made no turn: it was undone as after a timeout.
    Forfeit,
}

impl EventKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Play, Self::Draw, Self::Pass, Self::Timeout, Self::Forfeit];

    /// Returns the name used in Python and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Draw => "draw",
            Self::Pass => "pass",
            Self::Timeout => "timeout",
            Self::Forfeit => "forfeit",
        }
    }

    /// Returns the kind with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What every player sees of a turn. Tiles that were drawn are counted, not named.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Event {
    /// The seat whose turn it was, from 0.
    pub seat: usize,
    /// What happened.
    pub kind: EventKind,
    /// The tiles played from the hand, sorted.
    pub tiles: Vec<Tile>,
    /// The table after the turn.
    pub table: Arc<Table>,
    /// How many tiles were drawn.
    pub drawn: usize,
    /// How many tiles the seat holds after the turn.
    pub hand_size: usize,
    /// How many tiles the pool has after the turn.
    pub pool_size: usize,
}

impl Event {
    /// Returns the name of the first field in which two events differ.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        [
            ("seat", self.seat == other.seat),
            ("kind", self.kind == other.kind),
            ("tiles", self.tiles == other.tiles),
            ("table", self.table == other.table),
            ("drawn", self.drawn == other.drawn),
            ("hand_size", self.hand_size == other.hand_size),
            ("pool_size", self.pool_size == other.pool_size),
        ]
        .into_iter()
        .find_map(|(field, same)| (!same).then_some(field))
    }
}
