//! The cardinality network: a sorting network reduced to its first k outputs.
//!
//! Batcher's network sorts groups of K literals, where K is a power of two and at least k. Two
//! sorted groups are merged by at most K/2 log K + 1 comparators. These comparators give only the
//! first K places of the merge (the "simplified merge"). In all, this takes O(n log² k) clauses and
//! variables. The publication merges one group after the other and pads the last group. Here a tree
//! merges the groups without padding, which takes as many clauses and is less deep.
//!
//! A part of the network does not distinguish all counts of its literals. All counts above the
//! highest requested count are treated as one. Low counts are also treated as one: with such a
//! count, the lowest requested count is not reached even if all literals outside the part are true.
//! So a bound near n is as cheap as a bound near 0. An "at least" bound, for which the publication
//! negates the literals, is as cheap as an "at most" bound.
//!
//! A network serves a range of counts. A count outside the range restarts the network over fresh
//! variables. For a fixed bound, the range has only the counts that the bound needs. In a search,
//! the range is from 1 to a power of two, so a decreasing count never restarts the network.
//! Propagation is complete, as for the odd-even network.
//!
//! Publication: Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks: A
//! Theoretical and Empirical Study, Constraints 16, 2011.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::network::{Network, WindowedNetwork};
use super::{Cardinality, Construct, Counter, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `cardinality-network` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<CardinalityNetwork>(
    "cardinality-network",
    "Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks: A Theoretical and Empirical Study, Constraints 16, 2011",
    essay!("cardinality_network.rs"),
);

/// The counter of [`cardinality-network`](self).
pub struct CardinalityNetwork {
    /// A network for the requested range of counts.
    network: WindowedNetwork,
}

impl Construct for CardinalityNetwork {
    fn from_lits(lits: &[Lit]) -> CardinalityNetwork {
        CardinalityNetwork { network: WindowedNetwork::from_lits(lits, sort_by_groups) }
    }
}

impl Counter for CardinalityNetwork {
    counts_as!(network);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.network.output(count, side, writer)
    }
}

/// Returns a network that sorts and merges two parts of its literals, recursively. The number of
/// literals in the first part of n is the greatest power of two below n. So groups of every smaller
/// power of two are sorted, too.
fn sort_by_groups(lits: &[Lit]) -> Network {
    Network::odd_even(lits, |size| size.div_ceil(2).next_power_of_two())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardinality::tests::{lits, written};

    fn of_sort(m: usize) -> usize {
        3 * ((m * m - m + 4) * (1 << m) / 4 - 1)
    }

    /// Returns the published number of clauses of a simplified merge of two sequences of 2ᵐ wires.
    /// The publication writes the first 2ᵐ + 1 outputs of the merge. The merge consists of two
    /// merges of half this length, one of the odd places and one of the even places. Of each of the
    /// two, the publication writes the first 2ᵐ⁻¹ + 1 outputs.
    fn published_merge(m: u32) -> usize {
        if m == 0 { 3 } else { 2 * published_merge(m - 1) + 3 * (1 << (m - 1)) }
    }

    /// Returns the number of clauses of a simplified merge of two sequences of 2ᵐ wires. The
    /// clauses of the last output count only if `last` is true. The merge has two parts: the merge
    /// of the odd places, which needs its own last output, and the merge of the even places, which
    /// does not.
    fn merge(m: u32, last: bool) -> usize {
        let own = if m == 0 { 3 } else { 3 * (1 << (m - 1)) } - usize::from(!last);
        if m == 0 { own } else { merge(m - 1, true) + merge(m - 1, false) + own }
    }

    #[test]
    fn merged_groups_have_the_published_size_without_what_nobody_asks_for() {
        for m in 1..=5 {
            for groups in [1, 2, 3, 4, 7, 8] {
                let (k, n) = (1 << m, groups << m);
                let (clauses, _) =
                    written(CardinalityNetwork::from_lits(&lits(n)), (1..=k).rev(), &[Side::Upper]);
                let sorts = groups * of_sort(m as usize);
                assert_eq!(clauses, sorts + (groups - 1) * merge(m, false), "{k} of {n}");
                assert!(clauses <= sorts + (groups - 1) * published_merge(m), "{k} of {n}");
            }
        }
    }

    #[test]
    fn a_network_serves_falling_counts_and_starts_afresh_for_greater() {
        let once = written(CardinalityNetwork::from_lits(&lits(20)), 5..=5, &[Side::Upper]).1;
        let falling =
            written(CardinalityNetwork::from_lits(&lits(20)), (1..=8).rev(), &[Side::Upper]).1;
        let whole = written(CardinalityNetwork::from_lits(&lits(20)), 8..=8, &[Side::Upper]).1;
        let rising = written(
            CardinalityNetwork::from_lits(&lits(20)),
            (1..=8).rev().chain([9]),
            &[Side::Upper],
        )
        .1;
        assert!(once <= falling && falling < 2 * whole, "{once}, {falling}, {whole}");
        assert!(rising > falling + whole, "{rising}, {falling}, {whole}");
    }
}
