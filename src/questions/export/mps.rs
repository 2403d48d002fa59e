//! MPS: the same mixed integer program as in LP, column by column.
//!
//! The format is free MPS: words separated by blanks. CBC recognises free MPS by the word `FREE`
//! after the problem's name. The objective is always **minimised**. If it is to be maximised, the
//! signs of its coefficients are changed. The file has no section `OBJSENSE`, since GLPK 5.0
//! refuses this section, and all readers minimise without it.

use std::collections::HashMap;

use super::program::{IntegerProgram, ProgramColumn};
use super::{ExportError, Format, Subject, WrittenFile, lp};
use crate::encode::CostConversion;
use crate::exchange::LineWriter;
use crate::linear::Term;
use crate::model::{IntegerDomain, Relation, Sense};

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
    program.head(subject, cost, lines);
    lines.line("NAME quarrel FREE");
    rows(&program, lines);
    columns(&program, sign, lines);
    constants(&program, lines);
    bounds(&program, lines);
    lines.line("ENDATA");
    Ok(program.written(cost))
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
    let mut columns: HashMap<&str, Vec<(&str, i64)>> = HashMap::new();
    for Term { weight, atom } in program.objective.iter().flat_map(|(_, sum)| sum.terms()) {
        columns.entry(program.name(atom)).or_default().push((OBJECTIVE, sign * weight));
    }
    for (name, row) in &program.rows {
        for Term { weight, atom } in row.sum.terms() {
            columns.entry(program.name(atom)).or_default().push((name, weight));
        }
    }
    lines.line("COLUMNS");
    lines.line(" MARKER 'MARKER' 'INTORG'");
    for ProgramColumn { name, .. } in program.columns() {
        let nothing = &vec![(OBJECTIVE, 0)];
        for (row, coefficient) in columns.get(&**name).unwrap_or(nothing) {
            lines.line(&format!(" {name} {row} {coefficient}"));
        }
    }
    lines.line(" MARKER 'MARKER' 'INTEND'");
}

/// Writes the bounds of the rows. Omits bounds of 0. The section may be empty, but SCIP 10 refuses
/// a file without it.
fn constants(program: &IntegerProgram, lines: &mut LineWriter) {
    lines.line("RHS");
    for (name, row) in program.rows.iter().filter(|(_, row)| row.bound != 0) {
        lines.line(&format!(" RHS {name} {}", row.bound));
    }
}

/// Writes the list of the variables that are 0 or 1, and the bounds of the other integers. A lower
/// bound of 0 is the default. The upper bound of a semi-integer has the type `SC`.
fn bounds(program: &IntegerProgram, lines: &mut LineWriter) {
    lines.line("BOUNDS");
    for name in program.binary() {
        lines.line(&format!(" BV BND {name}"));
    }
    for (name, IntegerDomain { least, largest, has_zero }) in program.integers() {
        if least != 0 {
            lines.line(&format!(" LO BND {name} {least}"));
        }
        let kind = if has_zero { "SC" } else { "UP" };
        lines.line(&format!(" {kind} BND {name} {largest}"));
    }
}
