//! Answers near the solution of a linear program, by rounding.
//!
//! The values are rounded at three thresholds: only values of 1 become 1, all values above 0 become
//! 1, and values of at least 1/2 become 1. The first suits packings, the second suits coverings
//! (simple rounding: Achterberg, Constraint Integer Programming, 2007), and the third suits
//! programs whose solution has integers only.

use super::columns::Columns;
use super::separator::{Heuristic, Point, Separator};
use crate::linear::Inequality;
use crate::proof::{Kernel, ProofConstraint};

/// The thresholds: a value of at least this number becomes 1.
const THRESHOLDS: [f64; 3] = [0.5, 1.0 - 1e-6, 1e-6];

/// The rows of a model as the client of a tree.
pub struct RowClient<'a> {
    columns: &'a Columns,
}

impl<'a> RowClient<'a> {
    /// Returns the client for the rows of these columns.
    pub fn new(columns: &'a Columns) -> RowClient<'a> {
        RowClient { columns }
    }

    /// Returns whether an answer satisfies all rows.
    fn satisfies(&self, answer: &[bool]) -> bool {
        self.columns.premises().all(|premise| {
            let true_terms = premise
                .inequality
                .terms()
                .filter(|(_, lit)| answer[lit.variable] != lit.is_negated);
            true_terms.map(|(weight, _)| weight).sum::<i128>() >= premise.inequality.degree()
        })
    }
}

impl Separator for RowClient<'_> {
    fn separate(&self, _: &Point) -> Vec<Inequality<usize>> {
        Vec::new()
    }

    /// Returns the row of the problem that equals the inequality.
    fn derive(&self, row: &Inequality<usize>, kernel: &mut Kernel) -> Option<ProofConstraint> {
        let terms = row
            .terms()
            .map(|(weight, lit)| (weight, kernel.literal(self.columns.lit(lit))))
            .collect::<Vec<_>>();
        let wanted = Inequality::from_terms(terms, row.degree());
        kernel.rows().find(|known| known.inequality == wanted).cloned()
    }
}

impl Heuristic for RowClient<'_> {
    fn answer(&self, values: &[f64]) -> Option<Vec<bool>> {
        THRESHOLDS
            .into_iter()
            .map(|threshold| values.iter().map(|&value| value >= threshold).collect())
            .filter(|answer: &Vec<bool>| self.satisfies(answer))
            .min_by_key(|answer| self.columns.cost(answer))
    }
}
