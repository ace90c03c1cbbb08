//! The state of a match.

use std::time::Duration;

use super::attempt::{Attempt, Attempted, Kind};
use super::error::{MatchError, MatchTurnError};
use super::seeds::derive_seed;
use crate::bots::BotName;
use crate::record::{
    Failure, FailureCode, Fault, GUEST, Happening, Header, MatchEnd, RecordedTurn, RoundResult, RoundStart, TurnTaken,
};
use crate::round::{Round, TurnError, View};
use crate::rules::{MatchWinner, Rules, Starter};
use crate::tile::MAX_TEXT;
use crate::turn::Draft;

/// The fraction of the time before the timeout that a bot gets as its limit.
const IN_TIME: f64 = 0.95;

/// The most tables of an unfinished turn that are kept: the last ones count.
const MAX_SNAPSHOTS: usize = 200;

/// The most bytes of all of them; no table that a turn can lead to is longer.
const MAX_SNAPSHOT_BYTES: usize = MAX_TEXT;

/// What a match waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// The turn of a guest.
    Guest(usize),
    /// The turn of a bot: [`Match::ask`].
    Bot(usize),
    /// The next round: [`Match::begin_round`].
    Deal,
    /// Nothing: all rounds have been played.
    Over,
}

/// A match. The same seed gives the same deals, whoever plays.
#[derive(Debug, Clone)]
pub struct Match {
    header: Header,
    /// The built-in bot in each seat; `None` for a guest.
    bots: Vec<Option<BotName>>,
    round: Round,
    number: usize,
    seed_of_round: u64,
    turns: usize,
    /// The turns before this round.
    turns_before: usize,
    ended: Vec<RoundResult>,
    totals: Vec<i64>,
    won: Vec<usize>,
    happenings: Vec<Happening>,
    /// When this turn began.
    began: Duration,
    /// The tables that the seat to move has made during its turn.
    snapshots: Vec<Draft>,
}

impl Match {
    /// Seats everyone and deals the first round at the time `now`, which is counted from any moment.
    ///
    /// ```
    /// use std::time::Duration;
    /// use rummy_fast::{Header, Match, Rules, Waiting};
    /// let bots = vec![Some("greedy".to_owned()), None];
    /// let header = Header { rules: Rules::schmidt(), seed: 7, rounds: 1, limit: None, names: vec![None; 2], bots };
    /// let mut played = Match::new(header, Duration::ZERO)?;
    /// while let Waiting::Bot(_) = played.waiting() {
    ///     let turn = played.ask()?.run(&mut || false)?;
    ///     played.accept(turn, Duration::ZERO);
    /// }
    /// assert_eq!(played.waiting(), Waiting::Guest(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules do not allow so many players, a built-in bot does not exist, or a setting is out of range.
    pub fn new(header: Header, now: Duration) -> Result<Self, MatchError> {
        let bots = bots_of(&header.bots)?;
        let named = bots.iter().map(|bot| bot.as_ref().map(|bot| bot.as_str().to_owned())).collect();
        Self::begin(Header { bots: named, ..header }, bots, now)
    }

    /// Begins a match in which these bots play. The names in the header may be those of others.
    pub(super) fn begin(header: Header, bots: Vec<Option<BotName>>, now: Duration) -> Result<Self, MatchError> {
        header.check()?;
        let seats = bots.len();
        let (round, seed) = deal(&header, 1, None)?;
        let mut begun = Self {
            header,
            bots,
            round,
            number: 1,
            seed_of_round: seed,
            turns: 0,
            turns_before: 0,
            ended: Vec::new(),
            totals: vec![0; seats],
            won: vec![0; seats],
            happenings: Vec::new(),
            began: now,
            snapshots: Vec::new(),
        };
        begun.dealt(now);
        Ok(begun)
    }

    /// Returns the settings.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.header.rules
    }

    /// Returns the current round, or the last one. It holds every hidden tile: show a player only
    /// [`view`](Self::view).
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// Returns the number of the current round, from 1.
    #[must_use]
    pub const fn round_number(&self) -> usize {
        self.number
    }

    /// Returns the number of turns taken in the match.
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the total score of each seat.
    #[must_use]
    pub fn totals(&self) -> &[i64] {
        &self.totals
    }

    /// Returns the rounds each seat has won.
    #[must_use]
    pub fn won(&self) -> &[usize] {
        &self.won
    }

    /// Returns the results of the finished rounds.
    #[must_use]
    pub fn ended(&self) -> &[RoundResult] {
        &self.ended
    }

    /// Returns the seats that win by the option `match_winner`, so far; several if they tie.
    #[must_use]
    pub fn winners(&self) -> Vec<usize> {
        let by_rounds = self.rules().match_winner != MatchWinner::Total;
        let by_total = self.rules().match_winner != MatchWinner::Rounds;
        let merit =
            |seat: usize| (if by_rounds { self.won[seat] } else { 0 }, if by_total { self.totals[seat] } else { 0 });
        let seats = 0..self.bots.len();
        let most = seats.clone().map(merit).max();
        seats.filter(|&seat| Some(merit(seat)) == most).collect()
    }

    /// Returns everything that has happened, from the first deal. It holds every hidden tile.
    #[must_use]
    pub fn happenings(&self) -> &[Happening] {
        &self.happenings
    }

    /// Iterates over the turns that players lost.
    pub fn faults(&self) -> impl Iterator<Item = Fault> + '_ {
        self.happenings.iter().filter_map(|happening| match happening {
            Happening::Turn(TurnTaken { round, number, event, failure: Some(failure), .. }) => {
                Some(Fault { round: *round, turn: *number, seat: event.seat, failure: failure.clone() })
            }
            _ => None,
        })
    }

    /// Writes the record of the match so far.
    #[must_use]
    pub fn record(&self) -> String {
        let mut text = self.header.lines().join("\n") + "\n";
        for happening in &self.happenings {
            text += &happening.to_string();
        }
        text
    }

    /// Returns what a seat may see of the current round.
    ///
    /// # Errors
    /// If the seat does not exist.
    pub fn view(&self, seat: usize) -> Result<View, MatchError> {
        Ok(self.round.view(seat)?)
    }

    /// Returns what the match waits for.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        let seat = self.round.to_move();
        match (self.round.outcome().is_some(), self.bots.get(seat)) {
            (true, _) if self.is_over() => Waiting::Over,
            (true, _) => Waiting::Deal,
            (false, Some(Some(_))) => Waiting::Bot(seat),
            (false, _) => Waiting::Guest(seat),
        }
    }

    /// Returns whether all rounds have been played.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.ended.len() == self.header.rounds as usize
    }

    /// Returns when the turn of a guest times out; `None` if it is not the turn of a guest, or the rules have no
    /// clock.
    #[must_use]
    pub fn times_out_at(&self) -> Option<Duration> {
        match self.waiting() {
            Waiting::Guest(_) => Some(self.began.saturating_add(self.timeout_after()?)),
            Waiting::Bot(_) | Waiting::Deal | Waiting::Over => None,
        }
    }

    /// The same match with other players, as if the names in the header had always been these.
    pub(super) fn with_players(self, header: Header, bots: Vec<Option<BotName>>) -> Self {
        Self { header, bots, ..self }
    }

    /// Starts the clock of this turn now; otherwise it starts when the last turn ends.
    pub const fn start_clock(&mut self, now: Duration) {
        self.began = now;
    }

    /// The time that a turn may take.
    fn timeout_after(&self) -> Option<Duration> {
        self.rules().turn_seconds.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// Deals the next round.
    ///
    /// # Errors
    /// If the match is over, or the current round is not.
    pub fn begin_round(&mut self, now: Duration) -> Result<(), MatchError> {
        if self.is_over() {
            return Err(MatchError::Over);
        }
        if self.round.outcome().is_none() {
            return Err(MatchError::RoundNotOver { number: self.number });
        }
        let number = self.ended.len() + 1;
        let (round, seed) = deal(&self.header, number, self.ended.last())?;
        (self.round, self.seed_of_round, self.number) = (round, seed, number);
        self.turns_before = self.turns;
        self.dealt(now);
        Ok(())
    }

    fn dealt(&mut self, now: Duration) {
        self.start_turn(now);
        self.happenings.push(Happening::RoundStart(RoundStart {
            number: self.number,
            seed: self.seed_of_round,
            starter: self.round.starter(),
            hands: self.round.hands().to_vec(),
        }));
    }

    fn start_turn(&mut self, now: Duration) {
        self.began = now;
        self.snapshots.clear();
    }

    /// Prepares the turn of the bot to move.
    ///
    /// # Errors
    /// If it is not the turn of a bot.
    pub fn ask(&self) -> Result<Attempt, MatchTurnError> {
        let Waiting::Bot(seat) = self.waiting() else { return Err(self.not_a_bot()) };
        let Some(Some(bot)) = self.bots.get(seat) else { return Err(self.not_a_bot()) };
        let times = [self.header.limit, self.rules().turn_seconds.map(|seconds| f64::from(seconds) * IN_TIME)];
        let limit = times.into_iter().flatten().reduce(f64::min);
        let bot = bot.clone();
        let seed = derive_seed(self.header.seed, "bot", seat as u64);
        let limit = limit.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Ok(self.attempt(seat, Kind::Ask { bot, seed, limit }))
    }

    fn not_a_bot(&self) -> MatchTurnError {
        match self.waiting() {
            Waiting::Guest(seat) => MatchTurnError::GuestsTurn { seat },
            Waiting::Over => MatchTurnError::Over,
            Waiting::Bot(_) | Waiting::Deal => MatchTurnError::RoundOver { number: self.number },
        }
    }

    /// Prepares a play of a guest, given the table after the turn as the player wrote it.
    ///
    /// # Errors
    /// If it is not the turn of this guest. Whether the play is legal shows when the attempt is carried out.
    pub fn play(&self, seat: usize, after: Draft) -> Result<Attempt, MatchTurnError> {
        self.guest(seat)?;
        Ok(self.attempt(seat, Kind::Play(after)))
    }

    /// Prepares a guest's drawing of a tile.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn draw(&self, seat: usize) -> Result<Attempt, MatchTurnError> {
        self.guest(seat)?;
        Ok(self.attempt(seat, Kind::Draw))
    }

    /// Prepares a guest's passing.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn pass(&self, seat: usize) -> Result<Attempt, MatchTurnError> {
        self.guest(seat)?;
        Ok(self.attempt(seat, Kind::Pass))
    }

    /// Keeps a table that a guest has made during the turn, which may stand if the turn times out (rule 13).
    ///
    /// # Errors
    /// If it is not the turn of this guest.
    pub fn keep_snapshot(&mut self, seat: usize, table: Draft) -> Result<(), MatchTurnError> {
        self.guest(seat)?;
        self.snapshots.push(table);
        let bytes_of = |table: &Draft| table.melds().map(|meld| meld.len() + 1).sum::<usize>();
        let (mut first, mut bytes) = (self.snapshots.len(), 0);
        while first > 0 && self.snapshots.len() - first < MAX_SNAPSHOTS {
            bytes += bytes_of(&self.snapshots[first - 1]);
            if bytes > MAX_SNAPSHOT_BYTES {
                break;
            }
            first -= 1;
        }
        self.snapshots.drain(..first);
        Ok(())
    }

    /// Prepares the timeout of a guest's turn (rule 13), with the tables it has made during the turn.
    ///
    /// # Errors
    /// If it is not the turn of a guest, or the rules have no clock.
    pub fn timeout(&self) -> Result<Attempt, MatchTurnError> {
        let seat = self.guest_to_move()?;
        if self.rules().turn_seconds.is_none() {
            return Err(MatchTurnError::NoClock);
        }
        Ok(self.attempt(seat, Kind::Timeout(self.snapshots.clone())))
    }

    /// Prepares forfeiting the turn of a guest, for example one that has left. It counts as a fault.
    ///
    /// # Errors
    /// If it is not the turn of a guest.
    pub fn forfeit(&self, message: &str) -> Result<Attempt, MatchTurnError> {
        let failure = Failure::new(FailureCode::Gone, message);
        Ok(self.attempt(self.guest_to_move()?, Kind::Lose(failure)))
    }

    /// Prepares a turn of a record, for a guest or a bot alike.
    pub(super) fn repeat(&self, recorded: RecordedTurn) -> Attempt {
        let seat = usize::try_from(recorded.seat).unwrap_or(usize::MAX);
        let (kind, failure) = Kind::recorded(recorded);
        Attempt { failure, ..self.attempt(seat, kind) }
    }

    fn attempt(&self, seat: usize, kind: Kind) -> Attempt {
        Attempt { number: self.turns + 1, seat, round: self.round.clone(), kind, failure: None }
    }

    /// The seat to move, if it is a guest's.
    fn guest_to_move(&self) -> Result<usize, MatchTurnError> {
        match self.waiting() {
            Waiting::Guest(seat) => Ok(seat),
            Waiting::Over => Err(MatchTurnError::Over),
            Waiting::Deal => Err(MatchTurnError::RoundOver { number: self.number }),
            Waiting::Bot(seat) => {
                let bot = self.header.called().get(seat).copied().unwrap_or(GUEST).to_owned();
                Err(MatchTurnError::BotsTurn { seat, bot })
            }
        }
    }

    /// Checks that it is the turn of a guest in this seat.
    fn guest(&self, seat: usize) -> Result<(), MatchTurnError> {
        match self.waiting() {
            Waiting::Guest(to_move) if to_move == seat => Ok(()),
            Waiting::Guest(to_move) | Waiting::Bot(to_move) if to_move != seat => {
                Err(TurnError::WrongSeat { seat, to_move }.into())
            }
            _ => self.guest_to_move().map(|_| ()),
        }
    }

    /// Makes the turn of an attempt that was carried out; false if the match has gone on since it was prepared.
    pub fn accept(&mut self, turn: Attempted, now: Duration) -> bool {
        let Attempted { number, round, event, failure } = turn;
        if number != self.turns + 1 || self.round.outcome().is_some() {
            return false;
        }
        self.turns = number;
        self.round = round;
        let drew = self.round.last_drawn(event.drawn).to_vec();
        self.happenings.push(Happening::Turn(TurnTaken { round: self.number, number, event, drew, failure }));
        if let Some(outcome) = self.round.outcome().cloned() {
            for (total, score) in self.totals.iter_mut().zip(&outcome.scores) {
                *total += score;
            }
            for &seat in &outcome.winners {
                self.won[seat] += 1;
            }
            let ended = RoundResult {
                number: self.number,
                seed: self.seed_of_round,
                starter: self.round.starter(),
                turns: self.turns - self.turns_before,
                outcome,
                totals: self.totals.clone(),
            };
            self.ended.push(ended.clone());
            self.happenings.push(Happening::RoundEnd(ended));
            if self.is_over() {
                let (winners, totals, won) = (self.winners(), self.totals.clone(), self.won.clone());
                self.happenings.push(Happening::MatchEnd(MatchEnd { winners, totals, won }));
            }
        }
        self.start_turn(now);
        true
    }
}

/// Reads the names of built-in bots.
pub(super) fn bots_of(names: &[Option<String>]) -> Result<Vec<Option<BotName>>, MatchError> {
    let read = |(seat, name): (usize, &Option<String>)| {
        let bot = name.as_deref().map(BotName::parse).transpose();
        bot.map_err(|error| MatchError::Bot { seat, error })
    };
    names.iter().enumerate().map(read).collect()
}

/// Deals a round of a match, after the round before it, and gives its seed.
fn deal(header: &Header, number: usize, last: Option<&RoundResult>) -> Result<(Round, u64), MatchError> {
    let seats = header.bots.len();
    let starter = last.and_then(|last| match header.rules.starter {
        Starter::Random => None,
        Starter::Rotate => Some((last.starter + 1) % seats),
        Starter::Winner => last.winner(),
    });
    let seed = derive_seed(header.seed, "round", number as u64);
    Ok((Round::deal(&header.rules, seats, seed, starter)?, seed))
}
