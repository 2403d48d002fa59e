//! The linear relaxation of a model: the same constraints, but over numbers between 0 and 1.
//!
//! Each constraint becomes one or two inequalities Σ a·x ≥ b with small integers. For parities of n
//! literals these are:
//!
//! - odd parity: Σ ≥ 1, and also Σ ≤ n − 1 if n is even;
//! - even parity: Σ ≤ n − 1 if n is odd;
//! - parity of two literals: an equation.
//!
//! A complement of the objective is an equation over the literals of both counts. An objective to
//! be maximised is negated.

use crate::linear::{Row, Term};
use crate::lp::Column;
use crate::model::linear_form::{AffineSum, LinearObjective};
use crate::model::{Complement, Model, Parity, Premise, Relation, Sense, Statement};

/// A linear program that minimises Σ cost·x + constant, with each variable from 0 to 1.
#[derive(Clone, Debug)]
pub struct LinearRelaxation {
    /// Whether the model's objective is minimised or maximised.
    pub sense: Sense,
    /// The variables, each with its coefficient in the minimised sum.
    pub columns: Vec<Column>,
    /// The constant of the minimised sum.
    pub constant: i64,
    /// The inequalities Σ coefficient·x ≥ bound. Each comes with the statement that it relaxes: a
    /// constraint, or the deduced equation between the objective and its complement (a count that
    /// determines it).
    pub rows: Vec<(Row<i64, usize>, Premise)>,
}

impl LinearRelaxation {
    /// Returns the relaxation of a model, which minimises. If the objective is maximised, its
    /// weights and constant are negated. The complements of an objective that is a single count
    /// become equations. Returns `None` if the model has no objective, if its objective is not one
    /// sum, or if a complement has a number of more than 64 bits.
    pub fn from_model(model: &Model) -> Option<LinearRelaxation> {
        let objective = model.objective()?;
        let LinearObjective::Sum(value) = LinearObjective::from_objective(objective) else {
            return None;
        };
        let mut linear = LinearRelaxation::new(objective.sense(), model.labels().len());
        let sign = linear.sense.sign();
        value.sum.terms().for_each(|term| linear.columns[term.atom].cost = sign * term.weight);
        linear.constant = sign * value.constant;
        for (place, constraint) in model.constraints().iter().enumerate() {
            linear.add_statement(constraint.statement, Premise::Constraint(place));
        }
        let Some(one) = objective.single_count() else { return Some(linear) };
        for (place, Complement { count, weight, total, .. }) in one.complements.iter().enumerate() {
            let weight = i64::try_from(*weight).ok()?;
            let sum = AffineSum::from_terms(
                one.count
                    .lits
                    .iter()
                    .map(|&atom| Term { weight, atom })
                    .chain(count.lits.iter().map(|&atom| Term { weight: 1, atom })),
            );
            let total = i64::try_from(*total).ok()?;
            linear.push(sum, Relation::Exactly, total, Premise::Complement(place));
        }
        Some(linear)
    }

    /// Returns the lower bound on the cost that the costs of the columns give, if the rows are
    /// ignored. The constant is included.
    pub fn least(&self) -> i64 {
        self.constant + self.columns.iter().map(|column| column.cost.min(0)).sum::<i64>()
    }

    /// Returns the value of the objective for a cost, or `None` if it does not fit into 64 bits.
    pub fn value(&self, cost: i64) -> Option<i64> {
        self.sense.sign().checked_mul(cost)
    }

    /// Returns the cost for a value of the objective, or `None` if it does not fit into 64 bits.
    pub fn cost(&self, value: i64) -> Option<i64> {
        self.sense.sign().checked_mul(value)
    }

    /// Returns a linear program without costs and without rows.
    fn new(sense: Sense, variables: usize) -> LinearRelaxation {
        let columns = vec![Column::binary(0); variables];
        LinearRelaxation { sense, columns, constant: 0, rows: Vec::new() }
    }

    /// Adds the inequalities of a statement, except those that always hold. The inequalities of a
    /// parity are listed at the top of this file. An odd parity gives "at least 1". If not all
    /// literals can be true, the parity gives "at most all but one". An even parity of two literals
    /// gives an equation. A parity that gives none of these adds nothing. `origin` names the
    /// statement in reasons.
    fn add_statement(&mut self, statement: Statement, origin: Premise) {
        let sum = AffineSum::from_terms(statement.terms());
        let Statement::Parity(lits, parity) = statement else {
            if let Some((relation, bound)) = statement.comparison() {
                self.push(sum, relation, bound, origin);
            }
            return;
        };
        let number = i64::try_from(lits.len()).expect("a length has 64 bits");
        let least = i64::from(parity == Parity::Odd);
        let most = number - (number - least) % 2;
        if least > 0 {
            self.push(sum.clone(), Relation::AtLeast, least, origin);
        }
        if most < number {
            self.push(sum, Relation::AtMost, most, origin);
        }
        if let (&[one, other], Parity::Even) = (lits, parity) {
            let terms = [Term { weight: 1, atom: one }, Term { weight: -1, atom: other }];
            self.push(AffineSum::from_terms(terms), Relation::Exactly, 0, origin);
        }
    }

    /// Adds a comparison of a sum with a bound, as inequalities "at least" that together are
    /// equivalent to it. Inequalities that always hold are left out, since they prove nothing. A
    /// contradiction without literals is added.
    fn push(
        &mut self,
        AffineSum { sum, constant }: AffineSum,
        relation: Relation,
        bound: i64,
        origin: Premise,
    ) {
        for row in (Row { sum, relation, bound: bound - constant }).sides() {
            let smallest: i64 = row.sum.weights().iter().map(|&weight| weight.min(0)).sum();
            if smallest < row.bound {
                self.rows.push((row, origin));
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Size;
    use crate::deduce::Rules;
    use crate::family;
    use crate::model::{Lit, Values};
    use crate::puzzle::Request;
    use crate::puzzles::FAMILIES;
    use crate::stop::Stop;

    pub fn assignments(variables: usize) -> impl Iterator<Item = Values> {
        (0..1_u32 << variables)
            .map(move |bits| (0..variables).map(|v| bits >> v & 1 == 1).collect())
            .map(Values::new)
    }

    pub fn small_models() -> Vec<Model> {
        let sizes = [
            ("abbott-window", 3, 3),
            ("abbott-window", 3, 5),
            ("gunport", 2, 3),
            ("gunport", 3, 3),
        ];
        let mut models = Vec::new();
        for (name, rows, columns) in sizes {
            let family = family::find_family(FAMILIES, name).expect("a family");
            let request = Request { size: Size::new(rows, columns).ok(), ..Request::default() };
            let puzzle = family.open(&request).expect("an open board");
            let puzzle = puzzle.into_puzzle().expect("a family with boards");
            for formulation in family.formulations.iter().filter(|row| !row.of_value) {
                let mut model = puzzle.model(formulation).for_value(0);
                Rules::all().apply(&mut model, &Stop::unlimited());
                if model.labels().len() <= 22 {
                    models.push(model);
                }
            }
        }
        assert!(models.len() > 4, "{}", models.len());
        models
    }

    pub fn solutions(model: &Model) -> Vec<Values> {
        let is_solution = |values: &Values| {
            model
                .constraints()
                .iter()
                .all(|constraint| constraint.statement.is_satisfied_by(values))
        };
        assignments(model.labels().len()).filter(is_solution).collect()
    }

    fn value(values: &Values, variable: usize) -> i64 {
        values.is_true(Lit::from_number(variable + 1)).into()
    }

    pub fn sum(row: &Row<i64, usize>, values: &Values) -> i64 {
        row.sum.terms().map(|term| term.weight * value(values, term.atom)).sum()
    }

    pub fn cost(linear: &LinearRelaxation, values: &Values) -> i64 {
        let costs = linear
            .columns
            .iter()
            .enumerate()
            .map(|(place, column)| column.cost * value(values, place))
            .sum::<i64>();
        linear.constant + costs
    }

    #[test]
    fn every_solution_keeps_every_row_and_costs_its_value() {
        for model in small_models() {
            let linear = LinearRelaxation::from_model(&model).expect("one count");
            let objective = model.objective().expect("an objective");
            for values in solutions(&model) {
                let (cost, value) = (cost(&linear, &values), objective.value(&values));
                assert_eq!((linear.value(cost), linear.cost(value)), (Some(value), Some(cost)));
                for (row, _) in &linear.rows {
                    let sum = sum(row, &values);
                    assert!(sum >= row.bound, "{row:?}: {sum}");
                }
            }
        }
    }

    #[test]
    fn rows_say_what_is_stated() {
        let all = [1, -2, 3, 4].map(Lit::from_dimacs);
        let other = [-1, 2, -3].map(Lit::from_dimacs);
        let statements = [
            Statement::Clause(&all[..3]),
            Statement::Clause(&[]),
            Statement::AtMostOne(&all),
            Statement::ExactlyOne(&other),
            Statement::Cardinality(&all, Relation::AtLeast, 2),
            Statement::Cardinality(&all, Relation::AtMost, 3),
            Statement::Cardinality(&all, Relation::Exactly, 2),
            Statement::Parity(&all[..2], Parity::Odd),
            Statement::Parity(&all[..2], Parity::Even),
            Statement::Parity(&other[2..], Parity::Even),
        ];
        for statement in statements {
            let mut linear = LinearRelaxation::new(Sense::Minimise, 4);
            linear.add_statement(statement, Premise::Constraint(0));
            for values in assignments(4) {
                let kept = linear.rows.iter().all(|(row, _)| sum(row, &values) >= row.bound);
                assert_eq!(kept, statement.is_satisfied_by(&values), "{statement:?} {values:?}");
            }
        }
    }
}
