//! Other solvers at the door: one that cannot be run is refused before anything else is done.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use super::boards::QUEENS;
use crate::site::Site;
use crate::workbench::{Ended, Workbench};

/// Runs a command line with one more word.
fn ask(bench: &Workbench, line: &str, word: &str) -> Ended {
    let words = line.split_whitespace().chain([word]);
    Ended::of(bench.command(words).output().expect("the program runs"))
}

/// A workbench with boards, a model, and files that are no programs.
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

/// Of each question deduction or construction would have found the answer, or one is found at once.
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
            ("./plain", "`./plain` is no file that may be executed"),
            ("./gone", "names an interpreter: there is no file `/no/such/shell`"),
            ("wcnf:./text {}", "`./text` is neither a binary nor a script"),
        ] {
            let refused = ask(&bench, &format!("{line} --solver"), solver).refusal();
            let refused = refused.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(refused.contains(told), "{line} --solver '{solver}': {refused}");
            assert!(!bench.path("out").exists(), "{line}: something was done");
        }
    }
}

/// A file of grids and a file of defaults name solvers, too.
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

/// A worker refuses on its own machine; `merge` needs no solver.
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
