//! KNF: cardinality constraints, and clauses.
//!
//! `k BOUND LITERALS 0` means that at least BOUND of the literals are true (Reeves, Heule and
//! Bryant, From Clauses to Klauses, CAV 2024). No row has a variable twice.

use super::clauses::write_with_clauses;
use super::{ExportError, Format, Subject, WrittenFile, cnf};
use crate::exchange::LineWriter;
use crate::model::{Lit, Relation, Statement};

/// The entry for `knf` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "knf",
    description: "clauses and cardinality constraints, for Cardinality-CDCL",
    as_stated: true,
    write,
    ..cnf::FORMAT
};

/// Writes the file: first the cardinality constraints, then the clauses. Parities and weighted sums
/// are encoded as clauses. A lower bound of 1 becomes a clause, and a bound above the number of
/// literals becomes the empty clause. Fails if an encoding cannot state a constraint, if the output
/// fails, or if the export is stopped.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let clausal = subject.model.filtered(is_clausal);
    let counted = subject.model.constraints().statements().flat_map(at_least);
    write_with_clauses(subject, lines, "knf", &clausal, counted.clone().count(), |file| {
        for (bound, lits) in counted {
            match bound {
                1 => file.clause("", &lits),
                _ if bound > lits.len() => file.clause("", &[]),
                _ => file.fixed_clause(&format!("k {bound} "), &lits),
            }
        }
    })
}

/// Returns whether a statement is written as clauses.
fn is_clausal(statement: Statement) -> bool {
    matches!(statement, Statement::Clause(_) | Statement::Parity(..) | Statement::Linear(..))
}

/// Returns lower bounds that together are equivalent to a cardinality constraint. Each lower bound
/// is a number and a list of literals: at least this number of the literals must be true. Omits
/// bounds of 0. If the statement is no cardinality constraint, the list is empty.
fn at_least(statement: Statement) -> Vec<(usize, Vec<Lit>)> {
    let (lits, relation, bound) = match statement {
        Statement::AtMostOne(lits) => (lits, Relation::AtMost, 1),
        Statement::ExactlyOne(lits) => (lits, Relation::Exactly, 1),
        Statement::Cardinality(lits, relation, bound) => (lits, relation, bound),
        Statement::Clause(_) | Statement::Parity(..) | Statement::Linear(..) => return Vec::new(),
    };
    let below = (bound, lits.to_vec());
    let above = (lits.len().saturating_sub(bound), lits.iter().map(|&lit| !lit).collect());
    let bounds = match relation {
        Relation::AtLeast => vec![below],
        Relation::AtMost => vec![above],
        Relation::Exactly => vec![below, above],
    };
    bounds.into_iter().filter(|(bound, _)| *bound > 0).collect()
}
