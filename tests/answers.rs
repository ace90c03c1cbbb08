//! The solver against every record of the answer files.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a panic fails the test")]

mod records;

use records::{position_of, preset, records, rules_of};
use rummy_fast::{Meld, Objective, PRESETS, Play, Problem, Rules, Solver};
use serde_json::Value;

fn solve(solver: &mut Solver, record: &Value, rules: &Rules, objective: &Objective) -> Play {
    let (table, hand, opened) = &position_of(record, rules);
    let problem = Problem::new(rules, table, hand).opened(*opened).objective(objective);
    let play = solver.solve(&problem, &mut || false).unwrap();
    assert!(play.proven);
    assert_eq!(play.table.tiles(), table.tiles().plus(&play.tiles), "{record}");
    assert!(hand.contains(&play.tiles), "{record}");
    assert!(play.table.melds().iter().all(|meld: &Meld| meld.fits(rules)), "{record} {:?}", play.table);
    if !play.tiles.is_empty() {
        assert!(rummy_fast::is_legal(table, hand, &play.table, *opened, rules), "{record}\n{}", play.table);
    }
    play
}

fn check_file(name: &str, preset_name: Option<&str>) {
    check_with(&mut Solver::new(), name, preset_name);
    check_with(&mut Solver::restarting_after(1), name, preset_name);
}

/// Checks a file under every preset that it has answers for.
fn check_by_preset(name: &str) {
    let found = records(name);
    let answered = |preset: &&str| found.iter().any(|record| record["max_tiles"][preset].is_u64());
    let presets: Vec<&str> = PRESETS.into_iter().filter(answered).collect();
    assert!(!presets.is_empty(), "{name} has no answers by preset");
    for preset in presets {
        check_file(name, Some(preset));
    }
}

fn check_with(solver: &mut Solver, name: &str, preset_name: Option<&str>) {
    let (mut tiles, mut points, mut wrong) = (0, 0, Vec::new());
    for record in records(name) {
        let rules = preset_name.map_or_else(|| rules_of(&record["rules"]), preset);
        let best = match &record["max_tiles"] {
            Value::Object(by_preset) => by_preset.get(preset_name.unwrap()).cloned(),
            Value::Null => None,
            best => Some(best.clone()),
        };
        if let Some(best) = best {
            let play = solve(solver, &record, &rules, &Objective::Tiles);
            tiles += 1;
            if play.tiles.len() as u64 != best.as_u64().unwrap() {
                wrong.push(format!("{} tiles {} not {best}: {}", record["id"], play.tiles.len(), play.table));
            }
        }
        if let Some(best) = record["max_points"].as_u64().or(record["max_opening_points"].as_u64()) {
            // The answers count a joker of an opening as the tile it stands for, so only hands without one compare.
            // A hand whose best melds are worth less than 30 cannot open.
            let best = if record["max_points"].is_u64() || best >= u64::from(rules.opening_min) { best } else { 0 };
            let comparable = record["max_points"].is_u64() || !record["hand"].as_str().unwrap().contains('J');
            if comparable {
                let play = solve(solver, &record, &rules, &Objective::Points);
                points += 1;
                if u64::from(play.tiles.points(rules.joker_penalty)) != best {
                    wrong.push(format!(
                        "{} points {} not {best}",
                        record["id"],
                        play.tiles.points(rules.joker_penalty)
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), tiles + points, wrong.join("\n"));
    assert!(tiles > 0, "nothing was compared");
}

#[test]
fn free_jokers() {
    check_file("free_jokers", None);
}

#[test]
fn schmidt() {
    check_file("schmidt", None);
}

#[test]
fn sabra() {
    check_file("sabra", None);
}

#[test]
fn decks() {
    check_file("decks", None);
}

#[test]
fn openings() {
    check_file("openings", None);
}

#[test]
fn selfplay() {
    check_by_preset("selfplay");
}

#[test]
fn field_cases() {
    check_by_preset("field_cases");
}

#[test]
fn rule_cases() {
    check_by_preset("rule_cases");
}
