//! The weights of the true literals add up to at most, at least or exactly a bound.
//!
//! A constraint is simplified to a [`Knapsack`]: a sum of positive weights is at most a bound. "At
//! least" becomes "at most" by negation, and "exactly" becomes both. If one clause or unit clauses
//! express the result, every encoding writes these clauses. Otherwise its [`Construction`] writes
//! the clauses.
//!
//! A search makes a [`Total`](crate::Total) of its objective, and requests one bound after another
//! on one solver.

pub mod adder;
pub mod bdd;
pub mod binary_merge;
mod bounder;
mod construction;
mod digits;
pub mod dynamic_polynomial_watchdog;
pub mod generalized_totalizer;
pub mod global_polynomial_watchdog;
mod knapsack;
pub mod local_polynomial_watchdog;
pub mod mixed_radix;
mod radix;
pub mod repeat;
mod row;
pub mod sequential_weight_counter;
mod watchdog;
mod weighted_total;

pub use crate::term::{Group, GroupKind, LARGEST, Term};
pub use adder::Adder;
pub use bdd::Bdd;
pub use binary_merge::BinaryMerge;
pub use bounder::Bounder;
pub use construction::{Construction, Propagation};
pub use dynamic_polynomial_watchdog::DynamicPolynomialWatchdog;
pub use generalized_totalizer::GeneralizedTotalizer;
pub use global_polynomial_watchdog::GlobalPolynomialWatchdog;
pub use knapsack::Knapsack;
pub(crate) use knapsack::common_divisor;
pub use local_polynomial_watchdog::LocalPolynomialWatchdog;
pub use mixed_radix::MixedRadix;
pub use repeat::Repeat;
pub use row::PseudoBoolean;
pub(crate) use row::decompose;
pub use sequential_weight_counter::SequentialWeightCounter;

/// All encodings of pseudo-Boolean constraints, the default first.
pub const ALL: &[PseudoBoolean] = &[
    generalized_totalizer::ROW,
    bdd::ROW,
    adder::ROW,
    dynamic_polynomial_watchdog::ROW,
    global_polynomial_watchdog::ROW,
    local_polynomial_watchdog::ROW,
    binary_merge::ROW,
    mixed_radix::ROW,
    sequential_weight_counter::ROW,
    repeat::ROW,
];

/// Returns the encoding with this name.
/// Returns `None` if the table has no such encoding.
pub fn by_name(name: &str) -> Option<&'static PseudoBoolean> {
    ALL.iter().find(|row| row.name == name)
}
