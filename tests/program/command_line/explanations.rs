//! `explain`, `verify --partial` and `--up-to-symmetry` through the program: what people read, what
//! programs read, exit statuses and refusals.

use std::fmt::Write;

use serde_json::{Value, json};

use super::boards::{PATH_LAYOUT, QUEENS, THREE};
use super::golden::golden;
use crate::workbench::{Workbench, run};

/// Two rows lie in one region.
const CLASHING: &str = "AAAB\nACCB\nDDDD\nDDDD\n# given queen r1c2\n";
/// No answer has a queen in a corner.
const GIVEN: &str = "AABB\nAABB\nCCDD\nCCDD\n# given queen r1c1\n";
const SEVERAL: &str = "AABB\nAABB\nCCDD\nCCDD\n";
const SIGNS: &str = "....\n....\n....\n....\n# eq r1c1 r1c2\n# ne r3c3 r3c4\n";
const MODEL: &str = "p cnf 3 3\n1 2 0\n-1 -2 0\n2 3 0\n";
const CONTRADICTION: &str = "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n";

fn bench() -> Workbench {
    let bench = Workbench::with("queens.txt", QUEENS);
    for (name, text) in [
        ("clashing.txt", CLASHING),
        ("given.txt", GIVEN),
        ("several.txt", SEVERAL),
        ("three.txt", THREE),
        ("signs.txt", SIGNS),
        ("path.txt", PATH_LAYOUT),
        ("window.txt", "..#\n???\n???\n"),
        ("costs.txt", "AB\nAB\n"),
        ("model.cnf", MODEL),
        ("contradiction.cnf", CONTRADICTION),
    ] {
        bench.write(name, text);
    }
    bench
}

#[test]
fn explanations() {
    let bench = bench();
    let mut text = String::new();
    for (line, status) in [
        ("explain queens clashing.txt", 1),
        ("explain queens given.txt", 1),
        ("explain queens several.txt --forced", 0),
        ("explain queens queens.txt", 0),
        ("explain three-in-a-row three.txt --forced", 0),
        ("explain three-in-a-row signs.txt --forced", 0),
        ("explain abc-path path.txt", 0),
        ("explain abbott-window window.txt --forced", 0),
        ("explain gunport --size 3x4", 0),
        ("explain armies --size 4 --bound 2 --forced", 0),
        ("explain armies --size 3 --bound 2", 1),
        ("explain queens costs.txt", 1),
        ("explain model model.cnf --forced", 0),
        ("explain model contradiction.cnf", 1),
    ] {
        let ended = bench.run(line).with_status(status);
        write!(text, "$ quarrel {line}\n{}{}\n", ended.out, ended.err).expect("a String grows");
    }
    golden("explanations", &text);
}

#[test]
fn partial_answers_are_judged() {
    let bench = bench();
    for (board, answer, status, said) in [
        ("queens queens.txt", "????/????/????/????", 3, &["the answer can be completed"][..]),
        (
            "queens several.txt",
            ".Q??/????/????/????",
            3,
            &["14 cells are open, and the answer can"],
        ),
        (
            "queens several.txt",
            "Q???/????/????/????",
            1,
            &[
                "cannot be completed: no answer has `Q` in row 1, column 1",
                "  `Q` in row 1, column 1 of the answer",
                "  one queen in row 2",
            ],
        ),
        ("queens clashing.txt", "?Q??/????/????/????", 1, &["broken: region C has 0 cells left"]),
        (
            "queens given.txt",
            "????/????/????/????",
            1,
            &["cannot be completed: the board has no answer", "`Q` given in row 1, column 1"],
        ),
        ("three-in-a-row signs.txt", "00??/????/??1?/0???", 3, &["the answer can be completed"]),
        ("armies --size 3", "W?B/???/???", 1, &["broken: a white and a black queen"]),
        (
            "armies --size 3",
            "WWW/???/???",
            1,
            &["no answer has these 2 together", "  the same size of each army"],
        ),
        (
            "armies --size 3",
            "W??/???/?B?",
            3,
            &["7 cells are open, and the answer can be completed"],
        ),
        (
            "model model.cnf",
            "v 1 -3",
            1,
            &["no answer has these 2 together: variable 1 = 1; variable 3 = 0", "  constraint 3"],
        ),
        ("model model.cnf", "v 1", 3, &["2 variables are open, and the answer can be completed"]),
    ] {
        let line = format!("verify {board} --answer - --partial");
        let ended = bench.feed(&line, &answer.replace('/', "\n")).with_status(status);
        for said in said {
            assert!(ended.out.contains(said), "{line} {answer}: {}", ended.out);
        }
    }
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn an_explanation_in_json_has_the_same_keys_for_every_ending() {
    const KEYS: [&str; 14] = [
        "family",
        "size",
        "variant",
        "ruling",
        "status",
        "objective",
        "answers",
        "answer",
        "other",
        "differ",
        "settling",
        "reason",
        "clash",
        "stopped",
    ];
    let bench = bench();
    for (line, status, answers) in [
        ("queens clashing.txt", 1, json!("none")),
        ("queens several.txt", 0, json!("several")),
        ("queens queens.txt", 0, json!("one")),
        ("armies --size 4", 0, json!("several")),
        ("model model.cnf", 0, json!("several")),
        ("armies --size 40 --time-limit 0", 3, Value::Null),
    ] {
        let line = format!("explain {line} --format json");
        let report = bench.run(&line).with_status(status).json();
        assert_eq!(keys(&report), KEYS, "{line}");
        assert_eq!(report["answers"], answers, "{line}");
        let forced = bench.run(&format!("{line} --forced")).with_status(status).json();
        assert_eq!(forced["forced"].is_object(), status == 0, "{line}");
    }
    let clash = bench.run("explain queens clashing.txt --format json").json()["clash"].clone();
    let parts = clash["origins"].as_array().expect("a list");
    assert!(parts.iter().all(|part| keys(part) == ["kind", "said", "cells"]), "{clash}");
    assert!(parts.iter().any(|part| !part["cells"].as_array().expect("cells").is_empty()));
}

/// Two answers are found at once, but the cells that all answers share only after minutes.
#[test]
fn what_was_stopped_is_told() {
    let line = "explain armies --size 14 --bound 28 --forced --time-limit 1";
    let told = run(line).out;
    let sentence = "the cells that all answers share were not found: stopped by the time limit\n";
    let is_unanswered = told.contains("stopped before an answer was found");
    assert!(is_unanswered || told.ends_with(sentence), "{told}");
    let object = run(&format!("{line} --format json")).json();
    assert_eq!((&object["forced"], &object["stopped"]), (&Value::Null, &json!("time")));
    let ended = run(&format!("{line} --format svg"));
    let is_drawn = ended.out.contains("rx=");
    assert!(!is_drawn || ended.err.ends_with(sentence), "{}", ended.err);
}

#[test]
fn a_partial_answer_in_json() {
    let bench = bench();
    let judge = |board: &str, answer: &str| {
        let line = format!("verify queens {board} --answer - --partial --format json");
        bench.feed(&line, answer).json()
    };
    let open = judge("several.txt", ".Q??\n????\n????\n????\n");
    assert_eq!((&open["valid"], &open["partial"]["completable"]), (&Value::Null, &json!(true)));
    let stuck = judge("several.txt", "Q???\n????\n????\n????\n");
    assert_eq!(stuck["valid"], json!(false));
    assert_eq!(stuck["partial"]["fault"], json!("alone"));
    assert_eq!(stuck["partial"]["entries"], json!([{"cell": [0, 0], "symbol": "Q"}]));
    assert_eq!(stuck["partial"]["clash"]["origins"][0]["kind"], json!("answer"));
    let without = bench
        .feed("verify queens several.txt --answer - --format json", ".???\n????\n????\n????\n");
    assert!(without.json().get("partial").is_none(), "nobody asked");
}

#[test]
fn pictures_mark_cells() {
    let bench = bench();
    let svg = bench.run("explain queens several.txt --format svg").with_status(0).out;
    let differ = bench.run("explain queens several.txt --format json").json()["differ"].clone();
    let differ = differ.as_array().expect("cells").len();
    assert_eq!(svg.matches("rx=\"5\"").count(), differ, "a ring for each cell");
    bench.run("explain queens clashing.txt -o clash.svg").with_status(1);
    let drawn = std::fs::read_to_string(bench.path("clash.svg")).expect("a drawing");
    assert!(drawn.contains("stroke-dasharray"), "{drawn}");
}

#[test]
fn a_picture_of_a_stopped_explanation_comes_with_the_verdict() {
    let bench = bench();
    for picture in ["e.svg", "e.png"] {
        let words = format!("explain armies --size 12 --time-limit 0.2 -o {picture}");
        let ended = bench.run(&words).with_status(3);
        assert!(ended.err.contains("armies 12x12: "), "{}", ended.err);
        assert!(bench.path(picture).exists());
    }
}

#[test]
fn answers_up_to_symmetry() {
    let bench = bench();
    let all = bench.run("solve armies --size 4 --bound 2 --count --format json").json();
    let line = "solve armies --size 4 --bound 2 --count --up-to-symmetry";
    let some = bench.run(&format!("{line} --format json")).with_status(0).json();
    let up_to = &some["solutions"]["up_to_symmetry"];
    assert_eq!(up_to["answers"], all["solutions"]["count"]);
    assert_eq!(up_to["order"], json!(16));
    assert!(all["solutions"].get("up_to_symmetry").is_none());
    let said = bench.run(line).with_status(0).out;
    assert!(said.contains("answers up to 16 symmetries ("), "{said}");
    let some = bench.run("solve armies --size 4 --count 3 --up-to-symmetry").with_status(0).out;
    assert!(
        some.contains("3 answers up to 16 symmetries (36 with their images), the limit"),
        "{some}"
    );
    let listed = bench.run("solve abbott-window --size 4 --bound 8 --all --up-to-symmetry");
    let listed = listed.with_status(0).out;
    let rows = listed.lines().filter(|line| line.len() == 4).count();
    let said = listed.lines().last().expect("a result");
    assert!(said.contains(&format!("{} answer", rows / 4)), "{listed}");
    let signs = bench.run("solve three-in-a-row signs.txt --count --up-to-symmetry");
    assert!(signs.with_status(0).out.contains("no symmetry"));
}

#[test]
fn what_makes_no_sense_up_to_symmetry_is_refused() {
    let bench = bench();
    for (line, expected) in [
        ("solve armies --size 4 --up-to-symmetry", "--count or --all in addition"),
        ("solve armies --size 4 --unique --up-to-symmetry", "--count or --all in addition"),
        (
            "solve model model.cnf --count --up-to-symmetry",
            "--count or --all without --up-to-symmetry",
        ),
        (
            "solve gunport --size 4 --formulation numbered --count --up-to-symmetry",
            "--formulation sides",
        ),
        ("solve armies --size 4 --count --up-to-symmetry --projected white[0,0]", "one of the two"),
        ("solve armies --size 4 --count --up-to-symmetry --proof p", "one of the two"),
    ] {
        let refusal = bench.run(line).refusal();
        assert!(refusal.contains(expected), "{line}: {refusal}");
    }
}

#[test]
fn a_family_need_not_be_named_to_explain_a_board() {
    let bench = bench();
    let ended = bench.run("explain queens.txt").with_status(0);
    assert!(ended.err.contains("quarrel explain queens queens.txt"), "{}", ended.err);
    let help = run("explain --help").with_status(0).out;
    assert!(help.contains("--forced") && help.contains("--bound"));
}
