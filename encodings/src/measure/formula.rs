//! The clauses of one constraint, with literals that can be assumed, propagated and unassigned.
//!
//! A clause watches its first two literals. The clause is visited only when one of these two
//! literals becomes false. Unassigning a literal changes no clause.

use rustsat::types::Lit;

use super::{MeasureError, MeasuredConstraint};
use crate::Clauses;

/// The clauses of a constraint under a partial assignment, which unit propagation extends.
pub(super) struct MeasuredFormula {
    /// The number of literals of the constraint. They are the variables 0 to `inputs` − 1.
    pub(super) inputs: u32,
    /// The number of all variables: first the inputs, then the auxiliary ones.
    pub(super) variables: u32,
    /// The clauses without tautologies and repeated literals. The first two literals are the
    /// watched ones, so their order changes.
    clauses: Vec<Vec<Lit>>,
    /// For each literal, by its index, the indices of the clauses that watch it.
    watching: Vec<Vec<usize>>,
    /// Whether each literal, by its index, is true.
    truth: Vec<bool>,
    /// The true literals in the order in which they became true.
    trail: Vec<Lit>,
    /// Whether unit propagation contradicts the clauses before any assumption.
    contradictory: bool,
}

impl MeasuredFormula {
    /// Returns the formula of a constraint over n literals, in which the unit clauses are
    /// propagated. Fails if n exceeds `most`, or the encoding refuses the constraint.
    pub(super) fn from_constraint(
        constraint: &MeasuredConstraint,
        n: usize,
        most: u32,
    ) -> Result<MeasuredFormula, MeasureError> {
        let inputs = u32::try_from(n)
            .ok()
            .filter(|&inputs| inputs <= most)
            .ok_or(MeasureError::TooLong { inputs: n, most: most as usize })?;
        let mut clauses = Clauses::new();
        let count = constraint.write(n, &mut clauses)?;
        let auxiliary = u32::try_from(count).expect("variables are numbered by 32 bits");
        Ok(MeasuredFormula::from_clauses(inputs, inputs + auxiliary, clauses.iter()))
    }

    /// Returns the formula of clauses over at least `variables` variables. The first `inputs` of
    /// them are the literals of the constraint. Omits tautologies and repeated literals. Propagates
    /// the unit clauses. Contradictory clauses are no error, but then every assumption fails.
    pub(super) fn from_clauses<'a>(
        inputs: u32,
        variables: u32,
        clauses: impl Iterator<Item = &'a [Lit]>,
    ) -> MeasuredFormula {
        let sets: Vec<Vec<Lit>> = clauses.filter_map(deduplicate).collect();
        let end = sets.iter().flatten().map(|lit| lit.vidx32() + 1).max();
        let variables = variables.max(end.unwrap_or(0));
        let mut formula = MeasuredFormula {
            inputs,
            variables,
            clauses: sets,
            watching: vec![Vec::new(); 2 * variables as usize],
            truth: vec![false; 2 * variables as usize],
            trail: Vec::new(),
            contradictory: false,
        };
        formula.watch();
        formula
    }

    /// Makes each clause watch its first two literals, and propagates the unit clauses. Marks the
    /// formula as contradictory if there is an empty clause or propagation finds a contradiction.
    /// Must be called once, before any assumption.
    fn watch(&mut self) {
        let mut units = Vec::new();
        for (place, clause) in self.clauses.iter().enumerate() {
            match clause[..] {
                [] => self.contradictory = true,
                [unit] => units.push(unit),
                [a, b, ..] => {
                    self.watching[a.lidx()].push(place);
                    self.watching[b.lidx()].push(place);
                }
            }
        }
        for unit in units {
            self.contradictory |= !self.assume(unit);
        }
    }

    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.lidx()]
    }

    /// Returns whether a variable has no value.
    pub(super) fn is_unassigned(&self, variable: u32) -> bool {
        !self.is_true(Lit::positive(variable)) && !self.is_true(Lit::negative(variable))
    }

    pub(super) fn clauses(&self) -> &[Vec<Lit>] {
        &self.clauses
    }

    /// Returns a mark of the present assignment, to which [`backtrack`](MeasuredFormula::backtrack)
    /// can return.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Unassigns the literals that became true after a mark.
    pub(super) fn backtrack(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.truth[lit.lidx()] = false;
        }
    }

    /// Makes a literal true and propagates. Returns false on a contradiction, and always if the
    /// clauses are contradictory without an assumption. On a contradiction, literals that became
    /// true stay true. So the caller must [`backtrack`](MeasuredFormula::backtrack) before the next
    /// assumption.
    pub(super) fn assume(&mut self, lit: Lit) -> bool {
        let mut next = self.trail.len();
        if self.contradictory || !self.set(lit) {
            return false;
        }
        while let Some(&lit) = self.trail.get(next) {
            if !self.propagate(!lit) {
                return false;
            }
            next += 1;
        }
        true
    }

    /// Makes a literal true if its variable is unassigned. Returns whether the literal is true
    /// afterwards.
    fn set(&mut self, lit: Lit) -> bool {
        if !self.is_true(lit) && !self.is_true(!lit) {
            self.truth[lit.lidx()] = true;
            self.trail.push(lit);
        }
        self.is_true(lit)
    }

    /// Visits the clauses that watch `failing`, a literal that became false. If the other watched
    /// literal of a clause is true, the clause stays as it is. Otherwise the clause watches another
    /// literal instead of `failing`, one that is not false. If there is none, the other watched
    /// literal becomes true. Returns false if the other watched literal is already false.
    fn propagate(&mut self, failing: Lit) -> bool {
        let mut watching = std::mem::take(&mut self.watching[failing.lidx()]);
        let mut consistent = true;
        watching.retain(|&place| {
            if !consistent {
                return true;
            }
            let clause = &mut self.clauses[place];
            if clause[0] == failing {
                clause.swap(0, 1);
            }
            let other = clause[0];
            if self.truth[other.lidx()] {
                return true;
            }
            if let Some(next) = clause[2..].iter().position(|lit| !self.truth[(!*lit).lidx()]) {
                clause.swap(1, next + 2);
                self.watching[clause[1].lidx()].push(place);
                return false;
            }
            consistent = self.set(other);
            true
        });
        self.watching[failing.lidx()] = watching;
        consistent
    }
}

/// Returns a clause with each of its literals once, or `None` for a tautology.
fn deduplicate(clause: &[Lit]) -> Option<Vec<Lit>> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    (!lits.windows(2).any(|pair| pair[0].var() == pair[1].var())).then_some(lits)
}

#[cfg(test)]
mod tests {
    use rustsat::lit;

    use super::*;

    #[test]
    fn what_follows_is_true_until_it_is_opened() {
        let clauses = [vec![!lit![0], lit![1]], vec![!lit![1], !lit![2], lit![3]]];
        let mut formula = MeasuredFormula::from_clauses(4, 4, clauses.iter().map(Vec::as_slice));
        let start = formula.mark();
        assert!(formula.assume(lit![2]));
        let mark = formula.mark();
        for _ in 0..2 {
            assert!(formula.assume(lit![0]));
            assert!(formula.is_true(lit![1]) && formula.is_true(lit![3]));
            formula.backtrack(mark);
            assert!(
                formula.is_true(lit![2]) && formula.is_unassigned(0) && formula.is_unassigned(3)
            );
        }
        assert!(formula.assume(!lit![3]));
        assert!(formula.is_true(!lit![1]) && formula.is_true(!lit![0]));
        assert!(!formula.assume(lit![0]));
        formula.backtrack(start);
        assert!((0..4).all(|variable| formula.is_unassigned(variable)));
    }

    #[test]
    fn units_and_contradictions_are_there_from_the_start() {
        let clauses = [vec![lit![0]], vec![!lit![0], lit![1], lit![1]], vec![lit![2], !lit![2]]];
        let formula = MeasuredFormula::from_clauses(3, 3, clauses.iter().map(Vec::as_slice));
        assert!(formula.is_true(lit![0]) && formula.is_true(lit![1]) && formula.is_unassigned(2));
        assert!(!MeasuredFormula::from_clauses(1, 1, [[].as_slice()].into_iter()).assume(lit![0]));
        let opposite = [vec![lit![0]], vec![!lit![0]]];
        let mut opposite = MeasuredFormula::from_clauses(2, 2, opposite.iter().map(Vec::as_slice));
        assert!(!opposite.assume(lit![1]));
    }
}
