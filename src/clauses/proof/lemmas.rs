//! The clauses and lemmas (learnt clauses) of the solver, by the numbers that the solver gives
//! them.
//!
//! If the solver deletes a lemma, the lemma is deleted from the proof, too.

use std::collections::{HashMap, VecDeque};

use super::kernel::{DerivedClause, Kernel};
use super::steps::Id;
use super::variables::PbLit;
use super::{Log, OpenProof, ProofError, bounds};
use crate::lock::lock;
use crate::model::Lit;

/// The clauses that the solver has, and its last refutation.
#[derive(Default)]
pub struct Lemmas {
    /// The IDs of the derived clauses that the solver has not received yet, in the order in which
    /// it will receive them.
    pending: VecDeque<Id>,
    /// The clauses that the solver has, by the solver's numbers.
    by_number: HashMap<i64, Lemma>,
    /// The last refutation: a clause of negated demands, which mean bounds on counts.
    refutation: Option<DerivedClause>,
}

/// A clause that the solver has, with its ID in the proof.
struct Lemma {
    id: Id,
    /// Whether the solver has learnt the clause. Only learnt clauses are deleted from the proof.
    is_learnt: bool,
}

impl Lemmas {
    /// Records that the solver will receive a derived clause. If the clause is empty, it also
    /// becomes the last refutation.
    pub fn push(&mut self, clause: DerivedClause) {
        self.pending.push_back(clause.id);
        if clause.lits.is_empty() {
            self.refutation = Some(clause);
        }
    }

    /// Returns the last refutation. Returns `None` if nothing is refuted yet.
    pub fn refutation(&self) -> Option<&DerivedClause> {
        self.refutation.as_ref()
    }

    /// Returns the ID of the clause with this number in the solver. Returns `None` if the solver
    /// does not have such a clause.
    pub fn id(&self, number: i64) -> Option<Id> {
        self.by_number.get(&number).map(|lemma| lemma.id)
    }

    pub fn numbers(&self) -> impl Iterator<Item = i64> {
        self.by_number.keys().copied()
    }

    /// Records a derived lemma by its number in the solver.
    pub fn learn(&mut self, number: i64, id: Id) {
        self.by_number.insert(number, Lemma { id, is_learnt: true });
    }

    /// Removes the record of a clause of the solver, and returns its ID. Returns `None` if there is
    /// no such clause. Does not write a step.
    pub fn remove(&mut self, number: i64) -> Option<Id> {
        self.by_number.remove(&number).map(|lemma| lemma.id)
    }

    /// Records a refutation, which replaces the one before it.
    pub fn refute(&mut self, refutation: DerivedClause) {
        self.refutation = Some(refutation);
    }

    /// Derives a clause by unit propagation through clauses of the solver. `from` has the numbers
    /// of these clauses. If one of these numbers is unknown, or if there are none, the propagation
    /// is through all constraints. Does not record the clause.
    fn derive(&self, clause: &[Lit], from: &[i64], kernel: &mut Kernel) -> DerivedClause {
        let lits: Vec<PbLit> = kernel.literals(clause);
        let antecedents: Option<Vec<Id>> = from.iter().map(|&one| self.id(one)).collect();
        let id = kernel.rup(&lits, &antecedents.unwrap_or_default()).id;
        DerivedClause { id, lits }
    }
}

impl Log {
    /// Records the number that the solver gives to a clause that it receives. This clause is the
    /// next of the derived clauses that the solver has not received yet. Does nothing if the solver
    /// has received all of them.
    pub fn add_original(&self, number: i64) {
        let lemmas = &mut lock(&self.0).lemmas;
        if let Some(id) = lemmas.pending.pop_front() {
            lemmas.by_number.insert(number, Lemma { id, is_learnt: false });
        }
    }

    /// Derives a lemma (a learnt clause) of the solver from the clauses that the solver used.
    /// `from` has the numbers of these clauses, in the order of propagation. If `from` is empty or
    /// has an unknown number, the propagation is through all constraints. Only the checker tests
    /// that the lemma follows. Records the lemma's number, which replaces an earlier clause with
    /// this number. If the lemma is empty, it becomes the last refutation.
    pub fn add_learnt(&self, number: i64, clause: &[Lit], from: &[i64]) {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        let lemma = lemmas.derive(clause, from, kernel);
        lemmas.learn(number, lemma.id);
        if lemma.lits.is_empty() {
            lemmas.refutation = Some(lemma);
        }
    }

    /// Derives the clause by which the solver has refuted its assumptions. The clause says that at
    /// least one of the assumptions is false. It follows from the clauses with the numbers `from`,
    /// and becomes the last refutation. Does nothing if the formula is already refuted without
    /// assumptions.
    pub fn add_refutation(&self, clause: &[Lit], from: &[i64]) {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        let is_final = lemmas.refutation().is_some_and(|refutation| refutation.lits.is_empty());
        if !is_final {
            lemmas.refutation = Some(lemmas.derive(clause, from, kernel));
        }
    }

    /// Removes the record of a clause that the solver has deleted. If the clause was learnt, also
    /// deletes it from the proof. Does nothing if the number is unknown.
    pub fn delete(&self, number: i64) {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        let is_learnt = lemmas.by_number.get(&number).is_some_and(|lemma| lemma.is_learnt);
        if let Some(id) = lemmas.remove(number).filter(|_| is_learnt) {
            kernel.forget(id);
        }
    }

    /// Derives a lower bound on the cost from the last refutation, or records that there is no
    /// answer. Does nothing if nothing is refuted.
    ///
    /// # Errors
    ///
    /// If no bound on the objective can be derived from the refutation.
    pub fn conclude_refutation(&self) -> Result<(), ProofError> {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        match lemmas.refutation() {
            Some(refutation) => bounds::bound_by_refutation(refutation, kernel),
            None => Ok(()),
        }
    }

    /// Gives new numbers to the derived clauses that no solver has received yet: 1, 2, and so on,
    /// in their order. Forgets the numbers of all other clauses. Afterwards the renumbered clauses
    /// count as received. None of them is deleted from the proof if the solver deletes it. Writes
    /// nothing. This method is used if a question is divided into pieces (parts that are searched
    /// separately), since the solver of each piece also numbers these clauses from 1.
    pub fn renumber_for_pieces(&self) {
        let lemmas = &mut lock(&self.0).lemmas;
        let pending = std::mem::take(&mut lemmas.pending);
        lemmas.by_number = (1..)
            .zip(pending)
            .map(|(number, id)| (number, Lemma { id, is_learnt: false }))
            .collect();
    }
}
