//! `quarrel plan`: a question or a comparison as tasks for many machines, in a folder.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};

use super::board::{self, BoardArgs, BoardTerms};
use super::compare::PlannedComparison;
use super::headings;
use super::model_args::ModelArgs;
use super::numbers;
use super::output::Output;
use super::solve::{modes, parse_seconds, parse_seed};
use super::{Ending, Failure, TypedWords, family, program, shell, signals};
use crate::certificate;
use crate::export::{self, map};
use crate::family::Family;
use crate::feature;
use crate::model::Lit;
use crate::question::{Posed, Question};
use crate::record::origin::{self, Build};
use crate::search::{self, Pieces, STRATEGIES, Task};
use crate::solver::Mode;
use crate::source::{Refusal, counted, visible};
use crate::stop::Stop;
use crate::tasks::header::{LAYOUT, Listed};
use crate::tasks::script::{MOST_ELEMENTS, SCRIPT, script};
use crate::tasks::{Folder, Header, InPieces, Purpose, TaskLimits, Work};

/// Write a plan: a question in pieces, or a comparison, as tasks for many machines; run nothing
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PlanVerb {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
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
    /// How a bound is divided; left out, the first of these that suits the board best
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| PossibleValue::new(row.name).help(row.about))), help_heading = headings::SEARCH)]
    search: Option<String>,
    /// How the solver searches, as `solve --mode` has it
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = modes(), help_heading = headings::SEARCH, hide_short_help = true)]
    mode: String,
    /// The solver's seed
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = parse_seed, help_heading = headings::SEARCH, hide_short_help = true)]
    seed: u32,
    /// About how many tasks to make; by default 500 shares of a search that divides the bound by
    /// itself, 64 cubes of one in clauses
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::between::<1, MOST_TASKS, u64>, help_heading = headings::RUNS)]
    tasks: Option<u64>,
    /// Conflicts of the solver after which a task is left open
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    conflict_limit: Option<u64>,
    /// Processor time after which a task is left open, to be cut further: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", default_value = "1h", allow_negative_numbers = true, value_parser = parse_limit, help_heading = headings::LIMITS)]
    cpu_limit: Duration,
    /// Megabytes of memory at which a task is left open
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = numbers::from::<1>, help_heading = headings::LIMITS)]
    memory_limit: Option<u64>,
    /// Have each task write a proof of its piece into the plan, from which `quarrel merge --proof`
    /// makes one of the question
    #[arg(long, help_heading = headings::OUTPUT, hide_short_help = true)]
    proof: bool,
    #[command(flatten)]
    folder: FolderArgs,
}

/// Where a plan goes, and how it is dealt out.
#[derive(Args)]
pub(super) struct FolderArgs {
    /// The folder of the plan, which must not be there yet
    #[arg(short, long, value_name = "DIR", help_heading = headings::OUTPUT)]
    output: PathBuf,
    /// How many tasks an element of a job array works off; left out, as few as leave the array 1000
    /// elements
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::between::<1, MOST_TASKS, u64>, help_heading = headings::RUNS)]
    per_chunk: Option<u64>,
    /// The seed from which the order of samples is drawn (`quarrel work --sample`)
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::from::<0>, help_heading = headings::RUNS, hide_short_help = true)]
    sample_seed: u64,
}

/// How many shares, or cubes, a question is cut into unless that is said. Cubes cost something to
/// cut.
const SHARES: u64 = 500;
const CUBES: u64 = 64;

/// More tasks than that are a slip of the finger.
const MOST_TASKS: u64 = 10_000_000;

const EXAMPLES: &str = "Examples:
  quarrel plan cubes armies --size 18 -o armies-18
  quarrel plan cubes gunport --size 22 --tasks 200 --cpu-limit 10m -o gunport-22
  sbatch --array=0-499 armies-18/array.sh armies-18
  seq 0 499 | parallel quarrel work armies-18 --chunk {}
  quarrel merge armies-18";

impl PlanVerb {
    /// How the board of a question is read, and its name.
    pub fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        match &self.what {
            What::Cubes(cubes) => Some(cubes.board.named()),
            What::Compare(_) => None,
        }
    }

    pub fn run(&self, families: &[&'static Family], told: &TypedWords) -> Result<Ending, Failure> {
        match &self.what {
            What::Cubes(cubes) => cubes.run(families, told),
            What::Compare(comparison) => comparison.run(families, told),
        }
    }
}

impl PlannedCubes {
    fn run(&self, families: &[&'static Family], told: &TypedWords) -> Result<Ending, Failure> {
        let stop = Stop::never();
        signals::heed(&stop);
        self.folder.validate()?;
        let family = family(families, &self.board.family);
        let (terms, _) = self.board.named();
        let question = Question {
            search: self.search.as_deref().and_then(search::strategy),
            mode: Mode::named(&self.mode),
            seed: self.seed,
            ..self.model_args.question(family, &terms.called(&self.board.family))?
        };
        let (request, opened) = board::opened(family, self.board.request(family)?)?;
        let mut posed = Posed::new(question, family, request, opened)?;
        posed.validate_size()?;
        self.settle(&mut posed, &stop)?;
        let task = InPieces::task(&posed, self.proof, &stop)?;
        let task = Task { conflicts: self.conflict_limit, ..task };
        let pieces = Pieces::of(&task)?;
        let number = self.tasks.unwrap_or(if pieces.strategy().is_some() { SHARES } else { CUBES });
        let mut cutter = pieces.cutter(&stop);
        let divided = cutter.divide(&pieces.whole(), number).pieces;
        if stop.reached() {
            return Ok(Ending::Stopped);
        }
        let search = Some(pieces.strategy().unwrap_or(search::by_clauses()));
        let board = map::Board::of(&posed.request)?;
        let question = Purpose::Cubes(Box::new(InPieces {
            question: Question { board, search, ..posed.question.clone() },
            proof: self.proof,
            formula: pieces.formula_hash(),
        }));
        let limits = TaskLimits {
            cpu_seconds: Some(self.cpu_limit.as_secs_f64()),
            conflicts: self.conflict_limit,
            memory_mb: self.memory_limit,
        };
        let work = divided.into_iter().map(Work::Piece).collect();
        let folder = self.folder.create(work, cutter.learnt(), question, limits, told)?;
        let head = family.title(posed.problem());
        let asked = posed.asked_value().unwrap_or_else(|| "an answer".to_owned());
        let mut output = Output::standard();
        output.print(&format!("{head}, {asked}: {}\n", self.folder.summary(&folder)))?;
        output.close()?;
        Ok(Ending::Answered)
    }
}

impl PlannedCubes {
    /// Settles the value that is asked for, and the search by which it is divided.
    fn settle(&self, posed: &mut Posed, stop: &Stop) -> Result<(), Failure> {
        let task = |posed: &Posed| Task { stop: stop.clone(), ..posed.task() };
        if posed.bound.is_none() && posed.problem().goal().is_some() {
            posed.set_bound(Some(search::value_to_reach(&task(posed))?));
        }
        let strategy = if self.proof {
            self.validate_proof()?;
            // As the file states the problem that the proof is about.
            *posed = posed.clone().stated_for(export::OPB);
            posed.question.formulation = Some(posed.formulation.name.to_owned());
            search::by_clauses()
        } else {
            let limited = Task { conflicts: self.conflict_limit, ..task(posed) };
            search::strategy_that_divides(&limited)?
        };
        posed.question.search = Some(strategy);
        Ok(())
    }

    /// Refuses what has no proofs.
    fn validate_proof(&self) -> Result<(), Refusal> {
        feature::COMPRESS.required().map_err(|missing| {
            let found = format!("--proof of a plan writes compressed files, and {missing}");
            Refusal::new(found, "a quarrel that was built with it")
        })?;
        certificate::certified(&self.model_args.encoding_args.encodings())?;
        let strategy = self.search.as_deref().and_then(search::strategy);
        if strategy.is_none_or(search::Strategy::by_clauses) {
            Ok(())
        } else {
            Err(Refusal::new(
                "--proof of a plan with a --search by cubes or line sums, of which only `solve` has proofs",
                "a search in clauses, such as linear-sat-unsat",
            ))
        }
    }
}

impl FolderArgs {
    /// Its options, which those of a comparison do not have.
    pub const OPTIONS: &[(&str, Option<char>)] =
        &[("output", Some('o')), ("per-chunk", None), ("sample-seed", None)];

    /// Refuses a folder that is there, before anything takes long.
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

    /// Writes a plan.
    pub fn create(
        &self,
        work: Vec<Work>,
        learnt: &[Vec<Lit>],
        question: Purpose,
        limits: TaskLimits,
        told: &TypedWords,
    ) -> Result<Folder, Failure> {
        let number = work.len() as u64;
        let per_chunk = self.per_chunk.unwrap_or(number.div_ceil(MOST_ELEMENTS)).max(1);
        let words = std::iter::once("quarrel").chain(told.words.iter().skip(1).map(String::as_str));
        let (seed, command) = (self.sample_seed, shlex::try_join(words).unwrap_or_default());
        let build = Build::this(&program()?);
        let header = |tasks: Listed| Header {
            per_chunk,
            layout: LAYOUT,
            program: build,
            date: origin::now(),
            command,
            question,
            limits,
            seed,
            tasks,
        };
        let beside = |header: &Header| vec![(SCRIPT.to_owned(), script(header))];
        Ok(Folder::create(&self.output, work, learnt, header, &beside)?)
    }

    /// How many tasks there are, and how they are worked off.
    pub fn summary(&self, folder: &Folder) -> String {
        let last = folder.chunks() - 1;
        let [tasks, chunks] = [(folder.number(), "task"), (folder.chunks(), "chunk")]
            .map(|(number, what)| counted(number, what));
        let warning = if folder.chunks() > MOST_ELEMENTS {
            format!(
                "\nmost sites take arrays of {MOST_ELEMENTS} elements at most; without --per-chunk a plan has no more"
            )
        } else {
            String::new()
        };
        let script = shell::path(&self.output.join(SCRIPT));
        let path = shell::path(&self.output);
        let work = shell::to_parallel(&format!("quarrel work {path} --chunk {{}}"));
        visible(&format!(
            "{tasks} in {chunks}
  here:          quarrel work {path}
  Slurm:         sbatch --array=0-{last} {script} {path}
  GNU parallel:  seq 0 {last} | parallel {work}
  two machines:  seq 0 {last} | parallel --sshlogin :,HOST --workdir . {work}
  what it came to, at any time:  quarrel merge {path}{warning}"
        ))
    }
}

/// A limit, which leaves a task some time.
fn parse_limit(text: &str) -> Result<Duration, String> {
    let limit = parse_seconds(text)?;
    if limit.is_zero() {
        Err(format!("a task needs some time: {}", numbers::TIMES))
    } else {
        Ok(limit)
    }
}
