//! The answers in a proof, and its conclusion.
//!
//! A solution can cost more than the answer that is read from it. The reason is that a variable
//! with a cost can be true although no constraint needs it. So a solution is logged with such
//! variables false.

use std::collections::HashSet;
use std::io;
use std::sync::TryLockError;
use std::thread;
use std::time::{Duration, Instant};

use super::kernel::Kernel;
use super::stated::{StatedRows, value_of};
use super::variables::{PbLit, PbVar};
use super::{Log, OpenProof};
use crate::lock::lock;
use crate::model::{Lit, Model, Projection, Values};

/// The longest time to wait for another thread that is writing a step.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two attempts to lock the proof.
const PERIOD: Duration = Duration::from_millis(5);

/// The best answer of a proof so far, and the variables on which answers do not depend.
pub struct ProofAnswers {
    /// The values of all variables of the OPB file in the solution of the best answer. `None` if
    /// there is no answer yet.
    best: Option<Vec<bool>>,
    /// The variables on which no answer depends. The set is empty if a solution never costs more
    /// than its answer.
    unread: HashSet<PbVar>,
}

impl ProofAnswers {
    pub fn new(model: &Model) -> ProofAnswers {
        ProofAnswers { best: None, unread: unread(model) }
    }

    /// Returns the values of all variables of the OPB file in the solution of the best answer.
    /// Returns `None` if there is no answer yet.
    pub fn best(&self) -> Option<&[bool]> {
        self.best.as_deref()
    }

    /// Returns the values of all variables of the OPB file in a solution with the same answer as
    /// `values`, which must be a solution. Some literals of the model have a cost, but no influence
    /// on the answer. In the result, such a literal is false if the constraints and all other
    /// values allow it. Each is tried once, in the order of the cost. If there are no such
    /// literals, the values stay.
    fn tightened(&self, values: &Values, kernel: &Kernel) -> Vec<bool> {
        let mut all = completed(values, kernel);
        for (_, lit) in kernel
            .cost()
            .into_iter()
            .flat_map(|cost| cost.sum.terms())
            .filter(|(_, lit)| self.unread.contains(&lit.variable))
        {
            let PbVar::Stated(number) = lit.variable else { continue };
            let place = number as usize - 1;
            if all[place] != lit.is_negated {
                all[place] = lit.is_negated;
                let mut constraints = kernel.problem.constraints.iter();
                if !constraints.all(|constraint| constraint.is_satisfied(lit.variable, &all)) {
                    all[place] = !lit.is_negated;
                }
            }
        }
        all
    }
}

impl Log {
    /// Writes a solution to the proof, and records it as the best answer.
    pub fn log_solution(&self, values: &Values) {
        let OpenProof { kernel, answers, .. } = &mut *lock(&self.0);
        let best = answers.tightened(values, kernel);
        kernel.steps.line(&format!("sol {};", solution(&best)));
        answers.best = Some(best);
    }

    /// Records the solution of a better answer, for the conclusion and for later steps. Does not
    /// write a step.
    pub fn record_answer(&self, values: &Values) {
        let OpenProof { kernel, answers, .. } = &mut *lock(&self.0);
        answers.best = Some(answers.tightened(values, kernel));
    }

    /// Derives the bound that follows from the payments of a core-guided search (weights that every
    /// answer costs). Then ends the proof with its conclusion, and returns the verdict. Waits up to
    /// two seconds for another thread that is writing a step. If that thread needs longer, for
    /// example because a search ignores its limits, returns `None` and does not end the proof. Also
    /// ends the proof if another thread has panicked during a step. After the proof is ended, no
    /// step may be added, and this method must not be called again.
    ///
    /// # Errors
    ///
    /// If writing the proof has failed, now or at an earlier step.
    pub fn conclude(&self) -> io::Result<Option<Verdict>> {
        let start = Instant::now();
        loop {
            match self.0.try_lock() {
                Ok(mut parts) => return parts.conclude().map(Some),
                Err(TryLockError::Poisoned(mut parts)) => {
                    return parts.get_mut().conclude().map(Some);
                }
                Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => return Ok(None),
                Err(TryLockError::WouldBlock) => thread::sleep(PERIOD),
            }
        }
    }
}

impl OpenProof {
    /// Derives the bound that follows from the reformulation of the objective, and ends the proof
    /// with the conclusion that its steps allow. Fails if writing the proof has failed.
    fn conclude(&mut self) -> io::Result<Verdict> {
        let OpenProof { kernel, answers, reformulation, .. } = self;
        reformulation.bound(kernel);
        let (verdict, conclusion) = conclude_bounds(answers.best(), kernel);
        kernel.steps.end(&conclusion)?;
        Ok(verdict)
    }
}

/// Returns the verdict and the text of the conclusion of a proof without an objective.
fn conclude_decision(best: Option<&[bool]>, kernel: &Kernel) -> (Verdict, String) {
    match (best, kernel.impossible) {
        (Some(values), _) => (Verdict::Satisfiable, format!("SAT : {}", solution(values))),
        (None, Some(id)) => (Verdict::Unsatisfiable, format!("UNSAT : {id}")),
        (None, None) => (Verdict::Nothing, "NONE".to_owned()),
    }
}

/// Returns the verdict and the text of the conclusion of a proof. If there is an objective, the
/// conclusion states two bounds on the cost. The lower bound is the best lower bound that is
/// derived. The upper bound is the cost of the best answer. If the lower bound is above the upper
/// bound, it is replaced by the upper bound. If all better answers are refuted, both bounds are the
/// cost of the best answer. Without an answer, there is no upper bound. If a contradiction is
/// derived in this case, there is no lower bound either. If neither a contradiction nor a lower
/// bound on the cost is known, writes a step that derives the trivial lower bound. Without an
/// objective, see [`conclude_decision`].
fn conclude_bounds(best: Option<&[bool]>, kernel: &mut Kernel) -> (Verdict, String) {
    let Kernel { costs: Some(costs), problem, steps, impossible, .. } = kernel else {
        return conclude_decision(best, kernel);
    };
    let cost = &costs.cost;
    let (least, id) = match (best, *impossible) {
        (None, Some(id)) => {
            return (Verdict::Bounds(None, None), format!("BOUNDS INF : {id} INF"));
        }
        (Some(values), Some(id)) => (cost.value(values), Some(id)),
        (_, None) => match costs.least {
            Some((least, id)) => (least, Some(id)),
            None => {
                let line = cost.trivial_bound(problem.variables);
                (cost.constant, line.map(|line| steps.sum(line).id))
            }
        },
    };
    let by = id.map_or(String::new(), |id| format!(" : {id}"));
    let Some(values) = best else {
        return (Verdict::Bounds(Some(least), None), format!("BOUNDS {least}{by} INF"));
    };
    let most = cost.value(values);
    // A bound that holds only for answers better than the best one can be larger than the best
    // cost.
    let least = least.min(most);
    let conclusion = format!("BOUNDS {least}{by} {most} : {}", solution(values));
    (Verdict::Bounds(Some(least), Some(most)), conclusion)
}

/// Returns the values of all variables of the OPB file in the order of their numbers. These include
/// the ordered variables of the objective and the bits of parities, which the model does not have.
/// `values` must be a solution.
fn completed(values: &Values, kernel: &Kernel) -> Vec<bool> {
    let mut all: Vec<bool> = (1..=kernel.problem.variables)
        .map(|number| Lit::from_number(number as usize))
        .map(|lit| values.is_true(lit))
        .collect();
    all.extend(kernel.cost().map_or(Vec::new(), |cost| cost.ordered(&all)));
    for constraint in &kernel.problem.constraints {
        let StatedRows::Parity { sum, bits, .. } = constraint else { continue };
        debug_assert_eq!(all.len(), bits.start as usize, "bits come in the order of their rows");
        let half = (value_of(sum, &all) - sum.degree()) / 2;
        all.extend((0..bits.len()).map(|bit| half >> bit & 1 == 1));
    }
    all
}

/// Returns the variables on which no answer depends. These are the variables that do not occur in
/// the literals of the model's projection. The set is empty if a solution cannot cost more than its
/// answer, or if the projection is not a list of literals.
fn unread(model: &Model) -> HashSet<PbVar> {
    match model.projection() {
        Projection::Lits(read) if model.may_overcount() => {
            let read_variables: HashSet<usize> = read.iter().map(|lit| lit.variable()).collect();
            model
                .lits()
                .filter(|lit| !read_variables.contains(&lit.variable()))
                .map(|lit| PbVar::Stated(lit.dimacs().unsigned_abs()))
                .collect()
        }
        _ => HashSet::new(),
    }
}

/// Returns a solution as text: the literals that it makes true, with a space between two literals.
/// Each variable gives one literal, which is negated if the variable is false. `values` are those
/// of the variables 1, 2, and so on.
pub fn solution(values: &[bool]) -> String {
    (1..)
        .zip(values)
        .map(|(number, &value)| {
            let lit = PbLit { variable: PbVar::Stated(number), is_negated: !value };
            lit.to_string()
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// The conclusion of a proof, as the checker states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is an answer. It is the verdict only if there is no objective.
    Satisfiable,
    /// There is no answer. It is the verdict only if there is no objective.
    Unsatisfiable,
    /// The lower and the upper bound of the least cost. The lower bound is `None` if there is no
    /// answer. The upper bound is `None` if no answer is known.
    Bounds(Option<i128>, Option<i128>),
    /// The proof makes no claim.
    Nothing,
}

impl Verdict {
    /// Reads a verdict from a line that the checker prints. A bound `INF` becomes `None`. Returns
    /// `None` if the line is not a verdict in exactly the checker's words. For example, a line
    /// break or a second space at the end is not allowed.
    pub fn parse(line: &str) -> Option<Verdict> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let verdict = match words[..] {
            ["s", "VERIFIED", "SATISFIABLE"] => Verdict::Satisfiable,
            ["s", "VERIFIED", "UNSATISFIABLE"] => Verdict::Unsatisfiable,
            ["s", "VERIFIED", "NO", "CONCLUSION"] => Verdict::Nothing,
            ["s", "VERIFIED", "BOUNDS", least, "<=", "obj", "<=", most] => {
                Verdict::Bounds(least.parse().ok(), most.parse().ok())
            }
            _ => return None,
        };
        (verdict.in_words_of_checker() == line).then_some(verdict)
    }

    /// Returns the line that the checker prints for the verdict, without a line break. A missing
    /// bound is printed as `INF`.
    pub fn in_words_of_checker(self) -> String {
        match self {
            Verdict::Satisfiable => "s VERIFIED SATISFIABLE".to_owned(),
            Verdict::Unsatisfiable => "s VERIFIED UNSATISFIABLE".to_owned(),
            Verdict::Bounds(least, most) => {
                let [least, most] = [least, most]
                    .map(|cost| cost.map_or("INF".to_owned(), |cost| cost.to_string()));
                format!("s VERIFIED BOUNDS {least} <= obj <= {most}")
            }
            Verdict::Nothing => "s VERIFIED NO CONCLUSION".to_owned(),
        }
    }
}
