//! Where a line comes from: which machine, which build, which start of the command.
//!
//! Times of two runs say something of the configurations only if the rest is the same. So each line
//! names its machine, the build of quarrel, the limits, how many runs went on beside it and the
//! start of the command that made it; runs are paired within one [`Occasion`]. What the system does
//! not tell is null. The list follows what BenchExec and the SAT Competitions state of their runs.

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::solver;

/// Where a line comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOrigin {
    /// The machine.
    pub machine: Machine,
    /// The program.
    pub build: Build,
    /// The start of the command.
    pub start: Start,
}

/// A machine, as far as times hang on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the host, or what `--label` says.
    pub label: String,
    /// The operating system and its version.
    pub system: Option<String>,
    /// The model of the processor.
    pub cpu: Option<String>,
    /// How many cores this process may use.
    pub cores: usize,
    /// The policy by which the processor chooses its frequency.
    pub frequency: Option<String>,
    /// Megabytes of physical memory.
    pub memory_mb: Option<u64>,
}

/// A build of quarrel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// The commit that it was built from.
    pub commit: Option<String>,
    /// The profile of the build: `release` or `debug`.
    pub profile: String,
    /// The SHA-256 of the program, its first sixteen digits.
    pub checksum: Option<String>,
    /// The embedded solver.
    pub solver: String,
}

/// A start of the command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// When it was, in universal time.
    pub date: String,
    /// The process that it was.
    pub process: u32,
    /// The command.
    pub command: String,
    /// How many runs it made at a time.
    pub jobs: usize,
    /// The seed from which the order within each block was drawn.
    pub order_seed: u64,
    /// How many processes wanted a core in the minute before, on average.
    pub load: Option<f64>,
}

/// What two runs must have in common for their times to be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occasion {
    date: String,
    process: u32,
    label: String,
    cpu: Option<String>,
    build: String,
    jobs: usize,
}

impl RunOrigin {
    /// What has to be the same for two runs to be compared.
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

/// The name of this machine.
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

/// How many cores this process may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Build {
    /// This program, whose file is at that path.
    pub fn this(program: &Path) -> Build {
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

/// The first sixteen digits of the SHA-256 of a file; none where it cannot be read.
pub fn checksum(path: &Path) -> Option<String> {
    let mut file = fs::File::open(path).ok()?;
    let mut hash = Sha256::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes).ok()? {
            0 => break,
            read => hash.update(&bytes[..read]),
        }
    }
    let digits = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Some(digits)
}

/// This moment in universal time, to the millisecond.
pub fn now() -> String {
    format!("{:.3}", jiff::Timestamp::now())
}

/// A solver that is a program, as far as it can be told from another of its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outside {
    /// The first line that it prints when it is asked for its version.
    pub version: Option<String>,
    /// The SHA-256 of the program and of files among its arguments, the first sixteen digits of
    /// each.
    pub checksums: Vec<String>,
}

impl Outside {
    /// That of a command.
    pub fn of(words: &[String]) -> Outside {
        let Some((program, arguments)) = words.split_first() else {
            return Outside { version: None, checksums: Vec::new() };
        };
        let program = solver::program::find(program).ok();
        let files = arguments.iter().map(PathBuf::from).filter(|path| path.is_file());
        Outside {
            version: program.as_deref().and_then(version_of),
            checksums: program
                .iter()
                .cloned()
                .chain(files)
                .filter_map(|path| checksum(&path))
                .collect(),
        }
    }
}

/// What a program prints first when it is asked for its version.
fn version_of(program: &Path) -> Option<String> {
    let printed = solver::external::said_to(program, &["--version"])?;
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
        let build = Build::this(&program);
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
        let told = Outside::of(&words);
        assert_eq!(told.version.as_deref(), Some("solver 4.1"));
        assert_eq!(told.checksums, [checksum(&path).expect("a file")]);
        let none = Outside::of(&["/no/such/solver".to_owned()]);
        assert_eq!(none, Outside { version: None, checksums: Vec::new() });
        assert!(Outside::of(&["sh".to_owned()]).checksums.len() == 1, "found on the path");
    }
}
