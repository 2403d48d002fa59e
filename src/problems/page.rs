//! A sheet of boards as one HTML file: to play in a browser, to print, or to look at.
//!
//! The file contains everything: markup, style, script and data. A content security policy in the
//! file forbids every request, so the page works without a network. The script lets a person play
//! each [`Play`] by its rules, and checks a full board itself, even if no answer is known.
//!
//! If the **answer** is embedded, the page checks the player's marks on request and prints the
//! answer on the last page. If a **plan** is embedded, the page gives hints without a solver (as
//! grantm/sudoku-web-app does). A plan is a list of steps with the keys of
//! `quarrel hint --format json`. Each step follows from the steps before it. The page shows the
//! first step that the player has not done. All earlier steps are done, so this step is justified
//! at every state of the board.
//!
//! The data are JSON in an element that is not executed. In this element `<` is escaped, so no text
//! of a board can end the element. The script never interprets data as HTML.
//!
//! Two designs were rejected. A local server would add ports, tokens and limits, but no feature
//! that players ask for. A build for WebAssembly would need a solver without C++.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::picture::tiles::{TileData, tiles};
use crate::picture::{LegendEntry, svg};
use crate::puzzle::{Filling, Play, Puzzle, draw_board, rows_of_givens};

/// The HTML template of a sheet, with placeholders for its other parts.
const FRAME: &str = include_str!("page/sheet.html");
/// The style sheet (CSS) of a page.
const STYLE: &str = include_str!("page/sheet.css");
/// The script (JavaScript) of a page, joined from several files.
const SCRIPT: &str = concat!(
    include_str!("page/board.js"),
    "\n",
    include_str!("page/games.js"),
    "\n",
    include_str!("page/drawing.js"),
    "\n",
    include_str!("page/playing.js"),
    "\n",
    include_str!("page/sheet.js"),
);

/// A board of a sheet, with the texts that are shown with it.
#[derive(Clone)]
pub struct SheetBoard<'a> {
    /// The name of the board, such as the name of its file. It may be empty.
    pub name: String,
    /// Family, size and variants of the board.
    pub title: String,
    /// Rules of the board, in sentences.
    pub rules: &'a str,
    /// The board with its givens.
    pub puzzle: &'a dyn Puzzle,
    /// Use of the board: to play or to look at.
    pub shown: SheetUse<'a>,
}

/// Use of a board on a sheet.
#[derive(Clone, Copy)]
pub enum SheetUse<'a> {
    /// A board to play. If the puzzle has no [`Play`] (no game for the page), it is a picture of
    /// the board without its answer.
    Play {
        /// The only answer; `None` if it is unknown.
        answer: Option<&'a Filling>,
        /// The steps to the answer, as in `quarrel hint --format json`; `None` if they are unknown.
        plan: Option<&'a Value>,
        /// Rows with the player's marks at the start of the game; cells without a mark are open.
        /// `None` if there are no marks.
        marks: Option<&'a [String]>,
        /// A sentence with a reason: why the hints end before the answer, or why marks cannot be
        /// checked. The text is empty if there is no such reason.
        note: &'a str,
    },
    /// A board to look at, with a line below it.
    Look {
        /// The answer; `None` if the board is shown without an answer.
        answer: Option<&'a Filling>,
        /// The line of text below the board.
        caption: &'a str,
    },
}

/// The data of a board for the script. It becomes a JSON object whose keys are the names of the
/// fields.
#[derive(Default, Serialize)]
struct BoardData<'a> {
    /// The name of the board, such as the name of its file. It may be empty.
    name: &'a str,
    /// The family, size and variants of the board.
    title: &'a str,
    /// The name of the puzzle as a heading.
    puzzle: &'a str,
    rules: &'a str,
    /// The game on the board; `None` if the board is shown as a picture.
    play: Option<Play>,
    rows: usize,
    columns: usize,
    /// The width of the margin in tiles: the number of rows of tiles above the board and below it,
    /// and of columns left and right of it.
    margin: usize,
    /// The rows of the board with its givens; all other cells are open.
    givens: Vec<String>,
    /// The rows of the player's marks at the beginning; `None` if there are no marks.
    marks: Option<&'a [String]>,
    /// Whether regions have the colours that the names of the regions mean. These colours are the
    /// same in the light and the dark form of the page.
    coloured: bool,
    /// The letters of the picture with their meanings; empty if no letter needs one.
    legend: &'a [LegendEntry],
    /// The rows of tiles; empty if the board is shown as a picture.
    tiles: Vec<Vec<TileData>>,
    /// The rows of the only answer; `None` if it is unknown.
    answer: Option<Vec<String>>,
    /// The steps to the answer; `None` if they are unknown.
    plan: Option<&'a Value>,
    /// The picture of the board as SVG; `None` if the board is played.
    picture: Option<String>,
    /// The text alternative of `picture`, in rows; empty if the board is played.
    told: String,
    /// The picture of the answer as SVG, for the last printed page. `None` if the answer is
    /// unknown, or if the board is not played.
    solution: Option<String>,
    /// The line of text below a board that is only looked at. It is empty if the board is played.
    said: &'a str,
    /// A sentence with a reason: why the hints end before the answer, or why marks cannot be
    /// checked. The text is empty if there is no such reason.
    note: &'a str,
}

/// A board of a sheet as JSON data. Another process may have made the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetData(Value);

impl SheetData {
    /// Returns the name of the puzzle as a heading; empty if the data have no such name.
    pub fn puzzle(&self) -> &str {
        self.0["puzzle"].as_str().unwrap_or_default()
    }
}

/// A sheet of boards, from which one HTML file is made.
pub struct Sheet {
    /// The title of the page.
    title: String,
    boards: Vec<SheetData>,
}

impl Sheet {
    /// Creates a sheet without boards.
    pub fn new(title: &str) -> Sheet {
        Sheet { title: title.to_owned(), boards: Vec::new() }
    }

    /// Adds a board at the end.
    pub fn add(&mut self, board: SheetData) {
        self.boards.push(board);
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Returns whether the sheet has no board.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns the text of the HTML file, with all boards.
    pub fn to_html(&self) -> String {
        let shapes = serde_json::json!({
            "queen": svg::CROWN, "star": svg::STAR, "sun": svg::SUN, "moon": svg::MOON,
        });
        let data = serde_json::json!({"shapes": shapes, "boards": self.boards});
        let title = svg::escape_xml(&self.title);
        fill_template(&[
            ("{{title}}", &title),
            ("{{style}}", STYLE),
            ("{{title}}", &title),
            ("{{data}}", &escape_tags(&data.to_string())),
            ("{{script}}", SCRIPT),
        ])
    }
}

/// Returns the template of the page with its placeholders replaced. `places` has each placeholder
/// with its text, in the order of the template; a placeholder that occurs twice is listed twice.
/// Panics if a placeholder is not in the rest of the template. The inserted texts are not searched
/// for placeholders.
fn fill_template(places: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = FRAME;
    for (place, text) in places {
        let (before, after) = rest.split_once(place).expect("the frame has this place");
        page.extend([before, text]);
        rest = after;
    }
    page + rest
}

/// Escapes each `<` in JSON, so that no text can end the HTML element that contains the JSON. In
/// JSON, `<` occurs only in strings.
fn escape_tags(json: &str) -> String {
    json.replace('<', "\\u003c")
}

impl SheetBoard<'_> {
    /// Returns the data of the board for the page. A board to look at becomes a picture with a text
    /// alternative; so does a board to play if it has no game. The picture of a board to play does
    /// not show the answer, which is a separate part of the data.
    pub fn data(&self) -> SheetData {
        let picture = self.puzzle.picture(None);
        let size = self.puzzle.size();
        let drawn = |answer| svg::draw(&draw_board(self.puzzle, answer));
        let mut data = BoardData {
            name: &self.name,
            title: &self.title,
            puzzle: picture.title(),
            rules: self.rules,
            rows: size.rows(),
            columns: size.columns(),
            margin: picture.rows().saturating_sub(size.rows()) / 2,
            givens: rows_of_givens(self.puzzle),
            coloured: picture.is_coloured(),
            legend: picture.legend(),
            ..BoardData::default()
        };
        let looked_at = match self.shown {
            SheetUse::Play { answer, plan, marks, note } => {
                data.play = self.puzzle.play();
                data.solution = answer.map(|answer| drawn(Some(answer)));
                data.answer = answer.map(Filling::to_rows);
                data.plan = plan;
                data.marks = marks;
                data.note = note;
                None
            }
            SheetUse::Look { answer, caption } => {
                data.said = caption;
                answer
            }
        };
        if data.play.is_some() {
            data.tiles = tiles(&picture);
        } else {
            data.picture = Some(drawn(looked_at));
            data.told = looked_at.map_or(data.givens.clone(), Filling::to_rows).join("\n");
        }
        SheetData(serde_json::to_value(data).expect("data of a board are JSON"))
    }
}

#[cfg(test)]
mod tests;
