//! What CaDiCaL tells of its lemmas while it works, handed on to a proof.
//!
//! It tells each clause that it was given and each that it learns, by a number, and for those that it learns from which
//! they follow by unit propagation. A clause that it was given, or that it may restore, is never forgotten.

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::encode::to_model;
use crate::model::Lit;
use crate::proof::Log;

/// Hands on what the solver tells.
pub(super) struct Tracer(pub Log);

fn lits(clause: &CaDiCaLClause) -> Vec<Lit> {
    clause.iter().map(to_model).collect()
}

fn numbers(ids: &[ClauseId]) -> Vec<i64> {
    ids.iter().map(|id| id.0).collect()
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _: bool, _: &CaDiCaLClause, restored: bool) {
        if !restored {
            self.0.given(id.0);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause,
        antecedents: &[ClauseId],
    ) {
        self.0.learnt(id.0, &lits(clause), &numbers(antecedents));
    }

    fn delete_clause(&mut self, id: ClauseId, redundant: bool, _: &CaDiCaLClause) {
        if redundant {
            self.0.forgotten(id.0);
        }
    }

    fn add_assumption_clause(
        &mut self,
        _: ClauseId,
        clause: &CaDiCaLClause,
        antecedents: &[ClauseId],
    ) {
        self.0.refuted(&lits(clause), &numbers(antecedents));
    }
}
