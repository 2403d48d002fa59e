//! A type that implements rustsat's traits of pseudo-Boolean encodings by any construction of this
//! crate.

use std::cell::OnceCell;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use rustsat::OutOfMemory;
use rustsat::encodings::pb::{
    BoundBoth, BoundBothIncremental, BoundLower, BoundLowerIncremental, BoundUpper,
    BoundUpperIncremental, Encode, EncodeIncremental,
};
use rustsat::encodings::{
    CollectClauses, ConstraintEncodingError, EncodeStats, EnforceError, IterWeightedInputs,
};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;
use rustsat::types::constraints::{PbConstraint, PbEqConstr, PbLbConstr, PbUbConstr};

use super::WrittenBounds;
use super::sums::Sums;
use crate::cardinality::Side;
use crate::pseudo_boolean::{Construction, Group, PseudoBoolean, Term, decompose};
use crate::{Collect, Error, Relation, Total};

/// A type that implements rustsat's traits by a pseudo-Boolean encoding of some literals.
/// `WeightedEncoder<Bdd>`, for example, is made by collecting literals with their weights.
/// `WeightedEncoder<PseudoBoolean>` is made by [`PseudoBoolean::encoder`] from a row of the table.
///
/// ```
/// use quarrel_encodings::{WeightedEncoder, pseudo_boolean::{ALL, Adder}};
/// use rustsat::encodings::pb::{BoundUpper, BoundUpperIncremental};
/// use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
/// use rustsat::{lit, var};
///
/// fn at_most_seven(mut encoder: impl BoundUpperIncremental) -> Result<Cnf, rustsat::OutOfMemory> {
///     let (mut clauses, mut variables) = (Cnf::new(), BasicVarManager::from_next_free(var![3]));
///     encoder.encode_ub_change(7..=7, &mut clauses, &mut variables)?;
///     let units = encoder.enforce_ub(7).expect("encoded in the line above");
///     units.into_iter().for_each(|unit| clauses.add_unit(unit));
///     Ok(clauses)
/// }
/// let weighted = [(lit![0], 3), (lit![1], 5), (lit![2], 7)];
/// at_most_seven(weighted.into_iter().collect::<WeightedEncoder<Adder>>())?;
/// for row in ALL {
///     at_most_seven(row.encoder(weighted))?;
/// }
/// # Ok::<(), rustsat::OutOfMemory>(())
/// ```
///
/// In a range of bounds, only the bounds that a sum of weights can reach are written. A call fails
/// with [`OutOfMemory::ExternalApi`] if it would write more than 2^14 bounds, or if the encoding
/// cannot express a bound. If literals are added after clauses were written, the summing restarts.
///
/// The assumptions of a bound hold for one call of the solver. They may be added as unit clauses
/// only if [`bounds_hold_together`](PseudoBoolean::bounds_hold_together) is true for the row. So
/// the type is not [`Monotone`](rustsat::encodings::Monotone).
pub struct WeightedEncoder<C> {
    /// The literals with their weights, in the order in which they were added.
    weighted: Vec<(Lit, usize)>,
    /// The encoding that makes the sum.
    row: PseudoBoolean,
    /// The sums that the weights can reach. They are computed on first use, and again after
    /// literals are added.
    sums: OnceCell<Sums>,
    /// The sum with the bounds that are written.
    written: WrittenBounds<dyn Total>,
    /// The type from which [`Default`] and [`FromIterator`] make `row`.
    choice: PhantomData<C>,
}

impl PseudoBoolean {
    /// Returns this encoding of literals with weights, as a type that implements rustsat's traits.
    pub fn encoder(
        &self,
        weighted: impl IntoIterator<Item = (Lit, usize)>,
    ) -> WeightedEncoder<PseudoBoolean> {
        WeightedEncoder::new(*self, weighted)
    }
}

impl<C: Construction> FromIterator<(Lit, usize)> for WeightedEncoder<C> {
    fn from_iter<T: IntoIterator<Item = (Lit, usize)>>(weighted: T) -> WeightedEncoder<C> {
        WeightedEncoder::new(PseudoBoolean::for_construction::<C>("", ""), weighted)
    }
}

impl<C: Construction> Default for WeightedEncoder<C> {
    fn default() -> WeightedEncoder<C> {
        WeightedEncoder::from_iter([])
    }
}

impl<C> Extend<(Lit, usize)> for WeightedEncoder<C> {
    /// Adds literals with their weights. If there are any, forgets all bounds, so that the next
    /// call that writes begins with a new total. The reserved variables and the numbers of clauses
    /// and variables stay. If there are none, changes nothing.
    fn extend<T: IntoIterator<Item = (Lit, usize)>>(&mut self, weighted: T) {
        let before = self.weighted.len();
        self.weighted.extend(weighted);
        if self.weighted.len() > before {
            self.written.clear();
            self.sums = OnceCell::new();
        }
    }
}

impl<C> WeightedEncoder<C> {
    fn new(
        row: PseudoBoolean,
        weighted: impl IntoIterator<Item = (Lit, usize)>,
    ) -> WeightedEncoder<C> {
        let (weighted, sums) = (weighted.into_iter().collect(), OnceCell::new());
        WeightedEncoder { weighted, row, sums, written: WrittenBounds::new(), choice: PhantomData }
    }

    /// Returns the sums that the weights can reach. The first call computes them.
    fn sums(&self) -> &Sums {
        let weights = self.weighted.iter().map(|&(_, weight)| weight as u128);
        self.sums.get_or_init(|| Sums::from_weights(weights))
    }

    /// Writes the clauses of the upper or the lower bounds of a range. Skips bounds that are
    /// already written. Ignores bounds that always hold, and lower bounds above the sum of all
    /// weights. Of several bounds that allow the same sums, writes only one. Fails if there are
    /// more than 2^14 bounds; then nothing is changed. Also fails if the encoding or the collector
    /// refuses a bound. After a refusal, no bound counts as written, not even one that was written
    /// before. But the new clauses and variables are counted, even after a refusal.
    fn write<Col: CollectClauses>(
        &mut self,
        side: Side,
        range: impl RangeBounds<usize>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let bounds = self.sums().bounds(side, range);
        self.written.write(bounds, || open(&self.row, &self.weighted), collector, manager)
    }

    /// Returns the literals whose assumption makes a bound hold. The list is empty if the bound
    /// always holds. If the bound is written but cannot hold, the list has a literal and its
    /// negation. A bound counts as written if a written bound allows the same sums. Fails with
    /// `Unsat` if a lower bound exceeds all sums, and with `NotEncoded` if the bound is not
    /// written.
    fn assumptions(&self, side: Side, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        self.written.assumptions(
            side,
            bound,
            self.sums(),
            self.weighted.iter().map(|&(lit, _)| lit),
        )
    }
}

/// Returns the total of literals with weights, which has written no clause. Fails if the weights
/// add up to more than [`LARGEST`](crate::pseudo_boolean::LARGEST).
fn open(row: &PseudoBoolean, weighted: &[(Lit, usize)]) -> Result<Box<dyn Total>, Error> {
    let terms = weighted
        .iter()
        .map(|&(lit, weight)| Term { weight: weight as u128, lit })
        .map(Group::from)
        .collect::<Vec<_>>();
    row.total(&terms)
}

/// Returns a number as `usize`, the type of rustsat's sums. A number out of its range becomes
/// `usize::MAX`.
fn saturating_usize(number: u128) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl<C> Encode for WeightedEncoder<C> {
    /// Returns the sum of all weights, or `usize::MAX` if the sum is greater.
    fn weight_sum(&self) -> usize {
        saturating_usize(self.sums().most)
    }

    fn next_higher(&self, sum: usize) -> usize {
        saturating_usize(self.sums().ceiling(sum as u128 + 1))
    }

    fn next_lower(&self, sum: usize) -> usize {
        sum.checked_sub(1).map_or(0, |below| saturating_usize(self.sums().floor(below as u128)))
    }
}

impl<C> IterWeightedInputs for WeightedEncoder<C> {
    type Iter<'a>
        = std::iter::Copied<std::slice::Iter<'a, (Lit, usize)>>
    where
        C: 'a;

    fn iter(&self) -> Self::Iter<'_> {
        self.weighted.iter().copied()
    }
}

impl<C> EncodeStats for WeightedEncoder<C> {
    fn n_clauses(&self) -> usize {
        self.written.clauses
    }

    fn n_vars(&self) -> u32 {
        self.written.variables
    }
}

/// Writes a constraint with a fixed bound. A constraint "at least" with a negative bound always
/// holds and takes no clause.
///
/// # Errors
///
/// `Unsat`, before any clause, if the bound exceeds the sum of all weights ("at least" or
/// "exactly") or is negative ("at most" or "exactly"). `OutOfMemory` if the encoding cannot express
/// the constraint, the collector refuses a clause, or no variable is left. No other contradiction
/// is an error; it is written as clauses.
fn write_constraint(
    row: &PseudoBoolean,
    constraint: PbConstraint,
    collector: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), ConstraintEncodingError> {
    let (terms, relation, bound) = decompose(constraint);
    let most: u128 = terms.iter().map(|term| term.weight).sum();
    let written = match u128::try_from(bound) {
        Ok(bound) if bound > most && relation != Relation::AtMost => {
            return Err(ConstraintEncodingError::Unsat);
        }
        Ok(bound) => row.encode(&terms, relation, bound, collector, variables),
        Err(_) if relation == Relation::AtLeast => Ok(()),
        Err(_) => return Err(ConstraintEncodingError::Unsat),
    };
    Ok(written.map_err(|_| OutOfMemory::ExternalApi)?)
}

impl<C> BoundUpper for WeightedEncoder<C> {
    encodes!(encode_ub, Side::Upper, forget);

    fn enforce_ub(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        self.assumptions(Side::Upper, bound)
    }

    encodes_constraint!(encode_ub_constr, PbUbConstr, PbConstraint::Ub, (Lit, usize));
}

impl<C> BoundLower for WeightedEncoder<C> {
    encodes!(encode_lb, Side::Lower, forget);

    fn enforce_lb(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        self.assumptions(Side::Lower, bound)
    }

    encodes_constraint!(encode_lb_constr, PbLbConstr, PbConstraint::Lb, (Lit, usize));
}

impl<C> BoundBoth for WeightedEncoder<C> {
    encodes_constraint!(encode_eq_constr, PbEqConstr, PbConstraint::Eq, (Lit, usize));
}

impl<C> EncodeIncremental for WeightedEncoder<C> {
    /// Reserves as many variables as all bounds take if they are written at once. A search that
    /// requests the bounds in another order can take more variables. Reserves no variable if there
    /// are more than 2^14 sums, or if the encoding cannot express them.
    fn reserve(&mut self, variables: &mut dyn ManageVars) {
        let bounds = [Side::Upper, Side::Lower].map(|side| self.sums().bounds(side, ..));
        if let Ok(mut total) = open(&self.row, &self.weighted) {
            self.written.reserve(&mut *total, bounds.into_iter().flatten().flatten(), variables);
        }
    }
}

impl<C> BoundUpperIncremental for WeightedEncoder<C> {
    encodes!(encode_ub_change, Side::Upper);
}

impl<C> BoundLowerIncremental for WeightedEncoder<C> {
    encodes!(encode_lb_change, Side::Lower);
}

impl<C> BoundBothIncremental for WeightedEncoder<C> {}
