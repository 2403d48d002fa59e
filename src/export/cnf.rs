//! DIMACS CNF: a decision in clauses, for any SAT solver.
//!
//! `p cnf VARIABLES CLAUSES`, then the clauses, each ended by 0. The format of the second DIMACS
//! challenge (1993), as the SAT Competitions read it.

use super::clauses::Clausal;
use super::{Asks, ExportError, Format, Subject, WrittenFile};
use crate::exchange::Lines;

pub(super) const FORMAT: Format = Format {
    name: "cnf",
    about: "DIMACS CNF: a decision in clauses, for any SAT solver",
    asks: Asks::Decision,
    as_stated: false,
    has_clauses: true,
    by_name: false,
    asks_bound_by_bound: false,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<WrittenFile, ExportError> {
    let formula = subject.counted(subject.model)?;
    let (variables, constraints) = (formula.variables(), formula.size.clauses);
    let mut file = Clausal::new(subject, variables, lines);
    file.head(&formula.stated, None);
    file.line(&format!("p cnf {variables} {constraints}"));
    file.model(subject.model, "")?;
    file.settle()?;
    let names = file.names();
    Ok(WrittenFile { names, settled: formula.stated, ..WrittenFile::new(variables, constraints) })
}
