//! The linear relaxation of a model: its constraints over numbers between 0 and 1.
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

use crate::model::linear_form::{self as linear, Affine, Aim};
use crate::model::{Complement, Model, Parity, Premise, Relation, Sense, Statement};

/// A linear program that minimises Σ cost·x + constant, with each variable from 0 to 1.
#[derive(Clone, Debug)]
pub struct Linear {
    /// Sense of the model's objective.
    pub sense: Sense,
    /// The coefficient of each variable in the minimised sum.
    pub costs: Vec<i64>,
    /// Constant of the minimised sum.
    pub constant: i64,
    /// The inequalities.
    pub rows: Vec<RelaxedRow>,
}

/// An inequality: Σ coefficient·x ≥ least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelaxedRow {
    /// Distinct variables, each with its coefficient.
    pub terms: Vec<(usize, i64)>,
    /// Lower bound on the sum.
    pub least: i64,
    /// The statement that the row relaxes: a constraint, or the deduced equation between the
    /// objective and the count that complements it.
    pub origin: Premise,
}

impl Linear {
    /// Returns the relaxation of a model; `None` if the objective is not one sum.
    pub fn of(model: &Model) -> Option<Linear> {
        let objective = model.objective()?;
        let Aim::Sum(value) = Aim::of(objective) else { return None };
        let mut linear = Linear::new(objective.sense(), model.labels().len());
        let sign = linear.sense.sign();
        value.terms.iter().for_each(|&(times, variable)| linear.costs[variable] = sign * times);
        linear.constant = sign * value.constant;
        for (place, constraint) in model.constraints().iter().enumerate() {
            linear.state(constraint.statement, Premise::Constraint(place));
        }
        let Some(one) = objective.one() else { return Some(linear) };
        for (place, Complement { count, weight, total, .. }) in one.complements.iter().enumerate() {
            let mut sum = Affine::default();
            sum.add(&one.count.lits, i64::try_from(*weight).ok()?);
            sum.add(&count.lits, 1);
            linear.equals(&sum, i64::try_from(*total).ok()?, Premise::Complement(place));
        }
        Some(linear)
    }

    /// Returns the lower bound on the cost without regard to the constraints.
    pub fn least(&self) -> i64 {
        self.constant + self.costs.iter().map(|&cost| cost.min(0)).sum::<i64>()
    }

    /// Returns the value of the objective for a cost, if it fits into 64 bits.
    pub fn value(&self, cost: i64) -> Option<i64> {
        self.sense.sign().checked_mul(cost)
    }

    /// Returns the cost for a value of the objective, if it fits into 64 bits.
    pub fn cost(&self, value: i64) -> Option<i64> {
        self.sense.sign().checked_mul(value)
    }

    fn new(sense: Sense, variables: usize) -> Linear {
        Linear { sense, costs: vec![0; variables], constant: 0, rows: Vec::new() }
    }

    fn state(&mut self, statement: Statement, origin: Premise) {
        let Statement::Parity(lits, parity) = statement else {
            let linear::LinearRow { terms, relation, constant, .. } =
                linear::LinearRow::of(statement);
            let sum = Affine { terms, constant: 0 };
            match relation {
                Relation::AtLeast => self.at_least(&sum, constant, origin),
                Relation::AtMost => self.at_most(&sum, constant, origin),
                Relation::Exactly => self.equals(&sum, constant, origin),
            }
            return;
        };
        let sum = Affine::number(lits);
        let number = i64::try_from(lits.len()).expect("a length has 64 bits");
        let least = i64::from(parity == Parity::Odd);
        let most = number - (number - least) % 2;
        if least > 0 {
            self.at_least(&sum, least, origin);
        }
        if most < number {
            self.at_most(&sum, most, origin);
        }
        if let (&[one, other], Parity::Even) = (lits, parity) {
            let mut difference = Affine::number(&[one]);
            difference.add(&[other], -1);
            self.equals(&difference, 0, origin);
        }
    }

    fn at_least(&mut self, sum: &Affine, least: i64, origin: Premise) {
        let least = least - sum.constant;
        // Constraints that always hold prove nothing.
        let smallest: i64 = sum.terms.iter().map(|&(coefficient, _)| coefficient.min(0)).sum();
        if smallest < least {
            let terms = sum.terms.iter().map(|&(coefficient, variable)| (variable, coefficient));
            self.rows.push(RelaxedRow { terms: terms.collect(), least, origin });
        }
    }

    fn at_most(&mut self, sum: &Affine, most: i64, origin: Premise) {
        self.at_least(&sum.negated(), -most, origin);
    }

    fn equals(&mut self, sum: &Affine, total: i64, origin: Premise) {
        self.at_least(sum, total, origin);
        self.at_most(sum, total, origin);
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
        let of = move |bits: u32| (0..variables).map(|v| bits >> v & 1 == 1).collect();
        (0..1_u32 << variables).map(of).map(Values::new)
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
            let family = family::named(FAMILIES, name).expect("a family");
            let request = Request { size: Size::new(rows, columns).ok(), ..Request::default() };
            let puzzle = family.open(&request).expect("an open board");
            let puzzle = puzzle.into_puzzle().expect("a family with boards");
            for formulation in family.formulations.iter().filter(|row| !row.of_value) {
                let mut model = puzzle.model(formulation).with(0);
                Rules::all().apply(&mut model, &Stop::never());
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
            model.constraints().iter().all(|constraint| constraint.statement.holds(values))
        };
        assignments(model.labels().len()).filter(is_solution).collect()
    }

    pub fn sum(row: &RelaxedRow, values: &Values) -> i64 {
        let value = |variable: usize| {
            let number = i32::try_from(variable + 1).expect("few variables");
            i64::from(values.of(Lit::from_dimacs(number)))
        };
        row.terms.iter().map(|&(variable, coefficient)| coefficient * value(variable)).sum()
    }

    pub fn cost(linear: &Linear, values: &Values) -> i64 {
        let terms = linear.costs.iter().copied().enumerate().collect();
        let row = RelaxedRow { terms, least: 0, origin: Premise::Constraint(0) };
        linear.constant + sum(&row, values)
    }

    #[test]
    fn every_solution_keeps_every_row_and_costs_its_value() {
        for model in small_models() {
            let linear = Linear::of(&model).expect("one count");
            let objective = model.objective().expect("an objective");
            for values in solutions(&model) {
                let (cost, value) = (cost(&linear, &values), objective.value(&values));
                assert_eq!((linear.value(cost), linear.cost(value)), (Some(value), Some(cost)));
                for row in &linear.rows {
                    let sum = sum(row, &values);
                    assert!(sum >= row.least, "{row:?}: {sum}");
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
            let mut linear = Linear::new(Sense::Minimise, 4);
            linear.state(statement, Premise::Constraint(0));
            for values in assignments(4) {
                let kept = linear.rows.iter().all(|row| sum(row, &values) >= row.least);
                assert_eq!(kept, statement.holds(&values), "{statement:?} {values:?}");
            }
        }
    }
}
