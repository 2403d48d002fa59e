//! Lines in an order that does not hang on the order of files: a report of the same lines is the same,
//! byte by byte.

use crate::compare::record::Record;

/// The kinds of questions, in the order in which they are told.
const KINDS: [&str; 5] = ["optimum", "answer", "sat", "unsat", "bound"];

/// What was asked, without the bound.
pub(super) fn kind(record: &Record) -> &str {
    record.question.split(' ').next().unwrap_or_default()
}

/// The place of what was asked among the kinds of questions.
pub(super) fn rank(record: &Record) -> usize {
    KINDS.iter().position(|known| *known == kind(record)).unwrap_or(KINDS.len())
}

/// The runs by family, size, puzzle, question, repetition, and place in the grid; a line that stands
/// twice is one.
pub(super) fn ordered(records: &[Record]) -> Vec<&Record> {
    let mut keyed: Vec<(Key, String, &Record)> = records
        .iter()
        .map(|record| {
            let line =
                serde_json::to_string(record).expect("texts and numbers have a form in JSON");
            (key(record), line, record)
        })
        .collect();
    keyed.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    keyed.dedup_by(|a, b| a.1 == b.1);
    keyed.into_iter().map(|(.., record)| record).collect()
}

type Key<'a> = (&'a str, [usize; 3], &'a str, usize, Bound<'a>, u32, Option<u64>, usize);
type Bound<'a> = (usize, &'a str);

fn key(record: &Record) -> Key<'_> {
    let [rows, columns] = record.size;
    (
        &record.family,
        [rows.saturating_mul(columns), rows, columns],
        &record.puzzle,
        rank(record),
        // Longer numbers are larger.
        (record.question.len(), &record.question),
        record.seed,
        record.scramble.or(record.repetition),
        record.configuration.unwrap_or(usize::MAX),
    )
}
