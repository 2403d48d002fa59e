//! At a limit, quarrel asks an external solver to stop, gives it a moment to report, and reads its
//! output. It checks an answer like any other and ignores the claim of a killed solver.
//!
//! The tests assert no times. A solver creates a file when it is ready for the signal.

#![cfg(target_os = "linux")]

use std::process::Child;
use std::thread;

use serde_json::{Value, json};

use super::endings::send;
use super::processes::{assert_nothing_is_left, comes_true};
use crate::running::is_running;
use crate::workbench::{Ended, Workbench};

/// Three clauses and a sum: `x1 x2 x3` is the worst solution, `-x1 x2 x3` the best.
const CLAUSES: &str = "p cnf 3 3\n1 2 0\n-1 3 0\n3 0\n";
const SUM: &str =
    "min: +2 x1 +1 x2 +1 x3 ;\n+1 x1 +1 x2 >= 1 ;\n+1 ~x1 +1 x3 >= 1 ;\n+1 x3 >= 1 ;\n";

const ANSWER: &str = "echo s SATISFIABLE; echo v x1 x2 x3";
const OPTIMUM: &str = "echo o 2; echo s OPTIMUM FOUND; echo v -x1 x2 x3";

/// The status of a search, and whether the search ended by itself.
const SOLVED: (&str, bool) = ("satisfiable", true);
const NO_ANSWER: (&str, bool) = ("unsatisfiable", true);
const NOTHING: (&str, bool) = ("unknown", false);
const BEST_SO_FAR: (&str, bool) = ("satisfiable", false);
const OPTIMAL: (&str, bool) = ("optimal", true);

/// Returns a solver that waits, and runs these commands when it is asked to stop.
fn at_term(words: &str) -> String {
    format!("trap '{words}' TERM\n: > ready\nwhile :; do sleep 0.02; done\n")
}

/// Returns a solver that runs these commands and waits, and ignores requests to stop.
fn deaf_after(words: &str) -> String {
    format!("trap '' TERM\n{words}\n: > ready\nwhile :; do sleep 0.02; done\n")
}

/// The name of a solver, its script, and the outcomes of a question about clauses and of one with
/// an objective.
type Case = (&'static str, String, (&'static str, bool), (&'static str, bool));

fn solvers() -> Vec<Case> {
    let child = |words: &str| {
        format!("(trap '{words}; exit' TERM; : > ready; while :; do sleep 0.02; done) & wait\n")
    };
    vec![
        ("answers", at_term(&format!("{ANSWER}; exit 0")), SOLVED, BEST_SO_FAR),
        ("answers with 10", at_term(&format!("{ANSWER}; exit 10")), SOLVED, BEST_SO_FAR),
        ("answers with 143", at_term(&format!("{ANSWER}; exit 143")), SOLVED, BEST_SO_FAR),
        ("answers, dies", at_term(&format!("{ANSWER}; kill -KILL $$")), SOLVED, BEST_SO_FAR),
        ("answers, hangs", at_term(&format!("{ANSWER}; sleep 1000")), SOLVED, BEST_SO_FAR),
        ("has answered, is deaf", deaf_after(ANSWER), SOLVED, BEST_SO_FAR),
        ("a child answers", child(ANSWER), SOLVED, BEST_SO_FAR),
        ("a child has answered", format!("({}) & wait\n", deaf_after(ANSWER)), SOLVED, BEST_SO_FAR),
        ("is optimal", at_term(&format!("{OPTIMUM}; exit 30")), SOLVED, OPTIMAL),
        ("is optimal, it says, and is deaf", deaf_after(OPTIMUM), SOLVED, BEST_SO_FAR),
        ("has no answer", at_term("echo s UNSATISFIABLE; exit 20"), NO_ANSWER, NO_ANSWER),
        (
            "has no answer, it says, and is deaf",
            deaf_after("echo s UNSATISFIABLE"),
            NOTHING,
            NOTHING,
        ),
        ("is deaf", deaf_after(":"), NOTHING, NOTHING),
        ("says nothing", at_term("exit 0"), NOTHING, NOTHING),
        ("does not know", at_term("echo s UNKNOWN; exit 0"), NOTHING, NOTHING),
        ("dies of it", ": > ready\nwhile :; do sleep 0.02; done\n".to_owned(), NOTHING, NOTHING),
        ("lies", at_term("echo s SATISFIABLE; echo v -x1 -x2 -x3; exit 0"), NOTHING, NOTHING),
        ("miscounts", at_term("echo o 3; echo s OPTIMUM FOUND; echo v x1 x2 x3"), SOLVED, NOTHING),
        ("talks", at_term("echo oops; exit 3"), NOTHING, NOTHING),
        ("half of it", at_term("echo s SATISFIABLE; printf \"v x1\"; exit 0"), NOTHING, NOTHING),
        ("half a word", at_term("echo s SATISF; exit 0"), NOTHING, NOTHING),
        ("is cut off", deaf_after("echo s SATISFIABLE; printf 'v x1 x2 x3'"), NOTHING, NOTHING),
    ]
}

/// Replaces the names in a script by the numbers that the clauses use.
fn with_numbers(script: &str) -> String {
    ["x1", "x2", "x3"]
        .iter()
        .zip(["1", "2", "3"])
        .fold(script.to_owned(), |text, (name, number)| text.replace(name, number))
        .replace("v 1 2 3", "v 1 2 3 0")
        .replace("v -1 2 3", "v -1 2 3 0")
        .replace("v -1 -2 -3", "v -1 -2 -3 0")
        .replace("printf 'v 1 2 3 0'", "printf 'v 1 2 3'")
}

fn begin(bench: &Workbench, line: &str, solver: &str) -> Child {
    let words = line.split_whitespace().chain(["--solver", solver]);
    let child = bench.command(words).spawn().expect("the program runs");
    assert!(comes_true(|| bench.path("ready").exists()), "the solver runs");
    child
}

fn ended(child: Child) -> Ended {
    Ended::of(child.wait_with_output().expect("it ends"))
}

fn assert_heard(name: &str, script: &str, file: &str, shell: &str, expected: (&str, bool)) {
    let bench = Workbench::with("clauses.cnf", CLAUSES);
    bench.write("sum.opb", SUM);
    // No other program has a name like that.
    let path = format!("solver-{}-{file}-{}", std::process::id(), name.replace([' ', ','], "-"));
    bench.write(&path, script);
    let line =
        format!("solve model {file} --deduce none --symmetry off --construct off --format json");
    let child = begin(&bench, &line, &format!("{shell} {path} {{}}"));
    send("TERM", &child);
    let ended = ended(child);
    let json = ended.json();
    let (status, is_at_its_end) = expected;
    assert_eq!(json["status"], status, "{name}: {}", ended.out);
    let stopped = if is_at_its_end { Value::Null } else { "signal".into() };
    assert_eq!(json["stopped"], stopped, "{name}: {}", ended.out);
    assert_eq!(json.get("trouble"), None, "{name}");
    assert!(json["solver"].as_str().is_some_and(|who| who.contains(&path)), "{}", ended.out);
    assert!(comes_true(|| !is_running(&path)), "{name}: the solver goes on");
    let is_answered = ["satisfiable", "optimal"].contains(&status);
    let dearest = u64::from(!name.starts_with("is optimal"));
    let values = json!({"x1": dearest, "x2": 1, "x3": 1});
    match json.get("assignment") {
        None => assert!(!is_answered, "{name}: {}", ended.out),
        Some(found) if file == "sum.opb" => assert_eq!(*found, values, "{name}"),
        Some(found) => assert_eq!(found["1"], values["x1"], "{name}: {}", ended.out),
    }
}

/// Runs a check for several solvers at once, since most of the time is waiting.
fn of_each(holds: impl Fn(&Case) + Sync) {
    let solvers = solvers();
    thread::scope(|scope| {
        for some in solvers.chunks(6) {
            scope.spawn(|| some.iter().for_each(&holds));
        }
    });
}

#[test]
fn what_a_solver_of_clauses_says_when_it_is_stopped_is_heard_and_checked() {
    of_each(|(name, script, expected, _)| {
        assert_heard(name, &with_numbers(script), "clauses.cnf", "sh", *expected);
    });
}

#[test]
fn what_a_solver_of_the_question_says_when_it_is_stopped_is_heard_and_checked() {
    of_each(|(name, script, _, expected)| {
        assert_heard(name, script, "sum.opb", "opb:sh", *expected);
    });
}

/// At the time limit and at the solver's limit of processor time, its best answer is shown.
#[test]
fn at_a_limit_the_best_answer_is_shown() {
    let asked = "trap 'echo s SATISFIABLE; echo v x1 x2 x3; exit 0' TERM\nwhile :; do :; done\n";
    for (limit, told) in
        [("--time-limit 3", "the time limit"), ("--cpu-limit 1", "the limit of processor time")]
    {
        let bench = Workbench::with("sum.opb", SUM);
        bench.write("solver", asked);
        let line = format!("solve model sum.opb --deduce none {limit} --solver");
        let words = line.split_whitespace().chain(["opb:sh solver {}"]);
        let ended = Ended::of(bench.command(words).output().expect("the program runs"));
        let told = format!("objective 4, stopped by {told}; the optimum lies between 0 and 4");
        assert!(ended.with_status(3).out.contains(&told), "{told}");
        let words = line.split_whitespace().chain(["opb:sh solver {}", "--format", "competition"]);
        let ended = Ended::of(bench.command(words).output().expect("the program runs"));
        assert!(ended.out.contains("o 4\ns SATISFIABLE\nv x1 x2 x3\n"), "{ended:?}");
        assert_eq!(ended.status, Some(10));
    }
}

#[test]
fn a_puzzle_keeps_the_last_answer() {
    let program = env!("CARGO_BIN_EXE_quarrel");
    let lines = format!(
        "{program} solve model $1 --format competition --no-config > said\n{}",
        at_term("cat said > $2; exit 1")
    );
    let bench = Workbench::with("solver", lines);
    let line = "solve gunport --size 4 --construct off --deduce none";
    let child = begin(&bench, line, "sh solver {} {out}");
    send("TERM", &child);
    let ended = ended(child).with_status(3);
    assert!(ended.out.contains("stopped by a signal; the optimum lies between"), "{ended:?}");
    assert!(ended.out.contains("dominoes"), "{ended:?}");
}

#[test]
fn a_second_signal_takes_the_grace_away() {
    let mark = format!("sleep 72{}", std::process::id());
    let bench = Workbench::with("solver", format!("trap '' TERM\n: > ready\n{mark}\n"));
    bench.write("sum.opb", SUM);
    std::fs::create_dir(bench.path("tmp")).expect("a folder");
    let child = begin(&bench, "solve model sum.opb --deduce none", "opb:sh solver {}");
    send("TERM", &child);
    send("TERM", &child);
    ended(child).with_status(3);
    assert_nothing_is_left(&bench, &mark, "two signals");
}
