//! DRAT: learnt and deleted clauses in the syntax of DIMACS, as text.
//!
//! A proof does not say from which clauses a learnt clause follows. The checker has to find them,
//! and this can take longer than solving. Publication: Wetzler, Heule and Hunt, DRAT-trim:
//! Efficient Checking and Trimming Using Expressive Clausal Proofs, SAT 2014.

use super::ProofFormat;

/// The format DRAT. A proof does not repeat the clauses of the formula.
pub(super) const FORMAT: ProofFormat = ProofFormat {
    name: "drat",
    description: "learnt and deleted clauses, for drat-trim",
    has_end: false,
    given: |_| String::new(),
    learnt: |clause, _| format!("{clause}\n"),
    forgotten: |clause, _| format!("d {clause}\n"),
    left: |_| String::new(),
};
