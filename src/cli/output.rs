//! Where output goes: standard output or a file.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;

use super::Failure;

/// The form of a listing or a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Report {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Standard output, or the file of `-o`.
pub(super) struct Output {
    name: String,
    writer: Box<dyn Write>,
    terminal: bool,
}

impl Output {
    /// Opens the file of that path, or standard output where there is none.
    pub fn open(path: Option<&str>) -> Result<Output, Failure> {
        match path {
            None => Ok(Output {
                name: "standard output".to_owned(),
                writer: Box::new(BufWriter::new(io::stdout().lock())),
                terminal: io::stdout().is_terminal(),
            }),
            Some(path) => {
                let file =
                    File::create(path).map_err(|error| Failure::Output(path.to_owned(), error))?;
                Ok(Output {
                    name: path.to_owned(),
                    writer: Box::new(BufWriter::new(file)),
                    terminal: false,
                })
            }
        }
    }

    /// Whether a person is looking at it as it is written.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether colour is welcome: on a terminal that takes it, unless `NO_COLOR` says otherwise.
    pub fn takes_colour(&self) -> bool {
        self.terminal && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
    }

    /// Writes bytes, and hands them on at once.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.writer.write_all(bytes).and_then(|()| self.writer.flush());
        written.map_err(|error| Failure::Output(self.name.clone(), error))
    }

    /// Writes a text.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text.as_bytes())
    }
}
