//! What is known of a run, as one line of JSON; a file of such lines, which grows as runs end.
//!
//! A line has everything that is needed to run it again and everything that a report draws, so a report
//! needs nothing but lines, and the lines of several files go together. Each is written at once and
//! synced before the next run is counted as done: whoever kills the program loses the runs in flight,
//! and a line that was cut off is cut away when the file is opened again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A run that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the program.
    pub quarrel: String,
    /// The command that runs it again.
    pub command: String,
    /// The puzzle, by a name.
    pub puzzle: String,
    /// Its family.
    pub family: String,
    /// Rows and columns of its board.
    pub size: [usize; 2],
    /// The text of its board, where it is not a size alone.
    #[serde(default)]
    pub board: Option<String>,
    /// What was asked of it: `optimum`, `answer`, or a bound such as `sat 34`, `unsat 33`, `bound 40`.
    pub question: String,
    /// Whether it was made to know an optimum, and not to be compared.
    #[serde(default)]
    pub reference: bool,
    /// The options of the configuration.
    pub options: BTreeMap<String, String>,
    /// The solver's seed.
    pub seed: u32,
    /// The seed by which the formula was scrambled, where it was.
    pub scramble: Option<u64>,
    /// Seconds after which it was to stop.
    pub time_limit: f64,
    /// Megabytes at which it was to stop.
    pub memory_limit: Option<u64>,
    /// How it ended.
    pub ending: Ending,
    /// What it found, as `solve` says it.
    pub status: String,
    /// The value of its answer.
    pub value: Option<u64>,
    /// No answer is below this.
    pub lower_bound: Option<u64>,
    /// The optimum is not above this.
    pub upper_bound: Option<u64>,
    /// Variables, the encodings' among them.
    pub variables: u64,
    /// Those that the encodings took.
    pub auxiliary: u64,
    /// Clauses.
    pub clauses: u64,
    /// Literals in all clauses.
    pub literals: u64,
    /// Clauses of each group of constraints.
    pub groups: BTreeMap<String, u64>,
    /// Conflicts of the solver.
    pub conflicts: u64,
    /// Literals that it propagated.
    pub propagations: u64,
    /// CaDiCaL's measure of work.
    pub ticks: u64,
    /// Seconds spent on writing clauses.
    pub encode_seconds: f64,
    /// Seconds spent in the solver.
    pub solve_seconds: f64,
    /// Processor time of the process and of what it started, in seconds.
    pub cpu_seconds: f64,
    /// Seconds from its start to its end.
    pub wall_seconds: f64,
    /// The most memory that it had, in megabytes.
    pub memory_mb: f64,
    /// Why there is no result, where there is none.
    pub message: Option<String>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// With the result that was asked for.
    Solved,
    /// At a limit.
    Stopped,
    /// The configuration cannot be: an encoding has no form for a constraint, for one.
    Refused,
    /// Otherwise: a crash, or a solver that answers nonsense.
    Broken,
}

impl Record {
    /// Whether the question was answered.
    pub fn is_solved(&self) -> bool {
        self.ending == Ending::Solved
    }

    /// Whether it is a run at all.
    pub fn counts(&self) -> bool {
        matches!(self.ending, Ending::Solved | Ending::Stopped)
    }

    /// The puzzle and the question.
    pub fn instance(&self) -> String {
        match self.question.as_str() {
            "optimum" | "answer" => self.puzzle.clone(),
            question => format!("{} {question}", self.puzzle),
        }
    }
}

/// Why lines cannot be read or written.
#[derive(thiserror::Error, Debug)]
pub enum ResultsError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Somebody else is writing it.
    #[error("{0}: another comparison is writing this file")]
    InUse(PathBuf),
    /// The file is none of ours.
    #[error("{0}: no lines of a comparison; name another file")]
    Foreign(PathBuf),
    /// A line is none of ours.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, serde_json::Error),
}

/// A file to which the lines of runs are added.
pub struct Results {
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens a file, or makes it, for this process alone; returns the runs that are in it. The rest of a
    /// line that was cut off is cut away.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, is being written by another, or has other lines.
    pub fn open(path: &Path) -> Result<(Results, Vec<Record>), ResultsError> {
        let failed = |error| ResultsError::File(path.to_owned(), error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ResultsError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (whole, rest) = split(&bytes);
        let records = parse(path, whole)?;
        // Nothing is cut away but the beginning of a line of ours.
        if !rest.starts_with(BEGINNING) && !BEGINNING.starts_with(rest) {
            return Err(ResultsError::Foreign(path.to_owned()));
        }
        file.set_len(whole.len() as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Results { path: path.to_owned(), file }, records))
    }

    /// Adds a run. It is on the disk when this returns.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), ResultsError> {
        let line = serde_json::to_string(record).expect("texts and numbers have a form in JSON");
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(|error| ResultsError::File(self.path.clone(), error))
    }
}

/// Reads the runs of a file that somebody may be writing.
///
/// # Errors
///
/// If the file cannot be read or has other lines.
pub fn read(path: &Path) -> Result<Vec<Record>, ResultsError> {
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|error| ResultsError::File(path.to_owned(), error))?;
    parse(path, split(&bytes).0)
}

/// How every line begins.
const BEGINNING: &[u8] = br#"{"quarrel":"#;

/// The whole lines, and what is behind them.
fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    bytes.split_at(end)
}

fn parse(path: &Path, whole: &[u8]) -> Result<Vec<Record>, ResultsError> {
    let text = str::from_utf8(whole).map_err(|_| ResultsError::Foreign(path.to_owned()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        let wrong = |error| ResultsError::Line(path.to_owned(), number + 1, error);
        serde_json::from_str(line).map_err(wrong)
    };
    lines.map(read).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A run of a puzzle, solved.
    pub fn record(puzzle: &str, options: &[(&str, &str)], cpu: f64) -> Record {
        let option = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        Record {
            quarrel: "0".to_owned(),
            command: format!("quarrel solve {puzzle} {options:?} {cpu}"),
            puzzle: puzzle.to_owned(),
            family: puzzle.split('-').next().unwrap_or_default().to_owned(),
            size: [8, 8],
            board: None,
            question: "optimum".to_owned(),
            reference: false,
            options: options.iter().map(option).collect(),
            seed: 0,
            scramble: None,
            time_limit: 10.0,
            memory_limit: None,
            ending: Ending::Solved,
            status: "optimal".to_owned(),
            value: Some(5),
            lower_bound: Some(5),
            upper_bound: Some(5),
            variables: 10,
            auxiliary: 4,
            clauses: 20,
            literals: 50,
            groups: BTreeMap::from([("rows".to_owned(), 20)]),
            conflicts: (cpu * 1000.0) as u64,
            propagations: (cpu * 100_000.0) as u64,
            ticks: 0,
            encode_seconds: 0.0,
            solve_seconds: cpu,
            cpu_seconds: cpu,
            wall_seconds: cpu,
            memory_mb: 10.0,
            message: None,
        }
    }

    #[test]
    fn what_is_added_is_read_and_a_line_cut_off_is_cut_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        let lines = [record("gunport-4x4", &[("amo", "pairwise")], 0.25), record("x-1", &[], 1.0)];
        let (mut results, known) = Results::open(&path).expect("a new file");
        assert!(known.is_empty());
        assert!(matches!(Results::open(&path), Err(ResultsError::InUse(_))));
        results.add(&lines[0]).expect("room");
        results.add(&lines[1]).expect("room");
        drop(results);
        let text = std::fs::read_to_string(&path).expect("written");
        std::fs::write(&path, &text[..text.len() - 20]).expect("a file");
        assert_eq!(read(&path).expect("lines"), lines[..1]);
        let (mut results, known) = Results::open(&path).expect("a file");
        assert_eq!(known, lines[..1]);
        results.add(&lines[1]).expect("room");
        assert_eq!(read(&path).expect("lines"), lines);
        drop(results);
        std::fs::write(&path, "{}\n").expect("a file");
        assert!(matches!(Results::open(&path), Err(ResultsError::Line(_, 1, _))));
        for foreign in ["a letter", "one\nline and a half", "{}\n{", "\u{fc}\n"] {
            std::fs::write(&path, foreign).expect("a file");
            assert!(Results::open(&path).is_err(), "{foreign}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), foreign, "left as it was");
        }
    }
}
