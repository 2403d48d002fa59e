//! Where output goes: standard output, or a file that is written whole or not at all.
//!
//! A file is opened before a long search, so that what cannot be written is refused early, and has
//! its new content only at the end. No output goes onto a file that is read, nor onto another
//! output.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use super::Failure;
use crate::draft::{self, Draft};
use crate::source::Refusal;

/// The form of a listing or a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportForm {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Where something is to be written, as a command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OutputTarget {
    /// Standard output: `-`.
    Standard,
    /// The file of that path.
    File(PathBuf),
}

/// How names begin of what this process has open.
const DESCRIPTORS: [&str; 3] = ["/dev/stderr", "/dev/fd/", "/proc/self/fd/"];

impl FromStr for OutputTarget {
    type Err = String;

    fn from_str(path: &str) -> Result<OutputTarget, String> {
        match path {
            "" => Err("a file without a name".to_owned()),
            "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Ok(OutputTarget::Standard),
            // A file behind it would be replaced, and what others write to it would be lost.
            path if DESCRIPTORS.iter().any(|descriptor| path.starts_with(descriptor)) => Err(
                "a file that is open already: write - for standard output, or the name of a file"
                    .to_owned(),
            ),
            path => Ok(OutputTarget::File(PathBuf::from(path))),
        }
    }
}

impl fmt::Display for OutputTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputTarget::Standard => f.write_str("standard output"),
            OutputTarget::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl OutputTarget {
    /// What stands behind the dots of the file's name, in small letters; nothing behind a first
    /// dot, which hides a file.
    pub fn suffixes(&self) -> Vec<String> {
        let OutputTarget::File(path) = self else { return Vec::new() };
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.trim_start_matches('.').split('.').skip(1).map(str::to_owned).collect()
    }

    /// The path of the file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            OutputTarget::Standard => None,
            OutputTarget::File(path) => Some(path),
        }
    }

    /// The failure to write there.
    pub fn failed(&self, error: io::Error) -> Failure {
        Failure::Output(self.to_string(), error)
    }
}

/// Refuses outputs that would be written onto a file that is read, or onto each other. Each has its
/// option.
pub(super) fn validate(outputs: &[(&str, &OutputTarget)], inputs: &[&Path]) -> Result<(), Refusal> {
    for (place, (option, target)) in outputs.iter().enumerate() {
        let is_met = |other: &&(&str, &OutputTarget)| match (&target, other.1) {
            (OutputTarget::Standard, OutputTarget::Standard) => true,
            (OutputTarget::File(one), OutputTarget::File(other)) => draft::is_same(one, other),
            _ => false,
        };
        if let Some((other, _)) = outputs[..place].iter().find(is_met) {
            let found = format!("{other} and {option} would both be written to {target}");
            return Err(Refusal::new(found, "another file for one of them"));
        }
        let OutputTarget::File(path) = target else { continue };
        if inputs.iter().any(|input| draft::is_same(path, input)) {
            let found = format!("{option} would be written onto {target}, which is read");
            return Err(Refusal::new(found, "another file to write to"));
        }
    }
    Ok(())
}

/// Standard output, or a file in the making.
pub(super) struct Output {
    target: OutputTarget,
    writer: OutputWriter,
    is_written: bool,
}

enum OutputWriter {
    Standard(BufWriter<StdoutLock<'static>>),
    File(BufWriter<Draft>),
}

impl Output {
    /// Standard output.
    pub fn standard() -> Output {
        let writer = OutputWriter::Standard(BufWriter::new(io::stdout().lock()));
        Output { target: OutputTarget::Standard, writer, is_written: false }
    }

    /// Opens what is named. A file has its content once this is closed.
    pub fn open(target: &OutputTarget) -> Result<Output, Failure> {
        let OutputTarget::File(path) = target else { return Ok(Output::standard()) };
        let draft = Draft::of(path).map_err(|error| target.failed(error))?;
        let writer = OutputWriter::File(BufWriter::new(draft));
        Ok(Output { target: target.clone(), writer, is_written: false })
    }

    /// Whether a person is looking at it as it is written.
    pub fn is_terminal(&self) -> bool {
        matches!(self.writer, OutputWriter::Standard(_)) && io::stdout().is_terminal()
    }

    /// Whether colour is welcome: on a terminal that takes it, unless `NO_COLOR` says otherwise.
    pub fn takes_colour(&self) -> bool {
        self.is_terminal()
            && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
    }

    /// Writes bytes; on standard output they are handed on at once.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.is_written = true;
        let written = match &mut self.writer {
            OutputWriter::Standard(out) => out.write_all(bytes).and_then(|()| out.flush()),
            OutputWriter::File(out) => out.write_all(bytes),
        };
        written.map_err(|error| self.target.failed(error))
    }

    /// Writes a text.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text.as_bytes())
    }

    /// Ends it: a file takes its name. One to which nothing was written stays as it was.
    pub fn close(self) -> Result<(), Failure> {
        let OutputWriter::File(out) = self.writer else { return Ok(()) };
        if !self.is_written {
            return Ok(());
        }
        let draft = out.into_inner().map_err(io::IntoInnerError::into_error);
        draft.and_then(Draft::keep).map_err(|error| self.target.failed(error))
    }
}

/// Writes all of an output.
pub(super) fn deliver(target: &OutputTarget, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut output = Output::open(target)?;
    output.write(bytes.as_ref())?;
    output.close()
}
