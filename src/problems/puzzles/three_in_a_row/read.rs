//! Reading of boards of three in a row.
//!
//! Other programs write the colours as numbers, as letters, or as suns and moons. Most of these
//! characters have several meanings, so ambiguous boards are refused.

use std::collections::HashSet;

use super::symbols;
use super::{BLANKS, BLUE, DISTINCT, FAMILY, ODD, SIGNS, Sign, WHITE};
use crate::board::{Grid, MOST_CELLS, Size, cell};
use crate::puzzle::{Request, read_cell, read_cells, read_number, single_char};
use crate::source::directives::DirectiveUsage;
use crate::source::{
    Directive, Refusal, Source, Spanned, Table, ampl, coordinates, facts, json, legup,
    list_symbols, minizinc, quote, rows,
};

/// The notation of a board as text, for the readers that all families share.
pub(super) const WRITING: rows::Notation<'static> = rows::Notation {
    is_answer: false,
    is_sized: false,
    is_even_square: false,
    symbols: "0123WBSMOXwbsmo🌞☀🌙⚪⚫🟡🔵._-x?",
    open: "._-x?3",
    joints: SIGNS,
    words: symbols::WORDS,
    directives: &[
        DirectiveUsage {
            form: "eq CELL CELL",
            like: &["=", "==", "e", "equal", "equals", "same", "like", "alike"],
        },
        DirectiveUsage {
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
        DirectiveUsage { form: "distinct lines", like: &["unique"] },
        DirectiveUsage { form: "odd either", like: &[] },
    ],
};

/// The sign of an open cell in LinkedIn's boards with suns and moons. On other boards, a square may
/// be a colour.
const SQUARE: char = '⬜';

/// Returns whether a text has suns or moons, which make [`SQUARE`] an open cell.
pub(super) fn has_suns(text: &str) -> bool {
    text.contains(['🌞', '☀', '🌙'])
}

/// Splits a board into cells. Signs within a row remain among the cells of the table. Signs that
/// are drawn on lines of their own are returned separately. A text in an unknown format is read as
/// rows of symbols; if `reading` is set and the text is JSON, it is read as JSON. Does not check
/// the symbols. Refuses a text that the reader of the format cannot split.
pub(super) fn read_table(
    board: &Source,
    request: &Request,
    format: Option<&str>,
    reading: Option<OpenReading>,
) -> Result<(Table, Vec<Sign>), Refusal> {
    let table = match format {
        Some("facts") => facts::read(board, &WRITING, request.size)?,
        Some("coordinates") => coordinates::read(board, &WRITING, request.size)?,
        Some("legup") => legup::read(board, &WRITING)?,
        Some("minizinc") => minizinc::read(board, WRITING.directives)?,
        Some("json") => read_json(board, request)?,
        _ if reading.is_some() && json::recognises(board) => read_json(board, request)?,
        _ => return read_text(board, request, reading),
    };
    Ok((table, Vec::new()))
}

/// Splits a text into cells and signs. Signs within a row remain among the cells; only signs on
/// lines of their own are returned as signs. A blank is a cell only if the module [`rows`] finds no
/// other meaning for it. Empty fields in rows that all end in a divider are accepted only if the
/// request has a size, or an alias that allows only even squares. If `reading` is `TwoOpen`, 2 is
/// an open cell; otherwise, 0 is an open cell if the board has a 2. A square is an open cell only
/// on a board with suns or moons. Does not check the symbols. Refuses rows that cannot be split.
fn read_text(
    board: &Source,
    request: &Request,
    reading: Option<OpenReading>,
) -> Result<(Table, Vec<Sign>), Refusal> {
    let mut rows = board.lines().filter(|line| !line.value.trim_start().starts_with('#'));
    let open = match reading {
        Some(OpenReading::TwoOpen) => "._-x?32⬜",
        _ if rows.any(|line| line.value.contains('2')) => "._-x?30⬜",
        _ => "._-x?3⬜",
    };
    let open = if has_suns(board.text()) { open } else { open.trim_end_matches(SQUARE) };
    let called = FAMILY.find_alias(request);
    let even_unless = called.and_then(|called| called.even_unless);
    let is_sized = request.size.is_some();
    let is_even_square = !is_sized && even_unless.is_some_and(|variant| !request.has(variant));
    let writing = rows::Notation { open, is_sized, is_even_square, ..WRITING };
    let (board, drawn) = &rows::without_drawn_signs(board, &writing)?;
    let signs = drawn.iter().map(|sign| Sign { cells: sign.cells, equal: sign.is_equal }).collect();
    let table = match rows::fields_as_cells(board, &writing)? {
        Some(table) => table,
        None if rows::doubtful_blank(board, &writing).is_some() => {
            rows::blanks_as_cells(board, &writing)?
        }
        None => rows::read_characters(board, &writing)?,
    };
    Ok((table, signs))
}

/// Splits the rows of a JSON board into cells and signs. In strings, blanks are open cells or
/// separators. Refuses blanks if the board has another sign for open cells, or if whole columns are
/// blank.
fn read_json(board: &Source, request: &Request) -> Result<Table, Refusal> {
    let table = json::read(board, &WRITING, request.size)?;
    if let Some(blank) = table.cells().find(|cell| cell.value == " ") {
        if table
            .cells()
            .any(|cell| single_char(&cell.value).is_some_and(|c| WRITING.open.contains(c)))
        {
            let found = "a blank in a board with another sign for open cells";
            let expected = "one sign for open cells, and no blanks between cells";
            return Err(Refusal::new(found, expected).with_span(board, blank.span.clone()));
        }
        rows::refuse_blank_columns(board, &table)?;
    }
    Ok(table)
}

/// Removes the signs between two cells of a row from the table, and returns these signs. `=` means
/// equal cells, and every other sign of [`SIGNS`] means different cells. Refuses a sign that is not
/// between two cells; the table is then incomplete.
pub(super) fn remove_signs(source: &Source, table: &mut Table) -> Result<Vec<Sign>, Refusal> {
    let mut signs = Vec::new();
    for (row, cells) in table.rows.iter_mut().enumerate() {
        let mut kept: Vec<Spanned<String>> = Vec::new();
        let mut waiting: Option<Spanned<String>> = None;
        for piece in cells.drain(..) {
            let is_sign = single_char(&piece.value).is_some_and(|sign| SIGNS.contains(sign));
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

/// Returns the refusal of a sign that is not between two cells of a row.
fn stray_sign(source: &Source, sign: &Spanned<String>) -> Refusal {
    let expected = "a cell before the sign and a cell after it; for cells in two rows, write `# eq r1c1 r2c1` or `# ne r1c1 r2c1`";
    let shown = quote(&source.original_text()[sign.span.clone()]);
    Refusal::new(format!("the sign {shown} is not between two cells"), expected)
        .with_span(source, sign.span.clone())
}

/// Returns the givens. If the board has a 2, 1 is white, 2 is blue and 0 is open, as in the AMPL
/// model. But if `reading` is `TwoOpen`, 0 is white, 1 is blue and 2 is open. The table must have
/// no signs.
///
/// # Errors
///
/// Returns an error in these cases:
/// - A symbol is unknown, or there is a third colour.
/// - An x may be a sign between cells.
/// - The table is no rectangle or too large.
/// - The board has both 0 and 2, but `reading` is `None`.
pub(super) fn parse_cells(
    source: &Source,
    table: &Table,
    reading: Option<OpenReading>,
) -> Result<Grid<Option<char>>, Refusal> {
    let two_is_open = reading == Some(OpenReading::TwoOpen);
    let (ampl, suns) =
        (table.cells().any(|cell| cell.value == "2") && !two_is_open, has_suns(source.text()));
    let [three_is_open, noughts, small_noughts] = further_symbols(table);
    let meaning = |text: &str| match (text, single_char(text)) {
        ("3", _) if three_is_open => Some(None),
        ("O", _) if noughts => Some(Some(WHITE)),
        ("X", _) if noughts => Some(Some(BLUE)),
        ("o", _) if small_noughts => Some(Some(WHITE)),
        ("x", _) if small_noughts => Some(Some(BLUE)),
        ("" | "-1", _) => Some(None),
        (_, Some(SQUARE)) if suns => Some(None),
        (_, Some(blank)) if BLANKS.contains(blank) => Some(None),
        ("0", _) if ampl => Some(None),
        ("2", _) if two_is_open => Some(None),
        ("1", _) if ampl => Some(Some(WHITE)),
        ("0" | "W" | "w" | "S" | "s" | "🌞" | "☀" | "⚪" | "🟡", _) => Some(Some(WHITE)),
        ("1" | "2" | "B" | "b" | "M" | "m" | "🌙" | "⚫" | "🔵", _) => Some(Some(BLUE)),
        _ if text.eq_ignore_ascii_case(symbols::EMPTY) => Some(None),
        _ => symbols::parse_word(text).map(|(colour, _)| Some(colour)),
    };
    if reading.is_none() {
        refuse_two_readings(source, table)?;
    }
    refuse_third_colour(source, table)?;
    if !small_noughts {
        refuse_x_for_a_sign(source, table, |text| matches!(meaning(text), Some(None)))?;
    }
    let known = list_symbols("01.WB2SM🌞🌙");
    let first = table.cells().find(|cell| meaning(&cell.value).is_none());
    let expected = match first.and_then(|cell| single_char(&cell.value)) {
        Some(SQUARE) => format!("{known}; `{SQUARE}` is open only on a board with 🌞 or 🌙"),
        Some('X' | '≠' | '✕' | '✖') => {
            format!("{known}; between two cells `×` if they differ, and `=` if they are equal")
        }
        Some('O' | 'o') => {
            format!("{known}; instead of the letter O, write `0`, or `.` for an open cell")
        }
        _ => known,
    };
    read_cells(source, table, meaning, &expected)
}

/// Returns three facts: whether 3 means an open cell, whether O and X are the two symbols, and
/// whether o and x are the two symbols. O and o are white. 3 means an open cell if the board has no
/// other sign for open cells, and does not have both 0 and 2. The letters are symbols if the board
/// has both of them and no other symbols. On a board with O and X, 3 may be the only sign for open
/// cells. A board with o and x must have another sign for open cells, since an x may itself mean an
/// open cell.
fn further_symbols(table: &Table) -> [bool; 3] {
    let has = |value: &str| table.cells().any(|cell| cell.value == value);
    let opens = ["", "-1", ".", "_", "-", "x", "?", " ", "⬜"];
    let has_open = |opens: &[&str]| opens.iter().any(|open| has(open));
    let are_only = |symbols: [&str; 2], opens: &[&str]| {
        symbols.iter().all(|symbol| has(symbol))
            && table
                .cells()
                .all(|cell| symbols.contains(&&cell.value[..]) || opens.contains(&&cell.value[..]))
    };
    let without_x: Vec<&str> = opens.into_iter().filter(|open| *open != "x").collect();
    [
        has("3") && !has_open(&opens) && !(has("0") && has("2")),
        are_only(["O", "X"], &without_x) || are_only(["O", "X"], &["3"]),
        are_only(["o", "x"], &without_x) && has_open(&without_x),
    ]
}

/// Refuses an `x` on a board with another sign for open cells, since the `x` may be a sign between
/// cells. `is_open` says whether the text of a cell means an open cell.
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
        "" if source.text()[other.span.clone()] == *"null" => "`null`".to_owned(),
        "" => "a blank".to_owned(),
        sign => quote(sign),
    };
    let found = format!("`x` and {other} on one board: either may be an open cell");
    let expected =
        "`×` for each `x` between two cells that differ, and one sign for all open cells";
    Err(Refusal::new(found, expected).with_span(source, x.span.clone()))
}

/// Refuses a board with both 0 and 2. Either of them may be an open cell, and the other one a
/// colour. Such a board is refused even if another sign also marks open cells. If the board has no
/// symbols except 0, 1 and 2, the refusal offers the two [`READINGS`].
fn refuse_two_readings(source: &Source, table: &Table) -> Result<(), Refusal> {
    let has = |value: &str| table.cells().find(|cell| cell.value == value);
    let (Some(zero), Some(_)) = (has("0"), has("2")) else { return Ok(()) };
    if table.cells().any(|cell| !["0", "1", "2"].contains(&&cell.value[..])) {
        let found = "0 and 2 on a board with another sign for open cells";
        let expected = "two numbers for the colours: 0 and 1, or 1 and 2; if 0 or 2 also means an open cell, \
                        --input zero-open or two-open";
        return Err(Refusal::new(found, expected).with_span(source, zero.span.clone()));
    }
    let found = "0 and 2 on one board: either may be the open cell";
    let expected = "`.` for each open cell; or --input zero-open if 0 is open, 1 is white and 2 is blue, \
                    or --input two-open if 2 is open, 0 is white and 1 is blue";
    let refusal = Refusal::new(found, expected).with_span(source, zero.span.clone());
    Err(Refusal { readings: Some(&READINGS), ..refusal })
}

/// The two formats of boards with 0, 1 and 2. They differ in the number that means an open cell.
pub(super) const READINGS: [&str; 2] = ["zero-open", "two-open"];

/// The number that means an open cell on a board with 0, 1 and 2.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenReading {
    /// 0 is open, 1 is white, 2 is blue.
    ZeroOpen,
    /// 2 is open, 0 is white, 1 is blue.
    TwoOpen,
}

impl OpenReading {
    /// Returns the meaning that a format states; `None` if the format is none of [`READINGS`].
    pub(super) fn from_format(format: Option<&str>) -> Option<OpenReading> {
        match format {
            Some("zero-open") => Some(OpenReading::ZeroOpen),
            Some("two-open") => Some(OpenReading::TwoOpen),
            _ => None,
        }
    }
}

/// Refuses two different round signs for one colour, since one of them may mean an open cell.
fn refuse_third_colour(source: &Source, table: &Table) -> Result<(), Refusal> {
    for pair in [["⚪", "🟡"], ["⚫", "🔵"]] {
        if let [Some(_), Some(second)] =
            pair.map(|sign| table.cells().find(|cell| cell.value == sign))
        {
            let found = format!("{} and {} on one board", pair[0], pair[1]);
            let expected =
                "⚪ and ⚫, ⚪ and 🔵, 🟡 and ⚫, or 🟡 and 🔵, and `.` for an open cell";
            return Err(Refusal::new(found, expected).with_span(source, second.span.clone()));
        }
    }
    Ok(())
}

/// Returns the signs that the directives `eq` and `ne` state. Skips directives of variants. Refuses
/// cells that do not share a side or are outside of the board.
pub(super) fn parse_signs(
    source: &Source,
    directives: &[Directive],
    size: Size,
) -> Result<Vec<Sign>, Refusal> {
    directives
        .iter()
        .filter(|directive| ![DISTINCT, ODD].contains(&&directive.name.value[..]))
        .map(|directive| parse_sign(directive, source, size))
        .collect()
}

/// Reads the sign of a directive `eq` or `ne`. Every name except `eq` means `ne`. The directive
/// must have two cells. Refuses cells that do not share a side or are outside of the board.
fn parse_sign(directive: &Directive, source: &Source, size: Size) -> Result<Sign, Refusal> {
    let [first, second] = [0, 1].map(|index| &directive.places[index]);
    let [first, second] = [read_cell(source, first, size)?, read_cell(source, second, size)?];
    if size.orthogonal_neighbours(first).all(|neighbour| neighbour != second) {
        let found = format!("a sign between ({first}) and ({second})");
        let name = &directive.name;
        let first = directive.arguments.first().unwrap_or(name);
        let last = directive.arguments.last().unwrap_or(name);
        let span = first.span.start..last.span.end;
        return Err(Refusal::new(found, "two cells that share a side").with_span(source, span));
    }
    Ok(Sign { cells: [first, second], equal: directive.name.value == "eq" })
}

/// Reads the data file of the report: `param n`, the side, and `param p`, the cells. Ignores all
/// other parameters. Rows and columns count from 1; 1 is white, 2 is blue and 0 is open. A cell
/// that `p` does not list has the default value of `p`; without a default, it is open. Refuses a
/// text that [`ampl::read`] refuses, a missing parameter, a number out of range, an unknown value,
/// and a second value for a cell.
pub(super) fn parse_ampl(source: &Source) -> Result<Grid<Option<char>>, Refusal> {
    let data = ampl::read(source)?;
    let side = match data.get("n").map(|n| &n.body) {
        Some(ampl::Body::Scalar(n)) => read_number(source, n, 1..=MOST_CELLS.isqrt(), "a side")?,
        _ => return Err(missing("n", source)),
    };
    let size = Size::new(side, side).expect("a square within the limit of cells");
    let p = data.get("p").ok_or_else(|| missing("p", source))?;
    let usual = p.default.as_ref().map(|usual| parse_value(source, usual, None)).transpose()?;
    let default_value = usual.flatten();
    let mut givens = Grid::from_fn(size, |_| default_value);
    let mut seen = HashSet::new();
    for (subscripts, value) in placed_values(source, &p.body)? {
        let row = read_number(source, subscripts[0], 1..=side, "a row")?;
        let column = read_number(source, subscripts[1], 1..=side, "a column")?;
        let at = cell(row - 1, column - 1);
        if !seen.insert(at) {
            let found = format!("a second value for {at}");
            return Err(Refusal::new(found, "each cell once").with_span(source, value.span.clone()));
        }
        givens[at] = parse_value(source, value, default_value)?;
    }
    Ok(givens)
}

fn missing(name: &str, source: &Source) -> Refusal {
    Refusal::new(format!("there is no param {name}"), "`param n` and `param p`")
        .with_span(source, source.end())
}

/// Reads the value of a cell in the AMPL parameter `p`: 1 is white, 2 is blue and 0 is open.
/// Returns `None` for an open cell. The value `.` means `usual`, the default of the parameter.
/// Refuses any other value.
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
        other => {
            let found = format!("unknown symbol {}", quote(other));
            Err(Refusal::new(found, "`.`, 0, 1 or 2").with_span(source, value.span.clone()))
        }
    }
}

/// The row and the column of a value, then the value itself.
type PlacedValue<'a> = ([&'a Spanned<String>; 2], &'a Spanned<String>);

/// Returns the values of `param p`, each with its row and its column. The parameter is a table or a
/// list of entries `[row,column] value`. Does not check that rows and columns are numbers. Refuses
/// a single number, and entries without exactly two subscripts.
fn placed_values<'a>(
    source: &Source,
    body: &'a ampl::Body,
) -> Result<Vec<PlacedValue<'a>>, Refusal> {
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
                        .with_span(source, value.span.clone()));
                };
                Ok(([row, column], value))
            })
            .collect(),
        ampl::Body::Scalar(value) => {
            let expected = "a table or `[row,column] value` entries";
            Err(Refusal::new("param p is one number", expected)
                .with_span(source, value.span.clone()))
        }
    }
}
