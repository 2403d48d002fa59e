//! Incremental CNF: one formula with a sequence of bounds on its objective.
//!
//! The clauses of the model and of every bound come first. Each line `a LITERALS 0` after them asks
//! for a solution in which these literals are true. The first line asks for the best value that
//! deductions leave possible, the next lines for worse and worse values, and the last line for any
//! answer. So a solution of the first satisfiable question has the optimal value. A solver such as
//! CaDiCaL, which treats the questions as cubes and stops at a solution, finds the optimum, too.
//!
//! The format is that of Cube and Conquer (Heule, Kullmann, Wieringa and Biere, HVC 2011) and of
//! the incremental tracks of SAT competitions.

use super::clauses::ClauseWriter;
use super::{ExportError, FileQuestion, Format, Subject, WrittenFile, cnf};

use crate::exchange::LineWriter;
use crate::source::Refusal;

/// The entry for `icnf` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "icnf",
    description: "incremental CNF: one formula and all its bounds as assumptions",
    asks: FileQuestion::Optimum,
    asks_bound_by_bound: true,
    write,
    ..cnf::FORMAT
};

/// The largest number of values that are better than the worst value. For each of these values, the
/// file has a question with literals of its own. An objective with more values is refused.
const MOST: usize = 100_000;

/// Returns the refusal of an objective with too many values.
fn too_many_bounds() -> Refusal {
    Refusal::new(
        format!(
            "more than {MOST} possible values of the objective, each with a question in the file"
        ),
        "wcnf, wbo or opb, which ask for the optimum, or cnf with --bound K",
    )
}

/// Writes the file: first all clauses, then the questions, from the best value to the worst. The
/// last question has no literals and asks for any answer. It is the only question if the export
/// asks for no optimum. If successive values have the same literals, they share a question. Refuses
/// an objective with more than [`MOST`] values that are better than the worst. Also fails if an
/// encoding cannot state a constraint or a bound, if the output fails, or if the export is stopped.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let better = |value: &i64| subject.sought.and_then(|bounds| bounds.better_than(*value));
    let worst = subject.sought.map(|bounds| bounds.worst);
    if std::iter::successors(worst, better).skip(1).take(MOST + 1).count() > MOST {
        return Err(ExportError::Refused(too_many_bounds()));
    }
    let counted = subject.count_formula(subject.model)?;
    let variables = counted.variables();
    let settled = if subject.sought.is_some() { counted.bounded } else { counted.stated };
    let mut file = ClauseWriter::new(subject, variables, lines);
    file.head(&settled, None);
    file.line("p inccnf");
    let mut formula = file.model(subject.model, "")?;
    let mut questions = vec![Vec::new()];
    for value in std::iter::successors(worst, better).skip(1) {
        questions.push(file.bound(&mut formula, value, "")?);
    }
    // If no sum of weights lies between two values, both values give the same question. The
    // repeated question is removed.
    questions.dedup();
    file.write_scrambled()?;
    file.mention_last_variable(&mut formula, "");
    for demands in questions.iter().rev() {
        file.fixed_clause("a ", demands);
    }
    let names = file.names();
    let written = WrittenFile::new(formula.variables(), formula.size.clauses);
    Ok(WrittenFile { names, settled, ..written })
}
