//! Published model files with known sizes, kinds of constraints and results.
//!
//! The files are not in the repository, since not all of them have a licence. Their folder has a
//! table `LIST.csv`: file, bytes, variables, constraints, kinds, objective, largest integer, known
//! result.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use quarrel::formulation::ModelScheme;
use quarrel::model::{Model, Relation, Statement};
use quarrel::problem::Problem;
use quarrel::puzzle::Request;
use quarrel::search::{Answers, Status};
use quarrel::source::Input;
use quarrel::written::ModelFile;
use quarrel::written::{FORMATS, ParsedRow, RowForm};

use super::needs::{MODELS, Test};
use crate::model_files::{family, found, opened};

pub fn tests() -> Vec<Test> {
    let test = |name: &str, run: fn()| {
        Test::of_files(&format!("published_models::{name}"), &MODELS, "LIST.csv", run)
    };
    vec![
        test("files_have_the_sizes_and_kinds_of_the_table", check_table),
        test("known_results_are_reached", || assert_results(SHORT)),
        test("known_results_of_hard_files_are_reached", || assert_results(LONG)).long("minutes"),
    ]
}

type Kinds = BTreeMap<String, usize>;

/// The files that are refused, each with a part of the reason.
const REFUSED: &[(&str, &str)] = &[
    ("opb/dec-128ebits_0.opb", "add up to more than 64 bits can hold"),
    ("opb/dec-256ebits_any.opb", "add up to more than 64 bits can hold"),
    ("opb/dec-32array_alg_ineq5.opb", "add up to more than 64 bits can hold"),
];

/// The files whose kinds are counted otherwise here than in the table: the kinds here, and the
/// reason.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "opb/scip-factor-mod-size=9-P0=263-P1=409-P2=29-P3=379-B.opb",
        "pb:4 pb=:3 product:3",
        PRODUCTS,
    ),
    (
        "opb/scip-normalized-90_rounds_0_errors.opb",
        "card=:91 eo:303 product:303 unit:33",
        "rows of products are also counted by their kind, and `+1 x183 = 1` is a literal",
    ),
    ("opb/scip-normalized-mds_50_25_5.opb", "clause:50 product:50", PRODUCTS),
    ("opb/toy-example-nlc-1.opb", "pb:3 pb=:1 product:2", PRODUCTS),
    ("opb/toy-example-nlc-2.opb", "pb:2 pb=:1 product:1", PRODUCTS),
    ("opb/toy-normalized-aries-da_network_20_2__17_12.opb", "eo:2 pb=:18", ALL_BUT_ONE),
    (
        "wbo/toy-normalized-satellite01ac_wcsp.wbo",
        "clause:12257 eo:79 soft:12524 unit:267",
        ALL_BUT_ONE,
    ),
    ("cnf/cms-xor.cnf", "unit:1", "an odd number of one literal is that literal"),
];

const PRODUCTS: &str = "rows of products are also counted by their kind";

const ALL_BUT_ONE: &str = "n - 1 of n literals are true if exactly one negation is";

/// The files whose result is not in the table, with the result. It was found by trying all values,
/// with a reader in another language.
const BY_BRUTE_FORCE: &[(&str, Status, Option<i64>)] = &[
    ("opb/rustsat-all_diff.opb", Status::Unsatisfiable, None),
    ("opb/diamond.opb", Status::Unsatisfiable, None),
    ("opb/stein9.opb", Status::Optimal, Some(5)),
];

/// The files that an unoptimised build solves within seconds.
const SHORT: &[&str] = &[
    "cnf/bart10.shuffled.cnf",
    "knf/magicsq-3.knf",
    "knf/magicsq-4.knf",
    "knf/maxsquare-7-32-SAT.knf",
    "knf/maxsquare-7-33-unsat.knf",
    "knf/maxsquare-8-41-SAT.knf",
    "knf/php8.knf",
    "opb/dec-stein15.0.s.opb",
    "opb/diamond.opb",
    "opb/rustsat-all_diff.opb",
    "opb/scip-normalized-mds_50_25_5.opb",
    "opb/stein15.opb",
    "opb/stein27.opb",
    "opb/stein9.opb",
];

/// The files that take up to some minutes.
const LONG: &[&str] = &[
    "knf/extension-enforcement-extension-enforcement_strict_com_100_0.05_4_20_3-sat.knf",
    "knf/magicsq-5.knf",
];

struct Listed {
    file: String,
    path: PathBuf,
    variables: usize,
    constraints: usize,
    kinds: Kinds,
    known: String,
}

fn listed() -> Vec<Listed> {
    let root = MODELS.path();
    let mut table = csv::Reader::from_path(root.join("LIST.csv")).expect("a table of the files");
    let listed = table.records().map(|row| {
        let row = row.expect("a row of the table");
        let number = |at: usize| row[at].parse().expect("a number");
        let file = row[0].to_owned();
        let path = root.join(&file);
        let known = row.iter().skip(7).collect::<Vec<_>>().join(",");
        Listed {
            file,
            path,
            variables: number(2),
            constraints: number(3),
            kinds: kinds(&row[4]),
            known,
        }
    });
    let listed: Vec<Listed> = listed.collect();
    assert!(!listed.is_empty(), "the table has no files");
    listed
}

fn kinds(text: &str) -> Kinds {
    let kind = |word: &str| {
        let (name, number) = word.rsplit_once(':').expect("a kind and a number");
        (name.to_owned(), number.parse().expect("a number"))
    };
    text.split_whitespace().map(kind).collect()
}

impl Listed {
    fn opened(&self) -> Result<ModelFile, String> {
        let input = Input::file(self.path.to_str().expect("a path in UTF-8"));
        let head = input.head().expect("a file that can be read");
        let format = FORMATS.iter().find(|format| (format.recognises)(&head));
        let format = format.unwrap_or_else(|| panic!("{} is in no format", self.file));
        let format = Some(format.name.to_owned());
        let request = Request { board: Some(input), format, ..Request::default() };
        ModelFile::read(&request).map_err(|refusal| refusal.to_string())
    }

    /// Returns the expected kinds of a file: those in [`DIFFERENCES`], or else those of the table.
    fn expected(&self) -> Kinds {
        let other = DIFFERENCES.iter().find(|difference| difference.0 == self.file);
        other.map_or(self.kinds.clone(), |other| kinds(other.1))
    }
}

fn is_clauses(file: &ModelFile) -> bool {
    file.parsed_model().rows().all(|row| matches!(row.form, RowForm::Clause))
}

/// Counts the constraints of each kind: in a file of clauses the rows of the file, otherwise the
/// constraints of the model.
fn counted(listed: &Listed, file: &ModelFile) -> Kinds {
    let mut kinds = Kinds::new();
    let mut count = |name: &str, number: usize| {
        *kinds.entry(name.to_owned()).or_default() += number;
    };
    if is_clauses(file) {
        file.parsed_model().rows().for_each(|row| count(name_of_clause(&row), 1));
        return kinds;
    }
    if file.parsed_model().is_soft() {
        count("soft", file.parsed_model().rows().filter(|row| row.cost.is_some()).count());
        hardened(listed, &mut count);
    } else {
        let ModelScheme::Complete(model) = file.model_scheme(family().published()) else {
            panic!("a whole model")
        };
        count_model(&model, file.parsed_model().len(), &mut count);
    }
    let variables = i32::try_from(file.parsed_model().variables()).expect("a small file");
    let has_product = |row: &ParsedRow| row.lits.iter().any(|lit| lit.abs() > variables);
    count("product", file.parsed_model().rows().filter(has_product).count());
    kinds.retain(|_, number| *number > 0);
    kinds
}

fn name_of_clause(row: &ParsedRow) -> &'static str {
    match (row.cost, row.lits.len()) {
        (Some(_), 1) => "soft-unit",
        (Some(_), _) => "soft-clause",
        (None, _) => "clause",
    }
}

/// Counts the rows of a WBO file as if none could be broken.
fn hardened(listed: &Listed, count: &mut impl FnMut(&str, usize)) {
    let text = fs::read_to_string(&listed.path).expect("a text");
    let statement = |line: &str| match line.split_once(']') {
        Some((_, hard)) if line.trim_start().starts_with('[') => format!("{hard}\n"),
        _ if line.trim_start().starts_with("soft") => String::new(),
        _ => format!("{line}\n"),
    };
    let text: String = text.lines().map(statement).collect();
    let file = opened("opb", &text).expect("OPB has all constraints of a WBO file");
    let ModelScheme::Complete(model) = file.model_scheme(family().published()) else {
        panic!("a whole model")
    };
    count_model(&model, file.parsed_model().len(), count);
}

/// Counts the constraints of a model. A row without a constraint always holds.
fn count_model(model: &Model, rows: usize, count: &mut impl FnMut(&str, usize)) {
    let mut told = 0;
    for constraint in model.constraints().iter() {
        let name = match (model.groups()[constraint.group()].as_str(), constraint.statement) {
            ("products", _) => continue,
            ("literals", _) => "unit",
            (_, Statement::Clause(_)) => "clause",
            (_, Statement::AtMostOne(_)) => "amo",
            (_, Statement::ExactlyOne(_)) => "eo",
            (_, Statement::Cardinality(_, Relation::Exactly, _)) => "card=",
            (_, Statement::Cardinality(..)) => "card",
            (_, Statement::Parity(..)) => "xor",
            (_, Statement::Linear(row)) if row.relation == Relation::Exactly => "pb=",
            (_, Statement::Linear(..)) => "pb",
        };
        told += 1;
        count(name, 1);
    }
    count("true", rows.saturating_sub(told));
}

fn check_table() {
    let mut wrong = Vec::new();
    for listed in listed() {
        let name = &listed.file;
        let file = match listed.opened() {
            Ok(file) => file,
            Err(refusal) => {
                let known = REFUSED.iter().find(|refused| refused.0 == *name);
                if known.is_none_or(|known| !refusal.contains(known.1)) {
                    wrong.push(format!("{name}: {refusal}"));
                }
                continue;
            }
        };
        let sizes = (file.parsed_model().variables(), file.parsed_model().len());
        if sizes != (listed.variables, listed.constraints) {
            wrong.push(format!("{name}: {sizes:?}, {} {}", listed.variables, listed.constraints));
        }
        let (told, expected) = (counted(&listed, &file), listed.expected());
        if told != expected {
            wrong.push(format!("{name}: {told:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn known(listed: &Listed) -> Option<(Status, Option<i64>)> {
    if let Some(&(_, status, value)) = BY_BRUTE_FORCE.iter().find(|known| known.0 == listed.file) {
        return Some((status, value));
    }
    let word = listed.known.split([' ', '(']).next()?;
    match word.to_ascii_lowercase().as_str() {
        "sat" | "satisfiable" => Some((Status::Satisfiable, None)),
        "unsat" | "unsatisfiable" => Some((Status::Unsatisfiable, None)),
        number => Some((Status::Optimal, Some(number.parse().ok()?))),
    }
}

fn assert_results(files: &[&str]) {
    for listed in listed().iter().filter(|listed| files.contains(&listed.file.as_str())) {
        let (status, value) = known(listed).expect("a known result");
        let file = listed.opened().expect("a file that is read");
        let finding = found(&file, 0, Answers::One, None);
        assert_eq!(finding.status(), status, "{}", listed.file);
        assert!(
            value.is_none() || finding.value() == value,
            "{}: {:?}",
            listed.file,
            finding.value()
        );
    }
}
