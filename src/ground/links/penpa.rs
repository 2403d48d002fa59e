//! Links of penpa-edit.
//!
//! A link has `m=edit&p=` or `m=solve&p=` and then lines, which the module `packed` packs and
//! unpacks. This module reads three lines about the board. The first line has the kind of the grid
//! and the lengths of its sides. The grid consists of the board and of spaces around it. The second
//! line has the widths of these spaces. The third line is the problem, a JSON object of drawn
//! things. Each family gives its own meaning to symbols. The player's own drawing and the options
//! of the page are not read.
//!
//! **Points** are the places at which things are drawn. There are four kinds: cells, corners below
//! and to the right of cells, and two kinds of points on the sides of cells. They are numbered kind
//! by kind. Each kind has one number for each cell of the grid, and for each cell of a margin of
//! two cells around the grid. The numbers go row by row.
//!
//! A text can be packed in several ways. So a link that quarrel writes differs from the link of
//! penpa-edit for the same board.

use std::ops::Range;

use serde_json::{Map, Value};

use super::walls::Walls;
use super::{LinkFormat, part, single_word, size};
use crate::board::{Cell, LONGEST_SIDE, Size};
use crate::source::{Refusal, Source, Spanned, quote};

#[cfg(feature = "compress")]
mod deflated;
#[cfg(not(feature = "compress"))]
#[path = "penpa/without_compress.rs"]
mod deflated;
mod packed;
mod points;
mod written;

pub use written::{Sketch, write};

use points::{Point, PointKind, Points};

/// The format of penpa-edit's links.
pub static LINK: LinkFormat = LinkFormat { name: "penpa", recognises, is_sure: recognises };

/// The texts before the packed lines. The first one is for links of the editor, and the second one
/// for links of a player.
const BEGINNINGS: [&str; 2] = ["m=edit&p=", "m=solve&p="];

/// The kinds of grids that consist of squares.
const SQUARES: [&str; 3] = ["square", "sudoku", "kakuro"];

/// The largest number of rows or columns of a grid. The spaces around the board count too. A larger
/// grid is refused.
const MOST_POINTS: usize = 2 * LONGEST_SIDE;

/// The index, from 0, of the line with the kind of the grid and the lengths of its sides.
const SIDES: usize = 0;
/// The index of the line with the spaces around the board.
const SPACES: usize = 1;
/// The index of the line with the drawn things.
const PROBLEM: usize = 3;

/// Keys of the problem that hold the editor's history, which is not read.
const HISTORY: [&str; 3] = ["command_redo", "command_undo", "command_replay"];

fn recognises(source: &Source) -> bool {
    single_word(source).is_some_and(|word| payload(&word).is_some())
}

/// Returns the packed text in a link. It follows the first of the [`BEGINNINGS`] in the word, and
/// ends before the next `&`. Returns `None` if the word has none of the beginnings. Does not check
/// the packed text, which can be empty.
fn payload<'a>(word: &Spanned<&'a str>) -> Option<Spanned<&'a str>> {
    let start = BEGINNINGS
        .iter()
        .filter_map(|begins| Some(word.value.find(begins)? + begins.len()))
        .min()?;
    let end = word.value[start..].find('&').map_or(word.value.len(), |and| start + and);
    Some(part(word, start..end))
}

/// A symbol that is drawn in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The cell of the symbol.
    pub at: Cell,
    /// The symbol's name in penpa-edit.
    pub name: String,
    /// The symbol's variety, numbered by penpa-edit.
    pub style: i64,
}

/// The parts of a drawing that concern the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The walls between the cells of the board.
    pub walls: Walls,
    /// The symbols in cells.
    pub symbols: Vec<Symbol>,
    /// The cells that contain numbers.
    pub numbers: Vec<Cell>,
    /// The numbers that are drawn around the board, each once.
    pub outside: Vec<usize>,
    /// The position of the packed link in the source.
    pub place: Range<usize>,
}

/// Reads a link, which must be the only word of the text. Ignores the editor's history, the
/// player's drawing, empty lists of things, and walls and symbols outside the board.
///
/// # Errors
///
/// If the text is no single word or no link of penpa-edit. If the link is damaged, or this build
/// cannot unpack it. If the grid does not consist of squares, or is too large. If the board has
/// other things than walls, symbols and numbers. If a part of the unpacked text is wrong, the error
/// quotes this part, since it has no position in the link.
pub fn read(source: &Source) -> Result<Drawing, Refusal> {
    let word = super::only_word(source)?;
    let Some(payload) = payload(&word) else {
        let found = "no link of penpa-edit";
        return Err(Refusal::new(found, "`m=edit&p=` or `m=solve&p=`").with_span(source, word.span));
    };
    let text = packed::unpack(source, &payload)?;
    let refused = |found: String, expected: &str| {
        Refusal::new(found, expected).with_span(source, payload.span.clone())
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    let (size, points) = grid(source, &payload, line(SIDES), line(SPACES))?;
    let problem: Map<String, Value> = serde_json::from_str(line(PROBLEM)).map_err(|error| {
        refused(format!("a problem that is no JSON object: {error}"), "a JSON object")
    })?;
    let mut drawing = Drawing {
        walls: Walls::none(size),
        symbols: Vec::new(),
        numbers: Vec::new(),
        outside: Vec::new(),
        place: payload.span.clone(),
    };
    for (key, value) in problem.iter().filter(|(key, _)| !HISTORY.contains(&key.as_str())) {
        let items = match (key.as_str(), value) {
            (_, Value::Object(items)) if items.is_empty() => continue,
            (_, Value::Array(items)) if items.is_empty() => continue,
            ("lineE" | "symbol" | "number", Value::Object(items)) => items,
            _ => {
                let found =
                    format!("{} on the board, but they have no meaning here", describe_key(key));
                return Err(refused(found, "only walls, symbols and a number of stars"));
            }
        };
        for (point, item) in items {
            let read = match key.as_str() {
                "lineE" => drawing.add_edge(&points, point),
                "symbol" => drawing.add_symbol(&points, point, item),
                _ => drawing.add_number(&points, point, item),
            };
            read.ok_or_else(|| {
                let found = format!(
                    "{} at {}: {}",
                    describe_key(key),
                    quote(point),
                    quote(&item.to_string())
                );
                refused(found, "edges between corners, and symbols and numbers in cells")
            })?;
        }
    }
    Ok(drawing)
}

/// Returns the name, in the plural, of the things that the problem has under a key. An unknown key
/// is quoted.
fn describe_key(key: &str) -> String {
    let words = match key {
        "surface" => "shaded cells",
        "lineE" | "deletelineE" => "edges",
        "symbol" => "symbols",
        "number" | "numberS" => "numbers",
        "line" | "freeline" | "freelineE" | "wall" => "lines",
        "cage" | "killercages" => "cages",
        "thermo" | "nobulbthermo" => "thermometers",
        "arrows" | "direction" => "arrows",
        "squareframe" | "polygon" => "frames",
        other => return quote(other),
    };
    words.to_owned()
}

/// Returns the size of the board and the numbers of the grid's points. `sides` and `spaces` are the
/// first two lines of the unpacked text. `payload` is the packed text, at which refusals point.
/// Refuses a grid in these cases:
///
/// - It does not consist of squares, or is too large.
/// - Its sides or spaces are missing or malformed.
/// - Its spaces leave no cell for the board.
fn grid(
    source: &Source,
    payload: &Spanned<&str>,
    sides: &str,
    spaces: &str,
) -> Result<(Size, Points), Refusal> {
    let refused = |found: String, expected: &str| {
        Refusal::new(found, expected).with_span(source, payload.span.clone())
    };
    let head: Vec<&str> = sides.split(',').collect();
    if !SQUARES.contains(&head[0]) {
        let found = format!("a grid of the kind {}", quote(head[0]));
        return Err(refused(found, "a grid of squares"));
    }
    let side = |index: usize| head.get(index).and_then(|side| side.parse::<usize>().ok());
    let (Some(columns), Some(rows)) = (side(1), side(2)) else {
        return Err(refused("a grid without sides".to_owned(), "columns and rows"));
    };
    let spaces: Option<[usize; 4]> = serde_json::from_str(spaces).ok();
    let Some([top, bottom, left, right]) = spaces else {
        let expected = "the spaces above, below, to the left and to the right";
        return Err(refused("a grid without spaces".to_owned(), expected));
    };
    if rows.max(columns) > MOST_POINTS {
        return Err(refused(format!("a grid of {rows} x {columns}"), "a smaller grid"));
    }
    let points = Points { rows, columns, top, left };
    let inner = |side: usize, one, other| side.checked_sub(one)?.checked_sub(other);
    let (Some(rows), Some(columns)) = (inner(rows, top, bottom), inner(columns, left, right))
    else {
        return Err(refused("more spaces than cells".to_owned(), "a board inside the spaces"));
    };
    let size = size(source, rows, columns, payload.span.clone())?;
    Ok((size, points))
}

impl Drawing {
    /// Adds a wall. `key` names the two corners at its ends, in any order. A wall on the board's
    /// frame or outside it is ignored. Returns `None` and adds nothing if `key` does not consist of
    /// two neighbouring corners, separated by a comma.
    fn add_edge(&mut self, points: &Points, key: &str) -> Option<()> {
        let (one, other) = key.split_once(',')?;
        let mut ends = [points.find_point(one)?, points.find_point(other)?];
        if ends.iter().any(|end| end.kind != PointKind::Corner) {
            return None;
        }
        ends.sort_by_key(|end| (end.row, end.column));
        let [one, other] = ends;
        let step = (other.row - one.row, other.column - one.column);
        let wall = match step {
            (0, 1) => one.cell_at_offset(0, 1),
            (1, 0) => one.cell_at_offset(1, 0),
            _ => return None,
        };
        let Some(at) = wall.filter(|&at| self.walls.size().contains(at)) else { return Some(()) };
        if step == (0, 1) {
            self.walls.add_lower_wall(at);
        } else {
            self.walls.add_right_wall(at);
        }
        Some(())
    }

    /// Adds the symbol in the cell that `key` names. A symbol outside the board is ignored, even if
    /// it is not in the middle of a cell. Returns `None` and adds nothing in these cases:
    ///
    /// - `key` is no number of a point.
    /// - `item` is not written as a symbol is.
    /// - The symbol is on the board, but not in the middle of a cell.
    fn add_symbol(&mut self, points: &Points, key: &str, item: &Value) -> Option<()> {
        let point = points.find_point(key)?;
        let [style, name, ..] = item.as_array()?.as_slice() else { return None };
        let name = name.as_str()?.to_owned();
        match self.cell(&point) {
            Some(at) if point.kind == PointKind::Cell => {
                self.symbols.push(Symbol { at, name, style: style.as_i64()? });
                Some(())
            }
            Some(_) => None,
            None => Some(()),
        }
    }

    /// Adds a number or another text. On the board, adds the cell that contains it. Outside the
    /// board, adds the number itself, if it was not added before. An empty text is ignored, and so
    /// is a text outside the board that is no number. Returns `None` and adds nothing if `key` is
    /// no number of a point, or if `item` is not written as a number is.
    fn add_number(&mut self, points: &Points, key: &str, item: &Value) -> Option<()> {
        let point = points.find_point(key)?;
        let text = item.as_array()?.first()?.as_str()?;
        match self.cell(&point) {
            _ if text.is_empty() => {}
            Some(at) => self.numbers.push(at),
            None => {
                let number = text.parse().ok().filter(|number| !self.outside.contains(number));
                self.outside.extend(number);
            }
        }
        Some(())
    }

    /// Returns the cell of a point. Returns `None` if the cell is outside the board.
    fn cell(&self, point: &Point) -> Option<Cell> {
        point.cell_at_offset(0, 0).filter(|&at| self.walls.size().contains(at))
    }
}
