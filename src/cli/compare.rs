//! `quarrel compare`: which encoding, on what, by how much, and is that luck?

use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::Output;
use super::several::{Chosen, Several};
use super::solve::parse_seconds;
use super::{Ending, Failure, Verb, parse};
use crate::board::Size;
use crate::compare::claims::Claims;
use crate::compare::plan::{self, Optimum, Puzzle, Question, Repetition, Run};
use crate::compare::presets::{self, Options, PRESETS};
use crate::compare::record::{self, Record, Results};
use crate::compare::report::{html, table, text};
use crate::compare::summary::{Measure, Summary};
use crate::compare::{Making, execute};
use crate::family::Family;
use crate::grid::{Axis, Grid};
use crate::model::Sense;
use crate::source::Refusal;
use crate::stop::Stop;

mod measurements;

/// Compare encodings, formulations, searches and solvers over many runs
#[derive(Args)]
#[command(after_help = examples())]
pub(super) struct Compare {
    /// A preset, or a TOML file with grids: its options hold where the command line says nothing
    grid: Option<String>,
    #[command(flatten)]
    several: Several,
    /// Searches, as `solve --search` has them
    #[arg(long, value_name = "S,...", value_delimiter = ',')]
    search: Vec<String>,
    /// Modes of the solver, as `solve --mode` has them
    #[arg(long, value_name = "MODE,...", value_delimiter = ',')]
    mode: Vec<String>,
    /// Whether a search starts from a constructed answer: on, off
    #[arg(long, value_name = "WHEN,...", value_delimiter = ',')]
    construct: Vec<String>,
    /// A solver, as `solve --solver` has it; may be given several times
    #[arg(long, value_name = "COMMAND")]
    solver: Vec<String>,
    /// What is asked of puzzles with an objective: the optimum; sat, an answer as good; unsat, the
    /// refutation of the next better value
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["optimum", "sat", "unsat"]))]
    ask: Vec<String>,
    /// Ask for an answer at least as good as these
    #[arg(long, value_name = "K,...", value_delimiter = ',')]
    bound: Vec<u64>,
    /// How many seeds of the solver
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
    /// How many scrambles of the formula beside the formula as it is written
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1000))]
    scrambles: u64,
    /// Seconds for each run
    #[arg(long, value_name = "SECONDS", default_value = "20", allow_negative_numbers = true, value_parser = parse_seconds)]
    time_limit: Duration,
    /// Megabytes for each run
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..))]
    memory_limit: Option<u64>,
    /// How many runs at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// The file to which a line is added for each run; runs that are in it are not made again
    #[arg(long, value_name = "FILE", default_value = "comparison.jsonl")]
    results: PathBuf,
    /// Say how many runs there are and what they cost at most, and make none
    #[arg(long)]
    dry_run: bool,
    /// Make no run, and sum up the lines of these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["grid", "dry_run"])]
    report: Vec<PathBuf>,
    /// What is compared
    #[arg(long, value_name = "MEASURE", default_value = "cpu", value_parser = PossibleValuesParser::new(Measure::ALL.iter().map(|row| row.0)))]
    measure: String,
    /// Also write what the runs say of single constraints, as a table that `auto` chooses from
    #[arg(long, value_name = "FILE")]
    measurements: Option<String>,
    /// Also write the summary as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Also write the summary as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Also write the summary as a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
}

/// Examples, and the presets with what they are for.
fn examples() -> String {
    let presets = PRESETS.iter().map(|preset| {
        let about = preset.about();
        format!("  {:13} {about}\n", preset.name)
    });
    format!("{EXAMPLES}\n\nPresets:\n{}", presets.collect::<String>().trim_end())
}

const EXAMPLES: &str = "Examples:
  quarrel compare counters --results counters.jsonl --html counters.html
  quarrel compare --family gunport --size 7,8,9 --shape flat,rows-chain --scrambles 4
  quarrel compare --report counters.jsonl more.jsonl --measure conflicts";

/// What a grid makes of a comparison.
struct Planned {
    puzzles: Vec<Puzzle>,
    questions: Vec<Question>,
    repetition: Repetition,
}

impl Compare {
    pub fn run(
        &self,
        families: &[&'static Family],
        arguments: &[String],
    ) -> Result<Ending, Failure> {
        if !self.report.is_empty() {
            let mut records = Vec::new();
            for path in &self.report {
                records.extend(record::read(path)?);
            }
            Claims::of(&records)?;
            self.show(families, &records)?;
            return Ok(Ending::Answered);
        }
        if self.grid.is_none() && self.several.is_empty() {
            let names = PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
            return Err(Refusal::new(
                "nothing to compare",
                format!("--family or --boards, a TOML file, or one of {names}"),
            )
            .into());
        }
        let mut planned = Vec::new();
        for grid in self.grids(families, arguments)? {
            planned.push(grid.plan(families)?);
        }
        match self.dry_run {
            true => self.tell(&planned),
            false => self.make(families, &planned),
        }
    }

    /// This comparison, or one for each grid of the file that it names.
    fn grids(
        &self,
        families: &[&'static Family],
        arguments: &[String],
    ) -> Result<Vec<Compare>, Failure> {
        let grids = match &self.grid {
            Some(name) => presets::load(name)?.grids,
            None => vec![Options::new()],
        };
        grids.iter().map(|options| with(options, families, arguments)).collect()
    }

    fn plan(&self, families: &[&'static Family]) -> Result<Planned, Failure> {
        let chosen = self.several.puzzles(families)?;
        let puzzles = chosen.iter().map(|one| self.puzzle(families, one));
        let mut questions: Vec<Question> =
            self.bound.iter().copied().map(Question::Bound).collect();
        for name in &self.ask {
            questions.push(match name.as_str() {
                "sat" => Question::Sat,
                "unsat" => Question::Unsat,
                _ => Question::Optimum,
            });
        }
        if questions.is_empty() {
            questions.push(Question::Optimum);
        }
        Ok(Planned {
            puzzles: puzzles.collect::<Result<_, _>>()?,
            questions,
            repetition: Repetition {
                seeds: self.seeds,
                scrambles: self.scrambles,
                time_limit: self.time_limit.as_secs_f64(),
                memory_limit: self.memory_limit,
            },
        })
    }

    /// Opens a puzzle, and looks at every configuration of it before anything is run.
    fn puzzle(&self, families: &[&'static Family], chosen: &Chosen) -> Result<Puzzle, Failure> {
        let configurations: Vec<_> = self.grid(chosen.family).points().collect();
        let mut opened = None;
        for point in &configurations {
            let words = ["quarrel", "solve"].map(str::to_owned).into_iter();
            let words = words.chain(chosen.arguments.iter().cloned()).chain(point.arguments());
            let Verb::Solve(solve) = parse(families, words)?.verb else {
                unreachable!("the words begin with solve")
            };
            if opened.is_none() {
                opened = Some((solve.open(families)?, solve.board()?));
            }
        }
        let (puzzle, board) = opened.expect("a grid has a point");
        let size: Size = puzzle.size();
        Ok(Puzzle {
            name: chosen.name.clone(),
            family: chosen.family.name.to_owned(),
            size: [size.rows(), size.columns()],
            board,
            arguments: chosen.arguments.clone(),
            minimise: puzzle.goal().map(|goal| goal.sense == Sense::Minimise),
            configurations,
        })
    }

    /// Every axis, those of a search behind those of a formula.
    fn grid(&self, family: &Family) -> Grid {
        let mut grid = self.several.grid(family);
        let more = [
            ("search", &self.search),
            ("mode", &self.mode),
            ("construct", &self.construct),
            ("solver", &self.solver),
        ];
        let axes = more.iter().filter_map(|(name, values)| Axis::new(name, values.iter().cloned()));
        grid.axes.extend(axes);
        grid
    }

    /// Says what would be done.
    fn tell(&self, planned: &[Planned]) -> Result<Ending, Failure> {
        let known = match self.results.exists() {
            true => record::read(&self.results)?,
            false => Vec::new(),
        };
        let mut claims = Claims::of(&known)?;
        for puzzle in planned.iter().flat_map(|one| &one.puzzles) {
            claims.board(&puzzle.name, puzzle.board.as_deref())?;
        }
        let done = commands(&known);
        let mut output = Output::open(None)?;
        let (mut number, mut made, mut seconds) = (0, 0, 0.0);
        for one in planned {
            // Any optimum will do: the number of runs hangs on none.
            let stand_in = |puzzle: &Puzzle| optimum(&known, puzzle).or(puzzle.stand_in());
            let runs = plan::runs(&one.puzzles, &one.questions, stand_in, &one.repetition);
            let new = runs.iter().filter(|run| !done.contains(&execute::command(&run.arguments())));
            let new = new.count();
            for puzzle in &one.puzzles {
                let number = puzzle.configurations.len();
                output.print(&format!("{}: {number} configurations\n", puzzle.name))?;
            }
            number += runs.len();
            made += runs.len() - new;
            seconds += new as f64 * one.repetition.time_limit;
        }
        output.print(&format!(
            "{number} runs, {made} of them made; the others take at most {} with {} at a time\n",
            duration(seconds / f64::from(self.jobs)),
            self.jobs
        ))?;
        Ok(Ending::Answered)
    }

    /// Makes the runs that are not made yet, and sums all of them up.
    fn make(&self, families: &[&'static Family], planned: &[Planned]) -> Result<Ending, Failure> {
        let (results, known) = Results::open(&self.results)?;
        let program = std::env::current_exe()
            .map_err(|error| Failure::Output("the path of this program".to_owned(), error))?;
        let stop = stop();
        let mut making =
            Making::new(program, usize::from(self.jobs), stop.clone(), results, known)?;
        let bar = bar();
        let mut see = |done: usize, all: usize, record: &Record| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            bar.set_message(record.instance());
        };
        for one in planned {
            making.references(&one.puzzles, &one.questions, &one.repetition, &mut see)?;
        }
        if !stop.reached() {
            self.name_the_open(planned, making.records());
        }
        let mut runs: Vec<Run> = Vec::new();
        for one in planned {
            let optimum = |puzzle: &Puzzle| optimum(making.records(), puzzle);
            runs.extend(plan::runs(&one.puzzles, &one.questions, optimum, &one.repetition));
        }
        let wanted: HashSet<String> =
            runs.iter().map(|run| execute::command(&run.arguments())).collect();
        making.make(runs, &mut see)?;
        bar.finish_and_clear();
        let ours = making.records().iter().filter(|record| wanted.contains(&record.command));
        let ours: Vec<Record> = ours.cloned().collect();
        if stop.reached() {
            let told = format!(
                "stopped: {} of {} runs are in {}; the same command goes on\n",
                ours.len(),
                wanted.len(),
                self.results.display()
            );
            // Where standard error is closed there is nobody left to tell.
            let _ = std::io::stderr().write_all(told.as_bytes());
            return Ok(Ending::Stopped);
        }
        self.show(families, &ours)?;
        Ok(Ending::Answered)
    }

    /// Says of which puzzles nothing can be asked that needs an optimum.
    fn name_the_open(&self, planned: &[Planned], records: &[Record]) {
        let needs = |one: &&Planned| one.questions.iter().any(|question| question.needs_optimum());
        let puzzles = planned.iter().filter(needs).flat_map(|one| &one.puzzles);
        for puzzle in puzzles.filter(|puzzle| puzzle.minimise.is_some()) {
            if optimum(records, puzzle).is_none() {
                let name = &puzzle.name;
                let told =
                    format!("{name}: no optimum within the limit; sat and unsat are left out\n");
                // Where standard error is closed there is nobody left to tell.
                let _ = std::io::stderr().write_all(told.as_bytes());
            }
        }
    }

    /// Prints the summary, and writes it in the other forms that are asked for.
    fn show(&self, families: &[&'static Family], records: &[Record]) -> Result<(), Failure> {
        let measure = Measure::ALL.iter().find(|row| row.0 == self.measure);
        let measure = measure.expect("the grammar knows the names").1;
        let summary = Summary::of(records, measure);
        let forms =
            [(&self.csv, table::in_csv as fn(&Summary) -> String), (&self.json, table::in_json)];
        if let Some(path) = &self.html {
            let title = self.grid.as_deref().unwrap_or("A comparison");
            Output::open(Some(path))?.print(&html::page(&summary, title))?;
        }
        if let Some(path) = &self.measurements {
            Output::open(Some(path))?.print(&measurements::table(families, records)?)?;
        }
        for (path, form) in forms {
            if let Some(path) = path {
                Output::open(Some(path))?.print(&form(&summary))?;
            }
        }
        // Last, for whoever reads it may close the pipe.
        Output::open(None)?.print(&text::summary(&summary))
    }
}

/// The comparison of a grid: its options in front of those that the command line has not.
fn with(
    options: &Options,
    families: &[&'static Family],
    arguments: &[String],
) -> Result<Compare, Failure> {
    let said = |option: &str| {
        let flag = format!("--{option}");
        let assigned = format!("--{option}=");
        arguments.iter().any(|word| *word == flag || word.starts_with(&assigned))
    };
    let mut words = arguments.to_vec();
    for (option, values) in options.iter().filter(|(option, _)| !said(option)) {
        for value in values {
            words.extend([format!("--{option}"), value.clone()]);
        }
    }
    match parse(families, words)?.verb {
        Verb::Compare(compare) => Ok(*compare),
        _ => unreachable!("the words begin with compare"),
    }
}

/// The commands of the runs that this version has made.
fn commands(records: &[Record]) -> HashSet<String> {
    let ours = records.iter().filter(|record| record.quarrel == env!("CARGO_PKG_VERSION"));
    ours.map(|record| record.command.clone()).collect()
}

/// What the runs of a puzzle know of its optimum.
fn optimum(records: &[Record], puzzle: &Puzzle) -> Option<Optimum> {
    let minimise = puzzle.minimise?;
    let found = records.iter().find(|record| {
        record.puzzle == puzzle.name && record.is_solved() && record.status == "optimal"
    });
    Some(Optimum { value: found?.value?, minimise })
}

/// Stops at Ctrl-C and SIGTERM.
fn stop() -> Stop {
    let stop = Stop::never();
    let asked = stop.clone();
    // Where no handler can be set, Ctrl-C ends the process as it always did.
    let _ = ctrlc::set_handler(move || {
        asked.ask();
    });
    stop
}

/// A bar on standard error, where that is a terminal.
fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}");
    ProgressBar::new(0).with_style(style.expect("a template as indicatif reads it"))
}

/// A time in words that are short.
fn duration(seconds: f64) -> String {
    match seconds.ceil() {
        whole if whole < 120.0 => format!("{whole} s"),
        whole if whole < 7200.0 => format!("{} min", (whole / 60.0).ceil()),
        whole => format!("{:.1} h", whole / 3600.0),
    }
}
