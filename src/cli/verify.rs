//! `quarrel verify`: whether an answer keeps the rules.

use clap::Args;
use serde_json::{Value, json};

use super::board::{self, Board};
use super::output::{Output, Report};
use super::{Ending, Failure, family};
use crate::family::Family;
use crate::puzzle::{Broken, Puzzle, read_answer};
use crate::source::Refusal;

/// Check an answer by the rules
#[derive(Args)]
pub(super) struct Verify {
    #[command(flatten)]
    board: Board,
    /// The answer: its text, or the JSON of `solve`; `-` for standard input
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
        let answer = read_answer(&board::read(&self.answer)?, family.symbols)?;
        let verdict = puzzle.check(&answer);
        let text = match self.format {
            Report::Text => in_text(&*puzzle, &verdict),
            Report::Json => format!("{:#}\n", in_json(family, &*puzzle, &verdict)),
        };
        Output::standard().print(&text)?;
        Ok(if verdict.is_ok() { Ending::Answered } else { Ending::Denied })
    }
}

fn in_text(puzzle: &dyn Puzzle, verdict: &Result<Option<u64>, Broken>) -> String {
    match (verdict, puzzle.goal()) {
        (Ok(Some(value)), Some(goal)) => format!("valid: {} {value}\n", goal.name),
        (Ok(_), _) => "valid\n".to_owned(),
        (Err(broken), _) => format!("broken: {broken}\n"),
    }
}

fn in_json(family: &Family, puzzle: &dyn Puzzle, verdict: &Result<Option<u64>, Broken>) -> Value {
    let size = puzzle.size();
    let objective = puzzle.goal().map(|goal| {
        json!({"sense": goal.sense.name(), "name": goal.name, "value": verdict.as_ref().ok()})
    });
    let broken = verdict.as_ref().err().map(|broken| {
        let cells = broken.cells.iter().map(|cell| json!([cell.row, cell.column]));
        json!({"rule": broken.rule, "cells": cells.collect::<Value>()})
    });
    json!({
        "family": family.name,
        "size": [size.rows(), size.columns()],
        "variant": puzzle.variants(),
        "valid": verdict.is_ok(),
        "objective": objective,
        "broken": broken,
    })
}
