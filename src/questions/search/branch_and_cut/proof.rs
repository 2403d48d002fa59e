//! Derivations in a proof for a tree of linear programs: one sum of constraints for each refuted
//! case.
//!
//! A case is a set of chosen literals. It is refuted by a sum of multiples of cuts and of the
//! constraint "the objective is no worse than the bound". In this sum, many literals cancel, so
//! that the sum implies a clause over the fixed literals of the case. Unit propagation then removes
//! two kinds of literals from this clause. One kind are the literals that the problem fixes. The
//! other kind are literals that are fixed because steps of the proof refuted their other values. So
//! only negated choices are left. Each cut is derived by the separator that found it.

use std::collections::HashMap;
use std::sync::Arc;

use super::separator::Separator;
use crate::linear::Inequality;
use crate::lp::Multipliers;
use crate::model::Lit;
use crate::proof::{
    BoundReification, DerivedClause, Kernel, Log, PbLit, PolLine, ProofConstraint, ProofError,
    propagate_units,
};

/// The steps of a proof that refute a bound, case by case.
pub struct RefutedCases<'a> {
    log: &'a Log,
    separator: &'a dyn Separator,
    /// The statement that the objective is worse than the bound.
    worse: BoundReification,
    /// The constraint "the objective is not worse than the bound"; `None` if the proof has no such
    /// constraint.
    within: Option<ProofConstraint>,
    /// The unit clause of each literal that propagation fixes.
    units: HashMap<PbLit, ProofConstraint>,
    /// The derived cuts. Each cut is derived at its first use.
    derived: HashMap<Arc<Inequality<usize>>, ProofConstraint>,
}

impl<'a> RefutedCases<'a> {
    /// Returns the state of a proof for a search whose bound is not set yet.
    /// [`RefutedCases::set_bound`] must be called before a case is refuted. `separator` derives the
    /// cuts.
    pub fn new(log: &'a Log, separator: &'a dyn Separator) -> RefutedCases<'a> {
        let (units, derived) = (HashMap::new(), HashMap::new());
        RefutedCases {
            log,
            separator,
            worse: BoundReification::Trivial,
            within: None,
            units,
            derived,
        }
    }

    /// Sets the bound to refute, and replaces the bound before. This function must be called before
    /// a case is refuted. `fixed` has the literals that propagation fixes, each with the index of
    /// the constraint that implies it. They are in the order in which they follow from each other.
    /// Derives a unit clause for each of these literals.
    ///
    /// Also defines "the objective is worse than `bound`". If this statement is always true or
    /// always false, uses the trivial upper bound on the cost instead. Keeps the cuts that are
    /// derived already. Fails if a unit clause cannot be derived, or if the problem in the proof
    /// has no objective. Steps that are already written then stay in the proof.
    pub fn set_bound(&mut self, bound: i64, fixed: &[(Lit, usize)]) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        let (lits, places): (Vec<Lit>, Vec<usize>) = fixed.iter().copied().unzip();
        self.units =
            propagate_units(&kernel.literals(&lits), &places, kernel).ok_or(ProofError::Cuts)?;
        self.worse = kernel.define_worse_than(bound).ok_or(ProofError::Cuts)?;
        self.within = match &self.worse {
            BoundReification::Reified(worse) => Some(worse.backward.clone()),
            BoundReification::Trivial => kernel.upper_bound(),
        };
        Ok(())
    }

    /// Derives a clause that refutes a case: one of `choices` is false, or the objective is worse
    /// than the bound. `sum` has the multipliers of cuts and of "the objective is no worse than the
    /// bound". This sum must contradict `fixed` and the literals that propagation fixes. `fixed`
    /// has literals that follow from `choices` by the clauses `reasons`. The derived clause can
    /// have the negations of only some of the choices. Derives each cut at its first use, and keeps
    /// it. Leaves no other constraint of this derivation in the proof. Fails in these cases: `sum`
    /// is empty; a cut cannot be derived; `sum` needs the constraint for the bound, but the proof
    /// has none; or the sum does not contradict these literals.
    pub fn refute(
        &mut self,
        sum: &Multipliers,
        fixed: &[Lit],
        reasons: &[&DerivedClause],
        choices: &[Lit],
    ) -> Result<DerivedClause, ProofError> {
        let kernel = &mut self.log.open().kernel;
        let line = self.sum_of_cuts(sum, kernel).ok_or(ProofError::Cuts)?;
        let mut clause = self.negated(fixed, kernel);
        clause.extend(self.units.keys().map(|&unit| !unit));
        let plain = kernel.derive_implied(line, &clause).ok_or(ProofError::Cuts)?;
        let lits = self.negated(choices, kernel);
        if plain.lits.iter().all(|lit| lits.contains(lit)) {
            return Ok(plain);
        }
        let from = reasons
            .iter()
            .map(|reason| reason.id)
            .chain(plain.lits.iter().filter_map(|&lit| self.units.get(&!lit)).map(|unit| unit.id))
            .chain([plain.id])
            .collect::<Vec<_>>();
        let id = kernel.rup(&lits, &from).id;
        kernel.forget(plain.id);
        Ok(DerivedClause { id, lits })
    }

    /// Returns the negations of literals, followed by the literal for "the objective is worse than
    /// the bound", if there is such a literal.
    fn negated(&self, lits: &[Lit], kernel: &Kernel) -> Vec<PbLit> {
        lits.iter().map(|&lit| !kernel.literal(lit)).chain(self.worse.lit()).collect()
    }

    /// Returns the sum of cuts and of the constraint for the bound, each multiplied by its
    /// multiplier in `sum`. Derives the cuts that are not derived yet, but does not write the sum.
    /// Returns `None` if a cut cannot be derived, if `sum` needs the constraint for the bound and
    /// the proof has none, or if `sum` has no multipliers.
    fn sum_of_cuts(&mut self, sum: &Multipliers, kernel: &mut Kernel) -> Option<PolLine> {
        let mut parts = Vec::new();
        for (cut, times) in &sum.rows {
            parts.push((self.derive_cut(cut, kernel)?, i128::from(*times)));
        }
        if sum.objective > 0 {
            parts.push((self.within.clone()?, i128::from(sum.objective)));
        }
        PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))
    }

    /// Returns the derived constraint of a cut. Derives it at the first call for this cut, and
    /// keeps it for later calls. Returns `None` if the separator cannot derive it; the next call
    /// then tries again.
    fn derive_cut(
        &mut self,
        cut: &Arc<Inequality<usize>>,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        if let Some(known) = self.derived.get(cut) {
            return Some(known.clone());
        }
        let known = self.separator.derive(cut, kernel)?;
        self.derived.insert(cut.clone(), known.clone());
        Some(known)
    }

    /// Deletes the clause of a case from the proof. No step after this is allowed to use this
    /// clause.
    pub fn forget(&self, case: &DerivedClause) {
        self.log.open().kernel.forget(case.id);
    }

    /// Records in the proof that the objective is worse than the bound. The clause of `case` shows
    /// this. Fails if this clause depends on choices.
    pub fn conclude(&self, case: &DerivedClause) -> Result<(), ProofError> {
        self.log.open().kernel.bound_by_clause(case, Some(&self.worse), ProofError::Cuts)
    }
}
