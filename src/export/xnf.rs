//! XNF: parity constraints, and clauses.
//!
//! `x LITERALS 0` means that an odd number of the literals is true; an even parity has one literal
//! negated. The rest is DIMACS CNF, including the line `p cnf VARIABLES CONSTRAINTS`: CryptoMiniSat
//! and the counters built on it refuse the line `p xnf`, with which files of xnfSAT may begin. The
//! format with the same name of 2-Xornado (Andraschko, Danner and Kreuzer, SAT solving using
//! XOR-OR-AND normal forms, 2024) is another one.

use super::clauses::beside_clauses;
use super::{ExportError, Format, Subject, WrittenFile, cnf};
use crate::exchange::Lines;
use crate::model::{Lit, Parity, Statement};

pub(super) const FORMAT: Format = Format {
    name: "xnf",
    about: "clauses and XOR constraints, for CryptoMiniSat and xnfSAT",
    as_stated: true,
    write,
    ..cnf::FORMAT
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<WrittenFile, ExportError> {
    let clausal = subject.model.only(|statement| !matches!(statement, Statement::Parity(..)));
    let odd = subject.model.constraints().statements().filter_map(odd);
    beside_clauses(subject, lines, "cnf", &clausal, odd.clone().count(), |file| {
        odd.for_each(|lits| file.clause(if lits.is_empty() { "" } else { "x " }, &lits));
    })
}

/// Returns the literals of a parity, of which an odd number is true; `None` for other statements
/// and a parity that always holds. No literals mean the empty clause.
fn odd(statement: Statement) -> Option<Vec<Lit>> {
    let Statement::Parity(lits, parity) = statement else { return None };
    let mut lits = lits.to_vec();
    match (lits.first_mut(), parity) {
        (None, Parity::Even) => return None,
        (Some(first), Parity::Even) => *first = !*first,
        (_, Parity::Odd) => {}
    }
    Some(lits)
}
