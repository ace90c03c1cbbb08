//! Checks that steps keep their promises.

use rummy_fast::{
    ExchangeFrom, FreedJoker, Heap, LockedMeld, Meld, Rules, Step, Table, Tile, Tiles, is_legal, replay, steps,
};

/// Carries steps out by their text alone and checks them.
pub(crate) fn carry_out(before: &Table, after: &Table, played: &Tiles, steps: &[Step], kept: &[Meld], context: &str) {
    assert_eq!(replay(before, steps).as_ref(), Ok(after), "{context}");

    let mut heaps: Vec<String> = before.melds().iter().map(Meld::to_string).collect();
    let (mut from_hand, mut free) = (Tiles::new(), 0u8);
    for step in steps {
        for heap in step.before() {
            let place = heaps.iter().position(|other| *other == heap.to_string());
            heaps.remove(place.unwrap_or_else(|| panic!("{heap} is not there: {context}")));
        }
        let mut still = heaps.clone();
        for meld in kept {
            let place = still.iter().position(|other| *other == meld.to_string());
            still.remove(place.unwrap_or_else(|| panic!("{meld} was touched: {context}")));
        }
        heaps.extend(step.after().into_iter().map(Heap::to_string));
        step.from_hand().iter().for_each(|&tile| from_hand.add(tile));
        match *step {
            Step::Exchange { .. } => free += 1,
            Step::Play { freed, .. } => {
                free = free.checked_sub(freed).unwrap_or_else(|| panic!("joker played before it was freed: {context}"));
            }
            _ => {}
        }
    }
    assert_eq!(free, 0, "{context}");
    assert_eq!(from_hand, *played, "{context}");
    heaps.sort();
    let mut wanted: Vec<String> = after.melds().iter().map(Meld::to_string).collect();
    wanted.sort();
    assert_eq!(heaps, wanted, "{context}");
}

/// The melds that are there before and after, if the turn is legal without them.
pub(crate) fn untouched(before: &Table, hand: &Tiles, after: &Table, opened: bool, rules: &Rules) -> Vec<Meld> {
    let (mut kept, mut olds, mut news) = (Vec::new(), before.melds().to_vec(), after.melds().to_vec());
    olds.retain(|meld| match news.iter().position(|other| other == meld) {
        Some(place) => {
            kept.push(news.remove(place));
            false
        }
        None => true,
    });
    if !is_legal(&Table::new(olds), hand, &Table::new(news), opened, rules) {
        kept.clear();
    }
    kept
}

#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) plays: usize,
    pub(crate) steps: usize,
    pub(crate) exchanges: usize,
    pub(crate) borrowed: usize,
    pub(crate) kept: usize,
    pub(crate) stayed: usize,
}

/// Checks the steps of a legal turn and counts them.
pub(crate) fn check(table: &Table, hand: &Tiles, after: &Table, opened: bool, rules: &Rules, tally: &mut Tally) {
    let context = format!("{table} + {hand} -> {after}, opened {opened}, {rules:?}");
    let found = steps(table, hand, after, opened, rules).unwrap_or_else(|error| panic!("{error}: {context}"));
    let lines: Vec<String> = found.iter().map(Step::to_string).collect();
    let context = format!("{context}\n{}", lines.join("\n"));
    let played = after.tiles().minus(&table.tiles());
    let kept = untouched(table, hand, after, opened, rules);
    tally.kept += kept.len();
    carry_out(table, after, &played, &found, &kept, &context);
    // Every tile moves at most once, except that some are put aside or borrowed first.
    assert!(found.len() <= table.tile_count() + played.len() + 2 * usize::from(table.tiles().jokers()), "{context}");
    if opened && rules.exchange_from == ExchangeFrom::Hand {
        assert!(!found.iter().any(|step| matches!(step, Step::Exchange { borrowed: Some(_), .. })), "{context}");
    }
    if !opened && !found.iter().all(|step| matches!(step, Step::Play { onto: None, .. })) {
        let own = found.iter().map_while(|step| match step {
            Step::Play { onto: None, freed: 0, made, .. } => made.meld(),
            _ => None,
        });
        assert!(own.map(|meld| meld.value()).sum::<u32>() >= u32::from(rules.opening_min), "{context}");
    }
    if rules.freed_joker == FreedJoker::NewMeld {
        let mut untouched: Vec<Meld> = table.melds().to_vec();
        for step in &found {
            if let Step::Play { freed: 1.., onto: Some(onto), made, .. } = step {
                let old = untouched.iter().any(|&meld| onto.meld() == Some(meld));
                let last = after.melds().iter().any(|&meld| made.meld() == Some(meld));
                assert!(!(old && last), "{context}");
            }
            for heap in step.before() {
                if let Some(place) = untouched.iter().position(|&meld| heap.meld() == Some(meld)) {
                    untouched.remove(place);
                }
            }
        }
    }
    tally.plays += 1;
    tally.steps += found.len();
    tally.exchanges += found.iter().filter(|step| step.kind() == "exchange").count();
    tally.borrowed += found.iter().filter(|step| matches!(step, Step::Exchange { borrowed: Some(_), .. })).count();

    // If no joker comes from elsewhere, each one always has the tiles with it that must stay.
    let others = played.jokers() > 0 || found.iter().any(|step| step.kind() == "exchange");
    if rules.locked_meld != LockedMeld::Free && rules.shortest_meld >= 3 && !others {
        let with_joker = table.melds().iter().filter(|meld| meld.jokers() > 0).map(Meld::len);
        let least = match rules.locked_meld {
            LockedMeld::Frozen => with_joker.min().unwrap_or(0),
            LockedMeld::KeepThree => 3,
            LockedMeld::Identity | LockedMeld::Free => 2,
        };
        for step in &found {
            assert!(step.kind() != "shift", "{context}");
            for heap in step.after().into_iter().filter(|heap| heap.tiles().contains(&Tile::JOKER)) {
                assert!(heap.tiles().len() >= least, "{context}");
                assert!(heap.tiles().iter().any(|tile| !tile.is_joker()), "{context}");
            }
        }
        tally.stayed += usize::from(table.tiles().jokers());
    }
}
