//! Parities in a linear program: each case of its tree is one sum.
//!
//! A cut is a clause of a parity, or of a sum of parities, and is derived as such. The multiples of
//! cuts that refute a case, and that the objective is no worse than the bound, are one sum in which
//! enough literals cancel: what is left is a clause of what is fixed in the case. Some of that was
//! fixed since its opposite is refuted, or by propagation from what the problem states; unit
//! propagation takes it out.

use std::collections::HashMap;

use super::definitions::Reified;
use super::inequality::PbLit;
use super::steps::{Id, Logged, PolLine};
use super::{Inner, Unprovable};
use crate::model::Lit;

/// A clause that is derived: that some choices do not hold together, or the objective is worse than
/// the bound that is refuted.
#[derive(Debug)]
pub struct Case {
    id: Id,
    clause: Vec<PbLit>,
}

/// A sum of clauses of parities, each with its multiplier, and of a bound on the objective with its
/// own.
#[derive(Debug)]
pub struct CutSum {
    /// The clauses.
    pub clauses: Vec<(Vec<Lit>, i64)>,
    /// The multiplier of the bound.
    pub bound: i64,
}

/// What is known of the bound that is refuted, and of cuts.
#[derive(Default)]
pub struct Cuts {
    /// That the objective is worse than the bound, if it can be.
    worse: Option<Reified>,
    /// That the objective is not worse than the bound, or that its literals are at least 0.
    within: Option<Logged>,
    /// What is fixed by propagation.
    units: HashMap<PbLit, Logged>,
    /// The cuts that are derived, by their literals in order.
    derived: HashMap<Vec<PbLit>, Logged>,
}

impl Inner {
    /// Begins to refute a bound. The literals are those that propagation fixes, each with the place
    /// of the constraint that does.
    pub fn aim_at_cuts(&mut self, bound: i64, fixed: &[(Lit, usize)]) -> Result<(), Unprovable> {
        let (lits, places): (Vec<Lit>, Vec<usize>) = fixed.iter().copied().unzip();
        let lits = self.literals(&lits);
        self.cuts.units = self.propagate(&lits, &places).ok_or(Unprovable::Cuts)?;
        let worse = self.worse_than(bound).ok_or(Unprovable::Cuts)?;
        self.cuts.within = match &worse {
            Some(worse) => Some(worse.backward.clone()),
            None => {
                let cost = self.objective.as_ref().ok_or(Unprovable::Cuts)?;
                let terms = cost.at_least(0);
                let negated: Vec<PbLit> = terms.terms().map(|(_, lit)| !lit).collect();
                (!negated.is_empty()).then(|| self.steps.sum(PolLine::of_literals(&negated)))
            }
        };
        self.cuts.worse = worse;
        Ok(())
    }

    /// A case in which literals are true is refuted by a sum. What of it was fixed for reasons
    /// gives way to the choices that these rest on.
    pub fn take_case(
        &mut self,
        sum: &CutSum,
        fixed: &[Lit],
        reasons: &[&Case],
        choices: &[Lit],
    ) -> Result<Case, Unprovable> {
        let line = self.sum_of_cuts(sum).ok_or(Unprovable::Cuts)?;
        let worse = self.cuts.worse.as_ref().map(|worse| worse.lit);
        let negated = |lits: Vec<PbLit>| lits.into_iter().map(|lit| !lit).chain(worse);
        let mut clause: Vec<PbLit> = negated(self.literals(fixed)).collect();
        clause.extend(self.cuts.units.keys().map(|&unit| !unit));
        if line.says().missed_without(&clause) <= 0 {
            return Err(Unprovable::Cuts);
        }
        let plain = self.steps.sum(line.weakened_to(&clause));
        let clause: Vec<PbLit> = negated(self.literals(choices)).collect();
        if plain.says.terms().all(|(_, lit)| clause.contains(&lit)) {
            let clause = plain.says.terms().map(|(_, lit)| lit).collect();
            return Ok(Case { id: plain.id, clause });
        }
        let units = plain.says.terms().filter_map(|(_, lit)| self.cuts.units.get(&!lit));
        let units = units.map(|unit| unit.id);
        let from = reasons.iter().map(|reason| reason.id).chain(units).chain([plain.id]);
        let id = self.steps.rup(&clause, &from.collect::<Vec<_>>());
        self.steps.forget(plain.id);
        Ok(Case { id, clause })
    }

    fn sum_of_cuts(&mut self, sum: &CutSum) -> Option<PolLine> {
        let mut parts = Vec::new();
        for (clause, times) in &sum.clauses {
            parts.push((self.cut(clause)?, i128::from(*times)));
        }
        if sum.bound > 0 {
            parts.push((self.cuts.within.clone()?, i128::from(sum.bound)));
        }
        PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))
    }

    /// A clause of a parity.
    fn cut(&mut self, clause: &[Lit]) -> Option<Logged> {
        let mut clause = self.literals(clause);
        clause.sort_unstable();
        if let Some(known) = self.cuts.derived.get(&clause) {
            return Some(known.clone());
        }
        let line = self.parities.clause(&clause, &mut self.steps)?;
        let known = self.steps.sum(line.weakened_to(&clause));
        self.cuts.derived.insert(clause, known.clone());
        Some(known)
    }

    pub fn forget_case(&mut self, case: &Case) {
        self.steps.forget(case.id);
    }

    /// Takes in a refutation that needs no choice.
    pub fn take_cuts(&mut self, case: &Case) -> Result<(), Unprovable> {
        let worse = self.cuts.worse.take();
        self.take_clause(case.id, &case.clause, worse.as_ref()).ok_or(Unprovable::Cuts)
    }
}
