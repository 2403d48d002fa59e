//! The totalizer: a balanced tree whose nodes count the true leaves below them in unary.
//!
//! A node with a and b leaves below its children has min(a+b, k+1) outputs, and a clause for each
//! pair of values of the children: O(n log n) variables, O(n k) clauses towards bound k, complete
//! propagation. Incremental in both directions of the bound (Martins et al. 2014). Written by
//! rustsat, which writes only the outputs that the bounds asked for need.

use rustsat::encodings::ConstraintEncodingError;
use rustsat::encodings::card::{BoundBoth, BoundUpper, BoundUpperIncremental, Totalizer};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;
use rustsat::types::constraints::CardConstraint;

use super::{Cardinality, Counter, Relation};
use crate::collect::{bridged, clause};
use crate::{Collect, Refusal};

pub(super) const ROW: Cardinality = Cardinality {
    name: "totalizer",
    citation: "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003; incremental: Martins et al., CP 2014",
    encode,
    counter,
};

fn encode(
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    clauses: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), Refusal> {
    if relation != Relation::AtMost && bound > lits.len() {
        return clause(clauses, []);
    }
    let lits = lits.iter().copied();
    let constraint = match relation {
        Relation::AtMost => CardConstraint::new_ub(lits, bound),
        Relation::AtLeast => CardConstraint::new_lb(lits, bound),
        Relation::Exactly => CardConstraint::new_eq(lits, bound),
    };
    bridged(clauses, |bridge| match Totalizer::encode_constr(constraint, bridge, variables) {
        Err(ConstraintEncodingError::OutOfMemory(error)) => Err(error),
        Err(ConstraintEncodingError::Unsat) => unreachable!("the bound is at most n"),
        Ok(()) => Ok(()),
    })
}

fn counter(lits: &[Lit]) -> Box<dyn Counter> {
    Box::new(Incremental { totalizer: lits.iter().copied().collect(), size: lits.len() })
}

struct Incremental {
    totalizer: Totalizer,
    size: usize,
}

impl Counter for Incremental {
    fn at_most(
        &mut self,
        bound: usize,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<Vec<Lit>, Refusal> {
        if bound >= self.size {
            return Ok(Vec::new());
        }
        let totalizer = &mut self.totalizer;
        bridged(clauses, |bridge| totalizer.encode_ub_change(bound..=bound, bridge, variables))?;
        Ok(self.totalizer.enforce_ub(bound).expect("encoded for this bound in the line above"))
    }
}
