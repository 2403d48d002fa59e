//! `solve --proof PATH`: a proof of the result.
//!
//! A folder gets the problem, a proof about it, and the claim about one answer or several answers
//! ([`crate::certificate`]). If the path ends in the name of a format of [`crate::clausal`], it is
//! a file, and this file gets a proof that the clauses have no solution. Techniques that cannot be
//! proved are left out of the search, or refused if the user asked for them.

use std::path::PathBuf;

use super::Solve;
use crate::certificate::{self, ProofTarget};
use crate::clausal;
use crate::export::compress::Compression;
use crate::question::AskedSolver;
use crate::search::Answers;
use crate::solver::SolverChoice;
use crate::source::Refusal;

impl TryFrom<PathBuf> for ProofTarget {
    type Error = String;

    /// Reads a path as the target of a proof. The target is the file of a clausal proof if the path
    /// ends in the name of a format of such proofs in small letters. The ending of a compression
    /// may follow this name. Any other path is a folder, and so is a path that ends in a separator.
    /// Fails if the name of the folder is missing or resembles such a file (see
    /// `parse_proof_folder`).
    fn try_from(path: PathBuf) -> Result<ProofTarget, String> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let compression = Compression::from_suffix(ending);
        let stem = if compression.is_some() { stem } else { name };
        let ending = stem.rsplit_once('.').map(|(_, ending)| ending);
        let is_folder = path.to_string_lossy().ends_with(['/', '\\']);
        match ending.and_then(clausal::find_format).filter(|_| !is_folder) {
            Some(format) => Ok(ProofTarget::Clausal(format, compression, path)),
            None => parse_proof_folder(path).map(ProofTarget::Folder),
        }
    }
}

/// Checks the name of a new folder for a proof, and returns its path. Fails if there is no name, if
/// the name is `-` or not UTF-8, or if one of the endings of the name is that of a clausal proof,
/// as in `x.drat.gz`. Upper and lower case are not distinguished. Does not check whether the folder
/// exists.
pub(in crate::cli) fn parse_proof_folder(path: PathBuf) -> Result<PathBuf, String> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.split('.').skip(1).any(|ending| clausal::find_format(&ending.to_lowercase()).is_some())
    {
        Err(format!(
            "{} reads like a file, not like a folder; `solve` also writes FILE.drat, FILE.lrat or FILE.frat (with \
             .gz, .xz or .zst after it if compressed), but `merge` only a folder",
            path.display()
        ))
    } else if name.is_empty() || name == "-" {
        Err("the name of a new folder is missing".to_owned())
    } else {
        Ok(path)
    }
}

/// An option that cannot be combined with proofs. The values are: whether it is given, its name,
/// and what to use instead.
type ExcludedOption = (bool, &'static str, &'static str);

impl Solve {
    /// Refuses options and encodings for which there are no proofs of the requested kind yet.
    ///
    /// - For every proof, refuses several threads, an external solver, `--scramble`, `--start` and
    ///   several boards.
    /// - For a clausal proof, also refuses several answers.
    /// - For a proof in a folder, also refuses encodings without derivations.
    ///
    /// Also refuses `--compress` if no proof goes to a folder. If no proof is requested, accepts
    /// all other options.
    pub(super) fn validate_proof(&self) -> Result<(), Refusal> {
        let mut refused = match &self.proof {
            None => return self.validate_compression(),
            Some(ProofTarget::Folder(_)) => {
                certificate::validate_derivations(&self.model_args.encoding_args.encodings())?;
                Vec::new()
            }
            Some(ProofTarget::Clausal(..)) => {
                self.validate_compression()?;
                self.options_without_clausal_proof().to_vec()
            }
        };
        refused.extend(self.options_without_proof());
        match refused.iter().find(|(is_so, ..)| *is_so) {
            Some((_, found, expected)) => Err(Refusal::new(
                format!("--proof with {found}, for which there are no proofs yet"),
                *expected,
            )),
            None => Ok(()),
        }
    }

    /// Refuses `--compress` if it is given. The caller must have checked that no proof goes to a
    /// folder.
    fn validate_compression(&self) -> Result<(), Refusal> {
        match self.compress {
            None => Ok(()),
            Some(_) => Err(Refusal::new(
                "--compress without a proof in a folder",
                "--proof DIR, or a file whose name ends in .gz, .xz or .zst",
            )),
        }
    }

    /// Returns all options that cannot be combined with any proof, each with whether it is given.
    fn options_without_proof(&self) -> [ExcludedOption; 5] {
        let is_embedded = matches!(self.solver, AskedSolver::Searching(SolverChoice::Embedded));
        [
            (self.threads > 1, "--threads", "one thread"),
            (
                !is_embedded,
                "--solver",
                "the built-in solver, or the external solver's own option for a clausal proof",
            ),
            (self.scramble.is_some(), "--scramble", "no --scramble"),
            (self.start.is_some(), "--start", "no --start"),
            (self.boards.has_several(), "several boards", "one board"),
        ]
    }

    /// Returns all options that can be combined with a proof, but not with a clausal one, each with
    /// whether it is given. The reason is that a clausal proof only shows that clauses have no
    /// solution.
    fn options_without_clausal_proof(&self) -> [ExcludedOption; 1] {
        let asks_more = self.answers() != Answers::One;
        [(
            asks_more,
            "a clausal format and --unique, --count or --all",
            "--proof DIR for a proof about several answers",
        )]
    }
}
