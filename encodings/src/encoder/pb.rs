//! Constructions behind rustsat's traits of pseudo-Boolean encodings.

use std::cell::OnceCell;
use std::marker::PhantomData;
use std::ops::{Range, RangeBounds};

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

use super::{Written, out_of_memory, within};
use crate::pseudo_boolean::{Construction, Group, PseudoBoolean, Term, common_divisor, decomposed};
use crate::{Bound, Collect, Error, Relation, Total};

/// The greatest number of sums that are listed, and of bounds that one call writes.
const MOST: usize = 1 << 14;

/// A pseudo-Boolean encoding of some literals that implements rustsat's traits.
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
/// Of a range of bounds, only those are written that a sum of weights can reach. A call that would
/// write more than 2^14 bounds, or for which the encoding has no form, fails with
/// [`OutOfMemory::ExternalApi`]. If literals are added after clauses were written, the summing
/// restarts.
///
/// The assumptions of a bound hold for one call of the solver. They may be added as unit clauses if
/// the row has [`bounds_hold_together`](PseudoBoolean::bounds_hold_together). So the type is not
/// [`Monotone`](rustsat::encodings::Monotone).
pub struct WeightedEncoder<C> {
    weighted: Vec<(Lit, usize)>,
    row: PseudoBoolean,
    sums: OnceCell<Sums>,
    written: Written<dyn Total>,
    choice: PhantomData<C>,
}

impl PseudoBoolean {
    /// Returns this encoding of literals with weights, behind rustsat's traits.
    pub fn encoder(
        &self,
        weighted: impl IntoIterator<Item = (Lit, usize)>,
    ) -> WeightedEncoder<PseudoBoolean> {
        WeightedEncoder::of(*self, weighted)
    }
}

impl<C: Construction> FromIterator<(Lit, usize)> for WeightedEncoder<C> {
    fn from_iter<T: IntoIterator<Item = (Lit, usize)>>(weighted: T) -> WeightedEncoder<C> {
        WeightedEncoder::of(PseudoBoolean::of::<C>("", ""), weighted)
    }
}

impl<C: Construction> Default for WeightedEncoder<C> {
    fn default() -> WeightedEncoder<C> {
        WeightedEncoder::from_iter([])
    }
}

impl<C> Extend<(Lit, usize)> for WeightedEncoder<C> {
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
    fn of(
        row: PseudoBoolean,
        weighted: impl IntoIterator<Item = (Lit, usize)>,
    ) -> WeightedEncoder<C> {
        let (weighted, sums) = (weighted.into_iter().collect(), OnceCell::new());
        WeightedEncoder { weighted, row, sums, written: Written::new(), choice: PhantomData }
    }

    fn sums(&self) -> &Sums {
        let weights = self.weighted.iter().map(|&(_, weight)| weight as u128);
        self.sums.get_or_init(|| Sums::of(weights))
    }

    /// Returns the sum of all weights.
    fn most(&self) -> u128 {
        self.weighted.iter().map(|&(_, weight)| weight as u128).sum()
    }

    fn open(&self) -> Result<Box<dyn Total>, Error> {
        let terms = self.weighted.iter();
        let terms = terms.map(|&(lit, weight)| Term { weight: weight as u128, lit });
        self.row.total(&terms.map(Group::from).collect::<Vec<_>>())
    }

    /// Writes bounds, the greatest first, since its clauses can also serve the others.
    fn write<Col: CollectClauses>(
        &mut self,
        bounds: Option<Vec<Bound>>,
        collector: &mut Col,
        manager: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        let bounds = bounds.ok_or(OutOfMemory::ExternalApi)?;
        let mut written = std::mem::replace(&mut self.written, Written::new());
        let result = written.write(bounds.into_iter(), collector, manager, &|| self.open());
        self.written = written;
        result
    }

    /// Returns the upper bounds of a range that sums reach, or `None` if they are too many.
    fn upper(&self, range: impl RangeBounds<usize>) -> Option<Vec<Bound>> {
        let Range { start, end } = within(range, 0..self.most());
        let sums = self.sums();
        let first = (start < end).then(|| sums.floor(end - 1));
        sums.down_to(sums.floor(start), first, Bound::AtMost)
    }

    /// Returns the lower bounds of a range that sums reach, or `None` if they are too many.
    fn lower(&self, range: impl RangeBounds<usize>) -> Option<Vec<Bound>> {
        let Range { start, end } = within(range, 1..self.most() + 1);
        let sums = self.sums();
        let first = (start < end).then(|| sums.ceiling(end - 1));
        sums.down_to(start, first, Bound::AtLeast)
    }

    fn assumptions(&self, bound: Bound) -> Result<Vec<Lit>, EnforceError> {
        let lits = self.weighted.iter().map(|&(lit, _)| lit);
        self.written.assumptions(bound, lits).ok_or(EnforceError::NotEncoded)
    }
}

/// The sums that some weights can reach.
enum Sums {
    /// All sums, in ascending order.
    Listed(Vec<u128>),
    /// Too many to be listed: multiples of this number, at least 1.
    Multiples(u128),
}

impl Sums {
    fn of(weights: impl Iterator<Item = u128> + Clone) -> Sums {
        let unit = weights.clone().fold(0, common_divisor).max(1);
        let mut sums = vec![0];
        for weight in weights.filter(|&weight| weight > 0) {
            let number = sums.len();
            sums.extend_from_within(..);
            sums[number..].iter_mut().for_each(|sum| *sum += weight);
            // Two sorted runs, which a stable sort merges.
            sums.sort();
            sums.dedup();
            if sums.len() > MOST {
                return Sums::Multiples(unit);
            }
        }
        Sums::Listed(sums)
    }

    /// Returns the greatest sum up to a number.
    fn floor(&self, number: u128) -> u128 {
        match self {
            Sums::Listed(sums) => sums[sums.partition_point(|&sum| sum <= number) - 1],
            Sums::Multiples(unit) => number / unit * unit,
        }
    }

    /// Returns the least sum from a number on, or the number if it exceeds all sums.
    fn ceiling(&self, number: u128) -> u128 {
        match self {
            Sums::Listed(sums) => {
                let place = sums.partition_point(|&sum| sum < number);
                sums.get(place).copied().unwrap_or(number)
            }
            Sums::Multiples(unit) => number.next_multiple_of(*unit),
        }
    }

    /// Returns the bounds for all sums from `first` down to `last`, or `None` if they are too many.
    fn down_to(
        &self,
        last: u128,
        first: Option<u128>,
        bound: fn(u128) -> Bound,
    ) -> Option<Vec<Bound>> {
        let next = |&sum: &u128| sum.checked_sub(1).map(|below| self.floor(below));
        let sums = std::iter::successors(first, next).take_while(|&sum| sum >= last);
        let bounds: Vec<Bound> = sums.take(MOST + 1).map(bound).collect();
        (bounds.len() <= MOST).then_some(bounds)
    }
}

/// Returns a number as rustsat has it; the greatest one if it is greater.
fn narrow(number: u128) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl<C> Encode for WeightedEncoder<C> {
    /// Returns the sum of all weights, or the greatest number if the sum is greater.
    fn weight_sum(&self) -> usize {
        narrow(self.most())
    }

    fn next_higher(&self, sum: usize) -> usize {
        narrow(self.sums().ceiling(sum as u128 + 1))
    }

    fn next_lower(&self, sum: usize) -> usize {
        sum.checked_sub(1).map_or(0, |below| narrow(self.sums().floor(below as u128)))
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

/// Writes a constraint with a fixed bound.
fn write_constraint<C>(
    constraint: PbConstraint,
    collector: &mut dyn Collect,
    variables: &mut dyn ManageVars,
) -> Result<(), ConstraintEncodingError>
where
    WeightedEncoder<C>: FromIterator<(Lit, usize)>,
{
    let (terms, relation, bound) = decomposed(constraint);
    let most: u128 = terms.iter().map(|term| term.weight).sum();
    let is_never = match u128::try_from(bound) {
        Ok(bound) => relation != Relation::AtMost && bound > most,
        Err(_) => relation != Relation::AtLeast,
    };
    if is_never {
        return Err(ConstraintEncodingError::Unsat);
    }
    let Ok(bound) = u128::try_from(bound) else { return Ok(()) };
    let row = WeightedEncoder::<C>::from_iter([]).row;
    Ok(row.encode(&terms, relation, bound, collector, variables).map_err(out_of_memory)?)
}

impl<C> BoundUpper for WeightedEncoder<C> {
    fn encode_ub<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.written.forget(Bound::AtMost);
        self.write(self.upper(range), collector, variables)
    }

    fn enforce_ub(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        if bound as u128 >= self.most() {
            return Ok(Vec::new());
        }
        self.assumptions(Bound::AtMost(self.sums().floor(bound as u128)))
    }

    fn encode_ub_constr<Col: CollectClauses>(
        constraint: PbUbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError>
    where
        Self: FromIterator<(Lit, usize)>,
    {
        write_constraint::<C>(PbConstraint::Ub(constraint), collector, variables)
    }
}

impl<C> BoundLower for WeightedEncoder<C> {
    fn encode_lb<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.written.forget(Bound::AtLeast);
        self.write(self.lower(range), collector, variables)
    }

    fn enforce_lb(&self, bound: usize) -> Result<Vec<Lit>, EnforceError> {
        let bound = bound as u128;
        if bound == 0 {
            return Ok(Vec::new());
        }
        if bound > self.most() {
            return Err(EnforceError::Unsat);
        }
        self.assumptions(Bound::AtLeast(self.sums().ceiling(bound)))
    }

    fn encode_lb_constr<Col: CollectClauses>(
        constraint: PbLbConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError>
    where
        Self: FromIterator<(Lit, usize)>,
    {
        write_constraint::<C>(PbConstraint::Lb(constraint), collector, variables)
    }
}

impl<C> BoundBoth for WeightedEncoder<C> {
    fn encode_eq_constr<Col: CollectClauses>(
        constraint: PbEqConstr,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), ConstraintEncodingError>
    where
        Self: FromIterator<(Lit, usize)>,
    {
        write_constraint::<C>(PbConstraint::Eq(constraint), collector, variables)
    }
}

impl<C> EncodeIncremental for WeightedEncoder<C> {
    /// Reserves as many variables as all bounds take if they are written at once. A search that
    /// asks for them in another order may take more. Reserves none if the sums are too many, or the
    /// encoding has no form for them.
    fn reserve(&mut self, variables: &mut dyn ManageVars) {
        let bounds = self.upper(..).into_iter().chain(self.lower(..)).flatten();
        if let Ok(mut total) = self.open() {
            self.written.reserve(&mut *total, bounds, variables);
        }
    }
}

impl<C> BoundUpperIncremental for WeightedEncoder<C> {
    fn encode_ub_change<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.write(self.upper(range), collector, variables)
    }
}

impl<C> BoundLowerIncremental for WeightedEncoder<C> {
    fn encode_lb_change<Col: CollectClauses, R: RangeBounds<usize>>(
        &mut self,
        range: R,
        collector: &mut Col,
        variables: &mut dyn ManageVars,
    ) -> Result<(), OutOfMemory> {
        self.write(self.lower(range), collector, variables)
    }
}

impl<C> BoundBothIncremental for WeightedEncoder<C> {}
