//! Proofs of small questions by every strategy. The second checker, which is in `proof`, checks
//! them within seconds.

use crate::board::Size;
use crate::encode::Encodings;
use crate::export::{self, Export};
use crate::family::{self, Family};
use crate::prepare::Preparation;
use crate::proof::referee::{Page, Referee};
use crate::proof::{Log, Verdict};
use crate::puzzle::Request;
use crate::puzzles::FAMILIES;
use crate::search::{self, CUT_CLASSES, Cuts, STRATEGIES, Status, Task, cut_strategy};
use crate::solver::Listener;
use crate::source::Source;
use crate::symmetry::Symmetries;

fn check(mut task: Task, family: &Family, name: &str) -> Verdict {
    let (none, stop) = (crate::deduce::Rules::none(), crate::stop::Stop::unlimited());
    let problem = task.problem.clone();
    let preparation = Preparation {
        problem: &*problem,
        formulation: task.formulation,
        rules: &none,
        symmetry: Symmetries::Kept,
        stop: &stop,
    };
    let stated = preparation.prepare().into_complete().expect("stated as a whole");
    let limit = problem.goal().map_or(0, |goal| stated.bounds(goal).limit);
    let export = Export {
        title: export::title(family, &preparation, "quarrel"),
        preparation,
        encodings: Encodings::default(),
        bound: None,
        scramble: None,
    };
    let mut file = Vec::new();
    export::OPB.export(&export, &mut file).expect("a form for everything");
    let page = Page::default();
    let log = Log::new(&stated.model, limit, Box::new(page.clone())).expect("variables");
    // The second checker does not support dominance, which proofs of symmetry breaking use.
    task.symmetry = Symmetries::Kept;
    task.listener = Some(Listener::Log(log.clone()));
    let found = search::run(&task, &mut |_| {});
    let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
    let verdict = log.conclude().expect("writing to memory does not fail").expect("no search runs");
    let file = String::from_utf8(file).expect("a file is text");
    let checked = Referee::from_opb(&file).check(&page.text());
    checked.unwrap_or_else(|step| panic!("{name}: {step}"));
    match (found.status(), verdict) {
        (Status::Optimal, Verdict::Bounds(Some(least), Some(most))) => {
            assert_eq!(least, most, "{name}: an optimum");
        }
        (Status::Unsatisfiable, Verdict::Bounds(None, None) | Verdict::Unsatisfiable) => {}
        (Status::Satisfiable, Verdict::Satisfiable) => {}
        other => panic!("{name}: {other:?}"),
    }
    verdict
}

#[test]
fn every_strategy_proves_small_boards() {
    for (name, size) in [
        ("abbott-window", (3, 3)),
        ("abbott-window", (4, 5)),
        ("abbott-window", (5, 5)),
        ("gunport", (3, 4)),
        ("gunport", (4, 4)),
        ("armies", (3, 3)),
        ("armies", (3, 4)),
    ] {
        let family = family::find_family(FAMILIES, name).expect("a family");
        let size = Size::new(size.0, size.1).ok();
        let opened = family.open(&Request { size, ..Request::default() }).expect("an open board");
        let problem = opened.as_problem();
        let formulation = family.formulation(None).expect("a default");
        let suited = Task::new(problem, formulation).strategies();
        let mut proved = 0;
        for strategy in STRATEGIES.iter().filter(|one| suited.iter().any(|s| s.name == one.name)) {
            let task = Task { strategy: Some(strategy), ..Task::new(problem, formulation) };
            let model = task.prepared().into_complete().expect("stated as a whole").model;
            if (strategy.has_proof)(&model, &task.stop) {
                check(task, family, &format!("{name} {size:?} by {}", strategy.name));
                proved += 1;
            }
        }
        assert!(proved > 3, "{name}: {proved} strategies have proofs");
    }
}

fn random_model(random: &mut fastrand::Rng) -> String {
    let number = random.usize(4..=8);
    let mut text = String::from("min:");
    for variable in 1..=number {
        text += &format!(" {:+} x{variable}", random.choice([1, 2, 3, 5, -4]).expect("some"));
    }
    text += ";\n";
    for _ in 0..number {
        let mut sum = 0;
        for variable in (1..=number).filter(|_| random.bool()).collect::<Vec<_>>() {
            let weight = random.choice([1, 1, 1, 2, 3, -2]).expect("some");
            sum += weight.max(0);
            text += &format!("{weight:+} x{variable} ");
        }
        text += &format!("+1 x1 >= {};\n", (sum + 1) / 2);
    }
    text
}

#[test]
fn every_strategy_proves_random_models() {
    let mut random = fastrand::Rng::with_seed(39);
    let family = family::find_family(FAMILIES, "model").expect("a family");
    for number in 0..60 {
        let text = random_model(&mut random);
        let board = Some(Source::new("model.opb", &text).into());
        let request = Request { board, format: Some("opb".to_owned()), ..Request::default() };
        let opened = family.open(&request).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        let problem = opened.as_problem();
        let formulation = family.formulation(None).expect("a default");
        let mut verdicts = Vec::new();
        let suited = Task::new(problem, formulation).strategies();
        for strategy in STRATEGIES.iter().filter(|one| suited.iter().any(|s| s.name == one.name)) {
            let task = Task { strategy: Some(strategy), ..Task::new(problem, formulation) };
            let name = format!("model {number} by {}:\n{text}", strategy.name);
            verdicts.push(check(task, family, &name));
        }
        assert!(verdicts.windows(2).all(|two| two[0] == two[1]), "{text}\n{verdicts:?}");
    }
}

/// Draws a model of knapsacks, equations, clauses and cardinalities with its least cost. The cost is
/// `None` if the model has no answer.
fn random_knapsacks(random: &mut fastrand::Rng) -> (String, Option<i64>) {
    let number = random.usize(4..=11);
    let most = random.choice([1, 4, 60]).expect("some");
    let mut costs: Vec<i64> = (0..number).map(|_| random.i64(-most / 3..=most)).collect();
    // The second checker needs an objective with terms.
    costs[0] = costs[0].max(1);
    let mut rows: Vec<(Vec<i64>, bool, i64)> = Vec::new();
    for _ in 0..random.usize(2..8) {
        let largest = random.choice([1, 3, 40]).expect("some");
        let weights: Vec<i64> = (0..number)
            .map(|_| if random.u8(..3) > 0 { random.i64(-largest / 4..=largest) } else { 0 })
            .collect();
        let answer: u32 = random.u32(..1 << number);
        let sum = sum_at(&weights, answer);
        let is_equation = random.u8(..5) == 0;
        rows.push((weights, is_equation, sum - i64::from(!is_equation) * random.i64(0..=2)));
    }
    let mut text = String::from("min:");
    let sum = |weights: &[i64]| -> String {
        let terms = weights.iter().zip(1..).filter(|(weight, _)| **weight != 0);
        terms.map(|(weight, variable)| format!(" {weight:+} x{variable}")).collect()
    };
    text += &sum(&costs);
    text += " ;\n";
    rows.retain(|(weights, ..)| weights.iter().any(|&weight| weight != 0));
    for (weights, is_equation, bound) in &rows {
        text += &format!("{} {} {bound} ;\n", sum(weights), if *is_equation { "=" } else { ">=" });
    }
    let holds = |word: &u32| {
        rows.iter().all(|(weights, is_equation, bound)| {
            let sum = sum_at(weights, *word);
            if *is_equation { sum == *bound } else { sum >= *bound }
        })
    };
    let least = (0..1 << number).filter(holds).map(|word| sum_at(&costs, word)).min();
    (text, least)
}

fn sum_at(weights: &[i64], word: u32) -> i64 {
    weights.iter().zip(0..).filter(|&(_, place)| word >> place & 1 == 1).map(|(one, _)| one).sum()
}

#[test]
fn branch_and_cut_proves_knapsacks() {
    let mut random = fastrand::Rng::with_seed(40);
    let family = family::find_family(FAMILIES, "model").expect("a family");
    let mut ends = [0; 2];
    for number in 0..400 {
        let (text, least) = random_knapsacks(&mut random);
        let board = Some(Source::new("model.opb", &text).into());
        let request = Request { board, format: Some("opb".to_owned()), ..Request::default() };
        let opened = family.open(&request).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        let formulation = family.formulation(None).expect("a default");
        let strategy = Some(cut_strategy());
        // Each set of classes of cuts is used in turn.
        let is_used = |place: usize| number >> place & 1 == 1;
        let cuts: Cuts =
            (0..).zip(CUT_CLASSES).filter(|row| is_used(row.0)).map(|row| row.1).collect();
        let text = format!("* cuts: {cuts}\n{text}");
        let task = Task {
            strategy,
            cuts,
            construct: false,
            ..Task::new(opened.as_problem(), formulation)
        };
        // Without a proof, the bound falls within the tree, which can start again.
        let found = search::run(&task, &mut |_| {}).expect("the model suits the search");
        assert_eq!(found.value(), least, "model {number}:\n{text}");
        // Two threads search by branch and cut and by clauses at the same time, and share bounds.
        let short_search = number % 2 == 0;
        let beside = Task { threads: 2, strategy: None, short_search, ..task.clone() };
        let found = search::run(&beside, &mut |_| {}).expect("one of the searches ends");
        assert_eq!(found.value(), least, "model {number} by two threads:\n{text}");
        assert!(found.exhausted || found.status() == Status::Optimal, "{number}: {text}");
        let wanted = least.unwrap_or_default() - random.i64(0..=1);
        let found = search::run(&Task { bound: Some(wanted), ..beside }, &mut |_| {});
        let status =
            if least == Some(wanted) { Status::Satisfiable } else { Status::Unsatisfiable };
        match found {
            // The bound is outside the range of the objective.
            Err(_) => assert_ne!(least, Some(wanted), "model {number}:\n{text}"),
            Ok(found) => assert_eq!(found.status(), status, "{number}, {wanted}:\n{text}"),
        }
        let verdict = check(task, family, &format!("model {number}:\n{text}"));
        let expected = match least {
            Some(least) => Verdict::Bounds(Some(least.into()), Some(least.into())),
            None => Verdict::Bounds(None, None),
        };
        assert_eq!(verdict, expected, "model {number}:\n{text}");
        ends[usize::from(least.is_some())] += 1;
    }
    assert!(ends.iter().all(|&number| number > 30), "{ends:?}");
}
