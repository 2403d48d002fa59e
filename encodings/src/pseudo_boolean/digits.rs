//! Groups as digits, for encodings that add a sum digit by digit.
//!
//! A group has only one digit at each place, since at most one of its literals is true. The group
//! enters the place with as many literals as its greatest digit there. The j-th of these literals
//! is implied by the group's literals whose digit is at least j. Bofill et al. (SAT Encodings for
//! Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial Intelligence 302,
//! 2022) do this for the binary digits of the watchdogs.

use std::collections::HashMap;

use rustsat::types::Lit;

use super::{Group, GroupKind, Term};
use crate::{Error, Meaning, Writer};

/// Groups whose digits are requested place by place.
pub(super) struct Digits {
    /// The groups. Each step of a chain is a group of its own.
    groups: Vec<Group>,
    /// Auxiliary literals by lists of literals of one group. Each literal of the list implies the
    /// auxiliary literal.
    of: HashMap<Vec<Lit>, Lit>,
}

impl Digits {
    /// Returns the digits of groups. Each summand of a chain is a group of its own.
    pub fn from_groups(groups: &[Group]) -> Digits {
        let split_groups = groups
            .iter()
            .flat_map(|group| match group.kind {
                GroupKind::Chain => Group::singletons(&group.summands()),
                GroupKind::AtMostOne => vec![group.clone()],
            })
            .collect();
        Digits { groups: split_groups, of: HashMap::new() }
    }

    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.groups.iter().flat_map(Group::terms)
    }

    /// Returns the highest place at which a weight has a one, or 0 if there are no terms.
    pub fn last_bit(&self) -> usize {
        let all = self.terms().fold(1, |all, term| all | term.weight);
        usize::try_from(all.ilog2()).expect("128 places at most")
    }

    /// Returns the literals that enter a place, with repetitions. Some of them are auxiliary
    /// literals. Writes the clauses of the auxiliary literals, if these clauses are not written
    /// already. `digit` maps a weight to its digit at this place. In a group with one term, the
    /// literal enters as often as its digit says. Any other group enters by one literal for each
    /// number d from 1 to its greatest digit. Each literal of the group with a digit of at least d
    /// implies this literal. If only one literal has such a digit, that literal itself enters.
    /// Fails if `writer` refuses a clause.
    pub fn lits_at(
        &mut self,
        digit: &dyn Fn(u128) -> usize,
        writer: &mut Writer,
    ) -> Result<Vec<Lit>, Error> {
        let mut all = Vec::new();
        for group in &self.groups {
            if let [term] = group.terms[..] {
                all.extend(std::iter::repeat_n(term.lit, digit(term.weight)));
                continue;
            }
            for least in 1.. {
                let lits: Vec<Lit> = group
                    .terms
                    .iter()
                    .filter(|term| digit(term.weight) >= least)
                    .map(|term| term.lit)
                    .collect();
                let lit = match lits[..] {
                    [] => break,
                    [lit] => lit,
                    _ => match self.of.get(&lits) {
                        Some(&lit) => lit,
                        None => {
                            let lit = writer.defined(|| Meaning::or(lits.iter().copied()));
                            lits.iter().try_for_each(|&one| writer.lits(&[!one, lit]))?;
                            self.of.insert(lits, lit);
                            lit
                        }
                    },
                };
                all.push(lit);
            }
        }
        Ok(all)
    }

    /// Returns the literals that enter a binary place. Some of them are auxiliary literals. Writes
    /// the clauses of the auxiliary literals, if these clauses are not written already.
    pub fn bits_at(&mut self, place: usize, writer: &mut Writer) -> Result<Vec<Lit>, Error> {
        self.lits_at(&|weight| usize::from(weight >> place & 1 == 1), writer)
    }

    /// Returns the number of literals that enter a binary place.
    pub fn number_at(&self, place: usize) -> usize {
        self.groups
            .iter()
            .filter(|group| group.terms.iter().any(|term| term.weight >> place & 1 == 1))
            .count()
    }
}
