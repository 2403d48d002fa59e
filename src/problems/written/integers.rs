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

use super::{Integer, LimitExceeded, Literal, ParsedModel, RowForm};
use crate::model::{IntegerDomain, IntegerVariable, Relation};

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

    /// Returns whether the row with this number, from 1, is not in the file, because it demands an
    /// objective as good as a known answer's.
    pub(super) fn is_added(&self, number: usize) -> bool {
        self.reach.as_ref().is_some_and(|reach| reach.row == number)
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
