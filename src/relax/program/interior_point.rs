//! The solution of linear programs with Clarabel.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, ZeroConeT};

use super::{Program, Solved};

pub fn solved(program: &Program) -> Option<Solved> {
    let Program { costs, columns, equations, limits } = program;
    let starts = columns.iter().scan(0, |end, column| {
        *end += column.len();
        Some(*end)
    });
    let matrix = CscMatrix::new(
        limits.len(),
        costs.len(),
        std::iter::once(0).chain(starts).collect(),
        columns.iter().flatten().map(|&(row, _)| row).collect(),
        columns.iter().flatten().map(|&(_, coefficient)| coefficient).collect(),
    );
    let cones = [ZeroConeT(*equations), NonnegativeConeT(limits.len() - equations)];
    let settings = DefaultSettings { verbose: false, presolve_enable: false, ..Default::default() };
    let none = CscMatrix::zeros((costs.len(), costs.len()));
    let mut solver = DefaultSolver::new(&none, costs, &matrix, limits, &cones, settings).ok()?;
    solver.solve();
    Some(Solved { values: solver.solution.x, multipliers: solver.solution.z })
}
