//! The values that the bounds and the type of a variable allow, and the faults of bounds.

use std::ops::Range;

use num_traits::Signed;

use super::super::Integer;
use super::super::decimal::Decimal;
use super::continuous::Target;
use super::domains::Domain;
use super::{RangeSide, Unknown, Variable, VariableKind, VariableLimit};

/// The reason why a variable is not accepted.
pub(super) enum ValueFault {
    /// The variable is continuous, and its bounds do not fix it to 0 or to 1.
    Continuous,
    /// The variable is 0 or between bounds, and not an integer.
    SemiContinuous,
    /// The variable is an integer that may have other values than 0 and 1, and it is part of a set
    /// or a function, or a row depends on it.
    NotBoolean,
    /// The upper bound of an integer variable is negative, and no lower bound is stated. Programs
    /// disagree on the lower bound of such a variable.
    NegativeUpper,
    /// The bounds of a binary variable exclude both 0 and 1.
    Excluded,
    /// The lower bound of a binary variable is below 0. Some programs use the bound, and others
    /// refuse the bound or the declaration.
    WideBelow,
    /// The upper bound of a binary variable is at least 2, or infinite.
    WideAbove,
    /// An integer variable has no bound on this side: the file states none, and the rows give none.
    Open(RangeSide),
    /// A bound of an integer variable, which the file states or the rows give, needs more than 62
    /// bits.
    TooLarge,
}

impl ValueFault {
    /// Returns the fault of a variable in words. `name` is the variable's name with its quotes.
    pub(super) fn describe(&self, name: &str) -> String {
        match self {
            ValueFault::Continuous => format!("the variable {name} is continuous"),
            ValueFault::SemiContinuous => {
                format!("the variable {name} is semi-continuous, but not an integer")
            }
            ValueFault::NotBoolean => format!(
                "the integer variable {name}, which may have other values than 0 and 1, in a set or a function, or before an arrow"
            ),
            ValueFault::NegativeUpper => {
                format!("the upper bound of {name} is negative, and no lower bound is stated")
            }
            ValueFault::Excluded => format!("the bounds of {name} exclude 0 and 1"),
            ValueFault::WideBelow => {
                format!("{name} is declared binary, but a bound lets it be below 0")
            }
            ValueFault::WideAbove => {
                format!("{name} is declared binary, but a bound lets it be above 1")
            }
            ValueFault::Open(side) => {
                format!("the integer variable {name} has no {} bound", side.name())
            }
            ValueFault::TooLarge => {
                format!("by its bounds or by the rows, {name} has values of more than 62 bits")
            }
        }
    }

    /// Returns what would make the variable acceptable, in words. Returns `None` if this is another
    /// declaration of its type.
    pub(super) fn cure(&self) -> Option<String> {
        let cure = match self {
            ValueFault::NegativeUpper => "a lower bound, too, such as `-10 <= x <= -3`",
            ValueFault::NotBoolean => "variables that are 0 or 1 in sets, functions and conditions",
            ValueFault::TooLarge => "values between -2^62 and 2^62",
            _ => return None,
        };
        Some(cure.to_owned())
    }

    /// Returns the bytes of the bound or declaration that causes the fault. If there is no such
    /// bound or declaration, returns the bytes of the variable's name.
    pub(super) fn span(&self, variable: &Variable) -> Range<usize> {
        let bounds = [&variable.lower, &variable.upper];
        let [lower, upper] = bounds.map(|bound| bound.as_ref().map(|bound| bound.span.clone()));
        let declared = variable.declared.clone();
        let place = match self {
            ValueFault::Continuous | ValueFault::SemiContinuous => None,
            ValueFault::NotBoolean => upper.or(lower).or(declared),
            ValueFault::WideBelow => lower,
            ValueFault::NegativeUpper | ValueFault::WideAbove => upper,
            ValueFault::Excluded => upper.filter(|_| variable.is_upper_wrong()).or(lower),
            ValueFault::Open(RangeSide::Lower) => lower.or(declared),
            ValueFault::Open(RangeSide::Upper) => upper.or(declared),
            ValueFault::TooLarge => upper.or(lower),
        };
        place.unwrap_or_else(|| variable.span.clone())
    }
}

impl Variable {
    /// Returns the stated lower bound. Returns `None` if the file states no lower bound.
    pub(super) fn lower(&self) -> Option<&VariableLimit> {
        self.lower.as_ref().map(|bound| &bound.limit)
    }

    /// Returns the stated upper bound. Returns `None` if the file states no upper bound.
    pub(super) fn upper(&self) -> Option<&VariableLimit> {
        self.upper.as_ref().map(|bound| &bound.limit)
    }

    /// Returns whether the upper bound is negative, or above 1.
    fn is_upper_wrong(&self) -> bool {
        number_at(self.upper()).is_some_and(|upper| upper.is_negative() || upper > Decimal::ONE)
    }

    /// Returns the variable with its bounds if it may be replaced, that is, if it is continuous. The
    /// lower bound is 0 if none is stated. Returns `None` for all other variables. Also returns
    /// `None` for a variable that may be 0 besides its bounds, and for one that has a negative upper
    /// bound and no stated lower bound, since programs disagree on its lower bound.
    pub(super) fn target(&self, unknown: Unknown) -> Option<Target> {
        if self.kind != VariableKind::Continuous || self.is_semi {
            return None;
        }
        let (lower, upper) = match (self.lower(), self.upper()) {
            (None, Some(VariableLimit::Finite(upper))) if upper.is_negative() => return None,
            (None, upper) => (Some(Decimal::ZERO), number_at(upper)),
            (lower, upper) => (number_at(lower), number_at(upper)),
        };
        let is_fixed = matches!((&lower, &upper), (Some(lower), Some(upper)) if lower == upper);
        Some(Target { unknown, lower, upper, is_fixed })
    }

    /// Returns the values that the type and the bounds of the variable allow; there may be none.
    /// Bounds that are not whole are rounded. An integer may be without a bound, and the lower
    /// bound is 0 if none is stated. Returns the fault if the variable may have a value that is not
    /// whole, or a value other than 0 and 1 if it is declared binary, or if the meaning of its
    /// bounds is not clear.
    pub(super) fn domain(&self) -> Result<Domain, ValueFault> {
        match self.kind {
            VariableKind::Continuous if self.is_semi => Err(ValueFault::SemiContinuous),
            VariableKind::Continuous => self.fixed_domain().ok_or(ValueFault::Continuous),
            VariableKind::Integer => self.integer_domain(),
            VariableKind::Binary => self.binary_domain(),
        }
    }

    /// Returns the domain with the single value 0 or 1 to which the bounds fix the variable. Returns
    /// `None` if they do not.
    fn fixed_domain(&self) -> Option<Domain> {
        let both = (number_at(self.lower())?.bit()?, number_at(self.upper())?.bit()?);
        let value = Integer::from(i32::from(both.0));
        (both.0 == both.1).then(|| Domain::new(Some(value.clone()), Some(value), false))
    }

    /// Returns the domain of an integer or semi-integer variable.
    fn integer_domain(&self) -> Result<Domain, ValueFault> {
        let least = match self.lower() {
            None => Some(Integer::default()),
            Some(VariableLimit::Open) => None,
            Some(VariableLimit::Finite(lower)) => Some(lower.ceil()),
        };
        let largest = number_at(self.upper()).map(|upper| upper.floor());
        if self.lower.is_none() && largest.as_ref().is_some_and(Signed::is_negative) {
            return Err(ValueFault::NegativeUpper);
        }
        Ok(Domain::new(least, largest, self.is_semi))
    }

    /// Returns the domain of a binary variable. Without stated bounds, the values are 0 and 1. If
    /// the lower bound is above 0 and the upper bound is below 1, the domain is empty. Returns these
    /// faults:
    /// - `Excluded` if the lower bound is above 1 or the upper bound is negative;
    /// - `WideBelow` if the lower bound is at most -1, or if the file states that there is none;
    /// - `WideAbove` if the upper bound is at least 2, or if the file states that there is none.
    fn binary_domain(&self) -> Result<Domain, ValueFault> {
        let is_above = number_at(self.lower()).is_some_and(|lower| lower > Decimal::ONE);
        if is_above || number_at(self.upper()).is_some_and(|upper| upper.is_negative()) {
            return Err(ValueFault::Excluded);
        }
        let least = match self.lower() {
            None => Integer::from(0),
            Some(VariableLimit::Finite(lower)) if *lower > Decimal::ONE.negated() => lower.ceil(),
            Some(_) => return Err(ValueFault::WideBelow),
        };
        let largest = match self.upper() {
            None => Integer::from(1),
            Some(VariableLimit::Finite(upper)) if upper.floor() <= Integer::from(1) => {
                upper.floor()
            }
            Some(_) => return Err(ValueFault::WideAbove),
        };
        Ok(Domain::new(Some(least), Some(largest), false))
    }
}

/// Returns the number of a bound. Returns `None` if no bound is stated, or if the file states that
/// there is no such bound.
fn number_at(limit: Option<&VariableLimit>) -> Option<Decimal> {
    match limit {
        Some(VariableLimit::Finite(number)) => Some(number.clone()),
        Some(VariableLimit::Open) | None => None,
    }
}
