//! The classes of cuts from which the strategy `branch-and-cut` chooses.
//!
//! The classes are listed in [`CUT_CLASSES`](super::CUT_CLASSES), together with the functions that
//! find their cuts (`row_cuts.rs`).

use crate::selection::Selection;

/// A class of cuts: inequalities that follow from the rows of a model by the same rule.
#[derive(Clone, Copy, Debug)]
pub struct CutClass {
    /// The name of the class, as in `--cuts`.
    pub name: &'static str,
    /// A summary in one line, as a shell completes it.
    pub summary: &'static str,
}

/// The classes whose cuts are searched, in order.
pub type Cuts = Selection<CutClass>;
