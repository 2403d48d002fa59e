//! TODO

use rustsat::types::Lit;

use super::network::{Network, Window};
use super::{Cardinality, Construct, Counter, Side};
use crate::Refusal;
use crate::writer::{Signal, Writer};

pub(super) const ROW: Cardinality = Cardinality::of::<CardinalityNetwork>(
    "cardinality-network",
    "Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks: A Theoretical and Empirical Study, Constraints 16, 2011",
);

/// Sorts groups of literals, as far as the counts asked for go, and merges them.
pub struct CardinalityNetwork {
    network: Window,
}

impl Construct for CardinalityNetwork {
    fn over(lits: &[Lit]) -> CardinalityNetwork {
        CardinalityNetwork { network: Window::over(lits, sorted_by_groups) }
    }
}

impl Counter for CardinalityNetwork {
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

/// Batcher's network over as many literals as the greatest power of two that leaves some, and over
/// the others, merged: so the groups of every power of two are sorted as such.
fn sorted_by_groups(lits: &[Lit]) -> Network {
    Network::of_merges(lits, |size| size.div_ceil(2).next_power_of_two())
}
