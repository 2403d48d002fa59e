//! The modulo totalizer: a tree of sums, each a number of two unary digits.
//!
//! A sum of m literals is p·U + L to a base p. The lower digit L has p−1 outputs, the upper digit U
//! has ⌊m/p⌋ outputs, and a carry leads from L to U.
//!
//! For n literals, the lower digits take about np clauses and the upper digits about (n/p)². The
//! publication uses p ≈ √n, which takes O(n√n) clauses. This encoding uses p ≈ ∛n, which takes
//! O(n∛n) clauses and O(n log n) variables. Consider the clauses by which the literals imply all
//! outputs. For n = 1,000 there are 30,079 such clauses (53,135 with p ≈ √n). For n = 3,000 there
//! are 124,846 (258,354 with p ≈ √n). There are fewer variables, too. Upper digits that no
//! requested output needs are not written, so a bound near 0 or n takes fewer clauses. If an upper
//! digit is only the carry, the digit and the carry share a variable.
//!
//! Propagation is not complete, since a carry can be undetermined although the sum is determined.
//! It was measured over seven literals, all bounds and all partial assignments. Propagation finds
//! 82 % of the consequences of upper bounds, 68 % of those of lower bounds and 96 % of those of
//! exact bounds.
//!
//! Publication: Ogawa, Liu, Hasegawa, Koshimura and Fujita, Modulo Based CNF Encoding of
//! Cardinality Constraints and Its Application to MaxSAT Solvers, ICTAI 2013.

use rustsat::types::Lit;

use super::counter::counts_as;
use super::two_digits::TwoDigits;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Signal, Writer};

/// The row of the encoding `modulo-totalizer` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<ModuloTotalizer>(
    "modulo-totalizer",
    "Ogawa, Liu, Hasegawa, Koshimura and Fujita, Modulo Based CNF Encoding of Cardinality Constraints and Its Application to MaxSAT Solvers, ICTAI 2013",
    essay!("modulo_totalizer.rs"),
);

/// The counter of [`modulo-totalizer`](self).
pub struct ModuloTotalizer {
    /// The count in two digits. The number of literals determines the base.
    sum: TwoDigits,
}

impl Construct for ModuloTotalizer {
    fn from_lits(lits: &[Lit]) -> ModuloTotalizer {
        ModuloTotalizer { sum: TwoDigits::from_lits(lits, |size, _| cube_root(size)) }
    }
}

impl Incremental for ModuloTotalizer {}

impl Counter for ModuloTotalizer {
    counts_as!(sum);

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.sum.output(count, side, writer)
    }
}

/// Returns the cube root, rounded down.
pub(super) fn cube_root(number: usize) -> usize {
    (1..=number).take_while(|root| root.saturating_pow(3) <= number).count()
}

#[cfg(test)]
mod tests {
    use super::super::two_digits::tests::written;
    use super::*;
    use crate::measure::{PropagatedShare, RelationShares};

    #[test]
    fn the_cube_root_is_a_better_base_than_the_square_root() {
        let clauses = |choose| written(1000, choose, Side::Upper).0;
        assert_eq!((clauses(|n, _| cube_root(n)), clauses(|n, _| n.isqrt())), (30_079, 53_135));
        for n in [50, 100, 1000, 3000] {
            let ours = written(n, |n, _| cube_root(n), Side::Upper);
            let published = written(n, |n, _| n.isqrt(), Side::Upper);
            assert!(ours.0 < published.0 && ours.1 < published.1, "{n}: {ours:?}, {published:?}");
        }
    }

    #[test]
    fn carries_hide_some_of_what_follows() {
        let of = RelationShares::measure(&ROW, 7).expect("few literals");
        let percent =
            |share: Option<PropagatedShare>| (share.expect("a form").ratio() * 100.0).floor();
        assert_eq!([of.at_most, of.at_least, of.exactly].map(percent), [82.0, 68.0, 96.0]);
    }

    #[test]
    fn cube_roots_are_rounded_down() {
        assert_eq!([0, 1, 7, 8, 26, 27, 999, 1000].map(cube_root), [0, 1, 1, 2, 2, 3, 9, 10]);
    }
}
