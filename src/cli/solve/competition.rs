//! The answer in the format of solver competitions: lines that begin with `c`, `o`, `s` and `v`,
//! and the exit statuses that the competitions expect.
//!
//! As soon as a better answer is found, its value is printed in an `o` line. The single `s` line
//! comes at the end. The values of the variables follow in `v` lines. The words are those of the
//! SAT Competition, the Pseudo-Boolean Competition or the MaxSAT Evaluation. The format of the file
//! decides which of them. The results have these words and statuses: `s OPTIMUM FOUND` with status
//! 30, `s SATISFIABLE` with 10 (also for the best answer of a stopped search), `s UNSATISFIABLE`
//! with 20, `s UNKNOWN` with 0.
//!
//! - If an external solver fails, a `c` line describes the error. If no answer is known then, the
//!   status is 2.
//! - A proof is complete before `s` states its result. If the proof fails, the output is `s
//!   UNKNOWN` with status 2.
//! - A file that cannot be handled as requested gives `s UNSUPPORTED` with status 2.

use std::ffi::OsString;

use super::asked::{News, SolveOutcome, SolveQuestion};
use super::progress::SolveProgress;
use super::{Failure, Solve};
use crate::cli::output::Output;
use crate::cli::signals::UnheededExit;
use crate::cli::{Ending, note, signals};
use crate::family::Family;
use crate::problem::{CheckedAnswer, Competition, Problem};
use crate::process;
use crate::question::Question;
use crate::search::{Finding, SearchError, Status};
use crate::source::{Refusal, escape_invisible};
use crate::stop::Stop;

/// The ending and the output if a signal ends the program before the command line was read.
pub(in crate::cli) const UNHEEDED: UnheededExit = UnheededExit {
    ending: Ending::Answered,
    out: "c stopped by a signal before the file was read\ns UNKNOWN\n",
};

/// Returns whether the words of a command line request the format of competitions. They request it
/// by the two words `--format competition`, or by the one word `--format=competition`. The words
/// are not parsed otherwise.
pub(in crate::cli) fn is_requested(words: &[OsString]) -> bool {
    words.iter().any(|word| word == "--format=competition")
        || words.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "competition")
}

/// The best value in the output so far, so that no value is printed twice in a row.
#[derive(Default)]
struct BestValues {
    /// The value of the last `o` line, in units of the search; `None` before the first line.
    last: Option<i64>,
}

impl BestValues {
    /// Prints an `o` line with the best known value, and records the value in `last`. Prints
    /// nothing if no value is known, or if the last `o` line has the same value. Fails if the
    /// output cannot be written; the value is recorded nevertheless.
    fn print_if_new(
        &mut self,
        problem: &dyn Problem,
        finding: &Finding,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let best = finding.bounds.and_then(|bounds| bounds.best).or(finding.value());
        let Some(value) = best.filter(|&best| self.last != Some(best)) else { return Ok(()) };
        self.last = Some(value);
        output.print(&objective_line(problem, value))
    }
}

/// Returns the `o` line of a value, which is in units of the search.
pub(in crate::cli) fn objective_line(problem: &dyn Problem, value: i64) -> String {
    format!("o {}\n", problem.format_value(value))
}

/// Solves the one named file, and writes the lines of the result. If the search is stopped before
/// anything is known, writes `s UNKNOWN` and returns `Answered`. If the file or the question is not
/// supported, writes `s UNSUPPORTED` and returns the refusal. An output that is the file, or whose
/// name does not suit the format, is refused before anything is written. Any other failure is
/// returned without an `s` line of its own. From this call on, signals request `stop`.
pub(super) fn solve(
    solve: &Solve,
    family: &'static Family,
    question: Question,
    stop: &Stop,
) -> Result<Ending, Failure> {
    signals::heed(stop);
    solve.writing.validated_format(&solve.boards.inputs())?;
    let mut output = Output::open(&solve.writing.output)?;
    let ended = search_and_print(solve, (family, question), stop, &mut output);
    match &ended {
        Err(Failure::Stopped(when)) => {
            print_without_result("UNKNOWN", when, &mut output)?;
            output.close()?;
            return Ok(Ending::Answered);
        }
        Err(failure) if is_unsupported(failure) => {
            print_without_result("UNSUPPORTED", &failure.to_string(), &mut output)?;
        }
        _ => {}
    }
    output.close()?;
    ended
}

/// Returns whether a failure means that the file or the question is not supported. Such a failure
/// is a refusal, or an error of the search because an encoding or a proof is not possible.
fn is_unsupported(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Refused(_)
            | Failure::Search(SearchError::Encoding(_) | SearchError::Unprovable(_))
    )
}

/// Reads the file, searches, and prints the lines of the result as they become known. If the file
/// is not read in time, prints `s UNKNOWN` and returns `Answered`. If the proof cannot be
/// completed, prints a note and `s UNKNOWN`, and returns `Refused`, whatever the search has found.
/// If an external solver fails and no result is known, prints `s UNKNOWN` and returns the solver's
/// error. For any other error, prints no `s` line. Examples are a refused file or question, several
/// named files, several requested answers, and a proof that cannot be begun.
fn search_and_print(
    solve: &Solve,
    (family, question): (&'static Family, Question),
    stop: &Stop,
    output: &mut Output,
) -> Result<Ending, Failure> {
    let Some((request, opened)) = solve.open(family, stop)? else {
        print_without_result("UNKNOWN", "stopped before the file was read", output)?;
        return Ok(Ending::Answered);
    };
    validate_question(solve)?;
    validate(opened.as_problem(), family.name)?;
    let posed = solve.pose(family, question, request, opened)?;
    print_head(&family.title(posed.problem()), output)?;
    let mut asked = SolveQuestion::from_options(solve, posed)?.with_start(solve)?;
    let proof = asked.begin_proof(solve)?;
    let asked = asked.with_deadline(solve, stop);
    let (mut values, mut progress) =
        (BestValues::default(), SolveProgress::new(&asked.task, solve.verbose, solve.quiet));
    let mut on_news = |progress: &SolveProgress, news: News| match news {
        News::Finding(finding) => {
            progress.suspend(|| values.print_if_new(&*asked.task.problem, finding, output))
        }
        News::Answer(_) => Ok(()),
    };
    let outcome = asked.search(solve, &mut progress, &mut on_news)?;
    // If the requested proof fails, no result is claimed.
    if let Some(Err(failure)) = proof.map(|proof| asked.end_proof(proof, &outcome)) {
        note(&failure.to_string());
        print_without_result("UNKNOWN", &failure.to_string(), output)?;
        return Ok(Ending::Refused);
    }
    let ending = print_end(&asked, &outcome, &mut values, output)?;
    match outcome.end.trouble {
        Some(trouble) if ending == Ending::Answered => Err(trouble.into()),
        _ => Ok(ending),
    }
}

/// Refuses a problem that is no model file, since competitions have no puzzles. `family` is the
/// name of the family, for the refusal.
pub(in crate::cli) fn validate(problem: &dyn Problem, family: &str) -> Result<(), Refusal> {
    match problem.info().competition {
        Some(_) => Ok(()),
        None => {
            let found = format!("--format competition is for model files, not for {family}");
            Err(Refusal::new(found, "--format text or json"))
        }
    }
}

/// Refuses questions about several answers: `--unique`, `--count` and `--all`.
fn validate_question(solve: &Solve) -> Result<(), Refusal> {
    if solve.unique || solve.count.is_some() || solve.all.is_some() {
        let found = "--format competition has one answer, but several are asked for";
        return Err(Refusal::new(found, "--format text or json"));
    }
    Ok(())
}

/// Prints the first `c` lines, with the program and the title of the problem.
fn print_head(title: &str, output: &mut Output) -> Result<(), Failure> {
    output.print(&format!(
        "c quarrel {}\nc {}\n",
        env!("CARGO_PKG_VERSION"),
        escape_invisible(title)
    ))
}

/// Prints the end of the output in this order:
///
/// 1. the last `o` line, if it has a new value;
/// 2. the error of an external solver in `c` lines, if there is one;
/// 3. the `s` line and, if there is an answer, its `v` lines;
/// 4. the statistics in `c` lines.
///
/// Returns the ending that the status means (see [`verdict`]). Records the value of the `o` line in
/// `values`. Fails if the output cannot be written.
fn print_end(
    asked: &SolveQuestion,
    outcome: &SolveOutcome,
    values: &mut BestValues,
    output: &mut Output,
) -> Result<Ending, Failure> {
    let (problem, finding) = (&*asked.task.problem, &outcome.end.finding);
    values.print_if_new(problem, finding, output)?;
    if let Some(trouble) = &outcome.end.trouble {
        print_comment(&trouble.to_string(), output)?;
    }
    let (verdict_text, ending) = verdict(problem, finding.status(), finding.answer.as_ref());
    output.print(&verdict_text)?;
    for line in statistics(asked, finding) {
        print_comment(&line, output)?;
    }
    Ok(ending)
}

/// Returns the effort of the search in lines: the solver, the size of the formula, and the
/// processor time of this process. The counters of the solver are included if the solver reports
/// them and the strategy can be limited by conflicts. If the system reports the largest memory, it
/// is included, too.
fn statistics(asked: &SolveQuestion, finding: &Finding) -> Vec<String> {
    let statistics = &finding.statistics;
    let effort = statistics.effort;
    let solver = if statistics.asked {
        format!("solver {}", asked.task.solver.name())
    } else {
        "no solver was asked".to_owned()
    };
    let sizes = format!("variables {}, clauses {}", statistics.variables, statistics.clauses);
    let mut lines = vec![solver, sizes];
    if asked.task.solver.reports_effort() && finding.strategy.is_limited_by_conflicts() {
        lines.push(format!(
            "conflicts {}, propagations {}, ticks {}",
            effort.conflicts, effort.propagations, effort.ticks
        ));
    }
    let seconds = process::cpu_seconds();
    lines.push(match process::peak_memory_mb() {
        Some(memory) => format!("processor time {seconds:.2} s, memory {memory:.0} MB"),
        None => format!("processor time {seconds:.2} s"),
    });
    lines
}

/// Returns the `s` line of a status. If there is an answer, its `v` lines follow. Also returns the
/// ending with the exit status of the competitions: `Optimum`, `Satisfiable` or `Unsatisfiable`. An
/// unknown status has the ending `Answered`. `problem` must be the problem of the answer.
pub(in crate::cli) fn verdict(
    problem: &dyn Problem,
    status: Status,
    answer: Option<&CheckedAnswer>,
) -> (String, Ending) {
    let (status, ending) = match status {
        Status::Optimal => ("OPTIMUM FOUND", Ending::Optimum),
        Status::Satisfiable => ("SATISFIABLE", Ending::Satisfiable),
        Status::Unsatisfiable => ("UNSATISFIABLE", Ending::Unsatisfiable),
        Status::Unknown => ("UNKNOWN", Ending::Answered),
    };
    let mut text = format!("s {status}\n");
    for line in answer.iter().flat_map(|answer| answer_lines(problem, answer)) {
        text += &line;
        text.push('\n');
    }
    (text, ending)
}

/// Returns the `v` lines of an answer. For MaxSAT, this is one line with a bit for each variable,
/// in the order of their numbers. If the answer has no variable with a number, this number gets 0.
/// There are no bits after the last variable of the answer. The variables must be sorted by their
/// numbers. For any other competition, the lines are the rows of the answer.
fn answer_lines(problem: &dyn Problem, answer: &CheckedAnswer) -> Vec<String> {
    match problem.info().competition {
        Some(Competition::MaxSat) => {
            let mut bits = String::new();
            for (name, value) in
                problem.assignment(&answer.answer().to_partial()).unwrap_or_default()
            {
                // The answer can lack variables that the file does not use.
                let missing = name.parse::<usize>().unwrap_or(0).saturating_sub(bits.len() + 1);
                bits.extend(std::iter::repeat_n('0', missing));
                bits.push(if value == 0 { '0' } else { '1' });
            }
            vec![format!("v {bits}")]
        }
        _ => problem.rows(answer.answer()),
    }
}

/// Prints the reason `why` in a `c` line, and then the `s` line with this status.
fn print_without_result(status: &str, why: &str, output: &mut Output) -> Result<(), Failure> {
    print_comment(why, output)?;
    output.print(&format!("s {status}\n"))
}

/// Prints a text as one `c` line, with spaces instead of its line breaks.
fn print_comment(text: &str, output: &mut Output) -> Result<(), Failure> {
    output.print(&format!("c {}\n", escape_invisible(text).replace('\n', " ")))
}
