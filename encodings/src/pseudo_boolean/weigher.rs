//! Bounds of one sum, requested one after another on one solver.

use std::collections::HashMap;
use std::marker::PhantomData;

use super::knapsack::{self, GroupedSum, Normal, most};
use super::{Construction, Group, write_normal};
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

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

/// A sum whose upper bounds are requested one by one.
pub trait Bounder {
    /// Returns signals that imply a sum of at most `bound`, which is less than the greatest
    /// possible sum.
    ///
    /// # Errors
    ///
    /// If the encoding has no form for the bound, or the collector refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal>;
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

struct Divided<B> {
    unit: u128,
    bounder: B,
}

pub(super) fn divided<B: Bounder + 'static>(
    mut groups: Vec<Group>,
    open: impl FnOnce(Vec<Group>) -> B,
) -> Box<dyn Bounder> {
    let unit = knapsack::divide(&mut groups);
    Box::new(Divided { unit, bounder: open(groups) })
}

impl<B: Bounder> Bounder for Divided<B> {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        self.bounder.at_most(bound / self.unit, writer)
    }
}

/// A function that hears the number of clauses planned so far, and refuses if there are too many, or
/// on a request to stop.
pub(super) type Plan<'a> = dyn FnMut(usize) -> Result<(), Refusal> + 'a;

/// A function that writes a structure for bounds up to its third argument, or only up to the second
/// if the structure would be too large. Returns the structure's greatest bound, and the structure.
type LayOut<W> = fn(&[Group], u128, u128, &mut Writer) -> Result<(u128, W), Refusal>;

/// Clauses that serve all bounds up to a greatest one, in a search with falling bounds. A greater
/// bound needs new clauses, which then serve bounds up to twice as great.
struct Tightened<W> {
    groups: Vec<Group>,
    lay_out: LayOut<W>,
    written: Option<(u128, W)>,
}

pub(super) fn tightened<W: Bounder + 'static>(
    groups: Vec<Group>,
    lay_out: LayOut<W>,
) -> Box<dyn Bounder> {
    divided(groups, |groups| Tightened { groups, lay_out, written: None })
}

impl<W: Bounder> Bounder for Tightened<W> {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        let is_first = self.written.is_none();
        let written = match self.written.take().filter(|(greatest, _)| bound <= *greatest) {
            Some(written) => written,
            None if is_first => (self.lay_out)(&self.groups, bound, bound, writer)?,
            None => {
                let far = bound.saturating_mul(2).min(most(&self.groups).saturating_sub(1));
                (self.lay_out)(&self.groups, bound, far.max(bound), writer)?
            }
        };
        self.written.insert(written).1.at_most(bound, writer)
    }
}

pub(super) fn beyond(groups: &[Group], bound: u128, writer: &mut Writer) -> Signal {
    let summands = groups.iter().flat_map(Group::summands);
    writer.defined(|| Meaning::Weighs(summands.collect(), bound + 1)).into()
}
