//! Finds the values that a variable's bounds allow: 0, 1 or both. All other bounds are faults.

use std::ops::Range;

use num_traits::{Zero, pow};

use super::super::Integer;
use super::super::decimal::Decimal;
use super::continuous::Target;
use super::{Unknown, Variable, VariableKind, VariableLimit};
use crate::source::shorten;

/// The largest number of binary digits of an integer variable in a refusal. The refusal shows how
/// to replace the variable by 0-1 variables.
const MOST_DIGITS: usize = 60;

/// The reason why a variable is not accepted as one that is 0 or 1.
pub(super) enum ValueFault {
    /// The variable is continuous, and its bounds do not fix it to 0 or to 1.
    Continuous,
    /// The bounds of an integer variable allow values below 0.
    BelowZero,
    /// The bounds of an integer variable allow values above 1, or demand them.
    AboveOne,
    /// An integer variable has no upper bound.
    NoUpper,
    /// The upper bound of an integer variable is negative. Programs disagree on the lower bound of
    /// such a variable.
    NegativeUpper,
    /// The bounds of a binary variable exclude both 0 and 1.
    Excluded,
    /// The lower bound of a binary variable is below 0. Some programs use the bound, and others
    /// refuse the bound or the declaration.
    WideBelow,
    /// The upper bound of a binary variable is at least 2, or infinite.
    WideAbove,
}

impl ValueFault {
    /// Returns the fault of a variable in words. `name` is the variable's name with its quotes.
    pub(super) fn describe(&self, name: &str) -> String {
        match self {
            ValueFault::Continuous => format!("the variable {name} is continuous"),
            ValueFault::BelowZero => format!("the integer variable {name} may be below 0"),
            ValueFault::AboveOne => format!("the integer variable {name} may be above 1"),
            ValueFault::NoUpper => format!("the integer variable {name} has no upper bound"),
            ValueFault::NegativeUpper => format!("the upper bound of {name} is negative"),
            ValueFault::Excluded => format!("the bounds of {name} exclude 0 and 1"),
            ValueFault::WideBelow => {
                format!("{name} is declared binary, but a bound lets it be below 0")
            }
            ValueFault::WideAbove => {
                format!("{name} is declared binary, but a bound lets it be above 1")
            }
        }
    }

    /// Returns the bytes of the bound or declaration that causes the fault. If there is no such
    /// bound or declaration, returns the bytes of the variable's name.
    pub(super) fn span(&self, variable: &Variable) -> Range<usize> {
        let [lower, upper] = [&variable.lower, &variable.upper].map(|bound| {
            bound.as_ref().filter(|bound| match &bound.limit {
                VariableLimit::Finite(number) => number.is_negative() || *number > Decimal::ONE,
                VariableLimit::Open => true,
            })
        });
        if matches!(self, ValueFault::NoUpper) && upper.is_none() {
            return variable.declared.clone().unwrap_or_else(|| variable.span.clone());
        }
        let bound = match self {
            ValueFault::Continuous => None,
            ValueFault::BelowZero | ValueFault::WideBelow => lower,
            ValueFault::NoUpper | ValueFault::NegativeUpper | ValueFault::WideAbove => upper,
            ValueFault::AboveOne | ValueFault::Excluded => upper.or(lower),
        };
        bound.map_or_else(|| variable.span.clone(), |bound| bound.span.clone())
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

    /// Returns the variable with its bounds if it may be replaced. It may be replaced if it is
    /// continuous. It may also be replaced if it is an integer whose two bounds are the same whole
    /// number, other than 0 and 1. The lower bound is 0 if none is stated. Returns `None` for all
    /// other variables. Also returns `None` for a variable that has a negative upper bound and no
    /// stated lower bound, since programs disagree on its lower bound.
    pub(super) fn target(&self, unknown: Unknown) -> Option<Target> {
        if self.kind == VariableKind::Binary
            || self.kind == VariableKind::Integer && self.values().is_ok()
        {
            return None;
        }
        let (lower, upper) = match (self.lower(), self.upper()) {
            (None, Some(VariableLimit::Finite(upper))) if upper.is_negative() => return None,
            (None, upper) => (Some(Decimal::ZERO), number_at(upper)),
            (lower, upper) => (number_at(lower), number_at(upper)),
        };
        let is_fixed = matches!((&lower, &upper), (Some(lower), Some(upper)) if lower == upper);
        let is_integer = lower.as_ref().is_some_and(Decimal::is_integer);
        let may_go = match self.kind {
            VariableKind::Continuous => true,
            VariableKind::Integer => is_fixed && is_integer,
            VariableKind::Binary => false,
        };
        may_go.then_some(Target { unknown, lower, upper, is_fixed })
    }

    /// Describes how the user can replace an integer variable, called `name`, by variables that are
    /// 0 or 1. These are the binary digits of the variable's value minus its lower bound. The lower
    /// bound is 0 if none is stated. Returns `None` if the variable has no lower or no upper bound,
    /// if it has only one value or none, or if it needs more than [`MOST_DIGITS`] digits.
    pub(super) fn digits(&self, name: &str) -> Option<String> {
        let least = match self.lower() {
            None => Integer::zero(),
            Some(VariableLimit::Finite(lower)) => -lower.clone().negated().floor(),
            Some(VariableLimit::Open) => return None,
        };
        let largest = number_at(self.upper())?.floor();
        let width = &largest - &least;
        let digits = usize::try_from(width.bits()).ok()?;
        if width <= Integer::zero() || digits > MOST_DIGITS {
            return None;
        }
        let digit = |place: usize| match place {
            0 => "y0".to_owned(),
            place => format!("{} y{place}", pow(Integer::from(2), place)),
        };
        let mut sum: Vec<String> = match digits {
            0..=3 => (0..digits).map(digit).collect(),
            _ => vec![digit(0), digit(1), "...".to_owned(), digit(digits - 1)],
        };
        let row = if width == pow(Integer::from(2), digits) - Integer::from(1) {
            String::new()
        } else {
            format!(", with the row {} <= {width}", sum.join(" + "))
        };
        if !least.is_zero() {
            sum.insert(0, least.to_string());
        }
        let (name, sum) = (shorten(name), sum.join(" + "));
        Some(format!("variables that are 0 or 1 in its place: {name} = {sum}{row}"))
    }

    /// Returns the least and the largest value that the variable's bounds allow: `false` for 0,
    /// `true` for 1. If the bounds of an integer or binary variable allow no value although they
    /// are from 0 to 1, the least value is larger than the largest value. Returns the fault if
    /// other values are allowed, or if the bounds exclude 0 and 1 in any other way.
    pub(super) fn values(&self) -> Result<(bool, bool), ValueFault> {
        match self.kind {
            VariableKind::Continuous => self.fixed().ok_or(ValueFault::Continuous),
            VariableKind::Integer => Ok((self.least()?, self.largest()?)),
            VariableKind::Binary => self.binary_range(),
        }
    }

    /// Returns `(false, false)` if the lower and the upper bound are 0, and `(true, true)` if they
    /// are 1. Returns `None` otherwise.
    pub(super) fn fixed(&self) -> Option<(bool, bool)> {
        let both = (number_at(self.lower())?.bit()?, number_at(self.upper())?.bit()?);
        (both.0 == both.1).then_some(both)
    }

    /// Returns the least value of an integer variable: `true` for 1, `false` for 0. Bounds that are
    /// not whole are rounded up. If no lower bound is stated, the least value is 0. Returns the
    /// fault `BelowZero` if the bound is at most -1, or if the file states that there is no lower
    /// bound. Returns the fault `AboveOne` if the bound is above 1.
    pub(super) fn least(&self) -> Result<bool, ValueFault> {
        match self.lower() {
            None => Ok(false),
            Some(VariableLimit::Open) => Err(ValueFault::BelowZero),
            Some(VariableLimit::Finite(lower)) if *lower <= Decimal::ONE.negated() => {
                Err(ValueFault::BelowZero)
            }
            Some(VariableLimit::Finite(lower)) if *lower > Decimal::ONE => {
                Err(ValueFault::AboveOne)
            }
            Some(VariableLimit::Finite(lower)) => Ok(*lower > Decimal::ZERO),
        }
    }

    /// Returns the largest value of an integer variable: `true` for 1, `false` for 0. Bounds that
    /// are not whole are rounded down. Returns the fault `NoUpper` if there is no upper bound, and
    /// `AboveOne` if the upper bound is at least 2. Returns `NegativeUpper` if it is negative,
    /// since programs disagree on the meaning of such a bound.
    pub(super) fn largest(&self) -> Result<bool, ValueFault> {
        let two = Decimal::from_integer(2.into());
        match self.upper() {
            None | Some(VariableLimit::Open) => Err(ValueFault::NoUpper),
            Some(VariableLimit::Finite(upper)) if upper.is_negative() => {
                Err(ValueFault::NegativeUpper)
            }
            Some(VariableLimit::Finite(upper)) if *upper >= two => Err(ValueFault::AboveOne),
            Some(VariableLimit::Finite(upper)) => Ok(*upper >= Decimal::ONE),
        }
    }

    /// Returns the least and the largest value of a binary variable, as
    /// [`values`](Variable::values) does. Without stated bounds, these are 0 and 1. If the lower
    /// bound is above 0 and the upper bound is below 1, the least value is larger than the largest
    /// value. Returns these faults:
    /// - `Excluded` if the lower bound is above 1 or the upper bound is negative;
    /// - `WideBelow` if the lower bound is at most -1, or if the file states that there is none;
    /// - `WideAbove` if the upper bound is at least 2, or if the file states that there is none.
    pub(super) fn binary_range(&self) -> Result<(bool, bool), ValueFault> {
        let is_above = number_at(self.lower()).is_some_and(|lower| lower > Decimal::ONE);
        if is_above || number_at(self.upper()).is_some_and(|upper| upper.is_negative()) {
            return Err(ValueFault::Excluded);
        }
        let least = self.least().map_err(|_| ValueFault::WideBelow)?;
        if self.upper.is_none() {
            return Ok((least, true));
        }
        Ok((least, self.largest().map_err(|_| ValueFault::WideAbove)?))
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
