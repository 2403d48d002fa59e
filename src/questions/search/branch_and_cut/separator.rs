//! The components of branch and cut that depend on the model: the separation of cutting planes, and
//! heuristics that find answers near the solution of a linear program.

use crate::linear::Inequality;
use crate::lp::simplex::Simplex;
use crate::proof::{Kernel, ProofConstraint};

/// A solution of a linear program.
#[derive(Clone, Debug)]
pub struct Point {
    /// The value of each column in this solution, from 0 to 1.
    pub values: Vec<f64>,
    /// Whether the bounds of each column allow only its present value.
    pub is_fixed: Vec<bool>,
}

impl Point {
    /// Returns the current solution of a program.
    pub fn from_program(program: &Simplex) -> Point {
        let values = program.values();
        let is_fixed = (0..values.len()).map(|column| program.is_fixed(column)).collect();
        Point { values, is_fixed }
    }
}

/// A class of inequalities that all answers satisfy.
pub trait Separator: Sync {
    /// Returns cuts: inequalities of this class that the point violates. The list is empty if none
    /// is found.
    fn separate(&self, point: &Point) -> Vec<Inequality<usize>>;

    /// Derives an inequality of this class for a proof. Returns `None` if the derivation fails.
    fn derive(&self, cut: &Inequality<usize>, kernel: &mut Kernel) -> Option<ProofConstraint>;
}

/// A way to find answers near a solution of a linear program.
pub trait Heuristic: Sync {
    /// Returns an answer near `values`, or `None` if none is found.
    fn answer(&self, values: &[f64]) -> Option<Vec<bool>>;
}
