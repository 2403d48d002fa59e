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

use super::inequality::PbLit;
use super::steps::Id;
use super::{Inner, Lemma};
use crate::clausal::lrat::{Checker, Step, Unread};
use crate::model::Lit;

/// Why refutations of pieces are none of the whole.
#[derive(thiserror::Error, Debug)]
pub enum Disjoint {
    /// The proof of a piece cannot be read.
    #[error("the proof of a piece: {0}")]
    Unread(#[from] Unread),
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

/// The refutation of a piece: a clause of negated literals of the cube, and of negated demands.
struct Refuted {
    id: Id,
    clause: Vec<Lit>,
}

/// Pieces that have been refuted so far.
pub struct Joined {
    /// What checks their proofs before they are taken up: what is claimed of the whole rests on
    /// them.
    checker: Checker,
    by_cubes: HashMap<Vec<Lit>, Refuted>,
}

impl Joined {
    /// None yet, of a question of these clauses.
    pub fn of(clauses: impl Iterator<Item = Vec<Lit>>) -> Joined {
        Joined { checker: Checker::of(clauses), by_cubes: HashMap::new() }
    }

    /// Takes in the proof of a piece: what its last lemma says is kept, and the others are
    /// forgotten.
    pub(super) fn take_in(
        &mut self,
        inner: &mut Inner,
        (cube, demands): (&[Lit], &[Lit]),
        variables: usize,
        steps: impl Iterator<Item = Result<Step, Unread>>,
    ) -> Result<(), Disjoint> {
        let clauses: BTreeSet<i64> = inner.lemmas.keys().copied().collect();
        let mut last = None;
        for step in steps {
            match step? {
                Step::Learnt { number, lits, from: reasons } => {
                    let unfounded = || Disjoint::Unfounded(number);
                    let own = i64::try_from(number).map_err(|_| unfounded())?;
                    let from: Option<Vec<Id>> = reasons
                        .iter()
                        .map(|&one| {
                            let lemma = inner.lemmas.get(&i64::try_from(one).ok()?);
                            lemma.map(|lemma| lemma.id)
                        })
                        .collect();
                    let is_known = lits.iter().all(|lit| lit.variable() < variables);
                    let follows = is_known && self.checker.learn(number, &lits, &reasons);
                    let from = from.filter(|_| follows && !inner.lemmas.contains_key(&own));
                    let clause = inner.literals(&lits);
                    let id = inner.steps.rup(&clause, &from.ok_or_else(unfounded)?);
                    inner.lemmas.insert(own, Lemma { id, is_learnt: true });
                    last = Some((own, Refuted { id, clause: lits }));
                }
                Step::Forgotten(numbers) => {
                    let own = numbers.iter().filter_map(|&one| i64::try_from(one).ok());
                    let own = own.filter(|one| !clauses.contains(one));
                    own.for_each(|one| self.forget(inner, one));
                }
            }
        }
        let refutes = |refuted: &Refuted| {
            let is_negated = |lit: &Lit| cube.contains(&!*lit) || demands.contains(&!*lit);
            refuted.clause.iter().all(is_negated)
        };
        let (number, refuted) = last.filter(|(_, last)| refutes(last)).ok_or(Disjoint::Another)?;
        // It may be forgotten already, by a proof that ends so.
        inner.lemmas.remove(&number).ok_or(Disjoint::Another)?;
        self.checker.forget(number.unsigned_abs());
        let others: Vec<i64> =
            inner.lemmas.keys().copied().filter(|one| !clauses.contains(one)).collect();
        others.into_iter().for_each(|one| self.forget(inner, one));
        self.by_cubes.insert(cube.to_vec(), refuted);
        Ok(())
    }

    /// Forgets a lemma of a piece.
    fn forget(&mut self, inner: &mut Inner, number: i64) {
        self.checker.forget(number.unsigned_abs());
        if let Some(Lemma { id, .. }) = inner.lemmas.remove(&number) {
            inner.steps.forget(id);
        }
    }

    /// Joins siblings until the root is refuted, which is the last refutation then.
    pub(super) fn join(self, inner: &mut Inner) -> Result<(), Disjoint> {
        let mut by_length: BTreeMap<usize, BTreeMap<Vec<Lit>, Refuted>> = BTreeMap::new();
        for (cube, refuted) in self.by_cubes {
            by_length.entry(cube.len()).or_default().insert(cube, refuted);
        }
        while let Some((length, mut cubes)) = by_length.pop_last() {
            if length == 0 {
                let root = cubes.remove(&Vec::new()).ok_or(Disjoint::NotCovered)?;
                inner.refutation = Some((root.id, inner.literals(&root.clause)));
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
                above.entry(sibling).or_insert_with(|| inner.joined(branch, one, other));
            }
        }
        Err(Disjoint::NotCovered)
    }
}

impl Inner {
    /// What follows from the clauses of two cubes of which one has a literal and the other its
    /// negation.
    fn joined(&mut self, branch: Lit, one: Refuted, other: Refuted) -> Refuted {
        if !one.clause.contains(&!branch) {
            return one;
        }
        if !other.clause.contains(&branch) {
            return other;
        }
        let mut clause: Vec<Lit> = one.clause.iter().chain(&other.clause).copied().collect();
        clause.sort_unstable();
        clause.dedup();
        clause.retain(|&lit| lit != branch && lit != !branch);
        let lits: Vec<PbLit> = self.literals(&clause);
        let id = self.steps.rup(&lits, &[one.id, other.id]);
        Refuted { id, clause }
    }
}
