//! Answers to a question about a puzzle: one answer, the best one, whether it is the only one, how
//! many there are, all of them.
//!
//! Every question is taken to one of two forms. An **optimum** is found by a [`Strategy`] over
//! bounds on one incremental solver (`optimise.rs`). Everything else, at a bound or at the optimum
//! once it is proved, is an **enumeration** (`enumerate.rs`): solutions are found and their answers
//! excluded until there is none or enough. So "one answer" is an enumeration that stops at one.
//!
//! A formulation that is for one value of the objective at a time is searched value by value, from
//! the best one on: each value refuted is a bound proved, and the first that is met is the optimum.
//!
//! Every answer passes the family's `check` before anyone sees it, and its value must be the one
//! that the model claims; otherwise the search ends with [`SearchError::Internal`].

use std::time::Instant;

use crate::encode::{self, Encodings, Formula, GroupSize};
use crate::family::Formulation;
use crate::model::{Model, Sense, Values};
use crate::puzzle::{Answer, Puzzle};
use crate::solver::Effort;
use crate::stop::Stop;

mod binary;
mod enumerate;
mod linear_sat_unsat;
mod linear_unsat_sat;
mod optimise;
mod reason;

pub use optimise::Hunt;

/// Every strategy of optimisation, the default first.
pub const STRATEGIES: &[Strategy] =
    &[linear_sat_unsat::STRATEGY, linear_unsat_sat::STRATEGY, binary::STRATEGY];

/// In which order bounds are tried.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// How it goes, in one line.
    pub about: &'static str,
    /// Demands bounds of the hunt until the gap is closed or the hunt is stopped.
    pub run: fn(&mut Hunt) -> Result<(), SearchError>,
}

/// The strategy of that name.
pub fn strategy(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// An answer.
    One,
    /// An answer, and whether there is another.
    Unique,
    /// How many answers there are, counting up to a limit.
    Count(Option<u64>),
    /// The answers, up to a limit.
    All(Option<u64>),
}

/// A question about a puzzle, and how to go about it.
pub struct Task<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// How it is stated.
    pub formulation: &'a Formulation,
    /// How that is written in clauses.
    pub encodings: Encodings,
    /// How an optimum is looked for.
    pub strategy: &'static Strategy,
    /// The value to be reached, in place of the optimum.
    pub bound: Option<u64>,
    /// What is asked.
    pub question: Question,
    /// The solver's seed.
    pub seed: u32,
    /// When to stop.
    pub stop: Stop,
}

/// What is known of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Whether more is better.
    pub sense: Sense,
    /// The value of the best answer so far.
    pub best: Option<u64>,
    /// No answer is better than this.
    pub limit: u64,
    /// No answer is worse than this.
    pub worst: u64,
}

impl Bounds {
    /// Nothing known but the range from 0 to `largest`.
    pub fn unknown(sense: Sense, largest: u64) -> Bounds {
        let (limit, worst) = match sense {
            Sense::Minimise => (0, largest),
            Sense::Maximise => (largest, 0),
        };
        Bounds { sense, best: None, limit, worst }
    }

    /// Whether the best answer is proved to be optimal.
    pub fn closed(&self) -> bool {
        self.best == Some(self.limit)
    }

    /// The least that an optimum can be.
    pub fn lower(&self) -> u64 {
        match self.sense {
            Sense::Minimise => self.limit,
            Sense::Maximise => self.best.unwrap_or(self.worst),
        }
    }

    /// The most that an optimum can be.
    pub fn upper(&self) -> u64 {
        match self.sense {
            Sense::Minimise => self.best.unwrap_or(self.worst),
            Sense::Maximise => self.limit,
        }
    }

    /// Takes in that no answer is as good as `bound`.
    pub fn refute(&mut self, bound: u64) {
        let next = match self.sense {
            Sense::Minimise => bound.saturating_add(1).max(self.limit),
            Sense::Maximise => bound.saturating_sub(1).min(self.limit),
        };
        self.limit = next;
    }

    /// The value in the middle between `best` and the limit, better than `best`.
    fn middle(&self, best: u64) -> u64 {
        match self.sense {
            Sense::Minimise => self.limit + (best - self.limit) / 2,
            Sense::Maximise => self.limit - (self.limit - best) / 2,
        }
    }

    /// The value one better than `value`, if there can be one.
    pub fn better_than(&self, value: u64) -> Option<u64> {
        match self.sense {
            Sense::Minimise => value.checked_sub(1),
            Sense::Maximise => value.checked_add(1),
        }
        .filter(|&better| self.sense.reaches(self.limit, better))
    }
}

/// What happens on the way.
pub enum Event<'a> {
    /// A bound has moved.
    Bounds(Bounds),
    /// An answer that was asked for.
    Answer(&'a Answer),
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The best answer is found and proved to be the best.
    Optimal,
    /// An answer is found.
    Satisfiable,
    /// It is proved that there is none.
    Unsatisfiable,
    /// It was stopped before anything was known.
    Unknown,
}

impl Status {
    /// As it is written in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Unknown => "unknown",
        }
    }
}

/// How large the formulas were and how much work they took.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Variables, the model's and the encoders'.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// What became of each group of constraints.
    pub groups: Vec<(String, GroupSize)>,
    /// What the solver did.
    pub effort: Effort,
    /// Wall time spent on models and clauses.
    pub encode_seconds: f64,
    /// Wall time spent in the solver.
    pub solve_seconds: f64,
}

impl Statistics {
    /// Takes in a formula and its model; several formulas add up, group by group.
    fn count(&mut self, model: &Model, formula: &Formula) {
        self.variables += formula.variables();
        self.count_clauses(&formula.clauses);
        for (name, size) in model.groups().iter().zip(&formula.groups) {
            let group = self.group(name);
            group.constraints += size.constraints;
            group.variables += size.variables;
            group.clauses += size.clauses;
        }
    }

    fn count_clauses(&mut self, clauses: &encode::Clauses) {
        self.clauses += clauses.len();
        self.literals += clauses.literals();
    }

    fn group(&mut self, name: &str) -> &mut GroupSize {
        let known = self.groups.iter().position(|(other, _)| other == name);
        let index = known.unwrap_or_else(|| {
            self.groups.push((name.to_owned(), GroupSize::default()));
            self.groups.len() - 1
        });
        &mut self.groups[index].1
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How it ended.
    pub status: Status,
    /// What is known of the objective, if there is one and no bound was given.
    pub bounds: Option<Bounds>,
    /// The value of the answer, where there is an objective.
    pub value: Option<u64>,
    /// The answer, the best one where there is an objective.
    pub answer: Option<Answer>,
    /// Whether it is the only one, where that was asked and is known.
    pub unique: Option<bool>,
    /// How many answers were counted, where that was asked.
    pub count: Option<u64>,
    /// Whether these are all there are.
    pub complete: bool,
    /// Whether a limit or a signal ended the search before its question was answered.
    pub stopped: bool,
    /// Why there is no answer, where that can be said.
    pub reason: Option<String>,
    /// Sizes, work and time.
    pub statistics: Statistics,
}

/// Why a search has no finding.
#[derive(thiserror::Error, Debug)]
pub enum SearchError {
    /// An encoding has no form for a constraint.
    #[error(transparent)]
    Encoding(#[from] encode::Refusal),
    /// What the model and the rules say of an answer is not the same.
    #[error("internal check failed: {0}; the answer was\n{1}")]
    Internal(String, String),
}

/// Answers a question.
///
/// # Errors
///
/// If a chosen encoding has no form for the puzzle, and if an answer does not pass its check.
pub fn run(task: &Task, watch: &mut dyn FnMut(Event)) -> Result<Finding, SearchError> {
    let goal = task.puzzle.goal();
    let mut finding = Finding {
        status: Status::Unknown,
        bounds: goal.filter(|_| task.bound.is_none()).map(|g| Bounds::unknown(g.sense, g.largest)),
        value: None,
        answer: None,
        unique: None,
        count: None,
        complete: false,
        stopped: false,
        reason: None,
        statistics: Statistics::default(),
    };
    if let Some(reason) = task.puzzle.obstacle() {
        finding.reason = Some(reason);
        finding.settle_unsatisfiable(task.question);
        return Ok(finding);
    }
    let bound = if finding.bounds.is_some() {
        optimise::optimise(task, &mut finding, watch)?;
        match finding.status {
            Status::Optimal if task.question != Question::One => finding.value,
            Status::Unsatisfiable => {
                finding.settle_unsatisfiable(task.question);
                finding.reason = reason::of(task);
                return Ok(finding);
            }
            _ => return Ok(finding),
        }
    } else {
        task.bound
    };
    enumerate::enumerate(task, bound, &mut finding, watch)?;
    if finding.status == Status::Unsatisfiable && task.bound.is_none() {
        finding.reason = reason::of(task);
    }
    Ok(finding)
}

impl Finding {
    /// Nothing answers the question, and that is an answer to it.
    fn settle_unsatisfiable(&mut self, question: Question) {
        self.status = Status::Unsatisfiable;
        self.complete = true;
        if matches!(question, Question::Count(_) | Question::All(_)) {
            self.count = Some(0);
        }
    }
}

impl Task<'_> {
    /// The model in the chosen formulation with the board's givens.
    fn model(&self, number: u64) -> Model {
        let mut model = self.puzzle.model(self.formulation.name, number);
        model.fix("givens", &self.puzzle.givens());
        model
    }

    /// The clauses of a model, counted into the finding; none where it is time to stop first.
    fn formula(
        &self,
        model: &Model,
        finding: &mut Finding,
    ) -> Result<Option<Formula>, SearchError> {
        let statistics = &mut finding.statistics;
        let written = Task::timed(&mut statistics.encode_seconds, || {
            encode::encode(model, &self.encodings, &self.stop)
        });
        match written {
            Err(refusal) if refusal.is_stop() => Ok(None),
            Err(refusal) => Err(refusal.into()),
            Ok(formula) => {
                statistics.count(model, &formula);
                Ok(Some(formula))
            }
        }
    }

    /// The answer of a solution, with its value, both found true by the rules.
    fn answer(&self, model: &Model, values: &Values) -> Result<(Answer, Option<u64>), SearchError> {
        let answer = self.puzzle.decode(model, values);
        let internal = |what: String| SearchError::Internal(what, answer.to_rows().join("\n"));
        let value = self.puzzle.check(&answer).map_err(|broken| internal(broken.to_string()))?;
        if let (Some(objective), Some(value)) = (model.objective(), value) {
            let claimed = objective.value(values);
            if claimed != value {
                return Err(internal(format!("the model counts {claimed}, the rules {value}")));
            }
        }
        Ok((answer, value))
    }

    /// Takes a step and adds the seconds it took.
    fn timed<T>(seconds: &mut f64, step: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = step();
        *seconds += start.elapsed().as_secs_f64();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_from_both_sides() {
        let mut bounds = Bounds::unknown(Sense::Minimise, 10);
        assert_eq!((bounds.lower(), bounds.upper()), (0, 10));
        bounds.best = Some(7);
        bounds.refute(5);
        assert_eq!((bounds.lower(), bounds.upper(), bounds.closed()), (6, 7, false));
        assert_eq!(bounds.better_than(7), Some(6));
        bounds.refute(3);
        assert_eq!(bounds.lower(), 6, "a bound proved stays proved");
        bounds.refute(6);
        assert!(bounds.closed());
        assert_eq!(bounds.better_than(7), None);
    }

    #[test]
    fn bounds_of_a_maximum_mirror_those_of_a_minimum() {
        let mut bounds = Bounds::unknown(Sense::Maximise, 10);
        assert_eq!((bounds.lower(), bounds.upper()), (0, 10));
        bounds.best = Some(4);
        bounds.refute(6);
        assert_eq!((bounds.lower(), bounds.upper()), (4, 5));
        assert_eq!(bounds.better_than(4), Some(5));
        assert_eq!(bounds.better_than(5), None);
    }

    #[test]
    fn the_middle_is_better_than_the_best() {
        for sense in [Sense::Minimise, Sense::Maximise] {
            for best in 0..10 {
                for limit in (0..10).filter(|&limit| limit != best && sense.reaches(limit, best)) {
                    let bounds = Bounds { limit, ..Bounds::unknown(sense, 10) };
                    let middle = bounds.middle(best);
                    assert!(sense.reaches(limit, middle), "{sense:?} {best} {limit}");
                    assert!(middle != best && sense.reaches(middle, best), "{sense:?} {middle}");
                }
            }
        }
    }

    #[test]
    fn strategies_have_names_of_their_own() {
        for (index, row) in STRATEGIES.iter().enumerate() {
            assert!(STRATEGIES[..index].iter().all(|other| other.name != row.name));
            assert_eq!(strategy(row.name).map(|found| found.about), Some(row.about));
        }
        assert!(strategy("no such strategy").is_none());
    }
}
