//! Reading of the regions of a board: the names of the regions, and the region of each cell.

use std::collections::{HashMap, HashSet};

use super::slips::slips;
use crate::board::{Grid, Size};
use crate::puzzle::{read_cells, single_char};
use crate::source::{Refusal, Source, Spanned, Table, alike, format_count, is_integer};

fn is_letter_or_digit(text: &str) -> bool {
    single_char(text).is_some_and(char::is_alphanumeric)
}

fn is_emoji(text: &str) -> bool {
    single_char(strip_style(text)).is_some_and(is_picture)
}

/// Returns whether a character can be an emoji. Every character can be one, except ASCII
/// characters, letters, digits and white space.
pub(super) fn is_picture(character: char) -> bool {
    !character.is_ascii() && !character.is_alphanumeric() && !character.is_whitespace()
}

/// Returns an emoji without its variation selector. A variation selector is a character that
/// requests the coloured or the plain version of the emoji.
fn strip_style(text: &str) -> &str {
    text.trim_end_matches(['\u{fe0e}', '\u{fe0f}'])
}

fn is_word(text: &str) -> bool {
    is_name(text) || is_integer(text)
}

/// Returns whether a text names a region in JSON or in separate words: a word, several words, a
/// number or an emoji.
fn is_word_or_emoji(text: &str) -> bool {
    is_word(text) || (text.contains(' ') && text.split(' ').all(is_name)) || is_emoji(text)
}

/// Returns the names of the regions, in the order of their first cells, and the region of each cell
/// as an index of these names. `format` decides which names are valid. A colour code names the same
/// region in small and capital letters, and so does an emoji with and without its variation
/// selector. Other names with different case are different. Refuses a board that is not square, an
/// invalid name, and two names that look the same. Refuses a board of several rows in which each
/// cell is a region of its own. In the format `matrix`, also refuses names that are probably
/// misspelt, and text after the rows.
pub(super) fn parse_regions(
    source: &Source,
    table: &Table,
    format: &str,
) -> Result<(Vec<String>, Grid<usize>), Refusal> {
    let (known, expected): (fn(&str) -> bool, _) = match format {
        "letters" => (is_letter_or_digit, "a letter or a digit for the region of each cell"),
        "emoji" => (is_emoji, "an emoji square for the region of each cell"),
        "json" | "matrix" => {
            (is_word_or_emoji, "a number, a name or an emoji square for the region of each cell")
        }
        _ => (is_word, "a number or a name for the region of each cell"),
    };
    let named = read_cells(source, table, |text| known(text).then(|| name_key(text)), expected)?;
    let named = Grid::from_fn(named.size(), |at| {
        typed_name(source, &table.rows[at.row][at.column]).unwrap_or_else(|| named[at].clone())
    });
    refuse_oblong(source, table, named.size())?;
    refuse_similar_names(source, table, &named)?;
    refuse_lists_of_cells(source, table, &named)?;
    let (mut names, mut keys): (Vec<String>, Vec<&String>) = (Vec::new(), Vec::new());
    let regions = Grid::from_fn(named.size(), |at| {
        keys.iter().position(|&key| *key == named[at]).unwrap_or_else(|| {
            keys.push(&named[at]);
            names.push(typed_code(source, &table.rows[at.row][at.column], &named[at]));
            names.len() - 1
        })
    });
    if format == "matrix" {
        refuse_slips(source, table, &names, &regions)?;
        refuse_trailing_text(source, table, &names)?;
    }
    Ok((names, regions))
}

/// Refuses a board with more names than rows if some names are probably misspelt. The refusal
/// points to the first cell of the first region that [`slips`] returns. A name that resembles no
/// other name is not refused here in two cases: the names are numbers or single characters, or each
/// row begins with a word that has one letter per cell.
fn refuse_slips(
    source: &Source,
    table: &Table,
    names: &[String],
    regions: &Grid<usize>,
) -> Result<(), Refusal> {
    /// The largest number of misspelt regions that a message names.
    const MOST: usize = 3;
    let regions = Grid::from_fn(regions.size(), |at| Some(regions[at]));
    let found = slips(names, &regions);
    let Some(first) = found.first() else { return Ok(()) };
    // If the names are numbers or single letters, a board may have any number of regions. If rows
    // without separators are followed by text, another function refuses the text.
    if first.meant.is_none() && (are_packed(table) || !have_words(table)) {
        return Ok(());
    }
    let descriptions: Vec<String> = found.iter().take(MOST).map(|slip| slip.describe()).collect();
    let rows = table.rows.len();
    let expected = format!(
        "{} in {}, not {}",
        format_count(rows, "region"),
        format_count(rows, "row"),
        names.len()
    );
    let at = first.cells[0];
    let span = table.rows[at.row][at.column].span.clone();
    Err(Refusal::new(descriptions.join(" And "), expected).with_span(source, span))
}

/// Returns the name of a cell if the reader has changed it: the reader joins words (`light blue`),
/// and replaces the `#` of a colour code by a blank. Joined words are returned as they were typed.
/// A colour code is returned with its `#`, but with the capitals that the reader has made. Returns
/// `None` if the name was not changed.
fn typed_name(source: &Source, cell: &Spanned<String>) -> Option<String> {
    let typed = source.original_text().get(cell.span.clone())?;
    if typed.contains(' ') && typed.replace(' ', "_") == cell.value {
        return Some(typed.to_owned());
    }
    let has_hash = |text: &str| text.get(..cell.span.start).is_some_and(|text| text.ends_with('#'));
    let is_removed = has_hash(source.original_text()) && !has_hash(source.text());
    is_removed.then(|| format!("#{}", cell.value))
}

/// Returns the name as it was typed: a colour code with its original small or capital letters, and
/// an emoji with its variation selector. Returns any other name unchanged.
fn typed_code(source: &Source, cell: &Spanned<String>, name: &str) -> String {
    let typed = source.original_text().get(cell.span.clone()).unwrap_or_default();
    let typed = typed.trim_matches(['"', '\'', '#']);
    let is_style = |c: &char| matches!(c, '\u{fe0e}' | '\u{fe0f}');
    let next = source.original_text().get(cell.span.end..).and_then(|rest| rest.chars().next());
    let style = next.filter(is_style).or(typed.chars().next_back().filter(is_style));
    if let Some(style) = style.filter(|_| is_emoji(name)) {
        return format!("{name}{style}");
    }
    match name.strip_prefix('#') {
        Some(code) if typed.eq_ignore_ascii_case(code) => format!("#{typed}"),
        _ => name.to_owned(),
    }
}

/// Returns the key of a region's name. All spellings of a name have the same key: the key of a
/// colour code has capitals, and the key of an emoji has no variation selector. The key of any
/// other name is the name itself.
pub(super) fn name_key(text: &str) -> String {
    let text = strip_style(text);
    if text.starts_with('#') { text.to_ascii_uppercase() } else { text.to_owned() }
}

/// Refuses two different names that look the same. The refusal points to the second name.
fn refuse_similar_names(
    source: &Source,
    table: &Table,
    named: &Grid<String>,
) -> Result<(), Refusal> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for (at, name) in named.iter() {
        let other = *seen.entry(alike::skeleton(name)).or_insert(name);
        if other != name {
            let [name, other] = [&name[..], other].map(alike::quote_with_codes);
            let found = format!("the regions {name} and {other}, which look the same");
            let span = table.rows[at.row][at.column].span.clone();
            return Err(
                Refusal::new(found, "one spelling of each region's name").with_span(source, span)
            );
        }
    }
    Ok(())
}

/// Refuses a board of several rows on which every cell has a region of its own. Such a board has no
/// answer. Each row of such a text is probably the list of the cells of one region.
fn refuse_lists_of_cells(
    source: &Source,
    table: &Table,
    named: &Grid<String>,
) -> Result<(), Refusal> {
    let names: HashSet<&String> = named.iter().map(|(_, name)| name).collect();
    let area = named.size().area();
    if named.size().rows() == 1 || names.len() < area {
        return Ok(());
    }
    let found =
        format!("{area} cells, each with its own region, as if the rows were lists of cells");
    let expected = "the name of its region for each cell; or an object of regions in JSON, with the \
                    row and the column of each cell: `{\"A\": [[1, 1], [1, 2]], …}`";
    let span = table.rows[0][0].span.start..table.end(source).end;
    Err(Refusal::new(found, expected).with_span(source, span))
}

/// Returns whether a text is a word, or several words that hyphens join, such as `light-blue`. A
/// single word consists of letters, digits and underscores, and has at least one letter or digit.
/// Joined words consist of letters. The text may begin with one `#`. Letters may be of any
/// alphabet.
pub(super) fn is_name(text: &str) -> bool {
    let words = text.strip_prefix('#').unwrap_or(text);
    let parts: Vec<&str> = words.split('-').collect();
    if parts.len() > 1 {
        return parts.iter().all(|part| !part.is_empty() && part.chars().all(char::is_alphabetic));
    }
    !text.is_empty()
        && words.chars().all(|c| c.is_alphanumeric() || c == '_')
        && words.chars().any(char::is_alphanumeric)
}

/// Refuses a board that is not square. The refusal points to the first extra row, or to the end of
/// the text if rows are missing.
fn refuse_oblong(source: &Source, table: &Table, size: Size) -> Result<(), Refusal> {
    let (rows, columns) = (size.rows(), size.columns());
    let span = match table.rows.get(columns) {
        _ if size.is_square() => return Ok(()),
        Some(extra) => extra[0].span.start..extra[columns - 1].span.end,
        None => table.end(source),
    };
    let found = format!("{} of {}", format_count(rows, "row"), format_count(columns, "cell"));
    let mut expected = format!("{}, as many as columns", format_count(columns, "row"));
    if have_words(table) {
        expected += "; a word between blanks or commas is one cell";
    }
    Err(Refusal::new(found, expected).with_span(source, span))
}

/// Refuses a board if each row begins with a word that has one letter per cell, and other text
/// follows this word. Also refuses a board if some name is neither a number nor a single character,
/// and there are more or fewer names than rows. `names` has each region once.
pub(super) fn refuse_trailing_text(
    source: &Source,
    table: &Table,
    names: &[String],
) -> Result<(), Refusal> {
    let rows = table.rows.len();
    if !are_packed(table) && (!have_words(table) || names.len() == rows) {
        return Ok(());
    }
    let found =
        format!("{} name {}", format_count(rows, "row"), format_count(names.len(), "region"));
    let expected = "one letter per cell and no other text in a row, or one name per cell and as many \
                    regions as rows; numbers and single letters may name any number of regions";
    let second = table.rows[0].get(1).unwrap_or(&table.rows[0][0]);
    Err(Refusal::new(found, expected).with_span(source, second.span.clone()))
}

/// Returns whether there are several rows, and each begins with a word that has one letter per
/// cell. These words must occur in no other column. If they were names of regions, they would also
/// occur in other columns.
fn are_packed(table: &Table) -> bool {
    let rows = table.rows.len();
    let occurs_later =
        |word: &str| table.rows.iter().any(|row| row[1..].iter().any(|cell| cell.value == word));
    rows > 1
        && table.rows.iter().all(|row| row[0].value.chars().count() == rows)
        && !table.rows.iter().any(|row| occurs_later(&row[0].value))
}

/// Returns whether a cell has a name that is neither a number nor a single character.
fn have_words(table: &Table) -> bool {
    table.cells().any(|cell| !is_integer(&cell.value) && single_char(&cell.value).is_none())
}
