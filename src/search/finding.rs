//! What a search found, and what it tells on its way.

use serde::{Deserialize, Serialize};

use super::strategy::by_clauses;
use super::{Answers, NoAnswerReason, Statistics, Strategy, Task, clash};
use crate::belief::ClaimGround;
use crate::board::Cell;
use crate::bounds::Bounds;
use crate::deduce::{Deduction, Fact};
use crate::model::{Model, Sense, Statement, Values};
use crate::prepare::Prepared;
use crate::problem::Answer;
use crate::solver::Choice;
use crate::symmetry::FoundSymmetries;

/// What happens on the way.
#[derive(Debug)]
pub enum Event {
    /// More is known than before: what would be found if the search were stopped here.
    Progress(Box<Finding>),
    /// An answer that was asked for, and the solution that says it.
    Answer(Answer, Values),
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The best answer is found and proved to be the best.
    Optimal,
    /// An answer is found.
    Satisfiable,
    /// It is proved that there is none.
    Unsatisfiable,
    /// It was stopped before an answer was found, or none was proved to be.
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

/// A moment of a search: what was known when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundStep {
    /// The value of the best answer so far.
    pub best: Option<i64>,
    /// The bound proved so far: no answer is better than this.
    pub proved: i64,
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
    /// What was found of symmetries, where they were looked for.
    pub found: Option<FoundSymmetries>,
    /// What is known of the objective, if there is one and no bound was given.
    pub bounds: Option<Bounds>,
    /// How that came to be known, step by step.
    pub log: Vec<BoundStep>,
    /// The value of the answer, where there is an objective.
    pub value: Option<i64>,
    /// The answer, the best one where there is an objective.
    pub answer: Option<Answer>,
    /// Whether it is the only one, where that was asked and is known.
    pub unique: Option<bool>,
    /// Another answer, where that was asked and there is one.
    pub other: Option<Answer>,
    /// How many answers were counted, where that was asked.
    pub count: Option<u64>,
    /// Whether the answers counted or listed are all.
    pub complete: bool,
    /// Whether a limit or a signal ended the search before its question was answered.
    pub stopped: bool,
    /// Whether integer programming is often ahead on models like this one: a weighted sum is
    /// optimised, and one row in ten has weights or half of them are exactly-ones.
    pub suits_integer_programs: bool,
    /// The bound that is being tried.
    pub trying: Option<i64>,
    /// Why there is no answer, where that can be said.
    pub reason: Option<NoAnswerReason>,
    /// What the claim rests on that there is no answer, no better one, or no further one.
    pub ground: ClaimGround,
    /// Sizes, work and time.
    pub statistics: Statistics,
    /// Whether the answers counted have exactly the bound for their value, as they have if the
    /// objective is the least of several counts.
    pub exactly: bool,
    /// How an optimum was looked for.
    pub strategy: &'static Strategy,
}

impl Finding {
    /// What is known before a search begins.
    pub fn nothing(task: &Task) -> Finding {
        let goal = task.problem.goal().filter(|_| task.bound.is_none());
        Finding {
            status: Status::Unknown,
            deductions: Vec::new(),
            symmetries: 0,
            found: None,
            bounds: goal.map(Bounds::unknown),
            log: Vec::new(),
            value: None,
            answer: None,
            unique: None,
            other: None,
            count: None,
            complete: false,
            stopped: false,
            suits_integer_programs: false,
            trying: None,
            reason: None,
            ground: ClaimGround::default(),
            statistics: Statistics::default(),
            exactly: false,
            strategy: task.strategy.unwrap_or_else(by_clauses),
        }
    }

    /// The cells in which two answers differ, where another one was asked for.
    pub fn differing_cells(&self) -> Vec<Cell> {
        let both = self.answer.as_ref().zip(self.other.as_ref());
        both.map_or(Vec::new(), |(one, other)| one.differing_cells(other))
    }

    /// Looks for the reason why there is no answer, if it is asked for; a reason that is found also
    /// proves here that there is no answer. Whoever watches is told first that there is none, and
    /// need not wait.
    pub(super) fn give_reason(&mut self, task: &Task, watch: &mut dyn FnMut(Event)) {
        if !task.explain {
            return;
        }
        watch(Event::Progress(Box::new(self.clone())));
        if let Some(clash) = clash::of(task) {
            self.reason = Some(NoAnswerReason::Clash(clash));
            self.ground = ClaimGround::Search;
        }
    }

    /// Records that the solver is asked. Whoever watches is told the first time, since it may not
    /// come back in time.
    pub(super) fn ask(&mut self, watch: &mut dyn FnMut(Event)) {
        if !self.statistics.asked {
            self.statistics.asked = true;
            watch(Event::Progress(Box::new(self.clone())));
        }
    }

    /// Records that a deduction excludes the bound, and which one.
    pub(super) fn exclude(&mut self, sense: Sense, bound: i64) {
        let deduction = self.deductions.iter().find(|deduction| match deduction.fact {
            Fact::Limit { value, .. } => !sense.reaches(value, bound),
            _ => false,
        });
        self.reason = deduction.map(|one| NoAnswerReason::Deduced(one.to_string()));
    }

    /// Records that a solver has refuted something.
    pub(super) fn rest_on(&mut self, solver: &Choice) {
        if ClaimGround::of(solver) == ClaimGround::Word {
            self.ground = ClaimGround::Word;
        }
    }

    /// On what the claim rests that there is no answer, none better or no more, where it is made.
    pub fn claim_rests_on(&self) -> Option<ClaimGround> {
        let settled = matches!(self.status, Status::Optimal | Status::Unsatisfiable);
        (settled || self.complete).then_some(self.ground)
    }

    /// Records how the model was prepared, and hands the model on.
    pub(super) fn prepare(&mut self, prepared: Prepared) -> Model {
        self.deductions = prepared.deductions;
        self.symmetries = prepared.broken.leaders.len();
        self.found = prepared.found;
        self.suits_integer_programs = suits_integer_programs(&prepared.model);
        prepared.model
    }

    /// Takes in what a search told on its way.
    pub fn take_in(&mut self, event: &Event, answers: Answers) {
        match event {
            Event::Progress(finding) => {
                let count = self.count;
                *self = (**finding).clone();
                self.count = self.count.max(count);
            }
            Event::Answer(answer, _) => {
                if matches!(answers, Answers::Count(_) | Answers::All(_)) {
                    self.count = Some(self.count.unwrap_or(0) + 1);
                }
                if self.answer.is_none() {
                    self.answer = Some(answer.clone());
                    self.status = Status::Satisfiable;
                }
            }
        }
    }

    /// Records that nobody waits for the end. What was settled before stays settled, perhaps
    /// without an explanation.
    pub fn leave(&mut self) {
        self.stopped = !self.complete;
    }

    /// Takes in that there is no answer, which settles the question.
    pub(super) fn settle_unsatisfiable(&mut self, answers: Answers) {
        self.status = Status::Unsatisfiable;
        self.complete = true;
        if matches!(answers, Answers::Count(_) | Answers::All(_)) {
            self.count = Some(0);
        }
    }
}

/// Returns whether integer programming is often ahead on models like this one. Cuts from rows with
/// weights and from cliques close gaps that clauses do not.
fn suits_integer_programs(model: &Model) -> bool {
    let (mut number, mut weighted, mut exactly_ones) = (0, 0, 0);
    for statement in model.constraints().statements() {
        let lits = statement.lits().len();
        number += lits;
        match statement {
            Statement::Linear(..) => weighted += lits,
            Statement::ExactlyOne(_) => exactly_ones += lits,
            _ => {}
        }
    }
    let is_weighted = model.objective().is_some_and(|one| one.weighted().is_some());
    is_weighted && number > 0 && (10 * weighted >= number || 2 * exactly_ones >= number)
}
