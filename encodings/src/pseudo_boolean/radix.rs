//! The common part of binary merge and mixed radix: sorted lists of digits.
//!
//! The weights are written to a base b₁, b₂, …. A literal enters a place as often as its weight's
//! digit says. Every bᵢ-th literal of a sorted list is carried to the next place. The last place
//! has the value b₁ b₂ …. A constant, added to the sum and the bound, makes the bound plus one a
//! multiple of this value. Then the constraint is that one element of the last list is false. In a
//! search, a place with the factor b has b−1 unconstrained literals, and the search assumes as many
//! of them as the constant's digit says.

use std::sync::Arc;

use rustsat::types::Lit;

use super::digits::Digits;
use super::knapsack::cap_weights;
use super::watchdog::{split_bound, write_pairs};
use super::{Bounder, Construction, Group};
use crate::{Error, Meaning, Signal, Writer};

/// The greatest number (m+1)(n+1) for which two lists of m and n elements are merged directly, by a
/// clause for each pair. Longer lists are merged by Batcher's merge. A direct merge of two lists of
/// 16 elements takes as many clauses as Batcher's merge, and a quarter of its variables.
const DIRECT: usize = 300;

/// The greatest number of gates of a network. So many gates take 200 MB of memory.
const MOST_GATES: usize = 1 << 22;

/// The number of gates between two checks of whether the network has to end.
const BETWEEN_LOOKS: usize = 1 << 12;

/// One clause is announced to the writer for this number of gates. Most gates have several clauses,
/// but the constraint does not need all gates.
const GATES_A_CLAUSE: usize = 4;

/// Writes clauses by which a sum above the bound implies `violated`. `base` has the factors; the
/// factor of the lowest place comes first. If the sum cannot exceed the bound, writes only the
/// auxiliary literals of the digits. Fails if the network has more than [`MOST_GATES`] gates, or
/// the collector refuses a clause.
pub(super) fn write<C: Construction>(
    digits: &mut Digits,
    bound: u128,
    base: &[u128],
    violated: Signal,
    writer: &mut Writer,
) -> Result<(), Error> {
    let (output, added) = split_bound(bound, base.iter().product());
    let mut network = RadixNetwork::for_construction::<C>();
    let mut given = |below: u128, factor: u128, _: &mut Writer| {
        (vec![RadixWire::True; to_usize(added / below % factor)], Vec::new())
    };
    let last = network.places(digits, base, output, &mut given, writer)?;
    match last.get(output - 1) {
        Some(&wire) => network.write(wire, violated, writer),
        None => Ok(()),
    }
}

/// Sorted lists that serve all bounds up to the bound for which they were planned. The gates that a
/// bound needs are written when the bound is requested.
pub(super) struct WrittenLists {
    /// For each place except the last one: its value, its factor, and the literals that add the
    /// digit of the constant.
    added: Vec<(u128, u128, Vec<Lit>)>,
    /// The value of the last place.
    unit: u128,
    network: RadixNetwork,
    /// The sorted list of the last place.
    last: Vec<RadixWire>,
    /// The signal of each gate, or `None` if the gate is not written. The list can be shorter than
    /// the list of gates; the missing gates are not written.
    signals: Vec<Option<Signal>>,
}

impl WrittenLists {
    /// Plans the lists for bounds up to `bound`. Each place except the last one gets fresh
    /// literals, which add the constant. The observer gets no meaning of these literals. A weight
    /// above `bound` counts as the bound plus one. `base` returns the factors; the factor of the
    /// lowest place comes first. Writes only the auxiliary literals of the groups' digits, but no
    /// gates. Returns `bound` and the lists. Fails if the network has more than [`MOST_GATES`]
    /// gates, or the collector refuses.
    pub fn lay_out<C: Construction>(
        groups: &[Group],
        bound: u128,
        base: fn(&Digits) -> Vec<u128>,
        writer: &mut Writer,
    ) -> Result<(u128, WrittenLists), Error> {
        let mut digits = Digits::from_groups(&cap_weights(groups, bound));
        let factors = base(&digits);
        let unit = factors.iter().product();
        let mut network = RadixNetwork::for_construction::<C>();
        let mut added = Vec::new();
        let mut given = |below: u128, factor: u128, writer: &mut Writer| {
            let lits: Vec<Lit> = (1..factor).map(|_| writer.fresh()).collect();
            added.push((below, factor, lits.clone()));
            (Vec::new(), lits)
        };
        let last = network.places(
            &mut digits,
            &factors,
            split_bound(bound, unit).0,
            &mut given,
            writer,
        )?;
        Ok((bound, WrittenLists { added, unit, network, last, signals: Vec::new() }))
    }
}

impl Bounder for WrittenLists {
    /// Returns signals that together imply a sum of at most `bound`. One signal is the negated
    /// element of the last list; it is missing if the list is too short to have this element. The
    /// other signals are the literals that add the constant. The signals may not be assumed
    /// together with those of another bound. Writes the gates that the element needs, if they are
    /// not written already. `bound` must not exceed the bound for which the lists were planned.
    /// Fails if `writer` refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let WrittenLists { added, unit, network, last, signals } = self;
        let (output, tare) = split_bound(bound, *unit);
        let mut assumptions = Vec::new();
        if let Some(&wire) = last.get(output - 1) {
            assumptions.push(!network.demand(wire, signals, writer)?);
        }
        for (below, factor, lits) in added {
            let digit = to_usize(tare / *below % *factor);
            assumptions.extend(lits[..digit].iter().map(|&lit| Signal::from(lit)));
        }
        Ok(assumptions)
    }
}

fn to_usize(number: u128) -> usize {
    usize::try_from(number).expect("a digit, or few units of the last place")
}

/// A function that receives the value and the factor of a place. It returns the constant's digit
/// there: constant true wires, and literals to sort together with the digits.
type ConstantDigits<'a> = dyn FnMut(u128, u128, &mut Writer) -> (Vec<RadixWire>, Vec<Lit>) + 'a;

/// An element of a sorted list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RadixWire {
    True,
    /// The output of the gate with this index.
    Gate(usize),
}

/// A gate, whose inputs are the outputs of earlier gates, given by their indices.
enum Gate {
    /// The gate has the value of a literal.
    Input(Lit),
    /// At least one of the two inputs is true.
    Or([usize; 2]),
    /// Both inputs are true.
    And([usize; 2]),
    /// At least this number of elements of two sorted lists is true.
    Count(Arc<[Vec<usize>; 2]>, usize),
}

impl Gate {
    /// Returns the gates on which the output of this gate depends. A gate for a count of at least k
    /// elements depends only on the first k elements of each sorted list.
    fn inputs(&self) -> Vec<usize> {
        match self {
            Gate::Input(_) => Vec::new(),
            Gate::Or(pair) | Gate::And(pair) => pair.to_vec(),
            Gate::Count(lists, number) => {
                lists.iter().flat_map(|list| list.iter().take(*number).copied()).collect()
            }
        }
    }

    /// Returns each input that alone is enough to make this gate true. The list is empty for the
    /// gates `Input` and `And`.
    fn sufficient_inputs(&self) -> Vec<usize> {
        match self {
            Gate::Input(_) | Gate::And(_) => Vec::new(),
            Gate::Or(pair) => pair.to_vec(),
            Gate::Count(lists, number) => {
                lists.iter().filter_map(|list| list.get(number - 1).copied()).collect()
            }
        }
    }
}

/// A network of gates that sorts the digits of all places.
struct RadixNetwork {
    /// The gates, inputs before outputs.
    gates: Vec<Gate>,
    /// The number of gates at the last check of whether the network has to end.
    looked: usize,
    /// Returns the refusal of a network with too many gates.
    too_large: fn() -> Error,
}

impl RadixNetwork {
    fn for_construction<C: Construction>() -> RadixNetwork {
        let too_large = || C::no_form(format!("a network of more than {MOST_GATES} gates"));
        RadixNetwork { gates: Vec::new(), looked: 0, too_large }
    }

    /// Fails if the network has more than [`MOST_GATES`] gates. Also fails if the writer refuses a
    /// plan of one clause for every [`GATES_A_CLAUSE`] gates. Checks this only if at least
    /// [`BETWEEN_LOOKS`] gates were added since the last check.
    fn plan(&mut self, writer: &mut Writer) -> Result<(), Error> {
        if self.gates.len() - self.looked < BETWEEN_LOOKS {
            return Ok(());
        }
        self.looked = self.gates.len();
        if self.gates.len() > MOST_GATES {
            return Err((self.too_large)());
        }
        writer.plan(self.gates.len() / GATES_A_CLAUSE)
    }

    /// Adds a gate, and returns its output.
    fn gate(&mut self, gate: Gate) -> RadixWire {
        self.gates.push(gate);
        RadixWire::Gate(self.gates.len() - 1)
    }

    /// Sorts the digits of each place, from the lowest place to the last. Returns the first
    /// `output` wires of the sorted list of the last place. For every place except the last one,
    /// calls `given` with the value and the factor of the place. `given` returns constant true
    /// wires and literals. The wires are put before the sorted wires, and the literals are sorted
    /// together with the digits. Writes only the auxiliary literals of the digits. Fails if the
    /// network has too many gates, or the collector refuses.
    fn places(
        &mut self,
        digits: &mut Digits,
        base: &[u128],
        output: usize,
        given: &mut ConstantDigits,
        writer: &mut Writer,
    ) -> Result<Vec<RadixWire>, Error> {
        let mut carried: Vec<RadixWire> = Vec::new();
        let (mut below, mut above) = (1, base.iter().product::<u128>());
        for &factor in base {
            let most = usize::try_from(above).unwrap_or(usize::MAX).saturating_mul(output);
            above /= factor;
            let (ones, lits) = given(below, factor, writer);
            let digits = digits.lits_at(&|weight| to_usize(weight / below % factor), writer)?;
            let inputs = [digits, lits].concat();
            let merged = self.place(&inputs, &carried, most, writer)?;
            carried = ones
                .into_iter()
                .chain(merged)
                .skip(to_usize(factor) - 1)
                .step_by(to_usize(factor))
                .collect();
            below *= factor;
        }
        let inputs = digits.lits_at(&|weight| to_usize(weight / below), writer)?;
        self.place(&inputs, &carried, output, writer)
    }

    /// Sorts the literals of a place, and merges the carried wires into them. The carried wires
    /// must be sorted, the true ones first. A literal may occur several times in succession.
    /// Returns the first `most` wires of the sorted list. Fails as [`RadixNetwork::plan`] does.
    fn place(
        &mut self,
        lits: &[Lit],
        carried: &[RadixWire],
        most: usize,
        writer: &mut Writer,
    ) -> Result<Vec<RadixWire>, Error> {
        let mut inputs = Vec::new();
        for same in lits.chunk_by(|one, other| one == other) {
            let input = self.gate(Gate::Input(same[0]));
            inputs.extend(std::iter::repeat_n(input, same.len().min(most)));
        }
        let sorted = self.sort(&inputs, most, writer)?;
        let mut merged = self.merge(&sorted, &carried[..carried.len().min(most)]);
        merged.truncate(most);
        self.plan(writer)?;
        Ok(merged)
    }

    /// Sorts wires by halves, the true ones first. Returns the first `most` wires of the sorted
    /// list. Fails as [`RadixNetwork::plan`] does.
    fn sort(
        &mut self,
        wires: &[RadixWire],
        most: usize,
        writer: &mut Writer,
    ) -> Result<Vec<RadixWire>, Error> {
        // A list of one repeated literal is sorted.
        if wires.iter().all(|wire| *wire == wires[0]) {
            return Ok(wires[..wires.len().min(most)].to_vec());
        }
        let (one, other) = wires.split_at(wires.len() / 2);
        let (one, other) = (self.sort(one, most, writer)?, self.sort(other, most, writer)?);
        let mut merged = self.merge(&one, &other);
        merged.truncate(most);
        self.plan(writer)?;
        Ok(merged)
    }

    /// Merges two sorted lists: short lists by one gate for each element (see [`DIRECT`]), long
    /// lists by Batcher's merge.
    fn merge(&mut self, one: &[RadixWire], other: &[RadixWire]) -> Vec<RadixWire> {
        match (one, other) {
            ([], list) | (list, []) => list.to_vec(),
            (&[a], &[b]) => self.compare(a, b).into(),
            _ if (one.len() + 1) * (other.len() + 1) <= DIRECT => self.count(one, other),
            _ => self.merge_halves(one, other),
        }
    }

    /// Merges two sorted lists. The constant true elements of both come first and need no gate. The
    /// k-th element after them is the output of one gate: at least k of the other elements are
    /// true.
    fn count(&mut self, one: &[RadixWire], other: &[RadixWire]) -> Vec<RadixWire> {
        let lists = Arc::new([one, other].map(|list| -> Vec<usize> {
            list.iter()
                .filter_map(|wire| match wire {
                    RadixWire::Gate(gate) => Some(*gate),
                    _ => None,
                })
                .collect()
        }));
        let all: usize = lists.iter().map(Vec::len).sum();
        let given = std::iter::repeat_n(RadixWire::True, one.len() + other.len() - all);
        given
            .chain((1..=all).map(|number| self.gate(Gate::Count(Arc::clone(&lists), number))))
            .collect()
    }

    /// Merges two sorted lists, neither of which is empty, as Batcher does: merges their odd places
    /// and their even places separately, and then compares neighbours.
    fn merge_halves(&mut self, one: &[RadixWire], other: &[RadixWire]) -> Vec<RadixWire> {
        let [[a, b], [c, d]] = [0, 1].map(|first| {
            [one, other].map(|list| -> Vec<RadixWire> {
                list.iter().skip(first).step_by(2).copied().collect()
            })
        });
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

    /// Returns the greater and the lesser of two wires. Adds no gates if a wire is constant true or
    /// both wires are the same.
    fn compare(&mut self, one: RadixWire, other: RadixWire) -> [RadixWire; 2] {
        match (one, other) {
            (RadixWire::True, wire) | (wire, RadixWire::True) => [RadixWire::True, wire],
            (RadixWire::Gate(a), RadixWire::Gate(b)) if a == b => [one, one],
            (RadixWire::Gate(a), RadixWire::Gate(b)) => {
                [self.gate(Gate::Or([a, b])), self.gate(Gate::And([a, b]))]
            }
        }
    }

    /// Writes the gates on which a wire depends, so that the wire implies `output`. If the wire is
    /// constant true, writes that `output` is true. If `output` is constant false, the gate of the
    /// wire is constant false. If a gate is constant false, an input is constant false, too, if it
    /// alone is enough to make the gate true. Fails if `writer` refuses a clause.
    fn write(&self, wire: RadixWire, output: Signal, writer: &mut Writer) -> Result<(), Error> {
        let RadixWire::Gate(root) = wire else { return writer.clause([output]) };
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
                self.gates[place]
                    .sufficient_inputs()
                    .into_iter()
                    .for_each(|input| signals[input] = Some(Signal::False));
            }
        }
        let mut written: Vec<Signal> = Vec::with_capacity(root + 1);
        for place in 0..=root {
            let signal = if is_needed[place] {
                self.write_gate(place, signals[place], &|gate| written[gate], writer)?
            } else {
                Signal::False
            };
            written.push(signal);
        }
        Ok(())
    }

    /// Writes those gates on which a wire depends that have no signal yet. Records their signals in
    /// `signals`, one for each gate. Returns the signal of the wire, which is constant true for a
    /// constant true wire. If the inputs of a gate demand it, the clauses make the gate true; no
    /// clause makes it false. Fails if `writer` refuses a clause.
    fn demand(
        &self,
        wire: RadixWire,
        signals: &mut Vec<Option<Signal>>,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        let RadixWire::Gate(root) = wire else { return Ok(Signal::True) };
        signals.resize(self.gates.len(), None);
        let mut is_needed = vec![false; root + 1];
        is_needed[root] = true;
        for place in (0..=root).rev() {
            if is_needed[place] && signals[place].is_none() {
                self.gates[place].inputs().into_iter().for_each(|input| is_needed[input] = true);
            }
        }
        for place in 0..=root {
            if is_needed[place] && signals[place].is_none() {
                // Gates that have no signal yet are not inputs of this gate.
                let of = |gate: usize| signals[gate].unwrap_or(Signal::False);
                signals[place] = Some(self.write_gate(place, None, &of, writer)?);
            }
        }
        Ok(signals[root].expect("written above"))
    }

    /// Writes the clauses by which the inputs of a gate imply its output, and returns the output.
    /// If `known` is given, it is the output. Otherwise the output of an `Input` is its literal,
    /// and the output of an `And` with a constant false input is constant false. Any other gate
    /// takes a fresh variable. If an `Or` is known to be constant false, its inputs are constant
    /// false, too; so it gets no clauses. `of` returns the signal of an earlier gate. Fails if
    /// `writer` refuses a clause.
    fn write_gate(
        &self,
        place: usize,
        known: Option<Signal>,
        of: &dyn Fn(usize) -> Signal,
        writer: &mut Writer,
    ) -> Result<Signal, Error> {
        match &self.gates[place] {
            Gate::Input(lit) => {
                if let Some(known) = known {
                    writer.clause([!Signal::from(*lit), known])?;
                }
                Ok(known.unwrap_or((*lit).into()))
            }
            Gate::Or(pair) => {
                let [a, b] = pair.map(of);
                let signal = known
                    .unwrap_or_else(|| writer.defined(|| Meaning::at_least(&[a, b], 1)).into());
                // If the signal is constant false, each of the two inputs has its own clause.
                if signal != Signal::False {
                    writer.clause([!a, signal])?;
                    writer.clause([!b, signal])?;
                }
                Ok(signal)
            }
            Gate::And(pair) => {
                let [a, b] = pair.map(of);
                if known.is_none() && [a, b].contains(&Signal::False) {
                    return Ok(Signal::False);
                }
                let signal = known
                    .unwrap_or_else(|| writer.defined(|| Meaning::at_least(&[a, b], 2)).into());
                writer.clause([!a, !b, signal])?;
                Ok(signal)
            }
            Gate::Count(lists, number) => {
                let [one, other] = lists.each_ref().map(|list| -> Vec<Signal> {
                    list.iter().take(*number).map(|&gate| of(gate)).collect()
                });
                let signal = known.unwrap_or_else(|| {
                    writer
                        .defined(|| Meaning::at_least(&[&one[..], &other[..]].concat(), *number))
                        .into()
                });
                write_pairs(&one, &other, *number, signal, writer)?;
                Ok(signal)
            }
        }
    }
}
