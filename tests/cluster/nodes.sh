#!/bin/bash
# Loses a node of the cluster in DIR, or brings it back.
# Usage: nodes.sh kill DIR NODE      kill -9 its slurmd, slurmstepd and all processes of jobs on it; Slurm has to notice
#        nodes.sh fail DIR NODE      the same, and report the node as down to Slurm at once
#        nodes.sh revive DIR NODE    start its slurmd again and wait until the node is usable
set -eu
. "$(dirname "$(realpath "$0")")/lib.sh"
usage="usage: nodes.sh kill|fail|revive DIR NODE"
[ $# = 3 ] || die "$usage"
open_dir "$2"
node=$3
[ -n "$SHORT" ] || die "no cluster in $DIR"
case " $NODES " in *" $node "*) ;; *) die "no node $node, there are: $NODES" ;; esac
export SLURM_CONF=$SHORT/slurm.conf

# The start time of the slurmd that Slurm knows.
known_start() { timeout 5 scontrol -o show node "$node" 2>/dev/null | grep -o 'SlurmdStartTime=[^ ]*'; }

kill_node() {
    end "slurmd.$node" KILL 5
    kill_all "$node"
}

revive() {
    ! recorded "slurmd.$node" >/dev/null || die "$node is running"
    local before
    before=$(known_start || true)
    sleep 1 # start times are whole seconds
    start_slurmd "$node"
    for _ in {1..150}; do
        if [ "$(known_start || true)" != "$before" ]; then
            case $(timeout 5 sinfo -h -N -n "$node" -o %T 2>/dev/null) in idle | mixed | allocated) return 0 ;; esac
        fi
        recorded "slurmd.$node" >/dev/null || die "slurmd of $node ended, see $LOG/slurmd.$node.log"
        sleep .2
    done
    die "$node did not come back"
}

case $1 in
kill) kill_node ;;
fail)
    kill_node
    scontrol update NodeName="$node" State=DOWN Reason=lost
    ;;
revive) revive ;;
*) die "$usage" ;;
esac
