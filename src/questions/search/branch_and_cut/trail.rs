//! The trail of a tree: the fixed columns. Each column that was not chosen has the refutation of
//! its other value.
//!
//! A refutation depends on the choices that led to the fixed columns that it needs. If a proof is
//! written, the refutation of a value is derived only when another refutation needs it, as a clause
//! of negated choices.

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
    /// A refutation that is not derived yet: the multipliers of the sum that refutes the node, and
    /// the indices in the trail of the fixed columns that this sum needs.
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
    /// The literal that fixes a column by being true.
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

    /// Returns the indices of those of the first `place` steps that are choices.
    pub fn choices(&self, place: usize) -> BTreeSet<usize> {
        (0..place).filter(|&place| self.steps[place].why.is_none()).collect()
    }

    /// Removes the steps from the index `start` on, and deletes the clauses of their derived
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

    /// Concludes in the proof, from a refutation of the root, that the bound cannot be reached.
    /// Does nothing if no proof is written or the refutation is not derived in it. Fails if the
    /// derived clause depends on choices.
    pub fn conclude(&self, refuted: &CutRefutation) -> Result<(), SearchError> {
        if let (Some(proof), Some(case)) = (&self.proof, refuted.case()) {
            proof.conclude(case)?;
        }
        Ok(())
    }

    /// Returns the refutation that the evidence proves. If a proof is written, derives the
    /// refutation at once, and before it the refutations in the trail that it needs. Fails if a
    /// derivation fails.
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

    /// Returns the multipliers with which the evidence adds up rows. Returns `None` if no proof is
    /// written.
    pub fn sum(&self, evidence: &Evidence) -> Option<Arc<Multipliers>> {
        self.proof.as_ref().map(|_| Arc::new(evidence.multipliers.clone()))
    }

    /// Returns the refutation by a sum of rows with these reduced costs, one for each column.
    /// `spare` is the amount by which this sum is larger than a refutation needs, and must be at
    /// least 0. Fixed columns that together change the sum by at most `spare` are left out of the
    /// refutation, the latest ones first. `sum` has the multipliers for a proof, or is `None` if no
    /// proof is written. Derives nothing yet.
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

    /// Returns the indices in the trail of the fixed columns that a refuting sum needs, the latest
    /// first. Leaves out the latest columns that it can: all that are left out, taken together,
    /// change the sum by at most `spare`.
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

    /// Returns the choices on which the fixed columns at these indices depend, as indices in the
    /// trail. A choice depends on itself. Every index must be less than the number of steps.
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

    /// Derives in the proof that a sum refutes a case, and returns the derived clause. The literals
    /// of the case are the choices on which the columns `used` depend and, if `value` is given, the
    /// literal `value`. `used` has indices in the trail. First derives the refutations of the other
    /// values of these columns. Fails if one of these derivations or that of the case fails. Panics
    /// if no proof is written.
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

    /// Derives the refutation at an index of the trail, and before it the refutations that it
    /// needs. Does nothing if it is derived already, if it has no sum to derive, or if the step is
    /// a choice. Fails if a derivation fails. After an error, the refutation counts as one that is
    /// not in the proof.
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
