//! WCNF: an optimum in clauses, for MaxSAT solvers.
//!
//! The format of the MaxSAT Evaluations since 2022: no `p` line, `h` in front of a hard clause, a
//! weight in front of a soft one. A value is told by what must not be too many, as in a search: each
//! such literal is false in a soft clause, and the cost of a solution, the number of these that are
//! true, tells its value (in gunport's `sides`, thrice the dominoes and a constant).
//!
//! The least of two armies is no sum. There **ordered bound variables** stand for it: where the k-th is
//! true, every army has k queens and the one before is true; each is a soft clause. What stands behind
//! them are the counters of a search, so a file has what a search would have at its end.

use super::{Asks, ExportError, Format, Subject, Written, hand_on};
use crate::encode::{Cost, Formula};
use crate::exchange::Lines;
use crate::model::Lit;

pub(super) const FORMAT: Format = Format {
    name: "wcnf",
    about: "an optimum in clauses, some of them soft, for MaxSAT solvers",
    asks: Asks::Optimum,
    as_stated: false,
    has_clauses: true,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<Written, ExportError> {
    subject.numbered_head(lines);
    let mut formula = subject.clauses(subject.model, "h ", lines)?;
    let (dear, cost) = match formula.costs() {
        Some((dear, cost)) => (dear.to_vec(), Some(cost)),
        None => ordered(subject, &mut formula, lines)?,
    };
    for &lit in &dear {
        lines.clause("1 ", &[!lit]);
    }
    let constraints = formula.size.clauses + dear.len();
    Ok(Written { variables: formula.variables(), constraints, cost })
}

/// A literal for each value better than the worst, false only where every count reaches it; and the
/// cost that they make. Nothing where there is no objective.
fn ordered(
    subject: &Subject,
    formula: &mut Formula,
    lines: &mut Lines,
) -> Result<(Vec<Lit>, Option<Cost>), ExportError> {
    let Some(bounds) = &subject.sought else { return Ok((Vec::new(), None)) };
    let better = |value: &u64| bounds.better_than(*value);
    let mut missed: Vec<Lit> = Vec::new();
    for value in std::iter::successors(better(&bounds.worst), better) {
        let demands = hand_on("h ", lines, |clauses| formula.bound(value, clauses, subject.stop))?;
        let reached = formula.fresh();
        let implied = demands.into_iter().chain(missed.last().map(|&lit| !lit));
        for lit in implied {
            lines.clause("h ", &[!reached, lit]);
            formula.size.clauses += 1;
            formula.size.literals += 2;
        }
        missed.push(!reached);
    }
    let offset = i64::try_from(bounds.limit).expect("a value within bounds");
    Ok((missed, Some(Cost { offset, slope: -1 })))
}
