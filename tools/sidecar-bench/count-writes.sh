#!/bin/sh
# Counts, in the test machine, the writes with which the sidecar's code moves 2,000 threads to a resctrl group: lists, so a few.
# usage: count-writes.sh DIRECTORY-OF-run.sh   (after `dotnet build tools/sidecar-bench -c Release`; needs gcc and strace)
set -eu
machine=$1
here=$(cd "$(dirname "$0")" && pwd)
program=$here/bin/Release/net8.0
dotnet=$(readlink -f "${RGPOLICY_DOTNET:-$(command -v dotnet)}")
gcc -O2 -pthread -o "$program/threads" "$here/threads.c"
exec "$machine/run.sh" --host-root --share "$program" --timeout 300 -- sh -c '
  mkdir /sys/fs/resctrl/rgp_1
  /share/threads 2000 >/tmp/ids & sleep 1; until grep -q all /tmp/ids; do sleep 1; done; grep -v all /tmp/ids >/tmp/numbers
  export HOME=/tmp DOTNET_EnableDiagnostics=0 DOTNET_ROLL_FORWARD=Major DOTNET_ROOT='"$(dirname "$dotnet")"'
  strace -f -y -e trace=write,openat,open,close -o /tmp/trace '"$dotnet"' /share/rgp-sidecar-bench.dll once /sys/fs/resctrl/rgp_1/tasks </tmp/numbers
  echo "threads in the group: $(wc -l </sys/fs/resctrl/rgp_1/tasks)"
  echo "opened: $(grep -c "open.*rgp_1/tasks" /tmp/trace), writes: $(grep -c "write(.*rgp_1/tasks>" /tmp/trace), closed: $(grep -c "close(.*rgp_1/tasks>" /tmp/trace)"
'
