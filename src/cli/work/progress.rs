//! The progress of a worker on standard error: a line for each task, and a progress line on a
//! terminal.

use indicatif::ProgressBar;

use crate::cli::merge::format_time;
use crate::cli::stderr::{bar_style, print_stderr, progress_bar};
use crate::source::{escape_invisible, format_count};
use crate::tasks::Attempt;
use crate::tasks::queue::Queue;
use crate::tasks::worker::{WorkObserver, WorkTally};

/// The reports of a worker. They are a line for each finished task, and a moving line on a
/// terminal.
pub(super) struct WorkProgress {
    /// Whether nothing is shown or printed (`--quiet`).
    is_quiet: bool,
    /// The moving line, with the number of tasks that all workers have finished and the current
    /// task of this worker.
    bar: ProgressBar,
    /// The number of tasks that this worker has finished, and the sum of their times in seconds.
    finished: (u32, f64),
    /// Whether this worker waits for tasks of other workers, and has already reported that it
    /// waits.
    waits: bool,
}

impl WorkProgress {
    /// Begins the moving line for a plan with `tasks` tasks. If `is_quiet` is set, nothing is shown
    /// or printed.
    pub fn new(tasks: usize, is_quiet: bool) -> WorkProgress {
        let style = bar_style("{bar:30} {pos}/{len} {elapsed} {wide_msg}");
        let bar = if is_quiet { ProgressBar::hidden() } else { progress_bar(tasks, style) };
        WorkProgress { is_quiet, bar, finished: (0, 0.0), waits: false }
    }

    /// Prints a line on standard error if the worker is not quiet. Ignores errors, since the file
    /// of results has the same content.
    pub fn print_line(&self, line: &str) {
        if !self.is_quiet {
            self.bar.suspend(|| print_stderr(&escape_invisible(&format!("{line}\n"))));
        }
    }

    /// Removes the moving line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Estimates the remaining time, and returns it in words. The estimate is the mean time of the
    /// tasks that this worker has finished, times the number of remaining tasks for each worker,
    /// which is rounded up. Workers count only while they have a task in hand; at least one is
    /// assumed. Returns `None` if this worker has finished no task, or if no task remains.
    fn time_left(&self, queue: &Queue) -> Option<String> {
        let (tasks, seconds) = self.finished;
        if tasks == 0 || queue.is_empty() {
            return None;
        }
        let workers = queue.in_hand_count().max(1);
        let rounds = queue.len().div_ceil(workers);
        Some(format!("about {} left", format_time(seconds / f64::from(tasks) * rounds as f64)))
    }
}

impl WorkObserver for WorkProgress {
    fn report_begin(&mut self, task: u64, tally: &WorkTally, queue: &Queue) {
        self.waits = false;
        self.bar.set_position(tally.settled_count() as u64);
        let left = self.time_left(queue).map_or(String::new(), |left| format!(", {left}"));
        self.bar.set_message(format!("working on task {task}{left}"));
    }

    /// Prints a line with the outcome of the attempt, the number of settled tasks and, if it is
    /// known, the estimated time left. A quiet worker prints nothing. Counts the task and its time
    /// as finished by this worker, which changes later estimates.
    fn report_done(&mut self, attempt: &Attempt, tally: &WorkTally, queue: &Queue) {
        self.finished.0 += 1;
        self.finished.1 += attempt.wall_seconds;
        let left = self.time_left(queue).map_or(String::new(), |left| format!(", {left}"));
        let (settled, all) = (tally.settled_count(), tally.task_count());
        self.print_line(&format!(
            "{}; {settled} of {all} settled{left}",
            describe_attempt(attempt)
        ));
    }

    /// Prints that this worker waits for `tasks` tasks of other workers, and shows it on the
    /// progress line. A quiet worker prints nothing. Does nothing if this was printed since the
    /// last task began.
    fn report_waiting(&mut self, tasks: usize) {
        if !self.waits {
            self.waits = true;
            self.print_line(&format!(
                "waiting for {} of other workers",
                format_count(tasks, "task")
            ));
            self.bar.set_message("waiting for other workers");
        }
    }
}

/// Returns a line with the outcome of a task and its processor time. If there were conflicts, the
/// line also has their number.
fn describe_attempt(attempt: &Attempt) -> String {
    let Attempt { task, outcome, cpu_seconds, effort, .. } = attempt;
    let conflicts = match effort.conflicts {
        0 => String::new(),
        number => format!(", {}", format_count(number, "conflict")),
    };
    format!("task {task}: {outcome}, {cpu_seconds:.2} s{conflicts}")
}
