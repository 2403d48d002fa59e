//! LP: the model as a mixed integer program, for HiGHS, SCIP, CBC and GLPK.
//!
//! The output uses only the part of CPLEX's LP format that all four solvers read. The sections are
//! in a fixed order, the lines are short, and the names consist of letters, digits and underscores.

use super::program::IntegerProgram;
use super::{ExportError, Format, Subject, WrittenFile, opb};
use crate::exchange::LineWriter;
use crate::linear::{Sum, Term};
use crate::model::{IntegerDomain, Sense};

/// The entry for `lp` in [`FORMATS`](super::FORMATS).
pub(super) const FORMAT: Format = Format {
    name: "lp",
    description: "a mixed integer program, for HiGHS, SCIP, CBC and GLPK",
    by_name: true,
    comment: "\\",
    write,
    ..opb::FORMAT
};

/// The largest number of bytes in a line, without the space before the last word of the line. Every
/// reader accepts lines of this length.
const WIDTH: usize = 200;

/// Writes the file: the objective, the rows and the domains of the variables. Always returns `Ok`;
/// `lines` stores an error of the output. A stop has no effect. The constant of the objective is
/// not in the file, only in the returned cost.
fn write(subject: &Subject, lines: &mut LineWriter) -> Result<WrittenFile, ExportError> {
    let program = IntegerProgram::from_subject(subject);
    program.head(subject, program.cost, lines);
    objective(&program, lines);
    rows(&program, lines);
    domains(&program, lines);
    Ok(program.written(program.cost))
}

/// Writes the objective. If there is none, writes a variable with the coefficient 0, which every
/// reader accepts.
fn objective(program: &IntegerProgram, lines: &mut LineWriter) {
    let nothing = (Sense::Minimise, Sum::default());
    let (sense, sum) = program.objective.as_ref().unwrap_or(&nothing);
    lines.line(match sense {
        Sense::Minimise => "Minimize",
        Sense::Maximise => "Maximize",
    });
    write_wrapped(" obj:", &words(sum, program), "", lines);
}

/// Writes the rows of the program. Each row follows its name.
fn rows(program: &IntegerProgram, lines: &mut LineWriter) {
    lines.line("Subject To");
    for (name, row) in &program.rows {
        let tail = format!("{} {}", row.relation.sign(), row.bound);
        write_wrapped(&format!(" {name}:"), &words(&row.sum, program), &tail, lines);
    }
}

/// Writes the bounds of the integers, and the lists of integers, semi-integers and variables that
/// are 0 or 1. Leaves out empty sections. Ends the file.
fn domains(program: &IntegerProgram, lines: &mut LineWriter) {
    let integers: Vec<(&str, IntegerDomain)> = program.integers().collect();
    if !integers.is_empty() {
        lines.line("Bounds");
    }
    for (name, IntegerDomain { least, largest, .. }) in &integers {
        lines.line(&format!(" {least} <= {name} <= {largest}"));
    }
    let semi = integers.iter().filter(|integer| integer.1.has_zero);
    for (section, names) in [
        ("General", integers.iter().map(|integer| integer.0.to_owned()).collect()),
        ("Semi-Continuous", semi.map(|integer| integer.0.to_owned()).collect()),
        ("Binary", program.binary().map(str::to_owned).collect::<Vec<String>>()),
    ] {
        if !names.is_empty() {
            lines.line(section);
            write_wrapped("", &names, "", lines);
        }
    }
    lines.line("End");
}

/// Returns the terms of a sum as words. Each term has its sign, but the first term has no `+`. A
/// coefficient of 1 is not written. An empty sum is written as the first column with the
/// coefficient 0.
fn words(sum: &Sum<i64, usize>, program: &IntegerProgram) -> Vec<String> {
    if sum.is_empty() {
        return program.columns().take(1).map(|column| format!("0 {}", column.name)).collect();
    }
    sum.terms()
        .enumerate()
        .map(|(place, Term { weight, atom })| {
            let sign = match (weight < 0, place) {
                (true, _) => "- ",
                (false, 0) => "",
                (false, _) => "+ ",
            };
            let name = program.name(atom);
            match weight.unsigned_abs() {
                1 => format!("{sign}{name}"),
                times => format!("{sign}{times} {name}"),
            }
        })
        .collect()
}

/// Writes a head, words and a tail, with spaces between them. Starts a new line before a word that
/// would make the line longer than [`WIDTH`]. Skips empty words. Writes no line if everything is
/// blank.
fn write_wrapped(head: &str, words: &[String], tail: &str, lines: &mut LineWriter) {
    let mut text = head.to_owned();
    for word in words.iter().map(String::as_str).chain([tail]).filter(|word| !word.is_empty()) {
        if text.len() + word.len() > WIDTH {
            lines.line(&text);
            text = String::new();
        }
        text.push(' ');
        text.push_str(word);
    }
    if !text.trim().is_empty() {
        lines.line(&text);
    }
}
