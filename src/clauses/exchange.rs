//! The text formats of solvers: lines of clauses, and the output that solvers print.

mod lines;
mod solutions;

pub use lines::{Lines, copied, sha256, sha256_of};
pub use solutions::{
    Derived, Literals, MOST_BYTES, NameMeaning, Naming, Numbers, PrintedObjective, Questions,
    Solution, SolverClaim, Words, is_output, listed, literals, read, read_or_listed, solution,
};
