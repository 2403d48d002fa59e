//! Solution files of MIPLIB: `=obj=` with the objective, then a line `name value` for each variable
//! whose value is not 0.
//!
//! If the first word is `=infeas=`, there is no solution. If it is `=unkn=` or `=unbd=`, no
//! solution is known. Comments begin with `#`.
//!
//! Source: the solutions of MIPLIB 2017, and its file `miplib2017.solu`.

use super::values::{WantedValues, parse_objective};
use super::{OutputFault, Questions, Solution, SolutionFormat, SolverClaim};
use crate::source::quote;

/// The format of MIPLIB's solution files.
pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    is: |text| {
        content_lines(text)
            .next()
            .and_then(|line| line.split_whitespace().next())
            .is_some_and(is_word)
    },
    states: |line| line.split_whitespace().next().is_some_and(is_word),
    read,
};

/// Returns whether a word is a status of this format, or begins with `=obj=`.
fn is_word(word: &str) -> bool {
    word.starts_with("=obj=") || matches!(word, "=infeas=" | "=unkn=" | "=unbd=")
}

/// Returns the lines that are neither empty nor comments, without white space at their ends.
fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Reads the status and the values. If the status is `=obj=`, the claim is that there is a
/// solution, never that it is an optimum. Only this status has an objective. Variables without a
/// line have the value 0. There is one exception: if the status does not state a solution and no
/// line follows it, no variable has a value. With every status, the values of the lines are kept.
/// Empty lines and comments are ignored.
///
/// # Errors
///
/// If the first line that counts is no status, the status has too many words, there is a second
/// status, or `=obj=` has no finite number after a space. Also if a line is not a name of a
/// variable of the file with a finite number. For a wanted variable, also if it has two values, or
/// a value other than 0 and 1.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut lines = content_lines(text);
    let head: Vec<&str> = lines.next().unwrap_or("").split_whitespace().collect();
    let (claim, objective) = match head.as_slice() {
        ["=obj=", number] => (SolverClaim::Satisfiable, Some(parse_objective(number)?)),
        ["=infeas="] => (SolverClaim::Unsatisfiable, None),
        ["=unkn=" | "=unbd="] => (SolverClaim::Unknown, None),
        [word, ..] if word.starts_with("=obj=") && *word != "=obj=" => {
            let found = format!("{} without a space after `=obj=`", quote(word));
            return Err(OutputFault::new(found, "`=obj=`, a space and the objective"));
        }
        ["=obj=", ..] => {
            return Err(OutputFault::new("`=obj=` without a number", "`=obj=` and the objective"));
        }
        _ => return Err(OutputFault::new("words after the status", "the status alone")),
    };
    let mut is_empty = true;
    for line in lines {
        if line.split_whitespace().next().is_some_and(is_word) {
            return Err(OutputFault::new("a second solution", "one").with_piece(line));
        }
        values.read_line(line)?;
        is_empty = false;
    }
    if claim.has_values() || !is_empty {
        values.fill();
    }
    Ok(values.into_solution(Some(claim), objective))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "=obj= 3\nx 1\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: false,
        },
        Sample {
            text: "=infeas=\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
