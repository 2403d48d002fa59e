//! External programs end with the verb, however it ends, with all their processes and temporary
//! files.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

use super::endings::send;
use crate::running::is_running;
use crate::workbench::Workbench;

const PATIENCE: Duration = Duration::from_secs(10);

pub fn comes_true(mut is_so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Returns it with a word in the command lines of both.
fn with_a_solver(number: u32) -> (Workbench, String) {
    // A number of seconds that no other program sleeps.
    let mark = format!("sleep 6{number}{}", std::process::id());
    let lines = format!("[ \"$1\" = --version ] && exit\nsetsid {mark} &\n{mark}\n");
    let bench = Workbench::with("forever", lines);
    bench.write("open", "????\n".repeat(4));
    fs::create_dir(bench.path("tmp")).expect("a folder");
    (bench, mark)
}

fn begin(bench: &Workbench, line: &str, solver: &str, mark: &str) -> Child {
    let words = line.split_whitespace().chain(["--solver", solver]);
    let mut command = bench.command(words);
    let child = command.env("TMPDIR", bench.path("tmp")).spawn().expect("the program runs");
    assert!(comes_true(|| is_running(mark)), "the solver runs");
    child
}

pub fn assert_nothing_is_left(bench: &Workbench, mark: &str, name: &str) {
    assert!(comes_true(|| !is_running(mark)), "{name}: {mark} goes on");
    let is_empty = || fs::read_dir(bench.path("tmp")).expect("a folder").next().is_none();
    assert!(comes_true(is_empty), "{name}: temporary files");
}

#[test]
fn nothing_is_left_of_a_solver_whoever_ends() {
    let solve = "solve gunport --size 4 --construct off --deduce none";
    let several = "solve gunport open open --construct off --deduce none";
    let compare = "compare --family gunport --size 4 --construct off --deduce none";
    let mut number = 0;
    for line in [solve, several, compare] {
        for solver in ["sh forever {}", "wcnf:sh forever {}"] {
            for signal in ["KILL", "TERM", "INT"] {
                number += 1;
                let (bench, mark) = with_a_solver(number);
                let mut child = begin(&bench, line, solver, &mark);
                send(signal, &child);
                let status = child.wait().expect("it ends").code();
                let name = format!("{line} --solver '{solver}', SIG{signal}");
                assert_eq!(status, (signal != "KILL").then_some(3), "{name}");
                assert_nothing_is_left(&bench, &mark, &name);
            }
        }
    }
}

/// Limits end all processes of a solver of clauses, and of one of the whole question.
#[test]
fn limits_hold_for_what_a_solver_has_started() {
    for (number, solver) in [(70, "sh forever {}"), (71, "wcnf:sh forever {}")] {
        let (bench, mark) = with_a_solver(number);
        let line = "solve gunport --size 4 --construct off --deduce none --time-limit 0.5";
        let mut child = begin(&bench, line, solver, &mark);
        assert_eq!(child.wait().expect("it ends").code(), Some(3), "{solver}");
        assert_nothing_is_left(&bench, &mark, solver);
    }
}
