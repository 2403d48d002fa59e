//! Links of penpa-edit.
//!
//! `m=edit&p=` or `m=solve&p=` is followed by a text of lines, packed as `packed` describes. This
//! module reads the lines that hold the board: the kind of grid, its sides (which include the
//! spaces around the board), these spaces, and the problem, a JSON object with the drawn things.
//! The family decides which of the drawn symbols have a meaning. The line of the player's own
//! drawing and the options of the page are not read.
//!
//! **Points** are numbered. With X = columns + 4 and Y = rows + 4, point p has the kind ⌊p / XY⌋: a
//! cell, a corner below and to the right of a cell, or one of two kinds of sides. Its row is ⌊(p
//! mod XY) / X⌋ − 2 and its column is (p mod XY) mod X − 2, less the spaces above and to the left
//! of the board.
//!
//! A text can be packed in several ways. So a written link is not equal to penpa-edit's own link,
//! but is read as the same board.

use std::ops::Range;

use serde_json::{Map, Value};

use super::walls::Walls;
use super::{Link, part, size, split, word};
use crate::board::{Cell, LONGEST_SIDE, Size};
use crate::source::{Refusal, Source, Spanned, quoted};

#[cfg(feature = "compress")]
mod deflated;
#[cfg(not(feature = "compress"))]
#[path = "penpa/without_compress.rs"]
mod deflated;
mod packed;
mod points;
mod written;

pub use written::{Sketch, write};

use points::{Kind, Point, Points};

/// The format.
pub static LINK: Link = Link { name: "penpa", recognises, is_sure: recognises };

const BEGINNINGS: [&str; 2] = ["m=edit&p=", "m=solve&p="];

/// Kinds of grids with square cells.
const SQUARES: [&str; 3] = ["square", "sudoku", "kakuro"];

/// The longest side of a grid, including the spaces around the board.
const MOST_POINTS: usize = 2 * LONGEST_SIDE;

/// The indices of the read lines in the text.
const SIDES: usize = 0;
const SPACES: usize = 1;
const PROBLEM: usize = 3;

/// Parts of a problem that only record the editor's history.
const HISTORY: [&str; 3] = ["command_redo", "command_undo", "command_replay"];

fn recognises(source: &Source) -> bool {
    word(source).is_some_and(|word| payload(&word).is_some())
}

fn payload<'a>(word: &Spanned<&'a str>) -> Option<Spanned<&'a str>> {
    let begins =
        BEGINNINGS.iter().filter_map(|begins| Some(word.value.find(begins)? + begins.len()));
    let start = begins.min()?;
    let end = word.value[start..].find('&').map_or(word.value.len(), |and| start + and);
    Some(part(word, start..end))
}

/// A symbol in a cell, as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The cell with the symbol.
    pub at: Cell,
    /// The name of the symbol in penpa-edit.
    pub name: String,
    /// The variety of the symbol, numbered by penpa-edit.
    pub style: i64,
}

/// A drawing on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The walls, which are edges between corners.
    pub walls: Walls,
    /// The symbols in cells.
    pub symbols: Vec<Symbol>,
    /// The cells with numbers.
    pub numbers: Vec<Cell>,
    /// The different numbers among the texts around the board.
    pub outside: Vec<usize>,
    /// The place of the drawing in the link.
    pub place: Range<usize>,
}

/// Reads a link.
///
/// # Errors
///
/// Names the character at fault. If the fault is in the unpacked text, names the faulty part of
/// that text instead, since its places are not places in the link.
pub fn read(source: &Source) -> Result<Drawing, Refusal> {
    let word = super::only_word(source)?;
    let Some(payload) = payload(&word) else {
        let found = "no link of penpa-edit";
        return Err(Refusal::new(found, "`m=edit&p=` or `m=solve&p=`").at(source, word.span));
    };
    let text = packed::unpack(source, &payload)?;
    let refused = |found: String, expected: &str| {
        Refusal::new(found, expected).at(source, payload.span.clone())
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    let (size, points) = grid(source, &payload, line(SIDES), line(SPACES))?;
    let problem: Map<String, Value> = serde_json::from_str(line(PROBLEM))
        .map_err(|error| refused(format!("a problem that is no object: {error}"), "JSON"))?;
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
                let found = format!("{} on the board, which have no meaning here", named(key));
                return Err(refused(found, "walls, symbols and a number of stars"));
            }
        };
        for (point, item) in items {
            let read = match key.as_str() {
                "lineE" => drawing.add_edge(&points, point),
                "symbol" => drawing.add_symbol(&points, point, item),
                _ => drawing.add_number(&points, point, item),
            };
            read.ok_or_else(|| {
                let found =
                    format!("{} at {}: {}", named(key), quoted(point), quoted(&item.to_string()));
                refused(found, "edges between corners, and symbols and numbers in cells")
            })?;
        }
    }
    Ok(drawing)
}

/// Describes a part of a problem in words.
fn named(key: &str) -> String {
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
        other => return quoted(other),
    };
    words.to_owned()
}

/// Reads the sides of the grid and the spaces around the board, from their two lines.
fn grid(
    source: &Source,
    payload: &Spanned<&str>,
    sides: &str,
    spaces: &str,
) -> Result<(Size, Points), Refusal> {
    let refused = |found: String, expected: &str| {
        Refusal::new(found, expected).at(source, payload.span.clone())
    };
    let head = Spanned { value: sides, span: 0..sides.len() };
    let head: Vec<&str> = split(&head, ',').iter().map(|part| part.value).collect();
    if !SQUARES.contains(&head[0]) {
        let found = format!("a grid of the kind {}", quoted(head[0]));
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
    /// Adds the wall between the two corners that `key` names. Ignores an edge of the board's
    /// frame, which needs no walls. Returns `None` if `key` does not name the ends of such an edge.
    fn add_edge(&mut self, points: &Points, key: &str) -> Option<()> {
        let (one, other) = key.split_once(',')?;
        let [one, other] = [one, other].map(|number| points.of(number));
        let (one, other) = (one?, other?);
        if one.kind != Kind::Corner || other.kind != Kind::Corner {
            return None;
        }
        let [one, other] = if (one.row, one.column) <= (other.row, other.column) {
            [one, other]
        } else {
            [other, one]
        };
        let step = (other.row - one.row, other.column - one.column);
        let wall = match step {
            (0, 1) => one.beside(0, 1),
            (1, 0) => one.beside(1, 0),
            _ => return None,
        };
        let Some(at) = wall.filter(|&at| self.walls.size().contains(at)) else { return Some(()) };
        if step == (0, 1) {
            self.walls.build_below(at);
        } else {
            self.walls.build_right(at);
        }
        Some(())
    }

    fn add_symbol(&mut self, points: &Points, key: &str, item: &Value) -> Option<()> {
        let point = points.of(key)?;
        let [style, name, ..] = item.as_array()?.as_slice() else { return None };
        let name = name.as_str()?.to_owned();
        match self.cell(&point) {
            Some(at) if point.kind == Kind::Cell => {
                self.symbols.push(Symbol { at, name, style: style.as_i64()? });
                Some(())
            }
            Some(_) => None,
            None => Some(()),
        }
    }

    fn add_number(&mut self, points: &Points, key: &str, item: &Value) -> Option<()> {
        let point = points.of(key)?;
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

    fn cell(&self, point: &Point) -> Option<Cell> {
        point.beside(0, 0).filter(|&at| self.walls.size().contains(at))
    }
}
