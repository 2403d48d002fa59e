//! Values of an objective are in the file's numbers in every output; units are internal.

use serde_json::{Value, json};

use crate::workbench::Workbench;

/// A program with the unit 1/4. The optimum is 1.5.
const PARTS: &str = "Maximize\n obj: 0.5 x + 1.25 y + 0.25 z\nSubject To\n c1: x + y + z <= 2\n c2: x + y <= 1\n\
                     Binary\n x y z\nEnd\n";

/// A program with the unit 10^20. The optimum is 3 · 10^20.
const LARGE: &str = "Minimize\n obj: 100000000000000000000 x + 300000000000000000000 y + 200000000000000000000 z\n\
                     Subject To\n c1: x + y + z >= 2\n c2: x + y >= 1\nBinary\n x y z\nEnd\n";

fn bench() -> Workbench {
    let bench = Workbench::with("parts.lp", PARTS);
    bench.write("large.lp", LARGE);
    bench
}

fn read(bench: &Workbench, name: &str) -> String {
    std::fs::read_to_string(bench.path(name)).expect("a file that was written")
}

fn json_of(bench: &Workbench, name: &str) -> Value {
    serde_json::from_str(&read(bench, name)).expect("JSON")
}

#[test]
fn what_is_deduced_says_the_files_numbers() {
    let bench = bench();
    let ended = bench.run("solve model parts.lp --bound 1.75 -v").with_status(1);
    assert!(
        ended
            .out
            .contains("at least 1.75; the deduction `dual` shows that the value is at most 1.5 in"),
        "{}",
        ended.out
    );
    assert!(ended.err.contains("dual: the value is at most 1.5 in every answer"), "{}", ended.err);
    let json = bench.run("solve model large.lp --deduce all --format json").with_status(0).json();
    let said = "the value is at least 300000000000000000000 in every answer";
    assert_eq!(json["deductions"][0]["said"], said);
    let explained = bench.run("encodings --explain model parts.lp --bound 0.9").with_status(0);
    assert!(explained.out.contains("with the bound 1 on the objective"), "{}", explained.out);
    for line in [
        "encodings --explain model parts.lp --bound 7",
        "plan cubes model parts.lp --bound 1.7 -o p",
    ] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains("1.5") || refused.contains("at most 2"), "{line}: {refused}");
    }
}

#[test]
fn exported_files_and_maps_say_the_files_numbers() {
    let bench = bench();
    for (format, cost, told) in [
        ("opb", json!({"offset": 0, "slope": -4}), "objective = -cost / 4"),
        ("mps", json!({"offset": 0, "slope": -4}), "objective = -cost / 4"),
        ("lp", json!({"offset": 0, "slope": 4}), "objective = cost / 4"),
        ("wcnf", json!({"offset": 8, "slope": -4}), "objective = (8 - cost) / 4"),
        ("wbo", json!({"offset": 8, "slope": -4}), "objective = (8 - cost) / 4"),
    ] {
        bench.run(&format!("export model parts.lp --to {format} -o f --map m")).with_status(0);
        assert!(read(&bench, "f").contains(told), "{format}");
        let map = json_of(&bench, "m");
        assert_eq!((&map["cost"], &map["unit"]), (&cost, &"1/4".into()), "{format}");
    }
    bench.run("export model large.lp --to opb -o f --map m").with_status(0);
    assert!(read(&bench, "f").contains("objective = cost * 100000000000000000000\n"));
    assert_eq!(json_of(&bench, "m")["cost"]["slope"], "0.00000000000000000001");
    bench.run("export model parts.lp --to cnf --bound 1.1 -o f --map m").with_status(0);
    assert!(read(&bench, "f").contains("question: objective at least 1.25"));
    assert_eq!(json_of(&bench, "m")["bound"], 1.25);
    bench.run("export model large.lp --to knf --bound 2e20 -o f --map m").refusal();
    bench
        .run("export model large.lp --to knf --bound 450000000000000000000 -o f --map m")
        .with_status(0);
    assert!(read(&bench, "f").contains("question: objective at most 400000000000000000000"));
    assert_eq!(json_of(&bench, "m")["bound"], "400000000000000000000");
    // Whole numbers have no unit.
    bench.write("whole.lp", PARTS.replace("0.5", "2").replace("1.25", "5").replace("0.25", "1"));
    bench.run("export model whole.lp --to opb -o f --map m").with_status(0);
    let map = json_of(&bench, "m");
    assert_eq!((map.get("unit"), &map["cost"]), (None, &json!({"offset": 0, "slope": -1})));
    assert!(read(&bench, "f").contains("objective = -cost\n"));
}

#[test]
fn answers_are_decoded_in_the_files_numbers() {
    let bench = bench();
    bench.write("out", "s OPTIMUM FOUND\no -6\nv -x1 x2 x3\n");
    bench.run("export model parts.lp --to opb -o f --map m").with_status(0);
    let map = read(&bench, "m");
    // Old maps use units without naming them.
    let old = map.replace("  \"unit\": \"1/4\",\n", "").replace("\"slope\": -4", "\"slope\": -1");
    bench.write("old", &old);
    for name in ["m", "old"] {
        let text = bench.run(&format!("decode --map {name} out")).with_status(0).out;
        assert!(text.contains("objective 1.5, optimal by the word"), "{text}");
        let json =
            bench.run(&format!("decode --map {name} out --format json")).with_status(0).json();
        assert_eq!(json["objective"]["value"], 1.5);
        assert_eq!(json["assignment"], json!({"x": 0, "y": 1, "z": 1}));
    }
    let refused = |name: &str, map: &str, told: &str| {
        bench.write(name, map);
        let refused = bench.run(&format!("decode --map {name} out")).refusal();
        assert!(refused.contains(told), "{refused}");
    };
    refused("b1", &map.replace("\"1/4\"", "\"1/2\""), "values in units of `1/2`");
    refused("b2", &map.replace("\"bound\": null", "\"bound\": 1.3"), "1.3, which is not a value");
    refused("b3", &map.replace("\"slope\": -4", "\"slope\": -4.5"), "-4.5, which is not a value");
    refused("b4", &map.replace("\"bound\": null", "\"bound\": \"much\""), "m");
    bench.write("out", "s OPTIMUM FOUND\no -5\nv -x1 x2 x3\n");
    let refused = bench.run("decode --map m out").refusal();
    assert!(refused.contains("but that of its answer is -6, since its value is 1.5"), "{refused}");
    bench.write("out", "s SATISFIABLE\nv -1 2 -3 0\n");
    bench.run("export model parts.lp --to cnf --bound 1.25 -o f --map m").with_status(0);
    bench
        .write("old", read(&bench, "m").replace("  \"unit\": \"1/4\",\n", "").replace("1.25", "5"));
    for name in ["m", "old"] {
        let json =
            bench.run(&format!("decode --map {name} out --format json")).with_status(0).json();
        assert_eq!((&json["bound"], &json["objective"]["value"]), (&1.25.into(), &1.25.into()));
    }
}

#[test]
fn each_of_several_answers_has_its_assignment() {
    let bench = bench();
    let json = |line: &str| bench.run(&format!("{line} --format json")).with_status(0).json();
    let all = json("solve model parts.lp --all --bound 1.25");
    let assignments = all["assignments"].as_array().expect("one for each answer");
    assert_eq!(assignments.len(), all["answers"].as_array().expect("answers").len());
    for values in [json!({"x": 0, "y": 1, "z": 0}), json!({"x": 0, "y": 1, "z": 1})] {
        assert!(assignments.contains(&values), "{all}");
    }
    let projected = json("solve model parts.lp --all --bound 1.25 --projected y,x");
    assert_eq!(projected["assignments"], json!([{"x": 0, "y": 1}]));
    assert_eq!(projected["answers"], json!([["v -x y"]]));
    let several = bench.run("solve model parts.lp large.lp --all --bound 1.25 --format json");
    let line = several.out.lines().next().expect("a line for each file");
    let first: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(first["assignments"].as_array().map(Vec::len), Some(2), "{line}");
    assert_eq!(json("solve three-in-a-row --size 2 --all").get("assignments"), None);
}

#[test]
fn comparisons_ask_and_say_the_files_numbers() {
    let bench = bench();
    let line = "compare --family model --boards parts.lp --boards large.lp --card totalizer --ask \
                optimum,sat,unsat --bound 1.25 --results r --csv s.csv --html s.html";
    bench.run(line).with_status(0);
    let lines = read(&bench, "r");
    let records = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let mut told: Vec<String> = records
        .map(|record: Value| {
            let command = record["command"].as_str().expect("a command");
            let bound = command.split(" --bound ").nth(1).and_then(|rest| rest.split(' ').next());
            format!(
                "{} {} {} {}",
                record["puzzle"],
                record["question"],
                record["value"],
                bound.unwrap_or("-")
            )
        })
        .collect();
    told.sort();
    told.dedup();
    let large = "\"300000000000000000000\"";
    assert_eq!(
        told,
        [
            "\"model-large\" \"bound 1.25\" null 1.25".to_owned(),
            format!("\"model-large\" \"optimum\" {large} -"),
            format!("\"model-large\" \"sat 300000000000000000000\" {large} 300000000000000000000"),
            "\"model-large\" \"unsat 200000000000000000000\" null 200000000000000000000".to_owned(),
            "\"model-parts\" \"bound 1.25\" 1.25 1.25".to_owned(),
            "\"model-parts\" \"optimum\" 1.5 -".to_owned(),
            "\"model-parts\" \"sat 1.5\" 1.5 1.5".to_owned(),
            "\"model-parts\" \"unsat 1.75\" null 1.75".to_owned(),
        ]
    );
    assert!(read(&bench, "s-runs.csv").contains(",300000000000000000000,"));
    // Lines are read back, and contradictions are reported in the file's numbers.
    bench.run("compare --report r").with_status(0);
    bench.write("wrong", lines.replace("\"lower_bound\":1.5", "\"lower_bound\":1.75"));
    let refused = bench.run("compare --report wrong");
    assert!(
        refused.err.contains("at least 1.75, but in the second at most 1.5"),
        "{}",
        refused.err
    );
}

#[test]
fn suites_say_the_files_numbers() {
    let bench = bench();
    let line = "export --suite set --family model --boards parts.lp --boards large.lp --to cnf,opb";
    let ended = bench.run(line).with_status(0);
    assert!(ended.out.contains("the optimum is 1.5,"), "{}", ended.out);
    assert!(ended.out.contains("the optimum is 300000000000000000000,"), "{}", ended.out);
    let manifest = json_of(&bench, "set/manifest.json");
    let instances = manifest["instances"].as_array().expect("instances");
    assert!(!instances.is_empty());
    for one in instances {
        let optimum = if one["file"].to_string().contains("parts") {
            json!(1.5)
        } else {
            json!("300000000000000000000")
        };
        assert_eq!((&one["optimum"], &one["lower_bound"]), (&optimum, &optimum), "{one}");
        assert!(one["bound"].is_null() || one["bound"] == optimum, "{one}");
        if one["bound"] == 1.5 {
            assert!(one["file"].to_string().contains("ge1.5"), "{one}");
        }
        let command = one["command"].as_str().expect("a command").trim_start_matches("quarrel ");
        bench.run(&format!("{command} -o again --map map")).with_status(0);
        assert_eq!(json_of(&bench, "map")["sha256"], one["sha256"], "{command}");
    }
}

#[test]
fn plans_ask_and_say_the_files_numbers() {
    let bench = bench();
    let made = bench.run("plan cubes model parts.lp --bound 1.2 -o plan").with_status(0);
    assert!(made.out.contains("objective 1.2 or more"), "{}", made.out);
    let stated = &json_of(&bench, "plan/plan.json")["question"]["cubes"];
    assert_eq!(stated["question"]["bound"], 1.25);
    bench.run("work plan").with_status(0);
    let merged = bench.run("merge plan").with_status(0).out;
    assert!(merged.contains("an answer of value 1.") && !merged.contains("value 5"), "{merged}");
    let json = bench.run("merge plan --format json").with_status(0).json();
    assert_eq!(json["bound"], 1.25);
    assert!(json["value"].as_f64().is_some_and(|value| value >= 1.25), "{json}");
}

/// The claim of a certificate, and the command in its page, use the file's numbers. An old claim
/// uses units.
#[test]
#[cfg(unix)]
fn certificates_say_the_files_numbers() {
    let bench = bench();
    // The checker accepts the problems of this test, and the right one of those that test a
    // checker.
    bench.write(
        "checker",
        "accept() { echo \"s VERIFIED BOUNDS $1 <= obj <= $1\"; exit 0; }\n\
         grep -q '^min: -2 x1 -5 x2 -1 x3 ;' \"$1\" && accept -6\n\
         grep -q '^min: -1 x4 ;' \"$1\" && accept 0\n\
         grep -q 'BOUNDS 1 : 1 1' \"$2\" && accept 1\n\
         exit 1\n",
    );
    let check = |folder: &str| {
        let words = ["check-proof", folder, "--checker", "sh checker"];
        crate::workbench::Ended::of(bench.command(words).output().expect("the program runs"))
    };
    bench.run("solve model parts.lp --proof one").with_status(0);
    let claim = read(&bench, "one/claim.json");
    assert_eq!(json_of(&bench, "one/claim.json")["says"], json!({"optimum": 1.5}));
    assert!(read(&bench, "one/README.md").contains("minimises: objective = -cost / 4."));
    assert!(check("one").with_status(0).out.contains("proved: the optimum is objective 1.5"));
    let old =
        claim.replace("    \"unit\": \"1/4\",\n", "").replace("\"optimum\": 1.5", "\"optimum\": 6");
    bench.write("one/claim.json", old.replace("\"slope\": -4", "\"slope\": -1"));
    assert!(check("one").with_status(0).out.contains("proved: the optimum is objective 1.5"));
    for (says, status) in [
        (json!({"bounds": {"best": 1.75, "reached": 1}}), 0),
        (json!("answer"), 0),
        (json!({"bounds": {"best": 1.25, "reached": 1}}), 1),
        (json!("no-answer"), 1),
    ] {
        let mut other: Value = serde_json::from_str(&claim).expect("JSON");
        other["says"] = says;
        bench.write("one/claim.json", other.to_string());
        let told = check("one").with_status(status).out;
        assert_eq!(told.contains("proved: the optimum is objective 1.5"), status == 0, "{told}");
    }
    for (is, wrong) in [("1.5", "6"), ("1.5", "1.75"), ("1.5", "1.3"), ("\"1/4\"", "\"1\"")] {
        bench.write("one/claim.json", claim.replace(is, wrong));
        let ended = check("one");
        assert!(matches!(ended.status, Some(1 | 2)), "{wrong}: {}", ended.out);
        assert!(
            !ended.out.contains("# model with 3 variables and 2 constraints: proved"),
            "{}",
            ended.out
        );
    }
    bench.run("solve model parts.lp --count --bound 1.2 --proof two").with_status(0);
    let claim = json_of(&bench, "two/claim.json");
    assert_eq!(
        (&claim["problem"]["bound"], &claim["says"]),
        (&1.25.into(), &json!({"optimum": 0}))
    );
    assert!(read(&bench, "two/problem.opb").contains("--bound 1.25"));
    let said = check("two").with_status(0).out;
    assert!(said.contains("exactly 2 answers have objective 1.25 or better"), "{said}");
}

/// A bound that is a negative fraction, between two values, is reported as it was typed.
#[test]
fn a_negative_fraction_is_a_bound() {
    let bench = bench();
    let program = "minimize\n obj: 0.5 x - 0.25 y + 1.5 z\nsubject to\n c1: x + y + z >= 1\n\
                   binary\n x y z\nend\n";
    bench.write("frac.lp", program);
    for bound in ["--bound -1/4", "--bound=-1/4", "--bound -0.25"] {
        let json = bench.run(&format!("solve model frac.lp {bound} --format json")).with_status(0);
        assert_eq!(json.json()["objective"]["value"], -0.25, "{bound}");
    }
    for bound in ["--bound -1/3", "--bound=-1/3"] {
        let said = bench.run(&format!("solve model frac.lp {bound}")).with_status(1).out;
        assert!(said.contains("at most -1/3") && !said.contains("-0.5"), "{said}");
        let refused = bench.run(&format!("plan cubes model frac.lp {bound} -o p")).refusal();
        assert!(refused.contains("no answer has the value -1/3 or better"), "{refused}");
    }
    for line in ["solve model frac.lp --bound --count", "solve model frac.lp --bound -q"] {
        assert!(bench.run(line).refusal().contains("the number is missing"), "{line}");
    }
    let dry = bench.run("compare --family model --boards frac.lp --bound -1/4,-1/2 --dry-run");
    dry.with_status(0);
}

#[test]
#[cfg(unix)]
fn a_changed_claim_or_plan_is_named() {
    let bench = bench();
    bench.run("solve gunport --size 4 --proof one").with_status(0);
    let claim = read(&bench, "one/claim.json");
    let says = json_of(&bench, "one/claim.json")["says"].to_string();
    let best = says.trim_start_matches("{\"optimum\":").trim_end_matches('}').to_owned();
    let says = format!("\"optimum\": {best}");
    for (is, other) in [
        ("\"hole[0,0]".to_owned(), "\"hole[9,9]".to_owned()),
        ("\"formulation\": \"".to_owned(), "\"formulation\": \"no-".to_owned()),
        (says.clone(), "\"optimum\": \"x\"".to_owned()),
        (says, format!("\"bounds\": {{\"best\": {best}, \"reached\": null, \"more\": 1}}")),
    ] {
        assert!(claim.contains(&is), "{is}: {claim}");
        bench.write("one/claim.json", claim.replacen(&is, &other, 1));
        let refused = bench.run("check-proof one --checker false").refusal();
        assert!(refused.contains("one/claim.json"), "{other}: {refused}");
        for words in ["map", "export", "untagged", "variant of", "usize"] {
            assert!(!refused.contains(words), "{other}: {refused}");
        }
    }
    bench.run("plan cubes model large.lp --bound 400000000000000000000 -o plan").with_status(0);
    std::fs::remove_file(bench.path("large.lp")).expect("a file");
    for line in ["work plan", "merge plan"] {
        let refused = bench.run(line).refusal();
        assert!(refused.contains("plan/plan.json: the board was read from"), "{refused}");
        assert!(!refused.contains("map") && !refused.contains("export"), "{refused}");
    }
}
