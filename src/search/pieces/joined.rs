//! Refutations of the cubes into which a question is cut, joined to one of the question.
//!
//! Each cube has a proof of its own, of a solver that was given the clauses of the question and
//! assumed the demands of the bound and the cube. Such a solver's lemmas follow from the clauses
//! alone, so the proofs can stand behind each other, in any order, with other numbers; the last
//! lemma of each is a clause of negated demands and negated literals of its cube.
//!
//! The cubes are the leaves of a tree. From the clauses of two siblings, one with a literal and one
//! with its negation, that of their parent follows by unit propagation; that of the root has
//! demands alone. (Heule, Kullmann and Marek, Solving and Verifying the Boolean Pythagorean Triples
//! Problem via Cube-and-Conquer, SAT 2016, join proofs of cubes so.)

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::clausal::lrat::{Checker, LratStep, NotAProof};
use crate::model::Lit;
use crate::proof::{DerivedClause, Id, Kernel, Lemmas, Log, OpenProof};

/// Why refutations of pieces are none of the whole.
#[derive(thiserror::Error, Debug)]
pub enum Disjoint {
    /// The proof of a piece cannot be read.
    #[error("the proof of a piece: {0}")]
    Unread(#[from] NotAProof),
    /// A clause does not follow, or has a variable that is not there.
    #[error("the proof of a piece has a step {0} that does not follow")]
    Unfounded(u64),
    /// It has another end.
    #[error("the proof of a piece does not refute the piece")]
    Another,
    /// The pieces are not everything.
    #[error("the pieces whose proofs are there do not cover the question")]
    NotCovered,
}

/// The refutation of a piece.
struct RefutedPiece {
    id: Id,
    /// Negated literals of the cube, and negated demands.
    clause: Vec<Lit>,
}

/// Pieces that have been refuted so far.
pub struct Joined {
    /// The checker of their proofs, before they are taken up: what is claimed of the whole rests on
    /// them.
    checker: Checker,
    by_cubes: HashMap<Vec<Lit>, RefutedPiece>,
}

impl Joined {
    /// No piece yet, of a question of these clauses.
    pub(super) fn of(clauses: impl Iterator<Item = Vec<Lit>>) -> Joined {
        Joined { checker: Checker::of(clauses), by_cubes: HashMap::new() }
    }

    /// Adds the proof of a piece, which refutes a cube and demands over so many variables: keeps
    /// what its last lemma says, and forgets the others.
    pub(super) fn add(
        &mut self,
        log: &Log,
        (cube, demands): (&[Lit], &[Lit]),
        variables: usize,
        steps: impl Iterator<Item = Result<LratStep, NotAProof>>,
    ) -> Result<(), Disjoint> {
        let OpenProof { kernel, lemmas, .. } = &mut *log.open();
        let clauses: BTreeSet<i64> = lemmas.numbers().collect();
        let mut last = None;
        for step in steps {
            match step? {
                LratStep::Learnt { number, lits, from } => {
                    let learnt = self.learn(number, &lits, &from, variables, (kernel, lemmas));
                    let (own, id) = learnt.ok_or(Disjoint::Unfounded(number))?;
                    last = Some((own, RefutedPiece { id, clause: lits }));
                }
                LratStep::Forgotten(numbers) => {
                    let own = numbers.iter().filter_map(|&one| i64::try_from(one).ok());
                    let own = own.filter(|one| !clauses.contains(one));
                    own.for_each(|one| self.forget(one, (kernel, lemmas)));
                }
            }
        }
        let last = last.filter(|(_, last)| {
            last.clause.iter().all(|&lit| cube.contains(&!lit) || demands.contains(&!lit))
        });
        let (number, refuted) = last.ok_or(Disjoint::Another)?;
        // It may be forgotten already, by a proof that ends so.
        lemmas.remove(number).ok_or(Disjoint::Another)?;
        self.checker.forget(number.unsigned_abs());
        let others: Vec<i64> = lemmas.numbers().filter(|one| !clauses.contains(one)).collect();
        others.into_iter().for_each(|one| self.forget(one, (kernel, lemmas)));
        self.by_cubes.insert(cube.to_vec(), refuted);
        Ok(())
    }

    /// Derives a lemma of a piece, and returns its number and its constraint ID, or `None` if it
    /// does not follow.
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

    /// Forgets a lemma of a piece.
    fn forget(&mut self, number: i64, (kernel, lemmas): (&mut Kernel, &mut Lemmas)) {
        self.checker.forget(number.unsigned_abs());
        if let Some(id) = lemmas.remove(number) {
            kernel.forget(id);
        }
    }
}

impl Log {
    /// Joins siblings until the root is refuted, which is the last refutation then.
    ///
    /// # Errors
    ///
    /// If the pieces are not everything.
    pub fn join(&self, joined: Joined) -> Result<(), Disjoint> {
        let OpenProof { kernel, lemmas, .. } = &mut *self.open();
        let mut by_length: BTreeMap<usize, BTreeMap<Vec<Lit>, RefutedPiece>> = BTreeMap::new();
        for (cube, refuted) in joined.by_cubes {
            by_length.entry(cube.len()).or_default().insert(cube, refuted);
        }
        while let Some((length, mut cubes)) = by_length.pop_last() {
            if length == 0 {
                let root = cubes.remove(&Vec::new()).ok_or(Disjoint::NotCovered)?;
                let lits = kernel.literals(&root.clause);
                lemmas.refute(DerivedClause { id: root.id, lits });
                return Ok(());
            }
            while let Some((cube, one)) = cubes.pop_first() {
                let mut sibling = cube;
                let branch = sibling.pop().expect("a cube of this length has a last literal");
                sibling.push(!branch);
                // A piece that was cut further may be refuted itself, and then its parts need not
                // be there.
                let Some(other) = cubes.remove(&sibling) else { continue };
                sibling.pop();
                let above = by_length.entry(length - 1).or_default();
                above.entry(sibling).or_insert_with(|| one.joined(other, branch, kernel));
            }
        }
        Err(Disjoint::NotCovered)
    }
}

impl RefutedPiece {
    /// Derives what follows from the clauses of two cubes of which this one has a literal and the
    /// other its negation.
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
