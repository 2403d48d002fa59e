//! Counters behind rustsat's traits of cardinality encodings.

use std::marker::PhantomData;
use std::ops::RangeBounds;

use rustsat::OutOfMemory;
use rustsat::encodings::card::{
    BoundBoth, BoundBothIncremental, BoundLower, BoundLowerIncremental, BoundUpper,
    BoundUpperIncremental, Encode, EncodeIncremental,
};
use rustsat::encodings::{
    CollectClauses, ConstraintEncodingError, EncodeStats, EnforceError, IterInputs, Monotone,
    NotEncoded,
};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;
use rustsat::types::constraints::{CardConstraint, CardEqConstr, CardLbConstr, CardUbConstr};

use super::{Written, out_of_memory, within};
use crate::cardinality::{Cardinality, Construct, Counter, Incremental};
use crate::{Bound, Collect};

/// A counter that implements rustsat's traits. `Encoder<Knuth>`, for example, is made by collecting
/// its literals. `Encoder<Cardinality>` is made by [`Cardinality::encoder`] from a row of the table.
///
/// ```
/// use quarrel_encodings::{Encoder, cardinality::Knuth};
/// use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental};
/// use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
/// use rustsat::{lit, var};
///
/// let mut variables = BasicVarManager::default();
/// variables.increase_next_free(var![4]);
/// let mut clauses = Cnf::new();
/// let mut encoder: Encoder<Knuth> = [lit![0], lit![1], lit![2], lit![3]].into_iter().collect();
/// encoder.encode_ub_change(2..=2, &mut clauses, &mut variables)?;
/// let assumptions = encoder.enforce_ub(2).expect("encoded in the line above");
/// # assert_eq!(assumptions.len(), 1);
/// # Ok::<(), rustsat::OutOfMemory>(())
/// ```
///
/// As in rustsat, `encode_ub` and `encode_lb` write all clauses that their bounds need, even those
/// that were written before; `encode_ub_change` and `encode_lb_change` write only the missing
/// clauses. If literals are added after clauses were written, the counting restarts, and no bound
/// is encoded until the next call that writes.
pub struct Encoder<C> {
    lits: Vec<Lit>,
    row: Cardinality,
    written: Written<dyn Counter>,
    choice: PhantomData<C>,
}

impl Cardinality {
    /// Returns this encoding of some literals, behind rustsat's traits of incremental encodings. An
    /// encoding whose counter is not [`Incremental`] then writes some clauses again, and may take
    /// more variables than `reserve` reserves.
    pub fn encoder(&self, lits: impl IntoIterator<Item = Lit>) -> Encoder<Cardinality> {
        Encoder::of(*self, lits.into_iter().collect())
    }
}

impl<C> Encoder<C> {
    fn of(row: Cardinality, lits: Vec<Lit>) -> Encoder<C> {
        Encoder { lits, row, written: Written::new(), choice: PhantomData }
    }

    /// Writes upper bounds, the greatest first, since its clauses also serve the others.
    fn write_upper<Col: CollectClauses>(
        &mut self,
        range: impl RangeBounds<usize>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let bounds = within(range, 0..self.lits.len() as u128).rev().map(Bound::AtMost);
        let open = || Ok(self.row.counter(&self.lits));
        self.written.write(bounds, collector, manager, &open)
    }

    /// Writes lower bounds, the greatest first, since its clauses also serve the others.
    fn write_lower<Col: CollectClauses>(
        &mut self,
        range: impl RangeBounds<usize>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let bounds = within(range, 1..self.lits.len() as u128 + 1).rev().map(Bound::AtLeast);
        let open = || Ok(self.row.counter(&self.lits));
        self.written.write(bounds, collector, manager, &open)
    }

    fn assumptions(&self, bound: Bound) -> Result<Vec<Lit>, NotEncoded> {
        self.written.assumptions(bound, self.lits.iter().copied()).ok_or(NotEncoded)
    }
}

impl<C: Construct> From<Vec<Lit>> for Encoder<C> {
    fn from(lits: Vec<Lit>) -> Encoder<C> {
        Encoder::of(Cardinality::of::<C>("", "", ""), lits)
    }
}

impl<C: Construct> FromIterator<Lit> for Encoder<C> {
    fn from_iter<T: IntoIterator<Item = Lit>>(lits: T) -> Encoder<C> {
        Encoder::from(Vec::from_iter(lits))
    }
}

impl<C: Construct> Default for Encoder<C> {
    fn default() -> Encoder<C> {
        Encoder::from(Vec::new())
    }
}

impl<C> Extend<Lit> for Encoder<C> {
    fn extend<T: IntoIterator<Item = Lit>>(&mut self, lits: T) {
        let before = self.lits.len();
        self.lits.extend(lits);
        if self.lits.len() > before {
            self.written.clear();
        }
    }
}

impl<C> Encode for Encoder<C> {
    fn n_lits(&self) -> usize {
        self.lits.len()
    }
}

impl<C> IterInputs for Encoder<C> {
    type Iter<'a>
        = std::iter::Copied<std::slice::Iter<'a, Lit>>
    where
        C: 'a;

    fn iter(&self) -> Self::Iter<'_> {
        self.lits.iter().copied()
    }
}

impl<C> EncodeStats for Encoder<C> {
    fn n_clauses(&self) -> usize {
        self.written.clauses
    }

    fn n_vars(&self) -> u32 {
        self.written.variables
    }
}

/// Writes a constraint with a fixed bound.
fn write_constraint<C>(
    constraint: CardConstraint,
    collector: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), OutOfMemory>
where
    Encoder<C>: FromIterator<Lit>,
{
    let row = Encoder::<C>::from_iter([]).row;
    row.encode_constraint(constraint, collector, variables).map_err(out_of_memory)
}

impl<C> BoundUpper for Encoder<C> {
    fn encode_ub<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.written.forget(Bound::AtMost);
        self.write_upper(range, collector, variables)
    }

    fn enforce_ub(&self, bound: usize) -> Result<Vec<Lit>, NotEncoded> {
        if bound >= self.lits.len() {
            return Ok(Vec::new());
        }
        self.assumptions(Bound::AtMost(bound as u128))
    }

    fn encode_ub_constr<Col: CollectClauses>(
        constraint: CardUbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory>
    where
        Self: FromIterator<Lit>,
    {
        write_constraint::<C>(CardConstraint::Ub(constraint), collector, variables)
    }
}

impl<C> BoundLower for Encoder<C> {
    fn encode_lb<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.written.forget(Bound::AtLeast);
        self.write_lower(range, collector, variables)
    }

    fn enforce_lb(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        if bound == 0 {
            return Ok(Vec::new());
        }
        if bound > self.lits.len() {
            return Err(EnforceError::Unsat);
        }
        Ok(self.assumptions(Bound::AtLeast(bound as u128))?)
    }

    fn encode_lb_constr<Col: CollectClauses>(
        constraint: CardLbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError>
    where
        Self: FromIterator<Lit>,
    {
        if constraint.is_unsat() {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(write_constraint::<C>(CardConstraint::Lb(constraint), collector, variables)?)
    }
}

impl<C> BoundBoth for Encoder<C> {
    fn encode_eq_constr<Col: CollectClauses>(
        constraint: CardEqConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError>
    where
        Self: FromIterator<Lit>,
    {
        if constraint.is_unsat() {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(write_constraint::<C>(CardConstraint::Eq(constraint), collector, variables)?)
    }
}

impl<C: Incremental> EncodeIncremental for Encoder<C> {
    fn reserve(&mut self, variables: &mut dyn ManageVars) {
        let counts = (1..=self.lits.len() as u128).rev();
        let bounds = counts.flat_map(|count| [Bound::AtMost(count - 1), Bound::AtLeast(count)]);
        self.written.reserve(&mut *self.row.counter(&self.lits), bounds, variables);
    }
}

impl<C> Monotone for Encoder<C> {}

/// Every row of the table can be asked for one bound after another.
impl Incremental for Cardinality {}

impl<C: Incremental> BoundUpperIncremental for Encoder<C> {
    fn encode_ub_change<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.write_upper(range, collector, variables)
    }
}

impl<C: Incremental> BoundLowerIncremental for Encoder<C> {
    fn encode_lb_change<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.write_lower(range, collector, variables)
    }
}

impl<C: Incremental> BoundBothIncremental for Encoder<C> {}
