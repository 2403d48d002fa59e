//! 3-in-a-Row, also Binairo, Takuzu, Unruly and, with signs between cells, Tango.
//!
//! **Rules.** Fill a board of R × C cells with 0 (white) and 1 (blue), so that no three neighbours
//! in a row or column are equal, and every row and column has as many 0 as 1; in a line of odd
//! length there is one more 1 than 0. Some cells are given. A sign `=` or `×` between two
//! neighbours says that they are equal or not. With the variant `distinct-lines` no two rows are
//! equal and no two columns are. With the variant `odd-either` a line of odd length has one more of
//! either symbol, whichever it is.
//!
//! **Formulation `cells`**: a variable `blue[r,c]` per cell; two clauses per window of three; a
//! cardinality per line. RC variables, about 4RC clauses and R+C cardinalities.
//!
//! **Formulation `colours`** (the AMPL model of the ISEN 420 report): a variable `x[r,c,k]` per
//! cell and colour k (1 white, 2 blue); exactly one colour a cell; at most two of three neighbours
//! have the same; a cardinality per line and colour.
//!
//! With `odd-either` the balance of a line of odd length has two sides: in `cells` at least (n-1)/2
//! and at most (n+1)/2 are blue, in `colours` at most (n+1)/2 have each colour.
//!
//! Distinct lines take a variable `differ[i,j,p]` per pair of lines and position, true only where
//! the two differ, and a clause per pair.

use std::collections::HashSet;

use crate::board::{Cell, Grid, MOST_CELLS, Size, cell, line_name};
use crate::family::{Also, Family, Format, Opened, Read, Variant};
use crate::formulation::{self, Formulation, Row, State, Stated, listed};
use crate::model::{Lit, Model, Origin, Relation};
use crate::picture::{Fill, Mark, Picture};
use crate::puzzle::{
    Broken, Filling, Puzzle, Request, all_known, check_shape, declare_symmetries, read_cell,
    read_cells, read_number, single,
};
use crate::source::directives::{self, Usage};
use crate::source::{
    Directive, Refusal, Source, Spanned, Table, ampl, counted, json, one_of, quoted, rows,
};

const WHITE: char = '0';
const BLUE: char = '1';
const SYMBOLS: &str = "01";
const BLANKS: &str = "._-x? ";
const SIGNS: &str = "=×";

const DISTINCT_LINES: &str = "distinct-lines";
const ODD_EITHER: &str = "odd-either";

/// The formulations, the default first.
const FORMULATIONS: [Row<ThreeInARow>; 2] = [
    Row {
        name: "cells",
        about: "blue[r,c] per cell",
        source: "quarrel",
        most_cells: None,
        state: State::Whole(ThreeInARow::cells),
    },
    Row {
        name: "colours",
        about: "x[r,c,k] per cell and colour",
        source: "AMPL model of the ISEN 420 report",
        most_cells: None,
        state: State::Whole(ThreeInARow::colours),
    },
];

/// The family's record.
pub static FAMILY: Family = Family {
    name: "three-in-a-row",
    also: &[
        Also { name: "binairo", variants: &[DISTINCT_LINES], even_unless: Some(ODD_EITHER) },
        Also { name: "takuzu", variants: &[DISTINCT_LINES], even_unless: Some(ODD_EITHER) },
        Also { name: "tango", variants: &[], even_unless: Some(ODD_EITHER) },
        Also { name: "3-in-a-row", variants: &[], even_unless: None },
    ],
    about: "Fill the board with 0 and 1: no three equal in a row, every line balanced",
    rules: "Fill the board with 0 (white) and 1 (blue), so that no three neighbours in a row or column are \
            equal and every row and column has as many 0 as 1; a line of odd length has one more 1, or with the variant \
            odd-either one more of either. \
            Some cells are given. A sign = or × between two neighbours says whether they are equal.",
    source: "BrainBashers; AMPL model of the ISEN 420 report, team 06",
    symbols: SYMBOLS,
    formulations: &listed(&FORMULATIONS),
    variants: &[
        Variant {
            name: DISTINCT_LINES,
            value: None,
            about: "no two rows are equal, no two columns are equal",
        },
        Variant {
            name: ODD_EITHER,
            value: None,
            about: "a line of odd length has one more of either symbol",
        },
    ],
    formats: &[
        Format {
            name: "json",
            about: "an array of rows: 0, 1 and null, or strings",
            example: "[[0, 1, null, null], [null, null, null, null],\n [null, null, 1, null], [null, null, null, 1]]\n",
            recognises: json::recognises,
        },
        Format {
            name: "ampl",
            about: "the AMPL data of the report: params n and p; 1 white, 2 blue",
            example: "param n := 4;\nparam p: 1 2 3 4 :=\n1 1 2 . .\n2 . . . .\n3 . . 2 .\n4 . . . .;\n",
            recognises: ampl::recognises,
        },
        Format {
            name: READINGS[0],
            about: "0, 1 and 2: 1 is white, 2 is blue and 0 is open",
            example: "1 2 0 0\n0 0 0 0\n0 0 2 0\n0 0 0 2\n",
            recognises: |_| false,
        },
        Format {
            name: READINGS[1],
            about: "0, 1 and 2: 0 is white, 1 is blue and 2 is open",
            example: "0 1 2 2\n2 2 2 2\n2 2 1 2\n2 2 2 1\n",
            recognises: |_| false,
        },
        Format {
            name: "cells",
            about: "`0 1`, `W B`, `S M`, `1 2` or `🌞🌙` and `.` (`_ - x ?`, `⬜` beside 🌞) for open; `1=.×0`, `# eq r2c1 r2c2`, \
                    `# ne r3c3 r3c4`",
            example: "01..\n....\n..1.\n...1\n# eq r2c1 r2c2\n# ne r3c3 r3c4\n",
            recognises: |_| true,
        },
    ],
    directives: WRITING.directives,
    scale: &[6, 10, 14, 18, 22, 26, 30],
    read: Read::Text(|request| Ok(Opened::puzzle(ThreeInARow::parse(request)?))),
};

/// A board with its given cells and signs.
pub struct ThreeInARow {
    givens: Grid<Option<char>>,
    signs: Vec<Sign>,
    distinct_lines: bool,
    odd_either: bool,
}

/// A sign between two neighbours.
struct Sign {
    cells: [Cell; 2],
    equal: bool,
}

impl ThreeInARow {
    /// Reads a board, or makes an open one of the size asked for.
    ///
    /// # Errors
    ///
    /// Refuses, at its place, what is no cell, no sign or no rectangle.
    pub fn parse(request: &Request) -> Result<ThreeInARow, Refusal> {
        let mut signs = Vec::new();
        let givens = match (request.text(), request.size, request.format.as_deref()) {
            (Some(board), _, Some("ampl")) => {
                let (data, directives) = directives::taken_out(board, WRITING.directives)?;
                let givens = parse_ampl(&data)?;
                signs = parse_signs(board, &directives, givens.size())?;
                givens
            }
            (Some(board), _, format) => {
                let reading = Reading::named(format);
                let is_json = match reading {
                    Some(_) => json::recognises(board),
                    None => format == Some("json"),
                };
                let mut table =
                    if is_json { read_json(board)? } else { read_text(board, request, reading)? };
                signs = take_signs(board, &mut table)?;
                let givens = parse_cells(board, &table, reading)?;
                signs.extend(parse_signs(board, &table.directives, givens.size())?);
                givens
            }
            (None, Some(size), _) => Grid::from_fn(size, |_| None),
            (None, None, _) => {
                return Err(Refusal::new("a board or a size is needed", "a BOARD or `--size RxC`"));
            }
        };
        let [distinct_lines, odd_either] =
            [DISTINCT_LINES, ODD_EITHER].map(|variant| request.has(variant));
        Ok(ThreeInARow { givens, signs, distinct_lines, odd_either })
    }
}

/// How a board is written.
const WRITING: rows::Writing<'static> = rows::Writing {
    is_answer: false,
    is_sized: false,
    is_even_square: false,
    symbols: "012WBSMwbsm🌞☀🌙⚪⚫🟡🔵._-x?",
    open: "._-x?",
    joints: SIGNS,
    directives: &[
        Usage {
            form: "eq CELL CELL",
            like: &["=", "==", "e", "equal", "equals", "same", "like", "alike"],
        },
        Usage {
            form: "ne CELL CELL",
            like: &[
                "x",
                "×",
                "✕",
                "✖",
                "≠",
                "!=",
                "/=",
                "<>",
                "~",
                "n",
                "neq",
                "diff",
                "differ",
                "different",
                "differs",
                "unequal",
                "opposite",
                "not",
                "other",
                "cross",
            ],
        },
    ],
};

/// An open cell of LinkedIn's Tango. Where colours are squares it may be one of them.
const SQUARE: char = '⬜';

/// Whether the colours of a text are suns and moons, so that a square is none of them.
fn has_suns(text: &str) -> bool {
    text.contains(['🌞', '☀', '🌙'])
}

/// Cuts a text into cells and signs. A blank is a cell only where [`rows`] says that it can be
/// nothing else; where a 2 stands, 0 is a sign for an open cell.
fn read_text(
    board: &Source,
    request: &Request,
    reading: Option<Reading>,
) -> Result<Table, Refusal> {
    let mut rows = board.lines().filter(|line| !line.value.trim_start().starts_with('#'));
    let open = match reading {
        Some(Reading::TwoOpen) => "._-x?2⬜",
        _ if rows.any(|line| line.value.contains('2')) => "._-x?0⬜",
        _ => "._-x?⬜",
    };
    let open = if has_suns(board.text()) { open } else { open.trim_end_matches(SQUARE) };
    let called = request.called.as_deref().and_then(|name| FAMILY.meant_by(name));
    let even_unless = called.and_then(|called| called.even_unless);
    let is_sized = request.size.is_some();
    let is_even_square = !is_sized && even_unless.is_some_and(|variant| !request.has(variant));
    let writing = rows::Writing { open, is_sized, is_even_square, ..WRITING };
    if let Some(table) = rows::fields_as_cells(board, &writing)? {
        return Ok(table);
    }
    match rows::doubtful_blank(board, &writing) {
        Some(_) => rows::blanks_as_cells(board, &writing),
        None => rows::characters(board, &writing),
    }
}

/// Cuts the rows of a JSON board into cells and signs. A row that is a string may have blanks for
/// its open cells, or between its cells.
fn read_json(board: &Source) -> Result<Table, Refusal> {
    let table = json::read(board, WRITING.directives)?;
    if let Some(blank) = table.cells().find(|cell| cell.value == " ") {
        if table.cells().any(|cell| single(&cell.value).is_some_and(|c| WRITING.open.contains(c))) {
            let found = "a blank in a board with another sign for open cells";
            let expected = "one sign for open cells, and no blanks between cells";
            return Err(Refusal::new(found, expected).at(board, blank.span.clone()));
        }
        rows::refuse_blank_columns(board, &table)?;
    }
    Ok(table)
}

/// Takes the signs that stand between two cells of a row out of the table.
fn take_signs(source: &Source, table: &mut Table) -> Result<Vec<Sign>, Refusal> {
    let mut signs = Vec::new();
    for (row, cells) in table.rows.iter_mut().enumerate() {
        let mut kept: Vec<Spanned<String>> = Vec::new();
        let mut waiting: Option<Spanned<String>> = None;
        for piece in cells.drain(..) {
            let is_sign = single(&piece.value).is_some_and(|sign| SIGNS.contains(sign));
            match (is_sign, waiting.take()) {
                (true, None) if !kept.is_empty() => waiting = Some(piece),
                (true, _) => return Err(stray_sign(source, &piece)),
                (false, Some(sign)) => {
                    let column = kept.len();
                    let cells = [cell(row, column - 1), cell(row, column)];
                    signs.push(Sign { cells, equal: sign.value == "=" });
                    kept.push(piece);
                }
                (false, None) => kept.push(piece),
            }
        }
        if let Some(sign) = waiting {
            return Err(stray_sign(source, &sign));
        }
        *cells = kept;
    }
    Ok(signs)
}

fn stray_sign(source: &Source, sign: &Spanned<String>) -> Refusal {
    let expected =
        "a cell before it and a cell behind it; `# eq r1c1 r2c1` or `# ne r1c1 r2c1` for two rows";
    Refusal::new(format!("the sign {} stands alone", quoted(&sign.value)), expected)
        .at(source, sign.span.clone())
}

/// What the cells of a table give. Where a 2 stands, the colours are those of the AMPL model: 1 is
/// white, 2 is blue and 0 is open.
fn parse_cells(
    source: &Source,
    table: &Table,
    reading: Option<Reading>,
) -> Result<Grid<Option<char>>, Refusal> {
    let two_is_open = reading == Some(Reading::TwoOpen);
    let (ampl, suns) =
        (table.cells().any(|cell| cell.value == "2") && !two_is_open, has_suns(source.text()));
    let meaning = |text: &str| match (text, single(text)) {
        ("" | "-1", _) => Some(None),
        (_, Some(SQUARE)) if suns => Some(None),
        (_, Some(blank)) if BLANKS.contains(blank) => Some(None),
        ("0", _) if ampl => Some(None),
        ("2", _) if two_is_open => Some(None),
        ("1", _) if ampl => Some(Some(WHITE)),
        ("0" | "W" | "w" | "S" | "s" | "🌞" | "☀" | "⚪" | "🟡", _) => Some(Some(WHITE)),
        ("1" | "2" | "B" | "b" | "M" | "m" | "🌙" | "⚫" | "🔵", _) => Some(Some(BLUE)),
        _ => None,
    };
    if reading.is_none() {
        refuse_two_readings(source, table)?;
    }
    refuse_third_colour(source, table)?;
    refuse_x_for_a_sign(source, table, |text| matches!(meaning(text), Some(None)))?;
    let known = one_of("01.WB2SM🌞🌙");
    let first = table.cells().find(|cell| meaning(&cell.value).is_none());
    let expected = match first.and_then(|cell| single(&cell.value)) {
        Some(SQUARE) => format!("{known}; `{SQUARE}` is an open cell only beside 🌞 or 🌙"),
        Some('X' | '≠' | '✕' | '✖') => {
            format!("{known}; between two cells `×` if they differ, and `=` if they are equal")
        }
        Some('O' | 'o') => format!("{known}; a letter O may be meant as `0` or as an open cell"),
        _ => known,
    };
    read_cells(source, table, meaning, &expected)
}

/// Refuses an `x` beside another sign for an open cell: it may be a sign between two cells.
fn refuse_x_for_a_sign(
    source: &Source,
    table: &Table,
    is_open: impl Fn(&str) -> bool,
) -> Result<(), Refusal> {
    let Some(x) = table.cells().find(|cell| cell.value == "x") else { return Ok(()) };
    let Some(other) = table.cells().find(|cell| cell.value != "x" && is_open(&cell.value)) else {
        return Ok(());
    };
    let other = match other.value.trim() {
        "" => "a blank".to_owned(),
        sign => quoted(sign),
    };
    let found = format!("`x` and {other} on one board, of which either may be an open cell");
    let expected =
        "`×` for each `x` between two cells that differ, and one sign for all open cells";
    Err(Refusal::new(found, expected).at(source, x.span.clone()))
}

/// Refuses 0 and 2 on one board: some programs have 0 for an open cell, others have 2. Beside
/// another sign for an open cell each may be a colour.
fn refuse_two_readings(source: &Source, table: &Table) -> Result<(), Refusal> {
    let has = |value: &str| table.cells().find(|cell| cell.value == value);
    let (Some(zero), Some(_)) = (has("0"), has("2")) else { return Ok(()) };
    if table.cells().any(|cell| !["0", "1", "2"].contains(&&cell.value[..])) {
        let found = "0 and 2 beside another sign for open cells";
        let expected = "two numbers for the colours: 0 and 1, or 1 and 2; or --input zero-open or two-open, if 0 or 2 is \
                        an open cell, too";
        return Err(Refusal::new(found, expected).at(source, zero.span.clone()));
    }
    let found = "0 and 2 on one board, of which either may be the open cell";
    let expected = "`.` for each open cell: in place of 0, with 1 white and 2 blue (--input zero-open), or in place of 2, \
                    with 0 white and 1 blue (--input two-open)";
    let refusal = Refusal::new(found, expected).at(source, zero.span.clone());
    Err(Refusal { readings: Some(&READINGS), ..refusal })
}

/// The formats of boards of 0, 1 and 2.
const READINGS: [&str; 2] = ["zero-open", "two-open"];

/// Which of 0 and 2 is the open cell of a board of 0, 1 and 2.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// 0 is open, 1 white and 2 blue.
    ZeroOpen,
    /// 2 is open, 0 white and 1 blue.
    TwoOpen,
}

impl Reading {
    /// The reading that a format says.
    fn named(format: Option<&str>) -> Option<Reading> {
        match format {
            Some("zero-open") => Some(Reading::ZeroOpen),
            Some("two-open") => Some(Reading::TwoOpen),
            _ => None,
        }
    }
}

/// Refuses more than one round sign of a colour: one of them may be an open cell.
fn refuse_third_colour(source: &Source, table: &Table) -> Result<(), Refusal> {
    for pair in [["⚪", "🟡"], ["⚫", "🔵"]] {
        if let [Some(_), Some(second)] =
            pair.map(|sign| table.cells().find(|cell| cell.value == sign))
        {
            let found = format!("{} and {} on one board", pair[0], pair[1]);
            return Err(Refusal::new(
                found,
                "⚪ and ⚫, ⚪ and 🔵, 🟡 and ⚫, or 🟡 and 🔵, and `.` for an open cell",
            )
            .at(source, second.span.clone()));
        }
    }
    Ok(())
}

fn parse_signs(
    source: &Source,
    directives: &[Directive],
    size: Size,
) -> Result<Vec<Sign>, Refusal> {
    directives.iter().map(|directive| parse_sign(directive, source, size)).collect()
}

/// Reads the sign of a directive.
fn parse_sign(directive: &Directive, source: &Source, size: Size) -> Result<Sign, Refusal> {
    let [first, second] = [0, 1].map(|index| &directive.places[index]);
    let words = [&first.row, &second.column];
    let [first, second] = [read_cell(source, first, size)?, read_cell(source, second, size)?];
    if size.orthogonal_neighbours(first).all(|neighbour| neighbour != second) {
        let found = format!("a sign stands between ({first}) and ({second})");
        let span = words[0].span.start..words[1].span.end;
        return Err(Refusal::new(found, "two cells that share a side").at(source, span));
    }
    Ok(Sign { cells: [first, second], equal: directive.name.value == "eq" })
}

/// Reads `param n` and `param p` of the report's data file.
fn parse_ampl(source: &Source) -> Result<Grid<Option<char>>, Refusal> {
    let data = ampl::read(source)?;
    let side = match data.get("n").map(|n| &n.body) {
        Some(ampl::Body::Scalar(n)) => read_number(source, n, 1..=MOST_CELLS.isqrt(), "a side")?,
        _ => return Err(missing("n", source)),
    };
    let size = Size::new(side, side).expect("a square within the limit of cells");
    let p = data.get("p").ok_or_else(|| missing("p", source))?;
    let usual = p.default.as_ref().map(|usual| parse_value(source, usual, None)).transpose()?;
    let usual = usual.flatten();
    let mut givens = Grid::from_fn(size, |_| usual);
    let mut said = HashSet::new();
    for (subscripts, value) in values_of(source, &p.body)? {
        let row = read_number(source, subscripts[0], 1..=side, "a row")?;
        let column = read_number(source, subscripts[1], 1..=side, "a column")?;
        let at = cell(row - 1, column - 1);
        if !said.insert(at) {
            let found = format!("a second value for {at}");
            return Err(Refusal::new(found, "each cell once").at(source, value.span.clone()));
        }
        givens[at] = parse_value(source, value, usual)?;
    }
    Ok(givens)
}

/// Refuses a file that lacks a parameter.
fn missing(name: &str, source: &Source) -> Refusal {
    Refusal::new(format!("there is no param {name}"), "`param n` and `param p`")
        .at(source, source.end())
}

/// A value of `param p`; `.` stands for the `usual` one.
fn parse_value(
    source: &Source,
    value: &Spanned<String>,
    usual: Option<char>,
) -> Result<Option<char>, Refusal> {
    match value.value.as_str() {
        "." => Ok(usual),
        "0" => Ok(None),
        "1" => Ok(Some(WHITE)),
        "2" => Ok(Some(BLUE)),
        other => Err(Refusal::new(quoted(other), "`.`, 0, 1 or 2").at(source, value.span.clone())),
    }
}

/// A value with its row and its column.
type Value<'a> = ([&'a Spanned<String>; 2], &'a Spanned<String>);

/// The values of `param p`, however they are written.
fn values_of<'a>(source: &Source, body: &'a ampl::Body) -> Result<Vec<Value<'a>>, Refusal> {
    match body {
        ampl::Body::Table { columns, rows } => Ok(rows
            .iter()
            .flat_map(|(label, values)| {
                columns.iter().zip(values).map(move |(column, value)| ([label, column], value))
            })
            .collect()),
        ampl::Body::Entries(entries) => entries
            .iter()
            .map(|(subscripts, value)| {
                let [row, column] = subscripts.as_slice() else {
                    return Err(Refusal::new("a subscript is no pair", "`[row,column]`")
                        .at(source, value.span.clone()));
                };
                Ok(([row, column], value))
            })
            .collect(),
        ampl::Body::Scalar(value) => {
            let expected = "a table or `[row,column] value` entries";
            Err(Refusal::new("param p is one number", expected).at(source, value.span.clone()))
        }
    }
}

impl Puzzle for ThreeInARow {
    fn size(&self) -> Size {
        self.givens.size()
    }

    fn variants(&self) -> Vec<String> {
        let variants = [(self.distinct_lines, DISTINCT_LINES), (self.odd_either, ODD_EITHER)];
        variants.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name.to_owned()).collect()
    }

    fn ruling(&self) -> Option<String> {
        let ruling = if self.distinct_lines { "no two lines equal" } else { "equal lines allowed" };
        Some(ruling.to_owned())
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn obstacle(&self) -> Option<String> {
        self.signs.iter().enumerate().find_map(|(index, sign)| {
            let [first, second] = sign.cells;
            let other = self.signs[..index]
                .iter()
                .find(|other| other.cells == [first, second] || other.cells == [second, first])?;
            (other.equal != sign.equal)
                .then(|| format!("the cells ({first}) and ({second}) have both signs, = and ×"))
        })
    }

    fn remarks(&self) -> Vec<String> {
        self.line_with_more_zeros().into_iter().collect()
    }

    fn model(&self, formulation: &Formulation) -> Stated<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn clash(&self, known: &Grid<Option<char>>) -> Option<Broken> {
        let rows = self.size().row_lines();
        let columns = self.size().column_lines();
        for line in rows.iter().chain(&columns) {
            if let Some(window) = line
                .windows(3)
                .find(|w| w.iter().all(|&at| known[at].is_some() && known[at] == known[w[0]]))
            {
                return Some(Broken::at("three equal neighbours in a line", window.to_vec()));
            }
            let more = line.len().div_ceil(2);
            let less = if self.odd_either { more } else { line.len() - more };
            for (symbol, name, most) in [(WHITE, "zero", less), (BLUE, "one", more)] {
                let those: Vec<Cell> =
                    line.iter().copied().filter(|&at| known[at] == Some(symbol)).collect();
                if those.len() > most {
                    let length = counted(line.len(), "cell");
                    let those_named = counted(those.len(), name);
                    let rule = format!("a line of {length} has {those_named} in place of {most}");
                    return Some(Broken::at(rule, those));
                }
            }
        }
        for Sign { cells, equal } in &self.signs {
            let [Some(first), Some(second)] = cells.map(|at| known[at]) else { continue };
            if (first == second) != *equal {
                let rule = if *equal {
                    "a sign = between different cells"
                } else {
                    "a sign × between equal cells"
                };
                return Some(Broken::at(rule, *cells));
            }
        }
        if self.distinct_lines {
            for lines in [rows, columns] {
                let read =
                    |line: &[Cell]| line.iter().map(|&at| known[at]).collect::<Option<String>>();
                for (index, line) in lines.iter().enumerate() {
                    let Some(whole) = read(line) else { continue };
                    if let Some(twin) =
                        lines[..index].iter().find(|other| read(other).as_ref() == Some(&whole))
                    {
                        return Some(Broken::at("two equal lines", [twin[0], line[0]]));
                    }
                }
            }
        }
        None
    }

    fn check(&self, answer: &Filling) -> Result<Option<i64>, Broken> {
        check_shape(self, answer, SYMBOLS)?;
        self.clash(&all_known(answer)).map_or(Ok(None), Err)
    }

    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let mut picture = Picture::new(size.rows(), size.columns(), "3-in-a-Row");
        for at in size.cells() {
            let given = self.givens[at];
            let Some(symbol) = answer.map(|answer| answer[at]).or(given) else { continue };
            let fill = if symbol == BLUE { Fill::Blue } else { Fill::White };
            picture.fill(at.pair(), fill);
            let digit = Mark::letter(symbol);
            picture.mark(at.pair(), if given.is_some() { digit.in_bold() } else { digit });
        }
        for Sign { cells: [a, b], equal } in &self.signs {
            picture.sign(a.pair(), b.pair(), if *equal { '=' } else { '×' });
        }
        picture
    }
}

impl ThreeInARow {
    /// Names a line of odd length in which so many zeros are given that `odd-either` is surely
    /// meant.
    fn line_with_more_zeros(&self) -> Option<String> {
        let lines = [self.size().row_lines(), self.size().column_lines()].concat();
        let zeros =
            |line: &[Cell]| line.iter().filter(|&&at| self.givens[at] == Some(WHITE)).count();
        let line = lines.iter().find(|line| {
            !self.odd_either && line.len() % 2 == 1 && zeros(line) == line.len().div_ceil(2)
        })?;
        Some(format!(
            "{} has {} of {} cells given; a line of odd length has one more 1 than 0, and with --variant {ODD_EITHER} one \
             more of either",
            line_name(line),
            counted(zeros(line), "zero"),
            line.len(),
        ))
    }

    fn cells(&self) -> Model {
        let mut model = Model::new();
        let blue = model.variables("blue", self.size());
        self.state_in_cells(&mut model, &blue);
        self.finished(model, [&Grid::from_fn(self.size(), |at| !blue[at]), &blue])
    }

    fn colours(&self) -> Model {
        let mut model = Model::new();
        let [white, blue] = [1, 2].map(|k| {
            Grid::from_fn(self.size(), |at| model.variable_in(at, "x", &[at.row, at.column, k]))
        });
        self.state_in_colours(&mut model, [&white, &blue]);
        self.finished(model, [&white, &blue])
    }

    /// The model with what signs and variants say, and how to read it. Of a cell's literals of both
    /// colours exactly one is true.
    fn finished(&self, mut model: Model, [white, blue]: [&Grid<Lit>; 2]) -> Model {
        let size = self.size();
        for Sign { cells: [a, b], equal } in &self.signs {
            let other = if *equal { blue[*b] } else { !blue[*b] };
            let sign = if *equal { '=' } else { '×' };
            let origin = Origin::board(format!("the sign {sign} between {a} and {b}"));
            model.by(origin, |model| {
                model.clause("signs", [!blue[*a], other]);
                model.clause("signs", [blue[*a], !other]);
            });
        }
        if self.distinct_lines {
            state_distinct(&mut model, "distinct rows", &size.row_lines(), blue);
            state_distinct(&mut model, "distinct columns", &size.column_lines(), blue);
        } else if self.signs.is_empty() {
            declare_symmetries(&mut model, &[white, blue]);
        }
        model.show(Grid::from_fn(size, |at| vec![(WHITE, white[at]), (BLUE, blue[at])]), WHITE);
        model
    }

    fn state_in_cells(&self, model: &mut Model, blue: &Grid<Lit>) {
        for (line, groups) in named_lines(self.size()) {
            let (alike, balance) = self.origins(&line);
            let line: Vec<Lit> = line.into_iter().map(|at| blue[at]).collect();
            model.by(alike, |model| {
                for window in line.windows(3) {
                    model.clause(groups.0, window.iter().copied());
                    model.clause(groups.0, window.iter().map(|&lit| !lit));
                }
            });
            let [white, blue] = most_of(line.len());
            model.by(balance, |model| {
                if self.is_either(line.len()) {
                    model.cardinality(groups.1, line.iter().copied(), Relation::AtLeast, white);
                    model.cardinality(groups.1, line, Relation::AtMost, blue);
                } else {
                    model.cardinality(groups.1, line, Relation::Exactly, blue);
                }
            });
        }
    }

    fn state_in_colours(&self, model: &mut Model, colours: [&Grid<Lit>; 2]) {
        for at in self.size().cells() {
            model.exactly_one("one colour a cell", colours.map(|colour| colour[at]));
        }
        for (line, groups) in named_lines(self.size()) {
            let [white, blue] = most_of(line.len());
            let is_either = self.is_either(line.len());
            let bounds = if is_either { [blue, blue] } else { [white, blue] };
            let relation = if is_either { Relation::AtMost } else { Relation::Exactly };
            for (colour, bound) in colours.into_iter().zip(bounds) {
                let (alike, balance) = self.origins(&line);
                let line: Vec<Lit> = line.iter().map(|&at| colour[at]).collect();
                model.by(alike, |model| {
                    for window in line.windows(3) {
                        model.cardinality(groups.0, window.iter().copied(), Relation::AtMost, 2);
                    }
                });
                model.by(balance, |model| model.cardinality(groups.1, line, relation, bound));
            }
        }
    }

    /// Whether a line of that length has one more of either symbol.
    fn is_either(&self, length: usize) -> bool {
        self.odd_either && length % 2 == 1
    }

    /// Where the windows of a line and its balance come from.
    fn origins(&self, line: &[Cell]) -> (Origin, Origin) {
        let name = line_name(line);
        let balance = match line.len() % 2 {
            0 => "as many 0 as 1",
            _ if self.odd_either => "one more of 0 or of 1",
            _ => "one more 1 than 0",
        };
        ["no three alike", balance].map(|rule| Origin::rule(format!("{rule} in {name}"))).into()
    }
}

/// How many cells of a line are white and how many are blue, with one more blue in a line of odd
/// length.
fn most_of(length: usize) -> [usize; 2] {
    [length / 2, length.div_ceil(2)]
}

/// Every row and column with the groups of its windows and of its balance.
fn named_lines(size: Size) -> impl Iterator<Item = (Vec<Cell>, (&'static str, &'static str))> {
    let lines = [
        (size.row_lines(), ("no three in a row", "balanced rows")),
        (size.column_lines(), ("no three in a column", "balanced columns")),
    ];
    lines.into_iter().flat_map(|(lines, groups)| lines.into_iter().map(move |line| (line, groups)))
}

fn state_distinct(model: &mut Model, group: &str, lines: &[Vec<Cell>], blue: &Grid<Lit>) {
    for (i, first) in lines.iter().enumerate() {
        for (j, second) in lines.iter().enumerate().skip(i + 1) {
            let rule =
                format!("a difference between {} and {}", line_name(first), line_name(second));
            model.by(Origin::rule(rule), |model| {
                let mut somewhere = Vec::new();
                for (place, (&a, &b)) in first.iter().zip(second).enumerate() {
                    let differ = model.variable(group, &[i, j, place]);
                    model.clause(group, [!differ, blue[a], blue[b]]);
                    model.clause(group, [!differ, !blue[a], !blue[b]]);
                    somewhere.push(differ);
                }
                model.clause(group, somewhere);
            });
        }
    }
}
