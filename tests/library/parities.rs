//! Compares the searches by parities with the search by clauses alone, on random windows and also
//! in shares of a plan. The searches prove the optima of large windows and of those with different
//! sides, which clauses cannot in reasonable time.

use quarrel::board::Size;
use quarrel::decision::Decision;
use quarrel::puzzle::{BoardProblem, Request};
use quarrel::puzzles::abbott_window::FAMILY;
use quarrel::search::{
    Answers, Piece, PieceOptions, Pieces, Status, Task, WorkerHints, strategy_by_name,
};
use quarrel::symmetry::Symmetries;

use crate::puzzles::{Random, board, decide, find, open, task};

fn random_window(random: &mut Random) -> (String, BoardProblem) {
    // Smaller windows have few answers, which are enumerated.
    let mut side = || if random.below(2) == 0 { 1 + random.below(9) } else { 7 + random.below(3) };
    let (rows, columns) = (side(), side());
    let share = random.below(3);
    let text = random.board((rows, columns), 60, |number| match number {
        number if number < share => '#',
        number if number < 3 * share => '.',
        _ => '?',
    });
    let variants: &[&str] = if random.below(3) == 0 { &["corners"] } else { &[] };
    (format!("{text}{variants:?}"), open(&FAMILY, &board(&text, variants)))
}

const SEARCHES: [&str; 2] = ["parity-cuts", "line-sums"];

fn compare(windows: usize, seed: u64) {
    let mut random = Random(seed);
    let mut statuses = [0; 2];
    let mut asked = [0; 2];
    while statuses.iter().sum::<usize>() < windows {
        let (name, puzzle) = random_window(&mut random);
        let ask = task(&puzzle, &FAMILY.formulations[0], None, Answers::One);
        let suited = ask.strategies();
        let by = |name: &str, threads: usize, construct: bool, symmetry: bool| {
            let ask = task(&puzzle, &FAMILY.formulations[0], None, Answers::One);
            let symmetry = if symmetry { Symmetries::Declared } else { Symmetries::Kept };
            let found = find(&Task {
                strategy: strategy_by_name(name),
                threads,
                construct,
                symmetry,
                ..ask
            });
            assert!(found.answer.is_none() || found.value().is_some());
            (found.status(), found.value())
        };
        let expected = by("linear-sat-unsat", 1, true, true);
        statuses[usize::from(expected.0 == Status::Optimal)] += 1;
        for (search, asked) in SEARCHES.into_iter().zip(&mut asked) {
            // A window of one row has no diagonals, so a search may not suit it.
            if suited.iter().all(|strategy| strategy.name != search) {
                continue;
            }
            *asked += 1;
            let (threads, construct, symmetry) =
                (1 + random.below(3), random.below(2) == 0, random.below(2) == 0);
            assert_eq!(by(search, threads, construct, symmetry), expected, "{search}: {name}");
            decide(&puzzle, &FAMILY.formulations[0], search, expected.1, &name);
        }
    }
    assert!(statuses.iter().all(|&number| number > windows / 50), "{statuses:?}");
    assert!(asked.iter().all(|&number| number > windows / 2), "{asked:?}");
}

#[test]
fn all_searches_say_the_same_of_random_windows() {
    compare(12, 1);
}

#[test]
#[ignore = "long: minutes"]
fn all_searches_say_the_same_of_many_random_windows() {
    compare(400, 2);
}

#[test]
fn shares_cover_a_bound() {
    let mut random = Random(5);
    for number in 0..20 {
        let (name, puzzle) = random_window(&mut random);
        let ask = task(&puzzle, &FAMILY.formulations[0], None, Answers::One);
        let Some(optimum) = find(&ask).value() else { continue };
        for bound in [optimum, optimum + 1] {
            let ask = task(&puzzle, &FAMILY.formulations[0], Some(bound), Answers::One);
            let ask = Task { strategy: strategy_by_name("parity-cuts"), construct: false, ..ask };
            let Ok(pieces) = Pieces::for_task(&ask) else { continue };
            let whole = pieces.root();
            let shares = whole.share().expect("the search divides it").divide(1 + number % 5);
            let terms = || PieceOptions { conflicts: None, proof: None, stop: &ask.stop };
            let reached = shares.into_iter().filter(|&share| {
                let worked = pieces.work(&Piece::Share(share), WorkerHints::default(), terms());
                match worked.expect("it suits").0 {
                    Decision::Sat(_) => true,
                    Decision::Unsat(()) => false,
                    Decision::Unknown => panic!("no limit stops it"),
                }
            });
            assert_eq!(reached.count() > 0, bound == optimum, "{name} at {bound}");
        }
    }
}

/// Sides 19 and 21 are proved by profiles, 27 because no profile remains, the others by the dual.
#[test]
fn large_windows_are_proved() {
    for (side, lit) in [(19, 336), (21, 414), (23, 500), (25, 594), (27, 694)] {
        let size = Size::new(side, side).ok();
        let puzzle = FAMILY.open(&Request { size, ..Request::default() }).expect("an open window");
        let found = find(&task(puzzle.as_problem(), &FAMILY.formulations[0], None, Answers::One));
        assert_eq!(
            (found.status(), found.value()),
            (Status::Optimal, Some(lit)),
            "{side} × {side}"
        );
    }
}

/// Elimination shows this at once, clauses do not.
#[test]
fn a_window_without_an_answer_is_known_at_once() {
    let text = format!(".{}\n", "?".repeat(40)) + &vec!["?".repeat(41); 39].join("\n");
    let puzzle = open(&FAMILY, &board(&text, &[]));
    let ask = task(&puzzle, &FAMILY.formulations[0], None, Answers::One);
    let found = find(&Task { explain: false, ..ask });
    assert_eq!(found.status(), Status::Unsatisfiable);
}

/// SCIP or CP-SAT confirms those up to 14 × 15 (`benches/peers/run`).
#[test]
fn windows_with_different_sides_are_proved() {
    for (rows, columns, lit) in [
        (3, 16, 0),
        (3, 80, 0),
        (10, 11, 92),
        (10, 13, 112),
        (12, 13, 136),
        (13, 14, 162),
        (14, 15, 188),
        (16, 19, 280),
        (18, 19, 316),
        (19, 20, 352),
    ] {
        for variants in [&[][..], &["corners"]] {
            let text = vec!["?".repeat(columns); rows].join("\n");
            let puzzle = open(&FAMILY, &board(&text, variants));
            let found = find(&task(&puzzle, &FAMILY.formulations[0], None, Answers::One));
            let name = format!("{rows} × {columns} {variants:?}");
            assert_eq!((found.status(), found.value()), (Status::Optimal, Some(lit)), "{name}");
        }
    }
}

#[test]
fn the_last_report_is_of_the_whole_tree() {
    for (rows, columns, lit) in [(10, 11, 92), (15, 16, 216)] {
        let text = vec!["?".repeat(columns); rows].join("\n");
        let puzzle = open(&FAMILY, &board(&text, &[]));
        let programs = [1, 1, 2].map(|threads| {
            let ask = task(&puzzle, &FAMILY.formulations[0], None, Answers::One);
            let found = find(&Task { threads, ..ask });
            let cubes = found.statistics.cubes.expect("a tree");
            assert_eq!(found.value(), Some(lit));
            assert!((cubes.share - 1.0).abs() < 1e-9, "{threads} threads: {cubes:?}");
            cubes.bounded
        });
        assert_eq!(programs[0], programs[1], "one thread takes the same way again");
    }
}

/// A bound that no answer has is decided as fast as the next better one.
#[test]
fn odd_bounds_are_decided_as_even_ones() {
    let programs = |size: (usize, usize), bound: i64| {
        let size = Size::new(size.0, size.1).expect("a size");
        let puzzle = open(&FAMILY, &Request { size: Some(size), ..Request::default() });
        let found = find(&task(&puzzle, &FAMILY.formulations[0], Some(bound), Answers::One));
        assert_eq!(found.status(), Status::Unsatisfiable, "{size}: {bound}");
        found.statistics.cubes.expect("a tree").bounded
    };
    for (size, odd) in [((12, 13), 137), ((13, 10), 113), ((10, 11), 93)] {
        assert_eq!(programs(size, odd), programs(size, odd + 1), "{size:?}");
    }
}
