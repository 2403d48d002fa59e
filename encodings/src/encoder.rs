//! Our counters as encodings of rustsat's traits, so that they work wherever rustsat's own do.
//!
//! ```
//! use quarrel_encodings::{Encoder, cardinality::Knuth};
//! use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental};
//! use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
//! use rustsat::{lit, var};
//!
//! let mut variables = BasicVarManager::default();
//! variables.increase_next_free(var![4]);
//! let mut clauses = Cnf::new();
//! let mut encoder: Encoder<Knuth> = [lit![0], lit![1], lit![2], lit![3]].into_iter().collect();
//! encoder.encode_ub_change(2..=2, &mut clauses, &mut variables)?;
//! let assumptions = encoder.enforce_ub(2).expect("encoded in the line above");
//! # assert_eq!(assumptions.len(), 1);
//! # Ok::<(), rustsat::OutOfMemory>(())
//! ```

use std::collections::HashMap;
use std::ops::{Bound, Range, RangeBounds};

use rustsat::OutOfMemory;
use rustsat::encodings::card::{
    BoundBoth, BoundBothIncremental, BoundLower, BoundLowerIncremental, BoundUpper,
    BoundUpperIncremental, Encode, EncodeIncremental,
};
use rustsat::encodings::{
    CollectClauses, ConstraintEncodingError, EncodeStats, EnforceError, IterInputs, NotEncoded,
};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;
use rustsat::types::constraints::{CardEqConstr, CardLbConstr, CardUbConstr};

use crate::Refusal;
use crate::cardinality::{Construct, Incremental, Relation, Side, write};
use crate::collect::ToRustsat;
use crate::writer::{Signal, Writer};

/// A counter in rustsat's traits, over literals that it is collected from.
pub struct Encoder<C: Construct> {
    lits: Vec<Lit>,
    counter: C,
    outputs: HashMap<(usize, Side), Lit>,
    clauses: usize,
    variables: u32,
}

impl<C: Construct> From<Vec<Lit>> for Encoder<C> {
    fn from(lits: Vec<Lit>) -> Encoder<C> {
        let counter = C::over(&lits);
        Encoder { lits, counter, outputs: HashMap::new(), clauses: 0, variables: 0 }
    }
}

impl<C: Construct> FromIterator<Lit> for Encoder<C> {
    fn from_iter<T: IntoIterator<Item = Lit>>(lits: T) -> Encoder<C> {
        Encoder::from(Vec::from_iter(lits))
    }
}

impl<C: Construct> Encoder<C> {
    /// Writes the outputs of these counts, the highest first: what serves it serves the others.
    fn write_outputs<Col: CollectClauses>(
        &mut self,
        counts: Range<usize>,
        side: Side,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let before = (collector.n_clauses(), variables.n_used());
        for count in counts.rev() {
            let mut into = ToRustsat(collector);
            let mut writer = Writer::new(&mut into, variables);
            let output = self.counter.output(count, side, &mut writer).map_err(out_of_memory)?;
            let Signal::Lit(output) = output else {
                unreachable!("no output was promised to be a constant")
            };
            self.outputs.insert((count, side), output);
        }
        self.clauses += collector.n_clauses() - before.0;
        self.variables += variables.n_used() - before.1;
        Ok(())
    }
}

/// The only refusal that a collector of rustsat knows.
fn out_of_memory(_: Refusal) -> OutOfMemory {
    OutOfMemory::ExternalApi
}

/// The numbers of a range from `least` to `most`.
fn clamped(range: impl RangeBounds<usize>, least: usize, most: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => start.saturating_add(1),
        Bound::Unbounded => least,
    };
    let end = match range.end_bound() {
        Bound::Included(&end) => end.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => most + 1,
    };
    start.max(least)..end.min(most + 1)
}

impl<C: Construct> Encode for Encoder<C> {
    fn n_lits(&self) -> usize {
        self.lits.len()
    }
}

impl<C: Construct> IterInputs for Encoder<C> {
    type Iter<'a> = std::iter::Copied<std::slice::Iter<'a, Lit>>;

    fn iter(&self) -> Self::Iter<'_> {
        self.lits.iter().copied()
    }
}

impl<C: Construct> EncodeStats for Encoder<C> {
    fn n_clauses(&self) -> usize {
        self.clauses
    }

    fn n_vars(&self) -> u32 {
        self.variables
    }
}

/// Writes a constraint for good.
fn write_constraint<C: Construct, Col: CollectClauses>(
    lits: &[Lit],
    relation: Relation,
    bound: usize,
    collector: &mut Col,
    variables: &mut dyn ManageVars,
) -> Result<(), OutOfMemory> {
    let mut into = ToRustsat(collector);
    let mut writer = Writer::new(&mut into, variables);
    write(&mut C::over(lits), relation, bound, &mut writer).map_err(out_of_memory)
}

impl<C: Construct> BoundUpper for Encoder<C> {
    fn encode_ub<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let Some(most) = self.lits.len().checked_sub(1) else { return Ok(()) };
        let bounds = clamped(range, 0, most);
        self.write_outputs(bounds.start + 1..bounds.end + 1, Side::Upper, collector, variables)
    }

    fn enforce_ub(&self, bound: usize) -> Result<Vec<Lit>, NotEncoded> {
        if bound >= self.lits.len() {
            return Ok(Vec::new());
        }
        let output = self.outputs.get(&(bound + 1, Side::Upper)).ok_or(NotEncoded)?;
        Ok(vec![!*output])
    }

    fn encode_ub_constr<Col: CollectClauses>(
        constraint: CardUbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let (lits, bound) = constraint.decompose();
        write_constraint::<C, Col>(&lits, Relation::AtMost, bound, collector, variables)
    }
}

impl<C: Construct> BoundLower for Encoder<C> {
    fn encode_lb<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let counts = clamped(range, 1, self.lits.len());
        self.write_outputs(counts, Side::Lower, collector, variables)
    }

    fn enforce_lb(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        if bound == 0 {
            return Ok(Vec::new());
        }
        if bound > self.lits.len() {
            return Err(EnforceError::Unsat);
        }
        let output = self.outputs.get(&(bound, Side::Lower)).ok_or(EnforceError::NotEncoded)?;
        Ok(vec![*output])
    }

    fn encode_lb_constr<Col: CollectClauses>(
        constraint: CardLbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError> {
        let (lits, bound) = constraint.decompose();
        if bound > lits.len() {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(write_constraint::<C, Col>(&lits, Relation::AtLeast, bound, collector, variables)?)
    }
}

impl<C: Construct> BoundBoth for Encoder<C> {
    fn encode_eq_constr<Col: CollectClauses>(
        constraint: CardEqConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError> {
        let (lits, bound) = constraint.decompose();
        if bound > lits.len() {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(write_constraint::<C, Col>(&lits, Relation::Exactly, bound, collector, variables)?)
    }
}

impl<C: Incremental> EncodeIncremental for Encoder<C> {
    /// Takes no variables: a counter takes them as it is written.
    fn reserve(&mut self, _: &mut dyn ManageVars) {}
}

impl<C: Incremental> BoundUpperIncremental for Encoder<C> {
    fn encode_ub_change<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.encode_ub(range, collector, variables)
    }
}

impl<C: Incremental> BoundLowerIncremental for Encoder<C> {
    fn encode_lb_change<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.encode_lb(range, collector, variables)
    }
}

impl<C: Incremental> BoundBothIncremental for Encoder<C> {}
