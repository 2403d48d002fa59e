//! External solvers on the command line: one that cannot run is refused before anything else
//! happens, and results of deduction name no solver.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::boards::QUEENS;
use crate::site::Site;
use crate::workbench::{Ended, Workbench};

fn ask(bench: &Workbench, line: &str, word: &str) -> Ended {
    let words = line.split_whitespace().chain([word]);
    Ended::of(bench.command(words).output().expect("the program runs"))
}

fn bench() -> Workbench {
    let bench = Workbench::with("queens.txt", QUEENS);
    bench.write("other.txt", QUEENS);
    bench.write("model.opb", "min: +1 x1 ;\n+1 x1 +1 x2 >= 1 ;\n");
    bench.write("plain", "#!/bin/sh\n");
    for (name, text) in [("gone", "#!/no/such/shell\n"), ("text", "echo s UNSATISFIABLE\n")] {
        bench.write(name, text);
        fs::set_permissions(bench.path(name), Permissions::from_mode(0o755)).expect("ours");
    }
    fs::create_dir(bench.path("folder")).expect("a folder");
    bench
}

#[test]
fn a_solver_that_cannot_be_run_is_refused_before_anything_is_done() {
    let bench = bench();
    for line in [
        "solve gunport --size 6 -o out",
        "solve gunport --size 6 --format json -o out",
        "solve queens queens.txt other.txt -o out",
        "solve model model.opb -o out",
        "solve model model.opb --format competition -o out",
        "solve model no-such-file -o out",
        "compare --family gunport --size 5,6 --results out --csv out.csv",
        "compare --family gunport --size 5,6 --solver cadical --results out --csv out.csv",
        "compare --family gunport --size 5,6 --dry-run --results out",
        "plan compare --family gunport --size 5,6 -o out",
    ] {
        for (solver, told) in [
            ("nosuch", "no program on the PATH is called `nosuch`"),
            ("nosuch -q {} {out}", "the solver `nosuch -q {} {out}` cannot be run here"),
            ("./nosuch", "there is no file `./nosuch`"),
            ("opb:nosuch", "no program on the PATH is called `nosuch`"),
            ("cnf:nosuch", "no program on the PATH is called `nosuch`"),
            ("lp:./folder {}", "`./folder` is a folder"),
            ("./plain", "`./plain` is not a file that may be executed"),
            ("./gone", "cannot be run: there is no file `/no/such/shell`"),
            ("wcnf:./text {}", "`./text` is neither a binary nor a script"),
        ] {
            let refused = ask(&bench, &format!("{line} --solver"), solver).refusal();
            let refused = refused.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(refused.contains(told), "{line} --solver '{solver}': {refused}");
            assert!(!bench.path("out").exists(), "{line}: something was done");
        }
    }
}

#[test]
fn a_solver_is_refused_wherever_it_is_named() {
    let bench = bench();
    bench.write("grid.toml", "[[grid]]\nfamily = \"gunport\"\nsize = [5]\nsolver = [\"nosuch\"]\n");
    let told = bench.run("compare grid.toml --results out").refusal();
    assert!(told.contains("no program on the PATH is called `nosuch`"), "{told}");
    let mut command = bench.command("solve gunport --size 6".split_whitespace());
    let output = command.env("QUARREL_SOLVER", "nosuch").output().expect("the program runs");
    let told = Ended::of(output).refusal();
    assert!(told.contains("no program on the PATH is called `nosuch`"), "{told}");
}

/// A worker on a machine without the solver does no task; `merge` needs no solver.
#[test]
fn a_worker_without_the_solver_takes_no_task() {
    let site = Site::new();
    let solver = site.path("solver");
    fs::write(&solver, "#!/bin/sh\necho s UNSATISFIABLE\n").expect("a file");
    fs::set_permissions(&solver, Permissions::from_mode(0o755)).expect("ours");
    site.ends("plan compare --family gunport --size 4,6 --ask unsat --solver ./solver -o p", 0);
    fs::remove_file(&solver).expect("a file");
    let results = || fs::read_dir(site.path("p/results")).map_or(0, Iterator::count);
    for line in ["work p", "work p --chunk 0", "work p --task 0"] {
        let said = site.ends(line, 2);
        assert!(said.contains("there is no file `./solver`"), "{said}");
        assert_eq!(results(), 0, "{line}: something was done");
    }
    let said = site.ends("merge p", 3);
    assert!(said.contains("open"), "{said}");
}

#[test]
fn nobody_is_named_for_what_deduction_found() {
    let bench = Workbench::with("solver", "echo s UNSATISFIABLE\n");
    bench.write("model.opb", "min: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 2 ;\n");
    for solver in ["cadical", "sh solver {}"] {
        for line in ["solve gunport --size 6", "solve gunport --size 6 --bound 11"] {
            let json = ask(&bench, &format!("{line} --format json --solver"), solver).json();
            assert_eq!(json["solver"], Value::Null, "{line} {solver}");
            assert_eq!(json["rests_on"], "search");
        }
        let asked = ask(&bench, "solve gunport --size 5 --bound 8 --format json --solver", solver);
        assert!(asked.json()["solver"].as_str().is_some_and(|who| who.starts_with(solver)));
        let line = "solve model model.opb --format competition --bound 1 --solver";
        let ended = ask(&bench, line, solver).with_status(20);
        assert!(ended.out.contains("\nc no solver was asked\n"), "{ended:?}");
        let ended = ask(
            &bench,
            &line.replace("--bound 1", "--deduce none --search linear-sat-unsat"),
            solver,
        );
        assert!(ended.out.contains(&format!("\nc solver {solver}")), "{ended:?}");
    }
    let ended = ask(&bench, "solve gunport --size 6 --solver", "sh solver {}").with_status(0);
    let note = "note: the question was answered without a solver; `sh solver {}` was not asked\n";
    assert!(ended.out.contains("dominoes 12, proved optimal"), "{ended:?}");
    assert_eq!(ended.err, note);
    assert_eq!(ask(&bench, "solve gunport --size 6 -q --solver", "sh solver {}").err, "");
    assert_eq!(bench.run("solve gunport --size 6").err, "");
}

#[test]
fn a_solver_that_breaks_is_named() {
    let bench = Workbench::with("solver", "exit 3\n");
    bench.write("model.opb", "min: +1 x1 ;\n+1 x1 +1 x2 >= 1 ;\n");
    for (line, solver) in [
        ("solve gunport --size 5 --format json --solver", "sh solver {}"),
        // The examples of the documentation do start their solver.
        ("solve gunport --size 10 --format json --solver", "sh solver {}"),
        ("solve armies --size 6 --format json --solver", "opb:sh solver {}"),
        ("solve model model.opb --deduce none --format json --solver", "opb:sh solver {}"),
    ] {
        let json = ask(&bench, line, solver).with_status(2).json();
        assert_eq!(json["solver"], "sh solver {}", "{line}");
    }
}

/// A comparison names no solver for a result of deduction alone, such as that of the 6x6 board.
#[test]
fn a_comparison_credits_no_solver_that_was_not_asked() {
    let bench = Workbench::with("breaking", "exit 3\n");
    let line = "compare --family gunport --size 5,6 --ask unsat --solver cadical --results r \
                --csv s.csv --json s.json --html s.html --latex s.tex --solver";
    let ended = ask(&bench, line, "sh breaking {}").with_status(0);
    let row = |name: &str| ended.out.lines().find(|line| line.starts_with(name)).expect("a row");
    assert!(row("cadical").contains(" 1/1 "), "{}", ended.out);
    assert!(row("sh breaking").contains(" 0/1 "), "{}", ended.out);
    let json: Value = serde_json::from_slice(&fs::read(bench.path("s.json")).expect("JSON"))
        .expect("JSON as it is written");
    for one in json["sections"][0]["configurations"].as_array().expect("a list") {
        let is_cadical = one["name"] == "cadical";
        assert_eq!((&one["runs"], &one["solved"]), (&1.into(), &u64::from(is_cadical).into()));
        assert_eq!(one["best"], f64::from(u8::from(is_cadical)), "{one}");
    }
    let csv = fs::read_to_string(bench.path("s-runs.csv")).expect("a table");
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let head = rows.headers().expect("a head").clone();
    let place = |name: &str| head.iter().position(|one| one == name).expect("a column");
    let (solver, puzzle) = (place("solver"), place("puzzle"));
    for row in rows.records().map(|row| row.expect("a row")) {
        assert_eq!(row[solver].is_empty(), &row[puzzle] == "gunport-6x6", "{row:?}");
    }
    let page = fs::read_to_string(bench.path("s.html")).expect("a page");
    assert!(page.contains("no solver called"), "the cell for that board has it");
    let line = line.replace("5,6", "6").replace("--results r", "--results r6");
    let ended = ask(&bench, &line, "sh breaking {}").with_status(0);
    assert_eq!(ended.out.matches(" 0/0 ").count(), 2, "{}", ended.out);
}

/// A solver's claim "no answers" is refused if an answer is known: construction reaches the optimum
/// 9 of the 5x5 board, and a start is an answer of the model.
#[test]
fn no_count_contradicts_an_answer_that_is_known() {
    let bench = Workbench::with("refuses", "echo s UNSATISFIABLE\n");
    bench.write("m.opb", "min: +1 x1 +1 x2 +1 x3 ;\n+1 x1 +1 x2 +1 x3 >= 1 ;\n");
    bench.write("start", "v x1 -x2 -x3\n");
    for line in [
        "solve gunport --size 5 --count",
        "solve gunport --size 5 --all",
        "solve gunport --size 5 --unique",
        "solve gunport --size 5 --count --bound 9",
        "solve gunport --size 5 --all --bound 10",
        "solve gunport --size 5 --unique --bound 9",
        "solve gunport --size 5 --count 3 --bound 9",
        "solve gunport --size 5 --count --bound 9 --construct off",
        "solve gunport --size 5 --bound 9 --construct off",
        "solve gunport --size 5 --construct off",
        "solve armies --size 4 --count",
        "solve abbott-window --size 4 --count",
        "solve model m.opb --count --start start",
        "solve model m.opb --all --start start",
        "solve model m.opb --unique --start start",
        "solve model m.opb --count --deduce none --start start",
    ] {
        let ended = ask(&bench, &format!("{line} --solver"), "sh refuses {}").with_status(2);
        let is_named = ended.err.contains("a disagreement: `sh refuses {}` says that");
        assert!(is_named && ended.err.contains("but quarrel knows an answer"), "{line}: {ended:?}");
        let json = ask(&bench, &format!("{line} --format json --solver"), "sh refuses {}");
        let json = json.with_status(2).json();
        let is_told = |why: &str| why.contains("a disagreement");
        assert!(json["trouble"].as_str().is_some_and(is_told), "{line}: {json}");
        assert_ne!(json["solutions"]["complete"], Value::Bool(true), "{line}: {json}");
        assert_eq!(json["uniqueness"]["unique"], Value::Null, "{line}: {json}");
    }
    // If no known answer contradicts it, the solver's claim is accepted.
    ask(&bench, "solve gunport --size 5 --count --bound 8 --solver", "sh refuses {}")
        .with_status(1);
    ask(&bench, "solve model m.opb --count --bound 1 --solver", "sh refuses {}").with_status(1);
}

/// The list of answers is not complete without the known answer, if a solver finds another one and
/// then claims that there are no more.
#[test]
fn the_answers_are_not_all_without_the_known_one() {
    let bench = Workbench::with("m.opb", "min: +1 x1 ;\n+1 x1 +1 x2 = 1 ;\n");
    bench.write(
        "forgets",
        "test -e asked && { echo s UNSATISFIABLE; exit; }\ntouch asked\n\
         echo s SATISFIABLE; echo v -1 2 0\n",
    );
    bench.write("start", "v x1 -x2\n");
    for (line, status) in [
        ("solve model m.opb --bound 1 --count --start start", 2),
        ("solve model m.opb --bound 1 --unique --start start", 2),
        ("solve model m.opb --bound 1 --all --start start", 2),
        ("solve model m.opb --bound 1 --count --start start --projected x1", 0),
        ("solve model m.opb --bound 1 --count", 0),
    ] {
        let _ = fs::remove_file(bench.path("asked"));
        let line = format!("{line} --deduce none --solver");
        let ended = ask(&bench, &line, &format!("sh {} {{}}", bench.path("forgets").display()));
        let ended = ended.with_status(status);
        assert_eq!(
            ended.err.contains("no answers besides the 1"),
            status == 2,
            "{line}: {ended:?}"
        );
    }
}

/// Programs that print no answer need a file for it, and the refusal shows the command.
#[test]
fn a_solver_that_writes_its_answer_to_a_file_is_told_how() {
    let bench = bench();
    for (name, prints) in [
        ("minisat", "echo restarts : 1; echo SATISFIABLE; exit 10"),
        ("minisat_static", "echo WARNING: for repeatability; echo SATISFIABLE; exit 10"),
        ("glpsol", "echo GLPSOL--GLPK LP/MIP Solver; echo INTEGER OPTIMAL SOLUTION FOUND"),
        ("cbc", "echo Welcome to the CBC MILP Solver; echo Result - Optimal solution found"),
        ("kissat", "echo nothing of use; exit 10"),
    ] {
        bench.write(name, format!("#!/bin/sh\n{prints}\n"));
        fs::set_permissions(bench.path(name), Permissions::from_mode(0o755)).expect("ours");
    }
    for (solver, told) in [
        ("./minisat", "minisat writes to a file: use --solver 'minisat {} {out}'"),
        ("./minisat {}", "--solver 'minisat {} {out}'"),
        ("./minisat_static -verb=0", "--solver 'minisat {} {out}'"),
        ("lp:./glpsol --lp {}", "--solver 'lp:glpsol --lp {} -o {out}'"),
        ("lp:./cbc {} solve", "--solver 'lp:cbc {} solve solution {out}'"),
        ("./kissat", "expected what a solver prints"),
        ("./minisat {} {out}", "expected what a solver prints"),
    ] {
        let refused =
            ask(&bench, "solve model model.opb --construct off --solver", solver).refusal();
        let refused = refused.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(refused.contains(told), "{solver}: {refused}");
    }
}
