#!/bin/bash
# Ends everything that up.sh DIR started, including jobs; logs stay in DIR/log. It may be repeated, also after a failed
# up.sh.
# Usage: down.sh DIR
set -eu
. "$(dirname "$(realpath "$0")")/lib.sh"
[ $# = 1 ] || die "usage: down.sh DIR"
open_dir "$1"
[ -n "$SHORT" ] || { echo "down.sh: no cluster in $DIR" >&2; exit 0; }
[[ $SHORT =~ ^/tmp/slurm\.[A-Za-z0-9]+$ ]] || die "$RUN/short names $SHORT, which is not up.sh's"

failed=0
# The nodes come first, so that no job restarts. kill_all also finds daemons that up.sh had no time to record.
for node in $NODES; do end slurmd.$node TERM 5 || end slurmd.$node KILL 2 || failed=1; done
# shellcheck disable=SC2086
kill_all $NODES || failed=1
for name in slurmctld munged; do end $name TERM 5 || end $name KILL 2 || failed=1; done
kill_all control || failed=1
[ $failed = 0 ] || die "something did not end; see $RUN"
rm -rf -- "$SHORT"
rm -f -- "$RUN"/*.pid "$RUN/short"
