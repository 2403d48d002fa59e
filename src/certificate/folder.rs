//! The new folder of a proof that is being written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{CLAIM, PAGE, PROBLEM, name_of_proof};
use crate::draft::{self, Draft};
use crate::export::compress::{self, Compressed, Compression};
use crate::lock::locked;

/// A new proof folder, which is removed when dropped unless it is kept.
pub struct ProofFolder {
    path: PathBuf,
    /// The compression of the proof; `None` for an uncompressed proof.
    pub compression: Option<Compression>,
    is_complete: bool,
}

impl ProofFolder {
    /// Creates the folder, with its parents if they do not exist.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if the folder exists.
    pub fn open(path: &Path, compression: Option<Compression>) -> io::Result<ProofFolder> {
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(|error| match error.kind() {
                // A parent folder has the name of a file.
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                _ => error,
            })?;
        }
        // If two processes create the folder, only one succeeds.
        std::fs::create_dir(path)?;
        draft::is_new(path);
        Ok(ProofFolder { path: path.to_owned(), compression, is_complete: false })
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the file name of the proof.
    pub fn name_of_proof(&self) -> &'static str {
        name_of_proof(self.compression)
    }

    /// Keeps the folder, which is otherwise removed when dropped.
    pub fn keep(mut self) {
        self.is_complete = true;
        draft::complete(&self.path);
    }
}

impl Drop for ProofFolder {
    fn drop(&mut self) {
        if !self.is_complete {
            // Errors are ignored: the user is about to read the reason why there is no proof.
            for name in [PROBLEM, self.name_of_proof(), CLAIM, PAGE] {
                let _ = std::fs::remove_file(self.path.join(name));
            }
            let _ = std::fs::remove_dir(&self.path);
            draft::complete(&self.path);
        }
    }
}

/// The draft of a file, shared with the writer of the proof; `None` after its end.
#[derive(Clone)]
pub struct SharedDraft(Arc<Mutex<Option<Compressed<Draft>>>>);

impl SharedDraft {
    /// Opens a draft of the file at `path`, compressed if asked for.
    pub fn of(path: &Path, compression: Option<Compression>) -> io::Result<SharedDraft> {
        let draft = compress::to(Draft::of(path)?, compression)?;
        Ok(SharedDraft(Arc::new(Mutex::new(Some(draft)))))
    }

    /// Discards the draft, even while the proof is being written.
    pub fn discard(&self) {
        drop(locked(&self.0).take());
    }

    /// Finishes the draft and moves it to the path of the file.
    pub fn keep(&self) -> io::Result<()> {
        match locked(&self.0).take() {
            Some(draft) => draft.finish()?.keep(),
            None => Ok(()),
        }
    }
}

impl Write for SharedDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.0).as_mut().map_or(Ok(bytes.len()), |draft| draft.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        locked(&self.0).as_mut().map_or(Ok(()), Write::flush)
    }
}
