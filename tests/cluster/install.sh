#!/bin/bash
# Installs Slurm and munge (Debian, Ubuntu) without starting a daemon, unless they are installed.
# Usage: install.sh      as root
set -eu
PATH=$PATH:/usr/sbin:/sbin
say() { echo "install.sh: $*" >&2; }

missing=
for program in slurmctld slurmd sbatch scontrol munged munge; do
    command -v $program >/dev/null || missing="$missing $program"
done
[ -n "$missing" ] || { say "Slurm is already installed"; exit 0; }
command -v apt-get >/dev/null || { say "missing:$missing; no apt-get here, install Slurm by hand"; exit 1; }
[ "$(id -u)" = 0 ] || { say "missing:$missing; run me as root (sudo $0)"; exit 1; }

# Packages ask /usr/sbin/policy-rc.d before they start a daemon; 101 means no.
policy=/usr/sbin/policy-rc.d saved=
restore() {
    [ -n "$saved" ] || return 0
    rm -f $policy
    if [ -e "$saved/policy-rc.d" ] || [ -L "$saved/policy-rc.d" ]; then mv "$saved/policy-rc.d" $policy; fi
    rmdir "$saved"; saved=
}
answer=0
if [ -x $policy ]; then $policy slurmd start >/dev/null 2>&1 || answer=$?; fi
if [ $answer != 101 ]; then
    trap restore EXIT
    trap 'exit 1' INT TERM HUP
    saved=$(mktemp -d $policy.saved.XXXXXX)
    if [ -e $policy ] || [ -L $policy ]; then mv $policy "$saved/policy-rc.d"; fi
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
fi

export DEBIAN_FRONTEND=noninteractive
apt-get -q update || say "apt-get update failed, trying with the lists as they are"
apt-get -q install -y --no-install-recommends slurmctld slurmd slurm-client munge ||
    { say "apt-get could not install Slurm"; exit 1; }
say "installed: $(slurmctld -V), $(munged --version | head -n 1)"
