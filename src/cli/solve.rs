//! `quarrel solve`: an answer, the best one, whether it is the only one, how many there are.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::board::Board;
use super::choices::Choices;
use super::output::Output;
use super::{Ending, Failure, family};
use crate::family::{Family, Formulation};
use crate::picture::{Picture, png, svg};
use crate::puzzle::{Answer, Puzzle};
use crate::search::{self, Event, Finding, Question, STRATEGIES, Status, Task};
use crate::solver::LARGEST_SEED;
use crate::source::Refusal;
use crate::stop::Stop;

mod json;
mod text;

/// Solve a puzzle: find an answer, or the best one, and show it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Solve {
    #[command(flatten)]
    board: Board,
    /// How the puzzle is stated (`quarrel families` lists what each family has)
    #[arg(long, value_name = "F")]
    formulation: Option<String>,
    #[command(flatten)]
    choices: Choices,
    /// How an optimum is looked for
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| row.name)))]
    search: Option<String>,
    /// Ask for an answer at least as good as K in place of the best one
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    bound: Option<u64>,
    /// Also say whether the answer is the only one (of the best ones, without --bound)
    #[arg(long, group = "question")]
    unique: bool,
    /// Count the answers (the best ones, without --bound), up to a limit
    #[arg(long, value_name = "LIMIT", group = "question", num_args = 0..=1, value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<Option<u64>>,
    /// Show all answers (the best ones, without --bound), up to a limit
    #[arg(long, value_name = "LIMIT", group = "question", num_args = 0..=1, value_parser = clap::value_parser!(u64).range(1..))]
    all: Option<Option<u64>>,
    /// Stop after so many seconds, with the best answer so far
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = parse_seconds)]
    time_limit: Option<Duration>,
    /// The solver's seed: the same seed makes the same run
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=i64::from(LARGEST_SEED)))]
    seed: u32,
    /// How the answer is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Whether text shows the answer as a picture in box drawing or as plain rows; `auto` draws
    /// on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    picture: When,
    /// Write to a file in place of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

const EXAMPLES: &str = "Examples:
  quarrel solve abbott-window --size 8
  quarrel solve queens board.txt --unique
  quarrel solve gunport --size 8x10 --format svg -o gunport.svg
  quarrel solve armies --size 5 --bound 4 --count";

/// The form in which an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture or plain rows, and what is known
    Text,
    /// One JSON object
    Json,
    /// A drawing in SVG
    Svg,
    /// A drawing in PNG
    Png,
}

/// When to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// Where it fits
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What was asked, with everything that a report of the finding names.
struct Asked<'a> {
    family: &'static Family,
    puzzle: &'a dyn Puzzle,
    formulation: &'static Formulation,
    task: Task<'a>,
}

impl Solve {
    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let family = family(families, &self.board.family);
        let formulation = family.formulation(self.formulation.as_deref())?;
        let puzzle = self.board.open(family)?;
        self.look_over(family, &*puzzle, formulation)?;
        self.look_over_output()?;
        let mut output = Output::open(self.output.as_deref())?;
        let stop = self.stop();
        let task = Task {
            puzzle: &*puzzle,
            formulation,
            encodings: self.choices.encodings(),
            strategy: self.search.as_deref().and_then(search::strategy).unwrap_or(&STRATEGIES[0]),
            bound: self.bound,
            question: self.question(),
            seed: self.seed,
            stop: stop.clone(),
        };
        let asked = Asked { family, puzzle: &*puzzle, formulation, task };
        self.search_and_show(&asked, &mut output)
    }

    /// Refuses questions that the family has no answer to.
    fn look_over(
        &self,
        family: &Family,
        puzzle: &dyn Puzzle,
        formulation: &Formulation,
    ) -> Result<(), Refusal> {
        if self.bound.is_some() && puzzle.goal().is_none() {
            return Err(family.without_objective());
        }
        formulation.look_over(puzzle)
    }

    /// Refuses forms of output that do not go together, before a file is opened for them.
    fn look_over_output(&self) -> Result<(), Refusal> {
        let drawing = matches!(self.format, Format::Svg | Format::Png);
        if drawing && (self.all.is_some() || self.count.is_some()) {
            return Err(Refusal::new("a drawing of several answers", "--format text or json"));
        }
        let on_terminal = self.output.is_none() && std::io::stdout().is_terminal();
        if self.format == Format::Png && on_terminal {
            return Err(Refusal::new("a PNG on a terminal", "-o FILE"));
        }
        Ok(())
    }

    fn question(&self) -> Question {
        match (self.unique, self.count, self.all) {
            (true, ..) => Question::Unique,
            (_, Some(limit), _) => Question::Count(limit),
            (.., Some(limit)) => Question::All(limit),
            _ => Question::One,
        }
    }

    /// Stops at the time limit, and at Ctrl-C or SIGTERM. Who asks twice is not made to wait for
    /// the step in hand, and gets no answer.
    fn stop(&self) -> Stop {
        let stop = self.time_limit.map_or_else(Stop::never, |limit| Stop::never().after(limit));
        let asked = stop.clone();
        // Where no handler can be set, Ctrl-C ends the process as it always did.
        let _ = ctrlc::set_handler(move || {
            if asked.ask() {
                std::process::exit(Ending::Stopped as i32);
            }
        });
        stop
    }

    fn search_and_show(&self, asked: &Asked, output: &mut Output) -> Result<Ending, Failure> {
        let style = text::Style {
            picture: match self.picture {
                When::Auto => output.is_terminal(),
                when => when == When::Always,
            },
            colour: output.takes_colour(),
            columns: super::terminal_columns(&std::io::stdout()).filter(|_| output.is_terminal()),
        };
        let lists = self.all.is_some();
        let mut answers: Vec<Answer> = Vec::new();
        let mut failed = None;
        let progress = Progress::new(asked);
        let finding = search::run(&asked.task, &mut |event| match event {
            Event::Bounds(bounds) => progress.show(&bounds),
            Event::Answer(answer) if lists && self.format == Format::Json => {
                answers.push(answer.clone())
            }
            Event::Answer(answer) if lists && self.format == Format::Text => {
                let shown = progress.suspend(|| output.print(&style.answer(asked.puzzle, answer)));
                if let Err(error) = shown {
                    failed = Some(error);
                    asked.task.stop.ask();
                }
            }
            Event::Answer(_) => {}
        })?;
        progress.done();
        if let Some(error) = failed {
            return Err(error);
        }
        match self.format {
            Format::Text => output.print(&style.finding(asked, &finding))?,
            Format::Json => output.print(&json::finding(asked, &finding, &answers))?,
            Format::Svg | Format::Png => self.draw(asked, &finding, output)?,
        }
        Ok(ending(&finding))
    }

    fn draw(&self, asked: &Asked, finding: &Finding, output: &mut Output) -> Result<(), Failure> {
        let Some(answer) = &finding.answer else {
            // Where standard error is closed there is nobody left to tell.
            let _ = writeln!(std::io::stderr(), "{}", text::summary(asked, finding));
            return Ok(());
        };
        let picture = picture(asked.puzzle, answer);
        if self.format == Format::Svg {
            return output.print(&svg::draw(&picture));
        }
        let image = png::draw(&picture)
            .map_err(|error| Failure::Output("the PNG".to_owned(), std::io::Error::other(error)))?;
        output.write(&image)
    }
}

/// An answer as a picture, with its rows as the text alternative.
fn picture(puzzle: &dyn Puzzle, answer: &Answer) -> Picture {
    let mut picture = puzzle.picture(Some(answer));
    for row in answer.to_rows() {
        picture.caption(&row);
    }
    picture
}

fn ending(finding: &Finding) -> Ending {
    match finding.status {
        _ if finding.stopped => Ending::Stopped,
        Status::Optimal | Status::Satisfiable => Ending::Answered,
        Status::Unsatisfiable => Ending::Denied,
        Status::Unknown => Ending::Stopped,
    }
}

/// The bounds so far, on standard error where that is a terminal.
struct Progress {
    bar: ProgressBar,
    name: Option<&'static str>,
}

impl Progress {
    fn new(asked: &Asked) -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden(), name: None };
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, name: asked.puzzle.goal().map(|goal| goal.name) }
    }

    fn show(&self, bounds: &search::Bounds) {
        let name = self.name.unwrap_or("objective");
        let best = bounds.best.map_or("none yet".to_owned(), |best| best.to_string());
        self.bar.set_message(format!(
            "{name}: best {best}, proved between {} and {}",
            bounds.lower(),
            bounds.upper()
        ));
    }

    fn suspend<T>(&self, step: impl FnOnce() -> T) -> T {
        self.bar.suspend(step)
    }

    fn done(&self) {
        self.bar.finish_and_clear();
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
