//! Counters that add up lines: with or without known parities, in a tree or a chain, alone or
//! together.

use quarrel_encodings::cardinality::{
    self, Cardinality, Counter, Leaf, LinkedCounters, Minimum, Side, Totalizer, TotalizerShape,
};
use quarrel_encodings::{Signal, Writer};
use rustsat::types::Lit;

use super::constraints::Formula;
use super::counters::Demand;

/// The lengths of lines, each with its parity (true for odd) or `None` if the parity is not known.
type Layout<'a> = &'a [(usize, Option<bool>)];

const LAYOUTS: &[Layout] = &[
    &[(3, None), (1, None), (3, None)],
    &[(4, Some(false)), (4, Some(true))],
    &[(3, Some(true)), (3, Some(true)), (2, Some(false))],
    &[(1, Some(true)), (3, Some(false)), (3, None)],
    &[(4, None), (3, Some(true))],
    &[(2, Some(true)), (1, Some(false)), (1, Some(true)), (3, Some(true))],
    &[(6, Some(true))],
    &[(0, Some(false)), (5, Some(false))],
    &[(0, Some(true)), (2, None)],
];

const ADDITIONS: [TotalizerShape; 2] = [TotalizerShape::Balanced, TotalizerShape::Chained];

fn adding(row: &Cardinality, lits: &[Lit], layout: Layout, addition: TotalizerShape) -> Totalizer {
    let mut rest = lits;
    let lines = layout.iter().map(|&(length, odd)| {
        let (line, others) = rest.split_at(length);
        rest = others;
        Leaf { counter: row.counter(line), odd }
    });
    Totalizer::from_leaves(lines.collect(), addition)
}

/// Returns whether an assignment has the known parities. The bits of `assignment` are the values of
/// the literals.
fn has_parities(assignment: usize, layout: Layout) -> bool {
    let mut rest = assignment;
    layout.iter().all(|&(length, odd)| {
        let line = rest & ((1 << length) - 1);
        rest >>= length;
        odd.is_none_or(|odd| (line.count_ones() % 2 == 1) == odd)
    })
}

fn demands(n: usize) -> impl Iterator<Item = Demand> {
    (0..=n + 1).flat_map(|bound| [Demand::AtMost(bound), Demand::AtLeast(bound)])
}

fn ask(counter: &mut dyn Counter, demand: Demand, formula: &mut Formula) -> Signal {
    demand.ask(counter, (&mut formula.clauses, &mut formula.variables))
}

/// Returns whether the formula, if a signal is assumed, allows an assignment exactly if it
/// satisfies the demand. Considers only the assignments that `in_question` accepts.
fn allows(
    formula: &Formula,
    holds: Signal,
    in_question: &dyn Fn(usize) -> bool,
    demand: Demand,
) -> bool {
    let mut referee = formula.referee();
    let assumed: Vec<Lit> = match holds {
        Signal::True => Vec::new(),
        Signal::Lit(lit) => vec![lit],
        Signal::False => {
            let right = |bits: usize| demand.holds(bits.count_ones() as usize);
            return (0..1 << formula.lits.len()).all(|bits| !in_question(bits) || !right(bits));
        }
    };
    (0..1_usize << formula.lits.len()).filter(|&bits| in_question(bits)).all(|bits| {
        let literal =
            |(place, &lit): (usize, &Lit)| if bits >> place & 1 == 1 { lit } else { !lit };
        let assignment = formula.lits.iter().enumerate().map(literal);
        let allowed = referee.satisfiable(assignment.chain(assumed.iter().copied()));
        allowed == demand.holds(bits.count_ones() as usize)
    })
}

#[test]
fn lines_add_up_to_the_whole() {
    for row in cardinality::ALL {
        for &layout in LAYOUTS {
            for addition in ADDITIONS {
                let n = layout.iter().map(|(length, _)| length).sum();
                let mut formula = Formula::new(n, 0b10_0110);
                let mut counter = adding(row, &formula.lits, layout, addition);
                assert_eq!(counter.size(), n);
                for demand in demands(n) {
                    let holds = ask(&mut counter, demand, &mut formula);
                    let name = format!("{} {layout:?} {addition:?} {demand:?}", row.name);
                    assert!(
                        allows(&formula, holds, &|bits| has_parities(bits, layout), demand),
                        "{name}"
                    );
                    let before = formula.clauses.len();
                    assert_eq!(ask(&mut counter, demand, &mut formula), holds, "{name}");
                    assert_eq!(formula.clauses.len(), before, "{name} is written twice");
                }
            }
        }
    }
}

#[test]
fn a_promised_bound_on_lines_is_right() {
    for &layout in LAYOUTS {
        for addition in ADDITIONS {
            let n: usize = layout.iter().map(|(length, _)| length).sum();
            for count in 1..=n {
                for holds in [false, true] {
                    let mut formula = Formula::new(n, 0);
                    let mut counter = adding(&cardinality::ALL[0], &formula.lits, layout, addition);
                    counter.promise(count, holds);
                    let demand =
                        if holds { Demand::AtLeast(count) } else { Demand::AtMost(count - 1) };
                    let signal = ask(&mut counter, demand, &mut formula);
                    let name = format!("{layout:?} {addition:?} {demand:?}");
                    assert!(
                        allows(&formula, signal, &|bits| has_parities(bits, layout), demand),
                        "{name}"
                    );
                }
            }
        }
    }
}

/// If every line's parity is known, a sum has only every other value, so two neighbouring counts
/// share an output.
#[test]
fn known_parities_halve_the_outputs() {
    for addition in ADDITIONS {
        let layout: Layout = &[(3, Some(true)), (4, Some(false)), (3, Some(true))];
        let mut formula = Formula::new(10, 0);
        let mut counter = adding(&cardinality::ALL[0], &formula.lits, layout, addition);
        let mut output = |count| {
            let mut writer = Writer::new(&mut formula.clauses, &mut formula.variables);
            counter.output(count, Side::Upper, &mut writer).expect("a collector without a limit")
        };
        let outputs: Vec<Signal> = (1..=10).map(&mut output).collect();
        assert_eq!(outputs[..2], [Signal::True, Signal::True], "two odd lines are at least two");
        for value in [4, 6, 8, 10] {
            assert_eq!(outputs[value - 2], outputs[value - 1], "no sum is {} only", value - 1);
            assert!(matches!(outputs[value - 1], Signal::Lit(_)));
        }
        let sure: Layout = &[(1, Some(true)), (1, Some(true))];
        let mut counter = adding(&cardinality::ALL[0], &formula.lits[..2], sure, addition);
        for bound in [0, 1, 2] {
            let holds = ask(&mut counter, Demand::AtMost(bound), &mut formula);
            assert_eq!(holds, Signal::from(bound == 2), "two odd literals are two");
        }
        let free: Layout = &[(3, None), (4, None), (3, None)];
        let mut other = Formula::new(10, 0);
        let mut counter = adding(&cardinality::ALL[0], &other.lits, free, addition);
        (0..10).for_each(|bound| _ = ask(&mut counter, Demand::AtMost(bound), &mut other));
        let clauses = [formula.clauses.len(), other.clauses.len()];
        assert!(clauses[0] < clauses[1], "{clauses:?}");
    }
}

/// Rows and columns of a square, counted together.
#[test]
fn counters_together_say_the_same_and_are_written_once() {
    for row in cardinality::ALL {
        let mut formula = Formula::new(9, 0b1_0010_0101);
        let lines = |places: [[usize; 3]; 3], formula: &Formula| {
            let lits = places.map(|line| line.map(|place| formula.lits[place])).concat();
            let layout: Layout = &[(3, None), (3, None), (3, None)];
            Box::new(adding(row, &lits, layout, TotalizerShape::Chained)) as Box<dyn Counter>
        };
        let rows = lines([[0, 1, 2], [3, 4, 5], [6, 7, 8]], &formula);
        let columns = lines([[0, 3, 6], [1, 4, 7], [2, 5, 8]], &formula);
        let mut together = LinkedCounters::link(vec![rows, columns]);
        for demand in demands(9) {
            let holds = ask(&mut *together, demand, &mut formula);
            let name = format!("{} {demand:?}", row.name);
            assert!(allows(&formula, holds, &|_| true, demand), "{name}");
            let before = formula.clauses.len();
            assert_eq!(ask(&mut *together, demand, &mut formula), holds, "{name}");
            assert_eq!(formula.clauses.len(), before, "{name} is written twice");
        }
    }
}

/// The counter of the columns also propagates, although the outputs are those of the counter of the
/// rows.
#[test]
fn a_bound_on_counters_together_bounds_each() {
    let mut formula = Formula::new(6, 0);
    let [a, b, c, d, e, f] = formula.lits[..] else { unreachable!("six literals") };
    let count = |lits: [Lit; 6], layout: Layout| {
        Box::new(adding(&cardinality::ALL[0], &lits, layout, TotalizerShape::Balanced))
            as Box<dyn Counter>
    };
    let rows = count([a, b, c, d, e, f], &[(3, None), (3, None)]);
    let even = Some(false);
    let columns = count([a, d, b, e, c, f], &[(2, even), (2, even), (2, even)]);
    let mut together = LinkedCounters::link(vec![rows, columns]);
    let holds = ask(&mut *together, Demand::AtMost(2), &mut formula);
    let Signal::Lit(holds) = holds else { panic!("{holds:?} is no literal") };
    let mut referee = formula.referee();
    assert!(referee.assume(holds) && referee.assume(a));
    assert!([b, c, e, f].iter().all(|&lit| referee.is_true(!lit)), "a column has two or none");
}

/// The lesser count of three literals and of two literals is at most two.
#[test]
fn the_lesser_of_two_counts_is_bounded_by_both() {
    for row in cardinality::ALL {
        let mut formula = Formula::new(5, 0b0_0110);
        let (first, second) = formula.lits.split_at(3);
        let mut lesser = Minimum::new([row.counter(first), row.counter(second)]);
        assert_eq!(lesser.size(), 2);
        let count = |bits: usize| (bits & 0b111).count_ones().min((bits >> 3).count_ones());
        for demand in demands(2) {
            let holds = ask(&mut lesser, demand, &mut formula);
            let right: Vec<bool> =
                (0..1 << 5).map(|bits| demand.holds(count(bits) as usize)).collect();
            let name = format!("{} {demand:?}", row.name);
            let mut referee = formula.referee();
            for (bits, &right) in right.iter().enumerate() {
                let lits = formula.lits.iter().enumerate();
                let assumed = lits.map(|(i, &lit)| if bits >> i & 1 == 1 { lit } else { !lit });
                let demanded = match holds {
                    Signal::True => None,
                    Signal::Lit(lit) => Some(lit),
                    Signal::False => {
                        assert!(!right, "{name}");
                        continue;
                    }
                };
                assert_eq!(referee.satisfiable(assumed.chain(demanded)), right, "{name}");
            }
            let before = formula.clauses.len();
            assert_eq!(ask(&mut lesser, demand, &mut formula), holds, "{name}");
            assert_eq!(formula.clauses.len(), before, "{name} is written twice");
        }
    }
}

#[test]
fn a_promised_bound_on_the_lesser_is_right() {
    for (count, holds) in [(1, false), (1, true), (2, false), (2, true)] {
        let mut formula = Formula::new(4, 0);
        let halves = [&formula.lits[..2], &formula.lits[2..]];
        let mut lesser = Minimum::new(halves.map(|lits| cardinality::ALL[0].counter(lits)));
        lesser.promise(count, holds);
        let demand = if holds { Demand::AtLeast(count) } else { Demand::AtMost(count - 1) };
        assert_eq!(ask(&mut lesser, demand, &mut formula), Signal::True);
        let mut referee = formula.referee();
        for bits in 0..1_u32 << 4 {
            let lits = formula.lits.iter().enumerate();
            let assumed = lits.map(|(i, &lit)| if bits >> i & 1 == 1 { lit } else { !lit });
            let lesser = (bits & 0b11).count_ones().min((bits >> 2).count_ones()) as usize;
            assert_eq!(referee.satisfiable(assumed), demand.holds(lesser), "{demand:?} {bits}");
        }
    }
}
