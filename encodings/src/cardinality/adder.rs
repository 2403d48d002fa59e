//! Binary adders: the number of true literals in bits, compared with a bound.
//!
//! The literals are bits of weight one. A full adder (14 clauses) replaces three bits of one weight
//! by their sum, of that weight, and their carry, of twice the weight. A half adder (7 clauses)
//! adds the last two bits of a weight. The bits of a weight wait in a queue, which keeps the depth
//! logarithmic. If n has e ones and z zeros in binary, this takes 2(n−e) variables and 14(n−e)−7z
//! clauses: O(n) for every bound. Propagation is not complete.
//!
//! The adders are written as equivalences, so that the literals determine the sum by propagation.
//! The first requested output writes the adders, except the last sum bit of each weight, which is
//! written for the first output that needs it.
//!
//! The upper side of the output "at least j" (the count implies the output) has a clause for each
//! zero bit of j−1: "the bit, and all higher bits that are ones in j−1, imply the output". The
//! lower side (the output implies the count) has a clause for each one bit of j: "the output
//! implies the bit, or a higher bit that is zero in j". This takes O(log n) clauses and one
//! variable.
//!
//! Difference: Warners adds numbers in pairs, which takes more adders. Eén and Sörensson add bits,
//! and may add six redundant clauses to a full adder, which help propagation without completing it.
//!
//! Publication: Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive
//! Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT
//! 2006.

use rustsat::types::Lit;

use super::cell::OutputCell;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// Row `adder` of [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::of::<Adder>(
    "adder",
    "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006",
    essay!("adder.rs"),
);

/// The counter of [`adder`](self).
pub struct Adder {
    lits: Vec<Lit>,
    /// The bits of the sum, the lowest first; empty before the first output.
    sum: Vec<Bit>,
    outputs: Vec<OutputCell>,
}

/// A bit of the sum: its literal, or the three addends of which it is the parity, if no clauses
/// define its literal yet.
enum Bit {
    Literal(Lit),
    Parity([Signal; 3]),
}

impl Construct for Adder {
    fn over(lits: &[Lit]) -> Adder {
        let outputs = vec![OutputCell::EMPTY; lits.len()];
        Adder { lits: lits.to_vec(), sum: Vec::new(), outputs }
    }
}

impl Incremental for Adder {}

impl Adder {
    fn add_up(&mut self, writer: &mut Writer) -> Result<(), Error> {
        if !self.sum.is_empty() {
            return Ok(());
        }
        let mut bits = self.lits.clone();
        while !bits.is_empty() {
            let mut carries = Vec::with_capacity(bits.len() / 2);
            let mut added = 0;
            while let [a, b, c, _, ..] = bits[added..] {
                let addends = [a, b, c].map(Signal::from);
                bits.push(parity(addends, writer)?);
                carries.push(carry(addends, writer)?);
                added += 3;
            }
            let last = match bits[added..] {
                [a, b, c] => Some([a.into(), b.into(), c.into()]),
                [a, b] => Some([a.into(), b.into(), Signal::False]),
                _ => None,
            };
            if let Some(addends) = last {
                carries.push(carry(addends, writer)?);
            }
            self.sum.push(last.map_or(Bit::Literal(bits[added]), Bit::Parity));
            bits = carries;
        }
        Ok(())
    }

    fn bit(&mut self, place: usize, writer: &mut Writer) -> Result<Lit, Error> {
        let lit = match self.sum[place] {
            Bit::Literal(lit) => lit,
            Bit::Parity(addends) => parity(addends, writer)?,
        };
        self.sum[place] = Bit::Literal(lit);
        Ok(lit)
    }

    /// Writes a clause for each place of the sum that `decides` accepts: `follows` holds, or the
    /// `literal` of the bit at this place or at a higher place that `decides` rejects.
    fn compare(
        &mut self,
        follows: Signal,
        decides: impl Fn(usize) -> bool,
        literal: impl Fn(Lit) -> Lit,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let mut clause = Vec::with_capacity(self.sum.len() + 1);
        match follows {
            Signal::True => return Ok(()),
            Signal::False => {}
            Signal::Lit(lit) => clause.push(lit),
        }
        let lowest = (0..self.sum.len()).find(|&place| decides(place)).unwrap_or(self.sum.len());
        for place in (lowest..self.sum.len()).rev() {
            clause.push(literal(self.bit(place, writer)?));
            if decides(place) {
                writer.lits(&clause)?;
                clause.pop();
            }
        }
        Ok(())
    }
}

fn parity([a, b, c]: [Signal; 3], writer: &mut Writer) -> Result<Lit, Error> {
    let lit = writer.defined(|| Meaning::odd(&[a, b, c]));
    let sum = Signal::from(lit);
    writer.clause([!a, !b, !c, sum])?;
    writer.clause([!a, b, c, sum])?;
    writer.clause([a, !b, c, sum])?;
    writer.clause([a, b, !c, sum])?;
    writer.clause([a, b, c, !sum])?;
    writer.clause([a, !b, !c, !sum])?;
    writer.clause([!a, b, !c, !sum])?;
    writer.clause([!a, !b, c, !sum])?;
    Ok(lit)
}

/// Writes and returns the carry of three bits, of which the third may be constant false.
pub(crate) fn carry([a, b, c]: [Signal; 3], writer: &mut Writer) -> Result<Lit, Error> {
    let lit = writer.defined(|| Meaning::carry(&[a, b, c]));
    let carry = Signal::from(lit);
    writer.clause([!a, !b, carry])?;
    writer.clause([!a, !c, carry])?;
    writer.clause([!b, !c, carry])?;
    writer.clause([a, c, !carry])?;
    writer.clause([b, c, !carry])?;
    if c != Signal::False {
        writer.clause([a, b, !carry])?;
    }
    Ok(lit)
}

impl Counter for Adder {
    fn size(&self) -> usize {
        self.lits.len()
    }

    fn lits(&self) -> Option<Vec<Lit>> {
        Some(self.lits.clone())
    }

    fn promise(&mut self, count: usize, holds: bool) {
        if let Some(output) = count.checked_sub(1).and_then(|place| self.outputs.get_mut(place)) {
            output.set(holds.into());
        }
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.add_up(writer)?;
        let output = &mut self.outputs[count - 1];
        let signal = output.signal().unwrap_or_else(|| {
            writer.defined(|| Meaning::AtLeast(self.lits.clone(), count)).into()
        });
        output.set(signal);
        if !output.write(side) {
            match side {
                Side::Upper => {
                    let below = count - 1;
                    self.compare(signal, |place| below >> place & 1 == 0, |bit| !bit, writer)?;
                }
                Side::Lower => {
                    self.compare(!signal, |place| count >> place & 1 == 1, |bit| bit, writer)?;
                }
            }
        }
        Ok(signal)
    }
}

#[cfg(test)]
mod tests {
    use rustsat::instances::{BasicVarManager, ManageVars};
    use rustsat::types::Var;

    use super::*;
    use crate::Relation::{AtLeast, AtMost};
    use crate::{Tally, cardinality};

    fn size(n: usize, asked: &[(usize, Side)]) -> (usize, usize) {
        let count = u32::try_from(n).expect("a small number");
        let lits: Vec<Lit> = (0..count).map(Lit::positive).collect();
        let mut variables = BasicVarManager::from_next_free(Var::new(count));
        let mut tally = Tally::default();
        let mut adder = Adder::over(&lits);
        let mut writer = Writer::new(&mut tally, &mut variables);
        for &(count, side) in asked {
            adder.output(count, side, &mut writer).expect("collected");
        }
        (variables.n_used() as usize - n, tally.clauses)
    }

    fn of_adders(n: usize) -> (usize, usize) {
        let added = n - n.count_ones() as usize;
        let digits = n.ilog2() as usize + 1;
        let zeros = digits - n.count_ones() as usize;
        (2 * added, 14 * added - 7 * zeros)
    }

    #[test]
    fn an_odd_count_needs_all_adders_and_a_clause_for_each_bit_that_decides() {
        for n in 1..=40_usize {
            let digits = n.ilog2() as usize + 1;
            let (variables, clauses) = of_adders(n);
            for count in (1..=n).step_by(2) {
                let ones = count.count_ones() as usize;
                let upper = (variables + 1, clauses + digits + 1 - ones);
                let lower = (variables + 1, clauses + ones);
                assert_eq!(size(n, &[(count, Side::Upper)]), upper, "{count} of {n}");
                assert_eq!(size(n, &[(count, Side::Lower)]), lower, "{count} of {n}");
            }
        }
    }

    #[test]
    fn an_even_count_needs_no_sum_below_its_lowest_bit() {
        for n in 2..=40_usize {
            let (variables, clauses) = of_adders(n);
            for count in (2..=n).step_by(2) {
                let spared = (0..count.trailing_zeros()).map(|place| match n >> place {
                    1 => (0, 0),
                    bits if bits % 2 == 1 => (1, 8),
                    _ => (1, 4),
                });
                let spared = spared.fold((0, 0), |(v, c), (w, d)| (v + w, c + d));
                let ones = count.count_ones() as usize;
                let lower = (variables + 1 - spared.0, clauses + ones - spared.1);
                assert_eq!(size(n, &[(count, Side::Lower)]), lower, "{count} of {n}");
            }
        }
    }

    #[test]
    fn all_outputs_share_the_adders() {
        for n in 1..=40_usize {
            let digits = n.ilog2() as usize + 1;
            let all: Vec<(usize, Side)> =
                (1..=n).rev().flat_map(|j| [(j, Side::Upper), (j, Side::Lower)]).collect();
            let (variables, clauses) = of_adders(n);
            let decide =
                |j: usize| digits - (j - 1).count_ones() as usize + j.count_ones() as usize;
            let comparisons: usize = (1..=n).map(decide).sum();
            let twice = [&all[..], &all[..]].concat();
            assert_eq!(size(n, &twice), (variables + n, clauses + comparisons), "n = {n}");
        }
    }

    #[test]
    fn long_sums_are_linear() {
        for (relation, bound) in [(AtMost, 333), (AtLeast, 667), (AtMost, 512)] {
            let lits: Vec<Lit> = (0..1000).map(Lit::positive).collect();
            let mut variables = BasicVarManager::from_next_free(Var::new(1000));
            let mut tally = Tally::default();
            cardinality::named("adder")
                .expect("a row")
                .encode(&lits, relation, bound, &mut tally, &mut variables)
                .expect("collected");
            assert!(tally.clauses <= 14 * 1000 && variables.n_used() <= 3000, "{tally:?}");
        }
    }
}
