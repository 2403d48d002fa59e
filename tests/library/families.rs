//! Checks every family, in every variant and formulation, on every small board: the formulations
//! against each other, against brute force, and against their declarations.
//!
//! The tests iterate over the list of families. [`boards`] has the boards of families for which a
//! size alone makes none. [`candidates`] lists possible answers for families whose answers are rare
//! among all grids of their symbols.

use quarrel::decision::Decision;
use std::collections::HashSet;
use std::time::Duration;

use num_bigint::BigUint;
use quarrel::board::Grid;
use quarrel::deduce::{self, Rules};
use quarrel::encode::{Clauses, encode};
use quarrel::formulation::{Formulation, ModelScheme};
use quarrel::model::{Lit, Model, Objective, Statement, Values};
use quarrel::picture::{svg, text};
use quarrel::problem::{Judgement, PartialAnswer};
use quarrel::puzzle::Filling;
use quarrel::puzzles::{FAMILIES, PUZZLES};
use quarrel::search::{Answers, Status, Task};
use quarrel::solver::Solver;
use quarrel::stop::Stop;
use quarrel::symmetry::{self, FoundSymmetries, Symmetries};

mod boards;
mod candidates;
mod clashes;
mod encodings;
mod explained;
use crate::puzzles::{Random, answers, count, task};
use boards::{Case, cases, with_givens, without_answers};
use candidates::{Scored, right_answers};

#[derive(Clone, Copy)]
struct Scope {
    /// The maximum number of candidates that brute force tries for a puzzle.
    candidates: u64,
    /// The maximum number of candidates for a puzzle with a variant.
    candidates_of_variant: u64,
    /// The maximum number of answers that are counted one by one.
    answers: usize,
    /// The factor by which boards are smaller than a formulation allows, if its models grow fast.
    margin: usize,
}

const NORMAL: Scope =
    Scope { candidates: 70_000, candidates_of_variant: 70_000, answers: 100, margin: 44 };
const LONG: Scope =
    Scope { candidates: 50_000_000, candidates_of_variant: 600_000, answers: 2000, margin: 40 };

impl Scope {
    fn has(self, case: &Case, formulation: &Formulation) -> bool {
        let cells = case.puzzle.size().area();
        formulation.most_cells.is_none_or(|most| self.margin * cells <= most)
    }

    fn formulations(self, case: &Case) -> impl Iterator<Item = &'static Formulation> {
        case.family.formulations.iter().filter(move |formulation| self.has(case, formulation))
    }
}

#[test]
fn families_are_complete_records() {
    let names: Vec<&str> = PUZZLES.iter().map(|family| family.name).collect();
    assert_names(&names, "families");
    let all: Vec<&str> = PUZZLES.iter().flat_map(|family| family.names()).collect();
    assert_names(&all, "families and their other names");
    for family in PUZZLES {
        let name = family.name;
        assert_line(family.summary, name);
        assert_line(family.source, name);
        assert!(family.rules.ends_with('.') && family.rules.len() > 80, "{name}: the rules");
        for format in family.formats {
            let source = quarrel::source::Source::new("example", format.example);
            let first = family.formats.iter().find(|format| (format.recognises)(&source));
            let mut request = crate::puzzles::board(format.example, &[]);
            if let Err(refusal) = family.open(&request) {
                // If two formats read the text differently, only the name of the format chooses.
                assert!(
                    refusal.readings.is_some_and(|names| names.contains(&format.name)),
                    "{name}: {refusal}"
                );
                request.format = Some(format.name.to_owned());
            } else {
                assert_eq!(first.map(|first| first.name), Some(format.name), "{name}");
            }
            crate::puzzles::open(family, &request);
        }
        let symbols: HashSet<char> = family.symbols.chars().collect();
        assert_eq!(symbols.len(), family.symbols.chars().count(), "{name}: a symbol twice");
        assert!(symbols.len() > 1, "{name}: symbols");
        assert!(!family.formulations.is_empty(), "{name}: formulations");
        for formulation in family.formulations {
            assert_line(formulation.summary, formulation.name);
            assert_line(formulation.source, formulation.name);
        }
        for variant in family.variants {
            assert_line(variant.summary, variant.name);
            assert!(variant.value.as_ref().is_none_or(|(_, range)| !range.is_empty()), "{name}");
        }
        assert_names(&family.formulations.iter().map(|f| f.name).collect::<Vec<_>>(), name);
        assert_names(&family.variants.iter().map(|v| v.name).collect::<Vec<_>>(), name);
    }
}

#[test]
fn formulations_state_different_models() {
    for family in PUZZLES {
        let case = cases(family).into_iter().max_by_key(|case| case.puzzle.size().area());
        let case = case.expect("a board");
        let stated = |formulation: &Formulation| {
            let model = case.puzzle.model(formulation).for_value(2);
            let statements = model.constraints().statements();
            let said: Vec<String> = statements.map(|statement| format!("{statement:?}")).collect();
            (model.labels().clone(), said)
        };
        for (index, formulation) in family.formulations.iter().enumerate() {
            for other in &family.formulations[..index] {
                let (one, two) = (formulation.name, other.name);
                assert_ne!(stated(formulation), stated(other), "{}: {one} and {two}", case.name);
            }
        }
    }
}

#[test]
fn models_of_one_value_have_no_other() {
    let mut seen = 0;
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let formulations = NORMAL.formulations(&case).filter(|row| row.of_value);
        for formulation in formulations {
            for value in
                0..=case.puzzle.describe().goal.expect("a puzzle with values has a goal").largest
            {
                let ModelScheme::ForValue(of) = case.puzzle.model(formulation) else {
                    panic!("{} is listed as one of values", formulation.name)
                };
                let ask = task(&case.puzzle, formulation, None, Answers::One);
                let mut clauses = Clauses::new();
                let (model, stop) = (of(value), Stop::unlimited());
                encode(&model, &ask.encodings, &mut clauses, &stop).expect("a form for all");
                let mut solver = Solver::new(0, &stop);
                solver.add(&clauses);
                if solver.solve(&[]) != Decision::Sat(()) {
                    continue;
                }
                let values = solver.values(model.labels().len());
                let answer = case.puzzle.decode(&model, &values);
                assert_eq!(case.puzzle.check(&answer), Ok(Some(value)), "{}", case.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_family_is_known_by_all_its_names() {
    for family in FAMILIES {
        for name in family.names() {
            let known = quarrel::family::find_family(FAMILIES, name).expect("a name of the family");
            assert_eq!(known.name, family.name, "{name}");
        }
    }
    assert!(quarrel::family::find_family(FAMILIES, "sudoku").is_err());
    for (also, name) in
        [("tango", "three-in-a-row"), ("star-battle", "queens"), ("peaceable-queens", "armies")]
    {
        let known = quarrel::family::find_family(FAMILIES, also).expect("a name that people use");
        assert_eq!(known.name, name);
    }
}

#[test]
fn the_last_board_format_takes_whatever_the_others_leave() {
    for family in PUZZLES {
        let name = family.name;
        assert_names(&family.formats.iter().map(|format| format.name).collect::<Vec<_>>(), name);
        family.formats.iter().for_each(|format| assert_line(format.summary, format.name));
        let last = family.formats.last().expect("a board format");
        for text in ["", "\n", "?", "abc", "[[1]]", "param n := 1;", "1 2\n3 4", "🟥", "# note"] {
            let source = quarrel::source::Source::new("text", text);
            assert!((last.recognises)(&source), "{name}: {} refuses {text:?}", last.name);
        }
    }
}

#[test]
fn what_a_family_does_not_have_is_refused() {
    for family in PUZZLES {
        let mut request = boards::requests(family)[0].clone();
        assert!(family.formulation(Some("none")).is_err(), "{}", family.name);
        assert!(family.formulation(None).is_ok_and(|f| f.name == family.formulations[0].name));
        request.variants = vec![("none".to_owned(), None)];
        assert!(family.open(&request).is_err(), "{}: an unknown variant", family.name);
        for variant in family.variants {
            let value = variant.value.as_ref().map(|(_, range)| *range.start());
            let right = (variant.name.to_owned(), value);
            let wrong = (variant.name.to_owned(), value.xor(Some(1)));
            request.variants = vec![right.clone()];
            let puzzle = crate::puzzles::open(family, &request);
            assert!(puzzle.describe().variants.len() <= 1, "{}", family.name);
            request.variants = vec![right.clone(), right];
            assert!(family.open(&request).is_err(), "{}: a variant twice", variant.name);
            request.variants = vec![wrong];
            assert!(family.open(&request).is_err(), "{}: its value", variant.name);
        }
    }
}

fn assert_line(line: &str, of: &str) {
    let good = !line.trim().is_empty() && !line.contains('\n') && !line.ends_with('.');
    assert!(good && line.trim() == line, "{of}: {line:?}");
}

fn assert_names(names: &[&str], of: &str) {
    let unique: HashSet<&&str> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "{of}: a name twice among {names:?}");
    for name in names {
        let word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        assert!(name.split('-').all(word), "{of}: {name:?} is not in kebab case");
    }
}

#[test]
fn formulations_and_brute_force_count_the_same() {
    let counted = count_everything(NORMAL);
    assert!(counted > 1000, "only {counted} counts were compared");
}

#[test]
#[ignore = "long: a minute, 4x4 armies and more numberings"]
fn formulations_and_brute_force_count_the_same_on_larger_boards() {
    count_everything(LONG);
}

fn count_everything(scope: Scope) -> usize {
    let mut counted = 0;
    for family in PUZZLES {
        for case in cases(family) {
            let plain = case.request.variants.is_empty();
            let most = if plain { scope.candidates } else { scope.candidates_of_variant };
            let Some(right) = right_answers(&case, most) else { continue };
            counted += compare_counts(&case, &right, scope);
        }
    }
    counted
}

#[test]
fn given_cells_leave_the_answers_that_have_them() {
    let compared: usize = PUZZLES
        .iter()
        .flat_map(|family| cases(family))
        .map(|case| {
            let Some(right) = right_answers(&case, NORMAL.candidates) else { return 0 };
            compare_with_givens(&case, &right)
        })
        .sum();
    assert!(compared > 1000, "only {compared} counts were compared");
}

fn compare_with_givens(case: &Case, right: &[Scored]) -> usize {
    let mut compared = 0;
    for given in with_givens(case, right).into_iter().take(2) {
        let givens = given.puzzle.givens();
        let kept: Vec<Scored> =
            right.iter().filter(|(answer, _)| agrees(answer, &givens)).cloned().collect();
        for (answer, value) in right {
            let verdict = given.puzzle.check(answer);
            let expected = agrees(answer, &givens).then_some(*value);
            assert_eq!(verdict.ok(), expected, "{}: check of {:?}", given.name, answer.to_rows());
        }
        compared += compare_counts(&given, &kept, NORMAL);
    }
    compared
}

fn agrees(answer: &Filling, givens: &Grid<Option<char>>) -> bool {
    givens.iter().all(|(at, given)| given.is_none_or(|given| answer[at] == given))
}

/// Compares the counts of every formulation with the right answers, for each value. Returns the
/// number of comparisons.
fn compare_counts(case: &Case, right: &[Scored], scope: Scope) -> usize {
    let mut compared = 0;
    for bound in bounds(case) {
        let expected = right.iter().filter(|(_, value)| reaches(case, *value, bound)).count();
        if expected > scope.answers {
            continue;
        }
        for formulation in scope.formulations(case) {
            let found = count(&case.puzzle, formulation, bound);
            let name = formulation.name;
            assert_eq!(found, expected as u64, "{} in {name}, bound {bound:?}", case.name);
            compared += 1;
        }
    }
    compared
}

/// Returns the bounds to test: every possible value and one beyond, or none if there is no
/// objective.
fn bounds(case: &Case) -> Vec<Option<i64>> {
    case.puzzle
        .describe()
        .goal
        .map_or(vec![None], |goal| (0..=goal.largest + 1).map(Some).collect())
}

/// Returns whether an answer with this value counts at a bound. If the objective is the least of
/// several counts, an answer counts only at its exact value.
fn reaches(case: &Case, value: Option<i64>, bound: Option<i64>) -> bool {
    match (case.puzzle.describe().goal, value, bound) {
        (Some(_), Some(value), Some(bound)) if case.has_several_counts() => value == bound,
        (Some(goal), Some(value), Some(bound)) => goal.sense.reaches(value, bound),
        _ => true,
    }
}

fn best(case: &Case, right: &[Scored]) -> Option<i64> {
    let sense = case.puzzle.describe().goal?.sense;
    let better = |a: i64, b: i64| if sense.reaches(a, b) { a } else { b };
    right.iter().filter_map(|(_, value)| *value).reduce(better)
}

#[test]
fn searches_find_the_optimum_and_right_answers() {
    let mut turn = 0;
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let Some(right) = right_answers(&case, NORMAL.candidates) else { continue };
        for formulation in NORMAL.formulations(&case) {
            let ask = |question| task(&case.puzzle, formulation, None, question);
            let questions = [Answers::One, Answers::Unique, Answers::All(Some(40))].map(ask);
            let strategies = ask(Answers::One).strategies().into_iter().map(|strategy| {
                let strategy = Some(strategy);
                Task { strategy, construct: false, ..ask(Answers::One) }
            });
            // Each of them is asked in one way here, and in the next way on the next board.
            for (place, plain) in questions.into_iter().chain(strategies).enumerate() {
                let asked = match (turn + place) % 3 {
                    0 => plain,
                    1 => Task { scramble: Some(5), ..plain },
                    _ => Task { threads: 2, ..plain },
                };
                check_search(&case, &right, &asked);
            }
            for prepared in preparations(&ask(Answers::One)) {
                check_search(&case, &right, &prepared);
            }
            turn += 1;
        }
    }
}

#[test]
fn every_strategy_finds_that_there_is_no_answer() {
    let mut searches = 0;
    for family in PUZZLES {
        for case in without_answers(family) {
            let formulation = &family.formulations[0];
            for (turn, rules) in every_choice_of_rules().into_iter().enumerate() {
                let ask = task(&case.puzzle, formulation, None, Answers::One);
                for (place, strategy) in ask.strategies().into_iter().enumerate() {
                    let threads = 1 + (turn + place) % 2;
                    let stop = Stop::unlimited().with_limit(Duration::from_secs(20));
                    let ask = Task {
                        strategy: Some(strategy),
                        threads,
                        stop,
                        rules: rules.clone(),
                        ..ask.clone()
                    };
                    let found = answers(&ask).0;
                    let said = (found.status(), found.stopped);
                    let name = format!("{}, {}, {rules}, {threads}", case.name, strategy.name);
                    assert_eq!(said, (Status::Unsatisfiable, false), "{name}");
                    searches += 1;
                }
            }
        }
    }
    assert!(searches > 1000, "{searches}");
}

fn every_choice_of_rules() -> Vec<Rules> {
    let name = |chosen: usize| -> String {
        let rules = deduce::ALL.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
        rules.map(|(_, row)| row.name).collect::<Vec<_>>().join("+")
    };
    let choices = (1..1 << deduce::ALL.len()).map(name);
    let rules = choices.map(|names| names.parse().expect("names of rules"));
    [Rules::none()].into_iter().chain(rules).collect()
}

/// Returns every other way to begin a search: no preparation, symmetries only, and each deduction
/// rule alone.
fn preparations<'a>(task: &Task<'a>) -> Vec<Task<'a>> {
    let bare =
        Task { rules: Rules::none(), symmetry: Symmetries::Kept, construct: false, ..task.clone() };
    let rules = deduce::ALL.iter().map(|row| row.name.parse().expect("the name of a rule"));
    let alone = rules.map(|rules| Task { rules, ..bare.clone() });
    let broken = Task { symmetry: Symmetries::Declared, ..bare.clone() };
    let found = Task { symmetry: Symmetries::Detected, ..bare.clone() };
    alone.chain([broken, found, bare.clone()]).collect()
}

fn check_search(case: &Case, right: &[Scored], task: &Task) {
    let (finding, seen) = answers(task);
    let Task { formulation, strategy, answers: wanted, .. } = *task;
    let name = format!(
        "{} in {}, {}, {wanted:?}, {} threads, deduced {}, symmetries {:?}, constructed {}",
        case.name,
        formulation.name,
        strategy.map_or("the default", |strategy| strategy.name),
        task.threads,
        task.rules,
        task.symmetry,
        task.construct
    );
    let best = best(case, right);
    let expected: HashSet<&Filling> =
        right.iter().filter(|(_, value)| *value == best).map(|(answer, _)| answer).collect();
    let status = match (expected.is_empty(), best) {
        (true, _) => Status::Unsatisfiable,
        (_, Some(_)) => Status::Optimal,
        (_, None) => Status::Satisfiable,
    };
    assert_eq!(finding.status(), status, "{name}");
    assert_eq!((finding.value(), finding.stopped), (best, false), "{name}");
    assert_eq!(finding.answer.is_some(), !expected.is_empty(), "{name}");
    let distinct: HashSet<&Filling> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len(), "{name}: an answer twice");
    let found = finding.answer.as_ref().and_then(|answer| answer.board().cloned());
    for answer in seen.iter().chain(&found) {
        assert_eq!(case.puzzle.check(answer), Ok(best), "{name}");
        assert!(expected.contains(answer), "{name}: {:?}", answer.to_rows());
    }
    match wanted {
        Answers::Unique => {
            let unique = (!expected.is_empty()).then_some(expected.len() == 1);
            assert_eq!(finding.unique(), unique, "{name}");
        }
        Answers::All(Some(most)) => {
            let shown = expected.len().min(usize::try_from(most).expect("a small limit"));
            assert_eq!((seen.len(), finding.count), (shown, Some(shown as u64)), "{name}");
        }
        _ => {}
    }
}

#[test]
fn partitions_divide_what_they_count() {
    for_each_model(&mut |case, model, _| {
        for count in model.objective().into_iter().flat_map(|objective| objective.counts()) {
            let mut counted = count.lits.clone();
            counted.sort_unstable();
            for partition in &count.partitions {
                let mut divided = partition.lines.concat();
                divided.sort_unstable();
                assert_eq!(divided, counted, "{}: {}", case.name, partition.name);
            }
        }
    });
}

#[test]
fn exclusive_counts_share_no_line() {
    for_each_model(&mut |case, model, right| {
        let Some(Objective::MaximiseLeast(least)) = model.objective() else { return };
        for name in &least.exclusive {
            let partitions: Vec<_> = least
                .counts
                .iter()
                .filter_map(|count| count.partitions.iter().find(|found| found.name == *name))
                .collect();
            assert_eq!(partitions.len(), least.counts.len(), "{}: {name}", case.name);
            for (answer, _) in right {
                let values = values(model, &model.reading().answer_literals(answer));
                let there = |line: &Vec<Lit>| line.iter().any(|&lit| values.is_true(lit));
                for line in 0..partitions[0].lines.len() {
                    let kinds = partitions.iter().filter(|found| there(&found.lines[line])).count();
                    assert!(kinds <= 1, "{}: {name} {line} of {:?}", case.name, answer.to_rows());
                }
            }
        }
    });
}

#[test]
fn variables_lie_on_the_board() {
    for_each_model(&mut |case, model, _| {
        let size = case.puzzle.size();
        let cells: Vec<_> = (0..model.labels().len()).filter_map(|v| model.cell(v)).collect();
        assert!(cells.iter().all(|&cell| size.contains(cell)), "{}", case.name);
        assert!(size.cells().all(|cell| cells.contains(&cell)), "{}", case.name);
    });
}

#[test]
fn the_symmetries_that_are_found_are_those_declared_or_more() {
    let (mut checked, mut more) = (0, 0);
    for_each_model(&mut |case, model, _| {
        let mut found = model.clone();
        let said = symmetry::declare(&mut found, &Stop::unlimited());
        let FoundSymmetries::Group { order, complete: true, .. } = said else {
            panic!("{}: {said:?}", case.name);
        };
        let declared = group(model);
        for symmetry in model.symmetries() {
            assert!(symmetry::has_symmetry(model, symmetry), "{}: {}", case.name, symmetry.name);
            let orbits = orbits(&found);
            let stays = |(lit, to): &(Lit, Lit)| orbits[lit.variable()] == orbits[to.variable()];
            assert!(symmetry.moves().iter().all(stays), "{}", case.name);
        }
        let declared = BigUint::from(declared);
        assert_eq!(&order % &declared, BigUint::ZERO, "{}: {order} of {declared}", case.name);
        checked += 1;
        more += usize::from(order > declared);
    });
    assert!(checked > 100 && more > 0, "{checked} models, {more} with more symmetries");
}

/// Returns the order of the group that the declared symmetries generate.
fn group(model: &Model) -> usize {
    let identity: Vec<Lit> = model.lits().collect();
    let (mut all, mut open) = (HashSet::from([identity.clone()]), vec![identity]);
    while let Some(image) = open.pop() {
        for symmetry in model.symmetries() {
            let next: Vec<Lit> = image.iter().map(|&lit| symmetry.image(lit)).collect();
            if all.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    all.len()
}

/// Returns for each variable the least variable of its orbit.
fn orbits(model: &Model) -> Vec<usize> {
    let mut orbits: Vec<usize> = (0..model.labels().len()).collect();
    loop {
        let before = orbits.clone();
        for symmetry in model.symmetries() {
            for (lit, to) in symmetry.moves() {
                let least = orbits[lit.variable()].min(orbits[to.variable()]);
                (orbits[lit.variable()], orbits[to.variable()]) = (least, least);
            }
        }
        if orbits == before {
            return orbits;
        }
    }
}

#[test]
fn declared_symmetries_map_models_onto_themselves() {
    let mut checked = 0;
    for_each_model(&mut |case, model, right| {
        let statements = normalised(model, |lit| lit);
        for symmetry in model.symmetries() {
            let name = format!("{}, {}", case.name, symmetry.name);
            let images: HashSet<usize> =
                model.lits().map(|lit| symmetry.image(lit).variable()).collect();
            assert_eq!(images.len(), model.labels().len(), "{name}: no permutation");
            let image = normalised(model, |lit| symmetry.image(lit));
            assert!(image == statements, "{name}: another model");
            for (answer, value) in right {
                let moved = shown(model, answer, |lit| symmetry.image(lit));
                assert_eq!(
                    case.puzzle.check(&moved),
                    Ok(*value),
                    "{name} of {:?}",
                    answer.to_rows()
                );
            }
            checked += 1;
        }
    });
    assert!(checked > 100, "only {checked} symmetries were checked");
}

type Normalised = (String, Vec<Lit>);

/// Returns the constraints and the objective with each literal moved, sorted.
fn normalised(model: &Model, moved: impl Fn(Lit) -> Lit) -> Vec<Normalised> {
    let sorted = |lits: &[Lit]| {
        let mut lits: Vec<Lit> = lits.iter().map(|&lit| moved(lit)).collect();
        lits.sort_unstable();
        lits
    };
    let constraints = model.constraints().iter().map(|constraint| match constraint.statement {
        Statement::Clause(lits) => ("at least one".to_owned(), sorted(lits)),
        Statement::AtMostOne(lits) => ("at most one".to_owned(), sorted(lits)),
        Statement::ExactlyOne(lits) => ("exactly one".to_owned(), sorted(lits)),
        Statement::Cardinality(lits, relation, bound) => {
            (format!("{relation:?} {bound}"), sorted(lits))
        }
        Statement::Parity(lits, parity) => (format!("{parity:?}"), sorted(lits)),
        Statement::Linear(..) => unreachable!("no puzzle has weights"),
    });
    let counts = model.objective().into_iter().flat_map(|objective| {
        objective
            .counts()
            .iter()
            .map(|count| (objective.sense().name().to_owned(), sorted(&count.lits)))
    });
    let weighted = model.objective().and_then(|objective| objective.weighted_sum());
    let weighted = weighted.into_iter().flat_map(|weighted| weighted.sum.terms());
    let weighted = weighted.map(|term| (format!("weighs {}", term.weight), sorted(&[term.atom])));
    let mut all: Vec<Normalised> = constraints.chain(counts).chain(weighted).collect();
    all.sort_unstable();
    all
}

/// Returns the answer to which the moved literals of another answer belong. They must be all
/// literals of that answer.
fn shown(model: &Model, answer: &Filling, moved: impl Fn(Lit) -> Lit) -> Filling {
    let mut lits: Vec<Lit> =
        model.reading().answer_literals(answer).into_iter().map(moved).collect();
    lits.sort_unstable();
    let image = model.reading().answer(&values(model, &lits));
    assert_eq!(
        model.reading().answer_literals(&image),
        lits,
        "the literals of {:?}",
        image.to_rows()
    );
    image
}

fn values(model: &Model, lits: &[Lit]) -> Values {
    let mut values = vec![false; model.labels().len()];
    lits.iter().for_each(|lit| values[lit.variable()] = !lit.is_negated());
    Values::new(values)
}

#[test]
fn answers_are_read_off_their_own_literals() {
    for_each_model(&mut |case, model, right| {
        for (answer, _) in right {
            assert_eq!(shown(model, answer, |lit| lit), *answer, "{}", case.name);
            for (at, &symbol) in answer.iter() {
                let lits = model.reading().literals(at, symbol);
                assert!(lits.is_some(), "{}: `{symbol}` in {at} has no literals", case.name);
            }
        }
    });
}

#[test]
fn models_are_well_formed() {
    for_each_model(&mut |case, model, _| {
        let name = &case.name;
        let labels: HashSet<&str> = model.labels().iter().collect();
        assert_eq!(labels.len(), model.labels().len(), "{name}: a label twice");
        let groups: HashSet<&String> = model.groups().iter().collect();
        assert_eq!(groups.len(), model.groups().len(), "{name}: a group twice");
        for constraint in model.constraints().iter() {
            assert!(constraint.group() < model.groups().len(), "{name}: a group");
            assert_distinct(model, constraint.statement.lits(), name);
        }
        assert_eq!(
            model.objective().is_some(),
            case.puzzle.describe().goal.is_some(),
            "{name}: objective"
        );
        let Some(objective) = model.objective() else { return };
        assert_eq!(
            case.puzzle.describe().goal.map(|goal| goal.sense),
            Some(objective.sense()),
            "{name}"
        );
        for count in objective.counts() {
            assert_distinct(model, &count.lits, name);
            let lits: HashSet<Lit> = count.lits.iter().copied().collect();
            for partition in &count.partitions {
                let lines = partition.lines.concat();
                assert_eq!(lines.len(), lits.len(), "{name}: the {}", partition.name);
                assert!(lines.iter().all(|lit| lits.contains(lit)), "{name}: {}", partition.name);
            }
        }
    });
}

fn assert_distinct(model: &Model, lits: &[Lit], name: &str) {
    let variables: HashSet<usize> = lits.iter().map(|lit| lit.variable()).collect();
    assert_eq!(variables.len(), lits.len(), "{name}: a variable twice in {lits:?}");
    assert!(variables.iter().all(|&variable| variable < model.labels().len()), "{name}");
}

/// Calls the test with the model of every case, with and without givens, and some right answers.
fn for_each_model(test: &mut dyn FnMut(&Case, &Model, &[Scored])) {
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let right = right_answers(&case, NORMAL.candidates).unwrap_or_default();
        test_models(&case, &right, test);
        for given in with_givens(&case, &right) {
            let givens = given.puzzle.givens();
            let kept: Vec<Scored> =
                right.iter().filter(|(answer, _)| agrees(answer, &givens)).cloned().collect();
            test_models(&given, &kept, test);
        }
    }
}

fn test_models(case: &Case, right: &[Scored], test: &mut dyn FnMut(&Case, &Model, &[Scored])) {
    let some: Vec<Scored> = right.iter().step_by(right.len() / 10 + 1).cloned().collect();
    for formulation in case.family.formulations {
        let number = best(case, right).unwrap_or(1);
        let mut model = case.puzzle.model(formulation).for_value(number);
        model.fix("givens", &case.puzzle.givens());
        test(case, &model, &some);
    }
}

#[test]
fn pictures_draw_with_and_without_an_answer() {
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let right = right_answers(&case, NORMAL.candidates).unwrap_or_default();
        let answers = right.iter().step_by(right.len() / 5 + 1).map(|(answer, _)| Some(answer));
        for answer in answers.chain([None]) {
            let picture = case.puzzle.picture(answer);
            for columns in [None, Some(20), Some(1)] {
                let drawn = text::draw(&picture, text::Style { colour: false, columns });
                assert!(!drawn.contains('\u{1b}'), "{}: colour", case.name);
                assert!(drawn.lines().count() >= case.puzzle.size().rows(), "{}", case.name);
            }
            let drawn = svg::draw(&picture);
            assert!(drawn.contains("<svg") && drawn.contains("</svg>"), "{}", case.name);
        }
    }
}

#[test]
fn a_changed_symbol_breaks_a_rule_or_makes_another_answer() {
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let Some(right) = right_answers(&case, NORMAL.candidates) else { continue };
        let all: HashSet<&Filling> = right.iter().map(|(answer, _)| answer).collect();
        for (answer, _) in right.iter().step_by(right.len() / 20 + 1) {
            for changed in changes(case.family.symbols, answer) {
                match case.puzzle.check(&changed) {
                    Err(broken) => assert!(!broken.rule.is_empty(), "{}", case.name),
                    Ok(_) => {
                        assert!(all.contains(&changed), "{}: {:?}", case.name, changed.to_rows());
                    }
                }
            }
        }
    }
}

#[test]
fn part_of_a_right_answer_breaks_nothing() {
    let mut random = Random(29);
    let mut parts = 0;
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let Some(right) = right_answers(&case, NORMAL.candidates) else { continue };
        for (answer, _) in right.iter().step_by(right.len() / 20 + 1) {
            for kept in 0..5 {
                let part =
                    Grid::from_fn(answer.size(), |at| (random.below(5) < kept).then(|| answer[at]));
                let name = format!("{}: {part:?} of {:?}", case.name, answer.to_rows());
                let judgement = Judgement::new(&case.puzzle, &PartialAnswer::Board(part));
                assert!(!matches!(judgement, Judgement::Broken(_)), "{name}: {judgement:?}");
                parts += 1;
            }
        }
    }
    assert!(parts > 1000, "only {parts} parts were looked at");
}

/// Returns the answers that differ from this one in one cell, by another symbol of the family or by
/// a foreign one.
fn changes(symbols: &str, answer: &Filling) -> Vec<Filling> {
    let mut all = Vec::new();
    for (at, &symbol) in answer.iter() {
        for other in symbols.chars().chain(['?', '*']).filter(|&other| other != symbol) {
            let mut changed = answer.clone();
            changed[at] = other;
            all.push(changed);
        }
    }
    all
}

#[test]
fn an_answer_of_another_size_is_refused() {
    for case in PUZZLES.iter().flat_map(|family| cases(family)) {
        let size = case.puzzle.size();
        let larger = quarrel::board::Size::new(size.rows() + 1, size.columns()).expect("a board");
        for symbol in case.family.symbols.chars().take(5) {
            let wrong = Grid::from_fn(larger, |_| symbol);
            assert!(case.puzzle.check(&wrong).is_err(), "{}", case.name);
        }
    }
}
