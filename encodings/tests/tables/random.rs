//! Random constraints: constraints of up to 200 literals, checked by CaDiCaL, and small constraints
//! that share literals and variables, checked by brute force.
//!
//! Every run draws the same cases: the seed is constant, and failures are printed, not stored.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use quarrel_encodings::cardinality::Cardinality;
use quarrel_encodings::{Parity, Relation, Signal, Writer};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::Lit;
use rustsat_cadical::CaDiCaL;

use super::constraints::{ALL, Constraint, Formula, RELATIONS, Rows, number};
use super::counters::Demand;

/// Checks a property on `cases` random cases, which are the same in every run.
fn check<S: Strategy>(cases: u32, strategy: &S, property: impl Fn(S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let property = |value| {
        property(value);
        Ok(())
    };
    TestRunner::new_with_rng(config, random)
        .run(strategy, property)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

#[derive(Clone, Debug)]
struct Drawn {
    relation: Relation,
    bound: usize,
    odd: bool,
    signs: Vec<bool>,
    /// A random order of the literals. In an assignment with k true literals, the first k are true.
    order: Vec<usize>,
    /// Later bounds, each in thousandths of the bound before it.
    tightened: Vec<usize>,
}

fn drawn(most: usize) -> impl Strategy<Value = Drawn> {
    (0..=most).prop_flat_map(|n| {
        let order = Just(Vec::from_iter(0..n)).prop_shuffle();
        let relation = prop::sample::select(RELATIONS.to_vec());
        (relation, 0..=n + 1, any::<bool>(), vec(any::<bool>(), n), order, vec(0..1000_usize, 3))
            .prop_map(|(relation, bound, odd, signs, order, tightened)| Drawn {
                relation,
                bound,
                odd,
                signs,
                order,
                tightened,
            })
    })
}

impl Drawn {
    fn formula(&self) -> Formula {
        let lit = |(place, &negated): (usize, &bool)| Lit::new(number(place), negated);
        Formula::over(self.signs.iter().enumerate().map(lit).collect())
    }

    /// Returns the assignment in which the first `count` literals of the random order are true.
    fn with_true(&self, lits: &[Lit], count: usize) -> Vec<Lit> {
        let true_first =
            |(rank, &place): (usize, &usize)| if rank < count { lits[place] } else { !lits[place] };
        self.order.iter().enumerate().map(true_first).collect()
    }

    /// Returns the counts on both sides of each change of a constraint's truth value (three changes
    /// at most), and 0, n/2 and n.
    fn telling_counts(&self, holds: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let n = self.signs.len();
        let turns = (0..n).filter(|&count| holds(count) != holds(count + 1));
        let mut counts: Vec<usize> = turns.take(3).flat_map(|count| [count, count + 1]).collect();
        counts.extend([0, n / 2, n]);
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    fn check_constraint(&self, constraint: &Constraint) {
        let mut formula = self.formula();
        if !formula.add(constraint) {
            assert!(formula.lits.len() > 20, "{} is refused", constraint.name);
            return;
        }
        let mut solver = solver_of(&formula);
        for count in self.telling_counts(constraint.holds) {
            let assumed = self.with_true(&formula.lits, count);
            let possible = is_satisfiable(&mut solver, &assumed);
            assert_eq!(possible, (constraint.holds)(count), "{}: {count} true", constraint.name);
        }
        let counts = 0..=formula.lits.len();
        let possible = is_satisfiable(&mut solver, &[]);
        assert_eq!(possible, counts.clone().any(constraint.holds), "{}", constraint.name);
    }

    /// Checks upper bounds that become tighter step by step, as assumptions and then as clauses,
    /// together with a lower bound.
    fn check_tightened(&self, row: &Cardinality) {
        let mut formula = self.formula();
        let n = formula.lits.len();
        let mut counter = row.counter(&formula.lits);
        let mut solver = CaDiCaL::default();
        let mut upper = self.bound;
        let lower = self.bound / 3;
        let mut ask = |solver: &mut CaDiCaL, demand: Demand| {
            let holds = demand.ask(&mut *counter, (&mut formula.clauses, &mut formula.variables));
            for clause in std::mem::take(&mut formula.clauses).iter() {
                solver.add_clause_ref(clause).expect("CaDiCaL takes clauses");
            }
            holds
        };
        let from_below = ask(&mut solver, Demand::AtLeast(lower));
        state(&mut solver, from_below);
        for part in &self.tightened {
            let holds = ask(&mut solver, Demand::AtMost(upper));
            let Signal::Lit(holds) = holds else {
                assert!(upper >= n && holds == Signal::True, "{} at most {upper}", row.name);
                upper = upper * part / 1000;
                continue;
            };
            for count in [lower.wrapping_sub(1), lower, upper, upper + 1] {
                if count > n {
                    continue;
                }
                let mut assumed = self.with_true(&formula.lits, count);
                assumed.push(holds);
                let right = (lower..=upper).contains(&count);
                let name = format!("{}: {count} of {n} from {lower} to {upper}", row.name);
                assert_eq!(is_satisfiable(&mut solver, &assumed), right, "{name}");
            }
            state(&mut solver, holds.into());
            let name = format!("{} from {lower} to {upper} of {n}", row.name);
            assert_eq!(is_satisfiable(&mut solver, &[]), lower <= upper, "{name}");
            upper = upper * part / 1000;
        }
    }
}

fn state(solver: &mut CaDiCaL, holds: Signal) {
    match holds {
        Signal::True => {}
        Signal::False => solver.add_clause_ref(&[] as &[Lit]).expect("CaDiCaL takes clauses"),
        Signal::Lit(lit) => solver.add_unit(lit).expect("CaDiCaL takes clauses"),
    }
}

fn solver_of(formula: &Formula) -> CaDiCaL<'static, 'static> {
    let mut solver = CaDiCaL::default();
    for clause in formula.clauses.iter() {
        solver.add_clause_ref(clause).expect("CaDiCaL takes clauses");
    }
    solver
}

fn is_satisfiable(solver: &mut CaDiCaL, assumed: &[Lit]) -> bool {
    match solver.solve_assumps(assumed).expect("CaDiCaL solves") {
        SolverResult::Sat => true,
        SolverResult::Unsat => false,
        SolverResult::Interrupted => panic!("nothing interrupts it"),
    }
}

pub fn check_random(rows: Rows, most: usize) {
    check(12, &drawn(most), |drawn| {
        let n = drawn.signs.len();
        let constraint = &mut |constraint: &Constraint| drawn.check_constraint(constraint);
        rows.for_each_at_most_one(n, constraint);
        rows.for_each_cardinality(n, drawn.relation, drawn.bound, constraint);
        rows.for_each_parity(n, Parity::from_number(drawn.odd.into()), constraint);
        rows.cardinality.iter().for_each(|row| drawn.check_tightened(row));
    });
}

#[test]
fn random_constraints_hold_says_cadical() {
    check_random(ALL, 200);
}

/// One of several users of a variable manager: a row, the numbers and signs of its literals, and
/// its bounds.
#[derive(Clone, Debug)]
struct User {
    /// Selects a constraint or a counter.
    row: prop::sample::Index,
    counts: bool,
    lits: Vec<(u32, bool)>,
    bounds: Vec<(bool, usize)>,
}

fn user() -> impl Strategy<Value = User> {
    let lits = vec((0..6_u32, any::<bool>()), 0..=7);
    let bounds = vec((any::<bool>(), 0..=8_usize), 1..=4);
    (any::<prop::sample::Index>(), any::<bool>(), lits, bounds)
        .prop_map(|(row, counts, lits, bounds)| User { row, counts, lits, bounds })
}

impl User {
    fn lits(&self) -> Vec<Lit> {
        self.lits.iter().map(|&(variable, negated)| Lit::new(variable, negated)).collect()
    }
}

/// A formula that several encoders write with one manager, and the assignments that it must allow.
struct Shared {
    formula: Formula,
    right: Vec<bool>,
    story: String,
}

impl Shared {
    /// Excludes the assignments for which `holds` does not accept the number of true literals of a
    /// list.
    fn demand(&mut self, lits: &[Lit], holds: &dyn Fn(usize) -> bool) {
        for (bits, right) in self.right.iter_mut().enumerate() {
            let is_true = |lit: &&Lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos();
            *right = *right && holds(lits.iter().filter(is_true).count());
        }
    }

    fn write_constraint(&mut self, user: &User) {
        let lits = user.lits();
        let (n, bounds) = (lits.len(), [user.bounds[0].1]);
        let mut count = 0;
        ALL.for_each_bound(n, &bounds, &mut |_| count += 1);
        let (wanted, mut place) = (user.row.index(count), 0);
        ALL.for_each_bound(n, &bounds, &mut |constraint| {
            if place == wanted {
                let Formula { clauses, variables, .. } = &mut self.formula;
                (constraint.write)(&lits, clauses, variables).expect("few literals");
                self.demand(&lits, constraint.holds);
                self.story.push_str(&format!("{} over {lits:?}; ", constraint.name));
            }
            place += 1;
        });
    }

    /// Adds the bounds of the counters in turn.
    fn write_counters(&mut self, users: &[&User]) {
        let row = |user: &User| &ALL.cardinality[user.row.index(ALL.cardinality.len())];
        let mut counters: Vec<_> =
            users.iter().map(|user| row(user).counter(&user.lits())).collect();
        for turn in 0..4 {
            for (user, counter) in users.iter().zip(&mut counters) {
                let Some(&(upper, bound)) = user.bounds.get(turn) else { continue };
                let Formula { clauses, variables, .. } = &mut self.formula;
                let demand = if upper { Demand::AtMost(bound) } else { Demand::AtLeast(bound) };
                let holds = demand.ask(&mut **counter, (clauses, variables));
                let mut writer = Writer::new(clauses, variables);
                writer.clause([holds]).expect("nothing is refused");
                let lits = user.lits();
                self.demand(&lits, &|count| if upper { count <= bound } else { count >= bound });
                let relation = if upper { "at most" } else { "at least" };
                let told = format!("{} {relation} {bound} of {lits:?}; ", row(user).name);
                self.story.push_str(&told);
            }
        }
    }
}

#[test]
fn encoders_share_one_variable_manager() {
    check(400, &vec(user(), 2..=3), |users| {
        let formula = Formula::over((0..6).map(Lit::positive).collect());
        let mut shared = Shared { formula, right: vec![true; 64], story: String::new() };
        let (counters, constraints): (Vec<&User>, Vec<&User>) =
            users.iter().partition(|user| user.counts);
        shared.write_counters(&counters);
        constraints.iter().for_each(|user| shared.write_constraint(user));
        assert_eq!(shared.formula.allowed(), shared.right, "{}", shared.story);
    });
}
