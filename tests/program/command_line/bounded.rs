//! Small inputs take bounded work: sizes are foretold or refused, compressed proofs are not
//! unpacked without end, and bounds outside of the range of an objective have plain answers.

use std::fs;

use serde_json::Value;

use crate::workbench::{Ended, Workbench, run};

/// Returns a model with an objective of `number` different weights.
fn weights(number: usize) -> String {
    let terms: String = (1..=number).map(|place| format!(" +{} x{place}", place + 1)).collect();
    format!("min:{terms} ;\n+1 x1 >= 1 ;\n")
}

/// Runs the program with at most 700 MB of address space.
#[cfg(unix)]
fn within_memory(bench: &Workbench, line: &str) -> Ended {
    let mut command = crate::plain::plain("sh");
    let limited = "ulimit -v 700000; exec \"$0\" \"$@\"";
    command.args(["-c", limited, env!("CARGO_BIN_EXE_quarrel")]).args(line.split_whitespace());
    let output = command.current_dir(bench.path("")).output();
    Ended::of(output.expect("the program runs"))
}

#[cfg(unix)]
#[test]
fn encodings_of_many_weights_are_measured_in_little_memory() {
    let bench = Workbench::new();
    for (number, options, most) in
        [(500, "", "4000000"), (3_000, "--clause-limit 300000", "300000")]
    {
        bench.write("m.opb", weights(number));
        let line = format!("encodings --explain model m.opb {options}");
        let explained = within_memory(&bench, &line).with_status(0).out;
        let row = |name: &str| {
            let line = explained.lines().find(|line| line.trim_start().starts_with(name));
            line.expect("a row of the table").split_whitespace().skip(1).collect::<Vec<_>>()
        };
        assert_eq!(row("bdd"), [">", most], "{explained}");
        assert_eq!(row("adder").len(), 3, "{explained}");
    }
    let json =
        within_memory(&bench, "encodings --family model m.opb --format json --clause-limit 300000");
    let json = json.with_status(0).json();
    let of = |name: &str| -> Value {
        let tables = json["tables"].as_array().expect("tables");
        let table = tables.iter().find(|table| table["option"] == "--pb").expect("a table");
        let rows = table["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["name"] == name).expect("a row").clone()
    };
    let sequential = of("sequential-weight-counter");
    assert_eq!((&sequential["added"], &sequential["more_than"]), (&Value::Null, &300_000.into()));
    assert_eq!(of("adder")["more_than"], Value::Null);
}

/// The objective of the deduction `dual` is longer than all constraints.
#[cfg(unix)]
#[test]
fn a_long_objective_is_measured_and_written_in_little_memory() {
    let bench = Workbench::with("m.opb", weights(100_000));
    let line = "encodings --explain model m.opb --bound 9 --clause-limit 300000";
    let explained = within_memory(&bench, line).with_status(0).out;
    assert!(explained.contains("adder"), "{explained}");
    for format in ["cnf", "opb", "lp"] {
        let line = format!("export model m.opb --bound 9 --to {format} -o o.{format}");
        within_memory(&bench, &line).with_status(0);
    }
    let line = "export model m.opb --bound 1000000 --to cnf --pb local-polynomial-watchdog -o o";
    let refused = within_memory(&bench, line).refusal();
    assert!(refused.contains("too many") || refused.contains("refuses"), "{refused}");
}

#[cfg(unix)]
#[test]
#[ignore = "long: a quarter of a minute, a hundred thousand weights with every encoding"]
fn encodings_of_a_hundred_thousand_weights_are_measured_in_little_memory() {
    let bench = Workbench::with("m.opb", weights(100_000));
    let explained = within_memory(&bench, "encodings --explain model m.opb").with_status(0).out;
    assert!(explained.contains("adder"), "{explained}");
    let line = "export model m.opb --bound 1000000 --to cnf --pb bdd -o o";
    let refused = within_memory(&bench, line).refusal();
    assert!(refused.contains("the bdd encoding refuses"), "{refused}");
}

#[test]
fn a_lesson_stops() {
    let line = "encodings sequential --at-most 40 --of 900 --format dimacs --time-limit 0";
    let stopped = run(line).with_status(3);
    assert!(stopped.err.contains("stopped"), "{}", stopped.err);
}

#[test]
fn a_measurement_stops_with_what_is_known() {
    let bench = Workbench::with("m.opb", weights(400));
    for line in [
        "encodings --explain model m.opb --time-limit 0",
        "encodings --family model m.opb --time-limit 0",
    ] {
        let told = bench.run(line).with_status(3).out;
        assert!(told.contains("adder") && told.contains("stopped"), "{told}");
    }
    let sized = bench.run("encodings --at-most 9 --of 57 --time-limit 0").with_status(3).out;
    assert!(sized.contains("stopped"), "{sized}");
    bench.run("encodings --at-most 9 --of 57 --time-limit 1h").with_status(0);
}

#[cfg(unix)]
#[test]
fn a_bound_on_many_weights_is_written_or_refused_in_little_memory() {
    let bench = Workbench::with("m.opb", weights(1_000));
    let line = "export model m.opb --to cnf --bound 200000";
    within_memory(&bench, &format!("{line} -o m.cnf")).with_status(0);
    let written = fs::read_to_string(bench.path("m.cnf")).expect("a file");
    assert!(written.contains("pb binary-merge (auto)"), "{}", &written[..400]);
    for row in ["bdd", "generalized-totalizer", "local-polynomial-watchdog"] {
        let line = format!("{line} --pb {row} --clause-limit 300000");
        let refused = within_memory(&bench, &line).refusal();
        assert!(refused.contains("the clauses would be too many"), "{row}: {refused}");
    }
}

/// Without a limit of clauses, a diagram is refused by its own limits.
#[cfg(unix)]
#[test]
fn a_diagram_is_refused_in_little_memory() {
    let bench = Workbench::with("m.opb", weights(2_000));
    let line = "export model m.opb --to cnf --bound 1000000 --pb bdd -o m.cnf";
    let refused = within_memory(&bench, line).refusal();
    assert!(refused.contains("the bdd encoding refuses"), "{refused}");
}

/// The checker reads the proof from a file, so a compressed one is unpacked for it.
#[cfg(all(unix, feature = "compress"))]
#[test]
fn a_compressed_proof_has_a_limit() {
    use std::io::Write;
    let bench = Workbench::with(
        "checker",
        "grep -q 'BOUNDS 1 : 1 1' \"$2\" && echo 's VERIFIED BOUNDS 1 <= obj <= 1' && exit 0\n\
         grep -q 'BOUNDS 2' \"$2\" && exit 1\n\
         grep '^conclusion BOUNDS' \"$2\" | sed 's/.*BOUNDS \\(-*[0-9]*\\) .*/s VERIFIED BOUNDS \\1 <= obj <= \\1/'\n",
    );
    bench.run("solve gunport --size 3 --proof z").with_status(0);
    fs::create_dir(bench.path("tmp")).expect("a folder");
    let check = || {
        let mut command = bench.command(["check-proof", "z", "--checker", "sh checker"]);
        Ended::of(command.env("TMPDIR", bench.path("tmp")).output().expect("the program runs"))
    };
    let accepted = check().with_status(0).out;
    let plain = fs::read(bench.path("z/proof.pbp")).expect("a proof");
    fs::remove_file(bench.path("z/proof.pbp")).expect("ours");
    let pack = |comments: usize| {
        let file = fs::File::create(bench.path("z/proof.pbp.gz")).expect("a file");
        let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packed.write_all(&plain).expect("a disk with room");
        let comment = [&b"* "[..], &[b'0'; 1 << 20], b"\n"].concat();
        for _ in 0..comments {
            packed.write_all(&comment).expect("a disk with room");
        }
        packed.finish().expect("a disk with room");
    };
    pack(1);
    assert_eq!(check().with_status(0).out, accepted);
    pack(300);
    let refused = check().refusal();
    assert!(refused.contains("unpacks to more than"), "{refused}");
    // The keeper, another process, removes the folder soon.
    let is_empty = || fs::read_dir(bench.path("tmp")).expect("a folder").next().is_none();
    let is_cleaned = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        is_empty()
    });
    assert!(is_cleaned, "files are left");
}

/// A script that halves an interval may ask for any number.
#[test]
fn a_bound_outside_of_the_range_has_a_plain_answer() {
    let bench = Workbench::with("min.opb", "min: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n");
    bench.write("max.opb", "max: +1 x1 +1 x2 ;\n+1 x1 +1 x2 <= 1 ;\n");
    bench.write(
        "half.lp",
        "Minimize\n o: 0.5 x + 0.5 y\nSubject To\n c: x + y >= 1\nBinary\n x y\nEnd\n",
    );
    let far = "99999999999999999999";
    let bounds = ["-3", "-0.5", &format!("-{far}"), far];
    for bound in bounds {
        let is_below = bound.starts_with('-');
        for (file, is_least) in [("min.opb", true), ("max.opb", false), ("half.lp", true)] {
            let status = i32::from(is_below == is_least);
            let with = format!("model {file} --bound={bound}");
            let solved = bench.run(&format!("solve {with}")).with_status(status);
            let told = if status == 1 { "no answer with objective" } else { "objective" };
            assert!(solved.out.contains(told), "{with}: {}", solved.out);
            assert!(status == 0 || solved.out.contains(bound), "{with}: {}", solved.out);
            bench.run(&format!("explain {with}")).with_status(status);
            bench.run(&format!("solve {with} --count")).with_status(status);
            bench.run(&format!("solve {with} --unique")).with_status(status);
            for format in ["cnf", "opb", "lp"] {
                bench.run(&format!("export {with} --to {format}")).with_status(0);
            }
        }
        for family in ["gunport", "abbott-window", "armies"] {
            let is_least = family == "gunport";
            let status = i32::from(is_below == is_least);
            let with = format!("{family} --size 4 --bound={bound}");
            bench.run(&format!("solve {with}")).with_status(status);
            bench.run(&format!("solve {with} --search linear-sat-unsat")).with_status(status);
            // About armies of exactly this size, `explain` asks another question.
            if family != "armies" {
                bench.run(&format!("explain {with}")).with_status(status);
            }
            bench.run(&format!("export {with} --to cnf")).with_status(0);
            if !bound.contains('.') {
                let measured = run(&format!("encodings --family {with}")).refusal();
                assert!(measured.contains("every possible value"), "{measured}");
            }
        }
    }
    let plan = bench.run("plan cubes gunport --size 4 --bound=-3 -o plan");
    assert!(!plan.err.contains("never negative"), "{}", plan.err);
    let compared = bench.run("compare --family gunport --size 3 --bound=-3,2 --dry-run");
    compared.with_status(0);
}
