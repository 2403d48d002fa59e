//! Branch and cut: the search for an answer that reaches a bound, by linear programs.
//!
//! A model over variables that are 0 or 1 becomes a linear program over [`Columns`]. The rows of
//! this program are **cuts**: inequalities that every answer satisfies. A [`Separator`] finds cuts
//! that the current solution of the program (a point) violates. A [`Heuristic`] finds answers near
//! this point. A [`Tree`] of such programs, each with some columns fixed, refutes the bound or
//! finds an answer that reaches it. Several threads can search one tree ([`crew`]). Answers are
//! passed to a [`Host`], which also decides when the search is over.
//!
//! The search by parity cuts ([`super::parity_cuts`]) is the only user of this module. Another
//! class of cuts needs only another implementation of [`Separator`]; the tests have one for
//! cliques. The linear programs can already have integer columns ([`crate::lp`]). But for such
//! columns, the tree would have to branch on the two halves of a range, instead of on the two
//! values of a column.

mod branching;
mod columns;
mod crew;
mod host;
mod premise;
mod proof;
mod propagator;
mod separator;
mod trail;
mod tree;

pub use branching::Branching;
pub use columns::{Columns, ModelRow};
pub use crew::search;
pub use host::{Host, NodeDecision, TreePart, TreeProgress};
pub use premise::Premise;
pub use separator::{CutSchedule, DeriveRow, Heuristic, Point, Separator};
pub use trail::CutRefutation;
pub use tree::Tree;
