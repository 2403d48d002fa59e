//! Bounds of one sum, requested one after another on one solver.

use super::bounder::Bounder;
use super::knapsack::{self, GroupedSum};
use super::term::Group;
use crate::error::Refusal;
use crate::signal::Signal;
use crate::writer::Writer;

/// A sum whose bounds are written on request. After the collector has refused a clause, the sum
/// must not be used again.
///
/// The signals are assumptions for one call. They may be added as unit clauses if the encoding has
/// [`bounds_hold_together`](super::PseudoBoolean::bounds_hold_together).
pub trait Weigher {
    /// Returns the greatest possible sum.
    fn most(&self) -> u128;

    /// Returns signals that imply a sum of at most `bound`: none if every possible sum is at most
    /// `bound`, a constant false one if every sum exceeds it.
    ///
    /// # Errors
    ///
    /// If the encoding has no form for the bound, or the collector refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal>;

    /// Returns signals that imply a sum of at least `bound`: none if every possible sum is at least
    /// `bound`, a constant false one if no possible sum is.
    ///
    /// # Errors
    ///
    /// If the encoding has no form for the bound, or the collector refuses a clause.
    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal>;
}

pub(super) struct BothSides {
    sum: GroupedSum,
    most: u128,
    open: fn(Vec<Group>) -> Box<dyn Bounder>,
    upper: Option<Box<dyn Bounder>>,
    lower: Option<Box<dyn Bounder>>,
}

impl BothSides {
    pub fn over(sum: GroupedSum, open: fn(Vec<Group>) -> Box<dyn Bounder>) -> BothSides {
        BothSides { most: sum.most(), sum, open, upper: None, lower: None }
    }
}

impl Weigher for BothSides {
    fn most(&self) -> u128 {
        self.most + self.sum.offset
    }

    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        let Some(bound) = bound.checked_sub(self.sum.offset) else {
            return Ok(vec![Signal::False]);
        };
        if bound >= self.most {
            return Ok(Vec::new());
        }
        let upper = self.upper.get_or_insert_with(|| (self.open)(self.sum.groups.clone()));
        upper.at_most(bound, writer)
    }

    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        let bound = bound.saturating_sub(self.sum.offset);
        if bound == 0 {
            return Ok(Vec::new());
        }
        let Some(left_out) = self.most.checked_sub(bound) else { return Ok(vec![Signal::False]) };
        if self.lower.is_none() {
            let negated = knapsack::complement(&self.sum.groups, writer)?;
            self.lower = Some((self.open)(negated));
        }
        let lower = self.lower.as_mut().expect("opened above if it was not there");
        lower.at_most(left_out, writer)
    }
}
