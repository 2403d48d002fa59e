//! Forecasts of sizes, extrapolated if a constraint is long.
//!
//! The clauses of a constraint over up to [`LONGEST`] literals are counted. For more literals, a
//! size is extrapolated from the sizes for half of [`LONGEST`] and for [`LONGEST`] literals, with
//! the bound in proportion. This works because all encodings grow by a power of the length, or a
//! little more. Sums of weights are always counted.

use super::{MeasureError, MeasuredConstraint, first_lits};
use crate::pseudo_boolean::Group;
use crate::{Budget, Forecast, Size};

/// The greatest number of literals for which the clauses are counted.
const LONGEST: usize = 256;

impl MeasuredConstraint {
    /// Returns the size of the constraint over n literals, without writing a long constraint. The
    /// size is exact for a sum of weights and for up to 256 literals, and extrapolated otherwise.
    /// If there are more clauses than the budget allows, the result is [`Forecast::MoreThan`]. Only
    /// the forecast of a sum of weights heeds the budget's request to end, and then has this
    /// result, too.
    ///
    /// ```
    /// use quarrel_encodings::{Forecast, at_most_one::pairwise, measure::MeasuredConstraint};
    ///
    /// let pairwise = MeasuredConstraint::AtMostOne(pairwise::ROW);
    /// let Forecast::About(size) = pairwise.forecast(20_000, usize::MAX)? else { panic!("long") };
    /// assert!((190_000_000..210_000_000).contains(&size.clauses));
    /// assert_eq!(pairwise.forecast(20_000, 1_000_000)?, Forecast::MoreThan(1_000_000));
    /// # Ok::<(), quarrel_encodings::measure::MeasureError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, or a sum of weights has more literals than
    /// the possible number of variables.
    pub fn forecast<'b>(
        &self,
        n: usize,
        budget: impl Into<Budget<'b>>,
    ) -> Result<Forecast, MeasureError> {
        let limits = budget.into();
        let forecast = match self {
            MeasuredConstraint::Weights(row, relation, _, bound) => {
                let terms = self.terms(&first_lits(n)?);
                return Ok(row.forecast(&Group::singletons(&terms), *relation, *bound, limits)?);
            }
            _ if n <= LONGEST => Forecast::Exactly(self.size(n)?),
            _ => {
                let [half, full] = [LONGEST / 2, LONGEST];
                let half = self.shortened(n, half).size(half)?;
                let full = self.shortened(n, full).size(full)?;
                Forecast::About(Size {
                    variables: extrapolate(half.variables, full.variables, n),
                    clauses: extrapolate(half.clauses, full.clauses, n),
                    literals: extrapolate(half.literals, full.literals, n),
                })
            }
        };
        match forecast {
            Forecast::Exactly(size) | Forecast::About(size) if size.clauses > limits.most => {
                Ok(Forecast::MoreThan(limits.most))
            }
            _ => Ok(forecast),
        }
    }

    /// Returns the same constraint for `length` instead of n literals. The bound of a cardinality
    /// constraint is reduced in proportion and rounded up. Other constraints stay the same.
    fn shortened(&self, n: usize, length: usize) -> MeasuredConstraint {
        match *self {
            MeasuredConstraint::Cardinality(row, relation, bound) => {
                let scaled = bound.saturating_mul(length).div_ceil(n.max(1));
                MeasuredConstraint::Cardinality(row, relation, scaled)
            }
            other => other,
        }
    }
}

/// Extrapolates a number to `length` literals by a power law, from the numbers for half of
/// [`LONGEST`] and for [`LONGEST`] literals. `length` is at least [`LONGEST`]. A number out of
/// range becomes `usize::MAX`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn extrapolate(half: usize, full: usize, length: usize) -> usize {
    debug_assert!(length >= LONGEST, "shorter constraints are counted");
    let power = (full.max(1) as f64 / half.max(1) as f64).log2();
    let factor = (length as f64 / LONGEST as f64).powf(power);
    (full as f64 * factor).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parity, Relation, at_most_one, cardinality, parity};

    /// The tolerance is wide, since networks grow by a jump just after a power of two.
    #[test]
    fn sizes_beyond_those_counted_are_near() {
        let mut all: Vec<MeasuredConstraint> = Vec::new();
        all.extend(at_most_one::ALL.iter().map(|&row| MeasuredConstraint::AtMostOne(row)));
        all.extend(parity::ALL.iter().map(|&row| MeasuredConstraint::Parity(row, Parity::Odd)));
        for (&row, bound) in cardinality::ALL.iter().flat_map(|row| [(row, 7), (row, 60)]) {
            let relations = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];
            all.extend(relations.map(|of| MeasuredConstraint::Cardinality(row, of, bound)));
        }
        for constraint in all {
            let Ok(size) = constraint.size(600) else {
                assert!(constraint.forecast(600, usize::MAX).is_err(), "{constraint:?}");
                continue;
            };
            let forecast = constraint.forecast(600, usize::MAX).expect("a form for it");
            let Forecast::About(about) = forecast else { panic!("{constraint:?}: {forecast:?}") };
            let ratio = about.clauses as f64 / size.clauses as f64;
            assert!((0.5..2.0).contains(&ratio), "{constraint:?}: {about:?} for {size:?}");
            let exact = constraint.size(40).expect("a form for it");
            assert_eq!(constraint.forecast(40, exact.clauses), Ok(Forecast::Exactly(exact)));
            if let Some(less) = exact.clauses.checked_sub(1) {
                assert_eq!(constraint.forecast(40, less), Ok(Forecast::MoreThan(less)));
            }
        }
    }
}
