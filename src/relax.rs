//! The linear relaxation of a model: a bound on the objective without a search.
//!
//! The relaxation uses the model's statements, never the family's name. Each bound is justified by
//! constraints of the model with multipliers ([`dual::Dual`]), whose sum anyone can check.
//! Relaxations that only one strategy uses are in its directory: `search/cubes`, `search/line_sums`
//! and `search/parity_cuts`.

pub mod dual;
pub mod linear;
pub(crate) mod program;
