//! One round: deal, play, draw, pass, end, score (rules 1 to 3, 9, 13 and 16 to 18).
//!
//! A [`Round`] is the referee. It knows every tile, takes turns as transactions (a refused turn leaves it
//! exactly as it was) and tells everyone what happened as [`Event`]s. A seat sees a [`View`]: what it may know
//! and nothing else. Whether tiles may be played as they are is for `turn` to say.
//!
//! It always comes to an end: a turn plays tiles, draws some, or does neither, and when all seats in a row do
//! neither the round is over.

pub(crate) mod deal;
mod error;
mod event;
mod outcome;
pub(crate) mod position;
mod turn;
mod view;

use std::sync::Arc;

#[cfg(feature = "python")]
pub(crate) use error::no_such_seat;
pub use error::{RepeatError, RoundError, TurnError};
pub(crate) use error::{not_to_move, over};
pub use event::{Event, EventKind};
pub use outcome::{Ending, Outcome};
pub use turn::Turn;
pub use view::{InvalidViewError, View};

use crate::rules::{Rules, Timeout};
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::{Draft, check_turn, is_legal};
use position::Position;

/// A position that a round can begin with: a puzzle, a test, or a guess at the hidden tiles.
///
/// It need not hold the whole deck: tiles that are nowhere are out of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The hand of each seat.
    pub hands: Vec<Tiles>,
    /// What lies on the table.
    pub table: Table,
    /// The pool, in the order in which it is drawn.
    pub pool: Vec<Tile>,
    /// Whether each seat has opened (rule 11).
    pub opened: Vec<bool>,
    /// The seat to move.
    pub to_move: usize,
    /// The seat that began.
    pub starter: usize,
}

/// Where a round came from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Start {
    Dealt { seed: u64 },
    SetUp(Arc<Setup>),
}

/// What happened so far. Copies of a round share it until they go on.
type History = Arc<Vec<Arc<Event>>>;

/// A round and everything in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    start: Start,
    position: Position,
    history: History,
}

impl Round {
    /// Deals `hand_size` tiles to each seat; the rest is the pool. The same seed deals the same tiles on every
    /// platform, whoever starts. Who starts is drawn from the same seed unless a seat is given (rule 3).
    ///
    /// ```
    /// use rummy_fast::{Round, Rules};
    /// let round = Round::deal(&Rules::schmidt(), 3, 7, None)?;
    /// assert_eq!((round.hands()[2].len(), round.pool().len()), (14, 106 - 3 * 14));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules are for fewer or more players, the deck is too small for so many, or there is no such
    /// starter.
    pub fn deal(rules: &Rules, seats: usize, seed: u64, starter: Option<usize>) -> Result<Self, RoundError> {
        check_seats(rules, seats)?;
        let (deck, hand_size) = (rules.deck.size(), usize::from(rules.hand_size));
        if seats * hand_size > deck {
            return Err(RoundError::DeckTooSmall { seats, hand_size, deck });
        }
        if let Some(seat) = starter {
            check_seat("starter", seat, seats)?;
        }
        let (tiles, lot) = deal::deal(&rules.deck, seats, seed);
        let starter = starter.unwrap_or(lot);
        let (dealt, pool) = tiles.split_at(seats * hand_size);
        let hands = dealt.chunks(hand_size).map(|tiles| tiles.iter().copied().collect()).collect();
        let position = Position {
            rules: *rules,
            hands,
            table: Arc::default(),
            stock: pool.into(),
            drawn: 0,
            opened: vec![false; seats],
            starter,
            to_move: starter,
            idle: 0,
            outcome: None,
        };
        Ok(Self { start: Start::Dealt { seed }, position, history: Arc::default() })
    }

    /// Begins with any position.
    ///
    /// # Errors
    /// If the rules are for fewer or more players, a seat does not exist or holds no tile, `opened` does not
    /// say one thing for each seat, a meld is none under these rules, or there are more of a tile than the
    /// deck has. There may be fewer.
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
        let position = Position {
            rules: *rules,
            hands: hands.clone(),
            table: Arc::new(table.clone()),
            stock: pool.as_slice().into(),
            drawn: 0,
            opened: opened.clone(),
            starter: *starter,
            to_move: *to_move,
            idle: 0,
            outcome: None,
        };
        Ok(Self { start: Start::SetUp(Arc::new(setup)), position, history: Arc::default() })
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.position.rules
    }

    /// Number of seats.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.position.seats()
    }

    /// The seed of the deal; none if the round was set up.
    #[must_use]
    pub const fn seed(&self) -> Option<u64> {
        match self.start {
            Start::Dealt { seed } => Some(seed),
            Start::SetUp(_) => None,
        }
    }

    /// The position it was set up with; none if it was dealt.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        match &self.start {
            Start::Dealt { .. } => None,
            Start::SetUp(setup) => Some(setup),
        }
    }

    /// The seat that began.
    #[must_use]
    pub const fn starter(&self) -> usize {
        self.position.starter
    }

    /// Whose turn it is; at the end, whose the last turn was.
    #[must_use]
    pub const fn to_move(&self) -> usize {
        self.position.to_move
    }

    /// What lies on the table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.position.table
    }

    /// Whether each seat has opened (rule 11).
    #[must_use]
    pub fn opened(&self) -> &[bool] {
        &self.position.opened
    }

    /// The hand of each seat. Hidden from the others: show players a [`view`](Self::view).
    #[must_use]
    pub fn hands(&self) -> &[Tiles] {
        &self.position.hands
    }

    /// The pool, in the order in which it is drawn. Hidden from all.
    #[must_use]
    pub fn pool(&self) -> &[Tile] {
        self.position.pool()
    }

    /// What everyone saw so far.
    #[must_use]
    pub fn events(&self) -> &[Arc<Event>] {
        &self.history
    }

    /// How the round ended, if it did.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.position.outcome.as_ref()
    }

    /// What a seat may see.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn view(&self, seat: usize) -> Result<View, RoundError> {
        let position = &self.position;
        let Some(hand) = position.hands.get(seat) else {
            return Err(RoundError::NoSuchSeat { field: "seat", seat, seats: self.seats() });
        };
        Ok(View {
            seat,
            rules: position.rules,
            hand: hand.clone(),
            table: Arc::clone(&position.table),
            opened: position.opened.clone(),
            hand_sizes: position.hands.iter().map(Tiles::len).collect(),
            pool_size: position.pool().len(),
            to_move: position.to_move,
            starter: position.starter,
            history: Arc::clone(&self.history),
            outcome: position.outcome.clone(),
        })
    }

    /// What a seat has decided.
    ///
    /// # Errors
    /// As for [`play`](Self::play), [`draw`](Self::draw) and [`pass`](Self::pass).
    pub fn take(&mut self, seat: usize, turn: &Turn) -> Result<Arc<Event>, TurnError> {
        match turn {
            Turn::Play(after) => self.play(seat, after),
            Turn::Draw => self.draw(seat),
            Turn::Pass => self.pass(seat),
        }
    }

    /// Plays tiles: `after` is the table at the end of the turn (rules 10 to 15).
    ///
    /// # Errors
    /// If it is not this seat's turn, or the turn is illegal; then with all the reasons.
    pub fn play(&mut self, seat: usize, after: &Table) -> Result<Arc<Event>, TurnError> {
        self.expect(seat)?;
        if self.allows(after) {
            Ok(self.put_down(EventKind::Play, after.clone()))
        } else {
            self.play_draft(seat, &after.into())
        }
    }

    /// Plays tiles, given the table as it was written down.
    ///
    /// # Errors
    /// As for [`play`](Self::play); melds that are none are among the reasons.
    pub fn play_draft(&mut self, seat: usize, after: &Draft) -> Result<Arc<Event>, TurnError> {
        self.expect(seat)?;
        let Position { rules, hands, table, opened, .. } = &self.position;
        let after = check_turn(table, &hands[seat], after, opened[seat], rules)?.verify()?;
        Ok(self.put_down(EventKind::Play, after))
    }

    /// Draws a tile (rule 9).
    ///
    /// # Errors
    /// If it is not this seat's turn, or the pool is empty.
    pub fn draw(&mut self, seat: usize) -> Result<Arc<Event>, TurnError> {
        self.expect(seat)?;
        if self.pool().is_empty() {
            return Err(TurnError::NothingToDraw);
        }
        Ok(self.draw_up_to(EventKind::Draw, 1))
    }

    /// Neither plays nor draws (rule 18).
    ///
    /// # Errors
    /// If it is not this seat's turn, or there is a pool to draw from.
    pub fn pass(&mut self, seat: usize) -> Result<Arc<Event>, TurnError> {
        self.expect(seat)?;
        match self.pool().len() {
            0 => Ok(self.draw_up_to(EventKind::Pass, 0)),
            pool => Err(TurnError::CannotPass { pool }),
        }
    }

    /// The timeout (rule 13). `snapshots` are the tables of the turn in the order in which the player made them, as
    /// they were written down, loose tiles among them.
    ///
    /// With `timeout = keep_last_legal` the last of them that is a legal turn stands, when what is no meld has
    /// gone back to the hand: that must be tiles from the hand only, for the table's have to lie in melds.
    /// If none is, and always with `timeout = undo`, the turn is undone and `timeout_draw` tiles are drawn,
    /// or as many as there are; if that is none, the seat has passed.
    ///
    /// Whether there is a clock (`turn_seconds`) is the caller's affair.
    ///
    /// # Errors
    /// If it is not this seat's turn.
    pub fn timeout(&mut self, seat: usize, snapshots: &[Draft]) -> Result<Arc<Event>, TurnError> {
        self.expect(seat)?;
        if self.rules().timeout == Timeout::KeepLastLegal {
            let kept = snapshots.iter().rev().map(|state| state.sound(self.rules())).find(|after| self.allows(after));
            if let Some(after) = kept {
                return Ok(self.put_down(EventKind::Timeout, after));
            }
        }
        Ok(self.draw_up_to(EventKind::Timeout, self.rules().timeout_draw.into()))
    }

    /// The turn of a player who failed to make one: undone as at the timeout, with nothing kept.
    ///
    /// # Errors
    /// If it is not this seat's turn.
    pub fn forfeit(&mut self, seat: usize) -> Result<Arc<Event>, TurnError> {
        self.expect(seat)?;
        Ok(self.draw_up_to(EventKind::Forfeit, self.rules().timeout_draw.into()))
    }

    /// Makes the turn that an event tells of, and sees that it comes out the same.
    ///
    /// # Errors
    /// If the turn is refused or comes out otherwise; the round is then as it was.
    pub fn repeat(&mut self, event: &Event) -> Result<Arc<Event>, RepeatError> {
        let before = self.position.clone();
        let seat = event.seat;
        let found = match event.kind {
            EventKind::Play => self.play(seat, &event.table),
            EventKind::Draw => self.draw(seat),
            EventKind::Pass => self.pass(seat),
            EventKind::Timeout if event.tiles.is_empty() => self.timeout(seat, &[]),
            EventKind::Timeout => self.timeout(seat, &[event.table.as_ref().into()]),
            EventKind::Forfeit => self.forfeit(seat),
        }?;
        if let Some(field) = found.difference(event) {
            self.position = before;
            Arc::make_mut(&mut self.history).pop();
            return Err(RepeatError::Differs { field, found: Box::new(Event::clone(&found)) });
        }
        Ok(found)
    }

    /// The tiles and whose turn it is.
    #[cfg(test)]
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Whether it is this seat's turn.
    fn expect(&self, seat: usize) -> Result<(), TurnError> {
        let Position { to_move, outcome, .. } = &self.position;
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
    fn allows(&self, after: &Table) -> bool {
        let Position { rules, hands, table, opened, to_move, .. } = &self.position;
        is_legal(table, &hands[*to_move], after, opened[*to_move], rules)
    }

    /// Plays tiles that may be played so.
    fn put_down(&mut self, kind: EventKind, after: Table) -> Arc<Event> {
        let seat = self.position.to_move;
        let played = after.tiles().minus(&self.position.table.tiles());
        self.position.play(&played, Arc::new(after));
        self.tell(seat, kind, played.iter().collect(), 0)
    }

    fn draw_up_to(&mut self, kind: EventKind, most: usize) -> Arc<Event> {
        let seat = self.position.to_move;
        let drawn = self.position.draw(most);
        self.tell(seat, kind, Vec::new(), drawn)
    }

    /// Tells everyone what happened.
    fn tell(&mut self, seat: usize, kind: EventKind, played: Vec<Tile>, drawn: usize) -> Arc<Event> {
        let event = Arc::new(Event {
            seat,
            kind,
            tiles: played,
            table: Arc::clone(&self.position.table),
            drawn,
            hand_size: self.position.hands[seat].len(),
            pool_size: self.position.pool().len(),
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
