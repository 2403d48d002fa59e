//! Counters with one bound at a time: in any order, on either side, as assumptions and as clauses.

use std::fmt::Write as _;

use quarrel_encodings::cardinality::{self, Cardinality, Counter, Side};
use quarrel_encodings::{Collect, Relation, Signal, Total, Writer};
use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use super::conformance::{is_incomplete, is_part, what_follows};
use super::constraints::Formula;

/// A counter over the literals of a formula. Its name lists the demands so far.
pub struct Counting {
    name: String,
    pub formula: Formula,
    counter: Box<dyn Counter>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    AtMost(usize),
    AtLeast(usize),
}

impl Demand {
    pub fn holds(self, count: usize) -> bool {
        match self {
            Demand::AtMost(bound) => count <= bound,
            Demand::AtLeast(bound) => count >= bound,
        }
    }

    /// Requests the demand from a counter. Returns the only signal that enforces it, or constant
    /// true if no signal is needed.
    pub fn ask(
        self,
        counter: &mut dyn Counter,
        formula: (&mut dyn Collect, &mut dyn ManageVars),
    ) -> Signal {
        let mut writer = Writer::new(formula.0, formula.1);
        let signals = match self {
            Demand::AtMost(bound) => counter.at_most(bound as u128, &mut writer),
            Demand::AtLeast(bound) => counter.at_least(bound as u128, &mut writer),
        };
        match signals.expect("nothing is refused")[..] {
            [] => Signal::True,
            [holds] => holds,
            [_, _, ..] => panic!("a counter has one signal for {self:?}"),
        }
    }
}

impl Counting {
    pub fn over(row: &Cardinality, formula: Formula) -> Counting {
        let counter = row.counter(&formula.lits);
        let name = format!("{} over {:?}:", row.name, formula.lits);
        Counting { name, formula, counter }
    }

    fn new(row: &Cardinality, n: usize) -> Counting {
        Counting::over(row, Formula::new(n, 0))
    }

    /// Requests a bound, and returns the signal that enforces it.
    pub fn ask(&mut self, demand: Demand) -> Signal {
        write!(self.name, " {demand:?}").expect("strings grow");
        let Formula { clauses, variables, .. } = &mut self.formula;
        demand.ask(&mut *self.counter, (clauses, variables))
    }

    fn output(&mut self, count: usize, side: Side) -> Signal {
        write!(self.name, " output {count} {side:?}").expect("strings grow");
        let mut writer = Writer::new(&mut self.formula.clauses, &mut self.formula.variables);
        let output = self.counter.output(count, side, &mut writer);
        output.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn add(&mut self, clause: &[Lit]) {
        self.formula.clauses.push(clause);
    }

    /// Adds the clause that makes a signal true.
    fn state(&mut self, holds: Signal) {
        match holds {
            Signal::True => {}
            Signal::False => self.add(&[]),
            Signal::Lit(lit) => self.add(&[lit]),
        }
    }

    /// Asserts that the clauses, if these signals are assumed, allow exactly the counts that
    /// `right` accepts.
    pub fn check(&self, signals: &[Signal], right: &dyn Fn(usize) -> bool) {
        let mut referee = self.formula.referee();
        let possible = assumptions(signals).is_some_and(|lits| referee.assume_all(lits));
        let allowed = if possible {
            referee.allowed(&self.formula.free)
        } else {
            vec![false; 1 << self.formula.free.len()]
        };
        assert_eq!(allowed, self.formula.right(right), "{} under {signals:?}", self.name);
    }

    /// Asserts that propagation, if a signal is assumed, derives only implied literals, and all of
    /// them unless the row is listed as incomplete.
    fn check_propagation(&self, row: &Cardinality, holds: Signal, demand: Demand) {
        let Some(lits) = assumptions(&[holds]) else { return };
        if self.formula.free.len() < self.formula.lits.len() {
            return;
        }
        let mut referee = self.formula.referee();
        if !referee.assume_all(lits) {
            let possible = (0..=self.formula.lits.len()).any(|count| demand.holds(count));
            assert!(!possible, "{} contradicts", self.name);
            return;
        }
        referee.walk_partial(&self.formula.lits, &mut |known, derived| {
            let follows = what_follows(&self.formula.lits, known, &|count| demand.holds(count));
            let right = derived == follows || is_incomplete(row.name) && is_part(derived, follows);
            assert!(right, "{} derives {derived:?} from {known:?}", self.name);
            true
        });
    }
}

/// Returns the literals to assume, or `None` if a signal is constant false.
fn assumptions(signals: &[Signal]) -> Option<Vec<Lit>> {
    let literal = |signal: &Signal| match signal {
        Signal::True => None,
        Signal::False => Some(None),
        Signal::Lit(lit) => Some(Some(*lit)),
    };
    signals.iter().filter_map(literal).collect()
}

pub fn check_counters(rows: &[Cardinality]) {
    for row in rows {
        for n in 0..=6 {
            for negated in [0, 0b10_0101] {
                check_any_order(row, &Formula::new(n, negated));
            }
            check_tightened(row, n);
            check_outputs(row, n);
            check_fixed(row, n);
        }
        check_shared_manager(row);
    }
}

#[test]
fn counters_of_every_row_keep_their_promises() {
    check_counters(cardinality::ALL);
}

/// Checks increasing and decreasing bounds on both sides: each bound alone, all pairs of bounds,
/// and no bound.
pub fn check_any_order(row: &Cardinality, formula: &Formula) {
    let n = formula.lits.len();
    let mut random = 1 + u64::try_from(n).expect("a small number");
    for sides in [
        &[Demand::AtMost as fn(usize) -> Demand][..],
        &[Demand::AtLeast],
        &[Demand::AtMost, Demand::AtLeast],
    ] {
        let mut counting = Counting::over(row, formula.clone());
        let mut asked: Vec<(Demand, Signal)> = Vec::new();
        for _ in 0..2 * n + 3 {
            let side = sides[next_random(&mut random) % sides.len()];
            let demand = side(next_random(&mut random) % (n + 2));
            let holds = counting.ask(demand);
            counting.check(&[holds], &|count| demand.holds(count));
            counting.check_propagation(row, holds, demand);
            counting.check(&[], &|_| true);
            for &(earlier, still_holds) in &asked {
                let both = |count| demand.holds(count) && earlier.holds(count);
                counting.check(&[holds, still_holds], &both);
            }
            asked.push((demand, holds));
        }
    }
}

/// Returns the next pseudorandom number (Knuth's MMIX generator).
fn next_random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 40).expect("24 bits")
}

/// Checks that bounds that are tightened step by step mean the same as bounds of a new counter.
fn check_tightened(row: &Cardinality, n: usize) {
    let (mut from_above, mut from_below) = (Counting::new(row, n), Counting::new(row, n));
    let mut from_both = Counting::new(row, n);
    for step in 0..=n + 1 {
        let upper = n + 1 - step;
        let holds = from_above.ask(Demand::AtMost(upper));
        from_above.state(holds);
        assert_eq!(from_above.formula.allowed(), afresh(row, n, Relation::AtMost, upper));
        let holds = from_below.ask(Demand::AtLeast(step));
        from_below.state(holds);
        assert_eq!(from_below.formula.allowed(), afresh(row, n, Relation::AtLeast, step));
        let (lower, holds) = (step / 2, from_both.ask(Demand::AtLeast(step / 2)));
        from_both.state(holds);
        let holds = from_both.ask(Demand::AtMost(upper));
        from_both.state(holds);
        from_both.check(&[], &|count| (lower..=upper).contains(&count));
    }
}

fn afresh(row: &Cardinality, n: usize, relation: Relation, bound: usize) -> Vec<bool> {
    let mut formula = Formula::new(n, 0);
    let Formula { lits, clauses, variables, .. } = &mut formula;
    row.encode(lits, relation, bound, clauses, variables)
        .unwrap_or_else(|error| panic!("{} {relation:?} {bound} of {n}: {error}", row.name));
    formula.allowed()
}

/// Checks that the count implies an output, or the output implies the count, or both, as requested,
/// and that a second request writes no clause.
fn check_outputs(row: &Cardinality, n: usize) {
    for count in 1..=n {
        for sides in [
            &[Side::Upper][..],
            &[Side::Lower],
            &[Side::Upper, Side::Lower],
            &[Side::Lower, Side::Upper],
        ] {
            let mut counting = Counting::new(row, n);
            let outputs: Vec<Signal> =
                sides.iter().map(|&side| counting.output(count, side)).collect();
            let output = outputs[0];
            assert!(outputs.iter().all(|other| *other == output), "{}", counting.name);
            let (upper, lower) = (sides.contains(&Side::Upper), sides.contains(&Side::Lower));
            if lower {
                counting.check(&[output], &|is| is >= count);
            }
            if upper {
                counting.check(&[!output], &|is| is < count);
            }
            counting.check(&[], &|_| true);
            let written = counting.formula.clauses.len();
            assert!(sides.iter().all(|&side| counting.output(count, side) == output));
            assert_eq!(counting.formula.clauses.len(), written, "{} again", counting.name);
        }
    }
}

/// Checks that after promises, the other outputs can be requested.
fn check_fixed(row: &Cardinality, n: usize) {
    for (lower, upper) in (0..=n).flat_map(|lower| (lower..=n).map(move |upper| (lower, upper))) {
        let mut counting = Counting::new(row, n);
        write!(counting.name, " fixed from {lower} to {upper},").expect("strings grow");
        if upper < n {
            counting.counter.promise(upper + 1, false);
        }
        if lower > 0 {
            counting.counter.promise(lower, true);
        }
        for demand in [Demand::AtMost(upper), Demand::AtLeast(lower)] {
            let holds = counting.ask(demand);
            counting.state(holds);
        }
        let inside = |count| (lower..=upper).contains(&count);
        counting.check(&[], &inside);
        for count in lower + 1..=upper {
            let output = counting.output(count, Side::Upper);
            counting.check(&[!output], &|is| inside(is) && is < count);
            assert_eq!(counting.output(count, Side::Lower), output, "{}", counting.name);
            counting.check(&[output], &|is| inside(is) && is >= count);
            counting.check(&[!output], &|is| inside(is) && is < count);
        }
        counting.check(&[], &inside);
    }
}

/// Checks that two counters with common literals do not disturb each other.
fn check_shared_manager(row: &Cardinality) {
    let mut counting = Counting::new(row, 6);
    let three = counting.ask(Demand::AtMost(3));
    let first = counting.formula.auxiliary();
    let earlier = std::mem::take(&mut counting.formula.clauses);
    counting.counter = row.counter(&counting.formula.lits);
    let two = counting.ask(Demand::AtMost(2));
    assert!(first.is_disjoint(&counting.formula.auxiliary()), "{}", row.name);
    earlier.iter().for_each(|clause| counting.add(clause));
    counting.check(&[three], &|count| count <= 3);
    counting.check(&[two], &|count| count <= 2);
}
