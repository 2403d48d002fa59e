//! Writes links of penpa-edit. Lines of a link that are not about the board are as in a new board
//! of penpa-edit.

use serde_json::{Map, Value, json};

use super::packed;
use super::points::Points;
use super::{Symbol, Walls};
use crate::board::{Cell, Size, cell};
use crate::feature::MissingFeature;

/// A drawing that can be written as a link.
pub struct Sketch {
    /// The walls to draw.
    pub walls: Walls,
    /// The symbols to draw in cells.
    pub symbols: Vec<Symbol>,
    /// A number above the board. It is the number of stars, as in penpa-edit's import from
    /// puzz.link. It is `None` if no number is drawn.
    pub number: Option<usize>,
}

/// The address of the editor. The packed lines follow it.
const ADDRESS: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";

/// The length of a side of a cell, in pixels.
const CELL: usize = 38;

/// The editor's number for a thick line.
const THICK: usize = 2;

/// The editor's number for a symbol that is drawn above lines.
const ABOVE: usize = 2;

/// The editor's modes for a new board.
const MODES: &str = concat!(
    r#"{"qa":"pu_q","grid":["1","2","1"],"#,
    r#""pu_q":{"edit_mode":"surface","surface":["",1],"line":["1",2],"lineE":["1",2],"#,
    r#""wall":["",2],"cage":["1",10],"number":["1",1],"symbol":["circle_L",1],"#,
    r#""special":["thermo",""],"board":["",""],"move":["1",""],"combi":["battleship",""],"#,
    r#""sudoku":["1",1]},"#,
    r#""pu_a":{"edit_mode":"combi","surface":["",1],"line":["1",3],"lineE":["1",3],"#,
    r#""wall":["",3],"cage":["1",10],"number":["1",2],"symbol":["circle_L",1],"#,
    r#""special":["thermo",""],"board":["",""],"move":["1",""],"combi":["star",""],"#,
    r#""sudoku":["1",9]}}"#,
);

/// Writes a link to penpa-edit's editor. If the sketch has a number, there is a space of one cell
/// at each side of the board.
///
/// # Errors
///
/// If this build has no compression.
pub fn write(sketch: &Sketch) -> Result<String, MissingFeature> {
    let size = sketch.walls.size();
    let space = usize::from(sketch.number.is_some());
    let [rows, columns] = size.sides().map(|side| side + 2 * space);
    let sheet = Sheet { size, points: Points { rows, columns, top: space, left: space } };
    let problem = Value::Object(sheet.problem(sketch)).to_string();
    let solved = Value::Object(empty()).to_string();
    let [across, down] = [columns, rows].map(|side| CELL * (side + 1));
    let centre = sheet.centre();
    let head = format!(
        "square,{columns},{rows},{CELL},0,1,1,{across},{down},{centre},{centre},0,0,0,0,\
         Title: ,Author: ,,,OFF,false"
    );
    let lines = [
        head,
        format!("[{space},{space},{space},{space}]"),
        MODES.to_owned(),
        problem,
        solved.clone(),
        sheet.cells(),
        "[]".to_owned(),
        "{}".to_owned(),
        "\"x\"".to_owned(),
        "\"x\"".to_owned(),
        "[3,1,4]".to_owned(),
        MODES.to_owned(),
        "\"x\"".to_owned(),
        "0".to_owned(),
        solved.clone(),
        solved,
        "{}".to_owned(),
        "[]".to_owned(),
        String::new(),
    ];
    Ok(ADDRESS.to_owned() + &packed::pack(&lines.join("\n"))?)
}

/// A board with a space around it. The space is equally wide at each side.
struct Sheet {
    /// The size of the board, without the spaces around it.
    size: Size,
    /// The numbers of the points of the grid. The spaces around the board are parts of the grid.
    points: Points,
}

impl Sheet {
    /// Returns the number of the central point of the grid. This point is the middle of a cell if
    /// both sides of the grid are odd, and otherwise a corner.
    fn centre(&self) -> usize {
        let Points { rows, columns, .. } = self.points;
        let grid = Points { rows, columns, top: 0, left: 0 };
        let at = cell(rows / 2, columns / 2);
        if rows % 2 == 1 && columns % 2 == 1 {
            grid.cell(at)
        } else {
            grid.corner(at) - grid.width() - 1
        }
    }

    /// Returns the numbers of the cells' points as a JSON array. The first entry is the number of
    /// the first cell. Each further entry is the difference between the number of a cell and that
    /// of the cell before it.
    fn cells(&self) -> String {
        let mut last = 0;
        let numbers = self.size.cells().map(|at| {
            let number = self.points.cell(at);
            number - std::mem::replace(&mut last, number)
        });
        json!(numbers.collect::<Vec<usize>>()).to_string()
    }

    /// Returns the key `FROM,TO` of an edge. The edge ends at the corner below and to the right of
    /// the cell `at`. It begins at the corner whose number is lower by `length`.
    fn edge(&self, at: Cell, length: usize) -> String {
        let end = self.points.corner(at);
        format!("{},{end}", end - length)
    }

    /// Returns the drawn things of a sketch: walls as thick edges, symbols, and the number above
    /// the top right cell. All other kinds of things are empty.
    fn problem(&self, sketch: &Sketch) -> Map<String, Value> {
        let mut problem = empty();
        // An edge on the right side of a cell goes downwards. An edge below a cell goes to the
        // right.
        let right = sketch.walls.right_walls().map(|at| self.edge(at, self.points.width()));
        let below = sketch.walls.lower_walls().map(|at| self.edge(at, 1));
        let edges: Map<String, Value> =
            right.chain(below).map(|edge| (edge, json!(THICK))).collect();
        let symbols: Map<String, Value> = sketch
            .symbols
            .iter()
            .map(|Symbol { at, name, style }| {
                (self.points.cell(*at).to_string(), json!([style, name, ABOVE]))
            })
            .collect();
        let numbers: Map<String, Value> = sketch
            .number
            .iter()
            .map(|number| {
                let above =
                    self.points.cell(cell(0, self.size.columns() - 1)) - self.points.width();
                (above.to_string(), json!([number.to_string(), 1, "1"]))
            })
            .collect();
        for (key, items) in [("lineE", edges), ("symbol", symbols), ("number", numbers)] {
            problem.insert(key.to_owned(), Value::Object(items));
        }
        problem
    }
}

/// Returns a problem with nothing drawn. It has all keys that a new board of the editor has.
fn empty() -> Map<String, Value> {
    let history =
        ["command_redo", "command_undo", "command_replay"].map(|key| (key, json!({"__a": []})));
    let drawn = [
        ("surface", json!({})),
        ("number", json!({})),
        ("numberS", json!({})),
        ("symbol", json!({})),
        ("freeline", json!({})),
        ("freelineE", json!({})),
        ("thermo", json!([])),
        ("arrows", json!([])),
        ("direction", json!([])),
        ("squareframe", json!([])),
        ("polygon", json!([])),
        ("line", json!({})),
        ("lineE", json!({})),
        ("wall", json!({})),
        ("cage", json!({})),
        ("deletelineE", json!({})),
        ("killercages", json!([])),
        ("nobulbthermo", json!([])),
    ];
    history.into_iter().chain(drawn).map(|(key, value)| (key.to_owned(), value)).collect()
}
