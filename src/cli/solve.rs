//! `quarrel solve`: finds an answer or the best answer, for one board or several boards. It can
//! also find whether the answer is unique, or the number of answers.

use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::board::{self, BoardTerms, Boards};
use super::drawing::{AnswerStyle, DrawingFormat, DrawingTarget};
use super::headings;
use super::model_args::ModelArgs;
use super::numbers;
use super::output::Output;
use super::sheets::ShownAnswer;
use super::stderr::print_stderr;
use super::{
    Ending, Failure, Invocation, TypedWords, VerbArgs, find_family, note_remarks, signals,
};
use crate::certificate::ProofTarget;
use crate::export;
use crate::export::compress::{COMPRESSIONS, Compression};
use crate::family::{Family, OpenedProblem};
use crate::problem::CheckedAnswer;
use crate::process::Limits;
use crate::puzzle::Request;
use crate::question::{AskedSolver, PosedQuestion, Question, SymmetryChoice};
use crate::search::{self, Answers, Cuts, Finding, STRATEGIES, Strategy};
use crate::solver::external::Command;
use crate::solver::{Mode, SolverChoice};
use crate::source::Refusal;
use crate::stop::{Stop, StopCause};

use asked::{News, SolveOutcome, SolveQuestion};
use progress::SolveProgress;

pub(super) use proof::parse_proof_folder;

mod asked;
mod boards;
pub(super) mod competition;
pub(super) mod json;
mod notes;
mod progress;
mod proof;
mod symmetric;
pub(super) mod text;
mod turn;
mod wait;

/// Solve one or several puzzles: find an answer, or the best one, and show it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Solve {
    #[command(flatten)]
    boards: Boards,
    /// Also report whether the answer (without --bound, the best one) is unique
    #[arg(long, group = "question", help_heading = headings::QUESTION)]
    unique: bool,
    /// Count the answers (the best ones, without --bound), up to a limit
    #[arg(long, value_name = "LIMIT", group = "question", num_args = 0..=1, value_parser = numbers::answer_count, help_heading = headings::QUESTION)]
    count: Option<Option<u64>>,
    /// Show all answers (the best ones, without --bound), up to a limit
    #[arg(long, value_name = "LIMIT", group = "question", num_args = 0..=1, value_parser = numbers::answer_count, help_heading = headings::QUESTION)]
    all: Option<Option<u64>>,
    /// Count or show answers once if a symmetry of the board turns them into each other
    #[arg(long, help_heading = headings::QUESTION, hide_short_help = true)]
    up_to_symmetry: bool,
    /// Distinguish several answers by these variables only; may be given several times.
    ///
    /// They are named as in the file (numbers in CNF), or for a puzzle by the labels that the map
    /// of an export lists.
    #[arg(long, value_name = "NAME,...", allow_hyphen_values = true, value_parser = parse_projected, help_heading = headings::QUESTION, hide_short_help = true)]
    projected: Vec<String>,
    #[command(flatten)]
    writing: DrawingTarget,
    /// Report deductions, and each bound when it is proved, on standard error
    #[arg(short, long, help_heading = headings::OUTPUT)]
    verbose: bool,
    /// If there is no answer, explain what clashes: regions, clues, rules and given cells
    #[arg(long, value_name = "WHEN", default_value = "on", help_heading = headings::OUTPUT, hide_short_help = true)]
    clash: OnOff,
    /// Stop after this time, with the best answer so far: 90, 90s, 2m, 1h30m.
    ///
    /// Each of several boards has this limit, and the other limits, for itself.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS)]
    time_limit: Option<Duration>,
    /// Stop after this much processor time, including external solvers, with the best answer so far
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS, hide_short_help = true)]
    cpu_limit: Option<Duration>,
    /// Stop at this number of megabytes of memory, including external solvers, with the best answer
    /// so far
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    memory_limit: Option<u64>,
    /// Stop after this number of conflicts of the solver, with the best answer so far.
    ///
    /// The run stops at the same point on every machine. Armies and windows are then searched in
    /// clauses, since their default searches refute most cases without conflicts. Branch and cut has
    /// no conflicts, so the limit does not end it.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS, hide_short_help = true)]
    conflict_limit: Option<u64>,
    /// Stop when the best answer is proved to be within this share of the optimum: 0.1 or 10%
    #[arg(long, value_name = "GAP", allow_negative_numbers = true, value_parser = numbers::gap, help_heading = headings::LIMITS, hide_short_help = true)]
    gap: Option<f64>,
    #[command(flatten)]
    model_args: ModelArgs,
    /// The number of threads that search for an optimum in parallel; auto is one for each core. With
    /// one, equal seeds make equal runs
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = numbers::threads, help_heading = headings::SEARCH)]
    threads: usize,
    /// The search for an optimum; by default the one that suits the board best
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(STRATEGIES.iter().map(|row| PossibleValue::new(row.name).help(row.summary))), help_heading = headings::SEARCH, hide_short_help = true)]
    search: Option<String>,
    /// Classes of cuts for branch and cut, if it is used: all, none, or names joined with +: rows,
    /// costs, tableau, cliques
    #[arg(long, value_name = "CUTS", default_value = "all", help_heading = headings::SEARCH, hide_short_help = true)]
    cuts: Cuts,
    /// Start the search for an optimum from an answer that is cheap to construct.
    ///
    /// For a model file, local search finds this answer, and improves answers during the search.
    #[arg(long, value_name = "WHEN", default_value = "on", help_heading = headings::SEARCH, hide_short_help = true)]
    construct: OnOff,
    /// Start from this answer: its text, JSON of `solve`, or for a model a solver's solution file.
    ///
    /// It has to keep the rules. Open cells are completed.
    #[arg(long, value_name = "FILE", help_heading = headings::SEARCH, hide_short_help = true)]
    start: Option<String>,
    /// The solver's mode: stable with few restarts, focused with many, alternating between both, or
    /// auto, the best known
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = mode_parser(), help_heading = headings::SEARCH, hide_short_help = true)]
    mode: String,
    /// The solver: cadical, which is built in, or the COMMAND of an external solver.
    ///
    /// In the command of a SAT solver, {} is the file of the formula, {out} the file for the answer
    /// and {seed} the seed. With FORMAT:COMMAND, the solver gets the whole question in a format of
    /// `quarrel export`, such as wcnf or opb.
    #[arg(long, value_name = "COMMAND", default_value = "cadical", help_heading = headings::SEARCH, hide_short_help = true)]
    solver: AskedSolver,
    /// The solver's seed: equal seeds make equal runs
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::seed, help_heading = headings::SEARCH, hide_short_help = true)]
    seed: u32,
    /// Rename the solver's variables and shuffle its clauses, with this seed
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::SEARCH, hide_short_help = true)]
    scramble: Option<u64>,
    /// Show no progress line, and no summary of several boards
    #[arg(short, long, conflicts_with = "verbose", help_heading = headings::OUTPUT)]
    quiet: bool,
    /// Write a proof of the result for the checker veripb into this new folder.
    ///
    /// It proves an optimum, an answer, or that there is none. It uses only steps that can be
    /// derived, so the search may take longer. With FILE.drat, FILE.lrat or FILE.frat, the proof is
    /// for the checkers of that format. It shows that a model file of clauses has no solution, in
    /// the file's variables, or else that the output of `quarrel export --to cnf` has none.
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(ProofTarget::try_from), help_heading = headings::OUTPUT, hide_short_help = true)]
    proof: Option<ProofTarget>,
    /// Compress the proof in the folder; FILE.drat, FILE.lrat or FILE.frat is compressed if its
    /// name ends in .gz, .xz or .zst
    #[arg(long, value_name = "FORMAT", value_parser = compression_parser(), help_heading = headings::OUTPUT, hide_short_help = true)]
    compress: Option<Compression>,
    /// Stop when this process is no longer the parent
    #[arg(long, value_name = "PID", hide = true)]
    parent: Option<u32>,
    /// Solve one board, which the parent process with this ID passes on standard input
    #[arg(long, value_name = "PID", hide = true)]
    turn: Option<u32>,
}

/// The time that reading a board may take in addition to the time limit. If reading takes longer,
/// the board is given up and counts as stopped.
const READING: Duration = Duration::from_secs(1);

/// The reason why a board was given up: it was not read within the time limit.
const LATE: &str = "the board was not read within the time limit";

/// Returns the reason why a board was given up before it was read. The reason is a limit or a
/// signal, and `stop` records it. Returns [`LATE`] if `stop` records the time limit or no reason.
fn late_reason(stop: &Stop) -> String {
    match stop.reason() {
        Some(StopCause::Time) | None => LATE.to_owned(),
        Some(reason) => {
            format!("{} while the board was read", text::describe_stop(Some(reason.into())))
        }
    }
}

/// The examples in the help of `quarrel solve`.
const EXAMPLES: &str = "Examples:
  quarrel solve abbott-window --size 8
  quarrel solve queens boards/ --unique --time-limit 10
  quarrel solve gunport --size 8x10 --format svg -o gunport.svg
  quarrel solve armies --size 5 --bound 4 --count
  quarrel solve model problem.opb --format competition";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnOff {
    /// Yes
    On,
    /// No
    Off,
}

impl VerbArgs for Solve {
    /// Refuses options that contradict each other or the format of the output:
    ///
    /// - options that [`Solve::validate_solver`], [`Solve::validate_proof`] or
    ///   `symmetric::validate_options` refuses;
    /// - `--symmetry on` or `found` if more than one answer is asked for;
    /// - `--projected` if just one answer is asked for;
    /// - a format that contradicts the name of the output;
    /// - an image or a page if answers are counted or listed;
    /// - standard input if it is named twice;
    /// - for several boards or a folder of pictures, options that [`Solve::validate_batch`]
    ///   refuses.
    ///
    /// `--unique` also asks for more than one answer. Reads no board.
    fn validate_options(&self) -> Result<(), Refusal> {
        self.validate_solver()?;
        let symmetry = self.model_args.symmetry;
        if matches!(symmetry, SymmetryChoice::On | SymmetryChoice::Found)
            && self.answers() != Answers::One
        {
            return Err(Refusal::new(
                "--symmetry on or found keeps one of several symmetric answers, but --unique, --count and --all \
                 need each of them",
                "--symmetry auto or off",
            ));
        }
        if !self.projected.is_empty() && self.answers() == Answers::One {
            let found = "--projected, but only one answer is asked for";
            return Err(Refusal::new(found, "--count, --all or --unique in addition"));
        }
        if self.result_format()?.is_drawn() && (self.all.is_some() || self.count.is_some()) {
            return Err(Refusal::new(
                "a drawing shows one answer, but several are asked for",
                "--format text or json",
            ));
        }
        symmetric::validate_options(self)?;
        self.validate_proof()?;
        self.boards.validate()?;
        if self.is_batch() { self.validate_batch() } else { Ok(()) }
    }

    /// Solves the board of a parent process (`--turn`), several boards, or one board. One board is
    /// solved like several boards if its picture goes into a folder. Before this, refuses an
    /// invalid question, invalid options, and a command of an external solver that cannot be
    /// started. Returns how the command ends.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, ref typed, stop } = called;
        let family = find_family(families, &self.boards.family);
        let question = self.question(family)?;
        self.validate_options()?;
        self.solver.program().map_or(Ok(()), Command::validate)?;
        if self.turn.is_some() {
            return turn::solve_from_stdin(self, family, question, stop);
        }
        if self.is_batch() {
            boards::solve(self, family, &typed.words, stop)
        } else {
            self.solve_one(family, question, typed, stop)
        }
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.boards.terms_and_names())
    }
}

impl Solve {
    /// Returns the question that the options ask about each board. The question does not yet
    /// contain a board. Refuses a formulation that the family does not have.
    fn question(&self, family: &Family) -> Result<Question, Refusal> {
        Ok(Question {
            search: self.strategy(),
            cuts: self.cuts.clone(),
            mode: Mode::by_name(&self.mode),
            seed: self.seed,
            answers: self.answers(),
            ..self.model_args.question(family, &self.boards.terms())?
        })
    }

    /// Solves the one board, prints notes about it, and writes the result. Then completes a
    /// requested proof. Returns how the command ends. If the proof is cut short, it ends as
    /// `Stopped`. If an external solver fails, returns the solver's error after the output is
    /// written, and does not complete the proof. Also fails if the board is not read in time, or if
    /// the proof cannot be begun or completed; in the last case, the output is already written.
    /// Before the search, refuses several boards, an invalid board or start answer, unknown
    /// variables in `--projected`, an output that is the board, and what [`Solve::pose`] refuses.
    /// The format of competitions has its own rules (see `competition::solve`).
    fn solve_one(
        &self,
        family: &'static Family,
        question: Question,
        typed: &TypedWords,
        stop: &Stop,
    ) -> Result<Ending, Failure> {
        if self.writing.resolve_format()? == DrawingFormat::Competition {
            return competition::solve(self, family, question, stop);
        }
        let Some((request, opened)) = self.open(family, stop)? else {
            return Err(Failure::Stopped(late_reason(stop)));
        };
        let posed = self.pose(family, question, request, opened)?;
        let format = self.writing.validated_format(&self.boards.inputs())?;
        let mut output = Output::open(&self.writing.output)?;
        let mut asked = SolveQuestion::from_options(self, posed)?.with_start(self)?;
        let proof = asked.begin_proof(self)?;
        signals::heed(stop);
        let asked = asked.with_deadline(self, stop);
        let outcome = self.search_and_show(&asked, typed, format, &mut output)?;
        output.close()?;
        let ending = outcome.ending();
        if let Some(trouble) = outcome.end.trouble {
            return Err(trouble.into());
        }
        let is_cut_short = proof.map_or(Ok(false), |proof| asked.end_proof(proof, &outcome))?;
        Ok(if is_cut_short { Ending::Stopped } else { ending })
    }

    /// Returns whether each board has its own result line: several boards are named, or a board is
    /// named and the output is a folder of pictures.
    fn is_batch(&self) -> bool {
        self.boards.has_several() || (self.boards.has_any() && self.writing.is_folder())
    }

    /// Returns the format of the result. If there are several boards, this is the format of each
    /// result. Refuses a format that contradicts the output.
    fn result_format(&self) -> Result<DrawingFormat, Refusal> {
        if self.turn.is_some() || self.is_batch() {
            Ok(self.writing.batch_form()?.format())
        } else {
            self.writing.resolve_format()
        }
    }

    /// Reads the board and prints notes about it. Returns `None` if a limit or a stop is reached
    /// first; the thread that reads the board then goes on. Fails if the board is refused, or if
    /// several boards are named.
    fn open(
        &self,
        family: &'static Family,
        stop: &Stop,
    ) -> Result<Option<(Request, OpenedProblem)>, Failure> {
        let board = self.boards.single()?.map(str::to_owned);
        let terms = self.boards.terms();
        let opened = self
            .read_in_time(stop, self.limits(), move || {
                board::open(family, terms.request(board.as_deref(), family)?)
            })?
            .transpose()?;
        opened.iter().for_each(|(_, opened)| note_remarks(opened));
        Ok(opened)
    }

    /// Calls `read` on a thread, and returns its result. Returns `None` if a limit or a stop is
    /// reached first. The thread then goes on, and its result is lost. The time limit here is the
    /// time limit of the options plus [`READING`]. If one of `limits` is reached, requests `stop`
    /// with this reason. If the time limit is reached, does not request `stop`. Fails if the thread
    /// cannot be started or ends without a result.
    fn read_in_time<T: Send + 'static>(
        &self,
        stop: &Stop,
        limits: Limits,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Failure> {
        let limited_stop =
            stop.clone_with_limit(self.time_limit.map(|limit| limit.saturating_add(READING)));
        let mut should_continue = || {
            limits.watch(&limited_stop);
            !limited_stop.is_reached()
        };
        wait::read(read, &mut should_continue)
    }

    fn limits(&self) -> Limits {
        Limits { cpu: self.cpu_limit, memory_mb: self.memory_limit }
    }

    /// Returns the ID of the parent process. The end of the parent also ends this process. Returns
    /// `None` if this process does not depend on its parent.
    fn parent(&self) -> Option<u32> {
        self.turn.or(self.parent)
    }

    /// Returns the requested search for an optimum. Returns `None` if no search is requested, so
    /// that the board determines it.
    fn strategy(&self) -> Option<&'static Strategy> {
        self.search.as_deref().and_then(search::strategy_by_name)
    }

    /// Returns the question with its problem. If an external solver gets the whole question, the
    /// problem is stated in the format of this solver. If a proof is written into a folder, it is
    /// stated in the format of the proof. Refuses in these cases:
    ///
    /// - The formulation does not allow the size.
    /// - The file contradicts its own header (see [`Solve::validate_file`]).
    /// - An image or a page is requested, and the problem has no board.
    /// - The problem does not suit the options, such as `--up-to-symmetry`, or the format of the
    ///   external solver.
    fn pose(
        &self,
        family: &'static Family,
        question: Question,
        request: Request,
        opened: OpenedProblem,
    ) -> Result<PosedQuestion, Refusal> {
        let board = self.boards.terms().board(&request);
        let posed = PosedQuestion::new(Question { board, ..question }, family, request, opened)?;
        let posed = match &self.solver {
            AskedSolver::External(format, _) => posed.stated_for(format),
            AskedSolver::Searching(_) if matches!(self.proof, Some(ProofTarget::Folder(_))) => {
                posed.stated_for(export::OPB)
            }
            AskedSolver::Searching(_) => posed,
        };
        posed.validate_size()?;
        symmetric::validate(self, &posed)?;
        self.validate_file(&posed.opened)?;
        self.result_format()?.validate(family, &posed.opened)?;
        match self.solver {
            AskedSolver::External(format, _) => posed.validate_for(format)?,
            AskedSolver::Searching(_) => {}
        }
        Ok(posed)
    }

    /// Refuses a file that contradicts its own header if a proof or the format of competitions is
    /// requested. In all other cases, accepts such a file.
    fn validate_file(&self, opened: &OpenedProblem) -> Result<(), Refusal> {
        let misfit = opened.as_problem().info().misfits.first();
        let whose = match (&self.proof, self.result_format()?) {
            (Some(_), _) => "a proof",
            (None, DrawingFormat::Competition) => "--format competition",
            (None, _) => return Ok(()),
        };
        misfit.map_or(Ok(()), |found| {
            let expected =
                format!("a complete file with correct numbers in its first line, for {whose}");
            Err(Refusal::new(found, expected))
        })
    }

    /// Refuses options that suit only one board: `--start` and the format of competitions. Also
    /// refuses a format that contradicts the output. The caller calls this if several boards are
    /// solved, or if pictures go into a folder.
    fn validate_batch(&self) -> Result<(), Refusal> {
        if self.start.is_some() {
            let found = "--start has the answer of one board, but several boards are named";
            return Err(Refusal::new(found, "one board, or no --start"));
        }
        if self.result_format()? == DrawingFormat::Competition {
            let found = "--format competition answers one file, but several are named";
            return Err(Refusal::new(found, "--format text or json"));
        }
        Ok(())
    }

    /// Refuses options that contradict each other, or that the solver does not support:
    ///
    /// - `--scramble` and several threads exclude each other.
    /// - An external solver reports neither conflicts nor cores. So it excludes several threads,
    ///   `--conflict-limit` and a search that needs cores.
    /// - A solver that gets the whole question gives only one answer. So it also excludes
    ///   `--scramble`, `--gap`, `--start` and several answers.
    fn validate_solver(&self) -> Result<(), Refusal> {
        let refused = |found: &str, expected: &str| Err(Refusal::new(found, expected));
        if self.scramble.is_some() && self.threads > 1 {
            return refused("--scramble and --threads cannot go together", "one of them");
        }
        if self.scramble.is_some() && matches!(self.solver, AskedSolver::External(..)) {
            let found = "--scramble changes clauses, but the solver gets the whole question";
            return refused(
                found,
                "the command of a SAT solver, without a format such as opb: before it",
            );
        }
        let embedded = matches!(self.solver, AskedSolver::Searching(SolverChoice::Embedded));
        if !embedded && self.threads > 1 {
            return refused(
                "--threads is for the embedded solver",
                "the external solver's own option for threads",
            );
        }
        if !embedded && self.conflict_limit.is_some() {
            return refused(
                "--conflict-limit is for the embedded solver: external solvers do not report conflicts",
                "--time-limit, or the external solver's own option for a limit",
            );
        }
        if let Some(search) = self.strategy().filter(|row| !embedded && row.needs_cores) {
            let found = format!(
                "--search {} needs cores, which external solvers do not report",
                search.name
            );
            return refused(&found, "another search");
        }
        if matches!(self.solver, AskedSolver::External(..)) {
            if self.answers() != Answers::One {
                let found =
                    "several answers are asked for, but a solver of the whole question gives one";
                return refused(
                    found,
                    "the command of a SAT solver, without a format such as opb: before it",
                );
            }
            if self.gap.is_some() || self.start.is_some() {
                let found = "--gap and --start are for quarrel's own search, but the solver gets the whole question";
                return refused(found, "the external solver's own options for them");
            }
        }
        Ok(())
    }

    /// Returns which answers the options ask for: one answer, whether the answer is unique, the
    /// number of answers, or all answers. If several of these options are given, `--unique` has
    /// precedence over `--count`, and `--count` over `--all`. If the option for a number or a list
    /// has no value, the limit in the result is `None`.
    fn answers(&self) -> Answers {
        match (self.unique, self.count, self.all) {
            (true, ..) => Answers::Unique,
            (_, Some(limit), _) => Answers::Count(limit),
            (.., Some(limit)) => Answers::All(limit),
            _ => Answers::One,
        }
    }

    /// Searches, and writes the result in `format`, which must not be `Competition`. Text lists
    /// each answer as it is found. With `--verbose`, the soft constraints that the answer breaks
    /// are printed on standard error before the result. Notes on standard error follow the result.
    /// There are no notes with `--quiet`, in JSON, or after a failure of the solver. If the result
    /// is a drawing, its result lines are printed on standard error if the search was stopped or
    /// nothing was drawn. If the solver fails, only JSON is written, and the outcome has the error.
    /// Does not close the output. Fails if the search has another error, if the output cannot be
    /// written, if a PNG cannot be made, or if a stop is requested twice while a PNG is drawn.
    fn search_and_show(
        &self,
        asked: &SolveQuestion,
        typed: &TypedWords,
        format: DrawingFormat,
        output: &mut Output,
    ) -> Result<SolveOutcome, Failure> {
        let style = self.writing.style(output);
        let mut answers: Vec<CheckedAnswer> = Vec::new();
        let mut progress = SolveProgress::new(&asked.task, self.verbose, self.quiet);
        let mut list = |progress: &SolveProgress, news: News| match (news, format) {
            (News::Finding(_), _) => Ok(()),
            (News::Answer(answer), DrawingFormat::Json) => {
                answers.push(answer);
                Ok(())
            }
            (News::Answer(answer), _) => {
                let shown = text::listed_answer(
                    &style,
                    &asked.posed.opened,
                    &asked.task.projected_part(&answer),
                );
                progress.suspend(|| output.print(&shown))
            }
        };
        let outcome = asked.search(self, &mut progress, &mut list)?;
        let finding = &outcome.end.finding;
        let broken =
            if self.verbose { text::broken_soft_lines(asked, finding) } else { String::new() };
        let rendition = self.render(asked, &outcome, &answers, &style, format)?;
        print_stderr(&broken);
        match rendition {
            Rendition::Nothing => {}
            Rendition::Text(text) => output.print(&text)?,
            Rendition::Drawing(drawn, lines) => {
                let written =
                    drawn.and_then(|bytes| bytes.map(|bytes| output.write(&bytes)).transpose());
                // A picture cannot say that a better answer may exist, or that no answer is known.
                if outcome.ending() == Ending::Stopped || !matches!(written, Ok(Some(()))) {
                    print_stderr(&format!("{lines}\n"));
                }
                written?;
            }
        }
        if !self.quiet && format != DrawingFormat::Json && outcome.end.trouble.is_none() {
            notes::print(self, asked, typed, finding);
        }
        Ok(outcome)
    }

    /// Returns the result in `format`, which must not be `Competition`. If the solver failed, only
    /// JSON has a result. Fails if a picture or a page cannot be made.
    fn render(
        &self,
        asked: &SolveQuestion,
        outcome: &SolveOutcome,
        answers: &[CheckedAnswer],
        style: &AnswerStyle,
        format: DrawingFormat,
    ) -> Result<Rendition, Failure> {
        let finding = &outcome.end.finding;
        Ok(match format {
            _ if format != DrawingFormat::Json && outcome.end.trouble.is_some() => {
                Rendition::Nothing
            }
            DrawingFormat::Text => Rendition::Text(text::finding(style, asked, finding)),
            DrawingFormat::Svg | DrawingFormat::Png | DrawingFormat::Html => {
                let lines = text::result_with_clash(asked, finding);
                self.render_drawing(asked, finding, lines, format)?
            }
            DrawingFormat::Json => {
                Rendition::Text(json::pretty_report(asked.for_report(&outcome.end, answers)))
            }
            DrawingFormat::Competition => {
                unreachable!("the format competition has an output of its own")
            }
        })
    }

    /// Returns a picture or a page of the result, with the `lines` about it. `format` must be SVG,
    /// PNG or HTML. If no answer is known, or if the problem has no board, the returned value has
    /// only the lines. If a picture cannot be made, the error is inside the returned value, so that
    /// the lines are not lost. Fails if several boards are named.
    fn render_drawing(
        &self,
        asked: &SolveQuestion,
        finding: &Finding,
        lines: String,
        format: DrawingFormat,
    ) -> Result<Rendition, Failure> {
        let shown = ShownAnswer {
            name: self.boards.single()?,
            family: asked.posed.family,
            opened: &asked.posed.opened,
            answer: finding.answer.as_ref(),
            result_line: &lines,
        };
        Ok(Rendition::Drawing(format.render_answer(&shown, &asked.task.stop), lines))
    }
}

/// The form in which a result is written.
enum Rendition {
    /// No result, because the solver failed.
    Nothing,
    /// Text or JSON.
    Text(String),
    /// An image or a page, and the lines about the result. The image is `None` if there is no
    /// answer or no board. It is an error if the image could not be made.
    Drawing(Result<Option<Vec<u8>>, Failure>, String),
}

/// Parses the value of `--projected`, and returns it unchanged. Refuses a text that begins with
/// `--`, because this is another option, and the names of variables are missing.
fn parse_projected(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        Err("names of variables are missing".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// Returns a parser of the solver's modes, including `auto`.
pub(super) fn mode_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Mode::ALL.iter().map(|row| row.0).chain(["auto"]))
}

/// Returns a parser of the compressions for proofs.
fn compression_parser() -> impl TypedValueParser<Value = Compression> {
    PossibleValuesParser::new(COMPRESSIONS.iter().map(|(name, _)| PossibleValue::new(*name)))
        .map(|name| Compression::from_suffix(&name).expect("one of the names that are offered"))
}

#[cfg(test)]
mod question_tests;
