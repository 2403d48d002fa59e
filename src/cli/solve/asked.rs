//! A question about one board, and the outcome of its search.

use super::progress::SolveProgress;
use super::{Failure, OnOff, Solve};
use crate::certificate::SearchProof;
use crate::cli::{Ending, note};
use crate::encode::Room;
use crate::family::files;
use crate::model::Values;
use crate::problem::Checked;
use crate::question::{AskedSolver, Posed, StartAnswer};
use crate::report::Searched;
use crate::search::watched::{SearchEnd, guarded, run_watched};
use crate::search::{Event, Finding, Status, Task};
use crate::solver::Choice;
use crate::source::Refusal;
use crate::stop::Stop;

/// The most variables that the note about distinguished answers names.
const MOST_SHOWN: usize = 12;

/// A question about a board, and the task to search for its answer.
pub(super) struct SolveAsked {
    /// The question with its problem.
    pub posed: Posed,
    /// The search with the options of `solve`: the solver, the encodings and the limits.
    pub task: Task<'static>,
}

/// News from a running search.
pub(super) enum News<'a> {
    /// One more answer of a list (`--all`).
    Answer(Checked),
    /// All that is known so far.
    Finding(&'a Finding),
}

/// The outcome of a search.
pub(super) struct SolveOutcome {
    /// The last finding, and what ended the search early.
    pub end: SearchEnd,
    /// For a proof, the values of the formula's variables in each answer. Empty without a proof.
    pub solutions: Vec<Values>,
}

/// Passes events of a search to the progress line, and findings and listed answers to the function
/// `hear`.
struct Audience<'a> {
    /// The options that decide which news are passed on.
    solve: &'a Solve,
    progress: &'a mut SolveProgress,
    /// The function for the news. Its error ends the search.
    hear: &'a mut dyn FnMut(&SolveProgress, News) -> Result<(), Failure>,
    /// The last finding so far, which counts if the search fails later.
    latest: Option<Finding>,
    /// The values of the formula's variables in each answer, if a proof needs them.
    solutions: Vec<Values>,
}

impl SolveAsked {
    /// Returns the search that the options ask for. Prints a note if the file itself names the
    /// variables that distinguish answers. Refuses unknown variables in `--projected`.
    pub fn of(solve: &Solve, mut posed: Posed) -> Result<SolveAsked, Refusal> {
        if posed.tell_apart(&solve.projected)? {
            let by = posed.distinguishing();
            by.iter().for_each(|by| note(&shown(by, posed.question.projected.as_deref())));
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
                AskedSolver::Outside(_, command) => Choice::Program(command.clone()),
            },
            threads: solve.threads,
            scramble: solve.scramble,
            conflicts: solve.conflict_limit,
            gap: solve.gap,
            limits: solve.limits(),
            ..posed.task()
        };
        Ok(SolveAsked { posed, task })
    }

    /// Adds the answer of `--start`, from which the search begins, and completes its open cells.
    /// Prints a note if there were open cells. Fails if there is no objective, or if the answer
    /// cannot be read, breaks a rule, or cannot be completed.
    pub fn started(mut self, solve: &Solve) -> Result<SolveAsked, Failure> {
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

    /// Begins the proof of `--proof`, and prints notes about it. Leaves techniques without proofs
    /// out of the task. Returns `None` if no proof is requested.
    pub fn begin_proof(&mut self, solve: &Solve) -> Result<Option<SearchProof>, Failure> {
        let Some(to) = &solve.proof else { return Ok(None) };
        let asked = (&self.posed, &mut self.task);
        Ok(Some(SearchProof::begin(to, solve.compress, asked, |told| note(&told))?))
    }

    /// Ends a proof with the findings, and prints notes about it. Returns whether the proof was
    /// stopped before it covered all findings. Fails if the proof cannot be completed.
    pub fn end_proof(&self, proof: SearchProof, outcome: &SolveOutcome) -> Result<bool, Failure> {
        let found = (&outcome.end.finding, &outcome.solutions[..]);
        let (end, is_cut_short) =
            proof.end((&self.posed, &self.task), found, |told| note(&told))?;
        note(&end);
        Ok(is_cut_short)
    }

    /// Starts the clock of the time limit. The search also stops when `stop` asks for it.
    pub fn begun(mut self, solve: &Solve, stop: &Stop) -> SolveAsked {
        self.task.stop = stop.within(solve.time_limit);
        self
    }

    /// Searches, and passes news to `hear` as they come. If an external solver fails, returns the
    /// last finding without the solver's claims, and the error in `trouble`. Other errors are
    /// returned, unless an answer is known when a bound exceeds the limit of clauses or memory.
    pub fn search(
        &self,
        solve: &Solve,
        progress: &mut SolveProgress,
        hear: &mut dyn FnMut(&SolveProgress, News) -> Result<(), Failure>,
    ) -> Result<SolveOutcome, Failure> {
        let solutions = Vec::new();
        let mut audience = Audience { solve, progress, hear, latest: None, solutions };
        let found = match &solve.solver {
            AskedSolver::Searching(_) => {
                run_watched(&self.task, solve.parent(), &mut |event| audience.take(event))
            }
            AskedSolver::Outside(format, command) => {
                let mut beat = || audience.progress.go_on();
                guarded(&self.task, solve.parent(), &mut beat, || {
                    self.posed.ask_outside(&self.task, format, command)
                })
                .map_err(Failure::from)
            }
        };
        let Audience { progress, latest, solutions, .. } = audience;
        found.iter().for_each(|finding| progress.tell_symmetries(finding));
        progress.done();
        let found = match found {
            Err(Failure::Search(error)) => Err(error),
            found => Ok(found?),
        };
        let end = SearchEnd::of(&self.task, found, latest)?;
        end.lack.iter().for_each(note);
        Ok(SolveOutcome { end, solutions })
    }

    /// Returns the search and its end for a report. `answers` are the listed answers.
    pub fn searched<'a>(&'a self, end: &'a SearchEnd, answers: &'a [Checked]) -> Searched<'a> {
        Searched { posed: &self.posed, task: &self.task, end, answers }
    }
}

impl Audience<'_> {
    /// Handles an event of the search. `None` means that the search is running without a new event.
    fn take(&mut self, event: Option<Event>) -> Result<(), Failure> {
        let heard = match event {
            None => Ok(()),
            Some(Event::Progress(finding)) => {
                self.progress.show(&finding);
                let heard = (self.hear)(self.progress, News::Finding(&finding));
                self.latest = Some(*finding);
                heard
            }
            Some(Event::Answer(answer, values)) => {
                if self.solve.proof.is_some() {
                    self.solutions.push(values);
                }
                self.progress.count_answer();
                match self.solve.all {
                    Some(_) => (self.hear)(self.progress, News::Answer(answer)),
                    None => Ok(()),
                }
            }
        };
        self.progress.go_on();
        heard
    }
}

impl SolveOutcome {
    /// Returns how the verb ends. A search that was stopped ends as `Stopped` even with an answer;
    /// after a failure of the solver, the ending is `Refused`.
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

/// Returns the note that the file itself names the variables that distinguish answers.
fn shown(by: &str, names: Option<&[String]>) -> String {
    let names = names.unwrap_or_default();
    let few: Vec<&str> = names.iter().take(MOST_SHOWN).map(String::as_str).collect();
    let more = if names.len() > few.len() { " …" } else { "" };
    let few = if few.is_empty() { "none".to_owned() } else { few.join(" ") };
    format!("answers are distinguished by {by}: {few}{more}; --projected overrides this")
}
