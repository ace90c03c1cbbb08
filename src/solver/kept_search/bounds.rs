//! Upper bounds on how many old melds can be kept.
//!
//! Colors meet in groups, and share the jokers. The bound is a Lagrangian relaxation of both: each color is on its own,
//! pays a *price* for each joker, and is credited a *share* for the tiles that it gives to the groups of a value, such
//! that the shares of all colors together are never less than what their groups keep. Any price and any such shares give
//! an upper bound. Good shares are found by dual block-coordinate ascent, one value after the other (max-product linear
//! programming, Globerson & Jaakkola 2007): what each color can reach with each number of tiles is known from both
//! sides, so the shares of a value can be set to the best ones for all others as they are.

use super::graph::{KeptGraph, Step};
use super::group_table::{GroupTable, GroupVector, IMPOSSIBLE, JOKER_BITS, TableCache, UNIT, ValueGroups, half};
use super::old_melds::{OldGroup, OldMelds};
use crate::solver::instance::VALUES;
use crate::solver::subproblem::Subproblem;
use crate::tile::MAX_COLORS;

/// The counts of tiles that a color can give to groups: none to four; a power of two.
pub(super) const COUNTS: usize = 8;

/// The bounds of one color.
#[derive(Debug, Default)]
pub(super) struct ColorBounds {
    /// The shares for each value, by number of tiles.
    shares: [[i32; COUNTS]; VALUES],
    /// For each node the most that can follow.
    pub(super) ahead: Vec<i32>,
    /// For each node the most that can have led to it.
    behind: Vec<i32>,
}

/// The bounds of all colors, in reusable memory.
#[derive(Debug, Default)]
pub(super) struct KeptBounds {
    pub(super) colors: Vec<ColorBounds>,
    /// The price of a joker.
    pub(super) price: i32,
    /// What is credited for worth, as a fraction with a denominator of 2 to the power of [`WORTH_BITS`].
    worth_price: i64,
    /// The worth of the dearest tile that may be played, if worth is credited.
    dearest: i64,
    /// The most jokers that may be used at a value.
    most_jokers: u8,
    /// How many jokers the best choices of the last sweep take, value by value.
    used: i32,
    sums: HalfSums,
    /// Whether these are the bounds of another search of the position: its prices and shares are a good start.
    is_warm: bool,
}

/// The precision of the price of worth.
const WORTH_BITS: u32 = 16;

/// The most tiles of the hand for which bounds stay in range if worth is credited.
const MAX_TILES: u32 = 60;

/// For each color, the most that can be reached with each number of tiles to groups.
pub(super) type Reach = [[i32; COUNTS]; MAX_COLORS];

impl KeptBounds {
    /// Forgets the last position.
    pub(super) fn forget(&mut self) {
        self.is_warm = false;
    }

    /// Begins with the shares of the search before, and shares that split what a group is worth evenly among its colors
    /// where that had none.
    pub(super) fn begin(
        &mut self,
        graphs: &mut [KeptGraph],
        old: &OldMelds,
        subproblem: &Subproblem,
        credits_worth: bool,
    ) {
        let Subproblem { values, jokers, supply, .. } = subproblem;
        let (values, jokers) = (*values, *jokers);
        let optional = supply.iter().flat_map(|supply| &supply[1..=values]);
        let optional = optional.filter(|supply| supply.available > supply.required);
        let count: u32 = optional.clone().map(|supply| u32::from(supply.available - supply.required)).sum();
        let dearest = optional.map(|supply| supply.worth).max().unwrap_or(0);
        let credits_worth = credits_worth && count <= MAX_TILES && (1..1 << 24).contains(&dearest);
        let dearest = if credits_worth { dearest } else { 0 };
        if !credits_worth {
            self.worth_price = 0;
        } else if !self.is_warm || self.dearest != dearest {
            // Dear enough that what cannot reach the worth is soon known.
            self.dearest = dearest;
            self.set_worth_price(4 * UNIT);
        }
        self.dearest = dearest;
        if jokers == 0 {
            self.price = 0;
        } else if !self.is_warm || self.most_jokers == 0 {
            self.price = UNIT * 3 / 4;
        }
        self.most_jokers = jokers;
        self.set_gains(graphs, subproblem);
        self.colors.resize_with(graphs.len(), ColorBounds::default);
        for (color, (bounds, graph)) in self.colors.iter_mut().zip(&*graphs).enumerate() {
            let before = std::mem::replace(&mut bounds.shares, [[0; COUNTS]; VALUES]);
            let mut own = old.groups.iter().filter(|group| group.colors >> color & 1 == 1).peekable();
            while let Some(group) = own.next() {
                // Of several groups of a value, the smaller ones have larger shares.
                let share = |group: &OldGroup| 1 + UNIT / group.colors.count_ones().cast_signed();
                let mut shares = [0; 4];
                shares[0] = share(group);
                for place in &mut shares[1..] {
                    *place = own.next_if(|next| next.value == group.value).map_or(0, share);
                }
                shares.sort_unstable_by_key(|&share| std::cmp::Reverse(share));
                let mut sum = 0;
                for (of, share) in bounds.shares[group.value as usize][1..].iter_mut().zip(shares) {
                    sum += share;
                    *of = sum;
                }
            }
            if self.is_warm {
                let possible = |share: &i32| *share > IMPOSSIBLE / 2;
                for (share, before) in bounds.shares.iter_mut().flatten().zip(before.iter().flatten()) {
                    *share = if possible(before) { *before } else { *share };
                }
            }
            bounds.ahead.clear();
            bounds.ahead.resize(graph.len(), 0);
            bounds.behind.clear();
            bounds.behind.resize(graph.len(), IMPOSSIBLE);
            bounds.behind[0] = 0;
            for value in 1..=values {
                bounds.go_on(graph, value);
            }
        }
        self.is_warm = true;
    }

    /// Improves the shares from the last value to the first; returns the bound of the whole.
    pub(super) fn ascend_backwards<const BARE: bool>(
        &mut self,
        graphs: &[KeptGraph],
        groups: &[ValueGroups],
        tables: &TableCache,
        values: usize,
        jokers: u8,
        worth: i64,
    ) -> i32 {
        self.used = 0;
        for value in (1..=values).rev() {
            self.improve::<BARE>(graphs, &groups[value], tables, value);
            for (bounds, graph) in self.colors.iter_mut().zip(graphs) {
                bounds.go_back::<BARE>(graph, value);
            }
        }
        self.bound(jokers, worth)
    }

    /// Improves the shares from the first value to the last.
    pub(super) fn ascend_forwards(
        &mut self,
        graphs: &[KeptGraph],
        groups: &[ValueGroups],
        tables: &TableCache,
        values: usize,
    ) {
        for (value, groups) in groups.iter().enumerate().take(values + 1).skip(1) {
            self.improve::<false>(graphs, groups, tables, value);
            for (bounds, graph) in self.colors.iter_mut().zip(graphs) {
                bounds.go_on(graph, value);
            }
        }
    }

    /// Computes from the bounds with jokers those without: what can follow a node when no joker is left.
    pub(super) fn without_jokers(
        &mut self,
        with: &Self,
        graphs: &[KeptGraph],
        groups: &[ValueGroups],
        tables: &TableCache,
        values: usize,
    ) {
        self.price = 0;
        self.worth_price = with.worth_price;
        self.most_jokers = 0;
        self.colors.resize_with(graphs.len(), ColorBounds::default);
        for (own, with) in self.colors.iter_mut().zip(&with.colors) {
            own.behind.clone_from(&with.behind);
            own.ahead.clear();
            own.ahead.resize(with.ahead.len(), 0);
        }
        self.ascend_backwards::<true>(graphs, groups, tables, values, 0, 0);
    }

    /// Copies the bounds of some graphs.
    pub(super) fn save(&mut self, from: &Self) {
        self.colors.resize_with(from.colors.len(), ColorBounds::default);
        for (own, from) in self.colors.iter_mut().zip(&from.colors) {
            own.shares = from.shares;
            own.ahead.clone_from(&from.ahead);
            own.behind.clone_from(&from.behind);
        }
    }

    /// Restores the bounds of graphs before something was cut off; shares that are known remain.
    ///
    /// They are bounds again only after a sweep.
    pub(super) fn restore(&mut self, saved: &Self) {
        for (own, saved) in self.colors.iter_mut().zip(&saved.colors) {
            for (share, saved) in own.shares.iter_mut().flatten().zip(saved.shares.iter().flatten()) {
                *share = if *share > IMPOSSIBLE / 2 { *share } else { *saved };
            }
            own.ahead.clone_from(&saved.ahead);
            own.behind.clone_from(&saved.behind);
        }
    }

    /// The bound of the whole.
    fn bound(&self, jokers: u8, worth: i64) -> i32 {
        self.colors.iter().map(|bounds| bounds.ahead[0]).sum::<i32>() + self.constant(jokers, worth)
    }

    /// What is added to the bounds of the colors, if there are jokers left and some worth is still to be reached.
    #[inline]
    pub(super) fn constant(&self, jokers: u8, worth: i64) -> i32 {
        self.price * i32::from(jokers) - ((self.worth_price * worth) >> WORTH_BITS) as i32
    }

    /// Sets what the dearest tile is credited.
    fn set_worth_price(&mut self, price: i32) {
        self.worth_price = (i64::from(price) << WORTH_BITS) / self.dearest;
    }

    /// Raises the price of jokers if the best choices of the last sweep took more than there are, and that of worth if
    /// they reach less than is needed; otherwise lowers them.
    pub(super) fn adjust_prices(&mut self, graphs: &mut [KeptGraph], subproblem: &Subproblem, worth: i64, sweep: u32) {
        let by = (UNIT / 2).unbounded_shr(sweep);
        let before = (self.price, self.worth_price);
        let jokers = subproblem.jokers;
        if jokers > 0 {
            self.price = (self.price + by * (self.used - i32::from(jokers)).signum()).max(0);
        }
        if self.dearest > 0 {
            let reached: i64 = (0..graphs.len()).map(|color| self.reached(&graphs[color], subproblem, color)).sum();
            let now = ((self.worth_price * self.dearest) >> WORTH_BITS) as i32;
            // A higher price than this might leave the range of bounds.
            let raised = (now + by.max(now.unbounded_shr(sweep + 1))).min(5 * UNIT);
            self.set_worth_price(if reached < worth { raised } else { (now - 2 * by).max(0) });
        }
        if (self.price, self.worth_price) != before {
            self.set_gains(graphs, subproblem);
        }
    }

    /// The worth of the best path of a color, by its bounds.
    fn reached(&self, graph: &KeptGraph, subproblem: &Subproblem, color: usize) -> i64 {
        let bounds = &self.colors[color];
        let (mut node, mut worth) = (0, 0);
        for value in 1..=subproblem.values {
            let shares = &bounds.shares[value];
            let through = |step: &&Step| {
                let ahead = bounds.ahead[graph.target(value, step) as usize];
                i32::from(step.gain) + shares[step.groups as usize % COUNTS] + ahead
            };
            let Some(best) = graph.steps_from(node).1.iter().max_by_key(through) else { break };
            worth += i64::from(best.played) * subproblem.supply[color][value].worth;
            node = graph.target(value, best);
        }
        worth
    }

    /// Sets what each step adds to bounds at the prices now.
    pub(super) fn set_gains(&self, graphs: &mut [KeptGraph], subproblem: &Subproblem) {
        for (graph, supply) in graphs.iter_mut().zip(&subproblem.supply) {
            graph.set_gains(subproblem.values, |value, step| {
                // Rounded up.
                let credit = -((-self.worth_price * supply[value].worth) >> WORTH_BITS) as i32;
                let gain = i32::from(step.count()) * UNIT - i32::from(step.jokers) * self.price;
                (gain + i32::from(step.played) * credit) as i16
            });
        }
    }

    /// Cuts from the graphs what cannot be on a path that keeps `wanted`, in bounds. The shares must not have changed
    /// since the last sweep, which went backwards.
    pub(super) fn cut(&mut self, graphs: &mut [KeptGraph], values: usize, whole: i32, wanted: i32) {
        for (bounds, graph) in self.colors.iter_mut().zip(graphs) {
            let least = wanted - (whole - bounds.ahead[0]);
            let ColorBounds { shares, ahead, behind } = bounds;
            graph.retain(
                values,
                ahead,
                behind,
                |value, step, so_far| so_far + i32::from(step.gain) + shares[value][step.groups as usize % COUNTS],
                least,
            );
        }
    }

    /// Sets the shares of a value to the best ones, given all others.
    fn improve<const BARE: bool>(
        &mut self,
        graphs: &[KeptGraph],
        groups: &ValueGroups,
        tables: &TableCache,
        value: usize,
    ) {
        let Self { colors: all, price, most_jokers, sums, used, .. } = self;
        let (price, most_jokers) = (*price, *most_jokers);
        // The jokers that it takes are in the lowest bits.
        let mut reach: Reach = [[NEVER; COUNTS]; MAX_COLORS];
        for ((reach, bounds), graph) in reach.iter_mut().zip(&*all).zip(graphs) {
            let after = &bounds.ahead[graph.nodes_after(value)];
            let before = &bounds.behind[graph.nodes_after(value - 1)];
            for (&behind, steps) in before.iter().zip(graph.steps_at(value)) {
                for step in steps.iter().filter(|step| !BARE || step.jokers == 0) {
                    let through = behind + i32::from(step.gain) + after[step.to as usize];
                    let most = &mut reach[step.groups as usize % COUNTS];
                    *most = (*most).max((through << JOKER_BITS) + i32::from(step.jokers));
                }
            }
        }
        let colors = graphs.len();
        let table = tables.table(groups);
        sums.add_up(table, &reach, colors);
        let mut best = NEVER;
        for vector in &groups.vectors {
            let sum = sums.of(vector) + table.best(vector, price, most_jokers);
            best = best.max(sum);
            sums.take(vector, sum);
        }
        *used += best & ((1 << JOKER_BITS) - 1);
        let mut together: Reach = [[NEVER; COUNTS]; MAX_COLORS];
        sums.most(table, &mut together, colors);
        for (((bounds, graph), reach), together) in all.iter_mut().zip(graphs).zip(&reach).zip(&together) {
            let shares = &mut bounds.shares[value];
            let mut gives = graph.gives[value];
            while gives != 0 {
                let count = gives.trailing_zeros() as usize % COUNTS;
                gives &= gives - 1;
                let share = &mut shares[count];
                let (own, all) = (reach[count] >> JOKER_BITS, together[count] >> JOKER_BITS);
                let possible = own > IMPOSSIBLE / 2 && all > IMPOSSIBLE / 2;
                // Rounded up, so that the shares are enough together.
                *share = if possible { part_of(all, colors) - own } else { IMPOSSIBLE };
            }
        }
    }
}

/// The impossible in sums with jokers in the lowest bits.
const NEVER: i32 = IMPOSSIBLE << JOKER_BITS;

/// A sum over the colors split evenly, rounded up.
#[inline]
const fn part_of(sum: i32, colors: usize) -> i32 {
    match colors {
        4 => -(-sum >> 2),
        _ => -(-sum).div_euclid(colors.cast_signed() as i32),
    }
}

/// For each half of the colors and each choice of their tiles, the sum of what they reach, and the most of all with it.
#[derive(Debug, Default)]
pub(super) struct HalfSums {
    sums: [Vec<i32>; 2],
    most: [Vec<i32>; 2],
}

impl HalfSums {
    /// Adds up what each half reaches.
    pub(super) fn add_up(&mut self, table: &GroupTable, reach: &Reach, colors: usize) {
        let (low, high) = reach[..colors].split_at(half(colors));
        for (index, reach) in [low, high].into_iter().enumerate() {
            let sums = &mut self.sums[index];
            sums.clear();
            sums.extend(table.halves[index].iter().map(|tiles| {
                reach.iter().zip(tiles).map(|(reach, &tiles)| reach[tiles as usize % COUNTS]).sum::<i32>()
            }));
            self.most[index].clear();
            self.most[index].resize(sums.len(), NEVER);
        }
    }

    /// The sum of both halves.
    #[inline]
    pub(super) fn of(&self, vector: &GroupVector) -> i32 {
        self.sums[0][vector.low as usize] + self.sums[1][vector.high as usize]
    }

    #[inline]
    fn take(&mut self, vector: &GroupVector, sum: i32) {
        let [low, high] = &mut self.most;
        let (low, high) = (&mut low[vector.low as usize], &mut high[vector.high as usize]);
        (*low, *high) = ((*low).max(sum), (*high).max(sum));
    }

    /// The most of all with each number of tiles of each color.
    fn most(&self, table: &GroupTable, together: &mut Reach, colors: usize) {
        let (low, high) = together[..colors].split_at_mut(half(colors));
        for (index, together) in [low, high].into_iter().enumerate() {
            for (tiles, &most) in table.halves[index].iter().zip(&self.most[index]) {
                for (together, &tiles) in together.iter_mut().zip(tiles) {
                    let together = &mut together[tiles as usize % COUNTS];
                    *together = (*together).max(most);
                }
            }
        }
    }
}

impl ColorBounds {
    /// Computes what can have led to the nodes after a value.
    fn go_on(&mut self, graph: &KeptGraph, value: usize) {
        let (before, after) = self.behind.split_at_mut(graph.nodes_after(value).start);
        let before = &before[graph.nodes_after(value - 1)];
        let after = &mut after[..graph.nodes_after(value).len()];
        let shares = &self.shares[value];
        after.fill(IMPOSSIBLE);
        for (&behind, steps) in before.iter().zip(graph.steps_at(value)) {
            for step in steps {
                let most = &mut after[step.to as usize];
                *most = (*most).max(behind + i32::from(step.gain) + shares[step.groups as usize % COUNTS]);
            }
        }
    }

    /// Computes what can follow the nodes before a value.
    fn go_back<const BARE: bool>(&mut self, graph: &KeptGraph, value: usize) {
        let (before, after) = self.ahead.split_at_mut(graph.nodes_after(value).start);
        let before = &mut before[graph.nodes_after(value - 1)];
        let after = &after[..graph.nodes_after(value).len()];
        let shares = &self.shares[value];
        for (ahead, steps) in before.iter_mut().zip(graph.steps_at(value)) {
            let mut most = IMPOSSIBLE;
            for step in steps.iter().filter(|step| !BARE || step.jokers == 0) {
                most = most.max(i32::from(step.gain) + shares[step.groups as usize % COUNTS] + after[step.to as usize]);
            }
            *ahead = most;
        }
    }
}
