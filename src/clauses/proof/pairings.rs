//! Equations of two counts that are equal because their literals can be paired off.
//!
//! For each possible pair of a left literal l and a right literal d, a variable a of the proof
//! means that both hold. A right literal may have an exception, a literal b. If a left literal is
//! true, exactly one of its variables a is true; otherwise none is:
//!
//! - ~l + Σ a >= 1 follows by unit propagation: l excludes all other literals of the exactly-one
//!   that contains its literals d.
//! - l + Σ ~a >= n, for n pairs of l, is a sum of "a implies l" and "at most one of these a".
//!
//! Right literals are treated alike: ~d + b + Σ a >= 1, and d + ~b + Σ ~a >= n + 1, since b and the
//! variables a exclude each other and each implies d. These constraints add up to Σ d - Σ b = Σ l,
//! in two halves; the variables a cancel.

use super::ProofError;
use super::equations::Equation;
use super::facets::sum_of_equations;
use super::kernel::Kernel;
use super::steps::{PolLine, ProofConstraint};
use super::variables::{Inequality, PbLit};
use crate::model::{Complement, Premise, Transfer};

/// Derives the equations of complements (counts that determine the objective) for which the model
/// gives a reason.
///
/// # Errors
///
/// If one of these equations cannot be derived.
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

/// Derives the equation of a complement: the sum of some equations of the model, plus the equality
/// of two counts whose literals can be paired off. Returns `None` if one of these is no equation.
fn transferred(why: &Transfer, kernel: &mut Kernel) -> Option<Equation> {
    let parts: Vec<(Premise, u64)> =
        why.added.iter().map(|&place| (Premise::Constraint(place), 1)).collect();
    let added = sum_of_equations(&parts, kernel)?;
    let paired = paired(why, kernel)?;
    let at_least = PolLine::new(&added.at_least, 1).plus(&paired.at_least);
    let at_most = PolLine::new(&added.at_most, 1).plus(&paired.at_most);
    Some(Equation { at_least: kernel.sum(at_least), at_most: kernel.sum(at_most) })
}

/// Derives that as many left literals are true as there are true right literals with a false
/// exception.
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

/// Derives by unit propagation that a literal of `these` is true if all of `those` are.
fn derive_some_if(those: &[PbLit], these: &[PbLit], kernel: &mut Kernel) -> ProofConstraint {
    let clause: Vec<PbLit> = those.iter().map(|&lit| !lit).chain(these.iter().copied()).collect();
    kernel.rup(&clause, &[])
}

/// Derives that at most one literal of `these` is true, and that all are false if `lit` is false.
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

/// Derives that at most one of the literals is true, by induction: n - 1 times the constraint for n
/// literals, plus the pairs with the next literal, is divided by n.
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
