//! The solver of hints: any incremental solver with rustsat's traits.

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Clause, TernaryVal};

use crate::encode::{to_model, to_rustsat};
use crate::model::Lit;

/// A solver that is asked many small questions. Every incremental solver of rustsat is one.
pub trait Oracle {
    /// Adds a clause.
    fn clause(&mut self, lits: &[Lit]);

    /// Returns whether there is a solution under the assumptions; `None` if the solver does not
    /// say.
    fn ask(&mut self, assumptions: &[Lit]) -> Option<bool>;

    /// Returns whether a literal is true in the last solution.
    fn is_true(&self, lit: Lit) -> bool;

    /// Returns assumptions of the last question that cannot all hold, if it had no solution.
    fn core(&mut self) -> Vec<Lit>;
}

impl<S: SolveIncremental> Oracle for S {
    fn clause(&mut self, lits: &[Lit]) {
        let clause: Clause = lits.iter().map(|&lit| to_rustsat(lit)).collect();
        self.add_clause(clause).expect("memory for a small formula");
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Option<bool> {
        let assumptions: Vec<_> = assumptions.iter().map(|&lit| to_rustsat(lit)).collect();
        match self.solve_assumps(&assumptions).ok()? {
            SolverResult::Sat => Some(true),
            SolverResult::Unsat => Some(false),
            SolverResult::Interrupted => None,
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        matches!(self.lit_val(to_rustsat(lit)), Ok(TernaryVal::True))
    }

    fn core(&mut self) -> Vec<Lit> {
        let negated = SolveIncremental::core(self).unwrap_or_default();
        negated.into_iter().map(|lit| !to_model(lit)).collect()
    }
}
