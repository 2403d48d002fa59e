//! Proofs to which the embedded solver reports its lemmas (learnt clauses).

use crate::clausal::ClausalProof;
use crate::proof::Log;

/// A proof to which the embedded solver reports its lemmas.
#[derive(Clone, Debug)]
pub enum Listener {
    /// A proof for VeriPB, which is about the problem itself.
    Log(Log),
    /// A clausal proof, which shows only that the clauses have no solution.
    Clausal(ClausalProof),
}

impl Listener {
    /// Returns whether writing the proof has failed, so that it cannot be completed.
    pub(super) fn is_broken(&self) -> bool {
        match self {
            Listener::Log(log) => log.is_broken(),
            Listener::Clausal(proof) => proof.is_broken(),
        }
    }
}
