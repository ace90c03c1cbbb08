//! Open matches, with a secret token for each guest and one for the host.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::client::ClientId;
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
    /// How many happenings were saved; `None` if the match is new.
    saved: Option<usize>,
    tokens: Vec<Option<Token>>,
    /// When a token of it was last used, or a turn taken.
    used: Duration,
    pub(crate) followers: Vec<Follower>,
    /// Whether a job makes the turn of a bot, or a timeout.
    pub(crate) is_working: bool,
    /// Set once the match is closed: its job stops.
    pub(crate) is_closed: Arc<AtomicBool>,
}

/// Why a match is not open any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchEnding {
    /// Its host closed it, or it was finished and made room for another.
    Closed,
    /// Nobody used it for a long time. It can be opened again.
    LetGo,
}

/// What of a match has not been saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsaved {
    /// The number of the match.
    pub number: u64,
    /// Its tokens as JSON, if it is new.
    pub tokens: Option<String>,
    /// What to append to its record.
    pub text: String,
    /// Set if it is not open any more.
    pub ending: Option<MatchEnding>,
}

/// The tokens of a match, as they are saved.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedTokens {
    host: String,
    seats: Vec<Option<String>>,
}

/// All open matches.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    /// The most time of a bot for a turn.
    pub(crate) turn: Option<Duration>,
    /// Whether somebody takes what has not been saved.
    saves: bool,
    /// The ends of matches that are not open any more.
    ended: Vec<Unsaved>,
    /// By the token of the host.
    hosted: BTreeMap<String, OpenMatch>,
    /// The host's token and the seat, by the token of the seat.
    seats: BTreeMap<String, (String, usize)>,
    /// The number of the last match.
    last: u64,
    /// The time of what happens now.
    pub(crate) now: Duration,
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

    /// The text that has not been saved.
    fn unsaved(&self) -> Unsaved {
        let happenings = self.played.happenings().iter().skip(self.saved.unwrap_or(0));
        let mut text = match self.saved {
            None => self.played.header().lines().join("\n") + "\n",
            Some(_) => String::new(),
        };
        text.extend(happenings.map(ToString::to_string));
        Unsaved { number: self.number, tokens: None, text, ending: None }
    }

    /// The number of events.
    pub(crate) fn events(&self) -> usize {
        self.played.happenings().len()
    }
}

impl Matches {
    pub(crate) fn new(turn: Option<Duration>, saves: bool) -> Self {
        Self { turn, saves, ..Self::default() }
    }

    /// Takes what has not been saved.
    pub(crate) fn take_unsaved(&mut self) -> Vec<Unsaved> {
        let mut all = Vec::new();
        for (host, open) in self.hosted.iter_mut().filter(|(_, open)| open.saved != Some(open.events())) {
            let seats = || open.tokens.iter().map(|token| token.as_ref().map(|token| token.0.clone())).collect();
            let tokens = || serde_json::to_string(&SavedTokens { host: host.clone(), seats: seats() }).ok();
            let tokens = if open.saved.is_none() { tokens() } else { None };
            all.push(Unsaved { tokens, ..open.unsaved() });
            open.saved = Some(open.events());
        }
        all.append(&mut self.ended);
        all
    }

    /// Keeps numbers up to this one from new matches.
    pub(crate) fn reserve(&mut self, last: u64) {
        self.last = self.last.max(last);
    }

    /// Opens a match again that was saved. Returns the token of its host.
    pub(crate) fn restore(&mut self, number: u64, tokens: &str, played: Match) -> Result<Token, String> {
        let SavedTokens { host, seats } = serde_json::from_str(tokens).map_err(|error| error.to_string())?;
        let fits = seats.len() == played.header().bots.len();
        if !fits || self.hosted.contains_key(&host) || seats.iter().flatten().any(|seat| self.seats.contains_key(seat))
        {
            return Err("the tokens are not those of this match".to_owned());
        }
        let saved = Some(played.happenings().len());
        self.reserve(number);
        self.insert(host.clone(), number, played, saved, seats.into_iter().map(|seat| seat.map(Token)).collect());
        Ok(Token(host))
    }

    /// Checks that a match of so many rounds may be opened. If matches are saved, finished ones make room.
    pub(crate) fn check_room(&mut self, rounds: u32, most: usize) -> Result<(), Refusal> {
        loop {
            let checked = self.check_limits(rounds, most);
            let finished = |(_, open): &(&String, &OpenMatch)| self.saves && open.played.is_over();
            let oldest = self.hosted.iter().filter(finished).min_by_key(|(_, open)| open.number);
            match (checked, oldest.map(|(host, _)| Token(host.clone()))) {
                (Err(_), Some(host)) => self.close(&host)?,
                (checked, _) => return checked,
            }
        }
    }

    fn check_limits(&self, rounds: u32, most: usize) -> Result<(), Refusal> {
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
        self.last += 1;
        self.insert(key.clone(), self.last, played, None, tokens);
        Ok(Token(key))
    }

    fn insert(&mut self, host: String, number: u64, played: Match, saved: Option<usize>, tokens: Vec<Option<Token>>) {
        for (seat, token) in tokens.iter().enumerate() {
            if let Some(token) = token {
                self.seats.insert(token.0.clone(), (host.clone(), seat));
            }
        }
        let (followers, is_closed) = (Vec::new(), Arc::default());
        let used = self.now;
        let open = OpenMatch { number, played, saved, tokens, used, followers, is_working: false, is_closed };
        self.hosted.insert(host, open);
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
        let unknown = || Refusal::new(ErrorCode::UnknownToken, "no seat and no host of an open match has this token");
        let open = self.hosted.get_mut(&key).ok_or_else(unknown)?;
        open.used = self.now;
        Ok((open, Token(key), seat))
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
        let now = self.now;
        let open = self.find(host).ok_or_else(no_host)?;
        open.used = now;
        Ok(open)
    }

    /// The match of a host, for work that nobody asks for.
    pub(crate) fn find(&mut self, host: &Token) -> Option<&mut OpenMatch> {
        self.hosted.get_mut(&host.0)
    }

    /// Whether a match is open.
    pub(crate) fn is_open(&self, number: u64) -> bool {
        self.hosted.values().any(|open| open.number == number)
    }

    /// Closes a match.
    pub(crate) fn close(&mut self, host: &Token) -> Result<(), Refusal> {
        self.end(&host.0, MatchEnding::Closed)
    }

    /// Removes the matches that nobody has used since this time.
    pub(crate) fn let_go(&mut self, since: Duration) {
        let idle = self.hosted.iter().filter(|(_, open)| open.used < since);
        for host in idle.map(|(host, _)| host.clone()).collect::<Vec<_>>() {
            // It is open.
            let _ = self.end(&host, MatchEnding::LetGo);
        }
    }

    /// Removes a match and its tokens, and stops its job.
    fn end(&mut self, host: &str, ending: MatchEnding) -> Result<(), Refusal> {
        let open = self.hosted.remove(host).ok_or_else(no_host)?;
        open.is_closed.store(true, Ordering::Relaxed);
        if self.saves {
            self.ended.push(Unsaved { ending: Some(ending), ..open.unsaved() });
        }
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
