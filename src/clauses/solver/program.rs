//! The check that a program can be run. It follows the rules of the system, but does not run the
//! program.
//!
//! A name with a slash is a path. A file with any other name is searched in the folders of `PATH`.
//! Like `execvp`, the search skips a file that is not allowed to be executed, and a script whose
//! interpreter does not exist. The interpreter of a script must also be a program that can be run.
//! If a script starts a program by `env`, that program must be one that can be run, too.
//!
//! Some errors appear only when the program is run. For example, a binary can be for another
//! machine, or its libraries can be missing. Commands such as `sh -c` and `nice` start another
//! program, which they perhaps do not find.

use std::path::{Path, PathBuf};

/// The reason why a program cannot be run.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its message")]
pub enum ProgramError {
    #[error("no program on the PATH is called `{0}`")]
    Unknown(String),
    #[error("there is no file `{0}`")]
    Missing(String),
    #[error("`{0}` is a folder")]
    Folder(String),
    #[error("`{0}` is not a file that may be executed")]
    NotExecutable(String),
    #[error(
        "`{0}` is neither a binary nor a script with `#!` and an interpreter in its first line"
    )]
    NoProgram(String),
    #[error("the interpreter of the script `{script}` cannot be run: {why}")]
    Interpreter { script: String, why: Box<ProgramError> },
    #[error("the interpreter of `{0}` is a script, whose interpreter is a script too, and so on")]
    Cycle(String),
}

/// Finds the file of a program in the same way as the system does, and checks that it can be run.
///
/// # Errors
///
/// If there is no such file, or the file cannot be run.
#[cfg(unix)]
pub fn find(program: &str) -> Result<PathBuf, ProgramError> {
    find_below(program, MOST_SCRIPTS)
}

/// Finds the file of a program. Searches the folders of `PATH`, then takes `program` as a path. In
/// each place, the file can also have the suffix of executable files. Outside Unix, only checks
/// that the file exists.
///
/// # Errors
///
/// If there is no such file.
#[cfg(not(unix))]
pub fn find(program: &str) -> Result<PathBuf, ProgramError> {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&folders)
        .flat_map(|folder| [folder.join(program), folder.join(&name)])
        .chain([PathBuf::from(program), PathBuf::from(&name)]);
    places.find(|path| path.is_file()).ok_or_else(|| ProgramError::Unknown(program.to_owned()))
}

/// The greatest length of a chain of scripts that Linux runs. In such a chain, each script is
/// interpreted by the next one. A longer chain is refused.
#[cfg(unix)]
const MOST_SCRIPTS: usize = 5;

/// The number of bytes at the beginning of a file that the system reads to find an interpreter.
#[cfg(unix)]
const FIRST_BYTES: u64 = 256;

/// The folders that are searched if there is no `PATH`.
#[cfg(unix)]
const USUAL: &str = "/bin:/usr/bin";

/// Finds the file of a program. A name with a slash is a path, which is returned as it is. Any
/// other name is searched in the folders of `PATH`, or of [`USUAL`] if there is no `PATH`. The file
/// can be a script if the chain of interpreters has at most `scripts` scripts. In these folders,
/// the first file that can be run is chosen. But the search ends at an executable file that is
/// neither a binary nor a script.
///
/// # Errors
///
/// If no file can be run. The error is about the first file or folder that exists. If none exists,
/// or if the name is empty, the error says that the program is unknown, or that the path is
/// missing.
#[cfg(unix)]
fn find_below(program: &str, scripts: usize) -> Result<PathBuf, ProgramError> {
    if program.contains('/') {
        let path = PathBuf::from(program);
        return validate(&path, scripts).map(|()| path);
    }
    let unknown = ProgramError::Unknown(program.to_owned());
    if program.is_empty() {
        return Err(unknown);
    }
    let folders = std::env::var_os("PATH").unwrap_or_else(|| USUAL.into());
    let mut trouble = None;
    for folder in std::env::split_paths(&folders) {
        let path = folder.join(program);
        match validate(&path, scripts) {
            Ok(()) => return Ok(path),
            Err(error @ ProgramError::NoProgram(_)) => return Err(trouble.unwrap_or(error)),
            Err(ProgramError::Missing(_)) => {}
            Err(error) => trouble = trouble.or(Some(error)),
        }
    }
    Err(trouble.unwrap_or(unknown))
}

/// Checks that a file can be run by this user. It must be a binary or a script. A file counts as a
/// binary if it has no `#!` at its start, but a byte 0 in its first [`FIRST_BYTES`] bytes. A script
/// has an interpreter, which can itself be a script, and so on. This chain of scripts must have at
/// most `scripts` scripts, and the last interpreter must be a file that can be run. If the file
/// cannot be read, its content is not checked.
///
/// # Errors
///
/// If the file does not exist, is a folder, or is not a regular file that may be executed. Also if
/// it is no binary and no script with an interpreter. For a script, also if its interpreter cannot
/// be run, or if its chain is too long.
#[cfg(unix)]
fn validate(path: &Path, scripts: usize) -> Result<(), ProgramError> {
    use nix::unistd::{AccessFlags, access};
    let name = || path.display().to_string();
    let known = path.metadata().map_err(|_| ProgramError::Missing(name()))?;
    if known.is_dir() {
        return Err(ProgramError::Folder(name()));
    }
    if !known.is_file() || access(path, AccessFlags::X_OK).is_err() {
        return Err(ProgramError::NotExecutable(name()));
    }
    // An executable file is not always readable. If it is not, its content is not checked.
    let Ok(head) = head(path) else { return Ok(()) };
    let Some(line) = head.strip_prefix(b"#!") else {
        // A file without `#!` counts as a binary if it contains a byte 0 near its beginning.
        return if head.contains(&0) { Ok(()) } else { Err(ProgramError::NoProgram(name())) };
    };
    if scripts == 0 {
        return Err(ProgramError::Cycle(name()));
    }
    validate_interpreter(&first_line(line), scripts - 1).map_err(|why| match why {
        None => ProgramError::NoProgram(name()),
        Some(why) => ProgramError::Interpreter { script: name(), why: Box::new(why) },
    })
}

/// Checks that the interpreter in the first line of a script can be run. If the interpreter is
/// `env`, also checks the program that `env` starts, if [`started_by_env`] finds its plain name.
/// `line` is the text after `#!`. The interpreter can itself be a script, if the chain of
/// interpreters has at most `scripts` scripts. The error is `None` if the line does not name an
/// interpreter.
#[cfg(unix)]
fn validate_interpreter(line: &str, scripts: usize) -> Result<(), Option<ProgramError>> {
    let blanks = [' ', '\t'];
    let line = line.trim_matches(blanks);
    let (interpreter, argument) = line.split_once(blanks).unwrap_or((line, ""));
    if interpreter.is_empty() {
        return Err(None);
    }
    let interpreter = Path::new(interpreter);
    validate(interpreter, scripts).map_err(Some)?;
    match started_by_env(argument.trim_start_matches(blanks)) {
        Some(program) if interpreter.ends_with("env") => {
            find_below(program, scripts).map(drop).map_err(Some)
        }
        _ => Ok(()),
    }
}

/// Returns the program that `env` starts. `argument` is the argument of `env` in a script's first
/// line, without blanks before it. After `-S`, the program is the first word that is not an
/// assignment. Without `-S`, it is the whole argument. Returns `None` if there is no word, or if
/// the text is not a plain name. A text that begins with `-`, or that has `=`, a quote, `$` or a
/// backslash, is not a plain name.
#[cfg(unix)]
fn started_by_env(argument: &str) -> Option<&str> {
    let program = match argument.strip_prefix("-S") {
        Some(words) => words.split_whitespace().find(|word| !word.contains('='))?,
        None => argument,
    };
    let is_plain = !program.is_empty()
        && !program.starts_with('-')
        && !program.contains(['=', '\'', '"', '$', '\\']);
    is_plain.then_some(program)
}

/// Returns the first [`FIRST_BYTES`] bytes of a file.
#[cfg(unix)]
fn head(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read;
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(FIRST_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns the text before the first line break or byte 0.
#[cfg(unix)]
fn first_line(bytes: &[u8]) -> String {
    let line = bytes.split(|&byte| byte == b'\n' || byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(all(test, unix))]
mod tests;
