//! What a fresh variable means, for whoever has to know: a proof introduces it by its meaning and
//! derives the clauses from that; a solution is extended to it.
//!
//! A meaning is exact, also where an encoding writes one side of it only: in each assignment that
//! satisfies the constraint, the variables with the values of their meanings satisfy every clause.
//! Meanings speak of literals of the constraint and of other fresh variables, in no circle.

use rustsat::types::Lit;

use crate::pseudo_boolean::Term;
use crate::writer::Signal;

/// What a fresh variable means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// At least this number of these literals is true.
    AtLeast(Vec<Lit>, usize),
    /// Two at least of these literals are true, which are two or three that are added up bit by
    /// bit.
    Carry(Vec<Lit>),
    /// An odd number of these literals is true.
    Odd(Vec<Lit>),
    /// The numbers of true literals of these parts, each modulo a base, have a sum of at least
    /// `least`.
    Remainders {
        /// The parts.
        parts: Vec<Vec<Lit>>,
        /// The base, 2 or more.
        base: usize,
        /// The least sum.
        least: usize,
    },
    /// The true ones of these terms weigh at least this much together.
    Weighs(Vec<Term>, u128),
}

impl Meaning {
    /// One of the literals is true.
    pub fn or(lits: impl IntoIterator<Item = Lit>) -> Meaning {
        Meaning::AtLeast(lits.into_iter().collect(), 1)
    }

    /// All of the literals are true.
    pub fn and(lits: impl IntoIterator<Item = Lit>) -> Meaning {
        let lits: Vec<Lit> = lits.into_iter().collect();
        let number = lits.len();
        Meaning::AtLeast(lits, number)
    }

    /// At least `number` of these signals are true.
    pub fn at_least(signals: &[Signal], number: usize) -> Meaning {
        let constant = signals.iter().filter(|signal| **signal == Signal::True).count();
        Meaning::AtLeast(literals(signals), number.saturating_sub(constant))
    }

    /// Two at least of these signals are true, none of which is true for certain, and which are
    /// added up bit by bit.
    pub fn carry(signals: &[Signal]) -> Meaning {
        debug_assert!(!signals.contains(&Signal::True), "a true signal is a carry of two others");
        Meaning::Carry(literals(signals))
    }

    /// An odd number of these signals is true. With a true one among them the first literal is
    /// negated, which says the same.
    pub fn odd(signals: &[Signal]) -> Meaning {
        let constant = signals.iter().filter(|signal| **signal == Signal::True).count();
        let mut lits = literals(signals);
        if let Some(first) = lits.first_mut().filter(|_| constant % 2 == 1) {
            *first = !*first;
        }
        Meaning::Odd(lits)
    }

    /// Whether it is true, where the literals have these values.
    pub fn holds(&self, value: &mut dyn FnMut(Lit) -> bool) -> bool {
        let mut number = |lits: &[Lit]| lits.iter().filter(|&&lit| value(lit)).count();
        match self {
            Meaning::AtLeast(lits, least) => number(lits) >= *least,
            Meaning::Carry(lits) => number(lits) >= 2,
            Meaning::Odd(lits) => number(lits) % 2 == 1,
            Meaning::Remainders { parts, base, least } => {
                parts.iter().map(|lits| number(lits) % base).sum::<usize>() >= *least
            }
            Meaning::Weighs(terms, least) => {
                let true_ones = terms.iter().filter(|term| value(term.lit));
                true_ones.map(|term| term.weight).sum::<u128>() >= *least
            }
        }
    }

    /// The literals that it speaks of.
    pub fn lits(&self) -> impl Iterator<Item = Lit> {
        let (one, parts, terms) = match self {
            Meaning::AtLeast(lits, _) | Meaning::Carry(lits) | Meaning::Odd(lits) => {
                (Some(lits), &[][..], &[][..])
            }
            Meaning::Remainders { parts, .. } => (None, &parts[..], &[][..]),
            Meaning::Weighs(terms, _) => (None, &[][..], &terms[..]),
        };
        let lits = one.into_iter().chain(parts).flatten().copied();
        lits.chain(terms.iter().map(|term| term.lit))
    }
}

fn literals(signals: &[Signal]) -> Vec<Lit> {
    let literals = signals.iter().filter_map(|signal| match signal {
        Signal::Lit(lit) => Some(*lit),
        Signal::True | Signal::False => None,
    });
    literals.collect()
}
