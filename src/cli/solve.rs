//! `quarrel solve`: an answer, the best one, whether it is the only one, how many there are.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::board::{self, Board};
use super::drawing::{Format, Writing};
use super::headings;
use super::numbers;
use super::output::Output;
use super::stating::{Breaking, Stating};
use super::{Ending, Failure, family, signals};
use crate::deduce::Rules;
use crate::encode::Encodings;
use crate::export;
use crate::family::{Family, Formulation};
use crate::model::Model;
use crate::prepare::Preparation;
use crate::process::Limits;
use crate::puzzle::{Answer, Puzzle, Request, read_answer};
use crate::search::{self, Event, Finding, Question, STRATEGIES, SearchError, Status, Task};
use crate::solver::external::Command;
use crate::solver::{Choice, LARGEST_SEED, Mode};
use crate::source::{Refusal, quoted};
use crate::stop::Stop;

use progress::Progress;

mod json;
mod outside;
mod progress;
mod text;
mod wait;

/// Solve a puzzle: find an answer, or the best one, and show it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Solve {
    #[command(flatten)]
    board: Board,
    /// Also say whether the answer is the only one (of the best ones, without --bound)
    #[arg(long, group = "question", help_heading = headings::QUESTION)]
    unique: bool,
    /// Count the answers (the best ones, without --bound), up to a limit
    #[arg(long, value_name = "LIMIT", group = "question", num_args = 0..=1, value_parser = numbers::of_answers, help_heading = headings::QUESTION)]
    count: Option<Option<u64>>,
    /// Show all answers (the best ones, without --bound), up to a limit
    #[arg(long, value_name = "LIMIT", group = "question", num_args = 0..=1, value_parser = numbers::of_answers, help_heading = headings::QUESTION)]
    all: Option<Option<u64>>,
    #[command(flatten)]
    writing: Writing,
    /// Say on standard error what is deduced, and each bound as it is proved
    #[arg(short, long, help_heading = headings::OUTPUT)]
    verbose: bool,
    /// Whether it is said what clashes where there is no answer: regions, clues, rules and given cells
    #[arg(long, value_name = "WHEN", default_value = "on", help_heading = headings::OUTPUT, hide_short_help = true)]
    explain: Switch,
    /// Stop after this time, with the best answer so far: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = parse_seconds, help_heading = headings::LIMITS)]
    time_limit: Option<Duration>,
    /// Stop after this much processor time, of another solver's processes as well, with the best answer
    /// so far
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = parse_seconds, help_heading = headings::LIMITS, hide_short_help = true)]
    cpu_limit: Option<Duration>,
    /// Stop at so many megabytes of memory, of another solver's processes as well, with the best answer
    /// so far
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    memory_limit: Option<u64>,
    /// Stop after so many conflicts of the solver, with the best answer so far: at the same point on
    /// every machine
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    conflict_limit: Option<u64>,
    /// Stop as soon as the best answer is proved to be within this share of the optimum: 0.1 or 10%
    #[arg(long, value_name = "GAP", allow_negative_numbers = true, value_parser = parse_gap, help_heading = headings::LIMITS, hide_short_help = true)]
    gap: Option<f64>,
    #[command(flatten)]
    stating: Stating,
    /// How many solvers share the search of an optimum, or auto, one on each core; one makes the same run
    /// for the same seed
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = parse_threads, help_heading = headings::SEARCH)]
    threads: usize,
    /// How an optimum is looked for
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| row.name)), help_heading = headings::SEARCH, hide_short_help = true)]
    search: Option<String>,
    /// Whether the search of an optimum starts from an answer that is cheap to construct
    #[arg(long, value_name = "WHEN", default_value = "on", help_heading = headings::SEARCH, hide_short_help = true)]
    construct: Switch,
    /// Begin with this answer, which has to keep the rules: its text, or the JSON of `solve`
    #[arg(long, value_name = "FILE", help_heading = headings::SEARCH, hide_short_help = true)]
    start: Option<String>,
    /// How the solver searches: alternating between few restarts and many, stable with few, focused
    /// with many, or auto, the best known
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = PossibleValuesParser::new(Mode::ALL.iter().map(|row| row.0).chain(["auto"])), help_heading = headings::SEARCH, hide_short_help = true)]
    mode: String,
    /// Who solves: cadical, which is built in; the COMMAND of a SAT solver, where {} stands for the
    /// file of the formula, {out} for one that it writes its answer to and {seed} for the seed; or FORMAT:COMMAND of a solver
    /// that takes the whole question as a format of `quarrel export`, such as wcnf or opb
    #[arg(long, value_name = "COMMAND", default_value = "cadical", value_parser = parse_solver, help_heading = headings::SEARCH, hide_short_help = true)]
    solver: Whom,
    /// The solver's seed: the same seed makes the same run
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=i64::from(LARGEST_SEED)), help_heading = headings::SEARCH, hide_short_help = true)]
    seed: u32,
    /// Rename the solver's variables and shuffle its clauses, by this seed: the same formula in
    /// other words
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, help_heading = headings::SEARCH, hide_short_help = true)]
    scramble: Option<u64>,
    /// Show no line of progress
    #[arg(short, long, conflicts_with = "verbose", help_heading = headings::OUTPUT)]
    quiet: bool,
    /// Stop when this process is no longer the parent
    #[arg(long, value_name = "PID", hide = true)]
    parent: Option<u32>,
}

/// How much longer than its time limit a search waits for its board.
const READING: Duration = Duration::from_secs(1);

/// More solvers than that are a slip of the finger.
const MOST_THREADS: usize = 256;

const EXAMPLES: &str = "Examples:
  quarrel solve abbott-window --size 8
  quarrel solve queens board.txt --unique
  quarrel solve gunport --size 8x10 --format svg -o gunport.svg
  quarrel solve armies --size 5 --bound 4 --count";

/// Whether to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// Do it
    On,
    /// Leave it
    Off,
}

/// Who solves.
#[derive(Clone, Debug)]
enum Whom {
    /// A solver for the questions of a search.
    Searching(Choice),
    /// A command that takes the whole question in a format.
    Outside(&'static export::Format, Command),
}

/// What was asked, with everything that a report of the finding names.
struct Asked {
    family: &'static Family,
    task: Task<'static>,
}

impl Solve {
    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let family = family(families, &self.board.family);
        let formulation = match &self.solver {
            Whom::Outside(format, _) => self.stating.formulation_for(format, family)?,
            Whom::Searching(_) => self.stating.formulation(family)?,
        };
        let request = self.in_time(|| self.board.request())?;
        let puzzle = family.open(&request)?;
        self.look_over(family, &*puzzle, formulation)?;
        let format = self.written_format()?;
        let mut output = Output::open(&self.writing.output)?;
        // A search that does not heed its limits in time is left running to the end of the
        // process, and so the puzzle has to live as long.
        let puzzle: &'static dyn Puzzle = Box::leak(puzzle);
        let task = Task {
            encodings: self.stating.choices.encodings(),
            rules: self.stating.deduce.clone().unwrap_or_default(),
            symmetry: self.stating.symmetry != Breaking::Off,
            construct: self.construct == Switch::On,
            explain: self.explain == Switch::On,
            strategy: self.search.as_deref().and_then(search::strategy),
            bound: self.stating.bound,
            question: self.question(),
            mode: Mode::named(&self.mode),
            solver: match &self.solver {
                Whom::Searching(choice) => choice.clone(),
                Whom::Outside(_, command) => Choice::Program(command.clone()),
            },
            threads: self.threads,
            seed: self.seed,
            scramble: self.scramble,
            conflicts: self.conflict_limit,
            gap: self.gap,
            start: self.start_for(family, puzzle)?,
            limits: Limits { cpu: self.cpu_limit, memory_mb: self.memory_limit },
            stop: self.stop(),
            ..Task::new(puzzle, formulation)
        };
        let ending =
            self.search_and_show(&Asked { family, task }, &request, format, &mut output)?;
        output.close()?;
        Ok(ending)
    }

    /// Reads, and ends this process if that takes longer than a search may: a board may never come.
    fn in_time<T>(&self, read: impl FnOnce() -> T) -> T {
        let Some(limit) = self.time_limit else { return read() };
        let (done, is_done) = mpsc::channel::<()>();
        thread::spawn(move || {
            if is_done.recv_timeout(limit.saturating_add(READING)) == Err(RecvTimeoutError::Timeout)
            {
                // Where standard error is closed there is nobody left to tell.
                let told = "error: the board has not come within the time limit\n";
                let _ = std::io::stderr().write_all(told.as_bytes());
                std::process::exit(Ending::Stopped as i32);
            }
        });
        let read = read();
        drop(done);
        read
    }

    /// The answer to begin with, which keeps the rules.
    fn start_for(
        &self,
        family: &Family,
        puzzle: &dyn Puzzle,
    ) -> Result<Option<(Answer, u64)>, Refusal> {
        let Some(path) = &self.start else { return Ok(None) };
        let source = board::read(path)?;
        let answer = read_answer(&source, family.symbols)?;
        match puzzle.check(&answer) {
            Ok(Some(value)) => Ok(Some((answer, value))),
            Ok(None) => Err(Refusal::new(
                format!("--start, and {} has no objective to be improved", family.name),
                "no --start",
            )),
            Err(broken) => {
                let found = format!("an answer to begin with that breaks a rule: {broken}");
                let refusal = Refusal::new(found, "an answer that keeps the rules");
                Err(refusal.at(&source, source.end()))
            }
        }
    }

    /// Reads the puzzle, and refuses what `run` refuses before it solves anything but the size of a
    /// board for its formulation.
    pub fn open(&self, families: &[&'static Family]) -> Result<Box<dyn Puzzle>, Failure> {
        let family = family(families, &self.board.family);
        self.stating.formulation(family)?;
        Ok(self.board.open(family)?)
    }

    /// The text of the board, where there is one.
    pub fn board(&self) -> Result<Option<String>, Refusal> {
        let board = self.board.request()?.board;
        Ok(board.map(|source| source.text().to_owned()))
    }

    /// The encodings asked for.
    pub fn encodings(&self) -> Encodings {
        self.stating.choices.encodings()
    }

    /// The solver, if it is a program.
    pub fn program(&self) -> Option<&Command> {
        match &self.solver {
            Whom::Searching(Choice::Embedded) => None,
            Whom::Searching(Choice::Program(command)) | Whom::Outside(_, command) => Some(command),
        }
    }

    /// Whether the solver is given clauses, and not the whole question.
    pub fn has_clauses(&self) -> bool {
        matches!(self.solver, Whom::Searching(_))
    }

    /// Whether the optimum of a puzzle is searched in clauses alone.
    pub fn searches_by_clauses(
        &self,
        families: &[&'static Family],
        puzzle: &dyn Puzzle,
    ) -> Result<bool, Refusal> {
        let formulation = self.stating.formulation(family(families, &self.board.family))?;
        let strategy = self.search.as_deref().and_then(search::strategy);
        let task = Task { strategy, rules: Rules::none(), ..Task::new(puzzle, formulation) };
        Ok(puzzle.goal().is_none() || task.strategy().by_clauses)
    }

    /// The model that is searched for an answer at the bound, as far as it is one.
    pub fn model(&self, families: &[&'static Family]) -> Result<Model, Failure> {
        let puzzle = self.open(families)?;
        let formulation = self.stating.formulation(family(families, &self.board.family))?;
        formulation.look_over_value(&*puzzle, self.stating.bound)?;
        let preparation = Preparation {
            puzzle: &*puzzle,
            formulation,
            rules: &self.stating.deduce.clone().unwrap_or_default(),
            symmetry: self.stating.symmetry != Breaking::Off,
            stop: &Stop::never(),
        };
        Ok(preparation.prepare(self.stating.bound.unwrap_or(0)).model)
    }

    /// Refuses questions that the family has no answer to.
    fn look_over(
        &self,
        family: &Family,
        puzzle: &dyn Puzzle,
        formulation: &Formulation,
    ) -> Result<(), Refusal> {
        self.stating.look_over(family, puzzle, formulation)?;
        self.agree()?;
        match self.solver {
            Whom::Outside(format, _) => {
                self.stating.look_over_question(format, puzzle, formulation)
            }
            Whom::Searching(_) => Ok(()),
        }
    }

    /// Refuses options that do not go together, whatever the puzzle is.
    pub fn agree(&self) -> Result<(), Refusal> {
        self.look_over_solver()?;
        if self.stating.symmetry == Breaking::On && self.question() != Question::One {
            return Err(Refusal::new(
                "--symmetry on leaves one answer of those that are alike, and --unique, --count and --all \
                 ask for each",
                "--symmetry auto or off",
            ));
        }
        if self.writing.chosen()?.is_image() && (self.all.is_some() || self.count.is_some()) {
            return Err(Refusal::new(
                "a drawing shows one answer, and several are asked for",
                "--format text or json",
            ));
        }
        Ok(())
    }

    /// Refuses what another solver cannot do.
    fn look_over_solver(&self) -> Result<(), Refusal> {
        let refused = |found: &str, expected: &str| Err(Refusal::new(found, expected));
        if self.scramble.is_some() && self.threads > 1 {
            return refused("--scramble and --threads cannot go together", "one of them");
        }
        if self.scramble.is_some() && matches!(self.solver, Whom::Outside(..)) {
            let found = "--scramble changes clauses, and the solver is given the whole question";
            return refused(found, "the command of a SAT solver, without a format");
        }
        let embedded = matches!(self.solver, Whom::Searching(Choice::Embedded));
        if !embedded && self.threads > 1 {
            return refused(
                "--threads is for the embedded solver",
                "the other solver's own option for it",
            );
        }
        if !embedded && self.conflict_limit.is_some() {
            return refused(
                "--conflict-limit is for the embedded solver: another one does not tell its conflicts",
                "--time-limit, or the other solver's own option for it",
            );
        }
        if !embedded && self.search.as_deref() == Some("core-boosted") {
            return refused(
                "--search core-boosted needs cores, and another solver names none",
                "another search",
            );
        }
        if matches!(self.solver, Whom::Outside(..)) {
            if self.question() != Question::One {
                let found =
                    "several answers are asked for, and a solver of the whole question gives one";
                return refused(found, "the command of a SAT solver, without a format");
            }
            if self.gap.is_some() || self.start.is_some() {
                let found = "--gap and --start are for a search here, and the solver is given the \
                             whole question";
                return refused(found, "the other solver's own options for them");
            }
        }
        Ok(())
    }

    /// The form in which the answer is written. Refuses an output that is read, or no place for its form,
    /// before a file is opened for it.
    fn written_format(&self) -> Result<Format, Refusal> {
        self.writing.form(&self.board.inputs())
    }

    fn question(&self) -> Question {
        match (self.unique, self.count, self.all) {
            (true, ..) => Question::Unique,
            (_, Some(limit), _) => Question::Count(limit),
            (.., Some(limit)) => Question::All(limit),
            _ => Question::One,
        }
    }

    /// Stops at the time limit, and when a signal asks for it.
    fn stop(&self) -> Stop {
        let stop = self.time_limit.map_or_else(Stop::never, |limit| Stop::never().after(limit));
        signals::heed(&stop);
        stop
    }

    fn search_and_show(
        &self,
        asked: &Asked,
        request: &Request,
        format: Format,
        output: &mut Output,
    ) -> Result<Ending, Failure> {
        let style = self.writing.style(output);
        let lists = self.all.is_some();
        let mut answers: Vec<Answer> = Vec::new();
        let mut progress = Progress::new(asked, self.verbose, self.quiet);
        let mut latest = None;
        let mut see = |event| match event {
            Event::Progress(finding) => {
                progress.show(&finding);
                latest = Some(finding);
                Ok(())
            }
            Event::Answer(answer) if lists && format == Format::Json => {
                answers.push(answer);
                Ok(())
            }
            Event::Answer(answer) if lists && format == Format::Text => {
                let shown = style.answer(asked.task.puzzle, &answer) + "\n";
                progress.suspend(|| output.print(&shown))
            }
            Event::Answer(_) => Ok(()),
        };
        let found = match &self.solver {
            Whom::Searching(_) => wait::search(&asked.task, self.parent, &mut see),
            Whom::Outside(format, command) => wait::guarded(&asked.task, self.parent, || {
                outside::solve(asked, &self.stating, request, format, command)
            }),
        };
        progress.done();
        let finding = match found {
            Ok(finding) => finding,
            // A solver that broke takes nothing away from what is known.
            Err(Failure::Search(trouble @ SearchError::Solver(_))) if format == Format::Json => {
                let known = latest.map_or_else(|| Finding::nothing(&asked.task), |known| *known);
                output.print(&json::finding(asked, &known, &answers, Some(&trouble)))?;
                return Err(trouble.into());
            }
            Err(failure) => return Err(failure),
        };
        match format {
            Format::Text => output.print(&text::finding(&style, asked, &finding))?,
            Format::Json => output.print(&json::finding(asked, &finding, &answers, None))?,
            Format::Svg | Format::Png => {
                let summary = text::summary(asked, &finding);
                let said = summary + "\n" + &text::explanation(&finding, "");
                let said = said.trim_end();
                format.draw_answer(asked.task.puzzle, finding.answer.as_ref(), said, output)?;
            }
        }
        Ok(ending(&finding))
    }
}

fn ending(finding: &Finding) -> Ending {
    match finding.status {
        _ if finding.stopped => Ending::Stopped,
        Status::Optimal | Status::Satisfiable => Ending::Answered,
        Status::Unsatisfiable => Ending::Denied,
        Status::Unknown => Ending::Stopped,
    }
}

fn parse_solver(text: &str) -> Result<Whom, String> {
    if text == "cadical" {
        return Ok(Whom::Searching(Choice::Embedded));
    }
    let named = text.split_once(':').and_then(|(name, rest)| Some((export::format(name)?, rest)));
    match named {
        Some((format, rest)) if format.name != "cnf" => {
            Ok(Whom::Outside(format, Command::parse(rest)?))
        }
        named => {
            let command = Command::parse(named.map_or(text, |(_, rest)| rest))?;
            Ok(Whom::Searching(Choice::Program(command)))
        }
    }
}

/// A time as it is written on the command line: seconds, or with units.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{} is no time: write 90, 90s, 2m or 1h30m", quoted(text));
    let seconds: f64 = match text.parse() {
        Ok(seconds) => seconds,
        Err(_) => text.parse::<jiff::SignedDuration>().map_err(|_| wrong())?.as_secs_f64(),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// How many solvers share the work: a number, or `auto` for one on each core.
fn parse_threads(text: &str) -> Result<usize, String> {
    let most = MOST_THREADS;
    match text {
        "auto" => Ok(crate::compare::origin::cores().min(most)),
        number => {
            let number = number.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("write auto or a number from 1 to {most}"))
        }
    }
}

/// A gap as a share of the value, from a number such as 0.1 or from 10%.
fn parse_gap(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f64>().map(|percent| percent / 100.0),
        None => text.parse(),
    };
    let share = share.ok().filter(|share| share.is_finite() && *share >= 0.0);
    share.ok_or_else(|| "write a share of the value such as 0.1 or 10%".to_owned())
}
