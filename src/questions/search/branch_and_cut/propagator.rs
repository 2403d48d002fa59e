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
    /// The number of steps of the trail when every row was examined, or `None` if the rows must be
    /// examined.
    started: Option<usize>,
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
            started: None,
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
        if self.started.is_none() {
            self.started = Some(trail.steps.len());
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
        // The literals that rows imply by themselves are not fixed any more, either.
        self.started = self.started.filter(|&started| started <= start);
    }
}

/// Returns the index of a literal of a column in [`Propagator::occurrences`].
fn index(lit: Literal<usize>) -> usize {
    2 * lit.variable + usize::from(lit.is_negated)
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::*;
    use crate::linear::Inequality;

    /// Returns the literals that a row implies by itself if some columns are fixed, or `None` if it
    /// cannot hold.
    fn implied(row: &Inequality<usize>, trail: &Trail) -> Option<Vec<Literal<usize>>> {
        let is_false = |lit: Literal<usize>| trail.value(lit.variable) == Some(lit.is_negated);
        let left = row.terms().filter(|(_, lit)| !is_false(*lit));
        let slack = left.map(|(weight, _)| weight).sum::<i128>() - row.degree();
        let open = row.terms().filter(|(_, lit)| trail.value(lit.variable).is_none());
        let heavy = open.filter(|(weight, _)| *weight > slack);
        (slack >= 0).then(|| heavy.map(|(_, lit)| lit).collect())
    }

    #[test]
    fn propagation_ends_where_no_row_implies_more() {
        let mut random = fastrand::Rng::with_seed(43);
        let (mut refuted, mut fixed) = (0, 0);
        for _ in 0..500 {
            let number = random.usize(3..9);
            let rows: Vec<Inequality<usize>> = (0..random.usize(1..6))
                .map(|_| {
                    let terms: Vec<(i128, Literal<usize>)> = (0..number)
                        .map(|variable| {
                            let lit = Literal { variable, is_negated: random.bool() };
                            (random.i128(0..6), lit)
                        })
                        .collect();
                    Inequality::from_terms(terms, random.i128(0..10))
                })
                .collect();
            let premises: Vec<Arc<Premise>> = rows.iter().cloned().map(Premise::from_row).collect();
            let lits = (1..=number).map(crate::model::Lit::from_number).collect();
            let columns = Columns { lits, costs: vec![0; number], ..Columns::default() };
            let (mut trail, mut propagator) =
                (Trail::new(&columns, None), Propagator::new(number, &premises));
            let mut marks = Vec::new();
            for _ in 0..12 {
                if random.u8(..3) == 0 && !marks.is_empty() {
                    let start = marks.swap_remove(random.usize(..marks.len()));
                    marks.retain(|&mark| mark < start);
                    propagator.undo(start, &trail);
                    trail.truncate(start);
                } else {
                    let variable = random.usize(..number);
                    if trail.value(variable).is_some() {
                        continue;
                    }
                    marks.push(trail.steps.len());
                    let lit = Literal { variable, is_negated: random.bool() };
                    trail.push(lit, Reason::Choice);
                }
                let before = trail.steps.len();
                match propagator.propagate(&mut trail) {
                    Some(conflict) => {
                        refuted += 1;
                        assert_eq!(implied(&conflict.inequality, &trail), None);
                        let refutation = trail.refutation(&conflict).expect("no proof");
                        let choices = refutation.choices.iter();
                        assert!(
                            choices.clone().all(|lit| trail.steps.iter().any(|s| s.lit == *lit))
                        );
                        break;
                    }
                    None => {
                        fixed += trail.steps.len() - before;
                        for row in &rows {
                            assert_eq!(implied(row, &trail), Some(Vec::new()), "{row:?}");
                        }
                    }
                }
            }
        }
        assert!(refuted > 100 && fixed > 200, "{refuted} and {fixed}");
    }
}
