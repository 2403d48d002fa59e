//! The script for a job array of Slurm (`array.sh`), with the settings of a plan.

use super::header::{Header, TaskLimits};

/// The name of the script's file.
pub const SCRIPT: &str = "array.sh";

/// The exit status with which a worker asks to be started again later. It is `EX_TEMPFAIL` of
/// sysexits.h.
pub const AGAIN: isize = 75;

/// The greatest number of elements of a job array. Slurm accepts indices from 0 to `MaxArraySize` -
/// 1, and `MaxArraySize` is 1001 by default.
pub const MOST_ELEMENTS: u64 = 1000;

/// The greatest number of hours that an element of the job array requests, even if the limits of
/// its tasks add up to more.
const MOST_HOURS: f64 = 24.0;

/// The minutes that an element of the job array requests in addition to the time limits of its
/// tasks.
const BESIDE: f64 = 2.0;

/// The megabytes that an element of the job array requests in addition to the memory limit and a
/// tenth of this limit.
const MEMORY_BESIDE: u64 = 200;

/// The megabytes that an element of the job array requests if there is no memory limit.
const MEMORY: u64 = 2000;

/// Returns the minutes that an element of the job array requests for a chunk of tasks. They are the
/// sum of the tasks' time limits, a fifth of this sum, and [`BESIDE`]. The result is at most a day.
/// If there is no time limit, it is a day.
fn chunk_minutes(limits: &TaskLimits, per_chunk: u64) -> u64 {
    let seconds = limits.cpu_seconds.unwrap_or(f64::INFINITY) * per_chunk as f64;
    // A fifth is added, since tasks sometimes wait for the processor.
    let minutes = (1.2 * seconds / 60.0 + BESIDE).min(60.0 * MOST_HOURS).ceil();
    num_traits::ToPrimitive::to_u64(&minutes).unwrap_or(1)
}

/// Returns the script for the plan's first round. The script has these settings, as variables or
/// options of `sbatch`: the index of the last chunk (from 0), [`MOST_ELEMENTS`], the minutes and
/// the megabytes of an element, and the exit status [`AGAIN`]. The minutes are the sum of the time
/// limits of a chunk's tasks and further time, but at most a day. If there is no time limit, they
/// are a day. The megabytes are the memory limit of a task, a tenth of it and `MEMORY_BESIDE`. If
/// there is no memory limit, they are `MEMORY`.
pub fn script(header: &Header) -> String {
    let Header { limits, tasks, .. } = header;
    let minutes = chunk_minutes(limits, header.per_chunk);
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
        assert_eq!(chunk_minutes(&limits(Some(60.0)), 10), 14);
        assert_eq!(chunk_minutes(&limits(Some(3600.0)), 100), 24 * 60);
        assert_eq!(chunk_minutes(&limits(None), 1), 24 * 60);
    }
}
