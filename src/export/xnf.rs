//! XNF: parity constraints as they are, the rest in clauses.
//!
//! `x LITERALS 0` says that an odd number of the literals is true; an even parity has one literal
//! negated. All else is DIMACS CNF, the line `p cnf VARIABLES CONSTRAINTS` included: CryptoMiniSat
//! and the counters built on it refuse the line `p xnf` of the format that is called so
//! (Andraschko, Danner and Kreuzer, SAT solving using XOR-OR-AND normal forms, 2024), which is
//! otherwise the same.

use super::clauses::Clausal;
use super::{Asks, ExportError, Format, Subject, WrittenFile};
use crate::exchange::Lines;
use crate::model::{Lit, Parity, Statement};

pub(super) const FORMAT: Format = Format {
    name: "xnf",
    about: "clauses and XOR constraints, for CryptoMiniSat and xnfSAT",
    asks: Asks::Decision,
    as_stated: true,
    has_clauses: true,
    by_name: false,
    asks_bound_by_bound: false,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<WrittenFile, ExportError> {
    let clausal = subject.model.only(|statement| !matches!(statement, Statement::Parity(..)));
    let formula = subject.counted(&clausal)?;
    let odd = subject.model.constraints().iter().filter_map(|c| odd(c.statement));
    let constraints = formula.size.clauses + odd.clone().count();
    let variables = formula.variables();
    let mut file = Clausal::new(subject, variables, lines);
    file.head(&formula.stated, None);
    file.line(&format!("p cnf {variables} {constraints}"));
    for lits in odd.clone() {
        file.clause(if lits.is_empty() { "" } else { "x " }, &lits);
    }
    file.model(&clausal, "")?;
    file.settle()?;
    Ok(WrittenFile { settled: formula.stated, ..WrittenFile::new(variables, constraints) })
}

/// Literals with an odd number of true ones, if a statement is about a parity. Of no
/// literals none is odd, which is the empty clause.
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
