//! Exact numbers: whole numbers of any length, and rational numbers.
//!
//! Numbers of files and results are never converted to floats, so a bound or a value is never off
//! by a rounding error.

mod integer;
mod rational;

pub use integer::{Integer, MOST_DIGITS};
pub use rational::{ParseNumberError, Rational};
