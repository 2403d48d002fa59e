//! Checks that every encoding, order and shape gives the same results for a puzzle, with every
//! strategy.

use quarrel::encode::{Encodings, Order, Shape};
use quarrel::puzzles::PUZZLES;
use quarrel::search::{Answers, Status, Task};
use quarrel_encodings::{at_most_one, cardinality, parity};

use super::NORMAL;
use super::boards::cases;
use crate::puzzles::{find, task};

type Outcome = (Status, Option<i64>, Option<u64>);

#[test]
fn every_encoding_order_and_shape_says_the_same() {
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        if !(9..=12).contains(&case.puzzle.size().area()) {
            continue;
        }
        for formulation in NORMAL.formulations(&case) {
            let counting = task(&case.puzzle, formulation, None, Answers::Count(Some(50)));
            let expected = outcome(&counting);
            for encodings in choices().into_iter().chain(shapes(&counting)) {
                check(&case.name, &counting, &encodings, expected);
            }
        }
    }
}

fn check(name: &str, counting: &Task, encodings: &Encodings, expected: Outcome) {
    let &Task { formulation, bound, answers, .. } = counting;
    let problem = &*counting.problem;
    let ask = |answers, strategy| {
        let encodings = encodings.clone();
        let plain = task(problem, formulation, bound, answers);
        outcome(&Task { encodings, strategy, construct: false, ..plain })
    };
    let name = format!("{name} in {}, {encodings:?}", formulation.name);
    assert_eq!(ask(answers, None), expected, "{name}");
    for strategy in task(problem, formulation, bound, Answers::One).strategies() {
        let (status, value, _) = ask(Answers::One, Some(strategy));
        assert_eq!((status, value), (expected.0, expected.1), "{name} by {}", strategy.name);
    }
}

/// Returns choices of encodings: every row of every table, every order, and `auto` for all.
fn choices() -> Vec<Encodings> {
    let default = Encodings::default;
    let (at_most_one, cardinality) = (at_most_one::ALL.iter(), cardinality::ALL.iter());
    let orders = Order::usages().map(|(usage, _)| usage.replace("SEED", "5"));
    let orders = orders.map(|name| name.parse().expect("an order as it is written"));
    let auto = Encodings {
        at_most_one: None,
        cardinality: None,
        parity: None,
        shape: Shape::Auto,
        ..default()
    };
    (at_most_one.map(|row| Encodings { at_most_one: Some(row), ..default() }))
        .chain(cardinality.map(|row| Encodings { cardinality: Some(row), ..default() }))
        .chain(parity::ALL.iter().map(|row| Encodings { parity: Some(row), ..default() }))
        .chain(orders.map(|order| Encodings { order, ..default() }))
        .chain([auto])
        .collect()
}

/// Returns the shapes for the partitions of the model's objective: along each one with every
/// cardinality encoding, and along all at once.
fn shapes(task: &Task) -> Vec<Encodings> {
    let model = task.problem.stated(task.formulation).with(1);
    let counts = model.objective().map_or(&[][..], |objective| objective.counts());
    let Some(count) = counts.first() else { return Vec::new() };
    let names: Vec<&str> = count.partitions.iter().map(|p| p.name).collect();
    let shaped = |name: String, cardinality| {
        let shape = name.parse().expect("a shape as it is written");
        Encodings { shape, cardinality: Some(cardinality), ..Encodings::default() }
    };
    let mut shapes = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let row = |row| shaped(format!("{name}-balanced"), row);
        let rows = cardinality::ALL.iter().filter(|_| place == 0);
        shapes.extend(rows.map(row));
        shapes.push(shaped(format!("{name}-chain"), &cardinality::ALL[0]));
    }
    if names.len() > 1 {
        shapes.push(shaped(names.join("+"), &cardinality::ALL[0]));
    }
    shapes
}

fn outcome(task: &Task) -> Outcome {
    let finding = find(task);
    (finding.status, finding.value, finding.count)
}
