//! Premises: the inequalities that refute a node or imply a literal.
//!
//! All premises hold for every answer that reaches the bound. A row of the model or a cut is a
//! premise. So is a sum of multiplied rows and cuts and of "the cost is at most the bound", and so
//! is the clause of a refuted subtree. In every case, the inequality alone says what follows from
//! it: if the sum of its literals that are not false is less than its degree, the node is refuted.
//! If a literal weighs more than this sum exceeds the degree, the literal is true.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::linear::{Inequality, Literal};
use crate::lp::Multipliers;

/// The number of premises that were made so far. Each gets its own number.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// An inequality that every answer within the bound satisfies.
#[derive(Debug)]
pub struct Premise {
    /// The number of the premise. No other premise has it.
    pub(super) number: u64,
    /// The inequality over the columns.
    pub inequality: Arc<Inequality<usize>>,
    /// How a proof derives the inequality.
    pub(super) source: PremiseSource,
}

/// The derivation of a premise in a proof.
#[derive(Debug)]
pub(super) enum PremiseSource {
    /// The inequality is a row of the model or a cut, which the separator derives.
    Row,
    /// The inequality is the sum of multiplied rows and of "the cost is at most the bound".
    Sum(Multipliers),
    /// The inequality is the clause of a refuted subtree. A proof derives it at once, if it writes
    /// one.
    Clause,
}

impl Premise {
    /// Returns a row of the model or a cut as a premise.
    pub fn from_row(inequality: Inequality<usize>) -> Arc<Premise> {
        Premise::from_shared_row(&Arc::new(inequality))
    }

    /// Returns a row of the model or a cut as a premise that shares the inequality.
    pub(super) fn from_shared_row(inequality: &Arc<Inequality<usize>>) -> Arc<Premise> {
        Premise::new(inequality.clone(), PremiseSource::Row)
    }

    /// Returns the premise that multipliers prove. `costs` has the cost of each column, and `most`
    /// is the largest cost of an answer that reaches the bound.
    pub(super) fn from_multipliers(sum: Multipliers, costs: &[i64], most: i64) -> Arc<Premise> {
        Premise::new(Arc::new(sum.combine(costs, most)), PremiseSource::Sum(sum))
    }

    /// Returns the premise that at least one of these literals is true.
    pub(super) fn from_clause(lits: &[Literal<usize>]) -> Arc<Premise> {
        Premise::new(Arc::new(Inequality::from_clause(lits)), PremiseSource::Clause)
    }

    /// Returns a premise with the next number.
    fn new(inequality: Arc<Inequality<usize>>, source: PremiseSource) -> Arc<Premise> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Arc::new(Premise { number, inequality, source })
    }
}

/// The refutation of a node: in every answer that reaches the bound, one of the choices is not
/// made.
#[derive(Debug)]
pub struct CutRefutation {
    /// The choices on which the refutation depends, as the literals that are true at the node.
    pub(super) choices: Vec<Literal<usize>>,
    /// The clause of the negated choices, as a premise. If a proof is written, the proof has it.
    pub(super) clause: Arc<Premise>,
}

impl CutRefutation {
    /// Returns a refutation that depends on no choice and is not in a proof.
    pub fn unconditional() -> CutRefutation {
        CutRefutation::under_choices(Vec::new())
    }

    /// Returns a refutation that depends on these choices and is not in a proof.
    pub(super) fn under_choices(choices: Vec<Literal<usize>>) -> CutRefutation {
        let negated: Vec<Literal<usize>> = choices.iter().map(|&lit| !lit).collect();
        CutRefutation { choices, clause: Premise::from_clause(&negated) }
    }
}

/// The facts from which a refutation of a node follows.
pub(super) struct Explanation {
    /// The choices that the refutation needs.
    pub choices: Vec<Literal<usize>>,
    /// The premises from which the refutation follows by unit propagation and the given literals.
    pub premises: Vec<Arc<Premise>>,
}
