//! `quarrel plan`: writes a question or a comparison as tasks for many machines, in a folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};

use super::board::{self, BoardArgs, BoardTerms};
use super::headings;
use super::model_args::ModelArgs;
use super::numbers;
use super::output::Output;
use super::solve::mode_parser;
use super::{
    Ending, Failure, Invocation, TypedWords, VerbArgs, find_family, note_remarks, program_path,
    shell,
};
use crate::question::{PosedQuestion, Question};
use crate::record::origin::Build;
use crate::search::{self, STRATEGIES};
use crate::solver::Mode;
use crate::source::{Refusal, escape_invisible, format_count};
use crate::tasks::script::{MOST_ELEMENTS, SCRIPT};
use crate::tasks::{CutQuestion, CutTerms, Folder, NewPlan, Purpose, TaskLimits};

#[cfg(feature = "compare")]
mod comparison;

#[cfg(not(feature = "compare"))]
use super::compare::PlannedComparison;
#[cfg(feature = "compare")]
use comparison::PlannedComparison;

/// Write a plan: a question in pieces, or a comparison, as tasks for many machines; run nothing
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PlanVerb {
    #[command(subcommand)]
    what: PlanSubcommand,
}

#[derive(Subcommand)]
enum PlanSubcommand {
    Cubes(Box<PlannedCubes>),
    Compare(Box<PlannedComparison>),
}

/// Cut one question into pieces: whether an answer is at least as good as a bound
#[derive(Args)]
struct PlannedCubes {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    model_args: ModelArgs,
    /// The search that divides the bound; by default the one that suits the board best
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| PossibleValue::new(row.name).help(row.summary))), help_heading = headings::SEARCH)]
    search: Option<String>,
    /// The solver's mode, as for `solve --mode`
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = mode_parser(), help_heading = headings::SEARCH, hide_short_help = true)]
    mode: String,
    /// The solver's seed
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::seed, help_heading = headings::SEARCH, hide_short_help = true)]
    seed: u32,
    /// The approximate number of tasks; by default 500 shares if the search divides the bound
    /// itself, 64 cubes if it uses clauses
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::in_range::<1, MOST_TASKS, u64>, help_heading = headings::RUNS)]
    tasks: Option<u64>,
    /// Conflicts of the solver after which a task is left open
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    conflict_limit: Option<u64>,
    /// Processor time after which a task is left open, to be cut further: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", default_value = "1h", allow_negative_numbers = true, value_parser = parse_limit, help_heading = headings::LIMITS)]
    cpu_limit: Duration,
    /// Megabytes of memory at which a task is left open
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS)]
    memory_limit: Option<u64>,
    /// Have each task write a proof of its piece into the plan, from which `quarrel merge --proof`
    /// makes one of the question
    #[arg(long, help_heading = headings::OUTPUT, hide_short_help = true)]
    proof: bool,
    #[command(flatten)]
    folder: FolderArgs,
}

/// The options for the folder of a plan and its division into chunks.
#[derive(Args)]
pub(super) struct FolderArgs {
    /// The folder of the plan, which must not exist yet
    #[arg(short, long, value_name = "DIR", help_heading = headings::OUTPUT)]
    output: PathBuf,
    /// The number of tasks per element of a job array; by default the least that keeps the array
    /// within 1000 elements
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::in_range::<1, MOST_TASKS, u64>, help_heading = headings::RUNS)]
    per_chunk: Option<u64>,
    /// The seed for the order of samples (`quarrel work --sample`)
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::RUNS, hide_short_help = true)]
    sample_seed: u64,
}

/// The largest number of tasks. Larger numbers are refused as typing errors.
const MOST_TASKS: u64 = 10_000_000;

/// The examples in the help of `quarrel plan`.
const EXAMPLES: &str = "Examples:
  quarrel plan cubes armies --size 18 -o armies-18
  quarrel plan cubes gunport --size 22 --tasks 200 --cpu-limit 10m -o gunport-22
  sbatch --array=0-499 armies-18/array.sh armies-18
  seq 0 499 | parallel quarrel work armies-18 --chunk {}
  quarrel merge armies-18";

impl VerbArgs for PlanVerb {
    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        match &self.what {
            PlanSubcommand::Cubes(cubes) => Some(cubes.board.terms_and_names()),
            PlanSubcommand::Compare(_) => None,
        }
    }

    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        match &self.what {
            PlanSubcommand::Cubes(cubes) => cubes.run(called),
            PlanSubcommand::Compare(comparison) => comparison.run(called),
        }
    }
}

impl PlannedCubes {
    /// Prints notes about the board, divides the question into tasks, writes them as a plan, prints
    /// the commands that work on it, and returns `Answered`. Refuses an existing folder before the
    /// division, which may take long. Fails if the board or an option is refused, if the question
    /// cannot be divided, if `stop` ends the division, or if the folder cannot be written. If the
    /// division or the writing fails, no folder remains. Also fails if standard output cannot be
    /// written; the plan then stays.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, ref typed, stop } = called;
        self.folder.validate()?;
        let family = find_family(families, &self.board.family);
        let (terms, _) = self.board.terms_and_names();
        let question = Question {
            search: self.search.as_deref().and_then(search::strategy_by_name),
            mode: Mode::by_name(&self.mode),
            seed: self.seed,
            ..self.model_args.question(family, &terms.with_family_name(&self.board.family))?
        };
        let (request, opened) = board::open(family, self.board.request(family)?)?;
        note_remarks(&opened);
        let posed = PosedQuestion::new(question, family, request, opened)?;
        posed.validate_size()?;
        let terms =
            CutTerms { proof: self.proof, conflicts: self.conflict_limit, number: self.tasks };
        let cut = CutQuestion::from_posed(posed, &terms, stop)?;
        let CutQuestion { posed, stated, work, learnt } = cut;
        let limits = TaskLimits {
            cpu_seconds: Some(self.cpu_limit.as_secs_f64()),
            conflicts: self.conflict_limit,
            memory_mb: self.memory_limit,
        };
        let plan = self.folder.plan(Purpose::Cubes(Box::new(stated)), limits, typed)?;
        let folder = plan.create(self.folder.path(), work, &learnt)?;
        let head = family.title(posed.problem());
        let asked = posed.asked_value().unwrap_or_else(|| "an answer".to_owned());
        let summary = self.folder.summary(&folder);
        Output::standard().print(&format!("{head}, {asked}: {summary}\n"))?;
        Ok(Ending::Answered)
    }
}

impl FolderArgs {
    /// The long and short names of options of [`FolderArgs`]. Only options that `quarrel compare`
    /// does not have are in the list.
    pub const OPTIONS: &[(&str, Option<char>)] =
        &[("output", Some('o')), ("per-chunk", None), ("sample-seed", None)];

    /// Refuses an existing folder. The caller calls this before long work, so that the work is not
    /// lost.
    pub fn validate(&self) -> Result<(), Refusal> {
        if self.output.exists() {
            Err(Refusal::new(
                format!("{} is there already", self.output.display()),
                "the name of a folder that is not there yet",
            ))
        } else {
            Ok(())
        }
    }

    /// Returns the plan to be written. It records the build of this program, the command line, and
    /// the options for the folder. Fails if the path of this program is unknown.
    pub fn plan(
        &self,
        question: Purpose,
        limits: TaskLimits,
        typed: &TypedWords,
    ) -> Result<NewPlan, Failure> {
        Ok(NewPlan {
            program: Build::current(&program_path()?),
            command: shell::command(typed.words.iter().skip(1).map(String::as_str)),
            question,
            limits,
            seed: self.sample_seed,
            per_chunk: self.per_chunk,
        })
    }

    pub fn path(&self) -> &Path {
        &self.output
    }

    /// Describes the numbers of tasks and chunks. Also describes the commands that work on the
    /// tasks, for this machine, Slurm and GNU parallel. Warns if there are more than
    /// [`MOST_ELEMENTS`] chunks, because most sites do not allow larger job arrays. The plan must
    /// have at least one chunk.
    pub fn summary(&self, folder: &Folder) -> String {
        let last = folder.chunk_count() - 1;
        let [tasks, chunks] = [(folder.task_count(), "task"), (folder.chunk_count(), "chunk")]
            .map(|(number, what)| format_count(number, what));
        let warning = if folder.chunk_count() > MOST_ELEMENTS {
            format!(
                "\nmost sites limit job arrays to {MOST_ELEMENTS} elements; leave out --per-chunk to stay within this limit"
            )
        } else {
            String::new()
        };
        let script = shell::path(&self.output.join(SCRIPT));
        let path = shell::path(&self.output);
        let work = shell::to_parallel(&format!("quarrel work {path} --chunk {{}}"));
        escape_invisible(&format!(
            "{tasks} in {chunks}
  here:          quarrel work {path}
  Slurm:         sbatch --array=0-{last} {script} {path}
  GNU parallel:  seq 0 {last} | parallel {work}
  two machines:  seq 0 {last} | parallel --sshlogin :,HOST --workdir . {work}
  results at any time:  quarrel merge {path}{warning}"
        ))
    }
}

/// Parses the limit of processor time of a task. Refuses 0, since a task needs some time.
fn parse_limit(text: &str) -> Result<Duration, String> {
    let limit = numbers::seconds(text)?;
    if limit.is_zero() {
        Err(format!("a task needs some time: {}", numbers::TIMES))
    } else {
        Ok(limit)
    }
}
