//! Proofs of the claims of a search. A checker verifies them without trust in the encodings, the
//! counters or the solver.
//!
//! The problem is the OPB file that [`crate::export`] writes. The proof is in VeriPB's format 3.0
//! (Bogaerts, Gocht, McCreesh and Nordström, Certified Dominance and Symmetry Breaking for
//! Combinatorial Optimisation, JAIR 2023; the checker is `veripb`). No step is assumed without a
//! derivation:
//!
//! - A fresh variable of an encoding is defined by its [meaning](quarrel_encodings::Meaning), in
//!   both directions. The clauses of encodings follow from these definitions and the encoded
//!   constraint, as Gocht, Martins, Nordström and Oertel propose (Certified CNF Translations for
//!   Pseudo-Boolean Solving, SAT 2022).
//! - The clauses that break symmetries follow by dominance. Deductions are derived as sums of
//!   constraints.
//! - A lemma (a clause that the solver has learnt) follows by unit propagation from the clauses
//!   that the solver names.
//! - From the clause that refutes a bound, a lower bound on the cost is derived. From a core, a
//!   lower bound on parts of the cost is derived. In a core-guided search, the objective is
//!   reformulated: weights that every answer costs (payments) are subtracted from literals and
//!   added to the lower bound.
//!
//! One kernel (`kernel.rs`) owns the constraints and the output. The other files derive constraints
//! with it. Derivations that only one search strategy needs are in the folder of this strategy:
//! `search/cubes/proof.rs`, `search/line_sums/proof.rs`, `search/branch_and_cut/proof.rs` and
//! `search/pieces/joined.rs`.
//!
//! The encoder, the solver and the search share a [`Log`], which has the only lock. The encoder
//! passes its clauses through a [collector](Log::collector). Each step is written as soon as it is
//! derived, so memory does not grow with the length of the proof.

#![cfg_attr(
    not(feature = "records"),
    allow(
        dead_code,
        unused_imports,
        reason = "some steps are for the searches of this feature alone"
    )
)]

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::deduce::Deduction;
use crate::lock::lock;
use crate::model::{Complement, Lit, Model, Objective, Symmetry};
use crate::symmetry::SymmetryBreaking;

use conclusion::ProofAnswers;
use deriver::Deriver;
use paid::Reformulation;
use symmetries::ProofSymmetries;

mod adders;
mod bounds;
mod cases;
mod conclusion;
mod cost;
mod deductions;
mod definitions;
mod derivation;
mod deriver;
mod derives;
mod digits;
mod equations;
mod exclusions;
mod facets;
mod integers;
mod kernel;
mod lemmas;
mod lines;
mod networks;
mod normal;
mod paid;
mod pairings;
mod quotients;
#[cfg(test)]
pub(crate) mod referee;
mod stated;
mod steps;
mod symmetries;
mod units;
mod variables;

pub use conclusion::Verdict;
pub use deriver::{Collector, KeptClauses};
pub use derives::derives;
pub use paid::CoreIndex;

pub(crate) use definitions::{ReifiedLiteral, to_i128};
pub(crate) use kernel::{BoundReification, DerivedClause, Kernel};
pub(crate) use lemmas::Lemmas;
pub(crate) use steps::{Id, PolLine, ProofConstraint};
pub(crate) use units::propagate_units;
pub(crate) use variables::{Inequality, PbLit, PbVar};

/// The reason why quarrel cannot write a proof.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The problem has no variables, so a proof cannot state a solution.
    #[error("there are no proofs yet for a problem without variables")]
    NoVariables,
    /// A clause of an encoding cannot be derived. The field has the names of the chosen encodings.
    #[error(
        "there are no proofs yet for a clause of one of the encodings ({0}): use --card totalizer or bdd, with --shape flat"
    )]
    Underived(String),
    /// A deduction cannot be derived. The field is the name of its rule.
    #[error(
        "there are no proofs yet for the deduction {0} from this problem: leave it out of --deduce, or use another \
         --formulation"
    )]
    Deduction(&'static str),
    /// It cannot be derived that two counts exclude each other on each line (row, column or region)
    /// of the board. Two counts exclude each other on a line if only one of them has true literals
    /// on the line.
    #[error(
        "there are no proofs yet that in this formulation two counts exclude each other on each line of the board: use \
         another --formulation"
    )]
    Lines,
    /// Refutations by a search strategy cannot be derived. The field is the name of the strategy.
    #[error(
        "there are no proofs yet for refutations by the search {0} of this problem: use another --search or --formulation"
    )]
    Search(&'static str),
    /// The refutation of a cube, a part of the question, cannot be derived.
    #[error("there are no proofs yet for the refuted cubes of this problem: use another --search")]
    Cubes,
    /// The refutation of bounds on sums over lines of the board cannot be derived.
    #[error(
        "there are no proofs yet for the refuted sums over lines of this problem's board: use another --search or --card"
    )]
    Sums,
    /// The refutation of a case by a linear program in a branch-and-cut search cannot be derived.
    #[error(
        "there are no proofs yet for the refuted linear programs of this problem: use another --search"
    )]
    Cuts,
    /// A bound was refuted, but no bound on the objective can be derived from this refutation.
    #[error(
        "a bound was refuted, but there are no proofs yet that a count in this --shape bounds the objective: use --shape \
         flat"
    )]
    Uncounted,
}

/// A proof that is being written. The clones of a `Log` share one proof.
#[derive(Clone)]
pub struct Log(Arc<Mutex<OpenProof>>);

/// The kernel of a proof, and the states of those derivations that any search can need.
pub(crate) struct OpenProof {
    pub(crate) kernel: Kernel,
    pub(crate) lemmas: Lemmas,
    deriver: Deriver,
    symmetries: ProofSymmetries,
    /// Whether the declared facts and the deductions of the model are derived. A second search of
    /// the model must not derive them again, because each of them has one place in the problem.
    is_prepared: bool,
    reformulation: Reformulation,
    answers: ProofAnswers,
}

impl Log {
    /// Begins a proof, and writes its first lines to `out`. Its claims are about the OPB export of
    /// the model. `limit` is the best value of the objective that is still possible; it must be the
    /// limit of the export. The limit matters only if the objective is the least of several counts.
    /// A failure of `out` is not returned here; [`is_broken`](Log::is_broken) shows it.
    ///
    /// # Errors
    ///
    /// If the model has no variables. Then nothing is written.
    pub fn new(model: &Model, limit: i64, out: Box<dyn Write + Send>) -> Result<Log, ProofError> {
        let kernel = Kernel::new(model, limit, out)?;
        let symmetries = ProofSymmetries::new(&kernel.problem);
        Ok(Log(Arc::new(Mutex::new(OpenProof {
            kernel,
            lemmas: Lemmas::default(),
            deriver: Deriver::default(),
            symmetries,
            is_prepared: false,
            reformulation: Reformulation::default(),
            answers: ProofAnswers::new(model),
        }))))
    }

    /// Locks the proof. As long as the returned guard exists, the encoder, the solver and the
    /// search must wait when they want to use the proof.
    pub(crate) fn open(&self) -> MutexGuard<'_, OpenProof> {
        lock(&self.0)
    }

    /// Returns whether a proof can order solutions by these literals. A proof needs such an order
    /// to break symmetries. It can have the order if there are at most 2,000 literals.
    pub fn supports_order(&self, order: &[Lit]) -> bool {
        order.len() <= symmetries::MOST_LITERALS
    }

    /// Returns whether a proof can break a symmetry. The problem states a parity as an equation Σ −
    /// 2y = 0 or Σ − 2y = 1, where y is a binary number. The symmetry must map each such equation
    /// to an equation of the problem. A symmetry that negates literals usually does not do this.
    pub fn supports_symmetry(&self, symmetry: &Symmetry) -> bool {
        let OpenProof { kernel, symmetries, .. } = &*lock(&self.0);
        symmetries.witness_text(symmetry, &kernel.problem).is_some()
    }

    /// Derives the facts of a model in this order:
    ///
    /// 1. The clauses that break symmetries.
    /// 2. The facts that the objective declares. One such fact is that the counts of the objective
    ///    exclude each other on lines of the board. Other such facts are the equations between the
    ///    objective and its complements (counts that determine the objective). Only equations for
    ///    which the model gives a reason are derived.
    /// 3. The deductions, in their order.
    ///
    /// If another search of the same model has derived the facts before, derives only the clauses
    /// that break symmetries. Otherwise, no other step may come before. The symmetries must be
    /// supported (see [`supports_symmetry`](Log::supports_symmetry)), and the order of `breaking`
    /// must have at most 2,000 literals. Panics if a symmetry is not supported.
    ///
    /// # Errors
    ///
    /// If a declared fact or a deduction cannot be derived. The steps before it stay in the proof,
    /// and later deductions are not tried.
    pub fn prepare(
        &self,
        model: &Model,
        breaking: &SymmetryBreaking,
        deductions: &[Deduction],
    ) -> Result<(), ProofError> {
        let OpenProof { kernel, deriver, symmetries, is_prepared, .. } = &mut *lock(&self.0);
        symmetries.derive(breaking, kernel);
        if !*is_prepared {
            declare(model, deriver, kernel)?;
            deductions.iter().try_for_each(|one| deriver.reasons.derive(one, kernel))?;
            *is_prepared = true;
        }
        Ok(())
    }

    /// Returns whether writing the proof has failed.
    pub fn is_broken(&self) -> bool {
        lock(&self.0).kernel.steps.is_refused()
    }
}

/// Derives the facts that the objective declares, and records them in `deriver` and `kernel`. If
/// the objective maximises the least of several counts, the fact is that two counts exclude each
/// other on lines of the board. If the objective is a single count, the facts are the equations
/// between the count and its complements (counts that determine the objective). Only equations for
/// which the model gives a reason are derived. Derives nothing for other objectives or without an
/// objective.
///
/// # Errors
///
/// If a declared fact cannot be derived. The steps before it stay in the proof.
fn declare(model: &Model, deriver: &mut Deriver, kernel: &mut Kernel) -> Result<(), ProofError> {
    if let Some(Objective::MaximiseLeast(least)) = model.objective() {
        deriver.lines.divide(least, kernel)?;
    }
    let one = model.objective().and_then(Objective::single_count);
    let declared: &[Complement] = one.map_or(&[], |one| &one.complements);
    pairings::declare(declared, kernel)
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// A proof whose text is thrown away. It shows which deductions can be derived. The field is `None`
/// if nothing can be derived, because the model has no variables or a declared fact of the
/// objective cannot be derived.
pub struct Trial(Option<Log>);

impl Trial {
    /// Begins a trial for a model, without deductions. Derives the facts that the objective
    /// declares. If this fails, or the model has no variables, the trial accepts nothing.
    pub fn new(model: &Model) -> Trial {
        let limit = model.objective().map_or(0, Objective::largest);
        let log = Log::new(model, limit, Box::new(io::sink())).ok();
        Trial(log.filter(|log| {
            let OpenProof { kernel, deriver, .. } = &mut *lock(&log.0);
            declare(model, deriver, kernel).is_ok()
        }))
    }

    /// Tries to derive a deduction from the model and the deductions that were accepted before.
    /// Returns whether this succeeds. After a success, later deductions can use this one.
    pub fn accepts(&mut self, deduction: &Deduction) -> bool {
        self.0.as_ref().is_some_and(|log| {
            let OpenProof { kernel, deriver, .. } = &mut *lock(&log.0);
            deriver.reasons.derive(deduction, kernel).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deduce::Fact;
    use crate::model::{Count, DeducedOrigin, Justification, Origin, Premise};

    #[test]
    fn a_trial_takes_what_has_a_proof() {
        let mut model = Model::new();
        let lits = [0, 1].map(|number| model.variable("x", &[number]));
        model.clause("one", lits);
        model.optimise(Objective::minimise(Count::new(lits.to_vec(), Vec::new())));
        let deduced = |value| Deduction {
            rule: "disjoint",
            fact: Fact::Limit { value, dual: None },
            text: String::new(),
            origin: Origin::deduced(DeducedOrigin {
                rule: "disjoint",
                why: Justification::Sum(vec![(Premise::Constraint(0), 1)]),
            }),
            why: String::new(),
        };
        let mut trial = Trial::new(&model);
        assert_eq!([1, 2, 1].map(|value| trial.accepts(&deduced(value))), [true, false, true]);
        assert!(
            !Trial::new(&Model::new()).accepts(&deduced(1)),
            "nothing can be proved without variables"
        );
    }
}
