//! A folder with a problem, a proof about it and what is claimed: written by `solve --proof`, read by `check-proof`.
//!
//! The problem is what `export --to opb` writes, byte for byte, so that who believes the page has to read that file and
//! nothing of this program. The claim is for programs: it names the board, as the map of an export does, and what the proof
//! says of it. The page is for people. The folder is made before the search, and goes where no proof comes about.
//!
//! To check it, nothing in the folder is believed: the problem is stated again from the board and held against
//! `problem.opb`, the checker is asked whether the proof is one, its verdict is read strictly ([`checker`]), and what it says
//! of the cost is held against the claim. The answer that the proof ends with is decoded, and checked by the rules.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::encode::{Cost, Encodings};
use crate::exchange;
use crate::export::compress::{self, COMPRESSIONS, Compression};
use crate::export::decode::Reopened;
use crate::export::map::{self, Map};
use crate::export::{self, Export, Exported};
use crate::family::Family;
use crate::model::Values;
use crate::prepare::Preparation;
use crate::problem::{Answer, Problem, Rejected};
use crate::proof::Verdict;
use crate::solver::external::{Command, Conditions, in_a_folder};
use crate::source::{Refusal, Source};

pub mod checker;
mod folder;
mod remaining;

pub use folder::{Folder, SharedDraft};
pub use remaining::Remaining;

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
    let compressed = COMPRESSIONS.iter().map(|&(_, one)| Some(one));
    std::iter::once(None).chain(compressed).map(name_of_proof)
}

/// What is claimed, for people.
pub const PAGE: &str = "README.md";
/// What is claimed, for programs.
pub const CLAIM: &str = "claim.json";

/// What a folder claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The command that writes the problem.
    pub command: String,
    /// What is proved of what the problem minimises.
    pub says: Said,
    /// What that says of a number of answers, where these were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
    /// The board, and how the problem is stated.
    pub problem: Map,
}

/// Answers that were counted. The problem is then whether there is [another one](Remaining).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// How many were found.
    pub answers: usize,
    /// Whether the bound that they reach is said to be the optimum.
    pub is_optimal: bool,
    /// Whether the objective is the least of several counts, and answers are counted in which each of these is the bound.
    pub is_exact: bool,
    /// The labels of the variables by which they are told apart, where these were named.
    pub projected: Option<Vec<String>>,
}

impl Claim {
    /// As JSON on several lines.
    pub fn in_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers have a form in JSON") + "\n"
    }

    /// Whether nothing is claimed.
    pub fn is_nothing(&self) -> bool {
        match &self.counted {
            None => self.says.is_nothing(),
            Some(counted) => counted.answers == 0 && !self.says.is_complete(),
        }
    }

    /// What is claimed, for people.
    pub fn in_words(&self, problem: &dyn Problem) -> String {
        let Some(counted) = &self.counted else { return self.says.in_words(problem) };
        let Counted { answers, is_optimal, is_exact, .. } = *counted;
        let valued = |bound: i64| {
            let name = problem.goal().map_or("value", |goal| goal.name);
            format!("{name} {}", problem.told(bound))
        };
        let is_all = self.says.is_complete();
        if answers == 0 {
            return match self.problem.bound.filter(|_| is_all) {
                Some(bound) if is_exact => format!("proved: no answer has {}", valued(bound)),
                Some(bound) => format!("proved: no answer has {} or better", valued(bound)),
                None if is_all => Said::NoAnswer.in_words(problem),
                None => Said::Nothing.in_words(problem),
            };
        }
        let scope = if is_all { "exactly" } else { "at least" };
        let (are, number, have) = match answers {
            1 => ("is", format!("{scope} one answer"), "has"),
            _ => ("are", format!("{scope} {answers} answers"), "have"),
        };
        let said = match self.problem.bound {
            Some(best) if is_all && is_optimal => {
                format!("proved: the optimum is {}, and {number} {have} it", valued(best))
            }
            Some(bound) if is_exact => format!("proved: {number} {have} {}", valued(bound)),
            Some(bound) => format!("proved: {number} {have} {} or better", valued(bound)),
            None => format!("proved: there {are} {number}"),
        };
        match &counted.projected {
            None => said,
            Some(names) => format!("{said}, told apart by {} alone", shortened(names)),
        }
    }

    /// Refuses answers that are told apart by what is no variable, or by nothing.
    fn validate_names(&self, labels: &[String]) -> Result<(), Refusal> {
        let Some(names) = self.counted.as_ref().and_then(|counted| counted.projected.as_ref())
        else {
            return Ok(());
        };
        let unknown = names.iter().find(|name| !labels.contains(name));
        let found = match unknown {
            Some(name) => {
                format!("{CLAIM}, whose answers are told apart by `{name}`, which is no variable")
            }
            None if names.is_empty() => format!("{CLAIM}, whose answers are told apart by nothing"),
            None => return Ok(()),
        };
        Err(Refusal::new(found, "labels of variables, as the claim lists them"))
    }

    /// Refuses a claim about what is no statement of a problem: its constraints and nothing else.
    fn validate(&self) -> Result<(), Refusal> {
        let Map { format, symmetry, found, deduce, scramble, bound, names, .. } = &self.problem;
        let is_plain = format == "opb"
            && !symmetry
            && !found
            && deduce == "none"
            && scramble.is_none()
            && names.is_none()
            && (bound.is_none() || self.counted.is_some());
        match is_plain {
            true => Ok(()),
            false => Err(Refusal::new(
                format!("{CLAIM}, whose problem is more than a statement of its rules"),
                "a problem in opb with nothing deduced, every symmetry, and no bound",
            )),
        }
    }
}

/// What is proved of a problem, in values of its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// There is an answer.
    Answer,
    /// There is none.
    NoAnswer,
    /// The best value.
    Optimum(i64),
    /// Bounds on it.
    Bounds {
        /// No answer is better than this.
        best: Option<i64>,
        /// There is an answer of this value.
        reached: Option<i64>,
    },
    /// Nothing.
    Nothing,
}

impl Said {
    /// What a verdict says, where this is what a value costs.
    pub fn of(verdict: Verdict, cost: Option<Cost>) -> Said {
        let value = |number: i128| cost?.value(i64::try_from(number).ok()?);
        match verdict {
            Verdict::Satisfiable => Said::Answer,
            Verdict::Unsatisfiable | Verdict::Bounds(None, None) => Said::NoAnswer,
            Verdict::Nothing => Said::Nothing,
            Verdict::Bounds(least, most) => match (least.and_then(value), most.and_then(value)) {
                (Some(best), Some(reached)) if best == reached => Said::Optimum(best),
                (best, reached) => Said::Bounds { best, reached },
            },
        }
    }

    /// Whether there is no answer beside those that were counted, where this is about [others](Remaining).
    pub fn is_complete(self) -> bool {
        matches!(self, Said::Optimum(0) | Said::NoAnswer)
    }

    /// Whether nothing is said.
    fn is_nothing(self) -> bool {
        matches!(self, Said::Nothing | Said::Bounds { best: None, reached: None })
    }

    /// The same for people, about a problem.
    fn in_words(self, problem: &dyn Problem) -> String {
        let value = |value: i64| {
            let name = problem.goal().map_or("value", |goal| goal.name);
            format!("{name} {}", problem.told(value))
        };
        match self {
            Said::Answer => "the proof has an answer".to_owned(),
            Said::NoAnswer => "proved: there is no answer".to_owned(),
            Said::Optimum(best) => format!("proved: the optimum is {}", value(best)),
            Said::Bounds { best: None, reached: None } | Said::Nothing => {
                "nothing is proved".to_owned()
            }
            Said::Bounds { best, reached } => {
                let best = best.map(|best| format!("no answer is better than {}", value(best)));
                let reached = reached.map(|reached| format!("there is one of {}", value(reached)));
                format!(
                    "proved: {}",
                    best.into_iter().chain(reached).collect::<Vec<_>>().join(", ")
                )
            }
        }
    }
}

/// A folder that was read, with its problem stated again.
pub struct Certificate {
    folder: PathBuf,
    /// What it claims.
    pub claim: Claim,
    /// The problem.
    pub reopened: Reopened,
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
    /// The answer is none.
    #[error("the answer with which the proof ends is refused: {0}")]
    Answer(Refusal),
    /// One of the answers that were counted is none.
    #[error("an answer that the proof shows breaks a rule: {0}")]
    Broken(#[from] Box<Rejected>),
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
    /// The answers that the proof shows, which have passed the rules: those that were counted, or the one with which it
    /// ends, if it ends with one.
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
        let file = regular(&path)?;
        let size = file.metadata().map_err(|error| unread(&path, &error))?.len();
        let refused = |found: String| {
            Refusal::new(found, "a folder that `quarrel solve --proof` has written")
        };
        if size > map::MOST_BYTES as u64 {
            return Err(refused(format!("{} has {size} bytes", path.display())));
        }
        let claim: Claim = serde_json::from_reader(BufReader::new(file))
            .map_err(|error| refused(format!("{} is no claim: {error}", path.display())))?;
        claim.validate()?;
        let reopened = Reopened::new(claim.problem.clone(), families)?;
        if reopened.formulation.of_value {
            return Err(reopened.formulation.without_value());
        }
        claim.validate_names(&reopened.map().labels)?;
        // A name that begins with a hyphen would be an option of the checker.
        let folder = Path::new(".").join(folder);
        Ok(Certificate { folder, claim, reopened })
    }

    /// Checks everything: the problem, the proof, what it says, and the answer with which it ends. With `kernel` the
    /// checker also writes the proof there [anew](checker::elaborate).
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
        let (problem, proof) = (self.folder.join(PROBLEM), self.proof()?);
        [&problem, &proof].into_iter().try_for_each(|path| regular(path).map(drop))?;
        // The checker reads no compressed proofs.
        let plain = (!proof.ends_with(PROOF)).then(|| decompressed(&proof)).transpose()?;
        let proof = plain.as_ref().map_or(proof, |plain| plain.path().to_owned());
        let shown = shown(&proof).map_err(|error| unread(&proof, &error))?;
        let (exported, answers) = match &self.claim.counted {
            None => {
                let stated = self.reopened.opened.as_problem();
                (self.exported(stated)?, self.answer(shown.last.as_deref())?)
            }
            Some(counted) => {
                let remaining = self.remaining(counted, &shown.solutions)?;
                let answers = self.counted(counted, &remaining)?;
                (self.exported(&remaining)?, answers)
            }
        };
        validate_problem(&problem, &exported)?;
        let accepted = checker::check(checker, &problem, &proof, conditions)?;
        let verdict = accepted.map_err(Doubt::from)?;
        self.compare(verdict, exported.cost)?;
        if let Some(kernel) = kernel {
            let elaborated = checker::elaborate(checker, &problem, &proof, kernel, conditions)?;
            self.compare(elaborated.map_err(Doubt::from)?, exported.cost)?;
        }
        Ok(Checked { verdict, answers })
    }

    /// The one file with a proof.
    fn proof(&self) -> Result<PathBuf, Refusal> {
        let paths = names_of_proof().map(|name| self.folder.join(name));
        let there: Vec<PathBuf> = paths.filter(|path| path.exists()).collect();
        match <[PathBuf; 1]>::try_from(there) {
            Ok([path]) => Ok(path),
            Err(there) if there.is_empty() => Ok(self.folder.join(PROOF)),
            Err(there) => Err(Refusal::new(
                format!("{} in {}", in_words(&there), self.folder.display()),
                "one proof: remove the one that is not meant",
            )),
        }
    }

    /// What is exported of a problem.
    fn exported(&self, stated: &dyn Problem) -> Result<Exported, Refusal> {
        let Claim { command, problem, counted, .. } = &self.claim;
        let opb = export::format("opb").expect("a format of that name");
        let preparation = Preparation { problem: stated, ..self.reopened.preparation() };
        let version = &problem.quarrel;
        let export = Export {
            title: export::title_of_version(version, self.reopened.family, &preparation, command),
            preparation,
            encodings: Encodings::default(),
            bound: problem.bound.filter(|_| counted.is_none()),
            scramble: None,
        };
        opb.export(&export, &mut io::sink()).map_err(|error| {
            Refusal::new(
                format!("the problem cannot be stated: {error}"),
                "a claim as it was written",
            )
        })
    }

    /// What is left of the problem beside the answers that the proof shows.
    fn remaining(&self, counted: &Counted, shown: &[Vec<bool>]) -> Result<Remaining<'_>, Doubt> {
        let variables = self.reopened.map().labels.len();
        let known =
            shown.iter().map(|values| values.get(..variables).map(|v| Values::new(v.to_vec())));
        let known: Option<Vec<Values>> = known.collect();
        let known = known.filter(|known| known.len() == counted.answers).ok_or_else(|| {
            let (claimed, found) = (counted.answers, shown.len());
            Doubt::Miscounted(format!("{claimed} are claimed, and {found} are shown"))
        })?;
        let problem = self.reopened.opened.as_problem();
        let bound = self.claim.problem.bound;
        Ok(Remaining::new(problem, bound, counted.projected.clone(), known))
    }

    /// The answers that were counted, checked by the rules, if they are what is claimed of them.
    fn counted(&self, counted: &Counted, remaining: &Remaining) -> Result<Vec<Answer>, Doubt> {
        let wrong = |what: &str| Err(Doubt::Miscounted(what.to_owned()));
        let answers = match remaining.answers(self.reopened.formulation)? {
            Some(answers) => answers,
            None => return wrong("that they are different, and as good as the bound"),
        };
        let bound = self.claim.problem.bound;
        if counted.is_exact != remaining.is_exact(self.reopened.formulation) {
            return wrong("how they reach the bound");
        }
        let is_optimum = || !counted.is_exact && answers.iter().all(|answer| answer.value == bound);
        if counted.is_optimal && !is_optimum() {
            return wrong("that they have the optimum");
        }
        Ok(answers)
    }

    /// Holds what the checker says against the claim.
    fn compare(&self, heard: Verdict, cost: Option<Cost>) -> Result<(), Doubt> {
        let said = Said::of(heard, cost);
        match said == self.claim.says && !self.claim.is_nothing() {
            true => Ok(()),
            false => Err(Doubt::OtherClaim {
                claimed: self.claim.in_words(self.reopened.opened.as_problem()),
                heard: heard.in_words_of_checker(),
            }),
        }
    }

    /// The answer with which a proof ends, checked by the rules.
    fn answer(&self, last: Option<&[bool]>) -> Result<Vec<Answer>, Unchecked> {
        let Some(values) = last else { return Ok(Vec::new()) };
        let lit = |(place, &value): (usize, &bool)| {
            format!("{}x{}", if value { "" } else { "-" }, place + 1)
        };
        let lits: Vec<String> = values.iter().enumerate().map(lit).collect();
        let said = format!("s SATISFIABLE\nv {}\n", lits.join(" "));
        let decoded = self.reopened.read(&Source::new("the end of the proof", &said));
        Ok(decoded.map_err(Doubt::Answer)?.answer.into_iter().collect())
    }
}

/// Refuses a problem that is not what is exported, byte for byte.
fn validate_problem(path: &Path, exported: &Exported) -> Result<(), Unchecked> {
    let found = File::open(path).and_then(|mut file| exchange::sha256(&mut file));
    let found = found.map_err(|error| unread(path, &error))?;
    let expected = exported.sha256.clone();
    if found == expected { Ok(()) } else { Err(Doubt::OtherProblem { found, expected }.into()) }
}

/// A proof as it was before it was compressed, in a file that goes with the last who has it.
fn decompressed(path: &Path) -> Result<NamedTempFile, Unchecked> {
    let failed = |error: io::Error| Unchecked::from(unread(path, &error));
    let mut packed = compress::open(path).map_err(failed)?;
    let trouble = |error: io::Error| Unchecked::from(checker::Trouble::from(error));
    let mut plain = in_a_folder(tempfile::Builder::new().suffix(".pbp")).map_err(trouble)?;
    io::copy(&mut packed, &mut plain).map_err(failed)?;
    Ok(plain)
}

/// Opens a file, and nothing that may never end.
fn regular(path: &Path) -> Result<File, Refusal> {
    let known = fs::metadata(path).map_err(|error| unread(path, &error))?;
    if !known.is_file() {
        let found = format!("{} is no regular file", path.display());
        return Err(Refusal::new(found, "a folder that `quarrel solve --proof` has written"));
    }
    File::open(path).map_err(|error| unread(path, &error))
}

/// A few names, and how many there are more.
fn shortened(names: &[String]) -> String {
    let first: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
    match names.len() - first.len() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

fn unread(path: &Path, error: &io::Error) -> Refusal {
    let found = format!("cannot read {}: {error}", path.display());
    Refusal::new(found, "a folder that `quarrel solve --proof` has written")
}

/// What a proof shows: values of the problem's variables.
#[derive(Default)]
struct Shown {
    /// The solutions on the way.
    solutions: Vec<Vec<bool>>,
    /// The one of the conclusion.
    last: Option<Vec<bool>>,
}

/// What a proof shows, as far as it can be read.
fn shown(path: &Path) -> io::Result<Shown> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let (mut line, mut shown) = (Vec::new(), Shown::default());
    while reader.read_until(b'\n', &mut line)? > 0 {
        let text = || String::from_utf8_lossy(&line).into_owned();
        if line.starts_with(b"sol ") {
            shown.solutions.extend(values(text().trim_start_matches("sol ")));
        } else if line.starts_with(b"conclusion ") {
            shown.last = text().rsplit_once(':').and_then(|(_, behind)| values(behind));
        }
        line.clear();
    }
    Ok(shown)
}

/// The values that literals of `x1`, `x2` and so on say, in this order; none where they are others.
fn values(lits: &str) -> Option<Vec<bool>> {
    let words = lits.trim_end().trim_end_matches(';').split_whitespace();
    let value = |(place, word): (usize, &str)| {
        let (value, name) = word.strip_prefix('~').map_or((true, word), |name| (false, name));
        let number: usize = name.strip_prefix('x')?.parse().ok()?;
        (number == place + 1).then_some(value)
    };
    let values: Vec<bool> = words.enumerate().map(value).collect::<Option<_>>()?;
    (!values.is_empty()).then_some(values)
}

/// The names of files, one after the other.
fn in_words(paths: &[PathBuf]) -> String {
    let names = paths.iter().filter_map(|path| path.file_name());
    names.map(|name| name.to_string_lossy()).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_told_in_values() {
        let cost = Some(Cost { offset: 10, slope: -1 });
        let told = |verdict| Said::of(verdict, cost);
        assert_eq!(told(Verdict::Bounds(Some(3), Some(3))), Said::Optimum(7));
        let open = Said::Bounds { best: Some(7), reached: Some(5) };
        assert_eq!(told(Verdict::Bounds(Some(3), Some(5))), open);
        let none = Said::Bounds { best: Some(7), reached: None };
        assert_eq!(told(Verdict::Bounds(Some(3), None)), none);
        assert_eq!(told(Verdict::Bounds(None, None)), Said::NoAnswer);
        assert_eq!(told(Verdict::Nothing), Said::Nothing);
    }

    #[test]
    fn values_are_read_from_literals() {
        assert_eq!(values(" x1 ~x2;\n"), Some(vec![true, false]));
        assert_eq!(values("~x1"), Some(vec![false]));
        for wrong in [" 23 INF;", "x2 x1", "x1 x3", "", ";", "y1", "~~x1"] {
            assert_eq!(values(wrong), None, "{wrong}");
        }
    }
}
