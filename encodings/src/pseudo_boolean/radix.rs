//! What binary merge and mixed radix have in common: the digits of the weights sorted, place by
//! place, with a share of each sorted list merged into the next.
//!
//! To a base b₁, b₂, … a weight has digits, and a literal enters a place as often as its digit
//! says. Every bᵢ-th literal of the sorted list of a place is carried to the next one. As in the
//! watchdogs, a constant is added that makes the bound and one a multiple of the last unit, so that
//! the constraint is one place of the last list.
//!
//! Lists are sorted by merging halves, on the side of upper bounds. Where two lists have few pairs,
//! each place of both is a variable with a clause for each pair that comes to it, as in a
//! totalizer. Longer lists are merged by Batcher's odd-even merge, for lists of any lengths, until
//! they are short: of a comparator's ends the greater one is two clauses, and the lesser one a
//! clause. No list goes further than the last one can hang on, and of all that alone is written on
//! which the place of the constraint hangs.

use std::rc::Rc;

use rustsat::types::Lit;

use super::digits::Digits;
use super::watchdog::write_pairs;
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// How many pairs two lists have that are merged directly: at up to 16 and 16 that takes as many
/// clauses as Batcher's merge, and a quarter of the variables.
const DIRECT: usize = 300;

/// Writes that `violated` follows where groups come to more than a bound, by the digits to a base.
pub(super) fn write(
    digits: &mut Digits,
    bound: u128,
    base: &[u128],
    violated: Signal,
    writer: &mut Writer,
) -> Result<(), Refusal> {
    let unit: u128 = base.iter().product();
    let output = (bound + 1).div_ceil(unit);
    let added = output * unit - (bound + 1);
    let output = usize::try_from(output).expect("few units of the last place");
    let mut network = Network { gates: Vec::new() };
    let mut carried: Vec<Wire> = Vec::new();
    let (mut below, mut above) = (1, unit);
    for &factor in base {
        above /= factor;
        let digit = |weight: u128| small(weight / below % factor);
        let most = usize::try_from(above.saturating_mul(factor)).unwrap_or(usize::MAX);
        let most = most.saturating_mul(output);
        let merged = network.place(&digits.at(&digit, writer)?, &carried, most);
        let given = std::iter::repeat_n(Wire::True, digit(added));
        let sum: Vec<Wire> = given.chain(merged).collect();
        carried = sum.into_iter().skip(small(factor) - 1).step_by(small(factor)).collect();
        below *= factor;
    }
    let inputs = digits.at(&|weight| small(weight / below), writer)?;
    let last = network.place(&inputs, &carried, output);
    match last.get(output - 1) {
        Some(&wire) => network.write(wire, violated, writer),
        None => Ok(()),
    }
}

fn small(number: u128) -> usize {
    usize::try_from(number).expect("a digit, or few units of the last place")
}

/// An end of a comparator, an input or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wire {
    True,
    Gate(usize),
}

enum Gate {
    Input(Lit),
    /// The greater end.
    Or([usize; 2]),
    /// The lesser end.
    And([usize; 2]),
    /// So many of two lists that are in order.
    Count(Rc<[Vec<usize>; 2]>, usize),
}

impl Gate {
    /// Returns the gates on which it hangs.
    fn inputs(&self) -> Vec<usize> {
        match self {
            Gate::Input(_) => Vec::new(),
            Gate::Or(pair) | Gate::And(pair) => pair.to_vec(),
            Gate::Count(lists, number) => {
                lists.iter().flat_map(|list| list.iter().take(*number).copied()).collect()
            }
        }
    }

    /// Returns the gates that are false where it is.
    fn each_enough(&self) -> Vec<usize> {
        match self {
            Gate::Input(_) | Gate::And(_) => Vec::new(),
            Gate::Or(pair) => pair.to_vec(),
            Gate::Count(lists, number) => {
                lists.iter().filter_map(|list| list.get(number - 1).copied()).collect()
            }
        }
    }
}

/// Comparators; inputs come before what hangs on them.
struct Network {
    gates: Vec<Gate>,
}

impl Network {
    fn gate(&mut self, gate: Gate) -> Wire {
        self.gates.push(gate);
        Wire::Gate(self.gates.len() - 1)
    }

    /// Returns the greatest wires, up to a number, of literals, which may repeat, and of those that
    /// are carried.
    fn place(&mut self, lits: &[Lit], carried: &[Wire], most: usize) -> Vec<Wire> {
        let mut inputs = Vec::new();
        for same in lits.chunk_by(|one, other| one == other) {
            let input = self.gate(Gate::Input(same[0]));
            inputs.extend(std::iter::repeat_n(input, same.len().min(most)));
        }
        let sorted = self.sort(&inputs, most);
        let mut merged = self.merge(&sorted, &carried[..carried.len().min(most)]);
        merged.truncate(most);
        merged
    }

    /// Returns the greatest wires of a list, in order.
    fn sort(&mut self, wires: &[Wire], most: usize) -> Vec<Wire> {
        // What is one literal is in order.
        if wires.iter().all(|wire| *wire == wires[0]) {
            return wires[..wires.len().min(most)].to_vec();
        }
        let (one, other) = wires.split_at(wires.len() / 2);
        let (one, other) = (self.sort(one, most), self.sort(other, most));
        let mut merged = self.merge(&one, &other);
        merged.truncate(most);
        merged
    }

    /// Merges two lists in order.
    fn merge(&mut self, one: &[Wire], other: &[Wire]) -> Vec<Wire> {
        match (one, other) {
            ([], list) | (list, []) => list.to_vec(),
            (&[a], &[b]) => self.compare(a, b).into(),
            _ if (one.len() + 1) * (other.len() + 1) <= DIRECT => self.count(one, other),
            _ => self.merge_halves(one, other),
        }
    }

    /// Merges two lists in order by all pairs.
    fn count(&mut self, one: &[Wire], other: &[Wire]) -> Vec<Wire> {
        let gates = |list: &[Wire]| -> Vec<usize> {
            let gate = |wire: &Wire| if let Wire::Gate(gate) = wire { Some(*gate) } else { None };
            list.iter().filter_map(gate).collect()
        };
        let lists = Rc::new([gates(one), gates(other)]);
        let all: usize = lists.iter().map(Vec::len).sum();
        let given = std::iter::repeat_n(Wire::True, one.len() + other.len() - all);
        let counts = (1..=all).map(|number| self.gate(Gate::Count(Rc::clone(&lists), number)));
        given.chain(counts).collect()
    }

    /// Merges two lists in order by comparators, behind the merges of every second of each.
    fn merge_halves(&mut self, one: &[Wire], other: &[Wire]) -> Vec<Wire> {
        let every_second =
            |list: &[Wire], first: usize| list.iter().skip(first).step_by(2).copied().collect();
        let of =
            |first| -> [Vec<Wire>; 2] { [every_second(one, first), every_second(other, first)] };
        let [[a, b], [c, d]] = [of(0), of(1)];
        let (odd, even) = (self.merge(&a, &b), self.merge(&c, &d));
        let mut merged = vec![odd[0]];
        let pairs = even.len().min(odd.len() - 1);
        for place in 0..pairs {
            merged.extend(self.compare(even[place], odd[place + 1]));
        }
        merged.extend(&odd[pairs + 1..]);
        merged.extend(&even[pairs..]);
        merged
    }

    /// Compares two, and returns the greater and the lesser.
    fn compare(&mut self, one: Wire, other: Wire) -> [Wire; 2] {
        match (one, other) {
            (Wire::True, wire) | (wire, Wire::True) => [Wire::True, wire],
            (Wire::Gate(a), Wire::Gate(b)) if a == b => [one, one],
            (Wire::Gate(a), Wire::Gate(b)) => {
                [self.gate(Gate::Or([a, b])), self.gate(Gate::And([a, b]))]
            }
        }
    }

    /// Writes that `output` follows from a wire, with all on which it hangs.
    fn write(&self, wire: Wire, output: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        let Wire::Gate(root) = wire else { return writer.clause([output]) };
        let mut is_needed = vec![false; root + 1];
        let mut signals: Vec<Option<Signal>> = vec![None; root + 1];
        is_needed[root] = true;
        signals[root] = Some(output);
        for place in (0..=root).rev() {
            if !is_needed[place] {
                continue;
            }
            self.gates[place].inputs().into_iter().for_each(|input| is_needed[input] = true);
            if signals[place] == Some(Signal::False) {
                let enough = self.gates[place].each_enough().into_iter();
                enough.for_each(|input| signals[input] = Some(Signal::False));
            }
        }
        let mut written: Vec<Signal> = Vec::with_capacity(root + 1);
        for place in 0..=root {
            if !is_needed[place] {
                written.push(Signal::False);
                continue;
            }
            let known = signals[place];
            let signal = match &self.gates[place] {
                Gate::Input(lit) => {
                    if let Some(known) = known {
                        writer.clause([!Signal::from(*lit), known])?;
                    }
                    known.unwrap_or((*lit).into())
                }
                Gate::Or([a, b]) => {
                    let [a, b] = [written[*a], written[*b]];
                    let meaning = || Meaning::at_least(&[a, b], 1);
                    let signal = known.unwrap_or_else(|| writer.defined(meaning).into());
                    if signal != Signal::False {
                        writer.clause([!a, signal])?;
                        writer.clause([!b, signal])?;
                    }
                    signal
                }
                Gate::And([a, b]) => {
                    let [a, b] = [written[*a], written[*b]];
                    if known.is_none() && (a == Signal::False || b == Signal::False) {
                        written.push(Signal::False);
                        continue;
                    }
                    let meaning = || Meaning::at_least(&[a, b], 2);
                    let signal = known.unwrap_or_else(|| writer.defined(meaning).into());
                    writer.clause([!a, !b, signal])?;
                    signal
                }
                Gate::Count(lists, number) => {
                    let [one, other] =
                        lists.each_ref().map(|list| list.iter().map(|&gate| written[gate]));
                    let [one, other]: [Vec<Signal>; 2] = [one.collect(), other.collect()];
                    let all = || [&one[..], &other[..]].concat();
                    let meaning = || Meaning::at_least(&all(), *number);
                    let signal = known.unwrap_or_else(|| writer.defined(meaning).into());
                    write_pairs(&one, &other, *number, signal, writer)?;
                    signal
                }
            };
            written.push(signal);
        }
        Ok(())
    }
}
