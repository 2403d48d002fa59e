//! Refusals of texts in formats that are known but cannot be read, and of texts without a known
//! format. Each refusal says what to do instead.

use super::{OutputFault, first_line};
use crate::source::quote;

/// Returns the refusal of a text whose format is known but cannot be read: HiGHS's oldest style,
/// GLPK's raw style, and the JSON of Gurobi and CPLEX. The first line that is not empty must have
/// the mark of the format, or begin with `{` for JSON. The refusal says what to do instead. Returns
/// `None` for other texts.
pub(super) fn refuse_known<'a>(text: &str) -> Option<OutputFault<'a>> {
    let head = first_line(text);
    let is_json = head.starts_with('{');
    let (found, expected) =
        if head.ends_with("Number of columns and rows for primal or dual solution or basis") {
            (
                "HiGHS's oldest style, which has no names",
                "its solution file with `write_solution_style` 0 or 1",
            )
        } else if head.starts_with("c Problem:") {
            (
                "GLPK's raw style, which has no names",
                "a solution file with names: `glpsol -o FILE`, or HiGHS's style 0",
            )
        } else if is_json && text.contains("\"SolutionInfo\"") {
            ("a solution of Gurobi in JSON", "its `.sol`")
        } else if is_json && text.contains("\"CPLEXSolution\"") {
            ("a solution of CPLEX in JSON", "its `.sol`, which is XML")
        } else {
            return None;
        };
    Some(OutputFault::new(found, expected))
}

/// Returns the refusal of a text that has no known format.
pub(super) fn refuse_unknown<'a>(text: &str) -> OutputFault<'a> {
    let found = match first_line(text) {
        "" => "the output is empty and states no result".to_owned(),
        first => format!("the output states no result, and begins with {}", quote(first)),
    };
    OutputFault::new(found, FORMATS)
}

/// The formats that can be read, for messages.
const FORMATS: &str = "what a solver prints: lines `s SATISFIABLE` and `v 1 -2 0`, MiniSat's result \
                       file, or the solution file of HiGHS, SCIP, CBC, GLPK, Gurobi, CPLEX, MIPLIB \
                       or lp_solve, with nothing before it; or literals of all variables";
