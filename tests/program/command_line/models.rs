//! Model files through every verb: solved with output for people, programs and competitions,
//! exported and decoded, refused at their place; and files that try to break a program.

use std::io::{BufRead, BufReader, Read, Write};

use quarrel_encodings::pseudo_boolean::{self, PseudoBoolean};
use serde_json::Value;

#[cfg(unix)]
use super::endings::send;
use super::golden::golden;
use crate::workbench::{Ended, Workbench};

/// A model of three variables, with names that other formats lack. The optimum is 2.
const NAMES: &str =
    "* #variable= 3 #constraint= 1\nmin: 1 a{1} +1 x[2] +1 end ;\n1 a{1} + 1 x[2] + 1 end >= 2 ;\n";

const CLAUSES: &str = "c Müller\np cnf 3 2\n1 2 0\nx1 -2 3 0\n";

const NO_ANSWER: &str = "p cnf 1 2\n1 0\n-1 0\n";

/// Soft clauses: one of two variables is true, and each costs 1.
const SOFT: &str = "h 1 2 0\n1 -1 0\n1 -2 0\n";

fn bench() -> Workbench {
    let bench = Workbench::with("names.opb", NAMES);
    bench.write("clauses.cnf", CLAUSES);
    bench.write("none.cnf", NO_ANSWER);
    bench.write("soft.wcnf", SOFT);
    bench
}

fn run_words(bench: &Workbench, words: &[&str]) -> Ended {
    Ended::of(bench.command(words).output().expect("the program runs"))
}

fn last(text: &str) -> &str {
    text.lines().last().expect("a line")
}

#[test]
fn a_file_is_solved_verified_counted_and_listed() {
    let bench = bench();
    let ended = bench.run("solve model names.opb").with_status(0);
    assert!(
        ended.out.starts_with("v ") && ended.out.contains("objective 2, proved optimal"),
        "{}",
        ended.out
    );
    bench.write("answer", &ended.out);
    let verified = bench.run("verify model names.opb --answer answer").with_status(0);
    assert_eq!(verified.out, "valid: objective 2\n");
    for (answer, status, told) in [
        ("v a{1} x[2] end", 0, "valid: objective 3"),
        (
            "v -a{1} x[2] -end",
            1,
            "broken: constraint 1 (line 3) is violated: `+1 a{1} +1 x[2] +1 end >= 2`",
        ),
    ] {
        bench.write("answer", answer);
        let ended = bench.run("verify model names.opb --answer answer").with_status(status);
        assert_eq!(ended.out.trim_end(), told);
    }
    bench.write("answer", "v a{1} x[2]");
    let said = bench.run("verify model names.opb --answer answer").with_status(3).out;
    assert_eq!(said, "no rule is broken so far; 1 variable is open\n");
    for (answer, told) in [
        ("v a{1} x[2] b", "there is no variable `b` in the file"),
        ("", "a text without values"),
        ("s UNSATISFIABLE\n", "an output that states that there is no answer"),
    ] {
        bench.write("answer", answer);
        let refusal = bench.run("verify model names.opb --answer answer").refusal();
        assert!(refusal.contains(told), "{answer:?}: {refusal}");
    }
    let counted = bench.run("solve model clauses.cnf --count").with_status(0);
    assert!(counted.out.ends_with("3 answers\n"), "{}", counted.out);
    let counted = bench.run("solve model names.opb --count").with_status(0);
    assert!(counted.out.contains("3 answers"), "{}", counted.out);
    let all = bench.run("solve model clauses.cnf --all").with_status(0);
    let answers: Vec<&str> = all.out.lines().filter(|line| line.starts_with("v ")).collect();
    assert_eq!(answers.len(), 3, "{}", all.out);
    let none = bench.run("solve model none.cnf").with_status(1);
    assert!(none.out.contains("no answer"), "{}", none.out);
}

/// The memory limit ends the reading of a long file as it ends a search.
#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_memory_holds_while_a_file_is_read() {
    let bench = Workbench::with("long.cnf", "1 -2 3 0\n".repeat(12_000_000));
    let ended = bench.run("solve model long.cnf --memory-limit 60").with_status(3);
    assert!(ended.err.contains("stopped by the memory limit"), "{}{}", ended.out, ended.err);
}

/// If no soft row can be broken, every answer costs 0, the optimum.
#[test]
fn files_of_costs_without_any_have_an_optimum() {
    for (name, text) in [
        ("hard.wcnf", "h 1 2 0\n"),
        ("old.wcnf", "p wcnf 2 1 10\n10 1 2 0\n"),
        ("hard.wbo", "soft: ;\n1 x1 1 x2 >= 1 ;\n"),
        ("top.wbo", "soft: 5 ;\n1 x1 1 x2 >= 1 ;\n"),
    ] {
        let bench = Workbench::with(name, text);
        let ended = bench.run(&format!("solve model {name} --format competition")).with_status(30);
        assert!(ended.out.contains("o 0\ns OPTIMUM FOUND\n"), "{name}: {}", ended.out);
        let (_, statistics) = ended.out.split_once("\nv ").expect("values");
        assert!(statistics.contains("\nc conflicts 0, propagations "), "{name}: {}", ended.out);
        assert!(statistics.contains("\nc processor time "), "{name}: {}", ended.out);
        bench.run(&format!("solve model {name} --bound 0")).with_status(0);
    }
}

#[test]
fn what_solvers_print_is_verified() {
    let bench = bench();
    let table = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 2\n# Columns 3\n\
                 a{1} 1\nx[2] 0\nend 1\n# Rows 1\nr_0 2\n";
    bench.write("of.highs", table);
    let ended = bench.run("verify model names.opb --answer of.highs").with_status(0);
    assert_eq!(ended.out, "valid: objective 2\n");
    for said in ["SAT\n1 2 -3 0\n", "s SATISFIABLE\nv 1 2 -3 0\n", "1 2 -3 0", "v 110"] {
        bench.write("said", said);
        let ended = bench.run("verify model clauses.cnf --answer said").with_status(0);
        assert_eq!(ended.out, "valid\n", "{said}");
    }
    bench.write("one.cnf", "p cnf 1 1\n1 -1 0\n");
    bench.run("export model one.cnf --to cnf --map map.json").with_status(0);
    for (said, answer) in [("v 0", "v -1 0"), ("v 1", "v 1 0"), ("v -1 0", "v -1 0")] {
        bench.write("said", format!("s SATISFIABLE\n{said}\n"));
        let ended = bench.run("decode --map map.json said").with_status(0);
        assert!(ended.out.contains(answer), "{said}: {}", ended.out);
    }
}

#[test]
fn values_are_told_as_the_file_has_them() {
    let program =
        "Maximize\n c: 0.5 x + 0.25 y + 10\nSubject To\n r: x + y <= 1\nBinary\n x y\nEnd\n";
    let bench = Workbench::with("parts.lp", program);
    let ended = bench.run("solve model parts.lp -v").with_status(0);
    assert!(ended.out.contains("constraint: objective 10.5, proved optimal"), "{}", ended.out);
    assert!(ended.err.contains("best 10.5, proved at most 10.5"), "{}", ended.err);
    bench.write("answer", &ended.out);
    let ended = bench.run("verify model parts.lp --answer answer").with_status(0);
    assert_eq!(ended.out, "valid: objective 10.5\n");
    for line in [
        "solve model parts.lp --format json",
        "verify model parts.lp --answer answer --format json",
    ] {
        let json = bench.run(line).with_status(0).json();
        assert_eq!(json["objective"]["value"], 10.5, "{line}");
    }
    let json = bench.run("solve model parts.lp --format json").with_status(0).json();
    assert_eq!((&json["objective"]["lower_bound"], &json["layout"]), (&10.5.into(), &2.into()));
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["assignment"], serde_json::json!({"x": 1, "y": 0}));
    let last = json["bounds"].as_array().and_then(|steps| steps.last()).expect("a step").clone();
    assert_eq!((&last["best"], &last["proved"]), (&10.5.into(), &10.5.into()));
    // A bound between two values means the next value that is at least as good.
    for (bound, said) in
        [("10.25", true), ("10.3", true), ("10.5", true), ("10.501", false), ("11", false)]
    {
        let ended = bench.run(&format!("solve model parts.lp --bound {bound}"));
        assert_eq!(ended.status, Some(if said { 0 } else { 1 }), "{bound}: {}", ended.out);
    }
    let ended = bench.run("solve model parts.lp --bound 10.6").with_status(1);
    assert!(ended.out.contains("objective at least 10.6"), "{}", ended.out);
    bench.run("export model parts.lp --to cnf --bound 10.3").with_status(0);
    let ended = bench.run("solve model parts.lp --format competition").with_status(30);
    assert!(ended.out.contains("o 10.5\n"), "{}", ended.out);
    let ended = bench.run("solve model parts.lp --minimize").with_status(0);
    assert!(ended.out.contains("objective 10, proved optimal"), "{}", ended.out);
    bench.write("plain.cnf", "p cnf 1 1\n1 0\n");
    let told = bench.run("solve model plain.cnf --maximize").with_status(2).err;
    assert!(told.contains("without an objective, although --maximize is given"), "{told}");
    bench.write("soft.wcnf", "1 2 0\n");
    let said = |line: &str| bench.run(line).with_status(0).out;
    let told = said("solve model parts.lp --minimize");
    assert!(told.contains("(minimised, but the file says maximise)"), "{told}");
    assert!(!said("solve model parts.lp --maximize").contains("the file says"));
    let told = said("solve model soft.wcnf --input cnf");
    assert!(told.contains("(read as cnf, but the file says wcnf)"), "{told}");
}

/// The unit of values is positive, even if all numbers are negative.
#[test]
fn the_smallest_number_is_no_unit() {
    for (constant, value) in [
        ("-9223372036854775808", "-9223372036854775808"),
        ("-18446744073709551616", "-18446744073709551616"),
        ("-3", "-3"),
    ] {
        let bench = Workbench::with("m.opb", format!("min: {constant} ;\n"));
        let ended = bench.run("solve model m.opb").with_status(0);
        assert!(ended.out.contains(&format!("objective {value}, proved optimal")), "{}", ended.out);
        let objective = &bench.run("solve model m.opb --format json").json()["objective"];
        assert!(!objective["unit"].to_string().contains('-'), "{objective}");
    }
}

#[test]
fn a_file_that_promises_more_rows_is_remarked_on() {
    for (name, text, there) in [
        ("short.cnf", "p cnf 2 3\n1 2 0\n-1 0\n", "promises 3 rows, but the file has 2 rows"),
        ("short.knf", "p knf 3 4\nk 2 1 2 3 0\n", "promises 4 rows, but the file has 1 row"),
        ("short.wcnf", "p wcnf 2 2 9\n9 1 0\n", "promises 2 rows, but the file has 1 row"),
        (
            "short.opb",
            "* #variable= 2 #constraint= 3\n1 x1 1 x2 >= 1 ;\n",
            "promises 3 rows, but the file has 1 row",
        ),
    ] {
        let bench = Workbench::with(name, text);
        bench.write("answer", "v 1 1 1\n");
        for verb in ["solve", "export", "verify"] {
            let end = match verb {
                "export" => "--to opb",
                "verify" => "--answer answer",
                _ => "",
            };
            let ended = bench.run(&format!("{verb} model {name} {end}"));
            assert!(ended.err.contains(there), "{verb} {name}: {}", ended.err);
        }
    }
    let more = Workbench::with("more.cnf", "p cnf 2 1\n1 2 0\n-1 0\n");
    let ended = more.run("solve model more.cnf").with_status(0);
    assert!(ended.err.contains("promises 1 row, but the file has 2 rows"), "{}", ended.err);
}

#[test]
fn shapes_that_find_nothing_change_nothing() {
    let lines = "p knf 8 6\nk 3 -1 -2 -3 -4 0\nk 3 -5 -6 -7 -8 0\nk 2 1 2 3 4 5 6 7 8 0\n1 5 0\n2 6 0\n3 7 0\n";
    let bench = Workbench::with("lines.knf", lines);
    bench.write("none.knf", "p knf 5 2\nk 2 1 2 3 4 5 0\n1 2 3 0\n");
    bench.write("clauses.knf", "p knf 3 1\n1 2 3 0\n");
    let formula = |file: &str, shape: &str| -> Vec<String> {
        let line = format!("export model {file} --to cnf --order natural --shape {shape}");
        let ended = bench.run(&line).with_status(0);
        ended.out.lines().filter(|line| !line.starts_with('c')).map(str::to_owned).collect()
    };
    for shape in ["amo-flat", "amo-balanced", "amo-chain"] {
        assert_ne!(formula("lines.knf", shape), formula("lines.knf", "flat"), "{shape}");
        for file in ["none.knf", "clauses.knf"] {
            assert_eq!(formula(file, shape), formula(file, "flat"), "{file} {shape}");
            let ended = bench.run(&format!("solve model {file} --shape {shape}")).with_status(0);
            assert!(ended.err.contains("--shape changes nothing"), "{}", ended.err);
        }
    }
    // The table of encodings states the size of the exported file.
    let header = formula("lines.knf", "amo-flat")[0].clone();
    let line = "encodings --family model lines.knf --shape amo-flat --order natural --format json";
    let told = bench.run(line).with_status(0).json();
    let table = |option: &str| {
        let tables = told["tables"].as_array().expect("tables");
        tables.iter().find(|table| table["option"] == option).expect("the table")["rows"][0].clone()
    };
    let sum = |what: &str| {
        let added = |option: &str| table(option)["added"][what].as_u64().expect("a number");
        told[what].as_u64().expect("a number") + added("--amo") + added("--card")
    };
    assert_eq!(header, format!("p cnf {} {}", sum("variables"), sum("clauses")));
}

#[test]
fn a_slip_in_the_first_line_is_told_there() {
    for (name, text, told) in [
        ("slip.cnf", "p cn 2 2\n1 0\n", "slip.cnf:1:3"),
        ("slip.wcnf", "H 1 2 0\n", "slip.wcnf:1:1"),
        ("slip.opb", "?? x1 >= 1;\n", "slip.opb:1:1"),
        ("slip.knf.txt", "?\n", "neither the beginning nor the name"),
    ] {
        let refusal = Workbench::with(name, text).run(&format!("solve model {name}")).refusal();
        assert!(refusal.contains(told), "{name}: {refusal}");
    }
}

#[test]
fn rows_are_told_by_their_names_and_lines() {
    let bench =
        Workbench::with("labels.opb", "@cap +1 anna +1 bob <= 1 ;\n@need +1 anna +1 bob >= 2 ;\n");
    let ended = bench.run("solve model labels.opb").with_status(1);
    for told in ["these clash", "constraint 1 (`@cap`, line 1)", "constraint 2 (`@need`, line 2)"] {
        assert!(ended.out.contains(told), "{}", ended.out);
    }
    bench.write("answer", "v anna -bob");
    let ended = bench.run("verify model labels.opb --answer answer").with_status(1);
    let told = "broken: constraint 2 (`@need`, line 2) is violated: `+1 anna +1 bob >= 2`\n";
    assert_eq!(ended.out, told);
}

#[test]
fn whether_there_is_another_answer() {
    let bench = Workbench::with("two.cnf", "p cnf 3 2\n1 2 0\n-1 -2 0\n3 0\n");
    let ended = bench.run("solve model two.cnf --unique").with_status(0);
    assert!(
        last(&ended.out).contains("not unique, two answers differ in 2 variables: "),
        "{}",
        ended.out
    );
    let json = bench.run("solve model two.cnf --unique --format json").with_status(0).json();
    assert_eq!(json["unique"], false);
    assert_eq!(json["differ"], Value::Array(Vec::new()));
    bench.write("one.cnf", "1 0\n-1 2 0\n");
    let ended = bench.run("solve model one.cnf --unique").with_status(0);
    assert!(last(&ended.out).ends_with("solved; unique"), "{}", ended.out);
}

#[test]
fn json_has_the_answer_in_lines() {
    let bench = bench();
    let json = bench.run("solve model names.opb --format json").with_status(0).json();
    assert_eq!(
        (&json["family"], &json["status"]),
        (&Value::from("model"), &Value::from("optimal"))
    );
    assert_eq!((&json["size"], &json["objective"]["value"]), (&Value::Null, &Value::from(2)));
    bench.write("answer.json", json.to_string());
    bench.run("verify model names.opb --answer answer.json").with_status(0);
    let json = bench.run("solve model soft.wcnf --format json").with_status(0).json();
    assert_eq!(
        (&json["objective"]["name"], &json["objective"]["value"]),
        (&Value::from("cost"), &Value::from(1))
    );
}

/// Returns the status line and, if the kind of file has them, the value lines, without comments and
/// `o` lines.
fn competing(bench: &Workbench, words: &str, status: i32) -> Vec<String> {
    let ended = bench.run(&format!("solve model {words} --format competition")).with_status(status);
    let known = ["c ", "o ", "s ", "v "];
    assert!(
        ended.out.lines().all(|line| known.iter().any(|word| line.starts_with(word))),
        "{}",
        ended.out
    );
    let said = ended.out.lines().filter(|line| line.starts_with(['s', 'v']));
    said.map(str::to_owned).collect()
}

#[test]
fn competitions_have_their_words() {
    let bench = bench();
    assert_eq!(competing(&bench, "none.cnf", 20), ["s UNSATISFIABLE"]);
    bench.write("one.cnf", "1 0\n-2 0\n");
    assert_eq!(competing(&bench, "one.cnf", 10), ["s SATISFIABLE", "v 1 -2 0"]);
    bench.write("one.wcnf", "h 1 0\n1 2 0\nh -3 0\n");
    assert_eq!(competing(&bench, "one.wcnf", 30), ["s OPTIMUM FOUND", "v 110"]);
    bench.write("one.opb", "min: 1 b ;\n1 a >= 1 ;\n1 b >= 0 ;\n");
    assert_eq!(competing(&bench, "one.opb", 30), ["s OPTIMUM FOUND", "v -b a"]);
    bench.write("two.opb", "1 x2 >= 1 ;\n1 x1 <= 0 ;\n");
    assert_eq!(competing(&bench, "two.opb", 10), ["s SATISFIABLE", "v -x1 x2"]);
    bench.write("one.wbo", "soft: 2 ;\n[1] 1 x1 >= 1 ;\n1 x1 <= 0 ;\n");
    assert_eq!(competing(&bench, "one.wbo", 30), ["s OPTIMUM FOUND", "v -x1"]);
    bench.write("none.wbo", "soft: 1 ;\n[1] 1 x1 >= 1 ;\n1 x1 <= 0 ;\n");
    assert_eq!(competing(&bench, "none.wbo", 20), ["s UNSATISFIABLE"]);
    bench.write("unit.wbo", "soft: 0 ;\n1 x1 <= 0 ;\n");
    assert_eq!(competing(&bench, "unit.wbo", 20), ["s UNSATISFIABLE"]);
    bench.write("one.knf", "p wknf 1 1\n1 1 0\n");
    assert_eq!(competing(&bench, "one.knf", 30), ["s OPTIMUM FOUND", "v 1"]);
    assert_eq!(competing(&bench, "names.opb --time-limit 0", 0)[0], "s UNKNOWN");
    bench.write("bad.cnf", "p cnf 1 1\n1 two 0\n");
    assert_eq!(competing(&bench, "bad.cnf", 2), ["s UNSUPPORTED"]);
    assert_eq!(competing(&bench, "names.opb --count", 2), ["s UNSUPPORTED"]);
}

#[test]
fn what_a_competition_is_told_is_verified() {
    let bench = bench();
    for (name, text) in [
        ("a.wcnf", "1 -1 0\n"),
        ("b.wcnf", "h 2 0\n1 -1 0\n"),
        ("c.wcnf", "h 10 0\n1 -1 0\n"),
        ("d.wcnf", SOFT),
        ("e.opb", NAMES),
        ("f.cnf", CLAUSES),
    ] {
        bench.write(name, text);
        let ended = bench.run(&format!("solve model {name} --format competition"));
        assert!(matches!(ended.status, Some(10 | 30)), "{name}: {}", ended.out);
        bench.write("answer", &ended.out);
        let ended = bench.run(&format!("verify model {name} --answer answer")).with_status(0);
        assert!(ended.out.starts_with("valid"), "{name}: {}", ended.out);
    }
}

/// Returns a vertex cover of a large graph as WCNF: its best value is found late and never proved.
#[cfg(unix)]
fn endless(vertices: u64) -> String {
    // The vertices cover the edges of a graph that looks random.
    let mut text = String::new();
    let mut seed = 7_u64;
    for one in 1..=vertices {
        text += &format!("1 -{one} 0\n");
        for other in one + 1..=vertices {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            if seed >> 61 == 0 {
                text += &format!("h {one} {other} 0\n");
            }
        }
    }
    text
}

/// A stopped search has printed better values at once, and prints the best answer at its end.
#[test]
#[cfg(unix)]
fn a_search_that_is_stopped_says_its_best_answer() {
    let bench = Workbench::with("large.wcnf", endless(110));
    let line =
        "solve model large.wcnf --format competition --search linear-sat-unsat --deduce none";
    let mut child = bench.command(line.split(' ')).spawn().expect("the program runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut said = String::new();
    while !said.lines().any(|line| line.starts_with("o ")) {
        assert!(out.read_line(&mut said).expect("a line") > 0, "it ended: {said}");
    }
    send("TERM", &child);
    out.read_to_string(&mut said).expect("a text");
    assert_eq!(child.wait().expect("it ends").code(), Some(10), "{said}");
    assert!(said.contains("\ns SATISFIABLE\nv "), "{said}");
    let values: Vec<i64> = said
        .lines()
        .filter_map(|line| line.strip_prefix("o "))
        .map(|value| value.parse().expect("a number"))
        .collect();
    assert!(values.is_sorted_by(|one, next| one > next), "{said}");
    bench.write("answer", &said);
    let ended = bench.run("verify model large.wcnf --answer answer").with_status(0);
    assert_eq!(ended.out, format!("valid: cost {}\n", values.last().expect("a value")));
}

/// A signal may come at any moment from the first one on. Before the program listens, it ends it
/// without a status.
#[test]
#[cfg(unix)]
fn a_signal_at_any_moment_leaves_a_result_of_a_competition() {
    let bench = Workbench::with("large.wcnf", endless(400));
    for format in ["--format competition", "--format=competition"] {
        for pause in [5, 10, 15, 20, 30, 40, 60, 80, 120, 160] {
            let line = format!("solve model large.wcnf {format} --search linear-sat-unsat");
            let child = bench.command(line.split(' ')).spawn().expect("the program runs");
            std::thread::sleep(std::time::Duration::from_millis(pause));
            send("TERM", &child);
            let ended = child.wait_with_output().expect("it ends");
            let said = String::from_utf8_lossy(&ended.stdout);
            let results = said.lines().filter(|line| line.starts_with("s ")).count();
            match ended.status.code() {
                None => assert_eq!(said, "", "{pause}"),
                Some(status) => {
                    assert!([0, 10].contains(&status), "{pause}: {status}: {said}");
                    assert_eq!(results, 1, "{pause}: {said}");
                    assert_eq!(status == 0, said.contains("s UNKNOWN\n"), "{pause}: {said}");
                }
            }
        }
    }
}

/// SIGXCPU, which `ulimit -S -t` sends every second, stops a search like other signals.
#[test]
#[cfg(target_os = "linux")]
fn the_end_of_processor_time_is_heeded_as_other_signals_are() {
    let bench = Workbench::with("large.wcnf", endless(400));
    let program = env!("CARGO_BIN_EXE_quarrel");
    let line = format!(
        "ulimit -S -t 2; exec {program} solve model large.wcnf --format competition --search linear-sat-unsat --deduce none"
    );
    let mut shell = crate::plain::plain("bash");
    shell.args(["-c", &line]).current_dir(bench.path("."));
    let ended = shell.output().expect("there is a shell");
    let said = String::from_utf8_lossy(&ended.stdout);
    assert_eq!(ended.status.code(), Some(10), "{said}");
    assert!(said.contains("\ns SATISFIABLE\nv "), "{said}");
    // A SIGXCPU sent by hand has the same effect.
    let mut child = bench
        .command("solve model large.wcnf --search linear-sat-unsat --deduce none".split(' '))
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(500));
    send("XCPU", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
}

#[test]
fn what_is_explained_takes_encodings() {
    let bench = bench();
    for options in ["--card knuth", "--shape auto", "--shape flat", "--order natural"] {
        let line = format!("encodings --explain model names.opb {options}");
        let ended = bench.run(&line).with_status(0);
        assert!(ended.out.contains("What each encoding would write"), "{line}: {}", ended.out);
    }
    let refused = bench.run("encodings --card knuth").refusal();
    assert!(refused.contains("--family FAMILY or --explain FAMILY"), "{refused}");
}

/// A sum too heavy for repeated literals is listed with its weights.
#[test]
fn what_weighs_too_much_is_explained() {
    let text = "min: 900 a 1 b 7 c ;\n501 a + 502 b + 503 c <= 1004 ;\n2 a + 3 b + 4 c >= 4 ;\n";
    let bench = Workbench::with("heavy.opb", text);
    let told = bench.run("encodings --explain model heavy.opb").with_status(0).out;
    for part in [
        "linear: a sum of 3 with weights               ×2  bdd                    by its size",
        "objective: bounds on a sum of 3 with weights  ×1  generalized-totalizer  by its size",
        "Sums with weights (--pb), 3 of them:",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains("with the bound 455 on the objective"), "{told}");
    let told = bench.run("encodings --family model heavy.opb --bound 8").with_status(0).out;
    assert!(told.contains("with the bound 8 on the objective"), "{told}");
}

/// Each encoding and format handles weights that add up to nearly 2^63.
#[test]
fn rows_may_weigh_as_much_as_64_bits_hold() {
    let text = "3000000000000000001 a 3000000000000000002 b 2000000000000000003 ~c 1 d >= 5000000000000000004 ;\n";
    let bench = Workbench::with("heavy.opb", text);
    // At least two of the three heavy literals, and any value of d.
    let expected = "model with 4 variables and 1 constraint: solved; 8 answers";
    let told = |arguments: &str| bench.run(arguments).refusal();
    let refused = told("solve model heavy.opb --pb repeat");
    assert!(refused.contains("more than 500, in constraint 1 (line 1)"), "{refused}");
    let refused = told("solve model heavy.opb --pb sequential-weight-counter --clause-limit 9");
    assert!(refused.contains("too many: more than 10 clauses"), "{refused}");
    let is_large =
        |row: &PseudoBoolean| ["repeat", "sequential-weight-counter"].contains(&row.name);
    for row in pseudo_boolean::ALL.iter().filter(|row| !is_large(row)) {
        let told = bench
            .run(&format!("solve model heavy.opb --count --pb {}", row.name))
            .with_status(0)
            .out;
        assert!(last(&told).starts_with(expected), "{}: {told}", row.name);
    }
    for format in ["opb", "wbo", "lp", "mps"] {
        bench
            .run(&format!("export model heavy.opb --to {format} -o again.{format}"))
            .with_status(0);
        let told = bench.run(&format!("solve model again.{format} --count")).with_status(0).out;
        assert!(last(&told).contains("8 answers"), "{format}: {told}");
    }
}

/// The text may be competition output.
#[test]
fn a_model_is_told_as_text_where_pictures_are_asked_for() {
    let bench = bench();
    let plain = bench.run("solve model names.opb").with_status(0).out;
    let drawn = bench.run("solve model names.opb --picture always").with_status(0).out;
    assert!(plain == drawn && last(&drawn).starts_with("# "), "{drawn}");
    bench.run("solve model names.opb --format competition -o said.txt").with_status(30);
    let refused = bench.run("solve model names.opb --format competition -o said.json").refusal();
    assert!(refused.contains("said.json ends in .json"), "{refused}");
    bench.write("large.opb", "1 a >= 1 ;\n99999999999999999999 a 99999999999999999998 b 3 c 99999999999999999996 d = 99999999999999999999 ;\n");
    let told = bench.run("solve model large.opb names.opb").with_status(2).out;
    assert!(told.contains("large.opb: refused: the numbers of constraint 2"), "{told}");
}

#[test]
fn orders_and_shapes_along_boards_are_refused_for_models() {
    let bench = bench();
    for (options, told) in [
        ("--order row,column", "the order row is along the cells of a board"),
        ("--shape rows-chain", "no shape along rows applies"),
        ("--boards clauses.cnf --shape amo-chain", ""),
    ] {
        let line = format!("compare --family model --boards names.opb {options} --dry-run");
        match told {
            "" => drop(bench.run(&line).with_status(0)),
            told => {
                let refused = bench.run(&line).refusal();
                assert!(refused.contains(told), "{line}: {refused}");
            }
        }
    }
    let refused = bench.run("solve model").refusal();
    assert!(refused.contains("model needs a file"), "{refused}");
    let refused = bench.run("solve model names.opb --order proximty").refusal();
    assert!(refused.contains("a similar value exists: 'proximity'"), "{refused}");
    let refused = bench.run("solve model names.opb --shape amo-flt").refusal();
    assert!(refused.contains("a similar value exists: 'amo-flat'"), "{refused}");
}

/// If every answer costs too much, the clash names the cost limit.
#[test]
fn a_top_that_is_reached_is_named() {
    let bench = Workbench::with("top.wbo", "soft: 2 ;\n[2] 1 x1 >= 1 ;\n[3] -1 x1 >= 0 ;\n");
    let ended = bench.run("solve model top.wbo").with_status(1);
    assert!(ended.out.contains("a cost below 2"), "{}", ended.out);
    assert!(!ended.out.contains("board"), "{}", ended.out);
}

#[test]
fn a_map_is_read_where_its_file_is() {
    let bench = bench();
    bench.run("export model names.opb --to lp -o names.lp --map map.json").with_status(0);
    let said = bench.run("solve model names.lp --format competition").with_status(30).out;
    bench.write("said", &said);
    let ended = bench.run("decode --map map.json said --format competition").with_status(30);
    assert!(ended.out.starts_with("o 2\ns OPTIMUM FOUND\nv "), "{}", ended.out);
    std::fs::remove_file(bench.path("names.opb")).expect("a file");
    let refused = bench.run("decode --map map.json said").refusal();
    for part in
        ["map.json: the board was read from names.opb", "the folder in which quarrel ran first"]
    {
        assert!(refused.contains(part), "{refused}");
    }
}

/// In competition output the failure of a solver is a comment; it is also on standard error if
/// nothing else is known.
#[test]
#[cfg(unix)]
fn a_solver_that_breaks_is_told_of_in_a_competition() {
    let bench = bench();
    let line = ["solve", "model", "names.opb", "--format", "competition", "--solver", "opb:false"];
    let ended = run_words(&bench, &line).with_status(2);
    let told = "c `false` ended with status 1 and printed nothing";
    assert!(ended.out.lines().any(|line| line.starts_with(told)), "{}", ended.out);
    assert!(ended.out.contains("\ns UNKNOWN\nc "), "{}", ended.out);
    assert!(ended.err.contains("`false` ended with status 1"), "{}", ended.err);
}

/// A projection may consist of variables with any names, even with commas.
#[test]
fn answers_are_told_apart_by_any_names() {
    let text = "Minimize\n obj: 0 z\nSubject To\n r: A(1,1) + A(1,2) + z >= 1\nBinary\n A(1,1) A(1,2) z\nEnd\n";
    let bench = Workbench::with("commas.lp", text);
    for (names, answers) in
        [(&["A(1,1)"][..], 2), (&["A(1,1), z"], 4), (&["A(1,1),A(1,2)", "z"], 7), (&["z", "z"], 2)]
    {
        let mut words = vec!["solve", "model", "commas.lp", "--count"];
        names.iter().for_each(|name| words.extend(["--projected", name]));
        let ended = run_words(&bench, &words).with_status(0);
        assert!(ended.out.contains(&format!("{answers} ")), "{names:?}: {}", ended.out);
    }
    for (names, told) in
        [("A(1,3)", "--projected A(1,3), but"), ("-z,A(1,1)", "`z`, without a sign")]
    {
        let words = ["solve", "model", "commas.lp", "--count", "--projected", names];
        let refused = run_words(&bench, &words).refusal();
        assert!(refused.contains(told), "{refused}");
    }
}

#[test]
fn several_files_of_several_formats() {
    let bench = bench();
    std::fs::create_dir(bench.path("folder")).expect("a folder");
    bench.write("folder/a.opb", NAMES);
    bench.write("folder/b.cnf", NO_ANSWER);
    bench.write("folder/c.wcnf", SOFT);
    bench.write("folder/d.knf", "p knf 2 1\nk 1 1 2\n");
    let ended = bench.run("solve model folder").with_status(2);
    for line in [
        "folder/a.opb: objective 2, proved optimal",
        "folder/b.cnf: no answer",
        "folder/c.wcnf: cost 1, proved optimal",
        "folder/d.knf: refused: line 3, column 1: unexpected end of the text",
    ] {
        assert!(ended.out.lines().any(|told| told.starts_with(line)), "{line} in {}", ended.out);
    }
    assert_eq!(ended.out.lines().count(), 4, "{}", ended.out);
    let ended = bench.run("solve model none.cnf soft.wcnf --format json");
    assert_eq!(ended.out.lines().count(), 2, "{}", ended.out);
}

#[test]
fn compressed_files_and_standard_input() {
    let bench = bench();
    for ending in ["", ".gz", ".xz", ".zst"] {
        bench
            .run(&format!("export model clauses.cnf --to xnf -o again.xnf{ending}"))
            .with_status(0);
        let ended = bench.run(&format!("solve model again.xnf{ending} --count")).with_status(0);
        assert!(ended.out.ends_with("3 answers\n"), "{}", ended.out);
        let bytes = std::fs::read(bench.path(&format!("again.xnf{ending}"))).expect("a file");
        bench.write("unnamed", bytes);
        let ended = bench.run("solve model unnamed --count").with_status(0);
        assert!(ended.out.ends_with("3 answers\n"), "{}", ended.out);
    }
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(CLAUSES.as_bytes()).expect("memory");
    bench.write("clauses.cnf.bz2", encoder.finish().expect("memory"));
    bench.run("solve model clauses.cnf.bz2").with_status(0);
    let ended = bench.feed("solve model - --count", CLAUSES).with_status(0);
    assert!(ended.out.ends_with("3 answers\n"), "{}", ended.out);
    let ended = bench.feed("solve model - --input wcnf --format competition", SOFT).with_status(30);
    assert!(ended.out.contains("s OPTIMUM FOUND"), "{}", ended.out);
}

#[test]
fn answers_to_exports_are_decoded() {
    let bench = bench();
    for (to, said, value) in [
        ("opb", "s OPTIMUM FOUND\nv x1 -x2 x3\n", 2),
        ("wcnf", "o 2\ns OPTIMUM FOUND\nv 101\n", 2),
        (
            "lp",
            "solution status: optimal solution found\nobjective value: 2\na_1_ 1 (obj:1)\nx_end 1 (obj:1)\n",
            2,
        ),
        (
            "mps",
            "solution status: optimal solution found\nobjective value: 3\na_1_ 1 (obj:1)\nx_2 1 (obj:1)\nx_end 1 (obj:1)\n",
            3,
        ),
        ("cnf --bound 2", "s SATISFIABLE\nv 1 -2 3 0\n", 2),
        ("knf --bound 2", "s SATISFIABLE\nv 1 -2 3 0\n", 2),
    ] {
        bench
            .run(&format!("export model names.opb --to {to} -o out --map map.json"))
            .with_status(0);
        bench.write("said", said);
        let ended = bench.run("decode --map map.json said");
        let is_claimed = value == 2 || !said.contains("optimal");
        assert!(ended.status == Some(0) || !is_claimed, "{to}: {}{}", ended.out, ended.err);
        if is_claimed {
            assert!(ended.out.contains("v a{1} -x[2] end"), "{to}: {}", ended.out);
            assert!(ended.out.contains(&format!("objective {value}")), "{to}: {}", ended.out);
        }
    }
    bench.write("few.cnf", "p cnf 3 1\n1 2 0\n");
    for (to, said) in
        [("wcnf", "s OPTIMUM FOUND\nv 110\n"), ("icnf", "s SATISFIABLE\nv 1 2 -3 0\n")]
    {
        // A format without a line `p` has a clause with the last variable.
        let ended =
            bench.run(&format!("export model few.cnf --to {to} --map map.json")).with_status(0);
        assert!(ended.out.lines().any(|line| line.ends_with("3 -3 0")), "{}", ended.out);
        bench.write("said", said);
        let ended = bench.run("decode --map map.json said").with_status(0);
        assert!(ended.out.contains("v 1 2 -3 0"), "{to}: {}", ended.out);
    }
    let clash = "1 x[1] + 1 x_1 + 1 x{1 = 1 ;\n1 x_1 >= 1 ;\n";
    bench.write("clash.opb", clash);
    let lp = bench.run("export model clash.opb --to lp -o out.lp --map map.json").with_status(0);
    assert_eq!(lp.err, "", "{}", lp.err);
    bench.write("said", "=obj= 0\nx_1_of_2 1\n");
    let ended = bench.run("decode --map map.json said").with_status(0);
    assert!(ended.out.contains("v -x[1] x_1 -x{1"), "{}", ended.out);
}

/// An export with bounds has one bound for each possible value, even if costs are billions with a
/// common divisor.
#[test]
fn bounds_are_values_that_there_are() {
    let bench = Workbench::with("large.wcnf", "4294967296 -1 0\n8589934592 -2 0\nh 1 2 0\n");
    let ended = bench.run("export model large.wcnf --to icnf").with_status(0);
    let questions = ended.out.lines().filter(|line| line.starts_with("a ")).count();
    assert!((2..=4).contains(&questions), "{}", ended.out);
    for strategy in ["linear-sat-unsat", "linear-unsat-sat", "binary", "core-boosted"] {
        let line = format!("solve model large.wcnf --search {strategy} --deduce none");
        let ended = bench.run(&line).with_status(0);
        assert!(ended.out.contains("cost 4294967296, proved optimal"), "{line}: {}", ended.out);
    }
}

/// Local search finds the first answer of a file, also at a limit of no conflicts, and JSON has its
/// work and the times of both bounds. Equal runs have equal bounds.
#[test]
fn local_search_finds_answers_of_a_file() {
    let clauses: String = (1..40).map(|var| format!("h {var} {} 0\n", var + 1)).collect();
    let costs: String = (1..=40).map(|var| format!("{} -{var} 0\n", 1 + var % 7)).collect();
    let bench = Workbench::with("cover.wcnf", format!("{clauses}{costs}"));
    let line = "solve model cover.wcnf --search oll --format json --conflict-limit 1";
    let [one, other]: [Value; 2] = [(), ()].map(|()| bench.run(line).json());
    assert!(one["stats"]["local"]["improved"].as_u64() >= Some(1), "{one}");
    assert_eq!(one["stats"]["local"], other["stats"]["local"]);
    let steps = one["bounds"].as_array().expect("a list");
    assert!(steps.iter().all(|step| step["cpu_seconds"].is_number()), "{one}");
    let values = |run: &Value| -> Vec<Value> {
        let steps = run["bounds"].as_array().expect("a list").iter();
        steps.flat_map(|step| [step["best"].clone(), step["proved"].clone()]).collect()
    };
    assert_eq!(values(&one), values(&other));
    let without = bench.run(&format!("{line} --construct off")).json();
    assert!(without["stats"]["local"].is_null(), "{without}");
}

fn refused(name: &str, content: impl AsRef<[u8]>, options: &str) -> String {
    let line = format!("solve model {name} {options}");
    let refusal = Workbench::with(name, content).run(&line).refusal();
    format!("$ quarrel {}\n{}\n\n", line.trim_end(), refusal.trim_end())
}

#[test]
fn refusals_of_models() {
    golden(
        "refusals-of-models",
        &[
            refused("words.cnf", "p cnf 2 2\n1 -2 0\n1 two 0\n", ""),
            refused("cut.cnf", "p cnf 2 2\n1 -2 0\n1 2\n", ""),
            refused("promised.cnf", "p cnf 9223372036854775808 1\n1 0\n", ""),
            refused("zero.opb", "1 x1 +1 x2 >= 1 ;\n1 x1 2 >= 1 ;\n", ""),
            refused("decimal.opb", "0.5.1 x1 >= 1 ;\n", ""),
            refused("beside.opb", "x1 x2 >= 1 ;\n", ""),
            refused("semicolon.opb", "* mine\n1 x1 >= 1\n1 x2 >= 1 ;\n", ""),
            refused("long.opb", "min: 99999999999999999999 x1 1 x2 ;\n", ""),
            refused(
                "row.opb",
                "1 x1 >= 1 ;\n3 a 2 b 99999999999999999999 c = 99999999999999999999 ;\n",
                "",
            ),
            refused(
                "digits.opb",
                format!("1 x1 >= 1 ;\n{} x1 >= 1 ;\n", "9".repeat(1_000_000)),
                "",
            ),
            refused("cost.wbo", "soft: 6 ;\n[-2] 1 x1 >= 1 ;\n", ""),
            refused("objective.wbo", "[2] 1 x1 >= 1 ;\nmin: 1 x1 ;\n", ""),
            refused("bound.knf", "p knf 3 1\nk x 1 2 3 0\n", ""),
            refused("sum.xnf", "p xnf 4 1\n-1+2+3 4 0\n", ""),
            refused("byte.cnf", b"p cnf 2 1\n1 \xff 0\n", ""),
            refused("nul.cnf", b"p cnf 2 1\n1 \0 2 0\n", ""),
            refused("empty.cnf", "", ""),
            refused("none", "", ""),
            refused("board.txt", "AAB\nABB\n", ""),
            refused("clauses.cnf", CLAUSES, "--input opb"),
            refused("clauses.cnf", CLAUSES, "--size 3"),
            refused("clauses.cnf", CLAUSES, "--format svg"),
            refused("clauses.cnf", CLAUSES, "--bound 3"),
        ]
        .concat(),
    );
}

/// Malicious files are read or refused with status 2, without a panic.
#[test]
fn traps() {
    let every_byte: Vec<u8> =
        (0..5000_u32).map(|at| u8::try_from(at * 7919 % 256).expect("below 256")).collect();
    let product = |row: usize| -> String {
        let factors: Vec<String> = (1..1000).map(|at| format!("x{}", row * at % 70 + 1)).collect();
        format!("1 {} >= 1 ;\n", factors.join(" "))
    };
    let laughs: String = (1..200).map(product).collect();
    let products = format!("1 {} >= 1 ;\n", "x1 ".repeat(1001));
    let long_line = format!("p cnf 9 1\n{}0\n", "1 2 ".repeat(7_500_000));
    let long_comment = format!("c {}\n1 0\n", "a".repeat(30_000_000));
    let long_name = format!("1 {} >= 1 ;\n", "a".repeat(30_000_000));
    for (name, bytes, status) in [
        ("binary.cnf", &every_byte[..], 2),
        ("binary.opb", &every_byte, 2),
        ("binary", &every_byte, 2),
        ("laughs.opb", laughs.as_bytes(), 0),
        ("factors.opb", products.as_bytes(), 2),
        ("line.cnf", long_line.as_bytes(), 0),
        ("comment.cnf", long_comment.as_bytes(), 0),
        ("name.opb", long_name.as_bytes(), 2),
        ("crlf.cnf", b"p cnf 2 2\r\n1 2 0\r\n-1 0\r\n", 0),
        ("bom.opb", b"\xef\xbb\xbf* c\n1 x1 >= 1 ;\n", 0),
        ("bom.cnf", b"\xef\xbb\xbfp cnf 1 1\n1 0\n", 0),
        ("latin.opb", b"* M\xfcller\n1 x1 >= 1 ;\n", 0),
        ("latin.cnf", b"c M\xfcller\np cnf 1 1\n1 0\n", 0),
        ("wide.cnf", b"\xff\xfep\0 \0c\0n\0f\0", 2),
        ("not.gz", b"\x1f\x8b\x08\0\0\0", 2),
        ("not.xz", b"\xfd7zXZ\0", 2),
        ("not.zst", b"\x28\xb5\x2f\xfd", 2),
        ("not.bz2", b"BZh9", 2),
    ] {
        let ended = Workbench::with(name, bytes).run(&format!("solve model {name}"));
        assert_eq!(ended.status, Some(status), "{name}: {}{}", ended.out, ended.err);
        assert!(ended.err.len() < 4000, "{name}: a refusal of {} bytes", ended.err.len());
    }
}

#[test]
fn what_is_cut_off_or_no_file() {
    let bench = bench();
    let mut random = String::from("p cnf 900 5000\n");
    let mut seed = 1_u64;
    for _ in 0..5000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random += &format!("{} -{} 0\n", (seed >> 33) % 900 + 1, (seed >> 43) % 900 + 1);
    }
    bench.write("long.cnf", random);
    for ending in ["gz", "xz", "zst"] {
        let name = format!("long.cnf.{ending}");
        bench.run(&format!("export model long.cnf --to cnf -o {name}")).with_status(0);
        let whole = std::fs::read(bench.path(&name)).expect("a file");
        bench.run(&format!("solve model {name}")).with_status(0);
        bench.write(&name, &whole[..whole.len() / 2]);
        let refusal = bench.run(&format!("solve model {name}")).refusal();
        assert!(refusal.contains(&name), "{refusal}");
    }
    std::fs::create_dir(bench.path("empty")).expect("a folder");
    for (file, told) in [
        ("missing.cnf", "missing.cnf"),
        ("empty", "no file"),
        ("/dev/null", "neither the beginning nor the name"),
    ] {
        let refusal = bench.run(&format!("solve model {file}")).refusal();
        assert!(refusal.contains(told), "{file}: {refusal}");
    }
}

/// A bound that needs too many clauses is predicted, after the earlier results are printed.
#[test]
fn a_bound_without_room_is_foretold() {
    let sum: String = (1..=2000).map(|number| format!("+1 x{number} ")).collect();
    let row = |number| format!("+1 x{number} +1 x{} >= 1 ;\n", number + 1);
    let rows: String = (1..2000).step_by(2).map(row).collect();
    let bench = Workbench::with("cover.opb", format!("min: {sum};\n{rows}"));
    let line =
        "solve model cover.opb --deduce none --symmetry off --construct off --clause-limit 100000";
    let foretold = "Most of them encode a bound on the objective, over 2000 literals: ";
    let ended =
        bench.run(&format!("{line} --search linear-sat-unsat --format json")).with_status(3);
    assert!(ended.err.contains(foretold) && ended.err.contains("--card adder: "), "{}", ended.err);
    let json = ended.json();
    assert_eq!((&json["stopped"], &json["status"]), (&"memory".into(), &"satisfiable".into()));
    assert!(json["stats"]["clauses"].as_u64().is_some_and(|clauses| clauses <= 100_000), "{json}");
    let refused = bench.run(&format!("{line} --search linear-unsat-sat")).refusal();
    assert!(refused.contains(foretold), "{refused}");
    let explained = bench.run("encodings --explain model cover.opb --clause-limit 100000");
    let line = explained.out.lines().find(|line| line.trim_start().starts_with("totalizer"));
    assert!(line.is_some_and(|line| line.contains("> 100000")), "{}", explained.out);
}

#[test]
fn what_the_length_chooses_is_told() {
    let sum: String = (1..=300).map(|number| format!("+1 x{number} ")).collect();
    let text = format!("min: +1 x1 ;\n{sum}= 1 ;\n+1 x2 +1 x3 +1 x4 = 1 ;\n");
    let bench = Workbench::with("m.opb", text);
    let amo = |line: &str| {
        let options = "--search linear-sat-unsat --deduce none --construct off";
        let line = format!("solve model m.opb {options} --format json {line}");
        bench.run(&line).with_status(0).json()["encodings"]["amo"].clone()
    };
    let both = amo("");
    assert!(both == "product and pairwise" || both == "pairwise and product", "{both}");
    assert_eq!((amo("--amo pairwise"), amo("--amo auto")), ("pairwise".into(), "auto".into()));
}

/// For a model on which integer programming is often faster, the message suggests such a solver.
#[test]
fn integer_programming_is_named_where_it_is_ahead() {
    let rows = "min: 37 a 41 b 43 c 47 d 53 e 59 f 61 g 67 h 71 i 73 j ;\n\
                13 a 17 b 19 c 23 d 29 e 31 f 37 g 41 h 43 i 47 j >= 211 ;\n\
                47 a 43 b 41 c 37 d 31 e 29 f 23 g 19 h 17 i 13 j >= 187 ;\n";
    let clauses = "min: 37 a 41 b 43 c 47 d ;\n1 a 1 b >= 1 ;\n1 a 1 c >= 1 ;\n1 b 1 c >= 1 ;\n";
    let bench = Workbench::with("rows.opb", rows);
    bench.write("clauses.opb", clauses);
    let line = "solve model rows.opb --search oll --conflict-limit 1 --deduce none";
    let told = bench.run(line).out;
    assert!(
        last(&told).contains("often faster on rows like these: try --search branch-and-cut"),
        "{told}"
    );
    for line in [
        "solve model rows.opb",
        "solve model rows.opb --search branch-and-cut --time-limit 0",
        "solve model clauses.opb --search oll --conflict-limit 1",
    ] {
        let told = bench.run(line).out;
        assert!(!told.contains("integer programming"), "{line}: {told}");
    }
}

/// A file of a knapsack with an equation, whose optimum the searches by clauses do not prove soon.
const KNAPSACKS: &str = "min: 37 a 41 b 43 c 47 d 53 e 59 f 61 g 67 h 71 i 73 j ;\n\
    13 a 17 b 19 c 23 d 29 e 31 f 37 g 41 h 43 i 47 j >= 211 ;\n\
    47 a 43 b 41 c 37 d 31 e 29 f 23 g 19 h 17 i 13 j >= 187 ;\n";

/// The explanation of the choices names all searches that are made, and so does the run.
#[test]
fn searches_in_turns_are_explained() {
    let bench = Workbench::with("rows.opb", KNAPSACKS);
    bench.write("soft.wcnf", SOFT);
    let explained = bench.run("encodings --explain model rows.opb").with_status(0).out;
    assert!(explained.contains("\nin turns: branch-and-cut: "), "{explained}");
    let json = bench.run("encodings --explain model rows.opb --format json").json();
    assert_eq!(json["search"]["in_turns"], "branch-and-cut", "{json}");
    assert_eq!(json["search"]["short_first"], false, "{json}");
    let solved = bench.run("solve model rows.opb --format json").json();
    assert_eq!(solved["search"], "branch-and-cut", "{solved}");
    let explained = bench.run("encodings --explain model soft.wcnf").with_status(0).out;
    assert!(explained.contains("\nfirst: a short search by cores\n"), "{explained}");
    assert!(bench.run("solve model soft.wcnf --format json").json()["short_search"].is_object());
}

/// A limit of conflicts does not exclude the trial of branch and cut, whose work needs no conflicts,
/// and it changes nothing if this is the only search.
#[test]
fn a_limit_of_conflicts_leaves_branch_and_cut() {
    let bench = Workbench::with("rows.opb", KNAPSACKS);
    let solved = bench.run("solve model rows.opb --conflict-limit 1 --format json").json();
    assert_eq!(
        (&solved["status"], &solved["search"]),
        (&"optimal".into(), &"branch-and-cut".into())
    );
    let line = "solve model rows.opb --conflict-limit 1 --search";
    let note = "branch-and-cut counts no conflicts; --conflict-limit changes nothing";
    assert!(bench.run(&format!("{line} branch-and-cut")).err.contains(note));
    assert!(!bench.run(&format!("{line} oll")).err.contains(note));
}

/// Two threads search a file by branch and cut and by clauses at the same time, and find the same
/// optimum as one.
#[test]
fn two_searches_at_once_find_the_optimum() {
    let bench = Workbench::with("rows.opb", KNAPSACKS);
    let [one, two] = ["1", "2"].map(|threads| {
        bench.run(&format!("solve model rows.opb --threads {threads} --format json")).json()
    });
    assert_eq!(two["status"], "optimal", "{two}");
    let note = "branch-and-cut has one thread; without --search, the others search by clauses";
    assert!(
        bench.run("solve model rows.opb --threads 2 --search branch-and-cut").err.contains(note)
    );
    assert_eq!(one["objective"]["value"], two["objective"]["value"]);
    let decided = bench.run("solve model rows.opb --threads 2 --bound 1 --format json").json();
    assert_eq!(decided["status"], "unsatisfiable", "{decided}");
}

/// If the bound of a question excludes all values, there is no answer at all, and the bounds are the
/// range of the objective.
#[test]
fn bounds_without_an_answer_are_the_range_of_the_objective() {
    let bench = Workbench::with("none.opb", "min: +1 x1 ;\n+1 x1 >= 2 ;\n");
    for (bound, range) in [("5", [0, 1]), ("1", [0, 1]), ("0", [1, 1])] {
        let line = format!("solve model none.opb --bound {bound} --format json");
        let objective = bench.run(&line).json()["objective"].clone();
        let ends = [&objective["lower_bound"], &objective["upper_bound"]];
        assert_eq!(ends, range, "{bound}");
    }
}

/// A file that propagation refutes has a proof, also if its symmetries are broken after branch and cut
/// has left the question open.
#[test]
fn a_refuted_file_with_symmetries_has_a_proof() {
    let text = "min: +1 c ;\n+1 a >= 2 ;\n+1 b +1 d +3 c -2 a >= 3 ;\n";
    let bench = Workbench::with("refuted.opb", text);
    for search in ["", " --search branch-and-cut"] {
        let line = format!("solve model refuted.opb{search} --proof folder");
        bench.run(&line).with_status(1);
        std::fs::remove_dir_all(bench.path("folder")).expect("a folder");
    }
}

/// JSON names the search that is made: without an objective, and for several answers at a bound, this
/// is the one by clauses.
#[test]
fn the_search_that_is_made_is_named() {
    let bench = Workbench::with("rows.opb", KNAPSACKS);
    bench.write("clauses.cnf", CLAUSES);
    for line in ["clauses.cnf", "rows.opb --bound 500 --count 3"] {
        let line = format!("solve model {line} --search branch-and-cut --format json");
        let json = bench.run(&line).json();
        assert_eq!(json["search"], "linear-sat-unsat", "{line}: {json}");
    }
}

/// If searches take turns, the sizes are those of one formula, not of all.
#[test]
fn the_sizes_of_searches_in_turns_are_those_of_one() {
    // The linear program of the root closes no gap, so the trial ends at once.
    let mut text = String::from("min: +1 x1 ;\n+1 x1");
    (2..=110).for_each(|one| text += &format!(" +2 x{one}"));
    text += " = 111 ;\n+2 x1 +3 x2 +4 x3 >= 5 ;\n";
    let bench = Workbench::with("rows.opb", text);
    let line = "solve model rows.opb --symmetry off --deduce none --cuts none --format json";
    let [turns, alone] = ["", " --search core-boosted"].map(|search| {
        let run = bench.run(&format!("{line}{search}")).json();
        let end = (&run["status"], &run["search"]);
        assert_eq!(end, (&"optimal".into(), &"core-boosted".into()), "{run}");
        let clauses = run["stats"]["groups"]["linear"]["clauses"].clone();
        (run["stats"]["variables"].clone(), clauses)
    });
    assert_eq!(turns, alone);
}
