//! Boards that are lists of cells by coordinates instead of rows. The cells are listed by region,
//! as single given cells, or as pairs of cells with a sign between them.
//!
//! A reader of a format collects the statements of a text in a [`PlacedStatements`], which becomes
//! a [`Table`]. A cell of the table has the name of its region or its symbol, or the empty string
//! if it is open; all other statements become directives. So a family interprets such a table as it
//! interprets a table from rows. The formats are objects of JSON ([`json`](super::json)), facts of
//! answer set programming ([`facts`](super::facts)), files of LEGUP ([`legup`](super::legup)) and
//! lists of numbers ([`coordinates`](super::coordinates)).
//!
//! **From 0 or from 1.** Some programs count rows and columns from 0, others from 1. A line
//! `# from 0` or `# from 1` can state the way. Without such a line, coordinates are read only if
//! exactly one of the two ways of counting puts all of them on the board. A text whose coordinates
//! fit both ways is refused. A text whose coordinates fit neither way is refused as well, because
//! it counts in both ways or has a slip.
//!
//! **Order.** A row comes before its column. Only names change this order: `x` is a column, and `y`
//! a row.
//!
//! A cell that is listed twice, a repeated statement, and a cell without a region in a family
//! without open cells are refused.

use std::collections::HashSet;
use std::ops::Range;

use super::rows::Notation;
use super::{CellPlace, Directive, Refusal, Source, Spanned, Table, format_count, quote};
use crate::board::{Cell, Grid, Size, cell};

/// A cell by its row and column, as written.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The row, counted from 0 or 1 as the text counts.
    pub row: usize,
    /// The column, counted in the same way as the row.
    pub column: usize,
    /// The bytes of the coordinates in the text.
    pub span: Range<usize>,
    /// The number of the first row and column, if the spelling of the cell shows it. `r1c1` shows
    /// that rows count from 1.
    pub first: Option<usize>,
}

/// A statement about cells, or about the whole board. It has the name and arguments of a directive.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The name of the directive.
    pub name: &'static str,
    /// The cells of the statement: none, one, or the two cells on both sides of a sign.
    pub places: Vec<Place>,
    /// The value of a directive without cells, such as the number of stars.
    pub value: Option<Spanned<String>>,
    /// The bytes of the statement in the text.
    pub span: Range<usize>,
}

/// The statements of a text with cells by coordinates.
#[derive(Debug, Default)]
pub(super) struct PlacedStatements {
    /// The rows of the board, if the text has rows as well.
    pub rows: Option<Vec<Vec<Spanned<String>>>>,
    /// The stated numbers of rows and columns.
    pub size: Option<Spanned<[usize; 2]>>,
    /// The number of the first row and column, 0 or 1, if it is stated.
    pub first: Option<usize>,
    /// The symbols or regions of cells.
    pub values: Vec<(Place, Spanned<String>)>,
    /// The statements that become directives.
    pub statements: Vec<Statement>,
    /// Whether the text is a JSON object. In an object, a member `base` can state the number of the
    /// first row.
    pub has_members: bool,
    /// The number of listed queens. If there are as many queens as rows, they could be a solution
    /// instead of given queens.
    pub perhaps_solved: Option<Spanned<usize>>,
}

impl PlacedStatements {
    /// Returns the board as rows with directives, in the order of the statements. `asked` is the
    /// size that the user requests, if any; it counts only if neither the rows nor a statement give
    /// the size. If the text has rows and no coordinates, its rows are returned unchecked.
    ///
    /// # Errors
    ///
    /// The text is refused in these cases:
    ///
    /// - The size or the number of the first row is unknown.
    /// - The size is outside the limits of boards.
    /// - A cell is outside of the board, or is listed twice.
    /// - A cell is missing in a family without open cells.
    /// - A statement about the same cells is repeated.
    /// - A cell has coordinates on a board in rows.
    /// - Listed queens could be the solution.
    /// - The family has no directive for a statement.
    pub fn into_table(
        mut self,
        source: &Source,
        writing: &Notation,
        asked: Option<Size>,
    ) -> Result<Table, Refusal> {
        self.refuse_foreign_statements(source, writing)?;
        if self.places().next().is_none()
            && let Some(rows) = self.rows.take()
        {
            let directives = self.statements.iter().map(|one| one.directive(0)).collect();
            return Ok(Table { rows, directives });
        }
        let covers = writing.open.is_empty();
        let size = self.shape(source, covers, asked)?;
        self.refuse_solution(source, size)?;
        let first = self.first_number(source, size)?;
        let directives = self.directives(source, size, first)?;
        let rows = match self.rows.take() {
            Some(rows) => match self.values.first() {
                None => rows,
                Some((place, _)) => {
                    let found = "a cell given by coordinates, although the board is in rows";
                    let refusal = Refusal::new(found, "all given cells in the rows");
                    return Err(refusal.with_span(source, place.span.clone()));
                }
            },
            None => self.cells(source, size, first, covers)?,
        };
        Ok(Table { rows, directives })
    }

    /// Refuses the first statement for which the family has no directive.
    fn refuse_foreign_statements(
        &self,
        source: &Source,
        writing: &Notation,
    ) -> Result<(), Refusal> {
        let is_known =
            |one: &&Statement| writing.directives.iter().any(|usage| usage.name() == one.name);
        let Some(foreign) = self.statements.iter().find(|one| !is_known(one)) else {
            return Ok(());
        };
        let known: Vec<String> = writing.directives.iter().map(|usage| usage.example()).collect();
        let found = format!("a statement as in `# {}`", foreign.name);
        let expected = match known.as_slice() {
            [] => "only the cells".to_owned(),
            known => format!("only what boards of this kind have: {}", known.join(", ")),
        };
        Err(Refusal::new(found, expected).with_span(source, foreign.span.clone()))
    }

    /// Returns the size of the rows. If there are no rows, returns the stated size; if no size is
    /// stated, returns the requested size. If there is none of these, but the listed cells cover
    /// the board (`covers`), returns the size of the square of these cells. Otherwise refuses the
    /// text. Also refuses a size outside the limits of boards.
    fn shape(&self, source: &Source, covers: bool, asked: Option<Size>) -> Result<Size, Refusal> {
        let sides = match self
            .rows
            .as_ref()
            .map(|rows| [rows.len(), rows.first().map_or(0, Vec::len)])
            .or(self.size.as_ref().map(|size| size.value))
            .or(asked.map(Size::sides))
        {
            Some(sides) => sides,
            None if covers && !self.values.is_empty() => [self.side(); 2],
            None => {
                let found = "cells by coordinates, but no size of the board";
                let expected = "the number of rows and columns beside the cells, or --size RxC";
                return Err(Refusal::new(found, expected).with_span(source, self.start(source)));
            }
        };
        let place = self.size.as_ref().map_or_else(|| self.start(source), |size| size.span.clone());
        Size::new(sides[0], sides[1]).map_err(|error| {
            Refusal::new(error.to_string(), "a board within these limits").with_span(source, place)
        })
    }

    /// Returns the side of a square of all listed cells. If the number of these cells is no square
    /// number, some cells are missing or listed twice. The side is then the largest coordinate
    /// minus the smallest one, plus 1; rows and columns count together. There must be a listed
    /// cell.
    fn side(&self) -> usize {
        let number = self.values.len();
        if number.isqrt() * number.isqrt() == number {
            return number.isqrt();
        }
        let both = || self.values.iter().flat_map(|(place, _)| [place.row, place.column]);
        let (least, most) = (both().min().unwrap_or(0), both().max().unwrap_or(0));
        (most - least).saturating_add(1)
    }

    fn start(&self, source: &Source) -> Range<usize> {
        self.places().next().map_or_else(|| source.end(), |place| place.span.clone())
    }

    fn places(&self) -> impl Iterator<Item = &Place> + Clone {
        self.values
            .iter()
            .map(|(place, _)| place)
            .chain(self.statements.iter().flat_map(|one| &one.places))
    }

    /// Refuses a board that may be solved: one with at least as many queens as rows. These queens
    /// could be the solution, which is not part of the puzzle.
    fn refuse_solution(&self, source: &Source, size: Size) -> Result<(), Refusal> {
        match &self.perhaps_solved {
            Some(queens) if queens.value >= size.rows() => {
                let found =
                    format!("{}, which can be the solution", format_count(queens.value, "queen"));
                let expected =
                    "the queens in `solution` if they are the solution, otherwise in `givens`";
                Err(Refusal::new(found, expected).with_span(source, queens.span.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Returns the number of the first row and column. This is the stated number; if none is
    /// stated, it is 0 or 1, whichever puts every cell on the board. If neither fits, returns the
    /// one with fewer cells outside (0 if these are equally many), so that a later refusal points
    /// at the slip. If both fit and each coordinate shows how it counts, returns 0. If both fit
    /// otherwise, refuses the text.
    fn first_number(&self, source: &Source, size: Size) -> Result<usize, Refusal> {
        if let Some(first) = self.first {
            return Ok(first);
        }
        let outside =
            |first| self.places().filter(|place| place.to_cell(size, first).is_none()).count();
        let (from_0, from_1) = (outside(0), outside(1));
        match self.places().find(|place| place.first.is_none()) {
            Some(place) if from_0 == 0 && from_1 == 0 => {
                let found = "coordinates that can count from 0 or from 1";
                let expected = if self.has_members {
                    "`\"base\": 0` or `\"base\": 1` beside the cells, or a line `# from 0` or `# from 1`"
                } else {
                    "a line `# from 0` or `# from 1`"
                };
                Err(Refusal::new(found, expected).with_span(source, place.span.clone()))
            }
            _ => Ok(usize::from(from_1 < from_0)),
        }
    }

    /// Returns a directive for each statement, in the order of the statements. `first` is the
    /// number of the first row and column. Refuses a cell outside of the board. Also refuses a
    /// repeated statement, with the same cells in any order. Statements without cells can be
    /// repeated.
    fn directives(
        &self,
        source: &Source,
        size: Size,
        first: usize,
    ) -> Result<Vec<Directive>, Refusal> {
        let mut seen = HashSet::new();
        let mut directives = Vec::new();
        for one in &self.statements {
            let mut cells = one
                .places
                .iter()
                .map(|place| place.require_cell(source, size, first))
                .collect::<Result<Vec<Cell>, _>>()?;
            cells.sort();
            if !cells.is_empty() && !seen.insert((one.name, cells)) {
                let found = "the same statement a second time";
                return Err(
                    Refusal::new(found, "each statement once").with_span(source, one.span.clone())
                );
            }
            directives.push(one.directive(first));
        }
        Ok(directives)
    }

    /// Returns the rows of the board, whose first row and column have the number `first`. A cell
    /// without a value is open, and has the empty text; if `covers` is true, such a cell is
    /// refused. A cell with two values, or outside of the board, is always refused.
    fn cells(
        &self,
        source: &Source,
        size: Size,
        first: usize,
        covers: bool,
    ) -> Result<Vec<Vec<Spanned<String>>>, Refusal> {
        let mut known: Grid<Option<&Spanned<String>>> = Grid::from_fn(size, |_| None);
        for (place, value) in &self.values {
            let at = place.require_cell(source, size, first)?;
            if known[at].is_some() {
                let found = format!("{at} a second time");
                return Err(
                    Refusal::new(found, "each cell once").with_span(source, place.span.clone())
                );
            }
            known[at] = Some(value);
        }
        let end = self.values.last().map_or_else(
            || source.end(),
            |(place, value)| {
                let end = place.span.end.max(value.span.end);
                end..end
            },
        );
        if covers && let Some((at, _)) = known.iter().find(|(_, value)| value.is_none()) {
            let found = format!("{at} is not listed");
            let expected = format!("each cell of the {size} board once");
            return Err(Refusal::new(found, expected).with_span(source, end));
        }
        let open = Spanned { value: String::new(), span: end };
        let row = |row| {
            (0..size.columns())
                .map(|column| known[cell(row, column)].unwrap_or(&open))
                .cloned()
                .collect()
        };
        Ok((0..size.rows()).map(row).collect())
    }
}

impl Place {
    /// Returns the cell of a place, or `None` if it is outside of a board of this size. The first
    /// row and column have the number `first`; if the spelling of the place shows another number,
    /// that number counts instead.
    fn to_cell(&self, size: Size, first: usize) -> Option<Cell> {
        let first = self.first.unwrap_or(first);
        let at = cell(self.row.checked_sub(first)?, self.column.checked_sub(first)?);
        size.contains(at).then_some(at)
    }

    /// Returns the cell of a place. Rows and columns count from `first`; if the spelling of the
    /// place shows another number, that number counts instead. Refuses a place outside of the
    /// board.
    fn require_cell(&self, source: &Source, size: Size, first: usize) -> Result<Cell, Refusal> {
        self.to_cell(size, first).ok_or_else(|| {
            let first = self.first.unwrap_or(first);
            let [rows, columns] = size.sides().map(|side| side - 1 + first);
            let written = quote(&source.text()[self.span.clone()]);
            let found = format!("{written} is outside of the {size} board");
            let expected = format!(
                "a row from {first} to {rows} and a column from {first} to {columns}, counted as \
                 the other cells are"
            );
            Refusal::new(found, expected).with_span(source, self.span.clone())
        })
    }

    /// Returns the place as a part of a directive. `first` is as for [`Place::to_cell`].
    fn to_cell_place(&self, first: usize) -> CellPlace {
        let number = |value: usize| Spanned { value: value.to_string(), span: self.span.clone() };
        let first = self.first.unwrap_or(first);
        CellPlace { row: number(self.row), column: number(self.column), first }
    }
}

impl Statement {
    /// Creates a statement about cells.
    pub fn new(name: &'static str, places: Vec<Place>, span: Range<usize>) -> Statement {
        Statement { name, places, value: None, span }
    }

    /// Creates a statement about one cell.
    pub fn for_cell(name: &'static str, place: Place) -> Statement {
        let span = place.span.clone();
        Statement::new(name, vec![place], span)
    }

    /// Creates the statement of the number of stars.
    pub fn for_stars(number: Spanned<String>, span: Range<usize>) -> Statement {
        Statement { name: "stars", places: Vec::new(), value: Some(number), span }
    }

    /// Returns the directive that has the meaning of the statement. Its arguments are the cells as
    /// `r1c2`, with the numbers of the text, and then the value. `first` is as for
    /// [`Place::to_cell`].
    fn directive(&self, first: usize) -> Directive {
        let of_place = |place: &Place| Spanned {
            value: format!("r{}c{}", place.row, place.column),
            span: place.span.clone(),
        };
        Directive {
            name: Spanned { value: self.name.to_owned(), span: self.span.clone() },
            arguments: self.places.iter().map(of_place).chain(self.value.clone()).collect(),
            places: self.places.iter().map(|place| place.to_cell_place(first)).collect(),
        }
    }
}

/// Returns the directive that a sign between two cells means: `eq` for equal cells or `ne` for
/// different ones. Returns `None` for another word. Case does not matter, and neither does white
/// space around the word.
pub(super) fn sign(word: &str) -> Option<&'static str> {
    match word.trim().to_lowercase().as_str() {
        "=" | "==" | "eq" | "equal" | "equals" | "same" | "like" => Some("eq"),
        "x" | "×" | "✕" | "✖" | "*" | "!=" | "≠" | "<>" | "ne" | "neq" | "diff" | "differ"
        | "different" | "opposite" | "opp" | "unequal" | "not" | "cross" | "not_equal"
        | "not equal" => Some("ne"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
