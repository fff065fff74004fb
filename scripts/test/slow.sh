#!/bin/sh
# Runs the suite, or the given files, at a quarter of this machine's speed: in a control group with a quarter of
# its CPU time. Linux only; requires permission to create control groups, such as root.
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
