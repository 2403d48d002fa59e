//! `solve --proof PATH`: a proof of what is found.
//!
//! A folder gets the problem, a proof about it, and a page that says what is proved
//! ([`crate::certificate`]), by a search for one answer or about several. A file that is named like
//! a format of [`crate::clausal`] gets a proof that the clauses have no solution. What has no proofs
//! yet is left out of the search, or refused where it is asked for.

use std::path::PathBuf;

use super::Solve;
use crate::certificate::{self, ProofTarget};
use crate::clausal;
use crate::export::compress::Compression;
use crate::question::AskedSolver;
use crate::search::Answers;
use crate::solver::Choice;
use crate::source::Refusal;

impl TryFrom<PathBuf> for ProofTarget {
    type Error = String;

    /// By the ending of its name. One that is nearly a file of clauses is no folder.
    fn try_from(path: PathBuf) -> Result<ProofTarget, String> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let compression = Compression::of(ending);
        let stem = if compression.is_some() { stem } else { name };
        let ending = stem.rsplit_once('.').map(|(_, ending)| ending);
        let is_folder = path.to_string_lossy().ends_with(['/', '\\']);
        match ending.and_then(clausal::format).filter(|_| !is_folder) {
            Some(format) => Ok(ProofTarget::Clausal(format, compression, path)),
            None => folder_of_proof(path).map(ProofTarget::Folder),
        }
    }
}

/// The new folder of a proof about a problem. A name that is nearly that of a file of clauses is
/// refused.
pub(in crate::cli) fn folder_of_proof(path: PathBuf) -> Result<PathBuf, String> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.split('.').skip(1).any(|ending| clausal::format(&ending.to_lowercase()).is_some()) {
        Err(format!(
            "{} reads like a file, and neither like FILE.drat, FILE.lrat or FILE.frat, with .gz, .xz or .zst behind it or \
             not, nor like a folder, which is what `merge` writes",
            path.display()
        ))
    } else if name.is_empty() || name == "-" {
        Err("the name of a new folder is wanted".to_owned())
    } else {
        Ok(path)
    }
}

/// What cannot be asked together with a proof, and what can be instead.
type Refused = (bool, &'static str, &'static str);

impl Solve {
    /// Refuses what has no proofs.
    pub(super) fn validate_proof(&self) -> Result<(), Refusal> {
        let mut refused = match &self.proof {
            None => return self.validate_compression(),
            Some(ProofTarget::Folder(_)) => {
                certificate::certified(&self.model_args.encoding_args.encodings())?;
                Vec::new()
            }
            Some(ProofTarget::Clausal(..)) => {
                self.validate_compression()?;
                self.without_proof_of_clauses().to_vec()
            }
        };
        refused.extend(self.without_proof());
        match refused.iter().find(|(is_so, ..)| *is_so) {
            Some((_, found, expected)) => Err(Refusal::new(
                format!("--proof with {found}, of which there are no proofs yet"),
                *expected,
            )),
            None => Ok(()),
        }
    }

    /// Refuses to compress what is no proof in a folder.
    fn validate_compression(&self) -> Result<(), Refusal> {
        match self.compress {
            None => Ok(()),
            Some(_) => Err(Refusal::new(
                "--compress without a proof in a folder",
                "--proof DIR, or a file whose name ends in .gz, .xz or .zst",
            )),
        }
    }

    fn without_proof(&self) -> [Refused; 5] {
        let is_embedded = matches!(self.solver, AskedSolver::Searching(Choice::Embedded));
        [
            (self.threads > 1, "--threads", "one thread"),
            (
                !is_embedded,
                "--solver",
                "the solver that is built in, or the option by which that solver writes a proof in clauses of its own",
            ),
            (self.scramble.is_some(), "--scramble", "no --scramble"),
            (self.start.is_some(), "--start", "no --start"),
            (self.boards.are_several(), "several boards", "one board"),
        ]
    }

    fn without_proof_of_clauses(&self) -> [Refused; 1] {
        let asks_more = self.answers() != Answers::One;
        [(
            asks_more,
            "--unique, --count or --all in clauses",
            "a folder for a proof about several answers",
        )]
    }
}
