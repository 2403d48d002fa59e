//! Binary adders: the number of true literals in bits, compared with a bound.
//!
//! The literals are bits of weight one. A full adder (14 clauses) replaces three bits of one weight
//! by two bits: their sum, which has the same weight, and their carry, which has twice the weight.
//! A half adder (7 clauses) adds the last two bits of a weight. The bits of a weight wait in a
//! queue, which keeps the depth logarithmic. If n has e ones and z zeros in binary, the adders take
//! 2(n−e) variables and 14(n−e)−7z clauses: O(n) for every bound. Propagation is not complete.
//!
//! The adders are written as equivalences, so that the literals determine the sum by propagation.
//! The first requested output writes the adders. Only the last sum bit of each weight is written
//! later, for the first output that needs it.
//!
//! The upper side of the output "at least j" (the count implies the output) has a clause for each
//! zero bit of j−1: "the bit, and all higher bits that are ones in j−1, imply the output". The
//! lower side (the output implies the count) has a clause for each one bit of j: "the output
//! implies the bit, or a higher bit that is zero in j". So an output takes O(log n) clauses and one
//! variable.
//!
//! Difference: Warners adds numbers in pairs, which takes more adders. Eén and Sörensson add bits,
//! and optionally write six redundant clauses for each full adder, which make propagation stronger
//! but not complete.
//!
//! Publication: Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive
//! Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT
//! 2006.

use rustsat::types::Lit;

use super::cell::OutputCell;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// The row of the encoding `adder` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<Adder>(
    "adder",
    "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006",
    essay!("adder.rs"),
);

/// The counter of [`adder`](self).
pub struct Adder {
    lits: Vec<Lit>,
    /// The sum of the literals. It has no bits before the first output is requested.
    sum: BinarySum,
    /// The cell of the output "at least j" at index j − 1.
    outputs: Vec<OutputCell>,
}

/// A sum in bits, the lowest first.
pub(crate) struct BinarySum {
    pub bits: Vec<Bit>,
    /// The functions that write the adders.
    gates: AdderGates,
}

/// A bit of a sum. It has a signal, or it is the parity of three addends. In the second case, no
/// clauses define a signal for the bit yet.
pub(crate) enum Bit {
    /// The bit is an input, a constant, or already defined by clauses. This is its signal.
    Known(Signal),
    /// The bit is the parity of these addends, and has no signal yet.
    Parity([Signal; 3]),
}

/// The functions that write the parity and the carry of three bits, where some of these bits can be
/// constant false.
#[derive(Clone, Copy)]
pub(crate) struct AdderGates {
    /// Writes the sum bit: whether an odd number of the addends is true.
    pub parity: Gate,
    /// Writes the carry: whether at least two of the addends are true.
    pub carry: Gate,
}

/// A function that writes the clauses of one output of an adder, and returns the output.
type Gate = fn([Signal; 3], &mut Writer) -> Result<Signal, Error>;

impl Construct for Adder {
    fn from_lits(lits: &[Lit]) -> Adder {
        let outputs = vec![OutputCell::EMPTY; lits.len()];
        let sum = BinarySum::with_gates(AdderGates { parity, carry });
        Adder { lits: lits.to_vec(), sum, outputs }
    }
}

impl Incremental for Adder {}

impl BinarySum {
    pub fn with_gates(gates: AdderGates) -> BinarySum {
        BinarySum { bits: Vec::new(), gates }
    }

    /// Adds the bits of the next binary place by full adders. Returns the carries, which are bits
    /// of the next higher place. There are half as many carries as bits, rounded down. The bit of
    /// the sum at this place is the parity of the last adder. Appends this bit to `bits`, but its
    /// clauses are written only on request. A single bit is itself the bit of the sum. If there are
    /// no bits, the bit of the sum is constant false. The gates must accept each bit as an
    /// argument. Fails if `writer` refuses a clause.
    pub fn add(
        &mut self,
        mut bits: Vec<Signal>,
        writer: &mut Writer,
    ) -> Result<Vec<Signal>, Error> {
        let AdderGates { parity, carry } = self.gates;
        let mut carries = Vec::with_capacity(bits.len() / 2);
        let mut added = 0;
        while let [a, b, c, _, ..] = bits[added..] {
            bits.push(parity([a, b, c], writer)?);
            carries.push(carry([a, b, c], writer)?);
            added += 3;
        }
        let last = match bits[added..] {
            [] => Bit::Known(Signal::False),
            [bit] => Bit::Known(bit),
            [a, b] => Bit::Parity([a, b, Signal::False]),
            [a, b, c, ..] => Bit::Parity([a, b, c]),
        };
        if let Bit::Parity(addends) = last {
            carries.push(carry(addends, writer)?);
        }
        self.bits.push(last);
        Ok(carries)
    }

    /// Returns the signal of the sum's bit at a binary place. Place 0 is the lowest one. If the bit
    /// has no signal yet, writes its parity and stores the signal. Panics if [`BinarySum::add`] has
    /// not added this place yet. Fails if `writer` refuses a clause.
    fn bit(&mut self, place: usize, writer: &mut Writer) -> Result<Signal, Error> {
        let bit = match self.bits[place] {
            Bit::Known(bit) => bit,
            Bit::Parity(addends) => (self.gates.parity)(addends, writer)?,
        };
        self.bits[place] = Bit::Known(bit);
        Ok(bit)
    }

    /// Writes clauses by which a sum above the bound implies `output`. There is one clause for each
    /// zero bit of the bound. The sum exceeds the bound if it has a one at this place, and also at
    /// all higher places at which the bound has a one. Omits clauses that a constant false bit
    /// satisfies; no bit may be constant true. All places of the sum must have been added before
    /// the call, and the bound must have no one above these places. If `output` is constant false,
    /// the clauses forbid such sums. If `output` is constant true, writes nothing. Also writes the
    /// parities of the bits that occur in the clauses. Fails if `writer` refuses a clause.
    pub fn write_violation(
        &mut self,
        bound: u128,
        output: Signal,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        self.compare(output, |place| bound >> place & 1 == 0, |bit| !bit, writer)
    }

    /// Writes a clause for each place that `decides` accepts. The clause consists of `follows`, the
    /// `literal` of the bit at this place, and the `literal` of the bit at each higher place that
    /// `decides` rejects. Omits a clause if a constant satisfies it. So writes nothing if `follows`
    /// is constant true. The `literal` of a constant bit must be constant true. Also writes the
    /// parities of the bits that occur in the clauses. Fails if `writer` refuses a clause.
    fn compare(
        &mut self,
        follows: Signal,
        decides: impl Fn(usize) -> bool,
        literal: impl Fn(Signal) -> Signal,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let mut clause = Vec::with_capacity(self.bits.len() + 1);
        match follows {
            Signal::True => return Ok(()),
            Signal::False => {}
            Signal::Lit(lit) => clause.push(lit),
        }
        let lowest = (0..self.bits.len()).find(|&place| decides(place)).unwrap_or(self.bits.len());
        for place in (lowest..self.bits.len()).rev() {
            match literal(self.bit(place, writer)?) {
                Signal::Lit(lit) => clause.push(lit),
                // The constant satisfies the clause of this place, or the clauses of all lower
                // places.
                Signal::True | Signal::False if decides(place) => continue,
                Signal::True | Signal::False => break,
            }
            if decides(place) {
                writer.lits(&clause)?;
                clause.pop();
            }
        }
        Ok(())
    }
}

/// Takes a variable for the parity of three bits, and returns it. The variable is true if and only
/// if an odd number of the bits is true. Writes this equivalence, which takes eight clauses, or
/// four if the third bit is constant. The first two bits must be literals. Fails if `writer`
/// refuses a clause.
fn parity([a, b, c]: [Signal; 3], writer: &mut Writer) -> Result<Signal, Error> {
    let sum = Signal::from(writer.defined(|| Meaning::odd(&[a, b, c])));
    writer.clause([!a, !b, !c, sum])?;
    writer.clause([!a, b, c, sum])?;
    writer.clause([a, !b, c, sum])?;
    writer.clause([a, b, !c, sum])?;
    writer.clause([a, b, c, !sum])?;
    writer.clause([a, !b, !c, !sum])?;
    writer.clause([!a, b, !c, !sum])?;
    writer.clause([!a, !b, c, !sum])?;
    Ok(sum)
}

/// Takes a variable for the carry of three bits ("at least two of them are true"), and returns it.
/// Writes this equivalence. This takes six clauses, or three if the third bit is constant false. No
/// bit may be constant true. Fails if `writer` refuses a clause.
pub(crate) fn carry([a, b, c]: [Signal; 3], writer: &mut Writer) -> Result<Signal, Error> {
    let carry = Signal::from(writer.defined(|| Meaning::carry(&[a, b, c])));
    writer.clause([!a, !b, carry])?;
    writer.clause([!a, !c, carry])?;
    writer.clause([!b, !c, carry])?;
    writer.clause([a, c, !carry])?;
    writer.clause([b, c, !carry])?;
    if c != Signal::False {
        writer.clause([a, b, !carry])?;
    }
    Ok(carry)
}

impl Counter for Adder {
    fn size(&self) -> usize {
        self.lits.len()
    }

    fn lits(&self) -> Option<Vec<Lit>> {
        Some(self.lits.clone())
    }

    fn promise(&mut self, count: usize, is_reached: bool) {
        if let Some(output) = count.checked_sub(1).and_then(|place| self.outputs.get_mut(place)) {
            output.set(is_reached.into());
        }
    }

    /// Writes one side (one implication) of an output and returns the output, as
    /// [`Counter::output`] demands. If this side is already written, writes nothing. The very first
    /// call also writes the adders, without the last parity of each place. These parities are
    /// written by the first output whose clauses contain them. The first call for a `count` takes a
    /// variable for the output. If a promise made the output constant, the call takes no variable.
    /// Panics if `count` is 0 or exceeds the size. Fails if `writer` refuses a clause.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        if self.sum.bits.is_empty() {
            let mut bits: Vec<Signal> = self.lits.iter().map(|&lit| lit.into()).collect();
            while !bits.is_empty() {
                bits = self.sum.add(bits, writer)?;
            }
        }
        let output = &mut self.outputs[count - 1];
        let signal = output.signal().unwrap_or_else(|| {
            writer.defined(|| Meaning::AtLeast(self.lits.clone(), count)).into()
        });
        output.set(signal);
        if !output.mark_written(side) {
            match side {
                Side::Upper => self.sum.write_violation(count as u128 - 1, signal, writer)?,
                Side::Lower => {
                    self.sum.compare(
                        !signal,
                        |place| count >> place & 1 == 1,
                        |bit| bit,
                        writer,
                    )?;
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
        let mut adder = Adder::from_lits(&lits);
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
                let spared = (0..count.trailing_zeros())
                    .map(|place| match n >> place {
                        1 => (0, 0),
                        bits if bits % 2 == 1 => (1, 8),
                        _ => (1, 4),
                    })
                    .fold((0, 0), |(v, c), (w, d)| (v + w, c + d));
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
            let comparisons: usize = (1..=n)
                .map(|j| digits - (j - 1).count_ones() as usize + j.count_ones() as usize)
                .sum();
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
            cardinality::by_name("adder")
                .expect("a row")
                .encode(&lits, relation, bound, &mut tally, &mut variables)
                .expect("collected");
            assert!(tally.clauses <= 14 * 1000 && variables.n_used() <= 3000, "{tally:?}");
        }
    }
}
