//! `quarrel compare`: which encoding, on what, by how much, and is that luck?

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};

use super::grid_args::GridArgs;
use super::headings;
use super::numbers;
use super::output::OutputTarget;
use super::solve::modes;
use super::{CommandLine, Ending, Failure, Verb, command, parse, words};
use crate::compare::claims::{Claims, RunClash};
use crate::compare::machine;
use crate::compare::plan::{Instance, Plan, Repetition};
use crate::compare::presets::{self, Grids, Options, PRESETS, PresetSetting};
use crate::compare::summary::{MEASURES, Measure};
use crate::compare::wanted::validate_runs;
use crate::family::Family;
use crate::grid::Axis;
use crate::problem::Exact;
use crate::question::{AskedSolver, AskedSolverError};
use crate::record::origin::{self, Build, RunOrigin};
use crate::record::question::Ask;
use crate::record::{self, ResultsError};
use crate::search::STRATEGIES;
use crate::source::Refusal;
use crate::suite::SuitePuzzle;

mod dry_run;
mod make;
mod merged;
mod planned;
mod show;
mod worker;

pub(super) use merged::tell_merged;
pub(super) use planned::PlannedComparison;
pub(super) use worker::with_worker;

/// Compare encodings, formulations, searches and solvers over many runs
#[derive(Args)]
#[command(after_help = examples())]
pub(super) struct Compare {
    /// A preset, or a TOML file with grids; an option on the command line replaces that of the file
    grid: Option<String>,
    #[command(flatten)]
    several: GridArgs,
    /// Searches, as `solve --search` has them
    #[arg(long, value_name = "S,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| row.name)), help_heading = headings::SEARCH, hide_short_help = true)]
    search: Vec<String>,
    /// Modes of the solver, as `solve --mode` has them
    #[arg(long, value_name = "MODE,...", value_delimiter = ',', value_parser = modes(), help_heading = headings::SEARCH, hide_short_help = true)]
    mode: Vec<String>,
    /// Whether a search starts from a constructed answer: on, off
    #[arg(long, value_name = "WHEN,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["on", "off"]), help_heading = headings::SEARCH, hide_short_help = true)]
    construct: Vec<String>,
    /// A solver, as `solve --solver` has it; may be given several times
    #[arg(long, value_name = "COMMAND", value_parser = solver_words, help_heading = headings::SEARCH)]
    solver: Vec<String>,
    /// What is asked of puzzles with an objective: the optimum; sat, an answer as good; unsat, the
    /// refutation of the next better value
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["optimum", "sat", "unsat"]), help_heading = headings::QUESTION)]
    ask: Vec<String>,
    /// Ask for an answer at least as good as these
    #[arg(long, value_name = "K,...", value_delimiter = ',', allow_negative_numbers = true, help_heading = headings::QUESTION, hide_short_help = true)]
    bound: Vec<Exact>,
    /// How many repetitions, each with a seed of the solver and, from the second on, a scramble of
    /// the formula: another solver gets the seed for {seed} in its command
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = numbers::between::<1, 1000, u32>, help_heading = headings::RUNS, hide_short_help = true)]
    seeds: u32,
    /// How many scrambles of the formula beside the formula as it is written, with each seed
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::between::<0, 1000, u64>, help_heading = headings::RUNS)]
    scrambles: u64,
    /// Seconds of processor time for each run, with all processes that it starts
    #[arg(long, value_name = "SECONDS", default_value = "20", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS)]
    time_limit: Duration,
    /// Seconds by the clock after which a run is ended; by default twice the time limit and ten
    /// seconds, and more where more runs are made at a time than there are cores
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS, hide_short_help = true)]
    wall_limit: Option<Duration>,
    /// Megabytes for each run, with all processes that it starts
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    memory_limit: Option<u64>,
    /// How many runs at a time
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = numbers::between::<1, 1024, u16>, help_heading = headings::RUNS)]
    jobs: u16,
    /// The file to which a line is added for each run; runs that are in it are not made again
    #[arg(long, value_name = "FILE", default_value = RESULTS, help_heading = headings::OUTPUT)]
    results: PathBuf,
    /// The seed from which the order of the runs within each block is drawn
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::RUNS, hide_short_help = true)]
    order_seed: u64,
    /// A name for this machine in the lines, in place of the host's
    #[arg(long, value_name = "NAME", help_heading = headings::RUNS, hide_short_help = true)]
    label: Option<String>,
    /// Compare runs that were not made in one start of the command, or on one machine, as well; a
    /// block that was begun is completed and not made anew
    #[arg(long, help_heading = headings::RUNS, hide_short_help = true)]
    pool: bool,
    /// Say how many runs there are, what they can show and how long they take, and make none
    #[arg(long, help_heading = headings::RUNS)]
    dry_run: bool,
    /// With --dry-run, also say in sentences what each part of the plan can show, and what that
    /// rests on
    #[arg(short, long, requires = "dry_run", help_heading = headings::RUNS, hide_short_help = true)]
    verbose: bool,
    /// Lines from which a dry run takes how much runs differ and how long they take, beside those
    /// of --results
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "dry_run", help_heading = headings::RUNS, hide_short_help = true)]
    pilot: Vec<PathBuf>,
    /// Make no run, and sum up the lines of these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["grid", "dry_run"], help_heading = headings::OUTPUT)]
    report: Vec<PathBuf>,
    /// What is compared; by default cpu, or solve if most runs took less than 20 ms, most of which
    /// is the start of the process
    #[arg(long, value_name = "MEASURE", value_parser = PossibleValuesParser::new(MEASURES.iter().map(|row| row.name)), help_heading = headings::OUTPUT)]
    measure: Option<String>,
    /// Also write what the runs say of single constraints, as a table that `auto` chooses from
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT, hide_short_help = true)]
    measurements: Option<OutputTarget>,
    /// Also write the summary as tables of comma-separated values: the configurations to this file,
    /// and beside it, for s.csv, pairs to s-pairs.csv, boards to s-boards.csv and runs to
    /// s-runs.csv
    #[arg(long, value_name = "FILE", help_heading = headings::OUTPUT)]
    csv: Option<OutputTarget>,
    /// Also write the summary as tables for LaTeX, with the rules of the package booktabs
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
    /// Also say what each pair of configurations says, with every table
    #[arg(long, help_heading = headings::OUTPUT)]
    findings: bool,
}

/// Examples, and the presets with what they are for.
fn examples() -> String {
    format!("{EXAMPLES}\n\n{}", listed_presets())
}

/// Gives the grammar of a plan examples with the presets, and hides what a plan does not take.
pub(super) fn planned_grammar(verb: clap::Command) -> clap::Command {
    verb.after_help(format!("{PLANNED}\n\n{}", listed_presets())).mut_args(|arg| {
        let is_unplanned = UNPLANNED.contains(&arg.get_id().as_str());
        if is_unplanned { arg.hide(true) } else { arg }
    })
}

/// Why a comparison does not go on.
pub(super) use crate::compare::MakingError as Failed;

/// Returns how the verb ends then.
pub(super) fn ending(failed: &Failed) -> Ending {
    if matches!(failed, Failed::Clash(RunClash::Disagreement(_))) {
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

fn listed_presets() -> String {
    let presets = PRESETS.iter().map(|preset| {
        let about = preset.about();
        format!("  {:13} {about}\n", preset.name)
    });
    format!("Presets:\n{}", presets.collect::<String>().trim_end())
}

const EXAMPLES: &str = "Examples:
  quarrel compare counters --results counters.jsonl --html counters.html
  quarrel compare --family gunport --size 7,8,9 --shape flat,rows-chain --scrambles 4
  quarrel compare --report counters.jsonl more.jsonl --measure conflicts";

const PLANNED: &str = "Examples:
  quarrel plan compare counters -o counters
  quarrel plan compare --family gunport --size 7,8,9 --shape flat,rows-chain -o shapes
  quarrel merge counters";

/// Returns the presets with what they are for.
pub(super) fn presets() -> impl Iterator<Item = (&'static str, String)> {
    PRESETS.iter().map(|row| (row.name, row.about()))
}

/// Returns what can be compared, each with its description.
pub(super) fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    MEASURES.iter().map(|row| (row.name, row.about))
}

/// What is compared.
pub(super) struct Planned {
    pub plans: Vec<Plan>,
    /// How many seconds a preset says that it takes.
    takes: Option<f64>,
    /// The boards and the folders of boards that are named.
    boards: Vec<PathBuf>,
}

/// The options that a plan of a comparison does not take: see [`Compare::validate_planned`].
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

impl Compare {
    pub fn run(
        &self,
        families: &[&'static Family],
        arguments: &[String],
    ) -> Result<Ending, Failure> {
        self.validate_files()?;
        if !self.report.is_empty() {
            let mut records = Vec::new();
            for path in &self.report {
                records.extend(record::read(path)?);
            }
            Claims::of(&records)?;
            return self.show(families, &records);
        }
        let Planned { plans, takes, boards } = self.plans(families, arguments)?;
        self.validate_boards(&boards)?;
        if self.dry_run { self.tell(&plans, takes) } else { self.make(families, &plans, arguments) }
    }

    /// Returns what is compared, by the words of its command line.
    pub fn plans(
        &self,
        families: &[&'static Family],
        arguments: &[String],
    ) -> Result<Planned, Failure> {
        if self.grid.is_none() && self.several.is_empty() {
            let names = PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
            return Err(Refusal::new(
                "a comparison needs puzzles, and none is named",
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
            let compare = with(options, families, arguments);
            let plan = compare.and_then(|compare| {
                boards.extend(compare.several.boards().iter().cloned());
                compare.plan(families)
            });
            plans.push(plan.map_err(|error| match error {
                Failure::Grammar(error) => in_the_file(error, &grids, options),
                error => error,
            })?);
        }
        validate_runs(&plans)?;
        Ok(Planned { plans, takes: grids.takes, boards })
    }

    /// Refuses what a plan does not do: it makes no runs and no reports.
    pub fn validate_planned(&self) -> Result<(), Refusal> {
        let reports = [&self.csv, &self.latex, &self.json, &self.html, &self.measurements];
        let found = match () {
            () if self.dry_run => "a plan makes no run, and so there is no --dry-run of it",
            () if !self.report.is_empty()
                || reports.iter().any(|target| target.is_some())
                || self.figures.is_some()
                || self.findings =>
            {
                "a plan makes no report"
            }
            () if self.label.is_some() => "a plan is for many machines, and --label names one",
            () if self.pool => "a plan makes no report, and --pool is for reports",
            () if self.measure.is_some() => "a plan makes no report, and --measure is for reports",
            () if self.results != Path::new(RESULTS) => {
                "a plan keeps its lines in its own folder, and takes no --results"
            }
            () if self.jobs > 1 => {
                "a worker of a plan makes one run at a time, and takes no --jobs"
            }
            () => return Ok(()),
        };
        let expected = "the options that say what is compared; `quarrel merge` writes the lines and a report, and \
                        `quarrel compare --report` makes others of the lines";
        Err(Refusal::new(found, expected))
    }

    /// The seed from which the order within blocks is drawn.
    pub fn order_seed(&self) -> u64 {
        self.order_seed
    }

    /// Megabytes for each run.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory_limit
    }

    fn plan(&self, families: &[&'static Family]) -> Result<Plan, Failure> {
        self.validate_solvers()?;
        let puzzles = self.puzzles(families)?;
        self.several.validate_encodings(&puzzles)?;
        let instances = puzzles.iter().map(|one| Instance::of(one, &self.bound).map(Arc::new));
        let mut questions: Vec<Ask> = self.bound.iter().cloned().map(Ask::Bound).collect();
        for name in &self.ask {
            questions.push(match name.as_str() {
                "sat" => Ask::Sat,
                "unsat" => Ask::Unsat,
                _ => Ask::Optimum,
            });
        }
        if questions.is_empty() {
            questions.push(Ask::Optimum);
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

    /// Refuses solvers that cannot be run on this machine.
    fn validate_solvers(&self) -> Result<(), Refusal> {
        let solvers = self.solver.iter().filter_map(|text| text.parse::<AskedSolver>().ok());
        solvers.filter_map(|solver| solver.program().cloned()).try_for_each(|one| one.validate())
    }

    /// The puzzles, each in every configuration: the axes of a search stand behind those of a
    /// formula.
    fn puzzles(&self, families: &[&'static Family]) -> Result<Vec<SuitePuzzle>, Refusal> {
        let mut puzzles = self.several.puzzles(families)?;
        let more = [
            ("search", &self.search),
            ("mode", &self.mode),
            ("construct", &self.construct),
            ("solver", &self.solver),
        ];
        for puzzle in &mut puzzles {
            let axes = more.iter().filter_map(|(name, list)| Axis::new(name, list.iter().cloned()));
            puzzle.grid.axes.extend(axes);
        }
        Ok(puzzles)
    }

    /// Seconds by the clock that a run may take.
    fn wall_limit(&self) -> Duration {
        let crowd =
            u32::from(self.jobs).div_ceil(u32::try_from(origin::cores()).unwrap_or(u32::MAX));
        self.wall_limit
            .or_else(|| self.time_limit.checked_mul(2)?.checked_add(SLACK)?.checked_mul(crowd))
            .unwrap_or(Duration::MAX)
    }

    /// Where lines of this start of the command come from.
    fn origin(&self, program: &std::path::Path, arguments: &[String]) -> RunOrigin {
        let words = std::iter::once("quarrel").chain(arguments.iter().skip(1).map(String::as_str));
        let command = shlex::try_join(words).unwrap_or_default();
        RunOrigin {
            machine: machine::this(self.label.as_deref()),
            build: Build::this(program),
            start: machine::start(command, usize::from(self.jobs), self.order_seed),
        }
    }

    /// What is compared.
    fn measure(&self) -> Option<Measure> {
        self.measure
            .as_deref()
            .map(|name| Measure::named(name).expect("the grammar knows the names"))
    }
}

/// The file of lines where none is named.
const RESULTS: &str = "comparison.jsonl";

/// The command of a solver, if it is one.
fn solver_words(text: &str) -> Result<String, AskedSolverError> {
    text.parse::<AskedSolver>().map(|_| text.to_owned())
}

/// By how much the clock may be ahead of the processor time, however short that is.
const SLACK: Duration = Duration::from_secs(10);

/// The comparison of a grid: its options beside those that the command line has.
fn with(
    options: &Options,
    families: &[&'static Family],
    arguments: &[String],
) -> Result<Compare, Failure> {
    let grammar = command(families);
    let verb = grammar.find_subcommand("compare").expect("this verb");
    let said = CommandLine::read(families, arguments.iter().map(OsString::from).collect())?.matches;
    let said = said.subcommand().map_or(Vec::new(), |(_, matches)| words::given(verb, matches));
    let new = options.iter().filter(|setting| !said.contains(&setting.option.value.as_str()));
    let more = new.flat_map(|PresetSetting { option, values }| {
        values.value.iter().flat_map(|value| words::option(&option.value, value))
    });
    match parse(families, words::with(arguments, more))?.verb {
        Verb::Compare(compare) => Ok(*compare),
        _ => unreachable!("the words begin with compare"),
    }
}

/// The failure to read an option, told of the file that has it.
fn in_the_file(error: clap::Error, grids: &Grids, options: &Options) -> Failure {
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let name = argument.unwrap_or_default();
    let name = name.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default();
    let Some(setting) = options.iter().find(|setting| setting.option.value == name) else {
        return error.into();
    };
    if error.kind() != ErrorKind::UnknownArgument {
        let (found, expected) = words::told(&error, "compare");
        return grids.refusal(&setting.values.span, found, expected).into();
    }
    let suggested = error.get(ContextKind::SuggestedArg).map(ToString::to_string);
    let expected = match suggested {
        Some(other) => other.trim_start_matches('-').to_owned(),
        None => "an option of quarrel compare --help, without its dashes".to_owned(),
    };
    grids.refusal(&setting.option.span, format!("no option is called `{name}`"), expected).into()
}
