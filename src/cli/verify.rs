//! `quarrel verify`: checks that an answer obeys the rules.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::board::{BoardArgs, BoardTerms};
use super::drawing::DrawingFormat;
use super::output::{Output, pretty_json};
use super::{Ending, Failure, Invocation, VerbArgs, explain, find_family, note, signals};
use crate::board::Size;
use crate::family::{Family, OpenedProblem, files};
use crate::picture::svg;
use crate::problem::{Judgement, PartialAnswer};
use crate::puzzle::{draw_board, fill_open, givens_and_filled};
use crate::source::Refusal;

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
    format: VerdictFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum VerdictFormat {
    /// For people
    #[value(alias = "txt")]
    Text,
    /// For programs
    Json,
    /// A drawing of the answer in SVG, if it breaks no rule
    Svg,
}

impl VerbArgs for Verify {
    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.board.terms_and_names())
    }

    /// Checks an answer against the rules, and prints the verdict. In SVG, prints the answer
    /// instead, or if it breaks a rule, prints nothing but a note on standard error. In JSON, the
    /// verdict on a valid answer of a file with soft constraints also lists those that the answer
    /// breaks. The answer is that of `--answer`. Without this option, it consists of the cells that
    /// the player has filled in on the board. With `--partial`, also searches whether an answer
    /// with open cells can be completed. Once this search has begun, a signal only ends the search.
    /// Refuses a board or an answer that cannot be read, a drawing without a board, and a board
    /// without filled cells if there is no `--answer`. Fails if that search fails, or if standard
    /// output cannot be written. Returns the ending of [`ending`].
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        self.board.validate_answer(self.answer.as_deref())?;
        let family = find_family(families, &self.board.family);
        let opened = self.board.open(family)?;
        if self.format == VerdictFormat::Svg {
            DrawingFormat::Svg.validate(family, &opened)?;
        }
        let answer = match &self.answer {
            Some(name) => opened.read_answer(&files::read(name)?, family.symbols)?,
            None => {
                let filled = opened.as_puzzle().and_then(givens_and_filled);
                filled.map(PartialAnswer::Board).ok_or_else(|| {
                    let found = "a board without cells that a player has filled in";
                    Refusal::new(found, "--answer FILE")
                })?
            }
        };
        let verdict = Judgement::new(opened.as_problem(), &answer);
        let partial = match verdict {
            Judgement::Open(_) if self.partial => {
                signals::heed(stop);
                Some(PartialVerdict::judge(family, &opened, &answer, stop)?)
            }
            _ => None,
        };
        let text = match self.format {
            VerdictFormat::Text => to_text(&opened, &verdict, partial.as_ref()),
            VerdictFormat::Svg if matches!(verdict, Judgement::Broken(_)) => {
                note(&to_text(&opened, &verdict, None).trim_end());
                String::new()
            }
            VerdictFormat::Svg => {
                let puzzle = opened.as_puzzle().expect("a drawing without a board is refused");
                svg::draw(&draw_board(puzzle, answer.board().map(fill_open).as_ref()))
            }
            VerdictFormat::Json => {
                let mut object = to_json(family, &opened, &verdict, partial.as_ref());
                let valid = matches!(verdict, Judgement::Valid(_));
                let broken = answer
                    .complete()
                    .ok()
                    .filter(|_| valid)
                    .and_then(|answer| opened.as_problem().broken_soft(&answer));
                if let Some(broken) = broken {
                    object["broken_soft"] = json!(broken);
                }
                pretty_json(&object)
            }
        };
        Output::standard().print(&text)?;
        Ok(ending(&verdict, partial.as_ref()))
    }
}

/// Returns how the command ends: as `Answered` if the answer is valid, and as `Denied` if the
/// answer breaks a rule. An answer with open cells ends as `Denied` if it is known that it cannot
/// be completed, and otherwise as `Stopped`.
fn ending(verdict: &Judgement, partial: Option<&PartialVerdict>) -> Ending {
    match verdict {
        _ if is_stuck(partial) => Ending::Denied,
        Judgement::Valid(_) => Ending::Answered,
        Judgement::Open(_) => Ending::Stopped,
        Judgement::Broken(_) => Ending::Denied,
    }
}

fn is_stuck(partial: Option<&PartialVerdict>) -> bool {
    partial.is_some_and(PartialVerdict::is_stuck)
}

/// Returns the verdict as text. For an answer with open cells, the text also says whether the
/// answer can be completed, as found in `partial`. If `partial` is `None`, this was not requested.
fn to_text(
    opened: &OpenedProblem,
    verdict: &Judgement,
    partial: Option<&PartialVerdict>,
) -> String {
    let problem = opened.as_problem();
    match (verdict, problem.goal()) {
        (Judgement::Valid(Some(value)), Some(goal)) => {
            format!("valid: {} {}\n", goal.name, problem.format_value(*value))
        }
        (Judgement::Valid(_), _) => "valid\n".to_owned(),
        (Judgement::Open(open), _) => {
            let are = if *open == 1 { "is" } else { "are" };
            let open =
                format!("no rule is broken so far; {} {are} open", opened.counted_places(*open));
            partial.map_or(format!("{open}\n"), |partial| partial::to_text(opened, partial, &open))
        }
        (Judgement::Broken(broken), _) => format!("broken: {broken}\n"),
    }
}

/// Returns the verdict as JSON, with the family, the size, the rules of the board and the
/// objective. The objective has a value only for a valid answer. It also has these keys:
///
/// - `valid` is true for a valid answer, and false if a rule is broken. For an answer with open
///   cells, it is false if it is known that the answer cannot be completed, and otherwise null.
/// - `open` is the number of open cells, or 0 if a rule is broken.
/// - `broken` has the broken rule with its cells as rows and columns from 0. It is null if no rule
///   is broken.
/// - `partial` is present only if it was requested and cells are open.
fn to_json(
    family: &Family,
    opened: &OpenedProblem,
    verdict: &Judgement,
    partial: Option<&PartialVerdict>,
) -> Value {
    let (valid, value, open, broken) = match verdict {
        Judgement::Valid(value) => (Some(true), *value, 0, None),
        Judgement::Open(open) if is_stuck(partial) => (Some(false), None, *open, None),
        Judgement::Open(open) => (None, None, *open, None),
        Judgement::Broken(broken) => (Some(false), None, 0, Some(broken)),
    };
    let objective = explain::json::objective(opened.as_problem(), value);
    let broken_json = broken.map(|broken| {
        let cells = broken.cells.iter().map(|cell| json!([cell.row, cell.column]));
        json!({"rule": broken.rule, "cells": cells.collect::<Value>()})
    });
    let mut object = json!({
        "family": family.name,
        "size": opened.size().map(Size::sides),
        "variant": opened.variants(),
        "ruling": opened.as_problem().info().ruling,
        "valid": valid,
        "open": open,
        "objective": objective,
        "broken": broken_json,
    });
    if let Some(partial) = partial {
        object["partial"] = partial::to_json(partial);
    }
    object
}
