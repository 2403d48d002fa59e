//! Branch and cut: the search for an answer that reaches a bound, by linear programs.
//!
//! A model over variables that are 0 or 1 becomes a linear program over [`Columns`]. The rows of
//! this program are rows of the model and **cuts**: inequalities that every answer satisfies. A
//! [`Separator`] finds cuts that the current solution of the program (a point) violates. A
//! [`Heuristic`] finds answers near this point. A [`Tree`] of such programs, each with some columns
//! fixed, refutes the bound or finds answers that reach it. Several threads can search one tree
//! ([`crew`]). Answers are passed to a [`Host`], which also decides when the search is over.
//!
//! Every step that fixes a column or refutes a node rests on a [`Premise`], an inequality in
//! integers. Floating-point numbers only say which rows to add up. So a proof can derive each step,
//! and does so when another step needs it.
//!
//! Two searches use this module: [`super::parity_cuts`] with cuts from parities, and
//! [`super::row_cuts`] with the rows of a model and cuts of them. Another class of cuts needs only
//! another implementation of [`Separator`]; the tests have one for cliques. The linear programs can
//! already have integer columns ([`crate::lp`]). But for such columns, the tree would have to branch
//! on the two halves of a range, instead of on the two values of a column.

mod branching;
mod columns;
mod crew;
mod host;
mod premise;
mod proof;
mod propagator;
mod root_bound;
mod separator;
mod trail;
mod tree;

pub use branching::Branching;
pub use columns::{Columns, ModelRow};
pub use crew::search;
pub use host::{Host, NodeDecision, TreePart, TreeProgress};
pub use premise::{CutRefutation, Premise};
pub use root_bound::RootBound;
pub use separator::{CutSchedule, DeriveRow, Heuristic, Point, Separator};
pub use tree::Tree;
