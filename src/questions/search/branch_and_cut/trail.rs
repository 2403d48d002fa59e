//! The trail of a tree: the list of the fixed columns. The value of a column was either chosen, or
//! a premise implies it.
//!
//! A premise refutes a node because of some fixed columns. It depends on the choices that led to
//! these columns; they are found by following the reasons back (conflict analysis in the
//! implication graph: Marques-Silva and Sakallah, GRASP, 1996). A premise often exceeds what a
//! refutation needs. Then the latest of its false literals are left out, as long as the rest still
//! refutes the node: this gives the smallest choices to jump back over.

use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;

use super::columns::Columns;
use super::premise::{CutRefutation, Explanation, Premise};
use super::proof::ProofOfTree;
use crate::linear::Literal;
use crate::search::SearchError;

/// The reason why a column is fixed.
#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// The value was chosen.
    Choice,
    /// The value holds in the whole tree or in the searched part of it, and needs no explanation.
    /// The literals that propagation of the problem makes true are of this kind.
    Given,
    /// The premise and the steps before imply the value.
    Premise(Arc<Premise>),
}

/// A fixed column, and the reason why it is fixed.
#[derive(Debug)]
pub(super) struct TrailStep {
    /// The true literal that fixes a column.
    pub lit: Literal<usize>,
    /// The reason why the literal is true.
    pub reason: Reason,
}

/// The fixed columns of a node, in order.
pub(super) struct Trail<'a> {
    /// The fixed columns, in the order in which they were fixed. The first ones are those that the
    /// problem fixes.
    pub steps: Vec<TrailStep>,
    /// For each column, the place of its step; `None` if it is not fixed.
    places: Vec<Option<usize>>,
    /// The number of steps at the start that are given.
    settled: usize,
    /// The proof, if one is written.
    pub proof: Option<ProofOfTree<'a>>,
}

impl<'a> Trail<'a> {
    /// Returns a trail that has only the literals that the problem fixes.
    pub fn new(columns: &'a Columns, proof: Option<ProofOfTree<'a>>) -> Trail<'a> {
        let places = vec![None; columns.lits.len()];
        let mut trail = Trail { steps: Vec::new(), places, settled: columns.fixed.len(), proof };
        columns.fixed.iter().for_each(|&(lit, _)| trail.push(lit, Reason::Given));
        trail
    }

    /// Returns the value of a column, or `None` if it is not fixed.
    pub fn value(&self, column: usize) -> Option<bool> {
        self.places[column].map(|place| !self.steps[place].lit.is_negated)
    }

    /// Fixes a column. The literal must not be fixed; otherwise a debug build panics.
    pub fn push(&mut self, lit: Literal<usize>, reason: Reason) {
        debug_assert!(self.places[lit.variable].is_none(), "a column is fixed once");
        self.places[lit.variable] = Some(self.steps.len());
        self.steps.push(TrailStep { lit, reason });
    }

    /// Returns the choices among the first `place` steps.
    pub fn choices(&self, place: usize) -> Vec<Literal<usize>> {
        let steps = self.steps[..place].iter();
        steps.filter(|step| matches!(step.reason, Reason::Choice)).map(|step| step.lit).collect()
    }

    /// Removes the steps from the place `start` on. Also deletes their premises from the proof, the
    /// latest first. `start` must not exceed the number of steps. Does not change the linear
    /// program.
    pub fn truncate(&mut self, start: usize) {
        self.settled = self.settled.min(start);
        for TrailStep { lit, reason } in self.steps.drain(start..).rev() {
            self.places[lit.variable] = None;
            if let (Some(proof), Reason::Premise(premise)) = (&mut self.proof, reason) {
                proof.forget(&premise);
            }
        }
    }

    /// Makes all steps given. No choice is allowed among them. If a proof is written, derives the
    /// unit clause of each step in it. Fails if this derivation fails.
    pub fn settle(&mut self) -> Result<(), SearchError> {
        let mut premises = Vec::new();
        for place in self.settled..self.steps.len() {
            let lit = self.steps[place].lit;
            let reason = std::mem::replace(&mut self.steps[place].reason, Reason::Given);
            let Reason::Premise(premise) = reason else { continue };
            let causes = self.causes(&premise, place, Some(lit), true);
            let given: Vec<Literal<usize>> =
                causes.into_iter().map(|place| self.steps[place].lit).collect();
            if let Some(proof) = &mut self.proof {
                proof.fix(lit, &premise, &given)?;
                premises.push(premise);
            }
        }
        self.settled = self.steps.len();
        if let Some(proof) = &mut self.proof {
            premises.iter().for_each(|premise| proof.forget(premise));
        }
        Ok(())
    }

    /// Concludes in the proof, from a refutation of the root, that no answer reaches the bound.
    /// Does nothing if no proof is written. Fails if the derived clause depends on choices.
    pub fn conclude(&self, refuted: &CutRefutation) -> Result<(), SearchError> {
        if let Some(proof) = &self.proof {
            proof.conclude(refuted)?;
        }
        Ok(())
    }

    /// Returns the refutation of the current node that a premise gives. The premise must refute the
    /// node. If a proof is written, derives the refutation in it. Fails if this derivation fails.
    pub fn refutation(&mut self, premise: &Arc<Premise>) -> Result<CutRefutation, SearchError> {
        let explanation = self.explain(premise);
        let refuted = CutRefutation::under_choices(explanation.choices.clone());
        if let Some(proof) = &mut self.proof {
            proof.refute(&explanation, &refuted)?;
            proof.forget(premise);
        }
        Ok(refuted)
    }

    /// Returns the choices from which a refutation of the node by a premise follows, and the facts
    /// that a proof needs for this. The latest steps are explained first. If a premise implies
    /// several of them in succession, they are explained together, since a sum with reduced costs
    /// often implies thousands of literals.
    fn explain(&self, premise: &Arc<Premise>) -> Explanation {
        let mut explanation = Explanation { choices: Vec::new(), premises: vec![premise.clone()] };
        let mut used: HashSet<u64> = HashSet::from([premise.number]);
        let mut is_seen = vec![false; self.steps.len()];
        let mut open: BinaryHeap<usize> =
            self.causes(premise, self.steps.len(), None, false).into();
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut is_seen[place], true) {
                continue;
            }
            let TrailStep { lit, reason } = &self.steps[place];
            let Reason::Premise(premise) = reason else {
                if matches!(reason, Reason::Choice) {
                    explanation.choices.push(*lit);
                }
                continue;
            };
            if used.insert(premise.number) {
                explanation.premises.push(premise.clone());
            }
            let is_of_premise = |place: usize| match &self.steps[place].reason {
                Reason::Premise(other) => other.number == premise.number,
                Reason::Choice | Reason::Given => false,
            };
            let others = (0..place).rev().take_while(|&place| is_of_premise(place)).count();
            let first = place - others;
            let mut lightest = *lit;
            while let Some(&earlier) = open.peek()
                && earlier >= first
            {
                open.pop();
                is_seen[earlier] = true;
                let lit = self.steps[earlier].lit;
                if premise.inequality.weight_of(lit) < premise.inequality.weight_of(lightest) {
                    lightest = lit;
                }
            }
            open.extend(self.causes(premise, first, Some(lightest), false));
        }
        explanation
    }

    /// Returns the places of the false literals that a premise needs to refute the node, or, if
    /// `implied` is given, to imply this literal. Only the steps before the place `before` count.
    /// Leaves out as many literals as the premise allows, the latest first. Given literals are
    /// among the places only if `with_given` is true; otherwise they are false at no cost.
    fn causes(
        &self,
        premise: &Premise,
        before: usize,
        implied: Option<Literal<usize>>,
        with_given: bool,
    ) -> Vec<usize> {
        let mut slack = -premise.inequality.degree();
        // A refutation needs a slack below 0, and an implied literal a slack below its weight.
        let mut needed = 0;
        let mut causes: Vec<(usize, i128)> = Vec::new();
        for (weight, lit) in premise.inequality.terms() {
            let place = self.places[lit.variable].filter(|&place| place < before);
            match place {
                Some(place) if self.steps[place].lit != lit => {
                    if with_given || !matches!(self.steps[place].reason, Reason::Given) {
                        causes.push((place, weight));
                    }
                }
                Some(_) | None => {
                    slack += weight;
                    if implied == Some(lit) {
                        needed = weight;
                    }
                }
            }
        }
        let mut spare = needed - 1 - slack;
        debug_assert!(spare >= 0, "the premise does not imply this");
        causes.sort_unstable_by_key(|&(place, _)| std::cmp::Reverse(place));
        causes.retain(|&(_, weight)| {
            let is_needed = weight > spare;
            if !is_needed {
                spare -= weight;
            }
            is_needed
        });
        causes.into_iter().map(|(place, _)| place).collect()
    }
}
