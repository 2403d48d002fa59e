//! A question that is divided into pieces. Each piece can be solved alone, on any machine.
//!
//! The question is whether there is an answer. If the problem has an objective, the answer must
//! reach a bound. A piece is a part of the question that is searched separately. It is either a
//! **cube** (the solutions in which certain literals are true) or a **share** of the cases into
//! which a strategy divides the refutation of a bound. The literals of the cubes, or the numbers of
//! the shares, show whether the pieces cover the question.
//!
//! Every piece has a fresh solver. Clauses that were learnt from earlier cubes sometimes help, and
//! sometimes cost an hour for no visible reason. If they were used, no piece could be repeated or
//! proved separately. (This follows Heule, Kullmann and Marek, Solving and Verifying the Boolean
//! Pythagorean Triples Problem via Cube-and-Conquer, SAT 2016.)
//!
//! If a proof is written, assumptions demand the bound and the cube. So each lemma follows from the
//! clauses alone, and the join of the pieces derives the lemma ([`crate::proof`]). The worker then
//! starts without the clauses that the cuber has learnt, because these clauses have no proof. If
//! the pieces are shares, no proof can be written, because a strategy makes them by dividing a
//! bound itself.
//!
//! The hash of the formula shows that all workers have the same question. `quarrel export --to cnf`
//! with the same options reports the same hash.

use crate::decision::Decision;
use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};

use super::cuber::{Cuber, CuberSetting};
use super::lookahead::{self, Lookahead};
use super::optimise;
use super::start;
use super::strategies::{STRATEGIES, method};
use super::strategy::{Division, Fit};
use super::task::NO_LIMIT;
use super::{Finding, SearchError, Share, Statistics, Strategy, Task};
use crate::bounds::Bounds;
use crate::clausal::ClausalProof;
use crate::clausal::lrat::{LratError, LratStep};
use crate::encode::{Clauses, to_model, to_rustsat};
use crate::exchange::LineWriter;
use crate::formulation::ModelScheme;
use crate::model::{Lit, Model};
use crate::prepare::{self, PreparedModel};
use crate::problem::CheckedAnswer;
use crate::proof::KeptClauses;
use crate::solver::{Effort, Listener, Mode, Solver};
use crate::stop::Stop;

pub use joined::{JoinError, RefutedPieces};

mod joined;

/// A part of a question that is searched separately.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// The solutions in which these literals are true.
    Cube(Vec<Lit>),
    /// A share of the cases into which a strategy divides the refutation of the bound.
    Share(Share),
}

impl Piece {
    /// Returns the literals of the cube. Returns `None` if the piece is a share.
    pub fn cube(&self) -> Option<&[Lit]> {
        match self {
            Piece::Cube(cube) => Some(cube),
            Piece::Share(_) => None,
        }
    }

    /// Returns the share. Returns `None` if the piece is a cube.
    pub fn share(&self) -> Option<Share> {
        match self {
            Piece::Cube(_) => None,
            Piece::Share(share) => Some(*share),
        }
    }
}

/// The reason why a question cannot be divided into pieces.
#[derive(thiserror::Error, Debug)]
pub enum DivisionError {
    /// The question cannot be searched at all.
    #[error(transparent)]
    Search(SearchError),
    /// The question is answered without a search, for this reason.
    #[error("there is nothing left to divide: {0}")]
    Settled(String),
    /// No answer is known whose value could be improved.
    #[error(
        "no answer is known yet, so there is no value to beat: name the value to be reached with --bound"
    )]
    NoKnownAnswer,
    /// The formulation has one model for each value of the objective.
    #[error(
        "the formulation has one model for each value of the objective, but a question that is divided must have a single model: choose another formulation"
    )]
    ModelPerValue,
    /// The chosen strategy does not divide the question.
    #[error(
        "the search {0} does not divide this question: choose another search, or omit --search"
    )]
    Undivided(&'static str),
    /// The chosen strategy divides the question into too many cases.
    #[error(
        "the search {strategy} divides the bound {bound} into more cases than it can list: choose another search, or omit --search"
    )]
    TooManyCases {
        /// The strategy's name, as in `--search`.
        strategy: &'static str,
        /// The bound, in the units of the puzzle's author.
        bound: String,
    },
    /// The search was stopped before the division.
    #[error("the search was stopped before the question was divided")]
    Stopped,
}

impl From<SearchError> for DivisionError {
    fn from(error: SearchError) -> DivisionError {
        match error {
            SearchError::Stopped => DivisionError::Stopped,
            error => DivisionError::Search(error),
        }
    }
}

impl DivisionError {
    /// Returns this reason. If the stop of the task is reached, returns [`DivisionError::Stopped`]
    /// instead, because the reason can then be wrong. Perhaps there was no time to construct an
    /// answer, or to see that a strategy divides the question.
    fn or_stopped(self, task: &Task) -> DivisionError {
        if task.stop.is_reached() { DivisionError::Stopped } else { self }
    }
}

/// A question with its bound, ready to be solved in pieces.
pub struct Pieces<'a> {
    task: &'a Task<'a>,
    /// The strategy that searches the pieces. If it is not by clauses, it also divides the question
    /// into them.
    strategy: &'static Strategy,
    /// The model without symmetry breaking, for strategies that divide the bound themselves.
    prepared: PreparedModel,
    /// The model with symmetries broken. It states the bound if no proof is written.
    model: Model,
    /// The clauses of `model`. If a proof is written, they include the clauses that define
    /// `demands`.
    clauses: Clauses,
    /// The number of variables in the clauses.
    variables: usize,
    /// The literals that demand the bound. The list is empty if the clauses themselves state the
    /// bound, or if there is no bound.
    demands: Vec<Lit>,
}

/// A divider of pieces into smaller pieces.
pub struct PieceDivider {
    /// The divider into cubes; `None` if the strategy divides the bound into shares.
    cuber: Option<Cuber>,
    /// Whether workers are allowed to use the learnt clauses. They are not allowed if a proof is
    /// written.
    shares_learnt: bool,
}

impl PieceDivider {
    /// Divides a piece into smaller pieces, which together cover it. A cube is divided into about
    /// `number` undecided cubes; decided cubes are added to them. There are fewer undecided cubes
    /// at a stop, if a solution is found, if no literal can divide a cube, or if there are too many
    /// leaves. [`Parts::is_open`] is false only if all pieces are decided cubes. A share is divided
    /// into exactly `number` pieces; if a modulus would exceed 64 bits, the share stays whole. If
    /// nothing can divide the piece, or if `number` is 0 or 1, returns the piece alone. Short runs
    /// of the solver can add to the learnt clauses. The piece must belong to the divider's
    /// question.
    pub fn divide(&mut self, piece: &Piece, number: u64) -> Parts {
        match (piece, &mut self.cuber) {
            (Piece::Share(share), _) => {
                let pieces = share.divide(number).into_iter().map(Piece::Share).collect();
                Parts { pieces, is_open: true }
            }
            (Piece::Cube(_), None) => Parts { pieces: vec![piece.clone()], is_open: true },
            (Piece::Cube(cube), Some(cuber)) => {
                let leaves = cuber.divide(cube, usize::try_from(number).unwrap_or(usize::MAX));
                let is_open = leaves.iter().any(|leaf| leaf.verdict == Decision::Unknown);
                let pieces = leaves.into_iter().map(|leaf| Piece::Cube(leaf.cube)).collect();
                Parts { pieces, is_open }
            }
        }
    }

    /// Returns the short clauses learnt so far, for the workers on all pieces. The list is empty if
    /// workers are not allowed to use these clauses.
    pub fn learnt(&self) -> &[Vec<Lit>] {
        self.cuber.as_ref().filter(|_| self.shares_learnt).map_or(&[], Cuber::learnt)
    }
}

/// The pieces into which a piece is divided.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The pieces, which together cover the divided one.
    pub pieces: Vec<Piece>,
    /// Whether at least one of the pieces is undecided.
    pub is_open: bool,
}

/// Additional help with which a worker on a cube starts.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorkerHints<'a> {
    /// The clauses learnt when the question was divided.
    pub learnt: &'a [Vec<Lit>],
    /// Whether the worker first tries to refute the cube by propagating every literal, as the cuber
    /// did. If this propagation refutes a cube, a solver can still take long for the same cube.
    pub looks_ahead: bool,
}

/// The limits of the work on a piece, and its proof.
#[derive(Clone, Debug)]
pub struct PieceOptions<'a> {
    /// The solver's conflict limit; `None` if there is no limit.
    pub conflicts: Option<u64>,
    /// The proof to write for the piece; `None` if no proof is written.
    pub proof: Option<ClausalProof>,
    /// The signal by which the caller stops the work.
    pub stop: &'a Stop,
}

/// Returns the nearest possible value that is better than the value of the best known answer. The
/// known answers are the task's start, and an answer that the problem constructs in this call.
///
/// # Errors
///
/// If deductions show that no answer is better, or if no answer is known. If the problem has no
/// objective, or if the formulation has one model for each value. If the search for a known answer
/// is stopped and no answer is known.
pub fn value_to_reach(task: &Task) -> Result<i64, DivisionError> {
    let (Some(goal), Some((_, known))) = (task.problem.goal(), start::known_answer(task).0) else {
        return Err(DivisionError::NoKnownAnswer.or_stopped(task));
    };
    let prepared =
        task.prepared_with_symmetries().into_complete().ok_or(DivisionError::ModelPerValue)?;
    let bounds = Bounds { best: Some(known), ..prepared.bounds(goal) };
    bounds.better_than(known).ok_or_else(|| {
        DivisionError::Settled(format!(
            "an answer of value {} is known, and deductions show that no answer is better",
            task.problem.format_value(known)
        ))
    })
}

/// Returns the strategy that the task names, if it is by clauses or divides the bound. If the task
/// names none, returns the first strategy that suits the task and the model and divides the bound.
/// It is returned even if its search would take too long on one machine. If there is no such
/// strategy, returns a search by clauses. If the problem has no objective or the task has no bound,
/// always returns a search by clauses.
///
/// # Errors
///
/// If the named strategy does not fit the model ([`DivisionError::Undivided`]), or if it divides
/// the bound into too many cases ([`DivisionError::TooManyCases`]). If the formulation has one
/// model for each value of the objective. If there is a bound and a stop is reached before the end;
/// this is an error even if a strategy was found.
pub fn dividing_strategy(task: &Task) -> Result<&'static Strategy, DivisionError> {
    let ModelScheme::Complete(prepared) = task.prepared_with_symmetries() else {
        return Err(DivisionError::ModelPerValue);
    };
    let Some((goal, bound)) = task.problem.goal().zip(task.bound) else {
        return Ok(super::clause_strategy());
    };
    let model = &prepared.model;
    let fits = |strategy: &Strategy| (strategy.fit)(model, &task.stop) != Fit::None;
    let is_divided = |strategy: &Strategy| match strategy.division {
        Division::Undivided => false,
        Division::Cubes { divides, .. } => {
            fits(strategy) && divides(model, prepared.bounds(goal), bound, &task.stop)
        }
    };
    let chosen = match task.strategy {
        Some(strategy) if strategy.is_by_clauses() || is_divided(strategy) => Ok(strategy),
        Some(strategy) if !fits(strategy) => Err(DivisionError::Undivided(strategy.name)),
        Some(strategy) => {
            let (strategy, bound) = (strategy.name, task.problem.format_value(bound));
            Err(DivisionError::TooManyCases { strategy, bound })
        }
        None => {
            let mut all = STRATEGIES.iter().filter(|strategy| task.suits(strategy));
            Ok(all.find(|strategy| is_divided(strategy)).unwrap_or_else(super::clause_strategy))
        }
    };
    if task.stop.is_reached() { Err(DivisionError::Stopped) } else { chosen }
}

impl<'a> Pieces<'a> {
    /// Prepares the question of a task and encodes its model. If a proof is written, also records
    /// the model in the proof. If the problem has an objective, the task's bound is the value to be
    /// reached. The clauses state this bound. If a proof is written, the clauses do not state it,
    /// but define the literals that demand it. They then also state that these literals imply the
    /// literals that deductions fix at the bound.
    ///
    /// # Errors
    ///
    /// If the question is already decided ([`DivisionError::Settled`]). If it has an objective but
    /// no bound. If the formulation has one model for each value of the objective. If the search is
    /// stopped. If the model cannot be encoded, contradicts the problem, or cannot be derived in
    /// the proof ([`DivisionError::Search`]).
    pub fn for_task(task: &'a Task<'a>) -> Result<Pieces<'a>, DivisionError> {
        if let Some(reason) = &task.problem.info().obstacle {
            return Err(DivisionError::Settled(reason.to_string()));
        }
        let ModelScheme::Complete(prepared) = task.prepared_with_symmetries() else {
            return Err(DivisionError::ModelPerValue);
        };
        let mut finding = Finding::new(task);
        let stated = finish_preparation(task, prepared.clone(), &mut finding)?;
        let bound = task.log().and(task.bound);
        let fixed = bound.map(|bound| prepare::literals_at(&stated.deductions, bound));
        let strategy = match task.problem.goal() {
            Some(_) => task.strategy_for(&prepared.model),
            None => super::clause_strategy(),
        };
        let model = finding.prepare(task, stated)?;
        let written = task.formula(&model, &mut finding.statistics)?;
        let (mut clauses, mut formula) = written.ok_or(DivisionError::Stopped)?;
        let mut demands = Vec::new();
        if let Some((bound, fixed)) = task.bound.zip(fixed) {
            let mut bound_clauses = Clauses::new();
            demands = task.write_and_derive(&mut bound_clauses, KeptClauses::All, |clauses| {
                formula.bound(bound, clauses, &task.stop)
            })?;
            task.write_and_derive(&mut bound_clauses, task.need_of_deduced(), |clauses| {
                formula.imply(&demands, &fixed, clauses, &task.stop)
            })?;
            bound_clauses.iter().for_each(|clause| clauses.push(clause));
        }
        // A stop can leave out deductions. Then the formula would differ from that of other
        // workers.
        if task.stop.is_reached() {
            return Err(DivisionError::Stopped);
        }
        let variables = formula.variables();
        Ok(Pieces { task, strategy, prepared, model, clauses, variables, demands })
    }

    /// Returns the rows of text that show an answer.
    pub fn rows(&self, answer: &CheckedAnswer) -> Vec<String> {
        self.task.rows(answer)
    }

    /// Returns whether a proof of the pieces is written.
    pub fn is_certified(&self) -> bool {
        self.task.log().is_some()
    }

    /// Returns an empty join, to which proofs of pieces are added.
    pub fn no_refutations(&self) -> RefutedPieces {
        RefutedPieces::from_clauses(
            self.clauses.iter().map(|clause| clause.iter().map(|&lit| to_model(lit)).collect()),
        )
    }

    /// Adds the LRAT proof of a piece to the proof of the problem, and its refutation to `joined`.
    ///
    /// # Errors
    ///
    /// If the proof cannot be read, has a step that does not follow, or does not refute the piece.
    /// If the piece is a share. Steps before the error stay in the proof of the problem.
    ///
    /// # Panics
    ///
    /// If the task has no proof.
    pub fn add_piece_proof(
        &self,
        joined: &mut RefutedPieces,
        piece: &Piece,
        steps: impl Iterator<Item = Result<LratStep, LratError>>,
    ) -> Result<(), JoinError> {
        let log = self.task.log().expect("the task has a proof");
        let cube = piece.cube().ok_or(JoinError::ForeignLiterals)?;
        joined.add(log, (cube, &self.demands), self.variables, steps)
    }

    /// Returns the strategy of the pieces. Returns `None` if they are searched by clauses.
    pub fn strategy(&self) -> Option<&'static Strategy> {
        Some(self.strategy).filter(|strategy| !strategy.is_by_clauses())
    }

    /// Returns the SHA-256 of the formula in DIMACS, without comments. If a proof is written, the
    /// formula does not state the bound. It has instead the clauses that define the literals that
    /// demand the bound, and the clauses by which these literals imply deduced literals.
    pub fn formula_hash(&self) -> String {
        let mut nowhere = io::sink();
        let mut lines = LineWriter::new(&mut nowhere, "c");
        lines.line(&format!("p cnf {} {}", self.variables, self.clauses.len()));
        for clause in self.clauses.iter() {
            let lits: Vec<Lit> = clause.iter().map(|&lit| to_model(lit)).collect();
            lines.clause("", &lits);
        }
        lines.finish().expect("a sink accepts every write").content
    }

    /// Returns whether a piece fits this question. If the question is searched by clauses, only
    /// cubes over the question's variables fit. Otherwise, only shares fit.
    pub fn contains(&self, piece: &Piece) -> bool {
        match piece {
            Piece::Cube(cube) => {
                self.strategy.is_by_clauses() && cube.iter().all(|&lit| self.has_variable(lit))
            }
            Piece::Share(_) => !self.strategy.is_by_clauses(),
        }
    }

    /// Returns whether the literal's variable is in the formula.
    pub fn has_variable(&self, lit: Lit) -> bool {
        lit.variable() < self.variables
    }

    /// Returns the whole question as one piece. It is the cube without literals, or the share with
    /// every case.
    pub fn root(&self) -> Piece {
        if self.strategy.is_by_clauses() {
            Piece::Cube(Vec::new())
        } else {
            Piece::Share(Share::ALL)
        }
    }

    /// Returns a divider. Each short run of its solver has at most 200 conflicts (`GLANCE`). If the
    /// task has a conflict limit, a short run also has at most a twentieth of this limit, but at
    /// least one conflict.
    pub fn divider(&self, stop: &Stop) -> PieceDivider {
        let limit = self.task.conflicts.and_then(|limit| i32::try_from(limit / GLANCES).ok());
        self.divider_with_conflicts(limit.map_or(GLANCE, |limit| limit.clamp(1, GLANCE)), stop)
    }

    /// Returns a divider that uses propagation alone, without short runs of the solver. The reason:
    /// a worker with a low conflict limit can fail to repeat the verdict of a short run.
    pub fn divider_without_runs(&self, stop: &Stop) -> PieceDivider {
        self.divider_with_conflicts(0, stop)
    }

    /// Returns a divider whose short runs have this conflict limit. If this limit is 0, there are
    /// no short runs. If the question is not searched by clauses, the divider divides only shares.
    fn divider_with_conflicts(&self, conflicts: i32, stop: &Stop) -> PieceDivider {
        let cuber = self.strategy.is_by_clauses().then(|| self.cuber(conflicts, stop));
        PieceDivider { cuber, shares_learnt: !self.is_certified() }
    }

    /// Returns a divider of the formula into cubes. The demands of the bound are additional unit
    /// clauses of the divider. `conflicts` is the conflict limit of a short run. If this limit is
    /// 0, there are no short runs. A stop weakens or ends the division, even if it is requested
    /// later.
    fn cuber(&self, conflicts: i32, stop: &Stop) -> Cuber {
        let cutting = CuberSetting { seed: self.task.seed, mode: self.mode(), conflicts };
        let mut clauses = Cow::Borrowed(&self.clauses);
        for &demand in &self.demands {
            clauses.to_mut().push(&[to_rustsat(demand)]);
        }
        Cuber::new(&clauses, &lookahead::variables(&clauses), cutting, stop)
    }

    /// Returns the solver's mode that the task names. If the task names none, returns the mode that
    /// was measured to be the best for such models.
    fn mode(&self) -> Mode {
        self.task.mode_for(&self.model, &mut Statistics::default())
    }

    /// Searches a piece with a fresh solver. Uses the limits, the proof and the stop of `terms`
    /// instead of those of the question. Also returns the solver's work. Returns `Unknown` at a
    /// limit or a stop. A share is also `Unknown` if its question is decided before the search, or
    /// if no better answer is wanted and none was recorded. If a stop ended the encoding or the
    /// strategy, the work is missing.
    ///
    /// The piece must fit the question ([`Pieces::contains`]). `terms` may have a proof only if the
    /// question has one. If no method searches the shares of the strategy, searches the whole
    /// question by clauses. `aid` is used only for cubes and for such a search of the whole
    /// question, and only if the question has no proof.
    ///
    /// # Errors
    ///
    /// If a solver, an encoding or the strategy fails, or if an answer does not pass its check.
    pub fn work(
        &self,
        piece: &Piece,
        aid: WorkerHints,
        terms: PieceOptions,
    ) -> Result<(Decision<CheckedAnswer>, Effort), SearchError> {
        let PieceOptions { conflicts, proof, stop } = terms;
        let task = Task {
            stop: stop.clone(),
            conflicts,
            listener: proof.map(Listener::Clausal),
            ..self.task.clone()
        };
        let worked = match (piece, method(self.strategy).share) {
            (Piece::Share(share), Some(go_through)) => {
                optimise::search_share(&task, self.prepared.clone(), self.strategy, |optimiser| {
                    go_through(optimiser, *share)
                })
            }
            (Piece::Cube(cube), _) => self.search(&task, cube, aid),
            (Piece::Share(_), None) => self.search(&task, &[], aid),
        };
        match worked {
            Err(SearchError::Stopped) => Ok((Decision::Unknown, Effort::default())),
            worked => worked,
        }
    }

    /// Returns whether propagation of single literals refutes a cube, with the help of learnt
    /// clauses. Returns `false` if a stop is requested first.
    fn is_refuted_by_propagation(&self, cube: &[Lit], learnt: &[Vec<Lit>], stop: &Stop) -> bool {
        let mut lookahead = Lookahead::default();
        lookahead.add_clauses(&self.clauses, stop);
        learnt.iter().for_each(|clause| lookahead.add(clause));
        lookahead.branches(cube, &lookahead::variables(&self.clauses), stop).is_none()
    }

    /// Searches a cube by clauses with a fresh solver. Returns the answer, if there is one, and the
    /// work. Returns `Unknown` at a limit or a stop. If the question has no proof, adds the cube
    /// and the learnt clauses of `aid` to the clauses. If `aid` asks to look ahead, first
    /// propagates every literal. If this refutes the cube, returns `Unsat` without work. If the
    /// question has a proof, the demands and the cube are assumptions, and `aid` is not used. If
    /// `task` writes a proof of the clauses, begins this proof. Fails if the solver fails, or if
    /// the answer does not pass its check.
    fn search(
        &self,
        task: &Task,
        cube: &[Lit],
        aid: WorkerHints,
    ) -> Result<(Decision<CheckedAnswer>, Effort), SearchError> {
        if aid.looks_ahead
            && !self.is_certified()
            && self.is_refuted_by_propagation(cube, aid.learnt, &task.stop)
        {
            return Ok((Decision::Unsat(()), Effort::default()));
        }
        let mut finding = Finding::new(task);
        let setting = task.setting(&self.model, &mut finding.statistics);
        let mut solver = Solver::from_setting(&setting);
        if let Some(proof) = task.clausal() {
            proof.begin(self.clauses.len());
        }
        solver.add(&self.clauses);
        let mut assumptions = Vec::new();
        if self.is_certified() {
            assumptions = [&self.demands, cube].concat();
        } else {
            aid.learnt.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
            cube.iter().for_each(|&lit| solver.add_clause([lit]));
        }
        let conflicts = task.remaining_conflicts(NO_LIMIT, 0).unwrap_or(0);
        let outcome = solver.solve_within(&assumptions, conflicts);
        let effort = solver.effort();
        if let Some(error) = solver.take_error() {
            return Err(error.into());
        }
        Ok((
            outcome.try_map(|()| {
                task.answer(&self.model, &solver.values(self.model.labels().len()))
            })?,
            effort,
        ))
    }
}

/// The largest conflict limit of a short run of the solver. It is a few hundredths of the conflicts
/// that a piece takes.
const GLANCE: i32 = 200;

/// The conflict limit of a short run is at most the task's conflict limit divided by this number.
const GLANCES: u64 = 20;

/// Breaks the symmetries of a prepared model, if the task demands it. Adds the bound, if the
/// problem has an objective and no proof is written. If a proof is written, assumptions demand the
/// bound instead. Fails if deductions exclude the bound ([`DivisionError::Settled`]); the reason is
/// then also in `finding`. Fails if there is an objective but no bound
/// ([`DivisionError::NoKnownAnswer`]). If deductions exclude the bound, also fails if the model
/// contradicts the problem or cannot be stated or derived.
fn finish_preparation(
    task: &Task,
    mut prepared: PreparedModel,
    finding: &mut Finding,
) -> Result<PreparedModel, DivisionError> {
    if task.breaks_symmetries() {
        prepared.break_symmetries();
    }
    let Some((goal, bound)) = task.problem.goal().zip(task.bound) else {
        return match task.problem.goal() {
            Some(_) => Err(DivisionError::NoKnownAnswer),
            None => Ok(prepared),
        };
    };
    if prepared.bounds(goal).excludes(bound) {
        finding.prepare(task, prepared)?;
        finding.exclude(goal.sense, bound);
        let reason = finding.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        let asked = task.bound_in_words().unwrap_or_default();
        let message = format!("no answer has the value {asked} or better{reason}");
        return Err(DivisionError::Settled(message));
    }
    if task.log().is_none() {
        prepared.demand(bound);
    }
    Ok(prepared)
}
