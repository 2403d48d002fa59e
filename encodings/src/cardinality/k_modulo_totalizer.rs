//! TODO

use rustsat::types::Lit;

use super::modulo_totalizer::{TwoDigits, cube_root};
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::Refusal;
use crate::writer::{Signal, Writer};

pub(super) const ROW: Cardinality = Cardinality::of::<KModuloTotalizer>(
    "k-modulo-totalizer",
    "Morgado, Ignatiev and Marques-Silva, MSCG: Robust Core-Guided MaxSAT Solving, JSAT 9, 2014",
);

/// Adds up numbers of two digits, to a base that suits the bound.
pub struct KModuloTotalizer {
    sum: TwoDigits,
}

impl Construct for KModuloTotalizer {
    fn over(lits: &[Lit]) -> KModuloTotalizer {
        KModuloTotalizer { sum: TwoDigits::over(lits, base) }
    }
}

impl Incremental for KModuloTotalizer {}

impl Counter for KModuloTotalizer {
    fn size(&self) -> usize {
        self.sum.size()
    }

    fn fix(&mut self, count: usize, holds: bool) {
        self.sum.fix(count, holds);
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        self.sum.output(count, side, writer)
    }
}

/// The base for the first count asked for: about ∛3k, where k is how far it is from 0 or from n,
/// and no more than suits them all.
fn base(size: usize, count: usize) -> usize {
    let bound = count.min(size + 1 - count.min(size));
    cube_root(bound.saturating_mul(3).min(size))
}
