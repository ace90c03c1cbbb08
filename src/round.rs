//! The referee of one round: deal, play, draw, pass, end and score (rules 1 to 3, 9, 13 and 16 to 18).
//!
//! A [`Round`] knows every tile. Turns are transactions: a refused turn changes nothing. What happened is recorded
//! as [`Event`]s, and a seat sees a [`View`], which holds what it may know and nothing else. The module `turn` decides
//! whether a play is legal.
//!
//! Every round ends: each turn plays tiles, draws tiles, or does neither, and the round is over when all seats in a
//! row do neither.

mod deal;
mod error;
mod event;
mod outcome;
mod state;
mod turn;
mod view;

use std::sync::Arc;

pub(crate) use deal::Rng;
#[cfg(any(feature = "matches", feature = "python"))]
pub(crate) use error::no_such_seat;
pub use error::{RepeatError, RoundError, TurnError};
pub(crate) use error::{not_to_move, over};
pub use event::{Event, EventKind};
pub use outcome::{Ending, Outcome};
pub(crate) use state::GameState;
pub use turn::Turn;
pub use view::{InvalidViewError, View};

use crate::rules::{Rules, Timeout};
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::{Draft, Stopped, check_turn_until, is_legal_until};

/// A position for a round to begin with, such as a puzzle or a test.
///
/// It need not hold the whole deck; missing tiles are out of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The hand of each seat.
    pub hands: Vec<Tiles>,
    /// The table.
    pub table: Table,
    /// The pool, in drawing order.
    pub pool: Vec<Tile>,
    /// Whether each seat has opened (rule 11).
    pub opened: Vec<bool>,
    /// The seat to move.
    pub to_move: usize,
    /// The seat that began the round.
    pub starter: usize,
}

/// How a round began.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Start {
    Dealt { seed: u64 },
    SetUp(Arc<Setup>),
}

/// The events so far. Copies of a round share them until one of them continues.
type History = Arc<Vec<Arc<Event>>>;

/// One round, with all its tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    start: Start,
    state: GameState,
    history: History,
}

impl Round {
    /// Deals a round: `hand_size` tiles to each seat, and the rest to the pool.
    ///
    /// The same seed deals the same tiles on every platform, whoever starts. Unless a starter is given, it is drawn
    /// at random from the same seed (rule 3).
    ///
    /// ```
    /// use rummy_fast::{Round, Rules};
    /// let round = Round::deal(&Rules::schmidt(), 3, 7, None)?;
    /// assert_eq!((round.hands()[2].len(), round.pool().len()), (14, 106 - 3 * 14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules do not allow this number of seats, the deck is too small for it, or the starter does not exist.
    pub fn deal(rules: &Rules, seats: usize, seed: u64, starter: Option<usize>) -> Result<Self, RoundError> {
        check_seats(rules, seats)?;
        let (deck, hand_size) = (rules.deck.size(), usize::from(rules.hand_size));
        if seats * hand_size > deck {
            return Err(RoundError::DeckTooSmall { seats, hand_size, deck });
        }
        if let Some(seat) = starter {
            check_seat("starter", seat, seats)?;
        }
        let (tiles, random_starter) = deal::deal(&rules.deck, seats, seed);
        let starter = starter.unwrap_or(random_starter);
        let (dealt, pool) = tiles.split_at(seats * hand_size);
        let hands = dealt.chunks(hand_size).map(|tiles| tiles.iter().copied().collect()).collect();
        let state = GameState {
            rules: *rules,
            hands,
            table: Arc::default(),
            full_pool: pool.into(),
            drawn: 0,
            opened: vec![false; seats],
            starter,
            to_move: starter,
            idle: 0,
            outcome: None,
        };
        Ok(Self { start: Start::Dealt { seed }, state, history: Arc::default() })
    }

    /// Begins a round with any position.
    ///
    /// # Errors
    /// If the rules do not allow this number of seats, a seat does not exist or has an empty hand, `opened` does not
    /// have one entry for each seat, a meld is invalid, or there are more of a tile than the deck has.
    pub fn set_up(rules: &Rules, setup: Setup) -> Result<Self, RoundError> {
        let Setup { hands, table, pool, opened, to_move, starter } = &setup;
        let seats = hands.len();
        check_seats(rules, seats)?;
        check_seat("to_move", *to_move, seats)?;
        check_seat("starter", *starter, seats)?;
        if opened.len() != seats {
            return Err(RoundError::Opened { found: opened.len(), seats });
        }
        if let Some(seat) = hands.iter().position(Tiles::is_empty) {
            return Err(RoundError::EmptyHand { seat });
        }
        table.check(&Tiles::new(), rules)?;
        let hidden = pool.iter().copied().collect();
        let all = hands.iter().fold(table.tiles().plus(&hidden), |all, hand| all.plus(hand));
        if let Some((tile, found)) = all.excess(&rules.deck) {
            return Err(RoundError::TooManyOfTile { tile, found, most: rules.deck.count(tile) });
        }
        let state = GameState {
            rules: *rules,
            hands: hands.clone(),
            table: Arc::new(table.clone()),
            full_pool: pool.as_slice().into(),
            drawn: 0,
            opened: opened.clone(),
            starter: *starter,
            to_move: *to_move,
            idle: 0,
            outcome: None,
        };
        Ok(Self { start: Start::SetUp(Arc::new(setup)), state, history: Arc::default() })
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.state.rules
    }

    /// Returns the number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.state.seats()
    }

    /// Returns the seed of the deal, or `None` if the round was set up.
    #[must_use]
    pub const fn seed(&self) -> Option<u64> {
        match self.start {
            Start::Dealt { seed } => Some(seed),
            Start::SetUp(_) => None,
        }
    }

    /// Returns the position the round was set up with, or `None` if it was dealt.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        match &self.start {
            Start::Dealt { .. } => None,
            Start::SetUp(setup) => Some(setup),
        }
    }

    /// Returns the seat that began the round.
    #[must_use]
    pub const fn starter(&self) -> usize {
        self.state.starter
    }

    /// Returns the seat to move; after the end, the seat that moved last.
    #[must_use]
    pub const fn to_move(&self) -> usize {
        self.state.to_move
    }

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.state.table
    }

    /// Returns whether each seat has opened (rule 11).
    #[must_use]
    pub fn opened(&self) -> &[bool] {
        &self.state.opened
    }

    /// Returns the hand of each seat. To show a player what it may see, use [`view`](Self::view).
    #[must_use]
    pub fn hands(&self) -> &[Tiles] {
        &self.state.hands
    }

    /// Returns the pool, in drawing order. No player may see it.
    #[must_use]
    pub fn pool(&self) -> &[Tile] {
        self.state.pool()
    }

    /// Returns the events so far, which every player saw.
    #[must_use]
    pub fn events(&self) -> &[Arc<Event>] {
        &self.history
    }

    /// Returns how the round ended, or `None` if it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    /// Returns what a seat may see.
    ///
    /// # Errors
    /// If the seat does not exist.
    pub fn view(&self, seat: usize) -> Result<View, RoundError> {
        let state = &self.state;
        let Some(hand) = state.hands.get(seat) else {
            return Err(RoundError::NoSuchSeat { field: "seat", seat, seats: self.seats() });
        };
        Ok(View {
            seat,
            rules: state.rules,
            hand: hand.clone(),
            table: Arc::clone(&state.table),
            opened: state.opened.clone(),
            hand_sizes: state.hands.iter().map(Tiles::len).collect(),
            pool_size: state.pool().len(),
            to_move: state.to_move,
            starter: state.starter,
            history: Arc::clone(&self.history),
            outcome: state.outcome.clone(),
        })
    }

    /// Makes the turn that a seat decided on.
    ///
    /// # Errors
    /// As for [`play`](Self::play), [`draw`](Self::draw) and [`pass`](Self::pass).
    pub fn take(&mut self, seat: usize, turn: &Turn) -> Result<Arc<Event>, TurnError> {
        self.take_until(seat, turn, &mut || false)
    }

    pub(crate) fn take_until(
        &mut self,
        seat: usize,
        turn: &Turn,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<Event>, TurnError> {
        match turn {
            Turn::Play(after) => self.play_until(seat, after, stop),
            Turn::Draw => self.draw(seat),
            Turn::Pass => self.pass(seat),
        }
    }

    /// Plays tiles. `after` is the table at the end of the turn (rules 10 to 15).
    ///
    /// # Errors
    /// If it is not this seat's turn, or the turn is illegal; the error then holds all reasons.
    pub fn play(&mut self, seat: usize, after: &Table) -> Result<Arc<Event>, TurnError> {
        self.play_until(seat, after, &mut || false)
    }

    /// As [`play`](Self::play), but ends early when `stop` returns true; it is called often. See [`check_turn_until`]
    /// for turns that take long.
    ///
    /// # Errors
    /// As for [`play`](Self::play), or [`TurnError::Stopped`]; the round is then unchanged.
    pub fn play_until(
        &mut self,
        seat: usize,
        after: &Table,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<Event>, TurnError> {
        self.check_to_move(seat)?;
        if self.allows(after, stop)? {
            Ok(self.make_play(EventKind::Play, after.clone()))
        } else {
            self.play_draft_until(seat, &after.into(), stop)
        }
    }

    /// Plays tiles, given the table as the player wrote it.
    ///
    /// # Errors
    /// As for [`play`](Self::play); invalid melds are among the reasons.
    pub fn play_draft(&mut self, seat: usize, after: &Draft) -> Result<Arc<Event>, TurnError> {
        self.play_draft_until(seat, after, &mut || false)
    }

    pub(crate) fn play_draft_until(
        &mut self,
        seat: usize,
        after: &Draft,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<Event>, TurnError> {
        self.check_to_move(seat)?;
        let GameState { rules, hands, table, opened, .. } = &self.state;
        let after = check_turn_until(table, &hands[seat], after, opened[seat], rules, stop)?.verify()?;
        Ok(self.make_play(EventKind::Play, after))
    }

    /// Draws a tile (rule 9).
    ///
    /// # Errors
    /// If it is not this seat's turn, or the pool is empty.
    pub fn draw(&mut self, seat: usize) -> Result<Arc<Event>, TurnError> {
        self.check_to_move(seat)?;
        if self.pool().is_empty() {
            return Err(TurnError::NothingToDraw);
        }
        Ok(self.draw_up_to(EventKind::Draw, 1))
    }

    /// Passes: neither plays nor draws (rule 18).
    ///
    /// # Errors
    /// If it is not this seat's turn, or the pool is not empty.
    pub fn pass(&mut self, seat: usize) -> Result<Arc<Event>, TurnError> {
        self.check_to_move(seat)?;
        match self.pool().len() {
            0 => Ok(self.draw_up_to(EventKind::Pass, 0)),
            pool => Err(TurnError::CannotPass { pool }),
        }
    }

    /// Ends the turn of a player who ran out of time (rule 13).
    ///
    /// `snapshots` are the tables the player made during the turn, in order. They may contain loose tiles.
    ///
    /// With `timeout = keep_last_legal`, tiles that are not in a valid meld go back to the hand, and the last
    /// snapshot that is then a legal turn stands. If there is none, and always with `timeout = undo`, the turn is
    /// undone and the seat draws `timeout_draw` tiles, or as many as the pool has. Drawing none is a pass.
    ///
    /// The caller keeps the time (`turn_seconds`).
    ///
    /// # Errors
    /// If it is not this seat's turn.
    pub fn timeout(&mut self, seat: usize, snapshots: &[Draft]) -> Result<Arc<Event>, TurnError> {
        self.timeout_until(seat, snapshots, &mut || false)
    }

    pub(crate) fn timeout_until(
        &mut self,
        seat: usize,
        snapshots: &[Draft],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<Event>, TurnError> {
        self.check_to_move(seat)?;
        if self.rules().timeout == Timeout::KeepLastLegal {
            for snapshot in snapshots.iter().rev() {
                let after = snapshot.sound(self.rules());
                if self.allows(&after, stop)? {
                    return Ok(self.make_play(EventKind::Timeout, after));
                }
            }
        }
        Ok(self.draw_up_to(EventKind::Timeout, self.rules().timeout_draw.into()))
    }

    /// Ends the turn of a player who failed to make one: it is undone as after a timeout, and nothing is kept.
    ///
    /// # Errors
    /// If it is not this seat's turn.
    pub fn forfeit(&mut self, seat: usize) -> Result<Arc<Event>, TurnError> {
        self.check_to_move(seat)?;
        Ok(self.draw_up_to(EventKind::Forfeit, self.rules().timeout_draw.into()))
    }

    /// Repeats the turn of an event and checks that it leads to the same event.
    ///
    /// # Errors
    /// If the turn is refused or leads to another event; the round is then unchanged.
    pub fn repeat(&mut self, event: &Event) -> Result<Arc<Event>, RepeatError> {
        self.repeat_until(event, &mut || false)
    }

    pub(crate) fn repeat_until(
        &mut self,
        event: &Event,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Arc<Event>, RepeatError> {
        let before = self.state.clone();
        let seat = event.seat;
        let found = match event.kind {
            EventKind::Play => self.play_until(seat, &event.table, stop),
            EventKind::Draw => self.draw(seat),
            EventKind::Pass => self.pass(seat),
            EventKind::Timeout if event.tiles.is_empty() => self.timeout(seat, &[]),
            EventKind::Timeout => self.timeout_until(seat, &[event.table.as_ref().into()], stop),
            EventKind::Forfeit => self.forfeit(seat),
        }?;
        if let Some(field) = found.difference(event) {
            self.state = before;
            Arc::make_mut(&mut self.history).pop();
            return Err(RepeatError::Differs { field, found: Box::new(Event::clone(&found)) });
        }
        Ok(found)
    }

    /// The last tiles that were drawn.
    #[cfg(feature = "matches")]
    pub(crate) fn last_drawn(&self, count: usize) -> &[Tile] {
        let GameState { full_pool, drawn, .. } = &self.state;
        full_pool.get(drawn.saturating_sub(count)..*drawn).unwrap_or_default()
    }

    /// The state without the history.
    #[cfg(test)]
    pub(crate) const fn state(&self) -> &GameState {
        &self.state
    }

    /// Checks that it is this seat's turn.
    fn check_to_move(&self, seat: usize) -> Result<(), TurnError> {
        let GameState { to_move, outcome, .. } = &self.state;
        if seat >= self.seats() {
            Err(TurnError::NoSuchSeat { seat, seats: self.seats() })
        } else if outcome.is_some() {
            Err(TurnError::Over)
        } else if seat != *to_move {
            Err(TurnError::WrongSeat { seat, to_move: *to_move })
        } else {
            Ok(())
        }
    }

    /// Whether the seat to move may turn the table into this one.
    fn allows(&self, after: &Table, stop: &mut dyn FnMut() -> bool) -> Result<bool, Stopped> {
        let GameState { rules, hands, table, opened, to_move, .. } = &self.state;
        is_legal_until(table, &hands[*to_move], after, opened[*to_move], rules, stop)
    }

    /// Makes a legal play.
    fn make_play(&mut self, kind: EventKind, after: Table) -> Arc<Event> {
        let seat = self.state.to_move;
        let played = after.tiles().minus(&self.state.table.tiles());
        self.state.play(&played, Arc::new(after));
        self.record(seat, kind, played.iter().collect(), 0)
    }

    fn draw_up_to(&mut self, kind: EventKind, most: usize) -> Arc<Event> {
        let seat = self.state.to_move;
        let drawn = self.state.draw(most);
        self.record(seat, kind, Vec::new(), drawn)
    }

    /// Adds an event to the history.
    fn record(&mut self, seat: usize, kind: EventKind, played: Vec<Tile>, drawn: usize) -> Arc<Event> {
        let event = Arc::new(Event {
            seat,
            kind,
            tiles: played,
            table: Arc::clone(&self.state.table),
            drawn,
            hand_size: self.state.hands[seat].len(),
            pool_size: self.state.pool().len(),
        });
        Arc::make_mut(&mut self.history).push(Arc::clone(&event));
        event
    }
}

fn check_seats(rules: &Rules, seats: usize) -> Result<(), RoundError> {
    let (least, most) = rules.players;
    if (usize::from(least)..=usize::from(most)).contains(&seats) {
        Ok(())
    } else {
        Err(RoundError::Seats { seats, least, most })
    }
}

fn check_seat(field: &'static str, seat: usize, seats: usize) -> Result<(), RoundError> {
    if seat < seats { Ok(()) } else { Err(RoundError::NoSuchSeat { field, seat, seats }) }
}
