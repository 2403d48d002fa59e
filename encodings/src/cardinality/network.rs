//! What the three sorting networks have in common: comparators, written where they are asked for.
//!
//! A comparator has two inputs and two ends, the greater and the lesser; over truth values these
//! are the disjunction and the conjunction. An end is written on one side at a time:
//!
//! ```text
//! upper:  a → g    b → g    a ∧ b → l
//! lower:  l → a    l → b    g → a ∨ b
//! ```
//!
//! An output is written with the ends that it hangs on, its cone, and with no other; so what the
//! publications cut off a network by hand, because only the first outputs are asked for, is never
//! there. Nothing is padded: every network here is one for any number of literals.
//!
//! All of them merge as Batcher does: the odd and the even places of two sorted sequences are
//! merged apart, to d and e, and then each pair of d(i+1) and e(i) is compared. That gives the
//! wires places by which they are found, and a network needs room for the ends written only.
//!
//! A promised bound makes wires constant: if at most M of a merged sequence are true, then at most
//! ⌊M/2⌋ + 1 of d and ⌊M/2⌋ of e, and what lies beyond is false. An end with a constant input is
//! the other input, or a constant, and takes no variable. A false wire is kept false by the clauses
//! of the first that is, and a true one by those of the last. A [`Window`] of counts, outside which
//! nothing will be asked for, bounds the parts in the same way, but there is nothing to keep: more
//! true literals than a part tells apart would change no output of the window.

use std::ops::RangeInclusive;

use rustsat::types::Lit;

use super::Side;
use super::cell::Cell;
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// A network of comparators over some literals.
pub(super) struct Network {
    lits: Vec<Lit>,
    /// Parts come before what they are parts of.
    nodes: Vec<Node>,
    root: Option<Sequence>,
    pairs: Vec<Pairs>,
    /// What was promised of all literals, and for which counts an output is asked for.
    promise: Known,
    window: Known,
    /// The ends of all pairs' comparators, the greater before the lesser.
    splits: Vec<Cell>,
}

/// A carrier of a truth value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wire {
    Literal(Lit),
    /// An end of a comparator between neighbours.
    Split {
        pairs: u32,
        end: u32,
    },
    /// In what is merged at a node: at level s, every 2^s-th place of the parts is merged apart,
    /// with the first of them as offset.
    Merged {
        node: u32,
        level: u32,
        place: u32,
    },
}

/// Sorted wires.
#[derive(Clone, Copy)]
enum Sequence {
    One(Wire),
    Node(u32),
}

/// Two sorted sequences, merged.
struct Node {
    parts: [Sequence; 2],
    sizes: [u32; 2],
    known: Known,
    /// The comparators whose greater ends are in one part and whose lesser ends are in the other.
    pairs: Option<u32>,
    levels: u32,
    /// The ends at each level of each place.
    ends: Vec<Cell>,
}

/// Comparators between neighbours.
#[derive(Clone, Copy)]
struct Pairs {
    inputs: Inputs,
    size: u32,
    known: Known,
    /// Where their ends begin among those of all.
    first: usize,
}

/// What is compared in pairs.
#[derive(Clone, Copy)]
enum Inputs {
    Literals,
    /// The greater or the lesser ends of other pairs.
    Ends {
        pairs: u32,
        which: Which,
    },
}

impl Pairs {
    /// The value of greater ends (0) or of lesser ends (1).
    fn value(&self, which: u32) -> Option<bool> {
        let known = self.known;
        if known.most <= which {
            Some(false)
        } else if known.least + 1 >= self.size + which {
            Some(true)
        } else {
            None
        }
    }
}

/// How many of a sequence are true: what a promised bound says.
#[derive(Clone, Copy)]
struct Known {
    least: u32,
    most: u32,
}

/// Which end of a comparator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Greater,
    Lesser,
}

impl Which {
    /// The end's value where one input is known: the other, or a constant.
    fn of(self, a: Signal, b: Signal) -> Option<Signal> {
        let absorbing = Signal::from(self == Which::Greater);
        match (a, b) {
            (a, b) if a == absorbing || b == absorbing => Some(absorbing),
            (a, b) if a == !absorbing => Some(b),
            (a, b) if b == !absorbing => Some(a),
            _ => None,
        }
    }
}

/// What a wire is.
enum Source {
    Literal(Lit),
    Same(Wire),
    End(Which, [Wire; 2]),
}

impl Known {
    fn nothing(size: u32) -> Known {
        Known { least: 0, most: size }
    }

    fn and(self, other: Known) -> Known {
        Known { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    fn value(self, index: u32) -> Option<bool> {
        if index >= self.most {
            Some(false)
        } else if index < self.least {
            Some(true)
        } else {
            None
        }
    }

    /// Of the odd places of two sequences together: one true leads in each.
    fn odd(self) -> Known {
        let most = if self.most == 0 { 0 } else { self.most / 2 + 1 };
        Known { least: self.least.div_ceil(2), most }
    }

    fn even(self) -> Known {
        Known { least: self.least.div_ceil(2).saturating_sub(1), most: self.most / 2 }
    }

    /// Of a part, next to a part of another size.
    fn part(self, size: u32, other: u32) -> Known {
        Known { least: self.least.saturating_sub(other), most: self.most.min(size) }
    }

    /// Of the greater ends of pairs, and of the lesser.
    fn of_pairs(self, [greater, lesser]: [u32; 2]) -> [Known; 2] {
        let of_greater = self.part(greater, lesser);
        [
            Known { least: of_greater.least.max(self.least.div_ceil(2)), ..of_greater },
            Known { most: self.most / 2, ..self }.part(lesser, greater),
        ]
    }
}

impl Node {
    /// How many places of each part are in a sequence of a level.
    fn lengths(&self, level: u32, offset: u32) -> [u32; 2] {
        self.sizes.map(|size| (size + (1 << level) - 1 - offset) >> level)
    }

    /// What is known of a sequence of a level.
    fn known(&self, level: u32, offset: u32) -> Known {
        (0..level).fold(
            self.known,
            |known, bit| {
                if offset >> bit & 1 == 0 { known.odd() } else { known.even() }
            },
        )
    }

    fn end(&self, level: u32, place: u32) -> Cell {
        let index = place as usize * self.levels as usize + level as usize;
        self.ends.get(index).copied().unwrap_or(Cell::EMPTY)
    }

    fn end_mut(&mut self, level: u32, place: u32) -> &mut Cell {
        let index = place as usize * self.levels as usize + level as usize;
        if self.ends.len() <= index {
            self.ends.resize(index + 1, Cell::EMPTY);
        }
        &mut self.ends[index]
    }
}

impl Network {
    /// What is sorted.
    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Batcher's odd-even merge sort, where `left` says how many of several literals are sorted
    /// apart from the others.
    pub(super) fn of_merges(lits: &[Lit], left: fn(usize) -> usize) -> Network {
        let mut network = Network::over(lits);
        if !lits.is_empty() {
            network.root = Some(network.sorted_by_merges(0, lits.len(), left));
        }
        network
    }

    /// The pairwise sorting network.
    pub(super) fn of_pairs(lits: &[Lit]) -> Network {
        let mut network = Network::over(lits);
        if !lits.is_empty() {
            network.root = Some(network.sorted_by_pairs(Inputs::Literals, lits.len()));
        }
        network
    }

    fn over(lits: &[Lit]) -> Network {
        let all = Known::nothing(number(lits.len()));
        Network {
            lits: lits.to_vec(),
            nodes: Vec::new(),
            root: None,
            pairs: Vec::new(),
            promise: all,
            window: all,
            splits: Vec::new(),
        }
    }

    fn sorted_by_merges(&mut self, from: usize, to: usize, left: fn(usize) -> usize) -> Sequence {
        if to - from == 1 {
            return Sequence::One(Wire::Literal(self.lits[from]));
        }
        let middle = from + left(to - from);
        let parts =
            [self.sorted_by_merges(from, middle, left), self.sorted_by_merges(middle, to, left)];
        self.merge(parts, [middle - from, to - middle], None)
    }

    fn sorted_by_pairs(&mut self, inputs: Inputs, size: usize) -> Sequence {
        if size == 1 {
            return Sequence::One(self.input(inputs, 0));
        }
        let first = self.splits.len();
        self.splits.resize(first + size / 2 * 2, Cell::EMPTY);
        let pairs = self.pairs.len();
        let known = Known::nothing(number(size));
        self.pairs.push(Pairs { inputs, size: number(size), known, first });
        let sizes = [size.div_ceil(2), size / 2];
        let greater = Inputs::Ends { pairs: number(pairs), which: Which::Greater };
        let lesser = Inputs::Ends { pairs: number(pairs), which: Which::Lesser };
        let parts =
            [self.sorted_by_pairs(greater, sizes[0]), self.sorted_by_pairs(lesser, sizes[1])];
        self.merge(parts, sizes, Some(pairs))
    }

    fn merge(&mut self, parts: [Sequence; 2], sizes: [usize; 2], pairs: Option<usize>) -> Sequence {
        let longer = sizes[0].max(sizes[1]);
        self.nodes.push(Node {
            parts,
            sizes: sizes.map(number),
            known: Known::nothing(number(sizes[0] + sizes[1])),
            pairs: pairs.map(number),
            levels: longer.next_power_of_two().ilog2() + 1,
            ends: Vec::new(),
        });
        Sequence::Node(number(self.nodes.len() - 1))
    }

    /// Promises that at least `count` literals are true or that fewer are.
    pub(super) fn promise(&mut self, count: usize, holds: bool) {
        let size = self.lits.len();
        if holds {
            self.promise.least = self.promise.least.max(number(count.min(size)));
        } else {
            self.promise.most = self.promise.most.min(number(count.saturating_sub(1).min(size)));
        }
        self.spread();
    }

    /// Promises to ask for outputs of these counts only, so that what more or fewer true literals
    /// say need not be told apart.
    pub(super) fn restrict(&mut self, counts: RangeInclusive<usize>) {
        let least = number(counts.start().saturating_sub(1));
        self.window = Known { least, most: number(*counts.end()) };
        self.spread();
    }

    /// Hands on from node to part what is known.
    fn spread(&mut self) {
        let Some(Sequence::Node(_)) = self.root else { return };
        let Some(root) = self.nodes.last_mut() else { return };
        root.known = self.promise.and(self.window);
        for node in (0..self.nodes.len()).rev() {
            let Node { parts, sizes: [a, b], known, pairs, .. } = self.nodes[node];
            let of_parts = match pairs {
                None => [known.part(a, b), known.part(b, a)],
                Some(pairs) => {
                    self.pairs[pairs as usize].known = known;
                    known.of_pairs([a, b])
                }
            };
            for (part, known) in parts.into_iter().zip(of_parts) {
                if let Sequence::Node(part) = part {
                    self.nodes[part as usize].known = known;
                }
            }
        }
    }

    /// Whether wires of a known value have it by a promise, which their clauses are to keep.
    fn is_promised(&self, value: bool) -> bool {
        if value {
            self.promise.least >= self.window.least
        } else {
            self.promise.most <= self.window.most
        }
    }

    /// Writes what is missing for the output of a count, on one side.
    pub(super) fn output(
        &mut self,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Refusal> {
        match self.root {
            Some(root) if count <= self.lits.len() => {
                self.demand(element(root, number(count.saturating_sub(1))), side, writer)
            }
            _ => Ok(Signal::False),
        }
    }

    /// An input of what is sorted by pairs.
    fn input(&self, mut inputs: Inputs, mut index: u32) -> Wire {
        loop {
            let Inputs::Ends { pairs, which } = inputs else {
                return Wire::Literal(self.lits[index as usize]);
            };
            let of = self.pairs[pairs as usize];
            let end = 2 * index + u32::from(which == Which::Lesser);
            if end < of.size / 2 * 2 {
                return Wire::Split { pairs, end };
            }
            (inputs, index) = (of.inputs, of.size - 1);
        }
    }

    /// What a wire is.
    fn source(&self, wire: Wire) -> Source {
        match wire {
            Wire::Literal(lit) => Source::Literal(lit),
            Wire::Split { pairs, end } => {
                let which = if end % 2 == 0 { Which::Greater } else { Which::Lesser };
                let inputs = self.pairs[pairs as usize].inputs;
                Source::End(which, [end & !1, end | 1].map(|place| self.input(inputs, place)))
            }
            Wire::Merged { node, level, place } => self.merged(node, level, place),
        }
    }

    fn merged(&self, node: u32, level: u32, place: u32) -> Source {
        let Node { parts: [left, right], pairs, .. } = &self.nodes[node as usize];
        let (offset, index) = (place & ((1 << level) - 1), place >> level);
        let lengths = self.nodes[node as usize].lengths(level, offset);
        let which = if index % 2 == 1 { Which::Greater } else { Which::Lesser };
        match lengths {
            [_, 0] => Source::Same(element(*left, place)),
            [0, _] => Source::Same(element(*right, place)),
            [1, 1] => {
                let pair = [element(*left, offset), element(*right, offset)];
                match (pairs, index) {
                    (Some(_), _) => Source::Same(pair[index as usize]),
                    (None, 0) => Source::End(Which::Greater, pair),
                    (None, _) => Source::End(Which::Lesser, pair),
                }
            }
            [a, b] => {
                let at = |offset, index| {
                    let place = offset + (index << (level + 1));
                    Wire::Merged { node, level: level + 1, place }
                };
                let next = index.div_ceil(2);
                let odd = at(offset, next);
                let even = at(offset + (1 << level), next.saturating_sub(1));
                if next == 0 || next > a / 2 + b / 2 {
                    Source::Same(odd)
                } else if next >= a.div_ceil(2) + b.div_ceil(2) {
                    Source::Same(even)
                } else {
                    Source::End(which, [odd, even])
                }
            }
        }
    }

    /// The value of an end, where a promise says it.
    fn value(&self, wire: Wire) -> Option<bool> {
        match wire {
            Wire::Literal(_) => None,
            Wire::Split { pairs, end } => self.pairs[pairs as usize].value(end % 2),
            Wire::Merged { node, level, place } => {
                let (offset, index) = (place & ((1 << level) - 1), place >> level);
                self.nodes[node as usize].known(level, offset).value(index)
            }
        }
    }

    /// The first wire that is false, or the last that is true, in the sequence of a wire with that
    /// value: all that the others say follows from it.
    fn edge(&self, wire: Wire, value: bool) -> Wire {
        let Wire::Merged { node, level, place } = wire else { return wire };
        let offset = place & ((1 << level) - 1);
        let known = self.nodes[node as usize].known(level, offset);
        let index = if value { known.least.saturating_sub(1) } else { known.most };
        Wire::Merged { node, level, place: offset + (index << level) }
    }

    fn end(&self, wire: Wire) -> Cell {
        match wire {
            Wire::Literal(_) => Cell::EMPTY,
            Wire::Split { pairs, end } => {
                self.splits[self.pairs[pairs as usize].first + end as usize]
            }
            Wire::Merged { node, level, place } => self.nodes[node as usize].end(level, place),
        }
    }

    fn set(&mut self, wire: Wire, signal: Signal, side: Side) {
        let end = match wire {
            Wire::Literal(_) => return,
            Wire::Split { pairs, end } => {
                let first = self.pairs[pairs as usize].first;
                &mut self.splits[first + end as usize]
            }
            Wire::Merged { node, level, place } => self.nodes[node as usize].end_mut(level, place),
        };
        end.set(signal);
        end.write(side);
    }

    /// Writes what is missing for a wire on one side, and returns its signal.
    fn demand(&mut self, wire: Wire, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        let end = self.end(wire);
        let is_written = end.is_written(side);
        if let Some(signal) = end.signal().filter(|_| is_written) {
            return Ok(signal);
        }
        let value = self.value(wire);
        if let Some(value) = value {
            if value == (side == Side::Upper) || !self.is_promised(value) {
                return Ok(value.into());
            }
            let edge = self.edge(wire, value);
            if edge != wire {
                let holds = self.demand(edge, side, writer)?;
                writer.clause([if value { holds } else { !holds }])?;
                return Ok(value.into());
            }
        }
        let (which, [a, b]) = match self.source(wire) {
            Source::Literal(lit) => return Ok(lit.into()),
            Source::Same(wire) => return self.demand(wire, side, writer),
            Source::End(which, pair) => (which, pair),
        };
        // An input of this value satisfies the end's clauses, and its own clauses state it.
        let enough = Signal::from(side == Side::Lower);
        let one_clause = (which == Which::Lesser) == (side == Side::Upper);
        let a = self.demand(a, side, writer)?;
        if one_clause && a == enough {
            self.set(wire, enough, side);
            return Ok(enough);
        }
        let b = self.demand(b, side, writer)?;
        if let Some(signal) = which.of(a, b) {
            self.set(wire, signal, side);
            return Ok(signal);
        }
        let signal = value.map(Signal::from).or(end.signal());
        let number = if which == Which::Greater { 1 } else { 2 };
        let meaning = || Meaning::at_least(&[a, b], number);
        let signal = signal.unwrap_or_else(|| writer.defined(meaning).into());
        self.set(wire, signal, side);
        let towards = |signal: Signal| if side == Side::Upper { !signal } else { signal };
        let (a, b, signal) = (towards(a), towards(b), !towards(signal));
        if one_clause {
            writer.clause([a, b, signal])
        } else {
            writer.clause([a, signal])?;
            writer.clause([b, signal])
        }?;
        Ok(!towards(signal))
    }
}

/// A network for some counts only. One that is asked for another starts afresh.
pub(super) struct Window {
    lits: Vec<Lit>,
    sorted: fn(&[Lit]) -> Network,
    promises: Vec<(usize, bool)>,
    built: Option<(RangeInclusive<usize>, Network)>,
}

impl Window {
    pub(super) fn over(lits: &[Lit], sorted: fn(&[Lit]) -> Network) -> Window {
        Window { lits: lits.to_vec(), sorted, promises: Vec::new(), built: None }
    }

    pub(super) fn size(&self) -> usize {
        self.lits.len()
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    pub(super) fn promise(&mut self, count: usize, holds: bool) {
        self.promises.push((count, holds));
    }

    pub(super) fn output(
        &mut self,
        count: usize,
        side: Side,
        writer: &mut Writer,
    ) -> Result<Signal, Refusal> {
        if !self.built.as_ref().is_some_and(|(counts, _)| counts.contains(&count)) {
            let counts = self.counts(count);
            self.built = Some((counts.clone(), self.network(counts)));
        }
        let (_, network) = self.built.as_mut().expect("just built");
        network.output(count, side, writer)
    }

    /// The counts to sort for: this one and those promised; after a promise was not all, or
    /// without one, every count up to a power of two.
    fn counts(&self, count: usize) -> RangeInclusive<usize> {
        let promised = self.promises.iter().map(|&(count, _)| count);
        let greatest = promised.clone().fold(count, usize::max);
        if self.promises.is_empty() || self.built.is_some() {
            1..=greatest.checked_next_power_of_two().map_or(self.size(), |k| k.min(self.size()))
        } else {
            promised.fold(count, usize::min)..=greatest
        }
    }

    fn network(&self, counts: RangeInclusive<usize>) -> Network {
        let mut network = (self.sorted)(&self.lits);
        for &(count, holds) in &self.promises {
            network.promise(count, holds);
        }
        network.restrict(counts);
        network
    }
}

/// A wire of a sequence.
fn element(sequence: Sequence, place: u32) -> Wire {
    match sequence {
        Sequence::One(wire) => wire,
        Sequence::Node(node) => Wire::Merged { node, level: 0, place },
    }
}

fn number(size: usize) -> u32 {
    u32::try_from(size).expect("fewer than 2^32 literals")
}
