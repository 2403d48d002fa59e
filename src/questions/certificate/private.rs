//! Private copies of a folder's files. If the files in the folder change later, the copies do not.
//!
//! A file is opened once, without blocking or following a link, and read once.
//!
//! A compressed proof can unpack to any size. The copy of such a proof remains compressed, and is
//! unpacked twice. First it is read as a stream, to find its answers and its unpacked size. Then it
//! is unpacked into a file for the checker. The checker maps this file into memory, and so cannot
//! read a pipe. If a copy would unpack to too many bytes ([`unpack_limit`]), it is refused before
//! it is unpacked for the second time. With xz, refutations by this program shrink to a seventh of
//! their size (`gunport` on 7 × 7, eight pigeons in seven holes). A list of 6,144 answers shrinks
//! to a seventeenth.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::shown::LoggedSolutions;
use super::{CheckError, checker};
use crate::export::compress::{self, Compression};
use crate::solver::external::create_temp_file;
use crate::source::{Links, Refusal, open_regular};

/// The largest allowed ratio of a proof's unpacked size to its compressed size.
const MOST_TIMES: u64 = 200;

/// The number of bytes to which a compressed proof of any size is allowed to unpack.
const SMALL: u64 = 256 << 20;

/// The words for the expected folder in the refusal of a file.
pub(super) const EXPECTED: &str =
    "a folder written by `quarrel solve --proof`, with regular files and no links";

/// Opens a regular file, without following a link.
pub(super) fn open(path: &Path) -> Result<File, Refusal> {
    open_regular(path, Links::Refused).map_err(|error| read_refusal(path, &error))
}

/// A private copy of a proof, compressed as in its folder.
pub(super) struct CopiedProof<'a> {
    /// The path of the proof in its folder, for messages.
    path: &'a Path,
    compression: Option<Compression>,
    /// The private copy, compressed in the same way as the original.
    copy: NamedTempFile,
    /// The size of the copy in bytes.
    bytes: u64,
}

/// Returns the number of bytes to which a compressed proof of `bytes` bytes is allowed to unpack.
fn unpack_limit(bytes: u64) -> u64 {
    bytes.saturating_mul(MOST_TIMES).max(SMALL)
}

impl CopiedProof<'_> {
    /// Copies the proof at `path` into a private file, which stays compressed. Fails if the proof
    /// cannot be read, if it is a link or not a regular file, or if the copy cannot be written.
    pub fn from_path(
        path: &Path,
        compression: Option<Compression>,
    ) -> Result<CopiedProof<'_>, CheckError> {
        let mut copy = create_temp_file(".pbp").map_err(checker::CheckerError::from)?;
        let bytes = copy_all(&mut open(path)?, &mut copy, path)?;
        Ok(CopiedProof { path, compression, copy, bytes })
    }

    /// Reads the first `answers` solutions that the proof logs, and the solution in its conclusion.
    /// Refuses a compressed proof that unpacks to more than 256 MiB and to more than 200 times its
    /// compressed size. Returns an error if the proof cannot be read or decompressed, or if a line
    /// is too long.
    pub fn read_solutions(&self, answers: usize) -> Result<LoggedSolutions, CheckError> {
        let most = if self.compression.is_some() { unpack_limit(self.bytes) } else { self.bytes };
        let mut text = self.text()?.take(most + 1);
        let shown = LoggedSolutions::read(&mut text, answers)
            .map_err(|error| read_refusal(self.path, &error))?;
        if text.limit() > 0 {
            return Ok(shown);
        }
        let found = format!(
            "{} has {} bytes and unpacks to more than {most}",
            self.path.display(),
            self.bytes
        );
        let expected = "a proof that unpacks to at most 256 MiB or 200 times its size; if you trust \
                        it, unpack it before the check";
        Err(Refusal::new(found, expected).into())
    }

    /// Returns the proof as an uncompressed file, which the checker can read. This is the copy
    /// itself or, for a compressed proof, a new file. Does not limit the size of the new file, so
    /// [`read_solutions`](CopiedProof::read_solutions) must have accepted the proof before. Returns
    /// an error if the proof cannot be decompressed or the file cannot be written.
    pub fn unpack(self) -> Result<NamedTempFile, CheckError> {
        if self.compression.is_none() {
            return Ok(self.copy);
        }
        let mut unpacked = create_temp_file(".pbp").map_err(checker::CheckerError::from)?;
        copy_all(&mut self.text()?, &mut unpacked, self.path)?;
        Ok(unpacked)
    }

    /// Returns a reader of the proof, decompressed.
    fn text(&self) -> Result<Box<dyn Read>, Refusal> {
        let opened = self.copy.reopen().and_then(|file| compress::reader(file, self.compression));
        opened.map_err(|error| read_refusal(self.path, &error))
    }
}

/// Copies all bytes of a reader, and returns their number. An error while reading names the proof
/// at `path`. An error while writing names the folder of temporary files.
fn copy_all(from: &mut dyn Read, to: &mut impl Write, path: &Path) -> Result<u64, CheckError> {
    let (mut buffer, mut bytes) = (vec![0; 1 << 16], 0);
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => return Ok(bytes),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(read_refusal(path, &error).into()),
        };
        to.write_all(&buffer[..read]).map_err(checker::CheckerError::from)?;
        bytes += read as u64;
    }
}

/// Returns the refusal of a file that cannot be read.
pub(super) fn read_refusal(path: &Path, error: &io::Error) -> Refusal {
    Refusal::new(format!("cannot read {}: {error}", path.display()), EXPECTED)
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "compress")]
    use std::io::BufReader;

    use super::*;

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct CutOff;

    impl Read for CutOff {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    #[test]
    fn a_full_disk_is_no_fault_of_the_proof() {
        let path = Path::new("folder/proof.pbp.xz");
        let told = |from: &mut dyn Read, to: &mut dyn Write| {
            let mut to = to;
            copy_all(from, &mut to, path).map_err(|error| error.to_string())
        };
        let full = told(&mut &b"text"[..], &mut Full).expect_err("a full disk");
        let folder = std::env::temp_dir();
        assert!(full.contains(&format!("in {}: ", folder.display())), "{full}");
        assert!(full.contains("TMPDIR") && !full.contains("folder/proof"), "{full}");
        let cut = told(&mut CutOff, &mut Vec::new()).expect_err("a file that is cut off");
        assert!(cut.starts_with("cannot read folder/proof.pbp.xz: "), "{cut}");
        assert_eq!(told(&mut &b"text"[..], &mut Vec::new()), Ok(4));
    }

    #[cfg(feature = "compress")]
    #[test]
    fn a_proof_that_unpacks_without_end_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for (blanks, is_refused) in [(1 << 20, false), (300 << 20, true)] {
            let path = folder.path().join("proof.pbp.zst");
            let answer = io::Cursor::new("\nsol x1 ~x2;\nconclusion SAT : x1 ~x2;\n");
            let text = io::repeat(b' ').take(1 << 16).chain(answer);
            let mut packed =
                zstd::Encoder::new(File::create(&path).expect("a file"), 1).expect("room");
            for line in (0..blanks >> 10).map(|_| format!("*{:1022}\n", "")) {
                packed.write_all(line.as_bytes()).expect("a disk with room");
            }
            io::copy(&mut BufReader::new(text), &mut packed).expect("a disk with room");
            packed.finish().expect("a disk with room");
            let proof = CopiedProof::from_path(&path, Some(Compression::Zst)).expect("a copy");
            match proof.read_solutions(1) {
                Ok(shown) => {
                    assert!(!is_refused);
                    assert_eq!((shown.number, shown.last), (1, Some(vec![true, false])));
                    let unpacked = proof.unpack().expect("a disk with room");
                    let size = unpacked.path().metadata().expect("a file").len();
                    assert!(size > blanks, "{size}");
                }
                Err(refusal) => {
                    let told = refusal.to_string();
                    assert!(
                        is_refused && told.contains("unpacks to more than 268435456"),
                        "{told}"
                    );
                }
            }
        }
    }
}
