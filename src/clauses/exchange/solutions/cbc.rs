//! Solution files of CBC (`solution FILE`) and python-mip.
//!
//! Each column whose value is not 0 has a line. With `printingOptions all`, the rows come before
//! the columns, and are also numbered from 0. `**` marks values out of bounds. If there is no
//! answer, the file has the values that CBC had last.
//!
//! Source: `CbcSolver.cpp` of CBC 2.10; `cbc.py` of python-mip 1.17.

use super::values::{WantedValues, parse_number, parse_objective};
use super::{
    OutputFault, Questions, Solution, SolutionFormat, SolverClaim, first_line, validate_once,
};
use crate::source::quote;

/// The format of CBC's solution files.
pub(super) static FORMAT: SolutionFormat =
    SolutionFormat { is: |text| split(first_line(text)).is_some(), states, read };

/// Splits the first line of a file into the status and the objective. Returns `None` if the line
/// does not have both.
fn split(line: &str) -> Option<(&str, &str)> {
    let parts = line.split_once(" - objective value ");
    parts.or_else(|| line.split_once(" - objective "))
}

/// Returns whether a line states a result.
fn states(line: &str) -> bool {
    split(line).is_some_and(|(status, _)| claim(status).is_some())
}

/// Returns the claim that a status means. Only "Optimal" is an optimum. An optimum within the gap
/// tolerance, "Feasible solution", and a status that begins with "Stopped on " count as a solution.
/// "Infeasible" and "Integer infeasible" mean that there is no solution. "Unbounded", "Status
/// unknown", and every status with "no integer solution" mean "unknown". Returns `None` for any
/// other status. Letter case matters.
fn claim(status: &str) -> Option<SolverClaim> {
    match status {
        "Optimal" => Some(SolverClaim::Optimal),
        // With this status, CBC lists the solution of the relaxation.
        _ if status.contains("no integer solution") => Some(SolverClaim::Unknown),
        "Optimal (within gap tolerance)" | "Feasible solution" => Some(SolverClaim::Satisfiable),
        "Infeasible" | "Integer infeasible" => Some(SolverClaim::Unsatisfiable),
        _ if status.starts_with("Stopped on ") => Some(SolverClaim::Satisfiable),
        "Unbounded" | "Status unknown" => Some(SolverClaim::Unknown),
        _ => None,
    }
}

/// Reads a solution file; missing columns are 0. If the claim is that there is no solution, the
/// file has the values that CBC had last. They are kept if there is at least one column, all
/// columns are variables of the file, and the wanted variables are 0 or 1, each listed once.
/// Otherwise they are dropped. If the status leaves the result open, all values are dropped. The
/// objective is kept only with a solution. Panics if the first line that is not empty does not have
/// both a status and an objective.
///
/// # Errors
///
/// With any claim, if [`claim`] does not know the status, there is a second status, a line is not a
/// column with a finite value and cost, a row has the name of a variable, or there are three lists.
/// With a solution, also if a column is not a variable of the file, or the objective is not a
/// finite number. With a solution, also if a wanted variable has two values, or a value other than
/// 0 and 1.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (status, printed) = lines.next().and_then(split).expect("the head was recognised");
    let Some(claim) = claim(status) else {
        let found = format!("the status {}", quote(status));
        return Err(
            OutputFault::new(found, "Optimal, Infeasible or Stopped on …").with_piece(status)
        );
    };
    validate_once(text, states)?;
    let columns = columns(lines, &values)?;
    if claim == SolverClaim::Unknown {
        return Ok(values.into_solution(Some(claim), None));
    }
    let is_empty = columns.is_empty();
    let listed = columns.into_iter().try_for_each(|(name, value)| values.read_column(name, value));
    if claim == SolverClaim::Unsatisfiable {
        // CBC lists the values that it had last, which are not always integers.
        match listed {
            Ok(()) if !is_empty => values.fill(),
            Ok(()) | Err(_) => values = WantedValues::new(values.naming),
        }
        return Ok(values.into_solution(Some(claim), None));
    }
    listed?;
    values.fill();
    Ok(values.into_solution(Some(claim), Some(parse_objective(printed)?)))
}

/// Returns the names and values of the columns, in the order of the file, without those of rows.
/// Each line must have an index, a name, a value and a cost; a word `**` is ignored. If an index is
/// not larger than the one before it, a new list begins. Then the lines before it are rows. An
/// empty input gives an empty result.
///
/// Fails at a line without these fields, and at a value or cost that is not a finite number. Also
/// fails at a row with the name of a variable, and at a third list.
fn columns<'a>(
    lines: impl Iterator<Item = &'a str>,
    values: &WantedValues,
) -> Result<Vec<(&'a str, &'a str)>, OutputFault<'a>> {
    let mut columns: Vec<(&str, &str)> = Vec::new();
    let (mut next, mut lists) = (0_usize, 1_u8);
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "**").collect();
        let wrong =
            || OutputFault::new(quote(line), "a number, a name, a value, a cost").with_piece(line);
        let [index, name, value, cost] = words.as_slice() else { return Err(wrong()) };
        let index: usize = index.parse().map_err(|_| wrong())?;
        parse_number(value)?;
        parse_number(cost)?;
        if index < next {
            lists += 1;
            let rows = std::mem::take(&mut columns);
            if let Some((name, _)) = rows.iter().find(|(name, _)| !values.is_unknown(name)) {
                let found = format!("the variable {} among the rows", quote(name));
                let expected = "columns with increasing numbers, after the rows if rows are listed";
                return Err(OutputFault::new(found, expected).with_piece(name));
            }
        }
        if lists > 2 {
            return Err(OutputFault::new(
                "a third list",
                "a list of rows and a list of columns, or only a list of columns",
            )
            .with_piece(line));
        }
        next = index.saturating_add(1);
        columns.push((*name, *value));
    }
    Ok(columns)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "Optimal - objective value 3.00000000\n      \
                   0 x                      1                       3\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: false,
        },
        Sample {
            text: "Stopped on time - objective value 3.00000000\n**    \
                   0 r1                     1                       0\n      \
                   0 x                      1                       3\n      \
                   1 y                      0                       2\n      \
                   2 z                      0                       1\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: false,
        },
        Sample {
            text: "Feasible solution - objective 3.0\n0 x 1.0 3.0\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: false,
        },
        Sample {
            text: "Infeasible - objective value 0.50000000\n      \
                   0 x             0.55555556                       0\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
        Sample {
            text: "Stopped on time (no integer solution - continuous used) - objective value 1.5\n",
            claim: Some(SolverClaim::Unknown),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
