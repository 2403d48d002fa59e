//! WCNF: an optimum in clauses, for MaxSAT solvers.
//!
//! The format is that of the MaxSAT Evaluations since 2022: no `p` line, `h` before a hard clause,
//! and a weight before a soft clause. For each literal that worsens the value, a soft clause has
//! the negated literal, with the literal's weight.
//!
//! If the objective is the least of several counts, it is not a sum. Instead there are **ordered
//! bound variables**, one for each value, and each of them becomes a soft clause. If a bound
//! variable is true, every count reaches the value of this variable, and the bound variable of the
//! next worse value is true, too. The same counters that define the bounds of a search define the
//! bound variables.

use super::clauses::ClauseWriter;
use super::{ExportError, FileQuestion, Format, Subject, WrittenFile, cnf};
use crate::encode::{CostConversion, Formula};
use crate::exchange::LineWriter;
use crate::model::Lit;

/// The entry for `wcnf` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "wcnf",
    description: "an optimum in clauses, some of them soft, for MaxSAT solvers",
    asks: FileQuestion::Optimum,
    write,
    ..cnf::FORMAT
};

/// Writes the file: the comments, the hard clauses, and the soft clauses. There are no soft clauses
/// if the model has no objective. Fails if an encoding cannot state a constraint or a bound, if the
/// output fails, or if the export is stopped.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let counted = subject.count_formula(subject.model)?;
    let weighted = subject
        .model
        .objective()
        .filter(|_| subject.sought.is_some())
        .and_then(CostConversion::from_objective)
        .or_else(|| unit_soft_lits(&counted));
    let cost = weighted
        .as_ref()
        .map(|&(_, cost)| cost)
        .or_else(|| Some(CostConversion { offset: subject.sought?.limit, slope: -1 }));
    let counts = weighted.is_none() && cost.is_some();
    let variables = counted.variables();
    let settled = if counts { counted.bounded } else { counted.stated };
    let mut file = ClauseWriter::new(subject, variables, lines);
    file.head(&settled, cost);
    let mut formula = file.model(subject.model, "h ")?;
    let soft = match weighted {
        Some((soft, _)) => soft,
        None => write_bound_variables(subject, &mut formula, &mut file)?,
    };
    for &(weight, lit) in &soft {
        file.soft(weight, !lit);
    }
    file.write_scrambled()?;
    file.mention_last_variable(&mut formula, "h ");
    let names = file.names();
    let written = WrittenFile::new(formula.variables(), formula.size.clauses + soft.len());
    Ok(WrittenFile { cost, names, settled, ..written })
}

/// Returns the literals that worsen a counted objective, each with the weight 1. Also returns the
/// cost as a function of the value. Returns `None` if the formula has no such cost.
fn unit_soft_lits(counted: &Formula) -> Option<(Vec<(u64, Lit)>, CostConversion)> {
    let (lits, cost) = counted.costs()?;
    Some((lits.iter().map(|&lit| (1, lit)).collect(), cost))
}

/// Writes the clauses that define the bound variable of each value better than the worst. Returns
/// the negations of these variables, each with the weight 1, from the worst of these values to the
/// best. A negation can be false only if every count reaches the value of its variable. Adds the
/// variables and clauses to `formula`. If the export does not ask for an optimum, writes nothing
/// and returns an empty list. Fails in the same cases as [`ClauseWriter::bound`].
fn write_bound_variables(
    subject: &Subject,
    formula: &mut Formula,
    file: &mut ClauseWriter,
) -> Result<Vec<(u64, Lit)>, ExportError> {
    let Some(bounds) = &subject.sought else { return Ok(Vec::new()) };
    let better = |value: &i64| bounds.better_than(*value);
    let mut missed: Vec<Lit> = Vec::new();
    for value in std::iter::successors(better(&bounds.worst), better) {
        let demands = file.bound(formula, value, "h ")?;
        let reached = formula.fresh();
        for lit in demands.into_iter().chain(missed.last().map(|&lit| !lit)) {
            file.clause("h ", &[!reached, lit]);
            formula.size.clauses += 1;
            formula.size.literals += 2;
        }
        missed.push(!reached);
    }
    Ok(missed.into_iter().map(|lit| (1, lit)).collect())
}
