//! `quarrel export --suite`: a series of puzzles from easy to open, each in every combination of
//! formulations and encodings that is asked for, with what is known of the result.
//!
//! Each instance is written by the command that its file names, so the same command writes it
//! again. A combination that cannot be, such as a shape along lines that an objective does not
//! have, is left out and said.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::grid_args::{Chosen, GridArgs};
use super::super::headings;
use super::super::numbers;
use super::super::output::{Output, Target};
use super::super::setup::Setup;
use super::{Ending, Failure, SearchError, Subject, command, signals};
use crate::bounds::Bounds;
use crate::export::compress::Compression;
use crate::export::suite::{self, Done, Instance, Known, LeftOut, Suite, file_name};
use crate::export::{self, Expected, FORMATS, Format};
use crate::family::{Family, Opened};
use crate::grid::{Axis, Grid, Point};
use crate::model::Sense;
use crate::problem::{Exact, Goal, Problem, Scale};
use crate::puzzle::Request;
use crate::search::{self, Status, Task};
use crate::source::{Refusal, counted, visible};
use crate::stop::Stop;

/// Write a set of instances: puzzles from easy to open, satisfiable and not, in each encoding
#[derive(Args)]
#[command(after_help = EXAMPLES, override_usage = "quarrel export --suite <DIR> [OPTIONS]")]
pub(in crate::cli) struct Suites {
    /// The folder, which is made here or is empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    several: GridArgs,
    /// The formats
    #[arg(long = "to", value_name = "FORMAT,...", value_delimiter = ',', default_values = ["cnf", "wcnf"], value_parser = PossibleValuesParser::new(FORMATS.iter().map(|row| row.name)), help_heading = headings::OUTPUT)]
    formats: Vec<String>,
    /// How many scrambles of each formula beside the formula as it is written, in formats of
    /// clauses
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::OUTPUT)]
    scrambles: u64,
    /// How many conflicts the search of a puzzle's result may meet; what is open then is `unknown`
    #[arg(long, value_name = "N", default_value_t = 300_000, allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::LIMITS)]
    conflict_limit: u64,
    /// List each instance that is left out, with its reason; the manifest does so anyway
    #[arg(short, long, help_heading = headings::OUTPUT)]
    verbose: bool,
}

const EXAMPLES: &str = "Examples:
  quarrel export --suite instances
  quarrel export --suite windows --family abbott-window --size 9,11,13 --card all --to cnf
  quarrel export --suite queens --family queens --boards boards/ --formulation all

For each puzzle the folder has an instance for the best value that is known, for
the next better one where the optimum is open, and for the first value that a
search proves to be out of reach; a manifest of all; and a description for the
competitions.";

/// A puzzle whose instances are written.
struct Puzzle<'a> {
    chosen: &'a Chosen,
    request: Request,
    opened: Opened,
    /// What is known of it.
    known: Known,
    /// Whether they are written already.
    is_written: bool,
    /// When to stop.
    stop: &'a Stop,
}

/// What became of an instance.
enum Fate {
    /// It is in the set.
    Kept,
    /// Deduction alone refutes it.
    Refuted,
    /// It is not in the set, for this reason.
    LeftOut(String),
}

/// An instance that may be written.
struct Wanted {
    format: &'static Format,
    setup: Setup,
    scramble: Option<u64>,
    /// The command that writes it.
    command: String,
    name: String,
}

/// What became of the instances of a puzzle.
#[derive(Default)]
struct Outcome {
    /// How many are in the set.
    written: usize,
    left_out: Vec<LeftOut>,
}

impl Outcome {
    fn take_in(&mut self, Wanted { format, command, name, .. }: Wanted, fate: Fate) {
        match fate {
            Fate::Kept => self.written += 1,
            Fate::Refuted => {}
            Fate::LeftOut(reason) => {
                let file = suite::file(format.name, &name);
                self.left_out.push(LeftOut { file, command, reason });
            }
        }
    }
}

/// The fate of an instance: one that cannot be is left out.
fn in_the_end(fate: Result<Fate, Failure>) -> Result<Fate, Failure> {
    match fate {
        Err(Failure::Refused(refusal)) => Ok(Fate::LeftOut(refusal.to_string())),
        Err(Failure::Search(SearchError::Encoding(refusal))) => {
            Ok(Fate::LeftOut(refusal.to_string()))
        }
        fate => fate,
    }
}

/// The options that change what is stated, and not only how it is written in clauses.
const STATING: [&str; 3] = ["formulation", "symmetry", "deduce"];

impl Suites {
    pub fn run(
        &self,
        families: &[&'static Family],
        arguments: &[String],
    ) -> Result<Ending, Failure> {
        let stop = Stop::never();
        signals::heed(&stop);
        let puzzles = self.several.puzzles(families)?;
        if puzzles.is_empty() {
            let found = "a set of instances needs puzzles, and no family here has sizes";
            return Err(Refusal::new(found, "--family and --boards").into());
        }
        for chosen in &puzzles {
            self.validate(chosen)?;
        }
        let command = arguments.get(1..).unwrap_or_default();
        let mut suite = Suite::create(&self.folder, self.conflict_limit, command)
            .map_err(|error| self.broken(error))?;
        let mut output = Output::standard();
        // Whoever closes the pipe wants the instances all the same.
        let mut told = Ok(());
        let bar = bar(puzzles.len());
        let mut left_out = 0;
        for (number, chosen) in puzzles.iter().enumerate() {
            bar.set_message(visible(&chosen.name));
            let Some(done) = self.write(chosen, &mut suite, &stop)? else {
                bar.finish_and_clear();
                say_stopped(number, puzzles.len(), &self.folder);
                return Ok(Ending::Stopped);
            };
            left_out += done.left_out.len();
            let said = self.told(&done);
            bar.suspend(|| {
                told = std::mem::replace(&mut told, Ok(()))
                    .and_then(|()| output.print(&visible(&said)))
            });
            bar.inc(1);
        }
        bar.finish_and_clear();
        let written = suite.finish().map_err(|error| self.broken(error))?;
        told?;
        let left_out = match left_out {
            0 => String::new(),
            1 => "; 1 is left out, and manifest.json has the reason".to_owned(),
            more => format!("; {more} are left out, and manifest.json has the reason of each"),
        };
        let folder = visible(&self.folder.display().to_string());
        output.print(&format!("{} in {folder}{left_out}\n", counted(written, "instance")))?;
        Ok(Ending::Answered)
    }

    /// Refuses formulations that the family does not have, and a board that is none, before
    /// anything is written.
    fn validate(&self, chosen: &Chosen) -> Result<(), Refusal> {
        for point in self.several.grid(chosen.family).points() {
            Setup::at(chosen.family, &point)?;
        }
        chosen.family.open(&chosen.request()?).map(drop)
    }

    /// The ways to state a puzzle, and to write it where the format has clauses.
    fn grid(&self, family: &Family, format: &Format) -> Grid {
        let mut grid = self.several.grid(family);
        if !format.has_clauses {
            let states = |axis: &Axis| STATING.contains(&axis.option.as_str());
            grid.axes.retain(states);
        }
        grid
    }

    /// What became of the instances of a puzzle: a line, and with --verbose one for each that is
    /// left out.
    fn told(&self, done: &Done) -> String {
        let mut told = done.said.clone();
        for LeftOut { command, reason, .. } in done.left_out.iter().filter(|_| self.verbose) {
            told += &format!("  without {command}: {reason}\n");
        }
        told
    }

    /// Writes the instances of a puzzle that are not written yet; none where it was to stop first.
    fn write(
        &self,
        chosen: &Chosen,
        suite: &mut Suite,
        stop: &Stop,
    ) -> Result<Option<Done>, Failure> {
        let request = chosen.request()?;
        let opened = chosen.family.open(&request)?;
        let done = suite.done(&chosen.name);
        let known = match &done {
            Some(done) => done.known,
            None => self.known(chosen.family, opened.as_problem(), stop)?,
        };
        let subject = Puzzle { chosen, request, opened, known, is_written: done.is_some(), stop };
        let outcome = self.write_each(&subject, suite)?;
        if stop.reached() {
            return Ok(None);
        }
        match done {
            Some(done) => Ok(Some(done)),
            None => {
                let scale = subject.opened.as_problem().scale();
                self.take_down(chosen, (known, &scale), outcome, suite).map(Some)
            }
        }
    }

    /// Goes through the instances of a puzzle in every format and manner, until it is to stop.
    fn write_each(&self, puzzle: &Puzzle, suite: &mut Suite) -> Result<Outcome, Failure> {
        let Puzzle { chosen, opened, known, .. } = puzzle;
        let (goal, scale) = (opened.as_problem().goal(), opened.as_problem().scale());
        let mut outcome = Outcome::default();
        for format in self.formats.iter().filter_map(|name| export::format(name)) {
            let grid = self.grid(chosen.family, format);
            for point in grid.points() {
                for (bound, scramble) in self.questions(known, format, goal) {
                    if puzzle.stop.reached() {
                        return Ok(outcome);
                    }
                    let setup = Setup { bound, ..Setup::at(chosen.family, &point)? };
                    let bound = bound.map(|bound| scale.of(bound));
                    let words = words(chosen, &point, format, (bound.as_ref(), scramble));
                    let name = name(chosen, &grid, &point, (bound.zip(goal), scramble));
                    let command = command(&words, None);
                    let wanted = Wanted { format, setup, scramble, command, name };
                    let fate = self.write_one(puzzle, &wanted, suite);
                    outcome.take_in(wanted, in_the_end(fate)?);
                }
            }
        }
        Ok(outcome)
    }

    /// Takes down that a puzzle is done, with a line that says what became of its instances.
    fn take_down(
        &self,
        chosen: &Chosen,
        (known, scale): (Known, &Scale),
        Outcome { written, left_out }: Outcome,
        suite: &mut Suite,
    ) -> Result<Done, Failure> {
        let less = match left_out.len() {
            0 => String::new(),
            number => format!(", {number} left out"),
        };
        let written = counted(written, "instance");
        let known_in_words = in_words(known, scale);
        let said = format!("{}: {known_in_words}, {written}{less}\n", chosen.name);
        let done = Done { puzzle: chosen.name.clone(), known, said, left_out };
        suite.take_down(done.clone()).map_err(|error| self.broken(error))?;
        Ok(done)
    }

    /// The questions that a format asks of a puzzle, each as it is written and scrambled.
    fn questions(
        &self,
        known: &Known,
        format: &Format,
        goal: Option<Goal>,
    ) -> impl Iterator<Item = (Option<i64>, Option<u64>)> {
        let scrambles = if format.is_clausal() { self.scrambles } else { 0 };
        let seeds = move || std::iter::once(None).chain((1..=scrambles).map(Some));
        let questions = known.questions(format, goal).into_iter();
        questions.flat_map(move |question| seeds().map(move |seed| (question, seed)))
    }

    /// Writes an instance, and says what became of it: where deduction refutes a bound, the formula
    /// has an empty clause, and there is nothing left to solve.
    fn write_one(
        &self,
        puzzle: &Puzzle,
        wanted: &Wanted,
        suite: &mut Suite,
    ) -> Result<Fate, Failure> {
        let &Puzzle { chosen, known, is_written, stop, .. } = puzzle;
        let Wanted { format, setup, scramble, command, name } = wanted;
        let path = suite.place(format, name).map_err(|error| self.broken(error))?;
        let map = if is_written {
            suite.kept(format, name).map_err(|error| self.broken(error))?
        } else {
            let (request, opened) = (&puzzle.request, &puzzle.opened);
            let scramble = *scramble;
            let subject = Subject { setup, request, opened, scramble, command };
            let output = Target::File(path.clone());
            let compression = output.suffixes().pop().and_then(|end| Compression::of(&end));
            subject.write(format, compression, &output, stop)?
        };
        let Some(mut map) = map else { return Ok(Fate::Refuted) };
        if !is_written && map.bound.is_some() && map.expected == Expected::Unsatisfiable {
            fs::remove_file(&path).map_err(|error| self.broken(error))?;
            return Ok(Fate::Refuted);
        }
        if let Some(other) = suite.same_as(&map) {
            let reason = format!("the same formula as {other}");
            fs::remove_file(&path).map_err(|error| self.broken(error))?;
            return Ok(Fate::LeftOut(reason));
        }
        let scale = puzzle.opened.as_problem().scale();
        let bound = map.bound.as_ref().and_then(|bound| scale.value(bound));
        map.expected = known.expected(bound).map(|best| scale.of(best));
        let instance = Instance {
            family: chosen.family,
            name: name.clone(),
            command: command.clone(),
            map,
            bounds: match known {
                Known::Bounds(bounds) => Some(bounds),
                Known::Answer(_) | Known::Nothing => None,
            },
            scale,
        };
        if is_written {
            suite.take_in(instance)
        } else {
            suite.add(instance).map_err(|error| self.broken(error))?
        }
        Ok(Fate::Kept)
    }

    /// What a search by every default knows of a puzzle.
    fn known(
        &self,
        family: &'static Family,
        problem: &dyn Problem,
        stop: &Stop,
    ) -> Result<Known, Failure> {
        let formulation = family.formulation(None)?;
        let conflicts = Some(self.conflict_limit);
        let task = Task { conflicts, stop: stop.clone(), ..Task::new(problem, formulation) };
        let finding = match search::run(&task, &mut |_| {}) {
            Err(SearchError::Encoding(refusal)) if !refusal.is_stop() => {
                // Formats that take it as it is are written all the same.
                let bounds = problem.goal().map(Bounds::unknown);
                return Ok(bounds.map_or(Known::Answer(None), Known::Bounds));
            }
            found => found?,
        };
        Ok(match (finding.status, finding.bounds) {
            (Status::Unsatisfiable, _) => Known::Nothing,
            (_, Some(bounds)) => Known::Bounds(bounds),
            (Status::Unknown, None) => Known::Answer(None),
            (Status::Satisfiable | Status::Optimal, None) => Known::Answer(Some(true)),
        })
    }

    /// The failure to write into the folder; an error that names its file is told as it is.
    fn broken(&self, error: std::io::Error) -> Failure {
        Failure::Output(self.folder.display().to_string(), error)
    }
}

/// A bar on standard error, where that is a terminal.
fn bar(puzzles: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos}/{len} puzzles {elapsed} {wide_msg}");
    let bar = ProgressBar::new(puzzles as u64)
        .with_style(style.expect("a template as indicatif reads it"));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Says how far a set has come that is stopped.
fn say_stopped(number: usize, puzzles: usize, folder: &Path) {
    // Where standard error is closed there is nobody left to tell.
    let _ = writeln!(
        std::io::stderr(),
        "stopped with {number} of {puzzles} puzzles in {}; run the same command to go on",
        visible(&folder.display().to_string())
    );
}

/// The command that writes an instance.
fn words(
    chosen: &Chosen,
    point: &Point,
    format: &Format,
    (bound, scramble): (Option<&Exact>, Option<u64>),
) -> Vec<String> {
    let mut words = vec!["quarrel".to_owned(), "export".to_owned()];
    words.extend(chosen.arguments.iter().cloned());
    words.extend(point.arguments());
    words.extend(["--to".to_owned(), format.name.to_owned()]);
    if let Some(bound) = bound {
        words.extend(["--bound".to_owned(), bound.to_string()]);
    }
    if let Some(seed) = scramble {
        words.extend(["--scramble".to_owned(), seed.to_string()]);
    }
    words
}

/// The puzzle, the options by which its instances differ, the question, and the scramble.
fn name(
    chosen: &Chosen,
    grid: &Grid,
    point: &Point,
    (question, scramble): (Option<(Exact, Goal)>, Option<u64>),
) -> String {
    let question = question.map(|(bound, goal)| match goal.sense {
        Sense::Minimise => format!("le{bound}"),
        Sense::Maximise => format!("ge{bound}"),
    });
    // A name of a file has no slash.
    let question = question.map(|words| words.replace('/', "over"));
    let mut parts = vec![chosen.name.as_str()];
    parts.extend(grid.telling(point));
    parts.extend(question.as_deref());
    let scramble = scramble.map(|seed| format!("scramble{seed}"));
    parts.extend(scramble.as_deref());
    file_name(&parts)
}

fn in_words(known: Known, scale: &Scale) -> String {
    match known {
        Known::Bounds(bounds) if bounds.closed() => {
            format!("the optimum is {}", scale.of(bounds.lower()))
        }
        Known::Bounds(bounds) => {
            let [lower, upper] = [bounds.lower(), bounds.upper()].map(|value| scale.of(value));
            format!("between {lower} and {upper}")
        }
        Known::Answer(Some(true)) => "there is an answer".to_owned(),
        Known::Answer(Some(false)) | Known::Nothing => "there is no answer".to_owned(),
        Known::Answer(None) => "not known".to_owned(),
    }
}
