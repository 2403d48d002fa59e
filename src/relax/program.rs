//! The interface to the solver of linear programs.
//!
//! The solver is Clarabel (Goulart and Chen 2024), an interior-point method in Rust without other
//! libraries. It returns multipliers, and its time grows slowly with the board. `microlp`, a
//! simplex method, returns no multipliers; HiGHS is a C++ library as large as the SAT solver here.

#[cfg(feature = "lp")]
mod interior_point;
#[cfg(not(feature = "lp"))]
#[path = "program/without_interior_point.rs"]
mod interior_point;

/// A linear program: minimise Σ cost·x. Each row of Σ coefficient·x is at most its limit, and the
/// first rows are equal to their limits.
#[cfg_attr(not(feature = "lp"), expect(dead_code, reason = "the solver alone reads it"))]
pub(crate) struct Program {
    pub costs: Vec<f64>,
    /// For each variable, the rows in which it occurs, in order, with its coefficients.
    pub columns: Vec<Vec<(usize, f64)>>,
    /// The number of equations, the first rows.
    pub equations: usize,
    /// The upper limit of each row, or the value of an equation.
    pub limits: Vec<f64>,
}

pub(crate) struct Solved {
    pub values: Vec<f64>,
    pub multipliers: Vec<f64>,
}

impl Program {
    /// Up to rounding, multipliers of inequalities are not negative, and cost + Σ multiplier ·
    /// coefficient is 0 for each variable.
    pub fn multipliers(&self) -> Option<Vec<f64>> {
        self.solved().map(|solved| solved.multipliers)
    }

    /// Returns `None` if the program cannot be solved or this build lacks the feature `lp`.
    pub fn solved(&self) -> Option<Solved> {
        interior_point::solved(self)
    }
}
