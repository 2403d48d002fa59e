//! Sentences drawn by a seed, each with its board, for a reader.

use quarrel::board::Cell;
use quarrel::generate::{Grading, NextBoard, Series};
use quarrel::hint::{Oracle, Step, words};
use quarrel::picture::{Mark, text};
use quarrel::puzzle::{Filling, OPEN, Puzzle, Request};
use quarrel::solver;
use quarrel::source::list_words;

use super::{Hinted, family_called};

/// A kind of boards: what it is called, its family, side, variants, whether it has signs, and its
/// share of the sentences, in twelfths.
struct Kind {
    about: &'static str,
    family: &'static str,
    side: u8,
    variants: &'static [(&'static str, Option<usize>)],
    signs: bool,
    share: u64,
}

const KINDS: [Kind; 5] = [
    Kind {
        about: "Two stars in each row, column and region; no two stars touch, not even at a corner",
        family: "queens",
        side: 8,
        variants: &[("stars", Some(2))],
        signs: false,
        share: 3,
    },
    Kind {
        about: "Tango: as many 0s as 1s in each row and column, no three alike in succession; = \
                joins equal cells, × unequal ones",
        family: "three-in-a-row",
        side: 6,
        variants: &[],
        signs: true,
        share: 3,
    },
    Kind {
        about: "Queens: one in each row, column and region; no two queens touch",
        family: "queens",
        side: 8,
        variants: &[],
        signs: false,
        share: 3,
    },
    Kind {
        about: "Binairo: as many 0s as 1s in each row and column, no three alike in succession, no \
                two rows and no two columns equal",
        family: "three-in-a-row",
        side: 8,
        variants: &[("distinct-lines", None)],
        signs: false,
        share: 2,
    },
    Kind {
        about: "ABC Path: the letters A to Y, each beside the next, also at a corner; each letter \
                is in the row, column or diagonal of its clue",
        family: "abc-path",
        side: 5,
        variants: &[],
        signs: false,
        share: 1,
    },
];

/// Prints sentences in the form of a Markdown page.
pub fn print(seed: u64, number: u64) {
    println!(
        "Each sentence is a step of a puzzle from the board above it. Cells are (row,column),"
    );
    println!("both from 1; × is a cell that is crossed out. Is the sentence true, and a reason?");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut place = 0;
    for kind in &KINDS {
        println!("\n## {}", kind.about);
        for _ in 0..number * kind.share / 12 {
            place += 1;
            let board = kind.board(random.u64(..1_000_000));
            let steps = &board.advice.plan.steps;
            let step = &steps[random.usize(..steps.len())];
            println!("\n{place}. {}\n", step.stages[2]);
            println!("```\n{}```", drawn(&*board.puzzle, step));
            if kind.family == "abc-path" {
                let facts: Vec<String> =
                    step.facts.iter().map(|&fact| words::describe(fact)).collect();
                if !facts.is_empty() {
                    println!("\nThe step uses that {}.", list_words(&facts));
                }
            }
        }
    }
}

impl Kind {
    /// Makes a board with its hints.
    fn board(&self, seed: u64) -> Hinted {
        let family = family_called(self.family);
        let size = Some(self.side.to_string().parse().expect("a size"));
        let variants = self.variants.iter().map(|(name, value)| ((*name).to_owned(), *value));
        let request = Request { size, variants: variants.collect(), ..Request::default() };
        let fresh_solver = || -> Box<dyn Oracle> { Box::new(solver::small_question_solver()) };
        let series = Series::new(family, request, self.signs, &fresh_solver);
        let series = series.expect("boards can be made").with_seed(seed);
        let mut series = series.with_grading(Grading::Off);
        let Ok(NextBoard::Board(board)) = series.next_board(&mut |_| {}) else {
            panic!("{} {seed} makes no board", self.family)
        };
        let puzzle = board.opened.into_puzzle().expect("makers make boards");
        Hinted::of(family, puzzle, &format!("{} {seed}", self.family))
    }
}

/// Draws the board before a step. Cells that are crossed out are marked.
fn drawn(puzzle: &dyn Puzzle, step: &Step) -> String {
    let board = &step.before;
    let filled = Filling::from_fn(board.size(), |at| board[at].unwrap_or(OPEN));
    let mut picture = puzzle.picture(Some(&filled));
    let margin = picture.rows().saturating_sub(board.size().rows()) / 2;
    for at in board.size().cells().filter(|&at| board[at] == Some('.')) {
        let Cell { row, column } = at;
        let spot = (row + margin, column + margin);
        if !picture.has_mark(spot) {
            picture.set_mark(spot, Mark::letter('×'));
        }
    }
    let style = text::Style { colour: false, columns: None };
    text::draw(&picture, style) + &text::legend(&picture, style)
}
