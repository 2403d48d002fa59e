#!/bin/bash
# Starts a throw-away Slurm of two nodes, n1 and n2, on this machine: no systemd, cgroups or database.
# Usage: up.sh DIR     then: export SLURM_CONF=DIR/slurm.conf     end it with: down.sh DIR
# Environment: SLURM_NODE_CPUS (4) and SLURM_NODE_MEM (2000, in MB) per node, which may exceed the machine's.
set -eu
here=$(dirname "$(realpath "$0")")
. "$here/lib.sh"
[ $# = 1 ] || die "usage: up.sh DIR"
for program in slurmctld slurmd sbatch sinfo munged munge setsid; do
    command -v $program >/dev/null || die "$program is missing, run install.sh"
done
open_dir "$1"
[ -z "$SHORT" ] || die "$DIR has a cluster already; run down.sh $1 first"
# Hides the variables of an outer Slurm job.
for name in $(compgen -e); do case $name in SLURM_NODE_CPUS | SLURM_NODE_MEM) ;; SLURM* | SBATCH* | SQUEUE* | SINFO*) unset "$name" ;; esac; done

mkdir -p "$RUN" "$LOG"
rm -f "$LOG"/munge*.log "$LOG"/slurm*.log "$LOG/jobcomp.txt"
umask 022
SHORT=$(mktemp -d /tmp/slurm.XXXXXX)
echo "$SHORT" >"$RUN/short"
finish() {
    status=$?
    trap - EXIT
    if [ $status != 0 ]; then
        echo "up.sh: Slurm did not come up; the last lines of $LOG:" >&2
        tail -n 5 "$LOG"/*.log >&2 || true
        "$here/down.sh" "$DIR" || true
        exit $status
    fi
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

chmod 755 "$SHORT"
mkdir "$SHORT/munge" "$SHORT/state" "$SHORT/spool" "$SHORT/spool/n1" "$SHORT/spool/n2"
ln -s "$DIR" "$SHORT/dir"
(umask 077; head -c 1024 /dev/urandom >"$SHORT/munge/key")

# munge proves the sender of a request to the daemons. --origin is for host names that do not resolve.
origin=
if munged --help | grep -q -e --origin; then origin=--origin=127.0.0.1; fi
start munged control munged --foreground --force $origin --key-file="$SHORT/munge/key" --socket="$SHORT/munge/socket" \
    --pid-file="$SHORT/munge/pid" --log-file="$SHORT/munge/log" --seed-file="$SHORT/munge/seed"
for _ in {1..100}; do
    if munge -S "$SHORT/munge/socket" -n >/dev/null 2>&1; then break; fi
    recorded munged >/dev/null || die "munged ended"
    sleep .1
done

# Three free neighbouring ports below the kernel's ephemeral range.
free_ports() {
    local port try
    for _ in {1..200}; do
        port=$((20000 + RANDOM % 12000))
        for try in $port $((port + 1)) $((port + 2)); do
            if (exec 3<>/dev/tcp/127.0.0.1/$try) 2>/dev/null; then continue 2; fi
        done
        echo $port; return
    done
    die "no free ports"
}

write_conf() {
    local port=$1 host user
    host=$(uname -n); host=${host%%.*}; user=$(id -un)
    cat >"$SHORT/slurm.conf" <<C
ClusterName=quarrel
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CredType=cred/munge
# A requeued job waits until its old credential has expired: 120 s by default, and so for values below 5.
AuthInfo=socket=$SHORT/munge/socket,cred_expire=5
SlurmctldPort=$port
StateSaveLocation=$SHORT/state
SlurmdSpoolDir=$SHORT/spool/%n
SlurmctldPidFile=$SHORT/slurmctld.pid
SlurmdPidFile=$SHORT/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
# A job above its --mem is killed; memory is looked at every second.
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$SHORT/dir/log/jobcomp.txt
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=5
# Nodes may claim more CPUs than there are.
SlurmdParameters=config_overrides
ReturnToService=2
# Seconds without an answer until a node is lost; seconds from SIGTERM to SIGKILL.
SlurmdTimeout=10
KillWait=5
MaxArraySize=1001
JobRequeue=1
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=${SLURM_NODE_CPUS:-4} RealMemory=${SLURM_NODE_MEM:-2000}
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=${SLURM_NODE_CPUS:-4} RealMemory=${SLURM_NODE_MEM:-2000}
PartitionName=main Nodes=ALL Default=YES MaxTime=1-00:00:00 DefMemPerCPU=200 State=UP
C
    cp "$SHORT/slurm.conf" "$DIR/slurm.conf"
}

# If another program takes a port before the daemon starts, the daemon ends, and this loop tries other ports.
export SLURM_CONF=$SHORT/slurm.conf
daemons="slurmctld slurmd.n1 slurmd.n2"
for _ in 1 2 3; do
    port=$(free_ports)
    write_conf "$port"
    start slurmctld control slurmctld -D -c
    for node in $NODES; do start_slurmd $node; done
    for _ in {1..150}; do
        if [ "$(timeout 5 sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = 2 ]; then
            sinfo -N
            exit 0
        fi
        for name in $daemons; do
            if ! recorded $name >/dev/null; then echo "up.sh: $name ended, once more with other ports" >&2; break 2; fi
        done
        sleep .2
    done
    for name in $daemons; do end $name KILL 5; done
done
die "gave up"
