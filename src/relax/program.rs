//! The one door to the solver of linear programs.
//!
//! The solver is Clarabel (Goulart and Chen 2024), an interior-point method in Rust without other
//! libraries: it tells multipliers, and its time grows gently with the board. `microlp`, a simplex
//! method, tells none; HiGHS is a library of C++ as large as the solver of clauses here. What it
//! finds in floating point is never believed: the multipliers are rounded, and what they prove is
//! added up in whole numbers.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, ZeroConeT};

/// The least Σ cost·x, where each row of Σ coefficient·x is at most its limit, and the first rows
/// are equal to it.
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

    /// What the solver finds; none where the program cannot be solved.
    pub fn solved(&self) -> Option<Solved> {
        let starts = self.columns.iter().scan(0, |end, column| {
            *end += column.len();
            Some(*end)
        });
        let matrix = CscMatrix::new(
            self.limits.len(),
            self.costs.len(),
            std::iter::once(0).chain(starts).collect(),
            self.columns.iter().flatten().map(|&(row, _)| row).collect(),
            self.columns.iter().flatten().map(|&(_, coefficient)| coefficient).collect(),
        );
        let inequalities = self.limits.len() - self.equations;
        let cones = [ZeroConeT(self.equations), NonnegativeConeT(inequalities)];
        let settings =
            DefaultSettings { verbose: false, presolve_enable: false, ..Default::default() };
        let none = CscMatrix::zeros((self.costs.len(), self.costs.len()));
        let mut solver =
            DefaultSolver::new(&none, &self.costs, &matrix, &self.limits, &cones, settings).ok()?;
        solver.solve();
        Some(Solved { values: solver.solution.x, multipliers: solver.solution.z })
    }
}
