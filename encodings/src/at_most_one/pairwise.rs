//! The pairwise (binomial) encoding: a binary clause forbids each pair.
//!
//! n(n−1)/2 clauses, no auxiliary variable, complete propagation. The best choice for small n, and
//! for any n where the solver adds variables by itself (bounded variable addition). Written by
//! rustsat.

use rustsat::encodings::am1::Pairwise;

use super::AtMostOne;

pub(super) const ROW: AtMostOne = AtMostOne::of_rustsat::<Pairwise>(
    "pairwise",
    "folklore; see Prestwich, Handbook of Satisfiability 2009, ch. 2",
);
