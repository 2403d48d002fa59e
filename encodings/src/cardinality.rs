//! At most, at least or exactly k of n literals are true.
//!
//! A [`Counter`] writes the clauses of an output "at least j" when the output is requested, and no
//! clause twice. So a search can tighten a bound step by step on one solver.
//!
//! [`Cardinality::encode`] states one fixed bound. The output of this bound is a constant, which
//! shortens the clauses to the published size. A literal that occurs twice counts twice.

pub mod adder;
pub mod bdd;
pub mod cardinality_network;
mod cell;
pub(crate) mod counter;
mod grouped;
pub mod k_modulo_totalizer;
mod known;
pub mod knuth;
mod linked;
mod minimum;
pub mod modulo_totalizer;
mod network;
pub mod odd_even_network;
pub mod pairwise_cardinality_network;
mod prefixes;
mod row;
pub mod sequential;
pub mod totalizer;
mod two_digits;

pub use crate::total::Side;
pub use adder::Adder;
pub use bdd::Bdd;
pub use cardinality_network::CardinalityNetwork;
pub use counter::{Construct, Counter, Incremental};
pub use grouped::{ExclusiveGroup, GroupedCounter};
pub use k_modulo_totalizer::KModuloTotalizer;
pub use knuth::Knuth;
pub use linked::LinkedCounters;
pub use minimum::Minimum;
pub use modulo_totalizer::ModuloTotalizer;
pub use odd_even_network::OddEvenNetwork;
pub use pairwise_cardinality_network::PairwiseCardinalityNetwork;
pub use row::{Cardinality, encode_with, write};
pub use sequential::Sequential;
pub use totalizer::{Leaf, Totalizer, TotalizerShape};

/// All encodings of cardinality constraints, the default first.
pub const ALL: &[Cardinality] = &[
    totalizer::ROW,
    sequential::ROW,
    knuth::ROW,
    odd_even_network::ROW,
    cardinality_network::ROW,
    pairwise_cardinality_network::ROW,
    modulo_totalizer::ROW,
    k_modulo_totalizer::ROW,
    bdd::ROW,
    adder::ROW,
];

/// Returns the encoding with this name.
/// Returns `None` if the table has no such encoding.
pub fn by_name(name: &str) -> Option<&'static Cardinality> {
    ALL.iter().find(|row| row.name == name)
}

#[cfg(test)]
mod tests {
    use rustsat::instances::{BasicVarManager, ManageVars};
    use rustsat::types::Lit;

    use super::*;
    use crate::{Tally, Writer};

    pub(super) fn lits(n: usize) -> Vec<Lit> {
        (0..n).map(|place| Lit::positive(u32::try_from(place).expect("a small number"))).collect()
    }

    pub(super) fn written(
        mut counter: impl Counter,
        counts: impl Iterator<Item = usize>,
        sides: &[Side],
    ) -> (usize, usize) {
        let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
        let mut writer = Writer::new(&mut tally, &mut variables);
        for count in counts {
            for &side in sides {
                counter.output(count, side, &mut writer).expect("a tally refuses nothing");
            }
        }
        (tally.clauses, variables.n_used() as usize)
    }
}
