//! Binary merge sorts the binary digits of the weights, one binary place after another. Every
//! second element of the sorted list of a place is merged into the list of the next place.
//!
//! A constant, added to the sum and the bound, makes the bound plus one a multiple of 2ᴾ, where P
//! is the last place. Then the constraint is that one element of the last list is false. Groups
//! enter a place as in the [global watchdog](super::global_polynomial_watchdog).
//!
//! A list is sorted by merging its sorted halves. Short halves are merged by a clause for each pair
//! of their elements, long halves by Batcher's odd-even merge. Only the elements on which the
//! constraint depends are written. Only the clauses by which the literals imply these elements are
//! written, since an upper bound needs no other clauses. For n literals of largest weight W this
//! takes O(n log² n log W) variables and clauses.
//!
//! Propagation is consistent: it finds every contradiction, but not every implied literal. The
//! authors achieve complete propagation with n copies of the encoding, one for each literal.
//!
//! In a search, the constant has a literal for each place, as in the [dynamic polynomial
//! watchdog](super::dynamic_polynomial_watchdog). So a bound is a list of assumptions, which must
//! not be added as unit clauses. It was tried to use only Batcher's networks. This was dropped:
//! they take as many clauses and more than twice as many variables.
//!
//! Publication: Manthey, Philipp and Steinke, A More Compact Translation of Pseudo-Boolean
//! Constraints into CNF Such That Generalized Arc Consistency Is Maintained, KI 2014.

use super::bounder::tighten_sum;
use super::digits::Digits;
use super::radix::WrittenLists;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, radix};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `binary-merge` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<BinaryMerge>(
    "Manthey, Philipp and Steinke, A More Compact Translation of Pseudo-Boolean Constraints into CNF Such That Generalized Arc Consistency Is Maintained, KI 2014",
    essay!("binary_merge.rs"),
);

/// The construction of [`binary-merge`](self).
pub struct BinaryMerge;

impl Construction for BinaryMerge {
    const NAME: &'static str = "binary-merge";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;
    /// The signals of two bounds cannot be assumed together: each bound needs its own constant.
    const BOUNDS_HOLD_TOGETHER: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let mut digits = Digits::from_groups(&knapsack.groups);
        let base = vec![2; digits.last_bit()];
        radix::write::<BinaryMerge>(&mut digits, knapsack.bound, &base, violated, writer)
    }

    /// Returns a sum of the groups, in which no variable may occur twice. The sum's sorted lists
    /// serve all bounds up to a greatest bound. Every place has the factor 2. A greater bound
    /// writes new lists. Writes no clause yet.
    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        tighten_sum(groups, |groups, _, far, writer| {
            WrittenLists::lay_out::<BinaryMerge>(
                groups,
                far,
                |digits| vec![2; digits.last_bit()],
                writer,
            )
        })
    }
}
