//! The arguments that name a puzzle, and the reading of files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::Args;

use super::headings;
use crate::board::Size;
use crate::family::Family;
use crate::puzzle::{Puzzle, Request};
use crate::source::{MOST_BYTES, Refusal, Source, quoted};

/// Which puzzle is meant.
#[derive(Args)]
pub(super) struct Board {
    /// The family (`quarrel families` explains each)
    pub family: String,
    /// The board: a file, or `-` for standard input
    board: Option<String>,
    #[command(flatten)]
    terms: Terms,
}

/// How a board is read, or made without a text.
#[derive(Args)]
pub(super) struct Terms {
    /// The size of the board, for families that need no board text: N, or RxC
    #[arg(long, value_name = "N|RxC", allow_negative_numbers = true, help_heading = headings::PUZZLE)]
    size: Option<Size>,
    /// A variant of the rules; may be given several times
    #[arg(long = "variant", value_name = "NAME[=V]", value_parser = parse_variant, help_heading = headings::PUZZLE)]
    variants: Vec<(String, Option<usize>)>,
    /// The format of the board text, where its content does not tell
    #[arg(long, value_name = "FORMAT", help_heading = headings::PUZZLE, hide_short_help = true)]
    input: Option<String>,
}

impl Board {
    /// Reads the puzzle.
    pub fn open(&self, family: &Family) -> Result<Box<dyn Puzzle>, Refusal> {
        self.terms.open(self.board.as_deref(), family)
    }

    /// What opens the puzzle, with the text of its board.
    pub fn request(&self) -> Result<Request, Refusal> {
        self.terms.request(self.board.as_deref())
    }

    /// The files that are read.
    pub fn inputs(&self) -> Vec<&Path> {
        let file = self.board.as_deref().filter(|path| *path != "-");
        file.map(Path::new).into_iter().collect()
    }

    /// Whether the board comes from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.board.as_deref() == Some("-")
    }
}

impl Terms {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        let Terms { size, variants, input } = self;
        size.is_none() && variants.is_empty() && input.is_none()
    }

    /// Reads the puzzle of a board, or of none.
    pub fn open(&self, board: Option<&str>, family: &Family) -> Result<Box<dyn Puzzle>, Refusal> {
        family.open(&self.request(board)?)
    }

    fn request(&self, board: Option<&str>) -> Result<Request, Refusal> {
        Ok(Request {
            board: board.map(read).transpose()?,
            format: self.input.clone(),
            size: self.size,
            variants: self.variants.clone(),
        })
    }
}

fn parse_variant(text: &str) -> Result<(String, Option<usize>), String> {
    match text.split_once('=') {
        None => Ok((text.to_owned(), None)),
        Some((name, value)) => match value.parse() {
            Ok(value) => Ok((name.to_owned(), Some(value))),
            Err(_) => Err(format!("{} is not a number", quoted(value))),
        },
    }
}

/// Reads a file, or standard input for `-`.
pub(super) fn read(path: &str) -> Result<Source, Refusal> {
    read_at_most(path, MOST_BYTES)
}

/// The same of a text that may be longer.
pub(super) fn read_at_most(path: &str, most: usize) -> Result<Source, Refusal> {
    let (name, bytes) = bytes(path, most)?;
    Source::from_bytes(name, &bytes)
}

/// The bytes of a file, or of standard input for `-`, with the name under which it is known.
pub(super) fn bytes(path: &str, most: usize) -> Result<(&str, Vec<u8>), Refusal> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    let (name, outcome) = match path {
        "-" => ("<stdin>", io::stdin().lock().take(limit).read_to_end(&mut bytes)),
        path => (path, File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))),
    };
    match outcome {
        Ok(_) if bytes.len() > most => {
            Err(Refusal::new(format!("{name} has more than {most} bytes"), "a smaller file"))
        }
        Ok(_) => Ok((name, bytes)),
        Err(error) => Err(Refusal::new(format!("cannot read {name}: {error}"), "a readable file")),
    }
}
