//! Opening of files, but only of regular files. A path can also lead to a device, or to a pipe,
//! which would block for ever.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Whether a path is allowed to be a symbolic link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Links are followed.
    Followed,
    /// A link is an error: in a folder from someone else, a link can lead out of the folder.
    Refused,
}

/// Opens a regular file for reading, without blocking. `links` applies to the path's last part
/// only.
///
/// # Errors
///
/// If the file does not exist, is not regular or cannot be opened. Also if it is a link, and links
/// are refused.
pub fn open_regular(path: &Path, links: Links) -> io::Result<File> {
    let irregular = || io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file");
    if links == Links::Refused && path.symlink_metadata().is_ok_and(|known| known.is_symlink()) {
        return Err(irregular());
    }
    let file = without_waiting(links).open(path)?;
    // The opened file is checked, since another program can replace the path before it is opened.
    if file.metadata()?.is_file() { Ok(file) } else { Err(irregular()) }
}

/// Returns options for opening a file. With them, opening never waits for a writer of a pipe, and a
/// terminal that is opened does not become the terminal of this process. If links are refused,
/// opening a link fails.
#[cfg(unix)]
fn without_waiting(links: Links) -> OpenOptions {
    use nix::libc::{O_NOCTTY, O_NOFOLLOW, O_NONBLOCK};
    let follows = match links {
        Links::Followed => 0,
        Links::Refused => O_NOFOLLOW,
    };
    let mut options = OpenOptions::new();
    options.read(true);
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, O_NONBLOCK | O_NOCTTY | follows);
    options
}

#[cfg(not(unix))]
fn without_waiting(_links: Links) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    options
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::symlink;

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    #[test]
    fn regular_files_are_opened_and_nothing_else() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "text").expect("a file in it");
        symlink(path("file"), path("link")).expect("a link in it");
        let (fifo, mode) = (FileType::Fifo, Mode::RWXU);
        mknodat(CWD, path("pipe"), fifo, mode, 0).expect("a pipe in it");
        symlink(path("pipe"), path("to-pipe")).expect("a link in it");
        let opens = |name: &str, links| open_regular(&path(name), links).is_ok();
        for (name, followed, refused) in [
            ("file", true, true),
            ("link", true, false),
            ("pipe", false, false),
            ("to-pipe", false, false),
            (".", false, false),
            ("nothing", false, false),
        ] {
            assert_eq!(opens(name, Links::Followed), followed, "{name}");
            assert_eq!(opens(name, Links::Refused), refused, "{name}");
        }
        assert!(open_regular(Path::new("/dev/null"), Links::Followed).is_err());
    }
}
