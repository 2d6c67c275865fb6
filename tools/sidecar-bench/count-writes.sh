#!/bin/sh
# Counts, in the test machine, the system calls with which the sidecar's code moves 2,000 threads to a resctrl group (lists, so a few), and
# those of a C program that writes number after number; says whether both write the same numbers in the same order.
# usage: count-writes.sh DIRECTORY-OF-run.sh   (after `dotnet build tools/sidecar-bench -c Release`; needs gcc and strace)
set -eu
machine=$1
here=$(cd "$(dirname "$0")" && pwd)
program=$here/bin/Release/net8.0
dotnet=$(readlink -f "${RGPOLICY_DOTNET:-$(command -v dotnet)}")
gcc -O2 -pthread -o "$program/threads" "$here/threads.c"
gcc -O2 -o "$program/bare" "$here/bare.c"
exec "$machine/run.sh" --host-root --share "$program" --timeout 300 -- sh -c '
  mkdir /sys/fs/resctrl/rgp_1 /sys/fs/resctrl/rgp_2
  /share/threads 2000 >/tmp/ids & sleep 1; until grep -q all /tmp/ids; do sleep 1; done; grep -v all /tmp/ids >/tmp/numbers
  export HOME=/tmp DOTNET_EnableDiagnostics=0 DOTNET_ROLL_FORWARD=Major DOTNET_ROOT='"$(dirname "$dotnet")"'
  count() {
    echo "$1: $(wc -l </sys/fs/resctrl/$2/tasks) threads in the group; opened $(grep -c "open.*$2/tasks" /tmp/$2), writes $(grep -c "write(.*$2/tasks>" /tmp/$2), closed $(grep -c "close(.*$2/tasks>" /tmp/$2)"
    sed -n "s|.*write([0-9]*<.*/$2/tasks>, \"\([0-9,]*\).*|\1|p" /tmp/$2 | tr "," "\n" >/tmp/$2.order
  }
  calls="strace -f -y -s 65536 -e trace=write,openat,open,close"
  $calls -o /tmp/rgp_1 '"$dotnet"' /share/rgp-sidecar-bench.dll once /sys/fs/resctrl/rgp_1/tasks </tmp/numbers
  count sidecar rgp_1
  $calls -o /tmp/rgp_2 /share/bare /sys/fs/resctrl/rgp_2/tasks 0 </tmp/numbers
  count "C program" rgp_2
  cmp -s /tmp/rgp_1.order /tmp/rgp_2.order && echo "the same $(wc -l </tmp/rgp_1.order) numbers in the same order" || { echo "other numbers, or another order"; exit 1; }
'
