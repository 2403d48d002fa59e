//! From every format to every other: a small file that is exported and read back has the same
//! answers with the same values, by the numbers and names in its map.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quarrel::deduce::Rules;
use quarrel::encode::Encodings;
use quarrel::export::{self, Export, ExportError, ExportSummary, FileQuestion};
use quarrel::model::Sense;
use quarrel::prepare::Preparation;
use quarrel::problem::{Answer, Problem};
use quarrel::source::Source;
use quarrel::stop::Stop;
use quarrel::symmetry::Symmetries;
use quarrel::written::FORMATS;
use quarrel::written::ModelFile;

use super::small::{Solutions, assignments, small};
use crate::model_files::{family, opened};

/// The maximum number of variables of a file whose assignments are all tried.
const MOST: usize = 13;

struct Again {
    file: ModelFile,
    exported: ExportSummary,
    /// For each variable of the first file, its number in the second.
    numbers: Vec<usize>,
}

fn again(
    file: &ModelFile,
    formulation: usize,
    to: &export::Format,
    bound: Option<i64>,
) -> Option<Again> {
    let (rules, stop) = (Rules::none(), Stop::unlimited());
    let formulation = &family().formulations[formulation];
    let preparation = Preparation {
        problem: file,
        formulation,
        rules: &rules,
        symmetry: Symmetries::Kept,
        stop: &stop,
    };
    let encodings = Encodings::default();
    let export = Export { preparation, encodings, bound, scramble: None, title: Vec::new() };
    let mut bytes = Vec::new();
    let exported = match to.export(&export, &mut bytes) {
        Ok(exported) => exported,
        Err(ExportError::Encoding(_)) => return None,
        Err(error) => panic!("{}: {error}", to.name),
    };
    let text = String::from_utf8(bytes).expect("exports are texts");
    let source = Source::new(&format!("model.{}", to.name), &text);
    let format = FORMATS.iter().find(|format| (format.recognises)(&source));
    let Some(format) = format else {
        assert!(to.by_name, "no reader recognises this export to {}: {text}", to.name);
        return None;
    };
    let file = match opened(format.name, &text) {
        Ok(file) => file,
        // The half of a parity is a whole number, which only LP and MPS have.
        Err(_) if to.by_name && text.contains("pairs") => return None,
        // A file without clauses and variables names nothing.
        Err(_) if exported.variables == 0 && exported.constraints == 0 => return None,
        Err(refusal) => panic!("{refusal}: {text}"),
    };
    let names = names(to, &text, &exported);
    let number = |name: &String| {
        file.parsed_model().find_variable(name).unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    let numbers = names.iter().map(number).collect();
    Some(Again { file, exported, numbers })
}

/// In formats with names, the first comments list them.
fn names(to: &export::Format, text: &str, exported: &ExportSummary) -> Vec<String> {
    let variables = 1..=exported.labels.len();
    if !to.by_name {
        let letter = if ["opb", "wbo"].contains(&to.name) { "x" } else { "" };
        return variables.map(|number| format!("{letter}{number}")).collect();
    }
    let comments: Vec<&str> =
        text.lines().take_while(|line| line.starts_with(['\\', '*'])).collect();
    let labels = &comments[comments.len() - exported.labels.len()..];
    labels.iter().map(|line| line.split(' ').nth(1).expect("a name").to_owned()).collect()
}

impl Again {
    /// Returns the answers for the first file's variables, each with its best value.
    fn answers(&self, variables: usize) -> BTreeMap<Vec<bool>, Option<i64>> {
        let sense = self.file.info().goal.map(|goal| goal.sense);
        let mut answers: BTreeMap<Vec<bool>, Option<i64>> = BTreeMap::new();
        for values in assignments(self.file.parsed_model().variables()) {
            let answer = Answer::Assignment(values.clone());
            let Ok(cost) = self.file.check(&answer) else { continue };
            let answer =
                self.numbers[..variables].iter().map(|&number| values[number - 1]).collect();
            let known = answers.entry(answer).or_insert(cost);
            *known = match sense {
                Some(Sense::Maximise) => cost.max(*known),
                _ => cost.min(*known),
            };
        }
        answers
    }

    /// Converts the cost of the second file into a value of the first. A file without a cost, in
    /// which all soft rows hold, costs 0.
    fn value(&self, cost: Option<i64>) -> Option<i64> {
        self.exported.cost.and_then(|told| told.value(cost.unwrap_or(0)))
    }
}

fn assert_same(format: &str, text: &str, to: &export::Format) {
    let Ok(file) = opened(format, text) else { return };
    let answers = Solutions::of(&file);
    let best = answers.best();
    let is_decided = to.asks == FileQuestion::Decision && file.info().goal.is_some();
    if is_decided && best.is_none() {
        return;
    }
    for formulation in 0..family().formulations.len() {
        let bound = best.filter(|_| is_decided);
        let Some(again) = again(&file, formulation, to, bound) else { continue };
        if again.file.parsed_model().variables() > MOST {
            continue;
        }
        let expected = bound.map_or(answers.0.clone(), |bound| answers.reaching(bound).0);
        let told = again.answers(file.parsed_model().variables());
        let what = format!("{format} to {}: {text}", to.name);
        assert!(expected.keys().eq(told.keys()), "{what}\n{expected:?}\n{told:?}");
        if again.exported.cost.is_some() {
            for (values, cost) in told {
                assert_eq!(again.value(cost), expected[&values], "{what} {values:?}");
            }
        }
    }
}

#[test]
fn examples_are_written_into_every_format() {
    for format in FORMATS {
        for to in export::FORMATS {
            assert_same(format.name, format.example, to);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_files_are_the_same_in_every_format((format, text) in small()) {
        for to in export::FORMATS {
            assert_same(format, &text, to);
        }
    }
}
