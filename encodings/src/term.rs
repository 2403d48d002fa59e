//! Literals with weights, alone and in groups. In the literature, a sum over groups with at most
//! one true literal each is called PB(AMO), and the groups AMO groups or an AMO partition (Bofill,
//! Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT encodings for pseudo-Boolean constraints
//! together with at-most-one constraints, AIJ 2022).

use rustsat::types::Lit;

/// The greatest total weight of a constraint. A constraint with a greater total weight is refused.
pub const LARGEST: u128 = 1 << 120;

/// A literal with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The weight that counts if the literal is true.
    pub weight: u128,
    /// The literal to which the weight belongs.
    pub lit: Lit,
}

impl Term {
    /// Returns the term of a literal with this weight.
    pub fn new(weight: impl Into<u128>, lit: Lit) -> Term {
        Term { weight: weight.into(), lit }
    }
}

/// Terms that count as one number: the weight of the heaviest true literal, or 0. Their literals
/// depend on each other in a way that [`GroupKind`] names. The caller promises the dependence; the
/// clauses do not enforce it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub(crate) kind: GroupKind,
    /// The terms in the order in which the caller gave them. For a chain, this is the order in
    /// which the literals become true.
    pub(crate) terms: Vec<Term>,
}

/// The dependence between the literals of a [`Group`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum GroupKind {
    /// At most one literal is true.
    AtMostOne,
    /// Every literal is implied by the next one, as in the order encoding of an integer: "x ≥ 1",
    /// "x ≥ 2", and so on.
    Chain,
}

impl Group {
    /// Returns a group of terms. The caller promises that at most one of their literals is true.
    pub fn at_most_one(terms: Vec<Term>) -> Group {
        Group { kind: GroupKind::AtMostOne, terms }
    }

    /// Returns a group whose literals form a chain: every literal is implied by the next one. The
    /// weights must not decrease from one term to the next. So the weight of the group is the
    /// weight of its last true literal.
    pub fn chain(terms: Vec<Term>) -> Group {
        Group { kind: GroupKind::Chain, terms }
    }

    /// Returns a separate group for each term.
    pub fn singletons(terms: &[Term]) -> Vec<Group> {
        terms.iter().map(|&term| Group::from(term)).collect()
    }

    /// Returns the dependence between the literals.
    pub fn kind(&self) -> GroupKind {
        self.kind
    }

    /// Returns the terms in the order in which the caller gave them.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the greatest weight, or 0 if there are no terms.
    pub fn most(&self) -> u128 {
        self.terms.iter().map(|term| term.weight).max().unwrap_or(0)
    }

    /// Returns terms for a [`Meaning`](crate::Meaning), which simply adds the weights of its true
    /// terms. The sum of the returned terms is the weight of the group's heaviest true literal. For
    /// an at-most-one, the terms and their order stay the same. For a chain, the terms are sorted,
    /// the lightest first. The weight of a term is then the difference to the weight of the term
    /// before it. Terms with the difference 0 are omitted.
    pub fn summands(&self) -> Vec<Term> {
        let mut terms = self.terms.clone();
        if self.kind == GroupKind::Chain {
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
        Group::at_most_one(vec![term])
    }
}

/// Returns the literals of all groups, group after group.
pub(crate) fn lits_of(groups: &[Group]) -> impl Iterator<Item = Lit> {
    groups.iter().flat_map(|group| group.terms.iter().map(|term| term.lit))
}
