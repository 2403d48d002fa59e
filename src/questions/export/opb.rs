//! OPB: cardinality, parity and objective as linear constraints over 0 and 1, for pseudo-Boolean
//! solvers (Roussel and Manquinho, Input/Output Format of the Pseudo-Boolean Competitions).
//!
//! Every solver reads `min:`, `>=` and `=` without negated literals, so only these are written. The
//! parity of a sum Σ is Σ − 2y = 0 or 1, with y in binary. The least of several counts is a sum of
//! ordered variables that is at most each count.

use super::{Asks, ExportError, Format, Subject, WrittenFile};
use crate::encode::Cost;
use crate::exchange::Lines;
use crate::model::linear_form::{self as linear, Affine, Aim, LinearRow};
use crate::model::{Model, Relation};

pub(super) const FORMAT: Format = Format {
    name: "opb",
    about: "linear constraints over 0 and 1, for pseudo-Boolean solvers",
    asks: Asks::Either,
    as_stated: true,
    has_clauses: false,
    by_name: false,
    asks_bound_by_bound: false,
    comment: "*",
    write,
};

fn write(subject: &Subject, lines: &mut Lines) -> Result<WrittenFile, ExportError> {
    let model = subject.model;
    let goal = MinimisedGoal::of(subject, model.labels().len());
    let size = size(model, &goal);
    let WrittenFile { variables, constraints, .. } = size;
    lines.line(&format!("* #variable= {variables} #constraint= {constraints}"));
    subject.head(None, goal.cost, lines, |variable| format!("x{}", variable + 1));
    if let Some(terms) = &goal.minimised {
        lines.count(terms.len());
        lines.line(&format!("min: {};", sum(terms)));
    }
    rows(model, &goal, lines);
    Ok(WrittenFile { cost: goal.cost, ..size })
}

pub(super) fn size(model: &Model, goal: &MinimisedGoal) -> WrittenFile {
    let in_pairs: usize = linear::rows(model).map(|row| row.bits()).sum();
    let variables = model.labels().len() + goal.ordered + in_pairs;
    WrittenFile::new(variables, linear::rows(model).count() + goal.rows.len())
}

/// Writes the rows that define the goal, and then those of the model.
pub(super) fn rows(model: &Model, goal: &MinimisedGoal, lines: &mut Lines) {
    goal.rows.iter().for_each(|row| line(row, &[], lines));
    let mut used = model.labels().len() + goal.ordered;
    for row in linear::rows(model) {
        let halves: Vec<(i64, usize)> =
            (0..row.bits()).map(|bit| (-2 << bit, used + bit)).collect();
        used += halves.len();
        line(&row, &halves, lines);
    }
}

fn line(row: &LinearRow, further: &[(i64, usize)], lines: &mut Lines) {
    // A row without terms never holds here. It becomes a term of 0 or 1 that must be at least 2.
    let terms = if row.terms.is_empty() { vec![(1, 0)] } else { [&row.terms, further].concat() };
    let impossible = row.terms.is_empty();
    let negated: Vec<(i64, usize)> = terms.iter().map(|&(c, variable)| (-c, variable)).collect();
    let text = match row.relation {
        _ if impossible => format!("{}>= 2 ;", sum(&terms)),
        Relation::AtLeast => format!("{}>= {} ;", sum(&terms), row.constant),
        Relation::AtMost => format!("{}>= {} ;", sum(&negated), -row.constant),
        Relation::Exactly => format!("{}= {} ;", sum(&terms), row.constant),
    };
    lines.count(terms.len());
    lines.line(&text);
}

pub(super) fn sum(terms: &[(i64, usize)]) -> String {
    terms
        .iter()
        .map(|(coefficient, variable)| format!("{coefficient:+} x{} ", variable + 1))
        .collect()
}

#[derive(Default)]
pub(super) struct MinimisedGoal {
    pub minimised: Option<Vec<(i64, usize)>>,
    rows: Vec<LinearRow>,
    ordered: usize,
    pub cost: Option<Cost>,
}

impl MinimisedGoal {
    /// Returns the objective as a sum to minimise, or no sum if the export asks for no optimum. If
    /// the objective is the least of several counts, the sum has new variables, with indices from
    /// `used` on, and rows define them.
    pub fn of(subject: &Subject, used: usize) -> MinimisedGoal {
        let (Some(bounds), Some(objective)) = (&subject.sought, subject.model.objective()) else {
            return MinimisedGoal::default();
        };
        let slope = objective.sense().sign();
        let counts = match Aim::of(objective) {
            Aim::Sum(Affine { terms, constant }) => {
                let minimised =
                    terms.into_iter().map(|(c, variable)| (slope * c, variable)).collect();
                let cost = Some(Cost { offset: -slope * constant, slope });
                return MinimisedGoal {
                    minimised: Some(minimised),
                    cost,
                    ..MinimisedGoal::default()
                };
            }
            Aim::Least(counts) => counts,
        };
        let ordered = usize::try_from(bounds.limit).unwrap_or(0);
        let reached: Vec<(i64, usize)> = (0..ordered).map(|value| (-1, used + value)).collect();
        let of_count = counts.into_iter().map(|Affine { terms, constant }| {
            LinearRow::at_least([&terms[..], &reached].concat(), -constant)
        });
        let in_order =
            (1..ordered).map(|v| LinearRow::at_least(vec![(1, used + v - 1), (-1, used + v)], 0));
        let rows = of_count.chain(in_order).collect();
        let cost = Some(Cost { offset: 0, slope });
        MinimisedGoal { minimised: Some(reached), rows, ordered, cost }
    }
}
