//! A folder with a picture of each of several boards, for `solve` and `show`.
//!
//! A picture is named after its board: `boards/monday.txt` becomes `monday.svg`. If the names of
//! several boards differ only in their endings, their pictures keep these endings
//! (`monday.txt.svg`, `monday.json.svg`). All other boards with equal names are refused before
//! anything is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::drawing::DrawingFormat;
use super::output::{self, OutputTarget, deliver};
use super::{Failure, note};
use crate::family::files;
use crate::source::{Refusal, format_count};

/// The pictures of several boards in one folder.
pub(super) struct Pictures {
    folder: PathBuf,
    /// The path of each board's picture, in the order of the boards.
    paths: Vec<PathBuf>,
    /// The number of pictures written so far.
    written: usize,
    /// The number of written pictures that replaced an older file.
    replaced: usize,
}

/// The file name of the picture of a board from standard input, without the ending.
const STDIN: &str = "stdin";

/// The file name of the picture of a link, without the ending.
const LINK: &str = "link";

impl Pictures {
    /// Creates the folder and its parents, which may exist already. `boards` are the names of the
    /// boards, and their order gives the index of each picture. Refuses pictures that would have
    /// the same name, or that would replace boards. In this case, creates nothing. Fails if the
    /// folder cannot be created.
    pub fn begin(
        folder: &Path,
        format: DrawingFormat,
        boards: &[String],
    ) -> Result<Pictures, Failure> {
        let names = names(boards, format.ending())?;
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        let read: Vec<&Path> = boards.iter().filter_map(|board| files::file_path(board)).collect();
        for path in &paths {
            output::validate(&[("-o", &OutputTarget::File(path.clone()))], &read)?;
        }
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Output(format!("the folder {}", folder.display()), error))?;
        Ok(Pictures { folder: folder.to_owned(), paths, written: 0, replaced: 0 })
    }

    /// Writes the picture of the board with index `place`, and counts it. A picture of the same
    /// name is replaced. Fails if the file cannot be written.
    pub fn write(&mut self, place: usize, picture: &[u8]) -> Result<(), Failure> {
        let path = &self.paths[place];
        self.replaced += usize::from(path.exists());
        deliver(&OutputTarget::File(path.clone()), picture)?;
        self.written += 1;
        Ok(())
    }

    /// Prints a note about a board that gets no picture now. The note is printed if this board,
    /// with index `place`, has a picture from an earlier command. The older picture stays.
    pub fn note_omission(&self, place: usize) {
        let path = &self.paths[place];
        if path.exists() {
            note(&format!(
                "{} is from an earlier run: its board has no picture this time",
                path.display()
            ));
        }
    }

    /// Returns a text with the number of written pictures, the folder, and how many of the pictures
    /// replaced older ones.
    pub fn summary(&self) -> String {
        let replaced = match self.replaced {
            0 => String::new(),
            replaced => format!(", of which {replaced} replaced older ones"),
        };
        format!("{} in {}{replaced}", format_count(self.written, "picture"), self.folder.display())
    }
}

/// Returns the file names of the pictures, in the order of the boards. The names differ even if
/// upper and lower case letters are not distinguished. If the names of several boards differ only
/// in their endings, the names of their pictures have these endings, too. Other names have no
/// ending of a board. Standard input and links have the names [`STDIN`] and [`LINK`]. `ending` is
/// the ending of the pictures, without a dot. Refuses boards whose pictures would have the same
/// name.
fn names(boards: &[String], ending: &str) -> Result<Vec<String>, Refusal> {
    let named = |board: &String, keeps_ending: bool| {
        let path = match files::file_path(board) {
            Some(_) if files::is_link(board) => Path::new(LINK),
            file => file.unwrap_or(Path::new(STDIN)),
        };
        let name = if keeps_ending { path.file_name() } else { path.file_stem() };
        name.unwrap_or_default().to_string_lossy().into_owned()
    };
    let stems: Vec<String> = boards.iter().map(|board| named(board, false)).collect();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for stem in &stems {
        *times.entry(stem.to_lowercase()).or_default() += 1;
    }
    let mut used: BTreeMap<String, &String> = BTreeMap::new();
    let mut names = Vec::new();
    for (board, stem) in boards.iter().zip(stems) {
        let is_alone = times[&stem.to_lowercase()] == 1;
        let name = if is_alone { stem } else { named(board, true) };
        let name = format!("{name}.{ending}");
        if let Some(other) = used.insert(name.to_lowercase(), board) {
            let found = format!("{other} and {board} would both be drawn as {name}");
            return Err(Refusal::new(found, "boards of different names, or a folder for each"));
        }
        names.push(name);
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(boards: &str) -> Result<String, String> {
        let boards: Vec<String> = boards.split(' ').map(str::to_owned).collect();
        names(&boards, "svg").map(|names| names.join(" ")).map_err(|refusal| refusal.found)
    }

    #[test]
    fn pictures_have_the_names_of_their_boards() {
        for (boards, pictures) in [
            ("a/x.txt a/y.txt", "x.svg y.svg"),
            ("x y.1.txt - .hidden", "x.svg y.1.svg stdin.svg .hidden.svg"),
            ("x.txt x.json y.txt", "x.txt.svg x.json.svg y.svg"),
            ("x.txt X.json", "x.txt.svg X.json.svg"),
        ] {
            assert_eq!(drawn(boards), Ok(pictures.to_owned()));
        }
        for (boards, clash) in [
            ("a/x.txt b/x.txt", "a/x.txt and b/x.txt would both be drawn as x.txt.svg"),
            ("x.txt x.txt", "x.txt and x.txt would both be drawn as x.txt.svg"),
            ("a/x.txt b/X.TXT", "a/x.txt and b/X.TXT would both be drawn as X.TXT.svg"),
            ("x.txt x.json x.txt.a", "x.txt and x.txt.a would both be drawn as x.txt.svg"),
        ] {
            assert_eq!(drawn(boards), Err(clash.to_owned()));
        }
    }
}
