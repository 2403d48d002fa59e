//! Boards and other files by name: a path, `-` for standard input, or a link or id that contains
//! the whole board.

use std::fs::{DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Family;
use crate::board::Size;
use crate::links;
use crate::source::{Input, MOST_BYTES, Refusal, Source};

/// Name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// Returns the path that a name denotes; `None` for standard input.
pub fn file_path(name: &str) -> Option<&Path> {
    (name != STANDARD_INPUT).then(|| Path::new(name))
}

/// Returns the name of a file or of standard input for messages.
pub fn input_name(name: &str) -> &str {
    if name == STANDARD_INPUT { "<stdin>" } else { name }
}

/// The name, in messages, of a text that is a link or an id.
const LINK: &str = "<link>";

/// Returns whether a name is a link or an id of a board, and no file has this name.
pub fn is_link(name: &str) -> bool {
    name != STANDARD_INPUT && links::is_link_word(name) && !Path::new(name).exists()
}

/// Returns the sorted paths of the visible files in a folder, without those in its subfolders. A
/// file is visible if its name does not begin with `.`. If the path is not a folder, returns only
/// this path, unchanged, even if there is no such file.
///
/// # Errors
///
/// If a folder is unreadable or has no visible file, or a path is not UTF-8.
pub fn files(path: &Path) -> Result<Vec<String>, Refusal> {
    if !path.is_dir() {
        return Ok(vec![utf8_path(path.to_owned())?]);
    }
    let refused = |found: String| Refusal::new(found, "a board or a folder of boards");
    let unreadable = |error: io::Error| refused(format!("cannot read {}: {error}", path.display()));
    let entries = path.read_dir().map_err(unreadable)?;
    let entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let is_shown = |entry: &&DirEntry| {
        !entry.file_name().as_encoded_bytes().starts_with(b".") && entry.path().is_file()
    };
    let mut paths: Vec<PathBuf> = entries.iter().filter(is_shown).map(DirEntry::path).collect();
    if paths.is_empty() {
        return Err(refused(format!("the folder {} has no file", path.display())));
    }
    paths.sort();
    paths.into_iter().map(utf8_path).collect()
}

fn utf8_path(path: PathBuf) -> Result<String, Refusal> {
    path.into_os_string().into_string().map_err(|name| {
        let found = format!("{name:?} is a name that is not UTF-8");
        Refusal::new(found, "a name in UTF-8")
    })
}

/// Reads a text from a file or standard input.
///
/// # Errors
///
/// If the input is unreadable, longer than [`MOST_BYTES`], or not a text in UTF-8.
pub fn read(name: &str) -> Result<Source, Refusal> {
    read_at_most(name, MOST_BYTES)
}

/// Reads a text of at most this many bytes from a file or standard input.
///
/// # Errors
///
/// If the input is unreadable, longer than `most`, or not a text in UTF-8.
pub fn read_at_most(name: &str, most: usize) -> Result<Source, Refusal> {
    Source::from_bytes(input_name(name), &read_bytes(name, most)?)
}

/// Reads a file, or standard input if the name is `-`. At most `most` bytes are allowed.
///
/// # Errors
///
/// If the input is unreadable or longer than `most`.
pub fn read_bytes(name: &str, most: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    let read = match file_path(name) {
        None => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        Some(path) => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    let name = input_name(name);
    match read {
        Ok(_) if bytes.len() > most => {
            Err(Refusal::new(format!("{name} has more than {most} bytes"), "a smaller file"))
        }
        Ok(_) => Ok(bytes),
        Err(error) => Err(unreadable(name, &error)),
    }
}

impl Family {
    /// Returns the input for the board with this name. The name is a path, `-`, or, if the family
    /// reads no streams, a link or an id. The input is a stream if the family reads streams,
    /// otherwise a text in memory. If a file is read as a stream, it is opened only later, so a
    /// missing file is no error here. A pipe or standard input is read into memory now.
    ///
    /// # Errors
    ///
    /// If the input is unreadable or too long, or a text in memory is not UTF-8.
    pub fn input(&self, name: &str) -> Result<Input, Refusal> {
        match (self.reads_streams(), file_path(name)) {
            // A pipe can be read only once.
            (true, Some(path)) if path.exists() && !path.is_file() => {
                let pipe = File::open(path).map_err(|error| unreadable(name, &error))?;
                Input::from_reader(name, pipe)
            }
            (true, Some(_)) => Ok(Input::file(name)),
            (true, None) => Input::from_reader(input_name(name), io::stdin().lock()),
            (false, _) if is_link(name) => Ok(Source::new(LINK, name).into()),
            (false, _) => read(name).map(Input::Text),
        }
    }
}

/// Returns the refusal of an unreadable file. If there is no such file and the name is a size, the
/// refusal suggests `--size`.
fn unreadable(name: &str, error: &io::Error) -> Refusal {
    let is_size = error.kind() == io::ErrorKind::NotFound && name.parse::<Size>().is_ok();
    let expected = if is_size {
        format!("--size {name} for a board of this size, or the name of a file")
    } else {
        "a readable file".to_owned()
    };
    Refusal::new(format!("cannot read {name}: {error}"), expected)
}
