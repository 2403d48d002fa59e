//! A run as one line of JSON, and the growing file of such lines.
//!
//! A line contains everything needed to repeat the run and to report it. So a report needs only
//! lines, and the lines of several files combine. Each line is written and synced before its run
//! counts as done. If the program is killed, only the runs in progress are lost; opening the file
//! again removes an incomplete last line.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::problem::Exact;
use crate::search::Status;
use crate::solver::external;
use crate::source::json::fault;

pub mod origin;
pub mod question;

use origin::{Outside, RunOrigin};
use question::AskedOf;

/// Finished run; unknown fields are null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of quarrel.
    pub quarrel: String,
    /// Command that repeats the run.
    pub command: String,
    /// Name of the puzzle.
    pub puzzle: String,
    /// Family of the puzzle.
    pub family: String,
    /// Rows and columns.
    pub size: Option<[usize; 2]>,
    /// Text of the board, unless it is a size.
    #[serde(default)]
    pub board: Option<String>,
    /// Question.
    pub question: AskedOf,
    /// Whether the run only determines an optimum.
    #[serde(default)]
    pub reference: bool,
    /// Options of the configuration.
    pub options: BTreeMap<String, String>,
    /// Index in the planned grid.
    #[serde(default)]
    pub configuration: Option<usize>,
    /// Seed of the solver.
    pub seed: u32,
    /// Seed of the scramble.
    pub scramble: Option<u64>,
    /// Scramble of the other runs of the same repetition, if this run had none because its external
    /// solver got no clauses.
    #[serde(default)]
    pub repetition: Option<u64>,
    /// Limit of processor time, in seconds.
    pub time_limit: f64,
    /// Limit of wall time, in seconds.
    #[serde(default)]
    pub wall_limit: Option<f64>,
    /// Memory limit, in megabytes.
    pub memory_limit: Option<u64>,
    /// Ending.
    pub ending: Ending,
    /// Limit that stopped it.
    #[serde(default)]
    pub limit: Option<Limit>,
    /// Exit status.
    #[serde(default)]
    pub exit_status: Option<i32>,
    /// Signal that ended it.
    #[serde(default)]
    pub signal: Option<i32>,
    /// Finding, as `solve` states it.
    pub status: Status,
    /// Value of the answer.
    pub value: Option<Exact>,
    /// Lower bound.
    pub lower_bound: Option<Exact>,
    /// Upper bound.
    pub upper_bound: Option<Exact>,
    /// Variables, including auxiliary ones.
    pub variables: Option<u64>,
    /// Auxiliary variables.
    pub auxiliary: Option<u64>,
    /// Clauses.
    pub clauses: Option<u64>,
    /// Literals in all clauses.
    pub literals: Option<u64>,
    /// Clauses of each group of constraints.
    pub groups: BTreeMap<String, u64>,
    /// Whether the solver was called.
    #[serde(default)]
    pub asked: Option<bool>,
    /// Conflicts.
    pub conflicts: Option<u64>,
    /// Propagated literals.
    pub propagations: Option<u64>,
    /// CaDiCaL's measure of work.
    pub ticks: Option<u64>,
    /// Processor time spent on encoding, in seconds.
    pub encode_seconds: Option<f64>,
    /// Processor time of the solver, in seconds.
    pub solve_seconds: Option<f64>,
    /// Processor time with children, in seconds.
    pub cpu_seconds: f64,
    /// Wall time, in seconds.
    pub wall_seconds: f64,
    /// Peak memory, in megabytes.
    pub memory_mb: Option<f64>,
    /// Why there is no result.
    pub message: Option<String>,
    /// Start of the run, in UTC.
    #[serde(default)]
    pub date: Option<String>,
    /// External solver, if one ran.
    #[serde(default)]
    pub outside: Option<Outside>,
    /// Origin.
    #[serde(default)]
    pub origin: Option<RunOrigin>,
}

/// Thirty years of seconds.
const LARGEST: f64 = 1e9;

/// Limit of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Processor time.
    Cpu,
    /// Wall time.
    Wall,
    /// Memory.
    Memory,
}

/// Ending of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Answered question.
    Solved,
    /// Reached limit.
    Stopped,
    /// Impossible configuration, such as an encoding without a form for a constraint.
    Refused,
    /// Crash or nonsensical output.
    Broken,
}

impl Record {
    /// Returns a simulated run with an optimum. The name of the puzzle begins with its family:
    /// `gunport-4x4`.
    pub fn solved(puzzle: &str, options: &[(&str, &str)], value: i64, seconds: f64) -> Record {
        let option = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let value = Some(Exact::from(value));
        Record {
            quarrel: "0".to_owned(),
            command: format!("quarrel solve {puzzle} {options:?} {seconds}"),
            puzzle: puzzle.to_owned(),
            family: puzzle.split('-').next().unwrap_or_default().to_owned(),
            size: None,
            board: None,
            question: AskedOf::Optimum,
            reference: false,
            options: options.iter().map(option).collect(),
            configuration: None,
            seed: 0,
            scramble: None,
            repetition: None,
            time_limit: 10.0,
            wall_limit: None,
            memory_limit: None,
            ending: Ending::Solved,
            limit: None,
            exit_status: Some(0),
            signal: None,
            status: Status::Optimal,
            value: value.clone(),
            lower_bound: value.clone(),
            upper_bound: value,
            variables: None,
            auxiliary: None,
            clauses: None,
            literals: None,
            groups: BTreeMap::new(),
            asked: Some(true),
            conflicts: None,
            propagations: None,
            ticks: None,
            encode_seconds: None,
            solve_seconds: None,
            cpu_seconds: seconds,
            wall_seconds: seconds,
            memory_mb: None,
            message: None,
            date: None,
            outside: None,
            origin: None,
        }
    }

    /// Returns whether the question was answered.
    pub fn is_solved(&self) -> bool {
        self.ending == Ending::Solved
    }

    /// Returns whether its findings are reliable.
    pub fn is_whole(&self) -> bool {
        matches!(self.ending, Ending::Solved | Ending::Stopped)
    }

    /// Returns whether it has a result without clauses.
    pub fn needed_no_clause(&self) -> bool {
        self.is_solved() && self.clauses == Some(0)
    }

    /// Returns the solver that was called, if any.
    pub fn who_solved(&self) -> Option<&str> {
        let nobody = self.asked.map_or(self.needed_no_clause(), |asked| !asked);
        (!nobody).then(|| self.outside_solver().unwrap_or(EMBEDDED))
    }

    /// Returns the puzzle and the question.
    pub fn instance(&self) -> String {
        match &self.question {
            AskedOf::Optimum | AskedOf::Answer => self.puzzle.clone(),
            question => format!("{} {question}", self.puzzle),
        }
    }

    /// Returns the external solver.
    pub fn outside_solver(&self) -> Option<&str> {
        self.options.get("solver").map(String::as_str).filter(|solver| *solver != EMBEDDED)
    }

    fn heeds_its_seed(&self) -> bool {
        self.outside_solver().is_none_or(|command| command.contains(external::SEED))
    }

    /// Returns the chance of the run: the formula with the solver's work or, if unknown, its seed.
    /// Equal values mean a repeated run.
    pub fn luck(&self) -> Luck {
        let work = match (self.conflicts, self.propagations, self.ticks) {
            (Some(conflicts), Some(propagations), Some(ticks)) => {
                Some([conflicts, propagations, ticks])
            }
            _ => None,
        };
        let seed = (work.is_none() && self.heeds_its_seed()).then_some(self.seed);
        Luck { scramble: self.scramble, seed, work }
    }

    fn impossible(&self) -> Option<String> {
        let limits = [("time_limit", Some(self.time_limit)), ("wall_limit", self.wall_limit)];
        let times = [
            ("cpu_seconds", Some(self.cpu_seconds)),
            ("wall_seconds", Some(self.wall_seconds)),
            ("encode_seconds", self.encode_seconds),
            ("solve_seconds", self.solve_seconds),
            ("memory_mb", self.memory_mb),
        ];
        let wrong = limits
            .into_iter()
            .find(|&(_, value)| value.is_some_and(|value| !value.is_finite() || value <= 0.0))
            .or(times
                .into_iter()
                .find(|&(_, value)| value.is_some_and(|value| !(0.0..=LARGEST).contains(&value))));
        wrong.map(|(name, value)| format!("{name} is {:e}", value.unwrap_or_default()))
    }

    /// Old lines have 0 for the work of external solvers, and wall time as processor time of parts.
    fn forget_what_was_not_known(&mut self) {
        if self.origin.is_some() {
            return;
        }
        if self.outside_solver().is_some() {
            (self.conflicts, self.propagations, self.ticks) = (None, None, None);
        }
        (self.encode_seconds, self.solve_seconds) = (None, None);
    }
}

/// The chance in a run, equal for repeated runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Luck {
    scramble: Option<u64>,
    seed: Option<u32>,
    work: Option<[u64; 3]>,
}

const EMBEDDED: &str = "cadical";

/// Why lines cannot be read or written.
#[derive(thiserror::Error, Debug)]
pub enum ResultsError {
    /// Unreadable file.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, io::Error),
    /// Unwritable file.
    #[error("cannot write {0}: {1}")]
    Unwritable(PathBuf, io::Error),
    /// Locked file.
    #[error("{0}: another comparison is writing this file")]
    InUse(PathBuf),
    /// Foreign file.
    #[error("{0}: no lines of a comparison; name another file")]
    Foreign(PathBuf),
    /// Invalid line.
    #[error("{0}:{1}:{2}: {3}; expected a line written by quarrel compare")]
    Line(PathBuf, usize, usize, String),
    /// Too large.
    #[error(
        "{0}:{1}: a line of {LONGEST} bytes or more than {MOST} lines; expected results of \
         quarrel compare, if necessary in several files"
    )]
    TooLarge(PathBuf, usize),
    /// Impossible number.
    #[error("{0}:{1}: {2}; expected times from 0 to {LARGEST} seconds, and limits above 0")]
    Number(PathBuf, usize, String),
}

/// Growing file of lines.
pub struct Results {
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens or creates a file for this process alone, and removes an incomplete last line.
    pub fn open(path: &Path) -> Result<(Results, Vec<Record>), ResultsError> {
        let failed = |error| ResultsError::Unwritable(path.to_owned(), error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        // Devices may have no end.
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(ResultsError::Foreign(path.to_owned()));
        }
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ResultsError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let known = whole_lines(path, &mut BufReader::new(&file))?;
        file.set_len(known.bytes).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if known.lacks_its_end {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok((Results { path: path.to_owned(), file }, known.records))
    }

    /// Adds a run and syncs it.
    pub fn add(&mut self, record: &Record) -> Result<(), ResultsError> {
        let line = serde_json::to_string(record).expect("texts and numbers can be written as JSON");
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(|error| ResultsError::Unwritable(self.path.clone(), error))
    }
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<Record>, ResultsError> {
    let file =
        File::open(path).map_err(|error| ResultsError::Unreadable(path.to_owned(), error))?;
    read_from(path, &mut BufReader::new(file))
}

/// Reads an open file.
pub fn read_from(path: &Path, reader: &mut impl BufRead) -> Result<Vec<Record>, ResultsError> {
    whole_lines(path, reader).map(|known| known.records)
}

/// Most bytes of a line, and most lines of a file.
const LONGEST: u64 = 8 << 20;
const MOST: usize = 1_000_000;

struct KnownRuns {
    records: Vec<Record>,
    bytes: u64,
    /// Whether the line end is missing.
    lacks_its_end: bool,
}

const BEGINNING: &[u8] = br#"{"quarrel":"#;

/// Reads the complete lines, and ignores an incomplete last line of ours.
fn whole_lines(path: &Path, reader: &mut impl BufRead) -> Result<KnownRuns, ResultsError> {
    let mut known = KnownRuns { records: Vec::new(), bytes: 0, lacks_its_end: false };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = reader.take(LONGEST).read_until(b'\n', &mut line);
        let read = read.map_err(|error| ResultsError::Unreadable(path.to_owned(), error))?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST || known.records.len() == MOST {
            return Err(ResultsError::TooLarge(path.to_owned(), number));
        }
        let record = parse(path, number, &line);
        if line.last() != Some(&b'\n') && record.is_err() {
            if line.starts_with(BEGINNING) || BEGINNING.starts_with(&line) {
                break;
            }
            return Err(ResultsError::Foreign(path.to_owned()));
        }
        known.records.extend(record?);
        known.bytes += read as u64;
        known.lacks_its_end = line.last() != Some(&b'\n');
    }
    Ok(known)
}

/// `None` for an empty line.
fn parse(path: &Path, number: usize, line: &[u8]) -> Result<Option<Record>, ResultsError> {
    let line = str::from_utf8(line).map_err(|_| ResultsError::Foreign(path.to_owned()))?;
    if line.trim().is_empty() {
        return Ok(None);
    }
    let mut record: Record = serde_json::from_str(line).map_err(|error| {
        let column = error.column();
        let told = fault(line, &error);
        let found = told.split(" at line ").next().unwrap_or(&told).to_owned();
        ResultsError::Line(path.to_owned(), number, column, found)
    })?;
    if let Some(wrong) = record.impossible() {
        return Err(ResultsError::Number(path.to_owned(), number, wrong));
    }
    record.forget_what_was_not_known();
    Ok(Some(record))
}

#[cfg(test)]
pub(crate) mod tests {
    use num_traits::ToPrimitive;

    use super::*;
    use crate::record::origin::{Build, Machine, Start};

    /// Invented origin.
    pub fn origin(date: &str) -> RunOrigin {
        RunOrigin {
            machine: Machine {
                label: "node".to_owned(),
                system: None,
                cpu: Some("a processor".to_owned()),
                cores: 2,
                frequency: None,
                memory_mb: Some(8000),
            },
            build: Build {
                version: "0".to_owned(),
                commit: None,
                profile: "release".to_owned(),
                checksum: None,
                solver: "cadical".to_owned(),
            },
            start: Start {
                date: date.to_owned(),
                process: 1,
                command: "quarrel compare".to_owned(),
                jobs: 1,
                order_seed: 0,
                load: Some(0.0),
            },
        }
    }

    /// Solved run of a puzzle.
    pub fn record(puzzle: &str, options: &[(&str, &str)], cpu: f64) -> Record {
        let work = |rate: f64| (cpu * rate).to_u64();
        Record {
            size: Some([8, 8]),
            variables: Some(10),
            auxiliary: Some(4),
            clauses: Some(20),
            literals: Some(50),
            groups: BTreeMap::from([("rows".to_owned(), 20)]),
            conflicts: work(1000.0),
            propagations: work(100_000.0),
            ticks: work(1e9),
            encode_seconds: Some(0.1 * cpu),
            solve_seconds: Some(0.9 * cpu),
            memory_mb: Some(10.0),
            origin: Some(origin("2026-11-21T12:00:00.000Z")),
            ..Record::solved(puzzle, options, 5, cpu)
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
        assert!(matches!(Results::open(&path), Err(ResultsError::Line(_, 1, ..))));
        std::fs::write(&path, text.trim_end()).expect("a file");
        let (results, known) = Results::open(&path).expect("a file");
        assert_eq!(known, lines, "a last line without its end is one");
        drop(results);
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
        std::fs::write(&path, text.replacen("\"cpu_seconds\":0.25", "\"cpu_seconds\":-1", 1))
            .expect("a file");
        assert!(matches!(read(&path), Err(ResultsError::Number(_, 1, _))));
        for foreign in ["a letter", "one\nline and a half", "{}\n{", "\u{fc}\n"] {
            std::fs::write(&path, foreign).expect("a file");
            assert!(Results::open(&path).is_err(), "{foreign}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), foreign, "left as it was");
        }
    }
}
