//! The interface between a branch-and-cut search and its caller.

use super::premise::CutRefutation;
use crate::decision::Decision;
use crate::linear::Literal;
use crate::search::SearchError;

/// The result of a node. `Sat`: its subtree has an answer that reaches the bound. `Unsat`: the
/// subtree is refuted. `Unknown`: the subtree is not decided.
pub type NodeDecision = Decision<(), CutRefutation>;

/// The caller of a search, which gets answers and decides when the search is over.
pub trait Host {
    /// Records an answer that costs less than all answers before it. `answer` has the value of each
    /// column. If the answer ends the search, returns the decision on the bound, which is `Unknown`
    /// if the search ends undecided. Returns `None` if the search must go on.
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError>;

    /// Returns whether the search must end undecided.
    fn is_over(&mut self, progress: TreeProgress) -> bool;

    /// Records two facts about all answers that are better than the best known one: they cost at least
    /// `least`, and the literals `fixed` are true in them. By default, does nothing.
    fn record_root(&mut self, least: i64, fixed: &[Literal<usize>]) {
        let _ = (least, fixed);
    }

    /// Returns the largest cost of an answer that is still wanted. It is less than the cost of every
    /// recorded answer if the search goes on after an answer. By default, no cost is excluded.
    fn most(&self) -> i64 {
        i64::MAX
    }

    /// Returns whether another thread waits for a part of the tree.
    fn wants_part(&mut self) -> bool {
        false
    }

    /// Gives a part of the tree to another thread, which must refute the part in place of the
    /// caller. This function is called only after [`Host::wants_part`] has returned `true`.
    fn offer_part(&mut self, part: TreePart) {
        debug_assert!(false, "no thread waits for {part:?}");
    }
}

/// A part of the tree: the subtree below some fixed columns.
#[derive(Debug)]
pub struct TreePart {
    /// The fixed columns, as literals that are true.
    pub fixed: Vec<Literal<usize>>,
    /// The size of this part, as a fraction of the whole tree, from 0 to 1. Each choice halves the
    /// size.
    pub share: f64,
    /// Whether the part has all symmetries of the board. It has them if no literal of `fixed` comes
    /// from a choice.
    pub is_symmetric: bool,
}

/// The work on a tree so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeProgress {
    /// The number of nodes that have a linear program of their own.
    pub programs: u64,
    /// The number of table entries that pivots have updated.
    pub work: u64,
    /// The number of table entries and of terms of rows that pivots have read, and of table entries
    /// that were copied.
    pub read: u64,
    /// The refuted fraction of the tree, from 0 to 1.
    pub refuted: f64,
}

impl TreeProgress {
    /// Returns the work on this tree and on another one. The refuted fraction is that of `other`.
    #[must_use]
    pub fn plus(self, other: TreeProgress) -> TreeProgress {
        TreeProgress {
            programs: self.programs + other.programs,
            work: self.work + other.work,
            read: self.read + other.read,
            refuted: other.refuted,
        }
    }
}
