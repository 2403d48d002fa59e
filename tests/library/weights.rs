//! Checks objectives with weights: random models by every search against brute force. All bounds
//! that a search reports are compared with the optimum.

use std::fmt::Write;

use quarrel::bounds::Bounds;
use quarrel::search::{self, Event, STRATEGIES, Status, Task};
use quarrel::solver::SolverChoice;
use quarrel::solver::external::Command;
use quarrel::written::ModelFile;

use crate::model_files::{family, opened};

#[derive(Clone, Copy, Debug)]
enum Weights {
    To(i64),
    /// Weights of a few values that are far apart.
    Levels,
}

struct Random {
    format: &'static str,
    text: String,
    variables: usize,
    /// The weight and the literals of each soft clause.
    softs: Vec<(i64, Vec<i32>)>,
    hards: Vec<Vec<i32>>,
}

impl Random {
    fn drawn(weights: Weights, random: &mut fastrand::Rng) -> Random {
        let variables = random.usize(3..=11);
        let number = i32::try_from(variables).expect("a small number");
        let mut clause = |longest: usize| -> Vec<i32> {
            let length = random.usize(1..=longest);
            let lit = |random: &mut fastrand::Rng| {
                let variable = random.i32(1..=number);
                if random.bool() { variable } else { -variable }
            };
            (0..length).map(|_| lit(random)).collect()
        };
        let hards: Vec<Vec<i32>> = (0..2 * variables).map(|_| clause(4)).collect();
        let hards = hards.into_iter().filter(|clause| clause.len() > 1).collect();
        let softs: Vec<Vec<i32>> = (0..2 * variables).map(|_| clause(3)).collect();
        let mut weight = || match weights {
            Weights::To(most) => random.i64(1..=most),
            Weights::Levels => random.choice([1, 2, 1_000, 1_001, 7_000_000_000]).expect("some"),
        };
        let softs: Vec<(i64, Vec<i32>)> =
            softs.into_iter().map(|clause| (weight(), clause)).collect();
        let mut random = Random { format: "wcnf", text: String::new(), variables, softs, hards };
        random.text = random.written();
        random
    }

    fn written(&self) -> String {
        let mut text = String::new();
        let mut line = |weight: String, clause: &[i32]| {
            let lits: Vec<String> = clause.iter().map(i32::to_string).collect();
            writeln!(text, "{weight} {} 0", lits.join(" ")).expect("a string accepts every text");
        };
        self.hards.iter().for_each(|clause| line("h".to_owned(), clause));
        self.softs.iter().for_each(|(weight, clause)| line(weight.to_string(), clause));
        text
    }

    /// Returns the least cost of broken soft clauses over all assignments.
    fn optimum(&self) -> Option<i64> {
        let is_true = |lit: i32, bits: u32| (bits >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
        let holds = |clause: &[i32], bits| clause.iter().any(|&lit| is_true(lit, bits));
        let cost = |bits: u32| {
            let is_answer = self.hards.iter().all(|clause| holds(clause, bits));
            let broken = self.softs.iter().filter(|(_, clause)| !holds(clause, bits));
            is_answer.then(|| broken.map(|(weight, _)| weight).sum())
        };
        (0..1_u32 << self.variables).filter_map(cost).min()
    }

    fn file(&self) -> ModelFile {
        opened(self.format, &self.text).expect("a model that is read")
    }
}

fn task<'a>(file: &'a ModelFile, search: &str) -> Task<'a> {
    let strategy = search::strategy_by_name(search);
    Task { strategy, ..Task::new(file, &family().formulations[0]) }
}

fn assert_found(task: &Task, optimum: Option<i64>, told: &str) {
    let is_true = |bounds: &Bounds| {
        let (lower, upper) = (bounds.lower(), bounds.upper());
        let Some(optimum) = optimum else { return true };
        lower <= optimum && bounds.best.is_none_or(|_| optimum <= upper)
    };
    let found = search::run(task, &mut |event| {
        if let Event::Progress(finding) = event {
            let bounds = finding.bounds.as_ref();
            assert!(bounds.is_none_or(is_true), "{optimum:?} {bounds:?}: {told}");
        }
    });
    match found {
        Ok(finding) => {
            let status = optimum.map_or(Status::Unsatisfiable, |_| Status::Optimal);
            assert_eq!((finding.status(), finding.value()), (status, optimum), "{told}");
        }
        Err(error) => panic!("{error}: {told}"),
    }
}

#[test]
fn weighted_optima_are_those_of_brute_force() {
    let mut random = fastrand::Rng::with_seed(38);
    let kinds = [Weights::To(3), Weights::To(40), Weights::To(1 << 40), Weights::Levels];
    for (number, weights) in (0..240).zip(kinds.into_iter().cycle()) {
        let drawn = Random::drawn(weights, &mut random);
        let (optimum, file) = (drawn.optimum(), drawn.file());
        for strategy in task(&file, "oll").strategies() {
            let told = format!("{number}, {}\n{}", strategy.name, drawn.text);
            assert_found(&task(&file, strategy.name), optimum, &told);
        }
    }
}

#[test]
fn choices_make_no_other_optimum() {
    let mut random = fastrand::Rng::with_seed(39);
    let rows = quarrel_encodings::cardinality::ALL;
    for (number, row) in (0..60).zip(rows.iter().cycle()) {
        let drawn = Random::drawn(Weights::To(30), &mut random);
        let (optimum, file) = (drawn.optimum(), drawn.file());
        let mut task = task(&file, "oll");
        task.encodings.cardinality = Some(row);
        task.threads = 1 + number % 2;
        task.seed = u32::try_from(number).expect("a small number");
        assert_found(&task, optimum, &format!("{number}, {}\n{}", row.name, drawn.text));
    }
}

#[test]
fn bounds_are_decided() {
    let mut random = fastrand::Rng::with_seed(40);
    for number in 0..60 {
        let drawn = Random::drawn(Weights::To(1 << 33), &mut random);
        let (optimum, file) = (drawn.optimum(), drawn.file());
        let Some(optimum) = optimum else { continue };
        for bound in [optimum - 1, optimum, optimum + 1] {
            let task = Task { bound: Some(bound), ..task(&file, "oll") };
            let finding = search::run(&task, &mut |_| {}).expect("no bound is written");
            let reached = if bound < optimum { Status::Unsatisfiable } else { Status::Satisfiable };
            assert_eq!(finding.status(), reached, "{number}: {bound}\n{}", drawn.text);
            assert!(finding.value().is_none_or(|value| (optimum..=bound).contains(&value)));
        }
    }
}

#[test]
fn what_is_known_at_a_limit_is_true() {
    let mut random = fastrand::Rng::with_seed(41);
    for number in 0..40 {
        let drawn = Random::drawn(Weights::Levels, &mut random);
        let Some(optimum) = drawn.optimum() else { continue };
        let file = drawn.file();
        for conflicts in [1, 3, 9, 30] {
            let task = Task { conflicts: Some(conflicts), ..task(&file, "oll") };
            let finding = search::run(&task, &mut |_| {}).expect("no bound is written");
            let bounds = finding.bounds.expect("an optimum has bounds");
            assert!(bounds.limit <= optimum, "{number}: {bounds:?}\n{}", drawn.text);
            assert!(finding.value().is_none_or(|value| value >= optimum), "{number}");
            let is_proved = finding.status() == Status::Optimal;
            assert!(!is_proved || finding.value() == Some(optimum), "{number}\n{}", drawn.text);
        }
    }
}

#[test]
fn weights_are_searched_by_cores_unless_another_search_is_named() {
    let file = opened("wcnf", "5 1 0\n3 -1 0\n2 2 0\n").expect("a model that is read");
    assert_eq!(Task::new(&file, &family().formulations[0]).strategy().name, "oll");
    let file = opened("wcnf", "1 1 0\n1 -1 0\n1 2 0\n").expect("a model that is read");
    assert_ne!(Task::new(&file, &family().formulations[0]).strategy().name, "oll");
    assert!(STRATEGIES.iter().any(|row| !row.demands));
    // An external solver returns no cores.
    let file = opened("wcnf", "5 1 0\n3 -1 0\n2 2 0\n").expect("a model that is read");
    let solver = SolverChoice::Program(Command::parse("a-solver").expect("a command"));
    let task = Task { solver, ..Task::new(&file, &family().formulations[0]) };
    assert!(!task.strategy().needs_cores, "{}", task.strategy().name);
}
