//! Whether an assignment keeps what a file says, and what it is worth: the file's own rows with the file's own numbers.
//!
//! Nothing here knows what a row is encoded as: a sum is added up, term by term as it stands in the file.

use num_bigint::BigInt;

use super::{Form, Integer, Literal, Row, Written};
use crate::model::{Parity, Relation, Sense};

/// A row that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violated {
    /// The row of that number, from 1.
    Row(usize),
    /// What broken soft rows cost together is not below the top.
    Top,
    /// No alternative is true as a whole.
    Cubes,
}

/// The values of a file's variables, and of its products, which follow from these.
pub struct Truth {
    values: Vec<bool>,
}

impl Truth {
    /// The values of the variables in their order.
    pub fn of(written: &Written, mut values: Vec<bool>) -> Truth {
        debug_assert_eq!(values.len(), written.variables());
        values.resize(written.atoms(), false);
        let mut truth = Truth { values };
        for (number, lits) in written.products() {
            let is_true = lits.iter().all(|&lit| truth.lit(lit));
            truth.values[index(number)] = is_true;
        }
        truth
    }

    fn lit(&self, lit: Literal) -> bool {
        self.values[index(lit)] == (lit > 0)
    }

    /// What the true literals weigh.
    fn weight<'a>(&self, terms: impl Iterator<Item = (Option<&'a Integer>, Literal)>) -> BigInt {
        // No list has so many literals that their numbers of 64 bits are more than 128.
        let (mut small, mut large) = (0_i128, BigInt::ZERO);
        for (weight, _) in terms.filter(|&(_, lit)| self.lit(lit)) {
            match weight {
                None => small += 1,
                Some(Integer::Small(weight)) => small += i128::from(*weight),
                Some(Integer::Large(weight)) => large += &**weight,
            }
        }
        large + small
    }

    fn holds(&self, row: &Row) -> bool {
        match row.form {
            Form::Clause => row.lits.iter().any(|&lit| self.lit(lit)),
            Form::Parity(parity) => {
                let number = row.lits.iter().filter(|&&lit| self.lit(lit)).count();
                (number % 2 == 1) == (*parity == Parity::Odd)
            }
            Form::Sum(relation, bound) => {
                let weight = |place: usize| row.weights.map(|weights| &weights[place]);
                let terms = row.lits.iter().enumerate().map(|(place, &lit)| (weight(place), lit));
                let (sum, bound) = (self.weight(terms), bound.to_big());
                match relation {
                    Relation::AtLeast => sum >= bound,
                    Relation::AtMost => sum <= bound,
                    Relation::Exactly => sum == bound,
                }
            }
        }
    }
}

fn index(lit: Literal) -> usize {
    lit.unsigned_abs() as usize - 1
}

/// What an assignment is worth, where something is wanted: the file's objective, or what the broken soft rows cost.
///
/// # Errors
///
/// Names the first thing that is violated.
pub fn check(written: &Written, truth: &Truth) -> Result<Option<(Sense, BigInt)>, Violated> {
    let mut cost = BigInt::ZERO;
    for (number, row) in (1..).zip(written.rows()) {
        match row.cost {
            _ if truth.holds(&row) => {}
            Some(paid) => cost += paid.to_big(),
            None => return Err(Violated::Row(number)),
        }
    }
    if written.top().is_some_and(|top| cost >= top.to_big()) {
        return Err(Violated::Top);
    }
    let cubes = written.cubes();
    if !cubes.is_empty() && !cubes.iter().any(|cube| cube.iter().all(|&lit| truth.lit(lit))) {
        return Err(Violated::Cubes);
    }
    if let Some(aim) = written.aim() {
        let terms = aim.terms.iter().map(|(weight, lit)| (Some(weight), *lit));
        return Ok(Some((aim.sense, truth.weight(terms) + aim.constant.to_big())));
    }
    Ok(written.is_soft().then_some((Sense::Minimise, cost)))
}
