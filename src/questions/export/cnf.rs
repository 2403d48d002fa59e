//! DIMACS CNF of the second DIMACS challenge (1993), as the SAT Competitions read it.

use super::clauses::write_with_clauses;
use super::{ExportError, FileQuestion, Format, Subject, WrittenFile};
use crate::exchange::LineWriter;

/// The entry for `cnf` in [`FORMATS`](super::FORMATS). The other formats of clauses take their
/// defaults from it.
pub(super) const FORMAT: Format = Format {
    name: "cnf",
    description: "DIMACS CNF: a decision in clauses, for any SAT solver",
    asks: FileQuestion::Decision,
    as_stated: false,
    has_clauses: true,
    by_name: false,
    asks_bound_by_bound: false,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    write_with_clauses(subject, lines, "cnf", subject.model, 0, |_| {})
}
