//! The origin of a record: the machine, the build, and the start of the command that made the run.
//!
//! Times show which configuration is faster only if everything else is equal. So runs are paired
//! only if they share the properties of an [`Occasion`]. Values that the system does not provide
//! are null in the record. BenchExec and the SAT Competitions publish similar data.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::exchange;
use crate::solver;

/// Machine, build and start of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOrigin {
    /// Machine that made the run.
    pub machine: Machine,
    /// Build of quarrel that made the run.
    pub build: Build,
    /// Start of the command that made the run.
    pub start: Start,
}

/// A machine, by the properties that affect times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Host name, or the name given with `--label`.
    pub label: String,
    /// Operating system and its version, if known.
    pub system: Option<String>,
    /// Model name of the processor, if known.
    pub cpu: Option<String>,
    /// Number of cores that the process was allowed to use.
    pub cores: usize,
    /// The system's policy for the processor's frequency (its governor), if known.
    pub frequency: Option<String>,
    /// Physical memory, in megabytes, if known.
    pub memory_mb: Option<u64>,
}

/// A build of quarrel: the properties that identify the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Version of quarrel, from its manifest.
    pub version: String,
    /// The commit that was built, if known.
    pub commit: Option<String>,
    /// Cargo's build profile: `release` or `debug`.
    pub profile: String,
    /// First sixteen digits of the program's SHA-256, if it can be read.
    pub checksum: Option<String>,
    /// Name and version of the embedded solver.
    pub solver: String,
}

/// A start of the command that makes runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// Time of the start, in UTC.
    pub date: String,
    /// ID of the command's process.
    pub process: u32,
    /// Command with its options.
    pub command: String,
    /// The greatest number of runs that are made at the same time.
    pub jobs: usize,
    /// Seed of the random order of runs within each block.
    pub order_seed: u64,
    /// Average number of processes that used a core or waited for one, in the last minute before
    /// the start. It is `None` if this is unknown.
    pub load: Option<f64>,
}

/// The properties that two runs must share if their times are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occasion {
    /// The time at which the command was started, in UTC.
    date: String,
    /// The ID of the command's process.
    process: u32,
    /// The name of the machine.
    label: String,
    /// The model name of the processor, if known.
    cpu: Option<String>,
    /// The build of quarrel with its checksum, in words.
    build: String,
    /// The greatest number of runs that are made at the same time.
    jobs: usize,
}

impl RunOrigin {
    /// Returns the properties that two runs must share if their times are compared. These are the
    /// date and process of the start, the label and processor of the machine, the build with its
    /// checksum, and the number of jobs.
    pub fn occasion(&self) -> Occasion {
        Occasion {
            date: self.start.date.clone(),
            process: self.start.process,
            label: self.machine.label.clone(),
            cpu: self.machine.cpu.clone(),
            build: format!("{} {:?}", self.build, self.build.checksum),
            jobs: self.start.jobs,
        }
    }
}

/// Returns the name of this machine, or `unknown host`.
pub fn host() -> String {
    host_name().unwrap_or_else(|| "unknown host".to_owned())
}

#[cfg(unix)]
fn host_name() -> Option<String> {
    nix::unistd::gethostname().ok()?.into_string().ok()
}

#[cfg(not(unix))]
fn host_name() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// Returns the number of cores that this process is allowed to use. Returns 1 if this number is
/// unknown.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Build {
    /// Returns the build of this program. `program` is the path of the program's file. The checksum
    /// is `None` if the file cannot be read, and the commit is `None` if it was unknown at compile
    /// time.
    pub fn current(program: &Path) -> Build {
        let commit = env!("QUARREL_COMMIT");
        Build {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: (!commit.is_empty()).then(|| commit.to_owned()),
            profile: env!("QUARREL_PROFILE").to_owned(),
            checksum: checksum(program),
            solver: solver::NAME.to_owned(),
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commit = self.commit.as_deref().unwrap_or("unknown commit");
        write!(f, "{} ({commit}, {} build, {})", self.version, self.profile, self.solver)
    }
}

/// Returns the first sixteen digits of the SHA-256 of a file. Returns `None` if the file cannot be
/// read.
pub fn checksum(path: &Path) -> Option<String> {
    let mut digits = exchange::sha256(&mut fs::File::open(path).ok()?).ok()?;
    digits.truncate(16);
    Some(digits)
}

/// Returns the present time in UTC, to milliseconds, such as `2026-11-21T12:00:00.000Z`.
pub fn now() -> String {
    humantime::format_rfc3339_millis(SystemTime::now()).to_string()
}

/// The version and the checksums of an external solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverVersion {
    /// The first line of the solver's output for `--version` that is not blank. It is `None` if
    /// there is no such line.
    pub version: Option<String>,
    /// The first sixteen digits of a SHA-256 each: first that of the program, then those of the
    /// files in the command.
    pub checksums: Vec<String>,
}

impl SolverVersion {
    /// Returns the version and checksums of a solver from its command. The first word of the
    /// command is the program. Runs the program once with `--version`. The checksum of the program
    /// comes first. Then come those of the other words that are paths of readable files, in their
    /// order. If the program is not found, there is no version and no checksum of the program. If
    /// there are no words, there is neither a version nor a checksum. There is also no version if
    /// the program fails or prints no line.
    pub fn from_command(words: &[String]) -> SolverVersion {
        let Some((program, arguments)) = words.split_first() else {
            return SolverVersion { version: None, checksums: Vec::new() };
        };
        let program = solver::program::find(program).ok();
        SolverVersion {
            version: program.as_deref().and_then(read_version),
            checksums: program
                .iter()
                .cloned()
                .chain(arguments.iter().map(PathBuf::from).filter(|path| path.is_file()))
                .filter_map(|path| checksum(&path))
                .collect(),
        }
    }
}

/// Runs a program with `--version`, and returns the first line of its output that is not blank.
/// Control characters are removed from the line, and it has at most 120 characters. Returns `None`
/// if the program fails or prints no such line.
fn read_version(program: &Path) -> Option<String> {
    let printed = solver::external::standard_output(program, &["--version"])?;
    let line = printed.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().filter(|letter| !letter.is_control()).take(120).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_host_and_this_build_have_names() {
        assert!(!host().is_empty());
        let program = std::env::current_exe().expect("a program");
        let build = Build::current(&program);
        assert_eq!(build.checksum.as_ref().map(String::len), Some(16));
        assert!(["release", "debug"].contains(&build.profile.as_str()), "{build}");
        assert_eq!(build.to_string().matches("cadical").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_solver_is_known_by_its_words_and_its_bytes() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("solver");
        fs::write(&path, "#!/bin/sh\necho\necho '  solver 4.1'\n").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file of ours");
        let words = [path.to_string_lossy().into_owned(), "-q".to_owned()];
        let told = SolverVersion::from_command(&words);
        assert_eq!(told.version.as_deref(), Some("solver 4.1"));
        assert_eq!(told.checksums, [checksum(&path).expect("a file")]);
        let none = SolverVersion::from_command(&["/no/such/solver".to_owned()]);
        assert_eq!(none, SolverVersion { version: None, checksums: Vec::new() });
        assert!(
            SolverVersion::from_command(&["sh".to_owned()]).checksums.len() == 1,
            "found on the path"
        );
    }
}
