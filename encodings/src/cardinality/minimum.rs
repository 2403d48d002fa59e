//! The lesser of two counts, as a counter.

use std::collections::HashSet;

use rustsat::types::Lit;

use super::{Counter, Side};
use crate::{Error, Meaning, Signal, Writer};

/// The lesser of two counts: its output "at least j" holds if both counts are at least j.
///
/// This counter serves a line (a row, column or region) of a board. The line has literals of two
/// kinds, and a true literal of one kind excludes every true literal of the other kind. Each of the
/// two counters counts the false literals of one kind. So all literals of at least one kind are
/// false, and the count of this kind is the number of its literals. The lesser count is a lower
/// bound on the false literals of the other kind.
///
/// An output takes a variable and three clauses. In one of them, the outputs of both counters
/// together imply this output. In the other two, this output implies each of the counters' outputs.
/// If both counters have size n, the greater count is n. So the output "at least j" means that at
/// least n + j of all counted literals are true. This is the [`Meaning`] of the output's variable.
pub struct Minimum {
    counters: [Box<dyn Counter>; 2],
    /// The output "at least j" at index j − 1, or `None` if it is neither requested nor promised.
    outputs: Vec<Option<Signal>>,
    /// The counts and sides whose clauses are written.
    written: HashSet<(usize, Side)>,
}

impl Minimum {
    /// Returns a counter of the lesser of two counts. Its size is that of the smaller counter.
    pub fn new(counters: [Box<dyn Counter>; 2]) -> Minimum {
        let size = counters[0].size().min(counters[1].size());
        Minimum { counters, outputs: vec![None; size], written: HashSet::new() }
    }

    fn meaning(&self, count: usize) -> Option<Meaning> {
        Some(Meaning::AtLeast(self.lits()?, count + self.surplus()))
    }
}

impl Counter for Minimum {
    fn size(&self) -> usize {
        self.outputs.len()
    }

    fn lits(&self) -> Option<Vec<Lit>> {
        let [first, second] = &self.counters;
        let of_one_size = first.size() == second.size();
        of_one_size.then(|| Some([first.lits()?, second.lits()?].concat())).flatten()
    }

    fn surplus(&self) -> usize {
        self.counters.iter().map(|counter| counter.surplus()).sum::<usize>() + self.size()
    }

    fn promise(&mut self, count: usize, is_reached: bool) {
        self.outputs[count - 1] = Some(is_reached.into());
    }

    /// Writes one side (one implication) of an output and returns the output, as
    /// [`Counter::output`] demands. If this side is already written, writes nothing. Otherwise also
    /// writes this side of the outputs "at least `count`" of both counters. The upper side takes
    /// one clause and the lower side takes two. The first call for a `count` takes a variable for
    /// the output. If a promise made the output constant, the call takes no variable. Panics if
    /// `count` is 0 or exceeds the size. Fails if `writer` refuses a clause.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        let is_new = self.outputs[count - 1].is_none();
        let output = *self.outputs[count - 1].get_or_insert_with(|| writer.fresh().into());
        if self.written.insert((count, side)) {
            let [first, second] = &mut self.counters;
            let first = first.output(count, side, writer)?;
            let second = second.output(count, side, writer)?;
            match output {
                Signal::Lit(output) if is_new => writer.define(output, || {
                    Some(
                        self.meaning(count)
                            .unwrap_or_else(|| Meaning::at_least(&[first, second], 2)),
                    )
                }),
                Signal::Lit(_) | Signal::True | Signal::False => {}
            }
            match side {
                Side::Upper => writer.clause([!first, !second, output])?,
                Side::Lower => {
                    writer.clause([first, !output])?;
                    writer.clause([second, !output])?;
                }
            }
        }
        Ok(output)
    }
}
