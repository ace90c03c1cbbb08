//! Deferred jokers: those that no meld needs are placed last, wherever there is room.
//!
//! A joker that only lengthens a run or fills a group changes nothing for the other tiles. So the search places
//! jokers only where a meld would fail without one, and this adds the rest to its melds. Where there is no room,
//! the search is repeated with every joker placed explicitly.

use super::new_meld::NewMeldConstraint;
use super::subproblem::Subproblem;
use crate::meld::{Group, Meld, Run};

/// Places jokers in melds, new ones first if there is a constraint; false if there is not enough room.
pub(super) fn place(
    subproblem: &Subproblem,
    melds: &mut Vec<Meld>,
    jokers: u8,
    new_meld: Option<&NewMeldConstraint>,
) -> bool {
    (0..jokers).all(|_| {
        new_meld.is_some_and(|new_meld| place_one(subproblem, melds, |meld| !new_meld.old_in_meld(meld)))
            || place_one(subproblem, melds, |_| true)
            || (split_one(subproblem, melds) && place_one(subproblem, melds, |_| true))
    })
}

/// Places a joker in a meld that is accepted with it.
fn place_one(subproblem: &Subproblem, melds: &mut [Meld], accepts: impl Fn(&Meld) -> bool) -> bool {
    let values = subproblem.values as u8;
    let colors = subproblem.colors();
    let at_end_of_run = |meld: &Meld| match *meld {
        Meld::Run(run) if run.last() < values => {
            Some(Meld::Run(Run { len: run.len + 1, jokers: run.jokers | 1 << run.len, ..run }))
        }
        _ => None,
    };
    let elsewhere = |meld: &Meld| match *meld {
        Meld::Run(run) if run.first > 1 => {
            Some(Meld::Run(Run { first: run.first - 1, len: run.len + 1, jokers: run.jokers << 1 | 1, ..run }))
        }
        Meld::Group(group) if meld.len() < colors => Some(Meld::Group(Group { jokers: group.jokers + 1, ..group })),
        _ => None,
    };
    let grow = |melds: &mut [Meld], with_joker: &dyn Fn(&Meld) -> Option<Meld>| {
        melds.iter_mut().any(|meld| match with_joker(meld).filter(&accepts) {
            Some(grown) => {
                *meld = grown;
                true
            }
            None => false,
        })
    };
    grow(melds, &at_end_of_run) || grow(melds, &elsewhere)
}

/// Splits a long meld without jokers in two to make room.
fn split_one(subproblem: &Subproblem, melds: &mut Vec<Meld>) -> bool {
    let shortest = subproblem.shortest;
    for index in 0..melds.len() {
        let meld = melds[index];
        if meld.jokers() > 0 || meld.len() < 2 * shortest as usize {
            continue;
        }
        let (low, high) = match meld {
            Meld::Run(run) => (
                Meld::Run(Run { len: shortest, ..run }),
                Meld::Run(Run { first: run.first + shortest, len: run.len - shortest, ..run }),
            ),
            Meld::Group(group) => {
                let low = (0..shortest).fold(0u8, |low, _| {
                    let left = group.colors & !low;
                    low | left & left.wrapping_neg()
                });
                (
                    Meld::Group(Group { colors: low, ..group }),
                    Meld::Group(Group { colors: group.colors & !low, ..group }),
                )
            }
        };
        melds[index] = low;
        melds.push(high);
        return true;
    }
    false
}
