//! `quarrel compare`: shows which of several encodings is better, by which ratio, and whether the
//! difference may be chance.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};

use super::grid_args::{GridArgs, validate_or_all};
use super::headings;
use super::numbers;
use super::output::OutputTarget;
use super::solve::mode_parser;
use super::{
    CommandLine, Ending, Failure, Invocation, Verb, VerbArgs, command, parse, shell, words,
};
use crate::compare::claims::{Claims, RunClash};
use crate::compare::machine;
use crate::compare::plan::{Instance, Plan, Repetition};
use crate::compare::presets::{self, Grids, Options, PRESETS, PresetSetting};
use crate::compare::summary::{MEASURES, Measure};
use crate::compare::wanted::validate_runs;
use crate::family::Family;
use crate::grid::Axis;
use crate::problem::Rational;
use crate::question::{AskedSolver, AskedSolverError};
use crate::record::origin::{self, Build, RunOrigin};
use crate::record::question::ComparisonQuestion;
use crate::record::{self, ResultsError};
use crate::search::{Cuts, STRATEGIES};
use crate::source::Refusal;
use crate::suite::SuitePuzzle;

mod dry_run;
mod make;
mod show;
mod worker;

pub(super) use worker::with_worker;

/// Compare encodings, formulations, searches and solvers over many runs
#[derive(Args)]
#[command(after_help = examples())]
pub(super) struct Compare {
    /// A preset, or a TOML file with grids; options on the command line replace those of the file
    grid: Option<String>,
    #[command(flatten)]
    several: GridArgs,
    /// Searches, as for `solve --search`
    #[arg(long, value_name = "S,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| row.name)), help_heading = headings::SEARCH, hide_short_help = true)]
    search: Vec<String>,
    /// Classes of cuts for branch and cut: all, none, or names joined with +
    #[arg(long, value_name = "CUTS,...", value_delimiter = ',', value_parser = validate_or_all::<Cuts>, help_heading = headings::SEARCH, hide_short_help = true)]
    cuts: Vec<String>,
    /// Modes of the solver, as for `solve --mode`
    #[arg(long, value_name = "MODE,...", value_delimiter = ',', value_parser = mode_parser(), help_heading = headings::SEARCH, hide_short_help = true)]
    mode: Vec<String>,
    /// Start a search from a constructed answer: on, off
    #[arg(long, value_name = "WHEN,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["on", "off"]), help_heading = headings::SEARCH, hide_short_help = true)]
    construct: Vec<String>,
    /// A solver, as for `solve --solver`; may be given several times
    #[arg(long, value_name = "COMMAND", value_parser = validate_solver_command, help_heading = headings::SEARCH)]
    solver: Vec<String>,
    /// The question for puzzles with an objective: optimum; sat, an answer as good; unsat, the
    /// refutation of the next better value
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["optimum", "sat", "unsat"]), help_heading = headings::QUESTION)]
    ask: Vec<String>,
    /// Ask for an answer at least as good as these
    #[arg(long, value_name = "K,...", value_delimiter = ',', allow_hyphen_values = true, value_parser = numbers::bound, help_heading = headings::QUESTION, hide_short_help = true)]
    bound: Vec<Rational>,
    /// The number of repetitions, each with its own seed and, from the second on, a scramble of the
    /// formula; for an external solver, {seed} in its command becomes the seed
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = numbers::in_range::<1, 1000, u32>, help_heading = headings::RUNS, hide_short_help = true)]
    seeds: u32,
    /// The number of scrambles of the formula for each seed, in addition to the original formula
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::in_range::<0, 1000, u64>, help_heading = headings::RUNS)]
    scrambles: u64,
    /// Seconds of processor time for each run, including all processes that it starts
    #[arg(long, value_name = "SECONDS", default_value = "20", allow_negative_numbers = true, value_parser = numbers::positive_seconds, help_heading = headings::LIMITS)]
    time_limit: Duration,
    /// Seconds of wall time after which a run is ended; by default twice the time limit plus ten,
    /// multiplied if --jobs exceeds the number of cores
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS, hide_short_help = true)]
    wall_limit: Option<Duration>,
    /// Megabytes for each run, including all processes that it starts
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    pub memory_limit: Option<u64>,
    /// The number of runs at a time
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = numbers::in_range::<1, 1024, u16>, help_heading = headings::RUNS)]
    jobs: u16,
    /// The file to which each run adds a line; runs in it are not repeated
    #[arg(long, value_name = "FILE", default_value = RESULTS, help_heading = headings::OUTPUT)]
    results: PathBuf,
    /// The seed for the random order of the runs within each block
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::RUNS, hide_short_help = true)]
    pub order_seed: u64,
    /// A name for this machine in the results, instead of the host's
    #[arg(long, value_name = "NAME", help_heading = headings::RUNS, hide_short_help = true)]
    label: Option<String>,
    /// Also compare runs of different starts or machines, and complete unfinished blocks instead of
    /// repeating them
    #[arg(long, help_heading = headings::RUNS, hide_short_help = true)]
    pool: bool,
    /// Print the number of runs, what they can show and how long they take, without running them
    #[arg(long, help_heading = headings::RUNS)]
    dry_run: bool,
    /// With --dry-run, also explain what each part of the plan can show, and why
    #[arg(short, long, requires = "dry_run", help_heading = headings::RUNS, hide_short_help = true)]
    verbose: bool,
    /// Files with results from which a dry run estimates the spread and the time of runs, in
    /// addition to --results
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "dry_run", help_heading = headings::RUNS, hide_short_help = true)]
    pilot: Vec<PathBuf>,
    /// Run nothing, and summarise the results in these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["grid", "dry_run"], help_heading = headings::OUTPUT)]
    report: Vec<PathBuf>,
    /// The measure that is compared; by default cpu, or solve if most runs took less than 20 ms,
    /// which is mostly the start of the process
    #[arg(long, value_name = "MEASURE", value_parser = PossibleValuesParser::new(MEASURES.iter().map(|row| row.name)), help_heading = headings::OUTPUT)]
    measure: Option<String>,
    /// Also write measurements of single constraints, as a table from which `auto` chooses
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT, hide_short_help = true)]
    measurements: Option<OutputTarget>,
    /// Also write the summary as CSV tables: the configurations to this file and, for s.csv, pairs
    /// to s-pairs.csv, boards to s-boards.csv and runs to s-runs.csv
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT)]
    csv: Option<OutputTarget>,
    /// Also write the summary as LaTeX tables for the package booktabs
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT)]
    latex: Option<OutputTarget>,
    /// Also write the summary as JSON
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT)]
    json: Option<OutputTarget>,
    /// Also write the summary as a page with plots
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT)]
    html: Option<OutputTarget>,
    /// Also write each plot as an SVG file into this folder
    #[arg(long, value_name = "DIR", help_heading = headings::OUTPUT, hide_short_help = true)]
    figures: Option<PathBuf>,
    /// Also print what each pair of configurations shows, with all tables
    #[arg(long, help_heading = headings::OUTPUT)]
    findings: bool,
}

/// Returns the end of the help of `quarrel compare`: examples and presets.
fn examples() -> String {
    format!("{EXAMPLES}\n\n{}", preset_list())
}

/// Adds examples and presets to the help of `plan compare`, whose grammar is `verb`. Hides the
/// options that a plan refuses.
pub(super) fn planned_grammar(verb: clap::Command) -> clap::Command {
    verb.after_help(format!("{PLANNED}\n\n{}", preset_list())).mut_args(|arg| {
        let is_unplanned = UNPLANNED.contains(&arg.get_id().as_str());
        if is_unplanned { arg.hide(true) } else { arg }
    })
}

pub(super) use crate::compare::ComparisonError;

/// Returns the ending of a failed comparison: `Broken` if results contradict each other, otherwise
/// `Refused`.
pub(super) fn ending(error: &ComparisonError) -> Ending {
    if matches!(error, ComparisonError::Clash(RunClash::Disagreement { .. })) {
        Ending::Broken
    } else {
        Ending::Refused
    }
}

impl From<RunClash> for Failure {
    fn from(clash: RunClash) -> Failure {
        Failure::Comparison(clash.into())
    }
}

impl From<ResultsError> for Failure {
    fn from(error: ResultsError) -> Failure {
        Failure::Comparison(error.into())
    }
}

fn preset_list() -> String {
    let presets = PRESETS.iter().map(|preset| {
        let purpose = preset.purpose();
        format!("  {:13} {purpose}\n", preset.name)
    });
    format!("Presets:\n{}", presets.collect::<String>().trim_end())
}

/// The examples in the help of `compare`.
const EXAMPLES: &str = "Examples:
  quarrel compare counters --results counters.jsonl --html counters.html
  quarrel compare --family gunport --size 7,8,9 --shape flat,rows-chain --scrambles 4
  quarrel compare --report counters.jsonl more.jsonl --measure conflicts";

/// The examples in the help of `plan compare`.
const PLANNED: &str = "Examples:
  quarrel plan compare counters -o counters
  quarrel plan compare --family gunport --size 7,8,9 --shape flat,rows-chain -o shapes
  quarrel merge counters";

/// The comparison that a command line and its file of grids define.
pub(super) struct ComparisonPlans {
    /// A plan for each grid, in the order of the file.
    pub plans: Vec<Plan>,
    /// The measured processor time of all runs, in seconds. `None` if the preset or the file of
    /// grids does not state it.
    cpu_seconds: Option<f64>,
    /// The paths of boards and of folders of boards that the options name. No output may overwrite
    /// these boards.
    boards: Vec<PathBuf>,
}

/// The IDs of options that a plan cannot use. The help of `plan compare` hides them.
/// [`Compare::validate_planned`] refuses them if their values are not the defaults.
const UNPLANNED: &[&str] = &[
    "dry_run",
    "report",
    "csv",
    "latex",
    "json",
    "html",
    "figures",
    "findings",
    "measurements",
    "label",
    "pool",
    "measure",
    "results",
    "jobs",
];

impl VerbArgs for Compare {
    /// Makes the comparison. With `--report`, only shows the records of files, and reads no boards.
    /// With `--dry-run`, only prints a forecast. If both options are given, `--report` has
    /// precedence. Fails before any run in these cases: an output would overwrite an input, cannot
    /// be written, or is in a folder of boards; the comparison is refused; a file of `--report`
    /// cannot be read, or its records contradict each other. Otherwise, the ending or failure is
    /// that of [`Compare::show`], `Compare::preview` or `Compare::make`.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, ref typed, stop } = called;
        let arguments = &typed.words;
        self.validate_files()?;
        if !self.report.is_empty() {
            let mut records = Vec::new();
            for path in &self.report {
                records.extend(record::read(path)?);
            }
            Claims::from_records(&records)?;
            return self.show(families, &records);
        }
        let ComparisonPlans { plans, cpu_seconds: needed_seconds, boards } =
            self.plans(families, arguments)?;
        self.validate_boards(&boards)?;
        if self.dry_run {
            self.preview(&plans, needed_seconds)
        } else {
            self.make(families, &plans, arguments, stop)
        }
    }
}

impl Compare {
    /// Returns the comparison that a command line defines, with a plan for each grid (a table of
    /// options) of the named file or preset. Without one of these, there is one plan. Also returns
    /// the processor time that the file states, and the paths of `--boards`. `arguments` are all
    /// words of the command line, beginning with the program's name. Options of the command line
    /// replace those of the grids. Reads the boards. If their family is not given, the family is
    /// detected, and a note about it is printed.
    ///
    /// Fails if no puzzle is named, if the file, a board or a solver is refused, or if the plans
    /// together have more than a million runs. If an option of a file is invalid, the refusal has
    /// the position of the option in the file.
    pub fn plans(
        &self,
        families: &[&'static Family],
        arguments: &[String],
    ) -> Result<ComparisonPlans, Failure> {
        if self.grid.is_none() && self.several.is_empty() {
            let names = PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
            return Err(Refusal::new(
                "a comparison needs puzzles, but none is named",
                format!("--family or --boards, a TOML file, or one of the presets {names}"),
            )
            .into());
        }
        let grids = match &self.grid {
            Some(name) => presets::load(name)?,
            None => Grids { grids: vec![Options::new()], ..Grids::default() },
        };
        let (mut plans, mut boards) = (Vec::new(), Vec::new());
        for options in &grids.grids {
            let compare = parse_grid(options, families, arguments);
            let plan = compare.and_then(|compare| {
                boards.extend(compare.several.boards().iter().cloned());
                compare.plan(families)
            });
            plans.push(plan.map_err(|error| match error {
                Failure::Grammar(error) => grid_refusal(error, &grids, options),
                error => error,
            })?);
        }
        validate_runs(&plans)?;
        Ok(ComparisonPlans { plans, cpu_seconds: grids.cpu_seconds, boards })
    }

    /// Refuses options of [`UNPLANNED`] that a plan cannot use, if their values are not the
    /// defaults. These options are `--dry-run`, the options for reports, `--label`, `--pool`,
    /// `--measure`, another `--results` than the default, and `--jobs` above 1. If several of these
    /// are given, the refusal names only the first kind of them.
    pub fn validate_planned(&self) -> Result<(), Refusal> {
        let reports = [&self.csv, &self.latex, &self.json, &self.html, &self.measurements];
        let found = match () {
            () if self.dry_run => "a plan makes no runs, so --dry-run does not apply",
            () if !self.report.is_empty()
                || reports.iter().any(|target| target.is_some())
                || self.figures.is_some()
                || self.findings =>
            {
                "a plan makes no report, but an option for reports is given"
            }
            () if self.label.is_some() => "a plan is for many machines, but --label names one",
            () if self.pool => "a plan makes no report, but --pool is for reports",
            () if self.measure.is_some() => "a plan makes no report, but --measure is for reports",
            () if self.results != Path::new(RESULTS) => {
                "a plan keeps its results in its own folder, so --results does not apply"
            }
            () if self.jobs > 1 => {
                "a worker of a plan makes one run at a time, so --jobs does not apply"
            }
            () => return Ok(()),
        };
        let expected = "only options that define what is compared; `quarrel merge` writes the results and a report, and \
                        `quarrel compare --report` makes other reports from them";
        Err(Refusal::new(found, expected))
    }

    /// Returns the plan of one grid: its puzzles with their configurations, the questions and the
    /// repetitions. The questions of `--bound` come before those of `--ask`. If neither option is
    /// given, the only question is the optimum. Fails in these cases:
    ///
    /// - A solver cannot be run.
    /// - A puzzle is refused, or has more than 10,000 configurations.
    /// - No puzzle supports the orders or the shapes.
    fn plan(&self, families: &[&'static Family]) -> Result<Plan, Failure> {
        self.validate_solvers()?;
        let puzzles = self.puzzles(families)?;
        self.several.validate_encodings(&puzzles)?;
        let instances = puzzles.iter().map(|one| Instance::from_puzzle(one).map(Arc::new));
        let mut questions: Vec<ComparisonQuestion> =
            self.bound.iter().cloned().map(ComparisonQuestion::Bound).collect();
        for name in &self.ask {
            questions.push(match name.as_str() {
                "sat" => ComparisonQuestion::Sat,
                "unsat" => ComparisonQuestion::Unsat,
                _ => ComparisonQuestion::Optimum,
            });
        }
        if questions.is_empty() {
            questions.push(ComparisonQuestion::Optimum);
        }
        Ok(Plan {
            instances: instances.collect::<Result<_, _>>()?,
            questions,
            repetition: Repetition {
                seeds: self.seeds,
                scrambles: self.scrambles,
                time_limit: self.time_limit.as_secs_f64(),
                wall_limit: self.wall_limit().as_secs_f64(),
                memory_limit: self.memory_limit,
            },
        })
    }

    /// Refuses an external solver whose program cannot be run on this machine. Accepts the embedded
    /// solver.
    fn validate_solvers(&self) -> Result<(), Refusal> {
        self.solver
            .iter()
            .filter_map(|text| text.parse::<AskedSolver>().ok())
            .filter_map(|solver| solver.program().cloned())
            .try_for_each(|one| one.validate())
    }

    /// Returns the puzzles, each with its grid: the options whose values are combined. In a grid,
    /// the options for the formula come before those for the search. Refuses what
    /// [`GridArgs::puzzles`] refuses.
    fn puzzles(&self, families: &[&'static Family]) -> Result<Vec<SuitePuzzle>, Refusal> {
        let mut puzzles = self.several.puzzles(families)?;
        let more = [
            ("search", &self.search),
            ("cuts", &self.cuts),
            ("mode", &self.mode),
            ("construct", &self.construct),
            ("solver", &self.solver),
        ];
        for puzzle in &mut puzzles {
            puzzle.grid.axes.extend(
                more.iter().filter_map(|(name, list)| Axis::new(name, list.iter().cloned())),
            );
        }
        Ok(puzzles)
    }

    /// Returns the limit of wall time for a run. The default is twice the limit of processor time,
    /// plus [`SLACK`]. If there are more jobs than cores, the limit is multiplied by the number of
    /// jobs per core (rounded up), because the runs then take time from each other.
    fn wall_limit(&self) -> Duration {
        let crowd =
            u32::from(self.jobs).div_ceil(u32::try_from(origin::cores()).unwrap_or(u32::MAX));
        self.wall_limit
            .or_else(|| self.time_limit.checked_mul(2)?.checked_add(SLACK)?.checked_mul(crowd))
            .unwrap_or(Duration::MAX)
    }

    /// Returns the origin that is recorded with each run of this start of the command. The origin
    /// has the machine with its `--label`, and the build of the program at the path `program`. It
    /// also has the date, the process, the load of the machine, the number of jobs, the seed of the
    /// order of runs, and the command. `arguments` are all words of the command line; the first of
    /// them, the program's name, is not recorded.
    fn origin(&self, program: &std::path::Path, arguments: &[String]) -> RunOrigin {
        let command = shell::command(arguments.iter().skip(1).map(String::as_str));
        RunOrigin {
            machine: machine::current(self.label.as_deref()),
            build: Build::current(program),
            start: machine::describe_start(command, usize::from(self.jobs), self.order_seed),
        }
    }

    /// Returns the requested measure, or `None` if the results determine which measure is used.
    fn measure(&self) -> Option<Measure> {
        self.measure
            .as_deref()
            .map(|name| Measure::by_name(name).expect("the grammar knows the names"))
    }
}

/// The file for results if `--results` is not given.
const RESULTS: &str = "comparison.jsonl";

/// Checks the command of an external solver, and returns its text unchanged.
fn validate_solver_command(text: &str) -> Result<String, AskedSolverError> {
    text.parse::<AskedSolver>().map(|_| text.to_owned())
}

/// The default limit of the wall time of a run is twice its limit of processor time, plus this
/// time.
const SLACK: Duration = Duration::from_secs(10);

/// Parses one grid of a file (options with the values to compare). Its options are parsed as if
/// they were on the command line `arguments`. Options of `arguments` replace those of the grid. The
/// caller passes only a command line of `compare`. Fails with clap's error if clap rejects the
/// whole command line.
fn parse_grid(
    options: &Options,
    families: &[&'static Family],
    arguments: &[String],
) -> Result<Compare, Failure> {
    let grammar = command(families);
    let verb = grammar.find_subcommand("compare").expect("this verb");
    let typed_matches =
        CommandLine::read(families, arguments.iter().map(OsString::from).collect())?.matches;
    let typed_options = typed_matches
        .subcommand()
        .map_or(Vec::new(), |(_, matches)| words::given_options(verb, matches));
    let more = options
        .iter()
        .filter(|setting| !typed_options.contains(&setting.option.value.as_str()))
        .flat_map(|PresetSetting { option, values }| {
            values.value.iter().flat_map(|value| words::option_words(&option.value, value))
        });
    match parse(families, words::add_options(arguments, more))?.verb {
        Verb::Compare(compare) => Ok(*compare),
        _ => unreachable!("the words begin with compare"),
    }
}

/// Turns clap's error about an option of a grid into a refusal with the position in the file. For
/// an unknown option, this is the position of its name, otherwise that of its values. Returns
/// clap's error unchanged if it does not concern an option of the grid.
fn grid_refusal(error: clap::Error, grids: &Grids, options: &Options) -> Failure {
    let name = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let option_name = name.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default();
    let Some(setting) = options.iter().find(|setting| setting.option.value == option_name) else {
        return error.into();
    };
    if error.kind() != ErrorKind::UnknownArgument {
        let (found, expected) = words::describe_error(&error, "compare");
        return grids.refusal(&setting.values.span, found, expected).into();
    }
    let expected = match error.get(ContextKind::SuggestedArg).map(ToString::to_string) {
        Some(other) => other.trim_start_matches('-').to_owned(),
        None => "an option of quarrel compare --help, without its dashes".to_owned(),
    };
    grids
        .refusal(&setting.option.span, format!("no option is called `{option_name}`"), expected)
        .into()
}
