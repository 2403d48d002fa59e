//! Parities in a linear program: each case of its tree is one sum.
//!
//! A cut is a clause of a parity, or of a sum of parities, and is derived as such. The multiples of
//! cuts that refute a case, and that the objective is no worse than the bound, are one sum in which
//! enough literals cancel: what is left is a clause of what is fixed in the case. Some of that was
//! fixed since its opposite is refuted, or by propagation from what the problem states; unit
//! propagation takes it out.

use std::collections::HashMap;

use crate::model::Lit;
use crate::proof::{DerivedClause, Kernel, Log, Logged, PbLit, PolLine, Unprovable, Worse, units};

/// A sum of clauses of parities, each with its multiplier, and of a bound on the objective with its
/// own.
#[derive(Debug)]
pub struct CutSum {
    /// The clauses.
    pub clauses: Vec<(Vec<Lit>, i64)>,
    /// The multiplier of the bound.
    pub bound: i64,
}

/// The bound that a proof refutes, and the cuts that are derived.
pub struct RefutedCases<'a> {
    log: &'a Log,
    worse: Worse,
    /// That the objective is not worse than the bound, or that its literals are at least 0.
    within: Option<Logged>,
    /// The unit clauses of what propagation fixes.
    units: HashMap<PbLit, Logged>,
    /// The cuts that are derived, by their literals in order.
    derived: HashMap<Vec<PbLit>, Logged>,
}

impl<'a> RefutedCases<'a> {
    /// Begins to refute bounds.
    pub fn new(log: &'a Log) -> RefutedCases<'a> {
        let (units, derived) = (HashMap::new(), HashMap::new());
        RefutedCases { log, worse: Worse::Never, within: None, units, derived }
    }

    /// Begins to refute a bound by linear programs. The literals are those that propagation fixes,
    /// each with the place of the constraint that does.
    ///
    /// # Errors
    ///
    /// If what is fixed, or what the bound says, cannot be derived.
    pub fn aim(&mut self, bound: i64, fixed: &[(Lit, usize)]) -> Result<(), Unprovable> {
        let kernel = &mut self.log.open().kernel;
        let (lits, places): (Vec<Lit>, Vec<usize>) = fixed.iter().copied().unzip();
        self.units = units(&kernel.literals(&lits), &places, kernel).ok_or(Unprovable::Cuts)?;
        self.worse = kernel.worse_than(bound).ok_or(Unprovable::Cuts)?;
        self.within = match &self.worse {
            Worse::If(worse) => Some(worse.backward.clone()),
            Worse::Never => kernel.upper_bound(),
        };
        Ok(())
    }

    /// Derives that a case in which literals are true is refuted by a sum. Those of them that were
    /// fixed for reasons follow from choices, on which the refutation rests.
    ///
    /// # Errors
    ///
    /// If that is not so.
    pub fn take(
        &mut self,
        sum: &CutSum,
        fixed: &[Lit],
        reasons: &[&DerivedClause],
        choices: &[Lit],
    ) -> Result<DerivedClause, Unprovable> {
        let kernel = &mut self.log.open().kernel;
        let line = self.sum_of_cuts(sum, kernel).ok_or(Unprovable::Cuts)?;
        let mut clause = self.negated(fixed, kernel);
        clause.extend(self.units.keys().map(|&unit| !unit));
        if line.says().missed_without(&clause) <= 0 {
            return Err(Unprovable::Cuts);
        }
        let plain = kernel.sum(line.weakened_to(&clause));
        let lits = self.negated(choices, kernel);
        if plain.says.terms().all(|(_, lit)| lits.contains(&lit)) {
            let lits = plain.says.terms().map(|(_, lit)| lit).collect();
            return Ok(DerivedClause { id: plain.id, lits });
        }
        let units = plain.says.terms().filter_map(|(_, lit)| self.units.get(&!lit));
        let units = units.map(|unit| unit.id);
        let from = reasons.iter().map(|reason| reason.id).chain(units).chain([plain.id]);
        let id = kernel.rup(&lits, &from.collect::<Vec<_>>()).id;
        kernel.forget(plain.id);
        Ok(DerivedClause { id, lits })
    }

    /// Returns the negations of literals, and that the objective is worse.
    fn negated(&self, lits: &[Lit], kernel: &Kernel) -> Vec<PbLit> {
        lits.iter().map(|&lit| !kernel.literal(lit)).chain(self.worse.lit()).collect()
    }

    fn sum_of_cuts(&mut self, sum: &CutSum, kernel: &mut Kernel) -> Option<PolLine> {
        let mut parts = Vec::new();
        for (clause, times) in &sum.clauses {
            parts.push((self.cut(clause, kernel)?, i128::from(*times)));
        }
        if sum.bound > 0 {
            parts.push((self.within.clone()?, i128::from(sum.bound)));
        }
        PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))
    }

    /// Derives a clause of a parity.
    fn cut(&mut self, clause: &[Lit], kernel: &mut Kernel) -> Option<Logged> {
        let mut clause = kernel.literals(clause);
        clause.sort_unstable();
        if let Some(known) = self.derived.get(&clause) {
            return Some(known.clone());
        }
        let known = kernel.parity_clause(&clause)?;
        self.derived.insert(clause, known.clone());
        Some(known)
    }

    /// Forgets a refutation that is of no use any more.
    pub fn forget(&self, case: &DerivedClause) {
        self.log.open().kernel.forget(case.id);
    }

    /// Records that the bound is refuted.
    ///
    /// # Errors
    ///
    /// If the refutation rests on choices.
    pub fn conclude(&self, case: &DerivedClause) -> Result<(), Unprovable> {
        self.log.open().kernel.bound_by_clause(case, Some(&self.worse), Unprovable::Cuts)
    }
}
