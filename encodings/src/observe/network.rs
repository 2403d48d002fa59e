//! The structure of a sorting network: merges, comparators, and the sources of wires. The writer of
//! clauses and the proofs share this structure.
//!
//! All networks merge as Batcher does. The odd and the even places of two sorted sequences are
//! merged separately, which gives the sequences d and e. Then each pair of d(i+1) and e(i) is
//! compared. A wire within a merge is addressed by its place in the result.

use rustsat::types::Lit;

use crate::Signal;

/// A network of comparators, which sorts literals by their truth values.
///
/// In a sorted sequence, the wire at place i (from 0) means that more than i literals are true.
/// [`Observe::wire`](super::Observe::wire) passes the network to an observer.
#[derive(Debug, Default)]
pub struct SortingNetwork {
    /// The literals, in the order in which they are sorted.
    lits: Vec<Lit>,
    merges: Vec<SortedMerge>,
    /// The sequence of all sorted wires, or `None` if there are no literals.
    root: Option<Sequence>,
    /// The lists of comparators. A list comes after the list of its inputs.
    pairs: Vec<Pairs>,
    /// The number of ends of the comparators of all lists.
    splits: usize,
}

/// A wire of a network, which carries a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    /// One of the sorted literals.
    Literal(Lit),
    /// An end (output) of a comparator of two neighbouring wires.
    Split {
        /// The index in [`SortingNetwork::pairs`] of the list that contains the comparator.
        pairs: u32,
        /// Twice the index of the comparator in this list, plus one for the lesser end.
        end: u32,
    },
    /// A wire within a merge of two sequences. At level s, places that are equal modulo 2^s are
    /// merged separately.
    Merged {
        /// The index of the merge in [`SortingNetwork::merges`].
        merge: u32,
        /// The level s. The whole merge is level 0.
        level: u32,
        /// The place o + 2^s i, with o below 2^s. The wire is output i (from 0) of the merge of all
        /// places that equal o modulo 2^s.
        place: u32,
    },
}

/// A sorted sequence of wires, the true wires first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// A sequence of a single wire.
    One(Wire),
    /// The wires of the merge with this index in [`SortingNetwork::merges`].
    Merge(u32),
}

/// A merge of two sorted sequences into one.
#[derive(Clone, Copy, Debug)]
pub struct SortedMerge {
    /// The two sorted sequences that are merged.
    pub parts: [Sequence; 2],
    /// The numbers of wires of the two sequences.
    pub sizes: [u32; 2],
    /// The index in [`SortingNetwork::pairs`] of a list of comparators, if the first part sorts the
    /// greater outputs of this list and the second part sorts its lesser outputs. Otherwise `None`.
    pub pairs: Option<u32>,
}

/// A list of comparators of neighbouring wires. A last wire without a neighbour counts as a greater
/// output.
#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    /// The source of the compared wires.
    inputs: Inputs,
    /// The number of compared wires.
    pub size: u32,
    /// The number of comparator ends in all earlier lists.
    pub(crate) first: usize,
}

/// The source of the wires that a list of comparators compares.
#[derive(Clone, Copy, Debug)]
enum Inputs {
    /// The literals of the network.
    Literals,
    /// The greater or the lesser outputs of another list's comparators.
    Ends {
        /// The index of the other list.
        pairs: u32,
        which: ComparatorOutput,
    },
}

/// One of the two ends (outputs) of a comparator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparatorOutput {
    /// The greater end: the disjunction of the inputs.
    Greater,
    /// The lesser end: the conjunction of the inputs.
    Lesser,
}

/// The source of a wire's value.
#[derive(Clone, Copy, Debug)]
pub enum WireSource {
    /// One of the network's literals: the wire has the value of this literal.
    Literal(Lit),
    /// Another wire, which has the same value.
    Same(Wire),
    /// An end of the comparator of these two wires.
    End(ComparatorOutput, [Wire; 2]),
}

impl ComparatorOutput {
    /// Returns the value of this end for the inputs a and b if an input is a constant. Returns
    /// `None` if both inputs are literals.
    pub(crate) fn simplify(self, a: Signal, b: Signal) -> Option<Signal> {
        let absorbing = Signal::from(self == ComparatorOutput::Greater);
        match (a, b) {
            (a, b) if a == absorbing || b == absorbing => Some(absorbing),
            (a, b) if a == !absorbing => Some(b),
            (a, b) if b == !absorbing => Some(a),
            _ => None,
        }
    }
}

impl SortedMerge {
    /// Returns, for each of the two parts, the number of its wires at places that equal `offset`
    /// modulo 2^`level`.
    pub fn lengths(&self, level: u32, offset: u32) -> [u32; 2] {
        self.sizes.map(|size| (size + (1 << level) - 1 - offset) >> level)
    }

    /// Returns the number of levels. The first level is the whole merge. In the last level, each
    /// merge has at most one wire from each part.
    pub(crate) fn levels(&self) -> u32 {
        self.sizes[0].max(self.sizes[1]).next_power_of_two().ilog2() + 1
    }
}

impl Sequence {
    /// Returns the wire at a place of the sequence.
    pub fn wire(self, place: u32) -> Wire {
        match self {
            Sequence::One(wire) => wire,
            Sequence::Merge(merge) => Wire::Merged { merge, level: 0, place },
        }
    }
}

impl SortingNetwork {
    /// Returns the network of Batcher's odd-even merge sort. `left` maps the length of a list to
    /// the length of its first part.
    pub(crate) fn odd_even(lits: &[Lit], left: fn(usize) -> usize) -> SortingNetwork {
        let mut network = SortingNetwork::from_lits(lits);
        if !lits.is_empty() {
            network.root = Some(network.sort_by_merges(0, lits.len(), left));
        }
        network
    }

    /// Returns Parberry's pairwise sorting network.
    pub(crate) fn pairwise(lits: &[Lit]) -> SortingNetwork {
        let mut network = SortingNetwork::from_lits(lits);
        if !lits.is_empty() {
            network.root = Some(network.sort_by_pairs(Inputs::Literals, lits.len()));
        }
        network
    }

    fn from_lits(lits: &[Lit]) -> SortingNetwork {
        SortingNetwork { lits: lits.to_vec(), ..SortingNetwork::default() }
    }

    /// Sorts the literals from `from` to `to` − 1, which must not be empty, by merging two sorted
    /// parts. `left` maps the number of literals to the number of literals in the first part;
    /// neither part may be empty. Adds the merges, and returns the sorted sequence.
    fn sort_by_merges(&mut self, from: usize, to: usize, left: fn(usize) -> usize) -> Sequence {
        debug_assert!(from < to, "there is something to sort");
        if to - from == 1 {
            return Sequence::One(Wire::Literal(self.lits[from]));
        }
        let middle = from + left(to - from);
        let parts =
            [self.sort_by_merges(from, middle, left), self.sort_by_merges(middle, to, left)];
        self.merge(parts, [middle - from, to - middle], None)
    }

    /// Sorts `size` wires, at least one, by Parberry's network: compares neighbours, sorts the
    /// greater and the lesser outputs separately, and merges the two sorted sequences. Adds the
    /// comparators and the merges. Returns the merged sequence.
    fn sort_by_pairs(&mut self, inputs: Inputs, size: usize) -> Sequence {
        debug_assert!(size > 0, "there is something to sort");
        if size == 1 {
            return Sequence::One(self.input(inputs, 0));
        }
        let first = self.splits;
        self.splits += size / 2 * 2;
        let pairs = self.pairs.len();
        self.pairs.push(Pairs { inputs, size: to_u32(size), first });
        let sizes = [size.div_ceil(2), size / 2];
        let greater = Inputs::Ends { pairs: to_u32(pairs), which: ComparatorOutput::Greater };
        let lesser = Inputs::Ends { pairs: to_u32(pairs), which: ComparatorOutput::Lesser };
        let parts = [self.sort_by_pairs(greater, sizes[0]), self.sort_by_pairs(lesser, sizes[1])];
        self.merge(parts, sizes, Some(pairs))
    }

    /// Adds a merge of two sorted sequences of the given sizes. If the sequences sort the greater
    /// and the lesser outputs of a list of comparators, `pairs` is the index of this list. Returns
    /// the sorted sequence.
    fn merge(&mut self, parts: [Sequence; 2], sizes: [usize; 2], pairs: Option<usize>) -> Sequence {
        let (sizes, pairs) = (sizes.map(to_u32), pairs.map(to_u32));
        self.merges.push(SortedMerge { parts, sizes, pairs });
        Sequence::Merge(to_u32(self.merges.len() - 1))
    }

    /// Returns the sorted literals.
    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Returns the sequence of all sorted wires, or `None` if there are no literals.
    pub fn root(&self) -> Option<Sequence> {
        self.root
    }

    /// Returns the merges. A merge comes after the merges of its parts.
    pub fn merges(&self) -> &[SortedMerge] {
        &self.merges
    }

    /// Returns the lists of comparators of neighbouring wires.
    pub fn pairs(&self) -> &[Pairs] {
        &self.pairs
    }

    /// Returns the number of comparator ends in all lists.
    pub(crate) fn splits(&self) -> usize {
        self.splits
    }

    /// Returns the wires that a list of comparators compares: the first with the second, the third
    /// with the fourth, and so on.
    pub fn compared_wires(&self, pairs: u32) -> impl Iterator<Item = Wire> {
        let Pairs { inputs, size, .. } = self.pairs[to_usize(pairs)];
        (0..size).map(move |index| self.input(inputs, index))
    }

    /// Returns the input at an index of a list of comparators whose inputs are `inputs`. A wire
    /// that has no neighbour in a list passes through this list unchanged. So the wire is followed
    /// through such lists, back to the end (output) of a comparator or to a literal.
    fn input(&self, mut inputs: Inputs, mut index: u32) -> Wire {
        loop {
            let Inputs::Ends { pairs, which } = inputs else {
                return Wire::Literal(self.lits[to_usize(index)]);
            };
            let of = self.pairs[to_usize(pairs)];
            let end = 2 * index + u32::from(which == ComparatorOutput::Lesser);
            if end < of.size / 2 * 2 {
                return Wire::Split { pairs, end };
            }
            (inputs, index) = (of.inputs, of.size - 1);
        }
    }

    /// Returns the source of a wire's value: a literal, another wire, or a comparator. The wire
    /// must belong to this network.
    pub fn source(&self, wire: Wire) -> WireSource {
        match wire {
            Wire::Literal(lit) => WireSource::Literal(lit),
            Wire::Split { pairs, end } => {
                let which =
                    if end % 2 == 0 { ComparatorOutput::Greater } else { ComparatorOutput::Lesser };
                let inputs = self.pairs[to_usize(pairs)].inputs;
                WireSource::End(which, [end & !1, end | 1].map(|place| self.input(inputs, place)))
            }
            Wire::Merged { merge, level, place } => self.merged_source(merge, level, place),
        }
    }

    /// Returns the source of a wire within a merge. The wire is an output of a comparator, or has
    /// the value of another wire. The comparator compares an odd and an even place of the next
    /// level. If each of the two parts has only one wire among the places that are merged here, the
    /// comparator compares these two wires. But if the merge has `pairs`, these two wires are in
    /// order already, and there is no comparator.
    fn merged_source(&self, merge: u32, level: u32, place: u32) -> WireSource {
        let SortedMerge { parts: [left, right], pairs, .. } = &self.merges[to_usize(merge)];
        let (offset, index) = (place & ((1 << level) - 1), place >> level);
        let lengths = self.merges[to_usize(merge)].lengths(level, offset);
        let which =
            if index % 2 == 1 { ComparatorOutput::Greater } else { ComparatorOutput::Lesser };
        match lengths {
            [_, 0] => WireSource::Same(left.wire(place)),
            [0, _] => WireSource::Same(right.wire(place)),
            [1, 1] => {
                let pair = [left.wire(offset), right.wire(offset)];
                match (pairs, index) {
                    (Some(_), _) => WireSource::Same(pair[to_usize(index)]),
                    (None, 0) => WireSource::End(ComparatorOutput::Greater, pair),
                    (None, _) => WireSource::End(ComparatorOutput::Lesser, pair),
                }
            }
            [a, b] => {
                let at = |offset, index| {
                    let place = offset + (index << (level + 1));
                    Wire::Merged { merge, level: level + 1, place }
                };
                let next = index.div_ceil(2);
                let odd = at(offset, next);
                let even = at(offset + (1 << level), next.saturating_sub(1));
                if next == 0 || next > a / 2 + b / 2 {
                    WireSource::Same(odd)
                } else if next >= a.div_ceil(2) + b.div_ceil(2) {
                    WireSource::Same(even)
                } else {
                    WireSource::End(which, [odd, even])
                }
            }
        }
    }
}

pub(crate) fn to_usize(number: u32) -> usize {
    number as usize
}

pub(crate) fn to_u32(size: usize) -> u32 {
    u32::try_from(size).expect("fewer than 2^32 literals")
}
