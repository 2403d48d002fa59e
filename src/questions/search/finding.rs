//! The result of a search, and its progress reports.

use serde::{Deserialize, Serialize};

use super::strategy::clause_strategy;
use super::{Answers, NoAnswerReason, OrbitCount, SearchError, Statistics, Strategy, Task, clash};
use crate::belief::ClaimGround;
use crate::board::Cell;
use crate::bounds::Bounds;
use crate::deduce::{Deduction, Fact};
use crate::model::{Model, Relation, Sense, Statement, Values};
use crate::prepare::PreparedModel;
use crate::problem::CheckedAnswer;
use crate::solver::SolverChoice;
use crate::symmetry::FoundSymmetries;

/// A report during a search.
#[derive(Debug)]
pub enum Event {
    /// The finding so far, after each change.
    Progress(Box<Finding>),
    /// An answer that the question asked for, and its solution.
    Answer(CheckedAnswer, Values),
}

/// The status of a search, at the end or in a report during the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The best answer is found and proved to be the best.
    Optimal,
    /// An answer is found. It is not proved to be the best, or the question does not ask for the
    /// best.
    Satisfiable,
    /// It is proved that no answer exists.
    Unsatisfiable,
    /// No answer is found, and it is not proved that none exists.
    Unknown,
}

impl Status {
    /// Returns the name in JSON, in lower case, such as `optimal`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Unknown => "unknown",
        }
    }
}

/// The bounds of the objective at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundStep {
    /// The value of the best answer so far; `None` if there is no answer yet.
    pub best: Option<i64>,
    /// The proved bound: no answer is better.
    pub proved: i64,
    /// Seconds since the start of the search.
    pub seconds: f64,
    /// Seconds of processor time since the start of the search, including external solvers.
    pub cpu_seconds: f64,
}

/// The facts that are known about a model before its search.
#[derive(Clone, Debug, Default)]
pub struct PreparedFacts {
    /// The facts deduced from the model.
    pub deductions: Vec<Deduction>,
    /// The number of symmetries that constraints break.
    pub symmetries: usize,
    /// The symmetries that detection found in the model; `None` if detection was not used.
    pub found: Option<FoundSymmetries>,
    /// Whether integer programming is often faster on such models. This is so if the objective is a
    /// weighted sum and the constraints suit it, too: of the literals in constraints, at least a
    /// tenth are in weighted sums, or at least half are in exactly-one constraints.
    pub suits_integer_programs: bool,
}

/// The result of a search. The status, value and uniqueness of the result follow from its answers
/// and bounds.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The answers that the question asks for.
    pub wanted: Answers,
    /// The facts that were known about the model before the search.
    pub prepared: PreparedFacts,
    /// The bounds of the objective; `None` if the problem has no objective, or if the question
    /// states a bound.
    pub bounds: Option<Bounds>,
    /// The bounds after each change, with the time of the change, in order.
    pub log: Vec<BoundStep>,
    /// The best answer found. If the problem has no objective, this is any answer. `None` if no
    /// answer is found.
    pub answer: Option<CheckedAnswer>,
    /// A second answer, if the question is whether the answer is unique; `None` if no second answer
    /// is found.
    pub other: Option<CheckedAnswer>,
    /// The number of answers found; `None` if the question does not ask for a number or a list of
    /// answers.
    pub count: Option<u64>,
    /// The number of answers up to symmetry; `None` if the question does not ask for this number.
    pub orbits: Option<OrbitCount>,
    /// Whether all answers to the question are found. Then the count or list is complete. If no
    /// answer is found, it is then proved that there is none.
    pub exhausted: bool,
    /// Whether a limit or a signal ended the search early.
    pub stopped: bool,
    /// The bound that the search tries now; `None` if it tries no bound.
    pub trying: Option<i64>,
    /// The reason why there is no answer; `None` if no reason was searched or found.
    pub reason: Option<NoAnswerReason>,
    /// The evidence for the claim of this finding.
    pub ground: ClaimGround,
    /// The sizes of formulas, and the work and time of the search.
    pub statistics: Statistics,
    /// Whether an answer is counted or listed only if its value is exactly the bound. This is true
    /// under three conditions: the objective is the least of several counts, the question asks for
    /// more than one answer at a bound, and this bound is not known to be the optimum.
    pub exactly: bool,
    /// The strategy that searches for the optimum.
    pub strategy: &'static Strategy,
}

impl Finding {
    /// Returns the finding of a search that has not begun. If the problem has an objective and the
    /// task states no bound, the finding has bounds, about which nothing is known yet. Otherwise it
    /// has no bounds. The strategy is the one that the task names. It is [`clause_strategy`] if the
    /// task names none, or if the question needs none: the problem has no objective, or several
    /// answers are wanted at a bound.
    pub fn new(task: &Task) -> Finding {
        let goal = task.problem.goal().filter(|_| task.bound.is_none());
        let is_one = task.bound.is_none() || task.answers == Answers::One;
        let named = task.strategy.filter(|_| task.problem.goal().is_some() && is_one);
        Finding {
            wanted: task.answers,
            prepared: PreparedFacts::default(),
            bounds: goal.map(Bounds::unknown),
            log: Vec::new(),
            answer: None,
            other: None,
            count: None,
            orbits: None,
            exhausted: false,
            stopped: false,
            trying: None,
            reason: None,
            ground: ClaimGround::default(),
            statistics: Statistics::default(),
            exactly: false,
            strategy: named.unwrap_or_else(clause_strategy),
        }
    }

    /// Returns the status. If there is an answer, the status is `Optimal` if the bounds of the
    /// objective leave no better value. Otherwise, and also if there are no bounds, it is
    /// `Satisfiable`. If there is no answer, the status is `Unsatisfiable` if the search is
    /// exhausted, and otherwise `Unknown`.
    pub fn status(&self) -> Status {
        match (&self.answer, self.bounds) {
            (Some(_), Some(bounds)) if bounds.is_closed() => Status::Optimal,
            (Some(_), _) => Status::Satisfiable,
            (None, _) if self.exhausted => Status::Unsatisfiable,
            (None, _) => Status::Unknown,
        }
    }

    /// Returns the value of the answer. Returns `None` if there is no answer or no objective.
    pub fn value(&self) -> Option<i64> {
        self.answer.as_ref()?.value()
    }

    /// Returns the relation that the values of answers must have to the bound of the question.
    pub fn relation(&self, sense: Sense) -> Relation {
        if self.exactly { Relation::Exactly } else { sense.relation() }
    }

    /// Returns whether the answer is the only one. Returns `None` if the question does not ask
    /// this, or if it is not known.
    pub fn unique(&self) -> Option<bool> {
        self.answer.as_ref().filter(|_| self.wanted == Answers::Unique)?;
        match &self.other {
            None => self.exhausted.then_some(true),
            Some(_) => Some(false),
        }
    }

    /// Returns whether the question asks for a number or a list of answers.
    pub(super) fn is_counted(&self) -> bool {
        matches!(self.wanted, Answers::Count(_) | Answers::All(_))
    }

    /// Returns the cells in which `answer` and `other` differ, or no cells if one of them is
    /// `None`.
    pub fn differing_cells(&self) -> Vec<Cell> {
        self.answer
            .as_ref()
            .zip(self.other.as_ref())
            .map_or(Vec::new(), |(one, other)| one.answer().differing_cells(other.answer()))
    }

    /// Searches for the reason why there is no answer, if the task asks for it (`explain`).
    /// Publishes the finding before this search, but not after it. If a clash is found, the clash
    /// becomes the reason. The evidence is then a search, and no longer the statement of an
    /// external solver. If no clash is found, nothing changes.
    pub(super) fn find_reason(&mut self, task: &Task, watch: &mut dyn FnMut(Event)) {
        if !task.explain {
            return;
        }
        watch(Event::Progress(Box::new(self.clone())));
        if let Some(clash) = clash::find_clash(task) {
            self.reason = Some(NoAnswerReason::Clash(clash));
            self.ground = ClaimGround::Search;
        }
    }

    /// Publishes the finding before the first call of the solver, because a limit can end the
    /// search before this call returns. Does nothing if the finding was published in this way
    /// before.
    pub(super) fn publish_before_solving(&mut self, watch: &mut dyn FnMut(Event)) {
        if !self.statistics.asked {
            self.statistics.asked = true;
            watch(Event::Progress(Box::new(self.clone())));
        }
    }

    /// Records the reason why there is no answer: the first deduction whose limit is worse than
    /// `bound`. `sense` states whether the objective is minimised or maximised. The deductions are
    /// those of the model that was [prepared](Finding::prepare) last. If none of them excludes the
    /// bound, removes the reason.
    pub(super) fn exclude(&mut self, sense: Sense, bound: i64) {
        let deduction = self.prepared.deductions.iter().find(|deduction| match deduction.fact {
            Fact::Limit { value, .. } => !sense.reaches(value, bound),
            _ => false,
        });
        self.reason = deduction.map(|one| {
            let (rule, text, why) = (one.rule, &one.text, &one.why);
            let reason = format!("the deduction `{rule}` shows that {text}, by {why}");
            NoAnswerReason::Deduced(reason)
        });
    }

    /// If the solver is an external one, records that the claim of the finding rests only on the
    /// statement of this solver.
    pub(super) fn record_ground(&mut self, solver: &SolverChoice) {
        if ClaimGround::for_solver(solver) == ClaimGround::Word {
            self.ground = ClaimGround::Word;
        }
    }

    /// Takes back the claims that rest only on the statement of an external solver, because this
    /// solver has failed. The bounds become the bounds that the goal states, also in the log. After
    /// that, there can again be more answers. Keeps the answers. Does nothing if the claims rest on
    /// other evidence.
    pub(super) fn retract(&mut self, task: &Task) {
        if self.ground != ClaimGround::Word {
            return;
        }
        let goal = task.problem.goal().filter(|_| self.bounds.is_some());
        let best = self.value();
        self.bounds = goal.map(|goal| Bounds { best, ..Bounds::unknown(goal) });
        if let Some(bounds) = self.bounds {
            self.log.iter_mut().for_each(|step| step.proved = bounds.limit);
        }
        self.ground = ClaimGround::default();
        self.exhausted = false;
    }

    /// Returns the evidence for the finding's claim. The claim is an optimum, that there is no
    /// answer, or that the count or list is complete. Returns `None` if the finding makes no such
    /// claim.
    pub fn claim_ground(&self) -> Option<ClaimGround> {
        (self.status() == Status::Optimal || self.exhausted).then_some(self.ground)
    }

    /// Returns the model that a [`PreparedModel`] contains. Replaces the facts that are known about
    /// this model: its deductions, its symmetries, and whether it suits integer programs. If a
    /// proof is written, also derives the symmetry breaking, the deductions and the facts that the
    /// objective declares. Fails if the encodings cannot state the model, if the problem's goal and
    /// the model's objective do not belong together, or if the proof cannot derive a fact. If the
    /// function fails, it records nothing.
    pub(super) fn prepare(
        &mut self,
        task: &Task,
        prepared: PreparedModel,
    ) -> Result<Model, SearchError> {
        task.accept(&prepared)?;
        self.prepared = PreparedFacts {
            symmetries: prepared.broken.leaders.len(),
            suits_integer_programs: suits_integer_programs(&prepared.model),
            deductions: prepared.deductions,
            found: prepared.found,
        };
        Ok(prepared.model)
    }

    /// Updates the finding with a report. A reported finding replaces this one. A reported answer
    /// is recorded if there is none yet. If the question asks for a number or a list of answers, a
    /// reported answer is also counted. A reported finding never lowers this count.
    pub fn update(&mut self, event: &Event) {
        match event {
            Event::Progress(finding) => {
                let count = self.count;
                *self = (**finding).clone();
                self.count = self.count.max(count);
            }
            Event::Answer(answer, _) => {
                if self.is_counted() {
                    self.count = Some(self.count.unwrap_or(0) + 1);
                }
                self.answer.get_or_insert_with(|| answer.clone());
            }
        }
    }

    /// Records that the search ended early, unless the question was answered already.
    pub fn abandon(&mut self) {
        let is_best = self.wanted == Answers::One && self.status() == Status::Optimal;
        self.stopped = !self.exhausted && !is_best;
    }

    /// Records that there is no answer. If the question asks for a number or a list of answers, the
    /// count is 0.
    pub(super) fn settle_unsatisfiable(&mut self) {
        self.exhausted = true;
        if self.is_counted() {
            self.count = Some(0);
        }
    }
}

/// Returns whether a model suits integer programming. Its objective must be a weighted sum. Also,
/// of the literals in its constraints, at least a tenth must be in weighted sums or at least half
/// in exactly-one constraints. Returns `false` if the constraints have no literals. In such models,
/// cutting planes from weighted rows and cliques prove bounds that clauses alone do not prove in
/// time.
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
    let is_weighted = model.objective().is_some_and(|one| one.weighted_sum().is_some());
    is_weighted && number > 0 && (10 * weighted >= number || 2 * exactly_ones >= number)
}
