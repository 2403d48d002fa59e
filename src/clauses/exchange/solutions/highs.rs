//! Solution files of HiGHS: raw (`solution_style` 0), sparse (4) and pretty (1).
//!
//! - Raw: the status, whether there are values, the objective, the number of columns, and a line
//!   `name value` for each column. Then the rows follow in the same syntax.
//! - Sparse: like raw, but without the columns whose value is 0, and with an index after each
//!   value.
//! - Pretty: a table of columns, then a table of rows, the status and the objective. Numbers are
//!   right-aligned below their headings, and the name is last. Numbers have six digits, so integers
//!   from 10^6 on are refused.
//!
//! Styles 2 and 3 are formats of GLPK. The oldest style, -1, has values without names.
//!
//! Source: `HighsModelUtils.cpp` of HiGHS 1.16.

use super::values::{WantedValues, parse_number, parse_objective, refuse_line};
use super::{
    OutputFault, Questions, Solution, SolutionFormat, SolverClaim, first_line, validate_once,
};
use crate::source::quote;

/// The format of HiGHS's raw and sparse files.
pub(super) static RAW: SolutionFormat = SolutionFormat {
    is: |text| first_line(text) == "Model status",
    states: |line| line == "Model status",
    read: read_raw,
};

/// The format of HiGHS's pretty files.
pub(super) static PRETTY: SolutionFormat = SolutionFormat {
    is: |text| first_line(text) == "Columns",
    states: |line| line.starts_with("Model status: "),
    read: read_pretty,
};

/// Returns the claim that a status means. `has_values` says whether the file has the values of a
/// solution. "Infeasible or unbounded" means infeasible, since all variables are bounded. The
/// meaning of the other statuses depends on the values. With values, "optimal" means an optimum,
/// and any other status means a solution, even a status that is not known here. Without values, all
/// these statuses mean "unknown".
fn claim(status: &str, has_values: bool) -> SolverClaim {
    match status {
        "Infeasible" | "Primal infeasible or unbounded" => SolverClaim::Unsatisfiable,
        "Optimal" if has_values => SolverClaim::Optimal,
        _ if has_values => SolverClaim::Satisfiable,
        _ => SolverClaim::Unknown,
    }
}

/// Reads a raw or sparse file. Variables that a sparse file does not list have the value 0; in a
/// raw file, they have no value. If the file says that its values violate a row, they are not a
/// solution. The values and the objective are kept, but the claim is then "unknown"; only
/// "Infeasible" and "Primal infeasible or unbounded" keep their claim. If the file says that it has
/// no values, no variable has a value, and there is no objective. The objective can be missing, and
/// unknown lines before the columns are ignored.
///
/// # Errors
///
/// If the file is incomplete, has a second status or objective, or has fewer or more columns or
/// rows than it says. Also if the objective is not a finite number, a column is not a variable of
/// the file, or a line of the columns or after them has a wrong syntax. For a wanted variable, also
/// if it has two values, or a value other than 0 and 1.
fn read_raw<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    validate_once(text, RAW.states)?;
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).skip(1);
    let status = lines.next().ok_or_else(truncated)?;
    if lines.next() != Some("# Primal solution values") {
        return Err(truncated());
    }
    let is_feasible = match lines.next() {
        Some("None") => {
            check_rest(lines)?;
            return Ok(values.into_solution(Some(claim(status, false)), None));
        }
        Some("Feasible") => true,
        // This word says that the values violate a row.
        Some("Infeasible") => false,
        Some(other) => {
            return Err(OutputFault::new(quote(other), "Feasible or None").with_piece(other));
        }
        None => return Err(truncated()),
    };
    let mut printed = None;
    let columns = loop {
        let line = lines.next().ok_or_else(truncated)?;
        match line.split_once(' ') {
            Some(("Objective", _)) if printed.is_some() => return Err(second_objective(line)),
            Some(("Objective", number)) => printed = Some(parse_objective(number)?),
            Some(("#", rest)) => break rest.strip_prefix("Columns ").ok_or_else(truncated)?,
            _ => {}
        }
    };
    let is_sparse = columns.ends_with("sparse");
    let number = columns.split(' ').next().unwrap_or("").trim_start_matches('-');
    let number: usize = number.parse().map_err(|_| OutputFault::new(quote(columns), "a number"))?;
    for _ in 0..number {
        let line = lines.next().ok_or_else(truncated)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words.as_slice(), is_sparse) {
            ([name, value], false) | ([name, value, _], true) => values.read_column(name, value)?,
            _ => return Err(refuse_line(line)),
        }
    }
    if is_sparse {
        values.fill();
    }
    check_rows(lines)?;
    Ok(values.into_solution(Some(claim(status, is_feasible)), printed))
}

/// Checks the syntax of the lines with the values of rows, if there are any, and of the lines after
/// them. Fails if there are fewer or more rows than their heading says, if this heading has no
/// number, or at a line with a wrong syntax.
fn check_rows<'a>(lines: impl Iterator<Item = &'a str>) -> Result<(), OutputFault<'a>> {
    let mut peekable = lines.peekable();
    let Some(number) = peekable.peek().and_then(|line| line.strip_prefix("# Rows ")) else {
        return check_rest(peekable);
    };
    let number: usize = number.parse().map_err(|_| OutputFault::new(quote(number), "a number"))?;
    peekable.next();
    for _ in 0..number {
        let row = peekable.next().filter(|line| !line.starts_with("# ")).ok_or_else(truncated)?;
        check_pair(row)?;
    }
    check_rest(peekable)
}

/// Checks the syntax of the lines with dual values, and skips the final basis. Fails at a line
/// before the first heading, since this is a column or row too many. Also fails at a line of
/// several words that is not a name and a number.
fn check_rest<'a>(lines: impl Iterator<Item = &'a str>) -> Result<(), OutputFault<'a>> {
    let mut is_begun = false;
    for line in lines {
        match line.strip_prefix("# ") {
            Some("Basis") => return Ok(()),
            Some(_) => is_begun = true,
            None if !is_begun => {
                return Err(OutputFault::new(quote(line), "as many columns as the file says")
                    .with_piece(line));
            }
            None if line.contains(char::is_whitespace) => check_pair(line)?,
            None => {}
        }
    }
    Ok(())
}

/// Checks that a line is a name and a number, with or without an index. The name and the number are
/// not used, since the line belongs to the rows or the dual values. Refuses other lines.
fn check_pair(line: &str) -> Result<(), OutputFault<'_>> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next(), words.next()) {
        // In the sparse style, an index follows the value.
        (Some(_), Some(value), _, None) if parse_number(value).is_ok() => Ok(()),
        _ => Err(refuse_line(line)),
    }
}

/// Returns the refusal of a second objective.
fn second_objective(line: &str) -> OutputFault<'_> {
    OutputFault::new("a second objective", "one").with_piece(line)
}

/// Reads a pretty file. If no column has a value, there is no solution: the claim is
/// "unsatisfiable" or "unknown", and the objective is dropped. If columns have values, there must
/// be an objective. A file without columns counts as a file with values, but needs no objective.
///
/// # Errors
///
/// If the table has no names, a row of it is faulty, the columns are not numbered from 0 in order,
/// or only some columns have values. Also if the line `Rows`, the status or a needed objective is
/// missing, a status or objective occurs twice, or a kept objective is not a finite number. Also if
/// a column is not a variable of the file. For a wanted variable, also if it has two values, or a
/// value other than 0 and 1. For an integer, also if its value is rounded.
fn read_pretty<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).skip(1);
    let heading = lines.next().ok_or_else(truncated)?;
    let table = HighsTable::from_heading(heading).ok_or_else(|| {
        OutputFault::new("a table of columns without names", "a model whose variables have names")
            .with_piece(heading)
    })?;
    let (mut number, mut empty) = (0, 0_usize);
    let mut is_complete = false;
    for line in lines.by_ref() {
        if line == "Rows" {
            is_complete = true;
            break;
        }
        let (index, value, name) = table.row(line)?;
        if index.parse() != Ok(number) {
            return Err(
                OutputFault::new(quote(line.trim()), format!("column {number}")).with_piece(line)
            );
        }
        number += 1;
        match value {
            "" => empty += 1,
            value if value.contains("e+") && values.is_integer(name) => {
                let found = format!("{} with the value {value}, which is rounded", quote(name));
                let expected = "all digits, as with `solution_style` 0";
                return Err(OutputFault::new(found, expected).with_piece(value));
            }
            value => values.read_column(name, value)?,
        }
    }
    let has_values = empty == 0;
    if !is_complete || (empty > 0 && empty < number) {
        return Err(truncated());
    }
    let (mut status, mut objective) = (None, None);
    for line in lines {
        match line.split_once(": ") {
            Some(("Model status", rest)) if status.is_some() => {
                return Err(OutputFault::new("a second status", "one status").with_piece(rest));
            }
            Some(("Model status", rest)) => status = Some(rest.trim()),
            Some(("Objective value", _)) if objective.is_some() => {
                return Err(second_objective(line));
            }
            Some(("Objective value", rest)) if has_values => {
                objective = Some(parse_objective(rest.trim())?);
            }
            _ => {}
        }
    }
    let status = status.ok_or_else(truncated)?;
    if has_values && number > 0 && objective.is_none() {
        return Err(truncated());
    }
    Ok(values.into_solution(Some(claim(status, has_values)), objective))
}

/// The byte positions of the fields in each row of the table, found from its heading.
struct HighsTable {
    /// The positions of the value. They begin at the end of the previous heading, and end at the
    /// end of the value's own heading, since numbers are right-aligned below their headings.
    value: (usize, usize),
    /// The position of the first byte of the name. The name continues to the end of the line.
    name: usize,
}

impl HighsTable {
    /// Finds the positions of the fields from the heading. Returns `None` if the table has no
    /// column of values or no column of names.
    fn from_heading(heading: &str) -> Option<HighsTable> {
        let end = |word: &str| heading.find(word).map(|start| start + word.len());
        Some(HighsTable { value: (end("Upper")?, end("Primal")?), name: heading.find("Name")? })
    }

    /// Returns the index, the value and the name of a row, in this order, as texts without white
    /// space at their ends. The value is empty if the row has none. The index is the first word of
    /// the line, and is not checked.
    ///
    /// # Errors
    ///
    /// If the row has no name, if the row ends before the value ends, or if a letter of several
    /// bytes crosses a border of the fields.
    fn row<'a>(&self, line: &'a str) -> Result<(&'a str, &'a str, &'a str), OutputFault<'a>> {
        let index = line.split_whitespace().next().unwrap_or("");
        let value = line.get(self.value.0..self.value.1).map(str::trim);
        let name = line.get(self.name..).map(str::trim).filter(|name| !name.is_empty());
        match (value, name) {
            (Some(value), Some(name)) => Ok((index, value, name)),
            _ => Err(OutputFault::new(quote(line.trim()), "a row of the table of columns")
                .with_piece(line)),
        }
    }
}

/// Returns the refusal of an incomplete file.
fn truncated<'a>() -> OutputFault<'a> {
    OutputFault::new("a solution file of HiGHS that is cut off", "the whole file")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const RAW: &[Sample] = &[
        Sample {
            text: "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 3\n\
                   Objective_bound 3\nMIP_rel_gap 0\n# Columns 3\nx 0.9999999\ny 0\nz -0\n\
                   # Rows 1\nr1 1\n\n# Dual solution values\nNone\n\n# Basis\n\
                   HiGHS_basis_file v2\nNone\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "Model status\nTime limit reached\n\n# Primal solution values\nFeasible\n\
                   Objective 3\n# Columns -1 sparse\nx 1 0\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n\
                   # Dual solution values\nNone\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
        Sample {
            text: "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
            claim: Some(SolverClaim::Unknown),
            has_values: false,
            shows_cuts: true,
        },
    ];

    pub const PRETTY: &[Sample] = &[
        Sample {
            text: "Columns\n    Index Status        Lower        Upper       Primal         Dual  \
                   Type        Name\n        \
                   0                   0            1            1               Integer     x\n        \
                   1                   0            1           -0               Integer     y\n        \
                   2                   0            1            0               Integer     z\n\
                   Rows\n    Index Status        Lower        Upper       Primal         Dual  Name\n        \
                   0                -inf            1            1               r1\n\n\
                   Model status: Optimal\n\nObjective value: 3\nObjective bound: 3\nMIP rel gap: 0%\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "Columns\n    Index Status        Lower        Upper       Primal         Dual  \
                   Type        Name\n        \
                   0                   0            1                            Integer     x\n        \
                   1                   0            1                            Integer     y\n        \
                   2                   0            1                            Integer     z\n\
                   Rows\n    Index Status        Lower        Upper       Primal         Dual  Name\n        \
                   0                   1          inf                            r1\n\n\
                   Model status: Infeasible\n\nObjective value: inf\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
