//! Answers to a question about a puzzle: one answer, the best one, whether it is the only one, how
//! many there are, all of them.
//!
//! Every question is taken to one of two forms. An **optimum** is found by a [`Strategy`] over
//! bounds on one incremental solver (`optimise.rs`). Everything else, at a bound or at the optimum
//! once it is proved, is an **enumeration** (`enumerate.rs`): solutions are found and their answers
//! excluded until there is none or enough. So "one answer" is an enumeration that stops at one.
//!
//! Before an optimum is looked for, the rules of [`crate::deduce`] say what follows from the model,
//! the declared symmetries are broken, and the room is asked for an answer that is cheap to come by;
//! where that answer meets the bound deduced, no clause is written at all. Nothing that is counted
//! or listed is touched by a symmetry.
//!
//! A formulation that is for one value of the objective at a time is searched value by value, from
//! the best one on: each value refuted is a bound proved, and the first that is met is the optimum.
//!
//! Where there is no answer, and no bound is to blame, regions, clues, rules and given cells are named
//! that cannot all hold (`clash.rs`).
//!
//! Every answer passes the family's `check` before anyone sees it, and its value must be the one
//! that the model claims; otherwise the search ends with [`SearchError::Internal`].

use std::time::Instant;

use crate::belief::Ground;
use crate::board::Cell;
use crate::bounds::Bounds;
use crate::deduce::{Deduction, Rules};
use crate::encode::{self, Clauses, Encodings, Formula, GroupSize, Settled, Shape, Tally, auto};
use crate::family::Formulation;
use crate::model::{Model, Values};
use crate::prepare::{self, Preparation, Prepared};
use crate::process::{self, Limits};
use crate::puzzle::{Answer, Puzzle};
use crate::solver::external::Trouble;
use crate::solver::{Choice, Effort, Mode, Setting};
use crate::stop::Stop;

/// As good as no limit: two thousand million conflicts.
const NO_LIMIT: i32 = i32::MAX;

mod binary;
mod clash;
mod core_boosted;
mod crew;
mod cubes;
mod enumerate;
mod line_sums;
mod linear_sat_unsat;
mod linear_unsat_sat;
mod optimise;
mod reason;

pub use optimise::Hunt;
pub use reason::{Clash, Reason};

/// Every strategy of optimisation. The first one that suits a model is its default.
pub const STRATEGIES: &[Strategy] = &[
    cubes::STRATEGY,
    line_sums::STRATEGY,
    linear_sat_unsat::STRATEGY,
    linear_unsat_sat::STRATEGY,
    binary::STRATEGY,
    core_boosted::STRATEGY,
];

/// In which order bounds are tried.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// How it goes, in one line.
    pub about: &'static str,
    /// Whether it can be used for a model with its symmetries declared.
    pub fit: fn(&Model, &Stop) -> Fit,
    /// Whether all of it is search in clauses, by which encodings can be told apart. One that is not uses the
    /// declared symmetries by itself, and they are not broken in the model.
    pub by_clauses: bool,
    /// Whether all that takes long is the solver's, so that conflicts tell its work and can limit it.
    pub in_conflicts: bool,
    /// How far it is, in words, where it goes case by case.
    pub progress: fn(&Cubes) -> String,
    /// Demands bounds of the hunt until the gap is closed or the hunt is stopped.
    pub run: fn(&mut Hunt) -> Result<(), SearchError>,
}

/// Whether a strategy can be used for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It needs what the model does not have.
    None,
    /// It can.
    Possible,
    /// It is the best that is known, but for those before it in the table.
    Best,
}

/// The first strategy that searches in clauses alone.
pub fn by_clauses() -> &'static Strategy {
    STRATEGIES.iter().find(|strategy| strategy.by_clauses).expect("most strategies do")
}

/// The best strategy that is known for a model with its symmetries declared.
pub fn best_strategy(model: &Model, stop: &Stop) -> &'static Strategy {
    let is_best = |strategy: &&Strategy| (strategy.fit)(model, stop) == Fit::Best;
    STRATEGIES.iter().find(is_best).unwrap_or_else(by_clauses)
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
#[derive(Clone)]
pub struct Task<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// How it is stated.
    pub formulation: &'a Formulation,
    /// How that is written in clauses.
    pub encodings: Encodings,
    /// What is deduced before a search.
    pub rules: Rules,
    /// Whether declared symmetries are broken, where one answer or the optimum is asked for.
    pub symmetry: bool,
    /// Whether the search of an optimum starts from an answer that the room constructs.
    pub construct: bool,
    /// Whether to look for the reason why there is no answer.
    pub explain: bool,
    /// How an optimum is looked for; where nothing is said, as suits the model.
    pub strategy: Option<&'static Strategy>,
    /// The value to be reached, in place of the optimum.
    pub bound: Option<u64>,
    /// What is asked.
    pub question: Question,
    /// How the solver searches; where nothing is said, in the mode that is best by measurement.
    pub mode: Option<Mode>,
    /// Which solver is asked. A program works alone.
    pub solver: Choice,
    /// How many solvers share the search of an optimum. One makes the same run for the same seed.
    pub threads: usize,
    /// The solver's seed.
    pub seed: u32,
    /// The seed by which the solver's formula is renamed and put into another order, where it is.
    pub scramble: Option<u64>,
    /// After how many conflicts to give up. Of equal runs each ends at the same point, whatever the
    /// machine does meanwhile.
    pub conflicts: Option<u64>,
    /// The gap at which a search of an optimum may stop, as a share of the value.
    pub gap: Option<f64>,
    /// An answer that keeps the rules, with its value, from which a search of an optimum starts.
    pub start: Option<(Answer, u64)>,
    /// How much it may use, with a solver that is a program.
    pub limits: Limits,
    /// When to stop.
    pub stop: Stop,
}

/// What happens on the way.
#[derive(Debug)]
pub enum Event {
    /// More is known than before: what would be found if the search were stopped here.
    Progress(Box<Finding>),
    /// An answer that was asked for.
    Answer(Answer),
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
    /// The shape of the counters, as it was settled.
    pub shape: Option<Shape>,
    /// What writes the clauses, of the model and of each bound that was asked for.
    pub settled: Settled,
    /// What became of each group of constraints.
    pub groups: Vec<(String, GroupSize)>,
    /// How the solver searched.
    pub mode: Option<Mode>,
    /// What the solver did.
    pub effort: Effort,
    /// The cubes into which a bound was divided, where it was.
    pub cubes: Option<Cubes>,
    /// Time spent on models and clauses.
    pub encoding: Spent,
    /// Time spent in the solver.
    pub solving: Spent,
}

/// The cubes of a search that divides a bound into cubes and bounds each of them by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cubes {
    /// How many were bounded.
    pub bounded: u64,
    /// How many of them were left to the solver.
    pub left: u64,
    /// The share of all that has been looked at, from 0 to 1.
    pub share: f64,
    /// What the bound has beyond what every answer takes, in literals, where that is known.
    pub left_over: Option<f64>,
}

/// Time that something took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Seconds by the clock.
    pub seconds: f64,
    /// Seconds of processor time, of a solver that is a program as well.
    pub cpu_seconds: f64,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.seconds += other.seconds;
        self.cpu_seconds += other.cpu_seconds;
    }
}

impl Statistics {
    /// Takes in a formula and its model; several formulas add up, group by group.
    fn count(&mut self, model: &Model, formula: &Formula) {
        self.variables += formula.variables();
        self.shape = Some(formula.shape.clone());
        self.settled.add(&formula.stated);
        self.count_clauses(formula.size);
        for (name, size) in model.groups().iter().zip(&formula.groups) {
            self.group(name).add(*size);
        }
    }

    /// Takes in the sizes, work and time of another search.
    fn add(&mut self, other: Statistics) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
        self.shape = other.shape;
        self.settled.add(&other.settled);
        self.mode = other.mode;
        self.effort += other.effort;
        self.encoding += other.encoding;
        self.solving += other.solving;
        for (name, size) in other.groups {
            self.group(&name).add(size);
        }
    }

    fn count_clauses(&mut self, size: Tally) {
        self.clauses += size.clauses;
        self.literals += size.literals;
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

/// A moment of a search: what was known when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The value of the best answer so far.
    pub best: Option<u64>,
    /// The bound proved so far: no answer is better than this.
    pub proved: u64,
    /// Seconds since the search began.
    pub seconds: f64,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How it ended.
    pub status: Status,
    /// What was deduced from the model.
    pub deductions: Vec<Deduction>,
    /// How many symmetries were broken.
    pub symmetries: usize,
    /// What is known of the objective, if there is one and no bound was given.
    pub bounds: Option<Bounds>,
    /// How that came to be known, step by step.
    pub log: Vec<Step>,
    /// The value of the answer, where there is an objective.
    pub value: Option<u64>,
    /// The answer, the best one where there is an objective.
    pub answer: Option<Answer>,
    /// Whether it is the only one, where that was asked and is known.
    pub unique: Option<bool>,
    /// Another answer, where that was asked and there is one.
    pub other: Option<Answer>,
    /// How many answers were counted, where that was asked.
    pub count: Option<u64>,
    /// Whether these are all there are.
    pub complete: bool,
    /// Whether a limit or a signal ended the search before its question was answered.
    pub stopped: bool,
    /// The bound that is being tried.
    pub trying: Option<u64>,
    /// Why there is no answer, where that can be said.
    pub reason: Option<Reason>,
    /// On what it rests that there is none, none better or no more.
    pub ground: Ground,
    /// Sizes, work and time.
    pub statistics: Statistics,
    /// How an optimum was looked for.
    pub strategy: &'static Strategy,
}

/// Why a search has no finding.
#[derive(thiserror::Error, Debug)]
pub enum SearchError {
    /// An encoding has no form for a constraint.
    #[error(transparent)]
    Encoding(#[from] encode::Refusal),
    /// A program that was to solve it did not.
    #[error(transparent)]
    Solver(#[from] Trouble),
    /// A search does not suit the model.
    #[error(
        "the search {name} needs {needs}; take another search, or leave --search out for the best that is known"
    )]
    Strategy {
        /// Its name.
        name: &'static str,
        /// What it needs.
        needs: &'static str,
    },
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
    let mut finding = Finding::nothing(task);
    if let Some(reason) = task.puzzle.obstacle() {
        finding.reason = Some(Reason::Obstacle(reason));
        finding.settle_unsatisfiable(task.question);
        return Ok(finding);
    }
    let bound = if finding.bounds.is_some() {
        optimise::optimise(task, &mut finding, watch)?;
        match finding.status {
            Status::Optimal if task.question != Question::One => finding.value,
            Status::Unsatisfiable => {
                finding.settle_unsatisfiable(task.question);
                finding.give_reason(task, watch);
                return Ok(finding);
            }
            _ => return Ok(finding),
        }
    } else {
        task.bound
    };
    if let (Question::One, Some(bound)) = (task.question, bound)
        && let Some((answer, value)) = task.known().filter(|&(_, value)| {
            task.puzzle.goal().is_some_and(|goal| goal.sense.reaches(value, bound))
        })
    {
        (finding.answer, finding.value) = (Some(answer), Some(value));
        finding.status = Status::Satisfiable;
        return Ok(finding);
    }
    match bound.filter(|_| task.decides_by_strategy()) {
        Some(bound) => optimise::decide(task, bound, &mut finding, watch)?,
        None => enumerate::enumerate(task, bound, &mut finding, watch)?,
    }
    if finding.status == Status::Unsatisfiable {
        finding.give_reason(task, watch);
    }
    Ok(finding)
}

impl Finding {
    /// What is known before a search begins.
    pub fn nothing(task: &Task) -> Finding {
        let goal = task.puzzle.goal().filter(|_| task.bound.is_none());
        Finding {
            status: Status::Unknown,
            deductions: Vec::new(),
            symmetries: 0,
            bounds: goal.map(|goal| Bounds::unknown(goal.sense, goal.largest)),
            log: Vec::new(),
            value: None,
            answer: None,
            unique: None,
            other: None,
            count: None,
            complete: false,
            stopped: false,
            trying: None,
            reason: None,
            ground: Ground::default(),
            statistics: Statistics::default(),
            strategy: task.strategy.unwrap_or_else(by_clauses),
        }
    }

    /// The cells in which two answers differ, where another one was asked for.
    pub fn differing_cells(&self) -> Vec<Cell> {
        let Some((one, other)) = self.answer.as_ref().zip(self.other.as_ref()) else {
            return Vec::new();
        };
        one.size().cells().filter(|&cell| one[cell] != other[cell]).collect()
    }

    /// Looks for the reason why there is no answer, if it is asked for; where one is found, it is shown here
    /// that there is none. Whoever watches is told first that there is none, and need not wait.
    fn give_reason(&mut self, task: &Task, watch: &mut dyn FnMut(Event)) {
        if !task.explain {
            return;
        }
        watch(Event::Progress(Box::new(self.clone())));
        self.reason = clash::of(task).map(Reason::Clash);
        if self.reason.is_some() {
            self.ground = Ground::Search;
        }
    }

    /// Takes in that a solver has refuted something.
    fn rest_on(&mut self, solver: &Choice) {
        if Ground::of(solver) == Ground::Word {
            self.ground = Ground::Word;
        }
    }

    /// On what the claim rests that there is no answer, none better or no more, where it is made.
    pub fn claim_rests_on(&self) -> Option<Ground> {
        let settled = matches!(self.status, Status::Optimal | Status::Unsatisfiable);
        (settled || self.complete).then_some(self.ground)
    }

    /// Takes in how the model was prepared, and hands the model on.
    fn prepare(&mut self, prepared: Prepared) -> Model {
        self.deductions = prepared.deductions;
        self.symmetries = prepared.symmetries;
        prepared.model
    }

    /// Takes in what a search told on its way.
    pub fn take_in(&mut self, event: &Event, question: Question) {
        match event {
            Event::Progress(finding) => {
                let count = self.count;
                *self = (**finding).clone();
                self.count = self.count.max(count);
            }
            Event::Answer(answer) => {
                if matches!(question, Question::Count(_) | Question::All(_)) {
                    self.count = Some(self.count.unwrap_or(0) + 1);
                }
                if self.answer.is_none() {
                    self.answer = Some(answer.clone());
                    self.status = Status::Satisfiable;
                }
            }
        }
    }

    /// Takes in that nobody waits for the end. What was settled before is, though it may not be explained.
    pub fn leave(&mut self) {
        self.stopped = !self.complete;
    }

    /// Nothing answers the question, and that is an answer to it.
    fn settle_unsatisfiable(&mut self, question: Question) {
        self.status = Status::Unsatisfiable;
        self.complete = true;
        if matches!(question, Question::Count(_) | Question::All(_)) {
            self.count = Some(0);
        }
    }
}

impl<'a> Task<'a> {
    /// One answer or the optimum, by every default.
    pub fn new(puzzle: &'a dyn Puzzle, formulation: &'a Formulation) -> Task<'a> {
        Task {
            puzzle,
            formulation,
            encodings: Encodings::default(),
            rules: Rules::default(),
            symmetry: true,
            construct: true,
            explain: true,
            strategy: None,
            bound: None,
            question: Question::One,
            mode: None,
            solver: Choice::Embedded,
            threads: 1,
            seed: 0,
            scramble: None,
            conflicts: None,
            gap: None,
            start: None,
            limits: Limits::default(),
            stop: Stop::never(),
        }
    }

    /// The model as a search has it; where one answer is enough, without its symmetries. `number`
    /// is as in [`Puzzle::model`].
    pub fn prepared(&self, number: u64) -> Prepared {
        self.preparation().prepare(number)
    }

    /// The same with its symmetries declared, and not broken.
    fn prepared_with_symmetries(&self, number: u64) -> Prepared {
        self.preparation().prepare_with_symmetries(number)
    }

    fn preparation(&self) -> Preparation<'_> {
        Preparation {
            puzzle: self.puzzle,
            formulation: self.formulation,
            rules: &self.rules,
            symmetry: self.breaks_symmetries(),
            stop: &self.stop,
        }
    }

    /// Whether one answer of those that are alike is enough, so that symmetries may be used.
    fn breaks_symmetries(&self) -> bool {
        self.symmetry && self.question == Question::One
    }

    /// The strategies that can be used for the puzzle as it is stated.
    pub fn strategies(&self) -> Vec<&'static Strategy> {
        let model = self.prepared_with_symmetries(0).model;
        let can = |strategy: &&Strategy| (strategy.fit)(&model, &self.stop) != Fit::None;
        STRATEGIES.iter().filter(can).collect()
    }

    /// How an optimum is looked for.
    pub fn strategy(&self) -> &'static Strategy {
        self.strategy.unwrap_or_else(|| self.strategy_for(&self.prepared_with_symmetries(0).model))
    }

    /// Whether a bound is decided as an optimum is looked for: where that is not by clauses alone, and one answer
    /// is enough.
    fn decides_by_strategy(&self) -> bool {
        let suits = self.question == Question::One && !self.formulation.one_value;
        suits && self.puzzle.goal().is_some() && !self.strategy().by_clauses
    }

    /// How an optimum of a model is looked for.
    fn strategy_for(&self, model: &Model) -> &'static Strategy {
        // What is asked of another solver is asked of clauses, and a limit in conflicts is for what they limit.
        let embedded = matches!(self.solver, Choice::Embedded);
        let suits = |best: &&Strategy| {
            best.by_clauses || embedded && (best.in_conflicts || self.conflicts.is_none())
        };
        let best = || Some(best_strategy(model, &self.stop)).filter(suits);
        self.strategy.or_else(best).unwrap_or_else(by_clauses)
    }

    /// The model of that number, how it was prepared noted in the finding.
    fn stated(&self, number: u64, finding: &mut Finding) -> Result<Model, SearchError> {
        self.taken_in(self.prepared(number), finding)
    }

    /// A prepared model, how it was prepared noted in the finding, if it can be written as is asked for.
    fn taken_in(&self, prepared: Prepared, finding: &mut Finding) -> Result<Model, SearchError> {
        let model = finding.prepare(prepared);
        self.encodings.look_over(&model)?;
        Ok(model)
    }

    /// The solver's mode for a model, noted in the statistics.
    fn mode_for(&self, model: &Model, statistics: &mut Statistics) -> Mode {
        let known = || auto::mode(model).and_then(|choice| Mode::named(choice.name));
        let mode = self.mode.or_else(known).unwrap_or(Mode::Alternating);
        *statistics.mode.insert(mode)
    }

    /// How the solver is set for a model.
    fn setting(&self, model: &Model, statistics: &mut Statistics) -> Setting<'_> {
        Setting {
            choice: &self.solver,
            seed: self.seed,
            mode: self.mode_for(model, statistics),
            scramble: self.scramble,
            limits: self.limits,
            stop: &self.stop,
        }
    }

    /// The best answer that is known before a search: the one to start from, or one that the room
    /// constructs and that keeps the rules.
    fn known(&self) -> Option<(Answer, u64)> {
        let sense = self.puzzle.goal()?.sense;
        let construct = || prepare::constructed(self.puzzle, u64::from(self.seed), &self.stop);
        let wanted = self.construct && !self.stop.reached();
        let constructed = wanted.then(construct).flatten();
        let known = self.start.clone().into_iter().chain(constructed);
        known.reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next })
    }

    /// A model in clauses, counted into the finding; none where it is time to stop first.
    fn formula(
        &self,
        model: &Model,
        finding: &mut Finding,
    ) -> Result<Option<(Clauses, Formula)>, SearchError> {
        let statistics = &mut finding.statistics;
        let mut clauses = Clauses::new();
        let written = Task::timed(&mut statistics.encoding, || {
            encode::encode(model, &self.encodings, &mut clauses, &self.stop)
        });
        match written {
            Err(refusal) if refusal.is_stop() => Ok(None),
            Err(refusal) => Err(refusal.into()),
            Ok(formula) => {
                statistics.count(model, &formula);
                Ok(Some((clauses, formula)))
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

    /// How many conflicts the next call of a solver may meet at most, for whom `spent` is what all
    /// calls have met so far. None where nothing is left.
    fn within(&self, most: i32, spent: u64) -> Option<i32> {
        let Some(limit) = self.conflicts else { return Some(most) };
        let left = limit.checked_sub(spent).filter(|&left| left > 0)?;
        Some(i32::try_from(left).map_or(most, |left| left.min(most)))
    }

    /// Takes a step and adds the time it took.
    fn timed<T>(spent: &mut Spent, step: impl FnOnce() -> T) -> T {
        let (start, before) = (Instant::now(), process::cpu_seconds());
        let result = step();
        let seconds = start.elapsed().as_secs_f64();
        *spent += Spent { seconds, cpu_seconds: process::cpu_seconds() - before };
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_settled_when_it_was_left_stays_so() {
        let size = Some("2".parse().expect("a size"));
        let request = crate::puzzle::Request { size, ..Default::default() };
        let family = &crate::puzzles::gunport::FAMILY;
        let puzzle = family.open(&request).expect("a board of two by two");
        let task = Task::new(&*puzzle, &family.formulations[0]);
        let mut finding = Finding::nothing(&task);
        finding.leave();
        assert_eq!((finding.status, finding.stopped), (Status::Unknown, true));
        let mut finding = Finding::nothing(&task);
        let mut known = finding.clone();
        known.settle_unsatisfiable(task.question);
        finding.take_in(&Event::Progress(Box::new(known)), task.question);
        finding.leave();
        assert_eq!((finding.status, finding.stopped), (Status::Unsatisfiable, false));
    }

    #[test]
    fn strategies_have_names_of_their_own() {
        for (index, row) in STRATEGIES.iter().enumerate() {
            assert!(STRATEGIES[..index].iter().all(|other| other.name != row.name));
            assert_eq!(strategy(row.name).map(|found| found.about), Some(row.about));
        }
        assert!(strategy("no such strategy").is_none());
    }

    #[test]
    fn the_solver_has_every_mode_that_was_measured() {
        for mode in auto::modes_measured() {
            assert!(Mode::named(mode).is_some(), "{mode}");
        }
        for &(name, mode) in Mode::ALL {
            assert_eq!((Mode::named(name), mode.name()), (Some(mode), name));
        }
    }
}
