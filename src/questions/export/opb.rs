//! OPB: cardinalities, parities and the objective as linear constraints over 0 and 1, for
//! pseudo-Boolean solvers (Roussel and Manquinho, Input/Output Format of the Pseudo-Boolean
//! Competitions).
//!
//! Every solver reads `min:`, `>=`, `=`, and terms without negated literals, so only these are
//! written. The parity of a sum Σ is stated as Σ − 2y = 0 or 1, with y in binary. If the objective
//! is the least of several counts, it is stated as a sum of ordered variables. This sum is at most
//! each of the counts.

use super::{ExportError, FileQuestion, Format, Subject, WrittenFile};
use crate::encode::CostConversion;
use crate::exchange::LineWriter;
use crate::linear::{Row, Sum, Term};
use crate::model::linear_form::{AffineSum, LinearObjective};
use crate::model::{Model, Relation};

/// The entry for `opb` in [`FORMATS`](super::FORMATS). The other formats of linear constraints take
/// their defaults from it.
pub(super) const FORMAT: Format = Format {
    name: "opb",
    description: "linear constraints over 0 and 1, for pseudo-Boolean solvers",
    asks: FileQuestion::Either,
    as_stated: true,
    has_clauses: false,
    by_name: false,
    asks_bound_by_bound: false,
    comment: "*",
    write,
};

/// Writes the file: the sizes, the comments, the sum to minimise, and the rows. There is no sum if
/// the export does not ask for an optimum. Always returns `Ok`; `lines` stores an error of the
/// output. A stop has no effect.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let model = subject.model;
    let goal = MinimisedGoal::from_subject(subject, model.labels().len());
    let written = size(model, &goal);
    let WrittenFile { variables, constraints, .. } = written;
    lines.line(&format!("* #variable= {variables} #constraint= {constraints}"));
    subject.head(None, goal.cost, lines, |variable| Some(format!("x{}", variable + 1)));
    if let Some(minimised) = &goal.minimised {
        lines.count(minimised.len());
        lines.line(&format!("min: {};", text(minimised)));
    }
    rows(model, &goal, lines);
    Ok(WrittenFile { cost: goal.cost, ..written })
}

/// Returns the numbers of variables and constraints in the file. The variables include the bits of
/// integers and the ordered variables.
pub(super) fn size(model: &Model, goal: &MinimisedGoal) -> WrittenFile {
    let in_pairs: usize = model.rows().map(|(_, row)| row.bits()).sum();
    let variables = model.labels().len() + goal.ordered + in_pairs;
    WrittenFile::new(variables, model.rows().count() + goal.rows.len())
}

/// Writes the rows that define the ordered variables of the goal, and then the rows of the model.
pub(super) fn rows(model: &Model, goal: &MinimisedGoal, lines: &mut LineWriter) {
    goal.rows.iter().for_each(|row| line(row.clone(), lines));
    let mut next = model.labels().len() + goal.ordered;
    model.rows().for_each(|(_, row)| line(row.to_binary(&mut next), lines));
}

/// Writes a row with `>=` or `=`. A row with `<=` is multiplied by -1. A row without terms, which
/// never holds, is written as "the first variable is at least 2".
fn line(row: Row<i64, usize>, lines: &mut LineWriter) {
    // Here, a row without terms is a row that never holds. It is written as a row that demands a
    // value of at least 2 from a variable.
    let row = if row.sum.is_empty() {
        Row::at_least(Sum::from_terms([Term { weight: 1, atom: 0 }]), 2)
    } else {
        row
    };
    let row = if row.relation == Relation::AtMost { row.mirrored() } else { row };
    lines.count(row.sum.len());
    lines.line(&format!("{}{} {} ;", text(&row.sum), row.relation.sign(), row.bound));
}

/// Returns a sum of variables, numbered from 0, as text that ends with a blank.
fn text(sum: &Sum<i64, usize>) -> String {
    sum.terms().map(|term| format!("{:+} x{} ", term.weight, term.atom + 1)).collect()
}

/// The sum to minimise, and the rows that define its variables.
#[derive(Default)]
pub(super) struct MinimisedGoal {
    /// The sum; `None` if the file does not ask for an optimum.
    pub minimised: Option<Sum<i64, usize>>,
    /// The rows that define the ordered variables. If such a variable is true, every count reaches
    /// a certain value.
    rows: Vec<Row<i64, usize>>,
    /// The number of ordered variables.
    ordered: usize,
    /// The minimised sum as a function of an answer's value; `None` if there is no sum.
    pub cost: Option<CostConversion>,
}

impl MinimisedGoal {
    /// Returns the objective as a sum to minimise, with the conversion of a value into this sum
    /// (`cost`). Returns no sum, no rows and no `cost` if the export does not ask for an optimum.
    /// If the objective is to be maximised, the sum is negated. The sum has no constant; it is only
    /// in `cost`. If the objective is the least of several counts, the sum has new variables, and
    /// rows define them. The number of new variables is the limit of the objective. Their indices
    /// begin at `used`.
    pub fn from_subject(subject: &Subject, used: usize) -> MinimisedGoal {
        let (Some(bounds), Some(objective)) = (&subject.sought, subject.model.objective()) else {
            return MinimisedGoal::default();
        };
        let slope = objective.sense().sign();
        let counts = match LinearObjective::from_objective(objective) {
            LinearObjective::Sum(AffineSum { sum, constant }) => {
                let terms = sum.terms().map(|term| Term { weight: slope * term.weight, ..term });
                let minimised = Some(Sum::from_terms(terms));
                let cost = Some(CostConversion { offset: -slope * constant, slope });
                return MinimisedGoal { minimised, cost, ..MinimisedGoal::default() };
            }
            LinearObjective::Least(counts) => counts,
        };
        let ordered = usize::try_from(bounds.limit).unwrap_or(0);
        let reached = (used..used + ordered).map(|atom| Term { weight: -1, atom });
        let in_order = (used + 1..used + ordered).map(|atom| {
            Row::at_least(
                Sum::from_terms([Term { weight: 1, atom: atom - 1 }, Term { weight: -1, atom }]),
                0,
            )
        });
        let rows = counts
            .into_iter()
            .map(|AffineSum { sum, constant }| {
                Row::at_least(Sum::from_terms(sum.terms().chain(reached.clone())), -constant)
            })
            .chain(in_order)
            .collect();
        let cost = Some(CostConversion { offset: 0, slope });
        MinimisedGoal { minimised: Some(Sum::from_terms(reached)), rows, ordered, cost }
    }
}
