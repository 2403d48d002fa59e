//! The meanings of fresh variables extend a solution: if an assignment satisfies a constraint, and
//! the fresh variables have the values of their meanings, every clause is satisfied. Every row of
//! every table reports the meaning of each of its variables.

use std::collections::HashMap;
use std::sync::Arc;

use quarrel_encodings::cardinality::{
    self, Counter, Leaf, LinkedCounters, Minimum, Side, Totalizer, TotalizerShape,
};
use quarrel_encodings::observe::{
    ComparatorOutput, Observe, SortingNetwork, Wire, WireSource, WireValue,
};
use quarrel_encodings::{Clauses, Collect, Error, Meaning, Signal, Writer};
use rustsat::instances::BasicVarManager;
use rustsat::types::{Lit, Var};

use super::constraints::{ALL, number};

/// Clauses with the reported meanings of their variables.
#[derive(Default)]
pub struct Told {
    pub clauses: Clauses,
    meanings: HashMap<Var, Meaning>,
    carried: Vec<(Arc<SortingNetwork>, Wire, Signal)>,
}

impl Collect for Told {
    fn collect(&mut self, clause: &[Lit]) -> Result<(), Error> {
        self.clauses.collect(clause)
    }

    fn observer(&mut self) -> Option<&mut dyn Observe> {
        Some(self)
    }
}

impl Observe for Told {
    fn define(&mut self, variable: Lit, meaning: Meaning) {
        assert!(variable.is_pos(), "{variable}");
        let is_late = self.clauses.iter().flatten().any(|lit| lit.var() == variable.var());
        assert!(!is_late, "the meaning of {variable} comes after its clauses");
        assert!(self.meanings.insert(variable.var(), meaning).is_none(), "{variable} twice");
    }

    fn wire(&mut self, network: &Arc<SortingNetwork>, wire: Wire, value: WireValue) {
        if let WireValue::Signal(signal) = value {
            self.carried.push((Arc::clone(network), wire, signal));
        }
    }
}

impl Told {
    /// Asserts that every assignment of n literals that satisfies the constraint, extended by the
    /// meanings, satisfies all clauses.
    pub fn check(&self, name: &str, n: usize, holds: &dyn Fn(usize) -> bool) {
        for bits in (0_usize..1 << n).filter(|&bits| holds(bits)) {
            let mut values: HashMap<Var, bool> =
                (0..n).map(|place| (Var::new(number(place)), bits >> place & 1 == 1)).collect();
            for clause in self.clauses.iter() {
                let is_true = clause.iter().any(|&lit| self.value(lit, &mut values, name));
                assert!(is_true, "{name}: {clause:?} with {bits:b}");
            }
        }
    }

    /// Returns the value of a literal, computed from the literals in its meaning.
    fn value(&self, lit: Lit, values: &mut HashMap<Var, bool>, name: &str) -> bool {
        let value = values.get(&lit.var()).copied().unwrap_or_else(|| {
            let meaning = self.meanings.get(&lit.var());
            let meaning = meaning.unwrap_or_else(|| panic!("{name}: {lit} means nothing"));
            let value = meaning.evaluate(&mut |other| self.value(other, values, name));
            values.insert(lit.var(), value);
            value
        });
        value != lit.is_neg()
    }
}

fn lits(n: usize) -> Vec<Lit> {
    (0..n).map(|place| Lit::positive(number(place))).collect()
}

fn manager(n: usize) -> BasicVarManager {
    BasicVarManager::from_next_free(Var::new(number(n)))
}

#[test]
fn meanings_are_witnesses_of_every_constraint() {
    for n in 0..=9 {
        let mut rows = 0;
        ALL.for_each_constraint(n, &mut |constraint| {
            let (mut told, mut variables) = (Told::default(), manager(n));
            if (constraint.write)(&lits(n), &mut told, &mut variables).is_ok() {
                told.check(&constraint.name, n, &|bits| {
                    (constraint.holds)(bits.count_ones() as usize)
                });
                rows += 1;
            }
        });
        assert!(rows > 100, "{rows} of {n}");
    }
}

/// Requests every output of a counter in some order, on one side and then on the other.
fn ask_all(mut counter: Box<dyn Counter>, n: usize, stride: usize) -> (Told, Vec<(usize, Signal)>) {
    let (mut told, mut variables) = (Told::default(), manager(n));
    let size = counter.size();
    let mut outputs = Vec::new();
    for side in [Side::Upper, Side::Lower] {
        for step in 0..size {
            let count = step * stride % size + 1;
            let mut writer = Writer::new(&mut told, &mut variables);
            let output = counter.output(count, side, &mut writer).expect("nothing is refused");
            outputs.push((count, output));
        }
    }
    (told, outputs)
}

/// Without promises, the clauses allow all assignments, and each output has the value that its
/// count gives it.
#[test]
fn outputs_have_the_values_of_their_counts() {
    for row in cardinality::ALL {
        for (n, stride) in [(1, 1), (4, 1), (5, 2), (7, 3), (8, 7), (9, 1)] {
            let (told, outputs) = ask_all(row.counter(&lits(n)), n, stride);
            let name = format!("{} of {n}", row.name);
            told.check(&name, n, &|_| true);
            for bits in 0_usize..1 << n {
                let mut values: HashMap<Var, bool> =
                    (0..n).map(|place| (Var::new(number(place)), bits >> place & 1 == 1)).collect();
                for &(count, output) in &outputs {
                    let value = match output {
                        Signal::True => true,
                        Signal::False => false,
                        Signal::Lit(lit) => told.value(lit, &mut values, &name),
                    };
                    assert_eq!(value, bits.count_ones() as usize >= count, "{name}: {count}");
                }
            }
        }
    }
}

/// Returns the value of a wire of a network. The bits of `bits` are the values of the literals.
fn through(network: &SortingNetwork, wire: Wire, bits: usize) -> bool {
    match network.source(wire) {
        WireSource::Literal(lit) => bits >> lit.vidx() & 1 == 1,
        WireSource::Same(wire) => through(network, wire, bits),
        WireSource::End(ComparatorOutput::Greater, pair) => {
            pair.iter().any(|&one| through(network, one, bits))
        }
        WireSource::End(ComparatorOutput::Lesser, pair) => {
            pair.iter().all(|&one| through(network, one, bits))
        }
    }
}

/// The whole network sorts. The reported outputs are those of the whole network, even if only a
/// part of it is written.
#[test]
fn what_merges_of_networks_put_out_is_told() {
    let mut told_wires = 0;
    for row in cardinality::ALL {
        for (n, stride) in [(1, 1), (2, 1), (5, 2), (7, 3), (9, 1)] {
            let (told, _) = ask_all(row.counter(&lits(n)), n, stride);
            for bits in 0_usize..1 << n {
                let mut values: HashMap<Var, bool> =
                    (0..n).map(|place| (Var::new(number(place)), bits >> place & 1 == 1)).collect();
                for (network, wire, signal) in &told.carried {
                    let (Wire::Merged { level: 0, .. }, Signal::Lit(lit)) = (wire, signal) else {
                        continue;
                    };
                    let value = told.value(*lit, &mut values, row.name);
                    assert_eq!(value, through(network, *wire, bits), "{} of {n}", row.name);
                    told_wires += 1;
                }
                let networks = told.carried.first().map(|(network, ..)| network);
                if let Some((network, root)) = networks.and_then(|one| Some((one, one.root()?))) {
                    let true_ones = bits.count_ones() as usize;
                    let sorted =
                        (0..n).map(|place| through(network, root.wire(number(place)), bits));
                    assert!(sorted.eq((0..n).map(|place| place < true_ones)), "{bits:b}");
                }
            }
        }
    }
    assert!(told_wires > 1000, "{told_wires}");
}

/// The variables of sums of lines have meanings in terms of literals, in a chain, in a balanced
/// tree, or in linked counters.
#[test]
fn sums_of_lines_tell_what_they_mean() {
    let n = 9;
    for row in cardinality::ALL {
        for addition in [TotalizerShape::Balanced, TotalizerShape::Chained] {
            let sum = |step: usize| -> Box<dyn Counter> {
                let line = |first: usize| {
                    let places = (0..3).map(|place| (first * step + place * (4 - step)) % n);
                    let lits: Vec<Lit> = places.map(|place| Lit::positive(number(place))).collect();
                    Leaf { counter: row.counter(&lits), odd: None }
                };
                Box::new(Totalizer::from_leaves((0..3).map(line).collect(), addition))
            };
            let together = LinkedCounters::link(vec![sum(3), sum(1)]);
            let (told, _) = ask_all(together, n, 1);
            told.check(&format!("lines by {} {addition:?}", row.name), n, &|_| true);
        }
    }
}

/// If one of two counts always has its greatest value, an output of the lesser count means a number
/// of true literals. Otherwise it means the conjunction of both counters' outputs.
#[test]
fn the_lesser_of_two_counts_is_told_by_literals_or_by_both() {
    for row in cardinality::ALL {
        for sizes in [[4, 4], [3, 5]] {
            let all = lits(8);
            let (first, second) = all.split_at(sizes[0]);
            let lesser = Minimum::new([first, second].map(|lits| row.counter(lits)));
            assert_eq!(lesser.lits().map(|lits| lits.len()), (sizes == [4, 4]).then_some(8));
            let (told, _) = ask_all(Box::new(lesser), 8, 1);
            let is_complete = |bits: usize| bits & 0b1111 == 0b1111 || bits >> 4 == 0b1111;
            told.check(row.name, 8, &|bits| sizes == [3, 5] || is_complete(bits));
        }
    }
}

/// In each of three lines, all counted literals of one kind are true, and the sum counts those of
/// the other kind.
#[test]
fn sums_of_the_lesser_tell_what_they_mean() {
    for row in cardinality::ALL {
        for addition in [TotalizerShape::Balanced, TotalizerShape::Chained] {
            let all = lits(12);
            let line = |line: usize| {
                let kinds = [0, 6].map(|kind| row.counter(&all[kind + 2 * line..][..2]));
                Leaf { counter: Box::new(Minimum::new(kinds)), odd: None }
            };
            let sum = Totalizer::from_leaves((0..3).map(line).collect(), addition);
            assert_eq!((sum.size(), sum.surplus()), (6, 6));
            let (told, outputs) = ask_all(Box::new(sum), 12, 1);
            let complete = |bits: usize, line: usize| {
                [0, 6].into_iter().any(|kind| bits >> (kind + 2 * line) & 0b11 == 0b11)
            };
            let name = format!("{} {addition:?}", row.name);
            told.check(&name, 12, &|bits| (0..3).all(|line| complete(bits, line)));
            let roots = outputs.iter().filter_map(|(count, output)| match output {
                Signal::Lit(lit) => Some((*count, told.meanings.get(&lit.var())?)),
                Signal::True | Signal::False => None,
            });
            for (count, meaning) in roots {
                assert!(
                    matches!(meaning, Meaning::AtLeast(lits, n) if lits.len() == 12 && *n == count + 6)
                );
            }
        }
    }
}
