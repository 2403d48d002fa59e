//! The trait [`Puzzle`], its capabilities, the bridge to [`Problem`], and functions that the
//! modules of families share.
//!
//! The module of a family has these tasks: it parses a board, states the board as a [`Model`] in
//! each formulation, and decodes a solution into a [`Filling`]. It checks a filling by the rules
//! alone, and draws the board.

use std::ops::{Deref, Range, RangeInclusive};

use crate::board::{BoardSymmetry, Cell, Grid, Size};
use crate::formulation::{Formulation, ModelScheme};
use crate::hint::{Theory, View};
use crate::model::{Lit, Model, Sense, Values};
use crate::picture::Picture;
pub use crate::problem::{Alias, BrokenRule, Goal, OPEN};
use crate::problem::{Answer, Info, PartialAnswer, Problem};
use crate::source::directives::DirectiveUsage;
use crate::source::{
    CellPlace, Directive, Input, Refusal, Source, Spanned, Table, is_integer, json, list_symbols,
    quote, rows,
};
use crate::stop::Stop;

mod play;
mod weights;

pub use play::{PathLetter, Piece, Play, PlaySymbol};
pub use weights::Weights;

/// An answer on a board: a symbol of the family in each cell.
pub type Filling = Grid<char>;

/// The facts about a board that are known before any search.
#[derive(Clone, Debug, Default)]
pub struct BoardInfo {
    /// The variants in force, as on the command line.
    pub variants: Vec<String>,
    /// The alias (another name of the family) by which the user calls the puzzle. It is `None` if
    /// the user calls the puzzle by the family's name.
    pub called: Option<Alias>,
    /// The version of a rule that applies, if several versions are common and the variants do not
    /// show which one applies; otherwise `None`.
    pub ruling: Option<String>,
    /// The sense and the range of the objective; `None` if there is no objective.
    pub goal: Option<Goal>,
    /// An obvious reason why the board has no answer; `None` if there is no obvious reason.
    pub obstacle: Option<String>,
    /// Warnings about ambiguities of the board.
    pub remarks: Vec<String>,
    /// Pairs of a symbol of the family and the sign that the board's text uses for this symbol. A
    /// symbol without a pair is its own sign. Sentences and pictures are made for people and have
    /// the signs. Answers and JSON have the family's symbols.
    pub signs: Vec<(char, char)>,
    /// Other spellings of the family's symbols in an answer. Each spelling has its characters in
    /// the order of [`Family::symbols`](crate::family::Family). In all spellings together, no
    /// character has two meanings.
    pub spellings: &'static [&'static str],
}

impl BoardInfo {
    /// Returns facts that consist of this goal alone.
    pub fn with_goal(goal: Goal) -> BoardInfo {
        BoardInfo { goal: Some(goal), ..BoardInfo::default() }
    }

    /// Returns the sign that the board's text uses for a symbol of the family. The sign may be the
    /// symbol itself.
    pub fn sign(&self, symbol: char) -> char {
        let own = self.signs.iter().find(|(family, _)| *family == symbol);
        own.map_or(symbol, |&(_, sign)| sign)
    }
}

/// A puzzle with its board and its variants.
pub trait Puzzle: Draw + Send + Sync {
    /// Returns the size of the board.
    fn size(&self) -> Size;

    /// Returns the facts about the board that are known before any search.
    fn describe(&self) -> BoardInfo {
        BoardInfo::default()
    }

    /// Returns the symbols of the given cells; all other cells are `None`.
    fn givens(&self) -> Grid<Option<char>>;

    /// Returns the model of the puzzle in a formulation, without givens. Families implement this by
    /// a call of [`formulation::model`](crate::formulation::model) with their table of
    /// formulations.
    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model>;

    /// Returns the answer that the solution `values` of `model` represents.
    fn decode(&self, model: &Model, values: &Values) -> Filling {
        model.reading().answer(values)
    }

    /// Returns answers that are cheap to construct, as [`Problem::construct`] does.
    fn construct(&self, _seed: u64, _stop: &Stop) -> Vec<Filling> {
        Vec::new()
    }

    /// Returns a formulation with fewer variables, as [`Problem::short_formulation`] does.
    fn short_formulation(&self, _formulation: &Formulation) -> Option<&'static Formulation> {
        None
    }

    /// Checks an answer by the rules, without the model. Returns the value of the answer, or `None`
    /// if there is no objective.
    ///
    /// # Errors
    ///
    /// If a rule is broken. The error is the first broken rule, with the cells that break it.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule>;

    /// Returns a rule that the known cells obviously break, whatever the open cells contain. Uses
    /// only the rules; uses neither the model nor the givens. `None` does not mean that the cells
    /// belong to an answer.
    fn clash(&self, _known: &Grid<Option<char>>) -> Option<BrokenRule> {
        None
    }

    /// Returns the theory by which hints are found on this board. The theory has rules with costs,
    /// their sentences, and the levels of difficulty, but not the board's givens. Returns `None` if
    /// the family has no theory of its own.
    fn hints(&self) -> Option<Box<dyn View + '_>> {
        None
    }

    /// Writes the board in a format, without a line end. Returns `None` if quarrel can read this
    /// format but cannot write it.
    ///
    /// # Errors
    ///
    /// If the format cannot hold the board.
    fn write(&self, _format: &str) -> Option<Result<String, Refusal>> {
        None
    }
}

/// A board that can be drawn and played.
pub trait Draw {
    /// Draws the board, with an answer if there is one.
    fn picture(&self, answer: Option<&Filling>) -> Picture;

    /// Returns the rules that apply to this board, in the player's words. Returns `None` if the
    /// text of the family's rules already describes this board.
    fn rules(&self) -> Option<String> {
        None
    }

    /// Returns the game that a person can play on the board in a page. Returns `None` if there is
    /// no such game.
    fn play(&self) -> Option<Play> {
        None
    }

    /// Returns the cells that a player has filled in. Returns `None` if the board's text has no
    /// such cells.
    fn filled_in(&self) -> Option<Grid<Option<char>>> {
        None
    }
}

impl dyn Puzzle + '_ {
    /// Returns the theory by which hints are found on this board, without the board's givens. If
    /// the family has no theory of its own, all constraints with the same origin form one rule.
    /// Returns `None` if the formulation has a separate model for each value of the objective.
    pub fn view(&self, formulation: &Formulation) -> Option<Box<dyn View + '_>> {
        self.hints().or_else(|| {
            let model = self.model(formulation).into_complete()?;
            Some(Box::new(Theory::from_origins(model)))
        })
    }
}

/// A puzzle in the role of a problem: converts boards to and from answers, and adds the givens to
/// models.
pub struct BoardProblem {
    puzzle: Box<dyn Puzzle>,
    /// The description of the board, from [`Puzzle::describe`].
    board: BoardInfo,
    /// The same description in the form that all problems have.
    info: Info,
}

impl BoardProblem {
    /// Makes a problem of a puzzle. Asks the puzzle only once for its description and its givens.
    /// The details of the problem are the size and the variants.
    pub fn new(puzzle: impl Puzzle + 'static) -> BoardProblem {
        let board = puzzle.describe();
        let size = std::iter::once(puzzle.size().to_string());
        let info = Info {
            details: size.chain(board.variants.iter().cloned()).collect(),
            called: board.called,
            ruling: board.ruling.clone(),
            goal: board.goal,
            obstacle: board.obstacle.clone(),
            remarks: board.remarks.clone(),
            givens: Some(puzzle.givens()),
            ..Info::default()
        };
        BoardProblem { puzzle: Box::new(puzzle), board, info }
    }

    /// Returns the facts about the board that are known before any search.
    pub fn board_info(&self) -> &BoardInfo {
        &self.board
    }
}

impl Deref for BoardProblem {
    type Target = dyn Puzzle;

    fn deref(&self) -> &(dyn Puzzle + 'static) {
        &*self.puzzle
    }
}

impl Problem for BoardProblem {
    fn info(&self) -> &Info {
        &self.info
    }

    fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        let givens = self.givens();
        self.model(formulation).map(move |mut model| {
            model.fix("givens", &givens);
            model
        })
    }

    fn decode(&self, model: &Model, values: &Values) -> Answer {
        Answer::Board(self.puzzle.decode(model, values))
    }

    fn check(&self, answer: &Answer) -> Result<Option<i64>, BrokenRule> {
        let board =
            answer.board().ok_or_else(|| BrokenRule::with_cells("the answer is no board", []))?;
        self.puzzle.check(board)
    }

    /// Returns a rule that the entries of a board obviously break. Looks first for a wrong size,
    /// then for a given cell with another symbol, then for a broken rule of the puzzle. Returns
    /// `None` if it finds none of these, or if the entries are no board.
    fn clash(&self, entries: &PartialAnswer) -> Option<BrokenRule> {
        let known = entries.board()?;
        if known.size() != self.size() {
            return Some(shape_violation(&**self, known.size()));
        }
        let givens = self.givens();
        let other = givens.iter().find_map(|(at, given)| {
            let (given, symbol) = ((*given)?, known[at]?);
            (given != symbol).then(|| given_violation(&**self, at, given, symbol))
        });
        other.or_else(|| self.puzzle.clash(known))
    }

    fn construct(&self, seed: u64, stop: &Stop) -> Vec<Answer> {
        self.puzzle.construct(seed, stop).into_iter().map(Answer::Board).collect()
    }

    fn short_formulation(&self, formulation: &Formulation) -> Option<&'static Formulation> {
        self.puzzle.short_formulation(formulation)
    }
}

/// Converts a count to the value that [`Puzzle::check`] returns. The result is always `Some`.
pub fn as_value(count: usize) -> Option<i64> {
    Some(i64::try_from(count).expect("fewer than a board has cells"))
}

/// Converts a complete answer to the type of a partial answer. Every cell of the result is known.
pub fn all_known(answer: &Filling) -> Grid<Option<char>> {
    Grid::from_fn(answer.size(), |at| Some(answer[at]))
}

fn shape_violation(puzzle: &dyn Puzzle, size: Size) -> BrokenRule {
    BrokenRule::with_cells(format!("the answer is {size}, but the board is {}", puzzle.size()), [])
}

/// Returns the broken rule that the cell `at` has the symbol `symbol` instead of its given symbol
/// `given`. Both are symbols of the family. The message shows the signs that the board's text uses
/// for them.
fn given_violation(puzzle: &dyn Puzzle, at: Cell, given: char, symbol: char) -> BrokenRule {
    let board = puzzle.describe();
    let [given, symbol] = [given, symbol].map(|symbol| board.sign(symbol));
    BrokenRule::with_cells(
        format!("the board gives `{given}`, but the answer has `{symbol}`"),
        [at],
    )
}

/// Checks an answer's shape, symbols and givens, in this order. Does not check the rules of the
/// puzzle.
///
/// # Errors
///
/// If the shape is wrong, a symbol is not in `symbols`, or a cell contradicts a given. The error
/// names the first such cell, row by row.
pub fn check_shape(puzzle: &dyn Puzzle, answer: &Filling, symbols: &str) -> Result<(), BrokenRule> {
    if answer.size() != puzzle.size() {
        return Err(shape_violation(puzzle, answer.size()));
    }
    if let Some((cell, symbol)) = answer.iter().find(|(_, symbol)| !symbols.contains(**symbol)) {
        return Err(BrokenRule::with_cells(format!("`{symbol}` is none of `{symbols}`"), [cell]));
    }
    for (cell, given) in puzzle.givens().iter() {
        if let Some(given) = given.filter(|&given| given != answer[cell]) {
            return Err(given_violation(puzzle, cell, given, answer[cell]));
        }
    }
    Ok(())
}

/// Declares all symmetries of the board's shape. They map every grid of variables onto itself. Does
/// not look at the givens.
pub fn declare_symmetries(model: &mut Model, grids: &[&Grid<Lit>]) {
    declare_kept_symmetries(model, grids, |_| true);
}

/// Declares those symmetries of the board's shape that `is_kept` accepts; the identity is not among
/// them. Each is declared as a permutation of the literals of all `grids`. The grids must have the
/// same size, and their literals must be different variables; if the literals are not permuted, a
/// debug build panics. Does nothing if there are no grids. Does not check that the symmetries map
/// the model onto itself.
pub fn declare_kept_symmetries(
    model: &mut Model,
    grids: &[&Grid<Lit>],
    is_kept: impl Fn(BoardSymmetry) -> bool,
) {
    let all = grids.first().map_or(Vec::new(), |grid| grid.size().symmetries());
    for symmetry in all.into_iter().filter(|&symmetry| is_kept(symmetry)) {
        let moves = grids.iter().flat_map(|grid| {
            grid.iter().map(move |(cell, &lit)| (lit, grid[symmetry.image(cell)]))
        });
        model.declare_symmetry(symmetry.name(), moves);
    }
}

/// A request for a puzzle: either a board that is read, or a board of a requested size on which all
/// cells are open.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The text or stream of the board; `None` if the request has only a size.
    pub board: Option<Input>,
    /// The format of the text; `None` if the format is found from the content.
    pub format: Option<String>,
    /// The requested size. If there is also a board, it must have this size.
    pub size: Option<Size>,
    /// The requested variants, with their values.
    pub variants: Vec<(String, Option<usize>)>,
    /// The direction of the objective (minimise or maximise) that the user requests for a model
    /// file. It overrides the direction in the file. `None` if the user requests none.
    pub sense: Option<Sense>,
    /// The bound N of integers of a model file that neither the file nor its rows bound, which keeps
    /// them from -N to N. `None` if the user states none.
    pub int_bound: Option<u32>,
    /// The name by which the family is requested, which is its own name or an alias.
    pub called: Option<String>,
}

impl Request {
    /// Returns the text of the board. Returns `None` if there is no board, or if the text of the
    /// board is not in memory ([`BoardReader::Text`](crate::family::BoardReader::Text)).
    pub fn text(&self) -> Option<&Source> {
        self.board.as_ref().and_then(Input::known_text)
    }

    /// Returns whether a variant is requested.
    pub fn has(&self, variant: &str) -> bool {
        self.variants.iter().any(|(name, _)| name == variant)
    }

    /// Returns the requested value of a variant. Returns `None` if the variant is not requested or
    /// has no value.
    pub fn value_of(&self, variant: &str) -> Option<usize> {
        self.variants.iter().find(|(name, _)| name == variant).and_then(|(_, value)| *value)
    }

    /// Returns the requested size. Refuses a request without a size. This is called only if the
    /// request has no board.
    fn size_or_refuse(&self) -> Result<Size, Refusal> {
        self.size
            .ok_or_else(|| Refusal::new("a board or a size is needed", "a BOARD or `--size RxC`"))
    }
}

/// Draws a puzzle, with an answer if there is one. The picture's text alternative is the rows of
/// the answer or, without an answer, the rows of the givens.
pub fn draw_board(puzzle: &dyn Puzzle, answer: Option<&Filling>) -> Picture {
    let mut picture = puzzle.picture(answer);
    let rows = answer.map_or_else(|| rows_of_givens(puzzle), Filling::to_rows);
    rows.iter().for_each(|row| picture.add_caption(row));
    picture
}

/// Draws a puzzle as [`draw_board`] does, with some cells highlighted. If the picture has a ring of
/// clues, the ring must be equally wide on all sides of the board.
pub fn draw_highlighted(puzzle: &dyn Puzzle, answer: Option<&Filling>, cells: &[Cell]) -> Picture {
    let mut picture = draw_board(puzzle, answer);
    let ring = picture.rows().saturating_sub(puzzle.size().rows()) / 2;
    cells.iter().for_each(|cell| picture.highlight((cell.row + ring, cell.column + ring)));
    picture
}

/// Returns the givens as rows of text, in which all other cells are open.
pub fn rows_of_givens(puzzle: &dyn Puzzle) -> Vec<String> {
    fill_open(&puzzle.givens()).to_rows()
}

/// Returns the givens together with the cells that a player has filled in. Returns `None` if the
/// board's text has no filled cells.
pub fn givens_and_filled(puzzle: &dyn Puzzle) -> Option<Grid<Option<char>>> {
    let (givens, filled) = (puzzle.givens(), puzzle.filled_in()?);
    Some(Grid::from_fn(givens.size(), |at| givens[at].or(filled[at])))
}

/// Returns the number of cells that a player has filled in.
pub fn number_filled_in(puzzle: &dyn Puzzle) -> usize {
    let filled = puzzle.filled_in();
    filled.map_or(0, |filled| filled.iter().filter(|(_, symbol)| symbol.is_some()).count())
}

/// Returns known cells as a board, in which all other cells are [`OPEN`].
pub fn fill_open(known: &Grid<Option<char>>) -> Filling {
    Filling::from_fn(known.size(), |at| known[at].unwrap_or(OPEN))
}

/// Reads the givens of a board. For such a family, a board is written like an answer with open
/// cells. If there is no text, all cells of a board of the requested size are open.
///
/// # Errors
///
/// If there is neither text nor size, or the text is no rectangle of `symbols` and [`OPEN`] cells.
pub fn read_givens(request: &Request, symbols: &str) -> Result<Grid<Option<char>>, Refusal> {
    read_givens_and_directives(request, symbols, &[]).map(|(givens, _)| givens)
}

/// Reads the givens as [`read_givens`] does, and also the directives of the text. Does not check
/// that the board of a text has the requested size. Without a text, there are no directives.
///
/// # Errors
///
/// Returns an error in these cases:
/// - There is neither text nor size.
/// - The text is no rectangle of `symbols` and [`OPEN`] cells, or the rectangle is too large.
/// - The text is ambiguous: it has doubtful blanks, a comment that could be a row, or rows that
///   separate cells in different ways. Without a requested size, it must not have several boards.
/// - A line resembles a directive but is not one of `directives`.
pub fn read_givens_and_directives(
    request: &Request,
    symbols: &str,
    directives: &[DirectiveUsage],
) -> Result<(Grid<Option<char>>, Vec<Directive>), Refusal> {
    let Some(source) = request.text() else {
        return Ok((Grid::from_fn(request.size_or_refuse()?, |_| None), Vec::new()));
    };
    let known = format!("{symbols}{OPEN}");
    let writing = rows::Notation {
        symbols: &known,
        open: "?",
        directives,
        is_sized: request.size.is_some(),
        ..Default::default()
    };
    let table = rows::read_characters(source, &writing)?;
    let givens = read_cells(
        source,
        &table,
        |text| match single_char(text) {
            Some(OPEN) => Some(None),
            Some(symbol) if symbols.contains(symbol) => Some(Some(symbol)),
            _ => None,
        },
        &list_symbols(&known),
    )?;
    Ok((givens, table.directives))
}

/// Reads an answer from rows of text, JSON rows, or the `answer` of a JSON report. For a partial
/// answer, `symbols` contains [`OPEN`].
///
/// # Errors
///
/// If the text is not a rectangle of `symbols`, or is too large for a board.
pub fn read_answer(source: &Source, symbols: &str) -> Result<Filling, Refusal> {
    read_cells(
        source,
        &answer_table(source, symbols)?,
        |text| single_char(text).filter(|&symbol| symbols.contains(symbol)),
        &list_symbols(symbols),
    )
}

/// Returns the byte range of a cell's symbol in the text of an answer. Returns `None` if the text
/// cannot be split into cells, or if the answer has no such cell. Does not check the symbols of
/// cells in JSON.
pub fn place_in_answer(source: &Source, symbols: &str, cell: Cell) -> Option<Range<usize>> {
    let table = answer_table(source, symbols).ok()?;
    Some(table.rows.get(cell.row)?.get(cell.column)?.span.clone())
}

/// Splits the text of an answer into cells. The text is a JSON object with an `answer`, a JSON
/// array of rows, or rows of symbols. `symbols` has the symbols for rows of symbols; cells in JSON
/// are not compared with it. Refuses other texts. Does not check that the rows are equally long.
fn answer_table(source: &Source, symbols: &str) -> Result<Table, Refusal> {
    match source.text().trim_start().chars().next() {
        Some('{') => json::read_member(source, "answer"),
        Some('[') => json::read(source, &rows::Notation::default(), None),
        _ => {
            let writing = rows::Notation { symbols, is_answer: true, ..Default::default() };
            rows::read_characters(source, &writing)
        }
    }
}

/// Converts the text of each cell of a table by the function `meaning`. The function is called
/// twice for each cell, and must return the same value both times.
///
/// # Errors
///
/// If the table is empty, not rectangular or too large, or if `meaning` returns `None` for a cell.
/// The refusal of such a cell names `expected` as the allowed content.
pub fn read_cells<T>(
    source: &Source,
    table: &Table,
    meaning: impl Fn(&str) -> Option<T>,
    expected: &str,
) -> Result<Grid<T>, Refusal> {
    if let Some(cell) = table.cells().find(|cell| meaning(&cell.value).is_none()) {
        let found = match cell.value.as_str() {
            "" => "a blank cell".to_owned(),
            value => format!("unknown symbol {}", quote(value)),
        };
        return Err(Refusal::new(found, expected).with_span(source, cell.span.clone()));
    }
    let (rows, columns) = table.size(source)?;
    let size = Size::new(rows, columns).map_err(|error| {
        Refusal::new(error.to_string(), "a board within these limits")
            .with_span(source, source.end())
    })?;
    Ok(Grid::from_fn(size, |at| {
        meaning(&table.rows[at.row][at.column].value).expect("every cell was understood above")
    }))
}

/// Reads a word as a whole number in a range. `what` is the noun by which a refusal calls the
/// number.
///
/// # Errors
///
/// If the word is no whole number in the range.
pub fn read_number(
    source: &Source,
    word: &Spanned<String>,
    range: RangeInclusive<usize>,
    what: &str,
) -> Result<usize, Refusal> {
    word.value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let expected = match (range.start(), range.end()) {
            (first, last) if first == last => format!("{what} of {first}"),
            (first, last) => format!("{what} from {first} to {last}"),
        };
        let wrong = if is_integer(&word.value) { "is out of range" } else { "is no whole number" };
        let found = format!("{} {wrong}", quote(&word.value));
        Refusal::new(found, expected).with_span(source, word.span.clone())
    })
}

/// Reads the cell that a directive names. The text counts rows and columns from `place.first`; the
/// result counts them from 0.
///
/// # Errors
///
/// If the row or the column is no number, or the cell is outside the board.
pub fn read_cell(source: &Source, place: &CellPlace, size: Size) -> Result<Cell, Refusal> {
    let first = place.first;
    let read = |word, last: usize, what| {
        read_number(source, word, first..=last - 1 + first, what).map(|number| number - first)
    };
    Ok(Cell {
        row: read(&place.row, size.rows(), "a row")?,
        column: read(&place.column, size.columns(), "a column")?,
    })
}

/// Returns the arguments of a directive, which must have exactly `N` arguments. `usage` is the
/// correct form of the directive; the refusal shows it.
///
/// # Errors
///
/// If the directive has more or fewer than `N` arguments.
pub fn read_arguments<'a, const N: usize>(
    source: &Source,
    directive: &'a Directive,
    usage: &str,
) -> Result<[&'a Spanned<String>; N], Refusal> {
    let arguments: Vec<&Spanned<String>> = directive.arguments.iter().collect();
    arguments.try_into().map_err(|_| directive.malformed(source, usage))
}

/// Returns the only character of a text; `None` if the text is empty or longer.
pub fn single_char(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
