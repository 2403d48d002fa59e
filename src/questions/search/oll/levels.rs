//! Levels. A level is a weight. Only soft literals of at least this weight are assumed to be false.
//! The next level includes smaller weights, until the ratio of literals to distinct weights is
//! large enough (the diversity of Ansótegui, Bonet, Gabàs and Levy, Improving SAT-Based Weighted
//! MaxSAT Solvers, CP 2012). The reason: a single additional literal is not worth a call of the
//! solver. If all weights differ, as after a linear program, the next level is the largest weight
//! of at most half the level.

use std::collections::BTreeSet;

use super::Oll;
use crate::model::Lit;

/// The least ratio of literals to distinct weights, in quarters: a level must have more than 5/4
/// literals for each distinct weight.
const QUARTERS: usize = 5;

impl Oll<'_, '_> {
    /// Returns the next level, a weight less than `level`. It is the largest weight that meets one
    /// of two conditions. Either the weight is at most half of `level`. Or, among the literals from
    /// this weight up to below `level`, there are more than [`QUARTERS`] / 4 literals for each
    /// distinct weight. If there is no such weight, returns the least weight. Returns `None` if no
    /// soft literal has a weight below `level`.
    pub(super) fn next_level(&self, level: u128) -> Option<u128> {
        let mut weights: Vec<u128> =
            self.softs.values().copied().filter(|&weight| weight < level).collect();
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

    /// Returns the negations of the soft literals of at least this weight, the heaviest first. They
    /// are the assumptions that these literals are false. Literals of the same weight are sorted by
    /// the order of literals.
    pub(super) fn assumptions(&self, level: u128) -> Vec<Lit> {
        let mut falling: Vec<(u128, Lit)> = self
            .softs
            .iter()
            .filter(|&(_, &weight)| weight >= level)
            .map(|(&lit, &weight)| (weight, lit))
            .collect();
        falling.sort_by_key(|one| std::cmp::Reverse(one.0));
        falling.into_iter().map(|(_, lit)| !lit).collect()
    }
}
