//! Each deduction follows from exactly the constraints that its reason names: the solver finds no
//! solution of these constraints that violates the deduction.

use quarrel::decision::Decision;
use std::collections::HashSet;

use quarrel::deduce::{Deduction, Fact, Rules};
use quarrel::encode::{Clauses, Encodings, encode};
use quarrel::model::{Justification, Model, Origin, Parity, Premise, Sense, Statement};
use quarrel::puzzle::{OPEN, Request};
use quarrel::solver::Solver;
use quarrel::source::Source;
use quarrel::stop::Stop;

use crate::puzzles::{Random, open, sized};

fn has_solution(mut model: Model, further: impl FnOnce(&mut Model)) -> bool {
    further(&mut model);
    let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
    encode(&model, &Encodings::default(), &mut clauses, &stop).expect("a form for all");
    let mut solver = Solver::new(0, &stop);
    solver.add(&clauses);
    solver.solve(&[]) == Decision::Sat(())
}

fn why(deduction: &Deduction) -> &Justification {
    let Origin::Deduced(deduced) = &deduction.origin else { panic!("{:?}", deduction.origin) };
    assert_eq!(deduced.rule, deduction.rule);
    &deduced.why
}

/// Returns the indices of the constraints from which a deduction follows. For a complement these
/// include the constraints of the deduction that found it, or all constraints if the family
/// declares it.
fn behind(model: &Model, all: &[Deduction], deduction: &Deduction) -> HashSet<usize> {
    let mut places: HashSet<usize> = why(deduction).constraints().into_iter().collect();
    let Justification::Sum(parts) = why(deduction) else { return places };
    if parts.iter().any(|(premise, _)| matches!(premise, Premise::Complement(_))) {
        let complement = all.iter().find(|one| matches!(one.fact, Fact::Complement(_)));
        match complement {
            Some(complement) => places.extend(why(complement).constraints()),
            None => places.extend(0..model.constraints().len()),
        }
    }
    places
}

fn check(name: &str, model: &Model, all: &[Deduction], deduction: &Deduction) {
    let name = format!("{name}: {}", deduction.rule);
    let places = behind(model, all, deduction);
    let statements: HashSet<Statement> =
        places.iter().map(|&place| model.constraints().constraint(place).statement).collect();
    let kept = model.filtered(|statement| statements.contains(&statement));
    match &deduction.fact {
        Fact::Fixed(lits) => {
            for &lit in lits {
                assert!(!has_solution(kept.clone(), |model| model.clause("x", [!lit])), "{name}");
            }
        }
        Fact::Parity(parity) => {
            let lits = model.objective().expect("an objective").counts()[0].lits.clone();
            let other = if *parity == Parity::Odd { Parity::Even } else { Parity::Odd };
            assert!(!has_solution(kept, |model| model.parity("x", lits, other)), "{name}");
        }
        Fact::Complement(complement) => {
            let one = model
                .objective()
                .and_then(|objective| objective.single_count())
                .expect("one count");
            // The literals of both counts, as often as the equation counts them.
            let largest = one.count.lits.len() as u64;
            for value in 0..=largest.min(6) {
                let rest = complement.total.checked_sub(complement.weight * value);
                let wrong = rest.map_or(0, |rest| rest + 1);
                let relation = quarrel::model::Relation::Exactly;
                let state = |model: &mut Model| {
                    let number = |number: u64| usize::try_from(number).expect("few");
                    model.cardinality("x", one.count.lits.clone(), relation, number(value));
                    model.cardinality("y", complement.count.lits.clone(), relation, number(wrong));
                };
                assert!(!has_solution(kept.clone(), state), "{name}: {value} and {wrong}");
            }
        }
        Fact::Limit { value, .. } => {
            let better = match model.objective().expect("an objective").sense() {
                Sense::Minimise => value - 1,
                Sense::Maximise => value + 1,
            };
            assert!(!has_solution(kept, |model| model.demand(better)), "{name} at {better}");
        }
    }
}

fn board(
    family: &quarrel::family::Family,
    size: &str,
    variant: &[&str],
    random: &mut Random,
) -> Request {
    let plain = sized(size, variant);
    let puzzle = open(family, &plain);
    let answers = puzzle.construct(1, &Stop::unlimited());
    let Some(answer) = answers.first().filter(|_| random.below(3) > 0) else { return plain };
    let share = 1 + random.below(8);
    let cells = puzzle.size().cells();
    let symbols: Vec<char> =
        cells.map(|at| if random.below(8) < share { OPEN } else { answer[at] }).collect();
    let rows = symbols.chunks(puzzle.size().columns()).map(|row| row.iter().collect::<String>());
    let text = rows.collect::<Vec<_>>().join("\n");
    Request { board: Some(Source::new("board", &text).into()), size: None, ..plain }
}

#[test]
fn what_is_deduced_follows_from_what_it_names() {
    let mut random = Random(5);
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for (name, sizes) in [
        ("abbott-window", ["3x3", "3x5", "4x4", "5x5"]),
        ("gunport", ["3x3", "3x4", "4x4", "3x5"]),
        ("armies", ["2x2", "2x3", "3x3", "3x4"]),
        ("three-in-a-row", ["2x2", "4x4", "4x6", "6x6"]),
    ] {
        let family = crate::puzzles::family(name);
        for size in sizes {
            for _ in 0..4 {
                let request = board(family, size, &[], &mut random);
                let puzzle = open(family, &request);
                for formulation in family.formulations.iter().filter(|row| !row.of_value) {
                    let problem: &dyn quarrel::problem::Problem = &puzzle;
                    let mut model = problem.model_scheme(formulation).for_value(0);
                    let all = Rules::all().apply(&mut model, &Stop::unlimited());
                    for deduction in &all {
                        *seen.entry(deduction.rule).or_default() += 1;
                        check(
                            &format!("{name} {size} {}", formulation.name),
                            &model,
                            &all,
                            deduction,
                        );
                    }
                }
            }
        }
    }
    let rules: Vec<&str> = quarrel::deduce::ALL.iter().map(|rule| rule.name).collect();
    assert!(rules.iter().all(|rule| seen.get(rule).is_some_and(|&n| n > 2)), "{seen:?}");
}
