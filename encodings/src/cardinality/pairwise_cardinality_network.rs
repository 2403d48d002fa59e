//! TODO

use rustsat::types::Lit;

use super::network::{Network, Window};
use super::{Cardinality, Construct, Counter, Side};
use crate::Refusal;
use crate::writer::{Signal, Writer};

pub(super) const ROW: Cardinality = Cardinality::of::<PairwiseCardinalityNetwork>(
    "pairwise-cardinality-network",
    "Codish and Zazon-Ivry, Pairwise Cardinality Networks, LPAR 2010, after Parberry 1992",
);

/// Sorts pairs of literals, the greater ends, and the lesser ends, as far as the counts asked for
/// go, and merges them.
pub struct PairwiseCardinalityNetwork {
    network: Window,
}

impl Construct for PairwiseCardinalityNetwork {
    fn over(lits: &[Lit]) -> PairwiseCardinalityNetwork {
        PairwiseCardinalityNetwork { network: Window::over(lits, Network::of_pairs) }
    }
}

impl Counter for PairwiseCardinalityNetwork {
    fn size(&self) -> usize {
        self.network.size()
    }

    fn fix(&mut self, count: usize, holds: bool) {
        self.network.fix(count, holds);
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        self.network.output(count, side, writer)
    }
}
