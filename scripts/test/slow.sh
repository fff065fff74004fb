#!/bin/sh
# Runs the suite, or the files that are named, at a quarter of the speed of this machine: in a control group that
# may use a quarter of its processors. Linux alone; as root, or where control groups may be made.
set -eu
quota=$(($(nproc) * 25000))
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  group=/sys/fs/cgroup/parlance-slow
  mkdir -p "$group"
  echo "$quota 100000" > "$group/cpu.max"
else
  group=/sys/fs/cgroup/cpu/parlance-slow
  mkdir -p "$group"
  echo 100000 > "$group/cpu.cfs_period_us"
  echo "$quota" > "$group/cpu.cfs_quota_us"
fi
echo $$ > "$group/cgroup.procs"
[ $# -gt 0 ] || set -- --keep-going --times
exec node scripts/test.ts "$@"
