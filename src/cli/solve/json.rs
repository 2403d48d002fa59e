//! A finding as one JSON object: on several lines, or on one as one of several boards. The keys are a contract:
//! programs read them.

use serde_json::{Map, Value, json};

use super::asked::{Asked, Outcome};
use crate::belief::Ground;
use crate::bounds::Bounds;
use crate::deduce::Deduction;
use crate::model::Origin;
use crate::process;
use crate::puzzle::Answer;
use crate::search::{Finding, Question, Reason, Statistics, Status, Step};
use crate::solver::Mode;

/// The object of one board, on several lines.
pub(super) fn alone(asked: &Asked, outcome: &Outcome, answers: &[Answer]) -> String {
    format!("{:#}\n", Value::Object(finding(asked, outcome, answers)))
}

/// The object of one of several boards, on a line.
pub(super) fn of_a_board(
    name: &str,
    asked: &Asked,
    outcome: &Outcome,
    answers: &[Answer],
) -> String {
    let mut object = named(name);
    object.extend(finding(asked, outcome, answers));
    format!("{}\n", Value::Object(object))
}

/// The line of one of several boards of which nothing is known, and why.
pub(super) fn without_finding(name: &str, why: &str) -> String {
    let mut object = named(name);
    object.insert("error".to_owned(), json!(why));
    format!("{}\n", Value::Object(object))
}

fn named(name: &str) -> Map<String, Value> {
    Map::from_iter([("board".to_owned(), json!(name))])
}

fn finding(asked: &Asked, outcome: &Outcome, answers: &[Answer]) -> Map<String, Value> {
    let Outcome { finding, trouble, .. } = outcome;
    let size = asked.task.puzzle.size();
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("family", json!(asked.family.name));
    put("size", json!([size.rows(), size.columns()]));
    put("variant", json!(asked.task.puzzle.variants()));
    put("formulation", json!(asked.task.formulation.name));
    put("encodings", encodings(asked, finding));
    put("search", json!(finding.strategy.name));
    put("symmetry", json!(finding.symmetries > 0));
    put("deductions", deductions(finding));
    put("solver", json!(asked.task.solver.name()));
    put("mode", json!(finding.statistics.mode.or(asked.task.mode).map_or("auto", Mode::name)));
    put("seed", json!(asked.task.seed));
    if let Some(scramble) = asked.task.scramble {
        put("scramble", json!(scramble));
    }
    put("status", json!(finding.status.name()));
    put("rests_on", json!(finding.claim_rests_on().map(Ground::name)));
    put("objective", objective(asked, finding));
    put("bounds", finding.log.iter().map(step).collect());
    put("answer", finding.answer.as_ref().map_or(Value::Null, |answer| json!(answer.to_rows())));
    put("checked", json!(finding.answer.is_some()));
    if asked.task.question == Question::Unique {
        put("unique", json!(finding.unique));
        put("other", finding.other.as_ref().map_or(Value::Null, |other| json!(other.to_rows())));
        let cells = finding.differing_cells().into_iter();
        put("differ", cells.map(|cell| json!([cell.row, cell.column])).collect());
    }
    if matches!(asked.task.question, Question::Count(_) | Question::All(_)) {
        let count = finding.count.unwrap_or(0).to_string();
        put("solutions", json!({"count": count, "complete": finding.complete}));
    }
    if matches!(asked.task.question, Question::All(_)) {
        put("answers", answers.iter().map(|answer| json!(answer.to_rows())).collect());
    }
    if let Some(reason) = &finding.reason {
        put("reason", json!(reason.to_string()));
        put("clash", clash(reason));
    }
    put("stopped", json!(stopped(asked, finding)));
    if let Some(trouble) = trouble {
        put("trouble", json!(trouble.to_string()));
    }
    // What bounds cubes is no work of the solver, and none of it would be told.
    let tells_effort = asked.task.solver.tells_effort() && finding.strategy.in_conflicts();
    put("stats", statistics(&finding.statistics, tells_effort));
    object
}

/// The encodings by the names that were asked for, and the shape as it was settled.
fn encodings(asked: &Asked, finding: &Finding) -> Value {
    let encodings = &asked.task.encodings;
    json!({
        "amo": encodings.at_most_one.map_or("auto", |row| row.name),
        "card": encodings.cardinality.map_or("auto", |row| row.name),
        "xor": encodings.parity.map_or("auto", |row| row.name),
        "order": encodings.order.to_string(),
        "shape": finding.statistics.shape.as_ref().unwrap_or(&encodings.shape).to_string(),
    })
}

/// What was deduced before the search, rule by rule.
fn deductions(finding: &Finding) -> Value {
    let said = |deduction: &Deduction| json!({"rule": deduction.rule, "said": deduction.said});
    finding.deductions.iter().map(said).collect()
}

/// What clashes; null where a glance at the board told the reason.
fn clash(reason: &Reason) -> Value {
    let Reason::Clash(clash) = reason else { return Value::Null };
    let origin =
        |origin: &Origin| json!({"kind": origin.kind().name(), "said": origin.to_string()});
    let origins: Vec<Value> = clash.origins.iter().map(origin).collect();
    json!({"origins": origins, "minimal": clash.is_minimal})
}

/// What was known at a moment of the search.
fn step(step: &Step) -> Value {
    json!({"best": step.best, "proved": step.proved, "seconds": round(step.seconds)})
}

/// What is known of the objective: of the optimum, or, with a bound, of the answer to it.
fn objective(asked: &Asked, finding: &Finding) -> Value {
    let Some(goal) = asked.task.puzzle.goal() else { return Value::Null };
    let mut bounds = finding
        .bounds
        .unwrap_or(Bounds { best: finding.value, ..Bounds::unknown(goal.sense, goal.largest) });
    if let (Status::Unsatisfiable, Some(bound)) = (finding.status, asked.task.bound)
        && !finding.of_value
    {
        bounds.refute(bound);
    }
    json!({
        "sense": goal.sense.name(),
        "name": goal.name,
        "value": finding.value,
        "lower_bound": bounds.lower(),
        "upper_bound": bounds.upper(),
        "gap": finding.bounds.and_then(|bounds| bounds.gap()).filter(|gap| gap.is_finite()),
    })
}

/// What ended the search before its question was answered.
pub(super) fn stopped(asked: &Asked, finding: &Finding) -> Option<&'static str> {
    let is_enough =
        |gap: f64| finding.bounds.and_then(|bounds| bounds.gap()).is_some_and(|known| known <= gap);
    match (finding.stopped, asked.task.stop.reason()) {
        (false, _) => None,
        (true, Some(reason)) => Some(reason.name()),
        (true, None) if asked.task.gap.is_some_and(is_enough) => Some("gap"),
        (true, None) if asked.task.conflicts.is_some() => Some("conflicts"),
        // A solver that does not know gave up by itself.
        (true, None) => Some("solver"),
    }
}

fn statistics(statistics: &Statistics, tells_effort: bool) -> Value {
    let effort = |number: u64| tells_effort.then_some(number);
    let groups: Map<String, Value> = statistics
        .groups
        .iter()
        .map(|(name, size)| {
            let size = json!({
                "constraints": size.constraints,
                "variables": size.variables,
                "clauses": size.clauses,
            });
            (name.clone(), size)
        })
        .collect();
    json!({
        "variables": statistics.variables,
        "clauses": statistics.clauses,
        "literals": statistics.literals,
        "conflicts": effort(statistics.effort.conflicts),
        "propagations": effort(statistics.effort.propagations),
        "ticks": effort(statistics.effort.ticks),
        "cubes": statistics.cubes.map(|cubes| {
            json!({"bounded": cubes.bounded, "left": cubes.left, "share": round(cubes.share), "left_over": cubes.left_over.map(round)})
        }),
        "peak_memory_mb": process::peak_memory_mb().map(round),
        "encode_seconds": round(statistics.encoding.seconds),
        "solve_seconds": round(statistics.solving.seconds),
        "encode_cpu_seconds": round(statistics.encoding.cpu_seconds),
        "solve_cpu_seconds": round(statistics.solving.cpu_seconds),
        "groups": groups,
    })
}

/// To microseconds: what lies below is noise.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
