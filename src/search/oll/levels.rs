//! Which soft literals are assumed to be false: those of at least some weight. A level ends with
//! the next smaller weights, so many of them that their literals and distinct weights keep a ratio:
//! a level of a single literal is not worth a call, and one of all weights is no level (the
//! diversity of Ansótegui, Bonet, Gabàs and Levy, Improving SAT-Based Weighted MaxSAT Solvers, CP
//! 2012). If all weights differ, as those that a linear program leaves do, a level ends at half of
//! its weight.

use std::collections::BTreeSet;

use super::Oll;
use crate::model::Lit;

/// How many literals there are for each distinct weight of a level, in quarters.
const QUARTERS: usize = 5;

impl Oll<'_, '_> {
    /// The first level: all literals of the largest weight.
    pub(super) fn first_level(&self) -> u128 {
        self.softs.values().copied().max().unwrap_or(0)
    }

    /// The level after one; none if all literals are on it.
    pub(super) fn next_level(&self, level: u128) -> Option<u128> {
        let below = self.softs.values().copied().filter(|&weight| weight < level);
        let mut weights: Vec<u128> = below.collect();
        weights.sort_unstable_by(|one, other| other.cmp(one));
        let distinct: BTreeSet<u128> = weights.iter().copied().collect();
        for (number, &weight) in distinct.iter().rev().enumerate() {
            let literals = weights.partition_point(|&other| other >= weight);
            if 4 * literals > QUARTERS * (number + 1) || 2 * weight <= level {
                return Some(weight);
            }
        }
        distinct.first().copied()
    }

    /// That the soft literals of a level are false, the heaviest first.
    pub(super) fn assumptions(&self, level: u128) -> Vec<Lit> {
        let on_level = self.softs.iter().filter(|&(_, &weight)| weight >= level);
        let mut falling: Vec<(u128, Lit)> = on_level.map(|(&lit, &weight)| (weight, lit)).collect();
        falling.sort_by_key(|one| std::cmp::Reverse(one.0));
        falling.into_iter().map(|(_, lit)| !lit).collect()
    }
}
