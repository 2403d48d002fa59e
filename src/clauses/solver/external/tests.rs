//! Tests of external solvers, with small scripts as solvers.

use super::*;
use crate::decision::Decision;
use crate::encode::to_rustsat;

fn asked(command: &str, clauses: &[&[i32]], stop: &Stop) -> Result<Decision, ExternalError> {
    let mut external =
        External::new(&Command::parse(command).expect("a command"), 7, Limits::default());
    for clause in clauses {
        let lits: Vec<_> =
            clause.iter().map(|&number| to_rustsat(Lit::from_dimacs(number))).collect();
        external.add(&lits);
    }
    external.ask(&[], stop)
}

#[test]
fn what_a_program_says_is_checked() {
    let clauses: &[&[i32]] = &[&[1, 2], &[-1]];
    let ask = |script: &str| asked(&format!("sh -c '{script}' {{}}"), clauses, &Stop::unlimited());
    assert!(matches!(ask("echo s SATISFIABLE; echo v -1 2 0"), Ok(Decision::Sat(()))));
    assert!(matches!(ask("echo s UNSATISFIABLE"), Ok(Decision::Unsat(()))));
    assert!(matches!(ask("echo s UNKNOWN"), Ok(Decision::Unknown)));
    let lie = ask("echo s SATISFIABLE; echo v 1 2 0").expect_err("a lie");
    assert!(lie.to_string().contains("its values break a clause"), "{lie}");
    let nonsense = ask("echo oops >&2; exit 3").expect_err("nothing said");
    assert!(nonsense.to_string().contains("on standard error it says: oops"), "{nonsense}");
    let missing = asked("/no/such/solver", clauses, &Stop::unlimited()).expect_err("missing");
    assert!(missing.to_string().contains("cannot run `/no/such/solver`"), "{missing}");
}

#[test]
fn the_file_and_the_result_have_places_in_a_command() {
    let script = "grep -q \"p cnf 2 2\" $0 && printf \"SAT\\n-1 2 0\\n\" > $1";
    let command = format!("sh -c '{script}' {{}} {{out}}");
    let verdict = asked(&command, &[&[1, 2], &[-1]], &Stop::unlimited());
    assert!(matches!(verdict, Ok(Decision::Sat(()))), "{verdict:?}");
}

/// The path of a temporary folder can have any name.
#[test]
fn a_value_with_a_placeholder_is_copied() {
    let values = [("{}", "/tmp/{out}/f"), ("{out}", "/tmp/{}"), ("{seed}", "7")];
    assert_eq!(fill("{out}: {} -s{seed}{seed}", &values), "/tmp/{}: /tmp/{out}/f -s77");
    assert_eq!(fill("none", &values), "none");
}

/// If the pipe were opened, this test would block forever.
#[test]
fn a_pipe_in_the_place_of_the_result_is_not_waited_for() {
    let script = "rm $1 && mkfifo $1 && echo s UNSATISFIABLE";
    let verdict = asked(&format!("sh -c '{script}' {{}} {{out}}"), &[&[1]], &Stop::unlimited());
    assert!(matches!(verdict, Ok(Decision::Unsat(()))), "{verdict:?}");
}

#[test]
fn a_seed_has_its_place_in_a_command() {
    let script = "test $1 = 7 && echo s UNSATISFIABLE";
    let verdict = asked(&format!("sh -c '{script}' {{}} {{seed}}"), &[&[1]], &Stop::unlimited());
    assert!(matches!(verdict, Ok(Decision::Unsat(()))), "{verdict:?}");
}

#[test]
fn how_a_program_ended_is_told_where_it_said_nothing() {
    let crashed = asked("sh -c 'kill -SEGV $$' {}", &[&[1]], &Stop::unlimited());
    let told = crashed.expect_err("a crash").to_string();
    assert!(told.contains("was ended by signal 11 (SIGSEGV) and printed nothing"), "{told}");
}

#[test]
fn an_exit_status_does_not_contradict_the_claim() {
    let clauses: &[&[i32]] = &[&[1, 2], &[-1]];
    let ask = |script: &str| asked(&format!("sh -c '{script}' {{}}"), clauses, &Stop::unlimited());
    let answer = "echo s SATISFIABLE; echo v -1 2 0";
    for (script, words) in [
        ("echo s UNSATISFIABLE; exit 10".to_owned(), "ended with status 10, which means an answer"),
        ("echo s UNSATISFIABLE; exit 30".to_owned(), "ended with status 30, which means an answer"),
        (format!("{answer}; exit 20"), "ended with status 20, which means no answer"),
        (format!("{answer}; exit 139"), "it is incomplete"),
        ("echo s UNSATISFIABLE; exit 134".to_owned(), "it ended with status 134"),
    ] {
        let refused = ask(&script).expect_err(&script).to_string();
        assert!(refused.contains(words), "{script}: {refused}");
    }
    for code in [0, 1, 10, 30] {
        let heard = ask(&format!("{answer}; exit {code}"));
        assert!(matches!(heard, Ok(Decision::Sat(()))), "{code}: {heard:?}");
    }
    for code in [0, 1, 20] {
        let heard = ask(&format!("echo s UNSATISFIABLE; exit {code}"));
        assert!(matches!(heard, Ok(Decision::Unsat(()))), "{code}: {heard:?}");
    }
}

#[test]
fn limits_hold_for_a_program() {
    let mut external = External::new(
        &Command::parse("sh -c 'while :; do :; done' {}").expect("a command"),
        0,
        Limits {
            cpu: Some(Duration::from_secs_f64(process::cpu_seconds() + 0.2)),
            memory_mb: None,
        },
    );
    let stop = Stop::unlimited();
    assert!(matches!(external.ask(&[], &stop), Ok(Decision::Unknown)));
    assert_eq!(stop.reason(), Some(crate::stop::StopCause::ProcessorTime));
}

#[test]
fn what_a_program_prints_is_heard_if_it_ends_well_and_soon() {
    let said = |script: &str| standard_output(Path::new("/bin/sh"), &["-c", script]);
    assert_eq!(said("echo 4.1; echo no >&2").as_deref(), Some("4.1\n"));
    assert_eq!(said("echo 4.1; exit 1"), None);
    assert_eq!(said("echo 4.1; sleep 100"), None);
}

#[test]
fn a_program_ends_with_all_it_started_when_it_is_time_to_stop() {
    let stop = Stop::unlimited().with_limit(Duration::from_millis(50));
    let verdict = asked("sh -c 'sleep 1000 & sleep 1000'", &[&[1]], &stop);
    assert!(matches!(verdict, Ok(Decision::Unknown)));
}

#[test]
fn a_command_is_split_like_a_shell_does() {
    let command = Command::parse("solver 'a b' --flag").expect("a command");
    assert_eq!(command.words, ["solver", "a b", "--flag"]);
    assert!(Command::parse("").is_err() && Command::parse("a 'b").is_err());
}
