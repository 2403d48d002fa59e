//! Relaxations: how good an answer can be at most, found without a search through clauses.
//!
//! A relaxation forgets most of a model and solves what is left exactly. It looks at the model's statements,
//! never at the family's name, and so serves every puzzle whose model has the structure. It bounds a
//! **node**: the answers in which some literals are true; none of them makes it a bound on every answer.
//! Each bound has its reason, a sum of constraints of the model with multipliers, which anybody can add up:
//! [`Reason::total`] does.

use crate::model::{Lit, Model};
use crate::stop::Stop;

pub mod cut;
pub mod dual;
pub mod exclusion;
pub(crate) mod flow;
pub mod line_sums;
pub mod linear;
pub mod movement;
mod program;

/// Every relaxation.
pub const ALL: &[Relaxation] = &[cut::ROW];

/// A way to bound the objective of a model.
pub struct Relaxation {
    /// Its name.
    pub name: &'static str,
    /// What it solves, in one line.
    pub about: &'static str,
    /// The relaxation of a model, if it has the structure.
    pub of: fn(&Model, &Stop) -> Option<Box<dyn Relaxed>>,
}

/// A model, relaxed.
pub trait Relaxed {
    /// The best value that answers may have in which the literals are true, and why. None where no answer
    /// can have them.
    fn bound(&self, known: &[Lit]) -> Option<Bound>;
}

/// A bound on the objective at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// No answer there is better than this.
    pub value: u64,
    /// Why.
    pub reason: Reason,
}

/// A sum of constraints that proves a bound on a weighed sum of two counts:
/// a · (literals of the first) + b · (literals of the second) ≤ total.
///
/// Each pair is two literals that are never both true, which is to say that they come to at most 1; each
/// single literal comes to at most 1 by itself. Multiplied and added up, they cover each literal that may
/// be true with its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// What a literal of each count weighs.
    pub weights: [u32; 2],
    /// Pairs of literals of both counts, with multipliers.
    pub pairs: Vec<(Lit, Lit, u32)>,
    /// Single literals, with multipliers.
    pub singles: Vec<(Lit, u32)>,
}

impl Reason {
    /// What the weighed sum is at most.
    pub fn total(&self) -> u64 {
        let pairs = self.pairs.iter().map(|&(.., times)| u64::from(times));
        pairs.chain(self.singles.iter().map(|&(_, times)| u64::from(times))).sum()
    }
}
