//! Small random files in the input formats, and their answers by brute force.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quarrel::model::Sense;
use quarrel::problem::{Answer, Problem};
use quarrel::search::{Answers, Status};
use quarrel::written::ModelFile;

use crate::model_files::{family, found};

pub fn assignments(number: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_usize << number).map(move |bits| (0..number).map(|at| bits >> at & 1 == 1).collect())
}

/// The answers of a small file with their values, and the sense of its objective.
pub struct Solutions(pub BTreeMap<Vec<bool>, Option<i64>>, Option<Sense>);

impl Solutions {
    pub fn of(file: &ModelFile) -> Solutions {
        let all = assignments(file.parsed_model().variables());
        let checked = all.filter_map(|values| {
            Some((file.check(&Answer::Assignment(values.clone())).ok()?, values))
        });
        let answers = checked.map(|(value, values)| (values, value)).collect();
        Solutions(answers, file.info().goal.map(|goal| goal.sense))
    }

    pub fn best(&self) -> Option<i64> {
        let values = self.0.values().copied().flatten();
        match self.1? {
            Sense::Minimise => values.min(),
            Sense::Maximise => values.max(),
        }
    }

    pub fn reaching(&self, bound: i64) -> Solutions {
        let sense = self.1.expect("a value is wanted");
        let reaches = |value: &Option<i64>| value.is_some_and(|value| sense.reaches(value, bound));
        let answers = self.0.iter().filter(|answer| reaches(answer.1));
        Solutions(answers.map(|(values, value)| (values.clone(), *value)).collect(), self.1)
    }
}

pub fn assert_solved(format: &str, text: &str, file: &ModelFile, answers: &Solutions) {
    for formulation in 0..family().formulations.len() {
        let finding = found(file, formulation, Answers::One, None);
        let best = answers.best();
        let status = match (answers.0.is_empty(), best) {
            (true, _) => Status::Unsatisfiable,
            (false, None) => Status::Satisfiable,
            (false, Some(_)) => Status::Optimal,
        };
        assert_eq!((finding.status(), finding.value()), (status, best), "{format}: {text}");
        let all = found(file, formulation, Answers::Count(None), best);
        let number = best.map_or(answers.0.len(), |best| answers.reaching(best).0.len());
        assert_eq!(all.count, u64::try_from(number).ok(), "{format}: {text}");
    }
}

#[derive(Clone, Debug)]
pub struct Raw {
    terms: Vec<(i64, i32)>,
    relation: usize,
    bound: i64,
    cost: i64,
    /// The place of an arrow of OPB before the row; no arrow if it is none of [`ARROWS`].
    arrow: usize,
}

/// The arrows between a literal and a row of OPB.
const ARROWS: [&str; 3] = ["==>", "<==", "<==>"];

fn raw() -> impl Strategy<Value = Raw> {
    let lit = prop_oneof![1_i32..4, -3_i32..0];
    // Most weights are 1, which clauses can express.
    let weight = prop_oneof![6 => Just(1_i64), 1 => -3_i64..4];
    let terms = proptest::collection::vec((weight, lit), 0..5);
    (terms, 0..3_usize, -1_i64..4, -3_i64..4, 0..9_usize).prop_map(
        |(terms, relation, bound, cost, arrow)| Raw { terms, relation, bound, cost, arrow },
    )
}

/// Some files are refused, for example if they repeat a literal in a format that leaves its meaning
/// open.
pub fn small() -> impl Strategy<Value = (&'static str, String)> {
    let formats = ["opb", "wbo", "wcnf", "knf", "cnf+", "icnf", "cnf"];
    let format = proptest::sample::select(formats.to_vec());
    (format, proptest::collection::vec(raw(), 0..5), 0..4_usize)
        .prop_map(|(format, rows, extra)| (format, text(format, &rows, extra)))
}

fn text(format: &str, rows: &[Raw], extra: usize) -> String {
    let mut text = match format {
        "opb" => {
            ["", "min: 1 a{b} 2 x_1 -1 x[1] +1 ;\n", "max: 1 e1 -1 x_1 ;\n", "min: 1 e1 1 a{b} ;\n"]
                [extra]
                .to_owned()
        }
        "wbo" => ["", "soft: 3 ;\n", "soft: ;\n", "soft: 1 ;\n"][extra].to_owned(),
        "wcnf" if extra == 0 => "p wcnf 3 9 4\n".to_owned(),
        "wcnf" => String::new(),
        "icnf" => "p inccnf\n".to_owned(),
        kind => format!("p {kind} 3 {}\n", rows.len()),
    };
    for row in rows {
        text += &match format {
            "opb" => statement(row),
            "wbo" if row.cost > 0 => format!("[{}] {}", row.cost, statement(row)),
            "wbo" => statement(row),
            "wcnf" if row.cost > 0 => format!("{} {}", row.cost, clause(row)),
            "wcnf" => format!("h {}", clause(row)),
            "knf" if row.relation > 0 => format!("k {} {}", row.bound, clause(row)),
            "cnf+" => bounded(row),
            "icnf" if row.relation > 0 => format!("a {}", clause(row)),
            "cnf" if row.relation > 0 => format!("x {}", clause(row)),
            _ => clause(row),
        };
    }
    text
}

fn clause(row: &Raw) -> String {
    let lits: Vec<String> = row.terms.iter().map(|term| term.1.to_string()).collect();
    format!("{} 0\n", lits.join(" "))
}

/// Names that other formats lack or read differently.
const NAMES: [&str; 4] = ["x[1]", "x_1", "e1", "a{b}"];

fn named(lit: i32) -> String {
    let name = NAMES[lit.unsigned_abs() as usize];
    if lit < 0 { format!("~{name}") } else { name.to_owned() }
}

fn statement(row: &Raw) -> String {
    let term = |&(weight, lit): &(i64, i32)| match weight {
        // A product; weights of 2 are rare.
        2 => format!("+1 {} {} ", named(lit), named(1)),
        _ => format!("{weight:+} {} ", named(lit)),
    };
    let terms: String = row.terms.iter().map(term).collect();
    let lit = if row.bound % 2 == 0 { 1 } else { -2 };
    let lit = ARROWS.get(row.arrow).map(|arrow| format!("{} {arrow} ", named(lit)));
    let relation = match row.arrow {
        8 => "≠",
        _ => [">=", "<=", "="][row.relation],
    };
    format!("{}{terms}{relation} {} ;\n", lit.unwrap_or_default(), row.bound)
}

fn bounded(row: &Raw) -> String {
    let has_weights = row.terms.iter().any(|term| term.0 != 1);
    let term = |(weight, lit): &(i64, i32)| {
        if has_weights { format!("{weight}*{lit}") } else { lit.to_string() }
    };
    let terms: Vec<String> = row.terms.iter().map(term).collect();
    let sign = if has_weights { "w " } else { "" };
    match row.relation {
        0 => clause(row),
        relation => {
            format!("{sign}{} {} {}\n", terms.join(" "), ["", "<=", ">="][relation], row.bound)
        }
    }
}
