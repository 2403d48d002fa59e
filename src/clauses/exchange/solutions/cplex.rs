//! Solution files of CPLEX, in XML, and of docplex.
//!
//! The element `CPLEXSolution` has a `header` and `variables`. The header has the objective and the
//! status. If it has both the number and the text of the status, they must agree. Variables with
//! the value 0 can be missing. An element `CPLEXSolutions` with several solutions is refused, since
//! only the solver knows which of them is the best and has the stated status.
//!
//! Source: `solution.xsd` and the solution status codes of CPLEX 22.1. `roxmltree`, which parses
//! the XML, reads no definitions of entities.

use roxmltree::{Document, Node};

use super::values::{WantedValues, parse_objective};
use super::{OutputFault, Questions, Solution, SolutionFormat, SolverClaim};
use crate::source::quote;

/// The format of CPLEX's solution files.
pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    is: |text| text.trim_start().starts_with("<?xml") || text.trim_start().starts_with("<CPLEX"),
    states: |line| line.starts_with('<') && line.contains("<CPLEXSolution"),
    read,
};

/// Reads a solution file. Variables that the file does not list have the value 0. The values and
/// the objective are kept with every status. A file without a status claims a solution, and a file
/// without an objective has none. Without the element `variables`, no variable has a value, the
/// objective is dropped, and a claim of a solution becomes "unknown".
///
/// # Errors
///
/// If the XML cannot be read, or does not have exactly one solution. Also if the solution has two
/// elements `header` or `variables`, the status is faulty, or the objective is not a finite number.
/// Also if a variable has no name or no value, or is not a variable of the file. For a wanted
/// variable, also if it has two values, or a value other than 0 and 1. The errors have no position.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let document = Document::parse(text).map_err(|error| {
        OutputFault::new(format!("XML that cannot be read: {error}"), "a solution file of CPLEX")
    })?;
    let root = document.root_element();
    let solutions: Vec<Node> = match root.tag_name().name() {
        "CPLEXSolution" => vec![root],
        "CPLEXSolutions" => {
            root.children().filter(|node| node.has_tag_name("CPLEXSolution")).collect()
        }
        _ => Vec::new(),
    };
    let solution = match solutions.as_slice() {
        [] => {
            return Err(OutputFault::new(
                "XML without a CPLEXSolution",
                "a solution file of CPLEX",
            ));
        }
        [solution] => *solution,
        several => {
            let found = format!("{} solutions", several.len());
            return Err(OutputFault::new(
                found,
                "only the best solution, as `write FILE.sol` writes it",
            ));
        }
    };
    let header = only_child(solution, "header")?;
    let of_header = |name| header.and_then(|header| header.attribute(name));
    let claim = claim(of_header("solutionStatusValue"), of_header("solutionStatusString"))?;
    let printed = of_header("objectiveValue")
        .map(parse_objective)
        .transpose()
        .map_err(OutputFault::without_piece)?;
    let Some(variables) = only_child(solution, "variables")? else {
        let claim = if claim.has_values() { SolverClaim::Unknown } else { claim };
        return Ok(values.into_solution(Some(claim), None));
    };
    for variable in variables.children().filter(|node| node.has_tag_name("variable")) {
        let attribute = |name| {
            let value = variable.attribute(name);
            value.ok_or_else(|| {
                OutputFault::new(format!("a variable without its {name}"), "a name and a value")
            })
        };
        let (name, value) = (attribute("name")?, attribute("value")?);
        values.read_column(name, value).map_err(OutputFault::without_piece)?;
    }
    values.fill();
    Ok(values.into_solution(Some(claim), printed))
}

/// Returns the claim that the number and the text of a status mean. Returns `Satisfiable` if both
/// are missing. Fails if they mean different claims, or if the number cannot be parsed.
fn claim<'a>(number: Option<&str>, text: Option<&str>) -> Result<SolverClaim, OutputFault<'a>> {
    let by_text = text.map(claim_of_text);
    let Some(number) = number else { return Ok(by_text.unwrap_or(SolverClaim::Satisfiable)) };
    let Some(by_number) = number.parse().ok().map(claim_of_number) else {
        return Err(OutputFault::new(format!("the status {}", quote(number)), "a number"));
    };
    match by_text {
        Some(by_text) if by_text != by_number => Err(OutputFault::new(
            format!("the status {number} with the text {}", quote(text.unwrap_or(""))),
            "a number and a text with the same meaning",
        )),
        _ => Ok(by_number),
    }
}

/// Returns the claim that the text of a status means. Only "optimal" and "integer optimal solution"
/// mean an optimum. Any other text with "infeasible" means that there is no solution. This includes
/// "infeasible or unbounded", since all variables are bounded. A text with "unbounded" or "no
/// integer solution", but without "infeasible", means "unknown". Any other text means that there is
/// a solution, since values follow the text. Letter case matters.
fn claim_of_text(text: &str) -> SolverClaim {
    match text {
        "optimal" | "integer optimal solution" => SolverClaim::Optimal,
        _ if text.contains("no integer solution") || text.contains("unbounded") => {
            if text.contains("infeasible") {
                SolverClaim::Unsatisfiable
            } else {
                SolverClaim::Unknown
            }
        }
        _ if text.contains("infeasible") => SolverClaim::Unsatisfiable,
        _ => SolverClaim::Satisfiable,
    }
}

/// Returns the claim that the number of a status means. Only 1 and 101 mean an optimum. The numbers
/// of "infeasible" (3 and 103) mean that there is no solution. So do the numbers of "infeasible or
/// unbounded" (4 and 119), since all variables are bounded. The numbers of "unbounded", and of a
/// search that ended early without a solution, mean "unknown". A number that is not known here
/// means that there is a solution.
fn claim_of_number(number: u32) -> SolverClaim {
    match number {
        1 | 101 => SolverClaim::Optimal,
        3 | 4 | 103 | 119 => SolverClaim::Unsatisfiable,
        2 | 106 | 108 | 110 | 112 | 114 | 117 | 118 | 132 => SolverClaim::Unknown,
        _ => SolverClaim::Satisfiable,
    }
}

/// Returns the child element with this name. Returns `None` if there is none.
///
/// # Errors
///
/// If there are several children with this name.
fn only_child<'x, 'i, 'a>(
    node: Node<'x, 'i>,
    name: &str,
) -> Result<Option<Node<'x, 'i>>, OutputFault<'a>> {
    let mut children = node.children().filter(|node| node.has_tag_name(name));
    let first = children.next();
    match children.next() {
        None => Ok(first),
        Some(_) => Err(OutputFault::new(format!("a second `{name}`"), "only one in a solution")),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Sample;
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "<?xml version = \"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
                   <CPLEXSolution version=\"1.2\">\n <header problemName=\"m.lp\" objectiveValue=\"3\" \
                   solutionStatusValue=\"101\" solutionStatusString=\"integer optimal solution\"/>\n \
                   <variables>\n  <variable name=\"x\" index=\"0\" value=\"1\"/>\n  \
                   <variable name=\"y\" index=\"1\" value=\"0\"/>\n </variables>\n</CPLEXSolution>\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "<CPLEXSolutions version=\"1.2\"><CPLEXSolution version=\"1.2\"><header \
                   solutionName=\"incumbent\" objectiveValue=\"3\"/><variables>\
                   <variable name=\"&#120;\" value=\"1\"/></variables></CPLEXSolution>\
                   </CPLEXSolutions>",
            claim: Some(SolverClaim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "<?xml version=\"1.0\"?><CPLEXSolution><header \
                   solutionStatusString=\"integer infeasible\"/></CPLEXSolution>",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
