#!/bin/bash
# A job array for Slurm: each element works on one chunk of a plan. PLAN is the folder of the plan. Without PLAN, the plan
# must be the folder from which the job is submitted.
#
#   sbatch --array=0-@LAST@ PLAN/array.sh PLAN       all tasks; 0-@LAST@%50 works on 50 chunks at a time
#   sbatch --array=0-N PLAN/array.sh PLAN LIST    the open tasks in a list of `quarrel merge PLAN --todo`
#
# The options below can be changed here, or given to sbatch before the name of the script. No index of an element may
# be larger than the site allows (MaxArraySize, usually 1001). If there are more than @MOST@ chunks, submit the first of
# them, and then lists of the open tasks until none is open. An element requests @MINUTES@ minutes, at most a day. With
# fewer tasks in a chunk (--per-chunk of quarrel plan), it would request less time.
#SBATCH --job-name=quarrel
#SBATCH --time=@MINUTES@
#SBATCH --mem=@MEMORY@
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=quarrel-%A_%a.out
#SBATCH --signal=B:USR1@120
# The program, which must be the program that made the plan, and the greatest number of restarts of an element.
QUARREL=${QUARREL:-quarrel}
MOST_RESTARTS=${MOST_RESTARTS:-10}

set -u
: "${SLURM_ARRAY_TASK_ID:?array.sh is a script for sbatch --array; without Slurm, quarrel work does the same}"
plan=${1:-$SLURM_SUBMIT_DIR}
list=${2:+--list $2}
command -v "$QUARREL" >/dev/null || { echo "array.sh: there is no $QUARREL; set QUARREL to its path" >&2; exit 2; }

# Because of --signal above, Slurm sends USR1 to this script alone, before the time is over. The worker then writes its
# results and ends, and the element continues in another run. Slurm sends TERM to every process if the job is cancelled,
# preempted, requeued by hand or out of time. The worker then ends, and this script must not requeue the job.
worker= signalled= ended=
stop() { signalled=1; if [ -n "$worker" ]; then kill -TERM "$worker" 2>/dev/null; fi; }
trap 'stop' USR1
trap 'ended=1; stop' TERM

# The worker runs in the background, since bash runs a trap only between commands and in `wait`.
"$QUARREL" work "$plan" $list --chunk "$SLURM_ARRAY_TASK_ID" &
worker=$!
if [ -n "$signalled" ]; then stop; fi

# A signal ends `wait` early. Then the status of the worker is not known yet, so the script waits again.
status=0
while :; do
  signalled=
  wait "$worker"; answer=$?
  if [ $answer != 127 ]; then status=$answer; fi
  if [ -z "$signalled" ]; then break; fi
done

# Status @AGAIN@: the worker was interrupted, or a result could not be written, so another run helps. With any other
# status, the element ends: 3 means that a task ran into its own limit.
if [ $status = @AGAIN@ ] && [ -z "$ended" ]; then
  if [ "${SLURM_RESTART_COUNT:-0}" -ge "$MOST_RESTARTS" ]; then
    echo "array.sh: chunk $SLURM_ARRAY_TASK_ID is not done after $MOST_RESTARTS restarts" >&2
  else
    # The job is named with the number of the element, since SLURM_JOB_ID of one element is that of the whole array.
    # Slurm then sends TERM, which is ignored.
    trap '' TERM USR1
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" || echo "array.sh: cannot requeue" >&2
  fi
fi
exit $status
