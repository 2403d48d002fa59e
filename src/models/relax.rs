//! The linear relaxation of a model: a bound on the objective without a search.
//!
//! Each bound is justified by constraints of the model with multipliers ([`dual::DualSolution`]),
//! whose sum anyone can check.

pub mod dual;
pub mod linear;
