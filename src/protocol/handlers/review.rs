//! The method that reviews a match.

use super::referee::write_turn;
use crate::matches::Record;
use crate::meld::Meld;
use crate::protocol::messages::{self, ReviewParams, ReviewResult};
use crate::protocol::method::{Search, Work};
use crate::protocol::refusal::Refusal;
use crate::review::{Lapse, Review, ReviewOptions, TurnReview};

impl Search for ReviewParams {
    fn progress(&self) -> bool {
        self.progress.0.unwrap_or(false)
    }

    fn limit(&self) -> Option<f64> {
        self.limit.map(|limit| limit.0)
    }
}

pub(crate) fn review(params: ReviewParams, work: &Work<'_>) -> Result<ReviewResult, Refusal> {
    let options = ReviewOptions {
        samples: params.samples.0.map_or(Ok(ReviewOptions::SAMPLES), |samples| {
            let (least, most) = ReviewOptions::RANGE;
            samples.in_range("samples", least as i128, most as i128)
        })?,
        seed: params.seed.0.map_or(Ok(0), |seed| seed.in_range("seed", 0, u64::MAX.into()))?,
        hidden: params.hidden.0.unwrap_or(false),
        first: params.from.0.map_or(Ok(1), |from| from.count("from"))?,
        threads: 1,
    };
    let limit = params.limit.map(|limit| limit.duration("limit")).transpose()?;
    let text = params.record.as_bytes();
    let text = if params.salvage.0.unwrap_or(false) { Record::salvaged(text) } else { text };
    let record = Record::parse_until(text, &mut work.until(None))?;
    Ok(write_review(&record, &Review::of(&record, options, &mut |_| {}, &mut work.until(limit))))
}

/// A review as it is sent.
pub(crate) fn write_review(record: &Record, review: &Review) -> ReviewResult {
    let names = record.header().called();
    ReviewResult {
        accuracy: (0..names.len()).map(|seat| review.accuracy(seat)).collect(),
        names: names.into_iter().map(str::to_owned).collect(),
        complete: review.is_complete,
        turns: review.turns.iter().map(write_turn_review).collect(),
    }
}

fn write_turn_review(turn: &TurnReview) -> messages::TurnReview {
    messages::TurnReview {
        turn: turn.number,
        round: turn.round,
        seat: turn.seat,
        kind: turn.kind.name(),
        table: turn.table.melds().iter().map(Meld::to_string).collect(),
        hand: turn.hand.to_string(),
        opened: turn.opened,
        tiles: turn.tiles.iter().map(|tile| tile.to_string()).collect(),
        before: turn.before,
        after: turn.after,
        error: turn.error,
        choices: turn.choices,
        label: turn.lapse.map(Lapse::name),
        better: turn.better.as_ref().map(write_turn),
    }
}
