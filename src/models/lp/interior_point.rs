//! The interior point method, for large programs that are solved once.
//!
//! Clarabel (Goulart and Chen 2024) is an implementation of this method in Rust that needs no
//! library in another language. Clarabel returns multipliers, and its running time grows slowly
//! with the board's size. `microlp`, a simplex method, returns no multipliers, and HiGHS is a C++
//! library as large as the SAT solver.

#[cfg(feature = "lp")]
mod clarabel;
#[cfg(not(feature = "lp"))]
#[path = "interior_point/without_clarabel.rs"]
mod clarabel;

/// A linear program in the form that the method needs. It minimises Σ cost·x. In each row, Σ
/// coefficient·x is at most the limit of the row. In the first `equations` rows, this sum is equal
/// to the limit.
#[cfg_attr(not(feature = "lp"), expect(dead_code, reason = "the solver alone reads it"))]
pub(crate) struct Program {
    /// The coefficient of each variable in the minimised sum.
    pub costs: Vec<f64>,
    /// For each variable, the rows that contain it, in order. Each row is given by its index, with
    /// the coefficient of the variable in this row.
    pub columns: Vec<Vec<(usize, f64)>>,
    /// The number of equations, which are the first rows.
    pub equations: usize,
    /// The limit of each row. The sum of the row must not exceed it; in an equation, the sum must
    /// be equal to it.
    pub limits: Vec<f64>,
}

/// The solution of a program, up to rounding.
pub(crate) struct Solved {
    /// The value of each variable, in the order of [`Program::costs`].
    pub values: Vec<f64>,
    /// The multiplier of each row. The multipliers of inequalities are at least 0, and cost + Σ
    /// multiplier · coefficient is 0 for each variable.
    pub multipliers: Vec<f64>,
}
