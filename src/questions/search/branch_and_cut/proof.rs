//! The steps of a proof for a tree of linear programs: one clause for each refuted node.
//!
//! A node is refuted by premises: rows, cuts, and sums of multiples of rows, cuts and the
//! constraint "the objective is no worse than the bound". A sum is one `pol` step. The clause of the
//! negated choices follows from the premises by unit propagation, so it is one `rup` step. Each cut
//! is derived by the separator that found it, at its first use.
//!
//! **Fixed columns at the root.** If thousands of columns are fixed before the first choice, every
//! sum would have thousands of literals that only repeat this. So the unit clauses of these columns
//! are derived once, and rows and cuts are **reduced** at their first use: literals that are false
//! cancel with the unit clauses, and literals that are true are weakened. Without this, the proof
//! for a model of 6,000 columns of which the root fixes all but 139 could not be checked within two
//! minutes.

use std::collections::HashMap;
use std::sync::Arc;

use super::columns::Columns;
use super::premise::{CutRefutation, Explanation, Premise, PremiseSource};
use super::separator::Separator;
use crate::linear::{Inequality, Literal};
use crate::lp::Multipliers;
use crate::model::Lit;
use crate::proof::{
    BoundReification, DerivedClause, Kernel, Log, PbLit, PolLine, ProofConstraint, ProofError,
    propagate_units,
};

/// A constraint without literals that were given when it was last reduced.
struct ReducedRow {
    known: ProofConstraint,
    /// The number of units when the constraint was last reduced.
    units: usize,
    /// Whether the constraint exists only as a reduced row, so that it is deleted when it is
    /// replaced.
    is_own: bool,
}

/// The steps of a proof that refute a bound, node by node.
pub struct ProofOfTree<'a> {
    log: &'a Log,
    columns: &'a Columns,
    separator: &'a dyn Separator,
    /// The statement that the objective is worse than the bound.
    worse: BoundReification,
    /// The constraint "the objective is not worse than the bound"; `None` if the proof has no such
    /// constraint.
    within: Option<ProofConstraint>,
    /// The row "the cost is at most the bound", divided by the common divisor of the costs, and this
    /// divisor. Cuts can follow from it.
    row_of_costs: (Inequality<usize>, i128),
    /// The unit clause of each given literal. The clause of a literal that the tree has fixed also
    /// has the literal for "the objective is worse than the bound".
    units: HashMap<PbLit, ProofConstraint>,
    /// The derived rows and cuts. Each is derived at its first use.
    derived: HashMap<Arc<Inequality<usize>>, ProofConstraint>,
    /// The reduced rows and cuts.
    reduced: HashMap<Arc<Inequality<usize>>, ReducedRow>,
    /// The reduced constraint for the bound.
    reduced_within: Option<ReducedRow>,
    /// The derived sums and clauses that the current path of the tree needs, by the number of the
    /// premise.
    premises: HashMap<u64, ProofConstraint>,
}

impl<'a> ProofOfTree<'a> {
    /// Returns the state of a proof for a search whose bound is not set yet.
    /// [`ProofOfTree::set_bound`] must be called before a node is refuted. `separator` derives the
    /// rows and cuts.
    pub fn new(
        log: &'a Log,
        columns: &'a Columns,
        separator: &'a dyn Separator,
    ) -> ProofOfTree<'a> {
        ProofOfTree {
            log,
            columns,
            separator,
            worse: BoundReification::Trivial,
            within: None,
            row_of_costs: (Inequality::at_least([], 0), 1),
            units: HashMap::new(),
            derived: HashMap::new(),
            reduced: HashMap::new(),
            reduced_within: None,
            premises: HashMap::new(),
        }
    }

    /// Sets the bound to refute, and replaces the bound before. This function must be called before
    /// a node is refuted. Derives a unit clause for each literal that propagation of the problem
    /// fixes.
    ///
    /// Also defines "the objective is worse than `bound`". If this statement is always true or
    /// always false, uses the trivial upper bound on the cost instead. Keeps the cuts that are
    /// derived already. Fails if a unit clause cannot be derived, or if the problem in the proof
    /// has no objective. Steps that are already written then stay in the proof.
    ///
    /// `most` is the largest cost of the columns in an answer that reaches the bound. Cuts that
    /// follow from the bound before must not be used after this.
    pub fn set_bound(&mut self, bound: i64, most: i64) -> Result<(), ProofError> {
        self.row_of_costs = self.columns.row_of_costs(most);
        let kernel = &mut self.log.open().kernel;
        let fixed = self.columns.fixed.iter();
        let (lits, places): (Vec<Lit>, Vec<usize>) =
            fixed.map(|&(lit, place)| (self.columns.lit(lit), place)).unzip();
        self.units =
            propagate_units(&kernel.literals(&lits), &places, kernel).ok_or(ProofError::Cuts)?;
        self.worse = kernel.define_worse_than(bound).ok_or(ProofError::Cuts)?;
        self.within = match &self.worse {
            BoundReification::Reified(worse) => Some(worse.backward.clone()),
            BoundReification::Trivial => kernel.upper_bound(),
        };
        // The reduced rows rest on units that were derived for the bound before.
        self.reduced.clear();
        self.reduced_within = None;
        Ok(())
    }

    /// Derives the clause of a refutation: one of its choices is not made, or the objective is
    /// worse than the bound. Derives the sums, rows and cuts that the explanation needs, unless
    /// they are derived already. Fails if one of them cannot be derived, or if a sum needs the
    /// constraint for the bound, but the proof has none.
    pub fn refute(
        &mut self,
        explanation: &Explanation,
        refuted: &CutRefutation,
    ) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        let mut from = Vec::new();
        for premise in &explanation.premises {
            from.push(self.derive(premise, kernel).ok_or(ProofError::Cuts)?.id);
        }
        let clause = self.clause(&refuted.choices, kernel);
        let known = kernel.rup(&clause, &from);
        self.premises.insert(refuted.clause.number, known);
        Ok(())
    }

    /// Returns the negations of choices, followed by the literal for "the objective is worse than
    /// the bound", if there is such a literal.
    fn clause(&self, choices: &[Literal<usize>], kernel: &Kernel) -> Vec<PbLit> {
        let negated = choices.iter().map(|&lit| !kernel.literal(self.columns.lit(lit)));
        negated.chain(self.worse.lit()).collect()
    }

    /// Returns the derived constraint of a premise. Derives it at the first call. Returns `None` if
    /// it cannot be derived.
    fn derive(&mut self, premise: &Premise, kernel: &mut Kernel) -> Option<ProofConstraint> {
        if let Some(known) = self.premises.get(&premise.number) {
            return Some(known.clone());
        }
        match &premise.source {
            PremiseSource::Row => self.derive_row(&premise.inequality, kernel),
            PremiseSource::Clause => None,
            PremiseSource::Sum(sum) => {
                let line = self.sum_of_rows(sum, kernel)?;
                let known = kernel.sum(line);
                self.premises.insert(premise.number, known.clone());
                Some(known)
            }
        }
    }

    /// Derives the unit clause of a literal that a premise and given literals imply. The literal is
    /// then given. Fails if the premise cannot be derived.
    pub fn fix(
        &mut self,
        lit: Literal<usize>,
        premise: &Premise,
        given: &[Literal<usize>],
    ) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        let mut from = vec![self.derive(premise, kernel).ok_or(ProofError::Cuts)?.id];
        for &lit in given {
            let unit = self.units.get(&kernel.literal(self.columns.lit(lit)));
            from.push(unit.ok_or(ProofError::Cuts)?.id);
        }
        let clause = self.clause(&[!lit], kernel);
        let unit = kernel.rup(&clause, &from);
        self.units.insert(kernel.literal(self.columns.lit(lit)), unit);
        Ok(())
    }

    /// Returns the sum of reduced rows, cuts and of the constraint for the bound, each multiplied by
    /// its multiplier in `sum`. Derives the rows that are not derived yet, but does not write the
    /// sum. Returns `None` if a row cannot be derived, if `sum` needs the constraint for the bound
    /// and the proof has none, or if `sum` has no multipliers.
    fn sum_of_rows(&mut self, sum: &Multipliers, kernel: &mut Kernel) -> Option<PolLine> {
        let mut parts = Vec::new();
        for (row, times) in &sum.rows {
            parts.push((self.derive_row(row, kernel)?, i128::from(*times)));
        }
        if sum.objective > 0 {
            let within = match self.reduced_within.take() {
                Some(reduced) => reduced,
                None => ReducedRow { known: self.within.clone()?, units: 0, is_own: false },
            };
            let within = self.reduce(within, kernel);
            parts.push((within.known.clone(), i128::from(sum.objective)));
            self.reduced_within = Some(within);
        }
        PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))
    }

    /// Returns the reduced constraint of a row or a cut. Derives the row at the first call, and
    /// keeps it for later calls. Returns `None` if the separator cannot derive it; the next call
    /// then tries again.
    fn derive_row(
        &mut self,
        row: &Arc<Inequality<usize>>,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        let reduced = match self.reduced.remove(row) {
            Some(reduced) => reduced,
            None => {
                ReducedRow { known: self.derive_whole_row(row, kernel)?, units: 0, is_own: false }
            }
        };
        let reduced = self.reduce(reduced, kernel);
        let known = reduced.known.clone();
        self.reduced.insert(row.clone(), reduced);
        Some(known)
    }

    /// Returns the constraint of a row or a cut, with given literals. Derives it at the first call.
    /// Returns `None` if it cannot be derived.
    fn derive_whole_row(
        &mut self,
        row: &Arc<Inequality<usize>>,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        if let Some(known) = self.derived.get(row) {
            return Some(known.clone());
        }
        let known = if **row == self.row_of_costs.0 {
            let mut line = PolLine::new(self.within.as_ref()?, 1);
            line.divide(self.row_of_costs.1);
            kernel.sum(line)
        } else {
            let separator = self.separator;
            separator.derive(row, &mut |row, kernel| self.derive_whole_row(row, kernel), kernel)?
        };
        self.derived.insert(row.clone(), known.clone());
        Some(known)
    }

    /// Returns a constraint without the given literals: false literals cancel with their unit
    /// clauses, and true literals are weakened. Replaces and deletes a constraint that was reduced
    /// before.
    fn reduce(&self, row: ReducedRow, kernel: &mut Kernel) -> ReducedRow {
        let units = self.units.len();
        let ReducedRow { known, is_own, .. } = row;
        let is_given = |lit: PbLit| self.units.contains_key(&lit) || self.units.contains_key(&!lit);
        let has_given = row.units != units && known.inequality.terms().any(|term| is_given(term.1));
        if !has_given {
            return ReducedRow { known, units, is_own };
        }
        let mut line = PolLine::new(&known, 1);
        for (weight, lit) in known.inequality.terms() {
            if let Some(unit) = self.units.get(&!lit) {
                line.add(unit, weight);
            } else if self.units.contains_key(&lit) {
                line.add_literal(!lit, weight);
            }
        }
        let less = kernel.sum(line);
        if is_own {
            kernel.forget(known.id);
        }
        ReducedRow { known: less, units, is_own: true }
    }

    /// Deletes the sum or the clause of a premise from the proof, if it is derived. No step after
    /// this is allowed to use it. Rows and cuts stay.
    pub fn forget(&mut self, premise: &Premise) {
        if let Some(known) = self.premises.remove(&premise.number) {
            self.log.open().kernel.forget(known.id);
        }
    }

    /// Records in the proof that the objective is worse than the bound. The clause of `refuted`
    /// shows this. Fails if this clause depends on choices or is not derived.
    pub fn conclude(&self, refuted: &CutRefutation) -> Result<(), ProofError> {
        let known = self.premises.get(&refuted.clause.number).ok_or(ProofError::Cuts)?;
        let kernel = &mut self.log.open().kernel;
        let clause = DerivedClause { id: known.id, lits: self.clause(&refuted.choices, kernel) };
        kernel.bound_by_clause(&clause, Some(&self.worse), ProofError::Cuts)
    }
}
