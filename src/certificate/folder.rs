//! The folder of a proof in the making: it is new, and goes where no proof comes about.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{CLAIM, PAGE, PROBLEM, name_of_proof};
use crate::draft::{self, Draft};
use crate::export::compress::{self, Compressed, Compression};
use crate::lock::locked;

/// The new folder of a proof. Where no proof comes about, it goes.
pub struct ProofFolder {
    path: PathBuf,
    /// How the proof is compressed.
    pub compression: Option<Compression>,
    is_complete: bool,
}

impl ProofFolder {
    /// Makes it, and those above it.
    ///
    /// # Errors
    ///
    /// If it cannot be made, or is there already: then with [`io::ErrorKind::AlreadyExists`].
    pub fn open(path: &Path, compression: Option<Compression>) -> io::Result<ProofFolder> {
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(|error| match error.kind() {
                // There is something of its name, which is no folder.
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                _ => error,
            })?;
        }
        // Of two that want the same one, one makes it.
        std::fs::create_dir(path)?;
        draft::is_new(path);
        Ok(ProofFolder { path: path.to_owned(), compression, is_complete: false })
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The name of the proof in it.
    pub fn name_of_proof(&self) -> &'static str {
        name_of_proof(self.compression)
    }

    /// Has it stay.
    pub fn keep(mut self) {
        self.is_complete = true;
        draft::complete(&self.path);
    }
}

impl Drop for ProofFolder {
    fn drop(&mut self) {
        if !self.is_complete {
            // There is nobody to tell, and what is said is why there is no proof.
            for name in [PROBLEM, self.name_of_proof(), CLAIM, PAGE] {
                let _ = std::fs::remove_file(self.path.join(name));
            }
            let _ = std::fs::remove_dir(&self.path);
            draft::complete(&self.path);
        }
    }
}

/// A draft that a proof is written to, and that is kept once it is complete.
#[derive(Clone)]
pub struct SharedDraft(Arc<Mutex<Option<Compressed<Draft>>>>);

impl SharedDraft {
    /// That of a file, compressed so if it is to be.
    ///
    /// # Errors
    ///
    /// As [`Draft::of`].
    pub fn of(path: &Path, compression: Option<Compression>) -> io::Result<SharedDraft> {
        let draft = compress::to(Draft::of(path)?, compression)?;
        Ok(SharedDraft(Arc::new(Mutex::new(Some(draft)))))
    }

    /// Has nothing come of it, whoever still writes to it.
    pub fn discard(&self) {
        drop(locked(&self.0).take());
    }

    /// Has the file take its name.
    ///
    /// # Errors
    ///
    /// If what is left to be written cannot be, as [`Draft::keep`].
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
