//! Variables whose values are defined by other variables of the file. They are not in the model
//! ([`continuous`] removes them).
//!
//! Answers have no values for these variables. An external solver that reads the file prints values
//! for them. These values are compared with the definitions.
//!
//! [`continuous`]: super::program

use std::collections::HashMap;

use num_traits::Zero;

use super::Literal;
use crate::exact::{Integer, Rational};
use crate::exchange::{DerivedValue, PrintedObjective};
use crate::source::quote;

/// A factor of a term in a definition: a value of 0 or 1, or another defined variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum DefinitionFactor {
    /// This literal, as 1 if it is true and 0 otherwise.
    One(Literal),
    /// The product of these literals: 1 if both are true, otherwise 0.
    Both(Literal, Literal),
    /// The defined variable with this index in [`DefinedVariables`].
    Defined(usize),
}

/// The definition of a variable: `number` times the variable, plus the terms of `rest`, equals
/// `bound`.
#[derive(Clone, Debug)]
pub(super) struct Equality<Part = DefinitionFactor> {
    /// The coefficient of the defined variable, which is not 0.
    pub number: Integer,
    /// The other terms: coefficients and factors.
    pub rest: Vec<(Integer, Part)>,
    pub bound: Integer,
}

/// The variables that are not in the model, with their definitions. The definition of a variable
/// may use other variables of this list, but only those with a larger index.
#[derive(Clone, Debug, Default)]
pub(super) struct DefinedVariables {
    /// The index in `equalities` of each variable, by the variable's name.
    places: HashMap<Box<str>, usize>,
    /// The definition of each variable; `None` if the variable may have any value.
    equalities: Vec<Option<Equality>>,
}

impl DefinedVariables {
    /// Adds a variable with its definition; `None` means that the variable may have any value. If
    /// the definition uses other defined variables, they must be added after this one.
    pub fn push(&mut self, name: &str, equality: Option<Equality>) {
        self.places.insert(name.into(), self.equalities.len());
        self.equalities.push(equality);
    }

    /// Returns whether one of the defined variables has this name.
    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Returns the literals in all definitions, so that they can be changed.
    pub fn lits_mut(&mut self) -> impl Iterator<Item = &mut Literal> {
        self.equalities.iter_mut().flatten().flat_map(|equality| &mut equality.rest).flat_map(
            |(_, part)| match part {
                DefinitionFactor::One(one) => vec![one],
                DefinitionFactor::Both(one, other) => vec![one, other],
                DefinitionFactor::Defined(_) => Vec::new(),
            },
        )
    }

    /// Compares the values that a solver prints for defined variables (`printed`) with the values
    /// that follow from `values`, the values of the model's variables in their order. The error is
    /// a sentence about the first printed value that differs by more than a rounding error.
    /// [`PrintedObjective::equals`] defines the rounding error: a millionth of the exact value, or
    /// a millionth if the exact value is between -1 and 1. Does not check unknown names, and
    /// variables whose value does not follow.
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

    /// Returns the exact value of each defined variable; `None` if the variable may have any value
    /// or depends on an unknown value.
    fn values(&self, values: &[Option<bool>]) -> Vec<Option<Rational>> {
        let mut exact: Vec<Option<Rational>> = vec![None; self.equalities.len()];
        for (place, equality) in self.equalities.iter().enumerate().rev() {
            exact[place] = equality.as_ref().and_then(|equality| equality.value(values, &exact));
        }
        exact
    }
}

impl Equality {
    /// Returns the value of the variable that this equality defines. `values` are the values of the
    /// model's variables, and `asides` are the values of the defined variables. The defined
    /// variables with larger indices must have their values already. Returns `None` if the
    /// definition uses an unknown value. If the first literal of a product is false, the second is
    /// not used. If the coefficient of the variable is 0, a debug build panics.
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
