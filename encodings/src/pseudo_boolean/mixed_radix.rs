//! Mixed radix sorts the digits of the weights in a number system whose base consists of several
//! primes.
//!
//! The weights are divided by primes up to 17, one prime after another. A literal enters a place as
//! often as the digit of its weight says. The literals of a place are sorted, and the carries of
//! the place below are merged into them. A depth-first search of a few thousand steps chooses the
//! base, with an estimated cost of n log² n for a place with n inputs. For example, the weights 15
//! and 35 have the base 5 and the digits 3 and 7.
//!
//! Sorting, merging and the comparison with the bound work as in [binary
//! merge](super::binary_merge), which has the base 2, 2, …. Propagation is consistent, and the
//! bounds of a search are lists of assumptions. If the digits of all weights add up to D, the
//! encoding takes O(D log² D) variables and clauses.
//!
//! Differences: Eén and Sörensson compare the digits of the sum and the bound, which needs a
//! remainder at each place, and does not propagate contradictions. Codish et al. compute optimal
//! bases for several cost functions.
//!
//! Publication: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006;
//! Codish, Fekete, Fuhs and Schneider-Kamp, Optimal Base Encodings for Pseudo-Boolean Constraints,
//! TACAS 2011.

use std::collections::BTreeMap;

use super::bounder::tighten_sum;
use super::digits::Digits;
use super::radix::WrittenLists;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, radix};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `mixed-radix` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<MixedRadix>(
    "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; Codish, Fekete, Fuhs and Schneider-Kamp, Optimal Base Encodings for Pseudo-Boolean Constraints, TACAS 2011",
    essay!("mixed_radix.rs"),
);

/// The possible factors of a base.
const PRIMES: [u128; 7] = [2, 3, 5, 7, 11, 13, 17];

/// The greatest number of bases that the search considers.
const MOST_STEPS: usize = 4_000;

/// The greatest number of weights, with repetitions, that the search for a base looks at. With
/// fewer than 700 different weights, [`MOST_STEPS`] steps do not reach this limit.
const MOST_LOOKS: usize = 20_000_000;

/// The construction of [`mixed-radix`](self).
pub struct MixedRadix;

impl Construction for MixedRadix {
    const NAME: &'static str = "mixed-radix";
    const PROPAGATION: Propagation = Propagation::Consistent;
    const TAKES_GROUPS: bool = true;
    /// The signals of two bounds cannot be assumed together: each bound needs a constant of its
    /// own.
    const BOUNDS_HOLD_TOGETHER: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let mut digits = Digits::from_groups(&knapsack.groups);
        let base = find_base(&digits);
        radix::write::<MixedRadix>(&mut digits, knapsack.bound, &base, violated, writer)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        tighten_sum(groups, |groups, _, far, writer| {
            WrittenLists::lay_out::<MixedRadix>(groups, far, find_base, writer)
        })
    }
}

/// Returns the base for the weights in `digits`.
fn find_base(digits: &Digits) -> Vec<u128> {
    best_base(digits.terms().map(|term| term.weight))
}

/// Returns the base with the least estimated cost among those that the search considers. The
/// factors of the base are primes; the factor of the lowest place comes first. The base is empty if
/// no division lowers the estimated cost.
fn best_base(weights: impl Iterator<Item = u128>) -> Vec<u128> {
    let mut numbers: BTreeMap<u128, u128> = BTreeMap::new();
    weights.for_each(|weight| *numbers.entry(weight).or_default() += 1);
    let weights: Vec<(u128, u128)> = numbers.into_iter().collect();
    let mut search =
        BaseSearch { base: Vec::new(), best: Vec::new(), least: u128::MAX, steps: 0, looks: 0 };
    search.extend(&weights, 0, 0);
    search.best
}

/// A depth-first search for a base.
struct BaseSearch {
    /// The factors of the base under consideration.
    base: Vec<u128>,
    /// The best base so far.
    best: Vec<u128>,
    /// The estimated cost of the best base.
    least: u128,
    /// The number of bases considered so far.
    steps: usize,
    /// The number of weights looked at so far, with repetitions.
    looks: usize,
}

impl BaseSearch {
    /// Tries every prime of [`PRIMES`] up to the greatest weight as the next factor of the base.
    /// Keeps the best base so far and its estimated cost. `weights` has each remaining weight, in
    /// ascending order, with the number of its occurrences. `so_far` is the estimated cost of the
    /// lower places, and `carried` is the number of inputs that they carry to this place. Ends
    /// early after [`MOST_STEPS`] bases or [`MOST_LOOKS`] weights. The base under consideration is
    /// the same afterwards.
    fn extend(&mut self, weights: &[(u128, u128)], so_far: u128, carried: u128) {
        self.steps += 1;
        let last: u128 = weights.iter().map(|(weight, times)| weight * times).sum();
        let all = so_far.saturating_add(cost(carried + last));
        if all < self.least {
            self.least = all;
            self.best.clone_from(&self.base);
        }
        let greatest = weights.last().map_or(0, |&(weight, _)| weight);
        for prime in PRIMES.into_iter().filter(|&prime| prime <= greatest) {
            if self.steps >= MOST_STEPS || self.looks >= MOST_LOOKS {
                return;
            }
            self.looks += weights.len();
            let digits: u128 = weights.iter().map(|(weight, times)| weight % prime * times).sum();
            let inputs = digits + carried;
            let next_cost = so_far.saturating_add(cost(inputs));
            if next_cost >= self.least {
                continue;
            }
            let mut left: Vec<(u128, u128)> = Vec::with_capacity(weights.len());
            for &(weight, times) in weights {
                match left.last_mut() {
                    Some((same, number)) if *same == weight / prime => *number += times,
                    _ if weight >= prime => left.push((weight / prime, times)),
                    _ => {}
                }
            }
            self.base.push(prime);
            self.extend(&left, next_cost, inputs / prime);
            self.base.pop();
        }
    }
}

/// Returns the estimated cost of a place: about n log² n for n inputs.
fn cost(inputs: u128) -> u128 {
    let doublings = u128::from(inputs.checked_ilog2().unwrap_or(0)) + 1;
    inputs.saturating_mul(doublings * (doublings + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_common_factor_of_most_weights_is_in_the_base() {
        assert_eq!(best_base([15, 35, 15, 35, 45, 15, 35].into_iter()).first(), Some(&5));
        assert_eq!(best_base([1, 1, 1].into_iter()), []);
        assert!(best_base([1 << 100, 3 << 99, 1 << 98].into_iter()).len() >= 60);
    }
}
