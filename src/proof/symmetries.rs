//! Lex-leader constraints in a proof: by dominance.
//!
//! Of solutions that are images of each other one that is least in an order may be asked for
//! (Bogaerts, Gocht, McCreesh and Nordström, JAIR 2023). The order is that of the literals by which
//! a model compares, written as one sum with powers of two for weights. For each symmetry a `dom`
//! step says that the literals are not more than their images; the checker sees by itself that the
//! symmetry maps every constraint of the problem onto another. Its witness names the image of every
//! variable that moves, the bits of parities among them.
//!
//! From that constraint follow the clauses that break the symmetry, pair by pair: e means that all
//! pairs so far are equal. Once it does, the weight of its pair is taken out of the sum, so that
//! the next pair is the heaviest. A pair that is left out since earlier ones make it equal is taken
//! out in the same way.
//!
//! What is derived while the order is loaded stays beside the problem, and what is loaded later
//! would have to be mapped, too. So all symmetries come first, before anything else is derived. The
//! weights have a digit for every three literals, so the steps of a symmetry are as long as the
//! square of the literals; another order with auxiliary variables (arXiv 2511.16637) would be
//! shorter from about a thousand literals on.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Inner;
use super::inequality::{Inequality, PbLit, PbVar};
use super::stated::Stated;
use super::steps::{Id, Logged};
use crate::linear::Row;
use crate::model::{Lit, Symmetry};
use crate::symmetry::{Breaking, Leader};

/// Over more literals no order is written: it would take megabytes for each symmetry.
pub const MOST_LITERALS: usize = 2_000;

/// The first bit of each parity, and how many it has, by its row: sorted terms and the constant.
pub type Parities = HashMap<(Vec<(usize, i64)>, i64), (u32, usize)>;

impl Inner {
    /// Derives the clauses that break symmetries, each of which [`Inner::movement`] can say.
    pub fn broken(&mut self, breaking: &Breaking) {
        if breaking.leaders.is_empty() {
            return;
        }
        self.are_symmetries_broken = true;
        let order: Vec<PbLit> = self.literals(&breaking.order);
        let weights = powers_of_two(order.len());
        self.steps.comment(
            "symmetries: of solutions that are images of each other the least is asked for",
        );
        self.load(&order, &weights);
        for leader in &breaking.leaders {
            let movement = self.movement(&leader.symmetry).expect("others are not broken");
            self.lead(&breaking.order, leader, &weights, &movement);
        }
        self.steps.line("load_order;");
    }

    /// Defines the order, and loads it for these literals.
    fn load(&mut self, order: &[PbLit], weights: &[String]) {
        let named = |letter: char| -> String {
            (1..=order.len()).fold(String::new(), |mut text, number| {
                let _ = write!(text, " {letter}{number}");
                text
            })
        };
        let sum = weights.iter().zip(1..).fold(String::new(), |mut text, (weight, number)| {
            let _ = write!(text, " -{weight} u{number} +{weight} v{number}");
            text
        });
        self.steps.line(&format!(
            "def_order lex vars left{}; right{}; aux; end; def{sum} >= 0; end; transitivity vars fresh_right{}; end; proof \
             proofgoal #1 pol 1 2 + 3 +; qed : -1; qed; end; end;",
            named('u'),
            named('v'),
            named('w')
        ));
        let lits: Vec<String> = order.iter().map(ToString::to_string).collect();
        self.steps.line(&format!("load_order lex {};", lits.join(" ")));
    }

    /// Derives the clauses of one symmetry.
    fn lead(&mut self, order: &[Lit], leader: &Leader, weights: &[String], movement: &str) {
        let Leader { symmetry, pairs, equal, first } = leader;
        let images: Vec<(PbLit, PbLit)> =
            order.iter().map(|&lit| (self.literal(lit), self.literal(symmetry.of(lit)))).collect();
        let sum = images.iter().zip(weights).filter(|((lit, image), _)| lit != image).fold(
            String::new(),
            |mut text, ((lit, image), weight)| {
                let _ = write!(text, " -{weight} {lit} +{weight} {image}");
                text
            },
        );
        let mut full = self.steps.dominate(&format!(
            "{sum} >= 0 :{movement} : subproof proofgoal #2 pol -1 -2 +; qed : -1; qed"
        ));
        let (mut helpers, mut place) = (vec![full], *first);
        let mut state = |inner: &mut Inner, known: Logged| {
            inner.derived.insert(place, Stated::Rows { rows: vec![known], is_at_most_one: false });
            place += 1;
        };
        let (mut kept, mut before) = (pairs.iter().zip(0..).peekable(), None::<PbLit>);
        for (&(lit, image), weight) in images.iter().zip(weights) {
            let Some(&(&(next, _), number)) = kept.peek() else { break };
            if lit == image {
                continue;
            }
            let unequal: Vec<PbLit> = before.iter().map(|&e| !e).collect();
            let is_kept = self.literal(next) == lit;
            if is_kept {
                let not_larger = if image == !lit { vec![image] } else { vec![!lit, image] };
                let clause = [&unequal[..], &not_larger].concat();
                let known = self.propagated(&clause);
                state(self, known);
                kept.next();
                let Some(&e) = equal.get(number) else { break };
                let e = self.literal(e);
                for other in [!lit, image] {
                    let says = Inequality::clause(&[&unequal[..], &[other, e]].concat());
                    let known = self.steps.define(says, e);
                    state(self, known);
                }
                let is_equal = self.steps.define(Inequality::clause(&[!e, !image, lit]), !e);
                helpers.push(is_equal.id);
                if let Some(before) = before {
                    helpers.push(self.steps.define(Inequality::clause(&[!e, before]), !e).id);
                }
                before = Some(e);
                full = self.steps.lighten(full, is_equal.id, weight);
            } else {
                let is_equal = self.propagated(&[&unequal[..], &[!image, lit]].concat());
                helpers.push(is_equal.id);
                full = self.steps.lighten(full, is_equal.id, weight);
            }
            helpers.push(full);
        }
        helpers.into_iter().for_each(|id| self.steps.forget(id));
    }

    fn propagated(&mut self, clause: &[PbLit]) -> Logged {
        let id: Id = self.steps.rup(clause, &[]);
        Logged { id, says: Inequality::clause(clause) }
    }

    /// Where a symmetry moves each variable of the problem, as a witness; none where it moves a
    /// parity to what is none of the problem.
    pub fn movement(&self, symmetry: &Symmetry) -> Option<String> {
        let mut text = String::new();
        for number in 1..=self.stated {
            let lit = Lit::numbered(number as usize);
            let (from, to) = (self.literal(lit), self.literal(symmetry.of(lit)));
            if from != to {
                let _ = write!(text, " {from} -> {to}");
            }
        }
        for (row, first) in rows_of_parities(&self.constraints) {
            let mut image = (Vec::new(), row.constant);
            for &(weight, variable) in &row.terms {
                let to = symmetry.of(Lit::numbered(variable + 1));
                image.0.push((to.variable(), if to.is_negated() { -weight } else { weight }));
                image.1 -= if to.is_negated() { weight } else { 0 };
            }
            image.0.sort_unstable();
            let &(to, bits) = self.parities_by_rows.get(&image)?;
            if bits != row.bits() {
                return None;
            }
            for bit in 0..u32::try_from(bits).ok()? {
                let [from, to] = [first, to].map(|first| PbVar::Stated(first + bit + 1));
                if from != to {
                    let _ = write!(text, " {from} -> {to}");
                }
            }
        }
        Some(text)
    }
}

/// The stated parities by their rows.
pub fn by_rows(constraints: &[Stated]) -> Parities {
    let known = rows_of_parities(constraints).map(|(row, first)| {
        let terms = row.terms.iter().map(|&(weight, variable)| (variable, weight));
        let mut terms: Vec<(usize, i64)> = terms.collect();
        terms.sort_unstable();
        ((terms, row.constant), (first, row.bits()))
    });
    known.collect()
}

/// The rows of the stated parities, each with the first of its bits.
fn rows_of_parities(constraints: &[Stated]) -> impl Iterator<Item = (&Row, u32)> {
    constraints.iter().filter_map(|constraint| match constraint {
        Stated::Parity { row, bits, .. } => Some((row, *bits)),
        Stated::Rows { .. } => None,
    })
}

/// The weights of an order, the largest first: powers of two in decimal digits.
fn powers_of_two(count: usize) -> Vec<String> {
    let mut digits = vec![1_u8];
    let mut powers = Vec::new();
    for _ in 0..count {
        powers.push(digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect());
        let mut carry = 0;
        for digit in &mut digits {
            let doubled = 2 * *digit + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    powers.reverse();
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_powers_of_two() {
        assert_eq!(powers_of_two(5), ["16", "8", "4", "2", "1"]);
        assert_eq!(powers_of_two(101)[0], "1267650600228229401496703205376");
    }
}
