//! What binary merge and mixed radix have in common: the digits of the weights sorted, place by
//! place, with a share of each sorted list merged into the next.
//!
//! To a base b₁, b₂, … a weight has digits, and a literal enters a place as often as its digit
//! says. Every bᵢ-th literal of the sorted list of a place is carried to the next one. As in the
//! watchdogs, a constant is added that makes the bound and one a multiple of the last unit, so that
//! the constraint is one place of the last list.
//!
//! Lists are sorted and merged by Batcher's odd-even merge, for lists of any lengths, on the side
//! of upper bounds: of a comparator's ends the greater one is two clauses, and the lesser one a
//! clause. No list goes further than the last one can hang on, and of all ends those alone are
//! written on which the one of the constraint hangs.

use rustsat::types::Lit;

use super::Term;
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// Writes that `violated` follows where terms come to more than a bound, by the digits to a base.
pub(super) fn write(
    terms: &[Term],
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
        let merged = network.place(terms, &digit, &carried, most);
        let given = std::iter::repeat_n(Wire::True, digit(added));
        let sum: Vec<Wire> = given.chain(merged).collect();
        carried = sum.into_iter().skip(small(factor) - 1).step_by(small(factor)).collect();
        below *= factor;
    }
    let last = network.place(terms, &|weight| small(weight / below), &carried, output);
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

#[derive(Clone, Copy, Debug)]
enum Gate {
    Input(Lit),
    /// The greater end.
    Or([usize; 2]),
    /// The lesser end.
    And([usize; 2]),
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

    /// The greatest wires, up to a number, of literals as often as their digits say, and of those
    /// that are carried.
    fn place(
        &mut self,
        terms: &[Term],
        digit: &dyn Fn(u128) -> usize,
        carried: &[Wire],
        most: usize,
    ) -> Vec<Wire> {
        let mut inputs = Vec::new();
        for term in terms {
            let digit = digit(term.weight);
            if digit > 0 {
                let input = self.gate(Gate::Input(term.lit));
                inputs.extend(std::iter::repeat_n(input, digit.min(most)));
            }
        }
        let sorted = self.sort(&inputs, most);
        let mut merged = self.merge(&sorted, &carried[..carried.len().min(most)]);
        merged.truncate(most);
        merged
    }

    /// The greatest wires of a list, in order.
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

    /// Two lists in order as one.
    fn merge(&mut self, one: &[Wire], other: &[Wire]) -> Vec<Wire> {
        match (one, other) {
            ([], list) | (list, []) => list.to_vec(),
            (&[a], &[b]) => self.compare(a, b).into(),
            _ => {
                let every_second = |list: &[Wire], first: usize| {
                    list.iter().skip(first).step_by(2).copied().collect()
                };
                let of = |first| -> [Vec<Wire>; 2] {
                    [every_second(one, first), every_second(other, first)]
                };
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
        }
    }

    /// The greater and the lesser of two.
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
            match self.gates[place] {
                Gate::Input(_) => {}
                Gate::Or(inputs) | Gate::And(inputs) => {
                    inputs.into_iter().for_each(|input| is_needed[input] = true);
                }
            }
            // Where the greater end is false for certain, both inputs are.
            if let (Gate::Or(inputs), Some(Signal::False)) = (self.gates[place], signals[place]) {
                inputs.into_iter().for_each(|input| signals[input] = Some(Signal::False));
            }
        }
        let mut written: Vec<Signal> = Vec::with_capacity(root + 1);
        for place in 0..=root {
            if !is_needed[place] {
                written.push(Signal::False);
                continue;
            }
            let known = signals[place];
            let signal = match self.gates[place] {
                Gate::Input(lit) => {
                    if let Some(known) = known {
                        writer.clause([!Signal::from(lit), known])?;
                    }
                    known.unwrap_or(lit.into())
                }
                Gate::Or([a, b]) => {
                    let [a, b] = [written[a], written[b]];
                    let meaning = || Meaning::at_least(&[a, b], 1);
                    let signal = known.unwrap_or_else(|| writer.defined(meaning).into());
                    if signal != Signal::False {
                        writer.clause([!a, signal])?;
                        writer.clause([!b, signal])?;
                    }
                    signal
                }
                Gate::And([a, b]) => {
                    let [a, b] = [written[a], written[b]];
                    if known.is_none() && (a == Signal::False || b == Signal::False) {
                        written.push(Signal::False);
                        continue;
                    }
                    let meaning = || Meaning::at_least(&[a, b], 2);
                    let signal = known.unwrap_or_else(|| writer.defined(meaning).into());
                    writer.clause([!a, !b, signal])?;
                    signal
                }
            };
            written.push(signal);
        }
        Ok(())
    }
}
