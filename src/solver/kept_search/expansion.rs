//! The children of a node.

use super::bounds::{COUNTS, KeptBounds, Reach};
use super::graph::{KeptGraph, Step};
use super::group_table::{GroupOption, IMPOSSIBLE, JOKER_BITS, UNIT, in_bounds};
use super::{Child, KeptSearch, MAX_CHILDREN, Question, Reached};
use crate::solver::groups::ColorCounts;
use crate::solver::interrupt::{StopCheck, Unprepared};
use crate::tile::MAX_COLORS;

impl KeptSearch {
    /// Pushes the children of a node that may keep enough melds.
    pub(super) fn expand(
        &mut self,
        question: &Question<'_>,
        node: &Reached,
        kept: u32,
        check: &mut StopCheck<'_>,
    ) -> Result<(), Unprepared> {
        let Self { graphs, tables, groups, children, wanted, sums, .. } = self;
        let has_bare = question.subproblem.jokers > 0;
        let bounds = if has_bare && node.jokers == 0 { &self.bare } else { &self.bounds };
        let value = node.value as usize + 1;
        let colors = graphs.len();
        let mut expansion = Expansion {
            question,
            node,
            value,
            graphs,
            bounds,
            at_last: if has_bare { &self.bare } else { &self.bounds },
            children,
            reach: [[IMPOSSIBLE << JOKER_BITS; COUNTS]; MAX_COLORS],
            tiles: ColorCounts::default(),
            options: &[],
            child: Child::default(),
            kept: in_bounds(kept),
            least: in_bounds(*wanted),
            check,
        };
        let mut steps = 0;
        for (color, graph) in graphs.iter().enumerate() {
            let from = graph.steps_from(u32::from(node.nodes[color])).1;
            steps += from.len() as u32;
            for step in from.iter().filter(|step| step.jokers <= node.jokers) {
                let through = expansion.through(color, step) << JOKER_BITS;
                let most = &mut expansion.reach[color][step.groups as usize % COUNTS];
                *most = (*most).max(through);
            }
        }
        let groups = &groups[value];
        if expansion.check.count(steps + groups.vectors.len() as u32) {
            return Err(Unprepared::Interrupted);
        }
        let table = tables.table(groups);
        sums.add_up(table, &expansion.reach, colors);
        let all = expansion.kept + bounds.constant(node.jokers, question.worth - node.worth);
        for vector in &groups.vectors {
            let bound = all + ((sums.of(vector) + table.best(vector, bounds.price, node.jokers)) >> JOKER_BITS);
            if bound >= expansion.least {
                expansion.tiles = table.tiles(vector, colors);
                expansion.options = table.options(vector);
                expansion.combine(0, bound, Partial::default())?;
            }
        }
        Ok(())
    }
}

/// The expansion of a node.
struct Expansion<'a, 's> {
    question: &'a Question<'a>,
    node: &'a Reached,
    value: usize,
    graphs: &'a [KeptGraph],
    bounds: &'a KeptBounds,
    /// The bounds when no joker is left.
    at_last: &'a KeptBounds,
    children: &'a mut Vec<Child>,
    /// The most that each color can reach with each number of tiles to groups.
    reach: Reach,
    /// The tiles that go to groups, and what groups they can make.
    tiles: ColorCounts,
    options: &'a [GroupOption],
    /// The child under construction, without groups.
    child: Child,
    /// What is kept before, in bounds.
    kept: i32,
    /// The least bound that is wanted.
    least: i32,
    check: &'a mut StopCheck<'s>,
}

/// The sums over the colors that are combined.
#[derive(Clone, Copy, Default)]
struct Partial {
    count: u8,
    jokers: u8,
    worth: i64,
}

impl Expansion<'_, '_> {
    /// What can be reached through a step of a color.
    #[inline]
    fn through(&self, color: usize, step: &Step) -> i32 {
        let to = self.graphs[color].target(self.value, step);
        i32::from(step.gain) + self.bounds.colors[color].ahead[to as usize]
    }

    /// Combines the steps of the colors from this one on; `bound` is that of the best ones.
    fn combine(&mut self, color: usize, bound: i32, partial: Partial) -> Result<(), Unprepared> {
        if color == self.graphs.len() {
            return self.finish(partial);
        }
        let tiles = self.tiles[color];
        let rest = bound - (self.reach[color][tiles as usize % COUNTS] >> JOKER_BITS);
        let graph = &self.graphs[color];
        let (first, steps) = graph.steps_from(u32::from(self.node.nodes[color]));
        if self.check.count(steps.len() as u32) {
            return Err(Unprepared::Interrupted);
        }
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.groups == tiles) {
            let bound = rest + self.through(color, step);
            let jokers = partial.jokers + step.jokers;
            if bound < self.least || jokers > self.node.jokers {
                continue;
            }
            self.child.nodes[color] = graph.target(self.value, step) as u16;
            self.child.steps[color] = first + index as u32;
            let worth = i64::from(step.played) * self.question.subproblem.supply[color][self.value].worth;
            let partial = Partial { jokers, count: partial.count + step.count(), worth: partial.worth + worth };
            self.combine(color + 1, bound, partial)?;
        }
        Ok(())
    }

    /// Completes a combination with every choice of groups.
    fn finish(&mut self, partial: Partial) -> Result<(), Unprepared> {
        let Self { question, node, graphs, bounds, .. } = *self;
        let kept = self.kept + i32::from(partial.count) * UNIT;
        for option in self.options {
            let Some(jokers) = node.jokers.checked_sub(partial.jokers + option.jokers) else { continue };
            let bounds = if jokers == 0 { self.at_last } else { bounds };
            let ahead = bounds.colors.iter().zip(&self.child.nodes[..graphs.len()]);
            let ahead: i32 = ahead.map(|(own, &to)| own.ahead[to as usize]).sum();
            let constant = bounds.constant(jokers, question.worth - node.worth - partial.worth);
            let bound = kept + ahead + i32::from(option.count) * UNIT + constant;
            if bound < self.least {
                continue;
            }
            if self.children.len() > MAX_CHILDREN {
                return Err(Unprepared::TooLarge);
            }
            let (groups, count, worth) = (option.kept, partial.count + option.count, partial.worth);
            self.children.push(Child { groups, jokers, count, worth, bound, ..self.child });
        }
        Ok(())
    }
}
