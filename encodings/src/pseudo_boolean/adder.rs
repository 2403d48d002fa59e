//! Binary adders compute the sum of the weights, and a comparator checks it against the bound.
//!
//! A literal enters each binary place at which its weight has a one. Groups enter a place as in the
//! [global watchdog](super::global_polynomial_watchdog). A full adder replaces three bits of one
//! place by their sum bit and their carry at the next place, a half adder the last two bits. The
//! bits of a place wait in a queue, which keeps the depth logarithmic.
//!
//! For "at most", one direction is enough: the inputs imply sum bit and carry. This takes 7 of a
//! full adder's 14 clauses and 3 of a half adder's 7. For n weights of W bits it takes at most n W
//! full adders, 2 n W variables and 7 n W clauses, for every bound. The final sum bit of a place is
//! written only if the bound needs it.
//!
//! The comparator has one clause for each zero of the bound: the sum's bit at this place, or a
//! higher bit at which the bound has a one, is false. A search writes a new comparator for each
//! bound, with O(log n W) clauses and one variable. For "exactly", the adders are written as
//! equivalences, and the bits of the sum are fixed. Then all literals together determine every bit.
//!
//! For "at most", propagation is neither complete nor consistent, even if every literal has a
//! value: a bit that is not forced to be true stays undetermined.
//!
//! Differences: Warners adds numbers in pairs, which takes more adders, and writes equivalences.
//! Eén and Sörensson also add bits, and rustsat also writes only one direction.
//!
//! Publication: Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive
//! Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT
//! 2006.

use std::collections::{HashMap, VecDeque};

use super::bounder::{beyond, divided};
use super::digits::Digits;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, Term};
use crate::cardinality::adder::carry;
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// Row `adder` of [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::of::<Adder>(
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
        let mut bits = WeightBits::of(&knapsack.groups, AdderSides::Upper, writer)?;
        bits.write_beyond(knapsack.bound, violated, writer)
    }

    fn write_exactly(knapsack: &Knapsack, writer: &mut Writer) -> Result<bool, Error> {
        let terms: Vec<Term> = Digits::of(&knapsack.groups).terms().copied().collect();
        let bits = WeightBits::of(&Group::each(&terms), AdderSides::Both, writer)?;
        bits.write_equal(knapsack.bound, writer)?;
        Ok(true)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        divided(groups, |groups| TightenedAdders { groups, bits: None, asked: HashMap::new() })
    }
}

struct WeightBits {
    sum: Vec<WeightBit>,
    sides: AdderSides,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AdderSides {
    Upper,
    Both,
}

enum WeightBit {
    Known(Signal),
    Sum([Signal; 3]),
}

impl WeightBits {
    /// Adds the bits of all weights by full adders, place after place. The last sum of each place
    /// is written only on request.
    fn of(groups: &[Group], sides: AdderSides, writer: &mut Writer) -> Result<WeightBits, Error> {
        let mut sum = Vec::new();
        let mut carries = VecDeque::new();
        let mut digits = Digits::of(groups);
        let last = digits.last_bit();
        for place in 0.. {
            if place > last && carries.is_empty() {
                break;
            }
            let here = if place > last { Vec::new() } else { digits.bits_at(place, writer)? };
            let mut bits: VecDeque<Signal> = here.into_iter().map(Signal::from).collect();
            bits.extend(std::mem::take(&mut carries));
            while bits.len() > 3 {
                let three: Vec<Signal> = bits.drain(..3).collect();
                let three = [three[0], three[1], three[2]];
                bits.push_back(write_sum(three, sides, writer)?);
                carries.push_back(write_carry(three, sides, writer)?);
            }
            let bits: Vec<Signal> = bits.into();
            let last = match bits[..] {
                [] => WeightBit::Known(Signal::False),
                [bit] => WeightBit::Known(bit),
                [a, b] => WeightBit::Sum([a, b, Signal::False]),
                _ => WeightBit::Sum([bits[0], bits[1], bits[2]]),
            };
            if let WeightBit::Sum(inputs) = last {
                carries.push_back(write_carry(inputs, sides, writer)?);
            }
            sum.push(last);
        }
        Ok(WeightBits { sum, sides })
    }

    fn bit(&mut self, place: usize, writer: &mut Writer) -> Result<Signal, Error> {
        let bit = match self.sum[place] {
            WeightBit::Known(bit) => bit,
            WeightBit::Sum(inputs) => write_sum(inputs, self.sides, writer)?,
        };
        self.sum[place] = WeightBit::Known(bit);
        Ok(bit)
    }

    fn write_equal(&self, number: u128, writer: &mut Writer) -> Result<(), Error> {
        for (place, bit) in self.sum.iter().enumerate() {
            let value = Signal::from(number >> place & 1 == 1);
            match *bit {
                WeightBit::Known(bit) if value == Signal::True => writer.clause([bit])?,
                WeightBit::Known(bit) => writer.clause([!bit])?,
                WeightBit::Sum(inputs @ [a, b, c]) => {
                    write_odd(inputs, value, writer)?;
                    write_odd([!a, b, c], !value, writer)?;
                }
            }
        }
        if number >> self.sum.len() == 0 { Ok(()) } else { writer.lits(&[]) }
    }

    /// Writes clauses by which a sum above the bound implies `output`. Each zero of the bound has
    /// one: a sum with a one at this place and at all higher ones of the bound exceeds the bound.
    fn write_beyond(
        &mut self,
        bound: u128,
        output: Signal,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let lowest = usize::try_from(bound.trailing_ones()).expect("128 places at most");
        let mut clause = Vec::from_iter(match output {
            Signal::Lit(lit) => Some(lit),
            Signal::True | Signal::False => None,
        });
        for place in (lowest..self.sum.len()).rev() {
            let is_one = bound >> place & 1 == 1;
            match self.bit(place, writer)? {
                Signal::Lit(bit) => clause.push(!bit),
                // From here on, the sum stays below the bound.
                _ if is_one => break,
                _ => continue,
            }
            if !is_one {
                writer.lits(&clause)?;
                clause.pop();
            }
        }
        Ok(())
    }
}

/// Writes and returns the low bit of the sum of three bits, some of which may be constant false.
fn write_sum(inputs: [Signal; 3], sides: AdderSides, writer: &mut Writer) -> Result<Signal, Error> {
    let sum = Signal::from(writer.defined(|| Meaning::odd(&inputs)));
    write_odd(inputs, sum, writer)?;
    if sides == AdderSides::Both {
        let [a, b, c] = inputs;
        write_odd([!a, b, c], !sum, writer)?;
    }
    Ok(sum)
}

fn write_odd([a, b, c]: [Signal; 3], output: Signal, writer: &mut Writer) -> Result<(), Error> {
    writer.clause([!a, b, c, output])?;
    writer.clause([a, !b, c, output])?;
    writer.clause([a, b, !c, output])?;
    writer.clause([!a, !b, !c, output])
}

/// Writes and returns the high bit of the sum of three bits; the third may be constant false.
fn write_carry(
    [a, b, c]: [Signal; 3],
    sides: AdderSides,
    writer: &mut Writer,
) -> Result<Signal, Error> {
    if sides == AdderSides::Both {
        return Ok(carry([a, b, c], writer)?.into());
    }
    let carry = Signal::from(writer.defined(|| Meaning::carry(&[a, b, c])));
    writer.clause([!a, !b, carry])?;
    writer.clause([!a, !c, carry])?;
    writer.clause([!b, !c, carry])?;
    Ok(carry)
}

struct TightenedAdders {
    groups: Vec<Group>,
    bits: Option<WeightBits>,
    asked: HashMap<u128, Signal>,
}

impl Bounder for TightenedAdders {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        if let Some(&holds) = self.asked.get(&bound) {
            return Ok(vec![holds]);
        }
        if self.bits.is_none() {
            self.bits = Some(WeightBits::of(&self.groups, AdderSides::Upper, writer)?);
        }
        let bits = self.bits.as_mut().expect("added up above");
        let violated = beyond(&self.groups, bound, writer);
        bits.write_beyond(bound, violated, writer)?;
        self.asked.insert(bound, !violated);
        Ok(vec![!violated])
    }
}
