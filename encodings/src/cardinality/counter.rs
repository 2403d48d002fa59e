//! Counters of true literals, whose outputs "at least j" are written on request.

use rustsat::types::Lit;

use crate::total::{Side, Total};
use crate::{Error, Signal, Writer};

/// Implements `size`, `lits` and `promise` of [`Counter`] by calls to the same methods of a field.
macro_rules! counts_as {
    ($part:ident) => {
        fn size(&self) -> usize {
            self.$part.size()
        }

        fn lits(&self) -> Option<Vec<Lit>> {
            Some(self.$part.lits().to_vec())
        }

        fn promise(&mut self, count: usize, holds: bool) {
            self.$part.promise(count, holds);
        }
    };
}

pub(super) use counts_as;

/// A counter of true literals, whose outputs "at least j" are written on request. After the
/// collector has refused a clause, the counter must not be used again.
pub trait Counter: Send {
    /// Returns the greatest possible count: the number of literals, if each counts once.
    fn size(&self) -> usize;

    /// Returns literals by which the meanings of outputs are expressed. The number of true literals
    /// among them is the count plus the [`surplus`](Counter::surplus). Returns `None` if the
    /// counter has no such literals.
    fn lits(&self) -> Option<Vec<Lit>> {
        None
    }

    /// Returns the constant by which the number of true literals of [`lits`](Counter::lits) exceeds
    /// the count. With a surplus of s, the output "at least j" means that at least s + j of these
    /// literals are true.
    fn surplus(&self) -> usize {
        0
    }

    /// Promises that at least `count` literals are true (if `is_reached` is true), or that fewer
    /// than `count` literals are true (if `is_reached` is false). `count` must be from 1 to the
    /// size. Must be called before any output is requested. The output "at least `count`" can
    /// become a constant.
    fn promise(&mut self, count: usize, is_reached: bool);

    /// Writes the clauses of one implication between the output "at least `count`" and the counted
    /// literals. Clauses that are already written are not repeated. `count` must be from 1 to the
    /// size. Returns the output, which is the same signal for both sides.
    ///
    /// # Errors
    ///
    /// If the collector refuses a clause.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error>;
}

impl<C: Counter + ?Sized> Total for C {
    fn most(&self) -> u128 {
        self.size() as u128
    }

    /// Writes the upper side of the output "at least `bound` + 1", and returns the negated output.
    /// If `bound` is at least the size, writes nothing and returns an empty list. Fails if `writer`
    /// refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        match usize::try_from(bound) {
            Ok(bound) if bound < self.size() => {
                Ok(vec![!self.output(bound + 1, Side::Upper, writer)?])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Writes the lower side of the output "at least `bound`", and returns the output. If `bound`
    /// is 0, writes nothing and returns an empty list. If `bound` exceeds the size, writes nothing
    /// and returns a constant false signal. Fails if `writer` refuses a clause.
    fn at_least(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        match usize::try_from(bound) {
            Ok(0) => Ok(Vec::new()),
            Ok(bound) if bound <= self.size() => {
                Ok(vec![self.output(bound, Side::Lower, writer)?])
            }
            _ => Ok(vec![Signal::False]),
        }
    }
}

/// A counter type that can be made over literals.
pub trait Construct: Counter + Sized + 'static {
    /// Makes a counter over literals. Clauses are written only on request.
    fn from_lits(lits: &[Lit]) -> Self;
}

/// A counter whose clauses serve all later requests, in any order. Other counters sometimes
/// restart: they write all clauses again, over fresh variables.
pub trait Incremental {}
