//! No story explains the jokers: what should the player be told?

use super::Reason;
use super::position::{Place, Position};
use crate::meld::Meld;
use crate::rules::FreedJoker;

impl Position<'_> {
    /// The reasons, given that [`explained`](Self::explained) is false; never empty.
    pub(super) fn diagnose(&self, before: &[Meld], after: &[Meld]) -> Vec<Reason> {
        let mut reasons = self.diagnose_moved(before);
        let suspects: Vec<usize> = (0..self.olds.len()).filter(|&old| self.bound[old] > 0).collect();
        let mut alone = self.clone();
        alone.freed_joker = FreedJoker::AnyMeld;
        for &old in &suspects {
            // Each meld by itself, the jokers of the others let go: what fails here fails always.
            let held: Vec<bool> = (0..self.olds.len()).map(|other| other == old).collect();
            alone.bind(&held);
            let meld = before[old].to_string();
            let told = reasons.iter().any(|reason| reason.subject().as_ref() == Some(&meld));
            if !told && !alone.explained() {
                let policy = self.rules.locked_meld;
                reasons.push(Reason::LockedMeldBroken { meld, size: before[old].len(), policy });
            }
        }
        if reasons.is_empty() && self.freed_joker == FreedJoker::NewMeld {
            self.diagnose_new_meld(before, after, &mut reasons);
        }
        if reasons.is_empty() {
            let melds = suspects.iter().map(|&old| before[old].to_string()).collect();
            reasons.push(Reason::JokersInConflict { melds });
        }
        reasons
    }

    /// Jokers that cannot be freed in any order of exchanges, and whose place is gone.
    fn diagnose_moved(&self, before: &[Meld]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (joker, &bits) in self.jokers.iter().zip(&self.reach()) {
            let track = self.olds[joker.old].track;
            let in_place = self
                .finals
                .iter()
                .any(|new| new.track == track && new.jokers > 0 && new.stands_for & joker.stands_for != 0);
            if bits != 0 || in_place {
                continue;
            }
            let reason = Reason::JokerMoved {
                meld: before[joker.old].to_string(),
                freed_by: track.tiles(joker.stands_for).collect(),
                from: self.rules.exchange_from,
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// Whether all would be well if freed jokers could go anywhere, and which melds they should not be in.
    fn diagnose_new_meld(&self, before: &[Meld], after: &[Meld], reasons: &mut Vec<Reason>) {
        let mut anywhere = self.clone();
        anywhere.freed_joker = FreedJoker::AnyMeld;
        let Some(story) = anywhere.story() else { return };
        if !story.places.contains(&Place::Freed) {
            return;
        }
        for (last, meld) in after.iter().enumerate() {
            if anywhere.open_places(&story.places, last) == 0 {
                continue;
            }
            if let Some(old) = anywhere.whole_old(last, &story.places, &story.replaced) {
                reasons.push(Reason::FreedJokerInOldMeld { meld: meld.to_string(), old: before[old].to_string() });
            }
        }
    }
}
