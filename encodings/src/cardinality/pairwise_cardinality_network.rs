//! The pairwise cardinality network: Parberry's pairwise sorting network, without what cannot
//! matter for the count at hand.
//!
//! Neighbours are compared first; the greater ends are sorted, and the lesser ends, in the same way
//! again, and the two are merged as Batcher does, but for the comparators between an end and its
//! own pair's, which is known to be the lesser. For n = 2ᵐ literals that makes as many comparators
//! as Batcher's network has. But among the lesser ends at most half as many are true: for a bound k
//! they need to be sorted up to k/2 only, their own lesser ends up to k/4, and so on, so that more
//! falls away than of the cardinality network. For k ≪ n it is the smallest network here: 100 of
//! 10,000 takes 252,119 clauses, a cardinality network 425,770.
//!
//! The publication gets there by partial evaluation of the whole network, from its outputs
//! backwards; here the bounds of all parts are known before, and the rest is never built. A list of
//! odd length leaves its last literal among the greater ends.
//!
//! Like the cardinality network it is cut for some counts, and starts afresh for an output of
//! another. Propagation is complete, as the odd-even network's.
//!
//! Publication: Codish and Zazon-Ivry, Pairwise Cardinality Networks, LPAR 2010, after Parberry
//! 1992.

use rustsat::types::Lit;

use super::network::{Network, Window};
use super::{Cardinality, Construct, Counter, Side};
use crate::Refusal;
use crate::essay::essay;
use crate::writer::{Signal, Writer};

/// The row `pairwise-cardinality-network` of [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::of::<PairwiseCardinalityNetwork>(
    "pairwise-cardinality-network",
    "Codish and Zazon-Ivry, Pairwise Cardinality Networks, LPAR 2010, after Parberry 1992",
    essay!("pairwise_cardinality_network.rs"),
);

/// Sorts pairs of literals, the greater ends, and the lesser ends, as far as the counts asked for
/// go, and merges them.
///
/// It is the encoding [`pairwise-cardinality-network`](self), whose page has its sizes and its
/// publication.
pub struct PairwiseCardinalityNetwork {
    network: Window,
}

impl Construct for PairwiseCardinalityNetwork {
    fn over(lits: &[Lit]) -> PairwiseCardinalityNetwork {
        PairwiseCardinalityNetwork { network: Window::over(lits, Network::of_pairs) }
    }
}

impl Counter for PairwiseCardinalityNetwork {
    counts_as!(network);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        self.network.output(count, side, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::CardinalityNetwork;
    use super::*;
    use crate::cardinality::tests::{lits, written};

    /// As many comparators as Batcher's network has, three clauses a side and two ends each.
    #[test]
    fn whole_networks_have_the_published_size() {
        for m in 1..=7 {
            let n = 1 << m;
            let comparators = (m * m - m + 4) * n / 4 - 1;
            let network = PairwiseCardinalityNetwork::over(&lits(n));
            let both = written(network, (1..=n).rev(), &[Side::Upper, Side::Lower]);
            assert_eq!(both, (6 * comparators, 2 * comparators), "of {n}");
        }
    }

    #[test]
    fn it_is_smaller_than_the_cardinality_network() {
        for (n, k) in [(16, 4), (40, 4), (64, 8), (100, 10), (1000, 30), (1000, 128)] {
            let pairwise =
                written(PairwiseCardinalityNetwork::over(&lits(n)), (1..=k).rev(), &[Side::Upper]);
            let groups = written(CardinalityNetwork::over(&lits(n)), (1..=k).rev(), &[Side::Upper]);
            assert!(pairwise < groups, "{k} of {n}: {pairwise:?}, {groups:?}");
        }
    }
}
