//! The values that the bounds of a variable leave, and what is wrong with those of others.
//!
//! A variable is one of a model if its bounds leave 0, 1 or both. Any other is refused by its name
//! and by the bound that is to blame.

use std::cmp::Ordering;
use std::ops::Range;

use super::super::Integer;
use super::super::continuous::Target;
use super::decimal::Decimal;
use super::{Kind, Limit, Unknown, Variable};

/// Why a variable is not 0 or 1.
pub(super) enum Fault {
    Continuous,
    BelowZero,
    AboveOne,
    NoUpper,
    NegativeUpper,
    Excluded,
    /// A binary variable has a bound below 0 or above 1. Some readers take the bound for the last
    /// word, and others refuse it or the declaration.
    WideBelow,
    WideAbove,
}

impl Fault {
    pub(super) fn of(&self, name: &str) -> String {
        match self {
            Fault::Continuous => format!("the variable {name} is continuous"),
            Fault::BelowZero => format!("the integer variable {name} may be below 0"),
            Fault::AboveOne => format!("the integer variable {name} may be above 1"),
            Fault::NoUpper => format!("the integer variable {name} has no upper bound"),
            Fault::NegativeUpper => format!("the upper bound of {name} is negative"),
            Fault::Excluded => format!("the bounds of {name} exclude 0 and 1"),
            Fault::WideBelow => {
                format!("{name} is declared binary, and a bound lets it be below 0")
            }
            Fault::WideAbove => {
                format!("{name} is declared binary, and a bound lets it be above 1")
            }
        }
    }
}

impl Fault {
    /// Where a fault of a variable stands: the bound that is to blame, if one is.
    pub(super) fn span(&self, variable: &Variable) -> Range<usize> {
        let [lower, upper] = [&variable.lower, &variable.upper].map(|bound| {
            bound.as_ref().filter(|bound| match &bound.limit {
                Limit::At(number) => {
                    number.is_negative() || number.compare(&Decimal::ONE) == Ordering::Greater
                }
                Limit::Open => true,
            })
        });
        if matches!(self, Fault::NoUpper) && upper.is_none() {
            return variable.declared.clone().unwrap_or_else(|| variable.span.clone());
        }
        let bound = match self {
            Fault::Continuous => None,
            Fault::BelowZero | Fault::WideBelow => lower,
            Fault::NoUpper | Fault::NegativeUpper | Fault::WideAbove => upper,
            Fault::AboveOne | Fault::Excluded => upper.or(lower),
        };
        bound.map_or_else(|| variable.span.clone(), |bound| bound.span.clone())
    }
}

impl Variable {
    pub(super) fn lower(&self) -> Option<&Limit> {
        self.lower.as_ref().map(|bound| &bound.limit)
    }

    pub(super) fn upper(&self) -> Option<&Limit> {
        self.upper.as_ref().map(|bound| &bound.limit)
    }

    /// What may be replaced by others: an integer with a single value that is neither 0 nor 1, and
    /// a continuous variable. A negative upper bound alone takes the lower bound away for some
    /// readers, so such a variable stays.
    pub(super) fn target(&self, unknown: Unknown) -> Option<Target> {
        if self.kind == Kind::Binary || self.kind == Kind::Integer && self.values().is_ok() {
            return None;
        }
        let (lower, upper) = match (self.lower(), self.upper()) {
            (None, Some(Limit::At(upper))) if upper.is_negative() => return None,
            (None, upper) => (Some(Decimal::ZERO), number_at(upper)),
            (lower, upper) => (number_at(lower), number_at(upper)),
        };
        let is_fixed = matches!((&lower, &upper), (Some(lower), Some(upper)) if lower.compare(upper) == Ordering::Equal);
        let is_whole = lower.as_ref().is_some_and(|number| number.decimals() == 0);
        let may_go = match self.kind {
            Kind::Continuous => true,
            Kind::Integer => is_fixed && is_whole,
            Kind::Binary => false,
        };
        may_go.then_some(Target { unknown, lower, upper, is_fixed })
    }

    /// The least and the largest of its values; where it has none, they are true and false.
    pub(super) fn values(&self) -> Result<(bool, bool), Fault> {
        match self.kind {
            Kind::Continuous => self.fixed().ok_or(Fault::Continuous),
            Kind::Integer => Ok((self.least()?, self.largest()?)),
            Kind::Binary => self.within(),
        }
    }

    /// A variable with one value is 0 or 1 whatever it is called.
    pub(super) fn fixed(&self) -> Option<(bool, bool)> {
        let (Some(Limit::At(lower)), Some(Limit::At(upper))) = (self.lower(), self.upper()) else {
            return None;
        };
        let is_both = |number: &Decimal| {
            [lower, upper].iter().all(|bound| bound.compare(number) == Ordering::Equal)
        };
        is_both(&Decimal::ZERO)
            .then_some((false, false))
            .or_else(|| is_both(&Decimal::ONE).then_some((true, true)))
    }

    /// The least value of an integer, which is not below 0 where nobody says so.
    pub(super) fn least(&self) -> Result<bool, Fault> {
        match self.lower() {
            None => Ok(false),
            Some(Limit::Open) => Err(Fault::BelowZero),
            Some(Limit::At(lower))
                if lower.compare(&Decimal::ONE.negated()) != Ordering::Greater =>
            {
                Err(Fault::BelowZero)
            }
            Some(Limit::At(lower)) if lower.compare(&Decimal::ONE) == Ordering::Greater => {
                Err(Fault::AboveOne)
            }
            Some(Limit::At(lower)) => Ok(lower.compare(&Decimal::ZERO) == Ordering::Greater),
        }
    }

    /// The largest value of an integer. Some readers take a negative bound for one that takes the
    /// lower bound away.
    pub(super) fn largest(&self) -> Result<bool, Fault> {
        let two = Decimal { digits: Integer::Small(2), exponent: 0 };
        match self.upper() {
            None | Some(Limit::Open) => Err(Fault::NoUpper),
            Some(Limit::At(upper)) if upper.is_negative() => Err(Fault::NegativeUpper),
            Some(Limit::At(upper)) if upper.compare(&two) != Ordering::Less => Err(Fault::AboveOne),
            Some(Limit::At(upper)) => Ok(upper.compare(&Decimal::ONE) != Ordering::Less),
        }
    }

    /// What the bounds of a variable that is 0 or 1 leave of that. They may say no more than that
    /// it is.
    pub(super) fn within(&self) -> Result<(bool, bool), Fault> {
        let (lower, upper) = (self.lower(), self.upper());
        if let Some(Limit::At(lower)) = lower
            && lower.compare(&Decimal::ONE) == Ordering::Greater
        {
            return Err(Fault::Excluded);
        }
        if let Some(Limit::At(upper)) = upper
            && upper.is_negative()
        {
            return Err(Fault::Excluded);
        }
        let least = self.least().map_err(|_| Fault::WideBelow)?;
        if upper.is_none() {
            return Ok((least, true));
        }
        Ok((least, self.largest().map_err(|_| Fault::WideAbove)?))
    }
}

/// Returns the number of a limit, if it is one.
fn number_at(limit: Option<&Limit>) -> Option<Decimal> {
    match limit {
        Some(Limit::At(number)) => Some(number.clone()),
        Some(Limit::Open) | None => None,
    }
}
