//! KNF: cardinality constraints as they are, the rest in clauses.
//!
//! `p knf VARIABLES CONSTRAINTS`; a clause is as in DIMACS, and `k BOUND LITERALS 0` says that at
//! least BOUND of the literals are true (Reeves, Heule and Bryant, From Clauses to Klauses, CAV
//! 2024). No literal stands twice or beside its negation: statements of a model are over distinct
//! variables.

use super::clauses::Clausal;
use super::{Asks, ExportError, Format, Subject, WrittenFile};
use crate::exchange::Lines;
use crate::model::{Lit, Relation, Statement};

pub(super) const FORMAT: Format = Format {
    name: "knf",
    about: "clauses and cardinality constraints, for Cardinality-CDCL",
    asks: Asks::Decision,
    as_stated: true,
    has_clauses: true,
    by_name: false,
    asks_bound_by_bound: false,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<WrittenFile, ExportError> {
    let clausal = subject.model.only(is_clausal);
    let formula = subject.counted(&clausal)?;
    let counted = {
        let statements = subject.model.constraints().statements();
        statements.filter(|statement| !is_clausal(*statement)).flat_map(at_least)
    };
    let constraints = formula.size.clauses + counted.clone().count();
    let variables = formula.variables();
    let mut file = Clausal::new(subject, variables, lines);
    file.head(&formula.stated, None);
    file.line(&format!("p knf {variables} {constraints}"));
    for (bound, lits) in counted.clone() {
        match bound {
            1 => file.clause("", &lits),
            _ if bound > lits.len() => file.clause("", &[]),
            _ => file.stated(&format!("k {bound} "), &lits),
        }
    }
    file.model(&clausal, "")?;
    file.settle()?;
    Ok(WrittenFile { settled: formula.stated, ..WrittenFile::new(variables, constraints) })
}

fn is_clausal(statement: Statement) -> bool {
    matches!(statement, Statement::Clause(_) | Statement::Parity(..) | Statement::Linear(..))
}

/// A statement about a number of literals as bounds from below, none of which is 0.
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
