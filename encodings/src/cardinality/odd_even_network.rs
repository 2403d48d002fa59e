//! The odd-even sorting network: the literals are sorted by comparators, and the output of a count
//! is the wire at that place.
//!
//! Batcher's merge sort takes n = 2ᵐ literals to (m²−m+4)2ᵐ⁻²−1 comparators, O(n log² n); both
//! sides of one are six clauses over two variables. A literal list of any other length is halved as
//! evenly as it can be, and needs no padding. Of the network only the cone of the outputs that were
//! asked for is written; at most k for good, or exactly k, bounds the parts as well and takes
//! O(n log² k) clauses.
//!
//! The cone of one output without such a promise is not the least that would do, for merging
//! compares places of a part that a low or a high count cannot depend on; they stay because another
//! output may be asked for later. The cardinality network gives that up, and is smaller.
//!
//! Propagation is complete on both sides, also of a cone and of both sides at once: for up to eight
//! literals that was checked from every partial assignment.
//!
//! Publication: Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses: Eén and
//! Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006.

use rustsat::types::Lit;

use super::network::Network;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::Refusal;
use crate::essay::essay;
use crate::writer::{Signal, Writer};

/// The row `odd-even-network` of [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::of::<OddEvenNetwork>(
    "odd-even-network",
    "Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006",
    essay!("odd_even_network.rs"),
);

/// Sorts the literals by merging halves.
///
/// It is the encoding [`odd-even-network`](self), whose page has its sizes and its publication.
pub struct OddEvenNetwork {
    network: Network,
}

impl Construct for OddEvenNetwork {
    fn over(lits: &[Lit]) -> OddEvenNetwork {
        OddEvenNetwork { network: Network::of_merges(lits, |size| size / 2) }
    }
}

impl Incremental for OddEvenNetwork {}

impl Counter for OddEvenNetwork {
    counts_as!(network);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        self.network.output(count, side, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardinality::tests::{lits, written};

    /// Batcher's number of comparators for 2ᵐ literals, each of which has three clauses a side and
    /// two ends.
    #[test]
    fn whole_networks_have_the_published_size() {
        for m in 1..=7 {
            let n = 1 << m;
            let comparators = (m * m - m + 4) * n / 4 - 1;
            let both = written(OddEvenNetwork::over(&lits(n)), 1..=n, &[Side::Upper, Side::Lower]);
            assert_eq!(both, (6 * comparators, 2 * comparators), "of {n}");
            let upper = written(OddEvenNetwork::over(&lits(n)), 1..=n, &[Side::Upper]);
            assert_eq!(upper, (3 * comparators, 2 * comparators), "of {n}");
        }
    }

    #[test]
    fn a_cone_is_smaller_than_the_network() {
        let cone = written(OddEvenNetwork::over(&lits(64)), 5..=5, &[Side::Upper]);
        let whole = written(OddEvenNetwork::over(&lits(64)), 1..=64, &[Side::Upper]);
        assert!(3 * cone.0 < 2 * whole.0, "{cone:?} of {whole:?}");
    }
}
