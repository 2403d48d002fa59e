//! What a user states about the reading of a model file.

use crate::model::Sense;

/// What a user states about the reading of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadTerms {
    /// The sense of the objective instead of that of the file; `None` if the file's sense applies.
    pub sense: Option<Sense>,
    /// The bound N of integers without a bound of their own, which keeps them from -N to N. `None`
    /// if they are bounded by an answer, or refused.
    pub int_bound: Option<u32>,
}
