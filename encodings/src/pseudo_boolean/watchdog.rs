//! The common part of the polynomial watchdogs.
//!
//! Bucket p has the literals whose weight has a one at the binary place p. A group of several terms
//! has one literal in a bucket. The sum Sₚ counts the true literals of bucket p and every second
//! output of Sₚ₋₁. So Sₚ is computed from the true literals' weights: each weight is taken modulo
//! 2ᵖ⁺¹, their sum is divided by 2ᵖ, and the result is rounded down. A constant, the *tare*, makes
//! the bound plus one a multiple of the last unit 2ᴾ. Then the constraint is that one output m of
//! the last sum is false: it means "the weights and the tare add up to at least m 2ᴾ". Totalizers
//! do the counting. They have only the outputs on which output m depends. Only the clauses by which
//! literals imply outputs are written.

use std::ops::RangeInclusive;

use rustsat::types::Lit;

use super::Term;
use super::digits::Digits;
use crate::{Error, Meaning, Signal, Writer};

/// The constant that is added to the sum.
pub(super) enum Tare {
    /// A fixed number, for one bound.
    Constant(u128),
    /// A literal for each binary place below the last place, the lowest place first. Assumptions
    /// choose the number.
    Literals(Vec<Lit>),
}

impl Tare {
    /// Returns the bit of the tare at a binary place. If the tare has literals, the place must be
    /// below the last place.
    fn bit(&self, place: usize) -> Signal {
        match self {
            Tare::Constant(number) => Signal::from(number >> place & 1 == 1),
            Tare::Literals(lits) => lits[place].into(),
        }
    }
}

/// Returns two numbers: the number of units that the sum and the tare together must not reach, and
/// the tare. The bound, one and the tare add up to exactly this number of units.
pub(super) fn split_bound(bound: u128, unit: u128) -> (usize, u128) {
    let output = (bound + 1).div_ceil(unit);
    let added = output * unit - (bound + 1);
    (usize::try_from(output).expect("few units of the last place"), added)
}

/// A written watchdog, but without the outputs of its last place.
pub(super) struct Watchdog {
    digits: Digits,
    tare: Tare,
    /// The last place P.
    last: usize,
    /// The outputs of the count of the last bucket.
    bucket: Vec<Signal>,
    /// The outputs that are carried from the place below to the last place.
    carried: Vec<Signal>,
}

impl Watchdog {
    /// Writes the sum of each place below `last`, and the count of the last bucket: the literals
    /// whose weights have a one at place `last`. Returns the watchdog without the outputs of the
    /// last sum, which [`Watchdog::write_output`] writes. These outputs are numbered from 1, and
    /// only those with a number in `numbers` are needed. Omits everything on which none of them
    /// depends. Ignores the bits of the weights above `last` and the bits of the tare from `last`
    /// on. If the tare has literals, it needs one for each place below `last`. Fails if the
    /// collector refuses a clause.
    pub fn write(
        digits: Digits,
        tare: Tare,
        last: usize,
        numbers: RangeInclusive<usize>,
        writer: &mut Writer,
    ) -> Result<Watchdog, Error> {
        let mut watchdog = Watchdog { digits, tare, last, bucket: Vec::new(), carried: Vec::new() };
        let carried = watchdog.carried_numbers(numbers.clone());
        for (place, numbers) in carried.into_iter().enumerate() {
            watchdog.carried = watchdog.write_place(place, numbers, writer)?;
        }
        let bucket = watchdog.digits.bits_at(last, writer)?;
        let least = numbers.start().saturating_sub(watchdog.carried.len());
        watchdog.bucket = count(&bucket, least..=*numbers.end(), writer)?;
        Ok(watchdog)
    }

    /// Returns a range of carried outputs for each place below the last place, the lowest place
    /// first. The outputs `numbers` of the last sum depend on the outputs in the range. Outputs are
    /// numbered from 1. A range is empty if they depend on no carried output of this place. The
    /// bounds of a range can exceed the number of outputs that the place has.
    fn carried_numbers(&self, numbers: RangeInclusive<usize>) -> Vec<RangeInclusive<usize>> {
        let (mut least, mut most) = numbers.into_inner();
        let mut carried = Vec::with_capacity(self.last);
        for place in (0..self.last).rev() {
            let (inputs, given) = self.inputs_at(place + 1);
            (least, most) = (least.saturating_sub(inputs + given).max(1), most - given.min(most));
            carried.push(least..=most);
            (least, most) = (least.saturating_mul(2), most.saturating_mul(2));
        }
        carried.reverse();
        carried
    }

    /// Returns the number of literals that enter a place, and the number of constant true inputs
    /// there.
    fn inputs_at(&self, place: usize) -> (usize, usize) {
        let inputs = self.digits.number_at(place);
        match &self.tare {
            Tare::Constant(tare) => (inputs, usize::from(tare >> place & 1 == 1)),
            Tare::Literals(lits) => (inputs + usize::from(place < lits.len()), 0),
        }
    }

    /// Writes and returns the outputs that a place carries to the next place. The place counts its
    /// bits, its bit of the tare, and the outputs in `carried`, which must be those of the place
    /// below and stay unchanged. Every second output of this count is carried on: the k-th carried
    /// output, at index k − 1, is true if the place counts at least 2k. The other direction is not
    /// written. Writes only outputs whose k is in `numbers`. For a lower k, returns a placeholder,
    /// which must not be read. For a k that is higher or cannot be reached, returns nothing.
    /// `place` must be below the last place. Fails if the collector refuses a clause.
    fn write_place(
        &mut self,
        place: usize,
        numbers: RangeInclusive<usize>,
        writer: &mut Writer,
    ) -> Result<Vec<Signal>, Error> {
        let mut lits = self.digits.bits_at(place, writer)?;
        let given = match self.tare.bit(place) {
            Signal::True => 1,
            Signal::False => 0,
            Signal::Lit(tare) => {
                lits.push(tare);
                0
            }
        };
        // The range of the count of the literals and the carried outputs together, without the
        // constant bit of the tare.
        let [least, most] = [*numbers.start(), *numbers.end()]
            .map(|number| number.saturating_mul(2).saturating_sub(given));
        let (left, right) = match self.carried[..] {
            // Nothing is carried to the place, so the halves of the bucket are added.
            [] => {
                let (one, other) = lits.split_at(lits.len() / 2);
                let left = count(one, least.saturating_sub(other.len())..=most, writer)?;
                (left, count(other, least.saturating_sub(one.len())..=most, writer)?)
            }
            _ => {
                let least_counted = least.saturating_sub(self.carried.len());
                (count(&lits, least_counted..=most, writer)?, self.carried.clone())
            }
        };
        let all = most.min(left.len() + right.len());
        let mut outputs = Vec::new();
        for number in (2 - given..=all).step_by(2) {
            let output = match (left.len(), right.len()) {
                _ if number < least => NOT_ASKED_FOR,
                (0, _) => right[number - 1],
                (_, 0) => left[number - 1],
                _ => {
                    let output = writer.defined(|| self.meaning(place, number + given)).into();
                    write_pairs(&left, &right, number, output, writer)?;
                    output
                }
            };
            outputs.push(output);
        }
        Ok(outputs)
    }

    /// Returns the meaning "the weights up to this place, with the tare, add up to at least
    /// `number` units of this place". Only the digits up to this place count: the weights and the
    /// tare are taken modulo twice the unit of this place. If the tare is constant, it reduces the
    /// required weight, which stays at least 0. If the tare has literals, they are terms. Terms of
    /// weight 0 are left out.
    fn meaning(&self, place: usize, number: usize) -> Meaning {
        let modulus = 1_u128 << (place + 1);
        let mut terms: Vec<Term> = self
            .digits
            .terms()
            .map(|term| Term { weight: term.weight % modulus, lit: term.lit })
            .collect();
        let mut least = number as u128 * (modulus / 2);
        match &self.tare {
            Tare::Constant(tare) => least = least.saturating_sub(tare % modulus),
            Tare::Literals(lits) => {
                terms.extend(
                    lits.iter()
                        .enumerate()
                        .take(place + 1)
                        .map(|(place, &lit)| Term { weight: 1 << place, lit }),
                );
            }
        }
        terms.retain(|term| term.weight > 0);
        Meaning::WeightAtLeast(terms, least)
    }

    /// Returns the meaning "the weights and the tare add up to at least `number` units of the last
    /// place".
    pub fn meaning_of_last(&self, number: usize) -> Meaning {
        self.meaning(self.last, number)
    }

    /// Writes clauses by which `output` is true if the weights and the tare add up to at least
    /// `number` units of the last place. Writes no clause for the other direction. For the number
    /// 0, makes `output` true. If the weights and the tare cannot reach `number` units, writes
    /// nothing. Any other `number` must be in the range that was passed to `write`. Fails if the
    /// collector refuses a clause.
    pub fn write_output(
        &self,
        number: usize,
        output: Signal,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        write_pairs(&self.bucket, &self.carried, number, output, writer)
    }
}

/// A placeholder for an output that is below the requested outputs and is never read.
const NOT_ASKED_FOR: Signal = Signal::True;

/// Counts literals by a totalizer. Returns the outputs "at least 1", "at least 2", and so on. The
/// last output is for the greatest number in `numbers` or for the number of literals, whichever is
/// less. Writes only the outputs in `numbers`. For lower numbers, returns placeholders, which must
/// not be read. An output is true if so many literals are true; the other direction is not written.
/// Returns a single literal unchanged, even if 1 is not in `numbers`. Returns an empty list without
/// literals. Fails if the collector refuses a clause.
fn count(
    lits: &[Lit],
    numbers: RangeInclusive<usize>,
    writer: &mut Writer,
) -> Result<Vec<Signal>, Error> {
    if let [] | [_] = lits {
        return Ok(lits.iter().map(|&lit| lit.into()).collect());
    }
    let (least, most) = numbers.into_inner();
    let (one, other) = lits.split_at(lits.len() / 2);
    let left = count(one, least.saturating_sub(other.len())..=most, writer)?;
    let right = count(other, least.saturating_sub(one.len())..=most, writer)?;
    let mut outputs = Vec::with_capacity(most.min(lits.len()));
    for number in 1..=most.min(lits.len()) {
        if number < least {
            outputs.push(NOT_ASKED_FOR);
            continue;
        }
        let output = writer.defined(|| Meaning::AtLeast(lits.to_vec(), number)).into();
        write_pairs(&left, &right, number, output, writer)?;
        outputs.push(output);
    }
    Ok(outputs)
}

/// Writes a clause for each pair of numbers a and b with a + b = `number`: the left output "at
/// least a" and the right output "at least b" imply `output`. The output "at least a" has the index
/// a − 1, and "at least 0" is true. So for the number 0, makes `output` true. Writes nothing if the
/// lists together have fewer than `number` outputs. Reads the outputs of all pairs, so none of them
/// is allowed to be a placeholder. Fails if the collector refuses a clause.
pub(super) fn write_pairs(
    left: &[Signal],
    right: &[Signal],
    number: usize,
    output: Signal,
    writer: &mut Writer,
) -> Result<(), Error> {
    for count in number.saturating_sub(right.len())..=number.min(left.len()) {
        writer.clause([!output_at(left, count), !output_at(right, number - count), output])?;
    }
    Ok(())
}

/// Returns the output "at least `count`" of a list. For 0, it is constant true.
fn output_at(counts: &[Signal], count: usize) -> Signal {
    match count {
        0 => Signal::True,
        count => counts[count - 1],
    }
}
