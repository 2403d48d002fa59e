//! Detected symmetries compared with brute force over all permutations of literals, and the effect
//! of breaking them.

use std::collections::{BTreeSet, HashSet};

use num_bigint::BigUint;
use proptest::prelude::*;

use super::automorphisms::{VertexMoves, automorphisms};
use super::graph::ColouredGraph;
use super::rows::{RowRelation, SymmetryRow, SymmetryRows, rows_of};
use super::{FoundSymmetries, break_all, declare, has_symmetry};
use crate::model::{
    Count, Lit, Model, Objective, Parity, Relation, Sense, Sum, Symmetry, Term, Values, widen,
};
use crate::stop::Stop;

/// A random constraint or objective, which fits models with any number of variables.
#[derive(Clone, Debug)]
struct Said {
    /// The kind of statement, from 0 to 8.
    kind: u8,
    /// The terms: a variable, whether it is negated, and its weight. The number of the variable is
    /// reduced modulo the number of variables.
    lits: Vec<(usize, bool, i64)>,
    /// The number from which the relation, the bound or the parity is derived.
    number: i64,
}

/// Returns a strategy for constraints and objectives with one to four terms.
fn said() -> impl Strategy<Value = Said> {
    let lit =
        (0..4_usize, any::<bool>(), prop_oneof![Just(1_i64), Just(1), Just(-1), Just(2), Just(3)]);
    (0..9_u8, prop::collection::vec(lit, 1..5), -2..5_i64).prop_map(|(kind, lits, number)| Said {
        kind,
        lits,
        number,
    })
}

/// Returns the terms over distinct variables. Later terms of the same variable are left out.
fn terms(said: &Said, variables: usize) -> Vec<Term> {
    let mut seen = HashSet::new();
    said.lits
        .iter()
        .filter(|(variable, ..)| seen.insert(variable % variables))
        .map(|&(variable, negated, weight)| {
            let lit = Lit::from_number(variable % variables + 1);
            Term { weight, atom: if negated { !lit } else { lit } }
        })
        .collect()
}

/// Returns a model with these constraints. If the list has several objectives, the last one is
/// used.
fn model(variables: usize, all: &[Said]) -> Model {
    let mut model = Model::new();
    (0..variables).for_each(|index| {
        model.variable("x", &[index]);
    });
    let relation = |number: i64| match number.rem_euclid(3) {
        0 => Relation::AtLeast,
        1 => Relation::AtMost,
        _ => Relation::Exactly,
    };
    for said in all {
        let terms = terms(said, variables);
        let lits: Vec<Lit> = terms.iter().map(|term| term.atom).collect();
        let sum = Sum::new(terms).expect("small weights over distinct variables");
        let bound = usize::try_from(said.number.max(0)).expect("a small number");
        match said.kind {
            0 | 1 => model.clause("c", lits),
            2 => model.at_most_one("c", lits),
            3 => model.exactly_one("c", lits),
            4 => model.cardinality("c", lits, relation(said.number), bound),
            5 => model.parity("c", lits, if said.number < 1 { Parity::Odd } else { Parity::Even }),
            6 => model.linear("c", sum, relation(said.number + 1), said.number),
            7 => model.optimise(
                Objective::from_sum(Sense::Minimise, sum, said.number).expect("small weights"),
            ),
            _ => {
                let others = lits.iter().map(|&lit| !lit).take(2).collect();
                let counts = [lits, others].map(|lits| Count::new(lits, Vec::new())).to_vec();
                model.optimise(Objective::maximise_least(counts, []));
            }
        }
    }
    model
}

fn assignments(variables: usize) -> impl Iterator<Item = Values> {
    (0_u32..1 << variables)
        .map(move |bits| Values::new((0..variables).map(|v| bits >> v & 1 == 1).collect()))
}

fn solutions(model: &Model) -> Vec<Values> {
    assignments(model.labels().len())
        .filter(|values| model.constraints().statements().all(|one| one.is_satisfied_by(values)))
        .collect()
}

/// Returns all permutations of literals that map negations to negated images.
fn permutations(variables: usize) -> Vec<Symmetry> {
    let mut images: Vec<Vec<Lit>> = vec![Vec::new()];
    for _ in 0..variables {
        images = images
            .into_iter()
            .flat_map(|image| {
                (1..=variables)
                    .map(Lit::from_number)
                    .flat_map(|lit| [lit, !lit])
                    .filter(|lit| image.iter().all(|met: &Lit| met.variable() != lit.variable()))
                    .map(|lit| [&image[..], &[lit]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    images.into_iter().map(|image| to(&image)).collect()
}

fn to(image: &[Lit]) -> Symmetry {
    Symmetry::new("", (1..).map(Lit::from_number).zip(image.iter().copied()))
}

fn images(symmetry: &Symmetry, variables: usize) -> Vec<Lit> {
    (1..=variables).map(|number| symmetry.image(Lit::from_number(number))).collect()
}

/// Returns the assignment that makes the images of the true literals true.
fn image(symmetry: &Symmetry, values: &Values, variables: usize) -> Values {
    let mut moved = vec![false; variables];
    for number in 1..=moved.len() {
        let (lit, to) = (Lit::from_number(number), symmetry.image(Lit::from_number(number)));
        moved[to.variable()] = values.is_true(lit) != to.is_negated();
    }
    Values::new(moved)
}

/// Returns the group that permutations generate, each as the images of the variables.
fn group(generators: &[Symmetry], variables: usize) -> HashSet<Vec<Lit>> {
    let identity: Vec<Lit> = (1..=variables).map(Lit::from_number).collect();
    let mut all = HashSet::from([identity.clone()]);
    let mut open = vec![identity];
    while let Some(image) = open.pop() {
        for generator in generators {
            let next: Vec<Lit> = image.iter().map(|&lit| generator.image(lit)).collect();
            if all.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    all
}

/// Returns the value of the best solution, or `None` if there is no solution. If the model has no
/// objective, the value is 0.
fn best(model: &Model) -> Option<i64> {
    let values = solutions(model)
        .into_iter()
        .map(|values| model.objective().map_or(0, |one| one.value(&values)));
    match model.objective().map(Objective::sense) {
        Some(Sense::Minimise) => values.min(),
        _ => values.max(),
    }
}

fn broken_solutions(model: &Model, variables: usize) -> HashSet<Vec<bool>> {
    solutions(model).into_iter().map(|values| values.first(variables)).collect()
}

/// Returns whether an assignment satisfies a row.
fn row_holds(row: &SymmetryRow, values: &Values) -> bool {
    let weight: i128 =
        row.terms.iter().filter(|term| values.is_true(term.atom)).map(|term| term.weight).sum();
    match row.relation {
        RowRelation::AtLeast(bound) => weight >= bound,
        RowRelation::Exactly(bound) => weight == bound,
        RowRelation::Odd => weight % 2 == 1,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_say_what_statements_say(said in said()) {
        let model = model(4, &[said]);
        for statement in model.constraints().statements() {
            let rows = rows_of(statement);
            for values in assignments(4) {
                let all = rows.iter().all(|row| row_holds(row, &values));
                prop_assert_eq!(all, statement.is_satisfied_by(&values), "{:?} {:?}", statement, rows);
            }
        }
    }

    #[test]
    fn all_symmetries_are_found(variables in 1..5_usize, all in prop::collection::vec(said(), 1..6)) {
        let mut model = model(variables, &all);
        let rows = SymmetryRows::from_model(&model);
        let expected: HashSet<Vec<Lit>> = permutations(variables)
            .into_iter()
            .filter(|one| {
                let stays = |v: usize| {
                    let lit = Lit::from_number(v + 1);
                    rows.contains_variable(v) || one.image(lit) == lit
                };
                rows.has_symmetry(one, &mut 0) && (0..variables).all(stays)
            })
            .map(|one| images(&one, variables))
            .collect();
        let found = declare(&mut model, &Stop::unlimited());
        let generated = group(model.symmetries(), variables);
        prop_assert_eq!(&generated, &expected);
        let FoundSymmetries::Group { order, complete, .. } = found else { panic!("a small model") };
        prop_assert!(complete);
        prop_assert_eq!(order, BigUint::from(expected.len()));
        let solutions: HashSet<Values> = solutions(&model).into_iter().collect();
        for symmetry in model.symmetries() {
            for values in &solutions {
                let image = image(symmetry, values, variables);
                prop_assert!(solutions.contains(&image));
                let value = |values: &Values| model.objective().map(|one| one.value(values));
                prop_assert_eq!(value(values), value(&image));
            }
        }
    }

    #[test]
    fn nothing_is_lost(variables in 1..5_usize, all in prop::collection::vec(said(), 1..6), most in 1..5_usize) {
        let mut model = model(variables, &all);
        let (before, value) = (solutions(&model), best(&model));
        declare(&mut model, &Stop::unlimited());
        let group = group(model.symmetries(), variables);
        if model.symmetries().len() * most > 10 {
            return Ok(());
        }
        break_all(&mut model, most);
        let left = broken_solutions(&model, variables);
        let orbit = |values: &Values| -> BTreeSet<Vec<bool>> {
            let each = group.iter().map(|one| to(one));
            each.map(|one| image(&one, values, variables).first(variables)).collect()
        };
        prop_assert!(before.iter().all(|values| orbit(values).iter().any(|one| left.contains(one))));
        prop_assert!(left.iter().all(|one| before.contains(&Values::new(one.clone()))));
        prop_assert_eq!(best(&model), value);
    }

    #[test]
    fn what_is_let_pass_is_a_symmetry(
        variables in 1..4_usize, all in prop::collection::vec(said(), 1..4), which in any::<prop::sample::Index>()
    ) {
        let model = model(variables, &all);
        let all = permutations(variables);
        let one = &all[which.index(all.len())];
        if has_symmetry(&model, one) {
            let before: HashSet<Values> = solutions(&model).into_iter().collect();
            prop_assert!(before.iter().all(|values| before.contains(&image(one, values, variables))));
        }
    }
}

/// Returns the pigeonhole problem: each pigeon is in a hole, and no hole has two.
fn pigeons(pigeons: usize, holes: usize) -> Model {
    let mut model = Model::new();
    let lits: Vec<Vec<Lit>> = (0..pigeons)
        .map(|pigeon| (0..holes).map(|hole| model.variable("in", &[pigeon, hole])).collect())
        .collect();
    lits.iter().for_each(|row| model.clause("somewhere", row.iter().copied()));
    for hole in 0..holes {
        model.at_most_one("alone", lits.iter().map(|row| row[hole]));
    }
    model
}

fn order(model: &mut Model) -> BigUint {
    match declare(model, &Stop::unlimited()) {
        FoundSymmetries::Group { order, complete: true, .. } => order,
        found => panic!("{found:?}"),
    }
}

fn factorial(number: usize) -> BigUint {
    (1..=number).map(BigUint::from).product()
}

#[test]
fn pigeons_and_holes_are_interchangeable() {
    for (number, holes) in [(3, 2), (6, 5), (9, 8), (15, 14)] {
        let mut model = pigeons(number, holes);
        assert_eq!(order(&mut model), factorial(number) * factorial(holes));
        assert!(model.symmetries().len() < number + holes + 3, "{}", model.symmetries().len());
    }
}

#[test]
fn many_interchangeable_variables_are_no_trouble() {
    let mut model = Model::new();
    let lits: Vec<Lit> = (0..1_000).map(|index| model.variable("x", &[index])).collect();
    model.cardinality("some", lits, Relation::AtLeast, 500);
    assert_eq!(order(&mut model), factorial(1_000));
    let moved = |one: &Symmetry| {
        (1..=1_000).filter(|&n| one.image(Lit::from_number(n)) != Lit::from_number(n)).count()
    };
    assert!(model.symmetries().iter().all(|one| moved(one) == 2));
}

#[test]
fn groups_of_regular_graphs_are_as_large_as_they_are_known_to_be() {
    let circulant = |n: u32, steps: &[u32]| -> (u32, Vec<(u32, u32)>) {
        (n, (0..n).flat_map(|v| steps.iter().map(move |step| (v, (v + step) % n))).collect())
    };
    let cube = |sides: u32| -> (u32, Vec<(u32, u32)>) {
        let n = 1 << sides;
        (n, (0..n).flat_map(|v| (0..sides).map(move |side| (v, v ^ (1 << side)))).collect())
    };
    let petersen =
        (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]).collect();
    let known = [
        (circulant(12, &[1]), 24_u32),
        // Paley graphs have q (q - 1) / 2 automorphisms.
        (circulant(13, &[1, 3, 4]), 78),
        (circulant(29, &[1, 4, 5, 6, 7, 9, 13]), 406),
        (cube(3), 48),
        (cube(5), 3840),
        ((10, petersen), 120),
    ];
    for ((n, edges), expected) in known {
        let number = usize::try_from(n).expect("a small graph");
        let graph = ColouredGraph::new(vec![0; number], Vec::new(), &edges);
        let found = automorphisms(&graph, 1_000_000, 1_000, &Stop::unlimited(), &mut |_, _| true);
        assert!(found.is_complete);
        assert_eq!(found.order, BigUint::from(expected));
    }
}

/// In the graph, long parities are joined only to their variables, so only the rows show whether
/// signs can change.
#[test]
fn an_even_number_of_signs_may_change_in_a_parity() {
    for length in 3..8 {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..length).map(|index| model.variable("x", &[index])).collect();
        model.parity("p", lits, Parity::Odd);
        assert_eq!(order(&mut model), factorial(length) << (length - 1));
    }
}

/// Most automorphisms of the graph of a long parity are no symmetries. Testing them is work, too.
#[test]
fn tests_of_automorphisms_count_as_work() {
    let mut model = Model::new();
    let lits: Vec<Lit> = (0..40).map(|index| model.variable("x", &[index])).collect();
    model.parity("p", lits, Parity::Odd);
    let rows = SymmetryRows::from_model(&model);
    let graph = ColouredGraph::from_rows(&rows, 1_000_000).expect("a small graph");
    let cost = 10_000;
    let most = 1_000_000;
    let mut tests = 0;
    let mut refuse = |_: &VertexMoves, work: &mut u64| {
        tests += 1;
        *work += cost;
        false
    };
    let found = automorphisms(&graph, most, 1_000, &Stop::unlimited(), &mut refuse);
    assert!(!found.is_complete);
    assert!((1..=most / cost + 1).contains(&tests), "{tests}");
    let mut work = 0;
    let swap = Symmetry::new(
        "swap",
        [(Lit::from_number(1), Lit::from_number(2)), (Lit::from_number(2), Lit::from_number(1))],
    );
    assert!(rows.has_symmetry(&swap, &mut work));
    assert!(work >= 40, "the row was sorted in {work} steps");
}

/// For each pair of variables there is a descent over all other variables, which needs few steps
/// for each of them.
#[test]
fn a_long_parity_has_all_its_symmetries_within_the_limit_of_work() {
    let mut model = Model::new();
    let lits: Vec<Lit> = (0..400).map(|index| model.variable("x", &[index])).collect();
    model.parity("p", lits, Parity::Odd);
    let rows = SymmetryRows::from_model(&model);
    let graph = ColouredGraph::from_rows(&rows, 1_000_000).expect("a small graph");
    let mut accept = |moves: &VertexMoves, work: &mut u64| {
        let lit = |vertex: u32| graph.lits[widen(vertex)];
        let lits = moves
            .iter()
            .filter(|&&(from, _)| widen(from) < graph.lits.len())
            .map(|&(from, to)| (lit(from), lit(to)));
        rows.has_symmetry(&Symmetry::new("one", lits), work)
    };
    let found = automorphisms(&graph, 20_000_000, 1_000, &Stop::unlimited(), &mut accept);
    assert!(found.is_complete);
    assert_eq!(found.order, factorial(400) << 399);
}

/// Along a descent, the same change of one variable's sign occurs again and again, but is tested
/// only once.
#[test]
fn an_automorphism_is_not_refused_twice_in_a_row() {
    let mut model = Model::new();
    let lits: Vec<Lit> = (0..30).map(|index| model.variable("x", &[index])).collect();
    model.parity("p", lits, Parity::Odd);
    let rows = SymmetryRows::from_model(&model);
    let graph = ColouredGraph::from_rows(&rows, 1_000_000).expect("a small graph");
    let mut last = None;
    let mut accept = |moves: &VertexMoves, _: &mut u64| {
        let is_swap = moves.iter().all(|&(from, to)| from / 2 != to / 2);
        assert!(is_swap || last.as_ref() != Some(moves), "{moves:?}");
        last = (!is_swap).then(|| moves.clone());
        is_swap
    };
    automorphisms(&graph, 100_000, 1_000, &Stop::unlimited(), &mut accept);
}

#[test]
fn a_damaged_generator_is_refused() {
    let mut model = pigeons(5, 4);
    declare(&mut model, &Stop::unlimited());
    let symmetries = model.take_symmetries();
    for symmetry in &symmetries {
        assert!(has_symmetry(&model, symmetry));
        let variables = model.labels().len();
        let whole = images(symmetry, variables);
        for place in 0..variables {
            let mut negated = whole.clone();
            negated[place] = !negated[place];
            assert!(!has_symmetry(&model, &to(&negated)));
            let mut swapped = whole.clone();
            swapped.swap(place, (place + 1) % variables);
            assert!(!has_symmetry(&model, &to(&swapped)));
            let mut twice = whole.clone();
            twice[place] = twice[(place + 1) % variables];
            assert!(!has_symmetry(&model, &to(&twice)));
        }
        let mut beyond = whole;
        beyond.extend([2, 1].map(|number| Lit::from_number(variables + number)));
        assert!(!has_symmetry(&model, &to(&beyond)));
    }
}

#[test]
fn statements_that_say_the_same_are_images_of_each_other() {
    let mut model = Model::new();
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| model.variable("x", &[index]));
    model.at_most_one("pair", [a, b]);
    model.clause("pair", [!c, !d]);
    let sum = Sum::new([a, b, c, d].map(|atom| Term { weight: 2, atom })).expect("small weights");
    model.linear("all", sum, Relation::AtMost, 5);
    assert_eq!(order(&mut model), BigUint::from(8_u32));
    let whole = SymmetryRows::from_model(&model);
    assert_eq!(whole.rows.len(), 3);
}

#[test]
fn what_was_found_is_told() {
    let mut model = pigeons(4, 3);
    let told = |found: FoundSymmetries| found.to_string();
    let found = declare(&mut model, &Stop::unlimited());
    assert_eq!(
        told(found),
        "5 generators found of a group of 144, which moves 12 variables in 1 orbit"
    );
    let stop = Stop::unlimited();
    stop.request();
    assert_eq!(told(declare(&mut model, &stop)), "none found before the search was stopped");
    assert!(model.symmetries().is_empty());
}
