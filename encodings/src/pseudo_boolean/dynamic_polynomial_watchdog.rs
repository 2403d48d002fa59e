//! The dynamic polynomial watchdog is a global watchdog whose constant is chosen by assumptions.
//!
//! The bits of the weights are counted in unary, as in the [global
//! watchdog](super::global_polynomial_watchdog). The constant that is added to the sum, the *tare*,
//! consists of a free literal for each place below the last one. For a bound K, the search assumes
//! that one output of the last place is false, and that some of these literals are true: their
//! places add up to the difference between the output's weight and K+1. So one formula serves every
//! bound up to the first one. Bounds that differ by less than the last place's unit share an
//! output, and differ in the tare alone.
//!
//! The search must not add the assumptions of a bound as unit clauses, and must not assume two
//! bounds at the same time: their tares together would exclude too much.
//!
//! With n literals and largest weight W the encoding takes O(n log n log W) variables and O(n² log
//! W) clauses. An output of the last place is written when a bound first needs it. A single
//! constraint has a constant tare, and is a global watchdog. Propagation is consistent, but not
//! complete.
//!
//! Differences: Paxian et al. write all outputs. This encoding contains every second output of a
//! place, and only those that the first bound depends on.
//!
//! Publication: Paxian, Reimer and Becker, Dynamic Polynomial Watchdog Encoding for Solving
//! Weighted MaxSAT, SAT 2018.

use std::collections::HashMap;

use super::digits::Digits;
use super::knapsack::{divisor, most};
use super::watchdog::{Tare, Watchdog, aim};
use super::weigher::reach;
use super::{
    Bounder, Construction, GlobalPolynomialWatchdog, Group, Knapsack, Propagation, PseudoBoolean,
};
use crate::Refusal;
use crate::essay::essay;
use crate::measure::Size;
use crate::writer::{Signal, Writer};

/// The row `dynamic-polynomial-watchdog` of [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::of::<DynamicPolynomialWatchdog>(
    "Paxian, Reimer and Becker, Dynamic Polynomial Watchdog Encoding for Solving Weighted MaxSAT, SAT 2018",
    essay!("dynamic_polynomial_watchdog.rs"),
);

/// Counts the bits of the weights and of a tare.
///
/// It is the encoding [`dynamic-polynomial-watchdog`](self), whose page has its sizes and its
/// publication.
pub struct DynamicPolynomialWatchdog;

impl Construction for DynamicPolynomialWatchdog {
    const NAME: &'static str = "dynamic-polynomial-watchdog";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;
    const BOUNDS_HOLD_TOGETHER: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        GlobalPolynomialWatchdog::write(knapsack, violated, writer)
    }

    fn count(knapsack: &Knapsack, most: usize) -> Result<Option<Size>, Refusal> {
        GlobalPolynomialWatchdog::count(knapsack, most)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        Box::new(TightenedWatchdog { unit: divisor(&groups), groups, written: None })
    }
}

/// A watchdog that serves ever lower bounds.
struct TightenedWatchdog {
    /// The greatest common divisor of all weights.
    unit: u128,
    groups: Vec<Group>,
    written: Option<WrittenWatchdog>,
}

/// A watchdog for all bounds up to a first one.
struct WrittenWatchdog {
    bound: u128,
    last: usize,
    tare: Vec<Signal>,
    watchdog: Watchdog,
    outputs: HashMap<usize, Signal>,
}

impl WrittenWatchdog {
    fn over(
        groups: Vec<Group>,
        bound: u128,
        writer: &mut Writer,
    ) -> Result<WrittenWatchdog, Refusal> {
        let digits = Digits::of(&groups);
        let last = digits.last_bit();
        let tare: Vec<_> = (0..last).map(|_| writer.fresh()).collect();
        let (most, _) = aim(bound, last);
        let most = usize::try_from(most).expect("no more than there are literals");
        let signals = tare.iter().map(|&lit| lit.into()).collect();
        let watchdog = Watchdog::write(digits, Tare::Literals(tare), last, 1..=most, writer)?;
        Ok(WrittenWatchdog { bound, last, tare: signals, watchdog, outputs: HashMap::new() })
    }

    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        let (number, tare) = aim(bound, self.last);
        let number = usize::try_from(number).expect("no more than the first one");
        let output = match self.outputs.get(&number) {
            Some(&output) => output,
            None => {
                let output = writer.defined(|| self.watchdog.meaning_of_last(number)).into();
                self.watchdog.write_output(number, output, writer)?;
                self.outputs.insert(number, output);
                output
            }
        };
        let added = self.tare.iter().enumerate().filter(|(place, _)| tare >> place & 1 == 1);
        Ok(std::iter::once(!output).chain(added.map(|(_, &signal)| signal)).collect())
    }
}

impl Bounder for TightenedWatchdog {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Refusal> {
        let bound = bound / self.unit;
        let is_first = self.written.is_none();
        let written = match self.written.take().filter(|written| bound <= written.bound) {
            Some(written) => written,
            None => {
                let mut groups = self.groups.clone();
                let terms = groups.iter_mut().flat_map(|group| &mut group.terms);
                terms.for_each(|term| term.weight /= self.unit);
                let far = reach(bound, most(&groups), is_first);
                let terms = groups.iter_mut().flat_map(|group| &mut group.terms);
                terms.for_each(|term| term.weight = term.weight.min(far + 1));
                WrittenWatchdog::over(groups, far, writer)?
            }
        };
        self.written.insert(written).at_most(bound, writer)
    }
}
