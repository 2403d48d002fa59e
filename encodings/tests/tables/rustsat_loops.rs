//! Programs on rustsat alone, in which a row of a table takes the place of an encoding of rustsat:
//! a MaxSAT search, constraints of rustsat, and whole instances.

use quarrel_encodings::pseudo_boolean::PseudoBoolean;
use quarrel_encodings::{
    Collect, Error, Parity, Tally, WeightedEncoder, at_most_one, cardinality, encode_instance,
    parity, pseudo_boolean,
};
use rustsat::encodings::{ConstraintEncodingError, EnforceError, card, pb};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars, SatInstance};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::constraints::{CardConstraint, PbConstraint};
use rustsat::types::{Assignment, Lit, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;

use super::constraints::number;
use super::weights::Random;

/// A MaxSAT problem: clauses, and literals with the weights that they cost if they are true.
struct Problem {
    n: u32,
    hard: Vec<Vec<Lit>>,
    soft: Vec<(Lit, usize)>,
}

impl Problem {
    fn random(random: &mut Random, n: u32, heaviest: usize) -> Problem {
        let mut lit = || Lit::new(number(random.below(n as usize)), random.below(4) == 0);
        let hard = (0..2 * n).map(|_| vec![lit(), lit(), lit()]).collect();
        let soft = (0..n).map(|place| (Lit::positive(place), random.below(heaviest) + 1)).collect();
        Problem { n, hard, soft }
    }

    fn cost(&self, solution: &Assignment) -> usize {
        let is_true = |lit: Lit| solution.lit_value(lit) == TernaryVal::True;
        self.soft.iter().filter(|&&(lit, _)| is_true(lit)).map(|&(_, weight)| weight).sum()
    }

    /// Returns the least cost, found by trying all assignments, or `None` if there is no solution.
    fn least(&self) -> Option<usize> {
        let is_true = |bits: u32, lit: Lit| (bits >> lit.vidx() & 1 == 1) != lit.is_neg();
        let solves =
            |bits: u32| self.hard.iter().all(|clause| clause.iter().any(|&lit| is_true(bits, lit)));
        let cost = |bits: u32| {
            let soft = self.soft.iter().filter(|&&(lit, _)| is_true(bits, lit));
            soft.map(|&(_, weight)| weight).sum()
        };
        (0..1 << self.n).filter(|&bits| solves(bits)).map(cost).min()
    }

    /// Returns the least cost, found by a linear SAT-UNSAT search that uses the encoding only
    /// through rustsat's traits.
    fn search<E: pb::BoundUpperIncremental>(&self, mut encoder: E) -> Option<usize> {
        let mut solver = CaDiCaL::default();
        let mut variables = BasicVarManager::from_next_free(Var::new(self.n));
        for clause in &self.hard {
            solver.add_clause(clause[..].into()).expect("a solver takes clauses");
        }
        let (mut best, mut assumptions) = (None, Vec::new());
        while solver.solve_assumps(&assumptions).expect("CaDiCaL decides") == SolverResult::Sat {
            let solution = solver.solution(Var::new(self.n - 1)).expect("there is one");
            let cost = self.cost(&solution);
            assert!(best.is_none_or(|best| cost < best), "the bound is enforced");
            best = Some(cost);
            if cost == 0 {
                break;
            }
            encoder
                .encode_ub_change(cost - 1..=cost - 1, &mut solver, &mut variables)
                .expect("there is memory");
            assumptions = encoder.enforce_ub(cost - 1).expect("encoded in the line above");
        }
        best
    }
}

#[test]
fn a_maxsat_search_runs_with_every_row() {
    let mut random = Random(71);
    for round in 0..40 {
        let problem = Problem::random(&mut random, 10, [3, 20, 1000][round % 3]);
        let least = problem.least();
        let soft = || problem.soft.iter().copied();
        for row in pseudo_boolean::ALL {
            let most: usize = soft().map(|(_, weight)| weight).sum();
            if row.name == "repeat" && most > 500 {
                continue;
            }
            assert_eq!(problem.search(row.encoder(soft())), least, "{}", row.name);
        }
        assert_eq!(problem.search(soft().collect::<pb::GeneralizedTotalizer>()), least);
        assert_eq!(problem.search(soft().collect::<pb::BinaryAdder>()), least);
        assert_eq!(problem.search(soft().collect::<pb::DynamicPolyWatchdog>()), least);
        type Typed = WeightedEncoder<pseudo_boolean::DynamicPolynomialWatchdog>;
        assert_eq!(problem.search(soft().collect::<Typed>()), least);
    }
}

/// Returns whether a constraint of rustsat allows each assignment of n literals.
fn allowed_by(n: usize, holds: impl Fn(&Assignment) -> TernaryVal) -> Vec<bool> {
    let of = |bits: usize| -> Assignment {
        (0..n).map(|place| Lit::new(number(place), bits >> place & 1 == 0)).collect()
    };
    (0..1 << n).map(|bits| holds(&of(bits)) == TernaryVal::True).collect()
}

/// Returns whether clauses allow each assignment of n literals.
fn allowed(clauses: &Cnf, n: usize) -> Vec<bool> {
    let mut solver = CaDiCaL::default();
    solver.add_cnf_ref(clauses).expect("a solver takes clauses");
    let mut possible = |bits: usize| {
        let known = (0..n).map(|place| Lit::new(number(place), bits >> place & 1 == 0));
        let known: Vec<Lit> = known.collect();
        solver.solve_assumps(&known).expect("CaDiCaL decides") == SolverResult::Sat
    };
    (0..1 << n).map(&mut possible).collect()
}

/// Returns a constraint on n literals, with weights and bound of any sign, and the assignments that
/// it allows.
fn random_sum(random: &mut Random, n: usize) -> (PbConstraint, Vec<bool>) {
    let weight = |random: &mut Random| isize::try_from(random.below(13)).expect("small") - 6;
    let lits = (0..n).map(|place| (Lit::new(number(place), random.below(2) == 0), weight(random)));
    let lits: Vec<(Lit, isize)> = lits.collect();
    let bound = isize::try_from(random.below(41)).expect("small") - 20;
    let constraint = match random.below(3) {
        0 => PbConstraint::new_ub(lits, bound),
        1 => PbConstraint::new_lb(lits, bound),
        _ => PbConstraint::new_eq(lits, bound),
    };
    let allowed = allowed_by(n, |assignment| constraint.evaluate(assignment));
    (constraint, allowed)
}

#[test]
fn constraints_of_rustsat_are_written_as_they_are() {
    let (mut random, n) = (Random(72), 5);
    for _ in 0..300 {
        let (constraint, right) = random_sum(&mut random, n);
        for row in pseudo_boolean::ALL {
            let mut variables = BasicVarManager::from_next_free(Var::new(number(n)));
            let mut clauses = Cnf::new();
            row.encode_constraint(constraint.clone(), &mut clauses, &mut variables)
                .expect("a form for it");
            assert_eq!(allowed(&clauses, n), right, "{}: {constraint}", row.name);
        }
        let mut variables = BasicVarManager::from_next_free(Var::new(number(n)));
        let mut clauses = Cnf::new();
        type Typed = WeightedEncoder<pseudo_boolean::Bdd>;
        let result = <Typed as pb::BoundBoth>::encode_constr(
            constraint.clone(),
            &mut clauses,
            &mut variables,
        );
        match result {
            Ok(()) => assert_eq!(allowed(&clauses, n), right, "{constraint}"),
            Err(ConstraintEncodingError::Unsat) => assert!(!right.contains(&true), "{constraint}"),
            Err(error) => panic!("{constraint}: {error}"),
        }
    }
}

#[test]
fn an_instance_becomes_clauses_by_every_row() {
    let (mut random, n) = (Random(73), 5);
    for number in 0..cardinality::ALL.len().max(pseudo_boolean::ALL.len()) {
        let counts = &cardinality::ALL[number % cardinality::ALL.len()];
        let sums = &pseudo_boolean::ALL[number % pseudo_boolean::ALL.len()];
        let mut instance: SatInstance = SatInstance::new();
        let lits: Vec<Lit> = (0..n).map(|_| instance.new_lit()).collect();
        let (constraint, mut right) = random_sum(&mut random, n);
        instance.add_pb_constr(constraint);
        let few = CardConstraint::new_ub(lits.iter().copied(), 3);
        let by_few = allowed_by(n, |assignment| few.evaluate(assignment));
        right.iter_mut().zip(by_few).for_each(|(right, few)| *right &= few);
        instance.add_card_constr(few);
        let (clauses, _) = encode_instance(instance, counts, sums).expect("forms for all");
        assert_eq!(allowed(&clauses, n), right, "{} and {}", counts.name, sums.name);
    }
    let mut instance: SatInstance = SatInstance::new();
    let weighted = [(instance.new_lit(), 600), (instance.new_lit(), 7), (instance.new_lit(), 5)];
    instance.add_pb_constr(PbConstraint::new_eq(weighted, 612 - 7));
    let repeat = &pseudo_boolean::repeat::ROW;
    let refusal = encode_instance(instance, &cardinality::totalizer::ROW, repeat).err();
    assert!(refusal.is_none(), "the heavy literal is fixed first: {refusal:?}");
}

#[test]
fn bounds_far_apart_are_written_and_too_many_are_refused() {
    let weights = [1 << 40, 3 << 40, usize::MAX / 2, 1];
    let lits = (0..).map(Lit::positive);
    // The omitted rows would need a cell for each sum, or a literal for each unit of weight, which
    // are too many.
    let has_form =
        |row: &&PseudoBoolean| row.name != "repeat" && row.name != "sequential-weight-counter";
    for row in pseudo_boolean::ALL.iter().filter(has_form) {
        let mut encoder = row.encoder(lits.clone().zip(weights));
        let mut variables = BasicVarManager::from_next_free(Var::new(4));
        let mut clauses = Cnf::new();
        // Four weights have only sixteen sums, although the range has 2^63 bounds.
        pb::BoundBothIncremental::encode_both_change(
            &mut encoder,
            ..,
            &mut clauses,
            &mut variables,
        )
        .expect("few bounds");
        let enforced = pb::BoundUpper::enforce_ub(&encoder, (1 << 40) + 77);
        assert_eq!(enforced, pb::BoundUpper::enforce_ub(&encoder, (1 << 40) + 1), "{}", row.name);
        assert_eq!(pb::Encode::next_higher(&encoder, 1), 1 << 40);
        assert_eq!(pb::Encode::next_lower(&encoder, 1 << 40), 1);
        assert_eq!(pb::Encode::next_lower(&encoder, 0), 0);
        assert_eq!(pb::BoundLower::enforce_lb(&encoder, usize::MAX), Err(EnforceError::Unsat));
    }
    let adder = &pseudo_boolean::adder::ROW;
    let mut encoder = adder.encoder(lits.zip((0..64).map(|place| 1_000_003 + place)));
    let mut variables = BasicVarManager::from_next_free(Var::new(64));
    let refused = pb::BoundUpper::encode_ub(&mut encoder, .., &mut Cnf::new(), &mut variables);
    assert!(refused.is_err(), "64 million bounds");
    pb::BoundUpper::encode_ub(&mut encoder, 5_000_000..5_000_100, &mut Cnf::new(), &mut variables)
        .expect("a hundred bounds");
    assert!(pb::BoundUpper::enforce_ub(&encoder, 5_000_050).is_ok());
    // The weights add up to more than `usize::MAX`, so no bound that rustsat can state always
    // holds.
    let mut encoder = adder.encoder([(Lit::positive(0), usize::MAX), (Lit::positive(1), 9)]);
    assert_eq!(pb::Encode::weight_sum(&encoder), usize::MAX);
    let most = usize::MAX..=usize::MAX;
    pb::BoundUpper::encode_ub(&mut encoder, most, &mut Cnf::new(), &mut variables).expect("one");
    assert_eq!(pb::BoundUpper::enforce_ub(&encoder, usize::MAX).map(|lits| lits.len()), Ok(1));
}

#[test]
fn every_bound_of_many_literals_is_written() {
    let mut encoder = cardinality::adder::ROW.encoder((0..20_000).map(Lit::positive));
    let mut variables = BasicVarManager::from_next_free(Var::new(20_000));
    card::BoundUpper::encode_ub(&mut encoder, .., &mut Cnf::new(), &mut variables).expect("memory");
    assert_eq!(card::BoundUpper::enforce_ub(&encoder, 12_345).map(|lits| lits.len()), Ok(1));
}

/// Writes a constraint of every table over these literals.
fn write_all(lits: &[Lit], next: Var, check: &dyn Fn(&str, Result<(), Error>)) {
    let write = |name: &str, write: &dyn Fn(&mut dyn Collect, &mut dyn ManageVars) -> _| {
        check(name, write(&mut Tally::default(), &mut BasicVarManager::from_next_free(next)));
    };
    for row in at_most_one::ALL {
        write(row.name, &|clauses, variables| row.encode(lits, clauses, variables));
    }
    for row in cardinality::ALL {
        let constraint = CardConstraint::new_eq(lits.iter().copied(), 4);
        write(row.name, &|clauses, variables| {
            row.encode_constraint(constraint.clone(), clauses, variables)
        });
    }
    for row in pseudo_boolean::ALL {
        let constraint =
            PbConstraint::new_lb(lits.iter().copied().zip([9, -7, 5, 3].into_iter().cycle()), 11);
        write(row.name, &|clauses, variables| {
            row.encode_constraint(constraint.clone(), clauses, variables)
        });
    }
    for row in parity::ALL {
        write(row.name, &|clauses, variables| row.encode(lits, Parity::Odd, clauses, variables));
    }
}

/// No literal that rustsat allows makes an encoding panic, and a manager without a free variable
/// makes the encoding refuse.
#[test]
fn the_last_variables_are_no_panic() {
    let last = Var::MAX_IDX;
    let lits: Vec<Lit> = (0..9)
        .map(|place| Var::new(last - place).lit(place % 3 == 0))
        .chain([Lit::from_ipasir(7).expect("a literal"), Lit::positive(3)])
        .collect();
    write_all(&lits, Var::new(8), &|name, result| assert_eq!(result, Ok(()), "{name}"));
    let mut refused = std::cell::Cell::new(0);
    write_all(&lits, Var::new(last), &|name, result| match result {
        Ok(()) => {}
        Err(refusal) => {
            assert_eq!(refusal, Error::OutOfMemory, "{name}");
            refused.set(refused.get() + 1);
        }
    });
    assert!(*refused.get_mut() > 30, "{refused:?} rows need variables");
    for row in pseudo_boolean::ALL {
        let mut encoder = row.encoder(lits.iter().map(|&lit| (lit, 3)));
        let mut variables = BasicVarManager::from_next_free(Var::new(last));
        pb::EncodeIncremental::reserve(&mut encoder, &mut variables);
        let written =
            pb::BoundUpper::encode_ub(&mut encoder, 9..=9, &mut Cnf::new(), &mut variables);
        assert!(written.is_err(), "{}", row.name);
        let terms: Vec<_> = lits.iter().map(|&lit| pseudo_boolean::Term::new(3_u32, lit)).collect();
        let groups = pseudo_boolean::Group::singletons(&terms);
        let forecast = row.forecast(&groups, quarrel_encodings::Relation::AtMost, 7, 1000);
        assert!(forecast.is_ok() || forecast == Err(Error::OutOfMemory), "{}", row.name);
    }
}
