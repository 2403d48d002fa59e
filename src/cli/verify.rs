//! `quarrel verify`: whether an answer keeps the rules.

use clap::Args;
use serde_json::{Value, json};

use super::board::{self, Board};
use super::output::{Output, Report};
use super::{Ending, Failure, family};
use crate::board::Grid;
use crate::family::Family;
use crate::puzzle::{Answer, Broken, OPEN, Puzzle, broken_so_far, read_partial_answer};
use crate::source::Refusal;

/// Check an answer by the rules
#[derive(Args)]
pub(super) struct Verify {
    #[command(flatten)]
    board: Board,
    /// The answer: its text, with `?` for open cells, or the JSON of `solve`; `-` for standard input
    #[arg(long, value_name = "FILE")]
    answer: String,
    /// How to say what comes of it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

impl Verify {
    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        if self.board.is_standard_input() && self.answer == "-" {
            return Err(Refusal::new(
                "the board and the answer cannot both come from standard input",
                "one of them in a file",
            )
            .into());
        }
        let family = family(families, &self.board.family);
        let puzzle = self.board.open(family)?;
        let partial = read_partial_answer(&board::read(&self.answer)?, family.symbols)?;
        let verdict = Verdict::of(&*puzzle, &partial);
        let text = match self.format {
            Report::Text => in_text(&*puzzle, &verdict),
            Report::Json => format!("{:#}\n", in_json(family, &*puzzle, &verdict)),
        };
        Output::standard().print(&text)?;
        Ok(verdict.ending())
    }
}

/// What comes of an answer.
enum Verdict {
    /// It keeps the rules, with this value of the objective where there is one.
    Valid(Option<u64>),
    /// Some cells are open, so many, and the others break nothing that the room can see.
    Open(usize),
    /// It breaks a rule.
    Broken(Broken),
}

impl Verdict {
    fn of(puzzle: &dyn Puzzle, partial: &Grid<Option<char>>) -> Verdict {
        let open = partial.iter().filter(|(_, symbol)| symbol.is_none()).count();
        if open > 0 {
            return broken_so_far(puzzle, partial).map_or(Verdict::Open(open), Verdict::Broken);
        }
        let answer = Answer::from_fn(partial.size(), |at| partial[at].unwrap_or(OPEN));
        puzzle.check(&answer).map_or_else(Verdict::Broken, Verdict::Valid)
    }

    fn ending(&self) -> Ending {
        match self {
            Verdict::Valid(_) => Ending::Answered,
            Verdict::Open(_) => Ending::Stopped,
            Verdict::Broken(_) => Ending::Denied,
        }
    }
}

fn in_text(puzzle: &dyn Puzzle, verdict: &Verdict) -> String {
    match (verdict, puzzle.goal()) {
        (Verdict::Valid(Some(value)), Some(goal)) => format!("valid: {} {value}\n", goal.name),
        (Verdict::Valid(_), _) => "valid\n".to_owned(),
        (Verdict::Open(1), _) => "so far nothing is broken; 1 cell is open\n".to_owned(),
        (Verdict::Open(open), _) => format!("so far nothing is broken; {open} cells are open\n"),
        (Verdict::Broken(broken), _) => format!("broken: {broken}\n"),
    }
}

fn in_json(family: &Family, puzzle: &dyn Puzzle, verdict: &Verdict) -> Value {
    let size = puzzle.size();
    let (valid, value, open, broken) = match verdict {
        Verdict::Valid(value) => (Some(true), *value, 0, None),
        Verdict::Open(open) => (None, None, *open, None),
        Verdict::Broken(broken) => (Some(false), None, 0, Some(broken)),
    };
    let objective = puzzle
        .goal()
        .map(|goal| json!({"sense": goal.sense.name(), "name": goal.name, "value": value}));
    let broken = broken.map(|broken| {
        let cells = broken.cells.iter().map(|cell| json!([cell.row, cell.column]));
        json!({"rule": broken.rule, "cells": cells.collect::<Value>()})
    });
    json!({
        "family": family.name,
        "size": [size.rows(), size.columns()],
        "variant": puzzle.variants(),
        "valid": valid,
        "open": open,
        "objective": objective,
        "broken": broken,
    })
}
