//! The processes of a program, and their streams.

use std::io::{self, Read};
use std::process::{Child, Command as Process, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use crate::exchange::MOST_BYTES;
use crate::process::{self, Limits, ProcessFamily};
use crate::stop::Stop;

/// The interval of checks whether a program has ended.
pub(super) const PERIOD: Duration = Duration::from_millis(2);

/// The interval of measurements of memory and processor time.
const WATCH: Duration = Duration::from_millis(10);

/// The longest time in which a program may print its version, or in which, after a program's end,
/// other processes may close its output. Later output is ignored.
pub(super) const SAYING: Duration = Duration::from_secs(2);

/// Makes a program the leader of a new process group, so that signals reach its children, too.
#[cfg(unix)]
pub(super) fn set_group_leader(program: &mut Process) {
    std::os::unix::process::CommandExt::process_group(program, 0);
}

#[cfg(not(unix))]
pub(super) fn set_group_leader(_program: &mut Process) {}

/// Conditions under which a program runs.
pub struct Conditions<'a> {
    /// The seed that replaces `{seed}` in the command.
    pub seed: u32,
    /// Limits on the program and this process together.
    pub limits: Limits,
    /// Request to stop the program.
    pub stop: &'a Stop,
}

/// A program and all processes that it starts, killed on drop.
pub(super) struct ProcessGroup {
    /// The program itself.
    pub leader: Child,
    /// The processes that the program has started.
    family: ProcessFamily,
    /// Whether all processes have been killed.
    has_ended: bool,
}

impl ProcessGroup {
    /// Starts a program as a group whose processes can be found later.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(program: &mut Process) -> io::Result<ProcessGroup> {
        let family = ProcessFamily::for_command(program);
        Ok(ProcessGroup { leader: program.spawn()?, family, has_ended: false })
    }

    /// Waits for the end of the program. Returns true if a stop comes first.
    pub fn wait(&mut self, conditions: &Conditions) -> io::Result<bool> {
        let mut watched = Instant::now();
        while self.leader.try_wait()?.is_none() {
            if watched.elapsed() >= WATCH {
                self.family.record_descendants(self.leader.id());
                conditions.limits.watch(conditions.stop);
                watched = Instant::now();
            }
            if conditions.stop.is_reached() {
                return Ok(true);
            }
            thread::sleep(PERIOD);
        }
        Ok(false)
    }

    /// Asks the program to stop, and waits until it has ended and closed its `streams`. Stops
    /// waiting after `grace`, or when the user asks to stop a second time.
    pub fn ask_to_stop(&mut self, grace: Duration, stop: &Stop, streams: &[&StreamReading]) {
        if grace.is_zero() {
            return;
        }
        process::ask_group_to_stop(self.leader.id());
        let start = Instant::now();
        while start.elapsed() < grace && stop.request_count() < 2 {
            let has_ended = self.leader.try_wait().is_ok_and(|status| status.is_some());
            if has_ended && streams.iter().all(|stream| stream.is_finished()) {
                return;
            }
            self.family.record_descendants(self.leader.id());
            thread::sleep(PERIOD);
        }
    }

    /// Kills all processes that are left, and returns the exit status of the program.
    pub fn end(mut self) -> io::Result<ExitStatus> {
        self.end_all();
        self.leader.wait()
    }

    /// Kills the program and all processes that it has started, the first time that it is called.
    fn end_all(&mut self) {
        if !self.has_ended {
            self.has_ended = true;
            self.family.kill(self.leader.id());
            let _ = self.leader.kill();
            let _ = self.leader.wait();
            self.family.kill_orphans();
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end_all();
    }
}

/// A thread that reads a stream, and the bytes that it has read.
pub(super) type StreamReading = thread::JoinHandle<io::Result<Vec<u8>>>;

/// Removes an incomplete last line from a program's output if a stop cut the output off.
pub(super) fn drop_partial_line(mut bytes: Vec<u8>, is_cut_off: bool) -> Vec<u8> {
    if is_cut_off {
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        bytes.truncate(end);
    }
    bytes
}

/// Returns the bytes of the stream of an ended program; empty if another process keeps the stream
/// open for two seconds after this call.
pub(super) fn finish_reading(reading: StreamReading) -> io::Result<Vec<u8>> {
    let start = Instant::now();
    while !reading.is_finished() {
        if start.elapsed() >= SAYING {
            return Ok(Vec::new());
        }
        thread::sleep(PERIOD);
    }
    reading.join().expect("reading does not panic")
}

/// Reads a stream in a thread, so that the pipe never fills up.
pub(super) fn collect(stream: Option<impl Read + Send + 'static>) -> StreamReading {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            // Further bytes stay in the pipe, on which the program may block.
            stream.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}
