//! Upper and lower bounds of a sum of weights, by a construction that writes only upper bounds.

use super::bounder::Bounder;
use super::knapsack::{self, GroupedSum};
use crate::term::Group;
use crate::{Error, Signal, Total, Writer};

/// A sum of weights. Its lower bounds are written as upper bounds of a sum over the negated
/// literals.
pub(super) struct WeightedTotal {
    sum: GroupedSum,
    /// The greatest sum of the groups, without the constant of `sum`.
    most: u128,
    /// Whether the signals of several bounds are allowed to be true at the same time (see
    /// [`Total::bounds_hold_together`]).
    bounds_hold_together: bool,
    /// The function that makes a sum whose upper bounds are written on request.
    open: fn(Vec<Group>) -> Box<dyn Bounder>,
    /// The sum for upper bounds, or `None` before the first upper bound.
    upper: Option<Box<dyn Bounder>>,
    /// The sum of the negated literals for lower bounds, or `None` before the first lower bound.
    lower: Option<Box<dyn Bounder>>,
}

impl WeightedTotal {
    /// Returns a sum that has not written any clause. `open` makes a bounder, which writes bounds.
    /// It makes each bounder when the first bound needs it. `bounds_hold_together` is the answer of
    /// [`Total::bounds_hold_together`].
    pub fn new(
        sum: GroupedSum,
        bounds_hold_together: bool,
        open: fn(Vec<Group>) -> Box<dyn Bounder>,
    ) -> WeightedTotal {
        let most = knapsack::most(&sum.groups);
        WeightedTotal { most, sum, bounds_hold_together, open, upper: None, lower: None }
    }
}

impl Total for WeightedTotal {
    fn most(&self) -> u128 {
        self.most + self.sum.offset
    }

    /// Returns signals that together imply a total of at most `bound`. The total includes the
    /// constant of the sum. Returns one constant false signal if the bound is less than this
    /// constant. Returns no signal if even the greatest possible total is at most the bound. In
    /// both cases, nothing is written. Otherwise, the bounder for upper bounds writes the missing
    /// clauses. The first such call makes this bounder. Fails if the encoding cannot express the
    /// bound, or if the collector refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let Some(bound) = bound.checked_sub(self.sum.offset) else {
            return Ok(vec![Signal::False]);
        };
        if bound >= self.most {
            return Ok(Vec::new());
        }
        let upper = self.upper.get_or_insert_with(|| (self.open)(self.sum.groups.clone()));
        upper.at_most(bound, writer)
    }

    /// Returns signals that together imply a total of at least `bound`. Returns no signal if the
    /// constant of the sum alone reaches the bound. Returns one constant false signal if the bound
    /// exceeds the greatest possible total. In both cases, nothing is written. Otherwise, a second
    /// bounder writes an upper bound on the sum of the negated groups. The first such call makes
    /// this bounder, and writes the literals that negate the groups. Fails if the encoding cannot
    /// express the bound, or if the collector refuses a clause.
    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let required = bound.saturating_sub(self.sum.offset);
        if required == 0 {
            return Ok(Vec::new());
        }
        let Some(left_out) = self.most.checked_sub(required) else {
            return Ok(vec![Signal::False]);
        };
        if self.lower.is_none() {
            let negated = knapsack::complement(&self.sum.groups, writer)?;
            self.lower = Some((self.open)(negated));
        }
        let lower = self.lower.as_mut().expect("opened above if it was not there");
        lower.at_most(left_out, writer)
    }

    fn bounds_hold_together(&self) -> bool {
        self.bounds_hold_together
    }
}
