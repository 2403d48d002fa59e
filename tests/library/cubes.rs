//! Compares the search by cubes with the search by clauses alone, on random boards.

use quarrel::puzzle::BoardProblem;
use quarrel::puzzles::armies::FAMILY;
use quarrel::search::{Answers, Status, Task, strategy_by_name};

use crate::puzzles::{Random, board, decide, find, open, task};

fn random_board(random: &mut Random) -> (String, BoardProblem) {
    let (rows, columns) = (2 + random.below(5), 2 + random.below(6));
    let share = random.below(4);
    let text = random.board((rows, columns), 60, |number| match number {
        number if number < share => 'W',
        number if number < 2 * share => 'B',
        number if number < 4 * share => '.',
        _ => '?',
    });
    let variant = format!("at-least={}", random.below(rows * columns / 3 + 1));
    let variants = [variant.as_str()];
    let variants = if random.below(2) == 0 { &variants[..] } else { &[] };
    (format!("{text}{variants:?}"), open(&FAMILY, &board(&text, variants)))
}

fn compare(boards: usize, seed: u64) {
    let mut random = Random(seed);
    let mut statuses = [0; 2];
    for _ in 0..boards {
        let (name, puzzle) = random_board(&mut random);
        let formulation = &FAMILY.formulations[random.below(2)];
        let by = |name: &str, threads: usize, construct: bool| {
            let ask = task(&puzzle, formulation, None, Answers::One);
            let found = find(&Task { strategy: strategy_by_name(name), threads, construct, ..ask });
            assert!(found.answer.is_none() || found.value().is_some());
            (found.status(), found.value())
        };
        let expected = by("linear-sat-unsat", 1, true);
        statuses[usize::from(expected.0 == Status::Optimal)] += 1;
        let threads = 1 + random.below(2);
        assert_eq!(by("cubes", threads, random.below(2) == 0), expected, "{name}");
        decide(&puzzle, formulation, "cubes", expected.1, &name);
    }
    assert!(statuses.iter().all(|&number| number > boards / 50), "{statuses:?}");
}

#[test]
fn cubes_and_clauses_say_the_same_of_random_boards() {
    compare(60, 1);
}

#[test]
#[ignore = "long: minutes"]
fn cubes_and_clauses_say_the_same_of_many_random_boards() {
    compare(500, 2);
}
