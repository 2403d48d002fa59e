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

use super::Unprovable;
use super::equations::Equation;
use super::facets::sum_of_equations;
use super::kernel::Kernel;
use super::steps::{Logged, PolLine};
use super::variables::{Inequality, PbLit};
use crate::model::{Complement, Premise, Transfer};

/// Derives the equations of complements (counts that determine the objective) for which the model
/// gives a reason.
///
/// # Errors
///
/// If one of these equations cannot be derived.
pub fn declare(complements: &[Complement], kernel: &mut Kernel) -> Result<(), Unprovable> {
    for (place, complement) in complements.iter().enumerate() {
        if let Some(why) = &complement.why {
            let known = transferred(why, kernel);
            let known = known.ok_or(Unprovable::Deduction("complement"))?;
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
    let at_least = PolLine::of(&added.at_least, 1).plus(&paired.at_least);
    let at_most = PolLine::of(&added.at_most, 1).plus(&paired.at_most);
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
        at_least.push(one_where(&[lit], pairs, kernel));
        at_most.push(none_where_not(lit, pairs, kernel));
    }
    for (&[lit, but], pairs) in rights.iter().zip(&of_right) {
        at_most.push(one_where(&[lit, !but], pairs, kernel));
        at_least.push(none_where_not(lit, &[&[but], &pairs[..]].concat(), kernel));
    }
    let (at_least, at_most) = (PolLine::sum_of(&at_least)?, PolLine::sum_of(&at_most)?);
    Some(Equation { at_least: kernel.sum(at_least), at_most: kernel.sum(at_most) })
}

/// Derives by unit propagation that a literal of `these` is true if all of `those` are.
fn one_where(those: &[PbLit], these: &[PbLit], kernel: &mut Kernel) -> Logged {
    let clause: Vec<PbLit> = those.iter().map(|&lit| !lit).chain(these.iter().copied()).collect();
    kernel.rup(&clause, &[])
}

/// Derives that at most one literal of `these` is true, and that all are false if `lit` is false.
fn none_where_not(lit: PbLit, these: &[PbLit], kernel: &mut Kernel) -> Logged {
    let implied: Vec<Logged> = these.iter().map(|&one| kernel.rup(&[!one, lit], &[])).collect();
    let Some(alone) = at_most_one(these, kernel) else {
        return match implied.into_iter().next() {
            Some(known) => known,
            None => kernel.sum(PolLine::of_literals(&[lit])),
        };
    };
    let number = i128::try_from(these.len()).expect("a number of literals");
    let mut line = PolLine::of(&alone, number - 1);
    implied.iter().for_each(|known| line.add(known, 1));
    line.divide(number);
    kernel.sum(line)
}

/// Derives that at most one of the literals is true, by induction: n - 1 times the constraint for n
/// literals, plus the pairs with the next literal, is divided by n.
fn at_most_one(lits: &[PbLit], kernel: &mut Kernel) -> Option<Logged> {
    let mut known: Option<Logged> = None;
    for (place, &next) in lits.iter().enumerate().skip(1) {
        let before = i128::try_from(place).expect("a number of literals");
        let pairs: Vec<Logged> =
            lits[..place].iter().map(|&other| kernel.rup(&[!other, !next], &[])).collect();
        let mut line = PolLine::sum(
            known.iter().map(|known| (known, before - 1)).chain(pairs.iter().map(|two| (two, 1))),
        )?;
        line.divide(before);
        known = Some(kernel.sum(line));
    }
    known
}
