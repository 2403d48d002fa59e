//! Pseudo-Boolean rows against their definition: truth tables, unit propagation, single bounds,
//! groups, damage, forecasts, meanings, and the limits of numbers.

use std::collections::{BTreeSet, HashSet};

use quarrel_encodings::Relation;
use quarrel_encodings::measure::MeasuredConstraint;
use quarrel_encodings::pseudo_boolean::{
    self, Construction, Group, GroupKind, Knapsack, LARGEST, Propagation, PseudoBoolean, Term,
};
use quarrel_encodings::{
    Budget, Clauses, Collect, Error, Forecast, Signal, Size, Tally, Writer, cardinality,
};
use rustsat::encodings::pb;
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit, Var};
use rustsat_cadical::CaDiCaL;

use super::constraints::{RELATIONS, number};
use super::meanings::Told;
use super::referee::{Derived, Referee};

/// Rows that write redundant clauses for some constraint, and the reason.
const REDUNDANT: &[(&str, &str)] = &[
    (
        "generalized-totalizer",
        "neighbouring outputs are ordered, even if the pairs below them imply it",
    ),
    (
        "sequential-weight-counter",
        "it has a cell for each sum in its range, even if no literals add up to it",
    ),
    (
        "global-polynomial-watchdog",
        "the sums of the weights can make an output irrelevant for the last output",
    ),
    ("dynamic-polynomial-watchdog", "as clauses it is the global polynomial watchdog"),
    ("binary-merge", "the sums can make an end of a comparator irrelevant"),
    ("mixed-radix", "the sums can make an end of a comparator irrelevant"),
    ("local-polynomial-watchdog", "the watchdogs of several literals can be equivalent"),
    ("adder", "if two bits of a sum are never both true, a clause of both is redundant"),
    ("repeat", "a clause of a repeated literal can follow from the clauses of its other places"),
];

/// Pseudorandom numbers (Knuth's MMIX generator).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 40).expect("24 bits") % end
    }

    fn weight(&mut self, most: usize) -> u128 {
        self.below(most) as u128 + 1
    }
}

/// Groups of terms over the first n variables.
#[derive(Clone, Debug)]
struct Weights {
    n: usize,
    groups: Vec<Group>,
}

impl Weights {
    /// Creates one literal for each weight. The bits of `negated` say which literals are negated.
    fn of(weights: &[u128], negated: usize) -> Weights {
        let term = |(place, &weight): (usize, &u128)| {
            let lit = Lit::new(number(place), negated >> place & 1 == 1);
            Group::from(Term { weight, lit })
        };
        Weights { n: weights.len(), groups: weights.iter().enumerate().map(term).collect() }
    }

    /// Draws up to `most` terms over up to 6 variables. A variable can occur in several terms.
    fn any(random: &mut Random, most: usize) -> Weights {
        let length = random.below(most + 1);
        let n = 1 + random.below(6);
        let term = |_| Term {
            weight: random.weight(9),
            lit: Lit::new(number(random.below(n)), random.below(2) == 1),
        };
        let terms: Vec<Term> = (0..length).map(term).collect();
        Weights { n, groups: Group::singletons(&terms) }
    }

    /// Draws groups of several literals, with distinct variables.
    fn grouped(random: &mut Random) -> Weights {
        let n = 2 + random.below(5);
        let mut groups: Vec<Group> = Vec::new();
        for place in 0..n {
            let lit = Lit::new(number(place), random.below(2) == 1);
            let term = Term { weight: random.weight(9), lit };
            match groups.last_mut().filter(|_| random.below(3) > 0) {
                Some(group) => *group = Group::at_most_one([group.terms(), &[term]].concat()),
                None => groups.push(Group::from(term)),
            }
        }
        Weights { n, groups }
    }

    /// Draws groups that share variables, with equal or opposite signs.
    fn overlapping(random: &mut Random) -> Weights {
        let n = 2 + random.below(4);
        let mut term = |_| Term {
            weight: random.weight(9),
            lit: Lit::new(number(random.below(n)), random.below(2) == 1),
        };
        let lengths = [1, 3, 2, 1];
        let groups = lengths.map(|length| Group::at_most_one((0..length).map(&mut term).collect()));
        Weights { n, groups: groups.into() }
    }

    /// Draws chains of several literals. Some chains share variables with others, with equal or
    /// opposite signs.
    fn chained(random: &mut Random) -> Weights {
        let n = 3 + random.below(3);
        let mut chain = |first: usize, length: usize| {
            let mut weight = 0;
            let mut term = |place: usize| {
                weight += random.weight(5) - u128::from(random.below(4) == 0);
                Term { weight, lit: Lit::new(number((first + place) % n), random.below(3) == 0) }
            };
            Group::chain((0..length).map(&mut term).collect())
        };
        let groups = vec![chain(0, 3), chain(3, 2), chain(1, 1)];
        Weights { n, groups }
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        self.groups.iter().flat_map(|group| group.terms())
    }

    fn all(&self) -> u128 {
        self.groups.iter().flat_map(Group::summands).map(|term| term.weight).sum()
    }

    fn value(&self, bits: usize) -> u128 {
        let summands = self.groups.iter().flat_map(Group::summands);
        summands.filter(|term| is_true(term.lit, bits)).map(|term| term.weight).sum()
    }

    /// Returns the weight of the heaviest true literals of the groups.
    fn value_of_heaviest(&self, bits: usize) -> u128 {
        let of_group = |group: &Group| {
            let true_ones = group.terms().iter().filter(|term| is_true(term.lit, bits));
            true_ones.map(|term| term.weight).max().unwrap_or(0)
        };
        self.groups.iter().map(of_group).sum()
    }

    /// Returns whether an assignment satisfies the dependence that each group promises.
    fn is_promised(&self, bits: usize) -> bool {
        self.groups.iter().all(|group| {
            let values: Vec<bool> =
                group.terms().iter().map(|term| is_true(term.lit, bits)).collect();
            match group.kind() {
                GroupKind::AtMostOne => values.iter().filter(|&&value| value).count() <= 1,
                GroupKind::Chain => values.is_sorted_by(|one, next| one >= next),
            }
        })
    }

    fn lits(&self) -> Vec<Lit> {
        (0..self.n).map(|place| Lit::positive(number(place))).collect()
    }

    fn manager(&self) -> BasicVarManager {
        BasicVarManager::from_next_free(Var::new(number(self.n)))
    }

    fn encode(
        &self,
        row: &PseudoBoolean,
        relation: Relation,
        bound: u128,
    ) -> Result<Written, Error> {
        let (mut clauses, mut variables) = (Clauses::new(), self.manager());
        row.encode_groups(&self.groups, relation, bound, &mut clauses, &mut variables)?;
        Ok(Written { clauses, variables: variables.n_used() })
    }

    /// Calls the test with the clauses of each row for each relation and bound.
    fn for_each(&self, test: &mut dyn FnMut(&PseudoBoolean, Relation, u128, &Written)) {
        for (row, relation) in pseudo_boolean::ALL.iter().flat_map(|r| RELATIONS.map(|s| (r, s))) {
            for bound in 0..=self.all() + 1 {
                let written = self.encode(row, relation, bound).unwrap_or_else(|error| {
                    panic!("{} {relation:?} {bound} of {self:?}: {error}", row.name)
                });
                test(row, relation, bound, &written);
            }
        }
    }
}

struct Written {
    clauses: Clauses,
    variables: u32,
}

impl Written {
    fn referee(&self) -> Referee {
        Referee::new(self.clauses.iter(), self.variables)
    }
}

fn is_true(lit: Lit, bits: usize) -> bool {
    (bits >> lit.vidx() & 1 == 1) != lit.is_neg()
}

fn relates(value: u128, relation: Relation, bound: u128) -> bool {
    match relation {
        Relation::AtMost => value <= bound,
        Relation::AtLeast => value >= bound,
        Relation::Exactly => value == bound,
    }
}

/// Returns the literals that known literals imply if exactly these assignments are allowed.
fn what_follows(lits: &[Lit], known: &[Lit], allowed: &dyn Fn(usize) -> bool) -> Derived {
    let fits = |bits: &usize| known.iter().all(|&lit| is_true(lit, *bits)) && allowed(*bits);
    let mut both: Option<(usize, usize)> = None;
    for bits in (0..1_usize << lits.len()).filter(fits) {
        let (yes, no) = both.unwrap_or((usize::MAX, usize::MAX));
        both = Some((yes & bits, no & !bits & ((1 << lits.len()) - 1)));
    }
    let as_bits = |bits: usize| u32::try_from(bits).expect("few literals");
    both.map(|(yes, no)| (as_bits(yes & ((1 << lits.len()) - 1)), as_bits(no)))
}

fn check_truth_table(weights: &Weights) {
    weights.for_each(&mut |row, relation, bound, written| {
        let allowed = written.referee().allowed(&weights.lits());
        for (bits, allowed) in allowed.into_iter().enumerate() {
            if weights.is_promised(bits) {
                let right = relates(weights.value(bits), relation, bound);
                let name = format!("{} {relation:?} {bound} of {weights:?}", row.name);
                assert_eq!(allowed, right, "{name} with {bits:b}");
            }
        }
    });
}

/// Returns all ascending lists of this length of weights up to 9.
fn rising(length: usize) -> Vec<Vec<u128>> {
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let longer = |list: Vec<u128>| {
            let least = list.last().copied().unwrap_or(1);
            (least..=9).map(move |weight| [&list[..], &[weight]].concat())
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}

fn shuffled(mut list: Vec<u128>, random: &mut Random) -> Vec<u128> {
    for place in (1..list.len()).rev() {
        list.swap(place, random.below(place + 1));
    }
    list
}

#[test]
fn all_weights_to_9_of_four_literals_are_right() {
    let mut random = Random(4);
    for weights in (0..=4).flat_map(rising) {
        let negated = random.below(16);
        check_truth_table(&Weights::of(&shuffled(weights, &mut random), negated));
    }
}

#[test]
fn literals_that_repeat_and_opposite_ones_are_right() {
    let mut random = Random(6);
    (0..200).for_each(|_| check_truth_table(&Weights::any(&mut random, 9)));
}

#[test]
fn six_literals_are_right() {
    let mut random = Random(5);
    for _ in 0..60 {
        let weights: Vec<u128> = (0..6).map(|_| random.weight(9)).collect();
        check_truth_table(&Weights::of(&weights, random.below(64)));
    }
}

#[test]
fn groups_are_right_where_their_promise_is_kept() {
    let mut random = Random(7);
    (0..150).for_each(|_| check_truth_table(&Weights::grouped(&mut random)));
    (0..60).for_each(|_| check_truth_table(&Weights::overlapping(&mut random)));
    (0..60).for_each(|_| check_truth_table(&Weights::chained(&mut random)));
}

/// Sums of chains take at most the size of sums of the same literals as separate terms, because an
/// encoding does not know the dependence of separate terms.
#[test]
fn chains_take_no_more_than_their_literals_alone() {
    let lit = |integer: u32, step: u32| Lit::positive(8 * integer + step);
    let chain = |integer: u32| -> Vec<Term> {
        let coefficient = u128::from(integer + 2);
        let steps = (0..8).map(|step| (step, coefficient * u128::from(step + 1)));
        steps.map(|(step, weight)| Term { weight, lit: lit(integer, step) }).collect()
    };
    let chains: Vec<Group> = (0..5).map(|integer| Group::chain(chain(integer))).collect();
    let alone: Vec<Group> =
        chains.iter().flat_map(|chain| Group::singletons(&chain.summands())).collect();
    for (row, relation) in pseudo_boolean::ALL.iter().flat_map(|r| RELATIONS.map(|s| (r, s))) {
        let size = |groups| match row.forecast(groups, relation, 70, 1 << 20) {
            Ok(Forecast::Exactly(size)) => size,
            other => panic!("{}: {other:?}", row.name),
        };
        let (chained, apart) = (size(&chains), size(&alone));
        let name = format!("{} {relation:?}", row.name);
        assert!(chained.variables <= apart.variables && chained.clauses <= apart.clauses, "{name}");
        let is_one_number = ["generalized-totalizer", "bdd"].contains(&row.name);
        assert!(chained.clauses < apart.clauses || !is_one_number, "{name}");
    }
}

/// The kinds of consequences that a row's propagation misses.
#[derive(Clone, Copy, Debug, Default)]
struct Missed {
    literal: bool,
    contradiction: bool,
}

/// Returns the kinds of consequences that unit propagation misses. Asserts that all derived
/// literals are implied.
fn missed(
    row: &PseudoBoolean,
    weights: &Weights,
    (relation, bound): (Relation, u128),
    written: &Written,
) -> Missed {
    let lits = weights.lits();
    let right = |bits| relates(weights.value(bits), relation, bound);
    let promised = |bits| weights.is_promised(bits) && right(bits);
    let as_seen = |bits| {
        if row.uses_groups {
            relates(weights.value_of_heaviest(bits), relation, bound)
        } else {
            right(bits)
        }
    };
    let mut missed = Missed::default();
    written.referee().walk_partial(&lits, &mut |known, derived| {
        let sound = what_follows(&lits, known, &promised);
        let is_sound = match (derived, sound) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(derived), Some(sound)) => derived.0 & !sound.0 == 0 && derived.1 & !sound.1 == 0,
        };
        assert!(is_sound, "{relation:?} {bound} of {weights:?}: {derived:?} from {known:?}");
        match (derived, what_follows(&lits, known, &as_seen)) {
            (Some(_), None) => missed.contradiction = true,
            (Some((yes, no)), Some(follows)) => {
                missed.literal |= follows.0 & !yes != 0 || follows.1 & !no != 0;
            }
            (None, _) => {}
        }
        true
    });
    missed
}

/// "Exactly" is not checked for completeness, since it is two constraints that propagate
/// separately.
#[test]
fn propagation_is_what_each_row_says() {
    let mut random = Random(8);
    let mut all: Vec<Weights> = (0..=3).flat_map(rising).map(|w| Weights::of(&w, 0b101)).collect();
    for _ in 0..50 {
        let weights: Vec<u128> = (0..4 + random.below(3)).map(|_| random.weight(9)).collect();
        all.push(Weights::of(&weights, random.below(64)));
    }
    all.extend((0..40).map(|_| Weights::grouped(&mut random)));
    let mut seen: Vec<Missed> = vec![Missed::default(); pseudo_boolean::ALL.len()];
    for weights in all {
        weights.for_each(&mut |row, relation, bound, written| {
            let missed = missed(row, &weights, (relation, bound), written);
            if relation == Relation::Exactly {
                return;
            }
            let place = pseudo_boolean::ALL.iter().position(|other| other.name == row.name);
            let seen = &mut seen[place.expect("it is a row")];
            seen.literal |= missed.literal;
            seen.contradiction |= missed.contradiction;
            let is_as_said = match row.propagation {
                Propagation::Complete => !missed.literal && !missed.contradiction,
                Propagation::Consistent => !missed.contradiction,
                Propagation::Neither => true,
            };
            assert!(is_as_said, "{} {relation:?} {bound} of {weights:?}: {missed:?}", row.name);
        });
    }
    for (row, seen) in pseudo_boolean::ALL.iter().zip(seen) {
        let is_as_said = match row.propagation {
            Propagation::Complete => true,
            Propagation::Consistent => seen.literal,
            Propagation::Neither => seen.contradiction,
        };
        assert!(is_as_said, "{} propagates better than it says", row.name);
    }
}

/// Checks increasing and decreasing bounds on both sides, each bound alone and in pairs.
fn check_total(row: &PseudoBoolean, weights: &Weights, random: &mut Random) {
    let (mut clauses, mut variables) = (Clauses::new(), weights.manager());
    let mut total = row.total(&weights.groups).expect("small weights");
    let lits = weights.lits();
    let mut asked: Vec<(Relation, u128, Vec<Signal>)> = Vec::new();
    for _ in 0..8 {
        let relation = [Relation::AtMost, Relation::AtLeast][random.below(2)];
        let bound = random.weight(usize::try_from(weights.all()).expect("small") + 3) - 1;
        let mut writer = Writer::new(&mut clauses, &mut variables);
        let holds = match relation {
            Relation::AtMost => total.at_most(bound, &mut writer),
            _ => total.at_least(bound, &mut writer),
        };
        asked.push((
            relation,
            bound,
            holds.unwrap_or_else(|error| panic!("{}: {error}", row.name)),
        ));
        let mut referee = Referee::new(clauses.iter(), variables.n_used());
        let mut check = |stated: &[&(Relation, u128, Vec<Signal>)]| {
            let mark = referee.mark();
            let signals = stated.iter().flat_map(|(_, _, holds)| holds);
            let assumed: Option<Vec<Lit>> = signals
                .filter(|&&signal| signal != Signal::True)
                .map(|signal| if let Signal::Lit(lit) = signal { Some(*lit) } else { None })
                .collect();
            let possible = assumed.is_some_and(|lits| referee.assume_all(lits));
            let allowed =
                if possible { referee.allowed(&lits) } else { vec![false; 1 << lits.len()] };
            referee.back_to(mark);
            for bits in (0..1 << lits.len()).filter(|&bits| weights.is_promised(bits)) {
                let value = weights.value(bits);
                let right = stated.iter().all(|(relation, k, _)| relates(value, *relation, *k));
                let name = row.name;
                assert_eq!(allowed[bits], right, "{name} {stated:?} of {weights:?}: {bits:b}");
            }
        };
        check(&[]);
        let (last, earlier) = asked.split_last().expect("one is asked");
        asked.iter().for_each(|one| check(&[one]));
        if row.bounds_hold_together {
            earlier.iter().for_each(|one| check(&[one, last]));
        }
    }
}

#[test]
fn bounds_are_asked_for_in_any_order() {
    let mut random = Random(9);
    for row in pseudo_boolean::ALL {
        for _ in 0..60 {
            check_total(row, &Weights::any(&mut random, 8), &mut random);
            check_total(row, &Weights::grouped(&mut random), &mut random);
            check_total(row, &Weights::overlapping(&mut random), &mut random);
        }
        (0..15).for_each(|_| check_total(row, &Weights::chained(&mut random), &mut random));
    }
}

#[test]
fn forecasts_are_what_is_written() {
    let mut random = Random(10);
    let mut all: Vec<Weights> = (0..=3).flat_map(rising).map(|w| Weights::of(&w, 0)).collect();
    all.extend((0..150).map(|_| Weights::any(&mut random, 12)));
    all.extend((0..150).map(|_| Weights::grouped(&mut random)));
    all.extend((0..40).map(|_| Weights::chained(&mut random)));
    for weights in all {
        weights.for_each(&mut |row, relation, bound, written| {
            check_forecast(row, &weights, relation, bound, written);
        });
    }
    for round in 0..60 {
        let most = [3, 20, 100, 1 << 20][round % 4];
        let weights: Vec<u128> = (0..8 + random.below(20)).map(|_| random.weight(most)).collect();
        let weights = Weights::of(&weights, 0);
        let all = usize::try_from(weights.all()).expect("small");
        for (row, relation) in pseudo_boolean::ALL.iter().flat_map(|r| RELATIONS.map(|s| (r, s))) {
            let bound = [all / 2, all / 10, all - all / 5, random.below(all)][random.below(4)];
            let many = row.forecast(&weights.groups, relation, bound as u128, 100_000);
            if !matches!(many, Ok(Forecast::Exactly(_))) {
                continue;
            }
            if let Ok(written) = weights.encode(row, relation, bound as u128) {
                check_forecast(row, &weights, relation, bound as u128, &written);
            }
        }
    }
}

#[test]
fn forecasts_of_first_bounds_are_what_is_written() {
    let weights = [3_u32, 3, 5, 8, 13, 13, 20, 21, 34, 40];
    let terms: Vec<Term> =
        (0..).zip(weights).map(|(at, w)| Term::new(w, Lit::positive(at))).collect();
    let groups = Group::singletons(&terms);
    for row in pseudo_boolean::ALL {
        for bound in [0, 1, 7, 50, 80, 120, 158, 159, 160, 500] {
            let mut variables = BasicVarManager::from_next_free(Var::new(10));
            let mut tally = Tally::default();
            let mut total = row.total(&groups).expect("small weights");
            let mut writer = Writer::new(&mut tally, &mut variables);
            total.at_most(bound, &mut writer).expect("a form for it");
            let written = Size {
                variables: variables.n_used() as usize - 10,
                clauses: tally.clauses,
                literals: tally.literals,
            };
            let foretold = row.forecast_bound(&groups, bound, 1 << 20);
            assert_eq!(foretold, Ok(Forecast::Exactly(written)), "{} {bound}", row.name);
            if let Some(less) = written.clauses.checked_sub(1) {
                let foretold = row.forecast_bound(&groups, bound, less);
                assert_eq!(foretold, Ok(Forecast::MoreThan(less)), "{} {bound}", row.name);
            }
        }
    }
}

fn check_forecast(
    row: &PseudoBoolean,
    weights: &Weights,
    relation: Relation,
    bound: u128,
    written: &Written,
) {
    let size = Size {
        variables: written.variables as usize - weights.n,
        clauses: written.clauses.len(),
        literals: written.clauses.literals(),
    };
    let forecast = |most| row.forecast(&weights.groups, relation, bound, most);
    let name = format!("{} {relation:?} {bound} of {weights:?}", row.name);
    assert_eq!(forecast(1 << 30), Ok(Forecast::Exactly(size)), "{name}");
    assert_eq!(forecast(size.clauses), Ok(Forecast::Exactly(size)), "{name}");
    if let Some(less) = size.clauses.checked_sub(1) {
        assert_eq!(forecast(less), Ok(Forecast::MoreThan(less)), "{name}");
    }
}

#[test]
fn meanings_are_witnesses() {
    let mut random = Random(11);
    let mut all: Vec<Weights> = (0..=3).flat_map(rising).map(|w| Weights::of(&w, 0b10)).collect();
    all.extend((0..60).map(|_| Weights::any(&mut random, 9)));
    all.extend((0..60).map(|_| Weights::grouped(&mut random)));
    all.extend((0..20).map(|_| Weights::chained(&mut random)));
    for weights in all {
        for (row, relation) in pseudo_boolean::ALL.iter().flat_map(|r| RELATIONS.map(|s| (r, s))) {
            for bound in 0..=weights.all() + 1 {
                let (mut told, mut variables) = (Told::default(), weights.manager());
                row.encode_groups(&weights.groups, relation, bound, &mut told, &mut variables)
                    .unwrap_or_else(|error| panic!("{}: {error}", row.name));
                let name = format!("{} {relation:?} {bound} of {weights:?}", row.name);
                told.check(&name, weights.n, &|bits| {
                    weights.is_promised(bits) && relates(weights.value(bits), relation, bound)
                });
            }
        }
    }
}

/// Checks meanings in every assignment. The literals of tares have no meaning, since a search
/// chooses their values.
#[test]
fn meanings_of_a_search_are_witnesses() {
    let mut random = Random(12);
    for row in pseudo_boolean::ALL.iter().filter(|row| row.bounds_hold_together) {
        for _ in 0..60 {
            let weights = Weights::grouped(&mut random);
            let (mut told, mut variables) = (Told::default(), weights.manager());
            let mut total = row.total(&weights.groups).expect("small weights");
            for _ in 0..4 {
                let bound = random.weight(usize::try_from(weights.all()).expect("small")) - 1;
                let mut writer = Writer::new(&mut told, &mut variables);
                total.at_most(bound, &mut writer).expect("small weights");
                total.at_least(bound, &mut writer).expect("small weights");
            }
            told.check(row.name, weights.n, &|bits| weights.is_promised(bits));
        }
    }
}

#[test]
fn without_any_one_clause_a_row_is_caught() {
    let mut random = Random(13);
    let mut all: Vec<Weights> = (2..=3).flat_map(rising).map(|w| Weights::of(&w, 0)).collect();
    all.extend((0..40).map(|_| {
        let weights: Vec<u128> = (0..4 + random.below(2)).map(|_| random.weight(9)).collect();
        Weights::of(&weights, 0)
    }));
    let mut spare: HashSet<&str> = HashSet::new();
    for weights in all {
        let lits = weights.lits();
        weights.for_each(&mut |row, relation, bound, written| {
            if spare.contains(row.name) {
                return;
            }
            let mut referee = written.referee();
            let allowed = referee.allowed(&lits);
            let derived = referee.derived(&lits);
            for place in 0..written.clauses.len() {
                referee.restart(Some(place));
                let is_as_before = referee.allows_exactly(&lits, &allowed)
                    && referee.derives_exactly(&lits, &derived);
                if is_as_before && spare.insert(row.name) {
                    let is_listed = REDUNDANT.iter().any(|(name, _)| *name == row.name);
                    let clause = written.clauses.iter().nth(place);
                    let name = row.name;
                    assert!(is_listed, "{name} {relation:?} {bound} of {weights:?}: {clause:?}");
                }
            }
        });
    }
    for (row, reason) in REDUNDANT {
        assert!(spare.contains(row), "{row} has no redundant clause, though it is said: {reason}");
    }
}

/// Asserts that the negation of any single literal in a clause changes the allowed assignments or
/// the derived literals, in rows whose clauses are all needed.
#[test]
fn with_a_literal_flipped_a_row_is_caught() {
    let lists = rising(3).into_iter().step_by(3).chain([vec![2, 3, 5, 7], vec![1, 2, 4, 8]]);
    for weights in lists.map(|list| Weights::of(&list, 0b10)) {
        let lits = weights.lits();
        weights.for_each(&mut |row, relation, bound, written| {
            if REDUNDANT.iter().any(|(name, _)| *name == row.name) {
                return;
            }
            let mut referee = written.referee();
            let (allowed, derived) = (referee.allowed(&lits), referee.derived(&lits));
            let mut clauses: Vec<Vec<Lit>> = written.clauses.iter().map(<[Lit]>::to_vec).collect();
            for place in 0..clauses.len() {
                for position in 0..clauses[place].len() {
                    clauses[place][position] = !clauses[place][position];
                    let damaged = clauses.iter().map(|clause| &clause[..]);
                    let mut damaged = Referee::new(damaged, written.variables);
                    let is_as_before = damaged.allows_exactly(&lits, &allowed)
                        && damaged.derives_exactly(&lits, &derived);
                    let clause = &clauses[place];
                    let name = row.name;
                    assert!(!is_as_before, "{name} {relation:?} {bound} {weights:?}: {clause:?}");
                    clauses[place][position] = !clauses[place][position];
                }
            }
        });
    }
}

/// A collector that accepts a number of clauses, refuses further ones, and counts the calls.
struct Stops {
    after: usize,
    asked: usize,
}

impl Collect for Stops {
    fn collect(&mut self, _: &[Lit]) -> Result<(), Error> {
        self.asked += 1;
        if self.asked > self.after { Err(Error::Stopped) } else { Ok(()) }
    }
}

#[test]
fn a_refusal_ends_a_row_at_once() {
    let mut random = Random(14);
    for _ in 0..40 {
        let weights = Weights::grouped(&mut random);
        weights.for_each(&mut |row, relation, bound, written| {
            for after in 0..written.clauses.len() {
                let mut stops = Stops { after, asked: 0 };
                let mut variables = weights.manager();
                let end =
                    row.encode_groups(&weights.groups, relation, bound, &mut stops, &mut variables);
                assert_eq!((end, stops.asked), (Err(Error::Stopped), after + 1), "{}", row.name);
            }
        });
    }
}

/// A collector that refuses every plan and every clause.
struct RefusesPlans;

impl Collect for RefusesPlans {
    fn collect(&mut self, _: &[Lit]) -> Result<(), Error> {
        Err(Error::Stopped)
    }

    fn plan(&mut self, _: usize) -> Result<(), Error> {
        Err(Error::Stopped)
    }
}

/// If the collector refuses a plan, the encoding must end before it has planned the whole of a sum
/// of many different weights.
#[test]
fn many_weights_take_no_more_work_than_allowed() {
    let weights: Vec<u128> = (2..8_002).collect();
    let terms: Vec<Term> =
        (0..).zip(&weights).map(|(n, &w)| Term::new(w, Lit::positive(n))).collect();
    let groups = Group::singletons(&terms);
    let bound = weights.iter().sum::<u128>() / 2;
    for row in pseudo_boolean::ALL {
        let mut variables = BasicVarManager::from_next_free(Var::new(8_000));
        let relation = Relation::AtMost;
        let end = row.encode_groups(&groups, relation, bound, &mut RefusesPlans, &mut variables);
        assert!(end.is_err(), "{}", row.name);
        let has_form = end == Err(Error::Stopped);
        for forecast in [
            row.forecast(&groups, relation, bound, 2_000),
            row.forecast_bound(&groups, bound, 2_000),
        ] {
            assert!(!has_form || forecast == Ok(Forecast::MoreThan(2_000)), "{}", row.name);
        }
        let is_over = || true;
        let forecast = row.forecast(&groups, relation, bound, Budget::new(usize::MAX, &is_over));
        let is_ended = forecast.as_ref().is_ok_and(|one| matches!(one, Forecast::MoreThan(_)));
        let is_counted_at_once = row.name == "sequential-weight-counter";
        assert!(!has_form || is_ended || is_counted_at_once, "{}: {forecast:?}", row.name);
    }
}

/// Literals of equal weights are added pair by pair, and the budget is checked before each
/// addition.
#[test]
fn sums_of_equal_weights_are_planned_step_by_step() {
    let terms: Vec<Term> = (0..200).map(|n| Term::new(3_u128, Lit::positive(n))).collect();
    let groups = Group::singletons(&terms);
    let row = &pseudo_boolean::generalized_totalizer::ROW;
    let asked = std::cell::Cell::new(0);
    for end in [10, 100] {
        asked.set(0);
        let is_over = || {
            asked.set(asked.get() + 1);
            asked.get() >= end
        };
        let forecast =
            row.forecast(&groups, Relation::AtMost, 300, Budget::new(usize::MAX, &is_over));
        assert!(matches!(forecast, Ok(Forecast::MoreThan(_))), "{forecast:?}");
        assert_eq!(asked.get(), end, "the first refusal ends the plan");
    }
}

/// Checks weights about 2⁶³ and beyond, whose sums exceed 64 bits.
#[test]
fn heavy_weights_are_right_or_refused_by_name() {
    let heavy = 1_u128 << 63;
    let lists: [&[u128]; 4] = [
        &[heavy - 1, heavy, heavy + 1, 2, 1],
        &[heavy, heavy, heavy, heavy, 3 * heavy],
        &[(1 << 100) + 5, 1 << 99, (1 << 99) + 7, 11, 1 << 100],
        &[LARGEST / 4, LARGEST / 4 - 1, LARGEST / 4, LARGEST / 8, 1],
    ];
    for list in lists {
        let weights = Weights::of(list, 0b110);
        let mut bounds: Vec<u128> = vec![0, weights.all(), u128::MAX, weights.all() / 2];
        bounds.extend((0..1 << 5).map(|bits| weights.value(bits)));
        bounds.extend((0..1 << 5).map(|bits| weights.value(bits).saturating_sub(1)));
        for row in pseudo_boolean::ALL {
            let mut is_right = false;
            for (relation, &bound) in
                RELATIONS.iter().flat_map(|r| bounds.iter().map(move |b| (r, b)))
            {
                let written = match weights.encode(row, *relation, bound) {
                    Ok(written) => written,
                    Err(Error::NoForm { encoding, .. }) => {
                        assert_eq!(encoding, row.name);
                        continue;
                    }
                    Err(error) => panic!("{}: {error}", row.name),
                };
                is_right = true;
                let mut solver = solver_of(&written.clauses);
                for bits in 0..1_usize << weights.n {
                    let lits = weights.lits().into_iter();
                    let assumed: Vec<Lit> =
                        lits.map(|lit| if is_true(lit, bits) { lit } else { !lit }).collect();
                    let result = solver.solve_assumps(&assumed).expect("CaDiCaL answers");
                    let right = relates(weights.value(bits), *relation, bound);
                    let name = format!("{} {relation:?} {bound} {bits:b}", row.name);
                    assert_eq!(result == SolverResult::Sat, right, "{name}");
                }
            }
            assert!(is_right, "{} refuses all of {list:?}", row.name);
        }
    }
}

#[test]
fn sums_beyond_what_is_counted_are_refused_by_name() {
    for list in [&[LARGEST, 1][..], &[u128::MAX, u128::MAX], &[u128::MAX, 1]] {
        let weights = Weights::of(list, 0);
        for row in pseudo_boolean::ALL {
            let refusal = weights.encode(row, Relation::AtMost, 5).err().expect("is refused");
            assert!(refusal.to_string().contains(row.name), "{refusal}");
            assert!(row.total(&weights.groups).is_err(), "{}", row.name);
            assert!(row.forecast(&weights.groups, Relation::AtLeast, 5, 9).is_err());
        }
    }
}

#[test]
fn rows_have_names_of_their_own() {
    let names: HashSet<&str> = pseudo_boolean::ALL.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), pseudo_boolean::ALL.len());
    for row in pseudo_boolean::ALL {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!row.name.is_empty() && row.name.chars().all(kebab), "`{}`", row.name);
        assert_eq!(pseudo_boolean::by_name(row.name).map(|r| r.citation), Some(row.citation));
    }
    assert!(pseudo_boolean::by_name("none").is_none());
}

fn solver_of(clauses: &Clauses) -> CaDiCaL<'static, 'static> {
    let mut solver = CaDiCaL::default();
    for clause in clauses.iter() {
        solver.add_clause_ref(clause).expect("CaDiCaL takes clauses");
    }
    solver
}

/// Checks long sums with values near their bound, against the definition and against rustsat's
/// encodings.
#[test]
fn long_sums_are_as_rustsats_encodings_have_them() {
    let mut random = Random(15);
    for round in 0..24 {
        let most = [4, 30, 1000][round % 3];
        let weights: Vec<u128> = (0..12 + random.below(18)).map(|_| random.weight(most)).collect();
        let weights = Weights::of(&weights, 0);
        let any = |random: &mut Random| random.below(1 << weights.n) & random.below(1 << weights.n);
        let bound = weights.value(any(&mut random)) + 1;
        let mut assignments: Vec<usize> = (0..30).map(|_| any(&mut random)).collect();
        let distance = |bits: &usize| weights.value(*bits).abs_diff(bound);
        assignments.extend((0..400).map(|_| any(&mut random)).min_by_key(distance));
        let mut answers: Vec<(&str, Vec<bool>)> = Vec::new();
        let mut ask = |name, mut solver: CaDiCaL<'static, 'static>, assumed: &[Lit]| {
            let is_possible = |&bits: &usize| {
                let lits = weights.lits().into_iter();
                let lits = lits.map(|lit| if is_true(lit, bits) { lit } else { !lit });
                let lits: Vec<Lit> = lits.chain(assumed.iter().copied()).collect();
                solver.solve_assumps(&lits).expect("CaDiCaL answers") == SolverResult::Sat
            };
            answers.push((name, assignments.iter().map(is_possible).collect()));
        };
        for row in pseudo_boolean::ALL {
            if let Ok(written) = weights.encode(row, Relation::AtMost, bound) {
                ask(row.name, solver_of(&written.clauses), &[]);
            }
        }
        let (clauses, assumed) = by_rustsat::<pb::GeneralizedTotalizer>(&weights, bound);
        ask("rustsat's totalizer", solver_of(&clauses), &assumed);
        let (clauses, assumed) = by_rustsat::<pb::BinaryAdder>(&weights, bound);
        ask("rustsat's adder", solver_of(&clauses), &assumed);
        let (clauses, assumed) = by_rustsat::<pb::DynamicPolyWatchdog>(&weights, bound);
        ask("rustsat's watchdog", solver_of(&clauses), &assumed);
        let right: Vec<bool> =
            assignments.iter().map(|&bits| weights.value(bits) <= bound).collect();
        for (name, possible) in answers {
            assert_eq!(possible, right, "{name} at most {bound} of {weights:?}");
        }
    }
}

/// Returns the clauses of a rustsat encoding for an upper bound, and the assumptions of the bound.
fn by_rustsat<E: pb::BoundUpper + FromIterator<(Lit, usize)>>(
    weights: &Weights,
    bound: u128,
) -> (Clauses, Vec<Lit>) {
    let small = |number: u128| usize::try_from(number).expect("small weights");
    let mut encoder: E = weights.terms().map(|term| (term.lit, small(term.weight))).collect();
    let (mut cnf, mut variables) = (Cnf::new(), weights.manager());
    encoder.encode_ub(small(bound)..=small(bound), &mut cnf, &mut variables).expect("memory");
    let assumed = encoder.enforce_ub(small(bound)).expect("it is encoded");
    let mut clauses = Clauses::new();
    cnf.iter().for_each(|clause| clauses.push(clause.as_ref()));
    (clauses, assumed)
}

/// Returns the least weight of a hitting set, found by bounds that are tightened step by step on
/// one solver.
#[test]
fn searches_find_the_least_weight_from_above_and_from_below() {
    let mut random = Random(16);
    for _ in 0..6 {
        let n = 10;
        let list: Vec<u128> = (0..n).map(|_| random.weight(20)).collect();
        let weights = Weights::of(&list, 0);
        let sets: Vec<Vec<Lit>> = (0..10)
            .map(|_| (0..3).map(|_| Lit::positive(number(random.below(n)))).collect())
            .collect();
        let meets = |bits: &usize| sets.iter().all(|set| set.iter().any(|&l| is_true(l, *bits)));
        let least = (0..1_usize << n).filter(meets).map(|bits| weights.value(bits)).min();
        let least = least.expect("all literals meet all sets");
        for row in pseudo_boolean::ALL {
            for is_from_above in [true, false] {
                let found = search(row, &weights, &sets, is_from_above);
                assert_eq!(found, least, "{} {is_from_above} {weights:?}", row.name);
            }
        }
    }
}

fn search(row: &PseudoBoolean, weights: &Weights, sets: &[Vec<Lit>], is_from_above: bool) -> u128 {
    let mut solver = CaDiCaL::default();
    for set in sets {
        solver.add_clause_ref(&set[..]).expect("CaDiCaL takes clauses");
    }
    let mut variables = weights.manager();
    let mut total = row.total(&weights.groups).expect("small weights");
    let mut is_possible = |bound: u128| {
        let mut writer = Writer::new(&mut solver, &mut variables);
        let signals = total.at_most(bound, &mut writer).expect("few places");
        let lits: Vec<Lit> = signals
            .into_iter()
            .filter_map(|signal| match signal {
                Signal::Lit(lit) => Some(lit),
                Signal::True => None,
                Signal::False => panic!("no bound here is below nothing"),
            })
            .collect();
        solver.solve_assumps(&lits).expect("CaDiCaL answers") == SolverResult::Sat
    };
    let mut bounds: Vec<u128> = (0..=weights.all()).collect();
    if is_from_above {
        bounds.reverse();
        let first = bounds.iter().find(|&&bound| !is_possible(bound));
        return first.expect("nothing meets no set") + 1;
    }
    *bounds.iter().find(|&&bound| is_possible(bound)).expect("all meet all sets")
}

fn size(row: &PseudoBoolean, weights: &Weights, bound: u128) -> Size {
    match row.forecast(&weights.groups, Relation::AtMost, bound, usize::MAX) {
        Ok(Forecast::Exactly(size)) => size,
        other => panic!("{}: {other:?}", row.name),
    }
}

fn row(name: &str) -> &'static PseudoBoolean {
    pseudo_boolean::by_name(name).unwrap_or_else(|| panic!("{name} is a row"))
}

/// Returns the sums of the outputs and the numbers of variables and clauses of the generalized
/// totalizer as published: the literals are halved in their order, each pair of sums takes a
/// clause, and all sums beyond the bound are one sum. The unit clauses at the root are not counted.
fn published_totalizer(weights: &[u128], bound: u128) -> (BTreeSet<u128>, usize, usize) {
    if let [weight] = weights {
        return (BTreeSet::from([(*weight).min(bound + 1)]), 0, 0);
    }
    let (left, right) = weights.split_at(weights.len() / 2);
    let (one, other) = (published_totalizer(left, bound), published_totalizer(right, bound));
    let with_none = |sums: &BTreeSet<u128>| sums.iter().copied().chain([0]).collect::<Vec<_>>();
    let (a, b) = (with_none(&one.0), with_none(&other.0));
    let sums = a.iter().flat_map(|a| b.iter().map(move |b| (a + b).min(bound + 1)));
    let sums: BTreeSet<u128> = sums.filter(|&sum| sum > 0).collect();
    let variables = one.1 + other.1 + sums.len();
    (sums, variables, one.2 + other.2 + a.len() * b.len() - 1)
}

#[test]
fn sizes_are_within_those_of_the_publications() {
    let mut random = Random(17);
    for round in 0..40 {
        let most = [5, 12, 40][round % 3];
        let list: Vec<u128> = (0..10 + random.below(30)).map(|_| random.weight(most)).collect();
        let weights = Weights::of(&list, 0);
        let bound = weights.all() / [2, 3, 10][random.below(3)];
        let (n, places) =
            (list.len(), u128::BITS as usize - weights.all().leading_zeros() as usize);
        let of_bound = n * usize::try_from(bound).expect("small");
        let counter = size(row("sequential-weight-counter"), &weights, bound);
        assert!(counter.variables <= of_bound && counter.clauses <= 2 * of_bound + n);
        let diagram = size(row("bdd"), &weights, bound);
        assert!(diagram.variables <= of_bound && diagram.clauses <= 2 * (diagram.variables + 1));
        let adder = size(row("adder"), &weights, bound);
        assert!(adder.variables <= 2 * n * places && adder.clauses <= 7 * n * places + places);
        let (_, variables, clauses) = published_totalizer(&list, bound);
        let totalizer = size(row("generalized-totalizer"), &weights, bound);
        assert!(totalizer.variables < variables, "{bound} of {list:?}");
        assert!(totalizer.clauses < clauses, "{bound} of {list:?}");
    }
}

/// Checks the sizes for "at most 300" over 60 weights of up to 97.
#[test]
fn sizes_do_not_grow() {
    let list: Vec<u128> = (1..=60).map(|place| place * place % 97 + 1).collect();
    let weights = Weights::of(&list, 0);
    for (name, variables, clauses) in SIZES {
        let size = size(row(name), &weights, 300);
        let is_within = size.variables <= *variables && size.clauses <= *clauses;
        assert!(is_within, "{name}: {} and {}", size.variables, size.clauses);
    }
    assert_eq!(SIZES.len() + 1, pseudo_boolean::ALL.len(), "all rows but `repeat` are held");
}

/// For each row, its name and the greatest allowed numbers of variables and clauses.
const SIZES: &[(&str, usize, usize)] = &[
    ("generalized-totalizer", 2750, 14679),
    ("bdd", 7038, 13846),
    ("adder", 354, 1231),
    ("dynamic-polynomial-watchdog", 896, 3896),
    ("global-polynomial-watchdog", 896, 3896),
    ("local-polynomial-watchdog", 51915, 220314),
    ("binary-merge", 1033, 4063),
    ("mixed-radix", 1033, 4063),
    ("sequential-weight-counter", 15049, 29848),
];

/// For equal weights, the generalized totalizer is as large as a totalizer, and the diagram has as
/// many nodes as a diagram for a count. Its root has no variable, and its node of the last literal
/// is that literal.
#[test]
fn equal_weights_are_counted() {
    for (n, k) in [(8, 2), (8, 5), (16, 7), (16, 3), (32, 9)] {
        let weights = Weights::of(&vec![7; n], 0);
        let totalizer = size(row("generalized-totalizer"), &weights, 7 * k as u128 + 3);
        let of_counts =
            MeasuredConstraint::Cardinality(cardinality::totalizer::ROW, Relation::AtMost, k);
        assert_eq!(Ok(totalizer), of_counts.size(n), "{k} of {n}");
        let diagram = size(row("bdd"), &weights, 7 * k as u128);
        assert_eq!(diagram.variables + 2, (k + 1) * (n - k), "{k} of {n}");
    }
}

/// A construction that is not in the crate's table. It forbids each minimal set of terms whose
/// weight exceeds the bound.
struct Covers;

impl Construction for Covers {
    const NAME: &'static str = "covers";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = false;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let terms: Vec<&Term> = knapsack.groups.iter().flat_map(Group::terms).collect();
        for chosen in 0..1_usize << terms.len() {
            let of = (0..terms.len()).filter(|place| chosen >> place & 1 == 1);
            let cover: Vec<&Term> = of.map(|place| terms[place]).collect();
            let weight: u128 = cover.iter().map(|term| term.weight).sum();
            let is_least = cover.iter().all(|term| weight - term.weight <= knapsack.bound);
            if weight > knapsack.bound && is_least {
                let mut clause: Vec<Lit> = cover.iter().map(|term| !term.lit).collect();
                if let Signal::Lit(lit) = violated {
                    clause.push(lit);
                }
                writer.lits(&clause)?;
            }
        }
        Ok(())
    }
}

#[test]
fn a_row_of_another_crate_passes() {
    let covers = PseudoBoolean::for_construction::<Covers>("folklore", "Every cover is forbidden.");
    let mut random = Random(18);
    for _ in 0..60 {
        let weights = Weights::any(&mut random, 8);
        check_total(&covers, &weights, &mut random);
        for relation in RELATIONS {
            for bound in 0..=weights.all() + 1 {
                let written = weights.encode(&covers, relation, bound).expect("small weights");
                check_forecast(&covers, &weights, relation, bound, &written);
                let allowed = written.referee().allowed(&weights.lits());
                for (bits, allowed) in allowed.into_iter().enumerate() {
                    assert_eq!(allowed, relates(weights.value(bits), relation, bound));
                }
            }
        }
    }
}
