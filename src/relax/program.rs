//! The one door to the solver of linear programs.
//!
//! The solver is Clarabel (Goulart and Chen 2024), an interior-point method in Rust without other
//! libraries: it tells multipliers, and its time grows gently with the board. `microlp`, a simplex
//! method, tells none; HiGHS is a library of C++ as large as the solver of clauses here. What it
//! finds in floating point is never believed: the multipliers are rounded, and what they prove is
//! added up in whole numbers. In a build without the feature `lp` there is no solver, and no program
//! is solved.

#[cfg(feature = "lp")]
mod interior_point;
#[cfg(not(feature = "lp"))]
#[path = "program/without_interior_point.rs"]
mod interior_point;

/// The least Σ cost·x, where each row of Σ coefficient·x is at most its limit, and the first rows
/// are equal to it.
#[cfg_attr(not(feature = "lp"), expect(dead_code, reason = "the solver alone reads it"))]
pub(crate) struct Program {
    /// By variable.
    pub costs: Vec<f64>,
    /// By variable: the rows in which it stands, in their order, with its coefficients.
    pub columns: Vec<Vec<(usize, f64)>>,
    /// How many rows are equations.
    pub equations: usize,
    /// By row.
    pub limits: Vec<f64>,
}

/// The optimum of a program, as far as the solver finds it.
pub(crate) struct Solved {
    /// By variable.
    pub values: Vec<f64>,
    /// By row.
    pub multipliers: Vec<f64>,
}

impl Program {
    /// The multipliers of the rows at the optimum, as far as the solver finds them: those of
    /// inequalities are not negative but for rounding, and cost + Σ multiplier · coefficient is 0
    /// for each variable. None where the program cannot be solved.
    pub fn multipliers(&self) -> Option<Vec<f64>> {
        self.solved().map(|solved| solved.multipliers)
    }

    /// What the solver finds; none where the program cannot be solved, or this build has no solver.
    pub fn solved(&self) -> Option<Solved> {
        interior_point::solved(self)
    }
}
