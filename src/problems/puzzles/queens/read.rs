//! Reading of boards: cells by format, directives, and the number of stars.

use std::collections::HashSet;

use super::links::{self, QueensText};
use super::regions::parse_regions;
use super::{COSTS, FAMILY, NONE, QUEEN, Queens, STARS, WRITING};
use crate::board::{Grid, LONGEST_SIDE};
use crate::puzzle::{Request, Weights, read_arguments, read_cell, read_number};
use crate::source::{
    Directive, Refusal, Source, Spanned, Table, coordinates, facts, format_count, json, legup,
    minizinc, quote, rows, sas, stars,
};

impl Queens {
    /// Reads a board. If neither the text nor the request states the number of stars, it is 1. Then
    /// the board records whether the format allows any number.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - The board is missing or not square.
    /// - The text cannot be read in its format.
    /// - A region, directive or cost is invalid.
    /// - The number of stars is missing, although the format requires it (a penpa link).
    /// - The number of stars is 0, or is larger than the number of rows that a board may have.
    /// - Two places state different numbers of stars. One of them may be a comment.
    pub fn parse(request: &Request) -> Result<Queens, Refusal> {
        let Some(source) = request.text() else {
            return Err(Refusal::new("queens needs a board", "a BOARD"));
        };
        let format = request.format.as_deref().unwrap_or_default();
        let QueensText { mut queens, directives, stars } = links::read(source, format)
            .unwrap_or_else(|| read_named_regions(source, format, request))?;
        queens.called = FAMILY.requested_alias(request);
        queens.costs = Weights::read(source, &directives, COSTS, queens.regions.size())?;
        for directive in
            directives.iter().filter(|one| ![COSTS, STARS].contains(&&one.name.value[..]))
        {
            queens.apply_directive(source, directive)?;
        }
        match agreed_stars(source, stars, &directives, request)? {
            Some(stars) => queens.stars = stars,
            None if format == crate::links::penpa::LINK.name => {
                let found = "no number of stars outside of the board";
                let expected = "--variant stars=K, or a line `# stars K`";
                return Err(Refusal::new(found, expected).with_span(source, source.end()));
            }
            None => queens.assumes_stars = links::may_have_any_stars(format),
        }
        refuse_other_stars(source, &queens)?;
        Ok(queens)
    }

    /// Applies a directive `given queen` or `blocked` to its cell. Every name except `given` means
    /// `blocked`. The directive must have a cell. Refuses a cell outside of the board, and a cell
    /// that has both a given queen and a block. The same directive may occur twice for a cell.
    fn apply_directive(&mut self, source: &Source, directive: &Directive) -> Result<(), Refusal> {
        let span = directive.name.span.clone();
        let symbol = if directive.name.value == "given" { QUEEN } else { NONE };
        let at = read_cell(source, &directive.places[0], self.regions.size())?;
        if self.givens[at].is_some_and(|other| other != symbol) {
            let found = format!("the cell {at} is both a given queen and blocked");
            return Err(Refusal::new(found, "one of the two").with_span(source, span));
        }
        self.givens[at] = Some(symbol);
        Ok(())
    }
}

/// Reads a board in a format that names the region of each cell. A format with an unknown name is
/// read as `letters`. Returns the directives without applying them, and returns no number of stars.
/// In the format `matrix`, the names may end in marks of a player. The marks are removed from the
/// names, and become the cells that the player has filled in. Refuses a text that the reader of the
/// format or [`parse_regions`] refuses.
fn read_named_regions(
    source: &Source,
    format: &str,
    request: &Request,
) -> Result<QueensText, Refusal> {
    let mut table = match format {
        "json" => json::read(source, &WRITING, request.size)?,
        "facts" => facts::read(source, &WRITING, request.size)?,
        "coordinates" => coordinates::read(source, &WRITING, request.size)?,
        "legup" => legup::read(source, &WRITING)?,
        "minizinc" => minizinc::read(source, WRITING.directives)?,
        "sas" => sas::read(source, WRITING.directives)?,
        "matrix" => rows::read_words(source, WRITING.directives)?,
        _ => rows::read_characters(source, &WRITING)?,
    };
    let marks = if format == "matrix" { remove_marks(&mut table) } else { None };
    let (names, regions) = parse_regions(source, &table, format)?;
    let size = regions.size();
    let regions = Grid::from_fn(size, |at| Some(regions[at]));
    let filled_in = marks.map(|marks| Grid::from_fn(size, |at| marks[at.row][at.column]));
    let queens = Queens { filled_in, ..Queens::from_regions(names, regions) };
    Ok(QueensText { queens, directives: table.directives, stars: None })
}

/// Removes the marks of a player after the names of regions, and returns the mark of each cell:
/// `7s` is a cell of region 7 with a star, `7x` a cell of region 7 without a star. The mark of a
/// cell without such a letter is `None`. The last letters of the names are marks only if three
/// conditions hold:
/// - Without these letters, there are as many different names as rows.
/// - With these letters, the number of different names is not the number of rows.
/// - Without these letters, all names are numbers or single capital letters from A to Z.
///
/// If a condition does not hold, returns `None` and changes nothing.
fn remove_marks(table: &mut Table) -> Option<Vec<Vec<Option<char>>>> {
    let mark = |name: &str| match name.as_bytes() {
        [_, .., b's'] => Some(QUEEN),
        [_, .., b'x'] => Some(NONE),
        _ => None,
    };
    let bare = |name: &str| name[..name.len() - usize::from(mark(name).is_some())].to_owned();
    let is_marked = |name: &str| {
        let region = bare(name);
        let is_letter = region.len() == 1 && region.bytes().all(|byte| byte.is_ascii_uppercase());
        is_letter || region.bytes().all(|byte| byte.is_ascii_digit())
    };
    let names: HashSet<&str> = table.cells().map(|cell| cell.value.as_str()).collect();
    let regions: HashSet<String> = names.iter().map(|name| bare(name)).collect();
    let rows = table.rows.len();
    if names.len() == rows || regions.len() != rows || !names.iter().all(|name| is_marked(name)) {
        return None;
    }
    let remove = |cell: &mut Spanned<String>| {
        let removed = mark(&cell.value);
        cell.value = bare(&cell.value);
        removed
    };
    Some(table.rows.iter_mut().map(|row| row.iter_mut().map(remove).collect()).collect())
}

/// Returns the number of stars. The format, a directive or the request may state it; returns `None`
/// if none of them does. Refuses different numbers, and a number in the text that is larger than
/// [`LONGEST_SIDE`]. Also refuses a directive without exactly one argument, an argument that is no
/// number of at least 1, and a second directive, even with the same number. Does not check the
/// bounds of the request's number.
fn agreed_stars(
    source: &Source,
    of_format: Option<Spanned<usize>>,
    directives: &[Directive],
    request: &Request,
) -> Result<Option<usize>, Refusal> {
    let asked = request.value_of(STARS);
    let mut lines = directives.iter().filter(|directive| directive.name.value == STARS);
    let of_line = lines.next().map(|line| read_stars(source, line)).transpose()?;
    if let Some(second) = lines.next() {
        let span = second.name.span.clone();
        return Err(Refusal::new("a second `# stars`", "`# stars K` once").with_span(source, span));
    }
    let mut agreed = asked;
    for Spanned { value: stars, span } in of_format.into_iter().chain(of_line) {
        let found = match agreed {
            _ if stars > LONGEST_SIDE => format!("{stars} stars in each row"),
            Some(other) if other != stars && asked.is_some() => {
                let stars = format_count(stars, "star");
                format!("a board for {stars}, but stars={other} is asked for")
            }
            Some(other) if other != stars => {
                format!("`# {STARS} {stars}` on a board for {}", format_count(other, "star"))
            }
            _ => {
                agreed = Some(stars);
                continue;
            }
        };
        let expected = match stars {
            large if large > LONGEST_SIDE => format!("at most {LONGEST_SIDE}"),
            _ => "the same number in both places".to_owned(),
        };
        return Err(Refusal::new(found, expected).with_span(source, span));
    }
    Ok(agreed)
}

/// Refuses a text with a comment or a title that states one or more numbers of stars, but not the
/// number of the board.
fn refuse_other_stars(source: &Source, queens: &Queens) -> Result<(), Refusal> {
    let side = queens.regions.size().rows();
    let Some((text, numbers)) = stars::contradiction(source, side, queens.stars) else {
        return Ok(());
    };
    let found = format!(
        "{}, which states a number of stars, on a board for {}",
        quote(text.value.trim()),
        format_count(queens.stars, "star")
    );
    let expected = format!(
        "also a line {}, or a text without a number of stars",
        stars::as_directives(&numbers)
    );
    Err(Refusal::new(found, expected).with_span(source, text.span))
}

/// Reads the number of a directive `stars`. The returned place in the text is that of the
/// directive's name. Refuses a number outside 1 to [`LONGEST_SIDE`], and a directive that does not
/// have exactly one argument.
fn read_stars(source: &Source, directive: &Directive) -> Result<Spanned<usize>, Refusal> {
    let [stars] = read_arguments(source, directive, "`# stars K`")?;
    let stars = read_number(source, stars, 1..=LONGEST_SIDE, "a number of stars").map_err(
        |Refusal { expected, .. }| {
            let found = format!("{} after `stars`", quote(&stars.value));
            let expected =
                format!("{expected}; to write a comment, begin the line with another word");
            Refusal::new(found, expected).with_span(source, stars.span.clone())
        },
    )?;
    Ok(Spanned { value: stars, span: directive.name.span.clone() })
}
