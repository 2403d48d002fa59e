//! Comparisons: which encoding is better, on which puzzles, by how much, and whether the difference
//! is due to chance.
//!
//! A comparison is a grid of configurations (`plan.rs`) over puzzles, questions, seeds and
//! scrambles of the formula. Each run is a process (`execute.rs`) and writes a line
//! ([`crate::record`]), which is checked against the other lines (`claims.rs`). The lines are
//! summed up with significance tests (`summary.rs`, `statistics.rs`) and drawn (`report.rs`). A
//! report needs only lines, from any files and machines.
//!
//! These rules for an honest comparison are from the notes of other comparisons of solvers:
//!
//! - All configurations have the same puzzles, seeds and scrambles.
//! - Medians and quartiles are next to means.
//! - Runs without a result are counted.
//! - Satisfiable and unsatisfiable questions are separate.
//! - Insignificant differences are reported as such.
//! - Contradictory runs end the comparison.

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
