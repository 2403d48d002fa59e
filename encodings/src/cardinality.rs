//! At most, at least or exactly k of n literals are true.
//!
//! A row has two functions. `encode` states one constraint once and for all. `counter` opens a
//! [`Counter`] over the literals: an upper bound that a search tightens step by step on one solver,
//! each step adding only the clauses that were missing.
//!
//! A lower bound is an upper bound on the negated literals: ≥ k of n is ≤ n−k of their negations.

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use crate::{Collect, Refusal};

mod totalizer;

/// Every encoding of cardinality constraints, the default first.
pub const ALL: &[Cardinality] = &[totalizer::ROW];

/// How the number of true literals relates to the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// At most k.
    AtMost,
    /// At least k.
    AtLeast,
    /// Exactly k.
    Exactly,
}

/// Writes a constraint over literals of distinct variables, with its relation and bound.
pub type Encode =
    fn(&[Lit], Relation, usize, &mut dyn Collect, &mut dyn ManageVars) -> Result<(), Refusal>;

/// One encoding of cardinality constraints.
#[derive(Clone, Copy, Debug)]
pub struct Cardinality {
    /// The name by which a user chooses it.
    pub name: &'static str,
    /// Where it was published.
    pub citation: &'static str,
    /// Writes the clauses for distinct literals, taking auxiliary variables from the manager.
    pub encode: Encode,
    /// Opens an incremental upper bound over distinct literals; nothing is written yet.
    pub counter: fn(&[Lit]) -> Box<dyn Counter>,
}

/// An upper bound on the number of true literals, to be tightened or loosened at will.
pub trait Counter {
    /// Writes what is missing to bound the literals by `bound`, and returns the literals that
    /// enforce it: as assumptions for one call, or as unit clauses for good.
    ///
    /// # Errors
    ///
    /// Refuses what the encoding has no form for.
    fn at_most(
        &mut self,
        bound: usize,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<Vec<Lit>, Refusal>;
}

/// The row of that name.
pub fn named(name: &str) -> Option<&'static Cardinality> {
    ALL.iter().find(|row| row.name == name)
}
