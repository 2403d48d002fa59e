//! The interface of the solver that hints use.

use rustsat::solvers::{GetInternalStats, LimitConflicts, SolveIncremental, SolverResult};
use rustsat::types::{Clause, TernaryVal};

use crate::encode::{to_model, to_rustsat};
use crate::model::Lit;
use crate::stop::Stop;

/// The number of conflicts between two checks for a request to stop. So many conflicts take a few
/// milliseconds.
const SLICE: u32 = 500;

/// A solver that answers many small queries. It can be any incremental solver of rustsat, if it
/// counts its conflicts and accepts a limit on conflicts.
pub trait Oracle {
    /// Adds a clause to the solver. All later queries obey it.
    fn clause(&mut self, lits: &[Lit]);

    /// Returns whether there is a solution under the assumptions. Returns `None` if this takes more
    /// than `conflicts` conflicts, or if the solver fails.
    fn ask_within(&mut self, assumptions: &[Lit], conflicts: u32) -> Option<bool>;

    /// Returns the number of conflicts of all queries so far.
    fn conflicts(&self) -> u64;

    /// Returns whether there is a solution under the assumptions. Returns `None` if a stop is
    /// requested, if the solver fails, or after about `most` conflicts (at once if `most` is 0).
    /// Sees a stop within a few hundred conflicts.
    fn ask(&mut self, assumptions: &[Lit], most: u64, stop: &Stop) -> Option<bool> {
        let start = self.conflicts();
        loop {
            let before = self.conflicts();
            let left = most.saturating_sub(before - start);
            if left == 0 || stop.is_reached() {
                return None;
            }
            let slice = u32::try_from(left).unwrap_or(SLICE).min(SLICE);
            let answer = self.ask_within(assumptions, slice);
            if answer.is_some() || self.conflicts() == before {
                return answer;
            }
        }
    }

    /// Returns whether a literal is true in the last solution.
    fn is_true(&self, lit: Lit) -> bool;

    /// Returns a core: assumptions of the last query that contradict each other. The query must
    /// have had no solution.
    fn core(&mut self) -> Vec<Lit>;
}

impl<S: SolveIncremental + LimitConflicts + GetInternalStats> Oracle for S {
    fn clause(&mut self, lits: &[Lit]) {
        let clause: Clause = lits.iter().map(|&lit| to_rustsat(lit)).collect();
        self.add_clause(clause).expect("memory for a small formula");
    }

    /// Asks the solver, and returns whether there is a solution. Returns `None` if the solver
    /// accepts no limit, fails, or reaches the limit of `conflicts` conflicts. The limit stays set
    /// in the solver.
    fn ask_within(&mut self, assumptions: &[Lit], conflicts: u32) -> Option<bool> {
        self.limit_conflicts(Some(conflicts)).ok()?;
        let converted: Vec<_> = assumptions.iter().map(|&lit| to_rustsat(lit)).collect();
        match self.solve_assumps(&converted).ok()? {
            SolverResult::Sat => Some(true),
            SolverResult::Unsat => Some(false),
            SolverResult::Interrupted => None,
        }
    }

    fn conflicts(&self) -> u64 {
        u64::try_from(GetInternalStats::conflicts(self)).expect("at most 64 bits")
    }

    fn is_true(&self, lit: Lit) -> bool {
        matches!(self.lit_val(to_rustsat(lit)), Ok(TernaryVal::True))
    }

    fn core(&mut self) -> Vec<Lit> {
        let negated = SolveIncremental::core(self).unwrap_or_default();
        negated.into_iter().map(|lit| !to_model(lit)).collect()
    }
}
