//! Files that are written completely or not at all.
//!
//! Bytes are written to a draft, which is next to the file. A complete draft is synced to the disk
//! and then takes the file's name. Until then, an old file is unchanged, and a new file does not
//! exist. On Linux, a draft has no name (`O_TMPFILE`), so a killed process leaves no draft. On
//! other systems, and on file systems without nameless files, a draft is a file `.NAME.….part`,
//! which [`discard_all`] removes. A nameless draft replaces an old file in two steps: it gets a
//! name `.NAME.….part` and is then renamed. If a process is killed between the two steps, it leaves
//! the complete new file under the name `.NAME.….part`.
//!
//! A symbolic link is followed and remains a link. If there is an old file, the new file keeps its
//! permissions. Terminals, pipes and devices such as `/dev/null` are written directly.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use crate::lock::lock;

/// A file that is being written. If the `Draft` is dropped before [`Draft::keep`] is called, the
/// bytes are deleted, and an old file is unchanged. Terminals, pipes and devices are exceptions:
/// they receive the bytes at once.
pub struct Draft {
    /// The draft, opened for writing. If the target is no regular file, this field is the target
    /// itself.
    file: File,
    /// The way in which the draft becomes the file.
    kind: DraftKind,
}

/// The place where the bytes are stored until the file is complete.
enum DraftKind {
    /// A file without a name. [`Draft::keep`] gives this path to the file.
    Unnamed(PathBuf),
    /// The file `part` next to `path`. [`Draft::keep`] renames it to `path`.
    Sibling { part: PathBuf, path: PathBuf },
    /// The target itself, because it is not a regular file but, for example, a pipe. Bytes are
    /// written to it at once.
    InPlace,
}

/// The paths of all unfinished drafts that have names.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The number of times that [`discard_all`] tries to lock the list of folders, and then to remove a
/// folder.
const TRIES: u32 = 20;

/// The time between two tries to lock the list of folders.
const MOMENT: Duration = Duration::from_millis(1);

/// The paths of new folders with incomplete content.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Creates a folder. [`discard_all`] then removes it with its content, but not if [`mark_complete`]
/// was called for it. After `discard_all`, waits for the end of the process.
///
/// # Errors
///
/// If the folder exists or cannot be created.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let mut folders = lock(&FOLDERS);
    fs::create_dir(folder)?;
    folders.push(folder.to_owned());
    Ok(())
}

/// Records that the content of a new folder is complete. [`discard_all`] then keeps the folder.
pub fn mark_complete(folder: &Path) {
    lock(&FOLDERS).retain(|other| other != folder);
}

/// A number that makes the name of the next draft unique.
static NUMBER: AtomicU32 = AtomicU32::new(0);

impl Draft {
    /// Starts a draft of a file. Follows symbolic links. If there is an old file, the draft gets
    /// its permissions, and the old file stays unchanged until [`Draft::keep`]. A terminal, pipe or
    /// device is opened itself and gets no draft.
    ///
    /// # Errors
    ///
    /// If the file is not writable or is a folder. If there are too many symbolic links. If no file
    /// can be created in its folder, or the permissions cannot be set.
    pub fn create(path: &Path) -> io::Result<Draft> {
        let path = follow_links(path)?;
        match fs::metadata(&path) {
            Ok(known) if known.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(known) if !known.is_file() => {
                let file = OpenOptions::new().write(true).open(&path)?;
                Ok(Draft { file, kind: DraftKind::InPlace })
            }
            Ok(known) => {
                // This fails if an old file is not writable. So such a file is not replaced either.
                OpenOptions::new().write(true).open(&path)?;
                let draft = Draft::create_in_folder(path)?;
                draft.file.set_permissions(known.permissions())?;
                Ok(draft)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Draft::create_in_folder(path),
            Err(error) => Err(error),
        }
    }

    /// Starts a draft in the folder of `path`. The draft is nameless if the system has nameless
    /// files. Otherwise, it is a file that [`discard_all`] removes. Fails if the folder does not
    /// exist or allows no new file. If a named draft is needed, also fails if `path` does not end
    /// in a name.
    fn create_in_folder(path: PathBuf) -> io::Result<Draft> {
        if let Some(file) = create_unnamed(folder(&path)) {
            return Ok(Draft { file, kind: DraftKind::Unnamed(path) });
        }
        let part = part(&path)?;
        let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        lock(&PARTS).push(part.clone());
        Ok(Draft { file, kind: DraftKind::Sibling { part, path } })
    }

    /// Syncs the draft to the disk, and gives it the file's name. An old file is replaced. Also
    /// syncs the folder, if the file system can. For a terminal, pipe or device, only flushes the
    /// bytes.
    ///
    /// # Errors
    ///
    /// If the draft cannot be synced or named. The draft is then removed, and an old file is
    /// unchanged.
    pub fn keep(mut self) -> io::Result<()> {
        self.file.flush()?;
        match &self.kind {
            DraftKind::InPlace => return Ok(()),
            DraftKind::Unnamed(path) => {
                self.file.sync_all()?;
                match name(&self.file, path) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        replace(&self.file, path)?;
                    }
                    named => named?,
                }
            }
            DraftKind::Sibling { part, path } => {
                self.file.sync_all()?;
                fs::rename(part, path)?;
                lock(&PARTS).retain(|other| other != part);
            }
        }
        if let DraftKind::Unnamed(path) | DraftKind::Sibling { path, .. } = &self.kind {
            // The folder is synced as well, since it stores the name of the file. An error is
            // ignored, because some file systems cannot sync folders.
            let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

/// Gives a nameless draft a temporary name and then renames it to replace an old file. No system
/// call does both steps at once. If a step fails, removes the temporary name, and the old file is
/// unchanged.
fn replace(draft: &File, path: &Path) -> io::Result<()> {
    let part = part(path)?;
    // The path is recorded before the file exists, so that `discard_all` removes the file if the
    // process ends between the two steps.
    lock(&PARTS).push(part.clone());
    let done = name(draft, &part).and_then(|()| fs::rename(&part, path));
    lock(&PARTS).retain(|other| *other != part);
    done.inspect_err(|_| drop(fs::remove_file(&part)))
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    /// Removes the temporary file of a draft that was not kept, and ignores an error. Does nothing
    /// for a nameless draft, which disappears by itself, and for a terminal, pipe or device.
    fn drop(&mut self) {
        if let DraftKind::Sibling { part, .. } = &self.kind {
            let mut parts = lock(&PARTS);
            if let Some(place) = parts.iter().position(|other| other == part) {
                parts.swap_remove(place);
                let _ = fs::remove_file(part);
            }
        }
    }
}

/// Writes a whole file, or leaves an old file unchanged. Writes to a terminal, pipe or device
/// directly.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::create(path)?;
    draft.write_all(bytes.as_ref())?;
    draft.keep()
}

/// Removes all drafts with names and all incomplete new folders, before the process exits. Ignores
/// errors. Waits for a moment if a folder is just created, and does not wait for the list of drafts.
/// So if another thread has locked this list, its files remain.
pub fn discard_all() {
    let mut pauses = (0..TRIES).map(|_| thread::sleep(MOMENT));
    let free = FOLDERS.try_lock().ok();
    if let Some(folders) = free.or_else(|| pauses.find_map(|()| FOLDERS.try_lock().ok())) {
        for folder in folders.iter() {
            // This fails if another thread creates a file in the folder at the same time.
            let _ = (0..TRIES).find(|_| fs::remove_dir_all(folder).is_ok() || !folder.exists());
        }
        // The list stays locked, so that no other thread creates a folder before the process ends.
        std::mem::forget(folders);
    }
    if let Ok(parts) = PARTS.try_lock() {
        for part in parts.iter() {
            let _ = fs::remove_file(part);
        }
    }
}

/// Returns whether two paths lead to the same regular file, also by links. Returns false for a
/// device. Outside Unix, returns false for all existing files. If one of the files does not exist,
/// returns whether the paths have the same name in the same folder. If one of the folders does not
/// exist either, returns whether the paths are equal as texts.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let [one, other] =
        [one, other].map(|path| follow_links(path).unwrap_or_else(|_| path.to_owned()));
    if let (Ok(one), Ok(other)) = (fs::metadata(&one), fs::metadata(&other)) {
        return is_same_inode(&one, &other);
    }
    let placed = |path: &Path| Some(fs::canonicalize(folder(path)).ok()?.join(path.file_name()?));
    match (placed(&one), placed(&other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Returns whether a path is directly in the folder `within`, and not in a folder inside it. If the
/// path leads through links, the path at their end counts too. There need not be a file at the
/// path. Returns false if the folder `within` does not exist.
pub fn is_in_folder(path: &Path, within: &Path) -> bool {
    let Ok(within) = fs::canonicalize(within) else { return false };
    let target = follow_links(path).unwrap_or_else(|_| path.to_owned());
    let is_in = |path: &Path| fs::canonicalize(folder(path)).is_ok_and(|above| above == within);
    is_in(path) || is_in(&target)
}

/// Returns whether both metadata are those of the same regular file. Returns false for devices.
#[cfg(unix)]
fn is_same_inode(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    // Two programs are allowed to write to the same device. So a device never counts as the same
    // file.
    one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns false, since this system does not identify files.
#[cfg(not(unix))]
fn is_same_inode(_one: &fs::Metadata, _other: &fs::Metadata) -> bool {
    false
}

/// The largest number of symbolic links that are followed one after another. More links are
/// refused, since they probably form a circle.
const MOST_LINKS: usize = 40;

/// Returns the path to which symbolic links lead. If the path is no link or cannot be read as a
/// link, returns the path itself. A relative target begins at the folder of its link. A file with
/// the returned path need not exist. Fails after [`MOST_LINKS`] links.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns the folder of a file. If the path is only a name, returns `.`. If the path is a root,
/// returns the path itself.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}

/// Returns a new path for a draft, next to the file. The name contains the ID of this process and a
/// number, which increases with each draft. So each call returns another path. Does not check
/// whether a file has this path, for example one that an earlier process left. Fails if the path
/// does not end in a name.
fn part(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut part = std::ffi::OsString::from(".");
    // The name is shortened, since file systems limit the length of a name.
    part.push(name.to_string_lossy().chars().take(LONGEST).collect::<String>());
    part.push(format!(".{}-{number}.part", std::process::id()));
    Ok(path.with_file_name(part))
}

/// The largest number of characters of the file's name that the name of its draft contains.
const LONGEST: usize = 40;

/// Opens a new file without a name. Returns `None` on any error, for example if the file system has
/// no nameless files.
#[cfg(target_os = "linux")]
fn create_unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

/// Returns `None`, since this system has no nameless files.
#[cfg(not(target_os = "linux"))]
fn create_unnamed(_folder: &Path) -> Option<File> {
    None
}

/// Gives this path to a file without a name. Fails with `AlreadyExists` if the path exists.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
}

/// Fails, since this system has no nameless files.
#[cfg(not(target_os = "linux"))]
fn name(_file: &File, _path: &Path) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lock for tests with drafts that have names. It is needed because one of these tests
    /// discards every draft.
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_draft_takes_its_name_when_it_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "old").expect("a file");
        let mut draft = Draft::create(&path).expect("a draft");
        draft.write_all(b"new").expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        draft.keep().expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        drop(Draft::create(&folder.path().join("b")).expect("a draft"));
        assert_eq!(names(folder.path()), ["a"]);
        write(&folder.path().join("b"), "b").expect("room");
        assert_eq!(names(folder.path()), ["a", "b"]);
        assert!(Draft::create(folder.path()).is_err(), "a folder is no file");
        assert!(Draft::create(&folder.path().join("no/file")).is_err());
    }

    /// A draft with a name, as on a file system without nameless files. Its file is removed when
    /// the draft is dropped.
    #[test]
    fn a_draft_with_a_name_is_removed_with_it() {
        let _alone = ALONE.lock();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let beside = || {
            let part = part(&path).expect("a name");
            let file = File::create_new(&part).expect("a file");
            lock(&PARTS).push(part.clone());
            Draft { file, kind: DraftKind::Sibling { part, path: path.clone() } }
        };
        let draft = beside();
        assert!(names(folder.path())[0].ends_with(".part"));
        drop(draft);
        assert_eq!(names(folder.path()), [""; 0]);
        let mut draft = beside();
        draft.write_all(b"new").expect("room");
        draft.keep().expect("room");
        assert_eq!(names(folder.path()), ["a"]);
        let draft = beside();
        discard_all();
        assert_eq!(names(folder.path()), ["a"]);
        drop(draft);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        let _alone = ALONE.lock();
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, dangling] =
            ["file", "link", "dangling"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a file of ours");
        symlink("file", &link).expect("a link");
        symlink("new", &dangling).expect("a link");
        write(&link, "new").expect("room");
        write(&dangling, "new").expect("room");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("a file"), "new");
        assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["dangling", "file", "link", "new"]);
        write(Path::new("/dev/null"), "gone").expect("a device takes it");
        symlink("loop", folder.path().join("loop")).expect("a link");
        assert!(write(&folder.path().join("loop"), "x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn paths_of_one_file_are_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "").expect("a file");
        fs::hard_link(at("a"), at("hard")).expect("a link");
        std::os::unix::fs::symlink("a", at("soft")).expect("a link");
        std::os::unix::fs::symlink("new", at("to new")).expect("a link");
        for [one, other] in [["a", "hard"], ["a", "soft"], ["a", "./a"], ["new", "to new"]] {
            assert!(is_same_file(&at(one), &at(other)), "{one} {other}");
        }
        let deep = at("deep");
        fs::create_dir(&deep).expect("a folder");
        std::os::unix::fs::symlink("../new", deep.join("out")).expect("a link");
        for name in ["a", "new", "./new", "to new", "deep/../new", "deep/out"] {
            assert!(is_in_folder(&at(name), folder.path()), "{name}");
        }
        assert!(!is_in_folder(&deep.join("new"), folder.path()) && !is_in_folder(&at("a"), &deep));
        assert!(!is_same_file(&at("a"), &at("new")) && !is_same_file(&at("new"), &at("newer")));
        assert!(
            !is_same_file(Path::new("/dev/null"), Path::new("/dev/null")),
            "a device is for all"
        );
    }
}
