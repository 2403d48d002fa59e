//! What is known of a run, as one line of JSON; a file of such lines, which grows as runs end.
//!
//! A line has everything that is needed to run it again and everything that a report draws, so a
//! report needs nothing but lines, and the lines of several files go together. Each is written at
//! once and synced before the next run is counted as done: whoever kills the program loses the runs
//! in flight, and a line that was cut off is cut away when the file is opened again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::problem::Exact;
use crate::search::Status;
use crate::solver::external;

pub mod origin;
pub mod question;

use origin::{Outside, RunOrigin};
use question::AskedOf;

/// A run that has ended. What is not known of it is null in its line.
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
    /// Rows and columns of its board, where it has one.
    pub size: Option<[usize; 2]>,
    /// The text of its board, where it is not a size alone.
    #[serde(default)]
    pub board: Option<String>,
    /// What was asked of it.
    pub question: AskedOf,
    /// Whether it was made to know an optimum, and not to be compared.
    #[serde(default)]
    pub reference: bool,
    /// The options of the configuration.
    pub options: BTreeMap<String, String>,
    /// The place of the configuration in the grid that it was planned in.
    #[serde(default)]
    pub configuration: Option<usize>,
    /// The solver's seed.
    pub seed: u32,
    /// The seed by which the formula was scrambled, where it was.
    pub scramble: Option<u64>,
    /// The scramble of the other runs of its block, where its own solver was given the whole
    /// question, which is not scrambled.
    #[serde(default)]
    pub repetition: Option<u64>,
    /// Seconds of processor time after which it was to stop.
    pub time_limit: f64,
    /// Seconds after which it was ended, however little of them it had the processor.
    #[serde(default)]
    pub wall_limit: Option<f64>,
    /// Megabytes at which it was to stop.
    pub memory_limit: Option<u64>,
    /// How it ended.
    pub ending: Ending,
    /// Which limit stopped it, where one did.
    #[serde(default)]
    pub limit: Option<Limit>,
    /// The exit status of its process, where it had one.
    #[serde(default)]
    pub exit_status: Option<i32>,
    /// The signal that ended its process, where one did.
    #[serde(default)]
    pub signal: Option<i32>,
    /// What it found, as `solve` says it.
    pub status: Status,
    /// The value of its answer.
    pub value: Option<Exact>,
    /// No answer is below this.
    pub lower_bound: Option<Exact>,
    /// The optimum is not above this.
    pub upper_bound: Option<Exact>,
    /// Variables, the encodings' among them.
    pub variables: Option<u64>,
    /// Those that the encodings took.
    pub auxiliary: Option<u64>,
    /// Clauses.
    pub clauses: Option<u64>,
    /// Literals in all clauses.
    pub literals: Option<u64>,
    /// Clauses of each group of constraints.
    pub groups: BTreeMap<String, u64>,
    /// Whether the solver was asked; lines of old do not say.
    #[serde(default)]
    pub asked: Option<bool>,
    /// Conflicts of the solver.
    pub conflicts: Option<u64>,
    /// Literals that it propagated.
    pub propagations: Option<u64>,
    /// CaDiCaL's measure of work.
    pub ticks: Option<u64>,
    /// Seconds of processor time spent on writing clauses.
    pub encode_seconds: Option<f64>,
    /// Seconds of processor time spent in the solver.
    pub solve_seconds: Option<f64>,
    /// Processor time of the process and of what it started, in seconds.
    pub cpu_seconds: f64,
    /// Seconds from its start to its end.
    pub wall_seconds: f64,
    /// The most memory that it had, in megabytes.
    pub memory_mb: Option<f64>,
    /// Why there is no result, where there is none.
    pub message: Option<String>,
    /// When it began, in universal time.
    #[serde(default)]
    pub date: Option<String>,
    /// Another solver, as far as it is known.
    #[serde(default)]
    pub outside: Option<Outside>,
    /// Where the line comes from; lines of old do not say.
    #[serde(default)]
    pub origin: Option<RunOrigin>,
}

/// No run takes more seconds, or megabytes: thirty years.
const LARGEST: f64 = 1e9;

/// A limit of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Of processor time.
    Cpu,
    /// Of time by the clock.
    Wall,
    /// Of memory.
    Memory,
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
    /// Returns the line of a run that has found an optimum and took so many seconds, of a puzzle
    /// that is named for its family, `gunport-4x4`. Nothing else is known of it: so are simulated
    /// runs.
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

    /// Whether the question was answered.
    pub fn is_solved(&self) -> bool {
        self.ending == Ending::Solved
    }

    /// Whether what it says of its puzzle is to be believed.
    pub fn is_whole(&self) -> bool {
        matches!(self.ending, Ending::Solved | Ending::Stopped)
    }

    /// Whether deduction or construction gave the result: no clause was written, and no solver was
    /// asked.
    pub fn needed_no_clause(&self) -> bool {
        self.is_solved() && self.clauses == Some(0)
    }

    /// Who gave the result, or was at work when the run ended: the command of another solver, the
    /// embedded one, or nobody.
    pub fn who_solved(&self) -> Option<&str> {
        let nobody = self.asked.map_or(self.needed_no_clause(), |asked| !asked);
        (!nobody).then(|| self.outside_solver().unwrap_or(EMBEDDED))
    }

    /// The puzzle and the question.
    pub fn instance(&self) -> String {
        match &self.question {
            AskedOf::Optimum | AskedOf::Answer => self.puzzle.clone(),
            question => format!("{} {question}", self.puzzle),
        }
    }

    /// The command of another solver, if that is who solved.
    pub fn outside_solver(&self) -> Option<&str> {
        self.options.get("solver").map(String::as_str).filter(|solver| *solver != EMBEDDED)
    }

    /// Whether the solver's seed can make a difference to it.
    fn heeds_its_seed(&self) -> bool {
        self.outside_solver().is_none_or(|command| command.contains(external::SEED))
    }

    /// What is the same in runs that are one: the formula, and with that the seed or, where it is
    /// known that the seed changed nothing, the work. Two runs of one configuration and puzzle with
    /// equal values say the same.
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

    /// A number that no run can have, with what it is.
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

    /// What lines of old did not know: they had 0 for what another solver does, and wall clocks for
    /// the processor time of parts.
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

/// What chance a run had; runs with the same are one run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Luck {
    scramble: Option<u64>,
    seed: Option<u32>,
    work: Option<[u64; 3]>,
}

/// The embedded solver in the options of a configuration.
const EMBEDDED: &str = "cadical";

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
    #[error("{0}:{1}:{2}: {3}; expected a line that quarrel compare has written")]
    Line(PathBuf, usize, usize, String),
    /// There is more than is read.
    #[error(
        "{0}:{1}: a line of {LONGEST} bytes or more than {MOST} lines; expected the results of \
             quarrel compare, in several files, if all are needed"
    )]
    TooLarge(PathBuf, usize),
    /// A line has a number that no run has.
    #[error("{0}:{1}: {2}; expected times from 0 to {LARGEST} seconds, and limits above 0")]
    Number(PathBuf, usize, String),
}

/// A file to which the lines of runs are added.
pub struct Results {
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens a file, or makes it, for this process alone; returns the runs that are in it. The rest
    /// of a line that was cut off is cut away.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, is being written by another, or has other lines.
    pub fn open(path: &Path) -> Result<(Results, Vec<Record>), ResultsError> {
        let failed = |error| ResultsError::File(path.to_owned(), error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        // A device may have no end.
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
    let file = File::open(path).map_err(|error| ResultsError::File(path.to_owned(), error))?;
    read_from(path, &mut BufReader::new(file))
}

/// The same of a text that is open already, and known by that path.
///
/// # Errors
///
/// If it cannot be read or has other lines.
pub fn read_from(path: &Path, reader: &mut impl BufRead) -> Result<Vec<Record>, ResultsError> {
    whole_lines(path, reader).map(|known| known.records)
}

/// The most bytes of a line, and the most lines of a file.
const LONGEST: u64 = 8 << 20;
const MOST: usize = 1_000_000;

/// The runs of a file.
struct KnownRuns {
    records: Vec<Record>,
    /// The bytes of the lines that are whole.
    bytes: u64,
    /// Whether the last of them is without its end.
    lacks_its_end: bool,
}

/// How every line begins.
const BEGINNING: &[u8] = br#"{"quarrel":"#;

/// Reads the whole lines, one after the other. What is behind the last line end is one as well if
/// it can be read, and else the beginning of a line of ours, which is cut away; nothing else is.
fn whole_lines(path: &Path, reader: &mut impl BufRead) -> Result<KnownRuns, ResultsError> {
    let mut known = KnownRuns { records: Vec::new(), bytes: 0, lacks_its_end: false };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = reader.take(LONGEST).read_until(b'\n', &mut line);
        let read = read.map_err(|error| ResultsError::File(path.to_owned(), error))?;
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

/// The run of a line; none of an empty one.
fn parse(path: &Path, number: usize, line: &[u8]) -> Result<Option<Record>, ResultsError> {
    let line = str::from_utf8(line).map_err(|_| ResultsError::Foreign(path.to_owned()))?;
    if line.trim().is_empty() {
        return Ok(None);
    }
    let mut record: Record = serde_json::from_str(line).map_err(|error| {
        let column = error.column();
        let told = error.to_string();
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

    /// A start of the command on some machine.
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

    /// A run of a puzzle, solved.
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
