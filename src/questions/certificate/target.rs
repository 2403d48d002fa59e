//! The target of a search's proof: a folder about the problem, or a file about clauses.

use std::path::PathBuf;

use super::clausal_file::ClausalFile;
use super::{FoundAnswers, NewProof, ProofFolder, new_folder};
use crate::clausal::ProofFormat;
use crate::export::compress::Compression;
use crate::model::Values;
use crate::question::{FilesError, PosedQuestion};
use crate::search::{Answers, Finding, Task};
use crate::source::Refusal;

/// The kind of a proof, and its path.
#[derive(Clone, Debug)]
pub enum ProofTarget {
    /// A new folder, with a proof about the problem.
    Folder(PathBuf),
    /// A file with a proof that the clauses have no solution.
    Clausal(&'static ProofFormat, Option<Compression>, PathBuf),
}

/// A search's proof that is being written.
pub enum SearchProof {
    /// A proof about one answer, written by the search.
    Searching(Box<NewProof>),
    /// A proof about several answers, written after the search. A second search for another answer
    /// adds its steps.
    Counting(ProofFolder),
    /// A clausal proof, written by the search.
    Clausal(ClausalFile),
}

impl SearchProof {
    /// Begins a proof at the target. Changes `task` so that its search writes the proof. If the
    /// target is a folder and the question is about several answers, only creates the folder, and
    /// leaves `task` unchanged. If the proof grows large, `notify` is called once. `compression` is
    /// the compression of a proof in a folder. The compression of a clausal proof is in the target.
    ///
    /// # Errors
    ///
    /// If a proof of this kind is impossible for the formulation or the question, if the folder
    /// exists, or if the folder or a file cannot be written.
    pub fn begin(
        to: &ProofTarget,
        compression: Option<Compression>,
        (posed, task): (&PosedQuestion, &mut Task),
        notify: fn(&str),
    ) -> Result<SearchProof, FilesError> {
        if task.formulation.of_value {
            let found = format!(
                "--proof with the formulation {}, which states one value at a time and has no proof yet",
                task.formulation.name
            );
            return Err(Refusal::new(found, "another formulation").into());
        }
        let path = match to {
            ProofTarget::Folder(path) => path,
            ProofTarget::Clausal(format, compression, path) => {
                let form = (*format, *compression);
                let file = ClausalFile::begin(path, form, (posed, task), notify)?;
                return Ok(SearchProof::Clausal(file));
            }
        };
        let folder = new_folder(path, compression)?;
        if task.answers != Answers::One {
            return Ok(SearchProof::Counting(folder));
        }
        let command = posed.question.command_of_problem();
        let proof = NewProof::begin(folder, posed, posed.problem(), command, notify)?;
        proof.log_search(task);
        Ok(SearchProof::Searching(Box::new(proof)))
    }

    /// Ends the proof. If it is about several answers, writes it only now. If the search has found
    /// all answers, a second search then tries to prove that there are no others. Removes the
    /// folder if there is no proof to keep, and after an error. Keeps a clausal proof only if there
    /// is no answer. Returns the outcome in words, and whether a proof about several answers states
    /// less than the finding.
    ///
    /// # Errors
    ///
    /// If the proof disagrees with the finding or cannot be written, or if the second search fails.
    pub fn end(
        self,
        (posed, task): (&PosedQuestion, &Task<'static>),
        (finding, solutions): (&Finding, &[Values]),
        notify: fn(&str),
    ) -> Result<(String, bool), FilesError> {
        match self {
            SearchProof::Searching(begun) => {
                Ok((begun.end_search(posed, finding.status())?.to_string(), false))
            }
            SearchProof::Counting(folder) => {
                let found = FoundAnswers { posed, task, finding, solutions };
                let command = posed.question.as_stated().command("solve", &["--proof", "DIR"]);
                let (end, is_cut_short) = found.prove(folder, command, notify)?;
                Ok((end.to_string(), is_cut_short))
            }
            SearchProof::Clausal(file) => Ok((file.end(finding.status())?, false)),
        }
    }
}
