//! XNF: parity constraints, and clauses.
//!
//! `x LITERALS 0` means that an odd number of the literals is true. To demand an even number, one
//! literal is negated. The header is `p cnf VARIABLES CONSTRAINTS`. xnfSAT also reads `p xnf`, but
//! CryptoMiniSat refuses it, and so do the model counters that use CryptoMiniSat. 2-Xornado has a
//! different format of the same name (Andraschko, Danner and Kreuzer, SAT solving using XOR-OR-AND
//! normal forms, 2024).

use super::clauses::write_with_clauses;
use super::{ExportError, Format, Subject, WrittenFile, cnf};
use crate::exchange::LineWriter;
use crate::model::{Lit, Parity, Statement};

/// The entry for `xnf` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "xnf",
    description: "clauses and XOR constraints, for CryptoMiniSat and xnfSAT",
    as_stated: true,
    write,
    ..cnf::FORMAT
};

/// Writes the file: first the parities, then the clauses.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let clausal = subject.model.filtered(|statement| !matches!(statement, Statement::Parity(..)));
    let odd = subject.model.constraints().statements().filter_map(odd_lits);
    write_with_clauses(subject, lines, "cnf", &clausal, odd.clone().count(), |file| {
        odd.for_each(|lits| file.clause(if lits.is_empty() { "" } else { "x " }, &lits));
    })
}

/// Returns the literals of a parity constraint, changed so that an odd number of them must be true.
/// If the constraint never holds, the list is empty; it is then written as the empty clause.
/// Returns `None` for a parity that always holds, and for a statement that is no parity.
fn odd_lits(statement: Statement) -> Option<Vec<Lit>> {
    let Statement::Parity(lits, parity) = statement else { return None };
    let mut flipped = lits.to_vec();
    match (flipped.first_mut(), parity) {
        (None, Parity::Even) => return None,
        (Some(first), Parity::Even) => *first = !*first,
        (_, Parity::Odd) => {}
    }
    Some(flipped)
}
