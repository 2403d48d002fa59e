//! The chains of a model, as terms of its rows.
//!
//! In a chain ([`Model::declare_chain`]), each literal is implied by the next one. In a sum, the
//! literals of a chain are one term, whose weight grows with the literals. Encodings that keep terms
//! together, such as decision diagrams, are then far smaller than encodings of the single literals.
//!
//! Rows with chains leave out the literals that unit propagation fixes in the model, because files
//! that other programs write have many of them. The formula states the fixed literals as unit
//! clauses.

use std::collections::{BTreeMap, HashMap};

use quarrel_encodings::pseudo_boolean::{Group, Term};

use super::to_rustsat;
use crate::model::{Lit, Model, propagated};
use crate::stop::Stop;

/// A term whose literal is in a chain: the place in the chain, the weight and the literal.
type ChainTerm = (usize, u64, Lit);

/// The chains of a model, and the literals that unit propagation fixes in it.
#[derive(Default)]
pub(super) struct Chains {
    /// For each variable of a chain: the index of the chain, the place in it, and whether the chain
    /// has the negated variable.
    places: HashMap<usize, (usize, usize, bool)>,
    /// The fixed variables with their values; empty if there are no chains.
    fixed: BTreeMap<usize, bool>,
}

impl Chains {
    /// Returns the chains that a model declares. After a stop, some fixed literals are missing.
    pub fn from_model(model: &Model, stop: &Stop) -> Chains {
        let mut chains = Chains::default();
        for (number, chain) in model.chains().iter().enumerate() {
            let places = chain
                .iter()
                .enumerate()
                .map(|(place, lit)| (lit.variable(), (number, place, lit.is_negated())));
            chains.places.extend(places);
        }
        if !chains.is_empty() {
            let fixed = propagated(model, stop).into_iter();
            chains.fixed = fixed.map(|(lit, _)| (lit.variable(), !lit.is_negated())).collect();
        }
        chains
    }

    /// Returns whether there are no chains.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the literals that unit propagation makes true in the model.
    pub fn fixed(&self) -> impl Iterator<Item = Lit> {
        self.fixed.iter().map(|(&variable, &value)| {
            let lit = Lit::from_number(variable + 1);
            if value { lit } else { !lit }
        })
    }

    /// Returns the terms that are not fixed, and the bound of their sum. Returns `None` if the bound
    /// is then below every value of the sum.
    pub fn remove_fixed(
        &self,
        terms: Vec<(u64, Lit)>,
        bound: u128,
    ) -> Option<(Vec<(u64, Lit)>, u128)> {
        let value =
            |lit: Lit| self.fixed.get(&lit.variable()).map(|&value| value != lit.is_negated());
        let always: u128 = terms
            .iter()
            .filter(|&&(_, lit)| value(lit) == Some(true))
            .map(|&(weight, _)| u128::from(weight))
            .sum();
        let open = terms.into_iter().filter(|&(_, lit)| value(lit).is_none()).collect();
        Some((open, bound.checked_sub(always)?))
    }

    /// Divides terms into chains of several literals and the terms that are in none. Each variable
    /// must occur in one term only.
    pub fn divide(&self, terms: &[(u64, Lit)]) -> (Vec<Group>, Vec<(u64, Lit)>) {
        let mut chains: BTreeMap<(usize, bool), Vec<ChainTerm>> = BTreeMap::new();
        let mut rest = Vec::new();
        for &(weight, lit) in terms {
            match self.places.get(&lit.variable()) {
                Some(&(number, place, is_negated)) => {
                    let is_mirrored = lit.is_negated() != is_negated;
                    chains.entry((number, is_mirrored)).or_default().push((place, weight, lit));
                }
                None => rest.push((weight, lit)),
            }
        }
        let mut groups = Vec::new();
        for ((_, is_mirrored), mut members) in chains {
            members.sort_unstable_by_key(|member| member.0);
            if is_mirrored {
                members.reverse();
            }
            if let [(_, weight, lit)] = members[..] {
                rest.push((weight, lit));
                continue;
            }
            // A literal of a chain is true only if all before it are.
            let mut weight = 0;
            let terms = members.into_iter().map(|(_, step, lit)| {
                weight += u128::from(step);
                Term::new(weight, to_rustsat(lit))
            });
            groups.push(Group::chain(terms.collect()));
        }
        (groups, rest)
    }
}
