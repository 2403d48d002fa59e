//! The linear relaxation of a model: how good an answer can be at most, without a search through
//! clauses.
//!
//! It looks at the model's statements, never at the family's name. A bound has its reason, a sum of
//! constraints of the model with multipliers ([`dual::Dual`]), which anybody can add up. Relaxations
//! that one strategy alone searches with stand beside that strategy, in `search/cubes`,
//! `search/line_sums` and `search/parity_cuts`.

pub mod dual;
pub mod linear;
pub(crate) mod program;
