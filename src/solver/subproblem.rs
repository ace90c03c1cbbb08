//! A subproblem: one scenario, with the graphs of its colors, ready to be searched.

use rustc_hash::FxHashMap;

use super::budget::{BoundsKind, BudgetBounds, LEVELS, with_bounds};
use super::color_graph::ColorGraphs;
use super::color_input::ColorInput;
use super::constrained_groups::{ConstrainedGroups, GroupChoices, GroupInput};
use super::direction::SweepDirection;
use super::groups::{self, ColorCounts};
use super::instance::{IMPOSSIBLE, Instance, TileSupply, VALUES};
use super::interrupt::{StopCheck, Unprepared};
use super::joker_constraint::{GroupConstraint, JokerConstraints, RunConstraint};
use super::kept_places::KeptPlaces;
use super::new_meld::{GroupPartition, NewMeldConstraint};
use super::node::{Decision, GraphNodes, Node};
use super::scenarios::Scenario;
use super::transition::GroupShare;
use super::transition_cache::TransitionCache;
use crate::tile::{MAX_COLORS, Tiles};

/// One scenario, ready to be searched; in reusable memory.
#[derive(Debug, Default)]
pub(super) struct Subproblem {
    pub(super) direction: SweepDirection,
    pub(super) values: usize,
    pub(super) shortest: u8,
    copies: u8,
    pub(super) supply: Vec<[TileSupply; VALUES]>,
    pub(super) graphs: ColorGraphs,
    /// The first node of each color's graph.
    pub(super) roots: GraphNodes,
    /// Constraints on runs, by color.
    run_constraints: Vec<Vec<RunConstraint>>,
    /// What each color may give to the groups of each value.
    group_shares: Vec<[GroupShare; VALUES]>,
    /// The same at one value without constraints, by all that it depends on.
    known_shares: FxHashMap<u64, [GroupShare; MAX_COLORS]>,
    /// Working memory for one value.
    constraints_here: Vec<GroupConstraint>,
    /// The choices of constrained groups, for the values that have any.
    group_choices: Vec<GroupChoices>,
    /// For each value its index in `group_choices`, plus one; 0 for none.
    choices_at: [u8; VALUES],
    /// Jokers that do not stay: freed, or in the hand.
    pub(super) jokers: u8,
    /// How many of those must be played.
    pub(super) required_jokers: u8,
    pub(super) joker_worth: i64,
    /// Units of budget of a joker.
    pub(super) units_per_joker: u8,
    /// The size of the rows of upper bounds.
    pub(super) kind: BoundsKind,
    pub(super) defer_jokers: bool,
    pub(super) new_meld: Option<NewMeldConstraint>,
    /// How many of the jokers were freed and are not in kept melds.
    pub(super) freed: u8,
    /// Opening points needed.
    pub(super) points_needed: u32,
    /// The worth of what every solution plays.
    pub(super) base_worth: i64,
}

/// A deck of four colors and two copies has a few hundred.
const MAX_KNOWN_SHARES: usize = 1 << 12;

/// How a subproblem is to be searched.
#[derive(Debug, Clone, Default)]
pub(super) struct SearchOptions {
    /// Whether jokers that no meld needs are placed last.
    pub(super) defer_jokers: bool,
    /// Opening points needed.
    pub(super) points_needed: u32,
    /// The constraint that freed jokers must be in new melds, if it is to be tracked.
    pub(super) new_meld: Option<NewMeldConstraint>,
}

impl Subproblem {
    /// Builds the subproblem of a scenario in which at least the tiles in `must_play` are played.
    ///
    /// After an error it cannot be searched.
    #[expect(clippy::too_many_arguments, reason = "what a subproblem is made of")]
    pub(super) fn prepare(
        &mut self,
        instance: &Instance,
        scenario: &Scenario,
        must_play: &Tiles,
        constraints: &JokerConstraints,
        options: SearchOptions,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        cache.clear_if_full();
        self.set_up(instance, scenario, must_play, constraints, options, check)?;
        self.find_roots(cache, check)
    }

    /// Sets the subproblem up except for its graphs.
    pub(super) fn set_up(
        &mut self,
        instance: &Instance,
        scenario: &Scenario,
        must_play: &Tiles,
        constraints: &JokerConstraints,
        options: SearchOptions,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let SearchOptions { defer_jokers, points_needed, new_meld } = options;
        self.new_meld = new_meld;
        self.direction = instance.direction;
        let colors = instance.colors;
        self.values = instance.values;
        self.shortest = instance.shortest;
        self.copies = instance.copies;
        self.defer_jokers = defer_jokers;
        self.points_needed = points_needed;
        let freed = scenario.freed.count_ones() as u8;
        // Free jokers that fill places in kept melds; freed ones do where they may.
        let KeptPlaces { filled, filled_from_hand, .. } = scenario.kept;
        self.freed = freed - freed.min(filled - filled_from_hand);
        self.required_jokers = self.freed.max((freed + must_play.jokers()).saturating_sub(filled));
        self.jokers = freed + instance.hand_jokers - filled;
        self.joker_worth = instance.joker_worth;
        // Half jokers make tighter bounds, but the rows have no room for those of many jokers.
        self.units_per_joker = if self.jokers as usize * 2 < LEVELS { 2 } else { 1 };
        self.kind = BoundsKind::of((self.jokers * self.units_per_joker) as usize, instance.hand_worth);
        let played_jokers = if defer_jokers { instance.hand_jokers } else { self.required_jokers + filled - freed };
        self.base_worth = i64::from(played_jokers) * instance.joker_worth;
        self.supply.clear();
        self.supply.extend_from_slice(&instance.supply[..colors]);
        if !must_play.is_empty() || scenario.freed_by().next().is_some() {
            self.require(instance, scenario, must_play);
        }
        self.find_group_choices(constraints, colors, check)?;
        self.run_constraints.resize_with(colors, Vec::new);
        for (color, own) in self.run_constraints.iter_mut().enumerate() {
            own.clear();
            own.extend(constraints.runs.iter().filter(|constraint| constraint.color as usize == color));
        }
        self.group_shares.clear();
        self.group_shares.resize(colors, [GroupShare::default(); VALUES]);
        for value in 1..=self.values {
            self.find_group_shares(value);
        }
        Ok(())
    }

    /// Finds the graph of each color.
    pub(super) fn find_roots(
        &mut self,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let mut graphs = std::mem::take(&mut self.graphs);
        graphs.begin(cache);
        let found = with_bounds!(self.kind, B => self.find_graphs::<B>(&mut graphs, cache, check));
        self.graphs = graphs;
        self.roots = found?;
        Ok(())
    }

    /// Takes note of what must be played: these tiles, and those that free jokers.
    fn require(&mut self, instance: &Instance, scenario: &Scenario, must_play: &Tiles) {
        // A tile that must be played anyway may also be the one that frees a joker.
        let freeing = scenario.freed_by().filter(|&tile| must_play.count(tile) == 0).collect::<Tiles>();
        for (tile, count) in must_play.kinds().chain(freeing.kinds()) {
            if let Some((color, value)) = tile.natural() {
                let count = count.max(scenario.count_freed_by(tile));
                let value = instance.direction.value(value, instance.values as u8);
                let supply = &mut self.supply[color.index()][value as usize];
                supply.required += count;
                self.base_worth += supply.worth * i64::from(count);
            }
        }
    }

    /// The first node of each color's graph.
    fn find_graphs<B: BudgetBounds>(
        &self,
        graphs: &mut ColorGraphs,
        cache: &mut TransitionCache,
        check: &mut StopCheck<'_>,
    ) -> Result<GraphNodes, Unprepared> {
        let mut roots = GraphNodes::default();
        for (color, root) in roots[..self.colors()].iter_mut().enumerate() {
            *root = graphs.find_or_build::<B>(self.kind, &self.color_input(color), cache, check)?;
        }
        Ok(roots)
    }

    /// The number of colors.
    #[inline]
    pub(super) const fn colors(&self) -> usize {
        self.supply.len()
    }

    /// The graph nodes that a decision leads to from others.
    #[inline]
    pub(super) fn follow(&self, cache: &TransitionCache, from: &GraphNodes, decision: &Decision) -> GraphNodes {
        let mut nodes = GraphNodes::default();
        let numbers = decision.transitions.iter().zip(from);
        for (node, (&number, &from)) in nodes[..self.colors()].iter_mut().zip(numbers) {
            *node = self.graphs.node(from).first_after + cache.transition(number).to;
        }
        nodes
    }

    /// Gives back the memory of large graphs.
    pub(super) fn trim(&mut self) {
        self.graphs.trim();
        self.group_choices.iter_mut().for_each(GroupChoices::trim);
    }

    /// One color of the subproblem.
    pub(super) fn color_input(&self, color: usize) -> ColorInput<'_> {
        ColorInput {
            color: color as u8,
            values: self.values,
            shortest: self.shortest,
            copies: self.copies,
            jokers: self.jokers,
            freed: self.freed,
            units_per_joker: self.units_per_joker,
            defer_jokers: self.defer_jokers,
            counts_points: self.points_needed > 0,
            supply: &self.supply[color],
            group_shares: &self.group_shares[color],
            constraints: &self.run_constraints[color],
            new_meld: self.new_meld.as_ref(),
        }
    }

    fn find_group_choices(
        &mut self,
        constraints: &JokerConstraints,
        colors: usize,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        self.choices_at = [0; VALUES];
        let mut used = 0;
        for constraint in &constraints.groups {
            let value = constraint.value as usize;
            if self.choices_at[value] > 0 {
                continue;
            }
            self.constraints_here.clear();
            self.constraints_here.extend(constraints.groups.iter().filter(|other| other.value == constraint.value));
            let mut available = [0; MAX_COLORS];
            for (available, supply) in available.iter_mut().zip(&self.supply) {
                *available = supply[value].available;
            }
            if self.group_choices.len() == used {
                self.group_choices.push(GroupChoices::default());
            }
            let input = GroupInput {
                value,
                constraints: &self.constraints_here,
                colors: colors as u8,
                shortest: self.shortest,
                available,
                jokers: self.jokers,
                defer_jokers: self.defer_jokers,
                new_meld: self.new_meld.as_ref(),
            };
            self.group_choices[used].find(&input, check)?;
            used += 1;
            self.choices_at[value] = used as u8;
        }
        Ok(())
    }

    /// Whether a value has constrained groups.
    pub(super) fn has_constrained_groups(&self, value: usize) -> bool {
        self.choices_at[value] > 0
    }

    /// The choices of constrained groups at a value, if it has any.
    pub(super) fn group_choices(&self, value: usize) -> Option<&[ConstrainedGroups]> {
        let index = (self.choices_at[value] as usize).checked_sub(1)?;
        Some(&self.group_choices[index].options)
    }

    /// Finds what each color may give to the groups of a value, and its least share of the jokers that they need then.
    pub(super) fn find_group_shares(&mut self, value: usize) {
        self.group_shares.iter_mut().for_each(|shares| shares[value] = GroupShare::default());
        if let Some(index) = (self.choices_at[value] as usize).checked_sub(1) {
            let choices = &self.group_choices[index].options;
            for (color, shares) in self.group_shares.iter_mut().enumerate() {
                let least = choices.iter().map(|choice| choice.tiles[color]).min().unwrap_or(0);
                shares[value] = GroupShare::of_constrained(least, self.supply[color][value].available);
            }
            return;
        }
        let mut key = 0;
        let mut givers = 0;
        for supply in &self.supply {
            let available = supply[value].available;
            key = key << 4 | u64::from(available);
            givers += u8::from(available > 0);
        }
        if givers == 0 || givers + self.jokers < self.shortest || self.colors() < self.shortest as usize {
            // There are too few colors for a group.
            return;
        }
        for part in [self.colors() as u8, self.shortest, self.copies, self.jokers, self.units_per_joker] {
            key = key << 4 | u64::from(part);
        }
        let known = self.known_shares.get(&key).copied();
        let found = known.unwrap_or_else(|| {
            let found = self.shares_of_groups(value, givers);
            if self.known_shares.len() >= MAX_KNOWN_SHARES {
                self.known_shares.clear();
            }
            self.known_shares.insert(key, found);
            found
        });
        self.group_shares.iter_mut().zip(found).for_each(|(shares, share)| shares[value] = share);
    }

    /// What each color may give to the groups of a value without constraints, of so many that have tiles there.
    fn shares_of_groups(&self, value: usize, givers: u8) -> [GroupShare; MAX_COLORS] {
        // By number of groups, the most tiles that all colors together can give.
        let mut together = [0u8; 5];
        for supply in &self.supply {
            let available = supply[value].available;
            for (groups, together) in together.iter_mut().enumerate().skip(1) {
                *together += available.min(groups as u8);
            }
        }
        let swaps_jokers = self.jokers < self.shortest;
        let mut shares = [GroupShare::default(); MAX_COLORS];
        for (supply, share) in self.supply.iter().zip(&mut shares) {
            let own = supply[value].available;
            for tiles in 1..=own {
                let fewest = (tiles..=self.copies)
                    .map(|groups| {
                        let others = together[groups as usize] - own.min(groups);
                        (groups * self.shortest).saturating_sub(tiles + others)
                    })
                    .min()
                    .unwrap_or(u8::MAX);
                if fewest > self.jokers {
                    break;
                }
                share.allow(tiles, fewest * self.units_per_joker / givers, swaps_jokers);
            }
        }
        shares
    }

    /// The fewest jokers that complete these tiles to the groups of a value, if that is possible.
    pub(super) fn group_jokers(&self, value: usize, tiles: &[u8]) -> Option<u8> {
        let Some(choices) = self.group_choices(value) else {
            return Some(groups::jokers_needed(tiles, self.shortest));
        };
        choices
            .iter()
            .filter(|choice| choice.tiles.iter().zip(tiles).all(|(used, all)| used <= all))
            .map(|choice| choice.jokers + groups::jokers_needed(&rest(tiles, choice)[..tiles.len()], self.shortest))
            .min()
    }

    /// Whether exactly these tiles and jokers can make the groups of a value.
    pub(super) fn can_make_groups(&self, value: usize, tiles: &[u8], jokers: u8) -> bool {
        let Some(choices) = self.group_choices(value) else {
            return groups::can_make_groups(tiles, jokers, self.shortest);
        };
        choices.iter().any(|choice| self.choice_fits(choice, tiles, jokers))
    }

    /// The most of `jokers` jokers in the groups of a value that can be in new groups, with the constrained groups and
    /// the others; `None` if these tiles and jokers cannot make the groups.
    pub(super) fn most_in_new_groups(
        &self,
        value: usize,
        tiles: &[u8],
        jokers: u8,
        check: &mut StopCheck<'_>,
    ) -> Option<(u8, Option<ConstrainedGroups>, GroupPartition)> {
        let new_meld = self.new_meld.as_ref()?;
        let Some(choices) = self.group_choices(value) else {
            let (new, partition) = new_meld.most_in_new_groups(value, tiles, jokers, self.shortest, check)?;
            return Some((new, None, partition));
        };
        let fitting = choices.iter().filter(|choice| self.choice_fits(choice, tiles, jokers));
        let partitions = fitting.filter_map(|choice| {
            let left = &rest(tiles, choice)[..tiles.len()];
            let (new, partition) =
                new_meld.most_in_new_groups(value, left, jokers - choice.jokers, self.shortest, check)?;
            Some((new + choice.new_jokers(new_meld, value), Some(*choice), partition))
        });
        partitions.max_by_key(|&(new, ..)| new)
    }

    /// Whether these tiles and jokers can make the groups of a value with this choice of constrained groups.
    pub(super) fn choice_fits(&self, choice: &ConstrainedGroups, tiles: &[u8], jokers: u8) -> bool {
        choice.jokers <= jokers
            && choice.tiles.iter().zip(tiles).all(|(used, all)| used <= all)
            && groups::can_make_groups(&rest(tiles, choice)[..tiles.len()], jokers - choice.jokers, self.shortest)
    }

    /// The upper bound at the root, without [`base_worth`](Self::base_worth).
    pub(super) fn root_bound<B: BudgetBounds>(&self) -> i64 {
        let node = Node { graph_nodes: self.roots, jokers: self.jokers, ..Node::default() };
        self.upper_bound_after::<B>(&node)
    }

    /// An upper bound on what can follow a node, jokers that may be played included.
    pub(super) fn upper_bound_after<B: BudgetBounds>(&self, node: &Node) -> i64 {
        let rows = self.graphs.upper_bounds::<B>();
        let nodes = node.graph_nodes[..self.colors()].iter();
        let both = nodes.fold(B::NOTHING, |both, &node| B::convolve(&both, &rows[node as usize]));
        let most = B::at(&both, (node.jokers as usize * self.units_per_joker as usize).min(B::BUDGETS - 1));
        if most < 0 { IMPOSSIBLE } else { most + self.optional_joker_worth() }
    }

    /// An upper bound on the worth of any solution.
    pub(super) fn upper_bound(&self) -> i64 {
        self.base_worth + with_bounds!(self.kind, B => self.root_bound::<B>())
    }

    /// What jokers may still add to a bound; deferred jokers are part of [`base_worth`](Self::base_worth).
    pub(super) fn optional_joker_worth(&self) -> i64 {
        if self.defer_jokers { 0 } else { i64::from(self.jokers - self.required_jokers) * self.joker_worth }
    }
}

/// The tiles of a value that are not in its constrained groups.
pub(super) fn rest(tiles: &[u8], choice: &ConstrainedGroups) -> ColorCounts {
    let mut rest = [0; MAX_COLORS];
    for (color, rest) in rest[..tiles.len()].iter_mut().enumerate() {
        *rest = tiles[color].saturating_sub(choice.tiles[color]);
    }
    rest
}
