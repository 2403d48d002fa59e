//! Boards as pages for a browser, for `show`, `hint`, `generate`, `solve` and `decode`.

use std::path::Path;

use clap::ValueEnum;

use super::drawing::ShownAnswer;
use super::output::{self, OutputTarget};
use crate::advice::{Advice, advise};
use crate::family::{Family, Opened, files};
use crate::hint::Wish;
use crate::page::{Sheet, SheetBoard, SheetData, SheetUse};
use crate::problem::Answer;
use crate::source::{Refusal, counted};
use crate::stop::Stop;

/// The format in which boards to play, or their hints, are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayFormat {
    /// For people
    #[value(alias = "txt")]
    Text,
    /// For programs
    Json,
    /// A page for a browser: boards to play, with all their hints and a check
    #[value(alias = "htm")]
    Html,
}

impl PlayFormat {
    /// Returns the requested format, or the one that the name of the output implies, or text.
    /// Refuses an ending that contradicts the request, and an unknown ending without a request.
    pub fn chosen(asked: Option<PlayFormat>, output: &OutputTarget) -> Result<PlayFormat, Refusal> {
        output::format(asked, output, PlayFormat::Text, ".txt, .json or .html")
    }
}

/// The largest number of cells of a board whose hints are searched, which may take minutes. Larger
/// boards have no hints on their page, except on a page of `quarrel hint`.
const MOST_WITH_HINTS: usize = 256;

/// Returns the data of a board to play, with its hints, and with its answer if it is unique. If
/// `stop` ends the search for hints, the later hints are missing.
pub(super) fn to_play(
    name: Option<&str>,
    family: &'static Family,
    opened: &Opened,
    stop: &Stop,
) -> Option<SheetData> {
    let puzzle = opened.as_puzzle()?;
    let is_small = puzzle.size().area() <= MOST_WITH_HINTS;
    let advice = (is_small && puzzle.play().is_some())
        .then(|| advise(family, puzzle, None, &Wish::steps(None), stop).ok());
    with_hints(name, family, opened, advice.flatten().as_ref())
}

/// Returns the data of a board to play with the hints of `advice`, and with the answer if the hints
/// lead to it.
pub(super) fn with_hints(
    name: Option<&str>,
    family: &Family,
    opened: &Opened,
    advice: Option<&Advice>,
) -> Option<SheetData> {
    let rows = advice.and_then(|advice| advice.plan.answer.clone());
    let answer = rows.and_then(|rows| {
        let value = opened.as_problem().check(&rows).ok()?;
        Some(Answer { rows, value })
    });
    let plan = advice.map(Advice::in_json);
    let shown = SheetUse::Play { answer: answer.as_ref(), plan: plan.as_ref() };
    data(name, family, opened, shown)
}

/// Returns the data of a board for a page that only shows its answer, or `None` for a model file,
/// which has no board.
pub(super) fn with_answer(shown: &ShownAnswer) -> Option<SheetData> {
    let &ShownAnswer { name, family, opened, answer, said } = shown;
    data(name, family, opened, SheetUse::Look { answer, said })
}

fn data(
    name: Option<&str>,
    family: &Family,
    opened: &Opened,
    shown: SheetUse,
) -> Option<SheetData> {
    let board = SheetBoard {
        name: name.map(stem).unwrap_or_default(),
        title: family.title(opened.as_problem()),
        rules: family.rules,
        puzzle: opened.as_puzzle()?,
        shown,
    };
    Some(board.data())
}

/// Returns the name of a board's file without folders and ending, or an empty text for standard
/// input.
fn stem(name: &str) -> String {
    let stem = files::file(name).and_then(Path::file_stem);
    stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

pub(super) fn title(family: &Family, opened: &Opened) -> String {
    let size = opened.size().map_or(String::new(), |size| format!(" {size}"));
    format!("{}{size}", family.name)
}

pub(super) fn page(title: &str, board: SheetData) -> String {
    let mut sheet = Sheet::new(title);
    sheet.add(board);
    sheet.html()
}

pub(super) fn page_of_several(family: &Family, boards: Vec<SheetData>) -> String {
    let title = format!("{}: {}", family.name, counted(boards.len(), "board"));
    let mut sheet = Sheet::new(&title);
    boards.into_iter().for_each(|board| sheet.add(board));
    sheet.html()
}
