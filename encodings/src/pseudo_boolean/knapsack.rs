//! Sums of weights that are at most a bound, and their simplification (normalisation).
//!
//! The weights of a repeated literal are added. Either a literal or its negation is true, so the
//! lesser of their weights is a constant. Then three rules alternate:
//!
//! - A literal that weighs more than the bound is false, and is removed.
//! - The excess is the total weight minus the bound. A literal that weighs more than the excess
//!   gets the excess as its weight, and the bound is reduced by the difference. (This is the
//!   saturation of "at least" on the negated literals.)
//! - All weights are divided by their greatest common divisor, and the bound is rounded down.
//!
//! In the total weight, only the heaviest term of a group counts. If the heaviest term is reduced
//! to the excess, the other terms of its group are reduced by the same difference.

use std::collections::HashMap;

use rustsat::types::{Lit, Var};

use crate::term::{Group, GroupKind, LARGEST, Term};
use crate::{Error, Meaning, Signal, Writer};

/// A sum of weights that is at most a bound. No variable occurs twice. No weight is 0 or exceeds
/// the bound. The heaviest terms of all groups together exceed the bound. The greatest common
/// divisor of the weights is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knapsack {
    /// The groups. No group is empty.
    pub groups: Vec<Group>,
    /// The largest allowed sum.
    pub bound: u128,
}

impl Knapsack {
    /// Returns the total weight of the heaviest terms of all groups.
    pub fn most(&self) -> u128 {
        most(&self.groups)
    }

    /// Divides the weights and the bound by the greatest common divisor of the weights, which must
    /// divide the bound, too.
    pub(super) fn divided(mut self) -> Knapsack {
        self.bound /= divide(&mut self.groups);
        self
    }
}

/// Returns the greatest sum of groups.
pub(super) fn most(groups: &[Group]) -> u128 {
    groups.iter().map(Group::most).sum()
}

/// A sum of groups without repeated variables, and a constant.
#[derive(Clone, Debug)]
pub(super) struct GroupedSum {
    pub groups: Vec<Group>,
    /// The constant that every assignment adds. Each variable contributes the lesser of the weights
    /// of its two literals.
    pub offset: u128,
}

impl GroupedSum {
    /// Returns the sum of groups without repeated and opposite literals. Returns `None` if the
    /// total weight of all given summands exceeds [`LARGEST`]. The weights of a literal are added
    /// up over all groups. A variable stays in the first group that has its heavier literal. Its
    /// weight there is the difference of the weights of its two literals. If both literals weigh
    /// the same, the variable is removed. `offset` is the sum of the lesser weights of all
    /// variables. Omits groups that become empty.
    pub fn from_groups(groups: &[Group]) -> Option<GroupedSum> {
        let summands: Vec<Vec<Term>> = groups.iter().map(Group::summands).collect();
        let mut weights: HashMap<Var, [u128; 2]> = HashMap::new();
        let mut total: u128 = 0;
        for term in summands.iter().flatten() {
            total = total.checked_add(term.weight).filter(|&total| total <= LARGEST)?;
            weights.entry(term.lit.var()).or_default()[usize::from(term.lit.is_neg())] +=
                term.weight;
        }
        let offset = weights.values().map(|[yes, no]| yes.min(no)).sum();
        // The first occurrence of a variable's heavier literal gets the difference of both weights.
        let mut merged = |term: &Term| {
            let [yes, no] = weights.get(&term.lit.var()).copied()?;
            let weight = yes.abs_diff(no);
            if weight == 0 || (no > yes) != term.lit.is_neg() {
                return None;
            }
            weights.remove(&term.lit.var());
            Some(Term { weight, lit: term.lit })
        };
        let combined = groups.iter().zip(summands).map(|(group, summands)| {
            let mut terms: Vec<Term> = summands.iter().filter_map(&mut merged).collect();
            if group.kind == GroupKind::Chain {
                // The summands of a chain are the steps between its weights.
                let mut weight = 0;
                for term in &mut terms {
                    weight += term.weight;
                    term.weight = weight;
                }
            }
            Group { kind: group.kind, terms }
        });
        let nonempty = combined.filter(|group| !group.terms.is_empty()).collect();
        Some(GroupedSum { groups: nonempty, offset })
    }
}

/// The parts of "the sum is at most the bound" after simplification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NormalForm {
    /// The literals that weigh more than the bound, and so must be false.
    pub excluded: Vec<Lit>,
    /// The literals of a single clause "at least one of these literals is false". `None` if there
    /// is no such clause, or if more than one clause is needed.
    pub not_all: Option<Vec<Lit>>,
    /// The remaining sum, or `None` if `excluded` and `not_all` state the whole constraint.
    pub knapsack: Option<Knapsack>,
}

impl NormalForm {
    /// Simplifies "the sum of the groups is at most the bound" by three rules, until they change
    /// nothing. The rules remove literals that weigh more than the bound, reduce weights above the
    /// excess, and divide by the greatest common divisor. If the sum can no longer exceed the
    /// bound, only the excluded literals remain, if there are any. If each remaining group has one
    /// term and the excess is 1, the rest is the clause `not_all`. Otherwise the rest is a
    /// knapsack.
    pub fn simplify(mut groups: Vec<Group>, mut bound: u128) -> NormalForm {
        let mut excluded = Vec::new();
        loop {
            excluded.extend(remove_heavy(&mut groups, bound));
            let all = most(&groups);
            if all <= bound {
                return NormalForm { excluded, not_all: None, knapsack: None };
            }
            let before = (all, bound);
            saturate(&mut groups, &mut bound, all);
            bound /= divide(&mut groups);
            if (most(&groups), bound) == before {
                break;
            }
        }
        let are_alone = groups.iter().all(|group| group.terms.len() == 1);
        if are_alone && most(&groups) == bound + 1 {
            let lits =
                groups.iter().flat_map(|group| group.terms.iter().map(|term| term.lit)).collect();
            return NormalForm { excluded, not_all: Some(lits), knapsack: None };
        }
        NormalForm { excluded, not_all: None, knapsack: Some(Knapsack { groups, bound }) }
    }

    /// Writes the clauses of `excluded` and `not_all`, by which a sum above the bound implies
    /// `violated`. If `violated` is constant false, these clauses forbid such sums. If `violated`
    /// is constant true, writes none of these clauses. If a knapsack remains, calls `rest` to write
    /// it, whatever `violated` is. `rest` must use the same `violated`. Fails if `rest` fails, or
    /// if `writer` refuses a clause.
    pub fn write(
        &self,
        violated: Signal,
        writer: &mut Writer,
        rest: &mut dyn FnMut(&Knapsack, &mut Writer) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for &lit in &self.excluded {
            writer.clause([!Signal::from(lit), violated])?;
        }
        if let Some(lits) = &self.not_all {
            let mut clause: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            match violated {
                Signal::True => return Ok(()),
                Signal::False => {}
                Signal::Lit(lit) => clause.push(lit),
            }
            writer.lits(&clause)?;
        }
        self.knapsack.as_ref().map_or(Ok(()), |knapsack| rest(knapsack, writer))
    }
}

/// Removes the terms that weigh more than the bound, and the groups that become empty. Returns the
/// literals of the removed terms, which must be false if the sum is at most the bound.
fn remove_heavy(groups: &mut Vec<Group>, bound: u128) -> Vec<Lit> {
    let mut out = Vec::new();
    for group in groups.iter_mut() {
        group.terms.retain(|term| {
            let fits = term.weight <= bound;
            if !fits {
                out.push(term.lit);
            }
            fits
        });
    }
    groups.retain(|group| !group.terms.is_empty());
    out
}

/// Reduces weights above the excess to the excess, and reduces the bound by the differences
/// (saturation). The excess is `all`, the total weight of the heaviest terms, minus the bound. It
/// must be positive. In a group, all terms are reduced by the same difference. Terms whose weight
/// becomes 0 are removed, and so are groups that become empty.
fn saturate(groups: &mut Vec<Group>, bound: &mut u128, all: u128) {
    let left_out = all - *bound;
    for group in groups.iter_mut() {
        let cut = group.most().saturating_sub(left_out);
        *bound -= cut;
        group.terms.iter_mut().for_each(|term| term.weight = term.weight.saturating_sub(cut));
        group.terms.retain(|term| term.weight > 0);
    }
    groups.retain(|group| !group.terms.is_empty());
}

/// Divides the weights by their greatest common divisor, and returns the divisor, which is 1 if
/// there are no terms.
pub(super) fn divide(groups: &mut [Group]) -> u128 {
    let gcd = divisor(groups);
    groups.iter_mut().flat_map(|group| &mut group.terms).for_each(|term| term.weight /= gcd);
    gcd
}

/// Returns groups in which each weight above the bound is replaced by the bound plus one.
pub(super) fn cap_weights(groups: &[Group], bound: u128) -> Vec<Group> {
    let mut capped = groups.to_vec();
    capped
        .iter_mut()
        .flat_map(|group| &mut group.terms)
        .for_each(|term| term.weight = term.weight.min(bound + 1));
    capped
}

/// Returns the greatest common divisor of the weights, or 1 if there are none.
fn divisor(groups: &[Group]) -> u128 {
    groups
        .iter()
        .flat_map(|group| group.terms.iter().map(|term| term.weight))
        .fold(0, common_divisor)
        .max(1)
}

/// Returns the greatest common divisor of two numbers. The divisor of a number and 0 is the number.
pub(crate) fn common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Finds literals whose value is determined if the sum equals the bound. A term above the bound is
/// false. The only term of a group is true if the other groups cannot reach the bound without it.
/// Removes these literals, and reduces the bound by the weights of the true ones. Returns them as
/// unit clauses.
///
/// Returns `None` if the sum cannot equal the bound: the weights are too small or too large, or
/// have a common divisor that does not divide the bound. Then the groups and the bound must not be
/// used any more. Does not divide the weights.
pub(super) fn fix_exactly(groups: &mut Vec<Group>, bound: &mut u128) -> Option<Vec<Lit>> {
    let mut units = Vec::new();
    loop {
        units.extend(remove_heavy(groups, *bound).into_iter().map(|lit| !lit));
        let left_out = most(groups).checked_sub(*bound)?;
        let before = units.len();
        for group in groups.iter_mut() {
            if let [term] = group.terms[..] {
                if term.weight > left_out {
                    units.push(term.lit);
                    *bound = bound.checked_sub(term.weight)?;
                    group.terms.clear();
                }
            }
        }
        groups.retain(|group| !group.terms.is_empty());
        if *bound % divisor(groups) != 0 || groups.is_empty() && *bound > 0 {
            return None;
        }
        if units.len() == before {
            return Some(units);
        }
    }
}

/// Returns groups whose sum is the total weight of the heaviest terms minus the sum of the given
/// groups. The negated literals of a chain are a chain. For an at-most-one of several terms, each
/// weight gets a fresh literal, which means "no term of this weight or a greater weight is true".
/// These fresh literals form a chain, too. Only one implication of their meaning is written: a
/// fresh literal is true if no such term is true. Fails if the collector refuses a clause.
pub(super) fn complement(groups: &[Group], writer: &mut Writer) -> Result<Vec<Group>, Error> {
    let mut negated = Vec::with_capacity(groups.len());
    for group in groups {
        if let [term] = group.terms[..] {
            negated.push(Group::from(Term { lit: !term.lit, ..term }));
            continue;
        }
        let most = group.most();
        if group.kind == GroupKind::Chain {
            let mut lighter = 0;
            let mut negated_term = |term: &Term| {
                let weight = most - std::mem::replace(&mut lighter, term.weight);
                Term { weight, lit: !term.lit }
            };
            let mut terms: Vec<Term> = group.terms.iter().map(&mut negated_term).collect();
            terms.reverse();
            negated.push(Group::chain(terms));
            continue;
        }
        let mut terms = group.terms.clone();
        terms.sort_by_key(|term| std::cmp::Reverse(term.weight));
        let mut lighter: Vec<u128> = terms.iter().map(|term| term.weight).chain([0]).collect();
        lighter.dedup();
        let (mut left, mut clause, mut seen) = (Vec::new(), Vec::new(), 0);
        for (equal, next) in
            terms.chunk_by(|one, other| one.weight == other.weight).zip(&lighter[1..])
        {
            seen += equal.len();
            clause.extend(equal.iter().map(|term| term.lit));
            let none = writer.defined(|| Meaning::and(terms[..seen].iter().map(|term| !term.lit)));
            clause.push(none);
            writer.lits(&clause)?;
            clause = vec![!none];
            left.push(Term { weight: most - next, lit: none });
        }
        negated.push(Group::chain(left));
    }
    Ok(negated)
}

#[cfg(test)]
mod tests {
    use rustsat::lit;

    use super::*;

    fn alone(terms: &[(u128, Lit)]) -> Vec<Group> {
        terms.iter().map(|&(weight, lit)| Group::from(Term { weight, lit })).collect()
    }

    #[test]
    fn a_variable_weighs_what_its_literals_leave() {
        let terms = [(3, lit![0]), (2, !lit![1]), (4, !lit![0]), (5, lit![2]), (2, lit![1])];
        let terms: Vec<Term> = terms.map(|(weight, lit)| Term { weight, lit }).into();
        let sum = GroupedSum::from_groups(&Group::singletons(&terms)).expect("small weights");
        assert_eq!(sum.groups, alone(&[(1, !lit![0]), (5, lit![2])]));
        assert_eq!(sum.offset, 5);
    }

    #[test]
    fn weights_that_come_to_too_much_are_noticed() {
        let heavy = |weight| [Term { weight, lit: lit![0] }, Term { weight: 1, lit: lit![1] }];
        assert!(GroupedSum::from_groups(&Group::singletons(&heavy(LARGEST))).is_none());
        assert!(GroupedSum::from_groups(&Group::singletons(&heavy(u128::MAX))).is_none());
        assert!(GroupedSum::from_groups(&Group::singletons(&heavy(LARGEST - 1))).is_some());
    }

    #[test]
    fn a_constraint_becomes_as_small_as_it_can() {
        // 6a + 4b + 20c ≤ 15: c is false; half of the rest is 3a + 2b ≤ 7, which always holds.
        let normal = NormalForm::simplify(alone(&[(6, lit![0]), (4, lit![1]), (20, lit![2])]), 15);
        assert_eq!(normal, NormalForm { excluded: vec![lit![2]], not_all: None, knapsack: None });
        // 9a + 2b + 3c ≤ 12: the excess is 2, so all weights become 2, and then 1 by division.
        let normal = NormalForm::simplify(alone(&[(9, lit![0]), (2, lit![1]), (3, lit![2])]), 12);
        let not_all = Some(vec![lit![0], lit![1], lit![2]]);
        assert_eq!(normal, NormalForm { excluded: vec![], not_all, knapsack: None });
    }
}
