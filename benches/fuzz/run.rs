//! Runs the readers on inputs, one after the other, and records the outcomes.

use std::fs::{self, File};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use quarrel::process::cpu_seconds;

use crate::MEMORY;
use crate::mutate::mutated;
use crate::options::Options;
use crate::pool::Pool;
use crate::readers::{self, Reader, Verdict};

/// The processor time above which an input is a failure, in seconds. The longest inputs have a
/// megabyte and take up to 0.7 s, on a slow machine three times as long. A reader whose time grows
/// with the square of the length takes minutes.
const SLOW: f64 = 5.0;

/// The number of seconds after which an input ends the process.
const ENDLESS: u64 = 30;

/// The allocated bytes above which an input is a failure.
const LARGE: usize = 1 << 30;

/// The time for which a reader gets inputs before the next reader does.
const TURN: Duration = Duration::from_millis(20);

/// The largest number of failures of a reader that are recorded. More would be alike.
const MOST_FAILURES: usize = 20;

/// The start of the current input in seconds of the process; 0 between inputs.
static BEGUN: AtomicU64 = AtomicU64::new(0);

struct Work {
    reader: Reader,
    pool: Pool,
    random: Rng,
    inputs: u64,
    accepted: u64,
    time: Duration,
    /// The largest processor time of an input, in seconds.
    slowest: f64,
    largest: usize,
    /// A line about each failure.
    failures: Vec<String>,
}

pub struct Run {
    works: Vec<Work>,
    folder: PathBuf,
    current: File,
    start: Instant,
}

impl Work {
    /// Returns the work of a reader before its first input. The random numbers depend on the seed
    /// and on the reader's name, so readers get different inputs. The pool gets the reader's first
    /// inputs.
    fn new(mut reader: Reader, seed: u64) -> Work {
        let seed =
            reader.name.bytes().fold(seed, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
        let pool = Pool::new(std::mem::take(&mut reader.seeds));
        Work {
            reader,
            pool,
            random: Rng::with_seed(seed),
            inputs: 0,
            accepted: 0,
            time: Duration::ZERO,
            slowest: 0.0,
            largest: 0,
            failures: Vec::new(),
        }
    }
}

impl Run {
    pub fn new(options: &Options) -> Run {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = target.unwrap_or_else(|| here.join("target")).join("fuzz");
        fs::create_dir_all(&folder).expect("a folder for findings");
        let current = File::create(folder.join("current")).expect("a file");
        let is_meant = |reader: &Reader| reader.name.contains(&options.reader);
        let readers = readers::all().into_iter().filter(is_meant);
        let works = readers.map(|reader| Work::new(reader, options.seed)).collect();
        Run { works, folder, current, start: Instant::now() }
    }

    /// Gives mutated inputs to every reader in turn, up to the limit.
    pub fn all(&mut self, options: &Options) {
        watch(self.folder.join("current"));
        let most = options.inputs.map_or(u64::MAX, |all| all.div_ceil(self.works.len() as u64));
        let is_over = |start: Instant| options.inputs.is_none() && start.elapsed() >= options.time;
        while !is_over(self.start) && self.works.iter().any(|work| work.inputs < most) {
            for work in &mut self.works {
                let turn = Instant::now();
                while work.inputs < most && turn.elapsed() < TURN {
                    let input = mutated(&work.pool, &mut work.random);
                    give(work, &input, &self.folder, &self.current);
                }
                work.time += turn.elapsed();
            }
        }
    }

    pub fn replay(&mut self, file: &Path) {
        let input = fs::read(file).expect("a file that can be read");
        for work in &mut self.works {
            let start = Instant::now();
            give(work, &input, &self.folder, &self.current);
            work.time += start.elapsed();
        }
    }

    /// Prints a table with a line for each reader, a line with the sums, and then all failures
    /// again.
    pub fn report(&self) {
        println!(
            "{:32} {:>10} {:>9} {:>10} {:>6} {:>9} {:>9} {:>8}",
            "reader", "inputs", "a second", "accepted", "kinds", "slowest", "memory", "failures"
        );
        for work in &self.works {
            println!(
                "{:32} {:>10} {:>9.0} {:>10} {:>6} {:>6.0} ms {:>6.1} MB {:>8}",
                work.reader.name,
                work.inputs,
                work.inputs as f64 / work.time.as_secs_f64().max(1e-9),
                work.accepted,
                work.pool.len(),
                work.slowest * 1e3,
                work.largest as f64 / 1e6,
                work.failures.len()
            );
        }
        let sum = |value: fn(&Work) -> u64| self.works.iter().map(value).sum::<u64>();
        println!(
            "{} inputs in {:.0} s, {} accepted, {} failures; at most {:.0} MB in use",
            sum(|work| work.inputs),
            self.start.elapsed().as_secs_f64(),
            sum(|work| work.accepted),
            sum(|work| work.failures.len() as u64),
            self.works.iter().map(|work| work.largest).max().unwrap_or(0) as f64 / 1e6
        );
        // The end of the output is what a log keeps.
        for failure in self.works.iter().flat_map(|work| &work.failures) {
            println!("{failure}");
        }
    }

    pub fn has_failed(&self) -> bool {
        self.works.iter().any(|work| !work.failures.is_empty())
    }
}

/// Gives one input to a reader: stores it in the file `current`, reads it, counts the outcome, and
/// writes a failure down in `folder`. An input that is read or refused goes into the pool if its
/// message is new; an input that leads to a panic does not.
fn give(work: &mut Work, input: &[u8], folder: &Path, current: &File) {
    note(current, input);
    let outcome = read(&work.reader, input);
    work.inputs += 1;
    work.largest = work.largest.max(outcome.memory);
    let mut time = outcome.time;
    if time > SLOW {
        // Only an input that is slow twice counts: the machine may be busy.
        time = time.min(read(&work.reader, input).time);
    }
    work.slowest = work.slowest.max(time);
    let failure = match &outcome.verdict {
        Err(message) => Some(message.clone()),
        Ok(_) if time > SLOW => Some(format!("it takes {time:.1} s")),
        Ok(_) if outcome.memory > LARGE => Some(format!("it takes {} bytes", outcome.memory)),
        Ok(_) => None,
    };
    if let Some(failure) = failure {
        write_down(work, input, folder, &failure);
    }
    let message = match outcome.verdict {
        Ok(Verdict::Accepted(what)) => {
            work.accepted += 1;
            format!("accepted {what}")
        }
        Ok(Verdict::Refused(why)) => why,
        Err(_) => return,
    };
    work.pool.learn(input, &message, &mut work.random);
}

struct Outcome {
    /// The outcome, or the message of the panic.
    verdict: Result<Verdict, String>,
    /// The processor time, in seconds.
    time: f64,
    memory: usize,
}

/// Reads one input and measures the processor time and the peak of additional memory. Catches a
/// panic. While it reads, `BEGUN` has the current second, so that the watching thread can end the
/// process.
fn read(reader: &Reader, input: &[u8]) -> Outcome {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    BEGUN.store(seconds().max(1), Ordering::Relaxed);
    let start = cpu_seconds();
    let verdict = panic::catch_unwind(AssertUnwindSafe(|| (reader.read)(input)));
    let time = cpu_seconds() - start;
    BEGUN.store(0, Ordering::Relaxed);
    let memory = MEMORY.peak_usage().saturating_sub(before);
    let verdict = verdict.map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text = text.or(payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        format!("a panic: {}", text.unwrap_or_default())
    });
    Outcome { verdict, time, memory }
}

fn note(current: &File, input: &[u8]) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileExt;
        // A failure to store the input is not a failure of the reader.
        let _ = current.write_all_at(input, 0).and_then(|()| current.set_len(input.len() as u64));
    }
    #[cfg(not(unix))]
    let _ = (current, input);
}

/// Writes an input that failed into a file of `folder`, and prints and keeps a line about it.
fn write_down(work: &mut Work, input: &[u8], folder: &Path, failure: &str) {
    if work.failures.len() == MOST_FAILURES {
        return;
    }
    let letters = |one: char| if one.is_ascii_alphanumeric() { one } else { '-' };
    let name: String = work.reader.name.chars().map(letters).collect();
    let path = folder.join(format!("{name}-{}", work.failures.len() + 1));
    fs::write(&path, input).expect("there is room for a finding");
    let first = failure.lines().next().unwrap_or_default();
    let line = format!("FAILURE of {}: {first}; input {}", work.reader.name, path.display());
    println!("{line}");
    work.failures.push(line);
}

fn watch(current: PathBuf) {
    seconds();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(1));
            let begun = BEGUN.load(Ordering::Relaxed);
            if begun > 0 && seconds() > begun + ENDLESS {
                println!("FAILURE: an input without an end; input {}", current.display());
                std::process::exit(1);
            }
        }
    });
}

/// Returns the number of seconds since the first call of this function.
fn seconds() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs()
}
