//! Comparisons: which encoding is better, on which puzzles, by how much, and is the difference
//! luck?
//!
//! A comparison is a grid of configurations (`plan.rs`) over puzzles, questions, seeds and
//! scrambles of the formula. Each run is a process (`execute.rs`) and writes a line
//! ([`crate::record`]), which is checked against the others (`claims.rs`). The lines are summed up
//! with significance tests (`summary.rs`, `statistics.rs`) and drawn (`report.rs`). A report needs
//! only lines, of any files and machines.
//!
//! Rules for an honest comparison, from the notes of other comparisons of solvers: the same
//! puzzles, seeds and scrambles for all; medians and quartiles next to means; runs without a result
//! are counted; satisfiable and unsatisfiable questions are separate; insignificant differences are
//! reported as such; and contradictory runs end the comparison.

pub mod blocks;
pub mod claims;
mod ended;
pub mod execute;
pub mod foretell;
pub mod judge;
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
