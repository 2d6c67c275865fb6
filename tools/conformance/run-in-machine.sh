#!/bin/sh
# Runs the conformance cases on the kernel of the test machine; RGPOLICY_MACHINE_OPTIONS are more options of its run.sh.
# Compiled code is written once and never changed while it runs: that asks least of the emulator.
# usage: run-in-machine.sh DIRECTORY-OF-run.sh DIRECTORY-OF-THE-PROGRAM [WORD AFTER kernel ...]
set -eu
machine=$1
program=$2
shift 2
dotnet=$(readlink -f "${RGPOLICY_DOTNET:-$(command -v dotnet)}")
# shellcheck disable=SC2086 # several words
exec "$machine/run.sh" --host-root --share "$program" --timeout 400 ${RGPOLICY_MACHINE_OPTIONS:-} -- \
  env HOME=/tmp TMPDIR=/tmp DOTNET_gcServer=0 DOTNET_ROLL_FORWARD=Major \
  DOTNET_ROOT="$(dirname "$dotnet")" DOTNET_EnableDiagnostics=0 DOTNET_TieredCompilation=0 DOTNET_EnableWriteXorExecute=0 \
  "$dotnet" /share/rgp-conformance.dll kernel "$@"
