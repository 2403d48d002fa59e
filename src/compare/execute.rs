//! Making the runs: each a process of its own, several at a time.
//!
//! A run is the program itself with `solve … --format json`, so whoever copies its command has the
//! same run, where there are no defaults (`--no-config`). Processor time is what the operating
//! system tells of the ended process and of all that it has waited for; peak memory what the
//! process says of itself and of its children. A run keeps its limits itself, for all that it has
//! started; behind it stand a limit of the operating system and a clock here: a run that has its
//! wall clock limit behind it is asked to stop and two seconds later ended, with all its processes.
//! It watches its parent as well: if this process is killed, the runs in flight end with it and do
//! not disturb the next ones.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::plan::Run;
use crate::lock::locked;
use crate::process::{self, Limits, ProcessFamily, keeper};
use crate::record::origin::{self, RunOrigin};
use crate::record::{Ending, Limit, Record};
use crate::report::{Report, Stopped};
use crate::search::Status;
use crate::stop::Stop;

/// How long a run may take to notice that its time is over.
const GRACE: Duration = Duration::from_secs(2);

/// How often running processes are looked at.
const PERIOD: Duration = Duration::from_millis(20);

/// By what the runs are made.
pub struct Workshop<'a> {
    /// The program.
    pub program: &'a Path,
    /// How many runs at a time.
    pub jobs: usize,
    /// Where the lines come from.
    pub origin: &'a RunOrigin,
    /// When to stop.
    pub stop: &'a Stop,
}

/// Makes the runs, some at a time, and hands each record on as it comes. When it is time to stop,
/// the runs in flight are ended and not recorded.
///
/// # Errors
///
/// What `take` refuses; the rest of the runs is not made then. An error of the system if a process
/// cannot be started.
pub fn execute<E: From<io::Error>>(
    runs: Vec<Run>,
    workshop: &Workshop,
    mut take: impl FnMut(&Run, Record) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Mutex::new(VecDeque::from(runs));
    let running = Running::default();
    let stop = workshop.stop;
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workshop.jobs.max(1) {
            let (queue, running, sender) = (&queue, &running, sender.clone());
            scope.spawn(move || work(queue, workshop, running, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(outcome) if result.is_ok() => {
                    let (run, record) = outcome;
                    result = record.map_err(E::from).and_then(|record| take(&run, record));
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return result,
            }
            if result.is_err() || stop.reached() {
                locked(&queue).clear();
                running.end(|_| true);
            }
            running.keep_time();
        }
    })
}

/// Takes runs from the queue until it is empty.
fn work(
    queue: &Mutex<VecDeque<Run>>,
    workshop: &Workshop,
    running: &Running,
    sender: &Sender<(Run, io::Result<Record>)>,
) {
    loop {
        let next = locked(queue).pop_front();
        let Some(run) = next.filter(|_| !workshop.stop.reached()) else { return };
        let outcome = make(&run, workshop, running);
        // A run that was ended with all others is none.
        if workshop.stop.reached() || sender.send((run, outcome)).is_err() {
            return;
        }
    }
}

/// The processes that are running.
#[derive(Default)]
struct Running(Mutex<Vec<Process>>);

struct Process {
    id: u32,
    /// When it is asked to stop; none where that lies beyond all time.
    deadline: Option<Instant>,
    is_asked: bool,
}

impl Running {
    /// Ends those for which that is true, with all that they have started.
    fn end(&self, wanted: impl Fn(&Process) -> bool) {
        for running in locked(&self.0).iter().filter(|p| wanted(p)) {
            process::end(running.id);
        }
    }

    /// Asks those to stop whose time is over, and ends those that do not heed it.
    fn keep_time(&self) {
        for running in locked(&self.0).iter_mut() {
            if !running.is_asked && is_over(running.deadline, Duration::ZERO) {
                process::ask_to_stop(running.id);
                running.is_asked = true;
            }
        }
        self.end(|running| is_over(running.deadline, GRACE));
    }

    fn begin(&self, child: &Child, limit: f64) {
        let limit = Duration::try_from_secs_f64(limit).unwrap_or(Duration::MAX);
        let deadline = Instant::now().checked_add(limit);
        let running = Process { id: child.id(), deadline, is_asked: false };
        locked(&self.0).push(running);
    }

    fn finish(&self, child: &Child) {
        locked(&self.0).retain(|process| process.id != child.id());
    }
}

/// Returns whether the time has come, or so long ago.
fn is_over(at: Option<Instant>, grace: Duration) -> bool {
    at.and_then(|at| at.checked_add(grace)).is_some_and(|at| at <= Instant::now())
}

/// Makes a run.
fn make(run: &Run, workshop: &Workshop, running: &Running) -> io::Result<Record> {
    let arguments = run.arguments();
    let mut command = Command::new(workshop.program);
    // What comes after the answer to the question is not what is compared.
    command.args(&arguments).args(["--clash", "off", "--format", "json"]);
    command.args(["--no-config", "--parent"]);
    command.arg(std::process::id().to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let date = origin::now();
    let mut family = ProcessFamily::marked(&mut command);
    // A run that is ended cannot remove its files.
    let files = tempfile::tempdir_in(keeper::folder()?)?;
    command.env("TMPDIR", files.path());
    let start = Instant::now();
    let mut child = command.spawn()?;
    let cpu = Duration::try_from_secs_f64(run.repetition.time_limit).ok();
    process::limit(&child, Limits { cpu, memory_mb: None });
    running.begin(&child, run.repetition.wall_limit);
    let [mut out, mut err] = [String::new(), String::new()];
    let read = read_both(&mut child, &mut out, &mut err);
    let used = child.wait4();
    running.finish(&child);
    // What it has started may have outlived it.
    family.end_orphans();
    read?;
    let used = used?;
    let report: Option<Report> = serde_json::from_str(&out).ok();
    let mut record = of(run, &arguments, report.as_ref());
    record.exit_status = used.status.code();
    record.signal = signal(used.status);
    record.cpu_seconds = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    record.wall_seconds = start.elapsed().as_secs_f64();
    record.date = Some(date);
    record.origin = Some(workshop.origin.clone());
    let Ended { ending, limit, message } = Ended::of(&record, report.as_ref(), &err);
    (record.ending, record.limit, record.message) = (ending, limit, message);
    if record.limit == Some(Limit::Cpu) {
        // The system does not count processes that nobody has waited for.
        record.cpu_seconds = record.cpu_seconds.max(record.time_limit);
    }
    if !record.is_solved() && record.clauses == Some(0) {
        // It ended before its formula was known.
        (record.variables, record.auxiliary) = (None, None);
        (record.clauses, record.literals) = (None, None);
    }
    Ok(record)
}

/// How a run ended, and why there is no result where there is none.
struct Ended {
    ending: Ending,
    limit: Option<Limit>,
    message: Option<String>,
}

impl Ended {
    fn otherwise(ending: Ending, message: impl Into<String>) -> Ended {
        Ended { ending, limit: None, message: Some(message.into()) }
    }

    fn at(limit: Limit) -> Ended {
        let name = match limit {
            Limit::Cpu => "processor time",
            Limit::Wall => "wall clock time",
            Limit::Memory => "memory",
        };
        let message = Some(format!("stopped by its limit of {name}"));
        Ended { ending: Ending::Stopped, limit: Some(limit), message }
    }

    fn of(record: &Record, report: Option<&Report>, errors: &str) -> Ended {
        let is_late = record.wall_limit.is_some_and(|limit| record.wall_seconds >= limit);
        let lines = errors.lines().map(str::trim).filter(|line| !line.is_empty());
        let said = lines.map(|line| line.trim_start_matches("error: ").to_owned()).next();
        let trouble = report.and_then(|report| report.trouble.as_deref());
        // What another solver says in its time of grace is no result within the limit.
        let is_grace = record.outside_solver().is_some()
            && (is_late || record.cpu_seconds > record.time_limit);
        match (record.exit_status, record.signal) {
            (Some(0 | 1), _) if report.is_some() && is_grace => {
                Ended::at(if is_late { Limit::Wall } else { Limit::Cpu })
            }
            (Some(0 | 1), _) if report.is_some() => {
                Ended { ending: Ending::Solved, limit: None, message: None }
            }
            (Some(3), _) => match report.and_then(|report| report.stopped) {
                Some(Stopped::ProcessorTime) => Ended::at(Limit::Cpu),
                Some(Stopped::Memory) => Ended::at(Limit::Memory),
                _ if is_late => Ended::at(Limit::Wall),
                Some(Stopped::Solver) => {
                    Ended::otherwise(Ending::Stopped, "the solver ended without a result")
                }
                _ => Ended::otherwise(Ending::Stopped, "stopped by a signal"),
            },
            (Some(2), _) => match trouble {
                Some(trouble) => Ended::otherwise(Ending::Broken, trouble),
                None => Ended { ending: Ending::Refused, limit: None, message: said },
            },
            (None, Some(SIGXCPU)) => Ended::at(Limit::Cpu),
            (None, _) if is_late => Ended::at(Limit::Wall),
            (None, Some(number)) => {
                Ended::otherwise(Ending::Broken, format!("ended by signal {number}"))
            }
            (Some(0 | 1), _) => Ended::otherwise(Ending::Broken, "printed no JSON"),
            (status, _) => {
                let ended = format!("ended with status {}", status.unwrap_or_default());
                Ended::otherwise(Ending::Broken, said.unwrap_or(ended))
            }
        }
    }
}

/// The signal by which the system ends a process that has used up its processor time.
const SIGXCPU: i32 = 24;

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: std::process::ExitStatus) -> Option<i32> {
    None
}

/// Reads what a run prints; what it prints on standard error is short.
fn read_both(child: &mut Child, out: &mut String, err: &mut String) -> io::Result<()> {
    if let Some(stream) = &mut child.stdout {
        stream.read_to_string(out)?;
    }
    if let Some(stream) = &mut child.stderr {
        stream.read_to_string(err)?;
    }
    Ok(())
}

/// The record of a run by what it says of itself.
fn of(run: &Run, arguments: &[String], report: Option<&Report>) -> Record {
    let objective = report.and_then(|report| report.objective.as_ref());
    let stats = report.map(|report| &report.stats);
    let groups = stats.into_iter().flat_map(|stats| &stats.groups);
    let scramble = run.own_scramble();
    Record {
        quarrel: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(arguments),
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
        ending: Ending::Broken,
        limit: None,
        exit_status: None,
        signal: None,
        status: report.map_or(Status::Unknown, |report| report.status),
        value: objective.and_then(|one| one.value.as_ref()?.exact()),
        lower_bound: objective.and_then(|one| one.lower_bound.exact()),
        upper_bound: objective.and_then(|one| one.upper_bound.exact()),
        variables: stats.map(|stats| stats.variables as u64),
        auxiliary: stats.map(|_| groups.clone().map(|(_, group)| group.variables as u64).sum()),
        clauses: stats.map(|stats| stats.clauses as u64),
        literals: stats.map(|stats| stats.literals as u64),
        groups: groups.map(|(name, group)| (name.clone(), group.clauses as u64)).collect(),
        asked: report.map(|report| report.solver.is_some()),
        conflicts: stats.and_then(|stats| stats.conflicts),
        propagations: stats.and_then(|stats| stats.propagations),
        ticks: stats.and_then(|stats| stats.ticks),
        encode_seconds: stats.map(|stats| stats.encode_cpu_seconds),
        solve_seconds: stats.map(|stats| stats.solve_cpu_seconds),
        cpu_seconds: 0.0,
        wall_seconds: 0.0,
        memory_mb: stats.and_then(|stats| stats.peak_memory_mb),
        message: None,
        date: None,
        outside: None,
        origin: None,
    }
}

/// The command of a run, as it is known by: without the form of its output.
pub fn command(arguments: &[String]) -> String {
    let words = std::iter::once("quarrel").chain(arguments.iter().map(String::as_str));
    shlex::try_join(words).expect("an argument has no byte 0")
}
