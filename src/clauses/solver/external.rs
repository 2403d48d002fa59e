//! External programs as solvers.
//!
//! A program is started for each question. It gets a DIMACS file, in which assumptions are unit
//! clauses. The command of the program can contain placeholders:
//!
//! - `{}` is the path of the DIMACS file. Without this placeholder, the path is the last argument.
//! - `{out}` is the path of a file into which the program writes its answer, as MiniSat does. If
//!   this file remains empty, the answer is read from standard output.
//! - `{seed}` is the seed of the search.
//!
//! On a stop, the process group of the program gets SIGTERM. Many solvers then print their best
//! answer. After [`GRACE`], the program is killed with all processes that it has started. If a
//! signal has ended the program, an incomplete last line of its output is dropped, and a claim that
//! there is no solution is not accepted. The values of a solution have to satisfy every clause and
//! assumption.

use crate::decision::Decision;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command as Process, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::encode::{Clauses, to_model};
use crate::exchange::{self, LineWriter, MOST_BYTES, NumberNaming, Questions, SolverClaim};
use crate::model::{Lit, Values};
use crate::process::{self, Limits};
use crate::source::{Refusal, Source};
use crate::stop::{Stop, StopCause};

use super::program;

mod group;

pub use group::Conditions;
use group::{
    PERIOD, ProcessGroup, SAYING, collect, drop_partial_line, finish_reading, set_group_leader,
};

/// The time that a program has for its answer after a request to stop. After this time, the program
/// is killed.
pub const GRACE: Duration = Duration::from_secs(1);

/// The placeholder for the path of the DIMACS file in a command.
const FILE: &str = "{}";

/// The placeholder for the path of the file for the answer in a command.
const ANSWER: &str = "{out}";

/// The programs that write answers only to files, each with a command that names the file.
const ANSWERING: [(&str, &str); 3] = [
    ("minisat", "minisat {} {out}"),
    ("glpsol", "glpsol --lp {} -o {out}"),
    ("cbc", "cbc {} solve solution {out}"),
];

/// The placeholder for a seed in the command of a solver.
pub const SEED: &str = "{seed}";

/// The command line of a program, divided into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Command {
    /// The command as the user wrote it.
    text: String,
    /// The words of the command, without quotes but with placeholders.
    words: Vec<String>,
}

/// The reason why the answer of a program cannot be used.
#[derive(thiserror::Error, Debug)]
pub enum ExternalError {
    /// The program with this command could not be started.
    #[error("cannot run `{0}`: {1}")]
    Start(String, io::Error),
    /// A file or stream of the program with this command could not be written or read.
    #[error("cannot write or read a file for `{0}`: {1}")]
    File(String, io::Error),
    /// The output of the program with this command is larger than 256 MiB.
    #[error("`{0}` printed or wrote more than {MOST_BYTES} bytes")]
    TooLong(String),
    /// The answer of the program is empty or only white space. The fields are the command, the exit
    /// status, and a text with the last line of standard error, which is empty if there is none.
    #[error(
        "`{0}` {end} and printed nothing{2}; expected its answer on standard output, or in the file \
         {ANSWER} of its command",
        end = process::describe_exit(*.1)
    )]
    Silent(String, ExitStatus, String),
    /// The claim of the program contradicts a fact that quarrel knows.
    #[error("a disagreement: `{command}` says {claim}, but quarrel knows {known}")]
    Contradicted {
        /// The command of the program, as the user wrote it.
        command: String,
        /// The claim of the program, in words.
        claim: String,
        /// The known fact, in words.
        known: String,
    },
    /// The output of the program is refused, since it is not an answer, or is a wrong answer.
    #[error("the output of `{command}` is refused: {found}; expected {expected}{more}")]
    Nonsense {
        /// The command of the program, as the user wrote it.
        command: String,
        /// The fault of the output, in words.
        found: String,
        /// A description of the text that was expected instead.
        expected: String,
        /// Additional facts in words. If the exit status is not 0, 10, 20 or 30, the text says how
        /// the program ended. If there is a last line of standard error, the text contains it. The
        /// text is empty if there are no such facts.
        more: String,
    },
}

impl ExternalError {
    /// Returns a function that converts an error of a file into an error of this command.
    fn file_error(command: &str) -> impl Fn(io::Error) -> ExternalError + Copy {
        move |error| ExternalError::File(command.to_owned(), error)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The reason why a text is not a command.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its message")]
pub enum CommandError {
    #[error("a byte 0, which no command can have")]
    ByteZero,
    #[error("a quote that is not closed")]
    OpenQuote,
    #[error(
        "a command without a program: write the program and its options, such as kissat {FILE}"
    )]
    Empty,
    #[error(
        "no placeholder is called {0}: write {FILE} for the file, {ANSWER} for the file with the \
         answer, or {SEED} for the seed"
    )]
    Placeholder(String),
}

impl From<Command> for String {
    fn from(command: Command) -> String {
        command.text
    }
}

impl TryFrom<String> for Command {
    type Error = CommandError;

    fn try_from(text: String) -> Result<Command, CommandError> {
        Command::parse(&text)
    }
}

impl Command {
    /// Parses a command as a shell does, with quotes, backslashes and comments. A comment begins
    /// with a `#` at the start of a word. Expands no variables, patterns or placeholders, and keeps
    /// the text as the user wrote it.
    ///
    /// # Errors
    ///
    /// If the command has a byte 0, a quote that is not closed, or no word outside comments. A
    /// backslash at the very end is reported as a quote that is not closed. Also if a word has a
    /// placeholder that is not known, or if the program is only the placeholder for the file.
    pub fn parse(text: &str) -> Result<Command, CommandError> {
        if text.contains('\0') {
            return Err(CommandError::ByteZero);
        }
        let words = shlex::split(text).ok_or(CommandError::OpenQuote)?;
        if words.is_empty() || words[0].is_empty() || words[0] == FILE {
            return Err(CommandError::Empty);
        }
        if let Some(unknown) = words.iter().find_map(|word| unknown_placeholder(word)) {
            return Err(CommandError::Placeholder(unknown.to_owned()));
        }
        Ok(Command { text: text.to_owned(), words })
    }

    /// Returns the words of the command, with placeholders.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Checks that the program can be run on this machine. Does not run it. Checks nothing if the
    /// name of the program has a placeholder. Outside Unix, only checks that the file exists.
    ///
    /// # Errors
    ///
    /// If the program does not exist, is a folder, or is not allowed to be executed. Also if it is
    /// no binary and no script, or if it is a script whose interpreter cannot be run.
    pub fn validate(&self) -> Result<(), Refusal> {
        let name = &self.words[0];
        if [FILE, ANSWER, SEED].iter().any(|place| name.contains(place)) {
            return Ok(());
        }
        program::find(name).map(drop).map_err(|error| {
            let found = format!("the solver `{}` cannot be run here: {error}", self.text);
            Refusal::new(found, "a program that is on the PATH, or the path of one")
        })
    }

    /// Runs the program on a file, and returns its output for any exit status. Waits for the end of
    /// the program, then kills all processes that it has started. After a stop, the program has the
    /// time [`GRACE`] to end.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, its answer cannot be read, or the answer is larger than
    /// 256 MiB.
    pub fn run(&self, file: &Path, conditions: &Conditions) -> Result<SolverOutput, ExternalError> {
        let result = create_temp_file("");
        let result = result.map_err(ExternalError::file_error(&self.text))?;
        let program = self.program(file, result.path(), conditions.seed);
        self.watch(program, Some(result.path()), conditions, GRACE)
    }

    /// Runs the program with `arguments` after those of the command, and returns its output for any
    /// exit status. Does not replace placeholders, so the seed of the conditions is not used. On a
    /// stop, kills the program at once and returns `None`. An exceeded limit also causes a stop.
    /// Kills all processes that the program has started.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or if its state or output cannot be read. Also if the
    /// output is larger than 256 MiB without a stop.
    pub fn run_with(
        &self,
        arguments: &[&Path],
        conditions: &Conditions,
    ) -> Result<Option<SolverOutput>, ExternalError> {
        let mut program = Process::new(&self.words[0]);
        program.args(&self.words[1..]).args(arguments);
        let output = self.watch(program, None, conditions, Duration::ZERO)?;
        Ok((!output.was_stopped).then_some(output))
    }

    /// Runs the program with an empty standard input, and returns its output. After a stop, the
    /// program has the time `grace` to end. If memory is the cause of the stop, it has no time. If
    /// a limit is exceeded, requests the stop. `result` is the file for the program's answer. If
    /// this file is empty, standard output is the answer. `result` is `None` if the answer is
    /// always on standard output. Afterwards kills all processes that the program has started. A
    /// program with an exit status other than 0 also counts as stopped if there is a stop at its
    /// end. If a signal has ended a stopped program, an incomplete last line is dropped.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or if its state, a stream or the file cannot be read. Also
    /// if the answer is larger than [`MOST_BYTES`] without a stop. After a stop, such an answer
    /// becomes empty.
    fn watch(
        &self,
        mut program: Process,
        result: Option<&Path>,
        conditions: &Conditions,
        grace: Duration,
    ) -> Result<SolverOutput, ExternalError> {
        let broken = ExternalError::file_error(&self.text);
        program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        set_group_leader(&mut program);
        let start = ProcessGroup::start(&mut program);
        let mut child = start.map_err(|error| ExternalError::Start(self.text.clone(), error))?;
        process::limit(&child.leader, conditions.limits);
        let printed = collect(child.leader.stdout.take());
        let errors = collect(child.leader.stderr.take());
        let mut was_stopped = child.wait(conditions).map_err(broken)?;
        if was_stopped && conditions.stop.reason() != Some(StopCause::Memory) {
            child.ask_to_stop(grace, conditions.stop, &[&printed, &errors]);
        }
        // Other processes that the program has started could keep its output open, so they are
        // killed first.
        let status = child.end().map_err(broken)?;
        if !status.success() {
            // The system has perhaps ended the program at a limit after the last check of the
            // limits.
            conditions.limits.watch(conditions.stop);
            was_stopped |= conditions.stop.is_reached();
        }
        let is_cut_off = was_stopped && is_of_signal(status);
        let printed = drop_partial_line(finish_reading(printed).map_err(broken)?, is_cut_off);
        let errors = finish_reading(errors).map_err(broken)?;
        let written = result.map_or(Ok(Vec::new()), read_file).map_err(broken)?;
        let written = drop_partial_line(written, is_cut_off);
        let mut answer = if written.is_empty() { printed } else { written };
        if answer.len() > MOST_BYTES {
            if !was_stopped {
                return Err(ExternalError::TooLong(self.text.clone()));
            }
            answer.clear();
        }
        Ok(SolverOutput {
            answer: Source::new("its output", &text(answer)),
            errors: text(errors),
            status,
            was_stopped,
        })
    }

    /// Returns the error for an output that is refused. The error contains the last line of
    /// standard error that is not blank. If the answer is empty or white space, the error is
    /// [`Silent`](ExternalError::Silent). Otherwise it is [`Nonsense`](ExternalError::Nonsense),
    /// with the number of the refused line, and with the exit status if this is unusual. The error
    /// also describes the text that was expected. If the output has no known format and the program
    /// writes its answer only to a file, this description is advice for this program.
    pub fn nonsense(&self, refusal: &Refusal, output: &SolverOutput) -> ExternalError {
        let last = output.errors.lines().rev().find(|line| !line.trim().is_empty());
        let printed = last.map(|line| format!("it printed: {}", line.trim()));
        if output.answer.text().trim().is_empty() {
            let stderr_note = last
                .map(|line| format!("; on standard error it says: {}", line.trim()))
                .unwrap_or_default();
            return ExternalError::Silent(self.text.clone(), output.status, stderr_note);
        }
        let ended = (!is_usual(output.status))
            .then(|| format!("it {}", process::describe_exit(output.status)));
        let more: Vec<String> = ended.into_iter().chain(printed).collect();
        let line = refusal.place.as_ref().map_or(String::new(), |(source, span)| {
            format!(" (line {} of its output)", source.line_and_column(span.start).0)
        });
        let is_output = exchange::is_output(output.answer.text());
        let option = self
            .option_for_answers()
            .filter(|_| !is_output)
            .unwrap_or_else(|| refusal.expected.clone());
        ExternalError::Nonsense {
            command: self.text.clone(),
            found: format!("{}{line}", refusal.found),
            expected: option,
            more: if more.is_empty() { String::new() } else { format!(" ({})", more.join("; ")) },
        }
    }

    /// Returns advice on how to make a known program write its answer. A program is known if the
    /// file name in its command begins with a name in [`ANSWERING`]. Returns `None` if the program
    /// is not known, its name is not UTF-8, or the command already has the placeholder for the
    /// answer.
    fn option_for_answers(&self) -> Option<String> {
        if self.words.iter().any(|word| word.contains(ANSWER)) {
            return None;
        }
        let program = Path::new(&self.words[0]).file_stem()?.to_str()?;
        let (name, command) = ANSWERING.iter().find(|known| program.starts_with(known.0))?;
        let format = if *name == "minisat" { "" } else { "lp:" };
        Some(format!("an answer, which {name} writes to a file: use --solver '{format}{command}'"))
    }

    /// Returns a process that runs the command on a file, but does not start it. The placeholders
    /// are replaced in every word, also in the name of the program. If the command has no
    /// placeholder for the file, the file is its last argument. If it has no placeholder for the
    /// answer, `result` is not used. Bytes of a path that are not UTF-8 are replaced, so such a
    /// path is wrong.
    fn program(&self, file: &Path, result: &Path, seed: u32) -> Process {
        let [file, result] = [file, result].map(|path| path.to_string_lossy().into_owned());
        let mut words: Vec<String> = self.words.clone();
        if !words.iter().any(|word| word.contains(FILE)) {
            words.push(FILE.to_owned());
        }
        let values = [(FILE, &*file), (ANSWER, &*result), (SEED, &*seed.to_string())];
        let filled_words: Vec<String> = words.iter().map(|word| fill(word, &values)).collect();
        let mut program = Process::new(&filled_words[0]);
        program.args(&filled_words[1..]);
        program
    }
}

/// Returns the first part of a word that looks like a placeholder and is none: lower-case letters in
/// braces. Ignores braces after `$`, which belong to a shell, and words with blanks, which are
/// scripts. Returns `None` if there is no such part.
fn unknown_placeholder(word: &str) -> Option<&str> {
    let is_script = word.contains(char::is_whitespace);
    word.match_indices('{').filter(|_| !is_script).find_map(|(at, _)| {
        let end = at + word[at..].find('}')? + 1;
        let (name, part) = (&word[at + 1..end - 1], &word[at..end]);
        let is_named = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_known = [ANSWER, SEED].contains(&part) || word[..at].ends_with('$');
        (is_named && !is_known).then_some(part)
    })
}

/// Returns a text in which each placeholder is replaced by a value. `values` has pairs of a
/// placeholder, which must not be empty, and its value. A value is copied as it is, even if it
/// contains a placeholder, which is possible in the path of a folder.
fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((at, placeholder, value)) = values
        .iter()
        .filter_map(|&(placeholder, value)| Some((rest.find(placeholder)?, placeholder, value)))
        .min()
    {
        filled += &rest[..at];
        filled += value;
        rest = &rest[at + placeholder.len()..];
    }
    filled + rest
}

/// Creates a temporary file for a program. The name of the file ends with `ending`. The file is
/// deleted on drop. If this process is killed, the keeper process deletes it.
///
/// # Errors
///
/// If the folder or the file cannot be created.
pub fn create_temp_file(ending: &str) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().suffix(ending).tempfile_in(process::keeper::folder()?)
}

/// Returns whether an exit status is 0, or one of 10, 20 and 30, which solvers use in competitions.
fn is_usual(status: ExitStatus) -> bool {
    matches!(status.code(), Some(0 | 10 | 20 | 30))
}

/// Returns whether a signal ended the program. If a shell ran the program, the shell reports this
/// as an exit status of at least 128.
fn is_of_signal(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| code >= 128)
}

/// Runs a program with an empty standard input, and returns its standard output. Its standard error
/// is discarded. Returns `None` if the program cannot be started, ends with a failure or takes more
/// than two seconds, or if its output cannot be read. In every case, the program and all processes
/// that it has started are killed at the end. Invalid UTF-8 is replaced. The text is empty if
/// another process keeps the output open for two seconds.
pub fn standard_output(path: &Path, arguments: &[&str]) -> Option<String> {
    let mut program = Process::new(path);
    program.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    set_group_leader(&mut program);
    let mut child = ProcessGroup::start(&mut program).ok()?;
    let printed = collect(child.leader.stdout.take());
    let start = Instant::now();
    let status = loop {
        match child.leader.try_wait().ok()? {
            Some(status) => break status,
            None if start.elapsed() >= SAYING => return None,
            None => thread::sleep(PERIOD),
        }
    };
    drop(child);
    let printed = finish_reading(printed).ok()?;
    status.success().then(|| String::from_utf8_lossy(&printed).into_owned())
}

/// The output and the exit status of a program.
pub struct SolverOutput {
    /// The answer of the program. It is the content of the program's file for the answer, or the
    /// standard output if this file is empty.
    pub answer: Source,
    /// The text that the program printed on standard error.
    pub errors: String,
    /// The exit status of the program.
    pub status: ExitStatus,
    /// Whether there was a stop before the program ended, so that the output is perhaps incomplete.
    pub was_stopped: bool,
}

impl SolverOutput {
    /// Returns whether the program ended abnormally. There are three cases: a signal ended it; a
    /// Rust panic ended it (exit status 101); a shell could not start it (exit status 126 or 127).
    pub fn has_broken(&self) -> bool {
        self.is_cut_off() || matches!(self.status.code(), Some(101 | 126 | 127))
    }

    /// Returns a description of how the program ended.
    pub fn end_in_words(&self) -> String {
        process::describe_exit(self.status)
    }

    /// Returns whether a signal ended the program, so that the output is perhaps incomplete.
    pub fn is_cut_off(&self) -> bool {
        is_of_signal(self.status)
    }

    /// Checks that a claim agrees with the exit status. The claim "unknown" agrees with every
    /// status. If the status is not 10, 20 or 30, or if a signal ended the program, every claim
    /// agrees. A claim of a solution, optimal or not, agrees with both 10 and 30.
    ///
    /// # Errors
    ///
    /// If the exit status means another result than the claim: in competitions, 10 means an answer,
    /// 20 no answer, and 30 an optimum.
    pub fn validate_claim(&self, claim: SolverClaim) -> Result<(), Refusal> {
        let (found, meaning) = match (claim, self.status.code()) {
            (SolverClaim::Unsatisfiable, Some(10 | 30)) => ("no answer", "an answer"),
            (SolverClaim::Satisfiable | SolverClaim::Optimal, Some(20)) => {
                ("an answer", "no answer")
            }
            _ => return Ok(()),
        };
        let end = self.end_in_words();
        let found = format!("it says that there is {found}, but {end}, which means {meaning}");
        Err(Refusal::new(found, "an exit status that agrees with the answer"))
    }

    /// Checks that the output is complete. Accepts every output if there was a stop.
    ///
    /// # Errors
    ///
    /// If a signal ended the program although there was no stop.
    pub fn validate(&self) -> Result<(), Refusal> {
        if !self.is_cut_off() || self.was_stopped {
            Ok(())
        } else {
            Err(Refusal::new(
                "it is incomplete, since a signal ended the program",
                "a program that ends on its own",
            ))
        }
    }
}

/// Returns the content of a file, but at most one byte more than [`MOST_BYTES`]. The result is
/// empty if the file cannot be opened, or if the program has removed it. The result is also empty
/// if the program has replaced the file by something else, such as a pipe. Fails if reading fails.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A pipe must not be opened, since this would wait for a writer.
    if !path.is_file() {
        return Ok(bytes);
    }
    let Ok(file) = File::open(path) else { return Ok(bytes) };
    if file.metadata().is_ok_and(|known| known.is_file()) {
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Returns bytes as text. Invalid UTF-8 is replaced by replacement characters.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// An external program as a solver, with its clauses and its last answer.
pub(super) struct External {
    command: Command,
    /// The number that replaces `{seed}` in the command.
    seed: u32,
    /// The limits on memory and processor time of the program and this process together.
    limits: Limits,
    clauses: Clauses,
    /// The largest number of a variable in the clauses and assumptions so far.
    variables: usize,
    /// The values of all variables in the last solution; empty if there was none.
    values: Vec<bool>,
    /// The assumptions of the last call, which are the core if the call was a refutation.
    core: Vec<Lit>,
    /// The error of the last call that failed. `None` if no call failed, or if
    /// [`take_error`](External::take_error) has returned it.
    trouble: Option<ExternalError>,
}

impl External {
    /// Creates a solver without clauses, solution, core and error. Does not start or check the
    /// program. `seed` replaces `{seed}` in the command.
    pub fn new(command: &Command, seed: u32, limits: Limits) -> External {
        External {
            command: command.clone(),
            seed,
            limits,
            clauses: Clauses::new(),
            variables: 0,
            values: Vec::new(),
            core: Vec::new(),
            trouble: None,
        }
    }

    /// Adds a clause permanently.
    pub fn add(&mut self, clause: &[rustsat::types::Lit]) {
        let variables = clause.iter().map(|lit| lit.vidx() + 1).max().unwrap_or(0);
        self.variables = self.variables.max(variables);
        self.clauses.push(clause);
    }

    /// Asks the program for a solution in which all assumptions are true. Stores the assumptions as
    /// the core, whatever the result. If the call fails, stores the error, which replaces an
    /// earlier one, and returns `Unknown`. Also returns `Unknown` if the program does not know the
    /// answer, or gives no usable answer after a stop. In these two cases, an earlier error stays.
    /// The values are stored only with a solution.
    pub fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Decision {
        self.core = assumptions.to_vec();
        match self.ask(assumptions, stop) {
            Ok(verdict) => verdict,
            Err(trouble) => {
                self.trouble = Some(trouble);
                Decision::Unknown
            }
        }
    }

    /// Runs the program on all clauses and assumptions, and reads its answer. The variables of the
    /// assumptions count as variables of the formula from now on. Stores the values of a solution.
    /// Returns `Unknown` in these cases:
    ///
    /// - The program claims that the answer is unknown.
    /// - The answer is a refutation, but a signal ended the program after a stop.
    /// - The output is refused after a stop.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be created or written, or if the program cannot be run. Also if
    /// the output of the program cannot be read, is too large, or is refused without a stop.
    fn ask(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Decision, ExternalError> {
        let assumed = assumptions.iter().map(|lit| lit.variable() + 1).max().unwrap_or(0);
        self.variables = self.variables.max(assumed);
        let broken = ExternalError::file_error(&self.command.text);
        let file = create_temp_file(".cnf").map_err(broken)?;
        self.write(file.as_file(), assumptions).map_err(broken)?;
        let conditions = Conditions { seed: self.seed, limits: self.limits, stop };
        let output = self.command.run(file.path(), &conditions)?;
        match self.read_answer(&output, assumptions) {
            // After a stop, the output is perhaps incomplete, so its faults are ignored.
            Err(_) if output.was_stopped => Ok(Decision::Unknown),
            verdict => verdict,
        }
    }

    /// Reads an answer, and stores the values of a solution. Variables without a value are false in
    /// this solution. Values of other answers are not stored. Returns `Unknown` if the program
    /// claims that the answer is unknown. Also returns `Unknown` if the answer is a refutation, but
    /// a signal ended the program after a stop.
    ///
    /// # Errors
    ///
    /// If the output is not an answer, if it contradicts the exit status, or if its values violate
    /// a clause or an assumption. Also if the output claims that there is no solution, but prints
    /// one. If a signal ended the program without a stop, every answer is an error.
    fn read_answer(
        &mut self,
        output: &SolverOutput,
        assumptions: &[Lit],
    ) -> Result<Decision, ExternalError> {
        let refused = |refusal: Refusal| self.command.nonsense(&refusal, output);
        let naming = NumberNaming { variables: self.variables, wanted: self.variables };
        let read = exchange::read(&output.answer, &naming, Questions::One);
        let (claim, solution) = read.map_err(refused)?;
        output.validate().and_then(|()| output.validate_claim(claim)).map_err(refused)?;
        // If the answer has no value for a variable, both values should be right. The variable is
        // set to false.
        let values: Vec<bool> =
            solution.values.iter().map(|value| value.unwrap_or(false)).collect();
        let has_values = solution.values.iter().any(Option::is_some);
        match claim {
            SolverClaim::Unknown => Ok(Decision::Unknown),
            SolverClaim::Unsatisfiable if has_values && self.is_solution(&values, assumptions) => {
                Err(refused(Refusal::new(
                    "it says that there is no solution, but prints one",
                    "one of the two",
                )))
            }
            SolverClaim::Unsatisfiable if output.is_cut_off() => Ok(Decision::Unknown),
            SolverClaim::Unsatisfiable => Ok(Decision::Unsat(())),
            SolverClaim::Satisfiable | SolverClaim::Optimal
                if self.is_solution(&values, assumptions) =>
            {
                self.values = values;
                Ok(Decision::Sat(()))
            }
            SolverClaim::Satisfiable | SolverClaim::Optimal => {
                Err(refused(Refusal::new("its values break a clause", "a solution")))
            }
        }
    }

    /// Returns whether values satisfy all clauses and assumptions.
    fn is_solution(&self, values: &[bool], assumptions: &[Lit]) -> bool {
        let is_true = |lit: Lit| values[lit.variable()] != lit.is_negated();
        let mut clauses = self.clauses.iter();
        clauses.all(|clause| clause.iter().any(|&lit| is_true(to_model(lit))))
            && assumptions.iter().all(|&lit| is_true(lit))
    }

    /// Writes all clauses, and the assumptions as unit clauses after them, in DIMACS. The header
    /// counts both, and all variables so far. Writes at the current position of the file. Fails if
    /// writing fails.
    fn write(&self, mut file: &File, assumptions: &[Lit]) -> io::Result<()> {
        let mut lines = LineWriter::new(&mut file, "c");
        let number = self.clauses.len() + assumptions.len();
        lines.line(&format!("p cnf {} {number}", self.variables));
        let mut lits = Vec::new();
        for clause in self.clauses.iter() {
            lits.clear();
            lits.extend(clause.iter().map(|&lit| to_model(lit)));
            lines.clause("", &lits);
        }
        assumptions.iter().for_each(|&lit| lines.clause("", &[lit]));
        lines.finish().map(drop)
    }

    /// Returns the values of the first `variables` variables in the last solution. Variables that
    /// are in no clause are false.
    pub fn values(&self, variables: usize) -> Values {
        let mut values = self.values.clone();
        values.resize(variables, false);
        Values::new(values)
    }

    /// Returns all assumptions of the last call, since programs do not report a smaller core.
    pub fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    /// Returns the error of the last call that failed, and removes this error. Returns `None` if
    /// there is no error.
    pub fn take_error(&mut self) -> Option<ExternalError> {
        self.trouble.take()
    }
}

#[cfg(all(test, unix))]
mod tests;
