//! The solution of linear programs with Clarabel.
//!
//! Each iteration factors a matrix. The work for a factorization depends on the order of
//! elimination. Clarabel chooses the order by approximate minimum degree (AMD), and does not report
//! the work before it factors the matrix. So the same order is computed here first, in order to
//! know the work. For example, the vertex cover of a random graph with 20,000 vertices and 40,000
//! edges has only 120,000 coefficients, but factoring its matrix takes minutes and gigabytes.

use ::clarabel::algebra::CscMatrix;
use ::clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, ZeroConeT};
use amd::Control;

use super::{Program, Solved};
use crate::stop::Stop;

/// The largest number of multiplications in one factorization. A program that needs more is not
/// solved. Gunport on 30 × 30 takes 7 million, and a window of 41 × 41 panes 0.3 million.
const MOST_WORK: usize = 100_000_000;

/// The factor by which Clarabel multiplies AMD's limit for dense rows.
const DENSE: f64 = 1.5;

impl Program {
    /// Solves the program. Returns `None` if the ordering fails, or if a factorization would take
    /// more than [`MOST_WORK`] multiplications. Also returns `None` if Clarabel refuses the
    /// program, or if a stop is requested before the end. Does not check whether Clarabel has
    /// reached the optimum. So the values and multipliers can be those of an unfinished run, or of
    /// a program without solutions. Clarabel prints nothing.
    pub fn solved(&self, stop: &Stop) -> Option<Solved> {
        if stop.is_reached() || work(self)? > MOST_WORK {
            return None;
        }
        let Program { costs, columns, equations, limits } = self;
        let matrix = CscMatrix::new(
            limits.len(),
            costs.len(),
            std::iter::once(0)
                .chain(columns.iter().scan(0, |end, column| {
                    *end += column.len();
                    Some(*end)
                }))
                .collect(),
            columns.iter().flatten().map(|&(row, _)| row).collect(),
            columns.iter().flatten().map(|&(_, coefficient)| coefficient).collect(),
        );
        let cones = [ZeroConeT(*equations), NonnegativeConeT(limits.len() - equations)];
        let settings =
            DefaultSettings { verbose: false, presolve_enable: false, ..Default::default() };
        let none = CscMatrix::zeros((costs.len(), costs.len()));
        let mut solver =
            DefaultSolver::new(&none, costs, &matrix, limits, &cones, settings).ok()?;
        let heeded = stop.clone();
        solver.set_termination_callback(move |_| heeded.is_reached());
        solver.solve();
        if stop.is_reached() {
            return None;
        }
        Some(Solved { values: solver.solution.x, multipliers: solver.solution.z })
    }
}

/// Returns the number of multiplications in one factorization. Returns `None` if the ordering
/// fails. The factored matrix is symmetric, with a row for each variable and each row of the
/// program. Its non-zero entries are the coefficients and the whole diagonal.
fn work(program: &Program) -> Option<usize> {
    let variables = program.costs.len();
    let size = variables + program.limits.len();
    let (mut starts, mut entries) = (vec![0], Vec::new());
    for place in 0..size {
        let column = program.columns.get(place).into_iter().flatten();
        entries.push(place);
        entries.extend(column.map(|&(row, _)| variables + row));
        starts.push(entries.len());
    }
    let control = Control { dense: Control::default().dense * DENSE, ..Control::default() };
    let (.., found) = amd::order(size, &starts, &entries, &control).ok()?;
    Some(found.n_mult_subs_ldl)
}
