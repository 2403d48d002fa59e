//! The text formats of solvers: the clauses that solvers read, and the output that they print.

mod lines;
mod solutions;

pub use lines::{LineWriter, copy_with_sha256, sha256, sha256_of};
pub use solutions::{
    DerivedValue, LiteralNaming, MOST_BYTES, NameMeaning, Naming, NumberNaming, PrintedObjective,
    Questions, Solution, SolverClaim, WordNaming, is_output, literals, parse_list, read,
    read_or_list, read_solution,
};
