//! Totals: counts of literals and sums of weights, whose bounds are written on request.
//!
//! A search makes a total of its objective, and requests one bound after another on one solver.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::{Collect, Error, Meaning, Signal, Writer};

/// The direction of the implication between an output "at least j" and the count. A search that
/// needs only upper bounds, or only lower bounds, of the total writes only one direction, by
/// polarity (Plaisted and Greenbaum, A Structure-preserving Clause Form Translation, JSC 1986).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// At least j true literals imply the output.
    Upper,
    /// The output implies that at least j literals are true.
    Lower,
}

/// A bound on a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// The total is at most this number.
    AtMost(u128),
    /// The total is at least this number.
    AtLeast(u128),
}

impl Bound {
    /// Returns the side whose clauses enforce the bound.
    pub fn side(self) -> Side {
        match self {
            Bound::AtMost(_) => Side::Upper,
            Bound::AtLeast(_) => Side::Lower,
        }
    }
}

/// A count or a sum whose bounds are written on request. Every
/// [`Counter`](crate::cardinality::Counter) is a total. After the collector has refused a clause,
/// the total must not be used again.
///
/// ```
/// use quarrel_encodings::{Bound, Total, pseudo_boolean::{Group, Term, bdd}};
/// use rustsat::instances::{BasicVarManager, ManageVars};
/// use rustsat::solvers::{SolveIncremental, SolverResult};
/// use rustsat::{lit, var};
/// use rustsat_cadical::CaDiCaL;
///
/// let terms = [Term::new(3_u32, lit![0]), Term::new(5_u32, lit![1]), Term::new(7_u32, lit![2])];
/// let mut total = bdd::ROW.total(&Group::singletons(&terms))?;
/// let (mut solver, mut variables) = (CaDiCaL::default(), BasicVarManager::from_next_free(var![3]));
/// for (bound, result) in [(8, SolverResult::Sat), (7, SolverResult::Unsat)] {
///     let mut lits = total.assumptions(Bound::AtMost(bound), &mut solver, &mut variables)?;
///     lits.extend([lit![0], lit![1]]);
///     assert_eq!(solver.solve_assumps(&lits)?, result);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Total: Send {
    /// Returns the greatest possible total.
    fn most(&self) -> u128;

    /// Writes the missing clauses of an upper bound. Returns signals that together imply a total of
    /// at most `bound`. The list is empty if every possible total is at most `bound`. If every
    /// possible total exceeds `bound`, one of the signals is constant false.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the bound, or the collector refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error>;

    /// Writes the missing clauses of a lower bound. Returns signals that together imply a total of
    /// at least `bound`. The list is empty if every possible total is at least `bound`. If every
    /// possible total is less than `bound`, one of the signals is constant false.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the bound, or the collector refuses a clause.
    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error>;

    /// Returns whether the signals of a bound may be added as unit clauses, and assumed together
    /// with the signals of other bounds. If not, the signals may only be assumed. Each call of the
    /// solver must then assume the signals of one bound only.
    fn bounds_hold_together(&self) -> bool {
        true
    }

    /// Writes the missing clauses of a bound. Returns signals that together imply the bound, as
    /// [`at_most`](Total::at_most) and [`at_least`](Total::at_least) do.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the bound, or the collector refuses a clause.
    fn enforce(&mut self, bound: Bound, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        match bound {
            Bound::AtMost(bound) => self.at_most(bound, writer),
            Bound::AtLeast(bound) => self.at_least(bound, writer),
        }
    }

    /// Writes the missing clauses of a bound. Returns the literals whose assumption makes the bound
    /// hold. The list is empty if every possible total satisfies the bound. If no possible total
    /// satisfies the bound, one of these literals is a fresh variable, and a unit clause makes this
    /// variable false. Each such call makes a new variable. If
    /// [`bounds_hold_together`](Total::bounds_hold_together) is `false`, the literals may only be
    /// assumed, for one bound at a time.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the bound, or the collector refuses a clause. The total must
    /// not be used after a refused clause.
    fn assumptions(
        &mut self,
        bound: Bound,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<Vec<Lit>, Error> {
        let mut writer = Writer::new(clauses, variables);
        let signals = self.enforce(bound, &mut writer)?;
        signals
            .into_iter()
            .map(|signal| writer.assumption(signal, || Meaning::or([])))
            .filter_map(Result::transpose)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use rustsat::instances::BasicVarManager;

    use super::*;
    use crate::pseudo_boolean::{Group, Term};
    use crate::{Tally, pseudo_boolean};

    #[test]
    fn a_total_goes_on_in_another_thread() {
        let lits: Vec<Lit> = (0..9).map(Lit::positive).collect();
        let terms: Vec<Term> = (1_u32..).zip(&lits).map(|(w, &lit)| Term::new(w, lit)).collect();
        for row in pseudo_boolean::ALL {
            let mut total = row.total(&Group::singletons(&terms)).expect("small weights");
            let bound = total.most() / 2;
            let (mut here, mut variables) = (Tally::default(), BasicVarManager::default());
            let mut write = |total: &mut dyn Total, tally: &mut Tally| {
                total.at_most(bound, &mut Writer::new(tally, &mut variables)).expect("a form")
            };
            let first = write(&mut *total, &mut here);
            assert!(here.clauses > 0);
            std::thread::scope(|scope| {
                let again = scope.spawn(|| {
                    let mut tally = Tally::default();
                    (write(&mut *total, &mut tally), tally)
                });
                let (again, tally) = again.join().expect("no panic");
                assert_eq!((again, tally.clauses), (first, 0), "the clauses are there");
            });
        }
    }
}
