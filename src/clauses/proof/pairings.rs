//! Derivations of equations between two counts. The counts are equal because their true literals
//! can be put into pairs.
//!
//! For each possible pair of a left literal l and a right literal d, the proof defines a variable
//! `a`, which means that both literals are true. A right literal d has an exception, a literal b.
//! If a left literal is true, exactly one of its variables `a` is true. If it is false, none of
//! them is true. This is derived in two constraints:
//!
//! - ~l + Σ a >= 1 follows by unit propagation: the literals d of l are in an exactly-one, and l
//!   excludes all other literals of this exactly-one.
//! - l + Σ ~a >= n, where n is the number of pairs of l, is derived as a sum that is divided by n.
//!   The sum consists of the clauses "`a` implies l" and the constraint "at most one of these
//!   variables `a` is true".
//!
//! For right literals, two constraints are derived in the same way: ~d + b + Σ a >= 1, and d + ~b +
//! Σ ~a >= n + 1. The second constraint holds because b and the variables `a` exclude each other,
//! and each of them implies d. The sums of these constraints are the two directions of Σ d - Σ b =
//! Σ l, since the variables `a` cancel.

use super::ProofError;
use super::equations::Equation;
use super::facets::sum_of_equations;
use super::kernel::Kernel;
use super::steps::{PolLine, ProofConstraint};
use super::variables::{Inequality, PbLit};
use crate::model::{Complement, Premise, Transfer};

/// Derives equations of complements (counts that determine the objective), and records them for the
/// cost, by their index in `complements`. Only complements for which the model gives a reason have
/// such an equation; the others are skipped. `complements` must be the complements of the kernel's
/// objective.
///
/// # Errors
///
/// If one of these equations cannot be derived. The earlier equations stay recorded, and the
/// written steps stay in the proof.
pub fn declare(complements: &[Complement], kernel: &mut Kernel) -> Result<(), ProofError> {
    for (place, complement) in complements.iter().enumerate() {
        if let Some(why) = &complement.why {
            let known = transferred(why, kernel);
            let known = known.ok_or(ProofError::Deduction("complement"))?;
            if let Some(costs) = &mut kernel.costs {
                costs.complements[place] = Some(known);
            }
        }
    }
    Ok(())
}

/// Derives the equation of a complement (a count that determines the objective). It is the sum of
/// some equations of the model and an equality of two counts. These counts are equal because their
/// true literals can be put into pairs. Returns `None` if one of the added constraints is not an
/// equation, if there are none, or if the equality is not derived (see [`paired`]). The written
/// steps then stay.
fn transferred(why: &Transfer, kernel: &mut Kernel) -> Option<Equation> {
    let parts: Vec<(Premise, u64)> =
        why.added.iter().map(|&place| (Premise::Constraint(place), 1)).collect();
    let added = sum_of_equations(&parts, kernel)?;
    let paired = paired(why, kernel)?;
    let at_least = PolLine::new(&added.at_least, 1).plus(&paired.at_least);
    let at_most = PolLine::new(&added.at_most, 1).plus(&paired.at_most);
    Some(Equation { at_least: kernel.sum(at_least), at_most: kernel.sum(at_most) })
}

/// Derives that two numbers are equal: the number of true left literals, and the number of true
/// right literals whose exception is false. The direction `at_least` says that the second number is
/// at least the first. Defines a literal for each pair. The indices of pairs must be in range. The
/// clauses about pairs must follow by unit propagation, which only the checker tests. Returns
/// `None` if a pair cannot be defined because its literals are opposite, or if there are no
/// literals. The written steps then stay.
fn paired(why: &Transfer, kernel: &mut Kernel) -> Option<Equation> {
    let lefts = kernel.literals(&why.lefts);
    let rights: Vec<[PbLit; 2]> =
        why.rights.iter().map(|&(lit, but)| [kernel.literal(lit), kernel.literal(but)]).collect();
    let mut of_left = vec![Vec::new(); lefts.len()];
    let mut of_right = vec![Vec::new(); rights.len()];
    for &(left, right) in &why.pairs {
        let meaning = Inequality::at_least([lefts[left], rights[right][0]], 2);
        let pair = kernel.define(&meaning)?.lit;
        of_left[left].push(pair);
        of_right[right].push(pair);
    }
    let (mut at_least, mut at_most) = (Vec::new(), Vec::new());
    for (&lit, pairs) in lefts.iter().zip(&of_left) {
        at_least.push(derive_some_if(&[lit], pairs, kernel));
        at_most.push(derive_none_unless(lit, pairs, kernel));
    }
    for (&[lit, but], pairs) in rights.iter().zip(&of_right) {
        at_most.push(derive_some_if(&[lit, !but], pairs, kernel));
        at_least.push(derive_none_unless(lit, &[&[but], &pairs[..]].concat(), kernel));
    }
    let (at_least, at_most) = (PolLine::sum_of(&at_least)?, PolLine::sum_of(&at_most)?);
    Some(Equation { at_least: kernel.sum(at_least), at_most: kernel.sum(at_most) })
}

/// Derives by unit propagation that at least one literal of `these` is true if all of `those` are
/// true.
fn derive_some_if(those: &[PbLit], these: &[PbLit], kernel: &mut Kernel) -> ProofConstraint {
    let clause: Vec<PbLit> = those.iter().map(|&lit| !lit).chain(these.iter().copied()).collect();
    kernel.rup(&clause, &[])
}

/// Derives one constraint which says that at most one literal of `these` is true, and that all of
/// them are false if `lit` is false. If `these` is empty, it says only `lit` ≥ 0. The clauses from
/// which it is derived must follow by unit propagation.
fn derive_none_unless(lit: PbLit, these: &[PbLit], kernel: &mut Kernel) -> ProofConstraint {
    let implied: Vec<ProofConstraint> =
        these.iter().map(|&one| kernel.rup(&[!one, lit], &[])).collect();
    let Some(alone) = at_most_one(these, kernel) else {
        return match implied.into_iter().next() {
            Some(known) => known,
            None => kernel.sum(PolLine::from_literals(&[lit])),
        };
    };
    let number = i128::try_from(these.len()).expect("a number of literals");
    let mut line = PolLine::new(&alone, number - 1);
    implied.iter().for_each(|known| line.add(known, 1));
    line.divide(number);
    kernel.sum(line)
}

/// Derives that at most one of the literals is true, by induction. The constraint for n literals is
/// multiplied by n - 1. Then the clauses of all pairs with the next literal are added, and the sum
/// is divided by n. The clauses must follow by unit propagation; they stay in the proof. Returns
/// `None` if there are fewer than two literals.
fn at_most_one(lits: &[PbLit], kernel: &mut Kernel) -> Option<ProofConstraint> {
    let mut known: Option<ProofConstraint> = None;
    for (place, &next) in lits.iter().enumerate().skip(1) {
        let before = i128::try_from(place).expect("a number of literals");
        let pairs: Vec<ProofConstraint> =
            lits[..place].iter().map(|&other| kernel.rup(&[!other, !next], &[])).collect();
        let mut line = PolLine::sum(
            known.iter().map(|known| (known, before - 1)).chain(pairs.iter().map(|two| (two, 1))),
        )?;
        line.divide(before);
        known = Some(kernel.sum(line));
    }
    known
}
