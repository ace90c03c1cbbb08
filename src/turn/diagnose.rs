//! The reasons why the jokers of a turn cannot be accounted for.

use super::problem::{JokerProblem, Place};
use super::reason::Reason;
use super::stop::Stopped;
use crate::meld::Meld;
use crate::rules::FreedJoker;

impl JokerProblem<'_> {
    /// The reasons, given that [`is_solvable`](Self::is_solvable) is false; never empty.
    pub(super) fn diagnose(
        &self,
        before: &[Meld],
        after: &[Meld],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Reason>, Stopped> {
        let mut reasons = self.diagnose_moved(before);
        let suspects: Vec<usize> = (0..self.old_melds.len()).filter(|&old| self.locked[old] > 0).collect();
        let mut alone = self.clone();
        alone.freed_joker = FreedJoker::AnyMeld;
        for &old in &suspects {
            // A meld that fails with no other meld locked always fails.
            let locked: Vec<bool> = (0..self.old_melds.len()).map(|other| other == old).collect();
            alone.lock_only(&locked);
            let meld = before[old].to_string();
            let known = reasons.iter().any(|reason| reason.subject().as_ref() == Some(&meld));
            if !known && !alone.is_solvable(stop)? {
                let policy = self.rules.locked_meld;
                reasons.push(Reason::LockedMeldBroken { index: old, meld, size: before[old].len(), policy });
            }
        }
        if reasons.is_empty() && self.freed_joker == FreedJoker::NewMeld {
            self.diagnose_new_meld(before, after, &mut reasons, stop)?;
        }
        if reasons.is_empty() {
            let melds = suspects.iter().map(|&old| before[old].to_string()).collect();
            reasons.push(Reason::JokersInConflict { melds });
        }
        Ok(reasons)
    }

    /// The jokers that no order of exchanges frees and whose place is gone.
    fn diagnose_moved(&self, before: &[Meld]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (joker, &bits) in self.jokers.iter().zip(&self.freeing_tiles()) {
            let track = self.old_melds[joker.old].track;
            let in_place = self
                .new_melds
                .iter()
                .any(|new| new.track == track && new.jokers > 0 && new.stands_for & joker.stands_for != 0);
            if bits != 0 || in_place {
                continue;
            }
            let meld = before[joker.old];
            let reason = Reason::JokerMoved {
                // Of equal melds the first, so that they share a reason.
                index: before.iter().position(|other| *other == meld).unwrap_or(joker.old),
                meld: meld.to_string(),
                freed_by: track.tiles(joker.stands_for).collect(),
                from: self.rules.exchange_from,
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// The melds that freed jokers may not be in, if the turn is fine apart from that.
    fn diagnose_new_meld(
        &self,
        before: &[Meld],
        after: &[Meld],
        reasons: &mut Vec<Reason>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Stopped> {
        let mut anywhere = self.clone();
        anywhere.freed_joker = FreedJoker::AnyMeld;
        let Some(assignment) = anywhere.solve(stop)? else { return Ok(()) };
        if !assignment.places.contains(&Place::Freed) {
            return Ok(());
        }
        for (new, meld) in after.iter().enumerate() {
            if anywhere.open_places(&assignment.places, new) == 0 {
                continue;
            }
            if let Some(old) = anywhere.contained_old_meld(new, &assignment.places, &assignment.replaced) {
                reasons.push(Reason::FreedJokerInOldMeld {
                    meld: meld.to_string(),
                    index: old,
                    old: before[old].to_string(),
                });
            }
        }
        Ok(())
    }
}
