//! Integer variables of LP and MPS files, as sums of variables that are 0 or 1.
//!
//! An integer x from `least` to `largest` has binary digits: x = least + Σ 2^i·bᵢ. A row keeps
//! Σ 2^i·bᵢ at most `largest` − `least`, if the digits could exceed it. A semi-integer variable may
//! also be 0, although `least` is above 0. It has one more literal, its selector s: x = least·s +
//! Σ 2^i·bᵢ, and a row keeps the digits at most (`largest` − `least`)·s. So each value has exactly
//! one assignment of the literals, and answers can be counted.
//!
//! A variable with a single value has no literals. Answers show it all the same.

use std::collections::HashMap;
use std::fmt;

use super::{Integer, LimitExceeded, Literal, ParsedModel, RowForm};
use crate::model::Relation;

/// The values of an integer variable: all whole numbers from `least` to `largest`, and 0 if
/// `has_zero` is true. The bounds are between -2^62 and 2^62. If `least` is above `largest`, there
/// is no value but perhaps 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerDomain {
    /// The least number of the interval.
    pub least: i64,
    /// The largest number of the interval.
    pub largest: i64,
    /// Whether 0 is a value of its own, outside the interval. The variable then has a selector.
    pub has_zero: bool,
}

impl IntegerDomain {
    /// Returns how many steps the largest value is above the least one; 0 for an empty interval.
    pub fn width(self) -> u64 {
        u64::try_from(self.largest.saturating_sub(self.least)).unwrap_or(0)
    }

    /// Returns how many binary digits the steps above the least value need.
    fn digits(self) -> usize {
        (u64::BITS - self.width().leading_zeros()) as usize
    }

    /// Returns the number of literals: the selector, if there is one, and the digits.
    pub fn literals(self) -> usize {
        usize::from(self.has_zero) + self.digits()
    }

    /// Returns the value if all literals are false.
    pub fn base(self) -> i64 {
        if self.has_zero { 0 } else { self.least }
    }

    /// Returns what each literal adds to [`base`](Self::base) if it is true: first the selector, if
    /// there is one, then the digits, the lowest one first.
    pub fn weights(self) -> impl Iterator<Item = i64> {
        let selector = self.has_zero.then_some(self.least);
        selector.into_iter().chain((0..self.digits()).map(|place| 1 << place))
    }

    /// Returns whether a number is a value of the variable.
    pub fn contains(self, value: i64) -> bool {
        (self.least..=self.largest).contains(&value) || self.has_zero && value == 0
    }

    /// Returns the number that the literals stand for. `lits` has their values in the order of
    /// [`weights`](Self::weights). Returns `None` if one of them is unknown.
    pub fn value(self, lits: &[Option<bool>]) -> Option<i64> {
        let mut value = self.base();
        for (weight, lit) in self.weights().zip(lits) {
            value += if (*lit)? { weight } else { 0 };
        }
        Some(value)
    }

    /// Returns the literals' values for a number, in the order of [`weights`](Self::weights).
    /// Returns `None` if the number is not a value of the variable.
    pub fn assignment(self, value: i64) -> Option<Vec<bool>> {
        if !self.contains(value) {
            return None;
        }
        let is_in_range = (self.least..=self.largest).contains(&value);
        let steps = if is_in_range { value - self.least } else { 0 };
        let selector = self.has_zero.then_some(is_in_range);
        Some(
            selector.into_iter().chain((0..self.digits()).map(|at| steps >> at & 1 == 1)).collect(),
        )
    }
}

impl fmt::Display for IntegerDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IntegerDomain { least, largest, has_zero } = self;
        let zero = if *has_zero { "0, or " } else { "" };
        write!(f, "{zero}a whole number from {least} to {largest}")
    }
}

/// The integer variables of a file, in its order.
#[derive(Clone, Debug, Default)]
pub struct Integers {
    list: Vec<IntegerVariable>,
    /// The index of each variable in `list`, by its name.
    places: HashMap<Box<str>, usize>,
    /// How many rows the file does not have: those that keep variables in their ranges, and that of
    /// an answer that bounds them.
    added_rows: usize,
}

/// An integer variable of a file.
#[derive(Clone, Debug)]
pub struct IntegerVariable {
    /// The name in the file.
    pub name: Box<str>,
    /// The values that the variable may have.
    pub domain: IntegerDomain,
    /// The index, from 1, of the first of the variable's literals, which are consecutive variables
    /// of the model. If it has no literals, it comes before the variable with this index.
    pub first: usize,
}

impl IntegerVariable {
    /// Returns the literals, each with its weight: the variable is the sum of the true literals'
    /// weights and of the domain's base.
    pub fn terms(&self) -> impl Iterator<Item = (i64, Literal)> {
        let first = Literal::try_from(self.first).expect("at most a hundred millions");
        self.domain.weights().zip(first..)
    }

    /// Returns the variable's value; `None` if one of its literals is unknown. `values` are the
    /// values of the model's variables, in their order.
    pub fn value(&self, values: &[Option<bool>]) -> Option<i64> {
        self.domain.value(&values[self.first - 1..])
    }
}

impl ParsedModel {
    /// Adds an integer variable with its literals. The names of the literals are the variable's
    /// name, `mark`, and the number of the binary digit, or `on` for a selector. No variable may
    /// have such a name; otherwise a debug build panics.
    ///
    /// # Errors
    ///
    /// If there are already [`MOST_VARIABLES`](super::MOST_VARIABLES) variables. Some literals may
    /// then have been added.
    pub(super) fn add_integer(
        &mut self,
        name: &str,
        domain: IntegerDomain,
        mark: &str,
    ) -> Result<(), LimitExceeded> {
        let first = self.atoms() + 1;
        let selector = domain.has_zero.then(|| "on".to_owned());
        for part in selector.into_iter().chain((0..domain.digits()).map(|at| at.to_string())) {
            let (number, part_name) = (self.atoms() + 1, format!("{name}{mark}{part}"));
            let literal = self.variable(&part_name)?;
            debug_assert_eq!(usize::try_from(literal), Ok(number), "{part_name} is a new name");
        }
        self.integers.places.insert(name.into(), self.integers.list.len());
        self.integers.list.push(IntegerVariable { name: name.into(), domain, first });
        Ok(())
    }

    /// Adds the rows that keep integer variables in their ranges.
    ///
    /// # Errors
    ///
    /// If there would be too many literals or rows.
    pub(super) fn add_ranges(&mut self) -> Result<(), LimitExceeded> {
        let mut integers = std::mem::take(&mut self.integers);
        let before = self.len();
        let done = integers.list.iter().try_for_each(|integer| self.add_range(integer));
        integers.added_rows += self.len() - before;
        self.integers = integers;
        done
    }

    /// Adds the row that keeps a variable in its range, unless its literals cannot leave the range.
    /// For a variable without any value, the row is 0 ≥ 1.
    fn add_range(&mut self, integer: &IntegerVariable) -> Result<(), LimitExceeded> {
        let IntegerDomain { least, largest, has_zero } = integer.domain;
        if least > largest && !has_zero {
            let never = RowForm::Sum(Relation::AtLeast, 1.into());
            self.row(never, &[], None, None, super::FilePlace::default())?;
            self.name_rows(self.len() - 1, &format!("bounds of {}", integer.name));
            return Ok(());
        }
        let width = integer.domain.width();
        let is_full = (width + 1).is_power_of_two();
        if is_full && !has_zero {
            return Ok(());
        }
        let (mut weights, lits): (Vec<Integer>, Vec<Literal>) =
            integer.terms().map(|(weight, lit)| (Integer::from(weight), lit)).unzip();
        let bound = if has_zero {
            weights[0] = -Integer::from(width);
            Integer::default()
        } else {
            width.into()
        };
        let form = RowForm::Sum(Relation::AtMost, bound);
        self.row(form, &lits, Some(weights), None, super::FilePlace::default())?;
        let name = format!("range of {}", integer.name);
        self.name_rows(self.len() - 1, &name);
        Ok(())
    }

    /// Returns the number of variables of the file. An integer variable counts as one.
    pub fn variables_of_file(&self) -> usize {
        let lits: usize = self.integers.list.iter().map(|one| one.domain.literals()).sum();
        self.all_variables() - lits + self.integers.list.len()
    }

    /// Declares that this many rows are not in the file, besides those that keep integers in their
    /// ranges.
    pub(super) fn count_added_rows(&mut self, number: usize) {
        self.integers.added_rows += number;
    }

    /// Returns the number of rows of the file.
    pub fn rows_of_file(&self) -> usize {
        self.len() - self.integers.added_rows
    }

    /// Returns the integer variables, in the order of the file.
    pub fn integers(&self) -> &[IntegerVariable] {
        &self.integers.list
    }

    /// Returns the integer variable with this name.
    pub fn find_integer(&self, name: &str) -> Option<&IntegerVariable> {
        self.integers.places.get(name).map(|&place| &self.integers.list[place])
    }

    /// Returns the integer variable to which a variable of the model belongs, with the place of
    /// this variable among its literals. `number` is the index of the variable, from 1.
    pub fn integer_with(&self, number: usize) -> Option<(&IntegerVariable, usize)> {
        let list = &self.integers.list;
        let after = list.partition_point(|integer| integer.first <= number);
        let integer = list[..after].iter().rev().find(|one| one.domain.literals() > 0)?;
        let place = number - integer.first;
        (place < integer.domain.literals()).then_some((integer, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_one_assignment() {
        for (least, largest, has_zero) in [
            (0, 5, false),
            (-3, 4, false),
            (7, 7, false),
            (3, 9, true),
            (4, 4, true),
            (-9, -2, true),
        ] {
            let domain = IntegerDomain { least, largest, has_zero };
            let values: Vec<i64> = (-20..20).filter(|&value| domain.contains(value)).collect();
            assert_eq!(
                values.len(),
                usize::try_from(largest - least).expect("few") + 1 + usize::from(has_zero)
            );
            for value in values {
                let lits = domain.assignment(value).expect("a value of the domain");
                assert_eq!(lits.len(), domain.literals());
                let known: Vec<Option<bool>> = lits.into_iter().map(Some).collect();
                assert_eq!(domain.value(&known), Some(value));
            }
            assert_eq!(domain.assignment(20), None);
        }
    }
}
