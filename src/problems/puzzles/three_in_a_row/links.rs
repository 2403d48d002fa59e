//! Boards of other programs: reads ids, tasks and drawings, and writes a board in the formats that
//! can hold it.

use super::read::{WRITING, parse_signs};
use super::{BLUE, DISTINCT_LINES, Metadata, Rules, Sign, ThreeInARow, WHITE, sign_symbol};
use crate::board::{Cell, Grid};
use crate::links::walls::Walls;
use crate::links::{Colour, ColouredBoard, extract_directives, janko, penpa, team, unruly};
use crate::puzzle::Request;
use crate::source::{Refusal, Source, quote};

/// The board of the family's examples, as a link to penpa-edit (a puzzle editor).
pub(super) const PENPA: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=Ky4sTSxK1THRMeGKNtABw1guruoqV6vqWp\
    2qSKtqJUMLJatoQx2l5Myi5JzUeF8lHaNYHSVDS6CoEbqosRk2URNTTNHaWi4A\n";

/// The circles of penpa-edit: large, middle and small.
const CIRCLES: [&str; 3] = ["circle_L", "circle_M", "circle_S"];

/// The style of a white circle in penpa-edit.
const WHITE_CIRCLE: i64 = 1;
/// The style of a black circle in penpa-edit.
const BLACK_CIRCLE: i64 = 2;

/// Reads a board in a format of another program, such as a link. Returns `None` if `format` is no
/// such format, and a refusal if the text is not valid in this format. The request gives the
/// variants and, for a task of puzzle-binairo.com, the size. The board has no alias yet.
pub(super) fn read(
    source: &Source,
    format: &str,
    request: &Request,
) -> Option<Result<ThreeInARow, Refusal>> {
    let read: fn(&Source, &Request) -> Result<ColouredBoard, Refusal> = match format {
        "unruly" => |source, _| unruly::read(source),
        "team-binairo" => |source, request| team::read_binairo(source, request.size),
        "janko" => |source, _| janko::read_colours(source),
        "penpa" => |source, _| read_drawing(source, &penpa::read(source)?),
        _ => return None,
    };
    Some(read_by(source, request, read))
}

/// Removes the directives from a text, and reads the rest by `read`. The variants are those of the
/// request, of the directives and of the text. The signs are those of the directives. The board
/// also records the cells that a player has filled in, the level of difficulty, and whether the
/// text does not state if lines may be equal. Refuses a text that allows equal lines, if the
/// request or a directive forbids them. Refuses a sign between cells that do not share a side or
/// are outside of the board. Also refuses an invalid directive, and every text that `read` refuses.
fn read_by(
    source: &Source,
    request: &Request,
    read: fn(&Source, &Request) -> Result<ColouredBoard, Refusal>,
) -> Result<ThreeInARow, Refusal> {
    let (text, directives) = extract_directives(source, WRITING.directives)?;
    let ColouredBoard { cells, is_distinct, put, level } = read(&text, request)?;
    let mut rules = Rules::from_request(request);
    rules.apply_directives(source, &directives)?;
    let is_silent_on_lines = is_distinct.is_none();
    if let Some(stated) = is_distinct {
        if rules.distinct_lines && !stated.value {
            let found =
                format!("a board whose lines may be equal, but {DISTINCT_LINES} is asked for");
            let expected = "the same in both places";
            return Err(Refusal::new(found, expected).with_span(source, stated.span));
        }
        rules.distinct_lines = stated.value;
    }
    let symbols =
        |cells: &Grid<Option<Colour>>| Grid::from_fn(cells.size(), |at| cells[at].map(symbol));
    let aside = Metadata {
        filled_in: put.as_ref().map(symbols),
        level,
        is_silent_on_lines,
        ..Metadata::default()
    };
    let signs = parse_signs(source, &directives, cells.size())?;
    Ok(ThreeInARow { givens: symbols(&cells), signs, rules, aside })
}

fn symbol(colour: Colour) -> char {
    match colour {
        Colour::White => WHITE,
        Colour::Black => BLUE,
    }
}

/// Returns the cells of a drawing. Refuses walls, numbers, symbols that are not white or black
/// circles, and a drawing without circles.
fn read_drawing(source: &Source, drawing: &penpa::Drawing) -> Result<ColouredBoard, Refusal> {
    let refused = |found: String, expected: &str| {
        Err(Refusal::new(found, expected).with_span(source, drawing.place.clone()))
    };
    let size = drawing.walls.size();
    if drawing.walls.has_walls() {
        return refused("walls between cells".to_owned(), "a drawing with circles only");
    }
    if drawing.symbols.is_empty() || !drawing.numbers.is_empty() || !drawing.outside.is_empty() {
        let found = "a drawing without circles, or with numbers".to_owned();
        return refused(found, "a drawing with circles only");
    }
    let mut cells = Grid::from_fn(size, |_| None);
    for penpa::Symbol { at, name, style } in &drawing.symbols {
        let colour = match *style {
            WHITE_CIRCLE => Some(Colour::White),
            BLACK_CIRCLE => Some(Colour::Black),
            _ => None,
        };
        if !CIRCLES.contains(&name.as_str()) || colour.is_none() {
            let found = format!("the symbol {} of style {style} in {at}", quote(name));
            return refused(found, "a white circle, of style 1, or a black one, of style 2");
        }
        cells[*at] = colour;
    }
    Ok(ColouredBoard { cells, is_distinct: None, put: None, level: None })
}

impl ThreeInARow {
    /// Writes the board in a format. Returns `None` if boards are not written in this format, and a
    /// refusal if the format cannot represent the board.
    pub(super) fn to_format(&self, format: &str) -> Option<Result<String, Refusal>> {
        Some(match format {
            "cells" => Ok(self.to_cells()),
            "unruly" => self.to_unruly(),
            "team-binairo" => self.to_team_binairo(),
            "penpa" => self.to_penpa(),
            _ => return None,
        })
    }

    /// Returns the cells of a board. Refuses signs and odd sides. `format` is the name of the
    /// format for the refusal.
    fn cells_without_signs(&self, format: &str) -> Result<Grid<Option<Colour>>, Refusal> {
        if let Some(Sign { cells: [one, other], equal }) = self.signs.first() {
            let sign = sign_symbol(*equal);
            return Err(unsupported(format, &format!("the sign {sign} between {one} and {other}")));
        }
        let size = self.givens.size();
        if size.sides().iter().any(|side| side % 2 == 1) {
            return Err(unsupported(format, &format!("a board of {size}, with an odd side")));
        }
        Ok(Grid::from_fn(size, |at| {
            self.givens[at].map(|symbol| match symbol {
                BLUE => Colour::Black,
                _ => Colour::White,
            })
        }))
    }

    /// Writes the board as a game id of Unruly, with the rule of distinct lines if it holds, and
    /// with the level of difficulty if the board's text states one. Leaves out cells that a player
    /// has filled in. Refuses signs, odd sides, and sides that are shorter than Unruly allows.
    fn to_unruly(&self) -> Result<String, Refusal> {
        let cells = self.cells_without_signs("unruly")?;
        if cells.size().sides().iter().any(|&side| side < unruly::SHORTEST_SIDE) {
            let found = format!("unruly cannot hold a board of {}", cells.size());
            let expected = format!("sides of at least {}", unruly::SHORTEST_SIDE);
            return Err(Refusal::new(found, expected));
        }
        Ok(unruly::write(&cells, self.rules.distinct_lines, self.aside.level))
    }

    /// Writes the board as a task of the format team-binairo. Refuses signs, odd sides, and a board
    /// whose lines may be equal.
    fn to_team_binairo(&self) -> Result<String, Refusal> {
        let cells = self.cells_without_signs("team-binairo")?;
        if !self.rules.distinct_lines {
            return Err(unsupported("team-binairo", "a board whose lines may be equal"));
        }
        Ok(team::write_binairo(&cells))
    }

    /// Writes the board as a link of penpa-edit. Leaves out cells that a player has filled in.
    /// Refuses signs, odd sides, distinct lines, and a board without given cells. Also refuses
    /// every board if this build cannot compress links.
    fn to_penpa(&self) -> Result<String, Refusal> {
        let cells = self.cells_without_signs("penpa")?;
        if self.rules.distinct_lines {
            return Err(unsupported("penpa", "the rule that lines are distinct"));
        }
        if cells.iter().all(|(_, cell)| cell.is_none()) {
            return Err(unsupported("penpa", "a board without given cells"));
        }
        let circle = |(at, colour): (Cell, Colour)| penpa::Symbol {
            at,
            name: CIRCLES[1].to_owned(),
            style: if colour == Colour::White { WHITE_CIRCLE } else { BLACK_CIRCLE },
        };
        let symbols =
            cells.iter().filter_map(|(at, cell)| Some((at, (*cell)?))).map(circle).collect();
        let sketch = penpa::Sketch { walls: Walls::none(cells.size()), symbols, number: None };
        penpa::write(&sketch).map_err(|missing| Refusal::new(missing.to_string(), "another format"))
    }

    /// Writes the board as rows of symbols, with directives for its signs and variants. Leaves out
    /// cells that a player has filled in. The symbols are always 0 and 1, even if the board's text
    /// has others.
    fn to_cells(&self) -> String {
        let rows = Grid::from_fn(self.givens.size(), |at| self.givens[at].unwrap_or('.'));
        let mut lines = rows.to_rows();
        let place = |Cell { row, column }: Cell| format!("r{}c{}", row + 1, column + 1);
        for Sign { cells: [one, other], equal } in &self.signs {
            let name = if *equal { "eq" } else { "ne" };
            lines.push(format!("# {name} {} {}", place(*one), place(*other)));
        }
        lines.extend(self.rules.distinct_lines.then(|| "# distinct lines".to_owned()));
        lines.extend(self.rules.odd_either.then(|| "# odd either".to_owned()));
        lines.join("\n")
    }
}

fn unsupported(format: &str, what: &str) -> Refusal {
    Refusal::new(
        format!("{format} cannot hold {what}"),
        "--to cells, or a board that the format can hold",
    )
}
