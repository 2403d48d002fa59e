//! Checks costs of cells in Queens and prices of panes in a window: random boards by every search,
//! against a referee with separate rules that tries every placement.

use quarrel::board::{Cell, cell};
use quarrel::deduce::Rules;
use quarrel::encode::Encodings;
use quarrel::export::{Export, find_format};
use quarrel::model::Sense;
use quarrel::prepare::Preparation;
use quarrel::problem::Problem;
use quarrel::puzzle::BoardProblem;
use quarrel::search::{self, Answers, SearchError, Status, Task};
use quarrel::stop::Stop;
use quarrel::symmetry::Symmetries;

use crate::puzzles::{self, board, task};

#[derive(Clone, Copy, Debug)]
enum Numbers {
    From(i64, i64),
    /// Numbers of a few values that are far apart.
    Levels,
    /// Numbers that are symmetric from left to right.
    Mirrored,
}

const KINDS: [Numbers; 8] = [
    Numbers::From(0, 1),
    Numbers::From(-1, 1),
    Numbers::From(1, 5),
    Numbers::From(-9, 9),
    Numbers::From(-20, -1),
    Numbers::From(4, 4),
    Numbers::Levels,
    Numbers::Mirrored,
];

impl Numbers {
    fn drawn(self, (rows, columns): (usize, usize), random: &mut fastrand::Rng) -> Vec<Vec<i64>> {
        let number = |random: &mut fastrand::Rng| match self {
            Numbers::From(first, last) => random.i64(first..=last),
            Numbers::Mirrored => random.i64(-3..=5),
            Numbers::Levels => {
                let level = random.choice([0, 1, 1_000, 5_000_000_000, 1 << 50]).expect("some");
                if random.bool() { level } else { -level }
            }
        };
        let mut numbers: Vec<Vec<i64>> =
            (0..rows).map(|_| (0..columns).map(|_| number(random)).collect()).collect();
        if matches!(self, Numbers::Mirrored) {
            for row in &mut numbers {
                (0..columns / 2).for_each(|left| row[columns - 1 - left] = row[left]);
            }
        }
        numbers
    }
}

struct Drawn {
    family: &'static str,
    text: String,
    corners: bool,
    sense: Sense,
    values: Vec<i64>,
}

impl Drawn {
    fn queens(kind: Numbers, random: &mut fastrand::Rng) -> Drawn {
        let n = random.usize(1..=6);
        let costs = kind.drawn((n, n), random);
        let placements = placements(n);
        // The regions fit a placement, which then is an answer; or they are random.
        let hidden = random.choice(&placements).filter(|_| random.u8(..4) > 0);
        let region = |row: usize, column: usize, random: &mut fastrand::Rng| match hidden {
            Some(queens) if queens[row] == column => row,
            _ => random.usize(..n),
        };
        let regions: Vec<Vec<usize>> =
            (0..n).map(|row| (0..n).map(|column| region(row, column, random)).collect()).collect();
        let is_answer = |queens: &&Vec<usize>| {
            let mut met: Vec<usize> = (0..n).map(|row| regions[row][queens[row]]).collect();
            met.sort_unstable();
            met.dedup();
            met.len() == n
        };
        let cost = |queens: &Vec<usize>| (0..n).map(|row| costs[row][queens[row]]).sum();
        let letter = |&region: &usize| char::from(b'A' + u8::try_from(region).expect("six"));
        let rows = regions.iter().map(|row| row.iter().map(letter).collect::<String>() + "\n");
        let text = rows.collect::<String>() + &lines("costs", &costs);
        let values = placements.iter().filter(is_answer).map(cost).collect();
        Drawn { family: "queens", text, corners: false, sense: Sense::Minimise, values }
    }

    fn window(kind: Numbers, random: &mut fastrand::Rng) -> Drawn {
        let (rows, columns) =
            random.choice([(1, 4), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (2, 6)]).expect("some");
        let prices = kind.drawn((rows, columns), random);
        let corners = random.u8(..3) == 0;
        let given = |random: &mut fastrand::Rng| match random.u8(..18) {
            0 => '.',
            1 => '#',
            _ => '?',
        };
        let givens: Vec<char> = (0..rows * columns).map(|_| given(random)).collect();
        let lit = |bits: u32, at: Cell| bits >> (at.row * columns + at.column) & 1 == 1;
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column)));
        let is_given = |bits: u32, at: Cell| match givens[at.row * columns + at.column] {
            '.' => lit(bits, at),
            '#' => !lit(bits, at),
            _ => true,
        };
        let is_even = |bits: u32, line: &dyn Fn(Cell) -> usize, least: usize| {
            let mut lines = vec![(0, 0); rows + columns];
            for at in cells() {
                let of = &mut lines[line(at)];
                *of = (of.0 + 1, of.1 + usize::from(lit(bits, at)));
            }
            lines.iter().all(|&(panes, lit)| panes < least || lit % 2 == 0)
        };
        let least = if corners { 1 } else { 2 };
        let is_answer = |&bits: &u32| {
            cells().all(|at| is_given(bits, at))
                && is_even(bits, &|at| at.row, 1)
                && is_even(bits, &|at| at.column, 1)
                && is_even(bits, &|at| at.row + at.column, least)
                && is_even(bits, &|at| at.row + columns - 1 - at.column, least)
        };
        let price = |bits| {
            cells().filter(|&at| lit(bits, at)).map(|at| prices[at.row][at.column]).sum::<i64>()
        };
        let values = (0..1 << (rows * columns)).filter(is_answer).map(price).collect();
        let shown = givens.chunks(columns).map(|row| row.iter().collect::<String>() + "\n");
        let text = shown.collect::<String>() + &lines("prices", &prices);
        Drawn { family: "abbott-window", text, corners, sense: Sense::Maximise, values }
    }

    fn open(&self) -> BoardProblem {
        let variants: &[&str] = if self.corners { &["corners"] } else { &[] };
        puzzles::open(puzzles::family(self.family), &board(&self.text, variants))
    }

    fn best(&self) -> Option<i64> {
        match self.sense {
            Sense::Minimise => self.values.iter().min().copied(),
            Sense::Maximise => self.values.iter().max().copied(),
        }
    }

    fn reaching(&self, bound: i64) -> u64 {
        self.values.iter().filter(|&&value| self.sense.reaches(value, bound)).count() as u64
    }
}

/// Returns all placements of queens, as the column of each row: one queen in each column, none
/// touching the next.
fn placements(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for row in 0..n {
        let longer = all.iter().flat_map(|queens: &Vec<usize>| {
            let is_free = |column: &usize| {
                !queens.contains(column) && (row == 0 || queens[row - 1].abs_diff(*column) > 1)
            };
            (0..n).filter(is_free).map(|column| [&queens[..], &[column]].concat())
        });
        all = longer.collect();
    }
    all
}

fn lines(name: &str, numbers: &[Vec<i64>]) -> String {
    let line = |row: &Vec<i64>| {
        let words: Vec<String> = row.iter().map(i64::to_string).collect();
        format!("# {name} {}\n", words.join(" "))
    };
    numbers.iter().map(line).collect()
}

fn drawn(seed: u64, number: usize) -> impl Iterator<Item = (usize, Drawn)> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..number).zip(KINDS.into_iter().cycle()).map(move |(index, kind)| {
        let one = if (index / KINDS.len()).is_multiple_of(2) {
            Drawn::queens(kind, &mut random)
        } else {
            Drawn::window(kind, &mut random)
        };
        (index, one)
    })
}

#[test]
fn the_optimum_is_that_of_brute_force_by_every_search() {
    let (mut searches, mut refused, mut without) = (0, 0, 0);
    for (index, one) in drawn(51, 240) {
        let (puzzle, best) = (one.open(), one.best());
        let formulations = puzzles::family(one.family).formulations;
        let status = best.map_or(Status::Unsatisfiable, |_| Status::Optimal);
        without += usize::from(best.is_none());
        let base = task(&puzzle, &formulations[index % formulations.len()], None, Answers::One);
        for strategy in base.strategies() {
            for (symmetry, construct) in [(Symmetries::Declared, true), (Symmetries::Kept, false)] {
                let ask = Task { symmetry, construct, ..base.clone() };
                let threads = 1 + index % 2;
                let ask = Task { strategy: Some(strategy), threads, ..ask };
                match search::run(&ask, &mut |_| {}) {
                    Ok(found) => {
                        let said = (found.status(), found.value());
                        assert_eq!(said, (status, best), "{}\n{}", strategy.name, one.text);
                        searches += 1;
                    }
                    Err(SearchError::Encoding(_)) if strategy.demands => refused += 1,
                    Err(error) => panic!("{error}: {}\n{}", strategy.name, one.text),
                }
            }
        }
    }
    assert!(searches > 1000 && refused < 350 && without > 10, "{searches} {refused} {without}");
}

/// The largest range of an objective for which a search never refuses a bound.
const MOST_WRITTEN: i64 = 500;

#[test]
fn answers_are_counted_at_every_bound() {
    let mut counted = 0;
    for (_, one) in drawn(52, 240) {
        let puzzle = one.open();
        let formulation = &puzzles::family(one.family).formulations[0];
        let goal = puzzle.describe().goal.expect("the least or the largest sum");
        let mut ask = |bound, question, expected: u64| match search::run(
            &task(&puzzle, formulation, bound, question),
            &mut |_| {},
        ) {
            Ok(found) => {
                let is_answered = found.status() != Status::Unsatisfiable;
                assert_eq!(is_answered, expected > 0, "{bound:?}\n{}", one.text);
                assert!(
                    found.count.is_none_or(|count| count == expected),
                    "{bound:?}\n{}",
                    one.text
                );
                counted += usize::from(found.count.is_some());
            }
            Err(SearchError::Encoding(_)) if goal.largest - goal.least > MOST_WRITTEN => {}
            Err(error) => panic!("{error}: {bound:?}\n{}", one.text),
        };
        let best = one.best();
        ask(None, Answers::Count(None), best.map_or(0, |best| one.reaching(best)));
        let Some(best) = best else { continue };
        for bound in [best - 1, best, best + 1, best - 7, best + 7] {
            ask(Some(bound), Answers::One, one.reaching(bound));
            ask(Some(bound), Answers::Count(None), one.reaching(bound));
        }
    }
    assert!(counted > 700, "{counted}");
}

#[test]
fn the_symmetries_of_a_window_are_those_that_keep_its_prices() {
    let (mut kept, mut lost) = (0, 0);
    for (_, one) in drawn(53, 160).filter(|(_, one)| one.family == "abbott-window") {
        let puzzle = one.open();
        let model = puzzle.model(&puzzles::family(one.family).formulations[0]).for_value(0);
        let prices: Vec<Vec<i64>> = one
            .text
            .lines()
            .filter_map(|line| {
                let words = line.strip_prefix("# prices ")?.split(' ');
                Some(words.map(|word| word.parse().expect("a price")).collect())
            })
            .collect();
        let price = |at: Cell| prices[at.row][at.column];
        let mut expected = Vec::new();
        for symmetry in puzzle.size().symmetries() {
            if puzzle.size().cells().all(|at| price(at) == price(symmetry.image(at))) {
                expected.push(symmetry.name());
                kept += 1;
            } else {
                lost += 1;
            }
        }
        let declared: Vec<&str> = model.symmetries().iter().map(|one| &one.name[..]).collect();
        assert_eq!(declared, expected, "{}", one.text);
    }
    assert!(kept > 50 && lost > 50, "{kept} {lost}");
}

#[test]
fn windows_are_constructed_by_their_prices() {
    let mut found = 0;
    for (_, one) in drawn(55, 240).filter(|(_, one)| one.family == "abbott-window") {
        let puzzle = one.open();
        let answers = puzzle.construct(1, &Stop::unlimited());
        let best = answers.iter().map(|answer| puzzle.check(answer).expect("a right answer"));
        assert_eq!(best.max().flatten(), one.best(), "{}", one.text);
        found += answers.len();
    }
    assert!(found > 80, "{found}");
}

#[test]
fn exports_have_the_same_optimum() {
    let mut read = 0;
    for (_, one) in drawn(54, 160) {
        let (puzzle, best) = (one.open(), one.best());
        let (rules, stop) = (Rules::none(), Stop::unlimited());
        // LP and MPS use integers for parities, which no model file has.
        let is_window = one.family == "abbott-window";
        let formats: &[&str] = if is_window { &["opb"] } else { &["opb", "lp", "mps"] };
        for &name in formats {
            let preparation = Preparation {
                problem: &puzzle,
                formulation: &puzzles::family(one.family).formulations[0],
                rules: &rules,
                symmetry: Symmetries::Kept,
                stop: &stop,
            };
            let encodings = Encodings::default();
            let export =
                Export { preparation, encodings, bound: None, scramble: None, title: Vec::new() };
            let mut text = Vec::new();
            let format = find_format(name).expect("a format of the list");
            format.export(&export, &mut text).expect("a form for sums with weights");
            let text = String::from_utf8(text).expect("a text");
            let file = crate::model_files::opened(name, &text).expect("a file of our own");
            let found = crate::model_files::found(&file, 0, Answers::One, None);
            let is_turned = file.info().goal.is_some_and(|goal| goal.sense != one.sense);
            let value = found.value().map(|value| if is_turned { -value } else { value });
            assert_eq!(value, best, "{name}\n{}\n{text}", one.text);
            read += usize::from(value.is_some());
        }
    }
    assert!(read > 150, "{read}");
}
