//! The replacement for the solver of linear programs in a build without the feature `lp`.

use super::{Program, Solved};
use crate::stop::Stop;

impl Program {
    /// Returns `None`, since this build lacks the feature `lp`.
    pub fn solved(&self, _stop: &Stop) -> Option<Solved> {
        None
    }
}
