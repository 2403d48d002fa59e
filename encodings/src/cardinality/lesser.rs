//! The lesser of two counts, as a counter.

use std::collections::HashSet;

use super::{Counter, Side};
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// Two counters as one that counts what the lesser of them does.
///
/// Where a line of a board can have literals of one of two kinds, but not of both, it has at most
/// as many as the kind that still has more possible ones: so at least as many are missing as of the
/// kind that misses fewer. The lesser of two counts is at least j where both are: an output takes
/// one clause on the upper side, two on the lower one, and a variable.
pub struct Lesser {
    counters: [Box<dyn Counter>; 2],
    outputs: Vec<Option<Signal>>,
    written: HashSet<(usize, Side)>,
}

impl Lesser {
    /// The lesser of what two counters count.
    pub fn of(counters: [Box<dyn Counter>; 2]) -> Lesser {
        let size = counters[0].size().min(counters[1].size());
        Lesser { counters, outputs: vec![None; size], written: HashSet::new() }
    }
}

impl Counter for Lesser {
    fn size(&self) -> usize {
        self.outputs.len()
    }

    fn promise(&mut self, count: usize, holds: bool) {
        self.outputs[count - 1] = Some(holds.into());
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        // What both counters say is no number of literals, and so it is told of their outputs below.
        let is_new = self.outputs[count - 1].is_none();
        let output = *self.outputs[count - 1].get_or_insert_with(|| writer.fresh().into());
        if self.written.insert((count, side)) {
            let [first, second] = &mut self.counters;
            let first = first.output(count, side, writer)?;
            let second = second.output(count, side, writer)?;
            if let Signal::Lit(output) = output
                && is_new
            {
                writer.define(output, || Some(Meaning::at_least(&[first, second], 2)));
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
