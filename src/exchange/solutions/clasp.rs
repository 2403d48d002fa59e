//! JSON of clasp (`--outf=2`), which else prints competition lines.
//!
//! The best solution is the last of the `Witnesses` of all calls (`Call`). Its `Value` has literals
//! by number, its `Costs` the objective. `Result` is the status.

use serde::Deserialize;
use serde_json::Value;

use super::values::WantedValues;
use super::{PrintedObjective, Questions, Solution, SolutionFormat, SolverClaim, Wrong};
use crate::source::{json, quoted};

pub(super) static FORMAT: SolutionFormat = SolutionFormat {
    #[cfg(test)]
    name: "JSON of clasp",
    is: |text| {
        let start = text.trim_start();
        let rest = start.strip_prefix('{').map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with("\"Solver\""))
    },
    states: |line| {
        line.starts_with("\"Result\"") || (line.starts_with('{') && line.contains("\"Result\""))
    },
    read,
    #[cfg(test)]
    samples: tests::SAMPLES,
};

/// The keys that are read. Others are ignored; a repeated key is refused.
#[derive(Deserialize)]
struct ClaspOutput {
    #[serde(rename = "Result")]
    result: Option<String>,
    #[serde(rename = "Call", default)]
    calls: Vec<Call>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(rename = "Witnesses", default)]
    witnesses: Vec<Witness>,
}

#[derive(Deserialize)]
struct Witness {
    #[serde(rename = "Value", default)]
    literals: Vec<Value>,
    #[serde(rename = "Costs", default)]
    costs: Vec<Value>,
}

fn read<'a>(text: &'a str, mut values: WantedValues, _: Questions) -> Result<Solution, Wrong<'a>> {
    let output: ClaspOutput = serde_json::from_str(text).map_err(|error| {
        let fault = json::fault(text, &error);
        Wrong::new(format!("JSON that cannot be read: {fault}"), "the JSON of clasp")
    })?;
    let claim = match output.result.as_deref() {
        Some("OPTIMUM FOUND") => SolverClaim::Optimal,
        Some("SATISFIABLE") => SolverClaim::Satisfiable,
        Some("UNSATISFIABLE") => SolverClaim::Unsatisfiable,
        Some("UNKNOWN") => SolverClaim::Unknown,
        other => {
            let found = other
                .map_or("no `Result`".to_owned(), |other| format!("the status {}", quoted(other)));
            return Err(Wrong::new(found, "a `Result` such as OPTIMUM FOUND"));
        }
    };
    let witnesses = output.calls.iter().flat_map(|call| &call.witnesses);
    let Some(witness) = witnesses.last() else { return Ok(values.solution(Some(claim), None)) };
    for literal in &witness.literals {
        let word = literal.as_str().map_or_else(|| literal.to_string(), str::to_owned);
        values.literal(&word).map_err(Wrong::anywhere)?;
    }
    let cost = witness.costs.first().and_then(Value::as_i64);
    Ok(values.solution(Some(claim), cost.map(|cost| PrintedObjective::Exact(cost.to_string()))))
}

#[cfg(test)]
mod tests {
    use super::super::{Numbers, Sample};
    use super::*;

    pub(super) const SAMPLES: &[Sample] = &[
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
    fn a_key_twice_is_refused() {
        let naming = Numbers { variables: 1, wanted: 1 };
        let text = "{ \"Solver\": \"clasp\", \"Call\": [ { } ], \"Result\": \"UNSATISFIABLE\" }";
        let twice = text.replace(" }", ", \"Result\": \"UNKNOWN\" }");
        let witness = "{ \"Value\": [ 1 ], \"Value\": [ -1 ] }";
        let literals = text.replace("{ }", &format!("{{ \"Witnesses\": [ {witness} ] }}"));
        assert!(read(text, WantedValues::none(&naming), Questions::One).is_ok());
        for text in [twice, literals] {
            assert!(read(&text, WantedValues::none(&naming), Questions::One).is_err(), "{text}");
        }
    }
}
