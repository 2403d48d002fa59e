//! Literals with weights, alone and in groups.

use rustsat::types::Lit;

/// The greatest total weight of a constraint. A greater one is refused.
pub const LARGEST: u128 = 1 << 120;

/// A literal with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The weight that counts if the literal is true.
    pub weight: u128,
    /// The literal.
    pub lit: Lit,
}

impl Term {
    /// Returns the term of a literal.
    pub fn new(weight: impl Into<u128>, lit: Lit) -> Term {
        Term { weight: weight.into(), lit }
    }
}

/// Terms of which the caller promises that at most one is true. The clauses do not enforce it.
///
/// A construction treats a group as one number: the weight of its heaviest true literal, or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub(super) terms: Vec<Term>,
    /// Whether each literal is implied by every heavier one. Then the promise does not apply.
    pub(super) is_nested: bool,
}

impl Group {
    /// Returns the group of these terms.
    pub fn of(terms: Vec<Term>) -> Group {
        Group { terms, is_nested: false }
    }

    /// Returns a separate group for each term.
    pub fn each(terms: &[Term]) -> Vec<Group> {
        terms.iter().map(|&term| Group::from(term)).collect()
    }

    /// Returns the terms in order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the greatest weight; 0 if there are no terms.
    pub fn most(&self) -> u128 {
        self.terms.iter().map(|term| term.weight).max().unwrap_or(0)
    }

    /// Returns terms whose sum is the weight of the heaviest true literal, for a
    /// [`Meaning`](crate::Meaning).
    pub fn summands(&self) -> Vec<Term> {
        let mut terms = self.terms.clone();
        if self.is_nested {
            terms.sort_by_key(|term| term.weight);
            let mut lighter = 0;
            for term in &mut terms {
                term.weight -= std::mem::replace(&mut lighter, term.weight);
            }
            terms.retain(|term| term.weight > 0);
        }
        terms
    }
}

impl From<Term> for Group {
    fn from(term: Term) -> Group {
        Group::of(vec![term])
    }
}

/// Returns the literals of groups.
pub(super) fn lits_of(groups: &[Group]) -> impl Iterator<Item = Lit> {
    groups.iter().flat_map(|group| group.terms.iter().map(|term| term.lit))
}
