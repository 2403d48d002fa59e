//! CNF+: bounds on the number of true literals, and clauses.
//!
//! A bound is `1 -2 3 <= 2` or `>= 2`, without `0` at the end (Liffiton and Maglalang, A
//! Cardinality Solver: More Expressive Constraints for Free, SAT 2012). A sum with weights is a row
//! `w 2*1 3*-2 <= 4`, which PySAT reads and MiniCARD does not. A bound that always holds is
//! omitted. A bound that never holds becomes the empty clause, since solvers refuse negative
//! bounds.

use super::clauses::write_with_clauses;
use super::{ExportError, Format, Subject, WrittenFile, cnf};
use crate::exchange::LineWriter;
use crate::model::{Lit, Relation, Row, Statement};

/// The entry for `cnf+` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "cnf+",
    description: "clauses and bounds like 1 2 <= 1, for MiniCARD and PySAT",
    as_stated: true,
    write,
    ..cnf::FORMAT
};

/// Writes the file: first the bounds, then the clauses. Parities are encoded as clauses. A bound
/// that cannot hold becomes the empty clause, and a bound that always holds is left out. Fails if
/// an encoding cannot state a constraint, if the output fails, or if the export is stopped.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let clausal = subject.model.filtered(is_clausal);
    let bounds: Vec<WrittenBound> =
        subject.model.constraints().statements().flat_map(bounds).collect();
    write_with_clauses(subject, lines, "cnf+", &clausal, bounds.len(), |file| {
        for bound in bounds {
            match bound {
                WrittenBound::Unsatisfiable => file.clause("", &[]),
                WrittenBound::Row { text, literals } => file.row(&text, literals),
            }
        }
    })
}

/// Returns whether a statement is written as clauses.
fn is_clausal(statement: Statement) -> bool {
    matches!(statement, Statement::Clause(_) | Statement::Parity(..))
}

/// A bound as a line of the file.
enum WrittenBound {
    /// A bound that no assignment satisfies.
    Unsatisfiable,
    /// The text of a bound, and the number of its literals.
    Row { text: String, literals: usize },
}

/// Returns the bounds that together are equivalent to a statement. If the statement is a clause or
/// a parity, the list is empty.
fn bounds(statement: Statement) -> Vec<WrittenBound> {
    match statement {
        Statement::AtMostOne(lits) => cardinality_bounds(lits, Relation::AtMost, 1),
        Statement::ExactlyOne(lits) => cardinality_bounds(lits, Relation::Exactly, 1),
        Statement::Cardinality(lits, relation, bound) => cardinality_bounds(lits, relation, bound),
        Statement::Linear(Row { sum, relation, bound }) => {
            let mut words: Vec<String> =
                sum.terms().map(|term| format!("{}*{}", term.weight, term.atom.dimacs())).collect();
            if let Some(first) = words.first_mut() {
                first.insert_str(0, "w ");
            }
            sum_bounds(&words, [sum.least(), sum.largest()], *relation, *bound)
        }
        Statement::Clause(_) | Statement::Parity(..) => Vec::new(),
    }
}

/// Returns the bounds that together are equivalent to a cardinality constraint.
fn cardinality_bounds(lits: &[Lit], relation: Relation, bound: usize) -> Vec<WrittenBound> {
    let bound = i64::try_from(bound).expect("as many literals as fit into memory");
    let largest = i64::try_from(lits.len()).expect("as many literals as fit into memory");
    let words: Vec<String> = lits.iter().map(|lit| lit.dimacs().to_string()).collect();
    sum_bounds(&words, [0, largest], relation, bound)
}

/// Returns the bounds of a sum of terms. The value of the sum is from `least` to `largest`. `words`
/// has the text of each term. Omits a bound that always holds, so the list can be empty. Returns
/// [`WrittenBound::Unsatisfiable`] for a bound that no value satisfies. The relation "exactly"
/// gives up to two bounds, first the upper one. A debug build panics if `least` is above `largest`.
fn sum_bounds(
    words: &[String],
    [least, largest]: [i64; 2],
    relation: Relation,
    bound: i64,
) -> Vec<WrittenBound> {
    debug_assert!(least <= largest, "a range of sums");
    let row = |sign: &str| WrittenBound::Row {
        text: format!("{} {sign} {bound}", words.join(" ")),
        literals: words.len(),
    };
    let above = match bound {
        _ if bound < least => Some(WrittenBound::Unsatisfiable),
        _ if bound >= largest => None,
        _ => Some(row("<=")),
    };
    let below = match bound {
        _ if bound > largest => Some(WrittenBound::Unsatisfiable),
        _ if bound <= least => None,
        _ => Some(row(">=")),
    };
    match relation {
        Relation::AtMost => above.into_iter().collect(),
        Relation::AtLeast => below.into_iter().collect(),
        Relation::Exactly => above.into_iter().chain(below).collect(),
    }
}
