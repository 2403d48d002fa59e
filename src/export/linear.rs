//! A model's statements as linear constraints over its variables, for OPB, LP and MPS.
//!
//! A literal is a variable x or 1 − x, so negated literals move into the constant. A parity is
//! Σ literals − 2y = 0 or 1 with a whole number y, as the sources of the puzzles state it.

use crate::model::{Lit, Model, Parity, Relation, Statement};

/// A sum of ±1 · variable, by number from 0, in relation to a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Coefficient and variable.
    pub terms: Vec<(i64, usize)>,
    /// How the sum stands to the constant.
    pub relation: Relation,
    /// The constant.
    pub constant: i64,
    /// With a parity, 2y is subtracted from the sum, and y is at most this.
    pub most_pairs: Option<u64>,
}

/// A sum of literals as a sum of terms and a constant.
pub(super) fn sum(lits: &[Lit]) -> (Vec<(i64, usize)>, i64) {
    let term = |lit: &Lit| (if lit.is_negated() { -1 } else { 1 }, lit.variable());
    let negated = lits.iter().filter(|lit| lit.is_negated()).count();
    (lits.iter().map(term).collect(), i64::try_from(negated).expect("fewer literals than memory"))
}

/// The constraints of a model in their order, those without literals that hold left out.
pub(super) fn rows(model: &Model) -> impl Iterator<Item = Row> {
    rows_of_groups(model).map(|(_, row)| row)
}

/// The same, each with the number of its group.
pub(super) fn rows_of_groups(model: &Model) -> impl Iterator<Item = (usize, Row)> {
    let rows = model.constraints().iter().map(|one| (one.group(), row(&one.statement)));
    rows.filter(|(_, row)| row.says())
}

fn row(statement: &Statement) -> Row {
    let (relation, bound) = match statement {
        Statement::Clause(_) => (Relation::AtLeast, 1),
        Statement::AtMostOne(_) => (Relation::AtMost, 1),
        Statement::ExactlyOne(_) => (Relation::Exactly, 1),
        Statement::Cardinality(_, relation, bound) => (*relation, *bound),
        Statement::Parity(_, parity) => (Relation::Exactly, usize::from(*parity == Parity::Odd)),
    };
    let (terms, negated) = sum(statement.lits());
    let most_pairs = matches!(statement, Statement::Parity(..))
        .then(|| (terms.len().saturating_sub(bound) / 2) as u64);
    let constant = i64::try_from(bound).unwrap_or(i64::MAX / 2) - negated;
    Row { terms, relation, constant, most_pairs }
}

impl Row {
    /// Whether it says anything: a sum of nothing may hold always, or never.
    fn says(&self) -> bool {
        !self.terms.is_empty()
            || match self.relation {
                Relation::AtLeast => self.constant > 0,
                Relation::AtMost => self.constant < 0,
                Relation::Exactly => self.constant != 0,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_move_into_the_constant() {
        let lits = [1, -2, -3].map(Lit::from_dimacs).to_vec();
        let found = row(&Statement::Clause(lits.clone()));
        assert_eq!(found.terms, [(1, 0), (-1, 1), (-1, 2)]);
        assert_eq!((found.relation, found.constant), (Relation::AtLeast, -1));
        let found = row(&Statement::Parity(lits, Parity::Odd));
        assert_eq!((found.constant, found.most_pairs), (-1, Some(1)));
    }

    #[test]
    fn what_holds_without_literals_is_left_out() {
        assert!(!row(&Statement::AtMostOne(Vec::new())).says());
        assert!(row(&Statement::Clause(Vec::new())).says());
        assert!(row(&Statement::Parity(Vec::new(), Parity::Odd)).says());
        assert!(!row(&Statement::Parity(Vec::new(), Parity::Even)).says());
    }
}
