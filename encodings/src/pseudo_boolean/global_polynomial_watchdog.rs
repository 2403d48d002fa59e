//! The global polynomial watchdog counts the bits of the weights in unary, one binary place after
//! another.
//!
//! At each binary place, a totalizer counts the literals whose weight has a one there. It also
//! counts every second output of the place below. A constant, added to the sum and the bound, makes
//! the bound plus one a multiple of 2ᴾ, where P is the last place. Then the constraint is that one
//! output of the last place, the watchdog, is false. A group enters a place with one literal, as in
//! Bofill et al. This literal is implied by the literals of the group whose weight has a one at the
//! place.
//!
//! For n literals of largest weight W it takes O(n log n log W) variables and O(n² log W) clauses.
//! Only every second output of a place is written, and only if the watchdog depends on it.
//!
//! Propagation is consistent: if the true literals exceed the bound, the watchdog becomes true.
//! Propagation is complete only in the [local](super::local_polynomial_watchdog) watchdog. A new
//! bound needs a new watchdog. Only the [dynamic](super::dynamic_polynomial_watchdog) watchdog
//! serves several bounds.
//!
//! Publication: Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into
//! CNF, SAT 2009; of groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT
//! Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial
//! Intelligence 302, 2022.

use super::digits::Digits;
use super::watchdog::{Tare, Watchdog, split_bound};
use super::{Construction, Knapsack, Propagation, PseudoBoolean};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `global-polynomial-watchdog` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<GlobalPolynomialWatchdog>(
    "Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into CNF, SAT 2009; of groups: Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial Intelligence 302, 2022",
    essay!("global_polynomial_watchdog.rs"),
);

/// The construction of [`global-polynomial-watchdog`](self).
pub struct GlobalPolynomialWatchdog;

impl Construction for GlobalPolynomialWatchdog {
    const NAME: &'static str = "global-polynomial-watchdog";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;

    /// Writes a watchdog with a constant tare, by which a sum above the bound implies `violated`.
    /// Writes only the outputs that this bound needs. Fails if `writer` refuses a clause.
    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let digits = Digits::from_groups(&knapsack.groups);
        let last = digits.last_bit();
        let (output, tare) = split_bound(knapsack.bound, 1 << last);
        let watchdog =
            Watchdog::write(digits, Tare::Constant(tare), last, output..=output, writer)?;
        watchdog.write_output(output, violated, writer)
    }
}
