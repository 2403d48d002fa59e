//! Several counters over the same literals, as one counter.

use std::collections::HashSet;

use rustsat::types::Lit;

use super::{Counter, Side};
use crate::{Error, Signal, Writer};

/// Counters over the same literals, bounded together.
///
/// Each counter has its own partial sums, such as those of rows or columns, which the solver can
/// combine. Binary clauses link the outputs of the first counter with those of the others.
pub struct LinkedCounters {
    /// The counters, at least two, with the same literals. The outputs are those of the first
    /// counter.
    counters: Vec<Box<dyn Counter>>,
    /// The counts and sides whose linking clauses are written.
    written: HashSet<(usize, Side)>,
}

impl LinkedCounters {
    /// Returns one counter that bounds all given counters, which must count the same literals. Its
    /// outputs are those of the first counter. If only one counter is given, returns it unchanged.
    ///
    /// # Panics
    ///
    /// If `counters` is empty.
    pub fn link(mut counters: Vec<Box<dyn Counter>>) -> Box<dyn Counter> {
        if counters.len() == 1 {
            return counters.swap_remove(0);
        }
        assert!(!counters.is_empty(), "several counters as one are at least one");
        Box::new(LinkedCounters { counters, written: HashSet::new() })
    }
}

impl Counter for LinkedCounters {
    fn size(&self) -> usize {
        self.counters[0].size()
    }

    fn lits(&self) -> Option<Vec<Lit>> {
        self.counters[0].lits()
    }

    fn surplus(&self) -> usize {
        self.counters[0].surplus()
    }

    fn promise(&mut self, count: usize, is_reached: bool) {
        self.counters.iter_mut().for_each(|counter| counter.promise(count, is_reached));
    }

    /// Writes one side (one implication) of the first counter's output, and returns this output.
    /// `count` must be from 1 to the size. The first call for a count and a side also writes this
    /// side of the corresponding output of each other counter. It also writes a binary clause for
    /// each other counter. On the upper side, the other counter's output implies the first
    /// counter's output. On the lower side, the first counter's output implies the other counter's
    /// output. Fails if `writer` refuses a clause.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        let new = self.written.insert((count, side));
        let (first, others) = self.counters.split_first_mut().expect("at least one counter");
        let first = first.output(count, side, writer)?;
        for counter in others.iter_mut().filter(|_| new) {
            let other = counter.output(count, side, writer)?;
            match side {
                Side::Upper => writer.clause([!other, first])?,
                Side::Lower => writer.clause([!first, other])?,
            }
        }
        Ok(first)
    }
}
