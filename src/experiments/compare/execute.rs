//! Runs are executed here. Each run is a process, and several runs are executed at the same time.
//!
//! A run is the command `solve … --format json` of this program. The recorded command also has the
//! option `--no-config`, so that it reads no defaults when somebody repeats the run. The operating
//! system measures the processor time, including that of child processes for which the run waited.
//! The run measures its own peak memory.
//!
//! A run enforces its own limits. There are two fallbacks: the operating system limits the
//! processor time, and this process limits the wall time. At the wall limit, this process asks the
//! run to stop. Two seconds later, it kills all processes of the run. If this process is killed,
//! its runs notice this and end.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::ended::EndedRun;
use super::plan::Run;
use crate::lock::lock;
use crate::process::{self, Limits, ProcessFamily, keeper};
use crate::record::Record;
use crate::record::origin::{self, RunOrigin, SolverVersion};
use crate::solver::external;
use crate::stop::Stop;

/// The time that a run has to end itself after it is asked to stop at its wall limit. After this
/// time it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// The time between two checks of the deadlines and of requests to stop.
const PERIOD: Duration = Duration::from_millis(20);

/// The properties that all runs of [`execute`] share.
pub struct Workshop<'a> {
    /// Path of the program (quarrel) that each run starts.
    pub program: &'a Path,
    /// The greatest number of runs that are made at the same time. The number 0 counts as 1.
    pub jobs: usize,
    /// The machine, the build, and the start of the command. Each record contains all three.
    pub origin: &'a RunOrigin,
    /// External solvers of the runs. The caller has to identify them before the runs are made.
    pub solvers: &'a KnownSolvers,
    /// The object through which a stop of all runs is requested.
    pub stop: &'a Stop,
}

/// External solvers with their versions and checksums.
#[derive(Default)]
pub struct KnownSolvers(HashMap<Vec<String>, SolverVersion>);

impl KnownSolvers {
    /// Looks up versions and checksums of those external solvers of `runs` that are not known yet.
    /// Runs each of these solvers once with `--version`.
    pub fn identify(&mut self, runs: &[Run]) {
        for program in runs.iter().filter_map(|run| run.configuration.program.as_ref()) {
            let known = self.0.entry(program.words().to_vec());
            known.or_insert_with(|| SolverVersion::from_command(program.words()));
        }
    }

    /// Returns the version and checksums of a solver. Returns `None` if no run that was passed to
    /// [`KnownSolvers::identify`] has this solver.
    pub fn get(&self, program: &external::Command) -> Option<&SolverVersion> {
        self.0.get(program.words())
    }
}

/// Makes runs in parallel, `workshop.jobs` at a time (at least one), and passes the record of each
/// run to `consume`. The runs begin in the order of `runs`. The calls of `consume` are in the order
/// in which the runs end, and in the thread of the caller. Returns after all processes have ended.
/// A run that reaches its wall limit is asked to stop, and is killed two seconds later. If the stop
/// of `workshop` is requested, kills the unfinished runs without recording them, and returns no
/// error for them.
///
/// # Errors
///
/// If a run cannot be started or its output cannot be read, or if `consume` fails. The runs in
/// progress are then killed, the remaining runs are not made, and `consume` is not called again.
/// The first error is returned.
pub fn execute<E: From<io::Error>>(
    runs: Vec<Run>,
    workshop: &Workshop,
    mut consume: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Mutex::new(VecDeque::from(runs));
    let running = RunningProcesses::default();
    let stop = workshop.stop;
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workshop.jobs.max(1) {
            let (queue, running, sender) = (&queue, &running, sender.clone());
            scope.spawn(move || run_queue(queue, workshop, running, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(record) if result.is_ok() => {
                    result = record.map_err(E::from).and_then(&mut consume);
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return result,
            }
            if result.is_err() || stop.is_reached() {
                lock(&queue).clear();
                running.kill(|_| true);
            }
            running.enforce_deadlines();
        }
    })
}

/// Makes runs from the queue, one after the other, and sends each record or error to `sender`.
/// Continues after an error. Ends if the queue is empty, a stop is requested, or nobody receives
/// the records. If a run ends after a stop, neither its record nor its error is sent. A run that is
/// taken from the queue after a stop is not made.
fn run_queue(
    queue: &Mutex<VecDeque<Run>>,
    workshop: &Workshop,
    running: &RunningProcesses,
    sender: &Sender<io::Result<Record>>,
) {
    loop {
        let next = lock(queue).pop_front();
        let Some(run) = next.filter(|_| !workshop.stop.is_reached()) else { return };
        let outcome = make_run(&run, workshop, running);
        if workshop.stop.is_reached() || sender.send(outcome).is_err() {
            return;
        }
    }
}

/// The processes of the runs in progress, shared by all threads that make runs.
#[derive(Default)]
struct RunningProcesses(Mutex<Vec<Process>>);

/// The process of a run in progress.
struct Process {
    id: u32,
    /// The time at which the wall limit ends. It is `None` if this time is too late for an
    /// `Instant`.
    deadline: Option<Instant>,
    /// Whether the process was asked to stop at its deadline.
    is_asked: bool,
}

impl RunningProcesses {
    /// Kills each process for which `wanted` returns true, and all processes that it has started.
    fn kill(&self, wanted: impl Fn(&Process) -> bool) {
        for running in lock(&self.0).iter().filter(|p| wanted(p)) {
            process::kill_tree(running.id);
        }
    }

    /// Asks each process whose deadline has passed to stop, but only once. Kills each process that
    /// still runs [`GRACE`] after its deadline, with all processes that it has started. A process
    /// without a deadline is left alone. Must be called regularly.
    fn enforce_deadlines(&self) {
        for running in lock(&self.0).iter_mut() {
            if !running.is_asked && is_over(running.deadline, Duration::ZERO) {
                process::ask_to_stop(running.id);
                running.is_asked = true;
            }
        }
        self.kill(|running| is_over(running.deadline, GRACE));
    }

    /// Records the process of a run. `limit` is its wall limit in seconds.
    fn add(&self, child: &Child, limit: f64) {
        let limit = Duration::try_from_secs_f64(limit).unwrap_or(Duration::MAX);
        let deadline = Instant::now().checked_add(limit);
        let running = Process { id: child.id(), deadline, is_asked: false };
        lock(&self.0).push(running);
    }

    fn remove(&self, child: &Child) {
        lock(&self.0).retain(|process| process.id != child.id());
    }
}

/// Returns whether the time `at` and the period `grace` after it have passed. If `at` is `None`,
/// returns `false`.
fn is_over(at: Option<Instant>, grace: Duration) -> bool {
    at.and_then(|at| at.checked_add(grace)).is_some_and(|at| at <= Instant::now())
}

/// Makes a run: starts its process, waits for its end and measures it. The process has the run's
/// limit of processor time. While the process runs, it is in `running`, so that another thread can
/// enforce its wall limit. At the end of the process, its temporary files are removed, and its
/// remaining child processes are killed. Fails if the process or the folder for its files cannot be
/// made, or if its output cannot be read or is not UTF-8. If the process crashes or its output is
/// not a JSON report, this is recorded, and is no failure. The version of an external solver is
/// recorded only if `workshop.solvers` has it.
fn make_run(run: &Run, workshop: &Workshop, running: &RunningProcesses) -> io::Result<Record> {
    let mut command = Command::new(workshop.program);
    // The explanation of a missing answer (a clash) must not be measured.
    command.args(run.arguments()).args(["--clash", "off", "--format", "json"]);
    command.args(["--no-config", "--parent"]);
    command.arg(std::process::id().to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let date = origin::now();
    let mut family = ProcessFamily::for_command(&mut command);
    // A killed run cannot remove its files, which are in this folder.
    let files = tempfile::tempdir_in(keeper::folder()?)?;
    command.env("TMPDIR", files.path());
    let start = Instant::now();
    let mut child = command.spawn()?;
    let cpu = Duration::try_from_secs_f64(run.repetition.time_limit).ok();
    process::limit(&child, Limits { cpu, memory_mb: None });
    running.add(&child, run.repetition.wall_limit);
    let read = read_output(&mut child);
    let used = child.wait4();
    running.remove(&child);
    // Child processes of the run may still be alive.
    family.kill_orphans();
    let ([out, errors], used) = (read?, used?);
    let ended = EndedRun {
        date,
        exit_status: used.status.code(),
        signal: signal(used.status),
        cpu_seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        wall_seconds: start.elapsed().as_secs_f64(),
        report: serde_json::from_str(&out).ok(),
        errors,
    };
    let program = run.configuration.program.as_ref();
    let outside = program.and_then(|program| workshop.solvers.get(program));
    Ok(ended.into_record(run, workshop.origin, outside))
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: std::process::ExitStatus) -> Option<i32> {
    None
}

/// Reads standard output to its end, then standard error, which is short enough for the buffer of
/// its pipe. Returns the texts in this order. Fails if a text is not UTF-8.
fn read_output(child: &mut Child) -> io::Result<[String; 2]> {
    let out = child.stdout.as_mut().map_or(Ok(String::new()), io::read_to_string)?;
    let errors = child.stderr.as_mut().map_or(Ok(String::new()), io::read_to_string)?;
    Ok([out, errors])
}
