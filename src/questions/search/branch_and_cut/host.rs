//! The caller of a search.

use super::trail::CutRefutation;
use crate::decision::Decision;
use crate::linear::Literal;
use crate::search::SearchError;

/// The result of a node: there is an answer in its subtree that reaches the bound, or a refutation.
pub type NodeDecision = Decision<(), CutRefutation>;

/// The caller of a search, which gets answers and decides when the search is over.
pub trait Host {
    /// Records an answer that costs less than all earlier ones. Returns the decision if the search
    /// need not go on.
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError>;

    /// Returns whether the search must end undecided.
    fn is_over(&mut self, progress: TreeProgress) -> bool;

    /// Returns whether another thread waits for a part of the tree.
    fn wants_part(&mut self) -> bool {
        false
    }

    /// Gives a part of the tree to another thread.
    fn offer_part(&mut self, part: TreePart) {
        debug_assert!(false, "no thread waits for {part:?}");
    }
}

/// The subtree in which some columns are fixed.
#[derive(Debug)]
pub struct TreePart {
    /// The literals of columns that are true.
    pub fixed: Vec<Literal<usize>>,
    /// The part of the whole tree, from 0 to 1.
    pub share: f64,
    /// Whether no literal of `fixed` was chosen, so that the part keeps the symmetries.
    pub is_symmetric: bool,
}

/// The work on a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeProgress {
    /// The number of nodes with their own linear program.
    pub programs: u64,
    /// The number of table entries that pivots have updated.
    pub work: u64,
    /// The refuted part of the tree, from 0 to 1.
    pub refuted: f64,
}
