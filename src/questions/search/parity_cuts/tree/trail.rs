//! The trail of a tree: the fixed variables, each with the refutation of its other value.
//!
//! A refutation depends on the choices that led to the fixed variables it needs. A proof derives it
//! as a clause of negated choices when another refutation needs it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::CutTree;
use crate::lp::Multipliers;
use crate::lp::simplex::Evidence;
use crate::model::Lit;
use crate::proof::DerivedClause;
use crate::search::SearchError;
use crate::search::parity_cuts::cuts::Fixed;
use crate::search::parity_cuts::proof::CutSum;

#[derive(Debug)]
pub(in crate::questions::search::parity_cuts) struct CutRefutation {
    pub(super) rests: BTreeSet<usize>,
    pub(super) derivation: Derivation,
}

#[derive(Debug)]
pub(super) enum Derivation {
    None,
    Derived(DerivedClause),
    Later(Later),
}

#[derive(Debug)]
pub(super) struct Later {
    sum: Arc<CutSum>,
    used: Vec<usize>,
}

impl CutRefutation {
    fn case(&self) -> Option<&DerivedClause> {
        match &self.derivation {
            Derivation::Derived(case) => Some(case),
            Derivation::None | Derivation::Later(_) => None,
        }
    }

    /// Returns a refutation that depends on no choice and is not in a proof.
    pub fn for_good() -> CutRefutation {
        CutRefutation { rests: BTreeSet::new(), derivation: Derivation::None }
    }
}

pub(super) struct Fixing {
    pub fixed: Fixed,
    /// The refutation of the other value; `None` if the value was chosen.
    pub why: Option<CutRefutation>,
}

impl CutTree<'_> {
    pub(super) fn choices(&self, place: usize) -> BTreeSet<usize> {
        (0..place).filter(|&place| self.trail[place].why.is_none()).collect()
    }

    /// Fixes a variable to the value that is not refuted, with its whole orbit if there is no
    /// choice yet.
    pub(super) fn fix_other(&mut self, refuted: Fixed, why: CutRefutation) {
        let Fixed { variable, value } = refuted;
        let is_root = self.is_symmetric && self.choices(self.trail.len()).is_empty();
        if is_root {
            for other in self.cuts.orbit(variable).into_iter().skip(1) {
                if !self.program.is_fixed(other) {
                    let fixed = Fixed { variable: other, value: !value };
                    self.fix(Fixing { fixed, why: Some(CutRefutation::for_good()) });
                }
            }
        }
        self.fix(Fixing { fixed: Fixed { variable, value: !value }, why: Some(why) });
    }

    pub(super) fn fix(&mut self, step: Fixing) {
        let variable = step.fixed.variable;
        debug_assert!(!self.program.is_fixed(variable), "a variable is fixed once");
        self.program.bound(variable, step.fixed.bounds());
        self.trail.push(step);
    }

    pub(super) fn forget(&mut self, start: usize) {
        for Fixing { why, .. } in self.trail.drain(start..).rev() {
            if let (Some(proof), Some(Derivation::Derived(case))) =
                (&self.proof, why.map(|why| why.derivation))
            {
                proof.forget(&case);
            }
        }
    }

    /// Returns the refutation that the multiples of clauses prove, and derives it if a proof is
    /// written. It does not depend on the latest fixed variables that it does not need.
    pub(super) fn refuted_by(&mut self, evidence: &Evidence) -> Result<CutRefutation, SearchError> {
        let Evidence { multipliers, reduced, spare } = evidence;
        let mut refuted = self.refuted_with(reduced, *spare, self.sum(multipliers));
        if let Derivation::Later(later) = &refuted.derivation {
            refuted.derivation = Derivation::Derived(self.derive(later, None)?);
        }
        Ok(refuted)
    }

    /// Returns the indices in the trail of the fixed variables that a refuting sum needs. `left`
    /// has the weight of each variable in this sum. All variables that are left out change the sum
    /// by at most `spare` together.
    fn used(&self, left: &[i128], mut spare: i128) -> Vec<usize> {
        let mut used = Vec::new();
        for (place, Fixing { fixed, .. }) in self.trail.iter().enumerate().rev() {
            let weight = left[fixed.variable];
            let matters = if fixed.value { weight.max(0) } else { (-weight).max(0) };
            if matters <= spare {
                spare -= matters;
            } else {
                used.push(place);
            }
        }
        used
    }

    fn rests(&self, used: &[usize]) -> BTreeSet<usize> {
        let mut rests = BTreeSet::new();
        for &place in used {
            match &self.trail[place].why {
                None => {
                    rests.insert(place);
                }
                Some(refuted) => rests.extend(&refuted.rests),
            }
        }
        rests
    }

    pub(super) fn sum(&self, multipliers: &Multipliers) -> Option<Arc<CutSum>> {
        self.proof.as_ref()?;
        let clauses = multipliers.rows.iter().map(|&(place, times)| {
            let clause = self.program.inequality(place).terms();
            (clause.map(|(_, lit)| self.cuts.signed(lit)).collect(), times)
        });
        Some(Arc::new(CutSum { clauses: clauses.collect(), bound: multipliers.objective }))
    }

    fn derive(
        &mut self,
        later: &Later,
        value: Option<Fixed>,
    ) -> Result<DerivedClause, SearchError> {
        let Later { sum, used } = later;
        for &place in used {
            self.derive_reason(place)?;
        }
        let value = value.map(|fixed| self.cuts.lit(fixed));
        let fixed: Vec<_> = used.iter().map(|&place| self.lit(place)).chain(value).collect();
        let rests = self.rests(used);
        let choices: Vec<_> = rests.iter().map(|&place| self.lit(place)).chain(value).collect();
        // The reasons are clauses of choices, so those of the used variables suffice.
        let reasons = used.iter().filter_map(|&place| self.trail[place].why.as_ref()?.case());
        let reasons: Vec<&DerivedClause> = reasons.collect();
        let proof = self.proof.as_mut().expect("sums are kept for a proof");
        Ok(proof.take(sum, &fixed, &reasons, &choices)?)
    }

    fn lit(&self, place: usize) -> Lit {
        self.cuts.lit(self.trail[place].fixed)
    }

    fn derive_reason(&mut self, place: usize) -> Result<(), SearchError> {
        let Fixing { fixed, why: Some(why) } = &mut self.trail[place] else { return Ok(()) };
        let refuted = Fixed { variable: fixed.variable, value: !fixed.value };
        let derivation = match std::mem::replace(&mut why.derivation, Derivation::None) {
            Derivation::Later(later) => Derivation::Derived(self.derive(&later, Some(refuted))?),
            known => known,
        };
        if let Some(why) = &mut self.trail[place].why {
            why.derivation = derivation;
        }
        Ok(())
    }

    pub(super) fn refuted_with(
        &self,
        left: &[i128],
        spare: i128,
        sum: Option<Arc<CutSum>>,
    ) -> CutRefutation {
        let used = self.used(left, spare);
        let rests = self.rests(&used);
        let derivation = match sum {
            None => Derivation::None,
            Some(sum) => Derivation::Later(Later { sum, used }),
        };
        CutRefutation { rests, derivation }
    }
}
