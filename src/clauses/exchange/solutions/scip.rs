//! Solution files of SCIP, from its command `write solution`, or from `writeBestSol` of PySCIPOpt,
//! which writes no status. Each variable whose value is not 0 has a line with its name, its value,
//! and its part of the objective.
//!
//! Source: `SCIPprintSol` and the dialog `write solution` of SCIP 9.

use super::values::{WantedValues, parse_number, parse_objective};
use super::{OutputFault, Questions, Solution, SolutionFormat, SolverClaim, first_line};
use crate::source::quote;

/// The format of SCIP's solution files.
pub(super) static FORMAT: SolutionFormat =
    SolutionFormat { is: |text| states(first_line(text)), states, read };

/// The beginning of the line with the status.
const STATUS: &str = "solution status:";
/// The beginning of the line with the objective.
const OBJECTIVE: &str = "objective value:";
/// The line that is written instead of the objective if there is no solution.
const NONE: &str = "no solution available";

/// Returns whether a line states a result.
fn states(line: &str) -> bool {
    line.starts_with(STATUS) || line.starts_with(OBJECTIVE) || line == NONE
}

/// Reads the status, the objective and the values. Variables without a line have the value 0. The
/// status decides the claim:
///
/// - After "optimal solution found", the values are an optimum.
/// - After "infeasible" or "infeasible or unbounded", the claim is that there is no solution. The
///   values and the objective are kept nevertheless.
/// - After any other status, or without a status, the values are a solution. But if the text says
///   that no solution is available, the claim is "unknown", even after "optimal solution found".
///
/// If the text says that no solution is available, no variable has a value, whatever the status.
///
/// # Errors
///
/// In these cases:
///
/// - The objective is missing or is not a finite number.
/// - A line does not consist of a name, a finite value and a part of the objective.
/// - A name is not a variable of the file.
/// - A wanted variable has two values, or another value than 0 or 1.
/// - A line follows the statement that no solution is available.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let status = lines.next_if(|line| line.starts_with(STATUS));
    let status_text = status.map(|line| line[STATUS.len()..].trim());
    let is_refuted = matches!(status_text, Some("infeasible" | "infeasible or unbounded"));
    let objective_text = match lines.next() {
        Some(NONE) if lines.peek().is_none() => {
            let claim = if is_refuted { SolverClaim::Unsatisfiable } else { SolverClaim::Unknown };
            return Ok(values.into_solution(Some(claim), None));
        }
        Some(line) if line.starts_with(OBJECTIVE) => line[OBJECTIVE.len()..].trim(),
        _ => {
            return Err(OutputFault::new(
                "a solution file of SCIP without its objective",
                OBJECTIVE,
            ));
        }
    };
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [name, value, part] if is_part(part) => values.read_column(name, value)?,
            _ => {
                let expected = "a name, its value, and `(obj:…)`";
                return Err(OutputFault::new(quote(line), expected).with_piece(line));
            }
        }
    }
    values.fill();
    let claim = match status_text {
        Some("optimal solution found") => SolverClaim::Optimal,
        _ if is_refuted => SolverClaim::Unsatisfiable,
        _ => SolverClaim::Satisfiable,
    };
    Ok(values.into_solution(Some(claim), Some(parse_objective(objective_text)?)))
}

/// Returns whether a word is a variable's part of the objective, such as `(obj:3)`.
fn is_part(word: &str) -> bool {
    let part = word.strip_prefix("(obj:").and_then(|rest| rest.strip_suffix(')'));
    part.is_some_and(|part| parse_number(part).is_ok())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{LiteralNaming, Sample};
    use super::*;

    #[test]
    fn a_variable_without_a_line_is_false_also_if_its_negation_is_wanted() {
        let naming = LiteralNaming::new(2, &[1, -2]);
        let text = "objective value: 3\nx1 1 \t(obj:3)\n";
        let solution = read(text, WantedValues::new(&naming), Questions::One);
        let values = solution.map(|solution| solution.values).ok();
        assert_eq!(values, Some(vec![Some(true), Some(true)]));
    }

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "solution status: optimal solution found\nobjective value:                     3\n\
                   x                                                   1 \t(obj:3)\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: false,
        },
        Sample {
            text: "objective value:                                    3\n\
                   x                                                   1 \t(obj:3)\n\
                   y                                                  -0 \t(obj:2)\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: false,
        },
        Sample {
            text: "solution status: infeasible\nno solution available\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
        Sample {
            text: "no solution available\n",
            claim: Some(SolverClaim::Unknown),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
