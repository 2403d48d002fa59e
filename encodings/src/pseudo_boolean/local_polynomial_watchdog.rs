//! The local polynomial watchdog: a watchdog for each literal, over all others.
//!
//! A literal x of weight w is false where the others come to more than K − w. So each literal has a
//! [global](super::global_polynomial_watchdog) watchdog of its own over the other literals with
//! that bound, whose output says that x is false. That is n times the size, O(n² log n log W)
//! variables and O(n³ log W) clauses with totalizers, and propagation is complete.
//!
//! The constraint of each literal is made smaller by itself first, and many are clauses then. That
//! two literals do not fit together is one clause.
//!
//! Publication: Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into
//! CNF, SAT 2009.

use super::knapsack::Normal;
use super::{
    Construction, GlobalPolynomialWatchdog, Knapsack, Propagation, PseudoBoolean, write_normal,
};
use crate::essay::essay;
use crate::measure::Size;
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// The row `local-polynomial-watchdog` of [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::of::<LocalPolynomialWatchdog>(
    "Bailleux, Boufkhad and Roussel, New Encodings of Pseudo-Boolean Constraints into CNF, SAT 2009",
    essay!("local_polynomial_watchdog.rs"),
);

/// Counts the bits of the weights for each literal apart.
///
/// It is the encoding [`local-polynomial-watchdog`](self), whose page has its sizes and its
/// publication.
pub struct LocalPolynomialWatchdog;

impl Construction for LocalPolynomialWatchdog {
    const NAME: &'static str = "local-polynomial-watchdog";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        for (place, group) in knapsack.groups.iter().enumerate() {
            let [term] = group.terms()[..] else { unreachable!("each term is a group") };
            let most = knapsack.bound - term.weight;
            // Where two do not fit together, the first of them says so.
            let is_said = |other: usize| {
                other < place && violated == Signal::False && knapsack.groups[other].most() > most
            };
            let others = (0..knapsack.groups.len()).filter(|&o| o != place && !is_said(o));
            let others: Vec<_> = others.map(|other| knapsack.groups[other].clone()).collect();
            let is_false = Signal::from(!term.lit);
            let mut watchdog = is_false;
            if violated != Signal::False {
                let summands = || others.iter().flat_map(super::Group::summands).collect();
                watchdog = writer.defined(|| Meaning::Weighs(summands(), most + 1)).into();
                writer.clause([!watchdog, is_false, violated])?;
            }
            write_normal(&Normal::of(others, most), watchdog, writer, &mut |knapsack, writer| {
                GlobalPolynomialWatchdog::write(knapsack, watchdog, writer)
            })?;
        }
        Ok(())
    }

    fn count(knapsack: &Knapsack, most: usize) -> Result<Option<Size>, Refusal> {
        super::count_by_writing::<LocalPolynomialWatchdog>(knapsack, most)
    }
}
