//! Answers one after another, each excluded from the next search.
//!
//! What is excluded is the answer, not the solution: the clause is over the literals by which the
//! model shows its answer, so auxiliary variables and numberings count nothing twice. Of these
//! literals only those are written that the others do not imply: where a constraint says that
//! exactly k of some literals are true, the k true ones exclude as much as all of them. On a board
//! with a queen a row that leaves n literals of n².

use std::collections::HashSet;

use super::{Event, Finding, Question, SearchError, Status, Task};
use crate::encode::encode;
use crate::model::{Lit, Model, Relation, Sense, Statement};
use crate::solver::{Solver, Verdict};

/// Enumerates the answers at a bound, as far as the question asks for, into the finding.
pub(super) fn enumerate(
    task: &Task,
    bound: Option<u64>,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let most = match task.question {
        Question::One => Some(1),
        Question::Unique => Some(2),
        Question::Count(limit) | Question::All(limit) => limit,
    };
    let mut found = 0;
    let mut last = Verdict::Unsatisfiable;
    for model in models(task, bound) {
        last = enumerate_model(task, &model, most, &mut found, finding, watch)?;
        if last != Verdict::Unsatisfiable {
            break;
        }
    }
    finding.complete = last == Verdict::Unsatisfiable;
    finding.stopped = last == Verdict::Stopped;
    if finding.status != Status::Optimal {
        finding.status = match (found, last) {
            (0, Verdict::Unsatisfiable) => Status::Unsatisfiable,
            (0, _) => Status::Unknown,
            _ => Status::Satisfiable,
        };
    }
    match task.question {
        Question::One => {}
        Question::Unique => {
            finding.unique = match (found, finding.complete) {
                (1, true) => Some(true),
                (0, _) | (1, false) => None,
                _ => Some(false),
            }
        }
        Question::Count(_) | Question::All(_) => finding.count = Some(found),
    }
    Ok(())
}

/// Looks for one answer with exactly that value, in a formulation that is for one value at a time.
pub(super) fn first_with_value(
    task: &Task,
    value: u64,
    finding: &mut Finding,
) -> Result<Verdict, SearchError> {
    let model = task.model(value);
    enumerate_model(task, &model, Some(1), &mut 0, finding, &mut |_| {})
}

/// The models whose answers are those at a bound. There is one; or, in a formulation that is for
/// one value at a time, one for each value that is at least as good.
fn models<'a>(task: &'a Task, bound: Option<u64>) -> Box<dyn Iterator<Item = Model> + 'a> {
    let (Some(goal), Some(bound)) = (task.puzzle.goal(), bound) else {
        return Box::new(std::iter::once_with(|| task.model(0)));
    };
    if task.formulation.one_value {
        let values: Box<dyn Iterator<Item = u64>> = match goal.sense {
            Sense::Minimise => Box::new((0..=bound.min(goal.largest)).rev()),
            Sense::Maximise => Box::new(bound..=goal.largest),
        };
        return Box::new(values.map(|value| task.model(value)));
    }
    Box::new(std::iter::once_with(move || {
        let mut model = task.model(0);
        let several = model.objective().is_some_and(|objective| objective.counts.len() > 1);
        if several && task.question != Question::One {
            model.demand_exactly(bound);
        } else {
            model.demand(bound);
        }
        model
    }))
}

/// Enumerates the answers of one model until `most` are found in all. Unsatisfiable: there are no
/// more; satisfiable: there may be more.
fn enumerate_model(
    task: &Task,
    model: &Model,
    most: Option<u64>,
    found: &mut u64,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<Verdict, SearchError> {
    let statistics = &mut finding.statistics;
    let mut formula =
        Task::timed(&mut statistics.encode_seconds, || encode(model, &task.encodings))?;
    statistics.count(model, &formula);
    let exact = exact_constraints(model);
    let mut solver = Solver::new(task.seed, &task.stop);
    solver.add(std::mem::take(&mut formula.clauses));
    let verdict = loop {
        let verdict = Task::timed(&mut finding.statistics.solve_seconds, || solver.solve(&[]));
        if verdict != Verdict::Satisfiable {
            break verdict;
        }
        let values = solver.values(model.labels().len());
        let (answer, value) = task.answer(model, &values)?;
        *found += 1;
        watch(Event::Answer(&answer));
        let shown = model.reading().all_literals(&model.reading().answer(&values));
        if finding.answer.is_none() {
            finding.answer = Some(answer);
            finding.value = value;
            if finding.status == Status::Unknown {
                finding.status = Status::Satisfiable;
            }
        }
        if most.is_some_and(|most| *found >= most) {
            break verdict;
        }
        solver.add_clause(telling(shown, &exact).into_iter().map(|lit| !lit));
    };
    finding.statistics.effort += solver.effort();
    Ok(verdict)
}

/// The literals of every constraint that says how many of them are true.
fn exact_constraints(model: &Model) -> Vec<&[Lit]> {
    let exact = model.constraints().iter().filter_map(|constraint| match &constraint.statement {
        Statement::ExactlyOne(lits) | Statement::Cardinality(lits, Relation::Exactly, _) => {
            Some(lits.as_slice())
        }
        _ => None,
    });
    exact.collect()
}

/// Those of the literals that show an answer which imply the others by the exact constraints.
fn telling(shown: Vec<Lit>, exact: &[&[Lit]]) -> Vec<Lit> {
    let known: HashSet<Lit> = shown.iter().copied().collect();
    let mut kept = HashSet::new();
    let mut implied = HashSet::new();
    for lits in exact {
        let shows_all = lits.iter().all(|&lit| known.contains(&lit) || known.contains(&!lit));
        let (yes, no): (Vec<Lit>, Vec<Lit>) = lits.iter().partition(|&lit| known.contains(lit));
        if shows_all && yes.iter().all(|lit| !implied.contains(lit)) {
            kept.extend(yes);
            implied.extend(no.into_iter().map(|lit| !lit).filter(|lit| !kept.contains(lit)));
        }
    }
    shown.into_iter().filter(|lit| !implied.contains(lit)).collect()
}
