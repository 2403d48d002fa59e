//! JSON of clasp (`--outf=2`). Without this option, clasp prints competition lines.
//!
//! The best solution is the last of the `Witnesses` of all calls (`Call`). Its `Value` lists the
//! literals by number or name. Its `Costs` is a list with the objective. The list has one number,
//! since the exported files have one objective. The number can have any length. It is kept as text,
//! so that it is not rounded. `Result` is the status.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::competition::parse_exact;
use super::values::WantedValues;
use super::{OutputFault, PrintedObjective, Questions, Solution, SolutionFormat, SolverClaim};
use crate::source::{json, quote};

/// The format of clasp's JSON.
pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    is: |text| {
        let start = text.trim_start();
        let rest = start.strip_prefix('{').map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with("\"Solver\""))
    },
    states: |line| {
        line.starts_with("\"Result\"") || (line.starts_with('{') && line.contains("\"Result\""))
    },
    read,
};

/// The keys of the JSON that are read. Other keys are ignored. If a key that is read occurs twice,
/// the output is refused.
#[derive(Deserialize)]
struct ClaspOutput<'a> {
    /// The status. It is `None` if the JSON has no such key, and then the output is refused.
    #[serde(rename = "Result")]
    result: Option<String>,
    /// The calls of the solver, in order.
    #[serde(rename = "Call", default, borrow)]
    calls: Vec<Call<'a>>,
}

/// The result of one call of the solver.
#[derive(Deserialize)]
struct Call<'a> {
    /// The solutions of the call, the best one last.
    #[serde(rename = "Witnesses", default, borrow)]
    witnesses: Vec<Witness<'a>>,
}

/// One solution of a call.
#[derive(Deserialize)]
struct Witness<'a> {
    /// The literals, as numbers or as texts.
    #[serde(rename = "Value", default)]
    literals: Vec<Value>,
    /// The text of the list of costs. It is an empty list if the JSON has no such key.
    #[serde(rename = "Costs", default = "no_costs", borrow)]
    costs: &'a RawValue,
}

/// Returns the JSON of an empty list, for a solution without costs.
fn no_costs<'a>() -> &'a RawValue {
    serde_json::from_str("[]").expect("an empty list")
}

impl<'a> Witness<'a> {
    /// Returns the cost as its text, not rounded. Returns `None` if the list of costs is missing or
    /// empty. Refuses costs that are not a list of one number, and a number with a power of ten.
    fn cost(&self) -> Result<Option<PrintedObjective>, OutputFault<'a>> {
        let costs = self.costs.get();
        let each: Option<Vec<&'a RawValue>> = serde_json::from_str(costs).ok();
        match each.as_deref() {
            Some([]) => Ok(None),
            Some([cost]) => parse_exact(cost.get()).map(Some),
            _ => {
                let found = format!("the costs {}", quote(costs));
                Err(OutputFault::new(found, "a list of one number").with_piece(costs))
            }
        }
    }
}

/// Reads the status. If the JSON has a solution, also reads the last solution of all calls with its
/// cost, whatever the status is. Variables that the solution does not list have no value, and a
/// literal 0 is skipped. Without a solution, no variable has a value and there is no objective.
///
/// # Errors
///
/// If the JSON cannot be read or has a key twice, or if the status is missing or unknown. Also if a
/// literal is not a variable of the file, or a wanted variable is both true and false. Also if the
/// costs are not a list with at most one number, or this number has a power of ten. Only faults in
/// costs have a position.
fn read<'a>(
    text: &'a str,
    mut values: WantedValues,
    _: Questions,
) -> Result<Solution, OutputFault<'a>> {
    let output: ClaspOutput = serde_json::from_str(text).map_err(|error| {
        let fault = json::describe_error(text, &error);
        OutputFault::new(format!("JSON that cannot be read: {fault}"), "the JSON of clasp")
    })?;
    let claim = match output.result.as_deref() {
        Some("OPTIMUM FOUND") => SolverClaim::Optimal,
        Some("SATISFIABLE") => SolverClaim::Satisfiable,
        Some("UNSATISFIABLE") => SolverClaim::Unsatisfiable,
        Some("UNKNOWN") => SolverClaim::Unknown,
        other => {
            let found = other
                .map_or("no `Result`".to_owned(), |other| format!("the status {}", quote(other)));
            return Err(OutputFault::new(found, "a `Result` such as OPTIMUM FOUND"));
        }
    };
    let Some(witness) = output.calls.iter().flat_map(|call| &call.witnesses).last() else {
        return Ok(values.into_solution(Some(claim), None));
    };
    for literal in &witness.literals {
        let word = literal.as_str().map_or_else(|| literal.to_string(), str::to_owned);
        values.read_literal(&word).map_err(OutputFault::without_piece)?;
    }
    let cost = witness.cost()?;
    Ok(values.into_solution(Some(claim), cost))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{NumberNaming, Sample};
    use super::*;

    pub const SAMPLES: &[Sample] = &[
        Sample {
            text: "{\n  \"Solver\": \"clasp version 3.3.5\",\n  \"Call\": [\n    {\n      \
                   \"Witnesses\": [ { \"Value\": [ \"-x\" ], \"Costs\": [ 5 ] }, { \"Value\": [\n  \
                   \"x\", \"-y\", \"-z\"\n ], \"Costs\": [ 3 ] } ]\n    }\n  ],\n  \
                   \"Result\": \"OPTIMUM FOUND\"\n}\n",
            claim: Some(SolverClaim::Optimal),
            has_values: true,
            shows_cuts: true,
        },
        Sample {
            text: "{ \"Solver\": \"clasp version 3.3.5\", \"Call\": [ { } ], \
                   \"Result\": \"UNSATISFIABLE\" }",
            claim: Some(SolverClaim::Unsatisfiable),
            has_values: false,
            shows_cuts: true,
        },
    ];

    #[test]
    fn every_cost_is_kept_as_written_or_refused() {
        let naming = NumberNaming { variables: 1, wanted: 1 };
        let told = |costs: &str| {
            let text = format!(
                "{{ \"Solver\": \"clasp\", \"Result\": \"OPTIMUM FOUND\", \"Call\": [ {{ \
                 \"Witnesses\": [ {{ \"Value\": [ \"1\" ]{costs} }} ] }} ] }}"
            );
            let said = read(&text, WantedValues::new(&naming), Questions::One);
            said.map(|said| said.objective).map_err(|wrong| wrong.found)
        };
        let exact = |text: &str| Ok(Some(PrintedObjective::Exact(text.to_owned())));
        for cost in ["3", "-3", "2.5", "100000000000000000000", "3.0000000000000000001"] {
            assert_eq!(told(&format!(", \"Costs\": [ {cost} ]")), exact(cost));
        }
        assert_eq!(told(""), Ok(None));
        assert_eq!(told(", \"Costs\": []"), Ok(None));
        for costs in
            ["[\"7\"]", "[null]", "[[3]]", "[{}]", "[1e2]", "[true]", "[3, 4]", "3", "null"]
        {
            let found = told(&format!(", \"Costs\": {costs}"));
            assert!(found.is_err(), "{costs}: {found:?}");
        }
    }

    #[test]
    fn a_key_twice_is_refused() {
        let naming = NumberNaming { variables: 1, wanted: 1 };
        let text = "{ \"Solver\": \"clasp\", \"Call\": [ { } ], \"Result\": \"UNSATISFIABLE\" }";
        let twice = text.replace(" }", ", \"Result\": \"UNKNOWN\" }");
        let witness = "{ \"Value\": [ 1 ], \"Value\": [ -1 ] }";
        let literals = text.replace("{ }", &format!("{{ \"Witnesses\": [ {witness} ] }}"));
        assert!(read(text, WantedValues::new(&naming), Questions::One).is_ok());
        for text in [twice, literals] {
            assert!(read(&text, WantedValues::new(&naming), Questions::One).is_err(), "{text}");
        }
    }
}
