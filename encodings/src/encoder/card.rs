//! A type that implements rustsat's traits of cardinality encodings by any counter of this crate.

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

use super::WrittenBounds;
use super::sums::Sums;
use crate::cardinality::{Cardinality, Construct, Counter, Incremental, Side};
use crate::{Bound, Collect};

/// A counter that implements rustsat's traits. `Encoder<Knuth>`, for example, is made by collecting
/// its literals. `Encoder<Cardinality>` is made by [`Cardinality::encoder`] from a row of the
/// table.
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
/// As in rustsat, `encode_ub` and `encode_lb` write all clauses that their bounds need, even
/// clauses that were written before. `encode_ub_change` and `encode_lb_change` write only the
/// missing clauses. If literals are added after clauses were written, the counting restarts. Then
/// no bound is encoded until the next call that writes.
pub struct Encoder<C> {
    lits: Vec<Lit>,
    /// The encoding that makes the counter.
    row: Cardinality,
    /// The counter with the bounds that are written.
    written: WrittenBounds<dyn Counter>,
    /// The type from which [`Default`] and [`FromIterator`] make `row`.
    choice: PhantomData<C>,
}

impl Cardinality {
    /// Returns this encoding of some literals, as a type that implements rustsat's traits of
    /// incremental encodings. An encoding whose counter is not [`Incremental`] sometimes writes
    /// clauses again for a later bound, and then takes more variables than `reserve` reserves.
    pub fn encoder(&self, lits: impl IntoIterator<Item = Lit>) -> Encoder<Cardinality> {
        Encoder::new(*self, lits.into_iter().collect())
    }
}

impl<C> Encoder<C> {
    fn new(row: Cardinality, lits: Vec<Lit>) -> Encoder<C> {
        Encoder { lits, row, written: WrittenBounds::new(), choice: PhantomData }
    }

    /// Writes the clauses of the upper or the lower bounds of a range. Skips bounds that are
    /// already written. Ignores bounds that always hold, and lower bounds above the number of
    /// literals. Adds the new clauses and variables to the counts of this encoder, even on a
    /// failure. The only error that rustsat has here means that the collector refuses a clause or
    /// that no variable is left. After such a failure no bound counts as written, not even one that
    /// was written before.
    fn write<Col: CollectClauses>(
        &mut self,
        side: Side,
        range: impl RangeBounds<usize>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let bounds = Sums::from_count(self.lits.len()).bounds(side, range);
        self.written.write(bounds, || Ok(self.row.counter(&self.lits)), collector, manager)
    }

    /// Returns the literals whose assumption makes a bound hold. The list is empty if the bound
    /// always holds. Fails with `Unsat` if a lower bound exceeds the number of literals, and with
    /// `NotEncoded` if the bound is not written.
    fn assumptions(&self, side: Side, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        let sums = Sums::from_count(self.lits.len());
        self.written.assumptions(side, bound, &sums, self.lits.iter().copied())
    }
}

impl<C: Construct> From<Vec<Lit>> for Encoder<C> {
    fn from(lits: Vec<Lit>) -> Encoder<C> {
        Encoder::new(Cardinality::for_counter::<C>("", "", ""), lits)
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

/// Writes a constraint with a fixed bound, as [`Cardinality::encode_constraint`] does.
///
/// # Errors
///
/// `Unsat`, before any clause, if the constraint demands more true literals than it has literals,
/// and `OutOfMemory` if the collector refuses a clause or no variable is left. No other
/// contradiction is an error; it is written as clauses.
fn write_constraint(
    row: &Cardinality,
    constraint: CardConstraint,
    collector: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), ConstraintEncodingError> {
    if constraint.is_unsat() {
        return Err(ConstraintEncodingError::Unsat);
    }
    let written = row.encode_constraint(constraint, collector, variables);
    Ok(written.map_err(|_| OutOfMemory::ExternalApi)?)
}

impl<C> BoundUpper for Encoder<C> {
    encodes!(encode_ub, Side::Upper, forget);

    fn enforce_ub(&self, bound: usize) -> Result<Vec<Lit>, NotEncoded> {
        self.assumptions(Side::Upper, bound).map_err(|_| NotEncoded)
    }

    /// Writes a constraint "at most" with a fixed bound, by the encoding of this type. The only
    /// error that rustsat has here means that the collector refuses a clause or that no variable is
    /// left.
    fn encode_ub_constr<Col: CollectClauses>(
        constraint: CardUbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory>
    where
        Self: FromIterator<Lit>,
    {
        let constraint = CardConstraint::Ub(constraint);
        let written = Self::from_iter([]).row.encode_constraint(constraint, collector, variables);
        written.map_err(|_| OutOfMemory::ExternalApi)
    }
}

impl<C> BoundLower for Encoder<C> {
    encodes!(encode_lb, Side::Lower, forget);

    fn enforce_lb(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        self.assumptions(Side::Lower, bound)
    }

    encodes_constraint!(encode_lb_constr, CardLbConstr, CardConstraint::Lb, Lit);
}

impl<C> BoundBoth for Encoder<C> {
    encodes_constraint!(encode_eq_constr, CardEqConstr, CardConstraint::Eq, Lit);
}

impl<C: Incremental> EncodeIncremental for Encoder<C> {
    fn reserve(&mut self, variables: &mut dyn ManageVars) {
        let bounds = (1..=self.lits.len() as u128)
            .rev()
            .flat_map(|count| [Bound::AtMost(count - 1), Bound::AtLeast(count)]);
        self.written.reserve(&mut *self.row.counter(&self.lits), bounds, variables);
    }
}

impl<C> Monotone for Encoder<C> {}

/// Bounds can be requested one after another from every row of the table, although some counters
/// then write clauses again.
impl Incremental for Cardinality {}

impl<C: Incremental> BoundUpperIncremental for Encoder<C> {
    encodes!(encode_ub_change, Side::Upper);
}

impl<C: Incremental> BoundLowerIncremental for Encoder<C> {
    encodes!(encode_lb_change, Side::Lower);
}

impl<C: Incremental> BoundBothIncremental for Encoder<C> {}
