//! The pairwise cardinality network: Parberry's pairwise sorting network, without the parts on
//! which no requested count depends.
//!
//! Neighbouring literals are compared first. The greater outputs of these comparators
//! (disjunctions) and the lesser outputs (conjunctions) are each sorted in the same way. Then the
//! two sorted sequences are merged as in Batcher's network, without the comparators between the two
//! outputs of one pair. For n = 2ᵐ literals it takes as many comparators as Batcher's network. But
//! for a bound k the lesser outputs need to be sorted up to k/2 only, their own lesser outputs up
//! to k/4, and so on. For k ≪ n this is the smallest network here: "at most 100 of 10,000" takes
//! 252,119 clauses. A cardinality network takes 425,770 clauses for this constraint.
//!
//! The publication builds the whole network and simplifies it from its outputs backwards. Here
//! unneeded parts are never built. In a list of odd length, the last literal has no partner and is
//! sorted with the greater outputs. A network serves a range of counts. A count outside the range
//! restarts the network over fresh variables, as in the cardinality network. Propagation is
//! complete, as for the odd-even network.
//!
//! Publication: Codish and Zazon-Ivry, Pairwise Cardinality Networks, LPAR 2010, after Parberry
//! 1992.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::network::{Network, WindowedNetwork};
use super::{Cardinality, Construct, Counter, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `pairwise-cardinality-network` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<PairwiseCardinalityNetwork>(
    "pairwise-cardinality-network",
    "Codish and Zazon-Ivry, Pairwise Cardinality Networks, LPAR 2010, after Parberry 1992",
    essay!("pairwise_cardinality_network.rs"),
);

/// The counter of [`pairwise-cardinality-network`](self).
pub struct PairwiseCardinalityNetwork {
    /// A network for the requested range of counts.
    network: WindowedNetwork,
}

impl Construct for PairwiseCardinalityNetwork {
    fn from_lits(lits: &[Lit]) -> PairwiseCardinalityNetwork {
        PairwiseCardinalityNetwork { network: WindowedNetwork::from_lits(lits, Network::pairwise) }
    }
}

impl Counter for PairwiseCardinalityNetwork {
    counts_as!(network);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.network.output(count, side, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::CardinalityNetwork;
    use super::*;
    use crate::cardinality::tests::{lits, written};

    /// Each of Batcher's comparators has two ends, and three clauses on each side.
    #[test]
    fn whole_networks_have_the_published_size() {
        for m in 1..=7 {
            let n = 1 << m;
            let comparators = (m * m - m + 4) * n / 4 - 1;
            let network = PairwiseCardinalityNetwork::from_lits(&lits(n));
            let both = written(network, (1..=n).rev(), &[Side::Upper, Side::Lower]);
            assert_eq!(both, (6 * comparators, 2 * comparators), "of {n}");
        }
    }

    #[test]
    fn it_is_smaller_than_the_cardinality_network() {
        for (n, k) in [(16, 4), (40, 4), (64, 8), (100, 10), (1000, 30), (1000, 128)] {
            let pairwise = written(
                PairwiseCardinalityNetwork::from_lits(&lits(n)),
                (1..=k).rev(),
                &[Side::Upper],
            );
            let groups =
                written(CardinalityNetwork::from_lits(&lits(n)), (1..=k).rev(), &[Side::Upper]);
            assert!(pairwise < groups, "{k} of {n}: {pairwise:?}, {groups:?}");
        }
    }
}
