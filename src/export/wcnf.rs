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

use super::clauses::Clausal;
use super::{Asks, ExportError, Format, Subject, Written};
use crate::encode::{Cost, Formula};
use crate::exchange::Lines;
use crate::model::Lit;

pub(super) const FORMAT: Format = Format {
    name: "wcnf",
    about: "an optimum in clauses, some of them soft, for MaxSAT solvers",
    asks: Asks::Optimum,
    as_stated: false,
    has_clauses: true,
    by_name: false,
    comment: "c",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<Written, ExportError> {
    let counted = subject.counted(subject.model)?;
    let of_one_count = counted.costs().map(|(dear, cost)| (dear.to_vec(), cost));
    let of_several = || {
        let limit = i64::try_from(subject.sought?.limit).expect("a value within bounds");
        Some(Cost { offset: limit, slope: -1 })
    };
    let cost = of_one_count.as_ref().map(|(_, cost)| *cost).or_else(of_several);
    let counts = of_one_count.is_none() && cost.is_some();
    let variables = counted.variables();
    let settled = if counts { counted.bounded } else { counted.stated };
    let mut file = Clausal::new(subject, variables, lines);
    file.head(&settled, cost);
    let mut formula = file.model(subject.model, "h ")?;
    let dear = match of_one_count {
        Some((dear, _)) => dear,
        None => ordered(subject, &mut formula, &mut file)?,
    };
    for &lit in &dear {
        file.clause("1 ", &[!lit]);
    }
    file.settle()?;
    let names = file.names();
    let written = Written::new(formula.variables(), formula.size.clauses + dear.len());
    Ok(Written { cost, names, settled, ..written })
}

/// A literal for each value better than the worst, false only where every count reaches it. Nothing
/// where there is no objective.
fn ordered(
    subject: &Subject,
    formula: &mut Formula,
    file: &mut Clausal,
) -> Result<Vec<Lit>, ExportError> {
    let Some(bounds) = &subject.sought else { return Ok(Vec::new()) };
    let better = |value: &u64| bounds.better_than(*value);
    let mut missed: Vec<Lit> = Vec::new();
    for value in std::iter::successors(better(&bounds.worst), better) {
        let demands = file.bound(formula, value, "h ")?;
        let reached = formula.fresh();
        let implied = demands.into_iter().chain(missed.last().map(|&lit| !lit));
        for lit in implied {
            file.clause("h ", &[!reached, lit]);
            formula.size.clauses += 1;
            formula.size.literals += 2;
        }
        missed.push(!reached);
    }
    Ok(missed)
}
