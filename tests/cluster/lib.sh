# Shared by up.sh, down.sh and nodes.sh; sourced, not run.
#
# A cluster has two places:
#   DIR    files for people: slurm.conf, log/, and run/ with one "pid starttime" file per daemon
#   SHORT  a directory under /tmp for files that need a short path or a real Unix file system
#          (sockets hold 108 bytes, munge wants strict permissions, job scripts must be executable);
#          DIR/run/short names it, down.sh removes it
PATH=$PATH:/usr/sbin:/sbin
NODES="n1 n2"

die() { echo "${0##*/}: $*" >&2; exit 1; }

# Sets DIR, RUN, LOG and, if there is a cluster, SHORT.
open_dir() {
    DIR=$(realpath -m -- "$1"); RUN=$DIR/run; LOG=$DIR/log; SHORT=
    if [ -s "$RUN/short" ]; then SHORT=$(cat "$RUN/short"); fi
}

# When a process started, in clock ticks since boot; fails if it is gone or a zombie.
# A process ID may be reused, the pair (ID, start) is not.
start_of() {
    local stat fields
    { stat=$(cat "/proc/$1/stat"); } 2>/dev/null || return 1
    read -ra fields <<<"${stat##*) }"
    [ "${fields[0]}" != Z ] && [ "${fields[0]}" != X ] && echo "${fields[19]}"
}

# start NAME NODE COMMAND...: in a new session, recorded in run/NAME.pid, output to log/NAME.log.
# slurmstepd inherits the environment of its slurmd; QUARREL_NODE tells the nodes apart. `env` sets it
# last, because slurmstepd writes its title over the first variables.
start() {
    local name=$1 node=$2 pid; shift 2
    setsid env -u SLURM_CONF SLURM_CONF="$SHORT/slurm.conf" QUARREL_NODE="$node" "$@" \
        </dev/null >>"$LOG/$name.log" 2>&1 &
    pid=$!
    disown "$pid"
    echo "$pid $(start_of "$pid" || echo gone)" >"$RUN/$name.pid"
}

start_slurmd() { start "slurmd.$1" "$1" slurmd -D -N "$1"; }

# Prints the ID of a recorded daemon if it is still the same process.
recorded() {
    local pid start
    [ -s "$RUN/$1.pid" ] || return 1
    read -r pid start <"$RUN/$1.pid"
    [ "$(start_of "$pid")" = "$start" ] && echo "$pid"
}

# The processes on the named nodes (slurmstepd, batch scripts, their children), found by their initial
# environment, and their descendants, which may have cleared it. slurmstepd comes first: if it saw its job die,
# the job would have failed instead of being lost with the node.
processes_of() {
    local node found=() first=" " rest=" " pid parent stat
    mapfile -t found < <(
        mapfile -t ours < <(grep -lzxF "SLURM_CONF=$SHORT/slurm.conf" /proc/[0-9]*/environ 2>/dev/null)
        for node; do
            if [ ${#ours[@]} -gt 0 ]; then
                grep -lzxF -e "SLURMD_NODENAME=$node" -e "QUARREL_NODE=$node" "${ours[@]}" 2>/dev/null
            fi
        done | cut -d/ -f3)
    [ ${#found[@]} -gt 0 ] || return 0
    for pid in "${found[@]}"; do
        rest+="$pid "
        { read -r stat <"/proc/$pid/stat"; } 2>/dev/null || continue
        read -r _ parent _ <<<"${stat##*) }"
        for pid in "$pid" "$parent"; do
            if [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = slurmstepd ]; then first+="$pid "; fi
        done
    done
    # Parents nearly always have smaller IDs; the caller repeats until none is found.
    for pid in $(ls -v /proc | grep -x '[0-9]*'); do
        { read -r stat <"/proc/$pid/stat"; } 2>/dev/null || continue
        read -r _ parent _ <<<"${stat##*) }"
        if [[ "$first$rest" == *" $parent "* && "$first$rest" != *" $pid "* ]]; then rest+="$pid "; fi
    done
    for pid in $first $rest; do
        if start_of "$pid" >/dev/null; then echo "$pid"; fi
    done
}

# Kills the processes on these nodes with -9 until none is left.
kill_all() {
    local pids
    for _ in {1..100}; do
        pids=$(processes_of "$@")
        [ -n "$pids" ] || return 0
        # shellcheck disable=SC2086
        kill -9 $pids 2>/dev/null || true
        sleep .1
    done
    echo "still alive: $pids" >&2; return 1
}

# end NAME SIGNAL SECONDS: signals a recorded daemon and waits until it ends.
end() {
    local pid
    pid=$(recorded "$1") || return 0
    kill "-$2" "$pid" 2>/dev/null || true
    for ((i = 0; i < $3 * 10; i++)); do
        recorded "$1" >/dev/null || return 0
        sleep .1
    done
    return 1
}
