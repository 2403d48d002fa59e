//! ABC Path (BrainBashers, O. Janko).
//!
//! **Rules.** Put the letters A, B, C, … into the cells of an m × m board (A to Y for m = 5). Each
//! cell has one letter, and each letter is a king's move away from the previous letter. Outside the
//! board, there is a clue for every letter except A. The place of the clue states the row, column
//! or main diagonal of the letter. The cell of A is given.
//!
//! **Formulation `positions`** is the AMPL model of the ISEN 420 report. It has a variable
//! `x[k,r,c]` per letter and cell. Each cell has exactly one letter, and each letter exactly one
//! cell. If a letter is in a cell, the next letter is in a neighbouring cell. There are m⁴
//! variables, 2m² exactly-one constraints over m² literals each, and m⁴ clauses of at most 9
//! literals.
//!
//! **Formulation `both-ways`** adds the redundant converse: if a letter is in a cell, the previous
//! letter is in a neighbouring cell. Unit propagation does not find this. On boards with given
//! letters and no clues, neither formulation was always faster than the other, so the published one
//! is the default.
//!
//! For boards of more than 26 cells, up to 8 × 8, the symbols after Z are a to z, 0 to 9, + and /.
//! On boards of at most 26 cells, a small letter means its capital.

mod generate;
mod hints;
mod layout;

use self::hints::AbcPathView;
use self::layout::{is_layout, is_layout_text, line_of_ring, parse_layout, read_layout, ring_of};
use crate::board::{Cell, Grid, Size, cell, line_name};
use crate::family::{BoardReader, Family, Format, OpenedProblem};
use crate::formulation::{self, Formulation, ModelScheme, Row, formulations};
use crate::hint::View;
use crate::model::{Lit, Model, Origin};
use crate::picture::{Fill, Ink, Mark, Picture};
use crate::puzzle::{
    BoardInfo, BrokenRule, Draw, Filling, OPEN, PathLetter, Play, Puzzle, Request, check_shape,
    declare_symmetries, read_cells, read_givens, read_number, single_char,
};
use crate::source::{Refusal, Source, Table, ampl, directives, format_count, json, quote, rows};

/// The letters, in the order of the path.
const SYMBOLS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The largest number of cells of a board on which a small letter means its capital.
const CAPITALS: usize = 26;
/// The longest side of a board. [`SYMBOLS`] has a letter for each cell of such a board.
const LONGEST_SIDE: usize = 8;
/// The characters that a text may have for an open cell.
const OPEN_SIGNS: &str = "?._-";
/// The beginning of the title of a layout, in lower case.
const TITLE: &str = "abc path";
/// The title of a layout that quarrel writes.
const TITLE_OF_LAYOUT: &str = "ABC Path Solver Layout Version 1:";

/// The directions in which a model states that successive letters are neighbours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterMoves {
    /// The successor of a letter is in a neighbouring cell.
    Forwards,
    /// Both the successor and the predecessor of a letter are in neighbouring cells.
    BothWays,
}

/// The formulations, the default first.
const FORMULATIONS: [Row<AbcPath>; 2] = [
    Row::new(
        "positions",
        "x[k,r,c] per letter and cell; a letter's successor is a neighbour",
        |board: &AbcPath| board.build_model(LetterMoves::Forwards),
    )
    .with_source("AMPL model of the ISEN 420 report"),
    Row::new("both-ways", "as positions, and a letter's predecessor is a neighbour", |board| {
        board.build_model(LetterMoves::BothWays)
    }),
];

/// The entry of the family `abc-path` in the list of families.
pub static FAMILY: Family = Family {
    name: "abc-path",
    also: &[],
    summary: "Thread the letters through the board by king's moves, each in the line of its clue",
    rules: "Put the letters A, B, C, … into a square board, one in each cell, so that each letter is a \
            king's move from the one before it. A clue outside the board states the row, column or main \
            diagonal of its letter. A is given.",
    source: "BrainBashers; AMPL model of the ISEN 420 report, team 06",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[],
    formats: &[
        Format {
            name: "json",
            summary: "an array of rows of letters: the 7x7 of a layout, or m x m with \"?\" for open cells",
            example: "[\"A??\", \"???\", \"???\"]\n",
            recognises: json::recognises,
        },
        Format {
            name: "ampl",
            summary: "the AMPL data of the report: params m, Ar, Ac and clue",
            example: "param m := 3;\nparam Ar := 1;\nparam Ac := 1;\nparam clue default 0 :=\n\
                      [2,1,1] 1 [2,1,2] 1 [2,1,3] 1\n[3,1,3] 1 [4,2,3] 1 [5,2,2] 1\n\
                      [6,2,1] 1 [7,3,1] 1 [8,3,2] 1\n[9,3,3] 1;\n",
            recognises: ampl::recognises,
        },
        Format {
            name: "layout",
            summary: "7 lines of 7 characters: the clues around the cells; a title, `ABC Path ...`, may be above",
            example: "ABC Path Solver Layout Version 1:\nFJHMWBR\nE    AC\nQ     P\nO     I\nS     Y\n\
                      T     L\nKGNDVXU\n",
            recognises: is_layout_text,
        },
        Format {
            name: "cells",
            summary: "letters and `?` (`.` `_` `-`) for open cells; one line per row; or the 7x7 characters of a layout",
            example: "A??\n???\n??I\n",
            recognises: |_| true,
        },
    ],
    directives: &[],
    scale: &[3, 4, 5, 6, 7, 8],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(AbcPath::parse(request)?))),
    maker: Some(&generate::MAKER),
};

/// A board with its clues.
pub struct AbcPath {
    /// The given letters; `None` for all other cells.
    givens: Grid<Option<char>>,
    /// For each letter, the cells that its clue allows; `None` if it has no clue.
    allowed: Vec<Option<Vec<Cell>>>,
    /// The clue letters with their places in the ring around the board, for the picture. On a board
    /// of side m, rows and columns with the ring are counted from 0 to m+1.
    ring: Vec<(Cell, char)>,
}

impl AbcPath {
    /// Reads a board, or makes a board of the requested size without clues and givens. A text in
    /// the format `ampl` has clues, and so has a layout. A text is a layout if its format is
    /// `layout`. In the formats `cells` and `json`, and if no format is named, it is a layout if
    /// `is_layout` accepts its table. Any other text has only letters and open cells, so the board
    /// has no clues.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - The request has neither text nor size.
    /// - The text cannot be read in its format.
    /// - A letter, a clue or the AMPL data are invalid.
    /// - A layout lacks a clue.
    /// - The board is not square or has more than 8 rows.
    pub fn parse(request: &Request) -> Result<AbcPath, Refusal> {
        match (request.text(), request.format.as_deref()) {
            (Some(board), Some("ampl")) => parse_ampl(&without_comments(board)?),
            (Some(board), Some("layout")) => {
                parse_layout(board, &read_layout(&without_comments(board)?)?)
            }
            (Some(board), Some("json")) => {
                parse_table(board, &json::read(board, &rows::Notation::default(), None)?)
            }
            (Some(board), _) => parse_table(board, &read_rows(board, request.size.is_some())?),
            (None, _) => board_without_clues(read_givens(request, SYMBOLS)?, None),
        }
    }
}

fn without_comments(board: &Source) -> Result<Source, Refusal> {
    Ok(directives::extract_directives(board, &[])?.0)
}

/// Splits a text into rows of cells, with or without separators between the cells. `is_sized` is
/// true if the request states the size. Does not check that the cells are letters or open. Refuses
/// a text that cannot be split.
fn read_rows(board: &Source, is_sized: bool) -> Result<Table, Refusal> {
    let symbols = format!("{SYMBOLS}{OPEN_SIGNS}");
    let writing =
        rows::Notation { symbols: &symbols, open: OPEN_SIGNS, is_sized, ..Default::default() };
    match rows::fields_as_cells(board, &writing)? {
        Some(table) => Ok(table),
        None => rows::read_characters(board, &writing),
    }
}

/// Reads a table as a layout with clues if it has the shape of a layout. Otherwise, reads it as the
/// letters of the cells.
fn parse_table(board: &Source, table: &Table) -> Result<AbcPath, Refusal> {
    if is_layout(table) {
        parse_layout(board, table)
    } else {
        board_without_clues(parse_cells(board, table)?, Some(board))
    }
}

/// Returns a board with these letters and no clues. On a board of at most [`CAPITALS`] cells, small
/// letters become capitals. Refuses a board that is not square, or whose side is longer than
/// [`LONGEST_SIDE`]. If `board` has a text, also refuses letters that a board of this size does not
/// have.
fn board_without_clues(
    givens: Grid<Option<char>>,
    board: Option<&Source>,
) -> Result<AbcPath, Refusal> {
    let size = givens.size();
    let givens = if size.area() <= CAPITALS { capitals(&givens) } else { givens };
    if !size.is_square() || size.rows() > LONGEST_SIDE {
        let expected = format!("a square of at most {LONGEST_SIDE}x{LONGEST_SIDE}");
        let refusal = Refusal::new(format!("the board is {size}"), expected);
        return Err(board.map_or(refusal.clone(), |board| refusal.with_span(board, board.end())));
    }
    if let Some(board) = board {
        refuse_letters_beyond(board, &givens)?;
    }
    Ok(AbcPath { givens, allowed: vec![None; size.area()], ring: Vec::new() })
}

fn capitals(givens: &Grid<Option<char>>) -> Grid<Option<char>> {
    Grid::from_fn(givens.size(), |at| givens[at].map(|letter| letter.to_ascii_uppercase()))
}

/// Refuses the first letter, row by row, that a board of this size does not have. Accepts the board
/// if there is no such letter. The refusal points to the first place outside of comments at which
/// the text has the letter. If the text has it only as a small letter, the refusal points to the
/// beginning of the text.
fn refuse_letters_beyond(board: &Source, givens: &Grid<Option<char>>) -> Result<(), Refusal> {
    let cells = givens.size().area();
    let Some(letter) = givens.iter().find_map(|(_, given)| {
        given.filter(|&given| SYMBOLS.chars().skip(cells).any(|symbol| symbol == given))
    }) else {
        return Ok(());
    };
    let mut rows = board.lines().filter(|line| !line.value.trim_start().starts_with('#'));
    let start = rows.find_map(|row| Some(row.span.start + row.value.find(letter)?)).unwrap_or(0);
    let last = SYMBOLS.chars().nth(cells - 1).unwrap_or(letter);
    let found =
        format!("{} on a board of {}", quote(&letter.to_string()), format_count(cells, "cell"));
    let expected = format!("a letter from A to {last}, or `?` for an open cell");
    let end =
        if board.text()[start..].starts_with(letter) { start + letter.len_utf8() } else { start };
    Err(Refusal::new(found, expected).with_span(board, start..end))
}

fn parse_cells(source: &Source, table: &Table) -> Result<Grid<Option<char>>, Refusal> {
    read_cells(source, table, parse_letter, "a letter, or `?` for an open cell")
}

/// The letter of a cell; `None` if the cell is open.
type GivenLetter = Option<char>;

/// Returns the letter of a cell, or `Some(None)` if the cell is open. An open cell is an empty
/// text, a blank, `-1` or one of [`OPEN_SIGNS`]. Returns `None` if the text is invalid.
fn parse_letter(text: &str) -> Option<GivenLetter> {
    match single_char(text) {
        _ if text.is_empty() => Some(None),
        _ if text == "-1" => Some(None),
        Some(' ') => Some(None),
        Some(sign) if OPEN_SIGNS.contains(sign) => Some(None),
        Some(letter) if SYMBOLS.contains(letter) => Some(Some(letter)),
        _ => None,
    }
}

/// Reads the AMPL data: the side `m`, the row `Ar` and the column `Ac` of A, and `clue[k,i,j]`.
/// This is 1 if the clue of letter k allows row i and column j, otherwise 0. Letters, rows and
/// columns count from 1. A is given, and each other letter has a clue. A letter without entries has
/// a clue that allows no cell. A clue gets a free place in the ring around the board if it allows
/// exactly the cells of a line (row, column or main diagonal). Ignores all other parameters.
/// Refuses:
/// - a text that [`ampl::read`] refuses;
/// - missing parameters (a board of 1 × 1 needs no `clue`);
/// - a side longer than [`LONGEST_SIDE`];
/// - entries without exactly three subscripts;
/// - numbers out of range;
/// - entries for A;
/// - a default of `clue` other than 0.
fn parse_ampl(source: &Source) -> Result<AbcPath, Refusal> {
    let data = ampl::read(source)?;
    let m = scalar("m", LONGEST_SIDE, source, &data)?;
    let size = Size::new(m, m).expect("a small board");
    let start = cell(scalar("Ar", m, source, &data)? - 1, scalar("Ac", m, source, &data)? - 1);
    let mut puzzle =
        board_without_clues(Grid::from_fn(size, |at| (at == start).then_some('A')), None)?;
    puzzle.allowed[1..].fill(Some(Vec::new()));
    if let Some(default) = data.get("clue").and_then(|clue| clue.default.as_ref()) {
        read_number(source, default, 0..=0, "a default")?;
    }
    let entries = match data.get("clue").map(|parameter| &parameter.body) {
        Some(ampl::Body::Entries(entries)) => entries.as_slice(),
        None if m == 1 => &[],
        _ => {
            let (found, expected) = (
                "no entries of param clue",
                "`[letter,row,column] 1` for each cell that a clue allows",
            );
            return Err(Refusal::new(found, expected).with_span(source, source.end()));
        }
    };
    for (subscripts, value) in entries {
        let [k, row, column] = subscripts.as_slice() else {
            let found = format!("{} subscripts", subscripts.len());
            return Err(
                Refusal::new(found, "`[letter,row,column]`").with_span(source, value.span.clone())
            );
        };
        let k = read_number(source, k, 2..=m * m, "a letter's number")? - 1;
        let row = read_number(source, row, 1..=m, "a row")? - 1;
        let column = read_number(source, column, 1..=m, "a column")? - 1;
        if read_number(source, value, 0..=1, "a clue")? == 1 {
            let cells = puzzle.allowed[k].get_or_insert_default();
            cells.push(cell(row, column));
            cells.sort();
            cells.dedup();
        }
    }
    puzzle.ring = ring_of(&puzzle.allowed, size);
    Ok(puzzle)
}

/// Reads a parameter of the AMPL data, a number from 1 to `most`. Refuses data in which this
/// parameter is missing, is no single number or is out of this range.
fn scalar(name: &str, most: usize, source: &Source, data: &ampl::Data) -> Result<usize, Refusal> {
    match data.get(name).map(|parameter| &parameter.body) {
        Some(ampl::Body::Scalar(word)) => read_number(source, word, 1..=most, name),
        _ => {
            let found = format!("there is no param {name}");
            let expected = "`param m`, `Ar`, `Ac` and `clue`";
            Err(Refusal::new(found, expected).with_span(source, source.end()))
        }
    }
}

impl Puzzle for AbcPath {
    fn size(&self) -> Size {
        self.givens.size()
    }

    fn describe(&self) -> BoardInfo {
        BoardInfo {
            obstacle: self.obstacle(),
            remarks: self.small_letters().into_iter().collect(),
            ..BoardInfo::default()
        }
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    /// Returns the first rule that the known letters break. Looks first, row by row, for a letter
    /// that comes after the last letter of the board, or that is in a cell that its clue does not
    /// allow. Then looks for a letter that occurs twice, or for two letters that are more king's
    /// moves apart than places in the alphabet. Returns `None` if it finds none of these.
    fn clash(&self, known: &Grid<Option<char>>) -> Option<BrokenRule> {
        let mut placed: Vec<(usize, char, Cell)> = Vec::new();
        for (at, symbol) in known.iter() {
            let Some(symbol) = *symbol else { continue };
            let number = SYMBOLS.chars().position(|letter| letter == symbol);
            let Some(number) = number.filter(|&number| number < self.allowed.len()) else {
                let last = SYMBOLS.chars().nth(self.allowed.len() - 1).unwrap_or(symbol);
                return Some(BrokenRule::with_cells(
                    format!("{symbol} on a board with the letters A to {last}"),
                    [at],
                ));
            };
            if self.allowed[number].as_ref().is_some_and(|cells| !cells.contains(&at)) {
                return Some(BrokenRule::with_cells(
                    format!("{symbol} is not in the line of its clue"),
                    [at],
                ));
            }
            placed.push((number, symbol, at));
        }
        placed.sort();
        for (index, &(number, symbol, at)) in placed.iter().enumerate() {
            for &(later, other, there) in &placed[index + 1..] {
                let moves = at.row.abs_diff(there.row).max(at.column.abs_diff(there.column));
                if later == number {
                    return Some(BrokenRule::with_cells(
                        format!("{symbol} occurs twice"),
                        [at, there],
                    ));
                }
                if moves > later - number {
                    let (moves, most) = (format_count(moves, "king's move"), later - number);
                    let rule =
                        format!("{other} is {moves} from {symbol}; at most {most} are allowed");
                    return Some(BrokenRule::with_cells(rule, [at, there]));
                }
            }
        }
        None
    }

    /// Checks the shape, the symbols and the givens. Then checks each letter, in the order of the
    /// path: it occurs once, in a cell that its clue allows, and a king's move away from the
    /// previous letter. The first broken rule is the error. The returned value is always `None`,
    /// since there is no objective.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        let mut before: Option<Cell> = None;
        for (letter, allowed) in SYMBOLS.chars().zip(&self.allowed) {
            let places: Vec<Cell> = answer.cells_with(|&symbol| symbol == letter).collect();
            let [place] = places[..] else {
                return Err(BrokenRule::with_cells(
                    format!("{letter} occurs {} times", places.len()),
                    places,
                ));
            };
            if allowed.as_ref().is_some_and(|cells| !cells.contains(&place)) {
                let rule = format!("{letter} is not in the line of its clue");
                return Err(BrokenRule::with_cells(rule, [place]));
            }
            if let Some(before) = before
                && (before.row.abs_diff(place.row) > 1 || before.column.abs_diff(place.column) > 1)
            {
                let rule = format!("{letter} is not a king's move from the previous letter");
                return Err(BrokenRule::with_cells(rule, [before, place]));
            }
            before = Some(place);
        }
        Ok(None)
    }

    fn hints(&self) -> Option<Box<dyn View + '_>> {
        Some(Box::new(AbcPathView::new(self)))
    }

    fn write(&self, format: &str) -> Option<Result<String, Refusal>> {
        (format == "layout").then(|| self.to_layout())
    }
}

impl Draw for AbcPath {
    /// Draws the letters of the answer, or the given letters if there is no answer. Given letters
    /// are bold. Also draws the path of the answer; the path ends before the first letter that is
    /// missing in the answer. If the board has a ring of clues, the picture has a margin of one
    /// cell on each side, with the clues in grey.
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let margin = usize::from(!self.ring.is_empty());
        let shift = |at: Cell| (at.row + margin, at.column + margin);
        let mut picture =
            Picture::new(size.rows() + 2 * margin, size.columns() + 2 * margin, "ABC Path");
        if margin == 1 {
            let around = Size::new(size.rows() + 2, size.columns() + 2).expect("a small board");
            for at in around.cells().filter(|at| line_of_ring(*at, size).is_some()) {
                picture.set_fill(at.pair(), Fill::Outside);
            }
        }
        for (at, clue) in &self.ring {
            picture.set_mark(at.pair(), Mark::letter(*clue).in_ink(Ink::Grey));
        }
        for (at, given) in self.givens.iter() {
            let symbol = answer.map(|answer| answer[at]).or(*given).filter(|&one| one != OPEN);
            if let Some(symbol) = symbol {
                let mark = Mark::letter(symbol);
                picture.set_mark(shift(at), if given.is_some() { mark.in_bold() } else { mark });
            }
        }
        if let Some(answer) = answer {
            let path: Vec<_> = SYMBOLS
                .chars()
                .take(size.area())
                .map_while(|letter| {
                    answer.iter().find(|&(_, &symbol)| symbol == letter).map(|(at, _)| shift(at))
                })
                .collect();
            picture.add_path(&path);
        }
        picture
    }

    /// Returns the game in which the player places letters. It has each letter of the board with
    /// the cells that its clue allows. Never returns `None`.
    fn play(&self) -> Option<Play> {
        let letters = SYMBOLS
            .chars()
            .zip(&self.allowed)
            .map(|(letter, cells)| PathLetter::new(letter, cells.as_deref()))
            .collect();
        Some(Play::Path { letters })
    }
}

impl AbcPath {
    /// Returns an obstacle in words: a letter whose clue excludes every cell. Returns `None` if
    /// there is none.
    fn obstacle(&self) -> Option<String> {
        SYMBOLS.chars().zip(&self.allowed).into_iter().find_map(|(letter, cells)| {
            let nowhere = cells.as_ref().is_some_and(Vec::is_empty);
            nowhere.then(|| format!("the clues leave no cell for {letter}"))
        })
    }

    /// Returns a remark that small letters come after Z, if the givens have small letters but no
    /// capitals. Otherwise returns `None`.
    fn small_letters(&self) -> Option<String> {
        let given: Vec<char> = self.givens.iter().filter_map(|(_, given)| *given).collect();
        let has_capitals = given.iter().any(char::is_ascii_uppercase);
        let small = given.into_iter().find(char::is_ascii_lowercase).filter(|_| !has_capitals)?;
        let number = SYMBOLS.find(small).map_or(0, |at| at + 1);
        Some(format!(
            "`{small}` is letter {number} of this board, since small letters come after Z; write capitals for letters 1 \
             to {CAPITALS}"
        ))
    }

    /// Returns the model of the board without its given letters. `moves` states the directions in
    /// which successive letters must be neighbours. The model declares the symmetries of the board
    /// only if no letter has a clue. It reads an answer from the literals of the letters; a cell
    /// without a letter is [`OPEN`].
    fn build_model(&self, moves: LetterMoves) -> Model {
        let size = self.size();
        let mut model = Model::new();
        let x: Vec<Grid<Lit>> = (0..size.area())
            .map(|k| Grid::from_fn(size, |at| model.variable_in(at, "x", &[k, at.row, at.column])))
            .collect();
        model.with_origin(Origin::rule("one letter in each cell"), |model| {
            for at in size.cells() {
                model.exactly_one("one letter a cell", x.iter().map(|letter| letter[at]));
            }
        });
        model.with_origin(Origin::rule("one cell for each letter"), |model| {
            for letter in &x {
                model.exactly_one("one cell a letter", size.cells().map(|at| letter[at]));
            }
        });
        model.with_origin(Origin::rule("each letter a king's move from the one before"), |model| {
            state_moves(model, &x, moves);
        });
        self.state_clues(&mut model, &x);
        if self.allowed.iter().all(Option::is_none) {
            declare_symmetries(&mut model, &x.iter().collect::<Vec<_>>());
        }
        let shown = Grid::from_fn(size, |at| {
            SYMBOLS.chars().zip(&x).map(|(s, letter)| (s, letter[at])).collect()
        });
        model.set_reading(shown, OPEN);
        model
    }

    /// States that no letter is in a cell that its clue excludes. For each letter, `x` has the
    /// literals of all cells.
    fn state_clues(&self, model: &mut Model, x: &[Grid<Lit>]) {
        for ((letter, symbol), allowed) in x.iter().zip(SYMBOLS.chars()).zip(&self.allowed) {
            let Some(allowed) = allowed else { continue };
            let place = self
                .line_of(allowed)
                .map_or(format_count(allowed.len(), "cell"), |line| line_name(&line));
            model.with_origin(Origin::board(format!("the clue {symbol} ({place})")), |model| {
                for at in self.size().cells().filter(|at| !allowed.contains(at)) {
                    model.clause("clues", [!letter[at]]);
                }
            });
        }
    }

    /// Returns the row, column or main diagonal that consists of exactly these cells. Returns
    /// `None` if there is no such line.
    fn line_of(&self, cells: &[Cell]) -> Option<Vec<Cell>> {
        let size = self.size();
        let around = Size::new(size.rows() + 2, size.columns() + 2).expect("a small board");
        let mut lines = around.cells().filter_map(|at| line_of_ring(at, size));
        lines.find(|line| line.len() == cells.len() && line.iter().all(|at| cells.contains(at)))
    }
}

/// States that every two successive letters are neighbours, in one direction or both.
fn state_moves(model: &mut Model, x: &[Grid<Lit>], moves: LetterMoves) {
    x.windows(2).for_each(|pair| state_move(model, [&pair[0], &pair[1]], moves));
}

/// States that if a letter is in a cell, the next letter is in a neighbouring cell, at the distance
/// of one king's move. With [`LetterMoves::BothWays`], also states the converse: if the next letter
/// is in a cell, the letter is in a neighbouring cell.
fn state_move(model: &mut Model, [letter, next]: [&Grid<Lit>; 2], moves: LetterMoves) {
    let size = letter.size();
    for at in size.cells() {
        let neighbours =
            |grid: &Grid<Lit>| size.king_neighbours(at).map(|n| grid[n]).collect::<Vec<_>>();
        model.implies("successors", letter[at], neighbours(next));
        if moves == LetterMoves::BothWays {
            model.implies("predecessors", next[at], neighbours(letter));
        }
    }
}
