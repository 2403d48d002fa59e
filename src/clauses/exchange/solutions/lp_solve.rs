//! Output of lp_solve (`-S3` and higher): the objective, a table of all variables, and a table of
//! the constraints. If the output has the line `The model is sub-optimal`, the values are not
//! always optimal.
//!
//! Source: `REPORT_…` of lp_solve 5.5.2.

use super::values::{WantedValues, parse_objective};
use super::{OutputFault, Questions, Solution, SolutionFormat, SolverClaim, validate_once};

/// The format of lp_solve's output.
pub(super) static FORMAT: SolutionFormat =
    SolutionFormat { is: |text| content_lines(text).any(states), states, read };

/// The beginning of the line with the objective.
const OBJECTIVE: &str = "Value of objective function:";
/// The line before the table of variables.
const VARIABLES: &str = "Actual values of the variables:";
/// The line before the table of constraints. If it is present, the table of variables is complete.
const CONSTRAINTS: &str = "Actual values of the constraints:";
/// The line that says that there is no solution.
const INFEASIBLE: &str = "This problem is infeasible";
/// The line that says that the linear program has no optimum.
const UNBOUNDED: &str = "This problem is unbounded";
/// The beginning of the line that says that the values are perhaps not optimal.
const SUBOPTIMAL: &str = "The model is sub-optimal.";

fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim)
}

/// Returns whether a line states a result.
fn states(line: &str) -> bool {
    line.starts_with(OBJECTIVE) || line == INFEASIBLE || line == UNBOUNDED
}

/// Reads the result, and the table of variables if there is a solution. The claim about a solution
/// is "optimal", or "satisfiable" if the output says that the model is sub-optimal. Variables that
/// the table does not list have no value. Without a solution, there are no values and no objective.
/// The claim is then "unsatisfiable" if the output says that the problem is infeasible. It is
/// "unknown" if the output says that the problem is unbounded, or states no result.
///
/// # Errors
///
/// If there are two results or two tables of variables, or values without a solution. Also if a
/// line of the table is not a name and a value, or a name is not a variable of the file. For a
/// wanted variable, also if it has two values, or a value other than 0 and 1. Also if the objective
/// is not a finite number, or the table of variables is missing. Also if the table is not followed
/// by an empty line and the heading of the constraints.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    validate_once(text, states)?;
    let result = content_lines(text).find(|line| states(line)).unwrap_or("");
    let Some(objective) = result.strip_prefix(OBJECTIVE).map(str::trim) else {
        if let Some(line) = content_lines(text).find(|line| *line == VARIABLES) {
            return Err(OutputFault::new(
                "values, but no solution",
                "a solution with its values, or neither",
            )
            .with_piece(line));
        }
        let is_infeasible = result == INFEASIBLE;
        let claim = if is_infeasible { SolverClaim::Unsatisfiable } else { SolverClaim::Unknown };
        return Ok(values.into_solution(Some(claim), None));
    };
    validate_once(text, |line| line == VARIABLES)?;
    let mut table = content_lines(text).skip_while(|line| *line != VARIABLES).skip(1);
    for line in table.by_ref().take_while(|line| !line.is_empty()) {
        values.read_line(line)?;
    }
    if table.next() != Some(CONSTRAINTS) {
        return Err(OutputFault::new("an output of lp_solve that is cut off", CONSTRAINTS));
    }
    let is_best = !content_lines(text).any(|line| line.starts_with(SUBOPTIMAL));
    let claim = if is_best { SolverClaim::Optimal } else { SolverClaim::Satisfiable };
    Ok(values.into_solution(Some(claim), Some(parse_objective(objective)?)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "\nValue of objective function: 3.00000000\n\nActual values of the variables:\n\
                   x                               1\ny                               0\n\
                   z                               0\n\nActual values of the constraints:\n\
                   r1                              1\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "\nThis problem is infeasible\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
