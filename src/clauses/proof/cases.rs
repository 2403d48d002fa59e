//! Derivations of clauses by cases. These derivations are for clauses that no sum of definitions
//! implies.
//!
//! A small search assumes that all literals of the clause are false, and chooses the values of
//! other literals. It propagates as the checker does, also through constraints with weights. If a
//! case is refuted, a clause is derived (`rup`): one of the choices that the refutation needed is
//! false, or the wanted clause holds. Two cases that differ in one choice are joined, until no
//! choice is left. The search uses three kinds of constraints: the encoded constraint, the
//! definitions, and the problem's constraints about the same variables. Some counters use lines of
//! the board that have at most one true literal; clauses of such counters need the problem's
//! constraints. Clauses of adders of weighted sums need all three kinds.
//!
//! In the worst case, the search needs as many steps as there are assignments of the constraint's
//! literals. So it is tried only if all other derivations fail, and its number of cases is limited.

use std::collections::{BTreeSet, HashSet};

use super::derivation::Premises;
use super::equations::Equation;
use super::kernel::Kernel;
use super::steps::{Id, ProofConstraint, Steps};
use super::variables::{PbLit, PbVar};
use crate::linear::Literal;

/// The greatest number of cases for one clause, including cases that are divided further. Each
/// refuted case is a step of the proof.
const MOST_CASES: usize = 3000;

/// The greatest number of constraints that are propagated. If there are more, the search is not
/// tried.
const MOST_CONSTRAINTS: usize = 1000;

/// Derives a clause by cases and returns its ID. The clause must not contain opposite literals.
/// Deletes the other clauses that the search has derived. Returns `None` if the constraints do not
/// imply the clause, or if there are more than [`MOST_CONSTRAINTS`] constraints or [`MOST_CASES`]
/// cases; then the clauses that were derived are not deleted.
pub fn derive_by_cases(kernel: &mut Kernel, premises: &Premises, clause: &[PbLit]) -> Option<Id> {
    let known = relevant_constraints(kernel, premises, clause)?;
    let mut cases = CaseSearch::new(&known, clause);
    let refuted = cases.refute(&mut Vec::new(), &mut kernel.steps)?;
    debug_assert!(refuted.choices.is_empty(), "an unknown choice");
    cases
        .lemmas
        .iter()
        .filter(|&&lemma| lemma != refuted.lemma)
        .for_each(|&lemma| kernel.forget(lemma));
    Some(refuted.lemma)
}

/// Returns the constraints that can be needed to derive a clause:
///
/// - The rows and parities of `premises`.
/// - The definitions on which the variables of the clause and of `premises` depend.
/// - The constraints of the problem, except parities, whose variables all occur in the clause, in
///   `premises` or in these definitions. For a constraint "at most one of these literals is false",
///   two such variables are enough.
///
/// The returned constraints are sorted by ID, each once. Returns `None` if there are more than
/// [`MOST_CONSTRAINTS`].
fn relevant_constraints(
    kernel: &Kernel,
    premises: &Premises,
    clause: &[PbLit],
) -> Option<Vec<ProofConstraint>> {
    let mut known: Vec<ProofConstraint> = premises
        .rows
        .iter()
        .chain(premises.equations.all().flat_map(Equation::sides))
        .cloned()
        .collect();
    let mut seen: HashSet<Id> = known.iter().map(|one| one.id).collect();
    let mut open: Vec<PbVar> = clause.iter().map(|lit| lit.variable).collect();
    open.extend(known.iter().flat_map(|one| one.inequality.variables()));
    let mut relevant: BTreeSet<PbVar> = BTreeSet::new();
    while let Some(variable) = open.pop() {
        if !relevant.insert(variable) {
            continue;
        }
        for one in kernel
            .definitions
            .known_constraints(variable)
            .into_iter()
            .filter(|one| seen.insert(one.id))
        {
            open.extend(one.inequality.variables());
            known.push(one);
        }
        if known.len() > MOST_CONSTRAINTS {
            return None;
        }
    }
    let others = kernel.rows().filter(|row| {
        let is_one = row.inequality.is_at_most_one_false();
        let inside =
            row.inequality.variables().filter(|variable| relevant.contains(variable)).count();
        inside == row.inequality.variables().count() || is_one && inside > 1
    });
    known.extend(others.filter(|row| seen.insert(row.id)).cloned());
    known.sort_unstable_by_key(|one| one.id);
    (known.len() <= MOST_CONSTRAINTS).then_some(known)
}

/// A search that refutes the negation of a clause case by case.
struct CaseSearch<'a> {
    clause: &'a [PbLit],
    /// The variables of the constraints. A `Literal<usize>` names a variable by its index in this
    /// list.
    variables: Vec<PbVar>,
    /// The constraints that are propagated.
    sums: Vec<IndexedSum>,
    /// For each constraint, the total weight of its literals that are not false, minus its degree.
    slacks: Vec<i128>,
    /// For each constraint, whether its slack has become smaller since the constraint was last
    /// propagated.
    stale: Vec<bool>,
    /// For each variable, the occurrences of its positive literal and those of its negated literal.
    /// An occurrence is the index of a constraint in `sums` and the weight of the literal there.
    occurrences: Vec<[Vec<(usize, i128)>; 2]>,
    /// The true literals in the order of assignment, each with the index in `sums` of the
    /// constraint that implied it. The index is `None` for a choice, or for a negated literal of
    /// the clause.
    trail: Vec<(Literal<usize>, Option<usize>)>,
    /// For each variable, its value; `None` if it is unassigned.
    values: Vec<Option<bool>>,
    /// The IDs of all clauses that the search has derived.
    lemmas: Vec<Id>,
    /// The number of cases that are still allowed.
    left: usize,
}

/// A constraint over the indices of variables: the weighted sum of `terms` is at least `degree`.
struct IndexedSum {
    id: Id,
    terms: Vec<(i128, Literal<usize>)>,
    degree: i128,
}

impl IndexedSum {
    /// Converts a constraint. In the result, each literal names its variable by the index in
    /// `variables`. This list must be sorted, and contain all variables of the constraint.
    fn new(known: &ProofConstraint, variables: &[PbVar]) -> IndexedSum {
        let terms = known
            .inequality
            .terms()
            .map(|(weight, lit)| (weight, indexed(lit, variables)))
            .collect();
        IndexedSum { id: known.id, terms, degree: known.inequality.degree() }
    }
}

/// Converts a literal: the result names the variable by its index in `variables`, which must be
/// sorted.
fn indexed(lit: PbLit, variables: &[PbVar]) -> Literal<usize> {
    let variable = variables.binary_search(&lit.variable).expect("each variable has a place");
    Literal { variable, is_negated: lit.is_negated }
}

/// A refuted case, with its derived clause. The clause says that one of the choices is false, or
/// that the wanted clause holds.
struct RefutedCase {
    /// The ID of the derived clause.
    lemma: Id,
    /// The choices of the case that its refutation needs.
    choices: BTreeSet<Literal<usize>>,
}

impl<'a> CaseSearch<'a> {
    /// Begins a search in which all literals of `clause` are false: they are assigned, but nothing
    /// is propagated yet. The constraints `known` will be propagated. A literal can occur twice in
    /// the clause, but the clause must not contain opposite literals. The search is allowed
    /// [`MOST_CASES`] cases.
    fn new(known: &[ProofConstraint], clause: &'a [PbLit]) -> CaseSearch<'a> {
        let variables: BTreeSet<PbVar> = known
            .iter()
            .flat_map(|one| one.inequality.terms().map(|(_, lit)| lit))
            .chain(clause.iter().copied())
            .map(|lit| lit.variable)
            .collect();
        let ordered: Vec<PbVar> = variables.into_iter().collect();
        let sums: Vec<IndexedSum> =
            known.iter().map(|one| IndexedSum::new(one, &ordered)).collect();
        let mut occurrences = vec![[Vec::new(), Vec::new()]; ordered.len()];
        for (place, sum) in sums.iter().enumerate() {
            for &(weight, lit) in &sum.terms {
                occurrences[lit.variable][usize::from(lit.is_negated)].push((place, weight));
            }
        }
        let weights = |sum: &IndexedSum| sum.terms.iter().map(|(weight, _)| weight).sum::<i128>();
        let slacks = sums.iter().map(|sum| weights(sum) - sum.degree).collect();
        let stale = vec![true; sums.len()];
        let negated: Vec<Literal<usize>> =
            clause.iter().map(|&lit| indexed(!lit, &ordered)).collect();
        let values = vec![None; ordered.len()];
        let mut cases = CaseSearch {
            clause,
            variables: ordered,
            sums,
            slacks,
            stale,
            occurrences,
            trail: Vec::new(),
            values,
            lemmas: Vec::new(),
            left: MOST_CASES,
        };
        for lit in negated {
            // If the clause contains a literal twice, it is assigned once, since a second time
            // would lower the slacks again.
            if cases.value(lit) != Some(true) {
                cases.assign(lit, None);
            }
        }
        cases
    }

    /// Returns the value of a literal. Returns `None` if its variable is unassigned.
    fn value(&self, lit: Literal<usize>) -> Option<bool> {
        self.values[lit.variable].map(|value| value != lit.is_negated)
    }

    /// Makes an unassigned literal true, and lowers the slacks of the constraints that contain its
    /// negation. Adds the literal to the trail. `reason` is the index of the constraint that
    /// implies the literal; `None` if it is assumed.
    fn assign(&mut self, lit: Literal<usize>, reason: Option<usize>) {
        debug_assert_eq!(self.value(lit), None, "a literal is assigned twice");
        self.values[lit.variable] = Some(!lit.is_negated);
        for &(place, weight) in &self.occurrences[lit.variable][usize::from(!lit.is_negated)] {
            self.slacks[place] -= weight;
            self.stale[place] = true;
        }
        self.trail.push((lit, reason));
    }

    /// Unassigns the last literals of the trail, so that `length` literals are left. Panics if the
    /// trail is shorter. This makes the slacks of constraints larger, so the constraints do not
    /// have to be propagated again.
    fn backtrack(&mut self, length: usize) {
        for (lit, _) in self.trail.drain(length..) {
            self.values[lit.variable] = None;
            for &(place, weight) in &self.occurrences[lit.variable][usize::from(!lit.is_negated)] {
                self.slacks[place] += weight;
            }
        }
    }

    /// Derives that the literals of the trail contradict the constraints. Each call uses one of the
    /// cases that are left. Returns `None` if the literals do not contradict the constraints, or if
    /// no case is left. The clauses that were derived until then stay in `lemmas`. `choices` are
    /// the choices among the literals of the trail. At the end, the trail and `choices` are the
    /// same as before the call, also after `None`.
    fn refute(
        &mut self,
        choices: &mut Vec<Literal<usize>>,
        steps: &mut Steps,
    ) -> Option<RefutedCase> {
        self.left = self.left.checked_sub(1)?;
        let before = self.trail.len();
        let refuted = match self.propagate() {
            Some(conflict) => Some(self.analyse_conflict(conflict, choices, steps)),
            None => self.refute_both_values(choices, steps),
        };
        self.backtrack(before);
        refuted
    }

    /// Assigns the literals that the constraints imply, until there are no more. Reads only
    /// constraints whose slack has become smaller. Returns the index of a constraint that cannot
    /// hold any more, as soon as there is one. Returns `None` if there is no such constraint.
    fn propagate(&mut self) -> Option<usize> {
        loop {
            let known = self.trail.len();
            for place in 0..self.sums.len() {
                let slack = self.slacks[place];
                if slack < 0 {
                    return Some(place);
                }
                if !std::mem::take(&mut self.stale[place]) {
                    continue;
                }
                for term in 0..self.sums[place].terms.len() {
                    let (weight, lit) = self.sums[place].terms[term];
                    if weight > slack && self.value(lit).is_none() {
                        self.assign(lit, Some(place));
                    }
                }
            }
            if self.trail.len() == known {
                return None;
            }
        }
    }

    /// Derives the clause that follows from a conflict, and records it in `lemmas`. `conflict` is
    /// the index of a constraint that cannot hold, and `choices` are all choices of the case. The
    /// clause negates only the choices that led to the conflict.
    fn analyse_conflict(
        &mut self,
        conflict: usize,
        choices: &[Literal<usize>],
        steps: &mut Steps,
    ) -> RefutedCase {
        let mut from = vec![self.sums[conflict].id];
        let mut needed: HashSet<usize> = self.false_variables(conflict).collect();
        let mut made = BTreeSet::new();
        for &(lit, reason) in self.trail.iter().rev() {
            if !needed.contains(&lit.variable) {
                continue;
            }
            match reason {
                Some(place) => {
                    needed.extend(self.false_variables(place));
                    from.push(self.sums[place].id);
                }
                None if choices.contains(&lit) => _ = made.insert(lit),
                None => {}
            }
        }
        from.reverse();
        self.learn(made, &from, steps)
    }

    /// Returns the variables of the false literals of the constraint with the index `sum`.
    fn false_variables(&self, sum: usize) -> impl Iterator<Item = usize> {
        self.sums[sum]
            .terms
            .iter()
            .filter(|(_, lit)| self.value(*lit) == Some(false))
            .map(|(_, lit)| lit.variable)
    }

    /// Derives a new clause: the wanted clause holds, or one of the choices is false. The
    /// derivation is by unit propagation through the constraints `from`. Records the new clause in
    /// `lemmas`, so that it can be deleted after the search.
    fn learn(
        &mut self,
        choices: BTreeSet<Literal<usize>>,
        from: &[Id],
        steps: &mut Steps,
    ) -> RefutedCase {
        let mut clause = self.clause.to_vec();
        clause.extend(choices.iter().map(|&Literal { variable, is_negated }| PbLit {
            variable: self.variables[variable],
            is_negated: !is_negated,
        }));
        let lemma = steps.rup(&clause, from).id;
        self.lemmas.push(lemma);
        RefutedCase { lemma, choices }
    }

    /// Refutes both values of an unassigned variable, and derives the clause that joins both cases.
    /// If the refutation of one value does not need this choice, returns this refutation, and
    /// derives no clause for both cases. If this is the first value, the second value is not tried.
    /// Returns `None` if there is no variable to choose, or if a value is not refuted with the
    /// cases that are left. The trail and `choices` are the same after the call, also after `None`.
    fn refute_both_values(
        &mut self,
        choices: &mut Vec<Literal<usize>>,
        steps: &mut Steps,
    ) -> Option<RefutedCase> {
        let chosen = self.open_literal()?;
        let mut refuted = Vec::new();
        for lit in [chosen, !chosen] {
            choices.push(lit);
            self.assign(lit, None);
            let case = self.refute(choices, steps);
            choices.pop();
            self.backtrack(self.trail.len() - 1);
            let case = case?;
            if !case.choices.contains(&lit) {
                return Some(case);
            }
            refuted.push((case, lit));
        }
        let all = refuted
            .iter()
            .flat_map(|(case, lit)| case.choices.iter().filter(move |one| *one != lit))
            .copied()
            .collect();
        let (all, from): (BTreeSet<Literal<usize>>, Vec<Id>) =
            (all, refuted.iter().map(|(case, _)| case.lemma).collect());
        Some(self.learn(all, &from, steps))
    }

    /// Returns the literal to choose next: the heaviest unassigned literal of the unsatisfied
    /// constraint with the fewest unassigned literals. Returns `None` if no unsatisfied constraint
    /// has an unassigned literal.
    fn open_literal(&self) -> Option<Literal<usize>> {
        self.sums
            .iter()
            .filter_map(|sum| self.heaviest_open(sum))
            .min_by_key(|(number, _)| *number)
            .map(|(_, lit)| lit)
    }

    /// Returns the number of unassigned literals of a constraint, and the heaviest of these
    /// literals. If several are the heaviest, it is the last of them. Returns `None` if the true
    /// literals of the constraint satisfy it, or if it has no unassigned literal.
    fn heaviest_open(&self, sum: &IndexedSum) -> Option<(usize, Literal<usize>)> {
        let reached = sum
            .terms
            .iter()
            .filter(|(_, lit)| self.value(*lit) == Some(true))
            .map(|(weight, _)| weight)
            .sum::<i128>();
        if reached >= sum.degree {
            return None;
        }
        let open = sum.terms.iter().filter(|(_, lit)| self.value(*lit).is_none());
        let (_, heaviest) = *open.clone().max_by_key(|(weight, _)| *weight)?;
        Some((open.count(), heaviest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::variables::Inequality;

    fn x(number: u32) -> PbLit {
        PbVar::Stated(number).into()
    }

    fn refuted(clause: &[PbLit], says: Vec<Inequality>) -> Option<usize> {
        let known: Vec<ProofConstraint> =
            (1..).zip(says).map(|(id, says)| ProofConstraint { id, inequality: says }).collect();
        let mut steps = Steps::new(Box::new(std::io::sink()), known.len() as u64);
        let mut cases = CaseSearch::new(&known, clause);
        let refuted = cases.refute(&mut Vec::new(), &mut steps)?;
        assert!(refuted.choices.is_empty());
        assert_eq!(cases.trail.len(), clause.len(), "what was chosen is taken back");
        for (sum, slack) in cases.sums.iter().zip(&cases.slacks) {
            let weight: i128 = sum
                .terms
                .iter()
                .filter(|(_, lit)| cases.value(*lit) != Some(false))
                .map(|(weight, _)| weight)
                .sum();
            assert_eq!(*slack, weight - sum.degree);
        }
        Some(cases.lemmas.len())
    }

    #[test]
    fn what_propagates_takes_one_lemma() {
        let sum = Inequality::at_least([x(1), x(2), x(3)], 2);
        assert_eq!(refuted(&[x(1), x(2)], vec![sum.clone()]), Some(1));
        assert_eq!(refuted(&[x(1)], vec![sum.clone()]), None);
        assert_eq!(refuted(&[x(1), x(1)], vec![sum]), None, "a repeated literal is false once");
    }

    #[test]
    fn what_does_not_is_refuted_in_both_cases() {
        // At least two of four variables on a circle are true. No two neighbours are true together.
        // The first and the third variable are not true together either.
        let two = Inequality::at_least([x(1), x(2), x(3), x(4)], 2);
        let apart = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)];
        let all: Vec<Inequality> = apart
            .map(|(one, other)| Inequality::from_clause(&[!x(one), !x(other)]))
            .into_iter()
            .chain([two])
            .collect();
        assert_eq!(refuted(&[x(2)], all.clone()), Some(3));
        assert_eq!(refuted(&[!x(2)], all), None, "the second and the fourth");
    }

    #[test]
    fn a_search_gives_up() {
        let at = |bird: u32, hole: u32| x(20 * bird + hole + 1);
        let birds = (0..12).map(|bird| {
            Inequality::from_clause(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|hole| at(bird, hole)))
        });
        let holes = (0..11).flat_map(|hole| {
            (0..12).flat_map(move |one| (0..one).map(move |other| (one, other))).map(
                move |(one, other)| Inequality::from_clause(&[!at(one, hole), !at(other, hole)]),
            )
        });
        assert_eq!(refuted(&[], birds.chain(holes).collect()), None);
    }
}
