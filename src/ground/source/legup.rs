//! Puzzle files of LEGUP (Bram-Hub/LEGUP on GitHub): XML with the cells of a board.
//!
//! ```text
//! <Legup version="2.0.0"><puzzle name="Binary"><board height="6" width="6"><cells>
//! <cell value="0" x="0" y="0"/> …
//! ```
//!
//! `x` is the column and `y` the row, both from 0. `Binary` lists the given cells with 0 or 1.
//! `StarBattle` lists all cells in regions. Each cell has the value 0, which means that it has no
//! star. `puzzle_num` is the number of stars; if it is missing, the number is 1. The steps of a
//! player's proof are not read.
//!
//! Other puzzles and values are refused, and so are cells that are listed twice, missing or outside
//! of the board.

use std::ops::Range;

use roxmltree::{Document, Node};

use super::directives;
use super::pieces::has_comment_mark;
use super::placed::{Place, PlacedStatements, Statement};
use super::rows::Notation;
use super::{Refusal, Source, Spanned, Table, quote};

/// Returns whether `<Legup` is in the first line, or in the first line that is neither blank nor a
/// comment nor a declaration (`<?` or `<!`).
pub fn recognises(source: &Source) -> bool {
    let mut lines = source.lines().filter(|line| {
        let text = line.value.trim();
        !text.is_empty()
            && !has_comment_mark(text)
            && !text.starts_with("<?")
            && !text.starts_with("<!")
    });
    lines.next().is_some_and(|line| line.value.contains("<Legup"))
        || source.lines().next().is_some_and(|line| line.value.contains("<Legup"))
}

/// Reads the board of a puzzle file. In the table, the directives from lines above or below the
/// document come before the stars that the document states.
///
/// # Errors
///
/// If a directive is malformed, or the text is no XML or no file of LEGUP. Also if the puzzle is
/// not the one of the family, or the cells do not form a board.
pub fn read(source: &Source, writing: &Notation) -> Result<Table, Refusal> {
    let (code, mut directives) = directives::extract_directives(source, writing.directives)?;
    let text = code.text();
    let start = text.len() - text.trim_start().len();
    let document =
        Document::parse(&text[start..]).map_err(|error| malformed(&code, start, &error))?;
    let reader = Reader { source: &code, start };
    let table = reader.board(&document, writing)?.into_table(&code, writing, None)?;
    directives.extend(table.directives);
    Ok(Table { directives, ..table })
}

/// Returns the refusal of a text that is no XML, at the place of the error. The document begins at
/// the byte `start`.
fn malformed(source: &Source, start: usize, error: &roxmltree::Error) -> Refusal {
    let [row, column] =
        [error.pos().row, error.pos().col].map(|number| usize::try_from(number).unwrap_or(1));
    let text = &source.text()[start..];
    let before: usize = text.split_inclusive('\n').take(row.saturating_sub(1)).map(str::len).sum();
    let line = &text[before..];
    let within = line
        .char_indices()
        .nth(column.saturating_sub(1))
        .map(|(at, _)| at)
        .unwrap_or(line.trim_end().len());
    let at = start + before + within;
    let at = at.min(source.text().trim_end().len());
    let found = format!("no XML: {}", error.to_string().replace(['\n', '\r'], " "));
    Refusal::new(found, "the whole file, as LEGUP writes it").with_span(source, at..at)
}

/// A document, with the position of the document in the text.
struct Reader<'a> {
    source: &'a Source,
    /// The offset of the document in the text.
    start: usize,
}

impl Reader<'_> {
    /// Returns a range of the document as a range of the text.
    fn place(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    /// Returns a refusal at the opening tag of a node.
    fn refuse(&self, found: String, expected: &str, node: Node) -> Refusal {
        let range = node.range();
        let tag = self.source.text()[self.place(range.clone())]
            .find('>')
            .map_or(range.len(), |end| end + 1);
        let place = self.place(range.start..range.start + tag);
        Refusal::new(found, expected).with_span(self.source, place)
    }

    /// Returns the only child with a name. Refuses a node with none or with several.
    fn child<'n, 'i>(&self, of: Node<'n, 'i>, name: &str) -> Result<Node<'n, 'i>, Refusal> {
        let mut all = of.children().filter(|node| node.has_tag_name(name));
        match (all.next(), all.next()) {
            (Some(node), None) => Ok(node),
            (None, _) => {
                let found = format!("{} without {}", quote(of.tag_name().name()), quote(name));
                Err(self.refuse(found, "the whole file, as LEGUP writes it", of))
            }
            (_, Some(second)) => {
                Err(self.refuse(format!("a second {}", quote(name)), "one board", second))
            }
        }
    }

    /// Reads an attribute that is a whole number. Returns `None` if the node does not have the
    /// attribute. Refuses an attribute that is no such number.
    fn number(&self, node: Node, name: &str) -> Result<Option<Spanned<usize>>, Refusal> {
        let Some(attribute) = node.attribute_node(name) else { return Ok(None) };
        let span = self.place(attribute.range_value());
        match attribute.value().parse() {
            Ok(value) => Ok(Some(Spanned { value, span })),
            Err(_) => {
                let found = format!("{} for `{name}`", quote(attribute.value()));
                Err(Refusal::new(found, "a number").with_span(self.source, span))
            }
        }
    }

    /// Returns the number of an attribute. Refuses a node without this attribute.
    fn required_number(&self, node: Node, name: &str) -> Result<Spanned<usize>, Refusal> {
        let number = self.number(node, name)?;
        number.ok_or_else(|| {
            let found = format!("{} without `{name}`", quote(node.tag_name().name()));
            self.refuse(found, &format!("a number for `{name}`"), node)
        })
    }

    /// Reads the puzzle, which must be the one of the family: `StarBattle` if the family has no
    /// open cells, otherwise `Binary`. Rows and columns count from 0. The attribute `size` states
    /// both sides, and `height` and `width` are then ignored. Refuses another puzzle. Refuses a
    /// document that does not have exactly one `puzzle` with exactly one `board`. Refuses a board
    /// without a size (`size`, or `height` and `width`). Also refuses what [`Reader::cells`],
    /// [`Reader::regions`] and [`Reader::number`] refuse.
    fn board(&self, document: &Document, writing: &Notation) -> Result<PlacedStatements, Refusal> {
        let puzzle = self.child(document.root_element(), "puzzle")?;
        let board = self.child(puzzle, "board")?;
        let is_of_regions = writing.open.is_empty();
        let known = if is_of_regions { "StarBattle" } else { "Binary" };
        if puzzle.attribute("name") != Some(known) {
            let found = format!("the puzzle {}", quote(puzzle.attribute("name").unwrap_or("")));
            return Err(self.refuse(found, &format!("a puzzle `{known}`"), puzzle));
        }
        let size = match self.number(board, "size")? {
            Some(Spanned { value, span }) => Spanned { value: [value; 2], span },
            None => {
                let (rows, columns) =
                    (self.required_number(board, "height")?, self.required_number(board, "width")?);
                let [one, other] = [&rows.span, &columns.span].map(Clone::clone);
                let span = one.start.min(other.start)..one.end.max(other.end);
                Spanned { value: [rows.value, columns.value], span }
            }
        };
        let mut placed =
            PlacedStatements { size: Some(size), first: Some(0), ..PlacedStatements::default() };
        if is_of_regions {
            self.regions(board, &mut placed)?;
        } else {
            placed.values = self.cells(board, &["0", "1"])?;
        }
        Ok(placed)
    }

    /// Adds each cell with the number of its region, from 1. If the board states the number of
    /// stars as `puzzle_num`, adds this number, too. Refuses a cell with a star, that is, with a
    /// value other than 0. Also refuses what [`Reader::cells`] and [`Reader::number`] refuse.
    fn regions(&self, board: Node, placed: &mut PlacedStatements) -> Result<(), Refusal> {
        for (index, region) in
            board.children().filter(|node| node.has_tag_name("region")).enumerate()
        {
            for (place, value) in self.cells(region, &["0"])? {
                let name = Spanned { value: (index + 1).to_string(), span: value.span };
                placed.values.push((place, name));
            }
        }
        if let Some(stars) = self.number(board, "puzzle_num")? {
            let value = Spanned { value: stars.value.to_string(), span: stars.span.clone() };
            placed.statements.push(Statement::for_stars(value, stars.span));
        }
        Ok(())
    }

    /// Reads the cells of an element. The value of each cell must be one of `known`; `y` is the
    /// row, and `x` the column. Refuses another value. Refuses a cell that lacks one of these
    /// attributes, or whose row or column is no whole number. Refuses an element without exactly
    /// one child `cells`.
    fn cells(&self, of: Node, known: &[&str]) -> Result<Vec<(Place, Spanned<String>)>, Refusal> {
        let cells = self.child(of, "cells")?;
        cells
            .children()
            .filter(Node::is_element)
            .map(|cell| {
                let (row, column) =
                    (self.required_number(cell, "y")?, self.required_number(cell, "x")?);
                let value = self.required_number(cell, "value")?;
                let text = value.value.to_string();
                if !known.contains(&&text[..]) {
                    let found = format!("the value {text} of a cell");
                    return Err(
                        Refusal::new(found, known.join(" or ")).with_span(self.source, value.span)
                    );
                }
                let span = self.place(cell.range());
                let place = Place { row: row.value, column: column.value, span, first: None };
                Ok((place, Spanned { value: text, span: value.span }))
            })
            .collect()
    }
}
