//! The global polynomial watchdog: the bits of the weights counted in unary, place by place.
//!
//! The literals are sorted into a bucket for each binary digit of the weights, and a totalizer
//! counts each bucket; every second output of a place counts at the next one, too. A constant that
//! is added to both sides makes the bound a multiple of the last place's unit. Then the constraint
//! says that one output of the last place is false: the watchdog.
//!
//! With n literals and largest weight W it takes O(n log n log W) variables and O(n² log W)
//! clauses, with a totalizer for the sorter of the publication, too. Of a place but every second
//! output is written, and none beyond those on which the watchdog hangs.
//!
//! Unit propagation finds every contradiction of the literals: where those that are true weigh more
//! than the bound, the watchdog is true. It does not find all literals that follow; the
//! [local](super::local_polynomial_watchdog) one does.
//!
//! Of a group one literal enters a bucket, which follows from those that have the digit, as Bofill
//! et al. show.
//!
//! The constant is built in, so a new bound is a new watchdog; the
//! [dynamic](super::dynamic_polynomial_watchdog) one keeps it.
//!
//! Publication: Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into
//! CNF, SAT 2009; of groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT
//! Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial
//! Intelligence 302, 2022.

use super::digits::Digits;
use super::watchdog::{Tare, Watchdog, aim};
use super::{Construction, Knapsack, Propagation, PseudoBoolean};
use crate::Refusal;
use crate::essay::essay;
use crate::measure::Size;
use crate::writer::{Signal, Writer};

/// The row `global-polynomial-watchdog` of [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::of::<GlobalPolynomialWatchdog>(
    "Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into CNF, SAT 2009; of groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial Intelligence 302, 2022",
    essay!("global_polynomial_watchdog.rs"),
);

/// Counts the bits of the weights.
///
/// It is the encoding [`global-polynomial-watchdog`](self), whose page has its sizes and its
/// publication.
pub struct GlobalPolynomialWatchdog;

impl Construction for GlobalPolynomialWatchdog {
    const NAME: &'static str = "global-polynomial-watchdog";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        let digits = Digits::of(&knapsack.groups);
        let last = digits.last_bit();
        let (output, tare) = aim(knapsack.bound, last);
        let output = usize::try_from(output).expect("no more than there are literals");
        let watchdog =
            Watchdog::write(digits, Tare::Constant(tare), last, output..=output, writer)?;
        watchdog.write_output(output, violated, writer)
    }

    fn count(knapsack: &Knapsack, most: usize) -> Result<Option<Size>, Refusal> {
        super::count_by_writing::<GlobalPolynomialWatchdog>(knapsack, most)
    }
}
