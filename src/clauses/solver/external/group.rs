//! The processes of an external program, and their output streams.

use std::io::{self, Read};
use std::process::{Child, Command as Process, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use crate::exchange::MOST_BYTES;
use crate::process::{self, Limits, ProcessFamily};
use crate::stop::Stop;

/// The time between two checks whether a program has ended.
pub(super) const PERIOD: Duration = Duration::from_millis(2);

/// The time between two measurements of memory and processor time.
const WATCH: Duration = Duration::from_millis(10);

/// A time limit that is used in two cases. First, a program must print its version within this
/// time. Second, after a program has ended, other processes must close its output within this time.
/// Later output is ignored.
pub(super) const SAYING: Duration = Duration::from_secs(2);

/// Makes a program the leader of a new process group, so that signals also reach the processes that
/// it starts.
#[cfg(unix)]
pub(super) fn set_group_leader(program: &mut Process) {
    std::os::unix::process::CommandExt::process_group(program, 0);
}

#[cfg(not(unix))]
pub(super) fn set_group_leader(_program: &mut Process) {}

/// The conditions under which a program runs.
pub struct Conditions<'a> {
    /// The seed that replaces `{seed}` in the command.
    pub seed: u32,
    /// The limits on memory and processor time of the program and this process together.
    pub limits: Limits,
    /// The request to stop the program.
    pub stop: &'a Stop,
}

/// A program and all processes that it starts. They are killed on drop.
pub(super) struct ProcessGroup {
    /// The program itself, which leads the process group.
    pub leader: Child,
    /// The processes that the program has started.
    family: ProcessFamily,
    /// Whether the processes have been killed already, so that this is not done again.
    has_ended: bool,
}

impl ProcessGroup {
    /// Starts a program, and marks it so that all processes of its group can be found later.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(program: &mut Process) -> io::Result<ProcessGroup> {
        let family = ProcessFamily::for_command(program);
        Ok(ProcessGroup { leader: program.spawn()?, family, has_ended: false })
    }

    /// Waits for the end of the program, and checks the limits meanwhile. If a limit is exceeded,
    /// requests the stop. Also records the processes that the program has started, so that they can
    /// be killed later. Returns `true` if there is a stop before the program ends, otherwise
    /// `false`. Does not end the program. Fails if the state of the program cannot be read.
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

    /// Asks the process group of the program to stop. Waits until the program has ended and its
    /// `streams` are closed, but at most the time `grace`. The wait also ends if the user requests
    /// a second stop. While it waits, records the processes that the program has started. Does
    /// nothing if `grace` is zero. Kills nothing.
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

    /// Kills all processes of the group that still run, and returns the exit status of the program.
    pub fn end(mut self) -> io::Result<ExitStatus> {
        self.end_all();
        self.leader.wait()
    }

    /// Kills the program and all processes that it has started, and waits for the end of the
    /// program. Ignores all errors. Later calls do nothing.
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

/// A thread that reads a stream. Its result is the bytes that it has read.
pub(super) type StreamReading = thread::JoinHandle<io::Result<Vec<u8>>>;

/// Returns the output of a program. If `is_cut_off`, leaves out an incomplete last line.
pub(super) fn drop_partial_line(mut bytes: Vec<u8>, is_cut_off: bool) -> Vec<u8> {
    if is_cut_off {
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        bytes.truncate(end);
    }
    bytes
}

/// Returns the bytes of a stream after the program has ended. Returns no bytes if another process
/// keeps the stream open for two seconds after this call. Fails if reading has failed.
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

/// Starts a thread that reads a stream, so that the pipe does not become full. Reads at most one
/// byte more than [`MOST_BYTES`], so a program that prints more can block. If there is no stream,
/// the thread returns no bytes.
pub(super) fn collect(stream: Option<impl Read + Send + 'static>) -> StreamReading {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            // Bytes beyond this limit are not read, so a program that prints more than the limit
            // can block.
            stream.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}
