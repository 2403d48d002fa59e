//! A solver that is a program of its own.
//!
//! It is started anew for each question, with a file in DIMACS: the clauses, and the assumptions as
//! clauses of one literal. In its command `{}` stands for the path of that file, and `{out}` for a
//! file that it writes its answer to, as MiniSat does; without `{}` the path comes last, and without
//! `{out}` its answer is what it prints. When it is time to stop, its whole process group is ended.
//!
//! It is not believed: the values that it gives have to satisfy every clause and assumption.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::Duration;

use crate::encode::{Clauses, to_model};
use crate::exchange::{self, Claim, Lines, Names};
use crate::model::{Lit, Values};
use crate::source::Refusal;
use crate::stop::Stop;

use super::Verdict;

/// How often a running program is looked at.
const PERIOD: Duration = Duration::from_millis(2);

/// The most bytes of an answer that are read.
const MOST_BYTES: u64 = 1 << 30;

/// The command line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    text: String,
    words: Vec<String>,
}

/// Why a program gave no answer.
#[derive(thiserror::Error, Debug)]
pub enum Trouble {
    /// It did not start.
    #[error("cannot run `{0}`: {1}")]
    Start(String, io::Error),
    /// A file for it could not be written or read.
    #[error("a file for `{0}`: {1}")]
    File(String, io::Error),
    /// What it said is no answer.
    #[error("`{command}` said {found}; expected {expected}{errors}")]
    Nonsense {
        /// The program.
        command: String,
        /// What is wrong.
        found: String,
        /// What would have done.
        expected: String,
        /// What it printed on standard error.
        errors: String,
    },
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Command {
    /// A command as it is written for a shell, of which quotes and backslashes are understood.
    ///
    /// # Errors
    ///
    /// Refuses an empty command and a quote without its other half.
    pub fn parse(text: &str) -> Result<Command, String> {
        let words = shlex::split(text).ok_or("a quote without its other half")?;
        if words.is_empty() {
            return Err("a command without a program".to_owned());
        }
        Ok(Command { text: text.to_owned(), words })
    }

    /// Runs the program on a file, and returns what it says; none where it was time to stop first.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or its answer cannot be read.
    pub fn run(&self, file: &Path, stop: &Stop) -> Result<Option<Output>, Trouble> {
        let broken = |error| Trouble::File(self.text.clone(), error);
        let result = tempfile::NamedTempFile::new().map_err(broken)?;
        let mut process = self.process(file, result.path());
        let started = process.spawn().map_err(|error| Trouble::Start(self.text.clone(), error))?;
        let mut child = Group(started);
        let printed = collect(child.0.stdout.take());
        let errors = collect(child.0.stderr.take());
        while child.0.try_wait().map_err(broken)?.is_none() {
            if stop.reached() {
                return Ok(None);
            }
            thread::sleep(PERIOD);
        }
        // Whoever it has started and left behind would keep its output open.
        drop(child);
        let printed = printed.join().expect("reading does not panic").map_err(broken)?;
        let errors = errors.join().expect("reading does not panic").map_err(broken)?;
        let written = std::fs::read(result.path()).map_err(broken)?;
        let said = if written.is_empty() { printed } else { written };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Some(Output { text: text(&said), errors: text(&errors) }))
    }

    /// Why what it said is refused.
    pub fn nonsense(&self, refusal: &Refusal, output: &Output) -> Trouble {
        let last = output.errors.lines().rev().find(|line| !line.trim().is_empty());
        Trouble::Nonsense {
            command: self.text.clone(),
            found: refusal.found.clone(),
            expected: refusal.expected.clone(),
            errors: last.map_or(String::new(), |line| format!(" (it printed: {})", line.trim())),
        }
    }

    fn process(&self, file: &Path, result: &Path) -> Process {
        let [file, result] = [file, result].map(|path| path.to_string_lossy().into_owned());
        let mut words: Vec<String> = self.words.clone();
        if !words.iter().any(|word| word.contains("{}")) {
            words.push("{}".to_owned());
        }
        let filled = |word: &String| word.replace("{}", &file).replace("{out}", &result);
        let words: Vec<String> = words.iter().map(filled).collect();
        let mut process = Process::new(&words[0]);
        process.args(&words[1..]);
        process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        process
    }
}

/// What a program says.
pub struct Output {
    /// Its answer.
    pub text: String,
    errors: String,
}

/// A program with all that it starts; both end with this.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.0.id()) {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;
            // Where the group has ended there is nothing left to end.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads a stream on a thread of its own, so that it never fills up.
fn collect(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<io::Result<Vec<u8>>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            stream.take(MOST_BYTES).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}

/// Clauses for a program, and what it said last.
pub(super) struct External {
    command: Command,
    clauses: Clauses,
    variables: usize,
    values: Vec<bool>,
    core: Vec<Lit>,
    trouble: Option<Trouble>,
}

impl External {
    pub fn new(command: &Command) -> External {
        External {
            command: command.clone(),
            clauses: Clauses::new(),
            variables: 0,
            values: Vec::new(),
            core: Vec::new(),
            trouble: None,
        }
    }

    pub fn add(&mut self, clause: &[rustsat::types::Lit]) {
        let variables = clause.iter().map(|lit| lit.vidx() + 1).max().unwrap_or(0);
        self.variables = self.variables.max(variables);
        self.clauses.push(clause);
    }

    pub fn solve(&mut self, assumptions: &[Lit], stop: &Stop) -> Verdict {
        self.core = assumptions.to_vec();
        match self.ask(assumptions, stop) {
            Ok(verdict) => verdict,
            Err(trouble) => {
                self.trouble = Some(trouble);
                Verdict::Stopped
            }
        }
    }

    fn ask(&mut self, assumptions: &[Lit], stop: &Stop) -> Result<Verdict, Trouble> {
        let assumed = assumptions.iter().map(|lit| lit.variable() + 1).max().unwrap_or(0);
        self.variables = self.variables.max(assumed);
        let broken = |error| Trouble::File(self.command.to_string(), error);
        let file = tempfile::Builder::new().suffix(".cnf").tempfile().map_err(broken)?;
        self.write(file.as_file(), assumptions).map_err(broken)?;
        let Some(output) = self.command.run(file.path(), stop)? else {
            return Ok(Verdict::Stopped);
        };
        let refused = |refusal: Refusal| self.command.nonsense(&refusal, &output);
        let said =
            exchange::read(&output.text, &Names::Numbers(self.variables)).map_err(refused)?;
        match said.claim {
            Claim::Unknown => Ok(Verdict::Stopped),
            Claim::Unsatisfiable => Ok(Verdict::Unsatisfiable),
            Claim::Satisfiable | Claim::Optimal => {
                // A variable without a value has either.
                let values = said.values.iter().map(|value| value.unwrap_or(false)).collect();
                let is_true =
                    |values: &Vec<bool>, lit: Lit| values[lit.variable()] != lit.is_negated();
                let kept = self
                    .clauses
                    .iter()
                    .all(|clause| clause.iter().any(|&lit| is_true(&values, to_model(lit))))
                    && assumptions.iter().all(|&lit| is_true(&values, lit));
                if !kept {
                    let refusal = Refusal::new("values that break a clause", "a solution");
                    return Err(self.command.nonsense(&refusal, &output));
                }
                self.values = values;
                Ok(Verdict::Satisfiable)
            }
        }
    }

    fn write(&self, mut file: &File, assumptions: &[Lit]) -> io::Result<()> {
        let mut lines = Lines::new(&mut file, "c");
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

    /// The values of the first `variables` variables in the last solution; one that occurs in no
    /// clause has either.
    pub fn values(&self, variables: usize) -> Values {
        let mut values = self.values.clone();
        values.resize(variables, false);
        Values::new(values)
    }

    /// The assumptions of the last question: programs name no core.
    pub fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    pub fn take_trouble(&mut self) -> Option<Trouble> {
        self.trouble.take()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::encode::to_rustsat;

    fn asked(command: &str, clauses: &[&[i32]], stop: &Stop) -> Result<Verdict, Trouble> {
        let mut external = External::new(&Command::parse(command).expect("a command"));
        for clause in clauses {
            let lits: Vec<_> =
                clause.iter().map(|&number| to_rustsat(Lit::from_dimacs(number))).collect();
            external.add(&lits);
        }
        external.ask(&[], stop)
    }

    #[test]
    fn what_a_program_says_is_checked() {
        let clauses: &[&[i32]] = &[&[1, 2], &[-1]];
        let ask = |script: &str| asked(&format!("sh -c '{script}' {{}}"), clauses, &Stop::never());
        assert!(matches!(ask("echo s SATISFIABLE; echo v -1 2 0"), Ok(Verdict::Satisfiable)));
        assert!(matches!(ask("echo s UNSATISFIABLE"), Ok(Verdict::Unsatisfiable)));
        assert!(matches!(ask("echo s UNKNOWN"), Ok(Verdict::Stopped)));
        let lie = ask("echo s SATISFIABLE; echo v 1 2 0").expect_err("a lie");
        assert!(lie.to_string().contains("values that break a clause"), "{lie}");
        let nonsense = ask("echo oops >&2; exit 3").expect_err("nothing said");
        assert!(nonsense.to_string().contains("it printed: oops"), "{nonsense}");
        let missing = asked("/no/such/solver", clauses, &Stop::never()).expect_err("missing");
        assert!(missing.to_string().contains("cannot run `/no/such/solver`"), "{missing}");
    }

    #[test]
    fn the_file_and_the_result_have_places_in_a_command() {
        let script = "grep -q \"p cnf 2 2\" $0 && printf \"SAT\\n-1 2 0\\n\" > $1";
        let command = format!("sh -c '{script}' {{}} {{out}}");
        let verdict = asked(&command, &[&[1, 2], &[-1]], &Stop::never());
        assert!(matches!(verdict, Ok(Verdict::Satisfiable)), "{verdict:?}");
    }

    #[test]
    fn a_program_ends_with_all_it_started_when_it_is_time_to_stop() {
        let stop = Stop::never().after(Duration::from_millis(50));
        let verdict = asked("sh -c 'sleep 1000 & sleep 1000'", &[&[1]], &stop);
        assert!(matches!(verdict, Ok(Verdict::Stopped)));
    }

    #[test]
    fn a_command_is_split_like_a_shell_does() {
        let command = Command::parse("solver 'a b' --flag").expect("a command");
        assert_eq!(command.words, ["solver", "a b", "--flag"]);
        assert!(Command::parse("").is_err() && Command::parse("a 'b").is_err());
    }
}
