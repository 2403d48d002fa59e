//! This process and its descendants: how much processor time and memory they use together, and how
//! they are ended.
//!
//! Limits apply to this process and all its descendants together, such as external solvers. The
//! limit on processor time applies to the sum of their processor times, including those of ended
//! children. The limit on memory applies to the sum of their resident memories. Only the
//! descendants are read from `/proc`, from parent to child, so other processes on the machine cost
//! no time. On systems other than Linux, only this process and its ended children are known.
//!
//! A child also inherits limits of the operating system (`prlimit`). These limits apply to each
//! process separately. They also apply while this process takes no measurements. Control groups
//! would limit all processes together, but need a delegated hierarchy, which few machines have.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::stop::{Stop, StopCause};

pub mod keeper;

/// Limits on this process and its descendants together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The limit on processor time. It is `None` if there is no limit.
    pub cpu: Option<Duration>,
    /// The limit on resident memory, in megabytes. It is `None` if there is no limit.
    pub memory_mb: Option<u64>,
}

impl Limits {
    /// Measures the present usage of this process and all its descendants. If the usage has reached
    /// a limit (also exactly), requests a stop. If both limits are reached, the reason of the stop
    /// is the processor time. Does nothing if there is no limit, or if `stop` is already reached.
    pub fn watch(self, stop: &Stop) {
        if self == Limits::default() || stop.is_reached() {
            return;
        }
        let used = usage();
        if self.cpu.is_some_and(|limit| used.cpu_seconds >= limit.as_secs_f64()) {
            stop.request_once(StopCause::ProcessorTime);
        } else if self.memory_mb.is_some_and(|limit| used.memory_mb >= limit as f64) {
            stop.request_once(StopCause::Memory);
        }
    }
}

/// The sums of the processor times and of the memories of several processes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// The processor time so far, in seconds.
    pub cpu_seconds: f64,
    /// The present resident memory, in megabytes.
    pub memory_mb: f64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.cpu_seconds += other.cpu_seconds;
        self.memory_mb += other.memory_mb;
    }
}

/// Returns the usage of this process and all its descendants.
pub fn usage() -> Usage {
    let mut used = Usage { cpu_seconds: cpu_seconds(), memory_mb: memory_mb() };
    for process in descendants(std::process::id()) {
        used += usage_of(process);
    }
    used
}

/// Returns the resident memory of this process, in millions of bytes.
#[cfg(target_os = "linux")]
fn memory_mb() -> f64 {
    usage_of(std::process::id()).memory_mb
}

/// Returns the resident memory of this process, in millions of bytes. Returns 0 if it is unknown.
#[cfg(not(target_os = "linux"))]
fn memory_mb() -> f64 {
    memory_stats::memory_stats().map_or(0.0, |used| used.physical_mem as f64 / 1e6)
}

/// Returns the processor time of this process and its ended children, in seconds.
///
/// The time is read by `getrusage`. The reason is that on Linux, the processor clock of a process
/// with a limit advances only at timer interrupts.
#[cfg(unix)]
pub fn cpu_seconds() -> f64 {
    use nix::sys::resource::UsageWho;
    seconds_of(UsageWho::RUSAGE_SELF) + seconds_of(UsageWho::RUSAGE_CHILDREN)
}

/// Returns the processor time of this process or of its ended children, in seconds. Returns 0 if it
/// is unknown.
#[cfg(unix)]
fn seconds_of(who: nix::sys::resource::UsageWho) -> f64 {
    nix::sys::resource::getrusage(who)
        .map_or(0.0, |used| seconds(used.user_time()) + seconds(used.system_time()))
}

#[cfg(unix)]
fn seconds(time: nix::sys::time::TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// Returns 0, since this system does not report processor time.
#[cfg(not(unix))]
pub fn cpu_seconds() -> f64 {
    0.0
}

/// Returns the peak memory of this process, in megabytes. If an ended child has a larger peak,
/// returns that of the child. Returns `None` if the system does not report it.
///
/// A run reports its own peak, since its parent would measure too much. Until `exec`, a child has
/// the memory of its parent, and this memory counts towards the child's peak.
pub fn peak_memory_mb() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some((kibibytes * 1024.0 / 1e6).max(peak_of_children_mb()))
}

#[cfg(target_os = "linux")]
fn peak_of_children_mb() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |used| used.max_rss() as f64 * 1024.0 / 1e6)
}

#[cfg(not(target_os = "linux"))]
fn peak_of_children_mb() -> f64 {
    0.0
}

/// Returns the descendants of a process, without the process itself. Parents come before their
/// children. Reads them from `/proc`, so there are none on other systems than Linux. An orphan is
/// missing if it has not become a child of one of these processes.
pub fn descendants(process: u32) -> Vec<u32> {
    let mut tree = children(process);
    let mut next = 0;
    while let Some(&process) = tree.get(next) {
        tree.extend(children(process));
        next += 1;
    }
    tree
}

/// Returns the process IDs of the children of all threads of a process. There are none if the
/// process has ended.
fn children(process: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = threads
        .filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .collect::<Vec<String>>();
    lists.iter().flat_map(|list| list.split_whitespace()).filter_map(|id| id.parse().ok()).collect()
}

/// Returns the processor time and the memory of a process. The processor time is in seconds, and
/// includes that of ended children for which the process has waited. The memory is the resident
/// memory in millions of bytes. All numbers are 0 if the process does not exist.
#[cfg(target_os = "linux")]
fn usage_of(process: u32) -> Usage {
    use rustix::param::{clock_ticks_per_second, page_size};
    let fields = ProcessStat::read(process);
    Usage {
        cpu_seconds: (14..=17).map(|place| fields.number(place)).sum::<f64>()
            / clock_ticks_per_second() as f64,
        memory_mb: fields.number(24) * page_size() as f64 / 1e6,
    }
}

/// The text of `/proc/…/stat`, whose fields are numbered as in proc(5).
#[cfg(target_os = "linux")]
struct ProcessStat(String);

#[cfg(target_os = "linux")]
impl ProcessStat {
    fn read(process: u32) -> ProcessStat {
        ProcessStat(fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default())
    }

    /// Returns whether the process exists and has not ended.
    fn is_running(&self) -> bool {
        self.after_name().next().is_some_and(|state| !matches!(state, "Z" | "X"))
    }

    /// Returns the fields after the program's name, which is in parentheses and can contain blanks.
    fn after_name(&self) -> impl Iterator<Item = &str> {
        self.0.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace()
    }

    /// Returns a field as a number. Returns 0 if the field is missing. `place` is the number of the
    /// field in proc(5), at least 3.
    fn number(&self, place: usize) -> f64 {
        let field = self.after_name().nth(place.saturating_sub(3));
        field.and_then(|field| field.parse().ok()).unwrap_or(0.0)
    }
}

/// Returns zeros, since this system does not report other processes.
#[cfg(not(target_os = "linux"))]
fn usage_of(_process: u32) -> Usage {
    Usage::default()
}

/// Returns whether a process of this machine is running. A zombie does not count as running.
#[cfg(target_os = "linux")]
pub fn is_running(process: u32) -> bool {
    ProcessStat::read(process).is_running()
}

/// Returns true, since this system does not report other processes.
#[cfg(not(target_os = "linux"))]
pub fn is_running(_process: u32) -> bool {
    true
}

/// Asks a process to stop, by SIGTERM. Does not wait for the end of the process. Ignores errors,
/// for example if the process has ended already.
#[cfg(unix)]
pub fn ask_to_stop(process: u32) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    if let Ok(process) = i32::try_from(process) {
        // An error is ignored, since the process may have ended already.
        let _ = kill(Pid::from_raw(process), Signal::SIGTERM);
    }
}

/// Does nothing on this system.
#[cfg(not(unix))]
pub fn ask_to_stop(_process: u32) {}

/// Asks all processes in the group of a process to stop, by SIGTERM. `process` must be the leader
/// of its group. Does not wait for the end of these processes. Ignores errors, for example if the
/// group has ended already.
#[cfg(unix)]
pub fn ask_group_to_stop(process: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(process) {
        // An error is ignored, since the group may have ended already.
        let _ = killpg(Pid::from_raw(group), Signal::SIGTERM);
    }
}

/// Does nothing on this system.
#[cfg(not(unix))]
pub fn ask_group_to_stop(_process: u32) {}

/// Kills a process and its descendants, by SIGKILL, together with their process groups. A group is
/// killed only if its process is the leader of the group. A descendant is killed in any case.
/// `process` itself is killed only with its group, so it must be the leader of one. Does not wait
/// for the end of these processes. Ignores processes that have ended already.
#[cfg(unix)]
pub fn kill_tree(process: u32) {
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;
    let started = descendants(process);
    let id = |process: u32| i32::try_from(process).ok().map(Pid::from_raw);
    if let Some(group) = id(process) {
        let _ = killpg(group, Signal::SIGKILL);
    }
    for started in started.into_iter().filter_map(id) {
        let _ = killpg(started, Signal::SIGKILL);
        let _ = kill(started, Signal::SIGKILL);
    }
}

/// Does nothing on this system.
#[cfg(not(unix))]
pub fn kill_tree(_process: u32) {}

/// A program that this process has started, and all descendants of the program, including orphans.
///
/// On Linux, orphans of a child become children of this process. This process ends them, waits for
/// them and counts their processor time. An environment variable, which descendants inherit,
/// identifies the orphans. An orphan without this variable is known only if it was recorded earlier
/// as a descendant.
pub struct ProcessFamily {
    /// The name of the environment variable that identifies the processes of the family.
    marker: String,
    /// The process IDs of all descendants seen so far.
    seen: BTreeSet<u32>,
}

/// The number of families of this process so far. The number makes the marker of each family
/// unique.
static FAMILIES: AtomicU32 = AtomicU32::new(0);

impl ProcessFamily {
    /// Returns the `ProcessFamily` of a program that is not started yet. In the environment of
    /// `program`, sets the variable that identifies the processes of the family. Also asks the
    /// system to make orphans children of this process, and starts the [`keeper`] of this process.
    /// Ignores errors: the system may refuse, and the keeper may not start.
    pub fn for_command(program: &mut Command) -> ProcessFamily {
        #[cfg(target_os = "linux")]
        {
            // If the system refuses, orphans become children of the init process as usual.
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        }
        let number = FAMILIES.fetch_add(1, Ordering::Relaxed);
        let marker = format!("{}{number}", marker_of(std::process::id()));
        // If the keeper cannot be started, the processes of the family can survive when this
        // process is killed.
        let _ = keeper::folder();
        program.env(&marker, "1");
        ProcessFamily { marker, seen: BTreeSet::new() }
    }

    /// Records all processes that descend from `child` or from the orphans of this family. So they
    /// are known later if they become orphans. Forgets no process, even if it has ended.
    pub fn record_descendants(&mut self, child: u32) {
        self.seen.extend(descendants(child));
        let left: Vec<u32> = self.orphans().into_iter().flat_map(descendants).collect();
        self.seen.extend(left);
    }

    /// Returns the children of this process that belong to the family.
    fn orphans(&self) -> Vec<u32> {
        children(std::process::id())
            .into_iter()
            .filter(|child| self.seen.contains(child) || self.is_member(*child))
            .collect()
    }

    fn is_member(&self, process: u32) -> bool {
        has_marker(process, format!("{}=", self.marker).as_bytes())
    }

    /// Kills the child and all its descendants. Orphans are killed by
    /// [`ProcessFamily::kill_orphans`] instead. The caller must still wait for the child.
    pub fn kill(&mut self, child: u32) {
        self.record_descendants(child);
        kill_tree(child);
    }

    /// Kills all orphans that an ended child has left, and waits for their end. The child must have
    /// ended, since otherwise it would be killed as an orphan too. First waits up to 50
    /// milliseconds for children in the middle of `exec`. Repeats the killing for orphans of
    /// orphans, at most 1000 times. Records the descendants of each orphan before it kills the
    /// orphan.
    #[cfg(target_os = "linux")]
    pub fn kill_orphans(&mut self) {
        use nix::sys::signal::{Signal, kill};
        use nix::sys::wait::waitpid;
        use nix::unistd::Pid;
        wait_for_environments();
        // A killed orphan can leave further orphans. The number of rounds is limited, so that the
        // loop ends even if each orphan leaves another orphan.
        for _ in 0..MOST_GENERATIONS {
            let orphans = self.orphans();
            let ids: Vec<Pid> = orphans
                .iter()
                .filter_map(|&process| i32::try_from(process).ok())
                .map(Pid::from_raw)
                .collect();
            if ids.is_empty() {
                return;
            }
            self.seen.extend(orphans.into_iter().flat_map(descendants));
            for orphan in ids {
                // If the orphan has already ended, it cannot be killed, but this process must still
                // wait for it.
                let _ = kill(orphan, Signal::SIGKILL);
                let _ = waitpid(orphan, None);
            }
        }
    }

    /// Does nothing on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn kill_orphans(&mut self) {}
}

/// Returns the prefix of environment variables. A process marks its descendants by variables with
/// this prefix, one for each [`ProcessFamily`].
fn marker_of(process: u32) -> String {
    format!("QUARREL_FAMILY_{process}_")
}

/// Returns whether the environment of a process has a variable that begins with `marker`.
fn has_marker(process: u32, marker: &[u8]) -> bool {
    environment(process).split(|&byte| byte == 0).any(|variable| variable.starts_with(marker))
}

/// Returns the environment of a process. It is empty if the process has ended or is in the middle
/// of `exec`.
fn environment(process: u32) -> Vec<u8> {
    fs::read(format!("/proc/{process}/environ")).unwrap_or_default()
}

/// Waits until no running child is in the middle of `exec`. Such a child has no environment, so it
/// would not be recognised. Gives up after [`CHANGING`] milliseconds.
#[cfg(target_os = "linux")]
fn wait_for_environments() {
    for _ in 0..CHANGING {
        if !children(std::process::id()).iter().any(|&process| {
            environment(process).is_empty() && ProcessStat::read(process).is_running()
        }) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The longest wait for a child in the middle of `exec`, in milliseconds. If a child takes longer,
/// it is not recognised.
#[cfg(target_os = "linux")]
const CHANGING: usize = 50;

/// The largest number of rounds in which orphans are killed. Each round can leave further orphans.
#[cfg(target_os = "linux")]
const MOST_GENERATIONS: usize = 1000;

/// Sets limits of the operating system for a new child and its descendants. They apply to each
/// process separately. A missing limit sets nothing. If the system refuses, only [`Limits::watch`]
/// applies.
///
/// - The soft limit on processor time is two seconds above that of `limits`, and the hard limit is
///   four seconds above it. Fractions of a second are dropped.
/// - The limit on memory is that of `limits`. But it applies to the data of a process, not to its
///   resident memory.
#[cfg(target_os = "linux")]
pub fn limit(child: &Child, limits: Limits) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let process = Pid::from_child(child);
    if let Some(limit) = limits.cpu.and_then(|limit| limit.as_secs().checked_add(2)) {
        let hard = Some(limit.saturating_add(2));
        let _ =
            prlimit(Some(process), Resource::Cpu, Rlimit { current: Some(limit), maximum: hard });
    }
    if let Some(bytes) = limits.memory_mb.and_then(|limit| limit.checked_mul(1_000_000)) {
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        let _ = prlimit(Some(process), Resource::Data, limit);
    }
}

/// Does nothing on this system.
#[cfg(not(target_os = "linux"))]
pub fn limit(_child: &Child, _limits: Limits) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Stdio;
    use std::time::Instant;

    use super::*;

    fn busy() -> std::process::Child {
        use std::os::unix::process::CommandExt;
        let script = "set -m; (while :; do :; done) & while :; do :; done";
        let mut command = Command::new("bash");
        command.args(["-c", script]).stdin(Stdio::null()).process_group(0);
        command.spawn().expect("a shell")
    }

    #[test]
    fn what_was_started_counts_and_ends_with_it() {
        let mut child = busy();
        let start = Instant::now();
        let before = usage().cpu_seconds;
        while descendants(child.id()).is_empty() && start.elapsed().as_secs() < 20 {
            std::thread::yield_now();
        }
        let started = descendants(child.id());
        assert_eq!(started.len(), 1, "a loop next to the shell");
        assert!(descendants(std::process::id()).contains(&started[0]));
        while usage().cpu_seconds < before + 0.2 && start.elapsed().as_secs() < 20 {
            std::thread::yield_now();
        }
        assert!(usage_of(child.id()).cpu_seconds + usage_of(started[0]).cpu_seconds > 0.0);
        assert!(usage_of(child.id()).memory_mb > 0.5);
        kill_tree(child.id());
        child.wait().expect("it has ended");
        while usage_of(started[0]).memory_mb > 0.0 && start.elapsed().as_secs() < 20 {
            std::thread::yield_now();
        }
        assert_eq!(usage_of(started[0]).memory_mb, 0.0, "no process is left");
    }

    #[test]
    fn what_has_left_its_parent_is_found_ended_and_counted() {
        let script = "setsid bash -c 'while :; do :; done' & sleep 0.3";
        let mut command = Command::new("bash");
        let mut family = ProcessFamily::for_command(command.args(["-c", script]));
        let mut child = command.spawn().expect("a shell");
        let before = cpu_seconds();
        child.wait().expect("a child of ours");
        let orphans = family.orphans();
        assert_eq!(orphans.len(), 1, "the loop goes on, and no descendant was recorded");
        let start = Instant::now();
        while usage_of(orphans[0]).cpu_seconds < 0.1 && start.elapsed().as_secs() < 60 {
            std::thread::yield_now();
        }
        let used = usage_of(orphans[0]).cpu_seconds;
        assert!(used > 0.0, "a loop takes processor time");
        family.kill_orphans();
        assert!(family.orphans().is_empty());
        assert_eq!(usage_of(orphans[0]), Usage::default(), "it has ended");
        assert!(cpu_seconds() >= before + used, "its processor time counts");
    }

    #[test]
    fn processor_time_passes_while_work_is_done() {
        let before = cpu_seconds();
        let mut sum = 0_u64;
        while cpu_seconds() < before + 0.01 {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(sum > 0);
    }
}

/// Describes the end of a process in words, such as `ended with status 1` or `was ended by signal 9
/// (SIGKILL)`.
pub fn describe_exit(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with status {code}"),
        None => format!("was ended by {}", status.to_string().replacen(": ", " ", 1)),
    }
}
