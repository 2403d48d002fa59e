//! The linear relaxation of a model: a bound on the objective without a search.
//!
//! Each bound is justified by constraints of the model with multipliers ([`dual::Dual`]), whose sum
//! anyone can check. A relaxation that only one search strategy uses is in the strategy's
//! directory: `search/cubes`, `search/line_sums` and `search/parity_cuts`.

pub mod dual;
pub mod linear;
pub(crate) mod program;
