//! A file with a proof that clauses have no solution.
//!
//! If the model file consists of clauses, the proof refers to the clauses by their position in the
//! file, and to variables by their numbers. Otherwise, the proof refers to the clauses that `export
//! --to cnf` writes with the same options.

use std::path::{Path, PathBuf};

use super::{GrowthMonitor, SharedDraft};
use crate::clausal::{ClausalProof, ProofFormat};
use crate::deduce::Rules;
use crate::encode::Room;
use crate::export::{self, compress::Compression};
use crate::question::{FilesError, PosedQuestion, SymmetryChoice};
use crate::search::{Status, Task};
use crate::solver::Listener;
use crate::source::{Refusal, escape_invisible, format_count};

/// A clausal proof that is being written.
pub struct ClausalFile {
    path: PathBuf,
    proof: ClausalProof,
    draft: SharedDraft,
    /// The clauses to which the proof refers.
    refuted: RefutedClauses,
}

/// The clauses that a proof refutes.
enum RefutedClauses {
    /// The clauses of the model file with this name.
    File(String),
    /// The clauses that this `export` command writes.
    Exported(String),
}

impl ClausalFile {
    /// Creates a draft of the file, and makes the search of `task` write its proof into this draft.
    /// Changes `task` so that it searches the clauses to which the proof refers, without
    /// explanations and constructed answers. The proof becomes the listener of this search. If the
    /// proof grows large, `notify` is called once. If the file cannot be created, the rules and
    /// symmetries of `task` may already be changed.
    ///
    /// # Errors
    ///
    /// If the question asks for an optimum. If the formulation needs a bound, and the question has
    /// none or one outside of the objective's range. If the file cannot be created.
    pub fn begin(
        path: &Path,
        (format, compression): (&'static ProofFormat, Option<Compression>),
        (posed, task): (&PosedQuestion, &mut Task),
        notify: fn(&str),
    ) -> Result<ClausalFile, FilesError> {
        validate_decision(format, posed)?;
        posed.validate_for(export::CNF)?;
        let refuted = match use_file_clauses(posed, task) {
            Some(name) => RefutedClauses::File(name),
            None => {
                task.rules = posed.rules_for(export::CNF);
                task.symmetry = posed.broken_symmetries_for(export::CNF);
                RefutedClauses::Exported(export_command(posed))
            }
        };
        let draft = SharedDraft::open(path, compression).map_err(FilesError::of_file(path))?;
        let proof = ClausalProof::new(format, Box::new(GrowthMonitor::new(draft.clone(), notify)));
        (task.construct, task.explain) = (false, false);
        task.listener = Some(Listener::Clausal(proof.clone()));
        Ok(ClausalFile { path: path.to_owned(), proof, draft, refuted })
    }

    /// Keeps the proof if it shows that there is no answer. Otherwise, discards the proof and
    /// writes no file, so a file that was at the path before is unchanged; this is also the case if
    /// the search was stopped. Returns the outcome in words.
    ///
    /// # Errors
    ///
    /// If the proof cannot be written. If writing failed during the search, this is an error even
    /// if there is an answer.
    pub fn end(self, found: Status) -> Result<String, FilesError> {
        let path = self.path.display();
        let failed = FilesError::of_file(&self.path);
        if !self.proof.is_broken() && found != Status::Unsatisfiable {
            self.draft.discard();
            let why = match found {
                Status::Unknown => "the search was stopped",
                _ => "there is an answer",
            };
            return Ok(format!("{why}, so the clauses are not refuted, and {path} is not written"));
        }
        let clauses = self.proof.conclude().map_err(failed)?;
        self.draft.keep().map_err(failed)?;
        let clauses = format_count(clauses, "clause");
        Ok(match &self.refuted {
            RefutedClauses::File(name) => format!(
                "{path} proves that {name} has no solution; it refers to the {clauses} by their \
                 places in the file, and to variables by their numbers"
            ),
            RefutedClauses::Exported(command) => format!(
                "{path} proves that the output of `{command}` has no solution ({clauses}); \
                 for a proof about the puzzle itself, use --proof FOLDER"
            ),
        })
    }
}

/// Refuses a question for an optimum, since a refutation of clauses cannot prove an optimum. Such a
/// question has an objective but no bound.
fn validate_decision(format: &ProofFormat, posed: &PosedQuestion) -> Result<(), Refusal> {
    match (posed.problem().goal(), posed.bound) {
        (Some(goal), None) => Err(Refusal::new(
            format!(
                "a proof in {} refutes clauses, so it cannot prove the best {}",
                format.name, goal.name
            ),
            "--bound K that no answer reaches, or --proof FOLDER for a proof of the optimum",
        )),
        _ => Ok(()),
    }
}

/// Makes the search of `task` use the clauses of the model file, without deductions and symmetry
/// breaking. Returns the file's name, with invisible characters escaped. Two conditions must hold:
/// the model file has only clauses, and the options leave them unchanged. The options do so if they
/// request no deductions, no symmetry breaking (`auto` is allowed), and no formulation other than
/// the family's first. If a condition does not hold, leaves `task` unchanged and returns `None`.
fn use_file_clauses(posed: &PosedQuestion, task: &mut Task) -> Option<String> {
    let question = &posed.question;
    let is_plain = question.deduce.as_ref().is_none_or(Rules::are_none)
        && matches!(question.symmetry, SymmetryChoice::Auto | SymmetryChoice::Off)
        && posed.formulation.name == posed.family.formulations[0].name
        && posed.problem().info().written.as_ref().is_some_and(|file| file.clauses().is_some());
    let name = question.board.as_ref().filter(|_| is_plain)?.name.as_str();
    task.as_written = true;
    task.keep_as_stated();
    Some(escape_invisible(name))
}

/// Returns the command that exports the refuted clauses, with the options that differ from the
/// defaults. Leaves out the options of the search, and the room of the encodings. Also leaves out
/// the formulation if it is the family's first.
fn export_command(posed: &PosedQuestion) -> String {
    let mut question = posed.question.with_default_search();
    question.encodings.room = Room::default();
    if posed.formulation.name == posed.family.formulations[0].name {
        question.formulation = None;
    }
    question.command("export", &["--to", "cnf"])
}
