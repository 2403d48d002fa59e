//! The result of a search, and its progress reports.

use serde::{Deserialize, Serialize};

use super::strategy::by_clauses;
use super::{Answers, NoAnswerReason, OrbitCount, Statistics, Strategy, Task, clash};
use crate::belief::ClaimGround;
use crate::board::Cell;
use crate::bounds::Bounds;
use crate::deduce::{Deduction, Fact};
use crate::model::{Model, Sense, Statement, Values};
use crate::prepare::Prepared;
use crate::problem::Answer;
use crate::solver::Choice;
use crate::symmetry::FoundSymmetries;

/// A report during a search.
#[derive(Debug)]
pub enum Event {
    /// The finding so far, sent after each change of the finding.
    Progress(Box<Finding>),
    /// An answer that the question asked for, and its solution.
    Answer(Answer, Values),
}

/// The status of a search at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The best answer is found, and proved to be the best.
    Optimal,
    /// An answer is found. If there is an objective, it is not proved to be the best.
    Satisfiable,
    /// No answer exists, and this is proved.
    Unsatisfiable,
    /// The search was stopped without an answer or a proof that there is none.
    Unknown,
}

impl Status {
    /// Returns the name of the status in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Unknown => "unknown",
        }
    }
}

/// The bounds of the objective at one time of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundStep {
    /// The value of the best answer so far.
    pub best: Option<i64>,
    /// The proved bound: no answer is better than this.
    pub proved: i64,
    /// Seconds since the start of the search.
    pub seconds: f64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The status of the search at its end.
    pub status: Status,
    /// The facts deduced from the model.
    pub deductions: Vec<Deduction>,
    /// The number of symmetries that are broken.
    pub symmetries: usize,
    /// The symmetries that detection found in the model; `None` if detection was not used.
    pub found: Option<FoundSymmetries>,
    /// The bounds of the objective; `None` without an objective, or if the question states a bound.
    pub bounds: Option<Bounds>,
    /// The bounds over time, one step for each change.
    pub log: Vec<BoundStep>,
    /// The value of the answer, if there is an objective.
    pub value: Option<i64>,
    /// The answer; if there is an objective, the best answer found.
    pub answer: Option<Answer>,
    /// True if the answer is the only one, and false if there is another answer; `None` if this was
    /// not asked or is unknown.
    pub unique: Option<bool>,
    /// Another answer, if the question asked for it and there is one.
    pub other: Option<Answer>,
    /// The number of answers found, if the question asked for the number.
    pub count: Option<u64>,
    /// The symmetries up to which answers are counted, if the question asked for this.
    pub orbits: Option<OrbitCount>,
    /// True if all answers are counted or listed.
    pub complete: bool,
    /// True if a limit or a signal ended the search early.
    pub stopped: bool,
    /// True if integer programming is often faster on such models. This needs a weighted sum as
    /// objective. Also, of the literals in constraints, at least a tenth must be in weighted sums,
    /// or at least half in exactly-ones.
    pub suits_integer_programs: bool,
    /// The bound that the search tries at present.
    pub trying: Option<i64>,
    /// The reason why there is no answer.
    pub reason: Option<NoAnswerReason>,
    /// The evidence for the claim that there is no answer, no better answer, or no further answer.
    pub ground: ClaimGround,
    /// The sizes, work and times of the search.
    pub statistics: Statistics,
    /// True if each counted answer has exactly the bound as its value, as for the least of several
    /// counts.
    pub exactly: bool,
    /// The strategy of the search for the optimum.
    pub strategy: &'static Strategy,
}

impl Finding {
    /// Returns the finding before a search, which contains no result.
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
            orbits: None,
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

    /// Returns the cells in which the two answers differ. Returns no cells without a second answer.
    pub fn differing_cells(&self) -> Vec<Cell> {
        let both = self.answer.as_ref().zip(self.other.as_ref());
        both.map_or(Vec::new(), |(one, other)| one.differing_cells(other))
    }

    /// Publishes the finding, then searches for the reason why there is no answer, if the task
    /// requests it.
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

    pub(super) fn ask(&mut self, watch: &mut dyn FnMut(Event)) {
        if !self.statistics.asked {
            self.statistics.asked = true;
            watch(Event::Progress(Box::new(self.clone())));
        }
    }

    pub(super) fn exclude(&mut self, sense: Sense, bound: i64) {
        let deduction = self.deductions.iter().find(|deduction| match deduction.fact {
            Fact::Limit { value, .. } => !sense.reaches(value, bound),
            _ => false,
        });
        self.reason = deduction.map(|one| {
            let (rule, said, why) = (one.rule, &one.said, &one.why);
            let reason = format!("the deduction `{rule}` shows that {said}, by {why}");
            NoAnswerReason::Deduced(reason)
        });
    }

    pub(super) fn rest_on(&mut self, solver: &Choice) {
        if ClaimGround::of(solver) == ClaimGround::Word {
            self.ground = ClaimGround::Word;
        }
    }

    /// Returns the evidence for the claim of this finding, or `None` if the finding claims nothing.
    pub fn claim_rests_on(&self) -> Option<ClaimGround> {
        let settled = matches!(self.status, Status::Optimal | Status::Unsatisfiable);
        (settled || self.complete).then_some(self.ground)
    }

    pub(super) fn prepare(&mut self, prepared: Prepared) -> Model {
        self.deductions = prepared.deductions;
        self.symmetries = prepared.broken.leaders.len();
        self.found = prepared.found;
        self.suits_integer_programs = suits_integer_programs(&prepared.model);
        prepared.model
    }

    /// Updates the finding by a report of the search.
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

    /// Records that the search was abandoned, unless it was complete. Earlier results are kept.
    pub fn leave(&mut self) {
        self.stopped = !self.complete;
    }

    pub(super) fn settle_unsatisfiable(&mut self, answers: Answers) {
        self.status = Status::Unsatisfiable;
        self.complete = true;
        if matches!(answers, Answers::Count(_) | Answers::All(_)) {
            self.count = Some(0);
        }
    }
}

/// Returns whether integer programming is often faster on a model. Its cuts from weighted rows and
/// cliques close gaps that clauses leave open.
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
