//! Bounds of one sum, requested one after another on one solver.

use std::collections::HashMap;
use std::marker::PhantomData;

use super::knapsack::{self, Normal, Sum};
use super::{Construction, Group, write_normal};
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// A sum of weights whose bounds are written when they are asked for. Once the collector has
/// refused a clause, nobody knows what is written: then a weigher is not asked again.
///
/// What it returns is to be assumed for one call of a solver. It may be stated for good, too, where
/// the row says so ([`bounds_hold_together`](super::PseudoBoolean::bounds_hold_together)).
pub trait Weigher {
    /// Returns the greatest sum: that of the heaviest literals of all groups.
    fn most(&self) -> u128;

    /// Returns what has to be true, so that the sum is at most `bound`; nothing where it always is,
    /// and a false signal where it never is.
    ///
    /// # Errors
    ///
    /// Refuses what the row has no form for, and what the collector refuses.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal>;

    /// Returns what has to be true, so that the sum is at least `bound`; nothing where it always
    /// is, and a false signal where it never is.
    ///
    /// # Errors
    ///
    /// Refuses what the row has no form for, and what the collector refuses.
    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal>;
}

/// What bounds a sum from above, step by step.
pub trait Bounder {
    /// Returns what has to be true so that the sum is at most `bound`, which is less than the
    /// heaviest terms of all groups come to.
    ///
    /// # Errors
    ///
    /// Refuses what the row has no form for, and what the collector refuses.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal>;
}

/// A sum that is bounded from above, and its complement, which bounds it from below.
pub(super) struct BothSides {
    sum: Sum,
    most: u128,
    open: fn(Vec<Group>) -> Box<dyn Bounder>,
    upper: Option<Box<dyn Bounder>>,
    lower: Option<Box<dyn Bounder>>,
}

impl BothSides {
    pub fn over(sum: Sum, open: fn(Vec<Group>) -> Box<dyn Bounder>) -> BothSides {
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

/// A construction that is written anew for each bound, whose violation is a fresh literal.
pub(super) struct Afresh<C> {
    groups: Vec<Group>,
    asked: HashMap<u128, Signal>,
    construction: PhantomData<C>,
}

impl<C: Construction> Afresh<C> {
    pub fn over(groups: Vec<Group>) -> Afresh<C> {
        Afresh { groups, asked: HashMap::new(), construction: PhantomData }
    }
}

impl<C: Construction> Bounder for Afresh<C> {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        if let Some(&holds) = self.asked.get(&bound) {
            return Ok(vec![holds]);
        }
        let violated = beyond(&self.groups, bound, writer);
        let normal = Normal::of(self.groups.clone(), bound);
        write_normal(&normal, violated, writer, &mut |knapsack, writer| {
            C::write(knapsack, violated, writer)
        })?;
        self.asked.insert(bound, !violated);
        Ok(vec![!violated])
    }
}

/// Returns the bound up to which a structure that serves all lower ones is to be written. The first
/// one serves the first bound; one for a later, higher bound serves twice that, so that a search
/// from below writes few of them.
pub(super) fn reach(bound: u128, most: u128, is_first: bool) -> u128 {
    if is_first { bound } else { bound.saturating_mul(2).min(most.saturating_sub(1)).max(bound) }
}

/// Returns a fresh literal that means that groups come to more than a bound.
pub(super) fn beyond(groups: &[Group], bound: u128, writer: &mut Writer) -> Signal {
    let terms = || groups.iter().flat_map(Group::summands).collect();
    writer.defined(|| Meaning::Weighs(terms(), bound + 1)).into()
}
