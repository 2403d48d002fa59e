//! Axes with non-empty ranges, and with ticks at round numbers.
//!
//! They are computed here because `plotters` has no ticks on logarithmic axes within a decade.

use num_traits::ToPrimitive;

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use crate::compare::statistics::extent;

/// The least length of a logarithmic axis before space is added at its ends. The length is the
/// difference of the decimal logarithms of the two ends.
const LEAST_SPAN: f64 = 0.12;

/// An axis of a chart, with its label, range and ticks.
#[derive(Clone)]
pub struct PlotAxis {
    pub label: String,
    /// The values at the two ends of the axis, the smaller value first. The two values differ.
    pub range: [f64; 2],
    /// The values with a tick, in ascending order.
    pub ticks: Vec<f64>,
    /// Whether positions are proportional to logarithms.
    logarithmic: bool,
}

impl PlotAxis {
    /// Returns a linear axis with exactly this range, whose first value must be the smaller one.
    /// Its ticks are at whole values.
    pub fn with_range(label: &str, range: [f64; 2]) -> PlotAxis {
        let ticks = round_ticks(range[0], range[1])
            .into_iter()
            .filter(|tick| tick.fract() == 0.0)
            .collect();
        PlotAxis { label: label.to_owned(), range, ticks, logarithmic: false }
    }

    /// Returns a linear axis around `values`, which must be sorted and not empty, with some space
    /// at both ends. If all values are whole, the ticks are at some of `values`. Otherwise the
    /// ticks are at round numbers, and the values must not be all equal. The distance of
    /// neighbouring ticks is at least a twelfth of the difference of the largest and the least
    /// value.
    pub fn linear(label: &str, values: &[f64]) -> PlotAxis {
        let (first, last) = (values[0], values[values.len() - 1]);
        let room = 0.06 * (last - first).max(1.0);
        let are_integers = values.iter().all(|value| value.fract() == 0.0);
        let places = if are_integers { values.to_vec() } else { round_ticks(first, last) };
        let mut ticks: Vec<f64> = Vec::new();
        for value in places {
            if ticks.last().is_none_or(|before| value - before >= (last - first) / 12.0) {
                ticks.push(value);
            }
        }
        let range = [first - room, last + room];
        PlotAxis { label: label.to_owned(), range, ticks, logarithmic: false }
    }

    /// Returns a logarithmic axis around `values`, which may all be equal. Ignores values that are
    /// zero, negative or not finite. If no value remains, the axis is around 1.
    pub fn logarithmic(label: &str, values: impl Iterator<Item = f64>) -> PlotAxis {
        let logs = values.map(f64::log10).filter(|log| log.is_finite());
        let [least, most] = extent(logs).unwrap_or_default();
        let missing = (LEAST_SPAN - (most - least)).max(0.0);
        let room = missing / 2.0 + 0.07 * (most - least + missing);
        let range = [10.0_f64.powf(least - room), 10.0_f64.powf(most + room)];
        PlotAxis { label: label.to_owned(), range, ticks: decimal_ticks(range), logarithmic: true }
    }

    /// Returns the position of a value between the ends of the axis, from 0 to 1. A value outside
    /// the range has a position below 0 or above 1.
    pub fn position(&self, value: f64) -> f64 {
        let [from, to] =
            self.range.map(|value| if self.logarithmic { value.log10() } else { value });
        ((if self.logarithmic { value.log10() } else { value }) - from) / (to - from)
    }
}

impl Ranged for PlotAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.position(*value) * f64::from(to - from)).round().to_i32().unwrap_or(0)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range[0]..self.range[1]
    }
}

/// Returns at most eight ticks for a logarithmic axis, in ascending order. The ticks are powers of
/// ten in a range. The range is positive and includes its ends, which must differ. If the range has
/// few powers of ten, there are also round numbers between them. If these are few too, the ticks
/// are the multiples of one round number instead.
fn decimal_ticks([from, to]: [f64; 2]) -> Vec<f64> {
    let decades = to_integer(from.log10().floor())..=to_integer(to.log10().ceil());
    let with = |digits: &[f64]| -> Vec<f64> {
        decades
            .clone()
            .flat_map(|decade| digits.iter().map(move |digit| digit * 10.0_f64.powi(decade)))
            .filter(|tick| (from..=to).contains(tick))
            .collect()
    };
    let choices = [
        (with(&[1.0]), 3),
        (with(&[1.0, 3.0]), 4),
        (with(&[1.0, 2.0, 5.0]), 3),
        (with(&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]), 3),
        (round_ticks(from, to), 0),
    ];
    let (ticks, _) =
        choices.into_iter().find(|(ticks, least)| ticks.len() >= *least).unwrap_or_default();
    let every = ticks.len().div_ceil(8).max(1);
    ticks.into_iter().step_by(every).collect()
}

fn to_integer(power: f64) -> i32 {
    power.to_i32().unwrap_or(0)
}

/// Returns the multiples of a round number from `from` to `to`, both included. They are at most six
/// numbers. The round number is 1, 2 or 5 times a power of ten. `from` must be less than `to`.
fn round_ticks(from: f64, to: f64) -> Vec<f64> {
    let rough = (to - from) / 5.0;
    let decade = 10.0_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].iter().find(|factor| **factor * decade >= rough).unwrap_or(&10.0);
    let step = factor * decade;
    let [first, last] =
        [(from / step).ceil(), (to / step).floor()].map(|place| place.to_i64().unwrap_or(0));
    (first..=last).map(|number| number as f64 * step).collect()
}

/// Formats a number with three significant digits, without trailing zeros. A number of 10,000 or
/// more is written with k, M or G (thousands, millions, billions). A positive number below 0.001 is
/// written with an exponent.
pub fn format_tick(value: f64) -> String {
    format_with_prefix(value, |value| {
        match format!("{value:.2e}").parse::<f64>().unwrap_or(value) {
            small if small > 0.0 && small < 0.001 => format!("{small:e}"),
            value => format!("{value}"),
        }
    })
}

/// Formats a number. If it is 10,000 or more, it is written with k, M or G (thousands, millions,
/// billions). `format_digits` formats the digits before this letter.
pub fn format_with_prefix(value: f64, format_digits: impl Fn(f64) -> String) -> String {
    let units = [(1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")];
    match units.into_iter().find(|(from, ..)| value >= 0.9995 * from) {
        Some((_, unit, name)) => format!("{}{name}", format_digits(value / unit)),
        None => format_digits(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(axis: &PlotAxis) -> Vec<String> {
        axis.ticks.iter().map(|&tick| format_tick(tick)).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        let logarithmic = |values: &[f64]| told(&PlotAxis::logarithmic("", values.iter().copied()));
        assert_eq!(logarithmic(&[0.002, 30.0]), ["0.01", "0.1", "1", "10"]);
        assert_eq!(logarithmic(&[0.2, 6.0]), ["0.2", "0.5", "1", "2", "5"]);
        assert_eq!(logarithmic(&[1.0, 1e12]).len(), 7);
        assert_eq!(logarithmic(&[1e-4, 0.01]), ["1e-4", "0.001", "0.01"]);
        assert!(logarithmic(&[20_000.0, 4e6]).contains(&"100k".to_owned()));
        for same in [1e-4, 0.7, 3.0, 123_456.0] {
            let ticks = logarithmic(&[same, same]);
            assert!((3..=8).contains(&ticks.len()), "{ticks:?}");
        }
        assert!(logarithmic(&[]).len() >= 3);
        assert_eq!(told(&PlotAxis::with_range("", [0.0, 1.02])), ["0", "1"]);
        assert_eq!(told(&PlotAxis::with_range("", [0.0, 31.0])), ["0", "10", "20", "30"]);
        assert_eq!(told(&PlotAxis::linear("", &[8.0])), ["8"]);
        assert_eq!(told(&PlotAxis::linear("", &[6.0_f64.sqrt(), 3.0, 9.0])), ["4", "6", "8"]);
        let many: Vec<f64> = (1..=30).map(f64::from).collect();
        assert_eq!(PlotAxis::linear("", &many).ticks.len(), 10);
    }

    #[test]
    fn large_numbers_are_short() {
        let short = |value: f64| format_with_prefix(value, |value| format!("{value}"));
        assert_eq!(
            [0.5, 9000.0, 12_300.0, 4e6, 5e9].map(short),
            ["0.5", "9000", "12.3k", "4M", "5G"]
        );
    }
}
