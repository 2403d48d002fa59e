//! A finding as one JSON object. The keys are a contract: programs read them.

use serde_json::{Map, Value, json};

use super::{Asked, wait};
use crate::bounds::Bounds;
use crate::deduce::Deduction;
use crate::puzzle::Answer;
use crate::search::{Finding, Question, Statistics, Status, Step};
use crate::solver::Mode;

/// The object, on several lines.
pub(super) fn finding(asked: &Asked, finding: &Finding, answers: &[Answer]) -> String {
    let size = asked.task.puzzle.size();
    let encodings = &asked.task.encodings;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("family", json!(asked.family.name));
    put("size", json!([size.rows(), size.columns()]));
    put("variant", json!(asked.task.puzzle.variants()));
    put("formulation", json!(asked.task.formulation.name));
    put(
        "encodings",
        json!({
            "amo": encodings.at_most_one.map_or("auto", |row| row.name),
            "card": encodings.cardinality.map_or("auto", |row| row.name),
            "xor": encodings.parity.map_or("auto", |row| row.name),
            "order": encodings.order.to_string(),
            "shape": finding.statistics.shape.as_ref().unwrap_or(&encodings.shape).to_string(),
        }),
    );
    put("search", json!(asked.task.strategy.name));
    put("symmetry", json!(finding.symmetries > 0));
    put("deductions", deductions(finding));
    put("solver", json!(asked.task.solver.name()));
    put("mode", json!(finding.statistics.mode.or(asked.task.mode).map_or("auto", Mode::name)));
    put("seed", json!(asked.task.seed));
    if let Some(scramble) = asked.task.scramble {
        put("scramble", json!(scramble));
    }
    put("status", json!(finding.status.name()));
    put("objective", objective(asked, finding));
    put("bounds", finding.log.iter().map(step).collect());
    put("answer", finding.answer.as_ref().map_or(Value::Null, |answer| json!(answer.to_rows())));
    put("checked", json!(finding.answer.is_some()));
    if asked.task.question == Question::Unique {
        put("unique", json!(finding.unique));
    }
    if matches!(asked.task.question, Question::Count(_) | Question::All(_)) {
        let count = finding.count.unwrap_or(0).to_string();
        put("solutions", json!({"count": count, "complete": finding.complete}));
    }
    if matches!(asked.task.question, Question::All(_)) {
        put("answers", answers.iter().map(|answer| json!(answer.to_rows())).collect());
    }
    if let Some(reason) = &finding.reason {
        put("reason", json!(reason));
    }
    put("stats", statistics(&finding.statistics));
    format!("{:#}\n", Value::Object(object))
}

/// What was deduced before the search, rule by rule.
fn deductions(finding: &Finding) -> Value {
    let said = |deduction: &Deduction| json!({"rule": deduction.rule, "said": deduction.said});
    finding.deductions.iter().map(said).collect()
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
    if let (Status::Unsatisfiable, Some(bound)) = (finding.status, asked.task.bound) {
        bounds.refute(bound);
    }
    json!({
        "sense": goal.sense.name(),
        "name": goal.name,
        "value": finding.value,
        "lower_bound": bounds.lower(),
        "upper_bound": bounds.upper(),
    })
}

fn statistics(statistics: &Statistics) -> Value {
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
        "conflicts": statistics.effort.conflicts,
        "propagations": statistics.effort.propagations,
        "ticks": statistics.effort.ticks,
        "peak_memory_mb": wait::peak_megabytes().map(round),
        "encode_seconds": round(statistics.encode_seconds),
        "solve_seconds": round(statistics.solve_seconds),
        "groups": groups,
    })
}

/// To microseconds: what lies below is noise.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
