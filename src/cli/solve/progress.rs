//! What is known so far, on standard error: a line that moves where that is a terminal, and with
//! `--verbose` a line for each thing as it becomes known, and at least one every ten seconds.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::asked::SolveAsked;
use crate::cli::stderr::{bar, style, tell};
use crate::model::Sense;
use crate::problem::{Goal, Scale};
use crate::process;
use crate::search::{BoundStep, Finding};
use crate::source::counted;

/// A log has a line at least this often.
const BEAT: Duration = Duration::from_secs(10);

/// What has been said so far.
pub(super) struct SolveProgress {
    bar: ProgressBar,
    /// The board, where there are several.
    name: Option<String>,
    goal: Option<Goal>,
    /// How values are shown.
    scale: Scale,
    verbose: bool,
    deductions: usize,
    symmetries: usize,
    /// Whether it is said what was found of symmetries.
    symmetries_found: bool,
    steps: usize,
    /// Whether it is said that all cubes are bounded.
    cubes: bool,
    /// The search that was told of last.
    search: Option<&'static str>,
    /// When the search began.
    start: Instant,
    /// When a line was said last.
    said: Instant,
    /// What is known, in words.
    known: String,
    /// How many answers are found, where several are asked for.
    answers: u64,
    /// How many conflicts the runs of the solver have had that have ended.
    conflicts: u64,
}

impl SolveProgress {
    pub fn new(asked: &SolveAsked, verbose: bool, quiet: bool) -> SolveProgress {
        let goal = asked.task.problem.goal();
        let bar = if quiet { ProgressBar::hidden() } else { bar(0, line_style()) };
        SolveProgress {
            bar,
            name: None,
            goal,
            scale: asked.task.problem.scale(),
            verbose,
            deductions: 0,
            symmetries: 0,
            symmetries_found: false,
            steps: 0,
            cubes: false,
            search: None,
            start: Instant::now(),
            said: Instant::now(),
            known: "nothing known yet".to_owned(),
            answers: 0,
            conflicts: 0,
        }
    }

    /// The same with the name of its board in front of all that is said.
    pub fn of(self, name: &str) -> SolveProgress {
        self.bar.set_prefix(format!("{name}: "));
        SolveProgress { name: Some(name.to_owned()), ..self }
    }

    /// Says what is new in a finding.
    pub fn show(&mut self, finding: &Finding) {
        self.tell_symmetries(finding);
        self.conflicts = finding.statistics.effort.conflicts;
        let Some(goal) = self.goal else { return };
        let known = finding.log.last().map(|step| line(&goal, step, &self.scale));
        let trying = finding
            .trying
            .map(|bound| format!("trying {} {}", reach(goal.sense), self.scale.of(bound)));
        let cubes = finding.statistics.cubes.and_then(|cubes| finding.strategy.progress(&cubes));
        let said: Vec<String> = known.into_iter().chain(trying).chain(cubes).collect();
        if !said.is_empty() {
            self.known = said.join("; ");
            self.bar.set_message(self.known.clone());
        }
        if self.verbose {
            self.tell(finding, &goal);
        }
    }

    /// Says what was found of symmetries, and how many are broken, once and if much is to be said.
    pub fn tell_symmetries(&mut self, finding: &Finding) {
        if !self.verbose {
            return;
        }
        if let Some(found) = finding.found.as_ref().filter(|_| !self.symmetries_found) {
            self.say(&format!("symmetry: {found}"));
            self.symmetries_found = true;
        }
        if finding.symmetries > self.symmetries {
            self.say(&format!("symmetry: {} broken", finding.symmetries));
            self.symmetries = finding.symmetries;
        }
    }

    fn tell(&mut self, finding: &Finding, goal: &Goal) {
        for deduction in &finding.deductions[self.deductions.min(finding.deductions.len())..] {
            self.say(&deduction.to_string());
        }
        // A search by clauses begins with the bound that it tries; before that nobody knows whether
        // there is one.
        let search = finding.strategy.name;
        let is_open = finding.bounds.is_none_or(|bounds| !bounds.closed());
        let begins = finding.trying.is_some() || (is_open && !finding.strategy.by_clauses());
        if begins && self.search.replace(search) != Some(search) {
            self.say(&format!("search: {search}"));
        }
        for step in &finding.log[self.steps.min(finding.log.len())..] {
            self.say(&format!("{}, {:.2} s", line(goal, step, &self.scale), step.seconds));
        }
        let cubes = finding.statistics.cubes.filter(|cubes| cubes.share >= 1.0 && !self.cubes);
        if let Some(progress) = cubes.and_then(|cubes| finding.strategy.progress(&cubes)) {
            self.say(&progress);
            self.cubes = true;
        }
        self.deductions = finding.deductions.len();
        self.steps = finding.log.len();
    }

    /// Takes in that one of several answers is found.
    pub fn count_answer(&mut self) {
        self.answers += 1;
        self.known = counted(self.answers, "answer");
        self.bar.set_message(self.known.clone());
    }

    /// Says that the search goes on, if nothing was said for ten seconds: for logs, which have no
    /// line that moves.
    pub fn go_on(&mut self) {
        if self.verbose && self.said.elapsed() >= BEAT {
            let used = process::usage();
            let conflicts = match self.conflicts {
                0 => String::new(),
                number => format!("{}, ", counted(number, "conflict")),
            };
            self.say(&format!(
                "{:.0} s: {}; {conflicts}{:.0} s of processor time, {:.0} MB",
                self.start.elapsed().as_secs_f64(),
                self.known,
                used.cpu_seconds,
                used.memory_mb
            ));
        }
    }

    fn say(&mut self, line: &str) {
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        self.said = Instant::now();
        self.bar.suspend(|| tell(&format!("{name}{line}\n")));
    }

    /// Writes something else in between.
    pub fn suspend<T>(&self, step: impl FnOnce() -> T) -> T {
        self.bar.suspend(step)
    }

    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}

/// How the line is written that moves.
fn line_style() -> ProgressStyle {
    style("{spinner} {prefix}{elapsed} {msg} {effort}").with_key("effort", write_effort)
}

/// Writes what has been used: while the bounds stand still, it shows that work is done.
fn write_effort(_: &ProgressState, out: &mut dyn std::fmt::Write) {
    let used = process::usage();
    // A line that cannot be drawn is drawn again in a moment.
    let _ = write!(out, "({:.0} s of processor time, {:.0} MB)", used.cpu_seconds, used.memory_mb);
}

fn reach(sense: Sense) -> &'static str {
    match sense {
        Sense::Minimise => "at most",
        Sense::Maximise => "at least",
    }
}

/// The best so far and the bound proved so far.
fn line(goal: &Goal, step: &BoundStep, scale: &Scale) -> String {
    let best = step.best.map_or("none yet".to_owned(), |best| scale.of(best).to_string());
    let side = match goal.sense {
        Sense::Minimise => "at least",
        Sense::Maximise => "at most",
    };
    format!("{}: best {best}, proved {side} {}", goal.name, scale.of(step.proved))
}
