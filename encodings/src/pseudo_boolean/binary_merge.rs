//! Binary merge: the binary digits of the weights sorted, place by place, and merged.
//!
//! The literals whose weight has a one at a place are sorted, and every second one of the sorted
//! list of the place below is merged with them. A constant that is added to both sides makes the
//! bound a multiple of the last place's unit, so that the constraint is one place of the last list.
//! Of a group one literal enters a place, which follows from those that have a one there.
//!
//! Sorting halves, merges short lists by all pairs and longer ones by Batcher's odd-even merge, on
//! the side of upper bounds. Nothing is written beyond what the last list can hang on, nor what the
//! one place of it does not hang on. With n literals and largest weight W it takes O(n log² n log
//! W) variables and clauses.
//!
//! Unit propagation finds every contradiction of the literals, and not all literals that follow:
//! the authors have that from n copies, one for each literal. A constraint for good has the constant
//! built in. In a search it is a literal for each place, as in the
//! [dynamic](super::dynamic_polynomial_watchdog) watchdog: so a lower bound is a list of
//! assumptions, which cannot be stated for good.
//!
//! It was tried to merge by Batcher's networks alone: that takes as many clauses, and more than
//! twice as many variables.
//!
//! Publication: Manthey, Philipp and Steinke, A More Compact Translation of Pseudo-Boolean
//! Constraints into CNF Such That Generalized Arc Consistency Is Maintained, KI 2014.

use super::digits::Digits;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, radix};
use crate::Refusal;
use crate::essay::essay;
use crate::measure::Size;
use crate::writer::{Signal, Writer};

/// The row `binary-merge` of [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::of::<BinaryMerge>(
    "Manthey, Philipp and Steinke, A More Compact Translation of Pseudo-Boolean Constraints into CNF Such That Generalized Arc Consistency Is Maintained, KI 2014",
    essay!("binary_merge.rs"),
);

/// Sorts and merges the binary digits of the weights.
///
/// It is the encoding [`binary-merge`](self), whose page has its sizes and its publication.
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

    fn count(knapsack: &Knapsack, most: usize) -> Result<Option<Size>, Refusal> {
        super::count_by_writing::<BinaryMerge>(knapsack, most)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        Box::new(radix::Tightened::over(groups, |digits| vec![2; digits.last_bit()]))
    }
}
