//! Open matches, with a secret token for each guest and one for the host.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::calls::ClientId;
use super::fields::Token;
use super::host::{Host, token};
use super::refusal::{ErrorCode, Refusal};
use crate::matches::Match;

/// The most open matches.
pub(crate) const MAX_MATCHES: usize = 1_000;

/// The most rounds of one match, so that its record fits in a line.
pub(crate) const MAX_ROUNDS: u32 = 100;

/// The most rounds of all open matches. A round keeps its events, about 100 KB.
const MAX_ALL_ROUNDS: u64 = 10_000;

/// The most clients and seats that hear of the events of one match.
const MAX_FOLLOWERS: usize = 64;

/// A client that hears of the events of a seat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Follower {
    pub(crate) client: ClientId,
    /// The seat; `None` for the host.
    pub(crate) seat: Option<usize>,
    /// The number of the first event that it has not heard of.
    pub(crate) next: usize,
}

/// A match, its tokens, and who follows it.
#[derive(Debug)]
pub(crate) struct OpenMatch {
    pub(crate) number: u64,
    pub(crate) played: Match,
    tokens: Vec<Option<Token>>,
    pub(crate) followers: Vec<Follower>,
    /// Whether a job makes the turn of a bot, or a timeout.
    pub(crate) is_working: bool,
    /// Set once the match is closed: its job stops.
    pub(crate) is_closed: Arc<AtomicBool>,
}

/// All open matches.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    /// By the token of the host.
    hosted: BTreeMap<String, OpenMatch>,
    /// The host's token and the seat, by the token of the seat.
    seats: BTreeMap<String, (String, usize)>,
    /// The number of the last match.
    last: u64,
}

impl OpenMatch {
    /// Adds a client, or moves it to another event.
    pub(crate) fn follow(&mut self, follower: Follower) -> Result<(), Refusal> {
        self.unfollow(follower.client, follower.seat);
        if self.followers.len() >= MAX_FOLLOWERS {
            let message = format!("{MAX_FOLLOWERS} clients follow this match, the most allowed");
            return Err(Refusal::new(ErrorCode::Busy, message));
        }
        self.followers.push(follower);
        Ok(())
    }

    pub(crate) fn unfollow(&mut self, client: ClientId, seat: Option<usize>) {
        self.followers.retain(|known| (known.client, known.seat) != (client, seat));
    }

    /// The number of events.
    pub(crate) fn events(&self) -> usize {
        self.played.happenings().len()
    }
}

impl Matches {
    /// Checks that a match of so many rounds may be opened.
    pub(crate) fn check_room(&self, rounds: u32, most: usize) -> Result<(), Refusal> {
        let rounds_of = |open: &OpenMatch| u64::from(open.played.header().rounds);
        let all: u64 = self.hosted.values().map(rounds_of).sum();
        let message = if self.hosted.len() >= most {
            format!("{most} matches are open, the most allowed: close one first")
        } else if all + u64::from(rounds) > MAX_ALL_ROUNDS {
            format!("the open matches have {all} rounds, and {MAX_ALL_ROUNDS} is the most allowed: close one first")
        } else {
            return Ok(());
        };
        Err(Refusal::new(ErrorCode::TooManyRounds, message))
    }

    /// Opens a match. Returns the token of its host.
    pub(crate) fn open(&mut self, played: Match, host: &mut dyn Host) -> Result<Token, Refusal> {
        let key = token(host)?;
        let mut tokens = Vec::new();
        for bot in &played.header().bots {
            tokens.push(if bot.is_some() { None } else { Some(Token(token(host)?)) });
        }
        for (seat, token) in tokens.iter().enumerate() {
            if let Some(token) = token {
                self.seats.insert(token.0.clone(), (key.clone(), seat));
            }
        }
        self.last += 1;
        let open = OpenMatch {
            number: self.last,
            played,
            tokens,
            followers: Vec::new(),
            is_working: false,
            is_closed: Arc::default(),
        };
        self.hosted.insert(key.clone(), open);
        Ok(Token(key))
    }

    /// The tokens of the seats of a match.
    pub(crate) fn tokens(&self, host: &Token) -> Vec<Option<Token>> {
        self.hosted.get(&host.0).map(|open| open.tokens.clone()).unwrap_or_default()
    }

    /// The match of a token, the token of its host, and the seat; no seat if it is the token of the host itself.
    pub(crate) fn of(&mut self, token: &Token) -> Result<(&mut OpenMatch, Token, Option<usize>), Refusal> {
        let (key, seat) = match self.seats.get(&token.0) {
            Some((key, seat)) => (key.clone(), Some(*seat)),
            None => (token.0.clone(), None),
        };
        let open = self.hosted.get_mut(&key);
        let unknown = || Refusal::new(ErrorCode::UnknownToken, "no seat and no host of an open match has this token");
        open.map(|open| (open, Token(key), seat)).ok_or_else(unknown)
    }

    /// The match of a seat.
    pub(crate) fn seat(&mut self, token: &Token) -> Result<(&mut OpenMatch, usize), Refusal> {
        match self.of(token) {
            Ok((open, _, Some(seat))) => Ok((open, seat)),
            _ => Err(Refusal::new(ErrorCode::UnknownToken, "no seat of an open match has this token")),
        }
    }

    /// The match of a host.
    pub(crate) fn hosted(&mut self, host: &Token) -> Result<&mut OpenMatch, Refusal> {
        self.hosted.get_mut(&host.0).ok_or_else(no_host)
    }

    /// Removes a match and its tokens, and stops its job.
    pub(crate) fn close(&mut self, host: &Token) -> Result<(), Refusal> {
        let open = self.hosted.remove(&host.0).ok_or_else(no_host)?;
        open.is_closed.store(true, Ordering::Relaxed);
        for token in open.tokens.iter().flatten() {
            self.seats.remove(&token.0);
        }
        Ok(())
    }

    /// The tokens of the hosts of all matches in which a turn has timed out, or somebody has not heard of all events.
    pub(crate) fn due(&self, now: Duration) -> Vec<Token> {
        let is_due = |open: &OpenMatch| {
            let late = !open.is_working && open.played.times_out_at().is_some_and(|at| at <= now);
            late || open.followers.iter().any(|follower| follower.next < open.events())
        };
        self.hosted.iter().filter(|(_, open)| is_due(open)).map(|(key, _)| Token(key.clone())).collect()
    }

    /// When [`due`](Self::due) next finds a match, seen from `now`.
    pub(crate) fn next_due(&self, now: Duration) -> Option<Duration> {
        /// The time between two attempts to reach a client that does not read.
        const RETRY: Duration = Duration::from_millis(250);
        let of = |open: &OpenMatch| {
            let behind = open.followers.iter().any(|follower| follower.next < open.events());
            let late = if open.is_working { None } else { open.played.times_out_at() };
            late.into_iter().chain(behind.then_some(now + RETRY)).min()
        };
        self.hosted.values().filter_map(of).min()
    }
}

fn no_host() -> Refusal {
    Refusal::new(ErrorCode::UnknownToken, "no host of an open match has this token")
}
