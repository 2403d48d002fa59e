//! TODO

use rustsat::types::Lit;

use super::modulo_totalizer::TwoDigits;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::Refusal;
use crate::writer::{Signal, Writer};

pub(super) const ROW: Cardinality = Cardinality::of::<KModuloTotalizer>(
    "k-modulo-totalizer",
    "Morgado, Ignatiev and Marques-Silva, MSCG: Robust Core-Guided MaxSAT Solving, JSAT 9, 2014",
);

/// Adds up numbers of two digits, to a base of about √k.
pub struct KModuloTotalizer {
    sum: TwoDigits,
}

impl Construct for KModuloTotalizer {
    fn over(lits: &[Lit]) -> KModuloTotalizer {
        KModuloTotalizer { sum: TwoDigits::over(lits, |_, count| (count - 1).isqrt()) }
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
