//! What every room offers: the trait [`Puzzle`], and what rooms read and say in common.
//!
//! A room is one file. It parses a board into its own type, states it as a [`Model`] in each of its
//! formulations, decodes a solution into a [`Filling`] of the board, checks a filling by the rules
//! alone, and draws it. The parts stand in that order in every room. By these a puzzle is a
//! [`Problem`].

use std::ops::RangeInclusive;

use crate::board::{BoardSymmetry, Cell, Grid, Size};
use crate::formulation::{Formulation, Stated};
use crate::model::{Lit, Model, Origin, Sense, Values};
use crate::picture::Picture;
use crate::problem::{Answer, Problem};
pub use crate::problem::{Broken, Goal};
use crate::source::directives::DirectiveUsage;
use crate::source::{
    CellPlace, Directive, Input, Refusal, Source, Spanned, Table, counted, is_integer, json,
    one_of, quoted, rows,
};
use crate::stop::Stop;

mod weights;

pub use weights::Weights;

/// An answer on a board: a symbol in each cell. What the symbols are is the family's affair.
pub type Filling = Grid<char>;

/// The symbol of an open cell in a board of given cells.
pub const OPEN: char = '?';

/// One puzzle, with its board and its variants.
pub trait Puzzle: Send + Sync {
    /// The shape of its board, and of its answers.
    fn size(&self) -> Size;

    /// The variants in force, as they are written on the command line.
    fn variants(&self) -> Vec<String> {
        Vec::new()
    }

    /// The rule that holds, where people play the family by several and its variants do not tell.
    fn ruling(&self) -> Option<String> {
        None
    }

    /// What is to be as small or as large as possible, if anything.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// Why there can be no answer, where a glance at the board tells.
    fn obstacle(&self) -> Option<String> {
        None
    }

    /// What whoever reads this board in should look at: what may be meant otherwise, though it can
    /// be read.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// The cells of the answer that the board gives.
    fn givens(&self) -> Grid<Option<char>>;

    /// The puzzle in one of its family's formulations, without its givens:
    /// [`formulation::model`](crate::formulation::model) of the room's own table.
    fn model(&self, formulation: &Formulation) -> Stated<'_, Model>;

    /// The answer that a solution of a model says.
    fn decode(&self, model: &Model, values: &Values) -> Filling {
        model.reading().answer(values)
    }

    /// Answers that are cheap to come by, for the search of an optimum to start from: a known
    /// pattern, or what a short local search finds. Whoever asks has each checked, so one that
    /// breaks a rule does no harm; equal seeds give equal answers, unless it is time to stop.
    fn construct(&self, _seed: u64, _stop: &Stop) -> Vec<Filling> {
        Vec::new()
    }

    /// Whether an answer keeps every rule; if so, the value of its objective.
    ///
    /// Written from the rules, with nothing of `model` in it.
    ///
    /// # Errors
    ///
    /// Names the first rule found broken, and the cells that break it.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, Broken>;

    /// What the known cells of an answer break already, whatever stands in the open ones, as far as
    /// a glance tells; none if the room sees no broken rule.
    ///
    /// Written from the rules, as [`check`](Puzzle::check) is. The givens are not looked at.
    fn clash(&self, _known: &Grid<Option<char>>) -> Option<Broken> {
        None
    }

    /// The board, with an answer in it where there is one.
    fn picture(&self, answer: Option<&Filling>) -> Picture;
}

/// A puzzle is a problem whose answers are its board filled in.
impl Problem for Box<dyn Puzzle> {
    fn details(&self) -> Vec<String> {
        let size = std::iter::once(self.size().to_string());
        size.chain(self.variants()).collect()
    }

    fn ruling(&self) -> Option<String> {
        (**self).ruling()
    }

    fn goal(&self) -> Option<Goal> {
        (**self).goal()
    }

    fn obstacle(&self) -> Option<String> {
        (**self).obstacle()
    }

    fn remarks(&self) -> Vec<String> {
        (**self).remarks()
    }

    fn stated(&self, formulation: &Formulation) -> Stated<'_, Model> {
        let givens = self.givens();
        self.model(formulation).map(move |mut model| {
            model.fix("givens", &givens);
            model
        })
    }

    fn decode(&self, model: &Model, values: &Values) -> Vec<String> {
        (**self).decode(model, values).to_rows()
    }

    fn literals(&self, model: &Model, rows: &[String]) -> Option<Vec<Lit>> {
        let (answer, reading) = (filling(rows)?, model.reading());
        let known = answer.iter().filter(|(_, symbol)| **symbol != OPEN);
        let shown: Option<Vec<Vec<Lit>>> =
            known.map(|(at, &symbol)| reading.literals(at, symbol)).collect();
        Some(shown?.concat())
    }

    fn check(&self, rows: &[String]) -> Result<Option<i64>, Broken> {
        let filling = filling(rows).ok_or_else(|| Broken::at("the answer is no board", []))?;
        (**self).check(&filling)
    }

    fn open(&self, rows: &[String]) -> usize {
        rows.iter().flat_map(|row| row.chars()).filter(|&symbol| symbol == OPEN).count()
    }

    fn broken_so_far(&self, rows: &[String]) -> Option<Broken> {
        let answer = filling(rows)?;
        let partial =
            Grid::from_fn(answer.size(), |at| Some(answer[at]).filter(|&one| one != OPEN));
        broken_so_far(&**self, &partial)
    }

    fn construct(&self, seed: u64, stop: &Stop) -> Vec<Vec<String>> {
        (**self).construct(seed, stop).iter().map(Filling::to_rows).collect()
    }

    fn clash(&self, given: &[Origin]) -> Option<Broken> {
        let mut known = Grid::from_fn(self.size(), |_| None);
        for origin in given {
            let Origin::Given(cell, symbol) = origin else { return None };
            known[*cell] = Some(*symbol);
        }
        (**self).clash(&known)
    }
}

/// The value of an answer, where something is counted in it.
pub fn as_value(count: usize) -> Option<i64> {
    Some(i64::try_from(count).expect("fewer than a board has cells"))
}

/// The board that rows of text are; none where they are not equally long, or too many.
pub fn filling(rows: &[String]) -> Option<Filling> {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let size = Size::new(rows.len(), rows.first()?.len()).ok()?;
    let is_rectangle = rows.iter().all(|row| row.len() == size.columns());
    is_rectangle.then(|| Grid::from_fn(size, |at| rows[at.row][at.column]))
}

/// A whole answer as cells that are known.
pub fn all_known(answer: &Filling) -> Grid<Option<char>> {
    Grid::from_fn(answer.size(), |at| Some(answer[at]))
}

/// What an answer with open cells breaks already, as far as a glance tells; the givens
/// of the board are known too.
pub fn broken_so_far(puzzle: &dyn Puzzle, partial: &Grid<Option<char>>) -> Option<Broken> {
    if partial.size() != puzzle.size() {
        return Some(other_shape(puzzle, partial.size()));
    }
    let givens = puzzle.givens();
    let other = givens.iter().find_map(|(at, given)| {
        let (given, symbol) = ((*given)?, partial[at]?);
        (given != symbol).then(|| other_than_given(at, given, symbol))
    });
    let known = Grid::from_fn(partial.size(), |at| partial[at].or(givens[at]));
    other.or_else(|| puzzle.clash(&known))
}

fn other_shape(puzzle: &dyn Puzzle, size: Size) -> Broken {
    Broken::at(format!("the answer is {size}, the board {}", puzzle.size()), [])
}

fn other_than_given(at: Cell, given: char, symbol: char) -> Broken {
    Broken::at(format!("the board gives `{given}`, the answer has `{symbol}`"), [at])
}

/// Refuses an answer that has another shape than the board, a symbol that is none of `symbols`, or
/// another symbol than the board gives.
pub fn check_shape(puzzle: &dyn Puzzle, answer: &Filling, symbols: &str) -> Result<(), Broken> {
    if answer.size() != puzzle.size() {
        return Err(other_shape(puzzle, answer.size()));
    }
    if let Some((cell, symbol)) = answer.iter().find(|(_, symbol)| !symbols.contains(**symbol)) {
        return Err(Broken::at(format!("`{symbol}` is none of `{symbols}`"), [cell]));
    }
    for (cell, given) in puzzle.givens().iter() {
        if let Some(given) = given.filter(|&given| given != answer[cell]) {
            return Err(other_than_given(cell, given, answer[cell]));
        }
    }
    Ok(())
}

/// Declares the symmetries of a board's shape for variables that lie in its cells: each grid of
/// `grids` is mapped onto itself. For boards on which nothing is given.
pub fn declare_symmetries(model: &mut Model, grids: &[&Grid<Lit>]) {
    declare_kept_symmetries(model, grids, |_| true);
}

/// Declares those symmetries of a board's shape that keep what else the board says.
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
        model.symmetry(symmetry.name(), moves);
    }
}

/// What a board is read from.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What the board is read from, if anything.
    pub board: Option<Input>,
    /// The format that the text is in, where the reader does not go by its content.
    pub format: Option<String>,
    /// The size asked for.
    pub size: Option<Size>,
    /// The variants asked for, with their values.
    pub variants: Vec<(String, Option<usize>)>,
    /// Whether the objective of a model file is to be as small or as large as possible, whatever
    /// the file says.
    pub sense: Option<Sense>,
    /// The name by which the family is asked for, where that says more than its own.
    pub called: Option<String>,
}

impl Request {
    /// The text of the board, if there is one: a family that reads texts
    /// ([`Read::Text`](crate::family::Read::Text)) has it in memory.
    pub fn text(&self) -> Option<&Source> {
        self.board.as_ref().and_then(Input::known_text)
    }

    /// Whether a variant without a value is asked for.
    pub fn has(&self, variant: &str) -> bool {
        self.variants.iter().any(|(name, _)| name == variant)
    }

    /// The value that a variant is asked for with.
    pub fn value_of(&self, variant: &str) -> Option<usize> {
        self.variants.iter().find(|(name, _)| name == variant).and_then(|(_, value)| *value)
    }

    /// The size asked for, or a refusal that says how to ask.
    fn size_or_refuse(&self) -> Result<Size, Refusal> {
        self.size
            .ok_or_else(|| Refusal::new("a board or a size is needed", "a BOARD or `--size RxC`"))
    }
}

/// Draws a puzzle with an answer in it, or as it was read, with its rows as the text alternative.
pub fn pictured(puzzle: &dyn Puzzle, answer: Option<&Answer>) -> Picture {
    let filled = answer.and_then(|answer| filling(&answer.rows));
    let mut picture = puzzle.picture(filled.as_ref());
    let rows = answer.map_or_else(|| rows_of_givens(puzzle), |answer| answer.rows.clone());
    rows.iter().for_each(|row| picture.caption(row));
    picture
}

/// Returns the given cells of a puzzle as rows, open ones among them.
pub fn rows_of_givens(puzzle: &dyn Puzzle) -> Vec<String> {
    let givens = puzzle.givens();
    Filling::from_fn(givens.size(), |at| givens[at].unwrap_or(OPEN)).to_rows()
}

/// The size and the given cells of a family whose boards are answers with open cells: of the board
/// text if there is one, or of the size asked for with every cell open.
///
/// # Errors
///
/// Refuses a text that is no rectangle of `symbols` and [`OPEN`] cells.
pub fn read_givens(request: &Request, symbols: &str) -> Result<Grid<Option<char>>, Refusal> {
    read_givens_and_directives(request, symbols, &[]).map(|(givens, _)| givens)
}

/// Returns the given cells as [`read_givens`] does, and those of `directives` that the text has.
///
/// # Errors
///
/// Refuses a text that is no rectangle of `symbols` and [`OPEN`] cells, and what is nearly a
/// directive.
pub fn read_givens_and_directives(
    request: &Request,
    symbols: &str,
    directives: &[DirectiveUsage],
) -> Result<(Grid<Option<char>>, Vec<Directive>), Refusal> {
    let Some(source) = request.text() else {
        return Ok((Grid::from_fn(request.size_or_refuse()?, |_| None), Vec::new()));
    };
    let known = format!("{symbols}{OPEN}");
    let writing = rows::Writing {
        symbols: &known,
        open: "?",
        directives,
        is_sized: request.size.is_some(),
        ..Default::default()
    };
    let table = rows::characters(source, &writing)?;
    let givens = read_cells(
        source,
        &table,
        |text| match single(text) {
            Some(OPEN) => Some(None),
            Some(symbol) if symbols.contains(symbol) => Some(Some(symbol)),
            _ => None,
        },
        &one_of(&known),
    )?;
    Ok((givens, table.directives))
}

/// Reads an answer written as text, as JSON rows, or as the `answer` of a report in JSON. Of a
/// partial answer [`OPEN`] is a symbol, too.
///
/// # Errors
///
/// Refuses a text that is no rectangle of `symbols`.
pub fn read_answer(source: &Source, symbols: &str) -> Result<Filling, Refusal> {
    let known = |text: &str| single(text).filter(|&symbol| symbols.contains(symbol));
    read_cells(source, &answer_table(source, symbols)?, known, &one_of(symbols))
}

fn answer_table(source: &Source, symbols: &str) -> Result<Table, Refusal> {
    match source.text().trim_start().chars().next() {
        Some('{') => json::read_member(source, "answer"),
        Some('[') => json::read(source, &[]),
        _ => {
            let writing = rows::Writing { symbols, is_answer: true, ..Default::default() };
            rows::characters(source, &writing)
        }
    }
}

/// The cells of a table, each understood by `meaning`.
///
/// # Errors
///
/// Refuses a table that is no rectangle, one that is too large, and the first cell without a
/// meaning; the refusal says that `expected` would have done.
pub fn read_cells<T>(
    source: &Source,
    table: &Table,
    meaning: impl Fn(&str) -> Option<T>,
    expected: &str,
) -> Result<Grid<T>, Refusal> {
    for row in &table.rows {
        for cell in row {
            if meaning(&cell.value).is_none() {
                let found = match cell.value.as_str() {
                    "" => "a blank cell".to_owned(),
                    value => format!("unknown symbol {}", quoted(value)),
                };
                return Err(Refusal::new(found, expected).at(source, cell.span.clone()));
            }
        }
    }
    let (rows, columns) = table.size(source)?;
    let size = Size::new(rows, columns).map_err(|error| {
        Refusal::new(error.to_string(), "a board within these limits").at(source, source.end())
    })?;
    Ok(Grid::from_fn(size, |at| {
        meaning(&table.rows[at.row][at.column].value).expect("every cell was understood above")
    }))
}

/// A word as a whole number from a range.
///
/// # Errors
///
/// Refuses, at its place, a word that is no number or lies outside of the range.
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
        let wrong = if is_integer(&word.value) { "is out of range" } else { "is no such number" };
        let found = format!("{} {wrong}", quoted(&word.value));
        Refusal::new(found, expected).at(source, word.span.clone())
    })
}

/// The cell that a directive names.
///
/// # Errors
///
/// Refuses a number outside of the board, at its place.
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

/// The arguments of a directive, as many as it takes.
///
/// # Errors
///
/// Refuses fewer and more, showing how the directive is written.
pub fn read_arguments<'a, const N: usize>(
    source: &Source,
    directive: &'a Directive,
    usage: &str,
) -> Result<[&'a Spanned<String>; N], Refusal> {
    let arguments: Vec<&Spanned<String>> = directive.arguments.iter().collect();
    arguments.try_into().map_err(|arguments: Vec<&Spanned<String>>| {
        let end = arguments.last().map_or(directive.name.span.end, |last| last.span.end);
        let words = counted(arguments.len(), "word");
        let found = format!("{words} behind `{}`", directive.name.value);
        Refusal::new(found, format!("{usage}; a comment begins with another word"))
            .at(source, directive.name.span.start..end)
    })
}

/// The only character of a text.
pub fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
