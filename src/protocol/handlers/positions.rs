//! The methods that search positions and check turns.

use std::time::Duration;

use crate::meld::Meld;
use crate::protocol::fields::{RulesField, Seconds, TextOrList};
use crate::protocol::message::Maybe;
use crate::protocol::messages::{
    CandidatesParams, CandidatesResult, CheckParams, CheckResult, Played, SolveParams, SolveResult, Step, StepsParams,
    StepsResult,
};
use crate::protocol::method::{Search, Work};
use crate::protocol::refusal::{Reason, Refusal};
use crate::rules::Rules;
use crate::solver::{Objective, Play, Problem, with_solver};
use crate::steps::{self, StepsError, steps_until};
use crate::table::Table;
use crate::tile::{Tile, Tiles};
use crate::turn::{self, Draft, check_turn_until};

/// How many plays are listed unless the client says otherwise.
const DEFAULT_PLAYS: usize = 64;

/// The most plays that can be listed.
const MAX_PLAYS: i128 = 10_000;

impl Search for SolveParams {
    fn progress(&self) -> bool {
        self.progress.0.unwrap_or(false)
    }

    fn limit(&self) -> Option<f64> {
        self.limit.0.flatten().map(|limit| limit.0)
    }
}

impl Search for CandidatesParams {
    fn progress(&self) -> bool {
        self.progress.0.unwrap_or(false)
    }

    fn limit(&self) -> Option<f64> {
        self.limit.map(|limit| limit.0)
    }
}

impl Search for CheckParams {}

/// The values of fields that a problem leaves out.
#[derive(Debug, Clone)]
pub(crate) struct Defaults {
    pub(crate) rules: Rules,
    pub(crate) opened: bool,
    pub(crate) objective: crate::protocol::fields::ObjectiveField,
    pub(crate) tidy: bool,
    pub(crate) limit: Option<Seconds>,
}

impl Default for Defaults {
    fn default() -> Self {
        let objective = crate::protocol::fields::ObjectiveField::Tiles;
        Self { rules: Rules::default(), opened: true, objective, tidy: false, limit: None }
    }
}

/// What every problem has.
struct Position {
    rules: Rules,
    table: Table,
    hand: Tiles,
    opened: bool,
}

impl Position {
    fn read(
        (table, hand): (&TextOrList, &TextOrList),
        rules: Option<&RulesField>,
        opened: &Maybe<bool>,
        defaults: &Defaults,
    ) -> Result<Self, Refusal> {
        let rules = rules.map_or(Ok(defaults.rules), RulesField::rules)?;
        Ok(Self {
            table: table.table(&rules)?,
            hand: hand.hand(&rules.deck)?,
            opened: opened.0.unwrap_or(defaults.opened),
            rules,
        })
    }

    fn problem<'a>(&'a self, objective: &'a Objective) -> Problem<'a> {
        Problem::new(&self.rules, &self.table, &self.hand).opened(self.opened).objective(objective)
    }
}

fn duration(limit: Option<Seconds>) -> Result<Option<Duration>, Refusal> {
    limit.map(|limit| limit.duration("limit")).transpose()
}

fn texts(tiles: impl Iterator<Item = Tile>) -> Vec<String> {
    tiles.map(|tile| tile.to_string()).collect()
}

fn played(play: &Play, rules: &Rules) -> Played {
    Played {
        tiles: texts(play.tiles.iter()),
        count: play.tiles.len(),
        points: play.tiles.points(rules.joker_penalty),
        table: play.table.melds().iter().map(Meld::to_string).collect(),
        proven: play.proven,
    }
}

pub(crate) fn solve(params: SolveParams, work: &Work<'_>) -> Result<SolveResult, Refusal> {
    solve_with(params, work, &Defaults::default())
}

pub(crate) fn solve_with(params: SolveParams, work: &Work<'_>, defaults: &Defaults) -> Result<SolveResult, Refusal> {
    let position = Position::read((&params.table, &params.hand), params.rules.as_ref(), &params.opened, defaults)?;
    let objective = params.objective.0.as_ref().unwrap_or(&defaults.objective).objective(&position.rules.deck)?;
    let limit = duration(params.limit.0.unwrap_or(defaults.limit))?;
    let problem = position.problem(&objective).tidy(params.tidy.0.unwrap_or(defaults.tidy));
    let play = with_solver(|solver| solver.solve(&problem, &mut work.until(limit)))?;
    let Played { tiles, count, points, table, proven } = played(&play, &position.rules);
    Ok(SolveResult { id: params.id, tiles, count, points, table, proven })
}

pub(crate) fn candidates(params: CandidatesParams, work: &Work<'_>) -> Result<CandidatesResult, Refusal> {
    let defaults = Defaults::default();
    let most = params.most.0.map_or(Ok(DEFAULT_PLAYS), |most| most.in_range("most", 1, MAX_PLAYS))?;
    let position = Position::read((&params.table, &params.hand), params.rules.as_ref(), &params.opened, &defaults)?;
    let objective = params.objective.0.as_ref().unwrap_or(&defaults.objective).objective(&position.rules.deck)?;
    let limit = duration(params.limit)?;
    let problem = position.problem(&objective).tidy(params.tidy.0.unwrap_or(defaults.tidy));
    let found = with_solver(|solver| solver.candidates(&problem, most, &mut work.until(limit)))?;
    let plays = found.plays.iter().map(|play| played(play, &position.rules)).collect();
    Ok(CandidatesResult { id: params.id, plays, complete: found.complete, proven: found.proven })
}

pub(crate) fn check(params: CheckParams, work: &Work<'_>) -> Result<CheckResult, Refusal> {
    check_with(params, work, &Defaults::default())
}

pub(crate) fn check_with(params: CheckParams, work: &Work<'_>, defaults: &Defaults) -> Result<CheckResult, Refusal> {
    let position = Position::read((&params.table, &params.hand), params.rules.as_ref(), &params.opened, defaults)?;
    let verdict = ruling(&position, &params.after.draft(), work)?;
    let shown = |reason| Reason::from(reason).with_wording(work.wordings);
    let reasons: Vec<Reason> = verdict.reasons.iter().map(shown).collect();
    Ok(CheckResult { id: params.id, legal: reasons.is_empty(), reasons })
}

fn ruling(position: &Position, after: &Draft, work: &Work<'_>) -> Result<turn::Verdict, Refusal> {
    let Position { rules, table, hand, opened } = position;
    Ok(check_turn_until(table, hand, after, *opened, rules, &mut work.until(None))?)
}

pub(crate) fn steps(params: StepsParams, work: &Work<'_>) -> Result<StepsResult, Refusal> {
    let position =
        Position::read((&params.table, &params.hand), params.rules.as_ref(), &params.opened, &Defaults::default())?;
    let draft = params.after.draft();
    let verdict = ruling(&position, &draft, work)?;
    if matches!(&verdict.reasons[..], [turn::Reason::NothingPlayed]) && draft.sound(&position.rules) == position.table {
        // An unchanged table is a turn without steps, as for `solve`.
        return Ok(StepsResult { id: params.id, steps: Vec::new() });
    }
    let after = verdict.verify()?;
    let Position { rules, table, hand, opened } = &position;
    let steps =
        steps_until(table, hand, &after, *opened, rules, &mut work.until(None)).map_err(|error| match error {
            StepsError::Table(error) => error.into(),
            StepsError::Illegal(error) => error.into(),
            StepsError::Stopped => Refusal::cancelled(),
        })?;
    Ok(StepsResult { id: params.id, steps: steps.iter().map(|step| written(step, work.wordings)).collect() })
}

fn written(step: &steps::Step, wordings: bool) -> Step {
    let wording = step.wording();
    let heaps = |heaps: Vec<&steps::Heap>| heaps.into_iter().map(ToString::to_string).collect();
    Step {
        kind: step.kind().to_owned(),
        text: wording.to_string(),
        tiles: texts(step.moved().into_iter()),
        before: heaps(step.before()),
        after: heaps(step.after()),
        from_hand: texts(step.from_hand().iter().copied()),
        borrowed: step.borrowed().map(|borrowed| borrowed.from.to_string()),
        wording: wordings.then(|| (&wording).into()),
    }
}
