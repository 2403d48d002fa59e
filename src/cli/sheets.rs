//! Pages for a browser that show boards, for `show`, `hint`, `generate`, `solve` and `decode`.

use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;

use super::note;
use super::output::{self, OutputTarget};
use crate::advice::{Advice, AdviceError, advise};
use crate::family::{Family, OpenedProblem, files, title_with_details};
use crate::hint::{HintError, PlanEnd, Wish};
use crate::page::{Sheet, SheetBoard, SheetData, SheetUse};
use crate::problem::CheckedAnswer;
use crate::puzzle::{fill_open, givens_and_filled};
use crate::search::{self, Answers, Task};
use crate::source::{Refusal, escape_invisible, format_count};
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
    /// Returns the requested format. If none is requested, returns the format that the name of the
    /// output implies, or text. Refuses an ending that contradicts the request. If no format is
    /// requested, also refuses an unknown ending.
    pub fn resolve(
        asked: Option<PlayFormat>,
        output: &OutputTarget,
    ) -> Result<PlayFormat, Refusal> {
        output::resolve_format(asked, output, PlayFormat::Text, ".txt, .json or .html")
    }
}

/// The largest number of cells of a board for which hints are searched, because this search may
/// take minutes. Larger boards have no hints on their page, except on a page of `quarrel hint`.
const MOST_WITH_HINTS: usize = 256;

/// Returns the data of a board to play, with its hints and the cells that a player has filled in.
/// The hints begin with the givens. If the answer is unique and the hints reach it, the data also
/// has the answer. There are no hints and no answer if the board has more than [`MOST_WITH_HINTS`]
/// cells, if the puzzle is not played, or if the search for hints fails. If `stop` ends this
/// search, the later hints are missing. If the search shows that the board has no answer or
/// several, prints a note and adds it to the page. `name` is the name of the board on the command
/// line, for notes and for the page. Returns `None` for a model file, which has no board.
pub(super) fn playable_sheet(
    name: Option<&str>,
    family: &'static Family,
    opened: &OpenedProblem,
    stop: &Stop,
) -> Option<SheetData> {
    let puzzle = opened.as_puzzle()?;
    let is_small = puzzle.size().area() <= MOST_WITH_HINTS;
    let advice = (is_small && puzzle.play().is_some())
        .then(|| advise(family, puzzle, None, &Wish::with_steps(None), stop));
    let marks = givens_and_filled(puzzle).map(|known| fill_open(&known).to_rows());
    if let Some(Err(AdviceError::Hint(HintError::NoAnswer))) = advice {
        note(&format!("{}the board has no answer", prefix(name)));
        let (marks, note) = (marks.as_deref(), "The board has no answer.");
        let shown = SheetUse::Play { answer: None, plan: None, marks, note };
        return sheet_data(name, family, opened, shown);
    }
    let found_advice = advice.and_then(Result::ok);
    hint_sheet(name, family, opened, found_advice.as_ref(), marks.as_deref())
}

/// Prints the note that a board has more than one answer.
fn note_several(name: Option<&str>) {
    note(&format!("{}the board has more than one answer", prefix(name)));
}

/// Prints a note if a board that can be played has more than one answer. The note is printed only
/// if one second is enough to find a second answer. Does nothing for model files and for boards
/// with more than [`MOST_WITH_HINTS`] cells. Also does nothing for boards with an objective,
/// because only their best answers matter. Errors of the search are ignored. A stop of the command
/// does not end this search.
pub(super) fn note_if_several(name: Option<&str>, family: &Family, opened: &OpenedProblem) {
    /// The time after which the search for another answer is given up.
    const MOMENT: Duration = Duration::from_secs(1);
    let is_played = opened.as_puzzle().is_some_and(|puzzle| {
        let is_small = puzzle.size().area() <= MOST_WITH_HINTS;
        is_small && opened.as_problem().goal().is_none() && puzzle.play().is_some()
    });
    let task = Task {
        answers: Answers::Unique,
        explain: false,
        stop: Stop::unlimited().with_limit(MOMENT),
        ..Task::new(opened.as_problem(), &family.formulations[0])
    };
    if is_played
        && search::run(&task, &mut |_| {}).is_ok_and(|finding| finding.unique() == Some(false))
    {
        note_several(name);
    }
}

/// Returns the beginning of a note about a board: the name of its file and a colon. Returns an
/// empty text for standard input, and if `name` is `None`.
fn prefix(name: Option<&str>) -> String {
    name.filter(|name| files::file_path(name).is_some())
        .map_or(String::new(), |name| format!("{}: ", escape_invisible(name)))
}

/// The sentences on a page about a board with several answers.
const SEVERAL: &str = "The board has more than one answer. So there is no check, and the hints end where nothing \
                       more follows.";

/// Returns the data of a board to play. The data has the hints of `advice`, and the player's
/// `marks` as rows. If the hints lead to the answer, it also has the answer. If `advice` is `None`,
/// there are no hints and no answer. If the hints end because nothing more follows, the board has
/// several answers. Then prints a note, and adds it to the page. Returns `None` for a model file,
/// which has no board.
pub(super) fn hint_sheet(
    name: Option<&str>,
    family: &Family,
    opened: &OpenedProblem,
    advice: Option<&Advice>,
    marks: Option<&[String]>,
) -> Option<SheetData> {
    let answer = advice.and_then(|advice| advice.plan.answer.as_ref());
    let plan = advice.map(Advice::to_json);
    let are_several = advice.is_some_and(|advice| advice.plan.ended == PlanEnd::Stuck);
    if are_several {
        note_several(name);
    }
    let note = if are_several { SEVERAL } else { "" };
    let shown = SheetUse::Play { answer, plan: plan.as_ref(), marks, note };
    sheet_data(name, family, opened, shown)
}

/// A board, its answer if this is known, and the line about the result. They are shown as a picture
/// or on a page.
pub(super) struct ShownAnswer<'a> {
    /// The board's file, as the user named it. `None` if no file is named.
    pub name: Option<&'a str>,
    pub family: &'a Family,
    /// The board as it was read.
    pub opened: &'a OpenedProblem,
    /// The answer; `None` if no answer is known.
    pub answer: Option<&'a CheckedAnswer>,
    /// The line about the result, without a line break at its end.
    pub result_line: &'a str,
}

/// Returns the data of a board for a page that only shows its answer, or the board alone if no
/// answer is known. Returns `None` for a model file, which has no board.
pub(super) fn answer_sheet(shown: &ShownAnswer) -> Option<SheetData> {
    let &ShownAnswer { name, family, opened, answer, result_line } = shown;
    let answer_board = answer.and_then(CheckedAnswer::board);
    sheet_data(name, family, opened, SheetUse::Look { answer: answer_board, caption: result_line })
}

/// Returns the data of a board for a page, with its rules and its title. `name` is the name of the
/// board on the command line; the page has it without its folder and its ending. `shown` says
/// whether the board is played or only looked at. Returns `None` for a model file, which has no
/// board.
fn sheet_data(
    name: Option<&str>,
    family: &Family,
    opened: &OpenedProblem,
    shown: SheetUse,
) -> Option<SheetData> {
    let puzzle = opened.as_puzzle()?;
    let rules = puzzle.rules();
    let board = SheetBoard {
        name: name.map(stem).unwrap_or_default(),
        title: title_with_details(&heading(family, opened), opened.as_problem()),
        rules: rules.as_deref().unwrap_or(family.rules),
        puzzle,
        shown,
    };
    Some(board.data())
}

/// Returns the name of a board's file without its folders and its ending. Returns an empty text for
/// standard input.
fn stem(name: &str) -> String {
    let stem = files::file_path(name).and_then(Path::file_stem);
    stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

/// Returns the title of a page with one board: the name of the puzzle and its size.
pub(super) fn title(family: &Family, opened: &OpenedProblem) -> String {
    let size = opened.size().map_or(String::new(), |size| format!(" {size}"));
    format!("{}{size}", heading(family, opened))
}

/// Returns the name of the puzzle as a heading: the title of the puzzle's picture. This title
/// depends on the alias by which the user calls the family. Returns the name of the family for a
/// model file, which has no picture.
fn heading(family: &Family, opened: &OpenedProblem) -> String {
    let picture = opened.as_puzzle().map(|puzzle| puzzle.picture(None));
    picture.map_or(family.name.to_owned(), |picture| picture.title().to_owned())
}

/// Returns a page with one board.
pub(super) fn page(title: &str, board: SheetData) -> String {
    let mut sheet = Sheet::new(title);
    sheet.add(board);
    sheet.to_html()
}

/// Returns a page with several boards. Its title has the name of the first board's puzzle and the
/// number of boards.
pub(super) fn batch_page(family: &Family, boards: Vec<SheetData>) -> String {
    let name = boards.first().map_or(family.name, SheetData::puzzle);
    let title = format!("{name}: {}", format_count(boards.len(), "board"));
    let mut sheet = Sheet::new(&title);
    boards.into_iter().for_each(|board| sheet.add(board));
    sheet.to_html()
}
