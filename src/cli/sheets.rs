//! Boards as pages for a browser, for `show`, `solve` and `decode`.

use std::path::Path;

use clap::ValueEnum;
use serde_json::Value;

use super::drawing::ShownAnswer;
use super::output::{self, OutputTarget};
use crate::family::{Family, Opened, files};
use crate::page::{Sheet, SheetBoard, SheetData, SheetUse};
use crate::problem::Answer;
use crate::source::{Refusal, counted};

/// Format of what a player asks for.
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
    /// Returns the format that is asked for, or that the name of the output implies.
    pub fn chosen(asked: Option<PlayFormat>, output: &OutputTarget) -> Result<PlayFormat, Refusal> {
        output::format(asked, output, PlayFormat::Text, ".txt, .json or .html")
    }
}

/// Returns the data of a board to play, with its answer and the plan of hints if they are known;
/// `None` for a problem without a board.
pub(super) fn to_play(
    name: Option<&str>,
    family: &Family,
    opened: &Opened,
    answer: Option<&Answer>,
    plan: Option<&Value>,
) -> Option<SheetData> {
    data(name, family, opened, SheetUse::Play { answer, plan })
}

/// Returns the data of a board with its answer, to look at.
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

/// Returns the name of a board's file without folders and ending; nothing for standard input.
fn stem(name: &str) -> String {
    let stem = files::file(name).and_then(Path::file_stem);
    stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

/// Returns a short title for the page of one board.
pub(super) fn title(family: &Family, opened: &Opened) -> String {
    let size = opened.size().map_or(String::new(), |size| format!(" {size}"));
    format!("{}{size}", family.name)
}

/// Returns the page of one board.
pub(super) fn page(title: &str, board: SheetData) -> String {
    let mut sheet = Sheet::new(title);
    sheet.add(board);
    sheet.html()
}

/// Returns the page of several boards of a family.
pub(super) fn page_of_several(family: &Family, boards: Vec<SheetData>) -> String {
    let title = format!("{}: {}", family.name, counted(boards.len(), "board"));
    let mut sheet = Sheet::new(&title);
    boards.into_iter().for_each(|board| sheet.add(board));
    sheet.html()
}
