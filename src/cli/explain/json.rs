//! An explanation as a JSON object. Programs rely on the keys.

use serde_json::{Value, json};

use super::{ExplainOutcome, picture};
use crate::board::{Cell, Size};
use crate::model::Entry;
use crate::problem::{CheckedAnswer, Problem};
use crate::search::{RuleClash, Status};

/// Returns an explanation as JSON. `forced` has the cells that all answers share. It is absent if
/// it was not requested, and null if it was not found. `settling` has givens: each of them alone
/// would leave only one answer. It is null if such givens were not searched. `differ` is empty if
/// there are no two answers or if the problem has no board. If only some variables distinguish
/// answers, `answer` and `other` have only these variables. `objective` is null if the problem has
/// none. Other members are null if they are not known.
pub(super) fn explanation(explained: &ExplainOutcome) -> Value {
    let ExplainOutcome { posed, task, finding, more, .. } = explained;
    let puzzle = posed.opened.as_puzzle();
    let rows = |answer: &CheckedAnswer| task.problem.show(&task.projected_part(answer));
    let forced = more.forced.as_ref().map(|forced| {
        json!({
            "count": forced.entries.len(),
            "of": forced.places,
            "rows": puzzle.map(|puzzle| picture::shared_filling(puzzle, forced).to_rows()),
            "entries": forced.entries.iter().map(entry).collect::<Value>(),
            "complete": forced.complete,
        })
    });
    let settling = more.settling.as_ref().map(|settling| {
        json!({
            "givens": settling.entries.iter().map(entry).collect::<Value>(),
            "complete": settling.complete,
        })
    });
    let mut object = json!({
        "family": posed.family.name,
        "size": posed.opened.size().map(Size::sides),
        "variant": posed.opened.variants(),
        "ruling": posed.ruling(),
        "status": finding.status(),
        "objective": objective(posed.problem(), finding.value()),
        "answers": number_of_answers(explained),
        "answer": finding.answer.as_ref().map(rows),
        "other": finding.other.as_ref().map(rows),
        "differ": cells(&if puzzle.is_some() { finding.differing_cells() } else { Vec::new() }),
        "settling": settling,
        "reason": finding.reason.as_ref().map(ToString::to_string),
        "clash": explained.clash().map(clash),
        "stopped": explained.stopped(),
    });
    if explained.wants_forced {
        object["forced"] = json!(forced);
    }
    object
}

/// Returns one of the words `none`, `one` and `several` for the number of answers. `none` means
/// that it is proved that there is no answer. `one` means that it is proved that there is no other
/// answer. Returns `None` if the number is not known.
fn number_of_answers(explained: &ExplainOutcome) -> Option<&'static str> {
    match (explained.finding.status(), explained.finding.unique()) {
        (Status::Unsatisfiable, _) => Some("none"),
        (_, Some(true)) => Some("one"),
        (_, Some(false)) => Some("several"),
        (_, None) => None,
    }
}

/// Returns the objective as JSON. `value` is the value of an answer, in units of the search; the
/// JSON has it in units of the problem. If `value` is `None`, it is null in the JSON. The member
/// `unit` is absent if the problem names no unit. Returns `None` if the problem has no objective.
pub(in crate::cli) fn objective(problem: &dyn Problem, value: Option<i64>) -> Option<Value> {
    let goal = problem.goal()?;
    let scale = &problem.info().scale;
    let scaled = value.map(|value| scale.to_number(value));
    let mut object = json!({"sense": goal.sense.name(), "name": goal.name, "value": scaled});
    if let Some(unit) = scale.unit() {
        object["unit"] = unit.into();
    }
    Some(object)
}

/// Returns an entry as JSON: a cell (its row and column, counted from 0) with its symbol, or a
/// variable with its value 0 or 1.
pub(in crate::cli) fn entry(entry: &Entry) -> Value {
    match entry {
        Entry::Symbol(cell, symbol) => json!({"cell": [cell.row, cell.column], "symbol": symbol}),
        Entry::Value(variable, value) => json!({"variable": variable, "value": u8::from(*value)}),
    }
}

/// Returns a clash as JSON: each of the contradicting parts of the puzzle with its cells, and
/// whether no part can be left out.
pub(in crate::cli) fn clash(clash: &RuleClash) -> Value {
    let parts = clash.origins.iter().zip(&clash.cells).map(|(origin, part)| {
        json!({"kind": origin.kind(), "said": origin.to_string(), "cells": cells(part)})
    });
    json!({"origins": parts.collect::<Value>(), "minimal": clash.is_minimal})
}

/// Returns cells as pairs of a row and a column, both counted from 0.
fn cells(cells: &[Cell]) -> Value {
    cells.iter().map(|cell| json!([cell.row, cell.column])).collect()
}
