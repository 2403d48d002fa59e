//! What a scheduler is given: a script for a job array of Slurm (`array.sh`), in which a plan's
//! choices are set.

use super::header::{Header, TaskLimits};

/// The name of the script in the folder of a plan.
pub const SCRIPT: &str = "array.sh";

/// The status with which a worker ends that should be started again: it was interrupted, or the
/// file system failed. The number is that of `EX_TEMPFAIL` in sysexits.h.
pub const AGAIN: isize = 75;

/// The most tasks that an array has where a site has changed nothing: `MaxArraySize` is 1001, and
/// counts from 0.
pub const MOST_ELEMENTS: u64 = 1000;

/// Hours that an element may run, if its tasks may run longer.
const MOST_HOURS: f64 = 24.0;

/// Minutes that an element may take beside its tasks: to start, and to write down what it knows.
const BESIDE: f64 = 2.0;

/// Megabytes that a node needs beside what the tasks may use.
const MEMORY_BESIDE: u64 = 200;

/// Megabytes that are asked for if the tasks have no limit of memory.
const MEMORY: u64 = 2000;

/// Minutes that an element of an array is given: those of its tasks, a day at most.
fn minutes(limits: &TaskLimits, per_chunk: u64) -> u64 {
    let seconds = limits.cpu_seconds.unwrap_or(f64::INFINITY) * per_chunk as f64;
    // A task waits for the processor now and then.
    let minutes = (1.2 * seconds / 60.0 + BESIDE).min(60.0 * MOST_HOURS).ceil();
    num_traits::ToPrimitive::to_u64(&minutes).unwrap_or(1)
}

/// The script: every choice is a variable at its top, or an option of `sbatch` on the command line.
pub fn script(header: &Header) -> String {
    let Header { limits, tasks, .. } = header;
    let minutes = minutes(limits, header.per_chunk);
    let memory = limits
        .memory_mb
        .map_or(MEMORY, |limit| (limit / 10).saturating_add(limit).saturating_add(MEMORY_BESIDE));
    let last = tasks.number.div_ceil(header.per_chunk.max(1)).saturating_sub(1);
    let choices = [
        ("@LAST@", last.to_string()),
        ("@MOST@", MOST_ELEMENTS.to_string()),
        ("@MINUTES@", minutes.to_string()),
        ("@MEMORY@", memory.to_string()),
        ("@AGAIN@", AGAIN.to_string()),
    ];
    let text = include_str!("array.sh").to_owned();
    choices.iter().fold(text, |text, (name, value)| text.replace(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_has_the_minutes_of_its_tasks_and_a_day_at_most() {
        let limits = |cpu_seconds| TaskLimits { cpu_seconds, ..TaskLimits::default() };
        assert_eq!(minutes(&limits(Some(60.0)), 10), 14);
        assert_eq!(minutes(&limits(Some(3600.0)), 100), 24 * 60);
        assert_eq!(minutes(&limits(None), 1), 24 * 60);
    }
}
