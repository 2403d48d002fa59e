//! The folder of a plan or round while it is being written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::super::Job;
use super::super::attempt::random_number;
use super::super::file::write_new;
use super::super::header::{LearntFile, TaskList};
use super::{FolderError, LEARNT, TASKS, with_path};
use crate::exchange::sha256_of;
use crate::model::Lit;

/// A temporary folder. When this value is dropped, the folder is removed, but not if
/// [`FolderDraft::keep`] has renamed it.
pub(super) struct FolderDraft {
    /// The path of the temporary folder.
    made: PathBuf,
    /// Whether the folder has its final name, so that it must not be removed.
    is_kept: bool,
}

impl FolderDraft {
    /// Creates a temporary folder next to `path`. When the draft is dropped, the folder is removed,
    /// but not if [`FolderDraft::keep`] has renamed it. Fails with [`FolderError::Exists`] if there
    /// is a file or folder at `path`. Fails with another error if the folder cannot be created.
    pub fn create(path: &Path) -> Result<FolderDraft, FolderError> {
        if path.exists() {
            return Err(FolderError::Exists(path.to_owned()));
        }
        let made = parent(path).join(format!(".plan-{:016x}", random_number()));
        fs::create_dir(&made).map_err(with_path(path))?;
        Ok(FolderDraft { made, is_kept: false })
    }

    /// Writes and syncs a new file in the folder. Fails if the folder has a file of this name.
    pub fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.made.join(name);
        write_new(&path, text).map_err(with_path(&path))
    }

    /// Writes the file of tasks and the file of learnt clauses. `first` is the index of the first
    /// task. The tasks must already have their indices. Returns the entry for the header, with the
    /// hashes of the two files. Fails with [`FolderError::Empty`] if there are no tasks. Also fails
    /// if one of the files exists, as after an earlier call, or cannot be written.
    pub fn write_list(
        &self,
        tasks: impl Iterator<Item = Job>,
        first: u64,
        learnt: &[Vec<Lit>],
    ) -> Result<TaskList, FolderError> {
        let path = self.made.join(TASKS);
        let (number, sha256) = write_tasks(&path, tasks).map_err(with_path(&path))?;
        if number == 0 {
            return Err(FolderError::Empty);
        }
        let learnt = self.write_learnt(learnt)?;
        Ok(TaskList { first, number, sha256, learnt })
    }

    /// Writes the learnt clauses as DIMACS, one clause in each line. Returns the number of clauses
    /// and the hash of the file. Fails if the file exists or cannot be written.
    fn write_learnt(&self, learnt: &[Vec<Lit>]) -> Result<LearntFile, FolderError> {
        let mut text = String::new();
        for clause in learnt {
            clause.iter().for_each(|lit| text += &format!("{} ", lit.dimacs()));
            text += "0\n";
        }
        self.write(LEARNT, &text)?;
        Ok(LearntFile { clauses: learnt.len() as u64, sha256: sha256_of(text.as_bytes()) })
    }

    /// Renames the temporary folder to `path`, and syncs the parent folder. Ignores an error of
    /// this sync. Fails with [`FolderError::Exists`] if there is something at `path` by now. After
    /// any error, the temporary folder is removed.
    pub fn keep(mut self, path: &Path) -> Result<(), FolderError> {
        // On Unix, a renamed folder replaces an empty one.
        if path.exists() {
            return Err(FolderError::Exists(path.to_owned()));
        }
        match fs::rename(&self.made, path) {
            Ok(()) => self.is_kept = true,
            Err(_) if path.exists() => return Err(FolderError::Exists(path.to_owned())),
            Err(error) => return Err(with_path(path)(error)),
        }
        // The parent folder is synced because it stores the name. An error is ignored, since some
        // file systems cannot sync folders.
        let _ = File::open(parent(path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for FolderDraft {
    fn drop(&mut self) {
        if !self.is_kept {
            // If the folder cannot be removed, it remains. This is harmless, since nothing else
            // uses its name.
            let _ = fs::remove_dir_all(&self.made);
        }
    }
}

/// Returns the folder that contains a path. If the path is a single name, this is the current
/// folder.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes each task as a line of JSON to a new file, and syncs the file. Returns the number of
/// tasks and the SHA-256 of the file. Fails if the file exists or cannot be written. If it cannot
/// be written, an incomplete file may remain.
fn write_tasks(path: &Path, tasks: impl Iterator<Item = Job>) -> io::Result<(u64, String)> {
    let mut file = BufWriter::new(File::create_new(path)?);
    let (mut number, mut hash) = (0, Sha256::new());
    for task in tasks {
        let line = serde_json::to_string(&task)? + "\n";
        hash.update(line.as_bytes());
        file.write_all(line.as_bytes())?;
        number += 1;
    }
    file.into_inner()?.sync_all()?;
    Ok((number, hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_made_meanwhile_stays() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("plan");
        let draft = FolderDraft::create(&path).expect("a draft");
        fs::create_dir(&path).expect("an empty folder");
        assert!(matches!(draft.keep(&path), Err(FolderError::Exists(_))));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
}
