//! Random integer programs, exported to LP and MPS and read back: the same answers with the same
//! values of the objective, by the names of the variables.

use std::collections::BTreeMap;

use quarrel::deduce::Rules;
use quarrel::encode::Encodings;
use quarrel::export::decode::{ReopenedProblem, SolverClaim};
use quarrel::export::map::Map;
use quarrel::export::{self, Export};
use quarrel::prepare::Preparation;
use quarrel::problem::{Answer, Judgement, Problem, Rational};
use quarrel::puzzle::Request;
use quarrel::puzzles::FAMILIES;
use quarrel::source::Source;
use quarrel::stop::Stop;
use quarrel::symmetry::Symmetries;
use quarrel::written::ModelFile;

use super::small::assignments;
use crate::model_files::{family, opened};

/// The largest number of variables that are 0 or 1 in a file whose assignments are all tried.
const MOST: usize = 14;

/// Returns a program over b, which is 0 or 1, and integers, some of which are semi-integer. A row
/// may have a product, depend on b, or exclude a sum.
fn program(random: &mut fastrand::Rng) -> String {
    let integers = ["x", "y", "z"].map(|name| {
        let least = random.i64(-4..4);
        let largest = least + random.i64(0..5);
        let is_semi = random.bool() && (least > 0 || largest < 0);
        (name, least, largest, is_semi)
    });
    let integers = &integers[..random.usize(1..=3)];
    let sum = |random: &mut fastrand::Rng| -> String {
        let names = integers.iter().map(|integer| integer.0).chain(["b"]);
        names.map(|name| format!(" {:+} {name}", random.i64(-4..5))).collect()
    };
    let objective = format!("{} {:+}", sum(random), random.i64(-3..4));
    let mut rows = String::new();
    for number in 0..random.usize(0..4) {
        let guard = if random.usize(0..4) == 0 { "b = 1 -> " } else { "" };
        let product = if random.usize(0..6) == 0 { " + [ x * b ]" } else { "" };
        let relation = ["<=", ">=", "=", "<=", ">=", "!="][random.usize(0..6)];
        let bound = random.i64(-9..10);
        rows += &format!(" r{number}: {guard}{}{product} {relation} {bound}\n", sum(random));
    }
    let bounds: String = integers
        .iter()
        .map(|(name, least, largest, _)| format!(" {least} <= {name} <= {largest}\n"))
        .collect();
    let names: String = integers.iter().map(|integer| format!(" {}", integer.0)).collect();
    let semi: String =
        integers.iter().filter(|one| one.3).map(|integer| format!(" {}", integer.0)).collect();
    let sense = if random.bool() { "max" } else { "min" };
    format!(
        "{sense}{objective}\nst\n{rows}Bounds\n{bounds}General\n{names}\nSemi\n{semi}\nBinary\n b\nEnd\n"
    )
}

/// The values of the first file's variables, with the objective.
type Answers = BTreeMap<BTreeMap<String, i64>, Rational>;

/// Returns the answers of a file by the variables of `names`.
fn answers(file: &ModelFile, names: &[&str]) -> Answers {
    let mut answers = Answers::new();
    for values in assignments(file.parsed_model().variables()) {
        let answer = Answer::Assignment(values);
        let Ok(value) = file.check(&answer) else { continue };
        let problem: &dyn Problem = file;
        let assignment = problem.assignment(&answer.to_partial()).expect("a file");
        let known = assignment.into_iter().filter(|(name, _)| names.contains(&&**name)).collect();
        let value = value.map_or(0.into(), |value| file.info().scale.to_number(value));
        if let Some(other) = answers.insert(known, value.clone()) {
            assert_eq!(other, value, "an auxiliary variable changes the value");
        }
    }
    answers
}

/// A program in LP that was exported.
struct Exported {
    text: String,
    summary: export::ExportSummary,
    map: Map,
}

/// Exports a program in LP to the format `to`.
fn exported(text: &str, to: &str) -> Exported {
    let board = Some(Source::new("model", text).into());
    let request = Request { board, format: Some("lp".to_owned()), ..Request::default() };
    let file = ModelFile::read(&request).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    let (rules, stop) = (Rules::none(), Stop::unlimited());
    let preparation = Preparation {
        problem: &file,
        formulation: &family().formulations[0],
        rules: &rules,
        symmetry: Symmetries::Kept,
        stop: &stop,
    };
    let encodings = Encodings::default();
    let export = Export { preparation, encodings, bound: None, scramble: None, title: Vec::new() };
    let (mut bytes, format) = (Vec::new(), export::find_format(to).expect("a format"));
    let summary = format.export(&export, &mut bytes).expect("LP and MPS state every model");
    let map = Map::from_export(family(), &request, None, format, &export, &summary);
    let text = String::from_utf8(bytes).expect("exports are texts");
    Exported { text, summary, map: map.expect("a file in memory") }
}

#[test]
fn integers_are_exported_as_integers() {
    let mut random = fastrand::Rng::with_seed(0);
    let (mut tried, mut tied) = (0, 0);
    for _ in 0..600 {
        let text = program(&mut random);
        let file = opened("lp", &text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
        if file.parsed_model().variables() > MOST {
            continue;
        }
        let has = |name: &&str| *name == "b" || text.contains(&format!("<= {name} <="));
        let names: Vec<&str> = ["x", "y", "z", "b"].into_iter().filter(has).collect();
        let expected = answers(&file, &names);
        for name in ["lp", "mps"] {
            let Exported { text: again, summary, .. } = exported(&text, name);
            let second =
                opened(name, &again).unwrap_or_else(|refusal| panic!("{refusal}: {again}"));
            if second.parsed_model().variables() > MOST {
                continue;
            }
            tried += 1;
            tied += usize::from(again.contains(" digits_1"));
            let cost = summary.cost.expect("an objective");
            let printed: Answers = expected
                .iter()
                .map(|(values, value)| {
                    let value = file.info().scale.value(value).expect("a value of the first file");
                    (values.clone(), (cost.offset + cost.slope * value).into())
                })
                .collect();
            assert_eq!(answers(&second, &names), printed, "{text}\n{again}");
        }
    }
    assert!(tried > 800 && tied > 50, "{tried} of 1200, {tied} with digits");
}

#[test]
fn digits_appear_only_if_a_row_needs_them() {
    let text = "min 3 x + 2 y + z\nst\n c: 3 x + 5 y + z >= 7\n d: x - 2 z <= 4\n e: x + y + z <= 30\nBounds\n -5 <= x <= 37\n y <= 11\n 3 <= z <= 9\nGeneral\n x y z\nSemi\n z\nEnd\n";
    let Exported { text: lp, summary, .. } = exported(text, "lp");
    assert_eq!((summary.variables, summary.constraints), (3, 3), "{lp}");
    for line in [
        " obj: 3 x + 2 y + z",
        " linear_1: 3 x + 5 y + z >= 7",
        " linear_2: x - 2 z <= 4",
        " 3 <= z <= 9",
        "General\n x y z",
        "Semi-Continuous\n z",
    ] {
        assert!(lp.contains(line), "{line}: {lp}");
    }
    let mps = exported(text, "mps").text;
    assert!(mps.contains(" LO BND z 3\n SC BND z 9"), "{mps}");
}

#[test]
fn programs_without_digits_are_readable() {
    for text in [
        "min x\nst\n c: x >= 3\nBounds\n x = 3\nGeneral\n x\nEnd\n",
        "min\nst\nEnd\n",
        "min x\nst\n c: x >= 3\n d: x <= 2\nBounds\n 2 <= x <= 5\nGeneral\n x\nEnd\n",
    ] {
        let file = opened("lp", text).expect("a program");
        for name in ["lp", "mps"] {
            let again = exported(text, name).text;
            let second =
                opened(name, &again).unwrap_or_else(|refusal| panic!("{refusal}: {again}"));
            assert_eq!(answers(&second, &["x"]).len(), answers(&file, &["x"]).len(), "{again}");
        }
    }
}

/// Two integers with a product, so that digits of both are in an export.
const PRODUCT: &str = "max x + 2 y\nst\n c: [ x * y ] <= 11\n d: x + y <= 9\nBounds\n -2 <= x <= 5\n 1 <= y <= 6\nGeneral\n x y\nEnd\n";

#[test]
fn solutions_of_exports_have_integers() {
    let Exported { text, map, .. } = exported(PRODUCT, "lp");
    assert!(text.contains(" digits_2: y - y_0"), "{text}");
    let reopened = ReopenedProblem::new(map, FAMILIES).expect("a map as it was written");
    let read = |output: &str| reopened.read(&Source::new("out", output));
    let output = |x: &str, y: &str| {
        let products = text.lines().filter(|line| line.starts_with("\\ product")).count();
        let mut values = format!("x {x}\ny {y}\n");
        for number in 1..=products {
            values += &format!("product_{number} 0\n");
        }
        values
    };
    let raw = |columns: &str| {
        let number = columns.lines().count();
        format!(
            "Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns {number}\n{columns}# Rows 0\n\n# Dual solution values\nNone\n"
        )
    };
    let decoded = read(&raw(&output("-2", "6.0000001"))).expect("an answer without products");
    assert_eq!(decoded.claim, SolverClaim::Optimal);
    let problem = reopened.opened.as_problem();
    let answer = decoded.answer.expect("an answer").answer().to_partial();
    let assignment = problem.assignment(&answer).expect("a file");
    assert_eq!(assignment, [("x".to_owned(), -2), ("y".to_owned(), 6)]);
    let refused = read(&raw(&output("-2", "7"))).err().expect("no answer");
    let part = "an answer that breaks a rule: `y` is 7, but it is a whole number from 1 to 6, ";
    assert!(refused.found.starts_with(part), "{}", refused.found);
}

#[test]
fn values_outside_of_bounds_break_a_rule() {
    let file = opened("lp", PRODUCT).expect("a program");
    let judged = |text: &str| {
        let answer = file.read(&Source::new("answer", text)).map_err(|refusal| refusal.found)?;
        Ok::<_, String>(Judgement::new(&file, &answer))
    };
    assert_eq!(judged("v x=3 y=3"), Ok(Judgement::Valid(Some(9))));
    for text in ["v x=6 y=1", "v x=3 y=9 x=6"] {
        let Ok(Judgement::Broken(broken)) = judged(text) else { panic!("{text}") };
        assert!(broken.to_string().contains(" is a whole number from "), "{broken}");
    }
    assert!(judged("v x=3.5 y=1").is_err_and(|found| found == "`x` with the value 3.5"));
    let pretty = |value: &str| {
        format!(
            "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n        0                  -2            5            3               Integer     x\n        1                   1            6{value:>13}               Integer     y\nRows\n    Index Status        Lower        Upper       Primal         Dual  Name\n\nModel status: Optimal\n\nObjective value: 9\n"
        )
    };
    assert_eq!(judged(&pretty("3")), Ok(Judgement::Valid(Some(9))));
    assert_eq!(
        judged(&pretty("1.23457e+06")),
        Err("`y` with the value 1.23457e+06, which is rounded".to_owned())
    );
}
