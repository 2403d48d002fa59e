//! The checker of proofs, `veripb`, and the strict reading of its output.
//!
//! `veripb` also ends with status 0 if a proof concludes nothing (`s VERIFIED NO CONCLUSION`) or
//! uses an assumption; only a warning reports the assumption. So a proof is accepted only if the
//! status is 0, there is exactly one line with a known verdict, and there is no warning. A faulty
//! checker could accept every proof. So the checker must first reject a wrong proof and accept a
//! right one.

use std::io::{self, Write};
use std::path::Path;

use crate::draft::Draft;
use crate::proof::Verdict;
use crate::solver::external::{Command, Conditions, ExternalError, SolverOutput, create_temp_file};

/// The reason why a proof is not accepted.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The checker, in the first field, rejects the proof for the reason in the second field.
    #[error("`{0}` does not accept the proof: {1}")]
    Refused(String, String),
    /// The checker, in the first field, accepts the proof with the warning in the second field.
    #[error("`{0}` accepts the proof with a reservation: {1}")]
    Reserved(String, String),
    /// The checker, in the first field, prints no verdict, several verdicts, or an unknown one. The
    /// second field is a line of its output, or says that it prints nothing.
    #[error("`{0}` prints no known verdict: {1}")]
    Unknown(String, String),
}

/// The reason why a proof could not be judged.
#[derive(thiserror::Error, Debug)]
pub enum CheckerError {
    /// The checker cannot be found or run.
    #[error(
        "{0}; `make proofs` or `cargo install veripb --version 3.0.2 --locked` installs a checker"
    )]
    Program(#[from] ExternalError),
    /// A temporary file cannot be written.
    #[error(
        "cannot write a temporary file for the checker in {folder}: {0}; TMPDIR can name a folder \
         with more room",
        folder = std::env::temp_dir().display()
    )]
    File(#[from] io::Error),
    /// The elaborated proof cannot be written.
    #[error("cannot write {0}: {1}; expected a file in a folder that exists and may be written")]
    Kernel(String, io::Error),
    /// The checker, in the first field, accepts a wrong proof or rejects a right one, as the second
    /// field says.
    #[error("`{0}` is not a proof checker: {1}")]
    Unsound(String, &'static str),
    /// The checker failed before it judged the proof. The fields are the checker, how it ended, and
    /// its last message.
    #[error(
        "`{0}` {1} before it judged the proof{2}; expected a checker that ends by itself; \
         check that there is enough memory"
    )]
    Crashed(String, String, String),
    /// A request stopped the check.
    #[error("stopped before the checker ended")]
    Stopped,
}

/// A problem for testing the checker. The next three constants are proofs about this problem: a
/// right one, one that uses an assumption, and a wrong one.
const CONTROL: &str = "min: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n";
/// The right proof: the optimum is 1.
const RIGHT: &str = "pseudo-Boolean proof version 3.0\nf 1;\noutput NONE;\nconclusion BOUNDS 1 : 1 1 : x1 ~x2;\nend pseudo-Boolean proof;\n";
/// A proof that rests on an assumption, which an accepting checker must report.
const ASSUMED: &str = "pseudo-Boolean proof version 3.0\nf 1;\na +1 x1 +1 x2 >= 2;\noutput NONE;\nconclusion BOUNDS 2 : 2 2 : x1 x2;\nend pseudo-Boolean proof;\n";
/// The wrong proof: the optimum is 2.
const WRONG: &str = "pseudo-Boolean proof version 3.0\nf 1;\noutput NONE;\nconclusion BOUNDS 2 : 1 2 : x1 x2;\nend pseudo-Boolean proof;\n";

/// Tests the checker, and runs it on a proof. The seed, the limits and the stop of `conditions`
/// apply to each run. The inner result is the verdict or, if the proof is rejected, the reason.
///
/// # Errors
///
/// If the checker cannot be run, fails, is stopped, or fails its test.
pub fn check(
    checker: &Command,
    problem: &Path,
    proof: &Path,
    conditions: &Conditions,
) -> Result<Result<Verdict, Rejection>, CheckerError> {
    validate(checker, conditions)?;
    Ok(verdict(checker, &run(checker, &[problem, proof], conditions)?))
}

/// Lets the checker elaborate a proof, that is, translate the proof into the few rules of formally
/// verified checkers. Checks the elaborated proof. If it is accepted, writes it to `kernel`;
/// otherwise leaves `kernel` unchanged. Unlike [`check`], does not test the checker. The inner
/// result is the verdict on the elaborated proof. If this proof is rejected or was not written, the
/// inner result is the reason.
///
/// # Errors
///
/// If the checker cannot be run, fails or is stopped, or if a file cannot be written.
pub fn elaborate(
    checker: &Command,
    problem: &Path,
    proof: &Path,
    kernel: &Path,
    conditions: &Conditions,
) -> Result<Result<Verdict, Rejection>, CheckerError> {
    let mut elaborated = create_temp_file(".pbp")?;
    let words = [Path::new("-e"), elaborated.path(), problem, proof];
    run(checker, &words, conditions)?;
    let accepted = verdict(checker, &run(checker, &[problem, elaborated.path()], conditions)?);
    if accepted.is_ok() {
        let unwritten = |error| CheckerError::Kernel(kernel.display().to_string(), error);
        let mut draft = Draft::create(kernel).map_err(unwritten)?;
        io::copy(&mut elaborated, &mut draft).map_err(unwritten)?;
        draft.keep().map_err(unwritten)?;
    }
    Ok(accepted)
}

/// Tests whether the checker judges three small proofs correctly. If the checker judges one of them
/// wrongly, the error is [`CheckerError::Unsound`]. Returns another error if the checker cannot be
/// run, fails or is stopped, or if a temporary file cannot be written.
fn validate(checker: &Command, conditions: &Conditions) -> Result<(), CheckerError> {
    let problem = temporary_file(".opb", CONTROL)?;
    let verdict_of = |text: &str| -> Result<Option<Verdict>, CheckerError> {
        let proof = temporary_file(".pbp", text)?;
        let output = run(checker, &[problem.path(), proof.path()], conditions)?;
        Ok(verdict(checker, &output).ok())
    };
    let what = if verdict_of(WRONG)?.is_some() {
        "it accepts a wrong proof"
    } else if verdict_of(ASSUMED)?.is_some() {
        "it accepts a proof that uses an assumption, and does not warn"
    } else if verdict_of(RIGHT)? == Some(Verdict::Bounds(Some(1), Some(1))) {
        return Ok(());
    } else {
        "it does not accept a small correct proof"
    };
    Err(CheckerError::Unsound(checker.to_string(), what))
}

/// Creates a temporary file that contains a text. The file's name has this ending.
fn temporary_file(ending: &str, text: &str) -> io::Result<tempfile::NamedTempFile> {
    let mut file = create_temp_file(ending)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Runs the checker on files and returns its output, whatever its verdict is. Returns an error if
/// the checker cannot be run, is stopped, or ends abnormally ([`SolverOutput::has_broken`]). The
/// error for an abnormal end has the last non-empty line of the standard error.
fn run(
    checker: &Command,
    files: &[&Path],
    conditions: &Conditions,
) -> Result<SolverOutput, CheckerError> {
    let output = checker.run_with(files, conditions)?.ok_or(CheckerError::Stopped)?;
    if !output.has_broken() {
        return Ok(output);
    }
    let last = output.errors.lines().rev().find(|line| !line.trim().is_empty());
    let printed = last.map_or(String::new(), |line| format!(" (it printed: {})", line.trim()));
    Err(CheckerError::Crashed(checker.to_string(), output.end_in_words(), printed))
}

/// Returns the verdict in the output of the checker, or the reason why the proof is not accepted. A
/// proof is accepted only if these conditions hold:
/// - The exit status is 0; otherwise the result is [`Rejection::Refused`].
/// - No line of the output or of the standard error has the text "warning" in any letter case;
///   otherwise the result is [`Rejection::Reserved`], with the first such line.
/// - Exactly one of these lines begins with `s `, and this line has a known verdict; otherwise the
///   result is [`Rejection::Unknown`].
///
/// If the exit status is not 0, the reason is the line after `Caused by:`. If there is no such
/// line, it is the first line with "error" in any letter case, or else the last line.
fn verdict(checker: &Command, output: &SolverOutput) -> Result<Verdict, Rejection> {
    let lines: Vec<&str> = output
        .answer
        .text()
        .lines()
        .chain(output.errors.lines())
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let last = lines.last().copied().unwrap_or("it prints nothing");
    let mut lowered = lines.iter().map(|line| line.to_lowercase()).zip(&lines);
    if !output.status.success() {
        let cause = lines
            .iter()
            .skip_while(|line| **line != "Caused by:")
            .copied()
            .find(|line| *line != "Caused by:");
        let error = lowered.find(|(lowered, _)| lowered.contains("error")).map(|(_, line)| *line);
        let why = cause.or(error).unwrap_or(last).to_owned();
        return Err(Rejection::Refused(checker.to_string(), why));
    }
    if let Some((_, warning)) = lowered.find(|(lowered, _)| lowered.contains("warning")) {
        return Err(Rejection::Reserved(checker.to_string(), (*warning).to_owned()));
    }
    let verdicts: Vec<&str> = lines.iter().copied().filter(|line| line.starts_with("s ")).collect();
    let (verdict, line) = match verdicts[..] {
        [only] => (Verdict::parse(only), only),
        [_, second, ..] => (None, second),
        [] => (None, last),
    };
    verdict.ok_or_else(|| Rejection::Unknown(checker.to_string(), line.to_owned()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::process::Limits;
    use crate::stop::Stop;

    /// Checks a proof with a script in the role of the checker. The script judges the test proofs
    /// correctly. For another proof, it ends with the command `end`. If the script gets `-e`, it
    /// copies the proof.
    fn check_with_script(
        end: &str,
        kernel: Option<&Path>,
    ) -> Result<Result<Verdict, Rejection>, CheckerError> {
        let script = format!(
            "if test $1 = -e; then cp $4 $2; exit; fi; grep -q ours $2 && {{ {end}; }}; \
             grep -q \"BOUNDS 1 : 1 1\" $2 || exit 1; echo s VERIFIED BOUNDS 1 \\<= obj \\<= 1"
        );
        let checker = Command::parse(&format!("sh -c '{script}' sh")).expect("a command");
        let problem = temporary_file(".opb", CONTROL).expect("a file");
        let proof = temporary_file(".pbp", "* ours\n").expect("a file");
        let stop = Stop::unlimited();
        let conditions = Conditions { seed: 0, limits: Limits::default(), stop: &stop };
        match kernel {
            None => check(&checker, problem.path(), proof.path(), &conditions),
            Some(kernel) => elaborate(&checker, problem.path(), proof.path(), kernel, &conditions),
        }
    }

    #[test]
    fn a_checker_that_breaks_has_not_judged() {
        for (end, words) in [
            ("kill -9 $$", "was ended by signal 9 (SIGKILL)"),
            ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV)"),
            ("echo out of memory >&2; exit 101", "101 before it judged the proof (it printed: out"),
            ("echo s VERIFIED SATISFIABLE; kill -9 $$", "was ended by signal 9 (SIGKILL)"),
            ("exit 137", "ended with status 137"),
        ] {
            let trouble = check_with_script(end, None).map(drop).expect_err(end);
            assert!(matches!(trouble, CheckerError::Crashed(..)), "{end}: {trouble}");
            assert!(trouble.to_string().contains(words), "{end}: {trouble}");
        }
        let refused = check_with_script("echo no >&2; exit 1", None).expect("a judgement");
        assert!(matches!(refused, Err(Rejection::Refused(..))), "{refused:?}");
        let accepted =
            check_with_script("echo s VERIFIED SATISFIABLE; exit 0", None).expect("a judgement");
        assert_eq!(accepted, Ok(Verdict::Satisfiable));
    }

    #[test]
    fn an_unwritable_kernel_is_named() {
        let nowhere = Some(Path::new("/nonexistent/k.pbp"));
        let trouble =
            check_with_script("echo s VERIFIED SATISFIABLE; exit 0", nowhere).expect_err("nowhere");
        assert!(trouble.to_string().starts_with("cannot write /nonexistent/k.pbp: "), "{trouble}");
    }
}
