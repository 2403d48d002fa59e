//! Solution files of GLPK (`glpsol -o`), also from HiGHS (`solution_style` 3).
//!
//! The file has a header, a table of rows and a table of columns. A column has a mark. The mark is
//! `*` for an integer; in a linear program, it is for example `B` or `NL`. A name of more than
//! twelve letters has its own line.
//!
//! Source: `glp_print_mip` and `glp_print_sol` of GLPK 5.0.

use super::values::{WantedValues, parse_objective};
use super::{
    OutputFault, Questions, Solution, SolutionFormat, SolverClaim, first_line, validate_once,
};
use crate::model::Sense;
use crate::source::quote;

/// The format of GLPK's solution files.
pub(super) static FORMAT: SolutionFormat =
    SolutionFormat { is: |text| first_line(text).starts_with("Problem:"), states, read };

/// Returns whether a line states a result.
fn states(line: &str) -> bool {
    line.strip_prefix("Status:").is_some_and(|rest| status(rest.trim()).is_ok())
}

/// Reads the header and the table of columns. If the status is "infeasible", the table has the
/// values that GLPK had last. They are kept if [`read_table`] finds no fault, such as a missing
/// column or another value than 0 or 1; otherwise they are dropped. If the status leaves the result
/// open, the table is not read. The objective and its sense are kept only with a solution. The
/// sense is `None` if the header has no mark for it.
///
/// # Errors
///
/// If there is a second status or objective, or the status or the mark of the sense is unknown.
/// Also if the header lacks the number of columns, the status or the objective, or if a line
/// follows the end of the output. The header ends at the first empty line. With a solution, also if
/// the table is incomplete or too long, a column is faulty, or the objective is not a finite
/// number.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    validate_once(text, states)?;
    let text = strip_end(text)?;
    let mut lines = text.lines().map(str::trim);
    let (mut columns, mut claim, mut objective, mut sense) = (None, None, None, None);
    for line in lines.by_ref().take_while(|line| !line.is_empty()) {
        match line.split_once(':').map(|(field, rest)| (field, rest.trim())) {
            Some(("Columns", rest)) => {
                let digits = rest.split(' ').next().unwrap_or("");
                columns = digits.parse::<usize>().ok();
            }
            Some(("Status", rest)) => claim = Some(status(rest)?),
            Some(("Objective", rest)) => {
                if objective.is_some() {
                    return Err(OutputFault::new("a second objective", "one").with_piece(line));
                }
                let number = rest.rsplit_once(" = ").map_or(rest, |(_, number)| number);
                let mut words = number.split_whitespace();
                objective = words.next();
                sense = words.next().map(parse_sense).transpose()?;
            }
            _ => {}
        }
    }
    let (Some(columns), Some(claim), Some(objective)) = (columns, claim, objective) else {
        return Err(truncated());
    };
    if claim == SolverClaim::Unknown {
        return Ok(values.into_solution(Some(claim), None));
    }
    if claim == SolverClaim::Unsatisfiable {
        // GLPK lists the values that it had last, which are not always integers.
        let naming = values.naming;
        let listed = read_table(columns, lines, &mut values).is_ok();
        let values = if listed { values } else { WantedValues::new(naming) };
        return Ok(values.into_solution(Some(claim), None));
    }
    read_table(columns, lines, &mut values)?;
    Ok(Solution { sense, ..values.into_solution(Some(claim), Some(parse_objective(objective)?)) })
}

/// Returns whether the objective is minimised or maximised, from its mark in the header. Refuses
/// other words.
fn parse_sense(word: &str) -> Result<Sense, OutputFault<'_>> {
    match word {
        "(MINimum)" => Ok(Sense::Minimise),
        "(MAXimum)" => Ok(Sense::Maximise),
        _ => Err(OutputFault::new(quote(word), "(MINimum) or (MAXimum)").with_piece(word)),
    }
}

/// Returns the text before the line `End of output`, or the whole text if there is no such line.
/// Refuses a text that continues after these words with more than white space. A text that begins
/// with these words counts as a text without such a line.
fn strip_end(text: &str) -> Result<&str, OutputFault<'_>> {
    let Some((text, rest)) = text.split_once("\nEnd of output") else { return Ok(text) };
    match first_line(rest) {
        "" => Ok(text),
        line => {
            Err(OutputFault::new(quote(line), "nothing after the end of the output")
                .with_piece(line))
        }
    }
}

/// Reads the values in the table of columns, which must be numbered from 1 to `columns`. The lines
/// must have no white space at their ends. Skips the lines before the table, such as those of rows.
/// An empty line ends the table, and all lines after it are ignored. A name can be on the line
/// before its value.
///
/// # Errors
///
/// If there are fewer or more columns than `columns`, a number is wrong, a name or value is
/// missing, or a column is not a variable of the file. For a wanted variable, also if it has two
/// values, or a value other than 0 and 1. The values before the fault are then set.
fn read_table<'a>(
    columns: usize,
    lines: impl Iterator<Item = &'a str>,
    values: &mut WantedValues,
) -> Result<(), OutputFault<'a>> {
    let mut rows = lines
        .skip_while(|line| !line.starts_with("No. Column name"))
        .skip(2)
        .take_while(|line| !line.is_empty());
    for index in 1..=columns {
        let row = rows.next().ok_or_else(truncated)?;
        let mut words = row.split_whitespace();
        if words.next().and_then(|word| word.parse().ok()) != Some(index) {
            return Err(OutputFault::new(quote(row), format!("column {index}")).with_piece(row));
        }
        let name = words.next().ok_or_else(truncated)?;
        let mut fields = words.peekable();
        if fields.peek().is_none() {
            fields = rows.next().ok_or_else(truncated)?.split_whitespace().peekable();
        }
        fields.next_if(|word| matches!(*word, "*" | "B" | "NL" | "NU" | "NF" | "NS"));
        values.read_column(name, fields.next().ok_or_else(truncated)?)?;
    }
    match rows.next() {
        None => Ok(()),
        Some(row) => {
            let expected = format!("{columns} columns, as the head of the file states");
            Err(OutputFault::new(quote(row), expected).with_piece(row))
        }
    }
}

/// Returns the claim that a status means. "INTEGER OPTIMAL" and "OPTIMAL" mean an optimum. "INTEGER
/// NON-OPTIMAL" and "FEASIBLE" mean a solution. "INTEGER EMPTY" and "INFEASIBLE (FINAL)" mean that
/// there is no solution. The other statuses of GLPK, such as "INFEASIBLE (INTERMEDIATE)" and
/// "UNBOUNDED", mean "unknown".
///
/// # Errors
///
/// If GLPK has no such status.
fn status(word: &str) -> Result<SolverClaim, OutputFault<'_>> {
    match word {
        "INTEGER OPTIMAL" | "OPTIMAL" => Ok(SolverClaim::Optimal),
        "INTEGER NON-OPTIMAL" | "FEASIBLE" => Ok(SolverClaim::Satisfiable),
        "INTEGER EMPTY" | "INFEASIBLE (FINAL)" => Ok(SolverClaim::Unsatisfiable),
        "INTEGER UNDEFINED"
        | "UNDEFINED"
        | "INFEASIBLE (INTERMEDIATE)"
        | "UNBOUNDED"
        | "INTEGER UNKNOWN"
        | "???" => Ok(SolverClaim::Unknown),
        other => Err(OutputFault::new(
            format!("the status {}", quote(other)),
            "INTEGER OPTIMAL, INTEGER NON-OPTIMAL, INTEGER EMPTY or INTEGER UNDEFINED",
        )
        .with_piece(other)),
    }
}

/// Returns the refusal of an incomplete file.
fn truncated<'a>() -> OutputFault<'a> {
    OutputFault::new("a solution file of GLPK that is cut off", "the whole file")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "Problem:    \nRows:       1\nColumns:    3 (3 integer, 3 binary)\nNon-zeros:  3\n\
                   Status:     INTEGER OPTIMAL\nObjective:  obj = 3 (MINimum)\n\n   \
                   No.   Row name        Activity     Lower bound   Upper bound\n\
                   ------ ------------    ------------- ------------- -------------\n     \
                   1 r1                          1             1               \n\n   \
                   No. Column name       Activity     Lower bound   Upper bound\n\
                   ------ ------------    ------------- ------------- -------------\n     \
                   1 x            *              1             0             1 \n     \
                   2 y\n                    *              0             0             1 \n     \
                   3 z            *              0             0             1 \n\n\
                   Integer feasibility conditions:\n\nEnd of output\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "Problem:    inf\nRows:       3\nColumns:    3 (3 integer, 3 binary)\n\
                   Non-zeros:  6\nStatus:     INTEGER EMPTY\nObjective:  obj = inf (MINimum)\n\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
