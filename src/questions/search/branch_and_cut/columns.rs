//! The columns of a branch-and-cut search, and the facts about them that are known before the
//! search.

use crate::linear::Literal;
use crate::lp::Column;
use crate::lp::simplex::Simplex;
use crate::model::Lit;

/// The columns of a search. Each column is a variable that is 0 or 1.
#[derive(Clone, Debug)]
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
}

impl Columns {
    /// Returns the linear program of the columns, without cuts. The columns in `fixed` have equal
    /// lower and upper bounds.
    pub fn program(&self) -> Simplex {
        let mut columns: Vec<Column> =
            self.costs.iter().map(|&cost| Column::binary(cost)).collect();
        self.fixed.iter().for_each(|&(lit, _)| columns[lit.variable].bounds = bounds(lit));
        Simplex::new(columns)
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
