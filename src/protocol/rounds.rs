//! Open rounds, with a secret token for each seat.
//!
//! Only its token names a seat: there are no round numbers to try, and every unknown token gets the same error.

use std::collections::HashMap;
use std::time::Duration;

use super::fields::Token;
use super::host::{Host, NoRandomness, token};
use super::refusal::{ErrorCode, Refusal};
use crate::round::Round;

/// A round and its tokens.
#[derive(Debug)]
pub(crate) struct OpenRound {
    pub(crate) round: Round,
    pub(crate) tokens: Vec<Token>,
    /// When somebody last used one of its tokens.
    used: Duration,
}

/// All open rounds.
#[derive(Debug, Default)]
pub(crate) struct Rounds {
    /// By the token of the host.
    hosted: HashMap<String, OpenRound>,
    /// The host's token and the number of the seat, by the token of the seat.
    seats: HashMap<String, (String, usize)>,
    /// The time of what happens now.
    pub(crate) now: Duration,
}

impl From<NoRandomness> for Refusal {
    fn from(error: NoRandomness) -> Self {
        Self::new(ErrorCode::InternalError, error.to_string())
    }
}

impl Rounds {
    pub(crate) fn check_room(&self, most: usize) -> Result<(), Refusal> {
        if self.hosted.len() < most {
            return Ok(());
        }
        let message = format!("{most} rounds are open, the most allowed: close one first");
        Err(Refusal::new(ErrorCode::TooManyRounds, message))
    }

    /// Opens a round. Returns the token of the host, and those of the seats.
    pub(crate) fn open(&mut self, round: Round, host: &mut dyn Host) -> Result<(Token, Vec<Token>), Refusal> {
        let key = token(host)?;
        let mut tokens = Vec::with_capacity(round.seats());
        for _ in 0..round.seats() {
            tokens.push(Token(token(host)?));
        }
        for (seat, token) in tokens.iter().enumerate() {
            self.seats.insert(token.0.clone(), (key.clone(), seat));
        }
        self.hosted.insert(key.clone(), OpenRound { round, tokens: tokens.clone(), used: self.now });
        Ok((Token(key), tokens))
    }

    /// The round and the seat of a token.
    pub(crate) fn seat(&mut self, token: &Token) -> Result<(&mut Round, usize), Refusal> {
        let unknown = || Refusal::new(ErrorCode::UnknownToken, "no seat of an open round has this token");
        let (host, seat) = self.seats.get(&token.0).ok_or_else(unknown)?;
        let open = self.hosted.get_mut(host).ok_or_else(unknown)?;
        open.used = self.now;
        Ok((&mut open.round, *seat))
    }

    /// The round of a host.
    pub(crate) fn hosted(&mut self, host: &Token) -> Result<&mut Round, Refusal> {
        let open = self.hosted.get_mut(&host.0).ok_or_else(no_host)?;
        open.used = self.now;
        Ok(&mut open.round)
    }

    /// Removes the rounds that nobody has used since this time.
    pub(crate) fn let_go(&mut self, since: Duration) {
        self.hosted.retain(|_, open| open.used >= since);
        self.seats.retain(|_, (host, _)| self.hosted.contains_key(host));
    }

    /// Removes a round and its tokens.
    pub(crate) fn close(&mut self, host: &Token) -> Result<(), Refusal> {
        let open = self.hosted.remove(&host.0).ok_or_else(no_host)?;
        for token in &open.tokens {
            self.seats.remove(&token.0);
        }
        Ok(())
    }
}

fn no_host() -> Refusal {
    Refusal::new(ErrorCode::UnknownToken, "no host of an open round has this token")
}
