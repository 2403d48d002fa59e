//! The folder of a proof that is being written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{CLAIM, PAGE, PROBLEM, name_of_proof};
use crate::draft::{self, Draft};
use crate::export::compress::{self, CompressedOutput, Compression};
use crate::lock::lock;

/// A new proof folder. When this value is dropped, the folder is removed, except after
/// [`ProofFolder::keep`].
pub struct ProofFolder {
    path: PathBuf,
    /// The compression of the proof.
    pub compression: Option<Compression>,
    /// Whether the folder is kept when the value is dropped.
    is_complete: bool,
}

impl ProofFolder {
    /// Creates the folder, and its parents if they are missing. Registers the folder, so that a
    /// signal that ends the program also removes the folder. New parents remain, even after an
    /// error.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if the path exists; [`io::ErrorKind::NotADirectory`] if a
    /// parent is a file; another error if the folder cannot be created.
    pub fn open(path: &Path, compression: Option<Compression>) -> io::Result<ProofFolder> {
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(|error| match error.kind() {
                // A parent of the folder is a file.
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                _ => error,
            })?;
        }
        // If two processes create the folder, one fails.
        draft::create_folder(path)?;
        Ok(ProofFolder { path: path.to_owned(), compression, is_complete: false })
    }

    /// Returns the path of the file with this name in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the proof's file name.
    pub fn name_of_proof(&self) -> &'static str {
        name_of_proof(self.compression)
    }

    /// Keeps the folder: dropping the value no longer removes it.
    pub fn keep(mut self) {
        self.is_complete = true;
        draft::mark_complete(&self.path);
    }
}

impl Drop for ProofFolder {
    /// If the folder is complete, does nothing. Otherwise removes the four files of the proof, and
    /// then the folder, and ends the registration of the folder. Ignores errors, so a folder with
    /// other files remains.
    fn drop(&mut self) {
        if !self.is_complete {
            // Errors are ignored: the user is about to read why there is no proof.
            for name in [PROBLEM, self.name_of_proof(), CLAIM, PAGE] {
                let _ = std::fs::remove_file(self.path.join(name));
            }
            let _ = std::fs::remove_dir(&self.path);
            draft::mark_complete(&self.path);
        }
    }
}

/// The draft of a proof file, shared with the writer of the proof. After the draft was kept or
/// discarded, it is `None`, and writes to it do nothing.
#[derive(Clone)]
pub struct SharedDraft(Arc<Mutex<Option<CompressedOutput<Draft>>>>);

impl SharedDraft {
    /// Opens a draft of the file at `path`.
    ///
    /// # Errors
    ///
    /// If the draft cannot be created, or this build cannot write the compression.
    pub fn open(path: &Path, compression: Option<Compression>) -> io::Result<SharedDraft> {
        let draft = compress::writer(Draft::create(path)?, compression)?;
        Ok(SharedDraft(Arc::new(Mutex::new(Some(draft)))))
    }

    /// Discards the draft, even while the proof is being written.
    pub fn discard(&self) {
        drop(lock(&self.0).take());
    }

    /// Moves the finished draft to the path of the file. Does nothing if the draft was kept or
    /// discarded before.
    ///
    /// # Errors
    ///
    /// If writing or moving fails.
    pub fn keep(&self) -> io::Result<()> {
        match lock(&self.0).take() {
            Some(draft) => draft.finish()?.keep(),
            None => Ok(()),
        }
    }
}

impl Write for SharedDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).as_mut().map_or(Ok(bytes.len()), |draft| draft.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.0).as_mut().map_or(Ok(()), Write::flush)
    }
}
