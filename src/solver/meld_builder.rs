//! Builds the melds of a path through the values.

use super::constrained_groups::ConstrainedGroups;
use super::groups::group_count;
use super::interrupt::StopCheck;
use super::node::Path;
use super::runs::{Distributor, Gets, OpenRun, OpenRuns, RunContext, RunState};
use super::subproblem::{Subproblem, rest};
use super::transition::Transition;
use super::transition_cache::TransitionCache;
use crate::meld::{Group, Meld, Run};
use crate::tile::MAX_COLORS;

/// A run that may still grow.
#[derive(Debug, Clone, Copy)]
struct Growing {
    run: Run,
    /// The run as part of a state.
    as_open: OpenRun,
}

/// Builds melds in reusable memory.
#[derive(Debug, Default)]
pub(super) struct MeldBuilder {
    melds: Vec<Meld>,
    growing: Vec<Growing>,
    /// The growing runs in the order of the state.
    order: Vec<Growing>,
}

impl MeldBuilder {
    /// The melds of a path, without deferred jokers.
    pub(super) fn build(&mut self, subproblem: &Subproblem, cache: &TransitionCache, path: &Path) -> &mut Vec<Meld> {
        self.melds.clear();
        for color in 0..subproblem.colors() {
            self.runs(subproblem, cache, path, color);
        }
        for (value, decision) in path.iter().enumerate().take(subproblem.values + 1).skip(1) {
            let mut tiles = [0; MAX_COLORS];
            let tiles = &mut tiles[..subproblem.colors()];
            let mut any = decision.group_jokers;
            for (tiles, &number) in tiles.iter_mut().zip(&decision.transitions) {
                *tiles = cache.transition(number).groups;
                any |= *tiles;
            }
            if any > 0 || subproblem.has_constrained_groups(value) {
                build_groups(subproblem, value, tiles, decision.group_jokers, &mut self.melds);
            }
        }
        &mut self.melds
    }

    fn runs(&mut self, subproblem: &Subproblem, cache: &TransitionCache, path: &Path, color: usize) {
        let input = subproblem.color_input(color);
        let capacity = input.capacity();
        let context = input.context(&capacity);
        let locked = input.constraints.iter().fold(0, |mask, constraint| mask | constraint.locked);
        self.growing.clear();
        let mut node = subproblem.graphs.node(subproblem.roots[color]);
        for (value, decision) in path.iter().enumerate().take(subproblem.values + 1).skip(1) {
            let transition = *cache.transition(decision.transitions[color]);
            let after = subproblem.graphs.node(node.first_after + transition.to);
            if self.growing.is_empty() && transition.runs + transition.jokers == 0 && locked >> value & 1 == 0 {
                node = after;
                continue;
            }
            let (from, to) = (cache.state(node.state), cache.state(after.state));
            let plain = [from, to].iter().all(|state| !state.is_constrained() && !state.has_joker_runs());
            if plain && locked >> value & 1 == 0 && transition.new_jokers == 0 {
                self.extend_plain(from, transition, value, color as u8, &context);
            } else {
                self.extend_constrained(cache, (from, to), transition, value, color as u8, &context);
            }
            node = after;
        }
        self.melds.extend(self.growing.iter().map(|growing| Meld::Run(growing.run)));
    }

    /// Extends runs that are interchangeable except for their lengths.
    fn extend_plain(
        &mut self,
        from: &RunState,
        transition: Transition,
        value: usize,
        color: u8,
        context: &RunContext<'_>,
    ) {
        let tiles = transition.runs + transition.jokers;
        let short = from.short(context);
        let extended = from.long(context).min(tiles - short);
        let started = tiles - short - extended;
        // Runs that start get natural tiles first; the open ones get what is left.
        let mut naturals = transition.runs - started;
        let mut longer = extended;
        let melds = &mut self.melds;
        self.growing.retain_mut(|growing| {
            if growing.run.len >= context.shortest {
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
            growing.as_open = OpenRun::plain(growing.run.len.min(context.shortest));
            true
        });
        for _ in 0..started {
            let run = Run { color, first: value as u8, len: 1, jokers: 0 };
            self.growing.push(Growing { run, as_open: OpenRun::plain(1) });
        }
    }

    /// Extends constrained runs: finds the distribution of the transition again.
    fn extend_constrained(
        &mut self,
        cache: &TransitionCache,
        (from, to): (&RunState, &RunState),
        transition: Transition,
        value: usize,
        color: u8,
        context: &RunContext<'_>,
    ) {
        let constrained = cache.constrained_runs(from);
        let target = (to.plain(), cache.constrained_runs(to));
        self.sort_growing(&OpenRuns::of(from, &constrained, context));
        let Self { melds, growing, order } = self;
        // The transition was found before, so this takes no longer than that.
        let mut never = |_| false;
        let mut distributor = Distributor::new(from, &constrained, value, context, &mut never);
        distributor.distribute(transition.runs, transition.jokers, &mut |distribution, open, plain, constrained| {
            if (plain, constrained) != target || distribution.new_jokers != transition.new_jokers {
                return false;
            }
            let mut as_open = open.as_slice().iter();
            for (index, gets) in distribution.gets[..distribution.len].iter().enumerate() {
                let known = order.get(index).map(|growing| growing.run);
                match (gets, known) {
                    (Gets::End, Some(run)) => melds.push(Meld::Run(run)),
                    (Gets::End, None) => {}
                    (gets, known) => {
                        let empty = Run { color, first: value as u8, len: 0, jokers: 0 };
                        let mut run = known.unwrap_or(empty);
                        run.jokers |= u32::from(*gets != Gets::Natural) << run.len;
                        run.len += 1;
                        growing.extend(as_open.next().map(|&as_open| Growing { run, as_open }));
                    }
                }
            }
            true
        });
    }

    /// Sorts the growing runs in the order of the state; those that are not in it are done.
    fn sort_growing(&mut self, open: &OpenRuns) {
        self.order.clear();
        for run in open.as_slice() {
            if let Some(index) = self.growing.iter().position(|growing| growing.as_open == *run) {
                self.order.push(self.growing.swap_remove(index));
            }
        }
        self.melds.extend(self.growing.drain(..).map(|growing| Meld::Run(growing.run)));
    }
}

/// Adds groups of exactly these tiles and jokers.
fn build_groups(subproblem: &Subproblem, value: usize, tiles: &[u8], jokers: u8, melds: &mut Vec<Meld>) {
    let group = |colors, jokers| Meld::Group(Group { value: value as u8, colors, jokers, named: 0 });
    // The groups were found before, so this takes no longer than that.
    let mut never = || false;
    let check = &mut StopCheck::new(&mut never);
    if let Some((_, constrained, partition)) = subproblem.most_in_new_groups(value, tiles, jokers, check) {
        melds.extend(partition.groups[..partition.len].iter().map(|&(colors, jokers)| group(colors, jokers)));
        let constrained = constrained.unwrap_or_default();
        melds.extend(constrained.groups[..constrained.len].iter().map(|core| group(core.colors, core.jokers)));
        return;
    }
    let mut left = [0; MAX_COLORS];
    left[..tiles.len()].copy_from_slice(tiles);
    let mut jokers_left = jokers;
    if let Some(options) = subproblem.group_choices(value) {
        let fits = |constrained: &&ConstrainedGroups| subproblem.choice_fits(constrained, tiles, jokers);
        if let Some(constrained) = options.iter().find(fits) {
            melds.extend(constrained.groups[..constrained.len].iter().map(|core| group(core.colors, core.jokers)));
            left = rest(tiles, constrained);
            jokers_left -= constrained.jokers;
        }
    }
    let left = &left[..tiles.len()];
    let Some(count) = group_count(left, jokers_left, subproblem.shortest) else { return };
    let mut groups = [Group { value: value as u8, colors: 0, jokers: 0, named: 0 }; 32];
    let groups = &mut groups[..count as usize];
    let mut index = 0;
    for (color, &tiles) in left.iter().enumerate() {
        for _ in 0..tiles {
            groups[index % count as usize].colors |= 1 << color;
            index += 1;
        }
    }
    for _ in 0..jokers_left {
        if let Some(smallest) = groups.iter_mut().min_by_key(|group| Meld::Group(**group).len()) {
            smallest.jokers += 1;
        }
    }
    melds.extend(groups.iter().map(|&group| Meld::Group(group)));
}
