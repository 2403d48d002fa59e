//! The totalizer: a tree in which each node counts the true leaves below it, in unary.
//!
//! A node over children with a and b leaves has a+b outputs. There are two implications between the
//! children's values and the outputs, and each takes a clause for each pair of values. All outputs
//! of a balanced tree over n = 2ᵐ literals take n·m variables and O(n²) clauses. For a bound k, a
//! node has at most k outputs (k-simplification), which takes O(n k) clauses. If r literals are not
//! below a node, only the node's outputs between k−r and k+1 are needed, so bounds near n are as
//! cheap as bounds near 0. Propagation is complete for lower and upper bounds. If outputs are
//! requested one by one, this is the incremental totalizer of Martins et al. (2014).
//!
//! A leaf is a literal, or a line: a list of literals that any other encoding counts. The tree is
//! balanced or a chain. So a counter can add the sums of a board's rows. If other clauses state the
//! parity of a line, its count is always even or always odd. Then the sum of such lines also needs
//! only every second output.
//!
//! rustsat's own totalizer writes the same clauses, with one allocation for each clause, and allows
//! only literals as leaves.
//!
//! Publication: Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints,
//! CP 2003; incremental: Martins, Joshi, Manquinho and Lynce, Incremental Cardinality Constraints
//! for MaxSAT, CP 2014.

use rustsat::types::Lit;

use super::cell::OutputCell;
use super::{Cardinality, Construct, Counter, Incremental, Side};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// The row of the encoding `totalizer` in the table [`ALL`](super::ALL).
pub const ROW: Cardinality = Cardinality::for_counter::<Totalizer>(
    "totalizer",
    "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003; incremental: Martins, Joshi, Manquinho and Lynce, Incremental Cardinality Constraints for MaxSAT, CP 2014",
    essay!("totalizer.rs"),
);

/// The shape of a totalizer's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum TotalizerShape {
    /// A tree of logarithmic depth.
    Balanced,
    /// A chain, which adds one leaf after the other.
    Chained,
}

/// A leaf of a totalizer: literals with a counter of their own.
pub struct Leaf {
    /// The counter of the literals. Its outputs are requested only when the totalizer needs them.
    pub counter: Box<dyn Counter>,
    /// Whether an odd number of the literals is true, or `None` if this is unknown. Other clauses
    /// must state the parity.
    pub odd: Option<bool>,
}

/// The counter of [`totalizer`](self).
pub struct Totalizer {
    /// The nodes: first the leaves, then the sums, each after its parts. The last node is the root.
    nodes: Vec<CountNode>,
    /// The greatest possible count.
    size: usize,
}

/// A node, which counts the true literals below it.
struct CountNode {
    /// The values that the count can have.
    values: SumValues,
    sum: TotalizerSum,
    /// The cell of the output "at least j" at index j − 1. A node that is a line uses only the
    /// marks of written sides, not the signals.
    outputs: Vec<OutputCell>,
}

/// The source of a node's count.
enum TotalizerSum {
    /// The count is 1 if this literal is true, and otherwise 0.
    Literal(Lit),
    /// Literals with a counter of their own.
    Line(Box<dyn Counter>),
    /// The sum of the nodes with these indices.
    Nodes(usize, usize),
}

/// The possible values of a sum: all values of a range, or every other value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SumValues {
    /// The least value.
    first: usize,
    /// The difference between neighbouring values: 1 or 2.
    step: usize,
    /// The greatest value.
    last: usize,
}

impl SumValues {
    /// Returns all values from 0 to `size`.
    fn up_to(size: usize) -> SumValues {
        SumValues { first: 0, step: 1, last: size }
    }

    /// Returns the odd values (if `odd`) or the even values (otherwise) from 0 to `size`. If there
    /// is no such value, returns all values.
    fn with_parity(odd: bool, size: usize) -> SumValues {
        let first = usize::from(odd);
        if first > size {
            // No count has this parity. The clauses that state the parity contain this
            // contradiction.
            return SumValues::up_to(size);
        }
        SumValues { first, step: 2, last: size - (size - first) % 2 }
    }

    /// Returns the possible values of a sum of two counts. If only one of the counts has gaps, the
    /// sum is treated as having no gaps.
    fn plus(self, other: SumValues) -> SumValues {
        let step = self.step.min(other.step);
        SumValues { first: self.first + other.first, step, last: self.last + other.last }
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (self.first..=self.last).step_by(self.step)
    }

    /// Returns the least value that is at least `count`, or `None` if all values are less.
    fn ceiling(self, count: usize) -> Option<usize> {
        let value = self.first + count.saturating_sub(self.first).next_multiple_of(self.step);
        (value <= self.last).then_some(value)
    }

    /// Returns the greatest value less than `count`, or `None` if no value is less.
    fn predecessor(self, count: usize) -> Option<usize> {
        let room = count.checked_sub(self.first + 1)?;
        Some((self.first + room - room % self.step).min(self.last))
    }
}

impl Construct for Totalizer {
    fn from_lits(lits: &[Lit]) -> Totalizer {
        let leaves = lits
            .iter()
            .map(|&lit| CountNode::new(SumValues::up_to(1), TotalizerSum::Literal(lit)))
            .collect();
        Totalizer::from_nodes(leaves, TotalizerShape::Balanced)
    }
}

impl Incremental for Totalizer {}

impl Totalizer {
    /// Returns a counter of the sum of several lines. The counter adds the lines in the given
    /// shape, from left to right. Writes no clause yet. Omits the outputs for counts that are
    /// impossible because the parity of a line is known.
    pub fn from_leaves(lines: Vec<Leaf>, addition: TotalizerShape) -> Totalizer {
        let leaves = lines
            .into_iter()
            .map(|line| {
                let size = line.counter.size();
                let values = line
                    .odd
                    .map_or(SumValues::up_to(size), |odd| SumValues::with_parity(odd, size));
                CountNode::new(values, TotalizerSum::Line(line.counter))
            })
            .collect();
        Totalizer::from_nodes(leaves, addition)
    }

    /// Returns a totalizer that adds leaves in the given shape. If there are no leaves, it has no
    /// nodes.
    fn from_nodes(leaves: Vec<CountNode>, addition: TotalizerShape) -> Totalizer {
        let size = leaves.iter().map(CountNode::size).sum();
        let count = leaves.len();
        let mut totalizer = Totalizer { nodes: leaves, size };
        if count > 0 {
            match addition {
                TotalizerShape::Balanced => _ = totalizer.balance(0, count),
                TotalizerShape::Chained => {
                    _ = (1..count).fold(0, |sum, leaf| totalizer.add(sum, leaf))
                }
            }
        }
        totalizer
    }

    /// Adds a balanced tree over the leaves from `from` to `to` − 1, which must not be empty.
    /// Returns the index of its root.
    fn balance(&mut self, from: usize, to: usize) -> usize {
        if to - from == 1 {
            return from;
        }
        let middle = from.midpoint(to);
        let left = self.balance(from, middle);
        let right = self.balance(middle, to);
        self.add(left, right)
    }

    /// Adds the sum of two nodes as a node. Returns its index.
    fn add(&mut self, left: usize, right: usize) -> usize {
        let values = self.nodes[left].values.plus(self.nodes[right].values);
        self.nodes.push(CountNode::new(values, TotalizerSum::Nodes(left, right)));
        self.nodes.len() - 1
    }

    /// Writes one side (one implication) of the output "the count of a node is at least `count`",
    /// with all outputs on which it depends. Returns the signal of the output. Skips clauses that
    /// are already written. The signal is a constant if the possible values of the node, or a
    /// promise to the root, determine it. If `count` is between two possible values, the greater of
    /// them is used instead. Fails if `writer` refuses a clause.
    fn demand(
        &mut self,
        node: usize,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        let values = self.nodes[node].values;
        if count <= values.first {
            return Ok(Signal::True);
        }
        let Some(count) = values.ceiling(count) else { return Ok(Signal::False) };
        match self.nodes[node].sum {
            TotalizerSum::Literal(lit) => Ok(lit.into()),
            TotalizerSum::Line(_) => self.nodes[node].demand_line(count, side, writer),
            TotalizerSum::Nodes(left, right) => {
                let signal = match self.nodes[node].output(count).signal() {
                    Some(signal) => signal,
                    None => self.define_output(node, count, writer),
                };
                if !self.nodes[node].output(count).mark_written(side) {
                    let sum = (left, right, count, signal);
                    match side {
                        Side::Upper => self.write_upper(sum, writer)?,
                        Side::Lower => self.write_lower(sum, writer)?,
                    }
                }
                Ok(signal)
            }
        }
    }

    /// Takes a variable for the output "the count of a node is at least `count`" and returns it.
    /// The node must be a sum of two nodes, and the output must have no signal yet. Passes the
    /// variable's meaning to the observer. If a line below the node has no literals to express the
    /// meaning, passes nothing. Writes no clause.
    fn define_output(&mut self, node: usize, count: usize, writer: &mut Writer) -> Signal {
        let lit = writer.fresh();
        writer.define(lit, || {
            Some(Meaning::AtLeast(self.leaves(node)?, count + self.surplus_of(node)))
        });
        self.nodes[node].output(count).set(lit.into());
        lit.into()
    }

    /// Returns the literals below a node from left to right, or `None` if the counter of a line has
    /// no list of literals (see [`Counter::lits`]).
    fn leaves(&self, node: usize) -> Option<Vec<Lit>> {
        let (mut lits, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            match &self.nodes[node].sum {
                TotalizerSum::Literal(lit) => lits.push(*lit),
                TotalizerSum::Line(counter) => lits.extend(counter.lits()?),
                TotalizerSum::Nodes(left, right) => open.extend([*right, *left]),
            }
        }
        Some(lits)
    }

    /// Returns the sum of the surpluses of all lines below a node (see [`Counter::surplus`]).
    fn surplus_of(&self, node: usize) -> usize {
        let (mut surplus, mut open) = (0, vec![node]);
        while let Some(node) = open.pop() {
            match &self.nodes[node].sum {
                TotalizerSum::Literal(_) => {}
                TotalizerSum::Line(counter) => surplus += counter.surplus(),
                TotalizerSum::Nodes(left, right) => open.extend([*right, *left]),
            }
        }
        surplus
    }

    /// Writes clauses for each minimal pair a, b with a + b ≥ `count`: if the left sum is at least
    /// a and the right sum is at least b, `signal` is true. `signal` means "the sum is at least
    /// `count`". Also writes the upper sides of the outputs of both parts. `left` and `right` are
    /// indices of nodes. Fails if `writer` refuses a clause.
    fn write_upper(
        &mut self,
        (left, right, count, signal): (usize, usize, usize, Signal),
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let (of_left, of_right) = (self.nodes[left].values, self.nodes[right].values);
        let least = of_left.ceiling(count.saturating_sub(of_right.last)).unwrap_or(of_left.last);
        let mut last = None;
        for a in (least..=of_left.last).step_by(of_left.step) {
            let Some(b) = of_right.ceiling(count.saturating_sub(a)) else { continue };
            if last.replace(b) != Some(b) {
                let a = self.demand(left, a, Side::Upper, writer)?;
                let b = self.demand(right, b, Side::Upper, writer)?;
                writer.clause([!a, !b, signal])?;
            }
            if b == of_right.first {
                break;
            }
        }
        Ok(())
    }

    /// Writes clauses for each maximal pair a, b with a + b < `count`: if the left sum is at most a
    /// and the right sum is at most b, `signal` is false. `signal` means "the sum is at least
    /// `count`". Also writes the lower sides of the outputs of both parts. `left` and `right` are
    /// indices of nodes. Fails if `writer` refuses a clause.
    fn write_lower(
        &mut self,
        (left, right, count, signal): (usize, usize, usize, Signal),
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let (of_left, of_right) = (self.nodes[left].values, self.nodes[right].values);
        for a in of_left.iter() {
            let Some(b) = of_right.predecessor(count.saturating_sub(a)) else { break };
            let next = a + of_left.step;
            if next <= of_left.last && of_right.predecessor(count.saturating_sub(next)) == Some(b) {
                continue;
            }
            let a = self.demand(left, a + 1, Side::Lower, writer)?;
            let b = self.demand(right, b + 1, Side::Lower, writer)?;
            writer.clause([a, b, !signal])?;
        }
        Ok(())
    }
}

impl CountNode {
    fn new(values: SumValues, sum: TotalizerSum) -> CountNode {
        CountNode { values, sum, outputs: Vec::new() }
    }

    /// Returns the greatest possible count of the node.
    fn size(&self) -> usize {
        match &self.sum {
            TotalizerSum::Literal(_) => 1,
            TotalizerSum::Line(counter) => counter.size(),
            TotalizerSum::Nodes(..) => self.values.last,
        }
    }

    fn output(&mut self, count: usize) -> &mut OutputCell {
        OutputCell::get_or_add(&mut self.outputs, count - 1)
    }

    /// Writes one side (one implication) of the output "at least `count`" of a line, and returns
    /// the output. If the parity of the line is known and `count` is above 1, "at least `count` −
    /// 1" implies the output. The first call for the upper side also writes a clause for this, and
    /// the upper side of that lesser output. `count` must be at least 1 and one of the line's
    /// possible values. Panics if the node is not a line. Fails if `writer` refuses a clause.
    fn demand_line(
        &mut self,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        let written = self.output(count).mark_written(side);
        let skips = self.values.step == 2 && count > 1 && !written && side == Side::Upper;
        let TotalizerSum::Line(counter) = &mut self.sum else {
            unreachable!("asked of lines only")
        };
        let signal = counter.output(count, side, writer)?;
        if skips {
            let before = counter.output(count - 1, side, writer)?;
            writer.clause([!before, signal])?;
        }
        Ok(signal)
    }
}

impl Counter for Totalizer {
    fn size(&self) -> usize {
        self.size
    }

    fn lits(&self) -> Option<Vec<Lit>> {
        match self.nodes.len() {
            0 => Some(Vec::new()),
            number => self.leaves(number - 1),
        }
    }

    fn surplus(&self) -> usize {
        self.nodes.len().checked_sub(1).map_or(0, |root| self.surplus_of(root))
    }

    /// Records a promise at the root. Must be called before any output is requested, with a `count`
    /// of at least 1. If `count` is not a possible count, the promise is for the next greater
    /// possible count. Only the output "at least" this count becomes constant. If the root is a
    /// line, passes the promise to the line's counter. Does nothing in these cases: there are no
    /// leaves; `count` exceeds every possible count; the root is a literal.
    fn promise(&mut self, count: usize, is_reached: bool) {
        let Some(root) = self.nodes.last_mut() else { return };
        let Some(count) = root.values.ceiling(count) else { return };
        match &mut root.sum {
            TotalizerSum::Literal(_) => {}
            TotalizerSum::Line(counter) => counter.promise(count.max(1), is_reached),
            TotalizerSum::Nodes(..) => root.output(count.max(1)).set(is_reached.into()),
        }
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        self.demand(self.nodes.len() - 1, count, side, writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cardinality::tests::{lits, written};
    use crate::measure::MeasuredConstraint;
    use crate::{Relation, Size};

    /// Returns the published size: a node over a and b leaves has a+b outputs, and (a+1)(b+1) − 1
    /// clauses on each side.
    fn published(n: usize) -> (usize, usize) {
        if n <= 1 {
            return (0, 0);
        }
        let (left, right) = (published(n / 2), published(n - n / 2));
        let clauses = (n / 2 + 1) * (n - n / 2 + 1) - 1;
        (left.0 + right.0 + n, left.1 + right.1 + clauses)
    }

    #[test]
    fn all_outputs_are_the_published_size() {
        for n in 0..=40 {
            let size = |sides: &[Side]| written(Totalizer::from_lits(&lits(n)), 1..=n, sides);
            let (variables, clauses) = published(n);
            assert_eq!(size(&[Side::Upper]), (clauses, variables), "{n}");
            assert_eq!(size(&[Side::Upper, Side::Lower]), (2 * clauses, variables), "{n}");
        }
        assert_eq!(published(32).0, 32 * 5, "n log n outputs");
    }

    #[test]
    fn bounds_near_none_and_near_all_are_equally_cheap() {
        for n in [20, 33] {
            for k in 1..n - 1 {
                let at_most = |k| MeasuredConstraint::Cardinality(ROW, Relation::AtMost, k).size(n);
                let Size { variables, clauses, .. } = at_most(k).expect("a form for it");
                let published = published(n);
                assert!(variables < published.0 && clauses < published.1, "{k} of {n}");
                let other = at_most(n - 1 - k).expect("a form for it").clauses;
                assert!(clauses.abs_diff(other) * 4 <= clauses + other, "{k} of {n}: {other}");
            }
        }
    }
}
