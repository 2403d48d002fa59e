//! `quarrel check-proof`: checks that a folder of `solve --proof` proves its claim.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::drawing;
use super::output::{self, Output, OutputTarget, ReportForm, pretty_json};
use super::{Ending, Failure, Invocation, VerbArgs, explain};
use crate::board::Size;
use crate::certificate::{
    CLAIM, Certificate, CheckError, CheckedProof, ClaimedConclusion, Conclusion, Doubt, PAGE,
    PROBLEM, names_of_proof,
};
use crate::problem::CheckedAnswer;
use crate::process::Limits;
use crate::puzzle::{draw_board, rows_of_givens};
use crate::solver::external::{Command, Conditions};
use crate::source::{Refusal, escape_invisible, escape_line};

/// Check a proof of `solve --proof`: the problem, the proof and the claim
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckProof {
    /// The folder of the proof
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The COMMAND of the checker
    #[arg(long, value_name = "COMMAND", default_value = "veripb", value_parser = parse_checker)]
    checker: Command,
    /// Also have the checker write the proof in the few rules of its kernel, for a formally
    /// verified checker
    #[arg(long, value_name = "FILE")]
    kernel: Option<OutputTarget>,
    /// Format of the verdict
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportForm,
}

/// The end of the help of `quarrel check-proof`: examples and exit statuses.
const EXAMPLES: &str = "Examples:
  quarrel solve gunport --size 8 --proof gunport-8
  quarrel check-proof gunport-8
  quarrel check-proof gunport-8 --kernel gunport-8.kernel.pbp

Exit status: 0 the folder proves what it claims; 1 it does not; 2 it cannot be checked; 3 a signal came first.";

fn parse_checker(text: &str) -> Result<Command, String> {
    Command::parse(text).map_err(|error| error.to_string())
}

impl VerbArgs for CheckProof {
    /// Checks the folder of a proof, and prints the verdict on standard output, as text or JSON.
    /// Returns `Answered` if the proof is accepted. Returns `Denied` if the folder does not prove
    /// what it claims; this is not a failure. With `--kernel`, the checker also elaborates an
    /// accepted proof. If it accepts the elaborated proof, this proof is written to the file that
    /// the option names. The elaborated proof must prove the claim, too. If it does not, the result
    /// is `Denied`, but the file stays.
    ///
    /// Fails in these cases:
    ///
    /// - `--kernel` names standard output, or the problem, the proof, the claim or the page of the
    ///   folder.
    /// - The folder cannot be read, or the file of `--kernel` or the verdict cannot be written.
    /// - The checker cannot be run, fails, is stopped or fails its test.
    /// - The verdict needs the hash of the board, and the claim does not identify the board.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        let kernel = match &self.kernel {
            Some(OutputTarget::Standard) => {
                return Err(Refusal::new("--kernel -", "the name of a file").into());
            }
            Some(target @ OutputTarget::File(path)) => {
                let inputs: Vec<PathBuf> = names_of_proof()
                    .chain([PROBLEM, CLAIM, PAGE])
                    .map(|name| self.folder.join(name))
                    .collect();
                let input_paths: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
                output::validate(&[("--kernel", target)], &input_paths)?;
                Some(path.as_path())
            }
            None => None,
        };
        let certificate = Certificate::open(&self.folder, families)?;
        let conditions = Conditions { seed: 0, limits: Limits::default(), stop };
        let checked = match certificate.check(&self.checker, kernel, &conditions) {
            Ok(checked) => Ok(checked),
            Err(CheckError::Unproved(doubt)) => Err(doubt),
            Err(CheckError::Refused(refusal)) => return Err(refusal.into()),
            Err(CheckError::Checker(trouble)) => return Err(trouble.into()),
        };
        let mut output = Output::standard();
        let text = match self.format {
            ReportForm::Text => to_text(&certificate, &checked, &output)?,
            ReportForm::Json => pretty_json(&to_json(&certificate, &checked)?),
        };
        output.print(&text)?;
        Ok(if checked.is_ok() { Ending::Answered } else { Ending::Denied })
    }
}

/// Returns the verdict as text. For an accepted proof, all lines are comments, except the rows of
/// the answer. The text begins with the board, as [`describe_board`] describes it. If there is
/// exactly one answer, its rows follow. The last two lines have the proved claim and the words of
/// the checker. For a doubted proof, the text has only one line, with the doubt; it is no comment.
/// Fails if the proof is accepted and the hash of its model file is unknown.
fn to_text(
    certificate: &Certificate,
    checked: &Result<CheckedProof, Doubt>,
    output: &Output,
) -> Result<String, Refusal> {
    let Certificate { reopened, .. } = certificate;
    let problem = reopened.opened.as_problem();
    let head = reopened.family.title(problem);
    let CheckedProof { verdict, proved, answers } = match checked {
        Ok(checked) => checked,
        Err(doubt) => {
            let doubt = escape_invisible(&doubt.to_string());
            return Ok(format!("{head}: not proved: {doubt}\n"));
        }
    };
    let rows = answers
        .iter()
        .filter(|_| answers.len() == 1)
        .flat_map(|answer| problem.rows(answer.answer()));
    let row_lines: String = rows.map(|row| row + "\n").collect();
    let board = describe_board(certificate, output)?;
    let (proved_words, checker_words) =
        (proved.conclusion().in_words(problem), verdict.in_words_of_checker());
    Ok(format!(
        "{board}{row_lines}# {head}: {proved_words}\n# the checker says `{checker_words}`\n"
    ))
}

/// Describes the board of the claim in comment lines, so that a user can compare it with the
/// intended board. A puzzle is drawn. A model file is described by its SHA-256. If the claim does
/// not contain the text of the file, the name of the file is added. Returns an empty text if the
/// claim has no board. Fails if the hash of the model file is unknown.
fn describe_board(certificate: &Certificate, output: &Output) -> Result<String, Refusal> {
    let Certificate { claim, reopened, .. } = certificate;
    let Some(board) = &claim.problem.board else { return Ok(String::new()) };
    if let Some(puzzle) = reopened.opened.as_puzzle() {
        let drawn = drawing::draw_characters(&draw_board(puzzle, None), output);
        let drawn_lines: String = drawn.lines().map(|line| format!("#   {line}\n")).collect();
        return Ok(format!("# the board:\n{drawn_lines}"));
    }
    // If the claim contains the text of its board, no file is named.
    let name = board.sha256.as_ref().filter(|_| board.text.is_none()).map(|_| &board.name[..]);
    let label = name.map_or("the claim".to_owned(), escape_line);
    Ok(format!("# the model of {label}, SHA-256 {}\n", board.hash()?))
}

/// Returns the verdict as JSON. For an accepted proof, `claim` is what the proof shows, and `doubt`
/// is null. For a doubted proof, `claim` is what the folder claims, `verdict` is null, and
/// `answers` is empty. `board` is null if the claim has no board. The claim must identify its board
/// by its text or its hash. If it does not, this function fails.
fn to_json(
    certificate: &Certificate,
    checked: &Result<CheckedProof, Doubt>,
) -> Result<Value, Refusal> {
    let Certificate { claim, reopened, .. } = certificate;
    let problem = reopened.opened.as_problem();
    let known = checked.as_ref().ok();
    let answers = known.map_or(&[][..], |checked| &checked.answers);
    let value = answers.iter().find_map(CheckedAnswer::value);
    let rows: Vec<Vec<String>> =
        answers.iter().map(|answer| problem.rows(answer.answer())).collect();
    let ClaimedConclusion(claimed) = certificate.claimed_conclusion();
    let conclusion = known.map_or(&claimed, |checked| checked.proved.conclusion());
    let projected = match conclusion {
        Conclusion::Answers(number) => number.projected.as_ref(),
        Conclusion::Problem(_) => None,
    };
    let board = claim.problem.board.as_ref().map(|board| {
        let givens = reopened.opened.as_puzzle().map(rows_of_givens);
        board.hash().map(|sha256| json!({"sha256": sha256, "givens": givens}))
    });
    Ok(json!({
        "family": reopened.family.name,
        "size": reopened.opened.size().map(Size::sides),
        "variant": reopened.opened.variants(),
        "ruling": problem.info().ruling,
        "board": board.transpose()?,
        "formulation": reopened.formulation.name,
        "projected": projected,
        "claim": conclusion.in_words(problem),
        "accepted": checked.is_ok(),
        "verdict": known.map(|checked| checked.verdict.in_words_of_checker()),
        "doubt": checked.as_ref().err().map(ToString::to_string),
        "objective": explain::json::objective(problem, value),
        "answers": rows,
    }))
}
