//! What solvers read and print, as text: lines of clauses, and what comes back.
//!
//! Exporters write formulas with it for a solver that somebody will run, and the solver's room does
//! for one that runs at once.

mod lines;
mod solutions;

pub use lines::{Lines, copied, sha256, sha256_of};
pub use solutions::{
    Derived, Literals, MOST_BYTES, NameMeaning, Naming, Numbers, PrintedObjective, Questions,
    Solution, SolverClaim, Words, is_output, literals, read, solution,
};
