//! The ladder encoding: n−1 auxiliary variables form a ladder whose one step says which literal is
//! true.
//!
//! O(n) clauses, n−1 auxiliary variables, complete propagation. Written by rustsat.

use rustsat::encodings::am1::Ladder;

use super::AtMostOne;

pub(super) const ROW: AtMostOne = AtMostOne::of_rustsat::<Ladder>(
    "ladder",
    "Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004",
);
