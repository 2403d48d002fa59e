//! The keys and types of `--format json`, for every ending.

use serde_json::Value;

use super::boards::{QUEENS, THREE};
use crate::workbench::{Workbench, run};

const KEYS: [&str; 19] = [
    "version",
    "layout",
    "family",
    "size",
    "variant",
    "formulation",
    "encodings",
    "search",
    "symmetry",
    "deductions",
    "solver",
    "mode",
    "seed",
    "status",
    "rests_on",
    "objective",
    "bounds",
    "answer",
    "checked",
];

fn report(line: &str, status: i32, further: &[&str]) -> Value {
    let bench = Workbench::with("queens", QUEENS);
    bench.write("three", THREE);
    bench.write("none", "AABB\nAABB\nAABB\nAABB\n");
    bench.write("clash", "000.\n....\n....\n....\n");
    let ended = bench.run(&format!("{line} --format json")).with_status(status);
    assert_eq!(ended.err, "", "nothing but the object");
    let report = ended.json();
    let mut expected: Vec<&str> =
        KEYS.iter().chain(further).copied().chain(["stopped", "stats"]).collect();
    if line.contains("three-in-a-row") {
        let variant = expected.iter().position(|key| *key == "variant").expect("a key");
        expected.insert(variant + 1, "ruling");
    }
    assert_eq!(keys(&report), expected, "{line}");
    check_types(&report);
    report
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn is_rows(value: &Value) -> bool {
    value.as_array().is_some_and(|rows| rows.iter().all(Value::is_string))
}

fn check_types(report: &Value) {
    for key in ["family", "formulation", "search", "mode", "status"] {
        assert!(report[key].is_string(), "{key}");
    }
    let solver = &report["solver"];
    assert!(solver.is_string() || solver.is_null(), "the solver, or null");
    for key in ["symmetry", "checked"] {
        assert!(report[key].is_boolean(), "{key}");
    }
    let size = report["size"].as_array().expect("rows and columns");
    assert!(size.len() == 2 && size.iter().all(Value::is_u64));
    assert!(is_rows(&report["variant"]) && report["seed"].is_u64());
    assert_eq!(keys(&report["encodings"]), ["amo", "card", "pb", "int", "xor", "order", "shape"]);
    assert!(report["encodings"].as_object().expect("an object").values().all(Value::is_string));
    assert!(report["answer"].is_null() || is_rows(&report["answer"]));
    assert_eq!(report["checked"], !report["answer"].is_null());
    if let Some(objective) = report["objective"].as_object() {
        let objective: Vec<&str> = objective.keys().map(String::as_str).collect();
        assert_eq!(objective, ["sense", "name", "value", "lower_bound", "upper_bound", "gap"]);
        assert!(report["objective"]["lower_bound"].is_u64());
        assert!(report["objective"]["upper_bound"].is_u64());
        assert_eq!(report["objective"]["value"].is_u64(), !report["answer"].is_null());
    } else {
        assert!(report["objective"].is_null());
    }
    for deduction in list(&report["deductions"]) {
        assert_eq!(keys(deduction), ["rule", "said", "why"]);
        assert!(deduction["rule"].is_string() && deduction["said"].is_string());
        assert!(deduction["why"].as_str().is_some_and(|why| !why.is_empty()), "{deduction}");
    }
    check_bounds(list(&report["bounds"]), &report["objective"]);
    check_statistics(&report["stats"]);
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn check_bounds(bounds: &[Value], objective: &Value) {
    let maximise = objective["sense"] == "maximise";
    for bound in bounds {
        assert_eq!(keys(bound), ["best", "proved", "seconds", "cpu_seconds"]);
        assert!(bound["best"].is_null() || bound["best"].is_u64());
        assert!(
            bound["proved"].is_u64() && bound["seconds"].is_f64() && bound["cpu_seconds"].is_f64()
        );
    }
    for pair in bounds.windows(2) {
        let better = |key: &str| {
            let [before, after] = [pair[0][key].as_u64(), pair[1][key].as_u64()];
            if maximise { before <= after } else { after <= before.or(Some(u64::MAX)) }
        };
        assert!(better("best"), "{pair:?}");
        let [before, after] = [&pair[0]["proved"], &pair[1]["proved"]].map(Value::as_u64);
        assert!(if maximise { after <= before } else { after >= before }, "{pair:?}");
        assert!(pair[0]["seconds"].as_f64() <= pair[1]["seconds"].as_f64(), "{pair:?}");
    }
}

fn check_statistics(stats: &Value) {
    const COUNTS: [&str; 6] =
        ["variables", "clauses", "literals", "conflicts", "propagations", "ticks"];
    const SECONDS: [&str; 4] =
        ["encode_seconds", "solve_seconds", "encode_cpu_seconds", "solve_cpu_seconds"];
    let times = ["cubes", "local", "peak_memory_mb"].into_iter().chain(SECONDS).chain(["groups"]);
    let expected: Vec<&str> = COUNTS.into_iter().chain(times).collect();
    assert_eq!(keys(stats), expected);
    assert!(COUNTS.iter().all(|key| stats[key].is_u64()));
    assert!(SECONDS.iter().all(|key| stats[key].is_f64()));
    let cubes = &stats["cubes"];
    assert!(cubes.is_null() || keys(cubes) == ["bounded", "left", "share"], "{cubes}");
    let local = &stats["local"];
    assert!(local.is_null() || keys(local) == ["work", "improved"], "{local}");
    for (name, group) in stats["groups"].as_object().expect("an object") {
        assert_eq!(keys(group), ["constraints", "variables", "clauses"], "{name}");
        assert!(group.as_object().expect("an object").values().all(Value::is_u64), "{name}");
    }
}

#[test]
fn an_optimum() {
    let report = report("solve gunport --size 3x4 --formulation pieces", 0, &[]);
    assert_eq!(report["status"], "optimal");
    assert_eq!(report["size"], serde_json::json!([3, 4]));
    let objective = &report["objective"];
    assert_eq!((&objective["sense"], &objective["name"]), (&"minimise".into(), &"dominoes".into()));
    for key in ["value", "lower_bound", "upper_bound"] {
        assert_eq!(objective[key], 4, "{key}");
    }
    let steps: Vec<_> =
        list(&report["bounds"]).iter().map(|s| (&s["best"], &s["proved"])).collect();
    assert!(steps.windows(2).all(|pair| pair[0] != pair[1]), "{steps:?}");
    let last = list(&report["bounds"]).last().expect("bounds");
    assert_eq!((&last["best"], &last["proved"]), (&4.into(), &4.into()));
    let rules: Vec<&Value> = list(&report["deductions"]).iter().map(|d| &d["rule"]).collect();
    assert_eq!(rules, ["complement", "disjoint", "dual"]);
}

#[test]
fn symmetries_are_broken_for_one_answer_only() {
    let symmetry = |line, further: &[&str]| report(line, 0, further)["symmetry"].clone();
    assert_eq!(symmetry("solve gunport --size 3x4", &[]), true);
    assert_eq!(symmetry("solve gunport --size 3x4 --symmetry on", &[]), true);
    assert_eq!(symmetry("solve gunport --size 3x4 --symmetry off", &[]), false);
    assert_eq!(
        symmetry("solve gunport --size 3x4 --unique", &["unique", "other", "differ"]),
        false
    );
    assert_eq!(symmetry("solve gunport --size 3x4 --count", &["solutions"]), false);
    let questions = ["--unique", "--count", "--all"];
    for question in questions {
        let refused = run(&format!("solve gunport --size 3 --symmetry on {question}")).refusal();
        assert!(refused.contains("--symmetry auto or off"), "{refused}");
    }
}

#[test]
fn an_answer() {
    let report_of = |line| report(line, 0, &[]);
    let report = report_of("solve queens queens");
    assert_eq!(report["status"], "satisfiable");
    assert_eq!(report["objective"], Value::Null);
    assert_eq!(report["answer"], serde_json::json!([".Q..", "...Q", "Q...", "..Q."]));
    let bounded = report_of("solve armies --size 4 --variant at-least=3 --bound 1 --seed 7");
    assert_eq!(bounded["status"], "satisfiable");
    assert_eq!(bounded["variant"], serde_json::json!(["at-least=3"]));
    assert_eq!(bounded["seed"], 7);
}

#[test]
fn whether_it_is_the_only_one() {
    assert_eq!(
        report("solve queens queens --unique", 0, &["unique", "other", "differ"])["unique"],
        true
    );
    let several =
        report("solve three-in-a-row --size 4 --unique", 0, &["unique", "other", "differ"]);
    assert_eq!(several["unique"], false);
    let none =
        report("solve queens none --unique", 1, &["unique", "other", "differ", "reason", "clash"]);
    assert_eq!(none["unique"], Value::Null);
    let stopped =
        report("solve queens queens --unique --time-limit 0", 3, &["unique", "other", "differ"]);
    assert_eq!(stopped["unique"], Value::Null);
}

#[test]
fn how_many_there_are() {
    let solutions = |line, status, further: &[&str]| {
        let report = report(line, status, further);
        let solutions = &report["solutions"];
        assert_eq!(keys(solutions), ["count", "complete"]);
        let count = solutions["count"].as_str().expect("a string of digits").to_owned();
        (count, solutions["complete"].as_bool().expect("a Boolean"))
    };
    assert_eq!(solutions("solve queens queens --count", 0, &["solutions"]), ("1".to_owned(), true));
    let limited = solutions("solve three-in-a-row --size 4 --count 5", 0, &["solutions"]);
    assert_eq!(limited, ("5".to_owned(), false));
    let all = solutions("solve three-in-a-row --size 4 --count", 0, &["solutions"]);
    assert_eq!(all, ("90".to_owned(), true));
    let none = solutions("solve queens none --count", 1, &["solutions", "reason", "clash"]);
    assert_eq!(none, ("0".to_owned(), true));
    let stopped = solutions("solve gunport --size 4 --count --time-limit 0", 3, &["solutions"]);
    assert_eq!(stopped, ("0".to_owned(), false));
}

#[test]
fn all_of_them() {
    let further = ["solutions", "answers"];
    let report_of = |line, status, further: &[&str]| report(line, status, further);
    let report = report_of("solve three-in-a-row --size 2 --all", 0, &further);
    let answers = report["answers"].as_array().expect("a list");
    assert_eq!(report["solutions"]["count"], answers.len().to_string());
    assert!(answers.iter().all(is_rows) && answers.contains(&report["answer"]));
    let limited = report_of("solve three-in-a-row --size 4 --all 3", 0, &further);
    assert_eq!(limited["answers"].as_array().map(Vec::len), Some(3));
    let none =
        report_of("solve queens none --all", 1, &["solutions", "answers", "reason", "clash"]);
    assert_eq!(none["answers"], serde_json::json!([]));
}

#[test]
fn no_answer_and_not_known() {
    let none = report("solve queens none", 1, &["reason", "clash"]);
    assert_eq!(none["status"], "unsatisfiable");
    assert_eq!(none["clash"], Value::Null, "the reason is known without a search");
    let clash = report("solve three-in-a-row clash", 1, &["reason", "clash"]);
    let said = |kind: &str, said: &str| serde_json::json!({"kind": kind, "said": said});
    let given = |column: usize| said("given", &format!("`0` given in row 1, column {column}"));
    let origins = [given(1), given(2), given(3), said("rule", "no three alike in row 1")];
    assert_eq!(clash["clash"], serde_json::json!({"origins": origins, "minimal": true}));
    let quiet = report("solve three-in-a-row clash --clash off", 1, &[]);
    assert_eq!(quiet["status"], "unsatisfiable");
    let bounded = report("solve gunport --size 3x4 --bound 3", 1, &["reason", "clash"]);
    assert_eq!(bounded["objective"]["lower_bound"], 4);
    let unknown = report("solve three-in-a-row three --time-limit 0", 3, &[]);
    assert_eq!(unknown["status"], "unknown");
}

#[test]
fn a_verdict() {
    let bench = Workbench::with("answer", "<>\n<>\n");
    let line = "verify gunport --size 2 --answer answer --format json";
    let verdict = bench.run(line).with_status(0).json();
    assert_eq!(
        keys(&verdict),
        ["family", "size", "variant", "ruling", "valid", "open", "objective", "broken"]
    );
    assert_eq!(verdict["objective"]["value"], 2);
    bench.write("answer", "<>\n..\n");
    let verdict = bench.run(line).with_status(1).json();
    assert_eq!(verdict["broken"]["cells"], serde_json::json!([[1, 0], [1, 1]]));
}

#[test]
fn the_list_of_families() {
    let text = run("families --format json").with_status(0).out;
    let families: Vec<Value> = serde_json::from_str(&text).expect("a list");
    assert_eq!(families.len(), quarrel::puzzles::FAMILIES.len());
    for family in &families {
        assert_eq!(
            keys(family),
            [
                "family",
                "also",
                "about",
                "rules",
                "objective",
                "source",
                "symbols",
                "sized",
                "makes",
                "variants",
                "formulations",
                "formats"
            ]
        );
    }
}
