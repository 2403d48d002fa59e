//! The components of branch and cut that depend on the model: the separation of cutting planes, and
//! heuristics that find answers near the solution of a linear program.

use std::sync::Arc;

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

/// A rule that says when cuts are added to a node, and when they are dropped.
#[derive(Clone, Copy, Debug)]
pub struct CutSchedule {
    /// The most rounds of cuts at the root.
    pub rounds_of_root: usize,
    /// The most rounds of cuts at a node below the root.
    pub rounds: usize,
    /// If the sum grows little in this number of successive rounds, no more cuts are added to a
    /// node.
    pub patience: usize,
    /// A growth of the sum below this value, in a round of cuts, counts as little.
    pub least_growth: f64,
    /// A growth of the sum below this fraction of the gap between the sum and the bound counts as
    /// little, too. If the growth of all rounds is larger than the gap, it replaces the gap.
    pub least_share: f64,
    /// If a cut has at least this surplus, it is dropped before new cuts are added.
    pub surplus: f64,
}

/// A class of inequalities that all answers satisfy.
pub trait Separator: Sync {
    /// Returns cuts: inequalities of this class that the point violates. The point is the current
    /// solution of `program`. `most` is the largest cost of an answer that reaches the bound. The
    /// list is empty if none is found.
    fn separate(&self, point: &Point, program: &Simplex, most: i64) -> Vec<Inequality<usize>>;

    /// Returns when cuts are added to a node.
    fn schedule(&self) -> CutSchedule;

    /// Derives an inequality of this class for a proof. Other inequalities from which it follows are
    /// derived by `others`. Returns `None` if the derivation fails.
    fn derive(
        &self,
        cut: &Inequality<usize>,
        others: &mut DeriveRow,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint>;
}

/// A function that derives a row or a cut. It returns `None` if the derivation fails.
pub type DeriveRow<'a> =
    dyn FnMut(&Arc<Inequality<usize>>, &mut Kernel) -> Option<ProofConstraint> + 'a;

/// A way to find answers near a solution of a linear program.
pub trait Heuristic: Sync {
    /// Returns an answer near `values`, or `None` if none is found.
    fn answer(&self, values: &[f64]) -> Option<Vec<bool>>;
}
