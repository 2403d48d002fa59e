//! Sums of two unary digits to a base p: the common part of both modulo totalizers.
//!
//! A sum is p·U + L: U is the quotient and L the remainder of a division by p. A sum of fewer than
//! p literals is L alone, as in the totalizer. The lower digits of a left and a right part (indices
//! l and r) are added modulo p, with a carry c to the upper digit:
//!
//! ```text
//! upper:  Lₗ ≥ i ∧ Lᵣ ≥ j → L ≥ i+j ∨ c            i+j < p
//!         Lₗ ≥ i ∧ Lᵣ ≥ j → c                      i+j = p
//!         Lₗ ≥ i ∧ Lᵣ ≥ j → L ≥ i+j−p              i+j > p
//!         Uₗ ≥ i ∧ Uᵣ ≥ j → U ≥ i+j                (and with c → U ≥ i+j+1)
//! lower:  Lₗ ≤ i ∧ Lᵣ ≤ j → L ≤ i+j                i+j < p−1
//!         Lₗ ≤ i ∧ Lᵣ ≤ j → ¬c                     i+j = p−1
//!         Lₗ ≤ i ∧ Lᵣ ≤ j ∧ c → L ≤ i+j−p          i+j ≥ p
//!         Uₗ ≤ i ∧ Uᵣ ≤ j → U ≤ i+j+1              (and with ¬c → U ≤ i+j)
//! ```
//!
//! The publication has the upper side; the lower side is its dual over the same variables. The
//! output for the count p·q + r is U > q ∨ (U ≥ q ∧ L ≥ r).
//!
//! A carry can be true although the lower digits do not reach p. The sum is then overstated, which
//! is harmless until an upper digit has its greatest value. The publication forbids every
//! combination of digits beyond that value. This code forbids only those that exceed it by one,
//! because an upper digit cannot be overstated by more.

use rustsat::types::Lit;

use super::Side;
use super::cell::OutputCell;
use super::known::CountRange;
use crate::{Error, Meaning, Signal, Writer};

/// A count of literals in two unary digits.
pub(super) struct TwoDigits {
    /// The part that counts all literals, or `None` if there are no literals.
    root: Option<DigitPart>,
    /// The sums of two parts. Each node comes after the nodes of its parts.
    nodes: Vec<DigitNode>,
    /// The number of literals.
    size: usize,
    choose: BaseChoice,
    /// The base p, or `None` before the first requested output.
    base: Option<usize>,
    /// The counts that the promises allow.
    known: CountRange,
    /// The cell of the output "at least j" at index j − 1. If j is a multiple of the base, the
    /// output uses the cell of an upper digit instead.
    outputs: Vec<OutputCell>,
}

/// A function that returns the base for a number of literals and the first requested count. A base
/// below 3 is raised to 3.
type BaseChoice = fn(usize, usize) -> usize;

/// A part of a sum.
#[derive(Clone, Copy)]
enum DigitPart {
    Literal(Lit),
    /// The node with this index.
    Node(usize),
}

/// The sum of two parts.
struct DigitNode {
    parts: [DigitPart; 2],
    /// The number of literals below the node.
    size: usize,
    /// The possible counts of true literals below the node.
    known: CountRange,
    /// The cells of the lower and of the upper digit: "the digit is at least j" has index j − 1.
    digits: [Vec<OutputCell>; 2],
    /// The cell of the carry from the lower digits to the upper one. If no part has an upper digit,
    /// the carry is the upper digit, and this cell is unused.
    carry: OutputCell,
}

/// The position of a cell. It identifies the statement that is true if the cell's signal is true.
#[derive(Clone, Copy)]
enum CellPosition {
    /// The output "at least this many of all literals are true".
    Output(usize),
    /// "This digit of the node with this index is at least this value." The value is at least 1.
    Digit(usize, Digit, usize),
    /// The carry from the lower digits to the upper digit of the node with this index.
    Carry(usize),
}

/// One of the two digits of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digit {
    /// The remainder modulo the base.
    Lower,
    /// The number of whole bases.
    Upper,
}

impl CountRange {
    /// Returns the count whose output determines all outputs with this constant value. If `value`
    /// is true, this is the greatest count that is surely reached; if `value` is false, the least
    /// count that cannot be reached.
    fn edge(self, value: bool) -> usize {
        if value { self.least } else { self.most + 1 }
    }

    /// Returns the range of one digit of the count. The lower digit has a narrower range than 0 to
    /// `base` − 1 only if the upper digit is known.
    fn digit(self, digit: Digit, base: usize) -> CountRange {
        let upper = CountRange { least: self.least / base, most: self.most / base };
        match digit {
            Digit::Upper => upper,
            Digit::Lower if upper.least == upper.most => {
                CountRange { least: self.least % base, most: self.most % base }
            }
            Digit::Lower => CountRange::full(base - 1),
        }
    }
}

impl TwoDigits {
    /// Returns a balanced tree of sums over literals, without clauses. `choose` returns the base
    /// for a number of literals and the first requested count. The first request fixes the base.
    pub(super) fn from_lits(lits: &[Lit], choose: BaseChoice) -> TwoDigits {
        let size = lits.len();
        let mut sum = TwoDigits {
            root: None,
            nodes: Vec::new(),
            size,
            choose,
            base: None,
            known: CountRange::full(size),
            outputs: Vec::new(),
        };
        if !lits.is_empty() {
            sum.root = Some(sum.add_tree(lits));
        }
        sum
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Adds the nodes of a tree over literals, which must not be empty. Returns its root. A single
    /// literal is the root itself and needs no node.
    fn add_tree(&mut self, lits: &[Lit]) -> DigitPart {
        if let [lit] = lits {
            return DigitPart::Literal(*lit);
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        let parts = [self.add_tree(left), self.add_tree(right)];
        let (size, known) = (lits.len(), CountRange::full(lits.len()));
        self.nodes.push(DigitNode {
            parts,
            size,
            known,
            digits: Default::default(),
            carry: OutputCell::EMPTY,
        });
        DigitPart::Node(self.nodes.len() - 1)
    }

    /// Records that at least `count` literals are true (if `is_reached` is true), or that fewer are
    /// true (if it is false). Derives the range of possible counts of each node. Must be called
    /// before any output is requested.
    pub(super) fn promise(&mut self, count: usize, is_reached: bool) {
        self.known.promise(count, is_reached);
        let Some(root) = self.nodes.last_mut() else { return };
        root.known = self.known;
        for node in (0..self.nodes.len()).rev() {
            let DigitNode { parts: [a, b], known, .. } = self.nodes[node];
            for (part, other) in [(a, b), (b, a)] {
                let part_known = known.part(self.size_of(part), self.size_of(other));
                if let DigitPart::Node(part) = part {
                    self.nodes[part].known = part_known;
                }
            }
        }
    }

    /// Writes one side (one implication) of the output "at least `count`", and returns the output.
    /// `count` must be from 1 to the number of literals. The output compares the two digits of the
    /// sum with those of `count`. The first call fixes the base. If promises determine the output,
    /// it is constant. Then only the side that can enforce this constant writes clauses: those of
    /// the promised bound. Without literals, the output is constant false. Fails if `writer`
    /// refuses a clause.
    pub(super) fn output(
        &mut self,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        let Some(root) = self.root else { return Ok(Signal::False) };
        let base = self.base(count);
        if count % base == 0 {
            return self.demand(root, Digit::Upper, count / base, side, writer);
        }
        let value = self.known.value(count);
        if let Some(value) = value {
            let edge = self.known.edge(value);
            if value == (side == Side::Lower) && edge != count {
                self.output(edge, side, writer)?;
            }
            if value == (side == Side::Upper) || edge != count {
                return Ok(value.into());
            }
        }
        let more = self.demand(root, Digit::Upper, count / base + 1, side, writer)?;
        let same = self.demand(root, Digit::Upper, count / base, side, writer)?;
        let lower = self.demand(root, Digit::Lower, count % base, side, writer)?;
        if more == Signal::False && same == Signal::True {
            return Ok(lower);
        }
        let written = self.cell(CellPosition::Output(count)).mark_written(side);
        let output = match value {
            Some(value) => value.into(),
            None => self.signal(CellPosition::Output(count), writer),
        };
        if !written {
            match side {
                Side::Upper => {
                    writer.clause([!more, output])?;
                    writer.clause([!same, !lower, output])?;
                }
                Side::Lower => {
                    writer.clause([same, !output])?;
                    writer.clause([more, lower, !output])?;
                }
            }
        }
        Ok(output)
    }

    /// Returns the base. The first requested count determines the base, which does not change
    /// later. If one digit can express the greatest promised count, the base is one more than the
    /// number of literals.
    fn base(&mut self, count: usize) -> usize {
        let base = self.base.unwrap_or_else(|| {
            let base = (self.choose)(self.size, count).max(3);
            if self.known.most < base { self.size + 1 } else { base }
        });
        *self.base.insert(base)
    }

    fn size_of(&self, part: DigitPart) -> usize {
        match part {
            DigitPart::Literal(_) => 1,
            DigitPart::Node(node) => self.nodes[node].size,
        }
    }

    /// Returns the greatest value of a digit of a part, by its number of literals. As long as no
    /// base is chosen, the base 2 is assumed.
    fn greatest(&self, part: DigitPart, digit: Digit) -> usize {
        let (size, base) = (self.size_of(part), self.base.unwrap_or(2));
        match digit {
            Digit::Lower => size.min(base - 1),
            Digit::Upper => size / base,
        }
    }

    /// Returns the greatest value that the outputs for a digit of a part can express. If a carry
    /// can be true although the lower digits do not reach the base, this is one more than the
    /// digit's greatest possible value. Then clauses have to forbid the greater value.
    fn greatest_claim(&self, part: DigitPart, digit: Digit) -> usize {
        let greatest = self.greatest(part, digit);
        let exact = match part {
            DigitPart::Literal(_) => true,
            DigitPart::Node(node) => digit == Digit::Lower || greatest == 0 || self.is_carry(node),
        };
        if exact { greatest } else { greatest + 1 }
    }

    /// Returns the possible values of a digit of a part. As long as no base is chosen, the base 2
    /// is assumed.
    fn known(&self, part: DigitPart, digit: Digit) -> CountRange {
        let greatest = self.greatest(part, digit);
        let known = match part {
            DigitPart::Literal(_) => CountRange::full(greatest),
            DigitPart::Node(node) => self.nodes[node].known.digit(digit, self.base.unwrap_or(2)),
        };
        CountRange { most: known.most.min(greatest), ..known }
    }

    /// Writes one side (one implication) of the output "a digit of a part is at least `count`",
    /// with all outputs on which it depends. Returns its signal. The signal is constant true if
    /// `count` is 0, constant false if `count` exceeds [`TwoDigits::greatest_claim`], and constant
    /// if promises determine it. If the part is a literal, returns the literal itself, without
    /// clauses. On the side that can enforce a promised constant, the clauses of the promised bound
    /// are written. Skips clauses that are already written. Fails if `writer` refuses a clause.
    fn demand(
        &mut self,
        part: DigitPart,
        digit: Digit,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        if count == 0 {
            return Ok(Signal::True);
        }
        let node = match part {
            _ if count > self.greatest_claim(part, digit) => return Ok(Signal::False),
            DigitPart::Literal(lit) => return Ok(lit.into()),
            DigitPart::Node(node) => node,
        };
        let known = self.known(part, digit);
        let value = known.value(count);
        if let Some(value) = value {
            if value == (side == Side::Upper) {
                return Ok(value.into());
            }
            let edge = known.edge(value);
            if edge != count {
                self.demand(part, digit, edge, side, writer)?;
                return Ok(value.into());
            }
        }
        let written = self.cell(CellPosition::Digit(node, digit, count)).mark_written(side);
        let signal = match value {
            Some(value) => value.into(),
            None => self.signal(CellPosition::Digit(node, digit, count), writer),
        };
        if !written {
            match digit {
                Digit::Lower => self.write_lower(node, count, signal, side, writer)?,
                Digit::Upper if self.is_carry(node) => {
                    self.write_carry(node, signal, side, writer)?;
                }
                Digit::Upper => self.write_upper(node, count, signal, side, writer)?,
            }
        }
        Ok(signal)
    }

    /// Writes one side (one implication) of `signal`, the output "the lower digit of a node is at
    /// least `count`". It depends on the carry and on the lower digits of the node's parts. `count`
    /// must be from 1 to the base minus one. Also writes the outputs of the parts. If the carry has
    /// no variable, takes one, but writes no clause that defines the carry. Fails if `writer`
    /// refuses a clause.
    fn write_lower(
        &mut self,
        node: usize,
        count: usize,
        signal: Signal,
        side: Side,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let base = self.base.unwrap_or(2);
        let carry = self.carry(node, writer);
        match side {
            Side::Upper => {
                self.add(node, Digit::Lower, count, side, [signal, carry], writer)?;
                self.add(node, Digit::Lower, base + count, side, [signal, Signal::False], writer)
            }
            Side::Lower => {
                let without = [!signal, Signal::False];
                self.add(node, Digit::Lower, count - 1, side, without, writer)?;
                self.add(node, Digit::Lower, base + count - 1, side, [!signal, !carry], writer)
            }
        }
    }

    /// Writes one side (one implication) of `signal`, the output "the upper digit of a node is at
    /// least `count`". It depends on the carry and on the upper digits of the node's parts. `count`
    /// must be at least 1, and a part must have an upper digit. Also writes the outputs of the
    /// parts, and this side of the carry if it is not written yet. Fails if `writer` refuses a
    /// clause.
    fn write_upper(
        &mut self,
        node: usize,
        count: usize,
        signal: Signal,
        side: Side,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let carry = self.carry(node, writer);
        if !self.nodes[node].carry.mark_written(side) {
            self.write_carry(node, carry, side, writer)?;
        }
        match side {
            Side::Upper => {
                self.add(node, Digit::Upper, count, side, [signal, Signal::False], writer)?;
                self.add(node, Digit::Upper, count - 1, side, [signal, !carry], writer)
            }
            Side::Lower => {
                if let Some(total) = count.checked_sub(2) {
                    let without = [!signal, Signal::False];
                    self.add(node, Digit::Upper, total, side, without, writer)?;
                }
                self.add(node, Digit::Upper, count - 1, side, [!signal, carry], writer)
            }
        }
    }

    /// Writes one side (one implication) of "the lower digits of a node's parts add up to at least
    /// the base". `carry` is the output. Also writes the parts' outputs. Fails if `writer` refuses
    /// a clause.
    fn write_carry(
        &mut self,
        node: usize,
        carry: Signal,
        side: Side,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let base = self.base.unwrap_or(2);
        match side {
            Side::Upper => self.add(node, Digit::Lower, base, side, [carry, Signal::False], writer),
            Side::Lower => {
                self.add(node, Digit::Lower, base - 1, side, [!carry, Signal::False], writer)
            }
        }
    }

    /// Returns the carry to a node's upper digit. The carry is constant false if the node has fewer
    /// literals than the base. If the parts have no upper digits, the carry is itself the upper
    /// digit; then it is constant if promises determine this digit. If the carry has no variable,
    /// takes one, but writes no clause.
    fn carry(&mut self, node: usize, writer: &mut Writer) -> Signal {
        if self.greatest(DigitPart::Node(node), Digit::Upper) == 0 {
            return Signal::False;
        }
        if !self.is_carry(node) {
            return self.signal(CellPosition::Carry(node), writer);
        }
        match self.known(DigitPart::Node(node), Digit::Upper).value(1) {
            Some(value) => value.into(),
            None => self.signal(CellPosition::Digit(node, Digit::Upper, 1), writer),
        }
    }

    /// Returns the signal of a cell. If the cell is empty, takes a variable for it.
    fn signal(&mut self, place: CellPosition, writer: &mut Writer) -> Signal {
        self.cell(place).signal().unwrap_or_else(|| {
            let lit = writer.defined(|| self.meaning(place));
            self.cell(place).set(lit.into());
            lit.into()
        })
    }

    /// Returns the cell at a position. Extends a list of cells that is too short. The count of the
    /// position must be at least 1.
    fn cell(&mut self, place: CellPosition) -> &mut OutputCell {
        match place {
            CellPosition::Output(count) => OutputCell::get_or_add(&mut self.outputs, count - 1),
            CellPosition::Digit(node, digit, count) => {
                let cells = &mut self.nodes[node].digits[usize::from(digit == Digit::Upper)];
                OutputCell::get_or_add(cells, count - 1)
            }
            CellPosition::Carry(node) => &mut self.nodes[node].carry,
        }
    }

    /// Returns the meaning of the variable at a position. For an output, at least this many of all
    /// literals are true. For an upper digit, at least `count` times the base of the node's
    /// literals are true. For a lower digit, the number of the node's true literals modulo the base
    /// is at least this value. For a carry, these remainders of the node's two parts add up to at
    /// least the base.
    fn meaning(&self, place: CellPosition) -> Meaning {
        let base = self.base.unwrap_or(2);
        match place {
            CellPosition::Output(count) => Meaning::AtLeast(self.lits(), count),
            CellPosition::Digit(node, Digit::Upper, count) => {
                Meaning::AtLeast(self.leaves(DigitPart::Node(node)), count * base)
            }
            CellPosition::Digit(node, Digit::Lower, least) => {
                let parts = vec![self.leaves(DigitPart::Node(node))];
                Meaning::Remainders { parts, base, least }
            }
            CellPosition::Carry(node) => {
                let parts = self.nodes[node].parts.map(|part| self.leaves(part)).to_vec();
                Meaning::Remainders { parts, base, least: base }
            }
        }
    }

    pub(super) fn lits(&self) -> Vec<Lit> {
        self.root.map_or(Vec::new(), |root| self.leaves(root))
    }

    /// Returns the literals of a part from left to right.
    fn leaves(&self, part: DigitPart) -> Vec<Lit> {
        match part {
            DigitPart::Literal(lit) => vec![lit],
            DigitPart::Node(node) => {
                let [left, right] = self.nodes[node].parts;
                [self.leaves(left), self.leaves(right)].concat()
            }
        }
    }

    /// Returns whether the upper digit of a node is the carry itself, since its parts have no upper
    /// digits.
    fn is_carry(&self, node: usize) -> bool {
        let parts = self.nodes[node].parts;
        parts.into_iter().all(|part| self.greatest(part, Digit::Upper) == 0)
    }

    /// Writes clauses for each a and b with a + b = `total`. On the upper side, if the left digit
    /// is at least a and the right digit is at least b, one of the two signals is true. On the
    /// lower side, the condition is that the digits are at most a and at most b. A `total` above
    /// the greatest possible sum is then reduced to that sum. Omits pairs that cannot occur. Also
    /// writes this side of the parts' outputs. If one of the signals is constant true, writes
    /// nothing. Fails if `writer` refuses a clause.
    fn add(
        &mut self,
        node: usize,
        digit: Digit,
        total: usize,
        side: Side,
        [first, second]: [Signal; 2],
        writer: &mut Writer,
    ) -> Result<(), Error> {
        if first == Signal::True || second == Signal::True {
            return Ok(());
        }
        let [left, right] = self.nodes[node].parts;
        let [a, b] = [left, right].map(|part| self.known(part, digit));
        let (of_left, total) = match side {
            Side::Upper => {
                let [most_left, most_right] = [left, right].map(|part| {
                    let past = self.known(part, digit).most + 1;
                    past.min(self.greatest_claim(part, digit))
                });
                let from = a.least.min(total).max(total.saturating_sub(most_right));
                (from..=most_left.min(total - b.least.min(total)).max(a.least.min(total)), total)
            }
            Side::Lower => {
                let total = total.min(a.most + b.most);
                (total.saturating_sub(b.most)..=a.most.min(total), total)
            }
        };
        for of_left in of_left {
            let of_right = total - of_left;
            match side {
                Side::Upper => {
                    let a = self.demand(left, digit, of_left, side, writer)?;
                    if a != Signal::False {
                        let b = self.demand(right, digit, of_right, side, writer)?;
                        writer.clause([!a, !b, first, second])?;
                    }
                }
                Side::Lower => {
                    let a = self.demand(left, digit, of_left + 1, side, writer)?;
                    if a != Signal::True {
                        let b = self.demand(right, digit, of_right + 1, side, writer)?;
                        writer.clause([a, b, first, second])?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rustsat::instances::{BasicVarManager, ManageVars};

    use super::*;
    use crate::Tally;
    use crate::cardinality::tests::lits;

    pub(in super::super) fn written(n: usize, choose: BaseChoice, side: Side) -> (usize, usize) {
        let mut sum = TwoDigits::from_lits(&lits(n), choose);
        let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
        let mut writer = Writer::new(&mut tally, &mut variables);
        for count in 1..=n {
            sum.output(count, side, &mut writer).expect("a tally refuses nothing");
        }
        (tally.clauses, variables.n_used() as usize)
    }

    /// Returns the published number of clauses and of variables. The publication has no lower side.
    /// Here the lower side is assumed to have a clause for each sum of two lower digits, even if
    /// short parts cannot reach the sum.
    fn published(n: usize, base: usize, side: Side) -> (usize, usize) {
        if n == 1 {
            return (0, 0);
        }
        let parts = [n / 2, n - n / 2];
        let (of_parts, variables) = parts
            .map(|part| published(part, base, side))
            .into_iter()
            .fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        let [a, b] = parts.map(|part| part.min(base - 1));
        let lower = a * b + a + b;
        if n < base {
            return (of_parts + lower, variables + n);
        }
        let [alpha, beta] = parts.map(|part| part / base);
        let upper = 2 * (alpha + 1) * (beta + 1) - 1;
        let unreached = if side == Side::Lower { 2 * base - 1 - a - b } else { 0 };
        (of_parts + lower + unreached + upper, variables + base - 1 + n / base + 1)
    }

    /// Each output that is not an upper digit takes a variable and two clauses more than published.
    #[test]
    fn sums_are_at_most_as_large_as_published() {
        const TO_BASE: [(usize, BaseChoice); 4] =
            [(3, |_, _| 3), (4, |_, _| 4), (7, |_, _| 7), (10, |_, _| 10)];
        for (base, choose) in TO_BASE {
            for n in [2, 3, 6, 7, 16, 50, 100, 101] {
                let outputs = (1..=n).filter(|count| count % base != 0 && n >= base).count();
                for side in [Side::Upper, Side::Lower] {
                    let (clauses, variables) = published(n, base, side);
                    let (ours, ours_variables) = written(n, choose, side);
                    assert!(ours <= clauses + 2 * outputs, "{n}, {base}: {ours} > {clauses}");
                    assert!(ours_variables <= variables + outputs, "{n}, {base}");
                }
            }
        }
    }

    #[test]
    fn one_digit_is_of_the_published_size() {
        for n in 2..9 {
            assert_eq!(written(n, |_, _| 9, Side::Upper), published(n, 9, Side::Upper), "{n}");
        }
    }
}
