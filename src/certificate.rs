//! A folder with a problem, a proof about it and what is claimed: written by `solve --proof`, read by `check-proof`.
//!
//! The problem is what `export --to opb` writes, byte for byte, so that who believes the page has to read that file and
//! nothing of this program. The claim is for programs: it names the board, as the map of an export does, and what the proof
//! says of it. The page is for people. A folder takes its name with everything in it or not at all.
//!
//! To check it, nothing in the folder is believed: the problem is stated again from the board and held against
//! `problem.opb`, the checker is asked whether the proof is one, its verdict is read strictly ([`checker`]), and what it says
//! of the cost is held against the claim. The answer that the proof ends with is decoded, and checked by the rules.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::encode::{Cost, Encodings};
use crate::exchange;
use crate::export::decode::Reopened;
use crate::export::map::{self, Map};
use crate::export::{self, Export};
use crate::family::Family;
use crate::problem::{Answer, Problem};
use crate::proof::Verdict;
use crate::solver::external::{Command, Conditions};
use crate::source::{Refusal, Source};

pub mod checker;
mod folder;

pub use folder::{Folder, SharedDraft};

/// The problem.
pub const PROBLEM: &str = "problem.opb";
/// The proof.
pub const PROOF: &str = "proof.pbp";
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
    /// What is proved.
    pub says: Said,
    /// The board, and how the problem is stated.
    pub problem: Map,
}

impl Claim {
    /// As JSON on several lines.
    pub fn in_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers have a form in JSON") + "\n"
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

    /// The same for people, about a problem.
    pub fn in_words(self, problem: &dyn Problem) -> String {
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
    /// The answer with which the proof ends, which has passed the rules; none where it ends with none.
    pub answer: Option<Answer>,
}

impl Certificate {
    /// Reads the claim of a folder, and states its problem again.
    ///
    /// # Errors
    ///
    /// Refuses what is no claim, and a problem that this program does not have.
    pub fn open(folder: &Path, families: &[&'static Family]) -> Result<Certificate, Refusal> {
        let path = folder.join(CLAIM);
        let file = File::open(&path).map_err(|error| unread(&path, &error))?;
        let size = file.metadata().map_err(|error| unread(&path, &error))?.len();
        let refused = |found: String| {
            Refusal::new(found, "a folder that `quarrel solve --proof` has written")
        };
        if size > map::MOST_BYTES as u64 {
            return Err(refused(format!("{} has {size} bytes", path.display())));
        }
        let claim: Claim = serde_json::from_reader(BufReader::new(file))
            .map_err(|error| refused(format!("{} is no claim: {error}", path.display())))?;
        let reopened = Reopened::new(claim.problem.clone(), families)?;
        Ok(Certificate { folder: folder.to_owned(), claim, reopened })
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
        self.validate_problem()?;
        let (problem, proof) = (self.folder.join(PROBLEM), self.folder.join(PROOF));
        let accepted = checker::check(checker, &problem, &proof, conditions)?;
        let verdict = accepted.map_err(Doubt::from)?;
        self.compare(verdict)?;
        let answer = self.answer(&proof)?;
        if let Some(kernel) = kernel {
            let elaborated = checker::elaborate(checker, &problem, &proof, kernel, conditions)?;
            self.compare(elaborated.map_err(Doubt::from)?)?;
        }
        Ok(Checked { verdict, answer })
    }

    /// Refuses a problem that is not the one of the claim, byte for byte.
    fn validate_problem(&self) -> Result<(), Unchecked> {
        let path = self.folder.join(PROBLEM);
        let expected = self.exported()?;
        let found = File::open(&path).and_then(|mut file| exchange::sha256(&mut file));
        let found = found.map_err(|error| unread(&path, &error))?;
        if found == expected { Ok(()) } else { Err(Doubt::OtherProblem { found, expected }.into()) }
    }

    /// The SHA-256 of what is exported of the problem.
    fn exported(&self) -> Result<String, Refusal> {
        let Claim { command, problem, .. } = &self.claim;
        let opb = export::format("opb").expect("a format of that name");
        let preparation = self.reopened.preparation();
        let version = &problem.quarrel;
        let export = Export {
            title: export::title_of_version(version, self.reopened.family, &preparation, command),
            preparation,
            encodings: Encodings::default(),
            bound: problem.bound,
            scramble: None,
        };
        let exported = opb.export(&export, &mut io::sink()).map_err(|error| {
            Refusal::new(
                format!("the problem cannot be stated: {error}"),
                "a claim as it was written",
            )
        })?;
        Ok(exported.sha256)
    }

    /// Holds what the checker says against the claim.
    fn compare(&self, heard: Verdict) -> Result<(), Doubt> {
        let said = Said::of(heard, self.claim.problem.cost);
        match said == self.claim.says && said != Said::Nothing {
            true => Ok(()),
            false => Err(Doubt::OtherClaim {
                claimed: self.claim.says.in_words(self.reopened.opened.as_problem()),
                heard: heard.in_words_of_checker(),
            }),
        }
    }

    /// The answer with which a proof ends, checked by the rules; none where it ends with none.
    fn answer(&self, proof: &Path) -> Result<Option<Answer>, Unchecked> {
        let conclusion = conclusion(proof).map_err(|error| unread(proof, &error))?;
        let Some(solution) = conclusion.as_deref().and_then(solution) else { return Ok(None) };
        let output = Source::new("the end of the proof", &format!("s SATISFIABLE\nv {solution}\n"));
        let decoded = self.reopened.read(&output).map_err(Doubt::Answer)?;
        Ok(decoded.answer)
    }
}

fn unread(path: &Path, error: &io::Error) -> Refusal {
    let found = format!("cannot read {}: {error}", path.display());
    Refusal::new(found, "a folder that `quarrel solve --proof` has written")
}

/// The last line of a proof that says what it comes to.
fn conclusion(path: &Path) -> io::Result<Option<String>> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let (mut line, mut last) = (Vec::new(), None);
    while reader.read_until(b'\n', &mut line)? > 0 {
        if line.starts_with(b"conclusion ") {
            last = Some(String::from_utf8_lossy(&line).into_owned());
        }
        line.clear();
    }
    Ok(last)
}

/// The literals of the solution that a conclusion names, as solvers print them.
fn solution(conclusion: &str) -> Option<String> {
    let (_, behind) = conclusion.trim_end().trim_end_matches(';').rsplit_once(':')?;
    let is_literal = |word: &&str| word.trim_start_matches('~').starts_with('x');
    let lits: Vec<String> =
        behind.split_whitespace().filter(is_literal).map(|word| word.replace('~', "-")).collect();
    (!lits.is_empty()).then(|| lits.join(" "))
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
    fn a_solution_is_read_from_a_conclusion() {
        let read = |text| solution(text);
        assert_eq!(read("conclusion SAT : x1 ~x2;"), Some("x1 -x2".to_owned()));
        assert_eq!(read("conclusion BOUNDS 1 : 23 1 : ~x1;\n"), Some("-x1".to_owned()));
        assert_eq!(read("conclusion BOUNDS 1 : 23 INF;"), None);
        assert_eq!(read("conclusion UNSAT : 4;"), None);
    }
}
