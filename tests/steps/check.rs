//! Holds steps against what they promise.

use rummy_fast::{
    ExchangeFrom, FreedJoker, Heap, LockedMeld, Meld, Rules, Step, Table, Tile, Tiles, is_legal, replay, steps,
};

/// Carries the steps out by their words alone, and holds them against what steps promise.
pub(crate) fn carried_out(before: &Table, after: &Table, played: &Tiles, steps: &[Step], kept: &[Meld], told: &str) {
    assert_eq!(replay(before, steps).as_ref(), Ok(after), "{told}");

    let mut heaps: Vec<String> = before.melds().iter().map(Meld::to_string).collect();
    let (mut from_hand, mut free) = (Tiles::new(), 0u8);
    for step in steps {
        for heap in step.before() {
            let place = heaps.iter().position(|other| *other == heap.to_string());
            heaps.remove(place.unwrap_or_else(|| panic!("{heap} is not there: {told}")));
        }
        let mut still = heaps.clone();
        for meld in kept {
            let place = still.iter().position(|other| *other == meld.to_string());
            still.remove(place.unwrap_or_else(|| panic!("{meld} was touched: {told}")));
        }
        heaps.extend(step.after().into_iter().map(Heap::to_string));
        step.from_hand().iter().for_each(|&tile| from_hand.add(tile));
        match *step {
            Step::Exchange { .. } => free += 1,
            Step::Play { freed, .. } => {
                free = free.checked_sub(freed).unwrap_or_else(|| panic!("joker played before it was freed: {told}"));
            }
            _ => {}
        }
    }
    assert_eq!(free, 0, "{told}");
    assert_eq!(from_hand, *played, "{told}");
    heaps.sort();
    let mut wanted: Vec<String> = after.melds().iter().map(Meld::to_string).collect();
    wanted.sort();
    assert_eq!(heaps, wanted, "{told}");
}

/// The melds that lie there before and after, if the turn could be made without them.
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
    let told = format!("{table} + {hand} -> {after}, opened {opened}, {rules:?}");
    let found = steps(table, hand, after, opened, rules).unwrap_or_else(|error| panic!("{error}: {told}"));
    let lines: Vec<String> = found.iter().map(Step::to_string).collect();
    let told = format!("{told}\n{}", lines.join("\n"));
    let played = after.tiles().minus(&table.tiles());
    let kept = untouched(table, hand, after, opened, rules);
    tally.kept += kept.len();
    carried_out(table, after, &played, &found, &kept, &told);
    // Every tile moves at most once, and some wait for others or are borrowed before.
    assert!(found.len() <= table.len() + played.len() + 2 * usize::from(table.tiles().jokers()), "{told}");
    if opened && rules.exchange_from == ExchangeFrom::Hand {
        assert!(!found.iter().any(|step| matches!(step, Step::Exchange { borrowed: Some(_), .. })), "{told}");
    }
    if !opened && !found.iter().all(|step| matches!(step, Step::Play { onto: None, .. })) {
        let own = found.iter().map_while(|step| match step {
            Step::Play { onto: None, freed: 0, made, .. } => made.meld(),
            _ => None,
        });
        assert!(own.map(|meld| meld.value()).sum::<u32>() >= u32::from(rules.opening_min), "{told}");
    }
    if rules.freed_joker == FreedJoker::NewMeld {
        let mut untouched: Vec<Meld> = table.melds().to_vec();
        for step in &found {
            if let Step::Play { freed: 1.., onto: Some(onto), made, .. } = step {
                let old = untouched.iter().any(|&meld| onto.meld() == Some(meld));
                let last = after.melds().iter().any(|&meld| made.meld() == Some(meld));
                assert!(!(old && last), "{told}");
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

    // With no joker from elsewhere about, each one has the tiles with it that must stay, at every moment.
    let others = played.jokers() > 0 || found.iter().any(|step| step.kind() == "exchange");
    if rules.locked_meld != LockedMeld::Free && rules.shortest_meld >= 3 && !others {
        let with_joker = table.melds().iter().filter(|meld| meld.jokers() > 0).map(Meld::len);
        let least = match rules.locked_meld {
            LockedMeld::Frozen => with_joker.min().unwrap_or(0),
            LockedMeld::KeepThree => 3,
            LockedMeld::Identity | LockedMeld::Free => 2,
        };
        for step in &found {
            assert!(step.kind() != "shift", "{told}");
            for heap in step.after().into_iter().filter(|heap| heap.tiles().contains(&Tile::JOKER)) {
                assert!(heap.tiles().len() >= least, "{told}");
                assert!(heap.tiles().iter().any(|tile| !tile.is_joker()), "{told}");
            }
        }
        tally.stayed += usize::from(table.tiles().jokers());
    }
}
