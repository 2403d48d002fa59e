//! The linear relaxation of a model: a bound on the objective without a search.
//!
//! Each bound is justified by constraints of the model with multipliers ([`dual::DualSolution`]).
//! Anyone can add up these constraints to check the bound.

pub mod dual;
pub mod linear;
