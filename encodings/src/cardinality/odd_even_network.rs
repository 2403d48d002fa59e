//! TODO

use rustsat::types::Lit;

use super::network::Network;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::Refusal;
use crate::writer::{Signal, Writer};

pub(super) const ROW: Cardinality = Cardinality::of::<OddEvenNetwork>(
    "odd-even-network",
    "Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2, 2006",
);

/// Sorts the literals by merging halves.
pub struct OddEvenNetwork {
    network: Network,
    size: usize,
}

impl Construct for OddEvenNetwork {
    fn over(lits: &[Lit]) -> OddEvenNetwork {
        OddEvenNetwork { network: Network::of_merges(lits, |size| size / 2), size: lits.len() }
    }
}

impl Incremental for OddEvenNetwork {}

impl Counter for OddEvenNetwork {
    fn size(&self) -> usize {
        self.size
    }

    fn fix(&mut self, count: usize, holds: bool) {
        self.network.fix(count, holds);
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        self.network.output(count, side, writer)
    }
}
