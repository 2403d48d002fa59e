//! The cardinality network: a sorting network cut down to the first k outputs.
//!
//! Batcher's network sorts groups of K literals, where K is a power of two and at least k. Two
//! groups are merged into the first K wires of their merge by at most K/2 log K + 1 comparators
//! (the "simplified merge"). This takes O(n log² k) clauses and variables. The publication merges
//! one group after the other and pads the last. Here the groups are merged in a tree without
//! padding, which costs the same and is less deep.
//!
//! A part of the network need not distinguish counts above the highest requested count, nor counts
//! below the lowest requested count minus the number of all other literals. So the network is as
//! small for a bound near n as for one near 0, and as small on the lower side, for which the
//! publication negates the literals.
//!
//! An output of another count restarts the network over fresh variables. For one fixed bound the
//! network is cut exactly. A search restarts the network when the count passes a power of two,
//! never when the count falls. Propagation is complete, as for the odd-even network.
//!
//! Publication: Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks: A
//! Theoretical and Empirical Study, Constraints 16, 2011.

use rustsat::types::Lit;

use super::network::{Network, Window};
use super::{Cardinality, Construct, Counter, Side};
use crate::Refusal;
use crate::essay::essay;
use crate::writer::{Signal, Writer};

/// Entry `cardinality-network` of the table of cardinality encodings.
pub const ROW: Cardinality = Cardinality::of::<CardinalityNetwork>(
    "cardinality-network",
    "Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks: A Theoretical and Empirical Study, Constraints 16, 2011",
    essay!("cardinality_network.rs"),
);

/// A counter that sorts the literals by a cardinality network. See [`cardinality-network`](self).
pub struct CardinalityNetwork {
    network: Window,
}

impl Construct for CardinalityNetwork {
    fn over(lits: &[Lit]) -> CardinalityNetwork {
        CardinalityNetwork { network: Window::over(lits, sorted_by_groups) }
    }
}

impl Counter for CardinalityNetwork {
    counts_as!(network);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        self.network.output(count, side, writer)
    }
}

/// Returns a network that merges two networks, one over the first literals, whose number is the
/// greatest power of two below n, and one over the remaining literals. So the groups of every power
/// of two are sorted.
fn sorted_by_groups(lits: &[Lit]) -> Network {
    Network::of_merges(lits, |size| size.div_ceil(2).next_power_of_two())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardinality::tests::{lits, written};

    fn of_sort(m: usize) -> usize {
        3 * ((m * m - m + 4) * (1 << m) / 4 - 1)
    }

    /// Returns the published number of clauses of a simplified merge of two sequences of 2ᵐ wires:
    /// the clauses of all its first 2ᵐ + 1 outputs, and of as many outputs of the odd and the even
    /// places.
    fn published_merge(m: u32) -> usize {
        if m == 0 { 3 } else { 2 * published_merge(m - 1) + 3 * (1 << (m - 1)) }
    }

    /// Returns the number of clauses of a simplified merge of two sequences of 2ᵐ wires, without
    /// the clauses of its last output unless `last`. In the recursion the odd places need their
    /// last output, the even places do not.
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
                    written(CardinalityNetwork::over(&lits(n)), (1..=k).rev(), &[Side::Upper]);
                let sorts = groups * of_sort(m as usize);
                assert_eq!(clauses, sorts + (groups - 1) * merge(m, false), "{k} of {n}");
                assert!(clauses <= sorts + (groups - 1) * published_merge(m), "{k} of {n}");
            }
        }
    }

    #[test]
    fn a_network_serves_falling_counts_and_starts_afresh_for_greater() {
        let once = written(CardinalityNetwork::over(&lits(20)), 5..=5, &[Side::Upper]).1;
        let falling = written(CardinalityNetwork::over(&lits(20)), (1..=8).rev(), &[Side::Upper]).1;
        let whole = written(CardinalityNetwork::over(&lits(20)), 8..=8, &[Side::Upper]).1;
        let rising =
            written(CardinalityNetwork::over(&lits(20)), (1..=8).rev().chain([9]), &[Side::Upper])
                .1;
        assert!(once <= falling && falling < 2 * whole, "{once}, {falling}, {whole}");
        assert!(rising > falling + whole, "{rising}, {falling}, {whole}");
    }
}
