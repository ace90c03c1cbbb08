//! Drafts of tables: parsing reports every fault, and everything that judges a turn agrees.

use arbitrary::Unstructured;
use rummy_fast::{Draft, LockedMeld, Meld, Reason, Rules, Table, TableFault, Tile, Tiles, check_turn, is_legal};

use super::{rules, steps};

/// Bytes for the rules and for whether the seat has opened; then the table, the hand and the table after, a line each.
pub fn run(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let (Ok(rules), Ok(opened)) = (rules::any(&mut bytes), bytes.arbitrary()) else { return };
    let text = &*String::from_utf8_lossy(bytes.take_rest());
    let mut lines = text.splitn(3, '\n');
    let [before, hand, text] = [(); 3].map(|()| lines.next().unwrap_or_default());
    let (before, after) = (Draft::parse(before).sound(&rules), Draft::parse(text));
    assert_eq!(Draft::from(&before).sound(&rules), before);
    let hand: Tiles = hand.split(' ').filter_map(|tile| Tile::parse(tile, &rules.deck).ok()).collect();

    let wrong = |(index, meld): (usize, &str)| Meld::parse(meld, &rules).is_err().then_some(index);
    let wrong: Vec<usize> = after.melds().enumerate().filter_map(wrong).collect();
    let read = Table::parse(text, &rules);
    let faults = read.as_ref().err().map_or(&[][..], |error| &error.faults);
    let meld = |fault: &TableFault| if let TableFault::Meld { index, .. } = fault { Some(*index) } else { None };
    assert_eq!(faults.iter().filter_map(meld).collect::<Vec<_>>(), wrong);

    let verdict = match check_turn(&before, &hand, &after, opened, &rules) {
        Ok(verdict) => verdict,
        Err(error) => return assert_eq!(before.check(&hand, &rules), Err(error)),
    };
    let meld = |reason: &Reason| if let Reason::InvalidMeld { index, .. } = reason { Some(*index) } else { None };
    assert_eq!(verdict.reasons.iter().filter_map(meld).collect::<Vec<_>>(), wrong);
    assert!(verdict.reasons.iter().all(|reason| !reason.to_string().is_empty()));
    let legal = |rules: &Rules| read.as_ref().is_ok_and(|after| is_legal(&before, &hand, after, opened, rules));
    assert_eq!(verdict.legal(), legal(&rules));
    if let Some(after) = verdict.table {
        assert_eq!((Ok(&after), verdict.jokers.len()), (read.as_ref(), before.tiles().jokers().into()));
        steps::check(&before, &hand, &after, opened, &rules, &mut steps::Tally::default());
        // What is legal under one policy is legal under every looser one.
        let mut looser = LockedMeld::ALL.iter().filter(|&&policy| policy > rules.locked_meld);
        assert!(looser.all(|&policy| legal(&rules::but(&rules, |options| options.locked_meld = policy))), "{after}");
    }
}
