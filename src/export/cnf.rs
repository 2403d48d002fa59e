//! DIMACS CNF: a decision in clauses, for any SAT solver.
//!
//! `p cnf VARIABLES CLAUSES`, then the clauses, each ended by 0. The format of the second DIMACS
//! challenge (1993), as the SAT Competitions read it.

use super::{Asks, ExportError, Format, Subject, Written};
use crate::encode::{self, Tally};
use crate::exchange::Lines;

pub(super) const FORMAT: Format = Format {
    name: "cnf",
    about: "DIMACS CNF: a decision in clauses, for any SAT solver",
    asks: Asks::Decision,
    as_stated: false,
    has_clauses: true,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<Written, ExportError> {
    let mut size = Tally::default();
    let formula = encode::encode(subject.model, subject.encodings, &mut size, subject.stop)?;
    subject.numbered_head(lines);
    lines.line(&format!("p cnf {} {}", formula.variables(), size.clauses));
    subject.clauses(subject.model, "", lines)?;
    Ok(Written { variables: formula.variables(), constraints: size.clauses, cost: None })
}
