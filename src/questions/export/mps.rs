//! MPS: the same mixed integer program as in LP, column by column.
//!
//! The format is free MPS: words separated by blanks. CBC recognises free MPS by the word `FREE`
//! after the problem's name. The objective is always **minimised**. If it is to be maximised, the
//! signs of its coefficients are changed. The file has no section `OBJSENSE`, since GLPK 5.0
//! refuses this section, and all readers minimise without it.

use super::program::IntegerProgram;
use super::{ExportError, Format, Subject, WrittenFile, lp};
use crate::encode::CostConversion;
use crate::exchange::LineWriter;
use crate::linear::Term;
use crate::model::{Relation, Sense};

/// The entry for `mps` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "mps",
    description: "a mixed integer program by columns, for HiGHS, SCIP, CBC, GLPK and modelling tools",
    comment: "*",
    write,
    ..lp::FORMAT
};

/// The name of the row that is minimised.
const OBJECTIVE: &str = "obj";

/// Writes the file: the rows, the columns with their coefficients, the bounds of the rows, and the
/// bounds of the variables. The objective is minimised. If the problem maximises it, its
/// coefficients and the returned cost are negated. Always returns `Ok`; `lines` stores an error of
/// the output. A stop has no effect.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let program = IntegerProgram::from_subject(subject);
    let sign = match program.objective {
        Some((Sense::Maximise, _)) => -1,
        _ => 1,
    };
    let cost = program
        .cost
        .map(|cost| CostConversion { offset: sign * cost.offset, slope: sign * cost.slope });
    subject.head(None, cost, lines, |variable| program.names[variable].clone());
    lines.count(program.terms());
    lines.line("NAME quarrel FREE");
    rows(&program, lines);
    columns(&program, sign, lines);
    constants(&program, lines);
    bounds(&program, lines);
    lines.line("ENDATA");
    let written = WrittenFile::new(program.names.len(), program.rows.len());
    Ok(WrittenFile { cost, ..written })
}

/// Writes the name and the relation of each row, the objective first.
fn rows(program: &IntegerProgram, lines: &mut LineWriter) {
    lines.line("ROWS");
    lines.line(&format!(" N {OBJECTIVE}"));
    for (name, row) in &program.rows {
        let relation = match row.relation {
            Relation::AtLeast => 'G',
            Relation::AtMost => 'L',
            Relation::Exactly => 'E',
        };
        lines.line(&format!(" {relation} {name}"));
    }
}

/// Writes the columns. A variable that is in no row and not in the objective gets the coefficient 0
/// in the objective. `sign` multiplies the coefficients of the objective only.
fn columns(program: &IntegerProgram, sign: i64, lines: &mut LineWriter) {
    let mut columns: Vec<Vec<(&str, i64)>> = vec![Vec::new(); program.names.len()];
    for Term { weight, atom } in program.objective.iter().flat_map(|(_, sum)| sum.terms()) {
        columns[atom].push((OBJECTIVE, sign * weight));
    }
    for (name, row) in &program.rows {
        for Term { weight, atom } in row.sum.terms() {
            columns[atom].push((name, weight));
        }
    }
    lines.line("COLUMNS");
    lines.line(" MARKER 'MARKER' 'INTORG'");
    for (name, column) in program.names.iter().zip(&columns) {
        let column = if column.is_empty() { &vec![(OBJECTIVE, 0)] } else { column };
        for (row, coefficient) in column {
            lines.line(&format!(" {name} {row} {coefficient}"));
        }
    }
    lines.line(" MARKER 'MARKER' 'INTEND'");
}

/// Writes the bounds of the rows. Omits bounds of 0.
fn constants(program: &IntegerProgram, lines: &mut LineWriter) {
    lines.line("RHS");
    for (name, row) in program.rows.iter().filter(|(_, row)| row.bound != 0) {
        lines.line(&format!(" RHS {name} {}", row.bound));
    }
}

/// Writes the list of the variables that are 0 or 1, and the upper bounds of the other integers.
/// The lower bound of these integers is 0 by default.
fn bounds(program: &IntegerProgram, lines: &mut LineWriter) {
    let (binary, integers) = program.names.split_at(program.binary());
    lines.line("BOUNDS");
    for name in binary {
        lines.line(&format!(" BV BND {name}"));
    }
    for (name, most) in integers.iter().zip(&program.most) {
        lines.line(&format!(" UP BND {name} {most}"));
    }
}
