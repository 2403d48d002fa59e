//! Binary adders compute the sum of the weights, and a comparator checks it against the bound.
//!
//! A literal enters each binary place at which its weight has a one. Groups enter a place as in the
//! [global watchdog](super::global_polynomial_watchdog). A full adder replaces three bits of one
//! place by their sum bit and their carry at the next place. A half adder replaces the last two
//! bits of a place. The bits of a place wait in a queue, which keeps the depth logarithmic.
//!
//! For "at most", one direction is enough: the inputs imply the sum bit and the carry. This takes 7
//! of a full adder's 14 clauses and 3 of a half adder's 7 clauses. For n weights of W bits, the
//! encoding takes at most n W full adders, 2 n W variables and 7 n W clauses, for every bound. The
//! final sum bit of a place is written only if the bound needs it.
//!
//! The comparator has one clause for each zero of the bound. The clause says: the sum's bit at this
//! place is false, or a higher bit of the sum is false at which the bound has a one. A search
//! writes a new comparator for each bound, with O(log n W) clauses and one variable. For "exactly",
//! the adders are written as equivalences, and the bits of the sum are fixed. Then all literals
//! together determine every bit.
//!
//! For "at most", propagation is neither complete nor consistent, even if every literal has a
//! value. The reason is that a bit stays undetermined if no clause forces it to be true.
//!
//! Differences: Warners adds numbers in pairs, which takes more adders, and writes equivalences.
//! Eén and Sörensson add bits, as this encoding does. rustsat writes only one direction, as this
//! encoding does.
//!
//! Publication: Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive
//! Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT
//! 2006.

use std::collections::HashMap;

use super::bounder::{define_violation, divide_sum};
use super::digits::Digits;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, Term};
use crate::cardinality::adder::{AdderGates, BinarySum, Bit, carry};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// The row of the encoding `adder` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<Adder>(
    "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006",
    essay!("adder.rs"),
);

/// The construction of [`adder`](self).
pub struct Adder;

impl Construction for Adder {
    const NAME: &'static str = "adder";
    const PROPAGATION: Propagation = Propagation::Neither;
    const TAKES_GROUPS: bool = true;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let mut sum = add_up(&knapsack.groups, UPPER, writer)?;
        sum.write_violation(knapsack.bound, violated, writer)
    }

    fn write_exactly(knapsack: &Knapsack, writer: &mut Writer) -> Result<bool, Error> {
        let terms: Vec<Term> = Digits::from_groups(&knapsack.groups).terms().copied().collect();
        let sum = add_up(&Group::singletons(&terms), AdderGates { parity, carry }, writer)?;
        write_equal(&sum, knapsack.bound, writer)?;
        Ok(true)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        divide_sum(groups, |groups| TightenedAdders { groups, sum: None, asked: HashMap::new() })
    }
}

/// Adders whose inputs imply their outputs, but not conversely.
const UPPER: AdderGates = AdderGates { parity: upper_parity, carry: upper_carry };

/// Writes adders for the weights of the true literals, from the lowest binary place to the highest,
/// and returns their sum. `gates` has the functions that write the adders. Also writes the
/// auxiliary literals of the groups' digits. If several bits enter a place, the sum's bit there has
/// no signal yet, and is written only on request. Fails if `writer` refuses a clause.
fn add_up(groups: &[Group], gates: AdderGates, writer: &mut Writer) -> Result<BinarySum, Error> {
    let mut sum = BinarySum::with_gates(gates);
    let mut carries = Vec::new();
    let mut digits = Digits::from_groups(groups);
    let last = digits.last_bit();
    for place in 0.. {
        if place > last && carries.is_empty() {
            break;
        }
        let here = if place > last { Vec::new() } else { digits.bits_at(place, writer)? };
        let bits = here.into_iter().map(Signal::from).chain(carries).collect();
        carries = sum.add(bits, writer)?;
    }
    Ok(sum)
}

/// Writes that a sum equals a number, without variables for bits that have no signal yet. If the
/// number has more bits than the sum, or has a one at a constant false bit, also writes the empty
/// clause. Fails if `writer` refuses a clause.
fn write_equal(sum: &BinarySum, number: u128, writer: &mut Writer) -> Result<(), Error> {
    for (place, bit) in sum.bits.iter().enumerate() {
        let value = Signal::from(number >> place & 1 == 1);
        match *bit {
            Bit::Known(bit) if value == Signal::True => writer.clause([bit])?,
            Bit::Known(bit) => writer.clause([!bit])?,
            Bit::Parity(inputs @ [a, b, c]) => {
                write_odd(inputs, value, writer)?;
                write_odd([!a, b, c], !value, writer)?;
            }
        }
    }
    if number >> sum.bits.len() == 0 { Ok(()) } else { writer.lits(&[]) }
}

/// Writes the clauses by which three bits imply their sum bit, and returns the sum bit.
fn upper_parity(inputs: [Signal; 3], writer: &mut Writer) -> Result<Signal, Error> {
    let sum = Signal::from(writer.defined(|| Meaning::odd(&inputs)));
    write_odd(inputs, sum, writer)?;
    Ok(sum)
}

/// Writes the sum bit of three bits as an equivalence, and returns it.
fn parity(inputs @ [a, b, c]: [Signal; 3], writer: &mut Writer) -> Result<Signal, Error> {
    let sum = upper_parity(inputs, writer)?;
    write_odd([!a, b, c], !sum, writer)?;
    Ok(sum)
}

/// Writes that `output` is true if an odd number of the inputs is true.
fn write_odd([a, b, c]: [Signal; 3], output: Signal, writer: &mut Writer) -> Result<(), Error> {
    writer.clause([!a, b, c, output])?;
    writer.clause([a, !b, c, output])?;
    writer.clause([a, b, !c, output])?;
    writer.clause([!a, !b, !c, output])
}

/// Writes the clauses by which three bits imply their carry, and returns the carry. No bit may be
/// constant true.
fn upper_carry([a, b, c]: [Signal; 3], writer: &mut Writer) -> Result<Signal, Error> {
    let carry = Signal::from(writer.defined(|| Meaning::carry(&[a, b, c])));
    writer.clause([!a, !b, carry])?;
    writer.clause([!a, !c, carry])?;
    writer.clause([!b, !c, carry])?;
    Ok(carry)
}

/// A sum whose adders serve all bounds. Each bound has its own comparator.
struct TightenedAdders {
    groups: Vec<Group>,
    /// The adders, or `None` before the first requested bound.
    sum: Option<BinarySum>,
    /// For each requested bound, the signal that implies it.
    asked: HashMap<u128, Signal>,
}

impl Bounder for TightenedAdders {
    /// Returns one signal that implies a sum of at most `bound`. `bound` must be less than the
    /// greatest possible sum. The signal is the negation of a variable, and a sum above `bound`
    /// implies this variable. The first call writes the adders. The first call for a bound takes
    /// the variable and writes its clauses. Fails if `writer` refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        if let Some(&signal) = self.asked.get(&bound) {
            return Ok(vec![signal]);
        }
        if self.sum.is_none() {
            self.sum = Some(add_up(&self.groups, UPPER, writer)?);
        }
        let sum = self.sum.as_mut().expect("added up above");
        let violated = define_violation(&self.groups, bound, writer);
        sum.write_violation(bound, violated, writer)?;
        self.asked.insert(bound, !violated);
        Ok(vec![!violated])
    }
}
