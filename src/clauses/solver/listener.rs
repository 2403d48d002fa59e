//! Proofs that hear the lemmas of the embedded solver.

use crate::clausal::ClausalProof;
use crate::proof::Log;

/// A proof to which the embedded solver reports its lemmas.
#[derive(Clone, Debug)]
pub enum Listener {
    /// A proof for VeriPB, about a problem.
    Log(Log),
    /// A proof that the clauses have no solution.
    Clausal(ClausalProof),
}

impl Listener {
    /// Returns whether the proof cannot be completed.
    pub(super) fn is_broken(&self) -> bool {
        match self {
            Listener::Log(log) => log.is_broken(),
            Listener::Clausal(proof) => proof.is_broken(),
        }
    }
}
