//! Lists of names with values: solution files (`.sol`) and MIP starts (`.mst`) of Gurobi, and lists
//! written by hand.
//!
//! A line has a name and a value, and every variable has a line. Comments begin with `#`. A comment
//! such as `# Objective value = 3` states the objective. There is no status.

use super::values::{WantedValues, parse_objective};
use super::{OutputFault, Questions, Solution, SolutionFormat, SolverClaim, validate_once};

/// The format of Gurobi's solution files, and of lists of names with values.
pub(super) static FORMAT: SolutionFormat =
    SolutionFormat { is: recognises, states: |line| line.starts_with(OBJECTIVE), read };

/// The beginning of the comment with the objective.
const OBJECTIVE: &str = "# Objective value = ";

/// Returns whether a text has this format. There are two cases: the text begins with a known
/// header, or it consists of comments and at least one line `NAME NUMBER`. In the second case,
/// [`is_name`] must accept each NAME. Empty lines and white space at the ends of lines are ignored,
/// but a header must be at the very start of the text. After a header, the rest is not checked.
fn recognises(text: &str) -> bool {
    let mut pairs = content_lines(text).filter(|line| !line.starts_with('#')).peekable();
    let heads = ["# Solution for model", "# MIP start", OBJECTIVE];
    let is_headed = heads.iter().any(|head| text.starts_with(head));
    is_headed || (pairs.peek().is_some() && pairs.all(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        matches!(words.as_slice(), [name, value] if is_name(name) && value.parse::<f64>().is_ok())
    }))
}

/// Returns whether a word can be the name of a variable. A number is never a name, and neither is a
/// word that begins lines of other formats.
fn is_name(name: &str) -> bool {
    let is_sign = name.starts_with('=') || matches!(name, "s" | "v" | "o");
    name.parse::<f64>().is_err() && !is_sign
}

/// Returns the lines that are not empty, without white space at their ends.
fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Reads a value from each line that is not a comment, and the objective if a comment states it.
/// The claim is always `Satisfiable`, since the format has no status. Variables without a line have
/// no value.
///
/// # Errors
///
/// If a line is not a name of a variable with a finite number, if the objective is not a finite
/// number, or if there are two objectives. For a wanted variable, also if it has two values, or a
/// value other than 0 and 1.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut printed = None;
    validate_once(text, FORMAT.states)?;
    for line in content_lines(text) {
        if let Some(number) = line.strip_prefix(OBJECTIVE) {
            printed = Some(parse_objective(number.trim())?);
        }
        if !line.starts_with('#') {
            values.read_line(line)?;
        }
    }
    Ok(values.into_solution(Some(SolverClaim::Satisfiable), printed))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "# Solution for model obj\n# Objective value = 3\nx 1\ny 0\nz 0\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "# Objective value = 3\nx 1\ny 0\nz 0\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "x 1\ny 0\nz 0\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
    ];
}
