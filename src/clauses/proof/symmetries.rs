//! Derivations of lex-leader constraints by dominance.
//!
//! A proof is allowed to demand that a solution is the least among its images under symmetries, in
//! some order (Bogaerts, Gocht, McCreesh and Nordström, JAIR 2023). The order compares the values
//! of one sum: the model's literals, weighted by powers of two. For each symmetry, a `dom` step
//! compares this sum with the sum of the literals' images, which have the same weights. The step
//! states that the first sum is at most the second. The checker verifies that the symmetry maps
//! every constraint of the problem to a constraint of the problem. The witness of the step names
//! the image of every moved variable, including the bits of parities.
//!
//! The clauses that break the symmetry follow from this constraint. They are derived pair by pair,
//! where a pair is a literal and its image. A variable e means that the two literals are equal in
//! all pairs so far. After the clauses of a pair are derived, its weight is removed from the sum,
//! so that the next pair is the heaviest. If earlier pairs imply that a pair is equal, it needs no
//! clauses.
//!
//! All symmetries are broken at the beginning of the proof, since symmetries that are broken later
//! would also have to map all constraints derived before. A weight has about one decimal digit for
//! every three literals, so the proof for a symmetry takes space quadratic in the number of
//! literals. An order with auxiliary variables (arXiv 2511.16637) would be shorter if there are
//! more than about a thousand literals.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::kernel::Kernel;
use super::stated::{StatedRows, Statements};
use super::steps::{Id, ProofConstraint};
use super::variables::{Inequality, PbLit, PbVar};
use crate::model::{Lit, Symmetry};
use crate::symmetry::{LexLeader, SymmetryBreaking};

/// The greatest number of literals of an order. If there are more, a proof cannot break symmetries,
/// since it would need megabytes for each symmetry.
pub const MOST_LITERALS: usize = 2_000;

/// The facts about the problem that a proof needs to break symmetries.
pub struct ProofSymmetries {
    /// The bits of each parity. The key is "the number of its true literals is at least 0", or at
    /// least 1 if the parity is odd.
    bits_of_parities: HashMap<Inequality, Range<u32>>,
    /// Whether the proof contains clauses that break symmetries.
    pub are_broken: bool,
}

impl ProofSymmetries {
    pub fn new(problem: &Statements) -> ProofSymmetries {
        let bits = parities(problem).map(|(sum, bits)| (sum.clone(), bits)).collect();
        ProofSymmetries { bits_of_parities: bits, are_broken: false }
    }

    /// Derives the clauses that break symmetries, records them in the kernel's problem, and sets
    /// `are_broken`. Loads the order for this time only. Each symmetry must have a
    /// [witness](ProofSymmetries::witness_text), otherwise the method panics. The order must have
    /// at most [`MOST_LITERALS`] literals. This derivation must come before all other steps. Does
    /// nothing if there are no symmetries.
    pub fn derive(&mut self, breaking: &SymmetryBreaking, kernel: &mut Kernel) {
        if breaking.leaders.is_empty() {
            return;
        }
        self.are_broken = true;
        let order: Vec<PbLit> = kernel.literals(&breaking.order);
        let weights = powers_of_two(order.len());
        kernel.steps.comment("symmetries: a solution must be the least of its images");
        load(&order, &weights, kernel);
        for leader in &breaking.leaders {
            let movement = self.witness_text(&leader.symmetry, &kernel.problem);
            let witness = movement.expect("only symmetries with a witness are broken");
            break_symmetry(&breaking.order, leader, &weights, &witness, kernel);
        }
        kernel.steps.unload_order();
    }

    /// Returns the images of the variables that a symmetry moves, as the text of a witness. Each
    /// image has a space before it. The text is empty if the symmetry moves no variable. Bits of
    /// parities are included. Returns `None` if the symmetry maps a parity to a constraint that is
    /// not a parity of the problem. Also returns `None` if that parity has another number of bits.
    pub fn witness_text(&self, symmetry: &Symmetry, problem: &Statements) -> Option<String> {
        let mut text = String::new();
        for number in 1..=problem.variables {
            let lit = Lit::from_number(number as usize);
            let (from, to) = (problem.literal(lit), problem.literal(symmetry.image(lit)));
            if from != to {
                let _ = write!(text, " {from} -> {to}");
            }
        }
        for (sum, bits) in parities(problem) {
            let images = sum.terms().map(|(_, lit)| {
                let PbLit { variable: PbVar::Stated(number), is_negated } = lit else { return lit };
                let image = problem.literal(symmetry.image(Lit::from_number(number as usize)));
                if is_negated { !image } else { image }
            });
            let others = self.bits_of_parities.get(&Inequality::at_least(images, sum.degree()))?;
            if bits.len() != others.len() {
                return None;
            }
            for (bit, other) in bits.zip(others.clone()) {
                let [from, to] = [bit, other].map(|bit| PbVar::Stated(bit + 1));
                if from != to {
                    let _ = write!(text, " {from} -> {to}");
                }
            }
        }
        Some(text)
    }
}

/// Defines the order `lex`, which compares weighted sums of literals: the smaller sum comes first.
/// Loads it over the literals `order`. `weights` has the weight of each of these literals, as a
/// decimal number. There must be at most [`MOST_LITERALS`] literals. Another order must not be
/// loaded at this time.
fn load(order: &[PbLit], weights: &[String], kernel: &mut Kernel) {
    debug_assert_eq!(order.len(), weights.len(), "each literal has its weight");
    debug_assert!(order.len() <= MOST_LITERALS, "{} literals are too many", order.len());
    let sum: String = weights
        .iter()
        .zip(1..)
        .map(|(one, place)| format!(" -{one} u{place} +{one} v{place}"))
        .collect();
    kernel.steps.line(&format!(
        "def_order lex vars left{}; right{}; aux; end; def{sum} >= 0; end; transitivity vars fresh_right{}; end; proof \
         proofgoal #1 pol 1 2 + 3 +; qed : -1; qed; end; end;",
        numbered('u', order.len()),
        numbered('v', order.len()),
        numbered('w', order.len())
    ));
    kernel.steps.load_order("lex", order);
}

/// Returns a text with `count` names. Each name is the letter with one of the numbers 1, 2, and so
/// on. Each name has a space before it.
fn numbered(letter: char, count: usize) -> String {
    (1..=count).map(|number| format!(" {letter}{number}")).collect()
}

/// Derives the clauses that break one symmetry, in the order in which the model has them. Records
/// them in the kernel's problem, from the index `leader.first` on. `weights` are the weights of the
/// literals of `order`, and `movement` is the text of the symmetry's witness. The order must be
/// loaded. The pairs of `leader` must be in the order of `order`. If a moved literal before the
/// last of these pairs has no pair, unit propagation must derive: it is true if its image is true
/// and all earlier pairs are equal. Derives nothing for literals after the last pair. Deletes the
/// constraints that only the derivation needs.
fn break_symmetry(
    order: &[Lit],
    leader: &LexLeader,
    weights: &[String],
    movement: &str,
    kernel: &mut Kernel,
) {
    let LexLeader { symmetry, pairs, equal, first } = leader;
    let images: Vec<(PbLit, PbLit)> = order
        .iter()
        .map(|&lit| (kernel.literal(lit), kernel.literal(symmetry.image(lit))))
        .collect();
    let mut full = not_larger(&images, weights, movement, kernel);
    let mut breaking = BreakingClauses { unequal: Vec::new(), place: *first, helpers: vec![full] };
    let mut kept = pairs.iter().zip(0..).peekable();
    for (&(lit, image), weight) in images.iter().zip(weights) {
        let Some(&(&(next, _), number)) = kept.peek() else { break };
        if lit == image {
            continue;
        }
        let is_equal = if kernel.literal(next) == lit {
            breaking.forbid_larger(lit, image, kernel);
            kept.next();
            let Some(&e) = equal.get(number) else { break };
            breaking.define_equal(kernel.literal(e), lit, image, kernel)
        } else {
            breaking.derive_equal(lit, image, kernel)
        };
        full = kernel.steps.lighten(full, is_equal, weight);
        breaking.helpers.push(full);
    }
    breaking.helpers.into_iter().for_each(|id| kernel.forget(id));
}

/// Derives by dominance that the weighted sum of literals is at most the weighted sum of their
/// images under a symmetry. The order must be loaded. `images` has each literal of the order with
/// its image, and `movement` is the text of the symmetry's witness. Returns the ID of the
/// constraint.
fn not_larger(
    images: &[(PbLit, PbLit)],
    weights: &[String],
    movement: &str,
    kernel: &mut Kernel,
) -> Id {
    let sum: String = images
        .iter()
        .zip(weights)
        .filter(|((lit, image), _)| lit != image)
        .map(|((lit, image), weight)| format!(" -{weight} {lit} +{weight} {image}"))
        .collect();
    kernel.dominate(&format!(
        "{sum} >= 0 :{movement} : subproof proofgoal #2 pol -1 -2 +; qed : -1; qed"
    ))
}

/// The clauses that break a symmetry, derived pair by pair.
struct BreakingClauses {
    /// The literal "an earlier pair is unequal". The list is empty if there is no earlier pair.
    unequal: Vec<PbLit>,
    /// The index that the next clause has in the model.
    place: usize,
    /// The IDs of constraints that only the derivation needs.
    helpers: Vec<Id>,
}

impl BreakingClauses {
    /// Records a clause under the next index in the model.
    fn record(&mut self, known: ProofConstraint, kernel: &mut Kernel) {
        kernel.problem.push_breaking(self.place, known);
        self.place += 1;
    }

    /// Derives this clause, and records it: if all earlier pairs are equal, the literal of a pair
    /// is not larger than its image.
    fn forbid_larger(&mut self, lit: PbLit, image: PbLit, kernel: &mut Kernel) {
        let not_larger = if image == !lit { vec![image] } else { vec![!lit, image] };
        let known = kernel.rup(&[&self.unequal[..], &not_larger].concat(), &[]);
        self.record(known, kernel);
    }

    /// Derives that the literals of a pair are equal if all earlier pairs are equal. Returns the ID
    /// of this clause.
    fn derive_equal(&mut self, lit: PbLit, image: PbLit, kernel: &mut Kernel) -> Id {
        let is_equal = kernel.rup(&[&self.unequal[..], &[!image, lit]].concat(), &[]).id;
        self.helpers.push(is_equal);
        is_equal
    }

    /// Defines `e`, a fresh literal, as "all pairs so far are equal". It is given that no literal
    /// of these pairs is larger than its image. The last of these pairs is `lit` and `image`.
    /// Records the two clauses that the model has for this definition, and makes `e` the condition
    /// of later clauses. Adds the IDs of the other clauses of the definition to `helpers`. Returns
    /// the ID of one of these other clauses: "`e` implies that the last pair is equal".
    fn define_equal(&mut self, e: PbLit, lit: PbLit, image: PbLit, kernel: &mut Kernel) -> Id {
        for other in [!lit, image] {
            let inequality = Inequality::from_clause(&[&self.unequal[..], &[other, e]].concat());
            let known = kernel.steps.define(inequality, e);
            self.record(known, kernel);
        }
        let is_equal = kernel.steps.define(Inequality::from_clause(&[!e, !image, lit]), !e).id;
        self.helpers.push(is_equal);
        if let [unequal] = self.unequal[..] {
            let chained = kernel.steps.define(Inequality::from_clause(&[!e, !unequal]), !e);
            self.helpers.push(chained.id);
        }
        self.unequal = vec![!e];
        is_equal
    }
}

/// Returns the sum and the bits of each parity of the problem.
fn parities(problem: &Statements) -> impl Iterator<Item = (&Inequality, Range<u32>)> {
    problem.constraints.iter().filter_map(|constraint| match constraint {
        StatedRows::Parity { sum, bits, .. } => Some((sum, bits.clone())),
        StatedRows::Rows { .. } => None,
    })
}

/// Returns the powers of two from 2^(`count` - 1) down to 1 as decimal text, the largest first. The
/// list is empty if `count` is 0.
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
