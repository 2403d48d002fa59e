//! Exact numbers: whole numbers of any length, and rational numbers.
//!
//! No number of a file or of a result passes through a float, so a bound or a value is never off by
//! a rounding error.

mod integer;
mod rational;

pub use integer::{Integer, MOST_DIGITS};
pub use rational::{ParseNumberError, Rational};
