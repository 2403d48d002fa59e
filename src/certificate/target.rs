//! A proof of what a search finds, by where it goes: a folder gets one about the problem, a file one
//! about the clauses.

use std::path::PathBuf;

use super::clausal_file::ClausalFile;
use super::{FoundAnswers, NewProof, ProofFolder, new_folder};
use crate::clausal::ProofFormat;
use crate::export::compress::Compression;
use crate::model::Values;
use crate::question::{FilesError, Posed};
use crate::search::{Answers, Finding, Task};
use crate::source::Refusal;

/// Where a proof goes, and of what kind it is.
#[derive(Clone, Debug)]
pub enum ProofTarget {
    /// A new folder: of what is said of the problem.
    Folder(PathBuf),
    /// A file: that the clauses have no solution.
    Clausal(&'static ProofFormat, Option<Compression>, PathBuf),
}

/// A proof of what a search finds, in the making.
pub enum SearchProof {
    /// The search writes it into a folder.
    Searching(Box<NewProof>),
    /// Several answers are asked for, and that there is no other is proved once they are known.
    Counting(ProofFolder),
    /// The solver writes it into a file.
    Clausal(ClausalFile),
}

impl SearchProof {
    /// Opens what the proof goes into, and has the task of a search for one answer write it. `say`
    /// is called once if it grows large.
    ///
    /// # Errors
    ///
    /// Refuses a question of which there is no such proof; and if nothing can be written there.
    pub fn begin(
        to: &ProofTarget,
        compression: Option<Compression>,
        (posed, task): (&Posed, &mut Task),
        say: fn(&str),
    ) -> Result<SearchProof, FilesError> {
        if task.formulation.of_value {
            let found = format!(
                "--proof with the formulation {}, which is for one value",
                task.formulation.name
            );
            return Err(Refusal::new(found, "another formulation").into());
        }
        let path = match to {
            ProofTarget::Folder(path) => path,
            ProofTarget::Clausal(format, compression, path) => {
                let form = (*format, *compression);
                let file = ClausalFile::begin(path, form, (posed, task), say)?;
                return Ok(SearchProof::Clausal(file));
            }
        };
        let folder = new_folder(path, compression)?;
        if task.answers != Answers::One {
            return Ok(SearchProof::Counting(folder));
        }
        let command = posed.question.command_of_problem();
        let proof = NewProof::begin(folder, posed, posed.problem(), command, say)?;
        proof.take_part(task);
        Ok(SearchProof::Searching(Box::new(proof)))
    }

    /// Ends the proof with what was found, and the solutions that say the answers which were asked
    /// for. Returns what came of it, in words, and whether it was stopped before it says all of
    /// that. `say` is called once if it grows large.
    ///
    /// # Errors
    ///
    /// If the proof does not agree with what was found, or cannot be written.
    pub fn end(
        self,
        (posed, task): (&Posed, &Task<'static>),
        (finding, solutions): (&Finding, &[Values]),
        say: fn(&str),
    ) -> Result<(String, bool), FilesError> {
        match self {
            SearchProof::Searching(begun) => {
                Ok((begun.end_with(posed, finding.status)?.to_string(), false))
            }
            SearchProof::Counting(folder) => {
                let found = FoundAnswers { posed, task, finding, solutions };
                let command = posed.question.as_stated().command("solve", &["--proof", "DIR"]);
                let (end, is_cut_short) = found.prove(folder, command, say)?;
                Ok((end.to_string(), is_cut_short))
            }
            SearchProof::Clausal(file) => Ok((file.end(finding.status)?, false)),
        }
    }
}
