//! The solution file of CPLEX, in XML, and of docplex.
//!
//! `CPLEXSolution` has a `header` with the objective and the status, and `variables` with a
//! `variable` each. `CPLEXSolutions` has several, of which the first is the incumbent. Zeros may be
//! left out.
//!
//! Source: `solution.xsd` of CPLEX 22.1. The XML is read by `roxmltree`, which takes no entities.

use roxmltree::{Document, Node};

use super::values::{Values, objective};
use super::{Claim, Questions, Solution, SolutionFormat, Wrong};

pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    #[cfg(test)]
    name: "solution file of CPLEX",
    is: |text| text.trim_start().starts_with("<?xml") || text.trim_start().starts_with("<CPLEX"),
    read,
    #[cfg(test)]
    samples: tests::SAMPLES,
};

fn read<'a>(text: &'a str, mut values: Values, _: Questions) -> Result<Solution, Wrong<'a>> {
    let document = Document::parse(text).map_err(|error| {
        Wrong::new(format!("XML that cannot be read: {error}"), "a solution file of CPLEX")
    })?;
    let root = document.root_element();
    let solution = match root.tag_name().name() {
        "CPLEXSolution" => Some(root),
        "CPLEXSolutions" => child(root, "CPLEXSolution"),
        _ => None,
    };
    let Some(solution) = solution else {
        return Err(Wrong::new("XML without a CPLEXSolution", "a solution file of CPLEX"));
    };
    let header = child(solution, "header");
    let of_header = |name| header.and_then(|header| header.attribute(name));
    let claim = match of_header("solutionStatusString") {
        Some("optimal" | "integer optimal solution") => Claim::Optimal,
        Some(status) if status.contains("infeasible") => Claim::Unsatisfiable,
        _ => Claim::Satisfiable,
    };
    let told = of_header("objectiveValue").map(objective).transpose().map_err(Wrong::anywhere)?;
    let Some(variables) = child(solution, "variables") else {
        let claim = if claim.has_values() { Claim::Unknown } else { claim };
        return Ok(values.solution(Some(claim), None));
    };
    for variable in variables.children().filter(|node| node.has_tag_name("variable")) {
        let attribute = |name| {
            let value = variable.attribute(name);
            value.ok_or_else(|| Wrong::new(format!("a variable without its {name}"), "both"))
        };
        let (name, value) = (attribute("name")?, attribute("value")?);
        values.column(name, value).map_err(Wrong::anywhere)?;
    }
    values.fill();
    Ok(values.solution(Some(claim), told))
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|node| node.has_tag_name(name))
}

#[cfg(test)]
mod tests {
    use super::super::Sample;
    use super::*;

    pub(super) const SAMPLES: &[Sample] = &[
        Sample {
            text: "<?xml version = \"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
                   <CPLEXSolution version=\"1.2\">\n <header problemName=\"m.lp\" objectiveValue=\"3\" \
                   solutionStatusValue=\"101\" solutionStatusString=\"integer optimal solution\"/>\n \
                   <variables>\n  <variable name=\"x\" index=\"0\" value=\"1\"/>\n  \
                   <variable name=\"y\" index=\"1\" value=\"0\"/>\n </variables>\n</CPLEXSolution>\n",
            claim: Some(Claim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "<CPLEXSolutions version=\"1.2\"><CPLEXSolution version=\"1.2\"><header \
                   solutionName=\"incumbent\" objectiveValue=\"3\"/><variables>\
                   <variable name=\"&#120;\" value=\"1\"/></variables></CPLEXSolution>\
                   <CPLEXSolution version=\"1.2\"><header/></CPLEXSolution></CPLEXSolutions>",
            claim: Some(Claim::Satisfiable),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "<?xml version=\"1.0\"?><CPLEXSolution><header \
                   solutionStatusString=\"integer infeasible\"/></CPLEXSolution>",
            claim: Some(Claim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];
}
