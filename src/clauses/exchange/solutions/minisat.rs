//! MiniSat's result file. It has a line `SAT` or `UNSAT`. After `SAT` come the literals by number,
//! and then a 0, which ends them.

use super::values::WantedValues;
use super::{OutputFault, Questions, Solution, SolutionFormat, SolverClaim, first_line};

/// The format of MiniSat's result file.
pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    is: |text| claim(first_line(text)).is_some(),
    states: |line| claim(line).is_some(),
    read,
};

/// Returns the claim that a line means. "SAT" and "SATISFIABLE" mean a solution, "UNSAT" and
/// "UNSATISFIABLE" mean that there is none, and "INDET" means "unknown". Returns `None` if the line
/// is not exactly one of these words; letter case and white space matter.
pub(super) fn claim(line: &str) -> Option<SolverClaim> {
    match line {
        "SAT" | "SATISFIABLE" => Some(SolverClaim::Satisfiable),
        "UNSAT" | "UNSATISFIABLE" => Some(SolverClaim::Unsatisfiable),
        "INDET" => Some(SolverClaim::Unknown),
        _ => None,
    }
}

/// Reads the status and the literals after it. The list of literals can be missing after every
/// status. If there is a list, it is kept, whatever the status. Variables that the list does not
/// name have no value. There is no objective. If the first word is not a status, the claim is
/// "unknown".
///
/// # Errors
///
/// If a literal is not a variable of the file, or if a wanted variable is both true and false. Also
/// if the list of literals does not end with 0, or if words follow this 0.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let mut words = text.split_whitespace();
    let claim = words.next().and_then(claim).unwrap_or(SolverClaim::Unknown);
    let (mut is_ended, mut has_words) = (false, false);
    for word in words {
        if is_ended {
            return Err(OutputFault::new("values after the 0 that ends the list", "one list")
                .with_piece(word));
        }
        has_words = true;
        is_ended = values.read_literal(word)?;
    }
    if has_words && !is_ended {
        return Err(OutputFault::new("a list of values that is cut off", "a 0 at its end"));
    }
    Ok(values.into_solution(Some(claim), None))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "SAT\nx -y -z 0\n",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "UNSAT\n",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
        Sample {
            text: "INDET\n",
            claim: Some(SolverClaim::Unknown),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
