//! rustsat's own tests of its traits (`tests/{am1,card,pb}_encodings.rs` of rustsat 0.7.5), over
//! every row of the tables, and also over rustsat's encodings.

use quarrel_encodings::{Encoder, WeightedEncoder, at_most_one, cardinality, pseudo_boolean};
use rustsat::encodings::{EncodeStats, IterInputs, am1, card, pb};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit, RsHashMap};
use rustsat::{clause, lit, var};
use rustsat_cadical::CaDiCaL;

/// Returns the solver of rustsat's incremental tests, whose clauses make the literals 1, 4, 5, 7
/// and 10 true, and at least one literal of each neighbouring pair of some other literals.
fn solver_of_rustsat() -> CaDiCaL<'static, 'static> {
    let mut solver = CaDiCaL::default();
    for pair in [(0, 1), (1, 2), (2, 3), (3, 4), (6, 7), (7, 8), (8, 9), (9, 10)] {
        solver.add_clause(clause![lit![pair.0], lit![pair.1]]).expect("a solver takes clauses");
    }
    for unit in [1, 4, 5, 7, 10] {
        solver.add_unit(lit![unit]).expect("a solver takes clauses");
    }
    solver
}

fn is_satisfiable(solver: &mut CaDiCaL, assumptions: &[Lit]) -> bool {
    solver.solve_assumps(assumptions).expect("CaDiCaL decides") == SolverResult::Sat
}

/// Asserts that the clauses, under assumptions, allow exactly the right assignments of n literals.
fn check_all(
    solver: &mut CaDiCaL,
    assumed: &[Lit],
    n: u32,
    name: &str,
    right: &dyn Fn(u32) -> bool,
) {
    for bits in 0..1 << n {
        let known = (0..n).map(|place| Lit::new(place, bits >> place & 1 == 0));
        let assumed: Vec<Lit> = assumed.iter().copied().chain(known).collect();
        assert_eq!(is_satisfiable(solver, &assumed), right(bits), "{name}: {bits:b}");
    }
}

/// `test_am1`, `test_am1_duplicate`, `test_am1_negated`, `test_am1_single_none` and
/// `test_am1_stats` of rustsat.
fn check_at_most_one<E: am1::Encode + EncodeStats + IterInputs>(
    name: &str,
    over: &dyn Fn(Vec<Lit>) -> E,
) {
    let [a, b, c, d] = [lit![0], lit![1], lit![2], lit![3]];
    let (single, none) = (vec![a], vec![]);
    for lits in [vec![a, b, c], vec![a, b, c, d], vec![a, b, a, c], vec![a, b, !a, c], single, none]
    {
        let mut variables = BasicVarManager::from_next_free(var![4]);
        let (mut encoder, mut clauses) = (over(lits.clone()), Cnf::new());
        encoder.encode(&mut clauses, &mut variables).expect("there is memory");
        assert_eq!(encoder.n_lits(), lits.len());
        assert!(encoder.iter().eq(lits.iter().copied()));
        assert_eq!(encoder.n_clauses(), clauses.len());
        assert_eq!(encoder.n_vars(), variables.n_used() - 4);
        assert!(lits.len() > 1 || clauses.is_empty());
        let mut solver = CaDiCaL::default();
        solver.add_cnf(clauses).expect("a solver takes clauses");
        check_all(&mut solver, &[], 4, &format!("{name} of {lits:?}"), &|bits| {
            lits.iter().filter(|lit| (bits >> lit.vidx() & 1 == 1) != lit.is_neg()).count() <= 1
        });
    }
}

#[test]
fn at_most_ones_pass_the_tests_of_rustsat() {
    for row in at_most_one::ALL {
        check_at_most_one(row.name, &|lits| row.encoder(lits));
    }
    check_at_most_one("rustsat's ladder", &am1::Ladder::from);
    check_at_most_one("rustsat's bitwise", &am1::Bitwise::from);
}

/// `test_inc_both_card` of rustsat, with `test_inc_ub_card`.
fn check_counts<E: card::BoundBothIncremental + Extend<Lit>>(name: &str, mut encoder: E) {
    let mut solver = solver_of_rustsat();
    let mut variables = BasicVarManager::from_next_free(var![11]);
    encoder.extend([lit![0], lit![1], lit![2], lit![3], lit![4]]);
    encoder.encode_both(2..3, &mut solver, &mut variables).expect("there is memory");
    let least = encoder.enforce_lb(2).expect("is encoded");
    assert!(is_satisfiable(&mut solver, &least), "{name}");
    let groups: [&[Lit]; 3] = [&[], &[lit![5]], &[lit![6], lit![7], lit![8], lit![9], lit![10]]];
    let mut before = 2;
    for (group, fewest) in groups.into_iter().zip([3, 4, 7]) {
        encoder.extend(group.iter().copied());
        for (most, right) in [(before, false), (fewest, true)] {
            let range = 0..most + 1;
            encoder.encode_both_change(range, &mut solver, &mut variables).expect("memory");
            let assumptions = encoder.enforce_ub(most).expect("is encoded");
            assert_eq!(is_satisfiable(&mut solver, &assumptions), right, "{name}: at most {most}");
        }
        before = fewest;
    }
}

/// `test_both_card` and `test_both_exhaustive` of rustsat, for all bounds of four literals.
fn check_every_count<E: card::BoundBothIncremental>(name: &str, over: &dyn Fn(Vec<Lit>) -> E) {
    let mut solver = CaDiCaL::default();
    let mut variables = BasicVarManager::from_next_free(var![4]);
    let mut encoder = over((0..4).map(Lit::positive).collect());
    encoder.encode_both(0..1, &mut solver, &mut variables).expect("there is memory");
    for bound in 0..=4 {
        let range = bound..bound + 1;
        encoder.encode_both_change(range, &mut solver, &mut variables).expect("there is memory");
        let count = |bits: u32| bits.count_ones() as usize;
        let assumptions = encoder.enforce_eq(bound).expect("is encoded");
        check_all(&mut solver, &assumptions, 4, name, &|bits| count(bits) == bound);
        let assumptions = encoder.enforce_ub(bound).expect("is encoded");
        check_all(&mut solver, &assumptions, 4, name, &|bits| count(bits) <= bound);
    }
}

#[test]
fn counters_pass_the_tests_of_rustsat() {
    for row in cardinality::ALL {
        check_counts(row.name, row.encoder([]));
        check_every_count(row.name, &|lits| row.encoder(lits));
    }
    check_counts("by its type", Encoder::<cardinality::Knuth>::default());
    check_counts("rustsat's totalizer", card::Totalizer::default());
    check_every_count("rustsat's totalizer", &card::Totalizer::from);
}

/// `test_inc_pb_ub` of rustsat.
fn check_rising_sums<E: pb::BoundUpperIncremental + Extend<(Lit, usize)>>(
    name: &str,
    mut encoder: E,
) {
    let mut solver = solver_of_rustsat();
    let mut variables = BasicVarManager::from_next_free(var![11]);
    let weighted = |first: u32, weights: &[usize]| -> RsHashMap<Lit, usize> {
        (first..).map(Lit::positive).zip(weights.iter().copied()).collect()
    };
    encoder.extend(weighted(0, &[1, 2, 1, 3, 2]));
    encoder.encode_ub(0..=2, &mut solver, &mut variables).expect("there is memory");
    let assumptions = encoder.enforce_ub(2).expect("is encoded");
    assert!(!is_satisfiable(&mut solver, &assumptions), "{name}: at most 2");
    let steps = [(4, false), (5, true), (5, false), (9, true), (9, false), (14, true)];
    for (step, (most, right)) in steps.into_iter().enumerate() {
        match step {
            2 => encoder.extend(weighted(5, &[4])),
            4 => encoder.extend(weighted(6, &[1, 2, 1, 3, 2])),
            _ => {}
        }
        encoder.encode_ub_change(0..=most, &mut solver, &mut variables).expect("there is memory");
        let assumptions = encoder.enforce_ub(most).expect("is encoded");
        assert_eq!(is_satisfiable(&mut solver, &assumptions), right, "{name}: at most {most}");
    }
}

fn sum(bits: u32, weights: &[usize]) -> usize {
    (0..).zip(weights).filter(|&(place, _)| bits >> place & 1 == 1).map(|(_, weight)| weight).sum()
}

fn weighted<'a>(weights: &'a [usize]) -> impl Iterator<Item = (Lit, usize)> + 'a {
    (0..).map(Lit::positive).zip(weights.iter().copied())
}

/// `test_ub_exhaustive` and `test_pb_ub_min_enc` of rustsat.
fn check_every_sum<E: pb::BoundUpperIncremental>(name: &str, over: &dyn Fn(&[usize]) -> E) {
    for weights in [[1; 4], [7; 4], [5, 5, 3, 3], [2, 1, 7, 3], [8, 9, 1, 8], [5, 8, 7, 2]] {
        let most = weights.iter().sum::<usize>();
        let bounds: [Vec<usize>; 2] = [(0..=most).collect(), (0..=most).rev().collect()];
        for bounds in bounds {
            let (mut encoder, mut solver) = (over(&weights), CaDiCaL::default());
            let mut variables = BasicVarManager::from_next_free(var![4]);
            for bound in bounds {
                let range = bound..bound + 1;
                encoder.encode_ub_change(range, &mut solver, &mut variables).expect("memory");
                let assumptions = encoder.enforce_ub(bound).expect("is encoded");
                let name = format!("{name} of {weights:?} at most {bound}");
                check_all(&mut solver, &assumptions, 4, &name, &|bits| {
                    sum(bits, &weights) <= bound
                });
            }
        }
    }
}

/// `test_pb_lb` and `test_pb_eq` of rustsat.
fn check_lower_sums<E: pb::BoundBothIncremental>(name: &str, over: &dyn Fn(&[usize]) -> E) {
    let mut solver = CaDiCaL::default();
    solver.add_clause(clause![!lit![0], !lit![1], !lit![2]]).expect("a solver takes clauses");
    let mut variables = BasicVarManager::from_next_free(var![3]);
    let mut encoder = over(&[3, 6, 3]);
    encoder.encode_lb(0..=10, &mut solver, &mut variables).expect("there is memory");
    for (least, right) in [(10, false), (9, true)] {
        let assumptions = encoder.enforce_lb(least).expect("is encoded");
        assert_eq!(is_satisfiable(&mut solver, &assumptions), right, "{name}: at least {least}");
    }
    let (mut encoder, mut solver) = (over(&[4, 2, 2]), CaDiCaL::default());
    encoder.encode_both(4..=4, &mut solver, &mut variables).expect("there is memory");
    let assumptions = encoder.enforce_eq(4).expect("is encoded");
    check_all(&mut solver, &assumptions, 3, name, &|bits| sum(bits, &[4, 2, 2]) == 4);
}

#[test]
fn sums_pass_the_tests_of_rustsat() {
    for row in pseudo_boolean::ALL {
        check_rising_sums(row.name, row.encoder([]));
        check_every_sum(row.name, &|weights| row.encoder(weighted(weights)));
        check_lower_sums(row.name, &|weights| row.encoder(weighted(weights)));
    }
    type Typed = WeightedEncoder<pseudo_boolean::GeneralizedTotalizer>;
    check_rising_sums("by its type", Typed::default());
    check_lower_sums("by its type", &|weights| weighted(weights).collect::<Typed>());
    check_rising_sums("rustsat's adder", pb::BinaryAdder::default());
    check_every_sum("rustsat's watchdog", &|weights| {
        weighted(weights).collect::<pb::DynamicPolyWatchdog>()
    });
    check_lower_sums("rustsat's totalizer", &|weights| {
        weighted(weights).collect::<pb::DoubleGeneralizedTotalizer>()
    });
}

/// `reserve` of rustsat's tests: the variables that are reserved at once are enough for all bounds.
#[test]
fn reserved_variables_suffice() {
    for row in pseudo_boolean::ALL {
        let mut encoder = row.encoder(weighted(&[1, 2, 3, 4]));
        let mut variables = BasicVarManager::from_next_free(var![4]);
        pb::EncodeIncremental::reserve(&mut encoder, &mut variables);
        let (used, mut clauses) = (variables.n_used(), Cnf::new());
        pb::BoundBoth::encode_both(&mut encoder, .., &mut clauses, &mut variables)
            .expect("there is memory");
        assert_eq!(variables.n_used(), used, "{}", row.name);
        assert_eq!((encoder.n_clauses(), encoder.n_vars()), (clauses.len(), used - 4));
    }
}
