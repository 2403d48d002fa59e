//! Branch and cut: the search for an answer that reaches a bound, by linear programs.
//!
//! A model over variables that are 0 or 1 becomes a linear program over [`Columns`]. Its rows are
//! **cuts**: inequalities that every answer keeps, which a [`Separator`] finds for a point that
//! violates them. A [`Heuristic`] finds answers near the point. A [`Tree`] of such programs, in
//! which columns are fixed, refutes the bound, or finds an answer that reaches it; threads can
//! share it ([`crew`]). Answers go to a [`Host`], which also says when the search is over.
//!
//! The search by cuts of parities ([`super::parity_cuts`]) is the only client. A further separator
//! is one more implementation: the tests have one for cliques. For columns that are integers, the
//! linear programs are ready ([`crate::lp`]); the tree would branch on halves of a range instead of
//! the two values of a column.

mod columns;
mod crew;
mod host;
mod proof;
mod separator;
mod trail;
mod tree;

pub use columns::Columns;
pub use crew::search;
pub use host::{Host, NodeDecision, TreePart, TreeProgress};
pub use separator::{Heuristic, Point, Separator};
pub use trail::CutRefutation;
pub use tree::Tree;
