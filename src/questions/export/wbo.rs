//! WBO: the model as linear constraints over 0 and 1, and the objective as soft rows. An answer is
//! allowed to break a soft row, at a cost.
//!
//! Hard rows are as in [OPB](super::opb). `[2] +1 x1 >= 1 ;` costs 2 if it is broken. A minimised
//! term 2 x1 becomes a soft row that demands x1 = 0, and a term -2 x1 becomes a soft row that
//! demands x1 = 1. Each of these soft rows costs 2 if it is broken.
//!
//! `soft: 6 ;` means that an answer must cost less than 6. The number in this line is one more than
//! all costs together, so that every cost is allowed. clasp refuses `soft: ;`, which would mean the
//! same. If there are no costs, the line is omitted (Roussel and Manquinho, Input/Output Format and
//! Solver Requirements for the Competitions of Pseudo-Boolean Solvers).

use super::opb::{self, MinimisedGoal};
use super::{ExportError, FileQuestion, Format, Subject, WrittenFile};
use crate::encode::CostConversion;
use crate::exchange::LineWriter;
use crate::linear::Term;

/// The entry for `wbo` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "wbo",
    description: "linear constraints over 0 and 1, some of them soft, for pseudo-Boolean solvers",
    asks: FileQuestion::Optimum,
    write,
    ..opb::FORMAT
};

/// Writes the file: the sizes and comments, the soft rows, and then the hard rows. Each term of the
/// sum to minimise becomes a soft row. The cost of this row is the absolute weight of the term. It
/// must be paid if the variable is true or, for a negative weight, if the variable is false. The
/// top is one more than the sum of all costs. If the export does not ask for an optimum, or if the
/// sum is empty, the file has neither a soft row nor a top. Always returns `Ok`; `lines` stores an
/// error of the output. A stop has no effect.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let goal = MinimisedGoal::from_subject(subject, subject.model.labels().len());
    let soft = goal.minimised.clone().unwrap_or_default();
    let size = opb::size(subject.model, &goal);
    let (variables, constraints) = (size.variables, size.constraints + soft.len());
    let sizes = format!("* #variable= {variables} #constraint= {constraints}");
    let costs = soft.weights().iter().map(|weight| u128::from(weight.unsigned_abs()));
    let all: u128 = costs.clone().sum();
    match (costs.clone().min(), costs.max()) {
        (Some(least), Some(largest)) => lines.line(&format!(
            "{sizes} #soft= {} mincost= {least} maxcost= {largest} sumcost= {all}",
            soft.len(),
        )),
        _ => lines.line(&sizes),
    }
    // A term with a negative weight adds this weight to the sum if its variable is true. Its soft
    // row instead costs the absolute weight if the variable is false. So all costs together are the
    // sum minus its negative weights.
    let gained: i64 = soft.weights().iter().map(|weight| weight.min(&0)).sum();
    let cost = goal
        .cost
        .map(|CostConversion { offset, slope }| CostConversion { offset: offset - gained, slope });
    subject.head(None, cost, lines, |variable| Some(format!("x{}", variable + 1)));
    if !soft.is_empty() {
        lines.line(&format!("soft: {} ;", all + 1));
    }
    lines.count(soft.len());
    for Term { weight, atom } in soft.terms() {
        let (sign, bound) = if weight > 0 { ('-', 0) } else { ('+', 1) };
        let variable = atom + 1;
        lines.line(&format!("[{}] {sign}1 x{variable} >= {bound} ;", weight.unsigned_abs()));
    }
    opb::rows(subject.model, &goal, lines);
    Ok(WrittenFile { cost, ..WrittenFile::new(variables, constraints) })
}
