//! `quarrel verify`: the check that an answer obeys the rules.

use clap::Args;
use serde_json::{Value, json};

use super::board::{BoardArgs, BoardTerms};
use super::output::{Output, ReportForm, pretty_json};
use super::{Ending, Failure, family, signals};
use crate::board::Size;
use crate::family::{Family, Opened, files};
use crate::problem::{AnswerVerdict, Problem};
use crate::puzzle::rows_filled_in;
use crate::source::Refusal;
use crate::stop::Stop;

use partial::PartialVerdict;

mod partial;

/// Check an answer by the rules
#[derive(Args)]
pub(super) struct Verify {
    #[command(flatten)]
    board: BoardArgs,
    /// The answer: its text with `?` for open cells, JSON of `solve`, or for a model `v` lines or a
    /// solver's solution file; `-` is standard input. By default the cells that a player has filled
    /// in, if the board's text has them (pzprv3, saved games of Unruly)
    #[arg(long, value_name = "FILE")]
    answer: Option<String>,
    /// If some cells are open and no rule is broken so far, say whether the answer can be
    /// completed, and if not, which cell is wrong and why
    #[arg(long)]
    partial: bool,
    /// Format of the verdict
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportForm,
}

impl Verify {
    pub fn boards(&self) -> (&BoardTerms, &[String]) {
        self.board.named()
    }

    pub fn run(&self, families: &[&'static Family], stop: &Stop) -> Result<Ending, Failure> {
        if self.board.is_standard_input() && self.answer.as_deref() == Some("-") {
            return Err(Refusal::new(
                "the board and the answer cannot both come from standard input",
                "one of them in a file",
            )
            .into());
        }
        let family = family(families, &self.board.family);
        let opened = self.board.open(family)?;
        let rows = match &self.answer {
            Some(name) => opened.read_answer(&files::read(name)?, family.symbols)?,
            None => opened.as_puzzle().and_then(rows_filled_in).ok_or_else(|| {
                let found = "a board without cells that a player has filled in";
                Refusal::new(found, "--answer FILE")
            })?,
        };
        let verdict = AnswerVerdict::of(opened.as_problem(), &rows);
        let partial = match verdict {
            AnswerVerdict::Open(_) if self.partial => {
                signals::heed(stop);
                Some(PartialVerdict::of(family, &opened, &rows, stop)?)
            }
            _ => None,
        };
        let text = match self.format {
            ReportForm::Text => in_text(&opened, &verdict, partial.as_ref()),
            ReportForm::Json => {
                let mut told = in_json(family, &opened, &verdict, partial.as_ref());
                let valid = matches!(verdict, AnswerVerdict::Valid(_));
                let broken = opened.as_problem().broken_soft(&rows).filter(|_| valid);
                if let Some(broken) = broken {
                    told["broken_soft"] = json!(broken);
                }
                pretty_json(&told)
            }
        };
        Output::standard().print(&text)?;
        Ok(ending(&verdict, partial.as_ref()))
    }
}

fn ending(verdict: &AnswerVerdict, partial: Option<&PartialVerdict>) -> Ending {
    match verdict {
        _ if is_stuck(partial) => Ending::Denied,
        AnswerVerdict::Valid(_) => Ending::Answered,
        AnswerVerdict::Open(_) => Ending::Stopped,
        AnswerVerdict::Broken(_) => Ending::Denied,
    }
}

fn is_stuck(partial: Option<&PartialVerdict>) -> bool {
    partial.is_some_and(PartialVerdict::is_stuck)
}

fn in_text(opened: &Opened, verdict: &AnswerVerdict, partial: Option<&PartialVerdict>) -> String {
    let problem = opened.as_problem();
    match (verdict, problem.goal()) {
        (AnswerVerdict::Valid(Some(value)), Some(goal)) => {
            format!("valid: {} {}\n", goal.name, problem.told(*value))
        }
        (AnswerVerdict::Valid(_), _) => "valid\n".to_owned(),
        (AnswerVerdict::Open(open), _) => {
            let are = if *open == 1 { "is" } else { "are" };
            let open =
                format!("no rule is broken so far; {} {are} open", opened.counted_places(*open));
            partial.map_or(format!("{open}\n"), |partial| partial::in_text(opened, partial, &open))
        }
        (AnswerVerdict::Broken(broken), _) => format!("broken: {broken}\n"),
    }
}

pub(super) fn objective_in_json(problem: &dyn Problem, value: Option<i64>) -> Option<Value> {
    let goal = problem.goal()?;
    let scale = problem.scale();
    let value = value.map(|value| scale.of(value));
    let mut told = json!({"sense": goal.sense.name(), "name": goal.name, "value": value});
    if let Some(unit) = scale.unit() {
        told["unit"] = unit.into();
    }
    Some(told)
}

fn in_json(
    family: &Family,
    opened: &Opened,
    verdict: &AnswerVerdict,
    partial: Option<&PartialVerdict>,
) -> Value {
    let (valid, value, open, broken) = match verdict {
        AnswerVerdict::Valid(value) => (Some(true), *value, 0, None),
        AnswerVerdict::Open(open) if is_stuck(partial) => (Some(false), None, *open, None),
        AnswerVerdict::Open(open) => (None, None, *open, None),
        AnswerVerdict::Broken(broken) => (Some(false), None, 0, Some(broken)),
    };
    let objective = objective_in_json(opened.as_problem(), value);
    let broken = broken.map(|broken| {
        let cells = broken.cells.iter().map(|cell| json!([cell.row, cell.column]));
        json!({"rule": broken.rule, "cells": cells.collect::<Value>()})
    });
    let mut object = json!({
        "family": family.name,
        "size": opened.size().map(Size::sides),
        "variant": opened.variants(),
        "ruling": opened.as_problem().ruling(),
        "valid": valid,
        "open": open,
        "objective": objective,
        "broken": broken,
    });
    if let Some(partial) = partial {
        object["partial"] = partial::in_json(partial);
    }
    object
}
