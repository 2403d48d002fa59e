//! Proof folders, each with a problem, a proof and a claim. `solve --proof` writes them, and
//! `check-proof` checks them.
//!
//! The problem file is byte for byte the output of `export --to opb`. So a person who checks the
//! proof has to trust only this file. `claim.json` has the proved statement. It also describes the
//! board and the options, in the same way as the map of an export does.
//!
//! A check trusts nothing in the folder, because the folder can change during the check. Each file
//! is opened once, and must be a regular file of the folder itself. The problem is stated again
//! from the claim, and the problem file must have the hash of this problem's export. The checker
//! gets the stated problem and a private copy of the proof. The answers are read from this copy,
//! and must satisfy the rules and every constraint. The checker's verdict is read strictly
//! ([`checker`]). The verdict and the answers together must imply the claim ([`ProvedConclusion`]).

use std::io::Read;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::encode::{CostConversion, Encodings};
use crate::exchange;
use crate::export::compress::{COMPRESSIONS, Compression};
use crate::export::decode::ReopenedProblem;
use crate::export::map::{self, Map};
use crate::export::{self, Export, ExportSummary};
use crate::family::Family;
use crate::model::{Model, Values};
use crate::prepare::Preparation;
use crate::problem::{self, CheckedAnswer, Problem, ProblemHandle, RejectedAnswer};
use crate::proof::Verdict;
use crate::solver::external::{Command, Conditions, create_temp_file};
use crate::source::{Refusal, json};

pub mod checker;
mod claim;
mod clausal_file;
mod counting;
mod folder;
mod growth;
mod making;
mod page;
mod private;
mod proved;
mod remaining;
mod shown;
mod target;
#[cfg(test)]
mod tests;

pub use claim::{Claim, CountedAnswers};
pub use clausal_file::ClausalFile;
pub use counting::FoundAnswers;
pub use folder::{ProofFolder, SharedDraft};
pub use growth::GrowthMonitor;
pub use making::{NewProof, ProofEnd, begin_log, new_folder, prove, validate_derivations};
use private::CopiedProof;
pub use proved::{
    AnswerCount, ClaimedConclusion, Conclusion, ProvedAnswers, ProvedConclusion, ProvedStatement,
    Reach,
};
pub use remaining::AnotherAnswer;
use shown::LoggedSolutions;
pub use target::{ProofTarget, SearchProof};

/// The name of the problem file.
pub const PROBLEM: &str = "problem.opb";
/// The name of an uncompressed proof.
pub const PROOF: &str = "proof.pbp";

/// Returns the file name of a proof with this compression, or without one.
fn name_of_proof(compression: Option<Compression>) -> &'static str {
    match compression {
        None => PROOF,
        Some(Compression::Gz) => "proof.pbp.gz",
        Some(Compression::Xz) => "proof.pbp.xz",
        Some(Compression::Zst) => "proof.pbp.zst",
    }
}

/// Returns the possible file names of a proof.
pub fn names_of_proof() -> impl Iterator<Item = &'static str> {
    compressions().map(name_of_proof)
}

/// Returns the possible compressions of a proof. The first is `None`, for an uncompressed proof.
fn compressions() -> impl Iterator<Item = Option<Compression>> {
    std::iter::once(None).chain(COMPRESSIONS.iter().map(|&(_, one)| Some(one)))
}

/// The name of the page that explains the folder to people.
pub const PAGE: &str = "README.md";
/// The name of the file with the claim in JSON.
pub const CLAIM: &str = "claim.json";

/// A proof folder, with its problem stated again from the claim.
pub struct Certificate {
    folder: PathBuf,
    /// The claim that the folder states.
    pub claim: Claim,
    /// The problem of the claim, stated again from the board and the options in the claim.
    pub reopened: ReopenedProblem,
    /// The claimed statement, with values scaled to the integers of the search.
    statement: ProvedStatement,
}

/// The reason why a folder does not prove its claim.
#[derive(thiserror::Error, Debug)]
pub enum Doubt {
    /// The problem file differs from the export of the problem that the claim states.
    #[error(
        "{PROBLEM} differs from the export of this problem: its SHA-256 is {found}, the export's \
         is {expected}"
    )]
    OtherProblem {
        /// The SHA-256 of the problem file.
        found: String,
        /// The SHA-256 of the claimed problem's export.
        expected: String,
    },
    /// The checker does not accept the proof.
    #[error(transparent)]
    ProofRejected(#[from] checker::Rejection),
    /// The proof shows a statement that differs from the claim or is weaker.
    #[error("the claim is \"{claimed}\", but the checker concludes `{heard}`")]
    OtherClaim {
        /// The claim, in words.
        claimed: String,
        /// The conclusion, in the checker's words.
        heard: String,
    },
    /// The checker concludes that there is an answer with a certain value, but the proof does not
    /// end with such an answer. The field is the checker's conclusion.
    #[error("the checker concludes `{0}`, but the proof does not end with an answer of that value")]
    MissingAnswer(String),
    /// An answer in the proof breaks a rule.
    #[error("an answer in the proof breaks a rule: {0}")]
    RuleViolated(#[from] Box<RejectedAnswer>),
    /// An answer in the proof breaks a constraint of the problem.
    #[error("an answer in the proof breaks a constraint of the problem")]
    ConstraintViolated,
    /// The counted answers do not fit the claim. The field is the reason.
    #[error("the claim does not fit the answers in the proof: {0}")]
    Miscounted(String),
}

/// The reason why a folder is not accepted.
#[derive(thiserror::Error, Debug)]
pub enum CheckError {
    /// The folder cannot be read, or is not a proof folder.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The checker cannot be run, or failed.
    #[error(transparent)]
    Checker(#[from] checker::CheckerError),
    /// The folder does not prove its claim.
    #[error(transparent)]
    Unproved(#[from] Doubt),
}

/// The result of an accepting check.
pub struct CheckedProof {
    /// The checker's verdict on the proof.
    pub verdict: Verdict,
    /// The conclusion that follows from the verdict and the answers in the proof.
    pub proved: ProvedConclusion,
    /// The answers in the proof. If the claim counts answers, these are all answers. Otherwise, it
    /// is only the answer in the proof's conclusion; the list is empty if the conclusion has no
    /// answer.
    pub answers: Vec<CheckedAnswer>,
}

impl Certificate {
    /// Reads the claim of a proof folder, and states its problem again. Does not read the problem
    /// file and the proof.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - The claim cannot be read, has more than [`map::MOST_BYTES`] bytes, or is no valid claim in
    ///   JSON.
    /// - The problem of the claim is not stated plainly, or has a formulation that needs a value of
    ///   the objective.
    /// - The problem cannot be opened again, for example since this version of the program numbers
    ///   its variables differently (see [`ReopenedProblem::new`]).
    /// - The claim distinguishes answers by an empty list of names, or by a name that is not the
    ///   label of a variable.
    /// - A number in the claim is not a value of the objective.
    pub fn open(folder: &Path, families: &[&'static Family]) -> Result<Certificate, Refusal> {
        let path = folder.join(CLAIM);
        let mut text = Vec::new();
        let read = private::open(&path)?.take(map::MOST_BYTES as u64 + 1).read_to_end(&mut text);
        read.map_err(|error| private::read_refusal(&path, &error))?;
        let refused = |found: String| Refusal::new(found, private::EXPECTED);
        if text.len() > map::MOST_BYTES {
            let found = format!("{} has more than {} bytes", path.display(), map::MOST_BYTES);
            return Err(refused(found));
        }
        let text = String::from_utf8_lossy(&text);
        let claim: Claim = serde_json::from_str(&text).map_err(|error| {
            let fault = json::describe_error(&text, &error);
            refused(format!("{} is not a claim: {fault}", path.display()))
        })?;
        claim.validate()?;
        let reopened = ReopenedProblem::new(claim.problem.clone(), families)
            .map_err(|refusal| refusal.with_file(&path.display().to_string()))?;
        if reopened.formulation.of_value {
            return Err(reopened.formulation.no_value_refusal());
        }
        claim.validate_names(&reopened.map().labels)?;
        let statement = claim.scaled_statement(&reopened.opened.as_problem().info().scale)?;
        Ok(Certificate { folder: folder.to_owned(), claim, reopened, statement })
    }

    /// Returns the claimed conclusion, with values scaled to the integers of the search.
    pub fn claimed_conclusion(&self) -> ClaimedConclusion {
        self.claim.conclusion(self.statement, self.reopened.bound())
    }

    /// Checks the folder. Also tests the checker, on proofs that are known to be right or wrong.
    /// Returns the verdict, its conclusion, and the answers in the proof. If answers are counted,
    /// these are all known answers; otherwise, it is the answer in the proof's conclusion, if there
    /// is one. If `kernel` is given, the checker also writes an [elaborated](checker::elaborate)
    /// proof to this path, but only after the proof has passed. The elaborated proof must prove the
    /// claim, too. If the checker accepts the elaborated proof, but it does not prove the claim,
    /// the file remains.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - [`copy_files`](Certificate::copy_files) fails, for example since an answer is invalid or
    ///   the problem file is not that of the claim. The checker is not run then.
    /// - The checker cannot be run, is stopped, ends abnormally, or fails its test.
    /// - The checker rejects the proof or the elaborated proof.
    /// - The verdict does not prove the claim.
    /// - A file cannot be written.
    pub fn check(
        &self,
        checker: &Command,
        kernel: Option<&Path>,
        conditions: &Conditions,
    ) -> Result<CheckedProof, CheckError> {
        let copies = self.copy_files()?;
        let (problem, proof) = (copies.problem(), copies.proof());
        let accepted = checker::check(checker, problem, proof, conditions)?;
        let verdict = accepted.map_err(Doubt::from)?;
        let proved = copies.conclude(verdict)?;
        if let Some(kernel) = kernel {
            let elaborated = checker::elaborate(checker, problem, proof, kernel, conditions)?;
            copies.conclude(elaborated.map_err(Doubt::from)?)?;
        }
        let answers = match copies.answers {
            ShownAnswers::Last(last) => last.into_iter().collect(),
            ShownAnswers::Known(known) => known.answers,
        };
        Ok(CheckedProof { verdict, proved, answers })
    }

    /// Writes the problem, stated again, and an uncompressed copy of the proof into private files.
    /// If the claim counts answers, checks all answers that the proof logs. The written problem is
    /// then the question whether there is another answer. Otherwise, checks only the answer in the
    /// proof's conclusion, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - A file cannot be read or written, or is a link, or the problem cannot be stated in OPB.
    /// - There are several proofs or none, or the proof unpacks to too many bytes.
    /// - The hash of the problem file differs from that of the problem's export.
    /// - An answer is invalid.
    /// - Answers are counted, and two are the same, one does not reach the bound, or their number
    ///   differs from the claimed number.
    pub fn copy_files(&self) -> Result<Copies<'_>, CheckError> {
        let path = self.folder.join(PROBLEM);
        let found = private::open(&path).map(|mut file| exchange::sha256(&mut file))?;
        let found = found.map_err(|error| private::read_refusal(&path, &error))?;
        let (path, compression) = self.proof()?;
        let proof = CopiedProof::from_path(&path, compression)?;
        let shown = proof
            .read_solutions(self.claim.counted.as_ref().map_or(0, |counted| counted.answers))?;
        let proof = proof.unpack()?;
        let problem = self.reopened.opened.as_problem();
        let (answers, exported) = match &self.claim.counted {
            None => (self.last_answer(shown)?, self.export_problem(problem)?),
            Some(counted) => {
                let remaining = self.another_answer(counted, shown)?;
                let known = remaining.decode_known().map_err(Doubt::from)?;
                let known = known.ok_or_else(|| {
                    let what = "two answers are the same, or one does not reach the bound";
                    Doubt::Miscounted(what.to_owned())
                })?;
                (ShownAnswers::Known(known), self.export_problem(&remaining)?)
            }
        };
        let (file, exported) = exported;
        if found != exported.sha256 {
            return Err(Doubt::OtherProblem { found, expected: exported.sha256 }.into());
        }
        Ok(Copies { certificate: self, problem: file, proof, cost: exported.cost, answers })
    }

    /// Returns the path of the proof and its compression. If the folder has no proof, returns the
    /// path of an uncompressed proof; the caller then fails to open it. Returns an error if there
    /// are several proofs.
    fn proof(&self) -> Result<(PathBuf, Option<Compression>), Refusal> {
        let path = |one| self.folder.join(name_of_proof(one));
        // A file that exists but cannot be read is counted, too.
        let there =
            compressions().filter(|&one| path(one).symlink_metadata().is_ok()).collect::<Vec<_>>();
        match there[..] {
            [] => Ok((path(None), None)),
            [only] => Ok((path(only), only)),
            ref several => {
                let names: Vec<&str> = several.iter().map(|&one| name_of_proof(one)).collect();
                let found = format!("{} in {}", names.join(" and "), self.folder.display());
                Err(Refusal::new(found, "one proof: remove the others"))
            }
        }
    }

    /// Returns the answer in the conclusion of the proof, if the conclusion has one. Returns an
    /// error if the answer breaks a rule or a constraint, or if the formulation needs a value of
    /// the objective.
    fn last_answer(&self, shown: LoggedSolutions) -> Result<ShownAnswers, CheckError> {
        let problem = self.reopened.opened.as_problem();
        let model = problem.model_scheme(self.reopened.formulation).into_complete();
        let model = model.ok_or_else(|| self.reopened.formulation.no_value_refusal())?;
        let last = shown.last.map(|values| check_answer(problem, &model, values)).transpose()?;
        Ok(ShownAnswers::Last(last))
    }

    /// Exports the problem `stated` to a private file, without a bound. The title has the version
    /// and the command of the claim. Also returns the facts about the export, such as its hash. The
    /// error is a checker's error if the file cannot be created or written. It is a refusal if the
    /// problem cannot be stated in OPB.
    fn export_problem(
        &self,
        stated: &dyn Problem,
    ) -> Result<(NamedTempFile, ExportSummary), CheckError> {
        let Claim { command, problem: Map { quarrel, .. }, .. } = &self.claim;
        let preparation = Preparation { problem: stated, ..self.reopened.preparation() };
        let export = Export {
            title: export::title_of_version(quarrel, self.reopened.family, &preparation, command),
            preparation,
            encodings: Encodings::default(),
            bound: None,
            scramble: None,
        };
        let mut file = create_temp_file(".opb").map_err(checker::CheckerError::from)?;
        match export::OPB.export(&export, &mut file) {
            Ok(exported) => Ok((file, exported)),
            Err(export::ExportError::Output(error)) => {
                Err(checker::CheckerError::from(error).into())
            }
            Err(error) => {
                let found = format!("the problem cannot be stated: {error}");
                Err(Refusal::new(found, "an unchanged claim").into())
            }
        }
    }

    /// Returns the question whether there is another answer than the answers in the proof. Each of
    /// these keeps only the values of the claim's variables. Returns an error if the number of
    /// answers in the proof differs from the claimed number, if an answer in the proof is not a
    /// list of all variables in their order, or if an answer lacks variables.
    fn another_answer(
        &self,
        counted: &CountedAnswers,
        shown: LoggedSolutions,
    ) -> Result<AnotherAnswer<'_>, Doubt> {
        let variables = self.reopened.map().labels.len();
        let found = shown.number;
        let known: Option<Vec<Values>> =
            shown.solutions.into_iter().map(|values| first_values(values, variables)).collect();
        let known = known
            .filter(|known| found == counted.answers && known.len() == found)
            .ok_or_else(|| {
                let claimed = counted.answers;
                Doubt::Miscounted(format!(
                    "the claimed number is {claimed}, and the proof shows {found}"
                ))
            })?;
        let problem = self.reopened.opened.as_problem();
        let projected = counted.projected.clone();
        let ReopenedProblem { formulation, .. } = self.reopened;
        let bound = self.reopened.bound();
        Ok(AnotherAnswer::new(
            ProblemHandle::Borrowed(problem),
            formulation,
            bound,
            projected,
            known,
        ))
    }
}

/// The restated problem and a copy of the proof, in private files, so that a change of the folder
/// does not affect them.
pub struct Copies<'a> {
    certificate: &'a Certificate,
    problem: NamedTempFile,
    /// The copy of the proof, uncompressed.
    proof: NamedTempFile,
    /// The conversion of values to costs in the restated problem; `None` if the problem has no
    /// objective.
    cost: Option<CostConversion>,
    /// The answers in the proof, which keep the rules and satisfy every constraint.
    answers: ShownAnswers,
}

impl Copies<'_> {
    /// Returns the path of the problem, stated again from the claim.
    pub fn problem(&self) -> &Path {
        self.problem.path()
    }

    /// Returns the path of the copy of the proof, which is uncompressed.
    pub fn proof(&self) -> &Path {
        self.proof.path()
    }

    /// Returns the conclusion that follows if `verdict` is the checker's verdict.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - The verdict does not imply the claim, or nothing is proved ([`Doubt::OtherClaim`]).
    /// - Answers are not counted, and the verdict concludes that there is an answer, but the proof
    ///   does not end with an answer of the concluded value ([`Doubt::MissingAnswer`]).
    pub fn conclude(&self, verdict: Verdict) -> Result<ProvedConclusion, Doubt> {
        let Certificate { reopened, statement, .. } = self.certificate;
        let proved_statement = ProvedStatement::from_verdict(verdict, self.cost);
        let known = match &self.answers {
            ShownAnswers::Last(_) => None,
            ShownAnswers::Known(known) => Some(known),
        };
        let proved = ProvedConclusion::from_statement(proved_statement, known);
        let ClaimedConclusion(claimed) = self.certificate.claimed_conclusion();
        let is_covered = proved_statement.implies(*statement, self.cost)
            && (known.is_none() || proved.conclusion().covers(&claimed));
        if !is_covered || proved.conclusion().is_nothing() {
            return Err(Doubt::OtherClaim {
                claimed: claimed.in_words(reopened.opened.as_problem()),
                heard: verdict.in_words_of_checker(),
            });
        }
        match (&self.answers, proved_statement.reached()) {
            // If the verdict concludes that there is an answer with a value, the proof must contain
            // such an answer.
            (ShownAnswers::Last(last), Some(value))
                if last.as_ref().is_none_or(|answer| answer.value() != value) =>
            {
                Err(Doubt::MissingAnswer(verdict.in_words_of_checker()))
            }
            _ => Ok(proved),
        }
    }
}

/// The answers that a proof shows.
enum ShownAnswers {
    /// The answer in the conclusion of the proof, or `None` if it has none.
    Last(Option<CheckedAnswer>),
    /// The counted answers, for a claim about the number of answers.
    Known(ProvedAnswers),
}

/// Returns the answer that the values in a proof represent. Ignores additional values after those
/// of the model's variables. Returns an error if the answer breaks a rule or a constraint, or lacks
/// variables.
fn check_answer(
    problem: &dyn Problem,
    model: &Model,
    values: Vec<bool>,
) -> Result<CheckedAnswer, Doubt> {
    let values = first_values(values, model.labels().len()).ok_or(Doubt::ConstraintViolated)?;
    let answer = problem::check_answer(problem, problem.decode(model, &values))?;
    if model.constraints().iter().all(|constraint| constraint.statement.is_satisfied_by(&values)) {
        Ok(answer)
    } else {
        Err(Doubt::ConstraintViolated)
    }
}

/// Returns the values of the first `variables` variables, or `None` if there are fewer values.
fn first_values(mut values: Vec<bool>, variables: usize) -> Option<Values> {
    let is_enough = values.len() >= variables;
    values.truncate(variables);
    is_enough.then(|| Values::new(values))
}
