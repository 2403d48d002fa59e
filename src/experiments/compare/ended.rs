//! The record of a run whose process has ended.

use super::plan::Run;
use crate::record::origin::{RunOrigin, SolverVersion};
use crate::record::steps::{RecordedStep, thin};
use crate::record::{Ending, Limit, Record};
use crate::report::{Report, StopReason};
use crate::search::Status;

/// A run whose process has ended, before its result is judged.
pub struct EndedRun {
    /// The time at which the run began, in UTC.
    pub date: String,
    /// The exit status. It is `None` if a signal ended the process.
    pub exit_status: Option<i32>,
    /// The signal that ended the process. It is `None` if no signal ended it.
    pub signal: Option<i32>,
    /// Processor time in seconds. It includes that of child processes for which the run waited.
    pub cpu_seconds: f64,
    /// Wall time from the start of the process to its end, in seconds.
    pub wall_seconds: f64,
    /// The JSON on standard output. It is `None` if it is missing or malformed.
    pub report: Option<Report>,
    /// The text on standard error.
    pub errors: String,
}

/// The judgement of how a run ended.
struct RunVerdict {
    ending: Ending,
    /// The limit that stopped the run. It is `None` if no limit stopped it.
    limit: Option<Limit>,
    /// The reason why there is no result. It is `None` if the run has a result, or if the run gave
    /// no reason.
    message: Option<String>,
}

impl RunVerdict {
    /// Returns the verdict on a run that has no result although no limit stopped it.
    fn without_result(ending: Ending, message: impl Into<String>) -> RunVerdict {
        RunVerdict { ending, limit: None, message: Some(message.into()) }
    }

    /// Returns the verdict on a run that a limit stopped. The ending is [`Ending::Stopped`], and
    /// the message names the limit.
    fn at_limit(limit: Limit) -> RunVerdict {
        let name = match limit {
            Limit::Cpu => "processor time",
            Limit::Wall => "wall clock time",
            Limit::Memory => "memory",
        };
        let message = Some(format!("stopped by its limit of {name}"));
        RunVerdict { ending: Ending::Stopped, limit: Some(limit), message }
    }
}

impl EndedRun {
    /// Returns the record of the run. `run` is the planned run. `outside` is the version of the
    /// external solver, if the run has one and its version was looked up. If the run was stopped at
    /// its limit of processor time, the recorded time is at least this limit.
    ///
    /// Without a report on standard output, the status is unknown, and so are all results. The
    /// sizes of the formula are recorded only if the run has a result or the formula has clauses.
    /// The record of a reference run has no index of a configuration. If the solver does not read
    /// clauses, the number of the scramble is recorded as `repetition` instead of `scramble`.
    pub fn into_record(
        self,
        run: &Run,
        origin: &RunOrigin,
        outside: Option<&SolverVersion>,
    ) -> Record {
        let RunVerdict { ending, limit, message } = self.verdict(run);
        let report = self.report.as_ref();
        let objective = report.and_then(|report| report.objective.as_ref());
        let stats = report.map(|report| &report.stats);
        let groups = stats.into_iter().flat_map(|stats| &stats.groups);
        // A run may end before its formula is known. The sizes are then left out.
        let sizes = stats.filter(|stats| ending == Ending::Solved || stats.clauses > 0);
        let auxiliary = groups.clone().map(|(_, group)| group.variables as u64).sum();
        let scramble = run.own_scramble();
        Record {
            quarrel: env!("CARGO_PKG_VERSION").to_owned(),
            command: run.command(),
            puzzle: run.instance.name.clone(),
            family: run.instance.family.clone(),
            size: run.instance.size,
            board: run.instance.board.clone(),
            question: run.question.clone(),
            reference: run.is_reference,
            options: run.configuration.point.values().iter().cloned().collect(),
            configuration: Some(run.place).filter(|_| !run.is_reference),
            seed: run.seed,
            scramble,
            repetition: run.scramble.filter(|_| scramble.is_none()),
            time_limit: run.repetition.time_limit,
            wall_limit: Some(run.repetition.wall_limit),
            memory_limit: run.repetition.memory_limit,
            ending,
            limit,
            exit_status: self.exit_status,
            signal: self.signal,
            status: report.map_or(Status::Unknown, |report| report.status),
            value: objective.and_then(|one| one.value.clone()),
            lower_bound: objective.map(|one| one.lower_bound.clone()),
            upper_bound: objective.map(|one| one.upper_bound.clone()),
            steps: report.map(recorded_steps).unwrap_or_default(),
            variables: sizes.map(|stats| stats.variables as u64),
            auxiliary: sizes.map(|_| auxiliary),
            clauses: sizes.map(|stats| stats.clauses as u64),
            literals: sizes.map(|stats| stats.literals as u64),
            groups: groups.map(|(name, group)| (name.clone(), group.clauses as u64)).collect(),
            asked: report.map(|report| report.solver.is_some()),
            cubes: stats.and_then(|stats| stats.cubes).map(|cubes| cubes.bounded),
            conflicts: stats.and_then(|stats| stats.conflicts),
            propagations: stats.and_then(|stats| stats.propagations),
            ticks: stats.and_then(|stats| stats.ticks),
            encode_seconds: stats.map(|stats| stats.encode_cpu_seconds),
            solve_seconds: stats.map(|stats| stats.solve_cpu_seconds),
            cpu_seconds: self.charged_seconds(run, limit),
            wall_seconds: self.wall_seconds,
            memory_mb: stats.and_then(|stats| stats.peak_memory_mb),
            message,
            outside: outside.cloned(),
            date: Some(self.date),
            origin: Some(origin.clone()),
        }
    }

    /// Returns the processor time of the run, in seconds. The time that the system measures lacks
    /// child processes for which no process waited. So if a run was stopped at its limit of
    /// processor time, at least this limit is returned.
    fn charged_seconds(&self, run: &Run, limit: Option<Limit>) -> f64 {
        let least = if limit == Some(Limit::Cpu) { run.repetition.time_limit } else { 0.0 };
        self.cpu_seconds.max(least)
    }

    /// Judges how the run ended, from the exit status, the signal, and the report.
    ///
    /// - Status 0 or 1 is a result, but a crash if there is no report. The result of an external
    ///   solver counts as stopped if the wall time is at least the wall limit (then by this limit),
    ///   or else if the processor time is above its limit.
    /// - Status 2 is a refusal. But if the report says that there was trouble, it is a crash, and
    ///   the message is this trouble.
    /// - Status 3 is a stop. If the report names a limit, the run was stopped by this limit.
    ///   Otherwise, it was stopped by the wall limit if the wall time is at least this limit, and
    ///   else by no limit.
    /// - If there is no status, the signal SIGXCPU is a stop by the limit of processor time. Any
    ///   other end after the wall limit is a stop by the wall limit.
    /// - Any other signal or status is a crash.
    ///
    /// The message of a refusal, or of a crash with a status above 3, is the first line on standard
    /// error that is not blank, without its beginning `error: `. If there is no such line, the
    /// refusal has no message, and the message of the crash has the status. A result has no
    /// message.
    fn verdict(&self, run: &Run) -> RunVerdict {
        let report = self.report.as_ref();
        let is_late = self.wall_seconds >= run.repetition.wall_limit;
        let message = self
            .errors
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(|line| line.trim_start_matches("error: ").to_owned())
            .next();
        let trouble = report.and_then(|report| report.trouble.as_deref());
        // An external solver can still give an answer between its limit and the time at which it is
        // killed. Such an answer does not count.
        let is_grace = run.configuration.program.is_some()
            && (is_late || self.cpu_seconds > run.repetition.time_limit);
        match (self.exit_status, self.signal) {
            (Some(0 | 1), _) if report.is_some() && is_grace => {
                RunVerdict::at_limit(if is_late { Limit::Wall } else { Limit::Cpu })
            }
            (Some(0 | 1), _) if report.is_some() => {
                RunVerdict { ending: Ending::Solved, limit: None, message: None }
            }
            (Some(3), _) => match report.and_then(|report| report.stopped) {
                Some(StopReason::ProcessorTime) => RunVerdict::at_limit(Limit::Cpu),
                Some(StopReason::Memory) => RunVerdict::at_limit(Limit::Memory),
                _ if is_late => RunVerdict::at_limit(Limit::Wall),
                Some(StopReason::Solver) => {
                    RunVerdict::without_result(Ending::Stopped, "the solver ended without a result")
                }
                _ => RunVerdict::without_result(Ending::Stopped, "stopped by a signal"),
            },
            (Some(2), _) => match trouble {
                Some(trouble) => RunVerdict::without_result(Ending::Broken, trouble),
                None => RunVerdict { ending: Ending::Refused, limit: None, message },
            },
            (None, Some(SIGXCPU)) => RunVerdict::at_limit(Limit::Cpu),
            (None, _) if is_late => RunVerdict::at_limit(Limit::Wall),
            (None, Some(number)) => {
                RunVerdict::without_result(Ending::Broken, format!("ended by signal {number}"))
            }
            (Some(0 | 1), _) => RunVerdict::without_result(Ending::Broken, "printed no JSON"),
            (status, _) => {
                let ended = format!("ended with status {}", status.unwrap_or_default());
                RunVerdict::without_result(Ending::Broken, message.unwrap_or(ended))
            }
        }
    }
}

/// Returns the steps of a report, for a record. Of steps at nearly the same time only the last is
/// returned.
fn recorded_steps(report: &Report) -> Vec<RecordedStep> {
    let steps = report.bounds.iter().map(|step| RecordedStep {
        best: step.best.clone(),
        proved: step.proved.clone(),
        cpu_seconds: step.cpu_seconds,
    });
    thin(steps, |step| step.cpu_seconds)
}

/// The number of the signal that Linux sends at the limit of processor time.
const SIGXCPU: i32 = 24;
