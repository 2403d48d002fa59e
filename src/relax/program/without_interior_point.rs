//! The replacement for the solver of linear programs in a build without the feature `lp`.

use super::{Program, Solved};

pub fn solved(_program: &Program) -> Option<Solved> {
    None
}
