//! The common part of the sorting networks: comparators that are written on request.
//!
//! A comparator has two inputs a and b and two ends (outputs). The greater end g is the disjunction
//! of the inputs, and the lesser end l is their conjunction. When an end is written, all ends on
//! which it depends are written, too. Only one side is written at a time: the inputs imply the ends
//! (upper side), or the ends imply the inputs (lower side).
//!
//! ```text
//! upper:  a → g    b → g    a ∧ b → l
//! lower:  l → a    l → b    g → a ∨ b
//! ```
//!
//! So a comparator that no output needs is never written. In publications, the construction has to
//! remove such comparators (partial evaluation of the network). Every network works for any number
//! of literals, without padding.
//!
//! A promised bound makes some wires (literals and ends) constant. Let d and e be the merges of the
//! odd and of the even places (see [`SortingNetwork`]). If at most M wires of a merged sequence are
//! true, at most ⌊M/2⌋ + 1 wires of d and ⌊M/2⌋ wires of e are true. If one input of a comparator
//! is constant, each end is the other input or a constant, and takes no variable. Several wires of
//! a sequence can be constant false. Then only the first of them has clauses, which keep the later
//! wires false. Likewise, only the last constant true wire has clauses.
//!
//! The window of a network (see [`WindowedNetwork`]) is a range of counts. No output is requested
//! for a count outside the window. Like a promise, the window limits the counts that each part
//! distinguishes. But no clause enforces this limit: if more literals of a part are true than the
//! limit allows, this changes no output in the window.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rustsat::types::Lit;

use super::Side;
use super::cell::OutputCell;
use super::known::CountRange;
use crate::{Error, Meaning, Signal, Writer};

use crate::observe::WireValue;
use crate::observe::network::{
    ComparatorOutput, Pairs, Sequence, SortedMerge, SortingNetwork, Wire, WireSource, to_u32,
    to_usize,
};

/// A sorting network whose comparators are written on request.
pub(super) struct Network {
    /// The comparators, which the observer of a proof shares.
    structure: Arc<SortingNetwork>,
    /// The counts that the promises allow. Clauses enforce them.
    promise: CountRange,
    /// The window: outputs are requested only for counts from `least` + 1 to `most`. No clause
    /// enforces this range.
    window: CountRange,
    /// The written part of each merge, in the order of the structure's merges.
    merges: Vec<WrittenMerge>,
    /// For each list of comparators, the possible counts of its true inputs.
    pairs: Vec<CountRange>,
    /// The cells of the ends of all lists' comparators. A list begins at its `Pairs::first`.
    splits: Vec<OutputCell>,
}

/// The written part of a merge.
struct WrittenMerge {
    /// The possible counts of true wires in the merged sequence.
    known: CountRange,
    /// The number of levels of the merge.
    levels: u32,
    /// The cells of the ends. The end of a level at a place has the index `place` · `levels` +
    /// `level`. The list can be shorter; then the missing cells are empty.
    ends: Vec<OutputCell>,
}

impl CountRange {
    /// Returns the range of the counts that are in both ranges.
    fn intersect(self, other: CountRange) -> CountRange {
        CountRange { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    /// Returns the constant value of all greater ends (if `which` is 0) or of all lesser ends (if
    /// `which` is 1) of a list of comparators. The list has `size` inputs, and `self` is the range
    /// of their count. Returns `None` if the ends are not constant.
    fn end_value(self, size: usize, which: usize) -> Option<bool> {
        if self.most <= which {
            Some(false)
        } else if self.least + 1 >= size + which {
            Some(true)
        } else {
            None
        }
    }

    /// Returns the range for the merge of the odd places, from this range for the whole merge. The
    /// first place is odd.
    fn odd(self) -> CountRange {
        let most = if self.most == 0 { 0 } else { self.most / 2 + 1 };
        CountRange { least: self.least.div_ceil(2), most }
    }

    /// Returns the range for the merge of the even places, from this range for the whole merge. The
    /// second place is even.
    fn even(self) -> CountRange {
        CountRange { least: self.least.div_ceil(2).saturating_sub(1), most: self.most / 2 }
    }

    /// Returns the ranges for the greater and for the lesser ends of comparators, from this range
    /// for their inputs. The argument has the number of greater ends and the number of lesser ends.
    fn end_ranges(self, [greater, lesser]: [usize; 2]) -> [CountRange; 2] {
        let of_greater = self.part(greater, lesser);
        [
            CountRange { least: of_greater.least.max(self.least.div_ceil(2)), ..of_greater },
            CountRange { most: self.most / 2, ..self }.part(lesser, greater),
        ]
    }
}

impl WrittenMerge {
    /// Returns the possible counts of true wires at the places that equal `offset` modulo
    /// 2^`level`. Places begin with 0.
    fn known(&self, level: u32, offset: u32) -> CountRange {
        (0..level).fold(
            self.known,
            |known, bit| {
                if offset >> bit & 1 == 0 { known.odd() } else { known.even() }
            },
        )
    }

    /// Returns a copy of the cell of an end, which is empty if the end is not written.
    fn end(&self, level: u32, place: u32) -> OutputCell {
        let index = to_usize(place) * to_usize(self.levels) + to_usize(level);
        self.ends.get(index).copied().unwrap_or(OutputCell::EMPTY)
    }

    fn end_mut(&mut self, level: u32, place: u32) -> &mut OutputCell {
        let index = to_usize(place) * to_usize(self.levels) + to_usize(level);
        OutputCell::get_or_add(&mut self.ends, index)
    }
}

impl Network {
    pub(super) fn lits(&self) -> &[Lit] {
        self.structure.lits()
    }

    pub(super) fn size(&self) -> usize {
        self.lits().len()
    }

    pub(super) fn odd_even(lits: &[Lit], left: fn(usize) -> usize) -> Network {
        Network::from_structure(SortingNetwork::odd_even(lits, left))
    }

    pub(super) fn pairwise(lits: &[Lit]) -> Network {
        Network::from_structure(SortingNetwork::pairwise(lits))
    }

    /// Returns a network with this structure. None of its clauses are written yet.
    fn from_structure(structure: SortingNetwork) -> Network {
        let all = CountRange::full(structure.lits().len());
        let merges = structure
            .merges()
            .iter()
            .map(|merge| WrittenMerge {
                known: CountRange::full(to_usize(merge.sizes[0] + merge.sizes[1])),
                levels: merge.levels(),
                ends: Vec::new(),
            })
            .collect();
        let pairs = structure.pairs().iter();
        Network {
            promise: all,
            window: all,
            merges,
            pairs: pairs.map(|pairs| CountRange::full(to_usize(pairs.size))).collect(),
            splits: vec![OutputCell::EMPTY; structure.splits()],
            structure: Arc::new(structure),
        }
    }

    /// Records a promise, and derives from it the range of possible counts of each part. Clauses
    /// enforce promises.
    pub(super) fn promise(&mut self, count: usize, is_reached: bool) {
        self.promise.promise(count, is_reached);
        self.spread();
    }

    /// Limits the counts for which outputs are requested to a window, and replaces an earlier
    /// window. Must be called before clauses are written.
    pub(super) fn restrict(&mut self, counts: RangeInclusive<usize>) {
        let least = counts.start().saturating_sub(1);
        self.window = CountRange { least, most: *counts.end() };
        self.spread();
    }

    /// Derives the range of possible counts of each part from the range of the whole network. The
    /// promises and the window determine the latter. Does nothing in a network without merges,
    /// which has at most one literal.
    fn spread(&mut self) {
        let Some(Sequence::Merge(_)) = self.structure.root() else { return };
        let Some(root) = self.merges.last_mut() else { return };
        root.known = self.promise.intersect(self.window);
        for (place, merge) in self.structure.merges().iter().enumerate().rev() {
            let SortedMerge { parts, sizes, pairs } = *merge;
            let [a, b] = sizes.map(to_usize);
            let known = self.merges[place].known;
            let of_parts = match pairs {
                None => [known.part(a, b), known.part(b, a)],
                Some(pairs) => {
                    self.pairs[to_usize(pairs)] = known;
                    known.end_ranges([a, b])
                }
            };
            for (part, known) in parts.into_iter().zip(of_parts) {
                if let Sequence::Merge(part) = part {
                    self.merges[to_usize(part)].known = known;
                }
            }
        }
    }

    /// Returns whether the promises alone fix all wires that have this constant value. If not, some
    /// of these wires have the value only because of the window, and no clause may enforce the
    /// value.
    fn is_promised(&self, value: bool) -> bool {
        if value {
            self.promise.least >= self.window.least
        } else {
            self.promise.most <= self.window.most
        }
    }

    /// Writes one side (one implication) of the output "at least `count`", with all ends on which
    /// the output depends, and returns the output. Skips ends whose side is already written. Passes
    /// the new values of wires to the observer. `count` must be in the window and at least 1. For a
    /// `count` above the number of literals, the output is constant false. Fails if `writer`
    /// refuses a clause.
    pub(super) fn output(
        &mut self,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        match self.structure.root() {
            Some(root) if count <= self.size() => {
                self.demand(root.wire(to_u32(count.saturating_sub(1))), side, writer)
            }
            _ => Ok(Signal::False),
        }
    }

    /// Returns the constant value that a promise or the window gives a wire, or `None` if the wire
    /// is not constant. A literal is never constant.
    fn value(&self, wire: Wire) -> Option<bool> {
        match wire {
            Wire::Literal(_) => None,
            Wire::Split { pairs, end } => {
                let Pairs { size, .. } = self.structure.pairs()[to_usize(pairs)];
                self.pairs[to_usize(pairs)].end_value(to_usize(size), to_usize(end % 2))
            }
            Wire::Merged { merge, level, place } => {
                let (offset, index) = (place & ((1 << level) - 1), place >> level);
                self.merges[to_usize(merge)].known(level, offset).value(to_usize(index) + 1)
            }
        }
    }

    /// Returns a wire of the sequence that contains `wire`: the last constant true wire if `value`
    /// is true, or the first constant false wire if `value` is false. The value of the returned
    /// wire implies the values of all wires of the sequence with the same constant value. `wire`
    /// must have the constant `value`. If `wire` is in no merge, returns it unchanged.
    fn edge(&self, wire: Wire, value: bool) -> Wire {
        let Wire::Merged { merge, level, place } = wire else { return wire };
        let offset = place & ((1 << level) - 1);
        let known = self.merges[to_usize(merge)].known(level, offset);
        let index = if value { known.least.saturating_sub(1) } else { known.most };
        Wire::Merged { merge, level, place: offset + (to_u32(index) << level) }
    }

    /// Returns a copy of a wire's cell. The cell of a literal is empty.
    fn end(&self, wire: Wire) -> OutputCell {
        match wire {
            Wire::Literal(_) => OutputCell::EMPTY,
            Wire::Split { pairs, end } => {
                self.splits[self.structure.pairs()[to_usize(pairs)].first + to_usize(end)]
            }
            Wire::Merged { merge, level, place } => self.merges[to_usize(merge)].end(level, place),
        }
    }

    /// Sets the signal of a wire, and marks the clauses of one side (one implication) as written.
    /// Ignores literals.
    fn set(&mut self, wire: Wire, signal: Signal, side: Side) {
        let end = match wire {
            Wire::Literal(_) => return,
            Wire::Split { pairs, end } => {
                let first = self.structure.pairs()[to_usize(pairs)].first;
                &mut self.splits[first + to_usize(end)]
            }
            Wire::Merged { merge, level, place } => {
                self.merges[to_usize(merge)].end_mut(level, place)
            }
        };
        end.set(signal);
        end.mark_written(side);
    }

    /// Writes one side (one implication) of a wire, and passes the wire's value to the observer. If
    /// this side is already written, does neither. Also writes all ends on which the wire depends.
    /// Returns the signal of the wire. A literal is passed to the observer at every call, and so is
    /// a constant that needs no cell. Fails if `writer` refuses a clause.
    fn demand(&mut self, wire: Wire, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        let end = self.end(wire);
        let is_written = end.is_written(side);
        if let Some(signal) = end.signal().filter(|_| is_written) {
            return Ok(signal);
        }
        let signal = self.write(wire, side, writer)?;
        writer.wire(&self.structure, wire, WireValue::Signal(signal));
        Ok(signal)
    }

    /// Writes one side (one implication) of an end, and of all ends on which it depends. Marks this
    /// side as written. Returns the end's signal, which is constant if a promise, the window or the
    /// inputs of the end fix it. A constant without comparator clauses of its own is not marked. A
    /// wire that is a literal or equals another wire has the signal of that literal or wire, and is
    /// not marked. If promises give a constant, clauses enforce it on the side that can enforce it:
    /// the lower side enforces true, the upper side false. If the comparator's own clauses do so,
    /// the observer gets the constant and the inputs. If only the window gives a constant, no
    /// clause enforces it. Fails if `writer` refuses a clause.
    fn write(&mut self, wire: Wire, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        let value = self.value(wire);
        if let Some(value) = value {
            if value == (side == Side::Upper) || !self.is_promised(value) {
                return Ok(value.into());
            }
            let edge = self.edge(wire, value);
            if edge != wire {
                let edge_signal = self.demand(edge, side, writer)?;
                writer.clause([if value { edge_signal } else { !edge_signal }])?;
                return Ok(value.into());
            }
        }
        let (which, [a, b]) = match self.structure.source(wire) {
            WireSource::Literal(lit) => return Ok(lit.into()),
            WireSource::Same(wire) => return self.demand(wire, side, writer),
            WireSource::End(which, pair) => (which, pair),
        };
        // An input with the value `enough` satisfies the end's clauses. The clauses of the input
        // enforce this value.
        let enough = Signal::from(side == Side::Lower);
        let one_clause = (which == ComparatorOutput::Lesser) == (side == Side::Upper);
        let a = self.demand(a, side, writer)?;
        if one_clause && a == enough {
            self.set(wire, enough, side);
            return Ok(enough);
        }
        let b = self.demand(b, side, writer)?;
        if let Some(value) = value {
            writer.wire(&self.structure, wire, WireValue::Fixed { value, inputs: [a, b] });
        }
        if let Some(signal) = which.simplify(a, b) {
            self.set(wire, signal, side);
            return Ok(signal);
        }
        let signal = value.map(Signal::from).or(self.end(wire).signal());
        let output = signal.unwrap_or_else(|| {
            writer
                .defined(|| match which {
                    ComparatorOutput::Greater => Meaning::at_least(&[a, b], 1),
                    ComparatorOutput::Lesser => Meaning::at_least(&[a, b], 2),
                })
                .into()
        });
        self.set(wire, output, side);
        let towards = |signal: Signal| if side == Side::Upper { !signal } else { signal };
        let (a, b, signal) = (towards(a), towards(b), !towards(output));
        if one_clause {
            writer.clause([a, b, signal])
        } else {
            writer.clause([a, signal])?;
            writer.clause([b, signal])
        }?;
        Ok(!towards(signal))
    }
}

/// A counter that builds a sorting network for a range of counts. The range contains the promised
/// counts and the first requested count.
pub(super) struct WindowedNetwork {
    lits: Vec<Lit>,
    /// The function that makes the network of some literals.
    sorted: fn(&[Lit]) -> Network,
    /// The promised counts, and whether each is reached. Every network that is built receives them.
    promises: Vec<(usize, bool)>,
    /// The latest network and the counts that it serves, or `None` before the first request.
    built: Option<(RangeInclusive<usize>, Network)>,
}

impl WindowedNetwork {
    pub(super) fn from_lits(lits: &[Lit], sorted: fn(&[Lit]) -> Network) -> WindowedNetwork {
        WindowedNetwork { lits: lits.to_vec(), sorted, promises: Vec::new(), built: None }
    }

    pub(super) fn size(&self) -> usize {
        self.lits.len()
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    pub(super) fn promise(&mut self, count: usize, is_reached: bool) {
        self.promises.push((count, is_reached));
    }

    /// Writes one side (one implication) of the output "at least `count`", and returns the output.
    /// `count` must be from 1 to the size. The first call builds a network. If the latest network
    /// does not serve this count, drops that network and builds a new one over fresh variables. The
    /// clauses of the dropped network stay. Fails if `writer` refuses a clause.
    pub(super) fn output(
        &mut self,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        if !self.built.as_ref().is_some_and(|(counts, _)| counts.contains(&count)) {
            let counts = self.counts(count);
            self.built = Some((counts.clone(), self.network(counts)));
        }
        let (_, network) = self.built.as_mut().expect("just built");
        network.output(count, side, writer)
    }

    /// Returns the range of counts that a new network serves. The range is from the least to the
    /// greatest of these counts: the promised counts and `count`.
    ///
    /// If there are no promises, or if a network was built before, the range is from 1 to a power
    /// of two. This is the least power that is not below the greatest of these counts. If the power
    /// exceeds the size, the range ends at the size.
    fn counts(&self, count: usize) -> RangeInclusive<usize> {
        let promised = self.promises.iter().map(|&(count, _)| count);
        let greatest = promised.clone().fold(count, usize::max);
        if self.promises.is_empty() || self.built.is_some() {
            1..=greatest.checked_next_power_of_two().map_or(self.size(), |k| k.min(self.size()))
        } else {
            promised.fold(count, usize::min)..=greatest
        }
    }

    /// Makes a network with all promises, whose window is the given range.
    fn network(&self, counts: RangeInclusive<usize>) -> Network {
        let mut network = (self.sorted)(&self.lits);
        for &(count, is_reached) in &self.promises {
            network.promise(count, is_reached);
        }
        network.restrict(counts);
        network
    }
}
