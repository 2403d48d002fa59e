#!/bin/bash
# A job array for Slurm: each element works off one chunk of a plan. PLAN is the folder of the plan; left out, it is the
# folder from which the job is handed in.
#
#   sbatch --array=0-@LAST@ PLAN/array.sh PLAN       everything; 0-@LAST@%50 works on 50 chunks at a time
#   sbatch --array=0-N PLAN/array.sh PLAN LIST   what is left, as `quarrel merge PLAN --todo` tells it
#
# Each of these can be changed here, or given to sbatch in front of the script. No index may be larger than the site
# allows (MaxArraySize, usually 1001). With more than @MOST@ chunks, hand in the first of them and then what is left, as
# often as something is. An element asks for @MINUTES@ minutes, a day at most: with fewer tasks in a chunk (--per-chunk of
# quarrel plan) less would do.
#SBATCH --job-name=quarrel
#SBATCH --time=@MINUTES@
#SBATCH --mem=@MEMORY@
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=quarrel-%A_%a.out
#SBATCH --signal=B:USR1@120
# The program, which has to be the one that made the plan; and how often an element may begin anew.
QUARREL=${QUARREL:-quarrel}
MOST_RESTARTS=${MOST_RESTARTS:-10}

set -u
: "${SLURM_ARRAY_TASK_ID:?array.sh is a script for sbatch --array; without Slurm, quarrel work does the same}"
plan=${1:-$SLURM_SUBMIT_DIR}
list=${2:+--list $2}
command -v "$QUARREL" >/dev/null || { echo "array.sh: there is no $QUARREL; set QUARREL to its path" >&2; exit 2; }

# Slurm sends USR1, by --signal above, to this script alone, before the time is over: the worker is to write down what it
# knows, and goes on in another run. It sends TERM to every process when the job is cancelled, preempted, requeued by
# hand or out of time: the worker is to end, and nobody may put the job back into the queue.
worker= signalled= ended=
stop() { signalled=1; if [ -n "$worker" ]; then kill -TERM "$worker" 2>/dev/null; fi; }
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

# @AGAIN@: it was interrupted, or a result could not be written, and another run helps. Other statuses stay: 3 says that a
# task ran into its own limit.
if [ $status = @AGAIN@ ] && [ -z "$ended" ]; then
  if [ "${SLURM_RESTART_COUNT:-0}" -ge "$MOST_RESTARTS" ]; then
    echo "array.sh: chunk $SLURM_ARRAY_TASK_ID is not done after $MOST_RESTARTS restarts" >&2
  else
    # With the element's number: SLURM_JOB_ID of one element is that of the whole array. Slurm answers with TERM.
    trap '' TERM USR1
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" || echo "array.sh: cannot requeue" >&2
  fi
fi
exit $status
