//! Local search for answers of model files: before the first call of the solver, and between calls.
//!
//! The first search ends when better answers become rare. After each call of the solver, local search
//! continues: from the solver's answer if this is the best one, otherwise from where it was. It gets a
//! share of the solver's work, counted in ticks, so that equal seeds give equal runs: a fifth while
//! better answers come soon, and otherwise a fiftieth.
//!
//! Tried and dropped: the solver's phases set to the best answer. On 17 files with limits of 5 s,
//! scpa1 then takes half of the ticks, and p0201 and mushroom four fifths. But 10teams and a
//! factorisation are no longer proved within the limit. Values hardly differ.

use super::statistics::LocalProgress;
use super::task::Task;
use crate::answer::Answer;
use crate::local_search::LocalSearch;
use crate::problem::{self, CheckedAnswer, WrittenModel};

/// The work of local search that takes as long as a tick of the solver, or less. A tick takes 10 to 25
/// ns on the measured files, and a unit of work 5 to 10 ns.
const WORK_OF_TICK: u64 = 2;

/// The divisor of the solver's work that gives the share of local search while it
/// [pays](LocalSearch::pays), and afterwards.
const SHARES: (u64, u64) = (5, 50);

/// A try has at least this part of the work that can find a better answer.
const LEAST_PART: u64 = 4;

/// A local search in the rows of a model file.
pub(super) struct LocalImprover<'a> {
    task: &'a Task<'a>,
    file: &'a dyn WrittenModel,
    search: LocalSearch,
    /// A better answer of the solver, from which the search continues.
    start: Option<Vec<bool>>,
    /// The solver's ticks at the end of the last try.
    ticks: u64,
    /// The number of tries that found a better answer.
    improved: u64,
}

impl<'a> LocalImprover<'a> {
    /// Returns a local search for the problem's model file, and the answer that it finds first, with
    /// its value. Returns `None` if the problem has no model file or no objective, or if the file has
    /// constraints that local search does not have.
    pub fn begin(task: &'a Task<'a>) -> Option<(LocalImprover<'a>, Option<(CheckedAnswer, i64)>)> {
        task.problem.goal()?;
        let file = &**task.problem.info().written.as_ref()?;
        let mut search = file.local_search(u64::from(task.seed))?;
        search.run_while_it_pays(&task.stop);
        let mut improver = LocalImprover { task, file, search, start: None, ticks: 0, improved: 0 };
        let answer = improver.best_answer();
        improver.improved += u64::from(answer.is_some());
        Some((improver, answer))
    }

    /// Returns the best answer of the search with its value; `None` if there is none.
    fn best_answer(&self) -> Option<(CheckedAnswer, i64)> {
        let variables = self.file.names().count();
        let answer = Answer::Assignment(self.search.best()?[..variables].to_vec());
        let checked = problem::check_answer(&*self.task.problem, answer).ok()?;
        let value = checked.value()?;
        Some((checked, value))
    }

    /// Makes the next try start from this answer, which is better than all before it.
    pub fn start_at(&mut self, answer: &CheckedAnswer) {
        self.start = self.file.local_values(answer.answer());
    }

    /// Searches within the share of the solver's work since the last try. `ticks` is the solver's work
    /// so far. Returns a better answer with its value. Does nothing if the share is too small for a
    /// try.
    pub fn improve(&mut self, ticks: u64) -> Option<(CheckedAnswer, i64)> {
        let share = if self.search.pays() { SHARES.0 } else { SHARES.1 };
        let work = ticks.saturating_sub(self.ticks).saturating_mul(WORK_OF_TICK) / share;
        if work < self.search.least_work() / LEAST_PART {
            return None;
        }
        self.ticks = ticks;
        if let Some(start) = self.start.take() {
            self.search.start_at(start);
        }
        if !self.search.run(work, &self.task.stop) {
            return None;
        }
        self.improved += 1;
        self.best_answer()
    }

    /// Returns the work so far, and the number of better answers.
    pub fn progress(&self) -> LocalProgress {
        LocalProgress { work: self.search.work(), improved: self.improved }
    }
}
