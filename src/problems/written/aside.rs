//! Variables of a file that other variables define, and that the model lacks ([`continuous`]).
//!
//! Answers have no values for them. An external solver of the file prints values for them, which
//! are compared with the definitions.
//!
//! [`continuous`]: super::program

use std::collections::HashMap;

use num_traits::Zero;

use super::Literal;
use crate::exact::{Integer, Rational};
use crate::exchange::{DerivedValue, PrintedObjective};
use crate::source::quote;

/// A factor in a definition: a value of 0 or 1, or another defined variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum DefinitionFactor {
    /// This literal, as 1 if it is true and 0 otherwise.
    One(Literal),
    /// The product of these literals: 1 if both are true, otherwise 0.
    Both(Literal, Literal),
    /// The defined variable with this index.
    Defined(usize),
}

/// `number` times the defined variable, plus `rest`, equals `bound`.
#[derive(Clone, Debug)]
pub(super) struct Equality<Part = DefinitionFactor> {
    /// The variable's coefficient, not 0.
    pub number: Integer,
    /// The other terms, each with its coefficient.
    pub rest: Vec<(Integer, Part)>,
    pub bound: Integer,
}

/// The defined variables. A definition uses only defined variables with a larger index.
#[derive(Clone, Debug, Default)]
pub(super) struct DefinedVariables {
    /// The index of each variable in `equalities`, by name.
    places: HashMap<Box<str>, usize>,
    /// The definition of each variable; `None` if it may have any value.
    equalities: Vec<Option<Equality>>,
}

impl DefinedVariables {
    /// Adds a variable with its definition. Those variables in the definition that are defined too
    /// must be added later.
    pub fn push(&mut self, name: &str, equality: Option<Equality>) {
        self.places.insert(name.into(), self.equalities.len());
        self.equalities.push(equality);
    }

    /// Returns whether this is the name of a variable in the list.
    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Returns the literals of all definitions.
    pub fn lits_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        self.equalities.iter_mut().flatten().flat_map(|equality| &mut equality.rest).flat_map(
            |(_, part)| match part {
                DefinitionFactor::One(one) => vec![one],
                DefinitionFactor::Both(one, other) => vec![one, other],
                DefinitionFactor::Defined(_) => Vec::new(),
            },
        )
    }

    /// Checks that `printed`, a solver's values of defined variables, fit `values`, those of the
    /// model's variables.
    pub fn validate(
        &self,
        values: &[Option<bool>],
        printed: &[DerivedValue],
    ) -> Result<(), String> {
        if printed.is_empty() {
            return Ok(());
        }
        let exact = self.values(values);
        for DerivedValue { name, value } in printed {
            let known = self.places.get(&**name).and_then(|&place| exact[place].clone());
            let Some(known) = known else { continue };
            if !PrintedObjective::Rounded(*value).equals(&known) {
                let name = quote(name);
                return Err(format!("{name} is {value}, but the other values make it {known}"));
            }
        }
        Ok(())
    }

    /// Returns the exact value of each defined variable; `None` if it may have any value or depends
    /// on an unknown one.
    fn values(&self, values: &[Option<bool>]) -> Vec<Option<Rational>> {
        let mut exact: Vec<Option<Rational>> = vec![None; self.equalities.len()];
        for (place, equality) in self.equalities.iter().enumerate().rev() {
            exact[place] = equality.as_ref().and_then(|equality| equality.value(values, &exact));
        }
        exact
    }
}

impl Equality {
    /// Returns the value of the defined variable. `values` are those of the model's variables,
    /// `asides` those of the defined variables with larger indices. Returns `None` if a needed
    /// value is unknown.
    fn value(&self, values: &[Option<bool>], asides: &[Option<Rational>]) -> Option<Rational> {
        let literal = |literal: Literal| {
            let place = usize::try_from(literal.unsigned_abs()).ok()?.checked_sub(1)?;
            Some((*values.get(place)?)? == (literal > 0))
        };
        let mut sum = Rational::from(self.bound.clone());
        for (weight, part) in &self.rest {
            let value = match *part {
                DefinitionFactor::One(one) => i64::from(literal(one)?).into(),
                DefinitionFactor::Both(one, other) => {
                    i64::from(literal(one)? && literal(other)?).into()
                }
                DefinitionFactor::Defined(place) => asides[place].clone()?,
            };
            sum = &sum - &(&value * &weight.clone().into());
        }
        debug_assert!(!self.number.is_zero(), "a variable that is multiplied by 0 is not defined");
        Some(&sum / &self.number.clone().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asides() -> DefinedVariables {
        let big = |number: i64| Integer::from(number);
        let mut asides = DefinedVariables::default();
        let rest = vec![
            (big(3), DefinitionFactor::One(1)),
            (big(-1), DefinitionFactor::Both(1, 2)),
            (big(1), DefinitionFactor::Defined(1)),
        ];
        asides.push("a", Some(Equality { number: big(2), rest, bound: big(7) }));
        let rest = vec![(big(1), DefinitionFactor::One(2))];
        asides.push("b", Some(Equality { number: big(-4), rest, bound: big(1) }));
        let rest = vec![(big(1), DefinitionFactor::Defined(3))];
        asides.push("d", Some(Equality { number: big(1), rest, bound: big(0) }));
        asides.push("c", None);
        asides
    }

    fn said(values: [Option<bool>; 2], name: &str, value: f64) -> Result<(), String> {
        asides().validate(&values, &[DerivedValue { name: name.to_owned(), value }])
    }

    #[test]
    fn values_follow_from_the_others() {
        for (x, y, a, b) in [
            (false, false, 3.625, -0.25),
            (true, false, 2.125, -0.25),
            (true, true, 2.5, 0.0),
            (false, true, 3.5, -0.0),
        ] {
            let values = [Some(x), Some(y)];
            assert_eq!(said(values, "a", a), Ok(()));
            assert_eq!(said(values, "b", b + 1e-9), Ok(()));
            assert_eq!(
                said(values, "a", a + 0.01).expect_err("another value"),
                format!("`a` is {}, but the other values make it {a}", a + 0.01)
            );
            assert!(said(values, "b", b - 1.0).is_err());
        }
    }

    #[test]
    fn what_does_not_follow_may_be_anything() {
        for name in ["c", "d"] {
            assert_eq!(said([Some(true), Some(true)], name, 17.5), Ok(()));
        }
        assert_eq!(said([None, Some(true)], "a", 17.5), Ok(()));
        assert!(said([None, Some(true)], "b", 17.5).is_err());
    }
}
