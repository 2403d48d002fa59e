//! Parts of pages: boxes that unfold or scroll, tables, figures and legends.

use super::super::plot::{Drawing, PlotLook};
use crate::compare::report::markup::{Markup, markup};

/// The text of a cell whose value is unknown.
pub const NONE: &str = "–";

/// The approximate width of a letter, in pixels.
const LETTER: f64 = 7.8;
/// The approximate width of a bold letter, in pixels.
const BOLD: f64 = 8.8;
/// The sum of the padding at the left and the right of a cell, in pixels.
const PADDING: f64 = 20.0;
/// The greatest width of a row's name, in letters. Longer names are broken into lines.
const NAME: f64 = 22.0;
/// The least width of the column of names, in pixels.
const LEAST_NAME: f64 = 110.0;
/// Size of small letters, relative to normal letters.
const SMALL: f64 = 0.89;
/// The greatest number of columns with which a table has letters of normal size in print. Tables
/// with more columns have small letters.
const MANY: usize = 12;
/// The sum of the space at the left and the right of a plot, in pixels.
const BORDER: f64 = 18.0;

/// Returns a box that can be folded and unfolded. Its heading is `shown`, and its content is
/// `folded`. The content is unfolded at first if `is_open` is set.
pub fn details(shown: &str, folded: &Markup, is_open: bool) -> Markup {
    let open = markup(if is_open { " open=\"\"" } else { "" }, &[]);
    markup("<details{}>\n<summary>{}</summary>\n{}</details>\n", &[&open, &shown, folded])
}

/// Puts the markup `held` into a box. If the page is too narrow for `needs` pixels, the width of
/// the markup, the box scrolls sideways. `class` is the CSS class of the box, and `what` is the
/// word for the content in the hint, such as `table`.
fn scroll_box(class: &str, what: &str, needs: f64, held: &Markup) -> Markup {
    markup(
        "<div class=\"wide\" style=\"--needs:{}px\">\n<p class=\"hint\">This {} scrolls \
         sideways →</p>\n<div class=\"{}\" role=\"group\" tabindex=\"0\">\n{}</div>\n</div>\n",
        &[&format!("{needs:.0}"), &what, &class, held],
    )
}

pub fn plot(drawing: &Drawing) -> Markup {
    scroll_box("plot", "plot", drawing.least_width + BORDER, &drawing.svg)
}

/// Returns a plot with its heading, text and legend. These are on the same page in print. The
/// result is empty if `drawn` is `None`.
pub fn figure(head: &str, caption: &str, drawn: Option<Drawing>, legend: &Markup) -> Markup {
    let Some(drawn) = drawn else { return Markup::default() };
    markup(
        "<div class=\"figure\">\n<h3>{}</h3>\n<p>{}</p>\n{}{}</div>\n",
        &[&head, &caption, &plot(&drawn), legend],
    )
}

/// Returns a legend. For each look of a curve or mark, it has a sample and the words for this look.
pub fn legend(entries: impl Iterator<Item = (PlotLook, String)>) -> Markup {
    let items = entries
        .map(|(look, words)| markup("<li>{}<span>{}</span></li>\n", &[&look.sample(), &words]))
        .collect::<Markup>();
    markup("<ul class=\"legend\">\n{}</ul>\n", &[&items])
}

/// The name of a row, and its cells.
pub type HtmlRow = (Markup, Vec<Markup>);

/// Returns a table in a box that scrolls. `head` begins with the head of the column of names. A row
/// may lack its last cells, which are then empty. A table of more than 12 columns has small letters
/// in print; the column of names counts too.
pub fn table(head: &[String], rows: &[HtmlRow]) -> Markup {
    let heads =
        head.iter().map(|cell| markup("<th scope=\"col\">{}</th>", &[cell])).collect::<Markup>();
    let lines = rows
        .iter()
        .map(|(name, cells)| {
            let missing = (head.len().saturating_sub(1)).saturating_sub(cells.len());
            let cell_markup = cells
                .iter()
                .cloned()
                .chain(vec![Markup::default(); missing])
                .map(|cell| markup("<td>{}</td>", &[&cell]))
                .collect::<Markup>();
            markup("<tr><th scope=\"row\">{}</th>{}</tr>\n", &[name, &cell_markup])
        })
        .collect::<Markup>();
    let class = markup(if head.len() > MANY { " class=\"many\"" } else { "" }, &[]);
    let held = markup(
        "<table{}>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n",
        &[&class, &heads, &lines],
    );
    scroll_box("scroll", "table", estimate_width(head, rows), &held)
}

/// Estimates the width of a table in pixels. The estimate is more often too large than too small.
fn estimate_width(head: &[String], rows: &[HtmlRow]) -> f64 {
    // Heads are bold, and can be broken between words.
    let of_head = |place: usize| {
        let words = head
            .get(place)
            .map_or("", String::as_str)
            .split(' ')
            .map(|word| word.chars().count())
            .max()
            .unwrap_or(0);
        BOLD * words as f64
    };
    let names = rows
        .iter()
        .map(|(name, _)| LETTER * cell_width(name.as_str()).min(NAME))
        .fold(of_head(0).max(LEAST_NAME), f64::max);
    let columns: f64 = (1..head.len())
        .map(|place| {
            rows.iter()
                .filter_map(|(_, cells)| cells.get(place - 1))
                .map(|cell| LETTER * cell_width(cell.as_str()))
                .fold(of_head(place), f64::max)
        })
        .sum();
    names + columns + head.len() as f64 * PADDING
}

/// Returns the width of the widest line of a cell, in letters.
fn cell_width(cell: &str) -> f64 {
    let (large, small) = cell.split_once("<small>").unwrap_or((cell, ""));
    count_letters(large).max(SMALL * count_letters(small))
}

/// Returns the number of letters outside HTML tags. A `>` never counts. An escaped character such
/// as `&amp;` counts with all its letters.
fn count_letters(line: &str) -> f64 {
    let mut is_tag = false;
    let counted = line
        .chars()
        .filter(|&letter| {
            is_tag = if is_tag { letter != '>' } else { letter == '<' };
            !is_tag && letter != '>'
        })
        .count();
    counted as f64
}

/// Returns a cell with a large and a small line. The small line is left out if it is empty.
pub fn two_line_cell(large: &str, small: &str) -> Markup {
    match small {
        "" => Markup::from_text(large),
        small => markup("{}<small>{}</small>", &[&large, &small]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_knows_about_how_wide_it_is() {
        assert!((cell_width("12.5<small>1.00 to 20.00</small>") - SMALL * 13.0).abs() < 1e-9);
        assert!((cell_width("<code>a b</code>") - 3.0).abs() < 1e-9);
        let head = ["Name", "Processor time"].map(str::to_owned);
        let row = |cell: &str| [(Markup::from_text("ladder"), vec![Markup::from_text(cell)])];
        assert!(estimate_width(&head, &row("1")) < estimate_width(&head, &row("a long sentence")));
        assert!(table(&head, &row("1")).as_str().contains("This table scrolls sideways"));
    }

    #[test]
    fn names_and_heads_are_escaped_and_missing_cells_are_empty() {
        let table = table(
            &["a", "<b>", "c"].map(str::to_owned),
            &[(Markup::from_text("x & y"), vec![markup("<i>1</i>", &[])])],
        );
        let table = table.as_str();
        assert!(table.contains("&lt;b&gt;") && table.contains("x &amp; y"));
        assert!(table.contains("<td><i>1</i></td><td></td></tr>"), "{table}");
    }
}
