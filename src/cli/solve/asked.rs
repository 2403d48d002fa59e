//! A question about one board, its search, and the outcome of this search.

use super::progress::SolveProgress;
use super::{Failure, OnOff, Solve};
use crate::certificate::SearchProof;
use crate::cli::{Ending, note};
use crate::encode::Room;
use crate::family::files;
use crate::model::Values;
use crate::problem::CheckedAnswer;
use crate::question::{AskedSolver, PosedQuestion, StartAnswer};
use crate::report::SearchOutcome;
use crate::search::watched::{SearchEnd, run_guarded, run_watched};
use crate::search::{Event, Finding, Status, Task};
use crate::solver::SolverChoice;
use crate::source::Refusal;
use crate::stop::Stop;

/// The largest number of variables that the note about distinguished answers names.
const MOST_SHOWN: usize = 12;

/// A question about a board, and the task to search for its answer.
pub(super) struct SolveQuestion {
    /// The question with its problem.
    pub posed: PosedQuestion,
    /// The search with the options of `solve`: the solver, the encodings and the limits.
    pub task: Task<'static>,
}

/// News from a running search.
pub(super) enum News<'a> {
    /// One more answer of a list (`--all`).
    Answer(CheckedAnswer),
    /// All that the search knows so far.
    Finding(&'a Finding),
}

/// The outcome of a search.
pub(super) struct SolveOutcome {
    /// The last finding, and what ended the search early.
    pub end: SearchEnd,
    /// For a proof, the values of the formula's variables in each answer. The list is empty if no
    /// proof is requested.
    pub solutions: Vec<Values>,
}

/// Passes events of a search on. The progress line gets the events. The function `on_news` gets
/// findings and listed answers (`--all`).
struct NewsRelay<'a> {
    /// The options that decide which news are passed on.
    solve: &'a Solve,
    progress: &'a mut SolveProgress,
    /// The function for the news. If it fails, the method that waits for the search returns the
    /// error at once.
    on_news: &'a mut dyn FnMut(&SolveProgress, News) -> Result<(), Failure>,
    /// The last finding so far. If the search fails later, this finding becomes the result.
    latest: Option<Finding>,
    /// The values of the formula's variables in each answer, if a proof is requested.
    solutions: Vec<Values>,
}

impl SolveQuestion {
    /// Returns the search that the options of `solve` request. It does not yet have a start answer,
    /// a proof or a time limit. If the question is about several answers and `--projected` is
    /// absent, the variables that the file itself names distinguish answers. If there are any,
    /// prints a note. If no limit of clauses is chosen, `--memory-limit` also limits the memory for
    /// clauses. Refuses unknown variables in `--projected`. Does not check whether the options are
    /// compatible.
    pub fn from_options(solve: &Solve, mut posed: PosedQuestion) -> Result<SolveQuestion, Refusal> {
        if posed.set_projection(&solve.projected)? {
            let by = posed.describe_projection();
            by.iter()
                .for_each(|by| note(&distinguished_note(by, posed.question.projected.as_deref())));
        }
        let mut encodings = posed.question.encodings.clone();
        if let (Room::Free, Some(megabytes)) = (encodings.room, solve.memory_limit) {
            encodings.room = Room::Bytes(megabytes.saturating_mul(1_000_000));
        }
        let task = Task {
            encodings,
            construct: solve.construct == OnOff::On,
            explain: solve.clash == OnOff::On,
            up_to_symmetry: solve.up_to_symmetry,
            solver: match &solve.solver {
                AskedSolver::Searching(choice) => choice.clone(),
                AskedSolver::External(_, command) => SolverChoice::Program(command.clone()),
            },
            threads: solve.threads,
            scramble: solve.scramble,
            conflicts: solve.conflict_limit,
            gap: solve.gap,
            limits: solve.limits(),
            ..posed.task()
        };
        Ok(SolveQuestion { posed, task })
    }

    /// Adds the answer of `--start`, from which the search begins. If the answer has open cells,
    /// searches for an answer that completes them, and prints a note. The time limit does not count
    /// here, since it begins with [`SolveQuestion::with_deadline`]. Without `--start`, returns the
    /// question unchanged. Fails in these cases:
    ///
    /// - There is no objective.
    /// - The answer cannot be read, breaks a rule, or cannot be completed.
    /// - The answer is not completed within a fixed number of conflicts, or before the stop of the
    ///   task, or the search for this fails.
    /// - The answer has open cells, and the formulation has one model for each value of the
    ///   objective.
    pub fn with_start(mut self, solve: &Solve) -> Result<SolveQuestion, Failure> {
        let Some(path) = &solve.start else { return Ok(self) };
        let start = self.posed.start_answer(&files::read(path)?, &self.task)?;
        let StartAnswer { answer, value, open } = start;
        if open > 0 {
            let problem = self.posed.problem();
            note(&format!(
                "{} of the start answer are open; the completed answer has {} {}",
                self.posed.opened.counted_places(open),
                problem.goal().map_or("value", |goal| goal.name),
                problem.format_value(value)
            ));
        }
        self.task.start = Some((answer, value));
        Ok(self)
    }

    /// Begins the proof of `--proof` in a new folder or in the draft of a file. Changes the task,
    /// so that its search writes the proof and leaves out techniques without proofs. If the
    /// question is about several answers, the task is not changed in this way, because the answers
    /// are proved after the search. Prints a note if the proof grows large. Returns `None` and
    /// changes nothing if no proof is requested. Fails if the question or formulation has no proof
    /// of this form, if the folder exists, or if the folder or a file cannot be written.
    pub fn begin_proof(&mut self, solve: &Solve) -> Result<Option<SearchProof>, Failure> {
        let Some(to) = &solve.proof else { return Ok(None) };
        let asked = (&self.posed, &mut self.task);
        Ok(Some(SearchProof::begin(to, solve.compress, asked, |message| note(&message))?))
    }

    /// Ends a proof with the findings of the search, and prints notes about the outcome. For a
    /// proof about several answers, this needs a second search. Returns `true` if this second
    /// search was stopped, so that the proof does not cover all findings. Otherwise returns
    /// `false`. Fails if the proof disagrees with the findings or cannot be written, or if the
    /// second search fails.
    pub fn end_proof(&self, proof: SearchProof, outcome: &SolveOutcome) -> Result<bool, Failure> {
        let found = (&outcome.end.finding, &outcome.solutions[..]);
        let (end, is_cut_short) =
            proof.end((&self.posed, &self.task), found, |message| note(&message))?;
        note(&end);
        Ok(is_cut_short)
    }

    /// Replaces the `stop` of the task. The new one is reached in two cases: `stop` is reached, or
    /// the time of `--time-limit` has passed since this call.
    pub fn with_deadline(mut self, solve: &Solve, stop: &Stop) -> SolveQuestion {
        self.task.stop = stop.clone_with_limit(solve.time_limit);
        self
    }

    /// Searches, and passes news to `on_news` as they come. Removes the progress line at the end.
    /// If an external solver fails, returns the last finding without the solver's claims, and the
    /// error in `trouble`. The clauses for a bound can exceed the limit of clauses or memory when
    /// an answer is already known. Then returns the last finding as the finding of a stopped
    /// search, requests the stop of the task for this limit, and prints the refusal as a note.
    /// Returns all other errors of the search, and those of `on_news`.
    pub fn search(
        &self,
        solve: &Solve,
        progress: &mut SolveProgress,
        on_news: &mut dyn FnMut(&SolveProgress, News) -> Result<(), Failure>,
    ) -> Result<SolveOutcome, Failure> {
        let solutions = Vec::new();
        let mut audience = NewsRelay { solve, progress, on_news, latest: None, solutions };
        let found = match &solve.solver {
            AskedSolver::Searching(_) => {
                run_watched(&self.task, solve.parent(), &mut |event| audience.relay(event))
            }
            AskedSolver::External(format, command) => {
                let mut tick = || audience.progress.report_running();
                run_guarded(&self.task, solve.parent(), &mut tick, || {
                    self.posed.ask_external(&self.task, format, command)
                })
                .map_err(Failure::from)
            }
        };
        let NewsRelay { progress, latest, solutions, .. } = audience;
        found.iter().for_each(|finding| progress.report_symmetries(finding));
        progress.clear();
        let found = match found {
            Err(Failure::Search(error)) => Err(error),
            found => Ok(found?),
        };
        let end = SearchEnd::from_result(&self.task, found, latest)?;
        end.refusal.iter().for_each(note);
        Ok(SolveOutcome { end, solutions })
    }

    /// Returns the search and its end in the form that a report needs. `answers` are the listed
    /// answers (`--all`). The list is empty for all other questions.
    pub fn for_report<'a>(
        &'a self,
        end: &'a SearchEnd,
        answers: &'a [CheckedAnswer],
    ) -> SearchOutcome<'a> {
        SearchOutcome { posed: &self.posed, task: &self.task, end, answers }
    }
}

impl NewsRelay<'_> {
    /// Handles an event of the search. Shows it as progress. Passes each finding to `on_news`, and
    /// with `--all` also each answer. Records the last finding in `latest`. If a proof is
    /// requested, also records the values of each answer in `solutions`. `None` means that the
    /// search is running without a new event. Returns the error of `on_news`; the event is recorded
    /// nevertheless.
    fn relay(&mut self, event: Option<Event>) -> Result<(), Failure> {
        let relayed = match event {
            None => Ok(()),
            Some(Event::Progress(finding)) => {
                self.progress.show(&finding);
                let result = (self.on_news)(self.progress, News::Finding(&finding));
                self.latest = Some(*finding);
                result
            }
            Some(Event::Answer(answer, values)) => {
                if self.solve.proof.is_some() {
                    self.solutions.push(values);
                }
                self.progress.count_answer();
                match self.solve.all {
                    Some(_) => (self.on_news)(self.progress, News::Answer(answer)),
                    None => Ok(()),
                }
            }
        };
        self.progress.report_running();
        relayed
    }
}

impl SolveOutcome {
    /// Returns how the command ends. An answer means `Answered`, and a proof that there is none
    /// means `Denied`. All other results mean `Stopped`. A search that was stopped also ends as
    /// `Stopped`, even if it has an answer. After a failure of the solver, the ending is always
    /// `Refused`.
    pub fn ending(&self) -> Ending {
        match self.end.finding.status() {
            _ if self.end.trouble.is_some() => Ending::Refused,
            _ if self.end.finding.stopped => Ending::Stopped,
            Status::Optimal | Status::Satisfiable => Ending::Answered,
            Status::Unsatisfiable => Ending::Denied,
            Status::Unknown => Ending::Stopped,
        }
    }
}

/// Returns the note about the variables that distinguish answers, if the file itself names them.
/// `by` describes these variables. `names` are their names, of which the note lists at most
/// [`MOST_SHOWN`].
fn distinguished_note(by: &str, names: Option<&[String]>) -> String {
    let variables = names.unwrap_or_default();
    let few: Vec<&str> = variables.iter().take(MOST_SHOWN).map(String::as_str).collect();
    let more = if variables.len() > few.len() { " …" } else { "" };
    let few = if few.is_empty() { "none".to_owned() } else { few.join(" ") };
    format!("answers are distinguished by {by}: {few}{more}; --projected overrides this")
}
