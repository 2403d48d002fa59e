//! A grid of options. It has a list of values for each option. Its points are all combinations of
//! these values.
//!
//! Each point of the grid has one value for each option. A point can be written as words of a
//! command line. These words repeat the run or export that was made with this point.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An option and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The name of the option, without dashes.
    pub option: String,
    /// The values of the option, each once.
    pub values: Vec<String>,
}

/// Options with their values. The combinations of the values are the points of the grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionGrid {
    /// The options. Each has at least one value. From point to point, the value of the last option
    /// changes fastest.
    pub axes: Vec<Axis>,
}

/// A point of the grid: one value for each option.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GridPoint(Vec<(String, String)>);

impl Axis {
    /// Returns an option with its values, each value once. Returns `None` if there are no values.
    pub fn new(option: &str, values: impl IntoIterator<Item = String>) -> Option<Axis> {
        let values = distinct(values);
        (!values.is_empty()).then(|| Axis { option: option.to_owned(), values })
    }
}

/// Returns the values in their order, each once.
pub fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

impl OptionGrid {
    /// Returns the number of points. Returns `usize::MAX` if the number is too large for a `usize`.
    pub fn size(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul)
    }

    /// Returns all points. From point to point, the value of the last option changes fastest.
    pub fn points(&self) -> impl Iterator<Item = GridPoint> {
        (0..self.size()).map(|number| self.point(number))
    }

    /// Returns the point with this number, counted from 0. From point to point, the value of the
    /// last axis changes fastest. `number` must be less than the number of points.
    fn point(&self, mut number: usize) -> GridPoint {
        let mut values = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let value = axis.values[number % axis.values.len()].clone();
            values.push((axis.option.clone(), value));
            number /= axis.values.len();
        }
        values.reverse();
        GridPoint(values)
    }

    /// Returns some values of a point: those of the options that have several values in the grid.
    pub fn varying_values<'a>(&'a self, point: &'a GridPoint) -> impl Iterator<Item = &'a str> {
        let several = |option: &str| {
            self.axes.iter().any(|axis| axis.option == option && axis.values.len() > 1)
        };
        point.0.iter().filter(move |(option, _)| several(option)).map(|(_, value)| value.as_str())
    }
}

impl GridPoint {
    /// Returns each option with its value.
    pub fn values(&self) -> &[(String, String)] {
        &self.0
    }

    /// Returns the options and values as words of a command line. Each option has two words:
    /// `--option` and `value`.
    pub fn arguments(&self) -> Vec<String> {
        self.0.iter().flat_map(|(option, value)| [format!("--{option}"), value.clone()]).collect()
    }
}

impl fmt::Display for GridPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.arguments().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(option: &str, values: &[&str]) -> Axis {
        Axis::new(option, values.iter().map(|&value| value.to_owned())).expect("values")
    }

    #[test]
    fn every_combination_is_a_point_and_the_first_axis_is_slowest() {
        let grid =
            OptionGrid { axes: vec![axis("amo", &["a", "b", "a"]), axis("xor", &["x", "y", "z"])] };
        let points: Vec<String> = grid.points().map(|point| point.to_string()).collect();
        assert_eq!(
            points,
            [
                "--amo a --xor x",
                "--amo a --xor y",
                "--amo a --xor z",
                "--amo b --xor x",
                "--amo b --xor y",
                "--amo b --xor z",
            ]
        );
        assert_eq!(grid.size(), 6);
    }

    #[test]
    fn no_axes_make_one_point() {
        assert_eq!(OptionGrid::default().points().collect::<Vec<_>>(), [GridPoint::default()]);
        assert_eq!(Axis::new("amo", []), None);
    }

    #[test]
    fn what_does_not_change_tells_nothing() {
        let grid = OptionGrid { axes: vec![axis("amo", &["a"]), axis("xor", &["x", "y"])] };
        let last = grid.points().last().expect("two points");
        assert_eq!(grid.varying_values(&last).collect::<Vec<_>>(), ["y"]);
    }
}
