//! A canonical order of records, so that equal records give equal reports, byte for byte.

use crate::record::Record;
use crate::record::question::RunQuestion;

/// Returns each distinct record once, sorted by `canonical_key` and then by its line of JSON. Two
/// records are equal if their lines of JSON are equal.
pub(super) fn sort_records(records: &[Record]) -> Vec<&Record> {
    let mut keyed: Vec<(CanonicalKey, String, &Record)> = records
        .iter()
        .map(|record| {
            let line =
                serde_json::to_string(record).expect("texts and numbers can be written as JSON");
            (canonical_key(record), line, record)
        })
        .collect();
    keyed.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    keyed.dedup_by(|a, b| a.1 == b.1);
    keyed.into_iter().map(|(.., record)| record).collect()
}

/// The values by which records are sorted: family, size (first the number of cells), puzzle,
/// question, seed, scramble, and index of the configuration.
type CanonicalKey<'a> = (&'a str, [usize; 3], &'a str, &'a RunQuestion, u32, Option<u64>, usize);

/// Returns the key by which a record is sorted: the family, the number of cells, rows, columns, the
/// puzzle, the question, the seed, the scramble or else the repetition, and the index of the
/// configuration. A record without a size comes first in its family. A record without an index of
/// its configuration comes last in its block.
fn canonical_key(record: &Record) -> CanonicalKey<'_> {
    let [rows, columns] = record.size.unwrap_or_default();
    (
        &record.family,
        [rows.saturating_mul(columns), rows, columns],
        &record.puzzle,
        &record.question,
        record.seed,
        record.scramble.or(record.repetition),
        record.configuration.unwrap_or(usize::MAX),
    )
}
