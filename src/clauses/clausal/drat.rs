//! DRAT: learnt and deleted clauses in the form of DIMACS, as text.
//!
//! A checker has to find the clauses from which each learnt clause follows, which may take longer
//! than solving. Wetzler, Heule and Hunt, DRAT-trim: Efficient Checking and Trimming Using
//! Expressive Clausal Proofs, SAT 2014.

use super::ProofFormat;

/// Format DRAT.
pub(super) const FORMAT: ProofFormat = ProofFormat {
    name: "drat",
    description: "learnt and deleted clauses, for drat-trim",
    has_end: false,
    given: |_| String::new(),
    learnt: |clause, _| format!("{clause}\n"),
    forgotten: |clause, _| format!("d {clause}\n"),
    left: |_| String::new(),
};
