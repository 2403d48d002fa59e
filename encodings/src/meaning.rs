//! The meanings of fresh variables. A proof introduces each variable by its meaning, and the
//! meanings extend a solution of the constraint to the fresh variables.
//!
//! A meaning is exact, even if an encoding writes only one implication between the variable and its
//! meaning. If an assignment satisfies the constraint, and each fresh variable gets the value of
//! its meaning, every clause is satisfied. Meanings refer to literals of the constraint and to
//! other fresh variables, without cycles.

use rustsat::types::Lit;

use crate::Signal;
use crate::term::Term;

/// The meaning of a fresh variable in terms of other literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// "At least this number of these literals are true."
    AtLeast(Vec<Lit>, usize),
    /// "At least two of these two or three inputs of an adder are true."
    Carry(Vec<Lit>),
    /// "An odd number of these literals is true."
    Odd(Vec<Lit>),
    /// "The numbers of true literals of these parts, each modulo `base`, add up to at least
    /// `least`."
    Remainders {
        /// The groups of literals, each counted modulo `base`.
        parts: Vec<Vec<Lit>>,
        /// The base, at least 2.
        base: usize,
        /// The least sum of the remainders.
        least: usize,
    },
    /// "The true terms have at least this total weight."
    WeightAtLeast(Vec<Term>, u128),
}

impl Meaning {
    /// Returns the meaning "at least one of the literals is true".
    pub fn or(lits: impl IntoIterator<Item = Lit>) -> Meaning {
        Meaning::AtLeast(lits.into_iter().collect(), 1)
    }

    /// Returns the meaning "all literals are true".
    pub fn and(lits: impl IntoIterator<Item = Lit>) -> Meaning {
        let all: Vec<Lit> = lits.into_iter().collect();
        let number = all.len();
        Meaning::AtLeast(all, number)
    }

    /// Returns the meaning "at least `number` of these signals are true". Each constant true signal
    /// lowers the number by one.
    pub fn at_least(signals: &[Signal], number: usize) -> Meaning {
        let constant = signals.iter().filter(|signal| **signal == Signal::True).count();
        Meaning::AtLeast(literals(signals), number.saturating_sub(constant))
    }

    /// Returns the meaning "at least two of these signals are true". The signals are two or three
    /// inputs of an adder, and none of them is constant true.
    pub fn carry(signals: &[Signal]) -> Meaning {
        debug_assert!(!signals.contains(&Signal::True), "a true signal is a carry of two others");
        Meaning::Carry(literals(signals))
    }

    /// Returns the meaning "an odd number of these signals is true". If an odd number of the
    /// signals is constant true, the first literal is negated to account for these constants. In
    /// this case, at least one signal must be a literal.
    pub fn odd(signals: &[Signal]) -> Meaning {
        let constant = signals.iter().filter(|signal| **signal == Signal::True).count();
        let mut lits = literals(signals);
        if let Some(first) = lits.first_mut().filter(|_| constant % 2 == 1) {
            *first = !*first;
        }
        Meaning::Odd(lits)
    }

    /// Returns whether the meaning holds for these values of literals. Calls `value` for each
    /// literal as often as it occurs.
    pub fn evaluate(&self, value: &mut dyn FnMut(Lit) -> bool) -> bool {
        let mut number = |lits: &[Lit]| lits.iter().filter(|&&lit| value(lit)).count();
        match self {
            Meaning::AtLeast(lits, least) => number(lits) >= *least,
            Meaning::Carry(lits) => number(lits) >= 2,
            Meaning::Odd(lits) => number(lits) % 2 == 1,
            Meaning::Remainders { parts, base, least } => {
                parts.iter().map(|lits| number(lits) % base).sum::<usize>() >= *least
            }
            Meaning::WeightAtLeast(terms, least) => {
                let true_ones = terms
                    .iter()
                    .filter(|term| value(term.lit))
                    .map(|term| term.weight)
                    .sum::<u128>();
                true_ones >= *least
            }
        }
    }

    /// Returns the literals to which the meaning refers, with repetitions.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        let (one, parts, terms) = match self {
            Meaning::AtLeast(lits, _) | Meaning::Carry(lits) | Meaning::Odd(lits) => {
                (Some(lits), &[][..], &[][..])
            }
            Meaning::Remainders { parts, .. } => (None, &parts[..], &[][..]),
            Meaning::WeightAtLeast(terms, _) => (None, &[][..], &terms[..]),
        };
        one.into_iter().chain(parts).flatten().copied().chain(terms.iter().map(|term| term.lit))
    }
}

/// Returns the signals that are literals, and omits the constants.
fn literals(signals: &[Signal]) -> Vec<Lit> {
    signals
        .iter()
        .filter_map(|signal| match signal {
            Signal::Lit(lit) => Some(*lit),
            Signal::True | Signal::False => None,
        })
        .collect()
}
