//! A summary for programs, as tables of comma-separated values (CSV) or as JSON.
//!
//! The cell of an unknown value is empty. If a spreadsheet would read a text as a formula, an
//! apostrophe is put before the text.

use serde_json::json;

use super::columns::{self, CsvColumns, PairRow};
use crate::compare::summary::{Summary, pair_sentences};
use crate::source::escape_line;

/// A function that formats a summary as a table.
pub type TableFormatter = fn(&Summary) -> String;

/// The tables. Each has the suffix of its file name and the function that formats it. The suffix is
/// empty for the table of configurations.
pub const TABLES: [(&str, TableFormatter); 4] =
    [("", configurations), ("pairs", pairs), ("boards", boards), ("runs", runs)];

/// Returns rows as comma-separated values, after a line of heads. Besides the quoting of CSV, the
/// values (not the heads) are changed: line breaks and invisible characters are escaped, and a text
/// that a spreadsheet would read as a formula gets a `'` before it. See [`escape_cell`].
fn to_csv<R>(CsvColumns(columns): &CsvColumns<R>, rows: impl Iterator<Item = R>) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let memory = "writing to memory does not fail";
    table.write_record(columns.iter().map(|(head, _)| head)).expect(memory);
    for row in rows {
        table
            .write_record(columns.iter().map(|(_, value)| escape_cell(&value(&row))))
            .expect(memory);
    }
    String::from_utf8(table.into_inner().expect(memory)).expect("texts and numbers")
}

/// Escapes control characters in a cell. Also escapes a text that a spreadsheet would read as a
/// formula (OWASP, CSV Injection).
fn escape_cell(text: &str) -> String {
    let text = escape_line(text);
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t']) && text.parse::<f64>().is_err();
    if is_formula { format!("'{text}") } else { text }
}

/// Returns the table of the configurations of all sections, in CSV.
pub fn configurations(summary: &Summary) -> String {
    let rows = summary
        .sections
        .iter()
        .flat_map(|section| section.configurations.iter().map(move |one| (section, one)));
    to_csv(&columns::configurations_in_csv(), rows)
}

fn all_pairs(summary: &Summary) -> impl Iterator<Item = PairRow<'_>> {
    summary
        .sections
        .iter()
        .flat_map(move |section| section.pairs.iter().map(move |pair| (summary, section, pair)))
}

/// Returns the table of pairs of configurations, in CSV. A ratio is that of the first configuration
/// to the second.
pub fn pairs(summary: &Summary) -> String {
    to_csv(&columns::pairs(), all_pairs(summary))
}

/// Returns the table of boards, in CSV. Each pair of configurations has a row for each of its
/// boards.
pub fn boards(summary: &Summary) -> String {
    let rows =
        all_pairs(summary).flat_map(|one| one.2.boards.iter().map(move |board| (one, board)));
    to_csv(&columns::boards(), rows)
}

/// Returns the table of the runs that are compared, in CSV.
pub fn runs(summary: &Summary) -> String {
    let rows = summary
        .sections
        .iter()
        .flat_map(|section| section.runs.iter().map(move |run| (section, run)));
    to_csv(&columns::runs(), rows)
}

/// Returns the whole summary as indented JSON, which ends with a newline. Each pair also has the
/// member `in_words` with its findings in sentences.
pub fn to_json(summary: &Summary) -> String {
    let mut value =
        serde_json::to_value(summary).expect("texts and numbers can be written as JSON");
    for (number, section) in summary.sections.iter().enumerate() {
        for (place, pair) in section.pairs.iter().enumerate() {
            let words = pair_sentences(pair, section, summary.measure);
            let entry = &mut value["sections"][number]["pairs"][place];
            entry["in_words"] = json!(words.sentences().collect::<Vec<_>>());
        }
    }
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_no_formulas_and_have_no_hidden_signs() {
        for (text, safe) in [
            ("totalizer", "totalizer"),
            ("-1.5", "-1.5"),
            ("+3", "+3"),
            ("", ""),
            ("=1+1", "'=1+1"),
            ("--card totalizer", "'--card totalizer"),
            ("-1+cmd|'/c calc'!A0", "'-1+cmd|'/c calc'!A0"),
            ("+x", "'+x"),
            ("@SUM(1)", "'@SUM(1)"),
            ("\t=1", "'\t=1"),
            ("a\u{1b}[2J\u{7}", "a\\u{1b}[2J\\u{7}"),
            ("a\nb", "a\\nb"),
            ("r\u{202e}gpj", "r\\u{202e}gpj"),
        ] {
            assert_eq!(escape_cell(text), safe);
        }
    }
}
