//! A run as one line of JSON, and the growing file of such lines.
//!
//! A line contains everything that is needed to repeat its run and to report it. So lines of
//! several files can be combined. A line is synced to disk before its run counts as done. If the
//! program is killed, only the runs in progress are lost.
//!
//! A record has all its fields side by side. Groups of fields with serde's `flatten` were tried and
//! given up. With them, 100,000 lines of 42 fields took 2.1 s to read instead of 0.5 s, and an
//! error named the end of its line instead of its column.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::problem::Rational;
use crate::search::Status;
use crate::solver::external;
use crate::source::json::describe_error;

pub mod origin;
pub mod question;
pub mod steps;

use origin::{RunOrigin, SolverVersion};
use question::RunQuestion;
use steps::RecordedStep;

/// A finished run: its question, result and origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of quarrel that made the run.
    pub quarrel: String,
    /// Command that repeats the run.
    pub command: String,
    /// Name of the puzzle, which is unique within a comparison.
    pub puzzle: String,
    /// Name of the puzzle's family.
    pub family: String,
    /// The numbers of rows and columns, if the puzzle has a size.
    pub size: Option<[usize; 2]>,
    /// The text of the board, or the hash of its file. It is `None` if the size alone defines the
    /// board.
    #[serde(default)]
    pub board: Option<String>,
    /// The question that the run asks about the puzzle, with the value that the question contains.
    pub question: RunQuestion,
    /// Whether this is a reference run. Such a run only finds an optimum for the questions of other
    /// runs, and is not compared.
    #[serde(default)]
    pub reference: bool,
    /// Options of the configuration, with their values.
    pub options: BTreeMap<String, String>,
    /// Index of the configuration in the planned combinations of options. It is `None` for
    /// reference runs, and in lines that do not record it.
    #[serde(default)]
    pub configuration: Option<usize>,
    /// Seed of the solver.
    pub seed: u32,
    /// Seed of the scramble. It is `None` if the formula is not scrambled.
    pub scramble: Option<u64>,
    /// The scramble that the other runs of this repetition have. It is recorded only if this run
    /// has no scramble because its external solver reads no clauses.
    #[serde(default)]
    pub repetition: Option<u64>,
    /// The limit of processor time, in seconds.
    pub time_limit: f64,
    /// The limit of wall time, in seconds. It is `None` for no limit.
    #[serde(default)]
    pub wall_limit: Option<f64>,
    /// The memory limit, in megabytes. It is `None` for no limit.
    pub memory_limit: Option<u64>,
    /// The way in which the run ended.
    pub ending: Ending,
    /// The limit that stopped the run. It is `None` if no limit stopped it.
    #[serde(default)]
    pub limit: Option<Limit>,
    /// Exit status of the process. It is `None` if a signal ended the process.
    #[serde(default)]
    pub exit_status: Option<i32>,
    /// The number of the signal that ended the process. It is `None` if no signal ended it.
    #[serde(default)]
    pub signal: Option<i32>,
    /// The conclusion of the run, as `solve` reports it.
    pub status: Status,
    /// The value of the best answer. It is `None` if there is no objective or no answer.
    pub value: Option<Rational>,
    /// The least possible value of the optimum, if a lower bound is known.
    pub lower_bound: Option<Rational>,
    /// The largest possible value of the optimum, if an upper bound is known.
    pub upper_bound: Option<Rational>,
    /// The bounds after each change, in the order of time. It is empty in lines that do not record
    /// them, and if the run reports none, as with a solver that answers the whole question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<RecordedStep>,
    /// Number of variables, including auxiliary ones. If the run ended before the sizes of the
    /// formula were known, the numbers of variables, auxiliary variables, clauses and literals are
    /// `None`.
    pub variables: Option<u64>,
    /// Number of auxiliary variables, which encodings add.
    pub auxiliary: Option<u64>,
    /// Number of clauses of the formula.
    pub clauses: Option<u64>,
    /// Number of literals in all clauses.
    pub literals: Option<u64>,
    /// Number of clauses of each group of constraints.
    pub groups: BTreeMap<String, u64>,
    /// Whether the solver was called. It is `None` if this is unknown.
    #[serde(default)]
    pub asked: Option<bool>,
    /// Number of cubes that were bounded, or of linear programs that were solved in a tree. It is
    /// `None` if there were none, or if this is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubes: Option<u64>,
    /// Number of conflicts of the solver, if known.
    pub conflicts: Option<u64>,
    /// Number of literals that the solver propagated, if known.
    pub propagations: Option<u64>,
    /// CaDiCaL's estimate of its memory accesses. It is `None` for other solvers.
    pub ticks: Option<u64>,
    /// Processor time spent on encoding, in seconds, if known.
    pub encode_seconds: Option<f64>,
    /// Processor time of the solver, in seconds, if known.
    pub solve_seconds: Option<f64>,
    /// Processor time of the process and its children, in seconds.
    pub cpu_seconds: f64,
    /// Wall time from the start of the process to its end, in seconds.
    pub wall_seconds: f64,
    /// Peak memory that the run itself measured, in megabytes, if known.
    pub memory_mb: Option<f64>,
    /// The reason why there is no result, in words. It is `None` if there is a result, or if no
    /// reason is known.
    pub message: Option<String>,
    /// The time at which the run began, in UTC.
    #[serde(default)]
    pub date: Option<String>,
    /// Version and checksums of the external solver. It is `None` for the embedded solver.
    #[serde(default)]
    pub outside: Option<SolverVersion>,
    /// The machine, build and start of the command.
    #[serde(default)]
    pub origin: Option<RunOrigin>,
}

/// The largest accepted number of seconds, about thirty years. It is also the largest accepted
/// number of megabytes of memory.
const LARGEST: f64 = 1e9;

/// A limit that stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The run reached its limit of processor time.
    Cpu,
    /// The run reached its limit of wall time.
    Wall,
    /// The run reached its memory limit.
    Memory,
}

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The run answered its question within the limits.
    Solved,
    /// The run was stopped before it had a result, mostly by a limit.
    Stopped,
    /// The configuration is impossible. For example, an encoding cannot encode a constraint.
    Refused,
    /// The run crashed, or its output was unusable.
    Broken,
}

impl Record {
    /// Returns whether the run answered its question.
    pub fn is_solved(&self) -> bool {
        self.ending == Ending::Solved
    }

    /// Returns whether the run neither crashed nor was refused.
    pub fn is_usable(&self) -> bool {
        matches!(self.ending, Ending::Solved | Ending::Stopped)
    }

    /// Returns whether the run answered its question before any clause was needed. Cubes and linear
    /// programs count as clauses if the configuration chooses the search or the cuts, since their work
    /// is then compared.
    pub fn needed_no_clause(&self) -> bool {
        let chooses_search = ["search", "cuts"].iter().any(|&one| self.options.contains_key(one));
        let has_cubes = self.cubes.is_some_and(|number| number > 0);
        self.is_solved() && self.clauses == Some(0) && !(has_cubes && chooses_search)
    }

    /// Returns whether the run has found two different values, one after the other, in its steps.
    pub fn has_improved_value(&self) -> bool {
        let mut values = self.steps.iter().filter_map(|step| step.best.as_ref());
        values.next().is_some_and(|first| values.any(|value| value != first))
    }

    /// Returns the name of the embedded solver or the command of the external solver. Returns
    /// `None` if no solver was called. If the record does not say whether a solver was called, no
    /// solver counts as called if the run is solved and has no clauses.
    pub fn solver_name(&self) -> Option<&str> {
        let nobody = self.asked.map_or(self.needed_no_clause(), |asked| !asked);
        (!nobody).then(|| self.external_solver().unwrap_or(EMBEDDED))
    }

    /// Returns the name of the puzzle with the question. If the question asks for the optimum or
    /// for any answer, returns only the name of the puzzle.
    pub fn instance(&self) -> String {
        match &self.question {
            RunQuestion::Optimum | RunQuestion::Answer => self.puzzle.clone(),
            question => format!("{} {question}", self.puzzle),
        }
    }

    /// Returns the command of the external solver. Returns `None` for the embedded solver.
    pub fn external_solver(&self) -> Option<&str> {
        self.options.get("solver").map(String::as_str).filter(|solver| *solver != EMBEDDED)
    }

    /// Returns whether the solver uses the seed. An external solver uses it only if its command has
    /// the placeholder for a seed.
    fn uses_seed(&self) -> bool {
        self.external_solver().is_none_or(|command| command.contains(external::SEED))
    }

    /// Returns the part of the run that depends on chance: the scramble and the solver's work. If
    /// the conflicts, propagations or ticks are unknown, the seed replaces the work. But a seed
    /// that the solver does not use is left out.
    pub fn luck(&self) -> Luck {
        let work = match (self.conflicts, self.propagations, self.ticks) {
            (Some(conflicts), Some(propagations), Some(ticks)) => {
                Some([conflicts, propagations, ticks])
            }
            _ => None,
        };
        let seed = (work.is_none() && self.uses_seed()).then_some(self.seed);
        Luck { scramble: self.scramble, seed, work }
    }

    /// Describes, in words, the first number of the record that no run can have. The limits are
    /// checked first; they must be positive and finite. Then the times and the amount of memory are
    /// checked; they must be from 0 to [`LARGEST`]. Unknown numbers are not checked. Returns `None`
    /// if all of these numbers are possible.
    fn impossible_value(&self) -> Option<String> {
        let limits = [("time_limit", Some(self.time_limit)), ("wall_limit", self.wall_limit)];
        let times = [
            ("cpu_seconds", Some(self.cpu_seconds)),
            ("wall_seconds", Some(self.wall_seconds)),
            ("encode_seconds", self.encode_seconds),
            ("solve_seconds", self.solve_seconds),
            ("memory_mb", self.memory_mb),
        ];
        let steps = self.steps.iter().map(|step| ("steps", Some(step.cpu_seconds)));
        let known = |(name, value): (_, Option<f64>)| Some((name, value?));
        let mut wrong_limits = limits
            .into_iter()
            .filter_map(known)
            .filter(|(_, value)| !value.is_finite() || *value <= 0.0);
        let mut wrong_times = times
            .into_iter()
            .chain(steps)
            .filter_map(known)
            .filter(|(_, value)| !(0.0..=LARGEST).contains(value));
        let (name, value) = wrong_limits.next().or_else(|| wrong_times.next())?;
        Some(format!("{name} is {value:e}"))
    }

    /// Removes values that are wrong in old lines. In such lines, the work of external solvers is
    /// 0, and the processor times of encoding and solving are really wall times. A line counts as
    /// old if it has no origin. Other lines stay unchanged.
    fn remove_wrong_values(&mut self) {
        if self.origin.is_some() {
            return;
        }
        if self.external_solver().is_some() {
            (self.conflicts, self.propagations, self.ticks) = (None, None, None);
        }
        (self.encode_seconds, self.solve_seconds) = (None, None);
    }
}

/// The part of a run that depends on chance. If it is equal in two runs of one configuration on one
/// board, one of these runs only repeats the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Luck {
    /// The seed of the scramble. It is `None` if the formula is not scrambled.
    scramble: Option<u64>,
    /// The seed of the solver. It is `None` if `work` is known, or if the solver uses no seed.
    seed: Option<u32>,
    /// The conflicts, propagations and ticks of the solver. It is `None` if one of the three is
    /// unknown.
    work: Option<[u64; 3]>,
}

/// The name of the embedded solver in the options of a configuration.
const EMBEDDED: &str = "cadical";

/// The reason why a file of results cannot be read or written.
#[derive(thiserror::Error, Debug)]
pub enum ResultsError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, io::Error),
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritable(PathBuf, io::Error),
    /// Another comparison is writing the file.
    #[error("{0}: another comparison is writing this file")]
    InUse(PathBuf),
    /// The file does not contain lines of results.
    #[error("{0} has no lines written by quarrel compare; name another file")]
    Foreign(PathBuf),
    /// A line is invalid. The numbers are those of the line and the column.
    #[error("{0}:{1}:{2}: {3}; expected a line written by quarrel compare")]
    Line(PathBuf, usize, usize, String),
    /// The line with this number is too long, or there are more lines before it than a file may
    /// have.
    #[error(
        "{0}:{1}: a line of {LONGEST} bytes or more, or more than {MOST} lines; expected results \
         of quarrel compare, if necessary in several files"
    )]
    TooLarge(PathBuf, usize),
    /// The line with this number has an impossible time or limit.
    #[error("{0}:{1}: {2}; expected times from 0 to {LARGEST} seconds, and limits above 0")]
    Number(PathBuf, usize, String),
}

/// A growing file of lines of results.
pub struct Results {
    /// The path of the file, for messages.
    path: PathBuf,
    /// The file, locked by this process. The next line is written at its end.
    file: File,
}

impl Results {
    /// Opens or creates a file for this process alone, and returns it with its records. If the last
    /// line is incomplete and was begun by quarrel, removes it. If the last line lacks only its
    /// line break, completes it. The next record is written at the end. If the content is invalid,
    /// the file is not changed.
    ///
    /// # Errors
    ///
    /// If the file is in use, cannot be read or written, or is no regular file. If the file does
    /// not contain valid lines of results. If the file is too large: it has a line of 8 MiB or
    /// more, or more than a million records.
    pub fn open(path: &Path) -> Result<(Results, Vec<Record>), ResultsError> {
        let failed = |error| ResultsError::Unwritable(path.to_owned(), error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        // Only regular files are read, since the content of a device may never end.
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(ResultsError::Foreign(path.to_owned()));
        }
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ResultsError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let known = read_lines(path, &mut BufReader::new(&file))?;
        file.set_len(known.bytes).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if known.lacks_its_end {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok((Results { path: path.to_owned(), file }, known.records))
    }

    /// Adds the line of a run at the end of the file, and syncs the file. After an error, a part of
    /// the line may be in the file. [`Results::open`] removes it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), ResultsError> {
        let line = serde_json::to_string(record).expect("texts and numbers can be written as JSON");
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        let synced = written.and_then(|()| self.file.sync_data());
        synced.map_err(|error| ResultsError::Unwritable(self.path.clone(), error))
    }
}

/// Reads the records in a file, without a lock. Ignores empty lines. If the last line is incomplete
/// and was begun by quarrel, ignores it too.
///
/// # Errors
///
/// If the file cannot be read or has an invalid line.
pub fn read(path: &Path) -> Result<Vec<Record>, ResultsError> {
    let file =
        File::open(path).map_err(|error| ResultsError::Unreadable(path.to_owned(), error))?;
    read_from(path, &mut BufReader::new(file))
}

/// Reads the records in an open file, from its present position to its end. Works as [`read`].
/// `path` is the file's name in errors.
///
/// # Errors
///
/// If the file cannot be read or has an invalid line.
pub fn read_from(path: &Path, reader: &mut impl BufRead) -> Result<Vec<Record>, ResultsError> {
    read_lines(path, reader).map(|known| known.records)
}

/// The least length of a line, in bytes, at which the line is refused.
const LONGEST: u64 = 8 << 20;
/// The greatest number of records in a file.
const MOST: usize = 1_000_000;

/// The records that a file contains.
struct FileRecords {
    records: Vec<Record>,
    /// The length of the file in bytes, without an incomplete last line.
    bytes: u64,
    /// Whether the last line has a whole record, but no line break.
    lacks_its_end: bool,
}

/// The beginning of each line. An incomplete last line is removed only if it begins so, or if it is
/// a part of this beginning.
const BEGINNING: &[u8] = br#"{"quarrel":"#;

/// Reads the lines of a file from the present position of `reader` to the end. Returns the records,
/// the length without an incomplete last line, and whether the last line lacks only its line break.
/// Skips blank lines, and an incomplete last line that quarrel began. Fails if reading fails, or at
/// the first line that is invalid, has [`LONGEST`] bytes or more, or comes after [`MOST`] records.
/// If the last line is incomplete and was not begun by quarrel, fails with
/// [`ResultsError::Foreign`]. `path` is only for errors.
fn read_lines(path: &Path, reader: &mut impl BufRead) -> Result<FileRecords, ResultsError> {
    let mut known = FileRecords { records: Vec::new(), bytes: 0, lacks_its_end: false };
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
        let record = parse_line(path, number, &line);
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

/// Reads a line. Removes values that are wrong in old lines. `path` and `number` (from 1) are the
/// file and the line for errors. Returns `None` if the line is blank. Fails with
/// [`ResultsError::Foreign`] if the line is not UTF-8, with [`ResultsError::Line`] if it is not a
/// record, and with [`ResultsError::Number`] if it has an impossible number.
fn parse_line(path: &Path, number: usize, line: &[u8]) -> Result<Option<Record>, ResultsError> {
    let line = str::from_utf8(line).map_err(|_| ResultsError::Foreign(path.to_owned()))?;
    if line.trim().is_empty() {
        return Ok(None);
    }
    let mut record: Record = serde_json::from_str(line).map_err(|error| {
        let column = error.column();
        let message = describe_error(line, &error);
        let found = message.split(" at line ").next().unwrap_or(&message).to_owned();
        ResultsError::Line(path.to_owned(), number, column, found)
    })?;
    if let Some(wrong) = record.impossible_value() {
        return Err(ResultsError::Number(path.to_owned(), number, wrong));
    }
    record.remove_wrong_values();
    Ok(Some(record))
}

#[cfg(test)]
pub(crate) mod tests {
    use num_traits::ToPrimitive;

    use super::*;
    use crate::record::origin::{Build, Machine, Start};

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

    /// Returns an invented run with an optimum. The name of the puzzle must begin with the name of
    /// its family, as in `gunport-4x4`.
    fn solved(puzzle: &str, options: &[(&str, &str)], value: i64, seconds: f64) -> Record {
        let option = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let value = Some(Rational::from(value));
        Record {
            quarrel: "0".to_owned(),
            command: format!("quarrel solve {puzzle} {options:?} {seconds}"),
            puzzle: puzzle.to_owned(),
            family: puzzle.split('-').next().unwrap_or_default().to_owned(),
            size: None,
            board: None,
            question: RunQuestion::Optimum,
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
            steps: Vec::new(),
            variables: None,
            auxiliary: None,
            clauses: None,
            literals: None,
            groups: BTreeMap::new(),
            asked: Some(true),
            cubes: None,
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
            ..solved(puzzle, options, 5, cpu)
        }
    }

    fn with_steps(record: Record) -> Record {
        let step = |best: Option<i64>, cpu_seconds| RecordedStep {
            best: best.map(Rational::from),
            proved: 3.into(),
            cpu_seconds,
        };
        Record { steps: vec![step(None, 0.0), step(Some(8), 0.5), step(Some(5), 0.75)], ..record }
    }

    #[test]
    fn a_tree_is_compared_if_the_search_or_the_cuts_are_chosen() {
        let of = |options: &[(&str, &str)], cubes: Option<u64>| {
            Record { clauses: Some(0), cubes, ..record("x", options, 1.0) }.needed_no_clause()
        };
        assert!(of(&[("amo", "pairwise")], Some(9)), "encodings change nothing in a tree");
        assert!(of(&[("cuts", "none")], None) && of(&[("cuts", "none")], Some(0)));
        assert!(!of(&[("cuts", "none")], Some(9)) && !of(&[("search", "cubes")], Some(9)));
    }

    #[test]
    fn steps_are_arrays_of_a_line_and_older_lines_have_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        let old = record("x-1", &[], 1.0);
        let new = with_steps(old.clone());
        let [old_line, line] =
            [&old, &new].map(|record| serde_json::to_string(record).expect("JSON"));
        let steps = "\"steps\":[[null,3,0.0],[8,3,0.5],[5,3,0.75]],";
        assert_eq!(line.replacen(steps, "", 1), old_line);
        std::fs::write(&path, format!("{old_line}\n{line}\n")).expect("a file");
        assert_eq!(read(&path).expect("lines"), [old.clone(), new.clone()]);
        assert!(new.has_improved_value() && !old.has_improved_value());
        let single = Record { steps: new.steps[..2].to_vec(), ..new };
        assert!(!single.has_improved_value());
        let wrong = line.replacen("0.75]", "-0.75]", 1);
        std::fs::write(&path, format!("{wrong}\n")).expect("a file");
        assert!(matches!(read(&path), Err(ResultsError::Number(_, 1, _))));
    }

    #[test]
    fn what_is_added_is_read_and_a_line_cut_off_is_cut_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        let first = with_steps(record("gunport-4x4", &[("amo", "pairwise")], 0.25));
        let lines = [first, record("x-1", &[], 1.0)];
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
        assert_eq!(known, lines, "a last line without a line break still counts as a line");
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
