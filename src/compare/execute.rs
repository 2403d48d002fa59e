//! Making the runs: each a process of its own, several at a time.
//!
//! A run is the program itself with `solve … --format json`, so whoever copies its command has the same
//! run. Processor time is what the operating system tells of the ended process and of all that it has
//! waited for; peak memory what it tells the process of itself. A run keeps its limits itself; one that
//! does not end within two seconds after its time is ended with its whole process group. It watches its
//! parent as well: if this process is killed, the runs in flight end with it and do not disturb the next
//! ones.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use wait4::Wait4;

use super::plan::Run;
use super::record::{Ending, Record};
use crate::stop::Stop;

/// How long a run may take to notice that its time is over.
const GRACE: Duration = Duration::from_secs(2);

/// How often running processes are looked at.
const PERIOD: Duration = Duration::from_millis(20);

/// Makes the runs, `jobs` at a time, and hands each record on as it comes. When it is time to stop, the
/// runs in flight are ended and not recorded.
///
/// # Errors
///
/// What `take` refuses; the rest of the runs is not made then. An error of the system if a process
/// cannot be started.
pub fn execute<E: From<io::Error>>(
    runs: Vec<Run>,
    program: &Path,
    jobs: usize,
    stop: &Stop,
    mut take: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let queue = Mutex::new(VecDeque::from(runs));
    let running = Running::default();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (queue, running, sender) = (&queue, &running, sender.clone());
            scope.spawn(move || work(queue, program, running, stop, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(outcome) if result.is_ok() => {
                    result = outcome.map_err(E::from).and_then(&mut take);
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return result,
            }
            if result.is_err() || stop.reached() {
                queue.lock().expect("nobody panics with it").clear();
                running.end(|_| true);
            }
            running.end(|process| process.deadline.is_some_and(|at| at <= Instant::now()));
        }
    })
}

/// Takes runs from the queue until it is empty.
fn work(
    queue: &Mutex<VecDeque<Run>>,
    program: &Path,
    running: &Running,
    stop: &Stop,
    sender: &Sender<io::Result<Record>>,
) {
    loop {
        let next = queue.lock().expect("nobody panics with it").pop_front();
        let Some(run) = next.filter(|_| !stop.reached()) else { return };
        let outcome = make(&run, program, running);
        // A run that was ended with all others is none.
        if stop.reached() || sender.send(outcome).is_err() {
            return;
        }
    }
}

/// The processes that are running.
#[derive(Default)]
struct Running(Mutex<Vec<Process>>);

struct Process {
    id: u32,
    /// None where it lies beyond all time.
    deadline: Option<Instant>,
}

impl Running {
    /// Ends those for which that is true, with all that they have started.
    fn end(&self, wanted: impl Fn(&Process) -> bool) {
        for process in self.0.lock().expect("nobody panics with it").iter().filter(|p| wanted(p)) {
            end_group(process.id);
        }
    }

    fn begin(&self, child: &Child, limit: f64) {
        let limit = Duration::try_from_secs_f64(limit).unwrap_or(Duration::MAX);
        let deadline = Instant::now().checked_add(limit.saturating_add(GRACE));
        self.0.lock().expect("nobody panics with it").push(Process { id: child.id(), deadline });
    }

    fn finish(&self, child: &Child) {
        self.0.lock().expect("nobody panics with it").retain(|process| process.id != child.id());
    }
}

#[cfg(unix)]
fn end_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(id) {
        // Where the group has ended there is nothing left to end.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

/// Elsewhere a run has its own limits alone.
#[cfg(not(unix))]
fn end_group(_id: u32) {}

/// Makes a run.
fn make(run: &Run, program: &Path, running: &Running) -> io::Result<Record> {
    let arguments = run.arguments();
    let mut command = Command::new(program);
    command.args(&arguments).args(["--format", "json", "--parent"]);
    command.arg(std::process::id().to_string());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let mut child = command.spawn()?;
    running.begin(&child, run.repetition.time_limit);
    let [mut out, mut err] = [String::new(), String::new()];
    let read = read_both(&mut child, &mut out, &mut err);
    let used = child.wait4();
    running.finish(&child);
    read?;
    let used = used?;
    let wall_seconds = start.elapsed().as_secs_f64();
    let ending = match used.status.code() {
        Some(0 | 1) => Ending::Solved,
        Some(2) => Ending::Refused,
        Some(3) => Ending::Stopped,
        None if wall_seconds > run.repetition.time_limit => Ending::Stopped,
        _ => Ending::Broken,
    };
    let told: Value = serde_json::from_str(&out).unwrap_or(Value::Null);
    let mut record = of(run, &arguments, &told);
    record.ending = ending;
    record.cpu_seconds = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    record.wall_seconds = wall_seconds;
    // A process begins with the peak of the one that it was forked from, so its own word is better; but
    // of another solver it knows nothing.
    let of_all = used.rusage.maxrss as f64 / 1e6;
    let own = told["stats"]["peak_memory_mb"].as_f64().unwrap_or(of_all);
    record.memory_mb = if record.options.contains_key("solver") { of_all } else { own };
    if !record.counts() || (told.is_null() && ending == Ending::Solved) {
        let lines = err.lines().map(str::trim).filter(|line| !line.is_empty());
        let said = lines.map(|line| line.trim_start_matches("error: ")).next();
        record.message = Some(said.map_or_else(|| used.status.to_string(), str::to_owned));
        record.ending = if record.counts() { Ending::Broken } else { record.ending };
    }
    Ok(record)
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
fn of(run: &Run, arguments: &[String], told: &Value) -> Record {
    let (objective, stats) = (&told["objective"], &told["stats"]);
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let seconds = |value: &Value| value.as_f64().unwrap_or(0.0);
    let groups = stats["groups"].as_object();
    let groups = || groups.into_iter().flatten();
    Record {
        quarrel: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(arguments),
        puzzle: run.puzzle.name.clone(),
        family: run.puzzle.family.clone(),
        size: run.puzzle.size,
        board: run.puzzle.board.clone(),
        question: run.question.clone(),
        reference: run.is_reference,
        options: run.configuration.values().iter().cloned().collect(),
        seed: run.seed,
        scramble: run.scramble,
        time_limit: run.repetition.time_limit,
        memory_limit: run.repetition.memory_limit,
        ending: Ending::Broken,
        status: told["status"].as_str().unwrap_or("unknown").to_owned(),
        value: objective["value"].as_u64(),
        lower_bound: objective["lower_bound"].as_u64(),
        upper_bound: objective["upper_bound"].as_u64(),
        variables: number(&stats["variables"]),
        auxiliary: groups().map(|(_, group)| number(&group["variables"])).sum(),
        clauses: number(&stats["clauses"]),
        literals: number(&stats["literals"]),
        groups: groups()
            .map(|(name, group)| (name.clone(), number(&group["clauses"])))
            .collect::<BTreeMap<_, _>>(),
        conflicts: number(&stats["conflicts"]),
        propagations: number(&stats["propagations"]),
        ticks: number(&stats["ticks"]),
        encode_seconds: seconds(&stats["encode_seconds"]),
        solve_seconds: seconds(&stats["solve_seconds"]),
        cpu_seconds: 0.0,
        wall_seconds: 0.0,
        memory_mb: 0.0,
        message: None,
    }
}

/// The command of a run, as it is known by: without the form of its output.
pub fn command(arguments: &[String]) -> String {
    let words = std::iter::once("quarrel").chain(arguments.iter().map(String::as_str));
    shlex::try_join(words).expect("an argument has no byte 0")
}
