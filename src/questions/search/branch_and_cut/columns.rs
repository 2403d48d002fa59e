//! The columns of a branch-and-cut search, and the facts about them that are known before the
//! search.

use std::sync::Arc;

use super::premise::Premise;
use crate::linear::{Inequality, Literal};
use crate::lp::Column;
use crate::lp::simplex::Simplex;
use crate::model::Lit;

/// The columns of a search. Each column is a variable that is 0 or 1.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// For each column, the literal that is true if the column is 1.
    pub lits: Vec<Lit>,
    /// The cost of each column if its value is 1.
    pub costs: Vec<i64>,
    /// The fixed columns, as the literals that propagation makes true. Each literal has the index
    /// of the constraint that implies it.
    pub fixed: Vec<(Literal<usize>, usize)>,
    /// For each symmetry, the image of each column.
    pub movements: Vec<Vec<usize>>,
    /// The rows of the model that are in the linear program from the start.
    pub rows: Vec<ModelRow>,
}

/// A row of the model over the columns.
#[derive(Clone, Debug)]
pub struct ModelRow {
    /// The row as an inequality. An equation is two inequalities, and this is one of them.
    pub premise: Arc<Premise>,
    /// The other inequality of an equation; `None` for any other row.
    pub opposite: Option<Arc<Premise>>,
}

impl Columns {
    /// Returns the linear program of the columns with the rows of the model, without cuts. The
    /// columns in `fixed` have equal lower and upper bounds.
    pub fn program(&self) -> Simplex {
        let mut columns: Vec<Column> =
            self.costs.iter().map(|&cost| Column::binary(cost)).collect();
        self.fixed.iter().for_each(|&(lit, _)| columns[lit.variable].bounds = bounds(lit));
        let mut program = Simplex::new(columns);
        for ModelRow { premise, opposite } in &self.rows {
            let opposite = opposite.as_ref().map(|opposite| opposite.inequality.clone());
            program.add_permanent(premise.inequality.clone(), opposite);
        }
        program.drop_fixed();
        program
    }

    /// Returns the inequalities of the model's rows. An equation has two of them.
    pub fn premises(&self) -> impl Iterator<Item = &Arc<Premise>> {
        self.rows.iter().flat_map(|row| std::iter::once(&row.premise).chain(&row.opposite))
    }

    /// Returns the row "the cost is at most `most`", divided by the common divisor of the costs. Also
    /// returns this divisor.
    pub fn row_of_costs(&self, most: i64) -> (Inequality<usize>, i128) {
        let costs = self.costs.iter().enumerate().filter(|(_, cost)| **cost != 0);
        let terms = costs.map(|(column, cost)| (-i128::from(*cost), column.into()));
        let mut row = Inequality::from_terms(terms, -i128::from(most));
        let divisor = row.common_divisor();
        row.divide(divisor);
        (row, divisor)
    }

    /// Returns the model's literal for a literal of a column.
    pub fn lit(&self, lit: Literal<usize>) -> Lit {
        let positive = self.lits[lit.variable];
        if lit.is_negated { !positive } else { positive }
    }

    /// Returns the cost of an answer. `answer` has the value of each column.
    pub fn cost(&self, answer: &[bool]) -> i64 {
        self.costs.iter().zip(answer).filter(|(_, is_one)| **is_one).map(|(cost, _)| cost).sum()
    }

    /// Returns the orbit of a column: all columns to which symmetries and their products map it.
    /// Each is returned once, and the column itself is the first. If there are no symmetries,
    /// returns only this column.
    pub fn orbit(&self, column: usize) -> Vec<usize> {
        let mut orbit = vec![column];
        let mut next = 0;
        while let Some(&column) = orbit.get(next) {
            next += 1;
            for movement in &self.movements {
                if !orbit.contains(&movement[column]) {
                    orbit.push(movement[column]);
                }
            }
        }
        orbit
    }
}

/// Returns the lower and the upper bound of a column whose literal `lit` is true. The two bounds
/// are equal.
pub fn bounds(lit: Literal<usize>) -> [i64; 2] {
    [i64::from(!lit.is_negated); 2]
}
