//! The rules of `auto` are those that `benches/auto` makes of the measurements, and choose well for
//! boards that were not measured.

#[path = "../../benches/auto/rules.rs"]
mod rules;

use std::collections::BTreeSet;

use quarrel::encode::Shape;
use quarrel::solver::Mode;
use quarrel_encodings::{at_most_one, cardinality, parity};
use rules::{
    ENOUGH, MEASUREMENTS, Measurement, baseline_of, instances, kinds, nearby, nearest, of_kind,
    ranked, rules,
};

fn measured() -> Vec<Measurement<'static>> {
    Measurement::all(MEASUREMENTS).expect("a table of measurements")
}

/// `cargo bench --bench auto` writes both files anew.
#[test]
fn the_shipped_rules_are_what_the_measurements_give() {
    let measured = measured();
    let shipped = include_str!("../../src/clauses/encode/auto/rules.csv");
    assert_eq!(rules(&measured), shipped);
    let shipped = include_str!("../../src/clauses/encode/auto/instances.csv");
    assert_eq!(instances(&measured), shipped);
}

#[test]
fn the_measurements_name_what_there_is() {
    for m in measured() {
        let known = match m.table {
            "at-most-one" => at_most_one::by_name(m.choice).is_some(),
            "cardinality" => cardinality::by_name(m.choice).is_some(),
            "parity" => parity::by_name(m.choice).is_some(),
            "shape" => m.choice.parse::<Shape>().is_ok(),
            "mode" => Mode::by_name(m.choice).is_some(),
            _ => false,
        };
        assert!(known, "{} in {}", m.choice, m.table);
        assert!(m.ticks >= 1.0 && m.literals > 0, "{} on {}", m.choice, m.instance);
    }
}

#[test]
fn every_row_was_measured() {
    let all = measured();
    let measured = |table, name| all.iter().any(|m| m.table == table && m.choice == name);
    let names = at_most_one::ALL.iter().map(|row| ("at-most-one", row.name));
    let names = names.chain(cardinality::ALL.iter().map(|row| ("cardinality", row.name)));
    for (table, name) in names.chain(parity::ALL.iter().map(|row| ("parity", row.name))) {
        assert!(measured(table, name), "{name} of {table}: quarrel compare auto");
    }
}

#[test]
fn every_instance_was_measured_with_the_baseline() {
    let measured = measured();
    for m in &measured {
        let same = |other: &&Measurement| {
            (other.table, other.kind, other.instance) == (m.table, m.kind, m.instance)
        };
        let of_instance = measured.iter().filter(same);
        let baseline = of_instance.filter(|other| other.choice == baseline_of(m.table));
        assert_eq!(baseline.count(), 1, "{} of {}", m.instance, m.table);
    }
}

#[test]
fn a_choice_rests_on_the_nearest_instances_and_on_enough() {
    let measured = measured();
    for literals in [2, 7, 9, 30, 1000] {
        for kind in [("at-most-one", "at-most-one"), ("cardinality", "bound"), ("parity", "parity")]
        {
            let all = of_kind(&measured, kind);
            let near = nearest(&all, literals);
            let farthest = near.iter().map(|m| m.distance(literals)).fold(0.0, f64::max);
            let nearer = all.iter().filter(|m| m.distance(literals) <= farthest).count();
            assert_eq!(near.len(), nearer, "{kind:?} of {literals}");
            let lengths = near.iter().map(|m| m.literals);
            let least = lengths.clone().min().expect("some are near");
            let greatest = lengths.max().expect("some are near");
            let between = all.iter().filter(|m| (least..=greatest).contains(&m.literals)).count();
            assert_eq!(near.len(), between, "{kind:?} of {literals}");
            let boards: BTreeSet<&str> = near.iter().map(|m| m.board()).collect();
            assert!(boards.len() >= ENOUGH, "{kind:?} of {literals}");
        }
    }
}

#[test]
fn a_board_left_out_is_foretold() {
    let measured = measured();
    for kind in kinds(&measured) {
        let all = of_kind(&measured, kind);
        let boards: BTreeSet<&str> = all.iter().map(|m| m.board()).collect();
        let ratios = boards.iter().map(|board| mean(&work_without(&all, board)));
        let ratio = mean(&ratios.collect::<Vec<f64>>()).exp();
        let (table, kind) = kind;
        println!("{table}, {kind}: {} boards, {ratio:.2}", boards.len());
        assert!(ratio < 1.05, "{table}, {kind}: {ratio:.3}");
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the logarithms of the work on a board of choices made from other boards, relative to the
/// baseline.
fn work_without(all: &[&Measurement], board: &str) -> Vec<f64> {
    let (of_board, others): (Vec<&Measurement>, Vec<&Measurement>) =
        all.iter().partition(|m| m.board() == board);
    let baseline = baseline_of(others[0].table);
    let instances: BTreeSet<_> = of_board.iter().map(|m| (m.instance, m.literals)).collect();
    let of_instance = |&(instance, literals): &(&str, usize)| {
        let choice = match others[0].table {
            "shape" | "mode" => ranked(&others, baseline).into_iter().next(),
            _ => nearby(&others, literals, baseline),
        };
        let name = choice.expect("there are others").name;
        let ticks = |name: &str| {
            let of = of_board.iter().find(|m| m.instance == instance && m.choice == name);
            of.map(|m| m.ticks)
        };
        let of_baseline = ticks(baseline).expect("the baseline is always measured");
        ticks(name).map_or(0.0, |chosen| (chosen / of_baseline).ln())
    };
    instances.iter().map(of_instance).collect()
}

#[test]
fn of_few_instances_nothing_is_said() {
    let measured = measured();
    let baseline = baseline_of("cardinality");
    let mut of_one = of_kind(&measured, ("cardinality", "bound"));
    let instance = of_one[0].instance;
    of_one.retain(|m| m.instance == instance);
    assert!(ranked(&of_one, baseline).iter().all(|choice| choice.name == baseline));
    assert!(ranked(&[], baseline).is_empty());
}
