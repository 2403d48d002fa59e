//! What is asked of one board, and what comes of it: the same for one board and for each of
//! several.

use std::collections::HashSet;

use super::progress::SolveProgress;
use super::{Failure, OnOff, Solve, SolverArg, outside, projected};
use crate::cli::Ending;
use crate::cli::board;
use crate::cli::note;
use crate::encode::{self, Room};
use crate::family::{Family, Opened};
use crate::model::Values;
use crate::problem::Answer;
use crate::question::Posed;
use crate::search::watched::{guarded, run_watched};
use crate::search::{
    self, Answers, Completion, Event, Finding, SearchError, Statistics, Status, Task,
};
use crate::solver::Choice;
use crate::source::Refusal;
use crate::stop::{Reason, Stop};

/// What was asked, with everything that a report of the finding names.
pub(super) struct SolveAsked {
    /// The question with its problem.
    pub posed: Posed,
    /// How it is searched here.
    pub task: Task<'static>,
}

/// What a search tells on its way.
pub(super) enum News<'a> {
    /// One answer of a list.
    Answer(Answer),
    /// What is known so far.
    Finding(&'a Finding),
}

/// What came of a search.
pub(super) struct SolveOutcome {
    pub finding: Finding,
    /// The solutions that say the answers which were asked for, where a proof needs them.
    pub solutions: Vec<Values>,
    /// What went wrong with another solver, which is why there is no more.
    pub trouble: Option<SearchError>,
}

impl SolveAsked {
    /// What `solve` asks of a puzzle.
    pub fn of(solve: &Solve, mut posed: Posed) -> Result<SolveAsked, Refusal> {
        let mut encodings = posed.question.encodings.clone();
        if let (Room::Free, Some(megabytes)) = (encodings.room, solve.memory_limit) {
            encodings.room = Room::Bytes(megabytes.saturating_mul(1_000_000));
        }
        let mut task = Task {
            encodings,
            construct: solve.construct == OnOff::On,
            explain: solve.clash == OnOff::On,
            solver: match &solve.solver {
                SolverArg::Searching(choice) => choice.clone(),
                SolverArg::Outside(_, command) => Choice::Program(command.clone()),
            },
            threads: solve.threads,
            scramble: solve.scramble,
            conflicts: solve.conflict_limit,
            gap: solve.gap,
            limits: solve.limits(),
            ..posed.task()
        };
        if !solve.projected.is_empty() {
            let model = task.problem.stated(task.formulation).with(0);
            task.projected = Some(projected::names(&solve.projected, &model)?);
        } else if task.answers != Answers::One
            && let Some(names) = task.problem.shown()
        {
            note(&projected::shown(&names));
            task.projected = Some(names);
        }
        posed.question.projected.clone_from(&task.projected);
        Ok(SolveAsked { posed, task })
    }

    /// The same with the answer to begin with, if there is one.
    pub fn started(mut self, solve: &Solve) -> Result<SolveAsked, Failure> {
        if let Some(path) = &solve.start {
            self.task.start = Some(start(path, self.posed.family, &self.posed.opened, &self.task)?);
        }
        Ok(self)
    }

    /// What is told of an answer: of a projected one the variables that are asked for.
    pub fn part(&self, answer: &Answer) -> Answer {
        match &self.task.projected {
            Some(names) => Answer { rows: self.task.problem.part(&answer.rows, names), ..*answer },
            None => answer.clone(),
        }
    }

    /// The variables by name with their values in one of several answers, as far as they are told.
    pub fn assignment(&self, answer: &Answer) -> Option<Vec<(String, bool)>> {
        let mut values = self.task.problem.assignment(&answer.rows)?;
        if let Some(names) = &self.task.projected {
            let names: HashSet<&str> = names.iter().map(String::as_str).collect();
            values.retain(|(name, _)| names.contains(&name[..]));
        }
        Some(values)
    }

    /// The same with the time limit beginning now, and stopped where `stop` is.
    pub fn begun(mut self, solve: &Solve, stop: Stop) -> SolveAsked {
        self.task.stop = match solve.time_limit {
            Some(limit) => stop.after(limit),
            None => stop,
        };
        self
    }

    /// Searches, and hands on what is found as it is found.
    pub fn search(
        &self,
        solve: &Solve,
        progress: &mut SolveProgress,
        hear: &mut dyn FnMut(&SolveProgress, News) -> Result<(), Failure>,
    ) -> Result<SolveOutcome, Failure> {
        let (mut latest, mut solutions) = (None, Vec::new());
        let mut see = |event| {
            let heard = match event {
                None => Ok(()),
                Some(Event::Progress(finding)) => {
                    progress.show(&finding);
                    let heard = hear(progress, News::Finding(&finding));
                    latest = Some(finding);
                    heard
                }
                Some(Event::Answer(answer, values)) => {
                    if solve.proof.is_some() {
                        solutions.push(values);
                    }
                    progress.count_answer();
                    if solve.all.is_some() { hear(progress, News::Answer(answer)) } else { Ok(()) }
                }
            };
            progress.go_on();
            heard
        };
        let found = match &solve.solver {
            SolverArg::Searching(_) => run_watched(&self.task, solve.parent(), &mut see),
            SolverArg::Outside(format, command) => {
                let mut beat = || progress.go_on();
                let work = || outside::solve(self, format, command);
                guarded(&self.task, solve.parent(), &mut beat, work)
            }
        };
        if let Ok(finding) = &found {
            progress.tell_symmetries(finding);
        }
        progress.done();
        match found {
            Ok(finding) => Ok(SolveOutcome { finding, solutions, trouble: None }),
            // A solver that broke takes nothing away from what is known.
            Err(Failure::Search(trouble @ SearchError::Solver(_))) => {
                let known = latest.map_or_else(|| Finding::nothing(&self.task), |known| *known);
                let statistics = Statistics { asked: true, ..known.statistics };
                let finding = Finding { statistics, ..known };
                Ok(SolveOutcome { finding, solutions, trouble: Some(trouble) })
            }
            // A bound that has no room in clauses takes nothing away either.
            Err(Failure::Search(SearchError::Encoding(
                refusal @ encode::EncodeRefusal::NoRoom(_),
            ))) => match latest.filter(|known| known.answer.is_some()) {
                None => Err(SearchError::Encoding(refusal).into()),
                Some(known) => {
                    note(&refusal);
                    let reason = match self.posed.question.encodings.room {
                        Room::Clauses(_) => Reason::Clauses,
                        Room::Free | Room::Bytes(_) => Reason::Memory,
                    };
                    self.task.stop.ask_because(reason);
                    let finding = Finding { stopped: true, ..*known };
                    Ok(SolveOutcome { finding, solutions, trouble: None })
                }
            },
            Err(failure) => Err(failure),
        }
    }
}

impl SolveOutcome {
    /// How the verb ends with it.
    pub fn ending(&self) -> Ending {
        match self.finding.status {
            _ if self.trouble.is_some() => Ending::Refused,
            _ if self.finding.stopped => Ending::Stopped,
            Status::Optimal | Status::Satisfiable => Ending::Answered,
            Status::Unsatisfiable => Ending::Denied,
            Status::Unknown => Ending::Stopped,
        }
    }
}

/// Returns the answer of a file to begin with, which keeps the rules. A partial one is completed.
fn start(
    path: &str,
    family: &Family,
    opened: &Opened,
    task: &Task,
) -> Result<(Answer, i64), Failure> {
    let source = board::read(path)?;
    let refused = |found: String, expected: &str| {
        Failure::from(Refusal::new(found, expected).at(&source, source.end()))
    };
    let problem = opened.as_problem();
    if problem.goal().is_none() {
        let found = format!("--start, and {} has no objective to be improved", family.name);
        return Err(Refusal::new(found, "no --start").into());
    }
    let mut rows = opened.read_answer(&source, family.symbols)?;
    let open = problem.open(&rows);
    if open > 0 {
        rows = match search::complete(task, &rows)? {
            Completion::Whole(answer) => answer.rows,
            Completion::Impossible => {
                let found = "a partial answer to begin with, and no answer has it".to_owned();
                return Err(refused(found, "a part of an answer that keeps the rules"));
            }
            Completion::Unknown => {
                let found = format!(
                    "a partial answer to begin with, {} of which are open, and no answer that has it \
                     is found soon",
                    opened.counted_places(open)
                );
                return Err(refused(found, "more of an answer, or no --start"));
            }
        };
    }
    let value = problem.check(&rows).map_err(|broken| {
        let found = format!("an answer to begin with that breaks a rule: {broken}");
        refused(found, "an answer that keeps the rules")
    })?;
    let value = value
        .ok_or(SearchError::Contract("`check` gave no value of an answer, and there is a goal"))?;
    if open > 0 {
        note(&format!(
            "{} of the answer to begin with are open; it is completed to one of {} {}",
            opened.counted_places(open),
            problem.goal().map_or("value", |goal| goal.name),
            problem.told(value)
        ));
    }
    Ok((Answer { rows, value: Some(value) }, value))
}
