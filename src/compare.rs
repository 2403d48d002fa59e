//! Which encoding, on what, by how much, and is that luck?
//!
//! A comparison is a grid of configurations (`plan.rs`), solved over puzzles, questions, seeds and
//! scrambles of the formula; each run is a process of its own (`execute.rs`) and leaves a line
//! ([`crate::record`]) that is held against the others (`claims.rs`); the lines are summed up with tests
//! of significance (`summary.rs`, `statistics.rs`) and drawn (`report.rs`). A report needs nothing
//! but lines: those of another machine, or of several files, are drawn as well.
//!
//! What is honest, after the notes of those who have compared solvers: the same puzzles, seeds and
//! scrambles for all; medians and quartiles, not means alone; runs without a result counted as
//! such; satisfiable and unsatisfiable questions apart; what is not significant said as well; and
//! two runs that contradict each other end the comparison.

pub mod blocks;
pub mod claims;
mod ended;
pub mod execute;
pub mod foretell;
pub mod machine;
mod making;
pub mod measurements;
pub mod plan;
pub mod presets;
pub mod report;
pub mod statistics;
pub mod summary;
pub mod wanted;
pub mod worker;

pub use making::{DoneRuns, Making, MakingError, optimum};
