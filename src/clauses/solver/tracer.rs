//! The tracer that reports CaDiCaL's lemmas to a proof during the search.
//!
//! CaDiCaL reports each lemma (learnt clause) with the clauses from which unit propagation derives
//! it. CaDiCaL can remove a clause of the formula and restore it in a later call. So a proof for
//! VeriPB, which can have several refutations, never deletes clauses of the formula.

use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use crate::encode::to_model;
use crate::model::Lit;

use super::listener::Listener;

/// A receiver of CaDiCaL's reports, which passes them on to a proof.
pub(super) struct Tracer(pub Listener);

fn lits(clause: &CaDiCaLClause) -> Vec<Lit> {
    clause.iter().map(to_model).collect()
}

fn numbers(ids: &[ClauseId]) -> Vec<i64> {
    ids.iter().map(|id| id.0).collect()
}

impl TraceProof for Tracer {
    /// Passes a clause of the formula on to the proof. A proof for VeriPB gets only the id of the
    /// clause. Does nothing if CaDiCaL only restores a clause.
    fn add_original_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause,
        restored: bool,
    ) {
        match &self.0 {
            _ if restored => {}
            Listener::Log(log) => log.add_original(id.0),
            Listener::Clausal(proof) => proof.add_original(id.0, &lits(clause)),
        }
    }

    /// Passes a learnt clause on to the proof, with its id and the ids of the clauses from which it
    /// follows.
    fn add_derived_clause(
        &mut self,
        id: ClauseId,
        _: bool,
        clause: &CaDiCaLClause,
        antecedents: &[ClauseId],
    ) {
        let (clause, antecedents) = (lits(clause), numbers(antecedents));
        match &self.0 {
            Listener::Log(log) => log.add_learnt(id.0, &clause, &antecedents),
            Listener::Clausal(proof) => proof.add_learnt(id.0, &clause, &antecedents),
        }
    }

    fn delete_clause(&mut self, id: ClauseId, redundant: bool, clause: &CaDiCaLClause) {
        match &self.0 {
            Listener::Log(log) if redundant => log.delete(id.0),
            Listener::Log(_) => {}
            Listener::Clausal(proof) => proof.delete(id.0, &lits(clause)),
        }
    }

    /// Passes a clause on to the proof: the clause by which CaDiCaL refutes its assumptions. Also
    /// passes the ids of the clauses from which it follows. The id of the clause itself is not
    /// used.
    fn add_assumption_clause(
        &mut self,
        _: ClauseId,
        clause: &CaDiCaLClause,
        antecedents: &[ClauseId],
    ) {
        let (clause, antecedents) = (lits(clause), numbers(antecedents));
        match &self.0 {
            Listener::Log(log) => log.add_refutation(&clause, &antecedents),
            Listener::Clausal(proof) => proof.add_refutation(&clause, &antecedents),
        }
    }
}
