//! The interface to the solver of linear programs.
//!
//! The solver is Clarabel (Goulart and Chen 2024), an interior-point method in Rust without other
//! libraries. It returns multipliers, and its time grows slowly with the board. The alternatives
//! are worse here: `microlp`, a simplex method, returns no multipliers, and HiGHS is a C++ library
//! as large as the SAT solver.

#[cfg(feature = "lp")]
mod interior_point;
#[cfg(not(feature = "lp"))]
#[path = "program/without_interior_point.rs"]
mod interior_point;

/// A linear program: minimise Σ cost·x such that each row Σ coefficient·x is at most its limit. In
/// the first `equations` rows, the sum equals the limit.
#[cfg_attr(not(feature = "lp"), expect(dead_code, reason = "the solver alone reads it"))]
pub(crate) struct Program {
    pub costs: Vec<f64>,
    /// For each variable, the rows that contain it, in order, with its coefficients.
    pub columns: Vec<Vec<(usize, f64)>>,
    /// The number of equations, which are the first rows.
    pub equations: usize,
    /// The upper limit of each row; the exact value of each equation.
    pub limits: Vec<f64>,
}

pub(crate) struct Solved {
    pub values: Vec<f64>,
    pub multipliers: Vec<f64>,
}

impl Program {
    /// Returns the multiplier of each row, or `None` as [`Program::solved`]. Up to rounding,
    /// multipliers of inequalities are not negative, and cost + Σ multiplier · coefficient is 0 for
    /// each variable.
    pub fn multipliers(&self) -> Option<Vec<f64>> {
        self.solved().map(|solved| solved.multipliers)
    }

    /// Solves the program. Returns `None` if that fails or this build lacks the feature `lp`.
    pub fn solved(&self) -> Option<Solved> {
        interior_point::solved(self)
    }
}
