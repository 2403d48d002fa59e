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

use super::inequality::{Inequality, PbLit, PbVar};
use super::kernel::Kernel;
use super::stated::{Stated, Statements};
use super::steps::Logged;
use crate::linear::Row;
use crate::model::{Lit, Symmetry};
use crate::symmetry::{Breaking, Leader};

/// Over more literals no order is written: it would take megabytes for each symmetry.
pub const MOST_LITERALS: usize = 2_000;

/// The symmetries of a problem, and whether they are broken.
pub struct Symmetries {
    /// The first bit of each parity, and how many it has, by its row: sorted terms and the
    /// constant.
    bits_of_parities: HashMap<(Vec<(usize, i64)>, i64), (u32, usize)>,
    are_broken: bool,
}

impl Symmetries {
    /// Those of a problem, of which none is broken yet.
    pub fn new(problem: &Statements) -> Symmetries {
        let bits = rows_of_parities(problem).map(|(row, first)| {
            let terms = row.terms.iter().map(|&(weight, variable)| (variable, weight));
            let mut terms: Vec<(usize, i64)> = terms.collect();
            terms.sort_unstable();
            ((terms, row.constant), (first, row.bits()))
        });
        Symmetries { bits_of_parities: bits.collect(), are_broken: false }
    }

    /// Whether clauses break symmetries.
    pub fn are_broken(&self) -> bool {
        self.are_broken
    }

    /// Derives the clauses that break symmetries, each of which [`Symmetries::movement`] can say.
    pub fn derive(&mut self, breaking: &Breaking, kernel: &mut Kernel) {
        if breaking.leaders.is_empty() {
            return;
        }
        self.are_broken = true;
        let order: Vec<PbLit> = kernel.literals(&breaking.order);
        let weights = powers_of_two(order.len());
        kernel.steps.comment(
            "symmetries: of solutions that are images of each other the least is asked for",
        );
        load(&order, &weights, kernel);
        for leader in &breaking.leaders {
            let movement = self.movement(&leader.symmetry, &kernel.problem);
            let movement = movement.expect("others are not broken");
            lead(&breaking.order, leader, &weights, &movement, kernel);
        }
        kernel.steps.line("load_order;");
    }

    /// Where a symmetry moves each variable of the problem, as a witness; none where it moves a
    /// parity to what is none of the problem.
    pub fn movement(&self, symmetry: &Symmetry, problem: &Statements) -> Option<String> {
        let mut text = String::new();
        for number in 1..=problem.variables() {
            let lit = Lit::numbered(number as usize);
            let (from, to) = (problem.literal(lit), problem.literal(symmetry.of(lit)));
            if from != to {
                let _ = write!(text, " {from} -> {to}");
            }
        }
        for (row, first) in rows_of_parities(problem) {
            let mut image = (Vec::new(), row.constant);
            for &(weight, variable) in &row.terms {
                let to = symmetry.of(Lit::numbered(variable + 1));
                image.0.push((to.variable(), if to.is_negated() { -weight } else { weight }));
                image.1 -= if to.is_negated() { weight } else { 0 };
            }
            image.0.sort_unstable();
            let &(to, bits) = self.bits_of_parities.get(&image)?;
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

/// Defines the order, and loads it for these literals.
fn load(order: &[PbLit], weights: &[String], kernel: &mut Kernel) {
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
    kernel.steps.line(&format!(
        "def_order lex vars left{}; right{}; aux; end; def{sum} >= 0; end; transitivity vars fresh_right{}; end; proof \
         proofgoal #1 pol 1 2 + 3 +; qed : -1; qed; end; end;",
        named('u'),
        named('v'),
        named('w')
    ));
    let lits: Vec<String> = order.iter().map(ToString::to_string).collect();
    kernel.steps.line(&format!("load_order lex {};", lits.join(" ")));
}

/// Derives the clauses of one symmetry.
fn lead(order: &[Lit], leader: &Leader, weights: &[String], movement: &str, kernel: &mut Kernel) {
    let Leader { symmetry, pairs, equal, first } = leader;
    let images: Vec<(PbLit, PbLit)> =
        order.iter().map(|&lit| (kernel.literal(lit), kernel.literal(symmetry.of(lit)))).collect();
    let sum = images.iter().zip(weights).filter(|((lit, image), _)| lit != image).fold(
        String::new(),
        |mut text, ((lit, image), weight)| {
            let _ = write!(text, " -{weight} {lit} +{weight} {image}");
            text
        },
    );
    let mut full = kernel.dominate(&format!(
        "{sum} >= 0 :{movement} : subproof proofgoal #2 pol -1 -2 +; qed : -1; qed"
    ));
    let (mut helpers, mut place) = (vec![full], *first);
    let mut state = |kernel: &mut Kernel, known: Logged| {
        kernel.problem.push_breaking(place, known);
        place += 1;
    };
    let (mut kept, mut before) = (pairs.iter().zip(0..).peekable(), None::<PbLit>);
    for (&(lit, image), weight) in images.iter().zip(weights) {
        let Some(&(&(next, _), number)) = kept.peek() else { break };
        if lit == image {
            continue;
        }
        let unequal: Vec<PbLit> = before.iter().map(|&e| !e).collect();
        let is_kept = kernel.literal(next) == lit;
        if is_kept {
            let not_larger = if image == !lit { vec![image] } else { vec![!lit, image] };
            let clause = [&unequal[..], &not_larger].concat();
            let known = kernel.rup(&clause, &[]);
            state(kernel, known);
            kept.next();
            let Some(&e) = equal.get(number) else { break };
            let e = kernel.literal(e);
            for other in [!lit, image] {
                let says = Inequality::clause(&[&unequal[..], &[other, e]].concat());
                let known = kernel.steps.define(says, e);
                state(kernel, known);
            }
            let is_equal = kernel.steps.define(Inequality::clause(&[!e, !image, lit]), !e);
            helpers.push(is_equal.id);
            if let Some(before) = before {
                helpers.push(kernel.steps.define(Inequality::clause(&[!e, before]), !e).id);
            }
            before = Some(e);
            full = kernel.steps.lighten(full, is_equal.id, weight);
        } else {
            let is_equal = kernel.rup(&[&unequal[..], &[!image, lit]].concat(), &[]);
            helpers.push(is_equal.id);
            full = kernel.steps.lighten(full, is_equal.id, weight);
        }
        helpers.push(full);
    }
    helpers.into_iter().for_each(|id| kernel.forget(id));
}

/// The rows of the stated parities, each with the first of its bits.
fn rows_of_parities(problem: &Statements) -> impl Iterator<Item = (&Row, u32)> {
    problem.all().iter().filter_map(|constraint| match constraint {
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
