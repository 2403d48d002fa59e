//! The command line, with a file for each command. Such a command is `solve` in `quarrel solve`.
//!
//! Help texts, possible values and completions come from the program's tables of families, formats,
//! encodings and searches. [`main`] takes the families (kinds of puzzles) as an argument. So a
//! program with its own puzzle has the same commands.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::certificate::checker;
use crate::encode::measured::MeasuringStopped;
use crate::family::{Family, OpenedProblem};
use crate::generate::GenerateError;
use crate::process::keeper;
use crate::question::FilesError;
use crate::search::{DivisionError, SearchError};
use crate::source::{Refusal, escape_invisible, escape_line};
use crate::stop::Stop;
use crate::tasks::file::FileError;
use crate::tasks::merge::Contradiction;
use crate::tasks::script::AGAIN;
use crate::tasks::worker::WorkError;
use crate::tasks::{FolderError, PlanError};

mod board;
mod check_proof;
#[cfg(feature = "compare")]
mod compare;
#[cfg(not(feature = "compare"))]
#[path = "cli/without_compare.rs"]
mod compare;
mod completions;
mod convert;
mod decode;
mod defaults;
mod drawing;
mod encoding_args;
mod encodings;
mod explain;
mod export;
mod families;
mod generate;
mod grid_args;
mod headings;
mod hint;
mod man;
mod merge;
mod model_args;
mod numbers;
mod output;
mod pictures;
mod plan;
mod prose;
mod refusal;
mod sheets;
mod shell;
mod show;
mod signals;
mod solve;
mod stderr;
mod suggestions;
mod unnamed;
mod verify;
mod words;
mod work;

use board::BoardTerms;
use defaults::{FilledLine, SuppliedDefault};
use signals::UnheededExit;
use solve::competition;
use stderr::print_stderr;

pub use defaults::validate_defaults;
pub use refusal::render;

/// Compiles grid puzzles and models (OPB, CNF and others) to SAT, solves them, proves optima and
/// shows answers
#[derive(Parser)]
#[command(name = "quarrel", version, propagate_version = true, max_term_width = 100)]
#[command(long_version = VERSION)]
#[command(after_help = EXAMPLES)]
struct Cli {
    /// Ignore defaults from files (quarrel.toml) and variables (QUARREL_TIME_LIMIT for
    /// --time-limit)
    #[arg(long, global = true, overrides_with = "no_config")]
    no_config: bool,
    #[command(subcommand)]
    verb: Verb,
}

/// The text of `--version`: the version, the commit, the profile of the build, and the embedded
/// solver.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (commit ",
    env!("QUARREL_COMMIT"),
    ", ",
    env!("QUARREL_PROFILE"),
    " build, CaDiCaL 2.2.1)"
);

/// The end of the program's help: examples, and the exit statuses that all commands (such as
/// `solve`) share.
const EXAMPLES: &str = "Examples:
  quarrel solve gunport --size 8x10
  quarrel solve queens board.txt --unique
  quarrel solve board.txt
  quarrel solve model problem.opb --time-limit 1m
  quarrel export armies --size 8 --to wcnf -o armies.wcnf
  quarrel families queens

Exit status: 0 an answer (with an objective and without --bound: the \
proved optimum); 1 proved that there is none; 2 bad usage or bad input; 3 stopped by a limit or a \
signal, with the best answer so far, or an answer with open cells breaks no rule so far; 4 an \
internal check failed, or results contradict each other; 75 a worker of a plan was interrupted, \
and starting it again helps. For several boards the gravest: 4, 2, 3, 1, 0; after a signal 4 or 3.";

#[derive(Subcommand)]
enum Verb {
    Solve(Box<solve::Solve>),
    Show(show::Show),
    Convert(convert::Convert),
    Verify(verify::Verify),
    Explain(explain::Explain),
    Hint(hint::Hint),
    Generate(Box<generate::GenerateVerb>),
    Export(Box<export::ExportVerb>),
    Decode(decode::Decode),
    CheckProof(check_proof::CheckProof),
    Compare(Box<compare::Compare>),
    Plan(Box<plan::PlanVerb>),
    Work(work::WorkVerb),
    Merge(merge::MergeVerb),
    Families(families::FamiliesVerb),
    Encodings(Box<encodings::EncodingsVerb>),
    Completions(completions::Completions),
    Man(man::Man),
}

/// The arguments of a command (such as `solve`).
trait VerbArgs {
    /// Refuses options that the grammar allows, but that contradict each other.
    fn validate_options(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Returns the options for reading boards, and the named boards. Returns `None` if the command
    /// reads no boards.
    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        None
    }

    /// Carries out the command and prints its result. Returns how the command ends. The caller
    /// prints a failure.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure>;
}

/// A call of the program.
struct Invocation<'a> {
    /// The families that the command line may name.
    families: &'static [&'static Family],
    /// The command line, for results that record it and for processes that repeat it.
    typed: TypedWords,
    /// The request to end early, which the command checks during its work. Before the command heeds
    /// signals (see `signals`), a signal ends the process. After that, a signal makes this request.
    stop: &'a Stop,
}

/// The ways in which a command ends, with their exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The command has done its work, and an answer exists if one was requested. In solver
    /// competitions, this is also the status of an unknown result.
    Answered = 0,
    /// No answer exists, or an answer is wrong.
    Denied = 1,
    /// The command line or an input is refused, a solver failed, or an output cannot be written.
    Refused = 2,
    /// A limit or a signal stopped the command. Also the ending of a check of an answer that has
    /// open cells and breaks no rule so far.
    Stopped = 3,
    /// An internal check failed, or results contradict each other.
    Broken = 4,
    /// A worker of a plan was interrupted, or could not write a result. Starting the command again
    /// continues the work.
    Interrupted = AGAIN,
    /// A status of solver competitions: there is an answer, perhaps not the best.
    Satisfiable = 10,
    /// A status of solver competitions: it is proved that there is no answer.
    Unsatisfiable = 20,
    /// A status of solver competitions: there is an answer, and it is proved to be the best.
    Optimum = 30,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(ending as u8)
    }
}

/// A reason why a command ends without a result. [`Failure::ending`] gives its exit status.
#[derive(thiserror::Error, Debug)]
enum Failure {
    /// The command line or an input does not meet what is expected.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A search, or work like it, failed. It was not stopped.
    #[error(transparent)]
    Search(SearchError),
    /// clap rejects the command line, or options that `compare` adds to the command line from a
    /// file.
    #[error(transparent)]
    Grammar(#[from] clap::Error),
    /// The generator refuses the request, or one of its internal checks failed.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A comparison cannot continue.
    #[error(transparent)]
    Comparison(#[from] compare::ComparisonError),
    /// A question cannot be divided into pieces. The division was not stopped.
    #[error(transparent)]
    Indivisible(DivisionError),
    /// The folder of a plan cannot be created or read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The external checker could not judge a proof. It was not stopped.
    #[error(transparent)]
    Checker(checker::CheckerError),
    /// Two results of a plan contradict each other.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A file with results of a plan cannot be read or written.
    #[error(transparent)]
    Results(#[from] FileError),
    /// The process of a run cannot be started.
    #[error("cannot start a run: {0}")]
    Start(io::Error),
    /// An output cannot be written. The text is the path of the output, or names the output in
    /// words.
    #[error("cannot write {0}: {why}", why = unwritable(.0, .1))]
    Output(String, io::Error),
    /// A limit or a signal came before anything was known. The text says at which point of the work
    /// this happened.
    #[error("{0}")]
    Stopped(String),
}

/// Returns the reason why a file cannot be written. If its folder is missing, names the folder,
/// since the system's error does not name it.
fn unwritable(path: &str, error: &io::Error) -> String {
    let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
    match (error.kind(), folder) {
        (io::ErrorKind::NotFound, Some(folder)) if !folder.exists() => {
            format!("the folder {} does not exist", folder.display())
        }
        _ => error.to_string(),
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::Stopped => Failure::Stopped(error.to_string()),
            error => Failure::Search(error),
        }
    }
}

impl From<DivisionError> for Failure {
    fn from(error: DivisionError) -> Failure {
        match error {
            DivisionError::Stopped => Failure::Stopped(error.to_string()),
            DivisionError::Search(error) => error.into(),
            error => Failure::Indivisible(error),
        }
    }
}

impl From<checker::CheckerError> for Failure {
    fn from(trouble: checker::CheckerError) -> Failure {
        match trouble {
            checker::CheckerError::Stopped => Failure::Stopped(trouble.to_string()),
            trouble => Failure::Checker(trouble),
        }
    }
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Failure {
        match error {
            FilesError::Refused(refusal) => refusal.into(),
            FilesError::Search(error) => error.into(),
            FilesError::File { path, error } => Failure::Output(path.display().to_string(), error),
        }
    }
}

impl From<WorkError> for Failure {
    /// Converts an error of a worker into the failure of the command with the same cause. A stop
    /// becomes `Stopped`, even if it happened inside a search or a proof.
    fn from(error: WorkError) -> Failure {
        match error {
            WorkError::Refused(refusal) => refusal.into(),
            WorkError::Indivisible(error) => error.into(),
            WorkError::Search(error) => error.into(),
            WorkError::Proof(error) => error.into(),
            WorkError::Folder(error) => error.into(),
            WorkError::Start(error) => Failure::Start(error),
            WorkError::Results(error) => Failure::Results(error),
            WorkError::Stopped => Failure::Stopped(error.to_string()),
        }
    }
}

impl From<PlanError> for Failure {
    /// Converts an error of a plan into the failure of the command with the same cause. A stop
    /// during the division of the question or during a search becomes `Stopped`.
    fn from(error: PlanError) -> Failure {
        match error {
            PlanError::Files(error) => error.into(),
            PlanError::Indivisible(error) => error.into(),
            PlanError::Folder(error) => error.into(),
            PlanError::Contradiction(contradiction) => contradiction.into(),
        }
    }
}

impl From<MeasuringStopped> for Failure {
    fn from(stopped: MeasuringStopped) -> Failure {
        Failure::Stopped(stopped.to_string())
    }
}

impl Failure {
    /// Returns the ending of a command with this failure:
    ///
    /// - A failed internal check, a broken contract and a contradiction are `Broken`.
    /// - A result that cannot be read or written now is `Interrupted`.
    /// - A stop is `Stopped`.
    /// - A failure of a comparison has the ending that [`compare::ending`] returns.
    /// - A closed pipe is `Answered`, since its reader has read enough.
    /// - All other failures are `Refused`.
    fn ending(&self) -> Ending {
        match self {
            Failure::Search(SearchError::Internal(..) | SearchError::Contract(_))
            | Failure::Generate(GenerateError::Internal(..))
            | Failure::Contradiction(_) => Ending::Broken,
            Failure::Comparison(failed) => compare::ending(failed),
            Failure::Results(_) => Ending::Interrupted,
            Failure::Stopped(_) | Failure::Search(SearchError::Stopped) => Ending::Stopped,
            // The reader of the pipe has read enough.
            Failure::Output(_, error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ending::Answered
            }
            Failure::Refused(_)
            | Failure::Generate(GenerateError::Refused(_))
            | Failure::Grammar(_)
            | Failure::Indivisible(_)
            | Failure::Folder(_)
            | Failure::Checker(_)
            | Failure::Start(_)
            | Failure::Search(
                SearchError::Encoding(_)
                | SearchError::Solver(_)
                | SearchError::Strategy { .. }
                | SearchError::Unprovable(_)
                | SearchError::UnknownLabel(_)
                | SearchError::ManySymmetries
                | SearchError::Thread(_),
            )
            | Failure::Output(..) => Ending::Refused,
        }
    }
}

/// The words of the command line, including the defaults that were added to it, and a list of these
/// defaults.
struct TypedWords {
    /// All words, beginning with the program's name. Invalid UTF-8 is replaced.
    words: Vec<String>,
    /// The defaults that the words contain, each with its source.
    defaults: Vec<SuppliedDefault>,
}

impl TypedWords {
    /// Returns whether the option, a long name without dashes, has its value from a default.
    fn is_default(&self, option: &str) -> bool {
        self.defaults.iter().any(|one| one.is_for(option))
    }
}

/// A command line that clap has accepted.
struct CommandLine {
    /// The words that were read, beginning with the program's name.
    words: Vec<OsString>,
    /// clap's own result, which shows the options that were given.
    matches: ArgMatches,
    /// The same result as arguments of the commands.
    cli: Cli,
}

impl CommandLine {
    /// Parses a command line by the grammar of the families. The first of `words` is the program's
    /// name. Makes no checks of the command. Fails with clap's error if clap rejects the command
    /// line. This error has the suggestions of this program. A request for help or the version is
    /// an error, too; this error has the requested text.
    fn read(
        families: &[&'static Family],
        words: Vec<OsString>,
    ) -> Result<CommandLine, clap::Error> {
        let matches = parse_matches(families, &words)?;
        let cli = Cli::from_arg_matches(&matches)?;
        Ok(CommandLine { words, matches, cli })
    }

    /// Reads a command line. clap can reject it because a board is written in the place of a
    /// family. Then adds the only family that can read the boards, and prints a note about it on
    /// standard error. Fails in these cases:
    ///
    /// - clap rejects the command line for another reason, or still rejects it with the family. A
    ///   request for help or the version also counts as rejected.
    /// - No family or several families read the boards.
    /// - The boards obviously have no answer in the only family.
    /// - A board or a folder of boards cannot be read, or the board is standard input.
    fn read_with_family(
        families: &[&'static Family],
        words: Vec<OsString>,
    ) -> Result<CommandLine, Failure> {
        CommandLine::read(families, words.clone()).or_else(|error| {
            match unnamed::add_family(families, &error, &words) {
                None => Err(escape_error(families, error, &words).into()),
                Some(named) => {
                    let named = named?;
                    let read = CommandLine::read(families, named.clone());
                    Ok(read.map_err(|error| escape_error(families, error, &named))?)
                }
            }
        })
    }

    /// Returns the reason why the command refuses its options, or `None` if it accepts them.
    fn objection(&self) -> Option<String> {
        self.cli.verb.args().validate_options().err().map(|refusal| refusal.to_string())
    }
}

/// Runs the command line `arguments`, whose first word is the program's name. Adds defaults of
/// options from the environment and from files. Returns the exit status.
pub fn main(
    families: &'static [&'static Family],
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    main_with_stop(families, arguments, &Stop::unlimited())
}

/// Runs the command line as [`main`] does, until `stop` asks it to stop. Returns the exit status,
/// and prints each failure on standard error. If the command ends as `Refused`, also prints a note
/// for each default that was used. Before the command heeds signals, a signal ends the process. The
/// status is then `Interrupted` for `work`, and `Stopped` for other commands. Only `solve` in the
/// format of competitions ends as `Answered`, and prints that the result is unknown. After that, a
/// signal also asks the command to stop.
///
/// The arguments can instead ask for a keeper of processes, or for the candidates of a completion
/// script. Then this function does only this, without signal handlers, and returns success.
pub fn main_with_stop(
    families: &'static [&'static Family],
    arguments: impl IntoIterator<Item = OsString>,
    stop: &Stop,
) -> ExitCode {
    let all_arguments: Vec<OsString> = arguments.into_iter().collect();
    if keeper::run_if_asked(&all_arguments) {
        return Ending::Answered.into();
    }
    if let Some(answer) = completions::answer(families, &all_arguments) {
        // An error means that the shell no longer reads.
        let _ = io::stdout().write_all(answer.as_bytes());
        return Ending::Answered.into();
    }
    keeper::register();
    // If a worker ends as `Interrupted`, a scheduler starts it again. So the command is looked up
    // here, before the line is parsed.
    let is_option = |word: &&OsString| word.as_encoded_bytes().starts_with(b"-");
    let verb = all_arguments.iter().skip(1).find(|word| !is_option(word));
    let is_worker = verb.is_some_and(|verb| verb == work::WorkVerb::NAME);
    signals::listen(match verb {
        _ if is_worker => UnheededExit { ending: Ending::Interrupted, out: "" },
        Some(verb) if verb == "solve" && competition::is_requested(&all_arguments) => {
            competition::UNHEEDED
        }
        _ => UnheededExit { ending: Ending::Stopped, out: "" },
    });
    let line = match CommandLine::read_with_family(families, all_arguments) {
        Ok(line) => line,
        Err(Failure::Grammar(error)) => return print_clap_error(&error).into(),
        Err(failure) => {
            report(&failure);
            return failure.ending().into();
        }
    };
    let filled = match defaults::fill(families, line) {
        Ok(filled) => filled,
        Err(refusal) => {
            report(&refusal.into());
            return Ending::Refused.into();
        }
    };
    let FilledLine { line: CommandLine { words, cli, .. }, used } = filled;
    let word_texts = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let called =
        Invocation { families, typed: TypedWords { words: word_texts, defaults: used }, stop };
    let ending = cli.verb.args().run(&called).unwrap_or_else(|failure| {
        report(&failure);
        failure.ending()
    });
    if ending == Ending::Refused {
        called.typed.defaults.iter().for_each(note);
    }
    keeper::dismiss();
    ending.into()
}

impl Verb {
    /// Returns the arguments of the command, for the methods that all commands have.
    fn args(&self) -> &dyn VerbArgs {
        match self {
            Verb::Solve(verb) => &**verb,
            Verb::Show(verb) => verb,
            Verb::Convert(verb) => verb,
            Verb::Verify(verb) => verb,
            Verb::Explain(verb) => verb,
            Verb::Hint(verb) => verb,
            Verb::Generate(verb) => &**verb,
            Verb::Export(verb) => &**verb,
            Verb::Decode(verb) => verb,
            Verb::CheckProof(verb) => verb,
            Verb::Compare(verb) => &**verb,
            Verb::Plan(verb) => &**verb,
            Verb::Work(verb) => verb,
            Verb::Merge(verb) => verb,
            Verb::Families(verb) => verb,
            Verb::Encodings(verb) => &**verb,
            Verb::Completions(verb) => verb,
            Verb::Man(verb) => verb,
        }
    }
}

/// Parses the words by the grammar of the families; the first word is the program's name. Fails if
/// clap rejects the words, or if they request help or the version. An error has the suggestions of
/// this program instead of clap's.
fn parse_matches(
    families: &[&'static Family],
    words: &[OsString],
) -> Result<ArgMatches, clap::Error> {
    command(families).try_get_matches_from(words).map_err(|error| {
        let mut grammar = command(families);
        grammar.build();
        suggestions::improve_suggestions(error, &grammar, words)
    })
}

/// Returns clap's error about the command line `words`, with all characters visible. clap prints
/// words as they are. So if a word has invisible characters or invalid UTF-8, these are escaped,
/// and the result is clap's error about the escaped words. If clap accepts the escaped words,
/// returns `error` unchanged.
fn escape_error(
    families: &[&'static Family],
    error: clap::Error,
    words: &[OsString],
) -> clap::Error {
    let shown: Vec<OsString> =
        words.iter().map(|word| escape_line(&word.to_string_lossy()).into()).collect();
    if shown == words { error } else { parse_matches(families, &shown).err().unwrap_or(error) }
}

/// Prints clap's error on standard error, or the requested help or version on standard output.
/// Returns `Refused` for an error, and `Answered` for help or the version. If printing fails
/// because a pipe is closed, the result is the same. If printing fails for another reason, reports
/// this and returns `Refused`.
fn print_clap_error(error: &clap::Error) -> Ending {
    match error.print() {
        Err(broken) if broken.kind() != io::ErrorKind::BrokenPipe => {
            report(&Failure::Output("standard output".to_owned(), broken));
            Ending::Refused
        }
        _ if error.use_stderr() => Ending::Refused,
        _ => Ending::Answered,
    }
}

fn note(message: &impl fmt::Display) {
    print_stderr(&escape_invisible(&format!("note: {message}\n")));
}

/// Prints the warnings about a valid board as notes.
fn note_remarks(opened: &OpenedProblem) {
    opened.as_problem().info().remarks.iter().for_each(note);
}

/// Parses a command line, without the checks that a command makes after parsing.
///
/// # Errors
///
/// If clap rejects the command line; the error then has clap's message. Also for `--help` and
/// `--version`; the error then has their text.
pub fn validate(
    families: &[&'static Family],
    words: impl IntoIterator<Item = OsString>,
) -> Result<(), String> {
    parse(families, words).map(drop).map_err(|error| error.render().to_string())
}

/// Parses a command line, without the checks that a command makes after parsing.
fn parse<W: Into<OsString>>(
    families: &[&'static Family],
    words: impl IntoIterator<Item = W>,
) -> Result<Cli, clap::Error> {
    Ok(CommandLine::read(families, words.into_iter().map(Into::into).collect())?.cli)
}

/// Returns the grammar of the command line; it is not built yet. The possible values of a family
/// argument are the names of the families and their aliases. Upper and lower case letters are the
/// same, except in `encodings`, which requires the exact letters. `generate` accepts only families
/// that can make boards. `plan compare` has the grammar that [`compare::planned_grammar`] makes.
/// The help of the argument `board` describes what `solve`, `show` and `convert` do with several
/// boards.
fn command(families: &[&'static Family]) -> clap::Command {
    let name = |family: &&Family| {
        PossibleValue::new(family.name).aliases(family.also.iter().map(|also| also.name))
    };
    let names: Vec<PossibleValue> = families.iter().map(name).collect();
    let with_families = |verb: clap::Command| {
        let parser = PossibleValuesParser::new(names.clone());
        // `mut_arg` moves an argument to the end of the list.
        verb.mut_arg("family", |family| family.value_parser(parser).ignore_case(true))
            .mut_arg("board", |board| board)
    };
    let mut command = Cli::command();
    for verb in ["solve", "show", "convert", "verify", "explain", "hint", "export"] {
        command =
            command.mut_subcommand(verb, |verb| board::extend_boards_help(with_families(verb)));
    }
    let makers = families
        .iter()
        .filter(|family| family.maker.is_some())
        .map(name)
        .collect::<Vec<PossibleValue>>();
    let makers = PossibleValuesParser::new(makers);
    command = command.mut_subcommand("generate", |verb| {
        verb.mut_arg("family", |family| family.value_parser(makers).ignore_case(true))
    });
    command = command.mut_subcommand("plan", |verb| {
        verb.mut_subcommand("cubes", with_families)
            .mut_subcommand("compare", compare::planned_grammar)
    });
    command.mut_subcommand("encodings", |verb| {
        ["family", "explain"].into_iter().fold(verb, |verb, argument| {
            let parser = PossibleValuesParser::new(names.clone());
            verb.mut_arg(argument, |family| family.value_parser(parser))
        })
    })
}

/// Returns the family with this name or alias, which the grammar must have accepted.
fn find_family(families: &[&'static Family], name: &str) -> &'static Family {
    crate::family::find_family(families, name).expect("the grammar knows the names")
}

/// Returns the path of this program. Fails if the system does not know it.
fn program_path() -> Result<PathBuf, Failure> {
    std::env::current_exe()
        .map_err(|error| Failure::Output("the path of this program".to_owned(), error))
}

/// Prints a failure on standard error, with invisible characters escaped. The form of the text
/// depends on the failure:
///
/// - A refusal has its position in the source.
/// - A stop is printed as it is.
/// - clap's error has clap's form.
/// - Any other failure comes after `error: `.
///
/// Prints nothing if the failure is that the pipe for the output is closed.
fn report(failure: &Failure) {
    let text = match failure {
        Failure::Refused(refusal) | Failure::Generate(GenerateError::Refused(refusal)) => {
            refusal::render(refusal)
        }
        Failure::Output(_, error) if error.kind() == io::ErrorKind::BrokenPipe => return,
        Failure::Grammar(error) => escape_invisible(&error.render().to_string()),
        Failure::Stopped(when) => escape_invisible(&format!("{when}\n")),
        other => escape_invisible(&format!("error: {other}\n")),
    };
    print_stderr(&text);
}

/// Returns the width of the terminal in characters, or `None` if `stream` is no terminal.
fn terminal_columns(stream: &impl IsTerminal) -> Option<usize> {
    let (width, _) = terminal_size::terminal_size().filter(|_| stream.is_terminal())?;
    Some(usize::from(width.0))
}

#[cfg(test)]
mod tests;
