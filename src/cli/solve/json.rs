//! A finding as one JSON object: on several lines, or on one as one of several boards. The keys are
//! a contract: programs read them.

use serde_json::{Map, Value, json};

use super::asked::{SolveAsked, SolveOutcome};
use crate::board::Size;
use crate::bounds::Bounds;
use crate::deduce::Deduction;
use crate::encode::GroupSize;
use crate::model::Origin;
use crate::problem::{Answer, Scale};
use crate::process;
use crate::report::{
    self, Assignment, Clashing, Deduced, Group, NoAnswer, Report, Solutions, Stopped, Uniqueness,
};
use crate::search::{Answers, BoundStep, Cubes, Finding, NoAnswerReason, Statistics, Status};
use crate::solver::Mode;
use crate::stop;

/// The object of one board, on several lines.
pub(super) fn alone(asked: &SolveAsked, outcome: &SolveOutcome, answers: &[Answer]) -> String {
    format!("{:#}\n", Value::Object(finding(asked, outcome, answers)))
}

/// The object of one of several boards, on a line.
pub(super) fn of_a_board(
    name: &str,
    asked: &SolveAsked,
    outcome: &SolveOutcome,
    answers: &[Answer],
) -> String {
    let mut object = named(name);
    object.extend(finding(asked, outcome, answers));
    format!("{}\n", Value::Object(object))
}

/// The line of one of several boards if nothing is known of it, and why.
pub(super) fn without_finding(name: &str, why: &str) -> String {
    let mut object = named(name);
    object.insert("error".to_owned(), json!(why));
    format!("{}\n", Value::Object(object))
}

fn named(name: &str) -> Map<String, Value> {
    Map::from_iter([("board".to_owned(), json!(name))])
}

fn finding(asked: &SolveAsked, outcome: &SolveOutcome, answers: &[Answer]) -> Map<String, Value> {
    match serde_json::to_value(report(asked, outcome, answers)) {
        Ok(Value::Object(object)) => object,
        other => unreachable!("a report is an object with keys that are text: {other:?}"),
    }
}

fn report(asked: &SolveAsked, outcome: &SolveOutcome, answers: &[Answer]) -> Report {
    let SolveOutcome { finding, trouble, .. } = outcome;
    let question = asked.task.answers;
    let is_listed = matches!(question, Answers::All(_));
    let is_counted = matches!(question, Answers::Count(_) | Answers::All(_));
    let count = || finding.count.unwrap_or(0).to_string();
    // What bounds cubes is no work of the solver, and none of it would be told.
    let tells_effort = asked.task.solver.tells_effort() && finding.strategy.in_conflicts();
    let scale = asked.task.problem.scale();
    Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        layout: report::LAYOUT,
        family: asked.posed.family.name.to_owned(),
        size: asked.posed.opened.size().map(Size::sides),
        variant: asked.posed.opened.variants(),
        ruling: asked.task.problem.ruling(),
        formulation: asked.task.formulation.name.to_owned(),
        encodings: encodings(asked, finding),
        search: finding.strategy.name.to_owned(),
        symmetry: finding.symmetries > 0,
        deductions: finding.deductions.iter().map(deduced).collect(),
        solver: finding.statistics.asked.then(|| asked.task.solver.name()),
        mode: finding.statistics.mode.or(asked.task.mode).map_or("auto", Mode::name).to_owned(),
        seed: asked.task.seed,
        scramble: asked.task.scramble,
        status: finding.status,
        rests_on: finding.claim_rests_on(),
        objective: objective(asked, finding),
        bounds: finding.log.iter().map(|one| step(one, &scale)).collect(),
        answer: finding.answer.as_ref().map(rows),
        assignment: finding
            .answer
            .as_ref()
            .and_then(|answer| asked.task.problem.assignment(&answer.rows))
            .map(Assignment),
        checked: finding.answer.is_some(),
        uniqueness: (question == Answers::Unique).then(|| uniqueness(asked, finding)),
        solutions: is_counted.then(|| Solutions { count: count(), complete: finding.complete }),
        answers: is_listed
            .then(|| answers.iter().map(|answer| rows(&asked.part(answer))).collect()),
        assignments: is_listed.then(|| assignments(asked, answers)).flatten(),
        no_answer: finding.reason.as_ref().map(no_answer),
        stopped: stopped(asked, finding),
        trouble: trouble.as_ref().map(ToString::to_string),
        stats: statistics(&finding.statistics, tells_effort),
    }
}

/// The assignment of each of several answers; none of a puzzle.
fn assignments(asked: &SolveAsked, answers: &[Answer]) -> Option<Vec<Assignment>> {
    let is_of_variables = asked.posed.opened.as_puzzle().is_none();
    let each = || answers.iter().map(|answer| asked.assignment(answer).map(Assignment)).collect();
    is_of_variables.then(each).flatten()
}

fn rows(answer: &Answer) -> Vec<String> {
    answer.rows.clone()
}

/// The encodings by the names that were asked for, and the order and the shape as they were
/// settled.
fn encodings(asked: &SolveAsked, finding: &Finding) -> report::Encodings {
    let encodings = &asked.task.encodings;
    report::Encodings {
        amo: at_most_one(asked, finding),
        card: encodings.cardinality.map_or("auto", |row| row.name).to_owned(),
        pb: encodings.pseudo_boolean.map_or("auto", |row| row.name).to_owned(),
        xor: encodings.parity.map_or("auto", |row| row.name).to_owned(),
        order: finding.statistics.order.unwrap_or(encodings.order).to_string(),
        shape: finding.statistics.shape.as_ref().unwrap_or(&encodings.shape).to_string(),
    }
}

/// What wrote at-most-ones if no encoding was asked for, which goes by their lengths; else what was
/// asked for.
fn at_most_one(asked: &SolveAsked, finding: &Finding) -> String {
    let encodings = &asked.task.encodings;
    let chosen = &finding.statistics.settled.amo;
    if encodings.by_length && !chosen.is_none() {
        chosen.to_string()
    } else {
        encodings.at_most_one.map_or("auto", |row| row.name).to_owned()
    }
}

fn deduced(deduction: &Deduction) -> Deduced {
    let Deduction { rule, said, why, .. } = deduction;
    Deduced { rule: (*rule).to_owned(), said: said.clone(), why: why.clone() }
}

fn uniqueness(asked: &SolveAsked, finding: &Finding) -> Uniqueness {
    let is_of_cells = asked.posed.opened.as_puzzle().is_some();
    let cells = if is_of_cells { finding.differing_cells() } else { Vec::new() }.into_iter();
    Uniqueness {
        unique: finding.unique,
        other: finding.other.as_ref().map(rows),
        differ: cells.map(|cell| [cell.row, cell.column]).collect(),
    }
}

fn no_answer(reason: &NoAnswerReason) -> NoAnswer {
    let clashing = |origin: &Origin| Clashing { kind: origin.kind(), said: origin.to_string() };
    let clash = match reason {
        NoAnswerReason::Clash(clash) => Some(report::Clash {
            origins: clash.origins.iter().map(clashing).collect(),
            minimal: clash.is_minimal,
        }),
        NoAnswerReason::Obstacle(_) | NoAnswerReason::Deduced(_) => None,
    };
    NoAnswer { reason: reason.to_string(), clash }
}

/// What was known at a moment of the search.
fn step(step: &BoundStep, scale: &Scale) -> report::Step {
    report::Step {
        best: step.best.map(|best| scale.of(best).told()),
        proved: scale.of(step.proved).told(),
        seconds: round(step.seconds),
    }
}

/// What is known of the objective: of the optimum, or, with a bound, of the answer to it.
fn objective(asked: &SolveAsked, finding: &Finding) -> Option<report::Objective> {
    let goal = asked.task.problem.goal()?;
    let mut bounds =
        finding.bounds.unwrap_or(Bounds { best: finding.value, ..Bounds::unknown(goal) });
    if let (Status::Unsatisfiable, Some(bound)) = (finding.status, asked.task.bound)
        && !finding.exactly
    {
        bounds.refute(bound);
    }
    let scale = asked.task.problem.scale();
    let told = |value: i64| scale.of(value).told();
    Some(report::Objective {
        sense: goal.sense,
        name: goal.name.to_owned(),
        unit: scale.unit(),
        value: finding.value.map(told),
        lower_bound: told(bounds.lower()),
        upper_bound: told(bounds.upper()),
        gap: finding.bounds.and_then(|bounds| bounds.gap()).filter(|gap| gap.is_finite()),
    })
}

/// What ended the search before its question was answered.
pub(super) fn stopped(asked: &SolveAsked, finding: &Finding) -> Option<Stopped> {
    let is_enough =
        |gap: f64| finding.bounds.and_then(|bounds| bounds.gap()).is_some_and(|known| known <= gap);
    match (finding.stopped, asked.task.stop.reason()) {
        (false, _) => None,
        (true, Some(stop::Reason::Time)) => Some(Stopped::Time),
        (true, Some(stop::Reason::ProcessorTime)) => Some(Stopped::ProcessorTime),
        (true, Some(stop::Reason::Memory)) => Some(Stopped::Memory),
        (true, Some(stop::Reason::Clauses)) => Some(Stopped::Clauses),
        (true, Some(stop::Reason::Proof)) => Some(Stopped::Proof),
        (true, Some(stop::Reason::Signal)) => Some(Stopped::Signal),
        (true, None) if asked.task.gap.is_some_and(is_enough) => Some(Stopped::Gap),
        (true, None) if asked.task.conflicts.is_some() => Some(Stopped::Conflicts),
        // A solver that does not know gave up by itself.
        (true, None) => Some(Stopped::Solver),
    }
}

fn statistics(statistics: &Statistics, tells_effort: bool) -> report::Statistics {
    let effort = |number: u64| tells_effort.then_some(number);
    let group = |size: &GroupSize| Group {
        constraints: size.constraints,
        variables: size.variables,
        clauses: size.clauses,
    };
    let cubes = |cubes: Cubes| report::Cubes {
        bounded: cubes.bounded,
        left: cubes.left,
        share: round(cubes.share),
        left_over: cubes.left_over.map(round),
    };
    report::Statistics {
        variables: statistics.variables,
        clauses: statistics.clauses,
        literals: statistics.literals,
        conflicts: effort(statistics.effort.conflicts),
        propagations: effort(statistics.effort.propagations),
        ticks: effort(statistics.effort.ticks),
        cubes: statistics.cubes.map(cubes),
        peak_memory_mb: process::peak_memory_mb().map(round),
        encode_seconds: round(statistics.encoding.seconds),
        solve_seconds: round(statistics.solving.seconds),
        encode_cpu_seconds: round(statistics.encoding.cpu_seconds),
        solve_cpu_seconds: round(statistics.solving.cpu_seconds),
        groups: statistics.groups.iter().map(|(name, size)| (name.clone(), group(size))).collect(),
    }
}

/// To microseconds: what lies below is noise.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
