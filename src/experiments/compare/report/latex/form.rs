//! Numbers, texts and tables in LaTeX.

use crate::compare::report::columns::Cell;
use crate::compare::report::text::{self, format_ratio};
use crate::compare::summary::{
    BoardRatio, ComparedFinding, FindingVerdict, Unit, format_probability, join_limits, rounded,
};
use crate::source::escape_invisible;

/// The greatest number of columns of a table in normal letters. A table is printed in smaller
/// letters if it has more columns than this, or more than [`LONG`] rows.
const WIDE: usize = 3;
/// The greatest number of rows of a table in normal letters.
const LONG: usize = 24;

/// The text of a cell whose value is unknown.
const NONE: &str = "--";

/// Formats a value as a cell of a LaTeX table, and escapes it. An unknown value is `--`.
fn format_cell(value: &Cell) -> String {
    match value {
        Cell::Unknown => NONE.to_owned(),
        Cell::Number(value) | Cell::Megabytes(value) => format_number(*value),
        Cell::Quartiles(values) => {
            values.map(|value| value.map_or(NONE.to_owned(), format_number)).join(" / ")
        }
        Cell::Percent(percent) => format!("{percent:.0}\\,\\%"),
        Cell::BoardRatio(one) => format_board_ratio(one),
        other => escaped(&text::format_cell(other)),
    }
}

fn format_number(value: f64) -> String {
    format_power(&escaped(&rounded(value)))
}

/// Formats a number with an exponent, such as `1.5e6`, as a product with a power of ten. Returns a
/// number without an exponent unchanged.
pub fn format_power(number: &str) -> String {
    match number.split_once('e') {
        Some((digits, power)) => format!("${digits} \\cdot 10^{{{power}}}$"),
        None => number.to_owned(),
    }
}

/// Formats the ratio on a board, with the interval in brackets if it is known. If the ratio is
/// unknown, formats its bounds.
fn format_board_ratio(one: &BoardRatio) -> String {
    let ratio = escaped(&format_ratio(one));
    match format_interval(one.interval) {
        None => ratio,
        Some(interval) => format!("{ratio} ({interval})"),
    }
}

fn format_interval(interval: [Option<f64>; 2]) -> Option<String> {
    join_limits(interval, format_number, ["--", "from", "up to"])
}

/// Returns the cells of a finding in this order: the ratio, the interval, the p-value, and the
/// verdict in words. If the ratio is unknown and just one of its bounds is known, this bound
/// replaces the ratio. An unknown value is `--`. An unknown ratio is `--` even if both of its
/// bounds are known.
pub fn finding_cells(finding: &ComparedFinding, unit: Unit) -> [String; 4] {
    let ratio = match (finding.ratio, finding.bounds) {
        (Some(ratio), _) => format_number(ratio),
        (None, [None, Some(high)]) => format!("$\\leq$ {}", format_number(high)),
        (None, [Some(low), None]) => format!("$\\geq$ {}", format_number(low)),
        (None, _) => NONE.to_owned(),
    };
    let p = finding.p.map_or(NONE.to_owned(), |p| format_power(&format_probability(p)));
    let interval = format_interval(finding.interval).unwrap_or(NONE.to_owned());
    [ratio, interval, p, verdict_words(finding.verdict, unit)]
}

/// Returns a verdict in a few words, as LaTeX. `unit` is the word for the puzzles.
fn verdict_words(verdict: FindingVerdict, unit: Unit) -> String {
    let words = match verdict {
        FindingVerdict::Less => "less",
        FindingVerdict::SlightlyLess => "less, but perhaps by less than 5\\,\\%",
        FindingVerdict::Same => "the same",
        FindingVerdict::SlightlyMore => "more, but perhaps by less than 5\\,\\%",
        FindingVerdict::More => "more",
        FindingVerdict::Unclear => "unclear",
        FindingVerdict::TooFewBoards => return format!("too few {}", unit.plural()),
        FindingVerdict::TooFewRepetitions => "too few repetitions",
        FindingVerdict::Constant => "no variation",
        FindingVerdict::NothingToCompare => "no results",
        FindingVerdict::Unknown => "unknown",
    };
    words.to_owned()
}

/// Formats the rows of a table as LaTeX, each with its name as the first cell.
pub fn format_rows(rows: Vec<(String, Vec<Cell>)>) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for (name, cells) in rows {
        lines.push(std::iter::once(escaped(&name)).chain(cells.iter().map(format_cell)).collect());
    }
    lines
}

/// Returns a LaTeX table with its caption and label, after an empty line. `columns` has a letter
/// for the alignment of each column, such as `lrr`, and nothing else. The caller must have escaped
/// the cells of `head` and `rows`, the caption and the label. The label gets the prefix `tab:`. A
/// table of more than 3 columns or more than 24 rows has smaller letters.
pub fn table(
    columns: &str,
    head: &[Vec<String>],
    rows: &[Vec<String>],
    [caption, label]: [&str; 2],
) -> String {
    let is_wide = columns.len() > WIDE || rows.len() > LONG;
    let size = if is_wide { "\\footnotesize\n\\setlength{\\tabcolsep}{3pt}" } else { "\\small" };
    let [head, rows] = [head, rows].map(|rows| -> String {
        rows.iter().map(|row| format!("{} \\\\\n", row.join(" & "))).collect()
    });
    format!(
        "\n\\begin{{table}}\n\\centering\n{size}\n\\caption{{{caption}}}\n\\label{{tab:{label}}}\n\\smallskip\n\
         \\begin{{tabular}}{{{columns}}}\n\\toprule\n{head}\\midrule\n{rows}\\bottomrule\n\
         \\end{{tabular}}\n\\end{{table}}\n",
    )
}

/// Escapes the special characters of LaTeX, and makes hidden characters visible. A control
/// character becomes a space. Separates neighbouring hyphens, which LaTeX would join. Some
/// characters outside ASCII, such as `≤` and `…`, become commands. All other characters stay as
/// they are.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in escape_invisible(text).chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => safe.extend(['\\', letter]),
            '~' => safe += "\\textasciitilde{}",
            '^' => safe += "\\textasciicircum{}",
            '\\' => safe += "\\textbackslash{}",
            '<' => safe += "\\textless{}",
            '>' => safe += "\\textgreater{}",
            '|' => safe += "\\textbar{}",
            '"' => safe += "\\char34{}",
            '-' if safe.ends_with('-') => safe += "{}-",
            '≤' => safe += "$\\leq$",
            '≥' => safe += "$\\geq$",
            '∞' => safe += "$\\infty$",
            '–' => safe += "\\textendash{}",
            '…' => safe += "\\ldots{}",
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}
