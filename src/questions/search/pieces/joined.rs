//! Joins refutations of cubes to a refutation of the question.
//!
//! The proof of each piece assumes the demands of the bound and the literals of the cube. Its
//! lemmas follow from the clauses alone, so the proofs can be concatenated in any order. The last
//! lemma of each proof is a clause of negated demands and negated literals of the cube. The clauses
//! of two siblings in the tree of cubes imply the clause of their parent by unit propagation. The
//! clause of the root has only negated demands. (As in the paper cited in `pieces.rs`.)

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::clausal::lrat::{Checker, LratError, LratStep};
use crate::model::Lit;
use crate::proof::{DerivedClause, Id, Kernel, Lemmas, Log, OpenProof};

/// The reason why refutations of pieces do not refute the question.
#[derive(thiserror::Error, Debug)]
pub enum JoinError {
    /// The proof of a piece cannot be read.
    #[error("the proof of this piece cannot be read: {0}")]
    UnreadableProof(#[from] LratError),
    /// A step in the proof of a piece does not follow or has an unknown variable. The field is the
    /// number of the step.
    #[error("the proof of this piece is wrong: step {0} does not follow from the earlier steps")]
    UnfoundedStep(u64),
    /// The last clause in the proof of a piece has literals that do not belong to the piece.
    #[error("the proof does not refute the piece for which it was written")]
    ForeignLiterals,
    /// The pieces for which a proof was added do not cover the question.
    #[error("the pieces with a proof do not cover the question")]
    NotCovered,
}

/// The refutation of a cube in the proof.
struct RefutedPiece {
    /// The ID of the derived clause.
    id: Id,
    /// The derived clause. Its literals are negations of demands and of literals of the cube.
    clause: Vec<Lit>,
}

/// The pieces refuted so far.
pub struct RefutedPieces {
    /// The checker of the pieces' proofs. The claim that the question is refuted depends on this
    /// checker.
    checker: Checker,
    /// The refutation of each cube.
    by_cubes: HashMap<Vec<Lit>, RefutedPiece>,
}

impl RefutedPieces {
    pub(super) fn from_clauses(clauses: impl Iterator<Item = Vec<Lit>>) -> RefutedPieces {
        RefutedPieces { checker: Checker::from_clauses(clauses), by_cubes: HashMap::new() }
    }

    /// Derives the lemmas of a piece's proof. Keeps only the last lemma, as the refutation of
    /// `cube`; it replaces an earlier refutation of the same cube. `cube` and `demands` are the
    /// literals that the piece assumes. `variables` is the number of variables in the question.
    /// Deletions of the question's own clauses are ignored. Fails if a step cannot be read or does
    /// not follow. Also fails if the last lemma is missing or deleted, or if it has literals other
    /// than negations of `cube` and `demands`. After an error, lemmas of this proof stay.
    pub(super) fn add(
        &mut self,
        log: &Log,
        (cube, demands): (&[Lit], &[Lit]),
        variables: usize,
        steps: impl Iterator<Item = Result<LratStep, LratError>>,
    ) -> Result<(), JoinError> {
        let OpenProof { kernel, lemmas, .. } = &mut *log.open();
        let clauses: BTreeSet<i64> = lemmas.numbers().collect();
        let mut last = None;
        for step in steps {
            match step? {
                LratStep::Addition { number, lits, from } => {
                    let learnt = self.learn(number, &lits, &from, variables, (kernel, lemmas));
                    let (own, id) = learnt.ok_or(JoinError::UnfoundedStep(number))?;
                    last = Some((own, RefutedPiece { id, clause: lits }));
                }
                LratStep::Deletion(numbers) => {
                    numbers
                        .iter()
                        .filter_map(|&one| i64::try_from(one).ok())
                        .filter(|one| !clauses.contains(one))
                        .for_each(|one| self.forget(one, (kernel, lemmas)));
                }
            }
        }
        let (number, refuted) = last
            .filter(|(_, last)| {
                last.clause.iter().all(|&lit| cube.contains(&!lit) || demands.contains(&!lit))
            })
            .ok_or(JoinError::ForeignLiterals)?;
        // It is an error if a proof deletes its last lemma.
        lemmas.remove(number).ok_or(JoinError::ForeignLiterals)?;
        self.checker.forget(number.unsigned_abs());
        let others: Vec<i64> = lemmas.numbers().filter(|one| !clauses.contains(one)).collect();
        others.into_iter().for_each(|one| self.forget(one, (kernel, lemmas)));
        self.by_cubes.insert(cube.to_vec(), refuted);
        Ok(())
    }

    /// Derives a lemma of a piece's proof, and adds it to the checker and to `lemmas`. Returns its
    /// number in this proof, and its constraint ID. In these cases, returns `None` and derives
    /// nothing:
    ///
    /// - The lemma does not follow from the clauses `from` by unit propagation in their order.
    /// - It has an unknown variable (an index of `variables` or more).
    /// - Its number is already used, or does not fit into 63 bits.
    fn learn(
        &mut self,
        number: u64,
        lits: &[Lit],
        from: &[u64],
        variables: usize,
        (kernel, lemmas): (&mut Kernel, &mut Lemmas),
    ) -> Option<(i64, Id)> {
        let own = i64::try_from(number).ok()?;
        let ids: Option<Vec<Id>> =
            from.iter().map(|&one| lemmas.id(i64::try_from(one).ok()?)).collect();
        let is_known = lits.iter().all(|lit| lit.variable() < variables);
        let follows = is_known && self.checker.learn(number, lits, from);
        if !follows || lemmas.id(own).is_some() {
            return None;
        }
        let id = kernel.rup(&kernel.literals(lits), &ids?).id;
        lemmas.learn(own, id);
        Some((own, id))
    }

    /// Deletes a lemma from the checker and from the proof.
    fn forget(&mut self, number: i64, (kernel, lemmas): (&mut Kernel, &mut Lemmas)) {
        self.checker.forget(number.unsigned_abs());
        if let Some(id) = lemmas.remove(number) {
            kernel.forget(id);
        }
    }
}

impl Log {
    /// Joins the refutations of siblings, the longest cubes first, until the root is refuted.
    /// Siblings are cubes that differ only in the sign of the last literal. Records the refutation
    /// of the root as the one from which the proof can conclude. A cube without a sibling is left
    /// out. This is no error if its parent or an earlier ancestor is itself refuted.
    ///
    /// # Errors
    ///
    /// If the pieces do not cover the question. Clauses that were joined before stay in the proof.
    pub fn join(&self, joined: RefutedPieces) -> Result<(), JoinError> {
        let OpenProof { kernel, lemmas, .. } = &mut *self.open();
        let mut by_length: BTreeMap<usize, BTreeMap<Vec<Lit>, RefutedPiece>> = BTreeMap::new();
        for (cube, refuted) in joined.by_cubes {
            by_length.entry(cube.len()).or_default().insert(cube, refuted);
        }
        while let Some((length, mut cubes)) = by_length.pop_last() {
            if length == 0 {
                let root = cubes.remove(&Vec::new()).ok_or(JoinError::NotCovered)?;
                let lits = kernel.literals(&root.clause);
                lemmas.refute(DerivedClause { id: root.id, lits });
                return Ok(());
            }
            while let Some((cube, one)) = cubes.pop_first() {
                let mut sibling = cube;
                let branch = sibling.pop().expect("a cube of this length has a last literal");
                sibling.push(!branch);
                // If a divided piece is itself refuted, some of the pieces into which it was
                // divided can be missing.
                let Some(other) = cubes.remove(&sibling) else { continue };
                sibling.pop();
                let above = by_length.entry(length - 1).or_default();
                above.entry(sibling).or_insert_with(|| one.joined(other, branch, kernel));
            }
        }
        Err(JoinError::NotCovered)
    }
}

impl RefutedPiece {
    /// Derives the refutation of the parent of two cubes. Its clause has the literals of both
    /// clauses, sorted and without `branch` and its negation. The last literal of the cube of
    /// `self` must be `branch`, and the last literal of the cube of `other` must be the negation of
    /// `branch`. If one of the two refutations does not need the last literal of its cube, derives
    /// nothing and returns this refutation unchanged.
    fn joined(self, other: RefutedPiece, branch: Lit, kernel: &mut Kernel) -> RefutedPiece {
        if !self.clause.contains(&!branch) {
            return self;
        }
        if !other.clause.contains(&branch) {
            return other;
        }
        let mut clause = [&self.clause[..], &other.clause].concat();
        clause.sort_unstable();
        clause.dedup();
        clause.retain(|&lit| lit != branch && lit != !branch);
        let id = kernel.rup(&kernel.literals(&clause), &[self.id, other.id]).id;
        RefutedPiece { id, clause }
    }
}
