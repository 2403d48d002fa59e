//! The cost of an objective. Some literals make the value worse if they are true. The cost is the
//! number or the total weight of the true literals among them.

use num_integer::Integer as _;
use num_traits::{One, Signed};

use crate::exact::Integer;
use crate::model::{Lit, Objective, Sense, WeightedSum};

/// The conversion of an objective's value into its cost: `offset + slope · value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostConversion {
    /// The cost of the value 0.
    pub offset: i64,
    /// The change of the cost if the value grows by 1. It is not 0.
    pub slope: i64,
}

impl CostConversion {
    /// Returns the literals that make the value of a weighted sum worse if they are true, in the
    /// order of the sum's terms. Each literal comes with its cost: the magnitude of its weight,
    /// which is not negative. Also returns the conversion of values into costs. The best value that
    /// the weights allow has the cost 0, even if the constraints exclude this value. Returns `None`
    /// if the objective is not a weighted sum.
    pub fn from_objective(objective: &Objective) -> Option<(Vec<(u64, Lit)>, CostConversion)> {
        let WeightedSum { sum, .. } = objective.weighted_sum()?;
        let less_is_better = objective.sense() == Sense::Minimise;
        // The conversion gives cost 0 to the best value that the weights allow.
        let cost = match objective.sense() {
            Sense::Minimise => CostConversion { offset: -objective.least(), slope: 1 },
            Sense::Maximise => CostConversion { offset: objective.largest(), slope: -1 },
        };
        let softs = sum
            .terms()
            .map(|term| {
                let lit = term.positive().atom;
                (term.weight.unsigned_abs(), if less_is_better { lit } else { !lit })
            })
            .collect();
        Some((softs, cost))
    }

    /// Returns the cost of a value, or `usize::MAX` if the cost is larger. Returns `None` if the
    /// cost is negative, since no solution has such a value.
    pub(super) fn convert_to_count(self, value: i64) -> Option<usize> {
        u128::try_from(self.convert(value))
            .ok()
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// Returns the conversion for values that are larger by `constant`. It gives `value + constant`
    /// the same cost that this conversion gives `value`.
    pub(super) fn shifted(self, constant: i64) -> CostConversion {
        let shift = self.slope.checked_mul(constant);
        let offset = shift.and_then(|shift| self.offset.checked_sub(shift));
        CostConversion { offset: offset.expect("a model keeps values within 64 bits"), ..self }
    }

    /// Returns the value that has this cost. Returns `None` if no 64-bit integer has this cost.
    pub fn value(self, cost: i64) -> Option<i64> {
        let above = cost.checked_sub(self.offset)?;
        let exact = above.checked_rem(self.slope) == Some(0);
        above.checked_div(self.slope).filter(|_| exact)
    }

    /// Returns the cost of a value. The cost can be negative if no solution has the value.
    pub fn convert(self, value: i64) -> i128 {
        i128::from(self.offset) + i128::from(self.slope) * i128::from(value)
    }

    /// Returns the best value whose cost is at least `least`, limited to the range of `i64`. The
    /// best value is the one with the least such cost. This is the least value if the slope is
    /// positive, and the greatest value if the slope is negative. If no value has exactly the cost
    /// `least`, the cost of the returned value is larger.
    pub fn best_value(self, least: u128) -> i64 {
        let above = i128::try_from(least).unwrap_or(i128::MAX).saturating_sub(self.offset.into());
        let slope = i128::from(self.slope);
        let value = if slope > 0 {
            num_integer::Integer::div_ceil(&above, &slope)
        } else {
            num_integer::Integer::div_floor(&above, &slope)
        };
        let end = if value < 0 { i64::MIN } else { i64::MAX };
        i64::try_from(value).unwrap_or(end)
    }

    /// Returns a formula in words that turns a cost into its value multiplied by `number /
    /// divisor`, such as `60 - cost`. The formula contains the fraction in lowest terms, and leaves
    /// out factors and divisors of 1. Both numbers must be positive.
    pub fn in_words(self, [number, divisor]: [&Integer; 2]) -> String {
        let CostConversion { offset, slope } = self;
        let above = match (slope > 0, offset) {
            (true, 0) => "cost".to_owned(),
            (true, 1..) => format!("cost - {offset}"),
            (true, _) => format!("cost + {}", offset.unsigned_abs()),
            (false, 0) => "-cost".to_owned(),
            (false, _) => format!("{offset} - cost"),
        };
        let below = divisor * &Integer::from(slope).abs();
        let common = number.gcd(&below);
        let [times, below] = [number / &common, &below / &common];
        let above = match offset {
            _ if times.is_one() && below.is_one() => return above,
            0 => above,
            _ => format!("({above})"),
        };
        match (times.is_one(), below.is_one()) {
            (true, _) => format!("{above} / {below}"),
            (_, true) => format!("{above} * {times}"),
            _ => format!("{above} * {times} / {below}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_told_as_the_value_that_it_says() {
        for (offset, slope, unit, told) in [
            (0, 1, [1, 1], "cost"),
            (-30, 3, [1, 1], "(cost + 30) / 3"),
            (4, 1, [1, 1], "cost - 4"),
            (0, 2, [1, 1], "cost / 2"),
            (0, -1, [1, 1], "-cost"),
            (60, -1, [1, 1], "60 - cost"),
            (60, -3, [1, 1], "(60 - cost) / 3"),
            (8, -1, [1, 4], "(8 - cost) / 4"),
            (0, -1, [100, 1], "-cost * 100"),
            (4, 2, [5, 3], "(cost - 4) * 5 / 6"),
            (0, 2, [2, 1], "cost"),
        ] {
            let cost = CostConversion { offset, slope };
            assert_eq!(cost.in_words(unit.map(Integer::from).each_ref()), told);
            assert_eq!(cost.value(offset + 7 * slope), Some(7));
        }
    }
}
