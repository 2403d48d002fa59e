//! Explanations, counts up to symmetry and verdicts on partial answers, against the list of all
//! answers: shared cells, givens that leave one answer, orbits, and wrong cells. The referee turns
//! answers by its own arithmetic on rows and columns. It takes only the names of the symmetries
//! from the library.

use quarrel::decision::Decision;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use quarrel::board::{Cell, Grid, cell};
use quarrel::formulation::Formulation;
use quarrel::model::Entry;
use quarrel::problem::{Judgement, PartialAnswer};
use quarrel::puzzle::{Filling, OPEN};
use quarrel::puzzles::PUZZLES;
use quarrel::search::{
    self, Answers, CompletionFailure, Fault, Finding, OrbitCount, Task, explain, judge,
};
use quarrel::stop::{Stop, StopCause};

use super::boards::{Case, cases, with_givens};
use super::candidates::{Scored, right_answers};
use super::{NORMAL, agrees, best, reaches};
use crate::puzzles::{Random, answers, find, task};

/// The largest number of answers that are turned or compared one by one.
const MOST_ANSWERS: usize = 400;

/// The movements of a board by name, as (row, column, last row, last column) to a place.
type Movement = fn(usize, usize, usize, usize) -> (usize, usize);

const MOVEMENTS: [(&str, bool, Movement); 7] = [
    ("mirror top to bottom", false, |row, column, down, _| (down - row, column)),
    ("mirror left to right", false, |row, column, _, right| (row, right - column)),
    ("half turn", false, |row, column, down, right| (down - row, right - column)),
    ("mirror in the diagonal", true, |row, column, _, _| (column, row)),
    ("mirror in the antidiagonal", true, |row, column, down, right| (right - column, down - row)),
    ("quarter turn clockwise", true, |row, column, down, _| (column, down - row)),
    ("quarter turn anticlockwise", true, |row, column, _, right| (right - column, row)),
];

/// Turns a board with symbols or open cells by the name of a symmetry.
fn turned(board: &Filling, name: &str) -> Filling {
    let swaps = name.contains("colours swapped");
    let movement = MOVEMENTS.iter().find(|(known, ..)| name.starts_with(known));
    let [rows, columns] = board.size().sides();
    let to = |at: Cell| match movement {
        Some((.., image)) => {
            let (row, column) = image(at.row, at.column, rows - 1, columns - 1);
            cell(row, column)
        }
        None => at,
    };
    let mut image = board.clone();
    for (at, &symbol) in board.iter() {
        image[to(at)] = match symbol {
            'W' if swaps => 'B',
            'B' if swaps => 'W',
            half @ ('<' | '>' | '^' | 'v') => half_turned(at, half, to),
            other => other,
        };
    }
    image
}

/// Returns the symbol of half a domino after a movement, by the new direction of its other half.
fn half_turned(at: Cell, half: char, to: impl Fn(Cell) -> Cell) -> char {
    let other = match half {
        '<' => cell(at.row, at.column + 1),
        '>' => cell(at.row, at.column - 1),
        '^' => cell(at.row + 1, at.column),
        _ => cell(at.row - 1, at.column),
    };
    let (here, there) = (to(at), to(other));
    if here.row == there.row {
        if here.column < there.column { '<' } else { '>' }
    } else if here.row < there.row {
        '^'
    } else {
        'v'
    }
}

/// Returns the names of the symmetries of an open board that keep its givens.
fn names_of_kept(case: &Case) -> BTreeSet<String> {
    let givens = case.puzzle.givens();
    let shown = Grid::from_fn(givens.size(), |at| givens[at].unwrap_or(OPEN));
    let is_square = givens.size().is_square();
    let movements = MOVEMENTS.iter().filter(|(_, transposes, _)| is_square || !transposes);
    let mut names: Vec<String> = movements.map(|(name, ..)| (*name).to_owned()).collect();
    if case.family.name == "armies" && case.puzzle.describe().variants.is_empty() {
        names.extend(names.clone().iter().map(|name| format!("{name}, colours swapped")));
        names.push("colours swapped".to_owned());
    }
    names.into_iter().filter(|name| turned(&shown, name) == shown).collect()
}

/// Returns the orbits of answers under the symmetries with these names, each as the set of its
/// rows.
fn orbits(all: &[Filling], names: &[String]) -> Vec<BTreeSet<Vec<String>>> {
    let rows: HashSet<Vec<String>> = all.iter().map(Filling::to_rows).collect();
    let (mut seen, mut orbits) = (HashSet::new(), Vec::new());
    for answer in all {
        if seen.contains(&answer.to_rows()) {
            continue;
        }
        let mut orbit = BTreeSet::from([answer.to_rows()]);
        let mut next = vec![answer.clone()];
        while let Some(one) = next.pop() {
            for image in names.iter().map(|name| turned(&one, name)) {
                assert!(rows.contains(&image.to_rows()), "the image of an answer is one");
                if orbit.insert(image.to_rows()) {
                    next.push(image);
                }
            }
        }
        seen.extend(orbit.iter().cloned());
        orbits.push(orbit);
    }
    orbits
}

/// Counts orbits by the lemma of Burnside: the mean number of answers that a product of symmetries
/// leaves as they are.
fn burnside(all: &[Filling], names: &[String]) -> usize {
    let places: BTreeMap<Vec<String>, usize> =
        all.iter().enumerate().map(|(place, answer)| (answer.to_rows(), place)).collect();
    let permutation = |name: &String| -> Vec<usize> {
        all.iter().map(|answer| places[&turned(answer, name).to_rows()]).collect()
    };
    let generators: Vec<Vec<usize>> = names.iter().map(permutation).collect();
    let identity: Vec<usize> = (0..all.len()).collect();
    let mut group = BTreeSet::from([identity.clone()]);
    let mut next = vec![identity];
    while let Some(one) = next.pop() {
        for generator in &generators {
            let product: Vec<usize> = one.iter().map(|&place| generator[place]).collect();
            if group.insert(product.clone()) {
                next.push(product);
            }
        }
    }
    let fixed = |one: &Vec<usize>| one.iter().enumerate().filter(|(at, to)| at == *to).count();
    group.iter().map(fixed).sum::<usize>() / group.len()
}

/// Returns every small case with few answers, and boards with givens.
fn small_cases(family: &'static quarrel::family::Family) -> Vec<(Case, Vec<Scored>)> {
    let mut all = Vec::new();
    for case in cases(family) {
        let Some(right) = right_answers(&case, NORMAL.candidates) else { continue };
        for given in with_givens(&case, &right) {
            let givens = given.puzzle.givens();
            let kept = right.iter().filter(|(answer, _)| agrees(answer, &givens)).cloned();
            let kept = kept.collect();
            all.push((given, kept));
        }
        all.push((case, right));
    }
    all
}

fn at_bound(case: &Case, right: &[Scored], bound: Option<i64>) -> Vec<Filling> {
    let those = right.iter().filter(|(_, value)| reaches(case, *value, bound));
    those.map(|(answer, _)| answer.clone()).collect()
}

/// The largest number of bounds on one board.
const MOST_BOUNDS: usize = 5;

/// Returns no bound if there is no objective; otherwise some of the values of answers, and one
/// beyond.
fn some_bounds(case: &Case, right: &[Scored]) -> Vec<Option<i64>> {
    let Some(goal) = case.puzzle.describe().goal else { return vec![None] };
    let values: BTreeSet<i64> = right.iter().filter_map(|(_, value)| *value).collect();
    let step = values.len().div_ceil(MOST_BOUNDS).max(1);
    values.into_iter().step_by(step).chain([goal.largest + 1]).map(Some).collect()
}

/// Boards whose regions or signs keep symmetries, with the names of these.
const SYMMETRIC: [(&str, &str, &[&str]); 5] = [
    ("queens", "AABB\nAABB\nCCDD\nCCDD", &["half turn", "quarter turn clockwise"]),
    ("queens", "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE", &["mirror top to bottom", "half turn"]),
    ("queens", "AABB\nAABB\nCCDD\nCCDD\n# blocked r1c2\n# blocked r1c3", &["mirror left to right"]),
    (
        "three-in-a-row",
        "....\n....\n....\n....\n# eq r1c1 r1c2\n# eq r1c3 r1c4",
        &["mirror left to right"],
    ),
    (
        "three-in-a-row",
        "0...\n....\n....\n....\n# ne r1c1 r1c2\n# ne r1c1 r2c1",
        &["mirror in the diagonal"],
    ),
];

#[test]
fn regions_and_signs_keep_symmetries() {
    for (family, text, names) in SYMMETRIC {
        let family = crate::puzzles::family(family);
        let variants: &[&[&str]] =
            if family.name == "queens" { &[&[]] } else { &[&[], &["distinct-lines"]] };
        for variants in variants {
            let case = Case::open(family, crate::puzzles::board(text, variants));
            let right = right_answers(&case, NORMAL.candidates).expect("a small board");
            let all = at_bound(&case, &right, None);
            for formulation in NORMAL.formulations(&case) {
                let found = compare_orbits(&case, formulation, None, &all);
                let has = |name: &&str| found.symmetries.iter().any(|known| known == *name);
                assert!(names.iter().all(has), "{}: {:?}", case.name, found.symmetries);
            }
        }
    }
}

#[test]
fn orbits_are_counted_once() {
    for family in PUZZLES {
        let (mut compared, mut fewer) = (0, 0);
        for (case, right) in small_cases(family) {
            for bound in some_bounds(&case, &right) {
                let all = at_bound(&case, &right, bound);
                if all.is_empty() || all.len() > MOST_ANSWERS {
                    continue;
                }
                for formulation in NORMAL.formulations(&case).filter(|row| !row.of_value) {
                    let declared = case.puzzle.model(formulation).for_value(0).symmetries().len();
                    let found = compare_orbits(&case, formulation, bound, &all);
                    if case.request.text().is_none() && declared > 0 {
                        let expected = names_of_kept(&case);
                        let names: BTreeSet<String> = found.symmetries.into_iter().collect();
                        assert_eq!(names, expected, "{} in {}", case.name, formulation.name);
                    }
                    compared += 1;
                    fewer += usize::from(found.order > 1);
                }
            }
        }
        // Random regions keep no symmetry.
        let expected = if family.name == "queens" { 0 } else { 4 };
        assert!(compared > 10 && fewer >= expected, "{}: {compared}, {fewer}", family.name);
    }
}

/// Compares the orbits that a search counts and lists with those of the referee.
fn compare_orbits(
    case: &Case,
    formulation: &'static Formulation,
    bound: Option<i64>,
    all: &[Filling],
) -> OrbitCount {
    let ask = task(&case.puzzle, formulation, bound, Answers::All(None));
    let (finding, shown) = answers(&Task { up_to_symmetry: true, ..ask });
    let found = finding.orbits.expect("symmetries were asked for");
    let name = format!("{} in {}, bound {bound:?}: {found:?}", case.name, formulation.name);
    let expected = orbits(all, &found.symmetries);
    assert_eq!(finding.count, Some(expected.len() as u64), "{name}");
    assert_eq!(burnside(all, &found.symmetries), expected.len(), "{name}");
    assert_eq!(found.answers, all.len() as u64, "{name}");
    let least: BTreeSet<&Vec<String>> =
        expected.iter().map(|orbit| orbit.first().expect("an answer")).collect();
    let shown: Vec<Vec<String>> = shown.iter().map(Filling::to_rows).collect();
    assert_eq!(shown.iter().collect::<BTreeSet<_>>(), least, "{name}");
    assert_eq!(shown.len(), least.len(), "{name}: one twice");
    found
}

/// A limit counts orbits, not answers.
#[test]
fn a_limit_ends_a_count_up_to_symmetry() {
    let armies = crate::puzzles::family("armies");
    let puzzle = crate::puzzles::open(armies, &crate::puzzles::sized("4", &[]));
    let ask = task(&puzzle, &armies.formulations[0], Some(2), Answers::Count(Some(3)));
    let finding = find(&Task { up_to_symmetry: true, ..ask });
    assert_eq!((finding.count, finding.exhausted), (Some(3), false));
    assert!(finding.orbits.is_some_and(|orbits| orbits.answers > 3));
}

#[test]
fn a_stopped_explanation_has_the_reason() {
    let queens = crate::puzzles::family("queens");
    let puzzle =
        crate::puzzles::open(queens, &crate::puzzles::board("AABB\nAABB\nCCDD\nCCDD", &[]));
    let ask = task(&puzzle, &queens.formulations[0], None, Answers::Unique);
    let finding = find(&ask);
    let whole = explain(&ask, &finding, true).expect("an explanation");
    assert!(whole.forced.is_some_and(|forced| forced.complete));
    assert_eq!(whole.stopped, None);
    let asked = Stop::unlimited();
    asked.request();
    let late = Stop::unlimited().with_limit(Duration::ZERO);
    for (stop, reason) in [(asked, StopCause::Signal), (late, StopCause::Time)] {
        let ask = Task { stop, ..ask.clone() };
        let more = explain(&ask, &finding, true).expect("an explanation");
        assert_eq!((more.forced, more.stopped), (None, Some(reason)));
        let without = explain(&ask, &finding, false).expect("an explanation");
        assert_eq!(without.stopped, Some(reason), "the givens are not known");
    }
}

/// Returns whether an answer has an entry.
fn has(answer: &Filling, entry: &Entry) -> bool {
    match entry {
        Entry::Symbol(at, symbol) => answer[*at] == *symbol,
        Entry::Value(..) => panic!("a board has cells"),
    }
}

/// Returns every entry of some answer with the number of answers that have it.
fn counted_entries(all: &[Filling]) -> BTreeMap<(Cell, char), usize> {
    let mut counted = BTreeMap::new();
    for answer in all {
        for (at, &symbol) in answer.iter() {
            *counted.entry((at, symbol)).or_default() += 1;
        }
    }
    counted
}

fn as_set(entries: &[Entry]) -> BTreeSet<(Cell, char)> {
    let pairs = entries.iter().map(|entry| match entry {
        Entry::Symbol(at, symbol) => (*at, *symbol),
        Entry::Value(..) => panic!("a board has cells"),
    });
    let set: BTreeSet<(Cell, char)> = pairs.collect();
    assert_eq!(set.len(), entries.len(), "one of them twice: {entries:?}");
    set
}

#[test]
fn what_all_answers_share_and_what_leaves_one() {
    for family in PUZZLES {
        let (mut shared, mut settled) = (0, 0);
        for (case, right) in small_cases(family) {
            let mut questions = some_bounds(&case, &right);
            if case.puzzle.describe().goal.is_some() {
                questions.push(None);
            }
            for bound in questions {
                let optimal = bound.is_none().then(|| best(&case, &right)).flatten();
                let all = at_bound(&case, &right, bound.or(optimal));
                if all.len() > MOST_ANSWERS {
                    continue;
                }
                let (forced, settling) = compare_explanation(&case, bound, &all);
                shared += forced;
                settled += settling;
            }
        }
        assert!(shared >= 40 && settled >= 20, "{}: {shared}, {settled}", family.name);
    }
}

/// Compares an explanation with the list of all answers. Returns the numbers of shared entries, and
/// of givens that leave one answer, on a board with several.
fn compare_explanation(case: &Case, bound: Option<i64>, all: &[Filling]) -> (usize, usize) {
    let formulation = &case.family.formulations[0];
    let ask = task(&case.puzzle, formulation, bound, Answers::Unique);
    let name = format!("{}, bound {bound:?}", case.name);
    let finding: Finding = find(&ask);
    let more = explain(&ask, &finding, true).expect("a search without an internal error");
    let counted = counted_entries(all);
    let with = |number: usize| -> BTreeSet<(Cell, char)> {
        counted.iter().filter(|(_, count)| **count == number).map(|(entry, _)| *entry).collect()
    };
    if all.is_empty() {
        assert!(more.forced.is_none() && more.settling.is_none(), "{name}");
        return (0, 0);
    }
    let forced = more.forced.unwrap_or_else(|| panic!("{name}: nothing on what is shared"));
    assert!(forced.complete && forced.places == case.puzzle.size().area(), "{name}");
    assert_eq!(as_set(&forced.entries), with(all.len()), "{name}");
    assert_eq!(more.settling.is_some(), all.len() > 1, "{name}");
    let Some(settling) = more.settling else { return (forced.entries.len(), 0) };
    assert!(settling.complete, "{name}");
    assert_eq!(as_set(&settling.entries), with(1), "{name}");
    (forced.entries.len(), settling.entries.len())
}

/// A given that leaves one answer, added to the board, does so.
#[test]
fn a_settling_given_settles_the_board() {
    let mut settled = 0;
    for text in
        ["AAAB\nACCB\nCCDB\nCDDD", "AABB\nAABB\nCCDD\nCCDD", "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE"]
    {
        let queens = crate::puzzles::family("queens");
        let puzzle = crate::puzzles::open(queens, &crate::puzzles::board(text, &[]));
        let ask = task(&puzzle, &queens.formulations[0], None, Answers::Unique);
        let more = explain(&ask, &find(&ask), false).expect("a search without an internal error");
        assert!(more.forced.is_none());
        for entry in more.settling.iter().flat_map(|settling| &settling.entries) {
            let Entry::Symbol(at, symbol) = entry else { panic!("a board has cells") };
            let word = if *symbol == 'Q' { "given queen" } else { "blocked" };
            let text = format!("{text}\n# {word} r{}c{}", at.row + 1, at.column + 1);
            let puzzle = crate::puzzles::open(queens, &crate::puzzles::board(&text, &[]));
            let ask = task(&puzzle, &queens.formulations[0], None, Answers::Unique);
            assert_eq!(find(&ask).unique(), Some(true), "{text}");
            settled += 1;
        }
    }
    assert!(settled > 4, "{settled}");
}

/// Returns partial answers: parts of an answer, some with a changed cell.
fn partial_answers(case: &Case, random: &mut Random) -> Vec<Filling> {
    let size = case.puzzle.size();
    let symbols: Vec<char> = case.family.symbols.chars().take(size.area().max(4)).collect();
    let cells: Vec<Cell> = size.cells().collect();
    let right = right_answers(case, NORMAL.candidates).unwrap_or_default();
    let mut partial = Vec::new();
    for changes in [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2] {
        let base = match right.len() {
            0 => Grid::from_fn(size, |_| symbols[random.below(symbols.len())]),
            some => right[random.below(some)].0.clone(),
        };
        let mut shown = base;
        cells.iter().for_each(|&at| {
            if random.below(2) == 0 {
                shown[at] = OPEN;
            }
        });
        for _ in 0..changes {
            shown[cells[random.below(cells.len())]] = symbols[random.below(symbols.len())];
        }
        let known = Grid::from_fn(size, |at| Some(shown[at]).filter(|&symbol| symbol != OPEN));
        let judgement = Judgement::new(&case.puzzle, &PartialAnswer::Board(known));
        if !matches!(judgement, Judgement::Broken(_)) {
            partial.push(shown);
        }
    }
    partial
}

#[test]
fn partial_answers_stand_or_are_stuck_for_a_reason() {
    for family in PUZZLES {
        let mut random = Random(23);
        let (mut standing, mut stuck) = (0, 0);
        for (case, right) in small_cases(family) {
            let right: Vec<Filling> = right.into_iter().map(|(answer, _)| answer).collect();
            for partial in partial_answers(&case, &mut random) {
                if compare_standing(&case, &partial, &right) { standing += 1 } else { stuck += 1 }
            }
        }
        assert!(standing > 20 && stuck > 5, "{}: {standing}, {stuck}", family.name);
    }
}

/// Compares the verdict on a partial answer with all answers. Returns whether it can be completed.
fn compare_standing(case: &Case, partial: &Filling, right: &[Filling]) -> bool {
    let name = format!("{} with {:?}", case.name, partial.to_rows());
    let known = Grid::from_fn(partial.size(), |at| Some(partial[at]).filter(|&one| one != OPEN));
    let formulation = &case.family.formulations[0];
    let ask = task(&case.puzzle, formulation, None, Answers::One);
    let verdict = judge(&ask, &PartialAnswer::Board(known.clone()));
    let verdict = verdict.expect("a search without an internal error");
    let is_completable = right.iter().any(|answer| agrees(answer, &known));
    match verdict {
        Decision::Unknown => panic!("{name}: a small board is judged in time"),
        Decision::Sat(answer) => {
            let answer = answer.board().expect("an answer on a board");
            assert!(is_completable && right.contains(answer), "{name}: {answer:?}");
            assert!(agrees(answer, &known), "{name}: {answer:?}");
        }
        Decision::Unsat(CompletionFailure { fault, clash }) => {
            assert!(!is_completable, "{name}: {fault:?}");
            assert!(clash.is_none_or(|clash| clash.is_minimal), "{name}: {fault:?}");
            judge_fault(case, &known, right, &fault, &name);
        }
    }
    is_completable
}

fn judge_fault(
    case: &Case,
    known: &Grid<Option<char>>,
    right: &[Filling],
    fault: &Fault,
    name: &str,
) {
    let givens = case.puzzle.givens();
    let own = known.iter().filter(|(at, _)| givens[*at].is_none());
    let own: BTreeSet<(Cell, char)> = own.filter_map(|(at, one)| Some((at, (*one)?))).collect();
    let is_wrong = |&(at, symbol): &(Cell, char)| right.iter().all(|one| one[at] != symbol);
    match fault {
        Fault::Board => assert!(right.is_empty(), "{name}"),
        Fault::WrongEntries { entries, complete } => {
            let wrong: BTreeSet<(Cell, char)> = own.into_iter().filter(is_wrong).collect();
            assert!(*complete && !right.is_empty(), "{name}: {entries:?}");
            assert_eq!(as_set(entries), wrong, "{name}");
        }
        Fault::ConflictingEntries(entries) => {
            let together = as_set(entries);
            assert!(together.len() > 1 && together.is_subset(&own), "{name}: {entries:?}");
            assert!(!together.iter().any(is_wrong), "{name}: {entries:?}");
            let have_all = |left_out: Option<&Entry>| {
                let entries = entries.iter().filter(|one| Some(*one) != left_out);
                let entries: Vec<&Entry> = entries.collect();
                right.iter().any(|answer| entries.iter().all(|entry| has(answer, entry)))
            };
            assert!(!have_all(None), "{name}: {entries:?}");
            for entry in entries {
                assert!(have_all(Some(entry)), "{name}: without {entry}, {entries:?}");
            }
        }
        Fault::Symbol => {
            assert!(own.iter().any(is_wrong), "{name}: a symbol that no answer has");
        }
    }
}

/// A search that is stopped at once knows nothing, and says so.
#[test]
fn a_stopped_explanation_is_incomplete() {
    let rows = crate::puzzles::family("three-in-a-row");
    let puzzle = crate::puzzles::open(rows, &crate::puzzles::sized("8", &[]));
    let ask = task(&puzzle, &rows.formulations[0], None, Answers::Unique);
    let finding = find(&ask);
    let stop = quarrel::stop::Stop::unlimited();
    stop.request();
    let more = explain(&Task { stop, ..ask }, &finding, true);
    let more = more.expect("a search without an internal error");
    assert!(more.forced.is_none());
    assert!(more.settling.is_none_or(|settling| !settling.complete));
    assert_eq!(finding.status(), search::Status::Satisfiable);
}
