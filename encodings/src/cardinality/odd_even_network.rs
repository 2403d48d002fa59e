//! The odd-even sorting network: comparators sort the literals, and the output "at least j" is the
//! j-th wire.
//!
//! Batcher's merge sort needs (m²−m+4)2ᵐ⁻²−1 comparators for n = 2ᵐ literals, which is O(n log² n).
//! A comparator takes two variables and, if both implications between its inputs and its outputs
//! are written, six clauses. If n is not a power of two, the list is halved as evenly as possible,
//! without padding. Only the cone of the requested outputs is written: the part of the network on
//! which they depend. A fixed bound "at most k" or "exactly k" also bounds the counts of the parts,
//! which takes O(n log² k) clauses.
//!
//! If no bound is fixed, the cone also has comparators at places above the count. The cardinality
//! network omits these comparators, but restarts for a greater count.
//!
//! Propagation is complete for "at most", "at least" and "exactly". This was checked for up to
//! eight literals, from every partial assignment.
//!
//! Publication: Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses: Eén and
//! Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::network::Network;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `odd-even-network` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<OddEvenNetwork>(
    "odd-even-network",
    "Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006",
    essay!("odd_even_network.rs"),
);

/// The counter of [`odd-even-network`](self).
pub struct OddEvenNetwork {
    /// The network that sorts all literals.
    network: Network,
}

impl Construct for OddEvenNetwork {
    fn from_lits(lits: &[Lit]) -> OddEvenNetwork {
        OddEvenNetwork { network: Network::odd_even(lits, |size| size / 2) }
    }
}

impl Incremental for OddEvenNetwork {}

impl Counter for OddEvenNetwork {
    counts_as!(network);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.network.output(count, side, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardinality::tests::{lits, written};

    /// Each of Batcher's comparators has two ends, and three clauses on each side.
    #[test]
    fn whole_networks_have_the_published_size() {
        for m in 1..=7 {
            let n = 1 << m;
            let comparators = (m * m - m + 4) * n / 4 - 1;
            let both =
                written(OddEvenNetwork::from_lits(&lits(n)), 1..=n, &[Side::Upper, Side::Lower]);
            assert_eq!(both, (6 * comparators, 2 * comparators), "of {n}");
            let upper = written(OddEvenNetwork::from_lits(&lits(n)), 1..=n, &[Side::Upper]);
            assert_eq!(upper, (3 * comparators, 2 * comparators), "of {n}");
        }
    }

    #[test]
    fn a_cone_is_smaller_than_the_network() {
        let cone = written(OddEvenNetwork::from_lits(&lits(64)), 5..=5, &[Side::Upper]);
        let whole = written(OddEvenNetwork::from_lits(&lits(64)), 1..=64, &[Side::Upper]);
        assert!(3 * cone.0 < 2 * whole.0, "{cone:?} of {whole:?}");
    }
}
