//! A summary for programs: as a table of comma-separated values, and as JSON.

use serde_json::{Value, json};

use crate::compare::summary::{Configuration, Section, Summary, in_words};

/// A row for each configuration of each section.
pub fn in_csv(summary: &Summary) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    let memory = "a table in memory takes all rows";
    rows.write_record(HEAD).expect(memory);
    for section in &summary.sections {
        for one in &section.configurations {
            rows.write_record(row(section, one)).expect(memory);
        }
    }
    String::from_utf8(rows.into_inner().expect(memory)).expect("texts and numbers")
}

const HEAD: [&str; 25] = [
    "family",
    "question",
    "configuration",
    "options",
    "runs",
    "solved",
    "par2",
    "cpu_q1",
    "cpu_median",
    "cpu_q3",
    "conflicts_q1",
    "conflicts_median",
    "conflicts_q3",
    "propagations_q1",
    "propagations_median",
    "propagations_q3",
    "memory_mb",
    "best",
    "variables",
    "auxiliary",
    "clauses",
    "literals",
    "growth_factor",
    "growth_power",
    "growth_r2",
];

fn row(section: &Section, one: &Configuration) -> Vec<String> {
    let optional = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let options = one.options.iter().map(|(name, value)| format!("--{name} {value}"));
    let mut row = vec![
        section.family.clone(),
        section.question.clone(),
        one.name.clone(),
        options.collect::<Vec<_>>().join(" "),
        one.runs.to_string(),
        one.solved.to_string(),
        one.par2.to_string(),
    ];
    row.extend([one.cpu, one.conflicts, one.propagations].into_iter().flatten().map(optional));
    row.extend([one.memory_mb.to_string(), one.best.to_string()]);
    let sizes = &one.sizes;
    let numbers = [sizes.variables, sizes.auxiliary, sizes.clauses, sizes.literals];
    row.extend(numbers.map(|number| number.to_string()));
    let growth = one.growth;
    row.push(optional(growth.map(|growth| growth.factor)));
    row.push(optional(growth.map(|growth| growth.power)));
    row.push(optional(growth.map(|growth| growth.factor_fit.max(growth.power_fit))));
    row
}

/// All of it, with what the pairs say in words.
pub fn in_json(summary: &Summary) -> String {
    let mut value = serde_json::to_value(summary).expect("texts and numbers have a form in JSON");
    for (section, told) in summary.sections.iter().zip(sections(&mut value)) {
        let words = section.pairs.iter().map(|pair| in_words(pair, section, summary.measure));
        told["in_words"] = json!(words.collect::<Vec<_>>());
    }
    format!("{value:#}\n")
}

fn sections(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value["sections"].as_array_mut().into_iter().flatten()
}
