//! The lesser of two counts, as a counter.

use std::collections::HashSet;

use rustsat::types::Lit;

use super::{Counter, Side};
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// Two counters as one that counts what the lesser of them does.
///
/// Where a line of a board can have literals of one of two kinds, but not of both, it has at most
/// as many as the kind that still has more possible ones: so at least as many are missing as of the
/// kind that misses fewer. The lesser of two counts is at least j where both are: an output takes
/// one clause on the upper side, two on the lower one, and a variable.
///
/// Of the kind that the line does not have all literals are missing. So what is missing of both
/// kinds is a line more than the lesser, and that is what the variables mean where the two counts
/// are of one size: a number of literals again.
pub struct Lesser {
    counters: [Box<dyn Counter>; 2],
    outputs: Vec<Option<Signal>>,
    written: HashSet<(usize, Side)>,
}

impl Lesser {
    /// The lesser of what two counters count, of which one counts all its literals in every answer.
    pub fn of(counters: [Box<dyn Counter>; 2]) -> Lesser {
        let size = counters[0].size().min(counters[1].size());
        Lesser { counters, outputs: vec![None; size], written: HashSet::new() }
    }

    /// What the output of a count means, as a number of literals.
    fn meaning(&self, count: usize) -> Option<Meaning> {
        Some(Meaning::AtLeast(self.lits()?, count + self.surplus()))
    }
}

impl Counter for Lesser {
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

    fn promise(&mut self, count: usize, holds: bool) {
        self.outputs[count - 1] = Some(holds.into());
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        let is_new = self.outputs[count - 1].is_none();
        let output = *self.outputs[count - 1].get_or_insert_with(|| writer.fresh().into());
        if self.written.insert((count, side)) {
            let [first, second] = &mut self.counters;
            let first = first.output(count, side, writer)?;
            let second = second.output(count, side, writer)?;
            if let Signal::Lit(output) = output
                && is_new
            {
                writer.define(output, || {
                    Some(
                        self.meaning(count)
                            .unwrap_or_else(|| Meaning::at_least(&[first, second], 2)),
                    )
                });
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
