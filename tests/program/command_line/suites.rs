//! `quarrel export --suite`: the folder's statements about each instance are true.

use std::collections::HashSet;
use std::fs;
use std::io::Read;

use rustsat::instances::SatInstance;
use rustsat::solvers::{Solve, SolverResult};
use rustsat_cadical::CaDiCaL;
use serde_json::Value;

use super::boards::QUEENS;
use crate::workbench::Workbench;

const SMALL: &str = "export --suite DIR --family abbott-window,gunport,armies,three-in-a-row --size 4,3x5 \
                     --card totalizer,odd-even-network --shape flat,rows-chain --to cnf,wcnf,opb";

fn small(folder: &str) -> String {
    SMALL.replace("DIR", folder)
}

fn manifest(bench: &Workbench, folder: &str) -> Value {
    let text = fs::read_to_string(bench.path(&format!("{folder}/manifest.json")));
    serde_json::from_str(&text.expect("a manifest")).expect("JSON")
}

fn instances(bench: &Workbench, folder: &str) -> Vec<Value> {
    manifest(bench, folder)["instances"].as_array().expect("a list").clone()
}

fn text(bench: &Workbench, file: &str) -> String {
    let file = fs::File::open(bench.path(file)).expect("a file");
    let mut text = String::new();
    liblzma::read::XzDecoder::new(file).read_to_string(&mut text).expect("a complete file");
    text
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

pub fn everything(bench: &Workbench, folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(bench.path(folder)).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let below = names.into_iter().flat_map(|name| {
        let path = format!("{folder}/{name}");
        if bench.path(&path).is_dir() {
            everything(bench, &path)
        } else {
            vec![(path.clone(), fs::read(bench.path(&path)).expect("a file"))]
        }
    });
    below.collect()
}

/// A file in CNF asks for a decision, so none of them has an optimum as its result.
#[test]
fn the_optimum_is_a_result_of_formats_that_ask_for_it() {
    let bench = Workbench::new();
    let line = "export --suite DIR --family armies,gunport --size 4 --to";
    for (folder, formats) in [("one", "cnf"), ("both", "cnf,wcnf")] {
        bench.run(&format!("{} {formats}", line.replace("DIR", folder))).with_status(0);
        let readme = fs::read_to_string(bench.path(&format!("{folder}/README.md")));
        let readme = readme.expect("a page");
        let rows = readme.lines().filter(|line| line.starts_with('|'));
        let rows: Vec<Vec<&str>> =
            rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
        let place = rows[0].iter().position(|head| *head == "optimum known");
        assert_eq!(place.is_some(), folder == "both", "{readme}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{readme}");
        let Some(place) = place else { continue };
        let cell = |format: &str| {
            let row = rows.iter().find(|row| row[0] == format!("`{format}`"));
            row.expect("a row")[place].to_owned()
        };
        assert_eq!(cell("cnf"), "–");
        assert!(cell("wcnf").parse::<usize>().expect("a number") > 0, "{readme}");
    }
}

#[test]
fn every_instance_is_what_its_command_writes_and_has_its_result() {
    let bench = Workbench::new();
    bench.run(&small("set")).with_status(0);
    let instances = instances(&bench, "set");
    let mut results: HashSet<String> = HashSet::new();
    for instance in &instances {
        let file = text(&bench, &format!("set/{}", string(&instance["file"])));
        let command = string(&instance["command"]).strip_prefix("quarrel ").expect("a command");
        assert_eq!(bench.run(command).with_status(0).out, file, "{command}");
        results.insert(string(&instance["result"]).to_owned());
        if command.contains("--to cnf") {
            keeps_the_rules_of_the_sat_competition(&file, instance);
        }
        if command.contains("--to wcnf") {
            let clauses: Vec<&str> = file.lines().filter(|line| !line.starts_with('c')).collect();
            assert!(clauses.iter().any(|line| line.starts_with("1 ")), "a soft clause: {command}");
            assert!(clauses.iter().all(|line| !["h 0", "1 0"].contains(line)), "{command}");
        }
        let puzzle = command.strip_prefix("export ").and_then(|rest| rest.split(" --to").next());
        let bound = command.split_once("--bound ").map(|(_, bound)| format!("--bound {bound}"));
        let solve = format!(
            "solve {} {} --format json",
            puzzle.expect("a puzzle"),
            bound.unwrap_or_default()
        );
        let found = bench.run(&solve);
        assert_eq!(found.err, "", "{solve}");
        assert_eq!(found.json()["status"], instance["result"], "{command}");
    }
    let all = ["satisfiable", "unsatisfiable", "optimal"].map(str::to_owned);
    assert_eq!(results, HashSet::from(all));
    assert!(instances.iter().all(|one| one["file"] != "" && !one["sha256"].is_null()));
}

/// Asserts that every variable occurs, that no clause is empty, a tautology or repeats a literal,
/// and that a separate solver finds the stated result.
fn keeps_the_rules_of_the_sat_competition(text: &str, instance: &Value) {
    let mut occurring = HashSet::new();
    for line in text.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        let mut lits: Vec<i64> =
            line.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(lits.pop(), Some(0), "{line}");
        let variables: HashSet<u64> = lits.iter().map(|lit| lit.unsigned_abs()).collect();
        assert!(!lits.is_empty() && variables.len() == lits.len(), "{line}");
        occurring.extend(variables);
    }
    assert_eq!(occurring.len() as u64, instance["variables"], "{}", instance["file"]);
    let read: SatInstance = SatInstance::from_dimacs(&mut text.as_bytes()).expect("it reads");
    let mut solver = CaDiCaL::default();
    solver.add_cnf(read.into_cnf().0).expect("memory");
    let expected = match solver.solve().expect("a result") {
        SolverResult::Sat => "satisfiable",
        SolverResult::Unsat => "unsatisfiable",
        SolverResult::Interrupted => unreachable!("nothing interrupts it"),
    };
    assert_eq!(instance["result"], expected, "{}", instance["file"]);
}

#[test]
fn equal_formulas_are_written_once() {
    let bench = Workbench::new();
    let line = "export --suite set --family gunport --size 5 --xor direct,chain-4 --to cnf,wcnf \
                --card totalizer,bdd --scrambles 2";
    let told = bench.run(line).with_status(0).out;
    assert_eq!(
        told,
        "gunport-5x5: the optimum is 9, 15 instances, 21 left out\n\
         15 instances in set; 21 are left out, and manifest.json has the reason of each\n"
    );
    let detailed = bench.run(&format!("{} -v", line.replace("set", "detailed"))).with_status(0).out;
    assert!(detailed.contains("--xor chain-4 --to wcnf: the same formula as wcnf/"), "{detailed}");
    assert_eq!(detailed.matches("  without quarrel export ").count(), 21, "{detailed}");
    let manifest = manifest(&bench, "set");
    let instances = manifest["instances"].as_array().expect("a list");
    let left_out = manifest["left_out"].as_array().expect("a list");
    let of = |format: &str| {
        let files = instances.iter().map(|one| string(&one["file"]));
        files.filter(|file| file.starts_with(format)).count()
    };
    // Two questions with two encodings in cnf, one question in wcnf; each plain and scrambled
    // twice.
    assert_eq!((of("cnf"), of("wcnf")), (12, 3), "{told}");
    assert_eq!(left_out.len(), 12 + 9, "{told}");
    for one in left_out {
        let other = string(&one["reason"]).strip_prefix("the same formula as ").expect("a reason");
        assert!(instances.iter().any(|kept| kept["file"] == other), "{other}");
        assert!(!bench.path(&format!("set/{}", string(&one["file"]))).exists());
        let line = string(&one["command"]).strip_prefix("quarrel ").expect("a command");
        let content = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
        };
        let same = content(&text(&bench, &format!("set/{other}")));
        assert_eq!(content(&bench.run(line).with_status(0).out), same, "{line}");
    }
}

#[test]
fn a_table_has_what_the_manifest_has() {
    let bench = Workbench::new();
    let line = "export --suite set --family armies,gunport --size 4 --card auto --to wcnf,lp --scrambles 1";
    bench.run(line).with_status(0);
    for format in ["wcnf", "lp"] {
        let file = fs::File::open(bench.path(&format!("set/{format}/instances.csv")));
        let mut table = csv::Reader::from_reader(file.expect("a table"));
        let head = table.headers().expect("a head").clone();
        let columns = "file family rows columns variant formulation amo card pb int xor order shape symmetry \
                       deduce scramble bound result optimum lower_bound upper_bound variables auxiliary \
                       constraints literals sha256 map command";
        assert_eq!(head.iter().collect::<Vec<_>>().join(" "), columns);
        let rows: Vec<csv::StringRecord> =
            table.records().collect::<Result<_, _>>().expect("records");
        let all = instances(&bench, "set");
        let ours = all.iter().filter(|one| string(&one["file"]).starts_with(format));
        assert_eq!(ours.clone().count(), rows.len());
        for (one, row) in ours.zip(&rows) {
            for (column, cell) in head.iter().zip(row) {
                let told = match &one[column] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    number => number.to_string(),
                };
                assert_eq!(cell, told, "{column}");
            }
            let written = text(&bench, &format!("set/{}", string(&one["file"])));
            let clauses = written.lines().filter(|line| line.starts_with(['h', '1']));
            let literals: usize = clauses.map(|line| line.split(' ').count() - 2).sum();
            assert!(format == "lp" || one["literals"] == literals, "{literals}: {one:#}");
            assert_eq!(one["xor"], "none");
        }
    }
    let all = instances(&bench, "set");
    let card = |family: &str, format: &str| {
        let one = all
            .iter()
            .find(|one| one["family"] == family && string(&one["file"]).starts_with(format));
        string(&one.expect("an instance")["card"]).to_owned()
    };
    assert_eq!(card("armies", "wcnf"), "totalizer (auto)");
    assert_eq!(
        (card("gunport", "wcnf"), card("armies", "lp")),
        ("none".to_owned(), "none".to_owned())
    );
}

#[test]
fn the_same_command_makes_the_same_folder() {
    let bench = Workbench::new();
    for folder in ["one", "two"] {
        bench.run(&small(folder)).with_status(0);
    }
    let names = |folder: &str| {
        let all = everything(&bench, folder).into_iter();
        all.map(|(name, content)| (name.split_once('/').map(|it| it.1.to_owned()), content))
            .collect::<Vec<_>>()
    };
    assert!(names("one") == names("two"));
}

#[test]
fn an_answer_to_an_instance_is_held_against_what_is_known() {
    let bench = Workbench::new();
    bench.run("export --suite set --family armies --size 5 --to cnf").with_status(0);
    bench.write("out", "s UNSATISFIABLE\n");
    for instance in instances(&bench, "set") {
        let decode = bench.run(&format!("decode --map set/{} out", string(&instance["map"])));
        match string(&instance["result"]) {
            "satisfiable" => assert!(decode.refusal().contains("disagreement")),
            _ => drop(decode.with_status(1)),
        }
    }
}

#[test]
fn boards_come_from_a_folder_and_what_is_open_is_not_known() {
    let bench = Workbench::new();
    fs::create_dir(bench.path("boards")).expect("a folder");
    let mirrored = QUEENS.lines().map(|row| row.chars().rev().collect::<String>() + "\n");
    bench.write("boards/b.txt", mirrored.collect::<String>());
    bench.write("boards/a.txt", QUEENS);
    bench.write("boards/c.txt", QUEENS.replace('A', "Z"));
    let line =
        "export --suite q --family queens --boards boards --formulation all --to cnf,wcnf,knf";
    let told = bench.run(line).with_status(0).out;
    assert!(told.starts_with("queens-a: there is an answer, 6 instances\n"), "{told}");
    assert!(told.contains("queens-c: there is an answer, 0 instances, 6 left out\n"), "{told}");
    let files: Vec<String> =
        instances(&bench, "q").iter().map(|one| string(&one["file"]).to_owned()).collect();
    assert!(files.contains(&"knf/queens-b-pairs.knf.xz".to_owned()), "{files:?}");
    assert!(!files.iter().any(|file| file.starts_with("wcnf")), "nothing is counted");
    let line = "export --suite open --family gunport --size 14x16 --conflict-limit 1 --to cnf,wcnf";
    bench.run(line).with_status(0);
    let results: Vec<Value> =
        instances(&bench, "open").iter().map(|one| one["result"].clone()).collect();
    assert_eq!(results, ["satisfiable", "unknown", "unknown"], "deduction leaves no other bound");
}

#[test]
fn what_cannot_be_is_said_and_what_is_wrong_is_refused_first() {
    let bench = Workbench::new();
    let line = "export --suite set --family armies --size 4 --shape flat,colours-chain --to cnf -v";
    let told = bench.run(line).with_status(0).out;
    assert!(
        told.contains("armies-4x4: the optimum is 2, 2 instances, 2 left out\n  without "),
        "{told}"
    );
    bench.write("board", "AB\nBB\n");
    for (line, reason) in [
        ("export --suite set --family armies --size 4", "is finished"),
        ("export --suite new --family armies --size 4 --card sum", "invalid value 'sum'"),
        ("export --suite new --family nobody", "no family `nobody`"),
        ("export --suite new --family queens", "--boards"),
        ("export --suite new --family queens --boards nowhere", "cannot read nowhere"),
        ("export --suite new --family armies,gunport --boards board", "several families are named"),
        ("export --suite new --family armies --size 4 --variant no-slide", "no variant"),
        ("export --suite new --to txt", "invalid value 'txt'"),
        ("export --suite new --conflict-limit 0", "invalid value '0'"),
    ] {
        let refusal = bench.run(line).refusal();
        assert!(refusal.contains(reason), "{line}: {refusal}");
        assert!(!bench.path("new").exists(), "{line}");
    }
}
