//! The clauses and lemmas of the solver, by the solver's numbers.
//!
//! A lemma that the solver deletes is deleted from the proof, too.

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
    /// The derived clauses that the solver has not received yet, in order.
    pending: VecDeque<Id>,
    /// By the number that the solver gives to a clause.
    by_number: HashMap<i64, Lemma>,
    /// The last refutation: a clause of negated demands, which mean bounds on counts.
    refutation: Option<DerivedClause>,
}

/// A clause that the solver has.
struct Lemma {
    id: Id,
    /// Whether the solver has learnt the lemma. Only such lemmas are deleted.
    is_learnt: bool,
}

impl Lemmas {
    /// Queues a derived clause for the solver. An empty clause is the refutation.
    pub fn push(&mut self, clause: DerivedClause) {
        self.pending.push_back(clause.id);
        if clause.lits.is_empty() {
            self.refutation = Some(clause);
        }
    }

    /// Returns the last refutation, or `None` if nothing is refuted yet.
    pub fn refutation(&self) -> Option<&DerivedClause> {
        self.refutation.as_ref()
    }

    /// Returns the ID of a clause that the solver has.
    pub fn id(&self, number: i64) -> Option<Id> {
        self.by_number.get(&number).map(|lemma| lemma.id)
    }

    pub fn numbers(&self) -> impl Iterator<Item = i64> {
        self.by_number.keys().copied()
    }

    /// Records a derived lemma by the solver's number.
    pub fn learn(&mut self, number: i64, id: Id) {
        self.by_number.insert(number, Lemma { id, is_learnt: true });
    }

    /// Forgets a clause of the solver and returns its ID. Writes no step.
    pub fn remove(&mut self, number: i64) -> Option<Id> {
        self.by_number.remove(&number).map(|lemma| lemma.id)
    }

    /// Records a refutation in place of the last one.
    pub fn refute(&mut self, refutation: DerivedClause) {
        self.refutation = Some(refutation);
    }

    /// Derives a clause by unit propagation through clauses of the solver, or through all
    /// constraints if one of them is unknown.
    fn derive(&self, clause: &[Lit], from: &[i64], kernel: &mut Kernel) -> DerivedClause {
        let lits: Vec<PbLit> = kernel.literals(clause);
        let antecedents: Option<Vec<Id>> = from.iter().map(|&one| self.id(one)).collect();
        let id = kernel.rup(&lits, &antecedents.unwrap_or_default()).id;
        DerivedClause { id, lits }
    }
}

impl Log {
    /// Records the number that the solver gives to the next clause that it receives.
    pub fn add_original(&self, number: i64) {
        let lemmas = &mut lock(&self.0).lemmas;
        if let Some(id) = lemmas.pending.pop_front() {
            lemmas.by_number.insert(number, Lemma { id, is_learnt: false });
        }
    }

    /// Derives a lemma of the solver from the clauses that it used.
    pub fn add_learnt(&self, number: i64, clause: &[Lit], from: &[i64]) {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        let lemma = lemmas.derive(clause, from, kernel);
        lemmas.learn(number, lemma.id);
        if lemma.lits.is_empty() {
            lemmas.refutation = Some(lemma);
        }
    }

    /// Derives the clause by which the solver has refuted its assumptions.
    pub fn add_refutation(&self, clause: &[Lit], from: &[i64]) {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        let is_final = lemmas.refutation().is_some_and(|refutation| refutation.lits.is_empty());
        if !is_final {
            lemmas.refutation = Some(lemmas.derive(clause, from, kernel));
        }
    }

    /// Deletes a lemma that the solver has deleted.
    pub fn delete(&self, number: i64) {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        let is_learnt = lemmas.by_number.get(&number).is_some_and(|lemma| lemma.is_learnt);
        if let Some(id) = lemmas.remove(number).filter(|_| is_learnt) {
            kernel.forget(id);
        }
    }

    /// Derives from the last refutation a lower bound, or that there is no answer.
    ///
    /// # Errors
    ///
    /// If the refutation does not bound the objective.
    pub fn conclude_refutation(&self) -> Result<(), ProofError> {
        let OpenProof { kernel, lemmas, .. } = &mut *lock(&self.0);
        match lemmas.refutation() {
            Some(refutation) => bounds::bound_by_refutation(refutation, kernel),
            None => Ok(()),
        }
    }

    /// Numbers the derived clauses from 1, as the solvers of the pieces of a divided question do.
    pub fn renumber_for_pieces(&self) {
        let lemmas = &mut lock(&self.0).lemmas;
        let pending = std::mem::take(&mut lemmas.pending);
        lemmas.by_number = (1..)
            .zip(pending)
            .map(|(number, id)| (number, Lemma { id, is_learnt: false }))
            .collect();
    }
}
