//! Claims of external solvers: a claim that contradicts a known answer is never accepted, and one
//! that no answer confirms is marked "by the word of the solver".

use serde_json::Value;

use super::boards::QUEENS;
use crate::workbench::{Ended, Workbench};

const WORD: &str = "by the word of the solver";

/// The claim "no answer" in the form of CBC.
const INFEASIBLE: &str = "Infeasible - objective value 0.00000000\n";

fn with_a_liar() -> Workbench {
    let bench = Workbench::with("liar", "echo s UNSATISFIABLE\n");
    bench.write("queens", QUEENS);
    bench
}

fn ask(bench: &Workbench, line: &str, solver: &str) -> Ended {
    let words = line.split_whitespace().chain(["--solver", solver]);
    Ended::of(bench.command(words).output().expect("the program runs"))
}

#[test]
#[cfg(unix)]
fn no_answer_is_not_believed_where_one_is_known() {
    let bench = with_a_liar();
    for family in ["gunport", "armies", "abbott-window"] {
        for format in ["wcnf", "opb", "lp", "icnf"] {
            let said = if format == "lp" { INFEASIBLE } else { "s UNSATISFIABLE\n" };
            bench.write("said", said);
            let line = format!("solve {family} --size 4 --construct off --deduce none");
            let ended = ask(&bench, &line, &format!("{format}:sh -c 'cat said' {{}}"));
            let told = ended.refusal();
            assert!(told.contains("a disagreement"), "{family} {format}: {told}");
            let line = format!("export {family} --size 4 --to {format} -o f --map m");
            bench.run(&line).with_status(0);
            let told = bench.run("decode --map m said").refusal();
            assert!(told.contains("a disagreement"), "{family} {format}: {told}");
        }
    }
}

#[test]
#[cfg(unix)]
fn what_no_answer_shows_is_the_word_of_the_solver() {
    let bench = with_a_liar();
    let told = |line: &str| ask(&bench, line, "sh liar {}");
    for line in
        ["solve gunport --size 5 --bound 8", "solve queens queens", "solve queens queens --unique"]
    {
        let ended = told(line).with_status(1);
        assert!(ended.out.contains(&format!("no answer{}", ended_by(line))), "{line}: {ended:?}");
        let json = told(&format!("{line} --format json")).json();
        assert_eq!(json["rests_on"], "word of the solver", "{line}");
    }
    let count = told("solve queens queens --count").out;
    assert_eq!(count, format!("queens 4x4: no answer, {WORD}; 0 answers\n"));
    let optimum = told("solve gunport --size 4 --deduce none").with_status(0).out;
    assert!(optimum.ends_with(&format!("dominoes 6, optimal {WORD}\n")), "{optimum}");
}

fn ended_by(line: &str) -> String {
    let bound = if line.contains("--bound") { " with dominoes at most 8" } else { "" };
    format!("{bound}, {WORD}")
}

#[test]
#[cfg(unix)]
fn what_is_shown_here_is_proved() {
    let bench = with_a_liar();
    let rests_on = |line: &str| -> Value {
        ask(&bench, &format!("{line} --format json"), "sh liar {}").json()["rests_on"].clone()
    };
    // The bounds of deduction and construction meet, so no solver is asked.
    assert_eq!(rests_on("solve gunport --size 3x5"), "search");
    // These givens contradict each other.
    bench.write("row", "000...\n......\n......\n......\n......\n......\n");
    assert_eq!(rests_on("solve three-in-a-row row"), "search");
    let own = bench.run("solve gunport --size 4 --format json").json();
    assert_eq!(own["rests_on"], "search");
    let bound = bench.run("solve gunport --size 4 --bound 9 --format json").json();
    assert!(bound["rests_on"].is_null(), "an answer speaks for itself");
}

/// The first time, the script answers by this program; then it denies every formula.
fn first_honest_then_a_liar() -> Workbench {
    let model = "min: +1 a +2 b +3 c ;\n+1 a +1 b +1 c >= 1 ;\n";
    let bench = Workbench::with("model.opb", model);
    let program = env!("CARGO_BIN_EXE_quarrel");
    let script = format!(
        "if [ -e called ]; then echo s UNSATISFIABLE; exit 20; fi\n\
         touch called\n\
         exec '{program}' solve model \"$1\" --format competition\n"
    );
    bench.write("liar", script);
    bench
}

#[test]
#[cfg(unix)]
fn the_claims_of_a_solver_that_failed_are_taken_back() {
    let bench = first_honest_then_a_liar();
    let line = "solve model model.opb --format json --unique --search linear-sat-unsat \
                --construct off --deduce none --symmetry off";
    let ended = ask(&bench, line, "sh liar {}").with_status(2);
    assert!(ended.err.contains("a disagreement"), "{}", ended.err);
    let json = ended.json();
    assert_eq!(json["status"], "satisfiable", "{json}");
    assert!(json["rests_on"].is_null(), "{json}");
    assert_eq!(json["objective"]["lower_bound"], 0, "{json}");
}

#[test]
#[cfg(unix)]
fn an_answer_of_the_best_possible_value_is_proved_without_a_claim() {
    let bench = Workbench::with("model.opb", "min: +1 x1 +1 x2 ;\n+1 x1 -1 x2 >= 0 ;\n");
    for claim in ["SATISFIABLE", "OPTIMUM FOUND"] {
        bench.write("said", format!("s {claim}\nv -x1 -x2\n"));
        let ended = ask(&bench, "solve model model.opb --construct off", "opb:sh -c 'cat said' {}");
        let ended = ended.with_status(0);
        assert!(ended.out.ends_with("objective 0, proved optimal\n"), "{}", ended.out);
    }
    bench.write("said", "s SATISFIABLE\nv x1 -x2\n");
    let ended = ask(&bench, "solve model model.opb --construct off", "opb:sh -c 'cat said' {}");
    assert!(ended.with_status(3).out.contains("which the solver has not proved to be the best"));
}
