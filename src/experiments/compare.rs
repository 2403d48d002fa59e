//! Comparisons: which configuration is better, on which puzzles, by how much, and whether the
//! difference is due to chance.
//!
//! A comparison combines each configuration with puzzles, questions, seeds and scrambles (random
//! reorderings) of the formula (`plan.rs`). Each run is a process (`execute.rs`) that leaves a
//! [record](crate::record). Summaries and reports need only records, from any files and machines.
//!
//! Rules for an honest comparison, from the notes of other comparisons of solvers:
//!
//! - All configurations have the same puzzles, seeds and scrambles.
//! - Medians and quartiles accompany means.
//! - Runs without a result are counted.
//! - Satisfiable and unsatisfiable questions are reported separately.
//! - Insignificant differences are reported as insignificant.
//! - Two runs that contradict each other end the comparison.

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

pub use making::{ComparisonError, ComparisonRunner, FinishedRuns, find_optimum};
