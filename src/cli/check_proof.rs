//! `quarrel check-proof`: whether a folder proves what it claims.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::output::{self, Output, Report, Target};
use super::verify::objective_in_json;
use super::{Ending, Failure, signals};
use crate::board::Size;
use crate::certificate::{
    CLAIM, Certificate, Checked, Doubt, PAGE, PROBLEM, Unchecked, names_of_proof,
};
use crate::family::Family;
use crate::process::Limits;
use crate::solver::external::{Command, Conditions};
use crate::source::Refusal;
use crate::stop::Stop;

/// Check a proof that `solve --proof` has written: its problem, the proof and what is claimed
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckProof {
    /// The folder of the proof
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The COMMAND of the checker
    #[arg(long, value_name = "COMMAND", default_value = "veripb", value_parser = parse_checker)]
    checker: Command,
    /// Have the checker also write the proof in the few rules of its kernel, for a checker that is formally verified
    #[arg(long, value_name = "FILE")]
    kernel: Option<Target>,
    /// How to say what comes of it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

const EXAMPLES: &str = "Examples:
  quarrel solve gunport --size 8 --proof gunport-8
  quarrel check-proof gunport-8
  quarrel check-proof gunport-8 --kernel gunport-8.kernel.pbp

Exit status: 0 the folder proves what it claims; 1 it does not; 2 it cannot be checked; 3 a signal came first.";

fn parse_checker(text: &str) -> Result<Command, String> {
    Command::parse(text).map_err(|error| error.to_string())
}

impl CheckProof {
    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let stop = Stop::never();
        signals::heed(&stop);
        let kernel = match &self.kernel {
            Some(Target::Standard) => {
                return Err(Refusal::new("--kernel -", "the name of a file").into());
            }
            Some(target @ Target::File(path)) => {
                let names = names_of_proof().chain([PROBLEM, CLAIM, PAGE]);
                let inputs: Vec<PathBuf> = names.map(|name| self.folder.join(name)).collect();
                let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
                output::validate(&[("--kernel", target)], &inputs)?;
                Some(path.as_path())
            }
            None => None,
        };
        let certificate = Certificate::open(&self.folder, families)?;
        let conditions = Conditions { seed: 0, limits: Limits::default(), stop: &stop };
        let checked = match certificate.check(&self.checker, kernel, &conditions) {
            Ok(checked) => Ok(checked),
            Err(Unchecked::Doubted(doubt)) => Err(doubt),
            Err(Unchecked::Refused(refusal)) => return Err(refusal.into()),
            Err(Unchecked::Trouble(trouble)) => return Err(trouble.into()),
        };
        let text = match self.format {
            Report::Text => in_text(&certificate, &checked),
            Report::Json => format!("{:#}\n", in_json(&certificate, &checked)),
        };
        Output::standard().print(&text)?;
        Ok(if checked.is_ok() { Ending::Answered } else { Ending::Denied })
    }
}

fn in_text(certificate: &Certificate, checked: &Result<Checked, Doubt>) -> String {
    let Certificate { claim, reopened, .. } = certificate;
    let problem = reopened.opened.as_problem();
    let head = reopened.family.title(problem);
    match checked {
        Ok(Checked { verdict, answers }) => {
            let alone = answers.iter().filter(|_| answers.len() == 1);
            let rows = alone.flat_map(|answer| &answer.rows);
            let rows: String = rows.map(|row| format!("{row}\n")).collect();
            let said = claim.in_words(problem);
            let heard = verdict.in_words_of_checker();
            format!("{rows}# {head}: {said}\n# the checker says `{heard}`\n")
        }
        Err(doubt) => format!("{head}: not proved: {doubt}\n"),
    }
}

fn in_json(certificate: &Certificate, checked: &Result<Checked, Doubt>) -> Value {
    let Certificate { claim, reopened, .. } = certificate;
    let known = checked.as_ref().ok();
    let answers = known.map_or(&[][..], |checked| &checked.answers);
    let value = answers.iter().find_map(|answer| answer.value);
    let rows: Vec<&Vec<String>> = answers.iter().map(|answer| &answer.rows).collect();
    json!({
        "family": reopened.family.name,
        "size": reopened.opened.size().map(Size::sides),
        "variant": reopened.opened.variants(),
        "formulation": reopened.formulation.name,
        "projected": claim.counted.as_ref().and_then(|counted| counted.projected.as_ref()),
        "claim": claim.in_words(reopened.opened.as_problem()),
        "accepted": checked.is_ok(),
        "verdict": known.map(|checked| checked.verdict.in_words_of_checker()),
        "doubt": checked.as_ref().err().map(ToString::to_string),
        "objective": objective_in_json(reopened.opened.as_problem(), value),
        "answers": rows,
    })
}
