//! Propagation of rows: literals that follow from a row of the model and from fixed columns.
//!
//! Each row has its **slack**: the weight of its literals that are not false, minus the degree. A
//! row with a negative slack refutes the node. A literal that weighs more than the slack is true.
//! The slacks are kept up to date literal by literal, as counters (Marriott and Stuckey,
//! Programming with Constraints, 1998; for pseudo-Boolean rows Aloul, Ramani, Markov and Sakallah,
//! PBS, 2002).

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::premise::Premise;
use super::trail::{Reason, Trail};
use crate::linear::Literal;

/// A row with its slack.
#[derive(Clone, Debug)]
struct SlackRow {
    premise: Arc<Premise>,
    /// The weight of the literals that are not false, minus the degree. Only false literals at
    /// places of the trail that are already processed count as false.
    slack: i64,
    /// The largest weight of the row.
    largest: i64,
}

/// The slacks of rows, at a place of the trail.
#[derive(Clone, Debug)]
pub(super) struct Propagator {
    rows: Vec<SlackRow>,
    /// For each literal of a column, the rows that have it, with its weight. The literals of column
    /// c have the indices 2c and, negated, 2c + 1.
    occurrences: Vec<Vec<(usize, i64)>>,
    /// The number of steps of the trail whose literals are counted in the slacks.
    processed: usize,
    /// Whether every row was examined once.
    is_started: bool,
}

impl Propagator {
    /// Returns the slacks of rows if no column is fixed. Leaves out rows whose numbers do not fit
    /// into 64 bits; they propagate nothing.
    pub fn new<'a>(
        columns: usize,
        premises: impl IntoIterator<Item = &'a Arc<Premise>>,
    ) -> Propagator {
        let mut propagator = Propagator {
            rows: Vec::new(),
            occurrences: vec![Vec::new(); 2 * columns],
            processed: 0,
            is_started: false,
        };
        for premise in premises {
            let inequality = &premise.inequality;
            let Some(slack) = (inequality.weight() - inequality.degree()).to_i64() else {
                continue;
            };
            let terms: Option<Vec<(i64, Literal<usize>)>> =
                inequality.terms().map(|(weight, lit)| Some((weight.to_i64()?, lit))).collect();
            let Some(terms) = terms else { continue };
            let row = propagator.rows.len();
            for &(weight, lit) in &terms {
                propagator.occurrences[index(lit)].push((row, weight));
            }
            let largest = terms.iter().map(|term| term.0).max().unwrap_or(0);
            propagator.rows.push(SlackRow { premise: premise.clone(), slack, largest });
        }
        propagator
    }

    /// Adds to the trail the literals that follow from rows, until no more follow. Returns a row
    /// that refutes the node, or `None` if there is none.
    pub fn propagate(&mut self, trail: &mut Trail) -> Option<Arc<Premise>> {
        if !self.is_started {
            self.is_started = true;
            for row in 0..self.rows.len() {
                if let Some(conflict) = self.examine(row, trail) {
                    return Some(conflict);
                }
            }
        }
        while let Some(step) = trail.steps.get(self.processed) {
            let is_false = index(!step.lit);
            self.processed += 1;
            for place in 0..self.occurrences[is_false].len() {
                let (row, weight) = self.occurrences[is_false][place];
                self.rows[row].slack -= weight;
            }
            for place in 0..self.occurrences[is_false].len() {
                let (row, _) = self.occurrences[is_false][place];
                if let Some(conflict) = self.examine(row, trail) {
                    return Some(conflict);
                }
            }
        }
        None
    }

    /// Adds to the trail the literals that follow from a row. Returns the row if it refutes the
    /// node.
    fn examine(&self, row: usize, trail: &mut Trail) -> Option<Arc<Premise>> {
        let SlackRow { premise, slack, largest } = &self.rows[row];
        if *slack < 0 {
            return Some(premise.clone());
        }
        if *slack < *largest {
            for (weight, lit) in premise.inequality.terms() {
                if weight > i128::from(*slack) && trail.value(lit.variable).is_none() {
                    trail.push(lit, Reason::Premise(premise.clone()));
                }
            }
        }
        None
    }

    /// Restores the slacks of an earlier node: the literals of the trail from the place `start` on
    /// are not fixed any more. Must be called before the trail is truncated.
    pub fn undo(&mut self, start: usize, trail: &Trail) {
        for step in trail.steps.iter().take(self.processed).skip(start) {
            for &(row, weight) in &self.occurrences[index(!step.lit)] {
                self.rows[row].slack += weight;
            }
        }
        self.processed = self.processed.min(start);
    }
}

/// Returns the index of a literal of a column in [`Propagator::occurrences`].
fn index(lit: Literal<usize>) -> usize {
    2 * lit.variable + usize::from(lit.is_negated)
}
