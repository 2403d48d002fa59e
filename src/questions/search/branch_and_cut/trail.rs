//! The trail of a tree: the list of the fixed columns. The value of a column was either chosen, or
//! it is fixed because the other value was refuted. In the second case, the trail has this
//! refutation.
//!
//! A refutation needs some fixed columns. It depends on the choices that led to these columns; they
//! are found by following the reasons back (conflict analysis in the implication graph). If a proof
//! is written, the refutation of a value is derived only when another refutation needs it. It is
//! derived as a clause of negated choices.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::columns::Columns;
use super::proof::RefutedCases;
use crate::linear::Literal;
use crate::lp::Multipliers;
use crate::lp::simplex::Evidence;
use crate::model::Lit;
use crate::proof::DerivedClause;
use crate::search::SearchError;

/// The refutation of a node, or of one value of a column.
#[derive(Debug)]
pub struct CutRefutation {
    /// The choices on which the refutation depends, as indices in the trail.
    pub(super) rests: BTreeSet<usize>,
    derivation: Derivation,
}

/// The derivation of a refutation in a proof.
#[derive(Debug)]
enum Derivation {
    /// No proof is written, or another thread found the refutation.
    None,
    /// The clause that the proof derived.
    Derived(DerivedClause),
    /// A refutation that is not derived yet. The first field has the multipliers of the sum that
    /// refutes the node. The second field has the fixed columns that this sum needs, as indices in
    /// the trail.
    Later(Arc<Multipliers>, Vec<usize>),
}

impl CutRefutation {
    /// Returns a refutation that depends on no choice and is not in a proof.
    pub fn unconditional() -> CutRefutation {
        CutRefutation::under_choices(BTreeSet::new())
    }

    /// Returns a refutation that depends on these choices and is not in a proof.
    pub(super) fn under_choices(rests: BTreeSet<usize>) -> CutRefutation {
        CutRefutation { rests, derivation: Derivation::None }
    }

    /// Returns the clause that the proof derived. Returns `None` if the refutation is not derived.
    fn case(&self) -> Option<&DerivedClause> {
        match &self.derivation {
            Derivation::Derived(case) => Some(case),
            Derivation::None | Derivation::Later(..) => None,
        }
    }
}

/// A fixed column, and the reason why it is fixed.
pub(super) struct TrailStep {
    /// The true literal that fixes a column.
    pub lit: Literal<usize>,
    /// The refutation of the other value; `None` if the value was chosen.
    pub why: Option<CutRefutation>,
}

/// The fixed columns of a node, in order.
pub(super) struct Trail<'a> {
    columns: &'a Columns,
    /// The fixed columns, in the order in which they were fixed.
    pub steps: Vec<TrailStep>,
    /// The proof, if one is written.
    pub proof: Option<RefutedCases<'a>>,
}

impl<'a> Trail<'a> {
    pub fn new(columns: &'a Columns, proof: Option<RefutedCases<'a>>) -> Trail<'a> {
        Trail { columns, steps: Vec::new(), proof }
    }

    /// Returns the indices of the choices among the first `place` steps.
    pub fn choices(&self, place: usize) -> BTreeSet<usize> {
        (0..place).filter(|&place| self.steps[place].why.is_none()).collect()
    }

    /// Removes the steps from the index `start` on. Also deletes the clauses of their derived
    /// refutations from the proof, the latest first. `start` must not exceed the number of steps.
    /// Does not change the linear program.
    pub fn truncate(&mut self, start: usize) {
        for TrailStep { why, .. } in self.steps.drain(start..).rev() {
            if let (Some(proof), Some(case)) =
                (&self.proof, why.as_ref().and_then(CutRefutation::case))
            {
                proof.forget(case);
            }
        }
    }

    /// Concludes in the proof, from a refutation of the root, that no answer reaches the bound.
    /// Does nothing if no proof is written, or if the refutation is not derived in the proof. Fails
    /// if the derived clause depends on choices.
    pub fn conclude(&self, refuted: &CutRefutation) -> Result<(), SearchError> {
        if let (Some(proof), Some(case)) = (&self.proof, refuted.case()) {
            proof.conclude(case)?;
        }
        Ok(())
    }

    /// Returns the refutation that the evidence proves. If a proof is written, derives the
    /// refutation at once. Before that, derives the refutations in the trail that it needs. Fails
    /// if a derivation fails.
    pub fn derive_refutation(&mut self, evidence: &Evidence) -> Result<CutRefutation, SearchError> {
        let mut refuted = self.refutation_by(evidence);
        if let Derivation::Later(sum, used) = &refuted.derivation {
            refuted.derivation = Derivation::Derived(self.derive(sum, used, None)?);
        }
        Ok(refuted)
    }

    /// Returns the refutation that the evidence proves, without deriving it in the proof.
    pub fn refutation_by(&self, evidence: &Evidence) -> CutRefutation {
        self.refutation_by_sum(&evidence.reduced, evidence.spare, self.sum(evidence))
    }

    /// Returns the multipliers of the rows whose sum is the evidence. Returns `None` if no proof is
    /// written.
    pub fn sum(&self, evidence: &Evidence) -> Option<Arc<Multipliers>> {
        self.proof.as_ref().map(|_| Arc::new(evidence.multipliers.clone()))
    }

    /// Returns the refutation by a sum of rows. `reduced` has the reduced cost of each column in
    /// this sum. `spare` is the amount by which this sum is larger than a refutation needs; it must
    /// be at least 0. Leaves out fixed columns, the latest first, as long as together they change
    /// the sum by at most `spare`. `sum` has the multipliers for a proof, or is `None` if no proof
    /// is written. Derives nothing yet.
    pub fn refutation_by_sum(
        &self,
        reduced: &[i128],
        spare: i128,
        sum: Option<Arc<Multipliers>>,
    ) -> CutRefutation {
        let used = self.used(reduced, spare);
        let rests = self.needed_choices(&used);
        let derivation = sum.map_or(Derivation::None, |sum| Derivation::Later(sum, used));
        CutRefutation { rests, derivation }
    }

    /// Returns the fixed columns that a refuting sum needs, as indices in the trail, the latest
    /// first. `reduced` has the reduced cost of each column in this sum. Leaves out as many of the
    /// latest columns as possible: all columns that are left out, taken together, change the sum by
    /// at most `spare`, which must be at least 0.
    fn used(&self, reduced: &[i128], mut spare: i128) -> Vec<usize> {
        let mut used = Vec::new();
        for (place, TrailStep { lit, .. }) in self.steps.iter().enumerate().rev() {
            let weight = reduced[lit.variable];
            let matters = (if lit.is_negated { -weight } else { weight }).max(0);
            if matters <= spare {
                spare -= matters;
            } else {
                used.push(place);
            }
        }
        used
    }

    /// Returns choices, as indices in the trail: those on which the fixed columns at the indices
    /// `used` depend. A choice depends on itself. Every index must be less than the number of
    /// steps.
    fn needed_choices(&self, used: &[usize]) -> BTreeSet<usize> {
        let mut rests = BTreeSet::new();
        for &place in used {
            match &self.steps[place].why {
                None => {
                    rests.insert(place);
                }
                Some(refuted) => rests.extend(&refuted.rests),
            }
        }
        rests
    }

    /// Derives in the proof that a sum refutes a case, and returns the derived clause. `used` has
    /// indices of columns in the trail. The literals of the case are the choices on which these
    /// columns depend. If `value` is given, this literal belongs to the case, too. First derives
    /// the refutations of the other values of these columns. Fails if one of these derivations
    /// fails, or if the derivation of the case fails. Panics if no proof is written.
    fn derive(
        &mut self,
        sum: &Multipliers,
        used: &[usize],
        value: Option<Literal<usize>>,
    ) -> Result<DerivedClause, SearchError> {
        for &place in used {
            self.derive_reason(place)?;
        }
        let value_lit = value.map(|lit| self.columns.lit(lit));
        let fixed: Vec<_> = used.iter().map(|&place| self.lit(place)).chain(value_lit).collect();
        let rests = self.needed_choices(used);
        let choices: Vec<_> = rests.iter().map(|&place| self.lit(place)).chain(value_lit).collect();
        // Each reason depends directly on choices, so the reasons of the used columns suffice.
        let reasons: Vec<&DerivedClause> =
            used.iter().filter_map(|&place| self.steps[place].why.as_ref()?.case()).collect();
        let proof = self.proof.as_mut().expect("sums are stored only if a proof is written");
        Ok(proof.refute(sum, &fixed, &reasons, &choices)?)
    }

    /// Returns the model's literal of the fixed column at an index of the trail.
    fn lit(&self, place: usize) -> Lit {
        self.columns.lit(self.steps[place].lit)
    }

    /// Derives the refutation at an index of the trail. Before that, derives the refutations that
    /// it needs. Does nothing if the refutation is derived already, if it has no sum to derive, or
    /// if the step is a choice. Fails if a derivation fails. After an error, the refutation is
    /// treated as one that is not in the proof.
    fn derive_reason(&mut self, place: usize) -> Result<(), SearchError> {
        let TrailStep { lit, why: Some(why) } = &mut self.steps[place] else { return Ok(()) };
        let refuted = !*lit;
        let derivation = match std::mem::replace(&mut why.derivation, Derivation::None) {
            Derivation::Later(sum, used) => {
                Derivation::Derived(self.derive(&sum, &used, Some(refuted))?)
            }
            known => known,
        };
        if let Some(why) = &mut self.steps[place].why {
            why.derivation = derivation;
        }
        Ok(())
    }
}
