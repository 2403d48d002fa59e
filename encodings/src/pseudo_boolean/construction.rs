//! Constructions: the part of an encoding that states that a sum is at most a bound.

use std::collections::HashMap;
use std::marker::PhantomData;

use super::bounder::{Bounder, define_violation};
use super::knapsack::{Knapsack, NormalForm};
use crate::forecast::count_size;
use crate::term::{Group, lits_of};
use crate::{Budget, Error, Signal, Size, Writer};

/// The strength of unit propagation, for "at most" and "at least".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Propagation {
    /// Unit propagation finds all literals that a partial assignment implies.
    Complete,
    /// Unit propagation finds all contradictions, but not all implied literals.
    Consistent,
    /// Unit propagation misses some contradictions.
    Neither,
}

/// A way to encode a knapsack: a sum of weights that is at most a bound.
pub trait Construction: Send + 'static {
    /// The name of the encoding in its table and in refusals.
    const NAME: &'static str;

    /// The strength of unit propagation for "at most" and "at least".
    const PROPAGATION: Propagation;

    /// Whether groups make the encoding smaller. If this is false, each term is passed as a group
    /// of its own.
    const TAKES_GROUPS: bool;

    /// Whether the signals of a [`Total`](crate::Total) may be added as unit clauses, and assumed
    /// together with the signals of other bounds (see
    /// [`bounds_hold_together`](crate::Total::bounds_hold_together)).
    const BOUNDS_HOLD_TOGETHER: bool = true;

    /// Writes clauses by which a sum above the bound implies `violated`.
    ///
    /// # Errors
    ///
    /// If the construction cannot express the knapsack, or the collector refuses a clause.
    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error>;

    /// Writes that the sum equals the bound. Returns false if the caller has to write "at most" and
    /// "at least" instead.
    ///
    /// # Errors
    ///
    /// If the construction cannot express the knapsack, or the collector refuses a clause.
    fn write_exactly(_knapsack: &Knapsack, _writer: &mut Writer) -> Result<bool, Error> {
        Ok(false)
    }

    /// Returns the size of the clauses that [`write`](Construction::write) writes if `violated` is
    /// constant false. Returns `None` if the clauses exceed the budget, or if the caller requests
    /// the end of the count.
    ///
    /// # Errors
    ///
    /// If the construction cannot express the knapsack.
    fn count(knapsack: &Knapsack, budget: Budget) -> Result<Option<Size>, Error> {
        count_size(lits_of(&knapsack.groups), budget, |writer| {
            Self::write(knapsack, Signal::False, writer)
        })
    }

    /// Returns a sum of groups, whose upper bounds are written on request. No variable may occur
    /// twice.
    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder>
    where
        Self: Sized,
    {
        Box::new(SumPerBound::<Self>::new(groups))
    }

    /// Returns the refusal [`NoForm`](Error::NoForm) for a constraint that is given in words.
    fn no_form(constraint: impl Into<String>) -> Error {
        Error::NoForm { encoding: Self::NAME, constraint: constraint.into() }
    }
}

/// A sum that writes a new constraint for each bound.
pub(super) struct SumPerBound<C> {
    groups: Vec<Group>,
    /// For each requested bound, the signal that implies it.
    asked: HashMap<u128, Signal>,
    construction: PhantomData<C>,
}

impl<C: Construction> SumPerBound<C> {
    pub fn new(groups: Vec<Group>) -> SumPerBound<C> {
        SumPerBound { groups, asked: HashMap::new(), construction: PhantomData }
    }
}

impl<C: Construction> Bounder for SumPerBound<C> {
    /// Returns one signal that implies a sum of at most `bound`. The signal is the negation of a
    /// fresh variable, and a sum above `bound` implies this variable. Writes a whole new constraint
    /// for each new bound. A bound that was requested before has the same signal and takes no
    /// clause. Fails if the construction cannot express the bound, or if `writer` refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        if let Some(&signal) = self.asked.get(&bound) {
            return Ok(vec![signal]);
        }
        let violated = define_violation(&self.groups, bound, writer);
        let normal = NormalForm::simplify(self.groups.clone(), bound);
        normal.write(violated, writer, &mut |knapsack, writer| {
            C::write(knapsack, violated, writer)
        })?;
        self.asked.insert(bound, !violated);
        Ok(vec![!violated])
    }
}
