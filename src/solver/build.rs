//! From the way found through the numbers back to melds on a table.

use super::case::{Case, rest};
use super::fresh::Olds;
use super::groups;
use super::lanes::Edge;
use super::layers::Layers;
use super::runs::{Dealing, Gets, OpenRun, Runs, State, Sweep};
use super::search::Path;
use crate::meld::{Group, Meld, Run};
use crate::tile::MAX_COLORS;

/// A run that may still grow.
#[derive(Debug, Clone, Copy)]
struct Growing {
    run: Run,
    /// As the lane sees it.
    seen: OpenRun,
}

/// Builds melds in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Builder {
    melds: Vec<Meld>,
    growing: Vec<Growing>,
    /// The growing runs in the order of the state's.
    order: Vec<Growing>,
}

impl Builder {
    /// The melds of a path, jokers that are not needed left aside.
    pub(super) fn build(&mut self, case: &Case, layers: &Layers, path: &Path) -> &mut Vec<Meld> {
        self.melds.clear();
        for color in 0..case.lanes.len() {
            self.runs(case, layers, path, color);
        }
        for (value, step) in path.iter().enumerate().take(case.values + 1).skip(1) {
            let mut tiles = [0; MAX_COLORS];
            for (color, lane) in case.lanes.iter().enumerate() {
                tiles[color] = lane.edge(layers, value, step.edges[color]).groups;
            }
            groups_of(case, value, &tiles[..case.lanes.len()], step.group_jokers, &mut self.melds);
        }
        &mut self.melds
    }

    /// Whether so many more jokers find a place in the melds of a path.
    pub(super) fn has_room(&mut self, case: &Case, layers: &Layers, path: &Path, jokers: u8) -> bool {
        park(case, self.build(case, layers, path), jokers, None)
    }

    fn runs(&mut self, case: &Case, layers: &Layers, path: &Path, color: usize) {
        let lane = &case.lanes[color];
        let input = case.lane_input(color);
        let sweep = lane.sweep(&input);
        let locked = input.locks.iter().fold(0, |mask, lock| mask | lock.locked);
        self.growing.clear();
        let mut node = 0;
        for (value, step) in path.iter().enumerate().take(case.values + 1).skip(1) {
            let edge = lane.edge(layers, value, step.edges[color]);
            let after = lane.after(value, &edge);
            let (from, to) = (lane.state(layers, value - 1, node), lane.state(layers, value, after));
            let plain = [from, to].iter().all(|state| !state.is_bound() && !state.has_joker_runs());
            if plain && locked >> value & 1 == 0 && edge.fresh == 0 {
                self.extend_plain(from, edge, value, color as u8, &sweep);
            } else {
                self.extend_bound(layers, (from, to), edge, value, color as u8, &sweep);
            }
            node = after;
        }
        self.melds.extend(self.growing.iter().map(|growing| Meld::Run(growing.run)));
    }

    /// One number of a color whose runs are all alike but for their lengths.
    fn extend_plain(&mut self, from: &State, edge: Edge, value: usize, color: u8, sweep: &Sweep<'_>) {
        let cells = edge.runs + edge.jokers;
        let short = from.short(sweep);
        let extended = from.long(sweep).min(cells - short);
        let begun = cells - short - extended;
        // New runs get a tile before a joker is used, and old ones what is left.
        let mut naturals = edge.runs - begun;
        let mut longer = extended;
        let melds = &mut self.melds;
        self.growing.retain_mut(|growing| {
            if growing.run.len >= sweep.shortest {
                if longer == 0 {
                    melds.push(Meld::Run(growing.run));
                    return false;
                }
                longer -= 1;
            }
            let joker = naturals == 0;
            naturals = naturals.saturating_sub(1);
            growing.run.jokers |= u32::from(joker) << growing.run.len;
            growing.run.len += 1;
            growing.seen = OpenRun::plain(growing.run.len.min(sweep.shortest));
            true
        });
        for _ in 0..begun {
            let run = Run { color, first: value as u8, len: 1, jokers: 0 };
            self.growing.push(Growing { run, seen: OpenRun::plain(1) });
        }
    }

    /// One number of a color with runs that are bound to something: the deal is found again.
    fn extend_bound(
        &mut self,
        layers: &Layers,
        (from, to): (&State, &State),
        edge: Edge,
        value: usize,
        color: u8,
        sweep: &Sweep<'_>,
    ) {
        let bound = layers.bound_runs(from);
        let target = (to.plain(), layers.bound_runs(to));
        self.put_in_order(&Runs::of(from, &bound, sweep));
        let Self { melds, growing, order } = self;
        let mut dealing = Dealing::new(from, &bound, value, sweep);
        dealing.deal(edge.runs, edge.jokers, &mut |dealt, open, plain, bound| {
            if (plain, bound) != target || dealt.fresh != edge.fresh {
                return false;
            }
            let mut seen = open.as_slice().iter();
            for (place, gets) in dealt.gets[..dealt.len].iter().enumerate() {
                let known = order.get(place).map(|growing| growing.run);
                match (gets, known) {
                    (Gets::End, Some(run)) => melds.push(Meld::Run(run)),
                    (Gets::End, None) => {}
                    (gets, known) => {
                        let fresh = Run { color, first: value as u8, len: 0, jokers: 0 };
                        let mut run = known.unwrap_or(fresh);
                        run.jokers |= u32::from(*gets != Gets::Natural) << run.len;
                        run.len += 1;
                        growing.extend(seen.next().map(|&seen| Growing { run, seen }));
                    }
                }
            }
            true
        });
    }

    /// Puts the growing runs in the order of the state's; those the state has dropped are done.
    fn put_in_order(&mut self, open: &Runs) {
        self.order.clear();
        for run in open.as_slice() {
            if let Some(place) = self.growing.iter().position(|growing| growing.seen == *run) {
                self.order.push(self.growing.swap_remove(place));
            }
        }
        self.melds.extend(self.growing.drain(..).map(|growing| Meld::Run(growing.run)));
    }
}

fn groups_of(case: &Case, value: usize, tiles: &[u8], jokers: u8, melds: &mut Vec<Meld>) {
    let group = |colors, jokers| Meld::Group(Group { value: value as u8, colors, jokers });
    if let Some((_, cores, parting)) = case.most_new(value, tiles, jokers) {
        melds.extend(parting.groups[..parting.len].iter().map(|&(colors, jokers)| group(colors, jokers)));
        let cores = cores.unwrap_or_default();
        melds.extend(cores.groups[..cores.len].iter().map(|core| group(core.colors, core.jokers)));
        return;
    }
    let mut left = [0; MAX_COLORS];
    left[..tiles.len()].copy_from_slice(tiles);
    let mut spare = jokers;
    if let Some(options) = case.held(value) {
        let fits = |cores: &&groups::Cores| case.cores_fit(cores, tiles, jokers);
        if let Some(cores) = options.iter().find(fits) {
            melds.extend(cores.groups[..cores.len].iter().map(|core| group(core.colors, core.jokers)));
            left = rest(tiles, cores);
            spare -= cores.jokers;
        }
    }
    let left = &left[..tiles.len()];
    let total: u8 = left.iter().sum();
    let fewest = left.iter().copied().max().unwrap_or(0);
    let colors = tiles.len() as u8;
    let all = total + spare;
    let Some(count) =
        (fewest..=total).find(|groups| *groups > 0 && groups * case.shortest <= all && all <= groups * colors)
    else {
        return;
    };
    let mut groups = [Group { value: value as u8, colors: 0, jokers: 0 }; 32];
    let groups = &mut groups[..count as usize];
    let mut place = 0;
    for (color, &tiles) in left.iter().enumerate() {
        for _ in 0..tiles {
            groups[place % count as usize].colors |= 1 << color;
            place += 1;
        }
    }
    for _ in 0..spare {
        if let Some(smallest) = groups.iter_mut().min_by_key(|group| Meld::Group(**group).len()) {
            smallest.jokers += 1;
        }
    }
    melds.extend(groups.iter().map(|&group| Meld::Group(group)));
}

/// Plays jokers wherever there is room, in new melds first if there are `olds`; false if there is not enough.
pub(super) fn park(case: &Case, melds: &mut Vec<Meld>, jokers: u8, olds: Option<&Olds>) -> bool {
    (0..jokers).all(|_| {
        olds.is_some_and(|olds| park_one(case, melds, |meld| !olds.in_meld(meld)))
            || park_one(case, melds, |_| true)
            || (split_one(case, melds) && park_one(case, melds, |_| true))
    })
}

/// Plays a joker at a meld that does with it.
fn park_one(case: &Case, melds: &mut [Meld], does: impl Fn(&Meld) -> bool) -> bool {
    let values = case.values as u8;
    let colors = case.lanes.len();
    let after_last = |meld: &Meld| match *meld {
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
    let grow = |melds: &mut [Meld], longer: &dyn Fn(&Meld) -> Option<Meld>| {
        melds.iter_mut().any(|meld| match longer(meld).filter(&does) {
            Some(with_joker) => {
                *meld = with_joker;
                true
            }
            None => false,
        })
    };
    grow(melds, &after_last) || grow(melds, &elsewhere)
}

/// Makes room by splitting a long meld without jokers in two.
fn split_one(case: &Case, melds: &mut Vec<Meld>) -> bool {
    let shortest = case.shortest;
    for place in 0..melds.len() {
        let meld = melds[place];
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
        melds[place] = low;
        melds.push(high);
        return true;
    }
    false
}
