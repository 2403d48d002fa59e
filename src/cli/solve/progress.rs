//! Progress on standard error. On a terminal, this is a moving line. With `--verbose`, it is a line
//! for each event, and at least one line every ten seconds.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::cli::stderr::{bar_style, print_stderr, progress_bar};
use crate::problem::{Goal, Scale};
use crate::process;
use crate::search::{BoundStep, Finding, Task};
use crate::source::format_count;

/// The longest time without a printed line if `--verbose` is given.
const BEAT: Duration = Duration::from_secs(10);

/// The progress of a search on standard error, with a record of what was already reported.
pub(super) struct SolveProgress {
    /// The moving line. It is hidden with `--quiet`, or if standard error is no terminal.
    bar: ProgressBar,
    /// The name of the board. It is `None` if there is only one board.
    name: Option<String>,
    /// The objective, if there is one.
    goal: Option<Goal>,
    /// The unit of the values.
    scale: Scale,
    /// Whether each event has a line of its own.
    verbose: bool,
    /// Whether the short search was reported.
    short: bool,
    /// The number of deductions that were already reported.
    deductions: usize,
    /// The number of broken symmetries in the last report.
    symmetries: usize,
    /// Whether the detected symmetries were reported.
    symmetries_found: bool,
    /// The number of improved bounds that were already reported.
    steps: usize,
    /// The number of reported answers of local search.
    improved: u64,
    /// Whether it was reported that all cubes are done.
    cubes: bool,
    /// The name of the search in the last report.
    search: Option<&'static str>,
    /// The time at which the search began.
    start: Instant,
    /// The time at which the last line was printed. Before the first line, it is the time at which
    /// the search began.
    last_report: Instant,
    /// The known bounds or the number of answers, in words.
    known: String,
    /// The number of answers so far.
    answers: u64,
    /// The number of conflicts in the finished runs of the solver.
    conflicts: u64,
}

impl SolveProgress {
    /// Begins the moving line and the clock. If `quiet` is set, the moving line is hidden. If
    /// `verbose` is set, a line is printed for each event.
    pub fn new(task: &Task, verbose: bool, quiet: bool) -> SolveProgress {
        let goal = task.problem.goal();
        let bar = if quiet { ProgressBar::hidden() } else { progress_bar(0, line_style()) };
        SolveProgress {
            bar,
            name: None,
            goal,
            scale: task.problem.info().scale.clone(),
            verbose,
            short: false,
            deductions: 0,
            symmetries: 0,
            symmetries_found: false,
            steps: 0,
            improved: 0,
            cubes: false,
            search: None,
            start: Instant::now(),
            last_report: Instant::now(),
            known: "nothing known yet".to_owned(),
            answers: 0,
            conflicts: 0,
        }
    }

    /// Sets the name of the board, which is one of several boards. Each line then begins with this
    /// name.
    pub fn with_name(self, name: &str) -> SolveProgress {
        self.bar.set_prefix(format!("{name}: "));
        SolveProgress { name: Some(name.to_owned()), ..self }
    }

    /// Shows in the moving line what is known now: the bounds, the bound that is tried, and the
    /// share of finished cubes. With `--verbose`, also prints a line for each new fact in
    /// `finding`. For a problem without an objective, only reports symmetries. Always records the
    /// number of conflicts, which [`SolveProgress::report_running`] prints.
    pub fn show(&mut self, finding: &Finding) {
        self.report_symmetries(finding);
        self.conflicts = finding.statistics.effort.conflicts;
        let Some(goal) = self.goal else { return };
        let known = finding.log.last().map(|step| bound_line(&goal, step, &self.scale));
        let reach = goal.sense.relation().words();
        let trying =
            finding.trying.map(|bound| format!("trying {reach} {}", self.scale.to_number(bound)));
        let cubes = finding.statistics.cubes.and_then(|cubes| finding.strategy.progress(&cubes));
        let parts: Vec<String> = known.into_iter().chain(trying).chain(cubes).collect();
        if !parts.is_empty() {
            self.known = parts.join("; ");
            self.bar.set_message(self.known.clone());
        }
        if self.verbose {
            self.report_news(finding, &goal);
        }
    }

    /// Prints the detected symmetries once, and the number of broken symmetries whenever it has
    /// grown. Does nothing without `--verbose`.
    pub fn report_symmetries(&mut self, finding: &Finding) {
        if !self.verbose {
            return;
        }
        let prepared = &finding.prepared;
        if let Some(found) = prepared.found.as_ref().filter(|_| !self.symmetries_found) {
            self.print_line(&format!("symmetry: {found}"));
            self.symmetries_found = true;
        }
        if prepared.symmetries > self.symmetries {
            self.print_line(&format!("symmetry: {} broken", prepared.symmetries));
            self.symmetries = prepared.symmetries;
        }
    }

    /// Prints a line for each fact in `finding` that was not reported yet. Facts are the short
    /// search that came first, deductions, the search strategy when its search begins, answers of
    /// local search, improved bounds with their times, and the end of
    /// all cubes. Records these facts as reported. The caller has checked `--verbose`.
    fn report_news(&mut self, finding: &Finding, goal: &Goal) {
        if let Some(short) = finding.statistics.short.as_ref().filter(|_| !self.short) {
            let end = if short.settled { "the question is decided" } else { "it decided nothing" };
            let conflicts = format_count(short.conflicts, "conflict");
            let formulation = &short.formulation;
            self.print_line(&format!(
                "short search by cores of the formulation {formulation}: {conflicts}; {end}"
            ));
            self.short = true;
        }
        let deductions = &finding.prepared.deductions;
        for deduction in &deductions[self.deductions.min(deductions.len())..] {
            self.print_line(&deduction.to_string());
        }
        // A search by clauses is reported only when it tries its first bound.
        let search = finding.strategy.name;
        let is_open = finding.bounds.is_none_or(|bounds| !bounds.is_closed());
        let begins = finding.trying.is_some() || (is_open && !finding.strategy.is_by_clauses());
        if begins && self.search.replace(search) != Some(search) {
            self.print_line(&format!("search: {search}"));
        }
        let best = finding.bounds.and_then(|bounds| bounds.best);
        if let Some((local, best)) = finding.statistics.local.zip(best)
            && local.improved > self.improved
        {
            let (best, work) = (self.scale.to_number(best), local.work);
            self.print_line(&format!("local search: {} {best}, work {work}", goal.name));
            self.improved = local.improved;
        }
        for step in &finding.log[self.steps.min(finding.log.len())..] {
            self.print_line(&format!(
                "{}, {:.2} s",
                bound_line(goal, step, &self.scale),
                step.seconds
            ));
        }
        let cubes = finding.statistics.cubes.filter(|cubes| cubes.share >= 1.0 && !self.cubes);
        if let Some(progress) = cubes.and_then(|cubes| finding.strategy.progress(&cubes)) {
            self.print_line(&progress);
            self.cubes = true;
        }
        self.deductions = deductions.len();
        self.steps = finding.log.len();
    }

    /// Counts one more answer, and shows the number of answers in the moving line.
    pub fn count_answer(&mut self) {
        self.answers += 1;
        self.known = format_count(self.answers, "answer");
        self.bar.set_message(self.known.clone());
    }

    /// Prints a line that says that the search is still running, for logs without a moving line.
    /// The line has the time of the search, what is known, and the number of conflicts, but no
    /// number if there were no conflicts. It also has the processor time and the memory of this
    /// process. Does nothing without `--verbose`, or if the last line is less than ten seconds old.
    pub fn report_running(&mut self) {
        if self.verbose && self.last_report.elapsed() >= BEAT {
            let used = process::usage();
            let conflicts = match self.conflicts {
                0 => String::new(),
                number => format!("{}, ", format_count(number, "conflict")),
            };
            self.print_line(&format!(
                "{:.0} s: {}; {conflicts}{:.0} s of processor time, {:.0} MB",
                self.start.elapsed().as_secs_f64(),
                self.known,
                used.cpu_seconds,
                used.memory_mb
            ));
        }
    }

    /// Prints a line on standard error. If there are several boards, the line begins with the
    /// board's name. The moving line is hidden while the line is printed. Records the time of the
    /// line.
    fn print_line(&mut self, line: &str) {
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        self.last_report = Instant::now();
        self.bar.suspend(|| print_stderr(&format!("{name}{line}\n")));
    }

    /// Hides the moving line, calls `step`, which is allowed to print, and shows the moving line
    /// again. Returns the result of `step`.
    pub fn suspend<T>(&self, step: impl FnOnce() -> T) -> T {
        self.bar.suspend(step)
    }

    /// Removes the moving line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the style of the moving line. The line has a sign that moves, the board's name, the
/// time, the known facts, the processor time and the memory.
fn line_style() -> ProgressStyle {
    bar_style("{spinner} {prefix}{elapsed} {msg} {effort}").with_key("effort", write_effort)
}

/// Writes the used processor time and memory, which show that the search is running.
fn write_effort(_: &ProgressState, out: &mut dyn std::fmt::Write) {
    let used = process::usage();
    // An error is ignored, since it only means that this update is lost.
    let _ = write!(out, "({:.0} s of processor time, {:.0} MB)", used.cpu_seconds, used.memory_mb);
}

/// Returns a step of the bounds in words: the best value so far and the proved bound, in units of
/// the problem.
fn bound_line(goal: &Goal, step: &BoundStep, scale: &Scale) -> String {
    let best = step.best.map_or("none yet".to_owned(), |best| scale.to_number(best).to_string());
    let side = goal.sense.relation().mirrored().words();
    format!("{}: best {best}, proved {side} {}", goal.name, scale.to_number(step.proved))
}
