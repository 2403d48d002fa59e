//! Binary merge sorts the binary digits of the weights at each place, and merges every second
//! element of the sorted list into the next place.
//!
//! The literals whose weight has a one at a place are sorted, and every second literal of the list
//! of the place below is merged in. A constant is added to both sides of the constraint, so that
//! the bound becomes a multiple of the last place's unit. Then one element of the last list
//! expresses the constraint. A group enters a place with one literal, implied by its literals that
//! have a one there.
//!
//! Lists are sorted by merging halves: short lists by all pairs, long ones by Batcher's odd-even
//! merge, on the side of upper bounds, limited to the elements that the constraint depends on. With
//! n literals and largest weight W the encoding takes O(n log² n log W) variables and clauses.
//!
//! Propagation is consistent: it finds every contradiction, but not every implied literal. The
//! authors achieve complete propagation with n copies, one for each literal.
//!
//! In a search, the constant is a literal for each place, as in the [dynamic polynomial
//! watchdog](super::dynamic_polynomial_watchdog). So a lower bound is a list of assumptions, which
//! must not be added as unit clauses. Tried and dropped: Batcher's networks alone, with as many
//! clauses and more than twice as many variables.
//!
//! Publication: Manthey, Philipp and Steinke, A More Compact Translation of Pseudo-Boolean
//! Constraints into CNF Such That Generalized Arc Consistency Is Maintained, KI 2014.

use super::digits::Digits;
use super::radix::WrittenLists;
use super::weigher::tightened;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, radix};
use crate::Refusal;
use crate::essay::essay;
use crate::writer::{Signal, Writer};

/// Entry `binary-merge` of the table of pseudo-Boolean encodings.
pub const ROW: PseudoBoolean = PseudoBoolean::of::<BinaryMerge>(
    "Manthey, Philipp and Steinke, A More Compact Translation of Pseudo-Boolean Constraints into CNF Such That Generalized Arc Consistency Is Maintained, KI 2014",
    essay!("binary_merge.rs"),
);

/// The construction that sorts and merges the binary digits of the weights. See
/// [`binary-merge`](self).
pub struct BinaryMerge;

impl Construction for BinaryMerge {
    const NAME: &'static str = "binary-merge";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;
    const BOUNDS_HOLD_TOGETHER: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        let mut digits = Digits::of(&knapsack.groups);
        let base = vec![2; digits.last_bit()];
        radix::write(&mut digits, knapsack.bound, &base, violated, writer)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        tightened(groups, |groups, _, far, writer| {
            WrittenLists::lay_out(groups, far, |digits| vec![2; digits.last_bit()], writer)
        })
    }
}
