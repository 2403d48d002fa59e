//! A sheet of boards as one HTML file: to play in a browser, to print, or to look at.
//!
//! The file is complete: markup, style, script and data, and a policy that forbids every request.
//! So it works without a network. The script plays each [`Play`] by its rules, and judges a full
//! board itself, even without a known answer.
//!
//! With an embedded **answer**, the page checks marks on request and prints the answer on the last
//! page. With an embedded **plan**, it gives hints without a solver (the way of
//! grantm/sudoku-web-app). A plan is a list of steps that each follow from the steps before, with
//! the keys of `quarrel hint --format json`. The first step that is not done is justified at every
//! state of the board, since all earlier steps are done.
//!
//! The data are JSON in an element that is not executed. `<` is escaped there, so no text of a
//! board can end the element, and the script never reads data as HTML.
//!
//! Dropped designs: a local server adds ports, tokens and limits, but no feature that players ask
//! for; a build for WebAssembly needs a solver without C++.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::picture::tiles::{TileData, tiles};
use crate::picture::{LegendEntry, svg};
use crate::puzzle::{Filling, Play, Puzzle, draw_board, rows_of_givens};

/// The HTML of a sheet, with places for its other parts.
const FRAME: &str = include_str!("page/sheet.html");
/// The style of a sheet.
const STYLE: &str = include_str!("page/sheet.css");
/// The script of a sheet, joined from its files.
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

/// Board of a sheet.
#[derive(Clone)]
pub struct SheetBoard<'a> {
    /// Name of the board, such as that of its file; may be empty.
    pub name: String,
    /// Family, size and variants of the board.
    pub title: String,
    /// Rules of the board.
    pub rules: &'a str,
    /// The board itself.
    pub puzzle: &'a dyn Puzzle,
    /// Use of the board: to play or to look at.
    pub shown: SheetUse<'a>,
}

/// Use of a board on a sheet.
#[derive(Clone, Copy)]
pub enum SheetUse<'a> {
    /// A board to play; if the puzzle has no [`Play`], a picture of the board without its answer.
    Play {
        /// The only answer, if known.
        answer: Option<&'a Filling>,
        /// The steps to the answer, if known, as in `quarrel hint --format json`.
        plan: Option<&'a Value>,
        /// Rows with the marks of the player at the beginning, if there are any; other cells are
        /// open.
        marks: Option<&'a [String]>,
        /// The reason why hints end or there is no check, as a sentence; may be empty.
        note: &'a str,
    },
    /// A board to look at, with a line below it.
    Look {
        /// The answer, if it is shown.
        answer: Option<&'a Filling>,
        /// Line below the board.
        caption: &'a str,
    },
}

/// The data of a board for the script, as a JSON object with these keys.
#[derive(Default, Serialize)]
struct BoardData<'a> {
    /// The name of the board, such as that of its file; may be empty.
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
    /// The number of rows of tiles above and below the board, and of columns left and right of it.
    margin: usize,
    /// The rows of the givens, with open cells.
    givens: Vec<String>,
    /// The rows of the player's marks at the beginning, if there are any.
    marks: Option<&'a [String]>,
    /// Whether regions have the colours of their names, which are the same in light and dark.
    coloured: bool,
    /// The letters of the picture with their meanings.
    legend: &'a [LegendEntry],
    /// The rows of tiles; empty if the board is shown as a picture.
    tiles: Vec<Vec<TileData>>,
    /// The rows of the only answer, if it is known.
    answer: Option<Vec<String>>,
    /// The steps to the answer, if they are known.
    plan: Option<&'a Value>,
    /// The picture as SVG, if the board is not played.
    picture: Option<String>,
    /// Text alternative of the picture.
    told: String,
    /// The picture of the answer as SVG, for the last page of a print.
    solution: Option<String>,
    /// The line below a board that is only looked at.
    said: &'a str,
    /// The reason why hints end or there is no check, as a sentence; may be empty.
    note: &'a str,
}

/// A board of a sheet as data, which another process may have made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetData(Value);

impl SheetData {
    /// Returns the name of the puzzle as a heading.
    pub fn puzzle(&self) -> &str {
        self.0["puzzle"].as_str().unwrap_or_default()
    }
}

/// Sheet of boards.
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

    /// Returns whether there is no board.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns the HTML file.
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

/// Returns the template of the page with its placeholders replaced, in order. The inserted texts
/// are not searched for placeholders.
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

/// Escapes `<`, which occurs in strings only, so that no text ends the surrounding element.
fn escape_tags(json: &str) -> String {
    json.replace('<', "\\u003c")
}

impl SheetBoard<'_> {
    /// Returns the data of the board for the page.
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
            SheetUse::Look { answer, caption: said } => {
                data.said = said;
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
