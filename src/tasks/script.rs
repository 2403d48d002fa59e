//! What a scheduler is given: a script for a job array of Slurm, and lines for everything else.

use super::header::{Header, Limits};

/// The name of the script in the folder of a plan.
pub const SCRIPT: &str = "array.sh";

/// The status with which a worker ends that should be started again: it was interrupted, or the file system failed.
pub const AGAIN: u8 = 75;

/// The most tasks that an array has where a site has changed nothing: `MaxArraySize` is 1001, and counts from 0.
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
fn minutes(limits: &Limits, per_chunk: u64) -> u64 {
    let seconds = limits.cpu_seconds.unwrap_or(f64::INFINITY) * per_chunk as f64;
    // A task waits for the processor now and then.
    let minutes = (1.2 * seconds / 60.0 + BESIDE).min(60.0 * MOST_HOURS).ceil();
    num_traits::ToPrimitive::to_u64(&minutes).unwrap_or(1)
}

/// The script: every choice is a variable at its top, or an option of `sbatch` on the command line.
pub fn script(header: &Header) -> String {
    let Header { limits, tasks, .. } = header;
    let minutes = minutes(limits, header.per_chunk);
    let memory = limits.memory_mb.map_or(MEMORY, |limit| limit + limit / 10 + MEMORY_BESIDE);
    let (last, most) = (tasks.number.div_ceil(header.per_chunk.max(1)) - 1, MOST_ELEMENTS - 1);
    format!(
        r#"#!/bin/bash
# A job array for Slurm: each element works off one chunk of a plan. PLAN is the folder in which this script is.
#
#   sbatch --array=0-{last} PLAN/array.sh PLAN          everything; 0-{last}%50 works on 50 chunks at a time
#   sbatch --array=0-LAST PLAN/array.sh PLAN LIST   what is left, as `quarrel merge PLAN --todo` tells it
#
# Each of these can be changed here, or given to sbatch in front of the script. No index may be larger than the site
# allows (MaxArraySize, usually 1001): with more chunks than {most}, do what is left as often as something is.
#SBATCH --job-name=quarrel
#SBATCH --time={minutes}
#SBATCH --mem={memory}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=quarrel-%A_%a.out
#SBATCH --signal=B:USR1@120
# The program, which has to be the one that made the plan; and how often an element may begin anew.
QUARREL=${{QUARREL:-quarrel}}
MOST_RESTARTS=${{MOST_RESTARTS:-10}}

set -u
plan=${{1:-$SLURM_SUBMIT_DIR}}
list=${{2:+--list $2}}
command -v "$QUARREL" >/dev/null || {{ echo "array.sh: there is no $QUARREL; set QUARREL to its path" >&2; exit 2; }}

# Slurm sends USR1, by --signal above, to this script alone, before the time is over: the worker is to write down what it
# knows, and goes on in another run. It sends TERM to every process when the job is cancelled, preempted, requeued by
# hand or out of time: the worker is to end, and nobody may put the job back into the queue.
worker= signalled= ended=
stop() {{ signalled=1; if [ -n "$worker" ]; then kill -TERM "$worker" 2>/dev/null; fi; }}
trap 'stop' USR1
trap 'ended=1; stop' TERM

# In the background, since bash runs a trap only between commands and in `wait`.
"$QUARREL" work "$plan" $list --chunk "$SLURM_ARRAY_TASK_ID" &
worker=$!
if [ -n "$signalled" ]; then stop; fi

# A signal ends `wait` early; the worker's own status is still to come then.
status=0
while :; do
  signalled=
  wait "$worker"; answer=$?
  if [ $answer != 127 ]; then status=$answer; fi
  if [ -z "$signalled" ]; then break; fi
done

# {AGAIN}: it was interrupted, or a result could not be written, and another run helps. Other statuses stay: 3 says that a
# task ran into its own limit.
if [ $status = {AGAIN} ] && [ -z "$ended" ]; then
  if [ "${{SLURM_RESTART_COUNT:-0}}" -ge "$MOST_RESTARTS" ]; then
    echo "array.sh: chunk $SLURM_ARRAY_TASK_ID is not done after $MOST_RESTARTS restarts" >&2
  else
    # With the element's number: SLURM_JOB_ID of one element is that of the whole array. Slurm answers with TERM.
    trap '' TERM USR1
    scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID" || echo "array.sh: cannot requeue" >&2
  fi
fi
exit $status
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_has_the_minutes_of_its_tasks_and_a_day_at_most() {
        let limits = |cpu_seconds| Limits { cpu_seconds, ..Limits::default() };
        assert_eq!(minutes(&limits(Some(60.0)), 10), 14);
        assert_eq!(minutes(&limits(Some(3600.0)), 100), 24 * 60);
        assert_eq!(minutes(&limits(None), 1), 24 * 60);
    }
}
