//! The search by line sums against the search by clauses alone: on random windows both say the same. Large
//! windows are proved, which clauses cannot in any time.

use quarrel::board::Size;
use quarrel::puzzle::{Puzzle, Request};
use quarrel::puzzles::abbott_window::FAMILY;
use quarrel::search::{Question, Status, Task, strategy};
use quarrel::symmetry::Symmetries;

use crate::puzzles::{Random, board, decide, find, open, task};

/// A window of some size with some panes given.
fn random_window(random: &mut Random) -> (String, Box<dyn Puzzle>) {
    let (rows, columns) = (1 + random.below(9), 1 + random.below(9));
    let share = random.below(3);
    let text = random.board((rows, columns), 60, |number| match number {
        number if number < share => '#',
        number if number < 3 * share => '.',
        _ => '?',
    });
    let variants: &[&str] = if random.below(3) == 0 { &["corners"] } else { &[] };
    (format!("{text}{variants:?}"), open(&FAMILY, &board(&text, variants)))
}

fn compare(windows: usize, seed: u64) {
    let mut random = Random(seed);
    let mut statuses = [0; 2];
    while statuses.iter().sum::<usize>() < windows {
        let (name, puzzle) = random_window(&mut random);
        // A window of one row has no diagonals, and need not suit.
        let ask = task(&puzzle, &FAMILY.formulations[0], None, Question::One);
        if ask.strategies().iter().all(|strategy| strategy.name != "line-sums") {
            continue;
        }
        let by = |name: &str, threads: usize, construct: bool, symmetry: bool| {
            let ask = task(&puzzle, &FAMILY.formulations[0], None, Question::One);
            let symmetry = if symmetry { Symmetries::Declared } else { Symmetries::Kept };
            let found =
                find(&Task { strategy: strategy(name), threads, construct, symmetry, ..ask });
            assert!(found.answer.is_none() || found.value.is_some());
            (found.status, found.value)
        };
        let expected = by("linear-sat-unsat", 1, true, true);
        statuses[usize::from(expected.0 == Status::Optimal)] += 1;
        let (threads, construct, symmetry) =
            (1 + random.below(2), random.below(2) == 0, random.below(2) == 0);
        assert_eq!(by("line-sums", threads, construct, symmetry), expected, "{name}");
        decide(&puzzle, &FAMILY.formulations[0], "line-sums", expected.1, &name);
    }
    assert!(statuses.iter().all(|&number| number > windows / 50), "{statuses:?}");
}

#[test]
fn line_sums_and_clauses_say_the_same_of_random_windows() {
    compare(60, 1);
}

#[test]
#[ignore = "long: minutes"]
fn line_sums_and_clauses_say_the_same_of_many_random_windows() {
    compare(1000, 2);
}

/// The optima: 19 and 21 by search through profiles, 27 since none is left, the others by the dual.
#[test]
fn large_windows_are_proved() {
    for (side, lit) in [(19, 336), (21, 414), (23, 500), (25, 594), (27, 694)] {
        let size = Size::new(side, side).ok();
        let puzzle = FAMILY.open(&Request { size, ..Request::default() }).expect("an open window");
        let found = find(&task(puzzle.as_problem(), &FAMILY.formulations[0], None, Question::One));
        assert_eq!((found.status, found.value), (Status::Optimal, Some(lit)), "{side} × {side}");
    }
}
