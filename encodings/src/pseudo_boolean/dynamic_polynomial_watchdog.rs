//! The dynamic polynomial watchdog is a global watchdog whose constant is chosen by assumptions.
//!
//! As in the [global watchdog](super::global_polynomial_watchdog), the bits of the weights are
//! counted in unary, and a constant, the *tare*, is added to the sum. Here the tare has an
//! unconstrained literal for each place below the last. For a bound K, the search assumes that one
//! output of the last place is false. It also assumes that the tare is the difference between the
//! output's weight and K+1. So one formula serves every bound up to the first requested bound.
//!
//! The assumptions of a bound must not be added as unit clauses. They must not be assumed together
//! with the assumptions of another bound, either, because the tares of both bounds together would
//! exclude too much.
//!
//! For n literals of largest weight W it takes O(n log n log W) variables and O(n² log W) clauses.
//! An output of the last place is written when a bound first needs it. A constraint with a fixed
//! bound is written as a global watchdog. Propagation is consistent, but not complete.
//!
//! Differences: Paxian et al. write all outputs. This encoding writes only every second output of a
//! place, and only if the first bound depends on it.
//!
//! Publication: Paxian, Reimer and Becker, Dynamic Polynomial Watchdog Encoding for Solving
//! Weighted MaxSAT, SAT 2018.

use std::collections::HashMap;

use super::bounder::tighten_sum;
use super::digits::Digits;
use super::knapsack::cap_weights;
use super::watchdog::{Tare, Watchdog, split_bound};
use super::{
    Bounder, Construction, GlobalPolynomialWatchdog, Group, Knapsack, Propagation, PseudoBoolean,
};
use crate::essay::essay;
use crate::{Budget, Error, Signal, Size, Writer};

/// The row of the encoding `dynamic-polynomial-watchdog` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<DynamicPolynomialWatchdog>(
    "Paxian, Reimer and Becker, Dynamic Polynomial Watchdog Encoding for Solving Weighted MaxSAT, SAT 2018",
    essay!("dynamic_polynomial_watchdog.rs"),
);

/// The construction of [`dynamic-polynomial-watchdog`](self).
pub struct DynamicPolynomialWatchdog;

impl Construction for DynamicPolynomialWatchdog {
    const NAME: &'static str = "dynamic-polynomial-watchdog";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;
    /// The signals of two bounds cannot be assumed together: each bound needs a tare of its own.
    const BOUNDS_HOLD_TOGETHER: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        GlobalPolynomialWatchdog::write(knapsack, violated, writer)
    }

    fn count(knapsack: &Knapsack, budget: Budget) -> Result<Option<Size>, Error> {
        GlobalPolynomialWatchdog::count(knapsack, budget)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        tighten_sum(groups, |groups, _, far, writer| {
            WrittenWatchdog::lay_out(&cap_weights(groups, far), far, writer)
        })
    }
}

/// A watchdog that serves all bounds up to the bound for which it was written.
struct WrittenWatchdog {
    /// The value 2ᴾ of the last place.
    unit: u128,
    /// The literals of the tare, the lowest place first.
    tare: Vec<Signal>,
    watchdog: Watchdog,
    /// For each requested number m, the output "the sum and the tare together are at least m
    /// units".
    outputs: HashMap<usize, Signal>,
}

impl WrittenWatchdog {
    /// Writes a watchdog for bounds up to `bound`. The tare has a fresh literal for each place
    /// below the last. The observer gets no meaning of these literals. Returns `bound` and the
    /// watchdog, whose outputs of the last place are not yet written. Fails if `writer` refuses a
    /// clause.
    fn lay_out(
        groups: &[Group],
        bound: u128,
        writer: &mut Writer,
    ) -> Result<(u128, WrittenWatchdog), Error> {
        let digits = Digits::from_groups(groups);
        let last = digits.last_bit();
        let tare: Vec<_> = (0..last).map(|_| writer.fresh()).collect();
        let unit = 1 << last;
        let (most, _) = split_bound(bound, unit);
        let signals = tare.iter().map(|&lit| lit.into()).collect();
        let watchdog = Watchdog::write(digits, Tare::Literals(tare), last, 1..=most, writer)?;
        Ok((bound, WrittenWatchdog { unit, tare: signals, watchdog, outputs: HashMap::new() }))
    }
}

impl Bounder for WrittenWatchdog {
    /// Returns signals that together imply a sum of at most `bound`: the negated output of the last
    /// place, and the literals of the tare that the bound needs. These signals may not be assumed
    /// together with those of another bound. Writes the output if it is not written already.
    /// `bound` must not exceed the bound for which the watchdog was written. Fails if `writer`
    /// refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let (number, tare) = split_bound(bound, self.unit);
        let output = match self.outputs.get(&number) {
            Some(&output) => output,
            None => {
                let output = writer.defined(|| self.watchdog.meaning_of_last(number)).into();
                self.watchdog.write_output(number, output, writer)?;
                self.outputs.insert(number, output);
                output
            }
        };
        Ok(std::iter::once(!output)
            .chain(
                self.tare
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| tare >> place & 1 == 1)
                    .map(|(_, &signal)| signal),
            )
            .collect())
    }
}
