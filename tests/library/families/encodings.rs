//! Checks that every encoding, order and shape gives the same results for a puzzle, with every
//! strategy. On one board, each choice of encodings meets one strategy; the next board has the next
//! strategy, so each choice meets every strategy on some boards. A long test has all of them on
//! all boards.

use std::collections::BTreeSet;

use quarrel::encode::{Encodings, Order, Shape};
use quarrel::puzzles::PUZZLES;
use quarrel::search::{Answers, Status, Strategy, Task};
use quarrel_encodings::{at_most_one, cardinality, parity};

use super::NORMAL;
use super::boards::cases;
use crate::puzzles::{find, task};

type Outcome = (Status, Option<i64>, Option<u64>);

#[test]
fn every_encoding_order_and_shape_says_the_same() {
    let met = compare_choices(|strategies, turn| {
        let strategies = strategies.iter().cycle().skip(turn);
        strategies.take(1).copied().collect()
    });
    let strategies: BTreeSet<&str> = met.iter().map(|&(_, strategy)| strategy).collect();
    let choices = 0..choices().len();
    let pairs = strategies.into_iter().flat_map(|name| choices.clone().map(move |at| (at, name)));
    let (tried, missed): (Vec<_>, Vec<_>) = pairs.partition(|pair| met.contains(pair));
    // A strategy that suits few boards does not meet every choice.
    assert!(20 * missed.len() < tried.len(), "{} pairs, and not {missed:?}", tried.len());
}

#[test]
#[ignore = "long: three minutes, every strategy with every encoding on every board"]
fn every_encoding_order_and_shape_says_the_same_with_every_strategy() {
    compare_choices(|strategies, _| strategies.to_vec());
}

/// Compares what is found with every choice of encodings, on boards of 9 to 12 cells. `choose`
/// returns the strategies for one choice, from all that fit the model and the number of the turn,
/// which grows by one from choice to choice and from board to board. Returns the pairs of a choice,
/// by its index, and a strategy that were tried.
fn compare_choices(
    choose: impl Fn(&[&'static Strategy], usize) -> Vec<&'static Strategy>,
) -> BTreeSet<(usize, &'static str)> {
    let mut met = BTreeSet::new();
    let cases = PUZZLES.iter().flat_map(|family| cases(family));
    let cases: Vec<_> =
        cases.filter(|case| (9..=12).contains(&case.puzzle.size().area())).collect();
    let asked = |case| NORMAL.formulations(case).map(move |formulation| (case, formulation));
    for (board, (case, formulation)) in cases.iter().flat_map(asked).enumerate() {
        let counting = task(&case.puzzle, formulation, None, Answers::Count(Some(50)));
        let strategies = task(&case.puzzle, formulation, None, Answers::One).strategies();
        let expected = outcome(&counting);
        for (index, encodings) in choices().into_iter().chain(shapes(&counting)).enumerate() {
            let chosen = choose(&strategies, board + index);
            check(&case.name, &counting, &encodings, &chosen, expected);
            met.extend(chosen.iter().map(|strategy| (index, strategy.name)));
        }
    }
    met
}

/// Checks that the answers are counted as expected with some encodings, and that each of the
/// strategies finds the expected optimum with them.
fn check(
    name: &str,
    counting: &Task,
    encodings: &Encodings,
    strategies: &[&'static Strategy],
    expected: Outcome,
) {
    let &Task { formulation, bound, answers, .. } = counting;
    let problem = &*counting.problem;
    let ask = |answers, strategy| {
        let encodings = encodings.clone();
        let plain = task(problem, formulation, bound, answers);
        outcome(&Task { encodings, strategy, construct: false, ..plain })
    };
    let name = format!("{name} in {}, {encodings:?}", formulation.name);
    assert_eq!(ask(answers, None), expected, "{name}");
    for strategy in strategies {
        let (status, value, _) = ask(Answers::One, Some(*strategy));
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
    let model = task.problem.model_scheme(task.formulation).for_value(1);
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
    (finding.status(), finding.value(), finding.count)
}
