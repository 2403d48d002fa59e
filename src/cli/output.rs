//! Outputs: standard output, or a file that is written completely or not at all.
//!
//! A file is opened before a long search, so that an unwritable path is refused early. No output
//! may overwrite an input or another output.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use serde_json::Value;

use super::Failure;
use crate::draft::{self, Draft};
use crate::source::{Refusal, escape_json, escape_unless};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportForm {
    /// For people
    #[value(alias = "txt")]
    Text,
    /// For programs
    Json,
}

/// Returns the requested format (`asked`). If none is requested, returns the format that the ending
/// of the output's name implies. If the name has no ending, as for standard output, returns `text`.
/// Only the last ending counts, and upper and lower case are the same. An unknown ending is
/// accepted if a format is requested. Refuses an ending that contradicts the request, and an
/// unknown ending if no format is requested. `endings` lists the known endings for this refusal.
pub(super) fn resolve_format<F: ValueEnum + PartialEq>(
    asked: Option<F>,
    output: &OutputTarget,
    text: F,
    endings: &str,
) -> Result<F, Refusal> {
    let Some(suffix) = output.suffixes().pop() else { return Ok(asked.unwrap_or(text)) };
    match (F::from_str(&suffix, true).ok(), asked) {
        (Some(by_name), Some(asked)) if by_name != asked => {
            let possible_value = asked.to_possible_value();
            let name = possible_value.as_ref().map_or("", |value| value.get_name());
            let found = format!("--format {name}, but {output} ends in .{suffix}");
            Err(Refusal::new(found, "one of the two formats, or a name with another ending"))
        }
        (_, Some(asked)) => Ok(asked),
        (Some(by_name), None) => Ok(by_name),
        (None, None) => Err(Refusal::new(
            format!("{output}: .{suffix} is not a known format"),
            format!("a name that ends in {endings}, or --format"),
        )),
    }
}

/// The target of an output, as a command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OutputTarget {
    /// Standard output: `-`, or a path that means the same, such as `/dev/stdout`.
    Standard,
    /// The file at this path.
    File(PathBuf),
}

/// The beginnings of paths that mean files which this process has already opened.
const DESCRIPTORS: [&str; 3] = ["/dev/stderr", "/dev/fd/", "/proc/self/fd/"];

impl FromStr for OutputTarget {
    type Err = String;

    /// Reads the name of an output. `-` and the paths of standard output mean standard output.
    /// Refuses an empty name, and the path of any other file that this process has already opened
    /// (see [`DESCRIPTORS`]). Does not check whether the file can be written.
    fn from_str(path: &str) -> Result<OutputTarget, String> {
        match path {
            "" => Err("a file without a name".to_owned()),
            "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Ok(OutputTarget::Standard),
            // Writing would replace the file. Then text that other programs write to it would be
            // lost.
            path if DESCRIPTORS.iter().any(|descriptor| path.starts_with(descriptor)) => Err(
                "a file that is already open; write - for standard output, or the name of another file"
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
    /// Returns the parts of the file's name after its dots, in small letters and in their order. A
    /// dot at the beginning does not count. The list is empty for standard output.
    pub fn suffixes(&self) -> Vec<String> {
        let OutputTarget::File(path) = self else { return Vec::new() };
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.trim_start_matches('.').split('.').skip(1).map(str::to_owned).collect()
    }

    /// Returns the path of the file, or `None` for standard output.
    pub fn path(&self) -> Option<&Path> {
        match self {
            OutputTarget::Standard => None,
            OutputTarget::File(path) => Some(path),
        }
    }

    /// Returns `error` as the failure of writing to this target.
    pub fn write_failure(&self, error: io::Error) -> Failure {
        Failure::Output(self.to_string(), error)
    }
}

/// Refuses outputs that would overwrite an input or each other. Also refuses several outputs that
/// are standard output. Paths are compared by [`draft::is_same_file`], so links count as the same
/// file. Each output has the name of its option, for the refusal.
pub(super) fn validate(outputs: &[(&str, &OutputTarget)], inputs: &[&Path]) -> Result<(), Refusal> {
    for (place, (option, target)) in outputs.iter().enumerate() {
        let is_met = |other: &&(&str, &OutputTarget)| match (&target, other.1) {
            (OutputTarget::Standard, OutputTarget::Standard) => true,
            (OutputTarget::File(one), OutputTarget::File(other)) => draft::is_same_file(one, other),
            _ => false,
        };
        if let Some((other, _)) = outputs[..place].iter().find(is_met) {
            let found = format!("{other} and {option} would both be written to {target}");
            return Err(Refusal::new(found, "another file for one of them"));
        }
        let OutputTarget::File(path) = target else { continue };
        if inputs.iter().any(|input| draft::is_same_file(path, input)) {
            let found = format!("{option} would overwrite {target}, which is read");
            return Err(Refusal::new(found, "another file to write to"));
        }
    }
    Ok(())
}

/// Refuses files that cannot be written, such as a folder or a file in a missing folder. The caller
/// does this before the work whose result is written to these files. Changes no file. Does not
/// check standard output, pipes and devices. Each output has the name of its option, for the
/// refusal.
pub(super) fn validate_writable(outputs: &[(&str, &OutputTarget)]) -> Result<(), Refusal> {
    for (option, target) in outputs {
        let OutputTarget::File(path) = target else { continue };
        // Opening a pipe would wait for its reader.
        if path.exists() && !path.is_file() && !path.is_dir() {
            continue;
        }
        if let Err(error) = Draft::create(path) {
            let found = format!("{option} cannot write {target}: {error}");
            return Err(Refusal::new(found, "a file in a folder that exists and is writable"));
        }
    }
    Ok(())
}

/// An output that is being written: standard output, or a file.
pub(super) struct Output {
    target: OutputTarget,
    writer: OutputWriter,
    /// Whether anything was written. A file to which nothing was written stays unchanged.
    is_written: bool,
}

/// The buffer of an output.
enum OutputWriter {
    /// Standard output, which is locked as long as the output exists.
    Standard(BufWriter<StdoutLock<'static>>),
    /// A draft, which becomes the file at [`Output::close`].
    File(BufWriter<Draft>),
}

impl Output {
    /// Opens standard output. Other threads cannot write to it as long as the output exists.
    pub fn standard() -> Output {
        let writer = OutputWriter::Standard(BufWriter::new(io::stdout().lock()));
        Output { target: OutputTarget::Standard, writer, is_written: false }
    }

    /// Opens an output. A file gets its content only at [`Output::close`]; if the output is not
    /// closed, the file stays unchanged. Fails if the file cannot be written.
    pub fn open(target: &OutputTarget) -> Result<Output, Failure> {
        let OutputTarget::File(path) = target else { return Ok(Output::standard()) };
        let draft = Draft::create(path).map_err(|error| target.write_failure(error))?;
        let writer = OutputWriter::File(BufWriter::new(draft));
        Ok(Output { target: target.clone(), writer, is_written: false })
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self.writer, OutputWriter::Standard(_)) && io::stdout().is_terminal()
    }

    /// Returns whether colour may be used: only on a terminal, and not if `NO_COLOR` is set.
    pub fn allows_colour(&self) -> bool {
        self.is_terminal()
            && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
    }

    /// Writes bytes. Standard output is flushed at once; a file gets them only at
    /// [`Output::close`]. From this call on, [`Output::close`] replaces the file, even if `bytes`
    /// is empty. Fails if the output cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.is_written = true;
        let written = match &mut self.writer {
            OutputWriter::Standard(out) => out.write_all(bytes).and_then(|()| out.flush()),
            OutputWriter::File(out) => out.write_all(bytes),
        };
        written.map_err(|error| self.target.write_failure(error))
    }

    /// Writes a text that is for people and may have colours. Escapes invisible characters, except
    /// control characters. So a name from a file can neither hide nor reverse the text. Fails if
    /// the output cannot be written.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.write(escape_unless(text, char::is_control).as_bytes())
    }

    /// Completes the file, which replaces an older one. A file to which nothing was written keeps
    /// its old content. Does nothing for standard output. Fails if the file cannot be written; the
    /// old content then stays.
    pub fn close(self) -> Result<(), Failure> {
        let OutputWriter::File(out) = self.writer else { return Ok(()) };
        if !self.is_written {
            return Ok(());
        }
        let draft = out.into_inner().map_err(io::IntoInnerError::into_error);
        draft.and_then(Draft::keep).map_err(|error| self.target.write_failure(error))
    }
}

/// Returns a JSON value as text in several lines, with a line break at the end. Escapes characters
/// that nobody can see.
pub(super) fn pretty_json(value: &Value) -> String {
    escape_json(&format!("{value:#}\n")).into_owned()
}

/// Returns a JSON value as text in one line, with a line break at the end. Escapes characters that
/// nobody can see.
pub(super) fn json_line(value: &Value) -> String {
    escape_json(&format!("{value}\n")).into_owned()
}

/// Writes a whole output. Fails if it cannot be written; a file then keeps its old content.
pub(super) fn deliver(target: &OutputTarget, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut output = Output::open(target)?;
    output.write(bytes.as_ref())?;
    output.close()
}
