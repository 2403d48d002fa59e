//! The k-modulo totalizer: the modulo totalizer for one bound k.
//!
//! In a modulo totalizer each sum is p·U + L, with unary digits L and U to a base p. Here the base
//! suits the bound k instead of the number n of literals. The upper digits end at k/p. The lower
//! digits take about np clauses and the upper digits about nk/p², so the best base grows as the
//! cube root of k. This encoding uses the base ∛(3k), but at most ∛n and at least 3, which takes
//! O(n∛k) clauses. PySAT's `kmtotalizer` uses the base ⌊√k⌋, which takes O(n√k) clauses.
//!
//! The first requested count determines the base for all counts. Upper digits above this count are
//! written only when a greater count is requested, and the rest of the tree stays valid. A bound
//! near n is as cheap as a bound near 0. Propagation is not complete, as in the modulo totalizer.
//!
//! Publication: Morgado, Ignatiev and Marques-Silva, MSCG: Robust Core-Guided MaxSAT Solving, JSAT
//! 9, 2014.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::modulo_totalizer::cube_root;
use super::two_digits::TwoDigits;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `k-modulo-totalizer` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<KModuloTotalizer>(
    "k-modulo-totalizer",
    "Morgado, Ignatiev and Marques-Silva, MSCG: Robust Core-Guided MaxSAT Solving, JSAT 9, 2014",
    essay!("k_modulo_totalizer.rs"),
);

/// The counter of [`k-modulo-totalizer`](self).
pub struct KModuloTotalizer {
    /// The count in two digits. The first requested count determines the base.
    sum: TwoDigits,
}

impl Construct for KModuloTotalizer {
    fn from_lits(lits: &[Lit]) -> KModuloTotalizer {
        KModuloTotalizer { sum: TwoDigits::from_lits(lits, base) }
    }
}

impl Incremental for KModuloTotalizer {}

impl Counter for KModuloTotalizer {
    counts_as!(sum);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.sum.output(count, side, writer)
    }
}

/// Returns the base: about ∛(3k), but at most ∛n. Here k is the distance of `count` from 0 or from
/// n + 1, whichever distance is less. `size` is n.
fn base(size: usize, count: usize) -> usize {
    let bound = count.min(size + 1 - count.min(size));
    cube_root(bound.saturating_mul(3).min(size))
}

#[cfg(test)]
mod tests {
    use rustsat::instances::{BasicVarManager, ManageVars};

    use super::*;
    use crate::{Relation, Tally};

    fn written(row: Cardinality, n: u32, k: usize) -> Tally {
        let lits: Vec<Lit> = (0..n).map(Lit::positive).collect();
        let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
        variables.increase_next_free(rustsat::types::Var::new(n));
        row.encode(&lits, Relation::AtMost, k, &mut tally, &mut variables)
            .expect("a tally refuses nothing");
        tally
    }

    /// In a tree over n literals the sums of fewer than p literals take at most n·p clauses in all.
    /// Each of at most 2n/p larger nodes takes p² clauses for the lower digits, and at most 2(k/p +
    /// 2)² for the upper digits, which end at k/p. If the node's greatest upper digit is less than
    /// k/p, the upper digits end there.
    #[test]
    fn a_bound_takes_as_many_clauses_as_published_at_most() {
        for (n, k) in [(20, 5), (100, 10), (100, 50), (1000, 10), (1000, 100), (3000, 300)] {
            let p = base(n as usize, k + 1).max(3);
            let most = (1..)
                .map(|level| 1_usize << level)
                .take_while(|&parts| n as usize / parts >= p)
                .fold(n as usize * p, |most, parts| {
                    let upper = (n as usize / parts / p).min(k / p) + 2;
                    most + parts * (p * p + 2 * upper * upper)
                });
            let clauses = written(ROW, n, k).clauses;
            assert!(clauses <= most, "{k} of {n}: {clauses} > {most}");
        }
    }

    #[test]
    fn a_base_for_the_bound_is_better_than_one_for_all() {
        for (n, k) in [(1000, 10), (1000, 30), (1000, 100), (3000, 100)] {
            let of_all = written(super::super::modulo_totalizer::ROW, n, k).clauses;
            assert!(written(ROW, n, k).clauses < of_all, "{k} of {n}: {of_all}");
        }
    }

    #[test]
    fn it_takes_fewer_clauses_than_another_implementation() {
        for (n, k, of_pysat) in [(8, 3, 46), (20, 5, 156), (100, 10, 1026), (1000, 100, 20_789)] {
            let clauses = written(ROW, n, k).clauses;
            assert!(clauses < of_pysat, "{k} of {n}: {clauses}");
        }
    }
}
