//! A folder with a problem, a proof about it and what is claimed: written by `solve --proof`, read
//! by `check-proof`.
//!
//! The problem is what `export --to opb` writes, byte for byte, so that who believes the page has
//! to read that file and nothing of this program. The claim is for programs: it names the board, as
//! the map of an export does, and what the proof says of it. The page is for people. The folder is
//! made before the search, and goes if no proof comes about.
//!
//! To check it, nothing in the folder is believed, not even that it stays as it is. Each file is
//! opened once, as a regular file of the folder itself. The problem is hashed and compared with
//! what the board states, and the checker is given what was stated, and a private copy of the
//! proof, from which the answers are read, too. Its verdict is read strictly ([`checker`]). What is
//! proved follows from that verdict and from the answers, which have to pass the rules and every
//! constraint ([`Proved`]); the claim has to say no more.

use std::io::Read;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::encode::{Cost, Encodings};
use crate::exchange;
use crate::export::compress::{COMPRESSIONS, Compression};
use crate::export::decode::Reopened;
use crate::export::map::{self, Map};
use crate::export::{self, Export, Exported};
use crate::family::Family;
use crate::model::{Model, Values};
use crate::prepare::Preparation;
use crate::problem::{self, Answer, Held, Problem, Rejected};
use crate::proof::Verdict;
use crate::solver::external::{Command, Conditions};
use crate::source::Refusal;

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
pub use growth::ProofGrowth;
pub use making::{NewProof, ProofEnd, certified, log, new_folder, prove};
pub use proved::{Number, Proved, ProvedAnswers, ProvedStatement, Reach};
pub use remaining::Remaining;
use shown::Shown;
pub use target::{ProofTarget, SearchProof};

/// The problem.
pub const PROBLEM: &str = "problem.opb";
/// The proof.
pub const PROOF: &str = "proof.pbp";

/// The name of a proof that is compressed so, or not.
fn name_of_proof(compression: Option<Compression>) -> &'static str {
    match compression {
        None => PROOF,
        Some(Compression::Gz) => "proof.pbp.gz",
        Some(Compression::Xz) => "proof.pbp.xz",
        Some(Compression::Zst) => "proof.pbp.zst",
    }
}

/// The names that a proof may have.
pub fn names_of_proof() -> impl Iterator<Item = &'static str> {
    compressions().map(name_of_proof)
}

/// How a proof may be compressed, or not.
fn compressions() -> impl Iterator<Item = Option<Compression>> {
    let compressed = COMPRESSIONS.iter().map(|&(_, one)| Some(one));
    std::iter::once(None).chain(compressed)
}

/// What is claimed, for people.
pub const PAGE: &str = "README.md";
/// What is claimed, for programs.
pub const CLAIM: &str = "claim.json";

/// A folder that was read, with its problem stated again.
pub struct Certificate {
    folder: PathBuf,
    /// What it claims.
    pub claim: Claim,
    /// The problem.
    pub reopened: Reopened,
    /// What the claim says, as the problem counts.
    says: ProvedStatement,
}

/// Why a folder does not prove what it claims.
#[derive(thiserror::Error, Debug)]
pub enum Doubt {
    /// The problem in the folder is not the one of the claim.
    #[error(
        "{PROBLEM} is not what is exported of this problem: its SHA-256 is {found}, and that of the export {expected}"
    )]
    OtherProblem {
        /// That of the file.
        found: String,
        /// That of what is exported.
        expected: String,
    },
    /// The checker does not accept the proof.
    #[error(transparent)]
    Unaccepted(#[from] checker::Unaccepted),
    /// The proof says something else.
    #[error("the claim is \"{claimed}\", and the checker says `{heard}`")]
    OtherClaim {
        /// What is claimed.
        claimed: String,
        /// What the checker says.
        heard: String,
    },
    /// The proof does not show the answer that its verdict speaks of.
    #[error("the checker says `{0}`, and the proof ends with no answer of that value")]
    Unshown(String),
    /// An answer is none.
    #[error("an answer that the proof shows breaks a rule: {0}")]
    Broken(#[from] Box<Rejected>),
    /// What is shown as an answer is no solution.
    #[error("what the proof shows as an answer breaks a constraint of the problem")]
    Unsolved,
    /// The answers that were counted are not what is claimed of them.
    #[error("this is claimed of the answers that the proof shows, and is not so: {0}")]
    Miscounted(String),
}

/// Why a folder is not accepted.
#[derive(thiserror::Error, Debug)]
pub enum Unchecked {
    /// It cannot be read, or is none.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The checker does not do its work.
    #[error(transparent)]
    Trouble(#[from] checker::Trouble),
    /// It does not prove what it claims.
    #[error(transparent)]
    Doubted(#[from] Doubt),
}

/// What a check has come to.
pub struct Checked {
    /// What the checker says.
    pub verdict: Verdict,
    /// What is proved.
    pub proved: Proved,
    /// The answers that the proof shows, which have passed the rules: those that were counted, or
    /// the one with which it ends, if it ends with one.
    pub answers: Vec<Answer>,
}

impl Certificate {
    /// Reads the claim of a folder, and states its problem again.
    ///
    /// # Errors
    ///
    /// Refuses what is no claim, and a problem that this program does not have.
    pub fn open(folder: &Path, families: &[&'static Family]) -> Result<Certificate, Refusal> {
        let path = folder.join(CLAIM);
        let mut text = Vec::new();
        let read = private::open(&path)?.take(map::MOST_BYTES as u64 + 1).read_to_end(&mut text);
        read.map_err(|error| private::unread(&path, &error))?;
        let refused = |found: String| Refusal::new(found, private::EXPECTED);
        if text.len() > map::MOST_BYTES {
            let found = format!("{} has more than {} bytes", path.display(), map::MOST_BYTES);
            return Err(refused(found));
        }
        let claim: Claim = serde_json::from_slice(&text)
            .map_err(|error| refused(format!("{} is no claim: {error}", path.display())))?;
        claim.validate()?;
        let reopened = Reopened::new(claim.problem.clone(), families)?;
        if reopened.formulation.of_value {
            return Err(reopened.formulation.without_value());
        }
        claim.validate_names(&reopened.map().labels)?;
        let says = claim.said(&reopened.opened.as_problem().scale())?;
        Ok(Certificate { folder: folder.to_owned(), claim, reopened, says })
    }

    /// What is claimed to be proved.
    pub fn claimed(&self) -> Proved {
        self.claim.claimed(self.says, self.reopened.bound())
    }

    /// Checks everything: the problem, the proof, what it says, and the answers that it shows. With
    /// `kernel` the checker also writes the proof there [anew](checker::elaborate).
    ///
    /// # Errors
    ///
    /// If something is not as it is claimed.
    pub fn check(
        &self,
        checker: &Command,
        kernel: Option<&Path>,
        conditions: &Conditions,
    ) -> Result<Checked, Unchecked> {
        let copies = self.copied()?;
        let (problem, proof) = (copies.problem(), copies.proof());
        let accepted = checker::check(checker, problem, proof, conditions)?;
        let verdict = accepted.map_err(Doubt::from)?;
        let proved = copies.follows(verdict)?;
        if let Some(kernel) = kernel {
            let elaborated = checker::elaborate(checker, problem, proof, kernel, conditions)?;
            copies.follows(elaborated.map_err(Doubt::from)?)?;
        }
        Ok(Checked { verdict, proved, answers: copies.answers.all() })
    }

    /// Makes all that a checker and whoever judges its verdict look at, in private files.
    ///
    /// # Errors
    ///
    /// If the problem in the folder is another one, or an answer that the proof shows is none.
    pub fn copied(&self) -> Result<Copies<'_>, Unchecked> {
        let path = self.folder.join(PROBLEM);
        let found = private::open(&path).map(|mut file| exchange::sha256(&mut file))?;
        let found = found.map_err(|error| private::unread(&path, &error))?;
        let (path, compression) = self.proof()?;
        let proof = private::decompressed(&path, compression)?;
        let most = self.claim.counted.as_ref().map_or(0, |counted| counted.answers);
        let shown = Shown::of(proof.reopen(), most);
        let shown = shown.map_err(|error| private::unread(&path, &error))?;
        let problem = self.reopened.opened.as_problem();
        let (answers, exported) = match &self.claim.counted {
            None => (self.last(shown)?, self.exported(problem)?),
            Some(counted) => {
                let remaining = self.remaining(counted, shown)?;
                let known = remaining.known(self.reopened.formulation).map_err(Doubt::from)?;
                let known = known.ok_or_else(|| {
                    let what = "that they are different, and as good as the bound";
                    Doubt::Miscounted(what.to_owned())
                })?;
                (ShownAnswers::Known(known), self.exported(&remaining)?)
            }
        };
        let (file, exported) = exported;
        if found != exported.sha256 {
            return Err(Doubt::OtherProblem { found, expected: exported.sha256 }.into());
        }
        Ok(Copies { certificate: self, problem: file, proof, cost: exported.cost, answers })
    }

    /// The one file with a proof, and how it is compressed.
    fn proof(&self) -> Result<(PathBuf, Option<Compression>), Refusal> {
        let files = compressions().map(|one| (self.folder.join(name_of_proof(one)), one));
        // What cannot be read is there, too.
        let mut there: Vec<_> = files.filter(|(path, _)| path.symlink_metadata().is_ok()).collect();
        match there.len() {
            0 => Ok((self.folder.join(PROOF), None)),
            1 => Ok(there.remove(0)),
            _ => Err(Refusal::new(
                format!("{} in {}", in_words(&there), self.folder.display()),
                "one proof: remove the one that is not meant",
            )),
        }
    }

    /// The answer with which a proof ends, if it ends with one.
    fn last(&self, shown: Shown) -> Result<ShownAnswers, Unchecked> {
        let problem = self.reopened.opened.as_problem();
        let model = problem.stated(self.reopened.formulation).whole();
        let model = model.ok_or_else(|| self.reopened.formulation.without_value())?;
        let last = shown.last.map(|values| answer(problem, &model, values)).transpose()?;
        Ok(ShownAnswers::Last(last))
    }

    /// Exports a problem into a private file.
    fn exported(&self, stated: &dyn Problem) -> Result<(NamedTempFile, Exported), Unchecked> {
        let Claim { command, problem: Map { quarrel, .. }, .. } = &self.claim;
        let preparation = Preparation { problem: stated, ..self.reopened.preparation() };
        let export = Export {
            title: export::title_of_version(quarrel, self.reopened.family, &preparation, command),
            preparation,
            encodings: Encodings::default(),
            bound: None,
            scramble: None,
        };
        let mut file = private::file(".opb").map_err(checker::Trouble::from)?;
        match export::OPB.export(&export, &mut file) {
            Ok(exported) => Ok((file, exported)),
            Err(export::ExportError::Output(error)) => Err(checker::Trouble::from(error).into()),
            Err(error) => {
                let found = format!("the problem cannot be stated: {error}");
                Err(Refusal::new(found, "a claim as it was written").into())
            }
        }
    }

    /// What is left of the problem beside the answers that the proof shows.
    fn remaining(&self, counted: &CountedAnswers, shown: Shown) -> Result<Remaining<'_>, Doubt> {
        let variables = self.reopened.map().labels.len();
        let found = shown.number;
        let solutions = shown.solutions.into_iter();
        let known: Option<Vec<Values>> = solutions.map(|values| cut(values, variables)).collect();
        let known = known.filter(|known| found == counted.answers && known.len() == found);
        let known = known.ok_or_else(|| {
            let claimed = counted.answers;
            Doubt::Miscounted(format!("{claimed} are claimed, and {found} are shown"))
        })?;
        let problem = self.reopened.opened.as_problem();
        let bound = self.reopened.bound();
        Ok(Remaining::new(Held::Borrowed(problem), bound, counted.projected.clone(), known))
    }
}

/// What a checker and whoever judges its verdict look at: nobody who writes in the folder changes
/// it.
pub struct Copies<'a> {
    certificate: &'a Certificate,
    /// What is exported of the problem.
    problem: NamedTempFile,
    proof: NamedTempFile,
    /// What a value costs there.
    cost: Option<Cost>,
    answers: ShownAnswers,
}

impl Copies<'_> {
    /// The file of the problem, as it was stated again.
    pub fn problem(&self) -> &Path {
        self.problem.path()
    }

    /// The file of the proof, which is not compressed.
    pub fn proof(&self) -> &Path {
        self.proof.path()
    }

    /// What is proved, if a checker has accepted the proof with this verdict and the claim says no
    /// more.
    ///
    /// # Errors
    ///
    /// If the claim says something else, or the proof does not show what the verdict says.
    pub fn follows(&self, heard: Verdict) -> Result<Proved, Doubt> {
        let Certificate { reopened, says, .. } = self.certificate;
        let said = ProvedStatement::of(heard, self.cost);
        let proved = match &self.answers {
            ShownAnswers::Last(_) => Proved::Problem(said),
            ShownAnswers::Known(known) => Proved::Answers(Number::of(known, said)),
        };
        let claimed = self.certificate.claimed();
        if said != *says || !proved.covers(&claimed) || proved.is_nothing() {
            return Err(Doubt::OtherClaim {
                claimed: claimed.in_words(reopened.opened.as_problem()),
                heard: heard.in_words_of_checker(),
            });
        }
        match (&self.answers, said.reached()) {
            // What a verdict says of an answer is shown by one that keeps the rules.
            (ShownAnswers::Last(last), Some(value))
                if last.as_ref().is_none_or(|answer| answer.value != value) =>
            {
                Err(Doubt::Unshown(heard.in_words_of_checker()))
            }
            _ => Ok(proved),
        }
    }
}

/// The answers that a proof shows.
enum ShownAnswers {
    /// The one with which it ends.
    Last(Option<Answer>),
    /// Those that were counted.
    Known(ProvedAnswers),
}

impl ShownAnswers {
    fn all(self) -> Vec<Answer> {
        match self {
            ShownAnswers::Last(last) => last.into_iter().collect(),
            ShownAnswers::Known(known) => known.answers,
        }
    }
}

/// The answer that a proof shows, if it keeps the rules and every constraint.
fn answer(problem: &dyn Problem, model: &Model, values: Vec<bool>) -> Result<Answer, Doubt> {
    let values = cut(values, model.labels().len()).ok_or(Doubt::Unsolved)?;
    let answer = problem::answer(problem, model, &values).map_err(Box::new)?;
    if model.constraints().iter().all(|constraint| constraint.statement.holds(&values)) {
        Ok(answer)
    } else {
        Err(Doubt::Unsolved)
    }
}

/// The values of the first variables, those of a model; none if there are fewer.
fn cut(mut values: Vec<bool>, variables: usize) -> Option<Values> {
    let is_enough = values.len() >= variables;
    values.truncate(variables);
    is_enough.then(|| Values::new(values))
}

/// The names of files, one after the other.
fn in_words(files: &[(PathBuf, Option<Compression>)]) -> String {
    files.iter().map(|&(_, one)| name_of_proof(one)).collect::<Vec<_>>().join(" and ")
}
